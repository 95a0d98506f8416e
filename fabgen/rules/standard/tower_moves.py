"""Towers that are put on others, move by their height or are split → their moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from fabgen.rules.boards import Board
from fabgen.rules.movement import Movement, Walk
from fabgen.rules.standard.stacks import Towers
from fabgen.rules.standard.state import EMPTY, Ground, Move, PromotionRule, State
from fabgen.rules.standard.tables import LazyTable

Line = tuple[tuple[int, bool], ...]  # the cells of a direction in their order, and whether a move may end there
MOST_HEIGHT = 200  # pieces of a tower that moves by its height


@dataclass(frozen=True)
class TowerMoves:
    """How towers move that do more than to go to vacant cells as a whole.

    * `onto`: on whose pieces they may be put (FRIEND | ENEMY).
    * `needs_piece`: whether they move onto other pieces alone.
    * `by_height`: whether they go as many cells as pieces move, over whatever is between.
    * `splits`: whether any number of pieces from the top may move.
    * `limit`: how many pieces a tower may have.
    * `lines`: by code and cell, the cells of each direction; with `by_height` the n-th is that of n pieces.
    """

    onto: int
    needs_piece: bool
    by_height: bool
    splits: bool
    limit: int
    lines: tuple[Mapping[int, tuple[Line, ...]], ...]
    ground: Ground
    promotes: tuple[PromotionRule | None, ...]

    def moves(self, state: State, side: bytes, cells: Iterable[int]) -> Iterator[Move]:
        """The moves of the towers on some cells. `side`: what each cell holds for the player to move."""
        for cell in cells:
            height = 1 + len(state.towers[cell])
            for number in range(1, height + 1) if self.splits else (height,):
                yield from self._moves_of_part(state, side, cell, 0 if number == height else number)

    def _moves_of_part(self, state: State, side: bytes, cell: int, lifted: int) -> Iterator[Move]:
        """The moves of the top pieces of a tower; of all of it where `lifted` is 0."""
        code, number = state.board[cell], lifted or 1 + len(state.towers[cell])
        rule, forbidden = self.promotes[code], self.ground.forbidden[code]
        for to in dict.fromkeys(self.targets(state.board, cell, number)):
            is_open = side[to] & self.onto if side[to] else not self.needs_piece
            if is_open and to not in forbidden and self.fits(state.towers, side, to, number):
                for becomes in rule.becomes(cell, to) if rule else (0,):
                    yield Move(cell, to, (), (), becomes, (), (), lifted)

    def targets(self, board: bytes, cell: int, number: int) -> Iterator[int]:
        """The cells to which so many pieces may go from a cell, whatever is there."""
        for line in self.lines[board[cell]][cell]:
            if self.by_height:
                if number <= len(line) and line[number - 1][0] >= 0:
                    yield line[number - 1][0]
                continue
            for to, ends in line:
                if ends:
                    yield to
                if board[to]:
                    break

    def fits(self, towers: Towers, side: bytes, to: int, number: int) -> bool:
        """Whether the tower on a cell has room for so many pieces more."""
        return number + (1 + len(towers[to]) if side[to] != EMPTY else 0) <= self.limit


def tower_lines(lattice: Board, movement: Movement, forward: str, *, by_height: bool) -> Mapping[int, tuple[Line, ...]]:
    """By cell, the cells of each direction of a movement. By height they go on to the edge: -1 is no cell."""

    def make(cell: int) -> tuple[Line, ...]:
        ways = [way for way in movement.kinds if isinstance(way, Walk)]
        directions = [(way, direction) for way in ways for direction in way.directions]
        lines = (_height_line(lattice, cell, direction, forward) if by_height
                 else _walk_line(lattice, cell, way, direction, forward) for way, direction in directions)
        return tuple(line for line in lines if line)

    return LazyTable(make)


def _height_line(lattice: Board, cell: int, direction: tuple[int, int], forward: str) -> Line:
    """The cells that lie once, twice, three times as far as one step; holes are -1, and those at the end left out."""
    dx, dy = direction
    most = min(MOST_HEIGHT, len(lattice.numbered_cells))
    cells = [lattice.neighbour(cell, (dx * n, dy * n), forward) for n in range(1, most + 1)]
    while cells and cells[-1] is None:
        cells.pop()
    return tuple((-1 if to is None else to, to is not None) for to in cells)


def _walk_line(lattice: Board, cell: int, way: Walk, direction: tuple[int, int], forward: str) -> Line:
    """The cells of a way of moving in one direction, up to the edge."""
    line: list[tuple[int, bool]] = []
    for offset, ends in way.path(direction):
        to = lattice.neighbour(cell, offset, forward)
        if to is None:
            break
        line.append((to, ends))
    return tuple(line)
