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

    An order from a cell to the same cell means to stay.
    """

    what: BattleActionKind
    first: int = NOTHING
    second: int = NOTHING


PASS = BattleAction(BattleActionKind.PASS)
INVALID = BattleAction(BattleActionKind.INVALID)


class BattleState(NamedTuple):
    """A position. `round` is 0 during the set-up, when `turn` is the player who decides.

    * `kinds`: by player, the kind chosen; NOTHING before the choice and after elimination.
    * `at`: by player, the cell; NOWHERE while not placed and after elimination.
    * `talk`: whether tokens may be used before the orders.
    * `idle`: rounds in a row without an elimination on the smallest board.
    * `medals`: by giver, the receivers, sorted; () without the variant.
    * `spent`: the players who used freeze tokens, sorted, once for each token.
    * `frozen`: the players who are frozen, sorted.
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
    """The cells with a piece on them, as bits."""
    mask = 0
    for cell in at:
        if cell >= 0:
            mask |= 1 << cell
    return mask
