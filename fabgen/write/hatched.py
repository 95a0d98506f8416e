"""A shape and its player's pattern → lines and dots cut to the shape, for formats in which nothing is clipped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fabgen.artwork.drawing import Shape
from fabgen.artwork.path import Line, Path
from fabgen.make.hatch import hatch

FINE = 0.01  # mm: flattening


def hatched(shape: Shape, pattern: str) -> tuple[list[Path], list[Path]]:
    """Open lines to be stroked and closed areas to be filled, all inside the even-odd area of the shape."""
    import shapely

    area: Any = shapely.Polygon()
    for path in shape.paths:
        area = area.symmetric_difference(shapely.make_valid(shapely.Polygon(path.flatten(FINE))))
    lines, dots = hatch(pattern, shape.bounds())
    cut = [piece for line in lines for piece in _cut(area.intersection(shapely.LineString(line.flatten(FINE))))]
    return cut, [piece for dot in dots for piece in _dots(dot, area)]


def _dots(dot: Path, area: Any) -> Iterator[Path]:
    import shapely

    whole = shapely.Polygon(dot.flatten(FINE))
    if area.contains(whole):
        yield dot
    elif area.intersects(whole):
        yield from _cut(area.intersection(whole))


def _cut(found: Any) -> Iterator[Path]:
    for part in getattr(found, "geoms", [found]):
        if part.geom_type == "LineString" and part.length > FINE:
            yield _path(part.coords, closed=False)
        elif part.geom_type == "Polygon" and part.area > FINE * FINE:
            yield _path(part.exterior.coords[:-1], closed=True)


def _path(coords: Any, *, closed: bool) -> Path:
    points = [(float(x), float(y)) for x, y in coords]
    return Path(points[0], tuple(Line(point) for point in points[1:]), closed=closed)
