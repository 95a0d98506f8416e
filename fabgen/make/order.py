"""Where parts lie → the order in which they are worked: a short way from part to part, the same every time.

A nearest-neighbour tour from the sheet's upper left corner, then straightened by 2-opt. Travel is under 1 % of a
job's time, so a few rounds are enough; that holes come before their outline is seen to by who uses the order.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from fabgen.artwork.path import Point

ROUNDS = 4
LARGEST = 200  # points that 2-opt still straightens; the nearest-neighbour tour stands beyond


def order(points: Sequence[Point], start: Point) -> list[int]:
    """Indices of the points in the order of a short open tour from `start`."""
    left = list(range(len(points)))
    tour: list[int] = []
    here = start
    while left:
        nearest = min(left, key=lambda i: (round(math.dist(here, points[i]), 6), i))
        left.remove(nearest)
        tour.append(nearest)
        here = points[nearest]
    return _straightened(tour, points, start) if len(tour) <= LARGEST else tour


def travel(tour: Sequence[int], points: Sequence[Point], start: Point) -> float:
    """The length in mm of an open tour from `start`."""
    stops = [start, *(points[i] for i in tour)]
    return sum(math.dist(p, q) for p, q in pairwise(stops))


def _straightened(tour: list[int], points: Sequence[Point], start: Point) -> list[int]:
    """The tour with stretches turned round wherever that shortens it."""
    for _ in range(ROUNDS):
        before = tour
        for i in range(len(tour) - 1):
            for j in range(i + 1, len(tour)):
                if _saving(tour, points, start, i, j) > 1e-6:
                    tour = tour[:i] + tour[i : j + 1][::-1] + tour[j + 1 :]
        if tour == before:
            break
    return tour


def _saving(tour: Sequence[int], points: Sequence[Point], start: Point, i: int, j: int) -> float:
    """What turning the stretch from i to j round would save in mm; the tour's end is open."""
    before = points[tour[i - 1]] if i else start
    first, last = points[tour[i]], points[tour[j]]
    saved = math.dist(before, first) - math.dist(before, last)
    if j + 1 < len(tour):
        after = points[tour[j + 1]]
        saved += math.dist(last, after) - math.dist(first, after)
    return saved
