"""Rings of a file and paths of a model → shapely areas and lines that can be compared. Areas are even-odd in both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fabgen.verify.geometry import Points, Ring

if TYPE_CHECKING:
    from shapely import LineString, Polygon
    from shapely.geometry.base import BaseGeometry

Indices = NDArray[np.int64]
LEAST = 1e-6  # mm²: what is smaller is no area


@dataclass(frozen=True, eq=False)
class Loops:
    """Closed outlines that are one thing together, each a polyline whose last point is its first."""

    outlines: Sequence[Points]

    @cached_property
    def shapes(self) -> list[Polygon]:
        """What each bounds by itself."""
        import shapely

        return [shapely.Polygon(points) for points in self.outlines]

    @cached_property
    def plain(self) -> bool:
        """Whether none crosses itself and no two meet."""
        import shapely

        return bool(shapely.is_valid(self.shapes).all()) and not _touching(self.shapes)

    @cached_property
    def inside(self) -> tuple[Indices, Indices]:
        """Of plain ones the pairs of which the first lies in the second, each in itself included: they do not meet, so
        that one point tells."""
        import shapely

        i, j = shapely.STRtree(self.shapes).query(self.shapes)
        (x, y), shapes = np.array([points[0] for points in self.outlines])[i].T, np.array(self.shapes, dtype=object)
        shapely.prepare(shapes)
        within = (i == j) | shapely.contains_xy(shapes[j], x, y)
        return i[within], j[within]

    @cached_property
    def areas(self) -> list[Polygon]:
        """Their even-odd area, as separate polygons; what crosses itself is mended."""
        import shapely

        if not self.outlines:
            return []
        if self.plain:
            return self.shapes if len(self.shapes) == 1 else self._nested()
        whole: BaseGeometry = shapely.MultiPolygon()
        for shape in self.shapes:
            whole = whole.symmetric_difference(shape if shape.is_valid else shapely.make_valid(shape))
        return [part for part in parts_of(whole) if part.area > LEAST]

    def _nested(self) -> list[Polygon]:
        """Of plain ones: each at an even depth is an area, those directly in it are its holes."""
        import shapely

        shapes = self.shapes
        above: dict[int, list[int]] = {i: [] for i in range(len(shapes))}
        for i, j in zip(*(side.tolist() for side in self.inside), strict=True):
            above[i] += [j] if i != j else []
        holes: dict[int, list[int]] = {i: [] for i, outer in above.items() if len(outer) % 2 == 0}
        for i, outer in above.items():
            if len(outer) % 2:
                holes[min(outer, key=lambda j: shapes[j].area)].append(i)
        return [shapely.Polygon(shapes[i].exterior, [shapes[h].exterior for h in inner]) for i, inner in holes.items()]

    @cached_property
    def ambiguous(self) -> bool:
        """Whether they bound another area by the non-zero rule than by the even-odd rule.

        A place is filled by the one where the outlines wind around it at all, by the other where they do so an odd
        number of times.
        """
        import shapely

        if not self.outlines:
            return False
        if self.plain:
            spots, around = self.inside
            senses = np.where(shapely.is_ccw(shapely.get_exterior_ring(self.shapes)), 1, -1)
            turns = np.bincount(spots, weights=senses[around], minlength=len(self.shapes)).astype(int)
        else:
            faces = shapely.get_parts(shapely.polygonize([shapely.node(shapely.MultiLineString(self.outlines))]))
            within = shapely.get_coordinates(shapely.point_on_surface(faces[shapely.area(faces) > LEAST]))
            turns = np.array([sum(_winding(points, spot) for points in self.outlines) for spot in within], dtype=int)
        return bool(((turns % 2 == 0) & (turns != 0)).any())


def loops(rings: Iterable[Ring]) -> Loops:
    """The closed rings of an element."""
    return Loops([ring.points for ring in rings if ring.closed and len(ring.points) > 3])


def areas(outlines: Sequence[Points]) -> list[Polygon]:
    """The even-odd area inside closed outlines, as separate polygons; what crosses itself is mended."""
    return Loops(outlines).areas


def _touching(shapes: Sequence[Polygon]) -> bool:
    """Whether the outlines of any two shapes meet."""
    import shapely

    i, j = shapely.STRtree(shapes).query(shapes)
    i, j = i[i < j], j[i < j]
    lines = shapely.get_exterior_ring(shapes)
    shapely.prepare(lines[i])
    return bool(shapely.intersects(lines[i], lines[j]).any())


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
    """All that is no farther than `limit` from some lines, ready to be asked; `flat`: without what lies beyond their
    ends."""
    import shapely

    found = lines.buffer(limit, quad_segs=4, cap_style="flat" if flat else "round")
    shapely.prepare(found)
    return found


known_band = lru_cache(maxsize=64)(band)  # of the lines of a kind, against which each of its copies is held


def astray(lines: BaseGeometry, others: BaseGeometry, limit: float, flat: bool = False) -> BaseGeometry:
    """What of some lines is farther than `limit` from all the others, along their full length."""
    import shapely

    if lines.is_empty or others.is_empty:
        return lines
    near = known_band(others, limit, flat)
    return shapely.MultiLineString() if near.covers(lines) else lines.difference(near)


def alike(one: BaseGeometry, other: BaseGeometry, limit: float) -> bool:
    """Whether no place on either set of lines is farther than `limit` from the other, along their full length."""
    if one.is_empty or other.is_empty:
        return bool(one.is_empty and other.is_empty)
    if any(abs(a - b) > limit for a, b in zip(one.bounds, other.bounds, strict=True)):
        return False
    return bool(known_band(other, limit).covers(one) and band(one, limit).covers(other))
