"""Equal parts that nearly fill their box → rows at exact pitch; discs in a hexagonal lattice where that saves room."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from fabgen.artwork.path import Point
from fabgen.laser.nest.layout import NestItem, NestPosition, SheetLimits, box_size

FULL = 0.75  # share of its box that a part must fill to go into a lattice (a disc fills 0.785)
DENSE = math.sqrt(3) / 2  # from column to column of a hexagonal lattice, in pitches
TOUCH = 1e-9  # mm: rounding


def suits_lattice(item: NestItem) -> bool:
    """Whether an outline fills so much of its box that no search beats a lattice of equal copies."""
    width, height = box_size(item.box)
    return bool(item.area.area >= FULL * width * height)


@dataclass(frozen=True)
class NestGrid:
    """The places of equal parts on a sheet, column by column from the left: for each the upper left corner of its box,
    as x and y (down) from the margins in mm. If `is_even`, a last sheet with few parts gets columns of equal height."""

    turn: int
    size: tuple[float, float]
    columns: tuple[tuple[Point, ...], ...]
    is_even: bool

    @property
    def capacity(self) -> int:
        """How many parts the grid holds."""
        return sum(map(len, self.columns))

    def corners(self, count: int) -> list[Point]:
        """The corners of `count` parts, at most the capacity."""
        corners = [corner for column in self.columns for corner in column]
        if not self.is_even or not count:
            return corners[:count]
        rows = math.ceil(count / math.ceil(count / len(self.columns[0])))
        return [corner for column in self.columns for corner in column[:rows]][:count]

    def count_in_full_columns(self, count: int) -> int:
        """How many of `count` parts are in columns that they fill."""
        filled = 0
        for column in self.columns:
            if filled + len(column) > count:
                break
            filled += len(column)
        return filled

    def width(self, count: int) -> float:
        """The width in mm that `count` parts take on their last sheet."""
        corners = self.corners((count - 1) % self.capacity + 1)
        return max(x for x, _ in corners) + self.size[0]

    def positions(self, count: int, limits: SheetLimits, sheet: int = 0) -> list[NestPosition]:
        """The positions of `count` parts on one sheet."""
        top = limits.height - limits.margin - self.size[1]
        return [NestPosition(sheet, 0, self.turn, limits.margin + x, top - y) for x, y in self.corners(count)]


def find_best_grid(item: NestItem, count: int, limits: SheetLimits) -> NestGrid | None:
    """The grid that needs the fewest sheets, then the least width. Of equally good grids, square before hexagonal and
    upright before turned. None where nothing fits."""
    grids = [grid for turn in item.turns[:2] for grid in list_grids(item, turn, limits) if grid.capacity]
    return min(
        grids,
        key=lambda g: (math.ceil(count / g.capacity), not g.is_even, round(g.width(count)), g.turn),
        default=None,
    )


def find_densest_grid(item: NestItem, limits: SheetLimits) -> NestGrid | None:
    """The grid that holds the most parts; None where nothing fits."""
    grids = [grid for turn in item.turns[:2] for grid in list_grids(item, turn, limits) if grid.capacity]
    return max(grids, key=lambda g: (g.capacity, g.is_even, -g.turn), default=None)


def fill_lattice(item: NestItem, count: int, limits: SheetLimits) -> list[NestPosition]:
    """All copies of an item, on as few sheets as a lattice needs; empty where a sheet does not hold one copy."""
    grid = find_best_grid(item, count, limits)
    if grid is None:
        return []
    sheets = range(math.ceil(count / grid.capacity))
    return [p for n in sheets for p in grid.positions(min(grid.capacity, count - n * grid.capacity), limits, n)]


def list_grids(item: NestItem, turn: int, limits: SheetLimits) -> Iterator[NestGrid]:
    """The square grid, and for discs the two hexagonal ones, in columns and in rows, with as many square steps between
    as there is room for."""
    width, height = size = box_size(item.turned_box(turn))
    across, down = limits.usable_width, limits.usable_height
    xs, ys = _spaced_starts(across, width, limits.spacing), _spaced_starts(down, height, limits.spacing)
    yield NestGrid(turn, size, tuple(tuple((x, y) for y in ys) for x in xs), True)
    if is_round(item):
        pitch = max(width, _circumscribed_diameter(item)) + limits.spacing
        yield NestGrid(turn, size, tuple(_hexagonal_columns(width, across, down, pitch)), False)
        rows = _hexagonal_columns(width, down, across, pitch)
        corners = sorted((x, y) for row in rows for y, x in row)
        yield NestGrid(turn, size, tuple((corner,) for corner in corners), False)


def _spaced_starts(length: float, size: float, gap: float) -> list[float]:
    """The starts of equal lengths with a gap between them, as many as fit."""
    count = max(0, math.floor((length - size) / (size + gap) + TOUCH) + 1)
    return [k * (size + gap) for k in range(count)]


def _circumscribed_diameter(item: NestItem) -> float:
    """The diameter of the circle around a disc's polygon. The polygon contains the disc, so its corners are outside of
    it."""
    x0, y0, x1, y1 = item.box
    centre = ((x0 + x1) / 2, (y0 + y1) / 2)
    return 2 * max(math.dist(centre, corner) for corner in item.area.exterior.coords)


def _hexagonal_columns(size: float, across: float, down: float, pitch: float) -> Iterator[tuple[Point, ...]]:
    """Columns, every second one shifted by half a pitch. Where the shifted ones hold fewer parts, square steps between
    two full columns are used as long as they cost no column."""
    full = _spaced_starts(down, size, pitch - size)
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


def is_round(item: NestItem) -> bool:
    """Whether an outline is a disc."""
    width, height = box_size(item.box)
    return abs(width - height) < 1e-6 and abs(item.area.area / (width * height) - math.pi / 4) < 0.005
