"""Batches of parts and what lies in the shop → where each part lies, and which batches share sheets.

Each group has sheets of its own, which are easier to tell apart and to cut one by one; groups of one material and
colour share theirs where that takes fewer, or where the stock does not hold them apart.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from fabgen.base import FabgenError, Problem, Where, plural, words
from fabgen.make.areas import FLAT, outline
from fabgen.make.common_line import blocked
from fabgen.make.job import Job
from fabgen.make.layout import Layout
from fabgen.make.memory import Memory
from fabgen.make.nest import NoRoom, lay
from fabgen.make.patience import Patience
from fabgen.make.prepare import Prepared, pockets
from fabgen.make.profile import Material, Stock
from fabgen.make.room import QUARTERS, Item, Room, StockSheet, size_of
from fabgen.make.sequence import shelters

DENSEST = 0.85  # of what no nest can do without: a nest that would have to be denser to save a sheet is not tried


@dataclass(frozen=True)
class Batch:
    """The prepared parts of one stock that share sheets: those of one group, or of several."""

    stock: Stock
    parts: tuple[Prepared, ...]

    @property
    def groups(self) -> list[str]:
        return list(dict.fromkeys(one.part.group for one in self.parts))


@dataclass(frozen=True)
class Nested:
    """A batch as it is cut, common lines in blocks, and where all of it lies."""

    batch: Batch
    layout: Layout


@dataclass(frozen=True)
class Nester:
    """The nests of a job, one after the other: what they have found out, and what they have taken from the stock."""

    job: Job
    patience: Patience
    memory: Memory = field(default_factory=Memory)
    taken: Counter[tuple[str, StockSheet]] = field(default_factory=Counter)

    def nested(self, batches: Sequence[Batch]) -> list[Nested]:
        """Where everything lies, sheets in the order in which groups first appear. Raises FabgenError with every
        stock that does not hold its parts."""
        problems, found = list[Problem](), list[tuple[int, Nested]]()
        for key in dict.fromkeys(batch.stock.key for batch in batches):
            own = [(n, batch) for n, batch in enumerate(batches) if batch.stock.key == key]
            try:
                laid = self._of_stock([batch for _, batch in own])
            except FabgenError as error:
                problems += error.problems
            else:
                found += zip((n for n, _ in own), laid, strict=False)  # shared sheets stand where the first would
        if problems:
            raise FabgenError(problems)
        return [one for _, one in sorted(found, key=lambda one: one[0])]

    def _of_stock(self, batches: Sequence[Batch]) -> list[Nested]:
        """The batches of one stock, apart or together."""
        before = Counter(self.taken)
        try:
            apart = [self._laid(batch) for batch in batches]
        except FabgenError:
            apart = []
            if len(batches) == 1:
                raise
        if apart and not _may_save(apart):
            return apart
        after = Counter(self.taken)
        self._reset(before)
        every = Batch(batches[0].stock, tuple(part for batch in batches for part in batch.parts))
        try:
            together = [self._laid(every)]
        except FabgenError:
            if not apart:
                raise
            together = []
        if together and (not apart or _bought(together) < _bought(apart)):
            return together
        self._reset(after)
        return apart

    def _reset(self, taken: Counter[tuple[str, StockSheet]]) -> None:
        self.taken.clear()
        self.taken.update(taken)

    def _laid(self, batch: Batch) -> Nested:
        """A batch on what the ones before it have left. Raises FabgenError where that does not hold it."""
        job, stock = self.job, batch.stock
        room = job.room(stock.material)
        batch = replace(batch, parts=tuple(blocked(batch.parts, job.kerf_of(stock.material), room)))
        there = [self._left(stock, sheet) for sheet in job.stock_sheets(stock.material)]
        left = [sheet for sheet in there if sheet.count != 0]
        try:
            layout = lay(items(batch, job), room, left, job.effort, self.patience, self.memory) if left else None
        except NoRoom as error:
            raise FabgenError([_short(batch, error.left, left)]) from None
        if layout is None:
            every = Counter({n: one.part.count for n, one in enumerate(batch.parts)})
            raise FabgenError([_short(batch, every, left)])
        self.taken.update((stock.material.name, _kind(sheet)) for sheet in layout.sheets)
        return Nested(batch, layout)

    def _left(self, stock: Stock, sheet: StockSheet) -> StockSheet:
        taken = self.taken[stock.material.name, _kind(sheet)]
        return sheet if sheet.count is None else replace(sheet, count=sheet.count - taken)


def _kind(sheet: StockSheet) -> StockSheet:
    return replace(sheet, count=None)


def _bought(nested: Iterable[Nested]) -> int:
    """How many whole sheets a nest takes."""
    return sum(not sheet.offcut for one in nested for sheet in one.layout.sheets)


def _may_save(apart: Sequence[Nested]) -> bool:
    """Whether fewer sheets could do."""
    least = sum(one.layout.bound for one in apart) / DENSEST
    return len(apart) > 1 and max(1, math.ceil(least)) < _bought(apart)


def _short(batch: Batch, left: Counter[int], stock: Sequence[StockSheet]) -> Problem:
    """What found no room on what was there of its stock."""
    missing = [(batch.parts[n].part, count) for n, count in sorted(left.items()) if count]
    names = [part.name if count == 1 else f"{count} {part.name}" for part, count in missing]
    groups = words(dict.fromkeys(part.group for part, _ in missing))
    what = f"{batch.stock.key}: no room for {words(_few(names))} ({groups}) on {words(map(_told, stock))}" if stock \
        else f"{batch.stock.key}: all of it is used up by other parts of this job, none is left for {groups}"
    return Problem(Where(), what, "larger sheets, or more of them")


def _few(names: Sequence[str], most: int = 4) -> Iterator[str]:
    yield from names[: most if len(names) > most + 1 else None]
    if len(names) > most + 1:
        yield f"{plural(len(names) - most, 'more kind')} of parts"


def _told(sheet: StockSheet) -> str:
    size = "{:g} x {:g} mm".format(*sheet.size())
    named = sheet.name if size in sheet.name else f"{sheet.name} ({size})"
    return named if sheet.count is None or sheet.offcut else f"{plural(sheet.count, 'sheet')} of {named}"


def items(batch: Batch, job: Job) -> list[Item]:
    """What the nester is told of a batch. Holes are offered where something else of the batch could lie in them, and
    be cut before them."""
    room = job.room(batch.stock.material)
    least = min(min(size_of(part.bounds())) for part in batch.parts) + 2 * room.spacing
    open_ = shelters(job.machine, job.formats or job.machine.written) and not any(part.cells for part in batch.parts)
    return [_item(part, _turns(part, batch.stock.material, room), least if open_ else math.inf)
            for part in batch.parts]


def _turns(part: Prepared, material: Material, room: Room) -> tuple[int, ...]:
    """The turns that a part may take: along a grain by half alone, but what fits no other way."""
    lies = room.holds(size_of(part.bounds())) or not part.part.across
    return (0, 180) if material.grain and lies else QUARTERS


def _item(part: Prepared, turns: tuple[int, ...], least: float) -> Item:
    import shapely

    areas = [outline(path) for path in part.outlines]
    whole: Any = areas[0] if len(areas) == 1 else shapely.union_all(areas).convex_hull
    holes = [outline(hole) for hole in (pockets(part, least) if len(areas) == 1 else ())]
    whole = shapely.Polygon(whole.exterior, [hole.exterior for hole in holes])
    return Item(whole.buffer(FLAT, join_style="mitre"), part.bounds(), part.part.count, turns)


__all__ = ["Batch", "Nested", "Nester", "items"]
