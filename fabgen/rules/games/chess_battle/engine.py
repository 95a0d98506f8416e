"""A position and what was decided → the next one: set-up, talk, orders, danger zones. Numbers only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property

from fabgen.rules.games.chess_battle.clash import clash
from fabgen.rules.games.chess_battle.options import Options, Readings
from fabgen.rules.games.chess_battle.state import INVALID, NOBODY, NOTHING, NOWHERE, PASS, Action, State, What, occupied
from fabgen.rules.games.chess_battle.tables import Tables


class Engine:
    """Plays one compiled game. Its tables are made when a position first asks for them: many a game is compiled to be
    drawn, and never played."""

    def __init__(self, compiled: Callable[[], Tables], players: int, options: Options, chosen: Readings) -> None:
        self._compiled, self.options, self.chosen = compiled, options, chosen
        self.everybody = range(players)

    @cached_property
    def tables(self) -> Tables:
        """All that its rules look up."""
        return self._compiled()

    def over(self, s: State) -> bool:
        """Whether nobody, one player, or nothing but repetition (CB-18) is left."""
        return s.round > 0 and (len(s.at) - s.at.count(NOWHERE) < 2 or s.idle >= self.options.endless)

    def actors(self, s: State) -> list[int]:
        """Who decides now: one player in the set-up; in talk who has tokens; else all living."""
        if not s.round:
            return [s.turn]
        if self.over(s):
            return []
        living = [p for p, cell in enumerate(s.at) if cell >= 0]
        return [p for p in living if self._tokens(s, p)] if s.talk else living

    def actions(self, s: State, p: int) -> list[Action]:
        """What an actor may do."""
        if s.round:
            return self._deeds(s, p) if s.talk else self.orders(s, p, occupied(s.at))
        if s.kinds[p] >= 0:
            return self.placings(s, p)
        return [Action(What.CHOOSE, k) for k in range(len(self.tables.kinds[p]))]

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

    def placings(self, s: State, p: int) -> list[Action]:
        """Free cells from which no placed piece is attacked; where none are, those that attack the fewest (CB-15).

        With CB-14 `may not`, a placed piece that attacks the cell counts like one attacked from it.
        """
        stood, every = occupied(s.at), self.tables.places[s.kinds[p]]
        against = self._against(s, p, stood)
        shut = stood
        for cell in against:
            shut |= 1 << cell
        found = [place for place in every if not shut >> place.two & 1]
        if found:
            return found
        counts = Counter(cell for cell in against if not stood >> cell & 1)
        fewest = min(counts.values(), default=0)
        return [place for place in every if counts.get(place.two) == fewest]

    def _against(self, s: State, p: int, stood: int) -> list[int]:
        """The cells that placed pieces speak against, once for each of them."""
        attackers, kinds = self.tables.kinds[p][s.kinds[p]].attackers, self.tables.kinds
        found = [origin for cell in s.at if cell >= 0 for origin, between in attackers[cell] if not between & stood]
        if self.chosen.unexposed:
            found += [to for q, cell in enumerate(s.at) if cell >= 0
                      for to, between in kinds[q][s.kinds[q]].attacks[cell] if not between & stood]
        return found

    def set_up(self, s: State, action: Action) -> State:
        """After a choice, clockwise, or a placing, counter-clockwise from the last who chose; then round 1 begins."""
        if action.what is What.CHOOSE:
            kinds = _with(s.kinds, s.turn, action.one)
            return s._replace(kinds=kinds, turn=(s.turn + 1) % len(kinds) if NOTHING in kinds else s.turn)
        at = _with(s.at, s.turn, action.two)
        if NOWHERE in at:
            return s._replace(at=at, turn=(s.turn - 1) % len(at))
        return self.round(State(1, NOBODY, s.kinds, at, medals=((),) * len(at) if self.options.medals else ()))

    # Talk.

    def round(self, s: State) -> State:
        """A position at the beginning of a round: with talk where somebody has a token to use."""
        return s._replace(talk=True) if self.talks(s) else s

    def talks(self, s: State) -> bool:
        """Whether a living player has a token to use in a round that is not the last."""
        if not (self.options.medals or self.options.freezes) or self.over(s):
            return False
        return any(cell >= 0 and self._tokens(s, p) for p, cell in enumerate(s.at))

    def _tokens(self, s: State, p: int) -> bool:
        return s.spent.count(p) < self.options.freezes or (s.medals != () and len(s.medals[p]) < self.options.medals)

    def _deeds(self, s: State, p: int) -> list[Action]:
        """To pass, to freeze one who is alive, to hand a medal to anybody else."""
        deeds = [PASS]
        if s.spent.count(p) < self.options.freezes:
            deeds += [Action(What.FREEZE, q) for q in self.everybody if q != p and s.at[q] >= 0]
        if s.medals and len(s.medals[p]) < self.options.medals:
            deeds += [Action(What.MEDAL, q) for q in self.everybody if q != p]
        return deeds

    def talked(self, s: State, deeds: Sequence[tuple[int, Action]]) -> State:
        """After what all did at once: talk goes on until nobody has anything to add or to use."""
        medals, spent, frozen = [list(given) for given in s.medals], list(s.spent), set(s.frozen)
        for p, deed in deeds:
            if deed.what is What.FREEZE:
                spent.append(p)
                frozen.add(deed.one)
            elif deed.what is What.MEDAL:
                medals[p].append(deed.one)
        handed = tuple(tuple(sorted(given)) for given in medals)
        after = s._replace(medals=handed, spent=tuple(sorted(spent)), frozen=tuple(sorted(frozen)))
        return after._replace(talk=any(deed != PASS for _, deed in deeds) and self.talks(after))

    # Orders.

    def orders(self, s: State, p: int, stood: int) -> list[Action]:
        """To stay, first, and every order that the piece can carry out; a frozen player stays.

        With CB-9 `lose` also an invalid order, the last: to write one is a decision then.
        """
        cell = s.at[p]
        stay = self.tables.stays[cell]
        if s.frozen and p in s.frozen:
            return [stay]
        own = self.tables.kinds[p][s.kinds[p]]
        found = own.rows[cell].orders(stood)
        if (own.apart or own.stuck) and self.steps(s, p):
            found = list(dict.fromkeys(found + own.steps[cell].orders(stood)))
        if self.chosen.red_illegal and (red := self.red(s.round)):
            found = [order for order in found if not red >> order.two & 1]
        if not (self.chosen.forced and found):
            found.insert(0, stay)
        if self.chosen.invalid_loses:
            found.append(INVALID)
        return found

    def steps(self, s: State, p: int) -> bool:
        """Whether a piece gains its fallback now: stuck (CB-16), or apart from the other of its kind (CB-17)."""
        own = self.tables.kinds[p][s.kinds[p]]
        if own.stuck and own.stuck[self.red_areas(s.round)] >> s.at[p] & 1:
            return True
        if not own.apart or not (self.chosen.pairwise or len(s.at) - s.at.count(NOWHERE) == 2):
            return False
        colours, kinds = self.tables.colours, self.tables.kinds
        other = (q for q, cell in enumerate(s.at) if cell >= 0 and colours[cell] != colours[s.at[p]])
        return any(kinds[q][s.kinds[q]].apart for q in other)

    def ordered(self, s: State, orders: Sequence[tuple[int, Action]]) -> State:
        """After all orders at once: who is hit is out, the others move, then the lights change."""
        to, lost = list(s.at), set[int]()
        for p, order in orders:
            if order.what is What.INVALID:
                lost.add(p)
            else:
                to[p] = order.two
        ends, out = clash(s.at, to, self.chosen)
        out |= lost
        at = self._lights(s.round, [NOWHERE if p in out else cell for p, cell in enumerate(ends)])
        kinds = tuple([NOTHING if cell < 0 else k for k, cell in zip(s.kinds, at, strict=True)])
        smallest = self.red_areas(s.round) == len(self.tables.areas)
        idle = s.idle + 1 if smallest and at.count(NOWHERE) == s.at.count(NOWHERE) else 0
        return self.round(State(s.round + 1, NOBODY, kinds, at, False, idle, s.medals, s.spent))

    def _lights(self, number: int, at: list[int]) -> tuple[int, ...]:
        """Where the living stand after the change of lights; at a round's start (CB-11) it needs two who begin it."""
        if self.chosen.at_start:
            at = _burnt(at, self.red(number))
            if len(at) - at.count(NOWHERE) < 2:
                return tuple(at)
        return tuple(_burnt(at, self.red(number + 1)))


def _burnt(at: list[int], red: int) -> list[int]:
    return [NOWHERE if cell >= 0 and red >> cell & 1 else cell for cell in at] if red else at


def _with(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return (*values[:index], value, *values[index + 1:])
