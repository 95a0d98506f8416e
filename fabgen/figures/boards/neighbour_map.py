"""A spec → the proof of its map, in mm: spaces with their names, and a line from middle to middle of any two
neighbours, over the border that they share.

Two spaces without such a line between them are no neighbours, so no piece can step from one to the other. Roads are
double lines, explained by a key below the map.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw, draw_text
from fabgen.artwork.path import Path, Point, circle, line
from fabgen.core.languages import Catalogue
from fabgen.figures.boards.surface import figure_caps, least_name_cap, surface_of
from fabgen.spec.load import Spec

DOT = 0.05  # of the cell: radius of a middle
ROAD_HALF = 0.045  # of the cell: from the middle of a road to its lines
SAMPLE, KEY_CAP, LEADING = 1.0, 0.2, 0.4  # of the cell: a sample of a line, capitals beside it, from one to the next


def draw_neighbours(spec: Spec, side: float, words: Catalogue) -> Drawing:
    """The figure with cells of `side` mm."""
    caps = figure_caps(side, least_name_cap(spec.spaces, side))
    surface = surface_of(spec.game, spec.lattice, side, spec.map_spaces, caps)
    cells = frozenset(spec.lattice.cells)
    # Names keep clear of every line that is drawn here.
    surface = replace(surface, road_pairs=surface.step_pairs, occupied=cells)
    lines = [surface.road_line(pair) for pair in spec.lattice.pairs]
    roads = [path for pair in spec.lattice.line_pairs for path in _double_line(surface.road_line(pair), side)]
    middles = {cell: circle(middle, DOT * side) for cell, middle in surface.spaces.middles.items()}
    dots = [draw(Role.MOVE, middle).in_group(f"marks/{cell}") for cell, middle in middles.items()]
    return combine_drawings([
        draw(Role.GRID, *surface.grid_lines()).in_group("board/lines"),
        *(links.in_group("arrows") for links in _draw_lines(lines, roads)), *dots,
        surface.draw_names().in_group("coordinates"),
        *(key.in_group("labels") for key in (_draw_key(side, words) if roads else ())),
    ])


def list_neighbours(spec: Spec) -> str:
    """Each space with its neighbours: `north: west, east; ...`."""
    title, neighbours = spec.lattice.title, spec.lattice.neighbours_by_cell
    return "; ".join(f"{title(cell)}: {', '.join(map(title, others))}" for cell, others in neighbours.items())


def _draw_lines(lines: Sequence[Sequence[Point]], roads: Sequence[Path]) -> Iterator[Drawing]:
    if lines:
        yield draw(Role.PATH, *(line(*points) for points in lines))
    if roads:
        yield draw(Role.PAST, *roads)


def _double_line(points: Sequence[Point], side: float) -> Iterator[Path]:
    """The two lines of a road."""
    import shapely

    for offset in (ROAD_HALF, -ROAD_HALF):
        curve = shapely.offset_curve(shapely.LineString(points), offset * side, join_style="mitre")
        yield from (line(*part.coords) for part in getattr(curve, "geoms", [curve]) if not part.is_empty)


def _draw_key(side: float, words: Catalogue) -> Iterator[Drawing]:
    """What the two kinds of lines mean, under the map."""
    meanings = (("map_line", False), ("map_road", True))
    for n, (key, is_road) in enumerate(meanings, 1):
        ends = [(0.0, -n * LEADING * side), (SAMPLE * side, -n * LEADING * side)]
        yield from _draw_lines((), [*_double_line(ends, side)]) if is_road else _draw_lines([ends], ())
        yield draw_text(Role.LABEL, words.text(key), ((SAMPLE + 0.2) * side, ends[0][1] - KEY_CAP * side / 2),
                    KEY_CAP * side, anchor="start")
