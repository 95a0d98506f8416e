"""Areas and lines → whether they are the same within a limit, and where they differ."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from fabgen.verify.readers.contours import Points

if TYPE_CHECKING:
    from shapely import LineString
    from shapely.geometry.base import BaseGeometry


def unite(shapes: Sequence[BaseGeometry]) -> BaseGeometry:
    """One area of several."""
    import shapely

    return shapely.union_all(list(shapes)) if len(shapes) else shapely.MultiPolygon()


def boundary_of(shape: BaseGeometry) -> BaseGeometry:
    """The boundary of an area, empty where the area is."""
    import shapely

    return shapely.MultiLineString() if shape.is_empty else shape.boundary


def thick_areas(shape: BaseGeometry, width: float) -> BaseGeometry:
    """What of an area is wider than `width`: slivers along an edge fall away."""
    return shape.buffer(-width / 2, quad_segs=2)


def linework(lines: Sequence[Points]) -> BaseGeometry:
    """Polylines together."""
    import shapely

    return shapely.MultiLineString([line for line in lines if len(line) > 1])


def single_lines(lines: BaseGeometry) -> list[LineString]:
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


def lines_astray(lines: BaseGeometry, others: BaseGeometry, limit: float, flat: bool = False) -> BaseGeometry:
    """What of some lines is farther than `limit` from all the others, along their full length."""
    import shapely

    if lines.is_empty or others.is_empty:
        return lines
    near = known_band(others, limit, flat)
    return shapely.MultiLineString() if near.covers(lines) else lines.difference(near)


def are_alike(one: BaseGeometry, other: BaseGeometry, limit: float) -> bool:
    """Whether no place on either set of lines is farther than `limit` from the other, along their full length."""
    if one.is_empty or other.is_empty:
        return bool(one.is_empty and other.is_empty)
    if any(abs(a - b) > limit for a, b in zip(one.bounds, other.bounds, strict=True)):
        return False
    return bool(known_band(other, limit).covers(one) and band(one, limit).covers(other))
