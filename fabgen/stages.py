"""A sound spec and options → the files of each folder as bytes: figures → make → write. Nothing is written to disk."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from fabgen.aside import aside
from fabgen.base import FabgenError, Problem, plural
from fabgen.check import rulebook
from fabgen.make.job import laser_job
from fabgen.manifest import Entry, entry
from fabgen.options import Options
from fabgen.pictures import file_stem, render, size_of
from fabgen.spec.load import Spec

if TYPE_CHECKING:
    from fabgen.artwork.book import Book
    from fabgen.artwork.part import Fit, Part
    from fabgen.make.job import Job
    from fabgen.make.sheet import Sheet
    from fabgen.words import Words

Progress = Callable[[str], None]
T = TypeVar("T")
LONGEST_STEM = 48  # characters: in any script the whole name stays under the 255 bytes that file systems take


@dataclass(frozen=True)
class Made:
    """A file of a build before it is written: its path from the output folder, what it is for, its width and height in
    mm, warnings and notes about it, and the lines of the summary about its whole folder."""

    path: str
    data: bytes
    purpose: str
    size: tuple[float, float] | None = None
    pages: int | None = None
    notes: tuple[Problem, ...] = ()
    told: tuple[str, ...] = ()

    def entry(self) -> Entry:
        """The entry of this file in the manifest."""
        return entry(self.path, self.data, self.purpose, self.size, self.pages)


def gathered(steps: Iterable[Callable[[], Iterable[T]]], known: Iterable[Problem] = ()) -> list[T]:
    """The results of all steps in one list. Raises one FabgenError with all their errors and the `known` ones."""
    done, problems = list[T](), list(known)
    for step in steps:
        try:
            done += step()
        except FabgenError as error:
            problems += error.problems
    if any(problem.level == "error" for problem in problems):
        raise FabgenError(problems)
    return done


def laser(spec: Spec, options: Options, progress: Progress) -> Iterator[Made]:
    """The laser files: each sheet in each format that the user chose (by default those of the machine), and the job
    sheet."""
    from fabgen.jobsheet import DATA, SHEET, job_json, job_pdf, job_work
    from fabgen.write.sheets import write_sheet

    progress("laser sheets")
    job = laser_job(spec, options)
    parts, sheets = _noted_sheets(spec, job, options, progress)
    work = job_work(spec, job, parts, sheets, options)
    summary = tuple(map(str, work.bills))
    wait_for_job_sheet = aside(partial(job_pdf, work, _job_sheet_paper(options)))
    for sheet in sheets:
        purpose = f"laser sheet of {sheet.material}, {plural(len(sheet.placements), 'part')}"
        for suffix in options.formats or job.machine.written:
            data, pages = write_sheet(sheet, job.machine, suffix), 1 if suffix == "pdf" else None
            size = (sheet.width, sheet.height)
            yield Made(f"laser/{sheet.name}.{suffix}", data, purpose, size, pages, sheet.notes, summary)
    progress("job sheet")
    data, paper, count = wait_for_job_sheet()
    yield Made(f"laser/{SHEET}", data, "job sheet: what a person takes to the laser", paper, count)
    yield Made(f"laser/{DATA}", job_json(work, spec.slug), "the job for programs: sheets, parts, times, prices")


def _noted_sheets(spec: Spec, job: Job, options: Options, progress: Progress = lambda _: None) -> tuple[
    list[Part], list[Sheet]
]:
    import shapely  # noqa: F401 -- before the second process is forked, which would import it once more

    from fabgen.advice import advised, making
    from fabgen.figures.boards import GROUPS
    from fabgen.laser.engraving import report_outlined_words
    from fabgen.laser.estimate import warn_of_long_engraving
    from fabgen.make.laser import make_sheets
    from fabgen.selection import chosen_parts

    # Warnings about stock that is not measured, by the key of the stock: only for stock on which a joint depends.
    unmeasured = dict[str, tuple[Problem, ...]]()

    def fit(key: str) -> Fit:
        unmeasured[job.stock(key).key] = job.unmeasured(key)
        return job.fit(key)

    parts = chosen_parts(spec, fit, options)
    wait_for_flaws = aside(partial(making, parts, job))
    job = replace(job, sheet=options.scrap or job.sheet)
    try:
        sheets = make_sheets(parts, job, progress)
    except Exception as error:
        wait_for_flaws()  # raises the flaws of the parts first: they may be why the sheets failed
        if not isinstance(error, FabgenError):
            raise
        board = [part for part in parts if part.group in GROUPS]
        raise FabgenError(advised(spec, job, board, error.problems)) from None
    job_notes = [*wait_for_flaws(), *warn_of_long_engraving(sheets, job.machine, parts), *report_outlined_words(parts, job.machine)]
    thickness_parts = {part.name for part in parts if part.by_thickness}
    noted_sheets = []
    for sheet in sheets:
        depends = not thickness_parts.isdisjoint(spot.part for spot in sheet.placements)
        thickness_notes = unmeasured.get(sheet.material, ()) if depends else ()
        noted_sheets.append(replace(sheet, notes=(*sheet.notes, *thickness_notes, *job_notes)))
    return parts, noted_sheets


def _job_sheet_paper(options: Options) -> str:
    """The paper of the job sheet: the first one that the user chose for printing, so they have it at hand."""
    return next((name for name in options.papers if name != "poster"), "a4")


def prints(spec: Spec, options: Options, progress: Progress) -> Iterator[Made]:
    """One print-and-play PDF for each paper. What does not fit is reported for all papers together."""
    from fabgen.make.fewer import offer_smaller_cells
    from fabgen.printing import kit_of, printed, unused

    progress("print-and-play")
    kit = kit_of(spec, options)
    summary, notes = offer_smaller_cells(spec, kit, options), unused(options)
    for file in printed(spec, kit, options, stem(spec), gathered, progress):
        yield Made(f"print/{file.name}", file.data, file.purpose, file.size, file.pages, notes, summary)


def stem(spec: Spec) -> str:
    """The start of the names of a game's documents: slug and version, in characters that every system can store."""
    return re.sub(r"[^\w.-]+", "-", f"{spec.slug}-{spec.game.version}")[:LONGEST_STEM].strip(".-")


def rules(spec: Spec, options: Options, progress: Progress) -> Iterator[Made]:
    """The rulebook in each format that the user chose: for reading, and as booklets that hold the A5 pages."""
    from fabgen.make.theme import load_theme
    from fabgen.write.book import FORMATS, write_book
    from fabgen.write.booklet import SHEETS, write_booklet
    from fabgen.write.png import page_count

    progress("rulebook")
    book, theme = read_rulebook(spec), load_theme("colour")
    folded = [name for name in options.books if name not in FORMATS]
    pages = {name: write_book(book, theme, FORMATS[name]) for name in FORMATS
             if name in options.books or (name == "a5" and folded)}
    for name, data in pages.items():
        if name in options.books:
            path = f"rules/{stem(spec)}-rules{'' if name == 'a5' else f'-{name}'}.pdf"
            size = (FORMATS[name].width, FORMATS[name].height)
            yield Made(path, data, FORMATS[name].purpose, size, page_count(data))
    for name in folded:
        paper = name.removeprefix("booklet-")
        data = write_booklet(pages["a5"], paper, theme, spec_words(spec), back_cover=bool(book.reference))
        purpose = f"rulebook to fold and staple, {paper}: print both sides, flip on the short edge"
        yield Made(f"rules/{stem(spec)}-rules-{name}.pdf", data, purpose, SHEETS[paper], page_count(data))


def read_rulebook(spec: Spec) -> Book:
    """The rulebook's content, which is the same for all page sizes."""
    from fabgen.figures.book import Imprint, read_book
    from fabgen.figures.catalogue import book_figures
    from fabgen.figures.components import cover

    game, words = spec.game, spec_words(spec)
    facts = (game.summary or "", game.year or "", game.source or "", len((spec.whole or game).players))
    imprint = Imprint(game.title, game.designer, game.version, len(game.players), *facts)
    figures = book_figures(spec, words)
    return read_book(spec.folder / rulebook(spec), figures, imprint, cover(spec), words, game.rulings)


def spec_words(spec: Spec) -> Words:
    """The words of the game's language."""
    from fabgen.words import load_words

    return load_words(spec.game.language, spec.folder)


def diagrams(spec: Spec, options: Options, progress: Progress) -> Iterator[Made]:
    """Every stand-alone figure as SVG, PDF and PNG."""
    from fabgen.figures.catalogue import every_figure

    progress("diagrams")
    for figure in every_figure(spec):
        name, size = file_stem(figure.reference), size_of(figure)
        for suffix, data in render(figure, ("svg", "pdf", "png")).items():
            yield Made(f"diagrams/{name}.{suffix}", data, f"diagram: {figure.caption}", size)


STAGES: dict[str, Callable[[Spec, Options, Progress], Iterator[Made]]] = {
    "laser": laser, "print": prints, "rules": rules, "diagrams": diagrams,
}
