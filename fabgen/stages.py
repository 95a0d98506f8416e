"""A sound spec and options → the files of each folder as bytes: figures → make → write. Nothing is on the disk yet."""

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
    """A file that a build made, before it is written: path from the output folder, width and height in mm, what a
    person should know of it, and what a summary says of the whole folder."""

    path: str
    data: bytes
    purpose: str
    size: tuple[float, float] | None = None
    pages: int | None = None
    notes: tuple[Problem, ...] = ()
    told: tuple[str, ...] = ()

    def entry(self) -> Entry:
        """Its line in the manifest."""
        return entry(self.path, self.data, self.purpose, self.size, self.pages)


def gathered(steps: Iterable[Callable[[], Iterable[T]]], known: Iterable[Problem] = ()) -> list[T]:
    """What all steps make; what is wrong in any of them, or known to be, is raised as one FabgenError."""
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
    """Each sheet in each format that the user asked for, else in those of the machine."""
    from fabgen.jobsheet import DATA, SHEET, job_json, job_pdf, job_work
    from fabgen.write.sheets import write_sheet

    progress("laser sheets")
    job = laser_job(spec, options)
    parts, sheets = _sheets(spec, job, options, progress)
    work = job_work(spec, job, parts, sheets, options)
    told = tuple(map(str, work.bills))
    paper_sheet = aside(partial(job_pdf, work, _sheet_paper(options)))
    for sheet in sheets:
        purpose = f"laser sheet of {sheet.material}, {plural(len(sheet.placements), 'part')}"
        for form in options.formats or job.machine.written:
            data, pages = write_sheet(sheet, job.machine, form), 1 if form == "pdf" else None
            size = (sheet.width, sheet.height)
            yield Made(f"laser/{sheet.name}.{form}", data, purpose, size, pages, sheet.notes, told)
    progress("job sheet")
    data, paper, count = paper_sheet()
    yield Made(f"laser/{SHEET}", data, "job sheet: what a person takes to the laser", paper, count)
    yield Made(f"laser/{DATA}", job_json(work, spec.slug), "the job for programs: sheets, parts, times, prices")


def _sheets(spec: Spec, job: Job, options: Options, progress: Progress = lambda _: None) -> tuple[
    list[Part], list[Sheet]
]:
    import shapely  # noqa: F401 -- before a second process begins, which would read it once more

    from fabgen.advice import advised, making
    from fabgen.figures.boards import GROUPS
    from fabgen.laser.engraving import report_outlined_words
    from fabgen.laser.estimate import warn_of_long_engraving
    from fabgen.make.laser import make_sheets
    from fabgen.selection import chosen_parts

    fitted = dict[str, tuple[Problem, ...]]()  # by the stock on whose thickness a joint depends

    def fit(key: str) -> Fit:
        fitted[job.stock(key).key] = job.unmeasured(key)
        return job.fit(key)

    parts = chosen_parts(spec, fit, options)
    weak = aside(partial(making, parts, job))
    job = replace(job, sheet=options.scrap or job.sheet)
    try:
        sheets = make_sheets(parts, job, progress)
    except Exception as error:
        weak()  # what cannot be made at all is told first, whatever came of it on the sheets
        if not isinstance(error, FabgenError):
            raise
        board = [part for part in parts if part.group in GROUPS]
        raise FabgenError(advised(spec, job, board, error.problems)) from None
    flawed = weak()
    slow = [*warn_of_long_engraving(sheets, job.machine, parts), *report_outlined_words(parts, job.machine)]
    thick = {part.name for part in parts if part.by_thickness}
    doubts = {sheet.name: fitted.get(sheet.material, ()) for sheet in sheets
              if thick & {spot.part for spot in sheet.placements}}
    notes = [(*sheet.notes, *doubts.get(sheet.name, ()), *flawed, *slow) for sheet in sheets]
    return parts, [replace(sheet, notes=note) for sheet, note in zip(sheets, notes, strict=True)]


def _sheet_paper(options: Options) -> str:
    """The paper that people have at hand: the first that they named for printing."""
    return next((name for name in options.papers if name != "poster"), "a4")


def prints(spec: Spec, options: Options, progress: Progress) -> Iterator[Made]:
    """One print-and-play PDF a paper; what does not fit is told of all papers at once."""
    from fabgen.make.fewer import offer_smaller_cells
    from fabgen.printing import kit_of, printed, unused

    progress("print-and-play")
    kit = kit_of(spec, options)
    told, notes = offer_smaller_cells(spec, kit, options), unused(options)
    for one in printed(spec, kit, options, stem(spec), gathered, progress):
        yield Made(f"print/{one.name}", one.data, one.purpose, one.size, one.pages, notes, told)


def stem(spec: Spec) -> str:
    """What the names of a game's documents start with: slug and version, as every system can store them."""
    return re.sub(r"[^\w.-]+", "-", f"{spec.slug}-{spec.game.version}")[:LONGEST_STEM].strip(".-")


def rules(spec: Spec, options: Options, progress: Progress) -> Iterator[Made]:
    """The rulebook: pages to be read, and booklets to be folded, which hold the A5 pages."""
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
    """The rulebook's content: one for all its sizes."""
    from fabgen.figures.book import Imprint, read_book
    from fabgen.figures.catalogue import book_figures
    from fabgen.figures.components import cover

    game, words = spec.game, spec_words(spec)
    facts = (game.summary or "", game.year or "", game.source or "", len((spec.whole or game).players))
    imprint = Imprint(game.title, game.designer, game.version, len(game.players), *facts)
    figures = book_figures(spec, words)
    return read_book(spec.folder / rulebook(spec), figures, imprint, cover(spec), words, game.rulings)


def spec_words(spec: Spec) -> Words:
    """The words of a game's language."""
    from fabgen.words import load_words

    return load_words(spec.game.language, spec.folder)


def diagrams(spec: Spec, options: Options, progress: Progress) -> Iterator[Made]:
    """Every figure that stands alone, as SVG, PDF and PNG."""
    from fabgen.figures.catalogue import every_figure

    progress("diagrams")
    for figure in every_figure(spec):
        name, size = file_stem(figure.reference), size_of(figure)
        for suffix, data in render(figure, ("svg", "pdf", "png")).items():
            yield Made(f"diagrams/{name}.{suffix}", data, f"diagram: {figure.caption}", size)


STAGES: dict[str, Callable[[Spec, Options, Progress], Iterator[Made]]] = {
    "laser": laser, "print": prints, "rules": rules, "diagrams": diagrams,
}
