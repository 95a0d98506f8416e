"""A spec and the fits of its materials → every part to cut, at nominal size.

Counts come from the spec and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from fabgen.artwork.drawing import Drawing, Role, Shape, combine_drawings, draw
from fabgen.artwork.part import Fit, Part
from fabgen.artwork.path import Path, circle, corner_shape, rectangle
from fabgen.artwork.svg_artwork import make_flat_outline
from fabgen.core.problems import FabgenError, Location
from fabgen.figures.boards.board_split import sheet_board_parts
from fabgen.figures.boards.inlay import inlay_parts
from fabgen.figures.boards.light_board import light_parts
from fabgen.figures.components.dice import make_die_parts
from fabgen.figures.components.player_boards import make_player_board_parts
from fabgen.figures.components.storage_box import box_parts
from fabgen.figures.components.tracks import make_track_parts
from fabgen.figures.diagrams.margin_key import find_margin_key
from fabgen.figures.diagrams.marks import draw_token_mark
from fabgen.figures.pieces.bodies import PlayerPiece, make_piece_parts, make_player_piece
from fabgen.figures.pieces.drawn_outlines import roomiest_circle
from fabgen.spec.drawings import DrawingPath
from fabgen.spec.load import Spec
from fabgen.spec.pieces import Token

FitOf = Callable[[str], Fit]  # key of a material → its thickness, clearance and the rooms of its sheets
ON_MIDDLE = 1e-6  # mm: a line of a mark that crosses the middle by no more lies in one half
CORNER_ROUNDING = 0.8  # mm: the rounding of the corners of a corner token
# Of the arm of a corner: the token whose mark is in its elbow, 0.83 of the arm across. In mm: the rest of the arm on
# either side of the mark, at least. Of a token: what the largest mark takes of its width.
CORNER_MARK, CORNER_RIM, LARGEST_MARK = 1.15, 0.5, 0.75
GROUPS = ("board", "spaces", "light case")  # the groups that the parts of a board belong to


def board_parts(spec: Spec, fit_of: FitOf) -> list[Part]:
    """The parts of the board. Where the board is marked from behind, its parts are mirrored, but for those of a
    material that nobody sees through."""
    parts = BUILDS[spec.game.board.build](spec, fit_of)
    behind = spec.game.board.side == "back"
    return [replace(part, mirrored=behind and part.group == "board" and not fit_of(part.material).is_opaque)
            for part in parts]


def _sheet_parts(spec: Spec, fit_of: FitOf) -> list[Part]:
    return sheet_board_parts(spec.game, spec.lattice, fit_of(spec.game.board.material), spec.map_spaces,
                             find_margin_key(spec))


BUILDS: dict[str, Callable[[Spec, FitOf], list[Part]]] = {
    "sheet": _sheet_parts, "inlay": inlay_parts, "lights": light_parts,
}


def make_laser_kit(spec: Spec, fit_of: FitOf) -> list[Part]:
    """The parts of the board, of each player's pieces, of tokens, tracks, player boards, dice and of the box, one Part
    for each kind.

    `fit_of` gives the fit of a material by its key. Raises FabgenError with a Problem for each base that is too small
    for its slot or its marks.
    """
    pieces = make_player_pieces(spec, fit_of)
    faults = [fault for kind in pieces for fault in kind.find_faults()]
    if errors := [fault.problem(Location()) for fault in faults if fault.level == "error"]:
        raise FabgenError(errors)
    piece_parts = [part for kind in pieces for part in make_piece_parts(kind)]
    tokens = make_token_parts(spec).values()
    accessories = [*make_track_parts(spec), *make_player_board_parts(spec), *make_die_parts(spec)]
    return [*board_parts(spec, fit_of), *piece_parts, *tokens, *accessories, *box_parts(spec, pieces, fit_of)]


def make_player_pieces(spec: Spec, fit_of: FitOf) -> list[PlayerPiece]:
    """Every kind of piece that each player has, in the player's material."""
    game = spec.game
    fits = {player: fit_of(settings.material) for player, settings in game.players.items()}
    return [make_player_piece(spec, player, piece, fits[player]) for player, piece in game.armies]


def make_token_parts(spec: Spec) -> dict[str, Part]:
    """The part of each kind of token, by the name of the kind."""
    return {name: Part(f"{name} token", draw_token(token), token.count, token.material, f"{name} tokens",
                       common_line=token.common_line, by_thickness=False)
            for name, token in spec.game.tokens.items()}


def token_outline(token: Token) -> Drawing:
    """The outline of a token, its middle at the origin."""
    side, half = token.size, token.size / 2
    if isinstance(token.shape, DrawingPath):
        return draw(Role.EDGE, make_flat_outline(token.shape.art, side))
    if token.shape == "corner":
        return draw(Role.EDGE, corner_shape(side, token.arm, CORNER_ROUNDING))
    square = rectangle(-half, -half, side, side, 0.0 if token.common_line else min(2.0, half / 3))
    return draw(Role.EDGE, circle((0, 0), half) if token.shape == "disc" else square)


def token_face(token: Token) -> Drawing:
    """A token as figures show it: tinted in the colour of its material, with its mark. Corners have the colour itself,
    as on a board: their marks are small, and nothing lies on them."""
    return _draw_token_ground(token) + draw_token_marks(token)


def draw_token_marks(token: Token) -> Drawing:
    """What is on a token: the colours of its halves, where it has some, and its mark."""
    return _tint_halves(token) + draw_sign_of_token(token)


def _draw_token_ground(token: Token) -> Drawing:
    """A token without a mark, tinted in the colour of its material; corners have the colour itself."""
    outline = token_outline(token)
    role = Role.PIECE if token.shape == "corner" else Role.SHADE
    shapes = [item for item in outline.items if isinstance(item, Shape)]
    return combine_drawings(draw(role, *shape.paths, tone=token.tone) for shape in shapes) + outline


def _tint_halves(token: Token) -> Drawing:
    """What the largest line of each half of a token's mark surrounds, in the colour that the token has there."""
    lines = lines_of_halves(token) if token.halves else ()
    return combine_drawings(draw(Role.SHADE, max(in_half, key=_box_area), tone=tone)
                            for tone, in_half in zip(token.halves or (), lines, strict=True) if in_half)


def lines_of_halves(token: Token) -> tuple[list[Path], list[Path]]:
    """The lines of a token's mark that lie in its far half and in its near half alone."""
    outlines = [path for item in draw_sign_of_token(token).items if isinstance(item, Shape) for path in item.paths]
    return ([path for path in outlines if path.bounds()[1] >= -ON_MIDDLE],
            [path for path in outlines if path.bounds()[3] <= ON_MIDDLE])


def _box_area(path: Path) -> float:
    """The area in mm² of the box around a path."""
    x0, y0, x1, y1 = path.bounds()
    return (x1 - x0) * (y1 - y0)


def draw_token(token: Token) -> Drawing:
    """The outline of a token with its mark, without a tint."""
    return token_outline(token) + draw_sign_of_token(token)


def draw_sign_of_token(token: Token, *, seen_from_back: bool = False) -> Drawing:
    """The mark of a token, empty without one: in the middle, where a drawn outline has most room, or on a corner in its
    elbow, which is at the lower left of the front and at the lower right of the back."""
    if not token.mark:
        return Drawing()
    if isinstance(token.shape, DrawingPath):
        (x, y), radius = roomiest_circle(make_flat_outline(token.shape.art, token.size))
        return draw_token_mark(token.mark, 2 * radius).moved(-x if seen_from_back else x, y)
    if token.shape != "corner":
        return draw_token_mark(token.mark, token.size)
    elbow = token.arm / 2 - token.size / 2
    size = min(CORNER_MARK * token.arm, (token.arm - 2 * CORNER_RIM) / LARGEST_MARK)
    return draw_token_mark(token.mark, size).moved(-elbow if seen_from_back else elbow, elbow)
