"""What the tests of simultaneous orders share: games, orders by their text, and what comes of them."""

from fabgen.rules.betza import parse_betza
from fabgen.rules.boards import Board, parse_cells
from fabgen.rules.games.chess_battle.options import RULINGS, ChessBattleOptions
from fabgen.rules.games.chess_battle.rules import CHESS_BATTLE, table
from fabgen.rules.legal_moves import Movements
from fabgen.rules.position import Position, Setting
from fabgen.rules.protocol import RuleSetInput

MOVES = {"knight": "N", "bishop": "B", "rook": "R"}
DEFAULTS = {ruling: known[0] for ruling, known in RULINGS.items()}


def battle(number=4, rulings=None, zones=None, start="", moves=MOVES, forward="up", **options):
    """A game for the players a, b, c ..."""
    chosen = ChessBattleOptions.model_validate(options)
    base = Setting(Board(8, 8), dict.fromkeys("abcdefghijkl", forward), tuple(moves))
    setting = table(CHESS_BATTLE.setting(base, chosen, ()), chosen, number)
    movements = Movements(setting, {piece: parse_betza(text) for piece, text in moves.items()})
    named = {name: parse_cells(cells, setting.lattice) for name, cells in (zones or {}).items()}
    readings = {**DEFAULTS, **(rulings or {})}
    return CHESS_BATTLE.make(RuleSetInput(movements, named, (), chosen, Position.parse(start, setting), readings))


def at(game, text):
    """The position that a text stands for."""
    return game.read(Position.parse(text, game.setting))


def shown(game, position):
    return str(game.show(position))


def texts(game, position, player):
    return [game.text(position, action) for action in game.actions(position, player)]


def targets(game, position, player):
    """Where a player's piece may go."""
    return {text.split("-")[1] for text in texts(game, position, player) if "-" in text}


def play(game, position, **decided):
    """The position after what the actors decided, by text; who is not named stays, or passes."""
    chosen = {}
    for player in game.actors(position):
        known = dict(zip(texts(game, position, player), game.actions(position, player), strict=True))
        chosen[player] = known[decided.pop(player, "pass" if "pass" in known else "stay")]
    assert not decided
    return game.apply(position, chosen)


def men(game, position):
    """Who is alive and where: `a: d7, c: e6`."""
    found = {man.player: cell for cell, man in game.show(position).all_pieces()}
    return ", ".join(f"{player}: {found[player]}" for player in game.setting.players if player in found)


def after(game, text, **orders):
    """Who is alive and where when the orders are carried out."""
    return men(game, play(game, at(game, text), **orders))
