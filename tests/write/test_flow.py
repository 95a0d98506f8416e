"""Blocks → pages: what stays together, and what links look like, read back with pdfplumber."""

from __future__ import annotations

import io

import pdfplumber
import pytest

from fabgen.artwork.book import Block, Book, Figure, Heading, Listing, Note, Paragraph, Run, Runs
from fabgen.artwork.drawing import Role, draw
from fabgen.artwork.path import rectangle
from fabgen.make.theme import load_theme
from fabgen.write.book import write_book

LONG = "The quick brown fox jumps over the lazy dog while the band plays on and nobody counts the cards. "
SQUARE = draw(Role.GRID, rectangle(0, 0, 40, 40))


def words(text: str, link: str = "") -> Runs:
    return (Run(text, link=link),)


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
NOTE = (Note((Paragraph(words(f"item0 {LONG * 4} item2")),)),)
SAID = (Paragraph(words(f"item0 {LONG * 3} before.")), Figure(SQUARE, words("item2")))
SECTION = (Heading(2, words("item0"), "s"), *(Paragraph(words(LONG)) for _ in range(3)), Paragraph(words("item2")))


@pytest.mark.parametrize("lines", [18, 24, 27, 29, 31, 33, 35, 36])
@pytest.mark.parametrize("blocks", [LIST, NOTE, SAID, SECTION], ids=["list", "note", "said", "section"])
def test_what_is_short_stays_whole(blocks: tuple[Block, ...], lines: int) -> None:
    (page,) = [text for text in pages(filler(lines), *blocks) if "item0" in text]
    assert "item2" in page


def test_what_is_long_runs_on_where_it_starts() -> None:
    """No page is left half empty for a list or a note that is longer than a third of one."""
    items = Listing(tuple((Paragraph(words(f"item{n} {LONG}")),) for n in range(12)), 1)
    for block in (items, Note((Paragraph(words(f"item0 {LONG * 12}")), Paragraph(words(LONG))))):
        first, second = pages(filler(25), block)
        assert "item0" in first
        assert "nobody" in second


def test_links_inside_the_book_print_as_the_words_around_them() -> None:
    outside = Run("outside", link="https://example.org")
    text = Paragraph((Run("plain "), *words("inside", "#h"), Run(" "), outside))
    with pdfplumber.open(io.BytesIO(booklet(Heading(1, words("Head"), "h"), text))) as opened:
        page = opened.pages[2]
        found = page.extract_words(extra_attrs=["non_stroking_color"])
        colours = {word["text"]: word["non_stroking_color"] for word in found}
        assert colours["inside"] == colours["plain"] != colours["outside"]
        assert len(page.annots) == 2
