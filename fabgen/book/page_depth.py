"""A layout whose pages end at different heights → the same layout with the room at the foot of each page given to its
figures, which are drawn a little larger, and spread above its headings, figures and tables, so that pages end level.

All figures of a page grow alike, each as far as it may; the room above a block grows by a few points. A page with a
large hole keeps some of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from fabgen.book.book_format import BookFormat
from fabgen.book.book_theme import BookTheme
from fabgen.book.known_layouts import KnownLayouts
from fabgen.book.layout_search import (
    FIGURES,
    LEAST_LARGER,
    ask_layout,
    column_number,
    figure_scale,
    join_pictures,
    largest_cells,
    measure_layout,
    pictures_on_page,
    round_down,
)
from fabgen.book.rulebook_typst import IMPRINT, Layout, Mark, RulebookProject, announces
from fabgen.core.problems import FabgenError
from fabgen.core.units import POINTS_PER_MM
from fabgen.typeset import blocks as book
from fabgen.typeset.blocks import Book

MOST = {1: 12.0, 2: 8.0, 3: 6.0}  # points: the most that is added above a heading, by its level
MOST_ABOVE_BLOCK = 10.0  # points: the same above a figure, a table or a list
KEPT = 4.0  # points that stay at the foot: lines may be a little higher than measured
ROW = 26.0  # points: the last row of a table may reach so far below the words in it
MOST_TRIES = 16
RESERVE = 14.0  # points: a line of a caption that a larger picture makes longer


def spread_room(content: Book, page: BookFormat, layout: Layout, look: BookTheme, known: KnownLayouts,
                meanwhile: Callable[[Layout], object] = lambda _: None) -> Layout:
    """The layout with larger figures and more space above some blocks; the layout itself where that would move a block
    to another page, and on a folded sheet. What is said of pages here holds for columns where pages have several.
    `meanwhile` is called with each layout that is tried, while Typst measures it."""
    if not page.has_cover:
        return layout
    scale = figure_scale(layout, content, page)
    plain = replace(layout, has_contents=False)
    marks = measure_layout(content, page, plain, look, known)
    columns = [column_number(mark, page) for mark in marks]
    first, last = min(columns, default=1), max(columns, default=1)
    project = RulebookProject(content, page, layout, look)
    pages = {number: [mark for mark, column in zip(marks, columns, strict=True) if column == number]
             for number in range(first, last + 1)}
    reserves = dict.fromkeys(pages, 0.0)  # points that stay at the foot of a page, besides the usual ones
    for _ in range(MOST_TRIES):
        rooms = {number: _room(page, on_page) - reserves[number] for number, on_page in pages.items()}
        spread = fill_pages(project, pages, rooms, largest_cells(page) / scale)
        tried = replace(spread, has_contents=False)
        ask_layout(content, page, tried, look, known)
        meanwhile(spread)
        try:
            spread_marks = measure_layout(content, page, tried, look, known)
        except FabgenError:  # a figure with long words fits its page only as it was
            return layout
        moved_pages = [column for mark, column, now in zip(marks, columns, spread_marks, strict=False)
                       if _place(mark) != _place(now)]
        if not moved_pages and len(spread_marks) == len(marks):
            return spread
        # The first of them had less room than it seemed; what moves behind it may only follow from that.
        full = min(moved_pages, default=first)
        reserves[full] = 1.5 * reserves.get(full, 0.0) or RESERVE
    return layout


def fill_pages(project: RulebookProject, pages: Mapping[int, Sequence[Mark]], rooms: Mapping[int, float], most: float
               ) -> Layout:
    """The layout of a project with the room of each page given to its figures, which are at most so many times larger
    then, and to its blocks. The last page of the body ends where its text ends, with figures of the usual size. A row
    of figures that two pages share grows only as far as both have room."""
    layout, last = project.layout, max(pages, default=0)
    larger, spaces = dict[int, float](), [*layout.spaces]
    for page, on_page in pages.items():
        ends_body = page == last
        growing, taken = _grow_figures(project, on_page, rooms[page], most, is_usual=ends_body)
        for number in sorted({mark.number for mark in on_page if mark.kind in FIGURES}):
            factor = growing.get(number, 1.0)
            larger[number] = min(factor, larger.get(number, factor))
        if not ends_body:
            spaces += [(block, round(points, 2)) for block, points in _spaces(project, on_page, rooms[page] - taken)]
    usual = dict(layout.larger)
    grown = {number: usual.get(number, 1.0) * factor for number, factor in larger.items() if factor > 1}
    return replace(layout, larger=frozenset({**usual, **grown}.items()), spaces=tuple(spaces))


def _room(page: BookFormat, on_page: Sequence[Mark]) -> float:
    """The free height in points at the foot of a page, less KEPT. 0.0 for an empty page and where its last block
    continues on the next page, because such a page is full."""
    foot = (page.height - page.bottom) * POINTS_PER_MM
    starts, ends = ({mark.number for mark in on_page if mark.is_start is is_start} for is_start in (True, False))
    blocks = [mark for mark in on_page if mark.kind != IMPRINT]
    if not blocks or starts - ends:
        return 0.0
    foot = min([mark.y for mark in on_page if mark.kind == IMPRINT and mark.is_start], default=foot)
    rises = {"TextTable": ROW}
    reached = max(mark.y + (0.0 if mark.is_start else rises.get(mark.kind, mark.rise)) for mark in blocks)
    return max(0.0, foot - reached - KEPT)


def _grow_figures(project: RulebookProject, on_page: Sequence[Mark], room: float, most: float, *, is_usual: bool
                  ) -> tuple[Mapping[int, float], float]:
    """By figure number, the factor by which it is enlarged, and the points that this takes. ({}, 0.0) where the page
    has no room, no figure of it may grow, or the factor would be less than LEAST_LARGER."""
    if room <= 0:
        return {}, 0.0
    by_number = pictures_on_page(project, on_page, most, is_usual=is_usual)
    pictures = join_pictures(by_number.values())
    factor = round_down(pictures.fitting_factor(room))
    if factor < LEAST_LARGER:
        return {}, 0.0
    larger = {number: min(factor, most) for number, growing in by_number.items() for _, most in growing.limits
              if most > 1}
    return larger, pictures.growth(factor)


def _place(mark: Mark) -> tuple[int, bool, int, int]:
    return mark.number, mark.is_start, mark.page, mark.column


def _spaces(project: RulebookProject, on_page: Sequence[Mark], room: float) -> Iterator[tuple[int, float]]:
    """The numbers of blocks of a page with the points to add above each, from the room at the foot."""
    most = dict(_most_above(project, on_page))
    share = min(1.0, room / sum(most.values())) if most else 0.0
    if share > 0:
        yield from ((block, share * points) for block, points in sorted(most.items()))


def _most_above(project: RulebookProject, on_page: Sequence[Mark]) -> Iterator[tuple[int, float]]:
    """The blocks of a page that may have more space above them, and the most of it, in points: as much above figures as
    below them. Not the first of the page, nor a figure that moves; above a figure with words beside it, nothing is
    known."""
    body, layout, beside = project.content.body, project.layout, project.words_of_figures
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
        elif (isinstance(above, book.BookFigure | book.FigureRow) and mark.number - 1 not in layout.floats) or (
                mark.kind in FIGURES and mark.number not in beside and not announces(above)):
            yield mark.number, MOST_ABOVE_BLOCK
        elif mark.kind in ("TextTable", "Listing"):
            yield mark.number, MOST_ABOVE_BLOCK / 2
