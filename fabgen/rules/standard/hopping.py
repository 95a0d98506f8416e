"""A position and the men of the player to move → their hops and chains as moves: men who hop alike are looked at
together."""

from __future__ import annotations

from collections.abc import Iterable

from fabgen.rules.standard.chains import Best, Ends, OpenLegs, Search, farthest, free
from fabgen.rules.standard.hops import Hops, able
from fabgen.rules.standard.state import Compiled, Move, State

NONE: frozenset[int] = frozenset()


class Hopping:
    """The hops of one compiled game."""

    def __init__(self, game: Compiled) -> None:
        self.game = game
        chain = game.chain
        self.bare = not any(game.promotes) and not any(game.mixed)  # hops are moves as they are
        self.once = chain.most == 1 and not chain.further
        self.unbound = not chain.must and not chain.straight  # chains whose end depends on nothing but where they are

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
        legs = OpenLegs(hops.ways[parity], able(hops.scan, side))
        able_men = [cell for cell in men if legs.able[cell]]
        if self.unbound and hops.free and not self.once:
            self._add_free(hops, legs, state, able_men, moves)
            return
        for cell in able_men:
            found = _single(legs, cell) if self.once else self._searched(hops, state, parity, side, cell)
            moves += self._as_moves(state, cell, found, moves)

    def _add_free(self, hops: Hops, legs: OpenLegs, state: State, men: list[int], moves: list[Move]) -> None:
        """Chains that take nobody. Men whose hops do not lead on need no search, nor do those who can come to no end
        that counts."""
        game, (ways, can) = self.game, legs
        further, forward = game.chain.further, game.forward[state.turn]
        known = further and hops.mutual
        best: dict[int, int] = {}
        for cell in men:
            row = ways[cell][can[cell]]
            floor = forward[cell] + 1 if further else -len(forward)
            worth = deep = not known
            for leg in row if known else ():
                land = leg[1]
                if land not in best:
                    best[land] = farthest(legs, land, best, forward) if can[land] else forward[land]
                if best[land] >= floor:
                    worth = True
                    deep = deep or can[land] > 0
            if worth and not deep and self.bare:
                moves += dict.fromkeys([leg[6] for leg in row if forward[leg[1]] >= floor])
            elif worth:
                self._add_long(legs, state, cell, best if known else None, floor, moves)

    def _add_long(self, legs: OpenLegs, state: State, cell: int, best: Best, floor: int, moves: list[Move]) -> None:
        """One man's chains that take nobody."""
        rule = self.game.promotes[state.board[cell]]
        found = free(
            legs,
            cell,
            best,
            self.game.chain,
            self.game.forward[state.turn],
            floor,
            rule.cells if rule and rule.stops else NONE,
        )
        if self.bare:
            moves += found.values()
        else:
            moves += self._as_moves(state, cell, {(end, ()): move.path for end, move in found.items()}, moves)

    def _searched(self, hops: Hops, state: State, parity: int, side: bytes, cell: int) -> Ends:
        """The ends of one man's chains, whatever the rules of chains are."""
        lifted = bytearray(side)
        lifted[cell] = 0
        rule = self.game.promotes[state.board[cell]]
        stops = rule.cells if rule and rule.stops else NONE
        return Search(hops, self.game.chain, lifted, cell, parity, self.game.forward[state.turn], stops).ends()

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
    ways, can = legs
    return {(land, (hurdle,) if takes else ()): (cell, land) for hurdle, land, takes, *_ in ways[cell][can[cell]]}
