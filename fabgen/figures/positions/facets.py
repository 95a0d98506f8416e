"""The face of a thing in a picture of the table → the bevel along its edges: light where it faces the light, which
comes from the upper left, and dark on the other side.

Without it a dark piece is a blot: its outline, its sides and what is cut into it are as dark as its face.
"""

from __future__ import annotations

from collections.abc import Sequence

from fabgen.artwork.drawing import Drawing, Role, draw
from fabgen.artwork.path import Point
from fabgen.artwork.regions import boundary_paths

OUTLINE_TONES = ("black",)  # as dark as outlines
LIGHT = (0.8, -0.6)  # the direction of the light in a picture


def side_role(tone: str) -> Role:
    """The role of the sides of a thing: out of the light, but for a dark thing, whose edges would be lost."""
    return Role.DEEP_SHADE if tone in OUTLINE_TONES else Role.FLANK


def draw_facets(rings: Sequence[Sequence[Point]], tone: str, bevel: float, line: float) -> Drawing:
    """The bevel of a face, an outline with its holes: `bevel` mm wide, `line` mm inside its edges. Nothing where the
    face is too narrow for both; a narrow one may be all in the light."""
    import numpy  # shapely takes arrays several times as fast as lists
    import shapely

    outline, *holes = map(numpy.array, rings)
    face = shapely.Polygon(outline, holes).buffer(-line)
    if face.is_empty:
        return Drawing()
    dx, dy = bevel * LIGHT[0], bevel * LIGHT[1]
    lit = face.difference(shapely.affinity.translate(face, dx, dy))
    drawing = Drawing()
    if tone != "white":
        drawing += draw(Role.DEEP_SHADE, *boundary_paths(lit), tone=tone)
    if tone not in OUTLINE_TONES:
        shaded = face.difference(shapely.affinity.translate(face, -dx, -dy)).difference(lit)
        if not shaded.is_empty:
            drawing += draw(Role.BEVEL, *boundary_paths(shaded), tone=tone)
    return drawing


__all__ = ["OUTLINE_TONES", "draw_facets", "side_role"]
