"""Blocks → pages: what stays together, and what links look like, read back with pdfplumber."""

from __future__ import annotations

import io

import pdfplumber
import pytest

from fabgen.artwork.drawing import Role, draw, draw_text
from fabgen.artwork.path import rectangle
from fabgen.artwork.themes import load_theme
from fabgen.book.rulebook_pdf import A5, write_book
from fabgen.typeset.blocks import (
    Block,
    Book,
    BookFigure,
    FigureRow,
    Heading,
    Listing,
    NoteBox,
    Paragraph,
    TextRun,
    TextRuns,
)
from fabgen.typeset.boxes import PictureFlowable, TextStyle, register_faces
from fabgen.typeset.flow import set_units

LONG = "The quick brown fox jumps over the lazy dog while the band plays on and nobody counts the cards. "
SQUARE = draw(Role.GRID, rectangle(0, 0, 40, 40))


def words(text: str, link: str = "") -> TextRuns:
    return (TextRun(text, link=link),)


def booklet(*body: Block) -> bytes:
    made = Book("Gambit", "A game by Ada", "Summary.", "2 players", "Ada", "Contents", "en-GB", None,
                (words("Design by Ada."),), body, ())
    return write_book(made, load_theme("colour"))


def pages(*body: Block) -> list[str]:
    """The text of each page after the contents."""
    with pdfplumber.open(io.BytesIO(booklet(*body))) as opened:
        return [page.extract_text() for page in opened.pages[2:]]


def filler(lines: int) -> Paragraph:
    return Paragraph(words("\n".join(["line"] * lines)))


LIST = (Listing(tuple((Paragraph(words(f"item{n} {LONG}")),) for n in range(3)), 1),)
NOTE = (NoteBox((Paragraph(words(f"item0 {LONG * 4} item2")),)),)
SAID = (Paragraph(words(f"item0 {LONG * 3} before.")), BookFigure(SQUARE, words("item2")))
SECTION = (Heading(2, words("item0"), "s"), *(Paragraph(words(LONG)) for _ in range(3)), Paragraph(words("item2")))


@pytest.mark.slow
@pytest.mark.sample(6)
@pytest.mark.parametrize("lines", [18, 24, 27, 29, 31, 33, 35, 36])
@pytest.mark.parametrize("blocks", [LIST, NOTE, SAID, SECTION], ids=["list", "note", "said", "section"])
def test_what_is_short_stays_whole(blocks: tuple[Block, ...], lines: int) -> None:
    (page,) = [text for text in pages(filler(lines), *blocks) if "item0" in text]
    assert "item2" in page


def test_what_is_long_runs_on_where_it_starts() -> None:
    """No page is left half empty for a list or a note that is longer than a third of one."""
    items = Listing(tuple((Paragraph(words(f"item{n} {LONG}")),) for n in range(12)), 1)
    for block in (items, NoteBox((Paragraph(words(f"item0 {LONG * 12}")), Paragraph(words(LONG))))):
        first, second = pages(filler(25), block)
        assert "item0" in first
        assert "nobody" in second


def test_links_inside_the_book_print_as_the_words_around_them() -> None:
    outside = TextRun("outside", link="https://example.org")
    text = Paragraph((TextRun("plain "), *words("inside", "#h"), TextRun(" "), outside))
    with pdfplumber.open(io.BytesIO(booklet(Heading(1, words("Head"), "h"), text))) as opened:
        page = opened.pages[2]
        found = page.extract_words(extra_attrs=["non_stroking_color"])
        colours = {word["text"]: word["non_stroking_color"] for word in found}
        assert colours["inside"] == colours["plain"] != colours["outside"]
        assert len(page.annots) == 2


def test_cells_of_figures_in_a_row_stand_on_one_line_whatever_lies_below_them() -> None:
    held = SQUARE + draw_text(Role.LABEL, "hand", (20, -12), 3)
    row = FigureRow((BookFigure(held, words("One.")), BookFigure(SQUARE, words("Two."))))
    with pdfplumber.open(io.BytesIO(booklet(row))) as opened:
        boards = [shape for shape in opened.pages[2].rects + opened.pages[2].curves if shape["height"] > 90]
        captions = [word["top"] for word in opened.pages[2].extract_words() if word["text"] in ("One.", "Two.")]
    assert len(boards) == 2
    assert boards[0]["top"] == pytest.approx(boards[1]["top"])
    assert captions[0] == pytest.approx(captions[1])
    assert captions[0] > boards[0]["bottom"] + 12 * 72 / 25.4


def test_figures_in_a_row_are_never_shrunk_under_the_least_share() -> None:
    """Three of 60 mm stand on 36 mm each, 0.6 of their size; 0.7 of that would be less than the least of 0.45."""
    register_faces()
    setting = TextStyle(load_theme("colour"), *A5.frame)
    figures = tuple(BookFigure(draw(Role.GRID, rectangle(0, 0, 60, 60)), words(name)) for name in "abc")
    (unit,) = set_units([FigureRow(figures)], setting)
    scales = [item.scale for plate in unit.made for _, _, item in plate.items if isinstance(item, PictureFlowable)]
    assert len(scales) > 3
    assert 0.45 <= min(scales) < max(scales) < 0.61


@pytest.mark.slow
@pytest.mark.sample(6)
@pytest.mark.parametrize("lines", range(24, 36))
def test_a_heading_at_the_foot_of_a_page_has_two_blocks_or_four_lines(lines: int) -> None:
    section = (Heading(2, words("Head"), "h"), *(Paragraph(words(f"one{n}")) for n in range(12)))
    (page,) = [text for text in pages(filler(lines), *section) if "Head" in text]
    assert "one1" in page


def test_the_picture_of_the_title_page_fills_its_width_and_stands_in_its_middle() -> None:
    for wide, high in ((30, 10), (10, 30)):
        content = Book("Gambit", "A game by Ada", "Summary.", "2 players", "Ada", "Contents", "en-GB",
                       draw(Role.GRID, rectangle(0, 0, wide, high)), (words("x"),), (Paragraph(words("x")),), ())
        with pdfplumber.open(io.BytesIO(write_book(content, load_theme("colour")))) as opened:
            (seen,) = opened.pages[0].rects + opened.pages[0].curves
            assert seen["x0"] + seen["x1"] == pytest.approx(148 * 72 / 25.4, abs=0.1)
            if wide > high:
                assert seen["width"] == pytest.approx(116 * 72 / 25.4, abs=3)
