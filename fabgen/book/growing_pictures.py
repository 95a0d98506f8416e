"""A book in a layout → which of its figures may be larger on a page with room, and by how much they fill it then."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import NamedTuple

from fabgen.book.body_blocks import figures_of, is_close_up
from fabgen.book.layout import Mark
from fabgen.book.rulebook_typst import RulebookProject
from fabgen.core.units import POINTS_PER_MM
from fabgen.typeset import blocks as book

FIGURES = ("BookFigure", "FigureRow")  # blocks whose words belong to pictures
LEAST_LARGER = 1.03  # of the size that they have in a layout: figures on a page with a hole, at least
LARGEST_DRAWING = 1.4  # times larger than usual: drawings without cells and comics where a page has room
LARGEST, MOST_GROWN = 1.35, 12.0  # of the usual size, and mm: the most for cells of figures where a page has room
LEAST_WITH_CELLS = 1.08  # of the usual size: the least larger cells, so that they are seen to be larger


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


def find_pictures(project: RulebookProject, number: int) -> GrowingPictures:
    """The pictures of a figure without words beside it that may be larger on its page."""
    block = project.content.body[number]
    height, room = project.growing_pictures(block)
    figures = figures_of(block)
    wanted, least = _wanted_factor(project, figures)
    factor = round_down(min(room, wanted))
    if not height or factor < max(least, LEAST_LARGER):
        return NO_PICTURES
    points = (height * (factor - 1) + project.caption_below(block, factor)) * POINTS_PER_MM
    return GrowingPictures((LargerPicture(points, factor, len(figures) > 1 and least > 1, least),))


def find_pictures_beside(project: RulebookProject, words: range) -> GrowingPictures:
    """The picture of the figure behind some words that stand beside it, if it may be larger on its page."""
    wanted, least = _wanted_factor(project, figures_of(project.content.body[words.stop]))
    most, higher = project.growing_beside(words, wanted)
    factor = round_down(most)
    if factor < max(least, LEAST_LARGER):
        return NO_PICTURES
    return GrowingPictures((LargerPicture(higher * POINTS_PER_MM, factor, least=least),))


def _wanted_factor(project: RulebookProject, figures: Sequence[book.BookFigure]) -> tuple[float, float]:
    """How many times larger some figures are at most where their page has room, and at least if they are larger at
    all: figures with cells are seen to be larger."""
    if not all(figure.cell for figure in figures):
        return LARGEST_DRAWING, 1.0
    return min(largest_cell(project, figure) / project.cell_of(figure) / project.larger_factor(figure)
               for figure in figures), LEAST_WITH_CELLS


def largest_cell(project: RulebookProject, figure: book.BookFigure) -> float:
    """The side in mm of the largest cells that a figure may have."""
    usual = project.layout.close_up if is_close_up(figure) else project.layout.cell
    return min(LARGEST * usual, MOST_GROWN * project.page.large)


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


def join_pictures(pictures: Iterable[GrowingPictures]) -> GrowingPictures:
    """The pictures of several figures."""
    return reduce(GrowingPictures.join, pictures, NO_PICTURES)
