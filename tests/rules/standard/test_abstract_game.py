"""Every row of the published rules' test table for An Abstract Game, and the reading that counts after the capture."""

import pytest
from rules.standard.specs import ABSTRACT, at, build, play, texts, why

PRINTED = "white: piece a5 e6 d5; black: piece a6 d6; turn: white"
AFTER = {"red": {"open": "even", "count": "after"}, "blue": {"open": "odd", "count": "after"}}


def test_the_first_turn():
    game = build(ABSTRACT)
    assert sorted(texts(game, game.start())) == ["b2-b3", "b2-c2", "c1-c2", "c1-d1", "d2-c2", "d2-d1", "d2-d3", "e1-d1"]


@pytest.mark.parametrize(
    ("action", "reason"),
    [("a1-a2", "a2 is blue and closed: 12 pieces are on the board"), ("b2-c3", "the piece on b2 cannot reach c3")],
)
def test_refused_at_the_start(action, reason):
    game = build(ABSTRACT)
    assert why(game, game.start(), action) == reason


def test_the_printed_capture():
    game = build(ABSTRACT)
    after = play(game, at(game, PRINTED), "d5xd7")
    assert str(game.show(after)) == "white: piece a5 e6 d7; black: piece a6; turn: black"


@pytest.mark.parametrize(
    ("position", "action", "reason"),
    [
        (PRINTED, "e6xc6", "the piece on e6 cannot reach c6, and it hops over d6 only in the directions `fW`"),
        (PRINTED.replace("d6;", "d6 c7;"), "a5xa7", "a6 is blue and closed: 6 pieces are on the board"),
        ("white: piece d5; black: piece d6 d7; turn: white", "d5xd7", "the black piece on d7 is in the way"),
        (
            "white: piece d4; black: piece d3; turn: white",
            "d4xd2",
            "the piece on d4 cannot reach d2, and it hops over d3 only in the directions `fW`",
        ),
    ],
)
def test_a_refusal_names_the_rule_that_forbids_the_action(position, action, reason):
    game = build(ABSTRACT)
    assert why(game, at(game, position), action) == reason


def test_no_space_beyond():
    game = build(ABSTRACT)
    assert not [text for text in texts(game, at(game, "white: piece d6; black: piece d7; turn: white")) if "x" in text]


def test_frozen_on_a_closed_colour():
    game = build(ABSTRACT)
    assert (
        str(game.outcome(at(game, "white: piece c2; black: piece c6 d6; turn: white")))
        == "black won: white cannot move"
    )


def test_the_example_of_the_text_under_both_readings():
    now, after = build(ABSTRACT), build(ABSTRACT, terrain=AFTER)
    assert "a5xa7" in texts(now, at(now, PRINTED))
    assert "a5xa7" not in texts(after, at(after, PRINTED))
    assert (
        why(after, at(after, PRINTED), "a5xa7") == "a6 is blue and closed: 4 pieces are on the board after the capture"
    )
    assert "d5xd7" in texts(after, at(after, PRINTED))


def test_a_step_captures_nothing_so_both_readings_agree_on_it():
    now, after = build(ABSTRACT), build(ABSTRACT, terrain=AFTER)
    assert sorted(texts(after, after.start())) == sorted(texts(now, now.start()))


def test_the_last_capture_wins():
    game = build(ABSTRACT)
    end = play(game, at(game, "white: piece d5; black: piece d6; turn: white"), "d5xd7")
    assert str(game.outcome(end)) == "white won: black has no piece left"
