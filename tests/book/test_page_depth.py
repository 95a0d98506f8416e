"""Rooms at the foot of pages: figures grow into them, alike on a page, and stay where they are."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pdfplumber
import pytest

from fabgen.artwork.drawing import Role, draw, draw_text
from fabgen.artwork.path import rectangle
from fabgen.artwork.text import cap_height
from fabgen.artwork.themes import load_theme
from fabgen.book.body_blocks import BOARD_ANCHORS
from fabgen.book.body_order import gather_cases, gather_words, join_rows, pair_boards
from fabgen.book.book_format import A4, A5
from fabgen.book.book_theme import built_in_theme
from fabgen.book.figure_sizes import board_edges
from fabgen.book.growing_pictures import find_pictures, pictures_on_page
from fabgen.book.known_layouts import KnownLayouts
from fabgen.book.layout import Layout, Mark
from fabgen.book.layout_search import LayoutSearch
from fabgen.book.layout_sizes import largest_layout
from fabgen.book.page_depth import fill_pages, pages_with_fewer_marks, spread_room
from fabgen.book.page_growth import grow_figures
from fabgen.book.rulebook_pdf import write_draft, write_project
from fabgen.book.rulebook_typst import RulebookProject
from fabgen.typeset.blocks import BookFigure, FigureRow, Heading, Listing, PageBreak, Paragraph, TextRun, TextTable
from tests.book.one_book import book

WIDTH, HEIGHT = 118.0, 179.0  # mm: the frame of an A5 page
ROOM = WIDTH - 2 * 2.6  # mm: of figures, whose ground has margins of 2.6 mm
HALF = (ROOM - 4) / 2  # mm: two of the four columns of figures
MM = 72 / 25.4


def words(text: str) -> tuple[TextRun, ...]:
    return (TextRun(text),)


def board(cells: int, cell: float = 10.0) -> BookFigure:
    """A board of so many cells a side, with a cell of 10 mm."""
    return BookFigure(draw(Role.GRID, rectangle(0, 0, cells * cell, cells * cell)), words("A board."), cell=cell)


def project(*blocks: Any, cell: float = 8.0) -> RulebookProject:
    return RulebookProject(book(*blocks), A5, Layout(cell, cell), built_in_theme())


def test_a_single_figure_grows_until_it_is_as_wide_as_its_room() -> None:
    """5 cells of 8 mm: 40 mm, with cells or without."""
    figure, drawing = board(5), replace(board(4), cell=0.0)
    assert project(figure).growing_pictures(figure) == pytest.approx((40.0, ROOM / 40))
    assert project(drawing).growing_pictures(drawing) == pytest.approx((40.0, ROOM / 40))


def test_the_caption_of_a_figure_that_grows_beyond_its_place_beside_it_takes_room_below() -> None:
    """8 cells of 8 mm: 64 mm of 112.8, of which 0.62 are 69.9 mm. A fifth more is 76.8 mm."""
    figure = board(8)
    assert project(figure).caption_below(figure, 1.05) == 0
    assert project(figure).caption_below(figure, 1.2) > 3
    row = FigureRow((board(3), board(3)))
    assert project(row).caption_below(row, 1.2) == 0


@pytest.mark.parametrize(("letters", "is_beside"), [(40, False), (400, True)])
def test_a_setup_has_a_short_caption_below_it(letters: int, is_beside: bool) -> None:
    """A setup of 60 x 100 mm leaves 47.8 mm beside it: 40 letters are two lines there, less than 10 mm, and 400 letters
    are more than 40 mm. Any other figure has its caption beside it, however short that is."""
    caption = words("x" * letters)
    setup = BookFigure(draw(Role.GRID, rectangle(0, 0, 60, 100)), caption, cell=10.0, anchor=BOARD_ANCHORS[0])
    assert project(setup).has_caption_beside(setup, 60) is is_beside
    other = replace(setup, anchor="")
    assert project(other).has_caption_beside(other, 60)


@pytest.mark.parametrize(("cell", "height", "most"), [(6.0, 30.0, 1.833), (9.5, 47.5, 1.157)])
def test_cells_of_a_page_with_room_are_11_mm_at_most(
        cell: float, height: float, most: float) -> None:
    """5 cells of 6 mm are up to 11 / 6 times as large, those of 9.5 mm 11 / 9.5 times. Two boards of 5 cells in a row
    fill 60 or 95 mm of 108.8 mm, and have room for 1.813 or 1.145 times as much."""
    (found,) = find_pictures(project(board(5), cell=cell), 0).pictures
    assert found[:4] == pytest.approx(((most - 1) * height * MM, most, 1.08, cell))
    rows = project(FigureRow((board(4), board(4))), FigureRow((board(5), board(5))), cell=cell)
    (row,) = find_pictures(rows, 1).pictures
    assert row.factor == pytest.approx(min(most, 108.8 / (10 * cell)), abs=0.001)


def test_a_board_beside_a_drawing_grows_like_other_boards_of_its_page() -> None:
    """Cells of 8 mm may have 11 mm: 1.375 times as large, and at least 1.08 times, as all boards of a page. A drawing
    alone may be 1.9 times as large, and any size in between."""
    drawing = replace(board(2), cell=0.0)
    mixed = project(FigureRow((board(5), drawing)), Paragraph(words("Words.")), drawing)
    (found,) = find_pictures(mixed, 0).pictures
    assert (found.factor, found.least_factor, found.size) == pytest.approx((1.375, 1.08, 8.0))
    (alone,) = find_pictures(mixed, 2).pictures
    assert (alone.factor, alone.least_factor, alone.size) == pytest.approx((1.9, 1.0, 0.0))


@pytest.mark.parametrize(("role", "factor"), [(Role.LABEL, 1.5), (Role.COORDINATE, 1.9)])
def test_a_drawing_grows_until_its_letters_are_those_of_the_body(role: Role, factor: float) -> None:
    """Words of 7 points may become 1.5 times as large: the body has 10.5 points. Names beside a board have a size of
    their own at every scale."""
    drawing = replace(board(2), cell=0.0)
    lettered = replace(drawing, drawing=drawing.drawing + draw_text(role, "a", (10, 10), cap_height(7.0)))
    made = project(lettered)
    assert made.scale_of(lettered) == pytest.approx(1.0)
    (found,) = find_pictures(made, 0).pictures
    assert found.factor == pytest.approx(factor)


def test_a_board_keeps_its_caption_beside_it_where_the_page_has_no_room_for_both() -> None:
    """8 cells of 8 mm, 64 mm of 112.8 mm: with 12.5 mm they need 36 mm, and a line of a caption below. In 8 mm the
    board is as wide as its caption leaves it, 0.62 of 112.8 mm, and 5.9 mm higher: the caption below takes more than
    2.1."""
    figure = board(8)
    places = {9: [Mark(1, "Paragraph", is_start, 9, 100.0) for is_start in (True, False)],
              2: [Mark(0, "BookFigure", is_start, 2, y) for is_start, y in ((True, 100.0), (False, 300.0))]}
    made = project(figure, Paragraph(words("Words.")))
    growth = grow_figures(made, places, {2: 8 * MM, 9: 0.0})[2]
    assert growth.factors[0] == pytest.approx(0.62 * ROOM / 64, abs=0.002)
    assert growth.points == pytest.approx((0.62 * ROOM - 64) * MM, abs=0.4)
    large = grow_figures(made, places, {2: 50 * MM, 9: 0.0})[2]
    assert large.factors[0] == pytest.approx(12.5 / 8, abs=0.001)
    assert large.points > 36 * MM + 8


def test_figures_of_a_row_that_nearly_fill_it_are_larger_only_with_others() -> None:
    """Two of 6 cells of 8.5 mm fill 102 mm of 108.8 mm: 1.067 times larger is not seen. With a board whose cells are 11
    mm, 1.294 times as large, on a page with a large hole, they are as wide as the page."""
    row, text = FigureRow((board(6), board(6))), Paragraph(words("Words."))
    last = {9: [Mark(1, "Paragraph", is_start, 9, 100.0) for is_start in (True, False)]}
    places = [Mark(0, "FigureRow", is_start, 2, y) for is_start, y in ((True, 100.0), (False, 220.0))]
    assert fill_pages(project(row, text, cell=8.5), {2: places} | last, {2: 60.0, 9: 0.0}).larger == frozenset()
    places += [Mark(1, "BookFigure", is_start, 2, y) for is_start, y in ((True, 240.0), (False, 340.0))]
    last = {9: [Mark(2, "Paragraph", is_start, 9, 100.0) for is_start in (True, False)]}
    both = fill_pages(project(row, board(5), text, cell=8.5), {2: places} | last, {2: 120.0, 9: 0.0})
    assert dict(both.larger) == pytest.approx({0: 1.066, 1: 1.294}, abs=0.002)


def test_a_page_that_loses_one_of_two_rows_of_figures_has_fewer_marks() -> None:
    """Block 4 has two rows in the second column of page 3, and the lower one moves to page 4."""
    def marks(second_page: int) -> list[Mark]:
        return [Mark(4, "FigureRow", is_start, page, 100.0, column=1) for page in (3, second_page)
                for is_start in (True, False)]

    assert pages_with_fewer_marks(A4, marks(3), marks(4)) == {7}
    assert pages_with_fewer_marks(A4, marks(3), marks(3)) == set()


def test_a_figure_that_its_lettering_makes_larger_grows_from_the_size_that_it_has() -> None:
    """Lettering of 7 points is read at a scale of 1: its cells have 10 mm, where others have 8 mm, and may have 11 mm,
    1.1 times as much."""
    lettered = board(5).drawing + draw_text(Role.LABEL, "a", (25, 25), cap_height(7.0))
    figure = replace(board(5), drawing=lettered)
    made = project(figure, cell=8.0)
    assert made.cell_of(figure) == pytest.approx(10.0)
    (found,) = find_pictures(made, 0).pictures
    assert (found.factor, found.size) == pytest.approx((1.1, 10.0))
    larger = RulebookProject(made.content, A5, replace(made.layout, larger=frozenset({(0, 1.1)})), built_in_theme())
    assert larger.scale_of(figure) == pytest.approx(1.1)


@pytest.mark.parametrize(("cells", "cell"), [(8, 7.2), (10, 6.0)])
def test_the_setup_has_the_larger_cells_where_its_caption_has_room_beside_it(cells: int, cell: float) -> None:
    """8 cells of 7.2 mm are 57.6 mm, 10 are 72 mm, and 0.62 of 112.8 mm are 69.9 mm. Other boards keep 6 mm."""
    setup, other = replace(board(cells), anchor="figure/setup"), board(cells)
    made = project(setup, other, cell=6.0)
    assert made.cell_of(setup) == pytest.approx(cell)
    assert made.cell_of(other) == pytest.approx(6.0)
    row = FigureRow((setup, board(cells)))
    assert project(row, cell=6.0).cell_of(setup) == pytest.approx(6.0)


def test_figures_that_follow_each_other_share_rows_on_a_folded_sheet() -> None:
    """Boards with boards and comics with comics; the setup and the legend stay alone."""
    text, one, two, row = Paragraph(words("Words.")), board(5), board(4), FigureRow((board(3), board(3)))
    assert join_rows((text, one, row, two, text, one)) == (text, FigureRow((one, *row.figures, two)), text, one)
    comic = replace(one, cell=0.0, comic_cell=5.0)
    assert join_rows((one, comic, comic)) == (one, FigureRow((comic, comic)))
    setup, legend = replace(one, anchor="figure/setup"), replace(one, cell=0.0, anchor="figure/legend")
    assert join_rows((setup, one, legend, legend)) == (setup, one, legend, legend)


def test_figures_in_a_row_grow_until_they_fill_it() -> None:
    """Two of 40 mm and 4 mm between them."""
    row = FigureRow((board(5), board(5)))
    assert project(row).growing_pictures(row) == pytest.approx((40.0, (ROOM - 4) / 80))


def test_boards_that_follow_each_other_alone_share_a_row_below_another_figure() -> None:
    """Below words the first stays alone, so that these may stand beside it; so does what is no board."""
    text, one, two, row = Paragraph(words("Words.")), board(5), board(4), FigureRow((board(3), board(3)))
    assert pair_boards((row, one, two)) == (row, FigureRow((one, two)))
    assert pair_boards((text, one, two)) == (text, one, two)
    assert pair_boards((row, one, text, two)) == (row, one, text, two)
    drawing = replace(two, cell=0.0)
    assert pair_boards((row, one, drawing)) == (row, one, drawing)


def arranged(*blocks: Any, cell: float = 5.0) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The blocks of a body with cases gathered, and with words gathered, with cells of so many mm."""
    made = RulebookProject(book(*blocks), A5, Layout(cell, cell), built_in_theme())
    return gather_cases(made), gather_words(made)


def test_two_or_three_boards_with_a_short_case_above_each_share_a_row() -> None:
    """Three boards of 7 cells of 5 mm and two gutters need 113 mm, 112.8 mm are there; three of 9 cells 143 mm, of
    which 0.85 are too wide: two share a row, and the third case stays as it is. One item after another is one list."""
    first, second, third = (Listing(((Paragraph(words(text)),),)) for text in ("First.", "Second.", "Third."))
    one, two, three = board(7), board(7), board(7)
    cases, _ = arranged(first, one, second, two, third, three)
    assert cases == (Listing(first.items + second.items + third.items), FigureRow((one, two, three)))
    one, two, three = board(9), board(9), board(9)
    cases, _ = arranged(first, one, second, two, third, three)
    assert cases == (Listing(first.items + second.items), FigureRow((one, two)), third, three)


def test_a_setup_and_a_board_below_more_than_a_line_or_two_stay_alone() -> None:
    short, long = Paragraph(words("A case.")), Paragraph(words("A long paragraph of rules. " * 4))
    one, two = board(5), board(4)
    setup = replace(one, anchor="figure/setup")
    for body in ((short, one, long, two), (long, one, short, two), (short, one, two), (short, setup, short, two)):
        assert arranged(*body)[0] == body


def test_words_below_a_figure_go_beside_it_where_they_are_no_higher_with_those_above() -> None:
    """A board of 8 cells of 5.6 mm with a caption, and 7 lines and one of about 6 mm beside it; 7 and 20 lines are too
    high. Words of the next figure, and a sentence that announces what is below, stay where they are."""
    line = "Thirty letters are one line. "
    above, below, many = (Paragraph(words(line * count)) for count in (7, 1, 20))
    figure, row = board(8), FigureRow((board(3), board(3)))
    assert arranged(above, figure, below, row)[1] == (above, below, figure, row)
    assert arranged(above, figure, many, row)[1] == (above, figure, many, row)
    assert arranged(above, figure, below, board(5))[1] == (above, figure, below, board(5))
    announcing = Paragraph(words("It may do this:"))
    assert arranged(above, figure, announcing, row)[1] == (above, figure, announcing, row)


@pytest.mark.parametrize(("cells", "rows"), [(8, 1), (9, 2)])
def test_a_row_that_is_a_little_too_wide_stays_a_row_of_smaller_figures(cells: int, rows: int) -> None:
    """Two boards of 8 cells of 8 mm need 128 mm and have 108.8 mm, 0.85 of that; two of 9 cells need 144 mm."""
    row = FigureRow((board(cells), board(cells)))
    assert project(row, cell=7.99).count_rows(row) == rows


def test_two_boards_in_a_row_are_no_wider_than_the_room_for_figures() -> None:
    """8 cells each and 4 mm between them, within the margins of their ground."""
    row = FigureRow((board(8), board(8)))
    assert largest_layout(book(row), A5).cell == pytest.approx((ROOM - 4) / 16)


@pytest.mark.parametrize(("cells", "wanted"), [(5, 5 * 7.3), (8, (ROOM - 4) / 2)])
def test_cells_with_signs_are_as_wide_as_that_asks_where_two_figures_fit_in_a_row(cells: int, wanted: float) -> None:
    """Two boards of 5 cells do with 7.3 mm; two of 8 cells fill the row with 6.8 mm. The layout asks for 5 mm."""
    figure = replace(board(cells), least_cell=7.3)
    height, _ = project(figure, cell=5.0).growing_pictures(figure)
    assert height == pytest.approx(wanted)


def test_cells_with_signs_are_a_little_smaller_where_all_figures_are() -> None:
    """0.9 of 7.3 mm, and 0.85 at least."""
    figure = replace(board(5), least_cell=7.3)
    for figures, wanted in ((0.9, 5 * 7.3 * 0.9), (0.7, 5 * 7.3 * 0.85)):
        smaller = RulebookProject(book(figure), A5, Layout(5.0, 5.0, figures), built_in_theme())
        assert smaller.growing_pictures(figure)[0] == pytest.approx(wanted)


def test_pictures_without_cells_grow_but_not_the_legend() -> None:
    """50 mm in their usual size, and 40 mm in four fifths of it."""
    figure = replace(board(5), cell=0.0)
    assert project(figure).growing_pictures(figure) == pytest.approx((50.0, ROOM / 50))
    smaller = RulebookProject(book(figure), A5, Layout(8.0, 8.0, figures=0.8), built_in_theme())
    assert smaller.growing_pictures(figure) == pytest.approx((40.0, ROOM / 40))
    legend = replace(figure, anchor="figure/legend")
    assert smaller.growing_pictures(legend) == (0.0, 1.0)


@pytest.mark.parametrize(("wide", "wanted"), [(100, 40 * 0.8), (200, 40 * ROOM / 200)])
def test_a_comic_is_as_wide_as_its_page_with_cells_no_larger_than_in_close_ups(wide: float, wanted: float) -> None:
    """Drawn with cells of 10 mm, which have 8 mm in close-ups, also where other drawings are smaller than usual."""
    comic = BookFigure(draw(Role.GRID, rectangle(0, 0, wide, 40)), words("A comic."), columns=4, comic_cell=10.0)
    for figures in (1.0, 0.8):
        layout = RulebookProject(book(comic), A5, Layout(6.0, 8.0, figures), built_in_theme())
        assert layout.growing_pictures(comic)[0] == pytest.approx(wanted)


def test_a_figure_grows_with_the_words_beside_it() -> None:
    """40 mm of 112.8 mm may be as wide as leaves 52 mm for words; many words beside it become higher than it is."""
    figure, text = board(5), Paragraph(words("many words " * 20))
    few = project(text, figure)
    most, higher = few.growing_beside(range(1), 1.2)
    assert (most, higher) == (1.2, pytest.approx(0.2 * 40))
    assert few.growing_beside(range(1), 2.0)[0] == pytest.approx((ROOM - 4 - 52) / 40)
    many = project(Paragraph(words("many words " * 80)), figure)
    assert many.growing_beside(range(1), 1.2)[1] > 0.2 * 40


def test_a_figure_with_words_beside_it_is_larger_on_a_page_with_room() -> None:
    """40 mm that are up to 11 / 8 times as large, with 23 points 1.2 times, while its words are lower than that; on the
    last page, too, although it does not nearly fill that."""
    text, figure = Paragraph(words("many words " * 20)), board(5)
    pair = project(text, figure)
    on_page = [Mark(1, "BookFigure", is_start, 2, y) for is_start, y in ((True, 100.0), (False, 220.0))]
    ((points, factor, *_),) = pictures_on_page(pair, on_page)[1].pictures
    assert (points, factor) == pytest.approx((0.375 * 40 * MM, 1.375))
    last_page = {3: [Mark(0, "Paragraph", is_start, 3, 100.0) for is_start in (True, False)]}
    assert dict(fill_pages(pair, {2: on_page, **last_page}, {2: 0.2 * 40 * MM, 3: 60.0}).larger) == {
        1: pytest.approx(1.2, abs=0.001)}
    assert dict(fill_pages(pair, {2: on_page}, {2: 200.0}).larger) == {1: factor}
    assert dict(fill_pages(pair, {2: on_page}, {2: 60.0}).larger) == {1: factor}


@pytest.mark.parametrize(("rooms", "larger"), [
    ((2.0, 300.0), {1: 1.375}), ((0.0, 300.0), {1: 1.375}), ((100.0, -5.0), {}),
    ((100.0, 300.0), {0: 1.375, 1: 1.375}),
    ((100.0, 63.5), {0: 1.2, 1: 1.2}),
])
def test_figures_of_a_row_on_two_pages_are_larger_only_where_both_have_room(
        rooms: tuple[float, float], larger: dict[int, float]) -> None:
    """Two of 72 mm stand one below the other and have one scale: 0.375 more is 76.5 points for each. The figure of
    40 mm below the second one takes 42.5 points, also where the row has no room. A fifth of both is 40.8 and 22.7
    points."""
    wide = project(FigureRow((board(9), board(9))), board(5), Paragraph(words("Words.")))
    kinds = {2: ((0, "FigureRow"),), 3: ((0, "FigureRow"), (1, "BookFigure")), 4: ((2, "Paragraph"),)}
    pages = {page: [Mark(number, kind, is_start, page, y) for number, kind in on_page
                    for is_start, y in ((True, 100.0), (False, 220.0))] for page, on_page in kinds.items()}
    assert dict(fill_pages(wide, pages, {2: rooms[0], 3: rooms[1], 4: 100.0}).larger) == (
        pytest.approx(larger, abs=0.001))


def test_cells_that_are_enlarged_for_their_signs_have_the_largest_size_at_most() -> None:
    """Cells of 6 mm whose signs ask for 6.6 mm are 1.1 times as large: to have 11 mm they grow 1.666 times. Those that
    ask for 7.7 mm grow 1.428 times."""
    signed = replace(board(5), least_cell=6.6)
    small = RulebookProject(book(signed, replace(signed, least_cell=7.7)), A5, Layout(6.0, 6.0), built_in_theme())
    assert [small.enlargement(figure) for figure in (signed, replace(signed, cell=0.0))] == pytest.approx([1.1, 1.0])
    ((points, factor, *_),) = find_pictures(small, 0).pictures
    assert (points, factor) == pytest.approx((0.666 * 5 * 6.6 * MM, 1.666))
    ((_, factor, *_),) = find_pictures(small, 1).pictures
    assert factor == pytest.approx(1.428)


def test_figures_of_a_row_are_enlarged_alike() -> None:
    """Signs ask for 7.3 mm; a board of 8 cells has 6.8 mm then, so that two of them fit, and its neighbour has, too."""
    figures = tuple(replace(board(cells), least_cell=7.3) for cells in (5, 8))
    row = RulebookProject(book(FigureRow(figures)), A5, Layout(5.0, 5.0), built_in_theme())
    assert [row.cell_of(figure) for figure in figures] == pytest.approx([HALF / 8, HALF / 8])


@pytest.mark.parametrize(("room", "more"), [(9.0, 3.0), (60.0, 15.0), (-5.0, 0.0)])
def test_the_rows_of_a_list_of_components_are_higher_on_a_page_with_room(room: float, more: float) -> None:
    """Three rows share 9 points, and take 15 points each at most. A table without pictures stays as it is."""
    square = draw(Role.GRID, rectangle(0, 0, 5, 5))
    rows = tuple((square, words(name)) for name in ("Pawn", "Rook", "King"))
    components = TextTable((words(""), words("Name")), rows, ("left", "left"))
    plain = TextTable((words("A"), words("B")), ((words("1"), words("2")),) * 4, ("left", "left"))
    pages = {page: [Mark(number, "TextTable", is_start, page, y) for is_start, y in ((True, 50.0), (False, 150.0))]
             for page, number in ((2, 0), (3, 1), (4, 2))}
    spread = fill_pages(project(components, plain, plain), pages, {2: room, 3: room, 4: 0.0})
    assert dict(spread.row_spaces) == ({0: more} if more else {})


def test_the_rows_of_a_table_are_as_much_higher_as_its_layout_says() -> None:
    """From the first row to the third, two rows of which each has 6 points more."""
    square = draw(Role.GRID, rectangle(0, 0, 5, 5))
    rows = tuple((square, words(name)) for name in ("Pawn", "Rook", "King"))
    content = book(TextTable((words(""), words("Name")), rows, ("left", "left")))
    heights = []
    for spaces in ((), ((0, 6.0),)):
        layout = Layout(8.0, 8.0, row_spaces=spaces)
        pdf = write_draft(content, load_theme("colour"), A5, built_in_theme(), layout).pdf
        with pdfplumber.open(io.BytesIO(pdf)) as opened:
            tops = {word["text"]: word["top"] for word in opened.pages[1].extract_words()}
        heights.append(tops["King"] - tops["Pawn"])
    assert heights[1] - heights[0] == pytest.approx(12, abs=0.05)


def test_boards_of_a_row_are_level_below_what_stands_above_one_of_them() -> None:
    """A cell of 10 mm stands above the first of two boards of 30 mm: their lower edges are level all the same."""
    ground = draw(Role.GRID, rectangle(0, 0, 30, 30)).in_group("board/lines")
    above = draw(Role.GRID, rectangle(0, 32, 10, 10)).in_group("insets/a3")
    boards = [BookFigure(drawing, words("A board."), cell=10.0, close_up=True) for drawing in (ground + above, ground)]
    assert board_edges(ground + above).top == pytest.approx(12)
    assert board_edges(ground).top == board_edges(above).top == 0
    pdf = write_project(book(FigureRow((*boards, boards[1]))), load_theme("colour"), A5).pdf
    with pdfplumber.open(io.BytesIO(pdf)) as opened:
        shapes = [shape for shape in opened.pages[1].rects + opened.pages[1].curves if shape["stroke"]]
    bottoms = [shape["bottom"] for shape in shapes if shape["height"] > 20 * MM]
    assert len(bottoms) == 3
    assert max(bottoms) - min(bottoms) < 0.1


def widths(pdf: bytes, page: int) -> list[float]:
    """The widths in mm of the outlines on a page."""
    with pdfplumber.open(io.BytesIO(pdf)) as opened:
        shapes = opened.pages[page].rects + opened.pages[page].curves
        return sorted(shape["width"] / MM for shape in shapes if shape["stroke"])


@pytest.mark.parametrize(("lines", "has_larger"), [(6, True), (25, False)])
def test_figures_of_a_page_grow_as_far_as_it_has_room(lines: int, has_larger: bool) -> None:
    """Page 2 holds two boards of 45 mm and a line, and has room for larger ones, which are up to 11 / 9 times as large.
    On page 3, which faces it, such a board stands below some lines of 4.7 mm: 25 of them leave about 61 mm of 179 mm,
    of which its caption and the space around it take 15 mm, so that it cannot be as large. All boards of these pages
    have its size then. The row on page 4 is as wide as that."""
    text, some = Paragraph(words("Words.")), Paragraph((TextRun("line\n" * (lines - 1) + "line"),))
    setup = replace(board(5), anchor="figure/setup")
    first_page = Heading(1, words("One"), "one"), text, setup, text, board(5), PageBreak()
    row = FigureRow((board(8), board(8)))
    content = book(*first_page, some, board(5), PageBreak(), text, row)
    made = write_project(content, load_theme("colour"), A5)
    larger = dict(made.layout.larger)
    assert larger[7] == larger[4] > 1.1
    assert (larger[4] > 1.2) is has_larger
    for page, numbers in ((1, (2, 4)), (2, (7,))):
        assert widths(made.pdf, page) == pytest.approx(
            sorted(made.layout.close_up * 5 * larger.get(number, 1.0) for number in numbers), rel=0.002)


@pytest.mark.parametrize(("lines", "grows"), [(6, True), (27, False)])
def test_a_layout_is_judged_with_the_figures_that_its_book_has(lines: int, grows: bool) -> None:
    """Page 2 has room for larger boards than those of 40 mm. So has page 3 below 6 lines of 4.7 mm, but 27 lines leave
    it less than 0.08 of its board."""
    text, some = Paragraph(words("Words.")), Paragraph((TextRun("line\n" * (lines - 1) + "line"),))
    content = book(Heading(1, words("One"), "one"), text, board(5), text, board(5), PageBreak(), some, board(5),
                   PageBreak(), text)
    layout, look = Layout(8.0, 8.0, has_index=False, is_imprint_below=True, apart=frozenset({7})), built_in_theme()
    score = LayoutSearch(content, A5, look).judge.score(layout)
    larger = dict(spread_room(content, A5, layout, look, KnownLayouts()).larger)
    assert {*larger} == ({2, 4, 7} if grows else {2, 4})
    assert score.growth[0] == pytest.approx(2 * (larger[2] - 1) * 40 / HEIGHT, abs=1e-4)
    assert score.growth[0] > 0.1
    assert (score.growth[1] > 0.05) is grows


@pytest.mark.parametrize(("rooms", "wanted"), [
    ({2: 60.0, 3: 60.0}, {0: 1.705, 1: 1.705}),
    ({2: 17.0, 3: 45.0}, {0: 1.2, 1: 1.2}),
    ({2: 17.0, 3: 60.0}, {0: 1.2, 1: 1.705}),
    ({2: 5.0, 3: 30.0}, {}),
    ({2: 5.0, 3: 90.0}, {1: 1.833}),
])
def test_boards_of_facing_pages_have_one_size_unless_that_leaves_a_large_hole(
        rooms: dict[int, float], wanted: dict[int, float]) -> None:
    """Boards of 5 cells of 6 mm are 85.04 points high: 17 points are a fifth of that, and 60 points 0.705. Cells of
    11 mm, the largest, take 0.833, and 5 points are less than the 0.08 by which a board is seen to be larger. A hole of
    28 or 30 points, about 10 mm, is small, and one of 43 or 90 is large."""
    books = project(board(5), board(5), Paragraph(words("Words.")), cell=6.0)
    pages = {page: [Mark(number, "BookFigure", is_start, page, y) for is_start, y in ((True, 100.0), (False, 220.0))]
             for number, page in enumerate(rooms)}
    last = {9: [Mark(2, "Paragraph", is_start, 9, 100.0) for is_start in (True, False)]}
    larger = dict(fill_pages(books, pages | last, rooms | {9: 0.0}).larger)
    assert larger == pytest.approx(wanted, abs=0.002)


@pytest.mark.parametrize(("cells", "room", "factors"), [
    (6, 55.0, (1.11, 1.11)), (6, 80.0, (1.11, 1.295)), (5, 80.0, (1.11, 1.55))])
def test_rows_of_a_page_have_one_size_where_theirs_are_nearly_alike_and_leave_no_hole(
        cells: int, room: float, factors: tuple[float, float]) -> None:
    """Two boards of 7 cells of 7 mm fill 98 mm of 108.8 mm, and may be 1.11 times as large. Two of 6 cells fill 84 mm
    and might be 1.295 times as large, of which 1.11 is 0.857; two of 5 cells 1.554 times, far more. Both rows of
    one size take 28 points: of 80 points, they leave 18 mm."""
    rows = FigureRow((board(7), board(7))), FigureRow((board(cells), board(cells)))
    pages = {2: [Mark(number, "FigureRow", is_start, 2, y) for number in (0, 1)
                 for is_start, y in ((True, 100.0 + 200 * number), (False, 220.0 + 200 * number))],
             9: [Mark(2, "Paragraph", is_start, 9, 100.0) for is_start in (True, False)]}
    larger = dict(fill_pages(project(*rows, Paragraph(words("Words.")), cell=7.0), pages, {2: room, 9: 0.0}).larger)
    assert larger == pytest.approx(dict(enumerate(factors)), abs=0.005)


def test_a_narrow_figure_of_a_row_that_is_a_little_too_wide_keeps_room_for_its_caption() -> None:
    """Boards of 6 cells of 7 mm are 42 mm wide, one of 2 cells has a caption of 30 mm: 114 mm of 104.8. The wide ones
    share what 30 mm leave, and have cells of 7 * 74.8 / 84 mm."""
    row = FigureRow((board(2), board(6), board(6)))
    made = project(row, cell=7.0)
    assert made.count_rows(row) == 1
    assert [figure.cell * made.scale_of(figure) for figure in row.figures] == pytest.approx([7 * 74.8 / 84] * 3)


@pytest.mark.parametrize(("lines", "is_divided"), [(8, True), (18, False)])
def test_a_row_of_three_divides_on_a_page_that_would_not_be_full(lines: int, is_divided: bool) -> None:
    """Boards of 4 cells of 9 mm fill a row, and take about 50 mm of 179 mm with their captions. With cells of 11 mm two
    of them fit a row: two rows take about 108 mm. Eight lines of 4.7 mm leave room for these, 18 lines do not."""
    text, full = (Paragraph((TextRun("line\n" * count + "line"),)) for count in (lines - 1, 34))
    row = FigureRow((board(4), board(4), board(4)))
    content = book(Heading(1, words("One"), "one"), text, row, PageBreak(), full, full)
    made = write_project(content, load_theme("colour"), A5)
    boards = [wide for wide in widths(made.pdf, 1) if wide > 20]
    assert len(boards) == 3
    assert (min(boards) > 40) is is_divided


def test_a_figure_alone_has_its_caption_beside_it_and_figures_in_a_row_below() -> None:
    """On one page with room for all captions below: three boards of 3 cells of 9 mm share a row, whose captions have
    columns of 30 mm. They fill 104.8 mm when they are 104.8 / 90 times larger, and the single one of 4 cells is as much
    larger. Its caption begins where a second board would, at the middle of its height: of 118 mm, the ground takes
    2.6 mm on both sides, 4 mm are between two columns, and 3.4 mm before a board. Those of the row begin below
    theirs."""
    wide = 4 * 9 * 104.8 / 90
    lone, row = board(4), FigureRow((board(3), board(3), board(3)))
    content = book(Heading(1, words("One"), "one"), Paragraph(words("Words.")), lone, row, PageBreak(),
                   Paragraph(words("Words.")))
    with pdfplumber.open(io.BytesIO(write_project(content, load_theme("colour"), A5).pdf)) as opened:
        page = opened.pages[1]
        boards = sorted((shape for shape in page.rects + page.curves if shape["stroke"]), key=lambda b: b["top"])
        captions = [word for word in page.extract_words() if word["text"] == "A"]  # the first of each
    beside, *below = sorted(captions, key=lambda word: word["top"])
    assert boards[0]["width"] / MM == pytest.approx(wide, abs=0.1)
    assert beside["x0"] / MM == pytest.approx(A5.outside + 2.6 + (118 - 2 * 2.6 - 4) / 2 + 4 + 3.4, abs=0.3)
    assert (beside["top"] + beside["bottom"]) / 2 == pytest.approx((boards[0]["top"] + boards[0]["bottom"]) / 2, abs=4)
    assert len(below) == 3
    assert all(word["top"] > boards[1]["bottom"] for word in below)


@pytest.mark.parametrize("figure", [board(4), FigureRow((board(3), board(3), board(3)))])
def test_a_figure_has_a_pale_ground_as_wide_as_its_page(figure: BookFigure | FigureRow) -> None:
    """In the colour of the book; none where ink is saved."""
    content = book(Paragraph(words("Words.")), figure, colour="blue")
    grounds = {}
    for inks in ("colour", "low"):
        with pdfplumber.open(io.BytesIO(write_project(content, load_theme(inks), A5).pdf)) as opened:
            shapes = opened.pages[1].rects + opened.pages[1].curves
            grounds[inks] = [shape for shape in shapes if not shape["stroke"] and shape["x0"] / MM > 10]  # no tab
    (ground,) = grounds["colour"]
    assert ground["width"] / MM == pytest.approx(WIDTH, abs=0.05)
    assert ground["x0"] / MM == pytest.approx(A5.outside, abs=0.05)
    assert min(ground["non_stroking_color"]) > 0.85
    assert grounds["low"] == []


def test_the_last_page_is_in_the_colour_of_the_book() -> None:
    """The ground covers the page, a strip of one colour is behind the name at its foot, and a white card behind the
    words; with little ink there is none of them."""
    last = (Heading(1, words("Last"), "r"), Paragraph(words("Words.")))
    content = book(Paragraph(words("Words.")), reference=last, colour="blue")
    for inks, count in (("colour", 3), ("low", 0)):
        with pdfplumber.open(io.BytesIO(write_project(content, load_theme(inks), A5).pdf)) as opened:
            page = opened.pages[-1]
            shapes = [shape for shape in page.rects + page.curves if not shape["stroke"]]
            large = sorted((shape for shape in shapes if shape["width"] > 0.8 * page.width),
                           key=lambda shape: (-shape["width"], -shape["height"]))
            assert len(large) == count
            if large:
                assert large[0]["width"] / MM == pytest.approx(148, abs=0.05)
                assert large[0]["height"] / MM == pytest.approx(210, abs=0.05)
                assert large[0]["non_stroking_color"] == pytest.approx((0, 0x72 / 255, 0xB2 / 255), abs=0.003)
                assert large[1]["width"] / MM == pytest.approx(148, abs=0.05)
                assert large[1]["bottom"] / MM == pytest.approx(210, abs=0.05)
                assert large[2]["non_stroking_color"] in (1, (1,), (1, 1, 1)), "white"


@pytest.mark.parametrize("count", range(3, 12))
def test_no_caption_ends_with_a_single_short_word(count: int) -> None:
    """Captions below three figures; the last line of several is a quarter as long as the longest, at least."""
    figure = replace(board(3), caption=words(" ".join(["pawn"] * count) + " d6."))
    content = book(Paragraph(words("Words.")), FigureRow((figure, board(3), board(3))))
    with pdfplumber.open(io.BytesIO(write_project(content, load_theme("colour"), A5).pdf)) as opened:
        found = [word for word in opened.pages[1].extract_words() if word["text"] in ("pawn", "d6.")]
    lines: dict[int, list[float]] = {}
    for word in found:
        lines.setdefault(round(word["bottom"]), []).extend((word["x0"], word["x1"]))
    lengths = [max(ends) - min(ends) for _, ends in sorted(lines.items())]
    assert len(found) == count + 1
    assert lengths[-1] >= max(lengths) / 4


def test_the_sentence_in_bold_letters_that_opens_a_book_has_a_band_below_that_of_its_chapter() -> None:
    """In the pale colour of the book, as wide as the page, and it begins where the band of the chapter ends."""
    def bands(paragraph: Paragraph, before: tuple[Heading, ...] = ()) -> list[dict[str, float]]:
        content = book(*before, Heading(1, words("One"), "one"), paragraph, Paragraph(words("Words.")), colour="blue")
        with pdfplumber.open(io.BytesIO(write_project(content, load_theme("colour"), A5).pdf)) as opened:
            page = opened.pages[1]
            wide = [shape for shape in page.rects + page.curves if shape["width"] == pytest.approx(page.width, abs=0.1)]
        return sorted(wide, key=lambda shape: (shape["top"], shape["bottom"]))

    bold = Paragraph((TextRun("Take the king.", bold=True),))
    _, chapter, rule = bands(bold)
    assert min(rule["non_stroking_color"]) > 0.85 > min(chapter["non_stroking_color"])
    assert rule["top"] == pytest.approx(chapter["bottom"], abs=0.5)
    assert len(bands(Paragraph((TextRun("Take", bold=True), TextRun(" the king."))))) == 2
    assert len(bands(bold, (Heading(1, words("Before"), "before"),))) == 2  # a second chapter, with neither


@pytest.mark.parametrize(("room", "added"), [(90.0, 20.0), (150.0, 30.0), (25.0, 0.0)])
def test_sections_of_a_last_page_without_figures_are_spread_over_it(room: float, added: float) -> None:
    """Two steps between three sections and one to what is at the foot: a third of 90 points each, of which 10 are there
    in any case. At most 30 are added."""
    sections = [block for n in range(3)
                for block in (Heading(3, words(f"Section {n}"), f"s{n}"), Paragraph(words("Words.")))]
    books = project(*sections)
    page = [Mark(number, "Paragraph", is_start, 2, 100.0 + 20 * number)
            for number in (1, 3, 5) for is_start in (True, False)]
    assert dict(fill_pages(books, {2: page}, {2: room}).spaces) == (
        {2: pytest.approx(added), 4: pytest.approx(added)} if added else {})
