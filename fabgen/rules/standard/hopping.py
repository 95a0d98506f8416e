"""A position and the men of the player to move → their hops and chains as moves: men who hop alike are looked at
together."""

from __future__ import annotations

from collections.abc import Iterable

from fabgen.rules.standard.chains import Ends, Search
from fabgen.rules.standard.free import OpenLegs, free
from fabgen.rules.standard.hops import Hops, able
from fabgen.rules.standard.state import ENEMY, FRIEND, WALL, Compiled, Move, State

NONE: frozenset[int] = frozenset()


class Hopping:
    """The hops of one compiled game."""

    def __init__(self, game: Compiled) -> None:
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

    def _add_alike(self, hops: Hops, state: State, parity: int, side: bytes, men: list[int], moves: list[Move]) -> None:
        """Of men with equal hops: quick where a look-up tells what is open, one by one otherwise."""
        if hops.scan is None:
            for cell in men:
                moves += self._as_moves(state, cell, self._searched(hops, state, parity, side, cell), moves)
            return
        can, onward = able(hops.scan, side, hops.ahead)
        legs = OpenLegs(hops.ways[parity], can, hops.left)
        if self.unbound and hops.free and not self.once:
            self._add_free(hops, legs, onward, state, men, moves)
            return
        for cell in men:
            if can[cell]:
                found = _single(legs, cell) if self.once else self._searched(hops, state, parity, side, cell)
                moves += self._as_moves(state, cell, found, moves)

    def _add_free(
        self, hops: Hops, legs: OpenLegs, onward: int, state: State, men: list[int], moves: list[Move]
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
                moves += free(legs, cell, ways[cell][bits], chain, forward, NONE).values()
            elif bits:
                found = free(legs, cell, ways[cell][bits], chain, forward, self._stops(state.board[cell]))
                moves += self._as_moves(state, cell, {(end, ()): move.path for end, move in found.items()}, moves)

    def _stops(self, code: int) -> frozenset[int]:
        """Where a chain of a man ends because he is promoted."""
        rule = self.game.promotes[code]
        return rule.cells if rule and rule.stops else NONE

    def _searched(self, hops: Hops, state: State, parity: int, side: bytes, cell: int) -> Ends:
        """The ends of one man's chains, whatever the rules of chains are."""
        return self.search(hops, state, parity, side, cell).ends()

    def search(self, hops: Hops, state: State, parity: int, side: bytes, cell: int) -> Search:
        """For the chains of one man."""
        lifted = bytearray(side)
        lifted[cell] = WALL if self.game.chain.walled else 0
        stops = self._stops(state.board[cell])
        return Search(hops, self.game.chain, lifted, cell, parity, self.game.forward[state.turn], stops)

    def _as_moves(self, state: State, cell: int, ends: Ends, moves: Iterable[Move]) -> list[Move]:
        """Ends as moves: without those that quiet moves reach too, each as everything that the man may become."""
        code = state.board[cell]
        rule = self.game.promotes[code]
        quiet = NONE
        if self.game.mixed[code]:
            quiet = frozenset(move.target for move in moves if move.origin == cell and not move.taken and not move.path)
        return [
            Move(cell, end, taken, path, becomes)
            for (end, taken), path in ends.items()
            if taken or end not in quiet
            for becomes in (rule.becomes(cell, end) if rule else (0,))
        ]


def _single(legs: OpenLegs, cell: int) -> Ends:
    """One hop a turn."""
    return {(move.target, move.taken): move.path for *_, move in legs.ways[cell][legs.able[cell]]}
