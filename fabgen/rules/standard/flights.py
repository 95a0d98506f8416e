"""Pieces that fly, to any vacant cell, while their player has few pieces left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fabgen.rules.standard.state import Ground, Move, PromotionRule, State


@dataclass(frozen=True)
class Flights:
    """Who flies when.

    * `limits`: by code, with how many pieces of its player on the board and in hand it flies, at the highest; 0: never.
    * `low`, `kinds`: by player the lowest code, and how many codes each has.
    * `cells`: those of the board; holes are none.
    """

    limits: tuple[int, ...]
    low: tuple[int, ...]
    kinds: int
    cells: tuple[int, ...]
    ground: Ground
    promotes: tuple[PromotionRule | None, ...]

    def __bool__(self) -> bool:
        return any(self.limits)

    def count(self, state: State, player: int) -> int:
        """How many pieces a player has on the board and in hand."""
        codes = range(self.low[player], self.low[player] + self.kinds)
        return sum(state.board.count(code) + (state.hands[code] if state.hands else 0) for code in codes)

    def can_fly(self, state: State, cell: int) -> bool:
        """Whether the piece of the player to move on a cell flies now."""
        return self.limits[state.board[cell]] >= self.count(state, state.turn)

    def moves(self, state: State, cells: Sequence[int]) -> Iterator[Move]:
        """The flights of the pieces of the player to move on some cells."""
        number = self.count(state, state.turn)
        closed = self.ground.closed_cells(len(state.board) - state.board.count(0), 0)
        vacant = [cell for cell in self.cells if not state.board[cell] and cell not in closed]
        for cell in cells:
            code = state.board[cell]
            if number > self.limits[code] or cell in closed:
                continue
            rule, forbidden = self.promotes[code], self.ground.forbidden[code]
            for to in vacant:
                if to not in forbidden:
                    for becomes in rule.becomes(cell, to) if rule else (0,):
                        yield Move(cell, to, (), (), becomes)
