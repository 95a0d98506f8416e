"""A filled area → which shape of a diagram it is: disc, ring, triangle, square, bar or cross, by its features alone.

Shapes with one hole are told by outline and hole: a ring, a frame (a square in a square), a square cut by a cross or
a bar.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
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

    `kind`: `disc`, `triangle`, `cross`, `square`, `bar`, one of HOLED or nothing. `axis` points along a bar, from the
    middle to a corner of a square or a triangle, or to a tip of a cross; of a square that is cut, it is that of the
    cut.
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
