"""A closed path and a distance → its parallel path, as for a laser's kerf. Lines stay lines and arcs stay arcs; where
that cannot be, the result is a polyline and says so.

Method: every segment is moved sideways (an arc keeps its centre), then neighbours are joined: where the corner opens,
by a mitre, or by a true arc where the mitre would reach too far; where it closes, at their intersection. What the
joints cannot express (a segment that vanishes, a neck that closes) is left to a buffer of the finely flattened path,
which is round at corners.

Points are complex numbers here: 1j turns to the left.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fabgen.artwork.path import Arc, Line, Path, Point, Segment, polygon
from fabgen.artwork.polyline import Polyline

MITRE_LIMIT = 2.0  # how far a mitre's tip may be from the corner, as a multiple of the distance
FINE, SIMPLE = 0.001, 0.002  # mm: flattening before the buffer and simplification after it
CHECK = 0.02  # mm: flattening for the test that the path does not cross itself
QUARTER = 8  # chords of a quarter circle in the buffer: within 0.001 mm up to a distance of 0.2 mm
SMOOTH = 1e-6  # radians: joints that turn less are smooth
SHORT = 1e-7  # mm: shorter segments are left out
NOTHING = 1e-3  # mm²: a smaller area has vanished
ROUND = 2 * math.pi  # radians of a full turn


@dataclass(frozen=True)
class OffsetPaths:
    """Parallel paths: one, unless a neck closed (several, or rings inside others) or everything vanished (none).
    `is_exact`: whether no polyline was needed."""

    paths: tuple[Path, ...]
    is_exact: bool


class _Side(NamedTuple):
    """A segment: its ends, the directions (of length 1) in which it leaves and arrives, and for an arc its centre,
    radius and signed sweep in radians."""

    start: complex
    end: complex
    leaves: complex
    arrives: complex
    centre: complex | None = None
    radius: float = 0.0
    sweep: float = 0.0


def offset_path(path: Path, distance: float) -> OffsetPaths:
    """The parallel of a closed path at `distance` mm outside of it (inside if negative), in the same direction."""
    if distance == 0:
        return OffsetPaths((path,), True)
    exact = _offset_exactly(path, distance)
    return OffsetPaths((exact,), True) if exact else OffsetPaths(_offset_by_buffer(path, distance), False)


def _offset_exactly(path: Path, distance: float) -> Path | None:
    """The parallel of lines and arcs, or None where it takes more than moved segments and joints."""
    steps = [(start, s) for start, s in path if math.dist(start, s.to) > SHORT]
    if len(steps) < 2 or not all(isinstance(s, Line | Arc) for _, s in steps):
        return None
    sides = [_make_side(start, segment) for start, segment in steps]
    turns = [cmath.phase(b.leaves / a.arrives) for a, b in zip(sides, [*sides[1:], sides[0]], strict=True)]
    total_turn = sum(turns) + sum(side.sweep for side in sides)
    if abs(abs(total_turn) - ROUND) > SMOOTH:  # a closed line that does not cross itself turns once round
        return None
    shift = math.copysign(distance, distance * total_turn)
    moved = [_move_side(side, shift) for side in sides]
    joined = None if None in moved else _join_sides([side for side in moved if side], turns, shift)
    is_simple = joined and (_is_convex(sides, turns, total_turn, distance) or _is_simple(joined))
    return _make_path(joined) if joined and is_simple else None


def _make_side(start: Point, segment: Segment) -> _Side:
    """A segment with its directions and, for an arc, its circle."""
    a, b = complex(*start), complex(*segment.to)
    bulge = segment.bulge if isinstance(segment, Arc) else 0.0
    if abs(bulge) < 1e-9:
        along = (b - a) / abs(b - a)
        return _Side(a, b, along, along)
    centre = (a + b) / 2 + (b - a) * 1j * (1 - bulge * bulge) / (4 * bulge)
    radius, to_centre = abs(a - centre), math.copysign(1.0, bulge) * 1j
    return _Side(
        a, b, (a - centre) * to_centre / radius, (b - centre) * to_centre / radius, centre, radius, 4 * math.atan(bulge)
    )


def _move_side(side: _Side, shift: float) -> _Side | None:
    """A segment moved to its right by `shift` mm; None where an arc shrinks to nothing."""
    a, b, leaves, arrives, centre, radius, sweep = side
    if centre is None:
        offset = -1j * shift * leaves
        return _Side(a + offset, b + offset, leaves, arrives)
    new_radius = radius + math.copysign(shift, shift * sweep)
    if new_radius < SHORT:
        return None
    k = new_radius / radius
    return _Side(centre + (a - centre) * k, centre + (b - centre) * k, leaves, arrives, centre, new_radius, sweep)


def _join_sides(sides: Sequence[_Side], turns: Sequence[float], shift: float) -> list[_Side] | None:
    """The sides with their joints, some of them arcs; None where two do not meet or one would run backwards."""
    pairs = zip(sides, [*sides[1:], sides[0]], turns, strict=True)
    joints = [_join_pair(a, b, turn, shift) for a, b, turn in pairs]
    closed: list[_Side] = []
    for side, before, after in zip(sides, [joints[-1], *joints[:-1]], joints, strict=True):
        trimmed = before and after and _trim_side(side, before[1], after[0])
        if not trimmed or not after:
            return None
        closed.append(trimmed)
        if after[2] is not None:
            closed.append(after[2])
    return closed


_Joint = tuple[complex, complex, _Side | None]  # where one side ends, where the next starts, the arc between them


def _join_pair(before: _Side, after: _Side, turn: float, shift: float) -> _Joint | None:
    """How two sides are joined; None where their lines or circles do not meet."""
    if abs(turn) < SMOOTH:
        return after.start, after.start, None
    if abs(turn) > math.pi - SMOOTH:
        return None
    meet = _find_meeting_point(before, after)
    if turn * shift < 0:
        return None if meet is None else (meet, meet, None)
    tip = abs(shift) * math.sqrt(MITRE_LIMIT**2 - 1)  # the mitre's reach along a straight side at the limit
    if meet is not None and max(abs(meet - before.end), abs(meet - after.start)) <= tip:
        return meet, meet, None
    corner = before.end + 1j * shift * before.arrives
    arc = _Side(before.end, after.start, before.arrives, after.leaves, corner, abs(shift), turn)
    return before.end, after.start, arc


def _find_meeting_point(first: _Side, second: _Side) -> complex | None:
    """The crossing of two sides' lines or circles that is nearest to their joint."""
    if first.centre is None and second.centre is None:
        across = (first.leaves.conjugate() * second.leaves).imag
        reach = ((second.start - first.end).conjugate() * second.leaves).imag
        return first.end + first.leaves * reach / across if across else None
    if first.centre is not None and second.centre is not None:
        crossings = _cross_circles(first.centre, first.radius, second.centre, second.radius)
    else:
        straight, bent = (first, second) if first.centre is None else (second, first)
        crossings = _cross_line_circle(straight, bent.centre or 0j, bent.radius)
    middle = (first.end + second.start) / 2
    return min(crossings, key=lambda p: (abs(p - middle), p.real, p.imag), default=None)


def _cross_line_circle(side: _Side, centre: complex, radius: float) -> list[complex]:
    """The points where a side's line crosses a circle."""
    foot = side.start + side.leaves * ((centre - side.start) * side.leaves.conjugate()).real
    square = radius**2 - abs(foot - centre) ** 2
    reach = side.leaves * math.sqrt(square) if square >= 0 else 0j
    return [foot + reach, foot - reach] if square >= 0 else []


def _cross_circles(p: complex, r: float, q: complex, s: float) -> list[complex]:
    """The points where two circles cross."""
    apart = abs(q - p)
    if not abs(r - s) <= apart <= r + s or apart < SHORT:
        return []
    along = (q - p) / apart
    a = (apart**2 + r**2 - s**2) / (2 * apart)
    h = math.sqrt(max(0.0, r**2 - a**2))
    return [p + along * complex(a, side) for side in (h, -h)]


def _trim_side(side: _Side, start: complex, end: complex) -> _Side | None:
    """The side between its new ends; None where nothing of it is left between them, or it would run backwards. Its
    directions are not updated."""
    first, last, leaves, arrives, centre, radius, sweep = side
    if centre is None:
        against = leaves.conjugate()
        is_forward = ((end - start) * against).real > SHORT and ((last - start) * against).real > -SHORT
        return _Side(start, end, leaves, arrives) if is_forward and ((end - first) * against).real > -SHORT else None
    turned = cmath.phase((end - centre) / (start - centre))
    spun = turned % ROUND if sweep > 0 else -((-turned) % ROUND)
    sign = math.copysign(1.0, sweep)
    cut = max(sign * cmath.phase((a - centre) / (b - centre)) for a, b in ((start, first), (last, end)))
    has_vanished = abs(spun) > abs(sweep) + 0.5 or abs(spun) * radius < SHORT or cut > abs(sweep) + SMOOTH
    return None if has_vanished else _Side(start, end, leaves, arrives, centre, radius, spun)


def _is_convex(sides: Sequence[_Side], turns: Sequence[float], around: float, distance: float) -> bool:
    """Whether the path is convex in a way that keeps its parallel from crossing itself: outside of it, or where all
    joints are smooth, or where all sides are straight."""
    sign = math.copysign(1.0, around)
    if any(turn * sign < -SMOOTH for turn in turns) or any(side.sweep * sign < 0 for side in sides):
        return False
    return distance > 0 or all(abs(turn) < SMOOTH for turn in turns) or all(side.centre is None for side in sides)


def _is_simple(sides: Sequence[_Side]) -> bool:
    """Whether the path does not cross itself."""
    points = [_as_point(z) for side in sides for z in _flat_points(side)]
    if len(points) < 3:
        return False
    if Polyline([*points, points[0]]).is_surely_simple():
        return True
    import shapely  # late: it is slow to load, and most paths do not need it

    return bool(shapely.is_simple(shapely.LinearRing(points)))


def _flat_points(side: _Side) -> list[complex]:
    """Points along a side before its end, with chords within CHECK of it."""
    start, _, _, _, centre, radius, sweep = side
    if centre is None:
        return [start]
    count = math.ceil(abs(sweep) / (2 * math.acos(1 - CHECK / radius) if radius > CHECK else math.pi / 2))
    step = cmath.rect(1.0, sweep / max(1, count))
    return [centre + (start - centre) * step**k for k in range(max(1, count))]


def _make_path(sides: Sequence[_Side]) -> Path:
    """The sides as a path."""
    ends = [(_as_point(s.end), s) for s in sides]
    segments = [Arc(p, math.tan(s.sweep / 4)) if s.centre is not None else Line(p) for p, s in ends]
    return Path(_as_point(sides[0].start), tuple(segments), closed=True)


def _as_point(z: complex) -> Point:
    return z.real, z.imag


def _offset_by_buffer(path: Path, distance: float) -> tuple[Path, ...]:
    """The parallel as polylines: outlines drawn in the path's direction, rings inside them in the other."""
    from shapely import Polygon

    shape = Polygon(path.flatten(FINE)).buffer(0)
    chords = math.ceil(math.pi / 4 / math.acos(1 - min(1.0, FINE / abs(distance))))  # of a quarter circle
    grown = shape.buffer(distance, quad_segs=chords).simplify(SIMPLE)  # a mitre would be cut off at sharp tips
    polygons = [p for p in getattr(grown, "geoms", [grown]) if p.area > NOTHING]
    rings = [polygon([(x, y) for x, y in ring.coords[:-1]]) for p in polygons for ring in (p.exterior, *p.interiors)]
    is_outer_ring = [i == 0 for p in polygons for i in range(1 + len(p.interiors))]
    ccw = path.area() > 0
    pairs = zip(rings, is_outer_ring, strict=True)
    return tuple(ring if (ring.area() > 0) == (is_outer == ccw) else ring.reversed() for ring, is_outer in pairs)
