"""Two outlines in convex pieces, a gap, a lattice → the displacements at which the second keeps its gap from the first.

The pieces of one, grown by the gap, and those of the other, turned over, give one convex no-fit polygon a pair
(Minkowski sum: edges in the order of their angles). All of them are drawn on the lattice at once, by counting how
often each point is wound round; so the answer is exact on the lattice, with holes and inlets, and needs no search.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from fabgen.make.convex import Piece

Mask = NDArray[np.bool_]
Bits = NDArray[np.uint8]
Floats = NDArray[np.float64]

TOUCH = 1e-6  # mm: how much nearer than the gap counts as the gap
ROUND = 4  # segments in a quarter of the circle that grows a piece; it is drawn around, so that the gap is never less
LEVEL = 1e-9  # an angle, in radians, that is none
ABREAST = 200_000  # edges drawn at once: what keeps memory small


@dataclass(frozen=True, eq=False)
class Pieces:
    """Convex polygons as arrays [piece, corner, xy] of the edges' vectors by angle, and where each begins (its lowest
    corner). Short ones are filled up with edges of no length."""

    starts: Floats
    edges: Floats
    angles: Floats

    def box(self) -> tuple[float, float, float, float]:
        """Least x and y, greatest x and y of all pieces."""
        corners = self.starts[:, None] + np.cumsum(self.edges, axis=1)
        low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])


class Table:
    """Which displacements keep the gap, as bits [x, y] in lattice steps (1 is free); `x` and `y` are those of the
    first entry. Beyond, all are free."""

    def __init__(self, free: Mask, x: int, y: int) -> None:
        self.x, self.y, self.down = x, y, free.shape[1]
        self._plain = np.packbits(free, axis=1)
        self._shifted: list[Bits | None] = [None] * 8

    def free(self) -> Mask:
        """The entries one by one."""
        return np.unpackbits(self._plain, axis=1, count=self.down).astype(bool)

    def reversed(self) -> Table:
        """The same pair, seen from the other one."""
        free = self.free()
        return Table(free[::-1, ::-1], 1 - self.x - free.shape[0], 1 - self.y - self.down)

    def clear(self, free: Bits, x: int, y: int) -> None:
        """Take from a map of free positions what something at column x, row y makes impossible."""
        here, there = self._over(free, x, y)
        if here.size:
            np.bitwise_and(here, there, out=here)

    def taken(self, free: Bits, x: int, y: int) -> int:
        """How many free positions of a map `clear` would take."""
        here, there = self._over(free, x, y)
        return int.from_bytes((here & ~there).tobytes(), "little").bit_count()

    def _over(self, free: Bits, x: int, y: int) -> tuple[Bits, Bits]:
        """The stretch of a map that the table lies over, and that of the table."""
        x, y = x + self.x, y + self.y
        octet, bits = y >> 3, self._shifted[y & 7]
        if bits is None:
            bits = self._free(y & 7)
        x0, y0 = x if x > 0 else 0, octet if octet > 0 else 0
        here = free[x0 : max(x0, x + bits.shape[0]), y0 : max(y0, octet + bits.shape[1])]
        x0, y0 = x0 - x, y0 - octet
        return here, bits[x0 : x0 + here.shape[0], y0 : y0 + here.shape[1]]

    def _free(self, shift: int) -> Bits:
        """The table begun some bits later in its first octet; what is added is free."""
        padded = np.ones((len(self._plain), -(-(shift + self.down) // 8) * 8), dtype=np.uint8)
        padded[:, shift : shift + self.down] = np.unpackbits(self._plain, axis=1, count=self.down)
        bits = self._shifted[shift] = np.packbits(padded, axis=1)
        return bits


def pieces_of(polygons: Sequence[Piece], grow: float = 0.0) -> Pieces:
    """Convex polygons (counter-clockwise), each grown by `grow` mm (rounded corners, drawn around the circle)."""
    corners = [np.asarray(p, dtype=float) for p in polygons]
    if grow:
        corners = [_grown(p, grow) for p in corners]
    rolled = [np.roll(p, -int(np.lexsort((p[:, 0], p[:, 1]))[0]), axis=0) for p in corners]
    most = max(len(p) for p in rolled)
    edges = np.zeros((len(rolled), most, 2))
    for k, p in enumerate(rolled):
        edges[k, : len(p)] = np.roll(p, -1, axis=0) - p
    return Pieces(np.array([p[0] for p in rolled]), edges, _rising(edges))


def _rising(edges: Floats) -> Floats:
    """The angles of edges that start at a lowest corner, from 0 to a full turn. Rounding may tilt level ones:
    the first down, which are no full turn yet, or the last up, which are one."""
    angles = np.arctan2(edges[..., 1], edges[..., 0])
    angles[angles < 0] += 2 * math.pi
    level = (angles > 2 * math.pi - LEVEL) | (angles < LEVEL)
    angles[np.logical_and.accumulate(level[:, ::-1], axis=1)[:, ::-1]] = 2 * math.pi
    angles[np.logical_and.accumulate(level, axis=1)] = 0.0
    return np.maximum.accumulate(angles, axis=1)


def _grown(corners: Floats, grow: float) -> Floats:
    """A convex polygon and a regular one round the circle of `grow` mm, added; a little smaller where `grow` is less
    than nothing."""
    if grow < 0:
        ring: Any = shapely.Polygon(corners).buffer(grow, join_style="mitre")
    else:
        turn = np.arange(4 * ROUND) * (math.pi / 2 / ROUND)
        reach = grow / math.cos(math.pi / 4 / ROUND)
        rim = reach * np.stack([np.cos(turn + turn[1] / 2), np.sin(turn + turn[1] / 2)], axis=1)
        ring = shapely.MultiPoint((corners[:, None] + rim[None]).reshape(-1, 2)).convex_hull
    return np.asarray(shapely.orient_polygons(ring).exterior.coords)[:-1]


def opposite(pieces: Pieces) -> Pieces:
    """Every point through the origin: what is subtracted where the pieces are added."""
    corners = pieces.starts[:, None] + np.cumsum(pieces.edges, axis=1) - pieces.edges
    order = np.lexsort((-corners[..., 0], -corners[..., 1]), axis=1)[:, 0]
    rows = np.arange(len(order))
    count = pieces.edges.shape[1]
    cycle = (order[:, None] + np.arange(count)) % count
    edges = -pieces.edges[rows[:, None], cycle]
    return Pieces(-corners[rows, order], edges, _rising(edges))


def table(one: Pieces, other: Pieces, cell: float, shift: tuple[float, float] = (0.0, 0.0)) -> Table:
    """Where `other` may lie by `one`. `one` is grown by the gap, `other` is the opposite of the second outline;
    `shift` in mm is the displacement of outlines at the lattice's origin."""
    (a0, b0, a1, b1), (c0, d0, c1, d1) = one.box(), other.box()
    x, y = (math.floor((low - off) / cell) for low, off in ((a0 + c0, shift[0]), (b0 + d0, shift[1])))
    across, down = (
        math.ceil((high - off) / cell) - first + 1
        for high, off, first in ((a1 + c1, shift[0], x), (b1 + d1, shift[1], y))
    )
    origin = np.array([x * cell + shift[0], y * cell + shift[1]])
    wound = np.zeros(across * (down + 1))
    abreast = max(1, ABREAST // (len(other.starts) * (one.edges.shape[1] + other.edges.shape[1])))
    for k in range(0, len(one.starts), abreast):
        rows = slice(k, k + abreast)
        some = Pieces(one.starts[rows], one.edges[rows], one.angles[rows])
        _wind(wound, (_sums(some, other) - origin) / cell, across, down + 1)
    counts = np.cumsum(wound.reshape(across, down + 1)[:, :down], axis=1)
    return Table(counts < 0.5, x, y)


def _sums(one: Pieces, other: Pieces) -> Floats:
    """The corners of each piece added to each of the others: [pair, corner, xy], closed."""
    n, m = len(one.starts), len(other.starts)
    shape = (n, m)
    edges = np.concatenate(
        [
            np.broadcast_to(one.edges[:, None], (*shape, *one.edges.shape[1:])),
            np.broadcast_to(other.edges[None], (*shape, *other.edges.shape[1:])),
        ],
        axis=2,
    )
    angles = np.concatenate(
        [
            np.broadcast_to(one.angles[:, None], (*shape, one.angles.shape[1])),
            np.broadcast_to(other.angles[None], (*shape, other.angles.shape[1])),
        ],
        axis=2,
    )
    order = np.argsort(angles, axis=2, kind="stable")
    steps = np.take_along_axis(edges, order[..., None], axis=2).reshape(n * m, -1, 2)
    starts = (one.starts[:, None] + other.starts[None]).reshape(n * m, 1, 2)
    return np.concatenate([starts, starts + np.cumsum(steps[:, :-1], axis=1), starts], axis=1)


def _wind(wound: Floats, corners: Floats, across: int, down: int) -> None:
    """Add the winding of polygons (in lattice steps) where their edges cross the lattice's upright lines: +1 where
    one enters from below, -1 where one leaves."""
    x1, y1 = corners[:, :-1, 0].ravel(), corners[:, :-1, 1].ravel()
    x2, y2 = corners[:, 1:, 0].ravel(), corners[:, 1:, 1].ravel()
    first, last = np.ceil(np.minimum(x1, x2)).astype(np.int64), np.ceil(np.maximum(x1, x2)).astype(np.int64)
    counts = last - first
    crossing = counts > 0
    counts, first = counts[crossing], first[crossing]
    x1, y1, x2, y2 = x1[crossing], y1[crossing], x2[crossing], y2[crossing]
    edge = np.repeat(np.arange(len(counts)), counts)
    column = np.arange(len(edge)) - np.repeat(np.cumsum(counts) - counts, counts) + first[edge]
    slope = (y2 - y1) / (x2 - x1)
    row = np.ceil(y1[edge] + (column - x1[edge]) * slope[edge]).astype(np.int64)
    way = np.where(x2 > x1, 1.0, -1.0)[edge]
    wound += np.bincount(column * down + row, weights=way, minlength=len(wound))
