"""A board's size in mm, and where words interrupt its border → the lines of the ornament around the board.

All ornaments are a double rule around the board, half-way between its coordinates and its edge, and a motif in each
corner, in the square between the rule and the cells. A motif is symmetrical, so that it looks the same along either
side. A laser scores all lines; those side by side look like one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from fabgen.artwork.path import Arc, Curve, Path, Point, circle, line, rotation, translation
from fabgen.figures.boards.grounds import heavy_lines

LineOffsets = tuple[float, ...]  # mm: how far inside the outermost one the lines around a board are
Span = tuple[float, float]  # where something begins and ends along a side, in mm
SHORTEST = 12.0  # mm: on a shorter stretch there is no line, which would be taken for a sign
CORNER_ARC, CORNER_RING = 4.2, 1.05  # mm: radii of the arcs in which plain lines bend inwards at the corners, of rings
PASS = 0.35  # mm from one line to the next of those that look like one
BORDER_LINE = 0.0, PASS  # mm further inside: the lines of the clean one
FINE_LINE = 1.3, 1.46  # mm further inside: the lines of a fine one along the clean one, seen across the board too
RULES = (*BORDER_LINE, *FINE_LINE)
BOLD = 0.0, PASS, 2 * PASS, 3 * PASS  # ... of strokes of a motif
MOTIF = 11.7  # mm along the side from the corner of the line to where the clean line begins beside a motif
STEP_OUT = 2.6  # mm: how far the line steps outwards around a bracket and a square
BRACKET, SQUARE = (1.2, 8.8), (4.8, 8.4)  # mm from the corner of the line: corner and end of a bracket; a square
# mm: the cut corner; the tips of chevrons, and their arms.
CHAMFER, CHEVRONS = 4.0, ((6.6, 4.5), (10.4, 7.0))
CHEQUER, CHEQUERS = 3.6, 3  # mm: side of a small square; squares along the side of a block of them
CHEQUER_START = (BORDER_LINE[-1] - CHEQUER) / 2  # mm from that corner to the block, whose outer row continues the line
CROSSING, CROSSING_ANGLE = 4.8, 42.0  # mm from the corner to where strands cross; degrees between them and their way
STRAND_PULL = 0.38  # of the way from crossing to crossing: how far the handles of a strand reach
GAUGE, SLEEPER, SLEEPERS = 1.6, 3.0, 6  # mm from the middle of a track to its rails, to the ends of sleepers; count
SLEEPER_LINES = -0.13, 0.13  # mm: the lines of a sleeper, which touch on wood, beside its middle


def draw_ornament(name: str, size: Point, inset: float, gaps: Sequence[Span], far_gaps: Sequence[Span] = (),
                  side_gaps: Sequence[Span] = ()) -> list[Path]:
    """The lines of an ornament of `spec.board.Ornament` on a board of a size in mm, `inset` mm within its edge. It is
    interrupted in `gaps` of the near side, in `far_gaps` of the far one and in `side_gaps` of the right and the left
    one, each from left to right for who sits there."""
    width, height = size
    if name == "none":
        return []
    make_corner, corner_room = CORNER_MAKERS[name]
    sides = [(width, gaps, translation(0, inset), 0), (height, side_gaps, translation(width - inset, 0), 90),
             (width, far_gaps, translation(width, height - inset), 180),
             (height, side_gaps, translation(inset, height), 270)]
    paths = list[Path]()
    for length, interruptions, shift, turn in sides:
        first, last = inset + corner_room, length - inset - corner_room
        strip = [path.transformed(translation(start, 0))
                 for start, end in _free_spans(first, last, interruptions)
                 for path in _clean_line(end - start)]
        strip += [path.transformed(translation(inset, 0)) for path in make_corner(RULES)]
        paths += [path.transformed(rotation(turn)).transformed(shift) for path in strip]
    return paths


def find_line_start(name: str) -> float:
    """How many mm from the corner of the line around a board its stretch along a side begins, beside the motif."""
    return CORNER_MAKERS[name][1] if name in CORNER_MAKERS else 0.0


def _free_spans(first: float, last: float, gaps: Sequence[Span]) -> Iterator[Span]:
    """What gaps leave of a side, without short stretches."""
    start = first
    for left, right in sorted([*gaps, (last, last)]):
        if left - start >= SHORTEST:
            yield start, left
        start = max(start, right)


def _clean_line(length: float) -> Iterator[Path]:
    """The line along a side."""
    for shift in RULES:
        yield line((0, shift), (length, shift))


def _line_corner(offsets: LineOffsets) -> Iterator[Path]:
    """The arcs in which a plain line bends inwards around a corner, and a ring there."""
    for shift in offsets:
        along = math.sqrt((CORNER_ARC + shift) ** 2 - shift**2)  # from the corner to where the line bends
        sweep = math.pi / 2 - 2 * math.atan2(shift, along)
        yield Path((along, shift), (Arc((shift, along), math.tan(sweep / 4)),))
    yield circle((0, 0), CORNER_RING)


def _step_corner(offsets: LineOffsets) -> Iterator[Path]:
    """The corner of the line, which steps outwards, a bracket in it, and a solid square in that one: an area that
    shrinks."""
    for shift in offsets:
        aside, out = MOTIF - shift, shift - STEP_OUT
        yield line((MOTIF, shift), (aside, shift), (aside, out), (out, out), (out, aside), (shift, aside),
                   (shift, MOTIF))
    near, reach = BRACKET
    for shift in BOLD:
        yield line((reach, near + shift), (near + shift, near + shift), (near + shift, reach))
    yield from _solid_square((SQUARE[0], SQUARE[0]), SQUARE[1] - SQUARE[0])


def _chevron_corner(offsets: LineOffsets) -> Iterator[Path]:
    """A cut corner, and two chevrons that point from it to the middle of the board."""
    for shift in offsets:
        cut = CHAMFER + shift * (math.sqrt(2) - 1)  # as far from the other line there as along the sides
        yield line((MOTIF, shift), (cut, shift), (shift, cut), (shift, MOTIF))
    for tip, arm in CHEVRONS:
        for shift in BOLD:
            at, foot = tip - shift, tip - arm
            yield line((foot, at), (at, at), (at, foot))


def _chequer_corner(_: LineOffsets) -> Iterator[Path]:
    """A block of small squares, by turns dark and light, whose outer row continues the line."""
    for row in range(CHEQUERS):
        for column in range(CHEQUERS):
            if (row + column) % 2 == 0:
                yield from _solid_square((CHEQUER_START + column * CHEQUER, CHEQUER_START + row * CHEQUER), CHEQUER)


def _solid_square(corner: Point, side: float) -> Iterator[Path]:
    """Level lines side by side that fill a square above and to the right of a corner."""
    (x, y), count = corner, math.ceil(side / PASS)
    for n in range(count):
        level = y + side * (n + 0.5) / count
        yield line((x, level), (x + side, level))


def _braid_corner(_: LineOffsets) -> Iterator[Path]:
    """Two strands into which the line parts, and which cross on either side of the corner."""
    for side in (1, -1):  # of the line, where the strand leaves it; at the crossing the way has turned by 22.5 degrees
        ways = [180 - side * CROSSING_ANGLE, 157.5 + side * CROSSING_ANGLE]
        ways += [-90 - way for way in reversed(ways)]  # the same on the other side of the diagonal
        points = [(MOTIF, 0.0), (CROSSING, 0.0), (0.0, CROSSING), (0.0, MOTIF)]
        strand = Path(points[0], tuple(_strand_part(points[n], ways[n], points[n + 1], ways[n + 1]) for n in range(3)))
        yield from heavy_lines([strand], (PASS, -PASS))


def _strand_part(start: Point, way: float, end: Point, end_way: float) -> Curve:
    """The curve from a point to the next one, with its directions there in degrees."""
    pull = STRAND_PULL * math.dist(start, end)
    (dx, dy), (end_dx, end_dy) = ((math.cos(math.radians(angle)) * pull, math.sin(math.radians(angle)) * pull)
                                  for angle in (way, end_way))
    return Curve((start[0] + dx, start[1] + dy), (end[0] - end_dx, end[1] - end_dy), end)


def _rail_corner(_: LineOffsets) -> Iterator[Path]:
    """A quarter of a circle of a track, with two rails on sleepers; the line ends in its middle on either side."""
    quarter = math.tan(math.pi / 8)
    for rail in (-GAUGE, GAUGE):
        for shift in (-PASS, 0.0, PASS):
            radius = MOTIF - rail - shift
            yield Path((MOTIF, MOTIF - radius), (Arc((MOTIF - radius, MOTIF), -quarter),))
    for number in range(SLEEPERS):
        turn = rotation(-90.0 * number / (SLEEPERS - 1))
        for shift in SLEEPER_LINES:
            sleeper = line((-shift, -MOTIF - SLEEPER), (-shift, -MOTIF + SLEEPER))
            yield sleeper.transformed(turn).transformed(translation(MOTIF, MOTIF))


# By the name of an ornament: what makes its lower left corner around the origin, with the lines that may go on through
# it, and how many mm from there the line along a side begins.
CORNER_MAKERS: dict[str, tuple[Callable[[LineOffsets], Iterator[Path]], float]] = {
    "lines": (_line_corner, CORNER_ARC), "steps": (_step_corner, MOTIF), "chevrons": (_chevron_corner, MOTIF),
    "chequers": (_chequer_corner, CHEQUER_START + CHEQUERS * CHEQUER),
    "braid": (_braid_corner, MOTIF), "rails": (_rail_corner, MOTIF),
}

__all__ = ["CORNER_MAKERS", "RULES", "SHORTEST", "Span", "draw_ornament", "find_line_start"]
