"""Book and theme → the bytes of a rulebook PDF: title page, contents, body, and the reference alone on the last page.

Pages are made twice: a draft finds where the headings fall, then the contents know it. Same book, same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import BaseDocTemplate, CondPageBreak, Frame, NextPageTemplate, PageBreak, PageTemplate

from fabgen.artwork import book
from fabgen.artwork.book import Book
from fabgen.artwork.drawing import Role
from fabgen.base import problem
from fabgen.make.theme import Theme
from fabgen.units import POINTS_PER_MM as MM
from fabgen.write import pdf
from fabgen.write.cover import Cover, contents_page
from fabgen.write.flow import measure, set_blocks
from fabgen.write.setting import SMALL, Setting, register_faces

REFERENCE_SIZES = (13.0, 12.5, 12.0, 11.5, 11.0, 10.5, 10.0, 9.5)


@dataclass(frozen=True)
class Format:
    """A page and its margins in mm, the body size in points; the frame's height is a whole number of half lines."""

    width: float
    height: float
    side: float = 16.0
    top: float = 12.5
    bottom: float = 17.0
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
    story += [*contents_page(content, setting, numbers), PageBreak()]
    story += set_blocks(content.body, setting)
    if content.reference:
        story += [NextPageTemplate("last"), PageBreak(), *_reference(content, setting, size)]
    document = BaseDocTemplate(stream, pagesize=(page.width * MM, page.height * MM), title=content.title,
                               author=content.author, subject=content.summary, creator="fabgen", producer="fabgen")
    document.addPageTemplates([_template(name, page, setting, content) for name in ("cover", "page", "last")])
    document.build(story, canvasmaker=_canvas(page, content.language))
    return stream.getvalue()


def _canvas(page: Format, language: str) -> Callable[..., Any]:
    """A maker of canvases as reportlab's documents want it; the document sets the metadata itself."""

    def make(stream: io.BytesIO, **_: Any) -> Any:
        made = pdf.canvas(stream, page.width, page.height)
        made.setCatalogEntry("Lang", language)
        return made

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
    fitting = (n for n in range(len(text), 0, -1) if stringWidth(text[:n] + "…", pdf.FONT[False], size) <= room)
    return text[:next(fitting, 0)].rstrip() + "…"


def _reference(content: Book, setting: Setting, size: float) -> list[Any]:
    """The flowables of the last page; nothing in them may break a page."""
    made = set_blocks(content.reference, replace(setting, size=size))
    return [one for one in made if not isinstance(one, PageBreak | CondPageBreak)]


def _reference_size(content: Book, setting: Setting, page: Format) -> float:
    """The largest body size in which the reference fits one page."""
    for size in REFERENCE_SIZES:
        if measure(_reference(content, setting, size), setting.width) <= setting.height:
            return size
    title = next((book.plain(block.text) for block in content.reference if isinstance(block, book.Heading)), "")
    raise problem(f"the chapter `{title}` needs more than one page of {page.width:g} x {page.height:g} mm, "
                  f"even in type of {REFERENCE_SIZES[-1]:g} points", "make it shorter: it is what stays on the table")
