"""A board's size in mm, and where words interrupt its border → the lines of the ornament around the board.

An ornament runs around the board counter-clockwise, along a line that lies between its coordinates and its edge. Each
side of the board is a strip: `u` mm along it, `v` mm from that line towards the cells. A laser scores all lines, and no
ornament has much more of them than the plain one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from fabgen.artwork.path import Arc, Path, Point, circle, line, polygon, rectangle, rotation, translation

Span = tuple[float, float]  # where something begins and ends along a side, in mm
CORNER_ARC, CORNER_RING = 3.2, 0.8  # mm: radii of the arcs in which lines bend inwards at the corners, of rings there
BORDER_LINE = 0.0, 0.35  # mm further inside: the lines that are a heavy one
SHORTEST = {"lines": 2.0, "steps": 2.0}  # mm: on a shorter stretch there is no ornament
SHORTEST_OF_MOTIFS = 30.0  # ... of the other ornaments, which repeat something
STEPS, STEP_REACH = 3, 14.0  # brackets in each corner; mm from the corner of the line to the end of the outermost
STEP_PITCH = 3.0  # mm from one bracket to the next
CHEVRON, CHEVRON_PITCH = 1.4, 22.0  # mm: half the height of a chevron, from one pair of them to the next
CHEQUER, CHEQUER_LINES = 1.8, 4  # mm: side of a small square; lines that fill a dark one
HALF_WAVE, SWING = 5.5, 1.2  # mm of a strand of a braid, from crossing to crossing; how far it swings out
ROSETTE = 1.0, 2.1  # mm: radii of the two rings in the corners of a braid
GAUGE, SLEEPER, SLEEPER_PITCH = 0.9, 1.7, 3.8  # mm: from the middle of a track to a rail, to the end of a sleeper
RAIL_CORNER = 5.0  # mm: radius of the middle of a track in its corners


def draw_ornament(name: str, size: Point, inset: float, gaps: Sequence[Span], far_gaps: Sequence[Span] = ()
                  ) -> list[Path]:
    """The lines of an ornament of `spec.board.Ornament` on a board of a size in mm, `inset` mm within its edge. It is
    interrupted in `gaps` of the near side, from left to right, and in `far_gaps` of the far one, from right to left."""
    width, height = size
    make_stretch, make_corner, corner_room = ORNAMENT_MAKERS[name]
    shortest = SHORTEST.get(name, SHORTEST_OF_MOTIFS)
    sides = [(width, gaps, translation(0, inset), 0), (height, (), translation(width - inset, 0), 90),
             (width, far_gaps, translation(width, height - inset), 180), (height, (), translation(inset, height), 270)]
    paths = list[Path]()
    for length, interruptions, shift, turn in sides:
        first, last = inset + corner_room, length - inset - corner_room
        strip = [path.transformed(translation(start, 0))
                 for start, end in _free_spans(first, last, interruptions, shortest)
                 for path in make_stretch(end - start)]
        strip += [path.transformed(translation(inset, 0)) for path in make_corner()]
        paths += [path.transformed(rotation(turn)).transformed(shift) for path in strip]
    return paths


def _free_spans(first: float, last: float, gaps: Sequence[Span], shortest: float) -> Iterator[Span]:
    """What gaps leave of a side, without stretches that are shorter than `shortest` mm."""
    start = first
    for left, right in sorted(gaps):
        if left - start >= shortest:
            yield start, left
        start = max(start, right)
    if last - start >= shortest:
        yield start, last


def _line_stretch(length: float) -> Iterator[Path]:
    """A heavy line."""
    for shift in BORDER_LINE:
        yield line((0, shift), (length, shift))


def _line_corner() -> Iterator[Path]:
    """The arcs in which a heavy line bends inwards around a corner, and a ring there."""
    for shift in BORDER_LINE:
        along = math.sqrt((CORNER_ARC + shift) ** 2 - shift**2)  # from the corner to where the line bends
        sweep = math.pi / 2 - 2 * math.atan2(shift, along)
        yield Path((along, shift), (Arc((shift, along), math.tan(sweep / 4)),))
    yield circle((0, 0), CORNER_RING)


def _step_corner() -> Iterator[Path]:
    """The corner of a heavy line, and brackets within it, each smaller than the one around it."""
    yield from _line_corner()
    for number in range(1, STEPS + 1):
        for shift in BORDER_LINE:
            near = number * STEP_PITCH + shift
            reach = STEP_REACH - (number - 1) * STEP_PITCH
            yield line((near, near), (reach, near))
            yield line((near, near), (near, reach))


def _chevron_stretch(length: float) -> Iterator[Path]:
    """Pairs of heavy chevrons that point along the side, on a heavy line that they interrupt."""
    count = max(1, round(length / CHEVRON_PITCH))
    pitch = length / count
    for number in range(count):
        middle = (number + 0.5) * pitch
        for tip in (middle, middle + CHEVRON):
            for shift in BORDER_LINE:
                foot = tip - CHEVRON - shift
                yield line((foot, CHEVRON), (tip - shift, 0.0), (foot, -CHEVRON))
        for shift in BORDER_LINE:
            yield line((number * pitch, shift), (middle - 2.2 * CHEVRON, shift))
            yield line((middle + 2.2 * CHEVRON, shift), ((number + 1) * pitch, shift))


def _chequer_stretch(length: float) -> Iterator[Path]:
    """Small squares between two lines, by turns dark and light; dark ones at either end."""
    count = 2 * max(0, round((length / CHEQUER - 1) / 2)) + 1
    side, half = length / count, CHEQUER / 2
    yield line((0, -half), (length, -half))
    yield line((0, half), (length, half))
    for number in range(0, count, 2):
        start, end = number * side, (number + 1) * side
        for n in range(CHEQUER_LINES):
            level = half * (2 * (n + 0.5) / CHEQUER_LINES - 1)
            yield line((start, level), (end, level))


def _chequer_corner() -> Iterator[Path]:
    """A square with a smaller dark one in it."""
    yield rectangle(-CHEQUER, -CHEQUER, 2 * CHEQUER, 2 * CHEQUER)
    half = CHEQUER / 2
    yield polygon([(-half, 0), (0, -half), (half, 0), (0, half)])


def _braid_stretch(length: float) -> Iterator[Path]:
    """Two strands that swing out to either side by turns and cross in between; each is one smooth line, which a laser
    follows at full speed."""
    count = max(1, round(length / HALF_WAVE))
    half_wave = length / count
    bulge = 2 * SWING / half_wave  # of an arc: twice its height over its chord
    for strand in (1, -1):
        swings = (strand if number % 2 == 0 else -strand for number in range(count))
        yield Path((0.0, 0.0), tuple(Arc(((number + 1) * half_wave, 0.0), -swing * bulge)
                                     for number, swing in enumerate(swings)))


def _braid_corner() -> Iterator[Path]:
    """Two rings."""
    for radius in ROSETTE:
        yield circle((0, 0), radius)


def _rail_stretch(length: float) -> Iterator[Path]:
    """Two rails on sleepers, one of these at either end."""
    count = max(1, round(length / SLEEPER_PITCH))
    for side in (-GAUGE, GAUGE):
        yield line((0, side), (length, side))
    for number in range(count + 1):
        at = number * length / count
        yield line((at, -SLEEPER), (at, SLEEPER))


def _rail_corner() -> Iterator[Path]:
    """A quarter of a circle of the two rails."""
    for shift in (-GAUGE, GAUGE):
        yield Path((RAIL_CORNER, shift), (Arc((shift, RAIL_CORNER), -math.tan(math.pi / 8)),))
    middle = RAIL_CORNER, RAIL_CORNER
    for angle in (210.0, 240.0):
        way = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        ends = [(middle[0] + way[0] * far, middle[1] + way[1] * far)
                for far in (RAIL_CORNER - SLEEPER, RAIL_CORNER + SLEEPER)]
        yield line(*ends)


def _empty_stretch(_: float = 0.0) -> Iterator[Path]:
    """No line."""
    return iter(())


# By the name of an ornament: what makes a stretch of a length, what makes the lower left corner around the origin, and
# how many mm from the corner stretches begin.
ORNAMENT_MAKERS: dict[str, tuple[Callable[[float], Iterator[Path]], Callable[[], Iterator[Path]], float]] = {
    "lines": (_line_stretch, _line_corner, CORNER_ARC),
    "steps": (_line_stretch, _step_corner, CORNER_ARC),
    "chevrons": (_chevron_stretch, _line_corner, CORNER_ARC),
    "chequers": (_chequer_stretch, _chequer_corner, CHEQUER),
    "braid": (_braid_stretch, _braid_corner, ROSETTE[1]),
    "rails": (_rail_stretch, _rail_corner, RAIL_CORNER),
    "none": (_empty_stretch, _empty_stretch, 0.0),
}

__all__ = ["ORNAMENT_MAKERS", "draw_ornament"]
