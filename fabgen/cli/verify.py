"""`fabgen verify`: reads the files of a build back and checks them against the spec."""

from __future__ import annotations

from pathlib import Path

import click

from fabgen import choices
from fabgen.cli.common import QUIET, leave, parsed, proof, reported, say


@click.command()
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
