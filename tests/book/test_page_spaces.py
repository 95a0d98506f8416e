"""The space that is added between the blocks of a page, so that pages end at their foot, or level with each other."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

import pdfplumber
import pytest

from fabgen.artwork.drawing import Role, draw
from fabgen.artwork.path import rectangle
from fabgen.artwork.themes import load_theme
from fabgen.book.book_format import A5
from fabgen.book.book_theme import built_in_theme
from fabgen.book.layout import IMPRINT, Layout, Mark
from fabgen.book.page_spaces import AddedSpaces, add_spaces, large_hole
from fabgen.book.rulebook_pdf import write_draft, write_project
from fabgen.book.rulebook_typst import RulebookProject
from fabgen.core.units import POINTS_PER_MM
from fabgen.typeset.blocks import Block, BookFigure, FigureRow, Heading, Listing, Paragraph, TextRun
from tests.book.one_book import book

KINDS = {Paragraph: "Paragraph", Listing: "Listing", BookFigure: "BookFigure", FigureRow: "FigureRow"}


def words(text: str) -> tuple[TextRun, ...]:
    return (TextRun(text),)


def paragraph(text: str = "Words.") -> Paragraph:
    return Paragraph(words(text))


def board() -> BookFigure:
    return BookFigure(draw(Role.GRID, rectangle(0, 0, 40, 40)), words("A board."), cell=10.0)


def listing(count: int) -> Listing:
    return Listing(tuple((paragraph(f"Item {number}."),) for number in range(count)))


def project(*blocks: Any, layout: Layout | None = None) -> RulebookProject:
    return RulebookProject(book(*blocks), A5, layout or Layout(8.0, 8.0), built_in_theme())


def on_page(books: RulebookProject, page: int, numbers: Sequence[int]) -> list[Mark]:
    """The marks of some blocks one below the other."""
    body = books.content.body
    return [Mark(number, KINDS[type(body[number])], is_start, page, 100.0 + 40 * place + 20 * (not is_start))
            for place, number in enumerate(numbers) if type(body[number]) in KINDS for is_start in (True, False)]


def spaces(books: RulebookProject, pages: Mapping[int, Sequence[int]], rooms: Mapping[int, float]
           ) -> dict[int, AddedSpaces]:
    return add_spaces(books, {page: on_page(books, page, numbers) for page, numbers in pages.items()}, rooms)


def test_headings_get_three_times_and_figures_twice_the_space_of_paragraphs() -> None:
    """Two paragraphs, a board, a paragraph, and a heading with words: 1, 2, 2 and 3 shares of 16 points. The first
    block has nothing above it, and the words below their heading have no more than usual."""
    heading = Heading(2, words("Section"), "s")
    books = project(paragraph(), paragraph(), board(), paragraph("Below."), heading, paragraph("End."))
    (added,) = spaces(books, {2: range(6)}, {2: 16.0}).values()
    assert added == AddedSpaces({1: 2.0, 2: 4.0, 3: 4.0, 4: 6.0}, {})


def test_items_of_a_list_and_rows_of_figures_are_further_apart() -> None:
    """Three items have two gaps; with the gap above the list, three shares of 6 points."""
    (added,) = spaces(project(paragraph(), listing(3)), {2: range(2)}, {2: 6.0}).values()
    assert added == AddedSpaces({1: 2.0}, {1: 2.0})


def test_a_list_that_goes_on_overleaf_keeps_its_spaces() -> None:
    books = project(paragraph(), listing(3))
    marks = [mark for mark in on_page(books, 2, range(2)) if mark.number == 0 or mark.is_start]
    assert add_spaces(books, {2: marks}, {2: 3.0}) == {2: AddedSpaces({1: 3.0}, {})}


def test_a_block_that_goes_on_from_the_page_before_is_the_first_of_its_page() -> None:
    books = project(paragraph("Long."), paragraph())
    marks = [Mark(0, "Paragraph", False, 3, 90.0), *on_page(books, 3, [1])]
    assert add_spaces(books, {3: marks}, {3: 2.0}) == {3: AddedSpaces({1: 2.0}, {})}


def test_no_space_grows_to_a_hole() -> None:
    """At most 4 points between paragraphs, in a book with type of the usual size."""
    assert spaces(project(paragraph(), paragraph("End.")), {2: range(2)}, {2: 300.0})[2].above == {1: 4.0}


def test_a_page_without_room_is_as_it_was() -> None:
    assert spaces(project(paragraph(), paragraph("End.")), {2: range(2)}, {2: -3.0}) == {}


def gaps_of_facing_pages(room: float, facing_room: float, count: int) -> tuple[float, float]:
    """The points above each paragraph of page 2, which has two, and of page 3, which has `count`, with so much room."""
    blocks = [paragraph(f"Words {number}.") for number in range(2 + count)]
    added = spaces(project(*blocks), {2: (0, 1), 3: range(2, 2 + count)}, {2: room, 3: facing_room})
    return added[2].above[1], added[3].above[3]


def test_facing_pages_have_nearly_the_same_gaps() -> None:
    """The gap of page 2 has 2 points of room. Those of page 3 have no more than 0.5 points more, although that leaves
    7.5 points at its foot, which are less than 3 mm."""
    assert gaps_of_facing_pages(2.0, 10.0, 2) == pytest.approx((2.0, 2.5))


def test_no_page_has_a_hole_at_its_foot_for_equal_gaps() -> None:
    """With 2.5 points, as nearly in page 2, the five gaps of page 3 would leave 3.6 mm, and with 2.8 points 3 mm."""
    gap, facing_gap = gaps_of_facing_pages(2.0, 12.5 + 3.6 * POINTS_PER_MM, 6)
    assert gap == 2.0
    assert facing_gap == pytest.approx(2.5 + 0.6 * POINTS_PER_MM / 5, abs=0.1)


def test_a_page_with_a_large_hole_holds_no_other_one_back() -> None:
    """Page 3 cannot get below its large hole: page 2 reaches its own foot."""
    hole = large_hole(A5)
    assert hole == pytest.approx(12 * POINTS_PER_MM)
    blocks = [paragraph(f"Words {number}.") for number in range(4)]
    added = spaces(project(*blocks), {2: (0, 1), 3: (2, 3)}, {2: 3.0, 3: hole + 5})
    assert added[2].above == {1: 3.0}
    # The page before is not one that faces it.
    assert spaces(project(*blocks), {3: (0, 1), 4: (2, 3)}, {3: 3.0, 4: 14.0})[3].above == {1: 3.0}


def test_a_page_with_the_imprint_ends_at_its_foot() -> None:
    """However much room is above the imprint, the page that faces it reaches its own foot."""
    books = project(*(paragraph(f"Words {number}.") for number in range(4)))
    pages = {2: on_page(books, 2, (0, 1)), 3: [*on_page(books, 3, (2, 3)), Mark(4, IMPRINT, True, 3, 500.0)]}
    assert add_spaces(books, pages, {2: 3.0, 3: 20.0})[2].above == {1: 3.0}


def test_words_beside_a_figure_are_one_block_with_it() -> None:
    """Two paragraphs stand beside a board: nothing is added between these, and three shares above their heading."""
    text = paragraph("These words stand beside the board, and say about as much as has room there, but not more. ")
    books = project(paragraph(), Heading(2, words("Section"), "s"), text, text, board(), paragraph("End."))
    assert books.words_of_figures == {4: range(2, 4)}
    assert spaces(books, {2: range(6)}, {2: 10.0}) == {2: AddedSpaces({1: 6.0, 5: 4.0}, {})}


def test_rows_of_one_block_of_figures_are_further_apart() -> None:
    """Four boards in two rows: two shares of 8 points above them, and two between the rows."""
    books = project(paragraph(), FigureRow((board(), board(), board(), board())))
    assert books.count_rows(books.content.body[1]) == 2
    marks = [*on_page(books, 2, [0]), *on_page(books, 2, [1]), *on_page(books, 2, [1])]
    assert add_spaces(books, {2: marks}, {2: 8.0}) == {2: AddedSpaces({1: 4.0}, {1: 4.0})}


def tops(books_layout: Layout, *blocks: Any) -> dict[str, float]:
    """How far down each word of the first page of a book begins, in a layout."""
    pdf = write_draft(book(*blocks), load_theme("colour"), A5, built_in_theme(), books_layout).pdf
    with pdfplumber.open(io.BytesIO(pdf)) as opened:
        return {word["text"]: word["top"] for word in opened.pages[1].extract_words()}


def test_pages_have_the_space_that_their_layout_says() -> None:
    """A heading, a paragraph below another one, and three items: each is as much lower as is said, and those above are
    where they were."""
    blocks = (Heading(1, words("Chapter"), "c"), paragraph("First"), paragraph("Second"),
              Heading(2, words("Third"), "t"), paragraph("Fourth"),
              Listing(tuple((paragraph(item),) for item in ("Fifth", "Sixth", "Seventh"))), paragraph("Last"))
    usual = tops(Layout(8.0, 8.0), *blocks)
    spaced = tops(Layout(8.0, 8.0, spaces=((2, 3.0), (3, 6.0)), row_spaces=((5, 2.0),)), *blocks)
    lower = {word: spaced[word] - usual[word] for word in usual}
    expected = {"First": 0, "Second": 3, "Third": 9, "Fourth": 9, "Fifth": 9, "Sixth": 11, "Seventh": 13, "Last": 13}
    assert {word: lower[word] for word in expected} == pytest.approx(expected, abs=0.05)


def test_facing_pages_of_a_book_end_level() -> None:
    """Two pages with some paragraphs, the first with less of them, none of which has a figure that might grow: both end
    on one line. Without spaces that grow, one ends 12 points above the other."""
    text = "This sentence takes more than one line on a page of the usual size, and so does each of the others here. "
    first = [paragraph(f"One {number}. {text * 2}") for number in range(9)]
    second = [paragraph(f"Two {number}. {text * 2}") for number in range(9)]
    chapters: list[Block] = [Heading(1, words("A"), "a"), *first, Heading(1, words("B"), "b"), *second, paragraph(text),
                Heading(1, words("C"), "c"), paragraph("The end.")]
    made = write_project(book(*chapters), load_theme("colour"), A5)
    with pdfplumber.open(io.BytesIO(made.pdf)) as opened:
        ends = [max(word["bottom"] for word in page.extract_words() if word["top"] < 0.93 * page.height)
                for page in opened.pages[1:3]]
    assert made.layout.spaces
    assert ends[0] == pytest.approx(ends[1], abs=6)
