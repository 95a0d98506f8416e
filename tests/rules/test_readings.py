"""What the other readings of the templates' own rulings change: actions that come or go when one word of the spec does.

The rulings that a rule set decides by itself are tested beside it.
"""

import random

import pytest

from fabgen.rules.match import begin
from fabgen.rules.position import Position
from fabgen.spec.load import load_spec, with_readings

KNIGHT = "green: knight c3, pawn d3; orange: pawn f6; phase: move; turn: green"
PRINTED = "white: piece a5 e6 d5; black: piece a6 d6; turn: white"
ROAD = "white: piece c3; black: piece c4 c6 a7; turn: white"
SIX = "white: piece a5 e6 d5; black: piece a6 d6 c7; turn: white"
CORNERED = "white: piece a3; black: piece a4 b3 c7; turn: white"
CIRCLE = "black: checker c3 d4 d6 b6 b4; white: checker c4 a8; turn: black"
LINES = "black: checker c3; white: checker c4 c6 d5; turn: black"


def match(game, position, **readings):
    """A match from a position, or from the start."""
    rules = with_readings(load_spec(game), {name.replace("_", "-"): one for name, one in readings.items()}).play
    return begin(rules, rules.read(Position.parse(position, rules.setting)) if position else None)


def actions(one):
    return {text for player in one.actors() for text in one.texts(player)}


@pytest.mark.sample(4)
@pytest.mark.parametrize(("game", "ruling", "reading", "position", "gone", "new"), [
    ("correction", "COR-1", "leap", "green: spearman c3, pawn c4; orange: pawn c5; phase: move; turn: green", "",
     "c3xc5"),
    ("correction", "COR-3", "blocked", KNIGHT, "c3-e4", ""),
    ("correction", "COR-4", "back too", KNIGHT, "", "c3-a2 c3-e2"),
    ("abstract-game", "ABS-2", "after", PRINTED, "a5xa7", ""),
    ("abstract-game", "ABS-2", "colours swapped", PRINTED, "a5xa7 e6-e5 e6-e7", ""),
    ("abstract-game", "ABS-3", "may", "", "", "pass"),
    ("abstract-game", "ABS-9", "does not count", SIX, "", "a5xa7"),
    ("abstract-game", "ABS-10", "several", ROAD, "", "c3xc5xc7"),
    ("abstract-game", "ABS-11", "only steps count", CORNERED, "a3xa5", ""),
    ("charing-cross", "CC-1", "all", "white: knight f6; black: rook g7; turn: white", "f6xh8", ""),
    ("charing-cross", "CC-3", "opponents", "white: knight c3 c4; black: rook h1; turn: white", "c3xc5 c4xc2", ""),
    ("charing-cross", "CC-10", "pass", "white: rook d1; black: rook d3; turn: white", "", ""),
    ("incorrect-checkers", "IC-4", "one kind", LINES, "", "c3-c5-c7"),
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


def test_a_player_who_cannot_move_passes_or_has_lost():
    stuck = "black: rook d3; turn: white"
    assert str(match("charing-cross", stuck).outcome()) == "black won: white cannot move (CC-10)"
    assert actions(match("charing-cross", stuck, CC_10="pass")) == {"pass"}


def test_a_step_and_a_capture_in_one_turn():
    meeting = "white: piece b3 d3; black: piece b4 e7; turn: white"
    assert match("abstract-game", meeting).then("d3-d4").actors() == ("black",)
    one = match("abstract-game", meeting, ABS_4="both").then("d3-d4")
    assert actions(one) == {"b3xb5", "pass"}
    assert one.why_not("white", "d4-d5") == "white has moved this turn: what is left of it is a capture (ABS-4)"


def test_a_jump_into_the_goal():
    jump = "white: knight f7; black: rook g7; turn: white"
    assert match("charing-cross", jump).then("f7xh7").outcome().winners == ("white",)
    one = match("charing-cross", jump, CC_2="does not win").then("f7xh7")
    assert one.outcome() is None
    assert actions(one) == {"rook@d1", "rook@e1"}


def test_the_way_back_to_the_start():
    """c5 is reached by one jump: whether the longer way over c3 is one too decides nothing."""
    here, there = match("incorrect-checkers", CIRCLE), match("incorrect-checkers", CIRCLE, IC_10="taken")
    assert actions(here) == actions(there)
    assert here.understand("black", "c3-e5-c7-a5-c3-c5") == "c3-c5"
    reason = "the chain started on c3, which counts as taken (IC-10)"
    assert there.why_not("black", "c3-e5-c7-a5-c3-c5") == reason


@pytest.mark.sample(2)
@pytest.mark.parametrize(("game", "ruling", "reading"), [
    ("abstract-game", "ABS-6", "straight"),  # one direction only: one landing
    ("incorrect-checkers", "IC-9", "friends alone"),  # one opponent a turn is never two
    ("incorrect-checkers", "IC-10", "taken"),  # what follows a way back to the start could have come first
])
def test_readings_that_are_equal_on_this_board(game, ruling, reading):
    dice = random.Random(3)
    here, there = match(game, None), match(game, None, **{ruling: reading})
    for _ in range(40):
        assert actions(here) == actions(there)
        if not here.actors():
            break
        text = dice.choice(sorted(actions(here)))
        here, there = here.then(text), there.then(text)


@pytest.mark.parametrize(("game", "position", "action", "end"), [
    ("abstract-game", SIX, "a5xa7", "6 pieces are on the board (ABS-2, ABS-9)"),
    ("abstract-game", "white: piece b2; black: piece b4 e7 e5; turn: white", "b2-b3xb5", "one of them (ABS-4)"),
    ("incorrect-checkers", LINES, "c3-c5-c7", "c6 is one more (IC-4)"),
    ("incorrect-checkers", "black: checker c3 d4 f6; white: checker a8; turn: black", "c3-e5-g7-e5",
     "hopped twice (IC-9)"),
])
def test_a_refusal_ends_with_its_ruling(game, position, action, end):
    one = match(game, position)
    assert one.why_not(one.actors()[0], action).endswith(end)


def test_one_kind_of_jump_is_one_axis():
    one = match("incorrect-checkers", LINES, IC_4="one kind")
    assert one.why_not("black", "c3-c5-e5").endswith("go along one axis, and that over d5 does not (IC-4)")


@pytest.mark.slow
@pytest.mark.parametrize(("reading", "alive"), [("rings", "white"), ("listed", "orange white")])
def test_danger_by_rings_or_as_listed(reading, alive):
    """As round 2 ends, all the edge is red; or its first and last row alone."""
    one = match("chess-battle", "blue: rook a1; orange: rook a5; black: bishop f8; white: knight g4; round: 2",
                CB_10=reading)
    after = one.play(dict.fromkeys(one.actors(), "stay"))
    assert {man.player for _, man in after.rules.show(after.position).all_pieces()} == set(alive.split())
