"""Drawings → shapely geometry: what tests measure with, so that no measure of ours is held against itself.

Arcs are walked by their own centre and angle here, at 1 µm; shapely does the rest.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

from shapely import LineString, MultiPolygon, Polygon, box, unary_union
from shapely.geometry.base import BaseGeometry

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape
from fabgen.artwork.path import Arc, Curve, Path, Point

FINE = 64  # chords of a quarter turn: within 1e-4 of the radius


def points(path: Path) -> list[Point]:
    """The corners of a path, its arcs and curves as many chords."""
    found = [path.start]
    for start, segment in path:
        if isinstance(segment, Arc):
            found += arc_points(start, segment.to, segment.bulge)
        elif isinstance(segment, Curve):
            found += [curve_point(start, segment, k / FINE) for k in range(1, FINE + 1)]
        else:
            found.append(segment.to)
    return found


def arc_points(start: Point, end: Point, bulge: float) -> list[Point]:
    """An arc halved again and again: the middle of its chord, moved out by its sagitta, bulge times half the chord."""
    if abs(bulge) < math.tan(math.pi / 8 / FINE):
        return [end]
    (x0, y0), (x1, y1) = start, end
    top = ((x0 + x1) / 2 + bulge * (y1 - y0) / 2, (y0 + y1) / 2 - bulge * (x1 - x0) / 2)
    half = math.tan(math.atan(bulge) / 2)
    return arc_points(start, top, half) + arc_points(top, end, half)


def curve_point(start: Point, curve: Curve, t: float) -> Point:
    """De Casteljau."""
    row = [start, curve.first, curve.second, curve.to]
    while len(row) > 1:
        row = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(row)]
    return row[0]


def area(paths: Iterable[Path]) -> BaseGeometry:
    """The even-odd area of closed paths."""
    found: BaseGeometry = MultiPolygon()
    for path in paths:
        assert path.closed
        outline = Polygon(points(path))
        assert outline.is_valid, "the outline crosses itself"
        found = found.symmetric_difference(outline)
    return found


def thing(item: Shape | Lettering) -> BaseGeometry:
    """An item's area, lines or box."""
    if isinstance(item, Lettering):
        return box(*item.bounds())
    if all(path.closed for path in item.paths):
        return area(item.paths)
    return unary_union([LineString(points(path)) for path in item.paths])


def things(drawing: Drawing, *roles: Role) -> list[BaseGeometry]:
    return [thing(item) for item in drawing.items if not roles or item.role in roles]


def all_of(drawing: Drawing, *roles: Role) -> BaseGeometry:
    return unary_union(things(drawing, *roles))


def extent(geometry: BaseGeometry) -> tuple[float, float]:
    """Width and height."""
    x0, y0, x1, y1 = geometry.bounds
    return x1 - x0, y1 - y0
