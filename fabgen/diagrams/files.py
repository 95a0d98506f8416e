"""Figures of a game → files for people who lay out their own book: SVG, PDF, PNG and EPS, single or as a set with an
index and snippets.

A set is written whole or not at all, and replaces nothing but the former set in its folder.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from fabgen.core.files import disk_error, find_kind, read_text, remove_folder, write_file
from fabgen.core.journal import FileSwap, OutputPaths, recover_swap, swap_files
from fabgen.core.manifest import safe_path
from fabgen.core.problems import FabgenError, Location, Problem, problem_error
from fabgen.core.signals import delay_stop
from fabgen.diagrams.snippets import MARK, SNIPPETS, Snippet, write_snippets
from fabgen.spec.build_options import FIGURE_FORMATS
from fabgen.spec.load import Spec

if TYPE_CHECKING:
    from fabgen.diagrams.figure_size import SizedFigure, SizeWish
    from fabgen.diagrams.film_files import FilmTiming
    from fabgen.figures.diagrams.catalogue import NamedFigure

THEMES = ("colour", "low", "bw", "etched")
INDEX = "index.csv"
INDEX_HEADER = ("file", "figure", "caption", "alt text", "width mm", "height mm")
MARGIN = 2.0  # mm around a figure
DPI = 300


@dataclass(frozen=True)
class FigureStyle:
    """How a figure is rendered: its theme (a name or a file of the user), margin in mm, scale against its usual size,
    the dots per inch of a PNG, whether the words of an SVG stay text, and whether SVG and PNG have a white ground."""

    theme: str = "colour"
    margin: float = MARGIN
    scale: float = 1.0
    dpi: int = DPI
    has_live_text: bool = False
    has_ground: bool = True


def render_figure(figure: NamedFigure, suffixes: Collection[str], look: FigureStyle | None = None) -> dict[str, bytes]:
    """The bytes of a figure by suffix, in the formats `suffixes` (svg, pdf, png, eps), all of the same size."""
    from fabgen.artwork.export import eps, pdf, png
    from fabgen.artwork.export.layered_svg import LayeredStyle, write_layered
    from fabgen.artwork.themes import read_theme, scale_theme

    look, out = look or FigureStyle(), dict[str, bytes]()
    theme = read_theme(look.theme)
    theme = theme if look.scale == 1.0 else scale_theme(theme, look.scale)
    if "svg" in suffixes:
        style = LayeredStyle(look.margin, look.has_live_text, look.has_ground)
        out["svg"] = write_layered(figure.drawing, theme, style, figure.caption, figure.alt, figure.language,
                                   file_stem(figure.reference))
    if {"pdf", "png"} & set(suffixes):
        page = pdf.write_drawing(figure.drawing, theme, look.margin, file_stem(figure.reference), title=figure.caption,
                                 subject=figure.alt, language=figure.language)
        out["pdf"] = page
    if "png" in suffixes:
        render = png.render_page if look.has_ground else png.render_transparent_page
        out["png"] = render(page, look.dpi)
    if "eps" in suffixes:
        out["eps"] = eps.write_drawing(figure.drawing, theme, look.margin, figure.caption)
    return {suffix: out[suffix] for suffix in suffixes}


def check_theme(name: str, suffixes: Collection[str], *, has_live_text: bool) -> list[Problem]:
    """A warning about a font that a user's theme names and that no file would use. Raises FabgenError for every mistake
    in the theme."""
    from fabgen.artwork.themes import read_theme

    font = read_theme(name).font
    if not font or (has_live_text and "svg" in suffixes):
        return []
    what = f"`font: {font}` has no effect: only the live text of an SVG has a font of your own"
    return [Problem(Location(name), what, "write an SVG with --text live", "warning")]


def check_built_theme(name: str) -> None:
    """Raises FabgenError for every mistake in a theme, and for inks by which a build could not prove its diagrams."""
    from fabgen.artwork.drawing import Role
    from fabgen.artwork.themes import read_theme

    theme, problems = read_theme(name), list[Problem]()
    for role in (Role.SELF, Role.FORWARD, Role.MOVE, Role.CAPTURE):
        if not theme.inks[role].fill or theme.inks[role].stroke:
            what = "the marks of moves are proven in a build, and must be areas without an outline"
            problems.append(Problem(Location(name, key=f"inks.{role.value}"), what, "give a `fill` and no `stroke`"))
    if theme.inks[Role.MOVE_CELL].stroke:
        what = "the cells of moves are proven in a build, and must have no outline"
        problems.append(Problem(Location(name, key="inks.move cell"), what, "give a `fill` alone, or nothing"))
    if theme.inks[Role.GRID].fill or not theme.inks[Role.GRID].stroke:
        what = "the borders of cells must be lines alone in a build"
        problems.append(Problem(Location(name, key="inks.grid"), what, "give a `stroke` and no `fill`"))
    if theme.patterns and any(ink.hatch for ink in theme.inks.values()):
        what = "a build cannot prove figures with patterns"
        hint = "write `extends: colour` or `extends: etched`, without `patterns`; `fabgen diagram` takes any theme"
        problems.append(Problem(Location(name, key="patterns"), what, hint))
    if problems:
        raise FabgenError(problems)


def figure_file_size(figure: NamedFigure, margin: float = MARGIN) -> tuple[float, float]:
    """The width and height in mm of a figure's files, margins included."""
    width, height = figure.drawing.size()
    return width + 2 * margin, height + 2 * margin


def file_stem(reference: str) -> str:
    """The name of a figure's files without the suffix.

    >>> file_stem("moves:war machine")
    'moves-war-machine'
    """
    return reference.replace(":", "-").replace(" ", "-")


def render_one_figure(
    spec: Spec, kind: str, name: str, suffix: str, wish: SizeWish, look: FigureStyle, timing: FilmTiming | None = None
) -> tuple[bytes, SizedFigure]:
    """A figure as a file in the size that the user wishes; `timing` is that of a film. Raises FabgenError where it is
    too small to be drawn."""
    figure = _draw_figure(spec, kind, name, wish)
    if kind == "film":
        return _render_film(figure, suffix, look, timing), figure
    return _render_sized(figure, (suffix,), look)[suffix], figure


@dataclass(frozen=True)
class FigureFile:
    """A file of a set, with the content of its line in the index."""

    path: str
    data: bytes
    figure: NamedFigure
    size: tuple[float, float]


def render_figure_set(
    spec: Spec, formats: Sequence[str], wish: SizeWish, look: FigureStyle
) -> tuple[list[FigureFile], list[Problem]]:
    """The files of every stand-alone figure and of the components, in each format, and notes about what is too small to
    be read. Raises FabgenError with a Problem for every figure that cannot be drawn in the wished size."""
    from fabgen.figures.diagrams.catalogue import stand_alone_figures

    pictures, notes, problems = list[FigureFile](), list[Problem](), list[Problem]()
    for kind, name in [*stand_alone_figures(spec), ("components", "")]:
        try:
            sized = _draw_figure(spec, kind, name, wish)
        except FabgenError as error:
            problems += error.problems
            continue
        stem, size = file_stem(sized.figure.reference), figure_file_size(sized.figure, sized.margin)
        pictures += [FigureFile(f"{stem}.{suffix}", data, sized.figure, size)
                     for suffix, data in _render_sized(sized, formats, look).items()]
        notes += sized.notes
    if problems:
        raise FabgenError(problems)
    return pictures, notes


def _draw_figure(spec: Spec, kind: str, name: str, wish: SizeWish) -> SizedFigure:
    from fabgen.diagrams.figure_size import draw_sized_figure

    return draw_sized_figure(spec, kind, name, wish, spec.words)


def _render_sized(sized: SizedFigure, suffixes: Collection[str], look: FigureStyle) -> dict[str, bytes]:
    return render_figure(sized.figure, suffixes, replace(look, margin=sized.margin, scale=sized.scale))


def _render_film(sized: SizedFigure, suffix: str, look: FigureStyle, timing: FilmTiming | None) -> bytes:
    """A film as SVG or GIF."""
    from fabgen.artwork.export.layered_svg import LayeredStyle
    from fabgen.artwork.themes import read_theme, scale_theme
    from fabgen.diagrams.film_files import FilmTiming, write_film_gif, write_film_svg

    figure, times, theme = sized.figure, timing or FilmTiming(), read_theme(look.theme)
    theme = theme if sized.scale == 1.0 else scale_theme(theme, sized.scale)
    if suffix == "gif":
        return write_film_gif(figure, theme, sized.margin, look.dpi, times)
    style = LayeredStyle(sized.margin, look.has_live_text, look.has_ground)
    return write_film_svg(figure, theme, style, times, file_stem(figure.reference))


def write_index(pictures: Sequence[FigureFile]) -> bytes:
    """The index of a set as CSV, one line for each file. UTF-8 with a byte order mark, so that spreadsheets read it
    correctly."""
    stream = io.StringIO()
    rows = csv.writer(stream)
    rows.writerow(INDEX_HEADER)
    for picture in pictures:
        width, height = (f"{side:.2f}" for side in picture.size)
        figure = picture.figure
        rows.writerow((picture.path, figure.reference, figure.caption, figure.alt, width, height))
    return stream.getvalue().encode("utf-8-sig")


def list_snippets(pictures: Sequence[FigureFile]) -> dict[str, bytes]:
    """The files of snippets of a set, by name."""
    figures = dict[str, dict[str, Snippet]]()
    for picture in pictures:
        snippet = Snippet(picture.path, picture.figure.caption, picture.figure.alt, picture.size[0])
        figures.setdefault(picture.figure.reference, {})[picture.path.rpartition(".")[2]] = snippet
    return write_snippets(figures.values())


def write_figure_set(folder: Path, pictures: Sequence[FigureFile]) -> None:
    """Writes a set, its index and its snippets into a folder, as a whole or not at all.

    The files of a former set, which its index lists, are replaced or removed. Raises FabgenError where a file of the
    user's is in the way, or where the disk cannot be written.
    """
    files = {picture.path: picture.data for picture in pictures} | {INDEX: write_index(pictures)}
    files |= list_snippets(pictures)
    place = OutputPaths(Path(os.path.realpath(folder)))
    replaced = [path for path in _former_paths(place.target) if find_kind(place.target / path) == "file"]
    if problems := [*_obstacles(place.target, files, replaced)]:
        raise FabgenError(problems)
    with delay_stop():
        recover_swap(place)
        try:
            _stage_files(place, files)
            swap_files(place, FileSwap(outs=tuple(replaced), ins=tuple(files), fresh=not find_kind(place.target)))
        finally:
            if not os.path.lexists(place.journal):  # else the swap was not undone, and the next call finishes it
                with suppress(OSError):
                    remove_folder(place.staging)


def _stage_files(place: OutputPaths, files: Mapping[str, bytes]) -> None:
    try:
        place.new.mkdir(parents=True)
        for path, data in files.items():
            write_file(place.new / safe_path(path), data)
    except OSError as error:
        raise disk_error(error, place.user_path(error)) from None


def _former_paths(target: Path) -> list[str]:
    """The files of the set in this folder, its index included. Empty where there is no index that fabgen wrote."""
    path = target / INDEX
    try:
        rows = list(csv.reader(io.StringIO(read_text(path))))
    except (FabgenError, csv.Error):
        return []
    if not rows or tuple(rows[0]) != INDEX_HEADER:
        return []
    snippets = [name for name in SNIPPETS if _is_snippet_file(target / name)]
    return [*(row[0] for row in rows[1:] if row and _is_picture_name(row[0])), INDEX, *snippets]


def _is_snippet_file(path: Path) -> bool:
    """True for a file of snippets that fabgen wrote, as its first line says."""
    try:
        return MARK in read_text(path).partition("\n")[0]
    except FabgenError:
        return False


def _is_picture_name(name: str) -> bool:
    """True for a file name without folders and with the suffix of a picture."""
    try:
        return "/" not in safe_path(name) and name.rpartition(".")[2] in FIGURE_FORMATS
    except ValueError:
        return False


def _obstacles(target: Path, files: Collection[str], replaced: Collection[str]) -> Iterator[Problem]:
    """A Problem for each file in the way of a set: one that is there but not in `replaced`."""
    if find_kind(target) not in ("", "folder"):
        message = "this is a file, and the set goes into a folder"
        raise problem_error(message, "choose another name with -o", Location(str(target)))
    for path in files:
        if find_kind(target / path) and path not in replaced:
            message = "this is not a file of a set that fabgen wrote, and stays as it is"
            yield Problem(Location(str(target / path)), message, "move it away, or write into another folder with -o")


__all__ = [
    "DPI",
    "INDEX",
    "INDEX_HEADER",
    "THEMES",
    "FigureFile",
    "FigureStyle",
    "check_built_theme",
    "check_theme",
    "figure_file_size",
    "file_stem",
    "list_snippets",
    "render_figure",
    "render_figure_set",
    "render_one_figure",
    "write_figure_set",
    "write_index",
]
