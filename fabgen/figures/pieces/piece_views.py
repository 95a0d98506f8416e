"""A player's piece → its picture from the front and from the side, cut through its slot, and from above, in mm at true
size.

Each body is made of the parts that a laser cuts: plates lie on each other, an upright stands in their slots. The
surface of the upper plate is at y = 0; a tab reaches below it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fabgen.artwork.drawing import Drawing, Role, Shape, combine_drawings, draw
from fabgen.artwork.part import Part
from fabgen.artwork.path import Path, apply_matrix, rectangle, rotation, translation
from fabgen.figures.pieces.bases import draw_base
from fabgen.figures.pieces.bodies import PlayerPiece, layer_count, make_piece_parts
from fabgen.figures.pieces.crossed_panels import make_panels
from fabgen.figures.pieces.etched_marks import draw_etched_marks
from fabgen.figures.silhouettes.silhouettes import silhouette

BETWEEN = 6.0  # mm between the views from the front and from the side
SLOT_LINE = 0.3  # mm: the light line around a foot in a plate
FRONT, RIGHT = 0.0, -90.0  # degrees by which a piece is turned about its middle to be seen from there
ALONG_PANELS = (-45.0, 45.0)  # the same for crossed panels, of which one is seen from its face, the other from its edge


@dataclass(frozen=True)
class _Slab:
    """A plate seen from its edge: from `left` to `right` and from `low` to `high`, open from `slot[0]` to `slot[1]`
    where an upright goes through."""

    left: float
    right: float
    low: float
    high: float
    slot: tuple[float, float] | None

    def paths(self) -> Iterator[Path]:
        """What is left of the plate on both sides of the slot."""
        ends = [(self.left, self.slot[0]), (self.slot[1], self.right)] if self.slot else [(self.left, self.right)]
        yield from (rectangle(x, self.low, y - x, self.high - self.low) for x, y in ends if y > x)


def draw_side_views(piece: PlayerPiece, tone: str, under_tone: str) -> Drawing:
    """The piece from the front and, beside it, from the side, in its player's tone, standing on y = 0; the lower layer
    of a tile has the tone of its other side. Crossed panels are seen along each of them. What is cut is the plate,
    where its slot is."""
    uprights = list(_draw_uprights(piece))
    turns = ALONG_PANELS if piece.body.crossed else (FRONT, RIGHT)
    views = []
    for turn, upright in zip(turns, uprights or [(), ()], strict=True):
        plates = [_draw_plate_area(path, under_tone if number and piece.body.tile else tone)
                  for number, slab in enumerate(_slabs(piece, turn)) for path in slab.paths()]
        views.append(combine_drawings([*plates, *(Drawing((Shape(shape, Role.PIECE, tone),)) for shape in upright)]))
    placed, x = [], 0.0
    for name, drawing in zip(("front", "side"), views, strict=True):
        left, bottom, right, _ = drawing.bounds()
        placed.append(drawing.moved(x - left, -bottom).in_group(name))
        x += right - left + BETWEEN
    return combine_drawings(placed)


def _draw_plate_area(outline: Path, tone: str) -> Drawing:
    """A plate, lighter than what stands in it."""
    return draw(Role.SHADE, outline, tone=tone) + draw(Role.EDGE, outline)


def _slabs(piece: PlayerPiece, turn: float) -> Iterator[_Slab]:
    """The plates of a piece as they are seen from their edge when it is turned."""
    seat, thick = piece.layout.seat, piece.fit.thickness
    slot = None
    if seat:
        middle = apply_matrix(rotation(turn), (0.0, seat.y))[0]
        is_lengthwise = turn == FRONT or piece.body.crossed
        half = (seat.length if is_lengthwise else seat.width) / 2
        slot = middle - half, middle + half
    for number, plan in enumerate(piece.plates):
        left, _, right, _ = plan.outline().transformed(rotation(turn)).bounds()
        yield _Slab(left, right, -thick * (number + 1), -thick * number, slot)


Shapes = Sequence[tuple[Path, ...]]  # each an outline with its holes


def _draw_uprights(piece: PlayerPiece) -> Iterator[Shapes]:
    """What stands in the slot, in each of the two views; nothing for a flat piece."""
    seat, thick, parts = piece.layout.seat, piece.fit.thickness, list(make_piece_parts(piece))
    if not seat:
        return
    if piece.body.crossed:
        for turn, face, edge in zip(ALONG_PANELS, parts[:2], parts[1::-1], strict=True):
            x = apply_matrix(rotation(turn), (0.0, seat.y))[0]
            yield [_outline(face, x, 0.0), (_edge_on(edge, x, 0.0, thick),)]
        return
    level = -thick * layer_count(piece.body) if piece.body.stack else 0.0  # a pin stands on the ground
    yield [_outline(parts[0], 0.0, level)]
    yield [(_edge_on(parts[0], seat.y, level, thick),)]


def _outline(part: Part, x: float, y: float) -> tuple[Path, ...]:
    """The outline and the holes of a part, moved."""
    drawing = part.drawing.only(Role.EDGE, Role.HOLE)
    return tuple(path.transformed(translation(x, y)) for item in drawing.items if isinstance(item, Shape)
                 for path in item.paths)


def _edge_on(part: Part, x: float, y: float, thick: float) -> Path:
    """A part seen from its edge, its middle at x."""
    _, low, _, high = part.drawing.bounds()
    return rectangle(x - thick / 2, y + low, thick, high - low)


def draw_top_view(piece: PlayerPiece, tone: str) -> Drawing:
    """The piece from above, in its player's tone, cut where it stands on its base: the base with its signs as they are
    made, the plates under it, and the foot of what stands in it, darker than the base."""
    plates = combine_drawings(draw(Role.PIECE, plan.outline(), tone=tone) for plan in reversed(piece.plates))
    base = draw_base(piece.diagram, piece.layout, piece.name_beyond_slot, has_rim=piece.has_rim)
    marks = draw_etched_marks(base, tone)
    slot = combine_drawings(draw(Role.FACE, path, tone="white") for path in _feet(piece, SLOT_LINE))
    feet = combine_drawings(draw(Role.DARK_FACE, path, tone=tone) for path in _feet(piece))
    return (plates + marks).in_group("base") + (slot + feet).in_group("upright")


def _feet(piece: PlayerPiece, margin: float = 0.0) -> Iterator[Path]:
    """Where the parts that stand in a plate touch it, or end flush with it, with a margin in mm around them."""
    seat, thick, body = piece.layout.seat, piece.fit.thickness, piece.body
    if not seat:
        return
    half = seat.tab / 2
    if body.standee:
        half = silhouette(body.standee, body.height).foot
    elif body.crossed:
        half = make_panels(body.crossed, body.height).foot
    for turn in ALONG_PANELS if body.crossed else (FRONT,):
        strip = rectangle(-half - margin, -thick / 2 - margin, 2 * (half + margin), thick + 2 * margin)
        yield strip.transformed(rotation(-turn)).transformed(translation(0.0, seat.y))


__all__ = ["draw_side_views", "draw_top_view"]
