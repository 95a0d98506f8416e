"""`fabgen export`: writes a game in the form that a print-on-demand service or Fairy-Stockfish needs."""

from __future__ import annotations

from pathlib import Path

import click

from fabgen.cli import option_values as choices
from fabgen.cli.build_options import LANGUAGE
from fabgen.cli.common import GAME, QUIET, notice_own_game, option_reader, print_problems, report_errors, say

SERVICES = ("game-crafter", "drivethru")


@click.command()
@GAME
@click.option("--pod", "service", type=click.Choice(SERVICES), help="The service that prints it.")
@click.option("--fairy", is_flag=True, help="A variant for Fairy-Stockfish, a chess engine for many games.")
@click.option(
    "-o",
    "--output",
    "out",
    metavar="DIR",
    default=".",
    show_default=True,
    callback=option_reader(choices.expand_home),
    help="The folder to write into.",
)
@LANGUAGE
@QUIET
def export(game: str, service: str | None, fairy: bool, out: Path, language: str | None, quiet: bool) -> None:
    """Write a game in the form that others need: a print-on-demand service, or an engine that plays it.

    With --pod, a zip of PNG images in the sizes of the service, bleed included, with a list. Pieces are ordered flat:
    the diagram on the front, the silhouette on the back. What the service does not make is told, and stands in the
    zip's README.txt. With --fairy, an .ini file for Fairy-Stockfish. Rules that the engine does not have are errors.

    \b
    Examples:
      fabgen export correction --pod game-crafter -o shop/
      fabgen export my-game/ --pod drivethru
      fabgen export correction --pod game-crafter --language de
      fabgen export my-game/ --fairy
    """
    if fairy == bool(service):
        services = ", ".join(SERVICES)
        raise click.UsageError(f"say what to export: either --pod with a service, or --fairy; services: {services}")
    with report_errors():
        from fabgen.build import load_sound_game
        from fabgen.build import make_pod_order as run
        from fabgen.core.files import disk_error, replace_file
        from fabgen.core.problems import count_things
        from fabgen.spec.build_options import Options

        notice_own_game(game)
        spec, warnings = load_sound_game(game, Options(language=language))
        notes: list[str] = []
        if service:
            order = run(spec, service)
            name, data = order.name, order.data
            notes = [count_things(len(order.files), "file"), *(f"note: {note}" for note in order.notes)]
        else:
            from fabgen.authoring.fairy_export import fairy_text

            text, unsaid = fairy_text(spec)
            name, data, warnings = f"{spec.slug}.ini", text.encode(), [*warnings, *unsaid]
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise disk_error(error, out) from None
        replace_file(out / name, data)
        print_problems(warnings)
        if not quiet:
            say("\n".join([str(out / name), *(f"  {note}" for note in notes)]))
