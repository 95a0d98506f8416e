"""Spaces as they were drawn, in mm → the same without slits and overlaps: borders that almost meet are one line, which
both neighbours have corner by corner.

What comes later gives way: overlaps are the earlier space's, slits the later one's, so that a border is a line that
somebody drew. Holes of a space stay holes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from fabgen.rules.boards import Cell

if TYPE_CHECKING:
    from shapely import Polygon
    from shapely.geometry.base import BaseGeometry

Point = tuple[float, float]

DIAGONAL = 1.42  # a slit as wide as promised both across and along is wider from corner to corner
SNAP = 0.025  # mm: corners nearer than this are one
FINE = 1e-3  # mm: the grid on which areas are taken from each other
THIN = 0.1  # mm: half the width of what is no part of a space, a tip or a fringe
SHARP = 12.0  # mitre limit: tips under 9.6 degrees are blunted, where two lines would run into one
PASSES, SPECK = 4, 1e-3  # how often, and mm²: smaller cracks are rounding
SMOOTH = 0.04  # mm: corners that stand out by less are left out


def mended(areas: Mapping[Cell, Polygon], slit: float) -> dict[Cell, Polygon]:
    """Areas that share their borders exactly; what is up to `slit` mm wide between two is closed."""
    import shapely

    fitted: dict[Cell, Polygon] = {}
    for name, area in areas.items():
        beside = [other for other in fitted.values() if shapely.dwithin(other, area, DIAGONAL * slit)]
        fitted[name] = _fitted(area, beside, DIAGONAL * slit)
    noded = _noded(list(fitted.values()), slit, [])
    for _ in range(PASSES):  # what is rounded to a grid may run into its neighbour anew
        whole = shapely.coverage_union_all(noded)
        cracks = _parts(_blunt_closed(whole).difference(whole))
        if not any(crack.area > SPECK for crack in cracks):
            break
        noded = _noded(noded, slit, cracks)
    return dict(zip(fitted, map(_whole, shapely.coverage_simplify(noded, SMOOTH)), strict=True))


def _noded(every: Sequence[Polygon], slit: float, cracks: Sequence[Polygon]) -> list[Polygon]:
    """Areas as the faces between all their lines, on one grid; faces of nobody that are narrow, `cracks` among them, go
    to the neighbour with the longest border."""
    import shapely

    lines = shapely.union_all([area.boundary for area in (*every, *cracks)], grid_size=SNAP)
    faces = _parts(shapely.polygonize([lines]))
    inside = shapely.STRtree(every).query(shapely.point_on_surface(faces), predicate="within")
    owners: dict[int, int] = {int(face): int(area) for face, area in inside.T[::-1]}  # of several the first
    narrow = [n for n, face in enumerate(faces) if n not in owners and face.buffer(-slit / 2).is_empty]
    owners |= {n: _longest(faces[n], faces, owners) for n in narrow}
    return [_whole(shapely.coverage_union_all([faces[n] for n, owner in sorted(owners.items()) if owner == k]))
            for k in range(len(every))]


def _longest(face: Polygon, faces: Sequence[Polygon], owners: Mapping[int, int]) -> int:
    """The owner of the longest part of a face's boundary."""
    lengths: dict[int, float] = {}
    for n, owner in sorted(owners.items()):
        lengths[owner] = lengths.get(owner, 0.0) + face.intersection(faces[n]).length
    return max(lengths, key=lambda owner: lengths[owner])


def _fitted(area: Polygon, beside: Sequence[Polygon], slit: float) -> Polygon:
    """An area without what others have, with the slits between."""
    import shapely

    taken = shapely.MultiPolygon(_parts(shapely.union_all(beside, grid_size=FINE)))
    own = _blunt(_whole(shapely.difference(area, taken, grid_size=FINE)))
    if not beside:
        return own
    both = shapely.MultiPolygon(_parts(shapely.union(own, taken, grid_size=FINE)))
    gaps = [gap for gap in _parts(shapely.difference(_closed(both, slit / 2), both, grid_size=FINE))
            if gap.distance(own) < SNAP and gap.distance(taken) < SNAP]
    filled = shapely.union_all([own, *gaps], grid_size=FINE)
    return _blunt(_whole(shapely.difference(filled, taken, grid_size=FINE)))


def _closed(area: BaseGeometry, far: float) -> BaseGeometry:
    """With its slits of twice that width closed."""
    import shapely

    return shapely.MultiPolygon(_parts(area.buffer(far, join_style="mitre").buffer(-far, join_style="mitre")))


def _blunt_closed(area: BaseGeometry) -> BaseGeometry:
    """Without cracks in which two lines would run into one."""
    wide = area.buffer(THIN, join_style="mitre", mitre_limit=SHARP)
    return wide.buffer(-THIN, join_style="mitre", mitre_limit=SHARP)


def _blunt(area: Polygon) -> Polygon:
    """Without tips and fringes in which two lines would run into one."""
    import shapely

    inner = area.buffer(-THIN, join_style="mitre", mitre_limit=SHARP)
    return _whole(shapely.intersection(inner.buffer(THIN, join_style="mitre", mitre_limit=SHARP), area, grid_size=FINE))


def _parts(found: BaseGeometry) -> list[Polygon]:
    return [part for part in getattr(found, "geoms", [found]) if part.geom_type == "Polygon" and not part.is_empty]


def _whole(found: BaseGeometry) -> Polygon:
    """The largest part."""
    import shapely

    return max(_parts(found), key=lambda part: part.area, default=shapely.Polygon())


def common(areas: Mapping[Cell, Polygon]) -> Iterator[tuple[Cell, Cell, float]]:
    """Pairs of mended areas with the length of their border, where they have one."""
    edges = {name: _edges(area) for name, area in areas.items()}
    for one, other in combinations(areas, 2):
        shared = edges[one].keys() & edges[other].keys()
        if shared:
            yield one, other, sum(sorted(edges[one][edge] for edge in shared))


def _edges(area: Polygon) -> dict[frozenset[Point], float]:
    """The lengths of all edges by their ends."""
    found: dict[frozenset[Point], float] = {}
    for ring in (area.exterior, *area.interiors):
        corners = [(x, y) for x, y in ring.coords]
        found |= {frozenset(pair): math.dist(*pair) for pair in pairwise(corners)}
    return found
