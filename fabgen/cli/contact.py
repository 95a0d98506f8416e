"""`fabgen list shapes --sheet`: all of a kind at true size."""

from __future__ import annotations

from pathlib import Path

import click

from fabgen.cli.common import say

SUFFIXES, DRAWN = ("svg", "pdf", "png"), ("shapes", "marks")


def write_list(what: str, file: Path) -> None:
    """Draws all shapes or marks into a file."""
    from fabgen.disk import replace_file
    from fabgen.listing import sheet

    suffix = file.suffix.lower().removeprefix(".")
    if what not in DRAWN:
        raise click.BadParameter(f"{what} cannot be drawn; shapes and marks can", param_hint="--sheet")
    if suffix not in SUFFIXES:
        raise click.BadParameter(f"`{file.name}` does not end in .svg, .pdf or .png", param_hint="--sheet")
    if not file.parent.is_dir():
        raise click.BadParameter(f"there is no folder `{file.parent}`", param_hint="--sheet")
    replace_file(file, sheet(what, suffix))
    say(str(file))
