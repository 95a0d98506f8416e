"""Filled sheets → denser ones, by spyrrow: it packs more onto every sheet but the last, what it leaves over is nested
again, and the last sheet is packed as narrowly as possible.

spyrrow runs in a child process (`spyrrow_process`), and a failure there is no improvement. Every try has its own seed
and ends after a fixed number of events, so that the same job gives the same sheets. Each answer is checked on true
outlines before it is used.
"""

from __future__ import annotations

import contextlib
import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.util import find_spec
from typing import Any

import numpy as np
import shapely

from fabgen.laser.nest.layout import NestItem, NestPosition, SheetLimits, place_outline, right_edge
from fabgen.laser.nest.no_fit import coarsen
from fabgen.laser.nest.progress import NestProgress

TRIES = 2  # tries for each sheet
FAILURES = 1  # how often spyrrow may fail to come closer before a try ends
FULLEST = 0.94  # the largest share of a sheet that parts can fill
FIRST = 0.012  # the share of a sheet that the first try adds
FINE = 0.004  # the share of a sheet below which tries no longer differ
SPREAD = 0.4  # how far the choice of parts to add may leave the order of size

REPORTS = 5000  # the most reports of a try, for jobs in which spyrrow never fails to come closer
WORKERS = 2  # threads; the layouts depend on their number, so it is the same on every machine
TIMEOUT = 240  # seconds after which a child process is given up
NEW_GROUP = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)  # Windows only
SLACK = 1e-3  # mm: spyrrow calculates in single precision
EDGE_SLACK = 1e-6  # mm

NestCounts = Callable[[Counter[int]], list[list[NestPosition]]]


def is_available() -> bool:
    """Whether spyrrow is installed."""
    return find_spec("spyrrow") is not None


def improve_sheets(
    items: Sequence[NestItem],
    sheets: Sequence[Sequence[NestPosition]],
    limits: SheetLimits,
    progress: NestProgress,
    nest_counts: NestCounts,
) -> list[list[NestPosition]]:
    """The sheets (of one size, rectangular), or fewer or less used ones. `nest_counts` lays out the copies, counted by
    item, that a denser sheet has left for the later ones."""
    best = [list(positions) for positions in sheets]
    number = 0
    while number < len(best) - 1 and not progress.is_interrupted:
        fuller = _fill_up_sheet(items, best[number:], limits, progress, number)
        if fuller:
            best[number:] = [fuller, *nest_counts(_count_items(best[number:]) - _count_items([fuller]))]
        number += 1
    if best and not progress.is_interrupted:
        narrower = _pack_counts(items, _count_items(best[-1:]), limits, progress, None, len(best))
        if narrower and right_edge(items, narrower) < right_edge(items, best[-1]):
            best[-1] = narrower
    return best


def _fill_up_sheet(
    items: Sequence[NestItem],
    sheets: Sequence[Sequence[NestPosition]],
    limits: SheetLimits,
    progress: NestProgress,
    number: int,
) -> list[NestPosition] | None:
    """The first sheet with parts of the later ones added, as many as a few tries find room for."""
    base, pool = _count_items(sheets[:1]), _count_items(sheets[1:])
    usable = limits.usable_width * limits.usable_height
    # Bisection over the area to add in mm², between what was possible and what was not.
    possible, impossible = 0.0, FULLEST * usable - _total_area(items, base)
    best, added_area = None, min(impossible, max(FIRST * usable, 0.0))
    for k in range(TRIES):
        added = _choose_parts(items, pool, added_area, random.Random(1000 * number + k).random)
        if not added or impossible - possible < FINE * usable or progress.is_interrupted:
            break
        progress.report_step(f"sheet {number + 1}, {k + 1} of {TRIES}")
        fuller = _pack_counts(items, base + added, limits, progress, limits.usable_width, k)
        if fuller:
            best, possible = fuller, _total_area(items, added)
        else:
            impossible = min(impossible, _total_area(items, added))
        is_near = impossible < possible + 2 * FIRST * usable
        added_area = (possible + impossible) / 2 if is_near else possible + FIRST * usable
    return best


def _choose_parts(
    items: Sequence[NestItem], pool: Counter[int], area: float, next_random: Callable[[], float]
) -> Counter[int]:
    """Parts of the pool up to a total area, roughly in the order of size, large ones first."""
    parts = [k for k in sorted(pool) for _ in range(pool[k])]
    sizes = [items[k].area.area for k in parts]
    keys = [-size * (1 + SPREAD * (2 * next_random() - 1)) for size in sizes]
    chosen = Counter[int]()
    for n in sorted(range(len(parts)), key=lambda n: (keys[n], n)):
        if sizes[n] <= area:
            chosen[parts[n]] += 1
            area -= sizes[n]
    return chosen


def _count_items(sheets: Sequence[Sequence[NestPosition]]) -> Counter[int]:
    """How many copies of each item are on these sheets."""
    return Counter(position.item for positions in sheets for position in positions)


def _total_area(items: Sequence[NestItem], counts: Counter[int]) -> float:
    """The area in mm² of these copies."""
    return sum(float(items[k].area.area) * count for k, count in sorted(counts.items()))


def _pack_counts(
    items: Sequence[NestItem],
    counts: Counter[int],
    limits: SheetLimits,
    progress: NestProgress,
    width: float | None,
    seed: int,
) -> list[NestPosition] | None:
    """This many copies of each item, packed by spyrrow on one sheet (see `pack_sheet`)."""
    indices = sorted(counts)
    counted = [replace(items[k], count=counts[k]) for k in indices]
    positions = pack_sheet(counted, limits, progress, FAILURES, width, seed)
    return [replace(position, item=indices[position.item]) for position in positions] if positions else None


def pack_sheet(
    items: Sequence[NestItem],
    limits: SheetLimits,
    progress: NestProgress,
    failures: int,
    width: float | None,
    seed: int,
) -> list[NestPosition] | None:
    """All copies of the items on one sheet, gathered at the left: not wider than `width` mm inside of the margins, or
    (None) as narrow as spyrrow gets before this number of `failures` to come closer. None where there is no such
    layout."""
    # spyrrow keeps the gap to the strip's edges too, so the strip reaches one gap beyond the margins on all sides.
    shift = limits.margin - limits.spacing
    around = 2 * limits.spacing
    job = {
        "items": [[_coarse_corners(item), item.count, [float(t) for t in item.turns]] for item in items],
        "height": limits.usable_height + around,
        "target": None if width is None else width + around,
        "gap": limits.spacing,
        "reports": REPORTS,
        "failures": failures,
        "seconds": TIMEOUT,
        "workers": WORKERS,
        "seed": seed,
    }
    answer = _run_process(json.dumps(job), progress)
    if not answer or (width is not None and answer["width"] > width + around + SLACK):
        return None
    positions = [_read_position(items, limits, shift, *placement) for placement in answer["placed"]]
    return positions if is_valid_sheet(items, positions, limits) else None


def _coarse_corners(item: NestItem) -> list[tuple[float, float]]:
    """The corners of an item's outline, with few corners along curves."""
    return [(float(x), float(y)) for x, y in coarsen(shapely.Polygon(item.area.exterior)).exterior.coords[:-1]]


def _run_process(job: str, progress: NestProgress) -> dict[str, Any] | None:
    """The child's answer; None if it fails, takes too long, or the user interrupts it."""
    command = [sys.executable, "-m", "fabgen.laser.nest.spyrrow_process"]
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen(  # Ctrl-C is for the parent alone
        command, stdin=pipe, stdout=pipe, stderr=nowhere, text=True,
        start_new_session=not NEW_GROUP, creationflags=NEW_GROUP,
    ) as child:
        try:
            text: str | None = job
            for _ in range(10 * TIMEOUT):
                if progress.is_interrupted:
                    return None
                with contextlib.suppress(subprocess.TimeoutExpired, OSError):
                    output, _ = child.communicate(text, timeout=0.1)
                    return _parse_answer(output) if child.returncode == 0 else None
                text = None
            return None
        finally:
            child.kill()


def _parse_answer(output: str) -> dict[str, Any] | None:
    """The child's answer; None where it is not complete."""
    with contextlib.suppress(ValueError):
        answer = json.loads(output)
        if isinstance(answer, dict) and {"width", "placed"} <= answer.keys():
            return answer
    return None


def _read_position(
    items: Sequence[NestItem], limits: SheetLimits, shift: float, n: int, turn: float, dx: float, dy: float
) -> NestPosition:
    """spyrrow's placement of item `n` as a position on our sheet."""
    degrees = round(turn) % 360
    x0, y0, x1, y1 = items[n].turned_box(degrees)
    x = _snap_inside(x0 + dx + shift, x1 - x0, limits.margin, limits.width)
    y = _snap_inside(y0 + dy + shift, y1 - y0, limits.margin, limits.height)
    return NestPosition(0, n, degrees, x, y)


def _snap_inside(low: float, size: float, margin: float, length: float) -> float:
    """The coordinate, moved inside of the margins where it is outside by no more than a rounding error."""
    largest = length - margin - size
    return min(max(low, margin), largest) if margin - SLACK < low < largest + SLACK else low


def is_valid_sheet(items: Sequence[NestItem], positions: Sequence[NestPosition], limits: SheetLimits) -> bool:
    """Whether every copy lies on the sheet once, inside of the margins and with its gap, on true outlines."""
    if [sum(p.item == n for p in positions) for n in range(len(items))] != [item.count for item in items]:
        return False
    areas = np.array([place_outline(items[p.item], p) for p in positions], dtype=object)
    margin = limits.margin
    usable = shapely.box(margin, margin, limits.width - margin, limits.height - margin).buffer(EDGE_SLACK)
    if not shapely.covers(usable, areas).all():
        return False
    first, second = shapely.STRtree(areas).query(areas, predicate="dwithin", distance=max(0.0, limits.spacing - SLACK))
    first, second = first[first < second], second[first < second]
    if limits.spacing > SLACK:
        return not len(first)
    return bool(shapely.area(shapely.intersection(areas[first], areas[second])).max(initial=0) <= SLACK)
