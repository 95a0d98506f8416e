"""Drawings → Encapsulated PostScript, for layout programs and printers that take no PDF. Level 2, plain ASCII.

Paths, fills and strokes are those of the PDF, number by number: the code of a PDF path is PostScript under a prolog of
six short names. Words are outlines, because the fonts of a PostScript printer are not ours. Nothing is painted under
the drawing. Groups are comments.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

from fabgen.artwork.drawing import Drawing, Lettering, Shape
from fabgen.artwork.export.pdf import PathPen, trace_path
from fabgen.artwork.path import Path
from fabgen.artwork.text import text_outlines
from fabgen.artwork.themes import WIDTH, ResolvedInk, Theme, hatch_box, resolve_ink
from fabgen.core.units import POINTS_PER_MM, format_number

PROLOG = """\
%%BeginProlog
8 dict begin
/n {newpath} bind def
/m {moveto} bind def
/l {lineto} bind def
/c {curveto} bind def
/h {closepath} bind def
%%EndProlog"""
LONGEST = 200  # characters of a comment; PostScript's conventions allow 255 a line


def write_drawing(drawing: Drawing, theme: Theme, margin: float = 2.0, title: str = "") -> bytes:
    """A picture that fits the drawing with a margin in mm, which other documents may include. The title loses what is
    not ASCII."""
    x0, y0, x1, y1 = drawing.bounds()
    width, height = ((side + 2 * margin) * POINTS_PER_MM for side in (x1 - x0, y1 - y0))
    lines = [
        "%!PS-Adobe-3.0 EPSF-3.0",
        f"%%BoundingBox: 0 0 {math.ceil(width - 1e-6)} {math.ceil(height - 1e-6)}",
        f"%%HiResBoundingBox: 0 0 {format_number(width, 4)} {format_number(height, 4)}",
        "%%Creator: fabgen",
        f"%%Title: {_comment(title)}",
        "%%LanguageLevel: 2",
        "%%EndComments",
        PROLOG,
        f"gsave {format_number(POINTS_PER_MM, 9)} dup scale 1 setlinecap 1 setlinejoin",
    ]
    group = ""
    for item in drawing.moved(margin - x0, margin - y0).items:
        ink = resolve_ink(theme, item.role, item.tone)
        if ink is None:
            continue
        if item.group != group:
            group = item.group
            lines.append(f"% group: {_comment(group)}")
        lines += _paint_words(item, ink) if isinstance(item, Lettering) else _paint_shape(item, ink)
    return ("\n".join([*lines, "grestore end", "%%EOF"]) + "\n").encode("ascii")


def _comment(text: str) -> str:
    """A text as it may stand in a comment: in one line, ASCII, not too long."""
    return "".join(c if " " <= c <= "~" else "?" for c in text)[:LONGEST]


def _paint_shape(shape: Shape, ink: ResolvedInk) -> Iterator[str]:
    """The fill of a shape by the even-odd rule, its pattern and its outline."""
    outline, is_closed = _path_code(shape.paths), all(path.closed for path in shape.paths)
    yield outline
    if is_closed and ink.fill:
        yield f"gsave {_colour(ink.fill, ink.grey)} eofill grestore"
    if is_closed and ink.fill and ink.pattern != "plain":
        yield from _paint_hatch(shape, ink)
    if ink.stroke:
        dash = " ".join(["[", *map(format_number, ink.dash or ()), "]"])
        yield f"{_colour(ink.stroke, ink.grey)} {format_number(ink.width)} setlinewidth {dash} 0 setdash stroke"


def _paint_hatch(shape: Shape, ink: ResolvedInk) -> Iterator[str]:
    """The pattern of a tone, clipped to a shape, which is the path."""
    yield f"gsave eoclip {_colour(ink.hatch or '#000000', ink.grey)} {WIDTH} setlinewidth [ ] 0 setdash"
    for paths, paint in zip(hatch_box(ink.pattern, shape.bounds()), ("stroke", "fill"), strict=True):
        if paths:
            yield f"{_path_code(paths)} {paint}"
    yield "grestore"


def _paint_words(item: Lettering, ink: ResolvedInk) -> Iterator[str]:
    """The outlines of words, filled by the non-zero rule, as fonts are."""
    paths = [path for glyph in text_outlines(item.text) for path in glyph]
    if paths:
        yield f"{_path_code(paths)} {_colour(ink.fill or ink.stroke or '#000000', ink.grey)} fill"


def _path_code(paths: Iterable[Path]) -> str:
    """The code of paths, one step a line."""
    pen: Any = PathPen()
    for path in paths:
        trace_path(pen, path)
    return "\n".join(pen.code)


def _colour(colour: str, grey: bool) -> str:
    """The code that sets a colour `#rrggbb`, as a grey if `grey`."""
    levels = [format_number(int(colour[n : n + 2], 16) / 255, 4) for n in (1, 3, 5)]
    return f"{levels[0]} setgray" if grey else f"{' '.join(levels)} setrgbcolor"


__all__ = ["write_drawing"]
