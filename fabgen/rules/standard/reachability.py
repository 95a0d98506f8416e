"""A compiled game → where its pieces may ever come, by any play at all. Never too little: a piece can never stand
where this does not find it.

Pieces in the way, the order of turns and the rules of chains are left out. A piece is a code on a cell; its code may
change by promotion, by going through a hand, or by changing sides.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from fabgen.rules.boards import Board
from fabgen.rules.movement import Leap, Movement, Slide, Walk
from fabgen.rules.position import Piece
from fabgen.rules.standard.compiled_game import CompiledGame, GameSource
from fabgen.rules.standard.hop_tables import HopTables
from fabgen.rules.standard.names import Names
from fabgen.rules.standard.state import ENEMY, FRIEND, NEVER, NOBODY, NOWHERE, Fate

Standing = tuple[int, int]  # a code on a cell


@dataclass(frozen=True)
class Reachability:
    """`forward` and `movements` by code; `start_standings`: the pieces on the board at the start; `hands`: how many
    pieces of each code are in hand then."""

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
    def start_codes(self) -> tuple[int, ...]:
        """The code of every piece at the start, on the board and in hand."""
        on_board = [code for code, _ in self.start_standings]
        return (*on_board, *(code for code, number in self.hands.items() for _ in range(number)))

    @cached_property
    def piece_counts(self) -> tuple[int, ...]:
        """How many pieces each player starts with, those in hand included."""
        owners = [self.owner(code) for code in self.start_codes]
        return tuple(owners.count(player) for player in range(self.game.players))

    @cached_property
    def fates(self) -> frozenset[Fate]:
        """What may become of captured pieces; empty in a game without captures."""
        codes = self._codes_in_play()
        by_moving = {self.game.fate for code in codes if self.captures_by_moving(code)}
        by_hopping = {hops.fate for code in codes if (hops := self.game.hops[code]) and _can_capture(hops)}
        by_covering = {Fate.PRISONER} if self.covers(FRIEND | ENEMY) else set()
        return frozenset(by_moving | by_hopping | by_covering)

    def covers(self, sides: int) -> bool:
        """Whether towers may be put on pieces of a side: FRIEND, ENEMY, or one of both (FRIEND | ENEMY)."""
        return bool(self.game.tower_moves and self.game.tower_moves.onto & sides)

    @cached_property
    def captures_own_pieces(self) -> bool:
        """Whether a player may capture pieces of their own by hopping over them."""
        return any(self.captures_by_hopping(code, self.owner(code)) for code in self._codes_in_play())

    def _codes_in_play(self) -> set[int]:
        """Every code that may come into play by being there, by promotion or through a hand."""
        codes = {code for code, _ in self.start_standings} | {code for code, number in self.hands.items() if number}
        todo = list(codes)
        while todo:
            code = todo.pop()
            promotion = self.game.promotes[code]
            becomes = {*(promotion.into if promotion else ()), *self.game.forms[code]}
            if self.game.has_hands or self.game.claim_cells:
                held = self.game.hand_as[code]
                becomes |= {self._code_for_player(held, player) for player in range(self.game.players)}
            todo += becomes - codes
            codes |= becomes
        return codes

    def captures_by_moving(self, code: int) -> bool:
        """Whether a code captures by ordinary moves or drops: onto enemies, by pushing or by enclosing them."""
        if self.game.enclosure and self.game.enclosure.can_take(code):
            return True
        if (push := self.game.pushes.rules[code]) and push.falls and push.enemies:
            return True
        if self.game.enclosure:
            return False
        ways = (way for way in self.movements[code].ways if isinstance(way, Walk))
        return self.game.captures_by_moving and any(way.capture and way.directions for way in ways)

    def captures_by_hopping(self, code: int, owner: int) -> bool:
        """Whether a code captures pieces of a player by hopping over them."""
        hops, side = self.game.hops[code], FRIEND if self.owner(code) == owner else ENEMY
        return hops is not None and any(kind.takes and kind.whom & side for kind in hops.anywhere.kinds)

    @cached_property
    def standings(self) -> frozenset[Standing]:
        """Every code with every cell on which it may ever stand."""
        placed = {place for code, number in self.hands.items() if number for place in self.drop_places(code)}
        return self.closure({*self.start_standings, *placed, *self.opening_standings}, True)

    @cached_property
    def opening_standings(self) -> frozenset[Standing]:
        """Every code with every cell on which it may be placed in the opening."""
        steps = [step for step in self.game.opening.steps if step.places]
        held = {code for code, number in self.hands.items() if number}
        return frozenset(
            (code, cell)
            for step in steps
            for codes in step.codes
            for code in codes
            for cell in step.cells
            if self.game.has_endless_supply or self.game.drawn_from[code] in held
        )

    def drop_places(self, held: int) -> Iterator[Standing]:
        """Where a piece in hand may be placed, and as what."""
        return ((form, cell) for form in self.game.forms[held] for cell in self.game.drops[form])

    @cached_property
    def standings_without_hops(self) -> frozenset[Standing]:
        """Every code with every cell on which it may ever come to stand in another way than by a hop."""
        standings = {*self.start_standings, *self.opening_standings}
        standings |= {place for code in self.held_codes for place in self.drop_places(code)}
        standings |= {standing for code in self.codes for standing in self._return_standings(code, True)}
        for code, cell in self.standings:
            if cell not in self.closed_cells:
                standings.update(self._standings_at(code, cell, self._targets_without_hops(code, cell)))
        return frozenset(standings)

    @cached_property
    def codes(self) -> frozenset[int]:
        """Codes that ever stand on the board."""
        return frozenset(code for code, _ in self.standings)

    def closure(self, standings: Iterable[Standing], changing_sides: bool = False) -> frozenset[Standing]:
        """Where some pieces may ever stand, and as what; with `changing_sides`, also after they came to another
        player."""
        seen = set(standings)
        todo, codes = list(seen), set()
        while todo:
            code, cell = todo.pop()
            following: Iterable[Standing] = self.next_standings(code, cell)
            if code not in codes:
                codes.add(code)
                following = (*following, *self._return_standings(code, changing_sides))
            for standing in following:
                if standing not in seen:
                    seen.add(standing)
                    todo.append(standing)
        return frozenset(seen)

    @cached_property
    def held_codes(self) -> frozenset[int]:
        """Codes that may ever be in a hand."""
        captured = {held for code in self.codes for held in self._held_after_capture(code, True)}
        return frozenset({code for code, number in self.hands.items() if number} | captured)

    def _held_after_capture(self, code: int, changing_sides: bool) -> Iterator[int]:
        """What a captured piece becomes in a hand."""
        held = self.game.hand_as[code]
        if Fate.HAND in self.fates:
            yield held
        for player in range(self.game.players) if Fate.CAPTOR in self.fates else ():
            if self.captures_own_pieces if player == self.owner(code) else changing_sides:
                yield self._code_for_player(held, player)

    def _return_standings(self, code: int, changing_sides: bool) -> Iterator[Standing]:
        """Where a captured piece comes back to the board."""
        for held in self._held_after_capture(code, changing_sides):
            yield from self.drop_places(held)
        if Fate.HOME in self.fates:
            yield from ((code, cell) for cell in self.game.homes[code])
        if Fate.PRISONER in self.fates:
            yield from ((code, cell) for cell in range(self.game.cells))
        is_claimed = self.game.claim_cells and self.game.is_neutral(self.owner(code))
        if (Fate.FLIPS in self.fates or is_claimed) and changing_sides:
            for player in range(self.game.players):
                yield from ((self._code_for_player(code, player), cell) for cell in range(self.game.cells))

    def _code_for_player(self, code: int, player: int) -> int:
        """The code of a piece of the same kind that belongs to a player."""
        return 1 + player * self.game.kinds + (code - 1) % self.game.kinds

    @property
    def changes_sides(self) -> bool:
        """Whether players may come to have pieces that were others'."""
        return bool(self.fates & {Fate.CAPTOR, Fate.FLIPS} or self.game.claim_cells)

    @cached_property
    def closed_cells(self) -> frozenset[int]:
        """Ground that is closed for good: holes, and more where the number of pieces on the board never changes."""
        if self.fates or self.game.opening or (any(self.hands.values()) and any(self.game.drops)):
            return frozenset(cell for cell, open_ in enumerate(self.game.ground.opens) if open_ == NEVER)
        odd = len(self.start_standings) % 2
        return frozenset(cell for cell, open_ in enumerate(self.game.ground.opens) if open_ not in (NOBODY, odd))

    def next_standings(self, code: int, cell: int) -> list[Standing]:
        """Where a piece may be after one move or hop, and as what. Asked again from there, and so on, this finds all
        that the piece can ever reach."""
        return self._standings_at(code, cell, self._targets(code, cell))

    def _standings_at(self, code: int, cell: int, targets: Iterable[int]) -> list[Standing]:
        """A piece that goes from a cell to targets, as what promotion makes of it there."""
        promotion = self.game.promotes[code]
        if promotion is None:
            return [(code, to) for to in targets]
        return [(new or code, to) for to in targets for new in promotion.becomes(cell, to)]

    def _targets(self, code: int, cell: int) -> frozenset[int]:
        """The cells to which a piece may go by one move or hop. Codes that move alike share the answers."""
        targets = self._targets_by_movement_key[self._movement_keys[code]]
        if cell not in targets:
            targets[cell] = NOWHERE if cell in self.closed_cells else frozenset(
                (*self._targets_without_hops(code, cell), *self._hop_targets(code, cell))
            )
        return targets[cell]

    def _targets_without_hops(self, code: int, cell: int) -> set[int]:
        return {
            *self._walk_targets(code, cell),
            *self._conditional_targets(code, cell),
            *self._castle_targets(code, cell),
            *self._flight_targets(code),
            *self._push_targets(),
        }

    @cached_property
    def _targets_by_movement_key(self) -> defaultdict[Hashable, dict[int, frozenset[int]]]:
        return defaultdict(dict)

    @cached_property
    def _movement_keys(self) -> dict[int, Hashable]:
        """By code: a key that is equal for codes that go from every cell to the same cells."""
        return {code: self._movement_key(code) for code in self.movements}

    def _movement_key(self, code: int) -> Hashable:
        """A value that is equal for codes that may go to the same cells, which are found once for all of them."""
        movement, game = self.movements[code], self.game
        if game.castling and code in game.castling.codes:
            return code
        # These depend on goals, or on the set-up.
        if game.conditional_moves[code] or any(way.first for way in movement.ways):
            return code
        own, total = self.piece_counts[self.owner(code)], sum(self.piece_counts)
        hops, forward = game.hops[code], "" if self._ignores_forward(code) else self.forward[code]
        return (movement, forward, game.promotes[code], game.ground.forbidden[code], id(hops) if hops else 0,
                own > 1, total > own, game.flights.limits[code] > 0)

    def _ignores_forward(self, code: int) -> bool:
        """Whether a movement leads to the same cells whichever way its player calls forward."""
        forward, to_board = self.forward[code], self.lattice.compass.to_board
        return all(
            isinstance(way, Leap | Slide)
            and {to_board(offset, forward) for offset in way.directions} == {*way.directions}
            for way in self.movements[code].ways
        )

    def _push_targets(self) -> Iterable[int]:
        """Where a piece may be pushed, go in a row, or go below others in a tower: anywhere, if any piece does so."""
        return self.lattice.order.values() if self.game.pushes or self.game.tower_moves else ()

    def _flight_targets(self, code: int) -> frozenset[int]:
        """Where a piece goes that may come to fly; nowhere for all others."""
        flies = self.game.flights.limits[code] > 0
        return frozenset(self.lattice.order.values()) - self.game.ground.forbidden[code] if flies else NOWHERE

    def _walk_targets(self, code: int, cell: int) -> Iterator[int]:
        """The cells that a piece of a code may go to from a cell, whatever stands there now.

        A slide is followed up to the first cell from which the same piece can slide on by another move; a piece that
        is promoted by where its move began may need the whole slide at once.
        """
        has_enemies = sum(self.piece_counts) > self.piece_counts[self.owner(code)]
        promotion, shut = self.game.promotes[code], self.game.ground.forbidden[code]
        for way in self.movements[code].ways:
            if not isinstance(way, Walk) or (way.first and (code, cell) not in self.start_standings):
                continue
            if not way.quiet and not (way.capture and self.game.captures_by_moving and has_enemies):
                continue
            for direction in way.directions:
                for offset, ends in way.path(direction):
                    to = self.lattice.neighbour(cell, offset, self.forward[code])
                    if to is None or to in self.closed_cells:
                        break
                    if ends and to not in shut:
                        yield to
                        if isinstance(way, Slide) and not way.first and (
                            not promotion or promotion.becomes(cell, to) == (0,)
                        ):
                            break

    def _hop_targets(self, code: int, cell: int) -> Iterator[int]:
        """The cells that a piece of a code may jump to from a cell, over any piece that may ever stand in between."""
        hops, own = self.game.hops[code], self.piece_counts[self.owner(code)]
        if hops is None:
            return
        friends = FRIEND if own > 1 or self.changes_sides else 0
        sides = friends | (ENEMY if sum(self.piece_counts) > own else 0)
        walls = self.closed_cells - self.game.ground.passable
        for leg in hops.anywhere.legs(cell):
            if leg.whom & sides and leg.hurdle not in walls and leg.land not in self.closed_cells | hops.shut:
                yield leg.land
        for far in hops.anywhere.rays(cell):
            if far.leg.whom & sides:
                wall = next((n for n, to in enumerate(far.ray) if to in walls), len(far.ray))
                yield from (to for to in far.ray[1:wall] if to not in self.closed_cells | hops.shut)

    def _castle_targets(self, code: int, cell: int) -> Iterator[int]:
        """Where a piece comes to by castling from its start, or as the partner of one that castles."""
        castling = self.game.castling
        if not castling or (code, cell) not in self.start_standings:
            return
        for other, start in self.start_standings:
            for line in castling.lines[other][start]:
                for partner in line.cells[line.steps - 1 :]:
                    if (line.partner, partner) in self.start_standings:
                        move = line.move(start, partner)
                        yield from [move.target] if (other, start) == (code, cell) else []
                        yield from [move.partner[1]] if (line.partner, partner) == (code, cell) else []

    def _conditional_targets(self, code: int, cell: int) -> Iterator[int]:
        """Where a piece goes by moves that it has under a condition."""
        for condition in self.game.conditional_moves[code]:
            yield from (to for walks in condition.walks for to, _ in walks[cell].quiet if to not in self.closed_cells)


def reachability_of(source: GameSource, game: CompiledGame) -> Reachability:
    """Where the pieces of a game may come."""
    start, setting = source.start, source.start.setting
    codes = Names(setting, source.zones).codes
    hands: dict[int, int] = {}
    for (player, _), counts in start.held.items():
        hands |= {codes[Piece(player, kind)]: number for kind, number in counts.items()}
    if game.has_endless_supply:
        hands |= {code: game.cells for code in codes.values() if game.drops[code]}
    return Reachability(
        game,
        setting.lattice,
        {code: setting.players[piece.player] for piece, code in codes.items()},
        {code: source.movements.movements[piece.kind] for piece, code in codes.items()},
        tuple((codes[piece], setting.lattice.order[cell]) for cell, piece in start.all_pieces()),
        hands,
    )


def _can_capture(hops: HopTables) -> bool:
    return any(kind.takes for kind in hops.anywhere.kinds)
