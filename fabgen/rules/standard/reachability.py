"""A compiled game → where its pieces may ever come, by any play at all, and what therefore can never happen: goals out
of reach, pieces that never move, options without effect.

The cells found are never too few: what lies outside of them cannot happen. Pieces in the way, turns and the rules of
chains are left out of account. A standing is a code on a cell; a code may change by promotion, by going through a hand,
or by changing sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from fabgen.core.problems import Level, count_things, join_words
from fabgen.rules.boards import Board
from fabgen.rules.movement import Movement, Slide, Walk
from fabgen.rules.position import Piece
from fabgen.rules.protocol import Doubt
from fabgen.rules.standard.compile import CompiledGame, GameSource
from fabgen.rules.standard.hop_tables import HopTables
from fabgen.rules.standard.names import Key, Names
from fabgen.rules.standard.options import Capture, LineGoal, Reach, StandardOptions
from fabgen.rules.standard.state import ENEMY, FRIEND, NEVER, NOBODY, Fate

Standing = tuple[int, int]  # a code on a cell


@dataclass(frozen=True)
class Reachability:
    """Where the pieces of one game may ever come.

    * `forward` and `movements`: by code, where forward is and how the piece moves.
    * `start_standings`: the pieces on the board at the start.
    * `hands`: how many pieces of each code are in hand at the start.
    """

    game: CompiledGame
    lattice: Board
    forward: Mapping[int, str]
    movements: Mapping[int, Movement]
    start_standings: tuple[Standing, ...]
    hands: Mapping[int, int]

    def owner(self, code: int) -> int:
        """The number of a code's player."""
        return (code - 1) // self.game.kinds

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """How many pieces each player starts with, including those in hand."""
        codes = [
            *(code for code, _ in self.start_standings),
            *(code for code, n in self.hands.items() for _ in range(n)),
        ]
        return tuple(sum(self.owner(code) == player for code in codes) for player in range(self.game.players))

    @cached_property
    def fates(self) -> frozenset[Fate]:
        """What may become of captured pieces; empty where no piece is ever captured."""
        codes = self._codes_in_play()
        walking = {self.game.fate for code in codes if self.takes_walking(code)}
        hopping = {hops.fate for code in codes if (hops := self.game.hops[code]) and self._captures_by_hops(hops)}
        return frozenset(walking | hopping)

    @cached_property
    def takes_own(self) -> bool:
        """Whether any piece captures pieces of its own player by jumping over them."""
        return any(self.takes_hopping(code, self.owner(code)) for code in self._codes_in_play())

    def _codes_in_play(self) -> set[int]:
        """Every code that may come into play: from the set-up, by promotion or through a hand."""
        codes = {code for code, _ in self.start_standings} | {code for code, number in self.hands.items() if number}
        todo = list(codes)
        while todo:
            code = todo.pop()
            rule, held = self.game.promotes[code], (self.game.hand_as[code] - 1) % self.game.kinds
            codes_in_hands = {1 + player * self.game.kinds + held for player in range(self.game.players)}
            new_codes = {*(rule.into if rule else ()), *(codes_in_hands if self.game.holds else ())} - codes
            codes |= new_codes
            todo += new_codes
        return codes

    def _captures_by_hops(self, hops: HopTables) -> bool:
        """Whether any of these jumps takes a piece."""
        return any(kind.takes for kind in hops.anywhere.kinds)

    def takes_walking(self, code: int) -> bool:
        """Whether a code captures by ordinary moves."""
        ways = (way for way in self.movements[code].kinds if isinstance(way, Walk))
        return self.game.captures and any(way.capture and way.directions for way in ways)

    def takes_hopping(self, code: int, victim: int) -> bool:
        """Whether a code takes pieces of a player by jumping over them."""
        hops, whom = self.game.hops[code], FRIEND if self.owner(code) == victim else ENEMY
        return hops is not None and any(kind.takes and kind.whom & whom for kind in hops.anywhere.kinds)

    @cached_property
    def everywhere(self) -> frozenset[Standing]:
        """Every standing that may ever occur."""
        drops = {(code, cell) for code, number in self.hands.items() if number for cell in self.game.drops[code]}
        return self.closure({*self.start_standings, *drops}, True)

    @cached_property
    def standings_without_hops(self) -> frozenset[Standing]:
        """Every standing that a piece may come to otherwise than by a jump."""
        standings = {
            *self.start_standings,
            *((code, cell) for code in self.held_codes for cell in self.game.drops[code]),
        }
        standings |= {standing for code in self.kinds for standing in self._return_standings(code, True)}
        for code, cell in self.everywhere:
            rule = self.game.promotes[code]
            for target in (
                {*self._walk_targets(code, cell), *self._conditional_targets(code, cell)}
                if cell not in self.closed_cells
                else ()
            ):
                standings |= {(promoted or code, target) for promoted in (rule.becomes(cell, target) if rule else (0,))}
        return frozenset(standings)

    @cached_property
    def kinds(self) -> frozenset[int]:
        """The codes that may ever stand on the board."""
        return frozenset(code for code, _ in self.everywhere)

    def closure(self, start: Iterable[Standing], sides: bool = False) -> frozenset[Standing]:
        """Where some pieces may ever come, and as what. With `sides`, pieces are also followed when a captor takes them
        over."""
        seen = set(start)
        todo, kinds = list(seen), set()
        while todo:
            code, cell = todo.pop()
            new = self.onward(code, cell) - seen
            if code not in kinds:
                kinds.add(code)
                new |= {*self._return_standings(code, sides)} - seen
            todo += new
            seen |= new
        return frozenset(seen)

    @cached_property
    def held_codes(self) -> frozenset[int]:
        """The codes that may ever be in a hand."""
        taken = {held for code in self.kinds for held in self._codes_in_hand(code, True)}
        return frozenset({code for code, number in self.hands.items() if number} | taken)

    def _codes_in_hand(self, code: int, sides: bool) -> Iterator[int]:
        """The codes that a captured piece may have in a hand."""
        held = self.game.hand_as[code]
        if Fate.HAND in self.fates:
            yield held
        for player in range(self.game.players) if Fate.CAPTOR in self.fates else ():
            if self.takes_own if player == self.owner(code) else sides:
                yield 1 + player * self.game.kinds + (held - 1) % self.game.kinds

    def _return_standings(self, code: int, sides: bool) -> Iterator[Standing]:
        """Where a captured piece may come back to the board."""
        for held in self._codes_in_hand(code, sides):
            yield from ((held, cell) for cell in self.game.drops[held])
        if Fate.HOME in self.fates:
            yield from ((code, cell) for cell in self.game.homes[code])

    @cached_property
    def closed_cells(self) -> frozenset[int]:
        """The cells that are closed for good: holes, and others where the number of pieces on the board never
        changes."""
        if self.fates or (any(self.hands.values()) and any(self.game.drops)):
            return frozenset(cell for cell, open_ in enumerate(self.game.ground.opens) if open_ == NEVER)
        odd = len(self.start_standings) % 2
        return frozenset(cell for cell, open_ in enumerate(self.game.ground.opens) if open_ not in (NOBODY, odd))

    def onward(self, code: int, cell: int) -> frozenset[Standing]:
        """The standings that a piece may come to by one move or jump. A slide may be cut short, where repeating
        `onward` still reaches everything."""
        if (code, cell) not in self._onward_cache:
            self._onward_cache[code, cell] = frozenset(
                self._standings_after_one_move(code, cell) if cell not in self.closed_cells else ()
            )
        return self._onward_cache[code, cell]

    @cached_property
    def _onward_cache(self) -> dict[Standing, frozenset[Standing]]:
        """The answers of `onward` so far."""
        return {}

    def _standings_after_one_move(self, code: int, cell: int) -> Iterator[Standing]:
        """As `onward`, without the cache and for a cell that is not closed."""
        rule = self.game.promotes[code]
        for target in {
            *self._walk_targets(code, cell),
            *self._hop_targets(code, cell),
            *self._conditional_targets(code, cell),
        }:
            yield from ((promoted or code, target) for promoted in (rule.becomes(cell, target) if rule else (0,)))

    def _walk_targets(self, code: int, cell: int) -> Iterator[int]:
        """The cells that ordinary moves may lead to.

        A slide is followed up to the first cell from which the same piece can slide on by itself. Where leaving a zone
        promotes, the whole slide is followed, because the piece may be promoted at its end.
        """
        has_opponents = sum(self.numbers) > self.numbers[self.owner(code)]
        rule, shut = self.game.promotes[code], self.game.ground.forbidden[code]
        for way in self.movements[code].kinds:
            is_possible = isinstance(way, Walk) and (
                way.quiet or (way.capture and self.game.captures and has_opponents)
            )
            if not isinstance(way, Walk) or not is_possible or (way.first and (code, cell) not in self.start_standings):
                continue
            for direction in way.directions:
                for offset, ends in way.path(direction):
                    target = self.lattice.neighbour(cell, offset, self.forward[code])
                    if target is None or target in self.closed_cells:
                        break
                    if ends and target not in shut:
                        yield target
                        if (
                            isinstance(way, Slide)
                            and not way.first
                            and (not rule or rule.becomes(cell, target) == (0,))
                        ):
                            break

    def _hop_targets(self, code: int, cell: int) -> Iterator[int]:
        """The cells that jumps may lead to, over pieces that may ever be there."""
        hops, own_number = self.game.hops[code], self.numbers[self.owner(code)]
        if hops is None:
            return
        friends = FRIEND if own_number > 1 or Fate.CAPTOR in self.fates else 0
        whom = friends | (ENEMY if sum(self.numbers) > own_number else 0)
        walls = self.closed_cells - self.game.ground.passable
        for leg in hops.anywhere.legs(cell):
            if leg.whom & whom and leg.hurdle not in walls and leg.land not in self.closed_cells | hops.shut:
                yield leg.land
        for far in hops.anywhere.rays(cell):
            wall = next((n for n, to in enumerate(far.ray) if to in walls), len(far.ray))
            yield from (to for to in far.ray[1:wall] if far.leg.whom & whom and to not in self.closed_cells | hops.shut)

    def _conditional_targets(self, code: int, cell: int) -> Iterator[int]:
        """The cells that movement under a condition may lead to."""
        for condition in self.game.also[code]:
            yield from (to for walks in condition.walks for to, _ in walks[cell].quiet if to not in self.closed_cells)


@dataclass
class GoalChecks:
    """Holds the goals that the options name against what the pieces can ever do."""

    options: StandardOptions
    names: Names
    game: CompiledGame
    reachability: Reachability

    def goals(self) -> Iterator[Doubt]:
        """Goals that cannot be met, and games that cannot be won."""
        for i, goal in enumerate(self.options.win):
            yield from self._check_goal(goal, ("rules", "win", i), "error")
        for i, goal in enumerate(self.options.lose):
            yield from self._check_goal(goal, ("rules", "lose", i), "warning")
        decides = self.game.players > 1 and self.options.passing == "never" and set(self.game.stuck) != {"draws"}
        if not (self.options.win or self.options.lose or decides):
            what = "nobody can ever win this game: it has no goal, and who cannot move does not lose"
            yield Doubt(("rules",), what, "add a goal under `win`", "warning")

    def _check_goal(self, goal: Reach | Capture | LineGoal, key: tuple[Key, ...], level: Level) -> Iterator[Doubt]:
        """The checks for one goal."""
        if isinstance(goal, Reach):
            yield from self._check_reach(goal, (*key, "reach"), level)
        elif isinstance(goal, LineGoal):
            yield from self._check_line(goal, (*key, "line"), level)
        else:
            yield from self._check_capture(goal, (*key, "capture"))

    def _check_reach(self, goal: Reach, key: tuple[Key, ...], level: Level) -> Iterator[Doubt]:
        """By player: whether some, all or enough of the named pieces can come to their zones."""
        zones_by_code = self._named_zones(goal, key)
        for player, name in enumerate(self.names.players):
            zones = {code: zone for code, (_, zone) in zones_by_code.items() if self.reachability.owner(code) == player}
            cells = {code: self.names.zone(zone) for code, zone in zones.items()}
            if not cells:
                continue
            names = {zones_by_code[code][0] for code in zones}
            standing = (
                self.reachability.everywhere if goal.by == "any action" else self.reachability.standings_without_hops
            )
            arriving = {zones_by_code[code][0] for code, cell in standing if cell in cells.get(code, ())}
            if goal.pieces == "fill":
                yield from self._check_fill(name, cells, join_words(dict.fromkeys(zones.values())), key, level)
            elif arriving and goal.pieces == "all":
                yield from self._check_room_for_all(name, cells, join_words(dict.fromkeys(zones.values())), key, level)
            for missing in sorted(names - arriving) if not arriving or goal.pieces == "any" else ():
                codes = [code for code in zones if zones_by_code[code][0] == missing]
                missed = self._report_unreachable(
                    name, missing, goal.reach[missing], codes, (*key, missing), "warning" if arriving else level
                )
                yield missed if goal.by == "any action" else self._mention_hops(missed, codes, cells)

    def _named_zones(self, goal: Reach, key: tuple[Key, ...]) -> dict[int, tuple[str, str]]:
        """The name and the zone of each code. Where a goal names a kind of piece that only some players ever have, the
        other players are left out."""
        zones_by_code, in_play = self.names.values_by_code(goal.reach, *key), self.reachability.kinds
        pieces = {
            name for code, (name, _) in zones_by_code.items() if code in in_play and name in self.names.setting.kinds
        }
        return {code: pair for code, pair in zones_by_code.items() if code in in_play or pair[0] not in pieces}

    def _report_unreachable(
        self, player: str, name: str, zone: str, codes: list[int], key: tuple[Key, ...], level: Level
    ) -> Doubt:
        """The problem that no piece of a name can come to its zone."""
        label = f"{player} piece" if name == player else f"{player} {self.names.pieces_by_code[codes[0]].kind}"
        if not self.reachability.kinds & {*codes}:
            return Doubt(key, f"no {label} ever comes into play", "", level)
        reached = {cell for code, cell in self.reachability.everywhere if code in codes}
        what = f"no {label} can ever stand in the zone `{zone}`"
        return Doubt(key, what, f"it comes only to {self.names.cells(reached)}", level)

    def _mention_hops(self, doubt: Doubt, codes: list[int], cells: dict[int, frozenset[int]]) -> Doubt:
        """The problem in other words where pieces can come to the zone only by jumps, which do not count there."""
        comes_by_jump = any(code in codes and cell in cells[code] for code, cell in self.reachability.everywhere)
        what, hint = f"{doubt.what} by a move", "hops do not count: `by: moves`"
        return replace(doubt, what=what, hint=hint) if comes_by_jump else doubt

    def _check_room_for_all(
        self, player: str, cells: dict[int, frozenset[int]], zone: str, key: tuple[Key, ...], level: Level
    ) -> Iterator[Doubt]:
        """Whether all pieces can stand in the zone at once. Where pieces may be captured this is a warning, because the
        remaining ones may have room. A player who can capture their own pieces can get rid of the others, so nothing is
        reported."""
        standings = [standing for standing in self.reachability.start_standings if standing[0] in cells]
        if any(
            self.reachability.takes_hopping(code, self.reachability.owner(code))
            for code in self.reachability.kinds & {*cells}
        ):
            return
        room = frozenset(cell for reached in cells.values() for cell in reached)
        level = "warning" if self.reachability.fates else level
        if len(standings) > len(room):
            number, has = count_things(len(standings), "piece"), count_things(len(room), "cell")
            what = f"{number} of {player} must all stand in `{zone}`, which has {has}"
            yield Doubt(key, what, "a larger zone, or fewer pieces", level)
            return
        places = {standing: self._cells_in_zone(standing, cells) for standing in standings}
        for code, cell in standings:
            if not places[code, cell]:
                label = f"{self.names.pieces_by_code[code]} from {self.names.cells([cell])}"
                what = f"the {label} can never stand in the zone `{zone}`"
                reached = [target for _, target in self.reachability.closure([(code, cell)])]
                yield Doubt(key, what, f"it comes only to {self.names.cells(reached)}", level)
        if all(places.values()) and (most := _count_matches(places)) < len(standings):
            what = f"at most {most} of the {len(standings)} pieces of {player} can stand in the zone `{zone}` at once"
            yield Doubt(key, what, "too few of its cells can be reached by the same pieces", level)

    def _cells_in_zone(self, standing: Standing, cells: dict[int, frozenset[int]]) -> frozenset[int]:
        """The cells of its zone that a piece may come to; all of them for a piece that may become one without a
        zone."""
        standings = self.reachability.closure([standing])
        if any(code not in cells for code, _ in standings):
            return frozenset(cell for zone in cells.values() for cell in zone)
        return frozenset(cell for code, cell in standings if cell in cells[code])

    def _check_fill(
        self, player: str, cells: dict[int, frozenset[int]], zone: str, key: tuple[Key, ...], level: Level
    ) -> Iterator[Doubt]:
        """Whether every cell of the zone can be filled, by as many pieces as the player has."""
        room = frozenset(cell for zone_cells in cells.values() for cell in zone_cells)
        filled = {cell for code, cell in self.reachability.everywhere if cell in cells.get(code, ())}
        number = self.reachability.numbers[self.names.players.index(player)]
        if number < len(room) and Fate.CAPTOR not in self.reachability.fates:
            pieces, room_cells = count_things(number, "piece"), count_things(len(room), "cell")
            what = f"{player} has {pieces} to fill the {room_cells} of `{zone}`"
            yield Doubt(key, what, "a smaller zone, or more pieces", level)
        elif room - filled:
            what = f"no piece of {player} can ever stand on {self.names.cells(room - filled)} of `{zone}`"
            yield Doubt(key, what, "so the zone is never filled", level)

    def _check_line(self, goal: LineGoal, key: tuple[Key, ...], level: Level) -> Iterator[Doubt]:
        """Whether a line has room on the board, and every player enough pieces for it."""
        lattice = self.names.setting.lattice
        rooms = {"W": max(lattice.files, lattice.ranks), "F": min(lattice.files, lattice.ranks)}
        room = rooms.get(goal.to or lattice.compass.neighbour_atom, rooms["W"])
        if goal.line > room:
            yield Doubt(key, f"no line of {goal.line} has room on this board", f"{room} at most", level)
            return
        if Fate.CAPTOR in self.reachability.fates:  # a player may capture the pieces that are missing
            return
        counts = zip(self.names.players, self.reachability.numbers, strict=True)
        too_few = {player: number for player, number in counts if number < goal.line}
        for player, number in too_few.items():
            what = f"{player} has {count_things(number, 'piece')}, too few for a line of {goal.line}"
            concerns_all = len(too_few) == len(self.names.players)
            yield Doubt(key, what, "more pieces, or a shorter line", level if concerns_all else "warning")

    def _check_capture(self, goal: Capture, key: tuple[Key, ...]) -> Iterator[Doubt]:
        """Whether pieces that a player is to lose can be taken, and no longer count then."""
        named = {
            code for piece, code in self.names.codes.items() if goal.capture == "all" or piece.kind in goal.capture
        }
        needs = [need for need in self.game.goals.needs if {*need.codes} == self._codes_of_player(named, need.player)]
        never_lost = [need for need in needs if self._count_never_lost(need.codes) >= need.least]
        what = join_words(["a piece"] if goal.capture == "all" else [f"a {kind}" for kind in goal.capture], "or")
        if not needs:
            problem_of_start = f"no player starts with {what}, so nobody can lose it"
            yield Doubt(key, problem_of_start, "name a piece of the set-up", "error")
        for need in dict.fromkeys(never_lost):
            problem = f"{self.names.players[need.player]} can never lose {what}: {self._explain_never_lost(need.codes)}"
            yield Doubt(key, problem, "", "error" if len(never_lost) == len(needs) else "warning")

    def _codes_of_player(self, codes: set[int], player: int) -> set[int]:
        """The codes of one player."""
        return {code for code in codes if self.reachability.owner(code) == player}

    def _count_never_lost(self, codes: tuple[int, ...]) -> int:
        """How many pieces of some codes at the start can never be lost."""
        start_codes = [
            *(code for code, _ in self.reachability.start_standings),
            *(code for code, n in self.reachability.hands.items() for _ in range(n)),
        ]
        return sum(code in codes and not self._can_be_lost(code) for code in start_codes)

    def _can_be_lost(self, code: int) -> bool:
        """Whether such a piece can be captured and then no longer counts, or may become another kind."""
        keeps_kind = self.game.hand_as[code] == code
        rule = self.game.promotes[code]
        return bool(self._fates_when_captured(code) - ({Fate.HAND} if keeps_kind else set())) or bool(
            rule and rule.into
        )

    def _fates_when_captured(self, code: int) -> set[Fate]:
        """What may become of a piece of a code when it is captured."""
        owner, fates = self.reachability.owner(code), set()
        for captor in self.reachability.kinds | self.reachability.held_codes:
            hops = self.game.hops[captor]
            if self.reachability.owner(captor) != owner and self.reachability.takes_walking(captor):
                fates.add(self.game.fate)
            if hops and self.reachability.takes_hopping(captor, owner):
                fates.add(hops.fate)
        return fates

    def _explain_never_lost(self, codes: tuple[int, ...]) -> str:
        """The reason why pieces of these codes are never lost."""
        if any(self._fates_when_captured(code) for code in codes):
            return "what is taken goes to its owner's hand and still counts"
        return "nobody takes it, neither by moving nor by hopping"


def _count_matches(places: dict[Standing, frozenset[int]]) -> int:
    """How many pieces can stand on different cells at once. Finds a maximum matching by augmenting paths."""
    assigned: dict[int, Standing] = {}

    def place(standing: Standing, tried: set[int]) -> bool:
        for cell in sorted(places[standing] - tried):
            tried.add(cell)
            if cell not in assigned or place(assigned[cell], tried):
                assigned[cell] = standing
                return True
        return False

    return sum(place(standing, set()) for standing in places)


def impossibilities(source: GameSource, game: CompiledGame) -> Iterator[Doubt]:
    """Everything that can never happen in a game. A game without any piece is unfinished and gets no report."""
    reachability = reachability_of(source, game)
    if not sum(reachability.numbers):
        return
    names = Names(source.start.setting, source.zones)
    yield from GoalChecks(source.options, names, game, reachability).goals()
    idle = IdleOptionChecks(source.options, names, game, reachability)
    yield from (*idle.holes(), *idle.idle_pieces(), *idle.hands(), *idle.promotion(), *idle.hops_and_captures())


def reachability_of(source: GameSource, game: CompiledGame) -> Reachability:
    """Where the pieces of a game may come."""
    start, setting = source.start, source.start.setting
    codes = Names(setting, source.zones).codes
    hands: dict[int, int] = {}
    for (player, _), counts in start.held.items():
        hands |= {codes[Piece(player, kind)]: number for kind, number in counts.items()}
    return Reachability(
        game,
        setting.lattice,
        {code: setting.players[piece.player] for piece, code in codes.items()},
        {code: source.movements.movements[piece.kind] for piece, code in codes.items()},
        tuple((codes[piece], setting.lattice.order[cell]) for cell, piece in start.pieces.items()),
        hands,
    )


@dataclass
class IdleOptionChecks:
    """Holds the pieces and options of one game against where its pieces may ever come."""

    options: StandardOptions
    names: Names
    game: CompiledGame
    reachability: Reachability

    def holes(self) -> Iterator[Doubt]:
        """Pieces that start on a cell that is a hole in the board."""
        for code, cell in self.reachability.start_standings:
            if self.game.ground.opens and self.game.ground.opens[cell] == NEVER:
                piece, cell_name = self.names.pieces_by_code[code], self.names.cells([cell])
                what, hint = f"a {piece} starts on {cell_name}, which is never open", "another cell, or other terrain"
                yield Doubt(("setup", piece.player, piece.kind), what, hint, "error")

    def idle_pieces(self) -> Iterator[Doubt]:
        """Kinds of pieces that can do nothing, or never come into play."""
        able = {code for code, cell in self.reachability.everywhere if self.reachability.onward(code, cell)}
        able |= {code for code in self.reachability.kinds if self.game.drops[code]}
        for piece in self.names.setting.kinds:
            codes = [code for man, code in self.names.codes.items() if man.kind == piece]
            immobile = [code for code in codes if code in self.reachability.kinds - able]
            moves = self.reachability.movements[codes[0]]
            if not self.reachability.kinds & {*codes} and not self.reachability.held_codes & {*codes}:
                hint = "give it a place in `setup` or `hand`, or promote to it"
                yield Doubt(("pieces", piece), f"the {piece} never comes into play", hint, "warning")
            for label in self._piece_labels(immobile, codes) if moves.kinds else ():
                what = f"the {label} can never move on this board"
                yield Doubt(("pieces", piece, "moves"), what, "a longer board, other moves or another place", "warning")

    def _piece_labels(self, concerned: list[int], codes: list[int]) -> list[str]:
        """The kind alone where the pieces of all players are meant, else one label for each player's piece."""
        if concerned and concerned == [code for code in codes if code in self.reachability.kinds]:
            return [self.names.pieces_by_code[codes[0]].kind]
        return [str(self.names.pieces_by_code[code]) for code in concerned]

    def hands(self) -> Iterator[Doubt]:
        """Pieces in hand that may never be placed, and drop zones for pieces that no player ever has in hand."""
        for code, number in self.reachability.hands.items():
            if number and not self.game.drops[code]:
                piece = self.names.pieces_by_code[code]
                what, hint = (
                    f"{piece.player} has a {piece.kind} in hand and may never place it",
                    "name it under `drops`",
                )
                yield Doubt(("hand", piece.player, piece.kind), what, hint, "warning")
        named_codes = self.names.values_by_code(self.options.drops)
        for name in self.options.drops:
            if not any(key == name and code in self.reachability.held_codes for code, (key, _) in named_codes.items()):
                hint = "pieces come into a hand by `hand:` of the spec, or by `captured`"
                yield Doubt(("rules", "drops", name), f"nobody ever has a {name} in hand to place", hint, "warning")

    def promotion(self) -> Iterator[Doubt]:
        """Pieces that never come to a cell where they would be promoted."""
        for piece in self.options.promotion:
            codes = {code for owner, code in self.names.codes.items() if owner.kind == piece}
            rules = {code: rule for code in codes if (rule := self.game.promotes[code])}
            promotions = [
                promoted
                for code, cell in self.reachability.everywhere
                if code in rules
                for promoted, _ in self.reachability.onward(code, cell)
                if promoted in rules[code].into
            ]
            if not promotions:
                what = f"no {piece} ever comes to where it would be promoted"
                yield Doubt(("rules", "promotion", piece), what, "another zone, or other moves", "warning")

    def hops_and_captures(self) -> Iterator[Doubt]:
        """Options for jumps where no piece jumps, and for captures where no piece captures."""
        if self.options.chain is not None and not any(self.options.hops.values()):
            yield Doubt(("rules", "chain"), "nobody hops, so there is nothing to chain", "add `hops`", "warning")
        if self.options.in_turn == "move and capture" and not self.reachability.fates:
            what = "nobody ever captures anything, so no turn has a move and a capture"
            yield Doubt(("rules", "in_turn"), what, "add a capture, or leave `in_turn` out", "warning")
        if any(self.game.hops[code] for code in self.reachability.kinds):
            return
        goals_by_key = (("win", self.options.win), ("lose", self.options.lose))
        for word, i, goal in ((word, i, goal) for word, goals in goals_by_key for i, goal in enumerate(goals)):
            if isinstance(goal, Reach) and goal.by == "moves":
                what = "nobody hops, so whoever comes to the zone comes by a move"
                yield Doubt(("rules", word, i, "by"), what, "leave `by` out", "warning")
