"""A board → the player whose goal is met; and `win` and `lose` of a spec → these goals.

Every goal is a question about the position alone, so that a position read from text is judged like one that was played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

from fabgen.rules.boards import LARGEST_SIDE, Board, Cell, MapBoard
from fabgen.rules.directions import Offset
from fabgen.rules.position import Setting
from fabgen.rules.standard.connections import connect_aim, name_zones, ring_aim
from fabgen.rules.standard.names import Names
from fabgen.rules.standard.options import Capture, Connect, LineGoal, Reach, Ring, StandardOptions
from fabgen.rules.standard.state import DRAWN, NOBODY, NOWHERE
from fabgen.rules.standard.tables import mask

Zones = tuple[tuple[int, frozenset[int]], ...]  # codes with the cells that count for them


class Aim(Protocol):
    """A goal that the pieces on a board may meet. `zone`: the cells that matter; None: all. `player`: the number of the
    player whose pieces count."""

    @property
    def zone(self) -> frozenset[int] | None: ...
    @property
    def player(self) -> int: ...

    def is_met(self, board: bytes, hopped: frozenset[int] = NOWHERE) -> bool:
        """Whether the goal is met. `hopped`: the cells of pieces that came there by a jump."""

    def waits(self, homeless: Sequence[int]) -> bool:
        """Whether the goal cannot be met before the pieces of these codes are re-placed."""


@dataclass(frozen=True)
class StandAim:
    """Pieces stand in their zones: one of them, or, with `every`, all that have a zone and at least `every` of them (0:
    one piece is enough). `walked`: pieces that jumped into the zone do not count."""

    player: int
    zones: Zones
    every: int
    name: str
    walked: bool = False

    @property
    def zone(self) -> frozenset[int]:
        """All cells of the zones."""
        return frozenset(cell for _, cells in self.zones for cell in cells)

    def is_met(self, board: bytes, hopped: frozenset[int] = NOWHERE) -> bool:
        """Whether one piece, or every piece, stands in its zone."""
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
        """True when every piece of these codes stands in its zone. Stops at the first piece outside, which decides most
        positions."""
        count = 0
        for code, cells in self.zones:
            cell = board.find(code)
            while cell >= 0:
                if cell not in cells:
                    return False
                count += 1
                cell = board.find(code, cell + 1)
        return count >= self.every

    def waits(self, homeless: Sequence[int]) -> bool:
        """Where every piece must be there, one that waits to be re-placed is missing."""
        return self.every > 0 and any(code in homeless for code, _ in self.zones)


@dataclass(frozen=True)
class FillAim:
    """Every cell of the zones holds one of the pieces that the zone is for. `walked`: pieces that jumped into the zone
    do not count."""

    player: int
    zones: Zones
    name: str
    walked: bool = False

    @property
    def zone(self) -> frozenset[int]:
        """All cells to fill."""
        return frozenset(cell for _, cells in self.zones for cell in cells)

    def is_met(self, board: bytes, hopped: frozenset[int] = NOWHERE) -> bool:
        """Whether every cell is filled."""
        if hopped and self.walked:
            board = _without(board, hopped)
        return all(any(board[cell] == code and cell in cells for code, cells in self.zones) for cell in self.zone)

    def waits(self, homeless: Sequence[int]) -> bool:
        """A piece that waits to be re-placed makes no difference: only cells are counted."""
        return False


@dataclass(frozen=True)
class LineAim:
    """A row of `length` pieces of one player next to each other. `runs`: for each direction, the shift of a byte mask
    that leads one step on, and the mask of the cells where a row can start. On a map instead `rows`, the mask of each
    row of spaces."""

    player: int
    length: int
    table: bytes  # which codes are the player's
    runs: tuple[tuple[int, int], ...]
    rows: tuple[int, ...] = ()

    @property
    def zone(self) -> None:
        """A line may lie anywhere."""
        return

    def is_met(self, board: bytes, hopped: frozenset[int] = NOWHERE) -> bool:
        """Whether there is such a line. It does not matter how its pieces came there."""
        pieces = int.from_bytes(board.translate(self.table), "little")
        if self.rows:
            return any(pieces & row == row for row in self.rows)
        for shift, starts in self.runs:
            # Lines that leave the board begin at no start.
            lines = pieces & starts
            for n in range(1, self.length):
                lines &= pieces >> n * shift
                if not lines:
                    break
            if lines:
                return True
        return False

    def waits(self, homeless: Sequence[int]) -> bool:
        """A piece that waits to be re-placed makes no difference: only the board counts."""
        return False


@dataclass(frozen=True)
class PieceMinimum:
    """What a player must keep: at least `least` pieces of some codes, on the board, in hand or waiting to be
    re-placed."""

    player: int
    codes: tuple[int, ...]
    least: int
    name: str

    def count_left(self, board: bytes, hands: Sequence[int], homeless: Sequence[int]) -> int:
        """How many of these pieces the player still has."""
        return sum(board.count(code) + (hands[code] if hands else 0) + homeless.count(code) for code in self.codes)


@dataclass(frozen=True)
class Goals:
    """All goals of a game. `players`: how many have turns; neutral ones come after them. `watched`: the cells where the
    arrival of a piece may meet a goal."""

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
        """By code: the goal cells where a piece counts only if it did not jump there."""
        by_code: dict[int, frozenset[int]] = {}
        for aim in (*self.win, *self.lose):
            for code, cells in aim.zones if isinstance(aim, StandAim | FillAim) and aim.walked else ():
                by_code[code] = by_code.get(code, NOWHERE) | cells
        return by_code

    @cached_property
    def _orders(self) -> tuple[tuple[int, ...], ...]:
        """For each player, the order of all players that begins with them."""
        return tuple(tuple((first + n) % self.players for n in range(self.players)) for first in range(self.players))

    @cached_property
    def _wins(self) -> tuple[tuple[Aim, ...], ...]:
        """The goals to win, by player."""
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
        """The winner (NOBODY: the game goes on) and the bits of the players who are out now. The player who moved last
        is judged first."""
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
        losers = [player for player in order if self.lost(player, board, hands, homeless, hopped)]
        if not losers:
            return NOBODY, out
        remaining = [player for player in order if player not in losers]
        out_after = out | sum(1 << player for player in losers)
        # When a move makes all players lose at once, the player who made it wins.
        if mover in losers and len(losers) == len(order) > 1:
            return mover, out
        return (
            remaining[0] if len(remaining) == 1 and self.players > 1 else NOBODY if remaining else DRAWN
        ), out_after if self.players > 2 else out

    def joint_verdict(self, board: bytes, hands: Sequence[int], out: int) -> tuple[int, int]:
        """As `verdict` after orders of all players at the same time: no player is judged first. Several players who
        meet a goal, or all who lose, draw."""
        playing = [player for player in range(self.players) if not out >> player & 1]
        winners = [player for player in playing if any(aim.is_met(board, NOWHERE) for aim in self._wins[player])]
        if winners:
            return winners[0] if len(winners) == 1 else DRAWN, out
        if self.players > 2 and len(playing) < 2:
            return playing[0] if playing else DRAWN, out
        losers = [player for player in playing if self.lost(player, board, hands, ())]
        if not losers:
            return NOBODY, out
        remaining = [player for player in playing if player not in losers]
        winner = NOBODY if len(remaining) > 1 else remaining[0] if remaining else DRAWN
        return winner, out | sum(1 << player for player in losers) if self.players > 2 else out

    def lost(
        self,
        player: int,
        board: bytes,
        hands: Sequence[int],
        homeless: Sequence[int],
        hopped: frozenset[int] = NOWHERE,
    ) -> bool:
        """Whether a player has lost the pieces that they must keep, or met a goal that loses."""
        return any(
            aim.player == player and aim.is_met(board, hopped) and not aim.waits(homeless) for aim in self.lose
        ) or any(need.player == player and need.count_left(board, hands, homeless) < need.least for need in self.needs)


def layered_goals(goals: Goals, layered: Callable[[frozenset[int]], frozenset[int]]) -> Goals:
    """The goals on a board of several layers, on which pieces that share a cell are one behind the other. `layered`:
    the places of some cells there."""

    def with_layers(aim: Aim) -> Aim:
        if not isinstance(aim, StandAim):
            return aim
        return replace(aim, zones=tuple((code, layered(cells)) for code, cells in aim.zones))

    return replace(goals, win=tuple(map(with_layers, goals.win)), lose=tuple(map(with_layers, goals.lose)))


def _without(board: bytes, cells: frozenset[int]) -> bytes:
    """The board with some cells emptied."""
    rest = bytearray(board)
    for cell in cells:
        rest[cell] = 0
    return bytes(rest)


def compile_goals(names: Names, options: StandardOptions, starting: Mapping[int, int], keeps: bool) -> Goals:
    """All goals of a game. `starting`: the number of pieces of each code at the start.

    `keeps` says that no piece ever leaves the board. Then a goal for all pieces asks for as many as the game starts
    with, so that a position that shows only a few of them is not won by those.
    """
    _report_neutral_goals(names, options)
    lasting = starting if keeps else {}
    win = tuple(aim for i, goal in enumerate(options.win) for aim in compile_goal(names, goal, ("win", i), lasting))
    lose = tuple(aim for i, goal in enumerate(options.lose) for aim in compile_goal(names, goal, ("lose", i), lasting))
    needs = tuple(
        need
        for i, goal in enumerate(options.win)
        if isinstance(goal, Capture)
        for need in _piece_minima(names, goal, i, starting)
    )
    neutral = {number for number, player in enumerate(names.players) if player in names.setting.neutral}
    win, lose = (tuple(aim for aim in aims if aim.player not in neutral) for aims in (win, lose))
    needs = tuple(need for need in needs if need.player not in neutral)
    return Goals(len(names.setting.active_players), win, lose, needs, _watched_cells(names.setting, (*win, *lose)))


def _report_neutral_goals(names: Names, options: StandardOptions) -> None:
    """Adds a mistake for each goal that is given for neutral pieces: it would never count."""
    for word, lack, goals in (("win", "never wins", options.win), ("lose", "never loses", options.lose)):
        for i, goal in enumerate(goals):
            if isinstance(goal, Reach):
                names.report_neutral(goal.reach, lack, word, i, "reach")
            elif isinstance(goal, Connect):
                names.report_neutral(goal.connect, lack, word, i, "connect")


def _watched_cells(setting: Setting, aims: Sequence[Aim]) -> frozenset[int]:
    """The cells that matter to any of the goals."""
    everywhere = frozenset(setting.lattice.order.values())
    return frozenset(cell for aim in aims for cell in (everywhere if aim.zone is None else aim.zone))


def compile_goal(
    names: Names, goal: Reach | Capture | LineGoal | Connect | Ring, key: tuple[str, int], lasting: Mapping[int, int]
) -> Iterator[Aim]:
    """A goal as one aim for each player it concerns. Goals to capture are no aims: see `_piece_minima`. `lasting`: how
    many pieces of each code are on the board throughout the game, as far as that is known."""
    if isinstance(goal, Reach):
        yield from _reach_aims(names, goal, key, lasting)
    elif isinstance(goal, LineGoal):
        if not names.setting.lattice.regular and not _rows_of_map(names.setting.lattice, goal.line):
            what = f"no line of this map has {goal.line} spaces"
            names.report((*key, "line"), what, "a shorter line, or longer ones under `lines` of the map")
            return
        yield from (_line_aim(names, goal, player) for player in range(len(names.players)))
    elif isinstance(goal, Connect):
        yield from _connect_aims(names, goal, key)
    elif isinstance(goal, Ring):
        yield from _ring_aims(names, goal, key)


def _reach_aims(names: Names, goal: Reach, key: tuple[str, int], lasting: Mapping[int, int]) -> Iterator[Aim]:
    """One aim for each player who has pieces with a zone."""
    cells = names.by_code(goal.reach, *key, "reach")
    zone_names = {code: zone for code, (_, zone) in names.values_by_code(goal.reach, *key, "reach").items()}
    for p, player in enumerate(names.players):
        zones = tuple(
            (code, zone) for code, zone in cells.items() if names.pieces_by_code[code].player == player and zone
        )
        name = " or ".join(dict.fromkeys(zone_names[code] for code, _ in zones))
        if zones:
            every = max(1, sum(lasting.get(code, 0) for code, _ in zones)) if goal.pieces == "all" else 0
            walked = goal.by == "moves"
            yield FillAim(p, zones, name, walked) if goal.pieces == "fill" else StandAim(p, zones, every, name, walked)


def _connect_aims(names: Names, goal: Connect, key: tuple[str, int]) -> Iterator[Aim]:
    """One aim for each player and each key that names pieces of theirs."""
    lattice = names.setting.lattice
    zones = {
        who: [names.zone(zone, *key, "connect", who, n) for n, zone in enumerate(listed)]
        for who, listed in goal.connect.items()
    }
    for who, listed in goal.connect.items():
        for n, zone in enumerate(listed):
            if zone in listed[:n]:
                names.report((*key, "connect", who, n), f"{zone} is listed twice", "each zone once")
        if goal.at_least and goal.at_least > len(listed):
            what = f"a chain cannot join {goal.at_least} of {len(listed)} zones"
            names.report((*key, "at_least"), what, f"{len(listed)} at most, or more zones for {who}")
            return
    if goal.to in ("F", "K") and not lattice.compass.has_square_cells:
        names.report((*key, "to"), f"`{goal.to}` is for squares", "leave `to` out: neighbours share a side or a border")
        return
    atom = goal.to or "W"
    codes_by_key: dict[tuple[int, str], list[int]] = {}
    left_out = names.pieces(goal.without, *key, "without")
    if set(left_out) >= set(names.setting.kinds):
        names.report((*key, "without"), "no kind of piece is left to connect anything", "name fewer kinds")
    for code, (who, _) in names.values_by_code(goal.connect, *key, "connect").items():
        if names.pieces_by_code[code].kind in left_out:
            continue
        player = names.players.index(names.pieces_by_code[code].player)
        codes_by_key.setdefault((player, who), []).append(code)
    for (player, who), codes in sorted(codes_by_key.items()):
        least = goal.at_least or len(zones[who])
        name = name_zones(goal.connect[who], least)
        yield connect_aim(lattice, player, codes, zones[who], least, atom, name)


def _ring_aims(names: Names, goal: Ring, key: tuple[str, int]) -> Iterator[Aim]:
    """One aim for each player."""
    lattice = names.setting.lattice
    if not lattice.regular:
        names.report((*key, "ring"), "rings are not known on a map", "a goal to connect zones")
        return
    if goal.to == "K" and not lattice.compass.has_square_cells:
        names.report((*key, "to"), "`K` is for squares", "leave `to` out: hexagons next to each other share a side")
        return
    for p, player in enumerate(names.players):
        own = [code for code, piece in names.pieces_by_code.items() if piece.player == player]
        enemies = [code for code in names.pieces_by_code if code not in own]
        wanted = {"any": [0, *own, *enemies], "vacant": [0], "enemy": enemies}[goal.ring]
        yield ring_aim(lattice, p, own, goal.to or "W", wanted)


def _line_aim(names: Names, goal: LineGoal, player: int) -> LineAim:
    """A line of one player's pieces. A run starts at its leftmost or lowest cell. On boards of one file a shift may be
    0; no such line fits there."""
    lattice = names.setting.lattice
    if not lattice.regular:
        return LineAim(player, goal.line, _table_of_player(names, player), (), _rows_of_map(lattice, goal.line))
    runs = []
    for dx, dy in lattice.compass.offsets(goal.to or lattice.compass.neighbour_atom, (), True):
        if dx + dy * LARGEST_SIDE < 0:
            continue  # the same line, counted from its other end
        far = goal.line - 1
        starts = {n for cell, n in lattice.order.items() if _fits_on_board(lattice, cell, (dx, dy), far)}
        runs.append((8 * (dx + dy * lattice.files), mask(starts)))
    table = _table_of_player(names, player)
    return LineAim(player, goal.line, table, tuple(runs))


def _rows_of_map(lattice: Board, length: int) -> tuple[int, ...]:
    """The masks of all rows of so many spaces that follow each other on a line of a map, each row once."""
    lines = [line.spaces for line in lattice.lines] if isinstance(lattice, MapBoard) else []
    rows = (line[n : n + length] for line in lines for n in range(len(line) - length + 1))
    masks = (mask({lattice.order[cell] for cell in row}) for row in rows if len({*row}) == length)
    return tuple(dict.fromkeys(masks))


def _table_of_player(names: Names, player: int) -> bytes:
    """For `bytes.translate`: 1 for each code of a player."""
    return bytes(
        int(code in names.pieces_by_code and names.pieces_by_code[code].player == names.players[player])
        for code in range(256)
    )


def _piece_minima(names: Names, goal: Capture, number: int, starting: Mapping[int, int]) -> Iterator[PieceMinimum]:
    """What each player must keep: one entry for each player who starts with pieces that the goal names."""
    kinds = (
        list(names.setting.kinds) if goal.capture == "all" else names.pieces(goal.capture, "win", number, "capture")
    )
    name = "piece" if goal.capture == "all" else " or ".join(kinds)
    for p, player in enumerate(names.players):
        codes = tuple(code for piece, code in names.codes.items() if piece.player == player and piece.kind in kinds)
        if any(starting.get(code) for code in codes):
            yield PieceMinimum(p, codes, goal.fewer_than, name)


def _fits_on_board(lattice: Board, cell: Cell, step: Offset, far: int) -> bool:
    """Whether a run of `far` steps from a cell stays on the board and meets no hole."""
    return all(lattice.step(cell, step[0] * n, step[1] * n) for n in range(1, far + 1))
