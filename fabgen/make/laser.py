"""Parts and a job → sheets: each part prepared for the machine, nested on sheets of its material, its marks in
working order.

Parts of one group and one material share sheets. Engraving comes first on a sheet, then scores, then cuts; nothing of
a part is cut after its outline.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from fabgen.artwork.part import Part
from fabgen.artwork.path import moving, turning
from fabgen.base import FabgenError, Problem, Where
from fabgen.make.areas import FLAT, outline
from fabgen.make.job import Job
from fabgen.make.nest import nest
from fabgen.make.order import order
from fabgen.make.prepare import Prepared, Work, prepare
from fabgen.make.profile import Operation, Stock
from fabgen.make.room import Item, Room, Spot, size_of, turned
from fabgen.make.sheet import Mark, Placement, Sheet


@dataclass(frozen=True)
class _Batch:
    """The prepared parts that share sheets."""

    group: str
    stock: Stock
    parts: list[Prepared] = field(default_factory=list)


def make_sheets(parts: Sequence[Part], job: Job) -> list[Sheet]:
    """The sheets of a job, named after their groups (`green-pieces`, `green-pieces-2`), in the order in which groups
    first appear.

    Raises FabgenError with every problem: of the job's numbers, of each part's drawing, and of each part that no
    sheet holds.
    """
    parts = [part for part in parts if part.count > 0]
    stocks = {key: job.stock(key) for key in dict.fromkeys(part.material for part in parts)}
    problems = [p for stock in stocks.values() for p in job.problems(stock.material)]
    if problems:
        raise FabgenError(problems)
    batches, problems = _batches(parts, stocks, job)
    problems += [p for batch in batches for p in _misfits(batch, job.room(batch.stock.material))]
    if problems:
        raise FabgenError(problems)
    names = _slugs([_label(batch, batches) for batch in batches])
    instances = dict(zip((part.name for part in parts), _slugs([part.name for part in parts], "part"), strict=True))
    return [sheet for batch, name in zip(batches, names, strict=True) for sheet in _sheets(batch, name, instances, job)]


def _batches(parts: Sequence[Part], stocks: dict[str, Stock], job: Job) -> tuple[list[_Batch], list[Problem]]:
    batches: dict[tuple[str, str], _Batch] = {}
    problems: list[Problem] = []
    for part in parts:
        stock = stocks[part.material]
        try:
            prepared = prepare(part, job.machine, stock.material, job.kerf_of(stock.material))
        except FabgenError as error:
            problems += error.problems
            continue
        batches.setdefault((part.group, stock.key), _Batch(part.group, stock)).parts.append(prepared)
    return list(batches.values()), problems


def _misfits(batch: _Batch, room: Room) -> list[Problem]:
    """The parts that are larger than the sheet inside its margins, whichever way they are turned."""
    return [_misfit(part, room) for part in batch.parts if not any(room.holds(size) for size in _sizes(part))]


def _sizes(part: Prepared) -> tuple[tuple[float, float], tuple[float, float]]:
    width, height = size_of(part.bounds())
    return (width, height), (height, width)


def _misfit(part: Prepared, room: Room) -> Problem:
    over = [(max(0.0, w - room.across), max(0.0, h - room.down)) for w, h in _sizes(part)]
    (wide, high), (width, height) = min(zip(over, _sizes(part), strict=True), key=lambda o: (sum(o[0]), o[1]))
    excess = " and ".join(f"{mm:.1f} mm too {way}" for mm, way in ((wide, "wide"), (high, "high")) if mm > 0)
    what = (
        f"{part.part.name} is {width:.1f} x {height:.1f} mm with its kerf; "
        f"the sheet has {room.across:g} x {room.down:g} mm inside its margins: {excess}"
    )
    need = [math.ceil(length + 2 * room.margin) for length in (width, height)]
    return Problem(
        Where(),
        what,
        f"a sheet of {max(need[0], math.ceil(room.width))} x {max(need[1], math.ceil(room.height))} mm would hold it",
    )


def _label(batch: _Batch, batches: Iterable[_Batch]) -> str:
    """A batch's group; with its material where the group has several."""
    alone = sum(other.group == batch.group for other in batches) == 1
    return batch.group if alone else f"{batch.group} {batch.stock.key}"


def slug(name: str) -> str:
    """A name as files and ids hold it: ASCII letters, digits and single hyphens; empty where nothing is left."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")


def _slugs(names: Sequence[str], other: str = "sheet") -> list[str]:
    """A slug for each name, no two the same and none the same as another's with a number after it."""
    plain = [slug(name) or other for name in names]
    seen: Counter[str] = Counter()
    for i, one in enumerate(plain):
        seen[one] += 1
        plain[i] = one if seen[one] == 1 else f"{one}-v{seen[one]}"
    return plain


def _sheets(batch: _Batch, name: str, instances: dict[str, str], job: Job) -> list[Sheet]:
    room = job.room(batch.stock.material)
    spots = nest([_item(part) for part in batch.parts], room)
    placed = _placed(batch, spots, instances)
    doubts = job.doubts(batch.stock.material)
    notes = (*doubts, *(note for part in batch.parts for note in part.notes))
    last = max(spot.sheet for spot in spots)
    sheets = []
    for number in range(last + 1):
        here = [p for spot, p in zip(spots, placed, strict=True) if spot.sheet == number]
        title = name if number == 0 else f"{name}-{number + 1}"
        sheets.append(_sheet(title, batch, here, room, job, notes if number == 0 else ()))
    return sheets


def _item(part: Prepared) -> Item:
    import shapely

    areas = [outline(path) for path in part.outlines]
    whole = areas[0] if len(areas) == 1 else shapely.union_all(areas).convex_hull
    return Item(whole.buffer(FLAT, join_style="mitre"), part.bounds(), part.part.count)


def _placed(batch: _Batch, spots: Sequence[Spot], instances: dict[str, str]) -> list[tuple[Prepared, Placement]]:
    """Each spot with its part's instance; instances count from 1 over all sheets."""
    copies: Counter[int] = Counter()
    placed = []
    for spot in spots:
        part = batch.parts[spot.item]
        copies[spot.item] += 1
        name = f"{instances[part.part.name]}-{copies[spot.item]}"
        box = turned(part.bounds(), spot.turn)
        placed.append((part, Placement(name, part.part.name, spot.turn, spot.x - box[0], spot.y - box[1])))
    return placed


def _sheet(
    name: str,
    batch: _Batch,
    placed: Sequence[tuple[Prepared, Placement]],
    room: Room,
    job: Job,
    notes: tuple[Problem, ...],
) -> Sheet:
    centres = [_centre(part, placement) for part, placement in placed]
    tour = [placed[i] for i in order(centres, (0.0, room.height))]
    marks = [mark for part, placement in tour for mark in _marks(part, placement)]
    rank = {operation: n for n, (_, group) in enumerate(job.machine.groups()) for operation in group}
    marks.sort(
        key=lambda mark: rank[mark.operation]
    )  # stable: within a group parts keep their tour, holes before their outline
    placements = tuple(placement for _, placement in tour)
    kerf = job.kerf_of(batch.stock.material)
    return Sheet(name, batch.stock.key, room.width, room.height, kerf, room.spacing, tuple(marks), placements, notes)


def _centre(part: Prepared, placement: Placement) -> tuple[float, float]:
    x0, y0, x1, y1 = turned(part.bounds(), placement.turn)
    return placement.x + (x0 + x1) / 2, placement.y + (y0 + y1) / 2


def _marks(part: Prepared, placement: Placement) -> list[Mark]:
    """A part's works where it lies, numbered by role."""
    seen: Counter[str] = Counter()
    marks = []
    for work in _inside_out(part.works):
        role = slug(work.role.value)
        seen[role] += 1
        paths = tuple(
            p.transformed(turning(placement.turn)).transformed(moving(placement.x, placement.y)) for p in work.paths
        )
        marks.append(Mark(f"{placement.instance}.{role}-{seen[role]}", work.operation, paths, placement.instance))
    return marks


def _inside_out(works: Sequence[Work]) -> list[Work]:
    """Works in their order, the holes by a short way from the upper left, outlines last."""
    holes = [work for work in works if work.operation is Operation.CUT_INNER]
    outlines = [work for work in works if work.operation is Operation.CUT_OUTER]
    rest = [work for work in works if work not in holes and work not in outlines]
    boxes = [work.paths[0].bounds() for work in holes]
    corner = (min((b[0] for b in boxes), default=0.0), max((b[3] for b in boxes), default=0.0))
    tour = order([((b[0] + b[2]) / 2, (b[1] + b[3]) / 2) for b in boxes], corner)
    return [*rest, *(holes[i] for i in tour), *outlines]


__all__ = ["Job", "make_sheets", "slug"]
