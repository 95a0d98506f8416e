"""A game of the standard set → what in its rules can never happen: goals out of reach, pieces that never move, options
for nothing. Only what no play at all could make true is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabgen.rules.position import Man
from fabgen.rules.protocol import Doubt
from fabgen.rules.standard.names import Names
from fabgen.rules.standard.options import Options, Reach
from fabgen.rules.standard.roads import Roads
from fabgen.rules.standard.state import NEVER, Compiled
from fabgen.rules.standard.unmet import Unmet

if TYPE_CHECKING:
    from fabgen.rules.standard.rules import Standard


def doubts(rules: Standard) -> Iterator[Doubt]:
    """All of them; none about a game without men, which is not finished."""
    roads = roads_of(rules)
    if not sum(roads.numbers):
        return
    names = Names(rules.setting, rules.zones)
    yield from Unmet(rules.options, names, rules.game, roads).goals()
    idle = _Idle(rules.options, names, rules.game, roads)
    yield from (*idle.holes(), *idle.moving(), *idle.hands(), *idle.promotion(), *idle.acting())


def roads_of(rules: Standard) -> Roads:
    """Where the men of a game may come."""
    setting, start = rules.setting, rules.first
    codes = Names(setting, rules.zones).codes
    hands: dict[int, int] = {}
    for (player, _), counts in start.held.items():
        hands |= {codes[Man(player, piece)]: number for piece, number in counts.items()}
    return Roads(
        rules.game,
        setting.lattice,
        {code: setting.players[man.player] for man, code in codes.items()},
        {code: rules.movements.movements[man.piece] for man, code in codes.items()},
        rules.options.capture == "replace",
        tuple((codes[man], setting.lattice.order[cell]) for cell, man in start.men.items()),
        hands,
    )


@dataclass
class _Idle:
    """One game's pieces and options, held against where its men may ever come."""

    options: Options
    names: Names
    game: Compiled
    roads: Roads

    def holes(self) -> Iterator[Doubt]:
        """Men who start where the board has none."""
        for code, cell in self.roads.men:
            if self.game.parity and self.game.parity[cell] == NEVER:
                man, where = self.names.men[code], self.names.cells([cell])
                what, hint = f"a {man} starts on {where}, which is never open", "another cell, or other terrain"
                yield Doubt(("setup", man.player, man.piece), what, hint, "error")

    def moving(self) -> Iterator[Doubt]:
        """Kinds of pieces that can do nothing, or never come into play."""
        able = {code for code, cell in self.roads.everywhere if self.roads.onward(code, cell)}
        able |= {code for code in self.roads.kinds if self.game.drops[code]}
        for piece in self.names.setting.pieces:
            codes = [code for man, code in self.names.codes.items() if man.piece == piece]
            lame = [code for code in codes if code in self.roads.kinds - able]
            moves = self.roads.movements[codes[0]]
            if not self.roads.kinds & {*codes} and not self.roads.held & {*codes}:
                hint = "give it a place in `setup` or `hand`, or promote to it"
                yield Doubt(("pieces", piece), f"the {piece} never comes into play", hint, "warning")
            for who in self._whose(lame, codes) if moves.kinds else ():
                what = f"the {who} can never move on this board"
                yield Doubt(("pieces", piece, "moves"), what, "a longer board, other moves or another place", "warning")

    def _whose(self, some: list[int], codes: list[int]) -> list[str]:
        """A piece by its name where all players' are meant, else by each player's."""
        if some and some == [code for code in codes if code in self.roads.kinds]:
            return [self.names.men[codes[0]].piece]
        return [str(self.names.men[code]) for code in some]

    def hands(self) -> Iterator[Doubt]:
        """Pieces in hand that may never be placed, and places for pieces that nobody ever has in hand."""
        for code, number in self.roads.hands.items():
            if number and not self.game.drops[code]:
                man = self.names.men[code]
                what, hint = f"{man.player} has a {man.piece} in hand and may never place it", "name it under `drops`"
                yield Doubt(("hand", man.player, man.piece), what, hint, "warning")
        chosen = self.names.chosen(self.options.drops)
        for name in self.options.drops:
            if not any(key == name and code in self.roads.held for code, (key, _) in chosen.items()):
                hint = "pieces come into a hand by `hand:` of the spec, or by `captured`"
                yield Doubt(("rules", "drops", name), f"nobody ever has a {name} in hand to place", hint, "warning")

    def promotion(self) -> Iterator[Doubt]:
        """Pieces that never come to where they would be promoted."""
        for piece in self.options.promotion:
            codes = {code for man, code in self.names.codes.items() if man.piece == piece}
            rules = {code: rule for code in codes if (rule := self.game.promotes[code])}
            ends = [
                new
                for code, cell in self.roads.everywhere
                if code in rules
                for new, _ in self.roads.onward(code, cell)
                if new in rules[code].into
            ]
            if not ends:
                what = f"no {piece} ever comes to where it would be promoted"
                yield Doubt(("rules", "promotion", piece), what, "another zone, or other moves", "warning")

    def acting(self) -> Iterator[Doubt]:
        """Options for hops where nobody hops, and for captures where nobody takes."""
        if self.options.chain is not None and not any(self.options.hops.values()):
            yield Doubt(("rules", "chain"), "nobody hops, so there is nothing to chain", "add `hops`", "warning")
        if self.options.in_turn == "move and capture" and not self.roads.fates:
            what = "nobody ever captures anything, so no turn has a move and a capture"
            yield Doubt(("rules", "in_turn"), what, "add a capture, or leave `in_turn` out", "warning")
        if any(self.game.hops[code] for code in self.roads.kinds):
            return
        both = (("win", self.options.win), ("lose", self.options.lose))
        for word, i, goal in ((word, i, goal) for word, goals in both for i, goal in enumerate(goals)):
            if isinstance(goal, Reach) and goal.by == "moves":
                what = "nobody hops, so whoever comes to the zone comes by a move"
                yield Doubt(("rules", word, i, "by"), what, "leave `by` out", "warning")
