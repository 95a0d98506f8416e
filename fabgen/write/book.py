"""Book and theme → the bytes of a rulebook PDF to be read: title page, contents, body, the reference on the last page.

Pages are made twice: a draft finds where the headings fall, then the contents know it. The PDF is tagged, has bookmarks
and links, and says its language. Same book, same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import CondPageBreak, Frame, NextPageTemplate, PageBreak, PageTemplate

from fabgen.artwork import book
from fabgen.artwork.book import Book
from fabgen.artwork.drawing import Role
from fabgen.base import problem
from fabgen.make.theme import Theme
from fabgen.units import POINTS_PER_MM as MM
from fabgen.write import pdf
from fabgen.write.cover import Cover, contents_page
from fabgen.write.document import Document
from fabgen.write.flow import measure, set_blocks
from fabgen.write.setting import BODY, SMALL, Setting, register_faces
from fabgen.write.tags import Record, artifact, tagged

REFERENCE_SIZES = (13.0, 12.5, 12.0, 11.5, 11.0, 10.5, 10.0)  # points, where the body has BODY
# How the reference may be set: its size in points and the largest scale of its figures, the best first.
REFERENCES = (*((size, 1.0) for size in REFERENCE_SIZES), *((REFERENCE_SIZES[-1], most) for most in (0.9, 0.8, 0.7)))


@dataclass(frozen=True)
class Format:
    """A page and its margins in mm, the body size in points; the frame's height is a whole number of half lines."""

    width: float
    height: float
    side: float = 16.0
    top: float = 12.5
    bottom: float = 17.0
    size: float = BODY
    purpose: str = ""  # what a manifest says of it

    @property
    def frame(self) -> tuple[float, float]:
        """Width and height of the frame in points."""
        half = self.size * 2 / 3
        return (self.width - 2 * self.side) * MM, (self.height - self.top - self.bottom) * MM // half * half

    @property
    def large(self) -> float:
        """How much larger than elsewhere things are."""
        return self.size / BODY


# A5 and half letter have the same frame, so their pages are the same; large print: 17 points, as guides for people with
# low vision ask for 16 to 18.
A5 = Format(148.0, 210.0, purpose="rulebook, A5, in reading order")
HALF_LETTER = Format(139.7, 215.9, side=(139.7 - A5.width) / 2 + A5.side, top=15.5, bottom=19.9,
                     purpose="rulebook, half letter, in reading order")
LARGE_A4 = Format(210.0, 297.0, side=20.0, top=18.0, bottom=22.0, size=17.0,
                  purpose="rulebook in large print, A4, in reading order")
LARGE_LETTER = Format(215.9, 279.4, side=22.95, top=18.0, bottom=22.0, size=17.0,
                      purpose="rulebook in large print, Letter, in reading order")
FORMATS = {"a5": A5, "half-letter": HALF_LETTER, "large-a4": LARGE_A4, "large-letter": LARGE_LETTER}


def write_book(content: Book, theme: Theme, page: Format = A5) -> bytes:
    """A rulebook as a PDF; raises FabgenError where the reference does not fit the last page."""
    register_faces()
    setting = Setting(theme, *page.frame, page.size, most=page.large)
    last = _reference_setting(content, setting, page)
    rough: list[tuple[book.Heading, int]] = []
    _, draft = _made(content, page, *(replace(one, draft=True, found=rough) for one in (setting, last)))
    setting = replace(setting, numbers={one.anchor: one.page + 1 for one in draft.targets})
    return tagged(*_made(content, page, setting, replace(last, found=setting.found)))


def _made(content: Book, page: Format, setting: Setting, last: Setting) -> tuple[bytes, Record]:
    """One pass over all pages, and what was painted; `last` is the setting of the reference."""
    stream, record = io.BytesIO(), Record()
    story: list[Any] = [Cover(content, setting), NextPageTemplate("page"), PageBreak()]
    story += [*contents_page(content, setting), PageBreak()]
    story += set_blocks(content.body, setting)
    if content.reference:
        story += [NextPageTemplate("last"), PageBreak(), *_reference(content, last)]
    document = Document(stream, pagesize=(page.width * MM, page.height * MM), title=content.title,
                        author=content.author, subject=content.summary, creator="fabgen", producer="fabgen")
    document.addPageTemplates([_template(name, page, setting, content) for name in ("cover", "page", "last")])
    document.build(story, canvasmaker=_canvas(page, content.language, record, setting.draft))
    return stream.getvalue(), record


def _canvas(page: Format, language: str, record: Record, draft: bool) -> Callable[..., Any]:
    """A maker of canvases as reportlab's documents want it; the document sets the metadata itself. A draft is not
    written at all."""

    def make(stream: io.BytesIO, **_: Any) -> Any:
        made: Any = pdf.canvas(stream, page.width, page.height)
        made.setCatalogEntry("Lang", language)
        made.record = record
        if draft:
            made.save = lambda: None
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
    base = (page.bottom - 6) * MM
    canvas.saveState()
    canvas.setFillColor(setting.colour(Role.COORDINATE))
    canvas.setFont(pdf.FONT[False], setting.size * SMALL)
    left, right = (running, str(number)) if number % 2 else (str(number), running)
    with artifact(canvas, "Pagination"):
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


def _reference(content: Book, setting: Setting) -> list[Any]:
    """The flowables of the last page; nothing in them may break a page."""
    made = set_blocks(content.reference, setting)
    return [one for one in made if not isinstance(one, PageBreak | CondPageBreak)]


def _reference_setting(content: Book, setting: Setting, page: Format) -> Setting:
    """The largest type in which the reference fits one page, with smaller figures where even the smallest does not. In
    large print it may run on: there it is no back cover."""
    for size, most in REFERENCES:
        last = replace(setting, size=size * page.large, most=most * page.large)
        if measure(_reference(content, last), setting.width) <= setting.height:
            return last
    if page.large > 1:
        return replace(setting, size=REFERENCE_SIZES[-1] * page.large)
    title = next((book.plain(block.text) for block in content.reference if isinstance(block, book.Heading)), "")
    raise problem(f"the chapter `{title}` needs more than one page of {page.width:g} x {page.height:g} mm, "
                  f"even in type of {REFERENCE_SIZES[-1]:g} points",
                  "make it shorter: it is what stays on the table")
