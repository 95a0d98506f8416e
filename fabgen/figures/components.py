"""A spec → what is in its box, with pictures: a row for the board, each kind of piece and each kind of token."""

from __future__ import annotations

from fabgen.artwork.drawing import Drawing, Role, together
from fabgen.figures.book import Component
from fabgen.figures.kit import token_face
from fabgen.figures.position import Claims, draw_icon, draw_position, tone_of
from fabgen.figures.silhouettes import silhouette
from fabgen.rules.position import Position
from fabgen.spec.load import Spec

ICON, TOKEN = 15.0, 10.0  # mm: height of the tallest piece in a list, size of a token


def component_list(spec: Spec) -> list[Component]:
    """What is in the box: board, pieces of each player, tokens, with their counts."""
    game = spec.game
    players = len(game.players)
    board = draw_position(game, spec.lattice, Position(spec.setting, {}), Claims(), 2.2).without(Role.COORDINATE)
    rows = [Component(f"Board, {game.board.grid} cells", board, None, 1)]
    rows += [Component(name.capitalize(), picture(spec, name), piece.each, piece.each * players)
             for name, piece in game.pieces.items()]
    faces = {name: token_face(token).scaled(TOKEN / token.size) for name, token in game.tokens.items()}
    return rows + [Component(f"{name.capitalize()} tokens", faces[name], None, token.count)
                   for name, token in game.tokens.items()]


def picture(spec: Spec, piece: str, height: float = ICON) -> Drawing:
    """A piece as each player has it, side by side."""
    made = spec.game.pieces[piece].body
    shape, icons = silhouette(made.standee, made.height), []
    for number, player in enumerate(spec.game.players):
        icon = draw_icon(shape, height * shape.height / tallest(spec), 0.8 * height, number, tone_of(spec.game, player))
        icons.append(icon.moved(number * 0.75 * height, 0))
    return together(icons)


def tallest(spec: Spec) -> float:
    """The height in mm of a game's tallest piece: what the others are drawn in proportion to."""
    return max(silhouette(piece.body.standee, piece.body.height).height for piece in spec.game.pieces.values())


def cover(spec: Spec) -> Drawing:
    """The first player's pieces in a row: the picture of the title page."""
    game = spec.game
    tones = [tone_of(game, player) for player in game.players]
    icons, x = [], 0.0
    for i, piece in enumerate(game.pieces.values()):
        number = i % len(tones)
        shape = silhouette(piece.body.standee, piece.body.height)
        icon = draw_icon(shape, shape.height, 60, number, tones[number])
        x0, _, x1, _ = icon.bounds()
        icons.append(icon.moved(x - x0, 0))
        x += x1 - x0 + 6
    return together(icons)
