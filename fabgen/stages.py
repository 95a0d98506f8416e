"""A sound spec and options → the files of each folder as bytes: figures → make → write. Nothing is on the disk yet."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from fabgen.base import FabgenError, Problem, plural
from fabgen.check import rulebook
from fabgen.manifest import Entry, entry
from fabgen.options import Options
from fabgen.sources import laser_job
from fabgen.spec.load import Spec

if TYPE_CHECKING:
    from fabgen.figures.catalogue import Named
    from fabgen.make.job import Job
    from fabgen.make.page import Page
    from fabgen.make.sheet import Sheet

Progress = Callable[[str], None]
T = TypeVar("T")
MARGIN = 2.0  # mm around a diagram
LONGEST_STEM = 48  # characters: in any script the whole name stays under the 255 bytes that file systems take


@dataclass(frozen=True)
class Made:
    """A file that a build made, before it is written: path from the output folder, width and height in mm, and what a
    person should know of it."""

    path: str
    data: bytes
    purpose: str
    size: tuple[float, float] | None = None
    pages: int | None = None
    notes: tuple[Problem, ...] = ()

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
    """One SVG a sheet."""
    from fabgen.write.svg import write_sheet

    progress("laser sheets")
    job = laser_job(spec, options)
    for sheet in _sheets(spec, job):
        purpose = f"laser sheet of {sheet.material}, {plural(len(sheet.placements), 'part')}"
        data = write_sheet(sheet, job.machine)
        yield Made(f"laser/{sheet.name}.svg", data, purpose, (sheet.width, sheet.height), notes=sheet.notes)


def _sheets(spec: Spec, job: Job) -> list[Sheet]:
    from fabgen.advice import advised
    from fabgen.figures.kit import laser_kit
    from fabgen.make.laser import make_sheets
    from fabgen.make.profile import fit_of

    parts = laser_kit(spec, lambda key: fit_of(job.stock(key).material))
    try:
        return make_sheets(parts, job)
    except FabgenError as error:
        raise FabgenError(advised(spec, job, parts[0], error.problems)) from None


def prints(spec: Spec, options: Options, progress: Progress) -> Iterator[Made]:
    """One print-and-play PDF a paper; what does not fit is told of all papers at once."""
    from fabgen.figures.paper import paper_kit
    from fabgen.make.page import lay_out
    from fabgen.make.paper import load_paper
    from fabgen.make.theme import load_theme
    from fabgen.write.pages import write_pages

    progress("print-and-play")
    kit, game = paper_kit(spec), spec.game
    def paged(name: str) -> list[tuple[str, list[Page]]]:
        return [(name, lay_out(kit, load_paper(name)))]

    for name, pages in gathered(partial(paged, name) for name in options.papers):
        progress(f"print-and-play for {name}")
        data = write_pages(pages, load_theme("colour"), title=f"{game.title}: print-and-play", author=game.designer)
        path, purpose = f"print/{stem(spec)}-pnp-{name}-fold.pdf", f"print-and-play, {name}, fold-over, full colour"
        yield Made(path, data, purpose, (pages[0].width, pages[0].height), len(pages))


def stem(spec: Spec) -> str:
    """What the names of a game's documents start with: slug and version, as every system can store them."""
    return re.sub(r"[^\w.-]+", "-", f"{spec.slug}-{spec.game.version}")[:LONGEST_STEM].strip(".-")


def rules(spec: Spec, options: Options, progress: Progress) -> Iterator[Made]:
    """The rulebook."""
    from fabgen.figures.book import Imprint, read_book
    from fabgen.figures.catalogue import book_figures
    from fabgen.figures.components import cover
    from fabgen.make.theme import load_theme
    from fabgen.write.booklet import A5, write_booklet
    from fabgen.write.png import page_count

    progress("rulebook")
    game = spec.game
    facts = (game.summary or "", game.year or "", game.source or "")
    imprint = Imprint(game.title, game.designer, game.version, len(game.players), *facts)
    book = read_book(spec.folder / rulebook(spec), book_figures(spec), imprint, cover(spec))
    data = write_booklet(book, load_theme("colour"))
    size, pages = (A5.width, A5.height), page_count(data)
    yield Made(f"rules/{stem(spec)}-rules.pdf", data, "rulebook, A5, in reading order", size, pages)


def diagrams(spec: Spec, options: Options, progress: Progress) -> Iterator[Made]:
    """Every figure that stands alone, as SVG, PDF and PNG."""
    from fabgen.figures.catalogue import every_figure

    progress("diagrams")
    for figure in every_figure(spec):
        name = figure.reference.replace(":", "-").replace(" ", "-")
        width, height = figure.drawing.size()
        size = (width + 2 * MARGIN, height + 2 * MARGIN)
        for suffix, data in render(figure, ("svg", "pdf", "png")).items():
            yield Made(f"diagrams/{name}.{suffix}", data, f"diagram: {figure.caption}", size)


def render(figure: Named, suffixes: Collection[str]) -> dict[str, bytes]:
    """A figure in some of the formats svg, pdf and png, with a margin of 2 mm."""
    from fabgen.make.theme import load_theme
    from fabgen.write import pdf, png, svg

    theme, out = load_theme("colour"), dict[str, bytes]()
    if "svg" in suffixes:
        out["svg"] = svg.write_drawing(figure.drawing, theme, MARGIN, figure.caption)
    if {"pdf", "png"} & set(suffixes):
        page = pdf.write_drawing(figure.drawing, theme, MARGIN, title=figure.caption, subject=figure.alt)
        out["pdf"] = page
    if "png" in suffixes:
        out["png"] = png.render(page)
    return {suffix: out[suffix] for suffix in suffixes}


STAGES: dict[str, Callable[[Spec, Options, Progress], Iterator[Made]]] = {
    "laser": laser, "print": prints, "rules": rules, "diagrams": diagrams,
}
