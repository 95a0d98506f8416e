"""A game's board → the motif of its book: the ornament of the board's border, or the lattice of its cells.

The four corners of an ornament meet in one point, and its line goes on to the next four: the same lines that a laser
scores on the border become a pattern. A board of hexagons or points without an ornament of its own has its lattice.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from fabgen.artwork.motif import Motif
from fabgen.artwork.path import Path, circle, line, rotation, translation
from fabgen.figures.boards.border_ornament import BORDER_LINE, CORNER_MAKERS, MOTIF, PASS
from fabgen.spec.board import BoardSpec

LINE = 1.2 * PASS  # mm: the width of lines, which then touch those side by side
HEXAGON_SIDE, POINTS_PITCH, POINT = 6.0, 9.0, 1.1  # mm: side of a hexagon; between lines of points; radius of a point
MOST_PARTS, ROUNDING, SMOOTH = 8, 0.01, 0.02  # parts of a line that stays as it is; mm: how far the other ones are off
LATTICE_LINE = 2 * PASS  # mm: the width of the lines of a lattice
WEIGHT = 0.21  # of its ground: what a motif at full strength covers at most


def find_board_motif(board: BoardSpec) -> Motif:
    """The motif of a board: its ornament where the spec names one; else hexagons or points for a board of these, and
    the plain line with its corners for others."""
    is_named = "ornament" in board.model_fields_set and board.ornament != "none"
    if not is_named and (board.hexagon or board.rhombus or board.triangle):
        return _hexagons()
    if not is_named and board.points:
        return _points()
    return _ornament(board.ornament if is_named else "lines")


def _ornament(name: str) -> Motif:
    """The corners of an ornament around one point, the middle of the line, and that line to the next ones."""
    make_corner, start = CORNER_MAKERS[name]
    corner, middle = [*make_corner(BORDER_LINE)], sum(BORDER_LINE) / len(BORDER_LINE)
    if start < MOTIF:
        corner += [line((start, shift), (MOTIF, shift)) for shift in BORDER_LINE]
        corner += [line((shift, start), (shift, MOTIF)) for shift in BORDER_LINE]
    centred = [_simple(path).transformed(translation(-middle, -middle)) for path in corner]
    turned = (path.transformed(rotation(turn)) for turn in (0, 90, 180, 270) for path in centred)
    motif = Motif((*turned,), (2 * (MOTIF - middle), 2 * (MOTIF - middle)), LINE)
    return replace(motif, strength=round(min(1.0, WEIGHT / _covered_share(motif)), 2))


def _covered_share(motif: Motif) -> float:
    """How much of its ground a motif covers."""
    import shapely

    traces = [path.trace(SMOOTH) for path in motif.lines]
    strokes = shapely.buffer([shapely.LineString(points) for points in traces], motif.width / 2, quad_segs=2)
    return shapely.union_all(strokes).area / (motif.size[0] * motif.size[1])


def _simple(path: Path) -> Path:
    """A line beside another one, which has many short parts, with as few of them as it needs."""
    if len(path.segments) <= MOST_PARTS:
        return path
    import shapely

    points = path.trace(ROUNDING)
    return line(*((x, y) for x, y in shapely.LineString(points).simplify(SMOOTH).coords))


def _hexagons() -> Motif:
    """Two rows of hexagons: each field has three sides of two of them."""
    side, half = HEXAGON_SIDE, HEXAGON_SIDE * math.sqrt(3) / 2

    def tripod(x: float, y: float) -> Iterator[Path]:
        yield line((x - half, y - side / 2), (x, y), (x + half, y - side / 2))
        yield line((x, y), (x, y + side))

    return Motif((*tripod(0, 0), *tripod(half, 1.5 * side)), (2 * half, 3 * side), LATTICE_LINE)


def _points() -> Motif:
    """Lines that cross, and a ring where they do."""
    pitch, turns = POINTS_PITCH, (0, 90, 180, 270)
    arms = tuple(line((POINT, 0), (pitch, 0)).transformed(rotation(turn)) for turn in turns[:2])
    return Motif((*arms, line((pitch, 0), (2 * pitch - POINT, 0)), line((0, pitch), (0, 2 * pitch - POINT)),
                  circle((0, 0), POINT)), (2 * pitch, 2 * pitch), LATTICE_LINE)


__all__ = ["find_board_motif"]
