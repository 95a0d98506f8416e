"""A book and a size of its figures → the best ways to break its pages. Typst measures the blocks in a few sizes, all at
once (`measured_sizes`), and all pages of a size are planned (`page_breaks`)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from fabgen.book.body_blocks import figures_of, without_index
from fabgen.book.book_format import BookFormat
from fabgen.book.book_theme import BookTheme
from fabgen.book.growing_pictures import GrowingPictures, find_pictures, find_pictures_beside
from fabgen.book.known_layouts import KnownLayouts
from fabgen.book.layout import Layout
from fabgen.book.layout_marks import ask_project, measure_project
from fabgen.book.layout_sizes import LayoutSizes, size_alone
from fabgen.book.measured_sizes import MeasuredSize, SizesProject, sizes_layout
from fabgen.book.page_breaks import PageBreaker, PagePlan
from fabgen.book.page_penalties import SHRINKING, book_penalty, least_penalty
from fabgen.book.planned_marks import FIRST_PAGE
from fabgen.book.rulebook_typst import RulebookProject
from fabgen.book.strips import Segment, total_height
from fabgen.core.units import POINTS_PER_MM
from fabgen.typeset import blocks as book
from fabgen.typeset.blocks import Book

MARGIN = 1.0  # points that stay free on each page of a plan: blocks may be a little higher than it says
MOST_LONGER = 6  # pages that a book may have more than it needs
ON_BACK = 40.0  # the penalty for an imprint below the reference
CONTENTS_FROM = 20  # pages: shorter books need no contents, longer ones always have them


class PlannedLayout(NamedTuple):
    """The layout of a plan of pages, what the plan costs, how much of that is for neither holes nor pages nor figures
    overleaf, and the plan with what made it."""

    layout: Layout
    penalty: float
    other_penalty: float
    breaker: PageBreaker
    plan: PagePlan


class LayoutPlanner:
    """Measures a book in sizes of figures, and plans its pages in them."""

    def __init__(self, content: Book, page: BookFormat, look: BookTheme, known: KnownLayouts,
                 sizes: LayoutSizes, padding: float) -> None:
        self.content, self.page, self.look, self.known, self.sizes = content, page, look, known, sizes
        self.reference_pages = sizes.largest.reference_pages if content.reference else 0
        self.padding = padding  # what a page costs that a booklet must add
        self._most_pages: dict[Layout, int] = {}  # of the longest plan without contents
        self._sizes_projects: dict[Layout, SizesProject] = {}
        self._projects: dict[Layout, RulebookProject] = {}
        self._pictures: dict[Layout, Mapping[int, GrowingPictures]] = {}
        self._pictures_beside: dict[Layout, Mapping[int, GrowingPictures]] = {}

    # ---- Measures

    def ask_sizes(self, sizes: Sequence[Layout]) -> None:
        """Asks Typst for what `measure_sizes` reads."""
        ask_project(self._sizes_project(sizes), self.known)

    def measure_sizes(self, sizes: Sequence[Layout]) -> list[MeasuredSize]:
        """How high all blocks are in some sizes with the usual space between lines."""
        project = self._sizes_project(sizes)
        return project.read(measure_project(project, self.known))

    def _sizes_project(self, sizes: Sequence[Layout]) -> SizesProject:
        """The document in which some sizes are measured."""
        layout = sizes_layout(self.content, sizes[0])
        if layout not in self._sizes_projects:
            content = replace(self.content, reference=self.content.reference[:1])
            self._sizes_projects[layout] = SizesProject(content, self.page, sizes, self.look)
        return self._sizes_projects[layout]

    def project(self, layout: Layout) -> RulebookProject:
        """The book in one size. The space between lines changes nothing about its figures."""
        size = replace(size_alone(layout), air=1.0)
        if size not in self._projects:
            self._projects[size] = RulebookProject(self.content, self.page, size, self.look)
        return self._projects[size]

    def picture_heights(self, layout: Layout) -> dict[int, float]:
        """How high the pictures of each figure are in points, all rows together; of the legend, which is words, 0."""
        project = self.project(layout)
        return {number: project.growing_pictures(block)[0] * POINTS_PER_MM
                for number, block in enumerate(self.content.body) if figures_of(block)}

    def most_growth(self, layout: Layout) -> float:
        """The points by which the pages of a size may be fuller with figures as large as they may be."""
        return sum([pictures.room for found in (self.pictures(layout), self.pictures_beside(layout))
                    for pictures in found.values()])

    def pictures(self, layout: Layout) -> Mapping[int, GrowingPictures]:
        """The pictures of figures that may grow into the room of their pages, by the number of their block. The space
        between lines changes nothing about them."""
        size = replace(size_alone(layout), air=1.0)
        if size not in self._pictures:
            project = self.project(layout)
            figures = [number for number, block in enumerate(self.content.body)
                       if isinstance(block, book.BookFigure | book.FigureRow)]
            self._pictures[size] = {number: find_pictures(project, number) for number in figures}
        return self._pictures[size]

    def pictures_beside(self, layout: Layout) -> Mapping[int, GrowingPictures]:
        """The pictures of figures with words beside them that may grow, by the number of their block."""
        size = replace(size_alone(layout), air=1.0)
        if size not in self._pictures_beside:
            project = self.project(layout)
            self._pictures_beside[size] = {figure: find_pictures_beside(project, words)
                                          for figure, words in project.words_of_figures.items()}
        return self._pictures_beside[size]

    # ---- Plans

    def least_penalty(self, layout: Layout, segments: Sequence[Segment], *, has_contents: bool) -> float:
        """The least penalty of any plan in a size."""
        height = self.page.frame[1] * POINTS_PER_MM
        fill = total_height(self._of_body(segments, is_imprint_below=self.has_imprint_below(has_contents))) / height
        growth = self.most_growth(layout) / height
        around, shrinking = 1 + self.reference_pages + has_contents, self.sizes.shrink_share(layout)
        least, columns = math.ceil(fill / self.page.columns) + around, self.page.columns
        return min((least_penalty(fill, (pages - around) * columns, columns, growth)
                    + book_penalty(pages, shrinking, self.padding)
                    for pages in range(least, least + MOST_LONGER)
                    if has_contents == (pages >= CONTENTS_FROM)), default=math.inf)

    def plan_layouts(self, layout: Layout, segments: Sequence[Segment]) -> list[PlannedLayout]:
        """The layouts of the best plans in one size."""
        best: dict[Layout, PlannedLayout] = {}
        for has_contents, is_imprint_below in ((False, True), (False, False), (True, self.page.is_large_print)):
            if not (has_contents or is_imprint_below or self.content.reference):
                continue  # the imprint has no place but below the body
            for plan, penalty, breaker in self.plans(layout, segments, has_contents=has_contents,
                                                     is_imprint_below=is_imprint_below):
                # Each block that begins a page stays there, also where the page before has more room than it seems.
                planned = replace(layout, floats=plan.floats, breaks=plan.breaks | breaker.first_blocks(plan),
                                  apart=plan.apart, is_imprint_below=is_imprint_below)
                is_on_back = not (has_contents or is_imprint_below) and bool(self.content.reference)
                cost = penalty + ON_BACK * is_on_back
                if planned not in best or cost < best[planned].penalty:
                    other_penalty = plan.other_penalty + ON_BACK * is_on_back
                    best[planned] = PlannedLayout(planned, cost, other_penalty, breaker, plan)
        return [*best.values()]

    def plans(self, layout: Layout, segments: Sequence[Segment], *, has_contents: bool, is_imprint_below: bool,
              limit: float = math.inf) -> Iterator[tuple[PagePlan, float, PageBreaker]]:
        """The best plan for each number of pages of a book with contents or without, with its penalty, which is at most
        a limit. None with contents where the longest plan without them is far from long enough: they take one page."""
        if has_contents and self._most_pages.get(layout, CONTENTS_FROM) + 2 < CONTENTS_FROM:
            return
        breaker = self._breaker(layout, self._of_body(segments, is_imprint_below=is_imprint_below))
        shrinking = self.sizes.shrink_share(layout)
        for plan in breaker.plans(FIRST_PAGE + has_contents, limit - SHRINKING * shrinking):
            pages = plan.last_page + self.reference_pages
            if not has_contents:
                self._most_pages[layout] = pages
            penalty = plan.penalty + book_penalty(pages, shrinking, self.padding)
            if has_contents == (pages >= CONTENTS_FROM) and penalty <= limit:
                yield plan, penalty, breaker

    def _breaker(self, layout: Layout, of_body: Sequence[Segment]) -> PageBreaker:
        """All ways to break the pages of a size. The same strips come again: with other numbers of pages, when a size
        is planned in all ways, and when the reference turns out to take more pages."""
        height, size = self.page.frame[1] * POINTS_PER_MM, self.page.size * layout.size
        pictures, beside = self.pictures(layout), self.pictures_beside(layout)
        key = height, size, self.page.columns, tuple(of_body), tuple(pictures.items()), tuple(beside.items())
        if key not in self.known.breakers:
            self.known.breakers[key] = PageBreaker(without_index(self.content.body), of_body, height - MARGIN, size,
                                                   self.page.columns, pictures, beside)
        return self.known.breakers[key]

    def has_imprint_below(self, has_contents: bool) -> bool:
        """Whether the imprint stands below the body in a usual plan: contents hold it, but not in large print."""
        return self.page.is_large_print or not has_contents

    def _of_body(self, segments: Iterable[Segment], *, is_imprint_below: bool) -> list[Segment]:
        """The strips of the body, with the imprint where it stands below."""
        return [segment for segment in segments
                if is_imprint_below or segment.ways[0][0].block < len(without_index(self.content.body))]
