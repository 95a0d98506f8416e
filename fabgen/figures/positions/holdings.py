"""A position → what lies beside its board and what its players hold, in rows under a figure of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw, draw_text
from fabgen.artwork.path import rectangle
from fabgen.artwork.text import text_width
from fabgen.figures.components.kit import token_face
from fabgen.figures.positions.piece_icons import count_bars, draw_icon, player_tone, shown_silhouette, tallest_piece
from fabgen.figures.positions.position_words import head_section, is_turned_token
from fabgen.rules.position import HIDDEN, Position
from fabgen.spec.load import Spec

HELD_PICTURE, HELD_CAP = 0.78, 0.22  # of the cell: the height of held pieces, and of capitals beside them
# Of a capital: between rows of held things; from a picture to its count; the size of a token beside the board.
HELD_GAP, COUNT_GAP, TOKEN_BESIDE = 0.7, 0.35, 4.0
LIVE_TOKEN_BESIDE = 7.0  # the same of one that lies as the number of pieces tells
HELD_WIDEST = 8.0  # cells: rows are broken where they are wider than this and than the board
HELD_CLOSE_UP = 5.5  # cells: the width of a usual close-up; the letters below all close-ups are as high as below it
# A piece that lies: how far it has fallen in degrees, how much larger it is; of its width: its base, across and thick.
FALLEN, FALLEN_SIZE, FALLEN_BASE = 80.0, 1.3, (1.25, 0.13)
LEAST_HELD_CAP = 1.98 / 39  # of the board's width: 8 pt where a figure with the names of its ranks is 40 mm wide


@dataclass(frozen=True)
class _HeldRow:
    """What a player holds in a section: whose it is, and each thing with its count. Pictures stand on y = 0."""

    heading: str
    things: tuple[tuple[Drawing, str], ...]


def draw_holdings(spec: Spec, position: Position, side: float, top: float, beside: Sequence[str] = (), *,
                  is_close_up: bool = False) -> Drawing:
    """Tokens that lie beside the board, by their names, and below them what players hold, from `top` mm downwards;
    empty where there is nothing of either. `side`: of a cell of the figure, in mm."""
    width = side * (HELD_CLOSE_UP if is_close_up else _board_width(spec))
    cap = max(HELD_CAP * side, LEAST_HELD_CAP * width)
    picture = max(HELD_PICTURE * side, 2.2 * cap)
    drawings = list[Drawing]()
    for name in beside:
        token, height = _draw_token_beside(spec, position, name, cap)
        drawings.append(token.moved(0, top - HELD_GAP * cap - height))
        top -= HELD_GAP * cap + height
    rows = [*_piece_rows(spec, position, picture), *_count_rows(spec, position, picture)]
    drawings.append(_draw_rows(rows, top - HELD_GAP * cap - picture, cap, picture, max(width, HELD_WIDEST * side)))
    return combine_drawings(drawings)


def _draw_rows(rows: Sequence[_HeldRow], y: float, cap: float, picture: float, widest: float) -> Drawing:
    """Rows from one that stands on `y` mm downwards, with capitals of `cap` mm and pictures of at most `picture` mm.
    All things are in line with each other behind the longest heading; a row wider than `widest` mm is broken."""
    gap, pitch, level = 0.9 * cap, picture + HELD_GAP * cap, (picture - cap) / 2
    first_x = max((text_width(row.heading, cap) for row in rows), default=0.0) + gap
    drawings = list[Drawing]()
    for row in rows:
        drawings.append(draw_text(Role.LABEL, row.heading, (0, y + level), cap, anchor="start"))
        x = first_x
        for icon, count in row.things:
            x0, _, x1, _ = icon.bounds()
            wide = x1 - x0 + COUNT_GAP * cap + text_width(count, cap)
            if x + wide > widest and x > first_x:
                x, y = first_x, y - pitch
            drawings.append(icon.moved(x - x0, y))
            count_at = (x + x1 - x0 + COUNT_GAP * cap, y + level)
            drawings.append(draw_text(Role.LABEL, count, count_at, cap, anchor="start"))
            x += wide + 1.4 * gap
        y -= pitch
    return combine_drawings(drawings)


def _draw_token_beside(spec: Spec, position: Position, name: str, cap: float) -> tuple[Drawing, float]:
    """A token beside the board, turned as it lies there, and its height in mm; it stands on y = 0. One that lies as the
    number of pieces tells is larger, and has that number beside it."""
    token = spec.game.tokens[name]
    high = (TOKEN_BESIDE if not token.upright_when else LIVE_TOKEN_BESIDE) * cap
    is_turned = is_turned_token(spec, position, name)
    face = token_face(token).turned(180 if is_turned else 0).scaled(high / token.size)
    drawing = face.moved(high / 2, high / 2)
    if token.upright_when:
        label = spec.words.text("held_pieces", count=position.count_pieces())
        drawing += draw_text(Role.LABEL, label, (high + 0.6 * cap, (high - cap) / 2), cap, anchor="start")
    return drawing, high


def _board_width(spec: Spec) -> float:
    """The width of a board in cells."""
    return spec.lattice.files if spec.game.board.grid else spec.spaces.size[0] / spec.game.board.cell


def _piece_rows(spec: Spec, position: Position, picture: float) -> Iterator[_HeldRow]:
    """A row for each section of pieces: each kind with its count, the tallest kind `picture` mm high."""
    for (player, section), counts in position.held.items():
        pieces = [name for name in (*spec.game.pieces, HIDDEN) if counts.get(name)]
        is_lying = section in spec.setting.lying
        things = tuple((_held_icon(spec, player, piece, picture, is_lying=is_lying), f"× {counts[piece]}")
                       for piece in pieces)
        yield _HeldRow(head_section(spec, player, section, spec.words), things)


def _held_icon(spec: Spec, player: str, piece: str, height: float, *, is_lying: bool = False) -> Drawing:
    """The icon of a held piece, which stands, or has fallen on its side: larger, with its base at the left."""
    shape = shown_silhouette(spec.game, piece)
    bars = count_bars(spec.game, player)
    icon = draw_icon(
        shape, height * shape.height / tallest_piece(spec.game), height, bars, player_tone(spec.game, player)
    )
    if not is_lying:
        return icon
    x0, _, x1, _ = icon.bounds()
    half, thick = FALLEN_BASE[0] * (x1 - x0) / 2, FALLEN_BASE[1] * (x1 - x0)
    base = draw(Role.PIECE, rectangle((x0 + x1) / 2 - half, -thick, 2 * half, thick, thick / 4),
                tone=player_tone(spec.game, player))
    lying = (icon + base).turned(-FALLEN).scaled(FALLEN_SIZE)
    x0, y0, *_ = lying.bounds()
    return lying.moved(-x0, -y0)


def _count_rows(spec: Spec, position: Position, picture: float) -> Iterator[_HeldRow]:
    """A row for each section without kinds, with a picture of the token where the game has one kind of it."""
    faces = [token_face(token).scaled(0.8 * picture / token.size) for token in spec.game.tokens.values()]
    for (player, section), count in position.counts.items():
        heading = head_section(spec, player, section, spec.words)
        if section == "tokens" and len(faces) == 1:
            x0, y0, _, y1 = faces[0].bounds()
            yield _HeldRow(heading, ((faces[0].moved(-x0, (picture - y1 + y0) / 2 - y0), f"× {count}"),))
        else:
            yield _HeldRow(f"{heading} {count}", ())


__all__ = ["draw_holdings"]
