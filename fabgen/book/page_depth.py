"""A layout whose pages end at different heights → the same layout with the room at the foot of each page spread above
its headings, figures and tables, so that pages end level where little is missing.

The room above a block grows by a few points at most: a page with a large hole keeps most of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from fabgen.book.book_format import BookFormat
from fabgen.book.book_theme import BookTheme
from fabgen.book.known_layouts import KnownLayouts
from fabgen.book.layout_search import FIGURES, measure_layout
from fabgen.book.rulebook_typst import Layout, Mark
from fabgen.core.problems import FabgenError
from fabgen.core.units import POINTS_PER_MM
from fabgen.typeset import blocks as book
from fabgen.typeset.blocks import Book

MOST = {1: 16.0, 2: 11.0, 3: 8.0}  # points: the most that is added above a heading, by its level
MOST_ABOVE_BLOCK = 8.0  # points: the same above a figure, a table or a list
KEPT = 4.0  # points that stay at the foot: lines may be a little higher than measured
ROW = 26.0  # points: the last row of a table may reach so far below the words in it
MOST_TRIES = 3
BLOCKS = (*FIGURES, "TextTable", "Listing", "NoteBox")


def spread_room(content: Book, page: BookFormat, layout: Layout, look: BookTheme, known: KnownLayouts) -> Layout:
    """The layout with more space above some blocks; the layout itself where that would move a block to another page,
    and in formats whose text runs in columns."""
    if page.columns > 1 or not page.has_cover:
        return layout
    plain = replace(layout, has_contents=False)
    marks = measure_layout(content, page, plain, look, known)
    last = max((mark.page for mark in marks), default=1)  # that page ends where its text ends
    spaces = {number: [*_spaces(content.body, page, layout, marks, number)] for number in range(1, last)}
    for _ in range(MOST_TRIES):
        spread = replace(layout, spaces=tuple(
            (block, round(points, 2)) for of_page in spaces.values() for block, points in of_page))
        try:
            spread_marks = measure_layout(content, page, replace(spread, has_contents=False), look, known)
        except FabgenError:  # a figure with long words fits its page only as it was
            return layout
        moved_pages = [mark.page for mark, now in zip(marks, spread_marks, strict=False) if _place(mark) != _place(now)]
        if not moved_pages and len(spread_marks) == len(marks):
            return spread
        spaces = {number: of_page for number, of_page in spaces.items() if number < min(moved_pages, default=0) - 1}
    return layout


def _place(mark: Mark) -> tuple[int, bool, int]:
    return mark.number, mark.is_start, mark.page


def _spaces(body: Sequence[book.Block], page: BookFormat, layout: Layout, marks: Sequence[Mark], number: int
            ) -> Iterator[tuple[int, float]]:
    """The numbers of blocks of a page with the points to add above each. None where the last block goes on on the next
    page: that page is full."""
    foot = (page.height - page.bottom) * POINTS_PER_MM
    on_page = [mark for mark in marks if mark.page == number]
    starts, ends = ({mark.number for mark in on_page if mark.is_start is is_start} for is_start in (True, False))
    if not on_page or starts - ends:
        return
    rises = {"TextTable": ROW}
    room = foot - max(mark.y + (0.0 if mark.is_start else rises.get(mark.kind, mark.rise)) for mark in on_page) - KEPT
    most = dict(_most_above(body, layout, on_page))
    share = min(1.0, room / sum(most.values())) if most else 0.0
    if share > 0:
        yield from ((block, share * points) for block, points in sorted(most.items()))


def _most_above(body: Sequence[book.Block], layout: Layout, on_page: Sequence[Mark]) -> Iterator[tuple[int, float]]:
    """The blocks of a page that may have more space above them, and the most of it, in points. Not the first of the
    page, nor a figure that moves; above a figure with words beside it, nothing is known."""
    starts = sorted((mark for mark in on_page if mark.is_start), key=lambda mark: (mark.y, mark.number))
    first = min((mark.number for mark in on_page), default=0)
    for mark in starts:
        if mark.number == first or mark.number in layout.floats:
            continue
        above = body[mark.number - 1]
        if isinstance(above, book.Heading):
            heading = mark.number - 1
            while heading and isinstance(body[heading - 1], book.Heading):
                heading -= 1
            if heading > first and heading not in layout.breaks:
                yield heading, MOST[min(body[heading].level, 3)]  # type: ignore[union-attr]
        elif mark.kind in BLOCKS and not isinstance(above, book.Paragraph | book.Listing | book.NoteBox):
            yield mark.number, MOST_ABOVE_BLOCK
        elif mark.kind in ("TextTable", "Listing"):
            yield mark.number, MOST_ABOVE_BLOCK / 2
