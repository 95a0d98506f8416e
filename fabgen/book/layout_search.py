"""A book and a format → the best layout. Typst measures the blocks in a few sizes of figures, all at once
(`measured_sizes`), all pages of these sizes are planned (`page_breaks`), and the best plans are judged by where their
blocks begin and end.

A plan says where Typst will set each block. `page_depth` sees whether it did, since it has to set the layout anyway; if
not, the search is done again with plans that Typst sets (`KnownLayouts.trusts_plans`).

A layout is better if its pages are full, if they are a multiple of four (a booklet has no blank pages then), if a
figure is on the opening of the rule that it shows, and if figures are not small.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import pairwise
from statistics import mean
from typing import Any

from fabgen.book.book_format import BookFormat
from fabgen.book.book_theme import BookTheme
from fabgen.book.known_layouts import KnownLayouts
from fabgen.book.measured_sizes import MeasuredSize, SizesProject, sizes_layout
from fabgen.book.page_breaks import (
    FAR,
    FAR_SERIES,
    FULL,
    NO_PICTURES,
    GrowingPictures,
    LargerPicture,
    PageBreaker,
    PagePlan,
    PlacedStrip,
    Segment,
    enlarge_words,
    grown_last_fill,
    hole_penalty,
    last_page_fill,
    last_penalty,
    least_penalty,
    total_height,
)
from fabgen.book.rulebook_typst import (
    GUTTER,
    IMPRINT,
    LINE,
    Layout,
    Mark,
    RulebookProject,
    figures_of,
    ground_reach,
    is_close_up,
    may_float,
    shows_board,
    without_index,
)
from fabgen.core.problems import problem_error
from fabgen.core.units import POINTS_PER_MM
from fabgen.typeset import blocks as book
from fabgen.typeset.blocks import Book
from fabgen.typeset.typst_process import typst_process

LARGEST_CELL, LARGEST_CLOSE_UP = 11.0, 9.0  # mm
LEAST_CLOSE_UP = 5.0  # mm: cells of close-ups that stand in one row of three or more
SIMILAR = 0.85  # close-ups take the scale of boards where that is not much smaller
# The sizes of figures and of words, and the space between lines and paragraphs, that are tried for a sheet that is
# folded once, from loose to dense.
DENSEST = ((0.95, 1.0, 1.0), (0.9, 1.0, 1.0), (0.86, 1.0, 1.0), (0.82, 1.0, 1.0), (0.78, 1.0, 1.0), (0.74, 1.0, 1.0),
           (0.7, 1.0, 0.95), (0.66, 1.0, 0.9), (0.62, 1.0, 0.85), (0.55, 1.0, 0.8), (0.5, 1.0, 0.75), (0.45, 1.0, 0.7),
           (0.4, 1.0, 0.65))
# What is tried where pages are planned, one size of words after the other until pages are a multiple of four. Lines are
# about as far apart in all books.
FIGURE_SIZES = (1.0, 0.94, 0.88, 0.82, 0.76)
SMALL_SIZES = (0.7,)  # tried where no plan with these is a multiple of four, or each has a great fault
FAULTY = 90.0  # the penalty of a layout with such a fault: a chapter that begins at the foot of a page, for instance
AIRS, LARGER_WORDS = (1.0, 1.05, 1.1, 0.96), (1.05,)
LOOSE = 0.9  # of a page, on average: a book whose pages are less full is also planned with larger words
DOUBTFUL = 12.0  # the penalty by which larger words may seem worse than the best layout, and are planned all the same
MOST_SIZES = 2  # sizes of cells that are planned in any case; others only if they may be better than the second best
MOST_PLANNED = 4  # of the sizes with the best plans: so many are planned in all ways
MOST_PLANS = 3  # of the best plans of one size of words: so many are judged, unless an earlier one is good enough
TOLERANCE = 1.0  # how much worse a layout may be than its plan
MARGIN = 1.0  # points that stay free on each page of a plan: blocks may be a little higher than it says
MOST_LONGER = 6  # pages that a book may have more than it needs
Step = tuple[float, float, float]
INDEX_FROM = 20  # pages: a shorter book has its contents to find things
PADDING, SHORT = 80.0, 12  # the penalty for a page that a booklet must add, and the pages from which that is all of it
UNFOLDED = 0.0  # the same where nothing is folded of the pages
ON_BACK = 40.0  # the penalty for an imprint below the reference
SHRINKING = 28.0  # times the share by which figures and words are smaller than they might be: the penalty for that
GAP, HEADING = 20.0, 45.0  # points: the most between two blocks, and more for each heading between them
CONTENTS_FROM = 20  # pages: shorter books need no contents, longer ones always have them
FIRST_PAGE = 2  # of the body without contents
FIGURES = ("BookFigure", "FigureRow")  # blocks whose words belong to pictures
LEAST_LARGER = 1.03  # of the size that they have in a layout: figures on a page with a hole, at least
LARGEST_DRAWING = 1.4  # times larger than usual: drawings without cells and comics where a page has room
LARGEST, MOST_GROWN = 1.35, 12.0  # of the usual size, and mm: the most for cells of figures where a page has room
LEAST_WITH_CELLS = 1.08  # of the usual size: the least larger cells, so that they are seen to be larger
LARGER_BOARDS = (1.3, 1.6, 1.9)  # the same of such figures that stand in one row, and then do not: what is tried
POOR = 20.0  # the penalty of a layout with which that is worth its time
MARKS = "query(<mark>).map(m => { let at = m.location().position(); (m.value, at.page, at.x.pt(), at.y.pt()) })"


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


def book_penalty(pages: int, shrinking: float, padding: float) -> float:
    """What the pages that a booklet must add cost, less in a short book, which has few ways to break its pages; and
    figures and words that are smaller than they might be."""
    return padding * min(1.0, pages / SHORT) * (-pages % 4) + SHRINKING * shrinking


def rank_layouts(content: Book, page: BookFormat, look: BookTheme, known: KnownLayouts | None = None,
                 largest: Layout | None = None) -> list[tuple[Layout, LayoutScore]]:
    """The layouts that were tried with their scores, the best first. Pages are counted with guessed references to
    pages; the true ones may need a line more. What is `known` of a former search spares setting the same pages.
    `largest` is the layout with the largest figures, which says how many pages the reference takes."""
    search = LayoutSearch(content, page, look, known, largest)
    if page.most_pages:
        search.fit_pages(page.most_pages)
        return sorted(search.rank(*search.tried), key=lambda pair: max(page.most_pages, pair[1].pages))
    search.plan_pages(replace(search.largest, has_index=False))
    return search.rank(*search.tried)


class LayoutSearch:
    """The layouts of a book that were tried, each without a page of contents, where their blocks are, and scores."""

    def __init__(self, content: Book, page: BookFormat, look: BookTheme, known: KnownLayouts | None = None,
                 largest: Layout | None = None) -> None:
        self.content, self.page, self.look = content, page, look
        self.known = known or KnownLayouts()
        self.largest = largest or largest_layout(content, page)
        self.reference_pages = self.largest.reference_pages if content.reference else 0
        self.tried: dict[Layout, list[Mark]] = {}
        self.scores: dict[Layout, LayoutScore] = {}
        self.other_penalties: dict[Layout, float] = {}  # what plans of pages cost for anything but holes
        self.plans: dict[Layout, tuple[PageBreaker, PagePlan]] = {}
        self.is_folded = page.columns == 1 and not page.is_large_print
        self.padding = PADDING if self.is_folded else UNFOLDED
        self.planned: list[Layout] = []
        self.most_pages: dict[Layout, int] = {}  # of the longest plan without contents
        self.projects: dict[Layout, SizesProject] = {}
        self.projects_of: dict[Layout, RulebookProject] = {}
        self.pictures: dict[Layout, Mapping[int, GrowingPictures]] = {}
        self.pictures_beside: dict[Layout, Mapping[int, GrowingPictures]] = {}
        self.thirds = thirds_of_column(content, page)

    def marks(self, layout: Layout) -> list[Mark]:
        """Where the blocks are in a layout without contents; each is set only once."""
        if layout not in self.tried:
            if layout in self.plans and self.known.trusts_plans:
                self.known.planned[layout] = tuple(self._planned_marks(*self.plans[layout]))
            self.tried[layout] = measure_layout(self.content, self.page, layout, self.look, self.known)
        return self.tried[layout]

    def _planned_marks(self, breaker: PageBreaker, plan: PagePlan) -> Iterator[Mark]:
        """Where a plan has the blocks of the body, without contents."""
        body, columns = without_index(self.content.body), self.page.columns
        foot = (self.page.height - self.page.bottom) * POINTS_PER_MM
        pages: dict[int, list[PlacedStrip]] = {}
        for placed in breaker.place_strips(plan):
            pages.setdefault(placed.page, []).append(placed)
        last = {placed.strip.block: placed for on_page in pages.values() for placed in on_page}
        for page, on_page in pages.items():
            begun: set[int] = set()
            for placed in on_page:
                strip, top = placed.strip, self.page.top * POINTS_PER_MM + placed.y
                numbers, bottom = [strip.block], top + strip.height
                if strip.block == len(body):  # the imprint stands at the foot of its page
                    numbers, top, bottom = [len(self.content.body)], foot - strip.height, foot
                elif strip.figure >= 0:
                    numbers = [*range(strip.block, strip.figure + 1)]
                for number in numbers:
                    block = body[number] if number < len(body) else None
                    kind = type(block).__name__ if block else IMPRINT
                    if isinstance(block, book.Heading):
                        continue

                    def mark(y: float, *, is_start: bool, number: int = number, kind: str = kind, page: int = page
                             ) -> Mark:
                        return Mark(number, kind, is_start, FIRST_PAGE + page // columns, y, page % columns)

                    is_text = kind in ("Paragraph", "Listing") and strip.figure < 0
                    rise = 0.0 if kind == IMPRINT or kind in FIGURES else LINE
                    is_row = strip.figure == number == strip.block  # of figures: each has marks of its own
                    if strip.is_first or is_row or (kind == "TextTable" and number not in begun):
                        yield mark(bottom if is_text else top + rise, is_start=True)
                        begun.add(number)
                    if last[strip.block] is placed or is_row:
                        yield mark(bottom if is_text else bottom - rise, is_start=False)

    def count_pages(self, layout: Layout) -> int:
        """The pages of the whole book."""
        pages = [mark.page for mark in self.marks(replace(layout, has_contents=False))]
        return max(pages, default=1) + layout.has_contents + self.reference_pages

    def score(self, layout: Layout) -> LayoutScore:
        """The score of a layout; each is judged only once."""
        if layout not in self.scores:
            self.scores[layout] = self._judge(layout)
        return self.scores[layout]

    def _judge(self, layout: Layout) -> LayoutScore:
        """The score of a layout."""
        marks = self.marks(replace(layout, has_contents=False))
        shrinking = self._shrink_share(layout)
        last_page = max((mark.page for mark in marks if mark.kind != IMPRINT), default=1)
        is_imprint_alone = any(mark.kind == IMPRINT and mark.page > last_page for mark in marks)
        *fills, last = _fills(marks, self.page) or [1.0]
        closes_body = bool(self.content.reference)  # else the imprint is on that page
        column = max((column_number(mark, self.page) for mark in marks if mark.kind != IMPRINT), default=0)
        far_figures = _far_figures(self._moved_marks(layout))
        far_series = sum(1 for number in far_figures if number and figures_of(self.content.body[number - 1]))
        height = self.page.frame[1] * POINTS_PER_MM
        *growth, last_growth = (pictures.growth((1 - fill) * height) / height for fill, pictures in zip(
            [*fills, last], self._growing_pictures(layout, marks, len(fills) + 1), strict=True))
        last = grown_last_fill(last, last_growth)
        return LayoutScore(tuple(fills), self.count_pages(layout), len(far_figures), shrinking, is_imprint_alone,
                           last_page_fill(last, column, self.page.columns) if closes_body else 1.0,
                           _is_disordered(marks),
                           self.other_penalties.get(replace(layout, has_contents=False), 0.0),
                           self._chapter_ends(marks), self.padding, tuple(growth), far_series)

    def _growing_pictures(self, layout: Layout, marks: Sequence[Mark], count: int) -> tuple[GrowingPictures, ...]:
        """The pictures that may grow on the first pages of the body, for so many of them."""
        if not self.page.has_cover or not marks:
            return (NO_PICTURES,) * count
        project = RulebookProject(self.content, self.page, layout, self.look)
        first = min(column_number(mark, self.page) for mark in marks)
        pages = ([mark for mark in marks if column_number(mark, self.page) == number]
                 for number in range(first, first + count))
        return tuple(join_pictures(pictures_on_page(project, on_page).values()) for on_page in pages)

    def _chapter_ends(self, marks: Sequence[Mark]) -> frozenset[int]:
        """The pages, counted from that of the first block, behind which a chapter begins."""
        firsts: dict[int, int] = {}
        for mark in marks:
            if mark.is_start:
                firsts[column_number(mark, self.page)] = min(
                    mark.number, firsts.get(column_number(mark, self.page), mark.number))
        ends, body = set(), self.content.body
        for column, number in firsts.items():
            while number and isinstance(body[number - 1], book.Heading):
                number -= 1
            heading = body[number] if number < len(body) else None
            if isinstance(heading, book.Heading) and heading.level == 1:
                ends.add(column - min(firsts) - 1)
        return frozenset(ends)

    def _shrink_share(self, layout: Layout) -> float:
        """How much smaller figures and words of a layout are than they might be. Figures of which three fill a row are
        not as small as that."""
        return ((1 - usual_cell(layout, self.largest, self.thirds) / self.largest.cell) / 8
                + (1 - self._figure_scale(layout)) + abs(1 - layout.size) / 4 + abs(1 - layout.air) / 8)

    def _figure_scale(self, layout: Layout) -> float:
        """The scale of the figures, 1 being the usual one."""
        return layout.cell / usual_cell(layout, self.largest, self.thirds)

    def rank(self, *layouts: Layout) -> list[tuple[Layout, LayoutScore]]:
        """Layouts with their scores, the best first; each also with contents if the book is long enough for them."""
        scores = [(layout, self.score(layout)) for layout in self._with_contents(layouts)]
        return sorted(scores, key=lambda pair: pair[1].penalty)

    def _with_contents(self, layouts: Sequence[Layout]) -> Iterator[Layout]:
        for layout in dict.fromkeys(map(self._as_long_as_set, layouts)):
            pages = self.count_pages(layout)
            if pages + 1 >= CONTENTS_FROM and layout.is_imprint_below == self.page.is_large_print:
                yield replace(layout, has_contents=True)
            if pages < CONTENTS_FROM:
                yield layout

    def _as_long_as_set(self, layout: Layout) -> Layout:
        """A layout with the imprint where a book of its pages has a place for it. A plan may be a page shorter than
        what Typst sets: a book that turns out long needs contents, which hold the imprint; in large print they have no
        room for it."""
        if layout.is_imprint_below == self.page.is_large_print or self.count_pages(layout) < CONTENTS_FROM:
            return layout
        suited = replace(layout, is_imprint_below=self.page.is_large_print)
        self.other_penalties.setdefault(suited, self.other_penalties.get(layout, 0.0))
        return suited

    def plan_pages(self, natural: Layout) -> None:
        """Plans the pages in many sizes of figures and spaces between lines, and tries the best plans; also with larger
        words where the pages of a folded book are no multiple of four, or not full, and that may be better, and with
        small figures where all of these plans have great faults."""
        naturals = [_scale(natural, (cell / self.largest.cell, 1.0, 1.0)) for cell in (self.largest.cell, *self.thirds)]
        for size in naturals:
            self._plan_sizes(self._sizes(size))
        if not any(map(self._is_without_faults, self._planned_scores())):
            self._plan_sizes(self._sizes(natural, SMALL_SIZES))
        for words in LARGER_WORDS:
            if not any(not self.is_folded or (score.pages % 4 == 0 and mean(score.grown_fills or (1.0,)) >= LOOSE)
                       for score in self._planned_scores()):
                for size in naturals:
                    if self._may_be_better(size, words):
                        self._plan_sizes(self._sizes(replace(size, size=words)))
        if not self.tried:  # no way to break the pages was found
            self.marks(natural)
        self._add_index()

    def _is_without_faults(self, score: LayoutScore) -> bool:
        """Whether a layout need not be tried with small figures: where nothing is folded, full pages are enough."""
        if self.is_folded:
            return score.pages % 4 == 0 and score.penalty < FAULTY
        return mean(score.grown_fills or (1.0,)) >= LOOSE

    def _planned_scores(self) -> list[LayoutScore]:
        """The scores of the plans that were judged, the best first."""
        return [score for _, score in self.rank(*self.planned)]

    def _may_be_better(self, natural: Layout, words: float) -> bool:
        """Whether larger words may have a better plan than the best layout, as far as can be said without measuring
        them: they take more lines, which are higher."""
        best = min([score.penalty for score in self._planned_scores()], default=math.inf)
        for size in self._measure_sizes(self._sizes(natural))[::-1]:
            layout = replace(size.layout, size=words, air=min(AIRS))
            segments = enlarge_words(size.segments(layout.air), words, self._picture_heights(size.layout))
            for has_contents in (False, True):
                if next(self._plans(layout, segments, has_contents=has_contents, limit=best + DOUBTFUL,
                                    is_imprint_below=self._has_imprint_below(has_contents)), None):
                    return True
        return False

    def _picture_heights(self, layout: Layout) -> dict[int, float]:
        """How high the pictures of each figure are in points, all rows together; of the legend, which is words, 0."""
        project = self._project(layout)
        return {number: project.growing_pictures(block)[0] * POINTS_PER_MM
                for number, block in enumerate(self.content.body) if figures_of(block)}

    def _add_index(self) -> None:
        """Adds the index to the best layout if the book is long and the index takes no page of its own."""
        (layout, score), *_ = self.rank(*self.tried)
        if score.pages < INDEX_FROM or without_index(self.content.body) is self.content.body:
            return
        without, indexed = replace(layout, has_contents=False), replace(layout, has_contents=False, has_index=True)
        if self.count_pages(indexed) == self.count_pages(without):
            self.other_penalties[indexed] = self.other_penalties.get(without, 0.0)
            self.tried = {indexed: self.tried[indexed]}
        else:
            del self.tried[indexed]

    def _plan_sizes(self, sizes: Sequence[Layout]) -> None:
        """Plans the pages in some sizes of figures, and tries the best plans."""
        self._ask_sizes(sizes)
        if self.page.has_cover:  # while Typst measures
            RulebookProject(self.content, self.page, sizes[0], self.look).draw_cover()
        for layout in sizes:
            self._most_growth(layout)  # is kept
        bounds: list[tuple[float, Layout, list[Segment], bool]] = []
        for size in self._measure_sizes(sizes):
            for air in AIRS:
                layout, segments = replace(size.layout, air=air), size.segments(air)
                bounds.extend((self._least_penalty(layout, segments, has_contents=has_contents), layout, segments,
                               has_contents) for has_contents in (False, True))
        best: dict[float, tuple[float, Layout, list[Segment]]] = {}  # by the size of cells
        for bound, layout, segments, has_contents in sorted(bounds, key=lambda entry: entry[0]):
            penalties = sorted(penalty for penalty, *_ in best.values())
            limit = penalties[MOST_SIZES - 1] if len(best) >= MOST_SIZES else math.inf
            if bound >= limit:
                break
            found = self._plans(layout, segments, has_contents=has_contents,
                                is_imprint_below=self._has_imprint_below(has_contents), limit=limit)
            penalty = min((penalty for _, penalty, _ in found), default=math.inf)
            if penalty < best.get(layout.cell, (math.inf,))[0]:
                best[layout.cell] = penalty, layout, segments
        plans: dict[Layout, float] = {}
        for penalty, layout, segments in sorted(best.values(), key=lambda entry: entry[0])[:MOST_PLANNED]:
            if min(plans.values(), default=math.inf) <= penalty:  # no other size promises more
                break
            plans.update(self._plan_layouts(layout, segments))
        chosen = self._try_plans(plans)
        if chosen and self.score(chosen).penalty > POOR:
            self._try_larger_rows(chosen)

    def _try_larger_rows(self, chosen: Layout) -> None:
        """Plans the pages with larger figures of the whole board, where these stand in a row, and with larger rows of
        figures on a page that is not full, and tries the best plans.

        Figures that are much larger no longer fit side by side, and stand in two rows. These take far more height,
        which fills pages that have holes in every other plan.
        """
        size = replace(chosen, floats=frozenset(), breaks=frozenset(), apart=frozenset(),
                       is_imprint_below=False, has_contents=False)
        for number, factors in self._larger_rows(chosen, size):
            plans: dict[Layout, float] = {}
            for factor in factors:
                larger = replace(size, larger=frozenset({(number, factor)}))
                (measured,) = self._measure_sizes([replace(larger, air=1.0)])
                plans.update(self._plan_layouts(larger, measured.segments(larger.air)))
            self._try_plans(plans)

    def _larger_rows(self, chosen: Layout, size: Layout) -> Iterator[tuple[int, Sequence[float]]]:
        """The rows of figures to enlarge, and how many times: those of whole boards, and those that stand on a page of
        a layout that is not full and divide into more rows then. `size` is the layout without its page breaks."""
        fills, marks = self.score(chosen).grown_fills, self.marks(replace(chosen, has_contents=False))
        first = min((column_number(mark, self.page) for mark in marks), default=0)
        project = self._project(size)
        for number, block in enumerate(self.content.body):
            figures = figures_of(block)
            if len(figures) < 2 or not all(figure.cell for figure in figures):
                continue
            columns = {column_number(mark, self.page) - first for mark in marks if mark.number == number}
            if shows_board(block):
                yield number, LARGER_BOARDS
            elif any(column < len(fills) and fills[column] < FULL for column in columns):
                factor = round_down(min(largest_cell(project, figure) / project.cell_of(figure) for figure in figures))
                larger = replace(size, larger=frozenset({(number, factor)}))
                if self._project(larger).count_rows(block) > project.count_rows(block):
                    yield number, (factor,)

    def _try_plans(self, plans: Mapping[Layout, float]) -> Layout | None:
        """Judges the best of some plans, until one is as good as it should be. Returns the best."""
        tried: list[tuple[float, Layout]] = []
        for layout in sorted(plans, key=lambda layout: plans[layout])[:MOST_PLANS]:
            (best, score), *_ = self.rank(layout)
            tried.append((score.penalty, best))
            self.planned.append(layout)
            if score.penalty <= plans[layout] + TOLERANCE:
                break
        return min(tried, key=lambda entry: entry[0])[1] if tried else None

    @staticmethod
    def _sizes(natural: Layout, figures: Sequence[float] = FIGURE_SIZES) -> list[Layout]:
        """Sizes of figures that are compared."""
        return [replace(_scale(natural, (scale, 1.0, 1.0)), size=natural.size) for scale in figures]

    def _has_imprint_below(self, has_contents: bool) -> bool:
        """Whether the imprint stands below the body in a usual plan: contents hold it, but not in large print."""
        return self.page.is_large_print or not has_contents

    def _least_penalty(self, layout: Layout, segments: Sequence[Segment], *, has_contents: bool) -> float:
        """The least penalty of any plan in a size."""
        height = self.page.frame[1] * POINTS_PER_MM
        fill = total_height(self._of_body(segments, is_imprint_below=self._has_imprint_below(has_contents))) / height
        growth = self._most_growth(layout) / height
        around, shrinking = 1 + self.reference_pages + has_contents, self._shrink_share(layout)
        least, columns = math.ceil(fill / self.page.columns) + around, self.page.columns
        return min((least_penalty(fill, (pages - around) * columns, columns, growth)
                    + book_penalty(pages, shrinking, self.padding)
                    for pages in range(least, least + MOST_LONGER)
                    if has_contents == (pages >= CONTENTS_FROM)), default=math.inf)

    def _most_growth(self, layout: Layout) -> float:
        """The points by which the pages of a size may be fuller with figures as large as they may be."""
        return sum([pictures.room for found in (self._pictures(layout), self._pictures_beside(layout))
                    for pictures in found.values()])

    def _project(self, layout: Layout) -> RulebookProject:
        """The book in one size. The space between lines changes nothing about its figures."""
        size = replace(_size_alone(layout), air=1.0)
        if size not in self.projects_of:
            self.projects_of[size] = RulebookProject(self.content, self.page, size, self.look)
        return self.projects_of[size]

    def _pictures(self, layout: Layout) -> Mapping[int, GrowingPictures]:
        """The pictures of figures that may grow into the room of their pages, by the number of their block. The space
        between lines changes nothing about them."""
        size = replace(_size_alone(layout), air=1.0)
        if size not in self.pictures:
            project = self._project(layout)
            figures = [number for number, block in enumerate(self.content.body)
                       if isinstance(block, book.BookFigure | book.FigureRow)]
            self.pictures[size] = {number: find_pictures(project, number) for number in figures}
        return self.pictures[size]

    def _pictures_beside(self, layout: Layout) -> Mapping[int, GrowingPictures]:
        """The pictures of figures with words beside them that may grow, by the number of their block."""
        size = replace(_size_alone(layout), air=1.0)
        if size not in self.pictures_beside:
            project = self._project(layout)
            self.pictures_beside[size] = {figure: find_pictures_beside(project, words)
                                          for figure, words in project.words_of_figures.items()}
        return self.pictures_beside[size]

    def _sizes_project(self, sizes: Sequence[Layout]) -> SizesProject:
        """The document in which some sizes are measured."""
        layout = sizes_layout(self.content, sizes[0])
        if layout not in self.projects:
            content = replace(self.content, reference=self.content.reference[:1])
            self.projects[layout] = SizesProject(content, self.page, sizes, self.look)
        return self.projects[layout]

    def _ask_sizes(self, sizes: Sequence[Layout]) -> None:
        """Asks Typst for what `_measure_sizes` reads."""
        ask_project(self._sizes_project(sizes), self.known)

    def _measure_sizes(self, sizes: Sequence[Layout]) -> list[MeasuredSize]:
        """How high all blocks are in some sizes with the usual space between lines."""
        project = self._sizes_project(sizes)
        return project.read(measure_project(project, self.known))

    def _plan_layouts(self, layout: Layout, segments: Sequence[Segment]) -> dict[Layout, float]:
        """The layouts of the best plans in one size, with their penalties."""
        plans = dict[Layout, float]()
        for has_contents, is_imprint_below in ((False, True), (False, False), (True, self.page.is_large_print)):
            if not (has_contents or is_imprint_below or self.content.reference):
                continue  # the imprint has no place but below the body
            for plan, penalty, breaker in self._plans(layout, segments, has_contents=has_contents,
                                                      is_imprint_below=is_imprint_below):
                # Each block that begins a page stays there, also where the page before has more room than it seems.
                planned = replace(layout, floats=plan.floats, breaks=plan.breaks | breaker.first_blocks(plan),
                                  apart=plan.apart, is_imprint_below=is_imprint_below)
                is_on_back = not (has_contents or is_imprint_below) and bool(self.content.reference)
                if penalty + ON_BACK * is_on_back < plans.get(planned, math.inf):
                    plans[planned] = penalty + ON_BACK * is_on_back
                    self.other_penalties[planned] = plan.other_penalty + ON_BACK * is_on_back
                    self.plans[planned] = breaker, plan
        return plans

    def _plans(self, layout: Layout, segments: Sequence[Segment], *, has_contents: bool, is_imprint_below: bool,
               limit: float = math.inf) -> Iterator[tuple[PagePlan, float, PageBreaker]]:
        """The best plan for each number of pages of a book with contents or without, with its penalty, which is at most
        a limit. None with contents where the longest plan without them is far from long enough: they take one page."""
        if has_contents and self.most_pages.get(layout, CONTENTS_FROM) + 2 < CONTENTS_FROM:
            return
        height, size = self.page.frame[1] * POINTS_PER_MM, self.page.size * layout.size
        of_body = self._of_body(segments, is_imprint_below=is_imprint_below)
        breaker = PageBreaker(without_index(self.content.body), of_body, height - MARGIN, size, self.page.columns,
                              self._pictures(layout), self._pictures_beside(layout))
        shrinking = self._shrink_share(layout)
        for plan in breaker.plans(FIRST_PAGE + has_contents, limit - SHRINKING * shrinking):
            pages = plan.last_page + self.reference_pages
            if not has_contents:
                self.most_pages[layout] = pages
            penalty = plan.penalty + book_penalty(pages, shrinking, self.padding)
            if has_contents == (pages >= CONTENTS_FROM) and penalty <= limit:
                yield plan, penalty, breaker

    def _of_body(self, segments: Iterable[Segment], *, is_imprint_below: bool) -> list[Segment]:
        """The strips of the body, with the imprint where it stands below."""
        return [segment for segment in segments
                if is_imprint_below or segment.ways[0][0].block < len(without_index(self.content.body))]

    def _moved_marks(self, layout: Layout) -> list[Mark]:
        """Where the blocks of a layout are. A page of contents moves all of them by one page."""
        marks = self.marks(replace(layout, has_contents=False))
        return [replace(mark, page=mark.page + layout.has_contents) for mark in marks]

    def fit_pages(self, most: int) -> None:
        """Tries denser and denser layouts until one has at most so many pages: first with figures that stay where they
        are, then with each that may move, then with all of these, which seldom stay in order."""
        body = self.content.body
        movable = [number for number in range(len(body)) if may_float(body, number)]
        for ways in ([()], [(number,) for number in movable], [movable]):
            for floats in ways:
                natural = replace(self.largest, has_index=False, floats=frozenset[int](floats))
                self._bisect(natural, ((1.0, 1.0, 1.0), *DENSEST), most)
            if any(self.count_pages(layout) <= most for layout in self.tried):
                return

    def _bisect(self, natural: Layout, steps: Sequence[Step], pages: int) -> None:
        """Tries steps, each of which has no more pages than the one before: the first with at most so many pages has
        the largest figures and words."""
        low, high = -1, len(steps) - 1
        if self.count_pages(_scale(natural, steps[high])) > pages:
            return
        while high - low > 1:
            middle = (low + high) // 2
            if self.count_pages(_scale(natural, steps[middle])) > pages:
                low = middle
            else:
                high = middle


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


def _size_alone(layout: Layout) -> Layout:
    """A layout without what says where pages end and figures stand: only the sizes that the heights of blocks need."""
    return replace(layout, floats=frozenset(), breaks=frozenset(), apart=frozenset())


def join_pictures(pictures: Iterable[GrowingPictures]) -> GrowingPictures:
    """The pictures of several figures."""
    return reduce(GrowingPictures.join, pictures, NO_PICTURES)


def _scale(layout: Layout, step: Step) -> Layout:
    """A layout with the sizes of figures and of words, and the space between these, scaled."""
    figures, words, air = step
    return replace(layout, cell=layout.cell * figures, close_up=layout.close_up * figures,
                   figures=layout.figures * figures, size=words, air=air)


def largest_layout(content: Book, page: BookFormat) -> Layout:
    """The layout with the largest figures: two boards side by side fill the column, if that leaves their cells large
    enough; all figures have one scale, or two where boards have many cells."""
    width = page.column_width
    blocks = [*book.walk_blocks((*content.body, *content.reference))]
    figures = [block for block in blocks if isinstance(block, book.BookFigure) and block.cell]
    rows = [block.figures for block in blocks if isinstance(block, book.FigureRow) and len(block.figures) > 1]
    in_rows = {id(figure) for row in rows for figure in row}
    halves = (width - 2 * ground_reach(page) - GUTTER) / 2
    cell = min([LARGEST_CELL * page.large, *(
        (halves if id(figure) in in_rows else width) / (figure.drawing.size()[0] / figure.cell)
        for figure in figures if not is_close_up(figure))])
    close_up = min([LARGEST_CLOSE_UP * page.large, *(halves / (figure.drawing.size()[0] / figure.cell)
                                                   for figure in figures if is_close_up(figure))])
    for row in (block for block in blocks if isinstance(block, book.FigureRow) and len(block.figures) > 1):
        if all(map(is_close_up, row.figures)):  # in one row, if their cells are not too small then
            cells = sum(figure.drawing.size()[0] / figure.cell for figure in row.figures)
            fitting = (width - GUTTER * (len(row.figures) - 1)) / cells
            close_up = min(close_up, fitting) if fitting >= LEAST_CLOSE_UP * page.large else close_up
    return Layout(cell, cell if cell >= SIMILAR * close_up else close_up)


def usual_cell(layout: Layout, largest: Layout, thirds: Sequence[float]) -> float:
    """The size of cells in mm with which two boards, or three, fill a row."""
    return min(cell for cell in (largest.cell, *thirds) if layout.cell <= cell + 1e-9)


def thirds_of_column(content: Book, page: BookFormat) -> list[float]:
    """The side in mm of a cell with which three boards fill a row, where a book has such rows and its cells are not too
    small then."""
    rows = [block.figures for block in book.walk_blocks(content.body) if isinstance(block, book.FigureRow)]
    threes = [row for row in rows if len(row) == 3 and all(figure.cell and not is_close_up(figure) for figure in row)]
    width = page.column_width - 2 * ground_reach(page) - 2 * GUTTER
    cells = [width / sum(figure.drawing.size()[0] / figure.cell for figure in row) for row in threes]
    return [cell for cell in (min(cells),) if cell >= LEAST_CLOSE_UP * page.large] if cells else []


def ask_layout(content: Book, page: BookFormat, layout: Layout, look: BookTheme, known: KnownLayouts) -> None:
    """Asks Typst where the blocks of the body are, for `measure_layout`, which then waits for the rest of the time
    only. Nothing is asked about a layout that was measured before."""
    if layout not in known.planned and _is_new(layout, known):
        ask_project(_project_to_measure(content, page, layout, look), known)


def ask_project(project: RulebookProject, known: KnownLayouts) -> None:
    """Asks Typst where the blocks of a project are, for `measure_project`."""
    if _is_new(project.layout, known):
        known.asked[project.layout] = project, _start_measuring(project)


def _is_new(layout: Layout, known: KnownLayouts) -> bool:
    """Whether nothing is known of a layout, and nothing was asked about it."""
    return not {layout} & (known.current.keys() | known.former.keys() | known.asked.keys())


def measure_layout(content: Book, page: BookFormat, layout: Layout, look: BookTheme, known: KnownLayouts | None = None
                   ) -> list[Mark]:
    """Where the blocks of the body begin and end, as planned where that is known. Raises FabgenError for a figure that
    is longer with its words than a page."""
    known = known or KnownLayouts()
    if layout in known.planned:
        return [*known.planned[layout]]
    if layout in known.current:
        return [*known.current[layout].marks]
    return measure_project(_project_to_measure(content, page, layout, look), known)


def measure_project(project: RulebookProject, known: KnownLayouts) -> list[Mark]:
    """Where the blocks of a project begin and end. Raises FabgenError as `measure_layout`."""
    layout = project.layout
    if layout in known.current:
        return [*known.current[layout].marks]
    if layout not in known.former:
        ask_project(project, known)
        project, answer = known.asked.pop(layout)
        marks = _read_marks(project, answer)
    else:
        marks = known.find_marks(project) or _read_marks(project, _start_measuring(project))
    known.keep(project, marks)
    return marks


def _project_to_measure(content: Book, page: BookFormat, layout: Layout, look: BookTheme) -> RulebookProject:
    return RulebookProject(replace(content, reference=content.reference[:1]), page, layout, look, measured=True)


def _start_measuring(project: RulebookProject) -> Callable[[], Any]:
    """Asks Typst for the marks of a project, which is set for this. The function returned waits for them."""
    return typst_process().start_evaluating(project.files(None), MARKS)


def _read_marks(project: RulebookProject, answer: Callable[[], Any]) -> list[Mark]:
    """The marks of a project, from the answer to a question for them."""
    page, look, content = project.page, project.look, project.content
    with look.locate_errors():
        values = answer()
    if project.layout.is_endless:
        return [*_read_endless(values)]
    marks = [_read_mark(page, *value) for value in values]
    for start, end in _pairs(marks):
        top, foot = page.top * POINTS_PER_MM, (page.height - page.bottom) * POINTS_PER_MM
        if start.kind in FIGURES and start.y <= top + 1 and end.y >= foot - 0.1:  # what is too long is cut off there
            captions = [book.plain_text(figure.caption) for figure in book.walk_blocks([content.body[start.number]])
                        if isinstance(figure, book.BookFigure)]
            longest = max(captions, key=len)
            raise problem_error(f"the words under a figure are longer than a page: {longest[:60]}…",
                                "write them as text")
    return marks


def _read_mark(page: BookFormat, name: str, number: int, x: float, y: float) -> Mark:
    side, block, kind, *_ = name.split(" ")
    column = int(page.columns > 1 and x > page.width / 2 * POINTS_PER_MM)
    return Mark(int(block), kind, side == "start", number, y, column)


def _read_endless(values: Sequence[tuple[str, int, float, float]]) -> Iterator[Mark]:
    """Marks of a body on a page without end: the top of each block, the first and the last base line of its paragraphs,
    the rows of its tables. A `row` mark carries no number: it belongs to the block of the mark before it."""
    number = 0
    for name, page, _, y in values:
        kind, *details = name.split(" ")
        number = int(details[0]) if details else number
        yield Mark(number, kind, kind == "start", page, y)


def column_number(mark: Mark, page: BookFormat) -> int:
    """The column of a mark, counted through all pages; its page where text runs in one column."""
    return mark.page * page.columns + mark.column


def _fills(marks: Sequence[Mark], page: BookFormat) -> list[float]:
    """How full each page of the body is, or each column where there are several. A block that goes on over a page break
    fills the first page down to its end."""
    top, height = page.top * POINTS_PER_MM, page.frame[1] * POINTS_PER_MM
    parts: dict[int, list[tuple[float, float, int]]] = {}
    for start, end in _pairs(marks):
        low, high = start.y - top - start.rise, end.y - top + end.rise
        first, last = column_number(start, page), column_number(end, page)
        for number in range(first, last + 1):
            part = low if number == first else 0.0, high if number == last else height, start.number
            parts.setdefault(number, []).append(part)
    numbers = range(min(parts, default=0), max(parts, default=-1) + 1)
    return [min(1.0, _covered_height(parts.get(number, [])) / height) for number in numbers]


def _pairs(marks: Sequence[Mark]) -> Iterator[tuple[Mark, Mark]]:
    """The beginning and the end of each block, or of each row of a block of figures."""
    begun: dict[int, Mark] = {}
    for mark in marks:
        if mark.is_start:
            begun.setdefault(mark.number, mark)  # the head of a table is repeated on each of its pages
        elif mark.number in begun:
            yield begun.pop(mark.number), mark


def _covered_height(parts: Sequence[tuple[float, float, int]]) -> float:
    """How much of a page its blocks cover, with the usual gaps between them; a gap may hold headings, which have no
    marks."""
    covered, reached, above = 0.0, 0.0, -1
    for low, high, number in sorted(parts):
        usual = GAP + HEADING * max(0, number - above - 1 if above >= 0 else 1)
        covered += max(0.0, high - max(low, reached)) + min(max(0.0, low - reached), usual)
        reached, above = max(reached, high), number
    return covered


def _far_figures(marks: Sequence[Mark]) -> list[int]:
    """The numbers of figures that are not on the opening of the block before them."""
    pairs = sorted(_pairs(marks), key=lambda pair: pair[0].number)
    return [after[0].number for before, after in pairwise(pairs) if _is_far(before, after)]


def _is_disordered(marks: Sequence[Mark]) -> bool:
    """Whether a figure stands before one that has a smaller number."""
    figures = sorted((mark.page, mark.column, mark.y, mark.number) for mark in marks
                     if mark.is_start and mark.kind in FIGURES)
    return any(number > next_number for (*_, number), (*_, next_number) in pairwise(figures))


def _is_far(before: tuple[Mark, Mark], after: tuple[Mark, Mark]) -> bool:
    """Whether a block is a figure that is not on the opening on which the block before it ends."""
    return after[0].kind in FIGURES and after[0].page // 2 != before[1].page // 2
