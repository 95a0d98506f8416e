"""Two outlines, a gap, a lattice → the displacements at which the second outline keeps its gap from the first.

Both outlines are cut into convex pieces, and the pieces of one are grown by the gap. Their unions, cut where they have
holes, are loops. The convolution of two loops (Guibas, Ramshaw and Stolfi, 1983) is a closed curve: the edges of each,
moved by those corners of the other that turn through the edge's direction. It winds around a displacement as often as
the outlines, so displaced, have an area in common. (What two areas without holes have in common has no holes either, so
each such area counts 1.) All edges are drawn on the lattice at once. So the answer is exact on the lattice, also in
holes and inlets, and needs no search.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LinearRing, Polygon
from shapely.geometry.base import BaseGeometry

from fabgen.artwork.path import Box, Point

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
SPARSE = 8  # entries of a table for each edge on a column, from which its bits are drawn instead of its entries
# By an octet of bits: the octet whose bits say whether the bits so far, the first ones being the highest, are odd.
ODD_SO_FAR = np.array([sum((b >> k).bit_count() % 2 << k for k in range(8)) for b in range(256)], dtype=np.uint8)
BACKWARDS = np.array([int(f"{b:08b}"[::-1], 2) for b in range(256)], dtype=np.uint8)  # by an octet: its bits reversed


def convex_pieces(area: BaseGeometry) -> list[ConvexPolygon]:
    """Convex polygons, counter-clockwise, whose union contains the area: never less than it, at most `COARSE` mm more
    along curves."""
    return [piece for polygon in getattr(area, "geoms", [area]) for piece in _decompose(coarsen(polygon))]


def pieces_without_notches(area: Polygon, gap: float) -> list[ConvexPolygon]:
    """The convex pieces of an area, with its narrow notches filled where that gives fewer pieces. An outline that keeps
    a gap from the edges of a notch does not fit into a notch narrower than twice the gap, so no position is lost."""
    pieces = convex_pieces(area)
    if not gap or (not area.interiors and area.convex_hull.area - area.area < FLAT):
        return pieces
    grown = area.buffer(gap, join_style="mitre").buffer(ROUNDING - gap, join_style="mitre")
    closed = grown.union(area)  # sharp tips do not survive growing and shrinking
    return min(pieces, convex_pieces(closed), key=len) if isinstance(closed, shapely.Polygon) else pieces


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
    triangles = shapely.get_coordinates(shapely.constrained_delaunay_triangles(polygon)).reshape(-1, 4, 2)
    corners = (map(tuple, triangle) for triangle in triangles[:, :3].tolist())
    pieces = dict(enumerate(_orient_corners(tuple(triangle)) for triangle in corners))
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
    """Two pieces that share an edge as one, or None if that is not convex. Only at the ends of the edge is a new
    turn."""
    i, j = first.index(edge[1]), second.index(edge[0])
    loop = first[i:] + first[:i] + (second[j:] + second[:j])[1:-1]
    last = len(first) - 1
    if _signed_area(loop[-1], loop[0], loop[1]) < -FLAT:
        return None
    return loop if _signed_area(loop[last - 1], loop[last], loop[(last + 1) % len(loop)]) >= -FLAT else None



@dataclass(frozen=True, eq=False)
class OutlineLoops:
    """Loops without holes, counter-clockwise, whose union is an outline, as arrays of all their edges: where each
    begins and ends. `angles`: theirs, sorted, which are those of the edges `by_angle`. At the beginning of each edge
    the outline turns to the left or to the right (`turns`: 1 or -1), through the angles from `low` to `high` (`wraps`:
    through half a turn, where angles start again)."""

    begins: Floats
    ends: Floats
    angles: Floats
    by_angle: NDArray[np.int64]
    low: Floats
    high: Floats
    turns: NDArray[np.int64]
    wraps: Mask
    box: Box

    @classmethod
    def of_rings(cls, rings: Sequence[Floats]) -> OutlineLoops:
        """The loops with these corners. Subtracting an outline is adding the one with the negated corners."""
        begins, ends = np.concatenate(rings), np.concatenate([np.roll(ring, -1, axis=0) for ring in rings])
        edges = ends - begins
        after = np.arctan2(edges[:, 1], edges[:, 0])
        numbers = np.arange(len(begins))
        first = 0
        for ring in rings:
            numbers[first : first + len(ring)] = np.roll(numbers[first : first + len(ring)], 1)
            first += len(ring)
        before = after[numbers]
        turn = after - before
        is_left = ((turn > 0) & (turn <= math.pi)) | (turn <= -math.pi)
        low, high = np.where(is_left, before, after), np.where(is_left, after, before)
        by_angle = np.argsort(after, kind="stable")
        turns = np.where(is_left, 1, -1)
        (x0, y0), (x1, y1) = begins.min(axis=0).tolist(), begins.max(axis=0).tolist()
        return cls(begins, ends, after[by_angle], by_angle, low, high, turns, low > high, (x0, y0, x1, y1))


class NoFitTable:
    """The displacements that keep the gap, as bits [x, y] in lattice steps (1 is free). `x` and `y` are those of the
    first entry; all displacements beyond the table are free."""

    def __init__(self, bits: Bits, x: int, y: int, down: int) -> None:
        self.x, self.y, self.down = x, y, down
        self._plain = np.asfortranarray(bits)
        self._shifted: list[Bits | None] = [None] * 8

    def free(self) -> Mask:
        """The entries as booleans."""
        return np.unpackbits(self._plain, axis=1, count=self.down).astype(bool)

    def reversed(self) -> NoFitTable:
        """The table of the same pair with its outlines exchanged: the entries from the last one to the first."""
        rows = BACKWARDS.take(self._plain.T[::-1, ::-1])
        if spare := -self.down % 8:
            rows[:-1] = rows[:-1] << spare | rows[1:] >> (8 - spare)
            rows[-1] <<= spare
        return NoFitTable(rows.T, 1 - self.x - rows.shape[1], 1 - self.y - self.down, self.down)

    def clear(self, free: Bits, x: int, y: int, start: int = 0) -> None:
        """Clears the bits of a map of free positions that an outline at column x, row y makes impossible, from column
        `start` of the map on."""
        map_part, table_part = self._overlap(free, x, y, start)
        np.bitwise_and(map_part, table_part, map_part)

    def count_taken(self, free: Bits, x: int, y: int, start: int = 0) -> int:
        """How many free positions of a map `clear` would clear."""
        map_part, table_part = self._overlap(free, x, y, start)
        return int.from_bytes((map_part & ~table_part).tobytes("A"), "little").bit_count()

    def _overlap(self, free: Bits, x: int, y: int, start: int) -> tuple[Bits, Bits]:
        """The part of a map that the table covers, and the same part of the table."""
        x, y = x + self.x, y + self.y
        octet, bits = y >> 3, self._shifted[y & 7]
        if bits is None:
            bits = self._shift_bits(y & 7)
        across, octets = bits.shape
        x0, y0 = x if x > start else start, octet if octet > 0 else 0
        map_part = free[x0 : x + across if x + across > x0 else x0, y0 : octet + octets if octet + octets > y0 else y0]
        x0, y0 = x0 - x, y0 - octet
        across, octets = map_part.shape
        return map_part, bits[x0 : x0 + across, y0 : y0 + octets]

    def _shift_bits(self, shift: int) -> Bits:
        """The table with some free bits added before its first row, so that its octets match those of a map. Like maps,
        it is stored row by row: then what is cleared are a few long runs of octets instead of many short ones."""
        octets = self._plain.shape[1]
        bits = self._shifted[shift] = np.empty((len(self._plain), -(-(shift + self.down) // 8)), np.uint8, order="F")
        bits[:, :octets] = self._plain >> shift
        bits[:, 0] |= 0xFF00 >> shift & 0xFF
        if bits.shape[1] > octets:
            bits[:, octets] = 0
        bits[:, 1:] |= self._plain[:, : bits.shape[1] - 1] << (8 - shift) if shift else 0
        bits[:, -1] |= 0xFF >> ((shift + self.down - 1) % 8 + 1)
        return bits


def join_pieces(polygons: Sequence[ConvexPolygon], grow: float = 0.0) -> list[Floats]:
    """The union of convex polygons (counter-clockwise), each grown by `grow` mm with rounded corners that are drawn
    around the circle, as the corners of loops without holes."""
    corners = [np.asarray(p, dtype=float) for p in polygons]
    return _loops_of_union([_grow_polygon(p, grow) for p in corners] if grow else corners)


def _loops_of_union(rings: Sequence[Floats]) -> list[Floats]:
    """Loops without holes whose union is that of convex rings. Where these surround a hole, those below its middle and
    those above are joined separately."""
    if len(rings) == 1:
        return list(rings)
    joined: Any = shapely.union_all([shapely.Polygon(ring) for ring in rings])
    areas = getattr(joined, "geoms", [joined])
    hole = next((hole for area in areas for hole in area.interiors), None)
    if hole is None:
        return [np.asarray(shapely.orient_polygons(area).exterior.coords)[:-1] for area in areas]
    middle = (hole.bounds[1] + hole.bounds[3]) / 2
    lower = [ring for ring in rings if ring[:, 1].mean() < middle]
    upper = [ring for ring in rings if ring[:, 1].mean() >= middle]
    if not lower or not upper:
        lower, upper = list(rings[: len(rings) // 2]), list(rings[len(rings) // 2 :])
    return [*_loops_of_union(lower), *_loops_of_union(upper)]


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


def make_no_fit_table(
    first: OutlineLoops, second: OutlineLoops, cell: float, shift: tuple[float, float] = (0.0, 0.0)
) -> NoFitTable:
    """The displacements at which the second outline keeps its gap from the first. `first`: the first outline grown by
    the gap; `second`: the second one negated; `shift`: the displacement in mm of the outlines at the lattice's
    origin."""
    (a0, b0, a1, b1), (c0, d0, c1, d1) = first.box, second.box
    x, y = (math.floor((low - off) / cell) for low, off in ((a0 + c0, shift[0]), (b0 + d0, shift[1])))
    across, down = (
        math.ceil((high - off) / cell) - first + 1
        for high, off, first in ((a1 + c1, shift[0], x), (b1 + d1, shift[1], y))
    )
    origin = np.array([x * cell + shift[0], y * cell + shift[1]])
    begins, ends, turns = _convolve(first, second)
    crossings, windings = _find_crossings((begins - origin) / cell, (ends - origin) / cell, turns, down + 1)
    draw = _draw_bits if across * (down + 1) > SPARSE * len(crossings) else _draw_entries
    return NoFitTable(draw(crossings, windings, across, down), x, y, down)


def _convolve(first: OutlineLoops, second: OutlineLoops) -> tuple[Floats, Floats, NDArray[np.int64]]:
    """The edges of the convolution of two outlines: their beginnings, their ends, and 1, or -1 for an edge that is
    passed backwards because the other outline turns right there."""
    # Of equal angles those of the first outline come first.
    of_first, corners_of_second = _edges_in_turns(first, second, "right")
    of_second, corners_of_first = _edges_in_turns(second, first, "left")
    moves = np.concatenate([second.begins.take(corners_of_second, axis=0), first.begins.take(corners_of_first, axis=0)])
    begins = np.concatenate([first.begins.take(of_first, axis=0), second.begins.take(of_second, axis=0)]) + moves
    ends = np.concatenate([first.ends.take(of_first, axis=0), second.ends.take(of_second, axis=0)]) + moves
    return begins, ends, np.concatenate([second.turns.take(corners_of_second), first.turns.take(corners_of_first)])


def _edges_in_turns(
    edges: OutlineLoops, corners: OutlineLoops, side: Literal["left", "right"]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The pairs of an edge of one outline and a corner of another whose turn has the edge's direction in it, as the
    numbers of both. `side`: whether a turn has its first angle in it (left) or its last one (right)."""
    count = len(edges.angles)
    first = edges.angles.searchsorted(corners.low, side)
    counts = edges.angles.searchsorted(corners.high, side) + count * corners.wraps - first
    corner = np.repeat(np.arange(len(counts)), counts)
    place = np.arange(len(corner)) + (first - np.cumsum(counts) + counts).take(corner)
    return edges.by_angle.take(place, mode="wrap"), corner


def _find_crossings(begins: Floats, ends: Floats, turns: NDArray[np.int64], down: int
                    ) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Where edges (in lattice steps) cross the lattice's upright lines, as numbers of entries, column by column; and 1
    where the line enters an outline from below, -1 where it leaves."""
    left, right = np.ceil(begins[:, 0]).astype(np.int32), np.ceil(ends[:, 0]).astype(np.int32)
    counts = np.abs(right - left)
    crossing = np.flatnonzero(counts)
    counts, first = counts.take(crossing), np.minimum(left, right).take(crossing)
    x1, y1, x2, y2 = (side[:, axis].take(crossing) for side in (begins, ends) for axis in (0, 1))
    slope = (y2 - y1) / (x2 - x1)
    edge = np.repeat(np.arange(len(counts)), counts)
    column = np.arange(len(edge), dtype=np.int32)
    column += (first - np.cumsum(counts, dtype=np.int32) + counts).take(edge)
    row = np.ceil(y1.take(edge) + (column - x1.take(edge)) * slope.take(edge)).astype(np.int32)
    turn = turns.take(crossing)
    return column * np.int32(down) + row, np.where(x2 > x1, turn, -turn).take(edge)


def _draw_entries(crossings: NDArray[np.int32], windings: NDArray[np.int64], across: int, down: int) -> Bits:
    """The free entries as bits, by adding windings up along each column."""
    changes = np.bincount(crossings, weights=windings, minlength=across * (down + 1)).reshape(across, down + 1)
    return np.packbits(np.cumsum(changes[:, :down], axis=1) < 0.5, axis=1)


def _draw_bits(crossings: NDArray[np.int32], windings: NDArray[np.int64], across: int, down: int) -> Bits:
    """The free entries as bits, from the entries alone where a column enters outlines or leaves them all: quicker than
    `_draw_entries` where these are few."""
    marked = np.sort(2 * crossings + (windings > 0))  # with the winding, 1 or -1, as the last bit
    sorted_crossings = marked >> 1
    last = np.append(np.flatnonzero(sorted_crossings[1:] != sorted_crossings[:-1]), len(marked) - 1)
    is_taken = np.cumsum(2 * (marked & 1) - 1, dtype=np.int32).take(last) > 0
    changed = sorted_crossings.take(last[np.diff(is_taken, prepend=False)])
    octets = down // 8 + 1  # of a column, with the entry after its last one
    columns, rows = np.divmod(changed, down + 1)
    changes = np.zeros(across * octets, dtype=np.uint8)
    np.add.at(changes, columns * octets + (rows >> 3), (128 >> (rows & 7)).astype(np.uint8))  # each bit at most once
    taken = ODD_SO_FAR.take(changes)
    is_odd_before = np.bitwise_xor.accumulate(taken & 1)[:-1]
    taken[1:] ^= -is_odd_before
    free = ~taken.reshape(across, octets)[:, : -(-down // 8)]
    if down % 8:
        free[:, -1] &= 0xFF00 >> down % 8 & 0xFF
    return free
