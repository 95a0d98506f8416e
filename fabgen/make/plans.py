"""Kinds of parts and sheets → the best of a few plans: a lattice alone, the search alone, or a lattice for the parts
that dominate a job and the search for the rest."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from fabgen.make.compact import compacted
from fabgen.make.high import improved
from fabgen.make.lattice import Grid, densest_grid, fills, is_round, lattice
from fabgen.make.layout import OFFCUT, Laid, capacity, right_edge, sheets_used
from fabgen.make.memory import Memory
from fabgen.make.patience import Patience
from fabgen.make.raster import Field, Raster
from fabgen.make.room import Item, Room, Spot, StockSheet, size_of
from fabgen.make.search import Effort, Search
from fabgen.make.strip import available, placed

WORK, WORK_EACH, WORK_MOST = 300_000, 1_000, 1_000_000  # decided positions: at least, for each part, at most
RUNS_EACH = 5.0  # layouts tried for each part
HIGH = 1  # times as much of both before spyrrow goes on
DOMINANT = 1 / 3  # share of a sheet that equal parts fill to get a lattice of their own
MANY = 12  # parts on a sheet from which a lattice is one
BESIDE = 0.5  # share of the work for what lies beside a lattice
CLEARLY = 0.995  # what else must need less than this share of a lattice's sheets: a lattice is tidy


@dataclass
class Planner:
    """One nest: kinds of parts, the room, the sheets there are, how hard to try; `runs` counts layouts."""

    items: Sequence[Item]
    room: Room
    stock: Sequence[StockSheet]
    high: bool
    patience: Patience
    memory: Memory = field(default_factory=Memory)
    runs: int = 0

    def __post_init__(self) -> None:
        self.raster = Raster(self.items, self.room, self.memory)
        self.plain = len(self.stock) == 1 and self.stock[0].count is None and self.stock[0].whole
        self.unit = max(capacity(sheet, self.room) for sheet in self.stock)

    def best(self) -> list[Laid]:
        """The plan that needs least, its last sheet pressed together."""
        plans = [*self.lattices(), *self.mixed()]
        sure = len(self.items) == 1 and bool(plans) and is_round(self.items[0])
        best = min(plans, key=self._used, default=None)
        if not sure:
            found = self._pressed(self._searched(self.items, [(self.raster.field(s), s.count) for s in self.stock]))
            if best is None or not _complete(best, self.items) or self._used(found) < CLEARLY * self._used(best):
                best = found
        if self.high and self.plain and available() and not sure and best and not self.patience.ended:
            best = self._improved(best)
        return best or []

    def _used(self, laid: Sequence[Laid]) -> float:
        return sheets_used(laid, self.items, self.room, self.unit)

    def _effort(self, items: Sequence[Item], share: float) -> Effort:
        times = share * (HIGH if self.high else 1)
        count = sum(item.count for item in items)
        work = int(times * min(WORK_MOST, WORK + WORK_EACH * count))
        return Effort(work, times * RUNS_EACH, 0.0 if self.high else OFFCUT)

    def _searched(
        self, items: Sequence[Item], sheets: Sequence[tuple[Field, int | None]], share: float = 1.0
    ) -> list[Laid]:
        search = Search(self.raster, items, sheets, self._effort(items, share), self.patience)
        found = search.best().filled
        self.runs += search.runs
        return [(f.sheet, tuple(self.raster.spots(filling, 0, f.sheet.size()[1]))) for f, filling in found]

    def lattices(self) -> list[list[Laid]]:
        """All parts in one lattice, if they are equal and fill their box."""
        if not self.plain or len(self.items) > 1 or not fills(self.items[0]):
            return []
        spots = lattice(self.items[0], self.items[0].count, self._room())
        sheets = range(max((spot.sheet for spot in spots), default=-1) + 1)
        return [[(self.stock[0], tuple(s for s in spots if s.sheet == n)) for n in sheets]] if spots else []

    def _room(self) -> Room:
        width, height = self.stock[0].size()
        return replace(self.room, width=width, height=height)

    def mixed(self) -> list[list[Laid]]:
        """The kind that takes most in a lattice at the left, full sheets of it first; all others beside it."""
        room = self._room()
        shares = [
            item.count * math.prod(size + room.spacing for size in size_of(item.box)) / (room.across * room.down)
            for item in self.items
        ]
        kind = max(range(len(shares)), key=lambda k: (shares[k] if fills(self.items[k]) else 0.0, -k))
        if not self.plain or len(self.items) == 1 or shares[kind] < DOMINANT or not fills(self.items[kind]):
            return []
        grid = densest_grid(self.items[kind], room)
        return [self._beside(kind, grid, room)] if grid and grid.capacity >= MANY else []

    def _beside(self, kind: int, grid: Grid, room: Room) -> list[Laid]:
        sheet, full = self.stock[0], self.items[kind].count // grid.capacity
        here = self.items[kind].count - full * grid.capacity
        columns = grid.whole_columns(here)
        laid: list[Laid] = [(sheet, _of(kind, grid.spots(grid.capacity, room)))] * full
        slab = _of(kind, grid.spots(columns, room))
        rest = [replace(one, count=here - columns) if k == kind else one for k, one in enumerate(self.items)]
        used = grid.width(columns) + room.spacing if columns else 0.0
        beside = self.raster.field(StockSheet.rectangle(room.width - used, room.height))
        found = self._searched(rest, [(beside, 1), (self.raster.field(sheet), None)], BESIDE)
        first = found[0][1] if found and found[0][0] is beside.sheet else ()
        laid.append((sheet, (*slab, *(replace(spot, x=spot.x + used) for spot in first))))
        return self._pressed([one for one in (*laid, *found[bool(first) :]) if one[1]])

    def _pressed(self, laid: list[Laid]) -> list[Laid]:
        """The last sheet with its parts pushed together, if that makes it narrower."""
        if not laid:
            return laid
        sheet, spots = laid[-1]
        areas = [placed(self.items[spot.item], spot) for spot in spots]
        moves = compacted(areas, self.room.spacing, sheet.area().buffer(-self.room.margin, join_style="mitre"))
        pushed = tuple(replace(s, x=s.x + dx, y=s.y + dy) for s, (dx, dy) in zip(spots, moves, strict=True))
        gained = right_edge(self.items, spots) - right_edge(self.items, pushed) > 1e-3
        return [*laid[:-1], (sheet, pushed)] if gained else laid

    def _improved(self, laid: list[Laid]) -> list[Laid]:
        """What spyrrow makes of it, if that is better."""
        sheet, field = self.stock[0], self.raster.field(self.stock[0])

        def nest(left: Counter[int]) -> list[list[Spot]]:
            items = [replace(item, count=left[k]) for k, item in enumerate(self.items)]
            return [list(spots) for _, spots in self._searched(items, [(field, None)], BESIDE)]

        sheets = improved(self.items, [list(spots) for _, spots in laid], self._room(), self.patience, nest)
        better = self._pressed([(sheet, tuple(spots)) for spots in sheets if spots])
        return min(laid, better, key=self._used)


def _of(kind: int, spots: Sequence[Spot]) -> tuple[Spot, ...]:
    return tuple(replace(spot, item=kind) for spot in spots)


def _complete(laid: Sequence[Laid], items: Sequence[Item]) -> bool:
    return sum(len(spots) for _, spots in laid) == sum(item.count for item in items)
