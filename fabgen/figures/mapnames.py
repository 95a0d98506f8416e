"""The spaces of a map in mm, and what keeps free of names → where the name of each stands: inside, where most room is,
beside the pieces in the middle. One size for all, but of spaces that are too small for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from fabgen.artwork.path import Point
from fabgen.artwork.text import ASCENT, DESCENT, text_width
from fabgen.rules.boards import Cell
from fabgen.spec.spaces import Spaces

if TYPE_CHECKING:
    from shapely import Polygon
    from shapely.geometry.base import BaseGeometry

STEPS = 18  # places that are tried along each way
PIECE = 0.3, 0.48  # of the cell: half the width and half the height of who stands in the middle
KEPT = (1.0, 0.75, 0.0)  # of a piece: what is left free, as far as there is room
OFF = 0.5  # of the cell: farther from the middle is no better
AIR = 0.3, 1.2  # of the capitals: the least between a name and a line, and what is enough
FEW = 5  # one in so many spaces may be too small for the size of all
Named = tuple[Point, float]


def map_names(spaces: Spaces, taken: BaseGeometry, caps: Sequence[float]) -> dict[Cell, Named]:
    """The middle of its base line and the capitals of each name; a name that fits nowhere is left out."""
    import shapely

    areas = {cell: shapely.Polygon(spaces.outlines[cell], spaces.holes.get(cell)) for cell in spaces.outlines}
    fits = {cell: next(_fitting(cell, area, spaces, taken, caps), None) for cell, area in areas.items()}
    sizes = sorted(found[1] for found in fits.values() if found)
    if not sizes:
        return {}
    common = sizes[len(sizes) // FEW]
    again = {cell: next(_fitting(cell, areas[cell], spaces, taken, (common,)), found)
             for cell, found in fits.items() if found and found[1] > common}
    every: Mapping[Cell, Named | None] = fits | again
    return {cell: found for cell, found in every.items() if found}


def _fitting(name: Cell, area: Polygon, spaces: Spaces, taken: BaseGeometry, caps: Sequence[float]) -> Iterator[Named]:
    """Where a name may stand: clear of the piece with each of the capitals, then with less room for it, then across
    roads."""
    import shapely

    x, y = spaces.middles[name]
    for keep, clear in (*((keep, taken) for keep in KEPT), (0.0, shapely.Point())):
        wide, high = (keep * half * spaces.side for half in PIECE)
        free = area.difference(shapely.box(x - wide, y - high, x + wide, y + high)) if keep else area
        for cap in caps:
            if spot := _best(name, cap, free, clear, (x, y), spaces.side):
                yield spot, cap


def _best(name: Cell, cap: float, area: BaseGeometry, taken: BaseGeometry, middle: Point, side: float) -> Point | None:
    """Of all places the one with the most air and the least of the piece under it, then the nearest to below it."""
    import numpy as np
    import shapely

    half, low, high = text_width(name, cap) / 2, DESCENT * cap, ASCENT * cap
    if area.is_empty:
        return None
    x0, y0, x1, y1 = area.bounds
    if x1 - x0 < 2 * half or y1 - y0 < low + high:
        return None
    xs = np.append(np.linspace(x0 + half, x1 - half, STEPS), min(max(middle[0], x0 + half), x1 - half))
    ys = np.linspace(y0 + low, y1 - high, STEPS)
    x, y = (axis.ravel() for axis in np.meshgrid(xs, ys))
    words = shapely.box(x - half, y - low, x + half, y + high)
    shapely.prepare(area)
    fit = shapely.contains(area, words)
    x, y, words = x[fit], y[fit], words[fit]
    air = np.minimum(shapely.distance(area.boundary, words), shapely.distance(taken, words) if not taken.is_empty
                     else np.inf)
    off = shapely.distance(shapely.Point(middle), words)
    fit = air >= AIR[0] * cap
    if not fit.any():
        return None
    aside = 3 * np.abs(x - middle[0]) + np.abs(y - (middle[1] - 0.5 * side))  # corners have ticks
    worth = np.minimum(air, AIR[1] * cap) / cap - 0.3 * aside / side + 4 * np.minimum(off / side, OFF)
    best = np.flatnonzero(fit)[np.argmax(np.round(worth[fit], 6))]
    return round(float(x[best]), 6), round(float(y[best]), 6)
