"""A filled area → which mark of a diagram it is. The module knows shapes by their own features, and the marks that each
meaning consists of, with their sizes and places in a cell."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from fabgen.rules.directions import HEXAGONS_IN_FILES, HEXAGONS_IN_ROWS, SQUARES, Plane
from fabgen.rules.marks import ALL_MARKS, CAPTURES, HOPS, ONLY_KIND_MARKS, Act, MoveMark
from fabgen.verify.readers.contours import Points

if TYPE_CHECKING:
    from shapely import Polygon

ROUND = 0.02  # share of its radius by which a circle's points may differ
CORNER = 0.02  # share of a shape's size: bends that stick out less are no corners
Vector = tuple[float, float]
WAIST = 0.485  # of an arm's length: from the middle to its nearest point, at most in a cross, at least with a hub
HOLED = {("disc", "disc"): "ring", ("square", "square"): "frame", ("square", "cross"): "crossed square",
         ("square", "bar"): "slashed square", ("square", "disc"): "open square",
         ("square", "hubbed cross"): "crossed open square", ("square", "hubbed bar"): "slashed open square",
         ("hubbed cross", "disc"): "open hubbed cross"}


@dataclass(frozen=True)
class MarkShape:
    """A filled shape, the id of its element, and what it is recognised as.

    `kind`: `disc`, `triangle`, `arrow`, `cross`, `square`, `hexagon`, `bar`, `hubbed cross`, `hubbed bar` (a disc
    with four or two arms), one of HOLED or nothing. `axis` points along a bar, from the middle to a corner of a
    square, a triangle or a hexagon, or to the tip of an arm; of a square that is cut, it is that of the cut.
    """

    area: Polygon
    id: str
    kind: str
    middle: Vector
    span: float
    axis: Vector = (0.0, 0.0)


def recognise(area: Polygon, id: str) -> MarkShape:
    """A filled area with what it is."""
    return MarkShape(area, id, *_area_features(area))


def stroked_crosses(lines: Sequence[Points], longest: float, id: str) -> Iterator[MarkShape]:
    """The crosses among straight lines that are no longer than `longest` mm: two lines that halve each other at right
    angles. Only the tips of such a cross are where those of a filled cross are."""
    from shapely import Point

    straight = [line for line in lines if len(line) == 2 and math.dist(*line) < longest]
    for first, second in combinations(straight, 2):
        length, (direction, across) = math.dist(*first), (first[1] - first[0], second[1] - second[0])
        middle = first.mean(axis=0)
        difference = max(math.dist(middle, second.mean(axis=0)), abs(length - math.dist(*second)))
        if difference <= ROUND * length and abs(float(direction @ across)) <= ROUND * length**2:
            spot = (float(middle[0]), float(middle[1]))
            yield MarkShape(Point(spot).buffer(length / 2), id, "cross", spot, length, _axis(direction.reshape(1, 2)))


Features = tuple[str, Vector, float, Vector]


def _area_features(area: Polygon) -> Features:
    """The kind, the middle, the span and the axis of an area that may have a hole."""
    from shapely import Polygon

    kind, middle, span, axis = _solid_features(Polygon(area.exterior))
    if not area.interiors:
        return kind, middle, span, axis
    hole = _solid_features(Polygon(area.interiors[0]))
    holed = HOLED.get((kind, hole[0]), "") if len(area.interiors) == 1 else ""
    centred = math.dist(middle, hole[1]) <= ROUND * max(span, 0.0)
    return (holed if centred else ""), middle, span, hole[3] if holed.endswith("square") and any(hole[3]) else axis


def _solid_features(area: Polygon) -> Features:
    """The same for an area without holes."""
    points = np.asarray(area.exterior.coords)[:-1]
    centre = area.exterior.envelope.centroid
    middle = (float(centre.x), float(centre.y))
    if radius := _radius_if_round(points, middle):
        return "disc", middle, 2 * radius, (0.0, 0.0)
    corners = corners_of(area)
    if len(corners) in (3, 4):
        return _corner_features(corners, area)
    if len(corners) == 7 and (arrow := _arrow_features(corners)):
        return arrow
    if len(corners) == 6 and _is_regular(corners, middle):
        return "hexagon", middle, math.dist(corners[0], middle), _axis(corners[:1] - middle)
    return _cross_features(points, area)


def _corner_features(corners: Points, area: Polygon) -> Features:
    """The same for a triangle, a square or a bar."""
    middle = (float(corners[:, 0].mean()), float(corners[:, 1].mean()))
    edges = np.roll(corners, -1, axis=0) - corners
    sides = np.hypot(*edges.T)
    longest = int(np.argmax(sides))
    span = float(sides[longest])
    outward = _axis(corners - middle)
    if len(corners) == 3:
        return "triangle", middle, span, outward
    if area.area <= 0.999 * area.oriented_envelope.area:
        return "", middle, span, outward
    if abs(sides[0] - sides[1]) < 0.01 * sides[0]:
        return "square", middle, float(sides[0]), outward
    return "bar", middle, span, _axis(edges[longest : longest + 1])


def _arrow_features(corners: Points) -> Features | None:
    """The same for an arrow: a tip, and three corners on each side, the last of them at its foot. Its middle is between
    tip and foot, its span the width of its head. None where a corner is not opposite another."""
    for first in range(len(corners)):
        ring = np.roll(corners, -first, axis=0)
        foot = (ring[3] + ring[4]) / 2
        length = math.dist(ring[0], foot)
        along = (ring[0] - foot) / length
        across = np.array([-along[1], along[0]])
        right, left = ring[1:4] - foot, (ring[6:3:-1] - foot)
        slips = np.concatenate([(right - left) @ along, (right + left) @ across])
        head, shaft = abs(float(right[0] @ across)), abs(float(right[2] @ across))
        if float(np.abs(slips).max()) <= ROUND * length and head > shaft:
            x, y = (ring[0] + foot) / 2
            return "arrow", (float(x), float(y)), 2 * head, (float(along[0]), float(along[1]))
    return None


def _is_regular(corners: Points, middle: Vector) -> bool:
    """Whether all corners are as far from the middle as from their neighbours."""
    radii = np.hypot(*(corners - middle).T)
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    return float(np.ptp(np.concatenate([radii, sides]))) <= ROUND * float(radii.mean())


def _axis(vectors: Points) -> Vector:
    """The direction of the longest of some vectors, as a unit vector."""
    longest = vectors[int(np.argmax(np.hypot(vectors[:, 0], vectors[:, 1])))]
    length = math.hypot(*longest)
    return float(longest[0]) / length, float(longest[1]) / length


def _radius_if_round(points: Points, middle: Vector) -> float:
    """The radius of a circle about `middle`; 0 for any other shape."""
    distances = np.hypot(points[:, 0] - middle[0], points[:, 1] - middle[1])
    radius = float(distances.mean())
    return radius if len(points) >= 12 and np.ptp(distances) <= ROUND * radius else 0.0


def _cross_features(points: Points, area: Polygon) -> Features:
    """A cross is the same after a quarter turn, has four tips, and leaves much of its hull empty. With a hub, a disc in
    its middle, it is broader there; a bar with a hub is the same after half a turn only."""
    from shapely import box
    from shapely.affinity import rotate

    centre = (float(area.centroid.x), float(area.centroid.y))
    away = np.hypot(points[:, 0] - centre[0], points[:, 1] - centre[1])
    has_hub = float(away.min()) >= WAIST * float(away.max())
    hull_share = area.area / area.convex_hull.area

    def is_same_after(angle: float) -> bool:
        """Whether the area is the same after a turn."""
        largest_difference = 0.03 * area.area
        # Between two outlines whose corners are this near to each other there is less than this difference.
        if _slip_after(angle, points - centre) * 2 * area.length < largest_difference:
            return True
        turned = rotate(area, angle, origin=centre)
        if area.area - area.intersection(box(*turned.bounds)).area >= largest_difference:
            return False  # what lies beside the box lies beside the turned area: that is quicker to see
        return bool(area.symmetric_difference(turned).area < largest_difference)

    kind = ""
    if hull_share < 0.88 and is_same_after(90):
        kind = "hubbed cross" if has_hub else "cross"
    elif has_hub and hull_share < 0.95 and not is_same_after(90) and is_same_after(180):
        kind = "hubbed bar"
    return kind, centre, 2 * float(away.max()), _axis(points - centre)


def _slip_after(angle: float, corners: Points) -> float:
    """How far from another corner, at most, the corners of an outline come by a turn about the origin: the n-th corner
    from the one that is as many steps away as the turn is of a whole one. Infinite where no corner is."""
    steps = len(corners) * angle / 360
    if not steps.is_integer():
        return math.inf
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    turned = corners @ np.array([[c, s], [-s, c]])
    slips = (np.hypot(*(np.roll(corners, way * int(steps), axis=0) - turned).T).max() for way in (1, -1))
    return float(min(slips))


def corners_of(area: Polygon) -> Points:
    """The corners of an outline, without points where it hardly turns."""
    corners: Points = np.asarray(area.exterior.simplify(CORNER * math.sqrt(area.area)).coords)[:-1]
    return corners


# The sizes of marks in sides of a cell, as docs/look.md states them. They are written down here a second time, because
# numbers imported from the code that draws the marks could not prove that code wrong.
DRAWN_IN = 0.11  # how far a mark that goes on is moved from its cell's middle towards the piece
HEAD_FOOT, HEAD_TIP, HEAD_HALF = 0.27, 0.46, 0.085  # an arrowhead, along and across the way from the piece
OWN_RING, OWN_RING_STROKE = 0.44, 0.13  # the ring in the middle of the piece's own cell
POINT_FOOT, POINT_TIP, POINT_HALF = 0.3, 0.46, 0.25  # the point ahead of the ring
ARROW_FOOT, ARROW_TIP = -0.44, 0.46  # of an arrow through a cell, along the way from the piece
ARROW_MIDDLE = (ARROW_FOOT + ARROW_TIP) / 2


@dataclass(frozen=True)
class MarkPart:
    """A kind of shape: its name in messages, what it is recognised as, its span in cells, and its place.

    * `shift`: cells along the direction from the piece; `at`: cells from there.
    * `angle`: that of its axis in degrees, modulo `fold` degrees.
    """

    name: str
    shape: str
    share: float
    angle: float = 0.0
    fold: float = 0.0
    shift: float = 0.0
    at: Vector = (0.0, 0.0)

    @property
    def moved(self) -> bool:
        """Whether it is away from its cell's middle."""
        return bool(self.shift) or self.at != (0.0, 0.0)

    def spot(self, cell: Vector) -> Vector:
        """Its middle, in cells from the middle of its cell. The cell is given in cells from the piece's own cell."""
        x, y = away(cell)
        return self.shift * x + self.at[0], self.shift * y + self.at[1]


def away(cell: Vector) -> Vector:
    """The unit vector from the piece to a cell; ahead for the piece's own cell."""
    length = math.hypot(*cell)
    return (cell[0] / length, cell[1] / length) if length > 1e-9 else (0.0, 1.0)


def heads(cell: Vector) -> list[Vector]:
    """The corners of an arrowhead, in cells from the middle of its cell."""
    x, y = away(cell)
    feet = [(HEAD_FOOT * x - side * y, HEAD_FOOT * y + side * x) for side in (HEAD_HALF, -HEAD_HALF)]
    return [(HEAD_TIP * x, HEAD_TIP * y), *feet]


def arrow_ends(cell: Vector) -> list[Vector]:
    """The tip and the foot of an arrow through a cell, in cells from its middle. On the diagonal of a square it is as
    much longer as that diagonal."""
    x, y = away(cell)
    stretch = math.sqrt(2) if abs(abs(x) - abs(y)) < 1e-9 else 1.0
    return [(reach * stretch * x, reach * stretch * y) for reach in (ARROW_TIP, ARROW_FOOT)]


SIDE = 1 / math.sqrt(2)  # of a diamond that measures 1 from corner to corner
ARMS = {"upper right": (1, 1), "upper left": (-1, 1), "lower left": (-1, -1), "lower right": (1, -1)}
SLASH_ARMS = ("upper right", "lower left")  # half of a cross
# The sign of a piece that jumps over a piece on all eight sides alike, on a base: a ring around the cells next to the
# piece, whole, or open at four or two angles, as a cross or a slash has arms. In it, all marks are larger.
JUMP_RING = 1.625, 1.725  # cells from the middle of the piece's own cell to the inside and the outside of the ring
JUMP_GAP = 24.0  # degrees of each gap
BROAD_OWN, BROAD_MARK = 1.5, 1.2  # times their usual sizes: the piece's own mark within such a ring, and all others
MARKS_IN_RING = 1.175  # cells from the piece to the middle of each of these
JUMP_RING_GAPS: dict[Act, tuple[int, ...]] = {Act.HOP: (), Act.LOCUST: (45, 135, 225, 315), HOPS: (45, 225)}
WHOLE_RING = "ring of jumps"


def jump_arcs(gaps: Sequence[int]) -> dict[str, tuple[float, float]]:
    """The arcs of a ring of jumps with gaps at these angles: from one angle to another, in degrees."""
    return {f"arc from {gap} to {after} degrees": (gap + JUMP_GAP / 2, after - JUMP_GAP / 2)
            for gap, after in zip(gaps, [*gaps[1:], gaps[0] + 360 if gaps else 0], strict=False)}


def jump_ring_names(jumps: Act) -> frozenset[str]:
    """The names of the parts of the ring of these jumps."""
    return frozenset(jump_arcs(JUMP_RING_GAPS[jumps]) or {WHOLE_RING})


ALL_SIDES = tuple((2 * x, 2 * y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0))
HEAD = max(2 * HEAD_HALF, math.hypot(HEAD_TIP - HEAD_FOOT, HEAD_HALF))


def _arms(name: str, near: float, far: float, width: float = 0.0, drawn_in: bool = False) -> Iterator[MarkPart]:
    """The arms of a cross that stand apart, from `near` to `far` from its middle; `width` where they are broader than
    long."""
    span, across = max(far - near, width), 90 if width > far - near else 0
    middle = (near + far) / 2 * SIDE  # of an arm, along both axes
    for place, (x, y) in ARMS.items():
        full_name = f"{'drawn-in ' if drawn_in else ''}{place} {name}"
        shift = -DRAWN_IN if drawn_in else 0.0
        yield MarkPart(full_name, "bar", span, 45 * x * y + across, 180, shift, (middle * x, middle * y))


def _diamonds(name: str, size: float, shift: float = 0.0) -> Iterator[MarkPart]:
    """A diamond that measures `size` from corner to corner, in all ways to fill it."""
    before = "drawn-in " if shift else ""
    for kind, shape, angle, fold in (
        ("", "frame", 0, 90),
        ("solid ", "square", 0, 90),
        ("crossed ", "crossed square", 45, 90),
        ("slashed ", "slashed square", 45, 180),
        ("open ", "open square", 0, 90),
        ("crossed open ", "crossed open square", 45, 90),
        ("slashed open ", "slashed open square", 45, 180),
    ):
        yield MarkPart(f"{before}{kind}{name}", shape, size * SIDE, angle, fold, shift)


MARK_PARTS = (
    MarkPart("dot", "disc", 0.5),
    MarkPart("rayed dot", "disc", 0.4),
    MarkPart("large dot", "disc", 0.62),
    MarkPart("arrow", "arrow", 0.6, shift=ARROW_MIDDLE),
    MarkPart("cross", "cross", 0.6, 45, 90),
    MarkPart("ringed cross", "cross", 0.46, 45, 90),
    MarkPart("ring", "ring", 0.84),
    MarkPart("open dot", "ring", 0.52),
    MarkPart("hubbed cross", "open hubbed cross", 0.7, 45, 90),
    *_arms("arm", 0.12, 0.26),
    *_arms("ray", 0.28, 0.42),
    *_diamonds("diamond", 0.94),
    MarkPart("small cross", "cross", 0.375, 45, 90),
    MarkPart("slash", "bar", 0.375, 45, 180),
    *_diamonds("tipped diamond", 0.76),
    *_arms("tip", 0.335, 0.465),
    MarkPart("tipped small cross", "cross", 0.28, 45, 90),
    MarkPart("tipped slash", "bar", 0.28, 45, 180),
    MarkPart("drawn-in dot", "disc", 0.5, shift=-DRAWN_IN),
    MarkPart("drawn-in rayed dot", "disc", 0.4, shift=-DRAWN_IN),
    MarkPart("drawn-in cross", "cross", 0.46, 45, 90, -DRAWN_IN),
    MarkPart("drawn-in ring", "ring", 0.62, shift=-DRAWN_IN),
    MarkPart("drawn-in ringed cross", "cross", 0.33, 45, 90, -DRAWN_IN),
    MarkPart("drawn-in open dot", "ring", 0.52, shift=-DRAWN_IN),
    MarkPart("drawn-in hubbed cross", "open hubbed cross", 0.6, 45, 90, -DRAWN_IN),
    *_arms("arm", 0.12, 0.24, drawn_in=True),
    *_arms("ringed arm", 0.1, 0.19, drawn_in=True),
    *_arms("ray", 0.275, 0.35, 0.1, drawn_in=True),
    *_diamonds("diamond", 0.7, -DRAWN_IN),
    MarkPart("drawn-in small cross", "cross", 0.25, 45, 90, -DRAWN_IN),
    MarkPart("drawn-in slash", "bar", 0.25, 45, 180, -DRAWN_IN),
    *_diamonds("tipped diamond", 0.64, -DRAWN_IN),
    MarkPart("drawn-in tipped small cross", "cross", 0.24, 45, 90, -DRAWN_IN),
    MarkPart("drawn-in tipped slash", "bar", 0.24, 45, 180, -DRAWN_IN),
    *_arms("tip", 0.29, 0.3485, 0.1, drawn_in=True),
    MarkPart("arrowhead", "triangle", HEAD, shift=(HEAD_TIP + 2 * HEAD_FOOT) / 3),
)
TINTS: dict[Plane, MarkPart] = {  # cells that may be moved to
    SQUARES: MarkPart("tint", "square", 1.0, 45, 90),
    HEXAGONS_IN_FILES: MarkPart("tint", "hexagon", 1 / math.sqrt(3), 0, 60),
    HEXAGONS_IN_ROWS: MarkPart("tint", "hexagon", 1 / math.sqrt(3), 30, 60),
}
STEP_PARTS: dict[Act, tuple[str, ...]] = {
    Act.MOVE: ("dot",),
    Act.CAPTURE: ("cross",),
    Act.MOVE | Act.CAPTURE: ("ring", "ringed cross"),
    Act.FIRST_MOVE: ("open dot",),
    Act.FIRST_CAPTURE: tuple(f"{place} arm" for place in ARMS),
    Act.FIRST_MOVE | Act.FIRST_CAPTURE: ("ring", *(f"{place} arm" for place in ARMS)),
    Act.MOVE | Act.FIRST_CAPTURE: ("rayed dot", *(f"{place} ray" for place in ARMS)),
    Act.FIRST_MOVE | Act.CAPTURE: ("hubbed cross",),
}
ON_RINGED = {  # parts that are smaller where they go on in a ring
    **{f"{place} arm": f"{place} ringed arm" for place in ARMS},
}
SIGNS = {Act.LOCUST: ("small cross", "crossed "), HOPS: ("slash", "slashed ")}  # in a hollow diamond, and cut out
TIPS = {Act.CAPTURE: tuple(ARMS), Act.FIRST_CAPTURE: SLASH_ARMS}


def _mark_names(mark: MoveMark) -> frozenset[str]:
    """The names of the parts of a mark."""
    if mark.is_only_kind:
        return frozenset({"arrow" if mark.goes_on else "large dot"})
    names = _hop_parts(mark) if mark.hops else STEP_PARTS[mark.acts]
    if not mark.goes_on:
        return frozenset(names)
    if "ring" in names:
        names = tuple(ON_RINGED.get(name, name) for name in names)
    return frozenset({"arrowhead", *(f"drawn-in {name}" for name in names)})


def _hop_parts(mark: MoveMark) -> tuple[str, ...]:
    """The parts of a mark with a hop: a diamond, filled as the piece may move there, with a sign of what becomes of the
    piece that is hopped over, and with tips around it if the piece may capture there."""
    tips = tuple(f"{place} tip" for place in TIPS.get(mark.acts & CAPTURES, ()))
    tipped = "tipped " if tips else ""
    sign, cut = SIGNS.get(mark.hops, ("", ""))
    if Act.FIRST_MOVE in mark.acts:
        return (f"{cut}open {tipped}diamond", *tips)
    if Act.MOVE in mark.acts:
        return (f"{cut or 'solid '}{tipped}diamond", *tips)
    return (f"{tipped}diamond", *((f"{tipped}{sign}",) if sign else ()), *tips)


MARKS_OF_MEANING: dict[MoveMark, frozenset[str]] = {
    mark: _mark_names(mark) for mark in (*ALL_MARKS, *ONLY_KIND_MARKS)
}
