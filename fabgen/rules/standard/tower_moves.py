"""Towers that are put on others, move by their height or are split → their moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from fabgen.rules.boards import Board
from fabgen.rules.movement import Movement, Walk
from fabgen.rules.standard.stacks import Towers
from fabgen.rules.standard.state import EMPTY, Ground, Move, PromotionRule, State
from fabgen.rules.standard.tables import LazyTable

Spread = tuple[tuple[int, int], ...]  # cells, and how many pieces go to each
Line = tuple[tuple[int, bool], ...]  # the cells of a direction in their order, and whether a move may end there
MOST_HEIGHT = 200  # pieces of a tower that moves by its height


@dataclass(frozen=True)
class TowerMoves:
    """How towers move that do more than to go to vacant cells as a whole.

    * `onto`: on whose pieces they may be put (FRIEND | ENEMY).
    * `needs_piece`: whether they move onto other pieces alone.
    * `by_height`: whether they go as many cells as pieces move, over whatever is between.
    * `splits`: whether any number of pieces from the top may move.
    * `spreads`: whether they go cell by cell and leave one or more on each.
    * `limit`: how many pieces a tower may have; `carry`: how many of them move at the highest.
    * `closed`: the codes that nothing is put on; `flattens`: the pairs of a code and a closed one that it goes onto
      alone, at the end of a move.
    * `sides`: by cell, the cells next to it where a tower with pieces on all of them stays; empty where it moves.
    * `lines`: by code and cell, the cells of each direction; with `by_height` the n-th is that of n pieces, with
      `spreads` that of n steps.
    """

    onto: int
    needs_piece: bool
    by_height: bool
    splits: bool
    spreads: bool
    limit: int
    carry: int
    lines: tuple[Mapping[int, tuple[Line, ...]], ...]
    ground: Ground
    promotes: tuple[PromotionRule | None, ...]
    sides: tuple[tuple[int, ...], ...] = ()
    closed: frozenset[int] = frozenset()
    flattens: frozenset[tuple[int, int]] = frozenset()

    def may_cover(self, code: int, covered: int, number: int, *, is_last: bool) -> bool:
        """Whether so many pieces, with a code on top of the whole tower, may be put on a piece."""
        return covered not in self.closed or (is_last and number == 1 and (code, covered) in self.flattens)

    def is_surrounded(self, side: bytes, cell: int) -> bool:
        """Whether a tower has to stay because there are others on every side of it."""
        near = self.sides[cell] if self.sides else ()
        return bool(near) and all(side[to] for to in near)

    def moves(self, state: State, side: bytes, cells: Iterable[int]) -> Iterator[Move]:
        """The moves of the towers on some cells. `side`: what each cell holds for the player to move."""
        for cell in cells:
            if self.sides and self.is_surrounded(side, cell):
                continue
            height = 1 + len(state.towers[cell])
            for number in range(1, min(height, self.carry) + 1) if self.splits else (height,):
                if number <= self.carry:
                    yield from self._moves_of_part(state, side, cell, 0 if number == height else number)
                    if self.spreads and number > 1:
                        yield from self._spreads_of_part(state, side, cell, 0 if number == height else number)

    def _moves_of_part(self, state: State, side: bytes, cell: int, lifted: int) -> Iterator[Move]:
        """The moves of the top pieces of a tower; of all of it where `lifted` is 0."""
        code, number = state.board[cell], lifted or 1 + len(state.towers[cell])
        rule, forbidden = self.promotes[code], self.ground.forbidden[code]
        for to in dict.fromkeys(self.targets(state.board, cell, number)):
            is_open = side[to] & self.onto if side[to] else not self.needs_piece
            if self.closed and not self.may_cover(code, state.board[to], number, is_last=True):
                continue
            if is_open and to not in forbidden and self.fits(state.towers, side, to, number):
                for becomes in rule.becomes(cell, to) if rule else (0,):
                    yield Move(cell, to, (), (), becomes, (), (), lifted)

    def _spreads_of_part(self, state: State, side: bytes, cell: int, lifted: int) -> Iterator[Move]:
        """The moves of the top pieces of a tower to two cells or more."""
        number = lifted or 1 + len(state.towers[cell])
        for line in self.lines[state.board[cell]][cell]:
            row = connected_row(line)
            for parts in splits_of(number):
                if 1 < len(parts) <= len(row):
                    spread = tuple(zip(row, parts, strict=False))
                    if not self.first_obstacle(state, side, cell, spread):
                        yield Move(cell, spread[-1][0], (), (), 0, (), (), lifted, spread)

    def first_obstacle(self, state: State, side: bytes, start: int, spread: Spread) -> Spread:
        """The first cell, with the number of pieces for it, to which they may not go; empty where there is none."""
        forbidden = self.ground.forbidden[state.board[start]]
        for to, number in spread:
            is_open = side[to] & self.onto if side[to] else not self.needs_piece
            is_last = to == spread[-1][0]
            if not self.may_cover(state.board[start], state.board[to], number, is_last=is_last):
                return ((to, number),)
            if not is_open or to in forbidden or not self.fits(state.towers, side, to, number):
                return ((to, number),)
        return ()

    def targets(self, board: bytes, cell: int, number: int) -> Iterator[int]:
        """The cells to which so many pieces may go from a cell, whatever is there."""
        for line in self.lines[board[cell]][cell]:
            if self.by_height or self.spreads:
                at = 0 if self.spreads else number - 1
                if at < len(line) and line[at][0] >= 0:
                    yield line[at][0]
                continue
            for to, ends in line:
                if ends:
                    yield to
                if board[to]:
                    break

    def fits(self, towers: Towers, side: bytes, to: int, number: int) -> bool:
        """Whether the tower on a cell has room for so many pieces more."""
        return number + (1 + len(towers[to]) if side[to] != EMPTY else 0) <= self.limit


def connected_row(line: Line) -> list[int]:
    """The cells of a direction up to the first hole."""
    return [to for to, _ in takewhile(lambda step: step[1], line)]


@lru_cache(maxsize=64)
def splits_of(number: int) -> tuple[tuple[int, ...], ...]:
    """All ways to leave so many pieces on one cell after the other, at least one on each."""
    if number == 0:
        return ((),)
    return tuple((first, *rest) for first in range(1, number + 1) for rest in splits_of(number - first))


def tower_lines(lattice: Board, movement: Movement, forward: str, *, in_steps: bool) -> Mapping[int, tuple[Line, ...]]:
    """By cell, the cells of each direction of a movement. `in_steps`: on to the edge, -1 is no cell."""

    def make(cell: int) -> tuple[Line, ...]:
        ways = [way for way in movement.ways if isinstance(way, Walk) and way.quiet]
        directions = [(way, direction) for way in ways for direction in way.directions]
        lines = (_height_line(lattice, cell, direction, forward) if in_steps
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
