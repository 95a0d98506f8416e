"""The way of an arrow between two places: straight, or an arc of a circle → the part of it that is clear of what is
drawn at its ends.

Lengths are in mm. An arc bends to the left of the straight way by `bow`, to the right below 0.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabgen.artwork.drawing import Drawing, Role, Shape
from fabgen.artwork.path import Point

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

STEPS = 400  # places on a way at which it is asked whether it is clear
FLAT = 0.02  # mm: flattening of curves
FILLED = (Role.PIECE, Role.FORWARD, Role.MOVE, Role.CAPTURE, Role.EDGE)  # what an arrow must not cover


@dataclass(frozen=True)
class ArrowWay:
    """A way from one place to another."""

    start: Point
    end: Point
    bow: float = 0.0

    @property
    def length(self) -> float:
        """How long the way is."""
        chord = math.dist(self.start, self.end)
        return 2 * self._half_sweep * self._radius if self.bow else chord

    @property
    def _half_sweep(self) -> float:
        """Half the angle of the arc, in radians."""
        return 2 * math.atan(2 * abs(self.bow) / math.dist(self.start, self.end))

    @property
    def _radius(self) -> float:
        half = math.dist(self.start, self.end) / 2
        return (half * half + self.bow * self.bow) / (2 * abs(self.bow))

    def place(self, share: float) -> Point:
        """The place after a share (0 to 1) of the way."""
        (x, y), (u, v) = self.start, self.end
        if not self.bow:
            return x + (u - x) * share, y + (v - y) * share
        chord, radius, side = math.dist(self.start, self.end), self._radius, math.copysign(1.0, self.bow)
        ahead, left = ((u - x) / chord, (v - y) / chord), (-(v - y) / chord, (u - x) / chord)
        angle = self._half_sweep * (2 * share - 1)
        along, beside = radius * math.sin(angle), side * (abs(self.bow) - radius + radius * math.cos(angle))
        return ((x + u) / 2 + ahead[0] * along + left[0] * beside, (y + v) / 2 + ahead[1] * along + left[1] * beside)

    def places(self, count: int = 8) -> list[Point]:
        """Places on the way, from its start to its end, at `count` even steps."""
        return [self.place(number / count) for number in range(count + 1)]

    def part(self, first: float, last: float) -> ArrowWay:
        """The part of the way between two shares of it."""
        if not self.bow:
            return ArrowWay(self.place(first), self.place(last))
        flat = 1 - math.cos(self._half_sweep * (last - first))
        return ArrowWay(self.place(first), self.place(last), math.copysign(self._radius * flat, self.bow))

    def clear_part(self, at_start: BaseGeometry, at_end: BaseGeometry, least_length: float) -> ArrowWay:
        """The part of the way that is clear of an area at each end. Where less than `least_length` mm of it would
        remain, it begins nearer to its start, and then ends nearer to its end."""
        import shapely

        shares = [number / STEPS for number in range(STEPS + 1)]
        xs, ys = zip(*map(self.place, shares), strict=True)
        in_start, in_end = (shapely.contains_xy(area, xs, ys) for area in (at_start, at_end))
        first = next((share for share, is_in in zip(shares, in_start, strict=True) if not is_in), 0.5)
        last = next((share for share, is_in in zip(shares[::-1], in_end[::-1], strict=True) if not is_in), 0.5)
        need = min(1.0, least_length / self.length)
        first = max(0.0, min(first, last - need))
        return self.part(first, min(1.0, max(last, first + need)))


def filled_area(drawings: Iterable[Drawing], margin: float, roles: Sequence[Role] = FILLED) -> BaseGeometry:
    """The area of pieces and marks, without holes, `margin` mm wider on all sides."""
    import shapely

    paths = (path for drawing in drawings for item in drawing.items if isinstance(item, Shape) and item.role in roles
             for path in item.paths if path.closed)
    return shapely.union_all([shapely.Polygon(path.flatten(FLAT)).buffer(margin) for path in paths])


__all__ = ["ArrowWay", "filled_area"]
