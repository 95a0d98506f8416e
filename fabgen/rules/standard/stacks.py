"""Towers: pieces on top of each other on one cell → what becomes of them when a tower moves or is captured from.

The board of a `State` holds the piece on top of each cell, which owns and moves the tower; `State.towers` holds the
pieces below it, the lowest first. Games without towers have none.
"""

from __future__ import annotations

from dataclasses import dataclass

from fabgen.rules.standard.state import Fate, Move

Towers = tuple[bytes, ...]  # by cell: the codes below the piece on top, the lowest first
NO_LIMIT = 10_000  # more pieces than a game has


@dataclass(frozen=True)
class TowerRules:
    """The towers of one game.

    * `used`: whether it has any; `limit`: how many pieces a tower may have.
    * `fates`: by code, what becomes of the pieces that it takes by jumping.
    * `anchors`: the codes of the pieces to which everything has to be joined after a move; `near`: by cell, the cells
      next to it.
    * `covered`: translates a piece that another is put on: what it becomes.
    * `uncounted`: translates a board: 0 for pieces that count for nobody at the end.
    * `counts_tops`: whether the piece on top alone counts at the end.
    """

    used: bool
    limit: int
    fates: tuple[Fate, ...]
    anchors: frozenset[int] = frozenset()
    near: tuple[tuple[int, ...], ...] = ()
    uncounted: bytes = bytes(range(256))
    counts_tops: bool = False
    covered: bytes = bytes(range(256))

    @property
    def is_limited(self) -> bool:
        """Whether a tower may become too high."""
        return self.used and self.limit < NO_LIMIT

    def empty_towers(self, cells: int) -> Towers:
        """The towers of a board on which no piece is below another."""
        return (b"",) * cells if self.used else ()

    def takes_prisoners(self, code: int) -> bool:
        """Whether the pieces that a code takes go below it."""
        return self.used and self.fates[code] is Fate.PRISONER

    def room(self, towers: Towers, cell: int, code: int) -> int:
        """How many prisoners the tower on a cell may still take, with a piece of a code on top."""
        return max(0, self.limit - 1 - len(towers[cell])) if self.takes_prisoners(code) else NO_LIMIT

    def after_move(self, board: bytes, towers: Towers, move: Move, cells: bytearray) -> Towers:
        """The towers after a move; `cells` is the board after it, on which the tops of towers that lost a piece are
        replaced. A captured piece is the one on top: what was below it stays. Prisoners go to the bottom of the tower
        that takes them, one after the other. What a tower is put on goes below it."""
        if move.origin < 0:
            return towers
        after = list(towers)
        lifted, left = towers[move.origin], b""
        if move.lifted:
            lifted, left = lifted[len(lifted) + 1 - move.lifted :], lifted[: len(lifted) + 1 - move.lifted]
            cells[move.origin], left = left[-1], left[:-1]
        after[move.origin] = left
        if move.spread:
            return self._after_spread(board, after, lifted + board[move.origin : move.origin + 1], move, cells)
        for cell in move.taken:
            if below := after[cell]:
                cells[cell] = below[-1]
                after[cell] = below[:-1]
        if move.taken and self.takes_prisoners(board[move.origin]):
            lifted = bytes(board[cell] for cell in reversed(move.taken)) + lifted
        covered = board[move.target] if move.target != move.origin else 0
        after[move.target] = (after[move.target] + bytes((self.covered[covered],)) + lifted) if covered else lifted
        return self._keep_anchored(after, cells)

    def _keep_anchored(self, towers: list[bytes], cells: bytearray) -> Towers:
        """The towers that are joined to an anchor, where the game has any; the others leave the board `cells`."""
        if not self.anchors:
            return tuple(towers)
        todo = [cell for cell, code in enumerate(cells) if code and not self.anchors.isdisjoint((code, *towers[cell]))]
        joined = {*todo}
        while todo:
            reached = [near for near in self.near[todo.pop()] if cells[near] and near not in joined]
            joined.update(reached)
            todo += reached
        for cell, code in enumerate(cells):
            if code and cell not in joined:
                cells[cell], towers[cell] = 0, b""
        return tuple(towers)

    def _after_spread(self, board: bytes, after: list[bytes], lifted: bytes, move: Move, cells: bytearray) -> Towers:
        """The towers after pieces have gone to several cells, the lowest to the first. `after`: the towers without
        them."""
        for cell, number in move.spread:
            covered = bytes((self.covered[board[cell]],)) if board[cell] else b""
            tower = after[cell] + covered + lifted[:number]
            lifted = lifted[number:]
            cells[cell], after[cell] = tower[-1], tower[:-1]
        return self._keep_anchored(after, cells)

    def result_key(self, board: bytes, move: Move) -> tuple[object, ...]:
        """What tells the results of two moves of one tower apart: where it ends, which cells it takes from, and the
        order of different prisoners."""
        return move.target, frozenset(move.taken), bytes(board[cell] for cell in move.taken), move.becomes
