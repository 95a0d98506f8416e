"""A spec → the proof of its map, in mm: spaces with their names, and a line from middle to middle of any two that are
neighbours, over the border that they share. What has no line between it cannot be stepped across.
"""

from __future__ import annotations

from fabgen.artwork.drawing import Drawing, Role, draw, together
from fabgen.artwork.path import Path, Point, circle, line
from fabgen.figures.surface import Surface, figure_caps, surface_of
from fabgen.rules.chart import Chart
from fabgen.rules.lattice import Cell
from fabgen.spec.load import Spec

DOT = 0.05  # of the cell: radius of a middle


def draw_neighbours(spec: Spec, side: float) -> Drawing:
    """The figure with cells of a side in mm."""
    surface = surface_of(spec.game, spec.lattice, side, spec.drawn, figure_caps(side))
    ways = [_way(surface, *pair) for pair in surface.pairs]
    middles = [circle(middle, DOT * side) for middle in surface.spaces.middles.values()]
    return together([draw(Role.GRID, *surface.lines()), draw(Role.PATH, *ways) if ways else Drawing(),
                     *(draw(Role.MOVE, middle) for middle in middles), surface.names()])


def told_neighbours(spec: Spec) -> str:
    """Each space with its neighbours: `north: west, east; ...`."""
    assert isinstance(spec.lattice, Chart)
    return "; ".join(f"{one}: {', '.join(others)}" for one, others in spec.lattice.exits.items())


def _way(surface: Surface, one: Cell, other: Cell) -> Path:
    middles = surface.spaces.middles
    over = _border(surface, one, other)
    return line(middles[one], *([over] if over else []), middles[other])


def _border(surface: Surface, one: Cell, other: Cell) -> Point | None:
    """The middle of the border of two spaces; None where they do not touch."""
    import shapely

    ring, beside = (shapely.LinearRing(surface.spaces.outlines[cell]) for cell in (one, other))
    common = shapely.line_merge(shapely.intersection(ring, beside, grid_size=1e-3))
    parts = [part for part in getattr(common, "geoms", [common]) if part.geom_type == "LineString" and part.length]
    if not parts:
        return None
    spot = max(parts, key=lambda part: part.length).interpolate(0.5, normalized=True)
    return float(spot.x), float(spot.y)
