"""Cells, places, steps, lists of cells, and the four meanings of forward."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabgen.rules.boards import Board, TextError, file_name, map_board, parse_cells
from fabgen.rules.directions import FORWARD, SQUARES

SIX = Board(6, 6)
LATTICES = st.builds(Board, st.integers(1, 60), st.integers(1, 30))


@pytest.mark.parametrize(("text", "words", "hint"), [
    ("a5..e5", "`a5..e5` is not the name of a cell", "a range has a hyphen: a5-e5"),
    ("a5:E5", "`a5:E5` is not the name of a cell", "a range has a hyphen: a5-e5"),
    ("a5–e5", "`a5–e5` is not the name of a cell", "a range has a hyphen: a5-e5"),
    ("a5 to e5", "`to` is not the name of a cell", "a range has a hyphen: a1-f6"),
    ("a5..e9", "`a5..e9` is not the name of a cell", "cells here are a1 to f6"),
])
def test_a_range_in_another_spelling_is_named(text, words, hint):
    with pytest.raises(TextError) as caught:
        parse_cells(text, SIX)
    assert [(m.what, m.hint) for m in caught.value.mistakes] == [(words, hint)]


def test_a_map_has_no_ranges():
    with pytest.raises(TextError) as caught:
        parse_cells("kent..essex", map_board(["kent", "essex"], [("kent", "essex")]))
    assert caught.value.mistakes[0].hint == "a map has no ranges, name each space: kent essex"


def test_cells_go_rank_by_rank():
    assert Board(3, 2).cells == ("a1", "b1", "c1", "a2", "b2", "c2")


@pytest.mark.parametrize(("number", "name"), [
    (0, "a"), (25, "z"), (26, "aa"), (27, "ab"), (51, "az"), (52, "ba"), (99, "cv")])
def test_names_of_files(number, name):
    assert file_name(number) == name


@given(LATTICES, st.data())
def test_cells_and_places_are_inverse(lattice, data):
    cell = data.draw(st.sampled_from(lattice.cells))
    assert lattice.cell(*lattice.place(cell)) == cell
    assert cell in lattice


@pytest.mark.parametrize(("cell", "step", "expected"), [
    ("c3", (1, 2), "d5"), ("a1", (-1, 0), None), ("f6", (0, 1), None), ("f1", (1, 0), None), ("a1", (0, -1), None)])
def test_a_step_leads_to_the_cell_at_its_offset_or_off_the_board(cell, step, expected):
    assert SIX.step(cell, *step) == expected


@pytest.mark.parametrize("size", [(0, 3), (3, 0), (101, 1), (-1, 5)])
def test_sizes_that_no_board_has(size):
    with pytest.raises(ValueError, match="from 1 to 100"):
        Board(*size)


@pytest.mark.parametrize(("forward", "ahead", "right"), [
    ("up", (0, 1), (1, 0)), ("down", (0, -1), (-1, 0)), ("left", (-1, 0), (0, 1)), ("right", (1, 0), (0, -1))])
def test_forward_turns_the_offsets_of_a_player(forward, ahead, right):
    assert SQUARES.to_board((0, 1), forward) == ahead
    assert SQUARES.to_board((1, 0), forward) == right


@given(st.integers(-9, 9), st.integers(-9, 9))
def test_turns_make_a_group(dx, dy):
    assert SQUARES.to_board(SQUARES.to_board((dx, dy), "left"), "left") == SQUARES.to_board((dx, dy), "down")
    assert SQUARES.to_board(SQUARES.to_board((dx, dy), "left"), "right") == (dx, dy)
    assert list(FORWARD) == ["up", "down", "left", "right"]


@pytest.mark.parametrize(("text", "cells"), [
    ("a1", "a1"), ("a1-f1", "a1 b1 c1 d1 e1 f1"), ("c2 - c4", "c2 c3 c4"), ("a1 b2, c3-c5", "a1 b2 c3 c4 c5"),
    ("a1-c2", "a1 b1 c1 a2 b2 c2"), ("c2-a1", "a1 b1 c1 a2 b2 c2"), ("b2 a1-b2", "b2 a1 b1 a2")])
def test_lists_of_cells(text, cells):
    assert parse_cells(text, SIX) == tuple(cells.split())


@pytest.mark.parametrize(("text", "mistakes"), [
    ("a1 g1", [(3, "`g1` is not on the board")]),
    ("a0", [(0, "`a0` is not the name of a cell")]),
    ("A1, c7", [(0, "`A1` is not the name of a cell"), (4, "`c7` is not on the board")]),
    ("a1-b2-c3", [(0, "`a1-b2-c3` has more than two ends")]),
    ("a1-", [(2, "a range needs a cell on both sides of `-`")]),
    ("  ", [(0, "no cells are listed")]),
])
def test_bad_lists_name_every_bad_cell(text, mistakes):
    with pytest.raises(TextError) as caught:
        parse_cells(text, SIX)
    assert [(m.column, m.what) for m in caught.value.mistakes] == mistakes
    assert isinstance(caught.value, ValueError)
    assert "a1 to f6" in str(caught.value)


def test_mistakes_know_their_line():
    with pytest.raises(TextError) as caught:
        parse_cells("a1\n b2 z9", SIX)
    assert [(m.line, m.column) for m in caught.value.mistakes] == [(1, 4)]
