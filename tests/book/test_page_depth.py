"""Rooms at the foot of pages: figures grow into them, alike on one page, and stay where they are."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pdfplumber
import pytest

from fabgen.artwork.drawing import Role, draw
from fabgen.artwork.path import rectangle
from fabgen.artwork.themes import load_theme
from fabgen.book.book_format import A5
from fabgen.book.book_theme import built_in_theme
from fabgen.book.layout_search import largest_layout
from fabgen.book.rulebook_pdf import write_project
from fabgen.book.rulebook_typst import Layout, RulebookProject
from fabgen.typeset.blocks import BookFigure, FigureRow, Heading, PageBreak, Paragraph, TextRun
from tests.book.one_book import book

WIDTH, HEIGHT = 118.0, 179.0  # mm: the frame of an A5 page
ROOM = WIDTH - 2 * 2.6  # mm: of figures, whose ground has margins of 2.6 mm
MM = 72 / 25.4


def words(text: str) -> tuple[TextRun, ...]:
    return (TextRun(text),)


def board(cells: int, cell: float = 10.0) -> BookFigure:
    """A board of so many cells a side, with a cell of 10 mm."""
    return BookFigure(draw(Role.GRID, rectangle(0, 0, cells * cell, cells * cell)), words("A board."), cell=cell)


def project(*blocks: Any, cell: float = 8.0) -> RulebookProject:
    return RulebookProject(book(*blocks), A5, Layout(cell, cell), built_in_theme())


def test_a_figure_with_its_caption_beside_it_keeps_room_for_that() -> None:
    """5 cells of 8 mm: 40 mm. A picture has its caption beside it up to 0.62 of its room."""
    figure = board(5)
    assert project(figure).growing_pictures(figure) == pytest.approx((40.0, 0.62 * ROOM / 40))


def test_figures_in_a_row_grow_until_they_fill_it() -> None:
    """Two of 40 mm and 4 mm between them."""
    row = FigureRow((board(5), board(5)))
    assert project(row).growing_pictures(row) == pytest.approx((40.0, (ROOM - 4) / 80))


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


def test_pictures_without_cells_do_not_grow() -> None:
    figure = replace(board(5), cell=0.0)
    assert project(figure).growing_pictures(figure) == (0.0, 1.0)


def widths(pdf: bytes, page: int) -> list[float]:
    """The widths in mm of the outlines on a page."""
    with pdfplumber.open(io.BytesIO(pdf)) as opened:
        shapes = opened.pages[page].rects + opened.pages[page].curves
        return sorted(shape["width"] / MM for shape in shapes if shape["stroke"])


def test_figures_of_a_book_keep_their_scale_and_the_board_fills_its_page() -> None:
    """The first page holds two boards and a line: the setup takes the room, up to the width of the frame."""
    text = Paragraph(words("Words."))
    full = Paragraph((TextRun("line\n" * 26 + "line"),))
    setup = replace(board(5), anchor="figure/setup")
    first_page = Heading(1, words("One"), "one"), text, setup, text, board(5), PageBreak()
    content = book(*first_page, full, board(5), PageBreak(), text)
    made = write_project(content, load_theme("colour"), A5)
    assert {number for number, _ in made.layout.larger} == {2}
    example, first = widths(made.pdf, 1)
    (other,) = widths(made.pdf, 2)
    assert example == pytest.approx(other)
    assert example == pytest.approx(made.layout.close_up * 5, rel=0.002)
    assert first > 1.1 * example


def test_a_figure_alone_has_its_caption_beside_it_and_figures_in_a_row_below() -> None:
    """On one page with room for all captions below: the caption of the single figure begins right of its picture, and
    between its top and its bottom; those of the row begin below theirs."""
    lone, row = board(5), FigureRow((board(5), board(5)))
    content = book(Heading(1, words("One"), "one"), Paragraph(words("Words.")), lone, row, PageBreak(),
                   Paragraph(words("Words.")))
    with pdfplumber.open(io.BytesIO(write_project(content, load_theme("colour"), A5).pdf)) as opened:
        page = opened.pages[1]
        boards = sorted((shape for shape in page.rects + page.curves if shape["stroke"]), key=lambda b: b["top"])
        captions = [word for word in page.extract_words() if word["text"] == "board."]
    beside, *below = sorted(captions, key=lambda word: word["top"])
    assert beside["x0"] > boards[0]["x1"]
    assert (beside["top"] + beside["bottom"]) / 2 == pytest.approx((boards[0]["top"] + boards[0]["bottom"]) / 2, abs=9)
    assert len(below) == 2
    assert all(word["top"] > boards[1]["bottom"] for word in below)


def test_a_figure_has_a_pale_ground_as_wide_as_the_words() -> None:
    """In the colour of the book; none where ink is saved."""
    content = book(Paragraph(words("Words.")), board(5), colour="blue")
    grounds = {}
    for inks in ("colour", "low"):
        with pdfplumber.open(io.BytesIO(write_project(content, load_theme(inks), A5).pdf)) as opened:
            shapes = opened.pages[1].rects + opened.pages[1].curves
            grounds[inks] = [shape for shape in shapes if not shape["stroke"]]
    (ground,) = grounds["colour"]
    assert ground["width"] / MM == pytest.approx(WIDTH, abs=0.05)
    assert ground["x0"] / MM == pytest.approx(A5.outside, abs=0.05)
    assert min(ground["non_stroking_color"]) > 0.85
    assert grounds["low"] == []


def test_the_last_page_is_in_the_colour_of_the_book() -> None:
    """The ground covers the page, and a white card the words; with little ink there is neither."""
    last = (Heading(1, words("Last"), "r"), Paragraph(words("Words.")))
    content = book(Paragraph(words("Words.")), reference=last, colour="blue")
    for inks, count in (("colour", 2), ("low", 0)):
        with pdfplumber.open(io.BytesIO(write_project(content, load_theme(inks), A5).pdf)) as opened:
            page = opened.pages[-1]
            shapes = [shape for shape in page.rects + page.curves if not shape["stroke"]]
            large = sorted((shape for shape in shapes if shape["width"] > 0.8 * page.width),
                           key=lambda shape: -shape["width"])
            assert len(large) == count
            if large:
                assert large[0]["width"] / MM == pytest.approx(148, abs=0.05)
                assert large[0]["height"] / MM == pytest.approx(210, abs=0.05)
                assert large[0]["non_stroking_color"] == pytest.approx((0, 0x72 / 255, 0xB2 / 255), abs=0.003)
                assert large[1]["non_stroking_color"] in (1, (1,), (1, 1, 1)), "white"
