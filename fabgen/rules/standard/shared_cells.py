"""Several pieces side by side on one cell → how they move out and in, what they capture there, and what becomes of the
cells.

The board of a `State` holds the first piece of each cell by code, `State.towers` the others in the order of their
codes; none of them is on top of another. Games in which a cell holds one piece do not use this.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from fabgen.rules.standard.options import StandardOptions
from fabgen.rules.standard.stacks import Towers
from fabgen.rules.standard.state import NOBODY, Move, State
from fabgen.rules.standard.tables import CellMoves

ALL, SINGLE, LONE, BESIDE, CLOSED = "all captured", "one captured", "captured if alone", "beside", "closed"
CAPTURING = (ALL, SINGLE, LONE)


def sharing_of_enemies(options: StandardOptions) -> str:
    """What happens where a piece enters a cell with enemies: as the spec says, else as the capture of the game is."""
    sharing = options.sharing
    assert sharing is not None
    return sharing.enemies or (ALL if options.capture == "replace" else CLOSED)


@dataclass(frozen=True)
class SharedCells:
    """The cells of one game that pieces share.

    * `limits`: by cell, how many pieces it holds.
    * `enemies`: what happens where a piece enters a cell with enemies, as in the options.
    * `owner`: by code, the player.
    * `walks`: the moves by code and cell.
    """

    limits: tuple[int, ...]
    enemies: str
    owner: tuple[int, ...]
    walks: Sequence[Mapping[int, CellMoves]] = field(repr=False)

    @cached_property
    def layers(self) -> int:
        """How many pieces the largest cell holds."""
        return max(self.limits, default=1)

    def codes(self, board: bytes, towers: Towers, cell: int) -> bytes:
        """The pieces on a cell, in the order of their codes."""
        return board[cell : cell + 1] + towers[cell] if board[cell] else b""

    def enemies_on(self, state: State, cell: int, player: int) -> bytes:
        """The pieces on a cell that are not a player's."""
        codes = self.codes(state.board, state.towers, cell)
        return bytes(code for code in codes if self.owner[code] != player)

    def own_kinds(self, state: State, cell: int, player: int) -> list[int]:
        """The codes of a player's pieces on a cell, each once."""
        return sorted({code for code in self.codes(state.board, state.towers, cell) if self.owner[code] == player})

    def may_enter(self, state: State, cell: int, player: int) -> bool:
        """Whether a cell is open to one more piece of a player that captures nothing there."""
        if self.enemies != BESIDE and self.enemies_on(state, cell, player):
            return False
        return len(self.codes(state.board, state.towers, cell)) < self.limits[cell]

    def victims(self, state: State, cell: int, player: int) -> list[bytes]:
        """The pieces that a piece of a player may capture by entering a cell: one entry for each choice."""
        enemies = self.enemies_on(state, cell, player)
        if not enemies or self.enemies not in CAPTURING:
            return []
        if self.enemies == SINGLE:
            return [bytes((code,)) for code in sorted({*enemies})]
        return [] if self.enemies == LONE and len(enemies) > 1 else [enemies]

    def moves(self, state: State, side: bytes, cells: Iterable[int]) -> Iterator[Move]:
        """The moves of the player to move. `side` and `cells` know only the first piece of each cell and are not
        used."""
        for cell, code in enumerate(state.board):
            for piece in self.own_kinds(state, cell, state.turn) if code else ():
                yield from dict.fromkeys(self._moves_of_piece(state, cell, piece))

    def _moves_of_piece(self, state: State, cell: int, piece: int) -> Iterator[Move]:
        """The moves of one kind of piece from a cell; some may occur twice."""
        walks, player = self.walks[piece][cell], state.turn
        steps = (*((to, (move,), ()) for to, move in walks.quiet),
                 *((to, (move,), (capture,)) for to, move, capture in walks.both),
                 *((to, (), (capture,)) for to, capture in walks.capture))
        for to, quiet, captures in steps:
            yield from self._entries(state, player, piece, to, quiet, captures)
        for ray, is_first in walks.rays:
            for to, quiet, captures in () if is_first else ray:
                yield from self._entries(state, player, piece, to, quiet, captures)
                if state.board[to]:
                    break

    def _entries(
        self, state: State, player: int, piece: int, to: int, quiet: Sequence[Move], captures: Sequence[Move]
    ) -> Iterator[Move]:
        """The moves to one cell: those that capture nothing, and each choice of what is captured."""
        if quiet and self.may_enter(state, to, player):
            yield from (move._replace(piece=piece) for move in quiet)
        for victims in self.victims(state, to, player) if captures else ():
            for move in captures:
                yield move._replace(taken=(to,) * len(victims), piece=piece, victims=tuple(victims))

    def after_move(self, state: State, move: Move) -> tuple[bytes, Towers]:
        """The cells after a move, a drop, or a piece that is put back."""
        board, towers = bytearray(state.board), list(state.towers)

        def fill_cell(cell: int, codes: Iterable[int]) -> None:
            ordered = bytes(sorted(codes))
            board[cell], towers[cell] = (ordered[0] if ordered else 0), ordered[1:]

        if move.origin != NOBODY:
            left = [*self.codes(state.board, state.towers, move.origin)]
            left.remove(move.piece)
            fill_cell(move.origin, left)
        there = [*self.codes(bytes(board), tuple(towers), move.target)]
        for code in move.victims:
            there.remove(code)
        fill_cell(move.target, (*there, move.becomes or move.piece))
        return bytes(board), tuple(towers)

    def layered_board(self, state: State) -> bytes:
        """All pieces as a board of several layers, one behind the other: the first pieces of all cells, then the second
        ones. Goals look for pieces there: see `layered_cells`."""
        layers = [state.board]
        for layer in range(self.layers - 1):
            layers.append(bytes(tower[layer] if layer < len(tower) else 0 for tower in state.towers))
        return b"".join(layers)

    def layered_cells(self, cells: Iterable[int]) -> frozenset[int]:
        """The places of some cells on a board of several layers."""
        return frozenset(cell + layer * len(self.limits) for cell in cells for layer in range(self.layers))
