"""Rings of a file and paths of a model → shapely areas and lines that can be compared. Areas are even-odd in both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from fabgen.verify.geometry import Points, Ring

if TYPE_CHECKING:
    from shapely import LineString, Polygon
    from shapely.geometry.base import BaseGeometry

LEAST = 1e-6  # mm²: what is smaller is no area


def polygons(rings: Iterable[Ring]) -> list[Polygon]:
    """The even-odd area of an element's closed rings, as its separate polygons."""
    return areas([ring.points for ring in rings if ring.closed and len(ring.points) > 3])


def areas(outlines: Sequence[Points]) -> list[Polygon]:
    """The even-odd area inside closed outlines, as separate polygons; what crosses itself is mended."""
    import shapely

    if not outlines:
        return []
    single = [shapely.Polygon(points) for points in outlines]
    if len(single) == 1 and single[0].is_valid:
        return single
    if all(shape.is_valid for shape in single) and not _touching(single):
        return _nested(single)
    whole: BaseGeometry = shapely.MultiPolygon()
    for shape in single:
        whole = whole.symmetric_difference(shape if shape.is_valid else shapely.make_valid(shape))
    return [part for part in parts_of(whole) if part.area > LEAST]


def _touching(shapes: Sequence[Polygon]) -> bool:
    """Whether the outlines of any two shapes meet."""
    import shapely

    lines = [shape.exterior for shape in shapes]
    return bool(shapely.STRtree(lines).query(lines, predicate="intersects").shape[1] > len(lines))


def _nested(shapes: Sequence[Polygon]) -> list[Polygon]:
    """Shapes whose outlines do not meet: each at an even depth is an area, those directly in it are its holes."""
    import shapely

    inside, around = shapely.STRtree(shapes).query(shapes, predicate="within")
    above: dict[int, list[int]] = {i: [] for i in range(len(shapes))}
    for i, j in zip(map(int, inside), map(int, around), strict=True):
        above[i] += [j] if i != j else []
    holes: dict[int, list[int]] = {i: [] for i, outer in above.items() if len(outer) % 2 == 0}
    for i, outer in above.items():
        if len(outer) % 2:
            holes[min(outer, key=lambda j: shapes[j].area)].append(i)
    return [shapely.Polygon(shapes[i].exterior, [shapes[h].exterior for h in inner]) for i, inner in holes.items()]


def ambiguous(rings: Sequence[Ring]) -> bool:
    """Whether closed rings bound another area by the non-zero rule than by the even-odd rule.

    A place is filled by the one where the rings wind around it at all, by the other where they do so an odd number
    of times.
    """
    import shapely

    outlines = [ring.points for ring in rings if ring.closed and len(ring.points) > 3]
    shapes = [shapely.Polygon(points) for points in outlines]
    if not shapes:
        return False
    if all(shape.is_valid for shape in shapes) and not _touching(shapes):
        spots, around = shapely.STRtree(shapes).query(shapes, predicate="within")
        senses = np.array([1 if shapely.is_ccw(shape.exterior) else -1 for shape in shapes])
        turns = np.bincount(spots, weights=senses[around], minlength=len(shapes)).astype(int)
    else:
        faces = shapely.get_parts(shapely.polygonize([shapely.node(shapely.MultiLineString(outlines))]))
        inside = shapely.get_coordinates(shapely.point_on_surface(faces[shapely.area(faces) > LEAST]))
        turns = np.array([sum(_winding(points, spot) for points in outlines) for spot in inside], dtype=int)
    return bool(((turns % 2 == 0) & (turns != 0)).any())


def _winding(ring: Points, spot: Points) -> int:
    """How often a ring runs around a place that is not on it, counter-clockwise."""
    away = ring - spot
    angles = np.arctan2(away[:, 1], away[:, 0])
    return round(float(((np.diff(angles) + np.pi) % (2 * np.pi) - np.pi).sum() / (2 * np.pi)))


def parts_of(shape: BaseGeometry) -> list[Polygon]:
    """The polygons in any geometry."""
    import shapely

    parts = shapely.get_parts(shapely.get_parts(shape)).tolist()
    return [part for part in parts if part.geom_type == "Polygon"]


def united(shapes: Sequence[BaseGeometry]) -> BaseGeometry:
    """One area of several."""
    import shapely

    return shapely.union_all(list(shapes)) if len(shapes) else shapely.MultiPolygon()


def edges(shape: BaseGeometry) -> BaseGeometry:
    """The boundary of an area, empty where the area is."""
    import shapely

    return shapely.MultiLineString() if shape.is_empty else shape.boundary


def thick(shape: BaseGeometry, width: float) -> BaseGeometry:
    """What of an area is wider than `width`: slivers along an edge fall away."""
    return shape.buffer(-width / 2, quad_segs=2)


def linework(lines: Sequence[Points]) -> BaseGeometry:
    """Polylines together."""
    import shapely

    return shapely.MultiLineString([line for line in lines if len(line) > 1])


def pieces(lines: BaseGeometry) -> list[LineString]:
    """The single lines in any geometry, those that meet end to end as one."""
    import shapely

    single = [part for part in shapely.get_parts(lines).tolist() if part.geom_type == "LineString" and part.length]
    return list(shapely.get_parts(shapely.line_merge(shapely.MultiLineString(single))).tolist()) if single else []


def band(lines: BaseGeometry, limit: float, flat: bool = False) -> BaseGeometry:
    """All that is no farther than `limit` from some lines; `flat`: without what lies beyond their ends."""
    return lines.buffer(limit, quad_segs=4, cap_style="flat" if flat else "round")


def astray(lines: BaseGeometry, others: BaseGeometry, limit: float, flat: bool = False) -> BaseGeometry:
    """What of some lines is farther than `limit` from all the others, along their full length."""
    import shapely

    if lines.is_empty or others.is_empty:
        return lines
    near = band(others, limit, flat)
    shapely.prepare(near)
    return shapely.MultiLineString() if near.covers(lines) else lines.difference(near)


def alike(one: BaseGeometry, other: BaseGeometry, limit: float) -> bool:
    """Whether no place on either set of lines is farther than `limit` from the other, along their full length."""
    import shapely

    if one.is_empty or other.is_empty:
        return bool(one.is_empty and other.is_empty)
    if any(abs(a - b) > limit for a, b in zip(one.bounds, other.bounds, strict=True)):
        return False
    shapely.prepare(other)
    if not shapely.dwithin(other, shapely.points(shapely.get_coordinates(one)), limit).all():
        return False  # most turns are told by the corners alone
    return bool(band(other, limit).covers(one) and band(one, limit).covers(other))
