"""What the other readings of the templates' own rulings change: actions that come or go when one word of the spec does.

The rulings that a rule set decides by itself are tested beside it.
"""

import pytest

from fabgen.rules.match import begin
from fabgen.rules.position import Position
from fabgen.spec.load import load_spec, read_otherwise

KNIGHT = "green: knight c3, pawn d3; orange: pawn f6; phase: move; turn: green"
PRINTED = "white: piece a5 e6 d5; black: piece a6 d6; turn: white"
ROAD = "white: piece c3; black: piece c4 c6 a7; turn: white"


def match(game, position, **readings):
    """A match from a position, or from the start."""
    rules = read_otherwise(load_spec(game), {name.replace("_", "-"): one for name, one in readings.items()}).play
    return begin(rules, rules.read(Position.parse(position, rules.setting)) if position else None)


def actions(one):
    return {text for player in one.actors() for text in one.texts(player)}


@pytest.mark.parametrize(("game", "ruling", "reading", "position", "gone", "new"), [
    ("correction", "COR-1", "leap", "green: spearman c3, pawn c4; orange: pawn c5; phase: move; turn: green", "",
     "c3xc5"),
    ("correction", "COR-3", "blocked", KNIGHT, "c3-e4", ""),
    ("correction", "COR-4", "back too", KNIGHT, "", "c3-a2 c3-e2"),
    ("abstract-game", "ABS-2", "after", PRINTED, "a5xa7", ""),
    ("abstract-game", "ABS-2", "colours swapped", PRINTED, "a5xa7 e6-e5 e6-e7", ""),
    ("abstract-game", "ABS-3", "may", "", "", "pass"),
    ("abstract-game", "ABS-10", "several", ROAD, "", "c3xc5xc7"),
    ("charing-cross", "CC-1", "all", "white: knight f6; black: rook g7; turn: white", "f6xh8", ""),
    ("charing-cross", "CC-3", "opponents", "white: knight c3 c4; black: rook h1; turn: white", "c3xc5 c4xc2", ""),
    ("charing-cross", "CC-10", "pass", "white: rook d1; black: rook d3; turn: white", "", ""),
    ("incorrect-checkers", "IC-5", "never back", "black: checker c3 d4 f4; white: checker e4 a8; turn: black",
     "c3-e5-e3-g5", ""),
    ("incorrect-checkers", "IC-12", "all", "black: checker b8 d8 c7 a1; white: checker a4 a8; turn: black",
     "b8-a7 d8-e7 c7-b6 c7-d6", ""),
    ("incorrect-checkers", "IC-13", "may not", "black: checker b8 a1; white: checker h1; turn: black",
     "b8-a7 b8-c7", ""),
])
def test_actions_that_come_and_go(game, ruling, reading, position, gone, new):
    here, there = (actions(match(game, position, **one)) for one in ({}, {ruling: reading}))
    assert here - there == set(gone.split())
    assert there - here == set(new.split())


def test_two_rulings_of_one_movement_join():
    both = actions(match("correction", KNIGHT, COR_3="blocked", COR_4="back too"))
    assert {text for text in both if text.startswith("c3")} == {"c3-a2", "c3-a4", "c3-b4", "c3-d4"}


@pytest.mark.parametrize(("action", "reason"), [
    ("c3-a2", "the knight on c3 cannot reach a2 (COR-4)"), ("c3-b2", "the knight on c3 cannot reach b2")])
def test_a_refusal_names_the_one_of_two_rulings_that_decides(action, reason):
    assert match("correction", KNIGHT).why_not("green", action) == reason


def test_who_cannot_move_passes_or_has_lost():
    stuck = "black: rook d3; turn: white"
    assert str(match("charing-cross", stuck).outcome()) == "black won: white cannot move (CC-10)"
    assert actions(match("charing-cross", stuck, CC_10="pass")) == {"pass"}


@pytest.mark.parametrize(("reading", "alive"), [("rings", "green"), ("listed", "orange green")])
def test_danger_by_rings_or_as_listed(reading, alive):
    """As round 2 ends, all the edge is red; or its first and last row alone."""
    one = match("chess-battle", "red: rook a1; orange: rook a5; yellow: bishop f8; green: knight g4; round: 2",
                CB_10=reading)
    after = one.play(dict.fromkeys(one.actors(), "stay"))
    assert {man.player for _, man in after.rules.show(after.position).everybody()} == set(alive.split())
