"""A spec → the items to order from a print-on-demand service: board, flat pieces, tokens, cards. All mm.

An upright piece is ordered as a flat one: its diagram on the front, its silhouette and name on the back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from fabgen.artwork.drawing import Drawing, Role, Shape, combine_drawings, draw, draw_text
from fabgen.artwork.paper_things import PrintProduct, ProductKind, SafeArea
from fabgen.artwork.text import text_width
from fabgen.core.languages import Catalogue
from fabgen.core.problems import FabgenError, problem_error
from fabgen.figures.boards.board import draw_board
from fabgen.figures.boards.board_tones import find_board_tones
from fabgen.figures.components.aid_sizes import RIM, aid_count, aid_size
from fabgen.figures.components.card_backs import draw_title_back
from fabgen.figures.components.card_sides import set_sides
from fabgen.figures.components.cards import order_cards
from fabgen.figures.components.kit import token_face, token_outline
from fabgen.figures.components.paper_kit import draw_flap, draw_flat_face, draw_piece_face, make_flat_chit
from fabgen.figures.components.paper_pieces import DIAGRAM_CELL, LEAST_CAP, LEAST_CELL
from fabgen.figures.components.player_aids import AidContext, make_leaves, set_card_sides
from fabgen.figures.components.player_boards import order_player_boards
from fabgen.figures.components.tracks import order_tracks
from fabgen.figures.diagrams.movement_diagram import draw_blocking_lines, draw_diagram
from fabgen.figures.pieces.bases import make_base
from fabgen.figures.pieces.bodies import other_side_of
from fabgen.figures.pieces.drawn_outlines import bands_along
from fabgen.figures.positions.captions import describe_movement
from fabgen.figures.positions.piece_icons import count_bars, draw_icon, piece_silhouette, player_tone
from fabgen.spec.game import Aid
from fabgen.spec.load import Spec
from fabgen.typeset.blocks import Block, Heading, PageBreak, Paragraph, TextRun

INK = 0.6  # mm: how far strokes and letters reach beyond their geometry
CARD = (63.5, 88.9)  # mm: a poker card
LARGEST = (200.0, 300.0)  # mm: of cards
DRAWN_SHARE, OUTLINE_PAPER = 0.94, 0.5  # of a room: a piece along a drawing; mm of light paper beside its outline
FACE, NAME = 0.62, 0.13  # of a room: a silhouette on a back, its name
CARD_CAPS = (2.2, 2.0, 1.8, 1.65)  # mm: capitals on cards with movements; 1.65 is 7 points
MOVEMENT_GAP = 2.0  # mm between the name, the silhouette, the diagram and the words on a card
# What is left out of a piece where a product has no room for it.
FACES_IN_WORDS = {"diagram": "its diagram", "sign": "its sign", "name": "its name in large letters"}


def make_order_items(spec: Spec) -> list[PrintProduct]:
    """The items for the board, the pieces of each player, tokens, tracks, player boards, cards and player aids."""
    game = spec.game
    pieces = [_order_piece(spec, player, piece) for player, piece in game.armies]
    others = [*_order_tokens(spec), *order_tracks(spec), *order_player_boards(spec), *order_cards(spec),
              *_order_aids(spec)]
    return [_order_board(spec), *pieces, *others]


def note_round_hexagons(spec: Spec) -> Iterator[str]:
    """A note for each kind of piece that is a hexagon, which is ordered as a disc."""
    for piece, kind in spec.game.pieces.items():
        if kind.body.tile == "hex":
            yield f"{spec.game.piece_name(piece)}: round, because hexagons are not among the sizes of services"


def make_movement_cards(spec: Spec) -> Iterator[PrintProduct]:
    """A card with the movement of each kind of piece, for services that print only cards."""
    words = spec.words
    names = {piece: spec.game.piece_name(piece) for piece in spec.game.pieces}
    unique = [name for name, count in Counter(names.values()).items() if count == 1]
    for piece in spec.game.pieces:
        sides = partial(_movement_sides, spec, piece, words)
        name = words.text("movement_card", piece=names[piece] if names[piece] in unique else piece)
        yield PrintProduct(name, "card", len(spec.game.owners(piece)), CARD, LARGEST, sides)


def _order_board(spec: Spec) -> PrintProduct:
    """The board without its outline, because the service cuts it."""
    drawing = draw_board(spec.game, spec.lattice, spec.map_spaces, tones=find_board_tones(spec)).without(Role.EDGE)
    x0, y0, x1, y1 = drawing.bounds()
    rim = 1.0  # mm: strokes reach beyond the geometry
    size = (x1 - x0 + rim, y1 - y0 + rim)
    return PrintProduct("board", "board", 1, size, size, lambda _: (drawing.moved(-(x0 + x1) / 2, -(y0 + y1) / 2),))


def _order_piece(spec: Spec, player: str, piece: str) -> PrintProduct:
    """The item of a player's pieces of a kind."""
    game = spec.game
    base_plan, cell = make_base(game, player, piece), game.board.cell
    kind: ProductKind = "square" if base_plan.shape in ("square", "drawn") else "disc"
    size = max(base_plan.size()) if base_plan.drawn else min(base_plan.width, base_plan.depth)
    is_named = game.pieces[piece].body.face == "name"
    stands = game.pieces[piece].body.shape is not None
    face = (draw_flap(spec, piece) if stands else draw_flat_face(spec, player, piece) if is_named else
            draw_piece_face(spec, piece))
    sides = partial(_piece_sides, spec, player, piece, kind, face)
    without_face = partial(_piece_sides, spec, player, piece, kind, None) if face and face.items else None
    return PrintProduct(
        game.army_name(player, piece),
        kind,
        game.made_count(player, piece),
        (size, size),
        (cell, cell),
        sides,
        player_tone(game, player),
        without_face,
        "its diagram" if stands and face and face.items else FACES_IN_WORDS.get(game.pieces[piece].body.face, ""),
        player_tone(game, other) if (other := other_side_of(game, player, piece)) else None,
        is_solid=not stands,
    )


def _piece_sides(spec: Spec, player: str, piece: str, kind: ProductKind, face: Drawing | None, room: SafeArea
                 ) -> tuple[Drawing, ...]:
    """The front of a piece, with what its face carries or only its name in small letters, and the back. The ground of a
    standing piece is a tint, on which a light band around its diagram would look torn."""
    size, is_flat = min(room.width, room.height), spec.game.pieces[piece].body.shape is None
    if spec.game.pieces[piece].body.has_drawn_outline:
        return _drawn_piece_sides(spec, player, piece, face, size)
    try:
        chit = make_flat_chit(spec, player, piece, size, face, has_band=is_flat)
    except FabgenError:  # the piece in a diagram points in the direction of travel, too
        chit = make_flat_chit(spec, player, piece, size, face, has_arrow=False, has_band=is_flat)
    back = chit.back.without(Role.BODY, Role.EDGE) if is_flat else _draw_portrait(spec, player, piece, size, kind)
    return chit.front.without(Role.BODY, Role.EDGE), back


def _drawn_piece_sides(spec: Spec, player: str, piece: str, face: Drawing | None, size: float) -> tuple[Drawing, ...]:
    """The sides of a piece that is cut along a drawing, `size` mm long. No service cuts it: its outline is drawn on
    both sides, on light paper that is seen on a dark ground too."""
    chit = make_flat_chit(spec, player, piece, DRAWN_SHARE * size, face)
    sides = list[Drawing]()
    for side, outline in ((chit.front, chit.outline()), (chit.back, chit.back_outline())):
        bands = bands_along(outline, 0.0, 0, 2 * OUTLINE_PAPER)
        paper = combine_drawings(draw(Role.SHADE, *band, tone="white") for band in bands)
        sides.append(paper + draw(Role.EDGE, outline) + side.without(Role.BODY, Role.EDGE))
    return tuple(sides)


def _draw_portrait(spec: Spec, player: str, piece: str, size: float, kind: ProductKind) -> Drawing:
    """The silhouette over the name."""
    game, name = spec.game, spec.game.piece_name(piece).capitalize()
    width = size * (0.72 if kind == "disc" else 0.95)
    bars = count_bars(game, player)
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
        if token.has_own_outline:  # no service cuts it: its outline is on the chit, or it is filled
            edge = token_outline(token)
            paths = [path for item in edge.items if isinstance(item, Shape) for path in item.paths]
            face = face + edge if face.items else draw(Role.MARK, *paths)

        kind: ProductKind = "disc" if token.shape == "disc" else "corner" if token.shape == "corner" else "square"

        def sides(room: SafeArea, face: Drawing = face, size: float = token.size,
                  has_own_outline: bool = token.has_own_outline) -> tuple[Drawing, ...]:
            reach = 0.94 if has_own_outline else 1.15  # marks reach 0.8 of a token, and an outline is a line wide
            side = face.scaled(min(room.width, room.height) / size * reach)
            return side, side

        yield PrintProduct(f"{name} token", kind, token.count, size, (cell, cell), sides, token.tone)


def _order_aids(spec: Spec) -> Iterator[PrintProduct]:
    """The items of all player aids."""
    words = spec.words
    for name, aid in spec.game.aids.items():
        sides = partial(_chapter_sides if aid.kind == "card" else _leaf_sides, spec, name, aid, words)
        size = CARD if aid.kind == "card" else aid_size(aid)
        yield PrintProduct(name, "card", aid_count(spec, aid), size, LARGEST, sides)


def _chapter_sides(spec: Spec, name: str, aid: Aid, words: Catalogue, room: SafeArea) -> tuple[Drawing, ...]:
    """The sides of a card with a chapter of the rulebook."""
    room = _inner_room(room)
    sides = set_card_sides(spec, name, aid, room.width, room.height, words)
    return _with_back(spec, room, tuple(side.moved(-room.width / 2, room.height / 2) for side in sides))


def _with_back(spec: Spec, room: SafeArea, sides: tuple[Drawing, ...]) -> tuple[Drawing, ...]:
    """The sides of cards, with the title of the game on the back of the last one if nothing else is there."""
    if len(sides) % 2 == 0:
        return sides
    back = draw_title_back(spec.game.title, spec.game.book.colour, room.width, room.height)
    return *sides, back.moved(-room.width / 2, -room.height / 2)


def _inner_room(room: SafeArea) -> SafeArea:
    """The room for geometry, a little smaller because strokes and letters reach beyond it."""
    return SafeArea(room.width - 2 * INK, room.height - 2 * INK)


def _leaf_sides(spec: Spec, name: str, aid: Aid, words: Catalogue, room: SafeArea) -> tuple[Drawing, ...]:
    """A slip or a sheet that fills the room, without the rim that it has on paper."""
    larger = (room.width + 2 * RIM - 2, room.height + 2 * RIM - 2)
    (leaf,) = make_leaves(AidContext(spec, words), name, aid.model_copy(update={"size": larger}))
    return (leaf.drawing.moved(-leaf.width / 2, -leaf.height / 2),)


def _movement_sides(spec: Spec, piece: str, words: Catalogue, room: SafeArea) -> tuple[Drawing, ...]:
    """A piece's name, silhouette and diagram above the words of its movement, in the largest type that leaves room for
    the diagram. Words that are too long for that are on the back. Raises FabgenError where the diagram has no room, or
    the words none on the back."""
    room, name = _inner_room(room), spec.game.piece_name(piece)
    blocks: list[Block] = [Heading(1, (TextRun(name.capitalize()),), "")]
    if description := describe_movement(spec, piece, words):
        blocks += [PageBreak(), Paragraph((TextRun(description),))]
    settings = list[list[Drawing]]()
    for cap in CARD_CAPS:
        texts = set_sides(blocks, room.width, room.height, cap)
        if len(texts) != (2 if description else 1):
            continue
        if front := _draw_movement(spec, piece, texts, room):
            return _with_back(spec, room, (front,))
        settings.append(texts)
    for title, *texts in settings:
        if front := _draw_movement(spec, piece, [title], room):
            return _with_back(spec, room, (front, *(text.moved(-room.width / 2, room.height / 2) for text in texts)))
    size = f"a card with a safe area of {room.width:.0f} x {room.height:.0f} mm"
    hint = f"the diagram needs cells of {LEAST_CELL:g} mm, and the words one side; the rulebook shows both"
    raise problem_error(f"the movement of the {name} does not fit {size}", hint)


def _draw_movement(spec: Spec, piece: str, texts: Sequence[Drawing], room: SafeArea) -> Drawing | None:
    """A piece's name, silhouette and diagram, and under them the words if `texts` has some behind the name. None where
    the cells of the diagram would be smaller than LEAST_CELL mm."""
    game, diagram = spec.game, spec.diagram(piece)
    marks = draw_diagram(diagram, DIAGRAM_CELL) + draw_blocking_lines(spec.movement(piece), diagram, DIAGRAM_CELL)
    heights = [-text.bounds()[1] for text in texts]
    middle_height = room.height - sum(heights) - MOVEMENT_GAP * len(texts)
    if middle_height <= 0:
        return None
    tone = player_tone(game, game.owners(piece)[0])
    icon = draw_icon(piece_silhouette(game, piece), min(14.0, 0.3 * middle_height), 0.5 * room.width, 0, tone)
    x0, y0, x1, y1 = marks.bounds()
    diagram_height = middle_height - icon.size()[1] - 2 * MOVEMENT_GAP
    factor = min(room.width / (x1 - x0), diagram_height / (y1 - y0), 1.6)
    if factor < LEAST_CELL / DIAGRAM_CELL:
        return None
    drawing = marks.moved(-(x0 + x1) / 2, -(y0 + y1) / 2).scaled(factor)
    top = room.height / 2
    foot_of_icon = top - heights[0] - MOVEMENT_GAP - icon.size()[1]
    below = [text.moved(-room.width / 2, height - top) for text, height in zip(texts[1:], heights[1:], strict=True)]
    return combine_drawings([
        texts[0].moved(-room.width / 2, top),
        icon.moved(0, foot_of_icon),
        drawing.moved(0, foot_of_icon - MOVEMENT_GAP - diagram_height / 2),
        *below,
    ])


__all__ = ["make_movement_cards", "make_order_items", "note_round_hexagons"]
