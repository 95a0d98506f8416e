"""Positions, actions and rules of the standard rule set as tuples of numbers → what the engine plays on. Their texts
are made in `text`.

A cell is its number in the lattice's order. A piece is a code: 1 + number of its player x kinds of pieces + number of
its kind; 0 is an empty cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import NamedTuple

NOBODY = -1
DRAWN = -2
NEVER = 2  # the parity of terrain that is always closed
EMPTY, FRIEND, ENEMY = 0, 1, 2  # what a cell holds, for the player to move; FRIEND | ENEMY is any piece
WALL = 4  # on a cell that no piece may land on or jump over
MOVED, CAPTURED = 1, 2  # the part of a turn with two parts that a player has finished
NOWHERE: frozenset[int] = frozenset()
COUNTED = {"most pieces": "piece", "most area": "cell"}  # ends that are decided by a count, and of what


class Fate(IntEnum):
    """What becomes of a piece that is captured or jumped over."""

    NOTHING = 0
    REMOVED = 1
    HAND = 2
    CAPTOR = 3
    HOME = 4
    FLIPS = 5
    PRISONER = 6


class Past(NamedTuple):
    """What a few games must remember of earlier turns; in all other games it is NO_PAST.

    * `left`: how many actions are left of a turn that is under way; 0 where the whole turn is, FIRST_TURN where that
      is the first turn of the game and has another number of actions.
    * `swap`: SWAP_NEXT before the end of the first turn, SWAP_NOW where the player to move may swap, else 0.
    * `passes`: how many players in a row have passed.
    * `boards`: the boards that may not come again, this one among them.
    * `opening`: how many actions of the opening are left.
    """

    left: int = 0
    swap: int = 0
    passes: int = 0
    boards: frozenset[bytes] = frozenset()
    opening: int = 0

    @property
    def under_way(self) -> bool:
        """Whether the player to move has acted in this turn and has more actions."""
        return self.left > 0


NO_PAST = Past()
SWAP_NOW, SWAP_NEXT = 1, 2
FIRST_TURN = -1
FULL_BOARD = -1  # what ends a game, where it is no player's hand


class State(NamedTuple):
    """A position.

    * `board`: the piece code of each cell.
    * `turn`: the number of the player to move.
    * `hands`: how many pieces of each code are in hand; empty in games without hands.
    * `fresh`: the cells of pieces that have not moved.
    * `homeless`: the codes of captured pieces that their owners must now put on a vacant home cell.
    * `out`: one bit for each player who is out of the game; `HistoryBits` keeps the bits above.
    * `winner`: the number of the winner, DRAWN, or NOBODY while the game goes on.
    * `past`: what the game must remember of earlier turns.
    * `passed`: the cell of the piece that the player to move may capture in passing, and the cells that it has just
      crossed where this is legal; empty where there is none.
    * `quiet`: how many actions in a row have made no progress; 0 in games that do not count them.
    * `towers`: by cell, the codes of the pieces below that of `board`, the lowest first; where pieces share cells,
      those of the pieces beside it. Empty where a cell holds one piece.
    """

    board: bytes
    turn: int
    hands: tuple[int, ...] = ()
    fresh: frozenset[int] = frozenset()
    homeless: tuple[int, ...] = ()
    out: int = 0
    winner: int = NOBODY
    past: Past = NO_PAST
    passed: tuple[int, ...] = ()
    quiet: int = 0
    towers: tuple[bytes, ...] = ()


class Move(NamedTuple):
    """One action: a move from a cell to a cell, a placement, a removal in the opening, a pass, or a swap of sides.

    * `origin`: the cell that the piece leaves; NOBODY where a piece is placed or removed.
    * `target`: the cell where the piece ends, or that of the piece that is removed. With `origin` and `target` both
      NOBODY, the player passes, or swaps sides if the move is SWAP.
    * `taken`: the cells that pieces are taken from. Where pieces share cells, a cell occurs once for each piece taken.
    * `path`: the cells of a chain of jumps, with both ends; empty for other moves.
    * `becomes`: the code that the piece has after the move; 0: unchanged. For a placement, the code that is placed.
    * `partner`: for castling, the cells where the partner's move starts and ends.
    * `row`: the other pieces of a row that moves: the cells where each starts and ends, with -1 for the end where it
      falls off the board.
    * `lifted`: how many pieces from the top of a tower move; 0: all of them.
    * `spread`: for pieces of a tower that go to several cells, each cell and the number of pieces for it, in their
      order along the line; `target` is the last of these cells.
    * `piece`: where pieces share cells, the code of the piece that moves; otherwise 0.
    * `victims`: where pieces share cells, the codes of the pieces that are captured.
    """

    origin: int
    target: int
    taken: tuple[int, ...] = ()
    path: tuple[int, ...] = ()
    becomes: int = 0
    partner: tuple[int, ...] = ()
    row: tuple[tuple[int, int], ...] = ()
    lifted: int = 0
    spread: tuple[tuple[int, int], ...] = ()
    piece: int = 0
    victims: tuple[int, ...] = ()


PASS = Move(NOBODY, NOBODY)
SWAP = Move(NOBODY, NOBODY, (), (), 1)
HALF_BITS = 2


@dataclass(frozen=True)
class HistoryBits:
    """Reads and writes what a few games must remember of the past: the bits of `State.out` above those of the players.
    In all other games these bits are 0, which keeps positions small.

    The lowest HALF_BITS bits are the part of a turn with two parts that the player to move has finished (0, MOVED,
    CAPTURED). Above them is one bit for each cell whose piece jumped into a goal where jumps do not count.
    """

    players: int

    def half_turn(self, state: State) -> int:
        """The part of a turn with two parts that is finished: 0, MOVED or CAPTURED."""
        return state.out >> self.players & (1 << HALF_BITS) - 1

    def hop_arrivals(self, state: State) -> frozenset[int]:
        """The cells of pieces that jumped into a goal where jumps do not count."""
        bits = state.out >> self.players + HALF_BITS
        return frozenset(cell for cell in range(bits.bit_length()) if bits >> cell & 1)

    def replace(self, state: State, half: int, hopped: Iterable[int]) -> State:
        """The position with these bits in place of the old ones."""
        out = state.out & (1 << self.players) - 1
        cells = sum(1 << cell for cell in hopped)
        return state._replace(out=out | half << self.players | cells << self.players + HALF_BITS)


@dataclass(frozen=True)
class MemoryRule:
    """What a game remembers in the `past` of its positions, and why.

    * `actions`, `first`: how many actions a turn has, and the first turn of the game.
    * `swap`: whether the second player may swap sides instead of the first turn.
    * `passes`: how many passes in a row end the game; 0: no number does.
    * `recurrence`: what may not come again: `board`, `board and turn`, or empty.
    * `opening`: how many actions the opening has.
    """

    actions: int = 1
    first: int = 1
    swap: bool = False
    passes: int = 0
    recurrence: str = ""
    opening: int = 0

    @property
    def is_needed(self) -> bool:
        """Whether there is anything to remember."""
        return self.actions > 1 or self.swap or self.passes > 0 or bool(self.recurrence) or self.opening > 0

    @property
    def most_left(self) -> int:
        """How many actions a position may say are left of its turn."""
        return max(self.actions, self.first) - 1

    @property
    def has_first_turn(self) -> bool:
        """Whether the first turn has another number of actions."""
        return self.first != self.actions

    def actions_ahead(self, past: Past) -> int:
        """How many actions the player to move has, this one among them."""
        return self.first if past.left == FIRST_TURN else past.left or self.actions

    def key(self, state: State) -> bytes:
        """What may not come again of a position."""
        return state.board + bytes((state.turn,)) if self.recurrence == "board and turn" else state.board

    def first_past(self) -> Past:
        """What is remembered before the first turn."""
        return Past(FIRST_TURN if self.has_first_turn else 0, SWAP_NEXT if self.swap else 0, opening=self.opening)


@dataclass(frozen=True)
class ChainRule:
    """How jumps join in one turn.

    * `most`: how many jumps one turn may have.
    * `must`: whether the chain goes on while it can.
    * `once`: which pieces may be jumped over only once in a turn (FRIEND | ENEMY; 0: none).
    * `further`: whether the end must lie further forward than the start.
    * `straight`: whether the direction never changes.
    * `walled`: whether the cell that the piece left counts as taken.
    """

    most: int
    must: bool
    once: int
    further: bool
    straight: bool
    walled: bool


@dataclass(frozen=True)
class PromotionRule:
    """Where a code is promoted, and to what.

    * `cells`: the cells of the zone.
    * `into`: the codes it may become.
    * `may_stay`: whether it may stay what it is.
    * `touches`: whether leaving the zone counts too.
    * `stops`: whether a chain of jumps ends where it enters the zone.
    """

    cells: frozenset[int]
    into: tuple[int, ...]
    may_stay: bool
    touches: bool
    stops: bool

    def becomes(self, origin: int, target: int) -> tuple[int, ...]:
        """The codes that the piece may have after a move; 0 stands for its old one."""
        if target in self.cells or (self.touches and origin in self.cells):
            return (*((0,) if self.may_stay else ()), *self.into)
        return (0,)


@dataclass(frozen=True)
class Ground:
    """The cells that are closed to pieces, always or at times.

    * `forbidden`: by code, the cells that are closed to this kind of piece for good; with `forbidden_to_hops` its jumps
      may not end there either.
    * `opens`: for each cell the parity of the number of pieces on the board at which it is open (1 odd, 0 even, NEVER,
      or NOBODY: always); empty where no zone has terrain.
    * `after`: the cells for which the pieces are counted after the action.
    * `passable`: the cells that may be jumped over even while they are closed.
    * `zones`: the cells of each zone with terrain.
    """

    forbidden: tuple[frozenset[int], ...]
    forbidden_to_hops: bool
    opens: tuple[int, ...]
    after: frozenset[int]
    passable: frozenset[int]
    zones: Mapping[str, frozenset[int]]

    @property
    def parities(self) -> range:
        """The parities of the number of pieces on the board that tables must tell apart."""
        return range(2 if self.opens else 1)

    def count(self, board: bytes, cell: int, losses: int) -> int:
        """The number of pieces that decides whether a cell is open, for an action that takes `losses` pieces."""
        return len(board) - board.count(0) - (losses if cell in self.after else 0)

    def closed_cells(self, pieces: int, losses: int) -> frozenset[int]:
        """The cells that terrain closes to an action that takes `losses` pieces, with `pieces` pieces on the board
        before it. Only the parities of the two numbers matter."""
        return self._closed_by_parity[pieces % 2][losses % 2] if self.opens else NOWHERE

    @cached_property
    def _closed_by_parity(self) -> tuple[tuple[frozenset[int], ...], ...]:
        """The closed cells by parity of the pieces on the board, then by parity of the pieces taken."""
        return tuple(
            tuple(
                frozenset(
                    cell
                    for cell, odd in enumerate(self.opens)
                    if odd != NOBODY and odd != (parity + (losses if cell in self.after else 0)) % 2
                )
                for losses in (0, 1)
            )
            for parity in (0, 1)
        )

    def no_landing(self, code: int) -> frozenset[int]:
        """The cells where no jump of a code may end."""
        return self.forbidden[code] if self.forbidden_to_hops else NOWHERE
