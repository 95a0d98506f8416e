"""Book and theme → the bytes of a rulebook PDF to be read: title page, contents, body, the reference on the last page.

Pages are broken first, so that the contents know where headings fall, then painted once. The PDF is tagged, has
bookmarks and links, and says its language. Same book, same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from reportlab.pdfbase.pdfmetrics import stringWidth

from fabgen.artwork.drawing import Role
from fabgen.artwork.export import pdf
from fabgen.artwork.themes import Theme
from fabgen.book.cover import Cover, contents_units
from fabgen.core.problems import problem_error
from fabgen.core.units import POINTS_PER_MM as MM
from fabgen.typeset import blocks as book
from fabgen.typeset.blocks import Book
from fabgen.typeset.boxes import BODY, LEGIBLE, SMALL, TextStyle, TitledFlowable, register_faces
from fabgen.typeset.document import WordRun, break_words, draw_run, lay_out_words
from fabgen.typeset.flow import join_flow, set_block, stack_flow
from fabgen.typeset.page_references import PageReferences
from fabgen.typeset.pdf_tags import Record, artifact, tag_document

REFERENCE_SIZES = (13.0, 12.5, 12.0, 11.5, 11.0, 10.5, 10.0)  # points, where the body has BODY
# How the reference may be set: its size in points and the largest scale of its figures, the best first.
LONG_CAPTION = 60  # characters: more than a line or two under a figure in a row
REFERENCES = (*((size, 1.0) for size in REFERENCE_SIZES), *((REFERENCE_SIZES[-1], most) for most in (0.9, 0.8, 0.7)))


@dataclass(frozen=True)
class BookFormat:
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
A5 = BookFormat(148.0, 210.0, purpose="rulebook, A5, in reading order")
HALF_LETTER = BookFormat(139.7, 215.9, side=(139.7 - A5.width) / 2 + A5.side, top=15.5, bottom=19.9,
                     purpose="rulebook, half letter, in reading order")
LARGE_A4 = BookFormat(210.0, 297.0, side=20.0, top=18.0, bottom=22.0, size=17.0,
                  purpose="rulebook in large print, A4, in reading order")
LARGE_LETTER = BookFormat(215.9, 279.4, side=22.95, top=18.0, bottom=22.0, size=17.0,
                      purpose="rulebook in large print, Letter, in reading order")
FORMATS = {"a5": A5, "half-letter": HALF_LETTER, "large-a4": LARGE_A4, "large-letter": LARGE_LETTER}


def write_book(content: Book, theme: Theme, page: BookFormat = A5) -> bytes:
    """A rulebook as a PDF; raises FabgenError where the reference does not fit the last page."""
    register_faces()
    paging = PageReferences(content.words, backs={*_backs(content, page)})
    setting = TextStyle(theme, *page.frame, page.size, most=page.large, legible=LEGIBLE * page.large, paging=paging)
    content, front, body = _lay_out_pages(content, setting)
    last, reference = _reference(content.reference, setting, page, 2 + len(front.pages) + len(body.pages))
    stream, record = io.BytesIO(), Record()
    canvas = _canvas(stream, content, page, record)
    origin = (page.side * MM, (page.height - page.top) * MM)
    Cover(content, setting).drawOn(canvas, origin[0], origin[1] - setting.height)
    canvas.showPage()
    for run, own, footed in ((front, setting, True), (body, setting, True), (reference, last, not paging.backs)):
        for _ in draw_run(run, canvas, origin, own):
            if footed:
                _running_foot(canvas, page, setting, content)
            canvas.showPage()
    canvas.save()
    return tag_document(stream.getvalue(), record)


def _backs(content: Book, page: BookFormat) -> Iterator[str]:
    """The anchors of the reference where it is the back cover; in large print it may run on, and is none."""
    front, back = ({one.anchor for one in book.walk_blocks(blocks) if isinstance(one, book.Heading | book.BookFigure)}
                   for blocks in (content.body, content.reference))
    yield from sorted(back - front - {""}) if page.large == 1 else ()


def _lay_out_pages(content: Book, setting: TextStyle) -> tuple[Book, WordRun, WordRun]:
    """The contents and the body on their pages. An index that would begin on the last page, and leave more than half of
    it empty, is left out."""
    front = break_words(contents_units(content, setting), setting.height)
    body = lay_out_words(content.body, setting, 2 + len(front.pages))
    *_, heading, last = (None, None, *content.body)
    if isinstance(last, book.IndexBlock) and _spare(body, heading, setting):
        setting.paging.numbers.clear()
        return _lay_out_pages(replace(content, body=content.body[:-2]), setting)
    return content, front, body


def _spare(body: WordRun, index: book.Block | None, setting: TextStyle) -> bool:
    """Whether the index begins on the last page, less than half of which is used."""
    page = body.pages[-1]
    made = [body.units[placed.unit].made[0] for placed in page]
    begins = any(isinstance(one, TitledFlowable) and one.heading is index for one in made)
    return begins and page[-1].top + body.units[page[-1].unit].heights[0] < setting.height / 2


def _canvas(stream: io.BytesIO, content: Book, page: BookFormat, record: Record) -> Any:
    """A canvas for a book, which notes what is painted on it."""
    made: Any = pdf.make_canvas(stream, page.width, page.height, title=content.title, author=content.author,
                           subject=content.summary, language=content.language)
    made.record = record
    return made


def _running_foot(canvas: Any, page: BookFormat, setting: TextStyle, content: Book) -> None:
    """The page's number on the outside, the book and its chapter on the inside."""
    number = canvas.getPageNumber()
    chapter = _chapter(setting, number)
    running = _short(f"{content.title}  ·  {chapter}" if chapter else content.title, setting)
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


def _chapter(setting: TextStyle, number: int) -> str:
    """The chapter to which the first heading of a page belongs; that which goes on, on a page without."""
    upto = next((n for n, (_, page) in enumerate(setting.found, 1) if page == number), len(setting.found))
    chapters = [book.plain_text(heading.text) for heading, _ in setting.found[:upto] if heading.level == 1]
    return chapters[-1] if chapters else ""


def _short(text: str, setting: TextStyle) -> str:
    """A text that fits three quarters of the frame on one line."""
    size, room = setting.size * SMALL, setting.width * 0.75
    if stringWidth(text, pdf.FONT[False], size) <= room:
        return text
    fitting = (n for n in range(len(text), 0, -1) if stringWidth(text[:n] + "…", pdf.FONT[False], size) <= room)
    return text[:next(fitting, 0)].rstrip() + "…"


def check_reference(blocks: Sequence[book.Block], theme: Theme, page: BookFormat = A5) -> None:
    """Raises FabgenError where a reference does not fit its page; nothing else is laid out."""
    register_faces()
    setting = TextStyle(
        theme, *page.frame, page.size, most=page.large, legible=LEGIBLE * page.large, paging=PageReferences()
    )
    _reference(blocks, setting, page, 1)


def _reference(
    reference: Sequence[book.Block], setting: TextStyle, page: BookFormat, number: int
) -> tuple[TextStyle, WordRun]:
    """The reference on the page of this number, in the largest type in which it fits one page, with smaller figures
    where even the smallest does not. In large print it may run on: there it is no back cover."""
    blocks = [block for block in reference if not isinstance(block, book.PageBreak)]
    for size, most in REFERENCES:
        last = replace(setting, size=size * page.large, most=most * page.large)
        groups = [set_block(block, last) for block in blocks]
        if stack_flow(join_flow(blocks, groups, last)) <= setting.height:
            return last, lay_out_words(blocks, last, number, groups)
    last = replace(setting, size=REFERENCE_SIZES[-1] * page.large)
    if page.large > 1:
        return last, lay_out_words(blocks, last, number)
    title = next((book.plain_text(block.text) for block in blocks if isinstance(block, book.Heading)), "")
    raise problem_error(f"the chapter `{title}` needs more than one page of {page.width:g} x {page.height:g} mm, "
                  f"even in type of {REFERENCE_SIZES[-1]:g} points",
                  "make it shorter: it is what stays on the table" + _longest(blocks))


def _longest(blocks: Sequence[book.Block]) -> str:
    """Which figures take most of the room with what stands under them."""
    captions = [book.plain_text(one.caption) for one in book.walk_blocks(blocks) if isinstance(one, book.BookFigure)]
    long = sorted((one for one in captions if len(one) > LONG_CAPTION), key=lambda one: (-len(one), one))
    return "".join(f"\n{len(one)} characters under one figure: {one[:LONG_CAPTION].rstrip()}…" for one in long[:3])
