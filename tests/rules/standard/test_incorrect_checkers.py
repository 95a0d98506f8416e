"""Every row of the published rules' test table for Incorrect Checkers, and the other readings of its rulings."""

import pytest
from rules.standard.specs import CHECKERS, at, build, texts, why

FIRST = [
    "a3-b4",
    "c3-b4",
    "c3-d4",
    "e3-d4",
    "e3-f4",
    "g3-f4",
    "g3-h4",
    "b2-d4",
    "d2-b4",
    "d2-f4",
    "f2-d4",
    "f2-h4",
    "h2-f4",
]
HOME = "b8 d8 f8 h8 a7 c7 e7 g7 b6 d6 f6 h6"


def with_reading(**also):
    return build(CHECKERS, also={"man": [{"moves": "bmF", "when": "goals ahead filled"} | also]})


def test_the_first_turn():
    game = build(CHECKERS)
    assert sorted(texts(game, game.start())) == sorted(FIRST)


@pytest.mark.parametrize(
    ("position", "cell", "actions"),
    [
        ("black: man d4; turn: black", "d4", "d4-c5 d4-e5"),
        ("black: man d4 e5; turn: black", "d4", "d4-c5 d4-f6"),
        ("black: man b2 c3 e5 g5; turn: black", "b2", "b2-a3 b2-d4 b2-d4-f6 b2-d4-f6-h4"),
        ("black: man c3; white: man c4; turn: black", "c3", "c3-b4 c3-d4 c3-c5"),
        ("black: man b8 d8 c7 a1; turn: black", "c7", "c7-b6 c7-d6"),
        ("black: man b8 c7 a1; turn: black", "c7", "c7-d8"),
        ("black: man b8 a1; turn: black", "b8", "b8-a7 b8-c7"),
        ("white: man c6 d5 f5; turn: white", "c6", "c6-b5 c6-e4"),
    ],
    ids=["steps", "over a friend", "chain", "over an opponent", "retreat", "no retreat", "last row", "white"],
)
def test_a_man_has_exactly_these_actions(position, cell, actions):
    game = build(CHECKERS)
    assert sorted(texts(game, at(game, position), cell)) == sorted(actions.split())


@pytest.mark.parametrize(
    ("position", "action", "reason"),
    [
        (
            "black: man d4 c3; turn: black",
            "d4-b2",
            "a chain must end further forward than d4, and b2 does not lie further",
        ),
        (
            "black: man c3; white: man d3; turn: black",
            "c3-e3",
            "a chain must end further forward than c3, and e3 does not lie further",
        ),
        (
            "black: man c3; white: man c4 c6; turn: black",
            "c3-c5-c7",
            "one turn has one hop over enemies, and c6 is one more",
        ),
        (
            "black: man c5; white: man c4; turn: black",
            "c5-c3",
            "a chain must end further forward than c5, and c3 does not lie further",
        ),
        (
            "black: man b8 c7 a1; turn: black",
            "c7-b6",
            "the man on c7 goes to b6 only while a friend stands on every goal cell that it could still reach, "
            "and d8 is not",
        ),
        ("black: man c3 d4 f6; turn: black", "c3-e5-g7-e5-c3", "the piece on f6 is hopped twice"),
        ("black: man c3; turn: black", "c3-e5", "the man on c3 cannot reach e5, and no piece stands on d4 to hop over"),
    ],
)
def test_a_refusal_names_the_rule_that_forbids_the_action(position, action, reason):
    game = build(CHECKERS)
    assert why(game, at(game, position), action) == reason


def test_over_an_opponent_then_a_friend():
    game = build(CHECKERS)
    position = at(game, "black: man c3 f4; white: man d3; turn: black")
    assert "c3-e3-g5" in texts(game, position)
    assert why(game, position, "c3-g5") == ""


def test_two_opponents_in_one_turn():
    game = build(CHECKERS, hops={"man": [{"over": "friend", "to": "F"}, {"over": "enemy", "to": "W"}]})
    position = at(game, "black: man c3; white: man c4 c6; turn: black")
    assert "c3-c5-c7" in texts(game, position)
    assert "c3-c5-c7" not in texts(build(CHECKERS), position)


def test_opponents_only_ahead():
    ahead = build(CHECKERS, hops={"man": [{"over": "friend", "to": "F"}, {"over": "enemy", "to": "fW", "per_turn": 1}]})
    position = at(ahead, "black: man c3 f4; white: man d3; turn: black")
    assert "c3-e3-g5" not in texts(ahead, position)
    assert "c3-e3-g5" in texts(build(CHECKERS), position)


@pytest.mark.parametrize(
    ("when", "retreats"), [("goals ahead filled", True), ("goals in reach filled", True), ("all goals filled", False)]
)
def test_readings_of_retreat(when, retreats):
    game = with_reading(when=when)
    position = at(game, "black: man b8 d8 c7 a1; turn: black")
    assert ("c7-b6" in texts(game, position, "c7")) is retreats


def test_a_goal_beside_the_cone_in_reach():
    """All goal cells ahead of c5 are filled, but over d5 and f6 it could come to g7, which is not ahead of it."""
    position = "black: man c5 f6 b6 d6 a7 c7 e7 b8 d8 f8; white: man d5 a8; turn: black"
    steps, reach = with_reading(), with_reading(when="goals in reach filled")
    assert "c5-e5-g7" in texts(steps, at(steps, position))
    assert {"c5-b4", "c5-d4"} <= set(texts(steps, at(steps, position)))
    assert not {"c5-b4", "c5-d4"} & set(texts(reach, at(reach, position)))
    assert why(reach, at(reach, position), "c5-b4") == (
        "the man on c5 goes to b4 only while no vacant goal cell is in its reach"
    )


@pytest.mark.parametrize(("without", "actions"), [("holds", ["b8-a7", "b8-c7"]), ("fails", [])])
def test_the_last_row(without, actions):
    game = with_reading(without=without)
    assert texts(game, at(game, "black: man b8 a1; turn: black"), "b8") == actions


def test_all_twelve_are_home():
    game = build(CHECKERS)
    end = at(game, f"black: man {HOME}; white: man a4 a8; turn: white")
    assert str(game.outcome(end)) == "black won: all pieces of black stand in black goal"
    eleven = at(game, f"black: man {HOME.replace('h6', 'g5')}; white: man a4 a8; turn: white")
    assert game.outcome(eleven) is None


def test_the_last_step_wins_at_once():
    game = build(CHECKERS)
    before = at(game, f"black: man {HOME.replace('h6', 'g5')}; white: man a4 a8; turn: black")
    after = game.apply(before, {"black": game.action(before, "black", "g5-h6")})
    assert game.outcome(after).winners == ("black",)
    assert game.actors(after) == ()
