"""A name and the space or the point that it belongs to → where it stands: low in its space, beside its point, off the
middle where pieces stand. All mm.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

from fabgen.artwork.path import Point
from fabgen.artwork.text import ASCENT, text_width
from fabgen.figures.ground import Box, Outline

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

KEEP, BESIDE = 0.33, 0.38  # of the cell: what a name leaves free about the middle of its space, about its point
PAD = 0.035, 0.6  # of the cell, and in mm: the least between a name and the outline


def name_spot(name: str, cap: float, outline: Outline, middle: Point, side: float) -> Point | None:
    """Where a name stands in a space, as the middle of its base line: as low as it fits, beside what stands in the
    middle if it can; None where it does not fit at all."""
    import shapely
    from shapely.affinity import translate
    from shapely.ops import nearest_points

    area, pad = shapely.Polygon(outline), max(PAD[0] * side, min(PAD[1], 0.1 * side))
    half, high = text_width(name, cap) / 2 + pad, ASCENT * cap + pad
    corners = [(x, y) for x in (-half, 0.0, half) for y in (-pad, high / 2, high)]
    moved = (translate(area, -x, -y) for x, y in corners)
    room: BaseGeometry = shapely.intersection_all(list(moved))
    x, y = middle
    taken = shapely.box(x - half + pad, y - high + pad, x + half - pad, y).buffer(KEEP * side)
    free = room.difference(taken)
    free = room if free.is_empty else free
    if free.is_empty:
        return None
    low = free.bounds[1] + 1e-6
    row = free.intersection(shapely.LineString([(x - 1e4, low), (x + 1e4, low)]))
    found = nearest_points(row if not row.is_empty else free, shapely.Point(x, low))[0]
    return round(float(found.x), 6), round(float(found.y), 6)


def name_box(name: str, at: Point, cap: float) -> Box:
    """What a name takes whose base line has its middle at a point, with some air."""
    half, air = text_width(name, cap) / 2, 0.35 * cap
    return at[0] - half - air, at[1] - air, at[0] + half + air, at[1] + cap + air


def point_name_spot(name: str, cap: float, middle: Point, others: Iterable[Point], side: float) -> Point:
    """Where the name of a point stands, as the middle of its base line: in the widest gap between the lines that leave
    it, rather below."""
    ways = sorted({round(math.degrees(math.atan2(y - middle[1], x - middle[0])) % 360, 3) for x, y in others}) or [90.0]
    gaps = [(b - a, (a + b) / 2) for a, b in pairwise([*ways, ways[0] + 360])]
    widest = max(gap for gap, _ in gaps)
    down = [math.radians(at) for gap, at in gaps if gap > widest - 1]
    way = min(down, key=lambda at: (round(math.sin(at), 3), -round(math.cos(at), 3)))
    half, clear = text_width(name, cap) / 2, BESIDE * side
    far = clear + half * abs(math.cos(way)) + cap * abs(math.sin(way))
    return middle[0] + far * math.cos(way), middle[1] + far * math.sin(way) - cap / 2
