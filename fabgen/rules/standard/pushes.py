"""Rows of pieces that move one step together: they push enemies in front of them, off the board too, or go sideways."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from fabgen.rules.boards import Board
from fabgen.rules.directions import Offset
from fabgen.rules.standard.state import EMPTY, ENEMY, FRIEND, Ground, Move

Ray = tuple[int, ...]  # the cells of a line from a cell to the edge of the board or to a hole, without that cell
Obstacle = Literal["", "length", "enemies", "piece", "edge", "ground"]
FEWER = -1  # how many enemies are pushed: fewer than there are pieces that push


@dataclass(frozen=True)
class PushRule:
    """What one kind of piece of a player pushes.

    * `offsets`: its directions on the board.
    * `length`: how many pieces of the player move in one row, this one at its end among them.
    * `enemies`: how many enemies they push, at the highest, or FEWER.
    * `falls`: whether an enemy is pushed off the board.
    * `sideways`: whether a row moves sideways too.
    """

    offsets: tuple[Offset, ...]
    length: int
    enemies: int
    falls: bool
    sideways: bool


class Row(NamedTuple):
    """The pieces from a cell on in one direction: how many of the player, then how many enemies, and the cells of the
    line behind them."""

    cells: tuple[int, ...]
    pushers: int
    enemies: int
    rest: Ray


@dataclass(frozen=True)
class Pushes:
    """All pushes of a game. `rules`, `rays`: by code; the rays by cell, in the order of the rule's directions. `side`
    in its methods: what each cell holds for the player who acts."""

    rules: tuple[PushRule | None, ...]
    rays: tuple[tuple[tuple[Ray, ...], ...], ...]
    ground: Ground

    def __bool__(self) -> bool:
        return any(self.rules)

    @property
    def takes(self) -> bool:
        """Whether enemies are ever pushed off the board."""
        return any(rule is not None and rule.falls and rule.enemies != 0 for rule in self.rules)

    def moves(self, board: bytes, side: bytes, cells: Sequence[int]) -> Iterator[Move]:
        """The moves of rows that begin with the pieces on some cells."""
        for cell in cells:
            if rule := self.rules[board[cell]]:
                for ray in self.rays[board[cell]][cell]:
                    if ray and side[ray[0]] and (move := self.push(board, side, cell, ray)):
                        yield move
                if rule.sideways:
                    yield from self._sideways(board, side, cell)

    def row(self, side: bytes, cell: int, ray: Ray) -> Row:
        """The pieces from a cell on along a ray."""
        n = next((n for n, to in enumerate(ray) if side[to] != FRIEND), len(ray))
        m = next((m for m, to in enumerate(ray[n:]) if side[to] != ENEMY), len(ray) - n)
        return Row((cell, *ray[: n + m]), 1 + n, m, ray[n + m :])

    def push(self, board: bytes, side: bytes, cell: int, ray: Ray) -> Move | None:
        """The push along a ray whose first cell holds a piece; None where it is not possible."""
        candidate = PushCandidate(self, board, side, self.row(side, cell, ray))
        if candidate.obstacle:
            return None
        cells, end = candidate.row.cells, candidate.end
        pairs = tuple(zip(cells[1:], (*cells[2:], end), strict=True))
        return Move(cell, cells[1], cells[-1:] if end < 0 else (), row=pairs)

    def _sideways(self, board: bytes, side: bytes, cell: int) -> Iterator[Move]:
        """The moves to the side of all rows of which a cell is the first. Along itself a row stands in its own way."""
        rule, rays = self.rules[board[cell]], self.rays[board[cell]][cell]
        assert rule is not None
        closed = self.ground.closed_cells(len(board) - board.count(0), 0)
        for ray in rays:
            for n in range(1, min(rule.length, len(ray) + 1)):
                if side[ray[n - 1]] != FRIEND:
                    break
                cells = (cell, *ray[:n])
                if cell > cells[-1] or not all(self._goes_sideways(board[member]) for member in cells):
                    continue
                for way in range(len(rays)):
                    ends = [self.rays[board[member]][member][way][:1] for member in cells]
                    targets = [end[0] for end in ends if end and side[end[0]] == EMPTY]
                    if len(targets) == len(cells) and not closed & {*cells, *targets} and not self._is_shut(
                        board, cells, targets
                    ):
                        yield Move(cell, targets[0], row=tuple(zip(cells[1:], targets[1:], strict=True)))

    def _goes_sideways(self, code: int) -> bool:
        """Whether a piece of a code takes part in moves sideways."""
        rule = self.rules[code]
        return rule is not None and rule.sideways

    def _is_shut(self, board: bytes, cells: Sequence[int], targets: Sequence[int]) -> bool:
        """Whether a cell is forbidden to a piece that would go there."""
        return any(to in self.ground.forbidden[board[cell]] for cell, to in zip(cells, targets, strict=True))


@dataclass(frozen=True)
class PushCandidate:
    """A row of pieces that a player wants to push forward by one step."""

    pushes: Pushes
    board: bytes
    side: bytes
    row: Row

    @property
    def rule(self) -> PushRule:
        """What the piece at the end of the row pushes."""
        rule = self.pushes.rules[self.board[self.row.cells[0]]]
        assert rule is not None
        return rule

    @property
    def most_enemies(self) -> int:
        """How many enemies this row may push."""
        return self.row.pushers - 1 if self.rule.enemies == FEWER else self.rule.enemies

    @property
    def end(self) -> int:
        """The cell to which the last piece goes; -1 off the board."""
        return self.row.rest[0] if self.row.rest else -1

    @property
    def obstacle(self) -> Obstacle:
        """What forbids the push first: too many pieces of the player, too many enemies, a piece behind them, the edge
        of the board, or closed ground; empty where nothing does."""
        row, rule = self.row, self.rule
        if row.pushers > rule.length:
            return "length"
        if row.enemies > self.most_enemies:
            return "enemies"
        if self.end >= 0 and self.side[self.end] != EMPTY:
            return "piece"
        if self.end < 0 and not (rule.falls and row.enemies):
            return "edge"
        return "ground" if self.closed_cells else ""

    @property
    def closed_cells(self) -> list[int]:
        """The cells of the row, and that where it ends, that are closed now, or forbidden to the piece that pushes."""
        ground, cells = self.pushes.ground, (*self.row.cells, self.end)
        number = len(self.board) - self.board.count(0)
        closed = ground.closed_cells(number, int(self.end < 0))
        forbidden = ground.forbidden[self.board[cells[0]]]
        return [cell for cell in cells if cell in closed] + [cell for cell in cells[1:2] if cell in forbidden]


def push_rays(lattice: Board, offsets: Sequence[Offset]) -> tuple[tuple[Ray, ...], ...]:
    """By cell, its lines in some directions of the board, also those without a cell."""
    return tuple(tuple(_ray(lattice, n, offset) for offset in offsets) for n in range(len(lattice.numbered_cells)))


def _ray(lattice: Board, start: int, offset: Offset) -> Ray:
    """The cells that follow a cell at multiples of an offset."""
    cells: list[int] = []
    name = lattice.numbered_cells[start]
    while name and (to := lattice.step(name, offset[0] * (len(cells) + 1), offset[1] * (len(cells) + 1))):
        cells.append(lattice.order[to])
    return tuple(cells)
