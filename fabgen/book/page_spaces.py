"""The blocks of facing pages and the room that is left at their feet → the space to add above blocks and between the
items of lists, and how much smaller figures are, so that both pages have the same gaps and end level.

The space above a heading or a figure gets twice as much as that between two paragraphs; none grows so much that it
looks like a hole. Where a page has too little room for that, its drawings are smaller, and its boards a little, which
nobody sees. In books with two columns, the same goes for the columns of a page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from fabgen.book.body_blocks import figures_of, shows_board
from fabgen.book.book_format import A5, BookFormat
from fabgen.book.layout import IMPRINT, Mark
from fabgen.book.rulebook_typst import RulebookProject
from fabgen.core.units import POINTS_PER_MM
from fabgen.typeset import blocks as book

MOST_ADDED = 3.5  # points, where the body has its usual size: between two paragraphs; other gaps get a multiple of it
ABOVE_HEADING, AROUND_FIGURE = 2, 2  # the multiples: above a heading, and above and below what is no text
STEPS = 70  # of MOST_ADDED: how finely the spaces of facing pages are found
# Of MOST_ADDED: how much more the gaps of a page may get than those of the page that faces it, which is hardly seen.
NEARLY_ALIKE = 0.3
LARGE_HOLE = 12.0  # mm at the foot of an A5 page: what ends higher stands alone, whatever faces it
SMALLER_BOARDS, SMALLER_DRAWINGS = 0.04, 0.2  # of their size: how much smaller figures may be than their page has room
# What a point costs by which facing pages end at different heights, that is left at their feet, and by which figures
# are lower.
UNLEVEL, LEFT, SMALLER = 1.0, 0.3, 0.15


@dataclass(frozen=True)
class AddedSpaces:
    """Points to add: above blocks, and between the items of lists and the rows of blocks of figures, by the number of
    the block. And `sizes`: how many times as large as they were some figures are, by their number."""

    above: Mapping[int, float]
    within: Mapping[int, float]
    sizes: Mapping[int, float] = field(default_factory=dict)


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
class _Figures:
    """Figures of a page that may be smaller: their numbers, how many points their pictures are high, and the share of
    their size that they may lose."""

    numbers: Sequence[int] = ()
    height: float = 0.0
    share: float = 0.0

    @property
    def points(self) -> float:
        """The points by which they may be lower."""
        return self.height * self.share

    def shrink(self, points: float) -> dict[int, float]:
        """The size of each of them, of that which it has, when they are so many points lower."""
        return dict.fromkeys(self.numbers, 1 - points / self.height) if points > 0 else {}


@dataclass(frozen=True)
class _PageEnd:
    """The room in points at the foot of a page, its gaps, and its figures that may be smaller. Each multiple of a gap
    gets `unit` points, and figures are `lower` by so many. A page with the imprint ends at its foot in any case."""

    room: float
    gaps: _Gaps
    drawings: _Figures
    boards: _Figures
    has_imprint: bool
    unit: float = 0.0
    lower: float = 0.0

    @property
    def free_room(self) -> float:
        """The points that are left at the foot; less than 0 where the gaps are too large."""
        return self.room - self.unit * self.gaps.units + self.lower

    @property
    def most_lower(self) -> float:
        """The points by which figures may be lower yet."""
        return self.drawings.points + self.boards.points - self.lower

    def add(self) -> AddedSpaces:
        """The spaces of the page and the sizes of its figures: drawings are smaller before boards are."""
        of_drawings = min(self.lower, self.drawings.points)
        sizes = {**self.drawings.shrink(of_drawings), **self.boards.shrink(self.lower - of_drawings)}
        return replace(self.gaps.add(self.unit), sizes=sizes)


def add_spaces(project: RulebookProject, pages: Mapping[int, Sequence[Mark]], rooms: Mapping[int, float]
               ) -> dict[int, AddedSpaces]:
    """The spaces to add on each page, or in each column, from so many points of room, and the sizes of figures that are
    smaller for it. Pages without an entry in `rooms` are as they were."""
    most, hole = MOST_ADDED * project.page.large, large_hole(project.page)
    added: dict[int, AddedSpaces] = {}
    for first in sorted({number & ~1 for number in rooms}):
        numbers = [number for number in (first, first + 1) if number in rooms]
        ends = _level_pages([_find_end(project, pages[number], rooms[number]) for number in numbers], most, hole)
        added |= {number: end.add() for number, end in zip(numbers, ends, strict=True) if end.unit or end.lower}
    return added


def _level_pages(ends: Sequence[_PageEnd], most: float, hole: float) -> Sequence[_PageEnd]:
    """Facing pages with equal gaps, with which they end as low and as level as they can: gaps get so many points at
    most. One that would end far higher may have gaps that are a little larger."""
    ways = [way for step in range(STEPS + 1) if (way := _with_unit(ends, most * step / STEPS))]
    if not ways:
        return ends
    best = min(ways, key=lambda way: _cost(way, hole))
    more = NEARLY_ALIKE * most
    lowest = min((end.free_room for end in best if not end.has_imprint), default=0.0)
    return [replace(end, unit=min(most, end.unit + more, end.unit + (end.free_room - lowest) / end.gaps.units))
            if end.gaps.units and end.free_room > lowest and not end.has_imprint else end for end in best]


def _with_unit(ends: Sequence[_PageEnd], unit: float) -> list[_PageEnd]:
    """Facing pages whose gaps get so many points for each multiple, and whose figures are smaller for it, or to end
    level; empty where a page has no room for that."""
    way = [replace(end, unit=unit if end.gaps.units else 0.0) for end in ends]
    way = [replace(end, lower=max(0.0, -end.free_room)) for end in way]
    if any(end.most_lower < 0 for end in way):
        return []
    highest = max(0.0 if end.has_imprint else end.free_room for end in way)
    if any(end.has_imprint for end in way):
        return way
    return [replace(end, lower=end.lower + min(end.most_lower, highest - end.free_room)) for end in way]


def _cost(way: Sequence[_PageEnd], hole: float) -> float:
    """What facing pages cost that end at different heights or above their feet, or have smaller figures."""
    free = [0.0 if end.has_imprint else end.free_room for end in way]
    unlevel = 0.0 if any(end.has_imprint for end in way) else min(hole, max(free) - min(free))
    return UNLEVEL * unlevel + LEFT * sum(free) / len(free) + SMALLER * sum(end.lower for end in way)


def count_gaps(project: RulebookProject, on_page: Sequence[Mark]) -> int:
    """The gaps of a page that may be larger: as many as there are multiples of them."""
    return _find_gaps(project, on_page).units


def large_hole(page: BookFormat) -> float:
    """The points at the foot of a page that are a large hole."""
    return LARGE_HOLE / A5.frame[1] * page.frame[1] * POINTS_PER_MM


def _find_end(project: RulebookProject, on_page: Sequence[Mark], room: float) -> _PageEnd:
    """The foot of a page with so many points of room."""
    drawings = _find_figures(project, on_page, SMALLER_DRAWINGS, are_boards=False)
    boards = _find_figures(project, on_page, SMALLER_BOARDS, are_boards=True)
    has_imprint = any(mark.kind == IMPRINT for mark in on_page)
    return _PageEnd(room, _find_gaps(project, on_page), drawings, boards, has_imprint)


def _find_figures(project: RulebookProject, on_page: Sequence[Mark], most: float, *, are_boards: bool) -> _Figures:
    """The figures of a page that may lose some of their size, `most` of it at most, but do not become smaller than
    usual: its boards, or its drawings without cells and the setup. A figure with words beside it becomes smaller with
    the others, but the page may be as full."""
    body, larger = project.content.body, dict(project.layout.larger)
    starts = [mark.number for mark in on_page if mark.is_start]
    ends = {mark.number for mark in on_page if not mark.is_start}
    numbers, height, share = list[int](), 0.0, most
    for number in sorted({*starts} & ends):
        figures = figures_of(body[number]) if number < len(body) else ()
        is_board = any(figure.cell for figure in figures) and not shows_board(body[number])
        own_height = project.growing_pictures(body[number])[0] if figures else 0.0
        if not own_height or is_board != are_boards:
            continue
        is_whole = starts.count(number) == project.count_rows(body[number])
        share = min(share, 1 - 1 / larger.get(number, 1.0) if is_whole else 0.0)
        numbers.append(number)
        height += 0.0 if number in project.words_of_figures else own_height * POINTS_PER_MM
    return _Figures(numbers, height, _keep_captions(project, numbers, share))


def _keep_captions(project: RulebookProject, numbers: Sequence[int], share: float) -> float:
    """The share of their size that figures may lose, up to a share, without a caption going from below them to their
    side."""
    body = project.content.body
    for part in (1.0, 0.5, 0.25):
        if not any(project.moves_caption(body[number], 1 - part * share) for number in numbers):
            return part * share
    return 0.0


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
