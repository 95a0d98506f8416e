"""Book and theme → the bytes of a rulebook PDF: title page, contents, body, and the reference alone on the last page.

Pages are made twice: a draft finds where the headings fall, then the contents know it. Same book, same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Paragraph,
    Table,
)

from fabgen.artwork import book
from fabgen.artwork.book import Book
from fabgen.artwork.drawing import Role
from fabgen.base import problem
from fabgen.make.theme import Theme
from fabgen.units import POINTS_PER_MM as MM
from fabgen.write import pdf
from fabgen.write.flow import BARE, measure, set_blocks
from fabgen.write.setting import SMALL, Picture, Setting, markup, register_faces

REFERENCE_SIZES = (13.0, 12.5, 12.0, 11.5, 11.0, 10.5, 10.0, 9.5)


@dataclass(frozen=True)
class Format:
    """A page in mm and the body size in points; the frame stands inside the margins, its height a whole number of half lines."""

    width: float
    height: float
    side: float = 16.0
    top: float = 15.0
    bottom: float = 19.0
    size: float = 10.5

    @property
    def frame(self) -> tuple[float, float]:
        """Width and height of the frame in points."""
        half = self.size * 2 / 3
        return (self.width - 2 * self.side) * MM, (self.height - self.top - self.bottom) * MM // half * half


A5 = Format(148.0, 210.0)
HALF_LETTER = Format(139.7, 215.9)


def write_booklet(content: Book, theme: Theme, page: Format = A5) -> bytes:
    """A rulebook as a PDF; raises FabgenError where the reference does not fit the last page."""
    register_faces()
    setting = Setting(theme, *page.frame, page.size)
    size = _reference_size(content, setting, page)
    draft = replace(setting, draft=True, found=[])
    _made(content, page, draft, size, {})
    return _made(content, page, setting, size, {heading.anchor: number for heading, number in draft.found})


def _made(content: Book, page: Format, setting: Setting, size: float, numbers: dict[str, int]) -> bytes:
    """One pass over all pages; `numbers` are the pages of the headings, `size` the body size of the reference."""
    stream = io.BytesIO()
    story: list[Any] = [Cover(content, setting), NextPageTemplate("page"), PageBreak()]
    story += [*_contents(content, setting, numbers), Foot(_imprint(content, setting), setting), PageBreak()]
    story += set_blocks(content.body, setting)
    if content.reference:
        story += [NextPageTemplate("last"), PageBreak(), *_reference(content, setting, size)]
    document = BaseDocTemplate(stream, pagesize=(page.width * MM, page.height * MM), title=content.title,
                               author=content.author, subject=content.summary, creator="fabgen", producer="fabgen")
    document.addPageTemplates([_template(name, page, setting, content) for name in ("cover", "page", "last")])
    document.build(story, canvasmaker=_canvas(page))
    return stream.getvalue()


def _canvas(page: Format) -> Callable[..., Any]:
    """A maker of canvases as reportlab's documents want it; the document sets the metadata itself."""

    def make(stream: io.BytesIO, **_: Any) -> Any:
        return pdf.canvas(stream, page.width, page.height)

    return make


def _template(name: str, page: Format, setting: Setting, content: Book) -> PageTemplate:
    """A page with one frame; only pages of the body carry a running foot."""
    width, height = page.frame
    x, y = page.side * MM, (page.height - page.top) * MM - height
    frame = Frame(x, y, width, height, leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0)

    def foot(canvas: Any, document: Any) -> None:
        _running_foot(canvas, page, setting, content)

    return PageTemplate(name, [frame], onPageEnd=foot if name == "page" else lambda canvas, document: None)


def _running_foot(canvas: Any, page: Format, setting: Setting, content: Book) -> None:
    """The page's number on the outside, the book and its chapter on the inside."""
    number = canvas.getPageNumber()
    chapters = [book.plain(heading.text) for heading, _ in setting.found if heading.level == 1]
    running = _short(f"{content.title}  ·  {chapters[-1]}" if chapters else content.title, setting)
    outside, inside = (page.width - page.side) * MM, page.side * MM
    base = 11 * MM
    canvas.saveState()
    canvas.setFillColor(setting.colour(Role.COORDINATE))
    canvas.setFont(pdf.FONT[False], setting.size * SMALL)
    left, right = (running, str(number)) if number % 2 else (str(number), running)
    canvas.drawString(inside, base, left)
    canvas.drawRightString(outside, base, right)
    canvas.restoreState()


def _short(text: str, setting: Setting) -> str:
    """A text that fits three quarters of the frame on one line."""
    size, room = setting.size * SMALL, setting.width * 0.75
    if stringWidth(text, pdf.FONT[False], size) <= room:
        return text
    return _short(text.removesuffix("…")[:-1].rstrip() + "…", setting)


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
    for scale in (4.5, 4.0, 3.5, 3.0, 2.5, 2.0, 1.75, 1.5, 1.25):
        made = _wrapped(text, setting.style(scale, bold=True), setting)
        longest = max((stringWidth(word, pdf.FONT[True], setting.size * scale) for word in text.split()), default=0.0)
        if made.height <= setting.height / 3 and longest <= setting.width:
            return made
    return _wrapped(text, setting.style(1.0, bold=True), setting)


def _contents(content: Book, setting: Setting, numbers: dict[str, int]) -> list[Any]:
    """The contents: chapters and sections with their pages, each line a link."""
    listed = [heading for heading in content.headings if heading.level < 3]
    if not listed:
        return []
    narrow = 12 * MM
    rows = [[_entry(h, book.plain(h.text), setting, "left"), _entry(h, str(numbers.get(h.anchor, "")), setting, "right")]
            for h in listed]
    pads = [("TOPPADDING", (0, n), (-1, n), setting.line / 2) for n, h in enumerate(listed) if h.level == 1 and n]
    table = Table(rows, colWidths=[setting.width - narrow, narrow], style=[*BARE, *pads])
    title = _wrapped(content.contents, setting.style(1.9, bold=True, after=1.0), setting)
    return [title, table]


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


def _reference(content: Book, setting: Setting, size: float) -> list[Any]:
    """The flowables of the last page; nothing in them may break a page."""
    made = set_blocks(content.reference, replace(setting, size=size))
    return [one for one in made if not isinstance(one, PageBreak | CondPageBreak)]


def _reference_size(content: Book, setting: Setting, page: Format) -> float:
    """The largest body size in which the reference fits one page."""
    for size in REFERENCE_SIZES:
        if measure(_reference(content, setting, size), setting.width) <= setting.height:
            return size
    raise problem(f"the chapter `{book.plain(content.reference[0].text)}` needs more than one page of "  # type: ignore
                  f"{page.width:g} x {page.height:g} mm, even in type of {REFERENCE_SIZES[-1]:g} points",
                  "make it shorter: it is what stays on the table")
