"""A plan of pages → the marks of the blocks of the body, as Typst would report them."""

from __future__ import annotations

from collections.abc import Iterator

from fabgen.book.body_blocks import without_index
from fabgen.book.book_format import BookFormat
from fabgen.book.growing_pictures import FIGURES
from fabgen.book.layout import IMPRINT, LINE, Mark
from fabgen.book.page_breaks import PageBreaker, PagePlan, PlacedStrip
from fabgen.core.units import POINTS_PER_MM
from fabgen.typeset import blocks as book
from fabgen.typeset.blocks import Book

FIRST_PAGE = 2  # of the body without contents


def planned_marks(content: Book, page: BookFormat, breaker: PageBreaker, plan: PagePlan) -> Iterator[Mark]:
    """The marks of a book by a plan of its pages, without contents."""
    columns: dict[int, list[PlacedStrip]] = {}
    for placed in breaker.place_strips(plan):
        columns.setdefault(placed.page, []).append(placed)
    last_strips = {placed.strip.block: placed for in_column in columns.values() for placed in in_column}
    for in_column in columns.values():
        begun: set[int] = set()  # blocks that have begun in this column
        for placed in in_column:
            yield from _marks_of_strip(content, page, placed, begun, is_last=last_strips[placed.strip.block] is placed)


def _marks_of_strip(content: Book, page: BookFormat, placed: PlacedStrip, begun: set[int], *, is_last: bool
                    ) -> Iterator[Mark]:
    """The marks at a strip, which may be the last of its block: of the words and the figure where these stand beside
    each other. Blocks that begin with it are added to those that have `begun`."""
    body, strip = without_index(content.body), placed.strip
    top = page.top * POINTS_PER_MM + placed.y
    numbers, bottom = range(strip.block, max(strip.block, strip.figure) + 1), top + strip.height
    if strip.block == len(body):  # the imprint stands at the foot of its page
        foot = (page.height - page.bottom) * POINTS_PER_MM
        numbers, top, bottom = range(len(content.body), len(content.body) + 1), foot - strip.height, foot
    is_row = strip.figure == strip.block  # of figures: each has marks of its own
    for number in numbers:
        block = body[number] if number < len(body) else None
        if isinstance(block, book.Heading):
            continue
        kind = type(block).__name__ if block else IMPRINT
        is_text = kind in ("Paragraph", "Listing") and strip.figure < 0  # marks are at the base lines of text
        rise = 0.0 if kind == IMPRINT or kind in FIGURES else LINE
        place = FIRST_PAGE + placed.page // page.columns, placed.page % page.columns
        if strip.is_first or is_row or (kind == "TextTable" and number not in begun):
            yield Mark(number, kind, True, place[0], bottom if is_text else top + rise, place[1])
            begun.add(number)
        if is_last or is_row:
            yield Mark(number, kind, False, place[0], bottom if is_text else bottom - rise, place[1])
