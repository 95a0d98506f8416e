"""A shape and its player's pattern → lines and dots cut to the shape, for formats without clipping."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fabgen.artwork.drawing import Shape
from fabgen.artwork.path import Line, Path
from fabgen.make.hatch import hatch_box

FINE = 0.01  # mm: flattening


def cut_hatch(shape: Shape, pattern: str) -> tuple[list[Path], list[Path]]:
    """The pattern inside the even-odd area of the shape: open lines to stroke, and closed areas to fill."""
    import shapely

    area: Any = shapely.Polygon()
    for path in shape.paths:
        area = area.symmetric_difference(shapely.make_valid(shapely.Polygon(path.flatten(FINE))))
    lines, dots = hatch_box(pattern, shape.bounds())
    cut_lines = [path for line in lines for path in _paths(area.intersection(shapely.LineString(line.flatten(FINE))))]
    return cut_lines, [path for dot in dots for path in _cut_dot(dot, area)]


def _cut_dot(dot: Path, area: Any) -> Iterator[Path]:
    """The part of a dot inside the area; a dot wholly inside stays a circle of arcs."""
    import shapely

    polygon = shapely.Polygon(dot.flatten(FINE))
    if area.contains(polygon):
        yield dot
    elif area.intersects(polygon):
        yield from _paths(area.intersection(polygon))


def _paths(geometry: Any) -> Iterator[Path]:
    """The lines and polygons of a geometry as paths, without tiny ones."""
    for part in getattr(geometry, "geoms", [geometry]):
        if part.geom_type == "LineString" and part.length > FINE:
            yield _coordinates_path(part.coords, closed=False)
        elif part.geom_type == "Polygon" and part.area > FINE * FINE:
            yield _coordinates_path(part.exterior.coords[:-1], closed=True)


def _coordinates_path(coords: Any, *, closed: bool) -> Path:
    points = [(float(x), float(y)) for x, y in coords]
    return Path(points[0], tuple(Line(point) for point in points[1:]), closed=closed)
