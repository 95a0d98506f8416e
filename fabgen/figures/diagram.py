"""A movement's diagram (cells) → its drawing (mm): the piece's own cell at the origin, forward up.

Acrylic, paper and book differ in scale and theme only.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from fabgen.artwork.drawing import Drawing, Role, draw, together
from fabgen.artwork.path import Path, line, moving, rectangle
from fabgen.figures.marks import (
    ON_CROSS,
    and_on,
    both,
    both_on,
    cross,
    cross_outline,
    dot,
    landing,
    open_both,
    open_cross,
    open_dot,
    own_cell,
    slash_outline,
)
from fabgen.rules.diagram import Diagram, Meaning
from fabgen.rules.lattice import Offset

MARK_OF: dict[Meaning, Callable[[float], Drawing]] = {  # without arrowheads
    Meaning.MOVE: dot, Meaning.CAPTURE: cross, Meaning.BOTH: both,
    Meaning.MOVE_ON: dot, Meaning.CAPTURE_ON: partial(cross, span=ON_CROSS), Meaning.BOTH_ON: both_on,
    Meaning.FIRST_MOVE: open_dot, Meaning.FIRST_CAPTURE: open_cross, Meaning.FIRST_BOTH: open_both,
    Meaning.HOP: landing,
    Meaning.LOCUST: partial(landing, cut=cross_outline),
    Meaning.EITHER: partial(landing, cut=slash_outline),
    Meaning.HOP_MOVE: partial(landing, moves=True),
    Meaning.LOCUST_MOVE: partial(landing, cut=cross_outline, moves=True),
    Meaning.EITHER_MOVE: partial(landing, cut=slash_outline, moves=True),
    Meaning.HOP_ON: partial(landing, on=True),
    Meaning.LOCUST_ON: partial(landing, cut=cross_outline, on=True),
    Meaning.EITHER_ON: partial(landing, cut=slash_outline, on=True),
    Meaning.HOP_MOVE_ON: partial(landing, moves=True, on=True),
    Meaning.LOCUST_MOVE_ON: partial(landing, cut=cross_outline, moves=True, on=True),
    Meaning.EITHER_MOVE_ON: partial(landing, cut=slash_outline, moves=True, on=True),
}


def draw_diagram(diagram: Diagram, cell: float, *, grid: bool = True) -> Drawing:
    """The diagram with cells of a side in mm: move cells, grid, own cell, marks, in this order of painting."""
    marks = sorted(diagram.marks.items())
    view = diagram.window
    to_move = [offset for offset, meaning in marks if meaning.empties]
    net = lines(view.left - 0.5, view.bottom - 0.5, view.files, view.ranks, cell) if grid else []
    shown = [
        *(draw(Role.MOVE_CELL, rectangle((x - 0.5) * cell, (y - 0.5) * cell, cell, cell)) for x, y in to_move),
        draw(Role.GRID, *net) if net else Drawing(),
        own_cell(cell),
        *(draw_mark(meaning, cell, (x, y)).transformed(moving(x * cell, y * cell)) for (x, y), meaning in marks),
    ]
    return together(shown)


def draw_mark(meaning: Meaning, cell: float, away: Offset) -> Drawing:
    """A mark, centred on the origin, of a cell that lies `away` from the piece; ahead of it where that is nowhere."""
    mark = MARK_OF[meaning](cell)
    if not meaning.on:
        return mark
    return and_on(mark, cell, away if away != (0, 0) else (0, 1), Role.MOVE if meaning.empties else Role.CAPTURE)


def lines(x: float, y: float, files: int, ranks: int, cell: float) -> list[Path]:
    """The lines of a grid, each drawn once from end to end; x, y is the lower left corner in cells."""
    upright = [line(((x + i) * cell, y * cell), ((x + i) * cell, (y + ranks) * cell)) for i in range(files + 1)]
    level = [line((x * cell, (y + j) * cell), ((x + files) * cell, (y + j) * cell)) for j in range(ranks + 1)]
    return upright + level
