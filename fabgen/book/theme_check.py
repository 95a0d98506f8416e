"""A theme of the user's own → its Problems: what does not compile, keys that do not exist, values of a wrong kind.

A small book with every kind of block is set with the theme, so that each of its functions is called.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from fabgen.artwork.drawing import Role, draw
from fabgen.artwork.motif import Motif
from fabgen.artwork.path import line, rectangle
from fabgen.artwork.themes import load_theme
from fabgen.book.book_format import A5, FOLDER_PAGES
from fabgen.book.book_theme import BASE, THEME, BookTheme, read_base
from fabgen.book.layout import Layout
from fabgen.book.rulebook_typst import USUAL_SIZE, RulebookProject
from fabgen.core.problems import FabgenError, Location, Problem, nearest_hint
from fabgen.typeset import blocks as book
from fabgen.typeset.blocks import Book, TextRun
from fabgen.typeset.typst_process import MAIN, typst_process

LAYOUT = Layout(cell=8.0, close_up=8.0, has_contents=True)
# The keys of a theme with their kinds, and those that there are; none where the file has no dictionary `theme`.
QUESTION = f"""#import "{BASE}": defaults
#import "{THEME}" as file
#let own = dictionary(file).at("theme", default: none)
#let kinds(values) = values.pairs().map(((key, value)) => (key, str(type(value))))
#metadata((kinds(defaults), if type(own) == dictionary {{ kinds(own) }})) <keys>
"""


def check_theme(theme: BookTheme) -> list[Problem]:
    """Every Problem of a theme of the user's own."""
    typst_process().start()
    try:
        with theme.locate_errors():
            question = {MAIN: QUESTION, BASE: read_base(), THEME: theme.code}
            typst_process().compile_pdf(question, standard="")  # its errors have a place, those of `evaluate` have none
            known, own = typst_process().evaluate(question, "query(<keys>).first().value")
        if problems := [*_check_keys(theme, dict(known), own)]:
            return problems
        with theme.locate_errors():
            several_pages = replace(LAYOUT, reference_size=USUAL_SIZE)
            for page, layout in ((A5, LAYOUT), (A5, several_pages), (FOLDER_PAGES["a4"], LAYOUT)):
                project = RulebookProject(_sample_book(), page, layout, theme)
                typst_process().compile_pdf(project.files(load_theme("colour")))
    except FabgenError as error:
        return [*error.problems]
    return []


def _check_keys(theme: BookTheme, known: dict[str, str], own: list[Any] | None) -> Iterator[Problem]:
    """Problems of the dictionary `theme` as a whole."""
    where, keys = Location(theme.file), ", ".join(known)
    if own is None:
        hint = f"write #let theme = (accent: red); its keys: {keys}"
        yield Problem(where, "the theme has no dictionary `theme`", hint)
    for key, kind in own or ():
        if key not in known:
            near = nearest_hint(key, [*known])
            yield Problem(where, f"a theme has no key `{key}`", f"{near + '; ' if near else ''}its keys: {keys}")
        elif kind != known[key]:
            yield Problem(where, f"`{key}` of the theme is of the type {kind}", f"it must be of the type {known[key]}")


def _sample_book() -> Book:
    """A book of a few words with every kind of block and of picture."""
    def words(text: str) -> book.TextRuns:
        return (TextRun(text),)

    def figure(name: str) -> book.BookFigure:
        square = draw(Role.GRID, rectangle(0, 0, 20, 20))
        return book.BookFigure(square, words("A caption."), alt="A square.", anchor=name)

    paragraph = book.Paragraph(words("Words."))
    body = (
        book.Heading(1, words("Chapter"), "chapter"), book.Paragraph((TextRun("A rule.", bold=True),)), paragraph,
        book.Heading(2, words("Section"), "section"), paragraph,
        book.Heading(3, words("Minor"), "minor"), book.Listing(((paragraph,),)), book.Listing(((paragraph,),), first=1),
        book.NoteBox((paragraph,)), book.TextTable((words("Head"),), ((words("Cell"),),), ("left",)),
        figure("one"), book.FigureRow((figure("two"), figure("three"))),
        book.Paragraph((TextRun("A link", link="https://example.org"),)),
    )
    reference = (book.Heading(1, words("Reference"), "reference"), paragraph, book.Listing(((paragraph,),), first=1))
    tones = ("green", "orange")
    sample = Book("Sample", "By somebody", "A summary.", "2 players", "Somebody", "Contents", "en", None,
                  (words("An imprint."),), body, reference)
    motif = Motif((line((-5, 0), (5, 0)), line((0, -5), (0, 5))), (10.0, 10.0), 1.0)
    wide, piece = (draw(Role.GRID, rectangle(0, 0, width, 20)) for width in (80, 10))
    return replace(sample, motif=motif, accent="sky", cover=figure("cover").drawing, cover_alt="A square.", tones=tones,
                   draw_panorama=lambda: wide, draw_emblems=lambda: ((wide, piece),))
