"""`fabgen check`: the problems of a spec, and the game as fabgen understands it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fabgen.cli import option_values as choices
from fabgen.cli.build_options import build_options
from fabgen.cli.common import QUIET, notice_own_game, option_reader, report_errors, say
from fabgen.cli.problem_report import print_report

if TYPE_CHECKING:
    from fabgen.core.problems import Problem
    from fabgen.laser.job import LaserJob
    from fabgen.spec.build_options import Options
    from fabgen.spec.game import Game
    from fabgen.spec.load import Spec


@click.command()
@click.argument("game", metavar="[GAME]", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print the problems as JSON on standard output.")
@click.option("--full", is_flag=True,
              help="Also make and verify all files, as a build would, and keep none. Takes as long as a build.")
@click.option("--pictures", metavar="DIR", callback=option_reader(choices.expand_home),
              help="Also look at the parts to cut, and draw what their materials do not bear into this folder.")
@build_options
@QUIET
def check(game: str | None, as_json: bool, full: bool, pictures: Path | None, quiet: bool, **chosen: Any) -> None:
    """Is the spec sound? Proves its diagrams and examples against the rules; writes nothing.

    In the folder of a game no GAME is needed. Problems are printed with file, line and column, all of them at once:
    warnings by their cause, errors last. With --json they are a list of objects (file, line, column, key, level, what,
    hint), an empty one where nothing is wrong. With --pictures, what cannot be cut well is reported too: webs and gaps
    too thin, holes too small, marks too fine, slots near edges, pieces that tip.

    The options of `fabgen build` may be given: what a build with them would refuse is reported, without building. With
    --full that is everything that it would refuse.

    \b
    Examples:
      fabgen check correction
      fabgen check my-game/ --pictures flaws/
      fabgen check my-game/game.yaml --json
      fabgen check --full --machine lightburn --kerf 0.18mm
    """
    from fabgen.core.problems import FabgenError
    from fabgen.spec.build_options import Options
    from fabgen.spec.game_folder import UnknownGame

    game = game or _game_in_current_folder()
    options = Options(**{**chosen, "print_players": chosen["players"], "book_ink": chosen["ink"]})
    with report_errors(as_json):
        notice_own_game(game)
        try:
            if pictures:
                _write_drawing_pictures(game, pictures)
            spec, notes = _find_problems(game, options, full, pictures)
        except FabgenError as error:
            if isinstance(error, UnknownGame):
                raise
            print_report(error.problems, as_json)
            sys.exit(1)
        if not as_json and not quiet:
            from fabgen.authoring.summary import summarize_game

            say(_agreement_line(spec))
            for line in summarize_game(spec, _make_job(spec, options)):
                say(line)
        print_report(notes, as_json)


def _game_in_current_folder() -> str:
    """The game in the current folder. Raises click.UsageError if there is none."""
    from fabgen.core.files import find_kind
    from fabgen.spec.game_folder import SPEC

    if find_kind(Path(SPEC)) != "file":
        raise click.UsageError(f"Missing argument 'GAME': there is no {SPEC} in this folder.")
    return "."


def _find_problems(game: str, options: Options, full: bool, pictures: Path | None) -> tuple[Spec, list[Problem]]:
    """A sound game and its warnings. Raises FabgenError with every Problem if one of them is an error."""
    from fabgen.authoring.summary import board_size_problems
    from fabgen.build import load_valid_game, rehearse
    from fabgen.check.refusals import find_refusals
    from fabgen.core.problems import FabgenError
    from fabgen.spec.load import with_board_options, with_players

    spec, notes = load_valid_game(game, options)
    spec = with_board_options(with_players(spec, options.players), options)
    notes += board_size_problems(spec, _make_job(spec, options))
    notes += _write_flaw_pictures(spec, pictures, options, notes) if pictures else []
    is_board_refused = any(note.level == "error" and note.where.key == "board.cell" for note in notes)
    notes += find_refusals(spec, options, without_board=is_board_refused)
    if full and not any(note.level == "error" for note in notes):
        notes += rehearse(game, options)
    if any(note.level == "error" for note in notes):
        raise FabgenError(notes)
    return spec, notes


def _make_job(spec: Spec, options: Options) -> LaserJob:
    """The job for the laser that the options name, else for the laser of the user's shop, else for the generic one."""
    from fabgen.laser.job import make_laser_job

    return make_laser_job(spec, options)


def _write_flaw_pictures(spec: Spec, folder: Path, options: Options, notes: Sequence[Problem]) -> list[Problem]:
    """Writes a picture of each flaw of the parts into the folder, as SVG and PNG. Returns the flaws that are not among
    `notes`."""
    from fabgen.check.flaw_pictures import flaw_pictures

    pictures = flaw_pictures(spec, options)
    _write_files(folder, {name: data for picture in pictures for name, data in picture.files().items()})
    return [picture.problem for picture in pictures if not picture.is_reported(notes)]


def _write_drawing_pictures(game: str, folder: Path) -> None:
    """Writes pictures of the flaws in the designer's own drawings, even if the spec has other errors."""
    from fabgen.check.flaw_pictures import drawing_pictures
    from fabgen.spec.load import load_spec

    spec = load_spec(game, allow_errors=True)
    _write_files(folder, drawing_pictures(spec))


def _write_files(folder: Path, files: dict[str, bytes]) -> None:
    """Writes files into a folder, which is made if needed. Raises FabgenError if the disk refuses."""
    from fabgen.core.files import disk_error, replace_file

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise disk_error(error, folder) from None
    for name, data in files.items():
        replace_file(folder / name, data)


def _describe_armies(game: Game) -> str:
    """The pieces of each player in words: one list for all players if they have the same pieces."""
    from fabgen.core.english import join_words

    def army_of(player: str) -> str:
        names = (f"{count} {game.piece_name(piece, count)}" for piece, count in game.made_army(player).items())
        return join_words(names) or "nothing"

    if game.equal_armies:
        each = "each " if len(game.active_players) > 1 else ""
        neutral = (f"; {player} with {army_of(player)}" for player in game.neutral if game.made_army(player))
        return f"{each}with {army_of(game.active_players[0])}{''.join(neutral)}"
    players = [player for player in game.players if player not in game.neutral or game.made_army(player)]
    return "; ".join(f"{player} with {army_of(player)}" for player in players)


def _agreement_line(spec: Spec) -> str:
    """The line about a game without errors: its players and pieces, and what was compared with the rules."""
    from fabgen.core.english import count_things, join_words

    counts = {"diagram": len(spec.designer_diagrams), "example": len(spec.cases)}
    proven = join_words(count_things(count, thing) for thing, count in counts.items() if count)
    verb = "agrees" if sum(counts.values()) == 1 else "agree"
    players = count_things(len(spec.game.active_players), "player")
    head = f"{spec.game.title} {spec.game.version}: {players}, {_describe_armies(spec.game)}"
    return f"{head}; {proven} {verb} with the rules" if proven else head
