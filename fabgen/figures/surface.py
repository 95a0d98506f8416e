"""A lattice and its spaces in mm → what each cell looks like on a board: its shade, its pattern, the lines between all,
and names in them.

Squares keep the patterns that are made for them. On a board of points what belongs to a cell is a circle around its
middle, and lines join the middles of neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase as LETTERS
from string import digits as DIGITS
from typing import TYPE_CHECKING

from fabgen.artwork.drawing import Drawing, Role, together, write
from fabgen.artwork.path import Path, Point, polygon, rectangle
from fabgen.figures.diagram import lines
from fabgen.figures.ground import borders, bridges, disc, hatched, roads
from fabgen.figures.mapnames import map_names
from fabgen.figures.naming import name_box, name_spot, point_name_spot
from fabgen.figures.patterns import PATTERNS
from fabgen.figures.roads import dashes, road_bands
from fabgen.rules.boards import Cell, Chart, Lattice
from fabgen.rules.directions import SQUARES, Hexagons, Squares
from fabgen.spec.game import Game
from fabgen.spec.spaces import Spaces, spaces_of

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

NAME_CAP, LEAST_CAP = 0.13, 1.8  # of the cell: capitals of names in cells; in mm: smaller ones are not set
MOST_CAP = 2.6  # mm: capitals of names in cells
FIGURE_CAP = 0.2  # of the cell: capitals of names in the spaces of a map, in figures
CAPS = 5  # sizes that are tried


@dataclass(frozen=True)
class Surface:
    """How cells are drawn. `apart` are neighbours on a map that do not touch; `caps` the capitals in mm, the largest
    first, with which names are set in cells, `ways` the pairs of spaces that roads join."""

    lattice: Lattice
    spaces: Spaces
    points: bool = False
    apart: tuple[tuple[Cell, Cell], ...] = ()
    caps: tuple[float, ...] = ()
    ways: tuple[tuple[Cell, Cell], ...] = ()

    @property
    def squares(self) -> bool:
        """Whether cells are squares that are drawn as such."""
        return self.lattice.compass is SQUARES and not self.points

    @property
    def kind(self) -> str:
        if isinstance(self.lattice, Chart):
            return "map"
        return "squares" if self.lattice.compass is SQUARES else "hexagons"

    def shade(self, cell: Cell) -> tuple[Path, ...]:
        """The area of a cell that carries a tint: an outline, and holes."""
        side, (x, y) = self.spaces.side, self.spaces.middles[cell]
        if self.squares:
            return (rectangle(x - side / 2, y - side / 2, side, side),)
        return tuple(polygon(ring) for ring in self._area(cell))

    def pattern(self, name: str, cell: Cell) -> list[Path]:
        """The lines of a pattern in a cell."""
        side, middle = self.spaces.side, self.spaces.middles[cell]
        if self.squares:
            return PATTERNS[name](middle, side)
        return hatched(name, self._area(cell), middle, side, self._clear(cell))

    def _clear(self, cell: Cell) -> BaseGeometry | None:
        """What patterns leave free: the name of a cell, and roads through it."""
        import shapely

        named = [shapely.box(*name_box(cell, *self.named[cell]))] if cell in self.named else []
        crossed = [self._roads] if self.ways else []
        return shapely.union_all([*named, *crossed]) if named or crossed else None

    def _area(self, cell: Cell) -> Sequence[Sequence[Point]]:
        return [disc(self.spaces.middles[cell], self.spaces.side)] if self.points else self.spaces.rings(cell)

    @cached_property
    def _roads(self) -> BaseGeometry:
        return road_bands(self.spaces, self.ways)

    def roads(self) -> list[Path]:
        """The roads of a map, in dashes."""
        return dashes(self.spaces, self.ways, self.lines()) if self.ways else []

    @cached_property
    def pairs(self) -> tuple[tuple[Cell, Cell], ...]:
        """Cells between which one goes: neighbours, and what follows on the lines of a map."""
        steps = _ways(self.lattice) if isinstance(self.lattice, Chart) else ()
        found = {frozenset(pair): pair for pair in (*self.lattice.pairs, *steps)}
        return tuple(found.values())

    def lines(self) -> list[Path]:
        """The borders of cells, or the lines between points."""
        if self.points:
            return roads(self.spaces.middles, self.pairs)
        if self.squares and not self.lattice.holes:
            return lines(0, 0, self.lattice.files, self.lattice.ranks, self.spaces.side)
        bridged = bridges(self.spaces.outlines, self.spaces.middles, self.apart)
        rings = (ring for cell in self.spaces.outlines for ring in self.spaces.rings(cell))
        return borders(rings, self.kind) + bridged

    def voids(self) -> list[Sequence[Point]]:
        """The outlines of holes with cells all around: their borders alone would look like cells."""
        plane, whole = self.lattice.compass, self.lattice
        if self.points or not whole.holes or not isinstance(plane, Squares | Hexagons):
            return []
        window = [(x, y) for x in range(-1, whole.files + 1) for y in range(-1, whole.ranks + 1)]
        left = [place for place in window if not whole.cell(*place)]
        blank, reached, ends = {*left}, {left[0]}, [left[0]]
        while ends:  # from the outside
            file, rank = ends.pop()
            beside = {(file + dx, rank + dy) for dx, dy in plane.offsets("W", (), False)} & blank - reached
            reached |= beside
            ends += beside
        side, first = self.spaces.side, self.lattice.cells[0]
        (x, y), (u, v) = self.spaces.middles[first], plane.spot(whole.place(first))
        spots = [plane.spot(place) for place in left if place not in reached]
        return [[(x + (p - u + a) * side, y + (q - v + b) * side) for a, b in plane.corners] for p, q in spots]

    def names(self) -> Drawing:
        """The name of each cell in it, or beside its point; a name that does not fit is left out."""
        return together(write(Role.COORDINATE, cell, at, cap) for cell, (at, cap) in self.named.items())

    @cached_property
    def named(self) -> Mapping[Cell, tuple[Point, float]]:
        """Where names stand, each with the largest capitals that fit."""
        if self.kind == "map" and not self.points:
            return map_names(self.spaces, self._taken, self.caps) if self.caps else {}
        alike: dict[tuple[object, ...], tuple[Point, float] | None] = {}
        found: dict[Cell, tuple[Point, float]] = {}
        for cell, (x, y) in self.spaces.middles.items():
            key = (len(cell), *self._around(cell)) if self.lattice.regular else (cell,)
            if key not in alike:
                alike[key] = next(self._fitting(cell), None)
                spot = alike[key]
                alike[key] = spot and ((spot[0][0] - x, spot[0][1] - y), spot[1])
            if spot := alike[key]:
                found[cell] = (x + spot[0][0], y + spot[0][1]), spot[1]
        return found

    @property
    def _taken(self) -> BaseGeometry:
        """What names keep off beside borders: roads, and lines between spaces that lie apart."""
        import shapely

        apart = [shapely.LineString(path.flatten(0.05))
                 for path in bridges(self.spaces.outlines, self.spaces.middles, self.apart)]
        return shapely.union_all([*([self._roads] if self.ways else []), *apart])

    def _around(self, cell: Cell) -> tuple[object, ...]:
        """What the place of a name beside a point depends on."""
        return tuple(self.lattice.offset(cell, other) for other in self.lattice.around(cell)) if self.points else ()

    def _fitting(self, cell: Cell) -> Iterator[tuple[Point, float]]:
        """Where the name of a cell may stand, with each of the capitals for which there is room."""
        middle, side, sample = self.spaces.middles[cell], self.spaces.side, cell
        if self.lattice.regular:  # names of one length have one place
            sample = "".join("0" if sign.isdigit() else "m" for sign in cell)
        for cap in self.caps:
            if self.points:
                others = [self.spaces.middles[b if a == cell else a] for a, b in self.pairs if cell in (a, b)]
                yield point_name_spot(sample, cap, middle, others, side), cap
            elif at := name_spot(sample, cap, self.spaces.outlines[cell], middle, side):
                yield at, cap


def surface_of(game: Game, lattice: Lattice, side: float, spaces: Spaces | None = None,
               caps: tuple[float, ...] = ()) -> Surface:
    """How the cells of a game's board are drawn, their side in mm; a map has `spaces` of its own."""
    drawn = game.board.map
    pairs = (sorted(text.split("-")) for text in (drawn.joined if drawn else ()))
    apart = tuple(dict.fromkeys((pair[0], pair[1]) for pair in pairs))
    ways = _ways(lattice) if drawn and drawn.roads and isinstance(lattice, Chart) and not game.board.points else ()
    there = spaces.scaled(side) if spaces else spaces_of(lattice, side)
    return Surface(lattice, there, game.board.points, apart, caps, ways)


def _ways(lattice: Chart) -> tuple[tuple[Cell, Cell], ...]:
    """What follows on the lines of a map, each pair once."""
    steps = (pair for way in lattice.lines for pair in zip(way.spaces, way.spaces[1:], strict=False))
    return tuple({frozenset(pair): pair for pair in steps}.values())


def board_caps(game: Game) -> tuple[float, ...]:
    """The capitals in mm for names in the cells of a board; none where the border names files and ranks."""
    most = max(LEAST_CAP, min(MOST_CAP, NAME_CAP * game.board.cell))
    return () if game.board.grid else tuple(most - (most - LEAST_CAP) * n / (CAPS - 1) for n in range(CAPS))


def figure_caps(side: float, least: float = 0.0) -> tuple[float, ...]:
    """The capitals in mm for names in the spaces of a map, in a figure; none is lower than `least`."""
    most = max(least, FIGURE_CAP * side)
    return tuple(max(least, most * (1 - 0.1 * n)) for n in range(CAPS))


def draw_rim(surface: Surface, cap: float) -> Drawing:
    """The names of files and ranks beside a board of hexagons: each before the first cell of its file or rank, where
    that line of cells comes from."""
    lattice, named = surface.lattice, dict[str, Cell]()
    for cell in sorted(lattice.cells, key=lattice.place):
        letters = cell.rstrip(DIGITS)
        named.setdefault(letters, cell)
        named.setdefault(cell.removeprefix(letters), cell)
    return together(_beside(surface, name, cell, cap) for name, cell in named.items())


def _beside(surface: Surface, name: str, cell: Cell, cap: float) -> Drawing:
    lattice, plane = surface.lattice, surface.lattice.compass
    assert isinstance(plane, Hexagons)
    x, _ = lattice.place(cell)
    right = (other for other in lattice.around(cell) if lattice.place(other)[0] == x + 1)
    same = (other for other in right if other.lstrip(LETTERS) == name)
    dx, dy = (0, 1) if name.isalpha() else lattice.offset(cell, next(same, cell))
    from_ = (-dx, -dy) if (dx, dy) != (0, 0) else next(
        (offset for offset in ((-1, 0), (-1, 1)) if not lattice.step(cell, *offset)), (-1, 0))
    way = plane.spot(from_)
    (at, level), far = surface.spaces.middles[cell], 0.5 * surface.spaces.side + 1.1 * cap
    return write(Role.COORDINATE, name, (at + far * way[0], level + far * way[1] - cap / 2), cap)
