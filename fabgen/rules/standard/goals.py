"""A board → whose goal is met. Every goal is a question about the position alone, so that a position read from text is
judged like one played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from fabgen.rules.standard.state import DRAWN, NOBODY, NOWHERE

Zones = tuple[tuple[int, frozenset[int]], ...]  # codes with the cells that count for them


class Aim(Protocol):
    """Something that men on a board may have reached. `zone`: the cells that matter; None: all."""

    @property
    def zone(self) -> frozenset[int] | None: ...
    @property
    def player(self) -> int: ...

    def met(self, board: bytes, hopped: frozenset[int] = NOWHERE) -> bool:
        """Whether it is reached; `hopped`: cells of men who came there by a hop."""

    def waits(self, homeless: Sequence[int]) -> bool:
        """Whether it cannot be reached before these men are re-placed."""


@dataclass(frozen=True)
class Stand:
    """A man stands in his zone; with `every`, all men who have one do, and there are so many of them at least (0: one
    man is enough). `walked`: who came there by a hop does not count."""

    player: int
    zones: Zones
    every: int
    name: str
    walked: bool = False

    @property
    def zone(self) -> frozenset[int]:
        """All cells named."""
        return frozenset(cell for _, cells in self.zones for cell in cells)

    def met(self, board: bytes, hopped: frozenset[int] = NOWHERE) -> bool:
        """Whether one man, or every man, is there."""
        if hopped and self.walked:
            if self.every and any(board[cell] == code for code, _ in self.zones for cell in hopped):
                return False
            board = _without(board, hopped)
        return (
            self._every(board)
            if self.every
            else any(board[cell] == code for code, cells in self.zones for cell in cells)
        )

    def _every(self, board: bytes) -> bool:
        """Whether nobody is missing; most positions are told by the first man."""
        there = 0
        for code, cells in self.zones:
            at = board.find(code)
            while at >= 0:
                if at not in cells:
                    return False
                there += 1
                at = board.find(code, at + 1)
        return there >= self.every

    def waits(self, homeless: Sequence[int]) -> bool:
        """Where every man is asked, he who waits for his place is missing."""
        return self.every > 0 and any(code in homeless for code, _ in self.zones)


@dataclass(frozen=True)
class Filled:
    """Every cell of the zones holds one of the men that the zone is for. `walked`: who came there by a hop does not
    count."""

    player: int
    zones: Zones
    name: str
    walked: bool = False

    @property
    def zone(self) -> frozenset[int]:
        """All cells to fill."""
        return frozenset(cell for _, cells in self.zones for cell in cells)

    def met(self, board: bytes, hopped: frozenset[int] = NOWHERE) -> bool:
        """Whether none is missing."""
        if hopped and self.walked:
            board = _without(board, hopped)
        return all(any(board[cell] == code and cell in cells for code, cells in self.zones) for cell in self.zone)

    def waits(self, homeless: Sequence[int]) -> bool:
        """It does not matter who waits."""
        return False


@dataclass(frozen=True)
class Row:
    """So many men of one player next to each other. `runs`: shift of a byte mask for each direction, and the cells
    where a run can start."""

    player: int
    length: int
    table: bytes  # which codes are the player's
    runs: tuple[tuple[int, int], ...]

    @property
    def zone(self) -> None:
        """A line may lie anywhere."""
        return

    def met(self, board: bytes, hopped: frozenset[int] = NOWHERE) -> bool:
        """Whether there is such a line, however its men came there."""
        own = int.from_bytes(board.translate(self.table), "little")
        return any(self._line(own, shift) & starts for shift, starts in self.runs)

    def waits(self, homeless: Sequence[int]) -> bool:
        """It does not matter who waits."""
        return False

    def _line(self, own: int, shift: int) -> int:
        found = own
        for n in range(1, self.length):
            found &= own >> n * shift
        return found


@dataclass(frozen=True)
class Need:
    """What a player must keep: at least so many men of some codes, on the board, in hand or waiting to be re-placed."""

    player: int
    codes: tuple[int, ...]
    least: int
    name: str

    def left(self, board: bytes, hands: Sequence[int], homeless: Sequence[int]) -> int:
        """How many there are."""
        return sum(board.count(code) + (hands[code] if hands else 0) + homeless.count(code) for code in self.codes)


@dataclass(frozen=True)
class Goals:
    """All goals of a game. `watched`: cells where an arrival may meet one; `taking`: whether the loss of a man may."""

    players: int
    win: tuple[Aim, ...]
    lose: tuple[Aim, ...]
    needs: tuple[Need, ...]
    watched: frozenset[int]

    @property
    def any(self) -> bool:
        """Whether a game can be won otherwise than by leaving the others without a move."""
        return bool(self.win or self.lose or self.needs)

    @cached_property
    def walked(self) -> dict[int, frozenset[int]]:
        """By code: the cells where it does not count if it came there by a hop."""
        found: dict[int, frozenset[int]] = {}
        for aim in (*self.win, *self.lose):
            for code, cells in aim.zones if isinstance(aim, Stand | Filled) and aim.walked else ():
                found[code] = found.get(code, NOWHERE) | cells
        return found

    @cached_property
    def _orders(self) -> tuple[tuple[int, ...], ...]:
        """All players, each in front once."""
        return tuple(tuple((first + n) % self.players for n in range(self.players)) for first in range(self.players))

    @cached_property
    def _wins(self) -> tuple[tuple[Aim, ...], ...]:
        return tuple(tuple(aim for aim in self.win if aim.player == player) for player in range(self.players))

    def verdict(
        self,
        board: bytes,
        hands: Sequence[int],
        homeless: Sequence[int],
        mover: int,
        out: int,
        hopped: frozenset[int] = NOWHERE,
    ) -> tuple[int, int]:
        """The winner (NOBODY: the game goes on) and who is out now: the player who moved last is asked first."""
        order = self._orders[mover]
        if out:
            order = tuple(player for player in order if not out >> player & 1)
        for player in order:
            for aim in self._wins[player]:
                if aim.met(board, hopped) and not aim.waits(homeless):
                    return player, out
        if not (self.lose or self.needs or self.players > 2):
            return NOBODY, out
        if self.players > 2 and len(order) < 2:
            return order[0] if order else DRAWN, out
        fallen = [player for player in order if self.lost(player, board, hands, homeless, hopped)]
        if not fallen:
            return NOBODY, out
        left = [player for player in order if player not in fallen]
        now = out | sum(1 << player for player in fallen)
        if mover in fallen and len(fallen) == len(order) > 1:
            return mover, out
        return (
            left[0] if len(left) == 1 and self.players > 1 else NOBODY if left else DRAWN
        ), now if self.players > 2 else out

    def lost(
        self,
        player: int,
        board: bytes,
        hands: Sequence[int],
        homeless: Sequence[int],
        hopped: frozenset[int] = NOWHERE,
    ) -> bool:
        """Whether a player has lost what he must keep, or met a goal that loses."""
        return any(
            aim.player == player and aim.met(board, hopped) and not aim.waits(homeless) for aim in self.lose
        ) or any(need.player == player and need.left(board, hands, homeless) < need.least for need in self.needs)


def _without(board: bytes, cells: frozenset[int]) -> bytes:
    left = bytearray(board)
    for cell in cells:
        left[cell] = 0
    return bytes(left)
