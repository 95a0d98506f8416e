"""Positions, their one text form, every mistake in it, and the picture in text."""

from dataclasses import replace

import pytest
from hypothesis import given
from rules.helpers import positions, setting

from fabgen.rules.boards import Board
from fabgen.rules.position import Piece, Position, PositionError, Setting, board_text, piece_letters

WHERE = setting(pieces=("pawn", "spearman", "two words", "knight-errant"))


@pytest.mark.slow
@given(positions())
def test_text_and_position_are_inverse(position):
    read = Position.parse(str(position), position.setting)
    assert read == position
    assert hash(read) == hash(position)
    assert str(read) == str(position)


def test_a_position_is_read_from_its_text():
    position = Position.parse("green: spearman c3, pawn c4 e4; orange: pawn c5; turn: green", WHERE)
    assert position.pieces == {
        "c3": Piece("green", "spearman"),
        "c4": Piece("green", "pawn"),
        "e4": Piece("green", "pawn"),
        "c5": Piece("orange", "pawn"),
    }
    assert position.turn == "green"
    assert position.unmoved == frozenset()


@pytest.mark.parametrize(("text", "written"), [
    ("", ""), (" ; \n ", ""), ("green:", ""), ("turn: orange", "turn: orange"),
    ("green: two words c3", "green: two words c3"), ("green : two   words  c3", "green: two words c3"),
    ("orange: knight-errant a1\ngreen: pawn b1-d1 b2\n", "green: pawn b1 c1 d1 b2; orange: knight-errant a1"),
    ("turn: green; unmoved: b2 a1; green: pawn a1; green: pawn b2", "green: pawn a1 b2; unmoved: a1 b2; turn: green"),
])
def test_a_position_is_written_in_the_order_of_its_setting(text, written):
    assert str(Position.parse(text, WHERE)) == written


@pytest.mark.parametrize(("text", "mistakes"), [
    ("gren: pawn a1", [(0, 0, "no player is called `gren`")]),
    ("green: pawm a1", [(0, 7, "no piece is called `pawm`")]),
    ("green: pawn a7", [(0, 12, "`a7` is not on the board")]),
    ("green: pawn a1; orange: spearman a1", [(0, 33, "two pieces stand on a1: green pawn and orange spearman")]),
    ("green: pawn a1 a1", [(0, 15, "two pieces stand on a1: green pawn and green pawn")]),
    ("green pawn a1", [(0, 0, "`green pawn a1` has no colon")]),
    ("turn: green\nturn: green", [(1, 0, "the turn is given twice")]),
    ("turn:", [(0, 0, "`turn` names no player")]),
    ("turn: blue", [(0, 6, "no player is called `blue`")]),
    ("green: pawn", [(0, 7, "`pawn` stands nowhere")]),
    ("green: pawn a1, b2", [(0, 16, "no piece is named before `b2`")]),
    ("green: pawn a1 spearman b2", [(0, 15, "`spearman` is not the name of a cell")]),
    ("green: pawn a1; unmoved: a2", [(0, 25, "no piece stands on a2")]),
    ("green: pawn a1 q;\n  blue: pawn b9, king c3\nturn: red", [
        (0, 15, "`q` is not the name of a cell"), (1, 2, "no player is called `blue`"),
        (1, 13, "`b9` is not on the board"),
        (1, 17, "no piece is called `king`"), (2, 6, "no player is called `red`")]),
])
def test_every_mistake_with_its_place(text, mistakes):
    with pytest.raises(PositionError) as caught:
        Position.parse(text, WHERE)
    assert [(m.line, m.column, m.what) for m in caught.value.mistakes] == mistakes
    assert all(m.hint for m in caught.value.mistakes)


def test_a_section_is_that_of_the_player_with_the_longest_fitting_name():
    """`red guard hand` is the hand of the red guard, and not the `guard hand` of red."""
    where = replace(WHERE, players={"red": "up", "red guard": "down"}, held=("hand",))
    assert Position.parse("red guard hand: 2 pawn; turn: red", where).held == {("red guard", "hand"): {"pawn": 2}}


@pytest.mark.parametrize(("held", "hint"), [
    ("spearman", "write `1 spearman`"), ("two  words", "write `1 two words`"), ("dragon", "write `2 pawn`")])
def test_a_piece_in_hand_without_a_number_is_named_in_the_hint(held, hint):
    with pytest.raises(PositionError) as caught:
        Position.parse(f"green hand: {held}", replace(WHERE, held=("hand",)))
    assert [(m.what, m.hint) for m in caught.value.mistakes] == [(f"`{held}` does not start with a number", hint)]



@pytest.mark.parametrize(("text", "hint"), [
    ("gren: pawn a1", "did you mean green?"), ("green: pawm a1", "did you mean pawn?"),
    ("turm: green", "did you mean turn?"), ("nobody: pawn a1", "one of green or orange"),
    ("green: pawn g7", "cells here are a1 to f6"), ("green: pawn a1 two b2", "cells here are"),
    ("green: pawn a1 spearman b2", "`, spearman`")])
def test_a_mistake_in_a_position_comes_with_a_hint(text, hint):
    with pytest.raises(PositionError) as caught:
        Position.parse(text, WHERE)
    assert hint in caught.value.hint


@pytest.mark.parametrize(("players", "pieces", "what"), [
    ({"turn": "up"}, ("pawn",), "cannot be called `turn`"), ({"a": "ahead"}, ("pawn",), "`ahead` is no direction"),
    ({"a": "up"}, ("pawn c3",), "cannot be called `pawn c3`")])
def test_settings_whose_positions_could_not_be_read(players, pieces, what):
    with pytest.raises(ValueError, match=what):
        Setting(Board(6, 6), players, pieces)


def test_equal_positions_hash_alike_whatever_the_order():
    one = Position.parse("green: pawn a1 b1", WHERE)
    other = Position.parse("green: pawn b1; green: pawn a1", WHERE)
    assert len({one, other, Position.parse("green: pawn a1 b1; turn: green", WHERE)}) == 2


def test_a_board_in_text_has_a_letter_for_each_kind_and_a_key():
    where = setting(4, 3, ("pawn", "spearman", "pike"))
    position = Position.parse("green: pawn a1 b2, pike c1; orange: spearman d3; turn: orange", where)
    assert board_text(position).splitlines() == [
        "3 . . . s", "2 . P . .", "1 P . I .", "  a b c d",
        "P green pawn", "I green pike", "s orange spearman", "orange to move"]


def test_board_text_shows_every_piece_on_a_shared_cell():
    where = Setting(Board(2, 1), {"green": "up", "orange": "down"}, ("pawn",), shares_cells=True)
    lines = board_text(Position.parse("green: pawn a1; orange: pawn a1", where)).splitlines()
    assert lines[0] == "1 Pp  ."
    assert lines[2:] == ["P green pawn", "p orange pawn"]


def test_board_text_of_a_wide_board():
    where = setting(28, 10, ("pawn",), green="up")
    lines = board_text(Position.parse("green: pawn ab10", where)).splitlines()
    assert lines[0].startswith("10  .  .")
    assert lines[0].endswith(".  P")
    assert lines[10].endswith(" z aa ab")


def test_every_kind_of_piece_has_its_own_letter():
    where = setting(6, 6, tuple(f"piece {word}" for word in "abcdefghij"), **{f"player{n}": "up" for n in range(12)})
    letters = piece_letters(where)
    assert len(set(letters.values())) == len(letters) == 120


def test_with_several_players_a_piece_has_the_letters_of_player_and_kind():
    """Red and rust, frog and fox begin alike: the later has the next letter of its own."""
    where = Setting(Board(3, 2), {"red": "up", "rust": "down", "blue": "left"}, ("frog", "fox"))
    assert {str(man): sign for man, sign in piece_letters(where).items()} == {
        "red frog": "rF", "red fox": "rO", "rust frog": "uF", "rust fox": "uO", "blue frog": "bF", "blue fox": "bO"}
    lines = board_text(Position.parse("red: frog a1; rust: fox b1; blue: frog c2", where)).splitlines()
    assert lines[:3] == ["2  .  . bF", "1 rF uO  .", "   a  b  c"]
    assert lines[3:] == ["rF red frog", "uO rust fox", "bF blue frog"]
