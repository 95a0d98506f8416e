"""How high the lines and blocks of a book are, one below the other → where its pages might begin, the best ways first.

Typst measures all blocks once on a page without end. Where pages end is then a matter of sums, by the rules that Typst
follows: the first two lines of a paragraph stay together, and the last two; a heading stays with what follows. So all
ways to break the pages can be compared: which blocks begin a page, which figures move to the top of the next page, and
which stand beside their words.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

from fabgen.artwork.drawing import Drawing
from fabgen.book.book_format import BookFormat
from fabgen.book.rulebook_typst import (
    LEADING,
    LEAST_ROWS,
    Layout,
    Mark,
    announces,
    figures_of,
    shows_board,
    table_groups,
    whole_table_share,
)
from fabgen.core.units import POINTS_PER_MM
from fabgen.typeset import blocks as book

FULL = 0.82  # of a page: what every page but the last should reach
AMPLE = 0.92  # of a page: one that is as full has no hole
FAR = 32.0  # of a figure that is not on the opening of the words before it: the penalty
FAR_SERIES = 18.0  # the same of one that follows another figure, which is on the opening of their words
OVERLEAF, BOARD_OVERLEAF = 10.0, 25.0  # of a first figure that is not on the opening of its heading; of the setup's
FACING = 5.0  # the same of a first figure on the page that faces its heading
NEXT_PAGE = 4.0  # of another figure on the page that faces its words
ONLY_FIGURES = 20.0  # of a page without heading and words, but for one with the setup
APART = 6.0  # of a figure that stands below words which might stand beside it, or moves to the next page
LOW = 45.0  # of a chapter or section that begins with a few lines at the foot of a page, and goes on overleaf
LOW_FACING = 25.0  # the same of one that goes on on the page that faces it
FEW_LINES = 95.0  # points below its heading
STRANDED = 8.0  # of a page that begins with one or two lines, which end what the page before says
STRANDED_OVERLEAF = 6.0  # the same, besides, where that page is overleaf
SHORT_END = 2  # lines
LAST = 0.85  # of a page: what the last page of the body should reach, with the imprint
LAST_GROWN = 0.8  # of a page: how full the last one is at least with larger figures, or it keeps the usual ones
LEAST_BROKEN = 0.5  # of a page: how full it is if it ends before its room does
CAP_HEIGHT = 0.66  # em: how far a line reaches above its baseline
CLEARANCE = 1.1  # em below a figure at the top of a page
MOST_STATES, MOST_WORSE = 60, 60.0  # beginnings of one page that are looked at, and how much worse than the best
MOST_FILLINGS = 40  # ways to fill a page down to one strip that are followed
ROUNDING = 0.01  # points
NONE_MOVED: tuple[int, ...] = ()
_Start = tuple[int, tuple[int, ...]]  # the first strip of a page, and the figures that moved to its top


def hole_penalty(fill: float, *, ends_chapter: bool = False) -> float:
    """What a page costs that is so full, 0 to 1: one large hole counts more than two that are half as large, far more
    below four fifths of a page, and less where a chapter ends."""
    share = 0.85 if ends_chapter else 1.0
    return share * (12 * (1 - fill) ** 2 + 300 * max(0.0, AMPLE - fill) ** 2) + 120 * max(0.0, FULL - fill)


def last_penalty(fill: float) -> float:
    """What the last page of the body costs that is so full, with the imprint where that is on it."""
    return 60.0 * max(0.0, LAST - fill)


def grown_last_fill(fill: float, growth: float) -> float:
    """How full the last page of the body is whose figures may make it so much fuller, which they do only if they nearly
    fill it."""
    return min(1.0, fill + growth) if fill + growth >= LAST_GROWN else fill


def last_page_fill(fill: float, column: int, columns: int) -> float:
    """How full the last page is, 0 to 1, when its text ends in the column number `column` (counted from 0 through all
    pages) and fills that column to `fill`."""
    return (column % columns + fill) / columns


class Strip(NamedTuple):
    """A line, or a block that no page break divides: the number of its block, its height and the gap above it in
    points. `repeated`: the height of what a page repeats above it, the head of a table. `holds_next`: no page ends
    below it. `is_first`: it begins its block. `figure`: the number of the figure that it is, with or without words
    beside it, or -1. `ends_page`: the next strip begins a page."""

    block: int
    holds_next: bool = False
    is_first: bool = True
    height: float = 0.0
    gap: float = 0.0
    repeated: float = 0.0
    figure: int = -1
    ends_page: bool = False
    level: int = 0  # of a heading


@dataclass(frozen=True)
class Segment:
    """Strips that follow each other, in one way or in two: with words beside a figure, and above it."""

    ways: tuple[tuple[Strip, ...], ...]
    figure: int = -1


def read_strips(body: Sequence[book.Block], marks: Sequence[Mark], groups: Sequence[range], page: BookFormat,
                layout: Layout) -> list[Strip]:
    """The strips of a body that was measured on a page without end. `groups` are the words that stand beside the figure
    behind them. The last strip is the imprint, whose number is that of the blocks of the body."""
    by_number: dict[int, list[Mark]] = {}
    for mark in marks:
        by_number.setdefault(mark.number, []).append(mark)
    starts_of_groups = {group.start: group for group in groups}
    boxes: list[tuple[float, float, Strip]] = []
    number = 0
    while number < len(body):
        group = starts_of_groups.get(number)
        blocks = range(number, group.stop + 1) if group else range(number, number + 1)
        group_marks = [mark for n in blocks for mark in by_number.get(n, ())]
        if group and group_marks:
            bottom = max(mark.y for mark in group_marks if mark.kind == "end")
            boxes.append((group_marks[0].y, bottom, Strip(number, figure=group.stop)))
        elif isinstance(body[number], book.PageBreak):
            if boxes:
                top, bottom, strip = boxes[-1]
                boxes[-1] = top, bottom, strip._replace(ends_page=True)
        elif group_marks:
            boxes.extend(_boxes_of(body, number, group_marks, page, layout))
        number = blocks.stop
    if imprint := by_number.get(len(body)):
        boxes.append((imprint[0].y, imprint[-1].y, Strip(len(body))))
    strips, reached = [], 0.0
    for top, bottom, strip in boxes:
        strips.append(strip._replace(height=bottom - top, gap=max(0.0, top - reached)))
        reached = bottom
    return strips


def _boxes_of(body: Sequence[book.Block], number: int, marks: Sequence[Mark], page: BookFormat, layout: Layout
              ) -> Iterator[tuple[float, float, Strip]]:
    """The top and the bottom of each strip of a block, and the strip without its height and gap."""
    block, top = body[number], marks[0].y
    if isinstance(block, book.Heading):
        yield top, top, Strip(number, holds_next=True, level=block.level)
        return
    starts = [mark.y for mark in marks if mark.kind == "start"]
    ends = [mark.y for mark in marks if mark.kind == "end"]
    if isinstance(block, book.Paragraph | book.Listing):
        is_first = True
        for start, end in zip(starts, ends, strict=True):
            for line_top, line_bottom, holds_next in _lines(start, end, page.size * layout.size, layout.air):
                yield line_top, line_bottom, Strip(number, holds_next or announces(block), is_first)
                is_first = False
    elif isinstance(block, book.BookFigure | book.FigureRow):
        for start, end in zip(starts, ends, strict=True):
            yield start, end, Strip(number, is_first=start == starts[0], figure=number)
    else:
        bottom = max(mark.y for mark in marks)
        rows = [mark.y for mark in marks if mark.kind == "row"]
        room = whole_table_share(body, number) * page.frame[1] * POINTS_PER_MM
        if bottom - top <= room or len(rows) < 3:
            yield top, bottom, Strip(number)
            return
        groups = table_groups(block) if isinstance(block, book.TextTable) else ()
        yield from _rows(number, top, bottom, rows, groups, room)


def _lines(start: float, end: float, size: float, air: float) -> Iterator[tuple[float, float, bool]]:
    """The top and the bottom of each line of a paragraph, and whether it stays with the next one: the first two lines
    stay together, and the last two. `start` and `end` are its first and last base lines."""
    high = CAP_HEIGHT * size
    count = 1 + round((end - start) / (high + LEADING * air * size))
    for line in range(count):
        base = start + line * (end - start) / max(1, count - 1)
        yield base - high, base, line < count - 1 and line in (0, count - 2)


def _rows(number: int, top: float, bottom: float, rows: Sequence[float], groups: Sequence[int] = (),
          room: float = 0.0) -> Iterator[tuple[float, float, Strip]]:
    """The top and the bottom of each row of a table. Its head stays with the next row, and each page repeats it. Of a
    table with several `groups` of rows, each group that fits the `room` of a page stays together. At least three rows
    are on each page: the first of the table, or of a larger group, stay together, and the last."""
    inset = rows[0] - top
    edges = [*(row - inset for row in rows), bottom]
    head = edges[1] - edges[0]
    yield edges[0], edges[1], Strip(number, holds_next=True)
    count = len(edges) - 2
    if len(groups) < 2 or sum(groups) != count:
        groups = (count,)
    first = 0
    for size in groups:
        is_whole = len(groups) > 1 and head + edges[first + size + 1] - edges[first + 1] <= room
        for row in range(size):
            is_edge = row < LEAST_ROWS - 1 or size - LEAST_ROWS <= row
            is_tied = row < size - 1 and (is_whole or (size >= 2 * LEAST_ROWS and is_edge))
            high, low = edges[first + row + 1], edges[first + row + 2]
            yield high, low, Strip(number, is_tied, is_first=False, repeated=head)
        first += size


def blend(base: Sequence[Strip], *others: tuple[float, Sequence[Strip]]) -> list[Strip] | None:
    """The strips of a size between some in which they were measured: heights and gaps change in proportion. Each of the
    others has its share of the way from the base. None where blocks are divided in another way there."""
    if any([*map(_outline, other)] != [*map(_outline, base)] for _, other in others):
        return None
    added_heights = added_gaps = [0.0] * len(base)
    for share, other in others:
        if share:
            added_heights = [sum_so_far + share * (there.height - strip.height)
                             for sum_so_far, there, strip in zip(added_heights, other, base, strict=True)]
            added_gaps = [sum_so_far + share * (there.gap - strip.gap)
                          for sum_so_far, there, strip in zip(added_gaps, other, base, strict=True)]
    return [Strip(strip.block, strip.holds_next, strip.is_first, strip.height + added_height, strip.gap + added_gap,
                  strip.repeated, strip.figure, strip.ends_page, strip.level)
            for strip, added_height, added_gap in zip(base, added_heights, added_gaps, strict=True)]


_outline = attrgetter("block", "is_first", "holds_next", "figure")  # of a strip


def total_height(strips: Sequence[Strip]) -> float:
    """The least height of a body in points: without the gaps above headings, which may begin pages."""
    return sum([strip.height + strip.gap * (strip.level == 0) for strip in strips])


def least_penalty(fill: float, pages: int, free: int = 1, growth: float = 0.0) -> float:
    """A lower bound for the penalty of any plan with `pages` pages: all pages equally full, except the last `free`,
    which cost nothing. `fill` and `growth` are heights in pages: of the blocks, and of what their figures may grow.
    Infinity where the blocks do not fit."""
    if fill > pages:
        return math.inf
    return (pages - free) * hole_penalty(min(1.0, (fill + growth) / (pages - free))) if pages > free else 0.0


def join_ways(beside: Sequence[Strip], above: Sequence[Strip], groups: Sequence[range]) -> list[Segment]:
    """The strips of a body in which figures have words beside them, and of the same without."""
    segments = []
    of_group = {number: group for group in groups for number in range(group.start, group.stop + 1)}
    above_group: dict[range, list[Strip]] = {}
    for strip in above:
        if strip.block in of_group:
            above_group.setdefault(of_group[strip.block], []).append(strip)
    for strip in beside:
        group = of_group.get(strip.block)
        if group and above_group.get(group):
            segments.append(Segment(((strip,), tuple(above_group[group])), group.stop))
        else:
            segments.append(Segment(((strip,),)))
    return segments


@dataclass(frozen=True)
class MeasuredSize:
    """The strips of a body in one size: with all words above their figures, and with those of some groups beside."""

    groups: tuple[range, ...]
    above: tuple[Strip, ...]
    beside: tuple[Strip, ...]


def estimate_ways(above: Sequence[Strip], groups: Sequence[range], sizes: Sequence[MeasuredSize]) -> list[Segment]:
    """The strips of a size between two that were measured, also with words beside figures where one of these has them:
    a figure with words beside it is as much higher or lower as the figure is."""
    figures = {strip.figure: strip.height for strip in above if strip.is_first}
    beside = [*above]
    known = []
    for group in groups:
        for size in sizes:
            if group in size.groups:
                whole = next(strip for strip in size.beside if strip.block == group.start)
                was = next(strip.height for strip in size.above if strip.figure == group.stop)
                first = next(number for number, strip in enumerate(beside) if strip.block == group.start)
                last = next(number for number, strip in enumerate(beside) if strip.figure == group.stop)
                beside[first:last + 1] = [whole._replace(height=whole.height + figures[group.stop] - was)]
                known.append(group)
                break
    return join_ways(beside, above, known)


class LargerPicture(NamedTuple):
    """How many times larger the pictures of a figure may be on its page, and by how many points they fill it more
    then. Rows of figures on one page are larger together (`is_row`). They are `least` times larger, or not at all: 1
    for pictures without cells, which may have any size in between."""

    points: float
    factor: float
    is_row: bool = False
    least: float = 1.0

    @property
    def per_factor(self) -> float:
        """The points that the page is fuller for each time that the picture is larger."""
        return self.points / (self.factor - 1)

    @property
    def least_points(self) -> float:
        """The points by which the page is fuller with the picture as little larger as it may be."""
        return self.per_factor * (self.least - 1)


@dataclass(frozen=True)
class GrowingPictures:
    """The pictures of figures on a page that may be larger, in their order."""

    pictures: tuple[LargerPicture, ...] = ()

    @cached_property
    def room(self) -> float:
        """The points by which the page is fuller with the pictures as large as they may be."""
        return sum([picture.points for picture in self.pictures])

    @cached_property
    def _groups(self) -> list[tuple[int, ...]]:
        """The numbers of the pictures with cells that are larger together if there is no room for all."""
        with_cells = [number for number, picture in enumerate(self.pictures) if picture.least > 1]
        rows = tuple([number for number in with_cells if self.pictures[number].is_row])
        return [(number,) for number in with_cells if number not in rows] + [rows] * bool(rows)

    def factors(self, room: float) -> list[float]:
        """How many times larger each picture is on a page with so much room in points: all with cells alike, if there
        is room for that, else single figures first, then all rows together. What is left goes to pictures without
        cells."""
        rest = max(0.0, room)
        factors = [1.0] * len(self.pictures)
        for group in self._growing_groups(rest):
            pictures = [self.pictures[number] for number in group]
            common = _common_factor(pictures, rest)
            for number, picture in zip(group, pictures, strict=True):
                factors[number] = min(common, picture.factor)
            rest -= min(rest, sum([picture.points for picture in pictures]))
        for number, picture in enumerate(self.pictures):
            if picture.least <= 1:
                share = min(1.0, rest / picture.points) if picture.points else 1.0
                factors[number] = 1 + share * (picture.factor - 1)
                rest -= share * picture.points
        return factors

    def _growing_groups(self, room: float) -> Iterator[tuple[int, ...]]:
        """The numbers of the pictures with cells that are larger in so much room, those together that are alike."""
        rest = room
        if sum([self.pictures[number].least_points for group in self._groups for number in group]) <= rest:
            yield tuple([number for group in self._groups for number in group])
            return
        for group in self._groups:
            if sum([self.pictures[number].least_points for number in group]) <= rest:
                yield group
                rest -= min(rest, sum([self.pictures[number].points for number in group]))

    def growth(self, room: float) -> float:
        """The points by which a page with so much room is fuller with larger pictures."""
        if room >= self.room:
            return self.room
        rest = max(0.0, room)
        for group in self._growing_groups(rest):
            rest -= min(rest, sum([self.pictures[number].points for number in group]))
        rest -= min(rest, sum([picture.points for picture in self.pictures if picture.least <= 1]))
        return max(0.0, room) - rest

    def join(self, other: GrowingPictures) -> GrowingPictures:
        """The pictures of both."""
        return GrowingPictures(self.pictures + other.pictures) if other.pictures else self


NO_PICTURES = GrowingPictures()


def _common_factor(pictures: Sequence[LargerPicture], room: float) -> float:
    """How many times larger all of some pictures are in so much room in points, none more than it may be."""
    factor, rest = 1.0, room
    growing = sorted(pictures, key=lambda picture: picture.factor)
    for number, picture in enumerate(growing):
        slope = sum([other.per_factor for other in growing[number:]])
        if slope * (picture.factor - factor) > rest:
            return factor + rest / slope
        rest -= slope * (picture.factor - factor)
        factor = picture.factor
    return factor


class PageEnd(NamedTuple):
    """One way to end a page: where the next one begins, the figures that move there, how full the page is, what its
    hole costs, what else it costs, the block that a forced break lets begin the next page (-1: none), and the figures
    with their words above, how much fuller it is with larger figures, and what it costs
    besides where the next page is overleaf. `next_strip` is -1 at the end of the body."""

    next_strip: int
    moved: tuple[int, ...]
    fill: float
    hole_penalty: float
    other_penalty: float
    forced_break: int
    apart: frozenset[int]
    growth: float = 0.0
    overleaf_penalty: float = 0.0

    @property
    def last_fill(self) -> float:
        """How full the page is with figures that grow into its room, if it is the last one."""
        return grown_last_fill(self.fill, self.growth)


class _PlanState(NamedTuple):
    """What the pages of a plan cost down to the end of one, what its first figure costs if it faces its words, and the
    page before."""

    cost: float
    next_page_penalty: float
    end: PageEnd | None
    before: _PlanState | None


@dataclass(frozen=True)
class PagePlan:
    """A way to break the pages of a body.

    * `last_page`: the number of the last page; `last_fill`: how full that is.
    * `penalty`: without that for the number of pages; `other_penalty`: the part of it that is for neither holes nor
      figures overleaf.
    * `floats`, `breaks`, `apart`: as in a `Layout`.
    """

    last_page: int
    last_fill: float
    penalty: float
    other_penalty: float
    floats: frozenset[int]
    breaks: frozenset[int]
    apart: frozenset[int]


def _read_plan(last_page: int, state: _PlanState) -> PagePlan:
    """The plan that ends with a page."""
    penalty, other_penalty = state.cost, 0.0
    last_fill = state.end.fill if state.end else 0.0
    floats: set[int] = set()
    breaks: set[int] = set()
    apart: set[int] = set()
    while state.end and state.before:
        other_penalty += state.next_page_penalty + state.end.other_penalty
        floats |= {*state.end.moved}
        breaks |= {state.end.forced_break} - {-1}
        apart |= state.end.apart
        state = state.before
    return PagePlan(last_page, last_fill, penalty, other_penalty, frozenset(floats), frozenset(breaks),
                    frozenset(apart))


class PageBreaker:
    """All sensible ways to break a body into pages of one height, or into columns where pages have several: what is
    said of pages here then holds for columns."""

    def __init__(self, body: Sequence[book.Block], segments: Sequence[Segment], height: float, size: float,
                 columns: int = 1, pictures: Mapping[int, GrowingPictures] | None = None,
                 pictures_beside: Mapping[int, GrowingPictures] | None = None) -> None:
        self.pictures = pictures or {}
        self.pictures_beside = pictures_beside or {}  # of the figures with words beside them
        self.body, self.height, self.clearance, self.columns = body, height, CLEARANCE * size, columns
        self.strips: list[Strip] = []
        self.following: list[tuple[int, ...]] = []  # for each strip, those that may be next: one, or two
        self.ways: list[tuple[int, int]] = []  # for each strip, the figure of its segment and its way
        two_ways = [segment for segment in segments if len(segment.ways) > 1]
        self.with_words = frozenset(segment.figure for segment in two_ways)
        firsts: list[tuple[int, ...]] = []
        for segment in segments:
            starts: list[int] = []
            for number, way in enumerate(segment.ways):
                starts.append(len(self.strips))
                for strip in way:
                    self.strips.append(strip)
                    self.following.append((len(self.strips),))
                    self.ways.append((segment.figure, number))
            firsts.append(tuple(starts))
        for segment, begun, after in zip(segments, firsts, [*firsts, (-1,)][1:], strict=True):
            for start, way in zip(begun, segment.ways, strict=True):
                self.following[start + len(way) - 1] = after
        self.first = firsts[0] if firsts else ()
        self.figures: dict[int, list[Strip]] = {}  # the strips of each figure without words beside it
        for strip in self.strips:
            if strip.figure == strip.block:
                self.figures.setdefault(strip.block, []).append(strip)
        self._may_begin = [self._begins_page(strip) for strip in self.strips]
        self._stranded = frozenset(number for number in range(len(self.strips)) if self._is_stranded(number))
        self._pictures = [self._pictures_of(strip) for strip in self.strips]
        self._ends: dict[_Start, list[PageEnd]] = {}
        self._first_figures = dict(_first_figures(body))

    def plans(self, first_page: int) -> list[PagePlan]:
        """For each possible number of pages, or of columns, the best way to break them; `first_page` is that of the
        first block."""
        states = {(strip, NONE_MOVED): _PlanState(0.0, 0.0, None, None) for strip in self.first}
        plans, column = [], 0
        while states:
            best_end: _PlanState | None = None
            following: dict[_Start, _PlanState] = {}
            for (strip, moved), state in _best_states(states):
                overleaf, next_page = self._turn_costs(strip, moved, first_page, column)
                if state.end and (first_page + column // self.columns) % 2 == 0:
                    next_page += state.end.overleaf_penalty
                for end in self._page_ends(strip, moved):
                    is_last = end.next_strip < 0 and not end.moved
                    total = state.cost + overleaf + next_page + end.other_penalty
                    total += (last_penalty(last_page_fill(end.last_fill, column, self.columns)) if is_last
                              else end.hole_penalty)
                    if is_last:
                        if best_end is None or total < best_end.cost:
                            best_end = _PlanState(total, next_page, end, state)
                    else:
                        key = end.next_strip, end.moved
                        if key not in following or total < following[key].cost:
                            following[key] = _PlanState(total, next_page, end, state)
            if best_end:
                plans.append(_read_plan(first_page + column // self.columns, best_end))
            states, column = following, column + 1
        return plans

    def _turn_costs(self, strip: int, moved: Sequence[int], first_page: int, column: int) -> tuple[float, float]:
        """What it costs to begin a page here: for a figure at its top whose words are overleaf; and for one that faces
        its words, or whose heading is on the page before. Nothing where these are in the other column of the page."""
        page = first_page + column // self.columns
        if column == 0 or column % self.columns:
            return 0.0, 0.0
        is_figure = bool(moved) or (strip >= 0 and self.strips[strip].figure == self.strips[strip].block)
        first = self._first_figure_after(strip, moved)
        if page % 2:
            return 0.0, FACING if first >= 0 else NEXT_PAGE * is_figure
        overleaf = BOARD_OVERLEAF if first >= 0 and shows_board(self.body[first]) else OVERLEAF
        follows_figure = figures_of(self.body[self._first_block(strip, moved) - 1])
        is_stranded = not moved and strip in self._stranded
        return ((FAR_SERIES if follows_figure else FAR) * is_figure,
                overleaf * (first >= 0) + STRANDED_OVERLEAF * is_stranded)

    def _first_block(self, strip: int, moved: Sequence[int]) -> int:
        """The number of the block with which a page begins."""
        return moved[0] if moved else self.strips[strip].block

    def _first_figure_after(self, strip: int, moved: Sequence[int]) -> int:
        """The number of the first figure of a section that follows on this page while its heading is on the page
        before; -1 if there is none."""
        block = self._first_block(strip, moved)
        first = self._first_figures.get(block, -1)
        is_begun = not moved and first == block and not self.strips[strip].is_first
        return -1 if first < block or is_begun else first

    def _pictures_of(self, strip: Strip) -> GrowingPictures:
        """The pictures of a strip."""
        if strip.figure < 0:
            return NO_PICTURES
        if strip.figure != strip.block:
            return self.pictures_beside.get(strip.figure, NO_PICTURES)
        count = len(self.figures[strip.block])
        pictures = self.pictures.get(strip.block, NO_PICTURES).pictures
        return GrowingPictures(tuple([picture._replace(points=picture.points / count) for picture in pictures]))

    def _page_ends(self, strip: int, moved: tuple[int, ...]) -> list[PageEnd]:
        """The ways to end the page that begins with a strip, below the figure that moved there."""
        key = strip, moved
        if key not in self._ends:
            ends: dict[_Start, PageEnd] = {}
            for end in self._fill(strip, moved):
                place = end.next_strip, end.moved
                if place not in ends or _rank(end) < _rank(ends[place]):
                    ends[place] = end
            self._ends[key] = [*ends.values()]
        return self._ends[key]

    def _fill(self, strip: int, moved: tuple[int, ...]) -> Iterator[PageEnd]:
        """Every way to end the page that begins with a strip, below the figures that moved there. Several may lead to
        the same continuation; `_page_ends` keeps the best of these."""
        top = sum([figure.height + self.clearance for number in moved for figure in self.figures[number]])
        if top > self.height:
            return
        if strip < 0:  # nothing but those figures, which never stand behind the imprint
            if self.strips[-1].block == len(self.body):
                return
            yield PageEnd(-1, NONE_MOVED, top / self.height, 0.0, ONLY_FIGURES, -1, frozenset())
        else:
            pictures = NO_PICTURES
            for number in moved:
                pictures = pictures.join(self.pictures.get(number, NO_PICTURES))
            yield from self._follow_ways(strip, _Filling(top, pictures=pictures))

    def _follow_ways(self, strip: int, page: _Filling) -> list[PageEnd]:
        """The ways to end a page that begins with a strip: each of both ways of a segment is followed before the next
        segment, those with the earliest words above their figures first in the result."""
        ends: list[tuple[tuple[int, ...], PageEnd]] = []
        fillings = {strip: [page]}
        while fillings:
            number = min(fillings)  # what follows a strip has a larger number
            for filling in _best_fillings(fillings.pop(number)):
                branches: list[tuple[int, _Filling]] = []
                for step in self._fill_to_branch(number, filling):
                    if isinstance(step, PageEnd):
                        ends.append((filling.path, step))
                    else:
                        branches.append(step)
                for turn, (after, branch) in enumerate(branches):
                    fillings.setdefault(after, []).append(branch._replace(path=(*filling.path, turn)))
        return [end for _, end in sorted(ends, key=lambda entry: entry[0])]

    def _fill_to_branch(self, number: int, page: _Filling) -> Iterator[PageEnd | tuple[int, _Filling]]:
        """The ways to end a page that is filled as far as before a strip, down to the next strip that may be one of
        two; then those with the page so far."""
        y, is_top, apart, moved, chapter, end, _, pictures, has_words, level = page
        while number >= 0:
            strip = self.strips[number]
            bottom = y + strip.height + (strip.repeated if is_top else strip.gap)
            is_section = 0 < strip.level < 3
            if moved and strip.figure >= 0:  # figures keep their order: those directly below move too
                if not end and strip.figure == strip.block and self._may_move(strip.block):
                    for after in self._next_after_block(number):
                        yield after, page._replace(
                            y=y, is_top=is_top, apart=apart, moved=(*moved, strip.block), chapter=chapter, end=end,
                            pictures=pictures, has_words=has_words, level=level)
                return
            if end and (bottom > self.height + ROUNDING or (is_section and moved)):
                yield self._end(end, moved)
                if (not moved and end.next_strip == number and strip.figure == strip.block and strip.is_first
                        and self._may_move(strip.block)):
                    for after in self._next_after_block(number):
                        yield after, page._replace(
                            y=y, is_top=is_top, apart=apart, moved=(strip.block,), chapter=chapter, end=None,
                            pictures=pictures, has_words=has_words, level=level)
                return
            if moved and not end and (is_section or bottom > self.height + ROUNDING):
                return  # no words fill the place of the figure
            figure, way = self.ways[number]
            has_words |= strip.block < len(self.body) and (
                strip.figure != strip.block or shows_board(self.body[strip.block]))
            y, is_top, pictures = bottom, False, pictures.join(self._pictures[number])
            if way:
                apart |= {figure}
            # A section below a chapter that has hardly begun is a part of its beginning.
            if is_section and not (0 < level < strip.level and y - chapter < FEW_LINES):
                chapter, level = y, strip.level
            following = self.following[number]
            if not strip.holds_next:
                if following == (-1,):
                    yield self._end(_PossibleEnd(-1, y, apart, pictures, has_words), moved)
                    return
                if not moved and (strip.ends_page or self._may_begin[following[0]]):
                    yield from self._early_ends(_PossibleEnd(-1, y, apart, pictures, has_words, chapter, level),
                                                following, is_wanted=strip.ends_page)
                if strip.ends_page:
                    return
            if len(following) > 1:
                for after in (*following[1:], following[0]):
                    at_strip = end if strip.holds_next else _PossibleEnd(
                        after, y, apart, pictures, has_words, chapter, level)
                    yield after, page._replace(
                        y=y, is_top=is_top, apart=apart, moved=moved, chapter=chapter, end=at_strip, pictures=pictures,
                        has_words=has_words, level=level)
                return
            number = following[0]
            end = end if strip.holds_next else _PossibleEnd(
                number, y, apart, pictures, has_words, chapter, level)

    def _end(self, end: _PossibleEnd, moved: tuple[int, ...], forced_break: int = -1) -> PageEnd:
        """The end of a page, and what it costs."""
        goes_on = bool(moved) or not 0 < self.strips[end.next_strip].level <= max(end.level, 1)
        is_low = end.chapter >= 0 and end.y - end.chapter < FEW_LINES and goes_on
        other_penalty = LOW_FACING * is_low + APART * (len(end.apart) + len(moved)) + ONLY_FIGURES * (not end.has_words)
        other_penalty += STRANDED * (not moved and end.next_strip in self._stranded)
        apart = end.apart | self.with_words.intersection(moved)
        fill = end.y / self.height
        ends_chapter = end.next_strip >= 0 and self.strips[end.next_strip].level == 1
        growth = end.pictures.growth(self.height - end.y) / self.height
        hole = hole_penalty(min(1.0, fill + growth), ends_chapter=ends_chapter)
        return PageEnd(end.next_strip, moved, fill, hole, other_penalty, forced_break, apart, growth,
                       (LOW - LOW_FACING) * is_low)

    def _early_ends(self, end: _PossibleEnd, following: Sequence[int], *, is_wanted: bool) -> Iterator[PageEnd]:
        """The ends of a page before its room ends, where the text wants that or the page is full enough."""
        first = self.strips[following[0]]
        if is_wanted or end.y + end.pictures.room >= LEAST_BROKEN * self.height:
            for after in following:
                yield self._end(end._replace(next_strip=after), NONE_MOVED, -1 if is_wanted else first.block)

    def _begins_page(self, strip: Strip) -> bool:
        """Whether a page may begin with a strip though the page before has room: a heading, a figure, or words with
        one."""
        following = self.body[strip.block + 1:strip.block + 2]
        return strip.is_first and (strip.level > 0 or strip.figure == strip.block or any(
            isinstance(block, book.BookFigure | book.FigureRow) for block in following))

    def _is_stranded(self, number: int) -> bool:
        """Whether a paragraph that ends with this line, or the next, follows others of its section, or has begun."""
        strip = self.strips[number]
        if strip.figure >= 0 or strip.block >= len(self.body):
            return False
        block, above = self.body[strip.block], self.body[strip.block - 1] if strip.block else None
        lines = sum(1 for other in self.strips[number:number + SHORT_END + 1] if other.block == strip.block)
        is_first = strip.is_first and (above is None or isinstance(above, book.Heading | book.PageBreak))
        return isinstance(block, book.Paragraph) and not announces(block) and lines <= SHORT_END and not is_first

    def _next_after_block(self, number: int) -> tuple[int, ...]:
        """The strips that may follow the block of a strip."""
        block = self.strips[number].block
        following = self.following[number]
        while following[0] >= 0 and self.strips[following[0]].block == block:
            following = self.following[following[0]]
        return following

    def _may_move(self, block: int) -> bool:
        """Whether a figure may move to the top of the next page: not if it follows its heading, or a sentence that
        announces it."""
        above = self.body[block - 1] if block else None
        return above is not None and not isinstance(above, book.Heading) and not announces(above)


class _PossibleEnd(NamedTuple):
    """Where a page may end: the strip that begins the next one, how far the page is filled then, the figures with
    their words above, the pictures that may grow, whether the page has words or the setup, the top of its last chapter
    or section (below 0: none), and the level of the heading of that."""

    next_strip: int
    y: float
    apart: frozenset[int]
    pictures: GrowingPictures
    has_words: bool
    chapter: float = -1.0
    level: int = 0


class _Filling(NamedTuple):
    """A page that is being filled: how far, whether nothing is on it but a figure that moved there, the figures with
    their words above, the figures that move to the next page, the top of its last chapter, where it may end, which
    of several ways was taken at each segment, the pictures that may grow, whether the page has words or the setup,
    and the level of the heading of that chapter."""

    y: float
    is_top: bool = True
    apart: frozenset[int] = frozenset()
    moved: tuple[int, ...] = ()
    chapter: float = -1.0
    end: _PossibleEnd | None = None
    path: tuple[int, ...] = ()
    pictures: GrowingPictures = NO_PICTURES
    has_words: bool = False
    level: int = 0


def _first_figures(body: Sequence[book.Block]) -> Iterator[tuple[int, int]]:
    """For each block of a section below its heading, the number of the section's first figure or table with pictures.
    Sections without one are left out."""
    begun = -1
    for number in range(len(body) + 1):
        block = body[number] if number < len(body) else None
        if block is not None and not isinstance(block, book.Heading):
            continue
        section = range(begun + 1, number)
        first = next((inner for inner in section if _has_pictures(body[inner])), -1)
        if begun >= 0 and first >= 0:
            yield from ((inner, first) for inner in section)
        begun = number


def _has_pictures(block: book.Block) -> bool:
    if isinstance(block, book.TextTable):
        return any(isinstance(cell, Drawing) for row in block.rows for cell in row)
    return isinstance(block, book.BookFigure | book.FigureRow)


def _rank(end: PageEnd) -> float:
    """What the end of a page costs among others after which the same follows. The last page need not be full."""
    is_last = end.next_strip < 0 and not end.moved
    return end.other_penalty + (last_penalty(end.last_fill) if is_last else end.hole_penalty)


def _best_fillings(fillings: list[_Filling]) -> list[_Filling]:
    """At most so many fillings of a page down to one strip: those with the most words beside figures."""
    if len(fillings) <= MOST_FILLINGS:
        return fillings
    return sorted(fillings, key=lambda page: (len(page.apart) + 2 * len(page.moved), page.y, page.path))[:MOST_FILLINGS]


def _best_states(states: Mapping[_Start, _PlanState]) -> list[tuple[_Start, _PlanState]]:
    """The best of the beginnings of one page."""
    ranked = sorted(states.items(), key=lambda state: (state[1].cost, state[0]))
    limit = ranked[0][1].cost + MOST_WORSE
    return [state for state in ranked[:MOST_STATES] if state[1].cost <= limit]
