"""A position and a hopping man → the chains of hops that one turn allows; two with the same end that take the same men are one action."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from fabgen.rules.standard.state import ChainRule, Compiled, HopTable, Move, Over, Promotes, State

Cells = tuple[int, ...]


def chains(game: Compiled, state: State, cell: int, low: int, is_open: Callable[[State, Iterable[int], int], bool]) -> list[Move]:
    """The hops and chains of the man on a cell; the shortest path stands for all that end alike."""
    code = state.board[cell]
    board = bytearray(state.board)
    board[cell] = 0  # the cell that a hopper has left counts as empty
    tables = game.hops[code]
    search = _Search(state, bytes(board), cell, (low, low + game.kinds), tables, game.chain, game.forward[state.turn], game.promotes[code],
                     is_open if game.parity else None)
    search.follow((cell,), (), (), (0,) * len(tables))
    return list(search.found.values())


@dataclass
class _Search:
    """One man's chains: `found` grows, what was reached by the same men hopped in any order is not searched twice."""

    state: State
    board: bytes
    start: int
    own: tuple[int, int]
    tables: tuple[HopTable, ...]
    rule: ChainRule
    forward: Cells
    promotes: Promotes | None
    is_open: Callable[[State, Iterable[int], int], bool] | None
    found: dict[tuple[int, Cells], Move] = field(default_factory=dict)
    known: set[tuple[int, frozenset[int] | Cells, Cells]] = field(default_factory=set)

    def follow(self, path: Cells, over: Cells, taken: Cells, used: Cells) -> None:
        """Everything that can follow a chain so far, itself included where it may end."""
        here = path[-1]
        crowned = len(path) > 1 and self.promotes is not None and here in self.promotes.cells
        onward = [] if crowned or len(over) >= self.rule.most else list(self._hops(here, over, taken, used))
        if len(path) > 1 and not (self.rule.must and onward):
            self._end(path, taken)
        for n, hurdle, land in onward:
            loot = tuple(sorted((*taken, hurdle))) if self.tables[n].takes else taken
            count = (*used[:n], used[n] + 1, *used[n + 1:])
            key = land, frozenset((*over, hurdle)), count
            if key not in self.known:
                self.known.add(key)
                self.follow((*path, land), (*over, hurdle), loot, count)

    def _hops(self, here: int, over: Cells, taken: Cells, used: Cells) -> Iterator[tuple[int, int, int]]:
        """The hops from a cell: number of the kind, the man's cell, where it lands."""
        low, high = self.own
        for n, table in enumerate(self.tables):
            for hurdle, land in table.pairs[here] if used[n] < table.limit else ():
                man = self.board[hurdle]
                if not man or self.board[land] or hurdle in taken or (self.rule.once and hurdle in over):
                    continue
                if table.over is not Over.ANY and (low <= man < high) is not (table.over is Over.FRIEND):
                    continue
                if self.is_open is None or self.is_open(self.state, (here, hurdle, land), len(taken) + table.takes):
                    yield n, hurdle, land

    def _end(self, path: Cells, taken: Cells) -> None:
        end = path[-1]
        if (self.rule.further and self.forward[end] <= self.forward[self.start]) or (end == self.start and not taken):
            return
        former = self.found.get((end, taken))
        if former is None or len(path) < len(former.path):
            self.found[end, taken] = Move(self.start, end, taken, path)
