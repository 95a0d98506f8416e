"""Different outlines → a nest by true outline, on a raster: deterministic, gaps guaranteed.

For each turned outline a map of free positions is kept; a placed part clears the positions where the masks would
touch. Masks are grown by half the spacing and half a cell's diagonal and sampled at the cells' centres, so that the
gap holds on true geometry (a disc of that radius always holds a cell's centre). Here y runs down from the upper
margin; a `Spot` is in sheet coordinates again.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fabgen.make.room import QUARTERS, Item, Room, Spot, size_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Mask = NDArray[np.bool_]

CELL = 0.5  # mm: the raster; finer costs three times the time for no better nests
LONGEST = 1200  # cells along the longest outline; the raster grows beyond
TIDY = ((0,), (0, 180), QUARTERS)  # turns tried, tidiest first
SLACK = 1.1  # width that a tidier layout may cost


@dataclass(eq=False)
class _Variant:
    """A kind in one turn: its mask (cells from `pad` cells before its box), sizes in mm and in lattice steps."""

    kind: int
    turn: int
    width: float
    height: float
    mask: Mask
    pad: int
    transforms: dict[tuple[int, int, bool], Any] = field(default_factory=dict)


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


def rastered(items: Sequence[Item], counts: Sequence[int], room: Room) -> list[Spot]:
    """The tidiest of a few passes that are nearly as good as the best; each places kind after kind, largest first."""
    table = _Table(items, room)
    sizes = [size_of(item.box) for item in items]
    by_area = sorted(range(len(items)), key=lambda k: (-items[k].area.area, k))
    by_length = sorted(range(len(items)), key=lambda k: (-max(sizes[k]), -items[k].area.area, k))
    orders = [by_area] if by_area == by_length else [by_area, by_length]
    layouts = [
        table.lay([k for k in order for _ in range(counts[k])], tight, turns)
        for turns in TIDY
        for order in orders
        for tight in (False, True)
    ]
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
        """Kinds placed in this order, each leftmost on the first sheet that has room, in one of these turns (its
        first, if none fits)."""
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

    def _place(
        self, kind: int, choice: dict[int, list[int]], sheets: list[dict[int, Mask]], full: dict[int, int], tight: bool
    ) -> tuple[int, int, int, int]:
        """The first sheet from `full` on where a kind has a free position, and that position; `full` moves on where
        there is none."""
        while True:
            if full[kind] == len(sheets):
                sheets.append({i: self._empty(self.variants[i]) for own in choice.values() for i in own})
            found = self._leftmost(choice[kind], sheets[full[kind]], tight)
            if found:
                return full[kind], *found
            full[kind] += 1

    def _leftmost(self, variants: Iterable[int], maps: dict[int, Mask], tight: bool) -> tuple[int, int, int] | None:
        """The position whose part ends (or, if not `tight`, has its middle) farthest left; the first variant where
        that is equal."""
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

        steps = [
            math.floor((room - size) / self.cell + 1e-6) + 1
            for room, size in ((self.room.across, v.width), (self.room.down, v.height))
        ]
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
            self.free[a, b] = (
                self.free[b, a][::-1, ::-1]
                if (b, a) in self.free
                else self._correlated(self.variants[a], self.variants[b])
            )
        return self.free[a, b]

    def _correlated(self, u: _Variant, v: _Variant) -> Mask:
        import numpy as np

        size = (u.mask.shape[0] + v.mask.shape[0] - 1, u.mask.shape[1] + v.mask.shape[1] - 1)
        grid = (_rounded(size[0]), _rounded(size[1]))
        shared = np.fft.irfft2(_transform(u, grid, False) * _transform(v, grid, True), grid)[: size[0], : size[1]]
        return np.asarray(shared < 0.5)


def _transform(v: _Variant, grid: tuple[int, int], turned: bool) -> Any:
    """The Fourier transform of a mask, or of the mask turned by half, at a grid size."""
    import numpy as np

    key = (*grid, turned)
    if key not in v.transforms:
        mask = v.mask.astype(np.float32)
        v.transforms[key] = np.fft.rfft2(mask[::-1, ::-1] if turned else mask, grid)
    return v.transforms[key]


def _rounded(cells: int) -> int:
    """A grid size in steps of 48 cells, so that pairs of similar size share their transforms."""
    return math.ceil(cells / 48) * 48


def _masked(item: Item, turn: int, grow: float, cell: float) -> tuple[Mask, int]:
    """The cells whose centres an outline covers, turned, y down, grown; and how many cells before its box they
    begin."""
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
