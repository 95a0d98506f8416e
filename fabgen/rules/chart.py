"""Spaces, borders and lines of a map → a lattice whose neighbours are named one by one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from fabgen.rules.compass import Roads
from fabgen.rules.directions import Offset
from fabgen.rules.lattice import Cell, Lattice


@dataclass(frozen=True)
class Line:
    """Spaces of a map in a row, along which pieces slide and hop; `way` is the direction in which it is written: f, b,
    l, r or none."""

    spaces: tuple[Cell, ...]
    way: str = ""


@dataclass(frozen=True)
class Chart(Lattice):
    """A map: spaces by name, which are neighbours, and lines. Its places are one file after the other."""

    names: tuple[Cell, ...] = ()
    borders: frozenset[tuple[Cell, Cell]] = frozenset()  # neighbours, each pair in the order of `names`
    lines: tuple[Line, ...] = ()
    regular = False

    @cached_property
    def numbered(self) -> tuple[Cell, ...]:
        """All spaces, as they were named."""
        return self.names

    @cached_property
    def name(self) -> re.Pattern[str]:
        """One of the names, the longest that fits."""
        return re.compile(f"(?:{'|'.join(sorted(map(re.escape, self.names), key=len, reverse=True))})")

    def __str__(self) -> str:
        return ", ".join(self.names)

    @cached_property
    def exits(self) -> dict[Cell, tuple[Cell, ...]]:
        """The neighbours of each space, in the order of names."""
        beside: dict[Cell, list[Cell]] = {name: [] for name in self.names}
        for one, other in self.borders:
            beside[one].append(other)
            beside[other].append(one)
        return {name: tuple(sorted(found, key=self.order.__getitem__)) for name, found in beside.items()}

    @cached_property
    def _stations(self) -> dict[tuple[Cell, int], tuple[tuple[Cell, ...], int]]:
        """By space and line (odd as written, even reversed): the spaces of that line, and the place among them."""
        ways = [way for line in self.lines for way in (line.spaces, line.spaces[::-1])]
        return {(space, k): (way, n) for k, way in enumerate(ways, 1) for n, space in enumerate(way)}

    def step(self, cell: Cell, dx: int, dy: int) -> Cell | None:
        """The neighbour of a number, or the space so far along a line."""
        if not dx:
            beside = self.exits[cell]
            return beside[dy - 1] if 0 < dy <= len(beside) else None
        way, n = self._stations.get((cell, dy // dx), ((), 0))
        return way[n + dx] if n + dx < len(way) else None

    def offset(self, one: Cell, other: Cell) -> Offset:
        """The number of a neighbour, else the line that leads there; (0, 0) where none does."""
        if other in self.exits[one]:
            return 0, 1 + self.exits[one].index(other)
        for (space, k), (way, n) in self._stations.items():
            if space == one and other in way[n + 1 :]:
                far = way.index(other) - n
                return far, far * k
        return 0, 0

    def ahead(self, number: int, forward: str) -> int:
        """A map knows no rows."""
        return 0


def chart(names: Iterable[Cell], borders: Iterable[tuple[Cell, Cell]], lines: Iterable[Line] = ()) -> Chart:
    """A map of spaces and their borders; what is on a line one after the other need not share a border."""
    every, ways = tuple(names), tuple(lines)
    number = {name: n for n, name in enumerate(every)}
    pairs = frozenset((one, other) if number[one] < number[other] else (other, one) for one, other in borders)
    degree = {name: sum(name in pair for pair in pairs) for name in every}
    compass = Roads(tuple(line.way for line in ways), max(degree.values(), default=0))
    return Chart(len(every), 1, frozenset(), compass, names=every, borders=pairs, lines=ways)
