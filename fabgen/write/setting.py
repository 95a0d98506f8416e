"""A theme and a measure → the type of a book and the boxes that it is set in.

One family, three sizes, all lines multiples of half a line. Points here, mm only at `paint`. A drawing is shown at its
own size or smaller, never larger.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any, Literal
from xml.sax.saxutils import escape, quoteattr

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Flowable, Paragraph

from fabgen.artwork import book
from fabgen.artwork.drawing import Drawing, Role
from fabgen.make.theme import Theme, ink
from fabgen.units import POINTS_PER_MM
from fabgen.write.pdf import FONT, paint, register_fonts

ITALIC = "FabgenText-Italic"
GUTTER = 4 * POINTS_PER_MM
SMALL = 6 / 7  # of the body size: captions, tables, notes
INSET = 1.0  # room for half a line around a drawing


@dataclass(frozen=True)
class Setting:
    """What every block needs to be set: the theme, the frame and the body size in points.

    `found` is filled with the headings and their pages while pages are made; a draft measures and paints no drawings.
    """

    theme: Theme
    width: float
    height: float
    size: float = 10.5
    draft: bool = False
    found: list[tuple[book.Heading, int]] = field(default_factory=list)

    @property
    def line(self) -> float:
        """The height of a line."""
        return self.size * 4 / 3

    def colour(self, role: Role) -> str:
        inked = ink(self.theme, role, "")
        return (inked and (inked.fill or inked.stroke)) or "#000000"

    def style(self, scale: float = 1.0, *, bold: bool = False, before: float = 0.0, after: float = 0.0,
              indent: float = 0.0, align: book.Align = "left", role: Role = Role.LABEL) -> ParagraphStyle:
        """A style: `scale` of the body size, spaces in lines, indent in points. Never hyphenated, no widows."""
        size = self.size * scale
        leading = self.line * (scale if scale <= 1 else math.ceil(scale * 1.8) / 2)
        return ParagraphStyle(
            "set", fontName=FONT[bold], fontSize=size, leading=leading, textColor=HexColor(self.colour(role)),
            alignment=_ALIGN[align], spaceBefore=before * self.line, spaceAfter=after * self.line, leftIndent=indent,
            bulletFontName=FONT[False], bulletFontSize=size, bulletIndent=indent - 1.15 * self.line,
            bulletColor=HexColor(self.colour(Role.COORDINATE)), allowWidows=0, allowOrphans=0, splitLongWords=1,
        )


_ALIGN: dict[book.Align, Literal[0, 1, 2]] = {"left": 0, "middle": 1, "right": 2}


def register_faces() -> None:
    """The faces of a book, known to reportlab under one family."""
    register_fonts()
    if ITALIC not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont(ITALIC, str(files("fabgen") / "fonts" / "SourceSansPro-It.ttf")))


def markup(text: book.Runs, setting: Setting) -> str:
    """Runs as reportlab's paragraph markup, every character of them escaped."""
    return "".join(_run(run, setting) for run in text)


def _run(run: book.Run, setting: Setting) -> str:
    words = escape(run.text.replace(" ", "\N{NO-BREAK SPACE}") if run.notation else run.text).replace("\n", "<br/>")
    face = FONT[True] if run.bold else ITALIC if run.italic and _slants(run.text) else ""
    words = f'<font name="{face}">{words}</font>' if face else words
    if run.link.startswith("#"):  # print has no use for a colour there; on a screen it still leads on
        return f'<a href={quoteattr(run.link)} color="{setting.colour(Role.LABEL)}">{words}</a>'
    if run.link:
        return f'<a href={quoteattr(run.link)} color="{setting.colour(Role.PATH)}">{words}</a>'
    return words


def _slants(text: str) -> bool:
    """Whether the italic face has every character; it has fewer than the upright one."""
    glyphs: Any = pdfmetrics.getFont(ITALIC).face.charToGlyph  # type: ignore[attr-defined]
    return all(ord(c) in glyphs for c in text if c not in "\n\N{NO-BREAK SPACE}")


def _depth(levels: Iterable[int]) -> int:
    """The outline's depth, from 0, of the last of these headings; an outline skips no level, even where a text does."""
    depth = -1
    for level in levels:
        depth = min(level - 1, depth + 1)
    return depth


class Titled(Paragraph):
    """A heading that leaves its bookmark, its outline entry and its page number behind where it is drawn."""

    heading: book.Heading | None = None
    setting: Setting | None = None

    def split(self, availWidth: float, availHeight: float) -> list[Any]:
        parts: list[Any] = super().split(availWidth, availHeight)
        if parts:
            parts[0].heading, parts[0].setting = self.heading, self.setting
        return parts

    def draw(self) -> None:
        if self.heading and self.setting:
            page, anchor = self.canv, self.heading.anchor
            page.bookmarkHorizontal(anchor, 0, self.height + self.setting.line / 2)
            self.setting.found.append((self.heading, page.getPageNumber()))
            depth = _depth(heading.level for heading, _ in self.setting.found)
            page.addOutlineEntry(book.plain(self.heading.text), anchor, depth, closed=False)
        super().draw()


class Picture(Flowable):
    """A drawing, shrunk to a room in points where it is larger, to `most` of its size at any rate."""

    def __init__(self, drawing: Drawing, setting: Setting, room: tuple[float, float], most: float = 1.0) -> None:
        super().__init__()
        self.drawing, self.setting = drawing, setting
        self.box = drawing.bounds() if drawing.items else (0.0, 0.0, 1.0, 1.0)
        width, height = ((self.box[n + 2] - self.box[n]) * POINTS_PER_MM for n in (0, 1))
        self.scale = min(most, (room[0] - 2 * INSET) / max(width, 1e-6), (room[1] - 2 * INSET) / max(height, 1e-6))
        self.width, self.height = width * self.scale + 2 * INSET, height * self.scale + 2 * INSET

    def wrap(self, availWidth: float, availHeight: float) -> tuple[float, float]:
        return self.width, self.height

    def draw(self) -> None:
        if self.setting.draft or not self.drawing.items:
            return
        x, y = (INSET / POINTS_PER_MM - low * self.scale for low in self.box[:2])
        paint(self.canv, self.drawing, self.setting.theme, x, y, self.scale)


class Plate(Flowable):
    """Things at fixed places in one box that never splits: x and top of each, from the box's upper left corner."""

    def __init__(self, items: Sequence[tuple[float, float, Any]], width: float, height: float, line: float) -> None:
        super().__init__()
        self.items, self.width, self.height = items, width, math.ceil(height / line * 2 - 1e-6) * line / 2
        self.spaceBefore, self.spaceAfter = line / 2, line

    def wrap(self, availWidth: float, availHeight: float) -> tuple[float, float]:
        return self.width, self.height

    def draw(self) -> None:
        for x, top, item in self.items:
            item.drawOn(self.canv, x, self.height - top - item.height)


class Shifted(Flowable):
    """A flowable moved to the right."""

    def __init__(self, inner: Any, indent: float) -> None:
        super().__init__()
        self.inner, self.indent = inner, indent

    def wrap(self, availWidth: float, availHeight: float) -> tuple[float, float]:
        width, height = self.inner.wrap(availWidth - self.indent, availHeight)
        return width + self.indent, height

    def split(self, availWidth: float, availHeight: float) -> list[Any]:
        return [Shifted(part, self.indent) for part in self.inner.split(availWidth - self.indent, availHeight)]

    def getSpaceBefore(self) -> float:
        return float(self.inner.getSpaceBefore())

    def getSpaceAfter(self) -> float:
        return float(self.inner.getSpaceAfter())

    def draw(self) -> None:
        self.inner.drawOn(self.canv, self.indent, 0)
