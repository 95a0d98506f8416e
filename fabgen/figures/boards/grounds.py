"""The areas of cells in mm, and what lies on them → what a laser makes of dark cells and of patterns: dense lines, or
filled areas.

On dark cells the lines of zones are left free, CLEAR mm to either side: light on dark. On light cells they are heavy.
Bands along the edge of cells are the same on all, with CLEAR_OF_BAND mm left free to either side on dark ones. Lines of
dark cells are at 45 degrees: along the grain of wood they would look like it. The frost of acrylic is seen from further
apart than lines that are burnt into wood.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from fabgen.artwork.path import Path, circle, line, polygon, whole_circle

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

PITCH = 0.61  # mm between the lines of a dark cell: nearer ones char wood and take longer
# Lines of a hatch that meet each side of a cell: of acrylic, of a zone on wood, and of a tint.
HATCH_LINES, BURNT_LINES, TINT_LINES = 22, 30, 30
HATCHES = {"stripes": (1,), "falling": (-1,), "crosshatch": (1, -1)}  # patterns: slopes of lines
LEAST_HATCH = 1.0  # mm between the lines of a hatch
# A hatch that falls has its lines in pairs, as many and as fine as those of others: as grey, and told from these by
# more than its slope. Of the way from pair to pair: how far the lines of one are apart.
PAIR_SHARE = 0.29
INSET = 0.008, 0.4  # what stays free inside the outline of a dark cell with lines, of the cell; with a fill, mm
CLEAR = 0.7  # mm to either side of a zone's lines that dark cells leave free
CLEAR_OF_BAND = 1.4  # mm to either side of a band that dark cells leave free
CLEAR_OF_SOLID = 1.2  # mm around a zone's solid marks that dark cells leave free
HEAVY = 0.45  # mm between the lines of a heavy one
WOOD_SHIFTS, FROST_SHIFTS = (HEAVY, -HEAVY), (HEAVY,)  # where the further lines are: frost needs fewer
BROAD, LEAST_BROAD = 0.035, 0.8  # of the cell, and in mm at least: the lines of a pattern that is filled
SHORTEST = 0.8  # mm: shorter lines are left out
FLAT = 0.01  # mm: flattening of curves
MOST_CELLS = 512  # whose lines are remembered

KeptFree = tuple[Path, float]  # a path, and how many mm to either side of it stay free


def dense_lines(rings: Iterable[Path], side: float, kept_free: Sequence[KeptFree], pitch: float = PITCH) -> list[Path]:
    """The lines at 45 degrees, across the grain, of a dark cell with these rings, in cells of `side` mm, `pitch` mm
    apart, off some paths."""
    return [*_parallel_lines(tuple(rings), side, tuple(kept_free), pitch * math.sqrt(2), 1)]


def hatch_lines(rings: Iterable[Path], side: float, kept_free: Sequence[KeptFree] = (), count: int = HATCH_LINES,
                slope: int = 1, shifts: tuple[float, ...] = (0.0,)) -> list[Path]:
    """The lines at 45 degrees in a cell with these rings, in cells of `side` mm, off some paths: an even tone from the
    seat. They rise to the right, or fall where the slope is -1. `count` of them meet each side, in the same places, so
    that they go on in the cells around. `shifts` mm beside each are the lines that make it."""
    step = side / _fitting_count(side, count)
    return [*_parallel_lines(tuple(rings), side, tuple(kept_free), step, slope, shifts)]


def _fitting_count(side: float, count: int) -> int:
    """How many of `count` lines of a hatch meet a side of so many mm without being too near to each other; one at
    least."""
    return max(1, min(count, int(side / (LEAST_HATCH * math.sqrt(2)))))


def hatch_cell(rings: Iterable[Path], side: float, pattern: str, count: int = HATCH_LINES,
               kept_free: Sequence[KeptFree] = ()) -> list[Path]:
    """The lines of a pattern of HATCHES in a cell, like `hatch_lines`: of one that falls in pairs."""
    rings = tuple(rings)
    if pattern != "falling":
        return [path for slope in HATCHES[pattern] for path in hatch_lines(rings, side, kept_free, count, slope)]
    pairs = max(1, _fitting_count(side, count) // 2)
    beside = PAIR_SHARE * side / pairs / math.sqrt(2) / 2
    return hatch_lines(rings, side, kept_free, pairs, -1, (-beside, beside))


@lru_cache(MOST_CELLS)
def _parallel_lines(rings: tuple[Path, ...], side: float, kept_free: tuple[KeptFree, ...], step: float, slope: int,
                    shifts: tuple[float, ...] = (0.0,)) -> tuple[Path, ...]:
    """Lines that rise by `slope` mm on each mm to the right, `step` mm above each other, each made of lines that are
    `shifts` mm beside it; remembered, because a build draws a board several times."""
    import shapely

    area = _free_area(rings, INSET[0] * side, kept_free)
    if area.is_empty:
        return ()
    x0, y0, x1, y1 = area.bounds
    count = int((y1 - y0 + abs(slope) * (x1 - x0)) / step) + 1
    first = (y0 + y1 - slope * (x0 + x1) - (count - 1) * step) / 2
    # The heights of the lines where x is 0.
    heights = [first + n * step + shift * math.hypot(1, slope) for n in range(count) for shift in shifts]
    rulers = shapely.MultiLineString([[(x, height + slope * x) for x in (x0 - 1, x1 + 1)] for height in heights])
    pieces = sorted(_pieces(area.intersection(rulers)), key=lambda piece: (piece.bounds[1], piece.bounds[0]))
    return tuple(line(*_point_list(piece)) for piece in pieces if piece.length >= SHORTEST)


def dark_areas(rings: Iterable[Path], kept_free: Sequence[KeptFree]) -> list[Path]:
    """The outlines and holes of what is filled in a dark cell with these rings, off some paths."""
    return _outlines(_free_area(rings, INSET[1], kept_free))


def heavy_lines(paths: Iterable[Path], shifts: Sequence[float] = WOOD_SHIFTS) -> list[Path]:
    """Further lines beside each line, `shifts` mm to its left, so near to it that they look like a broad one."""
    import shapely

    lines = []
    for path in paths:
        middle = shapely.LineString(path.trace(FLAT))
        if ring := whole_circle(path):
            lines += [path, *(circle(ring[0], ring[1] + shift) for shift in shifts if ring[1] + shift > HEAVY)]
            continue
        beside = [middle.offset_curve(shift, join_style="mitre") for shift in shifts]
        lines += [path, *(line(*_point_list(piece)) for shifted in beside for piece in _pieces(shifted))]
    return lines


def broad_areas(paths: Iterable[Path], side: float) -> list[Path]:
    """The areas of a pattern whose lines are broad and whose rings are discs, in cells of `side` mm."""
    import shapely

    width = max(LEAST_BROAD, BROAD * side)
    areas = [shapely.Polygon(path.flatten(FLAT)) if path.closed else
             shapely.LineString(path.flatten(FLAT)).buffer(width / 2, cap_style="flat", join_style="mitre")
             for path in paths]
    return _outlines(shapely.union_all(areas))


def _free_area(rings: Iterable[Path], inset: float, kept_free: Iterable[KeptFree]) -> BaseGeometry:
    """The area of a cell, `inset` mm inside its rings and off some paths."""
    import shapely

    outline, *holes = [path.flatten(FLAT) for path in rings]
    area = shapely.Polygon(outline, holes).buffer(-inset, join_style="mitre")
    around = [shapely.LineString(path.trace(FLAT)).buffer(clear)
              for path, clear in kept_free]
    return area.difference(shapely.union_all(around)) if around else area


def _outlines(area: BaseGeometry) -> list[Path]:
    """The outlines and holes of an area, without specks."""
    import shapely

    parts = [part for part in _pieces(area) if part.area >= LEAST_BROAD**2]
    return [polygon(_point_list(ring)[:-1]) for part in parts for ring in shapely.get_rings(part)]


def _pieces(shape: BaseGeometry) -> Iterator[BaseGeometry]:
    """The pieces of a geometry that are not empty."""
    yield from (piece for piece in getattr(shape, "geoms", [shape]) if not piece.is_empty)


def _point_list(shape: BaseGeometry) -> list[tuple[float, float]]:
    """The points of a line or ring, to a millionth of a mm."""
    return [(round(x, 6), round(y, 6)) for x, y in shape.coords]
