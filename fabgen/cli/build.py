"""`fabgen build`: builds a game, or all games that come with fabgen."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fabgen.cli import option_values as choices
from fabgen.cli.build_options import build_options
from fabgen.cli.common import (
    GAME,
    QUIET,
    notice_own_game,
    option_reader,
    output_option,
    print_problems,
    report_errors,
    say,
    verified_words,
)
from fabgen.spec.build_options import DEFAULT_FOLDERS, FOLDERS, option_names

if TYPE_CHECKING:
    from fabgen.build import Result
    from fabgen.core.problems import Problem
    from fabgen.spec.build_options import Options

ALL_GAMES = "all"  # instead of the name of a game: all games that come with fabgen


@click.command()
@GAME
@output_option("Write into this folder, to a folder of the game's name.", metavar="DIR", default="output")
@click.option(
    "--only",
    metavar="FOLDERS",
    multiple=True,
    default=(",".join(DEFAULT_FOLDERS),),
    show_default=True,
    callback=option_reader(choices.read_folders),
    help="Rebuild only these folders. `model` is made only where it is named: the game as solids, in GLB and 3MF.",
)
@build_options
@click.option("--no-cache", is_flag=True, help="Make and verify everything anew, also what has not changed.")
@QUIET
@click.pass_context
def build(ctx: click.Context, /, game: str, out: Path, only: tuple[str, ...], no_cache: bool, quiet: bool,
          **chosen: Any) -> None:
    """Make everything of a game: laser files, print-and-play, rulebook, diagrams.

    What is built is read back and verified before it replaces what was there. Your own files in the folder stay.
    What has not changed since a former build is taken from a cache; the files are the same as without it.
    Lengths may be given in mm, cm or in; a bare number is mm. `fabgen build all` makes every game that comes with
    fabgen.

    \b
    Examples:
      fabgen build correction --machine lightburn --kerf 0.18mm
      fabgen build correction --sheet 24x12in --only laser -o ~/cutter
      fabgen build my-game/game.yaml --paper a4 --only print,rules
    """
    from fabgen.build import build as run
    from fabgen.core.cache import ResultCache, default_cache_folder
    from fabgen.core.memory import keep_freed_memory
    from fabgen.core.signals import note_stop
    from fabgen.spec.build_options import Options

    keep_freed_memory()
    chosen |= {"print_players": chosen["players"], "book_ink": chosen["ink"]}
    show = _Progress(quiet)
    with report_errors():
        if game == ALL_GAMES:
            with note_stop("each game is whole, by its former build or by its new one"):
                _build_all(out, Options(**chosen), only, show, quiet)
            return
        notice_own_game(game)
        try:
            cache = ResultCache(None if no_cache else default_cache_folder())
            result = run(game, out, Options(**chosen), only, show, cache)
        finally:
            show.clear()
        with note_stop("the new build is in place"):
            print_problems(result.notes)
            for name in _unused_options(ctx, only):
                say(f"warning: {name} changes nothing here: --only leaves that folder as it is", err=True)
            if not quiet:
                _print_summary(result)


def _build_all(out: Path, options: Options, only: Sequence[str], show: _Progress, quiet: bool) -> None:
    """Builds all games that come with fabgen, then prints problems and summaries in the order of the games. Ends with
    code 1 if a game failed."""
    from fabgen.build import build_each
    from fabgen.spec.game_folder import template_folders

    games = list(template_folders())
    show(f"building {len(games)} games")
    try:
        builds = {build.game: build for build in build_each(games, out, options, only, show)}
    finally:
        show.clear()
    printed: set[Problem] = set()
    for game in games:
        result = builds[game].result
        problems = [*builds[game].problems, *(result.notes if result else ())]
        print_problems([problem for problem in problems if problem not in printed])  # of the folder: once for all games
        printed.update(problems)
        if result and not quiet:
            _print_summary(result)
    if any(build.result is None for build in builds.values()):
        sys.exit(1)


def _unused_options(ctx: click.Context, only: Sequence[str]) -> list[str]:
    """The options, as they are typed, that were given but only affect folders that are not built."""
    names = [name for folder in ("laser", "print", "rules") if folder not in only for name in option_names(folder)]
    used = {name for folder in only for name in option_names(folder)}
    shared = {"players": "print", "ink": "rules"}  # what another folder depends on too
    names = [name for name in dict.fromkeys(names) if name not in used and shared.get(name) not in only]
    given_names = [name for name in names if ctx.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE]
    flags = {param.name: param.opts[0] for param in ctx.command.params}
    return [flags[name] for name in given_names]


class _Progress:
    """Shows the current step on one line of a terminal. Prints nothing into a pipe."""

    def __init__(self, quiet: bool) -> None:
        self.is_shown = not quiet and sys.stderr.isatty()

    def __call__(self, step: str) -> None:
        """Shows a step in place of the former one."""
        if self.is_shown:
            say(f"\r\033[K  {step} ...", nl=False, err=True)

    def clear(self) -> None:
        """Removes the line."""
        if self.is_shown:
            say("\r\033[K", nl=False, err=True)


def _print_summary(result: Result) -> None:
    """Prints a line for each folder, with the time, money and sheets that its files take, and what of them was
    verified."""
    from fabgen.core.english import count_things, join_words

    say(str(result.target))
    for folder in dict.fromkeys(entry.folder for entry in result.manifest):
        count = count_things(len(result.manifest.entries_in([folder])), "file")
        stays = folder in FOLDERS and folder not in result.built_folders
        say(f"  {folder + '/':<12}{count}{', as before' if stays else ''}")
        for line in result.folder_summaries.get(folder, ()):
            say(f"    {line}")
    kept_folders = [folder for folder in FOLDERS
                    if result.manifest.entries_in([folder]) and folder not in result.built_folders]
    unverified = f"; not looked at: {join_words(kept_folders)}, which `fabgen verify` proves" if kept_folders else ""
    say(f"verified: {verified_words(result.target, result.built_folders, result.sources)}{unverified}")
