"""A player's piece → its picture when its parts are joined, with the name of its base, in mm at true size.

It is drawn like the pieces on a cover, in perspective and of flat areas (a FACE, a FLANK that is turned away from the
light, a shadow), and seen from its owner's seat, so that the marks on the base are in front of what stands on it.
Crossed panels are not drawn here: each would have to be painted in front of the other and behind it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from fabgen.artwork.drawing import Drawing, Role, Shape, combine_drawings, draw, draw_text
from fabgen.artwork.path import Path, Point, circle, line, polygon
from fabgen.artwork.regions import boundary_paths
from fabgen.core.languages import Catalogue
from fabgen.figures.pieces.bodies import PlayerPiece, make_piece_parts
from fabgen.figures.pieces.etched_marks import draw_etched_marks
from fabgen.figures.positions.facets import OUTLINE_TONES, draw_facets, side_role
from fabgen.figures.positions.move_ribbons import Point3
from fabgen.figures.positions.table_view import Camera, draw_plate, sweep_outline
from fabgen.figures.silhouettes.silhouettes import silhouette

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

DRAWN = ("standee", "stack", "tile")  # kinds of bodies
FINE = 0.03  # mm: flattening
# Degrees: how far the eye is above the table, and how the piece is turned; its distance, in sizes of the base.
TILT, TURN, DISTANCE = 46.0, -18.0, 10.0
SHADOW = (0.36, 0.12)  # how far a shadow reaches to the right and away, as a share of the height of what casts it
BEVEL, OUTLINE = 0.8, 0.3  # mm: the bevel along the edges of what stands; half of the line around it
HALO = 0.5  # mm: the light line around what stands, where it is dark
LEADER, GAP = 5.0, 1.0  # mm on paper: how far the line to the name of the base reaches, and from there to the name
INSIDE, DOT = 1.0, 0.45  # mm: how far inside of the base that line begins; on paper, the radius of its dot


def can_be_drawn(piece: PlayerPiece) -> bool:
    """Whether a piece is of a kind that has such a picture."""
    return any(getattr(piece.body, kind) for kind in DRAWN)


def draw_assembled(piece: PlayerPiece, tone: str, under_tone: str, scale: float, cap: float, words: Catalogue
                   ) -> Drawing:
    """The piece in its player's tone, `scale` times its true size, and the name of its base with capitals of `cap` mm;
    a flat piece has no base. The lower layer of a tile has the tone of its other side."""
    picture = _Picture(piece, tone, under_tone)
    drawing = picture.draw().scaled(scale).in_group("piece")
    if not piece.layout.seat:
        return drawing
    x, y = (scale * value for value in picture.find_corner())
    end = drawing.bounds()[2] + LEADER
    name = draw_text(Role.LABEL, words.text("part_base"), (end + GAP, y - cap / 2), cap, anchor="start")
    ground = draw(Role.FACE, circle((x, y), 1.6 * DOT), tone="white")  # so that the dot is seen on a dark base
    leader = ground + draw(Role.TRIM, line((x, y), (end, y))) + draw(Role.LABEL, circle((x, y), DOT))
    return drawing + (leader + name).in_group("labels")


class _Picture:
    """A piece and the eye that looks at it. Its plates lie on the ground around the origin."""

    def __init__(self, piece: PlayerPiece, tone: str, under_tone: str) -> None:
        self.piece, self.tone, self.thick = piece, tone, piece.fit.thickness
        self.lowest_tone = under_tone if piece.body.has_second_layer else tone
        self.camera = Camera(DISTANCE * max(piece.base_plan.size()), TILT, TURN)
        self.parts = list(make_piece_parts(piece))
        self.top = len(piece.plates) * self.thick

    def draw(self) -> Drawing:
        """The shadow, the plates from below, what is etched on the upper one, and what stands in it."""
        plates = combine_drawings(
            draw_plate(self.camera, plan.outline().flatten(FINE), level * self.thick, (level + 1) * self.thick,
                       self.tone if level else self.lowest_tone, is_convex=plan.drawn is None)
            for level, plan in enumerate(reversed(self.piece.plates)))
        return self._draw_shadow() + plates + self._draw_shade() + self._draw_etching() + self._draw_upright()

    def find_corner(self) -> Point:
        """A point of the picture on the upper plate, at its corner on the right and in front, clear of shadows."""
        outline = self.piece.top_plan.outline().flatten(FINE)
        x, y = max(outline, key=lambda p: p[0] - p[1])
        share = 1 - INSIDE / math.hypot(x, y)
        return self.camera.project((share * x, share * y, self.top))

    def _face(self) -> BaseGeometry:
        """The area of the picture that the face of the upper plate has."""
        import shapely

        return shapely.Polygon(self.camera.project_all(self.piece.top_plan.outline().flatten(FINE), self.top))

    # ---- What stands

    def _rings(self) -> list[list[Point]]:
        """The outline and the holes of what stands in the slot, above the upper plate, whose face has the height 0.
        Nothing for a flat piece, and for a pin, which ends flush."""
        body = self.piece.body
        if not body.standee:
            return []
        shape = silhouette(body.standee, body.height)
        return [path.flatten(FINE) for path in (shape.outline(), *shape.holes, *self.piece.gates, *self.piece.slots)]

    def _place(self, p: Point, depth: float) -> Point3:
        """A point of what stands in space, `depth` mm behind its front."""
        seat = self.piece.layout.seat
        assert seat, "only what stands is placed"
        return p[0], seat.y - self.thick / 2 + depth, self.top + p[1]

    def _draw_upright(self) -> Drawing:
        """What stands in the slot."""
        rings = self._rings()
        if not rings:
            return Drawing()
        near, far = ([[self.camera.project(self._place(p, depth)) for p in ring] for ring in rings]
                     for depth in (0.0, self.thick))
        body = sweep_outline(near[0], far[0])
        halo = Drawing()
        if self.tone in OUTLINE_TONES:  # its outline would not be seen on its own base
            halo = draw(Role.FACE, *boundary_paths(body.buffer(HALO).intersection(self._face())), tone="white")
        return halo + draw(side_role(self.tone), *boundary_paths(body), tone=self.tone) + draw(
            Role.PIECE, *map(polygon, near), tone=self.tone) + draw_facets(near, self.tone, BEVEL, OUTLINE)

    # ---- Shadows

    def _drop(self, p: Point3, ground: float) -> Point:
        """The point of the picture where the shadow of a point falls on a level `ground` mm high."""
        x, y, z = p
        return self.camera.project((x + SHADOW[0] * (z - ground), y + SHADOW[1] * (z - ground), ground))

    def _draw_shadow(self) -> Drawing:
        """The shadow of the plates on the ground. That of what stands ends with the upper plate: beyond it, no more
        than a stub would be seen beside the piece."""
        import shapely

        plates = []
        for level, plan in enumerate(reversed(self.piece.plates)):
            low, high = ([self._drop((x, y, z * self.thick), 0.0) for x, y in plan.outline().flatten(FINE)]
                         for z in (level, level + 1))
            plates.append(sweep_outline(low, high, is_convex=plan.drawn is None))
        return draw(Role.DARK_SHADE, *boundary_paths(shapely.union_all(plates)), tone="grey")

    def _draw_shade(self) -> Drawing:
        """The shadow of what stands on the upper plate."""
        rings = self._rings()
        if not rings:
            return Drawing()
        near, far = ([self._drop(self._place(p, depth), self.top) for p in rings[0]] for depth in (0.0, self.thick))
        paths = boundary_paths(sweep_outline(near, far).intersection(self._face()))
        return draw(Role.DARK_FACE, *paths, tone=self.tone) if paths else Drawing()

    def _draw_etching(self) -> Drawing:
        """All that is engraved and scored on the upper plate."""
        part = self.parts[1 if self.piece.layout.seat else 0]
        marks = draw_etched_marks(part.drawing, self.tone)
        return combine_drawings(draw(item.role, *map(self._lay, item.paths), tone=item.tone)
                                for item in marks.items if isinstance(item, Shape))

    def _lay(self, path: Path) -> Path:
        """A closed path on the upper plate, as it is seen."""
        return polygon(self.camera.project_all(path.flatten(FINE), self.top))


__all__ = ["can_be_drawn", "draw_assembled"]
