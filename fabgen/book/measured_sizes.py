"""A book and a few sizes of its figures → how high all blocks are in each of them, from one document that is set once.

The document has the body on a page without end, all words above their figures, and on another page the figures once
more in each of the other sizes; there also each figure with words beside it. More space between lines makes figures,
notes and tables higher, which is measured in the first size; for lines of text it is a matter of sums.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from fabgen.artwork.export.typst import quote
from fabgen.book.body_blocks import without_index
from fabgen.book.book_format import BookFormat
from fabgen.book.book_theme import BookTheme
from fabgen.book.layout import Layout, Mark
from fabgen.book.rulebook_typst import LEADING, SPACING, RulebookProject
from fabgen.book.strips import Segment, Strip, read_strips
from fabgen.core.units import format_number
from fabgen.typeset import blocks as book
from fabgen.typeset.blocks import Block, Book

AIRY = 1.1  # the space between lines and paragraphs in which blocks are measured besides the usual one
PART = "section"  # the kind of the mark with which each part of the document begins
ALIKE = 0.02  # points by which a gap may differ from the usual one
FIGURES = book.BookFigure, book.FigureRow
WORDS = book.Paragraph, book.Listing


@dataclass(frozen=True)
class MeasuredSize:
    """The strips of a body in one size with the usual space between lines.

    * `above`: with all words above their figures; `beside`: the strip of each figure with the words beside it, by the
      numbers of these.
    * `growth`: by how much each strip of a figure, a note or a table, by the number of its block, is higher with twice
      the space between lines; the same of figures with words beside them in `growth_beside`.
    """

    layout: Layout
    body: Sequence[Block]
    size: float  # points: of the words
    gap_above_figures: float  # points: the gap above a figure with words beside it, unless a heading is there
    above: tuple[Strip, ...]
    beside: Mapping[range, Strip]
    growth: Mapping[int, Sequence[float]]
    growth_beside: Mapping[range, float]

    def segments(self, air: float) -> list[Segment]:
        """The strips with so many times the usual space between lines, in both ways where words may stand beside a
        figure."""
        starts = {words.start: words for words in self.beside}
        segments: list[Segment] = []
        words: range | None = None
        above: list[Strip] = []
        before: Strip | None = None
        for strip in self._spread_lines(air):
            if strip.is_first and strip.block in starts:
                words, above = starts[strip.block], []
                group = self._beside(words, before, air)
            before = strip
            if words is None:
                segments.append(Segment(((strip,),)))
                continue
            above.append(strip)
            if strip.block == words.stop:
                group = group._replace(ends_page=strip.ends_page)
                segments.append(Segment(((group,), tuple(above)), words.stop))
                words = None
        return segments

    def _beside(self, words: range, before: Strip | None, air: float) -> Strip:
        """The strip of a figure with words beside it, below another strip."""
        strip = self.beside[words]
        gap = strip.gap if before and before.level else self.gap_above_figures
        return strip._replace(height=strip.height + (air - 1) * self.growth_beside[words], gap=gap)

    def _spread_lines(self, air: float) -> Iterator[Strip]:
        """The strips with all words above their figures, with so many times the usual space between lines."""
        more, before, index = air - 1, None, 0
        for strip in self.above:
            index = index + 1 if before and before.block == strip.block else 0
            if more:
                growth = self.growth.get(strip.block, ())
                higher = more * growth[min(index, len(growth) - 1)] if growth else 0.0
                yield strip._replace(height=strip.height + higher, gap=self._gap(strip, before, air))
            else:
                yield strip
            before = strip

    def _gap(self, strip: Strip, before: Strip | None, air: float) -> float:
        """The gap above a strip with so many times the usual space between lines and paragraphs."""
        line, paragraph = LEADING * self.size, SPACING * self.size
        if before is None or before.level:  # headings have gaps of their own,
            return strip.gap
        if strip.block == before.block and self._is_text(strip):
            return strip.gap + (air - 1) * line if abs(strip.gap - line) < ALIKE else strip.gap
        is_usual = abs(strip.gap - paragraph) < ALIKE and max(before.figure, strip.figure) < 0  # as figures have, too
        return strip.gap + (air - 1) * paragraph * is_usual

    def _is_text(self, strip: Strip) -> bool:
        """Whether a strip is a line of a paragraph or of a list."""
        return strip.block < len(self.body) and isinstance(self.body[strip.block], WORDS)


class MeasuredPart(NamedTuple):
    """What a part of the document measures, in one of its sizes: a block alone, by its number, or a figure with the
    words beside it, by the numbers of these; `is_airy` with more space between lines."""

    size: int
    blocks: int | range
    is_airy: bool = False


class SizesProject(RulebookProject):
    """The document in which a book is measured in several sizes. It is known by the layout of the first of these, in
    which all words stand above figures."""

    def __init__(self, content: Book, page: BookFormat, sizes: Sequence[Layout], look: BookTheme) -> None:
        super().__init__(content, page, sizes_layout(content, sizes[0]), look, measured=True)
        self.sizes = [RulebookProject(content, page, replace(layout, is_endless=True), look, measured=True)
                      for layout in sizes]
        self.groups = [tuple(project.words_beside_figures(without_index(content.body))) for project in self.sizes]
        self.first_sizes: dict[range, int] = {}  # for words beside a figure, the first size in which they stand there
        for size, groups in enumerate(self.groups):
            for words in groups:
                self.first_sizes.setdefault(words, size)
        self.figures = [number for number, block in enumerate(self._body) if isinstance(block, FIGURES)]
        self.airy = [number for number, block in enumerate(self._body)
                     if isinstance(block, (*FIGURES, book.NoteBox, book.TextTable, book.IndexBlock))]

    @cached_property
    def measured_parts(self) -> list[MeasuredPart]:
        """The parts of the document before the body, in their order."""
        parts = [MeasuredPart(0, number, is_airy=True) for number in self.airy]
        for size, groups in enumerate(self.groups):
            if size:  # those of the first size are in the body
                parts += [MeasuredPart(size, number) for number in self.figures]
            for words in groups:
                parts.append(MeasuredPart(size, words))
                if self.first_sizes[words] == size:
                    parts.append(MeasuredPart(size, words, is_airy=True))
        return parts

    @cached_property
    def _code(self) -> tuple[str, tuple[str, ...], str]:
        before, body, after = super()._code
        for project in self.sizes:  # all labels stand in the body
            project.labels, project.pictures = self.labels, self.pictures
        parts = map(self._write_part, self.measured_parts)
        return before, (*parts, f"#pagebreak()\n#mark({quote(PART)})\n", *body), after

    def _write_part(self, part: MeasuredPart) -> str:
        """A part of the document, which begins with a mark. Words stand below their heading where they are measured for
        the first time: the gap between the two is measured, too."""
        project = self.sizes[part.size]
        if isinstance(part.blocks, int):
            code = project.write_alone(part.blocks)
        elif part.is_airy or self.first_sizes[part.blocks] != part.size:
            code = project.write_beside(part.blocks)
        else:
            code = self._heading_above(part.blocks.start) + project.write_beside(part.blocks)
        lines = ""
        if part.is_airy:
            lines = (f"#set par(leading: {format_number(LEADING * AIRY)}em, "
                     f"spacing: {format_number(SPACING * AIRY)}em)\n")
        return f"#[\n{lines}#mark({quote(PART)})\n{code}]\n"

    def _heading_above(self, number: int) -> str:
        """The heading directly above a block; empty where something else stands there."""
        heading = self._body[number - 1] if number else None
        if not isinstance(heading, book.Heading):
            return ""
        levels: list[int] = []
        for block in self._body[:number]:
            if isinstance(block, book.Heading):
                levels = [*(level for level in levels if level < block.level), block.level]
        return f"#mark({quote(f'top {number - 1} Heading')})\n{self._heading(heading, len(levels))}\n"

    def read(self, marks: Iterable[Mark]) -> list[MeasuredSize]:
        """How high all blocks are in each size, from the marks of the document."""
        *part_marks, body_marks = _divide_marks(marks)
        marks_of = dict(zip(self.measured_parts, part_marks, strict=True))
        body, first = self._body, self.sizes[0]
        strips = read_strips(body, body_marks, (), self.page, first.layout)
        strips_of: dict[int, list[Strip]] = {}
        for strip in strips:
            strips_of.setdefault(strip.block, []).append(strip)
        growth = {number: _growth(strips_of[number],
                                  self._strips(first, number, marks_of[MeasuredPart(0, number, is_airy=True)]))
                  for number in self.airy}
        gaps: dict[range, float] = {}
        growth_beside: dict[range, float] = {}
        for words, size in self.first_sizes.items():
            gaps[words], strip = _strip_beside(words, marks_of[MeasuredPart(size, words)])
            _, airy_strip = _strip_beside(words, marks_of[MeasuredPart(size, words, is_airy=True)])
            growth_beside[words] = (airy_strip.height - strip.height) / (AIRY - 1)
        measured_sizes = []
        for size, (project, groups) in enumerate(zip(self.sizes, self.groups, strict=True)):
            figures = {number: self._strips(project, number, marks_of[MeasuredPart(size, number)]) if size
                       else strips_of[number] for number in self.figures}
            beside = {words: _strip_beside(words, marks_of[MeasuredPart(size, words)])[1]._replace(gap=gaps[words])
                      for words in groups}
            points = self.page.size * project.layout.size
            measured_sizes.append(MeasuredSize(
                replace(project.layout, is_endless=False), body, points, self.gap_above_figures * points,
                tuple(_with_figures(strips, figures)), beside, growth, growth_beside))
        return measured_sizes

    def _strips(self, project: RulebookProject, number: int, marks: Sequence[Mark]) -> list[Strip]:
        """The strips of a block that was measured alone: their gaps count from the first of them."""
        return read_strips(self._body, marks, (), self.page, project.layout, range(number, number + 1))


def _divide_marks(marks: Iterable[Mark]) -> list[list[Mark]]:
    """The marks of each part of the document, without the mark with which it begins; those of the body last."""
    parts: list[list[Mark]] = []
    for mark in marks:
        if mark.kind == PART:
            parts.append([])
        else:
            parts[-1].append(mark)
    return parts


def _growth(strips: Sequence[Strip], airy: Sequence[Strip]) -> list[float]:
    """By how many points strips are higher with twice the space between lines; 0 where they are divided in another way
    with a little more."""
    if len(strips) != len(airy):
        return [0.0]
    return [(higher.height - strip.height) / (AIRY - 1) for strip, higher in zip(strips, airy, strict=True)]


def _strip_beside(words: range, marks: Sequence[Mark]) -> tuple[float, Strip]:
    """The strip of a figure with words beside it, and how far it is below the top of the heading above it, if there is
    one."""
    top = next(mark.y for mark in marks if mark.number == words.start)
    bottom = max(mark.y for mark in marks if mark.kind == "end")
    return top - marks[0].y, Strip(words.start, figure=words.stop, height=bottom - top)


def _with_figures(strips: Sequence[Strip], figures: Mapping[int, Sequence[Strip]]) -> Iterator[Strip]:
    """Strips of a body with the heights of its figures in another size."""
    ends_page = {strip.block for strip in strips if strip.ends_page}
    for strip in strips:
        if strip.figure < 0:
            yield strip
        elif strip.is_first:
            *rows, last = figures[strip.block]
            rows.append(last._replace(ends_page=strip.block in ends_page))
            rows[0] = rows[0]._replace(gap=strip.gap)
            yield from rows


def sizes_layout(content: Book, first: Layout) -> Layout:
    """The layout by which the document is known whose first size is that of a layout. It holds nothing of the
    reference."""
    figures = frozenset(number for number, block in enumerate(content.body) if isinstance(block, FIGURES))
    return replace(first, apart=figures, is_endless=True, reference=1.0, reference_size=0.0, reference_pages=1)
