"""Lines, arcs and Béziers → exact paths in mm, y up, angles in degrees counter-clockwise.

A path stays exact until the preparation for a machine flattens it with a stated tolerance. Values never change: every
method returns a new path.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, bottom, right, top
Matrix = tuple[float, float, float, float, float, float]  # x' = a x + c y + e, y' = b x + d y + f
SEMICIRCLE = 1.0  # the bulge of half a circle
QUARTER = math.tan(math.pi / 8)  # the bulge of a quarter of a circle


class Line(NamedTuple):
    """A straight line to a point."""

    to: Point


class Arc(NamedTuple):
    """A circular arc to a point. bulge = tan(sweep / 4), positive counter-clockwise, as in DXF files."""

    to: Point
    bulge: float


class Curve(NamedTuple):
    """A cubic Bézier to a point, with its two control points."""

    first: Point
    second: Point
    to: Point


Segment = Line | Arc | Curve


@dataclass(frozen=True, init=False)
class Path:
    """A start point and segments. A closed path ends where it starts; if its last segment does not, a line to the start
    is implied."""

    start: Point
    segments: tuple[Segment, ...]
    closed: bool = False

    def __init__(self, start: Point, segments: tuple[Segment, ...], closed: bool = False) -> None:
        fields = self.__dict__  # takes half the time of setting each field of a frozen class
        fields["start"], fields["segments"], fields["closed"] = start, segments, closed

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """The same in every process, as a path is made of numbers: it may be kept with the path."""
        return hash((self.start, self.segments, self.closed))

    def __iter__(self) -> Iterator[tuple[Point, Segment]]:
        """Each segment with the point from which it starts, including the implied closing line."""
        position = self.start
        for segment in self.segments:
            yield position, segment
            position = segment.to
        if self.closed and math.dist(position, self.start) > 1e-9:
            yield position, Line(self.start)

    @property
    def end(self) -> Point:
        """The point at which the path ends."""
        return self.start if self.closed or not self.segments else self.segments[-1].to

    def transformed(self, m: Matrix) -> Path:
        """The path under a similarity (move, turn, mirror, uniform scale); a mirror reverses the arcs."""
        a, b, c, d, e, f = m
        if a == d == 1.0 and b == c == 0.0:
            return self._shift(e, f)
        flip = -1.0 if a * d - b * c < 0 else 1.0
        segments: list[Segment] = []
        new = tuple.__new__  # written out for speed: sheets have thousands of paths
        for s in self.segments:
            if isinstance(s, Line):
                ((x, y),) = s
                segments.append(new(Line, ((a * x + c * y + e, b * x + d * y + f),)))
            elif isinstance(s, Arc):
                (x, y), bulge = s
                segments.append(new(Arc, ((a * x + c * y + e, b * x + d * y + f), bulge * flip)))
            else:
                (u, v), (p, q), (x, y) = s
                first, second = (a * u + c * v + e, b * u + d * v + f), (a * p + c * q + e, b * p + d * q + f)
                segments.append(new(Curve, (first, second, (a * x + c * y + e, b * x + d * y + f))))
        x, y = self.start
        return Path((a * x + c * y + e, b * x + d * y + f), tuple(segments), self.closed)

    def _shift(self, dx: float, dy: float) -> Path:
        """The path under a move, which most are: the same numbers as by a matrix, with a third of the arithmetic."""
        segments: list[Segment] = []
        new = tuple.__new__
        for s in self.segments:
            if isinstance(s, Line):
                ((x, y),) = s
                segments.append(new(Line, ((x + dx, y + dy),)))
            elif isinstance(s, Arc):
                (x, y), bulge = s
                segments.append(new(Arc, ((x + dx, y + dy), bulge)))
            else:
                (u, v), (p, q), (x, y) = s
                segments.append(new(Curve, ((u + dx, v + dy), (p + dx, q + dy), (x + dx, y + dy))))
        x, y = self.start
        return Path((x + dx, y + dy), tuple(segments), self.closed)

    def reversed(self) -> Path:
        """The same path in the opposite direction."""
        steps = list(self)
        segments = tuple(_reverse_segment(start, segment) for start, segment in reversed(steps))
        last = steps[-1][1].to if steps else self.start
        return Path(last, segments, self.closed)

    def bounds(self) -> tuple[float, float, float, float]:
        """Least x, least y, greatest x, greatest y in mm, exact for every kind of segment."""
        return self._bounds

    @cached_property
    def _bounds(self) -> tuple[float, float, float, float]:
        points = [start := self.start]  # the line that closes a path reaches no further
        for segment in self.segments:
            if not isinstance(segment, Line):
                points += _extremes(start, segment)
            points.append(start := segment.to)
        return point_bounds(points)

    def flatten(self, tolerance: float) -> list[Point]:
        """Points of a polyline within `tolerance` mm of the path. The start of a closed path is not repeated."""
        points = [self.start]
        for start, segment in self:
            points.extend(_flatten_segment(start, segment, tolerance))
        if self.closed and len(points) > 1 and math.dist(points[0], points[-1]) < 1e-9:
            points.pop()
        return points

    def trace(self, tolerance: float) -> list[Point]:
        """The points of the whole line: as `flatten`, with the start of a closed path once more at the end."""
        return [*self.flatten(tolerance), *([self.start] if self.closed else [])]

    def polyline(self, tolerance: float) -> list[Point]:
        """The points of `flatten`; of a closed path the first one again at the end."""
        points = self.flatten(tolerance)
        return [*points, points[0]] if self.closed else points

    def count_corners(self, tolerance: float) -> int:
        """How many points `flatten` returns, without calculating them; one more where the path ends at its start."""
        return 1 + sum(_count_chords(start, segment, tolerance) for start, segment in self)

    def length(self) -> float:
        """Length in mm: exact for lines and arcs; for curves that of their chords, which are within 0.01 mm."""
        return sum(_segment_length(start, segment) for start, segment in self)

    def area(self) -> float:
        """Signed area in mm² of a closed path, positive counter-clockwise. Exact for lines and arcs; for curves that of
        their chords, which are within 0.01 mm."""
        points = [self.start]
        arcs_area = 0.0
        for start, segment in self:
            if isinstance(segment, Arc):
                _, radius, _, sweep = circle_of(start, segment)
                arcs_area += radius * radius / 2 * (sweep - math.sin(sweep))
                points.append(segment.to)
            else:
                points.extend(_flatten_segment(start, segment, 0.01))
        pairs = zip(points, points[1:] + points[:1], strict=True)
        return arcs_area + sum(x * v - u * y for (x, y), (u, v) in pairs) / 2


def apply_matrix(m: Matrix, p: Point) -> Point:
    """A point moved by a matrix."""
    return m[0] * p[0] + m[2] * p[1] + m[4], m[1] * p[0] + m[3] * p[1] + m[5]


def translation(dx: float, dy: float) -> Matrix:
    """The matrix of a move in mm."""
    return 1.0, 0.0, 0.0, 1.0, dx, dy


_QUARTERS = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}


def rotation(degrees: float) -> Matrix:
    """The matrix of a turn about the origin, counter-clockwise; exact for quarter turns."""
    angle = math.radians(degrees)
    c, s = _QUARTERS.get(degrees % 360.0, (math.cos(angle), math.sin(angle)))
    return c, s, -s, c, 0.0, 0.0


def scale_matrix(factor: float) -> Matrix:
    """The matrix of a uniform scale about the origin."""
    return factor, 0.0, 0.0, factor, 0.0, 0.0


MIRROR: Matrix = (-1.0, 0.0, 0.0, 1.0, 0.0, 0.0)  # about the vertical axis through the origin


def point_bounds(points: Iterable[Point]) -> tuple[float, float, float, float]:
    """Least x, least y, greatest x, greatest y of some points. Raises ValueError if there are none."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def path_bounds(paths: Iterable[Path]) -> tuple[float, float, float, float]:
    """Least x, least y, greatest x, greatest y of some paths. Raises ValueError if there are none."""
    return point_bounds(corner for path in paths for corner in (path.bounds()[:2], path.bounds()[2:]))


def join_boxes(boxes: Sequence[Box]) -> Box:
    """The least box around some boxes, each least x, least y, greatest x, greatest y. ValueError for none."""
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    return min(lefts), min(bottoms), max(rights), max(tops)


def is_box_within(inner: Box, outer: Box) -> bool:
    """Whether a box lies in another one; their edges may coincide."""
    return inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def convex_hull(points: Iterable[Point]) -> tuple[Point, ...]:
    """The corners of the smallest convex area with all points, counter-clockwise from the leftmost (Andrew's monotone
    chain).

    >>> convex_hull([(0, 0), (1, 1), (2, 0), (1, 0), (2, 2), (0, 2)])
    ((0, 0), (2, 0), (2, 2), (0, 2))
    """
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    return (*_hull_chain(ordered)[:-1], *_hull_chain(ordered[::-1])[:-1])


def _hull_chain(points: Sequence[Point]) -> list[Point]:
    """The corners of a hull on the right of the way from the first to the last of sorted points."""
    chain: list[Point] = []
    for x, y in points:
        while len(chain) > 1:
            (x0, y0), (x1, y1) = chain[-2:]
            if (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) > 0:
                break
            chain.pop()
        chain.append((x, y))
    return chain


def circle_of(start: Point, arc: Arc) -> tuple[Point, float, float, float]:
    """Centre, radius, start angle and signed sweep of an arc that starts at `start`. Angles in radians."""
    (x0, y0), (x1, y1), b = start, arc.to, arc.bulge
    sweep = 4 * math.atan(b)
    chord = math.hypot(x1 - x0, y1 - y0)
    radius = chord / (2 * math.sin(abs(sweep) / 2))
    offset = (1 - b * b) / (4 * b)
    centre = ((x0 + x1) / 2 - (y1 - y0) * offset, (y0 + y1) / 2 + (x1 - x0) * offset)
    return centre, radius, math.atan2(y0 - centre[1], x0 - centre[0]), sweep


def _reverse_segment(start: Point, segment: Segment) -> Segment:
    """The segment in the opposite direction, which ends at its former start."""
    if isinstance(segment, Arc):
        return Arc(start, -segment.bulge)
    if isinstance(segment, Curve):
        return Curve(segment.second, segment.first, start)
    return Line(start)


_AXES = ((1, 0), (0, 1), (-1, 0), (0, -1))
_EXTREME_ANGLES = [(_AXES[n % 4], n * math.pi / 2) for n in range(-6, 7)]  # angles reach 3 half turns


def _extremes(start: Point, segment: Segment) -> list[Point]:
    """The points of a segment between its ends where x or y is least or greatest."""
    if isinstance(segment, Arc):
        (cx, cy), radius, angle, sweep = circle_of(start, segment)
        low, high = (angle, angle + sweep) if sweep > 0 else (angle + sweep, angle)
        return [(cx + radius * x, cy + radius * y) for (x, y), at in _EXTREME_ANGLES if low < at < high]
    if isinstance(segment, Curve):
        return [_bezier_point(start, segment, t) for t in _level_parameters(start, segment)]
    return []


def _level_parameters(start: Point, c: Curve) -> list[float]:
    """The parameters at which a Bézier is horizontal or vertical."""
    parameters = []
    for k in (0, 1):
        p0, p1, p2, p3 = start[k], c.first[k], c.second[k], c.to[k]
        a, b, d = -p0 + 3 * p1 - 3 * p2 + p3, 2 * (p0 - 2 * p1 + p2), p1 - p0
        root = b * b - 4 * a * d
        if abs(a) < 1e-12:
            parameters += [-d / b] if abs(b) > 1e-12 else []
        elif root >= 0:
            q = -(b + math.copysign(math.sqrt(root), b)) / 2  # this form avoids cancellation
            parameters += [q / a, *([d / q] if q else [])]
    return [t for t in parameters if 0 < t < 1]


def _bezier_point(p: Point, c: Curve, t: float) -> Point:
    """The point of a Bézier that starts at p, at a parameter from 0 to 1."""
    u = 1 - t
    k, m, n, o = u**3, 3 * u * u * t, 3 * u * t * t, t**3
    (x1, y1), (x2, y2), (x3, y3) = c.first, c.second, c.to  # written out for speed: curves have thousands of points
    return k * p[0] + m * x1 + n * x2 + o * x3, k * p[1] + m * y1 + n * y2 + o * y3


def _flatten_segment(start: Point, segment: Segment, tolerance: float) -> list[Point]:
    """The points of a polyline within `tolerance` mm of a segment, without the start."""
    if isinstance(segment, Arc):
        (cx, cy), radius, angle, sweep = circle_of(start, segment)
        count = _count_arc_chords(radius, sweep, tolerance)
        angles = [angle + sweep * k / count for k in range(1, count)]
        return [*((cx + radius * math.cos(a), cy + radius * math.sin(a)) for a in angles), segment.to]
    if isinstance(segment, Curve):
        count = _count_curve_chords(start, segment, tolerance)
        return [*(_bezier_point(start, segment, k / count) for k in range(1, count)), segment.to]
    return [segment.to]


def _count_chords(start: Point, segment: Segment, tolerance: float) -> int:
    """The number of lines that stand for a segment within a tolerance in mm."""
    if isinstance(segment, Arc):
        _, radius, _, sweep = circle_of(start, segment)
        return _count_arc_chords(radius, sweep, tolerance)
    return _count_curve_chords(start, segment, tolerance) if isinstance(segment, Curve) else 1


def _count_arc_chords(radius: float, sweep: float, tolerance: float) -> int:
    step = 2 * math.acos(max(0.0, 1 - tolerance / radius)) if tolerance < radius else math.pi / 2
    return max(1, math.ceil(abs(sweep) / step)) if step else 1  # no step: so large a circle is straight


def _count_curve_chords(start: Point, curve: Curve, tolerance: float) -> int:
    # The second derivative is at most 12 times the bend, so the chords are off by at most 1.5 bend / count².
    bend = max(math.dist(_middle(start, curve.second), curve.first),
               math.dist(_middle(curve.first, curve.to), curve.second))
    return max(1, math.ceil(math.sqrt(bend * 1.5 / tolerance)))


def _middle(p: Point, q: Point) -> Point:
    return (p[0] + q[0]) / 2, (p[1] + q[1]) / 2


def _segment_length(start: Point, segment: Segment) -> float:
    if isinstance(segment, Arc):
        _, radius, _, sweep = circle_of(start, segment)
        return radius * abs(sweep)
    points = [start, *_flatten_segment(start, segment, 0.01)]
    return sum(math.dist(p, q) for p, q in pairwise(points))


def line(*points: Point) -> Path:
    """An open polyline."""
    return Path(points[0], tuple(Line(p) for p in points[1:]))


def polygon(points: Sequence[Point]) -> Path:
    """A closed polygon."""
    return Path(points[0], tuple(Line(p) for p in points[1:]), closed=True)


def circle(centre: Point, radius: float) -> Path:
    """A circle of two half arcs, counter-clockwise, starting at its leftmost point."""
    (x, y) = centre
    return Path((x - radius, y), (Arc((x + radius, y), SEMICIRCLE), Arc((x - radius, y), SEMICIRCLE)), closed=True)


def rectangle(x: float, y: float, width: float, height: float, radius: float = 0.0) -> Path:
    """A rectangle given by its lower left corner, counter-clockwise. Its corners have a radius in mm."""
    corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    return rounded_polygon([(p, radius) for p in corners]) if radius > 0 else polygon(corners)


def rounded_polygon(corners: Sequence[tuple[Point, float]]) -> Path:
    """A closed polygon whose corners are rounded, each with its own radius in mm, by true arcs.

    Raises ValueError if two roundings need more room than the edge between them has.
    """
    count = len(corners)
    points = [corner for corner, _ in corners]
    reaches = [_rounding_reach(points[i - 1], points[i], points[(i + 1) % count], corners[i][1]) for i in range(count)]
    for i in range(count):
        (p, _), (q, _) = corners[i], corners[(i + 1) % count]
        if reaches[i] + reaches[(i + 1) % count] > math.dist(p, q) + 1e-9:
            radii = f"{corners[i][1]} and {corners[(i + 1) % count][1]}"
            raise ValueError(f"corner radii {radii} do not fit on the edge {p}-{q}")
    segments: list[Segment] = []
    for i in range(count):
        previous, corner, following = corners[i - 1][0], corners[i][0], corners[(i + 1) % count][0]
        if reaches[i] < 1e-9:
            segments.append(Line(corner))
            continue
        entry, leave = _point_toward(corner, previous, reaches[i]), _point_toward(corner, following, reaches[i])
        segments += [Line(entry), Arc(leave, math.tan(_corner_turn(previous, corner, following) / 4))]
    return _drop_empty_lines(segments[-1].to, segments)


def rounded_line(corners: Sequence[tuple[Point, float]]) -> Path:
    """An open line whose corners between its ends are rounded, each with its own radius in mm, by true arcs. The radii
    of the ends count for nothing. Raises ValueError if roundings need more room than the line between them has."""
    points, inner = [point for point, _ in corners], range(1, len(corners) - 1)
    reaches = [0.0, *(_rounding_reach(points[i - 1], points[i], points[i + 1], corners[i][1]) for i in inner), 0.0]
    segments: list[Segment] = []
    for i, (p, q) in enumerate(pairwise(points)):
        if reaches[i] + reaches[i + 1] > math.dist(p, q) + 1e-9:
            raise ValueError(f"corner radii {corners[i][1]} and {corners[i + 1][1]} do not fit on the line {p}-{q}")
        segments.append(Line(_point_toward(q, p, reaches[i + 1])))
        if reaches[i + 1]:
            turn = _corner_turn(p, q, points[i + 2])
            segments.append(Arc(_point_toward(q, points[i + 2], reaches[i + 1]), math.tan(turn / 4)))
    return Path(points[0], tuple(segments))


def parallel_line(path: Path, shift: float) -> Path:
    """The line `shift` mm to the left of an open line of straight pieces and arcs without sharp corners."""
    ends, at = list[Point](), path.start
    for segment in path.segments:
        way = math.atan2(segment.to[1] - at[1], segment.to[0] - at[0])
        bend = 2 * math.atan(segment.bulge) if isinstance(segment, Arc) else 0.0  # half of the angle that it turns
        for (x, y), direction in ((at, way - bend), (segment.to, way + bend)):
            ends.append((x - shift * math.sin(direction), y + shift * math.cos(direction)))
        at = segment.to
    segments = tuple(segment._replace(to=to) for segment, to in zip(path.segments, ends[1::2], strict=True)
                     if isinstance(segment, (Line, Arc)))
    return Path(ends[0], segments)


def corner_shape(size: float, width: float, radius: float = 0.0) -> Path:
    """An L with two arms `size` mm long and `width` mm wide, the middle of its square box at the origin, its elbow at
    the lower left. `radius` rounds its corners."""
    low, high = -size / 2, size / 2
    inner = low + width
    points = [(low, low), (high, low), (high, inner), (inner, inner), (inner, high), (low, high)]
    return rounded_polygon([(point, radius) for point in points])


def _drop_empty_lines(start: Point, segments: Iterable[Segment]) -> Path:
    """A closed path without lines of no length, which large roundings leave."""
    kept_segments: list[Segment] = []
    position = start
    for segment in segments:
        if isinstance(segment, Line) and math.dist(position, segment.to) < 1e-9:
            continue
        kept_segments.append(segment)
        position = segment.to
    return Path(start, tuple(kept_segments), closed=True)


def _corner_turn(previous: Point, corner: Point, following: Point) -> float:
    """The signed turn at a corner in radians, positive to the left."""
    a = math.atan2(corner[1] - previous[1], corner[0] - previous[0])
    b = math.atan2(following[1] - corner[1], following[0] - corner[0])
    return (b - a + math.pi) % (2 * math.pi) - math.pi


def _rounding_reach(previous: Point, corner: Point, following: Point, radius: float) -> float:
    """The distance from a corner at which its rounding begins."""
    return radius * math.tan(abs(_corner_turn(previous, corner, following)) / 2)


def _point_toward(p: Point, q: Point, distance: float) -> Point:
    """The point at a distance from `p` on the way to `q`."""
    k = distance / math.dist(p, q)
    return p[0] + (q[0] - p[0]) * k, p[1] + (q[1] - p[1]) * k


MOST_BEZIER_ERROR = 5e-4  # mm: how far a Bézier may be off its arc
# How far a Bézier of 1 radian is off its arc, as a share of the radius. It grows with the sixth power of the angle.
BEZIER_ERROR_RATIO = 1.83e-5
WIDEST = math.pi / 4  # radians: the widest arc that becomes one Bézier
MOST_ARC_ERROR = 0.002  # mm: how far an arc may be off its Bézier
MOST = 64  # the most arcs for one Bézier
SAME_CIRCLE = 1e-6  # mm: arcs whose centres and radii differ by less make one circle


def arc_curves(start: Point, arc: Arc) -> list[Curve]:
    """An arc as cubic Béziers of at most 45 degrees. They are shorter if the radius is large, so that they stay within
    MOST_BEZIER_ERROR of the arc."""
    return [Curve(*points) for points in arc_points(start, arc)]


def arc_points(start: Point, arc: Arc) -> list[tuple[Point, Point, Point]]:
    """The Béziers of `arc_curves` as points: the two control points and the end of each."""
    (cx, cy), radius, angle, sweep = circle_of(start, arc)
    widest_angle = min(WIDEST, (MOST_BEZIER_ERROR / (BEZIER_ERROR_RATIO * radius)) ** (1 / 6))
    count = max(1, math.ceil(abs(sweep) / widest_angle - 1e-9))
    step = sweep / count
    k = 4 / 3 * math.tan(step / 4) * radius
    control_points: list[tuple[Point, Point, Point]] = []
    (px, py), c, s = start, math.cos(angle), math.sin(angle)
    for i in range(1, count + 1):
        first = px - k * s, py + k * c
        end_angle = angle + i * step
        c, s = math.cos(end_angle), math.sin(end_angle)
        px, py = (cx + radius * c, cy + radius * s) if i < count else arc.to  # contours close exactly
        control_points.append((first, (px + k * s, py - k * c), (px, py)))
    return control_points


def curve_arcs(start: Point, curve: Curve, tolerance: float = MOST_ARC_ERROR) -> list[Arc | Line]:
    """A cubic Bézier as arcs through points on it, at equal steps of its parameter: the fewest that stay within
    `tolerance` mm, but at most 64."""
    control_points = (start, curve.first, curve.second, curve.to)
    for count in (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48):
        arcs = [_arc_through(control_points, i / count, (i + 1) / count) for i in range(count)]
        if all(error <= tolerance for _, error in arcs):
            return [arc for arc, _ in arcs]
    return [_arc_through(control_points, i / MOST, (i + 1) / MOST)[0] for i in range(MOST)]


_BezierPoints = tuple[Point, Point, Point, Point]


def _arc_through(control_points: _BezierPoints, low: float, high: float) -> tuple[Arc | Line, float]:
    """The arc between two parameters of a Bézier through the one in the middle, and how far it is off in mm."""
    p, q, r = (_point_at(control_points, t) for t in (low, (low + high) / 2, high))
    test_points = [_point_at(control_points, low + (high - low) * k / 8) for k in (1, 2, 3, 5, 6, 7)]
    chord = math.dist(p, r)
    side = (r[0] - p[0]) * (q[1] - p[1]) - (r[1] - p[1]) * (q[0] - p[0])
    if chord < 1e-9 or abs(side) < 1e-9 * chord:
        return Line(r), max(_distance_to_line(p, r, spot) for spot in (q, *test_points))
    scalar_product = (p[0] - q[0]) * (r[0] - q[0]) + (p[1] - q[1]) * (r[1] - q[1])
    inner_angle = math.atan2(side, scalar_product)  # at q, between p and r
    bulge = -math.tan((math.copysign(math.pi, inner_angle) - inner_angle) / 2)
    arc = Arc(r, bulge)
    centre, radius, _, _ = circle_of(p, arc)
    return arc, max(abs(math.dist(spot, centre) - radius) for spot in test_points)


def _distance_to_line(p: Point, r: Point, point: Point) -> float:
    """The distance in mm of a point from the line through p and r."""
    length = math.dist(p, r)
    if length < 1e-9:
        return math.dist(p, point)
    return abs((r[0] - p[0]) * (point[1] - p[1]) - (r[1] - p[1]) * (point[0] - p[0])) / length


def _point_at(control_points: _BezierPoints, t: float) -> Point:
    """The point of a Bézier at a parameter from 0 to 1."""
    u = 1 - t
    weights = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
    x, y = (sum(w * p[k] for w, p in zip(weights, control_points, strict=True)) for k in (0, 1))
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
