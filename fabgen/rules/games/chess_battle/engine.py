"""A position and the players' decisions → the next position: set-up, talk, orders, danger zones. Numbers only."""

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
    occupied_cells,
)
from fabgen.rules.games.chess_battle.tables import BattleTables
from fabgen.rules.games.skeleton import LegalityRow, is_legal


class TokenUse(NamedTuple):
    """A use of a token in the talk, as the rows of legality judge it: the player who uses it, and the other player."""

    engine: BattleEngine
    state: BattleState
    player: int
    other: int


TokenUseRow = LegalityRow[TokenUse, Sequence[str]]  # reasons take the names of the players

_NOT_FOR_ITS_OWNER = TokenUseRow(lambda use: use.other == use.player, lambda use, names: "tokens are for other players")
TOKEN_USE_ROWS: Mapping[BattleActionKind, tuple[TokenUseRow, ...]] = {
    BattleActionKind.FREEZE: (
        _NOT_FOR_ITS_OWNER,
        TokenUseRow(lambda use: use.state.at[use.other] < 0,
                lambda use, names: f"{names[use.other]} is out and cannot be frozen"),
        TokenUseRow(lambda use: not use.engine.has_freeze(use.state, use.player),
                lambda use, names: f"{names[use.player]} has no freeze token left")),
    BattleActionKind.MEDAL: (
        _NOT_FOR_ITS_OWNER,
        TokenUseRow(lambda use: not use.engine.has_medal(use.state, use.player),
                lambda use, names: f"{names[use.player]} has no medal token left")),
}


class BattleEngine:
    """Plays one compiled game. Its tables are made when first needed, because many games are compiled only to be
    drawn."""

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
        """The tables of the game."""
        return self._compiled()

    def over(self, state: BattleState) -> bool:
        """Whether at most one player is alive, or the game has stalled (CB-18)."""
        return state.round > 0 and (len(state.at) - state.at.count(NOWHERE) < 2 or state.idle >= self.options.endless)

    def actors(self, state: BattleState) -> list[int]:
        """The players who decide now: one in the set-up; in the talk all living players with tokens; else all living
        players."""
        if not state.round:
            return [state.turn]
        if self.over(state):
            return []
        living = [p for p, cell in enumerate(state.at) if cell >= 0]
        return [p for p in living if self._has_token(state, p)] if state.talk else living

    def actions(self, state: BattleState, p: int) -> list[BattleAction]:
        """The actions of an actor."""
        if state.round:
            return self._token_uses(state, p) if state.talk else self.orders(state, p, occupied_cells(state.at))
        if state.kinds[p] >= 0:
            return self.placings(state, p)
        return [BattleAction(BattleActionKind.CHOOSE, k) for k in range(len(self.tables.kinds[p]))]

    def red_areas(self, number: int) -> int:
        """How many areas are red during a round. The next area is yellow."""
        first = 1 if self.chosen.at_start else 2
        return min(max(number - first, 0), len(self.tables.areas))

    def yellow(self, number: int) -> int:
        """The cells that are yellow during a round, as bits."""
        first = 1 if self.chosen.at_start else 2
        return self.tables.areas[number - first] if 0 <= number - first < len(self.tables.areas) else 0

    def red(self, number: int) -> int:
        """The cells that are red during a round, as bits."""
        return self.tables.reds[self.red_areas(number)]

    # Set-up.

    def placings(self, state: BattleState, p: int) -> list[BattleAction]:
        """The free cells from which no placed piece is attacked; where there are none, those from which the fewest are
        (CB-15).

        With CB-14 `may not`, a placed piece that attacks the cell counts like one attacked from it.
        """
        occupied, places = occupied_cells(state.at), self.tables.places[state.kinds[p]]
        attacked = self._attacked_cells(state, p, occupied)
        excluded = occupied
        for cell in attacked:
            excluded |= 1 << cell
        free = [place for place in places if not excluded >> place.second & 1]
        if free:
            return free
        counts = Counter(cell for cell in attacked if not occupied >> cell & 1)
        fewest = min(counts.values(), default=0)
        return [place for place in places if counts.get(place.second) == fewest]

    def _attacked_cells(self, state: BattleState, p: int, occupied: int) -> list[int]:
        """The cells from which placed pieces are attacked, or which they attack where that counts: once for each
        attack."""
        attackers, kinds = self.tables.kinds[p][state.kinds[p]].attackers, self.tables.kinds
        cells = [origin for cell in state.at if cell >= 0
                 for origin, between in attackers[cell] if not between & occupied]
        if self.chosen.unexposed:
            cells += [to for q, cell in enumerate(state.at) if cell >= 0
                      for to, between in kinds[q][state.kinds[q]].attacks[cell] if not between & occupied]
        return cells

    def set_up(self, state: BattleState, action: BattleAction) -> BattleState:
        """The position after a choice (clockwise) or a placing (counter-clockwise from the last choice). Round 1 begins
        after the last placing."""
        if action.what is BattleActionKind.CHOOSE:
            kinds = _replace_at(state.kinds, state.turn, action.first)
            return state._replace(kinds=kinds, turn=(state.turn + 1) % len(kinds) if NOTHING in kinds else state.turn)
        at = _replace_at(state.at, state.turn, action.second)
        if NOWHERE in at:
            return state._replace(at=at, turn=(state.turn - 1) % len(at))
        return self.begin_round(
            BattleState(1, NOBODY, state.kinds, at, medals=((),) * len(at) if self.options.medals else ())
        )

    # Talk.

    def begin_round(self, state: BattleState) -> BattleState:
        """A position at the beginning of a round, with a talk where a player has a token to use."""
        return state._replace(talk=True) if self.has_talk(state) else state

    def has_talk(self, state: BattleState) -> bool:
        """Whether the game goes on and a living player has a token to use."""
        if not (self.options.medals or self.options.freezes) or self.over(state):
            return False
        return any(cell >= 0 and self._has_token(state, p) for p, cell in enumerate(state.at))

    def has_freeze(self, state: BattleState, p: int) -> bool:
        """Whether a player has a token to freeze another player with."""
        return state.spent.count(p) < self.options.freezes

    def has_medal(self, state: BattleState, p: int) -> bool:
        """Whether a player has a medal to hand to another player."""
        return state.medals != () and len(state.medals[p]) < self.options.medals

    def _has_token(self, state: BattleState, p: int) -> bool:
        """Whether a player has any token to use."""
        return self.has_freeze(state, p) or self.has_medal(state, p)

    def _token_uses(self, state: BattleState, p: int) -> list[BattleAction]:
        """Passing, freezing another living player, handing a medal to any other player."""
        return [PASS, *(BattleAction(what, q) for what, rows in TOKEN_USE_ROWS.items() for q in self.everybody
                        if is_legal(rows, TokenUse(self, state, p, q)))]

    def apply_talk(self, state: BattleState, decisions: Sequence[tuple[int, BattleAction]]) -> BattleState:
        """The position after the decisions of all players in the talk, each with its player. The talk goes on until all
        pass or no token is left."""
        medals, spent, frozen = [list(receivers) for receivers in state.medals], list(state.spent), set(state.frozen)
        for p, decision in decisions:
            if decision.what is BattleActionKind.FREEZE:
                spent.append(p)
                frozen.add(decision.first)
            elif decision.what is BattleActionKind.MEDAL:
                medals[p].append(decision.first)
        handed = tuple(tuple(sorted(receivers)) for receivers in medals)
        after = state._replace(medals=handed, spent=tuple(sorted(spent)), frozen=tuple(sorted(frozen)))
        return after._replace(talk=any(decision != PASS for _, decision in decisions) and self.has_talk(after))

    # Orders.

    def orders(self, state: BattleState, p: int, occupied: int) -> list[BattleAction]:
        """Staying, which comes first, and every order that the piece can carry out. A frozen player stays.

        With CB-9 `lose` there is also an invalid order, which comes last, because writing one is then a decision.
        """
        cell = state.at[p]
        stay = self.tables.stays[cell]
        if state.frozen and p in state.frozen:
            return [stay]
        kind = self.tables.kinds[p][state.kinds[p]]
        orders = kind.rows[cell].orders(occupied)
        if (kind.apart or kind.stuck) and self.gains_fallback(state, p):
            orders = list(dict.fromkeys(orders + kind.steps[cell].orders(occupied)))
        if self.chosen.red_illegal and (red := self.red(state.round)):
            orders = [order for order in orders if not red >> order.second & 1]
        if not (self.chosen.forced and orders):
            orders.insert(0, stay)
        if self.chosen.invalid_loses:
            orders.append(INVALID)
        return orders

    def gains_fallback(self, state: BattleState, p: int) -> bool:
        """Whether a piece gains its fallback now: it is stuck (CB-16), or on another colour than the piece it should
        meet (CB-17)."""
        kind = self.tables.kinds[p][state.kinds[p]]
        if kind.stuck and kind.stuck[self.red_areas(state.round)] >> state.at[p] & 1:
            return True
        if not kind.apart or not (self.chosen.pairwise or len(state.at) - state.at.count(NOWHERE) == 2):
            return False
        colours, kinds = self.tables.colours, self.tables.kinds
        on_other_colour = (q for q, cell in enumerate(state.at) if cell >= 0 and colours[cell] != colours[state.at[p]])
        return any(kinds[q][state.kinds[q]].apart for q in on_other_colour)

    def apply_orders(self, state: BattleState, orders: Sequence[tuple[int, BattleAction]]) -> BattleState:
        """The position after all orders at once: players who are hit are out, the others move, and the lights
        change."""
        targets, losers = list(state.at), set[int]()
        for p, order in orders:
            if order.what is BattleActionKind.INVALID:
                losers.add(p)
            else:
                targets[p] = order.second
        ends, out = resolve_orders(state.at, targets, self.chosen)
        out |= losers
        at = self._survive_lights(state.round, [NOWHERE if p in out else cell for p, cell in enumerate(ends)])
        kinds = tuple([NOTHING if cell < 0 else k for k, cell in zip(state.kinds, at, strict=True)])
        smallest = self.red_areas(state.round) == len(self.tables.areas)
        idle = state.idle + 1 if smallest and at.count(NOWHERE) == state.at.count(NOWHERE) else 0
        return self.begin_round(BattleState(state.round + 1, NOBODY, kinds, at, False, idle, state.medals, state.spent))

    def _survive_lights(self, number: int, at: list[int]) -> tuple[int, ...]:
        """The cells of the living players after the change of lights. Where lights change at a round's start (CB-11),
        they do so only if at least two players begin that round."""
        if self.chosen.at_start:
            at = _remove_on(at, self.red(number))
            if len(at) - at.count(NOWHERE) < 2:
                return tuple(at)
        return tuple(_remove_on(at, self.red(number + 1)))


def _remove_on(at: list[int], red: int) -> list[int]:
    """The cells by player, with NOWHERE for players on red cells."""
    return [NOWHERE if cell >= 0 and red >> cell & 1 else cell for cell in at] if red else at


def _replace_at(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """The values with one of them replaced."""
    return (*values[:index], value, *values[index + 1:])


Hit = tuple[int, int]  # the player who enters a cell, and the player who was on it before


def resolve_orders(at: Sequence[int], to: Sequence[int], chosen: ChessBattleReadings) -> tuple[Sequence[int], set[int]]:
    """The cell where each player ends (as if alive), and the players whom others eliminate. All orders happen at the
    same time.

    `at`, `to`: cells by player; for a player who stays or is already out both are the same. CB-5 concerns cells that
    were empty: players who meet there share the cell, are all out, or all go back. A player who goes back has not moved
    away (CB-3).
    """
    if chosen.meeting == "share":
        return to, _find_eliminated_players(at, to, chosen)
    dead = _find_eliminated_players(at, to, chosen) if chosen.dead_are_void else set()
    meeting = _meeting_players(at, to, dead)
    if chosen.meeting == "bounce":
        to = [at[player] if player in meeting else cell for player, cell in enumerate(to)]
        return to, _find_eliminated_players(at, to, chosen)
    return to, _find_eliminated_players(at, to, chosen) | meeting


def _meeting_players(at: Sequence[int], to: Sequence[int], dead: set[int]) -> set[int]:
    """The players who go to the same cell, where no piece was before."""
    going: dict[int, list[int]] = {}
    for player, cell in enumerate(to):
        if cell not in at and player not in dead:
            going.setdefault(cell, []).append(player)
    return {player for players in going.values() if len(players) > 1 for player in players}


def _find_eliminated_players(at: Sequence[int], to: Sequence[int], chosen: ChessBattleReadings) -> set[int]:
    """The players who are out because another player enters their cell."""
    players_on: dict[int, list[int]] = {}
    for player, cell in enumerate(at):
        players_on.setdefault(cell, []).append(player)
    hits = [(player, victim) for player, cell in enumerate(to)
            if cell != at[player] and cell in players_on for victim in players_on[cell]]
    if chosen.leaving_saves or chosen.swap_passes:
        hits = [hit for hit in hits if not _is_excused(hit, at, to, chosen)]
    return _apply_in_order(hits) if chosen.dead_are_void else {victim for _, victim in hits}


def _is_excused(hit: Hit, at: Sequence[int], to: Sequence[int], chosen: ChessBattleReadings) -> bool:
    """Whether entering a cell does not eliminate the player on it: for a swap by CB-4, else by CB-3."""
    attacker, victim = hit
    if to[victim] == at[attacker]:
        return chosen.swap_passes
    return chosen.leaving_saves and to[victim] != at[victim]


def _apply_in_order(hits: Sequence[Hit]) -> set[int]:
    """The players who are out where the orders of eliminated players do not count (CB-7 `void`).

    An order counts once all players who could stop it are known to be out. In a circle no order comes first; all its
    orders then happen at once.
    """
    attackers: dict[int, set[int]] = {}
    for attacker, victim in hits:
        attackers.setdefault(victim, set()).add(attacker)
        attackers.setdefault(attacker, set())
    out: set[int] = set()
    while True:
        safe = {player for player, stopping in attackers.items() if stopping <= out}
        out_now = {player for player, stopping in attackers.items() if stopping & safe}
        if out_now == out:
            return set(attackers) - safe
        out = out_now
