"""A book and a format → how many pages its reference takes, and the sizes of its words and figures.

The reference is on one page, in the largest type with which it fits, if need be with smaller figures. Where no type is
small enough, it takes as many pages as it needs in type of the usual size, and then the largest type with which it
needs no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from fabgen.artwork.themes import Theme
from fabgen.book.book_format import BookFormat
from fabgen.book.book_theme import BookTheme
from fabgen.book.layout import Layout
from fabgen.book.layout_marks import measure_layout
from fabgen.book.layout_sizes import largest_layout
from fabgen.book.rulebook_typst import REFERENCE_SIZES, SMALLEST_REFERENCE, USUAL_SIZE, RulebookProject
from fabgen.typeset import blocks as book
from fabgen.typeset.blocks import Book
from fabgen.typeset.typst_process import MAIN, typst_process

FIGURE_SCALES = (1.0, 0.85, SMALLEST_REFERENCE)  # of the figures in the reference; smaller ones if no type fits
LARGER_SCALES = (1.6, 1.4, 1.2)  # in formats whose text runs in columns, but the reference over the whole page
LETTERS_OF_A_PAGE = 2000  # of A5: a reference of fewer is likely to fit it
TOO_LONG = "query(<reference-too-long>).len()"
REFERENCE_PAGES = ("{ let found = query(<reference-start>); if found.len() == 0 { 1 } else { "
                   "query(<last-page>).first().value - found.first().location().page() + 1 } }")


def plan_reference(content: Book, page: BookFormat, look: BookTheme, *, has_imprint: bool = False) -> Layout:
    """The largest layout of a book, with the pages of its reference. `has_imprint`: the imprint stands below it."""
    layout = largest_layout(content, page)
    if not content.reference or page.is_large_print:
        return layout
    alone = replace(content, body=())
    if not has_imprint:
        alone = replace(alone, imprint=(), edition_note=())
    *_, smallest = reference_projects(alone, page, layout, look)
    with look.locate_errors():
        if not has_imprint and reference_fits(smallest):
            return layout
        return _plan_pages(alone, page, layout, look)


def check_figure_words(alone: Book, page: BookFormat, look: BookTheme) -> None:
    """Raises FabgenError if the words under a figure of a reference do not fit a page: where the smallest figures are
    not enough for the reference to fit one page."""
    layout = largest_layout(alone, page)
    *_, smallest = reference_projects(alone, page, layout, look)
    with look.locate_errors():
        if not reference_fits(smallest):
            _check_words_of_figures(alone, page, layout, look)


def is_likely_one_page(content: Book) -> bool:
    """Whether a reference has so few words that it is not worth while to find out first whether it fits one page."""
    texts = [block.text for block in book.walk_blocks(content.reference) if isinstance(block, book.Paragraph)]
    return sum(len(book.plain_text(text)) for text in texts) <= LETTERS_OF_A_PAGE


def reference_projects(content: Book, page: BookFormat, layout: Layout, look: BookTheme) -> Iterator[RulebookProject]:
    """The book in a layout, with smaller and smaller figures in its reference, and type to suit them; with smaller and
    smaller type where the reference takes several pages."""
    if layout.reference_size:
        for size in (layout.reference_size, *(size for size in REFERENCE_SIZES if size < layout.reference_size)):
            yield RulebookProject(content, page, replace(layout, reference_size=size), look)
        return
    for scale in (*LARGER_SCALES, *FIGURE_SCALES) if page.columns > 1 else FIGURE_SCALES:
        yield RulebookProject(content, page, replace(layout, reference=scale), look)


def count_too_long(projects: Iterable[RulebookProject], theme: Theme) -> int:
    """How many of some projects come before the first whose reference fits."""
    return sum(1 for _ in takewhile(lambda project: not reference_fits(project, theme), projects))


def reference_fits(project: RulebookProject, theme: Theme | None = None) -> bool:
    """Whether the reference of a project is no longer than its page in the smallest type that is tried. It is set
    alone, without pictures and without the numbers of pages that it names. One that takes several pages may be as long
    as it is."""
    if not project.has_back:
        return True
    layout = replace(project.layout, larger=frozenset(), floats=frozenset(), breaks=frozenset(), spaces=(),
                     row_spaces=())
    alone = RulebookProject(replace(project.content, body=()), project.page, layout, project.look, measured=True)
    files = alone.files(theme, has_pictures=False)
    with project.look.locate_errors():
        return not typst_process().evaluate({**files, MAIN: alone.preamble + alone.after}, TOO_LONG)


def _plan_pages(alone: Book, page: BookFormat, layout: Layout, look: BookTheme) -> Layout:
    """The layout whose reference has the fewest pages with figures and words of the usual size, and the largest figures
    and words with so many pages. Raises FabgenError if the words under a figure do not fit a page."""
    _check_words_of_figures(alone, page, layout, look)
    usual = _count_pages(alone, page, replace(layout, reference=1.0, reference_size=USUAL_SIZE), look)
    most = usual.reference_pages
    for scale in LARGER_SCALES if page.columns > 1 else ():
        larger = _count_pages(alone, page, replace(layout, reference=scale, reference_size=scale * USUAL_SIZE), look)
        if larger.reference_pages <= most:
            return larger
    sizes = [size for size in REFERENCE_SIZES if size > USUAL_SIZE]
    return _largest_type(alone, page, usual, look, sizes)


def _check_words_of_figures(alone: Book, page: BookFormat, layout: Layout, look: BookTheme) -> None:
    """Raises FabgenError if the words under a figure of a reference do not fit a page."""
    as_body = replace(alone, body=alone.reference, imprint=(), reference=())
    measure_layout(as_body, replace(page, columns=1), layout, look)


def _largest_type(alone: Book, page: BookFormat, usual: Layout, look: BookTheme, sizes: Sequence[float]) -> Layout:
    """The first of some sizes of type, the largest first, with no more pages than the usual one; else that one."""
    best, first, last = usual, 0, len(sizes)
    while first < last:
        middle = (first + last) // 2
        tried = _count_pages(alone, page, replace(usual, reference_size=sizes[middle]), look)
        if tried.reference_pages <= usual.reference_pages:
            best, last = tried, middle
        else:
            first = middle + 1
    return best


def _count_pages(alone: Book, page: BookFormat, layout: Layout, look: BookTheme) -> Layout:
    """A layout with the pages that its reference takes."""
    files = RulebookProject(alone, page, layout, look).files(None)
    return replace(layout, reference_pages=typst_process().evaluate(files, REFERENCE_PAGES))
