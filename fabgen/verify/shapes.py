"""Rings of a file and paths of a model → shapely areas and lines that can be compared. Areas are even-odd in both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from fabgen.verify.geometry import Points, Ring

if TYPE_CHECKING:
    from shapely import Polygon
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


def sampled(shape: BaseGeometry, step: float) -> Points:
    """Points along some lines, no farther apart than `step`, all their corners among them."""
    import shapely

    points: Points = shapely.get_coordinates(shapely.segmentize(shape, step))
    return points


def astray(points: Points, lines: BaseGeometry, limit: float) -> Points:
    """The points that are farther than `limit` from all of the lines."""
    import shapely

    if not len(points) or lines.is_empty:
        return points
    shapely.prepare(lines)
    far: Points = points[~shapely.dwithin(lines, shapely.points(points), limit)]
    return far


def alike(one: BaseGeometry, other: BaseGeometry, limit: float, step: float) -> bool:
    """Whether no point of either set of lines is farther than `limit` from the other, seen every `step` mm."""
    if one.is_empty or other.is_empty:
        return bool(one.is_empty and other.is_empty)
    if any(abs(a - b) > limit for a, b in zip(one.bounds, other.bounds, strict=True)):
        return False
    return not len(astray(sampled(one, step), other, limit)) and not len(astray(sampled(other, step), one, limit))
