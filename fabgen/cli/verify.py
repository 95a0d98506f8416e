"""`fabgen verify`: reads the files of a build back and checks them against the spec."""

from __future__ import annotations

from pathlib import Path

import click

from fabgen.cli import option_values as choices
from fabgen.cli.common import QUIET, exit_with_problems, option_reader, report_errors, say, verified_words


@click.command()
@click.argument("folder", metavar="FOLDER", callback=option_reader(choices.expand_home))
@QUIET
def verify(folder: Path, quiet: bool) -> None:
    """Read a built folder back with other people's parsers and prove it: sizes, contours, kerf, spacing, every mark.

    The zip of an export is read back too: of print on demand, of a cutting service, or for a plotter.

    \b
    Examples:
      fabgen verify output/correction
      fabgen verify shop/correction-1.01-pod-game-crafter.zip
    """
    with report_errors():
        from fabgen.build import verify_build
        from fabgen.core.files import find_kind
        from fabgen.verify.sources import BuildSources

        kind = "file" if folder.suffix == ".zip" else "folder"
        if find_kind(folder) != kind:
            raise click.BadParameter(f"there is no {kind} `{folder}`", param_hint="FOLDER")
        sources = BuildSources(folder)
        if problems := verify_build(folder, sources):
            exit_with_problems(problems)
        if not quiet:
            say(f"verified: {verified_words(folder, sources=sources)}")
