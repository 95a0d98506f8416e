"""Goals of a game of the standard set, and where its men may ever come → goals that no play can meet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from fabgen.base import Level, plural, words
from fabgen.rules.protocol import Doubt
from fabgen.rules.standard.names import Key, Names
from fabgen.rules.standard.options import Capture, Line, Options, Reach
from fabgen.rules.standard.roads import Roads, Standing
from fabgen.rules.standard.state import Compiled, Fate


@dataclass
class Unmet:
    """What players are to do, by the words of the options, and what they can do."""

    options: Options
    names: Names
    game: Compiled
    roads: Roads

    def goals(self) -> Iterator[Doubt]:
        """Goals that cannot be met, and games that cannot be won."""
        for i, goal in enumerate(self.options.win):
            yield from self._goal(goal, ("rules", "win", i), "error")
        for i, goal in enumerate(self.options.lose):
            yield from self._goal(goal, ("rules", "lose", i), "warning")
        decides = self.game.players > 1 and self.options.passing == "never" and set(self.game.stuck) != {"draws"}
        if not (self.options.win or self.options.lose or decides):
            what = "nobody can ever win this game: it has no goal, and who cannot move does not lose"
            yield Doubt(("rules",), what, "add a goal under `win`", "warning")

    def _goal(self, goal: Reach | Capture | Line, key: tuple[Key, ...], level: Level) -> Iterator[Doubt]:
        if isinstance(goal, Reach):
            yield from self._reach(goal, (*key, "reach"), level)
        elif isinstance(goal, Line):
            yield from self._line(goal, (*key, "line"), level)
        else:
            yield from self._capture(goal, (*key, "capture"))

    def _reach(self, goal: Reach, key: tuple[Key, ...], level: Level) -> Iterator[Doubt]:
        """By player: whether some, all or enough of the named pieces can come to their zones."""
        chosen = self._meant(goal, key)
        for player, name in enumerate(self.names.players):
            own = {code: zone for code, (_, zone) in chosen.items() if self.roads.owner(code) == player}
            cells = {code: self.names.zone(zone) for code, zone in own.items()}
            if not cells:
                continue
            used = {chosen[code][0] for code in own}
            standing = self.roads.everywhere if goal.by == "any action" else self.roads.walked
            there = {chosen[code][0] for code, cell in standing if cell in cells.get(code, ())}
            if goal.pieces == "fill":
                yield from self._fill(name, cells, words(dict.fromkeys(own.values())), key, level)
            elif there and goal.pieces == "all":
                yield from self._all(name, cells, words(dict.fromkeys(own.values())), key, level)
            for one in sorted(used - there) if not there or goal.pieces == "any" else ():
                codes = [code for code in own if chosen[code][0] == one]
                missed = self._missed(name, one, goal.reach[one], codes, (*key, one), "warning" if there else level)
                yield missed if goal.by == "any action" else self._hopped(missed, codes, cells)

    def _meant(self, goal: Reach, key: tuple[Key, ...]) -> dict[int, tuple[str, str]]:
        """The name and the zone of each code; without the codes of players who never have a piece that others have."""
        chosen, playing = self.names.chosen(goal.reach, *key), self.roads.kinds
        pieces = {one for code, (one, _) in chosen.items() if code in playing and one in self.names.setting.pieces}
        return {code: pair for code, pair in chosen.items() if code in playing or pair[0] not in pieces}

    def _missed(self, player: str, one: str, zone: str, codes: list[int], key: tuple[Key, ...], level: Level) -> Doubt:
        """No piece that a name stands for can come to its zone."""
        who = f"{player} piece" if one == player else f"{player} {self.names.men[codes[0]].piece}"
        if not self.roads.kinds & {*codes}:
            return Doubt(key, f"no {who} ever comes into play", "", level)
        found = {cell for code, cell in self.roads.everywhere if code in codes}
        what = f"no {who} can ever stand in the zone `{zone}`"
        return Doubt(key, what, f"it comes only to {self.names.cells(found)}", level)

    def _hopped(self, missed: Doubt, codes: list[int], cells: dict[int, frozenset[int]]) -> Doubt:
        """Where only moves count, a zone that can be come to by hops is another matter."""
        comes = any(code in codes and cell in cells[code] for code, cell in self.roads.everywhere)
        what, hint = f"{missed.what} by a move", "hops do not count: `by: moves`"
        return replace(missed, what=what, hint=hint) if comes else missed

    def _all(
        self, player: str, cells: dict[int, frozenset[int]], zone: str, key: tuple[Key, ...], level: Level
    ) -> Iterator[Doubt]:
        """Whether all can stand there at once; where men may be taken, the others may do. Who takes his own is to
        get rid of them."""
        men = [man for man in self.roads.men if man[0] in cells]
        if any(self.roads.takes_hopping(code, self.roads.owner(code)) for code in self.roads.kinds & {*cells}):
            return
        room = frozenset(cell for found in cells.values() for cell in found)
        level = "warning" if self.roads.fates else level
        if len(men) > len(room):
            number, has = plural(len(men), "piece"), plural(len(room), "cell")
            what = f"{number} of {player} must all stand in `{zone}`, which has {has}"
            yield Doubt(key, what, "a larger zone, or fewer pieces", level)
            return
        places = {man: self._places(man, cells) for man in men}
        for code, cell in men:
            if not places[code, cell]:
                who = f"{self.names.men[code]} from {self.names.cells([cell])}"
                what = f"the {who} can never stand in the zone `{zone}`"
                found = [at for _, at in self.roads.closure([(code, cell)])]
                yield Doubt(key, what, f"it comes only to {self.names.cells(found)}", level)
        if all(places.values()) and (most := _matched(places)) < len(men):
            what = f"at most {most} of the {len(men)} pieces of {player} can stand in the zone `{zone}` at once"
            yield Doubt(key, what, "too few of its cells can be reached by the same pieces", level)

    def _places(self, man: Standing, cells: dict[int, frozenset[int]]) -> frozenset[int]:
        """Where in its zone a man may come; everywhere for one that may become something without a zone."""
        found = self.roads.closure([man])
        if any(code not in cells for code, _ in found):
            return frozenset(cell for zone in cells.values() for cell in zone)
        return frozenset(cell for code, cell in found if cell in cells[code])

    def _fill(
        self, player: str, cells: dict[int, frozenset[int]], zone: str, key: tuple[Key, ...], level: Level
    ) -> Iterator[Doubt]:
        """Whether every cell of the zone can be filled, by as many men as there are."""
        room = frozenset(cell for found in cells.values() for cell in found)
        filled = {cell for code, cell in self.roads.everywhere if cell in cells.get(code, ())}
        number = self.roads.numbers[self.names.players.index(player)]
        if number < len(room) and Fate.CAPTOR not in self.roads.fates:
            what = f"{player} has {plural(number, 'piece')} to fill the {plural(len(room), 'cell')} of `{zone}`"
            yield Doubt(key, what, "a smaller zone, or more pieces", level)
        elif room - filled:
            what = f"no piece of {player} can ever stand on {self.names.cells(room - filled)} of `{zone}`"
            yield Doubt(key, what, "so the zone is never filled", level)

    def _line(self, goal: Line, key: tuple[Key, ...], level: Level) -> Iterator[Doubt]:
        lattice = self.names.setting.lattice
        rooms = {"W": max(lattice.files, lattice.ranks), "F": min(lattice.files, lattice.ranks)}
        room = rooms.get(goal.to or lattice.compass.around, rooms["W"])
        if goal.line > room:
            yield Doubt(key, f"no line of {goal.line} has room on this board", f"{room} at most", level)
            return
        few = {} if Fate.CAPTOR in self.roads.fates else dict(zip(self.names.players, self.roads.numbers, strict=True))
        few = {player: number for player, number in few.items() if number < goal.line}
        for player, number in few.items():
            what = f"{player} has {plural(number, 'piece')}, too few for a line of {goal.line}"
            all_of_them = len(few) == len(self.names.players)
            yield Doubt(key, what, "more pieces, or a shorter line", level if all_of_them else "warning")

    def _capture(self, goal: Capture, key: tuple[Key, ...]) -> Iterator[Doubt]:
        """Whether pieces that must go can be taken, and are gone then."""
        named = {code for man, code in self.names.codes.items() if goal.capture == "all" or man.piece in goal.capture}
        needs = [need for need in self.game.goals.needs if {*need.codes} == self._own(named, need.player)]
        kept = [need for need in needs if self._kept(need.codes) >= need.least]
        what = words(["a piece"] if goal.capture == "all" else [f"a {piece}" for piece in goal.capture], "or")
        if not needs:
            nobody = f"no player starts with {what}, so nobody can lose it"
            yield Doubt(key, nobody, "name a piece of the set-up", "error")
        for need in dict.fromkeys(kept):
            lost = f"{self.names.players[need.player]} can never lose {what}: {self._why(need.codes)}"
            yield Doubt(key, lost, "", "error" if len(kept) == len(needs) else "warning")

    def _own(self, codes: set[int], player: int) -> set[int]:
        return {code for code in codes if self.roads.owner(code) == player}

    def _kept(self, codes: tuple[int, ...]) -> int:
        """How many men of some codes at the start can never be lost."""
        men = [*(code for code, _ in self.roads.men), *(code for code, n in self.roads.hands.items() for _ in range(n))]
        return sum(code in codes and not self._losable(code) for code in men)

    def _losable(self, code: int) -> bool:
        """Whether somebody takes such men, and they do not count on beside the board; or they may become others."""
        stays = self.game.hand_as[code] == code
        rule = self.game.promotes[code]
        return bool(self._takers(code) - ({Fate.HAND} if stays else set())) or bool(rule and rule.into)

    def _takers(self, code: int) -> set[Fate]:
        """What becomes of a man when somebody takes him."""
        owner, found = self.roads.owner(code), set()
        for one in self.roads.kinds | self.roads.held:
            hops = self.game.hops[one]
            if self.roads.owner(one) != owner and self.roads.takes_walking(one):
                found.add(self.game.fate)
            if hops and self.roads.takes_hopping(one, owner):
                found.add(hops.fate)
        return found

    def _why(self, codes: tuple[int, ...]) -> str:
        if any(self._takers(code) for code in codes):
            return "what is taken goes to its owner's hand and still counts"
        return "nobody takes it, neither by moving nor by hopping"


def _matched(places: dict[Standing, frozenset[int]]) -> int:
    """How many men can stand on cells of their own at once: augmenting paths."""
    taken: dict[int, Standing] = {}

    def place(man: Standing, tried: set[int]) -> bool:
        for cell in sorted(places[man] - tried):
            tried.add(cell)
            if cell not in taken or place(taken[cell], tried):
                taken[cell] = man
                return True
        return False

    return sum(place(man, set()) for man in places)
