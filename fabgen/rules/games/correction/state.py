"""Positions and actions of spawning, denial and banishment as tuples of numbers; cells in the order of their lattice.

A man is a code: 1 + player number x kinds of pieces + piece number; 0 is an empty cell. Sets of cells are bits of a
number.
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
    """Who decides on what: the player to move spawns or declares, the other one answers."""

    SPAWN = 0
    MOVE = 1
    ANSWER = 2
    OVER = 3


class Mode(IntEnum):
    """Which pieces move where some are new: not chosen yet, the new ones (BEGUN: one has moved), or one old piece."""

    OPEN = 0
    NEW = 1
    BEGUN = 2
    OLD = 3


class CorrectionAction(NamedTuple):
    """One decision: SPAWN (code, cell), MOVE (from, to), and those that need no more words."""

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
    """A position and, last, what may be done in it: that is found anyway, to see whether the turn goes on.

    `ready`, `resting`: men in the supplies by code; `tokens` by player; `lying`: the cells of tokens, in order, once
    for each. `turn` is the last mover's where a goal has been reached, and the other's where nothing could move.

    The rest is about one turn. `spawned`: cells of new pieces that have not moved; `denied`: cells closed to all;
    `again`: the piece that has to declare another move; `spent`: cells of pieces that cannot be chosen again;
    `banished` counts only where a player may stop then (COR-17), `gained` only where new tokens have to wait (COR-19).
    `stuck`: turns in a row that ended without a move.
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


def add_at(numbers: tuple[int, ...], index: int, more: int) -> tuple[int, ...]:
    """The numbers with one of them changed."""
    return (*numbers[:index], numbers[index] + more, *numbers[index + 1:])
