"""`fabgen export`: writes a game in the form that a print-on-demand service needs."""

from __future__ import annotations

from pathlib import Path

import click

from fabgen.cli import option_values as choices
from fabgen.cli.build_options import LANGUAGE
from fabgen.cli.common import GAME, QUIET, notice_own_game, option_reader, print_problems, report_errors, say

SERVICES = ("game-crafter", "drivethru")


@click.command()
@GAME
@click.option("--pod", "service", type=click.Choice(SERVICES), required=True, help="The service that prints it.")
@click.option(
    "-o",
    "--output",
    "out",
    metavar="DIR",
    default=".",
    show_default=True,
    callback=option_reader(choices.expand_home),
    help="The folder to write the zip into.",
)
@LANGUAGE
@QUIET
def export(game: str, service: str, out: Path, language: str | None, quiet: bool) -> None:
    """Write a zip of PNG images in the sizes of a print-on-demand service, bleed included, with a list.

    Pieces are ordered flat: the diagram on the front, the silhouette on the back. What the service does not make is
    told, and stands in the zip's README.txt.

    \b
    Examples:
      fabgen export correction --pod game-crafter -o shop/
      fabgen export my-game/ --pod drivethru
      fabgen export correction --pod game-crafter --language de
    """
    with report_errors():
        from fabgen.build import load_sound_game
        from fabgen.build import make_pod_order as run
        from fabgen.core.files import disk_error, replace_file
        from fabgen.core.problems import count_things
        from fabgen.spec.build_options import Options

        notice_own_game(game)
        spec, warnings = load_sound_game(game, Options(language=language))
        order = run(spec, service)
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise disk_error(error, out) from None
        replace_file(out / order.name, order.data)
        print_problems(warnings)
        if not quiet:
            notes = (f"  note: {note}" for note in order.notes)
            say("\n".join([str(out / order.name), f"  {count_things(len(order.files), 'file')}", *notes]))
