"""A meaning and a cell's side → the mark that shows it, centred on the origin, forward up.

One drawing code for acrylic, paper and book; sizes are shares of the cell side c (docs/look.md). A cross in a ring
never touches it: on a laser, overlapping fills would cancel out.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from fabgen.artwork.drawing import Drawing, Role, draw
from fabgen.artwork.path import (
    SEMICIRCLE,
    Arc,
    Line,
    Path,
    Point,
    Segment,
    apply,
    circle,
    moving,
    polygon,
    rectangle,
    turning,
)

DOT, CROSS, CROSS_STROKE, RING, RING_STROKE = 0.32, 0.56, 0.12, 0.78, 0.07
OWN, OWN_STROKE, OWN_DROP = 0.46, 0.09, 0.13
POINT_FOOT, POINT_TIP, POINT_HALF = 0.16, 0.44, 0.19
LEAST_DOT, LEAST_STROKE, LEAST_GAP = 0.9, 0.3, 0.1  # mm on acrylic: nothing is drawn finer or nearer
LEAST_CELL = max(LEAST_DOT / DOT, 2 * (LEAST_STROKE + LEAST_GAP) / (RING - CROSS))  # a smaller diagram is refused


def dot(c: float) -> Drawing:
    """May move here."""
    return draw(Role.MOVE, circle((0, 0), DOT * c / 2))


def cross(c: float) -> Drawing:
    """May capture here: one outline, so that no laser engraves its middle twice or leaves it out."""
    return draw(Role.CAPTURE, cross_outline(CROSS * c, max(CROSS_STROKE * c, LEAST_STROKE)))


def both(c: float) -> Drawing:
    """May move or capture here: a cross inside a ring."""
    return draw(Role.MOVE, *annulus((0, 0), RING * c / 2, max(RING_STROKE * c, LEAST_STROKE))) + cross(c)


def own_cell(c: float) -> Drawing:
    """The piece's own cell: a ring low in the cell, and a point ahead of it that shows forward."""
    ring = annulus((0, -OWN_DROP * c), OWN * c / 2, max(OWN_STROKE * c, LEAST_STROKE))
    point = polygon([(-POINT_HALF * c, POINT_FOOT * c), (POINT_HALF * c, POINT_FOOT * c), (0, POINT_TIP * c)])
    return draw(Role.SELF, *ring) + draw(Role.FORWARD, point)


def annulus(centre: Point, radius: float, stroke: float) -> tuple[Path, Path]:
    """A ring by its outer radius and the width of its stroke."""
    return circle(centre, radius), circle(centre, radius - stroke)


def cross_outline(span: float, stroke: float) -> Path:
    """A diagonal cross with round ends: `span` from tip to opposite tip, arms `stroke` wide."""
    reach = (span - stroke) / 2  # from the middle to the centre of an arm's round end
    half, notch = stroke / 2, stroke / math.sqrt(2)
    segments: list[Segment] = []
    start: Point = (notch, 0.0)
    for arm in range(4):
        m = turning(45 + 90 * arm)
        right, left, inner = apply(m, (reach, -half)), apply(m, (reach, half)), turning(90 * (arm + 1))
        segments += [Line(right), Arc(left, SEMICIRCLE), Line(apply(inner, start))]
    return Path(start, tuple(segments), closed=True)


def refused(c: float) -> Drawing:
    """Not allowed: a ring with a slash."""
    radius, stroke = 0.17 * c, max(0.055 * c, LEAST_STROKE)
    slash = rectangle(-radius + stroke / 2, -stroke / 2, 2 * radius - stroke, stroke).transformed(turning(45))
    return draw(Role.REFUSED, *annulus((0, 0), radius, stroke)) + draw(Role.REFUSED, slash)


def no_entry(size: float) -> Drawing:
    """A ring with a bar: this cell is denied."""
    bar = rectangle(-0.2 * size, -0.05 * size, 0.4 * size, 0.1 * size, 0.03 * size)
    return draw(Role.MARK, *annulus((0, 0), 0.34 * size, 0.075 * size)) + draw(Role.MARK, bar)


def star(size: float) -> Drawing:
    """A five-pointed star."""
    radii = (0.36 * size, 0.15 * size)
    angles = [math.radians(90 + 36 * i) for i in range(10)]
    points = [(radii[i % 2] * math.cos(a), radii[i % 2] * math.sin(a)) for i, a in enumerate(angles)]
    return draw(Role.MARK, polygon(points))


def ring(size: float) -> Drawing:
    """A plain ring."""
    return draw(Role.MARK, *annulus((0, 0), 0.32 * size, 0.08 * size))


MARKS: dict[str, Callable[[float], Drawing]] = {"no-entry": no_entry, "ring": ring, "star": star}


def arrow(start: Point, end: Point, c: float) -> Drawing:
    """An arrow between two points on a board with cells of side c, one outline: shaft 0.07 c, head 0.25 c by 0.24 c."""
    length, shaft, head, width = math.dist(start, end), 0.035 * c, 0.25 * c, 0.12 * c
    corners = [(0.0, -shaft), (length - head, -shaft), (length - head, -width), (length, 0.0),
               (length - head, width), (length - head, shaft), (0.0, shaft)]
    angle = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    return draw(Role.PATH, polygon(corners).transformed(turning(angle)).transformed(moving(*start)))
