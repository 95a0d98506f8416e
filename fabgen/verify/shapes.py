"""Areas and lines → whether they are the same within a limit, and where they differ. Lengths in mm."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fabgen.verify.readers.contours import Points

if TYPE_CHECKING:
    from shapely import LineString
    from shapely.geometry.base import BaseGeometry

MANY_LINES = 500  # lines of which most have an equal


def unite(shapes: Sequence[BaseGeometry]) -> BaseGeometry:
    """The union of several areas."""
    import shapely

    if len(shapes) == 1:
        return shapes[0]
    return shapely.union_all(list(shapes)) if len(shapes) else shapely.MultiPolygon()


def boundary_of(shape: BaseGeometry) -> BaseGeometry:
    """The boundary of an area; empty for an empty area."""
    import shapely

    return shapely.MultiLineString() if shape.is_empty else shape.boundary


def thick_areas(shape: BaseGeometry, width: float) -> BaseGeometry:
    """The parts of an area that are wider than `width`; slivers along an edge are dropped."""
    return shape.buffer(-width / 2, quad_segs=2)


def linework(lines: Sequence[Points]) -> BaseGeometry:
    """Polylines as one geometry."""
    import shapely

    long_lines = [line for line in lines if len(line) > 1]
    return group_lines([long_lines])[0] if long_lines else shapely.MultiLineString()


def group_lines(groups: Sequence[Sequence[Points]]) -> NDArray[np.object_]:
    """Each group of polylines as one geometry."""
    import shapely

    lines = [line for group in groups for line in group]
    line_numbers = np.repeat(np.arange(len(lines)), [len(line) for line in lines])
    group_numbers = np.repeat(np.arange(len(groups)), [len(group) for group in groups])
    separate = np.asarray(shapely.linestrings(np.concatenate(lines), indices=line_numbers), dtype=object)
    return np.asarray(shapely.multilinestrings(separate, indices=group_numbers), dtype=object)


def single_lines(lines: BaseGeometry) -> list[LineString]:
    """The separate lines in any geometry; lines that meet end to end become one."""
    import shapely

    single = [part for part in shapely.get_parts(lines).tolist() if part.geom_type == "LineString" and part.length]
    return list(shapely.get_parts(shapely.line_merge(shapely.MultiLineString(single))).tolist()) if single else []


def band(lines: BaseGeometry, limit: float, flat: bool = False) -> BaseGeometry:
    """The area within `limit` of some lines, prepared for many queries. `flat`: without what lies beyond the ends of
    the lines."""
    import shapely

    area = lines.buffer(limit, quad_segs=4, cap_style="flat" if flat else "round")
    shapely.prepare(area)
    return area


known_band = lru_cache(maxsize=64)(band)  # cached, because all copies of a part are compared with the same lines


def lines_astray(lines: BaseGeometry, known_lines: BaseGeometry, limit: float, flat: bool = False) -> BaseGeometry:
    """The parts of some lines that are farther than `limit` mm from all known lines."""
    import shapely

    if lines.is_empty or known_lines.is_empty:
        return lines
    if len(shapely.get_parts(lines)) > MANY_LINES:
        lines, known_lines = _unmatched_lines(lines, known_lines, limit)
        if lines.is_empty or known_lines.is_empty:
            return lines
    near, single = known_band(known_lines, limit, flat), shapely.get_parts(lines)
    if (is_beyond := ~shapely.covers(near, single)).any():  # nothing is left of the others
        beyond: BaseGeometry = shapely.MultiLineString(single[is_beyond].tolist())
        return beyond.difference(near)
    return shapely.MultiLineString()


def _unmatched_lines(
    lines: BaseGeometry, known_lines: BaseGeometry, limit: float
) -> tuple[BaseGeometry, BaseGeometry]:
    """Those lines that have no equal among the known ones, and those of the known ones that come within `limit` of
    them. A line is equal to one with as many points, each within `limit` of its own: then no place of the two is
    farther apart.

    To grow thousands of lines that cross takes seconds; most of them have an equal.
    """
    import shapely

    first, second = (shapely.normalize(shapely.get_parts(geometry)) for geometry in (lines, known_lines))
    tree = shapely.STRtree(second)
    x0, y0, x1, y1 = shapely.bounds(first).T
    numbers, near_numbers = tree.query(shapely.box(x0 - limit, y0 - limit, x1 + limit, y1 + limit))
    is_equal = shapely.equals_exact(first[numbers], second[near_numbers], limit)
    is_unmatched = np.ones(len(first), dtype=bool)
    is_unmatched[numbers[is_equal]] = False
    unmatched_lines = first[is_unmatched]
    beside = sorted({*tree.query(unmatched_lines, predicate="dwithin", distance=limit)[1].tolist()})
    unmatched: Any = shapely.multilinestrings(unmatched_lines)
    near: Any = shapely.multilinestrings(second[beside])
    return unmatched, near


def are_alike(first: BaseGeometry, second: BaseGeometry, limit: float) -> bool:
    """Whether no place on either set of lines is farther than `limit` from the other set."""
    if first.is_empty or second.is_empty:
        return bool(first.is_empty and second.is_empty)
    if any(abs(a - b) > limit for a, b in zip(first.bounds, second.bounds, strict=True)):
        return False
    return bool(known_band(second, limit).covers(first) and band(first, limit).covers(second))
