"""`fabgen export`: writes a game in the form that a print-on-demand service or Fairy-Stockfish needs."""

from __future__ import annotations

import re
from pathlib import Path

import click

from fabgen.cli import option_values as choices
from fabgen.cli.build_options import LANGUAGE
from fabgen.cli.common import GAME, QUIET, notice_own_game, option_reader, print_problems, report_errors, say

SERVICES = ("game-crafter", "drivethru")


def read_share(text: str) -> float:
    """A percentage of 50 to 100 as a share. Raises ValueError for anything else."""
    match = re.fullmatch(r"(\d{1,3}(?:\.\d+)?) ?%", text.strip())
    if not match or not 50 <= float(match[1]) <= 100:
        raise ValueError(f"`{text}` is no scale of a board\nwrite 50% to 100%, like 97%")
    return float(match[1]) / 100


@click.command()
@GAME
@click.option("--pod", "service", type=click.Choice(SERVICES), help="The service that prints it.")
@click.option("--fit", metavar="PERCENT", default="100%", show_default=True, callback=option_reader(read_share),
              help="How small the board may be printed where it fits a smaller product then: 97%.")
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
def export(
    game: str, service: str | None, fit: float, fairy: bool, out: Path, language: str | None, quiet: bool
) -> None:
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
            order = run(spec, service, fit=fit)
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
