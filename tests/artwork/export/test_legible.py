"""What a reader must be able to read: sizes of type, contrast, lettering in figures; no page is empty for a figure."""

from __future__ import annotations

import io
from typing import Any

import pdfplumber
import pytest
from book.one_book import book

from fabgen.artwork.drawing import Drawing, Role, draw, draw_text
from fabgen.artwork.path import rectangle
from fabgen.artwork.themes import load_theme
from fabgen.book.book_format import A5, HALF_LETTER, LARGE_A4, LARGE_LETTER, BookFormat
from fabgen.book.rulebook_pdf import write_book
from fabgen.typeset.blocks import (
    Block,
    BookFigure,
    FigureRow,
    Heading,
    IndexBlock,
    Listing,
    NoteBox,
    Paragraph,
    TextRun,
    TextRuns,
    TextTable,
)

MM = 72 / 25.4
LINE = "The quick brown fox jumps over the lazy dog. "


def words(text: str, **style: Any) -> TextRuns:
    return (TextRun(text, **style),)


def lettered(size: float, role: Role = Role.MARK, side: float = 100) -> Drawing:
    """A square with one letter, whose type has so many points: a capital of this face is 0.66 of its size."""
    return draw(Role.GRID, rectangle(0, 0, side, side)) + draw_text(role, "X", (side / 2, side / 2), 0.66 * size / MM)


EVERYTHING: tuple[Block, ...] = (
    Heading(1, words("One"), "a"), Heading(2, words("Two"), "b"), Heading(3, words("Three"), "c"),
    Paragraph((*words("Text "), *words("link", link="#a"), *words(" out", link="https://example.org"))),
    Listing(((Paragraph(words("item")),),), 1), NoteBox((Paragraph(words("note"), "note/n"),)),
    TextTable((words("Head"),), ((words("cell"),),), ("left",)),
    BookFigure(draw(Role.GRID, rectangle(0, 0, 20, 20)), words("Caption."), (words("Claim."),)),
    FigureRow((BookFigure(draw(Role.GRID, rectangle(0, 0, 20, 20)), words("Left.")),
               BookFigure(draw(Role.GRID, rectangle(0, 0, 20, 20)), words("Right.")))),  # captions on the ground
    Heading(1, words("Index"), "i"), IndexBlock((("entry", "a"), ("note", "note/n"))),
)
REFERENCE = (Heading(1, words("Quick reference"), "q"), *(Paragraph(words(LINE * 5)) for _ in range(9)))


@pytest.mark.sample(2)
@pytest.mark.parametrize(("page", "least"), [(A5, 9), (HALF_LETTER, 9), (LARGE_A4, 16), (LARGE_LETTER, 16)])
def test_no_words_are_smaller(page: BookFormat, least: float) -> None:
    pdf = write_book(book(*EVERYTHING, reference=REFERENCE), load_theme("colour"), page)
    with pdfplumber.open(io.BytesIO(pdf)) as opened:
        sizes = {char["size"] for one in opened.pages for char in one.chars
                 if abs(char["matrix"][1]) < 0.01}  # but turned ones, in tabs at the edge
    assert min(sizes) >= least - 1e-6


def luminance(colour: tuple[float, ...]) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    channels = colour if len(colour) == 3 else colour * 3
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_words_stand_out_from_the_paper() -> None:
    """WCAG 2.2, 1.4.3: a contrast of 4.5 to 1; paper is white, covers have a ground, and so have figures."""
    pdf = write_book(book(*EVERYTHING, reference=REFERENCE), load_theme("colour"))
    with pdfplumber.open(io.BytesIO(pdf)) as opened:
        letters = [(one, char) for one in opened.pages for char in one.chars]
        pairs = {(tuple(char["non_stroking_color"]), ground_under(one, char)) for one, char in letters}
    assert len({colour for colour, _ in pairs}) > 2
    assert len({ground for _, ground in pairs}) == 3, "white, the ground of the cover, and the pale one of figures"
    assert min(contrast(colour, ground) for colour, ground in pairs) >= 4.5


def ground_under(page: Any, char: Any) -> tuple[float, ...]:
    """The colour of the smallest filled box that a letter is in; white where it is in none. Boxes may be round at their
    corners."""
    x, y = (char["x0"] + char["x1"]) / 2, (char["top"] + char["bottom"]) / 2
    filled = (box for box in page.rects + page.curves if box["fill"] and not box["stroke"])
    boxes = [box for box in filled if box["x0"] <= x <= box["x1"] and box["top"] <= y <= box["bottom"]]
    smallest = min(boxes, key=lambda box: box["width"] * box["height"], default=None)
    colour = smallest["non_stroking_color"] if smallest else 1.0
    grey = colour if isinstance(colour, int | float) else colour[0] if len(colour) == 1 else None
    return tuple(colour) if grey is None else (float(grey),) * 3


def contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """The contrast of two colours, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def pages(*body: Block) -> list[Any]:
    pdf = write_book(book(*body, cover=None), load_theme("colour"))
    with pdfplumber.open(io.BytesIO(pdf)) as opened:
        return [(page.extract_text(), page.chars, page.rects + page.curves) for page in opened.pages[1:]]


def letter(page: Any) -> float:
    return next(float(char["size"]) for char in page[1] if char["text"] == "X")


@pytest.mark.parametrize("size", [7.5, 8, 12, 20])
@pytest.mark.parametrize("columns", [1, 2, 3])
def test_a_figure_takes_the_columns_that_its_lettering_needs(size: float, columns: int) -> None:
    (page,) = pages(BookFigure(lettered(size), words("Seen."), columns=columns))
    assert letter(page) >= 7 - 1e-6


def test_a_figure_whose_lettering_is_too_small_beside_others_stands_alone() -> None:
    small, large = lettered(8), lettered(30)
    made = pages(
        FigureRow((BookFigure(large, words("one")), BookFigure(large, words("two")), BookFigure(small, words("three"))))
    )
    sizes = sorted(float(char["size"]) for page in made for char in page[1] if char["text"] == "X")
    assert sizes[0] >= 7 - 1e-6
    text = "\n".join(page[0] for page in made)
    assert "one two" in text
    assert "three" in text.splitlines()


def test_coordinates_are_painted_larger_where_the_figure_is_small() -> None:
    (page,) = pages(FigureRow(tuple(BookFigure(lettered(8, Role.COORDINATE), words(name)) for name in "abc")))
    sizes = {round(float(char["size"]), 2) for char in page[1] if char["text"] == "X"}
    assert sizes == {7.0}


def filler(lines: int) -> Paragraph:
    return Paragraph((TextRun("\n".join(["line"] * lines)),))


FIGURE = BookFigure(draw(Role.GRID, rectangle(0, 0, 57, 57)), words("Seen."))
WIDE_FIGURE = BookFigure(lettered(7), words("Seen."))  # its letter keeps it at 86 mm or more: no words are beside it
AFTER = (NoteBox((Paragraph(words("Moved up.")),)), Paragraph(words("Moved too.")))


def test_text_moves_up_where_a_figure_must_wait() -> None:
    """28 lines of 13.44 points leave 131 of 507; the figure, whose letter has 6 points at 86 mm, is 243 points high."""
    first, second = pages(filler(28), WIDE_FIGURE, *AFTER, filler(12))
    assert "Moved up." in first[0]
    assert "Seen." in second[0]


def test_a_few_words_wait_with_their_figure() -> None:
    first, second = pages(filler(34), NoteBox((Paragraph(words("Before.")),)), WIDE_FIGURE, *AFTER)
    assert "Before." not in first[0]
    assert second[0].index("Before.") < second[0].index("Seen.") < second[0].index("Moved up.")


def test_figures_keep_their_order_and_never_leave_their_chapter() -> None:
    last = Heading(1, words("Next"), "n")
    twins = (BookFigure(FIGURE.drawing, words("First.")), BookFigure(FIGURE.drawing, words("Then.")))
    text = "\n".join(
        page[0] for page in pages(filler(26), NoteBox((Paragraph(words("Before.")),)), *twins, *AFTER, last)
    )
    assert text.index("First.") < text.index("Then.") < text.index("NEXT")
    assert text.index("Moved too.") < text.index("NEXT")


def test_a_figure_that_fits_stays_where_it_is() -> None:
    (page,) = pages(filler(5), FIGURE, *AFTER)
    assert page[0].index("Seen.") < page[0].index("Moved up.")


@pytest.mark.parametrize(("page", "least"), [(A5, 6.0), (LARGE_A4, 6.0 * 17 / 10.5), (LARGE_LETTER, 6.0 * 17 / 10.5)])
def test_large_print_is_large_in_figures_too(page: BookFormat, least: float) -> None:
    """Names of files have 5 points here and letters 12: where three would stand in a row, letters would have 6.6."""
    named = lettered(12) + draw_text(Role.COORDINATE, "a", (50, -5), 0.66 * 5 / MM)
    row = FigureRow(tuple(BookFigure(named, words("Caption.")) for _ in range(3)))
    with pdfplumber.open(io.BytesIO(write_book(book(row), load_theme("colour"), page))) as opened:
        sizes = [char["size"] for one in opened.pages for char in one.chars if char["text"] in ("X", "a")
                 and char["size"] < 15]
    assert len(sizes) >= 3
    assert min(sizes) >= least - 0.01
