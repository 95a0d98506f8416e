"""Closed paths ↔ shapely's areas: what both drawings that are read and sheets that are made need to know of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fabgen.artwork.path import Path, polygon

if TYPE_CHECKING:
    from shapely import Polygon
    from shapely.geometry.base import BaseGeometry


def outline(path: Path, tolerance: float) -> Polygon:
    """A closed path as a polygon within a tolerance in mm."""
    import shapely

    return shapely.Polygon(path.flatten(tolerance))


def crossing(shapes: Sequence[Polygon]) -> bool:
    """Whether the boundaries of any two shapes meet, or one its own."""
    import shapely

    rings = [shape.exterior for shape in shapes]
    pairs = shapely.STRtree(rings).query(rings, predicate="intersects")
    return pairs.shape[1] > len(shapes) or not all(shape.is_valid for shape in shapes)


def nested(paths: Sequence[Path], shapes: Sequence[Polygon]) -> tuple[Path, ...]:
    """Paths that do not cross, and their shapes → the paths, outer ones counter-clockwise, those inside them clockwise,
    and so on."""
    depths = [sum(other.contains(shape) for other in shapes if other is not shape) for shape in shapes]
    return tuple(p if (p.area() > 0) == (d % 2 == 0) else p.reversed() for p, d in zip(paths, depths, strict=True))


def bounded(area: BaseGeometry, least: float = 0.0, simpler: float = 0.0) -> tuple[Path, ...]:
    """The boundaries of an area, turned as `nested` turns them, its parts over `least` mm² alone; corners that stand
    out by less than `simpler` mm are left out."""
    parts = [part for part in getattr(area, "geoms", [area]) if part.area > least]
    rings = [(ring, n == 0) for part in parts for n, ring in enumerate((part.exterior, *part.interiors))]
    if simpler:
        rings = [(ring.simplify(simpler), outer) for ring, outer in rings]
    return tuple(
        polygon([(x, y) for x, y in (ring if ring.is_ccw == outer else ring.reverse()).coords[:-1]])
        for ring, outer in rings
    )
