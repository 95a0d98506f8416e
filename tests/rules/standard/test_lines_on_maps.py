"""A goal of pieces in a line on a map: along its lines, whichever way they are written."""

import pytest
from rules.standard.specs import at, build, play

from fabgen.rules.boards import MapLine, map_board
from fabgen.rules.protocol import OptionErrors

NAMES = ("ash", "bay", "cape", "dune", "elm", "fen")
LAND = map_board(NAMES, [("ash", "bay"), ("bay", "cape"), ("cape", "dune"), ("dune", "elm"), ("elm", "fen")],
                 [MapLine(("ash", "bay", "cape", "dune")), MapLine(("bay", "elm", "fen"))])
SPEC = {"board": LAND, "pieces": {"man": "W"}, "setup": "white: man ash bay dune; black: man fen",
        "rules": {"win": [{"line": 3}], "repetition": None}}


@pytest.mark.parametrize(
    ("men", "wins"),
    [
        ("ash bay cape", True),  # the first three of the long line
        ("bay cape dune", True),
        ("bay elm fen", True),  # the short line
        ("ash bay dune", False),  # a gap
        ("cape dune elm", False),  # neighbours one after the other, but on no line
        ("cape bay elm", False),  # two lines that cross at bay
    ],
)
def test_three_in_a_line(men, wins):
    game = build(SPEC)
    rest = next(name for name in NAMES if name not in men.split())
    outcome = game.outcome(at(game, f"white: man {men}; black: man {rest}; turn: black"))
    assert (str(outcome) == "white won: white has 3 in a line") is wins


def test_a_line_is_closed_by_a_move():
    game = build(SPEC)
    position = at(game, "white: man ash bay dune; black: man fen; turn: white")
    assert game.outcome(position) is None
    assert str(game.outcome(play(game, position, "dune-cape"))) == "white won: white has 3 in a line"


def test_a_line_longer_than_any():
    with pytest.raises(OptionErrors, match="no line of this map has 5 spaces"):
        build(SPEC, win=[{"line": 5}])
