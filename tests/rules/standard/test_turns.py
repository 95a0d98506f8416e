"""Several actions a turn, and the pie rule: counts by hand."""

import pytest
from rules.standard.connecting import hex_spec
from rules.standard.specs import at, build, play, texts, why

from fabgen.rules.perft import perft
from fabgen.rules.protocol import OptionErrors

PLACING = {  # as in Connect6: one stone first, then two a turn
    "grid": (5, 5),
    "pieces": {"stone": "none"},
    "rules": {"drops": {"stone": "board"}, "supply": "endless", "in_turn": 2, "first_turn": 1, "win": [{"line": 5}],
              "stuck": "draws"},
}


def test_one_stone_first_then_two_a_turn():
    game = build(PLACING)
    assert [perft(game, game.start(), n) for n in (1, 2)] == [25, 25 * 24 * 23]
    position = play(game, game.start(), "stone@a1")
    assert game.actors(position) == ("black",)
    position = play(game, position, "stone@b1")
    assert game.actors(position) == ("black",)
    assert str(game.show(position)) == "white: stone a1; black: stone b1; left: 1; turn: black"
    assert at(game, str(game.show(position))) == position
    assert game.actors(play(game, position, "stone@c1")) == ("white",)


def test_without_a_first_turn_of_its_own_all_turns_are_alike():
    game = build(PLACING, first_turn=None)
    assert [perft(game, game.start(), n) for n in (1, 2)] == [25 * 24, 25 * 24 * 23 * 22]


def test_a_goal_is_met_in_the_middle_of_a_turn():
    game = build(PLACING)
    position = at(game, "white: stone a1-d1; black: stone a2-d2; turn: white")
    assert str(game.outcome(play(game, position, "stone@e1"))) == "white won: white has 5 in a line"
    lost = at(game, "white: stone a1-d1; black: stone a2-d2; turn: black")
    assert str(game.outcome(play(game, lost, "stone@c5", "stone@e2"))) == "black won: black has 5 in a line"


def test_a_turn_ends_where_nothing_is_left_to_do():
    game = build({"grid": (3, 1), "pieces": {"man": "fmW"}, "players": {"white": "right", "black": "left"},
                  "setup": "white: man a1; black: man c1", "rules": {"in_turn": 2}})
    moved = play(game, game.start(), "a1-b1")
    assert str(game.outcome(moved)) == "white won: black cannot move"  # white cannot either, but black is to move


def test_who_may_pass_may_leave_the_rest_of_a_turn():
    game = build(PLACING, passing="always")
    position = play(game, game.start(), "stone@a1", "stone@b1", "pass")
    assert game.actors(position) == ("white",)
    assert "left" not in game.show(position).notes


def test_the_pie_rule():
    """White places, and black may swap: nothing changes on the board, and it is black's turn for the other person."""
    spec = hex_spec(3)
    game = build(spec, swap=True)
    assert str(game.show(game.start())).endswith("swap: next; turn: white")
    assert "swap" not in texts(game, game.start())
    assert why(game, game.start(), "swap") == "only the first turn of the second player may be to swap sides"
    opened = play(game, game.start(), "stone@b2")
    assert len(texts(game, opened)) == 8 + 1
    swapped = play(game, opened, "swap")
    assert game.actors(swapped) == ("black",)
    assert game.show(swapped).pieces == game.show(opened).pieces
    assert len(texts(game, swapped)) == 8
    assert len(texts(game, play(game, opened, "stone@a1"))) == 7
    assert at(game, str(game.show(opened))) == opened
    # Nine first stones; then eight answers, or a swap: nine times nine; each answered by seven, or by eight after it.
    assert [perft(game, game.start(), n) for n in (1, 2, 3)] == [9, 81, 9 * (8 * 7 + 8)]


def test_whoever_did_nothing_in_the_opening_may_swap_after_it():
    """White's stone of the opening is the first turn: black swaps, or plays. Where both have placed one, white's next
    turn is the first, and black swaps after it."""
    placed = {"places": "stone"}
    game = build(hex_spec(3), swap=True, opening=[placed])
    opened = play(game, game.start(), "stone@b2")
    assert game.actors(opened) == ("black",)
    assert "swap" in texts(game, opened)
    assert "swap" not in texts(game, play(game, opened, "stone@a1"))
    assert game.actors(play(game, opened, "swap")) == ("black",)
    both = build(hex_spec(3), swap=True, opening=[placed, placed])
    opened = play(both, both.start(), "stone@b2", "stone@a1")
    assert both.actors(opened) == ("white",)
    assert "swap" not in texts(both, opened)
    assert "swap" in texts(both, play(both, opened, "stone@c3"))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"in_turn": "one action", "first_turn": 2}, "the first turn has more actions than the others"),
    ],
)
def test_bad_options_are_told(changes, message):
    with pytest.raises(OptionErrors) as error:
        build(PLACING, **changes)
    assert [mistake.what for mistake in error.value.mistakes] == [message]


def test_three_cannot_swap():
    with pytest.raises(OptionErrors, match="3 players cannot swap sides"):
        build(PLACING | {"players": {"white": "up", "black": "down", "red": "up"}}, swap=True)


@pytest.mark.parametrize("note", ["left: 3", "left: two", "swap: soon"])
def test_bad_notes_are_told(note):
    game = build(PLACING, swap=True)
    with pytest.raises(ValueError, match=f"`{note}`"):
        at(game, f"white: stone a1; {note}; turn: black")


def test_the_first_player_who_cannot_act_is_stuck():
    """The turn has not begun, though it has another number of actions than the others."""
    game = build({"grid": (2, 2), "pieces": {"man": "fmW"}, "setup": "white: man a2; black: man b2",
                  "rules": {"in_turn": 2, "first_turn": 1}})
    assert game.show(game.start()).notes == {"left": "first turn"}
    assert str(game.outcome(game.start())) == "black won: white cannot move"


def test_a_first_turn_that_cannot_be_finished_goes_over_to_the_next():
    """Three stones are due, and there is room for two."""
    game = build(PLACING | {"grid": (2, 1)}, in_turn=2, first_turn=3, swap=True, win=[])
    opened = play(game, game.start(), "stone@a1")
    assert game.show(opened).notes == {"left": "2", "swap": "next"}
    assert at(game, str(game.show(opened))) == opened
    filled = play(game, opened, "stone@b1")
    assert game.actors(filled) == ("black",)
    assert texts(game, filled) == ["swap"]


def test_a_whole_first_turn_is_read():
    game = build(PLACING)
    assert at(game, str(game.show(game.start()))) == game.start()
    alike = build(PLACING, first_turn=None)
    assert game.start() != alike.start()
    with pytest.raises(ValueError, match="`left: first turn` is no number from 1 to 1"):
        at(alike, "left: first turn; turn: white")


ENDING = {"passing": "always", "passes": 2, "win": []}


def test_the_rest_of_a_turn_is_no_pass():
    """White has placed a stone in the turn that he ends by passing; only black's pass and white's next one count."""
    game = build(PLACING, **ENDING, first_turn=None)
    position = play(game, game.start(), "stone@a1", "pass")
    assert game.show(position).notes == {}
    passed = play(game, position, "pass")
    assert game.show(passed).notes == {"passes": "1"}
    assert game.outcome(passed) is None
    assert str(game.outcome(play(game, passed, "pass"))) == "draw: 2 passes in a row"


def test_a_whole_first_turn_may_be_passed():
    game = build(PLACING, **ENDING)
    assert str(game.outcome(play(game, game.start(), "pass", "pass"))) == "draw: 2 passes in a row"


def test_the_second_part_of_a_turn_left_out_is_no_pass():
    game = build({"grid": (3, 3), "pieces": {"man": "K"}, "setup": "white: man a1; black: man c3",
                  "rules": {"in_turn": "move and capture", "passing": "always", "passes": 2}})
    position = play(game, at(game, "white: man a1; black: man c2; turn: white"), "a1-b1", "pass")
    assert game.show(position).notes == {}


def test_who_swaps_has_not_passed():
    game = build(PLACING, **ENDING, swap=True)
    swapped = play(game, game.start(), "pass", "swap")
    assert game.show(swapped).notes == {}
    assert game.outcome(play(game, swapped, "pass")) is None
