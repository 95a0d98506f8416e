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
from fabgen.cli.common import GAME, QUIET, Command, leave, noticed, parsed, reported, say, tell
from fabgen.cli.playing import moves, perft, play
from fabgen.listing import KINDS
from fabgen.options import FOLDERS, LASER, PAPERS, PRINT

if TYPE_CHECKING:
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
@click.option("--machine", metavar="NAME", default="generic", show_default=True, callback=parsed(choices.machine),
              help="The laser, or the program that drives it; or a .yaml file of your own.")
@click.option("--material", metavar="NAME", callback=parsed(choices.material),
              help="Cut everything from this material, or from that of a .yaml file; colours stay.")
@click.option("--kerf", metavar="LENGTH", callback=parsed(choices.length),
              help="Full width of a cut, measured: 0.18mm.")
@click.option("--sheet", metavar="SIZE", callback=parsed(choices.sheet), help="Size of the sheets: 600x400mm, 24x12in.")
@click.option("--spacing", metavar="LENGTH", callback=parsed(choices.length),
              help="Gap between cuts of two parts: 2mm.")
@click.option("--paper", "papers", metavar="NAMES", default=",".join(PAPERS), show_default=True,
              callback=parsed(choices.papers), help="Papers of the print-and-play PDFs.")
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
    names = [*(() if "laser" in only else LASER), *(() if "print" in only else PRINT)]
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
    """What lies where, a line a folder."""
    from fabgen.base import plural

    say(str(result.target))
    for folder in dict.fromkeys(one.folder for one in result.manifest):
        count = plural(len(result.manifest.within([folder])), "file")
        stays = folder in FOLDERS and folder not in result.built
        say(f"  {folder + '/':<12}{count}{', as before' if stays else ''}")
    say("verified")


@main.command(short_help="Is a spec sound, and does it agree with the rules?")
@GAME
@click.option("--json", "as_json", is_flag=True, help="Print the problems as JSON on standard output.")
@QUIET
def check(game: str, as_json: bool, quiet: bool) -> None:
    """Is the spec sound? Proves its diagrams and examples against the rules; writes nothing.

    Problems are printed with file, line and column, all of them at once. With --json they are a list of objects (file,
    line, column, key, level, what, hint), an empty one where nothing is wrong.

    \b
    Examples:
      fabgen check correction
      fabgen check my-game/game.yaml --json
    """
    with reported(as_json):
        from fabgen.build import sound

        noticed(game)
        spec, notes = sound(game)
        tell(notes, as_json)
        if not as_json and not quiet:
            say(_sound(spec))


def _sound(spec: Spec) -> str:
    from fabgen.base import plural, words

    pieces = words(plural(piece.each, name) for name, piece in spec.game.pieces.items())
    counts = {"diagram": len(spec.written), "example": len(spec.cases)}
    proven = words(plural(count, thing) for thing, count in counts.items() if count)
    verb = "agrees" if sum(counts.values()) == 1 else "agree"
    players = plural(len(spec.game.players), "player")
    head = f"{spec.game.title} {spec.game.version}: {players}, each with {pieces}"
    return f"{head}; {proven} {verb} with the rules" if proven else head


@main.command(short_help="Write one figure of a game as SVG, PDF or PNG.")
@GAME
@click.argument("name")
@click.option("-o", "--output", "out", metavar="FILE", required=True, callback=parsed(choices.home),
              help="The file to write: .svg, .pdf or .png.")
def diagram(game: str, name: str, out: Path) -> None:
    """Write one figure of a game: NAME is board, setup, legend, components, moves:PIECE or example:ID.

    \b
    Examples:
      fabgen diagram correction moves:knight -o knight.svg
      fabgen diagram correction example:friend -o friend.png
    """
    suffix = out.suffix.lower().removeprefix(".")
    if suffix not in ("svg", "pdf", "png"):
        raise click.BadParameter(f"`{out.name}` does not end in .svg, .pdf or .png", param_hint="-o")
    if not out.parent.is_dir():
        raise click.BadParameter(f"there is no folder `{out.parent}`", param_hint="-o")
    with reported():
        from fabgen.build import render, sound
        from fabgen.disk import replace_file
        from fabgen.figures.catalogue import draw_figure

        spec, notes = sound(game)
        tell(notes)
        replace_file(out, render(draw_figure(spec, *_figure(spec, name)), (suffix,))[suffix])


def _figure(spec: Spec, name: str) -> tuple[str, str]:
    """Kind and name of a figure; a piece's or an example's bare name will do."""
    from fabgen.base import nearest
    from fabgen.figures.catalogue import figure_names

    names = figure_names(spec)
    known = {f"{kind}:{one}" if one else kind: (kind, one) for kind, ones in names.items() for one in ones or ("",)}
    found = [known[name]] if name in known else [pair for pair in known.values() if pair[1] == name]
    if len(found) != 1:
        near = f"did you mean {' or '.join(map(':'.join, found))}?" if found else nearest(name, list(known))
        raise click.BadParameter(f"there is no figure `{name}`: {near}", param_hint="NAME")
    return found[0]


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
            say(f"{folder}: all files are as they should be")


for command in (moves, play, perft):
    main.add_command(command)
