"""The blocks of each page and the room that is left at its foot → the space to add above blocks and between the items
of lists, so that pages end at their foot, or level with the page that faces them.

The space above a heading gets most of it, and that between two paragraphs least, as they have most and least in any
case; none grows so much that it looks like a hole. Where a page cannot reach its foot, the page that faces it ends
where it does. In books with two columns, the same goes for the columns of a page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from fabgen.book.book_format import A5, BookFormat
from fabgen.book.layout import IMPRINT, Mark
from fabgen.book.rulebook_typst import RulebookProject
from fabgen.core.units import POINTS_PER_MM
from fabgen.typeset import blocks as book

MOST_ADDED = 4.0  # points, where the body has its usual size: between two paragraphs; other gaps get a multiple of it
ABOVE_HEADING, AROUND_FIGURE = 3, 2  # the multiples: above a heading, and above and below what is no text
LARGE_HOLE = 12.0  # mm at the foot of an A5 page: what ends higher stands alone, whatever faces it


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


def add_spaces(project: RulebookProject, pages: Mapping[int, Sequence[Mark]], rooms: Mapping[int, float]
               ) -> dict[int, AddedSpaces]:
    """The spaces to add on each page, or in each column, from so many points of room. Pages without an entry in `rooms`
    keep their spaces."""
    most = MOST_ADDED * project.page.large
    gaps = {number: _find_gaps(project, pages[number]) for number in rooms}
    # What each page leaves at its foot even with the largest gaps; an imprint is at the foot in any case.
    least_left = {number: max(0.0, room - most * gaps[number].units) for number, room in rooms.items()}
    least_left |= {number: 0.0 for number in rooms if any(mark.kind == IMPRINT for mark in pages[number])}
    hole = large_hole(project.page)
    added: dict[int, AddedSpaces] = {}
    for number, room in rooms.items():
        left_by_facing = least_left.get(number ^ 1, 0.0)
        left = left_by_facing if least_left[number] < left_by_facing <= hole else least_left[number]
        if room > left and gaps[number].units:
            added[number] = gaps[number].add(min(most, (room - left) / gaps[number].units))
    return added


def large_hole(page: BookFormat) -> float:
    """The points at the foot of a page that are a large hole."""
    return LARGE_HOLE / A5.frame[1] * page.frame[1] * POINTS_PER_MM


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
