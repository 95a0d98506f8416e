"""Equal parts that fill their box → rows at exact pitch; discs in a hexagonal lattice where that saves room."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from fabgen.artwork.path import Point
from fabgen.make.room import Item, Room, Spot, size_of

FULL = 0.75  # share of its box that a part fills to go into a lattice (a disc fills 0.785)
DENSE = math.sqrt(3) / 2  # from column to column of a hexagonal lattice, in pitches
TOUCH = 1e-9  # mm: rounding


def fills(item: Item) -> bool:
    """Whether a lattice is the best that can be done for an outline."""
    width, height = size_of(item.box)
    return bool(item.area.area >= FULL * width * height)


@dataclass(frozen=True)
class Grid:
    """Places for equal parts on a sheet, column by column from the left, each as the x and y (down) of its box's
    upper left corner from the margins; `even` columns of few parts are filled alike."""

    turn: int
    size: tuple[float, float]
    columns: tuple[tuple[Point, ...], ...]
    even: bool

    @property
    def capacity(self) -> int:
        return sum(map(len, self.columns))

    def places(self, count: int) -> list[Point]:
        """Places for so many parts, at most the capacity."""
        cells = [cell for column in self.columns for cell in column]
        if not self.even or not count:
            return cells[:count]
        rows = math.ceil(count / math.ceil(count / len(self.columns[0])))
        return [cell for column in self.columns for cell in column[:rows]][:count]

    def whole_columns(self, count: int) -> int:
        """How many of so many parts stand in columns that they fill."""
        filled = 0
        for column in self.columns:
            if filled + len(column) > count:
                break
            filled += len(column)
        return filled

    def width(self, count: int) -> float:
        """The width in mm that so many parts take on their last sheet."""
        places = self.places((count - 1) % self.capacity + 1)
        return max(x for x, _ in places) + self.size[0]

    def spots(self, count: int, room: Room, sheet: int = 0) -> list[Spot]:
        """So many parts on one sheet."""
        top = room.height - room.margin - self.size[1]
        return [Spot(sheet, 0, self.turn, room.margin + x, top - y) for x, y in self.places(count)]


def best_grid(item: Item, count: int, room: Room) -> Grid | None:
    """The lattice that needs fewest sheets, then the least width; upright and square before turned and hexagonal.
    None where nothing fits."""
    grids = [grid for turn in item.turns[:2] for grid in grids_of(item, turn, room) if grid.capacity]
    return min(
        grids,
        key=lambda g: (math.ceil(count / g.capacity), not g.even, round(g.width(count)), g.turn),
        default=None,
    )


def densest_grid(item: Item, room: Room) -> Grid | None:
    """The lattice that holds most; None where nothing fits."""
    grids = [grid for turn in item.turns[:2] for grid in grids_of(item, turn, room) if grid.capacity]
    return max(grids, key=lambda g: (g.capacity, g.even, -g.turn), default=None)


def lattice(item: Item, count: int, room: Room) -> list[Spot]:
    """All copies of an item on as few sheets as a lattice can."""
    grid = best_grid(item, count, room)
    if grid is None:
        return []
    sheets = range(math.ceil(count / grid.capacity))
    return [s for n in sheets for s in grid.spots(min(grid.capacity, count - n * grid.capacity), room, n)]


def grids_of(item: Item, turn: int, room: Room) -> Iterator[Grid]:
    """The square lattice, and for discs the hexagonal ones: in columns and in rows, with as many square steps between
    as there is room for."""
    width, height = size = size_of(item.turned_box(turn))
    across, down = (_along(room.across, width, room.spacing), _along(room.down, height, room.spacing))
    yield Grid(turn, size, tuple(tuple((x, y) for y in down) for x in across), True)
    if is_round(item):
        pitch = max(width, _girth(item)) + room.spacing
        yield Grid(turn, size, tuple(_hexagonal(width, room.across, room.down, pitch)), False)
        rows = _hexagonal(width, room.down, room.across, pitch)
        cells = sorted((x, y) for row in rows for y, x in row)
        yield Grid(turn, size, tuple((cell,) for cell in cells), False)


def _along(length: float, size: float, gap: float) -> list[float]:
    count = max(0, math.floor((length - size) / (size + gap) + TOUCH) + 1)
    return [k * (size + gap) for k in range(count)]


def _girth(item: Item) -> float:
    """The diameter of the circle around a disc's area: a polygon drawn around a disc has corners outside of it."""
    x0, y0, x1, y1 = item.box
    centre = ((x0 + x1) / 2, (y0 + y1) / 2)
    return 2 * max(math.dist(centre, corner) for corner in item.area.exterior.coords)


def _hexagonal(size: float, across: float, down: float, pitch: float) -> Iterator[tuple[Point, ...]]:
    """Columns half a pitch up and down in turn. Where the shifted ones hold fewer, square steps between two full ones
    are taken as long as they cost no column."""
    full = _along(down, size, pitch - size)
    shifted = [y + pitch / 2 for y in full if y + pitch / 2 + size <= down + TOUCH]
    count = max(0, math.floor((across - size) / (pitch * DENSE) + TOUCH) + 1)
    spare = across - size - (count - 1) * pitch * DENSE
    squares = math.floor(spare / (pitch * (1 - DENSE)) + TOUCH) if len(shifted) < len(full) else 0
    x, low = 0.0, False
    for _ in range(count):
        yield tuple((x, y) for y in (shifted if low else full))
        square = squares > 0 and not low
        squares -= square
        x, low = x + pitch * (1.0 if square else DENSE), not low and not square


def is_round(item: Item) -> bool:
    """Whether an outline is a disc."""
    width, height = size_of(item.box)
    return abs(width - height) < 1e-6 and abs(item.area.area / (width * height) - math.pi / 4) < 0.005

