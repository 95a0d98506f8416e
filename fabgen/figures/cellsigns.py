"""A cell's side in mm → the signs that figures draw in a cell besides its pieces, the cell's middle at the origin.

Small signs have light paper under them, which keeps them clear of patterns, tokens and arrows. A sign beside a piece is
in a corner of the cell.
"""

from __future__ import annotations

from fabgen.artwork.drawing import Drawing, Role, draw, combine_drawings, draw_text
from fabgen.artwork.path import Point, circle, polygon, rectangle, rounded_polygon
from fabgen.figures.diagram import MARK_OF
from fabgen.figures.marks import DIAMOND, DOT, FORBIDDEN_SIZE, ringed_cross, cross, dot, drop_mark, forbidden_mark
from fabgen.rules.directions import HEXAGONS_IN_FILES, HEXAGONS_IN_ROWS, SQUARES, Compass, Hexagons
from fabgen.rules.marks import Act, MoveMark, mark_for

CORNER = 0.3  # of the cell: from its middle to a sign in its corner, right and up
CORNERS: dict[Compass, Point] = {HEXAGONS_IN_FILES: (0.23, 0.37), HEXAGONS_IN_ROWS: (0.37, 0.22)}  # of hexagons
FRAME = 0.93  # of the cell: the frame around the piece that an example is about
BADGE, BADGE_CAP = 0.17, 0.23  # of the cell: a number on an arrow and its disc
PLATE = 0.17  # of the cell: half the light paper under a sign in a corner
HALO = 0.05  # of the cell: light paper around a sign
WIDE_HOP, WIDE_PUT = 0.9, 0.8  # of their sizes in diagrams: marks of jumps and of drops
CORNERED, INWARD = 0.74, 0.06  # illegal actions, in a corner: of the usual size; nearer to the middle


def actor_frame(side: float, compass: Compass = SQUARES) -> Drawing:
    """The frame around the cell of the piece that an example is about; on a map a circle."""
    inner = FRAME * side
    if isinstance(compass, Hexagons):
        return draw(Role.ACTOR, rounded_polygon([((x * inner, y * inner), 0.08 * side) for x, y in compass.corners]))
    square = rectangle(-inner / 2, -inner / 2, inner, inner, 0.08 * side)
    return draw(Role.ACTOR, square if compass is SQUARES else circle((0, 0), inner / 2))


def capture_sign(side: float, compass: Compass = SQUARES) -> Drawing:
    """The sign in the corner of a cell whose piece can be captured."""
    return corner_sign(cross(0.75 * side), side, compass)


def entry_sign(side: float, compass: Compass = SQUARES) -> Drawing:
    """The sign in the corner of an occupied cell that a piece may enter without a capture."""
    return corner_sign(ringed_cross(0.48 * side), side, compass)


def refusal_sign(side: float) -> Drawing:
    """The sign of an illegal action, on light paper."""
    paper = circle((0, 0), (FORBIDDEN_SIZE / 2 + HALO) * side)
    return draw(Role.SHADE, paper, tone="white") + forbidden_mark(side)


def refusal_corner_sign(side: float, compass: Compass = SQUARES, place: int = 0) -> Drawing:
    """The sign of an illegal action in a corner of a cell: upper right (0), lower right (1) or lower left (2)."""
    x, y = CORNERS.get(compass, (CORNER - INWARD, CORNER - INWARD))
    return refusal_sign(CORNERED * side).moved((-x if place == 2 else x) * side, (-y if place else y) * side)


def landing_sign(acts: Act, side: float) -> Drawing:
    """The mark of a landing, as in diagrams, on light paper; a step and a jump together are a dot in a diamond."""
    if Act.HOP not in acts and Act.LOCUST not in acts:
        return draw(Role.SHADE, circle((0, 0), (DOT / 2 + HALO) * side), tone="white") + dot(side)
    hop, half = WIDE_HOP * side, (WIDE_HOP * DIAMOND / 2 + HALO) * side
    paper = draw(Role.SHADE, polygon([(half, 0), (0, half), (-half, 0), (0, -half)]), tone="white")
    return paper + combine_drawings(MARK_OF[meaning](side if meaning is MoveMark.MOVE else hop)
                            for meaning in landing_meanings(acts))


def landing_meanings(acts: Act) -> tuple[MoveMark, ...]:
    """The meanings whose marks a landing shows, one over the other."""
    if acts == Act.HOP | Act.MOVE:
        return MoveMark.HOP, MoveMark.MOVE
    meaning = mark_for(acts, False)
    assert meaning, "a mark for every way to land on an empty cell"
    return (meaning,)


def drop_sign(side: float) -> Drawing:
    """The sign of a cell where a piece may be dropped, on light paper."""
    half = 0.32 * WIDE_PUT * side
    paper = rectangle(-half, -half, 2 * half, 2 * half, half / 2)
    return draw(Role.SHADE, paper, tone="white") + drop_mark(WIDE_PUT * side)


def corner_sign(sign: Drawing, side: float, compass: Compass, place: int = 0) -> Drawing:
    """A sign on light paper beside a piece: in the upper right corner (0), or as a second one in the lower (1)."""
    x, y = CORNERS.get(compass, (CORNER, CORNER))
    half = PLATE * side
    paper = rectangle(-half, -half, 2 * half, 2 * half, half / 2) if compass is SQUARES else circle((0, 0), half)
    return (draw(Role.SHADE, paper, tone="white") + sign).moved(x * side, (-y if place else y) * side)


def number_badge(number: int, side: float) -> Drawing:
    """The number of a step, on a disc of light paper."""
    cap = BADGE_CAP * side
    disc = draw(Role.SHADE, circle((0, 0), BADGE * side), tone="white")
    return disc + draw_text(Role.LABEL, str(number), (0, -cap / 2), cap, bold=True)

