"""Book and theme → the bytes of a rulebook PDF to be read: title page, contents, body, the reference on the last page.

Pages are broken first, so that the contents know where headings fall, then painted once. The PDF is tagged, has
bookmarks and links, and says its language. Same book, same bytes.
"""

from __future__ import annotations

import io
from dataclasses import dataclass, replace
from typing import Any

from reportlab.pdfbase.pdfmetrics import stringWidth

from fabgen.artwork import book
from fabgen.artwork.book import Book
from fabgen.artwork.drawing import Role
from fabgen.base import problem
from fabgen.make.theme import Theme
from fabgen.units import POINTS_PER_MM as MM
from fabgen.write import pdf
from fabgen.write.breaking import Unit
from fabgen.write.cover import Cover, contents_units
from fabgen.write.document import broken, draw_run
from fabgen.write.flow import set_units, stacked
from fabgen.write.setting import BODY, LEGIBLE, SMALL, Setting, register_faces
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
    setting = Setting(theme, *page.frame, page.size, most=page.large, legible=LEGIBLE * page.large)
    body = broken(set_units(content.body, setting), setting.height)
    last, units = _reference(content, setting, page)
    reference, front = broken(units, last.height), broken(contents_units(content, setting), setting.height)
    first = 2 + len(front.pages)
    setting.numbers.update(body.anchors(first))
    setting.numbers.update(reference.anchors(first + len(body.pages)))
    stream, record = io.BytesIO(), Record()
    canvas = _canvas(stream, content, page, record)
    origin = (page.side * MM, (page.height - page.top) * MM)
    Cover(content, setting).drawOn(canvas, origin[0], origin[1] - setting.height)
    canvas.showPage()
    for run, own, footed in ((front, setting, True), (body, setting, True), (reference, last, False)):
        for _ in draw_run(run, canvas, origin, own):
            if footed:
                _running_foot(canvas, page, setting, content)
            canvas.showPage()
    canvas.save()
    return tagged(stream.getvalue(), record)


def _canvas(stream: io.BytesIO, content: Book, page: Format, record: Record) -> Any:
    """A canvas for a book, which notes what is painted on it."""
    made: Any = pdf.canvas(stream, page.width, page.height, title=content.title, author=content.author,
                           subject=content.summary, language=content.language)
    made.record = record
    return made


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


def _reference(content: Book, setting: Setting, page: Format) -> tuple[Setting, list[Unit]]:
    """The reference in the largest type in which it fits one page, with smaller figures where even the smallest does
    not. In large print it may run on: there it is no back cover."""
    blocks = [block for block in content.reference if not isinstance(block, book.PageBreak)]
    for size, most in REFERENCES:
        last = replace(setting, size=size * page.large, most=most * page.large)
        units = set_units(blocks, last)
        if stacked(units) <= setting.height:
            return last, units
    last = replace(setting, size=REFERENCE_SIZES[-1] * page.large)
    if page.large > 1:
        return last, set_units(blocks, last)
    title = next((book.plain(block.text) for block in blocks if isinstance(block, book.Heading)), "")
    raise problem(f"the chapter `{title}` needs more than one page of {page.width:g} x {page.height:g} mm, "
                  f"even in type of {REFERENCE_SIZES[-1]:g} points",
                  "make it shorter: it is what stays on the table")
