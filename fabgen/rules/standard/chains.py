"""A position and a hopping man → the chains of hops that one turn allows; two with the same end that take the same men
are one action.

Two ways to the same answer: chains that take nobody, need not go on and may turn share what each cell allows among all
men of a position (`free`); every other chain is searched for its man alone (`Search`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fabgen.rules.standard.hops import Hops, Leg, Open, far_legs
from fabgen.rules.standard.state import ChainRule, Move

Cells = tuple[int, ...]
Ends = dict[tuple[int, Cells], Cells]  # where it ends and whom it takes: the path
Best = Mapping[int, int] | None
CELL_BITS = 14  # a cell's number fits: LARGEST_SIDE squared is less


class OpenLegs(NamedTuple):
    """The hops that the men on the board allow: those of a cell are `ways[cell][able[cell]]`."""

    ways: Sequence[Mapping[int, tuple[Open, ...]]]
    able: bytes


def farthest(legs: OpenLegs, start: int, best: dict[int, int], forward: Cells) -> int:
    """How far forward chains can end at best that come to a vacant cell, if everybody could be hopped any number of
    times. For hops that can be hopped back: all vacant cells that are joined share their best, and `best` keeps it for
    each."""
    ways, able = legs
    top = best[start] = forward[start]
    joined = [start]
    for here in joined:
        if bits := able[here]:
            for leg in ways[here][bits]:
                land = leg[1]
                if land not in best:
                    best[land] = top
                    joined.append(land)
                    if forward[land] > top:
                        top = forward[land]
    for land in joined:
        best[land] = top
    return top


def free(
    legs: OpenLegs, start: int, best: Best, rule: ChainRule, forward: Cells, floor: int, stops: frozenset[int]
) -> dict[int, Move]:
    """The chains of one man by their ends, where they take nobody, need not go on and may turn; an end lies as far
    forward as `floor` at least. `best`: how far forward chains can end that come to a cell (None: not known). `stops`:
    cells where a chain ends.

    Breadth first; a cell that was reached with nothing of the budgets used is not searched again. To come back to the
    start gains nothing: what follows could have come first. Only where a man hopped before stands in the way of an end
    are other orders searched.
    """
    ways, able = legs
    found: dict[int, Move] = {}
    known = {start}
    doubts: list[int] = []
    once, most = rule.once, rule.most
    queue: list[tuple[int, Cells, int, Cells]] = [(start, (), 0, (start,))]
    for here, over, used, path in queue:
        for hurdle, land, _, budget, limit, unit, alone in ways[here][able[here]]:
            if land in known or hurdle == start or (best is not None and best[land] < floor) or used & budget >= limit:
                continue
            key = land | used + unit << CELL_BITS
            if key in known:
                continue
            if once and hurdle in over:
                doubts.append(key)
                continue
            known.add(key)
            onward = able[land] and len(path) < most and land not in stops
            if onward or over:
                longer = path + (land,)  # noqa: RUF005 (faster than unpacking, and this is the inner loop)
            if forward[land] >= floor and land not in found:
                found[land] = Move(start, land, (), longer) if over else alone
            if onward:
                queue.append((land, over + (hurdle,), used + unit, longer))  # noqa: RUF005
    if doubts:
        hidden = {end for end in _hidden(legs, start, known, doubts) if forward[end] >= floor and end not in found}
        if hidden:
            _all_orders(legs, start, rule, stops, hidden, found)
    return found


def _hidden(legs: OpenLegs, start: int, known: set[int], doubts: list[int]) -> set[int]:
    """The cells that could be reached besides those known if men could be hopped twice: more than can be, never
    less."""
    ways, able = legs
    cells = (1 << CELL_BITS) - 1
    hidden = set()
    queue = [key for key in doubts if key not in known and key & cells not in known]
    for key in queue:
        here, used = key & cells, key >> CELL_BITS
        hidden.add(here)
        for hurdle, land, _, budget, limit, unit, _ in ways[here][able[here]]:
            then = land | used + unit << CELL_BITS
            if hurdle != start and land not in known and used & budget < limit and then not in known:
                known.add(then)
                queue.append(then)
    return hidden


def _all_orders(
    legs: OpenLegs, start: int, rule: ChainRule, stops: frozenset[int], hidden: set[int], found: dict[int, Move]
) -> None:
    """Add those of the hidden ends that some order of hops leads to: whoever was hopped counts."""
    ways, able = legs
    known: set[tuple[int, int, int]] = set()
    queue: list[tuple[int, int, int, Cells]] = [(start, 0, 0, (start,))]
    for here, over, used, path in queue:
        if len(path) > rule.most:
            break
        for hurdle, land, _, budget, limit, unit, _ in ways[here][able[here]]:
            if hurdle == start or over >> hurdle & 1 or used & budget >= limit:
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


class Node(NamedTuple):
    """A chain so far: where it is, whom it took, whom it hopped, what of the budgets is used, its path, its direction
    (-1: none yet)."""

    here: int
    taken: Cells
    over: Cells
    used: int
    path: Cells
    heading: int


@dataclass
class Search:
    """What one man's chains need to know: the side of each cell with the man lifted off his own, how far forward each
    cell lies, the cells where a chain must stop."""

    hops: Hops
    rule: ChainRule
    side: bytearray
    start: int
    parity: int
    forward: Cells
    stops: frozenset[int]

    def ends(self) -> Ends:
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

    def legs(self, here: int, taken: Cells) -> Iterable[Leg]:
        """The hops on the map from a cell, whoever stands there."""
        odd = len(taken) & 1
        near = self.hops.near[self.parity][odd][here]
        if self.hops.far is None:
            return near
        return *near, *far_legs(self.hops.far[self.parity][odd][here], self.side, self.hops.shut)

    def _walk(self, exact: bool, wanted: set[tuple[int, Cells]] | None = None) -> tuple[Ends, list[Node]]:
        """Ends found breadth first, and what was left out because a man was hopped before and nothing else led
        there."""
        found: Ends = {}
        doubts: dict[object, Node] = {}
        known: set[object] = set()
        rule, side, once, straight = self.rule, self.side, self.rule.once, self.rule.straight
        queue: list[tuple[int, Cells, Cells, int, Cells, int]] = [(self.start, (), (), 0, (self.start,), -1)]
        for here, taken, over, used, path, heading in queue:
            onward = False
            legs = self.legs(here, taken) if len(over) < rule.most and (here not in self.stops or not over) else ()
            for hurdle, land, whom, budget, limit, unit, takes, way, _ in legs:
                if side[land] or not side[hurdle] & whom or used & budget >= limit or hurdle in taken:
                    continue
                if straight and over and way != heading:
                    continue
                loot = tuple(sorted((*taken, hurdle))) if takes else taken
                key = land, loot, used + unit, straight and way, exact and once and frozenset((*over, hurdle))
                if once and hurdle in over:
                    doubts[key] = Node(land, loot, over, used + unit, path, way)
                    continue
                onward = True
                if key not in known:
                    known.add(key)
                    queue.append((land, loot, (*over, hurdle), used + unit, (*path, land), way))
            if over and not (rule.must and onward) and (here, taken) not in found and self._may_end(here, taken):
                found[here, taken] = path
                if wanted is not None and wanted <= found.keys():
                    break
        return found, [node for key, node in doubts.items() if key not in known]

    def _may_end(self, here: int, taken: Cells) -> bool:
        if self.rule.further and self.forward[here] <= self.forward[self.start]:
            return False
        return here != self.start or bool(taken)

    def _reachable(self, doubts: list[Node]) -> Iterator[tuple[int, Cells]]:
        """The ends behind the doubts if men could be hopped again: more than there are, never less."""
        known = {(node.here, node.taken, node.used, node.heading if self.rule.straight else -1) for node in doubts}
        queue = list(doubts)
        for node in queue:
            if self._may_end(node.here, node.taken):
                yield node.here, node.taken
            for leg in self.legs(node.here, node.taken) if node.here not in self.stops else ():
                loot = tuple(sorted((*node.taken, leg.hurdle))) if leg.takes else node.taken
                key = leg.land, loot, node.used + leg.unit, leg.heading if self.rule.straight else -1
                if key not in known and self._can(node, leg):
                    known.add(key)
                    queue.append(Node(leg.land, loot, (*node.over, leg.hurdle), key[2], (), leg.heading))

    def _can(self, node: Node, leg: Leg) -> bool:
        turned = self.rule.straight and leg.heading != node.heading
        shut = self.side[leg.land] or not self.side[leg.hurdle] & leg.whom
        return not (shut or node.used & leg.budget >= leg.limit or leg.hurdle in node.taken or turned)
