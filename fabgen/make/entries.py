"""A line → the ways to follow it: from each allowed start, round and back to it, or from either end.

A beam that stays for a moment leaves a mark where a cut starts. So a closed line is entered where an edge is hidden
once the thing is put together, else at a corner, else at a joint of its segments; a circle at one of four points.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from fabgen.artwork.path import Arc, Curve, Path, Point, Segment, circle_of

Box = tuple[float, float, float, float]
MOST = 16  # starts that are offered: more make no shorter way
CORNER = math.radians(20)  # a turn that shows as a corner
ROUNDED = 1.5  # mm: up to this radius a rounding shows as a corner
COMPASS = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))  # where rounding to 1 µm in a file moves a circle least
KERF = 0.5  # mm: half the width of the widest beam that is usual, and more
SAME = 1e-6  # mm: circles that count as one


def ways(path: Path, unseen: Sequence[Box] = ()) -> tuple[Path, ...]:
    """The same line from each of its allowed starts, 16 at most; `unseen` are boxes in which an edge is hidden."""
    if not path.closed:
        return path, path.reversed()
    steps = list(path)
    if ring := _circle(steps):
        return tuple(_from(*ring, step, path.area() > 0) for step in COMPASS)
    joints = [k for k in range(len(steps)) if any(_within(steps[k][0], box) for box in unseen)]
    joints = joints or [k for k in range(len(steps)) if _cornered(steps, k)] or list(range(len(steps)))
    thinned = [joints[k * len(joints) // MOST] for k in range(MOST)] if len(joints) > MOST else joints
    return tuple(_started(steps, k) for k in thinned)


def _within(p: Point, box: Box) -> bool:
    """Whether a point lies in a box, or beside it by no more than kerfs move an edge."""
    return box[0] - KERF <= p[0] <= box[2] + KERF and box[1] - KERF <= p[1] <= box[3] + KERF


def _started(steps: Sequence[tuple[Point, Segment]], k: int) -> Path:
    turned = [*steps[k:], *steps[:k]]
    return Path(turned[0][0], tuple(segment for _, segment in turned), closed=True)


def _circle(steps: Sequence[tuple[Point, Segment]]) -> tuple[Point, float] | None:
    """Centre and radius, where all segments are arcs of one circle."""
    if not all(isinstance(segment, Arc) for _, segment in steps):
        return None
    found = [circle_of(start, segment) for start, segment in steps if isinstance(segment, Arc)]
    alike = all(math.dist(a[0], b[0]) < SAME and abs(a[1] - b[1]) < SAME for a, b in pairwise(found))
    whole = abs(abs(sum(sweep for *_, sweep in found)) - 2 * math.pi) < SAME
    return found[0][:2] if found and alike and whole else None


def _from(centre: Point, radius: float, step: Point, ccw: bool) -> Path:
    """A circle as two arcs, entered at one radius's step from its middle."""
    dx, dy = radius * step[0], radius * step[1]
    start, half, bulge = (centre[0] + dx, centre[1] + dy), (centre[0] - dx, centre[1] - dy), 1.0 if ccw else -1.0
    return Path(start, (Arc(half, bulge), Arc(start, bulge)), closed=True)


def _cornered(steps: Sequence[tuple[Point, Segment]], k: int) -> bool:
    """Whether a corner lies at the start of a segment: a sharp one, or the end of a small rounding."""
    before, here = steps[k - 1], steps[k]
    turn = (headings(*here)[0] - headings(*before)[1] + math.pi) % (2 * math.pi) - math.pi
    return abs(turn) > CORNER or _rounding(*before) or _rounding(*here)


def _rounding(start: Point, segment: Segment) -> bool:
    if not isinstance(segment, Arc):
        return False
    _, radius, _, sweep = circle_of(start, segment)
    return radius <= ROUNDED and abs(sweep) > CORNER


def headings(start: Point, segment: Segment) -> tuple[float, float]:
    """The directions in radians in which a segment leaves its start and arrives at its end."""
    if isinstance(segment, Curve):
        handles = [segment.first, segment.second, segment.to]
        ahead = next((p for p in handles if math.dist(start, p) > SAME), segment.to)
        behind = next((p for p in (segment.second, segment.first) if math.dist(segment.to, p) > SAME), start)
        return _heading(start, ahead), _heading(behind, segment.to)
    half = 2 * math.atan(segment.bulge) if isinstance(segment, Arc) else 0.0
    along = _heading(start, segment.to)
    return along - half, along + half


def _heading(p: Point, q: Point) -> float:
    return math.atan2(q[1] - p[1], q[0] - p[0])
