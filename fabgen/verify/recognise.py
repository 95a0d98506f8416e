"""A filled area → which shape of a diagram it is: disc, ring, triangle, square or cross, by its features alone."""

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


@dataclass(frozen=True)
class Figure:
    """A filled shape, its element's id, and what it is: `disc`, `ring`, `triangle`, `cross`, `square` or nothing."""

    area: Polygon
    id: str
    kind: str
    middle: Vector
    span: float  # mm: diameter, side, or from tip to tip


def figure(area: Polygon, id: str) -> Figure:
    """A filled area, recognised."""
    kind, middle, span = _recognised(area)
    return Figure(area, id, kind, middle, span)


def _recognised(area: Polygon) -> tuple[str, Vector, float]:
    points = np.asarray(area.exterior.coords)[:-1]
    centre = area.exterior.envelope.centroid
    middle = (float(centre.x), float(centre.y))
    radius = _round(points, middle)
    if len(area.interiors) == 1:
        inside = np.asarray(area.interiors[0].coords)[:-1]
        return ("ring" if radius and _round(inside, middle) else "", middle, 2 * radius)
    if area.interiors or radius:
        return ("disc" if radius else "", middle, 2 * radius)
    corners = corners_of(area)
    if len(corners) == 3:
        return "triangle", middle, 0.0
    if len(corners) == 4 and area.area > 0.999 * area.oriented_envelope.area:
        sides = np.hypot(*(corners - np.roll(corners, 1, axis=0)).T)
        return ("square" if abs(sides[0] - sides[1]) < 0.01 * sides[0] else ""), middle, float(sides[0])
    return _crossed(points, area)


def _round(points: Points, middle: Vector) -> float:
    """The radius of a circle about `middle`, 0 for another shape."""
    away = np.hypot(points[:, 0] - middle[0], points[:, 1] - middle[1])
    radius = float(away.mean())
    return radius if len(points) >= 12 and np.ptp(away) <= ROUND * radius else 0.0


def _crossed(points: Points, area: Polygon) -> tuple[str, Vector, float]:
    """A cross is the same after a quarter turn, has four tips, and leaves much of its hull empty."""
    from shapely.affinity import rotate

    centre = (float(area.centroid.x), float(area.centroid.y))
    away = np.hypot(points[:, 0] - centre[0], points[:, 1] - centre[1])
    turned = rotate(area, 90, origin=centre)
    same = area.symmetric_difference(turned).area < 0.03 * area.area
    slim = area.area < 0.8 * area.convex_hull.area and float(away.min()) < 0.5 * float(away.max())
    return ("cross" if same and slim else ""), centre, 2 * float(away.max())


def corners_of(area: Polygon) -> Points:
    """The corners of an outline without those that hardly turn."""
    corners: Points = np.asarray(area.exterior.simplify(CORNER * math.sqrt(area.area)).coords)[:-1]
    return corners
