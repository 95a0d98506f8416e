"""The blocks of facing pages and the room that is left at their feet → the space to add above blocks and between the
items of lists, so that pages end low, facing ones level, and with nearly the same gaps.

The space above a heading gets most of it, and that between two paragraphs least, as they have most and least in any
case; none grows so much that it looks like a hole. In books with two columns, the same goes for the columns of a page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from fabgen.book.book_format import A5, BookFormat
from fabgen.book.layout import IMPRINT, Mark
from fabgen.book.rulebook_typst import RulebookProject
from fabgen.core.units import POINTS_PER_MM
from fabgen.typeset import blocks as book

MOST_ADDED = 4.0  # points, where the body has its usual size: between two paragraphs; other gaps get a multiple of it
ABOVE_HEADING, AROUND_FIGURE = 3, 2  # the multiples: above a heading, and above and below what is no text
STEPS = 40  # of MOST_ADDED: how finely the spaces of facing pages are found
# Of MOST_ADDED: how much more the gaps of a page may get than those of the page that faces it, which is hardly seen:
# 1.5 points above a heading.
NEARLY_ALIKE = 0.125
HOLE, LARGE_HOLE = 3.0, 12.0  # mm at the foot of an A5 page: what ends higher costs more, or stands alone
# What a point costs that is left at the foot of a page, that is left above a hole, by which facing pages end at
# different heights, and by which their gaps between paragraphs differ more than a little.
LEFT, IN_HOLE, UNLEVEL, UNLIKE = 0.5, 10.0, 0.75, 25.0


@dataclass(frozen=True)
class AddedSpaces:
    """Points to add: above blocks, and between the items of lists and the rows of blocks of figures, by the number of
    the block."""

    above: Mapping[int, float]
    within: Mapping[int, float]


@dataclass(frozen=True)
class _Gaps:
    """The gaps of a page that may be larger, with the multiples of what they get: above blocks, and within them, where
    there are `counts` of them."""

    above: Mapping[int, int]
    within: Mapping[int, int]
    counts: Mapping[int, int]

    @property
    def units(self) -> int:
        """The multiples of all gaps together."""
        return sum(self.above.values()) + sum(self.counts[block] * times for block, times in self.within.items())

    def add(self, unit: float) -> AddedSpaces:
        """So many points for each multiple."""
        return AddedSpaces({block: round(times * unit, 2) for block, times in self.above.items()},
                           {block: round(times * unit, 2) for block, times in self.within.items()})


@dataclass(frozen=True)
class _PageEnd:
    """The room in points at the foot of a page, and its gaps, each multiple of which gets `unit` points. A page with
    the imprint ends at its foot in any case."""

    room: float
    gaps: _Gaps
    has_imprint: bool
    unit: float = 0.0

    @property
    def free_room(self) -> float:
        """The points that are left at the foot."""
        return 0.0 if self.has_imprint else self.room - self.unit * self.gaps.units

    def ways(self, most: float) -> list[_PageEnd]:
        """The page with gaps of each size, up to so many points, for which it has room."""
        units = self.gaps.units
        largest = min(most, max(0.0, self.room) / units) if units else 0.0
        steps = [most * step / STEPS for step in range(STEPS + 1)]
        return [replace(self, unit=unit) for unit in sorted({largest, *(unit for unit in steps if unit < largest)})]


def add_spaces(project: RulebookProject, pages: Mapping[int, Sequence[Mark]], rooms: Mapping[int, float]
               ) -> dict[int, AddedSpaces]:
    """The spaces to add on each page, or in each column, from so many points of room. Pages without an entry in `rooms`
    are as they were."""
    added: dict[int, AddedSpaces] = {}
    for first in sorted({number & ~1 for number in rooms}):
        numbers = [number for number in (first, first + 1) if number in rooms]
        ends = [_find_end(project, pages[number], rooms[number]) for number in numbers]
        most = MOST_ADDED * project.page.large
        best = min(product(*(end.ways(most) for end in ends)), key=lambda way: _cost(way, project.page))
        added |= {number: end.gaps.add(end.unit) for number, end in zip(numbers, best, strict=True) if end.unit}
    return added


def _cost(ends: Sequence[_PageEnd], page: BookFormat) -> float:
    """What facing pages cost that end above their feet or at different heights, or have different gaps. The imprint is
    at the foot of its page, which is level with no other."""
    free, large = [end.free_room for end in ends], large_hole(page)
    cost = LEFT * sum(free) + IN_HOLE * sum([max(0.0, room - large * HOLE / LARGE_HOLE) for room in free])
    if not any(end.has_imprint for end in ends):
        cost += UNLEVEL * min(large, max(free) - min(free))
    units = [end.unit for end in ends if end.gaps.units] or [0.0]
    return cost + UNLIKE * max(0.0, max(units) - min(units) - NEARLY_ALIKE * MOST_ADDED * page.large)


def large_hole(page: BookFormat) -> float:
    """The points at the foot of a page that are a large hole."""
    return LARGE_HOLE / A5.frame[1] * page.frame[1] * POINTS_PER_MM


def _find_end(project: RulebookProject, on_page: Sequence[Mark], room: float) -> _PageEnd:
    """The foot of a page with so many points of room."""
    return _PageEnd(room, _find_gaps(project, on_page), any(mark.kind == IMPRINT for mark in on_page))


def _find_gaps(project: RulebookProject, on_page: Sequence[Mark]) -> _Gaps:
    """The gaps of a page: above each block that begins on it below another one, and within its lists and its blocks of
    figures that are on it from their beginning to their end."""
    body, layout = project.content.body, project.layout
    starts: dict[int, list[Mark]] = {}
    for mark in on_page:
        if mark.is_start:
            starts.setdefault(mark.number, []).append(mark)
    ends = {mark.number for mark in on_page if not mark.is_start}
    tops = {number: marks[0].y for number, marks in starts.items()}
    above: dict[int, int] = {}
    for number, before in _neighbours(project, tops, ends):
        heading = _heading_above(body, number)
        above[heading] = ABOVE_HEADING if heading < number else max(_multiple(body, before), _multiple(body, number))
    within: dict[int, int] = {}
    counts: dict[int, int] = {}
    for number in sorted(starts.keys() & ends - layout.floats):
        block = body[number] if number < len(body) else None
        if isinstance(block, book.Listing) and len(block.items) > 1:
            within[number], counts[number] = 1, len(block.items) - 1
        elif isinstance(block, book.FigureRow) and project.count_rows(block) == len(starts[number]) > 1:
            within[number], counts[number] = AROUND_FIGURE, len(starts[number]) - 1
    return _Gaps(above, within, counts)


def _neighbours(project: RulebookProject, tops: Mapping[int, float], ends: set[int]) -> Iterator[tuple[int, int]]:
    """The numbers of the blocks that begin below another block of a page, and that of the other one. Words beside a
    figure count as one block with it; a figure that moved to the top of the page is none that text is below."""
    beside = project.words_of_figures
    inside = {number for words in beside.values() for number in range(words.start + 1, words.stop + 1)}
    moved = project.layout.floats
    before = max((number for number in ends - tops.keys() if number not in moved), default=-1)
    for number in sorted(tops):
        if number in moved or number >= len(project.content.body):
            continue
        if before >= 0 and number not in inside:
            yield number, before
        before = number


def _heading_above(body: Sequence[book.Block], number: int) -> int:
    """The number of the first of the headings directly above a block; that of the block itself where there are none."""
    while number and isinstance(body[number - 1], book.Heading):
        number -= 1
    return number


def _multiple(body: Sequence[book.Block], number: int) -> int:
    """The multiple for the gaps above and below a block."""
    return 1 if isinstance(body[number], book.Paragraph | book.Listing) else AROUND_FIGURE
