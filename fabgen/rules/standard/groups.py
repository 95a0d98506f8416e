"""A board → groups of pieces next to each other, what is captured when a group is surrounded, and the area of each
player."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from fabgen.rules.standard.connections import Neighbours
from fabgen.rules.standard.state import ENEMY, NOBODY, Move


@dataclass(frozen=True)
class Groups:
    """Pieces of one player that are next to each other live and die together: a group without a vacant cell next to it
    (a liberty) is captured.

    * `owner`: by code, the number of the player.
    * `suicide`: whether a player may leave a group of their own without a liberty; it is captured then.
    """

    neighbours: Neighbours
    owner: tuple[int, ...]
    suicide: bool

    def can_take(self, code: int) -> bool:
        """Whether a piece of a code ever takes another: all do."""
        return bool(code)

    def complete(self, board: bytes, side: bytes, moves: Iterable[Move]) -> list[Move]:
        """The moves with the pieces that each of them captures, without those that are forbidden as suicide. Jumps
        capture what they go over, and rows what they push off the board."""
        completed = (self.with_captures(board, side, move) for move in moves)
        return [move for move in completed if self.suicide or not self.is_suicide(board, move)]

    def with_captures(self, board: bytes, side: bytes, move: Move) -> Move:
        """A move with the cells of the enemies that it leaves without a liberty or, where it takes none and leaves its
        own group without one, with the cells of that group. `side`: what each cell holds for the player who acts."""
        if move.path or move.row or move.target < 0:
            return move
        after = board_after(board, move)
        taken: set[int] = set()
        for cell in self.neighbours[move.target]:
            if side[cell] == ENEMY and cell not in taken and (group := self.group_without_liberty(after, cell)):
                taken |= group
        if not taken:
            taken = self.group_without_liberty(after, move.target)
        return move._replace(taken=tuple(sorted(taken))) if taken else move

    def is_suicide(self, board: bytes, move: Move) -> bool:
        """Whether a move with its captures takes the group of the piece that has moved."""
        return not (move.path or move.row) and move.target in move.taken and move.target >= 0

    def group_without_liberty(self, board: bytes | bytearray, cell: int) -> set[int]:
        """The cells of the group of the piece on a cell; empty where the group has a liberty."""
        owner, owners = self.owner[board[cell]], self.owner
        group, todo = {cell}, [cell]
        while todo:
            for neighbour in self.neighbours[todo.pop()]:
                code = board[neighbour]
                if not code:
                    return set()
                if owners[code] == owner and neighbour not in group:
                    group.add(neighbour)
                    todo.append(neighbour)
        return group

    def areas(self, board: bytes, players: int) -> list[int]:
        """By player: the cells that hold their pieces, and the vacant ones from which one comes, over vacant cells, to
        pieces of theirs alone."""
        areas, seen = [0] * players, bytearray(len(board))
        for cell, code in enumerate(board):
            if code:
                areas[self.owner[code]] += 1
            elif not seen[cell] and self.neighbours[cell]:
                size, borders = self._vacant_region(board, cell, seen)
                if len(borders) == 1:
                    areas[borders.pop()] += size
        return areas

    def _vacant_region(self, board: bytes, cell: int, seen: bytearray) -> tuple[int, set[int]]:
        """The number of vacant cells around a vacant cell, and the players whose pieces border on them."""
        size, borders, todo = 0, set[int](), [cell]
        seen[cell] = 1
        while todo:
            size += 1
            for neighbour in self.neighbours[todo.pop()]:
                if board[neighbour]:
                    borders.add(self.owner[board[neighbour]])
                elif not seen[neighbour]:
                    seen[neighbour] = 1
                    todo.append(neighbour)
        return size, borders


def board_after(board: bytes, move: Move) -> bytearray:
    """The board after a move or drop, before anything is captured by it."""
    cells = bytearray(board)
    if move.partner:
        start, end = move.partner
        partner, cells[start] = cells[start], 0
        code, cells[move.origin] = cells[move.origin], 0
        cells[move.target], cells[end] = code, partner
        return cells
    code = move.becomes or cells[move.origin]
    if move.row:
        for start, _ in move.row:
            cells[start] = 0
        for start, end in move.row:
            if end >= 0:
                cells[end] = board[start]
    if move.origin != NOBODY:
        cells[move.origin] = 0
    cells[move.target] = code
    return cells
