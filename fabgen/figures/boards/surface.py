"""A lattice and its spaces in mm → how each cell of a board looks: its shade, its pattern, the lines between cells, and
the names in them.

Squares keep the patterns that are made for them. On a board of points the area of a cell is a disc around its middle,
and lines join the middles of neighbours. Names stand low in their space or beside their point, off the middle where
pieces stand. In the spaces of a map they stand where there is most room, in one size except where a space is too small.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from string import ascii_lowercase as LETTERS
from string import digits as DIGITS
from typing import TYPE_CHECKING, TypeVar

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw, draw_text
from fabgen.artwork.path import Path, Point, polygon, rectangle
from fabgen.artwork.text import ASCENT, DESCENT, text_width
from fabgen.figures.boards.grounds import HATCHES
from fabgen.figures.boards.map_links import link_curves, link_dashes
from fabgen.figures.boards.map_names import KnownPlaces, NameSpot, map_name_spots, name_box
from fabgen.figures.boards.map_roads import Pair, dashes, road_bands, road_line
from fabgen.figures.boards.space_lines import (
    Outline,
    border_lines,
    clear_of_boxes,
    cut_disc,
    hatch_area,
    middle_lines,
    point_area,
)
from fabgen.figures.boards.zone_outlines import INSET, OPEN_FRAMES, OUTLINES, outline_paths
from fabgen.figures.boards.zone_patterns import HATCH_REACH, IN_CORNERS, PATTERNS
from fabgen.figures.diagrams.movement_diagram import grid_lines
from fabgen.rules.boards import Board, Cell
from fabgen.spec.game import Game
from fabgen.spec.spaces import Spaces, spaces_of

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

T = TypeVar("T")
NAME_CAP, LEAST_CAP = 0.13, 1.8  # of the cell: capitals of names in cells; in mm: smaller ones are not set
MOST_CAP = 2.6  # mm: capitals of names in cells
FIGURE_CAP = 0.2  # of the cell: capitals of names in the spaces of a map, in figures
LEGIBLE = 1.4 / 90  # of a figure's width: capitals of 1.4 mm are 6 pt
MOST_FIGURE_CAP = 0.22  # of the cell: they are not larger for that
LEGEND = "legend"  # the group of names under a map
SPACES = "spaces"  # the group of names in or beside the spaces of a map
LEGEND_LEADING = 1.8  # of the capitals: from one name under a map to the next
FREE = 0.42  # of the cell: radius of what a pattern leaves free in a cell that holds something
NEAR_CORNER = 0.76  # of the way from the middle of a cell to its corner: a sign there, in figures
IN_FIGURES = 1.5  # how many times as wide patterns are in figures as on boards
LINK_CLEAR = 0.03  # of the cell: what patterns leave free beside a link that crosses their cell
FLAT = 0.01  # mm: flattening of curves
CAPS = 5  # sizes of capitals that are tried
MIDDLE_CLEAR, POINT_CLEAR = 0.33, 0.38  # of the cell: what a name leaves free about the middle of its space, its point
PADDING = 0.035, 0.6  # of the cell, and in mm: the least between a name and the outline of its space



@dataclass(frozen=True)
class Surface:
    """How the cells of a board are drawn. `bridge_pairs` are neighbours on a map that do not touch; `caps` the heights
    of capitals in mm, the largest first, with which names are tried; `road_pairs` the spaces that roads join. In a
    figure (`is_figure`), stripes, dots and crosses are signs in a corner of each cell, and other patterns are on
    squares as on the board; elsewhere their lines are wide, and leave the middle of `occupied` cells free. `framed`
    cells, whose frames would cut them, have no such signs. Where a
    figure `shows_patterns`, stripes and the like cover squares as on the board, but fewer of them and without a frame,
    behind whatever is there: they must not be louder than pieces."""

    lattice: Board
    spaces: Spaces
    is_point_board: bool = False
    bridge_pairs: tuple[tuple[Cell, Cell], ...] = ()
    caps: tuple[float, ...] = ()
    road_pairs: tuple[tuple[Cell, Cell], ...] = ()
    is_figure: bool = False
    occupied: frozenset[Cell] = frozenset()
    shows_patterns: bool = False
    framed: frozenset[Cell] = frozenset()

    @property
    def has_squares(self) -> bool:
        """True when the cells are drawn as squares."""
        return self.lattice.compass.has_square_cells and not self.is_point_board

    @property
    def kind(self) -> str:
        """`map`, `squares` or `hexagons`."""
        return self.lattice.kind

    def shade_paths(self, cell: Cell) -> tuple[Path, ...]:
        """The area of a cell that carries a tint: an outline, and holes."""
        side, (x, y) = self.spaces.cell_size, self.spaces.middles[cell]
        if self.has_squares:
            return (rectangle(x - side / 2, y - side / 2, side, side),)
        return tuple(polygon(ring) for ring in self._rings(cell))

    def pattern_paths(self, name: str, cell: Cell) -> list[Path]:
        """The lines of a pattern in a cell."""
        side, middle = self.spaces.cell_size, self.spaces.middles[cell]
        is_covered = self.has_squares and self.shows_patterns
        if self.is_figure and name in IN_CORNERS and self._corner_directions and not is_covered:
            directions = () if cell in self.framed else self._corner_directions
            spots = [(middle[0] + x * side, middle[1] + y * side) for x, y in directions]
            return [path for spot in spots for path in IN_CORNERS[name](spot, side)]
        apart = IN_FIGURES if self.is_figure else 1.0
        if self.has_squares:
            return PATTERNS[name](middle, side, apart)
        paths = hatch_area(name, self._rings(cell), middle, side, self._pattern_clearance(cell), apart)
        return list(cut_disc(paths, middle, FREE * side)) if cell in self.occupied else paths

    @property
    def _corner_directions(self) -> tuple[Point, ...]:
        """Where a sign stands in the upper left corner of a cell, which no sign about a piece takes, in cells from its
        middle; nothing on maps and around points, whose cells have no corners."""
        plane = self.lattice.plane
        if plane is None or self.is_point_board:
            return ()
        x, y = max(plane.corners, key=lambda corner: (round(corner[1] - corner[0], 6), corner[1]))
        return ((NEAR_CORNER * x, NEAR_CORNER * y),)

    def zone_paths(self, name: str, cells: Sequence[Cell], inset_share: float = INSET, *, is_fine: bool = False
                   ) -> list[Path]:
        """The lines of a pattern in all cells of a zone, or along its edge, `inset_share` of the cell inside it; a
        single line there in figures, and if it is to be fine."""
        if name not in (*OUTLINES, OPEN_FRAMES):
            frames = [self._hatch_frame(cell) for cell in cells
                      if name in HATCHES and self.has_squares and not self.is_figure]
            return [*(path for cell in cells for path in self.pattern_paths(name, cell)), *frames]
        paths = outline_paths(name, map(self._rings_in_lines, cells), self.spaces.cell_size, inset_share,
                              is_fine=is_fine or self.is_figure)
        if self.has_squares:  # whose names are beside the board
            return paths
        names = [name_box(self.name_spots[cell]) for cell in cells if cell in self.name_spots]
        return clear_of_boxes(paths, names) if names else paths

    def _hatch_frame(self, cell: Cell) -> Path:
        """The square in which the lines of a hatch end."""
        (x, y), half = self.spaces.middles[cell], HATCH_REACH * self.spaces.cell_size
        return rectangle(x - half, y - half, 2 * half, 2 * half)

    def _rings_in_lines(self, cell: Cell) -> Sequence[Sequence[Point]]:
        """The outline of a cell and its holes, that of a square too."""
        return [path.flatten(FLAT)[:4] for path in self.shade_paths(cell)] if self.has_squares else self._rings(cell)

    def _pattern_clearance(self, cell: Cell) -> BaseGeometry | None:
        """The area that patterns leave free: the name of the cell, roads through it, and links that cross it."""
        import shapely

        name_boxes = [shapely.box(*name_box(self.name_spots[cell]))] if cell in self.name_spots else []
        bands = [self._road_bands] if self.road_pairs else []
        if self.bridge_pairs:
            area = shapely.Polygon(self.spaces.outlines[cell])
            across = [link for link in self._open_links if link.intersects(area)]
            bands += [link.buffer(LINK_CLEAR * self.spaces.cell_size) for link in across]
        return shapely.union_all([*name_boxes, *bands]) if name_boxes or bands else None

    def _rings(self, cell: Cell) -> Sequence[Sequence[Point]]:
        """The outline of a cell and its holes; a disc for a point."""
        return (
            [point_area(self.spaces.middles[cell], self.spaces.cell_size)]
            if self.is_point_board
            else self.spaces.rings(cell)
        )

    def _compute_once(self, what: str, compute: Callable[[], T], *details: Hashable) -> T:
        """A value that depends on nothing but the spaces, the lines between them and these details. Surfaces of the
        same spaces share it."""
        key = what, self.kind, self.is_point_board, self.bridge_pairs, self.road_pairs, *details
        return self.spaces.compute_once(key, compute)

    @property
    def _road_bands(self) -> BaseGeometry:
        return self._compute_once("bands", lambda: road_bands(self.spaces, self.road_pairs, self._curves))

    def road_dashes(self) -> list[Path]:
        """The roads of a map, in dashes."""
        if not self.road_pairs:
            return []
        return [*self._compute_once(
            "dashes", lambda: dashes(self.spaces, self.road_pairs, self.grid_lines(), self._curves))]

    @cached_property
    def step_pairs(self) -> tuple[tuple[Cell, Cell], ...]:
        """Pairs of cells between which a piece can step: neighbours, and successive spaces on the lines of a map."""
        pairs = {frozenset(pair): pair for pair in (*self.lattice.pairs, *self.lattice.line_pairs)}
        return tuple(pairs.values())

    def grid_lines(self) -> list[Path]:
        """The borders of cells, or the lines between points."""
        if self.is_point_board:
            return middle_lines(self.spaces.middles, self.step_pairs)
        if self.has_squares and not self.lattice.holes:
            return grid_lines(0, 0, self.lattice.files, self.lattice.ranks, self.spaces.cell_size)
        rings = (ring for cell in self.spaces.outlines for ring in self.spaces.rings(cell))
        return [*self._compute_once(
            "lines", lambda: border_lines(rings, self.kind) + link_dashes(self.spaces, self.links))]

    @property
    def links(self) -> Mapping[Pair, tuple[Point, ...]]:
        """The curves from middle to middle of neighbours that do not touch, by their pairs. Neighbours that a road also
        joins have a curve beside it."""
        return self._compute_once("links", self._lay_links)

    def _lay_links(self) -> Mapping[Pair, tuple[Point, ...]]:
        on_roads = {frozenset(pair) for pair in self.road_pairs}
        beside = [pair for pair in self.bridge_pairs if frozenset(pair) in on_roads]
        return {pair: self._curves[pair] for pair in self.bridge_pairs if pair not in beside} | (
            link_curves(self.spaces, beside, self._curves) if beside else {})

    @property
    def _curves(self) -> Mapping[Pair, tuple[Point, ...]]:
        """The curves of links and of roads between spaces that do not touch, either way round."""
        return self._compute_once("curves", self._lay_curves)

    def _lay_curves(self) -> Mapping[Pair, tuple[Point, ...]]:
        on_roads = {frozenset(pair) for pair in self.road_pairs}
        linked = [pair for pair in self.bridge_pairs if frozenset(pair) not in on_roads]
        distant = [pair for pair in self.road_pairs if not self.spaces.touch(*pair)]
        curves = link_curves(self.spaces, (*linked, *distant))
        return curves | {pair[::-1]: points[::-1] for pair, points in curves.items()}

    def road_line(self, pair: Pair) -> tuple[Point, ...]:
        """The points from the middle of a space to that of another, as a road between them would go."""
        return road_line(self.spaces, *pair, self._curves)

    def void_outlines(self) -> list[Sequence[Point]]:
        """The outlines of holes with cells all around: their borders alone would look like cells."""
        plane, lattice = self.lattice.plane, self.lattice
        if self.is_point_board or not lattice.holes or plane is None:
            return []
        window = [(x, y) for x in range(-1, lattice.files + 1) for y in range(-1, lattice.ranks + 1)]
        empty = [place for place in window if not lattice.cell(*place)]
        # A flood from a corner outside of the board reaches every empty place but the enclosed ones.
        unreached, reached, to_visit = {*empty}, {empty[0]}, [empty[0]]
        while to_visit:
            file, rank = to_visit.pop()
            beside = {(file + dx, rank + dy) for dx, dy in plane.offsets("W", (), False)} & unreached - reached
            reached |= beside
            to_visit += beside
        side, first = self.spaces.cell_size, lattice.cells[0]
        (x, y), (u, v) = self.spaces.middles[first], plane.middle_of(lattice.place(first))
        spots = [plane.middle_of(place) for place in empty if place not in reached]
        return [[(x + (p - u + a) * side, y + (q - v + b) * side) for a, b in plane.corners] for p, q in spots]

    def draw_names(self) -> Drawing:
        """The name of each cell in it, or beside its point; a name that does not fit is left out."""
        top = -self._depth_of_names
        legend = [draw_text(Role.COORDINATE, f"{spot.lines[0]} {spot.legend}",
                            (0.0, top - n * LEGEND_LEADING * spot.cap), spot.cap, anchor="start")
                  for n, spot in enumerate(self.numbered_spots, 1)]
        names = draw_name_spots(self.name_spots.values())
        return (names.in_group(SPACES) if self.kind == "map" else names) + combine_drawings(legend).in_group(LEGEND)

    @property
    def legend_height(self) -> float:
        """What the names under a map take up, in mm, of spaces that have a number instead."""
        spots = self.numbered_spots
        return self._depth_of_names + sum(LEGEND_LEADING * spot.cap for spot in spots) if spots else 0.0

    @property
    def _depth_of_names(self) -> float:
        """How far in mm the names of spaces reach below the map, where some stand outside of it."""
        lows = [y - DESCENT * spot.cap for spot in self.name_spots.values() for _, (_, y) in spot.text_lines()]
        return max(0.0, -min(lows, default=0.0))

    @property
    def numbered_spots(self) -> list[NameSpot]:
        """The spots of spaces that have a number instead of a name."""
        return [spot for spot in self.name_spots.values() if spot.legend]

    @cached_property
    def name_spots(self) -> Mapping[Cell, NameSpot]:
        """Where names stand, each with the largest capitals that fit."""
        if self.kind == "map" and not self.is_point_board:
            if not self.caps:
                return {}
            titles = {cell: self.lattice.title(cell) for cell in self.lattice.cells}
            known = self._compute_once("places of names", KnownPlaces)
            return self._compute_once(
                "names",
                lambda: map_name_spots(self.spaces, titles, self._name_obstacles, self.caps, self.occupied, known),
                self.caps, self.occupied, (*titles.items(),))
        # Cells that look alike have their names in the same place, which is searched once.
        shifts: dict[tuple[object, ...], tuple[Point, float] | None] = {}
        spots: dict[Cell, NameSpot] = {}
        for cell, (x, y) in self.spaces.middles.items():
            key = (len(cell), *self._neighbour_offsets(cell)) if self.lattice.regular else (cell,)
            if key not in shifts:
                spot = next(self._possible_spots(cell), None)
                shifts[key] = spot and ((spot[0][0] - x, spot[0][1] - y), spot[1])
            if shift := shifts[key]:
                at = x + shift[0][0], y + shift[0][1]
                spots[cell] = NameSpot(at, shift[1], (self.lattice.title(cell),))
        return spots

    @property
    def _name_obstacles(self) -> BaseGeometry:
        """The area that names on a map must avoid, besides borders: roads, and lines between spaces that do not
        touch."""
        return self._compute_once("name obstacles", self._find_name_obstacles)

    def _find_name_obstacles(self) -> BaseGeometry:
        import shapely

        return shapely.union_all([*([self._road_bands] if self.road_pairs else []), *self._open_links])

    @cached_property
    def _open_links(self) -> list[BaseGeometry]:
        """The curve of each link outside of its own two spaces."""
        import shapely

        areas = {cell: shapely.Polygon(outline) for cell, outline in self.spaces.outlines.items()}
        return [shapely.LineString(points).difference(shapely.union_all([areas[cell] for cell in pair]))
                for pair, points in self.links.items()]

    def _neighbour_offsets(self, cell: Cell) -> tuple[object, ...]:
        """The features of a cell on which the place of a name beside a point depends; empty for a name in a space."""
        return (
            tuple(self.lattice.offset(cell, neighbour) for neighbour in self.lattice.neighbours(cell))
            if self.is_point_board
            else ()
        )

    def _possible_spots(self, cell: Cell) -> Iterator[tuple[Point, float]]:
        """Where the name of a cell may stand, with each of the capitals for which there is room."""
        middle, side, sample = self.spaces.middles[cell], self.spaces.cell_size, self.lattice.title(cell)
        if self.lattice.regular:  # names of one length have one place: it is found with the widest signs
            sample = "".join("0" if sign.isdigit() else "m" for sign in cell)
        for cap in self.caps:
            if self.is_point_board:
                others = [self.spaces.middles[b if a == cell else a] for a, b in self.step_pairs if cell in (a, b)]
                yield _spot_by_point(sample, cap, middle, others, side), cap
            elif at := _spot_in_space(sample, cap, self.spaces.outlines[cell], middle, side):
                yield at, cap


def draw_name_spots(spots: Iterable[NameSpot]) -> Drawing:
    """Names or numbers of spaces in their places, with their leader lines."""
    spots = list(spots)
    names = [draw_text(Role.COORDINATE, text, at, spot.cap) for spot in spots for text, at in spot.text_lines()]
    leaders = [draw(Role.COORDINATE, polygon(spot.leader_outline())) for spot in spots if spot.leader]
    return combine_drawings([*names, *leaders])


def surface_of(game: Game, lattice: Board, side: float, spaces: Spaces | None = None,
               caps: tuple[float, ...] = ()) -> Surface:
    """How the cells of a game's board are drawn, their side in mm; a map has `spaces` of its own."""
    board_map = game.board.map
    pairs = map(sorted, map(lattice.split_names, board_map.joined if board_map else ()))
    has_roads = board_map and board_map.roads and not game.board.points
    road_pairs = lattice.line_pairs if has_roads else ()
    scaled_spaces = spaces.scaled(side) if spaces else spaces_of(lattice, side)
    bridge_pairs = tuple((a, b) for a, b in dict.fromkeys(map(tuple, pairs)) if not scaled_spaces.touch(a, b))
    return Surface(lattice, scaled_spaces, game.board.points, bridge_pairs, caps, road_pairs)


def figure_surface(game: Game, lattice: Board, side: float, spaces: Spaces | None = None,
                   caps: tuple[float, ...] = ()) -> Surface:
    """The surface of a board as `surface_of` makes it, but with sparse patterns, which are calm in a figure."""
    return replace(surface_of(game, lattice, side, spaces, caps), is_figure=True)


def board_caps(game: Game) -> tuple[float, ...]:
    """The capitals in mm for names in the cells of a board; none where the border names files and ranks."""
    largest = max(LEAST_CAP, min(MOST_CAP, NAME_CAP * game.board.cell))
    return () if game.board.grid else tuple(largest - (largest - LEAST_CAP) * n / (CAPS - 1) for n in range(CAPS))


def least_name_cap(spaces: Spaces, side: float) -> float:
    """The least height in mm of capitals in the spaces of a map with cells of `side` mm, in a figure that is as wide as
    a page."""
    return min(MOST_FIGURE_CAP * side, LEGIBLE * spaces.size[0] * side / spaces.cell_size)


def figure_caps(side: float, least_cap: float = 0.0) -> tuple[float, ...]:
    """The capitals in mm for names in the spaces of a map, in a figure; none is lower than `least_cap`."""
    largest = max(least_cap, FIGURE_CAP * side)
    return tuple(max(least_cap, largest * (1 - 0.06 * n)) for n in range(CAPS))


def draw_rim(surface: Surface, cap: float) -> Drawing:
    """The names of files and ranks beside a board of hexagons, each before the first cell of its file or rank, in line
    with its cells."""
    lattice, first_cells = surface.lattice, dict[str, Cell]()
    for cell in sorted(lattice.cells, key=lattice.place):
        letters = cell.rstrip(DIGITS)
        first_cells.setdefault(letters, cell)
        first_cells.setdefault(cell.removeprefix(letters), cell)
    return combine_drawings(_draw_rim_name(surface, name, cell, cap) for name, cell in first_cells.items())


def _draw_rim_name(surface: Surface, name: str, cell: Cell, cap: float) -> Drawing:
    """The name of the file or rank whose first cell is this one, opposite to where its line of cells goes on."""
    lattice, plane = surface.lattice, surface.lattice.plane
    assert plane is not None, "a map has no files and ranks"
    x, _ = lattice.place(cell)
    neighbours_right = (neighbour for neighbour in lattice.neighbours(cell) if lattice.place(neighbour)[0] == x + 1)
    same_rank = (neighbour for neighbour in neighbours_right if neighbour.lstrip(LETTERS) == name)
    dx, dy = (0, 1) if name.isalpha() else lattice.offset(cell, next(same_rank, cell))
    if (dx, dy) != (0, 0):
        offset = -dx, -dy
    else:  # a rank of a single cell
        offset = next((offset for offset in ((-1, 0), (-1, 1)) if not lattice.step(cell, *offset)), (-1, 0))
    direction = plane.middle_of(offset)
    (at, level), distance = surface.spaces.middles[cell], 0.5 * surface.spaces.cell_size + 1.1 * cap
    return draw_text(
        Role.COORDINATE, name, (at + distance * direction[0], level + distance * direction[1] - cap / 2), cap
    )


def _spot_in_space(name: str, cap: float, outline: Outline, middle: Point, side: float) -> Point | None:
    """The middle of a name's base line in a space: as low as the name fits, and beside the piece in the middle if
    possible; None where it does not fit at all."""
    import shapely
    from shapely.affinity import translate
    from shapely.ops import nearest_points

    area, padding = shapely.Polygon(outline), max(PADDING[0] * side, min(PADDING[1], 0.1 * side))
    half, high = text_width(name, cap) / 2 + padding, ASCENT * cap + padding
    # The places of the base line's middle for which each corner of the name's box lies in the area.
    corners = [(x, y) for x in (-half, 0.0, half) for y in (-padding, high / 2, high)]
    room: BaseGeometry = shapely.intersection_all([translate(area, -x, -y) for x, y in corners])
    x, y = middle
    obstacles = shapely.box(x - half + padding, y - high + padding, x + half - padding, y).buffer(MIDDLE_CLEAR * side)
    free = room.difference(obstacles)
    free = room if free.is_empty else free
    if free.is_empty:
        return None
    low = free.bounds[1] + 1e-6
    row = free.intersection(shapely.LineString([(x - 1e4, low), (x + 1e4, low)]))
    spot = nearest_points(row if not row.is_empty else free, shapely.Point(x, low))[0]
    return round(float(spot.x), 6), round(float(spot.y), 6)


def _spot_by_point(name: str, cap: float, middle: Point, others: Iterable[Point], side: float) -> Point:
    """The middle of the base line of a point's name: in the widest gap between the lines that leave the point for
    `others`, preferably below it."""
    angles = sorted({round(math.degrees(math.atan2(y - middle[1], x - middle[0])) % 360, 3) for x, y in others}) or [
        90.0]
    gaps = [(b - a, (a + b) / 2) for a, b in pairwise([*angles, angles[0] + 360])]
    widest = max(gap for gap, _ in gaps)
    candidates = [math.radians(angle) for gap, angle in gaps if gap > widest - 1]
    angle = min(candidates, key=lambda a: (round(math.sin(a), 3), -round(math.cos(a), 3)))
    half, clear = text_width(name, cap) / 2, POINT_CLEAR * side
    distance = clear + half * abs(math.cos(angle)) + cap * abs(math.sin(angle))
    return middle[0] + distance * math.cos(angle), middle[1] + distance * math.sin(angle) - cap / 2
