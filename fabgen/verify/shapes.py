"""Rings of a file and paths of a model → shapely areas and lines that can be compared. Areas are even-odd in both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from fabgen.verify.geometry import Points, Ring

if TYPE_CHECKING:
    from shapely import MultiPolygon, Polygon
    from shapely.geometry.base import BaseGeometry


def polygons(rings: Iterable[Ring]) -> list[Polygon]:
    """The even-odd area of an element's closed rings, as its separate polygons."""
    return areas([ring.points for ring in rings if ring.closed and len(ring.points) > 3])


def areas(outlines: Sequence[Points]) -> list[Polygon]:
    """The even-odd area inside closed outlines, as separate polygons; what crosses itself is mended as even-odd would fill it."""
    import shapely

    if not outlines:
        return []
    single = [shapely.Polygon(points) for points in outlines]
    sound = [shape if shape.is_valid else shapely.make_valid(shape) for shape in single]
    whole: BaseGeometry = sound[0] if len(sound) == 1 else _even_odd(sound)
    return [part for part in parts_of(whole) if part.area > 1e-6]


def _even_odd(shapes: Sequence[BaseGeometry]) -> BaseGeometry:
    """Largest first: a shape inside the sum is a hole, one outside adds to it."""
    order = sorted(shapes, key=lambda shape: -shape.area)
    whole = order[0]
    for shape in order[1:]:
        whole = whole.symmetric_difference(shape)
    return whole


def parts_of(shape: BaseGeometry) -> list[Polygon]:
    """The polygons in any geometry."""
    import shapely

    found = [part for part in shapely.get_parts(shapely.get_parts(shape).tolist()).tolist() if part.geom_type == "Polygon"]
    return found


def united(shapes: Sequence[BaseGeometry]) -> BaseGeometry:
    """One area of several."""
    import shapely

    return shapely.union_all(list(shapes)) if len(shapes) else shapely.MultiPolygon()


def thick(shape: BaseGeometry, width: float) -> BaseGeometry:
    """What of an area is wider than `width`: slivers along an edge fall away."""
    return shape.buffer(-width / 2, quad_segs=2)


def linework(lines: Sequence[Points]) -> BaseGeometry:
    """Polylines together."""
    import shapely

    return shapely.MultiLineString([line for line in lines if len(line) > 1])


def sampled(shape: BaseGeometry, step: float) -> Points:
    """Points along some lines, no farther apart than `step`, all their corners among them."""
    import shapely

    points: Points = shapely.get_coordinates(shapely.segmentize(shape, step))
    return points


def astray(points: Points, lines: BaseGeometry, limit: float) -> Points:
    """The points that are farther than `limit` from all of the lines."""
    import shapely

    if not len(points):
        return points
    pieces = shapely.get_parts(lines)
    if not len(pieces):
        return points
    tree = shapely.STRtree(pieces)
    dots = shapely.points(points)
    near = np.unique(tree.query(dots, predicate="dwithin", distance=limit)[0])
    return np.delete(points, near, axis=0)


__all__ = ["MultiPolygon", "areas", "astray", "linework", "parts_of", "polygons", "sampled", "thick", "united"]
