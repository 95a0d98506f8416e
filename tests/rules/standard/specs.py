"""Games as a spec's own words: board, players, pieces, zones, options and set-up as plain dicts; no Python rules
anywhere."""

from collections.abc import Mapping

from fabgen.rules.betza import parse_betza
from fabgen.rules.boards import Board, parse_cells
from fabgen.rules.legal_moves import Movements
from fabgen.rules.position import Position, Setting
from fabgen.rules.protocol import RuleSetInput
from fabgen.rules.standard.options import StandardOptions
from fabgen.rules.standard.rules import STANDARD, StandardRules

TWO = {"white": "up", "black": "down"}


def build(spec, cites: Mapping[str, str] | None = None, others=None, **changes) -> StandardRules:
    """A game from a spec, on its `board` or on squares; `changes` replace options, `others` are those of other
    readings."""
    lattice = spec.get("board") or Board(*spec.get("grid", (8, 8)))
    options = StandardOptions.model_validate({**spec.get("rules", {}), **changes})
    setting = STANDARD.setting(Setting(lattice, spec.get("players", TWO), tuple(spec["pieces"])), options, ())
    zones = {name: parse_cells(cells, lattice) for name, cells in spec.get("zones", {}).items()}
    read = {piece: parse_betza(moves, lattice.compass) for piece, moves in spec["pieces"].items()}
    movements = Movements(setting, read)
    start = Position.parse(spec.get("setup", ""), setting)
    return StandardRules(movements, zones, options, start, cites, others)


def build_any(spec, **changes):
    """A game from a spec as fabgen makes it from options: with dice, a deck or hidden pieces around it."""
    options = StandardOptions.model_validate({**spec.get("rules", {}), **changes})
    lattice = spec.get("board") or Board(*spec.get("grid", (8, 8)))
    setting = STANDARD.setting(Setting(lattice, spec.get("players", TWO), tuple(spec["pieces"])), options, ())
    zones = {name: parse_cells(cells, lattice) for name, cells in spec.get("zones", {}).items()}
    read = {piece: parse_betza(moves, lattice.compass) for piece, moves in spec["pieces"].items()}
    movements = Movements(setting, read)
    start = Position.parse(spec.get("setup", ""), setting)
    return STANDARD.make(RuleSetInput(movements, zones, (), options, start, {}))


def at(game, text):
    """A position of a game from its text."""
    return game.read(Position.parse(text, game.setting))


def texts(game, position, cell=""):
    """The legal actions of a position, or those of the piece on `cell`."""
    found = [game.text(position, move) for player in game.actors(position) for move in game.actions(position, player)]
    return [text for text in found if text.startswith(cell)]


def play(game, position, *lines):
    """The position after some actions, each by the player who has to act."""
    for line in lines:
        (player,) = game.actors(position)
        move = game.action(position, player, line)
        assert move is not None, f"{line}: {game.why_not(position, player, line)}"
        position = game.apply(position, {player: move})
    return position


def why(game, position, text):
    """The reason why the player to act may not do this."""
    (player,) = game.actors(position)
    return game.why_not(position, player, text)


def coloured(files, ranks, odd, rows=None):
    """The cells of one colour of a chequered board, where a1 is even; of some ranks, from 1."""
    lattice = Board(files, ranks)
    return " ".join(
        cell
        for cell in lattice.cells
        if sum(lattice.place(cell)) % 2 == odd and (rows is None or lattice.place(cell)[1] + 1 in rows)
    )


BREAKTHROUGH = {
    "pieces": {"pawn": "fmWfF"},
    "zones": {"top": "a8-h8", "bottom": "a1-h1"},
    "rules": {"win": [{"reach": {"white": "top", "black": "bottom"}}]},
    "setup": "white: pawn a1-h2; black: pawn a7-h8; turn: white",
}
CLOBBER = {
    "grid": (5, 6),
    "pieces": {"man": "cW"},
    "setup": f"white: man {coloured(5, 6, 0)}; black: man {coloured(5, 6, 1)}",
}
DRAUGHTS = {
    "players": {"black": "up", "white": "down"},
    "pieces": {"man": "fmF", "king": "mF"},
    "zones": {"top": "a8-h8", "bottom": "a1-h1"},
    "rules": {
        "hops": {
            "man": [{"over": "enemy", "to": "fF", "takes": "removed"}],
            "king": [{"over": "enemy", "to": "F", "takes": "removed"}],
        },
        "chain": {"again": "must"},
        "compulsory": True,
        "promotion": {"man": {"zone": {"black": "top", "white": "bottom"}, "to": ["king"]}},
        "win": [{"capture": "all"}],
    },
    "setup": f"black: man {coloured(8, 8, 0, (1, 2, 3))}; white: man {coloured(8, 8, 0, (6, 7, 8))}",
}
CHECKERS = {  # Incorrect Checkers
    "players": {"black": "up", "white": "down"},
    "pieces": {"man": "fmF"},
    "zones": {"black goal": coloured(8, 8, 0, (6, 7, 8)), "white goal": coloured(8, 8, 1, (1, 2, 3))},
    "rules": {
        "hops": {"man": [{"over": "friend", "to": "F"}, {"over": "enemy", "to": "W", "per_turn": 1}]},
        "chain": {"final": "further"},
        "also": {"man": [{"moves": "bmF", "when": "goals ahead filled"}]},
        "win": [{"reach": {"black": "black goal", "white": "white goal"}, "pieces": "all"}],
    },
    "setup": f"black: man {coloured(8, 8, 0, (1, 2, 3))}; white: man {coloured(8, 8, 1, (6, 7, 8))}",
}
CROSSING = {  # Charing Cross
    "pieces": {"knight": "rmWrmF", "rook": "bmWbmF"},
    "zones": {
        "column A": "a1-a8",
        "column H": "h1-h8",
        "row 1": "a1-h1",
        "row 8": "a8-h8",
        "knights' edge": "a1-h1 a8-h8",
        "rooks' edge": "a1-a8 h1-h8",
    },
    "rules": {
        "hops": {"knight": [{"over": "any", "takes": "home"}], "rook": [{"over": "any", "takes": "home"}]},
        "forbidden": {"knight": "knights' edge", "rook": "rooks' edge"},
        "win": [
            {
                "reach": {
                    "white knight": "column H",
                    "black knight": "column A",
                    "white rook": "row 1",
                    "black rook": "row 8",
                }
            }
        ],
    },
    "setup": "white: knight a4 a5, rook d8 e8; black: knight h4 h5, rook d1 e1",
}
ABSTRACT = {  # An Abstract Game
    "grid": (5, 7),
    "pieces": {"piece": "mW"},
    "zones": {"red": "b7 c6 c2 d1", "blue": "a6 e6 a2 e2"},
    "rules": {
        "hops": {"piece": [{"over": "enemy", "to": "fW", "takes": "removed"}]},
        "terrain": {"red": {"open": "even"}, "blue": {"open": "odd"}},
        "win": [{"capture": "all"}],
    },
    "setup": "white: piece a1 b1 c1 e1 b2 d2; black: piece a7 c7 d7 e7 b6 d6",
}
GAMES = {
    "breakthrough": BREAKTHROUGH,
    "clobber": CLOBBER,
    "draughts": DRAUGHTS,
    "incorrect checkers": CHECKERS,
    "charing cross": CROSSING,
    "abstract": ABSTRACT,
}
