"""A game's name and options → all its files, verified and in place: load → check → figures → make → write → verify.

No file of a build appears before all of them are verified: they are staged beside the target folder and swapped in at
the end.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import fabgen
from fabgen.check.game import check_book_theme, check_cards, check_reference, check_rulebook, check_spec
from fabgen.core.cache import ResultCache, digest_of_fabgen
from fabgen.core.english import join_words
from fabgen.core.files import read_file
from fabgen.core.manifest import Manifest, stray_files
from fabgen.core.problems import FabgenError, Location, Problem
from fabgen.core.signals import STOPS, Termination, is_ignored, note_stop
from fabgen.core.staging import StagedBuild, stage_build
from fabgen.diagrams.files import check_built_theme, check_theme
from fabgen.production.build_files import MODEL, SOURCE, TYPST_FOLDER, BuildFile, Progress, run_all
from fabgen.production.cache_content import stage_content
from fabgen.production.diagram_files import make_diagrams
from fabgen.production.laser_files import job_sheet_paper, lay_out_job, make_laser_files, picture_drawer
from fabgen.production.model_files import make_model_files
from fabgen.production.print_files import make_print_files
from fabgen.production.rulebook_files import make_rulebooks
from fabgen.production.source_files import KeptFolders, find_kept_folders, source_files, user_material_files
from fabgen.spec.build_options import DEFAULT_FOLDERS, FOLDERS, Options, option_names
from fabgen.spec.drawings import drawing_files, picture_files
from fabgen.spec.load import Spec, load_spec, with_board_options, with_paper_cells, with_players
from fabgen.spec.origins import edition_key

if TYPE_CHECKING:
    from fabgen.verify.sources import BuildSources


# What makes the files of each folder.
FOLDER_MAKERS: dict[str, Callable[[Spec, Options, Progress], Iterator[BuildFile]]] = {
    "laser": make_laser_files,
    "print": make_print_files,
    "rules": make_rulebooks,
    "diagrams": make_diagrams,
    "model": make_model_files,
}
MOST_WATCHED_FILES = 5_000  # of a game's folder whose state is compared before and after a build
MOST_LISTED_NAMES = 5  # of files that a warning lists
OTHER_MAKER = "folder.other-fabgen"  # the code of the Problem that another fabgen built a folder
MOST_BUILDS = 4  # builds at once: each takes about 200 MB
FileState = tuple[int, ...]  # times, size and number of a file; empty where it does not exist


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
    options = options or Options()
    folders = [folder for folder in FOLDERS if folder in only]
    if "laser" in folders and options.partial_job:
        folders = ["laser"]
    with note_stop("nothing was changed"):
        plan, states = _plan_build(game, options, folders, progress, cache)
    with stage_build(out / plan.folder_name) as work:
        plan = _with_model_on_disk(plan, work)
        kept_folders = find_kept_folders(work, plan.folders)
        if MODEL in plan.folders:
            plan = _with_model_of_laser(plan, kept_folders)
        cache = _cache_for_plan(plan, states, cache)
        files = _make_files(plan, kept_folders, cache, progress)
        file_notes = [note for file in files for note in file.notes]
        notes = [*plan.problems, *file_notes, *_stale_warnings(plan.spec, kept_folders)]
        summaries = {file.path.partition("/")[0]: file.folder_summary for file in files if file.folder_summary}
        manifest, sources = _verify_and_swap_in(work, plan.spec, files, plan.folders, progress, cache)
        notes += _stray_warnings(work.target, manifest)
        return Result(work.target, manifest, plan.folders, tuple(dict.fromkeys(notes)), summaries, sources)


@dataclass(frozen=True)
class BuildPlan:
    """What a build makes: the game, the options, the folders, the game that each folder shows (of fewer players, with
    cells for paper), and the Problems of the game. Errors among these are in its rules text alone; `run_all` raises
    them together with those of the stages."""

    spec: Spec
    options: Options
    folders: tuple[str, ...]
    folder_specs: Mapping[str, Spec]
    problems: tuple[Problem, ...]

    @property
    def folder_name(self) -> str:
        """The name of the folder that holds the folders of this build."""
        cell = f"{self.options.cell:g}mm" if self.options.cell else ""
        part = self.options.partial_job if "laser" in self.folders else ""
        return "-".join(filter(None, (self.spec.slug or "game", self.options.language, cell, part)))


def _plan_build(game: str, options: Options, folders: list[str], progress: Progress, cache: ResultCache | None
                ) -> tuple[BuildPlan, dict[str, FileState]]:
    """Reads and checks a game, and chooses what the options leave open. Returns the plan and, for the cache, the states
    of the files before they were read. Raises FabgenError with every Problem that keeps the game from being drawn."""
    progress("reading the game")
    if "rules" in folders:
        from fabgen.typeset.typst_process import typst_process  # late: it starts a process

        typst_process().start()  # it is ready by the time that the game is read
    states = _file_states(game, options) if cache else {}
    is_print_only = folders == ["print"] and not options.fit_sheet
    options = _with_chosen_cell(game, options, is_print_only=is_print_only)
    spec, problems = _load_buildable_game(game, options, "rules" in folders, cache, is_print_only=is_print_only)
    player_counts = {"laser": options.players, "print": options.print_players, "model": options.players}
    for number in {number for folder, number in player_counts.items() if folder not in folders}:
        with_players(spec, number)  # a number that the game does not take is an error, built or not
    specs = {folder: with_players(spec, player_counts.get(folder)) for folder in folders}
    if "print" in folders:
        specs["print"] = with_paper_cells(specs["print"])
    if "laser" in folders:
        from fabgen.check.chosen_size import choose_engraving  # late: they load what only a laser needs
        from fabgen.check.refusals import find_drawing_refusals
        from fabgen.check.scrap_sheet import with_scrap_size

        specs["laser"] = with_board_options(specs["laser"], options)
        if refusals := [*find_drawing_refusals(specs["laser"], options)]:
            raise FabgenError([*problems, *refusals])  # before anything is laid out: with the place in the drawing
        options = choose_engraving(specs["laser"], with_scrap_size(specs["laser"], options))
    if options.diagram_theme and "diagrams" in folders:
        check_built_theme(options.diagram_theme)
        has_live_text = options.diagram_text == "live"
        problems += check_theme(options.diagram_theme, options.diagram_formats, has_live_text=has_live_text)
    return BuildPlan(spec, options, tuple(folders), specs, tuple(problems)), states


def _with_model_on_disk(plan: BuildPlan, work: StagedBuild) -> BuildPlan:
    """The plan with the model, where new laser files would make the one on the disk out of date."""
    makes_whole_job = "laser" in plan.folders and not plan.options.partial_job
    has_model = work.former_manifest and work.former_manifest.entries_in([MODEL])
    if not makes_whole_job or not has_model:
        return plan
    return replace(plan, folders=tuple(folder for folder in FOLDERS if folder in {*plan.folders, MODEL}))


def _with_model_of_laser(plan: BuildPlan, kept_folders: KeptFolders) -> BuildPlan:
    """The plan with a model of the parts in the laser files: of those that this build makes, or of the former ones
    where `laser/` is kept."""
    options, problems = plan.options, list(plan.problems)
    if "laser" in kept_folders.folders:
        former_options = {name: getattr(kept_folders.options, name) for name in option_names(MODEL)}
        options = replace(options, **former_options)
        problems += _warn_of_model_options(plan.spec, plan.options, options)
    model = with_board_options(with_players(plan.spec, options.players), options)
    specs = {**plan.folder_specs, MODEL: model}
    return replace(plan, options=options, folder_specs=specs, problems=tuple(problems))


def _cache_for_plan(plan: BuildPlan, states: Mapping[str, FileState], cache: ResultCache | None) -> ResultCache:
    """The cache that a build may use: an empty one, which keeps nothing, where rules of another package or a changed
    file could make its results wrong."""
    # If a file is saved during the build, results made from its old content would be cached under its new content. So
    # nothing is cached then.
    is_current = partial(_are_unchanged, states, list_read_files(plan.spec, plan.options))
    if not cache or not has_only_own_rules(plan.spec) or not is_current():
        return ResultCache()
    return replace(cache, is_current=is_current)


def _make_files(plan: BuildPlan, kept_folders: KeptFolders, cache: ResultCache, progress: Progress) -> list[BuildFile]:
    """All files of a build. Raises FabgenError with the errors of all folders.

    The first half of the folders is made in this process, the second in another one: with all folders, laser and print
    take about as long as the rest. Only the first process reports progress, so that the lines do not mix.
    """
    from fabgen.core.worker import start_work

    contents: dict[str, object] = {}  # by folder: what it is made from, the key of the cache
    if cache.folder:
        contents = {folder: stage_content(plan.folder_specs[folder], folder, plan.options) for folder in plan.folders}
    uncached = [folder for folder in plan.folders
                if not (contents and cache.has(f"folder {folder}", contents[folder]))]
    half = (len(uncached) + 1) // 2
    first_half, second_half = uncached[:half], uncached[half:]
    steps = {}
    for folder in plan.folders:
        folder_progress = progress if folder in first_half else _ignore_progress
        steps[folder] = partial(_make_folder, folder, plan.folder_specs[folder], plan.options, cache,
                                contents.get(folder), folder_progress)
    second_steps = [steps[folder] for folder in second_half]
    if second_steps:
        _choose_cover(plan, first_half, second_half)
    wait_for_second = start_work(partial(run_all, second_steps)) if second_steps else list[BuildFile]
    make_source = partial(source_files, plan.spec, plan.options, plan.folders, kept_folders)
    steps_here = [steps[folder] for folder in plan.folders if folder not in second_half]
    return run_all([make_source, *steps_here, wait_for_second], plan.problems)


def _choose_cover(plan: BuildPlan, first_half: Sequence[str], second_half: Sequence[str]) -> None:
    """Chooses the position of the book's cover before the second process is copied, where the first one has the same
    game: pictures of it on other products come from the same moments of play, which take long to rate."""
    from fabgen.figures.positions.cover_position import choose_cover_position

    if "rules" in second_half and any(plan.folder_specs[folder] is plan.folder_specs["rules"] for folder in first_half):
        with suppress(FabgenError):  # the folders that need it report it
            choose_cover_position(plan.folder_specs["rules"])


def _warn_of_model_options(spec: Spec, options: Options, model_options: Options) -> Iterator[Problem]:
    """A warning where the user's options about parts are not those of the model, because the laser files stay."""
    differs = options != model_options
    if differs and any(getattr(options, name) != getattr(Options(), name) for name in option_names(MODEL)):
        what = "the model shows the parts of the laser files that stay, and the options given would make others"
        yield Problem(spec.source.key_location(), what, "build both: --only laser,model", "warning")


def _make_folder(folder: str, spec: Spec, options: Options, cache: ResultCache, content: Any, progress: Progress
                 ) -> list[BuildFile]:
    """The files of a folder, from the cache where nothing that they are made from has changed."""
    make = FOLDER_MAKERS[folder]
    if make is make_laser_files:
        make = partial(make_laser_files, cache=cache)
    elif make is make_rulebooks:
        make = partial(make_rulebooks, cache=cache)
    return cache.get(f"folder {folder}", content, lambda: [*make(spec, options, progress)])


def list_read_files(spec: Spec, options: Options) -> list[Path]:
    """The files of a game, and those that the options name, which a build reads."""
    names = [spec.game.rulebook, *drawing_files(spec.game), *picture_files(spec.game), *user_material_files(spec),
             spec.game.book.theme_file or ""]
    yaml_files = spec.folder.glob("*.y*ml")  # the spec, translations, words
    return [*yaml_files, *(spec.folder / name for name in names if name), *map(Path, _profile_paths(options))]


def _profile_paths(options: Options) -> list[str]:
    """The names of profiles in the options, each of which may be the path of a file."""
    return [name for name in (options.shop, options.machine, options.diagram_theme) if name]


def _file_states(game: str, options: Options) -> dict[str, FileState]:
    """The states of the files in the game's folder and of those that the options name, by path. A state tells whether
    its file was saved since."""
    from itertools import islice

    from fabgen.spec.game_folder import find_game

    folder = find_game(game).parent
    game_files = (os.path.join(place, name) for place, _, names in os.walk(folder) for name in names)
    paths = (*_profile_paths(options), *islice(game_files, MOST_WATCHED_FILES))
    return {path: state for path in paths if (state := _file_state(path))}


def _file_state(path: str) -> FileState:
    """The state of a file; empty where there is none."""
    with suppress(OSError):
        state = os.stat(path)
        return state.st_mtime_ns, state.st_ctime_ns, state.st_size, state.st_ino
    return ()


def _are_unchanged(states: Mapping[str, FileState], files: Iterable[Path]) -> bool:
    """Whether files are in the states that were noted."""
    return all(states.get(str(path), ()) == _file_state(str(path)) for path in files)


def has_only_own_rules(spec: Spec) -> bool:
    """Whether the rules of a game are those of fabgen. Rules of another package may change without a new version of
    fabgen, so results that depend on them are not cached."""
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


def load_valid_game(game: str, options: Options | None = None) -> tuple[Spec, list[Problem]]:
    """The spec of a game that has no errors, and its warnings. Raises FabgenError with every Problem otherwise; the
    sizes that these propose are right for a build with the options."""
    options = _with_chosen_cell(game, options or Options())
    spec = load_spec(game, allow_errors=True, language=options.language, cell=options.cell)
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
    spec = load_spec(game, allow_errors=True, language=language)
    problems = check_spec(spec)
    # No figure needs what these are about; one that needs a missing diagram raises when it is drawn.
    tolerated = {*check_rulebook(spec), *check_cards(spec), *check_reference(spec),
                 *check_book_theme(spec), *spec.diagram_problems.values()}
    if examples:
        tolerated |= {problem for problem in problems if problem.where.key.startswith("examples")}
    errors = {problem for problem in problems if problem.level == "error"}
    if errors - tolerated:
        raise FabgenError(problems)
    return spec, [replace(problem, level="warning") if problem in errors else problem for problem in problems]


def verify_build(folder: Path, sources: BuildSources | None = None) -> list[Problem]:
    """Every Problem of a finished build: those that `verify` finds or, where it finds none, each rulebook, each
    print-and-play set and each description of the laser job that differs from the one that this fabgen makes from
    `source/`. `sources` are those of the folder, for callers that need them too."""
    from fabgen.verify import verify
    from fabgen.verify.sources import BuildSources

    sources = sources or BuildSources(folder)
    problems = verify(folder, sources=sources) or _compare_with_source(folder, sources)
    return [*_name_other_makers(folder, problems, sources), *problems]


def _name_other_makers(folder: Path, problems: Sequence[Problem], sources: BuildSources) -> Iterator[Problem]:
    """A Problem for each folder that has Problems and was built by another fabgen, because the difference in version
    may be their only cause."""
    from fabgen.verify.files import AGAIN, manifest_of

    try:
        manifest, origins = manifest_of(folder), sources.origins
    except FabgenError:
        return
    for name in dict.fromkeys(problem.where.file.partition("/")[0] for problem in problems):
        if name in FOLDERS and name in origins and origins.get(edition_key(name)) != digest_of_fabgen():
            is_numbered = manifest.fabgen != fabgen.__version__
            maker = f"fabgen {manifest.fabgen}, and this is {fabgen.__version__}" if is_numbered else "another fabgen"
            yield Problem(Location(name), f"this folder was made by {maker}",
                          f"{AGAIN}: the other messages about this folder may have no other reason",
                          code=OTHER_MAKER)


def _compare_with_source(folder: Path, sources: BuildSources) -> list[Problem]:
    """The Problems of documents that are not what `source/` makes. None for a build of another version of fabgen, whose
    words may be others, and for an order for print on demand."""
    from fabgen.laser.stored_job import restore_job
    from fabgen.verify.files import AGAIN, LARGEST_LISTED_FILE, manifest_of
    from fabgen.verify.remade_documents import compare_documents

    if folder.suffix == ".zip" or (manifest := manifest_of(folder)).fabgen != fabgen.__version__:
        return []
    problems = list[Problem]()
    for name in ("rules", "print"):
        if not manifest.entries_in([name]):
            continue
        remade_spec = replace(sources.spec if name == "rules" else sources.print_spec, slug=manifest.game)
        for file in FOLDER_MAKERS[name](remade_spec, sources.options, _ignore_progress):
            built = read_file(folder / file.path, LARGEST_LISTED_FILE)
            if built != file.data and file.path.startswith(TYPST_FOLDER):
                what = "this file of the Typst project is not the one that this game's `source/` makes"
                problems.append(Problem(Location(file.path), what, AGAIN))
            elif built != file.data:
                problems += compare_documents(Location(file.path), built, file.data)
    if manifest.entries_in([MODEL]):
        spec, shop = replace(sources.laser_spec, slug=manifest.game), sources.job.shop
        job = restore_job(spec, sources.options, shop.machine, shop.stocks, ())
        for file in make_model_files(spec, sources.options, _ignore_progress, job):
            if read_file(folder / file.path, LARGEST_LISTED_FILE) != file.data:
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
    from fabgen.verify.files import LARGEST_LISTED_FILE
    from fabgen.verify.remade_documents import compare_documents
    from fabgen.verify.remade_job import compare_jobs, is_same_layout, remarks_of

    built_data = read_file(folder / "laser" / JOB_DATA_FILE, LARGEST_LISTED_FILE)
    built_sheet = read_file(folder / "laser" / JOB_SHEET_FILE, LARGEST_LISTED_FILE)
    built = json.loads(built_data)
    job = restore_job(spec, sources.options, sources.job.shop.machine, sources.job.shop.stocks, remarks_of(built))
    *_, work = lay_out_job(spec, job, sources.options)
    remade = json.loads(write_job_json(work, spec.slug))
    problems = compare_jobs(built, remade, sources.options.effort)
    if is_same_layout(built, remade):
        draw_game = picture_drawer(spec, job, sources.options)
        pdf = write_job_pdf(work, job_sheet_paper(sources.options), draw_game)[0]
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


def _load_buildable_game(
    game: str, options: Options, book: bool, cache: ResultCache | None, *, is_print_only: bool = False
) -> tuple[Spec, list[Problem]]:
    """A game that can be drawn, and its Problems. Errors in its rules text are among them and not raised yet, so that
    the other stages can report theirs too.

    Where only print-and-play is made, the cell of the options is for paper alone. The game is then checked with its own
    cell, because paper need not meet what a laser needs.
    """
    spec = load_spec(game, allow_errors=True, language=options.language, cell=options.cell)
    checked, checked_options = spec, options
    if is_print_only and options.cell:
        checked = load_spec(game, allow_errors=True, language=options.language)
        checked_options = replace(options, cell=None, fewer_sheets=False)
    problems = check_spec(checked, checked_options, book=book, cache=cache)
    if any(problem.level == "error" for problem in {*problems} - {*check_rulebook(spec)}):
        raise FabgenError(problems)
    return spec, problems


def _ignore_progress(_: str) -> None:
    """A progress callback that does nothing. A module function, because the worker process has to pickle it."""


def _stale_warnings(spec: Spec, kept_folders: KeptFolders) -> Iterator[Problem]:
    """A warning where folders that stay were made from another state of the game, or by another fabgen."""
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
            listed = names[:MOST_LISTED_NAMES]
            if len(names) > MOST_LISTED_NAMES:
                listed.append(f"{len(names) - MOST_LISTED_NAMES} more")
            what = f"this folder holds files that are not of this build: {join_words(listed)}"
            hint = "they stay, and `fabgen verify` reports them: move them beside the folders of the build"
            yield Problem(Location(str(target / folder)), what, hint, "warning")


def _verify_and_swap_in(
    work: StagedBuild, spec: Spec, files: list[BuildFile], only: Collection[str], progress: Progress, cache: ResultCache
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
        tasks: list[Future[GameBuild]] = [pool.submit(_build_game, game, out, options, tuple(only)) for game in games]
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


_running_builds: list[str] = []  # the game that this process of `build_each` is building; empty while it waits


def _exit_when_idle() -> None:
    """Lets Ctrl-C and SIGTERM interrupt a build, so that it cleans up; a process that waits for work ends at once."""
    def stop(number: int, frame: Any) -> None:
        if _running_builds:
            raise Termination if number == signal.SIGTERM else KeyboardInterrupt
        os._exit(128 + number)

    for number in STOPS:
        if not is_ignored(number):
            signal.signal(number, stop)


def _build_game(game: str, out: Path, options: Options, only: tuple[str, ...]) -> GameBuild:
    """The build of a game in a process of `build_each`."""
    _running_builds.append(game)
    try:
        return GameBuild(game, build(game, out, options, only))
    except FabgenError as error:
        return GameBuild(game, None, tuple(error.problems))
    finally:
        _running_builds.clear()

