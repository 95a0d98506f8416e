"""A spec and the fits of its materials → every part to cut, at nominal size.

Counts come from the spec and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fabgen.artwork.drawing import Drawing, Role, Shape, draw, together
from fabgen.artwork.part import Fit, Part
from fabgen.artwork.path import circle, rectangle
from fabgen.base import FabgenError, Problem, Where
from fabgen.figures.board import draw_board
from fabgen.figures.marks import MARKS
from fabgen.figures.piece import BaseLayout, base_layout, base_part, base_side, standee_part
from fabgen.figures.silhouettes import silhouette
from fabgen.spec.game import Token
from fabgen.spec.load import Spec

FitOf = Callable[[str], Fit]


def laser_kit(spec: Spec, fit_of: FitOf) -> list[Part]:
    """Board, pieces by player, tokens: one Part a kind. `fit_of` answers for a material key.

    Raises FabgenError with a Problem for each base that is too small for its slot or its marks.
    """
    game = spec.game
    board = Part("board", draw_board(game, spec.lattice), 1, game.board.material, "board")
    kinds = [(player, piece) for player in game.players for piece in game.pieces]
    faults = [fault for kind in kinds for fault in _layout(spec, *kind, fit_of).faults(kind[1])]
    if found := [Problem(Where(), *fault) for fault in faults if fault[2] == "error"]:
        raise FabgenError(found)
    pieces = [part for kind in kinds for part in piece_parts(spec, *kind, fit_of)]
    tokens = [Part(f"{name} token", draw_token(token), token.count, token.material, f"{name} tokens")
              for name, token in game.tokens.items()]
    return [board, *pieces, *tokens]


def _layout(spec: Spec, player: str, piece: str, fit_of: FitOf) -> BaseLayout:
    game = spec.game
    body, sign = game.pieces[piece].body, list(game.players).index(player)
    foot, fit = silhouette(body.standee, body.height).foot, fit_of(game.players[player].material)
    return base_layout(spec.diagram(piece), base_side(game, piece), foot, fit, sign)


def piece_parts(spec: Spec, player: str, piece: str, fit_of: FitOf) -> Iterator[Part]:
    """The standee and the base of one player's piece."""
    game = spec.game
    made, material = game.pieces[piece], game.players[player].material
    shape, fit, diagram = silhouette(made.body.standee, made.body.height), fit_of(material), spec.diagram(piece)
    layout = _layout(spec, player, piece, fit_of)
    name, sign, group = f"{player} {piece}", list(game.players).index(player), f"{player} pieces"
    yield standee_part(name, shape, layout, fit, count=made.each, material=material, group=group)
    yield base_part(name, piece.capitalize(), diagram, layout, sign, count=made.each, material=material, group=group)


def token_outline(token: Token) -> Drawing:
    """The outside of a token, its middle at the origin."""
    side, half = token.size, token.size / 2
    square = rectangle(-half, -half, side, side, min(2.0, half / 3))
    return draw(Role.EDGE, circle((0, 0), half) if token.shape == "disc" else square)


def token_face(token: Token) -> Drawing:
    """A token as a reader sees it: tinted in the colour of its material, with its mark."""
    shapes = [item for item in token_outline(token).items if isinstance(item, Shape)]
    tint = together(draw(Role.SHADE, *shape.paths, tone=token.material.partition("/")[2]) for shape in shapes)
    return tint + draw_token(token)


def draw_token(token: Token) -> Drawing:
    """A token with its mark."""
    return token_outline(token) + (MARKS[token.mark](token.size) if token.mark else Drawing())
