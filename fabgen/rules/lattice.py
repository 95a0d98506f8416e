"""Files and ranks → named cells and their neighbours: topology only, distances in cells.

A cell is its name everywhere in `rules`; this is the only module that knows how a name is made.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from fabgen.rules.compass import FILES, ROWS, SQUARES, Compass, Standing
from fabgen.rules.directions import Offset

Cell = str

LARGEST_SIDE = 100
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
    """A board of files a, b ... z, aa, ab ... from the left and ranks 1, 2 ... from the first player's edge.

    `holes` are places (file and rank, from 0) without a cell; `compass` says what its neighbours are. Ranks of hexagons
    are counted from the lowest cell of each file before holes are cut.

    Places are numbered rank by rank, holes too, so that the same offset is the same difference of numbers everywhere
    on a `regular` board.
    """

    files: int
    ranks: int
    holes: frozenset[Offset] = frozenset()
    compass: Compass = field(default=SQUARES, repr=False)
    lows: tuple[int, ...] = ()  # the lowest place of each file, which has rank 1; else the lowest that is no hole
    cut: frozenset[Cell] = field(default=frozenset(), compare=False, repr=False)  # names of cells that were left out
    regular = True

    def __post_init__(self) -> None:
        if not (1 <= self.files <= LARGEST_SIDE and 1 <= self.ranks <= LARGEST_SIDE):
            raise ValueError(f"a board of {self.files}x{self.ranks} cells: files and ranks go from 1 to {LARGEST_SIDE}")

    @cached_property
    def numbered(self) -> tuple[Cell, ...]:
        """The names of all places by number; of a hole it is empty."""
        lowest = self.lowest
        return tuple("" if (x, y) in self.holes else f"{file_name(x)}{y + 1 - lowest[x]}"
                     for y in range(self.ranks) for x in range(self.files))

    @cached_property
    def lowest(self) -> tuple[int, ...]:
        """Where each file begins."""
        if self.lows or self.compass is SQUARES:
            return self.lows or (0,) * self.files
        held = ([y for y in range(self.ranks) if (x, y) not in self.holes] for x in range(self.files))
        return tuple(min(ranks, default=0) for ranks in held)

    def without(self, cells: Iterable[Cell]) -> Lattice:
        """The same board with these cells left out; all others keep their names."""
        gone = frozenset(cells)
        holes = self.holes | {self.place(cell) for cell in gone}
        return replace(self, holes=holes, lows=self.lowest, cut=self.cut | gone)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, rank by rank: a1, b1 ... a2, b2 ..."""
        return tuple(name for name in self.numbered if name)

    @cached_property
    def order(self) -> dict[Cell, int]:
        """The number of each cell."""
        return {cell: number for number, cell in enumerate(self.numbered) if cell}

    @cached_property
    def name(self) -> re.Pattern[str]:
        """What names of cells look like."""
        return re.compile(r"[a-z]+[0-9]+")

    def __contains__(self, cell: object) -> bool:
        return cell in self.order

    def __str__(self) -> str:
        """The cells that there are: where files differ in length, the ends of the outermost and of the longest."""
        files = self.columns
        lengths = [self.order[last] - self.order[first] for first, last in files.values()]
        if self.compass is SQUARES or len({last[len(file):] for file, (_, last) in files.items()}) == 1:
            return f"{self.cells[0]} to {self.cells[-1]}"
        every = list(files.values())
        shown = dict.fromkeys((every[0], every[lengths.index(max(lengths))], every[-1]))
        return ", ..., ".join(first if first == last else f"{first} to {last}" for first, last in shown)

    @cached_property
    def columns(self) -> dict[str, tuple[Cell, Cell]]:
        """The lowest and the highest cell of each file by its letters."""
        found: dict[str, tuple[Cell, Cell]] = {}
        for x in range(self.files):
            if held := [cell for y in range(self.ranks) if (cell := self.cell(x, y))]:
                found[file_name(x)] = held[0], held[-1]
        return found

    def astray(self, cell: str) -> tuple[str, str]:
        """What is wrong with a name that no cell of this board has, and what there is instead."""
        if cell in self.cut:
            return f"`{cell}` is a hole", "it is among the `holes` of the board"
        letters = cell.rstrip("0123456789")
        if self.regular and self.compass is not SQUARES and letters in self.columns:
            first, last = self.columns[letters]
            hint = f"is {first} alone" if first == last else f"goes from {first} to {last}"
            return f"`{cell}` is not on the board", f"column {letters} {hint}"
        return f"`{cell}` is not on the board", f"cells here are {self}"

    def place(self, cell: Cell) -> tuple[int, int]:
        """File and rank of a cell as numbers from 0; a cell that is not on the board is a KeyError."""
        y, x = divmod(self.order[cell], self.files)
        return x, y

    def cell(self, x: int, y: int) -> Cell | None:
        """The cell at file x and rank y, from 0; None off the board."""
        inside = 0 <= x < self.files and 0 <= y < self.ranks
        return (self.numbered[y * self.files + x] or None) if inside else None

    def step(self, cell: Cell, dx: int, dy: int) -> Cell | None:
        """The cell at an offset from another; None off the board."""
        x, y = self.place(cell)
        return self.cell(x + dx, y + dy)

    def around(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells that share a side with one."""
        found = (self.step(cell, *offset) for offset in self.compass.offsets("W", (), False))
        return tuple(one for one in found if one)

    @cached_property
    def pairs(self) -> tuple[tuple[Cell, Cell], ...]:
        """Every two cells that share a side, once."""
        return tuple((one, other) for one in self.cells for other in self.around(one)
                     if self.order[one] < self.order[other])

    def neighbour(self, number: int, offset: Offset, forward: str) -> int | None:
        """The number of the cell at an offset in a player's own frame; None off the board, and from a hole."""
        cell = self.numbered[number]
        name = self.step(cell, *self.compass.oriented(offset, forward)) if cell else None
        return None if name is None else self.order[name]

    def offset(self, one: Cell, other: Cell) -> Offset:
        """What leads from a cell to another."""
        (x, y), (u, v) = self.place(one), self.place(other)
        return u - x, v - y

    def between(self, one: Cell, other: Cell) -> tuple[Cell, ...]:
        """The cells strictly between two that lie on a line of neighbours; none where they do not."""
        dx, dy = self.offset(one, other)
        far = self.compass.distance((dx, dy))
        if far < 2 or dx % far or dy % far:
            return ()
        found = (self.step(one, dx // far * n, dy // far * n) for n in range(1, far))
        return tuple(cell for cell in found if cell)

    def ahead(self, number: int, forward: str) -> int:
        """How far forward a place lies for a player, in the unit of the board's compass."""
        y, x = divmod(number, self.files)
        return self.compass.ahead(self.compass.unoriented((x, y), forward))


def hexagon(side: int, standing: Standing = "files") -> Lattice:
    """A hexagon of hexagons, so many cells a side."""
    span, last = 2 * side - 1, side - 1
    holes = ((x, y) for x in range(span) for y in range(span) if not last <= x + y <= 3 * last)
    return Lattice(span, span, frozenset(holes), _hexes(standing))


def rhombus(files: int, ranks: int, standing: Standing = "rows") -> Lattice:
    """Hexagons in rows (or files) of equal length, each a half further than the one before."""
    return Lattice(files, ranks, frozenset(), _hexes(standing))


def triangle(side: int, standing: Standing = "rows") -> Lattice:
    """A triangle of hexagons, so many cells a side."""
    holes = ((x, y) for x in range(side) for y in range(side) if x + y >= side)
    return Lattice(side, side, frozenset(holes), _hexes(standing))


def _hexes(standing: Standing) -> Compass:
    return ROWS if standing == "rows" else FILES


def file_name(x: int) -> str:
    """The letters of a file counted from 0: a ... z, aa, ab ..."""
    left, last = divmod(x, 26)
    return (file_name(left - 1) if left else "") + string.ascii_lowercase[last]


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
        bad = [Mistake(line, column, *why) for why in _bad_corners(corners, lattice)]
        mistakes += bad
        if not bad:
            found |= dict.fromkeys(_rectangle(corners[0], corners[-1], lattice))
    if not found and not mistakes:
        mistakes.append(Mistake(0, 0, "no cells are listed", f"cells here are {lattice}"))
    if mistakes:
        raise TextError(mistakes)
    return tuple(found)


def _bad_corners(corners: list[str], lattice: Lattice) -> Iterator[tuple[str, str]]:
    """What is wrong with one word of a list, and what is right."""
    here = f"cells here are {lattice}"
    if len(corners) == 2 and not lattice.regular:
        yield f"`{'-'.join(corners)}` is a range, and a map has none: name each space", here
        return
    if len(corners) > 2:
        yield f"`{'-'.join(corners)}` has more than two ends", here
        return
    for corner in dict.fromkeys(corners):
        if not (_CELL.fullmatch(corner) or corner in lattice):
            what = f"`{corner}` is not the name of a cell" if corner else "a range needs a cell on both sides of `-`"
            small = corner.lower()
            yield what, f"in small letters: {small}" if small in lattice else here
        elif corner not in lattice:
            yield lattice.astray(corner)


def _rectangle(one: Cell, other: Cell, lattice: Lattice) -> Iterator[Cell]:
    if one == other:
        yield one
        return
    (x1, y1), (x2, y2) = lattice.place(one), lattice.place(other)
    for y in range(min(y1, y2), max(y1, y2) + 1):
        for x in range(min(x1, x2), max(x1, x2) + 1):
            if cell := lattice.cell(x, y):
                yield cell
