"""The command line → calls of the library; the only package that prints and that decides on exit codes.

0 is fine (warnings included), 1 means problems in a spec or a job, 2 a command that cannot be understood, 130 and 141
that it was stopped. Whatever a command needs is imported when it runs, so that `--help` answers at once.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fabgen import __version__, choices
from fabgen.cli.calibrating import calibrate
from fabgen.cli.common import GAME, QUIET, Command, leave, noticed, parsed, reported, say, tell
from fabgen.cli.diagrams import diagram
from fabgen.cli.exporting import export
from fabgen.cli.new import new
from fabgen.cli.playing import moves, perft, play
from fabgen.cli.shop import MACHINE, MATERIAL, SHOP, new_shop
from fabgen.listing import KINDS
from fabgen.options import BOOKS, FOLDERS, LASER, PAPERS, PRINT, RULES

if TYPE_CHECKING:
    from fabgen.base import Problem
    from fabgen.build import Result
    from fabgen.spec.load import Spec


@click.group(cls=Command, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="fabgen %(version)s")
def main() -> None:
    """One game spec becomes laser files, a paper prototype, a rulebook, and diagrams proven against the rules.

    GAME is the name of a game that comes with fabgen (see `fabgen list games`), or the path of your own game.yaml or
    of its folder. `fabgen COMMAND --help` explains a command.

    \b
    Examples:
      fabgen build correction                 everything, into output/correction/
      fabgen build my-game/ --only laser      one folder of it
      fabgen check my-game/                   is the spec sound, are its diagrams and examples true?
    """


@main.command(short_help="Make everything of a game, verified.")
@GAME
@click.option("-o", "--output", "out", metavar="DIR", default="output", show_default=True,
              callback=parsed(choices.home), help="Write into this folder, to a folder of the game's name.")
@click.option("--only", metavar="FOLDERS", default=",".join(FOLDERS), show_default=True, callback=parsed(choices.only),
              help="Rebuild only these folders.")
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
              help="Mark areas by: fill, outline, hatch, or hatch:0.4mm:45 (pitch, angle).  "
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
    Lengths may be given in mm, cm or in; a bare number is mm.

    \b
    Examples:
      fabgen build correction --machine lightburn --kerf 0.18mm
      fabgen build correction --sheet 24x12in --only laser -o ~/cutter
      fabgen build my-game/game.yaml --paper a4 --only print,rules
    """
    from fabgen.build import Options
    from fabgen.build import build as run

    show = _Progress(quiet)
    with reported():
        noticed(game)
        try:
            result = run(game, out, Options(**chosen), only, show)
        finally:
            show.clear()
        tell(result.notes)
        for name in _unused(ctx, only):
            say(f"warning: --{name.removesuffix('s')} changes nothing here: --only leaves that folder as it is",
                       err=True)
        if not quiet:
            _summary(result)


def _unused(ctx: click.Context, only: Sequence[str]) -> list[str]:
    """The options given for folders that are not built."""
    names = [*(() if "laser" in only else LASER), *(() if "print" in only else PRINT),
             *(() if "rules" in only else RULES)]
    return [name for name in names if ctx.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE]


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
    say(f"verified: {_proven(result.target)}")


def _proven(folder: Path) -> str:
    """What there was to prove in a folder."""
    from fabgen.verify import proven

    return proven(folder)


@main.command(short_help="Is a spec sound, and does it agree with the rules?")
@GAME
@click.option("--json", "as_json", is_flag=True, help="Print the problems as JSON on standard output.")
@click.option("--pictures", metavar="DIR", callback=parsed(choices.home),
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
    with reported(as_json):
        from fabgen.build import sound

        noticed(game)
        spec, notes = sound(game)
        notes += _pictured(spec, pictures, shop) if pictures else []
        if any(note.level == "error" for note in notes):
            leave(notes, 1, as_json)
        tell(notes, as_json)
        if not as_json and not quiet:
            say(_sound(spec))


def _pictured(spec: Spec, folder: Path, shop: str | None) -> list[Problem]:
    """What materials do not bear, each drawn into the folder as SVG and PNG."""
    from fabgen.disk import replace_file, told
    from fabgen.flaw_pictures import flaw_pictures
    from fabgen.options import Options

    found = flaw_pictures(spec, Options(shop=shop))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise told(error, folder) from None
    for one in found:
        for name, data in one.files().items():
            replace_file(folder / name, data)
    return [one.problem for one in found]


def _sound(spec: Spec) -> str:
    from fabgen.base import plural, words

    pieces = words(plural(piece.each, name) for name, piece in spec.game.pieces.items())
    counts = {"diagram": len(spec.written), "example": len(spec.cases)}
    proven = words(plural(count, thing) for thing, count in counts.items() if count)
    verb = "agrees" if sum(counts.values()) == 1 else "agree"
    players = plural(len(spec.game.players), "player")
    head = f"{spec.game.title} {spec.game.version}: {players}, each with {pieces}"
    return f"{head}; {proven} {verb} with the rules" if proven else head


@main.command("list", short_help="List what fabgen knows: games, machines, ...")
@click.argument("what", type=click.Choice(list(KINDS)))
def list_(what: str) -> None:
    """List what fabgen knows: games, machines, materials, papers, shapes, colours, marks, patterns.

    \b
    Example:
      fabgen list machines
    """
    with reported():
        for name, about in KINDS[what]():
            say(f"{name:<22}{about}".rstrip())


@main.command(short_help="Prove the files of a build.")
@click.argument("folder", metavar="FOLDER", callback=parsed(choices.home))
@QUIET
def verify(folder: Path, quiet: bool) -> None:
    """Read a built folder back with other people's parsers and prove it: sizes, contours, kerf, spacing, every mark.

    \b
    Example:
      fabgen verify output/correction
    """
    if not folder.is_dir():
        raise click.BadParameter(f"there is no folder `{folder}`", param_hint="FOLDER")
    with reported():
        from fabgen.verify import verify as run

        if problems := run(folder):
            leave(problems)
        if not quiet:
            say(f"verified: {_proven(folder)}")


for command in (diagram, export, moves, play, perft, new, calibrate, new_shop):
    main.add_command(command)
