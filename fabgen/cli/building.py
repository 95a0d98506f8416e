"""`fabgen build`: everything of a game, or of all games that come with fabgen."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fabgen import choices
from fabgen.cli.common import GAME, PLAYERS, QUIET, noticed, parsed, proof, reported, say, tell
from fabgen.cli.shop import MACHINE, MATERIAL, SHOP
from fabgen.options import BOOKS, FOLDERS, LASER, PAPERS, PRINT, RULES

if TYPE_CHECKING:
    from fabgen.build import Result
    from fabgen.options import Options

ALL = "all"  # the name of every game that comes with fabgen


@click.command(short_help="Make everything of a game, verified.")
@GAME
@click.option("-o", "--output", "out", metavar="DIR", default="output", show_default=True,
              callback=parsed(choices.home), help="Write into this folder, to a folder of the game's name.")
@click.option("--only", metavar="FOLDERS", default=",".join(FOLDERS), show_default=True, callback=parsed(choices.only),
              help="Rebuild only these folders.")
@PLAYERS
@SHOP
@MACHINE
@MATERIAL
@click.option("--thickness", metavar="LENGTH", callback=parsed(choices.length),
              help="Thickness of the material, measured: 2.9mm.")
@click.option("--kerf", metavar="LENGTH", callback=parsed(choices.length),
              help="Full width of a cut, measured: 0.18mm.")
@click.option("--sheet", metavar="SIZE", callback=parsed(choices.sheet), help="Size of the sheets: 600x400mm, 24x12in.")
@click.option("--spacing", metavar="LENGTH", callback=parsed(choices.length),
              help="Gap between cuts of two parts: 2mm.")
@click.option("--effort", type=click.Choice(["normal", "high"]), default="normal", show_default=True,
              help="How hard to search for a nest that saves material; high takes minutes.")
@click.option("--formats", metavar="NAMES", callback=parsed(choices.formats),
              help="Formats of the laser files: svg, dxf, lbrn2, pdf; those of the machine unless given.")
@click.option("--parts", metavar="NAMES", callback=parsed(choices.parts),
              help="Cut only these, each as often as it says: knight:2,denial:4; pieces are cut for each player.")
@click.option("--fit-test", is_flag=True, help="Cut only one of each joint, on the smallest sheet: to try first.")
@click.option("--names", is_flag=True, help="Etch the names of parts where nobody sees them: on tabs.")
@click.option("--engrave", metavar="HOW", callback=parsed(choices.engrave),
              help="Mark areas by: fill, outline, single-line, hatch, or hatch:0.4mm:45 (pitch, angle).  "
                   "[default: the machine's way]")
@click.option("--paper", "papers", metavar="NAMES", default=",".join(PAPERS), show_default=True,
              callback=parsed(choices.papers),
              help="Papers of the print-and-play PDFs: a4, letter, a3, tabloid; poster is the board in one piece.")
@click.option("--assembly", type=click.Choice(["fold", "duplex", "single"]), default="fold", show_default=True,
              help="Fold backs over, print both sides, or fronts only.")
@click.option("--flip", type=click.Choice(["long", "short"]), default="long", show_default=True,
              help="The edge over which your printer turns the paper, for --assembly duplex.")
@click.option("--back-offset", metavar="DX,DY", callback=parsed(choices.back_offset),
              help="How far backs are shifted right and up, for --assembly duplex: 0.5,-1.25 (in mm).")
@click.option("--ink", type=click.Choice(["full", "low", "bw"]), default="full", show_default=True,
              help="Full colour, little ink, or black only.")
@click.option("--standees", type=click.Choice(["tent", "slotted"]), default="tent", show_default=True,
              help="Paper pieces stand on flaps of their own, or in slit bases.")
@click.option("--book", "books", metavar="NAMES", default=",".join(BOOKS), show_default=True,
              callback=parsed(choices.books),
              help="Rulebooks: to be read (a5, half-letter, large print on large-a4, large-letter), to be folded and "
                   "stapled (booklet-a4, booklet-letter).")
@QUIET
@click.pass_context
def build(ctx: click.Context, /, game: str, out: Path, only: tuple[str, ...], quiet: bool, **chosen: Any) -> None:
    """Make everything of a game: laser files, print-and-play, rulebook, diagrams.

    What is built is read back and verified before it replaces what was there. Your own files in the folder stay.
    Lengths may be given in mm, cm or in; a bare number is mm. `fabgen build all` makes every game that comes with
    fabgen.

    \b
    Examples:
      fabgen build correction --machine lightburn --kerf 0.18mm
      fabgen build correction --sheet 24x12in --only laser -o ~/cutter
      fabgen build my-game/game.yaml --paper a4 --only print,rules
    """
    from fabgen.build import Options
    from fabgen.build import build as run

    chosen["print_players"] = chosen["players"]
    show = _Progress(quiet)
    with reported():
        if game == ALL:
            _every(out, Options(**chosen), only, show, quiet)
            return
        noticed(game)
        try:
            result = run(game, out, Options(**chosen), only, show)
        finally:
            show.clear()
        tell(result.notes)
        for name in _unused(ctx, only):
            say(f"warning: {name} changes nothing here: --only leaves that folder as it is",
                       err=True)
        if not quiet:
            _summary(result)


def _every(out: Path, options: Options, only: Sequence[str], show: _Progress, quiet: bool) -> None:
    """All games that come with fabgen, in their order; what is wrong with some of them is told at the end."""
    from fabgen.every import build_each
    from fabgen.spec.found import template_folders

    games = list(template_folders())
    show(f"building {len(games)} games")
    try:
        built = {one.game: one for one in build_each(games, out, options, only, show)}
    finally:
        show.clear()
    for game in games:
        result = built[game].result
        tell([*built[game].problems, *(result.notes if result else ())])
        if result and not quiet:
            _summary(result)
    if any(one.result is None for one in built.values()):
        sys.exit(1)


def _unused(ctx: click.Context, only: Sequence[str]) -> list[str]:
    """The options given for folders that are not built, as they are typed."""
    names = [*(() if "laser" in only else LASER), *(() if "print" in only else PRINT),
             *(() if "rules" in only else RULES)]
    names = [name for name in names if name != "players" or "print" not in only]
    given = [name for name in names if ctx.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE]
    typed = {param.name: param.opts[0] for param in ctx.command.params}
    return [typed[name] for name in given]


class _Progress:
    """The step under way, on one line of a terminal; nothing in a pipe."""

    def __init__(self, quiet: bool) -> None:
        self.shown = not quiet and sys.stderr.isatty()

    def __call__(self, step: str) -> None:
        if self.shown:
            say(f"\r\033[K  {step} ...", nl=False, err=True)

    def clear(self) -> None:
        """Take the line away."""
        if self.shown:
            say("\r\033[K", nl=False, err=True)


def _summary(result: Result) -> None:
    """What lies where, a line a folder, and what it takes to make it."""
    from fabgen.base import plural

    say(str(result.target))
    for folder in dict.fromkeys(one.folder for one in result.manifest):
        count = plural(len(result.manifest.within([folder])), "file")
        stays = folder in FOLDERS and folder not in result.built
        say(f"  {folder + '/':<12}{count}{', as before' if stays else ''}")
        for line in result.told.get(folder, ()):
            say(f"    {line}")
    say(f"verified: {proof(result.target)}")
