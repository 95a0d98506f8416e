"""The lines of a map and its spaces in mm → roads: dashed, from middle to middle over the border that two spaces share,
with a ring in each space where they stop.

No dash lies on a border, and none on another road.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from fabgen.artwork.path import Path, Point, circle, line
from fabgen.rules.boards import Cell
from fabgen.spec.spaces import Spaces

if TYPE_CHECKING:
    from shapely import LineString
    from shapely.geometry.base import BaseGeometry

DASH, BREAK, LEAST = 0.085, 0.05, 0.02  # of the cell: a dash, the gap after it, and the shortest road that is drawn
STOP, STOP_GAP = 0.055, 0.1  # of the cell: radius of a stop's ring, and how far from its middle roads begin
ROAD_MARGIN = 0.05  # of the cell: what stays clear along a road
CROSSING_GAP = 0.2  # mm: what stays clear of a line that a road crosses

Pair = tuple[Cell, Cell]


def road_line(spaces: Spaces, start: Cell, end: Cell, curves: Mapping[Pair, tuple[Point, ...]]) -> tuple[Point, ...]:
    """The points of the line from middle to middle, over the middle of the common border where there is one; of a pair
    with a curve, those of the curve."""
    if curve := curves.get((start, end)):
        return curve
    over = border_middle(spaces, start, end)
    return spaces.middles[start], *((over,) if over else ()), spaces.middles[end]


def border_middle(spaces: Spaces, first: Cell, second: Cell) -> Point | None:
    """The middle of the longest border of two spaces; None where they do not touch, or one lies in the other."""
    import shapely

    a, b = (shapely.MultiLineString([[*ring, ring[0]] for ring in spaces.rings(cell)]) for cell in (first, second))
    common = shapely.line_merge(shapely.intersection(a, b, grid_size=1e-3))
    parts = [part for part in getattr(common, "geoms", [common]) if part.geom_type == "LineString" and part.length]
    longest = max(parts, key=lambda part: part.length, default=None)
    if longest is None or longest.is_closed:
        return None
    spot = longest.interpolate(0.5, normalized=True)
    return float(spot.x), float(spot.y)


def road_bands(spaces: Spaces, pairs: Sequence[Pair], curves: Mapping[Pair, tuple[Point, ...]]) -> BaseGeometry:
    """The area of roads and their stops with some air around them; names and patterns keep clear of it."""
    import shapely

    lines = [shapely.LineString(road_line(spaces, *pair, curves)) for pair in pairs]
    stops = [
        shapely.Point(spaces.middles[cell]).buffer((STOP + ROAD_MARGIN) * spaces.cell_size) for cell in _stops(pairs)
    ]
    return shapely.union_all(
        [*(line.buffer(ROAD_MARGIN * spaces.cell_size, cap_style="flat") for line in lines), *stops]
    )


def dashes(
    spaces: Spaces, pairs: Sequence[Pair], borders: Iterable[Path], curves: Mapping[Pair, tuple[Point, ...]]
) -> list[Path]:
    """Dashed roads between pairs of spaces, clear of the borders that they cross, and the rings where they stop."""
    import shapely

    side = spaces.cell_size
    border_lines = [shapely.LineString(_points(path)) for path in borders]
    obstacles = [shapely.union_all(border_lines).buffer(CROSSING_GAP)]
    obstacles += [shapely.Point(spaces.middles[cell]).buffer(STOP_GAP * side) for cell in _stops(pairs)]
    paths = [circle(spaces.middles[cell], STOP * side) for cell in _stops(pairs)]
    for pair in pairs:
        whole = shapely.LineString(road_line(spaces, *pair, curves))
        free = whole.difference(shapely.union_all(obstacles))
        for piece in getattr(free, "geoms", [free]):
            paths += [line(*dash.coords) for dash in cut_dashes(piece, side)]
        obstacles.append(whole.buffer(CROSSING_GAP, cap_style="flat"))  # so that later roads are interrupted here
    return paths


def _stops(pairs: Iterable[Pair]) -> list[Cell]:
    return list(dict.fromkeys(cell for pair in pairs for cell in pair))


def _points(path: Path) -> list[Point]:
    return path.trace(0.01)


def cut_dashes(
    stretch_of_road: LineString, side: float, dash_length: float = DASH, gap: float = BREAK
) -> Iterator[LineString]:
    """The dashes of a stretch of road, of which the first and the last are whole; their length and the gap between them
    in cells of `side` mm."""
    import shapely
    from shapely.ops import substring

    if stretch_of_road.is_empty or stretch_of_road.length < LEAST * side:
        return
    count = max(1, math.floor((stretch_of_road.length / side + gap) / (dash_length + gap)))
    step = (stretch_of_road.length + gap * side) / count
    for n in range(count):
        dash = substring(stretch_of_road, n * step, (n + 1) * step - gap * side)
        if dash.geom_type == "LineString":
            yield shapely.LineString(dash)
