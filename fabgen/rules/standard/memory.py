"""What few games have to remember of the past ↔ the bits of `State.out` above those of the players. Positions of all
other games stay as small as they are.

First what the player to move has done of a turn with two parts (0, MOVED, CAPTURED), then one bit for each cell whose
man came into a goal by a hop where that does not count.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from fabgen.rules.standard.state import State

HALF_BITS = 2


@dataclass(frozen=True)
class Memory:
    """Reads and writes these bits of the positions of one game."""

    players: int

    def half(self, state: State) -> int:
        """What is done of a turn with two parts."""
        return state.out >> self.players & (1 << HALF_BITS) - 1

    def hopped(self, state: State) -> frozenset[int]:
        """The cells of men who came there by a hop."""
        bits = state.out >> self.players + HALF_BITS
        return frozenset(cell for cell in range(bits.bit_length()) if bits >> cell & 1)

    def keep(self, state: State, half: int, hopped: Iterable[int]) -> State:
        """The position with these for what it remembered before."""
        out = state.out & (1 << self.players) - 1
        cells = sum(1 << cell for cell in hopped)
        return state._replace(out=out | half << self.players | cells << self.players + HALF_BITS)
