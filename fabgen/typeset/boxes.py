"""A theme and a measure → the type of a book and the boxes that it is set in.

One family, three sizes, all lines multiples of half a line. Points here, mm only at `paint`. A drawing is shown at its
own size or smaller, never larger, but in large print. Every flowable that paints says what its paint is: a tag of the
structure, or an artifact.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from importlib.resources import files
from itertools import groupby
from typing import Any, Literal

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Flowable, Paragraph, Table

from fabgen.artwork.drawing import Drawing, Lettering, Role
from fabgen.artwork.export.pdf import FONT, paint_drawing, register_fonts
from fabgen.artwork.text import point_size
from fabgen.artwork.themes import Theme, resolve_ink
from fabgen.core.units import POINTS_PER_MM
from fabgen.typeset import blocks as book
from fabgen.typeset.page_references import PageReferences, fill, page_phrase_from
from fabgen.typeset.pdf_tags import DOCUMENT, Tag, artifact, mark_content, target

ITALIC = "FabgenText-Italic"
GUTTER = 4 * POINTS_PER_MM
BODY = 10.5  # points
SMALL = 10 / BODY  # of the body size: captions, tables, notes, the running foot
LEGIBLE = 6.0  # points, where the body has BODY: no lettering in a drawing is shrunk further
BAR = 1.6  # points: the rule beside a note
INSET = 1.0  # room for half a line around a drawing
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class TextStyle:
    """What every block needs to be set: the theme, the frame and the body size in points.

    `found` is filled with the headings and their pages while pages are painted. `paging` knows the pages of all anchors
    when pages are broken and before they are painted. `most` is the largest scale of a drawing, `legible` the
    least type in one in points. `within` is the tag around what is set.
    """

    theme: Theme
    width: float
    height: float
    size: float = BODY
    most: float = 1.0
    within: Tag = DOCUMENT
    paging: PageReferences = field(default_factory=PageReferences)
    found: list[tuple[book.Heading, int]] = field(default_factory=list)
    legible: float = LEGIBLE
    boxes: dict[int, tuple[Box, float]] = field(default_factory=dict)  # by drawing: it is measured once

    def box(self, drawing: Drawing) -> tuple[Box, float]:
        """The bounds of a drawing in mm, and the scale below which its lettering is too small to read. Coordinates do
        not count: they are painted larger then, for they have the room."""
        if id(drawing) not in self.boxes:
            sizes = [point_size(item.text.cap) for item in drawing.items
                     if isinstance(item, Lettering) and item.role is not Role.COORDINATE]
            bounds = drawing.bounds() if drawing.items else (0.0, 0.0, 1.0, 1.0)
            self.boxes[id(drawing)] = bounds, min(self.legible / min(sizes), self.legible / LEGIBLE) if sizes else 0.0
        return self.boxes[id(drawing)]

    def tag(self, role: str, alt: str = "") -> Tag:
        """A new element of the structure inside the one around."""
        return Tag(role, self.within, alt)

    @property
    def line(self) -> float:
        """The height of a line."""
        return self.size * 4 / 3

    def colour(self, role: Role) -> str:
        inked = resolve_ink(self.theme, role, "")
        return (inked and (inked.fill or inked.stroke)) or "#000000"

    def style(self, scale: float = 1.0, *, bold: bool = False, before: float = 0.0, after: float = 0.0,
              indent: float = 0.0, align: book.Align = "left", role: Role = Role.LABEL) -> ParagraphStyle:
        """A style: `scale` of the body size, spaces in lines, indent in points. Never hyphenated, no widows."""
        size = self.size * scale
        leading = self.line * (scale if scale <= 1 else math.ceil(scale * 1.8) / 2)
        return ParagraphStyle(
            "set", fontName=FONT[bold], fontSize=size, leading=leading, textColor=HexColor(self.colour(role)),
            alignment=_ALIGN[align], spaceBefore=before * self.line, spaceAfter=after * self.line, leftIndent=indent,
            allowWidows=0, allowOrphans=0, splitLongWords=1,
        )


_ALIGN: dict[book.Align, Literal[0, 1, 2]] = {"left": 0, "middle": 1, "right": 2}


def register_faces() -> None:
    """The faces of a book, known to reportlab under one family."""
    register_fonts()
    if ITALIC not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont(ITALIC, str(files("fabgen") / "artwork" / "fonts" / "SourceSansPro-It.ttf")))


def markup(text: book.TextRuns, setting: TextStyle) -> str:
    """Runs as reportlab's paragraph markup, every character of them escaped."""
    said = ((run.link, _run(run, setting)) for run in text)
    return "".join(_link_words(link, "".join(words for _, words in part), setting)
                   for link, part in groupby(said, lambda one: one[0]))


def _run(run: book.TextRun, setting: TextStyle) -> str:
    text = setting.paging.page_phrase(run) if run.see else run.text
    words = escape(text.replace(" ", "\N{NO-BREAK SPACE}") if run.notation else text, quote=False)
    words = words.replace("\n", "<br/>")
    face = FONT[True] if run.bold else ITALIC if run.italic and _slants(run.text) else ""
    return f'<font name="{face}">{words}</font>' if face and words else words


def _link_words(link: str, words: str, setting: TextStyle) -> str:
    if not link or not words:
        return words
    role = Role.LABEL if link.startswith("#") else Role.PATH  # print has no use for a colour inside the book
    return f'<a href="{escape(link)}" color="{setting.colour(role)}">{words}</a>'


def _slants(text: str) -> bool:
    """Whether the italic face has every character; it has fewer than the upright one."""
    glyphs: Any = pdfmetrics.getFont(ITALIC).face.charToGlyph  # type: ignore[attr-defined]
    return all(ord(c) in glyphs for c in text if c not in "\n\N{NO-BREAK SPACE}")


def _depth(levels: Iterable[int]) -> int:
    """The outline's depth, from 0, of the last of these headings; an outline skips no level, even where a text does."""
    above: list[int] = []
    for level in levels:
        above = [*(one for one in above if one < level), level]
    return len(above) - 1


class TextFlowable(Paragraph):
    """A paragraph that tells what it is in the structure."""

    tag = DOCUMENT
    place: tuple[str, str] | None = None  # what links lead to: its anchor and its words
    tells: tuple[book.TextRun, ...] = ()  # those of its words that tell pages
    paging: PageReferences | None = None

    def split(self, availWidth: float, availHeight: float) -> list[Any]:
        parts: list[Any] = super().split(availWidth, availHeight)
        for part in parts:
            part.tag, part.paging = self.tag, self.paging
        if parts:
            parts[0].place = self.place
        return parts

    def draw(self) -> None:
        if self.place:
            target(self.canv, self.place[0], self.height, self.place[1])
        if self.paging:
            fill(self, self.paging)
        with mark_content(self.canv, self.tag):
            super().draw()


def write_run_markup(text: book.TextRuns, setting: TextStyle, style: ParagraphStyle, tag: Tag) -> TextFlowable:
    """A paragraph of runs with its tag."""
    made = spoken_text(markup(text, setting), style, tag)
    made.tells = tuple(page_phrase_from(text))
    made.paging = setting.paging if made.tells else None
    return made


def spoken_text(words: str, style: ParagraphStyle, tag: Tag, **more: Any) -> TextFlowable:
    """A paragraph of markup with its tag."""
    made = TextFlowable(words, style, **more)
    made.tag = tag
    return made


class TitledFlowable(TextFlowable):
    """A heading that leaves its bookmark, its outline entry and its page number behind where it is drawn."""

    heading: book.Heading | None = None
    setting: TextStyle | None = None

    def split(self, availWidth: float, availHeight: float) -> list[Any]:
        parts: list[Any] = super().split(availWidth, availHeight)
        if parts:
            parts[0].heading, parts[0].setting = self.heading, self.setting
        return parts

    def draw(self) -> None:
        if self.heading and self.setting:
            page, anchor = self.canv, self.heading.anchor
            target(page, anchor, self.height + self.setting.line / 2, book.plain_text(self.heading.text))
            self.setting.found.append((self.heading, page.getPageNumber()))
            depth = _depth(heading.level for heading, _ in self.setting.found)
            page.addOutlineEntry(book.plain_text(self.heading.text), anchor, depth, closed=False)
            self.tag = Tag(f"H{depth + 1}", self.tag.within)
        super().draw()


class PictureFlowable(Flowable):
    """A drawing, shrunk to a room in points where it is larger, to `most` of its size at any rate."""

    def __init__(self, drawing: Drawing, setting: TextStyle, room: tuple[float, float], most: float | None = None,
                 tag: Tag | None = None, place: tuple[str, str] | None = None) -> None:
        super().__init__()
        self.drawing, self.setting, self.tag, self.place = drawing, setting, tag, place
        self.box, self.legible = setting.box(drawing)
        width, height = ((self.box[n + 2] - self.box[n]) * POINTS_PER_MM for n in (0, 1))
        most = setting.most if most is None else most
        self.scale = min(most, (room[0] - 2 * INSET) / max(width, 1e-6), (room[1] - 2 * INSET) / max(height, 1e-6))
        self.width, self.height = width * self.scale + 2 * INSET, height * self.scale + 2 * INSET
        ground = drawing.only(Role.GRID)
        foot = ground.bounds()[1] - self.box[1] if ground.items else 0.0
        self.foot = foot * POINTS_PER_MM * self.scale + INSET  # from its lower edge to that of its cells

    def wrap(self, availWidth: float, availHeight: float) -> tuple[float, float]:
        return self.width, self.height

    def draw(self) -> None:
        if self.place and self.setting.paging.first(self.place[0], self.canv.getPageNumber()):
            target(self.canv, self.place[0], self.height, self.place[1])
        if not self.drawing.items:
            return
        low, high = self.canv.absolutePosition(0, 0), self.canv.absolutePosition(self.width, self.height)
        with mark_content(self.canv, self.tag, (*low, *high)) if self.tag else artifact(self.canv):
            self._paint()

    def _paint(self) -> None:
        x, y = (INSET / POINTS_PER_MM - low * self.scale for low in self.box[:2])
        drawing = _readable(self.drawing, self.scale, self.setting.legible)
        paint_drawing(self.canv, drawing, self.setting.theme, x, y, self.scale)


def _readable(drawing: Drawing, scale: float, legible: float) -> Drawing:
    """A drawing whose coordinates are not smaller at a scale than so many points."""
    least = legible / scale
    return Drawing(tuple(
        replace(item, text=replace(item.text, cap=item.text.cap * least / point_size(item.text.cap)))
        if isinstance(item, Lettering) and item.role is Role.COORDINATE and point_size(item.text.cap) < least else item
        for item in drawing.items))


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


class ShiftedFlowable(Flowable):
    """A flowable moved to the right."""

    def __init__(self, inner: Any, indent: float) -> None:
        super().__init__()
        self.inner, self.indent = inner, indent

    def wrap(self, availWidth: float, availHeight: float) -> tuple[float, float]:
        width, height = self.inner.wrap(availWidth - self.indent, availHeight)
        return width + self.indent, height

    def split(self, availWidth: float, availHeight: float) -> list[Any]:
        return [ShiftedFlowable(part, self.indent) for part in self.inner.split(availWidth - self.indent, availHeight)]

    def getSpaceBefore(self) -> float:
        return float(self.inner.getSpaceBefore())

    def getSpaceAfter(self) -> float:
        return float(self.inner.getSpaceAfter())

    def draw(self) -> None:
        self.inner.drawOn(self.canv, self.indent, 0)


class BarredFlowable(ShiftedFlowable):
    """A flowable moved to the right, with a rule on its left that reaches `below` points further down."""

    def __init__(self, inner: Any, indent: float, below: float, colour: str) -> None:
        super().__init__(inner, indent)
        self.below, self.colour = below, colour

    def wrap(self, availWidth: float, availHeight: float) -> tuple[float, float]:
        self.width, self.height = super().wrap(availWidth, availHeight)
        self.height += self.below
        return self.width, self.height

    def split(self, availWidth: float, availHeight: float) -> list[Any]:
        parts = self.inner.split(availWidth - self.indent, availHeight)
        return [BarredFlowable(part, self.indent, 0.0 if n < len(parts) - 1 else self.below, self.colour)
                for n, part in enumerate(parts)]

    def draw(self) -> None:
        with artifact(self.canv):
            self.canv.setStrokeColor(HexColor(self.colour))
            self.canv.setLineWidth(BAR)
            self.canv.line(0, 0, 0, self.height)
        self.inner.drawOn(self.canv, self.indent, self.below)


class Number(Flowable):
    """The page of an anchor as a link, known when pages have been broken; set in a box of a fixed width."""

    def __init__(self, anchor: str, width: float, setting: TextStyle, style: ParagraphStyle, tag: Tag) -> None:
        super().__init__()
        self.anchor, self.setting, self.style, self.tag = anchor, setting, style, tag
        self.width, self.height = width, style.leading

    def wrap(self, availWidth: float, availHeight: float) -> tuple[float, float]:
        return self.width, self.height

    def draw(self) -> None:
        words = f'<a href="#{self.anchor}">{self.setting.paging.page(self.anchor)}</a>'
        made = spoken_text(words, self.style, self.tag)
        made.wrap(self.width, self.height)
        made.drawOn(self.canv, 0, 0)


class LabelledFlowable(Flowable):
    """A paragraph of a list with its number or bullet before it; only its first part has it."""

    def __init__(self, inner: Any, label: TextFlowable | None) -> None:
        super().__init__()
        self.inner, self.label = inner, label
        self.spaceBefore, self.spaceAfter = inner.getSpaceBefore(), inner.getSpaceAfter()

    def wrap(self, availWidth: float, availHeight: float) -> tuple[float, float]:
        self.width, self.height = self.inner.wrap(availWidth, availHeight)
        return self.width, self.height

    def split(self, availWidth: float, availHeight: float) -> list[Any]:
        parts = self.inner.split(availWidth, availHeight)
        return [LabelledFlowable(part, None if n else self.label) for n, part in enumerate(parts)]

    def draw(self) -> None:
        if self.label:
            height = self.label.wrap(self.width, self.height)[1]
            self.label.drawOn(self.canv, 0, self.height - height)
        self.inner.drawOn(self.canv, 0, 0)


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
    heads = (
        [_row(block.head, block, setting, Tag("TR", whole), head=True)] if any(map(book.plain_text, block.head)) else []
    )
    rows = [_row(row, block, setting, Tag("TR", whole)) for row in block.rows]
    quiet = setting.colour(Role.COORDINATE)
    lines = [("LINEBELOW", (0, n), (-1, n), 0.3, quiet) for n in range(len(heads + rows) - 1)]
    lines += [("LINEBELOW", (0, 0), (-1, 0), 0.9, setting.colour(Role.LABEL))] if heads else []
    pad = setting.line / 4
    sides = [("ALIGN", (n, 0), (n, -1), _SIDES[align]) for n, align in enumerate(block.align)]
    style = [
        *BARE, *lines, *sides, ("VALIGN", (0, len(heads)), (-1, -1), "MIDDLE" if _has_pictures(block) else "TOP"),
        ("TOPPADDING", (0, 0), (-1, -1), pad), ("BOTTOMPADDING", (0, 0), (-1, -1), pad),
        ("RIGHTPADDING", (0, 0), (-2, -1), GUTTER),
    ]
    table = RuledTable(
        heads + rows, colWidths=_widths(block, setting), repeatRows=len(heads), splitInRow=1, hAlign="LEFT", style=style
    )
    return [space_table(table, setting, 0.5, 1.0)]


_SIDES: dict[book.Align, str] = {"left": "LEFT", "middle": "CENTER", "right": "RIGHT"}


def _has_pictures(block: book.TextTable) -> bool:
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
