"""Positions and actions of spawning, denial and banishment as tuples of numbers; cells in the order of their lattice.

A piece is a code: 1 + player number x kinds of pieces + piece number; 0 is an empty cell. A set of cells is a number
with a bit for each of them.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

NOWHERE = -1


class CorrectionActionKind(IntEnum):
    """What an action does."""

    SPAWN = 0
    DONE = 1
    MOVE = 2
    PASS = 3
    DENY = 4
    BANISH = 5


class Phase(IntEnum):
    """What is decided next: the player to move spawns or declares a move, the other player answers."""

    SPAWN = 0
    MOVE = 1
    ANSWER = 2
    OVER = 3


class Mode(IntEnum):
    """Which pieces move in a turn with new pieces: not chosen yet, the new pieces (BEGUN: one of them has moved), or
    one old piece."""

    OPEN = 0
    NEW = 1
    BEGUN = 2
    OLD = 3


class CorrectionAction(NamedTuple):
    """One decision: SPAWN (code, cell), MOVE (from, to), or one without cells."""

    what: CorrectionActionKind
    first: int = NOWHERE
    second: int = NOWHERE


DONE, PASS, DENY, BANISH = (
    CorrectionAction(CorrectionActionKind.DONE),
    CorrectionAction(CorrectionActionKind.PASS),
    CorrectionAction(CorrectionActionKind.DENY),
    CorrectionAction(CorrectionActionKind.BANISH),
)


class CorrectionState(NamedTuple):
    """A position and, last, its legal actions: they have to be found anyway, to see whether the turn goes on.

    * `ready`, `resting`: the pieces in the supplies by code.
    * `tokens`: by player.
    * `lying`: the cells of tokens, in order, once for each token.
    * `turn`: the player to move; after a goal has been reached the last mover, where nothing could move the other
      player.

    The rest concerns one turn.

    * `spawned`: the cells of new pieces that have not moved.
    * `denied`: the cells that are closed to all pieces.
    * `again`: the cell of the piece that has to declare another move.
    * `spent`: the cells of pieces that cannot be chosen again.
    * `banished` matters only where a player may stop then (COR-17), `gained` only where new tokens have to wait
      (COR-19).
    * `stuck`: how many turns in a row ended without a move.
    """

    board: bytes
    ready: tuple[int, ...]
    resting: tuple[int, ...]
    tokens: tuple[int, int]
    lying: tuple[int, ...]
    turn: int
    phase: Phase = Phase.SPAWN
    spawned: int = 0
    mode: Mode = Mode.OPEN
    denied: int = 0
    again: int = NOWHERE
    spent: int = 0
    banished: bool = False
    gained: int = 0
    stuck: int = 0
    pending: CorrectionAction | None = None
    options: tuple[CorrectionAction, ...] = ()


def add_at(numbers: tuple[int, ...], index: int, change: int) -> tuple[int, ...]:
    """The numbers with `change` added to one of them."""
    return (*numbers[:index], numbers[index] + change, *numbers[index + 1:])
