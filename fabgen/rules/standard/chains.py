"""A position and the pieces of the player to move → their jumps and chains of jumps as moves. Two chains with the same
end that take the same pieces are one action.

`ChainSearch` finds whatever chains a game has, piece by piece. `free_chains` is the quick search for chains that take
nothing, need not go on and may turn. `HopGenerator` chooses between them; pieces that jump alike share one look.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from fabgen.rules.standard.compile import CompiledGame
from fabgen.rules.standard.hop_tables import CELL_BITS, HopLeg, HopTables, OpenHop, hop_starts, open_far_hops
from fabgen.rules.standard.legality import Cells, ChainContext, ChainSoFar
from fabgen.rules.standard.state import ENEMY, FRIEND, NOWHERE, WALL, ChainRule, Move, State

ChainEnds = dict[tuple[int, Cells], Cells]  # by the end of a chain and the pieces it takes: its path


class ChainSearch(ChainContext):
    """Finds the chains of one piece."""

    def ends(self) -> ChainEnds:
        """Every end with one path, the shortest where the order of the hops does not matter.

        First each stop is searched once, whoever was hopped on the way to it: quick, and complete unless a man who was
        hopped stands in the way of a second hop over him. Only where that could hide an end, all orders are searched.
        """
        if self.rule.must and self.rule.once and self.hops.keeps:
            return self._walk(exact=True)[0]
        found, doubts = self._walk(exact=False)
        hidden = {end for end in self._reachable(doubts) if end not in found} if doubts else set()
        if hidden:
            more, _ = self._walk(exact=True, wanted=hidden)
            found |= {end: path for end, path in more.items() if end in hidden}
        return found

    def legs(self, here: int, taken: Cells) -> Iterable[HopLeg]:
        """The hops on the map from a cell, whoever stands there."""
        odd = len(taken) & 1
        near = self.hops.near[self.parity][odd][here]
        if self.hops.far is None:
            return near
        return *near, *open_far_hops(self.hops.far[self.parity][odd][here], self.side, self.hops.shut)

    def _walk(self, exact: bool, wanted: set[tuple[int, Cells]] | None = None) -> tuple[ChainEnds, list[ChainSoFar]]:
        """The ends found breadth first, and the chains left out because they jump twice over a piece and no other chain
        led there."""
        found: ChainEnds = {}
        doubts: dict[object, ChainSoFar] = {}
        known: set[object] = set()
        rule, side, once, straight = self.rule, self.side, self.rule.once, self.rule.straight
        queue: list[tuple[int, Cells, Cells, int, Cells, int]] = [(self.start, (), (), 0, (self.start,), -1)]
        for here, taken, over, used, path, heading in queue:
            onward = False
            legs = self.legs(here, taken) if self.goes_on(here, over) else ()
            for hurdle, land, whom, budget, limit, unit, takes, way, _, axis, cross in legs:
                # This is `admits` and, below, `repeats`, written out: calls would cost a third of the speed.
                if side[land] or not side[hurdle] & whom or used & budget >= limit or used & cross or hurdle in taken:
                    continue
                if straight and over and way != heading:
                    continue
                loot = tuple(sorted((*taken, hurdle))) if takes else taken
                spent = used + unit | axis
                key = land, loot, spent, straight and way, exact and once and frozenset((*over, hurdle))
                if once & side[hurdle] and hurdle in over:
                    doubts[key] = ChainSoFar(land, loot, over, spent, path, way)
                    continue
                onward = True
                if key not in known:
                    known.add(key)
                    queue.append((land, loot, (*over, hurdle), spent, (*path, land), way))
            if over and not (rule.must and onward) and (here, taken) not in found and self.may_end(here, taken):
                found[here, taken] = path
                if wanted is not None and wanted <= found.keys():
                    break
        return found, [chain for key, chain in doubts.items() if key not in known]

    def along(self, path: Cells, taken: Cells) -> Cells | None:
        """The cell of the piece that each leg of a path takes (-1: none), where the rules let a chain go this way and
        take just these; None where they do not."""
        return self._along(path[1:], {*taken}, ChainSoFar(path[0], (), (), 0, (path[0],), -1))

    def _along(self, ahead: Cells, left: set[int], chain: ChainSoFar) -> Cells | None:
        if len(ahead) < len(left):
            return None
        for leg in self.legs(chain.cell, chain.taken) if ahead else ():
            if leg.land != ahead[0] or not self.admits(chain, leg) or self.repeats(chain.over, leg):
                continue
            if leg.takes and leg.hurdle not in left:
                continue
            longer = chain.joined_by(leg)
            rest = self._along(ahead[1:], left - {*longer.taken}, longer)
            if rest is not None:
                return leg.hurdle if leg.takes else -1, *rest
        return None if ahead else ()

    def _reachable(self, doubts: list[ChainSoFar]) -> Iterator[tuple[int, Cells]]:
        """The ends behind the doubts if men could be hopped again: more than there are, never less."""
        known = {(node.cell, node.taken, node.used, node.heading if self.rule.straight else -1) for node in doubts}
        queue = list(doubts)
        for node in queue:
            if self.may_end(node.cell, node.taken):
                yield node.cell, node.taken
            for leg in self.legs(node.cell, node.taken) if node.cell not in self.stops else ():
                loot = tuple(sorted((*node.taken, leg.hurdle))) if leg.takes else node.taken
                spent = node.used + leg.unit | leg.axis
                key = leg.land, loot, spent, leg.heading if self.rule.straight else -1
                if key not in known and self.admits(node, leg):
                    known.add(key)
                    queue.append(ChainSoFar(leg.land, loot, (*node.over, leg.hurdle), spent, (), leg.heading))


CELLS = (1 << CELL_BITS) - 1


class OpenHops(NamedTuple):
    """The hops that the men on the board allow: those of a cell are `ways[cell][able[cell] & left[used]]`, where `used`
    is what a chain has used of the budgets."""

    ways: Sequence[Mapping[int, tuple[OpenHop, ...]]]
    able: bytes
    left: Mapping[int, int]


def free_chains(
    legs: OpenHops,
    start: int,
    first: Sequence[OpenHop],
    rule: ChainRule,
    forward: Cells,
    stops: frozenset[int],
) -> dict[int, Move]:
    """The chains of one man that begin with one of some hops, by their ends. `forward` tells how far forward each cell
    lies; a chain ends where it comes to one of `stops`.

    Breadth first; a cell that was reached with nothing of the budgets used is not searched again. To come back to the
    start gains nothing: what follows could have come first. Only where a man hopped before stands in the way of an end
    are other orders searched.
    """
    ways, able, left = legs
    once, most = rule.once, rule.most
    floor = forward[start] + 1 if rule.further else -len(forward)
    found: dict[int, Move] = {}
    known = {start}
    doubts: list[int] = []
    queue: list[tuple[Sequence[OpenHop], int, Cells, Cells]] = [(first, 0, (), (start,))]
    for row, used, over, path in queue:
        for hurdle, land, on, unit, alone in row:
            key = land + used + unit
            if land in known or key in known or hurdle == start:
                continue
            if once and hurdle in over:
                doubts.append(key)
                continue
            known.add(key)
            bits = able[land] & on
            if bits:
                bits = bits & left[used + unit] if len(path) < most and land not in stops else 0
            if bits or over:
                longer = path + (land,)  # noqa: RUF005 (faster than unpacking, and this is the inner loop)
                if bits:
                    queue.append((ways[land][bits], used + unit, over + (hurdle,), longer))  # noqa: RUF005
            if forward[land] >= floor and land not in found:
                found[land] = Move(start, land, (), longer) if over else alone
    if doubts:
        hidden = {end for end in _hidden(legs, start, known, doubts) if forward[end] >= floor and end not in found}
        if hidden:
            _all_orders(legs, start, rule, stops, hidden, found)
    return found


def _hidden(legs: OpenHops, start: int, known: set[int], doubts: list[int]) -> set[int]:
    """The cells that could be reached besides those known if men could be hopped twice: more than can be, never
    less."""
    ways, able, left = legs
    hidden = set()
    queue = [key for key in doubts if key not in known and key & CELLS not in known]
    for key in queue:
        here = key & CELLS
        used = key - here
        hidden.add(here)
        for hurdle, land, _, unit, _ in ways[here][able[here] & left[used]]:
            then = land + used + unit
            if hurdle != start and land not in known and then not in known:
                known.add(then)
                queue.append(then)
    return hidden


def _all_orders(
    legs: OpenHops, start: int, rule: ChainRule, stops: frozenset[int], hidden: set[int], found: dict[int, Move]
) -> None:
    """Add those of the hidden ends that some order of hops leads to: whoever was hopped counts."""
    ways, able, left = legs
    known: set[tuple[int, int, int]] = set()
    queue: list[tuple[int, int, int, Cells]] = [(start, 0, 0, (start,))]
    for here, over, used, path in queue:
        if len(path) > rule.most:
            break
        for hurdle, land, _, unit, _ in ways[here][able[here] & left[used]]:
            if hurdle == start or over >> hurdle & 1:
                continue
            key = land, over | 1 << hurdle, used + unit
            if key in known:
                continue
            known.add(key)
            longer = (*path, land)
            if land in hidden:
                hidden.discard(land)
                found[land] = Move(start, land, (), longer)
                if not hidden:
                    return
            if land not in stops:
                queue.append((*key, longer))


class HopGenerator:
    """The hops of one compiled game."""

    def __init__(self, game: CompiledGame) -> None:
        self.game = game
        chain = game.chain
        self.bare = not any(game.promotes) and not any(game.mixed)  # hops are moves as they are
        self.once = chain.most == 1 and not chain.further
        # Chains whose end depends on nothing but where they are. Whether they may come back to the start matters only
        # where somebody is taken: otherwise what follows could have come first.
        self.unbound = not chain.must and not chain.straight and chain.once in (0, FRIEND | ENEMY)

    def add(self, state: State, parity: int, side: bytes, men: list[int], moves: list[Move]) -> None:
        """Add the hops and chains of some men to the moves of a position that are found already."""
        board, tables = state.board, self.game.hops
        alike: dict[int, list[int]] = {}
        if self.game.kinds == 1 and men:
            alike[0] = men
        else:
            for cell in men:
                if hops := tables[board[cell]]:
                    alike.setdefault(hops.number, []).append(cell)
        for same in alike.values():
            hops = tables[board[same[0]]]
            if hops is not None:
                self._add_alike(hops, state, parity, side, same, moves)

    def _add_alike(
        self, hops: HopTables, state: State, parity: int, side: bytes, men: list[int], moves: list[Move]
    ) -> None:
        """Of men with equal hops: quick where a look-up tells what is open, one by one otherwise."""
        if hops.scan is None:
            for cell in men:
                moves += self._as_moves(state, cell, self._find_ends(hops, state, parity, side, cell), moves)
            return
        can, onward = hop_starts(hops.scan, side, hops.ahead)
        legs = OpenHops(hops.ways[parity], can, hops.left)
        if self.unbound and hops.free and not self.once:
            self._add_free(hops, legs, onward, state, men, moves)
            return
        for cell in men:
            if can[cell]:
                found = _single(legs, cell) if self.once else self._find_ends(hops, state, parity, side, cell)
                moves += self._as_moves(state, cell, found, moves)

    def _add_free(
        self, hops: HopTables, legs: OpenHops, onward: int, state: State, men: list[int], moves: list[Move]
    ) -> None:
        """Chains that take nobody; `onward` are the hops forward from vacant cells.

        A chain that ends further forward has a hop from where it starts, or from beside or behind it, to before it: its
        first, or one from a cell of its lane. Most men have neither.
        """
        chain, forward = self.game.chain, self.game.forward[state.turn]
        further, ahead, lanes = chain.further, hops.ahead, hops.lanes
        ways, can, _ = legs
        for cell in men:
            bits = can[cell]
            if bits and further and not onward & lanes[cell]:
                bits &= ahead
            if bits and self.bare:
                moves += free_chains(legs, cell, ways[cell][bits], chain, forward, NOWHERE).values()
            elif bits:
                found = free_chains(legs, cell, ways[cell][bits], chain, forward, self._stops(state.board[cell]))
                moves += self._as_moves(state, cell, {(end, ()): move.path for end, move in found.items()}, moves)

    def _stops(self, code: int) -> frozenset[int]:
        """Where a chain of a man ends because he is promoted."""
        rule = self.game.promotes[code]
        return rule.cells if rule and rule.stops else NOWHERE

    def _find_ends(self, hops: HopTables, state: State, parity: int, side: bytes, cell: int) -> ChainEnds:
        """The ends of one man's chains, whatever the rules of chains are."""
        return self.search(hops, state, parity, side, cell).ends()

    def search(self, hops: HopTables, state: State, parity: int, side: bytes, cell: int) -> ChainSearch:
        """For the chains of one man."""
        lifted = bytearray(side)
        lifted[cell] = WALL if self.game.chain.walled else 0
        stops = self._stops(state.board[cell])
        return ChainSearch(hops, self.game.chain, lifted, cell, parity, self.game.forward[state.turn], stops)

    def _as_moves(self, state: State, cell: int, ends: ChainEnds, moves: Iterable[Move]) -> list[Move]:
        """ChainEnds as moves: without those that quiet moves reach too, each as everything that the man may become."""
        code = state.board[cell]
        rule = self.game.promotes[code]
        quiet = NOWHERE
        if self.game.mixed[code]:
            quiet = frozenset(move.target for move in moves if move.origin == cell and not move.taken and not move.path)
        return [
            Move(cell, end, taken, path, becomes)
            for (end, taken), path in ends.items()
            if taken or end not in quiet
            for becomes in (rule.becomes(cell, end) if rule else (0,))
        ]


def _single(legs: OpenHops, cell: int) -> ChainEnds:
    """One hop a turn."""
    return {(move.target, move.taken): move.path for *_, move in legs.ways[cell][legs.able[cell]]}
