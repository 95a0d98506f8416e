"""A compiled game → where its men may ever come, by any play at all. Never too little: what lies outside cannot happen.

Who is in the way, whose turn it is and what a chain may do are not asked. A man is a code on a cell; a code may change
by promotion, by going through a hand, or by changing sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from fabgen.rules.boards import Lattice
from fabgen.rules.movement import Movement, Slide, Walk
from fabgen.rules.standard.hops import Hops
from fabgen.rules.standard.state import ENEMY, FRIEND, NEVER, NOBODY, Compiled, Fate

Standing = tuple[int, int]  # a code on a cell


@dataclass(frozen=True)
class Roads:
    """`forward` and `movements` by code; `captures`: whether moving onto an enemy takes him; `men`: who stands where at
    the start; `hands`: how many of each code are in hand then."""

    game: Compiled
    lattice: Lattice
    forward: Mapping[int, str]
    movements: Mapping[int, Movement]
    captures: bool
    men: tuple[Standing, ...]
    hands: Mapping[int, int]

    def owner(self, code: int) -> int:
        """The number of a code's player."""
        return (code - 1) // self.game.kinds

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """How many men each player starts with, in hand too."""
        codes = [*(code for code, _ in self.men), *(code for code, n in self.hands.items() for _ in range(n))]
        return tuple(sum(self.owner(code) == player for code in codes) for player in range(self.game.players))

    @cached_property
    def fates(self) -> frozenset[Fate]:
        """What may become of men who are taken; nothing where nobody ever is."""
        codes = self._ever()
        walking = {self.game.fate for code in codes if self.takes_walking(code)}
        hopping = {hops.fate for code in codes if (hops := self.game.hops[code]) and self._takes(hops)}
        return frozenset(walking | hopping)

    @cached_property
    def takes_own(self) -> bool:
        """Whether somebody takes men of his own by hopping over them."""
        return any(self.takes_hopping(code, self.owner(code)) for code in self._ever())

    def _ever(self) -> set[int]:
        """Every code that may come into play by being there, by promotion or through a hand."""
        codes = {code for code, _ in self.men} | {code for code, number in self.hands.items() if number}
        todo = list(codes)
        while todo:
            code = todo.pop()
            rule, held = self.game.promotes[code], (self.game.hand_as[code] - 1) % self.game.kinds
            sides = {1 + player * self.game.kinds + held for player in range(self.game.players)}
            new = {*(rule.into if rule else ()), *(sides if self.game.holds else ())} - codes
            codes |= new
            todo += new
        return codes

    def _takes(self, hops: Hops) -> bool:
        return any(kind.takes for kind in hops.anywhere.kinds)

    def takes_walking(self, code: int) -> bool:
        """Whether a code captures by ordinary moves."""
        ways = (way for way in self.movements[code].kinds if isinstance(way, Walk))
        return self.captures and any(way.capture and way.directions for way in ways)

    def takes_hopping(self, code: int, owner: int) -> bool:
        """Whether a code takes men of a player by hopping over them."""
        hops, whom = self.game.hops[code], FRIEND if self.owner(code) == owner else ENEMY
        return hops is not None and any(kind.takes and kind.whom & whom for kind in hops.anywhere.kinds)

    @cached_property
    def everywhere(self) -> frozenset[Standing]:
        """Where men of each code may ever stand."""
        placed = {(code, cell) for code, number in self.hands.items() if number for cell in self.game.drops[code]}
        return self.closure({*self.men, *placed}, True)

    @cached_property
    def walked(self) -> frozenset[Standing]:
        """Where men of each code may ever stand otherwise than by a hop."""
        found = {*self.men, *((code, cell) for code in self.held for cell in self.game.drops[code])}
        found |= {standing for code in self.kinds for standing in self._placed(code, True)}
        for code, cell in self.everywhere:
            rule = self.game.promotes[code]
            for to in {*self._walked(code, cell), *self._also(code, cell)} if cell not in self.closed else ():
                found |= {(new or code, to) for new in (rule.becomes(cell, to) if rule else (0,))}
        return frozenset(found)

    @cached_property
    def kinds(self) -> frozenset[int]:
        """Codes that ever stand on the board."""
        return frozenset(code for code, _ in self.everywhere)

    def closure(self, men: Iterable[Standing], sides: bool = False) -> frozenset[Standing]:
        """Where some men may ever stand, and as what; with `sides`, those who change sides are followed."""
        seen = set(men)
        todo, kinds = list(seen), set()
        while todo:
            code, cell = todo.pop()
            more = self.onward(code, cell) - seen
            if code not in kinds:
                kinds.add(code)
                more |= {*self._placed(code, sides)} - seen
            todo += more
            seen |= more
        return frozenset(seen)

    @cached_property
    def held(self) -> frozenset[int]:
        """Codes that may ever be in a hand."""
        taken = {held for code in self.kinds for held in self._hands(code, True)}
        return frozenset({code for code, number in self.hands.items() if number} | taken)

    def _hands(self, code: int, sides: bool) -> Iterator[int]:
        """What a man who is taken becomes in a hand."""
        held = self.game.hand_as[code]
        if Fate.HAND in self.fates:
            yield held
        for player in range(self.game.players) if Fate.CAPTOR in self.fates else ():
            if self.takes_own if player == self.owner(code) else sides:
                yield 1 + player * self.game.kinds + (held - 1) % self.game.kinds

    def _placed(self, code: int, sides: bool) -> Iterator[Standing]:
        """Where a man who is taken comes back to the board."""
        for held in self._hands(code, sides):
            yield from ((held, cell) for cell in self.game.drops[held])
        if Fate.HOME in self.fates:
            yield from ((code, cell) for cell in self.game.homes[code])

    @cached_property
    def closed(self) -> frozenset[int]:
        """Ground that is closed for good: holes, and more where the number of men on the board never changes."""
        if self.fates or (any(self.hands.values()) and any(self.game.drops)):
            return frozenset(cell for cell, open_ in enumerate(self.game.parity) if open_ == NEVER)
        odd = len(self.men) % 2
        return frozenset(cell for cell, open_ in enumerate(self.game.parity) if open_ not in (NOBODY, odd))

    def onward(self, code: int, cell: int) -> frozenset[Standing]:
        """What a man may be after one move or hop, or so many that all he can reach is reached by repeating it."""
        if (code, cell) not in self._known:
            self._known[code, cell] = frozenset(self._onward(code, cell) if cell not in self.closed else ())
        return self._known[code, cell]

    @cached_property
    def _known(self) -> dict[Standing, frozenset[Standing]]:
        return {}

    def _onward(self, code: int, cell: int) -> Iterator[Standing]:
        rule = self.game.promotes[code]
        for to in {*self._walked(code, cell), *self._hopped(code, cell), *self._also(code, cell)}:
            yield from ((new or code, to) for new in (rule.becomes(cell, to) if rule else (0,)))

    def _walked(self, code: int, cell: int) -> Iterator[int]:
        """A slide is looked at up to the first cell from which it goes on by itself, and as the same man: one that is
        promoted for where its move began can be so at the end of all of it."""
        others = sum(self.numbers) > self.numbers[self.owner(code)]
        rule, shut = self.game.promotes[code], self.game.forbidden[code]
        for way in self.movements[code].kinds:
            may = isinstance(way, Walk) and (way.quiet or (way.capture and self.captures and others))
            if not isinstance(way, Walk) or not may or (way.first and (code, cell) not in self.men):
                continue
            for direction in way.directions:
                for offset, ends in way.path(direction):
                    to = self.lattice.neighbour(cell, offset, self.forward[code])
                    if to is None or to in self.closed:
                        break
                    if ends and to not in shut:
                        yield to
                        if isinstance(way, Slide) and not way.first and (not rule or rule.becomes(cell, to) == (0,)):
                            break

    def _hopped(self, code: int, cell: int) -> Iterator[int]:
        hops, own = self.game.hops[code], self.numbers[self.owner(code)]
        if hops is None:
            return
        friends = FRIEND if own > 1 or Fate.CAPTOR in self.fates else 0
        whom = friends | (ENEMY if sum(self.numbers) > own else 0)
        walls = self.closed - self.game.passable
        for leg in hops.anywhere.legs(cell):
            if leg.whom & whom and leg.hurdle not in walls and leg.land not in self.closed | hops.shut:
                yield leg.land
        for far in hops.anywhere.rays(cell):
            wall = next((n for n, to in enumerate(far.ray) if to in walls), len(far.ray))
            yield from (to for to in far.ray[1:wall] if far.leg.whom & whom and to not in self.closed | hops.shut)

    def _also(self, code: int, cell: int) -> Iterator[int]:
        for condition in self.game.also[code]:
            yield from (to for walks in condition.walks for to, _ in walks[cell].quiet if to not in self.closed)
