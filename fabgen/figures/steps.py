"""The ends of an arrow on a board, in mm → where its number stands beside it; how near it passes to a point."""

from __future__ import annotations

import math

from fabgen.artwork.path import Point

BESIDE = 0.3  # of the cell: how far the number of a straight step stands beside its arrow


def number_spot(start: Point, end: Point, side: float, size: Point) -> Point:
    """Where the number of a step stands on a board of a size, between the middles of two cells of a side: on the corner
    of the first, or beside the middle of its border, on the board's inner side; so that neither pieces nor frames are
    hidden."""
    (x, y), (u, v), (width, height) = start, end, size
    length = math.dist(start, end)
    dx, dy = (u - x) / length, (v - y) / length
    most = max(abs(dx), abs(dy))
    out, aside = min(0.5 * side / most, length / 2), BESIDE * (1 - min(abs(dx), abs(dy)) / most) * side
    inner = 1 if dx * (height / 2 - y) >= dy * (width / 2 - x) else -1
    return x + dx * out - dy * aside * inner, y + dy * out + dx * aside * inner


def distance(p: Point, a: Point, b: Point) -> float:
    """From a point to the straight line between two."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)
    along = min(1.0, max(0.0, along))
    return math.dist(p, (a[0] + along * dx, a[1] + along * dy))
