"""Every mark of movement diagrams → the picture of look.md: steps in rows, hops in columns, each with the mark that
goes on, and all of them once more with cells of 4 mm. The last row has the marks of games all of whose marks allow a
move or a capture: the large dot, and the arrow.

Run `python docs/move_marks.py` in a checkout with fabgen installed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw, draw_text
from fabgen.artwork.export import pdf
from fabgen.artwork.export.png import render_page
from fabgen.artwork.path import rectangle
from fabgen.artwork.themes import load_theme
from fabgen.figures.diagrams.movement_diagram import draw_mark
from fabgen.rules.marks import HOPS, ONLY_KIND_MARKS, Act, MoveMark

PICTURE = Path(__file__).parent / "pictures" / "move-marks.png"
LARGE, SMALL, DPI = 12.0, 4.0, 150
NAMES, HEAD, CAP = 36.0, 5.0, 2.1  # mm: room for the names of rows, for those of columns; capitals
BESIDE = 4.0  # mm: room for a glyph at the left of its mark
STEPS = {
    "no step": Act(0),
    "moves": Act.MOVE,
    "captures": Act.CAPTURE,
    "moves, captures": Act.MOVE | Act.CAPTURE,
    "moves first": Act.FIRST_MOVE,
    "captures first": Act.FIRST_CAPTURE,
    "both first": Act.FIRST_MOVE | Act.FIRST_CAPTURE,
    "moves, captures first": Act.MOVE | Act.FIRST_CAPTURE,
    "moves first, captures": Act.FIRST_MOVE | Act.CAPTURE,
}
ONLY_KIND = "move or capture alike"  # the row of games that have marks of one kind
HOP_KINDS = {"no hop": Act(0), "stays": Act.HOP, "is taken": Act.LOCUST, "stays or is taken": HOPS}


def main() -> None:
    """Writes the picture."""
    below = (len(STEPS) + 1) * LARGE + HEAD
    drawing = combine_drawings([*_names(), *_table(LARGE, BESIDE), *(part.moved(0, -below) for part in _table(SMALL))])
    PICTURE.write_bytes(render_page(pdf.write_drawing(drawing, load_theme("etched")), DPI))


def _names() -> Iterator[Drawing]:
    for row, name in enumerate([*STEPS, ONLY_KIND]):
        yield draw_text(Role.LABEL, name, (-NAMES, -(row + 0.5) * LARGE - CAP / 2), CAP, anchor="start")
    for column, name in enumerate(HOP_KINDS):
        yield draw_text(Role.LABEL, name, ((2 * column + 1) * (LARGE + BESIDE) + BESIDE / 2, HEAD / 2 - CAP / 2), CAP)


def _table(cell: float, beside: float = 0.0) -> Iterator[Drawing]:
    """All marks with cells of a side in mm, from the upper left corner at the origin; `beside` is the room in mm for
    each glyph, if they are shown."""
    places = [(row, 2 * column + goes_on, MoveMark(step | hop, goes_on))
              for row, step in enumerate(STEPS.values()) for column, hop in enumerate(HOP_KINDS.values())
              for goes_on in ((False, True) if step | hop else ())]
    places += [(len(STEPS), column, mark) for column, mark in enumerate(ONLY_KIND_MARKS)]
    for row, column, mark in places:
        x, y = column * (cell + beside) + beside + cell / 2, -(row + 0.5) * cell
        yield draw(Role.GRID, rectangle(x - cell / 2, y - cell / 2, cell, cell))
        yield draw_mark(mark, cell, (0, 2)).moved(x, y)
        if beside:
            yield draw_text(Role.LABEL, mark.glyph, (x - (cell + beside) / 2, y - CAP / 2), CAP)


if __name__ == "__main__":
    main()
