"""A drawing → its shapes as verify recognises them, each outline walked by the tests' own measure."""

from __future__ import annotations

from measure import points
from shapely import Polygon
from shapely.affinity import rotate

from fabgen.artwork.drawing import Drawing, Shape
from fabgen.verify.diagram_marks import MarkShape, recognise


def recognised_shapes(drawing: Drawing, turn: float = 0.0) -> list[MarkShape]:
    """The shapes of a drawing that is turned by some degrees."""
    shapes = []
    for item in drawing.items:
        assert isinstance(item, Shape)
        outline, *holes = [points(path) for path in item.paths]
        shapes.append(recognise(rotate(Polygon(outline, holes), turn, origin=(0, 0)), item.role.value))
    return shapes
