"""Towers of a position → their lower pieces as bars, seen from the side, with the piece on top above them.

A bar has the tone of its player, strokes at its left end that tell the players apart without colour, as in the feet of
pieces, and dots at its right end for the second and further kinds of pieces. Beside the tower is the number of its
pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw, draw_text
from fabgen.artwork.path import circle, rectangle
from fabgen.artwork.text import text_width
from fabgen.figures.positions.piece_icons import count_bars, draw_piece, player_tone
from fabgen.rules.position import Piece, Position
from fabgen.spec.load import Spec

# Of the side of a cell: the lowest edge of a tower, half its width, the height of a bar and of all of them, and the
# height of the piece on top with that of the room that it shares with the bars.
FLOOR, HALF_WIDTH, BAR, ALL_BARS, TOP, ROOM = -0.43, 0.29, 0.145, 0.46, 0.8, 0.88
NUMBER_AT, NUMBER_CAP, NUMBER_PAPER = 0.455, 0.17, 0.04  # of the cell: its right edge, capitals, paper around it
STROKE, STROKES_AT, STROKE_PITCH = 0.018, -0.24, 0.06  # of the cell: the width of a stroke, and where strokes are
DOTS_AT, DOT_PITCH = 0.21, 0.08


def find_towers(position: Position) -> Iterator[tuple[Piece, ...]]:
    """The towers of a position, each from its lowest piece to the one on top."""
    for cell in sorted(position.below, key=position.setting.lattice.order.__getitem__):
        yield position.tower(cell)


def place_top(below: int) -> tuple[float, float]:
    """How far the piece on top of some others is raised, and its size, in shares of the side of its cell and of its
    usual size."""
    if not below:
        return 0.0, 1.0
    bars = below * _bar_height(below)
    share = min(1.0, (ROOM - bars) / TOP)
    return FLOOR + bars + share * TOP / 2, share


def _bar_height(below: int) -> float:
    """The height of one of several bars, in shares of the side of a cell."""
    return min(BAR, ALL_BARS / below)


def draw_lower_pieces(spec: Spec, below: Sequence[Piece], side: float) -> Drawing:
    """The pieces below the top of a tower as bars, the lowest first, in a cell of `side` mm, with the number of all
    pieces of the tower; nothing where there are none."""
    if not below:
        return Drawing()
    height = _bar_height(len(below)) * side
    bars = [_draw_bar(spec, piece, side, height).moved(0, FLOOR * side + n * height) for n, piece in enumerate(below)]
    text, cap, paper = str(len(below) + 1), NUMBER_CAP * side, NUMBER_PAPER * side
    number = draw_text(Role.LABEL, text, (NUMBER_AT * side, FLOOR * side), cap, anchor="end", bold=True)
    width = text_width(text, cap, bold=True)
    left, low = NUMBER_AT * side - width - paper, FLOOR * side - paper
    plate = rectangle(left, low, width + 2 * paper, cap + 2 * paper, paper)
    return combine_drawings([*bars, draw(Role.SHADE, plate, tone="white"), number])


def _draw_bar(spec: Spec, piece: Piece, side: float, height: float) -> Drawing:
    """One lower piece from the side, standing on y = 0."""
    game, gap = spec.game, 0.06 * height
    half, low, high = HALF_WIDTH * side, gap, height - gap
    tone = player_tone(game, piece.player)
    drawing = draw(Role.PIECE, rectangle(-half, low, 2 * half, high - low, 0.3 * height), tone=tone)
    strokes = count_bars(game, piece.player)
    for n in range(strokes):
        x, width = (STROKES_AT + n * STROKE_PITCH) * side, STROKE * side
        drawing += draw(Role.SHADE, rectangle(x - width, 0.2 * height, 3 * width, 0.6 * height), tone="white")
        drawing += draw(Role.MARK, rectangle(x, 0.2 * height, width, 0.6 * height))
    for n in range(list(game.pieces).index(piece.kind)):
        middle, radius = ((DOTS_AT - n * DOT_PITCH) * side, height / 2), min(0.3 * height, 0.035 * side)
        drawing += draw(Role.SHADE, circle(middle, radius), tone="white")
        drawing += draw(Role.MARK, circle(middle, 0.6 * radius))
    return drawing


def draw_tower(spec: Spec, tower: Sequence[Piece], side: float) -> Drawing:
    """A tower in a cell of `side` mm around the origin, from its lowest piece to the one on top."""
    *below, top = tower
    raised, share = place_top(len(below))
    return draw_lower_pieces(spec, below, side) + draw_piece(spec, top, share * side).moved(0, raised * side)


__all__ = ["draw_lower_pieces", "draw_tower", "find_towers", "place_top"]
