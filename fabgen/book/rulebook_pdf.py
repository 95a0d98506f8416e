"""Book and theme → the bytes of a rulebook PDF for reading: title page, contents, body, and the reference on the last
page or pages.

The best of a few layouts is chosen first, then set with its pictures. The PDF is tagged (PDF/UA-1, which Typst checks),
has bookmarks and links, and states its language. The same book gives the same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from fabgen.artwork.themes import Theme
from fabgen.book.body_order import gather_cases, gather_words, join_rows, pair_boards
from fabgen.book.book_format import A5, BookFormat
from fabgen.book.book_theme import BookTheme, built_in_theme
from fabgen.book.known_layouts import KnownLayouts
from fabgen.book.layout import Layout
from fabgen.book.layout_search import rank_layouts
from fabgen.book.layout_sizes import largest_layout
from fabgen.book.page_depth import BrokenPlanError, spread_room
from fabgen.book.reference_pages import (
    REFERENCE_PAGES,
    TOO_LONG,
    check_figure_words,
    count_too_long,
    is_likely_one_page,
    plan_reference,
    reference_projects,
)
from fabgen.book.rulebook_typst import RulebookProject
from fabgen.core.languages import Catalogue
from fabgen.core.problems import problem_error
from fabgen.typeset import blocks as book
from fabgen.typeset.blocks import Block, Book, BookFigure, FigureRow
from fabgen.typeset.typst_markup import split_language
from fabgen.typeset.typst_process import Files, typst_process

MOST_TRIES = 3  # layouts that are set with their pictures until one has the pages that it promised
PAGES = "query(<last-page>).first().value"


@dataclass(frozen=True)
class SetBook:
    """A rulebook as the files of a Typst project and as a PDF, how many pages it has, its layout, and how many of its
    last pages are the reference."""

    files: Files
    pdf: bytes
    pages: int
    layout: Layout
    back_pages: int


def write_book(content: Book, theme: Theme, page: BookFormat = A5, look: BookTheme | None = None,
               known: KnownLayouts | None = None) -> bytes:
    """A rulebook as a PDF, in the default look unless one is given. Raises FabgenError if the words under a
    figure do not fit a page."""
    return write_project(content, theme, page, look, known).pdf


def write_project(content: Book, theme: Theme, page: BookFormat = A5, look: BookTheme | None = None,
                  known: KnownLayouts | None = None) -> SetBook:
    """A rulebook as a Typst project and as a PDF. What is `known` of a former state of the book makes it quicker, and
    changes nothing. Raises FabgenError as `write_book`, and for a book of more pages than the format has."""
    look = look or built_in_theme()
    typst_process().start()
    content, known = fit_to_format(content, page), known or KnownLayouts()
    is_likely = is_likely_one_page(content)
    largest = largest_layout(content, page) if is_likely else plan_reference(content, page, look)
    set_book = _set_best(content, theme, page, look, known, largest)
    if set_book is None and is_likely:
        largest = plan_reference(content, page, look)
        set_book = _set_best(content, theme, page, look, known, largest) if largest.reference_size else None
    if set_book is None:  # the imprint is below the reference, and leaves it no room
        largest = plan_reference(content, page, look, has_imprint=True)
        set_book = _set_best(content, theme, page, look, known, largest)
    assert set_book is not None
    if page.most_pages and set_book.pages > page.most_pages:
        sheet = f"a sheet that is folded once has {page.most_pages} of {page.width:g} x {page.height:g} mm"
        raise problem_error(f"the rules need {set_book.pages} pages, and {sheet}",
                            "shorten the text or show fewer figures, or choose another --book, like a5")
    return set_book


def _set_best(content: Book, theme: Theme, page: BookFormat, look: BookTheme, known: KnownLayouts, largest: Layout
              ) -> SetBook | None:
    """The book in the best layout with the pages that it promised, else in the one that needs the fewest blank pages.
    None where the reference does not fit its page."""
    try:
        return _set_ranked(content, theme, page, look, known, largest)
    except BrokenPlanError:  # judge the plans by what Typst makes of them
        known.distrust_plans()
        return _set_ranked(content, theme, page, look, known, largest)


def _set_ranked(content: Book, theme: Theme, page: BookFormat, look: BookTheme, known: KnownLayouts, largest: Layout
                ) -> SetBook | None:
    """As `_set_best`. Raises BrokenPlanError where Typst sets blocks on other pages than the best plan has them."""
    def list_projects(layout: Layout, too_long: int = 0) -> list[RulebookProject]:
        """The book in a layout with smaller and smaller references, without the first ones, which are too long."""
        return [*reference_projects(content, page, layout, look)][too_long:]

    tried: list[SetBook] = []
    for layout, score in rank_layouts(content, page, look, known, largest)[:MOST_TRIES]:
        too_long = count_too_long(list_projects(layout), theme)
        if not list_projects(layout, too_long):
            return None

        def write_figures(layout: Layout, too_long: int = too_long) -> None:
            """Writes the figures of the book in a layout, so that the same figures are known when it is set."""
            list_projects(layout, too_long)[0].files(theme)

        level = spread_room(content, page, layout, look, known, write_figures)
        set_book = _set_project(list_projects(level, too_long), theme)
        if set_book is None:
            return None
        if set_book.pages == score.pages:  # the true references to pages need no line more than the guessed ones
            return set_book
        tried.append(set_book)
    return min(tried, key=lambda set_book: -set_book.pages % 4)


def write_draft(content: Book, theme: Theme, page: BookFormat, look: BookTheme, layout: Layout) -> SetBook:
    """A rulebook in the very layout of a former one, whether or not that is still the best: a tenth of the work. Raises
    FabgenError as `write_book`."""
    content = fit_to_format(content, page)
    set_book = _set_project([RulebookProject(content, page, layout, look)], theme)
    if set_book is None:
        raise problem_error("the reference needs more than its page", "search the layout again")
    return set_book


def fit_to_format(content: Book, page: BookFormat) -> Book:
    """A book as it is laid out: two boards that follow each other share a row, and so do those of short cases; words
    fill the room beside the figure above them. Where all of it lies on the table, figures that follow each other share
    rows, and there is no reference: it is its own. In two columns, it has the narrow drawings of figures, whose words
    would else be smaller than captions."""
    content = replace(content, body=pair_boards(content.body))
    if not page.has_cover:
        content = replace(content, body=join_rows(content.body))
    if page.columns > 1:
        content = replace(content, body=tuple(map(_narrow_figures, content.body)))
    # How wide boards and words are is the same in every look; with the index, the body keeps all of its blocks.
    for arrange in (gather_cases, gather_words):
        largest = replace(largest_layout(content, page), has_index=True)
        content = replace(content, body=arrange(RulebookProject(content, page, largest, built_in_theme())))
    return content if page.has_cover else replace(content, reference=())


def _narrow_figures(block: Block) -> Block:
    """A block with the narrow drawings of its figures."""
    if isinstance(block, FigureRow):
        return replace(block, figures=tuple(_narrow_figure(figure) for figure in block.figures))
    return _narrow_figure(block) if isinstance(block, BookFigure) else block


def _narrow_figure(figure: BookFigure) -> BookFigure:
    return replace(figure, drawing=figure.narrow) if figure.narrow else figure


def _set_project(projects: Iterable[RulebookProject], theme: Theme) -> SetBook | None:
    """The first of some projects of a book whose reference takes the pages that its layout says; else the first whose
    reference takes more, and None where it must fit one page."""
    longer: SetBook | None = None
    for project in projects:
        files = project.files(theme)
        with project.look.locate_errors():
            too_long, pages, back_pages = typst_process().evaluate(files, f"({TOO_LONG}, {PAGES}, {REFERENCE_PAGES})")
            if too_long:
                continue
            data = typst_process().compile_pdf(files)  # of pages that are laid out by now
        set_book = SetBook(files, _state_language(data, project.content.language), pages, project.layout,
                           back_pages if project.content.reference else 0)
        if back_pages <= project.layout.reference_pages:
            return set_book
        longer = longer or set_book
    return longer


def _state_language(data: bytes, language: str) -> bytes:
    """A PDF that states its language. Typst writes codes of ISO 639 with a region; other tags, such as `sr-Latn`, are
    written here."""
    if "-".join(filter(None, split_language(language))) == language:
        return data
    import pikepdf

    from fabgen.artwork.export.pdf import save_pdf  # late: it loads reportlab, which a check does not need

    with pikepdf.open(io.BytesIO(data)) as pdf:
        if str(pdf.Root.get("/Lang", "")) == language:
            return data
        pdf.Root.Lang = pikepdf.String(language)
        return save_pdf(pdf)


def check_reference(blocks: Sequence[book.Block], words: Catalogue, page: BookFormat = A5) -> None:
    """Raises FabgenError if the words under a figure of a reference do not fit a page. Nothing else is laid out."""
    typst_process().start()
    content = Book(title="-", byline="", summary="", facts="", author="", contents="", language=words.language,
                   cover=None, imprint=(), body=(), reference=tuple(blocks), words=words)
    check_figure_words(content, page, built_in_theme())
