"""A lattice and a mark for some of its cells → the board in lines of text, the farthest row first.

Squares have ranks down the side and files below; rows of hexagons start with the name of their first cell; the spaces
of a map stand one under another.
"""

from __future__ import annotations

from collections.abc import Mapping

from fabgen.rules.chart import Chart
from fabgen.rules.compass import Hexagons
from fabgen.rules.lattice import Cell, Lattice, file_name

VACANT = "."


def pictured(lattice: Lattice, marks: Mapping[Cell, str]) -> list[str]:
    """The lines, without blanks at their ends; cells without a mark have a point."""
    if isinstance(lattice, Chart):
        longest = max(map(len, lattice.cells))
        return [f"{cell:<{longest}} {marks.get(cell, VACANT)}" for cell in lattice.cells]
    if isinstance(lattice.compass, Hexagons):
        return _hexagons(lattice, lattice.compass, marks)
    return _squares(lattice, marks)


def _squares(lattice: Lattice, marks: Mapping[Cell, str]) -> list[str]:
    names = [file_name(x) for x in range(lattice.files)]
    side, wide = len(str(lattice.ranks)), max(map(len, (*names, *marks.values())))
    lines = []
    for y in reversed(range(lattice.ranks)):
        row = (lattice.cell(x, y) for x in range(lattice.files))
        signs = (marks.get(cell, VACANT) if cell else "" for cell in row)
        lines.append((f"{y + 1:>{side}} " + " ".join(sign.rjust(wide) for sign in signs)).rstrip())
    return [*lines, " " * (side + 1) + " ".join(name.rjust(wide) for name in names)]


def _hexagons(lattice: Lattice, plane: Hexagons, marks: Mapping[Cell, str]) -> list[str]:
    """Rows of cells; of hexagons in files every row has every second file."""
    half = (max(map(len, ("", *marks.values()))) + 2) // 2  # letters from a cell to the middle between it and the next
    longest, rows = max(map(len, lattice.cells)), dict[int, list[tuple[int, Cell]]]()
    for cell in lattice.cells:
        q, r = lattice.place(cell)
        level, along = (r, 2 * q + r) if plane.rows else (2 * r + q, 2 * q)
        rows.setdefault(level, []).append((along, cell))
    left, lines = min(along for row in rows.values() for along, _ in row), []
    for level in sorted(rows, reverse=True):
        row = sorted(rows[level])
        line = row[0][1].rjust(longest + half * (row[0][0] - left))
        for along, cell in row:
            line = line.ljust(longest + 1 + half * (along - left)) + marks.get(cell, VACANT)
        lines.append(line)
    return lines
