"""Points joined by straight lines → what is certain about them without shapely: that a closed line does not touch
itself, that two lines are apart, that one lies inside the other.

Most parts are sound, and loading shapely takes longer than proving it here. True is a proof; False is none, and shapely
must answer then, also where lines come so near that rounding could decide.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from fabgen.artwork.path import Point, point_bounds

ROUNDING = 1e-6  # mm: lines at most this far apart may touch

_Side = tuple[Point, Point]  # a straight line from point to point
_Box = tuple[float, float, float, float]


class Polyline:
    """A polyline with at least one point. A closed one ends at its first point."""

    def __init__(self, points: Sequence[Point]) -> None:
        self.start = points[0]
        self.sides = list(pairwise(points)) or [(points[0], points[0])]
        self.box = point_bounds(points)

    @cached_property
    def _boxed_sides(self) -> list[tuple[_Side, _Box]]:
        return [(side, _side_box(side)) for side in self.sides]

    def is_surely_simple(self) -> bool:
        """Whether this closed polyline is certain to be an outline that neither crosses nor touches itself."""
        sides = self.sides
        if len(sides) < 3 or any(_may_fold(*corner) for corner in zip([sides[-1], *sides[:-1]], sides, strict=True)):
            return False
        neighbours = {1, len(sides) - 1}
        pairs = _near_pairs([box for _, box in self._boxed_sides])
        return all(abs(i - j) in neighbours or _distance(sides[i], sides[j]) > ROUNDING for i, j in pairs)

    def is_surely_apart(self, other: Polyline, gap: float = ROUNDING) -> bool:
        """Whether the lines are certain to be more than `gap` mm apart everywhere."""
        if not _boxes_near(self.box, other.box, gap):
            return True
        near = [(side, box) for side, box in self._boxed_sides if _boxes_near(box, other.box, gap)]
        return not near or all(
            _distance(side, other_side) > gap
            for side, box in near for other_side, other_box in other._boxed_sides if _boxes_near(box, other_box, gap)
        )

    def surely_surrounds(self, other: Polyline) -> bool:
        """Whether `other` is certain to lie inside this outline, which must be simple."""
        return self.is_surely_apart(other) and self._is_around(other.start)

    def _is_around(self, point: Point) -> bool:
        """Whether a ray from the point to the right crosses the sides an odd number of times."""
        x, y = point
        crossings = 0
        for (x0, y0), (x1, y1) in self.sides:
            if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
                crossings += 1
        return crossings % 2 == 1


def _side_box(side: _Side) -> _Box:
    (x0, y0), (x1, y1) = side
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def _boxes_near(a: _Box, b: _Box, gap: float) -> bool:
    return a[0] <= b[2] + gap and b[0] <= a[2] + gap and a[1] <= b[3] + gap and b[1] <= a[3] + gap


def _near_pairs(boxes: Sequence[_Box]) -> Iterator[tuple[int, int]]:
    """The numbers of two boxes that touch, each pair once; found from left to right."""
    reached: list[int] = []  # boxes that reach as far to the right as the next one starts
    for i in sorted(range(len(boxes)), key=lambda n: boxes[n][0]):
        reached = [j for j in reached if boxes[j][2] + ROUNDING >= boxes[i][0]]
        yield from ((i, j) for j in reached if _boxes_near(boxes[i], boxes[j], ROUNDING))
        reached.append(i)


def _may_fold(before: _Side, after: _Side) -> bool:
    """Whether a side may run back along the one before it, or is too short to tell."""
    (x0, y0), (x1, y1), (x2, y2) = before[0], before[1], after[1]
    back, on = (x0 - x1, y0 - y1), (x2 - x1, y2 - y1)
    least = min(math.hypot(*back), math.hypot(*on))
    if least <= ROUNDING:
        return True
    across, along = back[0] * on[1] - back[1] * on[0], back[0] * on[0] + back[1] * on[1]
    return along > 0 and abs(math.atan2(across, along)) * least <= ROUNDING


def _distance(first: _Side, second: _Side) -> float:
    """The distance in mm of two sides; 0 where they cross."""
    (a, b), (c, d) = first, second
    if _turn(a, b, c) * _turn(a, b, d) <= 0 and _turn(c, d, a) * _turn(c, d, b) <= 0 and \
            _boxes_near(_side_box(first), _side_box(second), 0.0):
        return 0.0
    return min(_point_distance(a, second), _point_distance(b, second), _point_distance(c, first),
               _point_distance(d, first))


def _turn(a: Point, b: Point, c: Point) -> float:
    """Positive where c lies left of the line from a to b, negative where it lies right."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _point_distance(point: Point, side: _Side) -> float:
    """The distance in mm of a point from a side."""
    (x0, y0), (x1, y1) = side
    dx, dy = x1 - x0, y1 - y0
    square = dx * dx + dy * dy
    share = ((point[0] - x0) * dx + (point[1] - y0) * dy) / square if square else 0.0
    share = min(1.0, max(0.0, share))
    return math.hypot(point[0] - x0 - share * dx, point[1] - y0 - share * dy)
