"""Closed paths ↔ areas of shapely, for drawings that are read and for sheets that are made."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING

from fabgen.artwork.path import Arc, Curve, Line, Path, Point, Segment, polygon

if TYPE_CHECKING:
    from shapely import Polygon
    from shapely.geometry.base import BaseGeometry


def path_polygon(path: Path, tolerance: float) -> Polygon:
    """A closed path as a polygon, within `tolerance` mm."""
    import numpy as np
    import shapely

    return shapely.Polygon(np.array(path.flatten(tolerance)))


def any_cross(shapes: Sequence[Polygon]) -> bool:
    """Whether the boundaries of any two shapes meet, or the boundary of one crosses itself."""
    import shapely

    rings = [shape.exterior for shape in shapes]
    pairs = shapely.STRtree(rings).query(rings, predicate="intersects")
    return pairs.shape[1] > len(shapes) or not all(shape.is_valid for shape in shapes)


def orient_nested(paths: Sequence[Path], shapes: Sequence[Polygon]) -> tuple[Path, ...]:
    """Paths that do not cross, and their shapes → the paths in alternating directions: outer ones counter-clockwise,
    those directly inside them clockwise, and so on."""
    depths = [
        sum(outer_shape.contains(shape) for outer_shape in shapes if outer_shape is not shape) for shape in shapes
    ]
    return tuple(p if (p.area() > 0) == (d % 2 == 0) else p.reversed() for p, d in zip(paths, depths, strict=True))


def boundary_paths(area: BaseGeometry, least_area: float = 0.0, tolerance: float = 0.0) -> tuple[Path, ...]:
    """The boundaries of an area, oriented as by `orient_nested`. Parts of at most `least_area` mm² are left out.
    Corners that protrude by less than `tolerance` mm are removed."""
    parts = [part for part in getattr(area, "geoms", [area]) if part.area > least_area]
    rings = [(ring, n == 0) for part in parts for n, ring in enumerate((part.exterior, *part.interiors))]
    if tolerance:
        rings = [(ring.simplify(tolerance), is_outer) for ring, is_outer in rings]
    return tuple(
        polygon([(x, y) for x, y in (ring if ring.is_ccw == is_outer else ring.reverse()).coords[:-1]])
        for ring, is_outer in rings
    )


@dataclass(frozen=True)
class CurveRun:
    """An arc or curve, the point where it starts, and the corners that `Path.flatten` gives it, at even steps."""

    start: Point
    segment: Segment
    corners: tuple[Point, ...]

    def part(self, first: int, last: int) -> Segment:
        """The part of the segment from one of its corners to another, given by their indices."""
        if (first, last) == (0, len(self.corners) - 1):
            return self.segment
        steps = len(self.corners) - 1
        if isinstance(self.segment, Arc):
            return Arc(self.corners[last], math.tan(math.atan(self.segment.bulge) * (last - first) / steps))
        assert isinstance(self.segment, Curve), "lines have no corners between their ends"
        control_points = (self.start, self.segment.first, self.segment.second, self.segment.to)
        a, b = first / steps, last / steps
        return Curve(_blossom(control_points, a, a, b), _blossom(control_points, a, b, b), self.corners[last])


def _blossom(points: Sequence[Point], *parameters: float) -> Point:
    """De Casteljau's algorithm with a parameter for each of its three steps, which gives the control points of a
    part."""
    for t in parameters:
        points = [(p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t) for p, q in pairwise(points)]
    return points[0]


CurveRuns = Mapping[Point, Sequence[tuple[CurveRun, int]]]  # by corner: the runs that have it, and its index there


def index_curves(paths: Sequence[Path], tolerance: float) -> CurveRuns:
    """The arcs and curves of closed paths, in both directions, by each of the corners that they get when they are
    flattened within `tolerance` mm."""
    by_corner: dict[Point, list[tuple[CurveRun, int]]] = {}
    for start, segment in (step for path in paths for step in path):
        if not isinstance(segment, Line):
            segment_path = Path(start, (segment,))
            corners = tuple(segment_path.flatten(tolerance))
            reverse = CurveRun(segment.to, segment_path.reversed().segments[0], corners[::-1])
            for run in (CurveRun(start, segment, corners), reverse):
                for index, corner in enumerate(run.corners):
                    by_corner.setdefault(corner, []).append((run, index))
    return by_corner


def restore_curves(
    area: BaseGeometry, runs_by_corner: CurveRuns, least_area: float = 0.0, tolerance: float = 0.0
) -> tuple[Path, ...]:
    """The boundaries as of `boundary_paths`, with arcs and curves restored wherever the boundaries still have their
    corners. Calculations with shapely turn curves into corners; this undoes it."""
    parts = [part for part in getattr(area, "geoms", [area]) if part.area > least_area]
    rings = [(ring, n == 0) for part in parts for n, ring in enumerate((part.exterior, *part.interiors))]
    return tuple(_restore_ring([(x, y) for x, y in (ring if ring.is_ccw == is_outer else ring.reverse()).coords[:-1]],
                           runs_by_corner, tolerance) for ring, is_outer in rings)


def _restore_ring(ring: list[Point], runs_by_corner: CurveRuns, tolerance: float) -> Path:
    """The path of a ring of corners, in which runs of corners are replaced by the arcs and curves they came from."""
    first = next((n for n in range(len(ring)) if _can_start(ring, n, runs_by_corner)), 0)
    ring = [*ring[first:], *ring[: first + 1]]
    segments: list[Segment] = []
    index, straight_points = 0, [ring[0]]
    while index < len(ring) - 1:
        steps, segment = _longest_run(ring, index, runs_by_corner)
        index += steps
        if segment:
            segments += [*_simplify_lines(straight_points, tolerance), segment]
            straight_points = [ring[index]]
        else:
            straight_points.append(ring[index])
    return Path(ring[0], (*segments, *_simplify_lines(straight_points, tolerance)), closed=True)


def _can_start(ring: Sequence[Point], index: int, runs_by_corner: CurveRuns) -> bool:
    """Whether a ring may be opened at this corner, because no run goes through it."""
    return ring[index] not in runs_by_corner or any(
        corner_index == 0 for _, corner_index in runs_by_corner[ring[index]]
    )


def _longest_run(ring: Sequence[Point], index: int, runs_by_corner: CurveRuns) -> tuple[int, Segment | None]:
    """The number of steps that the longest run from this corner covers, and its segment. One step and None if there is
    only a line."""
    best: tuple[int, Segment | None] = 1, None
    for run, corner_index in runs_by_corner.get(ring[index], ()):
        pairs = zip(ring[index:], run.corners[corner_index:], strict=False)
        steps = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs)) - 1
        if steps > best[0] or (steps == 1 == len(run.corners) - 1):
            best = steps, run.part(corner_index, corner_index + steps)
    return best


def _simplify_lines(points: Sequence[Point], tolerance: float) -> Iterator[Segment]:
    """Lines through points, without corners that protrude by less than `tolerance` mm."""
    import shapely

    if len(points) > 2 and tolerance:
        points = [(x, y) for x, y in shapely.LineString(points).simplify(tolerance).coords]
    yield from (Line(q) for _, q in pairwise(points))
