"""Close-ups: the window holds what is told and no more than it must, and nothing stands out of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from specs import loaded

from fabgen.artwork.drawing import Lettering, Role, Shape, draw, draw_text
from fabgen.artwork.path import circle, line
from fabgen.diagrams.figure_size import LEAST_STROKE, SizeWish, draw_sized_figure
from fabgen.figures.positions.close_up import crop_box, crop_drawing
from fabgen.rules.boards import Board
from fabgen.spec.load import Spec

BOX = (10.0, 10.0, 30.0, 30.0)


def test_the_window_has_three_cells_at_least_and_stays_on_the_board() -> None:
    board = Board(8, 8)
    assert crop_box(board, ["a1"], 10.0) == (0, 0, 30, 30)
    assert crop_box(board, ["h8"], 10.0) == (50, 50, 80, 80)
    assert crop_box(board, ["c3", "g4"], 10.0) == (20, 20, 70, 50)
    assert crop_box(board, [], 10.0) is None
    assert crop_box(Board(2, 8), ["a1"], 10.0) == (0, 0, 20, 30)


@given(st.lists(st.sampled_from(Board(8, 8).cells), min_size=1, max_size=6))
def test_the_window_holds_its_cells(cells: list[str]) -> None:
    board = Board(8, 8)
    box = crop_box(board, cells, 1.0)
    assert box is not None
    for x, y in map(board.place, cells):
        assert box[0] <= x <= x + 1 <= box[2]
        assert box[1] <= y <= y + 1 <= box[3]
    assert 0 <= box[0] < box[2] <= 8
    assert 0 <= box[1] < box[3] <= 8


@pytest.mark.parametrize(("start", "end", "wanted"), [
    ((0, 20), (40, 20), ((10, 20), (30, 20))), ((0, 0), (40, 40), ((10, 10), (30, 30))),
    ((12, 12), (18, 18), ((12, 12), (18, 18))), ((0, 10), (40, 10), ((10, 10), (30, 10)))])
def test_lines_are_cut_at_the_edge(start: tuple[float, float], end: tuple[float, float], wanted: object) -> None:
    (item,) = crop_drawing(draw(Role.GRID, line(start, end)), BOX, 10.0).items
    assert isinstance(item, Shape)
    (path,) = item.paths
    assert (path.start, path.segments[-1].to) == wanted


def test_other_things_are_in_or_out() -> None:
    ring = draw(Role.PIECE, circle((20, 20), 4), circle((20, 20), 3))
    inside = ring + draw(Role.MOVE, circle((25, 25), 1)) + draw_text(Role.LABEL, "R", (15, 15), 2)
    outside = draw(Role.MOVE, circle((5, 5), 1), circle((31, 20), 3)) + draw_text(Role.LABEL, "S", (50, 15), 2)
    outside += draw(Role.GRID, line((0, 5), (40, 5))) + draw_text(Role.COORDINATE, "a", (15, 15), 2)
    assert crop_drawing(inside + outside, BOX, 10.0) == inside


@pytest.fixture
def spec(tmp_path: Path) -> Spec:
    return loaded(tmp_path)


def test_a_small_example_is_shown_from_near_with_marks_that_can_be_read(spec: Spec) -> None:
    """c2-c3, c2xb3, not c2xd3: of 5 by 5 cells, b2 to d4 are shown, so cells are 20 / 3 mm instead of 20 / 5."""
    small = draw_sized_figure(spec, "example", "strike", SizeWish(longest=20.0)).figure.drawing
    large = draw_sized_figure(spec, "example", "strike", SizeWish(longest=60.0)).figure.drawing
    assert max(small.size()) == pytest.approx(18.8, abs=0.05)
    dots = [max(item.bounds()[2] - item.bounds()[0] for item in one.only(Role.MOVE).items) for one in (small, large)]
    assert dots[0] > 0.3 * 6.0 > 0.3 * 4.0
    assert not small.only(Role.COORDINATE).items
    assert large.only(Role.COORDINATE).items
    assert LEAST_STROKE == 0.18


def test_the_names_of_what_is_shown_stand_beside_it() -> None:
    """Files are named below the board, ranks at its left; the box begins at 10, 10."""
    shown = draw_text(Role.COORDINATE, "b", (15, -3), 2) + draw_text(Role.COORDINATE, "2", (-2, 14), 2, anchor="end")
    beyond = draw_text(Role.COORDINATE, "e", (45, -3), 2) + draw_text(Role.COORDINATE, "5", (-2, 44), 2, anchor="end")
    kept = [i.text for i in crop_drawing(shown + beyond, BOX, 10.0).items if isinstance(i, Lettering)]
    assert [(text.string, text.at) for text in kept] == [("b", (15, 7)), ("2", (8, 14))]


@pytest.mark.parametrize(("wish", "names"), [(True, "bcd234"), (False, ""), (None, "")])
def test_a_close_up_has_the_names_that_are_wished_for(spec: Spec, wish: bool | None, names: str) -> None:
    """Cells of 6 mm have names of 1.4 mm where these are wished for, and else none that small."""
    drawing = draw_sized_figure(spec, "example", "strike", SizeWish(longest=19.0, coordinates=wish)).figure.drawing
    shown = [i.text.string for i in drawing.only(Role.COORDINATE).items if isinstance(i, Lettering)]
    assert sorted(shown) == sorted(names)
    assert max(drawing.size()) == pytest.approx(17.8, abs=0.05)
