"""The command line → calls of the library; the only package that prints and that decides on exit codes.

0 is fine (warnings included), 1 means problems in a spec or a job, 2 a command that cannot be understood, 130 and 141
that it was stopped. Whatever a command needs is imported when it runs, so that `--help` answers at once.
"""

from __future__ import annotations

from pathlib import Path

import click

from fabgen import __version__, choices
from fabgen.cli.building import build
from fabgen.cli.calibrating import calibrate
from fabgen.cli.checking import check
from fabgen.cli.common import QUIET, Command, leave, parsed, proof, reported, say
from fabgen.cli.contact import write_list
from fabgen.cli.diagrams import diagram
from fabgen.cli.exporting import export
from fabgen.cli.keeping import keep_offcuts
from fabgen.cli.new import new
from fabgen.cli.playing import moves, perft, play
from fabgen.cli.schema import schema
from fabgen.cli.shop import new_shop
from fabgen.listing import KINDS


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


@main.command("list", short_help="List what fabgen knows: games, machines, ...")
@click.argument("what", type=click.Choice(list(KINDS)))
@click.option("--sheet", metavar="FILE", callback=parsed(choices.home),
              help="Of shapes and marks: draw them all at true size into this file (.svg, .pdf or .png).")
def list_(what: str, sheet: Path | None) -> None:
    """List what fabgen knows: games, machines, materials, papers, shapes, colours, marks, patterns.

    \b
    Examples:
      fabgen list machines
      fabgen list shapes --sheet shapes.pdf
    """
    with reported():
        if sheet:
            write_list(what, sheet)
            return
        for name, about in KINDS[what]():
            say(f"{name:<22}{about}".rstrip())


@main.command(short_help="Prove the files of a build.")
@click.argument("folder", metavar="FOLDER", callback=parsed(choices.home))
@QUIET
def verify(folder: Path, quiet: bool) -> None:
    """Read a built folder back with other people's parsers and prove it: sizes, contours, kerf, spacing, every mark.

    The zip of a print-on-demand order is read back too.

    \b
    Examples:
      fabgen verify output/correction
      fabgen verify shop/correction-1.01-pod-game-crafter.zip
    """
    if not folder.is_dir() and not (folder.suffix == ".zip" and folder.is_file()):
        raise click.BadParameter(f"there is no folder `{folder}`", param_hint="FOLDER")
    with reported():
        from fabgen.verify import verify as run

        if problems := run(folder):
            leave(problems)
        if not quiet:
            say(f"verified: {proof(folder)}")


for command in (build, check, diagram, export, moves, play, perft, new, schema, calibrate, keep_offcuts, new_shop):
    main.add_command(command)
