"""The outline of a flat piece or a token that the designer has drawn → the places where it has room, and lines along
its edge. All mm.

An outline is closed and may have any shape: what lies on it has to be kept clear of bays and necks.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fabgen.artwork.path import Line, Path, Point
from fabgen.artwork.regions import boundary_paths
from fabgen.core.languages import Catalogue

if TYPE_CHECKING:
    from shapely import Polygon

# A player's sign on a piece of a drawn outline, by number: lines along its edge, the outer one first. Each goes all
# around (0) or is divided into so many dashes. Twelve combinations: nothing is cut off such a piece. Those that differ
# by the number of their dashes alone are last, because 4 and 12 are hard to tell apart on wood.
EDGE_SIGNS: tuple[tuple[int, ...], ...] = ((), (0,), (4,), (0, 0), (4, 0), (0, 4), (4, 4), (12,), (12, 0), (0, 12),
                                           (12, 4), (4, 12))
FLAT = 0.02  # mm: flattening of curves
EXACT = 0.001  # of the longer side: to which the largest circle is found
STEPS = 30  # places along the longer side that are tried
SLIVER = 0.5  # mm: a shorter line along the edge is left out


@lru_cache(maxsize=128)
def roomiest_circle(outline: Path) -> tuple[Point, float]:
    """The middle and the radius of the largest circle within an outline."""
    import shapely

    area = outline_area(outline)
    left, low, right, high = area.bounds
    middle, edge = shapely.maximum_inscribed_circle(area, tolerance=EXACT * max(right - left, high - low)).coords
    return (middle[0], middle[1]), math.dist(middle, edge)


@lru_cache(maxsize=128)
def outline_area(outline: Path) -> Polygon:
    """The area within an outline."""
    import shapely

    return shapely.Polygon(outline.flatten(FLAT))


@lru_cache(maxsize=512)
def find_place(outline: Path, points: tuple[Point, ...], rim: float) -> Point | None:
    """By how much points must be moved so that their convex hull is within an outline, `rim` mm from its edge or
    farther: the place nearest to the middle of its largest circle. None where there is no room."""
    import numpy as np
    import shapely
    from shapely.affinity import translate

    hull = shapely.MultiPoint(points).convex_hull
    inside = outline_area(outline).buffer(-rim)
    if inside.is_empty:
        return None
    shapely.prepare(inside)
    left, low, right, high = hull.bounds
    middle = np.array([(left + right) / 2, (low + high) / 2])
    moves = _middles_to_try(outline) - middle
    corners = shapely.get_coordinates(hull)
    spots = moves[:, None, :] + corners[None, :, :]
    is_inside = shapely.contains_xy(inside, spots[..., 0].ravel(), spots[..., 1].ravel()).reshape(spots.shape[:2])
    for x, y in moves[is_inside.all(axis=1)]:
        # Between two corners that are inside, a side of the hull may cross a bay.
        if inside.covers(translate(hull, x, y)):
            return float(x), float(y)
    return None


@lru_cache(maxsize=128)
def _middles_to_try(outline: Path) -> Any:
    """Places all over an outline in rows, those nearest to the middle of its largest circle first."""
    import numpy as np

    (x, y), _ = roomiest_circle(outline)
    left, low, right, high = outline_area(outline).bounds
    step = max(right - left, high - low) / STEPS
    across = np.arange(math.ceil((left - x) / step), math.floor((right - x) / step) + 1) * step
    upwards = np.arange(math.ceil((low - y) / step), math.floor((high - y) / step) + 1) * step
    offsets = np.array([(dx, dy) for dy in upwards for dx in across])
    order = np.argsort(np.hypot(offsets[:, 0], offsets[:, 1]), kind="stable")
    return offsets[order] + (x, y)


def lines_along(outline: Path, inset: float, dashes: int = 0) -> tuple[Path, ...]:
    """Open lines `inset` mm within an outline: all around it in two halves, or that many dashes of equal length. Where
    a neck is too narrow, the lines go around what is on each side of it."""
    import shapely
    from shapely.ops import substring

    area = outline_area(outline).buffer(-inset)
    rings = [part.exterior for part in shapely.get_parts(area) if part.exterior.length > SLIVER]
    rings.sort(key=lambda ring: (-ring.length, *ring.coords[0]))
    lines = list[Path]()
    for ring in rings:
        count, share = (dashes, 0.5) if dashes else (2, 1.0)
        pitch = ring.length / count
        for number in range(count):
            stretch = substring(ring, number * pitch, (number + share) * pitch)
            if stretch.length > SLIVER:
                lines.append(_open_line([(x, y) for x, y in stretch.coords]))
    return tuple(lines)


def describe_edge_sign(number: int, words: Catalogue) -> str:
    """The sign of a player, counted from 0, in words.

    >>> from fabgen.core.languages import load_words
    >>> [describe_edge_sign(number, load_words()) for number in (0, 1, 4)]
    ['no line along the edge', 'a line along the edge', '4 dashes along the edge and, further in, a line']
    """
    match EDGE_SIGNS[number % len(EDGE_SIGNS)]:
        case ():
            return words.text("edge_plain")
        case (0, 0):
            return words.text("edge_two_lines")
        case (dashes, *inner_dashes):
            outer = words.count("edge_dashes", dashes) if dashes else words.text("edge_line")
    if not inner_dashes:
        return outer
    [dashes] = inner_dashes
    inner = words.count("inner_dashes", dashes) if dashes else words.text("inner_line")
    return words.text("edge_further_in", outer=outer, inner=inner)


def bands_along(outline: Path, inset: float, dashes: int, width: float) -> tuple[tuple[Path, ...], ...]:
    """The same lines as areas of a width in mm, each with its holes."""
    import shapely

    if dashes:
        lines = [shapely.LineString(line.flatten(FLAT)) for line in lines_along(outline, inset, dashes)]
        bands = shapely.union_all(shapely.buffer(lines, width / 2, cap_style="flat"))
    else:
        area = outline_area(outline)
        bands = area.buffer(width / 2 - inset).difference(area.buffer(-width / 2 - inset))
    return tuple(boundary_paths(band) for band in shapely.get_parts(bands) if not band.is_empty)


def _open_line(points: Sequence[Point]) -> Path:
    """Points as a path."""
    return Path(points[0], tuple(Line(point) for point in points[1:]))
