"""`fabgen check`: the problems of a spec, and the game as fabgen understands it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fabgen.cli import option_values as choices
from fabgen.cli.build_options import SHOP
from fabgen.cli.common import (
    GAME,
    QUIET,
    exit_with_problems,
    notice_own_game,
    option_reader,
    print_problems,
    report_errors,
    say,
)

if TYPE_CHECKING:
    from fabgen.core.problems import Problem
    from fabgen.laser.job import LaserJob
    from fabgen.spec.load import Spec


@click.command()
@GAME
@click.option("--json", "as_json", is_flag=True, help="Print the problems as JSON on standard output.")
@click.option("--pictures", metavar="DIR", callback=option_reader(choices.expand_home),
              help="Also look at the parts to cut, and draw what their materials do not bear into this folder.")
@SHOP
@QUIET
def check(game: str, as_json: bool, pictures: Path | None, shop: str | None, quiet: bool) -> None:
    """Is the spec sound? Proves its diagrams and examples against the rules; writes nothing.

    Problems are printed with file, line and column, all of them at once. With --json they are a list of objects (file,
    line, column, key, level, what, hint), an empty one where nothing is wrong. With --pictures, what cannot be cut well
    is told too: webs and gaps too thin, holes too small, marks too fine, slots near edges, pieces that tip.

    \b
    Examples:
      fabgen check correction
      fabgen check my-game/ --pictures flaws/
      fabgen check my-game/game.yaml --json
    """
    with report_errors(as_json):
        from fabgen.authoring.summary import board_size_problems, summarize_game
        from fabgen.build import load_sound_game
        from fabgen.spec.build_options import Options

        notice_own_game(game)
        if pictures:
            _write_drawing_pictures(game, pictures)
        spec, notes = load_sound_game(game, Options(shop=shop))
        job = _job(spec, shop)
        notes += board_size_problems(spec, job)
        notes += _write_flaw_pictures(spec, pictures, shop, notes) if pictures else []
        if any(note.level == "error" for note in notes):
            exit_with_problems(notes, 1, as_json)
        print_problems(notes, as_json)
        if not as_json and not quiet:
            say(_agreement_line(spec))
            for line in summarize_game(spec, job):
                say(line)


def _job(spec: Spec, shop: str | None) -> LaserJob:
    """The job for the laser of the user's shop, or for the generic one."""
    from fabgen.laser.job import make_laser_job
    from fabgen.spec.build_options import Options

    return make_laser_job(spec, Options(shop=shop))


def _write_flaw_pictures(spec: Spec, folder: Path, shop: str | None, notes: Sequence[Problem]) -> list[Problem]:
    """Writes a picture of each flaw of the parts into the folder, as SVG and PNG. Returns the flaws that are not among
    `notes`."""
    from fabgen.check.flaw_pictures import flaw_pictures
    from fabgen.spec.build_options import Options

    pictures = flaw_pictures(spec, Options(shop=shop))
    _write_files(folder, {name: data for picture in pictures for name, data in picture.files().items()})
    return [picture.problem for picture in pictures if not picture.is_reported(notes)]


def _write_drawing_pictures(game: str, folder: Path) -> None:
    """Writes pictures of the flaws in the designer's own drawings, even if the spec has other errors."""
    from fabgen.check.flaw_pictures import drawing_pictures
    from fabgen.spec.load import load_spec

    spec = load_spec(game, despite=True)
    _write_files(folder, drawing_pictures(spec))


def _write_files(folder: Path, files: dict[str, bytes]) -> None:
    from fabgen.core.files import disk_error, replace_file

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise disk_error(error, folder) from None
    for name, data in files.items():
        replace_file(folder / name, data)


def _agreement_line(spec: Spec) -> str:
    """The line about a game without errors: its players and pieces, and what agrees with the rules."""
    from fabgen.core.problems import count_things, join_words

    pieces = join_words(
        f"{piece.each} {spec.game.piece_name(name, piece.each)}" for name, piece in spec.game.pieces.items()
    )
    counts = {"diagram": len(spec.designer_diagrams), "example": len(spec.cases)}
    proven = join_words(count_things(count, thing) for thing, count in counts.items() if count)
    verb = "agrees" if sum(counts.values()) == 1 else "agree"
    players = count_things(len(spec.game.players), "player")
    head = f"{spec.game.title} {spec.game.version}: {players}, each with {pieces}"
    return f"{head}; {proven} {verb} with the rules" if proven else head
