"""Book and theme → the bytes of a rulebook PDF for reading: title page, contents, body, and the reference on the last
page.

Pages are broken first, so that the contents know on which pages the headings are, and then painted once. The PDF is
tagged, has bookmarks and links, and states its language. The same book gives the same bytes.
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
from fabgen.typeset.page_breaks import PageUnit
from fabgen.typeset.page_references import PageReferences
from fabgen.typeset.pdf_tags import Record, artifact, tag_document

LONG_CAPTION = 60  # characters: a longer caption takes more than a line or two under a figure in a row
REFERENCE_SIZES = (13.0, 12.5, 12.0, 11.5, 11.0, 10.5, 10.0)  # points, in a book whose body has BODY
FIGURE_SCALES = (0.9, 0.8, 0.7)  # tried only in the smallest type
# How the reference may be set: its size in points and the largest scale of its figures, the best first.
REFERENCES = (*((size, 1.0) for size in REFERENCE_SIZES), *((REFERENCE_SIZES[-1], scale) for scale in FIGURE_SCALES))


@dataclass(frozen=True)
class BookFormat:
    """A page and its margins in mm, and the body size in points. The frame's height is a whole number of half lines."""

    width: float
    height: float
    side: float = 16.0
    top: float = 12.5
    bottom: float = 17.0
    size: float = BODY
    purpose: str = ""  # the purpose of the file in the manifest

    @property
    def frame(self) -> tuple[float, float]:
        """Width and height of the frame in points."""
        half = self.size * 2 / 3
        return (self.width - 2 * self.side) * MM, (self.height - self.top - self.bottom) * MM // half * half

    @property
    def large(self) -> float:
        """The scale of type and figures: more than 1 in large print."""
        return self.size / BODY


# A5 and half letter have the same frame, so their pages break at the same lines. Large print has 17 points, because
# guides for readers with low vision ask for 16 to 18.
A5 = BookFormat(148.0, 210.0, purpose="rulebook, A5, in reading order")
HALF_LETTER = BookFormat(139.7, 215.9, side=(139.7 - A5.width) / 2 + A5.side, top=15.5, bottom=19.9,
                     purpose="rulebook, half letter, in reading order")
LARGE_A4 = BookFormat(210.0, 297.0, side=20.0, top=18.0, bottom=22.0, size=17.0,
                  purpose="rulebook in large print, A4, in reading order")
LARGE_LETTER = BookFormat(215.9, 279.4, side=22.95, top=18.0, bottom=22.0, size=17.0,
                      purpose="rulebook in large print, Letter, in reading order")
FORMATS = {"a5": A5, "half-letter": HALF_LETTER, "large-a4": LARGE_A4, "large-letter": LARGE_LETTER}


def write_book(content: Book, theme: Theme, page: BookFormat = A5) -> bytes:
    """A rulebook as a PDF. Raises FabgenError if the reference does not fit the last page."""
    register_faces()
    paging = PageReferences(content.words, backs={*_back_cover_anchors(content, page)})
    setting = TextStyle(theme, *page.frame, page.size, most=page.large, legible=LEGIBLE * page.large, paging=paging)
    content, contents_run, body_run = _lay_out_pages(content, setting)
    reference_setting, reference_run = _lay_out_reference(
        content.reference, setting, page, 2 + len(contents_run.pages) + len(body_run.pages)
    )
    stream, record = io.BytesIO(), Record()
    canvas = _make_canvas(stream, content, page, record)
    origin = (page.side * MM, (page.height - page.top) * MM)
    Cover(content, setting).drawOn(canvas, origin[0], origin[1] - setting.height)
    canvas.showPage()
    for run, run_setting, has_foot in (
        (contents_run, setting, True),
        (body_run, setting, True),
        (reference_run, reference_setting, not paging.backs),
    ):
        for _ in draw_run(run, canvas, origin, run_setting):
            if has_foot:
                _draw_running_foot(canvas, page, setting, content)
            canvas.showPage()
    canvas.save()
    return tag_document(stream.getvalue(), record)


def _back_cover_anchors(content: Book, page: BookFormat) -> Iterator[str]:
    """The anchors that are only in the reference, if that is the back cover. In large print the reference may take
    several pages, and is no back cover."""
    front_anchors, back_anchors = (
        {block.anchor for block in book.walk_blocks(blocks) if isinstance(block, book.Heading | book.BookFigure)}
        for blocks in (content.body, content.reference)
    )
    yield from sorted(back_anchors - front_anchors - {""}) if page.large == 1 else ()


def _lay_out_pages(content: Book, setting: TextStyle) -> tuple[Book, WordRun, WordRun]:
    """The contents and the body on their pages. An index that would begin on the last page, and leave more than half of
    it empty, is left out."""
    contents_run = break_words(contents_units(content, setting), setting.height)
    body_run = lay_out_words(content.body, setting, 2 + len(contents_run.pages))
    *_, heading, last = (None, None, *content.body)
    if isinstance(last, book.IndexBlock) and _is_index_sparse(body_run, heading, setting):
        setting.paging.numbers.clear()
        return _lay_out_pages(replace(content, body=content.body[:-2]), setting)
    return content, contents_run, body_run


def _is_index_sparse(body_run: WordRun, index: book.Block | None, setting: TextStyle) -> bool:
    """True if the index begins on the last page, and less than half of that page is used."""
    page = body_run.pages[-1]
    first_boxes = [body_run.units[position.unit].made[0] for position in page]
    begins_here = any(isinstance(box, TitledFlowable) and box.heading is index for box in first_boxes)
    return begins_here and page[-1].top + body_run.units[page[-1].unit].heights[0] < setting.height / 2


def _make_canvas(stream: io.BytesIO, content: Book, page: BookFormat, record: Record) -> Any:
    """A canvas for a book, which records what is painted for the tags."""
    canvas: Any = pdf.make_canvas(stream, page.width, page.height, title=content.title, author=content.author,
                           subject=content.summary, language=content.language)
    canvas.record = record
    return canvas


def _draw_running_foot(canvas: Any, page: BookFormat, setting: TextStyle, content: Book) -> None:
    """The page's number on the outside, the book and its chapter on the inside."""
    number = canvas.getPageNumber()
    chapter = _find_chapter(setting, number)
    running_title = _shorten(f"{content.title}  ·  {chapter}" if chapter else content.title, setting)
    outside, inside = (page.width - page.side) * MM, page.side * MM
    base = (page.bottom - 6) * MM
    canvas.saveState()
    canvas.setFillColor(setting.colour(Role.COORDINATE))
    canvas.setFont(pdf.FONT[False], setting.size * SMALL)
    left, right = (running_title, str(number)) if number % 2 else (str(number), running_title)
    with artifact(canvas, "Pagination"):
        canvas.drawString(inside, base, left)
        canvas.drawRightString(outside, base, right)
    canvas.restoreState()


def _find_chapter(setting: TextStyle, number: int) -> str:
    """The chapter of the first heading on a page. On a page without headings, the chapter that continues there. Empty
    before the first chapter."""
    heading_count = next((n for n, (_, page) in enumerate(setting.found, 1) if page == number), len(setting.found))
    chapters = [book.plain_text(heading.text) for heading, _ in setting.found[:heading_count] if heading.level == 1]
    return chapters[-1] if chapters else ""


def _shorten(text: str, setting: TextStyle) -> str:
    """A text cut so that it takes at most three quarters of the frame's width on one line."""
    size, free_width = setting.size * SMALL, setting.width * 0.75
    if stringWidth(text, pdf.FONT[False], size) <= free_width:
        return text
    fitting = (n for n in range(len(text), 0, -1) if stringWidth(text[:n] + "…", pdf.FONT[False], size) <= free_width)
    return text[:next(fitting, 0)].rstrip() + "…"


def check_reference(blocks: Sequence[book.Block], theme: Theme, page: BookFormat = A5) -> None:
    """Raises FabgenError if a reference does not fit its page. Nothing else is laid out."""
    register_faces()
    setting = TextStyle(
        theme, *page.frame, page.size, most=page.large, legible=LEGIBLE * page.large, paging=PageReferences()
    )
    # The largest type shows whether the words under one figure are longer than a page. The smallest is tried next: if
    # any type fits the page, it almost always does.
    for size, scale in (REFERENCES[0], *reversed(REFERENCES[1:])):
        if _set_on_page(blocks, replace(setting, size=size * page.large, most=scale * page.large)) is not None:
            return
    _lay_out_reference(blocks, setting, page, 1)


def _set_on_page(reference: Sequence[book.Block], setting: TextStyle) -> list[list[PageUnit]] | None:
    """The units of each block of a reference if they fit one page, else None."""
    blocks = _without_page_breaks(reference)
    groups = [set_block(block, setting) for block in blocks]
    return groups if stack_flow(join_flow(blocks, groups, setting)) <= setting.height else None


def _without_page_breaks(blocks: Sequence[book.Block]) -> list[book.Block]:
    return [block for block in blocks if not isinstance(block, book.PageBreak)]


def _lay_out_reference(
    reference: Sequence[book.Block], setting: TextStyle, page: BookFormat, number: int
) -> tuple[TextStyle, WordRun]:
    """The setting of the reference and its pages, from page `number` on: the largest type in which it fits one page,
    with smaller figures if even the smallest type is too large. In large print it may take several pages."""
    blocks = _without_page_breaks(reference)
    for size, scale in REFERENCES:
        setting_tried = replace(setting, size=size * page.large, most=scale * page.large)
        groups = _set_on_page(blocks, setting_tried)
        if groups is not None:
            return setting_tried, lay_out_words(blocks, setting_tried, number, groups)
    setting_tried = replace(setting, size=REFERENCE_SIZES[-1] * page.large)
    if page.large > 1:
        return setting_tried, lay_out_words(blocks, setting_tried, number)
    title = next((book.plain_text(block.text) for block in blocks if isinstance(block, book.Heading)), "")
    raise problem_error(f"the chapter `{title}` needs more than one page of {page.width:g} x {page.height:g} mm, "
                  f"even in type of {REFERENCE_SIZES[-1]:g} points",
                  "make it shorter: it is what stays on the table" + _list_long_captions(blocks))


def _list_long_captions(blocks: Sequence[book.Block]) -> str:
    """The three longest captions, one a line, as advice on what to shorten."""
    figures = [block for block in book.walk_blocks(blocks) if isinstance(block, book.BookFigure)]
    captions = [book.plain_text(figure.caption) for figure in figures]
    long_captions = sorted(
        (caption for caption in captions if len(caption) > LONG_CAPTION), key=lambda caption: (-len(caption), caption)
    )
    return "".join(
        f"\n{len(caption)} characters under one figure: {caption[:LONG_CAPTION].rstrip()}…"
        for caption in long_captions[:3]
    )
