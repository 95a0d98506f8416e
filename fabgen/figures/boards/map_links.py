"""Pairs of spaces of a map that are joined from afar, in mm → links: dashed curves that bend around other spaces.

A link starts and ends a little off the outlines of its two spaces, so that it never looks like a border, and has a gap
where an earlier link crosses it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING

from fabgen.artwork.path import Path, Point, line
from fabgen.figures.boards.map_roads import CROSSING_GAP, Pair, cut_dashes
from fabgen.spec.spaces import Spaces

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from shapely import Polygon

DASH, BREAK = 0.13, 0.08  # of the cell: a dash of a link and the gap after it
END_GAP = 0.05  # of the cell: from the outline of a space to the link that starts there
MARGIN = 0.14  # of the cell: what stays clear between a link and the spaces that it passes
BESIDE = 0.16  # of the cell: from a link to a road between the same spaces
BENDS = (0.05, -0.05, 0.12, -0.12, 0.2, -0.2, 0.3, -0.3, 0.45, -0.45, 0.65, -0.65)  # of a link's length, to its left
POINTS = 32  # of a curve
ROUGH = 0.02  # of the cell: how far outlines may be off while curves are chosen
ACROSS, OFF_MAP = 30, 1000  # what a mm across another space costs, and one beyond the map: the board may end there
NEARLY = 0.05  # costs that differ by less are equal: the bend that comes first is taken


def link_curves(
    spaces: Spaces, pairs: Sequence[Pair], others: Mapping[Pair, Sequence[Point]] | None = None
) -> dict[Pair, tuple[Point, ...]]:
    """The points of each link from middle to middle: the shortest of some curves that pass the fewest other spaces and
    cross the fewest links before it. The shortest links are laid first. `others`: lines that are there already; a link
    keeps off those between its own spaces."""
    import numpy as np
    import shapely

    side, (width, height) = spaces.cell_size, spaces.size
    areas = {cell: shapely.Polygon(outline).simplify(ROUGH * side) for cell, outline in spaces.outlines.items()}
    wide_areas = {cell: area.buffer(MARGIN * side, quad_segs=4) for cell, area in areas.items()}
    page = shapely.box(0, 0, width, height)
    curves: dict[Pair, tuple[Point, ...]] = {}
    lines = {pair: shapely.LineString(points) for pair, points in (others or {}).items()}
    drawn: list[shapely.LineString] = [*lines.values()]
    beside = {frozenset(pair): other.buffer(BESIDE * side) for pair, other in lines.items()}
    for pair in sorted(pairs, key=lambda pair: math.dist(spaces.middles[pair[0]], spaces.middles[pair[1]])):
        bent_curves = _bent_curves(*(spaces.middles[cell] for cell in pair))
        candidates: NDArray[np.object_] = np.asarray(shapely.linestrings(bent_curves))
        reach = shapely.box(*shapely.total_bounds(candidates))
        obstacles = [area for cell, area in wide_areas.items() if cell not in pair and area.intersects(reach)]
        crossings = np.array([shapely.intersects(candidates, curve) for curve in drawn if curve.intersects(reach)])
        cost = shapely.length(candidates) + 0.6 * side * crossings.sum(axis=0)
        cost = cost + OFF_MAP * shapely.length(shapely.difference(candidates, page))
        for obstacle in obstacles:
            shapely.prepare(obstacle)
            passing = np.flatnonzero(shapely.intersects(obstacle, candidates))
            cost[passing] += ACROSS * shapely.length(shapely.intersection(obstacle, candidates[passing]))
        if road := beside.get(frozenset(pair)):
            water = shapely.difference(candidates, shapely.union_all([areas[cell] for cell in pair]))
            cost = cost + 8 * shapely.length(shapely.intersection(water, road))
        best = int(np.flatnonzero(cost <= cost.min() + NEARLY * side)[0])
        curve = candidates[best]
        drawn.append(curve.difference(shapely.union_all([areas[cell] for cell in pair])))
        curves[pair] = tuple((float(x), float(y)) for x, y in curve.coords)
    return {pair: curves[pair] for pair in pairs}


def _bent_curves(start: Point, end: Point) -> NDArray[np.float64]:
    """Curves from one point to another, the gentlest bends first: arcs, then those that turn from one side to the
    other. For each curve its points, x and y."""
    import numpy as np

    bends = sorted(product(BENDS, BENDS), key=lambda pair: (pair[0] != pair[1], abs(pair[0]) + abs(pair[1])))
    share = np.linspace(0, 1, POINTS + 1)
    first, last = 3 * share * (1 - share) ** 2, 3 * share**2 * (1 - share)  # weights of the handles of a Bézier curve
    aside = 4 / 3 * np.array(bends) @ np.array([first, last])
    along = first / 3 + last * 2 / 3 + share**3
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    return np.stack([x + dx * along - dy * aside, y + dy * along + dx * aside], axis=-1)


def link_dashes(spaces: Spaces, curves: Mapping[Pair, Sequence[Point]]) -> list[Path]:
    """The dashes of all links, clear of the borders that they cross."""
    import shapely

    side, paths = spaces.cell_size, list[Path]()
    crossed: list[Polygon] = []
    borders = {cell: shapely.LinearRing(outline) for cell, outline in spaces.outlines.items()}
    for pair, points in curves.items():
        whole = shapely.LineString(points)
        own = [shapely.Polygon(spaces.outlines[cell]).buffer(END_GAP * side) for cell in pair]
        open_part = whole.difference(shapely.union_all(own))
        passed = [border.buffer(CROSSING_GAP) for border in borders.values() if border.intersects(open_part)]
        free = open_part.difference(shapely.union_all([*crossed, *passed]))
        for piece in getattr(free, "geoms", [free]):
            paths += [line(*dash.coords) for dash in cut_dashes(piece, side, DASH, BREAK)]
        crossed.append(open_part.buffer(CROSSING_GAP + BREAK * side / 2, cap_style="flat"))
    return paths


def sample_link(width: float, side: float) -> list[Path]:
    """The dashes of a level link `width` mm long from the origin, for a legend."""
    import shapely

    return [line(*dash.coords) for dash in cut_dashes(shapely.LineString([(0, 0), (width, 0)]), side, DASH, BREAK)]
