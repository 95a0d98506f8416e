"""What stands on the cells that matter to a piece → its ordinary moves, found once and remembered.

Most pieces see the same in most positions of a game: what changes lies elsewhere. So a position asks for the moves of a
piece by what the piece sees, and they are searched only where it sees that for the first time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from fabgen.rules.standard.state import Move
from fabgen.rules.standard.tables import WHOLE_CELL, CellMoves, LazyTable, mask

MOST_KNOWN = 100_000  # views of pieces; then all are forgotten
MovesBySight = dict[int, list[Move]]


class KnownPiece(NamedTuple):
    """What is known of one kind of piece on one cell.

    * `relevant`: the mask of the cells that matter to its moves.
    * `moves`: by what it sees there, its moves; `unmoved`: the same where it has not moved yet, None where that makes
      no difference.
    """

    relevant: int
    moves: MovesBySight
    unmoved: MovesBySight | None


class KnownMoves:
    """The moves of all pieces of one game at one parity of the pieces on the board. `walks`: the tables of moves by
    code and cell."""

    def __init__(self, walks: tuple[Mapping[int, CellMoves], ...]) -> None:
        self._walks = walks
        self._count = 0
        self.by_code = self._empty_tables()

    def _empty_tables(self) -> tuple[Mapping[int, KnownPiece], ...]:
        """Tables by code and cell, without any moves."""
        return tuple(map(_empty_table, self._walks))

    def remember(self, moves_by_sight: MovesBySight, sight: int, moves: list[Move]) -> None:
        """Adds the moves of a piece that sees something for the first time."""
        if self._count >= MOST_KNOWN:
            self.by_code, self._count = self._empty_tables(), 0
        moves_by_sight[sight] = moves
        self._count += 1


def _empty_entry(walks: CellMoves) -> KnownPiece:
    """The entry of a piece whose moves from a cell are these, before anything is known."""
    targets = {to for to, _ in (*walks.quiet, *walks.capture)} | {to for to, _, _ in walks.both}
    targets |= {to for ray, _ in walks.rays for to, _, _ in ray}
    has_first_moves = any(first for _, first in walks.rays)
    relevant = mask(targets) * WHOLE_CELL
    return KnownPiece(relevant, {}, {} if has_first_moves else None)


def _empty_table(row: Mapping[int, CellMoves]) -> Mapping[int, KnownPiece]:
    """The entries of one code by cell."""
    return LazyTable(lambda cell: _empty_entry(row[cell]))
