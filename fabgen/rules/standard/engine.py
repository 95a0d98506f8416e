"""A compiled game → its actions, and the position after one. Everything that never changes stands in tables made once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import compress
from typing import NamedTuple

from fabgen.rules.standard.chains import Chains, Ends, OpenLegs, Search, farthest, free
from fabgen.rules.standard.hops import Hops, able
from fabgen.rules.standard.state import DRAWN, EMPTY, ENEMY, FRIEND, NOBODY, PASS, Compiled, Condition, Fate, Move, Promotes, State
from fabgen.rules.standard.tables import Walks

NONE: frozenset[int] = frozenset()


class Look(NamedTuple):
    """Hops of men who hop alike in one position: the hops, the parity of all men, what each cell allows (None: not looked up), how far forward
    it leads at best (None: not asked), whether the men on the way do not matter."""

    hops: Hops
    parity: int
    open: OpenLegs | None
    best: Mapping[int, int] | None
    free: bool


class Engine:
    """Actions and their results for one compiled game."""

    def __init__(self, game: Compiled) -> None:
        self.game = game
        self.low = tuple(1 + p * game.kinds for p in range(game.players))
        self.owner = (NOBODY, *(p for p in range(game.players) for _ in range(game.kinds)))
        self.sides = tuple(bytes(self._side(p, code) for code in range(256)) for p in range(game.players))
        self.own = tuple(bytes(int(self._side(p, code) == FRIEND) for code in range(256)) for p in range(game.players))
        self.cells = range(game.cells)
        self.full = int.from_bytes(b"\1" * game.cells, "little")
        self.one_kind = game.kinds == 1
        self.conditions, self.hopping = any(game.also), any(game.hops)
        self.more = self.hopping or self.conditions or game.holds or game.compulsory or game.passing != "never"

    def _side(self, player: int, code: int) -> int:
        if not 0 < code < len(self.owner):
            return EMPTY
        return FRIEND if self.owner[code] == player else ENEMY

    def parity(self, board: bytes) -> int:
        """Of the number of men on the board, where the terrain asks for it."""
        return (len(board) - board.count(0)) & 1 if self.game.parity else 0

    def actions(self, state: State) -> list[Move]:
        """Every action of whoever has to act, each once, in a fixed order; empty when the game is over or nothing can be done."""
        if state.winner != NOBODY:
            return []
        if state.homeless:
            return self._rehomings(state)
        board, turn = state.board, state.turn
        side = board.translate(self.sides[turn])
        men = list(compress(self.cells, board.translate(self.own[turn])))
        if not self.more:
            return self.walks(state, side, men)
        moves = self._dropped_first(state, side) or self._moves(state, side, men)
        if self.game.compulsory:
            moves = self._duty(moves)
        if self.game.passing == "always" or (self.game.passing == "stuck" and not moves):
            moves += () if self.game.compulsory and moves and moves[0].taken else (PASS,)
        return moves

    def walks(self, state: State, side: bytes, men: Iterable[int]) -> list[Move]:
        """Ordinary moves of some men."""
        board = state.board
        table = self.game.walks[self.parity(board)]
        out: list[Move] = []
        add = out.append
        for cell in men:
            walks = table[board[cell]][cell]
            for to, move in walks.quiet:
                if not board[to]:
                    add(move)
            for to, move, capture in walks.both:
                met = side[to]
                if not met:
                    add(move)
                elif met == ENEMY:
                    add(capture)
            for to, capture in walks.capture:
                if side[to] == ENEMY:
                    add(capture)
            if walks.rays:
                self._slides(walks, side, cell in state.fresh, out)
        return out

    def _slides(self, walks: Walks, side: bytes, fresh: bool, out: list[Move]) -> None:
        before = len(out)
        for ray, first in walks.rays:
            for to, quiet, capture in ray if fresh or not first else ():
                met = side[to]
                if met:
                    if met == ENEMY:
                        out += capture
                    break
                out += quiet
        if walks.overlap and len(out) > before:
            cell = out[-1].origin
            start = next(n for n in range(before, -1, -1) if n == 0 or out[n - 1].origin != cell)
            out[start:] = dict.fromkeys(out[start:])

    def _moves(self, state: State, side: bytes, men: list[int]) -> list[Move]:
        """Every action of a game with hops, conditions or hands, duties apart."""
        moves = self.walks(state, side, men)
        if self.conditions:
            moves = self._with_conditional(state, side, men, moves)
        if self.hopping:
            self._hops(state, side, men, moves)
        if state.hands:
            moves += self._drops(state, side)
        return moves

    def _with_conditional(self, state: State, side: bytes, men: Iterable[int], moves: list[Move]) -> list[Move]:
        """Ordinary moves and those quiet ones whose condition holds."""
        board, also = state.board, self.game.also
        own = int.from_bytes(board.translate(self.own[state.turn]), "little")
        lacking = own ^ self.full
        more: list[Move] = []
        for cell in men:
            for condition in also[board[cell]]:
                goals = condition.goals
                if goals is not None and goals[cell] & lacking:
                    continue
                if self.holds(condition, state, own, cell):
                    walks = condition.walks[self.parity(board)][cell]
                    more += [move for to, move in walks.quiet if not side[to]]
        return list(dict.fromkeys((*moves, *more))) if more else moves

    def holds(self, condition: Condition, state: State, own: int, cell: int) -> bool:
        """Whether friends (`own`, a mask) stand on all the goal cells that count for a man on a cell."""
        if condition.goals is None:
            return self._none_in_reach(condition, state, cell)
        goals = condition.goals[cell]
        return own & goals == goals if goals else condition.vacuous

    def _none_in_reach(self, condition: Condition, state: State, cell: int) -> bool:
        """Whether a man can come to no vacant goal cell by any number of moves and hops while nobody else moves."""
        seen, todo = {cell}, [cell]
        while todo:
            here = todo.pop()
            board = bytearray(state.board)
            board[cell], board[here] = 0, state.board[cell]
            there = state._replace(board=bytes(board))
            side = there.board.translate(self.sides[state.turn])
            found = self.walks(there, side, [here])
            self._hops(there, side, [here], found)
            new = {move.target for move in found if not move.taken} - seen
            if new & condition.zone:
                return False
            seen |= new
            todo += new
        return True

    def _hops(self, state: State, side: bytes, men: list[int], moves: list[Move]) -> None:
        """Add the hops and chains of some men: those who hop alike together."""
        board, tables = state.board, self.game.hops
        alike: dict[int, list[int]] = {}
        if self.one_kind:
            alike[0] = men
        else:
            for cell in men:
                if hops := tables[board[cell]]:
                    alike.setdefault(hops.number, []).append(cell)
        for same in alike.values():
            hops = tables[board[same[0]]] if same else None
            if hops is None:
                continue
            look = self._look(hops, state, side, same)
            for cell in same if look.open is None else self._worth(look, same, self.game.forward[state.turn]):
                moves += self._chains(state, side, cell, look, moves)

    def _look(self, hops: Hops, state: State, side: bytes, men: list[int]) -> Look:
        """What all men who hop alike have in common in a position."""
        parity = self.parity(state.board)
        if hops.scan is None:
            return Look(hops, parity, None, None, False)
        legs = OpenLegs(hops.ways[parity], able(hops.scan, side))
        chain = self.game.chain
        free = hops.free and not chain.must and not chain.straight
        best = farthest(legs, men, self.game.forward[state.turn]) if free and chain.further and hops.mutual else None
        return Look(hops, parity, legs, best, free)

    def _worth(self, look: Look, men: list[int], forward: tuple[int, ...]) -> Iterator[int]:
        """The men who can hop, and where it is known how far that leads, to some place further forward."""
        assert look.open is not None
        (ways, able), best = look.open, look.best
        for cell in men:
            if bits := able[cell]:
                if best is None:
                    yield cell
                    continue
                row = forward[cell]
                for leg in ways[cell][bits]:
                    if best[leg[1]] > row:
                        yield cell
                        break

    def _chains(self, state: State, side: bytes, cell: int, look: Look, moves: list[Move]) -> list[Move]:
        code = state.board[cell]
        rule = self.game.promotes[code]
        found = self._ends(state, side, cell, look, rule)
        if self.game.mixed[code]:
            quiet = {move.target for move in moves if move.origin == cell and not move.taken and not move.path}
            found = {(end, taken): path for (end, taken), path in found.items() if taken or end not in quiet}
        if rule is None:
            return [Move(cell, end, taken, path) for (end, taken), path in found.items()]
        return [Move(cell, end, taken, path, becomes) for (end, taken), path in found.items() for becomes in rule.becomes(cell, end)]

    def _ends(self, state: State, side: bytes, cell: int, look: Look, rule: Promotes | None) -> Ends:
        """Where the hops of one man end."""
        chain, hops, forward = self.game.chain, look.hops, self.game.forward[state.turn]
        if look.open is not None and chain.most == 1 and not chain.further:
            ways, able = look.open
            return {(land, (hurdle,) if takes else ()): (cell, land) for hurdle, land, takes, *_ in ways[cell][able[cell]]}
        if look.open is not None and look.free and rule is None:
            return free(Chains(look.open, cell, look.best, chain, forward, forward[cell] + 1 if chain.further else -len(forward)))
        lifted = bytearray(side)
        lifted[cell] = 0
        stops = rule.cells if rule and rule.stops else NONE
        return Search(hops, chain, lifted, cell, look.parity, forward, stops).ends()

    def _dropped_first(self, state: State, side: bytes) -> list[Move]:
        return list(self._drops(state, side)) if self.game.drops_first and state.hands else []

    def _drops(self, state: State, side: bytes) -> Iterator[Move]:
        low = self.low[state.turn]
        board, parity, after = state.board, self.game.parity, self.game.parity_after
        count = self.parity(board)
        for code in range(low, low + self.game.kinds) if any(state.hands) else ():
            for cell in self.game.drops[code] if state.hands[code] else ():
                if not side[cell] and (not parity or parity[cell] in (NOBODY, (count + (cell in after)) % 2)):
                    yield Move(NOBODY, cell, becomes=code)

    def _duty(self, moves: list[Move]) -> list[Move]:
        """The captures, where there are any; only those that take most, where the spec says so."""
        most = max((len(move.taken) for move in moves), default=0)
        return [move for move in moves if len(move.taken) >= (most if self.game.most else min(most, 1))]

    def _rehomings(self, state: State) -> list[Move]:
        code = state.homeless[0]
        return [Move(NOBODY, cell, becomes=code) for cell in self.game.homes[code] if not state.board[cell]]

    def actor(self, state: State) -> int:
        """The player who has to act: whose turn it is, or who must re-place a man first."""
        return self.owner[state.homeless[0]] if state.homeless else state.turn

    def apply(self, state: State, move: Move) -> State:
        """The position after one of its actions; what is not an action gives nonsense."""
        board, turn, hands, fresh, homeless, out, _ = state
        origin, target, taken, path, becomes = move
        if homeless:
            return self._replaced(state, move)
        following = self.game.following[turn]
        if origin < 0:
            return self._placed(state, move, following)
        cells = bytearray(board)
        code = cells[origin]
        lost: tuple[int, ...] = ()
        if taken:
            hops = self.game.hops[code]
            fate = hops.fate if path and hops else self.game.fate
            if fate is not Fate.REMOVED:
                lost, hands = self._kept(board, taken, fate, hands, turn)
            for cell in taken:
                cells[cell] = 0
        cells[origin] = 0
        cells[target] = becomes or code
        if fresh:
            fresh -= {origin, target, *taken}
        after = State(bytes(cells), following, hands, fresh, lost, out)
        if not (lost or self.game.players > 2 or target in self.game.goals.watched or ((taken or becomes) and self.game.goals.any)):
            return after
        return self.settled(after)

    def _kept(self, board: bytes, taken: tuple[int, ...], fate: Fate, hands: tuple[int, ...], turn: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Whoever is taken and does not leave the game: who has to be re-placed, and the hands after it."""
        men = tuple(board[cell] for cell in taken)
        if fate is Fate.HOME:
            return men, hands
        held = list(hands)
        for man in men:
            owner = self.owner[man] if fate is Fate.HAND else turn
            held[self.low[owner] + (self.game.hand_as[man] - 1) % self.game.kinds] += 1
        return (), tuple(held)

    def _placed(self, state: State, move: Move, following: int) -> State:
        """After a drop or a pass."""
        if move.target < 0:
            return self.settled(state._replace(turn=following))
        held = list(state.hands)
        held[move.becomes] -= 1
        board = _with(state.board, move.target, move.becomes)
        return self.settled(State(board, following, tuple(held), state.fresh, (), state.out))

    def _replaced(self, state: State, move: Move) -> State:
        """After a man has been re-placed."""
        return self.settled(state._replace(board=_with(state.board, move.target, move.becomes), homeless=state.homeless[1:]))

    def settled(self, state: State) -> State:
        """A position with all that follows without a decision: goals that are met, men whose homes are all taken, turns of who is out."""
        state = self._judged(state)
        while state.winner == NOBODY and state.homeless and not self._rehomings(state):
            state = self._judged(state._replace(homeless=state.homeless[1:]))
        while self.game.players > 2 and state.winner == NOBODY and not state.homeless and (passed := self._passed(state)):
            state = passed
        return state

    def _passed(self, state: State) -> State | None:
        """With more than two players: the turn of somebody who is out, or is out now for want of an action, goes to the next."""
        if not state.out >> state.turn & 1 and (self.game.stuck[state.turn] != "loses" or self.actions(state)):
            return None
        out = state.out | 1 << state.turn
        left = [p for p in range(self.game.players) if not out >> p & 1]
        if len(left) < 2:
            return state._replace(out=out, winner=left[0] if left else DRAWN)
        return state._replace(out=out, turn=self.game.following[state.turn])

    def _judged(self, state: State) -> State:
        """The position with the winner that its men make; who moved last comes first."""
        board, turn, hands, _, homeless, out, _ = state
        winner, out = self.game.goals.verdict(board, hands, homeless, self.game.following.index(turn), out)
        return state if winner == NOBODY and out == state.out else state._replace(winner=winner, out=out)

    def result(self, state: State, moves: list[Move] | None = None) -> int | None:
        """The winner's number, DRAWN, or None while the game goes on; `moves`: the actions of the position where they are known."""
        if state.winner != NOBODY:
            return state.winner
        moves = self.actions(state) if moves is None else moves
        if moves:
            return DRAWN if moves[0] == PASS and len(moves) == 1 and self._all_pass(state) else None
        stuck = self.game.stuck[state.turn]
        if stuck == "draws" or self.game.players == 1:
            return DRAWN
        return state.turn if stuck == "wins" else self.game.following[state.turn]

    def _all_pass(self, state: State) -> bool:
        """Whether nobody can do anything but pass."""
        return all(self.actions(state._replace(turn=p)) in ([PASS], []) for p in range(self.game.players) if not state.out >> p & 1)

    def inside(self, state: State) -> bool:
        """Whether a turn is not over yet: somebody has to re-place a man."""
        return bool(state.homeless) and state.winner == NOBODY

    @property
    def undivided(self) -> bool:
        """Whether every action ends a turn."""
        return self.game.fate is not Fate.HOME and all(hops is None or hops.fate is not Fate.HOME for hops in self.game.hops)


def _with(board: bytes, cell: int, code: int) -> bytes:
    cells = bytearray(board)
    cells[cell] = code
    return bytes(cells)
