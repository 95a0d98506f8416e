"""Slides that go on until something stops them: an edge, a piece, or closed ground."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from fabgen.rules.boards import Board
from fabgen.rules.movement import Movement, Slide
from fabgen.rules.standard.state import Ground, Move
from fabgen.rules.standard.tables import LazyTable

Nexts = dict[int, tuple[int, ...]]  # by the end of a slide: the cells where it would go on, -1 where it stops anyway


@dataclass(frozen=True)
class Stops:
    """Which slides end too early. `nexts`: by code and cell; None for codes that stop where they want to."""

    nexts: tuple[Mapping[int, Nexts] | None, ...]
    ground: Ground

    def __bool__(self) -> bool:
        return any(table is not None for table in self.nexts)

    def keep(self, board: bytes, moves: Iterable[Move]) -> list[Move]:
        """Those moves that are no slides which could go on."""
        return [move for move in moves if move.taken or self.is_stopped(board, move.origin, move.target)]

    def is_stopped(self, board: bytes, start: int, end: int) -> bool:
        """Whether a quiet slide from one cell to another could not go on."""
        table = self.nexts[board[start]]
        nexts = table[start].get(end, ()) if table is not None else ()
        return not nexts or any(self._blocks(board, cell) for cell in nexts)

    def _blocks(self, board: bytes, cell: int) -> bool:
        """Whether no piece can slide onto a cell now: it is off the board, occupied or closed."""
        return cell < 0 or board[cell] > 0 or cell in self.ground.closed_cells(len(board) - board.count(0), 0)

    def stop(self, board: bytes, start: int, end: int) -> int:
        """The cell where a slide that comes to `end` stops."""
        table = self.nexts[board[start]] or {}
        while not self.is_stopped(board, start, end):
            end = table[start][end][0]
        return end


def slide_nexts(lattice: Board, movement: Movement, forward: str) -> Mapping[int, Nexts]:
    """By cell, where each slide of a movement would go on."""

    def make(start: int) -> Nexts:
        nexts: Nexts = {}
        for way in (way for way in movement.ways if isinstance(way, Slide) and way.quiet):
            for direction in way.directions:
                ray: list[int] = []
                for offset, _ in way.path(direction):
                    cell = lattice.neighbour(start, offset, forward)
                    if cell is None:
                        break
                    ray.append(cell)
                for cell, beyond in pairwise((*ray, -1)):
                    nexts[cell] = (*nexts.get(cell, ()), beyond)
        return nexts

    return LazyTable(make)
