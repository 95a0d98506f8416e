"""The marks of a diagram → the least cells in which a player can read them on a piece, from 50 cm.

The limits are those of docs/look.md; a mark is measured as it is drawn. Marks in print may be smaller.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations

from fabgen.artwork.drawing import Shape
from fabgen.artwork.polyline import Polyline
from fabgen.figures.diagrams.marks import (
    BROAD_MARK,
    CROSS,
    DIAMOND_SIZES,
    DOT,
    HUB_CROSS,
    LARGE_DOT,
    LEAST_STROKE,
    ON_CROSS,
    ON_HUB_CROSS,
    ON_OPEN,
    ON_RING,
    ON_RINGED_CROSS,
    ON_RINGED_OPEN,
    OPEN_DOT,
    OPEN_FAR,
    RAYED_DOT,
    RING,
    RINGED_CROSS,
    SLIDE_HALF,
)
from fabgen.figures.diagrams.movement_diagram import draw_mark_body, find_jump_ring, without_jump_ring
from fabgen.rules.diagram import Diagram
from fabgen.rules.marks import CAPTURES, HOPS, Act, MoveMark

LEAST_DOT, LEAST_CROSS, LEAST_RING = 1.5, 2.0, 3.6  # mm: diameter; tip to tip; outer diameter, of a diamond too
LEAST_GAP = 0.4  # mm of clear material between two strokes
SMALLEST, LARGEST = 60, 400  # twentieths of a mm: the cells that are tried
LEAST_JUMP_RING_CELL = 5.35  # mm: in smaller cells, lines that are helpers would be nearer than 0.35 mm to a cross
TOLERANCE = 0.005  # mm: how far a curve is from the chords that it is measured by


def least_short_cell(diagram: Diagram) -> float:
    """The same for a diagram as it is drawn where room is short."""
    if not find_jump_ring(diagram):
        return least_legible_cell(diagram.marks.values())
    return max(LEAST_JUMP_RING_CELL, least_legible_cell(without_jump_ring(diagram).marks.values()) / BROAD_MARK)


def least_legible_cell(marks: Iterable[MoveMark]) -> float:
    """The side in mm, in twentieths, of the least cells in which all of these marks can be read; 0 without marks."""
    return max(map(_least_cell, marks), default=0.0)


@cache
def _least_cell(mark: MoveMark) -> float:
    return next(n / 20 for n in range(SMALLEST, LARGEST + 1) if _is_legible(mark, n / 20))


def _is_legible(mark: MoveMark, cell: float) -> bool:
    """Whether a mark in a cell of a side in mm is large enough, its strokes wide enough and clear of each other."""
    if any(share * cell < least - 1e-9 for share, least in _sizes(mark)):
        return False
    body = draw_mark_body(mark, cell)  # an arrowhead, which stands further off, needs no more room
    shapes = [item for item in body.items if isinstance(item, Shape)]
    outlines = [(n, Polyline(path.polyline(TOLERANCE))) for n, shape in enumerate(shapes) for path in shape.paths]
    return all(
        first.is_surely_apart(second, _least_distance(n == m, first, second) - 2 * TOLERANCE)
        for (n, first), (m, second) in combinations(outlines, 2)
    )


def _least_distance(in_one_shape: bool, first: Polyline, second: Polyline) -> float:
    """What must lie between two outlines, in mm: a stroke between a shape's border and its hole, else a gap."""
    is_hole = in_one_shape and (first.surely_surrounds(second) or second.surely_surrounds(first))
    return LEAST_STROKE if is_hole else LEAST_GAP


def _sizes(mark: MoveMark) -> Iterator[tuple[float, float]]:
    """What a mark consists of: the size of each as a share of the cell, and its least in mm."""
    if mark.is_only_kind:
        yield (2 * SLIDE_HALF if mark.goes_on else LARGE_DOT), LEAST_DOT
        return
    if mark.hops:
        sizes = DIAMOND_SIZES[bool(mark.captures), mark.goes_on]
        yield sizes.diamond, LEAST_RING
        if mark.hops in (Act.LOCUST, HOPS):
            yield sizes.sign, LEAST_CROSS
        return
    capture, on = mark.acts & CAPTURES, mark.goes_on
    is_ringed = mark.acts in (Act.MOVE | Act.CAPTURE, Act.FIRST_MOVE | Act.FIRST_CAPTURE)
    if is_ringed:
        yield (ON_RING if on else RING), LEAST_RING
    elif Act.MOVE in mark.acts:
        yield (RAYED_DOT if Act.FIRST_CAPTURE in mark.acts else DOT), LEAST_DOT
    elif Act.FIRST_MOVE in mark.acts:
        yield OPEN_DOT, LEAST_DOT
    if capture == Act.CAPTURE and Act.FIRST_MOVE in mark.acts:
        yield (ON_HUB_CROSS if on else HUB_CROSS), LEAST_CROSS
    elif capture == Act.CAPTURE:
        yield (ON_RINGED_CROSS if on else RINGED_CROSS) if is_ringed else (ON_CROSS if on else CROSS), LEAST_CROSS
    elif capture:
        yield 2 * ((ON_RINGED_OPEN if is_ringed else ON_OPEN)[1] if on else OPEN_FAR), LEAST_CROSS
