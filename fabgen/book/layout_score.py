"""The marks of a layout → how full its pages are, which figures are far from their words, and its penalty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from fabgen.book.book_format import BookFormat
from fabgen.book.growing_pictures import FIGURES
from fabgen.book.layout import Mark
from fabgen.book.layout_marks import column_number, pair_marks
from fabgen.book.page_penalties import FAR, FAR_SERIES, PADDING, book_penalty, hole_penalty, last_penalty
from fabgen.core.units import POINTS_PER_MM

GAP, HEADING = 20.0, 45.0  # points: the most between two blocks, and more for each heading between them


@dataclass(frozen=True)
class LayoutScore:
    """What can be said about a layout.

    * `fills`: how full each page of the body is, 0 to 1, the last one left out.
    * `pages`: of the whole book, cover and reference included.
    * `far_figures`: how many figures are not on the opening of what is before them; `far_series`: how many of these
      follow another figure.
    * `shrinking`: how much smaller figures and words are than they might be, 0 to 1.
    * `is_disordered`: whether a figure stands before one that has a smaller number.
    * `is_imprint_alone`: whether the imprint has a page of its own behind the body.
    * `last`: how full the last page of the body is; 1 where the imprint closes it.
    * `chapter_ends`: the numbers of the `fills` of pages that a chapter follows.
    * `padding`: what a page costs that a booklet must add.
    * `growth`: for each of the `fills`, how much fuller the page is with figures that are larger there.
    * `other_penalty`: what the plan of its pages costs for chapters that begin low on a page, and the like.
    """

    fills: tuple[float, ...]
    pages: int
    far_figures: int
    shrinking: float
    is_imprint_alone: bool = False
    last: float = 1.0
    is_disordered: bool = False
    other_penalty: float = 0.0
    chapter_ends: frozenset[int] = frozenset()
    padding: float = PADDING
    growth: tuple[float, ...] = ()
    far_series: int = 0

    @property
    def grown_fills(self) -> tuple[float, ...]:
        """How full each of the pages is with figures that grow into its room."""
        growth = self.growth or (0.0,) * len(self.fills)
        return tuple(min(1.0, fill + more) for fill, more in zip(self.fills, growth, strict=True))

    @cached_property
    def penalty(self) -> float:
        """The less, the better. A hole counts far more below two thirds of a page; every page that a booklet must add
        counts as much as a large hole."""
        holes = sum(hole_penalty(fill, ends_chapter=page in self.chapter_ends)
                    for page, fill in enumerate(self.grown_fills))
        return (holes + last_penalty(self.last) + FAR * self.far_figures - (FAR - FAR_SERIES) * self.far_series
                + book_penalty(self.pages, self.shrinking, self.padding)
                + self.other_penalty
                + 40.0 * self.is_disordered + 45.0 * self.is_imprint_alone)


def page_fills(marks: Sequence[Mark], page: BookFormat) -> list[float]:
    """How full each page of the body is, or each column where there are several. A block that goes on over a page break
    fills the first page down to its end."""
    top, height = page.top * POINTS_PER_MM, page.frame[1] * POINTS_PER_MM
    parts: dict[int, list[tuple[float, float, int]]] = {}
    for start, end in pair_marks(marks):
        low, high = start.y - top - start.rise, end.y - top + end.rise
        first, last = column_number(start, page), column_number(end, page)
        for number in range(first, last + 1):
            part = low if number == first else 0.0, high if number == last else height, start.number
            parts.setdefault(number, []).append(part)
    numbers = range(min(parts, default=0), max(parts, default=-1) + 1)
    return [min(1.0, _covered_height(parts.get(number, [])) / height) for number in numbers]


def _covered_height(parts: Sequence[tuple[float, float, int]]) -> float:
    """How much of a page its blocks cover, with the usual gaps between them; a gap may hold headings, which have no
    marks."""
    covered, reached, above = 0.0, 0.0, -1
    for low, high, number in sorted(parts):
        usual = GAP + HEADING * max(0, number - above - 1 if above >= 0 else 1)
        covered += max(0.0, high - max(low, reached)) + min(max(0.0, low - reached), usual)
        reached, above = max(reached, high), number
    return covered


def far_figures(marks: Sequence[Mark]) -> list[int]:
    """The numbers of figures that are not on the opening of the block before them."""
    pairs = sorted(pair_marks(marks), key=lambda pair: pair[0].number)
    return [after[0].number for before, after in pairwise(pairs) if _is_far(before, after)]


def _is_far(before: tuple[Mark, Mark], after: tuple[Mark, Mark]) -> bool:
    """Whether a block is a figure that is not on the opening on which the block before it ends."""
    return after[0].kind in FIGURES and after[0].page // 2 != before[1].page // 2


def is_disordered(marks: Sequence[Mark]) -> bool:
    """Whether a figure stands before one that has a smaller number."""
    figures = sorted((mark.page, mark.column, mark.y, mark.number) for mark in marks
                     if mark.is_start and mark.kind in FIGURES)
    return any(number > next_number for (*_, number), (*_, next_number) in pairwise(figures))
