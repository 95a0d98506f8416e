"""A position and the pieces of the player to move → their jumps and chains of jumps as moves. Two chains with the same
end that take the same pieces are one action.

`ChainSearch` finds the chains of any game, piece by piece. `free_chains` is the quick search for chains that take
nothing, need not go on and may turn. `HopGenerator` chooses between them; for pieces with equal jumps it looks at the
board once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from fabgen.core.problems import problem_error
from fabgen.rules.standard.compile import CompiledGame
from fabgen.rules.standard.hop_tables import CELL_BITS, HopLeg, HopTables, OpenHop, hop_starts, open_far_hops
from fabgen.rules.standard.legality import Cells, ChainContext, ChainSoFar
from fabgen.rules.standard.state import ENEMY, FRIEND, NOWHERE, WALL, ChainRule, Move, State

ChainEnds = dict[tuple[int, Cells], Cells]  # by the end of a chain and the pieces it takes: its path


class ChainSearch(ChainContext):
    """Finds the chains of one piece."""

    def ends(self) -> ChainEnds:
        """Every end with one path to it: the shortest, where the order of the jumps does not matter.

        The first search visits each stop once, whichever pieces were jumped over on the way to it. This is quick, and
        complete unless a piece that was jumped over blocks a second jump over it. Only where that could hide an end, a
        second search tries all orders.
        """
        if self.ordered or (self.rule.must and self.rule.once and self.hops.keeps):
            return self._walk(exact=True)[0]
        ends_found, left_out = self._walk(exact=False)
        hidden = {end for end in self._reachable(left_out) if end not in ends_found} if left_out else set()
        if hidden:
            exact_ends, _ = self._walk(exact=True, wanted=hidden)
            ends_found |= {end: path for end, path in exact_ends.items() if end in hidden}
        return ends_found

    def legs(self, cell: int, taken: Cells) -> Iterable[HopLeg]:
        """The jumps that the tables know from a cell, whatever stands on the cells of near ones."""
        odd = len(taken) & 1
        near = self.hops.near[self.parity][odd][cell]
        if self.hops.far is None:
            return near
        return *near, *open_far_hops(self.hops.far[self.parity][odd][cell], self.side, self.hops.shut)

    def _walk(self, exact: bool, wanted: set[tuple[int, Cells]] | None = None) -> tuple[ChainEnds, list[ChainSoFar]]:
        """The ends found breadth first, and the chains that were left out: they jump twice over a piece, and no other
        chain led to their cell.

        `exact`: treat chains that jumped over different pieces as different. `wanted`: stop when all these ends are
        found.
        """
        ends: ChainEnds = {}
        left_out: dict[object, ChainSoFar] = {}
        visited: set[object] = set()
        rule, side, once, straight = self.rule, self.side, self.rule.once, self.rule.straight
        room, ordered = self.room, self.ordered
        queue: list[tuple[int, Cells, Cells, int, Cells, int]] = [(self.start, (), (), 0, (self.start,), -1)]
        for cell, taken, over, used, path, heading in queue:
            goes_further = False
            legs = self.legs(cell, taken) if self.goes_on(cell, over) else ()
            for hurdle, land, whom, budget, limit, unit, takes, direction, _, axis, cross in legs:
                # This is `admits` and, below, `repeats`, written out: calls would cost a third of the speed.
                if side[land] or not side[hurdle] & whom or used & budget >= limit or used & cross or hurdle in taken:
                    continue
                if straight and over and direction != heading:
                    continue
                if takes:
                    if len(taken) >= room:
                        continue
                    taken_then = (*taken, hurdle) if ordered else tuple(sorted((*taken, hurdle)))
                else:
                    taken_then = taken
                used_then = used + unit | axis
                key = land, taken_then, used_then, straight and direction, exact and once and frozenset((*over, hurdle))
                if once & side[hurdle] and hurdle in over:
                    left_out[key] = ChainSoFar(land, taken_then, over, used_then, path, direction)
                    continue
                goes_further = True
                if key not in visited:
                    visited.add(key)
                    queue.append((land, taken_then, (*over, hurdle), used_then, (*path, land), direction))
                    if len(visited) > MOST_CHAINS:
                        raise problem_error(TOO_MANY, CHAIN_HINT)
            if over and not (rule.must and goes_further) and (cell, taken) not in ends and self.may_end(cell, taken):
                ends[cell, taken] = path
                if wanted is not None and wanted <= ends.keys():
                    break
        return ends, [chain for key, chain in left_out.items() if key not in visited]

    def along(self, path: Cells, taken: Cells) -> Cells | None:
        """The cell of the piece that each leg of a path takes (-1: none); None where the rules do not let a chain go
        this way and take exactly the pieces `taken`."""
        return self._along(path[1:], {*taken}, ChainSoFar(path[0], (), (), 0, (path[0],), -1))

    def _along(self, path_ahead: Cells, still_to_take: set[int], chain: ChainSoFar) -> Cells | None:
        """As `along`, for the rest of a path after the jumps of `chain`."""
        if len(path_ahead) < len(still_to_take):
            return None
        for leg in self.legs(chain.cell, chain.taken) if path_ahead else ():
            if leg.land != path_ahead[0] or not self.admits(chain, leg) or self.repeats(chain.over, leg):
                continue
            if leg.takes and leg.hurdle not in still_to_take:
                continue
            longer = chain.joined_by(leg)
            rest = self._along(path_ahead[1:], still_to_take - {*longer.taken}, longer)
            if rest is not None:
                return leg.hurdle if leg.takes else -1, *rest
        return None if path_ahead else ()

    def _reachable(self, left_out: list[ChainSoFar]) -> Iterator[tuple[int, Cells]]:
        """The ends that the chains left out would lead to if pieces could be jumped over again: at least those that
        exist, and maybe more."""
        visited = {
            (chain.cell, chain.taken, chain.used, chain.heading if self.rule.straight else -1) for chain in left_out
        }
        queue = list(left_out)
        for chain in queue:
            if self.may_end(chain.cell, chain.taken):
                yield chain.cell, chain.taken
            for leg in self.legs(chain.cell, chain.taken) if chain.cell not in self.stops else ():
                taken_then = tuple(sorted((*chain.taken, leg.hurdle))) if leg.takes else chain.taken
                used_then = chain.used + leg.unit | leg.axis
                key = leg.land, taken_then, used_then, leg.heading if self.rule.straight else -1
                if key not in visited and self.admits(chain, leg):
                    visited.add(key)
                    queue.append(
                        ChainSoFar(leg.land, taken_then, (*chain.over, leg.hurdle), used_then, (), leg.heading)
                    )


CELLS = (1 << CELL_BITS) - 1  # the bits of a cell in a key that holds used budgets above them


MOST_CHAINS = 200_000  # that one piece may have in a position, by what they take and where they come to
TOO_MANY = f"a piece has more than {MOST_CHAINS:,} chains of jumps in this position: too many to list"
CHAIN_HINT = "a limit under `chain` such as `hops: 8`, or `turning: never`"


class OpenHops(NamedTuple):
    """The jumps that the pieces on the board allow. Those of a cell are `ways[cell][able[cell] & left[used]]`, where
    `used` is what a chain has used of the budgets."""

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
    """The chains of one piece that begin with one of the jumps `first`, as moves by their ends.

    `forward`: how far forward each cell lies. `stops`: the cells where a chain ends.

    The search is breadth first. A cell that was reached with no budget used is not searched again. Coming back to the
    start gains nothing, because the jumps that follow could have come first. Other orders of jumps are tried only where
    a piece that was jumped over before stands in the way of an end.
    """
    ways, able, left = legs
    once, most = rule.once, rule.most
    floor = forward[start] + 1 if rule.further else -len(forward)
    moves: dict[int, Move] = {}
    visited = {start}
    left_out: list[int] = []
    queue: list[tuple[Sequence[OpenHop], int, Cells, Cells]] = [(first, 0, (), (start,))]
    for row, used, over, path in queue:
        for hurdle, land, on, unit, alone in row:
            key = land + used + unit
            if land in visited or key in visited or hurdle == start:
                continue
            if once and hurdle in over:
                left_out.append(key)
                continue
            visited.add(key)
            bits = able[land] & on
            if bits:
                bits = bits & left[used + unit] if len(path) < most and land not in stops else 0
            if bits or over:
                longer = path + (land,)  # noqa: RUF005 (faster than unpacking, and this is the inner loop)
                if bits:
                    queue.append((ways[land][bits], used + unit, over + (hurdle,), longer))  # noqa: RUF005
            if forward[land] >= floor and land not in moves:
                moves[land] = Move(start, land, (), longer) if over else alone
    if left_out:
        hidden_ends = {
            end
            for end in _find_hidden_cells(legs, start, visited, left_out)
            if forward[end] >= floor and end not in moves
        }
        if hidden_ends:
            _try_all_orders(legs, start, rule, stops, hidden_ends, moves)
    return moves


def _find_hidden_cells(legs: OpenHops, start: int, visited: set[int], left_out: list[int]) -> set[int]:
    """The cells besides those visited that could be reached if pieces could be jumped over twice: at least those that
    exist, and maybe more."""
    ways, able, left = legs
    hidden = set()
    queue = [key for key in left_out if key not in visited and key & CELLS not in visited]
    for key in queue:
        cell = key & CELLS
        used = key - cell
        hidden.add(cell)
        for hurdle, land, _, unit, _ in ways[cell][able[cell] & left[used]]:
            next_key = land + used + unit
            if hurdle != start and land not in visited and next_key not in visited:
                visited.add(next_key)
                queue.append(next_key)
    return hidden


def _try_all_orders(
    legs: OpenHops, start: int, rule: ChainRule, stops: frozenset[int], hidden: set[int], moves: dict[int, Move]
) -> None:
    """Adds to `moves` those of the hidden ends that some order of jumps leads to."""
    ways, able, left = legs
    visited: set[tuple[int, int, int]] = set()
    queue: list[tuple[int, int, int, Cells]] = [(start, 0, 0, (start,))]
    for cell, over, used, path in queue:
        if len(path) > rule.most:
            break
        for hurdle, land, _, unit, _ in ways[cell][able[cell] & left[used]]:
            # `over` has one bit for each cell whose piece was jumped over.
            if hurdle == start or over >> hurdle & 1:
                continue
            key = land, over | 1 << hurdle, used + unit
            if key in visited:
                continue
            visited.add(key)
            longer = (*path, land)
            if land in hidden:
                hidden.discard(land)
                moves[land] = Move(start, land, (), longer)
                if not hidden:
                    return
            if land not in stops:
                queue.append((*key, longer))


class HopGenerator:
    """Makes the jumps of one compiled game."""

    def __init__(self, game: CompiledGame) -> None:
        self.game = game
        chain = game.chain
        # Whether every jump is one move: no promotion, and no quiet move to the same cell.
        self.bare = not any(game.promotes) and not any(game.mixed)
        self.once = chain.most == 1 and not chain.further
        self.singly = self.once and not game.stacks.is_limited
        # Whether the cell alone decides if a chain may end there. Coming back to the start matters only where pieces
        # are taken: without captures, the jumps that follow could have come first.
        self.unbound = not chain.must and not chain.straight and chain.once in (0, FRIEND | ENEMY)

    def add(self, state: State, parity: int, side: bytes, cells: list[int], moves: list[Move]) -> None:
        """Adds the jumps and chains of the pieces on some cells to the moves that are already known for the
        position."""
        board, tables = state.board, self.game.hops
        cells_by_table: dict[int, list[int]] = {}
        if self.game.kinds == 1 and cells:
            cells_by_table[0] = cells
        else:
            for cell in cells:
                if hops := tables[board[cell]]:
                    cells_by_table.setdefault(hops.number, []).append(cell)
        for alike in cells_by_table.values():
            hops = tables[board[alike[0]]]
            if hops is not None:
                self._add_equal_jumpers(hops, state, parity, side, alike, moves)

    def _add_equal_jumpers(
        self, hops: HopTables, state: State, parity: int, side: bytes, cells: list[int], moves: list[Move]
    ) -> None:
        """Adds the jumps of all pieces with equal jumps. Uses the look-up table where the board allows it, else
        searches for each piece."""
        if hops.scan is None:
            for cell in cells:
                moves += self._as_moves(state, cell, self._find_ends(hops, state, parity, side, cell), moves)
            return
        open_directions, onward_mask = hop_starts(hops.scan, side, hops.ahead)
        legs = OpenHops(hops.ways[parity], open_directions, hops.left)
        if self.unbound and hops.free and not self.once:
            self._add_free_chains(hops, legs, onward_mask, state, cells, moves)
            return
        for cell in cells:
            if open_directions[cell]:
                ends = _single_jumps(legs, cell) if self.singly else self._find_ends(hops, state, parity, side, cell)
                moves += self._as_moves(state, cell, ends, moves)

    def _add_free_chains(
        self, hops: HopTables, legs: OpenHops, onward_mask: int, state: State, cells: list[int], moves: list[Move]
    ) -> None:
        """Adds chains that take nothing. `onward_mask`: the jumps forward from vacant cells.

        A chain that ends further forward must at some point jump from beside or behind its start to before it. This is
        its first jump, or one from a cell of its lane. Most pieces have neither, and are not searched.
        """
        chain, forward = self.game.chain, self.game.forward[state.turn]
        further, ahead, lanes = chain.further, hops.ahead, hops.lanes
        ways, open_directions, _ = legs
        for cell in cells:
            bits = open_directions[cell]
            if bits and further and not onward_mask & lanes[cell]:
                bits &= ahead
            if bits and self.bare:
                moves += free_chains(legs, cell, ways[cell][bits], chain, forward, NOWHERE).values()
            elif bits:
                chains = free_chains(legs, cell, ways[cell][bits], chain, forward, self._stops(state.board[cell]))
                moves += self._as_moves(state, cell, {(end, ()): move.path for end, move in chains.items()}, moves)

    def _stops(self, code: int) -> frozenset[int]:
        """The cells where a chain of a piece ends because the piece is promoted."""
        rule = self.game.promotes[code]
        return rule.cells if rule and rule.stops else NOWHERE

    def _find_ends(self, hops: HopTables, state: State, parity: int, side: bytes, cell: int) -> ChainEnds:
        """The ends of one piece's chains, by the search that knows all rules of chains."""
        return self.search(hops, state, parity, side, cell).ends()

    def search(self, hops: HopTables, state: State, parity: int, side: bytes, cell: int) -> ChainSearch:
        """The search for the chains of the piece on a cell."""
        lifted = bytearray(side)
        lifted[cell] = WALL if self.game.chain.walled else 0
        code = state.board[cell]
        search = ChainSearch(
            hops, self.game.chain, lifted, cell, parity, self.game.forward[state.turn], self._stops(code)
        )
        if state.towers:
            stacks = self.game.stacks
            search.room, search.ordered = stacks.room(state.towers, cell, code), stacks.takes_prisoners(code)
        return search

    def _as_moves(self, state: State, cell: int, ends: ChainEnds, moves: Iterable[Move]) -> list[Move]:
        """The ends of chains as moves: without those that quiet moves reach too, and one for each code that the piece
        may become."""
        code = state.board[cell]
        rule = self.game.promotes[code]
        quiet = NOWHERE
        if self.game.mixed[code]:
            quiet = frozenset(move.target for move in moves if move.origin == cell and not move.taken and not move.path)
        found = [
            Move(cell, end, taken, path, becomes)
            for (end, taken), path in ends.items()
            if taken or end not in quiet
            for becomes in (rule.becomes(cell, end) if rule else (0,))
        ]
        if state.towers:
            stacks = self.game.stacks
            return list({stacks.result_key(state.board, move): move for move in reversed(found)}.values())[::-1]
        return found


def _single_jumps(legs: OpenHops, cell: int) -> ChainEnds:
    """The ends of single jumps, for games with one jump a turn."""
    return {(move.target, move.taken): move.path for *_, move in legs.ways[cell][legs.able[cell]]}
