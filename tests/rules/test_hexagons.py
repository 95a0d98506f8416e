"""Hexagons: counts as they are published for the board of 91 cells (W. Gliński, 1936; D. B. Pritchard, The Classified
Encyclopedia of Chess Variants), the rest by hand and by algebra."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabgen.rules.betza import BetzaError, parse_betza
from fabgen.rules.boards import Board, TextError, hexagon_board, parse_cells, rhombus_board, triangle_board
from fabgen.rules.diagram import movement_diagram, parse_diagram
from fabgen.rules.directions import HEX_FORWARD, HEXAGONS_IN_FILES, HEXAGONS_IN_ROWS, Hexagons
from fabgen.rules.movement import Sight
from fabgen.rules.notation import read_action_text

planes = st.sampled_from([HEXAGONS_IN_FILES, HEXAGONS_IN_ROWS])
offsets = st.tuples(st.integers(-9, 9), st.integers(-9, 9))


def reached(text: str, cell: str, board: Board) -> set[str | None]:
    """Where a piece goes on an empty board."""
    movement = parse_betza(text, board.compass)
    found = movement.reach(lambda offset: Sight.EMPTY if board.step(cell, *offset) else Sight.OFF)
    return {board.step(cell, *offset) for offset in found}


@pytest.mark.parametrize(("atom", "count"), [("R", 30), ("B", 12), ("Q", 42), ("K", 12), ("N", 12)])
@pytest.mark.parametrize("standing", ["files", "rows"])
def test_from_the_middle_of_the_board_of_91_cells(atom: str, count: int, standing: str) -> None:
    board = hexagon_board(6, standing)  # type: ignore[arg-type]
    assert len(board.cells) == 91
    assert len(reached(atom, "f6", board)) == count


def test_cells_are_named_as_glinski_names_them() -> None:
    board = hexagon_board(6)
    assert [sum(cell.startswith(file) for cell in board.cells) for file in "abcdefghijk"] == [
        6, 7, 8, 9, 10, 11, 10, 9, 8, 7, 6]
    assert set(board.neighbours("f6")) == {"f7", "f5", "e6", "e5", "g6", "g5"}
    assert set(board.neighbours("a1")) == {"a2", "b1", "b2"}
    assert reached("N", "f6", board) == {"e8", "g8", "d7", "h7", "c5", "i5", "c4", "i4", "d3", "h3", "e3", "g3"}
    assert reached("B", "f1", board) == {"e2", "d3", "c4", "b5", "a6", "g2", "h3", "i4", "j5", "k6"}


@pytest.mark.parametrize(("board", "count", "corner", "beside"), [
    (rhombus_board(11, 11), 121, "a1", {"a2", "b1"}), (triangle_board(5), 15, "a5", {"a4", "b4"}),
    (hexagon_board(2), 7, "b2", {"a1", "a2", "b1", "b3", "c1", "c2"}),
])
def test_hexagon_boards_have_their_cells_and_borders(board: Board, count: int, corner: str, beside: set[str]) -> None:
    assert len(board.cells) == count
    assert set(board.neighbours(corner)) == beside
    assert len(board.pairs) == len({frozenset(pair) for pair in board.pairs})


def test_holes_leave_the_names_of_others_alone() -> None:
    board = hexagon_board(3).without(parse_cells("a1 c3", hexagon_board(3)))
    assert {*hexagon_board(3).cells} - {*board.cells} == {"a1", "c3"}
    assert set(board.neighbours("a2")) == {"a3", "b2", "b3"}
    assert board.picture({"a2": "X"}) == [
        "    c5 .", "  b4 .   .", "a3 .   .   .", "  b3 .   .", "a2 X       .", "  b2 .   .", "    c2 .   .",
        "  b1 .   .", "    c1 ."]


@pytest.mark.parametrize(
    ("text", "plane", "cells"),
    [
        ("fW", HEXAGONS_IN_FILES, {(-1, 1), (0, 1), (1, 0)}),
        ("ffW", HEXAGONS_IN_FILES, {(0, 1)}),
        ("lF", HEXAGONS_IN_FILES, {(-2, 1), (-1, 2), (-1, -1)}),
        ("llF", HEXAGONS_IN_FILES, {(-2, 1)}),
        ("fW", HEXAGONS_IN_ROWS, {(-1, 1), (0, 1)}),
        ("ffF", HEXAGONS_IN_ROWS, {(-1, 2)}),
        ("rrW", HEXAGONS_IN_ROWS, {(1, 0)}),
        ("frW", HEXAGONS_IN_FILES, {(1, 0)}),
    ],
)
def test_directions_are_read_from_where_offsets_point(text: str, plane: Hexagons, cells: set[tuple[int, int]]) -> None:
    assert {*parse_betza(text, plane).ways[0].directions} == cells


@pytest.mark.parametrize(("text", "what"), [
    ("C", "no meaning on such a board"), ("nN", "blockable"), ("hW", "hexagons")])
def test_directions_that_hexagons_do_not_have(text: str, what: str) -> None:
    with pytest.raises(BetzaError, match=what):
        parse_betza(text, HEXAGONS_IN_FILES)


@given(planes, offsets, st.sampled_from(list(HEX_FORWARD)))
def test_turning_back_undoes_turning(plane: Hexagons, offset: tuple[int, int], forward: str) -> None:
    assert plane.to_mover(plane.to_board(offset, forward), forward) == offset
    assert plane.distance(plane.to_board(offset, forward)) == plane.distance(offset)


@given(planes, offsets, st.floats(-0.4, 0.4), st.floats(-0.4, 0.4))
def test_spots_lie_in_their_cells(plane: Hexagons, offset: tuple[int, int], x: float, y: float) -> None:
    spot = plane.middle_of(offset)
    near = x * x + y * y < 0.24  # the circle that fits a cell
    assert not near or plane.cell_at((spot[0] + x, spot[1] + y)) == offset


@given(planes, st.lists(offsets, max_size=5))
def test_a_diagram_shows_all_that_lies_between(plane: Hexagons, some: list[tuple[int, int]]) -> None:
    shown = plane.cells_spanned(some)
    assert {(0, 0), *some} <= {*shown}
    assert len(shown) == len({*shown})


def test_text_diagrams_are_rows_of_files() -> None:
    written = parse_diagram("  x . .\n o o x\n . @ o")
    assert written == movement_diagram(parse_betza("fmWfcF", HEXAGONS_IN_FILES))
    assert str(movement_diagram(parse_betza("W", HEXAGONS_IN_ROWS))) == "  * * .\n * @ *\n. * *"


def test_a_board_in_text() -> None:
    assert triangle_board(3).picture({"b2": "X"}) == ["  a3 .", " a2 . X", "a1 . . ."]
    assert hexagon_board(2).picture({"a1": "X"}) == ["  b3 .", "a2 .   .", "  b2 .", "a1 X   .", "  b1 ."]
    assert Board(3, 2, frozenset({(1, 1)})).picture({"c1": "X"}) == ["2 .   .", "1 . . X", "  a b c"]


@pytest.mark.parametrize(
    ("text", "plane", "words"),
    [
        ("W", HEXAGONS_IN_FILES, "Moves or captures one step through any side."),
        (
            "F2",
            HEXAGONS_IN_ROWS,
            "Moves or captures one or two steps over any corner, blocked by any piece in between.",
        ),
        (
            "ffmWfmF",
            HEXAGONS_IN_FILES,
            "Moves one step through a side straight ahead, or one step over a corner ahead to either side.",
        ),
        (
            "ffmWffF",
            HEXAGONS_IN_ROWS,
            "Moves or captures one step over a corner straight ahead; moves one step through a side ahead to "
            "either side.",
        ),
        (
            "N",
            HEXAGONS_IN_FILES,
            "Moves or captures two steps through sides in a line and one aside, jumping over anything in the way.",
        ),
    ],
)
def test_a_movement_on_hexagons_is_written_out_in_words(text: str, plane: Hexagons, words: str) -> None:
    assert parse_betza(text, plane).words() == words


@pytest.mark.parametrize(("board", "cell", "what", "hint"), [
    (hexagon_board(5), "g9", "`g9` is not on the board", "column g goes from g1 to g7"),  # 5 6 7 8 9 8 7 6 5
    (hexagon_board(5), "z1", "`z1` is not on the board", "cells here are a1 to a5, ..., e1 to e9, ..., i1 to i5"),
    (hexagon_board(5).without(["e5"]), "e5", "`e5` is a hole", "it is among the `holes` of the board"),
    (hexagon_board(5).without(["e5"]), "e10", "`e10` is not on the board", "column e goes from e1 to e9"),
    (triangle_board(3), "b3", "`b3` is not on the board", "column b goes from b1 to b2"),
    (triangle_board(3), "c2", "`c2` is not on the board", "column c is c1 alone"),
    (rhombus_board(4, 3), "b4", "`b4` is not on the board", "column b goes from b1 to b3"),
    (rhombus_board(4, 3), "e1", "`e1` is not on the board", "cells here are a1 to d3"),
    (Board(4, 3).without(["b2"]), "b2", "`b2` is a hole", "it is among the `holes` of the board"),
    (Board(4, 3).without(["b2"]), "b4", "`b4` is not on the board", "cells here are a1 to d3"),
])
def test_an_unknown_cell_is_reported_with_the_cells_there_are(board: Board, cell: str, what: str, hint: str) -> None:
    assert board.explain_unknown_cell(cell) == (what, hint)
    with pytest.raises(TextError) as caught:
        parse_cells(f"a1 {cell}", board)
    assert (caught.value.message, caught.value.hint) == (what, hint)
    with pytest.raises(TextError) as caught:
        read_action_text(f"a1-{cell}", board)
    assert (caught.value.message, caught.value.hint) == (what, hint)


def test_holes_of_holes_are_holes() -> None:
    board = Board(3, 3).without(["b2"]).without(["a1"])
    assert [board.explain_unknown_cell(cell)[0] for cell in ("b2", "a1")] == ["`b2` is a hole", "`a1` is a hole"]


@pytest.mark.parametrize(("text", "cells"), [  # as docs/spec.md tells them
    ("a4-c6", "a4 b5 c6"), ("a4-c4", "a2 b3 c4 a3 b4 c5 a4 b5 c6"),
])
def test_ranges_on_hexagons_are_slanted_blocks(text: str, cells: str) -> None:
    assert sorted(parse_cells(text, hexagon_board(5))) == sorted(cells.split())
