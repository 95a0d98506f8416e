"""A position and the pieces of the player to move → their jumps and chains of jumps as moves. Two chains with the same
end that take the same pieces are one action.

`ChainSearch` finds the chains of any game, piece by piece. `free_chains` is the quick search for chains that take
nothing, need not go on and may turn. `HopGenerator` chooses between them; for pieces with equal jumps it looks at the
board once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from fabgen.core.problems import FabgenError, Location, Problem
from fabgen.rules.standard.compiled_game import CompiledGame
from fabgen.rules.standard.hop_tables import CELL_BITS, HopLeg, HopTables, OpenHop, hop_starts, open_far_hops
from fabgen.rules.standard.legality import Cells, ChainContext, ChainSoFar
from fabgen.rules.standard.state import ENEMY, FRIEND, NOWHERE, WALL, ChainRule, Move, State

ChainEnds = dict[tuple[int, Cells], Cells]  # by the end of a chain and the pieces it takes: its path
TakenKey = int | Cells  # the pieces taken: a bit for each cell, or the cells in their order where that matters
End = tuple[int, TakenKey]

MOST_CHAINS = 200_000  # that may be searched for one position, by what they take and where they come to
TOO_MANY = f"the jumps in this position join to more than {MOST_CHAINS:,} chains: too many to search"
TOO_MANY_CHAINS = "rules.too-many-chains"
CHAIN_HINT = "a limit under `chain` such as `hops: 8`, or `turning: never`"


class ChainBudget:
    """How many chains may still be searched for one position, by all its pieces together."""

    def __init__(self) -> None:
        self.left = MOST_CHAINS

    def renew(self) -> None:
        """Begins another position."""
        self.left = MOST_CHAINS

    def spend(self, chains: int) -> None:
        """Counts chains that were searched. Raises a Problem where they are too many: such a search would go on for
        minutes or for ever."""
        self.left -= chains
        if self.left < 0:
            raise FabgenError([Problem(Location(), TOO_MANY, CHAIN_HINT, code=TOO_MANY_CHAINS)])


MOST_COMPARED_CHAINS = 32  # with which another one is compared


def gains_nothing(barred_bits: int, earlier_chains: list[int]) -> bool:
    """Whether a chain can do nothing that an earlier chain to the same cell cannot do: that one is barred from jumping
    over no other piece. Chains are given by the bits of the cells of the pieces that they may not jump over again.

    Adds the chain to the earlier ones where it can do more. Not for chains that must go on: one of these may have to
    stop earlier than the others.
    """
    for earlier_bits in earlier_chains:
        if not earlier_bits & ~barred_bits:
            return True
    if len(earlier_chains) < MOST_COMPARED_CHAINS:
        earlier_chains.append(barred_bits)
    return False


class SearchedChain(NamedTuple):
    """A chain in the search. `taken`: the cells of the pieces that it took, in order; `taken_bits`: one bit for each of
    them; `barred_bits`: one for each piece that it may not jump over again; the rest as in ChainSoFar."""

    cell: int
    taken: Cells
    taken_bits: int
    barred_bits: int
    used: int
    path: Cells
    heading: int


class ChainSearch(ChainContext):
    """Finds the chains of one piece."""

    budget: ChainBudget

    def ends(self) -> ChainEnds:
        """Every end with one path to it: the shortest, where the order of the jumps does not matter.

        The first search visits each stop once, whichever pieces were jumped over on the way to it. This is quick, and
        complete unless a piece that was jumped over blocks a second jump over it. Only where that could hide an end, a
        second search tries all orders.
        """
        if self.ordered or (self.rule.must and self.rule.once and self.hops.keeps):
            return self._as_ends(self._walk(exact=True)[0])
        chains, left_out = self._walk(exact=False)
        if left_out:
            hidden = self._hidden_ends(left_out, chains)
            if hidden is None or hidden:
                exact_chains, _ = self._walk(exact=True, wanted=hidden)
                for end, chain in exact_chains.items():
                    chains.setdefault(end, chain)
        return self._as_ends(chains)

    def _as_ends(self, chains: Mapping[End, SearchedChain]) -> ChainEnds:
        """The ends of chains with the cells of the pieces that they take, and their paths."""
        if self.ordered:
            return {(chain.cell, chain.taken): chain.path for chain in chains.values()}
        return {(chain.cell, tuple(sorted(chain.taken))): chain.path for chain in chains.values()}

    def legs(self, cell: int, taken: int) -> Iterable[HopLeg]:
        """The jumps that the tables know from a cell after a number of captures, whatever stands on the cells of near
        ones."""
        near_legs = self.hops.near[self.parity][taken & 1][cell]
        if self.hops.far is None:
            return near_legs
        return *near_legs, *open_far_hops(self.hops.far[self.parity][taken & 1][cell], self.side, self.hops.shut)

    def _walk(
        self, exact: bool, wanted: set[End] | None = None
    ) -> tuple[dict[End, SearchedChain], list[SearchedChain]]:
        """The ends found breadth first, and the chains that were left out: they jump twice over a piece, and no other
        chain led to their cell.

        `exact`: treat chains that jumped over different pieces as different. `wanted`: stop when all these ends are
        found.
        """
        ends: dict[End, SearchedChain] = {}
        left_out: dict[object, SearchedChain] = {}
        visited: set[object] = set()
        earlier_chains: dict[object, list[int]] = {}
        rule, side, once, straight = self.rule, self.side, self.rule.once, self.rule.straight
        room, ordered = self.room, self.ordered
        allowed = self.budget.left
        queue = [SearchedChain(self.start, (), 0, 0, 0, (self.start,), -1)]
        for chain in queue:
            cell, taken, taken_bits, barred_bits, used, path, heading = chain
            goes_further = False
            jumps = len(path) - 1
            legs = self.legs(cell, len(taken)) if self.goes_on(cell, jumps) else ()
            for hurdle, land, whom, budget, limit, unit, takes, direction, _, axis, cross in legs:
                # This is `admits` and, below, `repeats`, written out: calls would cost a third of the speed.
                on_hurdle = side[hurdle]
                if side[land] or not on_hurdle & whom or taken_bits >> hurdle & 1:
                    continue
                if used & budget >= limit or used & cross:
                    continue
                if straight and jumps and direction != heading:
                    continue
                next_taken, next_taken_bits, next_barred_bits = taken, taken_bits, barred_bits
                if takes:
                    if len(taken) >= room:
                        continue
                    next_taken, next_taken_bits = (*taken, hurdle), taken_bits | 1 << hurdle
                elif once & on_hurdle:
                    next_barred_bits = barred_bits | 1 << hurdle
                next_used = used + unit | axis
                key = land, next_taken if ordered else next_taken_bits, next_used, straight and direction
                longer = SearchedChain(
                    land, next_taken, next_taken_bits, next_barred_bits, next_used, (*path, land), direction
                )
                if once & on_hurdle and barred_bits >> hurdle & 1:
                    left_out[key] = chain._replace(
                        cell=land, taken=next_taken, taken_bits=next_taken_bits, used=next_used, heading=direction
                    )
                    continue
                goes_further = True
                if exact and not rule.must and gains_nothing(next_barred_bits, earlier_chains.setdefault(key, [])):
                    continue
                visit = (key, next_barred_bits) if exact else key
                if visit not in visited:
                    visited.add(visit)
                    queue.append(longer)
                    if len(visited) > allowed:
                        self.budget.spend(len(visited))
            if jumps and not (rule.must and goes_further) and self.may_end(cell, taken):
                end = cell, taken if ordered else taken_bits
                if end not in ends:
                    ends[end] = chain
                    if wanted is not None and wanted <= ends.keys():
                        break
        self.budget.spend(len(visited))
        return ends, [chain for key, chain in left_out.items() if key not in visited]

    def along(self, path: Cells, taken: Cells) -> Cells | None:
        """The cell of the piece that each leg of a path takes (-1: none); None where the rules do not let a chain go
        this way and take exactly the pieces `taken`."""
        return self._along(path[1:], {*taken}, ChainSoFar(path[0], (), (), 0, (path[0],), -1))

    def _along(self, path_ahead: Cells, still_to_take: set[int], chain: ChainSoFar) -> Cells | None:
        """As `along`, for the rest of a path after the jumps of `chain`."""
        if len(path_ahead) < len(still_to_take):
            return None
        for leg in self.legs(chain.cell, len(chain.taken)) if path_ahead else ():
            if leg.land != path_ahead[0] or not self.admits(chain, leg) or self.repeats(chain.over, leg):
                continue
            if leg.takes and leg.hurdle not in still_to_take:
                continue
            longer = chain.joined_by(leg)
            hurdles_ahead = self._along(path_ahead[1:], still_to_take - {*longer.taken}, longer)
            if hurdles_ahead is not None:
                return leg.hurdle if leg.takes else -1, *hurdles_ahead
        return None if path_ahead else ()

    def _hidden_ends(self, left_out: list[SearchedChain], found_ends: Mapping[End, SearchedChain]) -> set[End] | None:
        """The ends besides those found that the chains left out would lead to if pieces could be jumped over again: at
        least those that exist, and maybe more. None where they are too many to tell."""
        straight = self.rule.straight
        hidden: set[End] = set()
        visited = {(chain.cell, chain.taken_bits, chain.used, straight and chain.heading) for chain in left_out}
        queue = [(chain.cell, chain.taken_bits, chain.used, chain.heading) for chain in left_out]
        for cell, taken_bits, used, heading in queue:
            count = taken_bits.bit_count()
            if (cell, taken_bits) not in found_ends and self.may_end(cell, count):
                hidden.add((cell, taken_bits))
            for leg in self.legs(cell, count) if cell not in self.stops else ():
                if taken_bits >> leg.hurdle & 1 or not self.is_open(leg, used, count):
                    continue
                if straight and leg.heading != heading:
                    continue
                next_taken_bits = taken_bits | 1 << leg.hurdle if leg.takes else taken_bits
                next_used = used + leg.unit | leg.axis
                key = leg.land, next_taken_bits, next_used, straight and leg.heading
                if key not in visited:
                    visited.add(key)
                    queue.append((leg.land, next_taken_bits, next_used, leg.heading))
            if len(visited) > self.budget.left:
                return None
        self.budget.spend(len(visited))
        return hidden


CELLS = (1 << CELL_BITS) - 1  # the bits of a cell in a key that holds used budgets above them



class OpenHops(NamedTuple):
    """The jumps that the pieces on the board allow, with one bit for each direction. Those of a cell are
    `hops_by_bits[cell][open_bits[cell] & budget_bits[used]]`, where `used` is what a chain has used of the budgets."""

    hops_by_bits: Sequence[Mapping[int, tuple[OpenHop, ...]]]
    open_bits: bytes
    budget_bits: Mapping[int, int]


def free_chains(
    legs: OpenHops,
    start: int,
    first: Sequence[OpenHop],
    rule: ChainRule,
    forward: Cells,
    stops: frozenset[int],
    budget: ChainBudget,
) -> dict[int, Move]:
    """The chains of one piece that begin with one of the jumps `first`, as moves by their ends.

    `forward`: how far forward each cell lies. `stops`: the cells where a chain ends.

    The search is breadth first. A cell that was reached with no budget used is not searched again. Coming back to the
    start gains nothing, because the jumps that follow could have come first. Other orders of jumps are tried only where
    a piece that was jumped over before stands in the way of an end.
    """
    hops_by_bits, open_bits, budget_bits = legs
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
            bits = open_bits[land] & on
            if bits:
                bits = bits & budget_bits[used + unit] if len(path) < most and land not in stops else 0
            if bits or over:
                longer = path + (land,)  # noqa: RUF005 (faster than unpacking, and this is the inner loop)
                if bits:
                    queue.append((hops_by_bits[land][bits], used + unit, over + (hurdle,), longer))  # noqa: RUF005
            if forward[land] >= floor and land not in moves:
                moves[land] = Move(start, land, (), longer) if over else alone
    if left_out:
        hidden_ends = {
            end
            for end in _find_hidden_cells(legs, start, visited, left_out)
            if forward[end] >= floor and end not in moves
        }
        if hidden_ends:
            _try_all_orders(legs, start, rule, stops, hidden_ends, moves, budget)
    return moves


def _find_hidden_cells(legs: OpenHops, start: int, visited: set[int], left_out: list[int]) -> set[int]:
    """The cells besides those visited that could be reached if pieces could be jumped over twice: at least those that
    exist, and maybe more."""
    hops_by_bits, open_bits, budget_bits = legs
    hidden = set()
    queue = [key for key in left_out if key not in visited and key & CELLS not in visited]
    for key in queue:
        cell = key & CELLS
        used = key - cell
        hidden.add(cell)
        for hurdle, land, _, unit, _ in hops_by_bits[cell][open_bits[cell] & budget_bits[used]]:
            next_key = land + used + unit
            if hurdle != start and land not in visited and next_key not in visited:
                visited.add(next_key)
                queue.append(next_key)
    return hidden


def _try_all_orders(
    legs: OpenHops,
    start: int,
    rule: ChainRule,
    stops: frozenset[int],
    hidden: set[int],
    moves: dict[int, Move],
    budget: ChainBudget,
) -> None:
    """Adds to `moves` those of the hidden ends that some order of jumps leads to.

    A chain that comes back over a piece on the same line comes back to a cell, and could leave out what it did since.
    So two chains are compared by the pieces alone that may be jumped over on several lines.
    """
    hops_by_bits, open_bits, budget_bits = legs
    crossings = _pieces_on_crossings(legs, start)
    earlier_chains: dict[int, list[int]] = {}
    visited: set[tuple[int, int]] = set()
    queue: list[tuple[int, int, int, Cells]] = [(start, 0, 0, (start,))]
    for cell, over, used, path in queue:
        if len(path) > rule.most:
            break
        for hurdle, land, _, unit, _ in hops_by_bits[cell][open_bits[cell] & budget_bits[used]]:
            # `over` has one bit for each cell whose piece was jumped over.
            if hurdle == start or over >> hurdle & 1:
                continue
            next_over = over | 1 << hurdle
            key, crossed = land + used + unit, next_over & crossings
            if gains_nothing(crossed, earlier_chains.setdefault(key, [])) or (key, crossed) in visited:
                continue
            visited.add((key, crossed))
            if len(visited) > budget.left:
                budget.spend(len(visited))
            longer = (*path, land)
            if land in hidden:
                hidden.discard(land)
                moves[land] = Move(start, land, (), longer)
                if not hidden:
                    break
            if land not in stops:
                queue.append((land, next_over, used + unit, longer))
        if not hidden:
            break
    budget.spend(len(visited))


def _pieces_on_crossings(legs: OpenHops, start: int) -> int:
    """The bits of the cells whose pieces may be jumped over along more than one line by a chain from a cell."""
    hops_by_bits, open_bits, _ = legs
    line_over: dict[int, tuple[int, int]] = {}
    crossings = 0
    reached, queue = {start}, [start]
    for cell in queue:
        for hurdle, land, *_ in hops_by_bits[cell][open_bits[cell]]:
            line = min(cell, land), max(cell, land)
            if line_over.setdefault(hurdle, line) != line:
                crossings |= 1 << hurdle
            if land not in reached:
                reached.add(land)
                queue.append(land)
    return crossings


class HopGenerator:
    """Makes the jumps of one compiled game."""

    def __init__(self, game: CompiledGame) -> None:
        self.game = game
        chain = game.chain
        # Whether every jump is one move: no promotion, and no quiet move to the same cell.
        self.jumps_are_moves = not any(game.promotes) and not any(game.hops_end_like_moves)
        self.has_one_jump = chain.most == 1 and not chain.further
        self.ends_are_single_jumps = self.has_one_jump and not game.stacks.is_limited
        # Whether the cell alone decides if a chain may end there. Coming back to the start matters only where pieces
        # are taken: without captures, the jumps that follow could have come first.
        self.cell_decides_end = not chain.must and not chain.straight and chain.once in (0, FRIEND | ENEMY)
        self.budget = ChainBudget()

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
        for equal_jumpers in cells_by_table.values():
            hops = tables[board[equal_jumpers[0]]]
            if hops is not None:
                self._add_equal_jumpers(hops, state, parity, side, equal_jumpers, moves)

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
        legs = OpenHops(hops.hops_by_bits[parity], open_directions, hops.budget_bits)
        if self.cell_decides_end and hops.free and not self.has_one_jump:
            self._add_free_chains(hops, legs, onward_mask, state, cells, moves)
            return
        for cell in cells:
            if open_directions[cell]:
                if self.ends_are_single_jumps:
                    ends = _single_jumps(legs, cell)
                else:
                    ends = self._find_ends(hops, state, parity, side, cell)
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
        hops_by_bits, open_directions, _ = legs
        for cell in cells:
            bits = open_directions[cell]
            if bits and further and not onward_mask & lanes[cell]:
                bits &= ahead
            if not bits:
                continue
            first_hops = hops_by_bits[cell][bits]
            if self.jumps_are_moves:
                moves += free_chains(legs, cell, first_hops, chain, forward, NOWHERE, self.budget).values()
            else:
                stops = self._stops(state.board[cell])
                chains = free_chains(legs, cell, first_hops, chain, forward, stops, self.budget)
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
        search.budget = self.budget
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
        if self.game.hops_end_like_moves[code]:
            whole_moves = (move for move in moves if move.origin == cell and not move.lifted and not move.spread)
            quiet = frozenset(move.target for move in whole_moves if not move.taken and not move.path)
        chain_moves = [
            Move(cell, end, taken, path, becomes)
            for (end, taken), path in ends.items()
            if taken or end not in quiet
            for becomes in (rule.becomes(cell, end) if rule else (0,))
        ]
        if state.towers:
            stacks = self.game.stacks
            return list({stacks.result_key(state.board, move): move for move in reversed(chain_moves)}.values())[::-1]
        return chain_moves


def _single_jumps(legs: OpenHops, cell: int) -> ChainEnds:
    """The ends of single jumps, for games with one jump a turn."""
    return {(move.target, move.taken): move.path for *_, move in legs.hops_by_bits[cell][legs.open_bits[cell]]}
