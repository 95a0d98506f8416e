"""A spec → the items to order from a print-on-demand service: board, flat pieces, tokens, cards. All mm.

An upright piece is ordered as a flat one: its diagram on the front, its silhouette and name on the back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw_text
from fabgen.artwork.paper_things import ChitOutline, PrintProduct, ProductKind, SafeArea
from fabgen.artwork.text import text_width
from fabgen.core.languages import Catalogue, load_words
from fabgen.figures.boards.board import draw_board
from fabgen.figures.components.card_sides import set_sides
from fabgen.figures.components.kit import token_face
from fabgen.figures.components.paper_pieces import DIAGRAM_CELL, LEAST_CAP, make_piece_chit
from fabgen.figures.components.player_aids import RIM, AidContext, aid_count, aid_size, make_leaves, set_card_sides
from fabgen.figures.diagrams.marks import draw_token_mark
from fabgen.figures.diagrams.movement_diagram import draw_blocking_lines, draw_diagram
from fabgen.figures.pieces.bases import make_plate
from fabgen.figures.positions.captions import describe_movement
from fabgen.figures.positions.piece_icons import count_bars, draw_icon, piece_silhouette, player_tone
from fabgen.spec.game import Aid
from fabgen.spec.load import Spec
from fabgen.typeset.blocks import Heading, PageBreak, Paragraph, TextRun

INK = 0.6  # mm: how far strokes and letters reach beyond their geometry
CARD = (63.5, 88.9)  # mm: a poker card
LARGEST = (200.0, 300.0)  # mm: of cards
FACE, NAME, CARD_CAP = 0.62, 0.13, 2.2  # of a room: a silhouette on a back, its name; mm: capitals on cards


def make_order_items(spec: Spec) -> list[PrintProduct]:
    """The items for the board, the pieces of each player, tokens and player aids."""
    game = spec.game
    pieces = [_order_piece(spec, player, piece) for player, piece in game.armies]
    return [_order_board(spec), *pieces, *_order_tokens(spec), *_order_aids(spec)]


def make_movement_cards(spec: Spec) -> Iterator[PrintProduct]:
    """A card with the movement of each kind of piece, for services that print only cards."""
    words = load_words(spec.game.language, spec.folder)
    names = {piece: spec.game.piece_name(piece) for piece in spec.game.pieces}
    unique = [name for name, count in Counter(names.values()).items() if count == 1]
    for piece in spec.game.pieces:
        sides = partial(_movement_side, spec, piece, words)
        name = words.text("movement_card", piece=names[piece] if names[piece] in unique else piece)
        yield PrintProduct(name, "card", len(spec.game.owners(piece)), CARD, LARGEST, sides)


def _order_board(spec: Spec) -> PrintProduct:
    """The board without its outline, because the service cuts it."""
    drawing = draw_board(spec.game, spec.lattice, spec.map_spaces).without(Role.EDGE)
    x0, y0, x1, y1 = drawing.bounds()
    rim = 1.0  # mm: strokes reach beyond the geometry
    size = (x1 - x0 + rim, y1 - y0 + rim)
    return PrintProduct("board", "board", 1, size, size, lambda _: (drawing.moved(-(x0 + x1) / 2, -(y0 + y1) / 2),))


def _order_piece(spec: Spec, player: str, piece: str) -> PrintProduct:
    """The item of a player's pieces of a kind."""
    game = spec.game
    base_plan, cell = make_plate(game, player, piece), game.board.cell
    kind: ProductKind = "square" if base_plan.shape == "square" else "disc"
    size = min(base_plan.width, base_plan.depth)
    sides, plain = (partial(_piece_sides, spec, player, piece, kind, diagram) for diagram in (True, False))
    return PrintProduct(
        game.army_name(player, piece),
        kind,
        game.count_of(player, piece),
        (size, size),
        (cell, cell),
        sides,
        player_tone(game, player),
        plain,
        "its diagram",
    )


def _piece_sides(spec: Spec, player: str, piece: str, kind: ProductKind, with_diagram: bool, room: SafeArea
                 ) -> tuple[Drawing, ...]:
    """The front of a piece, with its diagram or only its name, and the back."""
    game, body = spec.game, spec.game.pieces[piece].body
    size, sign = min(room.width, room.height), list(game.players).index(player)
    diagram = draw_diagram(spec.diagram(piece), DIAGRAM_CELL) if with_diagram else None
    shape: ChitOutline = "square" if kind == "square" else "disc"
    mark = draw_token_mark(body.back, size) if body.back else None
    name, tone = game.piece_name(piece).capitalize(), player_tone(game, player)
    chit = make_piece_chit(diagram, name, tone, sign, shape, size, body.travel, mark)
    back = chit.back.without(Role.SHADE) if body.shape is None else _draw_portrait(spec, player, piece, size, kind)
    return chit.front.without(Role.SHADE), back


def _draw_portrait(spec: Spec, player: str, piece: str, size: float, kind: ProductKind) -> Drawing:
    """The silhouette over the name."""
    game, name = spec.game, spec.game.piece_name(piece).capitalize()
    width = size * (0.72 if kind == "disc" else 0.95)
    bars = count_bars(game, list(game.players).index(player))
    height = FACE * size * (0.85 if kind == "disc" else 1.0)
    icon = draw_icon(piece_silhouette(game, piece), height, width, bars, player_tone(game, player))
    cap = min(NAME * size, width / text_width(name, 1, bold=True))
    words = draw_text(Role.LABEL, name, (0, -0.42 * size if kind != "disc" else -0.36 * size), cap, bold=True)
    foot = -0.24 * size if kind != "disc" else -0.18 * size
    return icon.moved(0, foot) + (words if cap >= LEAST_CAP else Drawing())


def _order_tokens(spec: Spec) -> Iterator[PrintProduct]:
    """The items of all tokens."""
    cell = spec.game.board.cell
    for name, token in spec.game.tokens.items():
        face, size = token_face(token).only(Role.MARK), (token.size, token.size)

        def sides(room: SafeArea, face: Drawing = face, size: float = token.size) -> tuple[Drawing, ...]:
            side = face.scaled(min(room.width, room.height) / size * 1.15)  # marks reach 0.8 of a token
            return side, side

        yield PrintProduct(f"{name} token", token.shape, token.count, size, (cell, cell), sides, token.tone)


def _order_aids(spec: Spec) -> Iterator[PrintProduct]:
    """The items of all player aids."""
    words = load_words(spec.game.language, spec.folder)
    for name, aid in spec.game.aids.items():
        sides = partial(_chapter_sides if aid.kind == "card" else _leaf_sides, spec, name, aid, words)
        size = CARD if aid.kind == "card" else aid_size(aid)
        yield PrintProduct(name, "card", aid_count(spec, aid), size, LARGEST, sides)


def _chapter_sides(spec: Spec, name: str, aid: Aid, words: Catalogue, room: SafeArea) -> tuple[Drawing, ...]:
    """The sides of a card with a chapter of the rulebook."""
    room = _inner_room(room)
    sides = set_card_sides(spec, name, aid, room.width, room.height, words)
    return tuple(side.moved(-room.width / 2, room.height / 2) for side in sides)


def _inner_room(room: SafeArea) -> SafeArea:
    """The room for geometry, a little smaller because strokes and letters reach beyond it."""
    return SafeArea(room.width - 2 * INK, room.height - 2 * INK)


def _leaf_sides(spec: Spec, name: str, aid: Aid, words: Catalogue, room: SafeArea) -> tuple[Drawing, ...]:
    """A slip or a sheet that fills the room, without the rim that it has on paper."""
    larger = (room.width + 2 * RIM - 2, room.height + 2 * RIM - 2)
    (leaf,) = make_leaves(AidContext(spec, words), name, aid.model_copy(update={"size": larger}))
    return (leaf.drawing.moved(-leaf.width / 2, -leaf.height / 2),)


def _movement_side(spec: Spec, piece: str, words: Catalogue, room: SafeArea) -> tuple[Drawing, ...]:
    """A piece's name, silhouette and diagram above the words of its movement."""
    game, diagram, room = spec.game, spec.diagram(piece), _inner_room(room)
    moves = Paragraph((TextRun(describe_movement(spec, piece, words)),))
    heading = Heading(1, (TextRun(game.piece_name(piece).capitalize()),), "")
    texts = set_sides([heading, PageBreak(), moves], room.width, room.height, CARD_CAP)
    heights = [-text.bounds()[1] for text in texts]
    middle_height = room.height - sum(heights) - 4.0
    marks = draw_diagram(diagram, DIAGRAM_CELL) + draw_blocking_lines(
        spec.movement(piece), diagram, DIAGRAM_CELL
    )
    tone = player_tone(game, game.owners(piece)[0])
    icon = draw_icon(piece_silhouette(game, piece), min(14.0, 0.3 * middle_height), 0.5 * room.width, 0, tone)
    x0, y0, x1, y1 = marks.bounds()
    diagram_height = middle_height - icon.size()[1] - 4.0
    factor = min(room.width / (x1 - x0), diagram_height / (y1 - y0), 1.6)
    drawing = marks.moved(-(x0 + x1) / 2, -(y0 + y1) / 2).scaled(factor)
    top = room.height / 2
    middle = top - heights[0] - 2.0 - icon.size()[1] - 2.0 - diagram_height / 2
    return (
        combine_drawings(
            [
                texts[0].moved(-room.width / 2, top),
                icon.moved(0, top - heights[0] - 2.0 - icon.size()[1]),
                drawing.moved(0, middle),
                texts[1].moved(-room.width / 2, -top + heights[1]),
            ]
        ),
    )


__all__ = ["make_movement_cards", "make_order_items"]
