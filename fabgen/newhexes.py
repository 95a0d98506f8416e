"""A board of hexagons and the number of players → the values of a race on it: where each player starts, and what they
have to reach.

Every player starts on the edge behind their pieces and runs to the edge ahead; with more than two players, both are
shortened until no start touches another.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from fabgen.base import count_things, problem_error
from fabgen.rules.betza import parse_betza
from fabgen.rules.boards import Cell, Board, hexagon_board, rhombus_board, triangle_board
from fabgen.rules.diagram import movement_diagram
from fabgen.rules.directions import Hexagons
from fabgen.rules.movement import Leap

RUNNER_MOVES = "fW"  # of a runner: one step ahead through a side, onto an empty cell or an enemy piece
COLOURS = ("red", "blue", "green", "yellow")
LONGEST_SIDE, LARGEST = 350.0, 44.0  # mm: of the board's longer side, so that it fits a sheet of 600 x 400 mm; of a cell


@dataclass(frozen=True)
class HexOutline:
    """A kind of board: the sides that a race allows, and the forward of each player by the number of players."""

    least: int
    most: int
    ways: tuple[tuple[str, ...], ...]  # for 1 player, for 2 and so on: the forward of each

    @property
    def players(self) -> int:
        return len(self.ways)


HEX_OUTLINES = {
    "hexagon": HexOutline(3, 6, (("up",), ("up", "down"), ("up", "down-right", "down-left"),
                              ("up", "down", "up-right", "down-left"))),
    "rhombus": HexOutline(4, 9, (("up",), ("up", "down"))),
    "triangle": HexOutline(5, 9, (("up",), ("up", "down-right"), ("up", "down-right", "down-left"))),
}


@dataclass(frozen=True)
class HexBoard:
    """A board as it is typed: `hexagon:5`, `triangle:7`, `rhombus:6x6`; `sides` is one number, or two for a rhombus."""

    kind: str
    sides: tuple[int, ...]

    @property
    def line(self) -> str:
        """The board as a spec writes it."""
        return f"{self.kind}: {'x'.join(map(str, self.sides))}"

    @property
    def lattice(self) -> Board:
        if self.kind == "rhombus":
            return rhombus_board(self.sides[0], self.sides[1])
        return hexagon_board(self.sides[0]) if self.kind == "hexagon" else triangle_board(self.sides[0])

    @property
    def across(self) -> float:
        """Its greatest width or height, in cells."""
        if self.kind == "rhombus":
            return self.sides[0] + (self.sides[1] - 1) / 2
        return 2 * self.sides[0] - 1 if self.kind == "hexagon" else self.sides[0]


@dataclass(frozen=True)
class RaceSide:
    """One player of the race."""

    name: str
    forward: str
    start: tuple[Cell, ...]
    goal: tuple[Cell, ...]


def read_hexes(text: str) -> HexBoard | None:
    """The board that a text names; None where it names no board of hexagons. Raises ValueError where its size is
    wrong."""
    kind, _, rest = (part.strip() for part in text.partition(":"))
    if kind not in HEX_OUTLINES:
        return None
    pattern, example = (r"(\d{1,3})[x×](\d{1,3})", "6x6") if kind == "rhombus" else (r"(\d{1,3})", "5")
    match = re.fullmatch(pattern, rest)
    if not match:
        raise ValueError(f"`{text}` is no board: write {kind}:{example}")
    return HexBoard(kind, tuple(map(int, match.groups())))


def lay_out_race(board: HexBoard, players: int) -> list[RaceSide]:
    """Start and goal of every player. Raises FabgenError for a board that is too small or too large, and for too
    many players."""
    outline = HEX_OUTLINES[board.kind]
    if players > outline.players:
        raise problem_error(f"a {board.kind} has room for {count_things(outline.players, 'player')} to start from, not {players}",
                      "fewer players, or another board")
    if not all(outline.least <= side <= outline.most for side in board.sides):
        size = "x".join(map(str, board.sides))
        raise problem_error(f"a {board.kind} of {size} is out of range",
                      f"sides from {outline.least} to {outline.most} to start from; the spec takes up to 40 later")
    lattice, forwards = board.lattice, outline.ways[players - 1]
    edges = [(_hexagon_edge_cells(lattice, forward, "bb"), _hexagon_edge_cells(lattice, forward, "ff")) for forward in forwards]
    spare = 4 if players > 2 or (players > 1 and board.kind == "triangle") else 0  # of each rim, where rims meet
    longest = min(len(start) for start, _ in edges) - spare
    count = next((n for n in range(longest, 0, -1) if _are_apart(lattice, [start for start, _ in edges], n)), 1)
    shortened = [(_middle(start, count), _middle(goal, count) if players > 2 else goal) for start, goal in edges]
    return [RaceSide(name, forward, tuple(start), tuple(goal))
            for name, forward, (start, goal) in zip(COLOURS, forwards, shortened, strict=False)]


def _are_apart(lattice: Board, edges: Sequence[list[Cell]], count: int) -> bool:
    """Whether `count` pieces can stand in the very middle of each edge, with no start on or next to a cell of
    another."""
    starts = [{*_middle(edge, count)} for edge in edges]
    surroundings = [cells | {other for cell in cells for other in lattice.neighbours(cell)} for cells in starts]
    is_apart = all(not surroundings[n] & starts[k] for n in range(len(edges)) for k in range(len(edges)) if n != k)
    return is_apart and all((len(edge) - count) % 2 == 0 for edge in edges)


def _hexagon_edge_cells(lattice: Board, forward: str, token: str) -> list[Cell]:
    """The cells without a neighbour straight behind (`bb`) or ahead (`ff`) of a player, from left to right."""
    compass = lattice.compass
    assert isinstance(compass, Hexagons)
    steps = [compass.to_board(step, forward) for step in compass.offsets("W", (token,), False)]
    cells = [cell for cell in lattice.cells if not any(lattice.step(cell, *step) for step in steps)]
    return sorted(cells, key=lambda cell: compass.middle_of(compass.to_mover(lattice.place(cell), forward)))


def _middle(cells: list[Cell], count: int) -> list[Cell]:
    """The `count` middle cells of a row; all of a shorter one."""
    return cells[max(0, (len(cells) - count) // 2) :][:count]


def runner_diagram(board: HexBoard) -> list[str]:
    """The lines of a runner's diagram; those that start with a blank are stripped, since YAML would take it for an
    indent."""
    lines = str(movement_diagram(parse_betza(RUNNER_MOVES, board.lattice.compass))).splitlines()
    return [line.strip() for line in lines]


def first_steps(board: HexBoard, side: RaceSide) -> tuple[Cell, list[Cell]]:
    """A runner of a player that can move at the start, and its target cells."""
    compass, lattice = board.lattice.compass, board.lattice
    (way,) = parse_betza(RUNNER_MOVES, compass).kinds
    assert isinstance(way, Leap)
    steps = [compass.to_board(step, side.forward) for step in way.directions]
    for cell in side.start:
        if targets := [target for step in steps if (target := lattice.step(cell, *step)) and target not in side.start]:
            return cell, targets
    return side.start[0], []


__all__ = ["HexBoard", "HexOutline", "RaceSide", "runner_diagram", "first_steps", "lay_out_race", "read_hexes"]
