"""Words → lines that a laser follows once, in fabgen's own font: lines and arcs, legible from 2.5 mm. Large bold words
have the letters of the printing font, filled with lines.

Each text takes the width that it has in the printing font, so that everything around it stays in place. If its letters
are wider, they are made smaller. Accents are set over their letters. `missing_stroke_characters` lists the characters
that the font lacks.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fabgen.artwork.path import (
    QUARTER,
    SEMICIRCLE,
    Arc,
    Line,
    Path,
    Point,
    Segment,
    line,
    path_bounds,
    polygon,
    scale_matrix,
    translation,
)
from fabgen.artwork.text import TextLine, letters_added, text_matrix, text_outlines, text_width

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

CAP, LOW = 6.0, 4.0  # the height of capitals and small letters, in units of the font
# Of the capitals, and in mm at most: from a line of words of medium weight to the one around it.
MEDIUM_SHARE, MEDIUM_PASS = 0.04, 0.2
MEDIUM_FACE = 2.2  # mm: the least capitals of these words
DOT = 0.15  # of the capitals: a closed stroke no larger than that is a dot, which would grow into its letter
BOLD_PASS, FLAT = 0.22, 0.01  # mm: from a line of bold words to those beside it; flattening of curves
BOLD_FACE = 2.4  # mm: bold words with such capitals, or larger ones, have the letters of the printing font
NARROW = 0.1  # mm: no two lines of a filled letter are nearer to each other
SPECK, STEP = 0.08, 0.08  # mm: the widest gap that lines leave; between the points of an outline whose middle is sought
FILLED_LINE = 0.2  # mm: how wide a scored line is at least: in acrylic
SAME_LINE, CROSSING = 0.02, 0.06  # mm: lines that are nearer are one where they are so for a longer way
ROUND = 8  # parts of a quarter of a circle about the corners of lines and gaps
MOST_PASSES = 100  # lines that fill half the breadth of a letter: more than any border has room for
LEAST, SPACE = 0.9, 0.6  # units: the least gap between two letters, and the width of a space
OVER = 0.9  # units: the gap between a letter and its accent
EIGHTH, WIDER = math.tan(math.pi / 16), math.tan(3 * math.pi / 16)
BULGES = {"": 0.0, "(": QUARTER, ")": -QUARTER, "[": SEMICIRCLE, "]": -SEMICIRCLE, "<": EIGHTH, ">": -EIGHTH,
          "{": WIDER, "}": -WIDER}  # a sign before a point: an arc to it, to the left or right, by 90, 180, 45 or 135°
BOWL = "3.2,3.0628 2.7314,3.5314 {0,2.4 0,1.6 {2.7314,0.4686 3.2,0.9372"  # of d, g, q: branches off the stem
ARCH = "0,3.0628 0.4686,3.5314"  # where b, h, n, p, r branch off: never along the stem, which would be burnt twice
BELLY = f"{ARCH} }}3.2,2.4 3.2,1.6 }}0.4686,0.4686 0,0.9372"  # of b and p


def _dot(x: float, y: float, radius: float = 0.3) -> str:
    """A small circle as a line of LETTERS; `x` is its left end, `y` the height of its middle."""
    return f"{x},{y} [{x + 2 * radius},{y} [{x},{y}"


# The lines of a letter, separated by semicolons; its left end and the base line are at 0.
LETTERS: dict[str, str] = {
    "A": "0,0 2,6 4,0;0.6667,2 3.3333,2",
    "B": "0,3 2.4,3 (3.9,4.5 (2.4,6 0,6 0,0 2.4,0 (3.9,1.5 <3.4607,2.5607 2.92,3.1",
    "C": "3.4142,5.4142 {0,4 0,2 {3.4142,0.5858",
    "D": "0,0 0,6 1,6 )4,3 )1,0 0,0",
    "E": "3.5,6 0,6 0,0 3.5,0;0,3 2.8,3",
    "F": "3.5,6 0,6 0,0;0,3 2.8,3",
    "G": "3.4142,5.4142 {0,4 0,2 [4,2 4,2.8 2.4,2.8",
    "H": "0,0 0,6;3.8,0 3.8,6;0,3 3.8,3",
    "I": "0,0 0,6",
    "J": "2.8,6 2.8,1.4 ]0,1.4",
    "K": "0,0 0,6;3.8,6 0,2.2;1.3,3.5 3.8,0",
    "L": "0,6 0,0 3.2,0",
    "M": "0,0 0,6 2.3,2 4.6,6 4.6,0",
    "N": "0,0 0,6 3.8,0 3.8,6",
    "O": "4,4 [0,4 0,2 [4,2 4,4",
    "P": "0,0 0,6 2.2,6 ]2.2,2.8 0,2.8",
    "Q": "4,4 [0,4 0,2 [4,2 4,4;2.5,1.5 4.2,-0.5",
    "R": "0,0 0,6 2.2,6 ]2.2,2.8 0,2.8;2,2.8 3.8,0",
    "S": "3.5,4.6 (2.1,6 1.5,6 (0,4.5 (1.5,3 2.1,3 )3.6,1.5 )2.1,0 1.4,0 )0,1.4",
    "T": "0,6 4,6;2,6 2,0",
    "U": "0,6 0,1.9 [3.8,1.9 3.8,6",
    "V": "0,6 2,0 4,6",
    "W": "0,6 1.4,0 2.9,5 4.4,0 5.8,6",
    "X": "0,0 3.8,6;0,6 3.8,0",
    "Y": "0,6 1.9,3 3.8,6;1.9,3 1.9,0",
    "Z": "0,6 3.8,6 0,0 3.8,0",
    "a": "0.2,3.6 >1.1657,4 1.9,4 )3.1,2.8 3.1,0;3.1,2.3 1.15,2.3 [1.15,0 1.5,0 <2.3,0.3314 3.1,1.1314",
    "b": f"0,6 0,0;{BELLY}",
    "c": "2.7314,3.5314 {0,2.4 0,1.6 {2.7314,0.4686",
    "d": f"{BOWL};3.2,6 3.2,0",
    "e": "0,2 3.2,2 3.2,2.4 [0,2.4 0,1.6 {2.7314,0.4686",
    "f": "2.3,6 2,6 (0.8,4.8 0.8,0;0,4 2.1,4",
    "g": f"{BOWL};3.2,4 3.2,-0.4 }}0.4686,-1.5314",
    "h": f"0,6 0,0;{ARCH} }}3.2,2.4 3.2,0",
    "i": "0.3,4 0.3,0;" + _dot(0, 5.3),
    "j": "0.9,4 0.9,-1.1 )0,-2;" + _dot(0.6, 5.3),
    "k": "0,6 0,0;2.8,4 0,1.2;1,2.2 3,0",
    "l": "0,6 0,0.9 (0.9,0 1.1,0",
    "m": "0,4 0,0;0,3.2678 0.3661,3.6339 }2.5,2.75 2.5,0;2.45,3.2178 2.8661,3.6339 }5,2.75 5,0",
    "n": f"0,4 0,0;{ARCH} }}3.2,2.4 3.2,0",
    "o": "3.2,2.4 [0,2.4 0,1.6 [3.2,1.6 3.2,2.4",
    "p": f"0,4 0,-2;{BELLY}",
    "q": f"{BOWL};3.2,4 3.2,-2",
    "r": f"0,4 0,0;{ARCH} >1.6,4 2.1,4",
    "s": "2.6,3.1 (1.7,4 1,4 (0,3 (1,2 1.7,2 )2.7,1 )1.7,0 0.9,0 )0,0.9",
    "t": "0.9,5.4 0.9,1 (1.9,0 2.3,0;0,4 2.2,4",
    "u": "0,4 0,1.6 {2.7314,0.4686 3.2,0.9372;3.2,4 3.2,0",
    "v": "0,4 1.6,0 3.2,4",
    "w": "0,4 1.1,0 2.3,3.4 3.5,0 4.6,4",
    "x": "0,0 2.9,4;0,4 2.9,0",
    "y": "0,4 1.7,0;3.4,4 0.85,-2",
    "z": "0,4 2.9,4 0,0 2.9,0",
    "0": "3.6,4.2 [0,4.2 0,1.8 [3.6,1.8 3.6,4.2",
    "1": "0,4.6 1.5,6 1.5,0",
    "2": "0,4.2 ]3.6,4.2 >3.0728,2.9272 0.1456,0 3.6,0",
    "3": "0.2,6 3.4,6 1.8,3.6 )3.6,1.8 ]0,1.8",
    "4": "2.8,0 2.8,6 0,1.8 3.8,1.8",
    "5": "3.3,6 0.3,6 0.3,3.6 1.8,3.6 )3.6,1.8 ]0,1.8",
    "6": "3.2,6 (0,2.8 0,1.8 [3.6,1.8 {0.5272,3.0728 0,2.5456",
    "7": "0,6 3.6,6 1.2,0",
    "8": "0.35,4.55 [3.25,4.55 [0.35,4.55;0.15,1.65 [3.45,1.65 [0.15,1.65",
    "9": "0.4,0 (3.6,3.2 3.6,4.2 [0,4.2 {3.0728,2.9272 3.6,3.4544",
    ".": _dot(0, 0.3), ",": "0.4,0.5 0,-0.9", ":": _dot(0, 0.3) + ";" + _dot(0, 3.2),
    ";": "0.4,0.5 0,-0.9;" + _dot(0.1, 3.2), "-": "0,2.4 2,2.4", "\N{EN DASH}": "0,2.4 3.2,2.4",
    "'": "0,6 0,4.6", "\N{RIGHT SINGLE QUOTATION MARK}": "0.4,6 0,4.6", '"': "0,6 0,4.6;1,6 1,4.6",
    "!": "0.3,6 0.3,1.8;" + _dot(0, 0.3), "?": "0,4.4 ]3.2,4.4 )1.6,2.8 1.6,1.8;" + _dot(1.3, 0.3),
    "(": "1.4,6.6 (1.4,-0.8", ")": "0,6.6 )0,-0.8", "/": "0,-0.6 2.8,6.6", "_": "0,-0.8 3.6,-0.8",
    "+": "0,2.6 3.4,2.6;1.7,4.3 1.7,0.9", "=": "0,3.4 3.2,3.4;0,1.8 3.2,1.8",
    "\N{MULTIPLICATION SIGN}": "0,1.2 2.6,3.8;0,3.8 2.6,1.2", "\N{MIDDLE DOT}": _dot(0, 3),
    "*": "0,3.2 2.4,5.6;0,5.6 2.4,3.2",
    "&": "3.9,0 0.7,4.4 )1.8,6 )2.9,4.8 2.6,4 0.4,2.3 (1.5,0 3.9,2.4",
    "#": "0.6,0 1.6,6;2.6,0 3.6,6;0,2 4,2;0.2,4 4.2,4",
    "\N{DEGREE SIGN}": _dot(0, 5.3, 0.7),
    "\N{LATIN SMALL LETTER SHARP S}": "0,0 0,4.6 ]2.8,4.6 >2.3899,3.6101 1.6,3.2 )3.2,1.6 )1.6,0 0.9,0",
    "\N{LATIN SMALL LETTER DOTLESS I}": "0.3,4 0.3,0", " ": "",
    "Æ": "0,0 3,6 6.2,6;3,6 3,0 6.2,0;3,3 5.6,3;1,2 3,2",
    "æ": "0.2,3.6 >1.1657,4 1.9,4 )3.1,2.8;3.1,2.3 1.15,2.3 [1.15,0 1.5,0 <2.3,0.3314 3.1,1.1314;"
         "3.1,2 6.3,2 6.3,2.4 [3.1,2.4 3.1,1.6 {5.8314,0.4686",
    "Œ": "6.6,6 2,6 (0,4 0,2 (2,0 6.6,0;3.6,6 3.6,0;3.6,3 6,3",
    "œ": "3.2,2.4 [0,2.4 0,1.6 [3.2,1.6 3.2,2.4;3.2,2 6.4,2 6.4,2.4 {3.6686,3.5314 3.0984,2.9612;"
         "3.0984,1.0388 3.6686,0.4686 (5.9314,0.4686",  # the e branches off the o, along which it would be burnt twice
    "Ø": "4,4 [0,4 0,2 [4,2 4,4;0.2,-0.5 3.8,6.5", "ø": "3.2,2.4 [0,2.4 0,1.6 [3.2,1.6 3.2,2.4;0.3,-0.5 2.9,4.5",
    "Ð": "0,0 0,6 1,6 )4,3 )1,0 0,0;-0.8,3 1.6,3", "ð": "0.6,6 1.4,5.6 >3.2,2.4 3.2,1.6 ]0,1.6 0,2.4 }2.7314,3.5314;"
                                                        "0.9,4.5 2.7,5.8",
    "Đ": "0,0 0,6 1,6 )4,3 )1,0 0,0;-0.8,3 1.6,3", "đ": f"{BOWL};3.2,6 3.2,0;1.8,5.2 4.2,5.2",
    "Þ": "0,6 0,0;0,4.7 2.2,4.7 ]2.2,1.5 0,1.5", "þ": f"0,6 0,-2;{BELLY}",
    "Ł": "0,6 0,0 3.2,0;-0.9,2.4 1.7,3.8", "ł": "0,6 0,0.9 (0.9,0 1.1,0;-0.9,2.6 1.1,3.8",
    "Ħ": "0,0 0,6;3.8,0 3.8,6;0,3 3.8,3;-0.7,4.7 4.5,4.7", "ħ": f"0,6 0,0;{ARCH} }}3.2,2.4 3.2,0;-0.8,5.1 1.7,5.1",
}
# The lines of an accent; the middle of its foot is at 0.
ACCENTS: dict[str, str] = {
    "\N{COMBINING GRAVE ACCENT}": "-0.5,1 0.4,0", "\N{COMBINING ACUTE ACCENT}": "0.5,1 -0.4,0",
    "\N{COMBINING CIRCUMFLEX ACCENT}": "-0.8,0 0,0.9 0.8,0", "\N{COMBINING CARON}": "-0.8,0.9 0,0 0.8,0.9",
    "\N{COMBINING DIAERESIS}": _dot(-1.2, 0.4) + ";" + _dot(0.6, 0.4), "\N{COMBINING RING ABOVE}": _dot(-0.6, 0.5, 0.6),
    "\N{COMBINING TILDE}": "-1,0.1 -0.4,0.7 0.4,0.2 1,0.8", "\N{COMBINING MACRON}": "-0.9,0.4 0.9,0.4",
    "\N{COMBINING BREVE}": "-0.7,0.7 [0.7,0.7", "\N{COMBINING DOT ABOVE}": _dot(-0.3, 0.4),
    "\N{COMBINING DOUBLE ACUTE ACCENT}": "-0.1,1 -0.8,0;1.1,1 0.4,0",
    "\N{COMBINING CEDILLA}": "0,-0.9 0.4,-1.5 -0.3,-2.1", "\N{COMBINING OGONEK}": "0.4,-0.9 0,-1.6 <0.8,-2",
    "\N{COMBINING COMMA BELOW}": "0.2,-1.4 -0.2,-2.2",
}
BELOW = ("\N{COMBINING CEDILLA}", "\N{COMBINING OGONEK}", "\N{COMBINING COMMA BELOW}")


def missing_stroke_characters(string: str) -> list[str]:
    """The characters that the font lacks, each once, in their order."""
    return [c for c in dict.fromkeys(unicodedata.normalize("NFC", string)) if not _is_known(c)]


def _is_known(character: str) -> bool:
    """Whether the font has the letter and all its accents."""
    base, *accents = list(unicodedata.normalize("NFD", character))
    return base in LETTERS and all(accent in ACCENTS for accent in accents)


def text_strokes(text: TextLine) -> tuple[Path, ...]:
    """The lines of a text at its place, letter by letter. Raises KeyError for a character that the font lacks."""
    letters = [_letter_lines(c) for c in unicodedata.normalize("NFC", text.string)]
    printed_width = text_width(text.string, text.cap, text.bold)
    letters_width = sum(width for _, width in letters)
    unit = min(text.cap / CAP, printed_width / max(letters_width + LEAST * len(letters), LEAST))
    gap = (printed_width / unit - letters_width) / max(len(letters), 1)
    added = letters_added(text) / unit / max(len(letters) - 1, 1)
    matrix, pen_x, lines = text_matrix(text), gap / 2, list[Path]()
    for paths, width in letters:
        lines += [
            path.transformed(translation(pen_x, 0)).transformed(scale_matrix(unit)).transformed(matrix)
            for path in paths
        ]
        pen_x += width + gap + added
    return tuple(lines)


@lru_cache(maxsize=1024)  # each is asked for by the sheets, the times of other ways to engrave, and verify
def weighted_strokes(text: TextLine) -> tuple[Path, ...]:
    """The lines of a text as `text_strokes` has them, but bold words are heavier: from BOLD_FACE on they have the
    letters of the printing font, filled with lines; each line of smaller ones has another on either side. Around the
    lines of other words from MEDIUM_FACE on is one more."""
    if text.bold and text.cap >= BOLD_FACE:
        return _filled_letters(text)
    lines = text_strokes(text)
    if not text.bold:
        if text.cap < MEDIUM_FACE - 1e-9:
            return lines
        strokes = [stroke for stroke in lines if not (stroke.closed and _extent(stroke) <= DOT * text.cap)]
        return (*lines, *_lines_around(strokes, min(MEDIUM_PASS, MEDIUM_SHARE * text.cap)))
    beside = (path for stroke in lines for path in _lines_beside(stroke, BOLD_PASS))
    return (*lines, *_leave_out_common(beside))


def _extent(path: Path) -> float:
    """The larger of the width and the height of a path."""
    left, low, right, high = path.bounds()
    return max(right - left, high - low)


def _filled_letters(text: TextLine) -> tuple[Path, ...]:
    """The letters of a text in the bold printing font, as lines along their outlines and inside of these, BOLD_PASS
    apart: the outermost half of that inside the outline, so that the letters are as broad as printed ones. Where the
    innermost ones leave a gap, a line goes through its middle."""
    level = TextLine(text.string, (0.0, 0.0), round(text.cap, 6), "start", bold=True,
                     tracking=text.tracking)
    return tuple(path.transformed(text_matrix(text)) for path in _fill_level_letters(level))


@lru_cache(maxsize=256)  # a title is drawn from both sides of its board
def _fill_level_letters(text: TextLine) -> tuple[Path, ...]:
    """The lines that fill the letters of a text that is neither turned nor mirrored."""
    filled = []
    for contours in text_outlines(text):
        left, low, _, _ = path_bounds(contours)
        flat = (contour.flatten(FLAT) for contour in contours)
        outlines = tuple(tuple((round(x - left, 6), round(y - low, 6)) for x, y in points) for points in flat)
        filled += [path.transformed(translation(left, low)) for path in _fill_letter(outlines)]
    return tuple(filled)


@lru_cache(maxsize=1024)  # letters come again in words of a size
def _fill_letter(outlines: tuple[tuple[Point, ...], ...]) -> tuple[Path, ...]:
    """The lines that fill the area of a letter, whose contours are points in mm from its lower left corner."""
    return tuple(_lines_in(_letter_area(outlines)))


def _lines_in(area: BaseGeometry) -> Iterator[Path]:
    """The lines that fill an area."""
    import shapely

    rings = [*_rings_within(area)]
    yield from (polygon(_point_list(ring)[:-1]) for ring in rings)
    lined = shapely.union_all(shapely.buffer(rings, FILLED_LINE / 2, quad_segs=ROUND))
    # Along the outline lies half of what is between two lines, which is no gap.
    inside = area.buffer((FILLED_LINE - BOLD_PASS) / 2 - NARROW / 2, join_style="mitre")
    gaps = shapely.get_parts(inside.difference(lined))
    cores = shapely.buffer(gaps, -SPECK / 2, quad_segs=ROUND)
    is_wide = ~shapely.is_empty(cores)
    for gap, core in zip(gaps[is_wide], cores[is_wide], strict=True):
        yield from (line(*_point_list(middle)) for middle in _middle_lines(gap, core))


def _middle_lines(area: BaseGeometry, core: BaseGeometry) -> Iterator[BaseGeometry]:
    """The lines through the middle of a narrow area, without the twigs that reach into its corners: the edges of the
    Voronoi diagram of its outline that are in its core, SPECK / 2 or more from it, so that they end short of its
    ends."""
    import shapely

    shapely.prepare(core)
    points: Any = shapely.points(shapely.get_coordinates(area.segmentize(STEP)))
    # What is further from the core than that is nearest to no point of it.
    near = shapely.multipoints(points[shapely.dwithin(core, points, SPECK / 2 + STEP)])
    edges = shapely.get_parts(shapely.get_parts(shapely.voronoi_polygons(near, only_edges=True)))
    inner = edges[shapely.covers(core, edges)]
    middles = shapely.get_parts(shapely.line_merge(shapely.multilinestrings(inner)))
    long_ones = [middle.simplify(FLAT) for middle in middles if middle.length >= STEP]
    if long_ones:
        yield from long_ones
        return
    x, y = shapely.get_coordinates(shapely.point_on_surface(core))[0]  # a speck, about as long as it is wide
    yield shapely.LineString([(x - STEP / 2, y), (x + STEP / 2, y)])


def _letter_area(contours: Sequence[Sequence[Point]]) -> BaseGeometry:
    """The area of a letter, whose outer contours run clockwise as in every TrueType font and whose holes do not; where
    the text is mirrored, the other way round."""
    import shapely

    rings = [shapely.LinearRing(contour) for contour in contours]
    largest = max(rings, key=lambda ring: shapely.Polygon(ring).area)
    outer = [shapely.Polygon(ring).buffer(0) for ring in rings if ring.is_ccw == largest.is_ccw]
    holes = [shapely.Polygon(ring).buffer(0) for ring in rings if ring.is_ccw != largest.is_ccw]
    return shapely.union_all(outer).difference(shapely.union_all(holes))


def _rings_within(area: BaseGeometry) -> Iterator[BaseGeometry]:
    """The lines that fill an area, from its outline inwards."""
    import shapely

    for n in range(MOST_PASSES):
        # Where the rest is narrower than a line, its two sides would lie on each other: it is left out.
        inset = (n + 0.5) * BOLD_PASS + NARROW / 2
        rest = area.buffer(-inset, join_style="mitre").buffer(NARROW / 2).simplify(FLAT)
        rings = [ring for ring in shapely.get_rings(shapely.get_parts(rest)) if ring.length > 2 * BOLD_PASS]
        if not rings:
            return
        yield from rings


def _lines_around(strokes: Sequence[Path], off: float) -> Iterator[Path]:
    """The outlines of the area that lies within `off` mm of some lines: no line of it lies on another."""
    import shapely

    lines = [_line_of(path) for path in strokes]
    area = shapely.union_all(shapely.buffer(lines, off, quad_segs=ROUND)).simplify(FLAT)
    yield from (polygon(_point_list(ring)[:-1]) for ring in shapely.get_rings(shapely.get_parts(area)))


def _lines_beside(path: Path, off: float) -> Iterator[Path]:
    """The two lines `off` mm to either side of one, round about its corners: a sharp one, as at the top of an A, would
    have a long tip else."""
    import shapely

    points = path.flatten(FLAT)
    if path.closed:
        ring = shapely.Polygon(points)
        for room in (ring.buffer(off), ring.buffer(-off)):
            yield from (polygon(_point_list(shapely.get_exterior_ring(part).simplify(FLAT))[:-1])
                        for part in shapely.get_parts(room) if not part.is_empty)
        return
    middle = shapely.LineString(points)
    for shift in (off, -off):
        shifted = middle.offset_curve(shift).simplify(FLAT)
        yield from (line(*_point_list(part)) for part in shapely.get_parts(shifted) if part.length > BOLD_PASS)


def _leave_out_common(paths: Iterable[Path]) -> Iterator[Path]:
    """The paths without what lies along an earlier one, as between two stems that are as far apart as two lines."""
    import shapely

    earlier: list[BaseGeometry] = []
    for path in paths:
        shape = _line_of(path)
        near = shapely.union_all([other.buffer(SAME_LINE) for other in earlier if other.dwithin(shape, SAME_LINE)])
        # What is shorter only crosses the other one.
        common = [part for part in shapely.get_parts(shape.intersection(near)) if part.length > CROSSING]
        earlier.append(shape)
        if not common:
            yield path
            continue
        rest = shapely.line_merge(shape.difference(shapely.union_all(common).buffer(SAME_LINE)))
        yield from (line(*_point_list(part)) for part in shapely.get_parts(rest) if part.length > BOLD_PASS)


def _line_of(path: Path) -> BaseGeometry:
    """A path as a line with straight parts, which ends where it began if the path is closed."""
    import shapely

    points = path.flatten(FLAT)
    return shapely.LineString([*points, points[0]] if path.closed else points)


def _point_list(shape: BaseGeometry) -> list[Point]:
    """The points of a line or ring, to a millionth of a mm."""
    return [(round(x, 6), round(y, 6)) for x, y in shape.coords]


@lru_cache(maxsize=512)
def _letter_lines(character: str) -> tuple[tuple[Path, ...], float]:
    """The lines of a character in units, from x = 0, and its width in units."""
    base, *accents = list(unicodedata.normalize("NFD", character))
    if not LETTERS[base]:
        return (), SPACE
    paths = _parse_lines(LETTERS["\N{LATIN SMALL LETTER DOTLESS I}" if accents and base == "i" else base])
    x0, _, x1, top = path_bounds(paths)
    accent_y = max(top, LOW) + OVER
    for accent in accents:
        accent_place = translation((x0 + x1) / 2, OVER if accent in BELOW else accent_y)
        paths += tuple(path.transformed(accent_place) for path in _parse_lines(ACCENTS[accent]))
    x0, _, x1, _ = path_bounds(paths)
    return tuple(path.transformed(translation(-x0, 0)) for path in paths), x1 - x0


def _parse_lines(text: str) -> tuple[Path, ...]:
    """The lines of a text of LETTERS or ACCENTS."""
    return tuple(_parse_line(line.split()) for line in text.split(";"))


def _parse_line(points: list[str]) -> Path:
    """A line from its points, closed if it returns to its start."""
    start, segments = _parse_point(points[0])[1], list[Segment]()
    for point in points[1:]:
        bulge, to = _parse_point(point)
        segments.append(Arc(to, bulge) if bulge else Line(to))
    closed = math.dist(start, segments[-1].to) < 1e-9
    return Path(start, tuple(segments), closed)


def _parse_point(text: str) -> tuple[float, Point]:
    """The bulge of the arc that leads to a point, 0 for a line, and the point."""
    match = re.fullmatch(r"([^-\d]?)(-?[\d.]+),(-?[\d.]+)", text)
    assert match, f"`{text}` is no point"
    return BULGES[match[1]], (float(match[2]), float(match[3]))
