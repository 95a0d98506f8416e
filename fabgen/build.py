"""A game's name and options → all its files, verified and in place: load → check → figures → make → write → verify.

No file of a build appears before all of them are verified: they are staged beside the target folder and swapped in at
the end.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import signal
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, TypeVar

import fabgen
from fabgen.check.game import check_book_theme, check_reference, check_rulebook, check_spec
from fabgen.check.refusals import find_drawing_refusals
from fabgen.core.cache import ResultCache
from fabgen.core.files import read_file
from fabgen.core.game_files import read_spec_file
from fabgen.core.manifest import Manifest, ManifestEntry, make_entry, stray_files
from fabgen.core.problems import FabgenError, Location, Problem, count_things, join_words, problem_error
from fabgen.core.signals import STOPS, Termination, is_ignored, note_stop
from fabgen.core.staging import StagedBuild, stage_build
from fabgen.diagrams.files import (
    FigureStyle,
    check_built_theme,
    check_theme,
    figure_file_size,
    file_stem,
    render_figure,
)
from fabgen.figures.components.cards import check_decks
from fabgen.figures.components.player_aids import check_aids
from fabgen.laser.job import make_laser_job
from fabgen.materials.key import MaterialKey
from fabgen.spec.build_options import (
    BOOKLETS,
    DEFAULT_FOLDERS,
    DEFAULT_PAPERS,
    DIAGRAM_THEMES,
    FOLDED_SHEETS,
    FOLDERS,
    Options,
    option_names,
)
from fabgen.spec.cell_size import resize_cells
from fabgen.spec.drawings import drawing_files, picture_files
from fabgen.spec.game_folder import SPEC
from fabgen.spec.load import Spec, load_spec, with_making, with_paper_cells, with_players
from fabgen.spec.origins import (
    folder_digest,
    read_art_files,
    read_drawing_files,
    read_picture_files,
    read_theme_file,
    read_user_words,
)
from fabgen.spec.rules_file import card_chapters, rulebook_path

if TYPE_CHECKING:
    from fabgen.artwork.part import Fit, Part
    from fabgen.artwork.themes import Theme
    from fabgen.book.book_format import BookFormat
    from fabgen.book.book_theme import BookTheme
    from fabgen.book.rulebook_pdf import SetBook
    from fabgen.core.languages import Catalogue
    from fabgen.laser.cutting_order import CuttingService
    from fabgen.laser.job import LaserJob
    from fabgen.laser.job_sheet.work import JobContent
    from fabgen.laser.sheet import LaserSheet
    from fabgen.paper.print_and_cut import CutSheet
    from fabgen.paper.print_on_demand import PodProduct, PodService
    from fabgen.paper.registration import Plotter
    from fabgen.typeset.blocks import Book
    from fabgen.typeset.papers import Paper
    from fabgen.verify.sources import BuildSources


@dataclass(frozen=True)
class Result:
    """The folder of a finished build, its manifest, the folders that were built, its warnings and notes, the lines of
    the summary by folder (time and money), and what was read of its `source/` when it was verified."""

    target: Path
    manifest: Manifest
    built_folders: tuple[str, ...]
    notes: tuple[Problem, ...] = ()
    folder_summaries: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sources: BuildSources | None = field(default=None, compare=False, repr=False)

    def __getstate__(self) -> dict[str, Any]:
        """What another process gets of it: no sources, whose rules hold functions, and which it can read itself."""
        return {**self.__dict__, "sources": None}


def build(game: str, out: Path, options: Options | None = None, only: Collection[str] = DEFAULT_FOLDERS,
          progress: Progress = lambda _: None, cache: ResultCache | None = None) -> Result:
    """Makes and verifies the chosen folders of a game, and moves them into place under `out`/<slug>.

    A part of the laser job (a fit test, or chosen parts) has a folder of its own, so that the whole job stays on the
    disk; nothing else is built with it. A model that is on the disk shows the parts of the laser files, so it is made
    again with them. With a `cache`, what depends on nothing that has changed is taken from it; the
    files are the same as without. Raises FabgenError with every Problem of the spec or, where the spec has none,
    of all stages; then no file has changed. A stop (KeyboardInterrupt) gets a note that says which build is in place.
    """
    from fabgen.check.chosen_size import choose_engraving  # late: it loads the laser
    from fabgen.check.scrap_sheet import with_scrap_size
    from fabgen.core.worker import start_work

    options, only = options or Options(), [folder for folder in FOLDERS if folder in only]
    part = options.partial_job if "laser" in only else ""
    only = ["laser"] if part else only
    with note_stop("nothing was changed"):
        progress("reading the game")
        if "rules" in only:
            from fabgen.typeset.typst_process import typst_process  # late: it starts a process

            typst_process().start()  # it is ready by the time that the game is read
        states = _file_states(game, options) if cache else {}
        is_print_only = only == ["print"] and not options.fit_sheet
        options = _with_chosen_cell(game, options, is_print_only=is_print_only)
        spec, problems = _load_buildable(game, options, "rules" in only, cache, is_print_only=is_print_only)
        seats = {"laser": options.players, "print": options.print_players, "model": options.players}
        for number in {seat for folder, seat in seats.items() if folder not in only}:
            with_players(spec, number)  # a number that the game does not take is an error, built or not
        played = {folder: with_players(spec, seats.get(folder)) for folder in only}
        if "print" in only:
            played["print"] = with_paper_cells(played["print"])
        if "laser" in only:
            played["laser"] = with_making(played["laser"], options)
        if "laser" in only and (refusals := [*find_drawing_refusals(played["laser"], options)]):
            raise FabgenError([*problems, *refusals])  # before anything is laid out: with the place in the drawing
        if "laser" in only:
            options = choose_engraving(played["laser"], with_scrap_size(played["laser"], options))
        if options.diagram_theme and "diagrams" in only:
            check_built_theme(options.diagram_theme)
            has_live_text = options.diagram_text == "live"
            problems += check_theme(options.diagram_theme, options.diagram_formats, has_live_text=has_live_text)
    cell = f"{options.cell:g}mm" if options.cell else ""
    with stage_build(out / "-".join(filter(None, (spec.slug or "game", options.language, cell, part)))) as work:
        if "laser" in only and not part and work.former_manifest and work.former_manifest.entries_in([MODEL]):
            only = [folder for folder in FOLDERS if folder in {*only, MODEL}]
        kept_folders = find_kept_folders(work, only)
        if MODEL in only:
            shown = options
            if "laser" in kept_folders.folders:
                shown = replace(options, **{name: getattr(kept_folders.options, name) for name in option_names(MODEL)})
                problems += _unshown_options(spec, options, shown)
            played[MODEL] = with_making(with_players(spec, shown.players), shown)
            options = shown
        stages: list[Callable[[], Iterable[BuildFile]]] = [partial(_source_files, spec, options, only, kept_folders)]
        # Laser and print are made in this process, rules and diagrams in a second one: each half takes about as long.
        # Only the first process reports progress, so that the lines do not mix.
        cache = cache if cache and is_own_code(spec) else ResultCache()
        # What is saved meanwhile may have been read before, and its key is read later: such results are not kept.
        is_current = partial(_are_unchanged, states, list_read_files(spec, options))
        cache = replace(cache, is_current=is_current) if is_current() else ResultCache()
        keys = {folder: stage_content(played[folder], folder, options) for folder in only} if cache.folder else {}
        todo = [folder for folder in only if not (keys and cache.has(f"folder {folder}", keys[folder]))]
        half = (len(todo) + 1) // 2
        steps = {folder: partial(_make_folder, folder, played[folder], options, cache, keys.get(folder),
                                 progress if folder in todo[:half] else _ignore_progress) for folder in only}
        second_half = [steps[folder] for folder in todo[half:]]
        wait_for_second = start_work(partial(run_all, second_half)) if second_half else list[BuildFile]
        stages += [steps[folder] for folder in only if folder not in todo[half:]]
        files = run_all([*stages, wait_for_second], problems)
        notes = [*problems, *(note for file in files for note in file.notes), *_stale_warnings(spec, kept_folders)]
        summary = {file.path.partition("/")[0]: file.folder_summary for file in files if file.folder_summary}
        manifest, sources = _verify_and_swap_in(work, spec, files, only, progress, cache)
        notes += _stray_warnings(work.target, manifest)
        return Result(work.target, manifest, tuple(only), tuple(dict.fromkeys(notes)), summary, sources)


def _unshown_options(spec: Spec, options: Options, shown: Options) -> Iterator[Problem]:
    """A warning where the model would be of other parts than the laser files, which stay."""
    if options != shown and any(getattr(options, name) != getattr(Options(), name) for name in option_names(MODEL)):
        what = "the model shows the parts of the laser files that stay, and the options given would make others"
        yield Problem(spec.source.key_location(), what, "build both: --only laser,model", "warning")


def _make_folder(folder: str, spec: Spec, options: Options, cache: ResultCache, content: Any, progress: Progress
                 ) -> list[BuildFile]:
    """The files of a folder, from the cache where nothing that they are made from has changed."""
    make = STAGES[folder]
    if make is make_laser_files:
        make = partial(make_laser_files, cache=cache)
    elif make is make_rulebooks:
        make = partial(make_rulebooks, cache=cache)
    return cache.get(f"folder {folder}", content, lambda: [*make(spec, options, progress)])


def stage_content(spec: Spec, folder: str, options: Options) -> Any:
    """Everything that the files of a folder are made from, and that their notes name: the spec and its drawings, the
    job and the materials, the options, and of the rules text what the folder shows. Raises FabgenError where one of the
    game's files cannot be read."""
    text: object = card_chapters(spec) if folder == "print" else ()
    if folder == "rules":
        text = spec.read_file(rulebook_path(spec)), read_theme_file(spec)
    return (_game_content(spec, options), make_laser_job(spec, options), profiles_as_data(spec, options),
            _theme_data(options), text)


def _game_content(spec: Spec, options: Options) -> Any:
    """The game without its rules text, as the options have it: what its figures are drawn from."""
    files = [read_art_files(spec), read_user_words(spec), spec.translation.data if spec.translation else b"",
             [spec.read_file(name) for name in _user_materials(spec)]]
    return spec.source.file, spec.source.text, spec.slug, options, files


def list_read_files(spec: Spec, options: Options) -> list[Path]:
    """The files of a game, and those that the options name, which a build reads."""
    names = [spec.game.rulebook, *drawing_files(spec.game), *picture_files(spec.game), *_user_materials(spec),
             spec.game.book.theme_file or ""]
    named = [option for option in (options.shop, options.machine, options.diagram_theme) if option]
    in_yaml = spec.folder.glob("*.y*ml")  # the spec, translations, words
    return [*in_yaml, *(spec.folder / name for name in names if name), *map(Path, named)]


def _file_states(game: str, options: Options) -> dict[str, tuple[int, ...]]:
    """What tells whether files were saved since: those in the game's folder, and those that the options name."""
    from itertools import islice

    from fabgen.spec.game_folder import find_game

    named = [option for option in (options.shop, options.machine, options.diagram_theme) if option]
    inside = (os.path.join(place, name) for place, _, names in os.walk(find_game(game).parent) for name in names)
    return {path: state for path in (*named, *islice(inside, MOST_FILES)) if (state := _file_state(path))}


def _file_state(path: str) -> tuple[int, ...]:
    with suppress(OSError):
        state = os.stat(path)
        return state.st_mtime_ns, state.st_ctime_ns, state.st_size, state.st_ino
    return ()


def _are_unchanged(states: Mapping[str, tuple[int, ...]], files: Iterable[Path]) -> bool:
    """Whether these files are as they were."""
    return all(states.get(str(path), ()) == _file_state(str(path)) for path in files)


def is_own_code(spec: Spec) -> bool:
    """Whether fabgen alone makes what is built of a game. The rules of another package may change unseen."""
    return type(spec.play).__module__.partition(".")[0] in ("fabgen", "builtins")


def rehearse(game: str, options: Options, progress: Progress = lambda _: None) -> list[Problem]:
    """Everything for which a build with these options would fail: all is made and verified in a folder that is then
    deleted. Takes as long as the build."""
    with TemporaryDirectory(prefix="fabgen-") as folder:
        try:
            build(game, Path(folder), options, progress=progress)
        except FabgenError as error:
            return [problem for problem in error.problems if problem.level == "error"]
    return []


def load_sound_game(game: str, options: Options | None = None) -> tuple[Spec, list[Problem]]:
    """The spec of a game that has no errors, and its warnings. Raises FabgenError with every Problem otherwise; the
    sizes that these propose are right for a build with the options."""
    options = _with_chosen_cell(game, options or Options())
    spec = load_spec(game, despite=True, language=options.language, cell=options.cell)
    problems = check_spec(spec, options)
    if any(problem.level == "error" for problem in problems):
        raise FabgenError(problems)
    return spec, problems


def load_drawable_game(game: str, *, examples: bool = False, language: str | None = None) -> tuple[Spec, list[Problem]]:
    """The spec of a game whose figures can be drawn, and its Problems.

    Errors in the rules text, in a card that quotes it, or in the theme of the rulebook become warnings, and with
    `examples` those in worked examples too: they do not keep figures from being drawn. So does a movement that no
    diagram can show: only figures that need its diagram cannot be drawn. The words are those of the `language`, else of
    the spec. Raises FabgenError for every other error.
    """
    spec = load_spec(game, despite=True, language=language)
    problems = check_spec(spec)
    harmless = {*check_rulebook(spec), *check_aids(spec), *check_decks(spec), *check_reference(spec),
                *check_book_theme(spec), *spec.diagram_problems.values()}
    mild = {problem for problem in problems
            if problem in harmless or (examples and problem.where.key.startswith("examples"))}
    if any(problem.level == "error" for problem in {*problems} - mild):
        raise FabgenError(problems)
    return spec, [replace(problem, level="warning") if problem in mild and problem.level == "error" else problem
                  for problem in problems]


def verify_build(folder: Path, sources: BuildSources | None = None) -> list[Problem]:
    """Every Problem of a finished build: those that `verify` finds or, where it finds none, each rulebook, each
    print-and-play set and each description of the laser job that differs from the one that this fabgen makes from
    `source/`. `sources` are those of the folder, for callers that need them too."""
    from fabgen.verify import verify
    from fabgen.verify.sources import BuildSources

    sources = sources or BuildSources(folder)
    return verify(folder, sources=sources) or _compare_with_source(folder, sources)


def _compare_with_source(folder: Path, sources: BuildSources) -> list[Problem]:
    """The Problems of documents that are not what `source/` makes. None for a build of another version of fabgen, whose
    words may be others, and for an order for print on demand."""
    from fabgen.laser.stored_job import restore_job
    from fabgen.verify.files import AGAIN, LARGEST, manifest_of
    from fabgen.verify.remade_documents import compare_documents

    if folder.suffix == ".zip" or (manifest := manifest_of(folder)).fabgen != fabgen.__version__:
        return []
    problems = list[Problem]()
    for name in ("rules", "print"):
        if not manifest.entries_in([name]):
            continue
        played = replace(sources.spec if name == "rules" else sources.print_spec, slug=manifest.game)
        for file in STAGES[name](played, sources.options, _ignore_progress):
            built = read_file(folder / file.path, LARGEST)
            if built != file.data and file.path.startswith(TYPST_FOLDER):
                what = "this file of the Typst project is not the one that this game's `source/` makes"
                problems.append(Problem(Location(file.path), what, AGAIN))
            elif built != file.data:
                problems += compare_documents(Location(file.path), built, file.data)
    if manifest.entries_in([MODEL]):
        spec, shop = replace(sources.laser_spec, slug=manifest.game), sources.job.shop
        job = restore_job(spec, sources.options, shop.machine, shop.stocks, ())
        for file in make_model_files(spec, sources.options, _ignore_progress, job):
            if read_file(folder / file.path, LARGEST) != file.data:
                what = "this model is not the one that this game's `source/` makes"
                problems.append(Problem(Location(file.path), what, AGAIN))
    if manifest.entries_in(["laser"]):
        problems += _compare_job(folder, replace(sources.laser_spec, slug=manifest.game), sources)
    return problems


def _compare_job(folder: Path, spec: Spec, sources: BuildSources) -> list[Problem]:
    """The Problems of the job's data and of the job sheet, held against those that `source/` makes. The words of a job
    sheet depend on where the parts lie, so they are compared only where that is the same."""
    from fabgen.laser.job_sheet.job_sheet import JOB_DATA_FILE, JOB_SHEET_FILE, write_job_json, write_job_pdf
    from fabgen.laser.stored_job import restore_job
    from fabgen.verify.files import LARGEST
    from fabgen.verify.remade_documents import compare_documents
    from fabgen.verify.remade_job import compare_jobs, is_same_layout, remarks_of

    built_data, built_sheet = (read_file(folder / "laser" / name, LARGEST) for name in (JOB_DATA_FILE, JOB_SHEET_FILE))
    built = json.loads(built_data)
    job = restore_job(spec, sources.options, sources.job.shop.machine, sources.job.shop.stocks, remarks_of(built))
    *_, work = _lay_out_job(spec, job, sources.options)
    remade = json.loads(write_job_json(work, spec.slug))
    problems = compare_jobs(built, remade, sources.options.effort)
    if is_same_layout(built, remade):
        draw_game = _picture_drawer(spec, job, sources.options)
        pdf = write_job_pdf(work, _job_sheet_paper(sources.options), draw_game)[0]
        where = Location(f"laser/{JOB_SHEET_FILE}")
        problems += [] if built_sheet == pdf else compare_documents(where, built_sheet, pdf)
    return problems


def _with_chosen_cell(game: str, options: Options, *, is_print_only: bool = False) -> Options:
    """The options with the cell that they ask for, in mm or by a sheet. Raises FabgenError with one Problem where it
    does not serve the game; `is_print_only`: where it does not serve print-and-play."""
    if options.cell is None and not options.fit_sheet and not options.fewer_sheets:
        return options
    from fabgen.check.chosen_size import choose_cell_size  # late: it loads the laser

    spec = load_spec(game, language=options.language)
    spec = with_players(spec, options.players)
    if is_print_only or options.fewer_sheets:
        spec = with_paper_cells(spec)
    return choose_cell_size(spec, options, is_print_only=is_print_only)


def _load_buildable(game: str, options: Options, book: bool, cache: ResultCache | None, *, is_print_only: bool = False
                    ) -> tuple[Spec, list[Problem]]:
    """A game that can be drawn, and its Problems. Errors in its rules text are among them and not raised yet, so that
    the other stages can report theirs too.

    Where only print-and-play is made, the cell of the options is for paper alone: the game is checked with its own one,
    for what a laser needs is not asked of paper.
    """
    spec = load_spec(game, despite=True, language=options.language, cell=options.cell)
    checked, checked_options = spec, options
    if is_print_only and options.cell:
        checked = load_spec(game, despite=True, language=options.language)
        checked_options = replace(options, cell=None, fewer_sheets=False)
    problems = check_spec(checked, checked_options, book=book, cache=cache)
    if any(problem.level == "error" for problem in {*problems} - {*check_rulebook(spec)}):
        raise FabgenError(problems)
    return spec, problems


def _ignore_progress(_: str) -> None:
    """The progress of the second process, which is not reported. A module function, so that it can be pickled."""


def _source_files(
    spec: Spec, options: Options, only: Collection[str], kept_folders: KeptFolders
) -> Iterator[BuildFile]:
    yield from (BuildFile(*file) for file in source_files(spec, options, only, kept_folders))


def _stale_warnings(spec: Spec, kept_folders: KeptFolders) -> Iterator[Problem]:
    if stale := kept_folders.stale_folders(spec):
        verb = "was" if len(stale) == 1 else "were"
        message = f"{join_words(stale)} {verb} made from an earlier state of this game, or by another fabgen"
        yield Problem(spec.source.key_location(), message, "build without --only", "warning")


def _stray_warnings(target: Path, manifest: Manifest) -> Iterator[Problem]:
    """A warning for each folder of the build in which the user keeps files, which `verify` takes for errors."""
    with suppress(FabgenError):  # a folder that cannot be read
        strays = stray_files(target, manifest, (*FOLDERS, SOURCE))
        for folder in dict.fromkeys(path.partition("/")[0] for path in strays):
            names = [path.partition("/")[2] for path in strays if path.startswith(f"{folder}/")] or ["a link"]
            more = [f"{len(names) - MOST_NAMES} more"] if len(names) > MOST_NAMES else []
            what = f"this folder holds files that are not of this build: {join_words([*names[:MOST_NAMES], *more])}"
            hint = "they stay, and `fabgen verify` reports them: move them beside the folders of the build"
            yield Problem(Location(str(target / folder)), what, hint, "warning")


def _verify_and_swap_in(
    work: StagedBuild, spec: Spec, files: list[BuildFile], only: list[str], progress: Progress, cache: ResultCache
) -> tuple[Manifest, BuildSources]:
    """Writes the files beside the target folder, verifies them and swaps them in. Returns the manifest of all files
    that the target folder then holds, and its sources as they were read."""
    from fabgen.verify import verify
    from fabgen.verify.sources import BuildSources

    for file in files:
        work.write(file.path, file.data)
    slug = spec.slug.encode(errors="replace").decode()  # a folder's name may hold bytes that are not valid UTF-8
    manifest = Manifest(fabgen.__version__, slug, spec.game.title, tuple(file.manifest_entry() for file in files))
    work.write("manifest.json", manifest.to_json())
    progress("verifying")
    sources = BuildSources(work.folder)
    if problems := verify(work.folder, only, sources, cache):
        raise FabgenError(problems)
    progress("putting the files in place")
    manifest, sources.folder = work.swap_in(manifest, (SOURCE, *only)), work.target
    return manifest, sources


Progress = Callable[[str], None]
T = TypeVar("T")
MOST_FILES = 5_000  # of a game's folder that are watched during a build
MOST_NAMES = 5  # of files that a warning lists
FLAT = 0.01  # mm: how far a polygon may be from the outline that it stands for
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


def make_laser_files(spec: Spec, options: Options, progress: Progress, cache: ResultCache | None = None
                     ) -> Iterator[BuildFile]:
    """The laser files: each sheet in each format that the user chose (by default those of the machine), and the job
    sheet. Sheets are taken from the cache where parts and job are the same."""
    from fabgen.core.worker import start_work
    from fabgen.laser.formats.registry import FORMATS
    from fabgen.laser.job_sheet.job_sheet import (
        JOB_DATA_FILE,
        JOB_SHEET_FILE,
        write_job_json,
        write_job_pdf,
    )
    from fabgen.laser.second_sides import make_second_sides

    progress("laser sheets")
    job = make_laser_job(spec, options)
    parts, sheets, work = _lay_out_job(spec, job, options, progress, cache)
    summary = tuple(map(str, work.bills))
    draw_game = _picture_drawer(spec, job, options, cache)
    wait_for_job_sheet = start_work(partial(write_job_pdf, work, _job_sheet_paper(options), draw_game))
    for sheet in sheets:
        purpose = f"laser sheet of {sheet.material}, {count_things(len(sheet.placements), 'part')}"
        for suffix in options.formats or job.machine.default_formats:
            data, pages = FORMATS[suffix].write(sheet, job.machine), FORMATS[suffix].pages
            size = (sheet.width, sheet.height)
            yield BuildFile(f"laser/{sheet.name}.{suffix}", data, purpose, size, pages, sheet.notes, summary)
    for second in make_second_sides(sheets, parts, job):
        purpose = f"laser file for the other sides of {second.material}, in register with the first"
        for suffix in options.formats or job.machine.default_formats:
            data, pages = FORMATS[suffix].write(second, job.machine), FORMATS[suffix].pages
            yield BuildFile(f"laser/{second.name}.{suffix}", data, purpose, (second.width, second.height), pages)
    progress("job sheet")
    data, paper, count = wait_for_job_sheet()
    yield BuildFile(f"laser/{JOB_SHEET_FILE}", data, "job sheet: what a person takes to the laser", paper, count)
    yield BuildFile(
        f"laser/{JOB_DATA_FILE}", write_job_json(work, spec.slug), "the job for programs: sheets, parts, times, prices"
    )


def _picture_drawer(spec: Spec, job: LaserJob, options: Options, cache: ResultCache | None = None
                    ) -> Callable[[], bytes]:
    """What draws the finished game for the job sheet. A job of some parts has no such picture. It is taken from the
    cache where the game, the options, the machine and the shop are the same."""
    from fabgen.model.game_picture import draw_small_game

    if options.partial_job:
        return bytes
    draw_game = partial(draw_small_game, spec, job.fit, job.stock)
    if not cache or not cache.folder:
        return draw_game
    content = _game_content(spec, options), job, [job.stock(key) for key in _material_keys(spec)]
    return partial(cache.get, "picture", content, draw_game)


def _lay_out_job(
    spec: Spec, job: LaserJob, options: Options, progress: Progress = lambda _: None, cache: ResultCache | None = None
) -> tuple[list[Part], list[LaserSheet], JobContent]:
    """The parts and sheets of a job, and the content of its job sheet."""
    from fabgen.laser.job_sheet.job_sheet import make_job_content

    parts, sheets = _noted_sheets(spec, job, options, progress, cache)
    return parts, sheets, make_job_content(spec, job, parts, sheets, options)


def _noted_sheets(spec: Spec, job: LaserJob, options: Options, progress: Progress = lambda _: None,
                  cache: ResultCache | None = None) -> tuple[list[Part], list[LaserSheet]]:
    import shapely  # noqa: F401 -- before the second process is forked, which would import it once more

    from fabgen.check.board_hints import add_cell_hints
    from fabgen.check.chosen_size import describe_choices
    from fabgen.check.part_flaws import making_problems
    from fabgen.check.piece_hints import piece_problems
    from fabgen.check.size_requirements import SizeRequirements
    from fabgen.core.worker import start_work
    from fabgen.figures.components.kit import GROUPS
    from fabgen.laser.engraving import report_outlined_words
    from fabgen.laser.estimate import warn_of_long_engraving
    from fabgen.laser.second_sides import make_second_sides
    from fabgen.laser.selection import chosen_parts
    from fabgen.laser.sheet_layout import make_sheets

    # Warnings about stock that is not measured, by the key of the stock: only for stock on which a joint depends.
    unmeasured = dict[str, tuple[Problem, ...]]()

    def fit(key: str) -> Fit:
        unmeasured[job.stock(key).key] = job.warn_of_unmeasured(key)
        return job.fit(key)

    sizes = SizeRequirements(spec, job, options.papers)
    try:
        parts = chosen_parts(spec, fit, options)
    except FabgenError as error:
        raise FabgenError([*piece_problems(sizes)] or error.problems) from None
    wait_for_flaws = start_work(partial(making_problems, parts, job))
    job = replace(job, sheet=job.machine.cut_area(options.scrap) if options.scrap else job.sheet)
    try:
        content = job.layout_content(parts)
        sheets = (cache or ResultCache()).get("sheets", content, lambda: make_sheets(parts, job, progress))
    except Exception as error:
        wait_for_flaws()  # raises the flaws of the parts first: they may be why the sheets failed
        if not isinstance(error, FabgenError):
            raise
        board = [part for part in parts if part.group in GROUPS]
        raise FabgenError(add_cell_hints(sizes, board, error.problems)) from None
    runs = [*sheets, *make_second_sides(sheets, parts, job)]
    job_notes = [
        *wait_for_flaws(),
        *warn_of_long_engraving(runs, job.machine, parts),
        *report_outlined_words(parts, job.machine),
        *describe_choices(options, runs, job),
    ]
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
    from fabgen.check.board_hints import add_tile_hints
    from fabgen.check.chosen_size import CellTrials
    from fabgen.check.fewer_sheets import offer_smaller_cells
    from fabgen.check.size_requirements import SizeRequirements
    from fabgen.paper.print_and_play import make_kit, make_print_pdfs, warn_of_unused_options

    progress("print-and-play")
    kit = make_kit(spec, options)
    objections = [CellTrials(spec, options, is_print_only).any_objection for is_print_only in (False, True)]
    summary, notes = offer_smaller_cells(spec, kit, options, *objections), warn_of_unused_options(options)
    try:
        files = [*make_print_pdfs(spec, kit, options, document_stem(spec), run_all, progress)]
    except FabgenError as error:
        resizable = replace(spec, game=resize_cells(spec.game, spec.game.board.cell))  # without cells for paper alone
        raise FabgenError(add_tile_hints(SizeRequirements.of_options(resizable, options), error.problems)) from None
    for file in files:
        yield BuildFile(f"print/{file.name}", file.data, file.purpose, file.size, file.pages, notes, summary)


def document_stem(spec: Spec) -> str:
    """The start of the names of a game's documents: slug and version, in characters that every system can store."""
    return re.sub(r"[^\w.-]+", "-", f"{spec.slug}-{spec.game.version}")[:LONGEST_STEM].strip(".-")


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
    typst_process().start()  # in the worker process it is another one: ready by the time that the figures are drawn
    with _known_figures(spec, options, cache):
        book = read_game_rulebook(spec)
    theme, look = load_theme(BOOK_INKS[options.book_ink]), _book_theme(spec, options)
    stem = f"rules/{document_stem(spec)}-rules"
    tongue = f"-{options.language}" if options.language else ""
    chosen = [name for name in FORMATS if name in options.books]
    needs_a5 = any(name in BOOKLETS for name in options.books) or (options.typst_source and not chosen)
    projects = {name: _set_rulebook(spec, book, theme, FORMATS[name], look, cache) for name in FORMATS
                if name in chosen or (name == "a5" and needs_a5)}
    for name in chosen:
        data, page = projects[name].pdf, FORMATS[name]
        data = write_press_pdf(data, page.bleed, theme) if page.bleed else data
        suffix = "" if name == "a5" else f"-{name}"
        yield BuildFile(f"{stem}{suffix}{tongue}.pdf", data, page.purpose, page.sheet, page_count(data))
    a5 = projects["a5"].pdf if needs_a5 else b""
    for name in options.books:
        if name in BOOKLETS or name in FOLDED_SHEETS:
            yield _make_folded_book(spec, book, theme, look, name, f"{stem}-{name}{tongue}.pdf", a5)
    if options.typst_source:
        first = next(iter(projects.values()))
        for file, data, purpose in list_project_files(first.files, book.title):
            yield BuildFile(f"{TYPST_FOLDER}/{file}", data, purpose)
    if "html" in options.books:
        from fabgen.book.rulebook_html import PURPOSE, write_html

        yield BuildFile(f"{stem}{tongue}.html", write_html(book, load_theme("colour")), PURPOSE)  # no ink for screens


@contextmanager
def _known_figures(spec: Spec, options: Options, cache: ResultCache | None) -> Iterator[None]:
    """What is drawn meanwhile comes from the cache, where a build before has drawn it of the same game; what is new is
    kept there."""
    if not cache or not cache.folder:
        yield
        return
    content = _game_content(spec, options)
    known = cache.recall("figures", content) or {}
    spec.know_results(known)
    yield
    if spec.results.keys() - known.keys():
        cache.keep("figures", content, dict(spec.results))


def _set_rulebook(
    spec: Spec, book: Book, theme: Theme, page: BookFormat, look: BookTheme, cache: ResultCache | None
) -> SetBook:
    """The rulebook in a format."""
    from fabgen.book.known_layouts import known_layouts
    from fabgen.book.rulebook_pdf import write_project

    with known_layouts(cache or ResultCache(), str(spec.source.file), book.language, page, look.name) as known:
        return write_project(book, theme, page, look, known)


def _make_folded_book(
    spec: Spec, book: Book, theme: Theme, look: BookTheme, name: str, path: str, a5: bytes
) -> BuildFile:
    """The A5 pages as a booklet, or the rules on one sheet, as the name of the book says."""
    from fabgen.artwork.export.png import page_count
    from fabgen.book.book_format import FOLDER_PAGES
    from fabgen.book.booklet import SHEETS, write_booklet
    from fabgen.book.rulebook_pdf import write_book

    is_booklet, paper = name in BOOKLETS, name.rpartition("-")[2]
    pages = a5 if is_booklet else write_book(book, theme, FOLDER_PAGES[paper], look)
    data = write_booklet(pages, paper, theme, words_of_game(spec), back_cover=bool(book.reference),
                         is_stapled=is_booklet)
    form = "to fold and staple" if is_booklet else "on one sheet, to be folded once"
    purpose = f"rulebook {form}, {paper}: print both sides, flip on the short edge"
    return BuildFile(path, data, purpose, SHEETS[paper], page_count(data))


def _book_theme(spec: Spec, options: Options) -> BookTheme:
    """The look of the rulebook: the one that the user chose, else the one of the spec."""
    from fabgen.book.book_theme import load_book_theme

    name = spec.game.book.theme if options.book_theme == "game" else options.book_theme
    return load_book_theme(name, spec.folder)


def words_of_game(spec: Spec) -> Catalogue:
    """The words of the game's language."""
    from fabgen.core.languages import load_words

    return load_words(spec.game.language, spec.folder)


def make_diagrams(spec: Spec, options: Options, progress: Progress) -> Iterator[BuildFile]:
    """Every stand-alone figure, in the formats that are asked for."""
    from fabgen.figures.diagrams.catalogue import draw_all_figures

    progress("diagrams")
    style = FigureStyle(options.diagram_theme or DIAGRAM_THEMES[0], has_live_text=options.diagram_text == "live",
                        has_ground=options.diagram_ground == "white")
    for figure in draw_all_figures(spec):
        name, size = file_stem(figure.reference), figure_file_size(figure)
        for suffix, data in render_figure(figure, options.diagram_formats, style).items():
            yield BuildFile(f"diagrams/{name}.{suffix}", data, f"diagram: {figure.caption}", size)


def make_model_files(spec: Spec, options: Options, progress: Progress, job: LaserJob | None = None
                     ) -> Iterator[BuildFile]:
    """The game on its table as solids, for programs that show or print them; `job` unless it is that of the options.
    Raises FabgenError with a Problem for each joint that is tighter than its fit says, and for each thing that finds no
    room in the box."""
    from fabgen.figures.assembly.part_places import assembled_things
    from fabgen.figures.components.kit import make_laser_kit
    from fabgen.model.files import write_3mf, write_glb
    from fabgen.model.packed_box import headroom, pack_box, packing_problems
    from fabgen.model.scene import scene_items
    from fabgen.model.solids import joint_problems

    progress("model")
    job = job or make_laser_job(spec, options)
    make_laser_kit(spec, job.fit)  # raises what is wrong with a base or a body
    things = assembled_things(spec, job.fit, job.stock)
    packed = pack_box(spec, job.fit, job.stock)
    problems = [problem for thing in things for problem in joint_problems(thing)]
    if problems := [*problems, *(packing_problems(packed) if packed else ())]:
        raise FabgenError(problems)
    items = [*scene_items(spec, things, job.stock)]
    count = count_things(sum(len(thing.parts) for thing in things), "part")
    found = [f"{count_things(len(things), 'thing')} of {count}: no joint is tighter than its fit"]
    if packed:
        stored = count_things(len(packed.contents), "thing")
        found.append(f"the box closes over {stored}, {headroom(packed):.1f} mm to spare")
    summary = tuple(found)
    purpose = "the game on its table, for"
    yield BuildFile(f"{MODEL}/{spec.slug}.glb", write_glb(items), f"{purpose} viewers and web pages",
                    folder_summary=summary)
    yield BuildFile(f"{MODEL}/{spec.slug}.3mf", write_3mf(items), f"{purpose} printers and CAD", folder_summary=summary)


STAGES: dict[str, Callable[[Spec, Options, Progress], Iterator[BuildFile]]] = {
    "laser": make_laser_files, "print": make_print_files, "rules": make_rulebooks, "diagrams": make_diagrams,
    "model": make_model_files,
}


BOOK_INKS = {"full": "colour", "low": "low", "bw": "bw"}  # the ink themes of rulebooks, by the option
TYPST_FOLDER = "rules/typst"
MODEL = "model"
SOURCE = "source"
OPTIONS, MACHINE, SHOP, ORIGINS = "options.json", "machine.json", "shop.json", "origins.json"
DIAGRAM_THEME = "diagram-theme.yaml"
REBUILD_HINT = "build without --only"
LARGEST_FORMER = 10_000_000  # bytes of a file of a former `source/`


@dataclass(frozen=True)
class KeptFolders:
    """The folders of the former build that stay, and what they were made from."""

    folders: tuple[str, ...] = ()
    options: Options = field(default_factory=Options)
    machine: Mapping[str, Any] = field(default_factory=dict)  # machine and shop only if laser/ stays
    shop: Mapping[str, Any] = field(default_factory=dict)
    origins: Mapping[str, str] = field(default_factory=dict)
    diagram_theme: Mapping[str, Any] = field(default_factory=dict)  # only if diagrams/ stay, in a designer's own inks

    def stale_folders(self, spec: Spec) -> list[str]:
        """The folders that stay but were made from another state of the game, or by another fabgen."""
        return [folder for folder in self.folders if self.origins.get(folder) != folder_digest(spec, folder)]


def find_kept_folders(work: StagedBuild, only: Collection[str]) -> KeptFolders:
    """What stays of the former build when only the folders in `only` are built. Raises FabgenError where the former
    `source/` is damaged, because then it is unknown what the other folders were made from."""
    former = work.former_manifest
    folders = tuple(folder for folder in FOLDERS if folder not in only and former and former.entries_in([folder]))
    if not former or not folders:
        return KeptFolders()
    profiles: tuple[str, ...] = (MACHINE, SHOP) if {"laser", MODEL} & {*folders} else ()
    try:
        options = Options.from_json(_read_former(work.target, former, OPTIONS))
        has_theme = "diagrams" in folders and options.diagram_theme_file
        profiles += (DIAGRAM_THEME,) if has_theme else ()
        data = {name: dict(json.loads(_read_former(work.target, former, name))) for name in (ORIGINS, *profiles)}
    except (ValueError, TypeError, RecursionError) as error:
        message = f"{join_words(folders)} would stay, and what was built is not here whole: {error}"
        raise problem_error(message, REBUILD_HINT, Location(str(work.target / SOURCE))) from None
    return KeptFolders(folders, options, data.get(MACHINE, {}), data.get(SHOP, {}), data[ORIGINS],
                       data.get(DIAGRAM_THEME, {}))


def _read_former(target: Path, former: Manifest, name: str) -> bytes:
    """The bytes of a file of the former `source/`. Raises ValueError if it is not there, or was changed since it was
    built."""
    path = f"{SOURCE}/{name}"
    try:
        data = read_file(target / path, LARGEST_FORMER)
    except FabgenError as error:
        raise ValueError(f"{name}: {error.problems[0].what}") from None
    if hashlib.sha256(data).hexdigest() not in [entry.sha256 for entry in former if entry.path == path]:
        raise ValueError(f"{name} was changed")
    return data


def source_files(
    spec: Spec, options: Options, only: Collection[str], former: KeptFolders
) -> Iterator[tuple[str, bytes, str]]:
    """Path in the output folder, contents and purpose of each file of `source/`."""
    text = rulebook_path(spec)
    machine, shop = profiles_as_data(spec, options)
    yield f"{SOURCE}/{SPEC}", read_spec_file(Path(spec.source.file)), "the game spec of this build"
    yield f"{SOURCE}/{text}", spec.read_file(text), "the rules text of this build"
    if spec.translation:
        yield f"{SOURCE}/{spec.translation.name}", spec.translation.data, "the translation of this build"
    for name, data in read_drawing_files(spec).items():
        yield f"{SOURCE}/{name}", data, "a drawing of this build, as it was understood"
    for name, data in read_picture_files(spec).items():
        yield f"{SOURCE}/{name}", data, "a picture of this build"
    for name in _user_materials(spec):
        yield f"{SOURCE}/{name}", spec.read_file(name), "a material of this build, as it was written"
    if theme := read_theme_file(spec):
        yield f"{SOURCE}/{spec.game.book.theme_file}", theme, "the theme of the rulebook of this build"
    if words := read_user_words(spec):
        yield f"{SOURCE}/{spec.game.language}", words, "the words of this build, in its own language"
    stored_options = _stored_options(options).keep_for_folders(former.options, former.folders)
    yield f"{SOURCE}/{OPTIONS}", stored_options.to_json(), "the options of this build"
    yield f"{SOURCE}/{MACHINE}", _json(former.machine or machine), "the laser profile of this build"
    yield f"{SOURCE}/{SHOP}", _json({**shop, **former.shop}), "the materials of this build, by their keys in the spec"
    if inks := _theme_data(options) if "diagrams" in only else former.diagram_theme:
        yield f"{SOURCE}/{DIAGRAM_THEME}", _json(inks), "the inks of the diagrams of this build"
    origins = {folder: former.origins.get(folder, "") for folder in former.folders}
    origins |= {folder: folder_digest(spec, folder) for folder in only}
    yield f"{SOURCE}/{ORIGINS}", _json(origins), "the state of the game that each folder was made from"


def profiles_as_data(spec: Spec, options: Options) -> tuple[dict[str, Any], dict[str, Any]]:
    """The machine, and every material by its key in the spec, complete and as plain data."""
    from fabgen.laser.job import make_laser_job

    job = make_laser_job(spec, options)
    shop = {key: job.stock(key).material.model_dump(mode="json") for key in _material_keys(with_making(spec, options))}
    return job.machine.model_dump(mode="json"), shop


def _theme_data(options: Options) -> Mapping[str, Any]:
    """The designer's own inks of the diagrams with everything that they extend, as plain data. Empty for a built-in
    theme."""
    from fabgen.artwork.themes import read_theme

    name = options.diagram_theme_file
    return read_theme(name).model_dump(mode="json", exclude={"extends"}, exclude_none=True) if name else {}


def _material_keys(spec: Spec) -> list[str]:
    """The keys of all materials that the spec names."""
    return list(dict.fromkeys((spec.full_game or spec.game).materials.values()))


def _user_materials(spec: Spec) -> list[str]:
    """The material files beside the spec."""
    keys = [MaterialKey.parse(text) for text in _material_keys(spec)]
    return sorted({key.material for key in keys if key.is_file})


def _stored_options(options: Options) -> Options:
    """The options as they are written to `source/`: with the machine that is used by default, and with the names of the
    files of shop and theme instead of their paths, which are private. Their content is in files of `source/`."""
    from fabgen.laser.shop import load_shop

    machine = options.machine or load_shop(options.shop).declared.machine or "generic"
    shop, theme = (Path(name).name if name else None for name in (options.shop, options.diagram_theme))
    return replace(options, machine=machine, shop=shop, diagram_theme=theme)


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode()


MOST_BUILDS = 4  # builds at once: each takes about 200 MB


@dataclass(frozen=True)
class GameBuild:
    """A game and the result of its build, or its problems."""

    game: str
    result: Result | None
    problems: tuple[Problem, ...] = ()


def build_each(games: Sequence[str], out: Path, options: Options, only: Collection[str],
               progress: Progress = lambda _: None) -> Iterator[GameBuild]:
    """Builds each game and yields the builds in the order in which they end, the failed ones with their problems."""
    from concurrent.futures import Future, ProcessPoolExecutor, as_completed
    from multiprocessing import active_children, get_context

    processes = min(MOST_BUILDS, len(games), len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2)
    with ProcessPoolExecutor(processes, get_context("spawn"), initializer=_exit_when_idle) as pool:
        tasks: list[Future[GameBuild]] = [pool.submit(_build_one, game, out, options, tuple(only)) for game in games]
        try:
            for n, task in enumerate(as_completed(tasks), 1):
                yield task.result()
                progress(f"{n} of {len(games)} games are built")
        except KeyboardInterrupt as stop:
            if isinstance(stop, Termination):  # Ctrl-C reaches the processes of a terminal by itself
                for process in active_children():
                    process.terminate()
            pool.shutdown(wait=True, cancel_futures=True)
            raise


_busy: list[bool] = []


def _exit_when_idle() -> None:
    """Lets Ctrl-C and SIGTERM interrupt a build, so that it cleans up; a process that waits for work ends at once."""
    def stop(number: int, frame: Any) -> None:
        if _busy:
            raise Termination if number == signal.SIGTERM else KeyboardInterrupt
        os._exit(128 + number)

    for number in STOPS:
        if not is_ignored(number):
            signal.signal(number, stop)


def _build_one(game: str, out: Path, options: Options, only: tuple[str, ...]) -> GameBuild:
    _busy.append(True)
    try:
        return GameBuild(game, build(game, out, options, only))
    except FabgenError as error:
        return GameBuild(game, None, tuple(error.problems))
    finally:
        _busy.clear()


@dataclass(frozen=True)
class PodOrder:
    """An order as one zip file: its name, its bytes, the names of the files in it, and notes for the user."""

    name: str
    data: bytes
    files: tuple[str, ...]
    notes: tuple[str, ...]


def make_pod_order(
    spec: Spec, service_name: str, progress: Progress = lambda _: None, fit: float = 1.0
) -> PodOrder:
    """The order of everything in a game that the service makes; the board at a scale of `fit` at least, where a smaller
    product holds it then. Raises FabgenError for an unknown service, and where
    the service can make nothing of the game."""
    from fabgen.artwork.themes import load_theme
    from fabgen.figures.components.dice import describe_dice
    from fabgen.figures.components.order_items import make_movement_cards, make_order_items, note_round_hexagons
    from fabgen.paper.deck_pdf import write_deck
    from fabgen.paper.print_on_demand import image_png, load_service, make_zip, place_orders, write_listing

    service, theme = load_service(service_name), load_theme("colour")
    orders = [*make_order_items(spec), *(() if service.products_of("square") else make_movement_cards(spec))]
    placement = place_orders(orders, service, fit)
    files, rows = dict[str, bytes](), list[tuple[str | int, ...]]()
    for image in placement.images:
        progress(image.name)
        path = f"{file_stem(image.product.name.lower())}/{file_stem(image.name)}-{image.side}.png"
        files[path] = image_png(image, theme)
        rows.append(_row(path, image.name, image.product, image.side, image.count))
    words = words_of_game(spec)
    has_discs = any(image.product.kind == "disc" for image in placement.images)
    notes = [*placement.notes, *(note_round_hexagons(spec) if has_discs else ())]
    board, missing = spec.game.board, [order for order in orders if not service.products_of(order.kind)]
    if board.paper_cell and missing and service.products_of("board"):  # it must suit this board
        notes.append(f"print it with the cells of this board: fabgen build --only print --cell {board.cell:g}mm")
    notes += [f"NOT in this order: {die.count} {describe_dice(spec, die_key, words)}"
              for die_key, die in spec.game.dice.items()]
    for product in service.products_of("booklet")[-1:]:
        progress("booklet")
        notes += _add_booklet(spec, service, product, files, rows)
    decks = dict[str, bytes]()
    if service.deck:
        progress("deck")
        deck = write_deck(placement.images, service.deck, theme, spec.game.title, spec.game.designer)
        decks[service.deck.file] = deck
    readme = _readme(spec, service, notes)
    zip_files = {"README.txt": readme, "contents.csv": write_listing(rows), **decks, **files}
    tongue = f"-{Path(spec.translation.name).stem}" if spec.translation else ""
    name = f"{document_stem(spec)}-pod-{service_name}{tongue}.zip"
    return PodOrder(name, make_zip(zip_files), tuple(zip_files), tuple(notes))


def make_cutting_order(spec: Spec, options: Options, service_name: str) -> PodOrder:
    """What a cutting service takes of a game: its parts one by one, drawings of what is engraved, a list for the quote.
    Raises FabgenError for an unknown service, for parts that cannot be cut, and for those that the service refuses."""
    from fabgen.check.cutting_rules import service_problems
    from fabgen.laser.cutting_order import load_cutting_service, order_files, prepare_order
    from fabgen.laser.selection import chosen_parts
    from fabgen.paper.print_on_demand import make_zip

    service, job = load_cutting_service(service_name), make_laser_job(spec, options)
    parts = prepare_order(chosen_parts(spec, job.fit, options), job, service)
    problems = list(service_problems(parts, job, service))
    if any(problem.level == "error" for problem in problems):
        raise FabgenError(problems)
    notes = tuple(f"{problem.what}: {problem.hint}" for problem in problems)
    files = {"README.txt": _cutting_readme(spec, service, notes), **dict(order_files(parts, job))}
    return PodOrder(f"{document_stem(spec)}-cut-{service_name}.zip", make_zip(files), tuple(files), notes)


def _cutting_readme(spec: Spec, service: CuttingService, notes: Sequence[str]) -> bytes:
    size = ("Lines are where the beam goes: the kerf of the material is compensated." if service.has_kerf else
            "Parts have their true size, without kerf: ask the service to cut outside of the line.")
    lines = [f"{spec.game.title} {spec.game.version}, for {service.name} ({service.home})", "",
             f"Upload the files of {' or '.join(service.files)}/ one by one, with the counts of quote.csv.",
             "Each holds one part, its cuts alone, in mm. What is engraved is drawn in engraving/: send it too.",
             size, service.note, f"What it asks for: {service.source} (read {service.read}).",
             *(["", "The service may refuse:", *(f"- {note}" for note in notes)] if notes else [])]
    return ("\n".join(lines) + "\n").encode()


def make_print_and_cut(spec: Spec, options: Options, plotter_name: str, paper_name: str) -> PodOrder:
    """A game for a plotter with a camera: the sheets to print with its marks, what it cuts and scores on each, and how.
    Raises FabgenError for an unknown plotter, for mistakes in one of the user's own, and for what does not fit."""
    from fabgen.artwork.export.png import render_cut_out
    from fabgen.paper.print_and_cut import lay_out_cut_sheets
    from fabgen.paper.print_and_play import make_kit, print_theme
    from fabgen.paper.print_on_demand import make_zip
    from fabgen.paper.registration import load_plotter
    from fabgen.typeset.pages import write_pages
    from fabgen.typeset.papers import load_paper

    plotter, paper = load_plotter(plotter_name), load_paper(paper_name)
    kit = make_kit(with_paper_cells(spec), options)  # as large as on the sheets of the board, which are not here
    theme = print_theme(options.ink, len(spec.game.players))
    sheets = lay_out_cut_sheets(kit, paper, plotter)
    files: dict[str, bytes] = {}
    info = {"author": spec.game.designer, "title": spec.game.title, "language": kit.words.language}
    if plotter.marks != "none":
        files["print.pdf"] = write_pages([sheet.page for sheet in sheets], theme, **info)
    for number, sheet in enumerate(sheets):
        files |= _cut_files(sheet, f"sheet-{number}" if number else "test", plotter)
        if plotter.marks == "none":
            page = write_pages([sheet.page], theme, **info)
            outlines = [thing.outline.flatten(FLAT) for thing in sheet.things]
            files[f"images/{'test' if sheet.is_test else f'sheet-{number}'}.png"] = render_cut_out(page, outlines)
    where = "picture" if plotter.marks == "none" else paper_name
    files = {"README.txt": _plotter_readme(spec, plotter, paper, sheets), **files}
    stem = Path(plotter_name).stem
    return PodOrder(f"{document_stem(spec)}-print-and-cut-{stem}-{where}.zip", make_zip(files), tuple(files), ())


def _cut_files(sheet: CutSheet, stem: str, plotter: Plotter) -> Iterator[tuple[str, bytes]]:
    """What a plotter cuts and scores on a sheet, as DXF and SVG from the same lines; where the outlines are those of a
    picture, the creases alone."""
    from fabgen.laser.formats.registry import FORMATS as LASER_FORMATS
    from fabgen.laser.machine import load_machine
    from fabgen.laser.sheet import LaserSheet, Placement, SheetMark, make_slugs
    from fabgen.materials.operations import Operation

    ids = make_slugs([thing.id for thing in sheet.things])
    marks = [SheetMark(f"{id}.crease-{n}", Operation.SCORE, (crease,), id)
             for id, thing in zip(ids, sheet.things, strict=True) for n, crease in enumerate(thing.creases, 1)]
    if plotter.marks != "none":
        marks += [SheetMark(f"{id}.outline", Operation.CUT_OUTER, (thing.outline,), id)
                  for id, thing in zip(ids, sheet.things, strict=True)]
    placements = tuple(Placement(id, id, 0, *thing.outline.bounds()[:2])
                       for id, thing in zip(ids, sheet.things, strict=True))
    lines = LaserSheet(stem, "card", sheet.page.width, sheet.page.height, 0.0, 0.0, tuple(marks), placements)
    name = stem if plotter.marks != "none" else stem.replace("sheet", "creases")
    for suffix in ("dxf", "svg") if marks else ():
        yield f"{suffix}/{name}.{suffix}", LASER_FORMATS[suffix].write(lines, load_machine("generic"))


def _plotter_readme(spec: Spec, plotter: Plotter, paper: Paper, sheets: Sequence[CutSheet]) -> bytes:
    """How to print and cut, step by step."""
    thin = [number for number, sheet in enumerate(sheets) if sheet.is_thin]
    what = "images/" if plotter.marks == "none" else "print.pdf"
    things = [count_things(len(sheet.things), "thing") for sheet in sheets[1:]]
    lines = [f"{spec.game.title} {spec.game.version}: print and cut with {plotter.name}"
             + ("" if plotter.marks == "none" else f", on {paper.name}"), "",
             f"1. The test sheet comes first. Print it from {what} at actual size (100 %), on plain paper, and cut it:",
             "   five squares along the middle of five lines, 0.5 mm from line to line. Cuts elsewhere? Set the",
             "   offset in the plotter's program, and try again, before you take card.",
             f"2. Print the other sheets from {what}, on card of 160 to 200 g/m2"
             + (f"; sheet {join_words([*map(str, thin)])} on paper." if thin else "."), "3. For each sheet:",
             *(f"   - {step}" for step in plotter.write_steps(paper)),
             "4. Fold along the creases, and glue. Backs of tokens go behind their fronts.",
             "5. The board is not here: print it with `fabgen build --only print`.", "",
             *(f"sheet {number}: {text}" for number, text in enumerate(things, 1)), "",
             f"The measures of the marks are published at {plotter.source} (read {plotter.read}),",
             f"by people who use them, not by {plotter.name}. Does your plotter want others? Copy its file in",
             "fabgen/paper/plotters, change the numbers, and give its path: --plotter mine.yaml."]
    return ("\n".join(lines) + "\n").encode()


def _add_booklet(spec: Spec, service: PodService, product: PodProduct, files: dict[str, bytes],
          rows: list[tuple[str | int, ...]]) -> list[str]:
    """Adds the pages of the rulebook to `files` and `rows`. Returns notes about what prevents it."""
    from fabgen.artwork.themes import load_theme
    from fabgen.book.book_format import BookFormat
    from fabgen.book.rulebook_pdf import write_book
    from fabgen.figures.rulebook.game_rulebook import read_game_rulebook
    from fabgen.paper.print_on_demand import booklet_pngs

    width, height = product.cut_size
    try:
        page = BookFormat(width, height, inside=12.0, outside=12.0, top=11.0, bottom=15.0, bleed=product.bleed)
        book = write_book(read_game_rulebook(spec), load_theme("colour"), page, _book_theme(spec, Options()))
    except FabgenError as error:
        return [f"no booklet: {problem.what}" for problem in error.problems]
    for number, data in enumerate(booklet_pngs(book, product, service.even), 1):
        path = f"{file_stem(product.name.lower())}/page-{number:02}.png"
        files[path] = data
        rows.append(_row(path, "rulebook", product, f"page {number}", 1))
    return []


def _row(path: str, thing: str, product: PodProduct, side: str, count: int) -> tuple[str | int, ...]:
    cut = " x ".join(f"{length:g}" for length in product.trim)
    return path, thing, product.name, side, count, *product.px, cut


def _readme(spec: Spec, service: PodService, notes: list[str]) -> bytes:
    lines = [f"{spec.game.title} {spec.game.version}, for {service.name} ({service.home})", "",
             "Images have 300 dots an inch and the sizes that the service asks for, bleed included.",
             f"Nothing but the ground lies within {service.safe:g} in of the cut. contents.csv lists all, with copies.",
             service.note, f"The sizes are from {service.source} (read {service.read}).",
             *(["", "Know this:", *(f"- {note}" for note in notes)] if notes else [])]
    return ("\n".join(lines) + "\n").encode()


__all__ = ["DEFAULT_PAPERS", "FOLDERS", "Options", "Result", "build", "load_sound_game", "render_figure"]
