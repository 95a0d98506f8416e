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
from dataclasses import dataclass, field, replace

from fabgen.artwork.part import Part
from fabgen.artwork.path import apply
from fabgen.base import FabgenError, Problem, Where
from fabgen.make.areas import FLAT, outline
from fabgen.make.common_line import blocked, faults
from fabgen.make.engraving import styled
from fabgen.make.job import Job
from fabgen.make.nest import lay
from fabgen.make.patience import Patience, Told
from fabgen.make.prepare import Prepared, prepare
from fabgen.make.profile import Material, Operation, Stock
from fabgen.make.room import QUARTERS, Item, Room, Spot, size_of, turned
from fabgen.make.sequence import Laid, sequenced
from fabgen.make.sheet import Placement, Sheet


@dataclass(frozen=True)
class _Batch:
    """The prepared parts that share sheets."""

    group: str
    stock: Stock
    parts: list[Prepared] = field(default_factory=list)


def make_sheets(parts: Sequence[Part], job: Job, progress: Told = lambda _: None) -> list[Sheet]:
    """The sheets of a job, named after their groups (`green-pieces`, `green-pieces-2`), in the order in which groups
    first appear. `progress` is told how far a long search is.

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
    patience = Patience(progress, "nesting")
    return [
        sheet
        for batch, name in zip(batches, names, strict=True)
        for sheet in _sheets(batch, name, instances, job, patience)
    ]


def _batches(parts: Sequence[Part], stocks: dict[str, Stock], job: Job) -> tuple[list[_Batch], list[Problem]]:
    batches: dict[tuple[str, str], _Batch] = {}
    problems: list[Problem] = []
    for part in parts:
        stock = stocks[part.material]
        problems += faults(part) if part.common_line else []
        try:
            prepared = prepare(styled(part, job.machine), job.machine, stock.material, job.kerf_of(stock.material))
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


def _sheets(batch: _Batch, name: str, instances: dict[str, str], job: Job, patience: Patience) -> list[Sheet]:
    room, kerf = job.room(batch.stock.material), job.kerf_of(batch.stock.material)
    batch = replace(batch, parts=list(blocked(batch.parts, kerf, room)))
    material = batch.stock.material
    items = [_item(part, material) for part in batch.parts]
    layout = lay(items, room, job.stock_sheets(material), job.effort, patience)
    spots = layout.spots
    placed = _placed(batch, spots, instances)
    doubts = job.doubts(batch.stock.material)
    notes = (*doubts, *(note for part in batch.parts for note in part.notes))
    last = max(spot.sheet for spot in spots)
    sheets = []
    for number in range(last + 1):
        here = [p for spot, p in zip(spots, placed, strict=True) if spot.sheet == number]
        title = name if number == 0 else f"{name}-{number + 1}"
        width, height = layout.sheets[number].size()
        there = replace(room, width=width, height=height)
        sheet = _sheet(title, batch, here, there, job, notes if number == 0 else ())
        sheets.append(replace(sheet, nesting=str(layout) if number == last else ""))
    return sheets


def _item(part: Prepared, material: Material) -> Item:
    import shapely

    areas = [outline(path) for path in part.outlines]
    whole = areas[0] if len(areas) == 1 else shapely.union_all(areas).convex_hull
    turns = (0, 180) if material.grain else QUARTERS
    return Item(whole.buffer(FLAT, join_style="mitre"), part.bounds(), part.part.count, turns)


def _placed(batch: _Batch, spots: Sequence[Spot], instances: dict[str, str]) -> list[Laid]:
    """Each spot with its part's instance, or with those of all copies in a block; they count from 1 over all sheets."""
    copies: Counter[str] = Counter()
    placed = []
    for spot in spots:
        part = batch.parts[spot.item]
        name, first = part.part.name, copies[part.part.name] + 1
        copies[name] += len(part.cells) or 1
        box = turned(part.bounds(), spot.turn)
        own = f"{instances[name]}-{first}" + (f"-to-{copies[name]}" if part.cells else "")
        here = Placement(own, name, spot.turn, spot.x - box[0], spot.y - box[1])
        placed.append(Laid(part, here, _copies(part, here, instances[name], first)))
    return placed


def _copies(block: Prepared, here: Placement, name: str, first: int) -> tuple[Placement, ...]:
    """Where the copies of a block lie."""
    turn, move = here.matrices()
    at = [apply(move, apply(turn, cell)) for cell in block.cells]
    return tuple(Placement(f"{name}-{k}", here.part, here.turn, *p) for k, p in enumerate(at, first))


def _sheet(
    name: str, batch: _Batch, placed: Sequence[Laid], room: Room, job: Job, notes: tuple[Problem, ...]
) -> Sheet:
    marks = sequenced(placed, job.machine, (0.0, room.height))
    turns = {mark.part: n for n, mark in enumerate(marks) if mark.operation is Operation.CUT_OUTER}
    worked = sorted(placed, key=lambda laid: turns[laid.placement.instance])
    placements = tuple(one for laid in worked for one in laid.copies or (laid.placement,))
    kerf = job.kerf_of(batch.stock.material)
    settings = job.settings(batch.stock.material)
    return Sheet(
        name, batch.stock.key, room.width, room.height, kerf, room.spacing, tuple(marks), placements, notes, settings,
        batch.stock.colour,
    )


__all__ = ["Job", "make_sheets", "slug"]
