"""A position and a hopping man → the chains of hops that one turn allows; two with the same end that take the same men
are one action.

This is the search for whatever chains a game has; `free` is the quick one for chains that take nobody, need not go on
and may turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from fabgen.rules.standard.hops import Hops, Leg, far_legs
from fabgen.rules.standard.state import ChainRule

Cells = tuple[int, ...]
Ends = dict[tuple[int, Cells], Cells]  # where it ends and whom it takes: the path


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
    """What one man's chains need to know: the side of each cell with the man lifted off his own (a WALL may stand for
    it), how far forward each cell lies, the cells where a chain must stop."""

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
            for hurdle, land, whom, budget, limit, unit, takes, way, _, axis, cross in legs:
                if side[land] or not side[hurdle] & whom or used & budget >= limit or used & cross or hurdle in taken:
                    continue
                if straight and over and way != heading:
                    continue
                loot = tuple(sorted((*taken, hurdle))) if takes else taken
                spent = used + unit | axis
                key = land, loot, spent, straight and way, exact and once and frozenset((*over, hurdle))
                if once & side[hurdle] and hurdle in over:
                    doubts[key] = Node(land, loot, over, spent, path, way)
                    continue
                onward = True
                if key not in known:
                    known.add(key)
                    queue.append((land, loot, (*over, hurdle), spent, (*path, land), way))
            if over and not (rule.must and onward) and (here, taken) not in found and self._may_end(here, taken):
                found[here, taken] = path
                if wanted is not None and wanted <= found.keys():
                    break
        return found, [node for key, node in doubts.items() if key not in known]

    def along(self, path: Cells, taken: Cells) -> Cells | None:
        """Whom each leg of a path takes (-1: nobody), where the rules let a chain go this way and take just these."""
        return self._along(path[1:], {*taken}, Node(path[0], (), (), 0, (), -1))

    def _along(self, ahead: Cells, left: set[int], node: Node) -> Cells | None:
        if len(ahead) < len(left):
            return None
        for leg in self.legs(node.here, node.taken) if ahead else ():
            over, once = leg.hurdle, self.rule.once & self.side[leg.hurdle]
            if leg.land != ahead[0] or not self._can(node, leg) or (once and over in node.over):
                continue
            if leg.takes and over not in left:
                continue
            taken = (*node.taken, over) if leg.takes else node.taken
            then = Node(leg.land, taken, (*node.over, over), node.used + leg.unit | leg.axis, (), leg.heading)
            rest = self._along(ahead[1:], left - {*taken}, then)
            if rest is not None:
                return over if leg.takes else -1, *rest
        return None if ahead else ()

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
                spent = node.used + leg.unit | leg.axis
                key = leg.land, loot, spent, leg.heading if self.rule.straight else -1
                if key not in known and self._can(node, leg):
                    known.add(key)
                    queue.append(Node(leg.land, loot, (*node.over, leg.hurdle), spent, (), leg.heading))

    def _can(self, node: Node, leg: Leg) -> bool:
        turned = self.rule.straight and node.over and leg.heading != node.heading
        shut = self.side[leg.land] or not self.side[leg.hurdle] & leg.whom
        spent = node.used & leg.budget >= leg.limit or node.used & leg.cross
        return not (shut or spent or leg.hurdle in node.taken or turned)
