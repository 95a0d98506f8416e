"""A spec → the proof of its map, in mm: spaces with their names, and a line from middle to middle of any two that are
neighbours, over the border that they share. What has no such line between it cannot be stepped across; roads are
double lines, and told from them below.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from fabgen.artwork.drawing import Drawing, Role, draw, together, write
from fabgen.artwork.path import Path, Point, circle, line
from fabgen.figures.roads import way
from fabgen.figures.surface import figure_caps, surface_of
from fabgen.rules.boards import Chart
from fabgen.spec.load import Spec
from fabgen.words import Words

DOT = 0.05  # of the cell: radius of a middle
WIDE = 0.045  # of the cell: from the middle of a road to its lines
KEY, KEY_CAP, LEADING = 1.0, 0.2, 0.4  # of the cell: a sample of a line, capitals beside it, from one to the next


def draw_neighbours(spec: Spec, side: float, words: Words) -> Drawing:
    """The figure with cells of a side in mm."""
    assert isinstance(spec.lattice, Chart)
    surface = surface_of(spec.game, spec.lattice, side, spec.drawn, figure_caps(side))
    surface = replace(surface, ways=surface.pairs)  # names keep clear of all of them
    ways = [way(surface.spaces, *pair) for pair in spec.lattice.pairs]
    stations = [line.spaces for line in spec.lattice.lines]
    steps = {frozenset(pair): pair for on in stations for pair in pairwise(on)}
    roads = [path for pair in steps.values() for path in _double(way(surface.spaces, *pair), side)]
    middles = [circle(middle, DOT * side) for middle in surface.spaces.middles.values()]
    return together([draw(Role.GRID, *surface.lines()), *_drawn(ways, roads),
                     *(draw(Role.MOVE, middle) for middle in middles), surface.names(),
                     *(_key(side, words) if roads else ())])


def told_neighbours(spec: Spec) -> str:
    """Each space with its neighbours: `north: west, east; ...`."""
    assert isinstance(spec.lattice, Chart)
    return "; ".join(f"{one}: {', '.join(others)}" for one, others in spec.lattice.exits.items())


def _drawn(ways: Sequence[Sequence[Point]], roads: Sequence[Path]) -> Iterator[Drawing]:
    if ways:
        yield draw(Role.PATH, *(line(*points) for points in ways))
    if roads:
        yield draw(Role.PAST, *roads)


def _double(points: Sequence[Point], side: float) -> Iterator[Path]:
    """The two lines of a road."""
    import shapely

    for off in (WIDE, -WIDE):
        beside = shapely.offset_curve(shapely.LineString(points), off * side, join_style="mitre")
        yield from (line(*one.coords) for one in getattr(beside, "geoms", [beside]) if not one.is_empty)


def _key(side: float, words: Words) -> Iterator[Drawing]:
    """What lines mean, under the map."""
    for n, (name, road) in enumerate((("neighbours", False), ("a road: what is on it is reached along lines", True))):
        ends = [(0.0, -(n + 1) * LEADING * side), (KEY * side, -(n + 1) * LEADING * side)]
        yield from _drawn((), [*_double(ends, side)]) if road else _drawn([ends], ())
        yield write(Role.LABEL, words.said(name), ((KEY + 0.2) * side, ends[0][1] - KEY_CAP * side / 2),
                    KEY_CAP * side, anchor="start")
