"""Layouts of a book → their scores. The plan of a layout says where its blocks are, or Typst where none is trusted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from fabgen.book.body_blocks import figures_of
from fabgen.book.book_format import BookFormat
from fabgen.book.book_theme import BookTheme
from fabgen.book.known_layouts import KnownLayouts
from fabgen.book.layout import IMPRINT, Layout, Mark
from fabgen.book.layout_marks import column_number, measure_layout
from fabgen.book.layout_planner import CONTENTS_FROM, PlannedLayout
from fabgen.book.layout_score import LayoutScore, far_figures, is_disordered, page_fills
from fabgen.book.layout_sizes import LayoutSizes
from fabgen.book.page_growth import free_room, grow_figures, marks_by_page
from fabgen.book.page_penalties import grown_last_fill, last_page_fill
from fabgen.book.planned_marks import planned_marks
from fabgen.book.rulebook_typst import RulebookProject
from fabgen.core.units import POINTS_PER_MM
from fabgen.typeset import blocks as book
from fabgen.typeset.blocks import Book


class LayoutJudge:
    """The layouts of a book that were tried, each without a page of contents, where their blocks are, and scores."""

    def __init__(self, content: Book, page: BookFormat, look: BookTheme, known: KnownLayouts,
                 sizes: LayoutSizes, padding: float) -> None:
        self.content, self.page, self.look, self.known, self.sizes = content, page, look, known, sizes
        self.padding = padding  # what a page costs that a booklet must add
        self.reference_pages = sizes.largest.reference_pages if content.reference else 0
        self.tried: dict[Layout, list[Mark]] = {}
        self.scores: dict[Layout, LayoutScore] = {}
        self.plans: dict[Layout, PlannedLayout] = {}
        self.other_penalties: dict[Layout, float] = {}  # what plans of pages cost for anything but holes

    def add_plan(self, planned: PlannedLayout) -> None:
        """Takes a plan for where a layout has its blocks."""
        self.plans[planned.layout] = planned
        self.other_penalties[planned.layout] = planned.other_penalty

    def marks(self, layout: Layout) -> list[Mark]:
        """Where the blocks are in a layout without contents; each is set only once."""
        if layout not in self.tried:
            if layout in self.plans and self.known.trusts_plans:
                _, _, _, breaker, plan = self.plans[layout]
                self.known.planned[layout] = tuple(planned_marks(self.content, self.page, breaker, plan))
            self.tried[layout] = measure_layout(self.content, self.page, layout, self.look, self.known)
        return self.tried[layout]

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
        shrinking = self.sizes.shrink_share(layout)
        last_page = max((mark.page for mark in marks if mark.kind != IMPRINT), default=1)
        is_imprint_alone = any(mark.kind == IMPRINT and mark.page > last_page for mark in marks)
        *fills, last = page_fills(marks, self.page) or [1.0]
        closes_body = bool(self.content.reference)  # else the imprint is on that page
        column = max((column_number(mark, self.page) for mark in marks if mark.kind != IMPRINT), default=0)
        far = far_figures(self._moved_marks(layout))
        far_series = sum(1 for number in far if number and figures_of(self.content.body[number - 1]))
        *growth, last_growth = self._page_growths(layout, marks, len(fills) + 1)
        last = grown_last_fill(last, last_growth)
        return LayoutScore(tuple(fills), self.count_pages(layout), len(far), shrinking, is_imprint_alone,
                           last_page_fill(last, column, self.page.columns) if closes_body else 1.0,
                           is_disordered(marks),
                           self.other_penalties.get(replace(layout, has_contents=False), 0.0),
                           self._chapter_ends(marks), self.padding, tuple(growth), far_series)

    def _page_growths(self, layout: Layout, marks: Sequence[Mark], count: int) -> Sequence[float]:
        """How much fuller the first pages of the body are with figures that grow into their room, for so many of
        them."""
        if not self.page.has_cover or not marks:
            return [0.0] * count
        project, pages = RulebookProject(self.content, self.page, layout, self.look), marks_by_page(marks, self.page)
        rooms = {number: free_room(self.page, on_page) for number, on_page in pages.items()}
        height = self.page.frame[1] * POINTS_PER_MM
        growths = [growth.points / height for _, growth in sorted(grow_figures(project, pages, rooms).items())]
        return (growths + [0.0] * count)[:count]

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

    def _moved_marks(self, layout: Layout) -> list[Mark]:
        """Where the blocks of a layout are. A page of contents moves all of them by one page."""
        marks = self.marks(replace(layout, has_contents=False))
        return [replace(mark, page=mark.page + layout.has_contents) for mark in marks]
