"""How high the lines and blocks of a book are, one below the other → where its pages might begin, the best ways first.

Typst measures all blocks once on a page without end. Where pages end is then a matter of sums, by the rules that Typst
follows: the first two lines of a paragraph stay together, and the last two; a heading stays with what follows. So all
ways to break the pages can be compared: which blocks begin a page, which figures move to the top of the next page, and
which stand beside their words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from fabgen.book.book_format import BookFormat
from fabgen.book.rulebook_typst import LEADING, WHOLE_TABLE, Layout, Mark, announces, may_float
from fabgen.core.units import POINTS_PER_MM
from fabgen.typeset import blocks as book

FULL = 2 / 3  # of a page: what every page but the last should reach
AMPLE = 0.85  # of a page: one that is as full has no hole
FAR = 6.0  # of a figure that is not on the opening of its rule: the penalty
NEXT_PAGE = 0.4  # the same of a figure on another page of the opening
APART = 0.3  # of a figure that stands below words which might stand beside it
LOW = 2.0  # of a chapter that begins with a few lines at the foot of a page
FEW_LINES = 62.0  # points below the top of such a chapter
LAST = 0.4  # of a page: what the last page of the body should reach
LEAST_BROKEN = 0.5  # of a page: how full it is if it ends before its room does
CAP_HEIGHT = 0.66  # em: how far a line reaches above its baseline
CLEARANCE = 1.3  # em below a figure at the top of a page
MOST_STATES, MOST_WORSE = 60, 40.0  # beginnings of one page that are looked at, and how much worse than the best
ROUNDING = 0.01  # points


def hole_penalty(fill: float) -> float:
    """What a page costs that is so full, 0 to 1: a hole counts far more below two thirds of a page."""
    return 12 * (1 - fill) ** 2 + 25 * max(0.0, AMPLE - fill) + 120 * max(0.0, FULL - fill)


def last_penalty(fill: float) -> float:
    """What the last page of the body costs that is so full."""
    return 60.0 * max(0.0, LAST - fill)


@dataclass(frozen=True)
class Strip:
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
    behind them."""
    by_number: dict[int, list[Mark]] = {}
    for mark in marks:
        by_number.setdefault(mark.number, []).append(mark)
    starts_of_groups = {group.start: group for group in groups}
    boxes: list[tuple[float, float, Strip]] = []
    number = 0
    while number < len(body):
        group = starts_of_groups.get(number)
        blocks = range(number, group.stop + 1) if group else range(number, number + 1)
        found = [mark for n in blocks for mark in by_number.get(n, ())]
        if group and found:
            bottom = max(mark.y for mark in found if mark.kind == "end")
            boxes.append((found[0].y, bottom, Strip(number, figure=group.stop)))
        elif found:
            boxes.extend(_boxes_of(body[number], number, found, page, layout))
        elif isinstance(body[number], book.PageBreak) and boxes:
            top, bottom, strip = boxes[-1]
            boxes[-1] = top, bottom, replace(strip, ends_page=True)
        number = blocks.stop
    strips, reached = [], 0.0
    for top, bottom, strip in boxes:
        strips.append(replace(strip, height=bottom - top, gap=max(0.0, top - reached)))
        reached = bottom
    return strips


def _boxes_of(block: book.Block, number: int, marks: Sequence[Mark], page: BookFormat, layout: Layout
              ) -> Iterator[tuple[float, float, Strip]]:
    """The top and the bottom of each strip of a block, and the strip without its height and gap."""
    top = marks[0].y
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
        is_whole = bottom - top <= WHOLE_TABLE * page.frame[1] * POINTS_PER_MM
        yield from [(top, bottom, Strip(number))] if is_whole or len(rows) < 3 else _rows(number, top, bottom, rows)


def _lines(start: float, end: float, size: float, air: float) -> Iterator[tuple[float, float, bool]]:
    """The top and the bottom of each line of a paragraph, and whether it stays with the next one: the first two lines
    stay together, and the last two. `start` and `end` are its first and last base lines."""
    high = CAP_HEIGHT * size
    count = 1 + round((end - start) / (high + LEADING * air * size))
    for line in range(count):
        base = start + line * (end - start) / max(1, count - 1)
        yield base - high, base, line < count - 1 and line in (0, count - 2)


def _rows(number: int, top: float, bottom: float, rows: Sequence[float]) -> Iterator[tuple[float, float, Strip]]:
    """The top and the bottom of each row of a table. Its head stays with the next row, and each page repeats
    it."""
    inset = rows[0] - top
    edges = [*(row - inset for row in rows), bottom]
    yield edges[0], edges[1], Strip(number, holds_next=True)
    for high, low in pairwise(edges[1:]):
        yield high, low, Strip(number, is_first=False, repeated=edges[1] - edges[0])


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
class Choice:
    """What differs from page to page in one way of breaking a book: figures that move to the next page, blocks that
    begin a page, figures with their words above; and what that costs besides holes and figures overleaf."""

    floats: frozenset[int] = frozenset()
    breaks: frozenset[int] = frozenset()
    apart: frozenset[int] = frozenset()
    cost: float = 0.0

    def joined(self, other: Choice) -> Choice:
        return Choice(self.floats | other.floats, self.breaks | other.breaks, self.apart | other.apart,
                      self.cost + other.cost)


@dataclass(frozen=True)
class PageEnd:
    """One way to end a page: where the next one begins, the figure that moves there (-1: none), how full the page is,
    and what was chosen. `next_strip` is -1 at the end of the body."""

    next_strip: int
    moved: int
    fill: float
    choice: Choice


@dataclass(frozen=True)
class PagePlan:
    """A way to break the pages of a body: the number of its last page, and its penalty without that for the number of
    pages."""

    last_page: int
    penalty: float
    choice: Choice


class PageBreaker:
    """All sensible ways to break a body into pages of one height."""

    def __init__(self, body: Sequence[book.Block], segments: Sequence[Segment], height: float, size: float) -> None:
        self.body, self.height, self.clearance = body, height, CLEARANCE * size
        self.strips: list[Strip] = []
        self.following: list[tuple[int, ...]] = []  # for each strip, those that may be next: one, or two
        self.ways: list[tuple[int, int]] = []  # for each strip, the figure of its segment and its way
        self.with_ways = frozenset(segment.figure for segment in segments if len(segment.ways) > 1)
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
        for segment, begun, after in zip(segments, firsts, [*firsts[1:], (-1,)], strict=True):
            for start, way in zip(begun, segment.ways, strict=True):
                self.following[start + len(way) - 1] = after
        self.first = firsts[0] if firsts else ()
        self._ends: dict[tuple[int, int], list[PageEnd]] = {}

    def plans(self, first_page: int) -> list[PagePlan]:
        """For each possible number of pages, the best way to break them; `first_page` is that of the first block."""
        states: dict[tuple[int, int], tuple[float, Choice]] = {(strip, -1): (0.0, Choice()) for strip in self.first}
        plans, page = [], first_page
        while states:
            best_end: tuple[float, Choice] | None = None
            following: dict[tuple[int, int], tuple[float, Choice]] = {}
            for (strip, moved), (cost, choice) in _best_states(states):
                for end in self._page_ends(strip, moved):
                    far, near = self._turn_costs(strip, moved, page) if page > first_page else (0.0, 0.0)
                    total = cost + end.choice.cost + far + near
                    joined = choice.joined(replace(end.choice, cost=end.choice.cost + near))
                    if end.next_strip < 0 and end.moved < 0:
                        total += last_penalty(end.fill)
                        if best_end is None or total < best_end[0]:
                            best_end = total, joined
                        continue
                    total += hole_penalty(end.fill)
                    key = end.next_strip, end.moved
                    if key not in following or total < following[key][0]:
                        following[key] = total, joined
            if best_end:
                plans.append(PagePlan(page, *best_end))
            states, page = following, page + 1
        return plans

    def _turn_costs(self, strip: int, moved: int, page: int) -> tuple[float, float]:
        """What a figure at the top of a page costs whose words are on the page before: overleaf, and facing it."""
        is_figure = moved >= 0 or (strip >= 0 and self.strips[strip].figure == self.strips[strip].block
                                   and self.strips[strip].is_first)
        if not is_figure:
            return 0.0, 0.0
        return (FAR, 0.0) if page % 2 == 0 else (0.0, NEXT_PAGE)

    def _page_ends(self, strip: int, moved: int) -> list[PageEnd]:
        """The ways to end the page that begins with a strip, below the figure that moved there."""
        key = strip, moved
        if key not in self._ends:
            ends: dict[tuple[int, int], PageEnd] = {}
            for end in self._fill(strip, moved):
                place = end.next_strip, end.moved
                if place not in ends or _rank(end) < _rank(ends[place]):
                    ends[place] = end
            self._ends[key] = [*ends.values()]
        return self._ends[key]

    def _fill(self, strip: int, moved: int) -> Iterator[PageEnd]:
        """The ways to end the page that begins with a strip, below the figure that moved there."""
        top = 0.0
        if moved >= 0:
            figure = next(strip for strip in self.strips if strip.block == moved == strip.figure)
            top = figure.height + self.clearance
        if strip < 0:  # nothing but that figure
            yield PageEnd(-1, -1, top / self.height, Choice())
        else:
            yield from self._go_on(strip, _Filling(top))

    def _go_on(self, number: int, page: _Filling) -> Iterator[PageEnd]:
        """The ways to end a page that is filled as far as before a strip. Each way that the strips may go on is
        followed."""
        while number >= 0:
            strip = self.strips[number]
            bottom = page.y + strip.height + (strip.repeated if page.is_top else strip.gap)
            is_section = 0 < strip.level < 3
            if page.end and (bottom > self.height + ROUNDING or (is_section and page.moved >= 0)):
                yield self._end(page)
                if page.moved < 0 and page.end.next_strip == number and self._may_move(number):
                    for after in self.following[number]:
                        yield from self._go_on(after, replace(page, moved=strip.block, end=None))
                return
            if page.moved >= 0 and not page.end and (is_section or bottom > self.height + ROUNDING):
                return  # no words fill the place of the figure
            figure, way = self.ways[number]
            page = replace(
                page, y=bottom, is_top=False, apart=page.apart | {figure} if way else page.apart,
                chapter=bottom - strip.height if strip.level == 1 else page.chapter)
            following = self.following[number]
            if not strip.holds_next:
                if following == (-1,):
                    yield self._end(replace(page, end=_End(-1, page.y, page.apart)), is_last=True)
                    return
                if page.moved < 0:
                    yield from self._early_ends(page, following, is_wanted=strip.ends_page)
                if strip.ends_page:
                    return
            for after in following[1:]:
                yield from self._go_on(after, self._with_end(page, strip, after))
            number = following[0]
            page = self._with_end(page, strip, number)

    @staticmethod
    def _with_end(page: _Filling, strip: Strip, after: int) -> _Filling:
        """A page with a strip below which it may end."""
        return page if strip.holds_next else replace(page, end=_End(after, page.y, page.apart))

    def _end(self, page: _Filling, *, is_last: bool = False) -> PageEnd:
        assert page.end
        is_low = not is_last and page.chapter >= 0 and 0 < page.end.y - page.chapter < FEW_LINES
        cost = LOW * is_low + APART * len(page.end.apart) + 2 * APART * (page.moved >= 0)
        floats = frozenset({page.moved} if page.moved >= 0 else ())
        return PageEnd(page.end.next_strip, page.moved, page.end.y / self.height,
                       Choice(floats=floats, apart=page.end.apart | (floats & self.with_ways), cost=cost))

    def _early_ends(self, page: _Filling, following: Sequence[int], *, is_wanted: bool) -> Iterator[PageEnd]:
        """The ends of a page before its room ends: before a heading, or words that belong to a figure."""
        first = self.strips[following[0]]
        if is_wanted or (page.y >= LEAST_BROKEN * self.height and first.is_first and self._may_begin(first)):
            for after in following:
                end = self._end(replace(page, end=_End(after, page.y, page.apart)))
                choice = end.choice if is_wanted else replace(end.choice, breaks=frozenset({first.block}))
                yield replace(end, choice=choice)

    def _may_begin(self, strip: Strip) -> bool:
        """Whether a page may begin with a block though it has room before: a heading, or words with a figure."""
        following = self.body[strip.block + 1:strip.block + 2]
        return strip.level > 0 or (strip.figure != strip.block and any(
            isinstance(block, book.BookFigure | book.FigureRow) for block in following))

    def _may_move(self, number: int) -> bool:
        """Whether a strip is a figure that may move to the top of the next page."""
        strip = self.strips[number]
        is_whole = strip.is_first and all(after < 0 or self.strips[after].block != strip.block
                                          for after in self.following[number])
        return strip.figure == strip.block and is_whole and may_float(self.body, strip.block)


@dataclass(frozen=True)
class _End:
    """Where a page may end: the strip that begins the next one, how far the page is filled then, and the figures with
    their words above."""

    next_strip: int
    y: float
    apart: frozenset[int]


@dataclass(frozen=True)
class _Filling:
    """A page that is being filled: how far, whether nothing is on it but a figure that moved there, the figures with
    their words above, the figure that moves to the next page, the top of its last chapter, and where it may end."""

    y: float
    is_top: bool = True
    apart: frozenset[int] = frozenset()
    moved: int = -1
    chapter: float = -1.0
    end: _End | None = None


def _rank(end: PageEnd) -> float:
    return hole_penalty(end.fill) + end.choice.cost


def _best_states(states: Mapping[tuple[int, int], tuple[float, Choice]]
                 ) -> list[tuple[tuple[int, int], tuple[float, Choice]]]:
    """The best of the beginnings of one page."""
    ranked = sorted(states.items(), key=lambda state: (state[1][0], state[0]))
    limit = ranked[0][1][0] + MOST_WORSE
    return [state for state in ranked[:MOST_STATES] if state[1][0] <= limit]
