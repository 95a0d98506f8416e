"""Arcs → Béziers and Béziers → arcs, for formats that know only one of them. In mm, within a stated error.

SVG knows both, so it needs none of this.
"""

from __future__ import annotations

import math

from fabgen.artwork.path import Arc, Curve, Line, Path, Point, circle_of

MOST_BEZIER_ERROR = 5e-4  # mm that a Bézier may be off its arc
BEZIER_ERROR_RATIO = 1.83e-5  # of the radius: how far a Bézier of 1 radian is off its arc; grows with the sixth power of the angle
WIDEST = math.pi / 4  # radians of an arc in one Bézier
MOST_ARC_ERROR = 0.002  # mm that an arc may be off its Bézier
MOST = 64  # arcs for one Bézier
SAME_CIRCLE = 1e-6  # mm between the centres of arcs that make one circle


def arc_curves(start: Point, arc: Arc) -> list[Curve]:
    """An arc as cubic Béziers of at most 45 degrees, of less where the radius is large, so that they stay within
    OFF."""
    return [Curve(*points) for points in arc_points(start, arc)]


def arc_points(start: Point, arc: Arc) -> list[tuple[Point, Point, Point]]:
    """The Béziers of `arc_curves` as points: the two control points and the end of each."""
    (cx, cy), radius, angle, sweep = circle_of(start, arc)
    widest = min(WIDEST, (MOST_BEZIER_ERROR / (BEZIER_ERROR_RATIO * radius)) ** (1 / 6))
    count = max(1, math.ceil(abs(sweep) / widest - 1e-9))
    step = sweep / count
    k = 4 / 3 * math.tan(step / 4) * radius
    out: list[tuple[Point, Point, Point]] = []
    (px, py), c, s = start, math.cos(angle), math.sin(angle)
    for i in range(1, count + 1):
        first = px - k * s, py + k * c
        turn = angle + i * step
        c, s = math.cos(turn), math.sin(turn)
        px, py = (cx + radius * c, cy + radius * s) if i < count else arc.to  # contours close exactly
        out.append((first, (px + k * s, py - k * c), (px, py)))
    return out


def curve_arcs(start: Point, curve: Curve, near: float = MOST_ARC_ERROR) -> list[Arc | Line]:
    """A cubic Bézier as arcs through points on it, at equal steps of its parameter: the fewest that stay within `near`
    mm, 64 at most."""
    four = (start, curve.first, curve.second, curve.to)
    for count in (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48):
        arcs = [_arc_through(four, i / count, (i + 1) / count) for i in range(count)]
        if all(strays <= near for _, strays in arcs):
            return [arc for arc, _ in arcs]
    return [_arc_through(four, i / MOST, (i + 1) / MOST)[0] for i in range(MOST)]


_BezierPoints = tuple[Point, Point, Point, Point]


def _arc_through(four: _BezierPoints, low: float, high: float) -> tuple[Arc | Line, float]:
    """The arc from one parameter of a Bézier to another through the one in the middle, and how far it is off in mm."""
    p, q, r = (_at(four, t) for t in (low, (low + high) / 2, high))
    tests = [_at(four, low + (high - low) * k / 8) for k in (1, 2, 3, 5, 6, 7)]
    chord = math.dist(p, r)
    side = (r[0] - p[0]) * (q[1] - p[1]) - (r[1] - p[1]) * (q[0] - p[0])
    if chord < 1e-9 or abs(side) < 1e-9 * chord:
        return Line(r), max(_distance_to_line(p, r, spot) for spot in (q, *tests))
    inner = math.atan2(side, (p[0] - q[0]) * (r[0] - q[0]) + (p[1] - q[1]) * (r[1] - q[1]))  # the angle p q r
    bulge = -math.tan((math.copysign(math.pi, inner) - inner) / 2)
    arc = Arc(r, bulge)
    centre, radius, _, _ = circle_of(p, arc)
    return arc, max(abs(math.dist(spot, centre) - radius) for spot in tests)


def _distance_to_line(p: Point, r: Point, spot: Point) -> float:
    """The distance of a spot from the line through p and r, in mm."""
    length = math.dist(p, r)
    if length < 1e-9:
        return math.dist(p, spot)
    return abs((r[0] - p[0]) * (spot[1] - p[1]) - (r[1] - p[1]) * (spot[0] - p[0])) / length


def _at(four: _BezierPoints, t: float) -> Point:
    u = 1 - t
    weights = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
    x, y = (sum(w * p[k] for w, p in zip(weights, four, strict=True)) for k in (0, 1))
    return x, y


def whole_circle(path: Path) -> tuple[Point, float] | None:
    """Centre and radius in mm of a closed path whose arcs make one circle. None for any other path."""
    steps = list(path)
    if not path.closed or not steps or not all(isinstance(step, Arc) for _, step in steps):
        return None
    circles = [circle_of(start, step) for start, step in steps if isinstance(step, Arc)]
    (centre, radius, _, _), sweep = circles[0], sum(angle for _, _, _, angle in circles)
    is_same = all(math.dist(c, centre) < SAME_CIRCLE and abs(r - radius) < SAME_CIRCLE for c, r, _, _ in circles)
    return (centre, radius) if is_same and abs(abs(sweep) - 2 * math.pi) < SAME_CIRCLE else None
