"""Words and cells → drawings: what the pages of a job sheet are set with. mm, y up; every block hangs from its top."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw, draw_text
from fabgen.artwork.path import circle, line, rectangle
from fabgen.artwork.text import text_width
from fabgen.typeset.pages import draw_paragraph, shorten, wrap_text

SMALL, HEAD, DISPLAY = 2.0, 3.0, 8.0  # the three sizes of type: height of a capital in mm
LEAD, ROW = 4.3, 5.4  # mm from line to line, and from row to row of a table
SWATCH = 3.0
AND = "-and-"  # joins the names in the name of a sheet; a table may break a long name after it
QUOTED, QUOTES = re.compile(r"`([^`]*)`"), "\N{LEFT DOUBLE QUOTATION MARK}\\1\N{RIGHT DOUBLE QUOTATION MARK}"


@dataclass(frozen=True)
class TableCell:
    """Words, in front of them a swatch in a tone or none; bold where they lead the row."""

    text: str
    tone: str = ""
    bold: bool = False


@dataclass(frozen=True)
class Column:
    """Where a column starts and ends, in mm from the left; numbers end where it ends."""

    left: float
    right: float
    numbers: bool = False


@dataclass(frozen=True)
class TextBlock:
    """A drawing that hangs from y = 0, and how far down it reaches in mm."""

    drawing: Drawing
    height: float


def heading(text: str, width: float) -> TextBlock:
    """A heading over a line as long as the column."""
    words = draw_text(Role.TITLE, shorten(text, HEAD, width, bold=True), (0, -HEAD), HEAD, anchor="start", bold=True)
    return TextBlock(words + draw(Role.TRIM, line((0, -HEAD - 1.9), (width, -HEAD - 1.9))), HEAD + 3.2)


def set_list(items: Sequence[str], width: float, *, boxes: bool = False) -> TextBlock:
    """Items below each other, wrapped, each with a dot, or with a box to tick off."""
    y, out = 0.0, list[Drawing]()
    for item in items:
        lines = wrap_text(QUOTED.sub(QUOTES, item), SMALL, width - 5)
        box = draw(Role.TRIM, rectangle(0.2, y - SMALL - 0.5, 2.8, 2.8)) if boxes else _dot(y)
        out += [box, draw_paragraph(lines, (5, y - SMALL), SMALL, LEAD)]
        y -= LEAD * len(lines) + 1.0
    return TextBlock(combine_drawings(out), -y)


def _dot(y: float) -> Drawing:
    return draw(Role.MARK, circle((1.4, y - SMALL / 2), 0.5))


def table(columns: Sequence[Column], heads: Sequence[str], rows: Sequence[Sequence[TableCell]]) -> TextBlock:
    """Rows between light lines, under small grey heads; words that are wider than their column go on below."""
    right = columns[-1].right
    out = [_cell(column, TableCell(head), -SMALL, Role.COORDINATE) for column, head in zip(columns, heads, strict=True)]
    y = -ROW + 0.6
    out.append(draw(Role.TRIM, line((0, y), (right, y))))
    for row in rows:
        base = y - (ROW + SMALL) / 2
        out += [_cell(column, cell, base, Role.NOTE) for column, cell in zip(columns, row, strict=True)]
        y -= row_height(columns, row)
        out.append(draw(Role.CUT_LINE, line((0, y), (right, y))))
    return TextBlock(combine_drawings(out), 1.0 - y)


def row_height(columns: Sequence[Column], row: Sequence[TableCell]) -> float:
    """How high a row of a table is in mm."""
    return ROW + LEAD * (max(len(_lines(column, cell)) for column, cell in zip(columns, row, strict=True)) - 1)


def _lines(column: Column, cell: TableCell) -> list[str]:
    room = column.right - column.left - (SWATCH + 1.4 if cell.tone else 0.0) - (0.0 if column.numbers else 1.0)
    wide = text_width(cell.text, SMALL, cell.bold) > room
    return wrap_text(cell.text.replace(AND, f"{AND} ") if wide else cell.text, SMALL, room, cell.bold)


def _cell(column: Column, cell: TableCell, base: float, role: Role) -> Drawing:
    left, lines = column.left + (SWATCH + 1.4 if cell.tone else 0.0), _lines(column, cell)
    swatch = Drawing()
    if cell.tone:
        swatch = draw(Role.SHADE, rectangle(column.left, base - 0.5, SWATCH, SWATCH), tone=cell.tone)
    x, anchor = (column.right, "end") if column.numbers else (left, "start")
    return swatch + combine_drawings(draw_text(role, text, (x, base - LEAD * n), SMALL, anchor=anchor, bold=cell.bold)
                             for n, text in enumerate(lines) if text)


def columns(width: float, *shares: tuple[float, bool]) -> list[Column]:
    """Columns side by side whose widths are shares of the whole, each with whether it holds numbers."""
    total, x, out = sum(share for share, _ in shares), 0.0, list[Column]()
    for share, numbers in shares:
        step = width * share / total
        out.append(Column(x, x + step - (2.0 if not numbers else 0.0), numbers))
        x += step
    return out


def stack_blocks(blocks: Sequence[TextBlock], gap: float = 5.0) -> TextBlock:
    """Blocks below each other."""
    y, out = 0.0, list[Drawing]()
    for block in blocks:
        out.append(block.drawing.moved(0, y))
        y -= block.height + gap
    return TextBlock(combine_drawings(out), -y - gap if blocks else 0.0)


@dataclass(frozen=True)
class Label:
    """Words around the origin on a light ground, and the size of that in mm."""

    drawing: Drawing
    width: float
    height: float


def words_in(name: str, sizes: Sequence[float]) -> Iterator[Label]:
    """A name in the largest of some sizes first, in one line first, then in as many as it can be broken into."""
    for cap in sizes:
        widths = sorted({round(text_width(name, cap) / n, 3) for n in range(1, len(name.split()) + 1)}, reverse=True)
        ways = dict.fromkeys(tuple(_broken(name, cap, width + 1e-3)) for width in widths)
        yield from (_label(lines, cap) for lines in ways)


def _label(lines: Sequence[str], cap: float) -> Label:
    wide, deep = max(text_width(text, cap) for text in lines) + 0.8, len(lines) * 1.75 * cap
    back = draw(Role.GLUE, rectangle(-wide / 2, -deep / 2, wide, deep, 0.4))
    top = deep / 2 - 1.37 * cap
    told = combine_drawings(draw_text(Role.NOTE, text, (0, top - 1.75 * cap * n), cap) for n, text in enumerate(lines))
    return Label(back + told, wide, deep)


def _broken(name: str, cap: float, width: float) -> list[str]:
    """The words of a name in lines as wide as there is room; a word is never cut."""
    lines: list[str] = []
    for word in name.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, cap) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
