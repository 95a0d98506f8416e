"""Words and cells → drawings: what the pages of a job sheet are set with. mm, y up; every block hangs from its top."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fabgen.artwork.drawing import Drawing, Role, draw, together, write
from fabgen.artwork.path import circle, line, rectangle
from fabgen.artwork.text import text_width
from fabgen.make.frame import fitted, paragraph, wrapped

SMALL, HEAD, DISPLAY = 2.0, 3.0, 8.0  # the three sizes of type: height of a capital in mm
LEAD, ROW = 4.3, 5.4  # mm from line to line, and from row to row of a table
SWATCH = 3.0


@dataclass(frozen=True)
class Cell:
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
class Block:
    """A drawing that hangs from y = 0, and how far down it reaches in mm."""

    drawing: Drawing
    height: float


def heading(text: str, width: float) -> Block:
    """A heading over a line as long as the column."""
    words = write(Role.TITLE, fitted(text, HEAD, width, bold=True), (0, -HEAD), HEAD, anchor="start", bold=True)
    return Block(words + draw(Role.TRIM, line((0, -HEAD - 1.9), (width, -HEAD - 1.9))), HEAD + 3.2)


def listed(items: Sequence[str], width: float, *, boxes: bool = False) -> Block:
    """Items below each other, wrapped, each with a dot, or with a box to tick off."""
    y, out = 0.0, list[Drawing]()
    for item in items:
        lines = wrapped(item, SMALL, width - 5)
        box = draw(Role.TRIM, rectangle(0.2, y - SMALL - 0.5, 2.8, 2.8)) if boxes else _dot(y)
        out += [box, paragraph(lines, (5, y - SMALL), SMALL, LEAD)]
        y -= LEAD * len(lines) + 1.0
    return Block(together(out), -y)


def _dot(y: float) -> Drawing:
    return draw(Role.MARK, circle((1.4, y - SMALL / 2), 0.5))


def table(columns: Sequence[Column], heads: Sequence[str], rows: Sequence[Sequence[Cell]]) -> Block:
    """Rows between light lines, under small grey heads."""
    right = columns[-1].right
    out = [_cell(column, Cell(head), -SMALL, Role.COORDINATE) for column, head in zip(columns, heads, strict=True)]
    y = -ROW + 0.6
    out.append(draw(Role.TRIM, line((0, y), (right, y))))
    for row in rows:
        base = y - (ROW + SMALL) / 2
        out += [_cell(column, cell, base, Role.NOTE) for column, cell in zip(columns, row, strict=True)]
        y -= ROW
        out.append(draw(Role.CUT_LINE, line((0, y), (right, y))))
    return Block(together(out), 1.0 - y)


def _cell(column: Column, cell: Cell, base: float, role: Role) -> Drawing:
    left = column.left + (SWATCH + 1.4 if cell.tone else 0.0)
    swatch = Drawing()
    if cell.tone:
        swatch = draw(Role.SHADE, rectangle(column.left, base - 0.5, SWATCH, SWATCH), tone=cell.tone)
    text = fitted(cell.text, SMALL, column.right - left - 1, cell.bold)
    if not text:
        return swatch
    at, anchor = ((column.right, base), "end") if column.numbers else ((left, base), "start")
    return swatch + write(role, text, at, SMALL, anchor=anchor, bold=cell.bold)


def columns(width: float, *shares: tuple[float, bool]) -> list[Column]:
    """Columns side by side whose widths are shares of the whole, each with whether it holds numbers."""
    total, x, out = sum(share for share, _ in shares), 0.0, list[Column]()
    for share, numbers in shares:
        step = width * share / total
        out.append(Column(x, x + step - (2.0 if not numbers else 0.0), numbers))
        x += step
    return out


def stacked(blocks: Sequence[Block], gap: float = 5.0) -> Block:
    """Blocks below each other."""
    y, out = 0.0, list[Drawing]()
    for block in blocks:
        out.append(block.drawing.moved(0, y))
        y -= block.height + gap
    return Block(together(out), -y - gap if blocks else 0.0)


def name_in(name: str, width: float, height: float, sizes: Sequence[float]) -> Drawing | None:
    """A name in lines around the origin, in the largest of some sizes in which it fits a box; None where none does."""
    for cap in sizes:
        lines = _broken(name, cap, width)
        deep = len(lines) * 1.75 * cap
        if deep <= height and all(text_width(text, cap) <= width for text in lines):
            wide = max(text_width(text, cap) for text in lines) + 0.8
            back = draw(Role.GLUE, rectangle(-wide / 2, -deep / 2, wide, deep, 0.4))
            top = deep / 2 - 1.37 * cap
            return back + together(
                write(Role.NOTE, text, (0, top - 1.75 * cap * n), cap) for n, text in enumerate(lines))
    return None


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
