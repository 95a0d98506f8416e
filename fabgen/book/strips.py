"""The marks of a book on a page without end → its strips: lines, and blocks that no page break divides.

Typst follows these rules where it breaks pages: the first two lines of a paragraph stay together, and the last two; a
heading stays with what follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fabgen.book.body_blocks import LEAST_ROWS, announces, table_groups, whole_table_share
from fabgen.book.book_format import BookFormat
from fabgen.book.layout import Layout, Mark
from fabgen.book.rulebook_typst import LEADING
from fabgen.core.units import POINTS_PER_MM
from fabgen.typeset import blocks as book

CAP_HEIGHT = 0.66  # em: how far a line reaches above its baseline


class Strip(NamedTuple):
    """A line, or a block that no page break divides: the number of its block, its height and the gap above it in
    points. `repeated`: the height of what a page repeats above it, the head of a table. `holds_next`: no page ends
    below it. `is_first`: it begins its block. `figure`: the number of the figure that it is, with or without words
    beside it, or -1. `ends_page`: the next strip begins a page."""

    block: int
    holds_next: bool = False
    is_first: bool = True
    height: float = 0.0
    gap: float = 0.0
    repeated: float = 0.0
    figure: int = -1
    ends_page: bool = False
    level: int = 0  # of a heading


@dataclass(frozen=True)
class Segment:
    """Strips that follow each other, in one way or in two: with words beside a figure, and above it."""

    ways: tuple[tuple[Strip, ...], ...]
    figure: int = -1


def read_strips(body: Sequence[book.Block], marks: Sequence[Mark], groups: Sequence[range], page: BookFormat,
                layout: Layout, numbers: range | None = None) -> list[Strip]:
    """The strips of a body that was measured on a page without end, or of those of its blocks that have some `numbers`.
    `groups` are the words that stand beside the figure behind them. The last strip is the imprint, whose number is that
    of the blocks of the body."""
    by_number: dict[int, list[Mark]] = {}
    for mark in marks:
        by_number.setdefault(mark.number, []).append(mark)
    starts_of_groups = {group.start: group for group in groups}
    boxes: list[tuple[float, float, Strip]] = []
    numbers = numbers or range(len(body))
    number = numbers.start
    while number < numbers.stop:
        group = starts_of_groups.get(number)
        blocks = range(number, group.stop + 1) if group else range(number, number + 1)
        group_marks = [mark for n in blocks for mark in by_number.get(n, ())]
        if group and group_marks:
            bottom = max(mark.y for mark in group_marks if mark.kind == "end")
            boxes.append((group_marks[0].y, bottom, Strip(number, figure=group.stop)))
        elif isinstance(body[number], book.PageBreak):
            if boxes:
                top, bottom, strip = boxes[-1]
                boxes[-1] = top, bottom, strip._replace(ends_page=True)
        elif group_marks:
            boxes.extend(_boxes_of(body, number, group_marks, page, layout))
        number = blocks.stop
    if imprint := [mark for mark in marks if mark.number >= len(body)]:  # an index may be left out before it
        boxes.append((imprint[0].y, imprint[-1].y, Strip(len(body))))
    strips, reached = [], 0.0
    for top, bottom, strip in boxes:
        strips.append(strip._replace(height=bottom - top, gap=max(0.0, top - reached)))
        reached = bottom
    return strips


def _boxes_of(body: Sequence[book.Block], number: int, marks: Sequence[Mark], page: BookFormat, layout: Layout
              ) -> Iterator[tuple[float, float, Strip]]:
    """The top and the bottom of each strip of a block, and the strip without its height and gap."""
    block, top = body[number], marks[0].y
    if isinstance(block, book.Heading):
        yield top, top, Strip(number, holds_next=True, level=block.level)
        return
    starts = [mark.y for mark in marks if mark.kind == "start"]
    ends = [mark.y for mark in marks if mark.kind == "end"]
    if isinstance(block, book.Paragraph | book.Listing):
        is_first = True
        for start, end in zip(starts, ends, strict=True):
            for line_top, line_bottom, holds_next in _lines(start, end, page.size * layout.size, layout.air):
                yield line_top, line_bottom, Strip(number, holds_next or announces(block), is_first)
                is_first = False
    elif isinstance(block, book.BookFigure | book.FigureRow):
        for start, end in zip(starts, ends, strict=True):
            yield start, end, Strip(number, is_first=start == starts[0], figure=number)
    else:
        bottom = max(mark.y for mark in marks)
        rows = [mark.y for mark in marks if mark.kind == "row"]
        room = whole_table_share(body, number) * page.frame[1] * POINTS_PER_MM
        if bottom - top <= room or len(rows) < 3:
            yield top, bottom, Strip(number)
            return
        groups = table_groups(block) if isinstance(block, book.TextTable) else ()
        yield from _rows(number, top, bottom, rows, groups, room)


def _lines(start: float, end: float, size: float, air: float) -> Iterator[tuple[float, float, bool]]:
    """The top and the bottom of each line of a paragraph, and whether it stays with the next one: the first two lines
    stay together, and the last two. `start` and `end` are its first and last base lines."""
    high = CAP_HEIGHT * size
    count = 1 + round((end - start) / (high + LEADING * air * size))
    for line in range(count):
        base = start + line * (end - start) / max(1, count - 1)
        yield base - high, base, line < count - 1 and line in (0, count - 2)


def _rows(number: int, top: float, bottom: float, rows: Sequence[float], groups: Sequence[int] = (),
          room: float = 0.0) -> Iterator[tuple[float, float, Strip]]:
    """The top and the bottom of each row of a table. Its head stays with the next row, and each page repeats it. Of a
    table with several `groups` of rows, each group that fits the `room` of a page stays together. At least three rows
    are on each page: the first of the table, or of a larger group, stay together, and the last."""
    inset = rows[0] - top
    edges = [*(row - inset for row in rows), bottom]
    head = edges[1] - edges[0]
    yield edges[0], edges[1], Strip(number, holds_next=True)
    count = len(edges) - 2
    if len(groups) < 2 or sum(groups) != count:
        groups = (count,)
    first = 0
    for size in groups:
        is_whole = len(groups) > 1 and head + edges[first + size + 1] - edges[first + 1] <= room
        for row in range(size):
            is_edge = row < LEAST_ROWS - 1 or size - LEAST_ROWS <= row
            is_tied = row < size - 1 and (is_whole or (size >= 2 * LEAST_ROWS and is_edge))
            high, low = edges[first + row + 1], edges[first + row + 2]
            yield high, low, Strip(number, is_tied, is_first=False, repeated=head)
        first += size


def total_height(segments: Sequence[Segment]) -> float:
    """The least height of a body in points: without the gaps above headings, which may begin pages."""
    return sum([min([sum([strip.height + strip.gap * (strip.level == 0) for strip in way]) for way in segment.ways])
                for segment in segments])


def enlarge_words(segments: Sequence[Segment], factor: float, pictures: Mapping[int, float]) -> list[Segment]:
    """About the strips of a body with words so many times larger: there are as many times more lines, each of them so
    many times higher. `pictures` are the heights of pictures in points, by the number of their figure: these stay."""
    counts: dict[int, int] = {}
    for segment in segments:
        for strip in segment.ways[-1]:
            counts[strip.block] = counts.get(strip.block, 0) + 1

    def enlarge(strip: Strip) -> Strip:
        fixed = 0.0
        if strip.figure >= 0:
            fixed = min(strip.height, pictures.get(strip.figure, 0.0) / counts.get(strip.figure, 1))
        lines = factor ** 1.5
        return strip._replace(height=fixed + lines * (strip.height - fixed), repeated=lines * strip.repeated,
                              gap=(factor if strip.is_first else lines) * strip.gap)

    return [Segment(tuple(tuple(map(enlarge, way)) for way in segment.ways), segment.figure) for segment in segments]
