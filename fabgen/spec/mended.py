"""The spaces of a map as they were drawn, in mm → the same spaces without slits and overlaps: borders that almost meet
become one line, which both neighbours share corner by corner.

The later space gives way: an overlap belongs to the earlier space, a slit is filled by the later one, so that every
border is a line that the designer drew. Holes of a space stay holes.
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

from fabgen.spec.spaces import Point

DIAGONAL = 1.42  # a slit may be wider from corner to corner than it is across and along
SNAP = 0.025  # mm: corners nearer than this are one
FINE = 1e-3  # mm: the grid on which areas are subtracted from each other
THIN = 0.1  # mm: half the width of tips and fringes that are cut off
SHARP = 12.0  # mitre limit: tips under 9.6 degrees are blunted, where two lines would run into one
PASSES, SPECK = 4, 1e-3  # attempts to close cracks, and mm²: smaller cracks are rounding
SMOOTH = 0.04  # mm: corners that protrude by less are removed


def close_gaps(areas: Mapping[Cell, Polygon], slit: float) -> dict[Cell, Polygon]:
    """The areas with exactly shared borders. Gaps of up to `slit` mm between two of them are closed."""
    import shapely

    fitted: dict[Cell, Polygon] = {}
    for name, area in areas.items():
        neighbours = [other for other in fitted.values() if shapely.dwithin(other, area, DIAGONAL * slit)]
        fitted[name] = _fit_area(area, neighbours, DIAGONAL * slit)
    noded = _node_areas(list(fitted.values()), slit, [])
    for _ in range(PASSES):  # rounding to the grid may make an area run into its neighbour again
        whole = shapely.coverage_union_all(noded)
        cracks = _polygons(_close_sharp_cracks(whole).difference(whole))
        if not any(crack.area > SPECK for crack in cracks):
            break
        noded = _node_areas(noded, slit, cracks)
    return dict(zip(fitted, map(_largest, shapely.coverage_simplify(noded, SMOOTH)), strict=True))


def _node_areas(areas: Sequence[Polygon], slit: float, cracks: Sequence[Polygon]) -> list[Polygon]:
    """The areas as faces between all their lines, on one grid. Narrow faces that no area covers, `cracks` among
    them, go to the neighbour with the longest border."""
    import shapely

    lines = shapely.union_all([area.boundary for area in (*areas, *cracks)], grid_size=SNAP)
    faces = _polygons(shapely.polygonize([lines]))
    inside = shapely.STRtree(areas).query(shapely.point_on_surface(faces), predicate="within")
    owners: dict[int, int] = {int(face): int(area) for face, area in inside.T[::-1]}  # the first of several
    narrow = [n for n, face in enumerate(faces) if n not in owners and face.buffer(-slit / 2).is_empty]
    owners |= {n: _longest_border_owner(faces[n], faces, owners) for n in narrow}
    return [_largest(shapely.coverage_union_all([faces[n] for n, owner in sorted(owners.items()) if owner == k]))
            for k in range(len(areas))]


def _longest_border_owner(face: Polygon, faces: Sequence[Polygon], owners: Mapping[int, int]) -> int:
    """The index of the area that has the longest part of a face's boundary."""
    lengths: dict[int, float] = {}
    for n, owner in sorted(owners.items()):
        lengths[owner] = lengths.get(owner, 0.0) + face.intersection(faces[n]).length
    return max(lengths, key=lambda owner: lengths[owner])


def _fit_area(area: Polygon, neighbours: Sequence[Polygon], slit: float) -> Polygon:
    """An area without what earlier neighbours cover, extended over the slits between."""
    import shapely

    taken = shapely.MultiPolygon(_polygons(shapely.union_all(neighbours, grid_size=FINE)))
    remainder = _blunt_tips(_largest(shapely.difference(area, taken, grid_size=FINE)))
    if not neighbours:
        return remainder
    union = shapely.MultiPolygon(_polygons(shapely.union(remainder, taken, grid_size=FINE)))
    gaps = [gap for gap in _polygons(shapely.difference(_close_slits(union, slit / 2), union, grid_size=FINE))
            if gap.distance(remainder) < SNAP and gap.distance(taken) < SNAP]
    filled = shapely.union_all([remainder, *gaps], grid_size=FINE)
    return _blunt_tips(_largest(shapely.difference(filled, taken, grid_size=FINE)))


def _close_slits(area: BaseGeometry, distance: float) -> BaseGeometry:
    """The area with slits of up to twice a distance closed."""
    import shapely

    closed = area.buffer(distance, join_style="mitre").buffer(-distance, join_style="mitre")
    return shapely.MultiPolygon(_polygons(closed))


def _close_sharp_cracks(area: BaseGeometry) -> BaseGeometry:
    """The area without cracks so sharp that two lines would run into one."""
    wide = area.buffer(THIN, join_style="mitre", mitre_limit=SHARP)
    return wide.buffer(-THIN, join_style="mitre", mitre_limit=SHARP)


def _blunt_tips(area: Polygon) -> Polygon:
    """The area without tips and fringes so sharp that two lines would run into one."""
    import shapely

    inner = area.buffer(-THIN, join_style="mitre", mitre_limit=SHARP)
    blunt = inner.buffer(THIN, join_style="mitre", mitre_limit=SHARP)
    return _largest(shapely.intersection(blunt, area, grid_size=FINE))


def _polygons(geometry: BaseGeometry) -> list[Polygon]:
    parts = getattr(geometry, "geoms", [geometry])
    return [part for part in parts if part.geom_type == "Polygon" and not part.is_empty]


def _largest(geometry: BaseGeometry) -> Polygon:
    import shapely

    return max(_polygons(geometry), key=lambda part: part.area, default=shapely.Polygon())


def shared_borders(areas: Mapping[Cell, Polygon]) -> Iterator[tuple[Cell, Cell, float]]:
    """Pairs of mended areas that share a border, with its length in mm."""
    edges = {name: _edge_lengths(area) for name, area in areas.items()}
    for first, second in combinations(areas, 2):
        shared_edges = edges[first].keys() & edges[second].keys()
        if shared_edges:
            yield first, second, sum(sorted(edges[first][edge] for edge in shared_edges))


def _edge_lengths(area: Polygon) -> dict[frozenset[Point], float]:
    """The length of each edge by its two ends."""
    lengths: dict[frozenset[Point], float] = {}
    for ring in (area.exterior, *area.interiors):
        corners = [(x, y) for x, y in ring.coords]
        lengths |= {frozenset(pair): math.dist(*pair) for pair in pairwise(corners)}
    return lengths
