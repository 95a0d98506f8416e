"""An output folder → every Problem of its files.

Files are read back by other people's parsers and held against the spec, which is compiled anew. `verify` never raises
for what it finds in the folder: damaged, missing or foreign files are Problems like all others.

The steps: `readers` turn each file into what it holds, with the id of each thing; `sources` reads `source/` once for
all checks, and `expected_things` works out from it which things there must be; `compare` holds the two sets of ids
against each other, in every format. A thing with an id that the spec does not ask for, or with no id at all, is a
Problem ("fabgen verify does not know ..."), and so is a thing that the spec asks for and no file holds. Then each thing
is compared by its shape: parts in a virtual cut, diagrams decoded from their marks, figures point by point. Laser files
whose ids another program took away are proven by shape alone.

**What this package may import.** It shares no constant and no geometry with what it judges: nothing that lays out,
nests, offsets, hatches, orders, tiles or writes, and no proportion of a mark. Of fabgen it may import only these:

* `core`: problems, units, files, YAML models, the manifest, languages and the worker process;
* `spec.load`, `spec.game`, `spec.build_options` and `rules.*`: what the game says, what the user chose, and the legal
  moves; of `spec.drawings` and `spec.origins` the files that it names and the digest of a state of it; of
  `spec.rules_file` the rules text in the language of the build;
* `laser.machine`, `materials`, `typeset.papers.load_paper`, `paper.print_on_demand` (Product, Service and loading) and
  `artwork.themes.load_theme`: declared models of machines, materials, papers, services and inks, which people write in
  YAML, as they write a spec;
* of `laser.sheet` the names of ids and sheets, which is the language that files and verify have in common;
* `artwork.drawing`, `artwork.part`, `artwork.path`, `artwork.text`, `artwork.single_line`: values of nominal drawings,
  and the outlines of the fonts;
* `laser.selection.chosen_parts` and, in `figures` alone, `figures.diagrams.catalogue.draw_figure`: the nominal drawing
  of each part and figure. There is no other source of what a knight looks like. Which parts and figures there are, and
  how many, is worked out again from the spec;
* in `rulebook_html` alone, `figures.rulebook.game_rulebook` and `typeset.blocks`: the book as the rules text and the
  spec have it, before any writer has seen it.

Everything else is forbidden, above all `laser.kerf`, `laser.preparation`, `laser.engraving`, `laser.nest`,
`laser.order`, every writer and every other module of `figures`. A contract in `pyproject.toml` lists it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from fabgen.core.cache import ResultCache
from fabgen.core.manifest import Manifest, ManifestEntry
from fabgen.core.problems import FabgenError, Location, Problem
from fabgen.core.worker import run_in_halves
from fabgen.spec.build_options import FOLDERS

if TYPE_CHECKING:
    from fabgen.verify.readers.content import FileContent
    from fabgen.verify.sources import BuildSources

LASER, PRINT, DIAGRAMS, MODEL, SOURCE = "laser", "print", "diagrams", "model", "source"
STALE = "these files were made from another state of the game than the one in source/"
# The relative duration of the checks: books, the web page, one paper, marks, figures. They are shared out between two
# processes.
BOOKS, PAGES, PAPER, MEANINGS, FIGURES = 1.0, 2.0, 2.0, 4.0, 2.0


def verify(folder: Path, only: Collection[str] = FOLDERS, sources: BuildSources | None = None,
           cache: ResultCache | None = None) -> list[Problem]:
    """Every Problem of an output folder, sorted by file; or of a print-on-demand order, which is a zip. Empty when
    everything is proven and every file in the folders of the build is accounted for.

    Of a build that is not in place yet, only the folders `only` are there. `sources` are those of the folder, for
    callers that need them too. With a `cache`, a check is not done again that found nothing in files of the same bytes
    against the same sources, by the same fabgen; without one, everything is proven anew.
    """
    from fabgen.verify.files import check_file, is_present, manifest_of
    from fabgen.verify.inventory import check_inventory, stale_folders
    from fabgen.verify.sources import BuildSources

    if folder.suffix == ".zip":
        from fabgen.verify.pod_order import check_order

        return check_order(folder)

    try:
        manifest = manifest_of(folder)
    except FabgenError as error:
        return list(error.problems)
    altered = {entry.path: check_file(folder, entry) for entry in manifest}
    problems = [problem for of_file in altered.values() for problem in of_file]
    sources = sources or BuildSources(folder)
    is_readable = bool(manifest.entries)
    try:
        stale = stale_folders(manifest, sources) if is_readable else []
        problems += [Problem(Location(name), STALE, "build without --only") for name in stale]
    except FabgenError as error:
        problems += error.problems
        is_readable = False
    try:
        problems += check_inventory(folder, manifest, sources if is_readable else None, only)
    except FabgenError as error:  # a folder cannot be read
        problems += error.problems
    present = [entry for entry in manifest if is_present(folder, entry)]
    # The digests of the manifest are those of the files only where no problem says otherwise.
    checked = CheckedFiles(ResultCache() if problems or cache is None else cache, present, sources)
    problems += _check_contents(folder, present, manifest, sources, checked)
    return sorted(set(problems))


@dataclass(frozen=True)
class CheckedFiles:
    """The checks that found nothing in former files, by the digests of these files and of what they were held
    against."""

    cache: ResultCache
    entries: Sequence[ManifestEntry]
    sources: BuildSources

    def is_proven(self, name: str, folders: Collection[str]) -> bool:
        """Whether a check of some folders found nothing in the same files before."""
        if self.cache.folder is None:
            return False
        with suppress(FabgenError):
            return self.cache.has(f"verify {name}", self._content(folders))
        return False

    def note(self, name: str, folders: Collection[str]) -> None:
        """Keeps that a check of some folders found nothing."""
        if self.cache.folder is not None:
            with suppress(FabgenError):
                self.cache.get(f"verify {name}", self._content(folders), lambda: True)

    def check_and_note(
        self, name: str, folders: Collection[str], check: Callable[[], list[Problem]]
    ) -> list[Problem]:
        """The Problems that a check of some folders finds. That it finds none is kept."""
        problems = check()
        if not problems:
            self.note(name, folders)
        return problems

    def _content(self, folders: Collection[str]) -> object:
        """What a check reads: the files of its folders, and `source/`; of the rules text only what cards show, unless
        the rulebook itself is checked. Origins name the state of all folders, and are checked by themselves."""
        from fabgen.spec.rules_file import card_chapters

        game = self.sources.game
        texts = {f"{SOURCE}/{game.rulebook}", f"{SOURCE}/origins.json"} if "rules" not in folders else set()
        chapters = card_chapters(self.sources.spec) if PRINT in folders else ()
        return chapters, [entry for entry in self.entries
                          if entry.folder in (*folders, SOURCE) and entry.path not in texts]


def proof_summary(folder: Path, only: Collection[str] = FOLDERS, sources: BuildSources | None = None) -> str:
    """What was proven in a folder, or in some folders of a build, in which `verify` finds no Problem, counted in the
    files themselves: `4 laser sheets with 62 parts, 38 bases decoded; 3 PDFs; 14 diagrams decoded`. Says so where there
    was nothing to prove.

    Raises FabgenError where the manifest or the sources cannot be read.
    """
    from fabgen.verify.files import manifest_of
    from fabgen.verify.report import summary
    from fabgen.verify.sources import BuildSources

    if folder.suffix == ".zip":
        from fabgen.verify.pod_order import order_summary

        return order_summary(folder)
    return summary(folder, manifest_of(folder).entries_in([*only, SOURCE]), sources or BuildSources(folder))


def _check_contents(
    folder: Path, present: list[ManifestEntry], manifest: Manifest, sources: BuildSources, checked: CheckedFiles
) -> list[Problem]:
    """Every Problem of what the files contain, whether or not they were altered after the build."""
    from fabgen.verify.figures import check_formats
    from fabgen.verify.press import check_press_books, is_press_book
    from fabgen.verify.rulebook import book_checks

    folders = {entry.folder for entry in manifest}
    marked, meanings = [name for name in (LASER, DIAGRAMS) if name in folders], "meanings"
    unread = [] if checked.is_proven(meanings, marked) else [*marked]
    unread += [name for name in FOLDERS if name in folders - {*unread} and not checked.is_proven("formats", [name])]
    problems, contents = _check_file_formats(folder, [entry for entry in present if entry.folder in unread])
    for name in unread if not problems else ():
        checked.note("formats", [name])
    problems += check_formats(manifest)
    checks: list[tuple[float, Callable[[], list[Problem]]]] = []

    def add(weight: float, name: str, in_folders: Collection[str], check: Callable[[], list[Problem]]) -> None:
        if not checked.is_proven(name, in_folders):
            checks.append((weight, partial(checked.check_and_note, name, in_folders, check)))

    for number, check in enumerate(book_checks(folder, present)):
        add(BOOKS, f"book {number}", ["rules"], check)
    if any(is_press_book(entry) for entry in present):
        add(BOOKS, "press books", ["rules"], partial(check_press_books, folder, present))
    if any(entry.path.endswith(".html") for entry in present):
        from fabgen.verify.rulebook_html import check_html

        add(PAGES, "web page", ["rules"], partial(check_html, folder, present, sources))
    if PRINT in folders:
        from fabgen.verify.print_and_play import print_checks

        for number, check in enumerate(print_checks(folder, present, sources)):
            add(PAPER, f"paper {number}", [PRINT], check)
    if marked:
        add(MEANINGS, meanings, marked, partial(_check_meanings, folder, present, folders, contents, sources))
    if DIAGRAMS in folders:
        add(FIGURES, "figures", [DIAGRAMS], partial(_check_all_figures, folder, present, sources))
    if MODEL in folders:
        from fabgen.verify.model import check_model

        add(FIGURES, "model", [MODEL], partial(check_model, folder, present))
    problems_by_check = run_in_halves(lambda check: check[1](), checks, lambda check: check[0])
    return problems + [problem for of_check in problems_by_check for problem in of_check]


def _check_file_formats(
    folder: Path, present: list[ManifestEntry]
) -> tuple[list[Problem], dict[str, FileContent]]:
    """The Problems of each file by its own format, and the contents of the files that could be read, by path."""
    from fabgen.verify.files import check_pdf, check_png, check_size

    problems: list[Problem] = []
    contents: dict[str, FileContent] = {}
    for entry in present:
        if entry.path.endswith(".pdf"):
            problems += check_pdf(folder, entry, prints=entry.folder in (PRINT, LASER))
        elif entry.path.endswith(".png"):
            problems += check_png(folder, entry)
        content, read_problems = _read_marks(folder, entry)
        problems += read_problems + (check_size(entry, content.width, content.height) if content else [])
        contents |= {entry.path: content} if content else {}
    return problems, contents


def _read_marks(folder: Path, entry: ManifestEntry) -> tuple[FileContent | None, list[Problem]]:
    """The content of a file whose marks can be read one by one: every SVG, and each format of a laser sheet."""
    from fabgen.verify.figures import is_moves
    from fabgen.verify.readers import read_sheet
    from fabgen.verify.readers.svg import read_svg

    if entry.folder == LASER:
        return read_sheet(folder, entry)
    if entry.path.endswith(".svg"):
        return read_svg(folder / entry.path, entry.path, strict=False, shapes=is_moves(entry.path))
    return None, []


def _check_meanings(
    folder: Path, present: list[ManifestEntry], folders: set[str], contents: dict[str, FileContent],
    sources: BuildSources,
) -> list[Problem]:
    """The Problems of laser sheets and movement diagrams, held against the spec."""
    problems: list[Problem] = []
    try:
        if LASER in folders:
            problems += _check_laser(folder, contents, sources)
        if DIAGRAMS in folders:
            problems += _check_movement(folder, present, contents, sources)
    except FabgenError as error:
        problems += error.problems
    return problems


def _check_laser(folder: Path, contents: dict[str, FileContent], sources: BuildSources) -> Iterator[Problem]:
    """The Problems of laser sheets and of the file about their job."""
    from fabgen.verify.job_data import check_job_data
    from fabgen.verify.sheets import check_sheets

    sheets = [content for path, content in contents.items() if path.startswith(f"{LASER}/")]
    yield from check_sheets(sheets, sources.job)
    yield from check_job_data(folder, sheets, sources.job)


def _check_movement(
    folder: Path, present: list[ManifestEntry], contents: dict[str, FileContent], sources: BuildSources
) -> Iterator[Problem]:
    """The Problems of movement diagrams."""
    from fabgen.artwork.drawing import Role
    from fabgen.verify.figures import check_moves, is_moves, read_picture

    spec, has_tints = sources.diagram_spec, bool(sources.diagram_theme.inks[Role.MOVE_CELL].fill)
    pictures = [read_picture(folder, entry, contents.get(entry.path)) for entry in present if is_moves(entry.path)]
    yield from check_moves([picture for picture in pictures if picture], spec, has_tints=has_tints)


def _check_all_figures(folder: Path, present: list[ManifestEntry], sources: BuildSources) -> list[Problem]:
    """The Problems of the figures, thing by thing, held against the spec."""
    from fabgen.verify.figures import check_figures

    try:
        return list(check_figures(folder, present, sources.diagram_spec, sources.options, sources.diagram_theme))
    except FabgenError as error:
        return list(error.problems)
