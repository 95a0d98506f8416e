"""A game → the files of `rules/`: its rulebook in every chosen format, and its Typst project."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from fabgen.core.cache import ResultCache
from fabgen.production.build_files import TYPST_FOLDER, BuildFile, Progress, document_stem
from fabgen.production.cache_content import game_content
from fabgen.spec.build_options import BOOKLETS, FOLDED_SHEETS, Options
from fabgen.spec.load import Spec

if TYPE_CHECKING:
    from fabgen.artwork.themes import Theme
    from fabgen.book.book_format import BookFormat
    from fabgen.book.book_theme import BookTheme
    from fabgen.book.rulebook_pdf import SetBook
    from fabgen.typeset.blocks import Book

BOOK_INKS = {"full": "colour", "low": "low", "bw": "bw"}  # the ink themes of rulebooks, by the option


def make_rulebooks(spec: Spec, options: Options, progress: Progress, cache: ResultCache | None = None
                   ) -> Iterator[BuildFile]:
    """The rulebook in each format that the user chose: for reading, as booklets of the A5 pages, as a sheet to be
    folded once, for a print shop, as a web page; and, if asked for, the Typst project of the first of them. What the
    cache knows of the book's layouts spares setting them again."""
    from fabgen.artwork.export.png import page_count
    from fabgen.artwork.themes import load_theme
    from fabgen.book.book_format import FORMATS
    from fabgen.book.press_pdf import write_press_pdf
    from fabgen.book.typst_source import list_project_files
    from fabgen.figures.rulebook.game_rulebook import read_game_rulebook
    from fabgen.typeset.typst_process import typst_process

    progress("rulebook")
    pdf_names = [name for name in FORMATS if name in options.books]
    typst_process().start()  # in the worker process it is another one: ready by the time that the figures are drawn
    with _cached_figures(spec, options, cache):
        book = read_game_rulebook(spec)
        if "html" in options.books or any(FORMATS[name].bleed for name in pdf_names):
            book.draw_whole_cover()  # now, so that it is kept with the other figures
        theme, look = load_theme(BOOK_INKS[options.book_ink]), book_theme_of_game(spec, options)
        needs_a5 = any(name in BOOKLETS for name in options.books) or (options.typst_source and not pdf_names)
        projects = {name: _set_rulebook(spec, book, theme, FORMATS[name], look, cache) for name in FORMATS
                    if name in pdf_names or (name == "a5" and needs_a5)}
    stem = f"rules/{document_stem(spec)}-rules"
    language_ending = f"-{options.language}" if options.language else ""
    for name in pdf_names:
        data, page = projects[name].pdf, FORMATS[name]
        data = write_press_pdf(data, page.bleed, theme) if page.bleed else data
        suffix = "" if name == "a5" else f"-{name}"
        yield BuildFile(f"{stem}{suffix}{language_ending}.pdf", data, page.purpose, page.sheet, page_count(data))
    a5 = projects["a5"] if needs_a5 else None
    for name in options.books:
        if name in BOOKLETS or name in FOLDED_SHEETS:
            path = f"{stem}-{name}{language_ending}.pdf"
            yield _make_folded_book(spec, book, theme, look, name, path, a5)
    if options.typst_source:
        first = next(iter(projects.values()))
        for file, data, purpose in list_project_files(first.files, book.title):
            yield BuildFile(f"{TYPST_FOLDER}/{file}", data, purpose)
    if "html" in options.books:
        from fabgen.book.rulebook_html import PURPOSE, write_html

        # Always in colour: the ink of the options is for printing.
        yield BuildFile(f"{stem}{language_ending}.html", write_html(book, load_theme("colour")), PURPOSE)


@contextmanager
def _cached_figures(spec: Spec, options: Options, cache: ResultCache | None) -> Iterator[None]:
    """A context in which figures that an earlier build has drawn of the same game come from the cache. Figures that are
    new are kept there at its end."""
    if not cache or not cache.folder:
        yield
        return
    content = game_content(spec, options)
    cached = cache.recall("figures", content) or {}
    spec.add_results(cached)
    try:
        yield
    finally:
        if spec.results.keys() - cached.keys():
            cache.keep("figures", content, dict(spec.results))


def _set_rulebook(
    spec: Spec, book: Book, theme: Theme, page: BookFormat, look: BookTheme, cache: ResultCache | None
) -> SetBook:
    """The rulebook in a format."""
    from fabgen.book.known_layouts import known_layouts
    from fabgen.book.rulebook_pdf import write_project

    with known_layouts(cache or ResultCache(), str(spec.source.file), book.language, page, look.name) as layouts:
        return write_project(book, theme, page, look, layouts)


def _make_folded_book(
    spec: Spec, book: Book, theme: Theme, look: BookTheme, name: str, path: str, a5: SetBook | None
) -> BuildFile:
    """The A5 pages as a booklet, or the rules on one sheet, as the name of the book says."""
    from fabgen.artwork.export.png import page_count
    from fabgen.book.book_format import FOLDER_PAGES
    from fabgen.book.booklet import SHEETS, write_booklet
    from fabgen.book.rulebook_pdf import write_book

    is_booklet, paper = name in BOOKLETS, name.rpartition("-")[2]
    if a5 and is_booklet:
        pages, back_pages = a5.pdf, a5.back_pages
    else:
        pages, back_pages = write_book(book, theme, FOLDER_PAGES[paper], look), int(bool(book.reference))
    data = write_booklet(pages, paper, theme, spec.words, back_pages=back_pages, is_stapled=is_booklet)
    form = "to fold and staple" if is_booklet else "on one sheet, to be folded once"
    purpose = f"rulebook {form}, {paper}: print both sides, flip on the short edge"
    return BuildFile(path, data, purpose, SHEETS[paper], page_count(data))


def book_theme_of_game(spec: Spec, options: Options) -> BookTheme:
    """The look of the rulebook: the one that the user chose, else the one of the spec."""
    from fabgen.book.book_theme import load_book_theme

    name = spec.game.book.theme if options.book_theme == "game" else options.book_theme
    return load_book_theme(name, spec.folder)
