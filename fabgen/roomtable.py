"""Sizes of diagrams and kinds of bodies → the smallest cells that have room for them, as a table of docs/spec.md.

Computed by the checks that refuse smaller cells: for two players, in 3 mm acrylic and on paper, with the default bases.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from fabgen.pieceroom import LARGEST_CELL, with_cell_size, cut_faults, paper_faults
from fabgen.spec.load import Spec, load_spec

ROOM_MARKER = "<!-- least cells -->\n"
SIZES = {"3 x 3": "K", "5 x 5": "N", "7 x 7": "C", "9 x 9": "N2"}  # a movement of this size to all sides
BODIES = {"standee": "standee: pawn", "crossed": "crossed: rook", "stack": "stack: disc",
          "tile, square": "tile: square", "tile, disc": "tile: disc"}
GAME = """\
fabgen: 1
title: Room
designer: Nobody
players:
  one: {{forward: up, material: acrylic-3mm/red}}
  two: {{forward: down, material: acrylic-3mm/blue}}
board: {{grid: 4x4, cell: 40 mm, material: acrylic-3mm/clear}}
pieces:
  it: {{moves: {moves}, body: {{{body}}}}}
"""


def room_table() -> str:
    """The table in Markdown: a row for each size of a diagram, in whole mm."""
    rows = [["diagram", *BODIES], ["---"] * (1 + len(BODIES))]
    for size, moves in SIZES.items():
        rows.append([size, *(f"{_least_cell(_game(moves, body))} mm" for body in BODIES.values())])
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def fill_room_table(text: str) -> str:
    """A page of documentation with the table after its marker."""
    before, marker, after = text.partition(ROOM_MARKER)
    rest = after.splitlines(keepends=True)
    while rest and rest[0].startswith("|"):  # the former table
        rest.pop(0)
    return "".join([before, marker, room_table() if marker else "", *rest])


def _game(moves: str, body: str) -> Spec:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.yaml"
        path.write_text(GAME.format(moves=moves, body=body), "utf-8")
        return load_spec(str(path))


def _least_cell(spec: Spec) -> int:
    """The smallest cell in whole mm that has room for a piece; what fits a cell fits every larger one."""
    low, high = 8, LARGEST_CELL
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if _fits(with_cell_size(spec, middle)) else (middle, high)
    return high


def _fits(spec: Spec) -> bool:
    return not paper_faults(spec, "it") and all(fault.level != "error" for fault in cut_faults(spec, "it"))


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name)
        path.write_text(fill_room_table(path.read_text("utf-8")), "utf-8")
