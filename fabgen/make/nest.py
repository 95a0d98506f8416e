"""Outlines, how many of each, a sheet → where each copy lies: no overlap, at least `spacing` apart, the same every time.

Parts gather at the left edge, from the top down, so that what is left of a sheet is one piece. Equal parts that fill their box lie in
a lattice at exact pitch. Others are nested by true outline on a raster: for each turned outline a map of free positions is kept; a
placed part clears the positions where the masks would touch. Masks are grown by half the spacing and half a cell's diagonal, so
that the gap holds on true geometry (a disc of that radius always holds a cell's centre).
Here y runs down from the upper margin; `Spot` is in sheet coordinates again.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fabgen.artwork.path import apply, span, turning

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from shapely import Polygon

    Mask = NDArray[np.bool_]

Box = tuple[float, float, float, float]
CELL = 0.5  # mm: the raster; finer costs three times the time for no better nests
LONGEST = 1200  # cells along the longest outline; the raster grows beyond
FULL = 0.75  # share of its box that a part fills to go into a lattice (a disc fills 0.785)
QUARTERS = (0, 90, 180, 270)
TIDY = ((0,), (0, 180), QUARTERS)  # turns tried, tidiest first
SLACK = 1.1  # width that a tidier layout may cost


@dataclass(frozen=True)
class Item:
    """One outline to place `count` times: an area that holds it (never smaller), its exact box, and the turns it may take."""

    area: Polygon
    box: Box
    count: int
    turns: tuple[int, ...] = QUARTERS

    def turned_box(self, turn: int) -> Box:
        """The exact box after a turn about the origin."""
        x0, y0, x1, y1 = self.box
        return span(apply(turning(turn), p) for p in ((x0, y0), (x1, y1), (x0, y1), (x1, y0)))


@dataclass(frozen=True)
class Spot:
    """A copy's place: sheet number, its item, its turn in degrees, and the lower left corner of its turned box in mm."""

    sheet: int
    item: int
    turn: int
    x: float
    y: float


@dataclass(frozen=True)
class Room:
    """A sheet's size, its margin, and the gap between parts, in mm."""

    width: float
    height: float
    margin: float
    spacing: float

    @property
    def across(self) -> float:
        return self.width - 2 * self.margin

    @property
    def down(self) -> float:
        return self.height - 2 * self.margin

    def holds(self, size: tuple[float, float]) -> bool:
        return size[0] <= self.across + 1e-6 and size[1] <= self.down + 1e-6


def nest(items: Sequence[Item], room: Room) -> list[Spot]:
    """A place for every copy of every item, on as many sheets as it takes; each item must fit the sheet in one of its turns."""
    kinds = _kinds(items)
    if len(kinds) == 1 and _fills(items[kinds[0][0]]):
        spots = _lattice(items[kinds[0][0]], sum(items[i].count for i in kinds[0]), room)
    else:
        spots = _rastered([items[k[0]] for k in kinds], [sum(items[i].count for i in k) for k in kinds], room)
    return _dealt(spots, kinds, items)


def size_of(box: Box) -> tuple[float, float]:
    """Width and height of a box."""
    return box[2] - box[0], box[3] - box[1]


def _kinds(items: Sequence[Item]) -> list[list[int]]:
    """Items of equal outline and turns, together: what is drawn on them does not matter here."""
    kinds: dict[object, list[int]] = {}
    for i, item in enumerate(items):
        outline = tuple((round(x - item.box[0], 3), round(y - item.box[1], 3)) for x, y in item.area.exterior.coords)
        kinds.setdefault((outline, item.turns), []).append(i)
    return list(kinds.values())


def _dealt(spots: Iterable[Spot], kinds: Sequence[Sequence[int]], items: Sequence[Item]) -> list[Spot]:
    """Spots of a kind, dealt to its items in their order."""
    queues = [iter([i for i in kind for _ in range(items[i].count)]) for kind in kinds]
    return [Spot(s.sheet, next(queues[s.item]), s.turn, s.x, s.y) for s in spots]


def _fills(item: Item) -> bool:
    width, height = size_of(item.box)
    return bool(item.area.area >= FULL * width * height)


# Lattices


@dataclass(frozen=True)
class _Grid:
    """Columns at a pitch, each of up to `rows`; every other column `shift` mm lower (one less in it where that does not fit)."""

    turn: int
    across: float
    down: float
    columns: int
    rows: int
    shift: float = 0.0
    short: int = 0

    def width(self, count: int) -> float:
        """The width in mm that so many parts take on their last sheet."""
        last = (count - 1) % self.capacity() + 1
        return math.ceil(last / self.rows) * self.across

    def capacity(self) -> int:
        return self.columns * self.rows - self.columns // 2 * self.short


def _lattice(item: Item, count: int, room: Room) -> list[Spot]:
    """Columns of equal parts: the lattice that needs fewest sheets, then the least width; upright and square before turned and hexagonal."""
    grids = [grid for turn in item.turns[:2] for grid in _grids(item, turn, room) if grid.capacity()]
    grid = min(grids, key=lambda g: (math.ceil(count / g.capacity()), g.shift > 0, round(g.width(count)), g.turn))
    places = [(sheet, c, r) for sheet in range(math.ceil(count / grid.capacity())) for c, r in _filled(grid, count - sheet * grid.capacity())]
    x0, top = room.margin, room.height - room.margin - size_of(item.turned_box(grid.turn))[1]
    return [Spot(sheet, 0, grid.turn, x0 + c * grid.across, top - r * grid.down - (c % 2) * grid.shift) for sheet, c, r in places]


def _grids(item: Item, turn: int, room: Room) -> list[_Grid]:
    width, height = size_of(item.turned_box(turn))
    across, down = width + room.spacing, height + room.spacing
    columns, rows = math.floor((room.across + room.spacing) / across + 1e-9), math.floor((room.down + room.spacing) / down + 1e-9)
    grids = [_Grid(turn, across, down, columns, rows)]
    if _round(item):
        close = down * math.sqrt(3) / 2
        short = int((rows - 0.5) * down + down > room.down + room.spacing + 1e-9)
        grids.append(_Grid(turn, close, down, math.floor((room.across - width) / close + 1e-9) + 1, rows, down / 2, short))
    return grids


def _round(item: Item) -> bool:
    width, height = size_of(item.box)
    return abs(width - height) < 1e-6 and abs(item.area.area / (width * height) - math.pi / 4) < 0.005


def _filled(grid: _Grid, count: int) -> list[tuple[int, int]]:
    """Column and row of each part on a sheet; columns are filled evenly, so that the last is not a stray one."""
    count = min(count, grid.capacity())
    if grid.shift:
        cells = [(c, r) for c in range(grid.columns) for r in range(grid.rows - c % 2 * grid.short)]
        return cells[:count]
    columns = math.ceil(count / grid.rows)
    rows = math.ceil(count / columns)
    return [(i // rows, i % rows) for i in range(count)]


# Raster


@dataclass(eq=False)
class _Variant:
    """A kind in one turn: its mask (cells from `pad` cells before its box), sizes in mm and in lattice steps."""

    kind: int
    turn: int
    width: float
    height: float
    mask: Mask
    pad: int
    transforms: dict[tuple[int, int], tuple[Any, Any]] = field(default_factory=dict)


@dataclass(frozen=True)
class _Layout:
    """A way to lay everything: spots on the raster, and the width in mm that the last sheet gives to it."""

    spots: tuple[Spot, ...]
    used: float

    def worth(self) -> tuple[int, float]:
        """Less is better: sheets, then width used of the last one."""
        return max(s.sheet for s in self.spots), self.used

    def near(self, best: _Layout) -> bool:
        """Whether it takes as many sheets as the best, and hardly more width."""
        return self.worth()[0] == best.worth()[0] and self.used <= best.used * SLACK


def _rastered(items: Sequence[Item], counts: Sequence[int], room: Room) -> list[Spot]:
    """The tidiest of a few passes that are nearly as good as the best; each places kind after kind, largest first."""
    table = _Table(items, room)
    sizes = [size_of(item.box) for item in items]
    by_area = sorted(range(len(items)), key=lambda k: (-items[k].area.area, k))
    by_length = sorted(range(len(items)), key=lambda k: (-max(sizes[k]), -items[k].area.area, k))
    orders = [by_area] if by_area == by_length else [by_area, by_length]
    layouts = [table.lay([k for k in order for _ in range(counts[k])], tight, turns)
               for turns in TIDY for order in orders for tight in (False, True)]
    best = min(layouts, key=lambda layout: layout.worth())
    return list(next(layout for layout in layouts if layout.near(best)).spots)


class _Table:
    """All variants of a nest, and for each pair the displacements at which they keep their gap."""

    def __init__(self, items: Sequence[Item], room: Room) -> None:
        longest = max(max(size_of(item.box)) for item in items)
        self.room, self.cell = room, max(CELL, longest / LONGEST)
        self.variants = [v for k, item in enumerate(items) for v in self._turns(k, item)]
        self.by_kind = {k: [i for i, v in enumerate(self.variants) if v.kind == k] for k in range(len(items))}
        self.free: dict[tuple[int, int], Mask] = {}

    def _turns(self, kind: int, item: Item) -> list[_Variant]:
        """The turns of a kind that fit the sheet, those that look like an earlier one left out."""
        out: list[_Variant] = []
        for turn in item.turns:
            size = size_of(item.turned_box(turn))
            if not self.room.holds(size):
                continue
            mask, pad = _masked(item, turn, self.room.spacing / 2 + self.cell * math.sqrt(0.5), self.cell)
            if not any(v.mask.shape == mask.shape and (v.mask == mask).all() for v in out):
                out.append(_Variant(kind, turn, *size, mask, pad))
        return out

    def lay(self, order: Sequence[int], tight: bool, turns: Sequence[int]) -> _Layout:
        """Kinds placed in this order, each leftmost on the first sheet that has room, in one of these turns (its first, if none fits)."""
        choice = {k: [i for i in own if self.variants[i].turn in turns] or own[:1] for k, own in self.by_kind.items()}
        sheets: list[dict[int, Mask]] = []
        left = {k: order.count(k) for k in choice}
        full = dict.fromkeys(choice, 0)
        spots, ends = [], [0.0]
        for kind in order:
            sheet, variant, ix, iy = self._place(kind, choice, sheets, full, tight)
            left[kind] -= 1
            self._stamp(sheets[sheet], variant, ix, iy, [i for k, n in left.items() if n for i in choice[k]])
            v = self.variants[variant]
            x, y = self.room.margin + ix * self.cell, self.room.height - self.room.margin - iy * self.cell - v.height
            spots.append(Spot(sheet, kind, v.turn, x, y))
            ends += [0.0] * (sheet + 1 - len(ends))
            ends[sheet] = max(ends[sheet], x + v.width)
        return _Layout(tuple(spots), ends[-1])

    def _place(self, kind: int, choice: dict[int, list[int]], sheets: list[dict[int, Mask]], full: dict[int, int],
               tight: bool) -> tuple[int, int, int, int]:
        """The first sheet from `full` on where a kind has a free position, and that position; `full` moves on where there is none."""
        while True:
            if full[kind] == len(sheets):
                sheets.append({i: self._empty(self.variants[i]) for own in choice.values() for i in own})
            found = self._leftmost(choice[kind], sheets[full[kind]], tight)
            if found:
                return full[kind], *found
            full[kind] += 1

    def _leftmost(self, variants: Iterable[int], maps: dict[int, Mask], tight: bool) -> tuple[int, int, int] | None:
        """The position whose part ends (or, if not `tight`, has its middle) farthest left; the first variant where that is equal."""
        found = []
        for variant in variants:
            free = maps[variant]
            ix, iy = divmod(int(free.argmax()), free.shape[1])
            if free[ix, iy]:
                reach = ix + self.variants[variant].width / self.cell * (1.0 if tight else 0.5)
                found.append((math.ceil(reach), variant, ix, iy))
        return min(found)[1:] if found else None

    def _empty(self, v: _Variant) -> Mask:
        import numpy as np

        steps = [math.floor((room - size) / self.cell + 1e-6) + 1 for room, size in ((self.room.across, v.width), (self.room.down, v.height))]
        return np.ones(steps, dtype=bool)

    def _stamp(self, maps: dict[int, Mask], placed: int, ix: int, iy: int, variants: Iterable[int]) -> None:
        """Clear the positions that a placed variant takes from those that are still to come."""
        u = self.variants[placed]
        for variant in variants:
            v, free, taken = self.variants[variant], maps[variant], self._pair(placed, variant)
            x, y = ix - u.pad + v.pad - v.mask.shape[0] + 1, iy - u.pad + v.pad - v.mask.shape[1] + 1
            x0, y0 = max(x, 0), max(y, 0)
            x1, y1 = min(x + taken.shape[0], free.shape[0]), min(y + taken.shape[1], free.shape[1])
            if x0 < x1 and y0 < y1:
                free[x0:x1, y0:y1] &= taken[x0 - x : x1 - x, y0 - y : y1 - y]

    def _pair(self, a: int, b: int) -> Mask:
        """Where b's mask may lie by a's: true where no cell is shared. Computed once a pair, as a correlation."""
        if (a, b) not in self.free:
            self.free[a, b] = self.free[b, a][::-1, ::-1] if (b, a) in self.free else self._correlated(self.variants[a], self.variants[b])
        return self.free[a, b]

    def _correlated(self, u: _Variant, v: _Variant) -> Mask:
        import numpy as np

        size = (u.mask.shape[0] + v.mask.shape[0] - 1, u.mask.shape[1] + v.mask.shape[1] - 1)
        grid = (_rounded(size[0]), _rounded(size[1]))
        shared = np.fft.irfft2(_transform(u, grid)[0] * _transform(v, grid)[1], grid)[: size[0], : size[1]]
        return np.asarray(shared < 0.5)


def _transform(v: _Variant, grid: tuple[int, int]) -> tuple[Any, Any]:
    """The Fourier transforms of a mask and of the mask turned by half, at a grid size."""
    import numpy as np

    if grid not in v.transforms:
        mask = v.mask.astype(np.float32)
        v.transforms[grid] = np.fft.rfft2(mask, grid), np.fft.rfft2(mask[::-1, ::-1], grid)
    return v.transforms[grid]


def _rounded(cells: int) -> int:
    """A grid size in steps of 48 cells, so that pairs of similar size share their transforms."""
    return math.ceil(cells / 48) * 48


def _masked(item: Item, turn: int, grow: float, cell: float) -> tuple[Mask, int]:
    """The cells whose centres an outline covers, turned, y down, grown; and how many cells before its box they begin."""
    import numpy as np
    import shapely
    from shapely import affinity

    box = item.turned_box(turn)
    turned = affinity.rotate(item.area, turn, origin=(0, 0)) if turn else item.area
    grown = shapely.buffer(turned, grow, quad_segs=16).simplify(0.0)
    pad = math.ceil(grow / cell) + 1
    across, down = (math.ceil(length / cell) + 2 * pad for length in size_of(box))
    x = box[0] + (np.arange(across) - pad + 0.5) * cell
    y = box[3] - (np.arange(down) - pad + 0.5) * cell
    shapely.prepare(grown)
    return np.asarray(shapely.contains_xy(grown, *np.meshgrid(x, y, indexing="ij"))), pad
