"""Closed paths ↔ shapely's areas, for drawings that are read and for sheets that are made."""

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
    """A closed path as a polygon, within a tolerance in mm; an empty one where the path has under three corners."""
    import numpy as np
    import shapely

    corners = path.flatten(tolerance)
    return shapely.Polygon(np.array(corners)) if len(corners) > 2 else shapely.Polygon()


def any_cross(shapes: Sequence[Polygon]) -> bool:
    """Whether the boundaries of any two shapes meet, or one crosses itself."""
    import shapely

    rings = [shape.exterior for shape in shapes]
    pairs = shapely.STRtree(rings).query(rings, predicate="intersects")
    return pairs.shape[1] > len(shapes) or not all(shape.is_valid for shape in shapes)


def orient_nested(paths: Sequence[Path], shapes: Sequence[Polygon]) -> tuple[Path, ...]:
    """Paths that do not cross, and their shapes → the paths, outer ones counter-clockwise, those directly inside
    them clockwise, and so on."""
    depths = nesting_depths(shapes, find_parents(shapes))
    return tuple(p if (p.area() > 0) == (d % 2 == 0) else p.reversed() for p, d in zip(paths, depths, strict=True))


def find_parents(shapes: Sequence[Polygon]) -> list[int | None]:
    """Of polygons without holes whose outlines do not meet: the index of the one directly around each, None where
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
    """In how many others each shape lies, from the one directly around each."""
    depths = [0] * len(shapes)
    for index in sorted(range(len(shapes)), key=lambda n: -shapes[n].area):
        parent = parents[index]
        depths[index] = 0 if parent is None else depths[parent] + 1
    return depths


def boundary_paths(area: BaseGeometry, least: float = 0.0, simpler: float = 0.0) -> tuple[Path, ...]:
    """The boundaries of an area, oriented as by `nested`; only of parts over `least` mm². Corners that protrude by
    less than `simpler` mm are removed."""
    parts = [part for part in getattr(area, "geoms", [area]) if part.area > least]
    rings = [(ring, n == 0) for part in parts for n, ring in enumerate((part.exterior, *part.interiors))]
    if simpler:
        rings = [(ring.simplify(simpler), outer) for ring, outer in rings]
    return tuple(
        polygon([(x, y) for x, y in (ring if ring.is_ccw == outer else ring.reverse()).coords[:-1]])
        for ring, outer in rings
    )


@dataclass(frozen=True)
class CurveRun:
    """An arc or curve, the point where it starts, and the corners that `outline` gives it, at even steps."""

    start: Point
    segment: Segment
    corners: tuple[Point, ...]

    def part(self, first: int, last: int) -> Segment:
        """The part of the segment from one of its corners to another."""
        if (first, last) == (0, len(self.corners) - 1):
            return self.segment
        steps = len(self.corners) - 1
        if isinstance(self.segment, Arc):
            return Arc(self.corners[last], math.tan(math.atan(self.segment.bulge) * (last - first) / steps))
        assert isinstance(self.segment, Curve), "lines have no corners between their ends"
        four = (self.start, self.segment.first, self.segment.second, self.segment.to)
        a, b = first / steps, last / steps
        return Curve(_blossom(four, a, a, b), _blossom(four, a, b, b), self.corners[last])


def _blossom(four: Sequence[Point], *at: float) -> Point:
    """De Casteljau's algorithm with its own parameter for each step."""
    for t in at:
        four = [(p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t) for p, q in pairwise(four)]
    return four[0]


@dataclass(frozen=True)
class CurveRuns:
    """The arcs and curves of some paths, by the corners and by the chords of their polylines."""

    corners: Mapping[Point, bool]  # whether a run starts at the corner
    chords: Mapping[tuple[Point, Point], Sequence[tuple[CurveRun, int]]]  # the runs along it, and from which corner


def index_curves(paths: Sequence[Path], tolerance: float) -> CurveRuns:
    """The arcs and curves of closed paths, in both directions, by each of their corners and chords."""
    corners: dict[Point, bool] = {}
    chords: dict[tuple[Point, Point], list[tuple[CurveRun, int]]] = {}
    for start, segment in dict.fromkeys(step for path in paths for step in path):  # a clone adds nothing
        if not isinstance(segment, Line):
            path_of_segment = Path(start, (segment,))
            flat = tuple(path_of_segment.flatten(tolerance))
            reverse = CurveRun(segment.to, path_of_segment.reversed().segments[0], flat[::-1])
            for run in (CurveRun(start, segment, flat), reverse):
                for place, chord in enumerate(pairwise(run.corners)):
                    corners[chord[0]] = corners.get(chord[0], False) or place == 0
                    chords.setdefault(chord, []).append((run, place))
                corners.setdefault(run.corners[-1], False)
    return CurveRuns(corners, chords)


def restore_curves(area: BaseGeometry, known: CurveRuns, least: float = 0.0, simpler: float = 0.0) -> tuple[Path, ...]:
    """As `boundary_paths`, with the arcs and curves of `known` restored wherever the boundaries still have their
    corners."""
    parts = [part for part in getattr(area, "geoms", [area]) if part.area > least]
    rings = [(ring, n == 0) for part in parts for n, ring in enumerate((part.exterior, *part.interiors))]
    return tuple(_restore_ring([(x, y) for x, y in (ring if ring.is_ccw == outer else ring.reverse()).coords[:-1]],
                           known, simpler) for ring, outer in rings)


def _restore_ring(ring: list[Point], known: CurveRuns, simpler: float) -> Path:
    # A ring may be opened between two runs, or where one starts.
    first = next((n for n, corner in enumerate(ring) if known.corners.get(corner, True)), 0)
    ring = [*ring[first:], *ring[: first + 1]]
    segments: list[Segment] = []
    index, straight = 0, [ring[0]]
    while index < len(ring) - 1:
        steps, segment = _longest_run(ring, index, known)
        index += steps
        if segment:
            segments += [*_simplify_lines(straight, simpler), segment]
            straight = [ring[index]]
        else:
            straight.append(ring[index])
    return Path(ring[0], (*segments, *_simplify_lines(straight, simpler)), closed=True)


def _longest_run(ring: Sequence[Point], index: int, known: CurveRuns) -> tuple[int, Segment | None]:
    """How many corners the longest run from this corner covers, and its segment; one and None where there is only a
    line."""
    best: tuple[int, Segment | None] = 1, None
    for run, place in known.chords.get((ring[index], ring[index + 1]), ()):
        steps, most = 1, min(len(ring) - index, len(run.corners) - place) - 1
        while steps < most and ring[index + steps + 1] == run.corners[place + steps + 1]:
            steps += 1
        if steps > best[0] or (steps == 1 == len(run.corners) - 1):
            best = steps, run.part(place, place + steps)
    return best


def _simplify_lines(points: Sequence[Point], simpler: float) -> Iterator[Segment]:
    """Lines through points, without those that protrude by less than `simpler` mm."""
    import shapely

    if len(points) > 2 and simpler:
        points = [(x, y) for x, y in shapely.LineString(points).simplify(simpler).coords]
    yield from (Line(q) for _, q in pairwise(points))
