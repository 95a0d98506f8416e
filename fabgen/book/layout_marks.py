"""A book in a layout → where Typst sets its blocks. Several questions may wait there for their answers; what a former
search knows is not asked again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from fabgen.book.book_format import BookFormat
from fabgen.book.book_theme import BookTheme
from fabgen.book.growing_pictures import FIGURES
from fabgen.book.known_layouts import KnownLayouts
from fabgen.book.layout import Layout, Mark
from fabgen.book.rulebook_typst import RulebookProject
from fabgen.core.problems import problem_error
from fabgen.core.units import POINTS_PER_MM
from fabgen.typeset import blocks as book
from fabgen.typeset.blocks import Book
from fabgen.typeset.typst_process import typst_process

MARKS = "query(<mark>).map(m => { let at = m.location().position(); (m.value, at.page, at.x.pt(), at.y.pt()) })"


def ask_layout(content: Book, page: BookFormat, layout: Layout, look: BookTheme, known: KnownLayouts) -> None:
    """Asks Typst where the blocks of the body are, for `measure_layout`, which then waits for the rest of the time
    only. Nothing is asked about a layout that was measured before."""
    if layout not in known.planned and _is_new(layout, known):
        ask_project(_project_to_measure(content, page, layout, look), known)


def ask_project(project: RulebookProject, known: KnownLayouts) -> None:
    """Asks Typst where the blocks of a project are, for `measure_project`."""
    if _is_new(project.layout, known):
        known.asked[project.layout] = project, _start_measuring(project)


def _is_new(layout: Layout, known: KnownLayouts) -> bool:
    """Whether nothing is known of a layout, and nothing was asked about it."""
    return not {layout} & (known.current.keys() | known.former.keys() | known.asked.keys())


def measure_layout(content: Book, page: BookFormat, layout: Layout, look: BookTheme, known: KnownLayouts | None = None
                   ) -> list[Mark]:
    """Where the blocks of the body begin and end, as planned where that is known. Raises FabgenError for a figure that
    is longer with its words than a page."""
    known = known or KnownLayouts()
    if layout in known.planned:
        return [*known.planned[layout]]
    if layout in known.current:
        return [*known.current[layout].marks]
    return measure_project(_project_to_measure(content, page, layout, look), known)


def measure_project(project: RulebookProject, known: KnownLayouts) -> list[Mark]:
    """Where the blocks of a project begin and end. Raises FabgenError as `measure_layout`."""
    layout = project.layout
    if layout in known.current:
        return [*known.current[layout].marks]
    if layout not in known.former:
        ask_project(project, known)
        project, answer = known.asked.pop(layout)
        marks = _read_marks(project, answer)
    else:
        marks = known.find_marks(project) or _read_marks(project, _start_measuring(project))
    known.keep(project, marks)
    return marks


def _project_to_measure(content: Book, page: BookFormat, layout: Layout, look: BookTheme) -> RulebookProject:
    return RulebookProject(replace(content, reference=content.reference[:1]), page, layout, look, measured=True)


def _start_measuring(project: RulebookProject) -> Callable[[], Any]:
    """Asks Typst for the marks of a project, which is set for this. The function returned waits for them."""
    return typst_process().start_evaluating(project.files(None), MARKS)


def _read_marks(project: RulebookProject, answer: Callable[[], Any]) -> list[Mark]:
    """The marks of a project, from the answer to a question for them."""
    page, look, content = project.page, project.look, project.content
    with look.locate_errors():
        values = answer()
    if project.layout.is_endless:
        return [*_read_endless(values)]
    marks = [_read_mark(page, *value) for value in values]
    for start, end in pair_marks(marks):
        top, foot = page.top * POINTS_PER_MM, (page.height - page.bottom) * POINTS_PER_MM
        if start.kind in FIGURES and start.y <= top + 1 and end.y >= foot - 0.1:  # what is too long is cut off there
            captions = [book.plain_text(figure.caption) for figure in book.walk_blocks([content.body[start.number]])
                        if isinstance(figure, book.BookFigure)]
            longest = max(captions, key=len)
            raise problem_error(f"the words under a figure are longer than a page: {longest[:60]}…",
                                "write them as text")
    return marks


def _read_mark(page: BookFormat, name: str, number: int, x: float, y: float) -> Mark:
    side, block, kind, *_ = name.split(" ")
    column = int(page.columns > 1 and x > page.width / 2 * POINTS_PER_MM)
    return Mark(int(block), kind, side == "start", number, y, column)


def _read_endless(values: Sequence[tuple[str, int, float, float]]) -> Iterator[Mark]:
    """Marks of a body on a page without end: the top of each block, the first and the last base line of its paragraphs,
    the rows of its tables. A `row` mark carries no number: it belongs to the block of the mark before it."""
    number = 0
    for name, page, _, y in values:
        kind, *details = name.split(" ")
        number = int(details[0]) if details else number
        yield Mark(number, kind, kind == "start", page, y)


def column_number(mark: Mark, page: BookFormat) -> int:
    """The column of a mark, counted through all pages; its page where text runs in one column."""
    return mark.page * page.columns + mark.column


def pair_marks(marks: Sequence[Mark]) -> Iterator[tuple[Mark, Mark]]:
    """The beginning and the end of each block, or of each row of a block of figures."""
    begun: dict[int, Mark] = {}
    for mark in marks:
        if mark.is_start:
            begun.setdefault(mark.number, mark)  # the head of a table is repeated on each of its pages
        elif mark.number in begun:
            yield begun.pop(mark.number), mark
