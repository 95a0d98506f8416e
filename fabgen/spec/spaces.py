"""A lattice of squares or hexagons and the size of a cell → where each space is, in mm.

The least x and y of all spaces are 0. A cell has room for a circle whose diameter is the cell size of the spec,
whatever the cell's shape. The spaces of a map come from its drawing (`spec.maps`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

from fabgen.artwork.packed_places import PackedPlaces, pack
from fabgen.artwork.path import Matrix, Path, scale_matrix
from fabgen.rules.boards import Board, Cell
from fabgen.rules.directions import Plane

T = TypeVar("T")
Point = tuple[float, float]
STALL = 0.4  # of the cell: half of what a piece takes up in a cell that it shares, as it is drawn
PIECE_DISC = 0.47  # of the cell: the same of a piece in its full size
TOUCHING = 1e-3  # mm: spaces that are nearer lie against each other


@dataclass(frozen=True)
class PaintedShape:
    """An area of a designer's own drawing: its outlines in mm, its colour as `#rrggbb`, whether it adds ink where it is
    engraved or removes it, and what it is for."""

    paths: tuple[Path, ...]
    colour: str
    is_ink: bool = True
    is_printed: bool = False
    is_engraved: bool = False

    def transformed(self, matrix: Matrix) -> PaintedShape:
        return replace(self, paths=tuple(path.transformed(matrix) for path in self.paths))


@dataclass(frozen=True)
class Spaces:
    """The outline of each cell, counter-clockwise, its middle, and the diameter of the circle that fits into each cell.
    Cells with holes also have the outlines of these, clockwise. `picture`: what else the designer drew. All in mm.
    `limits`: how many pieces cells hold side by side that hold several."""

    outlines: Mapping[Cell, tuple[Point, ...]]
    middles: Mapping[Cell, Point]
    cell_size: float
    holes: Mapping[Cell, tuple[tuple[Point, ...], ...]] = field(default_factory=dict)
    picture: tuple[PaintedShape, ...] = ()
    limits: Mapping[Cell, int] = field(default_factory=dict)

    def piece_places(self, cell: Cell, count: int, *, squares: bool = False) -> PackedPlaces:
        """Where `count` pieces have most room in a cell side by side, in mm: half the side of the largest bases, discs
        or squares, and their middles. A single piece is in the middle of the cell."""
        if count == 1:
            return PackedPlaces(self.cell_size / 2, (self.middles[cell],))
        unit = tuple(tuple((round(x / self.cell_size, 6), round(y / self.cell_size, 6)) for x, y in ring)
                     for ring in self.rings(cell))
        radius, middles = pack(unit, count, squares=squares)
        side = self.cell_size
        return PackedPlaces(radius * side, tuple((x * side, y * side) for x, y in middles))

    def stalls(self, cell: Cell) -> PackedPlaces:
        """The places of the pieces for which a cell has room side by side, in mm, and half the side of what each may
        take up. They lie together about the middle of their cell, as far as that leaves them their full size, so that
        a name has room beside them."""
        if cell not in self._stalls:
            self._stalls[cell] = self._find_stalls(cell)
        return self._stalls[cell]

    @cached_property
    def _stalls(self) -> dict[Cell, PackedPlaces]:
        return {}

    def _find_stalls(self, cell: Cell) -> PackedPlaces:
        """The places of the pieces that share a cell, in mm: discs of the usual size where so many have room, else
        smaller ones; nearer to the middle of the cell where they still lie within its outline."""

        import shapely

        radius, middles = self.piece_places(cell, self.limits.get(cell, 1))
        full = STALL * self.cell_size
        if radius <= full or len(middles) == 1:
            return PackedPlaces(min(radius, full), middles)
        (x, y), area = self.middles[cell], shapely.Polygon(*self._outline_and_holes(cell))
        nearer = full / radius
        closer = tuple((x + nearer * (u - x), y + nearer * (v - y)) for u, v in middles)
        has_room = area.buffer(-0.999 * full).covers(shapely.MultiPoint(closer))
        return PackedPlaces(full, closer if has_room else middles)

    def _outline_and_holes(self, cell: Cell) -> tuple[tuple[Point, ...], tuple[tuple[Point, ...], ...]]:
        return self.outlines[cell], self.holes.get(cell, ())

    def rings(self, cell: Cell) -> tuple[tuple[Point, ...], ...]:
        """The outline of a cell, then its holes."""
        return self.outlines[cell], *self.holes.get(cell, ())

    @cached_property
    def size(self) -> Point:
        """Width and height of all spaces together, in mm."""
        corners = [corner for outline in self.outlines.values() for corner in outline]
        return max(x for x, _ in corners), max(y for _, y in corners)

    def touch(self, first: Cell, second: Cell) -> bool:
        """Whether two spaces lie against each other, or one in the other."""
        return self.compute_once(("touch", first, second), lambda: self._distance(first, second) < TOUCHING)

    def _distance(self, first: Cell, second: Cell) -> float:
        """The distance between two spaces in mm."""
        import shapely

        return float(shapely.distance(*(shapely.Polygon(self.outlines[cell]) for cell in (first, second))))

    def scaled(self, side: float) -> Spaces:
        """The same spaces with cells of another size in mm."""
        if side == self.cell_size:
            return self
        if side not in self._scaled_spaces:  # a map is drawn in few sizes, and in many figures
            self._scaled_spaces[side] = self._scale_to(side)
        return self._scaled_spaces[side]

    @cached_property
    def _scaled_spaces(self) -> dict[float, Spaces]:
        return {}

    def compute_once(self, key: Hashable, compute: Callable[[], T]) -> T:
        """A value that depends on nothing but these spaces and the key, computed when it is first asked for: most
        figures of a game show the same map."""
        if key not in self._results:
            self._results[key] = compute()
        value: T = self._results[key]
        return value

    @cached_property
    def _results(self) -> dict[Hashable, Any]:
        return {}

    def _scale_to(self, side: float) -> Spaces:
        factor = side / self.cell_size
        outlines = {cell: _scale(corners, factor) for cell, corners in self.outlines.items()}
        holes = {cell: tuple(_scale(ring, factor) for ring in rings) for cell, rings in self.holes.items()}
        middles = {cell: (factor * x, factor * y) for cell, (x, y) in self.middles.items()}
        picture = tuple(shape.transformed(scale_matrix(factor)) for shape in self.picture)
        return Spaces(outlines, middles, side, holes, picture, self.limits)


def _scale(corners: tuple[Point, ...], factor: float) -> tuple[Point, ...]:
    """The corners multiplied by a factor."""
    return tuple((factor * x, factor * y) for x, y in corners)


def spaces_of(lattice: Board, side: float) -> Spaces:
    """The spaces of a board of squares or hexagons whose cells have the size `side` in mm."""
    plane = lattice.plane
    assert plane is not None, "the spaces of a map come from its drawing"
    if not plane.has_square_cells:
        return _hexagon_spaces(lattice, plane, side)
    square = plane.corners
    places = ((cell, lattice.place(cell)) for cell in lattice.cells)
    middles = {cell: ((x + 0.5) * side, (y + 0.5) * side) for cell, (x, y) in places}
    return Spaces({cell: tuple((x + a * side, y + b * side) for a, b in square) for cell, (x, y) in middles.items()},
                  middles, side)


def _hexagon_spaces(lattice: Board, compass: Plane, side: float) -> Spaces:
    """The spaces of a board of hexagons, moved so that the least x and y are 0."""
    middles: dict[Cell, Point] = {}
    outlines: dict[Cell, tuple[Point, ...]] = {}
    for cell in lattice.cells:
        x, y = (coordinate * side for coordinate in compass.middle_of(lattice.place(cell)))
        middles[cell] = x, y
        outlines[cell] = tuple((x + a * side, y + b * side) for a, b in compass.corners)
    left = min(x for corners in outlines.values() for x, _ in corners)
    low = min(y for corners in outlines.values() for _, y in corners)
    return Spaces({cell: tuple((x - left, y - low) for x, y in corners) for cell, corners in outlines.items()},
                  {cell: (x - left, y - low) for cell, (x, y) in middles.items()}, side)
