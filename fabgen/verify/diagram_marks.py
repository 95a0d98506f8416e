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
from fabgen.rules.marks import MoveMark
from fabgen.verify.readers.contours import Points

if TYPE_CHECKING:
    from shapely import Polygon

ROUND = 0.02  # share of its radius by which a circle's points may differ
CORNER = 0.02  # share of a shape's size: bends that stick out less are no corners
Vector = tuple[float, float]
HOLED = {("disc", "disc"): "ring", ("square", "square"): "frame", ("square", "cross"): "crossed square",
         ("square", "bar"): "slashed square"}


@dataclass(frozen=True)
class MarkShape:
    """A filled shape, the id of its element, and what it is recognised as.

    * `kind`: `disc`, `triangle`, `cross`, `square`, `hexagon`, `bar`, one of HOLED or empty.
    * `middle`, `span`: in mm; the span is the diameter, the longest side, or the distance from tip to tip.
    * `axis`: the direction along a bar, from the middle to a corner of a square, a triangle or a hexagon, or to a tip
      of a cross; of a square with a cut in it, the axis of the cut.
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


def stroked_crosses(lines: Sequence[Points], most: float, id: str) -> Iterator[MarkShape]:
    """The crosses among straight lines that are no longer than `most` mm: two lines that halve each other at right
    angles. Only the tips of such a cross are where those of a filled cross are."""
    from shapely import Point

    straight = [line for line in lines if len(line) == 2 and math.dist(*line) < most]
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
    return (holed if centred else ""), middle, span, hole[3] if "ed " in holed else axis


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
    """The features of a cross: it is the same after a quarter turn, has four tips, and leaves much of its hull
    empty."""
    from shapely.affinity import rotate

    centre = (float(area.centroid.x), float(area.centroid.y))
    distances = np.hypot(points[:, 0] - centre[0], points[:, 1] - centre[1])
    turned = rotate(area, 90, origin=centre)
    is_symmetric = area.symmetric_difference(turned).area < 0.03 * area.area
    is_slim = area.area < 0.88 * area.convex_hull.area and float(distances.min()) < 0.5 * float(distances.max())
    return ("cross" if is_symmetric and is_slim else ""), centre, 2 * float(distances.max()), _axis(points - centre)


def corners_of(area: Polygon) -> Points:
    """The corners of an outline, without points where it hardly turns."""
    corners: Points = np.asarray(area.exterior.simplify(CORNER * math.sqrt(area.area)).coords)[:-1]
    return corners


# The sizes of marks in sides of a cell, as docs/look.md states them. They are written down here a second time, because
# numbers imported from the code that draws the marks could not prove that code wrong.
DRAWN_IN = 0.11  # how far a mark that goes on is moved from its cell's middle towards the piece
HEAD_FOOT, HEAD_TIP, HEAD_HALF = 0.27, 0.46, 0.13  # an arrowhead, along and across the way from the piece
OWN_RING, OWN_RING_STROKE, OWN_RING_DROP = 0.46, 0.09, 0.13  # the ring on the piece's own cell, and how far back it is
POINT_FOOT, POINT_TIP, POINT_HALF = 0.16, 0.44, 0.19  # the point ahead of the ring


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


SIDE = 1 / math.sqrt(2)  # of a diamond that measures 1 from corner to corner
ARM_LENGTH = 0.275 - 0.12  # of an open cross, whose arms begin and end so far from its middle
ARM = (0.275 + 0.12) / 2 * SIDE  # from the middle to that of an arm of an open cross, along both axes
ARMS = {"upper right": (1, 1), "upper left": (-1, 1), "lower left": (-1, -1), "lower right": (1, -1)}
HEAD = max(2 * HEAD_HALF, math.hypot(HEAD_TIP - HEAD_FOOT, HEAD_HALF))
MARK_PARTS = (
    MarkPart("dot", "disc", 0.32),
    MarkPart("cross", "cross", 0.56, 45, 90),
    MarkPart("ring", "ring", 0.78),
    MarkPart("open dot", "ring", 0.38),
    *(MarkPart(f"{name} arm", "bar", ARM_LENGTH, 45 * x * y, 180, at=(ARM * x, ARM * y))
      for name, (x, y) in ARMS.items()),
    MarkPart("diamond", "frame", 0.9 * SIDE, 0, 90),
    MarkPart("solid diamond", "square", 0.9 * SIDE, 0, 90),
    MarkPart("crossed diamond", "crossed square", 0.9 * SIDE, 45, 90),
    MarkPart("slashed diamond", "slashed square", 0.9 * SIDE, 45, 180),
    MarkPart("small cross", "cross", 0.41, 45, 90),
    MarkPart("slash", "bar", 0.41, 45, 180),
    MarkPart("drawn-in dot", "disc", 0.32, shift=-DRAWN_IN),
    MarkPart("drawn-in cross", "cross", 0.46, 45, 90, -DRAWN_IN),
    MarkPart("drawn-in ring", "ring", 0.6, shift=-DRAWN_IN),
    MarkPart("ringed cross", "cross", 0.36, 45, 90, -DRAWN_IN),
    MarkPart("drawn-in diamond", "frame", 0.7 * SIDE, 0, 90, -DRAWN_IN),
    MarkPart("drawn-in solid diamond", "square", 0.7 * SIDE, 0, 90, -DRAWN_IN),
    MarkPart("drawn-in crossed diamond", "crossed square", 0.7 * SIDE, 45, 90, -DRAWN_IN),
    MarkPart("drawn-in slashed diamond", "slashed square", 0.7 * SIDE, 45, 180, -DRAWN_IN),
    MarkPart("drawn-in small cross", "cross", 0.27, 45, 90, -DRAWN_IN),
    MarkPart("drawn-in slash", "bar", 0.27, 45, 180, -DRAWN_IN),
    MarkPart("arrowhead", "triangle", HEAD, shift=(HEAD_TIP + 2 * HEAD_FOOT) / 3),
)
TINTS: dict[Plane, MarkPart] = {  # cells that may be moved to
    SQUARES: MarkPart("tint", "square", 1.0, 45, 90),
    HEXAGONS_IN_FILES: MarkPart("tint", "hexagon", 1 / math.sqrt(3), 0, 60),
    HEXAGONS_IN_ROWS: MarkPart("tint", "hexagon", 1 / math.sqrt(3), 30, 60),
}
PLAIN = {
    MoveMark.MOVE: ("dot",),
    MoveMark.CAPTURE: ("cross",),
    MoveMark.BOTH: ("ring", "cross"),
    MoveMark.FIRST_MOVE: ("open dot",),
    MoveMark.FIRST_CAPTURE: tuple(f"{name} arm" for name in ARMS),
    MoveMark.FIRST_BOTH: ("ring", *(f"{name} arm" for name in ARMS)),
    MoveMark.HOP: ("diamond",),
    MoveMark.LOCUST: ("diamond", "small cross"),
    MoveMark.EITHER: ("diamond", "slash"),
    MoveMark.HOP_MOVE: ("solid diamond",),
    MoveMark.LOCUST_MOVE: ("crossed diamond",),
    MoveMark.EITHER_MOVE: ("slashed diamond",),
}


def _mark_names(meaning: MoveMark) -> frozenset[str]:
    """The names of the shapes that a meaning consists of."""
    if not meaning.goes_on:
        return frozenset(PLAIN[meaning])
    if meaning is MoveMark.BOTH_ON:
        return frozenset({"drawn-in ring", "ringed cross", "arrowhead"})
    return frozenset({"arrowhead", *(f"drawn-in {name}" for name in PLAIN[meaning.plain])})


MARKS_OF_MEANING: dict[MoveMark, frozenset[str]] = {meaning: _mark_names(meaning) for meaning in MoveMark}
