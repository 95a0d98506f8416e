"""`fabgen export`: writes a game in the form that a service needs which prints or cuts it, or Fairy-Stockfish."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from fabgen.cli.build_options import LANGUAGE
from fabgen.cli.common import (
    GAME,
    QUIET,
    notice_own_game,
    option_reader,
    output_option,
    print_problems,
    report_errors,
    say,
)

if TYPE_CHECKING:
    from fabgen.spec.build_options import InkMode

SERVICES = ("game-crafter", "drivethru", "makeplayingcards")
PLOTTERS = ("brother", "cricut", "silhouette")
PAPERS = ("a3", "a4", "letter", "tabloid")
CUTTING_SERVICES = ("cutitout", "lasercut-parts", "sendcutsend", "snapcut")


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
@click.option("--cut", "cutter", type=click.Choice(CUTTING_SERVICES), help="The service that cuts its parts by laser.")
@click.option("--material", metavar="KEY", help="With --cut: one material for all parts, like birch-ply-3mm.")
@click.option("--plotter", metavar="NAME", help=f"A plotter for printed sheets: {', '.join(PLOTTERS)}; or a file.")
@click.option("--paper", type=click.Choice(PAPERS), help="With --plotter: the paper that is printed, else a4.")
@click.option("--ink", type=click.Choice(["full", "low", "bw"]),
              help="With --plotter: full colour, little ink, or black only.")
@click.option("--fairy", is_flag=True, help="A variant for Fairy-Stockfish, a chess engine for many games.")
@output_option("The folder to write into.", metavar="DIR", default=".")
@LANGUAGE
@QUIET
def export(
    game: str, service: str | None, fit: float, cutter: str | None, material: str | None, plotter: str | None,
    paper: str | None, ink: str | None, fairy: bool, out: Path, language: str | None, quiet: bool
) -> None:
    """Write a game in the form that others need: a service that prints or cuts it, or an engine that plays it.

    With --pod, a zip of PNG images in the sizes of the service, bleed included, with a list. Pieces are ordered flat:
    the diagram on the front, the silhouette on the back. What the service does not make is listed here and in the
    zip's README.txt. With --cut, a zip of the parts one by one (DXF and SVG, cuts only), drawings of what is engraved,
    and a list for the quote; what the service refuses is an error, what it may refuse is listed. With --plotter, a zip
    of sheets to print, with the marks that the plotter's camera looks for, and of what it cuts and scores on them (DXF
    and SVG). With --fairy, an .ini file for Fairy-Stockfish. Rules that the engine does not have are errors.

    \b
    Examples:
      fabgen export correction --pod game-crafter -o shop/
      fabgen export my-game/ --pod drivethru
      fabgen export correction --pod game-crafter --language de
      fabgen export correction --cut sendcutsend
      fabgen export my-game/ --plotter silhouette --paper letter
      fabgen export my-game/ --fairy
    """
    if [bool(service), bool(cutter), bool(plotter), fairy].count(True) != 1:
        services, cutters = ", ".join(SERVICES), ", ".join(CUTTING_SERVICES)
        raise click.UsageError(f"say what to export: either --pod with a service ({services}), --cut with a service "
                               f"({cutters}), --plotter with a plotter ({', '.join(PLOTTERS)}), or --fairy")
    if material and not cutter:
        raise click.UsageError("--material is for --cut")
    if (paper or ink) and not plotter:
        raise click.UsageError(f"{'--paper' if paper else '--ink'} is for --plotter")
    with report_errors():
        from fabgen.build import load_valid_game
        from fabgen.core.english import count_things
        from fabgen.core.files import disk_error, replace_file
        from fabgen.production.orders import make_cutting_order, make_pod_order, make_print_and_cut
        from fabgen.spec.build_options import Options

        notice_own_game(game)
        options = Options(language=language, material=material, ink=cast("InkMode", ink or "full"))
        spec, warnings = load_valid_game(game, options)
        notes: list[str] = []
        if service or cutter or plotter:
            if service:
                order = make_pod_order(spec, service, fit=fit)
            elif cutter:
                order = make_cutting_order(spec, options, cutter)
            else:
                order = make_print_and_cut(spec, options, plotter or "", paper or "a4")
            name, data = order.name, order.data
            if plotter and paper and not order.name.endswith(f"-{paper}.zip"):
                notes.append(f"note: --paper {paper} changes nothing here: the plotter's program prints pictures of a "
                             "size of its own")
            notes = [count_things(len(order.files), "file"), *notes, *(f"note: {note}" for note in order.notes)]
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
