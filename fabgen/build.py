"""A game's name and options → all its files, verified and in place: load → check → figures → make → write → verify.

No file of a build appears before all of them are verified: they are staged beside the target folder and swapped in at
the end.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import fabgen
from fabgen.aside import start_work
from fabgen.base import FabgenError, Problem, join_words
from fabgen.check import check_rulebook, check_spec
from fabgen.figures.aids import check_aids
from fabgen.fit_test import with_scrap_size
from fabgen.landing import StagedBuild, stage_build
from fabgen.manifest import Manifest
from fabgen.options import FOLDERS, DEFAULT_PAPERS, Options
from fabgen.pictures import render_figure
from fabgen.referencecheck import check_reference
from fabgen.sources import SOURCE, KeptFolders, find_kept_folders, source_files
from fabgen.spec.load import Spec, load_spec, with_players
from fabgen.stages import STAGES, BuildFile, Progress, run_all


@dataclass(frozen=True)
class Result:
    """The folder of a finished build, its manifest, the folders that were built, its warnings and notes, and the lines
    of the summary by folder (time and money)."""

    target: Path
    manifest: Manifest
    built_folders: tuple[str, ...]
    notes: tuple[Problem, ...] = ()
    folder_summaries: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def build(game: str, out: Path, options: Options | None = None, only: Collection[str] = FOLDERS,
          progress: Progress = lambda _: None) -> Result:
    """Makes and verifies the chosen folders of a game, and moves them into place under `out`/<slug>.

    A part of the laser job (a fit test, or chosen parts) has a folder of its own, so that the whole job stays on the
    disk; nothing else is built with it. Raises FabgenError with every Problem of the spec or, where the spec has none,
    of all stages; then no file has changed.
    """
    options, only = options or Options(), [folder for folder in FOLDERS if folder in only]
    part = options.partial_job if "laser" in only else ""
    only = ["laser"] if part else only
    progress("reading the game")
    spec, problems = _load_buildable(game, book="rules" in only)
    seats = {"laser": options.players, "print": options.print_players}
    for number in {seat for folder, seat in seats.items() if folder not in only}:
        with_players(spec, number)  # a number that the game does not take is an error even if its folder is not built
    played = {folder: with_players(spec, seats.get(folder)) for folder in only}
    options = with_scrap_size(played["laser"], options) if "laser" in only else options
    with stage_build(out / "-".join(filter(None, (spec.slug or "game", part)))) as work:
        kept_folders = find_kept_folders(work, only)
        stages: list[Callable[[], Iterable[BuildFile]]] = [partial(_source_files, spec, options, only, kept_folders)]
        # Laser and print are made in this process, rules and diagrams in a second one: each half takes about as long.
        # Only the first process reports progress, so that the lines do not mix.
        half = (len(only) + 1) // 2
        second_half = [partial(STAGES[folder], played[folder], options, _ignore_progress) for folder in only[half:]]
        wait_for_second = start_work(partial(run_all, second_half)) if second_half else list[BuildFile]
        stages += [partial(STAGES[folder], played[folder], options, progress) for folder in only[:half]]
        files = run_all([*stages, wait_for_second], problems)
        notes = [*problems, *(note for file in files for note in file.notes), *_stale_warnings(spec, kept_folders)]
        summary = {file.path.partition("/")[0]: file.folder_summary for file in files if file.folder_summary}
        manifest = _verify_and_swap_in(work, spec, files, only, progress)
        return Result(work.target, manifest, tuple(only), tuple(dict.fromkeys(notes)), summary)


def load_sound_game(game: str) -> tuple[Spec, list[Problem]]:
    """The spec of a game that has no errors, and its warnings. Raises FabgenError with every Problem otherwise."""
    spec = load_spec(game, despite=True)
    problems = check_spec(spec)
    if any(problem.level == "error" for problem in problems):
        raise FabgenError(problems)
    return spec, problems


def load_drawable_game(game: str, *, examples: bool = False) -> tuple[Spec, list[Problem]]:
    """The spec of a game whose figures can be drawn, and its Problems.

    Errors in the rules text, or in a card that quotes it, become warnings, and with `examples` those in worked examples
    too: they do not keep figures from being drawn. Raises FabgenError for every other error.
    """
    spec = load_spec(game, despite=True)
    problems = check_spec(spec)
    texts = {*check_rulebook(spec), *check_aids(spec), *check_reference(spec)}
    mild = {problem for problem in problems
            if problem in texts or (examples and problem.where.key.startswith("examples"))}
    if any(problem.level == "error" for problem in {*problems} - mild):
        raise FabgenError(problems)
    return spec, [replace(problem, level="warning") if problem in mild and problem.level == "error" else problem
                  for problem in problems]


def _load_buildable(game: str, book: bool) -> tuple[Spec, list[Problem]]:
    """A game that can be drawn, and its Problems. Errors in its rules text are among them and not raised yet, so that
    the other stages can report theirs too."""
    spec = load_spec(game, despite=True)
    problems = check_spec(spec, book=book)
    if any(problem.level == "error" for problem in {*problems} - {*check_rulebook(spec)}):
        raise FabgenError(problems)
    return spec, problems


def _ignore_progress(_: str) -> None:
    """The progress of the second process, which is not reported. A module function, so that it can be pickled."""


def _source_files(spec: Spec, options: Options, only: Collection[str], kept_folders: KeptFolders) -> Iterator[BuildFile]:
    yield from (BuildFile(*file) for file in source_files(spec, options, only, kept_folders))


def _stale_warnings(spec: Spec, kept_folders: KeptFolders) -> Iterator[Problem]:
    if stale := kept_folders.stale_folders(spec):
        verb = "was" if len(stale) == 1 else "were"
        message = f"{join_words(stale)} {verb} made from an earlier state of this game, or by another fabgen"
        yield Problem(spec.source.key_location(), message, "build without --only", "warning")


def _verify_and_swap_in(work: StagedBuild, spec: Spec, files: list[BuildFile], only: list[str], progress: Progress) -> Manifest:
    """Writes the files beside the target folder, verifies them and swaps them in. Returns the manifest of all files
    that the target folder then holds."""
    from fabgen.verify import verify

    for file in files:
        work.write(file.path, file.data)
    slug = spec.slug.encode(errors="replace").decode()  # a folder's name may hold bytes that are not valid UTF-8
    manifest = Manifest(fabgen.__version__, slug, spec.game.title, tuple(file.manifest_entry() for file in files))
    work.write("manifest.json", manifest.to_json())
    progress("verifying")
    if problems := verify(work.folder):
        raise FabgenError(problems)
    progress("putting the files in place")
    return work.swap_in(manifest, (SOURCE, *only))


__all__ = ["FOLDERS", "DEFAULT_PAPERS", "Options", "Result", "build", "render_figure", "load_sound_game"]
