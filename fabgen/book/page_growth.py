"""A layout and the room at the foot of its pages → how much larger figures are on each of them.

Boards have two sizes in a book: the usual one, and one larger size on pages with room for it. The larger size is the
one with which pages end lowest and facing pages have boards of one size. A page that would have a large hole with both
has boards as large as fit it. The setup and drawings without cells grow as far as the rest of the room allows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from fabgen.book.book_format import BookFormat
from fabgen.book.growing_pictures import LEAST_WITH_CELLS, ROUNDING, LargerPicture, pictures_on_page
from fabgen.book.layout import IMPRINT, Mark
from fabgen.book.layout_marks import column_number
from fabgen.book.page_penalties import LAST_GROWN, hole_penalty
from fabgen.book.page_spaces import large_hole
from fabgen.book.rulebook_typst import RulebookProject
from fabgen.core.units import POINTS_PER_MM

FOOT_MARGIN = 4.0  # points that stay free at the foot: lines may be a little higher than measured
# The penalties of two facing pages with boards of different sizes, and of each size of boards.
UNEQUAL, ONE_MORE_SIZE = 2.0, 1.0
# Of the larger size: boards of a page that all have one size are as large as that at least, and on a page with a large
# hole.
ALIKE, NEARLY_ALIKE = 0.85, 0.9
FINE = 2e-4  # mm: how finely the size of boards is found
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
        """The points by which the page is fuller with boards whose cells are so many mm wide, or as wide as fit."""
        return sum([board.points_for(size) for _, board in self.boards])

    @cached_property
    def fitting_size(self) -> float:
        """The largest cells in mm of boards that fit the page; 0 if these are hardly larger than usual."""
        usual = min([board.size for _, board in self.boards], default=0.0)
        largest = max([board.largest_size for _, board in self.boards], default=0.0)
        size = _find_largest(usual, largest, lambda size: self.points_of_boards(size) <= self.room + ROUNDING)
        return size if size >= LEAST_WITH_CELLS * usual else 0.0

    def grow(self, size: float) -> PageGrowth:
        """The page with boards whose cells are so many mm wide, or that are as wide as the page, if it has room for
        that, and with others that take the rest of its room."""
        if self.room <= 0:
            return PageGrowth({}, 0.0)
        boards = self._grow_boards(self._common_size(size, ALIKE))
        if boards.points > self.room + ROUNDING:
            boards = PageGrowth(dict.fromkeys(boards.factors, 1.0), 0.0)
        return self._grow_others(boards)

    def _common_size(self, size: float, alike: float) -> float:
        """The size that all boards of the page may have, if that is such a share of a larger size and is seen to be
        larger than usual: boards that are all a little smaller are preferred to a few that are larger."""
        common = min([board.largest_size for _, board in self.boards], default=size)
        usual = min([board.size for _, board in self.boards], default=size)
        return common if max(alike * size, LEAST_WITH_CELLS * usual) <= common < size else size

    @cached_property
    def largest_growth(self) -> PageGrowth:
        """The page with boards as large as fit it, and with others that take the rest of its room."""
        if self.room <= 0:
            return PageGrowth({}, 0.0)
        return self._grow_others(self._grow_boards(self._common_size(self.fitting_size, NEARLY_ALIKE)))

    def grow_boards_alone(self, growth: PageGrowth) -> PageGrowth:
        """The page with boards as large as in its growth, and with others of their usual size."""
        return self._with_boards({number: growth.factors.get(number, 1.0) for number, _ in self.boards})

    def _grow_boards(self, size: float) -> PageGrowth:
        """The page with boards whose cells are so many mm wide, or that are as wide as the page."""
        return self._with_boards({number: board.factor_for(size) for number, board in self.boards})

    def _with_boards(self, factors: Mapping[int, float]) -> PageGrowth:
        """The page with boards so many times larger, and with others of their usual size."""
        return PageGrowth(factors, sum([board.points_at(factors[number]) for number, board in self.boards]))

    def _grow_others(self, boards: PageGrowth) -> PageGrowth:
        """The page with some larger boards, and with others that take the rest of its room: all of them are equally
        many times larger, as far as each of them may be."""
        def points_for(factor: float) -> float:
            return sum([picture.points_at(picture.factor_up_to(factor)) for _, picture in self.others])

        largest = max([picture.factor for _, picture in self.others], default=1.0)
        factor = _find_largest(1.0, largest, lambda factor: points_for(factor) <= self.room - boards.points + ROUNDING)
        grown = {number: picture.factor_up_to(factor) for number, picture in self.others}
        return PageGrowth({**boards.factors, **grown}, boards.points + points_for(factor))

    def sizes(self, growth: PageGrowth) -> frozenset[float]:
        """The sizes of cells on the page, in mm."""
        return frozenset(round(board.size * growth.factors.get(number, 1.0), 1) for number, board in self.boards)


def _find_largest(smallest: float, largest: float, fits: Callable[[float], bool]) -> float:
    """The largest number between two that fits, as fine as FINE, where all below one that fits do too: the largest
    itself, or the least where none is found."""
    if fits(largest):
        return largest
    low, high = smallest, largest
    while high - low > FINE:
        middle = (low + high) / 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def most_room_on_last(page: BookFormat) -> float:
    """The points that a last page has free at most where it counts as nearly full."""
    return (1 - LAST_GROWN) * page.frame[1] * POINTS_PER_MM


def grow_figures(project: RulebookProject, pages: Mapping[int, Sequence[Mark]], rooms: Mapping[int, float]
                 ) -> dict[int, PageGrowth]:
    """How much larger the figures of each page, or of each column, are in so much room in points. On the last page,
    only boards are, unless it is nearly full."""
    last = max(pages, default=0)
    found = {page: _find_pictures(project, on_page, rooms[page]) for page, on_page in pages.items()}
    ways = [_grow_pages(project.page, found, size)
            for size in sorted({0.0, *(pictures.fitting_size for pictures in found.values())})]
    grown = min(ways, key=lambda way: _growth_penalty(project.page, found, way))
    if last in grown and rooms[last] - grown[last].points > most_room_on_last(project.page):
        grown[last] = found[last].grow_boards_alone(grown[last])
    return grown


def _grow_pages(page: BookFormat, found: Mapping[int, _PagePictures], size: float) -> dict[int, PageGrowth]:
    """Pages with boards of the usual size and of one larger size, in mm."""
    hole = large_hole(page)
    grown: dict[int, PageGrowth] = {}
    for number, pictures in found.items():
        growth = pictures.grow(size)
        has_hole = pictures.room - growth.points > hole
        grown[number] = pictures.largest_growth if has_hole else growth
    return grown


def _growth_penalty(page: BookFormat, found: Mapping[int, _PagePictures], grown: Mapping[int, PageGrowth]) -> float:
    """What holes at the foot of pages cost, the sizes of boards, and facing pages with different ones."""
    sizes = {size for number, pictures in found.items() for size in pictures.sizes(grown[number])}
    height, penalty = page.frame[1] * POINTS_PER_MM, ONE_MORE_SIZE * len(sizes)
    for number, pictures in found.items():
        if number != max(found) or pictures.room <= most_room_on_last(page):
            penalty += hole_penalty(min(1.0, 1 - (pictures.room - grown[number].points) / height))
        facing = found.get(number + 1)
        if number % 2 == 0 and facing and pictures.boards and facing.boards:
            penalty += UNEQUAL * (pictures.sizes(grown[number]) != facing.sizes(grown[number + 1]))
    return penalty


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
