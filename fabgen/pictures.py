"""Figures of a game → files for people who lay out their own book: SVG, PDF and PNG, one by one or as a set with
an index.

A set is written whole or not at all, and replaces nothing but the set that stood there before.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from fabgen.base import FabgenError, Problem, Where, problem
from fabgen.disk import remove, told, write
from fabgen.manifest import safe
from fabgen.spec.load import Spec
from fabgen.swap import Place, Swap, carry_out, mend

if TYPE_CHECKING:
    from fabgen.figures.catalogue import Named
    from fabgen.figures.sized import Sized, Wish

FORMATS = ("svg", "pdf", "png")
THEMES = ("colour", "low", "bw", "etched")
INDEX = "index.csv"
HEAD = ("file", "figure", "caption", "alt text", "width mm", "height mm")
MARGIN = 2.0  # mm around a figure
DPI = 300


@dataclass(frozen=True)
class Look:
    """How a figure is inked: its theme, its margin in mm, its scale against its usual size, dots an inch of a PNG."""

    theme: str = "colour"
    margin: float = MARGIN
    scale: float = 1.0
    dpi: int = DPI


def render(figure: Named, suffixes: Collection[str], look: Look | None = None) -> dict[str, bytes]:
    """A figure in some of the formats svg, pdf and png, all of one size."""
    from fabgen.make.scaled import scaled_theme
    from fabgen.make.theme import load_theme
    from fabgen.write import pdf, png, svg

    look, out = look or Look(), dict[str, bytes]()
    theme = load_theme(look.theme)
    theme = theme if look.scale == 1.0 else scaled_theme(theme, look.scale)
    if "svg" in suffixes:
        out["svg"] = svg.write_drawing(figure.drawing, theme, look.margin, figure.caption, figure.alt,
                                       figure.language)
    if {"pdf", "png"} & set(suffixes):
        page = pdf.write_drawing(figure.drawing, theme, look.margin, title=figure.caption, subject=figure.alt,
                                 language=figure.language)
        out["pdf"] = page
    if "png" in suffixes:
        out["png"] = png.render(page, look.dpi)
    return {suffix: out[suffix] for suffix in suffixes}


def size_of(figure: Named, margin: float = MARGIN) -> tuple[float, float]:
    """Width and height in mm of the files of a figure."""
    width, height = figure.drawing.size()
    return width + 2 * margin, height + 2 * margin


def file_stem(reference: str) -> str:
    """What the files of a figure are called before their suffix.

    >>> file_stem("moves:war machine")
    'moves-war-machine'
    """
    return reference.replace(":", "-").replace(" ", "-")


def one_picture(spec: Spec, kind: str, name: str, suffix: str, wish: Wish, look: Look) -> tuple[bytes, Sized]:
    """A figure as a file under a wish; FabgenError where it is too small to be drawn."""
    made = _sized(spec, kind, name, wish)
    return _files(made, (suffix,), look)[suffix], made


@dataclass(frozen=True)
class Picture:
    """A file of a set, and what its line in the index says."""

    path: str
    data: bytes
    figure: Named
    size: tuple[float, float]


def picture_set(spec: Spec, formats: Sequence[str], wish: Wish, look: Look) -> tuple[list[Picture], list[Problem]]:
    """Every figure that stands alone and the components, in each format, and what cannot be read in them.

    Raises FabgenError with every figure that cannot be drawn so.
    """
    from fabgen.figures.catalogue import alone

    pictures, notes, problems = list[Picture](), list[Problem](), list[Problem]()
    for kind, name in [*alone(spec), ("components", "")]:
        try:
            made = _sized(spec, kind, name, wish)
        except FabgenError as error:
            problems += error.problems
            continue
        stem, size = file_stem(made.figure.reference), size_of(made.figure, made.margin)
        pictures += [Picture(f"{stem}.{suffix}", data, made.figure, size)
                     for suffix, data in _files(made, formats, look).items()]
        notes += made.notes
    if problems:
        raise FabgenError(problems)
    return pictures, notes


def _sized(spec: Spec, kind: str, name: str, wish: Wish) -> Sized:
    from fabgen.figures.sized import sized_figure
    from fabgen.words import load_words

    return sized_figure(spec, kind, name, wish, load_words(spec.game.language, spec.folder))


def _files(made: Sized, suffixes: Collection[str], look: Look) -> dict[str, bytes]:
    return render(made.figure, suffixes, replace(look, margin=made.margin, scale=made.scale))


def index(pictures: Sequence[Picture]) -> bytes:
    """The index of a set as CSV: a line a file. UTF-8 with its mark, so that spreadsheets read it right."""
    stream = io.StringIO()
    rows = csv.writer(stream)
    rows.writerow(HEAD)
    for one in pictures:
        width, height = (f"{side:.2f}" for side in one.size)
        rows.writerow((one.path, one.figure.reference, one.figure.caption, one.figure.alt, width, height))
    return stream.getvalue().encode("utf-8-sig")


def put_set(folder: Path, pictures: Sequence[Picture]) -> None:
    """Writes a set and its index into a folder: all of it, or nothing is changed.

    The files of a former set, those that its index lists, are replaced or removed. FabgenError where a file of the
    user's own stands in the way, or the disk refuses.
    """
    files = {one.path: one.data for one in pictures} | {INDEX: index(pictures)}
    place = Place(folder.resolve())
    former = _former(place.target)
    taken = [path for path in former if (place.target / path).is_file()]
    if found := [*_obstacles(place.target, files, taken)]:
        raise FabgenError(found)
    mend(place)
    try:
        _staged(place, files)
        carry_out(place, Swap(outs=tuple(taken), ins=tuple(files), fresh=not place.target.exists()))
    finally:
        if not place.journal.exists():  # else the next set mends what was cut off
            with suppress(OSError):
                remove(place.staging)


def _staged(place: Place, files: Mapping[str, bytes]) -> None:
    try:
        place.new.mkdir(parents=True)
        for path, data in files.items():
            write(place.new / safe(path), data)
    except OSError as error:
        raise told(error, place.shown(error)) from None


def _former(target: Path) -> list[str]:
    """The files of the set that stands here; none where there is no index of ours."""
    path = target / INDEX
    if not path.is_file():
        return []
    try:
        rows = list(csv.reader(io.StringIO(path.read_text("utf-8-sig"))))
    except (OSError, UnicodeDecodeError, csv.Error):
        return []
    if not rows or tuple(rows[0]) != HEAD:
        return []
    return [*(row[0] for row in rows[1:] if row and _plain(row[0])), INDEX]


def _plain(name: str) -> bool:
    try:
        return "/" not in safe(name) and name.rpartition(".")[2] in FORMATS
    except ValueError:
        return False


def _obstacles(target: Path, files: Collection[str], taken: Collection[str]) -> Iterator[Problem]:
    if target.exists() and not target.is_dir():
        what = "this is a file, and the set goes into a folder"
        raise problem(what, "choose another name with -o", Where(str(target)))
    for path in files:
        if (target / path).exists() and path not in taken:
            what = "this is not a file of a set that fabgen wrote, and stays as it is"
            yield Problem(Where(str(target / path)), what, "move it away, or write into another folder with -o")


__all__ = ["DPI", "FORMATS", "HEAD", "INDEX", "THEMES", "Look", "Picture", "file_stem", "index", "one_picture",
           "picture_set", "put_set", "render", "size_of"]
