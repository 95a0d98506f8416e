"""Files and ranks → named cells and their neighbours: topology only, distances in cells.

A cell is its name everywhere in `rules`; this is the only module that knows how a name is made.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

Cell = str
Offset = tuple[int, int]
Turn = tuple[int, int, int, int]  # x = a dx + b dy, y = c dx + d dy

LARGEST_SIDE = 100
FORWARD: dict[str, Turn] = {
    "up": (1, 0, 0, 1),
    "down": (-1, 0, 0, -1),
    "left": (0, -1, 1, 0),
    "right": (0, 1, -1, 0),
}
_CELL = re.compile(r"([a-z]+)([1-9][0-9]*)")


@dataclass(frozen=True, order=True)
class Mistake:
    """One wrong place in a text of the rules; line and column count from 0 in that text."""

    line: int
    column: int
    what: str
    hint: str = ""


class TextError(ValueError):
    """A text that cannot be read: carries every Mistake in it, in the order of their places."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        self.mistakes: tuple[Mistake, ...] = tuple(sorted(set(mistakes)))
        super().__init__("\n".join(f"{m.what}: {m.hint}" if m.hint else m.what for m in self.mistakes))

    @property
    def column(self) -> int:
        """Of the first mistake, from 0."""
        return self.mistakes[0].column

    @property
    def what(self) -> str:
        """Of the first mistake."""
        return self.mistakes[0].what

    @property
    def hint(self) -> str:
        """Of the first mistake."""
        return self.mistakes[0].hint


@dataclass(frozen=True)
class Lattice:
    """A rectangular board: files a, b ... z, aa, ab ... from the left, ranks 1, 2 ... from the first player's edge."""

    files: int
    ranks: int

    def __post_init__(self) -> None:
        if not (1 <= self.files <= LARGEST_SIDE and 1 <= self.ranks <= LARGEST_SIDE):
            raise ValueError(f"a board of {self.files}x{self.ranks} cells: files and ranks go from 1 to {LARGEST_SIDE}")

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, rank by rank: a1, b1 ... a2, b2 ..."""
        return tuple(f"{file_name(x)}{y + 1}" for y in range(self.ranks) for x in range(self.files))

    @cached_property
    def order(self) -> dict[Cell, int]:
        """The number of each cell in `cells`."""
        return {cell: number for number, cell in enumerate(self.cells)}

    def __contains__(self, cell: object) -> bool:
        return cell in self.order

    def __str__(self) -> str:
        return f"{self.cells[0]} to {self.cells[-1]}"

    def place(self, cell: Cell) -> tuple[int, int]:
        """File and rank of a cell as numbers from 0; a cell that is not on the board is a KeyError."""
        y, x = divmod(self.order[cell], self.files)
        return x, y

    def cell(self, x: int, y: int) -> Cell | None:
        """The cell at file x and rank y, from 0; None off the board."""
        inside = 0 <= x < self.files and 0 <= y < self.ranks
        return self.cells[y * self.files + x] if inside else None

    def step(self, cell: Cell, dx: int, dy: int) -> Cell | None:
        """The cell dx files to the right and dy ranks up; None off the board."""
        x, y = self.place(cell)
        return self.cell(x + dx, y + dy)


def file_name(x: int) -> str:
    """The letters of a file counted from 0: a ... z, aa, ab ..."""
    left, last = divmod(x, 26)
    return (file_name(left - 1) if left else "") + string.ascii_lowercase[last]


def oriented(dx: int, dy: int, forward: str) -> Offset:
    """From the mover's frame (dx to the right, dy ahead) to the lattice's, for one of the FORWARD words."""
    a, b, c, d = FORWARD[forward]
    return a * dx + b * dy, c * dx + d * dy


def parse_cells(text: str, lattice: Lattice) -> tuple[Cell, ...]:
    """Cells as people list them: `a1 b2, c3`, lines `a1-f1`, rectangles `a1-c3`; each cell once, in the order written.

    Raises TextError (a ValueError) that names every bad cell and the valid range.
    """
    found: dict[Cell, None] = {}
    mistakes: list[Mistake] = []
    for word in re.finditer(r"[^\s,-]+(?:\s*-\s*[^\s,-]+)*|-", text):
        line = text.count("\n", 0, word.start())
        column = word.start() - (text.rfind("\n", 0, word.start()) + 1)
        corners = re.split(r"\s*-\s*", word.group())
        bad = [Mistake(line, column, why, _hint(why, lattice)) for why in _bad_corners(corners, lattice)]
        mistakes += bad
        if not bad:
            found |= dict.fromkeys(_rectangle(corners[0], corners[-1], lattice))
    if not found and not mistakes:
        mistakes.append(Mistake(0, 0, "no cells are listed", f"cells here are {lattice}"))
    if mistakes:
        raise TextError(mistakes)
    return tuple(found)


def _hint(why: str, lattice: Lattice) -> str:
    """What cells there are; or the cell that is written with a capital."""
    small = why.split("`")[1].lower() if "`" in why else ""
    return f"in small letters: {small}" if small in lattice and small not in why else f"cells here are {lattice}"


def _bad_corners(corners: list[str], lattice: Lattice) -> Iterator[str]:
    if len(corners) > 2:
        yield f"`{'-'.join(corners)}` has more than two ends"
        return
    for corner in dict.fromkeys(corners):
        if not _CELL.fullmatch(corner):
            yield f"`{corner}` is not the name of a cell" if corner else "a range needs a cell on both sides of `-`"
        elif corner not in lattice:
            yield f"`{corner}` is not on the board"


def _rectangle(one: Cell, other: Cell, lattice: Lattice) -> Iterator[Cell]:
    (x1, y1), (x2, y2) = lattice.place(one), lattice.place(other)
    for y in range(min(y1, y2), max(y1, y2) + 1):
        for x in range(min(x1, x2), max(x1, x2) + 1):
            yield lattice.cells[y * lattice.files + x]
