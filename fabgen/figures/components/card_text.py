"""Blocks of a book → the sides of a card, in mm: words wrapped in one size of type, figures no wider than the card.

There are only regular and bold letters: italics are set upright. A side is filled from its top; what does not fit goes
on the next side. A character that the font lacks is set as `?`: the check of the rulebook, which has the same words,
reports it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from fabgen.artwork.drawing import Drawing, Lettering, Role, combine_drawings, draw, draw_text
from fabgen.artwork.path import circle, line
from fabgen.artwork.text import ASCENT, DESCENT, missing_characters, point_size, text_width
from fabgen.typeset.blocks import (
    Block,
    BookFigure,
    FigureRow,
    Heading,
    Listing,
    NoteBox,
    Paragraph,
    TextRun,
    TextRuns,
    TextTable,
    plain_text,
)

LEADING, GAP, INDENT = 1.85, 0.75, 1.9  # of a capital's height: between base lines, between blocks, of a list
HEAD = 1.25  # how much larger the first heading is
ROW_GAP = 1.5  # of a capital's height: between figures in a row
SMALLEST_FIGURE = 0.55  # figures are not shrunk further


@dataclass(frozen=True)
class SetBlock:
    """A set block, from y = 0 down by `height` mm, with a gap of `gap` mm after it. `keeps_with_next`: whether it stays
    on the side of the next block."""

    drawing: Drawing
    height: float
    gap: float
    keeps_with_next: bool = False


def set_sides(blocks: Sequence[Block], width: float, height: float, cap: float) -> list[Drawing]:
    """The sides of a card with capitals of `cap` mm, each with its top at y = 0. Empty where a block is higher than a
    side."""
    strips = [strip for number, block in enumerate(blocks) for strip in _set_block(block, width, cap, first=not number)]
    if any(strip.height > height for strip in strips):
        return []
    sides: list[list[Drawing]] = [[]]
    y = 0.0
    for strip, follower in pairwise([*strips, None]):
        if strip is None:
            break
        needed = strip.height + (strip.gap + follower.height if strip.keeps_with_next and follower else 0.0)
        if y and y + needed > height + 1e-6:
            sides.append([])
            y = 0.0
        sides[-1].append(strip.drawing.moved(0, -y))
        y += strip.height + strip.gap
    return [combine_drawings(side) for side in sides]


def _set_block(block: Block, width: float, cap: float, *, first: bool = False) -> Iterator[SetBlock]:
    """A block as strips that may be separated by the end of a side."""
    if isinstance(block, Heading):
        size = cap * HEAD if first else cap
        bold = tuple(TextRun(run.text, bold=True) for run in block.text)
        yield SetBlock(*_set_words(bold, width, size), GAP * cap, keeps_with_next=True)
    elif isinstance(block, Paragraph):
        yield SetBlock(*_set_words(block.text, width, cap), GAP * cap)
    elif isinstance(block, Listing):
        yield from _set_list(block, width, cap)
    elif isinstance(block, NoteBox):
        yield from (strip for inner in block.blocks for strip in _set_block(inner, width, cap))
    elif isinstance(block, BookFigure):
        yield from _set_figure(block, width, cap)
    elif isinstance(block, FigureRow):
        yield _set_figure_row(block.figures, width, cap)
    elif isinstance(block, TextTable):
        yield from _set_table(block, width, cap)


def _set_words(runs: TextRuns, width: float, cap: float) -> tuple[Drawing, float]:
    """Lines of words, left-aligned. A word that is wider than the line gets a line of its own."""
    rows = list(_break_lines(runs, width, cap))
    drawn = []
    for number, row in enumerate(rows):
        base = -ASCENT * cap - number * LEADING * cap
        drawn += [draw_text(Role.LABEL, text, (x, base), cap, anchor="start", bold=bold) for x, text, bold in row]
    return combine_drawings(drawn), (ASCENT + DESCENT + (len(rows) - 1) * LEADING) * cap


_LinePart = tuple[float, str, bool]  # x in mm, words of one style, bold


def _break_lines(runs: TextRuns, width: float, cap: float) -> Iterator[list[_LinePart]]:
    """The words as lines that fit the width; one that is wider gets a line of its own."""
    space = text_width(" ", cap)
    row: list[_LinePart] = []
    x = 0.0
    for parts in _whole_words(runs):
        if parts is None or (row and x + space + sum(text_width(text, cap, bold) for text, bold in parts) > width):
            yield row
            row, x = [], 0.0
        if parts is None:
            continue
        x += space if row else 0.0
        for text, bold in parts:
            row.append((x, text, bold))
            x += text_width(text, cap, bold)
    yield row


def _whole_words(runs: TextRuns) -> Iterator[list[tuple[str, bool]] | None]:
    """Words, each of one or more parts in their styles; None where a line is broken by hand."""
    word: list[tuple[str, bool]] = []
    for run in runs:
        for number, text in enumerate(_printable_text(run).replace("\n", " \n ").split(" ")):
            if number and word:
                yield word
                word = []
            if text == "\n":
                yield None
            elif text:
                word.append((text, run.bold))
    if word:
        yield word


def _printable_text(run: TextRun) -> str:
    """The words of a run with `?` for each character that the font lacks."""
    missing = {*missing_characters(run.text)} - {"\n", "\N{NO-BREAK SPACE}"}
    return "".join("?" if character in missing else character for character in run.text)


def _set_list(block: Listing, width: float, cap: float) -> Iterator[SetBlock]:
    """The items of a list with their signs."""
    indent = INDENT * cap
    for number, item in enumerate(block.items):
        strips = [strip for inner in item for strip in _set_block(inner, width - indent, cap)]
        for place, strip in enumerate(strips):
            sign = _list_sign(block.first, number, cap) if not place else Drawing()
            after = _gap_after(strip is strips[-1], number == len(block.items) - 1, cap)
            yield SetBlock(sign + strip.drawing.moved(indent, 0), strip.height, after)


def _gap_after(ends: bool, last: bool, cap: float) -> float:
    """The gap below a part of a list's item. `ends`: whether it is the item's last part, `last`: whether the item is
    the last."""
    return (GAP if last else 0.45) * cap if ends else 0.0


def _list_sign(first: int | None, number: int, cap: float) -> Drawing:
    """The bullet or the number of an item."""
    if first is None:
        return draw(Role.MARK, circle((0.35 * cap, -(ASCENT - 0.4) * cap), 0.22 * cap))
    return draw_text(Role.LABEL, f"{first + number}", (0, -ASCENT * cap), cap, anchor="start", bold=True)


def _set_figure(figure: BookFigure, width: float, cap: float) -> Iterator[SetBlock]:
    """A figure without its caption, shrunk to the width."""
    x0, _, x1, y1 = figure.drawing.bounds()
    factor = min(1.0, width / (x1 - x0))
    drawing = figure.drawing.moved(-x0, -y1).scaled(factor)
    yield SetBlock(drawing, drawing.size()[1], GAP * cap, keeps_with_next=False)


def _set_figure_row(figures: Sequence[BookFigure], width: float, cap: float) -> SetBlock:
    """Figures in a row at one scale, each over its caption."""
    across, factor = (width - ROW_GAP * cap * (len(figures) - 1)) / len(figures), _row_scale(figures, width, cap)
    tall = max(figure.drawing.size()[1] for figure in figures) * factor
    drawings, depth = list[Drawing](), tall
    for number, figure in enumerate(figures):
        x = number * (across + ROW_GAP * cap)
        x0, y0, _, _ = figure.drawing.bounds()
        words, high = _set_words(figure.caption, across, cap)
        drawings += [figure.drawing.moved(-x0, -y0).scaled(factor).moved(x, -tall), words.moved(x, -tall - 0.6 * cap)]
        depth = max(depth, tall + 0.6 * cap + high)
    return SetBlock(combine_drawings(drawings), depth, GAP * cap)


def _set_table(table: TextTable, width: float, cap: float) -> Iterator[SetBlock]:
    """The rows of a table, with a rule under its head."""
    head = [tuple(TextRun(run.text, bold=True) for run in cell) for cell in table.head]
    has_head = any(plain_text(cell) for cell in head)
    rows: list[Sequence[TextRuns | Drawing]] = [*([head] if has_head else []), *table.rows]
    widths = _column_widths(rows, width, cap)
    for number, cells in enumerate(rows):
        drawings, height, x = list[Drawing](), 0.0, 0.0
        for cell, across in zip(cells, widths, strict=True):
            row_drawings, high = _set_cell(cell, across - 1.2 * cap, cap)
            drawings.append(row_drawings.moved(x, 0))
            height, x = max(height, high), x + across
        rule = draw(Role.TRIM, line((0, -height - 0.3 * cap), (width, -height - 0.3 * cap)))
        yield SetBlock(
            combine_drawings(drawings) + rule, height + 0.3 * cap, 0.4 * cap, keeps_with_next=has_head and not number
        )


def _column_widths(rows: Sequence[Sequence[TextRuns | Drawing]], width: float, cap: float) -> list[float]:
    """Widths of columns: what each needs for one line where that is little, the rest shared by the others."""
    needs = [max(_natural_width(row[i], cap) for row in rows) + 1.4 * cap for i in range(len(rows[0]))]
    wide_columns = {i for i, need in enumerate(needs) if need > width / len(needs)} if sum(needs) > width else set()
    shared_width = width - sum(need for i, need in enumerate(needs) if i not in wide_columns)
    return [shared_width / len(wide_columns) if i in wide_columns else need for i, need in enumerate(needs)]


def _natural_width(cell: TextRuns | Drawing, cap: float) -> float:
    """The width in mm of a cell in one line, or of its longest line where it is broken by hand."""
    if isinstance(cell, Drawing):
        return cell.size()[0]
    widths = [0.0]
    for run in cell:
        first, *others = (text_width(text, cap, run.bold) for text in _printable_text(run).split("\n"))
        widths[-1] += first
        widths += others
    return max(widths)


def _set_cell(cell: TextRuns | Drawing, width: float, cap: float) -> tuple[Drawing, float]:
    """A cell and its height in mm."""
    if isinstance(cell, Drawing):
        x0, _, x1, y1 = cell.bounds()
        drawing = cell.moved(-x0, -y1).scaled(min(1.0, width / (x1 - x0)))
        return drawing, drawing.size()[1]
    return _set_words(cell, width, cap)


def smallest_figure(blocks: Iterable[Block], width: float) -> float:
    """The factor by which the widest figure is shrunk to fit a width in mm; 1 where none is."""
    widths = [figure.drawing.size()[0] for block in blocks for figure in _figures(block)]
    return min([1.0, *(width / wide for wide in widths)])


def smallest_type(blocks: Iterable[Block], width: float, cap: float) -> float:
    """The size in points of the smallest lettering in the figures of a card of `width` mm, with capitals of `cap` mm
    between figures in a row; infinite where figures hold no lettering."""
    sizes = [
        point_size(item.text.cap * factor)
        for figures, factor in _figures_at_scale(blocks, width, cap)
        for figure in figures
        for item in figure.drawing.items
        if isinstance(item, Lettering)
    ]
    return min(sizes, default=math.inf)


def _figures_at_scale(
    blocks: Iterable[Block], width: float, cap: float
) -> Iterator[tuple[Sequence[BookFigure], float]]:
    """The figures of each block, and the factor by which they are shrunk."""
    for block in blocks:
        if isinstance(block, FigureRow):
            yield block.figures, _row_scale(block.figures, width, cap)
        elif isinstance(block, BookFigure):
            yield (block,), min(1.0, width / block.drawing.size()[0])


def _row_scale(figures: Sequence[BookFigure], width: float, cap: float) -> float:
    """The factor by which figures in a row are shrunk to fit a width in mm."""
    across = (width - ROW_GAP * cap * (len(figures) - 1)) / len(figures)
    return min([1.0, *(across / figure.drawing.size()[0] for figure in figures)])


def _figures(block: Block) -> Iterator[BookFigure]:
    if isinstance(block, BookFigure):
        yield block


__all__ = ["SMALLEST_FIGURE", "SetBlock", "set_sides", "smallest_figure", "smallest_type"]
