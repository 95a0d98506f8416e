"""A spec → everything of it that is made of paper: board, standee nets, double-sided tokens.

Counts come from the spec alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from fabgen.artwork.drawing import Drawing, Role, draw
from fabgen.artwork.net import Batch, Outline, PaperKit
from fabgen.base import plural, words
from fabgen.figures.aids import aid_batches
from fabgen.figures.board import draw_board, seams
from fabgen.figures.chits import piece_chit
from fabgen.figures.diagram import draw_diagram
from fabgen.figures.kit import token_face
from fabgen.figures.marks import MARKS
from fabgen.figures.men import tone_of
from fabgen.figures.nets import DIAGRAM_CELL, LEAST_CELL, RIM, Form, player_sign, standee_net, strip_width, token_net
from fabgen.figures.piece import plate
from fabgen.figures.shown import shown
from fabgen.spec.load import Spec

STRIP = 0.8  # of the cell: the usual width of a standee's strip


def paper_kit(spec: Spec, form: Form = "tent") -> PaperKit:
    """The kit of a game, its uprights as tents or slotted; raises FabgenError where a piece's diagram does not fit its
    standee."""
    game = spec.game
    seams_x, seams_y = seams(game)
    batches = [_piece(spec, player, piece, form) for player in game.players for piece in game.pieces]
    batches += [_token(spec, name) for name in game.tokens]
    batches += aid_batches(spec)
    board = draw_board(game, spec.lattice)
    flat = all(piece.body.shape is None for piece in game.pieces.values())
    note = player_note(list(game.players), flat) if len(game.players) > 1 else ""
    seams_at = tuple(seams_x), tuple(seams_y)
    return PaperKit(game.title, game.designer, game.version, board, *seams_at, tuple(batches), note)


def player_note(players: Sequence[str], flat: bool = False) -> str:
    """What tells the pieces of players apart without colour.

    >>> player_note(["green", "orange"])
    'Orange pieces carry a bar in the foot.'
    >>> player_note(["black", "white"], flat=True)
    'White pieces carry a bar at the rear edge.'
    """
    if len(players) == 2:
        return f"{capital(players[1])} pieces carry a bar {'at the rear edge' if flat else 'in the foot'}."
    signs = [f"{name} {_sign_in_words(number)}" for number, name in enumerate(players)]
    return f"Signs {'at the rear edges' if flat else 'in the feet'} of the pieces: {words(signs)}."


def _sign_in_words(number: int) -> str:
    rings, bars = divmod(number, 4)
    return " + ".join(plural(count, thing) for count, thing in ((rings, "ring"), (bars, "bar")) if count) or "none"


def capital(name: str) -> str:
    """A name with a capital letter, as the rulebook's list of components writes it."""
    return name[:1].upper() + name[1:]


def _piece(spec: Spec, player: str, piece: str, form: Form) -> Batch:
    game, made = spec.game, spec.game.pieces[piece]
    if made.body.shape is None:
        return _flat(spec, player, piece)
    shape = shown(game, piece)
    outline = draw(Role.PIECE, shape.outline(), *shape.holes)
    diagram = draw_diagram(spec.diagram(piece), DIAGRAM_CELL)
    sign = player_sign(list(game.players).index(player), shape.foot)
    width = strip_width(outline, diagram, game.board.cell, STRIP)
    if made.body.crossed and made.body.base:  # chosen for more than one in a cell
        width = max(made.body.base[0], round(diagram.size()[0] * LEAST_CELL / DIAGRAM_CELL + 2 * RIM, 1))
    name, tone = piece.capitalize(), tone_of(game, player)
    net = standee_net(outline, diagram, name, tone, sign, width, shape.height, game.board.cell,
                      made.body.travel, form)
    return Batch(f"{player} {_many(name, made.each)}", made.each, net, f"{player} pieces")


def _flat(spec: Spec, player: str, piece: str) -> Batch:
    """What lies flat is a chit as large as the piece; a hex is printed as a disc."""
    game, made = spec.game, spec.game.pieces[piece]
    seen, body = plate(game, player, piece), made.body
    size = min(seen.width, seen.depth)
    mark = MARKS[body.back](size) if body.back else None
    shape: Outline = "square" if seen.shape == "square" else "disc"
    name, sign = piece.capitalize(), list(game.players).index(player)
    diagram = draw_diagram(spec.diagram(piece), DIAGRAM_CELL)
    chit = piece_chit(diagram, name, tone_of(game, player), sign, shape, size, body.travel, mark)
    return Batch(f"{player} {_many(name, made.each)}", made.each, chit, f"{player} pieces")


def _token(spec: Spec, name: str) -> Batch:
    token = spec.game.tokens[name]
    marks: Drawing = token_face(token).only(Role.MARK)
    chit = token_net(marks, None, token.shape, token.size, token.material.partition("/")[2])
    return Batch(f"{name} {_many('token', token.count)}", token.count, chit, f"{name} tokens")


def _many(name: str, count: int) -> str:
    """The plural of a name where there are more than one, by the rules of English."""
    if count == 1:
        return name
    if re.search(r"[a-z]{3}(?<!sha|ger|lis|tto)man$", name.lower()):
        return name[:-2] + "en"
    if re.search(r"[^aeiou]y$", name):
        return name[:-1] + "ies"
    return name + ("es" if re.search(r"(s|x|z|ch|sh)$", name) else "s")
