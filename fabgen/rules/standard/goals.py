"""A board → whose goal is met; and `win` and `lose` of a spec → these goals. Every goal is a question about the
position alone, so that a position read from text is judged like one that was played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from fabgen.rules.boards import LARGEST_SIDE, Board, Cell
from fabgen.rules.directions import Offset
from fabgen.rules.position import Setting
from fabgen.rules.standard.names import Names
from fabgen.rules.standard.options import Capture, LineGoal, Reach, StandardOptions
from fabgen.rules.standard.state import DRAWN, NOBODY, NOWHERE
from fabgen.rules.standard.tables import mask

Zones = tuple[tuple[int, frozenset[int]], ...]  # codes with the cells that count for them


class Aim(Protocol):
    """Something that men on a board may have reached. `zone`: the cells that matter; None: all."""

    @property
    def zone(self) -> frozenset[int] | None: ...
    @property
    def player(self) -> int: ...

    def is_met(self, board: bytes, hopped: frozenset[int] = NOWHERE) -> bool:
        """Whether it is reached; `hopped`: cells of men who came there by a hop."""

    def waits(self, homeless: Sequence[int]) -> bool:
        """Whether it cannot be reached before these men are re-placed."""


@dataclass(frozen=True)
class StandAim:
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

    def is_met(self, board: bytes, hopped: frozenset[int] = NOWHERE) -> bool:
        """Whether one man, or every man, is there."""
        if hopped and self.walked:
            if self.every and any(board[cell] == code for code, _ in self.zones for cell in hopped):
                return False
            board = _without(board, hopped)
        return (
            self._has_all_in_zone(board)
            if self.every
            else any(board[cell] == code for code, cells in self.zones for cell in cells)
        )

    def _has_all_in_zone(self, board: bytes) -> bool:
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
class FillAim:
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

    def is_met(self, board: bytes, hopped: frozenset[int] = NOWHERE) -> bool:
        """Whether none is missing."""
        if hopped and self.walked:
            board = _without(board, hopped)
        return all(any(board[cell] == code and cell in cells for code, cells in self.zones) for cell in self.zone)

    def waits(self, homeless: Sequence[int]) -> bool:
        """It does not matter who waits."""
        return False


@dataclass(frozen=True)
class LineAim:
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

    def is_met(self, board: bytes, hopped: frozenset[int] = NOWHERE) -> bool:
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
class PieceMinimum:
    """What a player must keep: at least so many men of some codes, on the board, in hand or waiting to be re-placed."""

    player: int
    codes: tuple[int, ...]
    least: int
    name: str

    def count_left(self, board: bytes, hands: Sequence[int], homeless: Sequence[int]) -> int:
        """How many there are."""
        return sum(board.count(code) + (hands[code] if hands else 0) + homeless.count(code) for code in self.codes)


@dataclass(frozen=True)
class Goals:
    """All goals of a game. `watched`: cells where an arrival may meet one; `taking`: whether the loss of a man may."""

    players: int
    win: tuple[Aim, ...]
    lose: tuple[Aim, ...]
    needs: tuple[PieceMinimum, ...]
    watched: frozenset[int]

    @property
    def any(self) -> bool:
        """Whether a game can be won otherwise than by leaving the others without a move."""
        return bool(self.win or self.lose or self.needs)

    @cached_property
    def walk_only_cells(self) -> dict[int, frozenset[int]]:
        """By code: the cells where it does not count if it came there by a hop."""
        found: dict[int, frozenset[int]] = {}
        for aim in (*self.win, *self.lose):
            for code, cells in aim.zones if isinstance(aim, StandAim | FillAim) and aim.walked else ():
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
                if aim.is_met(board, hopped) and not aim.waits(homeless):
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
            aim.player == player and aim.is_met(board, hopped) and not aim.waits(homeless) for aim in self.lose
        ) or any(need.player == player and need.count_left(board, hands, homeless) < need.least for need in self.needs)


def _without(board: bytes, cells: frozenset[int]) -> bytes:
    left = bytearray(board)
    for cell in cells:
        left[cell] = 0
    return bytes(left)


def compile_goals(names: Names, options: StandardOptions, starting: Mapping[int, int], keeps: bool) -> Goals:
    """All goals; `starting` are the men that a game starts with, by code, `keeps` tells that nobody ever leaves the
    board: then all of them must be where all must be, and a position that shows only a few of them is not won by
    those."""
    least = starting if keeps else {}
    win = tuple(aim for i, goal in enumerate(options.win) for aim in _aims(names, goal, ("win", i), least))
    lose = tuple(aim for i, goal in enumerate(options.lose) for aim in _aims(names, goal, ("lose", i), least))
    needs = tuple(
        need
        for i, goal in enumerate(options.win)
        if isinstance(goal, Capture)
        for need in _needs(names, goal, i, starting)
    )
    return Goals(len(names.setting.players), win, lose, needs, _watched_cells(names.setting, (*win, *lose)))


def _watched_cells(setting: Setting, aims: Sequence[Aim]) -> frozenset[int]:
    everywhere = frozenset(setting.lattice.order.values())
    return frozenset(cell for aim in aims for cell in (everywhere if aim.zone is None else aim.zone))


def _aims(
    names: Names, goal: Reach | Capture | LineGoal, key: tuple[str, int], least: Mapping[int, int]
) -> Iterator[Aim]:
    if isinstance(goal, Reach):
        yield from _reach(names, goal, key, least)
    elif isinstance(goal, LineGoal):
        if not names.setting.lattice.regular:
            names.wrong((*key, "line"), "pieces in a line are not known on a map", "a goal to reach or to capture")
            return
        yield from (_row(names, goal, p) for p in range(len(names.players)))


def _reach(names: Names, goal: Reach, key: tuple[str, int], least: Mapping[int, int]) -> Iterator[Aim]:
    cells = names.by_code(goal.reach, *key, "reach")
    called = {code: zone for code, (_, zone) in names.values_by_code(goal.reach, *key, "reach").items()}
    for p, player in enumerate(names.players):
        own = tuple((code, zone) for code, zone in cells.items() if names.men[code].player == player and zone)
        name = " or ".join(dict.fromkeys(called[code] for code, _ in own))
        if own:
            every = max(1, sum(least.get(code, 0) for code, _ in own)) if goal.pieces == "all" else 0
            walked = goal.by == "moves"
            yield FillAim(p, own, name, walked) if goal.pieces == "fill" else StandAim(p, own, every, name, walked)


def _row(names: Names, goal: LineGoal, player: int) -> LineAim:
    """The start of a run is its leftmost or lowest cell; shifts of nought are on boards of one file, where no such line
    fits."""
    lattice = names.setting.lattice
    runs = []
    for dx, dy in lattice.compass.offsets(goal.to or lattice.compass.neighbour_atom, (), True):
        if dx + dy * LARGEST_SIDE < 0:
            continue  # the same line, counted from its other end
        far = goal.line - 1
        starts = {n for cell, n in lattice.order.items() if _whole(lattice, cell, (dx, dy), far)}
        runs.append((8 * (dx + dy * lattice.files), mask(starts)))
    own = bytes(int(code in names.men and names.men[code].player == names.players[player]) for code in range(256))
    return LineAim(player, goal.line, own, tuple(runs))


def _needs(names: Names, goal: Capture, number: int, starting: Mapping[int, int]) -> Iterator[PieceMinimum]:
    kinds = (
        list(names.setting.kinds) if goal.capture == "all" else names.pieces(goal.capture, "win", number, "capture")
    )
    called = "piece" if goal.capture == "all" else " or ".join(kinds)
    for p, player in enumerate(names.players):
        own = tuple(code for man, code in names.codes.items() if man.player == player and man.kind in kinds)
        if any(starting.get(code) for code in own):
            yield PieceMinimum(p, own, goal.fewer_than, called)


def _whole(lattice: Board, cell: Cell, step: Offset, far: int) -> bool:
    """Whether a run from a cell stays on the board, holes left out."""
    return all(lattice.step(cell, step[0] * n, step[1] * n) for n in range(1, far + 1))
