"""Words → widths and outlines in the one font that print, laser and book share (Source Sans Pro, OFL).

Text is sized by the height of its capitals in mm, never by points, and every character is checked against the font
before it is drawn.
"""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from typing import Any

from fabgen.artwork.font_metrics import FontMetrics, read_font_metrics
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

ASCENT, DESCENT = 1.05, 0.33  # of a capital's height: how far l and d reach above the base line, g and p below it
FONTS = {False: "SourceSansPro-Regular.ttf", True: "SourceSansPro-Bold.ttf"}
ITALIC = "SourceSansPro-It.ttf"
LEVEL = (1.0, 0.0, 0.0, 1.0)  # the matrix of a text that is neither turned nor mirrored, without its place


@dataclass(frozen=True)
class TextLine:
    """One line of text. `at` is on its base line, `cap` is the height of a capital in mm, `angle` is in degrees.

    `anchor` is `start`, `middle` or `end`: the point of the text that is at `at`. `tracking`, in capitals, is what is
    added between two letters.
    """

    string: str
    at: Point
    cap: float
    anchor: str = "middle"
    bold: bool = False
    angle: float = 0.0
    mirrored: bool = False
    tracking: float = 0.0

    def transformed(self, m: Matrix) -> TextLine:
        """The text under a move, a turn, a mirror and a uniform scale."""
        if m[:4] == LEVEL and self.angle == 0:  # most are moved only
            (x, y), (*_, dx, dy) = self.at, m
            return TextLine(self.string, (x + dx, y + dy), self.cap, self.anchor, self.bold, 0.0, self.mirrored,
                            self.tracking)
        factor = math.sqrt(abs(m[0] * m[3] - m[1] * m[2]))
        heading = math.radians(self.angle)
        direction = apply_matrix((m[0], m[1], m[2], m[3], 0.0, 0.0), (math.cos(heading), math.sin(heading)))
        is_flipped = m[0] * m[3] - m[1] * m[2] < 0
        angle = math.degrees(math.atan2(direction[1], direction[0]))
        return replace(self, at=apply_matrix(m, self.at), cap=self.cap * factor, angle=round(angle, 9) % 360,
                       mirrored=self.mirrored != is_flipped)


def font_file(bold: bool = False) -> Any:
    """The font's file as a package resource."""
    return files("fabgen") / "artwork" / "fonts" / FONTS[bold]


@lru_cache(maxsize=4)
def _metrics(bold: bool) -> FontMetrics:
    """The sizes of the font and the widths of its characters, read once."""
    return read_font_metrics(font_file(bold).read_bytes())


@lru_cache(maxsize=1)
def _known_characters() -> frozenset[str]:
    """The printable characters that the font has, regular and bold."""
    regular, bold = (_metrics(bold).advances for bold in FONTS)
    return frozenset(c for c in map(chr, regular.keys() & bold.keys()) if c.isprintable())


def missing_characters(string: str) -> list[str]:
    """The characters that the font cannot draw, each once, in their order."""
    known = _known_characters()
    return list(dict.fromkeys(c for c in string if c not in known))


_GREEK = re.compile("[\u0370-\u03ff\u1f00-\u1fff]+")
_GREEK_ACCENTS = re.compile("[\u0300\u0301\u0313\u0314\u0342]")


def write_capitals(string: str) -> str:
    """The text in capitals. Greek capitals carry no accents.

    >>> write_capitals("Café Δέλτα")
    'CAFÉ ΔΕΛΤΑ'
    """
    def bare(greek: re.Match[str]) -> str:
        return unicodedata.normalize("NFC", _GREEK_ACCENTS.sub("", unicodedata.normalize("NFD", greek[0])))

    return _GREEK.sub(bare, string).upper()


def replace_missing(string: str) -> str:
    """The text with a question mark for each character that the font cannot draw, except line breaks and spaces that
    keep words together.

    >>> replace_missing("stock \N{GRINNING FACE}")
    'stock ?'
    """
    missing = {*missing_characters(string)} - {"\n", "\N{NO-BREAK SPACE}"}
    return "".join("?" if c in missing else c for c in string)



def has_italics(string: str) -> bool:
    """Whether the italic face, which has fewer characters than the upright one, has all of a text."""
    return string.isascii() or all(ord(c) in _italic_characters() for c in string if c.isprintable())


@lru_cache(maxsize=1)
def _italic_characters() -> frozenset[int]:
    from fontTools.ttLib import TTFont

    with TTFont(str(files("fabgen") / "artwork" / "fonts" / ITALIC), lazy=True) as font:
        return frozenset(font.getBestCmap())


def text_width(string: str, cap: float, bold: bool = False) -> float:
    """The width of a line of text in mm, from its start to where a further letter would start.

    A character that the font does not have counts as one em: checks that measure meet it beside those that report it.
    """
    return _advance(string, bold) * cap / _metrics(bold).cap_height


def line_width(text: TextLine) -> float:
    """The width of a text in mm, with what is added between its letters."""
    return text_width(text.string, text.cap, text.bold) + letters_added(text)


def start_shift(text: TextLine) -> float:
    """How far along its base line from the point where it is placed a text begins, in mm: 0 or less."""
    return {"start": 0.0, "middle": -0.5, "end": -1.0}[text.anchor] * line_width(text)


def letters_added(text: TextLine) -> float:
    """What is added between the letters of a text, in mm."""
    return text.tracking * text.cap * max(len(text.string) - 1, 0)


@lru_cache(maxsize=4096)
def _advance(string: str, bold: bool) -> float:
    """The width of a line of text in the font's own units."""
    font = _metrics(bold)
    return float(sum(font.advances.get(ord(c), font.em) for c in string))


def point_size(cap: float) -> float:
    """The font size in points whose capitals are `cap` mm high."""
    font = _metrics(False)
    return cap * font.em / font.cap_height * POINTS_PER_MM


def cap_height(points: float) -> float:
    """The height in mm of the capitals of a font size in points."""
    font = _metrics(False)
    return points / POINTS_PER_MM * font.cap_height / font.em


def text_matrix(text: TextLine) -> Matrix:
    """The matrix that puts a text, drawn from the origin at its own size in mm, in its place."""
    shift = start_shift(text)
    c, s, *_ = rotation(text.angle)
    up_sign = -1.0 if text.mirrored else 1.0
    direction = (c, s)
    up = (-s * up_sign, c * up_sign)
    x, y = text.at
    return direction[0], direction[1], up[0], up[1], x + direction[0] * shift, y + direction[1] * shift


def text_bounds(text: TextLine) -> tuple[float, float, float, float]:
    """The bounds of a text in mm: from its ascenders down to its base line, or down to its descenders if it has any."""
    width = line_width(text)
    low = -DESCENT * text.cap if any(c in "gjpqy,;()[]Q@|" for c in text.string) else 0.0
    high = ASCENT * text.cap
    matrix = text_matrix(text)
    if matrix[:4] == LEVEL:  # most texts
        x, y = matrix[4:]
        return x, low + y, width + x, high + y
    corners = [(0.0, low), (width, low), (width, high), (0.0, high)]
    return point_bounds(apply_matrix(matrix, corner) for corner in corners)


def text_outlines(text: TextLine) -> tuple[tuple[Path, ...], ...]:
    """The glyphs of a text at its place, each a tuple of closed contours. Spaces are left out.

    They must be filled by the non-zero rule, because the contours of a glyph may touch.
    """
    metrics, names = _metrics(text.bold), _glyphs(text.bold)[0]
    scale = text.cap / metrics.cap_height
    m = text_matrix(text)
    pen_x, glyphs = 0.0, []
    for c in text.string:
        contours, along = _scaled_glyph(names[ord(c)], text.bold, scale), translation(pen_x * scale, 0)
        glyphs.append(tuple(p.transformed(along).transformed(m) for p in contours))
        pen_x += metrics.advances[ord(c)] + text.tracking * metrics.cap_height
    return tuple(contours for contours in glyphs if contours)


@lru_cache(maxsize=4)
def _glyphs(bold: bool) -> tuple[dict[int, str], Any]:
    """The names of the glyphs by character code, and the glyphs by name."""
    from fontTools.ttLib import TTFont

    font = TTFont(str(font_file(bold)), lazy=True)
    return font.getBestCmap(), font.getGlyphSet()


@lru_cache(maxsize=2048)  # words of a figure have few sizes
def _scaled_glyph(name: str, bold: bool, scale: float) -> tuple[Path, ...]:
    """A glyph's contours, so many times as large as in font units."""
    return tuple(path.transformed(scale_matrix(scale)) for path in _glyph(name, bold))


@lru_cache(maxsize=512)
def _glyph(name: str, bold: bool) -> tuple[Path, ...]:
    """A glyph's contours in font units. TrueType's quadratic curves become cubic ones, exactly."""
    from fontTools.pens.recordingPen import DecomposingRecordingPen

    glyphs = _glyphs(bold)[1]
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
    """A quadratic spline of TrueType as cubic Béziers, exactly."""
    curves = []
    control_points, end_point = points[:-1], points[-1]
    for i, control in enumerate(control_points):
        to = (
            end_point
            if i == len(control_points) - 1
            else ((control[0] + control_points[i + 1][0]) / 2, (control[1] + control_points[i + 1][1]) / 2)
        )
        first = (start[0] + (control[0] - start[0]) * 2 / 3, start[1] + (control[1] - start[1]) * 2 / 3)
        second = (to[0] + (control[0] - to[0]) * 2 / 3, to[1] + (control[1] - to[1]) * 2 / 3)
        curves.append(Curve(first, second, to))
        start = to
    return curves
