"""`fabgen diagram`: figures of a game for people who lay out their own book."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from fabgen.cli import option_values as choices
from fabgen.cli.common import GAME, option_reader, print_problems, report_errors, say

if TYPE_CHECKING:
    from fabgen.spec.load import Spec

SUFFIXES = ("svg", "pdf", "png")
LEAST, MOST = 8.0, 1000.0  # mm: the smallest and the largest size of a figure


def _read_side(text: str) -> float:
    """A length in mm within the sizes of a figure. Raises ValueError."""
    side = choices.read_length(text)
    if not LEAST <= side <= MOST:
        raise ValueError(f"{side:g} mm is out of range: from {LEAST:g} mm to {MOST:g} mm")
    return side


def _read_formats(text: str) -> tuple[str, ...]:
    """The formats in a list with commas. Raises ValueError."""
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    if unknown := [name for name in names if name not in SUFFIXES]:
        raise ValueError(f"there is no format `{unknown[0]}`: write some of svg, pdf, png")
    if not names:
        raise ValueError("nothing is named here")
    return names


@click.command()
@GAME
@click.argument("name", required=False)
@click.option("-o", "--output", "out", metavar="PATH", required=True, callback=option_reader(choices.expand_home),
              help="The file to write (.svg, .pdf or .png); with --all, the folder.")
@click.option(
    "--all", "all_figures", is_flag=True, help="Write every figure, with an index of captions and words as CSV."
)
@click.option("--formats", metavar="NAMES", callback=option_reader(_read_formats),
              help="With --all: svg, pdf, png.  [default: all]")
@click.option("--theme", type=click.Choice(["colour", "low", "bw", "etched"]), default="colour", show_default=True,
              help="How it is inked: in colour, with little ink, in greys alone, as a laser marks it.")
@click.option("--size", metavar="LENGTH", callback=option_reader(_read_side), help="Its longest side: 20mm.")
@click.option("--width", metavar="LENGTH", callback=option_reader(_read_side), help="Its width instead: 84mm.")
@click.option("--coordinates/--no-coordinates", default=None,
              help="Name files and ranks beside boards.  [default: where the names are legible]")
@click.option("--dpi", type=click.IntRange(72, 2400), default=300, show_default=True, help="Dots an inch of a PNG.")
def diagram(game: str, name: str | None, out: Path, all_figures: bool, formats: tuple[str, ...] | None, theme: str,
            size: float | None, width: float | None, coordinates: bool | None, dpi: int) -> None:
    """Write one figure of a game, or all of them: NAME is board, setup, legend, components, moves:PIECE or example:ID;
    of a map also map, which shows what spaces are neighbours.

    A figure of a size is drawn for that size: no line gets thinner than 0.18 mm.

    \b
    Examples:
      fabgen diagram correction moves:knight -o knight.svg
      fabgen diagram correction knight -o knight.pdf --size 20mm --theme bw
      fabgen diagram correction --all -o pictures/ --width 84mm
    """
    if size and width:
        raise click.UsageError("--size and --width exclude each other")
    if all_figures == bool(name):
        raise click.UsageError("give the NAME of a figure, or --all" if not name else "--all takes no NAME")
    if formats and not all_figures:
        raise click.UsageError("--formats goes with --all: one figure has the format of its file")
    suffix = "" if all_figures else _output_suffix(out)
    with report_errors():
        from fabgen.build import load_drawable_game, load_sound_game
        from fabgen.core.files import replace_file
        from fabgen.diagrams.figure_size import SizeWish
        from fabgen.diagrams.files import FigureStyle, render_figure_set, render_one_figure, write_figure_set

        size_wish, style = SizeWish(size, width, coordinates), FigureStyle(theme, dpi=dpi)
        spec, notes = load_drawable_game(game, examples=_is_without_examples(name)) if name else load_sound_game(game)
        if name:
            data, figure = render_one_figure(spec, *_figure_key(spec, name), suffix, size_wish, style)
            print_problems([*notes, *figure.notes])
            replace_file(out, data)
            return
        pictures, figure_notes = render_figure_set(spec, formats or SUFFIXES, size_wish, style)
        write_figure_set(out, pictures)
        print_problems([*notes, *figure_notes])
        say(f"{out}\n  {len(pictures)} files, index.csv")


def _is_without_examples(name: str) -> bool:
    """True for a figure that does not depend on the worked examples."""
    return name in ("board", "map", "setup") or name.startswith("moves:")


def _output_suffix(out: Path) -> str:
    """The format of a file that is to be written. Raises BadParameter if the file cannot be written."""
    from fabgen.core.files import find_kind

    suffix = out.suffix.lower().removeprefix(".")
    if suffix not in SUFFIXES:
        raise click.BadParameter(f"`{out.name}` does not end in .svg, .pdf or .png", param_hint="-o")
    if find_kind(out.parent) != "folder":
        raise click.BadParameter(f"there is no folder `{out.parent}`", param_hint="-o")
    return suffix


def _figure_key(spec: Spec, name: str) -> tuple[str, str]:
    """The kind and name of a figure, from `kind:name`, or only from the name of a piece or an example."""
    from fabgen.core.problems import nearest_hint
    from fabgen.figures.diagrams.catalogue import figure_names

    names = figure_names(spec)
    figures_by_label = {f"{kind}:{figure}" if figure else kind: (kind, figure)
             for kind, figures in names.items() for figure in figures or ("",)}
    matches = (
        [figures_by_label[name]]
        if name in figures_by_label
        else [pair for pair in figures_by_label.values() if pair[1] == name]
    )
    if len(matches) != 1:
        near = (
            f"did you mean {' or '.join(map(':'.join, matches))}?"
            if matches
            else nearest_hint(name, list(figures_by_label))
        )
        raise click.BadParameter(f"there is no figure `{name}`: {near}", param_hint="NAME")
    return matches[0]
