"""Title, imprint and headings of a book → its first two pages: the title page and the contents."""

from __future__ import annotations

from typing import Any

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable, Paragraph, Table

from fabgen.artwork import book
from fabgen.artwork.book import Book
from fabgen.artwork.drawing import Role
from fabgen.units import POINTS_PER_MM as MM
from fabgen.write import pdf
from fabgen.write.setting import SMALL, Picture, Setting, markup
from fabgen.write.tables import BARE

TITLES = (4.5, 4.0, 3.5, 3.0, 2.5, 2.0, 1.75, 1.5, 1.25)  # sizes to try, times the body size


class Cover(Flowable):
    """The title page: title and designer above, one figure, what the game is and for whom below."""

    def __init__(self, content: Book, setting: Setting) -> None:
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
        low = 0.0
        for made in (self._line(content.facts, 1.0, Role.COORDINATE), self._line(content.summary, 1.25, Role.LABEL)):
            made.drawOn(self.canv, 0, low)
            low += made.height + setting.line / 2
        self._figure(low + 1.5 * setting.line, top - 1.5 * setting.line)

    def _line(self, text: str, scale: float, role: Role) -> Paragraph:
        return _wrapped(text, self.setting.style(scale, role=role), self.setting)

    def _figure(self, low: float, high: float) -> None:
        if not self.content.cover or high <= low:
            return
        picture = Picture(self.content.cover, self.setting, (self.width, high - low))
        picture.drawOn(self.canv, 0, low + (high - low - picture.height) / 2)


class Foot(Flowable):
    """Words at the foot of the page: they take all the height that is left."""

    def __init__(self, words: list[Paragraph], setting: Setting) -> None:
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


def _wrapped(text: str, style: Any, setting: Setting) -> Paragraph:
    made = Paragraph(markup((book.Run(text),), setting), style)
    made.wrap(setting.width, 1e6)
    return made


def _title(text: str, setting: Setting) -> Paragraph:
    """The title in the largest size in which it takes at most a third of the page and no word breaks."""
    for scale in TITLES:
        made = _wrapped(text, setting.style(scale, bold=True), setting)
        longest = max((stringWidth(word, pdf.FONT[True], setting.size * scale) for word in text.split()), default=0.0)
        if made.height <= setting.height / 3 and longest <= setting.width:
            return made
    return _wrapped(text, setting.style(1.0, bold=True), setting)


def contents_page(content: Book, setting: Setting, numbers: dict[str, int]) -> list[Any]:
    """The contents, chapters and sections with their pages, each line a link; the imprint at the foot."""
    listed = [heading for heading in content.headings if heading.level < 3]
    foot = Foot(_imprint(content, setting), setting)
    if not listed:
        return [foot]
    narrow = 12 * MM
    pages = {heading.anchor: str(numbers.get(heading.anchor, "")) for heading in listed}
    rows = [[_entry(heading, book.plain(heading.text), setting, "left"),
             _entry(heading, pages[heading.anchor], setting, "right")] for heading in listed]
    pads = [("TOPPADDING", (0, n), (-1, n), setting.line / 2) for n, h in enumerate(listed) if h.level == 1 and n]
    table = Table(rows, colWidths=[setting.width - narrow, narrow], style=[*BARE, *pads])
    title = _wrapped(content.contents, setting.style(1.9, bold=True, after=1.0), setting)
    return [title, table, foot]


def _entry(heading: book.Heading, text: str, setting: Setting, align: book.Align) -> Paragraph:
    chapter = heading.level == 1
    style = setting.style(bold=chapter, align=align, indent=0.0 if chapter or align == "right" else setting.line)
    linked = f'<a href="#{heading.anchor}">{markup((book.Run(text),), setting)}</a>' if text else ""
    return Paragraph(linked, style)


def _imprint(content: Book, setting: Setting) -> list[Paragraph]:
    """The words of the imprint, wrapped."""
    made = [Paragraph(markup(text, setting), setting.style(SMALL, role=Role.COORDINATE)) for text in content.imprint]
    for one in made:
        one.wrap(setting.width, 1e6)
    return made
