"""A spec → everything of it that is made of paper: board, standee nets, double-sided tokens.

Counts come from the spec alone.
"""

from __future__ import annotations

from fabgen.artwork.drawing import Drawing, Role, draw
from fabgen.artwork.net import Batch, PaperKit
from fabgen.figures.board import draw_board, seams
from fabgen.figures.diagram import draw_diagram
from fabgen.figures.kit import token_face
from fabgen.figures.nets import DIAGRAM_CELL, player_sign, standee_net, token_net
from fabgen.figures.position import tone_of
from fabgen.figures.silhouettes import silhouette
from fabgen.spec.load import Spec

STRIP = 0.8  # of the cell: the width of a standee's strip


def paper_kit(spec: Spec) -> PaperKit:
    """The kit of a game; raises FabgenError where a piece's diagram does not fit its standee."""
    game = spec.game
    seams_x, seams_y = seams(game)
    batches = [_piece(spec, player, piece) for player in game.players for piece in game.pieces]
    batches += [_token(spec, name) for name in game.tokens]
    board = draw_board(game, spec.lattice)
    return PaperKit(game.title, game.designer, game.version, board, tuple(seams_x), tuple(seams_y), tuple(batches))


def _piece(spec: Spec, player: str, piece: str) -> Batch:
    game, made = spec.game, spec.game.pieces[piece]
    shape = silhouette(made.body.standee, made.body.height)
    outline = draw(Role.PIECE, shape.outline(), *shape.holes)
    diagram = draw_diagram(spec.diagram(piece), DIAGRAM_CELL)
    sign = player_sign(list(game.players).index(player))
    width = round(STRIP * game.board.cell, 1)
    name, tone = piece.capitalize(), tone_of(game, player)
    net = standee_net(outline, diagram, name, tone, sign, width, shape.height, game.board.cell)
    return Batch(f"{player} {piece}", made.each, net, f"{player} pieces")


def _token(spec: Spec, name: str) -> Batch:
    token = spec.game.tokens[name]
    marks: Drawing = token_face(token).only(Role.MARK)
    chit = token_net(marks, None, token.shape, token.size, token.material.partition("/")[2])
    return Batch(f"{name} token", token.count, chit, f"{name} tokens")
