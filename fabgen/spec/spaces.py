"""The board of a spec → its lattice, and where each space lies in mm: squares, hexagons, or the shapes of a map.

The least x and y of all spaces are 0. A cell of the size that a spec gives has room for a circle of that diameter,
whatever its shape.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from fabgen.base import FabgenError, Problem
from fabgen.declared import Source
from fabgen.rules.boards import Cell, Lattice, TextError, hexagon, parse_cells, rhombus, triangle
from fabgen.rules.directions import SQUARES, Hexagons
from fabgen.spec.board import Board

Point = tuple[float, float]


@dataclass(frozen=True)
class Spaces:
    """Corners of each cell, counter-clockwise, its middle, and the diameter of the circle that fits each of them; the
    holes of those that have some, clockwise."""

    outlines: Mapping[Cell, tuple[Point, ...]]
    middles: Mapping[Cell, Point]
    side: float
    holes: Mapping[Cell, tuple[tuple[Point, ...], ...]] = field(default_factory=dict)

    def rings(self, cell: Cell) -> tuple[tuple[Point, ...], ...]:
        """What surrounds a cell: its outline, and its holes."""
        return self.outlines[cell], *self.holes.get(cell, ())

    @cached_property
    def size(self) -> Point:
        """Width and height of all of them together."""
        corners = [corner for outline in self.outlines.values() for corner in outline]
        return max(x for x, _ in corners), max(y for _, y in corners)

    def scaled(self, side: float) -> Spaces:
        """The same with cells of another size."""
        if side == self.side:
            return self
        k = side / self.side
        outlines = {cell: _scaled(corners, k) for cell, corners in self.outlines.items()}
        holes = {cell: tuple(_scaled(ring, k) for ring in rings) for cell, rings in self.holes.items()}
        return Spaces(outlines, {cell: (k * x, k * y) for cell, (x, y) in self.middles.items()}, side, holes)


def _scaled(corners: tuple[Point, ...], k: float) -> tuple[Point, ...]:
    return tuple((k * x, k * y) for x, y in corners)


def lattice_of(board: Board, source: Source, folder: Path) -> tuple[Lattice, Spaces]:
    """The lattice of a board and its spaces. Raises FabgenError with every Problem of its holes or its map."""
    if board.map is not None:
        from fabgen.spec.maps import read_map

        return read_map(board, source, folder)
    lattice = _holed(_regular(board), board.holes, source)
    return lattice, spaces_of(lattice, board.cell)


def _regular(board: Board) -> Lattice:
    if board.hexagon:
        return hexagon(board.hexagon, board.standing or "files")
    if board.triangle:
        return triangle(board.triangle, board.standing or "rows")
    files, ranks = map(int, (board.rhombus or board.grid or "").split("x"))
    return rhombus(files, ranks, board.standing or "rows") if board.rhombus else Lattice(files, ranks)


def _holed(whole: Lattice, holes: str | None, source: Source) -> Lattice:
    if holes is None:
        return whole
    try:
        cells = parse_cells(holes, whole)
    except TextError as error:
        wrong = [Problem(source.inside("board", "holes", line=m.line, column=m.column), m.what, m.hint)
                 for m in error.mistakes]
        raise FabgenError(wrong) from None
    if len(cells) == len(whole.cells):
        raise FabgenError([Problem(source.inside("board", "holes"), "no cell is left", "leave some of them out")])
    return whole.without(cells)


def spaces_of(lattice: Lattice, side: float) -> Spaces:
    """The spaces of squares or hexagons of a size in mm."""
    if isinstance(lattice.compass, Hexagons):
        return _grounded(_hexes(lattice, lattice.compass, side), side)
    assert lattice.compass is SQUARES, "the spaces of a map come from its drawing"
    square = SQUARES.corners
    places = ((cell, lattice.place(cell)) for cell in lattice.cells)
    middles = {cell: ((x + 0.5) * side, (y + 0.5) * side) for cell, (x, y) in places}
    return Spaces({cell: tuple((x + a * side, y + b * side) for a, b in square) for cell, (x, y) in middles.items()},
                  middles, side)


def _hexes(lattice: Lattice, compass: Hexagons, side: float) -> Iterator[tuple[Cell, Point, tuple[Point, ...]]]:
    """Cell, middle and corners."""
    for cell in lattice.cells:
        x, y = (along * side for along in compass.spot(lattice.place(cell)))
        yield cell, (x, y), tuple((x + a * side, y + b * side) for a, b in compass.corners)


def _grounded(found: Iterator[tuple[Cell, Point, tuple[Point, ...]]], side: float) -> Spaces:
    """Moved to the origin."""
    every = list(found)
    left = min(x for _, _, corners in every for x, _ in corners)
    low = min(y for _, _, corners in every for _, y in corners)
    outlines = {cell: tuple((x - left, y - low) for x, y in corners) for cell, _, corners in every}
    return Spaces(outlines, {cell: (x - left, y - low) for cell, (x, y), _ in every}, side)
