"""A book and a format → the best layout. The pages are planned in a few sizes of figures (`layout_planner`), and the
best plans are judged by where their blocks begin and end (`layout_judge`).

A plan says where Typst will set each block. `page_depth` sees whether it did, since it has to set the layout anyway; if
not, the search is done again with plans that Typst sets (`KnownLayouts.trusts_plans`).

A layout is better if its pages are full, if they are a multiple of four (a booklet has no blank pages then), if a
figure is on the opening of the rule that it shows, and if figures are not small.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import mean

from fabgen.book.body_blocks import figures_of, may_float, shows_board, without_index
from fabgen.book.book_format import BookFormat
from fabgen.book.book_theme import BookTheme
from fabgen.book.growing_pictures import largest_cell, round_down
from fabgen.book.known_layouts import KnownLayouts
from fabgen.book.layout import Layout
from fabgen.book.layout_judge import LayoutJudge
from fabgen.book.layout_marks import column_number
from fabgen.book.layout_planner import LayoutPlanner
from fabgen.book.layout_score import LayoutScore
from fabgen.book.layout_sizes import DENSEST, SMALL_SIZES, LayoutSizes, Step, scale_figures, scale_layout, size_alone
from fabgen.book.page_penalties import FULL, PADDING, UNFOLDED, hole_penalty
from fabgen.book.rulebook_typst import RulebookProject
from fabgen.book.strips import Segment, enlarge_words
from fabgen.typeset.blocks import Book

FAULTY = 90.0  # the penalty of a layout with such a fault: a chapter that begins at the foot of a page, for instance
AIRS, LARGER_WORDS = (1.0, 1.05, 1.1, 0.96), (1.05,)
LOOSE = 0.9  # of a page, on average: a book whose pages are less full is also planned with larger words
DOUBTFUL = 12.0  # the penalty by which larger words may seem worse than the best layout, and are planned all the same
MOST_SIZES = 2  # sizes of cells that are planned in any case; others only if they may be better than the second best
MOST_PLANNED = 3  # of the sizes with the best plans: so many are planned in all ways
MOST_PLANS = 4  # of the best plans of one size of words: so many are judged, unless an earlier one is good enough
TOLERANCE = 1.0  # how much worse a layout may be than its plan
INDEX_FROM = 20  # pages: a shorter book has its contents to find things
MOST_ROWS = 1  # that divide if they are enlarged: so many are tried, those that promise most
LARGER_BOARDS = (1.3, 1.6, 1.9)  # the same of such figures that stand in one row, and then do not: what is tried
POOR = 20.0  # the penalty of a layout with which that is worth its time


def rank_layouts(content: Book, page: BookFormat, look: BookTheme, known: KnownLayouts | None = None,
                 largest: Layout | None = None) -> list[tuple[Layout, LayoutScore]]:
    """The layouts that were tried with their scores, the best first. Pages are counted with guessed references to
    pages; the true ones may need a line more. What is `known` of a former search spares setting the same pages.
    `largest` is the layout with the largest figures, which says how many pages the reference takes."""
    search = LayoutSearch(content, page, look, known, largest)
    if page.most_pages:
        search.fit_pages(page.most_pages)
        return sorted(search.judge.rank(*search.judge.tried), key=lambda pair: max(page.most_pages, pair[1].pages))
    search.plan_pages(replace(search.sizes.largest, has_index=False))
    return search.judge.rank(*search.judge.tried)


class LayoutSearch:
    """The layouts of a book that were tried, and the plans that were judged."""

    def __init__(self, content: Book, page: BookFormat, look: BookTheme, known: KnownLayouts | None = None,
                 largest: Layout | None = None) -> None:
        self.content, self.page, self.look = content, page, look
        known, self.sizes = known or KnownLayouts(), LayoutSizes(content, page, largest)
        self.is_folded = page.columns == 1 and not page.is_large_print
        self.padding = PADDING if self.is_folded else UNFOLDED
        self.judge = LayoutJudge(content, page, look, known, self.sizes, self.padding)
        self.planner = LayoutPlanner(content, page, look, known, self.sizes, self.padding)
        self.planned: list[Layout] = []

    def plan_pages(self, natural: Layout) -> None:
        """Plans the pages in many sizes of figures and spaces between lines, and tries the best plans; also with larger
        words where the pages of a folded book are no multiple of four, or not full, and that may be better, and with
        small figures where all of these plans have great faults."""
        naturals = self.sizes.scale_naturals(natural)
        for size in naturals:
            self._plan_sizes(scale_figures(size))
        if not any(map(self._is_without_faults, self._planned_scores())):
            self._plan_sizes(scale_figures(natural, SMALL_SIZES))
        for words in LARGER_WORDS:
            if not any(not self.is_folded or (score.pages % 4 == 0 and mean(score.grown_fills or (1.0,)) >= LOOSE)
                       for score in self._planned_scores()):
                for size in naturals:
                    if self._may_be_better(size, words):
                        self._plan_sizes(scale_figures(replace(size, size=words)))
        if not self.judge.tried:  # no way to break the pages was found
            self.judge.marks(natural)
        self._add_index()

    def _is_without_faults(self, score: LayoutScore) -> bool:
        """Whether a layout need not be tried with small figures: where nothing is folded, full pages are enough."""
        if self.is_folded:
            return score.pages % 4 == 0 and score.penalty < FAULTY
        return mean(score.grown_fills or (1.0,)) >= LOOSE

    def _planned_scores(self) -> list[LayoutScore]:
        """The scores of the plans that were judged, the best first."""
        return [score for _, score in self.judge.rank(*self.planned)]

    def _may_be_better(self, natural: Layout, words: float) -> bool:
        """Whether larger words may have a better plan than the best layout, as far as can be said without measuring
        them: they take more lines, which are higher."""
        best = min([score.penalty for score in self._planned_scores()], default=math.inf)
        for size in self.planner.measure_sizes(scale_figures(natural))[::-1]:
            layout = replace(size.layout, size=words, air=min(AIRS))
            segments = enlarge_words(size.segments(layout.air), words, self.planner.picture_heights(size.layout))
            for has_contents in (False, True):
                if next(self.planner.plans(layout, segments, has_contents=has_contents, limit=best + DOUBTFUL,
                                           is_imprint_below=self.planner.has_imprint_below(has_contents)), None):
                    return True
        return False

    def _add_index(self) -> None:
        """Adds the index to the best layout if the book is long and the index takes no page of its own."""
        (layout, score), *_ = self.judge.rank(*self.judge.tried)
        if score.pages < INDEX_FROM or without_index(self.content.body) is self.content.body:
            return
        without, indexed = replace(layout, has_contents=False), replace(layout, has_contents=False, has_index=True)
        if self.judge.count_pages(indexed) == self.judge.count_pages(without):
            self.judge.other_penalties[indexed] = self.judge.other_penalties.get(without, 0.0)
            self.judge.tried = {indexed: self.judge.tried[indexed]}
        else:
            del self.judge.tried[indexed]

    def _plan_sizes(self, sizes: Sequence[Layout]) -> None:
        """Plans the pages in some sizes of figures, and tries the best plans."""
        self.planner.ask_sizes(sizes)
        if self.page.has_cover:  # while Typst measures
            RulebookProject(self.content, self.page, sizes[0], self.look).draw_cover()
        for layout in sizes:
            self.planner.most_growth(layout)  # is kept
        plans: dict[Layout, float] = {}
        for penalty, layout, segments in self._best_sizes(sizes):
            if min(plans.values(), default=math.inf) <= min(penalty, POOR):  # no other size promises more
                break
            plans.update(self._plan_layouts(layout, segments))
        judged = self._try_plans(plans)
        if judged and self.judge.score(judged[0]).penalty > POOR:
            self._try_larger_rows(judged)

    def _best_sizes(self, sizes: Sequence[Layout]) -> list[tuple[float, Layout, list[Segment]]]:
        """The sizes of figures whose usual plans cost least, with that and their strips, the best first; each with the
        space between lines that suits it best."""
        bounds: list[tuple[float, Layout, list[Segment], bool]] = []
        for size in self.planner.measure_sizes(sizes):
            for air in AIRS:
                layout, segments = replace(size.layout, air=air), size.segments(air)
                bounds.extend((self.planner.least_penalty(layout, segments, has_contents=has_contents), layout,
                               segments, has_contents) for has_contents in (False, True))
        best: dict[float, tuple[float, Layout, list[Segment]]] = {}  # by the size of cells
        for bound, layout, segments, has_contents in sorted(bounds, key=lambda entry: entry[0]):
            penalties = sorted(penalty for penalty, *_ in best.values())
            limit = penalties[MOST_SIZES - 1] if len(best) >= MOST_SIZES else math.inf
            if bound >= limit:
                break
            found = self.planner.plans(layout, segments, has_contents=has_contents, limit=limit,
                                       is_imprint_below=self.planner.has_imprint_below(has_contents))
            penalty = min((penalty for _, penalty, _ in found), default=math.inf)
            if penalty < best.get(layout.cell, (math.inf,))[0]:
                best[layout.cell] = penalty, layout, segments
        return sorted(best.values(), key=lambda entry: entry[0])[:MOST_PLANNED]

    def _plan_layouts(self, layout: Layout, segments: Sequence[Segment]) -> dict[Layout, float]:
        """The layouts of the best plans in one size, with their penalties."""
        planned = self.planner.plan_layouts(layout, segments)
        for plan in planned:
            self.judge.add_plan(plan)
        return {plan.layout: plan.penalty for plan in planned}

    def _try_larger_rows(self, judged: Sequence[Layout]) -> None:
        """Plans the pages with larger figures of the whole board, where these stand in a row, and with larger rows of
        figures on a page that is not full, and tries the best plans. `judged`: the layouts to better, the best first.

        Figures that are much larger no longer fit side by side, and stand in two rows. These take far more height,
        which fills pages that have holes in every other plan.
        """
        rows = [(judged[0], number, factor) for number, block in enumerate(self.content.body)
                if len(figures_of(block)) > 1 and shows_board(block) for factor in LARGER_BOARDS]
        plans: dict[tuple[Layout, int], dict[Layout, float]] = {}
        for layout, number, factor in (*rows, *self._dividing_rows(judged)):
            larger = replace(size_alone(layout), is_imprint_below=False, has_contents=False,
                             larger=frozenset({(number, factor)}))
            (measured,) = self.planner.measure_sizes([replace(larger, air=1.0)])
            plans.setdefault((layout, number), {}).update(self._plan_layouts(larger, measured.segments(larger.air)))
        for of_row in plans.values():
            self._try_plans(of_row)

    def _dividing_rows(self, judged: Sequence[Layout]) -> list[tuple[Layout, int, float]]:
        """The rows of figures that divide into more rows if they are enlarged, on pages that are not full: those that
        promise most, with a layout that has such a page, the number of the row, and the factor."""
        promises: dict[tuple[Layout, int], tuple[float, Layout, float]] = {}
        for layout in judged:
            score, size = self.judge.score(layout), size_alone(layout)
            for number, fill in self._rows_on_holes(layout):
                promise = score.penalty - hole_penalty(fill)
                if promise < min(self.judge.score(judged[0]).penalty, promises.get((size, number), (math.inf,))[0]):
                    factor = self._dividing_factor(size, number)
                    if factor:
                        promises[size, number] = promise, layout, factor
        best = sorted(promises.items(), key=lambda entry: entry[1][0])[:MOST_ROWS]
        return [(layout, number, factor) for (_, number), (_, layout, factor) in best]

    def _rows_on_holes(self, layout: Layout) -> Iterator[tuple[int, float]]:
        """The numbers of rows of figures on the pages of a layout that are not full, and how full these are."""
        fills, marks = self.judge.score(layout).grown_fills, self.judge.marks(replace(layout, has_contents=False))
        first = min((column_number(mark, self.page) for mark in marks), default=0)
        for number, column in sorted({(mark.number, column_number(mark, self.page) - first) for mark in marks}):
            if column < len(fills) and fills[column] < FULL and number < len(self.content.body):
                figures = figures_of(self.content.body[number])
                if len(figures) > 1 and all(figure.cell for figure in figures):
                    yield number, fills[column]

    def _dividing_factor(self, size: Layout, number: int) -> float:
        """How many times larger a row of figures is with the largest cells if it divides into more rows then; else
        0."""
        project, block = self.planner.project(size), self.content.body[number]
        factor = round_down(min(largest_cell(project, figure) / project.cell_of(figure)
                                for figure in figures_of(block)))
        larger = self.planner.project(replace(size, larger=frozenset({(number, factor)})))
        return factor if larger.count_rows(block) > project.count_rows(block) else 0.0

    def _try_plans(self, plans: Mapping[Layout, float]) -> list[Layout]:
        """Judges the best of some plans, until one is as good as it should be, and good enough. Returns those that were
        judged, the best first."""
        judged: list[tuple[float, Layout]] = []
        for layout in sorted(plans, key=lambda layout: plans[layout])[:MOST_PLANS]:
            (best, score), *_ = self.judge.rank(layout)
            judged.append((score.penalty, best))
            self.planned.append(layout)
            if score.penalty <= min(POOR, plans[layout] + TOLERANCE):
                break
        return [layout for _, layout in sorted(judged, key=lambda entry: entry[0])]

    def fit_pages(self, most: int) -> None:
        """Tries denser and denser layouts until one has at most so many pages: first with figures that stay where they
        are, then with each that may move, then with all of these, which seldom stay in order."""
        body = self.content.body
        movable = [number for number in range(len(body)) if may_float(body, number)]
        for ways in ([()], [(number,) for number in movable], [movable]):
            for floats in ways:
                natural = replace(self.sizes.largest, has_index=False, floats=frozenset[int](floats))
                self._bisect(natural, ((1.0, 1.0, 1.0), *DENSEST), most)
            if any(self.judge.count_pages(layout) <= most for layout in self.judge.tried):
                return

    def _bisect(self, natural: Layout, steps: Sequence[Step], pages: int) -> None:
        """Tries steps, each of which has no more pages than the one before: the first with at most so many pages has
        the largest figures and words."""
        low, high = -1, len(steps) - 1
        if self.judge.count_pages(scale_layout(natural, steps[high])) > pages:
            return
        while high - low > 1:
            middle = (low + high) // 2
            if self.judge.count_pages(scale_layout(natural, steps[middle])) > pages:
                low = middle
            else:
                high = middle
