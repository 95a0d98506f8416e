"""Parts of one sheet → a closer layout by spyrrow, if it is installed and finds one; otherwise nothing.

It runs in a child process (see `strip_child`); whatever goes wrong there is no improvement. What it answers is checked
on true outlines before anybody believes it.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

import numpy as np
import shapely
from shapely import affinity

from fabgen.make.convex import coarse
from fabgen.make.patience import Patience
from fabgen.make.room import Item, Room, Spot

REPORTS = 5000  # at most, for jobs that never fail to come closer
WORKERS = 2  # the layouts depend on it, so it is the same on every machine
GUARD = 240  # seconds: a child that takes so long is given up
NEW_GROUP = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)  # Windows only
SLACK = 1e-3  # mm: spyrrow counts in single precision
SIDE = 1e-6  # mm


def available() -> bool:
    """Whether spyrrow is installed."""
    return find_spec("spyrrow") is not None


def packed(
    items: Sequence[Item], room: Room, patience: Patience, failures: int, width: float | None, seed: int
) -> list[Spot] | None:
    """All copies of the items on one sheet, gathered at the left: not wider than `width` mm inside of the margins,
    or (None) as narrow as spyrrow gets before so many `failures` to come closer. None where there is no such
    layout."""
    shift = room.margin - room.spacing  # spyrrow keeps the gap to the strip's edges too
    around = 2 * room.spacing
    job = {
        "items": [[_corners(item), item.count, [float(t) for t in item.turns]] for item in items],
        "height": room.down + around,
        "target": None if width is None else width + around,
        "gap": room.spacing,
        "reports": REPORTS,
        "failures": failures,
        "seconds": GUARD,
        "workers": WORKERS,
        "seed": seed,
    }
    answer = _answer(json.dumps(job), patience)
    if not answer or (width is not None and answer["width"] > width + around + SLACK):
        return None
    spots = [_spot(items, room, shift, *one) for one in answer["placed"]]
    return spots if holds(items, spots, room) else None


def _corners(item: Item) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in coarse(shapely.Polygon(item.area.exterior)).exterior.coords[:-1]]


def _answer(job: str, patience: Patience) -> dict[str, Any] | None:
    """What the child says; nothing if it fails or somebody is tired of waiting."""
    command = [sys.executable, "-m", "fabgen.make.strip_child"]
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen(  # Ctrl-C is for the parent alone
        command, stdin=pipe, stdout=pipe, stderr=nowhere, text=True,
        start_new_session=not NEW_GROUP, creationflags=NEW_GROUP,
    ) as child:
        try:
            return _heard(child, job, patience)
        finally:
            child.kill()


def _heard(child: subprocess.Popen[str], job: str, patience: Patience) -> dict[str, Any] | None:
    text: str | None = job
    for _ in range(10 * GUARD):
        if patience.ended:
            return None
        with contextlib.suppress(subprocess.TimeoutExpired, OSError):
            told, _ = child.communicate(text, timeout=0.1)
            return _parsed(told) if child.returncode == 0 else None
        text = None
    return None


def _parsed(told: str) -> dict[str, Any] | None:
    with contextlib.suppress(ValueError):
        answer = json.loads(told)
        if isinstance(answer, dict) and {"width", "placed"} <= answer.keys():
            return answer
    return None


def _spot(items: Sequence[Item], room: Room, shift: float, n: int, turn: float, dx: float, dy: float) -> Spot:
    """A place of spyrrow's as ours, a rounding error over the margin taken back."""
    degrees = round(turn) % 360
    x0, y0, x1, y1 = items[n].turned_box(degrees)
    sides = ((x0 + dx + shift, x1 - x0, room.width), (y0 + dy + shift, y1 - y0, room.height))
    x, y = (_kept(low, size, room.margin, length) for low, size, length in sides)
    return Spot(0, n, degrees, x, y)


def _kept(low: float, size: float, margin: float, length: float) -> float:
    most = length - margin - size
    return min(max(low, margin), most) if margin - SLACK < low < most + SLACK else low


def holds(items: Sequence[Item], spots: Sequence[Spot], room: Room) -> bool:
    """Whether every copy lies on the sheet once, inside of the margins, with its gap: on true outlines."""
    if [sum(s.item == n for s in spots) for n in range(len(items))] != [item.count for item in items]:
        return False
    areas = np.array([placed(items[s.item], s) for s in spots], dtype=object)
    field = shapely.box(room.margin, room.margin, room.width - room.margin, room.height - room.margin).buffer(SIDE)
    if not shapely.covers(field, areas).all():
        return False
    first, second = shapely.STRtree(areas).query(areas, predicate="dwithin", distance=max(0.0, room.spacing - SLACK))
    first, second = first[first < second], second[first < second]
    if room.spacing > SLACK:
        return not len(first)
    return bool(shapely.area(shapely.intersection(areas[first], areas[second])).max(initial=0) <= SLACK)


def placed(item: Item, spot: Spot) -> shapely.Polygon:
    """An item's area where a spot puts it."""
    x0, y0, _, _ = item.turned_box(spot.turn)
    turned = affinity.rotate(item.area, spot.turn, origin=(0, 0)) if spot.turn else item.area
    return affinity.translate(turned, spot.x - x0, spot.y - y0)
