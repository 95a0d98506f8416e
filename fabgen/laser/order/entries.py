"""A line → the ways to follow it: from each allowed start once round, or from either end.

A beam that dwells leaves a mark where a cut starts. So a closed line is entered where the edge is hidden in the
assembled piece, else at a corner, else at a joint of its segments; a circle at one of four points.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from fabgen.artwork.path import Arc, Box, Curve, Path, Point, Segment, circle_of

MOST_STARTS = 16  # starts that are offered: more starts do not make the route shorter
LEAST_CORNER = math.radians(20)  # a turn that shows as a corner
LARGEST_ROUNDING = 1.5  # mm: up to this radius a rounding shows as a corner
# Directions from the middle of a circle: where rounding to 1 µm in a file moves it least.
CIRCLE_STARTS = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
KERF_REACH = 0.5  # mm: more than half the width of any usual beam
SAME_PLACE = 1e-6  # mm: points that count as one


def list_entries(path: Path, unseen: Sequence[Box] = ()) -> tuple[Path, ...]:
    """The same line from each of its allowed starts, 16 at most; `unseen` are boxes in which an edge is hidden."""
    if not path.closed:
        return path, path.reversed()
    steps = list(path)
    if circle := _find_circle(steps):
        return tuple(_circle_from(*circle, direction, path.area() > 0) for direction in CIRCLE_STARTS)
    entries = [k for k in range(len(steps)) if any(_is_near_box(steps[k][0], box) for box in unseen)]
    entries = entries or [k for k in range(len(steps)) if _is_corner(steps, k)] or list(range(len(steps)))
    if len(entries) > MOST_STARTS:
        entries = [entries[k * len(entries) // MOST_STARTS] for k in range(MOST_STARTS)]
    return tuple(_start_at(steps, k) for k in entries)


def _is_near_box(p: Point, box: Box) -> bool:
    """Whether a point is in a box, or beside it by no more than a kerf moves an edge."""
    return box[0] - KERF_REACH <= p[0] <= box[2] + KERF_REACH and box[1] - KERF_REACH <= p[1] <= box[3] + KERF_REACH


def _start_at(steps: Sequence[tuple[Point, Segment]], k: int) -> Path:
    """The closed line from the start of segment k."""
    rolled = [*steps[k:], *steps[:k]]
    return Path(rolled[0][0], tuple(segment for _, segment in rolled), closed=True)


def _find_circle(steps: Sequence[tuple[Point, Segment]]) -> tuple[Point, float] | None:
    """Centre and radius of the circle of which all segments are arcs; None where there is none."""
    if not all(isinstance(segment, Arc) for _, segment in steps):
        return None
    circles = [circle_of(start, segment) for start, segment in steps if isinstance(segment, Arc)]
    is_same = all(math.dist(a[0], b[0]) < SAME_PLACE and abs(a[1] - b[1]) < SAME_PLACE for a, b in pairwise(circles))
    is_full_turn = abs(abs(sum(sweep for *_, sweep in circles)) - 2 * math.pi) < SAME_PLACE
    return circles[0][:2] if circles and is_same and is_full_turn else None


def _circle_from(centre: Point, radius: float, direction: Point, ccw: bool) -> Path:
    """A circle as two arcs, entered in one direction from its centre."""
    dx, dy = radius * direction[0], radius * direction[1]
    start, half, bulge = (centre[0] + dx, centre[1] + dy), (centre[0] - dx, centre[1] - dy), 1.0 if ccw else -1.0
    return Path(start, (Arc(half, bulge), Arc(start, bulge)), closed=True)


def _is_corner(steps: Sequence[tuple[Point, Segment]], k: int) -> bool:
    """Whether there is a corner at the start of segment k: a sharp one, or an end of a small rounding."""
    before, after = steps[k - 1], steps[k]
    turn = (segment_headings(*after)[0] - segment_headings(*before)[1] + math.pi) % (2 * math.pi) - math.pi
    return abs(turn) > LEAST_CORNER or _is_small_rounding(*before) or _is_small_rounding(*after)


def _is_small_rounding(start: Point, segment: Segment) -> bool:
    """Whether a segment is an arc that rounds a corner."""
    if not isinstance(segment, Arc):
        return False
    _, radius, _, sweep = circle_of(start, segment)
    return radius <= LARGEST_ROUNDING and abs(sweep) > LEAST_CORNER


def segment_headings(start: Point, segment: Segment) -> tuple[float, float]:
    """The directions in radians in which a segment leaves its start and arrives at its end."""
    if isinstance(segment, Curve):
        handles = [segment.first, segment.second, segment.to]
        ahead = next((p for p in handles if math.dist(start, p) > SAME_PLACE), segment.to)
        behind = next((p for p in (segment.second, segment.first) if math.dist(segment.to, p) > SAME_PLACE), start)
        return _heading(start, ahead), _heading(behind, segment.to)
    half = 2 * math.atan(segment.bulge) if isinstance(segment, Arc) else 0.0
    along = _heading(start, segment.to)
    return along - half, along + half


def _heading(p: Point, q: Point) -> float:
    """The direction in radians from p to q."""
    return math.atan2(q[1] - p[1], q[0] - p[0])
