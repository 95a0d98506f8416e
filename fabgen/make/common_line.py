"""A rectangle to be cut many times → blocks in which neighbours share one cut: no line is followed twice.

One kerf serves both neighbours, so the pitch is the nominal side plus the kerf, and the outer lines lie half a kerf
outside: every copy comes out at its nominal size. What is lost is compensation for each side by itself, so only edges
that fit nothing may be shared, and nothing smaller than 15 mm, which would tip.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from fabgen.artwork.drawing import Role, Shape
from fabgen.artwork.part import Part
from fabgen.artwork.path import Line, Path, Point, line, polygon
from fabgen.base import Problem, Where
from fabgen.make.prepare import Prepared
from fabgen.make.profile import Operation
from fabgen.make.room import Room

LEAST = 15.0  # mm: smaller parts tip when their last line is cut
STRAIGHT = 1e-6  # mm that a side may lean
Cell = tuple[int, int]  # column and row, from the lower left


@dataclass(frozen=True)
class Grid:
    """Cells of a pitch in mm on a lattice with its lower left corner at the origin: full columns but for the last."""

    count: int
    rows: int
    pitch: tuple[float, float]

    def cells(self) -> list[Cell]:
        """Column by column, each from below."""
        return [divmod(k, self.rows) for k in range(self.count)]

    def length(self) -> float:
        """The mm of all its lines, each once."""
        return sum(path.length() for path in (*self.inner(), self.frame()))

    def frame(self) -> Path:
        """The outline of all cells."""
        (wide, high), columns, over = self.pitch, self.count // self.rows, self.count % self.rows
        tall = min(self.rows, self.count)
        corners = [(0, 0), (columns, 0), (columns, tall), (0, tall)]
        if over and columns:
            corners = [(0, 0), (columns + 1, 0), (columns + 1, over), (columns, over), (columns, tall), (0, tall)]
        elif over:
            corners = [(0, 0), (1, 0), (1, over), (0, over)]
        return polygon([(x * wide, y * high) for x, y in corners])

    def inner(self) -> list[Path]:
        """The lines between cells: those between columns from left to right, then those between rows from below,
        every other one the other way, so that the next begins where the last has ended."""
        (wide, high), cells = self.pitch, set(self.cells())
        columns, rows = 1 + max(c for c, _ in cells), 1 + max(r for _, r in cells)
        upright = [sum((c - 1, r) in cells and (c, r) in cells for r in range(rows)) for c in range(1, columns)]
        level = [sum((c, r - 1) in cells and (c, r) in cells for c in range(columns)) for r in range(1, rows)]
        found = [((c * wide, 0.0), (c * wide, reach * high)) for c, reach in enumerate(upright, 1)]
        found += [((0.0, r * high), (reach * wide, r * high)) for r, reach in enumerate(level, 1)]
        return [line(*(ends if k % 2 == 0 else ends[::-1])) for k, ends in enumerate(found)]


def faults(part: Part) -> list[Problem]:
    """Why a part cannot share its edges."""
    edges = [p for item in part.drawing.items if isinstance(item, Shape) and item.role is Role.EDGE for p in item.paths]
    if len(edges) != 1 or not _rectangular(edges[0]):
        what, hint = "only a rectangle with sharp corners can share its edges", "leave out `common_line`"
    elif (least := min(_size(edges[0]))) < LEAST:
        what = f"a rectangle of {least:g} mm is too small for common lines"
        hint = f"parts under {LEAST:g} mm tip when their last line is cut"
    else:
        return []
    return [Problem(Where(), f"{part.name}: {what}", hint)]


def blocks(kind: Prepared, kerf: float, room: Room) -> list[Prepared]:
    """The copies of a part in as few blocks as the room allows: equal full ones, then the rest."""
    edge = next(item for item in kind.part.drawing.items if isinstance(item, Shape) and item.role is Role.EDGE).paths[0]
    x0, y0, x1, y1 = edge.bounds()
    pitch = x1 - x0 + kerf, y1 - y0 + kerf
    most = [max(1, math.floor(side / step + 1e-9)) for side, step in zip((room.across, room.down), pitch, strict=True)]
    full, rest = divmod(kind.part.count, most[0] * most[1])
    grids = [(Grid(most[0] * most[1], most[1], pitch), full)] if full else []
    grids += [(_compact(rest, most, pitch), 1)] if rest else []
    at = (kerf / 2 - x0, kerf / 2 - y0)
    made = [_block(kind, grid, times, at) for grid, times in grids]
    return [replace(made[0], notes=(*kind.notes, _saved(kind, grids))), *made[1:]]


def _compact(count: int, most: Sequence[int], pitch: tuple[float, float]) -> Grid:
    """The grid of so many cells with the shortest lines."""
    fitting = [rows for rows in range(1, min(count, most[1]) + 1) if math.ceil(count / rows) <= most[0]]
    return min((Grid(count, rows, pitch) for rows in fitting), key=lambda grid: (round(grid.length(), 6), grid.rows))


def _block(kind: Prepared, grid: Grid, times: int, at: Point) -> Prepared:
    if grid.count == 1:
        return replace(kind, part=replace(kind.part, count=times))
    cells = tuple((at[0] + c * grid.pitch[0], at[1] + r * grid.pitch[1]) for c, r in grid.cells())
    works = tuple(work for work in kind.works if work.operation is not Operation.CUT_OUTER)
    return Prepared(replace(kind.part, count=times), works, (grid.frame(),), (), cells, tuple(grid.inner()))


def _saved(kind: Prepared, grids: Iterable[tuple[Grid, int]]) -> Problem:
    """What the common lines of a part save, against each copy cut by itself."""
    alone = kind.part.count * sum(path.length() for path in kind.outlines)
    shared = sum(grid.length() * times for grid, times in grids)
    told = f"{kind.part.name}: common lines cut {shared:.0f} mm instead of {alone:.0f} mm"
    return Problem(Where(), f"{told}, {100 * (1 - shared / alone):.0f} % less", level="notice")


def _rectangular(path: Path) -> bool:
    """Whether a path is a rectangle along the axes, corner by corner."""
    steps = list(path)
    straight = all(isinstance(s, Line) and _level(start, s.to) for start, s in steps)
    x0, y0, x1, y1 = path.bounds()
    return len(steps) == 4 and straight and abs(abs(path.area()) - (x1 - x0) * (y1 - y0)) < STRAIGHT


def _level(p: Point, q: Point) -> bool:
    return min(abs(p[0] - q[0]), abs(p[1] - q[1])) < STRAIGHT


def _size(path: Path) -> tuple[float, float]:
    x0, y0, x1, y1 = path.bounds()
    return x1 - x0, y1 - y0


def blocked(kinds: Iterable[Prepared], kerf: float, room: Room) -> Iterator[Prepared]:
    """Prepared parts, those with common lines in their blocks."""
    for kind in kinds:
        alone = not kind.part.common_line or kind.part.count < 2
        yield from [kind] if alone else blocks(kind, kerf, room)
