"""Two outlines, a gap, a lattice → the displacements at which the second outline keeps its gap from the first.

Both outlines are cut into convex pieces. The pieces of one, grown by the gap, and the negated pieces of the other give
one convex no-fit polygon for each pair: their Minkowski sum, whose edges come in the order of their angles. All of them
are drawn on the lattice at once, by counting how often they wind around each point. So the answer is exact on the
lattice, also in holes and inlets, and needs no search.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LinearRing, Polygon
from shapely.geometry.base import BaseGeometry

from fabgen.artwork.path import Point

Mask = NDArray[np.bool_]
Bits = NDArray[np.uint8]
Floats = NDArray[np.float64]
ConvexPolygon = tuple[Point, ...]

COARSE = 0.1  # mm: how far an outline may be moved outwards to save corners
COARSEN_PASSES = 2  # each pass may move it half as far as the one before; together at most `COARSE`
ROUNDING = 1e-7  # mm: how much larger a filled area is, so that rounding leaves nothing outside
FLAT = 1e-9  # mm²: turns of less area are straight
TOUCH = 1e-6  # mm: distances that are shorter than the gap by this still count as the gap
# Segments in a quarter of the circle that grows a piece. They are drawn around the circle, so that the gap is never
# less.
ROUND = 4
LEVEL = 1e-9  # radians: a smaller angle counts as 0
EDGES_AT_ONCE = 200_000  # edges drawn at once, to limit memory


def convex_pieces(area: BaseGeometry) -> list[ConvexPolygon]:
    """Convex polygons, counter-clockwise, whose union contains the area: never less than it, at most `COARSE` mm more
    along curves."""
    return [piece for polygon in getattr(area, "geoms", [area]) for piece in _decompose(coarsen(polygon))]


def fill_notches(area: Polygon, gap: float) -> Polygon:
    """An area with its narrow notches filled, where that gives fewer pieces. An outline that keeps a gap from the edges
    of a notch does not fit into a notch narrower than twice the gap, so no position is lost."""
    if not gap or (not area.interiors and area.convex_hull.area - area.area < FLAT):
        return area
    grown = area.buffer(gap, join_style="mitre").buffer(ROUNDING - gap, join_style="mitre")
    closed = grown.union(area)  # sharp tips do not survive growing and shrinking
    if not isinstance(closed, shapely.Polygon) or len(convex_pieces(closed)) >= len(convex_pieces(area)):
        return area
    return closed


def coarsen(polygon: Polygon, tolerance: float = COARSE) -> Polygon:
    """A polygon with fewer corners that contains this one and reaches at most `tolerance` mm beyond it."""
    whole: Polygon = shapely.orient_polygons(polygon)
    rings = [_coarsen_ring(_ring_corners(ring), tolerance) for ring in (whole.exterior, *whole.interiors)]
    fewer = shapely.Polygon(rings[0], [ring for ring in rings[1:] if len(ring) > 2])
    return fewer if fewer.is_valid and fewer.buffer(1e-6).covers(polygon) else polygon


def _ring_corners(ring: LinearRing) -> list[Point]:
    """The corners of a ring."""
    return [(float(x), float(y)) for x, y in ring.coords[:-1]]


def _coarsen_ring(ring: list[Point], tolerance: float) -> list[Point]:
    """A ring with fewer corners, moved only to its right (the material is on its left)."""
    for k in range(COARSEN_PASSES):
        ring = _skip_corners(ring, tolerance / 2 ** (k + 1))
    return ring


def _skip_corners(ring: list[Point], reach: float) -> list[Point]:
    """The ring without every other corner, where the outline moves by at most `reach` mm. Hollows are cut off, and an
    edge between bulges is replaced by the point where its neighbours meet."""
    remaining: list[Point] = []
    k, count = 0, len(ring)
    while k < count:
        before, corner = remaining[-1] if remaining else ring[-1], ring[k]
        after, beyond = ring[(k + 1) % count], ring[(k + 2) % count]
        is_spare = (
            0 < k < count - 1 and len(remaining) + count - k > 4
        )  # the ring's end may be what its start was judged by
        tip = _replacement_corner(before, corner, after, beyond, reach) if is_spare else None
        remaining.append(tip or corner)
        k += 2 if tip else 1
    return remaining


def _replacement_corner(before: Point, corner: Point, after: Point, beyond: Point, reach: float) -> Point | None:
    """The one point that may replace two corners, or None."""
    turn = _signed_area(before, corner, after)
    if turn < FLAT:
        return after if -turn <= reach * math.dist(before, after) else None
    return _meeting_point(before, corner, after, beyond, reach)


def _signed_area(a: Point, b: Point, c: Point) -> float:
    """Twice the signed area of a triangle: positive where the path turns left."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _meeting_point(a: Point, b: Point, c: Point, d: Point, reach: float) -> Point | None:
    """Where the lines a-b and d-c meet, if that is at most `reach` mm outside of the edge b-c."""
    if _signed_area(b, c, d) <= FLAT:
        return None
    (ux, uy), (vx, vy) = (b[0] - a[0], b[1] - a[1]), (c[0] - d[0], c[1] - d[1])
    cross = ux * vy - uy * vx
    if abs(cross) < FLAT:
        return None
    t = ((c[0] - b[0]) * vy - (c[1] - b[1]) * vx) / cross
    tip = b[0] + t * ux, b[1] + t * uy
    height = -_signed_area(b, tip, c) / math.dist(b, c) if math.dist(b, c) else 0.0
    return tip if t > 0 and abs(height) <= reach else None


def _decompose(polygon: Polygon) -> list[ConvexPolygon]:
    """Triangles, joined along their longest sides first as long as they stay convex."""
    if len(polygon.interiors) == 0 and polygon.convex_hull.area - polygon.area < FLAT:
        return [_orient_corners(_ring_corners(polygon.exterior))]
    triangles: list[Any] = list(shapely.constrained_delaunay_triangles(polygon).geoms)
    pieces = {k: _orient_corners(_ring_corners(t.exterior)) for k, t in enumerate(triangles)}
    owner = {edge: k for k, piece in pieces.items() for edge in _edges(piece)}
    shared = sorted((e for e in owner if e[0] < e[1] and e[::-1] in owner), key=lambda e: (-math.dist(*e), e))
    for edge in shared:
        first, second = owner[edge], owner[edge[::-1]]
        joined = _join_if_convex(pieces[first], pieces[second], edge) if first != second else None
        if joined:
            pieces[first] = joined
            del pieces[second]
            owner.update(dict.fromkeys(_edges(joined), first))
    return list(pieces.values())


def _orient_corners(corners: Sequence[Point]) -> ConvexPolygon:
    """The corners, counter-clockwise."""
    doubled = sum(p[0] * q[1] - q[0] * p[1] for p, q in _edges(corners))
    return tuple(corners if doubled > 0 else corners[::-1])


def _edges(corners: Sequence[Point]) -> list[tuple[Point, Point]]:
    """The edges of a polygon."""
    return list(zip(corners, [*corners[1:], corners[0]], strict=True))


def _join_if_convex(first: ConvexPolygon, second: ConvexPolygon, edge: tuple[Point, Point]) -> ConvexPolygon | None:
    """Two pieces that share an edge as one, or None if that is not convex."""
    i, j = first.index(edge[1]), second.index(edge[0])
    loop = first[i:] + first[:i] + (second[j:] + second[:j])[1:-1]
    turns = (_signed_area(loop[k - 2], loop[k - 1], loop[k]) for k in range(len(loop)))
    return loop if all(turn >= -FLAT for turn in turns) else None



@dataclass(frozen=True, eq=False)
class ConvexPieces:
    """Convex polygons as arrays [piece, corner, xy] of their edges' vectors by angle, and the start of each polygon
    (its lowest corner). Polygons with fewer edges are padded with edges of length 0."""

    starts: Floats
    edges: Floats
    angles: Floats

    def box(self) -> tuple[float, float, float, float]:
        """The least x and y and the greatest x and y of all pieces."""
        corners = self.starts[:, None] + np.cumsum(self.edges, axis=1)
        low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])


class NoFitTable:
    """The displacements that keep the gap, as bits [x, y] in lattice steps (1 is free). `x` and `y` are those of the
    first entry; all displacements beyond the table are free."""

    def __init__(self, free: Mask, x: int, y: int) -> None:
        self.x, self.y, self.down = x, y, free.shape[1]
        self._plain = np.packbits(free, axis=1)
        self._shifted: list[Bits | None] = [None] * 8

    def free(self) -> Mask:
        """The entries as booleans."""
        return np.unpackbits(self._plain, axis=1, count=self.down).astype(bool)

    def reversed(self) -> NoFitTable:
        """The table of the same pair with its outlines exchanged."""
        free = self.free()
        return NoFitTable(free[::-1, ::-1], 1 - self.x - free.shape[0], 1 - self.y - self.down)

    def clear(self, free: Bits, x: int, y: int) -> None:
        """Clears the bits of a map of free positions that an outline at column x, row y makes impossible."""
        map_part, table_part = self._overlap(free, x, y)
        if map_part.size:
            np.bitwise_and(map_part, table_part, out=map_part)

    def count_taken(self, free: Bits, x: int, y: int) -> int:
        """How many free positions of a map `clear` would clear."""
        map_part, table_part = self._overlap(free, x, y)
        return int.from_bytes((map_part & ~table_part).tobytes(), "little").bit_count()

    def _overlap(self, free: Bits, x: int, y: int) -> tuple[Bits, Bits]:
        """The part of a map that the table covers, and the same part of the table."""
        x, y = x + self.x, y + self.y
        octet, bits = y >> 3, self._shifted[y & 7]
        if bits is None:
            bits = self._shift_bits(y & 7)
        x0, y0 = x if x > 0 else 0, octet if octet > 0 else 0
        map_part = free[x0 : max(x0, x + bits.shape[0]), y0 : max(y0, octet + bits.shape[1])]
        x0, y0 = x0 - x, y0 - octet
        return map_part, bits[x0 : x0 + map_part.shape[0], y0 : y0 + map_part.shape[1]]

    def _shift_bits(self, shift: int) -> Bits:
        """The table with some free bits added before its first row, so that its octets match those of a map."""
        padded = np.ones((len(self._plain), -(-(shift + self.down) // 8) * 8), dtype=np.uint8)
        padded[:, shift : shift + self.down] = np.unpackbits(self._plain, axis=1, count=self.down)
        bits = self._shifted[shift] = np.packbits(padded, axis=1)
        return bits


def make_pieces(polygons: Sequence[ConvexPolygon], grow: float = 0.0) -> ConvexPieces:
    """Convex polygons (counter-clockwise) as arrays, each grown by `grow` mm with rounded corners, drawn around the
    circle."""
    corners = [np.asarray(p, dtype=float) for p in polygons]
    if grow:
        corners = [_grow_polygon(p, grow) for p in corners]
    rolled = [np.roll(p, -int(np.lexsort((p[:, 0], p[:, 1]))[0]), axis=0) for p in corners]
    longest = max(len(p) for p in rolled)
    edges = np.zeros((len(rolled), longest, 2))
    for k, p in enumerate(rolled):
        edges[k, : len(p)] = np.roll(p, -1, axis=0) - p
    return ConvexPieces(np.array([p[0] for p in rolled]), edges, _rising_angles(edges))


def _rising_angles(edges: Floats) -> Floats:
    """The angles of edges that start at a lowest corner, from 0 to a full turn. Rounding may tilt level edges: the
    first ones down, which count as 0, or the last ones up, which count as a full turn."""
    angles = np.arctan2(edges[..., 1], edges[..., 0])
    angles[angles < 0] += 2 * math.pi
    level = (angles > 2 * math.pi - LEVEL) | (angles < LEVEL)
    angles[np.logical_and.accumulate(level[:, ::-1], axis=1)[:, ::-1]] = 2 * math.pi
    angles[np.logical_and.accumulate(level, axis=1)] = 0.0
    return np.maximum.accumulate(angles, axis=1)


def _grow_polygon(corners: Floats, grow: float) -> Floats:
    """The Minkowski sum of a convex polygon and a regular one around the circle of `grow` mm; a slightly smaller
    polygon where `grow` is negative."""
    if grow < 0:
        ring: Any = shapely.Polygon(corners).buffer(grow, join_style="mitre")
    else:
        turn = np.arange(4 * ROUND) * (math.pi / 2 / ROUND)
        reach = grow / math.cos(math.pi / 4 / ROUND)
        rim = reach * np.stack([np.cos(turn + turn[1] / 2), np.sin(turn + turn[1] / 2)], axis=1)
        ring = shapely.MultiPoint((corners[:, None] + rim[None]).reshape(-1, 2)).convex_hull
    return np.asarray(shapely.orient_polygons(ring).exterior.coords)[:-1]


def negate_pieces(pieces: ConvexPieces) -> ConvexPieces:
    """The pieces mirrored through the origin: subtracting the pieces is adding these."""
    corners = pieces.starts[:, None] + np.cumsum(pieces.edges, axis=1) - pieces.edges
    order = np.lexsort((-corners[..., 0], -corners[..., 1]), axis=1)[:, 0]
    rows = np.arange(len(order))
    count = pieces.edges.shape[1]
    cycle = (order[:, None] + np.arange(count)) % count
    edges = -pieces.edges[rows[:, None], cycle]
    return ConvexPieces(-corners[rows, order], edges, _rising_angles(edges))


def make_no_fit_table(
    first: ConvexPieces, second: ConvexPieces, cell: float, shift: tuple[float, float] = (0.0, 0.0)
) -> NoFitTable:
    """The displacements at which the second outline keeps its gap from the first. `first`: the first outline grown by
    the gap; `second`: the second one negated; `shift`: the displacement in mm of the outlines at the lattice's
    origin."""
    (a0, b0, a1, b1), (c0, d0, c1, d1) = first.box(), second.box()
    x, y = (math.floor((low - off) / cell) for low, off in ((a0 + c0, shift[0]), (b0 + d0, shift[1])))
    across, down = (
        math.ceil((high - off) / cell) - first + 1
        for high, off, first in ((a1 + c1, shift[0], x), (b1 + d1, shift[1], y))
    )
    origin = np.array([x * cell + shift[0], y * cell + shift[1]])
    windings = np.zeros(across * (down + 1))
    pieces_at_once = max(1, EDGES_AT_ONCE // (len(second.starts) * (first.edges.shape[1] + second.edges.shape[1])))
    for k in range(0, len(first.starts), pieces_at_once):
        rows = slice(k, k + pieces_at_once)
        batch = ConvexPieces(first.starts[rows], first.edges[rows], first.angles[rows])
        _add_windings(windings, (_minkowski_sums(batch, second) - origin) / cell, across, down + 1)
    counts = np.cumsum(windings.reshape(across, down + 1)[:, :down], axis=1)
    return NoFitTable(counts < 0.5, x, y)


def _minkowski_sums(first: ConvexPieces, second: ConvexPieces) -> Floats:
    """The Minkowski sum of each piece with each of the others as corners [pair, corner, xy], closed."""
    n, m = len(first.starts), len(second.starts)
    shape = (n, m)
    edges = np.concatenate(
        [
            np.broadcast_to(first.edges[:, None], (*shape, *first.edges.shape[1:])),
            np.broadcast_to(second.edges[None], (*shape, *second.edges.shape[1:])),
        ],
        axis=2,
    )
    angles = np.concatenate(
        [
            np.broadcast_to(first.angles[:, None], (*shape, first.angles.shape[1])),
            np.broadcast_to(second.angles[None], (*shape, second.angles.shape[1])),
        ],
        axis=2,
    )
    order = np.argsort(angles, axis=2, kind="stable")
    steps = np.take_along_axis(edges, order[..., None], axis=2).reshape(n * m, -1, 2)
    starts = (first.starts[:, None] + second.starts[None]).reshape(n * m, 1, 2)
    return np.concatenate([starts, starts + np.cumsum(steps[:, :-1], axis=1), starts], axis=1)


def _add_windings(windings: Floats, corners: Floats, across: int, down: int) -> None:
    """Adds the windings of polygons (in lattice steps) where their edges cross the lattice's upright lines: +1 where a
    line enters from below, -1 where it leaves."""
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
    direction = np.where(x2 > x1, 1.0, -1.0)[edge]
    windings += np.bincount(column * down + row, weights=direction, minlength=len(windings))
