"""What stands on the cells that matter to a piece → its ordinary moves, found once and remembered.

Most pieces see the same in most positions of a game: what changes lies elsewhere. So a position asks for the moves of a
piece by what the piece sees, and they are searched only where it sees that for the first time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from fabgen.rules.standard.state import ENEMY, Move
from fabgen.rules.standard.tables import WHOLE_CELL, CellMoves, LazyTable, mask

MOST_KNOWN = 100_000  # views of pieces; then all are forgotten
MovesBySight = Mapping[int, list[Move]]


class KnownPiece(NamedTuple):
    """What is known of one kind of piece on one cell.

    * `relevant`: the mask of the cells that matter to its moves.
    * `moves`: by what it sees there, its moves; `unmoved`: the same where it has not moved yet, None where that makes
      no difference.
    """

    relevant: int
    moves: MovesBySight
    unmoved: MovesBySight | None


class SightTables:
    """Tables by what a piece sees, which all forget everything when they hold too much together."""

    def __init__(self) -> None:
        self._tables: list[LazyTable[int, Any]] = []
        self._count = 0

    def new_table(self, make: Callable[[int], list[Any]]) -> Mapping[int, list[Any]]:
        """A new table whose values are made when first asked for."""
        table: LazyTable[int, list[Any]] = LazyTable(lambda sight: self._count_value(make(sight)))
        self._tables.append(table)
        return table

    def _count_value(self, value: list[Any]) -> list[Any]:
        """Counts a new value, before which the tables forget all others where there is no room for it."""
        if self._count >= MOST_KNOWN:
            self._count = 0
            for table in self._tables:
                table.clear()
        self._count += 1
        return value


class KnownMoves:
    """The moves of all pieces of one game at one parity of the pieces on the board. `walks`: the tables of moves by
    code and cell; `cells`: the number of cells."""

    def __init__(self, walks: tuple[Mapping[int, CellMoves], ...], cells: int) -> None:
        self._cells, self._sights = cells, SightTables()
        self.by_code: tuple[Mapping[int, KnownPiece], ...] = tuple(map(self._known_by_cell, walks))

    def _known_by_cell(self, row: Mapping[int, CellMoves]) -> Mapping[int, KnownPiece]:
        """The entries of one code by cell."""
        return LazyTable(lambda cell: self._known_piece(row[cell]))

    def _known_piece(self, walks: CellMoves) -> KnownPiece:
        """The entry of a piece whose moves from a cell are these, before anything is known."""
        targets = {to for to, _ in (*walks.quiet, *walks.capture)} | {to for to, _, _ in walks.both}
        targets |= {to for ray, _ in walks.rays for to, _, _ in ray}
        unmoved = self._moves_by_sight(walks, True) if any(first for _, first in walks.rays) else None
        return KnownPiece(mask(targets) * WHOLE_CELL, self._moves_by_sight(walks, False), unmoved)

    def _moves_by_sight(self, walks: CellMoves, is_unmoved: bool) -> MovesBySight:
        """The moves by what the piece sees."""
        return self._sights.new_table(
            lambda sight: _open_moves(walks, sight.to_bytes(self._cells, "little"), is_unmoved)
        )


def _open_moves(walks: CellMoves, side: bytes, is_unmoved: bool) -> list[Move]:
    """The ordinary moves of one piece, of which `walks` are all that there could be. `side`: what each cell holds."""
    out = [move for to, move in walks.quiet if not side[to]]
    for to, move, capture in walks.both:
        occupant = side[to]
        if not occupant:
            out.append(move)
        elif occupant == ENEMY:
            out.append(capture)
    out += [capture for to, capture in walks.capture if side[to] == ENEMY]
    for ray, first in walks.rays:
        for to, quiet, captures in ray if is_unmoved or not first else ():
            occupant = side[to]
            if occupant:
                if occupant == ENEMY:
                    out += captures
                break
            out += quiet
    return list(dict.fromkeys(out)) if walks.overlap else out
