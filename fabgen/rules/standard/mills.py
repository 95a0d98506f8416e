"""A move or a drop → the lines of pieces (mills) that it closes, and the enemies that may be removed for them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from fabgen.rules.boards import Board
from fabgen.rules.standard.enclosures import rays_of_cells
from fabgen.rules.standard.groups import board_after
from fabgen.rules.standard.state import NOBODY, Move

Cells = tuple[int, ...]
Line = tuple[Cells, Cells]  # the other cells of a line through a cell, and the cells that follow at its two ends


@dataclass(frozen=True)
class Mills:
    """Removal of an enemy by closing a line of pieces of one player next to each other.

    * `lines`: by cell, the lines of that length through it.
    * `owner`: by code, the number of the player.
    * `length`: how many pieces make a line.
    * `exact`: whether longer rows of pieces are no lines.
    * `walked`: whether a piece that has just been dropped closes no line.
    * `spared`: whether pieces in lines are removed only where their player has no others.
    * `each`: whether every line that is closed at once removes a piece, instead of one for all of them.
    """

    lines: tuple[tuple[Line, ...], ...]
    owner: tuple[int, ...]
    length: int
    exact: bool
    walked: bool
    spared: bool
    each: bool

    def can_take(self, code: int) -> bool:
        """Whether a piece of a code ever takes another: all do."""
        return bool(code)

    def complete(self, board: bytes, side: bytes, moves: Iterable[Move]) -> list[Move]:
        """The moves, those that close a line once for each choice of what they remove. Jumps and rows close none."""
        return [completed for move in moves for completed in self._with_removals(board, move)]

    def _with_removals(self, board: bytes, move: Move) -> list[Move]:
        """A move for each choice of what it removes; the move itself where it removes nothing."""
        if move.path or move.row or move.target < 0:
            return [move]
        after = bytes(board_after(board, move))
        number = self.removal_count(after, move)
        return [move._replace(taken=cells) for cells in self.removals(after, move.target, number)] if number else [move]

    def removal_count(self, after: bytes, move: Move) -> int:
        """How many enemies a move removes, as many as there are at most. `after`: the board after the move."""
        if self.walked and move.origin == NOBODY:
            return 0
        closed = self.closed_lines(after, move.target)
        player = self.owner[after[move.target]]
        enemies = sum(code > 0 and self.owner[code] != player for code in after) if closed else 0
        return min(closed if self.each else min(closed, 1), enemies)

    def closed_lines(self, board: bytes, cell: int) -> int:
        """How many lines the piece on a cell stands in."""
        player, owner = self.owner[board[cell]], self.owner
        count = 0
        for others, beyond in self.lines[cell]:
            if all(owner[board[other]] == player for other in others):
                count += not self.exact or all(owner[board[end]] != player for end in beyond)
        return count

    def removals(self, board: bytes, target: int, number: int) -> list[Cells]:
        """The sets of `number` enemies that the player on `target` may remove, one after the other, in the order of the
        board."""
        found: dict[Cells, None] = {}
        for cell in self.removable_cells(board, self.owner[board[target]]):
            left = board[:cell] + b"\0" + board[cell + 1 :]
            for rest in self.removals(left, target, number - 1) if number > 1 else [()]:
                found[tuple(sorted((cell, *rest)))] = None
        return sorted(found)

    def removable_cells(self, board: bytes, player: int) -> list[int]:
        """The cells of the enemies of a player that may be removed."""
        enemies: dict[int, list[int]] = {}
        for cell, code in enumerate(board):
            if code and self.owner[code] != player:
                enemies.setdefault(self.owner[code], []).append(cell)
        cells: list[int] = []
        for owned in enemies.values():
            free = [cell for cell in owned if not self.closed_lines(board, cell)] if self.spared else owned
            cells += free or owned
        return sorted(cells)


def mill_lines(lattice: Board, atom: str, length: int) -> tuple[tuple[Line, ...], ...]:
    """By cell, the lines of some length through it, in the directions of W, F or K; on a map along its lines."""
    rays = rays_of_cells(lattice, atom)
    lines: list[dict[frozenset[int], Line]] = [{} for _ in rays]
    for start, rays_from_start in enumerate(rays):
        for ray in rays_from_start:
            if len(ray) + 1 < length:
                continue
            cells = (start, *ray[: length - 1])
            beyond = (*_cells_behind(rays, start, ray[0]), *ray[length - 1 : length])
            for cell in cells:
                others = tuple(other for other in cells if other != cell)
                lines[cell].setdefault(frozenset(others), (others, beyond))
    return tuple(tuple(by_cells.values()) for by_cells in lines)


def _cells_behind(rays: tuple[tuple[Cells, ...], ...], start: int, first: int) -> list[int]:
    """The cells next to the start of a line on its other side."""
    return [cell for cell, lines in enumerate(rays) for ray in lines if ray[:2] == (start, first)]
