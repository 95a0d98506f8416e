"""Positions and actions as tuples of numbers: players, kinds of pieces and cells, each in the order of the setting."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

NOBODY = -1
NOWHERE = -1
NOTHING = -1


class BattleActionKind(IntEnum):
    """What an action does."""

    CHOOSE = 0
    PLACE = 1
    PASS = 2
    FREEZE = 3
    MEDAL = 4
    ORDER = 5
    INVALID = 6


class BattleAction(NamedTuple):
    """One decision: CHOOSE kind, PLACE kind on cell, FREEZE and MEDAL player, ORDER from cell to cell, PASS, INVALID.

    An order from a cell to itself is to stay.
    """

    what: BattleActionKind
    first: int = NOTHING
    second: int = NOTHING


PASS = BattleAction(BattleActionKind.PASS)
INVALID = BattleAction(BattleActionKind.INVALID)


class BattleState(NamedTuple):
    """A position. `round` is 0 during the set-up, when `turn` tells who decides.

    By player: the kind chosen (NOTHING before, and when eliminated) and the cell (NOWHERE while not placed, and when
    eliminated). `talk`: tokens may be used before the orders; `idle`: rounds in a row without an elimination on the
    smallest board; `medals`: by giver who got them, sorted, () without the variant; `spent`: who used freeze tokens,
    sorted, each time; `frozen`: who is frozen, sorted.
    """

    round: int
    turn: int
    kinds: tuple[int, ...]
    at: tuple[int, ...]
    talk: bool = False
    idle: int = 0
    medals: tuple[tuple[int, ...], ...] = ()
    spent: tuple[int, ...] = ()
    frozen: tuple[int, ...] = ()


def occupied_cells(at: tuple[int, ...]) -> int:
    """The cells on which somebody stands, a bit each."""
    mask = 0
    for cell in at:
        if cell >= 0:
            mask |= 1 << cell
    return mask
