"""Figures side by side: where their pictures and captions are."""

from __future__ import annotations

import pytest

from fabgen.artwork.drawing import Drawing, Role, draw
from fabgen.artwork.export.typst import PlacedDrawing
from fabgen.artwork.path import rectangle
from fabgen.book.book_format import A5
from fabgen.book.figure_sizes import FigureSizes, board_edges, foot_of_board, hang_of_board, top_of_board
from fabgen.book.layout import Layout
from fabgen.typeset.blocks import Book, BookFigure, TextRun, WiderDrawing, WiderDrawings


def board(height: float, below: float = 0.0, rise: float = 0.0) -> Drawing:
    """A board so many mm high, with something `below` it and something that rises above it."""
    drawing = draw(Role.GRID, rectangle(0, 0, 30, height)).in_group("board/lines")
    if below:
        drawing += draw(Role.LABEL, rectangle(0, -below, 10, below)).in_group("held")
    return drawing + draw(Role.GRID, rectangle(0, height, 10, rise)).in_group("insets/a1") if rise else drawing


def spaces(*drawings: Drawing, scale: float = 1.0) -> list[tuple[float, float]]:
    """The spaces above and below the pictures of a row."""
    book = Book("Game", "", "", "", "", "", "en", None, (), (), ())
    sizes = FigureSizes(book, A5, Layout(8.0, 8.0))
    return sizes.spaces_in_row([PlacedDrawing(drawing, scale) for drawing in drawings])


def test_boards_of_a_row_are_level_and_so_are_their_captions() -> None:
    """The second has 4 mm of an enlarged cell above its board; the third 7 mm of rows below it."""
    assert spaces(board(30), board(30, rise=4), board(30, below=7)) == [(4, 7), (0, 7), (4, 0)]


@pytest.mark.parametrize("scale", [0.5, 1.0])
def test_the_foot_of_a_low_diagram_is_level_with_that_of_the_board_beside_it(scale: float) -> None:
    """12 mm beside 30 mm with 4 mm of names below: 18 mm above it, and those 4 mm below it."""
    low, high = spaces(board(12), board(30, below=4), scale=scale)
    assert low == pytest.approx((18 * scale, 4 * scale))
    assert high == (0, 0)


def test_a_drawing_without_a_board_stands_on_the_foot_of_the_one_beside_it() -> None:
    disc = draw(Role.BODY, rectangle(0, 0, 14, 14))
    assert spaces(disc, board(30)) == [(16, 0), (0, 0)]


def test_a_caption_is_never_far_below_its_board() -> None:
    """Three rows of 8 mm below the board beside it: the caption of the first follows its board at once."""
    assert spaces(board(30), board(30, below=24)) == [(0, 0), (0, 0)]
    assert spaces(board(12), board(30, below=24)) == [(18, 0), (0, 0)]


def test_what_stands_around_a_board_is_told_from_it() -> None:
    """Names of rows of 3 mm at the left of a board of 30 mm, 4 mm of an enlarged cell above it, and 7 mm below it; half
    as large on the page."""
    drawing = board(30, below=7, rise=4) + draw(Role.COORDINATE, rectangle(-3, 10, 2, 2)).in_group("names")
    assert board_edges(drawing) == (3, 4, 34)
    placed = PlacedDrawing(drawing, 0.5)
    assert (hang_of_board(placed), top_of_board(placed), foot_of_board(placed)) == (1.5, 2, 17)
    assert board_edges(draw(Role.BODY, rectangle(0, 0, 14, 9))) == (0, 0, 9)


@pytest.mark.parametrize(("hang", "width", "room", "pushed"), [(0.0, 30.0, 50.0, 3.4), (2.0, 30.0, 50.0, 1.4),
                                                              (5.0, 30.0, 50.0, 0.0), (0.0, 48.0, 50.0, 2.0)])
def test_boards_begin_at_one_edge_of_their_panels(hang: float, width: float, room: float, pushed: float) -> None:
    """3.4 mm from the edge of the panel, names of rows included, as far as there is room."""
    book = Book("Game", "", "", "", "", "", "en", None, (), (), ())
    assert FigureSizes(book, A5, Layout(8.0, 8.0)).push_of(hang, width, room) == pytest.approx(pushed)


def grid(width: float, height: float = 30.0) -> Drawing:
    return draw(Role.GRID, rectangle(0, 0, width, height)).in_group("board/lines")


@pytest.mark.parametrize(("room", "shown"), [(33.3, 30), (43.3, 30), (43.5, 40), (53.5, 50), (90, 50)])
def test_a_close_up_shows_as_much_of_its_board_as_its_room_holds(room: float, shown: float) -> None:
    """Boards of 30, 40 and 50 mm, each 3.4 mm from the edge of its panel."""
    wider = WiderDrawings(WiderDrawing(more, lambda more=more: grid(30 + more)) for more in (10.0, 20.0))
    figure = BookFigure(grid(30), (), cell=10, wider=wider)
    book = Book("Game", "", "", "", "", "", "en", None, (), (), ())
    sizes = FigureSizes(book, A5, Layout(8.0, 8.0))
    assert sizes.fill_width(figure, 1.0, room).size()[0] == shown
    assert sizes.fill_width(figure, 0.5, room / 2 + 1.7).size()[0] == shown  # half as large, at the same edge


def test_a_close_up_with_an_enlarged_cell_at_its_left_is_not_shown() -> None:
    """Its caption, which begins at the edge of the board, would have 12 mm less."""
    inset = draw(Role.GRID, rectangle(-12, 10, 10, 10)).in_group("insets/a1")
    book = Book("Game", "", "", "", "", "", "en", None, (), (), ())
    for drawing, shown in ((grid(40), 40), (grid(40) + inset, 30)):
        wider = WiderDrawings([WiderDrawing(10.0, lambda drawing=drawing: drawing)])
        figure = BookFigure(grid(30), (), cell=10, wider=wider)
        assert FigureSizes(book, A5, Layout(8.0, 8.0)).fill_width(figure, 1.0, 90).size()[0] == shown


def test_a_close_up_with_more_of_its_board_is_not_higher() -> None:
    """An enlarged cell above its board would need 12 mm more; the names of columns, at most 1 mm of cells of 10 mm."""
    book = Book("Game", "", "", "", "", "", "en", None, (), (), ())
    sizes = FigureSizes(book, A5, Layout(8.0, 8.0))
    for high, shown in ((42, 30), (31, 40)):
        wider = WiderDrawings([WiderDrawing(10.0, lambda high=high: grid(40, high))])
        assert sizes.fill_width(BookFigure(grid(30), (), cell=10, wider=wider), 1.0, 90).size()[0] == shown


@pytest.mark.parametrize(("side", "scale", "pitch"), [(40, 1.0, 58.4), (40, 0.5, 116.8), (52, 1.0, 0)])
def test_the_boards_of_a_comic_begin_where_those_of_figures_side_by_side_do(side: float, scale: float, pitch: float
                                                                           ) -> None:
    """Of 118 mm, 112.8 are for figures: the second of two begins 58.4 mm right of the first one, which is 3.4 mm from
    the edge. A second board of 52 mm would end at 113.8."""
    boards = [draw(Role.GRID, rectangle(place * (side + 2), 0, side, side)).in_group(f"comic/{place + 1}/board/lines")
              for place in range(2)]
    sizes = FigureSizes(Book("Game", "", "", "", "", "", "en", None, (), (), ()), A5, Layout(8.0, 8.0))
    assert sizes.column_room == pytest.approx(112.8)
    assert sizes.pitch_of_comic(boards[0] + boards[1], scale) == pytest.approx(pitch)


@pytest.mark.parametrize(("width", "letters", "room"), [
    (40, 20, 56.8), (69, 20, 56.8), (71, 20, 112.8), (40, 2000, 40)])
def test_a_single_close_up_grows_to_where_its_caption_begins(width: float, letters: int, room: float) -> None:
    """Beside second boards, which begin at 54.4 + 4 + 3.4 mm, less a gap of 5 mm. One of more than 0.62 of 112.8 mm has
    its caption below. One with a long caption, which would be higher than its 30 mm there, stays as it is."""
    figure = BookFigure(grid(width), (TextRun("x" * letters),), cell=10)
    sizes = FigureSizes(Book("Game", "", "", "", "", "", "en", None, (), (), ()), A5, Layout(8.0, 8.0))
    assert sizes.room_before_caption(figure, 1.0) == pytest.approx(room)
    drawing = draw(Role.GRID, rectangle(0, 0, 95, 30)).in_group("legend")
    assert sizes.fills_row(BookFigure(drawing, ()), 1.0)  # 0.84 of the width, and no board
    assert not sizes.fills_row(BookFigure(drawing, (), cell=10), 1.0)
    assert not sizes.fills_row(BookFigure(drawing, ()), 0.9)
