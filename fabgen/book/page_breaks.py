"""How high the lines and blocks of a book are, one below the other → where its pages might begin, the best ways first.

Typst measures all blocks once on a page without end. Where pages end is then a matter of sums, so that all ways to
break the pages can be compared: which blocks begin a page, which figures move to the top of the next page, and which
stand beside their words.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from fabgen.artwork.drawing import Drawing
from fabgen.book.body_blocks import announces, figures_of, shows_board
from fabgen.book.growing_pictures import NO_PICTURES, GrowingPictures
from fabgen.book.page_penalties import (
    APART,
    BELOW_TOP,
    BOARD_OVERLEAF,
    FACING,
    FAR,
    FAR_SERIES,
    FEW_LINES,
    LOW,
    LOW_FACING,
    NEXT_PAGE,
    ONLY_FIGURES,
    OVERLEAF,
    STRANDED,
    STRANDED_OVERLEAF,
    TORN,
    TORN_OVERLEAF,
    grown_last_fill,
    hole_penalty,
    last_page_fill,
    last_penalty,
)
from fabgen.book.strips import Segment, Strip
from fabgen.typeset import blocks as book

SHORT_END = 2  # lines
SHORT_LIST, SHORT_LIST_LINES = 6, 12  # items and lines: a list that is no longer should stay on one page
LEAST_BROKEN = 0.5  # of a page: how full it is if it ends before its room does
CLEARANCE = 1.1  # em below a figure at the top of a page
MOST_STATES, MOST_WORSE = 60, 90.0  # beginnings of one page that are looked at, and how much worse than the best
MOST_FILLINGS = 40  # ways to fill a page down to one strip that are followed
ROUNDING = 0.01  # points
NONE_MOVED: tuple[int, ...] = ()
_Start = tuple[int, tuple[int, ...]]  # the first strip of a page, and the figures that moved to its top


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
    * `starts`: the strip and the figures with which each page after the first begins.
    """

    last_page: int
    last_fill: float
    penalty: float
    other_penalty: float
    floats: frozenset[int]
    breaks: frozenset[int]
    apart: frozenset[int]
    starts: tuple[_Start, ...] = ()


def _read_plan(last_page: int, state: _PlanState) -> PagePlan:
    """The plan that ends with a page."""
    penalty, other_penalty = state.cost, 0.0
    last_fill = state.end.fill if state.end else 0.0
    floats: set[int] = set()
    breaks: set[int] = set()
    apart: set[int] = set()
    starts: list[_Start] = []
    while state.end and state.before:
        other_penalty += state.next_page_penalty + state.end.other_penalty
        floats |= {*state.end.moved}
        breaks |= {state.end.forced_break} - {-1}
        apart |= state.end.apart
        starts.append((state.end.next_strip, state.end.moved))
        state = state.before
    return PagePlan(last_page, last_fill, penalty, other_penalty, frozenset(floats), frozenset(breaks),
                    frozenset(apart), tuple(starts[:0:-1]))


class PlacedStrip(NamedTuple):
    """A strip, the number of its page or column, the first being 0, and points from the top of that page to its
    own."""

    strip: Strip
    page: int
    y: float


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
        self._torn = self._within_short_lists()
        self._has_words = [self._is_of_words(strip) for strip in self.strips]
        self._pictures = [self._pictures_of(strip) for strip in self.strips]
        self._ends: dict[_Start, list[PageEnd]] = {}
        self._first_figures = dict(_first_figures(body))

    def plans(self, first_page: int, limit: float = math.inf) -> list[PagePlan]:
        """For each possible number of pages, or of columns, the best way to break them; `first_page` is that of the
        first block. No plan whose penalty is above the `limit`."""
        states = {(strip, NONE_MOVED): _PlanState(0.0, 0.0, None, None) for strip in self.first}
        plans, column = [], 0
        while states:
            best_end: _PlanState | None = None
            following: dict[_Start, _PlanState] = {}
            for (strip, moved), state in _best_states(states, limit):
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
            if best_end and best_end.cost <= limit:
                plans.append(_read_plan(first_page + column // self.columns, best_end))
            states, column = following, column + 1
        return plans

    def first_blocks(self, plan: PagePlan) -> frozenset[int]:
        """The numbers of the blocks with which pages of a plan begin, but for lines of a block that goes on, and below
        figures that move."""
        starts = [self.strips[strip] for strip, moved in plan.starts if strip >= 0 and not moved]
        return frozenset(strip.block for strip in starts if strip.is_first)

    def place_strips(self, plan: PagePlan) -> list[PlacedStrip]:
        """Where a plan has each strip, in the order of the text; what moves to the next page comes first there."""
        starts = [*plan.starts]
        placed: list[PlacedStrip] = []
        page, y, is_top = 0, 0.0, True
        number = self._way(self.first, plan.apart)
        while number >= 0 or starts:
            while starts and (starts[0][0] == number):
                (_, moved), page, y, is_top = starts.pop(0), page + 1, 0.0, True
                for strip in [figure for block in moved for figure in self.figures[block]]:
                    placed.append(PlacedStrip(strip, page, y))
                    y += strip.height + self.clearance
            if number < 0:
                break
            strip = self.strips[number]
            if not (strip.figure == strip.block and strip.block in plan.floats):
                y += strip.repeated if is_top else strip.gap
                placed.append(PlacedStrip(strip, page, y))
                y, is_top = y + strip.height, False
            number = self._way(self.following[number], plan.apart)
        return placed

    def _way(self, strips: Sequence[int], apart: frozenset[int]) -> int:
        """Which of the strips that may be next is the next one: words stand above the figures `apart`."""
        return strips[len(strips) > 1 and self.ways[strips[0]][0] in apart]

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
                overleaf * (first >= 0) + STRANDED_OVERLEAF * is_stranded + TORN_OVERLEAF * (strip in self._torn))

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
                    branch.path = *filling.path, turn
                    fillings.setdefault(after, []).append(branch)
        return [end for _, end in sorted(ends, key=lambda entry: entry[0])]

    def _fill_to_branch(self, number: int, page: _Filling) -> Iterator[PageEnd | tuple[int, _Filling]]:
        """The ways to end a page that is filled as far as before a strip, down to the next strip that may be one of
        two; then those with the page so far. Fills the page itself: what is yielded are copies."""
        while number >= 0:
            strip = self.strips[number]
            bottom = page.y + strip.height + (strip.repeated if page.is_top else strip.gap)
            is_full, is_section = bottom > self.height + ROUNDING, 0 < strip.level < 3
            if page.moved and strip.figure >= 0:  # figures keep their order: those directly below move too
                if not page.end:
                    yield from self._move_figure(number, page)
                return
            if page.end and (is_full or (is_section and page.moved)):
                yield self._end(page.end, page.moved)
                if not page.moved and page.end.next_strip == number and strip.is_first:
                    yield from self._move_figure(number, page)
                return
            if page.moved and (is_full or is_section):
                return  # no words fill the place of the figure
            self._add_strip(number, bottom, page)
            following = self.following[number]
            if not strip.holds_next:
                if following == (-1,):
                    yield self._end(page.end_before(-1)._replace(chapter=-1.0), page.moved)
                    return
                if not page.moved and (strip.ends_page or self._may_begin[following[0]]):
                    yield from self._early_ends(page.end_before(-1), following, is_wanted=strip.ends_page)
                if strip.ends_page:
                    return
            if len(following) > 1:
                for after in (*following[1:], following[0]):
                    yield after, replace(page, end=page.end if strip.holds_next else page.end_before(after))
                return
            number = following[0]
            if not strip.holds_next:
                page.end = page.end_before(number)

    def _add_strip(self, number: int, bottom: float, page: _Filling) -> None:
        """Adds a strip to a page, which is filled down to its bottom then."""
        strip, (figure, way) = self.strips[number], self.ways[number]
        page.chapters_below += strip.level == 1 and not page.is_top
        if 0 < strip.level < 3 and not (0 < page.level < strip.level and bottom - page.chapter < FEW_LINES):
            # Else it is a section below a chapter that has hardly begun: a part of its beginning.
            page.chapter, page.level = bottom, strip.level
        page.y, page.is_top = bottom, False
        page.has_words |= self._has_words[number]
        page.pictures = page.pictures.join(self._pictures[number])
        if way:
            page.apart |= {figure}

    def _move_figure(self, number: int, page: _Filling) -> Iterator[tuple[int, _Filling]]:
        """The page so far without a figure, which moves to the top of the next page if it may."""
        strip = self.strips[number]
        if strip.figure == strip.block and self._may_move(strip.block):
            for after in self._next_after_block(number):
                yield after, replace(page, moved=(*page.moved, strip.block), end=None)

    def _end(self, end: _PossibleEnd, moved: tuple[int, ...], forced_break: int = -1) -> PageEnd:
        """The end of a page, and what it costs."""
        goes_on = bool(moved) or not 0 < self.strips[end.next_strip].level <= max(end.level, 1)
        is_low = end.chapter >= 0 and end.y - end.chapter < FEW_LINES and goes_on
        other_penalty = LOW_FACING * is_low + APART * (len(end.apart) + len(moved)) + ONLY_FIGURES * (not end.has_words)
        other_penalty += BELOW_TOP * end.chapters_below
        other_penalty += STRANDED * (not moved and end.next_strip in self._stranded)
        other_penalty += TORN * (end.next_strip in self._torn)
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

    def _is_of_words(self, strip: Strip) -> bool:
        """Whether a strip has words of the body, or shows the setup."""
        if strip.block >= len(self.body):
            return False
        return strip.figure != strip.block or shows_board(self.body[strip.block])

    def _is_stranded(self, number: int) -> bool:
        """Whether a paragraph that ends with this line, or the next, follows others of its section, or has begun."""
        strip = self.strips[number]
        if strip.figure >= 0 or strip.block >= len(self.body):
            return False
        block, above = self.body[strip.block], self.body[strip.block - 1] if strip.block else None
        lines = sum(1 for other in self.strips[number:number + SHORT_END + 1] if other.block == strip.block)
        is_first = strip.is_first and (above is None or isinstance(above, book.Heading | book.PageBreak))
        return isinstance(block, book.Paragraph) and not announces(block) and lines <= SHORT_END and not is_first

    def _within_short_lists(self) -> frozenset[int]:
        """The strips at which a page would begin within a short list."""
        lines: dict[int, list[int]] = {}
        for number, strip in enumerate(self.strips):
            block = self.body[strip.block] if strip.block < len(self.body) else None
            if strip.figure < 0 and isinstance(block, book.Listing) and len(block.items) <= SHORT_LIST:
                lines.setdefault(strip.block, []).append(number)
        return frozenset(number for of_list in lines.values() if len(of_list) <= SHORT_LIST_LINES
                         for number in of_list if not self.strips[number].is_first)

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
    or section (below 0: none), the level of the heading of that, and how many chapters begin below the top."""

    next_strip: int
    y: float
    apart: frozenset[int]
    pictures: GrowingPictures
    has_words: bool
    chapter: float = -1.0
    level: int = 0
    chapters_below: int = 0


@dataclass(slots=True)
class _Filling:
    """A page that is being filled.

    * `y`: how far, in points; `is_top`: whether nothing is on it but figures that moved there.
    * `apart`: the figures with their words above; `moved`: those that move to the next page.
    * `chapter`: the top of its last chapter or section (below 0: none); `level`: that of its heading;
      `chapters_below`: how many chapters begin below the top of the page.
    * `end`: where it may end; `path`: which of several ways was taken at each segment.
    * `pictures`: those that may grow; `has_words`: whether the page has words or the setup.
    """

    y: float
    is_top: bool = True
    apart: frozenset[int] = frozenset()
    moved: tuple[int, ...] = ()
    chapter: float = -1.0
    level: int = 0
    chapters_below: int = 0
    end: _PossibleEnd | None = None
    path: tuple[int, ...] = ()
    pictures: GrowingPictures = NO_PICTURES
    has_words: bool = False

    def end_before(self, next_strip: int) -> _PossibleEnd:
        """The end of the page as far as it is filled, with the strip that begins the next one."""
        return _PossibleEnd(next_strip, self.y, self.apart, self.pictures, self.has_words, self.chapter, self.level,
                            self.chapters_below)


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


def _best_states(states: Mapping[_Start, _PlanState], limit: float) -> list[tuple[_Start, _PlanState]]:
    """The best of the beginnings of one page, none of which costs more than a limit."""
    ranked = sorted(states.items(), key=lambda state: (state[1].cost, state[0]))
    limit = min(limit, ranked[0][1].cost + MOST_WORSE)
    return [state for state in ranked[:MOST_STATES] if state[1].cost <= limit]
