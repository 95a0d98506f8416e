"""A layout whose pages end at different heights → the same layout with the room at the foot of each page given to its
figures, which are drawn larger, to the rows of lists of components, and a little to the spaces between blocks, so that
pages end level.

Figures with cells have one larger size in a book; drawings without cells grow as far as they may.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from fabgen.artwork.drawing import Drawing
from fabgen.book.book_format import BookFormat
from fabgen.book.book_theme import BookTheme
from fabgen.book.growing_pictures import FIGURES
from fabgen.book.known_layouts import KnownLayouts
from fabgen.book.layout import IMPRINT, Layout, Mark
from fabgen.book.layout_marks import ask_layout, column_number, measure_layout
from fabgen.book.page_growth import free_room, grow_figures, marks_by_page, most_room_on_last, starts_and_ends
from fabgen.book.page_spaces import AddedSpaces, add_spaces
from fabgen.book.rulebook_typst import RulebookProject
from fabgen.core.problems import FabgenError
from fabgen.typeset import blocks as book
from fabgen.typeset.blocks import Book

MOST_IN_ROW = 15.0  # points: the most that is added in each row of a table with pictures
MOST_ABOVE_SECTION = 30.0  # points: the most that is added above a section of a last page that has no figures
SECTION_MARGIN = 10.0  # points: the space of a paragraph, which such space does not take the place of
MOST_TRIES = 16
MOST_LEVELLED = 3  # times that spaces are added until no block moves
CAPTION_LINE = 14.0  # points: a line of a caption that a larger picture makes longer


class BrokenPlanError(Exception):
    """Typst sets blocks of a layout on other pages than its plan has them."""


def spread_room(content: Book, page: BookFormat, layout: Layout, look: BookTheme, known: KnownLayouts,
                meanwhile: Callable[[Layout], object] = lambda _: None) -> Layout:
    """The layout with larger figures and higher rows of lists of components; the layout itself where that would move a
    block to another page, and on a folded sheet. What is said of pages here holds for columns where pages have several.
    `meanwhile` is called with each layout that is tried, while Typst measures it. Raises BrokenPlanError where the
    blocks of a planned layout are on other pages than its plan has them."""
    if not page.has_cover:
        return layout
    unspread = replace(layout, has_contents=False)
    planned_marks = known.planned.pop(unspread, None)  # from here on, Typst is asked
    marks = planned_marks or measure_layout(content, page, unspread, look, known)
    pages = marks_by_page(marks, page)
    project = RulebookProject(content, page, layout, look)
    reserves = dict.fromkeys(pages, 0.0)  # points that stay at the foot of a page, besides the usual ones
    for attempt in range(MOST_TRIES):
        rooms = {number: free_room(page, on_page) - reserves[number] for number, on_page in pages.items()}
        spread = fill_pages(project, pages, rooms)
        spread_body = replace(spread, has_contents=False)
        ask_layout(content, page, spread_body, look, known)
        meanwhile(spread)
        try:
            spread_marks = measure_layout(content, page, spread_body, look, known)
        except FabgenError:  # a figure with long words fits its page only as it was, or not at all
            if planned_marks:
                _check_plan(planned_marks, measure_layout(content, page, unspread, look, known))
            return layout
        if _count_places(spread_marks) == _count_places(marks):
            return _level_pages(content, page, spread, look, known, spread_marks)
        if planned_marks and attempt:  # the first time, it is hardly ever the plan
            _check_plan(planned_marks, measure_layout(content, page, unspread, look, known))
            planned_marks = None
        # The first of them had less room than it seemed; what moves behind it may only follow from that.
        full_page = min(pages_with_fewer_marks(page, marks, spread_marks), default=min(pages))
        reserves[full_page] = 1.5 * reserves.get(full_page, 0.0) or CAPTION_LINE
    return layout


def _check_plan(planned: Sequence[Mark], marks: Sequence[Mark]) -> None:
    """Raises BrokenPlanError if blocks are on other pages than planned."""
    if _count_places(marks) != _count_places(planned):
        raise BrokenPlanError


def fill_pages(project: RulebookProject, pages: Mapping[int, Sequence[Mark]], rooms: Mapping[int, float]) -> Layout:
    """The layout of a project with the room of each page given to its figures, which are larger then, and to its
    blocks. The last page of the body ends where its text ends, unless it is nearly full. A row of figures that two
    pages share is larger only if both have room."""
    layout, last = project.layout, max(pages, default=0)
    most_on_last = most_room_on_last(project.page)
    larger, added = dict[int, float](), list[AddedSpaces]()
    for page, growth in grow_figures(project, pages, rooms).items():
        on_page = pages[page]
        for number in sorted({mark.number for mark in on_page if mark.kind in FIGURES}):
            factor = growth.factors.get(number, 1.0)
            larger[number] = min(factor, larger.get(number, factor))
        room = rooms[page] - growth.points
        in_rows = _share_room(project, on_page, room)
        if page != last or room <= most_on_last:
            added.append(AddedSpaces({}, in_rows))
        if page == last and not in_rows and not _has_figures(on_page):
            added.append(AddedSpaces(_space_sections(project, on_page, room), {}))
    usual = dict(layout.larger)
    grown = {number: usual.get(number, 1.0) * factor for number, factor in larger.items() if factor > 1}
    return add_to_layout(replace(layout, larger=frozenset({**usual, **grown}.items())), added)


def _level_pages(content: Book, page: BookFormat, layout: Layout, look: BookTheme, known: KnownLayouts,
                 marks: Sequence[Mark]) -> Layout:
    """The layout with more space between the blocks of pages that its figures do not fill, by the marks that it has. A
    page from which a block would move keeps its spaces."""
    project, pages = RulebookProject(content, page, layout, look), marks_by_page(marks, page)
    rooms = {number: free_room(page, on_page) for number, on_page in pages.items()}
    last = max(rooms)
    rooms[last] -= page.size * any(mark.kind == IMPRINT for mark in pages[last])  # the space above it
    if not _has_figures(pages[last]) or rooms[last] > most_room_on_last(page):
        del rooms[last]
    for _ in range(MOST_LEVELLED):
        added = add_spaces(project, pages, rooms)
        levelled = add_to_layout(layout, added.values())
        if levelled == layout:
            return layout
        try:
            levelled_marks = measure_layout(content, page, replace(levelled, has_contents=False), look, known)
        except FabgenError:  # a figure with long words fits its page only as it was
            return layout
        if _count_places(levelled_marks) == _count_places(marks):
            return levelled
        full_page = min(pages_with_fewer_marks(page, marks, levelled_marks) & added.keys(), default=min(added))
        del rooms[full_page]
    return layout


def add_to_layout(layout: Layout, added: Iterable[AddedSpaces]) -> Layout:
    """A layout with some spaces added."""
    spaces, row_spaces = dict(layout.spaces), dict(layout.row_spaces)
    for of_page in added:
        spaces |= of_page.above
        row_spaces |= of_page.within
    return replace(layout, spaces=tuple(sorted(spaces.items())), row_spaces=tuple(sorted(row_spaces.items())))


def _has_figures(on_page: Sequence[Mark]) -> bool:
    return any(mark.kind in FIGURES for mark in on_page)


def pages_with_fewer_marks(page: BookFormat, marks: Sequence[Mark], spread_marks: Sequence[Mark]) -> set[int]:
    """The pages, or columns, from which something has moved. Rows of one block of figures have equal marks: where one
    row has moved, there are fewer of them."""
    moved = _count_places(marks) - _count_places(spread_marks)
    return {column_number(mark, page) for mark in marks if moved[_place(mark)]}


def _count_places(marks: Sequence[Mark]) -> Counter[tuple[int, bool, int, int]]:
    """How many marks have each place: equal counts say that all blocks are on the same pages."""
    return Counter(map(_place, marks))


def _place(mark: Mark) -> tuple[int, bool, int, int]:
    """What a mark is of, and its page and column, but not how high it is there."""
    return mark.number, mark.is_start, mark.page, mark.column


def _share_room(project: RulebookProject, on_page: Sequence[Mark], room: float) -> dict[int, float]:
    """The numbers of the tables with pictures of a page, with the points to add in each of their rows from the room at
    the foot; none of them where there is nothing to add."""
    rows = dict(_count_rows(project, on_page))
    points = round(min(MOST_IN_ROW, max(0.0, room) / max(1, sum(rows.values()))), 2)
    return dict.fromkeys(rows, points) if points else {}


def _space_sections(project: RulebookProject, on_page: Sequence[Mark], room: float) -> dict[int, float]:
    """The numbers of the headings of the third level on a page without figures, all but the first, with the points to
    add above each: as much room as above what stands at the foot."""
    starts, _ = starts_and_ends(on_page)
    body = project.content.body
    headings = [number - 1 for number in sorted(starts) if 0 < number < len(body) and _is_minor(body[number - 1])][1:]
    points = round(min(MOST_ABOVE_SECTION, room / (len(headings) + 1) - SECTION_MARGIN), 2)
    return dict.fromkeys(headings, points) if points > 0 else {}


def _is_minor(block: book.Block) -> bool:
    return isinstance(block, book.Heading) and block.level == 3


def _count_rows(project: RulebookProject, on_page: Sequence[Mark]) -> Iterator[tuple[int, int]]:
    """The numbers of tables with pictures that stand on a page from their first row to their last, and how many rows
    they have."""
    starts, ends = starts_and_ends(on_page)
    for number in sorted(starts & ends):
        block = project.content.body[number] if number < len(project.content.body) else None
        if isinstance(block, book.TextTable) and any(isinstance(cell, Drawing) for row in block.rows for cell in row):
            yield number, len(block.rows)
