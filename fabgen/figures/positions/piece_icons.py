"""Pieces of a position → drawings in mm, each with the middle of its cell at the origin.

A piece is its silhouette in its player's tone; a piece that is cut along a drawing lies with its front towards its
player's forward, as on the table. Players are told apart without colour: by bars in the foot among up to
three, by a letter of the player's name among more. A point ahead of a piece shows its direction, where pieces of one
player have different directions. Pieces on the same cell each get a part of it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import chain, pairwise, permutations
from string import ascii_uppercase
from typing import NamedTuple

from fabgen.artwork.drawing import Drawing, Role, Shape, combine_drawings, draw, draw_text
from fabgen.artwork.path import (
    Path,
    Point,
    circle,
    polygon,
    rectangle,
    rotation,
    rounded_polygon,
    scale_matrix,
    translation,
)
from fabgen.artwork.regions import outer_outlines
from fabgen.artwork.text import TextLine, text_outlines
from fabgen.figures.diagrams.marks import (
    DIAMOND,
    DIRECTION_ANGLES,
    DOT,
    FORBIDDEN_SIZE,
    PASSAGE_SIZE,
    cross,
    dot,
    drop_mark,
    forbidden_mark,
    passage_mark,
    ringed_cross,
    turned_mark,
)
from fabgen.figures.diagrams.movement_diagram import draw_mark_body, main_direction
from fabgen.figures.pieces.bases import BasePlan, base_outline_kind, make_base
from fabgen.figures.pieces.crossed_panels import make_panels
from fabgen.figures.pieces.drawn_outlines import roomiest_circle
from fabgen.figures.pieces.face_signs import SIGN_SHARE, sign_holes
from fabgen.figures.silhouettes.outlines import Silhouette
from fabgen.figures.silhouettes.silhouettes import DrawnPlate, PieceShape, silhouette
from fabgen.rules.boards import Cell
from fabgen.rules.directions import HEXAGONS_IN_FILES, HEXAGONS_IN_ROWS, SQUARES, Compass
from fabgen.rules.marks import HOPS, Act, MoveMark
from fabgen.rules.position import HIDDEN, Piece
from fabgen.spec.game import Game
from fabgen.spec.load import Spec
from fabgen.spec.spaces import PIECE_DISC, STALL, Spaces


class PiecePlace(NamedTuple):
    """The place of a piece in a cell: its middle, and the side of the square that it has there as a share of the
    cell's."""

    middle: Point
    share: float


def piece_silhouette(game: Game, piece: str) -> PieceShape:
    """The silhouette of a piece: from the front for an upright, from above for a flat piece."""
    body = game.pieces[piece].body
    if body.standee:
        return silhouette(body.standee, body.height)
    if body.crossed:
        return make_panels(body.crossed, body.height).face
    return _flat_silhouette(game, piece)


def shown_silhouette(game: Game, kind: str) -> PieceShape:
    """The silhouette of a kind of piece, or that of a piece whose kind is not seen."""
    return _hidden_silhouette(tallest_piece(game)) if kind == HIDDEN else piece_silhouette(game, kind)


def tallest_piece(game: Game) -> float:
    """The height in mm of the tallest kind of piece."""
    return max(piece_silhouette(game, name).height for name in game.pieces)


@lru_cache(maxsize=16)
def _hidden_silhouette(height: float) -> Silhouette:
    """A block with a question mark, as high as the tallest piece."""
    half = HIDDEN_WIDTH * height / 2
    corners = tuple(((x, y), 0.12 * height) for x, y in ((half, 0.0), (half, height), (-half, height), (-half, 0.0)))
    outlines = text_outlines(TextLine("?", (0, 0.34 * height), 0.48 * height, bold=True))
    return Silhouette(corners, tuple(path for glyph in outlines for path in glyph), (0.05 * height, 0.3 * height))


def _flat_silhouette(game: Game, piece: str) -> PieceShape:
    """A flat piece from above on its rear edge: with its sign, with a ring, or with its letter if there are other flat
    pieces."""
    base_plan = _first_base(game, piece)
    if base_plan.drawn is not None:
        return _drawn_silhouette(game, piece, base_plan.drawn)
    depth = base_plan.depth
    if base_plan.shape == "disc":
        half = depth / 2
        corners = tuple(((x, y), half * 0.999) for x, y in ((half, 0.0), (half, depth), (-half, depth), (-half, 0.0)))
    else:
        points = [(x, y + depth / 2) for x, y in _plate_corners(base_plan)]
        corners = tuple((p, min(3.0, depth / 10)) for p in points)
    body = game.pieces[piece].body
    if body.face == "sign" and body.sign:
        holes = sign_holes(body.sign, SIGN_SHARE * depth, (0.0, 0.5 * depth))
    else:
        holes = () if _has_ring(game, piece) else _letter_holes(piece, depth)
    has_ring = _has_ring(game, piece)
    field = (0.455 * depth, 0.3 * depth) if has_ring else (0.05 * depth, 0.3 * depth)
    return Silhouette(corners, holes, field, ring=RING * depth if has_ring else 0.0, flank=FLANK * depth)


def _first_base(game: Game, piece: str) -> BasePlan:
    """The base of a piece for the first player."""
    return make_base(game, next(iter(game.players)), piece)


def _turned_silhouette(game: Game, piece: str, angle: float) -> DrawnPlate:
    """The silhouette of a piece that is cut along a drawing, with its outline turned by some degrees. Signs and letters
    on it stay upright."""
    return _drawn_silhouette(game, piece, _first_base(game, piece).outline().transformed(rotation(angle)))


def _drawn_silhouette(game: Game, piece: str, outline: Path) -> DrawnPlate:
    """A flat piece that is cut along a drawing, from above: with its sign, or with its letter if another kind is cut
    along the same drawing. A player's bars are under either, or alone where it has most room."""
    body = game.pieces[piece].body
    left, low, right, _ = outline.bounds()
    outline = outline.transformed(translation(-(left + right) / 2, -low))
    (x, y), radius = roomiest_circle(outline)
    same_outline = [name for name, kind in game.pieces.items() if kind.body.tile == body.tile]
    sign = body.sign if body.face == "sign" and body.sign else (
        next(c for c in piece.upper() if c.isalpha()) if len(same_outline) > 1 else "")
    holes = sign_holes(sign, DRAWN_SIGN * radius, (x, y + OVER_BARS * radius)) if sign else ()
    below, half = (BARS_UNDER_SIGN if sign else LONE_BARS)
    return DrawnPlate(outline, holes, (x, y + below * radius), half * radius)


def _has_ring(game: Game, kind: str) -> bool:
    """Whether a kind is flat and the only one, or the only flat one of its outline with a plain face, so that it has a
    ring and no letter."""
    flat_kinds = [name for name, piece in game.pieces.items() if piece.body.shape is None]
    body = game.pieces[kind].body
    alike_kinds = [name for name in flat_kinds if game.pieces[name].body.face == "plain"
                   and base_outline_kind(game.pieces[name].body) == base_outline_kind(body)]
    return [kind] in (flat_kinds, alike_kinds) and not (body.face == "sign" and body.sign)


def _plate_corners(base_plan: BasePlan) -> list[tuple[float, float]]:
    """The corners of a plate from the right foot over the top to the left foot."""
    half, deep = base_plan.width / 2, base_plan.depth / 2
    if base_plan.shape == "square":
        return [(half, -deep), (half, deep), (-half, deep), (-half, -deep)]
    return [(half / 2, -deep), (half, 0), (half / 2, deep), (-half / 2, deep), (-half, 0), (-half / 2, -deep)]


def _letter_holes(piece: str, size: float) -> tuple[Path, ...]:
    first = next(c for c in piece.upper() if c.isalpha())
    outlines = text_outlines(TextLine(first, (0, 0.36 * size), 0.42 * size, bold=True))
    return tuple(path for glyph in outlines for path in glyph)


# Of the radius of the largest circle on a piece of a drawn outline: the size of its sign and how far it is above the
# middle; the lower edge of a player's bars and half the width of their field, under a sign and alone.
DRAWN_SIGN, OVER_BARS = 1.0, 0.2
BARS_UNDER_SIGN, LONE_BARS = (-0.85, 0.5), (-0.25, 0.9)
CORNER = 0.3  # of the cell: from its middle to a sign in its corner, right and up, within its borders
CORNER_CROSS = 0.62  # of the usual size: a cross there
POINTED_CROSS, POINTED_CORNER = 0.54, 0.335  # the same, and where it is, beside a piece with a point, clear of both
UPPER_LEFT = 3  # the corner of the sign of a piece that was placed
# Of the cell, from the middle of that sign: half its width, the top and the point of its head, the foot of its bar; the
# height of the bar; from the middle of the cell to the sign, both ways. Lines around them are as wide as those of
# arrows.
PLACED, BAR, PLACED_AT = (0.12, 0.13, -0.01, -0.13), 0.025, 0.33
PLACED_ROOM = 0.04  # of the cell: light paper around it
# Of the cell: the house of a piece that goes home; from the middle of the cell to it, both ways.
SMALL_HOUSE, HOUSE_AT = 0.335, 0.33
GHOST, LIGHTEST = "grey", 92.0  # the tone of a piece that is gone whose own colour is lighter (L*): white on white
OUT_RIM = 0.02  # of the cell: light paper around that cross, so little that narrow pieces stay in sight
# Of the cell: the span and the stroke of the cross over a piece that was captured; of the piece: how high its middle
# is on one that is so many times as high as wide; others have it in their middle.
OUT_CROSS, OUT_AT, UPRIGHT = (0.56, 0.06), 0.38, 1.1
CORNERS: dict[Compass, Point] = {HEXAGONS_IN_FILES: (0.23, 0.37), HEXAGONS_IN_ROWS: (0.37, 0.22)}  # of hexagons
TARGET = 0.74  # of the cell: the ground of a mark where cells have tints or patterns, which stay in sight around it
FRAME = 0.93  # of the cell: the frame around the piece that an example is about
BADGE, BADGE_CAP = 0.18, 0.29  # of the cell: a number on an arrow and its disc
TAG = 0.8  # of its usual size: a hollow diamond with a number beside a piece
HALO, RIM = 0.05, 0.035  # of the cell: light paper around a sign in the middle, and around one in a corner
PIECE_RIM = 0.05  # of the cell: the light rim of a piece
FLAT = 0.02  # mm: flattening of curves
DOT_IN_DIAMOND = 0.6  # of its size in diagrams: a dot within the diamond of a jump
STEP_OR_HOP = Act.MOVE | Act.HOP  # both marks on a cell, one in the other
WIDE_HOP, WIDE_PUT = 0.9, 0.8  # marks of jumps and of drops, as shares of their sizes in diagrams
CORNERED, INWARD = 0.59, 0.003  # illegal actions, in a corner: of the usual size; nearer to the middle


def actor_frame(side: float, compass: Compass = SQUARES) -> Drawing:
    """The frame around the cell of the piece that an example is about; on a map a circle."""
    inner = FRAME * side
    plane = compass.plane
    if plane is None:
        return draw(Role.ACTOR, circle((0, 0), inner / 2))
    if plane.has_square_cells:
        return draw(Role.ACTOR, rectangle(-inner / 2, -inner / 2, inner, inner, 0.08 * side))
    return draw(Role.ACTOR, rounded_polygon([((x * inner, y * inner), 0.08 * side) for x, y in plane.corners]))


def capture_sign(side: float, compass: Compass = SQUARES, place: int = 0, *, is_pointed: bool = False,
                 goes_home: bool = False) -> Drawing:
    """The sign in a corner of a cell whose piece can be captured, or can be sent home; beside a piece with a point,
    smaller and further out."""
    if goes_home:
        return _move_out(corner_sign(_house(SMALL_HOUSE * side), side, compass, place), side, compass, place, HOUSE_AT)
    sign = corner_sign(cross((POINTED_CROSS if is_pointed else CORNER_CROSS) * side), side, compass, place)
    return _move_out(sign, side, compass, place, POINTED_CORNER) if is_pointed else sign


def _move_out(sign: Drawing, side: float, compass: Compass, place: int, out: float) -> Drawing:
    """A sign in a corner of a square cell, further out: `out` of the side from the middle both ways. In other cells it
    stays where it is."""
    if compass in CORNERS:
        return sign
    x, y = _corner(side, compass, place)
    return sign.moved((out / CORNER - 1) * x, (out / CORNER - 1) * y)


def captured_sign(side: float) -> Drawing:
    """The sign of a piece that was captured: a slim cross, on a rim of light paper."""
    sign = cross(side, *OUT_CROSS)
    return draw(Role.SHADE, *_paper_around(sign, OUT_RIM * side), tone="white") + sign


def _house(size: float) -> Drawing:
    """A house of a height in mm with a roof, eaves and an open door, about the origin."""
    wall, eaves, door = 0.36 * size, 0.52 * size, 0.13 * size
    low, high, line_of_eaves = -0.5 * size, 0.5 * size, 0.02 * size
    return draw(Role.CAPTURE, polygon([
        (-wall, low), (-door, low), (-door, low + 0.32 * size), (door, low + 0.32 * size), (door, low), (wall, low),
        (wall, line_of_eaves), (eaves, line_of_eaves), (0.0, high), (-eaves, line_of_eaves), (-wall, line_of_eaves)]))


def entry_sign(side: float, compass: Compass = SQUARES, place: int = 0) -> Drawing:
    """The sign in a corner of an occupied cell that a piece may enter without a capture."""
    return corner_sign(ringed_cross(0.457 * side), side, compass, place)


def placed_sign(side: float, compass: Compass = SQUARES, place: int = UPPER_LEFT, *, is_returned: bool = False
                ) -> Drawing:
    """The sign in a corner of a cell on which a line of play has placed a piece, inked as its arrows: a head that
    points down onto a bar, on a field of light paper that covers the sign of a zone there. `is_returned`: of one that
    it has taken off the board without a capture, a head that points up from a bar."""
    half, top, point, foot = (share * side for share in PLACED)
    head, bar = polygon([(-half, top), (half, top), (0, point)]), rectangle(-half, foot, 2 * half, BAR * side)
    if is_returned:
        head = polygon([(-half, point), (half, point), (0, top)])
    room = PLACED_ROOM * side
    paper = rectangle(-half - room, foot - room, 2 * (half + room), top - foot + 2 * room, room)
    sign = draw(Role.SHADE, paper, tone="white") + draw(Role.PATH, head) + draw(Role.PATH, bar)
    return _move_out(sign.moved(*_corner(side, compass, place)), side, compass, place, PLACED_AT)


def turned_sign(side: float, compass: Compass = SQUARES, place: int = 0) -> Drawing:
    """The sign in a corner of a cell whose piece a line of play has turned over."""
    return corner_sign(turned_mark(0.6 * side), side, compass, place)


def refusal_sign(side: float) -> Drawing:
    """The sign of an illegal action, on light paper."""
    paper = circle((0, 0), (FORBIDDEN_SIZE / 2 + HALO) * side)
    return draw(Role.SHADE, paper, tone="white") + forbidden_mark(side)


def passage_sign(side: float) -> Drawing:
    """The sign of a cell where a piece may land on its way but not stop, on light paper."""
    half = (PASSAGE_SIZE / 2 + HALO) * side
    paper = polygon([(half, 0), (0, half), (-half, 0), (0, -half)])
    return draw(Role.SHADE, paper, tone="white") + passage_mark(side)


def refusal_corner_sign(side: float, compass: Compass = SQUARES, place: int = 0, *, may_pass: bool = False) -> Drawing:
    """The sign of an illegal action in a corner of a cell: upper right (0), lower right (1) or lower left (2);
    `may_pass`: that of a cell where the piece may land but not stop."""
    x, y = CORNERS.get(compass, (CORNER - INWARD, CORNER - INWARD))
    return (passage_sign if may_pass else refusal_sign)(CORNERED * side).moved(
        (-x if place == 2 else x) * side, (-y if place else y) * side
    )


def landing_sign(acts: Act, side: float, *, on_paper: bool = False) -> Drawing:
    """The mark of a landing, as in diagrams; a step and a jump together are a dot in a diamond. Where it lies over
    something else, it is on light paper."""
    if not acts & HOPS:
        paper = draw(Role.SHADE, circle((0, 0), (DOT / 2 + HALO) * side), tone="white")
        return paper + dot(side) if on_paper else dot(side)
    hop, paper = WIDE_HOP * side, draw(Role.SHADE, landing_ground(side), tone="white")
    return (paper if on_paper else Drawing()) + combine_drawings(
        draw_mark_body(meaning, hop if meaning.hops else DOT_IN_DIAMOND * side) for meaning in landing_meanings(acts)
    )


def landing_ground(side: float) -> Path:
    """The outline of the ground under the mark of a jump: a diamond that is a little larger."""
    half = (WIDE_HOP * DIAMOND / 2 + HALO) * side
    return polygon([(half, 0), (0, half), (-half, 0), (0, -half)])


def target_ground(acts: Act, side: float) -> Path:
    """The outline of the tint under the mark of a landing in cells that have colours of their own: a diamond for a
    jump, else a disc."""
    return landing_ground(side) if acts & HOPS else circle((0, 0), TARGET * side / 2)


def landing_meanings(acts: Act) -> tuple[MoveMark, ...]:
    """The meanings whose marks a landing shows, one over the other."""
    if acts == STEP_OR_HOP:
        return MoveMark(Act.HOP), MoveMark(Act.MOVE)
    return (MoveMark(acts),)


def drop_sign(side: float, *, on_paper: bool = False) -> Drawing:
    """The sign of a cell where a piece may be dropped; on light paper where it lies over something else."""
    if not on_paper:
        return drop_mark(WIDE_PUT * side)
    half = 0.32 * WIDE_PUT * side
    paper = rectangle(-half, -half, 2 * half, 2 * half, half / 2)
    return draw(Role.SHADE, paper, tone="white") + drop_mark(WIDE_PUT * side)


def corner_sign(sign: Drawing, side: float, compass: Compass, place: int = 0) -> Drawing:
    """A sign with light paper around it beside a piece: in the upper right corner (0), the lower right (1), the lower
    left (2) or the upper left (3)."""
    paper = draw(Role.SHADE, *_paper_around(sign, RIM * side), tone="white")
    return (paper + sign).moved(*_corner(side, compass, place))


def _corner(side: float, compass: Compass, place: int) -> Point:
    """The middle of a sign in a corner of a cell, from the middle of the cell, in mm."""
    x, y = CORNERS.get(compass, (CORNER, CORNER))
    return (-x if place in (2, UPPER_LEFT) else x) * side, (-y if place in (1, 2) else y) * side


@lru_cache(maxsize=64)
def _paper_around(sign: Drawing, by: float) -> list[Path]:
    """The outline of a sign, without its holes, `by` mm wider."""
    return _widen([path for item in sign.items if isinstance(item, Shape) for path in item.paths if path.closed], by)


def number_in_diamond(number: int, side: float) -> Drawing:
    """The number of a step in the middle of a hollow diamond."""
    cap = BADGE_CAP * side
    return draw_text(Role.LABEL, str(number), (0, -cap / 2), cap, bold=True)


def number_tag(number: int, side: float, *, may_stop: bool) -> Drawing:
    """The number of a step in a hollow diamond a little smaller, for a corner of a cell where a piece is: green where
    the piece may stop there."""
    sign = landing_sign(Act.HOP, TAG * side, on_paper=True) if may_stop else passage_sign(TAG * side)
    cap = BADGE_CAP * side
    return sign + draw_text(Role.LABEL, str(number), (0, -cap / 2), cap, bold=True)


def number_badge(number: int, side: float) -> Drawing:
    """The number of a step, on a disc of light paper."""
    cap = BADGE_CAP * side
    disc = draw(Role.SHADE, circle((0, 0), BADGE * side), tone="white")
    return disc + draw_text(Role.LABEL, str(number), (0, -cap / 2), cap, bold=True)


# Of the cell: from its middle to the tip of the point ahead of a piece, within the frame of the cell; its length and
# its width, light paper around it, and from it to the piece. A piece with a point is smaller, and in the middle of its
# cell, or as little further back as leaves the point free.
POINT_TIP, POINT_SIZE, POINT_HALO, OFF_PIECE = 0.385, (0.125, 0.315), 0.03, 0.06
BEHIND_POINT = 0.68
TALLEST = 0.85  # of the cell: the tallest kind of piece
HEIGHTS = 0.35  # the power of its height on which a piece is drawn: 1 is to scale, 0 draws all equally tall
HIDDEN_WIDTH = 0.8  # of its height: the block of a hidden piece
CROWDED = 4  # pieces on a cell: more keep their order, whatever their directions
BLACK = "black"
# Players with turns, and all whose pieces differ: with more, pieces have letters instead of bars.
BARRED, MOST_BARRED = 3, 4
FEW_TONES, TONE_STEP = 4, 12.0  # players without letters, and L* from one of their colours to the next
# Of the cell: the middle of a letter's base line, its height, the disc of light paper under it; how far a piece with a
# letter is shifted to the right; how wide pieces are, alone and beside a letter; how high flat ones are with edge.
LETTER_AT, LETTER_CAP, LETTER_DISC, ASIDE = (-0.297, 0.115), 0.27, 0.15, 0.09
WIDE, BESIDE_LETTER, WIDE_FLAT = 0.66, 0.48, 0.76
FLANK = 0.09  # of the depth of a flat piece: how much of its edge is seen below it, as of a draughtsman on its board
RING, RING_WIDTH = 0.32, 0.09  # of a disc's width: the radius of the ring on it; of that radius: how broad the ring is


def player_tone(game: Game, player: str) -> str:
    """The colour name of a player's pieces on paper."""
    return game.players[player].tone(player)


def player_tones(game: Game) -> tuple[str, ...]:
    """The colours of the players in their order, each once."""
    return tuple(dict.fromkeys(player_tone(game, player) for player in game.players))


def player_letters(game: Game) -> dict[str, str]:
    """A letter for each player if there are too many for bars and their colours are not of different lightness: the
    first of the name that people read which no earlier player has. One set for all players shows by its direction whose
    a piece is."""
    signs: dict[str, str] = {}
    tones = tuple(player.tone(name) for name, player in game.all_players.items())
    if game.one_set or has_bars(game) or _tones_differ(tones):
        return signs
    for player, owner in game.all_players.items():
        candidates = (letter for letter in (owner.name or player).upper() if letter.isalpha())
        signs[player] = next(letter for letter in chain(candidates, ascii_uppercase) if letter not in signs.values())
    return {player: signs[player] for player in game.players}


@cache
def _tones_differ(tones: tuple[str, ...]) -> bool:
    """Whether a few players are told apart by the lightness of their colours, so that greys and colour blindness leave
    them apart. With less ink their pieces have patterns."""
    from fabgen.artwork.themes import tone_lightness

    shades = sorted(tone_lightness(tone) for tone in tones)
    return len(tones) <= FEW_TONES and all(high - low >= TONE_STEP for low, high in pairwise(shades))


def draw_piece(spec: Spec, piece: Piece, side: float, turn: float = 0.0, *, is_named: bool = True,
               is_pointed: bool = True) -> Drawing:
    """A piece in a cell of `side` mm, with its point and letter, on a board that is turned by some degrees. Without its
    name it has no letter, and without its point it is as large as a piece that has none. The same piece is drawn
    once for all cells and figures."""
    key = ("piece", piece, side, turn, is_named, is_pointed)
    return spec.compute_once(key, lambda: _draw_piece_anew(spec, piece, side, turn, is_named, is_pointed))


def _draw_piece_anew(spec: Spec, piece: Piece, side: float, turn: float, is_named: bool, is_pointed: bool) -> Drawing:
    """A piece with its letter and its point."""
    letter = draw_letter(spec.game, piece, side) if is_named else Drawing()
    if not is_pointed:
        return _unpointed_icon(spec, piece, side) + letter
    return _icon(spec, piece, side, turn) + _draw_point(spec, piece, side, turn) + letter


def draw_past_piece(spec: Spec, piece: Piece, side: float, *, is_captured: bool) -> Drawing:
    """A piece that is gone: pale, with a dashed outline, and with a cross over it if it was captured."""
    body = draw_past_body(spec, piece, side, is_captured=is_captured)
    letter = draw_letter(spec.game, piece, side)
    return body + letter + (cross_out(body, side) if is_captured else Drawing())


def cross_out(body: Drawing, side: float) -> Drawing:
    """The cross over the body of a captured piece, on the lower part of an upright one, so that its head is
    seen."""
    x0, y0, x1, y1 = body.only(Role.PAST).bounds()
    at = OUT_AT if y1 - y0 > UPRIGHT * (x1 - x0) else 0.5
    return captured_sign(side).moved((x0 + x1) / 2, y0 + at * (y1 - y0))


def draw_past_body(spec: Spec, piece: Piece, side: float, turn: float = 0.0, *, is_captured: bool = False) -> Drawing:
    """The body of a piece that is gone, which is drawn under arrows: pale, or, under a cross, nearly in its own colour;
    a white one light grey, so that it is told from white pieces that are still there, and from darker ones that are
    gone. Its dashed outline lies on a rim of light paper, so that it is seen on a ground of its own colour, too."""
    tone, icon = player_tone(spec.game, piece.player), _icon(spec, piece, side, turn)
    paths = [path for item in icon.only(Role.PIECE).items if isinstance(item, Shape) for path in item.paths]
    rim = draw_light_rim(icon.only(Role.PIECE), side)
    shade = Role.INLAY if is_captured else Role.DEEP_SHADE
    if not is_captured and _is_white(tone):
        tone = GHOST
    return rim + draw(shade, *paths, tone=tone) + draw(Role.PAST, *paths) + icon.only(Role.MARK)


@cache
def _is_white(tone: str) -> bool:
    """Whether a tone is as light as a white cell."""
    from fabgen.artwork.themes import tone_lightness

    return tone_lightness(tone) > LIGHTEST


def draw_light_rim(icon: Drawing, side: float) -> Drawing:
    """Light paper under and around a piece in a cell of `side` mm: it is seen on a ground of its own colour, too."""
    outlines = tuple(item.paths[0] for item in icon.items[:1] if isinstance(item, Shape))
    return draw(Role.SHADE, *_rim_outlines(outlines, PIECE_RIM * side), tone="white")


@lru_cache(maxsize=64)
def _rim_outlines(outlines: tuple[Path, ...], by: float) -> list[Path]:
    return _widen(outlines, by)


def _widen(outlines: Sequence[Path], by: float) -> list[Path]:
    """The outlines of the area that some outlines enclose together, `by` mm wider on all sides."""
    import shapely

    return outer_outlines(shapely.union_all([shapely.Polygon(path.flatten(FLAT)) for path in outlines]).buffer(by))


def spread_pieces(pulls: Sequence[Point], places: Sequence[PiecePlace] | None = None) -> list[PiecePlace]:
    """The places of pieces that share a cell, in their order; their middles are in shares of its side.

    Each is as far as possible towards its arrow: `pulls` are the directions to the other ends of their arrows, of
    length 1, or (0, 0) for a piece that stays. `places`: where pieces may be, where that does not follow from their
    number; there may be more of them.
    """
    free_places = list(places or shared_cell_places(len(pulls)))
    if len(free_places) > CROWDED:
        return free_places[: len(pulls)]

    def closeness(order: Iterable[PiecePlace]) -> float:
        """How well an order of places agrees with the directions."""
        return round(sum(x * u + y * v for ((x, y), _), (u, v) in zip(order, pulls, strict=True)), 6)

    return list(max(permutations(free_places, len(pulls)), key=closeness))


def shared_cell_places(count: int) -> list[PiecePlace]:
    """The places of `count` pieces in one cell, their middles in shares of its side.

    Pieces are taller than wide, so each of two can be more than half as large.
    """
    across = math.ceil(math.sqrt(count))
    rows, part_side = math.ceil(count / across), 1 / across
    share = 1.0 if count == 1 else part_side * (1.48 if rows == 1 else 1.06)
    places: list[PiecePlace] = []
    for number in range(count):
        row, column = divmod(number, across)
        in_row = min(across, count - row * across)
        middle = (column - (in_row - 1) / 2) * part_side, ((rows - 1) / 2 - row) * part_side
        places.append(PiecePlace(middle, share))
    return places


def places_in_space(spaces: Spaces, cell: Cell, count: int) -> list[PiecePlace]:
    """The places of `count` pieces in a space of a map that has room for several, from its middle, in shares of a
    cell's side. There may be more places than pieces; a single piece is in the middle."""
    side, (x, y) = spaces.cell_size, spaces.middles[cell]
    if count == 1:
        return [PiecePlace((0.0, 0.0), 1.0)]
    is_full = count > spaces.limits.get(cell, 1)  # with those that were there before
    radius, middles = spaces.piece_places(cell, count) if is_full else spaces.stalls(cell)
    share = min(STALL * side, radius) / (PIECE_DISC * side)
    return [PiecePlace(((u - x) / side, (v - y) / side), share) for u, v in middles]


def draw_icon(shape: PieceShape, height: float, width: float, sign: int, tone: str) -> Drawing:
    """A silhouette `height` mm high, no wider than `width` mm, standing on y = 0, with `sign` bars in its foot. A flat
    piece is as high with its edge as it would be without, and so a little narrower."""
    x0, _, x1, y1 = shape.outline().bounds()
    flank = shape.flank if isinstance(shape, Silhouette) else 0.0
    factor = min(height / y1, width / (x1 - x0)) * y1 / (y1 + flank)
    shape = shape.scaled(factor)
    low, half = shape.sign_field or (0.0, shape.foot)
    bar_width, pitch = half * 1.5, half * (0.34 if tone == BLACK else 0.22)
    rows = [low + half * 0.1 + pitch * i for i in range(sign)]
    body = draw(Role.PIECE, shape.outline(), *shape.holes, tone=tone)
    if isinstance(shape, Silhouette) and flank:  # that of a black piece is grey: else it would look like an oval
        edge = Role.DEEP_SHADE if tone == BLACK else Role.FLANK
        # Under the letter of a black piece is light paper: grey on black nobody reads.
        paper = draw(Role.SHADE, shape.outline(), tone="white") if tone == BLACK and shape.holes else Drawing()
        body = draw(edge, shape.outline_with_flank(), tone=tone) + paper + body
    if isinstance(shape, Silhouette) and shape.ring:
        body += _draw_ring((0.0, shape.height / 2), shape.ring)
    across = shape.sign_place[0] if isinstance(shape, DrawnPlate) else 0.0
    icon = combine_drawings([body, *(_draw_bar(bar_width, y, half, tone).moved(across, 0.0) for y in rows)])
    return icon.moved(0.0, factor * flank)


def _draw_ring(middle: Point, radius: float) -> Drawing:
    """The ring on a disc: thin and grey, darker than light discs and lighter than dark ones."""
    edges = [circle(middle, radius * (1 + share)) for share in (RING_WIDTH / 2, -RING_WIDTH / 2)]
    return draw(Role.DEEP_SHADE, *edges, tone=BLACK)


def _draw_bar(width: float, y: float, half: float, tone: str) -> Drawing:
    """One bar in a foot: dark on light paper. On a black piece this would look like two light bars; there the paper is
    only above the bar, so that one bar is visible: light on black, and dark where black is drawn white."""
    low, high = (0.1, 0.2) if tone == BLACK else (-0.1, 0.3)
    paper = rectangle(-width / 2, y + half * low, width, half * high)
    return draw(Role.SHADE, paper, tone="white") + draw(Role.MARK, rectangle(-width / 2, y, width, half * 0.1))


def has_bars(game: Game) -> bool:
    """Whether bars tell the pieces of the players apart: up to three players in the whole game, and with neutral sides
    up to four."""
    active_count = sum(not player.neutral for player in game.all_players.values())
    return active_count <= BARRED and len(game.all_players) <= MOST_BARRED


def count_bars(game: Game, player: str) -> int:
    """The number of bars in the feet of a player's pieces, from 0 to 3."""
    return game.sign_number(player) if has_bars(game) else 0


def _icon(spec: Spec, piece: Piece, side: float, turn: float) -> Drawing:
    """The silhouette of a piece with its bars, in its place in a cell: behind its point where it has one."""
    ahead = DIRECTION_ANGLES[spec.game.players[piece.player].forward] + turn
    icon, angle = _unpointed_icon(spec, piece, side, ahead), _point_angle(spec, piece, turn)
    if angle is None:
        return icon
    icon = icon.scaled(BEHIND_POINT)
    x0, y0, x1, y1 = icon.bounds()
    icon = icon.moved(-(x0 + x1) / 2, -(y0 + y1) / 2)
    reach = icon.turned(-angle).bounds()[3]  # ahead of its middle, as seen with the point up
    back = max(0.0, reach - (POINT_TIP - POINT_SIZE[0] - OFF_PIECE) * side)
    right, up = back * math.sin(math.radians(angle)), -back * math.cos(math.radians(angle))
    return icon.moved(_shift_right(spec.game, side) + right, up)


def _unpointed_icon(spec: Spec, piece: Piece, side: float, ahead: float = 0.0) -> Drawing:
    """The silhouette of a piece with its bars: one that stands has its foot near the lower border of the cell, a flat
    one lies in the middle. `ahead`: where its player's forward is, in degrees from up."""
    game = spec.game
    shape = shown_silhouette(game, piece.kind)
    height = TALLEST * side * (shape.height / tallest_piece(game)) ** HEIGHTS
    bars = count_bars(game, piece.player)
    wide = WIDE_FLAT if isinstance(shape, Silhouette) and shape.flank else WIDE
    width = (BESIDE_LETTER if player_letters(game) else wide) * side
    if isinstance(shape, DrawnPlate):
        shape = _turned_silhouette(game, piece.kind, ahead)
    icon = draw_icon(shape, height, width, bars, player_tone(game, piece.player))
    is_flat = piece.kind in game.pieces and game.pieces[piece.kind].body.shape is None
    low = -icon.size()[1] / 2 if is_flat else -TALLEST / 2 * side
    return icon.moved(_shift_right(game, side), low)


def _shift_right(game: Game, side: float) -> float:
    """How far in mm a piece is shifted to the right to make room for its letter."""
    return ASIDE * side if player_letters(game) else 0.0


def _point_angle(spec: Spec, piece: Piece, turn: float) -> float | None:
    """The direction in which a piece's point shows, in degrees from up on a board that is turned by `turn`; None where
    it has none: pieces that have no direction, or of players who face each other and whose pieces all go one way."""
    if piece.kind == HIDDEN:
        return None
    if spec.game.one_set and not isinstance(shown_silhouette(spec.game, piece.kind), DrawnPlate):
        return DIRECTION_ANGLES[spec.game.players[piece.player].forward] + turn
    direction = _direction_of(spec, piece.kind)
    ways = {spec.game.players[player].forward for player in spec.game.active_players}
    if direction is None or (shared_direction(spec) is not None and len(ways) <= 2):
        return None
    return DIRECTION_ANGLES[spec.game.players[piece.player].forward] + DIRECTION_ANGLES[direction] + turn


def _draw_point(spec: Spec, piece: Piece, side: float, turn: float) -> Drawing:
    """The point ahead of a piece, at the border of its cell, on light paper."""
    angle = _point_angle(spec, piece, turn)
    if angle is None:
        return Drawing()
    length, width = POINT_SIZE

    def point(extra: float) -> Path:
        """A triangle that is `extra` larger all round."""
        foot, tip, half = POINT_TIP - length - extra, POINT_TIP + 1.3 * extra, width / 2 + 1.8 * extra
        corners = polygon([(-half, foot), (half, foot), (0, tip)])
        return corners.transformed(scale_matrix(side)).transformed(rotation(angle or 0.0))

    return draw(Role.SHADE, point(POINT_HALO), tone="white") + draw(Role.FORWARD, point(0.0))


def shared_direction(spec: Spec) -> str | None:
    """The direction that all pieces of a player share, the player's forward being up; None if they differ. That of a
    player's pieces in one set for all players is ahead, wherever they go."""
    if spec.game.one_set:
        return "up"
    directions = {_direction_of(spec, piece) for piece in spec.game.pieces} - {None}
    return directions.pop() if len(directions) == 1 else None


def _direction_of(spec: Spec, kind: str) -> str | None:
    """The direction in which a kind of piece mainly goes, found once."""
    return spec.compute_once(("main direction", kind), lambda: main_direction(spec.diagram(kind)))


def draw_letter(game: Game, piece: Piece, side: float) -> Drawing:
    """The player's letter on light paper, which keeps it clear of patterns and arrows."""
    letter = player_letters(game).get(piece.player)
    if not letter:
        return Drawing()
    (x, y), cap = (share * side for share in LETTER_AT), LETTER_CAP * side
    paper = draw(Role.SHADE, circle((x, y + cap / 2), LETTER_DISC * side), tone="white")
    return paper + draw_text(Role.LABEL, letter, (x, y), cap, bold=True)
