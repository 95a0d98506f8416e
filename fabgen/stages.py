"""A sound spec and options → the files of each folder as bytes: figures → make → write. Nothing is written to disk."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from fabgen.aside import start_work
from fabgen.base import FabgenError, Problem, count_things
from fabgen.check import rulebook_path
from fabgen.make.job import make_laser_job
from fabgen.manifest import ManifestEntry, make_entry
from fabgen.options import Options
from fabgen.pictures import file_stem, render_figure, figure_file_size
from fabgen.spec.load import Spec

if TYPE_CHECKING:
    from fabgen.artwork.book import Book
    from fabgen.artwork.part import Fit, Part
    from fabgen.make.job import LaserJob
    from fabgen.make.sheet import LaserSheet
    from fabgen.words import LanguageWords

Progress = Callable[[str], None]
T = TypeVar("T")
LONGEST_STEM = 48  # characters: in any script the whole name stays under the 255 bytes that file systems take


@dataclass(frozen=True)
class BuildFile:
    """A file of a build before it is written: its path from the output folder, what it is for, its width and height in
    mm, warnings and notes about it, and the lines of the summary about its whole folder."""

    path: str
    data: bytes
    purpose: str
    size: tuple[float, float] | None = None
    pages: int | None = None
    notes: tuple[Problem, ...] = ()
    folder_summary: tuple[str, ...] = ()

    def manifest_entry(self) -> ManifestEntry:
        """The entry of this file in the manifest."""
        return make_entry(self.path, self.data, self.purpose, self.size, self.pages)


def run_all(steps: Iterable[Callable[[], Iterable[T]]], known: Iterable[Problem] = ()) -> list[T]:
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


def make_laser_files(spec: Spec, options: Options, progress: Progress) -> Iterator[BuildFile]:
    """The laser files: each sheet in each format that the user chose (by default those of the machine), and the job
    sheet."""
    from fabgen.jobsheet import JOB_DATA_FILE, JOB_SHEET_FILE, write_job_json, write_job_pdf, make_job_content
    from fabgen.write.sheets import write_sheet

    progress("laser sheets")
    job = make_laser_job(spec, options)
    parts, sheets = _noted_sheets(spec, job, options, progress)
    work = make_job_content(spec, job, parts, sheets, options)
    summary = tuple(map(str, work.bills))
    wait_for_job_sheet = start_work(partial(write_job_pdf, work, _job_sheet_paper(options)))
    for sheet in sheets:
        purpose = f"laser sheet of {sheet.material}, {count_things(len(sheet.placements), 'part')}"
        for suffix in options.formats or job.machine.default_formats:
            data, pages = write_sheet(sheet, job.machine, suffix), 1 if suffix == "pdf" else None
            size = (sheet.width, sheet.height)
            yield BuildFile(f"laser/{sheet.name}.{suffix}", data, purpose, size, pages, sheet.notes, summary)
    progress("job sheet")
    data, paper, count = wait_for_job_sheet()
    yield BuildFile(f"laser/{JOB_SHEET_FILE}", data, "job sheet: what a person takes to the laser", paper, count)
    yield BuildFile(f"laser/{JOB_DATA_FILE}", write_job_json(work, spec.slug), "the job for programs: sheets, parts, times, prices")


def _noted_sheets(spec: Spec, job: LaserJob, options: Options, progress: Progress = lambda _: None) -> tuple[
    list[Part], list[LaserSheet]
]:
    import shapely  # noqa: F401 -- before the second process is forked, which would import it once more

    from fabgen.advice import add_cell_hints, making_problems
    from fabgen.figures.boards import GROUPS
    from fabgen.laser.engraving import report_outlined_words
    from fabgen.laser.estimate import warn_of_long_engraving
    from fabgen.make.laser import make_sheets
    from fabgen.selection import chosen_parts

    # Warnings about stock that is not measured, by the key of the stock: only for stock on which a joint depends.
    unmeasured = dict[str, tuple[Problem, ...]]()

    def fit(key: str) -> Fit:
        unmeasured[job.stock(key).key] = job.warn_of_unmeasured(key)
        return job.fit(key)

    parts = chosen_parts(spec, fit, options)
    wait_for_flaws = start_work(partial(making_problems, parts, job))
    job = replace(job, sheet=options.scrap or job.sheet)
    try:
        sheets = make_sheets(parts, job, progress)
    except Exception as error:
        wait_for_flaws()  # raises the flaws of the parts first: they may be why the sheets failed
        if not isinstance(error, FabgenError):
            raise
        board = [part for part in parts if part.group in GROUPS]
        raise FabgenError(add_cell_hints(spec, job, board, error.problems)) from None
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


def make_print_files(spec: Spec, options: Options, progress: Progress) -> Iterator[BuildFile]:
    """One print-and-play PDF for each paper. What does not fit is reported for all papers together."""
    from fabgen.make.fewer import offer_smaller_cells
    from fabgen.printing import make_kit, make_print_pdfs, warn_of_unused_options

    progress("print-and-play")
    kit = make_kit(spec, options)
    summary, notes = offer_smaller_cells(spec, kit, options), warn_of_unused_options(options)
    for file in make_print_pdfs(spec, kit, options, document_stem(spec), run_all, progress):
        yield BuildFile(f"print/{file.name}", file.data, file.purpose, file.size, file.pages, notes, summary)


def document_stem(spec: Spec) -> str:
    """The start of the names of a game's documents: slug and version, in characters that every system can store."""
    return re.sub(r"[^\w.-]+", "-", f"{spec.slug}-{spec.game.version}")[:LONGEST_STEM].strip(".-")


def make_rulebooks(spec: Spec, options: Options, progress: Progress) -> Iterator[BuildFile]:
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
            path = f"rules/{document_stem(spec)}-rules{'' if name == 'a5' else f'-{name}'}.pdf"
            size = (FORMATS[name].width, FORMATS[name].height)
            yield BuildFile(path, data, FORMATS[name].purpose, size, page_count(data))
    for name in folded:
        paper = name.removeprefix("booklet-")
        data = write_booklet(pages["a5"], paper, theme, words_of_game(spec), back_cover=bool(book.reference))
        purpose = f"rulebook to fold and staple, {paper}: print both sides, flip on the short edge"
        yield BuildFile(f"rules/{document_stem(spec)}-rules-{name}.pdf", data, purpose, SHEETS[paper], page_count(data))


def read_rulebook(spec: Spec) -> Book:
    """The rulebook's content, which is the same for all page sizes."""
    from fabgen.figures.book import BookImprint, read_book
    from fabgen.figures.catalogue import make_figure_library
    from fabgen.figures.components import draw_cover

    game, words = spec.game, words_of_game(spec)
    facts = (game.summary or "", game.year or "", game.source or "", len((spec.full_game or game).players))
    imprint = BookImprint(game.title, game.designer, game.version, len(game.players), *facts)
    figures = make_figure_library(spec, words)
    return read_book(spec.folder / rulebook_path(spec), figures, imprint, draw_cover(spec), words, game.rulings)


def words_of_game(spec: Spec) -> LanguageWords:
    """The words of the game's language."""
    from fabgen.words import load_words

    return load_words(spec.game.language, spec.folder)


def make_diagrams(spec: Spec, options: Options, progress: Progress) -> Iterator[BuildFile]:
    """Every stand-alone figure as SVG, PDF and PNG."""
    from fabgen.figures.catalogue import draw_all_figures

    progress("diagrams")
    for figure in draw_all_figures(spec):
        name, size = file_stem(figure.reference), figure_file_size(figure)
        for suffix, data in render_figure(figure, ("svg", "pdf", "png")).items():
            yield BuildFile(f"diagrams/{name}.{suffix}", data, f"diagram: {figure.caption}", size)


STAGES: dict[str, Callable[[Spec, Options, Progress], Iterator[BuildFile]]] = {
    "laser": make_laser_files, "print": make_print_files, "rules": make_rulebooks, "diagrams": make_diagrams,
}
