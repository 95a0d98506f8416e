"""Every row of the published rules' test table for Charing Cross, and the other reading of its edge."""

import pytest
from rules.standard.specs import CROSSING, at, build, play, texts, why

from fabgen.rules.perft import divide, perft


def test_the_first_turn():
    game = build(CROSSING)
    actions = texts(game, game.start())
    assert len(actions) == 16
    assert {"a4xa6", "a5xa3", "d8xf8", "e8xc8"} == {text for text in actions if "x" in text}
    assert perft(game, game.start(), 1) == 20
    assert divide(game, game.start(), 1)["a4xa6"] == 2


@pytest.mark.parametrize(
    ("position", "cell", "actions"),
    [
        ("black: knight e5; turn: black", "e5", "e5-d4 e5-d5 e5-d6"),
        ("black: knight e2; turn: black", "e2", "e2-d2 e2-d3"),
        ("black: knight e5; white: rook d5; turn: black", "e5", "e5-d4 e5-d6 e5xc5"),
        ("white: knight g4; turn: white", "g4", "g4-h3 g4-h4 g4-h5"),
        ("white: knight f7; black: rook g7; turn: white", "f7", "f7-g6 f7xh7"),
        ("white: knight g7; black: knight h8; turn: white", "g7", "g7-h6 g7-h7"),
        ("white: rook b3, knight a4; turn: white", "b3", "b3-b2 b3-c2"),
        ("white: rook c2; black: knight b1; turn: white", "c2", "c2-c1 c2-d1"),
        ("black: rook d3; white: knight c4, rook b5; turn: black", "d3", "d3-d4 d3-e4"),
    ],
)
def test_a_piece_has_exactly_these_actions(position, cell, actions):
    game = build(CROSSING)
    assert sorted(texts(game, at(game, position), cell)) == sorted(actions.split())


@pytest.mark.parametrize(
    ("position", "action", "homes"),
    [
        ("black: rook d3; white: knight c4; turn: black", "d3xb5", "knight@a4 knight@a5"),
        ("white: knight c3 c4; turn: white", "c3xc5", "knight@a4 knight@a5"),
        ("black: rook a3; white: knight a4; turn: black", "a3xa5", "knight@a4"),
    ],
)
def test_the_owner_re_places_the_piece_that_was_jumped_over(position, action, homes):
    game = build(CROSSING)
    before = at(game, position)
    after = play(game, before, action)
    assert game.actors(after) == ("white",)
    assert texts(game, after) == homes.split()
    assert game.show(after).turn != game.show(before).turn


def test_a_piece_is_lost_where_no_home_is_vacant():
    game = build(CROSSING)
    after = play(game, at(game, "black: rook d3 a4; white: knight c4 a5; turn: black"), "d3xb5")
    assert str(game.show(after)) == "white: knight a5; black: rook a4 b5; turn: white"


@pytest.mark.parametrize(
    ("position", "action"),
    [
        ("white: knight g4; turn: white", "g4-h3"),
        ("white: knight f7; black: rook g7; turn: white", "f7xh7"),
        ("white: rook c2; black: knight b1; turn: white", "c2-d1"),
    ],
)
def test_the_goal_wins_before_any_piece_is_re_placed(position, action):
    game = build(CROSSING)
    after = play(game, at(game, position), action)
    assert game.outcome(after).winners == ("white",)
    assert game.outcome(after).why.endswith(f"has reached {action[-2:]}")
    assert game.actors(after) == ()


def test_the_edge_closed_to_jumps_too():
    game = build(CROSSING, forbidden_to="moves and hops")
    low = at(game, "white: knight f6; black: rook g7; turn: white")
    assert "f6xh8" not in texts(game, low)
    assert "f6xh8" in texts(build(CROSSING), low)
    assert why(game, low, "f6xh8") == "h8 is forbidden to the white knight: it lies in knights' edge"


def test_without_an_action_a_player_has_lost():
    game = build(CROSSING)
    assert str(game.outcome(at(game, "black: rook d3; turn: white"))) == "black won: white cannot move"
