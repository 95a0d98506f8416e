"""The spaces of a map in mm and their names → where each name stands, in one or more lines.

A name stands in its space, clear of the piece in the middle, of roads and links, where it has the most air; where it
has no room there, in two lines, then on open ground beside its space, then farther away, and only then under the piece.
A name that stands away from its space, or about as near to another one, has a thin line that leads to its space. All
names have one size, except those in spaces that are too small for it. In a figure, a space whose name has no room
anywhere has a number, and the name stands with it under the map.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple

from fabgen.artwork.text import ASCENT, DESCENT, text_width
from fabgen.rules.boards import Cell
from fabgen.spec.spaces import PIECE_DISC, Point, Spaces

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

STEPS = 18  # places that are tried for a name, along x and along y
PIECE = 0.3, 0.48  # of the cell: half the width and half the height of the piece in the middle of a space
DISC = 0.44  # of the cell: the radius of its base
PIECE_SHARES = (1.0, 0.8)  # of that piece: what is left free, as far as there is room
NUMBER_SHARES = (1.0, 0.8, 0.65)  # ... for a number that stands for a name
FAR_ENOUGH = 0.5  # of the cell: a greater distance from the middle is no better
AIR = 0.3, 1.2  # of the capitals: the least between a name and a line, and how much is enough
SMALL_SPACES = 5  # one in so many spaces may be too small for the common size
SMALL_CAP = 0.85  # of the smallest capitals: those of a name that would stand away from its space in a figure
LEADING = 1.5  # of the capitals: from a base line to the next one
OVERHANG = 2.5  # of the capitals: how far names in a figure may stand outside of the map
REACH = 1.3  # of the capitals: the farthest that a name beside its space is from it
FARTHEST, TRIES = 9.0, 40  # of the capitals: the farthest that a name is at all; places that are tried for it there
# Of the capitals: a name beside its space also has a leader line where another space is farther from it by no more
# than this, because a reader could take it for the name of that space.
AMBIGUOUS = 1.0
INTO, LEADER = 0.7, 0.09  # of the capitals: how far inside the space a leader line ends, and its width
LEADER_GAP = 0.25  # of the capitals: between a name and its leader line


# The best place of a name in its space, by the space, the lines, the capitals and the share of the piece left free, or
# None where it has no room.
KnownPlaces = dict[tuple[Cell, tuple[str, ...], float, float], Point | None]


class NameSpot(NamedTuple):
    """Where a name stands: the middle of its first base line, the height of its capitals in mm, its lines, and the ends
    of a thin line that leads to its space; none where it needs none. `legend`: the name, where a number stands for
    it."""

    at: Point
    cap: float
    lines: tuple[str, ...]
    leader: tuple[Point, ...] = ()
    legend: str = ""

    def text_lines(self) -> Iterator[tuple[str, Point]]:
        """Each line with the middle of its base line."""
        for number, text in enumerate(self.lines):
            yield text, (self.at[0], self.at[1] - number * LEADING * self.cap)

    def leader_outline(self) -> tuple[Point, ...]:
        """The corners of the leader line; empty without one."""
        if not self.leader:
            return ()
        (x, y), (u, v) = self.leader
        length = math.dist((x, y), (u, v))
        across, along = ((v - y) * LEADER * self.cap / 2 / length, (u - x) * LEADER * self.cap / 2 / length)
        return (x + across, y - along), (u + across, v - along), (u - across, v + along), (x - across, y + along)


def name_box(spot: NameSpot) -> tuple[float, float, float, float]:
    """The box of a name with some air around it."""
    half, air = _half_width(spot.lines, spot.cap), 0.35 * spot.cap
    low = spot.at[1] - (len(spot.lines) - 1) * LEADING * spot.cap
    return spot.at[0] - half - air, low - air, spot.at[0] + half + air, spot.at[1] + spot.cap + air


def _half_width(lines: Sequence[str], cap: float) -> float:
    return max(text_width(text, cap) for text in lines) / 2


def map_name_spots(
    spaces: Spaces,
    titles: Mapping[Cell, str],
    obstacles: BaseGeometry,
    caps: Sequence[float],
    occupied: frozenset[Cell] = frozenset(),
    known: KnownPlaces | None = None,
    *,
    has_numbers: bool = True,
) -> dict[Cell, NameSpot]:
    """Where the names of a map's spaces stand, clear of `obstacles`; for a name that fits nowhere, where its number
    does, unless there are no numbers. In spaces that are `occupied` no name stands under the piece: it is rather
    smaller than all of `caps`. Places `known` of the same spaces and obstacles are not searched again, and new ones are
    noted there."""
    placer = _NamePlacer(spaces, titles, obstacles, caps, occupied, {} if known is None else known)
    for cell in placer.areas:
        if spot := placer.find_spot(cell, caps):
            placer.spots[cell] = spot
    spots = placer.spots
    numbered = {cell: titles[cell] for cell in placer.areas if cell not in spots} if has_numbers else {}
    sizes = sorted(spot.cap for spot in spots.values())
    if not sizes:
        return placer.number_spots(numbered)
    common = sizes[len(sizes) // SMALL_SPACES]
    for cell, spot in spots.items():
        if spot.cap > common:
            spots[cell] = placer.find_spot(cell, (common,)) or spot
    for cell, spot in spots.items():
        if not spot.leader:
            spots[cell] = placer.add_leader(cell, spot)
    return spots | placer.number_spots(numbered)


@dataclass
class _NamePlacer:
    """Finds where the names of a map stand, one after the other. `spots`: those found so far.

    `caps` are the heights of capitals in mm, the largest first. In a figure, pieces stand in the `occupied` spaces; on
    the board itself there are none.
    """

    spaces: Spaces
    titles: Mapping[Cell, str]
    obstacles: BaseGeometry
    caps: Sequence[float]
    occupied: frozenset[Cell]
    known: KnownPlaces
    spots: dict[Cell, NameSpot] = field(default_factory=dict)

    @cached_property
    def areas(self) -> Mapping[Cell, BaseGeometry]:
        """The area of each space."""
        import shapely

        return {cell: shapely.Polygon(self.spaces.outlines[cell], self.spaces.holes.get(cell))
                for cell in self.spaces.outlines}

    @cached_property
    def ground(self) -> BaseGeometry:
        """The open ground, which belongs to no space: between the spaces and, in a figure, around all of them."""
        import shapely

        (width, height), overhang = self.spaces.size, OVERHANG * self.caps[-1] if self.occupied else 0.0
        page = shapely.box(-overhang, -overhang, width + overhang, height + overhang)
        return page.difference(shapely.union_all(list(self.areas.values())))

    def find_spot(self, cell: Cell, caps: Sequence[float]) -> NameSpot | None:
        """Where the name of a space stands, with capitals of one of these heights; None where it has no room."""
        return next(self._possible_spots(cell, caps), None)

    def _possible_spots(self, cell: Cell, caps: Sequence[float]) -> Iterator[NameSpot]:
        """Where a name may stand, the best places first."""
        import shapely

        area, layouts = self.areas[cell], list(_line_breaks(self.titles[cell]))
        yield from self._spots_in_space(cell, layouts, caps)
        # Most names stand in their space, and then need none of these unions, which take long.
        other_names = shapely.union_all([_ground_of(spot) for other, spot in self.spots.items() if other != cell])
        ground = self.ground.difference(other_names)
        yield from self._spots_beside_space(cell, ground, layouts, caps)
        if cell in self.occupied:
            yield from self._small_spots(cell, layouts, SMALL_CAP * caps[-1])
        elif self.occupied:  # where no piece stands now, a name under it is better than one far from the space
            yield from self._spots_under_piece(cell, layouts, caps)
        others = shapely.union_all([other_names, *(self.areas[other] for other in self.areas if other != cell)])
        for cap in caps:
            for lines in layouts:
                if spot := _spot_apart(lines, cap, area, ground, self.obstacles, others):
                    yield spot
        if not self.occupied:
            yield from self._spots_under_piece(cell, layouts, caps)

    def _spots_in_space(self, cell: Cell, layouts: Sequence[tuple[str, ...]], caps: Sequence[float]
                        ) -> Iterator[NameSpot]:
        """Places in the space beside its piece. No other name, and no piece elsewhere, decides about them."""
        @cache
        def free_area(share: float) -> BaseGeometry:
            return self._free_area(cell, share)

        for share in PIECE_SHARES:
            for lines in layouts:
                for cap in caps:
                    key = cell, lines, cap, share
                    if key not in self.known:
                        self.known[key] = self._best_place(cell, lines, cap, free_area(share), self.obstacles)
                    if at := self.known[key]:
                        yield NameSpot(at, cap, lines)

    def _spots_beside_space(self, cell: Cell, ground: BaseGeometry, layouts: Sequence[tuple[str, ...]],
                            caps: Sequence[float]) -> Iterator[NameSpot]:
        """Places on open ground that are near to the space."""
        area = self.areas[cell]
        for lines in layouts:
            for cap in caps:
                # The ends of a wide name are farther from a round space than its middle is.
                reach = (REACH + LEADING * (len(lines) - 1) + 2) * cap + _half_width(lines, cap)
                beside = ground.intersection(area.buffer(reach))
                if at := self._best_place(cell, lines, cap, beside, self.obstacles, outside_of=area):
                    yield NameSpot(at, cap, lines)

    def _small_spots(self, cell: Cell, layouts: Sequence[tuple[str, ...]], cap: float) -> Iterator[NameSpot]:
        """Places in the space beside its piece for a name that is smaller than others."""
        free = self._free_area(cell, PIECE_SHARES[-1])
        for lines in layouts:
            if at := self._best_place(cell, lines, cap, free, self.obstacles):
                yield NameSpot(at, cap, lines)

    def _spots_under_piece(self, cell: Cell, layouts: Sequence[tuple[str, ...]], caps: Sequence[float]
                           ) -> Iterator[NameSpot]:
        """Places in the space where a piece would cover the name: clear of obstacles, at last smaller, then wherever
        there is room."""
        import shapely

        for obstacles, tried_caps in ((self.obstacles, (*caps, SMALL_CAP * caps[-1])), (shapely.Point(), caps)):
            for lines in layouts:
                for cap in tried_caps:
                    if at := self._best_place(cell, lines, cap, self.areas[cell], obstacles):
                        yield NameSpot(at, cap, lines)

    def _free_area(self, cell: Cell, share: float) -> BaseGeometry:
        """What a share of the piece leaves free of its space."""
        return self.areas[cell].difference(_piece_ground(self.spaces, cell, share))

    def _best_place(self, cell: Cell, lines: Sequence[str], cap: float, area: BaseGeometry, obstacles: BaseGeometry,
                    outside_of: BaseGeometry | None = None) -> Point | None:
        """As the function of this name, for the name of a space."""
        return _best_place(lines, cap, area, obstacles, self.spaces.middles[cell], self.spaces.cell_size, outside_of)

    def number_spots(self, titles: Mapping[Cell, str]) -> dict[Cell, NameSpot]:
        """Where numbers stand in spaces whose names have no room: clear of the piece as far as that can be."""
        spots = dict[Cell, NameSpot]()
        for number, (cell, title) in enumerate(titles.items(), 1):
            lines, cap = (str(number),), self.caps[-1]
            free_areas = (*(self._free_area(cell, share) for share in NUMBER_SHARES), self.areas[cell])
            places = (self._best_place(cell, lines, cap, free, self.obstacles) for free in free_areas)
            at = next(filter(None, places), self.spaces.middles[cell])
            spots[cell] = NameSpot(at, cap, lines, legend=title)
        return spots

    def add_leader(self, cell: Cell, spot: NameSpot) -> NameSpot:
        """A name beside its space with a leader line, where another space is about as near."""
        import shapely

        box = shapely.box(*name_box(spot))
        others = [area for other, area in self.areas.items() if other != cell]
        distance = self.areas[cell].distance(box)
        if distance == 0.0 or all(area.distance(box) - distance > AMBIGUOUS * spot.cap for area in others):
            return spot
        other_names = [_ground_of(other) for key, other in self.spots.items() if key != cell]
        leader = _leader(spot, self.areas[cell], shapely.union_all([*others, *other_names]), self.obstacles)
        return spot._replace(leader=leader or ())


def _ground_of(spot: NameSpot) -> BaseGeometry:
    """What a name and its leader line take up."""
    import shapely

    box = shapely.box(*name_box(spot))
    return box.union(shapely.LineString(spot.leader).buffer(LEADER * spot.cap)) if spot.leader else box


def _leader(spot: NameSpot, area: BaseGeometry, taken: BaseGeometry, obstacles: BaseGeometry) -> tuple[Point, ...]:
    """A line from a name into its space, off its borders, by the shortest way; empty where it would meet what is taken,
    or run along an obstacle."""
    import shapely

    x0, y0, x1, y1 = name_box(spot)
    box = shapely.box(x0, y0 + 0.1 * spot.cap, x1, y1)
    inside = next((inner for share in (1.0, 0.5) if not (inner := area.buffer(-share * INTO * spot.cap)).is_empty),
                  area.representative_point())
    start, end = shapely.shortest_line(box, inside).coords
    length = math.dist(start, end)
    if length < 1e-6:
        return ()
    gap = min(LEADER_GAP * spot.cap, area.distance(shapely.Point(start)) / 3) / length
    ends = (start[0] + gap * (end[0] - start[0]), start[1] + gap * (end[1] - start[1])), end
    line = shapely.LineString(ends)
    if line.intersects(taken) or line.buffer(2 * LEADER * spot.cap).intersection(obstacles).length > spot.cap:
        return ()
    return tuple((round(float(x), 6), round(float(y), 6)) for x, y in ends)


def _line_breaks(title: str) -> Iterator[tuple[str, ...]]:
    """A name in one line; then in two, as equal as its words allow, which also end at a hyphen."""
    yield (title,)
    breaks = (match.end() for match in re.finditer(r"\s+|(?<=\w\w)-(?=\w\w)", title))
    halves = [(title[:at].rstrip(), title[at:]) for at in breaks]
    if halves:
        yield min(halves, key=lambda half: max(text_width(text, 1) for text in half))


def _spot_apart(lines: tuple[str, ...], cap: float, area: BaseGeometry, ground: BaseGeometry, obstacles: BaseGeometry,
                other_spaces: BaseGeometry) -> NameSpot | None:
    """The nearest place on open ground for a name with a leader line to its space; None where there is none."""
    import numpy as np
    import shapely

    half, high = _half_width(lines, cap), ASCENT * cap
    low = DESCENT * cap + (len(lines) - 1) * LEADING * cap
    region = ground.intersection(area.buffer(FARTHEST * cap + half))
    if region.is_empty:
        return None
    x0, y0, x1, y1 = region.bounds
    if x1 - x0 < 2 * half or y1 - y0 < low + high:
        return None
    axes = np.linspace(x0 + half, x1 - half, 2 * STEPS), np.linspace(y0 + low, y1 - high, 2 * STEPS)
    x, y = (axis.ravel() for axis in np.meshgrid(*axes))
    boxes = shapely.box(x - half, y - low, x + half, y + high)
    shapely.prepare(region)
    air = np.where(shapely.contains(region, boxes), shapely.distance(region.boundary, boxes), 0.0)
    air = air if obstacles.is_empty else np.minimum(air, shapely.distance(obstacles, boxes))
    away = np.where(air >= AIR[0] * cap, shapely.distance(area, boxes), np.inf)
    for n in np.lexsort((y, x, np.round(away, 6)))[:TRIES]:
        spot = NameSpot((round(float(x[n]), 6), round(float(y[n]), 6)), cap, lines)
        if away[n] <= FARTHEST * cap and (leader := _leader(spot, area, other_spaces, obstacles)):
            return spot._replace(leader=leader)
    return None


def _piece_ground(spaces: Spaces, cell: Cell, share: float) -> BaseGeometry:
    """What the pieces take up for which a space has room; `share` of it is enough."""
    import shapely

    side, places = spaces.cell_size, [(spaces.middles[cell], share)]
    if cell in spaces.limits:
        radius, middles = spaces.stalls(cell)
        places += [(middle, share * radius / (PIECE_DISC * side)) for middle in middles]
    pieces = []
    for (x, y), scale in places:
        half_width, half_height = (scale * half * side for half in PIECE)
        box = shapely.box(x - half_width, y - half_height, x + half_width, y + half_height)
        pieces.append(box.union(shapely.Point(x, y).buffer(scale * DISC * side)))
    return shapely.union_all(pieces)


def _best_place(
    lines: Sequence[str],
    cap: float,
    area: BaseGeometry,
    obstacles: BaseGeometry,
    middle: Point,
    side: float,
    outside_of: BaseGeometry | None = None,
) -> Point | None:
    """The middle of the first base line at the best of the places tried: with the most air, clear of the piece, and of
    equal ones the nearest to the place below the piece. A name `outside_of` its space stands as near to it as it can.
    None where it does not fit."""
    import numpy as np
    import shapely

    half, high = _half_width(lines, cap), ASCENT * cap
    low = DESCENT * cap + (len(lines) - 1) * LEADING * cap
    if area.is_empty:
        return None
    x0, y0, x1, y1 = area.bounds
    if x1 - x0 < 2 * half or y1 - y0 < low + high:
        return None
    xs = np.append(np.linspace(x0 + half, x1 - half, STEPS), min(max(middle[0], x0 + half), x1 - half))
    ys = np.linspace(y0 + low, y1 - high, STEPS)
    x, y = (axis.ravel() for axis in np.meshgrid(xs, ys))
    boxes = shapely.box(x - half, y - low, x + half, y + high)
    shapely.prepare(area)
    fits = shapely.contains(area, boxes)
    x, y, boxes = x[fits], y[fits], boxes[fits]
    to_obstacles = np.inf if obstacles.is_empty else shapely.distance(obstacles, boxes)
    air = np.minimum(shapely.distance(area.boundary, boxes), to_obstacles)
    from_middle = shapely.distance(shapely.Point(middle), boxes)
    if outside_of is not None:
        from_space = shapely.distance(outside_of, boxes)
        air = np.where(from_space <= REACH * cap, np.minimum(air, from_space), 0.0)
    fits = air >= AIR[0] * cap
    if not fits.any():
        return None
    # Beside the piece is worse than above or below it: patterns have ticks in the corners.
    from_below = 3 * np.abs(x - middle[0]) + np.abs(y - (middle[1] - 0.5 * side))
    clear_of_piece = 4 * np.minimum(from_middle / side, FAR_ENOUGH)
    worth = np.minimum(air, AIR[1] * cap) / cap - 0.3 * from_below / side + clear_of_piece
    if outside_of is not None:
        worth = -from_space / cap - 0.3 * from_below / side
    best = np.flatnonzero(fits)[np.argmax(np.round(worth[fits], 6))]
    return round(float(x[best]), 6), round(float(y[best]), 6)
