"""A square cell's middle and side in mm → the lines of its pattern, which distinguishes zones without colour."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from fabgen.artwork.path import QUARTER, Arc, Path, Point, circle, line
from fabgen.figures.boards.zone_outlines import outline_paths

PATTERN_ORDER = ("stripes", "dots", "frame", "crosshatch", "dashes", "corners", "arcs", "double", "falling",
                 "frames")
AREA_ORDER = ("dots", "stripes", "crosshatch", "corners")  # for areas that the rules shade in a position

HATCH_REACH = 0.4  # of the cell: from its middle to the sides of the square in which lines at 45 degrees end


def _diagonals(middle: Point, side: float, apart: float, rising: bool) -> Iterator[Path]:
    """Lines at 45 degrees inside a square of 0.8 of the cell. They meet its sides in fifths of the cell, so that lines
    of neighbouring cells are in line; or about `apart` times as far apart, then without short ones in the corners."""
    half, step, shortest = HATCH_REACH * side, side / round(5 / apart), (0.1 if apart == 1 else 0.25) * side
    count = int(2 * half / step)
    for i in range(-count, count + 1):
        shift = i * step
        low, high = max(-half, -half - shift), min(half, half - shift)
        if high - low > shortest:
            ends = [(x, x + shift) if rising else (x, -x - shift) for x in (low, high)]
            yield line(*((middle[0] + x, middle[1] + y) for x, y in ends))


def _stripes(middle: Point, side: float, apart: float = 1.0) -> list[Path]:
    return list(_diagonals(middle, side, apart, rising=True))


def _falling_stripes(middle: Point, side: float, apart: float = 1.0) -> list[Path]:
    """Stripes that fall to the right: the mirror image of the others."""
    return list(_diagonals(middle, side, apart, rising=False))


def _crosshatch(middle: Point, side: float, apart: float = 1.0) -> list[Path]:
    return [*_diagonals(middle, side, apart, rising=True), *_diagonals(middle, side, apart, rising=False)]


def _dots(middle: Point, side: float, apart: float = 1.0) -> list[Path]:
    """Small rings on a square grid."""
    count = max(2, round(4 / apart))
    steps = [(i - (count - 1) / 2) * 0.72 / (count - 1) * side for i in range(count)]
    return [circle((middle[0] + x, middle[1] + y), 0.035 * side) for y in steps for x in steps]


def _corners(middle: Point, side: float, apart: float = 1.0) -> list[Path]:
    """A tick in each corner, however far apart lines are."""
    out, arm = 0.4 * side, 0.18 * side
    x, y = middle
    return [line((x + a * (out - arm), y + b * out), (x + a * out, y + b * out), (x + a * out, y + b * (out - arm)))
            for a, b in ((1, 1), (-1, 1), (-1, -1), (1, -1))]


def _arcs(middle: Point, side: float, apart: float = 1.0) -> list[Path]:
    """A quarter of a circle around each corner, which a round piece of 0.9 of the cell leaves free, however far apart
    lines are."""
    out, radius = 0.44 * side, 0.17 * side
    x, y = middle
    return [Path((x + a * (out - radius), y + b * out),
                 (Arc((x + a * out, y + b * (out - radius)), a * b * QUARTER),))
            for a, b in ((1, 1), (-1, 1), (-1, -1), (1, -1))]


def _band(name: str, middle: Point, side: float, apart: float = 1.0) -> list[Path]:
    """The band of a zone of this cell alone, however far apart lines are."""
    x, y = middle
    corners = [(x + a * side / 2, y + b * side / 2) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return outline_paths(name, [[corners]], side)


ANGLE_ARM, FAN = 0.14, 0.12  # of the cell: the arms of a solid angle, the radius of a solid quarter of a disc
FROM_BORDER, SOLID_PITCH, ANGLE_LINES = 0.5, 0.35, 6  # mm from the cell's border and between lines; lines in an angle


def _solid_angles(middle: Point, side: float) -> list[Path]:
    """An angle in each corner, of lines so near to each other that they are one."""
    x, y = middle
    insets = [FROM_BORDER + n * SOLID_PITCH for n in range(ANGLE_LINES)]
    return [line((x + a * (side / 2 - ANGLE_ARM * side), y + b * (side / 2 - inset)),
                 (x + a * (side / 2 - inset), y + b * (side / 2 - inset)),
                 (x + a * (side / 2 - inset), y + b * (side / 2 - ANGLE_ARM * side)))
            for a, b in ((1, 1), (-1, 1), (-1, -1), (1, -1)) for inset in insets]


def _solid_fans(middle: Point, side: float) -> list[Path]:
    """A quarter of a disc in each corner, of arcs so near to each other that they are one."""
    x, y, out = *middle, side / 2 - FROM_BORDER
    radii = [FAN * side - n * SOLID_PITCH for n in range(int(FAN * side / SOLID_PITCH))]
    return [Path((x + a * (out - radius), y + b * out), (Arc((x + a * out, y + b * (out - radius)), a * b * QUARTER),))
            for a, b in ((1, 1), (-1, 1), (-1, -1), (1, -1)) for radius in radii]


# As a laser draws them: at the edge of the cell, beside the piece that stands on it, and dark at a distance.
SOLIDS: dict[str, Callable[[Point, float], list[Path]]] = {
    "corners": _solid_angles, "arcs": _solid_fans,
    "frame": partial(_band, "frame"), "dashes": partial(_band, "dashes"), "double": partial(_band, "double"),
    "frames": partial(_band, "frames"),
}
PATTERNS: dict[str, Callable[..., list[Path]]] = {
    "stripes": _stripes, "falling": _falling_stripes, "crosshatch": _crosshatch, "dots": _dots, "corners": _corners,
    "arcs": _arcs,
    "frame": partial(_band, "frame"), "dashes": partial(_band, "dashes"), "double": partial(_band, "double"),
    "frames": partial(_band, "frames"),
}

DOT_IN_CORNER, CROSS_ARM = 0.045, 0.07  # of the cell: the radius of a dot, and half the side of a cross
STROKE, STROKES_APART = 0.07, 0.035  # of the cell: half the side of a stripe, and how far it is from the spot


def _stripes_in_corner(spot: Point, side: float, slope: int = 1) -> list[Path]:
    """Two lines that rise to the right, or fall where the slope is -1."""
    (x, y), reach, off = spot, STROKE * side, STROKES_APART * side
    ends = [((-reach - a * off, a * off - reach), (reach - a * off, a * off + reach)) for a in (1, -1)]
    return [line(*((x + u, y + slope * v) for u, v in pair)) for pair in ends]


def _cross_in_corner(spot: Point, side: float) -> list[Path]:
    (x, y), arm = spot, CROSS_ARM * side
    return [line((x - arm, y - a * arm), (x + arm, y + a * arm)) for a in (1, -1)]


# What figures draw of the patterns that would cover a cell: a sign about a spot in its corner, beside a piece.
IN_CORNERS: dict[str, Callable[[Point, float], list[Path]]] = {
    "stripes": _stripes_in_corner, "falling": partial(_stripes_in_corner, slope=-1), "crosshatch": _cross_in_corner,
    "dots": lambda spot, side: [circle(spot, DOT_IN_CORNER * side)],
}
LINES: dict[str, set[str]] = {  # the kinds of lines in each pattern: zones whose patterns share one overlap badly
    "stripes": {"rising"}, "falling": {"falling"}, "crosshatch": {"rising", "falling"}, "dots": {"dots"},
    "corners": {"corners"}, "arcs": {"corners"}, "frame": {"edge"}, "dashes": {"edge"}, "double": {"edge"},
    "frames": {"edge"},
}
