"""A book in a layout → which of its figures may be larger on a page with room, and by how much they fill it then."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from fabgen.artwork.drawing import Lettering, Role
from fabgen.artwork.text import point_size
from fabgen.book.body_blocks import figures_of, is_close_up, shows_board
from fabgen.book.layout import Mark
from fabgen.book.rulebook_typst import RulebookProject
from fabgen.core.units import POINTS_PER_MM
from fabgen.typeset.blocks import Block, BookFigure

FIGURES = ("BookFigure", "FigureRow")  # blocks whose words belong to pictures
LEAST_LARGER = 1.03  # of the size that they have in a layout: figures on a page with a hole, at least
LARGEST_DRAWING = 1.9  # times larger than in the largest layout: drawings and comics where a page has room
LARGEST_SETUP = 1.6  # times larger than in the largest layout: the setup where its page has room
# mm, where the body has its usual size: cells of figures where a page has room, at most; of a whole board that stands
# alone.
MOST_GROWN, MOST_GROWN_ALONE = 11.0, 12.5
LEAST_WITH_CELLS = 1.08  # of the usual size: the least larger cells, so that they are seen to be larger
ROUNDING = 1e-9


class LargerPicture(NamedTuple):
    """How many times larger the pictures of a figure may be on its page, and by how many points they fill it more
    then. They are `least_factor` times larger, or not at all: 1 for pictures that may have any size in between.
    `size`: the side in mm of the cells of a figure; 0 where figures with cells need not have its size. Larger than
    `beside`, it has its `caption` below it, which takes so many of the points."""

    points: float
    factor: float
    least_factor: float = 1.0
    size: float = 0.0
    beside: float = math.inf
    caption: float = 0.0

    @property
    def per_factor(self) -> float:
        """The points that the page is fuller for each time that the picture is larger, without its caption."""
        return (self.points - self.caption) / (self.factor - 1)

    @property
    def least_points(self) -> float:
        """The points by which the page is fuller with the picture as little larger as it may be."""
        return self.points_at(self.least_factor)

    @property
    def largest_size(self) -> float:
        """How large its cells may be, in mm."""
        return self.size * self.factor

    def factor_for(self, size: float) -> float:
        """How many times larger it is where cells are so many mm wide, or as wide as its page if it has no room for
        that; not at all if it nearly has that size."""
        factor = min(self.factor, round_down(size / self.size + ROUNDING))
        return factor if factor >= LEAST_LARGER else 1.0

    def factor_up_to(self, limit: float) -> float:
        """How many times larger it is if it may be so many times larger; not at all if that is hardly larger."""
        factor = round_down(min(self.factor, limit))
        return factor if factor >= LEAST_LARGER else 1.0

    def points_at(self, factor: float) -> float:
        """The points by which the page is fuller then."""
        return self.per_factor * (factor - 1) + self.caption * (factor > self.beside)

    def points_for(self, size: float) -> float:
        """The points by which the page is fuller where figures with cells have a larger size."""
        return self.points_at(self.factor_for(size))


@dataclass(frozen=True)
class GrowingPictures:
    """The pictures of figures on a page that may be larger, in their order."""

    pictures: tuple[LargerPicture, ...] = ()

    @cached_property
    def room(self) -> float:
        """The points by which the page is fuller with the pictures as large as they may be."""
        return sum([picture.points for picture in self.pictures])

    @cached_property
    def _of_boards(self) -> tuple[float, float]:
        """The points by which the page is fuller with figures with cells that are as little larger as they may be, and
        as large."""
        boards = [picture for picture in self.pictures if picture.least_factor > 1]
        return sum([board.least_points for board in boards]), sum([board.points for board in boards])

    def growth(self, room: float) -> float:
        """The points by which a page with so much room is fuller with larger pictures: all figures with cells are
        larger, or none of them, and what is left goes to others."""
        if room >= self.room:
            return self.room
        free_room = max(0.0, room)
        least_of_boards, most_of_boards = self._of_boards
        boards = min(free_room, most_of_boards) if least_of_boards <= free_room else 0.0
        return boards + min(free_room - boards, self.room - most_of_boards)

    def join(self, other: GrowingPictures) -> GrowingPictures:
        """The pictures of both."""
        return GrowingPictures(self.pictures + other.pictures) if other.pictures else self


NO_PICTURES = GrowingPictures()


def find_pictures(project: RulebookProject, number: int) -> GrowingPictures:
    """The pictures of a figure without words beside it that may be larger on its page."""
    block = project.content.body[number]
    height, room = project.growing_pictures(block)
    wanted, least_factor, size = _wanted_factor(project, block)
    factor = round_down(min(room, wanted))
    if not height or factor < LEAST_LARGER:
        return NO_PICTURES
    caption = project.caption_below(block, factor) * POINTS_PER_MM
    points = height * (factor - 1) * POINTS_PER_MM + caption
    beside = project.factor_with_caption_beside(block, factor) if caption else math.inf
    return GrowingPictures((LargerPicture(points, factor, min(least_factor, factor), size, beside, caption),))


def find_pictures_beside(project: RulebookProject, words: range) -> GrowingPictures:
    """The picture of the figure behind some words that stand beside it, if it may be larger on its page."""
    wanted, least_factor, size = _wanted_factor(project, project.content.body[words.stop])
    most, higher = project.growing_beside(words, wanted)
    factor = round_down(most)
    if factor < LEAST_LARGER:
        return NO_PICTURES
    return GrowingPictures((LargerPicture(higher * POINTS_PER_MM, factor, min(least_factor, factor), size),))


def _wanted_factor(project: RulebookProject, block: Block) -> tuple[float, float, float]:
    """How many times larger the figures of a block are at most where their page has room, and at least if they are
    larger at all, and the side of their cells in mm: figures with cells are seen to be larger. Drawings in a row with
    boards grow with these. The setup has a size of its own."""
    figures = [figure for figure in figures_of(block) if figure.cell]
    if not figures:
        wanted = LARGEST_DRAWING / project.layout.figures
        return min([wanted, *(_factor_with_letters(project, figure, wanted) for figure in figures_of(block))]), 1.0, 0.0
    if shows_board(block) and len(figures) == 1:
        return LARGEST_SETUP / project.layout.figures, 1.0, 0.0
    sizes = [project.cell_of(figure) * project.larger_factor(figure) for figure in figures]
    wanted = min(largest_cell(project, figure) / project.cell_of(figure) / project.larger_factor(figure)
                 for figure in figures)
    return wanted, LEAST_WITH_CELLS, min(sizes)


def _factor_with_letters(project: RulebookProject, figure: BookFigure, wanted: float) -> float:
    """How many times larger a figure may be, up to a factor, so that its letters are no larger than those of the body.
    """
    scale = project.scale_of(figure) * wanted
    letters = project.place(figure.drawing, scale).sized_drawing.only(Role.LABEL).items
    largest = max([scale * point_size(item.text.cap) for item in letters if isinstance(item, Lettering)], default=0.0)
    body = project.page.size * project.layout.size
    return wanted * min(1.0, body / largest) if largest else wanted


def usual_cell_of(project: RulebookProject, figure: BookFigure) -> float:
    """The usual side in mm of cells like those of a figure."""
    return project.layout.close_up if is_close_up(figure) else project.layout.cell


def largest_cell(project: RulebookProject, figure: BookFigure) -> float:
    """The side in mm of the largest cells that a figure may have."""
    is_alone = not is_close_up(figure) and not project.is_in_row(figure)
    most = MOST_GROWN_ALONE if is_alone else MOST_GROWN
    return max(usual_cell_of(project, figure), most * project.page.large)


def round_down(factor: float) -> float:
    """A factor by which figures grow, with so few digits as a layout needs."""
    return math.floor(1000 * factor) / 1000


def pictures_on_page(project: RulebookProject, on_page: Sequence[Mark]) -> dict[int, GrowingPictures]:
    """The pictures of a page that may be larger, by the number of their figure. Of a row of figures that continues on
    another page, only those that are on this one count."""
    beside = project.words_of_figures
    starts = [mark.number for mark in on_page if mark.is_start and mark.kind in FIGURES]
    ends = {mark.number for mark in on_page if not mark.is_start}
    pictures = {}
    for number in sorted({*starts} & ends):
        if number in beside:
            pictures[number] = find_pictures_beside(project, beside[number])
        else:
            share = starts.count(number) / project.count_rows(project.content.body[number])
            whole = find_pictures(project, number).pictures
            pictures[number] = GrowingPictures(tuple([picture._replace(points=share * picture.points)
                                                      for picture in whole]))
    return {number: growing for number, growing in pictures.items() if growing.pictures}


