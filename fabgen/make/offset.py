"""A closed path and a distance → its parallel path. Lines stay lines and arcs stay arcs; where that cannot be, the
polyline says so.

Method: every segment is moved sideways (an arc keeps its centre), then neighbours are joined: where the corner opens,
by a mitre, or by a true arc where the mitre would reach too far; where it closes, at their intersection. What the
joints cannot express (a segment that vanishes, a neck that closes) is left to a buffer of the finely flattened path.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from fabgen.artwork.path import Arc, Line, Path, Point, Segment, circle_of, polygon

MITRE_LIMIT = 2.0  # as far as a mitre's tip may lie from the corner, in distances
FINE, SIMPLE = 0.001, 0.002  # mm: flattening before the buffer and simplification after it
CHECK = 0.02  # mm: flattening for the test that the path does not cross itself
SMOOTH = 1e-6  # radians: joints that turn less are smooth
SHORT = 1e-7  # mm: segments that are shorter are no segments
NOTHING = 1e-3  # mm²: what is smaller has vanished


@dataclass(frozen=True)
class Offset:
    """Parallel paths: one, unless a neck closed (several, or rings inside others) or all vanished (none). `exact`: no
    polyline was needed."""

    paths: tuple[Path, ...]
    exact: bool


@dataclass(frozen=True)
class _Side:
    """A segment moved sideways: its ends, the directions (radians) in which it leaves and arrives, and its circle if
    it is an arc."""

    start: Point
    end: Point
    leaves: float
    arrives: float
    centre: Point | None = None
    radius: float = 0.0
    sweep: float = 0.0


def offset(path: Path, distance: float) -> Offset:
    """The parallel of a closed path at `distance` mm outside of it (inside where negative), drawn the same way
    round."""
    if distance == 0:
        return Offset((path,), True)
    exact = _exact(path, distance)
    return Offset((exact,), True) if exact else Offset(_buffered(path, distance), False)


def _exact(path: Path, distance: float) -> Path | None:
    """The parallel of lines and arcs, or None where it takes more than moved segments and joints."""
    steps = [(start, s) for start, s in path if math.dist(start, s.to) > SHORT]
    if len(steps) < 2 or any(not isinstance(s, Line | Arc) for _, s in steps):
        return None
    right = distance if path.area() > 0 else -distance
    sides = [_moved(start, segment, right) for start, segment in steps]
    if None in sides:
        return None
    joined = _joined([side for side in sides if side], right)
    return joined if joined and _simple(joined) else None


def _moved(start: Point, segment: Segment, right: float) -> _Side | None:
    """A segment moved to its right; None where an arc shrinks to nothing."""
    end = segment.to
    heading = math.atan2(end[1] - start[1], end[0] - start[0])
    bulge = segment.bulge if isinstance(segment, Arc) else 0.0
    if not isinstance(segment, Arc) or abs(bulge) < 1e-9:
        dx, dy = right * math.sin(heading), -right * math.cos(heading)
        return _Side((start[0] + dx, start[1] + dy), (end[0] + dx, end[1] + dy), heading, heading)
    centre, radius, _, sweep = circle_of(start, segment)
    wider = radius + math.copysign(right, right * sweep)
    if wider < SHORT:
        return None
    half = 2 * math.atan(bulge)
    return _Side(
        _along(centre, start, wider / radius),
        _along(centre, end, wider / radius),
        heading - half,
        heading + half,
        centre,
        wider,
        sweep,
    )


def _along(centre: Point, p: Point, factor: float) -> Point:
    return centre[0] + (p[0] - centre[0]) * factor, centre[1] + (p[1] - centre[1]) * factor


def _joined(sides: Sequence[_Side], right: float) -> Path | None:
    """The sides with their joints; None where two do not meet or one would run backwards."""
    joints = [_joint(side, sides[(i + 1) % len(sides)], right) for i, side in enumerate(sides)]
    out: list[Segment] = []
    for i, side in enumerate(sides):
        before, after = joints[i - 1], joints[i]
        if before is None or after is None:
            return None
        trimmed = _trimmed(side, before[1], after[0])
        if trimmed is None:
            return None
        out += [trimmed] + ([Arc(after[1], after[2])] if after[2] else [])
    first = joints[-1]
    return Path(first[1], tuple(out), closed=True) if first else None


def _joint(a: _Side, b: _Side, right: float) -> tuple[Point, Point, float] | None:
    """Where a ends, where b starts, and the bulge of the arc between them (0: they meet); None where the carriers do
    not meet."""
    turn = (b.leaves - a.arrives + math.pi) % (2 * math.pi) - math.pi
    if abs(turn) < SMOOTH:
        return b.start, b.start, 0.0
    if abs(turn) > math.pi - SMOOTH:
        return None
    meet = _meet(a, b)
    if turn * right < 0:
        return (meet, meet, 0.0) if meet else None
    tip = abs(right) * (MITRE_LIMIT**2 - 1) ** 0.5  # the mitre's reach along a straight side at the limit
    if meet and max(math.dist(meet, a.end), math.dist(meet, b.start)) <= tip:
        return meet, meet, 0.0
    return a.end, b.start, math.tan(turn / 4)


def _meet(a: _Side, b: _Side) -> Point | None:
    """The crossing of two sides' lines or circles that is nearest to their joint."""
    if a.centre and b.centre:
        found = _circles(a.centre, a.radius, b.centre, b.radius)
    elif a.centre or b.centre:
        straight, bent = (b, a) if a.centre else (a, b)
        found = _line_circle(straight, bent.centre or (0.0, 0.0), bent.radius)
    else:
        found = _lines(a, b)
    x, y = (a.end[0] + b.start[0]) / 2, (a.end[1] + b.start[1]) / 2
    return min(found, key=lambda p: (math.dist(p, (x, y)), p), default=None)


def _lines(a: _Side, b: _Side) -> list[Point]:
    ax, ay, bx, by = math.cos(a.leaves), math.sin(a.leaves), math.cos(b.leaves), math.sin(b.leaves)
    cross = ax * by - ay * bx
    if abs(cross) < 1e-12:
        return []
    t = ((b.start[0] - a.start[0]) * by - (b.start[1] - a.start[1]) * bx) / cross
    return [(a.start[0] + ax * t, a.start[1] + ay * t)]


def _line_circle(side: _Side, centre: Point, radius: float) -> list[Point]:
    dx, dy = math.cos(side.leaves), math.sin(side.leaves)
    t = (centre[0] - side.start[0]) * dx + (centre[1] - side.start[1]) * dy
    foot = (side.start[0] + dx * t, side.start[1] + dy * t)
    square = radius**2 - math.dist(foot, centre) ** 2
    reach = math.sqrt(square) if square >= 0 else math.nan
    return [] if square < 0 else [(foot[0] + dx * s, foot[1] + dy * s) for s in (reach, -reach)]


def _circles(p: Point, r: float, q: Point, s: float) -> list[Point]:
    apart = math.dist(p, q)
    if not abs(r - s) <= apart <= r + s or apart < SHORT:
        return []
    a = (apart**2 + r**2 - s**2) / (2 * apart)
    h = math.sqrt(max(0.0, r**2 - a**2))
    ux, uy = (q[0] - p[0]) / apart, (q[1] - p[1]) / apart
    return [(p[0] + ux * a - uy * k, p[1] + uy * a + ux * k) for k in (h, -h)]


def _trimmed(side: _Side, start: Point, end: Point) -> Segment | None:
    """The side between its new ends; None where it would vanish or turn round."""
    if side.centre is None:
        along = (end[0] - start[0]) * math.cos(side.leaves) + (end[1] - start[1]) * math.sin(side.leaves)
        return Line(end) if along > SHORT else None
    turned = math.atan2(end[1] - side.centre[1], end[0] - side.centre[0]) - math.atan2(
        start[1] - side.centre[1], start[0] - side.centre[0]
    )
    sweep = turned % (2 * math.pi) if side.sweep > 0 else -((-turned) % (2 * math.pi))
    gone = abs(sweep) > abs(side.sweep) + 0.5 or abs(sweep) * side.radius < SHORT
    return None if gone else Arc(end, math.tan(sweep / 4))


def _simple(path: Path) -> bool:
    from shapely import LinearRing

    points = path.flatten(CHECK)
    return len(points) > 2 and bool(LinearRing(points).is_simple)


def _buffered(path: Path, distance: float) -> tuple[Path, ...]:
    """The polyline parallel: outlines drawn the path's way round, rings inside them the other way."""
    from shapely import Polygon

    shape = Polygon(path.flatten(FINE)).buffer(0)
    grown = shape.buffer(distance, join_style="mitre", mitre_limit=MITRE_LIMIT).simplify(SIMPLE)
    whole = [p for p in getattr(grown, "geoms", [grown]) if p.area > NOTHING]
    rings = [polygon([(x, y) for x, y in ring.coords[:-1]]) for p in whole for ring in (p.exterior, *p.interiors)]
    outer = [i == 0 for p in whole for i in range(1 + len(p.interiors))]
    ccw = path.area() > 0
    return tuple(
        r if (r.area() > 0) == (is_outer == ccw) else r.reversed() for r, is_outer in zip(rings, outer, strict=True)
    )
