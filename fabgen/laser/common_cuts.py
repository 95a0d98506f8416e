"""A rectangle to be cut many times → blocks in which neighbours share one cut: no line is followed twice.

One kerf serves both neighbours, so the pitch is the nominal side plus the kerf, and the outer lines are half a kerf
outside: every copy comes out at its nominal size. Each side can no longer be compensated by itself, so only edges that
fit nothing may be shared, and no part smaller than 15 mm, because it would tip.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from fabgen.artwork.drawing import Role, Shape
from fabgen.artwork.part import Part
from fabgen.artwork.path import Line, Path, Point, line, polygon
from fabgen.core.problems import Location, Problem
from fabgen.laser.nest.layout import SheetLimits, box_size
from fabgen.laser.preparation import PreparedPart
from fabgen.materials.operations import Operation

LEAST = 15.0  # mm: smaller parts tip when their last line is cut
STRAIGHT = 1e-6  # mm by which a side may be off the axis
GridCell = tuple[int, int]  # column and row, from the lower left


@dataclass(frozen=True)
class CommonCutGrid:
    """Copies at a pitch in mm, in columns of `rows` (the last may have fewer); lower left corner at the origin."""

    count: int
    rows: int
    pitch: tuple[float, float]

    def cells(self) -> list[GridCell]:
        """The cells column by column, each from below."""
        return [divmod(k, self.rows) for k in range(self.count)]

    def length(self) -> float:
        """The length of all its lines in mm, each counted once."""
        return sum(path.length() for path in (*self.inner_lines(), self.frame()))

    def frame(self) -> Path:
        """The outline around all cells."""
        (wide, high), columns, over = self.pitch, self.count // self.rows, self.count % self.rows
        tall = min(self.rows, self.count)
        corners = [(0, 0), (columns, 0), (columns, tall), (0, tall)]
        if over and columns:
            corners = [(0, 0), (columns + 1, 0), (columns + 1, over), (columns, over), (columns, tall), (0, tall)]
        elif over:
            corners = [(0, 0), (1, 0), (1, over), (0, over)]
        return polygon([(x * wide, y * high) for x, y in corners])

    def inner_lines(self) -> list[Path]:
        """The lines between cells: those between columns from left to right, then those between rows from below. Every
        second line runs backwards, so that it begins near the end of the one before."""
        (wide, high), cells = self.pitch, set(self.cells())
        columns, rows = 1 + max(c for c, _ in cells), 1 + max(r for _, r in cells)
        upright = [sum((c - 1, r) in cells and (c, r) in cells for r in range(rows)) for c in range(1, columns)]
        level = [sum((c, r - 1) in cells and (c, r) in cells for c in range(columns)) for r in range(1, rows)]
        lines = [((c * wide, 0.0), (c * wide, reach * high)) for c, reach in enumerate(upright, 1)]
        lines += [((0.0, r * high), (reach * wide, r * high)) for r, reach in enumerate(level, 1)]
        return [line(*(ends if k % 2 == 0 else ends[::-1])) for k, ends in enumerate(lines)]


def find_common_cut_problems(part: Part) -> list[Problem]:
    """Why a part cannot share its edges with its neighbours; empty if it can."""
    edges = [p for item in part.drawing.items if isinstance(item, Shape) and item.role is Role.EDGE for p in item.paths]
    if len(edges) != 1 or not _is_rectangle(edges[0]):
        message, hint = "only a rectangle with sharp corners can share its edges", "leave out `common_line`"
    elif (least := min(box_size(edges[0].bounds()))) < LEAST:
        message = f"a rectangle of {least:g} mm is too small for common lines"
        hint = f"parts under {LEAST:g} mm tip when their last line is cut"
    else:
        return []
    return [Problem(Location(), f"{part.name}: {message}", hint)]


def replace_by_blocks(parts: Iterable[PreparedPart], kerf: float, limits: SheetLimits) -> Iterator[PreparedPart]:
    """The parts, with blocks of copies in place of parts that share their edges."""
    for prepared in parts:
        if prepared.part.common_line and prepared.part.count > 1:
            yield from _make_blocks(prepared, kerf, limits)
        else:
            yield prepared


def _make_blocks(prepared: PreparedPart, kerf: float, limits: SheetLimits) -> list[PreparedPart]:
    """The copies of a part in as few blocks as the sheet allows: equal full ones, then the rest."""
    items = prepared.part.drawing.items
    edge = next(item for item in items if isinstance(item, Shape) and item.role is Role.EDGE).paths[0]
    x0, y0, x1, y1 = edge.bounds()
    pitch = x1 - x0 + kerf, y1 - y0 + kerf
    usable = limits.usable_width, limits.usable_height
    most_cells = [max(1, math.floor(side / step + 1e-9)) for side, step in zip(usable, pitch, strict=True)]
    full, rest = divmod(prepared.part.count, most_cells[0] * most_cells[1])
    grids = [(CommonCutGrid(most_cells[0] * most_cells[1], most_cells[1], pitch), full)] if full else []
    grids += [(_find_shortest_grid(rest, most_cells, pitch), 1)] if rest else []
    first_origin = (kerf / 2 - x0, kerf / 2 - y0)
    blocks = [_make_block(prepared, grid, count, first_origin) for grid, count in grids]
    return [replace(blocks[0], notes=(*prepared.notes, _note_savings(prepared, grids))), *blocks[1:]]


def _find_shortest_grid(count: int, most_cells: Sequence[int], pitch: tuple[float, float]) -> CommonCutGrid:
    """The grid of `count` cells with the shortest lines. `most_cells`: the largest number along each axis."""
    fitting = [rows for rows in range(1, min(count, most_cells[1]) + 1) if math.ceil(count / rows) <= most_cells[0]]
    grids = [CommonCutGrid(count, rows, pitch) for rows in fitting]
    return min(grids, key=lambda grid: (round(grid.length(), 6), grid.rows))


def _make_block(prepared: PreparedPart, grid: CommonCutGrid, count: int, first_origin: Point) -> PreparedPart:
    """A block of copies as one part."""
    if grid.count == 1:
        return replace(prepared, part=replace(prepared.part, count=count))
    (x, y), (wide, high) = first_origin, grid.pitch
    origins = tuple((x + column * wide, y + row * high) for column, row in grid.cells())
    steps = tuple(step for step in prepared.steps if step.operation is not Operation.CUT_OUTER)
    part = replace(prepared.part, count=count)
    return PreparedPart(part, steps, (grid.frame(),), (), origins, tuple(grid.inner_lines()))


def _note_savings(prepared: PreparedPart, grids: Iterable[tuple[CommonCutGrid, int]]) -> Problem:
    """A notice of how much shorter the common cuts are than cutting every copy by itself."""
    separate_length = prepared.part.count * sum(path.length() for path in prepared.outlines)
    shared_length = sum(grid.length() * count for grid, count in grids)
    message = f"{prepared.part.name}: common lines cut {shared_length:.0f} mm instead of {separate_length:.0f} mm"
    return Problem(Location(), f"{message}, {100 * (1 - shared_length / separate_length):.0f} % less", level="notice")


def _is_rectangle(path: Path) -> bool:
    """Whether a path is a rectangle along the axes, corner by corner."""
    steps = list(path)
    straight = all(
        isinstance(segment, Line) and min(abs(start[0] - segment.to[0]), abs(start[1] - segment.to[1])) < STRAIGHT
        for start, segment in steps
    )
    x0, y0, x1, y1 = path.bounds()
    return len(steps) == 4 and straight and abs(abs(path.area()) - (x1 - x0) * (y1 - y0)) < STRAIGHT
