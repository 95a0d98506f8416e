"""A spec → what is in its box, with pictures: a row for the board, each kind of piece and each kind of token."""

from __future__ import annotations

from fabgen.artwork.drawing import Drawing, Role, together
from fabgen.figures.book import Component
from fabgen.figures.kit import token_face
from fabgen.figures.men import bars_of, draw_icon, tone_of
from fabgen.figures.position import Claims, draw_position
from fabgen.figures.shown import shown
from fabgen.rules.position import Position
from fabgen.spec.load import Spec
from fabgen.words import Words, load_words

ICON, TOKEN = 15.0, 10.0  # mm: height of the tallest piece in a list, size of a token


def component_list(spec: Spec, words: Words | None = None) -> list[Component]:
    """What is in the box: board, pieces of each player, tokens, with their counts."""
    game, words = spec.game, words or load_words(spec.game.language, spec.folder)
    players = len(game.players)
    empty = draw_position(spec, Position(spec.setting, {}), Claims(), 2.2)
    board = empty.without(Role.COORDINATE, Role.ZONE)
    rows = [Component(_board_name(spec, words), board, None, 1)]
    rows += [Component(name.capitalize(), picture(spec, name), piece.each, piece.each * players)
             for name, piece in game.pieces.items()]
    faces = {name: token_face(token).scaled(TOKEN / token.size) for name, token in game.tokens.items()}
    return rows + [Component(words.component_tokens.format(token=name.capitalize()), faces[name], None, token.count)
                   for name, token in game.tokens.items()]


def _board_name(spec: Spec, words: Words) -> str:
    if spec.game.board.grid:
        files, ranks = spec.game.grid
        return words.component_board.format(files=files, ranks=ranks)
    return words.said("Board, {spaces}", spaces=spaces_told(spec, words))


def spaces_told(spec: Spec, words: Words) -> str:
    """How many spaces of what kind a board has that is no grid of squares."""
    kind = "{count} points" if spec.game.board.points else "{count} spaces" if spec.game.board.map else (
        "{count} hexagons")
    return words.said(kind, count=len(spec.lattice.cells))


def picture(spec: Spec, piece: str, height: float = ICON) -> Drawing:
    """A piece as each player has it, side by side."""
    shape, icons = shown(spec.game, piece), []
    for number, player in enumerate(spec.game.players):
        bars, tone = bars_of(spec.game, number), tone_of(spec.game, player)
        icon = draw_icon(shape, height * shape.height / tallest(spec), 0.8 * height, bars, tone)
        icons.append(icon.moved(number * max(0.75 * height, icon.size()[0] + 0.08 * height), 0))
    return together(icons)


def tallest(spec: Spec) -> float:
    """The height in mm of a game's tallest piece: what the others are drawn in proportion to."""
    return max(shown(spec.game, piece).height for piece in spec.game.pieces)


def cover(spec: Spec) -> Drawing:
    """The first player's pieces in a row: the picture of the title page."""
    game = spec.game
    tones = [tone_of(game, player) for player in game.players]
    icons, x = [], 0.0
    for i, piece in enumerate(game.pieces):
        number = i % len(tones)
        shape = shown(game, piece)
        icon = draw_icon(shape, shape.height, 60, bars_of(game, number), tones[number])
        x0, _, x1, _ = icon.bounds()
        icons.append(icon.moved(x - x0, 0))
        x += x1 - x0 + 6
    return together(icons)
