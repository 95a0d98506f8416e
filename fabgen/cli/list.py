"""`fabgen list`: prints the names that fabgen knows. Shapes and marks can also be drawn at true size."""

from __future__ import annotations

from pathlib import Path

import click

from fabgen.authoring.listing import LISTINGS
from fabgen.cli import option_values as choices
from fabgen.cli.common import option_reader, report_errors, say

SUFFIXES, DRAWN = ("svg", "pdf", "png"), ("shapes", "marks")


@click.command("list")
@click.argument("what", type=click.Choice(list(LISTINGS)))
@click.option("--sheet", metavar="FILE", callback=option_reader(choices.expand_home),
              help="Of shapes and marks: draw them all at true size into this file (.svg, .pdf or .png).")
def list_command(what: str, sheet: Path | None) -> None:
    """List what fabgen knows: games, recipes, machines, materials, papers, shapes, colours, marks, patterns.

    \b
    Examples:
      fabgen list machines
      fabgen list shapes --sheet shapes.pdf
    """
    with report_errors():
        if sheet:
            write_list(what, sheet)
            return
        for name, about in LISTINGS[what]():
            say(f"{name:<22}{about}".rstrip())


def write_list(what: str, file: Path) -> None:
    """Writes a file with all shapes or all marks, and prints its path."""
    from fabgen.authoring.listing import contact_sheet
    from fabgen.core.files import find_kind, replace_file

    suffix = file.suffix.lower().removeprefix(".")
    if what not in DRAWN:
        raise click.BadParameter(f"{what} cannot be drawn; shapes and marks can", param_hint="--sheet")
    if suffix not in SUFFIXES:
        raise click.BadParameter(f"`{file.name}` does not end in .svg, .pdf or .png", param_hint="--sheet")
    if find_kind(file.parent) != "folder":
        raise click.BadParameter(f"there is no folder `{file.parent}`", param_hint="--sheet")
    replace_file(file, contact_sheet(what, suffix))
    say(str(file))
