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

AIR = (0.5, 0.25, 0.0)  # lines above a chapter in the contents: as much as leaves room for the imprint
LARGEST = 4.0  # times its own size: the picture of the title page fills the room that there is
TITLES = (4.5, 4.0, 3.5, 3.0, 2.5, 2.0, 1.75, 1.5, 1.25)  # sizes to try, times the body size


class Cover(Flowable):
    """The title page: title and designer above, one figure, what the game is and for whom below."""

    def __init__(self, content: Book, setting: TextStyle) -> None:
        super().__init__()
        self.content, self.setting = content, setting
        self.width, self.height = setting.width, setting.height

    def wrap(self, availWidth: float, availHeight: float) -> tuple[float, float]:
        return self.width, self.height

    def draw(self) -> None:
        setting, content = self.setting, self.content
        top = self.height - 2 * setting.line
        for made in (_title(content.title, setting), self._line(content.byline, 1.25, Role.COORDINATE)):
            top -= made.height
            made.drawOn(self.canv, 0, top)
            top -= setting.line / 2
        low = [self._line(content.summary, 1.25, Role.LABEL), self._line(content.facts, 1.0, Role.COORDINATE)]
        foot = sum(made.height for made in low) + setting.line
        self._figure(foot + 1.5 * setting.line, top - 1.5 * setting.line)
        for made in low:
            foot -= made.height + setting.line / 2
            made.drawOn(self.canv, 0, foot)

    def _line(self, text: str, scale: float, role: Role) -> TextFlowable:
        return _wrapped(text, self.setting.style(scale, role=role), self.setting)

    def _figure(self, low: float, high: float) -> None:
        if not self.content.cover or high <= low:
            return
        tag = self.setting.tag("Figure", self.content.cover_alt or self.content.title)
        picture = PictureFlowable(self.content.cover, self.setting, (self.width, high - low), LARGEST, tag)
        picture.drawOn(self.canv, (self.width - picture.width) / 2, low + (high - low - picture.height) / 2)


class Foot(Flowable):
    """Words at the foot of the page: they take all the height that is left."""

    def __init__(self, words: list[TextFlowable], setting: TextStyle) -> None:
        super().__init__()
        self.words, self.least = words, sum(made.height for made in words) + 2 * setting.line
        self.width, self.height = setting.width, self.least

    def wrap(self, availWidth: float, availHeight: float) -> tuple[float, float]:
        self.height = availHeight if availHeight >= self.least else self.least
        return self.width, self.height

    def draw(self) -> None:
        low = 0.0
        for made in reversed(self.words):
            made.drawOn(self.canv, 0, low)
            low += made.height + 3


def _wrapped(text: str, style: Any, setting: TextStyle) -> TextFlowable:
    made = spoken_text(markup((book.TextRun(text),), setting), style, setting.tag("P"))
    made.wrap(setting.width, 1e6)
    return made


def _title(text: str, setting: TextStyle) -> TextFlowable:
    """The title in the largest size in which it takes at most a third of the page and no word breaks."""
    for scale in TITLES:
        made = _wrapped(text, setting.style(scale, bold=True), setting)
        longest = max((stringWidth(word, pdf.FONT[True], setting.size * scale) for word in text.split()), default=0.0)
        if made.height <= setting.height / 3 and longest <= setting.width:
            return made
    return _wrapped(text, setting.style(1.0, bold=True), setting)


def contents_units(content: Book, setting: TextStyle) -> list[PageUnit]:
    """The contents, chapters and sections with their pages, each line a link; the imprint at the foot of the page."""
    listed = [heading for heading in content.headings if heading.level < 3]
    foot = Foot(_imprint(content, setting), setting)
    last = PageUnit((foot.least,), made=(foot,))
    if not listed:
        return [last]
    title = _wrapped(content.contents, setting.style(1.9, bold=True, after=1.0), setting)
    room = setting.height - title.height - setting.line - foot.least
    tables = [_table(listed, air, setting) for air in AIR]
    heights = [float(one.wrap(setting.width, room)[1]) for one in tables]
    fitting = next((n for n, height in enumerate(heights) if height <= room), 0)
    rows = list(accumulate(float(one) for one in tables[fitting]._rowHeights))  # type: ignore[attr-defined]
    return [PageUnit((title.height,), after=setting.line, made=(title,)),
            PageUnit((heights[fitting],), tuple(rows[:-1]), stay=NEVER, made=(tables[fitting],)), last]


def _table(listed: list[book.Heading], air: float, setting: TextStyle) -> RuledTable:
    """The lines of the contents, with so much air above a chapter, in lines."""
    words = (setting.paging.page(heading.anchor) for heading in listed)
    widest = max(stringWidth(text, pdf.FONT[True], setting.size) for text in (*words, "000"))
    narrow, whole = widest + setting.line, setting.tag("TOC")
    rows = [_entry(heading, setting, Tag("TOCI", whole), narrow) for heading in listed]
    chapters = [n for n, heading in enumerate(listed) if heading.level == 1 and n]
    pads = [("TOPPADDING", (0, n), (-1, n), air * setting.line) for n in chapters]
    return RuledTable(rows, colWidths=[setting.width - narrow, narrow], style=[*BARE, *pads])


def _entry(heading: book.Heading, setting: TextStyle, tag: Tag, narrow: float) -> list[Any]:
    """A line of the contents: the words of a heading and its page."""
    chapter = heading.level == 1
    style = setting.style(bold=chapter, indent=0.0 if chapter else setting.line)
    words = markup((book.TextRun(book.plain_text(heading.text)),), setting)
    linked = f'<a href="#{heading.anchor}">{words}</a>' if words else ""
    right = setting.style(bold=chapter, align="right")
    return [
        spoken_text(linked, style, Tag("Link", tag)),
        Number(heading.anchor, narrow, setting, right, Tag("Link", tag)),
    ]


def _imprint(content: Book, setting: TextStyle) -> list[TextFlowable]:
    """The words of the imprint, wrapped."""
    style = setting.style(SMALL, role=Role.COORDINATE)
    made = [spoken_text(markup(text, setting), style, setting.tag("P")) for text in content.imprint]
    for one in made:
        one.wrap(setting.width, 1e6)
    return made
