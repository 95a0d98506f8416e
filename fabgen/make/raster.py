"""Outlines on a lattice → sheets filled one part after the other, each as far left as it goes; the same every time.

For each turned outline a map of its free positions on the sheet is kept; a part that is placed clears those where it
would lie too near. What is cleared comes from exact no-fit tables, so that gaps hold on true outlines, and parts lie
in each other's holes and hollows. Here y runs down from the upper margin; a `Spot` is in sheet coordinates again.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely
from shapely import Polygon, affinity

from fabgen.artwork.path import apply, turning
from fabgen.make.convex import Piece, convex_pieces, filled
from fabgen.make.layout import capacity
from fabgen.make.memory import Memory
from fabgen.make.nofit import TOUCH, Bits, Pieces, Table, opposite, pieces_of, table
from fabgen.make.room import Box, Item, Room, Spot, StockSheet, size_of

CELL = 0.5  # mm: the lattice; finer costs time and gains nothing, since its no-fit tables are exact
LONGEST = 2400  # cells along the longest outline; the lattice is coarser beyond
SAME = 0.02  # mm: turns whose outlines differ by less are one
CORNERS = 6  # positions of a turned outline that are compared at a time


@dataclass(frozen=True)
class Rule:
    """Where a part goes: the position that reaches least far right, measured to the part's middle (`tight` 0) or its
    right edge (1), plus `snug` times what it takes from the free positions of its own kind, in columns."""

    tight: float
    snug: float


@dataclass(frozen=True, eq=False)
class Variant:
    """A kind in one turn, its box's upper left corner at the origin, y down; lengths in mm. `middle` is x of its
    centroid."""

    kind: int
    turn: int
    width: float
    height: float
    middle: float
    grown: Pieces
    opposite: Pieces

    def reach(self, tight: float) -> float:
        """How far right of its left edge a rule looks, in mm."""
        return self.middle + (self.width - self.middle) * tight


@dataclass(frozen=True, eq=False)
class Field:
    """A sheet before anything lies on it: each variant's free positions, and its capacity in mm²."""

    sheet: StockSheet
    maps: tuple[Bits, ...]
    capacity: float


@dataclass(frozen=True)
class Filling:
    """What lies on a sheet (variant, column and row of its upper left corner, in cells) and the kinds that found no
    room, in their order."""

    placed: tuple[tuple[int, int, int], ...]
    rest: tuple[int, ...]


class Raster:
    """The variants of some items, and for each pair the displacements at which they keep their gap (made when first
    asked for)."""

    def __init__(self, items: Sequence[Item], room: Room, memory: Memory | None = None) -> None:
        longest = max(max(size_of(item.box)) for item in items)
        self.room, self.cell, self.memory = room, max(CELL, longest / LONGEST), memory or Memory()
        known = [self._known(item) for item in items]
        self.variants = [replace(v, kind=kind) for kind, own in enumerate(known) for v in own]
        self.by_kind = [[i for i, v in enumerate(self.variants) if v.kind == k] for k in range(len(items))]
        self.tables: list[list[Table | None]] = [[None] * len(self.variants) for _ in self.variants]

    def _known(self, item: Item) -> list[Variant]:
        key, shapes = (item.shape(), self.room.spacing), self.memory.shapes
        if key not in shapes:
            shapes[key] = _turned(item, self.room.spacing)
        return shapes[key]

    def table(self, a: int, b: int) -> Table:
        """Where variant b may lie by a."""
        if known := self.tables[a][b]:
            return known
        one, other, tables = self.variants[a], self.variants[b], self.memory.tables
        key = (one.grown, other.grown, self.cell)
        if key not in tables:
            back = tables.get((other.grown, one.grown, self.cell))
            tables[key] = back.reversed() if back else table(one.grown, other.opposite, self.cell)
        known = self.tables[a][b] = tables[key]
        return known

    def field(self, sheet: StockSheet) -> Field:
        """An empty sheet."""
        area = sheet.area()
        walls = [] if sheet.whole else [pieces_of(_walls(area, self.room.margin), self.room.margin - TOUCH)]
        maps = tuple(self._free(v, sheet.size(), walls) for v in self.variants)
        return Field(sheet, maps, capacity(sheet, self.room))

    def _free(self, v: Variant, size: tuple[float, float], walls: list[Pieces]) -> Bits:
        margin = self.room.margin
        across, down = (
            max(0, math.floor((length - 2 * margin - own) / self.cell + 1e-6) + 1)
            for length, own in zip(size, (v.width, v.height), strict=True)
        )
        free = np.packbits(np.ones((across, down), dtype=bool), axis=1)
        for wall in walls if free.size else ():
            table(wall, v.opposite, self.cell, (margin, margin)).clear(free, 0, 0)
        return free

    def fill(self, empty: Field, order: Sequence[int], rule: Rule) -> Filling:
        """Kinds placed on a sheet in this order, each where the rule wants it; those without room are left over."""
        work = _Work(self, empty, order, rule)
        for kind in order:
            work.place(kind)
        return Filling(tuple(work.placed), tuple(work.rest))

    def used(self, filling: Filling) -> float:
        """How far from the left margin a sheet is used, in mm."""
        return max((x * self.cell + self.variants[v].width for v, x, _ in filling.placed), default=0.0)

    def spots(self, filling: Filling, number: int, height: float) -> list[Spot]:
        """A filled sheet's parts in its own coordinates, y up."""
        margin = self.room.margin
        return [
            Spot(number, v.kind, v.turn, margin + x * self.cell, height - margin - y * self.cell - v.height)
            for v, x, y in ((self.variants[i], x, y) for i, x, y in filling.placed)
        ]


class _Work:
    """A sheet being filled: free positions, the first column of each variant that may have one, kinds still to come."""

    def __init__(self, raster: Raster, empty: Field, order: Sequence[int], rule: Rule) -> None:
        self.raster, self.rule = raster, rule
        self.left = [0] * len(raster.by_kind)
        for kind in order:
            self.left[kind] += 1
        self.maps = [m.copy() if self.left[v.kind] else m for m, v in zip(empty.maps, raster.variants, strict=True)]
        self.first = [0] * len(self.maps)
        self.reach = [v.reach(rule.tight) / raster.cell for v in raster.variants]
        self.open = [[i for i in own if self.maps[i].size] for own in raster.by_kind]
        self.live: list[int] = []
        self.placed: list[tuple[int, int, int]] = []
        self.rest: list[int] = []
        self._revive()

    def _revive(self) -> None:
        self.live = [i for kind, count in enumerate(self.left) if count for i in self.open[kind]]

    def place(self, kind: int) -> None:
        """One part of a kind, if there is room."""
        best = self._best(kind) if self.open[kind] else None
        self.left[kind] -= 1
        if self.left[kind] == 0 or not self.open[kind]:
            self._revive()
        if best is None:
            self.rest.append(kind)
            return
        self.placed.append(best)
        self._stamp(*best)

    def _best(self, kind: int) -> tuple[int, int, int] | None:
        """The variant and position that the rule likes best; variants without any position left are closed."""
        found = [(x + self.reach[i], y, i, x) for i in self.open[kind] for x, y in self._corners(i)]
        self.open[kind] = [i for i in self.open[kind] if self.first[i] >= 0]
        if not found:
            return None
        found.sort()
        best, least = found[0], math.inf
        for one in found if self.rule.snug else ():
            if one[0] >= least:
                break
            cost = one[0] + self.rule.snug * self._taken(one[2], one[3], one[1])
            if cost < least:
                best, least = one, cost
        return best[2], best[3], best[1]

    def _corners(self, i: int) -> list[tuple[int, int]]:
        """Positions of a variant in the first column that has any: where a run of free ones begins or ends."""
        free = self.maps[i]
        octets = free.shape[1]
        start = self.first[i] * octets
        at = start + int(free.reshape(-1)[start:].view(bool).argmax())
        x, octet = divmod(at, octets)
        if not free[x, octet]:
            self.first[i] = -1
            return []
        self.first[i] = x
        column = np.unpackbits(free[x, octet:])
        if not self.rule.snug:
            return [(x, octet * 8 + int(column.argmax()))]
        ends = np.flatnonzero(column[1:] != column[:-1])[:CORNERS].tolist()
        rows = [0] if column[0] else []
        rows += [end + 1 - int(column[end]) for end in ends]
        rows += [len(column) - 1] if column[-1] else []
        return [(x, octet * 8 + row) for row in rows[:CORNERS]]

    def _taken(self, i: int, x: int, y: int) -> float:
        """How many columns' worth of its own free positions a variant would take."""
        free = self.maps[i]
        return self.raster.table(i, i).taken(free, x, y) / float(free.shape[1] * 8)

    def _stamp(self, placed: int, x: int, y: int) -> None:
        """Clear what a placed variant takes from those that are still to come."""
        tables = self.raster.tables[placed]
        for i in self.live:
            (tables[i] or self.raster.table(placed, i)).clear(self.maps[i], x, y)


def _turned(item: Item, spacing: float) -> list[Variant]:
    """The turns of an outline, those that look like an earlier one left out."""
    seen: list[Polygon] = []
    out = []
    whole = filled(item.area, spacing)
    pieces = convex_pieces(whole)
    for turn in item.turns:
        box = item.turned_box(turn)
        area = affinity.rotate(item.area, turn, origin=(0, 0)) if turn else item.area
        area = affinity.affine_transform(area, (1, 0, 0, -1, -box[0], box[3]))  # y down from the upper left corner
        if any(_same(area, other) for other in seen):
            continue
        seen.append(area)
        here = [_over(piece, turn, box) for piece in pieces]
        grown, turned_over = pieces_of(here, spacing - TOUCH), opposite(pieces_of(here))
        out.append(Variant(0, turn, *size_of(box), float(area.centroid.x), grown, turned_over))
    return out


def _over(piece: Piece, turn: int, box: Box) -> Piece:
    """A convex piece turned about the origin, y down from the upper left corner of a box, counter-clockwise again."""
    matrix = turning(turn)
    return tuple((x - box[0], box[3] - y) for x, y in (apply(matrix, p) for p in reversed(piece)))


def _same(one: Polygon, other: Polygon) -> bool:
    most = SAME * one.length
    far = math.dist(one.centroid.coords[0], other.centroid.coords[0])  # as an area that is moved by a box's diagonal
    if far * one.area > most * math.hypot(*size_of(one.envelope.bounds)) + most:
        return False
    return bool(one.symmetric_difference(other).area < most)


def _walls(area: Polygon, margin: float) -> list[tuple[tuple[float, float], ...]]:
    """What surrounds an irregular sheet, in convex pieces, y down."""
    x0, y0, x1, y1 = area.bounds
    around = shapely.box(x0 - 1, y0 - 1, x1 + 1, y1 + 1).difference(area)
    return convex_pieces(affinity.affine_transform(around, (1, 0, 0, -1, -x0, y1)))
