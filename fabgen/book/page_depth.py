"""A layout whose pages end at different heights → the same layout with the room at the foot of each page given to its
figures, which are drawn a little larger, and spread above its headings, figures and tables, so that pages end nearly
level.

Figures with cells have one larger size in a book, on both pages of an opening or on none; drawings without cells grow
as far as they may. The room above a block grows by some points, and the rows of lists of components are higher.
Paragraphs are as far apart on all pages: what is left of a page stays free.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from fabgen.artwork.drawing import Drawing
from fabgen.book.body_blocks import announces, figures_of, is_close_up
from fabgen.book.book_format import BookFormat
from fabgen.book.book_theme import BookTheme
from fabgen.book.growing_pictures import (
    FIGURES,
    LEAST_LARGER,
    LEAST_WITH_CELLS,
    GrowingPictures,
    LargerPicture,
    pictures_on_page,
    round_down,
)
from fabgen.book.known_layouts import KnownLayouts
from fabgen.book.layout import IMPRINT, Layout, Mark
from fabgen.book.layout_marks import ask_layout, column_number, measure_layout
from fabgen.book.page_penalties import LAST_GROWN
from fabgen.book.rulebook_typst import RulebookProject
from fabgen.core.problems import FabgenError
from fabgen.core.units import POINTS_PER_MM
from fabgen.typeset import blocks as book
from fabgen.typeset.blocks import Book

MOST_ABOVE_HEADING = {1: 16.0, 2: 10.0, 3: 8.0}  # points: the most that is added above a heading, by its level
MOST_ABOVE_BLOCK = 10.0  # points: the same above a figure or a table, and below a figure
MOST_IN_ROW = 9.0  # points: the same in each row of a table
FOOT_MARGIN = 4.0  # points that stay free at the foot: lines may be a little higher than measured
ROW_MARGIN = 26.0  # points: the last row of a table may reach so far below the words in it
MOST_TRIES = 16
CAPTION_LINE = 14.0  # points: a line of a caption that a larger picture makes longer


class BrokenPlanError(Exception):
    """Typst sets blocks of a layout on other pages than its plan has them."""


def spread_room(content: Book, page: BookFormat, layout: Layout, look: BookTheme, known: KnownLayouts,
                meanwhile: Callable[[Layout], object] = lambda _: None) -> Layout:
    """The layout with larger figures and more space above some blocks; the layout itself where that would move a block
    to another page, and on a folded sheet. What is said of pages here holds for columns where pages have several.
    `meanwhile` is called with each layout that is tried, while Typst measures it. Raises BrokenPlanError where the
    blocks of a planned layout are on other pages than its plan has them."""
    if not page.has_cover:
        return layout
    unspread = replace(layout, has_contents=False)
    planned_marks = known.planned.pop(unspread, None)  # from here on, Typst is asked
    marks = planned_marks or measure_layout(content, page, unspread, look, known)
    pages = _marks_by_page(marks, page)
    project = RulebookProject(content, page, layout, look)
    reserves = dict.fromkeys(pages, 0.0)  # points that stay at the foot of a page, besides the usual ones
    for attempt in range(MOST_TRIES):
        rooms = {number: _room(page, on_page) - reserves[number] for number, on_page in pages.items()}
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
        spread_places = _count_places(spread_marks)
        if spread_places == _count_places(marks):
            return spread
        if planned_marks and attempt:  # the first time, it is hardly ever the plan
            _check_plan(planned_marks, measure_layout(content, page, unspread, look, known))
            planned_marks = None
        moved_pages = [column_number(mark, page) for mark in marks if not spread_places[_place(mark)]]
        # The first of them had less room than it seemed; what moves behind it may only follow from that.
        full_page = min(moved_pages, default=min(pages))
        reserves[full_page] = 1.5 * reserves.get(full_page, 0.0) or CAPTION_LINE
    return layout


def _marks_by_page(marks: Sequence[Mark], page: BookFormat) -> dict[int, list[Mark]]:
    """The marks of each page, or of each column, from the first with any to the last."""
    columns = [column_number(mark, page) for mark in marks]
    numbers = range(min(columns, default=1), max(columns, default=1) + 1)
    return {number: [mark for mark, column in zip(marks, columns, strict=True) if column == number]
            for number in numbers}


def _check_plan(planned: Sequence[Mark], marks: Sequence[Mark]) -> None:
    """Raises BrokenPlanError if blocks are on other pages than planned."""
    if _count_places(marks) != _count_places(planned):
        raise BrokenPlanError


def fill_pages(project: RulebookProject, pages: Mapping[int, Sequence[Mark]], rooms: Mapping[int, float]) -> Layout:
    """The layout of a project with the room of each page given to its figures, which are larger then, and to its
    blocks. Boards are larger on both pages of an opening, and by as much on all of these, or have their usual size. The
    last page of the body ends where its text ends; figures are larger there only if they nearly fill it. A row of
    figures that two pages share is larger only if both have room."""
    layout, last = project.layout, max(pages, default=0)
    larger, spaces, row_spaces = dict[int, float](), [*layout.spaces], [*layout.row_spaces]
    boards = _grow_boards(project, pages, rooms)
    for page, on_page in pages.items():
        room = rooms[page]
        growing, taken = _grow_figures(project, on_page, room, boards[page])
        if page == last and room - taken > (1 - LAST_GROWN) * project.page.frame[1] * POINTS_PER_MM:
            growing = {}
        for number in sorted({mark.number for mark in on_page if mark.kind in FIGURES}):
            factor = growing.get(number, 1.0)
            larger[number] = min(factor, larger.get(number, factor))
        above, in_rows = _share_room(project, on_page, room - taken) if page != last else ([], [])
        spaces += above
        row_spaces += in_rows
    usual = dict(layout.larger)
    grown = {number: usual.get(number, 1.0) * factor for number, factor in larger.items() if factor > 1}
    return replace(layout, larger=frozenset({**usual, **grown}.items()), spaces=tuple(spaces),
                   row_spaces=tuple(row_spaces))


@dataclass(frozen=True)
class _GrowingBoard:
    """A figure with cells on a page: how large these are, 1 being the usual size of boards, or of close-ups; the size
    that they may have at most; the points that the page is fuller for each time that the figure is larger."""

    number: int
    size: float
    most: float
    per_factor: float

    def factor(self, size: float) -> float:
        """How many times larger it is in a size."""
        factor = round_down(min(size, self.most) / self.size)
        return factor if factor >= LEAST_LARGER else 1.0


def _grow_boards(project: RulebookProject, pages: Mapping[int, Sequence[Mark]], rooms: Mapping[int, float]
                 ) -> dict[int, dict[int, float]]:
    """For each page, how many times larger its figures with cells are, by their number."""
    boards = {page: [*_find_boards(project, on_page)] for page, on_page in pages.items()}
    openings: dict[int, list[int]] = {}
    for page in pages:
        openings.setdefault(page // project.page.columns // 2, []).append(page)
    sizes = {opening: min((_largest_size(boards[page], rooms[page]) for page in on_opening), default=1.0)
             for opening, on_opening in openings.items()}

    def fill(size: float) -> float:
        """The points by which all pages are fuller that may have figures of a size."""
        return sum(board.per_factor * (board.factor(size) - 1) for opening, on_opening in openings.items()
                   if sizes[opening] >= size for page in on_opening for board in boards[page])

    candidates = sorted({size for size in sizes.values() if LEAST_WITH_CELLS <= size < math.inf})
    chosen = max(candidates, key=fill, default=math.inf)
    return {page: {board.number: board.factor(chosen) for board in boards[page]} if sizes[opening] >= chosen else {}
            for opening, on_opening in openings.items() for page in on_opening}


def _find_boards(project: RulebookProject, on_page: Sequence[Mark]) -> Iterator[_GrowingBoard]:
    """The figures with cells of a page."""
    growing = pictures_on_page(project, on_page)
    for number in sorted({mark.number for mark in on_page if mark.kind in FIGURES}):
        figures = figures_of(project.content.body[number])
        if not figures or not all(figure.cell for figure in figures):
            continue
        sizes = [project.cell_of(figure) * project.larger_factor(figure)
                 / (project.layout.close_up if is_close_up(figure) else project.layout.cell) for figure in figures]
        for picture in growing[number].pictures if number in growing else (LargerPicture(0.0, 1.0),):
            per_factor = picture.per_factor if picture.points else 0.0
            yield _GrowingBoard(number, min(sizes), max(sizes) * picture.factor, per_factor)


def _largest_size(boards: Sequence[_GrowingBoard], room: float) -> float:
    """The largest size that all boards of a page may have in so many points; without end for a page without boards."""
    most = min((board.most for board in boards), default=math.inf)
    growing = sorted(boards, key=lambda board: board.size)
    while growing:  # those that are as large already do not grow
        slope = sum(board.per_factor / board.size for board in growing)
        fitting = (room + sum(board.per_factor for board in growing)) / slope if slope else math.inf
        if fitting >= growing[-1].size:
            return min(most, fitting)
        growing.pop()
    return most


def _room(page: BookFormat, on_page: Sequence[Mark]) -> float:
    """The free height in points at the foot of a page, less FOOT_MARGIN. 0.0 for an empty page and where its last block
    continues on the next page, because such a page is full."""
    foot = (page.height - page.bottom) * POINTS_PER_MM
    starts, ends = _starts_and_ends(on_page)
    blocks = [mark for mark in on_page if mark.kind != IMPRINT]
    if not blocks or starts - ends:
        return 0.0
    foot = min([mark.y for mark in on_page if mark.kind == IMPRINT and mark.is_start], default=foot)
    return max(0.0, foot - max(map(_lower_edge, blocks)) - FOOT_MARGIN)


def _lower_edge(mark: Mark) -> float:
    """How far in points below the top edge of its page the block of a mark reaches: at least to its start."""
    if mark.is_start:
        return mark.y
    return mark.y + (ROW_MARGIN if mark.kind == "TextTable" else mark.rise)


def _grow_figures(project: RulebookProject, on_page: Sequence[Mark], room: float, boards: Mapping[int, float]
                  ) -> tuple[Mapping[int, float], float]:
    """By figure number, the factor by which it is enlarged, and the points that this takes: boards as much as they are
    larger on their opening, then other pictures as far as there is room. ({}, 0.0) where the page has no room."""
    if room <= 0:
        return {}, 0.0
    larger, rest = dict[int, float](), room
    others: list[tuple[int, LargerPicture]] = []
    for number, growing in pictures_on_page(project, on_page).items():
        for picture in growing.pictures:
            if number in boards:
                larger[number] = boards[number]
                rest -= picture.per_factor * (boards[number] - 1)
            elif picture.least <= 1:
                others.append((number, picture))
    pictures = GrowingPictures(tuple(picture for _, picture in others))
    for (number, _), factor in zip(others, pictures.factors(rest), strict=True):
        larger[number] = round_down(factor) if factor >= LEAST_LARGER else 1.0
    return larger, room - rest + pictures.growth(rest)


def _count_places(marks: Sequence[Mark]) -> Counter[tuple[int, bool, int, int]]:
    """How many marks have each place: equal counts say that all blocks are on the same pages."""
    return Counter(map(_place, marks))


def _place(mark: Mark) -> tuple[int, bool, int, int]:
    """What a mark is of, and its page and column, but not how high it is there."""
    return mark.number, mark.is_start, mark.page, mark.column


def _starts_and_ends(on_page: Sequence[Mark]) -> tuple[set[int], set[int]]:
    """The numbers of the blocks that begin on a page, and of those that end on it."""
    return {mark.number for mark in on_page if mark.is_start}, {mark.number for mark in on_page if not mark.is_start}


def _share_room(project: RulebookProject, on_page: Sequence[Mark], room: float
                ) -> tuple[list[tuple[int, float]], list[tuple[int, float]]]:
    """The numbers of blocks of a page with the points to add above each, and those of tables with the points to add in
    each of their rows, from the room at the foot."""
    above, rows = dict(_most_above(project, on_page)), dict(_count_rows(project, on_page))
    most = sum(above.values()) + MOST_IN_ROW * sum(rows.values())
    share = max(0.0, min(1.0, room / most)) if most else 0.0
    if not share:
        return [], []
    return ([(block, round(share * points, 2)) for block, points in sorted(above.items())],
            [(block, round(share * MOST_IN_ROW, 2)) for block in sorted(rows)])


def _count_rows(project: RulebookProject, on_page: Sequence[Mark]) -> Iterator[tuple[int, int]]:
    """The numbers of tables with pictures that stand on a page from their first row to their last, and how many rows
    they have."""
    starts, ends = _starts_and_ends(on_page)
    for number in sorted(starts & ends):
        block = project.content.body[number] if number < len(project.content.body) else None
        if isinstance(block, book.TextTable) and any(isinstance(cell, Drawing) for row in block.rows for cell in row):
            yield number, len(block.rows)


def _most_above(project: RulebookProject, on_page: Sequence[Mark]) -> Iterator[tuple[int, float]]:
    """The blocks of a page that may have more space above them, and the most of it, in points: as much above figures as
    below them. Paragraphs are as far apart in all of a book. Not the first of the page, nor a figure that moves; above
    a figure with words beside it, nothing is known."""
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
                yield heading, MOST_ABOVE_HEADING[min(body[heading].level, 3)]  # type: ignore[union-attr]
        elif (isinstance(above, book.BookFigure | book.FigureRow) and mark.number - 1 not in layout.floats) or (
                mark.kind in FIGURES and mark.number not in beside and not announces(above)):
            yield mark.number, MOST_ABOVE_BLOCK
        elif mark.kind == "TextTable":
            yield mark.number, MOST_ABOVE_BLOCK / 2
