"""Actions and their text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabgen.rules.boards import Board
from fabgen.rules.notation import Action, ActionError, parse_action, read_action_text

BOARD = Board(30, 12)
CELLS = st.sampled_from(BOARD.cells)


@given(CELLS, CELLS, st.booleans())
def test_text_and_action_are_inverse(origin, target, capture):
    action = Action(origin, target, target if capture else None)
    if origin != target:
        assert parse_action(str(action), BOARD) == action


@pytest.mark.parametrize(("text", "action"), [
    ("c3-c4", Action("c3", "c4")), ("c3xc5", Action("c3", "c5", "c5")), (" c3 x c5 ", Action("c3", "c5", "c5")),
    ("x3xx5", Action("x3", "x5", "x5")), ("x3-aa12", Action("x3", "aa12"))])
def test_an_action_is_read_from_its_text(text, action):
    assert parse_action(text, BOARD) == action


@pytest.mark.parametrize(("text", "mistakes"), [
    ("c3", [(0, "`c3` is not a move")]), ("c3-c4-c5", [(0, "`c3-c4-c5` is not a move")]),
    ("", [(0, "`` is not a move")]),
    ("c3-c13", [(3, "`c13` is not on the board")]),
    ("zz1xc0", [(0, "`zz1` is not on the board"), (4, "`c0` is not on the board")]),
    ("c3-c3", [(3, "`c3-c3` goes nowhere")])])
def test_every_mistake_in_an_action_is_reported_with_its_column(text, mistakes):
    with pytest.raises(ActionError) as caught:
        parse_action(text, BOARD)
    assert [(m.column, m.what) for m in caught.value.mistakes] == mistakes


def test_the_piece_jumped_over_is_no_part_of_the_path():
    spoken = read_action_text("c1x(d2)c3-e5", BOARD)
    assert (spoken.path, spoken.captures) == (("c1", "c3", "e5"), (True, False))
    with pytest.raises(ActionError, match="z99"):
        read_action_text("c1x(z99)c3", BOARD)
