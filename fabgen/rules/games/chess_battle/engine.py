"""A position and what was decided → the next one: set-up, talk, orders, danger zones. Numbers only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from fabgen.rules.games.chess_battle.options import ChessBattleOptions, ChessBattleReadings
from fabgen.rules.games.chess_battle.state import (
    INVALID,
    NOBODY,
    NOTHING,
    NOWHERE,
    PASS,
    BattleAction,
    BattleActionKind,
    BattleState,
    occupied,
)
from fabgen.rules.games.chess_battle.tables import BattleTables
from fabgen.rules.games.skeleton import LegalityRow, is_legal


class Deed(NamedTuple):
    """A use of a token in the talk, as the rows of legality judge it: the player who has it, and the other player."""

    engine: BattleEngine
    state: BattleState
    player: int
    other: int


DeedRow = LegalityRow[Deed, Sequence[str]]  # reasons take the names of the players

_OWN = DeedRow(lambda deed: deed.other == deed.player, lambda deed, names: "tokens are for other players")
DEED_ROWS: Mapping[BattleActionKind, tuple[DeedRow, ...]] = {
    BattleActionKind.FREEZE: (
        _OWN,
        DeedRow(lambda deed: deed.state.at[deed.other] < 0,
                lambda deed, names: f"{names[deed.other]} is out and cannot be frozen"),
        DeedRow(lambda deed: not deed.engine.has_freeze(deed.state, deed.player),
                lambda deed, names: f"{names[deed.player]} has no freeze token left")),
    BattleActionKind.MEDAL: (
        _OWN,
        DeedRow(lambda deed: not deed.engine.has_medal(deed.state, deed.player),
                lambda deed, names: f"{names[deed.player]} has no medal token left")),
}


class BattleEngine:
    """Plays one compiled game. Its tables are made when a position first asks for them: many a game is compiled to be
    drawn, and never played."""

    def __init__(
        self,
        compiled: Callable[[], BattleTables],
        players: int,
        options: ChessBattleOptions,
        chosen: ChessBattleReadings,
    ) -> None:
        self._compiled, self.options, self.chosen = compiled, options, chosen
        self.everybody = range(players)

    @cached_property
    def tables(self) -> BattleTables:
        """All that its rules look up."""
        return self._compiled()

    def over(self, s: BattleState) -> bool:
        """Whether at most one player is alive, or the game has stalled (CB-18)."""
        return s.round > 0 and (len(s.at) - s.at.count(NOWHERE) < 2 or s.idle >= self.options.endless)

    def actors(self, s: BattleState) -> list[int]:
        """The players who decide now: one in the set-up; in talk the living who have tokens; else all living."""
        if not s.round:
            return [s.turn]
        if self.over(s):
            return []
        living = [p for p, cell in enumerate(s.at) if cell >= 0]
        return [p for p in living if self._has_token(s, p)] if s.talk else living

    def actions(self, s: BattleState, p: int) -> list[BattleAction]:
        """The actions of an actor."""
        if s.round:
            return self._deeds(s, p) if s.talk else self.orders(s, p, occupied(s.at))
        if s.kinds[p] >= 0:
            return self.placings(s, p)
        return [BattleAction(BattleActionKind.CHOOSE, k) for k in range(len(self.tables.kinds[p]))]

    def red_areas(self, number: int) -> int:
        """How many areas are red during a round; the next one is yellow."""
        first = 1 if self.chosen.at_start else 2
        return min(max(number - first, 0), len(self.tables.areas))

    def yellow(self, number: int) -> int:
        """The cells that are yellow during a round, a bit each."""
        first = 1 if self.chosen.at_start else 2
        return self.tables.areas[number - first] if 0 <= number - first < len(self.tables.areas) else 0

    def red(self, number: int) -> int:
        """The cells that are red during a round, a bit each."""
        return self.tables.reds[self.red_areas(number)]

    # Set-up.

    def placings(self, s: BattleState, p: int) -> list[BattleAction]:
        """Free cells from which no placed piece is attacked; where none are, those that attack the fewest (CB-15).

        With CB-14 `may not`, a placed piece that attacks the cell counts like one attacked from it.
        """
        stood, every = occupied(s.at), self.tables.places[s.kinds[p]]
        against = self._attacked_cells(s, p, stood)
        shut = stood
        for cell in against:
            shut |= 1 << cell
        free = [place for place in every if not shut >> place.second & 1]
        if free:
            return free
        counts = Counter(cell for cell in against if not stood >> cell & 1)
        fewest = min(counts.values(), default=0)
        return [place for place in every if counts.get(place.second) == fewest]

    def _attacked_cells(self, s: BattleState, p: int, stood: int) -> list[int]:
        """The cells that attacks of placed pieces, and on them, rule out: once for each attack."""
        attackers, kinds = self.tables.kinds[p][s.kinds[p]].attackers, self.tables.kinds
        cells = [origin for cell in s.at if cell >= 0 for origin, between in attackers[cell] if not between & stood]
        if self.chosen.unexposed:
            cells += [to for q, cell in enumerate(s.at) if cell >= 0
                      for to, between in kinds[q][s.kinds[q]].attacks[cell] if not between & stood]
        return cells

    def set_up(self, s: BattleState, action: BattleAction) -> BattleState:
        """The position after a choice (clockwise) or a placing (counter-clockwise from the last choice); then round 1
        begins."""
        if action.what is BattleActionKind.CHOOSE:
            kinds = _replace_at(s.kinds, s.turn, action.first)
            return s._replace(kinds=kinds, turn=(s.turn + 1) % len(kinds) if NOTHING in kinds else s.turn)
        at = _replace_at(s.at, s.turn, action.second)
        if NOWHERE in at:
            return s._replace(at=at, turn=(s.turn - 1) % len(at))
        return self.begin_round(
            BattleState(1, NOBODY, s.kinds, at, medals=((),) * len(at) if self.options.medals else ())
        )

    # Talk.

    def begin_round(self, s: BattleState) -> BattleState:
        """A position at the beginning of a round: with talk where a player has a token to use."""
        return s._replace(talk=True) if self.has_talk(s) else s

    def has_talk(self, s: BattleState) -> bool:
        """Whether a living player has a token to use in a round that is not the last."""
        if not (self.options.medals or self.options.freezes) or self.over(s):
            return False
        return any(cell >= 0 and self._has_token(s, p) for p, cell in enumerate(s.at))

    def has_freeze(self, s: BattleState, p: int) -> bool:
        """Whether a player has a token to freeze another player with."""
        return s.spent.count(p) < self.options.freezes

    def has_medal(self, s: BattleState, p: int) -> bool:
        """Whether a player has a medal to hand to another player."""
        return s.medals != () and len(s.medals[p]) < self.options.medals

    def _has_token(self, s: BattleState, p: int) -> bool:
        return self.has_freeze(s, p) or self.has_medal(s, p)

    def _deeds(self, s: BattleState, p: int) -> list[BattleAction]:
        """To pass, to freeze another living player, to hand a medal to any other player."""
        return [PASS, *(BattleAction(what, q) for what, rows in DEED_ROWS.items() for q in self.everybody
                        if is_legal(rows, Deed(self, s, p, q)))]

    def apply_deeds(self, s: BattleState, deeds: Sequence[tuple[int, BattleAction]]) -> BattleState:
        """The position after the deeds of all players at once: talk goes on until all pass, or no token is left."""
        medals, spent, frozen = [list(given) for given in s.medals], list(s.spent), set(s.frozen)
        for p, deed in deeds:
            if deed.what is BattleActionKind.FREEZE:
                spent.append(p)
                frozen.add(deed.first)
            elif deed.what is BattleActionKind.MEDAL:
                medals[p].append(deed.first)
        handed = tuple(tuple(sorted(given)) for given in medals)
        after = s._replace(medals=handed, spent=tuple(sorted(spent)), frozen=tuple(sorted(frozen)))
        return after._replace(talk=any(deed != PASS for _, deed in deeds) and self.has_talk(after))

    # Orders.

    def orders(self, s: BattleState, p: int, stood: int) -> list[BattleAction]:
        """To stay, first, and every order that the piece can carry out; a frozen player stays.

        With CB-9 `lose` also an invalid order, the last: to write one is a decision then.
        """
        cell = s.at[p]
        stay = self.tables.stays[cell]
        if s.frozen and p in s.frozen:
            return [stay]
        kind = self.tables.kinds[p][s.kinds[p]]
        orders = kind.rows[cell].orders(stood)
        if (kind.apart or kind.stuck) and self.gains_fallback(s, p):
            orders = list(dict.fromkeys(orders + kind.steps[cell].orders(stood)))
        if self.chosen.red_illegal and (red := self.red(s.round)):
            orders = [order for order in orders if not red >> order.second & 1]
        if not (self.chosen.forced and orders):
            orders.insert(0, stay)
        if self.chosen.invalid_loses:
            orders.append(INVALID)
        return orders

    def gains_fallback(self, s: BattleState, p: int) -> bool:
        """Whether a piece gains its fallback now: stuck (CB-16), or apart from the other of its kind (CB-17)."""
        kind = self.tables.kinds[p][s.kinds[p]]
        if kind.stuck and kind.stuck[self.red_areas(s.round)] >> s.at[p] & 1:
            return True
        if not kind.apart or not (self.chosen.pairwise or len(s.at) - s.at.count(NOWHERE) == 2):
            return False
        colours, kinds = self.tables.colours, self.tables.kinds
        other = (q for q, cell in enumerate(s.at) if cell >= 0 and colours[cell] != colours[s.at[p]])
        return any(kinds[q][s.kinds[q]].apart for q in other)

    def apply_orders(self, s: BattleState, orders: Sequence[tuple[int, BattleAction]]) -> BattleState:
        """The position after all orders at once: players who are hit are out, the others move, the lights change."""
        to, lost = list(s.at), set[int]()
        for p, order in orders:
            if order.what is BattleActionKind.INVALID:
                lost.add(p)
            else:
                to[p] = order.second
        ends, out = resolve_orders(s.at, to, self.chosen)
        out |= lost
        at = self._survive_lights(s.round, [NOWHERE if p in out else cell for p, cell in enumerate(ends)])
        kinds = tuple([NOTHING if cell < 0 else k for k, cell in zip(s.kinds, at, strict=True)])
        smallest = self.red_areas(s.round) == len(self.tables.areas)
        idle = s.idle + 1 if smallest and at.count(NOWHERE) == s.at.count(NOWHERE) else 0
        return self.begin_round(BattleState(s.round + 1, NOBODY, kinds, at, False, idle, s.medals, s.spent))

    def _survive_lights(self, number: int, at: list[int]) -> tuple[int, ...]:
        """The cells of the living after the change of lights; at a round's start (CB-11) it needs two who begin it."""
        if self.chosen.at_start:
            at = _remove_on(at, self.red(number))
            if len(at) - at.count(NOWHERE) < 2:
                return tuple(at)
        return tuple(_remove_on(at, self.red(number + 1)))


def _remove_on(at: list[int], red: int) -> list[int]:
    return [NOWHERE if cell >= 0 and red >> cell & 1 else cell for cell in at] if red else at


def _replace_at(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return (*values[:index], value, *values[index + 1:])


Hit = tuple[int, int]  # the player who enters a cell, and the player who stood there


def resolve_orders(at: Sequence[int], to: Sequence[int], chosen: ChessBattleReadings) -> tuple[Sequence[int], set[int]]:
    """The cell where each player ends (as if alive), and the players whom others eliminate. All happens at once.

    `at`, `to`: cells by player; a player who stays or is out already has the same twice. CB-5 concerns cells where
    nobody stood: players who meet there share the cell, are all out, or all go back; going back is not moving away
    (CB-3).
    """
    if chosen.meeting == "share":
        return to, _eliminated(at, to, chosen)
    dead = _eliminated(at, to, chosen) if chosen.dead_are_void else set()
    meeting = _meeting_players(at, to, dead)
    if chosen.meeting == "bounce":
        to = [at[player] if player in meeting else cell for player, cell in enumerate(to)]
        return to, _eliminated(at, to, chosen)
    return to, _eliminated(at, to, chosen) | meeting


def _meeting_players(at: Sequence[int], to: Sequence[int], dead: set[int]) -> set[int]:
    """The players who go to the same cell, where nobody stood."""
    going: dict[int, list[int]] = {}
    for player, cell in enumerate(to):
        if cell not in at and player not in dead:
            going.setdefault(cell, []).append(player)
    return {player for players in going.values() if len(players) > 1 for player in players}


def _eliminated(at: Sequence[int], to: Sequence[int], chosen: ChessBattleReadings) -> set[int]:
    standing: dict[int, list[int]] = {}
    for player, cell in enumerate(at):
        standing.setdefault(cell, []).append(player)
    hits = [(player, other) for player, cell in enumerate(to)
            if cell != at[player] and cell in standing for other in standing[cell]]
    if chosen.leaving_saves or chosen.swap_passes:
        hits = [hit for hit in hits if not _is_excused(hit, at, to, chosen)]
    return _apply_in_order(hits) if chosen.dead_are_void else {other for _, other in hits}


def _is_excused(hit: Hit, at: Sequence[int], to: Sequence[int], chosen: ChessBattleReadings) -> bool:
    """Whether an entered cell costs nothing: a swap by CB-4, any other by CB-3."""
    attacker, other = hit
    if to[other] == at[attacker]:
        return chosen.swap_passes
    return chosen.leaving_saves and to[other] != at[other]


def _apply_in_order(hits: Sequence[Hit]) -> set[int]:
    """The players who are out where the orders of the eliminated do not count (CB-7 `void`).

    An order counts once all players who could stop it are known to be out. Circles, where nobody comes first, happen at
    once.
    """
    attackers: dict[int, set[int]] = {}
    for attacker, other in hits:
        attackers.setdefault(other, set()).add(attacker)
        attackers.setdefault(attacker, set())
    out: set[int] = set()
    while True:
        sure = {player for player, stopping in attackers.items() if stopping <= out}
        more = {player for player, stopping in attackers.items() if stopping & sure}
        if more == out:
            return set(attackers) - sure
        out = more
