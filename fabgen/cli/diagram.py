"""`fabgen diagram`: figures of a game for people who lay out their own book."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fabgen.cli import option_values as choices
from fabgen.cli.build_options import LANGUAGE, NOTES
from fabgen.cli.common import GAME, option_reader, print_problems, report_errors, say
from fabgen.spec.build_options import DEFAULT_FIGURES, FIGURE_FORMATS, FILM_FORMATS, option_choices

if TYPE_CHECKING:
    from fabgen.spec.load import Spec

LINES = ("example", "comic", "film")  # the kinds of figures that show a line of play
DPI, GIF_DPI = 300, 150
THEMES = ("colour", "low", "bw", "etched")
LEAST, MOST = 8.0, 1000.0  # mm: the smallest and the largest size of a figure


def _read_side(text: str) -> float:
    """A length in mm within the sizes of a figure. Raises ValueError."""
    side = choices.read_length(text)
    if not LEAST <= side <= MOST:
        raise ValueError(f"{side:g} mm is out of range: from {LEAST:g} mm to {MOST:g} mm")
    return side


def _read_theme(text: str) -> str:
    """The name of a theme, or the path of a user's own. Raises ValueError."""
    return choices.check_profile(text, "theme", [*THEMES])


@click.command()
@GAME
@click.argument("name", required=False)
@click.option("-o", "--output", "out", metavar="PATH", required=True, callback=option_reader(choices.expand_home),
              help="The file to write (.svg, .pdf, .png or .eps; a film: .gif or .svg); with --all, the folder.")
@click.option("--all", "all_figures", is_flag=True,
              help="Write every figure, with an index of captions and words as CSV, and snippets for Markdown, LaTeX "
                   "and Typst.")
@click.option("--formats", metavar="NAMES", callback=option_reader(choices.read_figure_formats),
              help="With --all: svg, pdf, png, eps.  [default: svg,pdf,png]")
@click.option("--theme", metavar="NAME", default="colour", show_default=True, callback=option_reader(_read_theme),
              help="How it is inked: colour, low (little ink), bw (greys alone), etched (as a laser marks it); or a "
                   ".yaml file of your own colours.")
@click.option("--text", type=click.Choice(option_choices("diagram_text")), default="outlines", show_default=True,
              help=NOTES["diagram_text"].help)
@click.option("--ground", type=click.Choice(option_choices("diagram_ground")), default="white", show_default=True,
              help=NOTES["diagram_ground"].help)
@click.option("--size", metavar="LENGTH", callback=option_reader(_read_side), help="Its longest side: 20mm.")
@click.option("--width", metavar="LENGTH", callback=option_reader(_read_side), help="Its width instead: 84mm.")
@click.option("--coordinates/--no-coordinates", default=None,
              help="Name files and ranks beside boards.  [default: where the names are legible]")
@click.option("--dpi", type=click.IntRange(36, 2400), help="Dots an inch of a PNG or a GIF.  "
              f"[default: {DPI}; GIF: {GIF_DPI}]")
@click.option("--line", metavar="ACTIONS", help='Draw this line of play, with blanks between: "c3-c4 d5xc4"; of '
              'several at once, "red:a1-a4;green:stay". NAME is then example, comic or film.')
@click.option("--position", metavar="TEXT", help="The position from which the --line is played; default the start.")
@click.option("--seconds", metavar="TIMES", callback=option_reader(choices.read_seconds),
              help="How long each picture of a film is shown: 1.5 for all, or 1,2,2,4 one by one.  "
                   "[default: 2, and 3 for the last]")
@click.option("--once", is_flag=True, help="Show a film only once, and stay at its end.")
@LANGUAGE
def diagram(game: str, name: str | None, out: Path, all_figures: bool, formats: tuple[str, ...] | None, theme: str,
            text: str, ground: str, size: float | None, width: float | None, coordinates: bool | None, dpi: int | None,
            line: str | None, position: str | None, seconds: tuple[float, ...] | None, once: bool, language: str | None
            ) -> None:
    """Write one figure of a game, or all of them: NAME is board, setup, legend, components, moves:PIECE, example:ID,
    comic:ID (an example step by step), film:ID (the same as a moving picture), position:ID or piece:PLAYER-PIECE (also
    side:, top: and assembled:, as it is made); of a map also map, which shows what spaces are neighbours.

    A figure of a size is drawn for that size: no line gets thinner than 0.18 mm.

    \b
    Examples:
      fabgen diagram correction moves:knight -o knight.svg
      fabgen diagram correction knight -o knight.pdf --size 20mm --theme bw
      fabgen diagram correction setup -o setup.svg --theme mine.yaml --text live --ground transparent
      fabgen diagram correction film:recover -o recover.gif --width 84mm
      fabgen diagram charing-cross film -o opening.svg --line "a4-b4 h5-g5" --seconds 1.5
      fabgen diagram correction --all -o pictures/ --width 84mm
    """
    _check_options(name, all_figures, formats, size, width, line, position)
    suffix = "" if all_figures else _output_suffix(out)
    suffixes = (formats or DEFAULT_FIGURES) if all_figures else (suffix,)
    if suffix == "gif" and ground == "transparent":
        raise click.UsageError("a GIF has a white ground: write an .svg for a transparent one")
    with report_errors():
        from fabgen.build import load_drawable_game, load_valid_game
        from fabgen.core.files import replace_file
        from fabgen.diagrams.figure_size import SizeWish
        from fabgen.diagrams.files import (
            FigureStyle,
            check_theme,
            list_snippets,
            render_figure_set,
            render_one_figure,
            write_figure_set,
        )
        from fabgen.diagrams.film_files import FilmTiming
        from fabgen.spec.build_options import Options
        from fabgen.spec.examples import LINE

        size_wish = SizeWish(size, width, coordinates)
        style = FigureStyle(theme, dpi=dpi or (GIF_DPI if suffix == "gif" else DPI), has_live_text=text == "live",
                            has_ground=ground == "white")
        theme_notes = check_theme(theme, suffixes, has_live_text=text == "live")
        if name:
            is_without_examples = line is not None or _is_without_examples(name)
            spec, notes = load_drawable_game(game, examples=is_without_examples, language=language)
            spec = _add_line(spec, name, line, position) if line is not None else spec
            kind, figure_name = (name, LINE) if line is not None else _figure_key(spec, name, suffix)
            _check_kind(kind, suffix, has_timing=bool(seconds) or once)
            timing = FilmTiming(seconds or (), once)
            data, figure = render_one_figure(spec, kind, figure_name, suffix, size_wish, style, timing)
            print_problems([*notes, *theme_notes, *figure.notes])
            replace_file(out, data)
            return
        spec, notes = load_valid_game(game, Options(language=language))
        pictures, figure_notes = render_figure_set(spec, suffixes, size_wish, style)
        write_figure_set(out, pictures)
        print_problems([*notes, *theme_notes, *figure_notes])
        say(f"{out}\n  {', '.join([f'{len(pictures)} files', 'index.csv', *list_snippets(pictures)])}")


def _check_options(name: str | None, all_figures: bool, formats: tuple[str, ...] | None, size: float | None,
                   width: float | None, line: str | None, position: str | None) -> None:
    """Raises UsageError for options that do not go together."""
    if size and width:
        raise click.UsageError("--size and --width exclude each other")
    if all_figures == bool(name):
        raise click.UsageError("give the NAME of a figure, or --all" if not name else "--all takes no NAME")
    if formats and not all_figures:
        raise click.UsageError("--formats goes with --all: one figure has the format of its file")
    if line is not None and name not in LINES:
        raise click.UsageError(f"--line goes with the NAME {', '.join(LINES[:-1])} or {LINES[-1]}")
    if position is not None and line is None:
        raise click.UsageError("--position goes with --line")


def _add_line(spec: Spec, kind: str, line: str, position: str | None) -> Spec:
    """The game with a line of play as one more case, for a kind of figure. A mistake in the line or the position
    raises BadParameter."""
    from fabgen.cli.play import start_match
    from fabgen.figures.diagrams.catalogue import MOST_STEPS
    from fabgen.spec.examples import case_of_match

    match = start_match(spec, position, line, "--line")
    limit = MOST_STEPS.get(kind, len(match.played))
    if len(match.played) > limit:
        advice = "; a film may have more" if limit < MOST_STEPS["film"] else ""
        what = f"this line has {len(match.played)} steps, and a {kind} may have {limit}{advice}"
        raise click.BadParameter(what, param_hint="--line")
    if not match.played:
        raise click.BadParameter("this line has no action", param_hint="--line")
    title = spec.words.text("caption_line")
    return replace(spec, cases=(*spec.cases, case_of_match(match, title, spec.rules)))


def _check_kind(kind: str, suffix: str, *, has_timing: bool) -> None:
    """Raises BadParameter for a file or an option that does not go with this kind of figure."""
    if kind == "film" and suffix not in FILM_FORMATS:
        raise click.BadParameter(f"a film is a .gif or an .svg, not a .{suffix}", param_hint="-o")
    if kind != "film" and suffix not in FIGURE_FORMATS:
        raise click.BadParameter(f"only a film can be a .{suffix}: write film:ID, or film with a --line",
                                 param_hint="NAME")
    if kind != "film" and has_timing:
        raise click.UsageError("--seconds and --once go with a film")


def _is_without_examples(name: str) -> bool:
    """True for a figure that does not depend on the worked examples."""
    return name in ("board", "map", "setup") or name.startswith("moves:")


def _output_suffix(out: Path) -> str:
    """The format of a file that is to be written. Raises BadParameter if the file cannot be written."""
    from fabgen.core.files import find_kind

    suffix = out.suffix.lower().removeprefix(".")
    if suffix not in (*FIGURE_FORMATS, *FILM_FORMATS):
        raise click.BadParameter(f"`{out.name}` does not end in .svg, .pdf, .png, .eps or .gif", param_hint="-o")
    if find_kind(out.parent) != "folder":
        raise click.BadParameter(f"there is no folder `{out.parent}`", param_hint="-o")
    return suffix


def _figure_key(spec: Spec, name: str, suffix: str) -> tuple[str, str]:
    """The kind and name of a figure, from `kind:name`, or only from the name of a piece or an example. A name alone
    means the film where the file can be nothing else; a film or a view of a piece otherwise has its kind before it."""
    from fabgen.core.problems import nearest_hint
    from fabgen.figures.diagrams.catalogue import figure_names, film_names

    names = figure_names(spec) | {"film": film_names(spec)}
    figures_by_label = {f"{kind}:{figure}" if figure else kind: (kind, figure)
                        for kind, figures in names.items() for figure in figures or ("",) if kind != "film" or figure}
    if name in figures_by_label:
        return figures_by_label[name]
    named = [pair for pair in figures_by_label.values() if pair[1] == name]
    films = [pair for pair in named if pair[0] == "film"]
    views_by_label = ("film", "side", "top", "assembled")  # figures whose kind has to be written
    matches = films if films and suffix == "gif" else [pair for pair in named if pair[0] not in views_by_label]
    if len(matches) != 1:
        labels = " or ".join(map(":".join, matches))
        hint = f"did you mean {labels}?" if matches else nearest_hint(name, list(figures_by_label))
        raise click.BadParameter(f"there is no figure `{name}`: {hint}", param_hint="NAME")
    return matches[0]
