"""Goals of a game that can never be met, found from where its pieces may ever come."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from fabgen.core.english import count_things, join_words
from fabgen.core.problems import Level
from fabgen.rules.protocol import Doubt
from fabgen.rules.standard.compiled_game import CompiledGame
from fabgen.rules.standard.connections import ConnectAim, RingAim
from fabgen.rules.standard.goals import Aim, compile_goal
from fabgen.rules.standard.names import Key, Names
from fabgen.rules.standard.options import Capture, Connect, LineGoal, Reach, Ring, StandardOptions
from fabgen.rules.standard.reachability import Reachability, Standing
from fabgen.rules.standard.state import COUNTED, ENEMY, FRIEND, Fate


@dataclass
class GoalChecks:
    """The goals of a game, held against where its pieces may ever come."""

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
        has_opponents = len(self.names.setting.active_players) > 1
        decides = has_opponents and self.options.passing == "never" and set(self.game.stuck) != {"draws"}
        decides = decides or bool({*COUNTED} & {*self.game.stuck}) or bool(self.game.royal)
        if not (self.options.win or self.options.lose or decides):
            what = "no player can ever win this game: it has no goal, and a player who cannot move does not lose"
            yield Doubt(("rules",), what, "add a goal under `win`", "warning")

    def _check_goal(
        self, goal: Reach | Capture | LineGoal | Connect | Ring, key: tuple[Key, ...], level: Level
    ) -> Iterator[Doubt]:
        """The Doubts of one goal, at its key; of `level` where nobody can ever meet it."""
        if isinstance(goal, Reach):
            yield from self._check_reach(goal, (*key, "reach"), level)
        elif isinstance(goal, LineGoal):
            yield from self._check_line(goal, (*key, "line"), level)
        elif isinstance(goal, Connect | Ring):
            yield from self._check_shape(goal, key, level)
        else:
            yield from self._check_capture(goal, (*key, "capture"))

    def _check_reach(self, goal: Reach, key: tuple[Key, ...], level: Level) -> Iterator[Doubt]:
        """By player: whether some, all or enough of the named pieces can come to their zones."""
        chosen = self._zones_by_code(goal, key)
        crowded = defaultdict[str, list[str]](list)  # players by what is wrong, which several may have in common
        for player, name in enumerate(self.names.setting.active_players):  # neutral ones are numbered after them
            own = {code: zone for code, (_, zone) in chosen.items() if self.reachability.owner(code) == player}
            cells = {code: self.names.zone(zone) for code, zone in own.items()}
            if not cells:
                continue
            used = {chosen[code][0] for code in own}
            standings = (
                self.reachability.standings if goal.by == "any action" else self.reachability.standings_without_hops
            )
            there = {chosen[code][0] for code, cell in standings if cell in cells.get(code, ())}
            if goal.pieces == "fill":
                yield from self._check_filling(name, cells, join_words(dict.fromkeys(own.values())), key, level)
            elif there and goal.pieces == "all":
                zone = join_words(dict.fromkeys(own.values()))
                if crowd := self._describe_crowd(cells, zone):
                    crowded[crowd].append(name)
                else:
                    yield from self._check_room_for_all(name, cells, zone, key, level)
            for label in sorted(used - there) if not there or goal.pieces == "any" else ():
                codes = [code for code in own if chosen[code][0] == label]
                missed = self._report_unreachable(
                    name, label, goal.reach[label], codes, (*key, label), "warning" if there else level
                )
                yield missed if goal.by == "any action" else self._mention_hops(missed, codes, cells)
        for crowd, players in crowded.items():
            each = "each of " if len(players) > 1 else ""
            what = crowd.format(players=f"{each}{join_words(players)}")
            yield Doubt(key, what, "a larger zone, or fewer pieces", "warning" if self.reachability.fates else level)

    def _zones_by_code(self, goal: Reach, key: tuple[Key, ...]) -> dict[int, tuple[str, str]]:
        """The name and the zone of each code; without the codes of players who never have a piece that others have."""
        chosen, playing = self.names.values_by_code(goal.reach, *key), self.reachability.codes
        kinds = {label for code, (label, _) in chosen.items() if code in playing and label in self.names.setting.kinds}
        return {code: pair for code, pair in chosen.items() if code in playing or pair[0] not in kinds}

    def _report_unreachable(
        self, player: str, label: str, zone: str, codes: list[int], key: tuple[Key, ...], level: Level
    ) -> Doubt:
        """No piece that a label stands for can come to its zone."""
        piece = f"{player} piece" if label == player else f"{player} {self.names.pieces_by_code[codes[0]].kind}"
        if not self.reachability.codes & {*codes}:
            return Doubt(key, f"no {piece} ever comes into play", "", level)
        cells = {cell for code, cell in self.reachability.standings if code in codes}
        what = f"no {piece} can ever stand in the zone `{zone}`"
        return Doubt(key, what, f"it comes only to {self.names.cells(cells)}", level)

    def _mention_hops(self, missed: Doubt, codes: list[int], cells: dict[int, frozenset[int]]) -> Doubt:
        """Where only moves count, says so of a zone that hops could reach."""
        if not any(code in codes and cell in cells[code] for code, cell in self.reachability.standings):
            return missed
        return replace(missed, what=f"{missed.what} by a move", hint="hops do not count: `by: moves`")

    def _check_room_for_all(
        self, player: str, cells: dict[int, frozenset[int]], zone: str, key: tuple[Key, ...], level: Level
    ) -> Iterator[Doubt]:
        """Whether all pieces of a player can stand in their zones at once. Where pieces may be captured, fewer may be
        enough; where players capture their own, they are meant to get rid of the others, and nothing is said."""
        pieces = [standing for standing in self.reachability.start_standings if standing[0] in cells]
        if self._may_lose_own(cells):
            return
        level = "warning" if self.reachability.fates else level
        places = {standing: self._places_in_zone(standing, cells) for standing in pieces}
        for code, cell in pieces:
            if not places[code, cell]:
                piece = f"{self.names.pieces_by_code[code]} from {self.names.cells([cell])}"
                what = f"the {piece} can never stand in the zone `{zone}`"
                reached = [at for _, at in self.reachability.closure([(code, cell)])]
                yield Doubt(key, what, f"it comes only to {self.names.cells(reached)}", level)
        if all(places.values()) and (most := _count_matches([places[p] for p in pieces], self._room_on)) < len(pieces):
            what = f"at most {most} of the {len(pieces)} pieces of {player} can stand in the zone `{zone}` at once"
            yield Doubt(key, what, "too few of its cells can be reached by the same pieces", level)

    def _describe_crowd(self, cells: dict[int, frozenset[int]], zone: str) -> str:
        """What is wrong where a player has more pieces than their zones hold, with `{players}` in place of who it is;
        empty where all have room."""
        zone_cells = frozenset(cell for places in cells.values() for cell in places)
        number = sum(code in cells for code, _ in self.reachability.start_standings)
        room = sum(self._room_on(cell) for cell in zone_cells)
        if number <= room or self._may_lose_own(cells):
            return ""
        needed, available = count_things(number, "piece"), count_things(len(zone_cells), "cell")
        holds = f" and room for {room}" if room > len(zone_cells) else ""
        return f"{needed} of {{players}} must all stand in `{zone}`, which has {available}{holds}"

    def _may_lose_own(self, cells: dict[int, frozenset[int]]) -> bool:
        """Whether a player may capture their own pieces of these codes."""
        codes = self.reachability.codes & {*cells}
        return any(self.reachability.captures_by_hopping(code, self.reachability.owner(code)) for code in codes)

    def _room_on(self, cell: int) -> int:
        """How many pieces a cell holds side by side."""
        return self.game.sharing.limits[cell] if self.game.sharing else 1

    def _places_in_zone(self, start: Standing, cells: dict[int, frozenset[int]]) -> frozenset[int]:
        """Where in its zone a piece may come; everywhere in all zones if it may become something without a zone."""
        reached = self.reachability.closure([start])
        if any(code not in cells for code, _ in reached):
            return frozenset(cell for zone in cells.values() for cell in zone)
        return frozenset(cell for code, cell in reached if cell in cells[code])

    def _check_filling(
        self, player: str, cells: dict[int, frozenset[int]], zone: str, key: tuple[Key, ...], level: Level
    ) -> Iterator[Doubt]:
        """Whether every cell of the zone can be filled with the pieces that there are."""
        room = frozenset(cell for places in cells.values() for cell in places)
        filled = {cell for code, cell in self.reachability.standings if cell in cells.get(code, ())}
        number = self.reachability.piece_counts[self.names.players.index(player)]
        if number < len(room) and not self.reachability.changes_sides:
            pieces, room_cells = count_things(number, "piece"), count_things(len(room), "cell")
            what = f"{player} has {pieces} to fill the {room_cells} of `{zone}`"
            yield Doubt(key, what, "a smaller zone, or more pieces", level)
        elif room - filled:
            what = f"no piece of {player} can ever stand on {self.names.cells(room - filled)} of `{zone}`"
            yield Doubt(key, what, "so the zone is never filled", level)

    def _check_line(self, goal: LineGoal, key: tuple[Key, ...], level: Level) -> Iterator[Doubt]:
        """The Doubts of a goal to make a line: the board or the pieces of a player may be too few for it."""
        lattice = self.names.setting.lattice
        rooms = {"W": max(lattice.files, lattice.ranks), "F": min(lattice.files, lattice.ranks)}
        room = rooms.get(goal.to or lattice.compass.neighbour_atom, rooms["W"])
        if goal.line > room:
            yield Doubt(key, f"no line of {goal.line} has room on this board", f"{room} at most", level)
            return
        if self.reachability.changes_sides:
            return
        counts = zip(self.names.players, self.reachability.piece_counts, strict=True)
        playing = self.names.setting.active_players
        few = {player: number for player, number in counts if player in playing and number < goal.line}
        for player, number in few.items():
            what = f"{player} has {count_things(number, 'piece')}, too few for a line of {goal.line}"
            all_of_them = len(few) == len(playing)
            yield Doubt(key, what, "more pieces, or a shorter line", level if all_of_them else "warning")

    def _check_shape(self, goal: Connect | Ring, key: tuple[Key, ...], level: Level) -> Iterator[Doubt]:
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
        for code, cell in self.reachability.standings:
            if aim.table[code]:
                board[cell] = code
        is_met = (aim.is_met(bytes(board)) if isinstance(aim, ConnectAim)
                  else any(True for _ in aim.ringed_cells(bytes(board))))
        return is_met and (self.reachability.changes_sides or self._has_pieces_for(aim))

    def _has_pieces_for(self, aim: ConnectAim | RingAim) -> bool:
        """Whether a player has as many pieces as the shortest chain between two of the zones takes, or as the smallest
        ring: one on every cell to which one gets from a single cell."""
        number, reached = self.reachability.piece_counts[aim.player], 0
        if isinstance(aim, RingAim):
            return number >= max(map(len, aim.crossings))
        for start in range(max(aim.zone_bits).bit_length()):
            cells = {cell for cell, bits in enumerate(aim.zone_bits) if bits >> start & 1}
            seen, steps = set(cells), 1
            while cells and not any(aim.zone_bits[cell] & ~(1 << start) for cell in cells):
                cells = {near for cell in cells for near in aim.neighbours[cell]} - seen
                seen |= cells
                steps += 1
            reached = min(reached or steps, steps)
        return number >= reached

    def _check_capture(self, goal: Capture, key: tuple[Key, ...]) -> Iterator[Doubt]:
        """Whether pieces that must go can be taken, and are gone then."""
        named = {
            code for piece, code in self.names.codes.items() if goal.capture == "all" or piece.kind in goal.capture
        }
        what = join_words(["a piece"] if goal.capture == "all" else [f"a {piece}" for piece in goal.capture], "or")
        if reason := self._why_neutral_pieces_suffice(named, what):
            yield Doubt(key, f"goals leave out neutral pieces, and {reason}",
                        "name a piece that players start with, or another goal", "error")
            return
        needs = [need for need in self.game.goals.needs if {*need.codes} == self._codes_of_player(named, need.player)]
        kept = [need for need in needs if self._count_never_lost(need.codes) >= need.least]
        if not needs:
            missing = f"no player starts with {what}, so none can be captured"
            yield Doubt(key, missing, "name a piece of the set-up", "error")
        owners = defaultdict[str, list[str]](list)  # by the reason, which several players may have in common
        for need in dict.fromkeys(kept):
            owners[self._explain_never_lost(need.codes)].append(self.names.players[need.player])
        for reason, players in owners.items():
            lost = f"{join_words(players)} can never lose {what}: {reason}"
            hint = "let a piece capture it, or take the goal out"
            yield Doubt(key, lost, hint, "error" if len(kept) == len(needs) else "warning")

    def _why_neutral_pieces_suffice(self, named: set[int], what: str) -> str:
        """Why a goal to capture can be met by the capture of neutral pieces alone, as the end of a sentence; empty
        where it is about pieces of players. `named`: the codes of the pieces in the goal, and `what`, their kinds."""
        setting = self.names.setting
        starting = {self.names.players[self.reachability.owner(code)]
                    for code in self.reachability.start_codes if code in named}
        owners = [player for player in setting.neutral if player in starting]
        if not owners:
            return ""
        if starting <= {*setting.neutral}:
            return f"only {join_words(owners)} {'has' if len(owners) == 1 else 'have'} {what}"
        if len(setting.active_players) == 1:
            return f"{setting.active_players[0]} plays alone, so there are no others to capture"
        return ""

    def _codes_of_player(self, codes: set[int], player: int) -> set[int]:
        return {code for code in codes if self.reachability.owner(code) == player}

    def _count_never_lost(self, codes: tuple[int, ...]) -> int:
        """How many of the pieces at the start that have one of the codes can never be lost."""
        return sum(code in codes and not self._can_be_lost(code, {*codes}) for code in self.reachability.start_codes)

    def _can_be_lost(self, code: int, counted: set[int]) -> bool:
        """Whether a piece may stop counting: it is captured for good, or becomes something that does not count, by
        promotion or in its owner's hand. `counted`: the codes of its player that count."""
        seen, todo = {code}, [code]
        while todo:
            current = todo.pop()
            fates, rule = self._fates_of(current), self.game.promotes[current]
            if fates - {Fate.HAND}:
                return True
            becomes = {*(rule.into if rule else ()), *([self.game.hand_as[current]] if Fate.HAND in fates else ())}
            if becomes - counted:
                return True
            todo += sorted(becomes - seen)
            seen |= becomes
        return False

    def _fates_of(self, code: int) -> frozenset[Fate]:
        """What may become of a piece that is captured; empty if it never is."""
        return self._fates_by_owner[self.reachability.owner(code)]

    @cached_property
    def _fates_by_owner(self) -> tuple[frozenset[Fate], ...]:
        """By player: what may become of a captured piece of theirs."""
        fates: list[set[Fate]] = [set() for _ in range(self.game.players)]
        for captor in self.reachability.codes | self.reachability.held_codes:
            captures_by_moving, hops = self.reachability.captures_by_moving(captor), self.game.hops[captor]
            for owner, fates_of_owner in enumerate(fates):
                is_own = self.reachability.owner(captor) == owner
                if captures_by_moving and not is_own:
                    fates_of_owner.add(self.game.fate)
                if hops and self.reachability.captures_by_hopping(captor, owner):
                    fates_of_owner.add(hops.fate)
                if self.reachability.covers(FRIEND if is_own else ENEMY):
                    fates_of_owner.add(Fate.PRISONER)
        return tuple(frozenset(fates_of_owner) for fates_of_owner in fates)

    def _explain_never_lost(self, codes: tuple[int, ...]) -> str:
        if any(self._fates_of(code) for code in codes):
            return "what is captured goes to its owner's hand and still counts"
        return "no piece captures it, neither by moving nor by hopping"


def _aims_of_goal(names: Names, goal: Connect | Ring, key: tuple[Key, ...]) -> Iterator[Aim]:
    """The aims of one goal, of players who have turns. `key`: `rules`, `win` or `lose`, and its number."""
    for aim in compile_goal(names, goal, (str(key[1]), int(key[2])), {}):
        if names.players[aim.player] in names.setting.active_players:
            yield aim


def _count_matches(places: Sequence[frozenset[int]], room_on: Callable[[int], int]) -> int:
    """How many pieces can stand in places of their own at once, where a cell holds so many: a maximum matching, by
    augmenting paths. `places`: by piece, where it may stand."""
    pieces_on = defaultdict[int, list[int]](list)

    def place(piece: int, tried: set[int]) -> bool:
        for cell in sorted(places[piece] - tried):
            tried.add(cell)
            if len(pieces_on[cell]) < room_on(cell):
                pieces_on[cell].append(piece)
                return True
            for position, other in enumerate(pieces_on[cell]):
                if place(other, tried):
                    pieces_on[cell][position] = piece
                    return True
        return False

    return sum(place(piece, set()) for piece in range(len(places)))
