"""A drawing and a box → what lies in the box, cut at its edge: areas stay areas, and lines end there.

Areas are cut as they are filled, by the even-odd rule; curves become short lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from fabgen.artwork.drawing import Drawing, Item, Shape
from fabgen.artwork.path import Box, Path, line
from fabgen.artwork.regions import boundary_paths, even_odd_area, path_polygon

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

FLAT = 0.02  # mm: how far a flattened outline may be from the exact one
LEAST = 1e-6  # mm²: areas that are left out


def clip_drawing(drawing: Drawing, box: Box) -> Drawing:
    """The part of a drawing in a box: least x, least y, greatest x, greatest y, in mm. Lettering is kept where all of
    it is in the box."""
    return Drawing(tuple(clipped for item in drawing.items for clipped in _clip_item(item, box)))


def _clip_item(item: Item, box: Box) -> Iterator[Item]:
    """The part of an item in a box, if there is any."""
    import shapely

    x0, y0, x1, y1 = item.bounds()
    if x0 >= box[0] and y0 >= box[1] and x1 <= box[2] and y1 <= box[3]:
        yield item
    elif isinstance(item, Shape) and x0 < box[2] and y0 < box[3] and x1 > box[0] and y1 > box[1]:
        frame, paths = shapely.box(*box), list[Path]()
        if areas := [path_polygon(path, FLAT).buffer(0) for path in item.paths if path.closed]:
            paths += boundary_paths(_only(even_odd_area(areas).intersection(frame), "Polygon"), LEAST)
        for path in item.paths:
            if not path.closed:
                seen = _only(shapely.LineString(path.trace(FLAT)).intersection(frame), "LineString")
                paths += [line(*part.coords) for part in getattr(seen, "geoms", [seen]) if not part.is_empty]
        if paths:
            yield replace(item, paths=tuple(paths), strokes=())


def _only(geometry: BaseGeometry, kind: str) -> BaseGeometry:
    """The parts of a geometry that are of one kind: what only touches a box leaves points and lines."""
    import shapely

    return shapely.union_all([part for part in shapely.get_parts(geometry) if part.geom_type == kind])


__all__ = ["clip_drawing"]
