"""A closed path and a distance → its parallel path. Lines stay lines and arcs stay arcs; where that cannot be, the
polyline says so.

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

MITRE_LIMIT = 2.0  # as far as a mitre's tip may lie from the corner, in distances
FINE, SIMPLE = 0.001, 0.002  # mm: flattening before the buffer and simplification after it
CHECK = 0.02  # mm: flattening for the test that the path does not cross itself
QUARTER = 8  # chords of a quarter circle in the buffer: within 0.001 mm up to a distance of 0.2 mm
SMOOTH = 1e-6  # radians: joints that turn less are smooth
SHORT = 1e-7  # mm: segments that are shorter are no segments
NOTHING = 1e-3  # mm²: what is smaller has vanished
ROUND = 2 * math.pi


@dataclass(frozen=True)
class Offset:
    """Parallel paths: one, unless a neck closed (several, or rings inside others) or all vanished (none). `exact`: no
    polyline was needed."""

    paths: tuple[Path, ...]
    exact: bool


class _Side(NamedTuple):
    """A segment: its ends, the directions (of length 1) in which it leaves and arrives, and its circle and signed
    sweep in radians if it is an arc."""

    start: complex
    end: complex
    leaves: complex
    arrives: complex
    centre: complex | None = None
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
    if len(steps) < 2 or not all(isinstance(s, Line | Arc) for _, s in steps):
        return None
    sides = [_side(start, segment) for start, segment in steps]
    turns = [cmath.phase(b.leaves / a.arrives) for a, b in zip(sides, [*sides[1:], sides[0]], strict=True)]
    around = sum(turns) + sum(side.sweep for side in sides)
    if abs(abs(around) - ROUND) > SMOOTH:  # no simple line: those turn once round
        return None
    right = math.copysign(distance, distance * around)
    moved = [_moved(side, right) for side in sides]
    joined = None if None in moved else _joined([side for side in moved if side], turns, right)
    whole = joined and (_bulging(sides, turns, around, distance) or _simple(joined))
    return _path(joined) if joined and whole else None


def _side(start: Point, segment: Segment) -> _Side:
    a, b = complex(*start), complex(*segment.to)
    bulge = segment.bulge if isinstance(segment, Arc) else 0.0
    if abs(bulge) < 1e-9:
        along = (b - a) / abs(b - a)
        return _Side(a, b, along, along)
    centre = (a + b) / 2 + (b - a) * 1j * (1 - bulge * bulge) / (4 * bulge)
    radius, left = abs(a - centre), math.copysign(1.0, bulge) * 1j
    return _Side(a, b, (a - centre) * left / radius, (b - centre) * left / radius, centre, radius, 4 * math.atan(bulge))


def _moved(side: _Side, right: float) -> _Side | None:
    """A segment moved to its right; None where an arc shrinks to nothing."""
    a, b, leaves, arrives, centre, radius, sweep = side
    if centre is None:
        shift = -1j * right * leaves
        return _Side(a + shift, b + shift, leaves, arrives)
    wider = radius + math.copysign(right, right * sweep)
    if wider < SHORT:
        return None
    k = wider / radius
    return _Side(centre + (a - centre) * k, centre + (b - centre) * k, leaves, arrives, centre, wider, sweep)


def _joined(sides: Sequence[_Side], turns: Sequence[float], right: float) -> list[_Side] | None:
    """The sides with their joints, some of them arcs; None where two do not meet or one would run backwards."""
    pairs = zip(sides, [*sides[1:], sides[0]], turns, strict=True)
    joints = [_joint(a, b, turn, right) for a, b, turn in pairs]
    out: list[_Side] = []
    for side, before, after in zip(sides, [joints[-1], *joints[:-1]], joints, strict=True):
        trimmed = before and after and _trimmed(side, before[1], after[0])
        if not trimmed or not after:
            return None
        out.append(trimmed)
        if after[2] is not None:
            out.append(after[2])
    return out


_Joint = tuple[complex, complex, _Side | None]  # where one side ends, where the next starts, the arc between them


def _joint(a: _Side, b: _Side, turn: float, right: float) -> _Joint | None:
    """How two sides are joined; None where their carriers do not meet."""
    if abs(turn) < SMOOTH:
        return b.start, b.start, None
    if abs(turn) > math.pi - SMOOTH:
        return None
    meet = _meet(a, b)
    if turn * right < 0:
        return None if meet is None else (meet, meet, None)
    tip = abs(right) * math.sqrt(MITRE_LIMIT**2 - 1)  # the mitre's reach along a straight side at the limit
    if meet is not None and max(abs(meet - a.end), abs(meet - b.start)) <= tip:
        return meet, meet, None
    corner = a.end + 1j * right * a.arrives
    return a.end, b.start, _Side(a.end, b.start, a.arrives, b.leaves, corner, abs(right), turn)


def _meet(a: _Side, b: _Side) -> complex | None:
    """The crossing of two sides' lines or circles that is nearest to their joint."""
    if a.centre is None and b.centre is None:
        across = (a.leaves.conjugate() * b.leaves).imag
        return a.end + a.leaves * ((b.start - a.end).conjugate() * b.leaves).imag / across if across else None
    if a.centre is not None and b.centre is not None:
        found = _circles(a.centre, a.radius, b.centre, b.radius)
    else:
        straight, bent = (a, b) if a.centre is None else (b, a)
        found = _line_circle(straight, bent.centre or 0j, bent.radius)
    middle = (a.end + b.start) / 2
    return min(found, key=lambda p: (abs(p - middle), p.real, p.imag), default=None)


def _line_circle(side: _Side, centre: complex, radius: float) -> list[complex]:
    foot = side.start + side.leaves * ((centre - side.start) * side.leaves.conjugate()).real
    square = radius**2 - abs(foot - centre) ** 2
    reach = side.leaves * math.sqrt(square) if square >= 0 else 0j
    return [foot + reach, foot - reach] if square >= 0 else []


def _circles(p: complex, r: float, q: complex, s: float) -> list[complex]:
    apart = abs(q - p)
    if not abs(r - s) <= apart <= r + s or apart < SHORT:
        return []
    along = (q - p) / apart
    a = (apart**2 + r**2 - s**2) / (2 * apart)
    h = math.sqrt(max(0.0, r**2 - a**2))
    return [p + along * complex(a, side) for side in (h, -h)]


def _trimmed(side: _Side, start: complex, end: complex) -> _Side | None:
    """The side between its new ends; None where nothing of itself is left between them, or it would turn round. Its
    directions are not kept up."""
    first, last, leaves, arrives, centre, radius, sweep = side
    if centre is None:
        back = leaves.conjugate()
        there = ((end - start) * back).real > SHORT and ((last - start) * back).real > -SHORT
        return _Side(start, end, leaves, arrives) if there and ((end - first) * back).real > -SHORT else None
    turned = cmath.phase((end - centre) / (start - centre))
    spun = turned % ROUND if sweep > 0 else -((-turned) % ROUND)
    way = math.copysign(1.0, sweep)
    cut = max(way * cmath.phase((a - centre) / (b - centre)) for a, b in ((start, first), (last, end)))
    gone = abs(spun) > abs(sweep) + 0.5 or abs(spun) * radius < SHORT or cut > abs(sweep) + SMOOTH
    return None if gone else _Side(start, end, leaves, arrives, centre, radius, spun)


def _bulging(sides: Sequence[_Side], turns: Sequence[float], around: float, distance: float) -> bool:
    """Whether the path bulges everywhere, so that its parallel cannot cross itself: outside of it, or where all ends
    stay as they are, or where all sides keep their directions."""
    way = math.copysign(1.0, around)
    if any(turn * way < -SMOOTH for turn in turns) or any(side.sweep * way < 0 for side in sides):
        return False
    return distance > 0 or all(abs(turn) < SMOOTH for turn in turns) or all(side.centre is None for side in sides)


def _simple(sides: Sequence[_Side]) -> bool:
    import numpy as np
    import shapely

    points = np.array([point for side in sides for point in _flat(side)])
    return len(points) > 2 and bool(shapely.is_simple(shapely.linearrings(points.view(float).reshape(-1, 2))))


def _flat(side: _Side) -> list[complex]:
    """Points of a side before its end, its chords within CHECK of it."""
    start, _, _, _, centre, radius, sweep = side
    if centre is None:
        return [start]
    count = math.ceil(abs(sweep) / (2 * math.acos(1 - CHECK / radius) if radius > CHECK else math.pi / 2))
    step = cmath.rect(1.0, sweep / max(1, count))
    return [centre + (start - centre) * step**k for k in range(max(1, count))]


def _path(sides: Sequence[_Side]) -> Path:
    ends = [(_point(s.end), s) for s in sides]
    segments = [Arc(p, math.tan(s.sweep / 4)) if s.centre is not None else Line(p) for p, s in ends]
    return Path(_point(sides[0].start), tuple(segments), closed=True)


def _point(z: complex) -> Point:
    return z.real, z.imag


def _buffered(path: Path, distance: float) -> tuple[Path, ...]:
    """The polyline parallel: outlines drawn the path's way round, rings inside them the other way."""
    from shapely import Polygon

    shape = Polygon(path.flatten(FINE)).buffer(0)
    chords = math.ceil(math.pi / 4 / math.acos(1 - min(1.0, FINE / abs(distance))))  # of a quarter circle
    grown = shape.buffer(distance, quad_segs=chords).simplify(SIMPLE)  # a mitre would be cut off at sharp tips
    whole = [p for p in getattr(grown, "geoms", [grown]) if p.area > NOTHING]
    rings = [polygon([(x, y) for x, y in ring.coords[:-1]]) for p in whole for ring in (p.exterior, *p.interiors)]
    outer = [i == 0 for p in whole for i in range(1 + len(p.interiors))]
    ccw = path.area() > 0
    return tuple(
        r if (r.area() > 0) == (is_outer == ccw) else r.reversed() for r, is_outer in zip(rings, outer, strict=True)
    )
