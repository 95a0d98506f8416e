"""A game's name and options → all its files, verified and landed: load → check → figures → make → write → verify.

Nothing of a build is seen before all of it is proven: files are staged beside the target and swapped in at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import fabgen
from fabgen.aside import aside
from fabgen.base import FabgenError, Problem, words
from fabgen.check import check_rulebook, check_spec
from fabgen.figures.aids import check_aids
from fabgen.fit_test import sized
from fabgen.landing import Work, stage
from fabgen.manifest import Manifest
from fabgen.options import FOLDERS, PAPERS, Options
from fabgen.pictures import render
from fabgen.referencecheck import check_reference
from fabgen.sources import SOURCE, Kept, kept, sources
from fabgen.spec.load import Spec, load_spec, with_players
from fabgen.stages import STAGES, Made, Progress, gathered


@dataclass(frozen=True)
class Result:
    """Where a build landed, its manifest, the folders that were built, what a person should know of it, and what a
    summary says of each folder: time and money."""

    target: Path
    manifest: Manifest
    built: tuple[str, ...]
    notes: tuple[Problem, ...] = ()
    told: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def build(game: str, out: Path, options: Options | None = None, only: Collection[str] = FOLDERS,
          progress: Progress = lambda _: None) -> Result:
    """Make, verify and land the chosen folders of a game under `out`/<slug>.

    A part of the laser job (a fit test, or chosen parts) has a folder of its own, so that the job itself stays, and
    nothing else is built with it. Raises FabgenError with every Problem of the spec, else of all stages; then nothing
    has changed.
    """
    options, only = options or Options(), [folder for folder in FOLDERS if folder in only]
    part = options.part if "laser" in only else ""
    only = ["laser"] if part else only
    progress("reading the game")
    spec, problems = _buildable(game, book="rules" in only)
    seats = {"laser": options.players, "print": options.print_players}
    for number in {seat for folder, seat in seats.items() if folder not in only}:
        with_players(spec, number)  # a number that the game does not take is refused, whatever is built
    played = {folder: with_players(spec, seats.get(folder)) for folder in only}
    options = sized(played["laser"], options) if "laser" in only else options
    with stage(out / "-".join(filter(None, (spec.slug or "game", part)))) as work:
        stay = kept(work, only)
        stages: list[Callable[[], Iterable[Made]]] = [partial(_sources, spec, options, only, stay)]
        half = (len(only) + 1) // 2  # laser and print here, rules and diagrams by a second process
        other = [partial(STAGES[folder], played[folder], options, _silent) for folder in only[half:]]
        later = aside(partial(gathered, other)) if other else list[Made]
        stages += [partial(STAGES[folder], played[folder], options, progress) for folder in only[:half]]
        made = gathered([*stages, later], problems)
        notes = [*problems, *(note for one in made for note in one.notes), *_stale(spec, stay)]
        told = {one.path.partition("/")[0]: one.told for one in made if one.told}
        landed = _landed(work, spec, made, only, progress)
        return Result(work.target, landed, tuple(only), tuple(dict.fromkeys(notes)), told)


def sound(game: str) -> tuple[Spec, list[Problem]]:
    """A game in which nothing is wrong, and the warnings. Raises FabgenError with every Problem otherwise."""
    spec = load_spec(game, despite=True)
    problems = check_spec(spec)
    if any(problem.level == "error" for problem in problems):
        raise FabgenError(problems)
    return spec, problems


def drawable(game: str, *, examples: bool = False) -> tuple[Spec, list[Problem]]:
    """A game whose figures can be drawn, and the Problems in it: what is wrong with its rules text, or with a card that
    quotes it, is a warning here, and with `examples` what is wrong with those too. Raises FabgenError for others."""
    spec = load_spec(game, despite=True)
    problems = check_spec(spec)
    texts = {*check_rulebook(spec), *check_aids(spec), *check_reference(spec)}
    mild = {one for one in problems if one in texts or (examples and one.where.key.startswith("examples"))}
    if any(problem.level == "error" for problem in {*problems} - mild):
        raise FabgenError(problems)
    return spec, [replace(one, level="warning") if one in mild and one.level == "error" else one for one in problems]


def _buildable(game: str, book: bool) -> tuple[Spec, list[Problem]]:
    """A game that can be drawn, and the Problems in it: errors only in its rules text, which hinder no other stage from
    telling its own."""
    spec = load_spec(game, despite=True)
    problems = check_spec(spec, book=book)
    if any(problem.level == "error" for problem in {*problems} - {*check_rulebook(spec)}):
        raise FabgenError(problems)
    return spec, problems


def _silent(_: str) -> None:
    """The progress of a second process: one at a time speaks."""


def _sources(spec: Spec, options: Options, only: Collection[str], stay: Kept) -> Iterator[Made]:
    yield from (Made(*one) for one in sources(spec, options, only, stay))


def _stale(spec: Spec, stay: Kept) -> Iterator[Problem]:
    if stale := stay.stale(spec):
        verb = "was" if len(stale) == 1 else "were"
        what = f"{words(stale)} {verb} made from an earlier state of this game, or by another fabgen"
        yield Problem(spec.source.where(), what, "build without --only", "warning")


def _landed(work: Work, spec: Spec, made: list[Made], only: list[str], progress: Progress) -> Manifest:
    """Writes and verifies the files beside the target, then swaps them in; the manifest of all that is there now."""
    from fabgen.verify import verify

    for one in made:
        work.write(one.path, one.data)
    slug = spec.slug.encode(errors="replace").decode()  # a folder's name may be no text at all
    manifest = Manifest(fabgen.__version__, slug, spec.game.title, tuple(one.entry() for one in made))
    work.write("manifest.json", manifest.dump())
    progress("verifying")
    if found := verify(work.folder):
        raise FabgenError(found)
    progress("putting the files in place")
    return work.land(manifest, (SOURCE, *only))


__all__ = ["FOLDERS", "PAPERS", "Options", "Result", "build", "render", "sound"]
