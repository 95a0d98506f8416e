"""A layout and the room at the foot of its pages → how much larger figures are on each of them.

All figures with cells on a page have one size, the largest for which the page has room. A row that is far too wide for
that size is as wide as its page. The setup and drawings without cells grow as far as the rest of the room allows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fabgen.book.book_format import BookFormat
from fabgen.book.growing_pictures import LEAST_WITH_CELLS, ROUNDING, LargerPicture, pictures_on_page
from fabgen.book.layout import IMPRINT, Mark
from fabgen.book.layout_marks import column_number
from fabgen.book.page_penalties import LAST_GROWN
from fabgen.book.rulebook_typst import RulebookProject
from fabgen.core.units import POINTS_PER_MM

FOOT_MARGIN = 4.0  # points that stay free at the foot: lines may be a little higher than measured
ALIKE = 0.85  # of the largest size that fits a page: boards that all have one size are preferred to a few larger ones
FINE = 2e-4  # of the usual size: how finely that of boards is found
ROW_MARGIN = 26.0  # points: the last row of a table may reach so far below the words in it


@dataclass(frozen=True)
class PageGrowth:
    """How many times larger each figure of a page is, by its number, and by how many points the page is fuller."""

    factors: Mapping[int, float]
    points: float


@dataclass(frozen=True)
class _PagePictures:
    """The room in points at the foot of a page, and its pictures that may be larger: `boards` have cells, and `others`
    any size; each with the number of its figure."""

    room: float
    boards: Sequence[tuple[int, LargerPicture]]
    others: Sequence[tuple[int, LargerPicture]]

    def points_of_boards(self, size: float) -> float:
        """The points by which the page is fuller with boards of a larger size."""
        return sum([board.points_for(size) for _, board in self.boards])

    def _fitting_size(self) -> float:
        """The largest size of boards that fits the page; 1 if that is hardly larger than they are."""
        low, high = 1.0, max([board.largest_size for _, board in self.boards], default=1.0)
        if self.points_of_boards(high) <= self.room + ROUNDING:
            low = high
        while high - low > FINE:
            middle = (low + high) / 2
            if self.points_of_boards(middle) <= self.room + ROUNDING:
                low = middle
            else:
                high = middle
        return low if low >= LEAST_WITH_CELLS else 1.0

    def grow(self) -> PageGrowth:
        """The page with boards of the largest size that fits it, and with others that take the rest of its room."""
        if self.room <= 0:
            return PageGrowth({}, 0.0)
        size = self._fitting_size()
        common_size = min([board.largest_size for _, board in self.boards], default=size)
        if common_size >= max(LEAST_WITH_CELLS, ALIKE * size):
            size = min(size, common_size)
        factors = {number: board.factor_for(size) for number, board in self.boards}
        taken = self.points_of_boards(size)
        for number, picture in self.others:
            factors[number] = picture.factor_in(self.room - taken)
            taken += picture.points_at(factors[number])
        return PageGrowth(factors, taken)


def most_room_on_last(page: BookFormat) -> float:
    """The points that a last page has free at most where it counts as nearly full."""
    return (1 - LAST_GROWN) * page.frame[1] * POINTS_PER_MM


def grow_figures(project: RulebookProject, pages: Mapping[int, Sequence[Mark]], rooms: Mapping[int, float]
                 ) -> dict[int, PageGrowth]:
    """How much larger the figures of each page, or of each column, are in so much room in points. Those of the last
    page are only if they nearly fill it."""
    last = max(pages, default=0)
    grown = {page: _find_pictures(project, on_page, rooms[page]).grow() for page, on_page in pages.items()}
    if last in grown and rooms[last] - grown[last].points > most_room_on_last(project.page):
        grown[last] = PageGrowth({}, 0.0)
    return grown


def _find_pictures(project: RulebookProject, on_page: Sequence[Mark], room: float) -> _PagePictures:
    """The pictures of a page that may be larger."""
    pictures = [(number, picture) for number, growing in pictures_on_page(project, on_page).items()
                for picture in growing.pictures]
    return _PagePictures(room, [entry for entry in pictures if entry[1].size],
                         [entry for entry in pictures if not entry[1].size])


def marks_by_page(marks: Sequence[Mark], page: BookFormat) -> dict[int, list[Mark]]:
    """The marks of each page, or of each column, from the first with any to the last."""
    columns = [column_number(mark, page) for mark in marks]
    numbers = range(min(columns, default=1), max(columns, default=1) + 1)
    by_page: dict[int, list[Mark]] = {number: [] for number in numbers}
    for mark, column in zip(marks, columns, strict=True):
        by_page[column].append(mark)
    return by_page


def free_room(page: BookFormat, on_page: Sequence[Mark]) -> float:
    """The free height in points at the foot of a page, less FOOT_MARGIN. 0.0 for an empty page and where its last block
    continues on the next page, because such a page is full."""
    foot = (page.height - page.bottom) * POINTS_PER_MM
    starts, ends = starts_and_ends(on_page)
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


def starts_and_ends(on_page: Sequence[Mark]) -> tuple[set[int], set[int]]:
    """The numbers of the blocks that begin on a page, and of those that end on it."""
    return {mark.number for mark in on_page if mark.is_start}, {mark.number for mark in on_page if not mark.is_start}
