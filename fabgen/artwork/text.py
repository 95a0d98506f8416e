"""Words → widths and outlines in the one font that print, laser and book share (Source Sans Pro, OFL).

Text is sized by the height of its capitals in mm, never by points, and every character is checked against the font
before it is drawn.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from typing import Any

from fabgen.artwork.path import (
    Curve,
    Line,
    Matrix,
    Path,
    Point,
    Segment,
    apply_matrix,
    point_bounds,
    rotation,
    scale_matrix,
    translation,
)
from fabgen.core.units import POINTS_PER_MM

ASCENT, DESCENT = 1.05, 0.33  # of a capital: the height of l and d above the base line, the depth of g and p below it
FONTS = {False: "SourceSansPro-Regular.ttf", True: "SourceSansPro-Bold.ttf"}


@dataclass(frozen=True)
class TextLine:
    """One line of text: `at` is on its base line, `cap` the height of a capital in mm, `angle` in degrees.

    `anchor` says whether `at` is the start, the middle or the end of the text.
    """

    string: str
    at: Point
    cap: float
    anchor: str = "middle"
    bold: bool = False
    angle: float = 0.0
    mirrored: bool = False

    def transformed(self, m: Matrix) -> TextLine:
        """The text under a move, a turn, a mirror and a uniform scale."""
        factor = math.sqrt(abs(m[0] * m[3] - m[1] * m[2]))
        heading = math.radians(self.angle)
        along = apply_matrix((m[0], m[1], m[2], m[3], 0.0, 0.0), (math.cos(heading), math.sin(heading)))
        flip = m[0] * m[3] - m[1] * m[2] < 0
        angle = math.degrees(math.atan2(along[1], along[0]))
        return replace(self, at=apply_matrix(m, self.at), cap=self.cap * factor, angle=round(angle, 9) % 360,
                       mirrored=self.mirrored != flip)


def font_file(bold: bool = False) -> Any:
    """The font's file as a package resource."""
    return files("fabgen") / "artwork" / "fonts" / FONTS[bold]


@lru_cache(maxsize=4)
def _font(bold: bool) -> Any:
    from fontTools.ttLib import TTFont

    return TTFont(str(font_file(bold)), lazy=True)


@lru_cache(maxsize=4)
def _metrics(bold: bool) -> tuple[dict[int, str], Any, float, Any]:
    font = _font(bold)
    return font.getBestCmap(), font["hmtx"], float(font["OS/2"].sCapHeight), font.getGlyphSet()


def missing_characters(string: str) -> list[str]:
    """The characters that the font cannot draw, in their order; empty when it has all."""
    cmaps = [_metrics(bold)[0] for bold in FONTS]
    return list(dict.fromkeys(c for c in string if not c.isprintable() or any(ord(c) not in cmap for cmap in cmaps)))


def text_width(string: str, cap: float, bold: bool = False) -> float:
    """The advance width of a line of text in mm."""
    return _advance(string, bold) * cap / _metrics(bold)[2]


@lru_cache(maxsize=4096)
def _advance(string: str, bold: bool) -> float:
    """The width of a line of text in the font's own units."""
    cmap, hmtx, *_ = _metrics(bold)
    return float(sum(hmtx[cmap[ord(c)]][0] for c in string))


def point_size(cap: float) -> float:
    """The font size in points whose capitals are `cap` mm high."""
    font = _font(False)
    return cap * float(font["head"].unitsPerEm) / float(font["OS/2"].sCapHeight) * POINTS_PER_MM


def text_matrix(text: TextLine) -> Matrix:
    """The matrix that puts a text, drawn from the origin at its own size in mm, in its place."""
    shift = {"start": 0.0, "middle": -0.5, "end": -1.0}[text.anchor] * text_width(text.string, text.cap, text.bold)
    c, s, *_ = rotation(text.angle)
    side = -1.0 if text.mirrored else 1.0
    along = (c, s)
    up = (-s * side, c * side)
    x, y = text.at
    return along[0], along[1], up[0], up[1], x + along[0] * shift, y + along[1] * shift


def text_bounds(text: TextLine) -> tuple[float, float, float, float]:
    """The bounds of a text in mm, from its ascenders down to its base line or, where it has them, its descenders."""
    width = text_width(text.string, text.cap, text.bold)
    low = -DESCENT * text.cap if any(c in "gjpqy,;()[]Q@|" for c in text.string) else 0.0
    high = ASCENT * text.cap
    corners = [(0.0, low), (width, low), (width, high), (0.0, high)]
    return point_bounds(apply_matrix(text_matrix(text), p) for p in corners)


def text_outlines(text: TextLine) -> tuple[tuple[Path, ...], ...]:
    """The glyphs of a text, each a tuple of closed contours; spaces are left out.

    Fill with the non-zero rule: the contours of a glyph may touch.
    """
    cmap, hmtx, height, _ = _metrics(text.bold)
    scale = text.cap / height
    m = text_matrix(text)
    pen_x, glyphs = 0.0, []
    for c in text.string:
        name = cmap[ord(c)]
        glyph = _glyph(name, text.bold)
        contours = (p.transformed(scale_matrix(scale)).transformed(translation(pen_x * scale, 0)) for p in glyph)
        glyphs.append(tuple(p.transformed(m) for p in contours))
        pen_x += hmtx[name][0]
    return tuple(contours for contours in glyphs if contours)


@lru_cache(maxsize=512)
def _glyph(name: str, bold: bool) -> tuple[Path, ...]:
    """A glyph's contours in font units; TrueType's quadratic curves become cubic ones, exactly."""
    from fontTools.pens.recordingPen import DecomposingRecordingPen

    glyphs = _metrics(bold)[3]
    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    contours: list[Path] = []
    start, position, segments = (0.0, 0.0), (0.0, 0.0), list[Segment]()
    for verb, points in pen.value:
        if verb == "moveTo":
            start = position = points[0]
            segments = []
        elif verb == "lineTo":
            segments.append(Line(points[0]))
            position = points[0]
        elif verb == "qCurveTo":
            segments += _cubics(position, points)
            position = points[-1]
        elif verb == "closePath":
            contours.append(Path(start, tuple(segments), closed=True))
    return tuple(contours)


def _cubics(start: Point, points: tuple[Point, ...]) -> list[Curve]:
    """TrueType's quadratic splines as cubic Béziers, exactly."""
    curves = []
    offs, last = points[:-1], points[-1]
    for i, off in enumerate(offs):
        to = last if i == len(offs) - 1 else ((off[0] + offs[i + 1][0]) / 2, (off[1] + offs[i + 1][1]) / 2)
        first = (start[0] + (off[0] - start[0]) * 2 / 3, start[1] + (off[1] - start[1]) * 2 / 3)
        second = (to[0] + (off[0] - to[0]) * 2 / 3, to[1] + (off[1] - to[1]) * 2 / 3)
        curves.append(Curve(first, second, to))
        start = to
    return curves
