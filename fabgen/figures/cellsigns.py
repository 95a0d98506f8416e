"""A cell's side in mm → the signs that figures put into a cell besides its men, the middle of the cell at the origin.

Small signs lie on light paper, so that no pattern, token or arrow runs into them; those beside a man stand in a corner.
"""

from __future__ import annotations

from fabgen.artwork.drawing import Drawing, Role, draw, write
from fabgen.artwork.path import Point, circle, rectangle, rounded
from fabgen.figures.marks import both, cross
from fabgen.rules.compass import FILES, ROWS, SQUARES, Compass, Hexagons

CORNER = 0.3  # of the cell: from its middle to a sign in its corner, right and up
CORNERS: dict[Compass, Point] = {FILES: (0.23, 0.37), ROWS: (0.37, 0.22)}  # of hexagons
FRAME = 0.93  # of the cell: the frame of the piece that an example is about
BADGE, BADGE_CAP = 0.18, 0.23  # of the cell: a number on an arrow and its disc
CLEAR, PLATE = 0.26, 0.17  # of the cell: half the light paper under a sign, and under one in a corner


def actor(side: float, compass: Compass = SQUARES) -> Drawing:
    """The frame of the cell whose piece an example is about; on a map a circle."""
    inner = FRAME * side
    if isinstance(compass, Hexagons):
        return draw(Role.ACTOR, rounded([((x * inner, y * inner), 0.08 * side) for x, y in compass.corners]))
    square = rectangle(-inner / 2, -inner / 2, inner, inner, 0.08 * side)
    return draw(Role.ACTOR, square if compass is SQUARES else circle((0, 0), inner / 2))


def taken(side: float, compass: Compass = SQUARES) -> Drawing:
    """The sign in the corner of a cell whose piece can be captured."""
    return cornered(cross(0.75 * side), side, compass)


def entered(side: float, compass: Compass = SQUARES) -> Drawing:
    """The sign in the corner of a cell that one may go to though a piece stands there."""
    return cornered(both(0.48 * side), side, compass)


def cornered(sign: Drawing, side: float, compass: Compass, place: int = 0) -> Drawing:
    """A sign on light paper where it has room beside a man: in the upper corner, a second one (1) in the lower."""
    x, y = CORNERS.get(compass, (CORNER, CORNER))
    half = PLATE * side
    ground = rectangle(-half, -half, 2 * half, 2 * half, half / 2) if compass is SQUARES else circle((0, 0), half)
    return (draw(Role.SHADE, ground, tone="white") + sign).moved(x * side, (-y if place else y) * side)


def badge(number: int, side: float) -> Drawing:
    """The number of a step, on a disc of light paper."""
    cap = BADGE_CAP * side
    disc = draw(Role.SHADE, circle((0, 0), BADGE * side), tone="white")
    return disc + write(Role.LABEL, str(number), (0, -cap / 2), cap, bold=True)


def clear(side: float) -> Drawing:
    """Light paper under a small sign, so that no pattern runs into it."""
    return draw(Role.SHADE, circle((0, 0), CLEAR * side), tone="white")
