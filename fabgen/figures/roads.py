"""The lines of a map and its spaces in mm → roads: dashed, from middle to middle over the border that two spaces share,
with a ring in each space where they stop. The border of two neighbours is what rules call it: theirs in common.

No dash lies on a border, and none on another road.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from fabgen.artwork.path import Path, Point, circle, line
from fabgen.rules.boards import Cell
from fabgen.spec.spaces import Spaces

if TYPE_CHECKING:
    from shapely import LineString
    from shapely.geometry.base import BaseGeometry

DASH, BREAK, LEAST = 0.085, 0.05, 0.02  # of the cell: a dash, what is left out after it, and the least that is drawn
STOP, OFF = 0.055, 0.1  # of the cell: radius of the ring of a stop, and how far off its middle roads begin
BESIDE = 0.05  # of the cell: what stays clear along a road
CROSSED = 0.2  # mm: what stays clear of a line that is crossed

Pair = tuple[Cell, Cell]


def way(spaces: Spaces, one: Cell, other: Cell) -> tuple[Point, ...]:
    """From middle to middle, over the middle of the border where there is one."""
    over = border_middle(spaces, one, other)
    return spaces.middles[one], *((over,) if over else ()), spaces.middles[other]


def border_middle(spaces: Spaces, one: Cell, other: Cell) -> Point | None:
    """The middle of the longest border of two spaces; None where they do not touch, or one lies in the other."""
    import shapely

    a, b = (shapely.MultiLineString([[*ring, ring[0]] for ring in spaces.rings(cell)]) for cell in (one, other))
    common = shapely.line_merge(shapely.intersection(a, b, grid_size=1e-3))
    parts = [part for part in getattr(common, "geoms", [common]) if part.geom_type == "LineString" and part.length]
    longest = max(parts, key=lambda part: part.length, default=None)
    if longest is None or longest.is_closed:
        return None
    spot = longest.interpolate(0.5, normalized=True)
    return float(spot.x), float(spot.y)


def road_bands(spaces: Spaces, pairs: Iterable[Pair]) -> BaseGeometry:
    """What roads and their stops take, with some air: names and patterns keep clear of it."""
    import shapely

    ways = [shapely.LineString(way(spaces, *pair)) for pair in pairs]
    stops = [shapely.Point(spaces.middles[cell]).buffer((STOP + BESIDE) * spaces.side) for cell in _stops(pairs)]
    return shapely.union_all([*(one.buffer(BESIDE * spaces.side, cap_style="flat") for one in ways), *stops])


def dashes(spaces: Spaces, pairs: Sequence[Pair], crossed: Iterable[Path]) -> list[Path]:
    """Roads between pairs of spaces, clear of the lines that they cross, and rings where they stop."""
    import shapely

    side = spaces.side
    lines = [shapely.LineString(_points(path)) for path in crossed]
    taken = [shapely.union_all(lines).buffer(CROSSED)]
    taken += [shapely.Point(spaces.middles[cell]).buffer(OFF * side) for cell in _stops(pairs)]
    drawn = [circle(spaces.middles[cell], STOP * side) for cell in _stops(pairs)]
    for pair in pairs:
        whole = shapely.LineString(way(spaces, *pair))
        free = whole.difference(shapely.union_all(taken))
        for piece in getattr(free, "geoms", [free]):
            drawn += [line(*dash.coords) for dash in _dashed(piece, side)]
        taken.append(whole.buffer(CROSSED, cap_style="flat"))
    return drawn


def _stops(pairs: Iterable[Pair]) -> list[Cell]:
    return list(dict.fromkeys(cell for pair in pairs for cell in pair))


def _points(path: Path) -> list[Point]:
    return [*path.flatten(0.01), *([path.start] if path.closed else [])]


def _dashed(piece: LineString, side: float) -> Iterator[LineString]:
    """A line in dashes, the first and the last of them whole."""
    import shapely
    from shapely.ops import substring

    if piece.is_empty or piece.length < LEAST * side:
        return
    count = max(1, math.floor((piece.length / side + BREAK) / (DASH + BREAK)))
    step = (piece.length + BREAK * side) / count
    for n in range(count):
        dash = substring(piece, n * step, (n + 1) * step - BREAK * side)
        if dash.geom_type == "LineString":
            yield shapely.LineString(dash)
