"""`fabgen export`: a game in the form that a print-on-demand service takes."""

from __future__ import annotations

from pathlib import Path

import click

from fabgen import choices
from fabgen.cli.common import GAME, QUIET, noticed, parsed, reported, say, tell

SERVICES = ("game-crafter", "drivethru")


@click.command()
@GAME
@click.option("--pod", "service", type=click.Choice(SERVICES), required=True, help="The service that prints it.")
@click.option("-o", "--output", "out", metavar="DIR", default=".", show_default=True, callback=parsed(choices.home),
              help="The folder to write the zip into.")
@QUIET
def export(game: str, service: str, out: Path, quiet: bool) -> None:
    """Write a zip of PNG images in the sizes of a print-on-demand service, bleed included, with a list.

    Pieces are ordered flat: the diagram on the front, the silhouette on the back. What the service does not make is
    told, and stands in the zip's README.txt.

    \b
    Examples:
      fabgen export correction --pod game-crafter -o shop/
      fabgen export my-game/ --pod drivethru
    """
    with reported():
        from fabgen.base import plural
        from fabgen.build import sound
        from fabgen.disk import replace_file, told
        from fabgen.export import export as run

        noticed(game)
        spec, warnings = sound(game)
        order = run(spec, service)
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise told(error, out) from None
        replace_file(out / order.name, order.data)
        tell(warnings)
        if not quiet:
            notes = (f"  note: {note}" for note in order.notes)
            say("\n".join([str(out / order.name), f"  {plural(len(order.files), 'file')}", *notes]))
