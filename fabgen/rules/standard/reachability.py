"""A compiled game → where its pieces may ever come, by any play at all, and what therefore can never happen: goals out
of reach, pieces that never move, options without effect. Never too little: what lies outside cannot happen.

What stands in the way, whose turn it is and what a chain may do are not asked. A piece is a code on a cell; a code may
change by promotion, by going through a hand, or by changing sides.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from fabgen.core.problems import Level, count_things, join_words
from fabgen.rules.boards import Board
from fabgen.rules.movement import LameLeap, Leap, Movement, Slide, Walk
from fabgen.rules.position import Piece
from fabgen.rules.protocol import Doubt
from fabgen.rules.standard.compile import CompiledGame, GameSource
from fabgen.rules.standard.connections import ConnectAim, RingAim
from fabgen.rules.standard.goals import Aim, compile_goal
from fabgen.rules.standard.hop_tables import HopTables
from fabgen.rules.standard.names import Key, Names
from fabgen.rules.standard.options import Capture, Connect, LineGoal, Reach, Ring, StandardOptions
from fabgen.rules.standard.state import COUNTED, ENEMY, FRIEND, NEVER, NOBODY, NOWHERE, Fate

Standing = tuple[int, int]  # a code on a cell


@dataclass(frozen=True)
class Reachability:
    """`forward` and `movements` by code; `captures`: whether moving onto an enemy takes him; `men`: who stands where at
    the start; `hands`: how many of each code are in hand then."""

    game: CompiledGame
    lattice: Board
    forward: Mapping[int, str]
    movements: Mapping[int, Movement]
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
        covering = {Fate.PRISONER} if self.covers(FRIEND | ENEMY) else set()
        return frozenset(walking | hopping | covering)

    def covers(self, whom: int) -> bool:
        """Whether towers may be put on such pieces: FRIEND, ENEMY or both."""
        return bool(self.game.tower_moves and self.game.tower_moves.onto & whom)

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
            new = {*(rule.into if rule else ()), *self.game.forms[code], *(sides if self.game.holds else ())} - codes
            codes |= new
            todo += new
        return codes

    def _takes(self, hops: HopTables) -> bool:
        return any(kind.takes for kind in hops.anywhere.kinds)

    def takes_walking(self, code: int) -> bool:
        """Whether a code captures by ordinary moves or drops, by moving onto enemies or by enclosing them."""
        if self.game.encloses and self.game.encloses.can_take(code):
            return True
        if (push := self.game.pushes.rules[code]) and push.falls and push.enemies:
            return True
        if self.game.encloses:
            return False
        ways = (way for way in self.movements[code].kinds if isinstance(way, Walk))
        return self.game.captures and any(way.capture and way.directions for way in ways)

    def takes_hopping(self, code: int, owner: int) -> bool:
        """Whether a code takes men of a player by hopping over them."""
        hops, whom = self.game.hops[code], FRIEND if self.owner(code) == owner else ENEMY
        return hops is not None and any(kind.takes and kind.whom & whom for kind in hops.anywhere.kinds)

    @cached_property
    def everywhere(self) -> frozenset[Standing]:
        """Where men of each code may ever stand."""
        placed = {place for code, number in self.hands.items() if number for place in self.drop_places(code)}
        return self.closure({*self.men, *placed, *self.opening_standings}, True)

    @cached_property
    def opening_standings(self) -> frozenset[Standing]:
        """Where men of each code may be placed in the opening."""
        steps = [step for step in self.game.opening.steps if step.places]
        held = {code for code, number in self.hands.items() if number}
        return frozenset(
            (code, cell)
            for step in steps
            for codes in step.codes
            for code in codes
            for cell in step.cells
            if self.game.endless or self.game.drawn_from[code] in held
        )

    def drop_places(self, held: int) -> Iterator[Standing]:
        """Where a piece in hand may be placed, and as what."""
        return ((form, cell) for form in self.game.forms[held] for cell in self.game.drops[form])

    @cached_property
    def standings_without_hops(self) -> frozenset[Standing]:
        """Where men of each code may ever stand otherwise than by a hop."""
        found = {*self.men, *self.opening_standings}
        found |= {place for code in self.held_codes for place in self.drop_places(code)}
        found |= {standing for code in self.kinds for standing in self._return_standings(code, True)}
        for code, cell in self.everywhere:
            rule = self.game.promotes[code]
            for to in (
                {
                    *self._walk_targets(code, cell),
                    *self._also(code, cell),
                    *self._castle_targets(code, cell),
                    *self._flight_targets(code),
                    *self._push_targets(),
                }
                if cell not in self.closed_cells
                else ()
            ):
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
            more: Iterable[Standing] = self.onward(code, cell)
            if code not in kinds:
                kinds.add(code)
                more = (*more, *self._return_standings(code, sides))
            for standing in more:
                if standing not in seen:
                    seen.add(standing)
                    todo.append(standing)
        return frozenset(seen)

    @cached_property
    def held_codes(self) -> frozenset[int]:
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

    def _return_standings(self, code: int, sides: bool) -> Iterator[Standing]:
        """Where a man who is taken comes back to the board."""
        for held in self._hands(code, sides):
            yield from self.drop_places(held)
        if Fate.HOME in self.fates:
            yield from ((code, cell) for cell in self.game.homes[code])
        if Fate.PRISONER in self.fates:
            yield from ((code, cell) for cell in range(self.game.cells))
        if Fate.FLIPS in self.fates and sides:
            for player in range(self.game.players):
                yield from ((self._as_own(code, player), cell) for cell in range(self.game.cells))

    def _as_own(self, code: int, player: int) -> int:
        """The code of a piece of the same kind that belongs to a player."""
        return 1 + player * self.game.kinds + (code - 1) % self.game.kinds

    @property
    def changes_sides(self) -> bool:
        """Whether players may come to have pieces that were others'."""
        return bool(self.fates & {Fate.CAPTOR, Fate.FLIPS})

    @cached_property
    def closed_cells(self) -> frozenset[int]:
        """Ground that is closed for good: holes, and more where the number of men on the board never changes."""
        if self.fates or self.game.opening or (any(self.hands.values()) and any(self.game.drops)):
            return frozenset(cell for cell, open_ in enumerate(self.game.ground.opens) if open_ == NEVER)
        odd = len(self.men) % 2
        return frozenset(cell for cell, open_ in enumerate(self.game.ground.opens) if open_ not in (NOBODY, odd))

    def onward(self, code: int, cell: int) -> list[Standing]:
        """What a man may be after one move or hop, or so many that all he can reach is reached by repeating it."""
        rule, targets = self.game.promotes[code], self._targets(code, cell)
        if rule is None:
            return [(code, to) for to in targets]
        return [(new or code, to) for to in targets for new in rule.becomes(cell, to)]

    def _targets(self, code: int, cell: int) -> frozenset[int]:
        """The cells to which a man may go by one move or hop. Codes that move alike share what was found."""
        found = self._targets_by_way[self._ways_of_going[code]]
        if cell not in found:
            found[cell] = NOWHERE if cell in self.closed_cells else frozenset(
                [
                    *self._walk_targets(code, cell),
                    *self._hop_targets(code, cell),
                    *self._also(code, cell),
                    *self._castle_targets(code, cell),
                    *self._flight_targets(code),
                    *self._push_targets(),
                ]
            )
        return found[cell]

    @cached_property
    def _targets_by_way(self) -> defaultdict[Hashable, dict[int, frozenset[int]]]:
        return defaultdict(dict)

    @cached_property
    def _ways_of_going(self) -> dict[int, Hashable]:
        """By code: a key that is equal for codes that go from every cell to the same cells."""
        return {code: self._way_of_going(code) for code in self.movements}

    def _way_of_going(self, code: int) -> Hashable:
        movement, game = self.movements[code], self.game
        if game.castling and code in game.castling.codes:
            return code
        if game.also[code] or any(way.first for way in movement.kinds):  # depends on goals, or on where men start
            return code
        own, everybody = self.numbers[self.owner(code)], sum(self.numbers)
        hops, forward = game.hops[code], "" if self._is_turnable(code) else self.forward[code]
        return (movement, forward, game.promotes[code], game.ground.forbidden[code], id(hops) if hops else 0,
                own > 1, everybody > own, game.flights.limits[code] > 0)

    def _is_turnable(self, code: int) -> bool:
        """Whether a movement leads to the same cells whichever way its player calls forward."""
        forward, to_board = self.forward[code], self.lattice.compass.to_board
        return all(
            isinstance(way, Leap | Slide)
            and {to_board(offset, forward) for offset in way.directions} == {*way.directions}
            for way in self.movements[code].kinds
        )

    def _push_targets(self) -> Iterable[int]:
        """Where a man may be pushed, go in a row, or go below others in a tower: anywhere, where any do."""
        return self.lattice.order.values() if self.game.pushes or self.game.tower_moves else ()

    def _flight_targets(self, code: int) -> frozenset[int]:
        """Where a man who may come to fly goes; nowhere for all others."""
        flies = self.game.flights.limits[code] > 0
        return frozenset(self.lattice.order.values()) - self.game.ground.forbidden[code] if flies else NOWHERE

    def _walk_targets(self, code: int, cell: int) -> Iterator[int]:
        """A slide is looked at up to the first cell from which it goes on by itself, and as the same man: one that is
        promoted for where its move began can be so at the end of all of it."""
        others = sum(self.numbers) > self.numbers[self.owner(code)]
        rule, shut = self.game.promotes[code], self.game.ground.forbidden[code]
        for way in self.movements[code].kinds:
            may = isinstance(way, Walk) and (way.quiet or (way.capture and self.game.captures and others))
            if not isinstance(way, Walk) or not may or (way.first and (code, cell) not in self.men):
                continue
            for direction in way.directions:
                for offset, ends in way.path(direction):
                    to = self.lattice.neighbour(cell, offset, self.forward[code])
                    if to is None or to in self.closed_cells:
                        break
                    if ends and to not in shut:
                        yield to
                        if isinstance(way, Slide) and not way.first and (not rule or rule.becomes(cell, to) == (0,)):
                            break

    def _hop_targets(self, code: int, cell: int) -> Iterator[int]:
        hops, own = self.game.hops[code], self.numbers[self.owner(code)]
        if hops is None:
            return
        friends = FRIEND if own > 1 or self.changes_sides else 0
        whom = friends | (ENEMY if sum(self.numbers) > own else 0)
        walls = self.closed_cells - self.game.ground.passable
        for leg in hops.anywhere.legs(cell):
            if leg.whom & whom and leg.hurdle not in walls and leg.land not in self.closed_cells | hops.shut:
                yield leg.land
        for far in hops.anywhere.rays(cell):
            wall = next((n for n, to in enumerate(far.ray) if to in walls), len(far.ray))
            yield from (to for to in far.ray[1:wall] if far.leg.whom & whom and to not in self.closed_cells | hops.shut)

    def _castle_targets(self, code: int, cell: int) -> Iterator[int]:
        """Where a piece comes to by castling from its start, or as the partner of one that castles."""
        castling = self.game.castling
        if not castling or (code, cell) not in self.men:
            return
        for other, start in self.men:
            for line in castling.lines[other][start]:
                for partner in line.cells[line.steps - 1 :]:
                    if (line.partner, partner) in self.men:
                        move = line.move(start, partner)
                        yield from [move.target] if (other, start) == (code, cell) else []
                        yield from [move.partner[1]] if (line.partner, partner) == (code, cell) else []

    def _also(self, code: int, cell: int) -> Iterator[int]:
        for condition in self.game.also[code]:
            yield from (to for walks in condition.walks for to, _ in walks[cell].quiet if to not in self.closed_cells)


@dataclass
class GoalChecks:
    """What players are to do, by the words of the options, and what they can do."""

    options: StandardOptions
    names: Names
    game: CompiledGame
    roads: Reachability

    def goals(self) -> Iterator[Doubt]:
        """Goals that cannot be met, and games that cannot be won."""
        for i, goal in enumerate(self.options.win):
            yield from self._goal(goal, ("rules", "win", i), "error")
        for i, goal in enumerate(self.options.lose):
            yield from self._goal(goal, ("rules", "lose", i), "warning")
        decides = self.game.players > 1 and self.options.passing == "never" and set(self.game.stuck) != {"draws"}
        decides = decides or bool({*COUNTED} & {*self.game.stuck}) or bool(self.game.royal)
        if not (self.options.win or self.options.lose or decides):
            what = "nobody can ever win this game: it has no goal, and who cannot move does not lose"
            yield Doubt(("rules",), what, "add a goal under `win`", "warning")

    def _goal(
        self, goal: Reach | Capture | LineGoal | Connect | Ring, key: tuple[Key, ...], level: Level
    ) -> Iterator[Doubt]:
        if isinstance(goal, Reach):
            yield from self._reach(goal, (*key, "reach"), level)
        elif isinstance(goal, LineGoal):
            yield from self._line(goal, (*key, "line"), level)
        elif isinstance(goal, Connect | Ring):
            yield from self._shape(goal, key, level)
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
            standing = self.roads.everywhere if goal.by == "any action" else self.roads.standings_without_hops
            there = {chosen[code][0] for code, cell in standing if cell in cells.get(code, ())}
            if goal.pieces == "fill":
                yield from self._fill(name, cells, join_words(dict.fromkeys(own.values())), key, level)
            elif there and goal.pieces == "all":
                yield from self._check_room_for_all(name, cells, join_words(dict.fromkeys(own.values())), key, level)
            for one in sorted(used - there) if not there or goal.pieces == "any" else ():
                codes = [code for code in own if chosen[code][0] == one]
                missed = self._report_unreachable(
                    name, one, goal.reach[one], codes, (*key, one), "warning" if there else level
                )
                yield missed if goal.by == "any action" else self._mention_hops(missed, codes, cells)

    def _meant(self, goal: Reach, key: tuple[Key, ...]) -> dict[int, tuple[str, str]]:
        """The name and the zone of each code; without the codes of players who never have a piece that others have."""
        chosen, playing = self.names.values_by_code(goal.reach, *key), self.roads.kinds
        pieces = {one for code, (one, _) in chosen.items() if code in playing and one in self.names.setting.kinds}
        return {code: pair for code, pair in chosen.items() if code in playing or pair[0] not in pieces}

    def _report_unreachable(
        self, player: str, one: str, zone: str, codes: list[int], key: tuple[Key, ...], level: Level
    ) -> Doubt:
        """No piece that a name stands for can come to its zone."""
        who = f"{player} piece" if one == player else f"{player} {self.names.pieces_by_code[codes[0]].kind}"
        if not self.roads.kinds & {*codes}:
            return Doubt(key, f"no {who} ever comes into play", "", level)
        found = {cell for code, cell in self.roads.everywhere if code in codes}
        what = f"no {who} can ever stand in the zone `{zone}`"
        return Doubt(key, what, f"it comes only to {self.names.cells(found)}", level)

    def _mention_hops(self, missed: Doubt, codes: list[int], cells: dict[int, frozenset[int]]) -> Doubt:
        """Where only moves count, a zone that can be come to by hops is another matter."""
        comes = any(code in codes and cell in cells[code] for code, cell in self.roads.everywhere)
        what, hint = f"{missed.what} by a move", "hops do not count: `by: moves`"
        return replace(missed, what=what, hint=hint) if comes else missed

    def _check_room_for_all(
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
            number, has = count_things(len(men), "piece"), count_things(len(room), "cell")
            what = f"{number} of {player} must all stand in `{zone}`, which has {has}"
            yield Doubt(key, what, "a larger zone, or fewer pieces", level)
            return
        places = {man: self._places(man, cells) for man in men}
        for code, cell in men:
            if not places[code, cell]:
                who = f"{self.names.pieces_by_code[code]} from {self.names.cells([cell])}"
                what = f"the {who} can never stand in the zone `{zone}`"
                found = [at for _, at in self.roads.closure([(code, cell)])]
                yield Doubt(key, what, f"it comes only to {self.names.cells(found)}", level)
        if all(places.values()) and (most := _count_matches(places)) < len(men):
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
        if number < len(room) and not self.roads.changes_sides:
            pieces, room_cells = count_things(number, "piece"), count_things(len(room), "cell")
            what = f"{player} has {pieces} to fill the {room_cells} of `{zone}`"
            yield Doubt(key, what, "a smaller zone, or more pieces", level)
        elif room - filled:
            what = f"no piece of {player} can ever stand on {self.names.cells(room - filled)} of `{zone}`"
            yield Doubt(key, what, "so the zone is never filled", level)

    def _line(self, goal: LineGoal, key: tuple[Key, ...], level: Level) -> Iterator[Doubt]:
        lattice = self.names.setting.lattice
        rooms = {"W": max(lattice.files, lattice.ranks), "F": min(lattice.files, lattice.ranks)}
        room = rooms.get(goal.to or lattice.compass.neighbour_atom, rooms["W"])
        if goal.line > room:
            yield Doubt(key, f"no line of {goal.line} has room on this board", f"{room} at most", level)
            return
        few = {} if self.roads.changes_sides else dict(zip(self.names.players, self.roads.numbers, strict=True))
        few = {player: number for player, number in few.items() if number < goal.line}
        for player, number in few.items():
            what = f"{player} has {count_things(number, 'piece')}, too few for a line of {goal.line}"
            all_of_them = len(few) == len(self.names.players)
            yield Doubt(key, what, "more pieces, or a shorter line", level if all_of_them else "warning")

    def _shape(self, goal: Connect | Ring, key: tuple[Key, ...], level: Level) -> Iterator[Doubt]:
        """Whether the pieces of each player could join the zones, or close a ring, if they stood wherever they can."""
        word = "connect" if isinstance(goal, Connect) else "ring"
        aims = [aim for aim in _aims_of_goal(self.names, goal, key) if isinstance(aim, ConnectAim | RingAim)]
        missed = [aim for aim in aims if not self._can_be_met(aim)]
        for aim in missed:
            player = self.names.players[aim.player]
            what = f"join {aim.name}" if isinstance(aim, ConnectAim) else "close such a ring"
            hint = "more pieces, other moves or drops, or other zones" if word == "connect" else "more pieces"
            kind = level if len(missed) == len(aims) else "warning"
            yield Doubt((*key, word), f"no chain of pieces of {player} can ever {what}", hint, kind)

    def _can_be_met(self, aim: ConnectAim | RingAim) -> bool:
        """Whether a player's pieces would meet an aim if they stood on every cell where they may ever stand, or, for
        what rings go around, on all but one; and whether there are pieces enough."""
        board = bytearray(self.game.cells)
        for code, cell in self.roads.everywhere:
            if aim.table[code]:
                board[cell] = code
        if isinstance(aim, ConnectAim):
            return aim.is_met(bytes(board)) and (self.roads.changes_sides or self._has_pieces_for(aim))
        return any(True for _ in aim.ringed_cells(bytes(board)))

    def _has_pieces_for(self, aim: ConnectAim) -> bool:
        """Whether a player has as many pieces as the shortest chain between two of the zones takes."""
        number, reached = self.roads.numbers[aim.player], 0
        for start in range(max(aim.zone_bits).bit_length()):
            cells = {cell for cell, bits in enumerate(aim.zone_bits) if bits >> start & 1}
            seen, steps = set(cells), 1
            while cells and not any(aim.zone_bits[cell] & ~(1 << start) for cell in cells):
                cells = {near for cell in cells for near in aim.neighbours[cell]} - seen
                seen |= cells
                steps += 1
            reached = min(reached or steps, steps)
        return number >= reached

    def _capture(self, goal: Capture, key: tuple[Key, ...]) -> Iterator[Doubt]:
        """Whether pieces that must go can be taken, and are gone then."""
        named = {code for man, code in self.names.codes.items() if goal.capture == "all" or man.kind in goal.capture}
        needs = [need for need in self.game.goals.needs if {*need.codes} == self._codes_of_player(named, need.player)]
        kept = [need for need in needs if self._count_never_lost(need.codes) >= need.least]
        what = join_words(["a piece"] if goal.capture == "all" else [f"a {piece}" for piece in goal.capture], "or")
        if not needs:
            nobody = f"no player starts with {what}, so nobody can lose it"
            yield Doubt(key, nobody, "name a piece of the set-up", "error")
        for need in dict.fromkeys(kept):
            lost = f"{self.names.players[need.player]} can never lose {what}: {self._explain_never_lost(need.codes)}"
            hint = "let a piece capture it, or take the goal out"
            yield Doubt(key, lost, hint, "error" if len(kept) == len(needs) else "warning")

    def _codes_of_player(self, codes: set[int], player: int) -> set[int]:
        return {code for code in codes if self.roads.owner(code) == player}

    def _count_never_lost(self, codes: tuple[int, ...]) -> int:
        """How many men of some codes at the start can never be lost."""
        men = [*(code for code, _ in self.roads.men), *(code for code, n in self.roads.hands.items() for _ in range(n))]
        return sum(code in codes and not self._losable(code, {*codes}) for code in men)

    def _losable(self, code: int, counted: set[int]) -> bool:
        """Whether a man may stop counting: somebody takes him for good, or he becomes something that does not count, by
        promotion or in his owner's hand. `counted`: the codes of his player that count."""
        seen, todo = {code}, [code]
        while todo:
            current = todo.pop()
            fates, rule = self._takers(current), self.game.promotes[current]
            if fates - {Fate.HAND}:
                return True
            becomes = {*(rule.into if rule else ()), *([self.game.hand_as[current]] if Fate.HAND in fates else ())}
            if becomes - counted:
                return True
            todo += sorted(becomes - seen)
            seen |= becomes
        return False

    def _takers(self, code: int) -> frozenset[Fate]:
        """What becomes of a man when somebody takes him."""
        return self._fates_by_owner[self.roads.owner(code)]

    @cached_property
    def _fates_by_owner(self) -> tuple[frozenset[Fate], ...]:
        """By player: what becomes of a man of theirs when somebody takes him."""
        codes = self.roads.kinds | self.roads.held_codes
        fates: list[set[Fate]] = [set() for _ in range(self.game.players)]
        for one in codes:
            walking, hops = self.roads.takes_walking(one), self.game.hops[one]
            for owner, found in enumerate(fates):
                if walking and self.roads.owner(one) != owner:
                    found.add(self.game.fate)
                if hops and self.roads.takes_hopping(one, owner):
                    found.add(hops.fate)
                if self.roads.covers(FRIEND if self.roads.owner(one) == owner else ENEMY):
                    found.add(Fate.PRISONER)
        return tuple(frozenset(found) for found in fates)

    def _explain_never_lost(self, codes: tuple[int, ...]) -> str:
        if any(self._takers(code) for code in codes):
            return "what is taken goes to its owner's hand and still counts"
        return "nobody takes it, neither by moving nor by hopping"


def _aims_of_goal(names: Names, goal: Connect | Ring, key: tuple[Key, ...]) -> Iterator[Aim]:
    """The aims of one goal. `key`: `rules`, `win` or `lose`, and its number."""
    yield from compile_goal(names, goal, (str(key[1]), int(key[2])), {})


def _count_matches(places: dict[Standing, frozenset[int]]) -> int:
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


def impossibilities(source: GameSource, game: CompiledGame) -> Iterator[Doubt]:
    """All of them; none about a game without men, which is not finished."""
    roads = reachability_of(source, game)
    if not sum(roads.numbers):
        return
    names = Names(source.start.setting, source.zones)
    yield from GoalChecks(source.options, names, game, roads).goals()
    idle = IdleOptionChecks(source.options, names, game, roads)
    yield from (*idle.holes(), *idle.idle_pieces(), *idle.hands(), *idle.promotion(), *idle.mills())
    yield from idle.hops_and_captures()
    yield from (*idle.castling(), *idle.captures_in_passing())


def reachability_of(source: GameSource, game: CompiledGame) -> Reachability:
    """Where the men of a game may come."""
    start, setting = source.start, source.start.setting
    codes = Names(setting, source.zones).codes
    hands: dict[int, int] = {}
    for (player, _), counts in start.held.items():
        hands |= {codes[Piece(player, piece)]: number for piece, number in counts.items()}
    if game.endless:
        hands |= {code: game.cells for code in codes.values() if game.drops[code]}
    return Reachability(
        game,
        setting.lattice,
        {code: setting.players[man.player] for man, code in codes.items()},
        {code: source.movements.movements[man.kind] for man, code in codes.items()},
        tuple((codes[man], setting.lattice.order[cell]) for cell, man in start.all_pieces()),
        hands,
    )


@dataclass
class IdleOptionChecks:
    """One game's pieces and options, held against where its men may ever come."""

    options: StandardOptions
    names: Names
    game: CompiledGame
    roads: Reachability

    def castling(self) -> Iterator[Doubt]:
        """Ways to castle for which no two pieces start right."""
        keys = {code: key for code, (key, _) in self.names.values_by_code(self.options.castling, "castling").items()}
        starts: set[tuple[str, int]] = set()
        for code, cell in self.roads.men:
            for line in self.game.castling.lines[code][cell] if self.game.castling else ():
                if any((line.partner, partner) in self.roads.men for partner in line.cells[line.steps - 1 :]):
                    starts.add((keys[code], line.number))
        for key, castles in self.options.castling.items():
            for number, castle in enumerate(castles):
                if (key, number) not in starts:
                    what = f"nobody ever castles so: no {castle.partner} starts on such a line, far enough away"
                    hint = "another start, other directions under `to`, or fewer `steps`"
                    yield Doubt(("rules", "castling", key, number), what, hint, "warning")

    def captures_in_passing(self) -> Iterator[Doubt]:
        """Pieces that never cross a cell, and so are never captured there."""
        kinds = {piece.kind: self.roads.movements[code].kinds for code, piece in self.names.pieces_by_code.items()}
        for captor, captured in self.options.en_passant.items():
            for number, kind in enumerate(captured):
                if not any(isinstance(way, Slide | LameLeap) and way.quiet for way in kinds[kind]):
                    what = f"a {kind} never crosses a cell, so it is never captured in passing"
                    hint = "a slide such as `fimR2`, or a leap that can be blocked, such as `fimnD`"
                    yield Doubt(("rules", "en_passant", captor, number), what, hint, "warning")

    def holes(self) -> Iterator[Doubt]:
        """Men who start where the board has none."""
        for code, cell in self.roads.men:
            if self.game.ground.opens and self.game.ground.opens[cell] == NEVER:
                man, where = self.names.pieces_by_code[code], self.names.cells([cell])
                what, hint = f"a {man} starts on {where}, which is never open", "another cell, or other terrain"
                yield Doubt(("setup", man.player, man.kind), what, hint, "error")

    def idle_pieces(self) -> Iterator[Doubt]:
        """Kinds of pieces that can do nothing, or never come into play."""
        able = set[int]()
        for code, cell in self.roads.everywhere:
            if code not in able and self.roads.onward(code, cell):
                able.add(code)
        able |= {code for code in self.roads.kinds if self.game.drops[code]}
        for piece in self.names.setting.kinds:
            codes = [code for man, code in self.names.codes.items() if man.kind == piece]
            lame = [code for code in codes if code in self.roads.kinds - able]
            moves = self.roads.movements[codes[0]]
            if not self.roads.kinds & {*codes} and not self.roads.held_codes & {*codes}:
                hint = "give it a place in `setup` or `hand`, or promote to it"
                yield Doubt(("pieces", piece), f"the {piece} never comes into play", hint, "warning")
            for who in self._piece_labels(lame, codes) if moves.kinds else ():
                what = f"the {who} can never move on this board"
                yield Doubt(("pieces", piece, "moves"), what, "a longer board, other moves or another place", "warning")

    def _piece_labels(self, some: list[int], codes: list[int]) -> list[str]:
        """A piece by its name where all players' are meant, else by each player's."""
        if some and some == [code for code in codes if code in self.roads.kinds]:
            return [self.names.pieces_by_code[codes[0]].kind]
        return [str(self.names.pieces_by_code[code]) for code in some]

    def hands(self) -> Iterator[Doubt]:
        """Pieces in hand that may never be placed, and places for pieces that nobody ever has in hand."""
        opened = self.roads.opening_standings
        for code, number in self.roads.hands.items():
            placed = {self.game.drawn_from[form] for form, _ in opened}
            if number and not any(self.roads.drop_places(code)) and code not in placed:
                man = self.names.pieces_by_code[code]
                what, hint = f"{man.player} has a {man.kind} in hand and may never place it", "name it under `drops`"
                yield Doubt(("hand", man.player, man.kind), what, hint, "warning")
        chosen = self.names.values_by_code(self.options.drops)
        for name in self.options.drops:
            held = {self.game.drawn_from[code] for code, (key, _) in chosen.items() if key == name}
            if not held & self.roads.held_codes:
                hint = "pieces come into a hand by `hand:` of the spec, or by `captured`"
                yield Doubt(("rules", "drops", name), f"nobody ever has a {name} in hand to place", hint, "warning")

    def promotion(self) -> Iterator[Doubt]:
        """Pieces that never come to where they would be promoted."""
        for piece in self.options.promotion:
            codes = {code for man, code in self.names.codes.items() if man.kind == piece}
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

    def mills(self) -> Iterator[Doubt]:
        """Lines for which no player has pieces enough."""
        number, most = self.options.mill.line, max(self.roads.numbers)
        if self.options.capture == "mill" and most < number and not self.roads.changes_sides:
            what = f"a line takes {number} pieces, and no player has more than {most}"
            yield Doubt(("rules", "mill", "line"), what, "a shorter line, or more pieces", "error")

    def hops_and_captures(self) -> Iterator[Doubt]:
        """Options for hops where nobody hops, and for captures where nobody takes."""
        if self.options.chain is not None and not any(self.options.hops.values()):
            yield Doubt(("rules", "chain"), "nobody hops, so there is nothing to chain", "add `hops`", "warning")
        if self.options.compulsory and not self.roads.fates:
            what = "nobody ever captures anything, so there is no capture to be compulsory"
            yield Doubt(("rules", "compulsory"), what, "add a capture, or leave `compulsory` out", "warning")
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
