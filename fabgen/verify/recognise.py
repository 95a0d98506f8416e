"""A filled area → which shape of a diagram it is: disc, ring, triangle, square, hexagon, bar or cross, by its features
alone.

Shapes with one hole are told by outline and hole: a ring, a frame (a square in a square), a square cut by a cross or
a bar.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from fabgen.verify.geometry import Points

if TYPE_CHECKING:
    from shapely import Polygon

ROUND = 0.02  # share of its radius that a circle's points may differ
CORNER = 0.02  # share of a shape's size that is no corner yet
Vector = tuple[float, float]


HOLED = {("disc", "disc"): "ring", ("square", "square"): "frame", ("square", "cross"): "crossed square",
         ("square", "bar"): "slashed square"}


@dataclass(frozen=True)
class Figure:
    """A filled shape, its element's id, and what it is.

    `kind`: `disc`, `triangle`, `cross`, `square`, `hexagon`, `bar`, one of HOLED or nothing. `axis` points along a bar,
    from the middle to a corner of a square, a triangle or a hexagon, or to a tip of a cross; of a square that is cut,
    it is that of the cut.
    """

    area: Polygon
    id: str
    kind: str
    middle: Vector
    span: float  # mm: diameter, longest side, or from tip to tip
    axis: Vector = (0.0, 0.0)


def figure(area: Polygon, id: str) -> Figure:
    """A filled area, recognised."""
    return Figure(area, id, *_recognised(area))


def crosses(lines: Sequence[Points], most: float, id: str) -> Iterator[Figure]:
    """Straight lines no longer than `most` mm that halve each other at right angles: each two of them are a cross, and
    what they have in common with the filled one is their tips."""
    from shapely import Point

    straight = [line for line in lines if len(line) == 2 and math.dist(*line) < most]
    for one, other in combinations(straight, 2):
        length, (way, across) = math.dist(*one), (one[1] - one[0], other[1] - other[0])
        middle = one.mean(axis=0)
        apart = max(math.dist(middle, other.mean(axis=0)), abs(length - math.dist(*other)))
        if apart <= ROUND * length and abs(float(way @ across)) <= ROUND * length**2:
            spot = (float(middle[0]), float(middle[1]))
            yield Figure(Point(spot).buffer(length / 2), id, "cross", spot, length, _axis(way.reshape(1, 2)))


Features = tuple[str, Vector, float, Vector]


def _recognised(area: Polygon) -> Features:
    from shapely import Polygon

    kind, middle, span, axis = _filled(Polygon(area.exterior))
    if not area.interiors:
        return kind, middle, span, axis
    hole = _filled(Polygon(area.interiors[0]))
    holed = HOLED.get((kind, hole[0]), "") if len(area.interiors) == 1 else ""
    centred = math.dist(middle, hole[1]) <= ROUND * max(span, 0.0)
    return (holed if centred else ""), middle, span, hole[3] if "ed " in holed else axis


def _filled(area: Polygon) -> Features:
    points = np.asarray(area.exterior.coords)[:-1]
    centre = area.exterior.envelope.centroid
    middle = (float(centre.x), float(centre.y))
    if radius := _round(points, middle):
        return "disc", middle, 2 * radius, (0.0, 0.0)
    corners = corners_of(area)
    if len(corners) in (3, 4):
        return _cornered(corners, area)
    if len(corners) == 6 and _regular(corners, middle):
        return "hexagon", middle, math.dist(corners[0], middle), _axis(corners[:1] - middle)
    return _crossed(points, area)


def _cornered(corners: Points, area: Polygon) -> Features:
    """A triangle, a square or a bar."""
    middle = (float(corners[:, 0].mean()), float(corners[:, 1].mean()))
    ways = np.roll(corners, -1, axis=0) - corners
    sides = np.hypot(*ways.T)
    longest = int(np.argmax(sides))
    span = float(sides[longest])
    outward = _axis(corners - middle)
    if len(corners) == 3:
        return "triangle", middle, span, outward
    if area.area <= 0.999 * area.oriented_envelope.area:
        return "", middle, span, outward
    if abs(sides[0] - sides[1]) < 0.01 * sides[0]:
        return "square", middle, float(sides[0]), outward
    return "bar", middle, span, _axis(ways[longest : longest + 1])


def _regular(corners: Points, middle: Vector) -> bool:
    """Whether all corners lie as far from the middle as from their neighbours."""
    far = np.hypot(*(corners - middle).T)
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    return float(np.ptp(np.concatenate([far, sides]))) <= ROUND * float(far.mean())


def _axis(ways: Points) -> Vector:
    """The direction of the longest of some vectors."""
    way = ways[int(np.argmax(np.hypot(ways[:, 0], ways[:, 1])))]
    length = math.hypot(*way)
    return float(way[0]) / length, float(way[1]) / length


def _round(points: Points, middle: Vector) -> float:
    """The radius of a circle about `middle`, 0 for another shape."""
    away = np.hypot(points[:, 0] - middle[0], points[:, 1] - middle[1])
    radius = float(away.mean())
    return radius if len(points) >= 12 and np.ptp(away) <= ROUND * radius else 0.0


def _crossed(points: Points, area: Polygon) -> Features:
    """A cross is the same after a quarter turn, has four tips, and leaves much of its hull empty."""
    from shapely.affinity import rotate

    centre = (float(area.centroid.x), float(area.centroid.y))
    away = np.hypot(points[:, 0] - centre[0], points[:, 1] - centre[1])
    turned = rotate(area, 90, origin=centre)
    same = area.symmetric_difference(turned).area < 0.03 * area.area
    slim = area.area < 0.88 * area.convex_hull.area and float(away.min()) < 0.5 * float(away.max())
    return ("cross" if same and slim else ""), centre, 2 * float(away.max()), _axis(points - centre)


def corners_of(area: Polygon) -> Points:
    """The corners of an outline without those that hardly turn."""
    corners: Points = np.asarray(area.exterior.simplify(CORNER * math.sqrt(area.area)).coords)[:-1]
    return corners
