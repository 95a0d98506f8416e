"""The jumps of a line of play → to which side the arc of each bends.

All arcs of a chain bend to one side where they can, so that it reads as one run: over the jumped pieces, as far as the
arcs then keep clear of other pieces, of each other, of spaces that look as if they were jumped over, and of the edge of
the board.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from fabgen.artwork.path import Point
from fabgen.figures.positions.arrow_ways import ArrowWay

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# What speaks against a side: the arc meets another arrow, lies on something or off the board, crosses a space that then
# looks jumped over, bends to the other side than the arc before it, passes below what it jumps over or, of an upright
# one, on the side of the edge.
MEETS, COVERS, CROSSES, CHANGES, BELOW = 20, 10, 7, 4, 2
PLACES = 24  # places on an arc that are looked at
NARROW = math.radians(35)  # between two arrows that meet on a cell: from this on they are told apart
ENDS = 0.15  # of an arrow: near its ends it may meet others
NEAR = 0.25  # of a bow: arrows that come nearer meet


def choose_bows(chords: Sequence[tuple[Point, Point]], jumps: Collection[int], bow: float,
                obstacles: Sequence[BaseGeometry], size: Point, spaces: Sequence[BaseGeometry] = ()) -> list[float]:
    """How far each of some arrows bends to its left in mm: `bow` or -`bow` for those whose places are in `jumps`, 0 for
    the others. `obstacles`: what each should not cover; `spaces`: those that each should not cross; `size`: of the
    board in mm, its lower left corner at the origin. The arrows are in the order of the moves."""
    best_bows, least_cost = list[float](), math.inf
    for first in (bow, -bow):
        ways, total = list[ArrowWay](), 0
        for place, chord in enumerate(chords):
            sides = (0.0,) if place not in jumps else (first,) if place == min(jumps) else (bow, -bow)
            rated = [(_rate(way, ways, obstacles[place], size) + CROSSES * _covers(way, spaces[place:place + 1]), way)
                     for way in (ArrowWay(*chord, side) for side in sides)]
            cost, way = min(rated, key=lambda pair: pair[0])
            ways.append(way)
            total += cost
        if total < least_cost:
            best_bows, least_cost = [way.bow for way in ways], total
    return best_bows


def _rate(way: ArrowWay, former: Sequence[ArrowWay], obstacle: BaseGeometry, size: Point) -> int:
    """What speaks against a way after those before it."""
    import shapely

    if not way.bow:
        return 0
    places = [way.place(ENDS + (1 - 2 * ENDS) * number / PLACES) for number in range(PLACES + 1)]
    is_outside = any(not (0 <= x <= size[0] and 0 <= y <= size[1]) for x, y in places)
    is_over = is_outside or bool(shapely.contains_xy(obstacle, *zip(*places, strict=True)).any())
    total = COVERS * is_over + BELOW * _is_below(way, size)
    total += MEETS * sum(_meets(way, other, places) for other in former)
    return total + CHANGES * any(_follows(way, other) and other.bow * way.bow < 0 for other in former[-1:])


def _covers(way: ArrowWay, spaces: Sequence[BaseGeometry]) -> bool:
    """Whether an arc lies on some spaces."""
    import shapely

    places = way.part(ENDS, 1 - ENDS).places(PLACES) if way.bow else []
    return any(bool(shapely.contains_xy(area, *zip(*places, strict=True)).any()) for area in spaces if places)


def _is_below(way: ArrowWay, size: Point) -> bool:
    """Whether an arc passes below what it jumps over; an upright one, whether it bends away from the middle of the
    board."""
    (x, y), (u, v), (mid_x, mid_y) = way.start, way.end, way.place(0.5)
    if abs(u - x) > abs(way.bow) / 10:
        return mid_y < (y + v) / 2
    return (mid_x - x) * (size[0] / 2 - x) < 0


def _follows(way: ArrowWay, other: ArrowWay) -> bool:
    """Whether a way begins where another one ends."""
    return math.dist(way.start, other.end) < abs(way.bow) / 10


def _meets(way: ArrowWay, other: ArrowWay, places: Sequence[Point]) -> bool:
    """Whether two ways cross or run side by side; those of a chain, whether they leave their cell the same way."""
    if _follows(way, other):
        (x, y), (a, b), (c, d) = way.start, way.place(ENDS), other.place(1 - ENDS)
        turn = math.atan2(b - y, a - x) - math.atan2(d - y, c - x)
        if abs(math.remainder(turn, math.tau)) < NARROW:
            return True
    inner = other.part(ENDS, 1 - ENDS).places(PLACES)
    return any(math.dist(place, spot) < NEAR * abs(way.bow) for place in places for spot in inner)


__all__ = ["choose_bows"]
