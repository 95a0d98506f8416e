"""Equal parts that fill their box → columns at exact pitch; discs in a hexagonal lattice where that saves a sheet."""

from __future__ import annotations

import math
from dataclasses import dataclass

from fabgen.make.room import Item, Room, Spot, size_of

FULL = 0.75  # share of its box that a part fills to go into a lattice (a disc fills 0.785)


def fills(item: Item) -> bool:
    """Whether a lattice is the best that can be done for an outline."""
    width, height = size_of(item.box)
    return bool(item.area.area >= FULL * width * height)


@dataclass(frozen=True)
class _Grid:
    """Columns at a pitch, each of up to `rows`; every other column `shift` mm lower (one less in it where that does
    not fit)."""

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


def lattice(item: Item, count: int, room: Room) -> list[Spot]:
    """Columns of equal parts: the lattice that needs fewest sheets, then the least width; upright and square before
    turned and hexagonal."""
    grids = [grid for turn in item.turns[:2] for grid in _grids(item, turn, room) if grid.capacity()]
    grid = min(grids, key=lambda g: (math.ceil(count / g.capacity()), g.shift > 0, round(g.width(count)), g.turn))
    places = [
        (sheet, c, r)
        for sheet in range(math.ceil(count / grid.capacity()))
        for c, r in _filled(grid, count - sheet * grid.capacity())
    ]
    x0, top = room.margin, room.height - room.margin - size_of(item.turned_box(grid.turn))[1]
    return [
        Spot(sheet, 0, grid.turn, x0 + c * grid.across, top - r * grid.down - (c % 2) * grid.shift)
        for sheet, c, r in places
    ]


def _grids(item: Item, turn: int, room: Room) -> list[_Grid]:
    width, height = size_of(item.turned_box(turn))
    across, down = width + room.spacing, height + room.spacing
    columns, rows = (
        math.floor((room.across + room.spacing) / across + 1e-9),
        math.floor((room.down + room.spacing) / down + 1e-9),
    )
    grids = [_Grid(turn, across, down, columns, rows)]
    if _round(item):
        close = down * math.sqrt(3) / 2
        short = int((rows - 0.5) * down + down > room.down + room.spacing + 1e-9)
        grids.append(
            _Grid(turn, close, down, math.floor((room.across - width) / close + 1e-9) + 1, rows, down / 2, short)
        )
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
