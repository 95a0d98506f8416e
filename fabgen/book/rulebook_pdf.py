"""Book and theme → the bytes of a rulebook PDF for reading: title page, contents, body, and the reference on the last
page.

The best of a few layouts is chosen first, then set with its pictures. The PDF is tagged (PDF/UA-1, which Typst checks),
has bookmarks and links, and states its language. The same book gives the same bytes.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from fabgen.artwork.themes import Theme
from fabgen.book.book_format import A5, BookFormat
from fabgen.book.book_theme import BookTheme, built_in_theme
from fabgen.book.known_layouts import KnownLayouts
from fabgen.book.layout_search import largest_layout, measure_layout, rank_layouts
from fabgen.book.page_depth import spread_room
from fabgen.book.rulebook_typst import REFERENCE_SIZES, Layout, RulebookProject
from fabgen.core.languages import Catalogue
from fabgen.core.problems import FabgenError, problem_error
from fabgen.typeset import blocks as book
from fabgen.typeset.blocks import Book
from fabgen.typeset.typst_process import Files, typst_process

LONG_CAPTION = 60  # characters: a longer caption takes more than a line or two under a figure in a row
FIGURE_SCALES = (1.0, 0.85, 0.7)  # of the figures in the reference; smaller ones are tried if no type fits
LARGER_SCALES = (1.6, 1.4, 1.2)  # in formats whose text runs in columns, but the reference over the whole page
MOST_TRIES = 3  # layouts that are set with their pictures until one has the pages that it promised
PAGES = "query(<last-page>).first().value"
TOO_LONG = "query(<reference-too-long>).len()"


@dataclass(frozen=True)
class SetBook:
    """A rulebook as the files of a Typst project and as a PDF, how many pages it has, and its layout."""

    files: Files
    pdf: bytes
    pages: int
    layout: Layout


def write_book(content: Book, theme: Theme, page: BookFormat = A5, look: BookTheme | None = None,
               known: KnownLayouts | None = None) -> bytes:
    """A rulebook as a PDF, in the default look unless one is given. Raises FabgenError if the reference does not fit
    the last page, or the words under a figure do not fit a page."""
    return write_project(content, theme, page, look, known).pdf


def write_project(content: Book, theme: Theme, page: BookFormat = A5, look: BookTheme | None = None,
                  known: KnownLayouts | None = None) -> SetBook:
    """A rulebook as a Typst project and as a PDF. What is `known` of a former state of the book makes it quicker, and
    changes nothing. Raises FabgenError as `write_book`, and for a book of more pages than the format has."""
    look = look or built_in_theme()
    typst_process().start()
    content, known = _with_its_reference(content, page), known or KnownLayouts()
    books = []
    for layout, score in rank_layouts(content, page, look, known)[:MOST_TRIES]:
        level = spread_room(content, page, layout, look, known)
        set_book = _set_project(_projects(content, page, level, look), theme, known.reference)
        known.reference = set_book.layout.reference
        if set_book.pages == score.pages:  # the true references to pages need no line more than the guessed ones
            books = [set_book]
            break
        books.append(set_book)
    if page.most_pages and books[0].pages > page.most_pages:
        sheet = f"a sheet that is folded once has {page.most_pages} of {page.width:g} x {page.height:g} mm"
        raise problem_error(f"the rules need {books[0].pages} pages, and {sheet}",
                            "shorten the text or show fewer figures, or choose another --book, like a5")
    return books[0]


def write_draft(content: Book, theme: Theme, page: BookFormat, look: BookTheme, layout: Layout) -> SetBook:
    """A rulebook in the very layout of a former one, whether or not that is still the best: a tenth of the work. Raises
    FabgenError as `write_book`."""
    content = _with_its_reference(content, page)
    return _set_project([RulebookProject(content, page, layout, look)], theme)


def _with_its_reference(content: Book, page: BookFormat) -> Book:
    """A book without reference where all of it lies on the table: then it is its own."""
    return content if page.has_cover else replace(content, reference=())


def _set_project(projects: Iterable[RulebookProject], theme: Theme, likely: float = math.inf) -> SetBook:
    """The first of some projects of a book whose reference fits its page. Those with figures larger than the `likely`
    scale are first set without their pictures, which is quicker."""
    for project in projects:
        if project.layout.reference > likely and not _reference_fits(project.files(None)):
            continue
        files = project.files(theme)
        with project.look.locate_errors():
            too_long, pages = typst_process().evaluate(files, f"({TOO_LONG}, {PAGES})")
            if too_long:
                continue
            data = typst_process().compile_pdf(files)  # of pages that are laid out by now
        return SetBook(files, _state_language(data, project.content.language), pages, project.layout)
    raise _reference_error(project.content.reference, project.page)


def _state_language(data: bytes, language: str) -> bytes:
    """A PDF that states its language. Typst writes codes of ISO 639 with a region; other tags, such as `sr-Latn`, are
    written here."""
    import pikepdf

    from fabgen.artwork.export.pdf import save_pdf  # late: it loads reportlab, which a check does not need

    with pikepdf.open(io.BytesIO(data)) as pdf:
        if str(pdf.Root.get("/Lang", "")) == language:
            return data
        pdf.Root.Lang = pikepdf.String(language)
        return save_pdf(pdf)


def check_reference(blocks: Sequence[book.Block], words: Catalogue, page: BookFormat = A5) -> None:
    """Raises FabgenError if a reference does not fit its page. Nothing else is laid out."""
    typst_process().start()
    content = Book(title="-", byline="", summary="", facts="", author="", contents="", language=words.language,
                   cover=None, imprint=(), body=(), reference=tuple(blocks), words=words)
    layout, look = largest_layout(content, page), built_in_theme()
    if not any(_reference_fits(project.files(None)) for project in _projects(content, page, layout, look)):
        measure_layout(replace(content, body=tuple(blocks), reference=()), page, layout, look)  # names a long caption
        raise _reference_error(blocks, page)


def _projects(content: Book, page: BookFormat, layout: Layout, look: BookTheme) -> Iterator[RulebookProject]:
    """The book in a layout, with smaller and smaller figures in its reference, and type to suit them."""
    for scale in (*LARGER_SCALES, *FIGURE_SCALES) if page.columns > 1 else FIGURE_SCALES:
        yield RulebookProject(content, page, replace(layout, reference=scale), look)


def _reference_fits(files: Files) -> bool:
    return not typst_process().evaluate(files, TOO_LONG)


def _reference_error(blocks: Sequence[book.Block], page: BookFormat) -> FabgenError:
    title = next((book.plain_text(block.text) for block in blocks if isinstance(block, book.Heading)), "")
    return problem_error(f"the chapter `{title}` needs more than one page of {page.width:g} x {page.height:g} mm, "
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
