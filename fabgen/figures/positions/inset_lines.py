"""A cell, its enlarged picture beside the board and the names of the board → a line between them that strikes through
no name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise, product

from fabgen.artwork.path import Box, Point

FEET = (0.0, -0.2, 0.2, -0.4, 0.4)  # of the side of a cell: where a line may leave it, from its middle
HEADS = (0.0, -0.4, 0.4, -0.8, 0.8)  # of half the width of the picture: where a line may reach its rim
STEP, MOST_STEPS = 0.125, 28  # of the side of a cell: how far apart the points are at which a line may leave the board
BENDS = (0.0, 0.25, 0.5, 0.75)  # of the way to the edge: where a line bends that goes on straight from there
CLEAR = 0.15  # of the height of a name: the room around it


def place_inset_line(foot: Point, edge: float, head: Point, side: float, reach: float, limits: tuple[float, float],
                     names: Sequence[Box]) -> tuple[Point, ...]:
    """Where a line leaves a cell and the board and reaches the rim of a picture: straight from `foot` if no name is in
    its way, else the least oblique line that strikes through none; or through the fewest. One that can go nowhere else
    bends on the board: the points from the cell to the edge, and that at the rim. `edge`: the height of
    the edge of the board, `limits`: its left and right; `side`: of a cell, `reach`: half the width of the picture."""
    boxes = [_with_room(box) for box in names]
    best: tuple[Point, ...] = foot, (foot[0], edge), head
    fewest = len(boxes) + 1
    for leaving, across, arriving, bend in _tries():
        start = foot[0] + (leaving + across) * side, edge
        if not limits[0] <= start[0] <= limits[1] or (across and abs(edge - foot[1]) < side / 10):
            continue
        bends = [(start[0], foot[1] + bend * (edge - foot[1]))] if bend is not None else []
        points = (foot[0] + leaving * side, foot[1]), *bends, start, (head[0] + arriving * reach, head[1])
        struck = sum(any(_share_within(a, b, box) for a, b in pairwise(points)) for box in boxes)
        if struck < fewest:
            best, fewest = points, struck
        if not struck:
            break
    return best


@cache
def _tries() -> tuple[tuple[float, float, float, float | None], ...]:
    """The ways of a line: how far beside the foot it leaves the cell, how far it goes sidewards on the board, where it
    arrives, and where it bends; those that are nearly straight first."""
    across = [STEP * step for step in range(-MOST_STEPS, MOST_STEPS + 1)]
    ways = sorted(product(FEET, across, HEADS), key=lambda way: (
        abs(way[1]) + abs(way[0]) / 2 + abs(way[2]) / 4, way))
    straight = [(*way, None) for way in ways]
    return (*straight, *((*way, bend) for way in ways if way[1] for bend in BENDS))


def _with_room(box: Box) -> Box:
    room = CLEAR * (box[3] - box[1])
    return box[0] - room, box[1] - room, box[2] + room, box[3] + room


def clear_parts(a: Point, b: Point, names: Sequence[Box]) -> Iterator[tuple[Point, Point]]:
    """The parts of a straight line that are in none of some names."""
    shares = sorted(share for box in names if (share := _share_within(a, b, _with_room(box))))
    reached = 0.0
    for low, high in (*shares, (1.0, 1.0)):
        if low > reached + 1e-9:
            yield _point_between(a, b, reached), _point_between(a, b, low)
        reached = max(reached, high)


def _point_between(a: Point, b: Point, share: float) -> Point:
    return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])


def _share_within(a: Point, b: Point, box: Box) -> tuple[float, float] | None:
    """From where to where a straight line is in a box, as shares of its length; None where it is outside (Liang and
    Barsky: the shares of the line within each pair of sides)."""
    low, high = 0.0, 1.0
    for start, end, least, most in _spans(a, b, box):
        if abs(end - start) < 1e-9:
            if not least < start < most:
                return None
            continue
        first, last = sorted(((least - start) / (end - start), (most - start) / (end - start)))
        low, high = max(low, first), min(high, last)
    return (low, high) if low < high else None


def _spans(a: Point, b: Point, box: Box) -> Iterator[tuple[float, float, float, float]]:
    yield a[0], b[0], box[0], box[2]
    yield a[1], b[1], box[1], box[3]
