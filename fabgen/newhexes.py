"""A board of hexagons and how many play → the words of a race on it: who starts where, and what each has to reach.

Everybody starts on the rim behind and runs to the rim ahead; where more than two play, both are shortened until nobody
stands on another's cells.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from fabgen.base import plural, problem
from fabgen.rules.betza import parse_betza
from fabgen.rules.boards import Cell, Lattice, hexagon, rhombus, triangle
from fabgen.rules.diagram import movement_diagram
from fabgen.rules.directions import Hexagons
from fabgen.rules.movement import Leap

MOVES = "fW"  # of a runner: one step through a side ahead, onto an empty cell or an opponent
COLOURS = ("red", "blue", "green", "yellow")
ROOM, LARGEST = 350.0, 44.0  # mm: of the board's longer side, so that it fits a sheet of 600 x 400 mm; of a cell


@dataclass(frozen=True)
class Outline:
    """A kind of board: the sides that a race takes, who can play in which order, and how wide it is, in cells a
    side."""

    least: int
    most: int
    ways: tuple[tuple[str, ...], ...]  # by the number of players from 1: where forward is for each

    @property
    def players(self) -> int:
        return len(self.ways)


OUTLINES = {
    "hexagon": Outline(3, 6, (("up",), ("up", "down"), ("up", "down-right", "down-left"),
                              ("up", "down", "up-right", "down-left"))),
    "rhombus": Outline(4, 9, (("up",), ("up", "down"))),
    "triangle": Outline(5, 9, (("up",), ("up", "down-right"), ("up", "down-right", "down-left"))),
}


@dataclass(frozen=True)
class Hexes:
    """A board as it is typed: `hexagon:5`, `triangle:7`, `rhombus:6x6`; `sides` is one number, or two of a rhombus."""

    kind: str
    sides: tuple[int, ...]

    @property
    def line(self) -> str:
        """As a spec writes it."""
        return f"{self.kind}: {'x'.join(map(str, self.sides))}"

    @property
    def lattice(self) -> Lattice:
        if self.kind == "rhombus":
            return rhombus(self.sides[0], self.sides[1])
        return hexagon(self.sides[0]) if self.kind == "hexagon" else triangle(self.sides[0])

    @property
    def across(self) -> float:
        """How wide or high it is, in cells."""
        if self.kind == "rhombus":
            return self.sides[0] + (self.sides[1] - 1) / 2
        return 2 * self.sides[0] - 1 if self.kind == "hexagon" else self.sides[0]


@dataclass(frozen=True)
class Side:
    """One player of the race."""

    name: str
    forward: str
    start: tuple[Cell, ...]
    goal: tuple[Cell, ...]


def read_hexes(text: str) -> Hexes | None:
    """The board that a text names; None where it names no hexagons; ValueError where it does so wrongly."""
    kind, _, rest = (part.strip() for part in text.partition(":"))
    if kind not in OUTLINES:
        return None
    form, like = (r"(\d{1,3})[x×](\d{1,3})", "6x6") if kind == "rhombus" else (r"(\d{1,3})", "5")
    found = re.fullmatch(form, rest)
    if not found:
        raise ValueError(f"`{text}` is no board: write {kind}:{like}")
    return Hexes(kind, tuple(map(int, found.groups())))


def race(board: Hexes, players: int) -> list[Side]:
    """Everybody's start and goal. A Problem for a board that is too small or too large, and for too many players."""
    outline = OUTLINES[board.kind]
    if players > outline.players:
        raise problem(f"a {board.kind} has room for {plural(outline.players, 'player')} to start from, not {players}",
                      "fewer players, or another board")
    if not all(outline.least <= side <= outline.most for side in board.sides):
        said = "x".join(map(str, board.sides))
        raise problem(f"a {board.kind} of {said} is out of range",
                      f"sides from {outline.least} to {outline.most} to start from; the spec takes up to 40 later")
    lattice, ways = board.lattice, outline.ways[players - 1]
    rims = [(_rim(lattice, way, "bb"), _rim(lattice, way, "ff")) for way in ways]
    spare = 4 if players > 2 or (players > 1 and board.kind == "triangle") else 0  # of each rim, where rims meet
    most = min(len(start) for start, _ in rims) - spare
    count = next((n for n in range(most, 0, -1) if _apart(lattice, [start for start, _ in rims], n)), 1)
    shown = [(_middle(start, count), _middle(goal, count) if players > 2 else goal) for start, goal in rims]
    return [Side(name, way, tuple(start), tuple(goal))
            for name, way, (start, goal) in zip(COLOURS, ways, shown, strict=False)]


def _apart(lattice: Lattice, rims: Sequence[list[Cell]], count: int) -> bool:
    """Whether so many stand in the very middle of each rim, nobody on or beside a cell of another's."""
    held = [{*_middle(rim, count)} for rim in rims]
    near = [cells | {other for cell in cells for other in lattice.around(cell)} for cells in held]
    alone = all(not near[n] & held[m] for n in range(len(rims)) for m in range(len(rims)) if n != m)
    return alone and all((len(rim) - count) % 2 == 0 for rim in rims)


def _rim(lattice: Lattice, forward: str, token: str) -> list[Cell]:
    """The cells of a player without a neighbour straightest behind (`bb`) or ahead (`ff`), from left to right."""
    plane = lattice.compass
    assert isinstance(plane, Hexagons)
    steps = [plane.oriented(step, forward) for step in plane.offsets("W", (token,), False)]
    rim = [cell for cell in lattice.cells if not any(lattice.step(cell, *step) for step in steps)]
    return sorted(rim, key=lambda cell: plane.spot(plane.unoriented(lattice.place(cell), forward)))


def _middle(cells: list[Cell], count: int) -> list[Cell]:
    """The middle ones of a row; of a shorter one, all."""
    return cells[max(0, (len(cells) - count) // 2) :][:count]


def diagram(board: Hexes) -> list[str]:
    """The lines of the diagram of a runner; those of rows slant, which YAML would take for an indent."""
    lines = str(movement_diagram(parse_betza(MOVES, board.lattice.compass))).splitlines()
    return [line.strip() for line in lines]


def first_steps(board: Hexes, side: Side) -> tuple[Cell, list[Cell]]:
    """A runner of a side that can move at the start, and where to."""
    plane, lattice = board.lattice.compass, board.lattice
    (way,) = parse_betza(MOVES, plane).kinds
    assert isinstance(way, Leap)
    steps = [plane.oriented(step, side.forward) for step in way.directions]
    for cell in side.start:
        if free := [to for step in steps if (to := lattice.step(cell, *step)) and to not in side.start]:
            return cell, free
    return side.start[0], []


__all__ = ["Hexes", "Outline", "Side", "diagram", "first_steps", "race", "read_hexes"]
