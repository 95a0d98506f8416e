"""Title, imprint and headings of a book → its first two pages: the title page and the contents."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable

from fabgen.artwork.drawing import Role
from fabgen.artwork.export import pdf
from fabgen.typeset import blocks as book
from fabgen.typeset.blocks import Book
from fabgen.typeset.boxes import (
    BARE,
    SMALL,
    Number,
    PictureFlowable,
    RuledTable,
    TextFlowable,
    TextStyle,
    markup,
    spoken_text,
)
from fabgen.typeset.page_breaks import NEVER, PageUnit
from fabgen.typeset.pdf_tags import Tag

AIR = (0.5, 0.25, 0.0)  # lines above a chapter in the contents: the first value that leaves room for the imprint
LARGEST = 4.0  # the largest scale of the picture on the title page, which fills the free room
TITLES = (4.5, 4.0, 3.5, 3.0, 2.5, 2.0, 1.75, 1.5, 1.25)  # the sizes of the title to try, times the body size


class Cover(Flowable):
    """The title page: title and designer at the top, one figure, and below it what the game is and for whom."""

    def __init__(self, content: Book, setting: TextStyle) -> None:
        super().__init__()
        self.content, self.setting = content, setting
        self.width, self.height = setting.width, setting.height

    def wrap(self, availWidth: float, availHeight: float) -> tuple[float, float]:
        """The size of the whole frame, whatever room there is."""
        return self.width, self.height

    def draw(self) -> None:
        """Paints the title from the top down, the summary from the foot up, and the figure between them."""
        setting, content = self.setting, self.content
        top = self.height - 2 * setting.line
        for paragraph in (_title(content.title, setting), self._line(content.byline, 1.25, Role.COORDINATE)):
            top -= paragraph.height
            paragraph.drawOn(self.canv, 0, top)
            top -= setting.line / 2
        lower_lines = [self._line(content.summary, 1.25, Role.LABEL), self._line(content.facts, 1.0, Role.COORDINATE)]
        foot = sum(paragraph.height for paragraph in lower_lines) + setting.line
        self._draw_figure(foot + 1.5 * setting.line, top - 1.5 * setting.line)
        for paragraph in lower_lines:
            foot -= paragraph.height + setting.line / 2
            paragraph.drawOn(self.canv, 0, foot)

    def _line(self, text: str, scale: float, role: Role) -> TextFlowable:
        """A paragraph of the title page at `scale` times the body size."""
        return _wrap_text(text, self.setting.style(scale, role=role), self.setting)

    def _draw_figure(self, low: float, high: float) -> None:
        """Paints the figure in the middle between two heights in points, as large as fits."""
        if not self.content.cover or high <= low:
            return
        tag = self.setting.tag("Figure", self.content.cover_alt or self.content.title)
        picture = PictureFlowable(self.content.cover, self.setting, (self.width, high - low), LARGEST, tag)
        picture.drawOn(self.canv, (self.width - picture.width) / 2, low + (high - low - picture.height) / 2)


class Foot(Flowable):
    """Paragraphs at the foot of the page. The box takes all the height that is left, so that they move down."""

    def __init__(self, paragraphs: list[TextFlowable], setting: TextStyle) -> None:
        super().__init__()
        self.paragraphs = paragraphs
        self.least_height = sum(paragraph.height for paragraph in paragraphs) + 2 * setting.line
        self.width, self.height = setting.width, self.least_height

    def wrap(self, availWidth: float, availHeight: float) -> tuple[float, float]:
        """The full width and all the height that is left, at least the height of the paragraphs."""
        self.height = availHeight if availHeight >= self.least_height else self.least_height
        return self.width, self.height

    def draw(self) -> None:
        """Paints the paragraphs from the bottom up."""
        low = 0.0
        for paragraph in reversed(self.paragraphs):
            paragraph.drawOn(self.canv, 0, low)
            low += paragraph.height + 3


def _wrap_text(text: str, style: Any, setting: TextStyle) -> TextFlowable:
    """A tagged paragraph, wrapped to the width of the frame."""
    paragraph = spoken_text(markup((book.TextRun(text),), setting), style, setting.tag("P"))
    paragraph.wrap(setting.width, 1e6)
    return paragraph


def _title(text: str, setting: TextStyle) -> TextFlowable:
    """The title in the largest size in which it takes at most a third of the page's height and no word is broken."""
    for scale in TITLES:
        paragraph = _wrap_text(text, setting.style(scale, bold=True), setting)
        widest_word = max(
            (stringWidth(word, pdf.FONT[True], setting.size * scale) for word in text.split()), default=0.0
        )
        if paragraph.height <= setting.height / 3 and widest_word <= setting.width:
            return paragraph
    return _wrap_text(text, setting.style(1.0, bold=True), setting)


def contents_units(content: Book, setting: TextStyle) -> list[PageUnit]:
    """The contents and the imprint, which is at the foot of the page. The contents list chapters and sections with
    their pages, each line a link. Without headings there is only the imprint."""
    headings = [heading for heading in content.headings if heading.level < 3]
    foot = Foot(_imprint(content, setting), setting)
    imprint_unit = PageUnit((foot.least_height,), made=(foot,))
    if not headings:
        return [imprint_unit]
    title_paragraph = _wrap_text(content.contents, setting.style(1.9, bold=True, after=1.0), setting)
    free_height = setting.height - title_paragraph.height - setting.line - foot.least_height
    tables = [_table(headings, air, setting) for air in AIR]
    heights = [float(table.wrap(setting.width, free_height)[1]) for table in tables]
    chosen = next((n for n, height in enumerate(heights) if height <= free_height), 0)
    rows = list(accumulate(float(height) for height in tables[chosen]._rowHeights))  # type: ignore[attr-defined]
    return [PageUnit((title_paragraph.height,), after=setting.line, made=(title_paragraph,)),
            PageUnit((heights[chosen],), tuple(rows[:-1]), stay=NEVER, made=(tables[chosen],)), imprint_unit]


def _table(headings: list[book.Heading], air: float, setting: TextStyle) -> RuledTable:
    """The lines of the contents, with `air` lines of space above each chapter."""
    page_labels = (setting.paging.page(heading.anchor) for heading in headings)
    label_width = max(stringWidth(text, pdf.FONT[True], setting.size) for text in (*page_labels, "000"))
    column_width, contents_tag = label_width + setting.line, setting.tag("TOC")
    rows = [_entry(heading, setting, Tag("TOCI", contents_tag), column_width) for heading in headings]
    chapters = [n for n, heading in enumerate(headings) if heading.level == 1 and n]
    pads = [("TOPPADDING", (0, n), (-1, n), air * setting.line) for n in chapters]
    return RuledTable(rows, colWidths=[setting.width - column_width, column_width], style=[*BARE, *pads])


def _entry(heading: book.Heading, setting: TextStyle, tag: Tag, column_width: float) -> list[Any]:
    """A line of the contents: the heading and its page, both links."""
    is_chapter = heading.level == 1
    style = setting.style(bold=is_chapter, indent=0.0 if is_chapter else setting.line)
    words = markup((book.TextRun(book.plain_text(heading.text)),), setting)
    link_text = f'<a href="#{heading.anchor}">{words}</a>' if words else ""
    number_style = setting.style(bold=is_chapter, align="right")
    return [
        spoken_text(link_text, style, Tag("Link", tag)),
        Number(heading.anchor, column_width, setting, number_style, Tag("Link", tag)),
    ]


def _imprint(content: Book, setting: TextStyle) -> list[TextFlowable]:
    """The paragraphs of the imprint, wrapped."""
    style = setting.style(SMALL, role=Role.COORDINATE)
    paragraphs = [spoken_text(markup(text, setting), style, setting.tag("P")) for text in content.imprint]
    for paragraph in paragraphs:
        paragraph.wrap(setting.width, 1e6)
    return paragraphs
