"""Closed paths ↔ areas of shapely, for drawings that are read and for sheets that are made."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from fabgen.artwork.path import Arc, Curve, Line, Path, Point, Segment, polygon

if TYPE_CHECKING:
    from shapely import Polygon
    from shapely.geometry.base import BaseGeometry


def path_polygon(path: Path, tolerance: float) -> Polygon:
    """A closed path as a polygon, within `tolerance` mm. It is empty if the path has fewer than three corners."""
    import numpy as np
    import shapely

    corners = path.flatten(tolerance)
    return shapely.Polygon(np.array(corners)) if len(corners) > 2 else shapely.Polygon()


def even_odd_area(shapes: Sequence[BaseGeometry]) -> BaseGeometry:
    """The area of valid shapes by the even-odd rule. Halves are joined, so that thousands of shapes take no longer than
    they must."""
    import shapely

    if len(shapes) < 2:
        return shapes[0] if shapes else shapely.Polygon()
    middle = len(shapes) // 2
    return even_odd_area(shapes[:middle]).symmetric_difference(even_odd_area(shapes[middle:]))


def any_cross(shapes: Sequence[Polygon]) -> bool:
    """Whether the boundaries of any two shapes meet, or the boundary of one crosses itself."""
    import shapely

    rings = [shape.exterior for shape in shapes]
    pairs = shapely.STRtree(rings).query(rings, predicate="intersects")
    return pairs.shape[1] > len(shapes) or not all(shape.is_valid for shape in shapes)


def orient_nested(paths: Sequence[Path], shapes: Sequence[Polygon]) -> tuple[Path, ...]:
    """Paths that do not cross, and their shapes → the paths in alternating directions: outer ones counter-clockwise,
    those directly inside them clockwise, and so on."""
    depths = nesting_depths(shapes, find_parents(shapes))
    return tuple(p if (p.area() > 0) == (d % 2 == 0) else p.reversed() for p, d in zip(paths, depths, strict=True))


def find_parents(shapes: Sequence[Polygon]) -> list[int | None]:
    """For polygons without holes whose outlines do not meet: the index of the polygon directly around each, None if
    there is none."""
    import shapely

    rings = [shape.exterior for shape in shapes]
    corners, owners = shapely.get_coordinates(rings, return_index=True)
    ring_at = dict(zip(map(tuple, corners.tolist()), owners.tolist(), strict=True))
    parents: list[int | None] = [None] * len(shapes)
    # Each face between the outlines lies directly inside the ring around it, and so do the rings of its holes.
    faces: Any = shapely.polygonize(rings).geoms
    for face in faces:
        for hole in face.interiors:
            parents[ring_at[hole.coords[0]]] = ring_at[face.exterior.coords[0]]
    return parents


def nesting_depths(shapes: Sequence[Polygon], parents: Sequence[int | None]) -> list[int]:
    """The number of other shapes around each shape; `parents` are the indices of the shapes directly around them."""
    depths = [0] * len(shapes)
    for index in sorted(range(len(shapes)), key=lambda n: -shapes[n].area):
        parent = parents[index]
        depths[index] = 0 if parent is None else depths[parent] + 1
    return depths


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


def outer_outlines(area: BaseGeometry) -> list[Path]:
    """The outlines of the parts of an area, without their holes."""
    return [polygon([*part.exterior.coords][:-1]) for part in getattr(area, "geoms", [area]) if not part.is_empty]


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


@dataclass(frozen=True)
class CurveRuns:
    """The arcs and curves of some paths, by the corners and by the chords of their polylines: whether a run starts at
    the corner; the runs that have the chord, each with the index of the corner where the chord starts."""

    starts: Mapping[Point, bool]
    by_chord: Mapping[tuple[Point, Point], Sequence[tuple[CurveRun, int]]]


def index_curves(paths: Sequence[Path], tolerance: float) -> CurveRuns:
    """The arcs and curves of closed paths, in both directions, by each of the corners and chords that they get when
    they are flattened within `tolerance` mm."""
    starts: dict[Point, bool] = {}
    by_chord: dict[tuple[Point, Point], list[tuple[CurveRun, int]]] = {}
    for start, segment in dict.fromkeys(step for path in paths for step in path):  # a clone adds nothing
        if not isinstance(segment, Line):
            segment_path = Path(start, (segment,))
            corners = tuple(segment_path.flatten(tolerance))
            reverse = CurveRun(segment.to, segment_path.reversed().segments[0], corners[::-1])
            for run in (CurveRun(start, segment, corners), reverse):
                for index, chord in enumerate(pairwise(run.corners)):
                    starts[chord[0]] = starts.get(chord[0], False) or index == 0
                    by_chord.setdefault(chord, []).append((run, index))
                starts.setdefault(run.corners[-1], False)
    return CurveRuns(starts, by_chord)


def restore_curves(
    area: BaseGeometry, runs: CurveRuns, least_area: float = 0.0, tolerance: float = 0.0
) -> tuple[Path, ...]:
    """The boundaries as of `boundary_paths`, with arcs and curves restored wherever the boundaries still have their
    corners. Calculations with shapely turn curves into corners; this undoes it."""
    parts = [part for part in getattr(area, "geoms", [area]) if part.area > least_area]
    rings = [(ring, n == 0) for part in parts for n, ring in enumerate((part.exterior, *part.interiors))]
    return tuple(_restore_ring([(x, y) for x, y in (ring if ring.is_ccw == is_outer else ring.reverse()).coords[:-1]],
                           runs, tolerance) for ring, is_outer in rings)


def _restore_ring(ring: list[Point], runs: CurveRuns, tolerance: float) -> Path:
    """The path of a ring of corners, in which runs of corners are replaced by the arcs and curves they came from."""
    # A ring may be opened at a corner through which no run goes, or where a run starts.
    first = next((n for n, corner in enumerate(ring) if runs.starts.get(corner, True)), 0)
    ring = [*ring[first:], *ring[: first + 1]]
    segments: list[Segment] = []
    index, straight_points = 0, [ring[0]]
    while index < len(ring) - 1:
        steps, segment = _longest_run(ring, index, runs)
        index += steps
        if segment:
            segments += [*_simplify_lines(straight_points, tolerance), segment]
            straight_points = [ring[index]]
        else:
            straight_points.append(ring[index])
    return Path(ring[0], (*segments, *_simplify_lines(straight_points, tolerance)), closed=True)


def _longest_run(ring: Sequence[Point], index: int, runs: CurveRuns) -> tuple[int, Segment | None]:
    """The number of steps that the longest run from this corner covers, and its segment. One step and None if there is
    only a line."""
    best: tuple[int, Segment | None] = 1, None
    for run, corner_index in runs.by_chord.get((ring[index], ring[index + 1]), ()):
        steps, most = 1, min(len(ring) - index, len(run.corners) - corner_index) - 1
        while steps < most and ring[index + steps + 1] == run.corners[corner_index + steps + 1]:
            steps += 1
        if steps > best[0] or (steps == 1 == len(run.corners) - 1):
            best = steps, run.part(corner_index, corner_index + steps)
    return best


def _simplify_lines(points: Sequence[Point], tolerance: float) -> Iterator[Segment]:
    """Lines through points, without corners that protrude by less than `tolerance` mm."""
    import shapely

    if len(points) > 2 and tolerance:
        points = [(x, y) for x, y in shapely.LineString(points).simplify(tolerance).coords]
    yield from (Line(q) for _, q in pairwise(points))
