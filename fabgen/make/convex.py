"""A polygon → convex pieces that cover it together: never less than the polygon, at most `COARSE` mm more along curves.

No-fit regions of convex pieces are simple (their Minkowski sum is convex too), so that nests need no other geometry.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fabgen.artwork.path import Point

if TYPE_CHECKING:
    from shapely import LinearRing, Polygon
    from shapely.geometry.base import BaseGeometry

COARSE = 0.1  # mm: how far an outline may be moved outwards to save corners
PASSES = 2  # each may move it half as far as the one before; together at most `COARSE`
ROUNDING = 1e-7  # mm: how much larger a filled area is, so that rounding leaves nothing outside
FLAT = 1e-9  # mm²: turns of less area are straight

Piece = tuple[Point, ...]


def convex_pieces(area: BaseGeometry) -> list[Piece]:
    """Convex polygons, counter-clockwise, whose union holds the area."""
    return [piece for polygon in getattr(area, "geoms", [area]) for piece in _decomposed(coarse(polygon))]


def filled(area: Polygon, gap: float) -> Polygon:
    """An area with its narrow notches filled, where that leaves fewer pieces: what keeps a gap from the edges of a
    notch under twice as wide as the gap has no room in it, so that nothing is lost."""
    import shapely

    if not gap or (not area.interiors and area.convex_hull.area - area.area < FLAT):
        return area
    grown = area.buffer(gap, join_style="mitre").buffer(ROUNDING - gap, join_style="mitre")
    closed = grown.union(area)  # sharp tips do not survive growing and shrinking
    if not isinstance(closed, shapely.Polygon) or len(convex_pieces(closed)) >= len(convex_pieces(area)):
        return area
    return closed


def coarse(polygon: Polygon, tolerance: float = COARSE) -> Polygon:
    """A polygon of fewer corners that holds this one and reaches at most `tolerance` mm beyond it."""
    import shapely

    whole: Polygon = shapely.orient_polygons(polygon)
    rings = [_coarse_ring(_corners(ring), tolerance) for ring in (whole.exterior, *whole.interiors)]
    fewer = shapely.Polygon(rings[0], [ring for ring in rings[1:] if len(ring) > 2])
    return fewer if fewer.is_valid and fewer.buffer(1e-6).covers(polygon) else polygon


def _corners(ring: LinearRing) -> list[Point]:
    return [(float(x), float(y)) for x, y in ring.coords[:-1]]


def _coarse_ring(ring: list[Point], tolerance: float) -> list[Point]:
    """Corners of a ring with the material on its left, fewer of them, moved to the right only."""
    for k in range(PASSES):
        ring = _fewer(ring, tolerance / 2 ** (k + 1))
    return ring


def _fewer(ring: list[Point], reach: float) -> list[Point]:
    """Every other corner left out where the outline moves by at most `reach` mm: hollows are cut off, edges between
    bulges give way to the point where their neighbours meet."""
    out: list[Point] = []
    k, count = 0, len(ring)
    while k < count:
        before, here = out[-1] if out else ring[-1], ring[k]
        after, beyond = ring[(k + 1) % count], ring[(k + 2) % count]
        spare = 0 < k < count - 1 and len(out) + count - k > 4  # the ring's end may be what its start was judged by
        tip = _shortcut(before, here, after, beyond, reach) if spare else None
        out.append(tip or here)
        k += 2 if tip else 1
    return out


def _shortcut(before: Point, here: Point, after: Point, beyond: Point, reach: float) -> Point | None:
    """The one point that may stand for two."""
    turn = _turn(before, here, after)
    if turn < FLAT:
        return after if -turn <= reach * math.dist(before, after) else None
    return _tip(before, here, after, beyond, reach)


def _turn(a: Point, b: Point, c: Point) -> float:
    """Twice the signed area of a triangle: positive where the way turns left."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _tip(a: Point, b: Point, c: Point, d: Point, reach: float) -> Point | None:
    """Where the lines a-b and d-c meet, if that lies at most `reach` mm over the edge b-c."""
    if _turn(b, c, d) <= FLAT:
        return None
    (ux, uy), (vx, vy) = (b[0] - a[0], b[1] - a[1]), (c[0] - d[0], c[1] - d[1])
    cross = ux * vy - uy * vx
    if abs(cross) < FLAT:
        return None
    t = ((c[0] - b[0]) * vy - (c[1] - b[1]) * vx) / cross
    tip = b[0] + t * ux, b[1] + t * uy
    height = -_turn(b, tip, c) / math.dist(b, c) if math.dist(b, c) else 0.0
    return tip if t > 0 and abs(height) <= reach else None


def _decomposed(polygon: Polygon) -> list[Piece]:
    """Triangles, joined over their longest sides first as long as they stay convex."""
    import shapely

    if len(polygon.interiors) == 0 and polygon.convex_hull.area - polygon.area < FLAT:
        return [_wound(_corners(polygon.exterior))]
    triangles: list[Any] = list(shapely.constrained_delaunay_triangles(polygon).geoms)
    pieces = {k: _wound(_corners(t.exterior)) for k, t in enumerate(triangles)}
    owner = {edge: k for k, piece in pieces.items() for edge in _edges(piece)}
    shared = sorted((e for e in owner if e[0] < e[1] and e[::-1] in owner), key=lambda e: (-math.dist(*e), e))
    for edge in shared:
        one, other = owner[edge], owner[edge[::-1]]
        joined = _joined(pieces[one], pieces[other], edge) if one != other else None
        if joined:
            pieces[one] = joined
            del pieces[other]
            owner.update(dict.fromkeys(_edges(joined), one))
    return list(pieces.values())


def _wound(corners: Sequence[Point]) -> Piece:
    """Corners counter-clockwise, straight ones left out."""
    doubled = sum(p[0] * q[1] - q[0] * p[1] for p, q in _edges(corners))
    return tuple(corners if doubled > 0 else corners[::-1])


def _edges(corners: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(corners, [*corners[1:], corners[0]], strict=True))


def _joined(one: Piece, other: Piece, edge: tuple[Point, Point]) -> Piece | None:
    """Two pieces that share an edge as one, if that is convex."""
    i, j = one.index(edge[1]), other.index(edge[0])
    loop = one[i:] + one[:i] + (other[j:] + other[:j])[1:-1]
    turns = (_turn(loop[k - 2], loop[k - 1], loop[k]) for k in range(len(loop)))
    return loop if all(turn >= -FLAT for turn in turns) else None
