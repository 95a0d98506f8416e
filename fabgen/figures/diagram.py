"""A movement's diagram (cells) → its drawing (mm): the piece's own cell at the origin, forward up.

Acrylic, paper and book differ in scale and theme only.
"""

from __future__ import annotations

from fabgen.artwork.drawing import Drawing, Role, draw, together
from fabgen.artwork.path import Path, line, moving, rectangle
from fabgen.figures.marks import both, cross, dot, own_cell
from fabgen.rules.diagram import Diagram, Meaning

MARK_OF = {Meaning.MOVE: dot, Meaning.CAPTURE: cross, Meaning.BOTH: both}


def draw_diagram(diagram: Diagram, cell: float, *, grid: bool = True) -> Drawing:
    """The diagram with cells of a side in mm: move cells, grid, own cell, marks, in this order of painting."""
    marks = sorted(diagram.marks.items())
    view = diagram.window
    to_move = [offset for offset, meaning in marks if meaning is not Meaning.CAPTURE]
    net = lines(view.left - 0.5, view.bottom - 0.5, view.files, view.ranks, cell) if grid else []
    shown = [
        *(draw(Role.MOVE_CELL, rectangle((x - 0.5) * cell, (y - 0.5) * cell, cell, cell)) for x, y in to_move),
        draw(Role.GRID, *net) if net else Drawing(),
        own_cell(cell),
        *(MARK_OF[meaning](cell).transformed(moving(x * cell, y * cell)) for (x, y), meaning in marks),
    ]
    return together(shown)


def lines(x: float, y: float, files: int, ranks: int, cell: float) -> list[Path]:
    """The lines of a grid, each drawn once from end to end; x, y is the lower left corner in cells."""
    upright = [line(((x + i) * cell, y * cell), ((x + i) * cell, (y + ranks) * cell)) for i in range(files + 1)]
    level = [line((x * cell, (y + j) * cell), ((x + files) * cell, (y + j) * cell)) for j in range(ranks + 1)]
    return upright + level
