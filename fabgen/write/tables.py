"""A table of words and small drawings → a reportlab table: as wide as its words need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Table

from fabgen.artwork import book
from fabgen.artwork.drawing import Drawing, Role
from fabgen.units import POINTS_PER_MM
from fabgen.write.pdf import FONT
from fabgen.write.setting import GUTTER, SMALL, PictureFlowable, TextStyle, write_run_markup
from fabgen.write.tags import Tag, artifact

PICTURE = (26 * POINTS_PER_MM, 12 * POINTS_PER_MM)  # room for a drawing in a cell
BARE: tuple[Any, ...] = (
    ("FONTNAME", (0, 0), (-1, -1), FONT[False]), ("VALIGN", (0, 0), (-1, -1), "TOP"),
    *((f"{side}PADDING", (0, 0), (-1, -1), 0) for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")),
)


class RuledTable(Table):
    """A table whose rules are no part of the text."""

    def _drawLines(self) -> None:
        with artifact(self.canv):
            super()._drawLines()  # type: ignore[misc]


def space_table(made: Any, setting: TextStyle, before: float, after: float) -> Any:
    """A flowable with these spaces around it, in lines."""
    made.spaceBefore, made.spaceAfter = before * setting.line, after * setting.line
    return made


def set_table(block: book.TextTable, setting: TextStyle) -> list[Any]:
    """A table with a line under its head and hair lines between rows, as wide as its words need."""
    whole = setting.tag("Table")
    heads = [_row(block.head, block, setting, Tag("TR", whole), head=True)] if any(map(book.plain_text, block.head)) else []
    rows = [_row(row, block, setting, Tag("TR", whole)) for row in block.rows]
    quiet = setting.colour(Role.COORDINATE)
    lines = [("LINEBELOW", (0, n), (-1, n), 0.3, quiet) for n in range(len(heads + rows) - 1)]
    lines += [("LINEBELOW", (0, 0), (-1, 0), 0.9, setting.colour(Role.LABEL))] if heads else []
    pad = setting.line / 4
    sides = [("ALIGN", (n, 0), (n, -1), _SIDES[align]) for n, align in enumerate(block.align)]
    style = [
        *BARE, *lines, *sides, ("VALIGN", (0, len(heads)), (-1, -1), "MIDDLE" if _pictured(block) else "TOP"),
        ("TOPPADDING", (0, 0), (-1, -1), pad), ("BOTTOMPADDING", (0, 0), (-1, -1), pad),
        ("RIGHTPADDING", (0, 0), (-2, -1), GUTTER),
    ]
    table = RuledTable(heads + rows, colWidths=_widths(block, setting), repeatRows=len(heads), splitInRow=1, hAlign="LEFT",
                  style=style)
    return [space_table(table, setting, 0.5, 1.0)]


_SIDES: dict[book.Align, str] = {"left": "LEFT", "middle": "CENTER", "right": "RIGHT"}


def _pictured(block: book.TextTable) -> bool:
    return any(isinstance(cell, Drawing) for row in block.rows for cell in row)


def _row(row: Sequence[book.TextRuns | Drawing], block: book.TextTable, setting: TextStyle, tag: Tag, head: bool = False
         ) -> list[Any]:
    """The cells of a row; a drawing among them is told by the first words beside it."""
    beside = next((book.plain_text(cell) for cell in row if not isinstance(cell, Drawing)), "")
    out: list[Any] = []
    for cell, align in zip(row, block.align, strict=True):
        inner = Tag("TH" if head else "TD", tag)
        if isinstance(cell, Drawing):
            out.append(PictureFlowable(cell, setting, _room(setting), tag=Tag("Figure", inner, beside)))
        else:
            out.append(write_run_markup(cell, setting, setting.style(SMALL, bold=head, align=align), inner))
    return out


def _room(setting: TextStyle) -> tuple[float, float]:
    return PICTURE[0] * setting.most, PICTURE[1] * setting.most


def _widths(block: book.TextTable, setting: TextStyle) -> list[float]:
    """Column widths in points: what the longest line of each needs, or a fair share of what there is."""
    columns = list(zip(block.head, *block.rows, strict=True))
    gaps = [GUTTER] * (len(columns) - 1) + [0.0]
    wish, least = ([max(_width(cell, setting, word) for cell in cells) + gap
                    for cells, gap in zip(columns, gaps, strict=True)] for word in (False, True))
    if sum(wish) <= setting.width:
        return wish
    spare = max(setting.width - sum(least), 0.0)
    over = [w - m for w, m in zip(wish, least, strict=True)]
    widths = [m + spare * o / max(sum(over), 1e-6) for m, o in zip(least, over, strict=True)]
    return [w * min(1.0, setting.width / sum(widths)) for w in widths]


def _width(cell: book.TextRuns | Drawing, setting: TextStyle, word: bool = False) -> float:
    """The width of a cell on one line, or of its longest word."""
    if isinstance(cell, Drawing):
        return PictureFlowable(cell, setting, _room(setting)).width
    parts = book.plain_text(cell).split() if word else book.plain_text(cell).split("\n")
    return max((stringWidth(part, FONT[True], setting.size * SMALL) for part in parts), default=0.0) + 1.0
