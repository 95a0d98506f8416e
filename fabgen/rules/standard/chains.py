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
from fabgen.rules.standard.compile import CompiledGame
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


MOST_OTHERS = 32  # chains with which another one is compared


def gains_nothing(over: int, others: list[int]) -> bool:
    """Whether a chain that may not jump again over some pieces can do nothing that an earlier chain could not do, which
    came to the same cell in the same way with fewer of these pieces behind it. Remembers the chain among the others
    where it can do more. Not for chains that must go on: one of these may have to stop earlier than the others."""
    for other in others:
        if not other & ~over:
            return True
    if len(others) < MOST_OTHERS:
        others.append(over)
    return False


class SearchedChain(NamedTuple):
    """A chain in the search. `taken`: the pieces it took, in order; `gone` and `over`: bits of the cells of the pieces
    that it took, and of those that it may not jump over again; the rest as in ChainSoFar."""

    cell: int
    taken: Cells
    gone: int
    over: int
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
        tracks, left_out = self._walk(exact=False)
        if left_out:
            hidden = self._hidden_ends(left_out, tracks)
            if hidden is None or hidden:
                exact_tracks, _ = self._walk(exact=True, wanted=hidden)
                for end, track in exact_tracks.items():
                    tracks.setdefault(end, track)
        return self._as_ends(tracks)

    def _as_ends(self, tracks: Mapping[End, SearchedChain]) -> ChainEnds:
        """The ends of chains with the cells of the pieces that they take, and their paths."""
        if self.ordered:
            return {(track.cell, track.taken): track.path for track in tracks.values()}
        return {(track.cell, tuple(sorted(track.taken))): track.path for track in tracks.values()}

    def legs(self, cell: int, taken: int) -> Iterable[HopLeg]:
        """The jumps that the tables know from a cell after a number of captures, whatever stands on the cells of near
        ones."""
        near = self.hops.near[self.parity][taken & 1][cell]
        if self.hops.far is None:
            return near
        return *near, *open_far_hops(self.hops.far[self.parity][taken & 1][cell], self.side, self.hops.shut)

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
        others: dict[object, list[int]] = {}
        rule, side, once, straight = self.rule, self.side, self.rule.once, self.rule.straight
        room, ordered = self.room, self.ordered
        allowed = self.budget.left
        queue = [SearchedChain(self.start, (), 0, 0, 0, (self.start,), -1)]
        for track in queue:
            cell, taken, gone, over, used, path, heading = track
            goes_further = False
            jumps = len(path) - 1
            legs = self.legs(cell, len(taken)) if self.goes_on(cell, jumps) else ()
            for hurdle, land, whom, budget, limit, unit, takes, direction, _, axis, cross in legs:
                # This is `admits` and, below, `repeats`, written out: calls would cost a third of the speed.
                on_hurdle = side[hurdle]
                if side[land] or not on_hurdle & whom or used & budget >= limit or used & cross or gone >> hurdle & 1:
                    continue
                if straight and jumps and direction != heading:
                    continue
                taken_then, gone_then, over_then = taken, gone, over
                if takes:
                    if len(taken) >= room:
                        continue
                    taken_then, gone_then = (*taken, hurdle), gone | 1 << hurdle
                elif once & on_hurdle:
                    over_then = over | 1 << hurdle
                used_then = used + unit | axis
                key = land, taken_then if ordered else gone_then, used_then, straight and direction
                longer = SearchedChain(land, taken_then, gone_then, over_then, used_then, (*path, land), direction)
                if once & on_hurdle and over >> hurdle & 1:
                    left_out[key] = track._replace(
                        cell=land, taken=taken_then, gone=gone_then, used=used_then, heading=direction
                    )
                    continue
                goes_further = True
                if exact and not rule.must and gains_nothing(over_then, others.setdefault(key, [])):
                    continue
                stop = (key, over_then) if exact else key
                if stop not in visited:
                    visited.add(stop)
                    queue.append(longer)
                    if len(visited) > allowed:
                        self.budget.spend(len(visited))
            if jumps and not (rule.must and goes_further) and self.may_end(cell, taken):
                end = cell, taken if ordered else gone
                if end not in ends:
                    ends[end] = track
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
            rest = self._along(path_ahead[1:], still_to_take - {*longer.taken}, longer)
            if rest is not None:
                return leg.hurdle if leg.takes else -1, *rest
        return None if path_ahead else ()

    def _hidden_ends(self, left_out: list[SearchedChain], found: Mapping[End, SearchedChain]) -> set[End] | None:
        """The ends besides those found that the chains left out would lead to if pieces could be jumped over again: at
        least those that exist, and maybe more. None where they are too many to tell."""
        straight = self.rule.straight
        hidden: set[End] = set()
        visited = {(track.cell, track.gone, track.used, straight and track.heading) for track in left_out}
        queue = [(track.cell, track.gone, track.used, track.heading) for track in left_out]
        for cell, gone, used, heading in queue:
            taken = gone.bit_count()
            if (cell, gone) not in found and self.may_end(cell, taken):
                hidden.add((cell, gone))
            for leg in self.legs(cell, taken) if cell not in self.stops else ():
                if gone >> leg.hurdle & 1 or not self.is_open(leg, used, taken):
                    continue
                if straight and leg.heading != heading:
                    continue
                gone_then = gone | 1 << leg.hurdle if leg.takes else gone
                used_then = used + leg.unit | leg.axis
                key = leg.land, gone_then, used_then, straight and leg.heading
                if key not in visited:
                    visited.add(key)
                    queue.append((leg.land, gone_then, used_then, leg.heading))
            if len(visited) > self.budget.left:
                return None
        self.budget.spend(len(visited))
        return hidden


CELLS = (1 << CELL_BITS) - 1  # the bits of a cell in a key that holds used budgets above them



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
    budget: ChainBudget,
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
            _try_all_orders(legs, start, rule, stops, hidden_ends, moves, budget)
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
    ways, able, left = legs
    crossings = _pieces_on_crossings(legs, start)
    others: dict[int, list[int]] = {}
    visited: set[tuple[int, int]] = set()
    queue: list[tuple[int, int, int, Cells]] = [(start, 0, 0, (start,))]
    for cell, over, used, path in queue:
        if len(path) > rule.most:
            break
        for hurdle, land, _, unit, _ in ways[cell][able[cell] & left[used]]:
            # `over` has one bit for each cell whose piece was jumped over.
            if hurdle == start or over >> hurdle & 1:
                continue
            over_then = over | 1 << hurdle
            key, crossed = land + used + unit, over_then & crossings
            if gains_nothing(crossed, others.setdefault(key, [])) or (key, crossed) in visited:
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
                queue.append((land, over_then, used + unit, longer))
        if not hidden:
            break
    budget.spend(len(visited))


def _pieces_on_crossings(legs: OpenHops, start: int) -> int:
    """The bits of the cells whose pieces may be jumped over along more than one line by a chain from a cell."""
    ways, able, _ = legs
    line_over: dict[int, tuple[int, int]] = {}
    crossings = 0
    reached, queue = {start}, [start]
    for cell in queue:
        for hurdle, land, *_ in ways[cell][able[cell]]:
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
        self.bare = not any(game.promotes) and not any(game.mixed)
        self.once = chain.most == 1 and not chain.further
        self.singly = self.once and not game.stacks.is_limited
        # Whether the cell alone decides if a chain may end there. Coming back to the start matters only where pieces
        # are taken: without captures, the jumps that follow could have come first.
        self.unbound = not chain.must and not chain.straight and chain.once in (0, FRIEND | ENEMY)
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
                moves += free_chains(legs, cell, ways[cell][bits], chain, forward, NOWHERE, self.budget).values()
            elif bits:
                stops = self._stops(state.board[cell])
                chains = free_chains(legs, cell, ways[cell][bits], chain, forward, stops, self.budget)
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
        if self.game.mixed[code]:
            whole = (move for move in moves if move.origin == cell and not move.lifted and not move.spread)
            quiet = frozenset(move.target for move in whole if not move.taken and not move.path)
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
