"""The standard rule set's positions, actions and rules as tuples of numbers → what the engine plays on; texts are made
elsewhere.

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


class Fate(IntEnum):
    """What becomes of a piece that is captured or jumped over."""

    NOTHING = 0
    REMOVED = 1
    HAND = 2
    CAPTOR = 3
    HOME = 4


class State(NamedTuple):
    """A position: the piece code of each cell, whose turn it is, the pieces in hand by code, the cells of pieces that
    have not moved, the codes of pieces that their owners must re-place now, who is out of the game (one bit a player;
    `HistoryBits` keeps the bits above), and who has won (NOBODY: the game goes on)."""

    board: bytes
    turn: int
    hands: tuple[int, ...] = ()
    fresh: frozenset[int] = frozenset()
    homeless: tuple[int, ...] = ()
    out: int = 0
    winner: int = NOBODY


class Move(NamedTuple):
    """One action from a cell to a cell: the cells it takes pieces from, the cells of a chain of jumps (with both ends),
    and the code that the piece becomes (0: unchanged).

    With origin NOBODY, the piece `becomes` is placed on `target`; with both NOBODY, the player passes.
    """

    origin: int
    target: int
    taken: tuple[int, ...] = ()
    path: tuple[int, ...] = ()
    becomes: int = 0


PASS = Move(NOBODY, NOBODY)
HALF_BITS = 2


@dataclass(frozen=True)
class HistoryBits:
    """Reads and writes what a few games must remember of the past: the bits of `State.out` above those of the players.
    In all other games they are 0, and positions stay as small as they are.

    First the part of a turn with two parts that the player to move has finished (0, MOVED, CAPTURED), then one bit for
    each cell whose piece came into a goal by a jump where that does not count.
    """

    players: int

    def half_turn(self, state: State) -> int:
        """The part of a turn with two parts that is finished: 0, MOVED or CAPTURED."""
        return state.out >> self.players & (1 << HALF_BITS) - 1

    def hop_arrivals(self, state: State) -> frozenset[int]:
        """The cells of pieces that came into a goal by a jump."""
        bits = state.out >> self.players + HALF_BITS
        return frozenset(cell for cell in range(bits.bit_length()) if bits >> cell & 1)

    def replace(self, state: State, half: int, hopped: Iterable[int]) -> State:
        """The position with these bits in place of the old ones."""
        out = state.out & (1 << self.players) - 1
        cells = sum(1 << cell for cell in hopped)
        return state._replace(out=out | half << self.players | cells << self.players + HALF_BITS)


@dataclass(frozen=True)
class ChainRule:
    """How jumps join in one turn: `most` jumps; with `must` the chain goes on while it can; `once` says which pieces
    (FRIEND | ENEMY; 0: none) may be jumped only once; `further`: the end lies further forward than the start;
    `straight`: the direction never changes; `walled`: the cell that the piece left counts as taken."""

    most: int
    must: bool
    once: int
    further: bool
    straight: bool
    walled: bool


@dataclass(frozen=True)
class PromotionRule:
    """The cells where a code is promoted, the codes it may become, and whether it may stay what it is; `touches`:
    leaving the zone counts too; `stops`: a chain of jumps ends where it enters the zone."""

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
    """Which cells are closed: for good to some kinds of pieces (`forbidden`, by code; it binds jumps too with
    `forbidden_to_hops`), or while the number of pieces on the board is even or odd.

    `opens` gives for each cell the parity at which it is open (1 odd, 0 even, NEVER, or NOBODY: always); it is empty
    where no zone has terrain. `after`: cells where the number counts that is left after the action. `passable`: cells
    that may be jumped over even while they are closed. `zones`: the cells of each zone with terrain.
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
        """The number of pieces that decides about a cell, for an action that takes `losses` pieces."""
        return len(board) - board.count(0) - (losses if cell in self.after else 0)

    def closed_cells(self, pieces: int, losses: int) -> frozenset[int]:
        """The cells that terrain closes to an action that takes `losses` pieces, with so many pieces on the board
        before it. Only the parities of the two numbers matter."""
        return self._closed_by_parity[pieces % 2][losses % 2] if self.opens else NOWHERE

    @cached_property
    def _closed_by_parity(self) -> tuple[tuple[frozenset[int], ...], ...]:
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
