"""A meaning and a cell's side → the mark that shows it, centred on the origin, forward up.

Acrylic, paper and book share this drawing code; sizes are shares of the cell side c (docs/look.md). A cross in a ring
never touches it: on a laser, overlapping fills would cancel out. The mark of a move that may go on beyond the diagram
is shifted towards the piece by ON_SHIFT, and an arrowhead stands behind it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from fabgen.artwork.drawing import Drawing, Role, Shape, combine_drawings, draw
from fabgen.artwork.path import (
    SEMICIRCLE,
    Arc,
    Line,
    Path,
    Point,
    Segment,
    apply_matrix,
    circle,
    line,
    polygon,
    rectangle,
    rotation,
    rounded_polygon,
    scale_matrix,
    translation,
    whole_circle,
)
from fabgen.artwork.regions import even_odd_area, path_polygon
from fabgen.artwork.svg_artwork import FLAT, SvgArtwork
from fabgen.figures.silhouettes.outlines import Rounded, bend, closed_path
from fabgen.spec.drawings import DrawingPath

STROKE = 0.075  # of the size: the width of a stroke
SOFT = 0.02  # of the size: the radius of corners


def _fill(size: float, *parts: tuple[Path, ...]) -> Drawing:
    """Areas that do not touch, each with its holes."""
    return combine_drawings(draw(Role.MARK, *part) for part in parts).scaled(size)


def sun(size: float) -> Drawing:
    """A disc with eight rays."""
    ray = rectangle(0.245, -STROKE / 2, 0.105, STROKE, SOFT)
    return _fill(size, (circle((0, 0), 0.18),), *((ray.transformed(rotation(45.0 * n)),) for n in range(8)))


def moon(size: float) -> Drawing:
    """A crescent, open to the right."""
    outer, inner = bend(0.03, 0, 0.34, 62, 298), bend(0.15, 0, 0.26, 272, 88)
    return _fill(size, (closed_path(*outer, (0.24, -0.28, SOFT), *inner, (0.24, 0.28, SOFT)),))


def drop(size: float) -> Drawing:
    """A drop of water."""
    return _fill(size, (closed_path(*bend(0, -0.11, 0.24, -208, 28), (0, 0.36, SOFT)),))


def flame(size: float) -> Drawing:
    """A leaning flame with a light heart."""
    outer = closed_path(
        (0.24, -0.12, 0.2),
        (0.22, 0.14, 0.08),
        (0.13, 0.02, SOFT),
        (0.02, 0.38, SOFT),
        (-0.24, 0.08, 0.14),
        (-0.28, -0.2, 0.2),
        (-0.1, -0.36, 0.14),
        (0.14, -0.36, 0.16),
    )
    heart = closed_path(*bend(-0.02, -0.19, 0.085, -210, 30), (-0.02, 0.0, SOFT))
    return _fill(size, (outer, heart))


def leaf(size: float) -> Drawing:
    """A leaf on its stem, with its rib."""
    half = STROKE / 2
    right: list[Rounded] = [(half, -0.37, SOFT), (half, -0.27, SOFT), (0.25, -0.17, 0.2), (0.25, 0.15, 0.24)]
    blade = closed_path(*right, (0, 0.37, SOFT), *_mirror(right))
    return _fill(size, (blade, rectangle(-0.025, -0.16, 0.05, 0.34, 0.024)))


def _mirror(right: Sequence[Rounded]) -> list[Rounded]:
    """The left side of a symmetric sign from its right side."""
    return [(-x, y, r) for x, y, r in reversed(right)]


def lock(size: float) -> Drawing:
    """A closed padlock with its keyhole."""
    inner = 0.19 - STROKE
    body: list[Rounded] = [(0.27, -0.36, 0.05), (0.27, 0.04, 0.05), (0.19, 0.04, 0.01)]
    shackle = closed_path(*body, *bend(0, 0.17, 0.19, 0, 180), *_mirror(body))
    gap = closed_path((inner, 0.04, 0.01), *bend(0, 0.17, inner, 0, 180), (-inner, 0.04, 0.01))
    hole = closed_path(*bend(0, -0.11, 0.06, -60, 240), (-0.03, -0.26, 0.01), (0.03, -0.26, 0.01))
    return _fill(size, (shackle, gap, hole))


def eye(size: float) -> Drawing:
    """An open eye."""
    lid = _lens(0.36, 0.22)
    return _fill(size, (lid, _lens(0.36 - 1.9 * STROKE, 0.22 - STROKE)), (circle((0, 0), 0.085),))


def _lens(half: float, rise: float) -> Path:
    """Two arcs that meet in points: `half` of the way to either side, `rise` above and below."""
    radius = (half * half + rise * rise) / (2 * rise)
    spread = math.degrees(math.asin(half / radius))
    upper = bend(0, rise - radius, radius, 90 - 0.92 * spread, 90 + 0.92 * spread)
    lower = bend(0, radius - rise, radius, 270 - 0.92 * spread, 270 + 0.92 * spread)
    return closed_path((half, 0, SOFT / 2), *upper, (-half, 0, SOFT / 2), *lower)


def arrow_up(size: float) -> Drawing:
    """An arrow that points forward."""
    right: list[Rounded] = [(0.06, -0.35, SOFT), (0.06, 0.02, SOFT), (0.24, 0.02, SOFT)]
    return _fill(size, (closed_path(*right, (0, 0.36, SOFT), *_mirror(right)),))


def heart(size: float) -> Drawing:
    """A heart."""
    lobe = bend(0.165, 0.12, 0.175, -38, 150)
    return _fill(size, (closed_path((0, -0.35, SOFT), *lobe, (0, 0.17, 0.01), *_mirror(lobe)),))


def square(size: float) -> Drawing:
    """A plain square."""
    half, inner = 0.27, 0.27 - STROKE
    hole = rectangle(-inner, -inner, 2 * inner, 2 * inner)
    return _fill(size, (rectangle(-half, -half, 2 * half, 2 * half, 0.03), hole))


def triangle(size: float) -> Drawing:
    """A plain triangle with a corner ahead."""
    return _fill(size, (_regular_polygon(0.39, 3, 0.03), _regular_polygon(0.39 - 2 * STROKE, 3, 0.0)))


def _regular_polygon(radius: float, count: int, soft: float) -> Path:
    """A regular polygon with a corner ahead."""
    angles = [math.radians(90 + 360 * n / count) for n in range(count)]
    points = [(radius * math.cos(a), radius * math.sin(a) - 0.06) for a in angles]
    return rounded_polygon([(p, soft) for p in points]) if soft else polygon(points)


def bolt(size: float) -> Drawing:
    """A flash of lightning."""
    corners = ((-0.1, -0.37), (0.22, 0.08), (0.03, 0.08), (0.13, 0.37), (-0.2, -0.06), (0.0, -0.06))
    return _fill(size, (closed_path(*((x, y, SOFT / 2) for x, y in corners)),))


def hourglass(size: float) -> Drawing:
    """An hourglass."""
    right: list[Rounded] = [(0.22, -0.36, SOFT), (0.22, -0.29, SOFT), (0.045, -0.02, SOFT), (0.045, 0.02, SOFT),
                            (0.22, 0.29, SOFT), (0.22, 0.36, SOFT)]
    outline = closed_path(*right, *_mirror(right))
    return _fill(size, (outline, closed_path((0.12, 0.27, 0.01), (-0.12, 0.27, 0.01), (0, 0.09, 0.01))))


def key(size: float) -> Drawing:
    """A key, its bit to the right."""
    half = STROKE / 2
    bow = bend(0, 0.2, 0.17, -70, 250)
    bits: tuple[Rounded, ...] = ((-half, -0.37, 0.01), (0.15, -0.37, 0.01), (0.15, -0.295, 0.01), (half, -0.295, 0.01),
                                 (half, -0.22, 0.01), (0.15, -0.22, 0.01), (0.15, -0.145, 0.01), (half, -0.145, 0.01),
                                 (half, 0.02, 0.01))
    return _fill(size, (closed_path(*bits, *bow, (-half, 0.02, 0.01)), circle((0, 0.2), 0.17 - STROKE)))


SIGNS: dict[str, Callable[[float], Drawing]] = {
    "arrow": arrow_up, "bolt": bolt, "drop": drop, "eye": eye, "flame": flame, "heart": heart, "hourglass": hourglass,
    "key": key, "leaf": leaf, "lock": lock, "moon": moon, "square": square, "sun": sun, "triangle": triangle,
}


DOT, CROSS, CROSS_STROKE, RING, RING_STROKE = 0.5, 0.6, 0.15, 0.84, 0.09
LARGE_DOT = 0.62  # of a move or a capture, in games that have no other mark
SLIDE_TAIL, SLIDE_TIP, SLIDE_HEAD = -0.44, 0.46, 0.42  # its arrow along the way from the piece; the length of its head
SLIDE_SHAFT, SLIDE_HALF = 0.105, 0.3  # half the widths of the arrow's shaft and of its head
RAYED_DOT = 0.4  # the dot amid the arms of an open cross
EMPTY_STROKE, DIAMOND_STROKE = 0.14, 0.07  # of a hollow diamond: the large one without a sign in it, every other one
ON_RING_STROKE = 0.07  # of the ring of a mark that goes on
RINGED_CROSS, SMALL_CROSS_STROKE = 0.46, 0.12  # the cross in a ring; the strokes of a cross that is not the largest
ON_CROSS_STROKE = 0.1  # of a cross in the ring of a mark that goes on
ON_SHIFT, ON_CROSS, ON_RING, ON_RINGED_CROSS = (
    0.11,
    0.46,
    0.62,
    0.33,
)  # marks that go on; RINGED: the cross in their ring
HEAD_FOOT, HEAD_TIP, HEAD_HALF = 0.27, 0.46, 0.085  # the arrowhead, along and across the way from the piece
OPEN_DOT, OPEN_STROKE = 0.52, 0.12
OPEN_NEAR, OPEN_FAR, OPEN_ARM = 0.12, 0.26, 0.1  # the arms of an open cross, from the middle; how wide they are
ON_OPEN, ON_RINGED_OPEN = (0.12, 0.24), (0.1, 0.19)  # near and far end of the arms of an open cross that goes on
RINGED_ARM = 0.08  # how wide they are in a ring
RAYS, ON_RAYS = (0.28, 0.42), (0.275, 0.35)  # near and far end of the arms of an open cross around a dot
HUB, HUB_HOLE, HUB_CROSS = 0.38, 0.2, 0.7  # a cross with a hole in its hub: two diameters, and from tip to tip
ON_HUB, ON_HUB_HOLE, ON_HUB_CROSS, ON_HUB_STROKE = 0.34, 0.16, 0.6, 0.1
DIAMOND, ON_DIAMOND = 0.94, 0.7  # from corner to corner
HOP_CROSS, ON_HOP_CROSS, HOP_STROKE = 0.375, 0.25, 0.115  # a cross or a slash in a diamond
SMALL_HOP_STROKE = 0.08  # the same in a diamond that is smaller than the largest, so that it stays a cross
TIPPED_DIAMOND, ON_TIPPED_DIAMOND = 0.76, 0.64  # a diamond with the tips of a cross around it
TIPPED_CROSS, ON_TIPPED_CROSS = 0.28, 0.24  # the cross or slash in it
TIPS, ON_TIPS = (0.335, 0.465), (0.29, 0.3485)  # near and far end of the tips
TIP_WIDTH, ON_TIP_WIDTH = 0.12, 0.1
OPENING, ON_OPENING = 0.24, 0.18  # diameter of the round hole in an open diamond
OPENED_CROSS, ON_OPENED_CROSS = 0.46, 0.31  # from tip to tip of a cross or a slash that is cut out around that hole
TIPPED_OPENED_CROSS, ON_TIPPED_OPENED_CROSS = 0.42, 0.3  # the same in a diamond with tips
OWN_RING, OWN_STROKE = 0.44, 0.13  # the ring in the middle of the piece's own cell
POINT_FOOT, POINT_TIP, POINT_HALF = 0.3, 0.46, 0.25  # the point ahead of it
JUMP_RING, JUMP_GAP = (1.625, 1.725), 24.0  # the two radii of the ring of jumps; degrees of each gap in it
BROAD_OWN, BROAD_MARK = 1.5, 1.2  # times their usual sizes: the mark of the piece itself in that ring, and all others
MARKS_IN_RING = 1.175  # cells from the piece to the middle of each mark in that ring
FILL_PASS = 0.23  # mm between the lines that a laser follows for the marks in that ring
RING_PASS = 0.3  # mm between the lines that a laser follows for that ring
DROP_SIZE, DROP_STROKE = 0.44, 0.09  # the mark of a drop: from side to side
FORBIDDEN_SIZE, FORBIDDEN_STROKE = 0.62, 0.13  # the mark of a forbidden move: outer diameter; no board has one as heavy
PASSAGE_SIZE, PASSAGE_STROKE = 0.8, 0.1  # of a cell where a piece may not stop: from corner to corner
OWN_MARK, OWN_DISC = 0.72, 0.9  # of the size: the longer side and the diagonal of a designer's own drawing
ARROW_SHAFT, ARROW_HEAD = 0.035, (0.28, 0.19)  # an arrow: the width of its shaft; the length and the width of its head
ARROW_HALO = 0.075  # light paper around an arrow and the line around it
# The arrow of a player: what it has more on each side; the same of the dark line around it, and of the light paper
# around that.
WIDE_ARROW, WIDE_LINE, WIDE_HALO = 0.008, 0.018, 0.04
LEAST_STROKE = 0.35  # mm: the finest that is drawn


def dot(c: float, share: float = DOT) -> Drawing:
    """The mark of a move: a dot."""
    return draw(Role.MOVE, circle((0, 0), share * c / 2))


def cross(c: float, span: float = CROSS, stroke: float = CROSS_STROKE) -> Drawing:
    """The mark of a capture: a cross, in one outline so that no laser engraves its middle twice or leaves it out."""
    return _draw_cross(span * c, max(stroke * c, LEAST_STROKE))


def _draw_cross(span: float, stroke: float) -> Drawing:
    """A cross, and the two strokes that it consists of, for single-line engraving."""
    arms = tuple(line((-span / 2, 0), (span / 2, 0)).transformed(rotation(45 + 90 * n)) for n in range(2))
    return Drawing((Shape((cross_outline(span, stroke),), Role.CAPTURE, strokes=arms),))


def large_dot(c: float) -> Drawing:
    """The mark of a move or a capture in a game whose marks all say that: a large dot."""
    return dot(c, LARGE_DOT)


def slide_arrow(c: float, away: Point) -> Drawing:
    """The mark of the same where it goes on in the direction `away` from the piece: an arrow through the cell, from
    edge to edge, or nearly from corner to corner."""
    length = math.hypot(*away)
    x, y = away[0] / length, away[1] / length
    stretch = slide_stretch(away)
    shaft, neck, tip = max(SLIDE_SHAFT, LEAST_STROKE / 2 / c), SLIDE_TIP * stretch - SLIDE_HEAD, SLIDE_TIP * stretch
    side = [(SLIDE_TAIL * stretch, shaft), (neck, shaft), (neck, SLIDE_HALF)]
    outline = [(tip, 0.0), *reversed(side), *((u, -v) for u, v in side)]
    return draw(Role.MOVE, polygon([(u * c, v * c) for u, v in outline]).transformed((x, y, -y, x, 0, 0)))


def slide_stretch(away: Point) -> float:
    """How much longer than the side of a cell the way through it is in a direction: the diagonal of a square is."""
    return math.sqrt(2) if abs(abs(away[0]) - abs(away[1])) < 1e-9 else 1.0


def ringed_cross(c: float) -> Drawing:
    """The mark of a move or a capture: a cross inside a ring."""
    return _draw_ring(c, RING) + cross(c, RINGED_CROSS, SMALL_CROSS_STROKE)


def small_ringed_cross(c: float) -> Drawing:
    """The mark of a move or a capture that may go on: a smaller ring and cross, to leave room for the arrowhead."""
    return _draw_ring(c, ON_RING) + _draw_cross(ON_RINGED_CROSS * c, max(ON_CROSS_STROKE * c, LEAST_STROKE))


def _draw_ring(c: float, size: float) -> Drawing:
    """A ring as a share of the cell."""
    share = RING_STROKE if size == RING else ON_RING_STROKE
    return draw(Role.MOVE, *annulus((0, 0), size * c / 2, max(share * c, LEAST_STROKE)))


def open_dot(c: float) -> Drawing:
    """The mark of a move that is possible only as the piece's first: a dot with a hole."""
    return draw(Role.MOVE, *annulus((0, 0), OPEN_DOT * c / 2, max(OPEN_STROKE * c, LEAST_STROKE)))


def open_cross(c: float, reach: tuple[float, float] = (OPEN_NEAR, OPEN_FAR), width: float = OPEN_ARM) -> Drawing:
    """The mark of a capture that is possible only as the piece's first move: a cross without its middle. `reach`: where
    its arms begin and end, in shares of the cell, like their width."""
    return draw(Role.CAPTURE, *_cross_arms(c, reach, width, CROSS_ANGLES))


def _cross_arms(c: float, reach: tuple[float, float], width: float, angles: Iterable[float]) -> Iterator[Path]:
    (near, far), stroke = reach, max(width * c, LEAST_STROKE)
    arm = rectangle(near * c, -stroke / 2, (far - near) * c, stroke)
    return (arm.transformed(rotation(angle)) for angle in angles)


def ringed_open_cross(c: float) -> Drawing:
    """The mark of a move or a capture that is possible only as the piece's first: an open cross inside a ring."""
    return _draw_ring(c, RING) + open_cross(c)


def small_ringed_open_cross(c: float) -> Drawing:
    """The same where both may go on: a smaller ring and cross, to leave room for the arrowhead."""
    return _draw_ring(c, ON_RING) + open_cross(c, ON_RINGED_OPEN, RINGED_ARM)


def rayed_dot(c: float, rays: tuple[float, float] = RAYS) -> Drawing:
    """The mark of a move, and of a capture that is possible only as the piece's first: a dot amid an open cross."""
    return dot(c, RAYED_DOT) + open_cross(c, rays)


def hubbed_cross(c: float, on: bool = False) -> Drawing:
    """The mark of a capture, and of a move that is possible only as the piece's first: a cross whose hub is an open
    dot. One outline, because areas that overlap would cancel out."""
    hub, hole, span = (ON_HUB, ON_HUB_HOLE, ON_HUB_CROSS) if on else (HUB, HUB_HOLE, HUB_CROSS)
    stroke = max((ON_HUB_STROKE if on else SMALL_CROSS_STROKE) * c, LEAST_STROKE)
    outline = hubbed_outline(hub * c, span * c, stroke, CROSS_ANGLES)
    return draw(Role.CAPTURE, outline, circle((0, 0), hole * c / 2))


CROSS_ANGLES = (45, 135, 225, 315)  # degrees: of the arms of a cross
SLASH_ANGLES = (45, 225)  # half a cross


def slash_outline(span: float, stroke: float) -> Path:
    """Half a cross: one stroke to the upper right."""
    return rectangle(-span / 2, -stroke / 2, span, stroke).transformed(rotation(45))


def hubbed_outline(hub: float, span: float, stroke: float, angles: Sequence[float]) -> Path:
    """A disc with arms in directions in degrees, counter-clockwise: a diameter, `span` from tip to opposite tip, and
    the width of the arms, whose ends are round. Without arms, a circle."""
    if not angles:
        return circle((0, 0), hub / 2)
    half, reach = stroke / 2, (span - stroke) / 2
    foot = math.sqrt((hub / 2) ** 2 - half**2)  # along an arm: where its sides leave the disc
    arm_angle = 2 * math.degrees(math.asin(2 * half / hub))  # of the disc's rim that an arm takes
    segments: list[Segment] = []
    for angle, next_angle in zip(angles, (*angles[1:], angles[0] + 360), strict=True):
        m, following = rotation(angle), rotation(next_angle)
        segments += [Line(apply_matrix(m, (reach, -half))), Arc(apply_matrix(m, (reach, half)), SEMICIRCLE),
                     Line(apply_matrix(m, (foot, half)))]
        rim = math.radians(next_angle - angle - arm_angle)
        segments.append(Arc(apply_matrix(following, (foot, -half)), math.tan(rim / 4)))
    return Path(apply_matrix(rotation(angles[0]), (foot, -half)), tuple(segments), closed=True)


Fill = Literal["hollow", "open", "solid"]


@dataclass(frozen=True)
class DiamondSizes:
    """Sizes of a diamond, in shares of the cell: from corner to corner; from tip to tip of a sign in it; the diameter
    of its opening and the span of a sign around it; where the tips around it begin and end."""

    diamond: float
    sign: float
    opening: float
    opened_sign: float
    tips: tuple[float, float]


DIAMOND_SIZES = {  # by whether tips stand around it and whether it goes on
    (False, False): DiamondSizes(DIAMOND, HOP_CROSS, OPENING, OPENED_CROSS, (0, 0)),
    (False, True): DiamondSizes(ON_DIAMOND, ON_HOP_CROSS, ON_OPENING, ON_OPENED_CROSS, (0, 0)),
    (True, False): DiamondSizes(TIPPED_DIAMOND, TIPPED_CROSS, OPENING, TIPPED_OPENED_CROSS, TIPS),
    (True, True): DiamondSizes(ON_TIPPED_DIAMOND, ON_TIPPED_CROSS, ON_OPENING, ON_TIPPED_OPENED_CROSS, ON_TIPS),
}


def landing_diamond(
    c: float, sign: Sequence[float] = (), *, fill: Fill = "hollow", tips: Sequence[float] = (), on: bool = False
) -> Drawing:
    """The mark where a jump lands: a hollow diamond. It is solid where the piece can also move to that cell without a
    jump, and open (solid with a round hole) where it can do so on its first move only.

    `sign` holds the angles of the strokes in it, or cut out of it: a cross where the piece that was jumped over is
    captured, a slash where that depends on the piece. `tips` are those of a cross behind the diamond, where the piece
    can also capture on that cell: four, or two where it can do so on its first move only. `on`: the jump may go on, so
    that the diamond is smaller.
    """
    sizes = DIAMOND_SIZES[bool(tips), on]
    stroke = max((SMALL_HOP_STROKE if tips or on else HOP_STROKE) * c, LEAST_STROKE)
    half = sizes.diamond * c / 2
    outline = cross_outline if len(sign) == len(CROSS_ANGLES) else slash_outline
    signs = [outline(sizes.sign * c, stroke)] if sign else []
    tip_width = ON_TIP_WIDTH if on else TIP_WIDTH
    around = draw(Role.CAPTURE, *_cross_arms(c, sizes.tips, tip_width, tips)) if tips else Drawing()
    if fill == "solid":
        return draw(Role.MOVE, _diamond(half), *signs) + around
    if fill == "open":
        opening = hubbed_outline(sizes.opening * c, sizes.opened_sign * c, stroke, sign)
        return draw(Role.MOVE, _diamond(half), opening) + around
    rim = max((DIAMOND_STROKE if sign or tips or on else EMPTY_STROKE) * c, LEAST_STROKE)
    frame = draw(Role.MOVE, _diamond(half), _diamond(half - rim * math.sqrt(2)))
    return frame + (draw(Role.CAPTURE, *signs) if signs else Drawing()) + around


def _diamond(half: float) -> Path:
    """A square that stands on a corner."""
    return polygon([(half, 0), (0, half), (-half, 0), (0, -half)])


def add_arrowhead(mark: Drawing, c: float, away: Point, role: Role) -> Drawing:
    """A mark of a move that may go on in the direction `away` from the piece: shifted towards the piece, an arrowhead
    behind it."""
    length = math.hypot(*away)
    x, y = away[0] / length, away[1] / length
    head = polygon([(HEAD_FOOT * c, -HEAD_HALF * c), (HEAD_TIP * c, 0), (HEAD_FOOT * c, HEAD_HALF * c)])
    return mark.moved(-ON_SHIFT * c * x, -ON_SHIFT * c * y) + draw(role, head.transformed((x, y, -y, x, 0, 0)))


DIRECTION_ANGLES = {  # degrees from up
    "up": 0, "left": 90, "down": 180, "right": 270, "up-left": 60, "down-left": 120, "down-right": 240, "up-right": 300,
}


def own_cell_mark(c: float, direction: str | None = "up") -> Drawing:
    """The piece's own cell: a ring in its middle, and a point ahead of it in the piece's forward direction, which is
    `direction` in the diagram. Where a piece moves alike in all directions (None), no point."""
    stroke = max(OWN_STROKE * c, LEAST_STROKE)
    if direction is None:
        return draw(Role.SELF, *annulus((0, 0), OWN_RING * c / 2, stroke))
    ring = annulus((0, 0), OWN_RING * c / 2, stroke)
    point = polygon([(-POINT_HALF * c, POINT_FOOT * c), (POINT_HALF * c, POINT_FOOT * c), (0, POINT_TIP * c)])
    return (draw(Role.SELF, *ring) + draw(Role.FORWARD, point)).transformed(rotation(DIRECTION_ANGLES[direction]))


def jump_ring(c: float, direction: str | None, gaps: Sequence[float] = ()) -> Drawing:
    """The sign of a piece that may jump over a piece on every side: the piece's own mark, larger than elsewhere, and a
    ring around it and the cells next to it. `gaps`: the angles in degrees at which the ring is open: those of the arms
    of a cross or a slash."""
    inner, outer = (radius * c for radius in JUMP_RING)
    return own_cell_mark(BROAD_OWN * c, direction) + open_ring(inner, outer, gaps)


def open_ring(inner: float, outer: float, gaps: Sequence[float] = ()) -> Drawing:
    """A ring between two radii in mm around the origin, open at the angles `gaps`, in lines that a laser follows."""
    count = math.ceil((outer - inner) / RING_PASS)
    radii = [inner + (outer - inner) * n / count for n in range(1, count)]
    if not gaps:
        ring = annulus((0, 0), outer, outer - inner)
        halves = (_arc(radius, start, start + 180) for radius in radii for start in (0, 180))
        return Drawing((Shape(ring, Role.MOVE, strokes=(*ring, *halves), is_scored=True),))
    turns = sorted(gaps)
    ends = [(start + JUMP_GAP / 2, end - JUMP_GAP / 2)
            for start, end in zip(turns, [*turns[1:], turns[0] + 360], strict=True)]
    outlines = [_ring_arc(inner, outer, *pair) for pair in ends]
    lines = [[_arc(radius, *pair) for radius in radii] for pair in ends]
    return Drawing(tuple(Shape((outline,), Role.MOVE, strokes=(outline, *within), is_scored=True)
                         for outline, within in zip(outlines, lines, strict=True)))


def draw_with_lines(drawing: Drawing, *roles: Role) -> Drawing:
    """The same marks for a laser that follows lines FILL_PASS apart instead of sweeping them: many small marks far from
    each other take a third of the time. Of some roles only, if any are given."""
    return Drawing(tuple(replace(item, strokes=(*item.paths, *_lines_within(item.paths)), is_scored=True)
                         if isinstance(item, Shape) and not item.is_scored and (not roles or item.role in roles)
                         else item for item in drawing.items))


def _lines_within(paths: Sequence[Path]) -> Iterator[Path]:
    """Open lines inside of an outline, FILL_PASS apart: a closed one might be read as a mark of its own."""
    import shapely

    circles = [ring for path in paths if (ring := whole_circle(path))]
    if len(circles) == len(paths):
        (centre, outer), inner = circles[0], circles[1][1] if len(circles) > 1 else 0.0
        count = math.ceil((outer - inner) / FILL_PASS)
        for n in range(1, count):
            radius = outer - (outer - inner) * n / count
            yield from (_arc(radius, start, start + 180).transformed(translation(*centre)) for start in (0, 180))
        return
    area = even_odd_area([path_polygon(path, FLAT) for path in paths])
    while not (area := area.buffer(-FILL_PASS, join_style="mitre")).is_empty:
        for ring in shapely.get_rings(shapely.get_parts(area)):
            points = [(round(x, 6), round(y, 6)) for x, y in ring.coords]
            yield from (line(*points[:2]), line(*points[1:]))


def _arc(radius: float, start: float, end: float) -> Path:
    """An open arc about the origin from one angle to a larger one, in degrees from the right."""
    ends = (apply_matrix(rotation(angle), (radius, 0.0)) for angle in (start, end))
    return Path(next(ends), (Arc(next(ends), math.tan(math.radians(end - start) / 4)),))


def _ring_arc(inner: float, outer: float, start: float, end: float) -> Path:
    """The part of a ring from one angle to a larger one, in degrees from the right, by the two radii of the ring."""
    (near, far), (back, forth) = ([apply_matrix(rotation(angle), (radius, 0.0)) for radius in (inner, outer)]
                                  for angle in (start, end))
    bulge = math.tan(math.radians(end - start) / 4)
    return Path(near, (Line(far), Arc(forth, bulge), Line(back), Arc(near, -bulge)), closed=True)


def annulus(centre: Point, radius: float, stroke: float) -> tuple[Path, Path]:
    """The two circles of a ring, by its outer radius and the width of its stroke."""
    return circle(centre, radius), circle(centre, radius - stroke)


def cross_outline(span: float, stroke: float) -> Path:
    """A diagonal cross with round ends: `span` from tip to opposite tip, arms `stroke` wide."""
    reach = (span - stroke) / 2  # from the middle to the centre of an arm's round end
    half, notch = stroke / 2, stroke / math.sqrt(2)
    segments: list[Segment] = []
    start: Point = (notch, 0.0)
    for arm in range(4):
        m = rotation(45 + 90 * arm)
        right, left, inner = apply_matrix(m, (reach, -half)), apply_matrix(m, (reach, half)), rotation(90 * (arm + 1))
        segments += [Line(right), Arc(left, SEMICIRCLE), Line(apply_matrix(inner, start))]
    return Path(start, tuple(segments), closed=True)


def forbidden_mark(c: float) -> Drawing:
    """The mark of a forbidden move: a ring with a slash in it, like the road sign; heavier than every other mark."""
    radius, stroke = FORBIDDEN_SIZE * c / 2, max(FORBIDDEN_STROKE * c, LEAST_STROKE)
    reach = radius - stroke / 2
    slash = rectangle(-reach, -stroke / 2, 2 * reach, stroke).transformed(rotation(-45))
    return draw(Role.REFUSED, *annulus((0, 0), radius, stroke)) + draw(Role.REFUSED, slash)


def passage_mark(c: float) -> Drawing:
    """The mark of a cell where a piece may land but not stop: a hollow diamond."""
    half, stroke = PASSAGE_SIZE * c / 2, max(PASSAGE_STROKE * c, LEAST_STROKE)
    return draw(Role.REFUSED, _diamond(half), _diamond(half - stroke * math.sqrt(2)))


def drop_mark(c: float, role: Role = Role.MOVE) -> Drawing:
    """The mark of a drop: a caret that points down onto a line."""
    half, stroke = DROP_SIZE * c / 2, max(DROP_STROKE * c, LEAST_STROKE)
    rise, drop = 0.25 * c, 0.11 * c
    slant = stroke * math.sqrt(2)
    caret = polygon([(0, -drop), (half, half - drop), (half, half - drop + slant), (0, slant - drop),
                     (-half, half - drop + slant), (-half, half - drop)])
    foot = rectangle(-half, -rise, 2 * half, stroke)
    return draw(role, caret) + draw(role, foot)


def turned_mark(c: float) -> Drawing:
    """The mark of a piece that was turned over: two arrows that go round."""
    over = arrow((-0.19 * c, 0.04 * c), (0.19 * c, 0.04 * c), 0.55 * c, bow=0.16 * c)
    return over + over.transformed(rotation(180))


def no_entry(size: float) -> Drawing:
    """A ring with a bar, for a cell that may not be entered."""
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


def draw_own_mark(art: SvgArtwork, size: float) -> Drawing:
    """A designer's own drawing as a mark: 0.72 of the size across, and within a disc of 0.9 of the size."""
    x0, y0, x1, y1 = art.bounds()
    factor = min(OWN_MARK * size / max(x1 - x0, y1 - y0), OWN_DISC * size / math.hypot(x1 - x0, y1 - y0))
    m = scale_matrix(factor)
    centred = art.transformed(translation(-(x0 + x1) / 2, -(y0 + y1) / 2)).transformed(m)
    return draw(Role.MARK, *centred.areas)


def draw_token_mark(word: str, size: float) -> Drawing:
    """The mark that a spec names, or the designer's own drawing. KeyError for an unknown name."""
    return draw_own_mark(word.art, size) if isinstance(word, DrawingPath) else MARKS[word](size)


MARKS: dict[str, Callable[[float], Drawing]] = {"no-entry": no_entry, "ring": ring, "star": star, **SIGNS}


def arrow(start: Point, end: Point, c: float, bow: float = 0.0, role: Role = Role.PATH) -> Drawing:
    """An arrow between two points on a board with cells of side c, one outline: shaft 0.035 c, head 0.28 c by 0.19 c.
    With `bow` it is an arc, whose middle is that many mm to the left of the straight way (to the right below 0)."""
    return draw(role, _arrow_outline(start, end, c, 0.0, bow, 0.0))


def player_arrow(start: Point, end: Point, c: float, tone: str, bow: float = 0.0) -> Drawing:
    """An arrow in a player's colour with a dark line around it; broader, so that the colour is seen."""
    line_around, outline = (_arrow_outline(start, end, c, (WIDE_ARROW + extra) * c, bow, 0.0)
                            for extra in (WIDE_LINE, 0.0))
    return draw(Role.PATH, line_around, tone="black") + draw(Role.BODY, outline, tone=tone)


def arrow_halo(start: Point, end: Point, c: float, bow: float = 0.0, *, is_wide: bool = False) -> Drawing:
    """A white rim around an arrow, or around the wide one of a player, wider than the line around it, that sets it off
    from what it lies over."""
    extra = WIDE_ARROW + WIDE_LINE + WIDE_HALO if is_wide else ARROW_HALO
    return draw(Role.SHADE, _arrow_outline(start, end, c, extra * c, bow, 2 * extra * c), tone="white")


def _arrow_outline(start: Point, end: Point, c: float, extra: float, bow: float, beyond: float) -> Path:
    """The outline of an arrow that is `extra` mm larger on each side, with its tip `beyond` its end in mm."""
    length, shaft, width = math.dist(start, end), ARROW_SHAFT / 2 * c + extra, ARROW_HEAD[1] / 2 * c + 1.6 * extra
    head = ARROW_HEAD[0] * c + extra
    angle = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    if bow and length > 0.5 * c:
        outline = _bent_outline(length, bow, shaft, width, head, beyond)
    else:
        neck, tip = length - head, length + beyond
        outline = polygon([(0.0, -shaft), (neck, -shaft), (neck, -width), (tip, 0.0), (neck, width), (neck, shaft),
                           (0.0, shaft)])
    return outline.transformed(rotation(angle)).transformed(translation(*start))


def _bent_outline(length: float, bow: float, shaft: float, width: float, head: float, beyond: float) -> Path:
    """The outline of an arrow along an arc from the origin to (length, 0) with a `bow` in mm, positive upwards: half
    the widths of its shaft and its head, the length of its head, and how far its tip is `beyond` the end."""
    side = 1 if bow > 0 else -1
    bulge = 2 * abs(bow) / length
    half_sweep = 2 * math.atan(bulge)
    radius = length / (2 * math.sin(half_sweep))
    centre = length / 2, side * (abs(bow) - radius)
    neck_sweep = 2 * half_sweep - head / radius

    def place(sweep: float, outwards: float) -> Point:
        """A point after so much of the arc, off the line by `outwards`."""
        angle = math.pi / 2 + half_sweep - sweep
        reach = radius + outwards
        return centre[0] + reach * math.cos(angle), centre[1] + side * reach * math.sin(angle)

    neck, along = place(neck_sweep, 0.0), math.pi / 2 + half_sweep - 2 * half_sweep + head / radius / 2
    ahead = math.sin(along), -side * math.cos(along)  # from the neck to the end of the arc
    beside = -ahead[1] * side, ahead[0] * side
    tip = neck[0] + ahead[0] * (head + beyond), neck[1] + ahead[1] * (head + beyond)
    wings = [(neck[0] + beside[0] * reach, neck[1] + beside[1] * reach) for reach in (width, -width)]
    bend = math.tan(neck_sweep / 4) * side
    return Path(place(0.0, shaft), (
        Arc(place(neck_sweep, shaft), -bend), Line(wings[0]), Line(tip), Line(wings[1]),
        Line(place(neck_sweep, -shaft)), Arc(place(0.0, -shaft), bend),
    ), closed=True)
