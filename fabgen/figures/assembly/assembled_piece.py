"""A player's piece → its isometric picture when its parts are joined, with the name of its base, in mm at true size.

It is seen from its owner's seat, so that the marks on the base are in front of what stands on it. Crossed panels are
not drawn here: each would have to be painted in front of the other and behind it.
"""

from __future__ import annotations

from collections.abc import Iterator

from fabgen.artwork.drawing import Drawing, Role, Shape, combine_drawings, draw, draw_text
from fabgen.artwork.path import line, polygon
from fabgen.core.languages import Catalogue
from fabgen.figures.assembly.isometric import FINE, Pose, Solid, flat, solid, upright_pose, view
from fabgen.figures.pieces.bodies import PlayerPiece, make_piece_parts

DRAWN = ("standee", "stack", "tile")  # kinds of bodies
LEADER, GAP = 5.0, 1.0  # mm on paper: how far the line to the name of the base reaches, and from there to the name


def can_be_drawn(piece: PlayerPiece) -> bool:
    """Whether a piece is of a kind that has such a picture."""
    return any(getattr(piece.body, kind) for kind in DRAWN)


def draw_assembled(piece: PlayerPiece, tone: str, scale: float, cap: float, words: Catalogue) -> Drawing:
    """The piece in its player's tone, `scale` times its true size, and the name of its base with capitals of `cap` mm;
    a flat piece has no base."""
    picture = view([*_solids(piece, tone)])
    drawing = picture.drawing.scaled(scale).in_group("piece")
    if not piece.layout.seat:
        return drawing
    x, y = (scale * value for value in picture.names[0].right)
    end = drawing.bounds()[2] + LEADER
    name = draw_text(Role.LABEL, words.text("part_base"), (end + GAP, y - cap / 2), cap, anchor="start")
    return drawing + (draw(Role.TRIM, line((x, y), (end, y))) + name).in_group("labels")


def _solids(piece: PlayerPiece, tone: str) -> Iterator[Solid]:
    """The parts in their places, the lowest first: plates on the ground, and above them what stands in their slot."""
    parts, thick = list(make_piece_parts(piece)), piece.fit.thickness
    seat = piece.layout.seat
    if not seat:
        for level, _ in enumerate(parts[1:]):
            yield solid(parts[0].drawing.only(Role.EDGE), flat().moved(0, 0, level * thick), thick, tone)
        yield solid(parts[0].drawing, flat().moved(0, 0, (len(parts) - 1) * thick), thick, tone)
        return
    upright, base, *under = parts
    plates = [*reversed(under), base]
    for level, plate in enumerate(plates):
        name = "base" if plate is base else ""
        yield solid(plate.drawing.without(Role.HOLE), flat().moved(0, 0, level * thick), thick, tone, name)
    top = len(plates) * thick
    ground = 0.0 if piece.body.stack else top  # a pin stands on the ground, the tab of a standee hangs below the top
    pose: Pose = upright_pose(seat.y, thick).moved(0, 0, ground)
    yield solid(_above(upright.drawing, top - ground), pose, thick, tone)


def _above(drawing: Drawing, level: float) -> Drawing:
    """The outline and the holes of a part above a level line: what is below it is in the plates."""
    import shapely

    shapes = list[Drawing]()
    for item in drawing.only(Role.EDGE, Role.HOLE).items:
        if not isinstance(item, Shape):
            continue
        for path in item.paths:
            area = shapely.Polygon(path.flatten(FINE)).intersection(shapely.box(-1e4, level, 1e4, 1e4))
            rings = [part.exterior.coords for part in getattr(area, "geoms", [area]) if part.area > 0]
            shapes += [draw(item.role, polygon([(x, y) for x, y in ring[:-1]])) for ring in rings]
    return combine_drawings(shapes)


__all__ = ["can_be_drawn", "draw_assembled"]
