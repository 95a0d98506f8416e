"""Problems read like a compiler's messages, all of them, in the order of their places."""

from __future__ import annotations

import pytest

from fabgen.core.problems import FabgenError, Location, Problem, close_words, nearest_hint, problem_error


@pytest.mark.parametrize(("where", "shown"), [
    (Location(), ""),
    (Location("game.yaml"), "game.yaml"),
    (Location("game.yaml", 3, 7), "game.yaml:3:7"),
    (Location("game.yaml", 3, 7, "board.cell"), "game.yaml:3:7 (board.cell)"),
])
def test_a_place_is_file_line_column_and_key(where: Location, shown: str) -> None:
    assert str(where) == shown


def test_a_problem_shows_place_level_and_its_hint_line_by_line() -> None:
    text = str(Problem(Location("g.yaml", 1, 2), "too small", "first\nsecond", "warning"))
    assert text == "g.yaml:1:2: warning: too small\n  first\n  second"
    assert str(Problem(Location(), "lost")) == "error: lost"


def test_an_error_holds_each_problem_once_and_in_order() -> None:
    late, early, other = (Problem(Location("g.yaml", n), "x") for n in (12, 3, 3))
    error = FabgenError([late, early, other])
    assert [p.where.line for p in error.problems] == [3, 12]
    assert str(error) == "g.yaml:3:0: error: x\ng.yaml:12:0: error: x"


def test_problem_is_ready_to_raise() -> None:
    with pytest.raises(FabgenError) as caught:
        raise problem_error("nothing there", "look again")
    assert caught.value.problems == (Problem(Location(), "nothing there", "look again"),)


@pytest.mark.parametrize(("word", "hint"), [
    ("pwan", "did you mean pawn?"),
    ("PAWN", "did you mean pawn?"),
    ("xyz", "one of pawn, Knight or spear"),
    ("knigth", "did you mean Knight?"),
])
def test_nearest_names_the_close_words_else_all(word: str, hint: str) -> None:
    assert nearest_hint(word, ["pawn", "Knight", "spear"]) == hint


def test_nearest_of_nothing_is_nothing() -> None:
    assert nearest_hint("pawn", []) == ""


def test_the_code_of_a_problem_is_only_for_programs() -> None:
    plain, coded = (
        Problem(Location("game.yaml", 3), "too wide"),
        Problem(Location("game.yaml", 3), "too wide", code="x.wide"),
    )
    assert plain == coded
    assert not plain < coded
    assert str(plain) == str(coded)
    assert FabgenError([coded]).problems[0].code == "x.wide"


def test_close_words_are_found_whatever_their_capitals() -> None:
    assert close_words("PAWM", ["pawn", "Pawn", "king"]) == ["pawn", "Pawn"]
    assert close_words("queen", ["pawn"]) == []


@pytest.mark.parametrize(("word", "valid", "expected"), [
    ("Koma.svg", ["koma.svg", "koma2.svg"], ["koma.svg"]),  # only the capitals differ
    ("knigt", ["knight", "king"], ["knight"]),  # 10 of 11 letters of both are shared with one, 6 of 9 with the other
    ("sand", ["band", "hand"], ["band", "hand"]),  # 3 of 4 letters with each
])
def test_a_word_that_is_much_closer_is_meant_alone(word: str, valid: list[str], expected: list[str]) -> None:
    assert close_words(word, valid) == expected
