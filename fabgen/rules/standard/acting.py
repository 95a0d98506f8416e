"""A position of a compiled game → everything that may be done in it. What never changes stands in tables made once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import compress

from fabgen.rules.standard.hopping import Hopping
from fabgen.rules.standard.memory import Memory
from fabgen.rules.standard.state import EMPTY, ENEMY, FRIEND, MOVED, NOBODY, PASS, Compiled, Condition, Move, State
from fabgen.rules.standard.tables import Walks


class Acting:
    """The actions of one compiled game."""

    def __init__(self, game: Compiled) -> None:
        self.game = game
        self.low = tuple(1 + p * game.kinds for p in range(game.players))
        self.owner = (NOBODY, *(p for p in range(game.players) for _ in range(game.kinds)))
        self.sides = tuple(self._by_code(p, FRIEND, ENEMY) for p in range(game.players))
        self.own = tuple(self._by_code(p, 1, 0) for p in range(game.players))
        self.cells = range(game.cells)
        self.full = int.from_bytes(b"\1" * game.cells, "little")
        self.hops = Hopping(game)
        self.conditions = tuple(
            tuple((code, one) for code in range(low, low + game.kinds) for one in game.also[code]) for low in self.low
        )
        self.hopping = any(game.hops)
        self.more = self.hopping or any(self.conditions) or game.holds or game.compulsory or game.passing != "never"
        self.more = self.more or game.needs_quiet or game.halves
        self.memory = Memory(game.players)
        self.halves, self.needs_quiet = game.halves, game.needs_quiet
        self.simple = game.passing == "never" and not game.halves  # nobody passes, ever
        self.duties = bool(game.compulsory or game.needs_quiet)
        self.remembers = game.halves or bool(game.goals.walked)

    def _by_code(self, player: int, own: int, other: int) -> bytes:
        """One byte for each code: a player's own men, and the others'; nobody's code is EMPTY."""
        men = bytes(own if owner == player else other for owner in self.owner[1:])
        return (bytes((EMPTY,)) + men).ljust(256, bytes((EMPTY,)))

    def parity(self, board: bytes) -> int:
        """Of the number of men on the board, where the terrain asks for it."""
        return (len(board) - board.count(0)) & 1 if self.game.parity else 0

    def actions(self, state: State) -> list[Move]:
        """Every action of whoever has to act, each once, in a fixed order; empty when the game is over or nothing can
        be done."""
        if state.winner != NOBODY:
            return []
        if state.homeless:
            return self._rehomings(state)
        if not self.more:
            return self.walks(state, *self._men(state))
        if self.simple:
            return self._acting(state)
        if self.halves and self.memory.half(state):
            return self._rest(state)
        moves = self._acting(state)
        if self.game.passing == "never" or (moves and self.game.passing == "stuck" and not self.barred(state)):
            return moves
        if moves:
            return moves if self.game.compulsory and moves[0].taken else [*moves, PASS]
        return [] if self._all_pass(state) else [PASS]

    def _men(self, state: State) -> tuple[bytes, list[int]]:
        """For the player to move: who stands on each cell, and the cells of his men."""
        board, turn = state.board, state.turn
        return board.translate(self.sides[turn]), list(compress(self.cells, board.translate(self.own[turn])))

    def _acting(self, state: State) -> list[Move]:
        """Everything but to pass."""
        side, men = self._men(state)
        if self.game.drops_first and (moves := list(self._drops(state, side))):
            return moves
        moves = self._moves(state, side, men)
        if not self.duties:
            return moves
        if self.needs_quiet and self.game.passing == "never" and all(move.taken for move in moves):
            return []
        return self._duty(moves) if self.game.compulsory else moves

    def barred(self, state: State) -> bool:
        """Whether the player to move can do nothing but capture, and is stuck by that."""
        if not self.needs_quiet or state.homeless or self.memory.half(state):
            return False
        moves = self._moves(state, *self._men(state))
        return bool(moves) and all(move.taken for move in moves)

    def _rest(self, state: State) -> list[Move]:
        """The other part of a turn; to leave it out is to pass."""
        moves = self._second(state)
        return moves if self.game.compulsory and self.memory.half(state) == MOVED else [*moves, PASS]

    def _second(self, state: State) -> list[Move]:
        """Captures for who has moved, quiet actions for who has captured."""
        side, men = self._men(state)
        dropped = list(self._drops(state, side)) if self.game.drops_first else []
        found = dropped or self._moves(state, side, men)
        captures = self.memory.half(state) == MOVED
        moves = [move for move in found if bool(move.taken) is captures]
        return self._duty(moves) if self.game.compulsory and captures else moves

    def along(self, state: State, move: Move) -> tuple[int, ...]:
        """Whom each leg of a chain takes, -1 of one that takes nobody."""
        hops = self.game.hops[state.board[move.origin]]
        if hops is None or not move.path:
            return ()
        side, _ = self._men(state)
        search = self.hops.search(hops, state, self.parity(state.board), side, move.origin)
        return search.along(move.path, move.taken) or ()

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
            if not walks.more:
                continue
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
        if self.conditions[state.turn]:
            moves = self._with_conditional(state, side, men, moves)
        if self.hopping:
            self.hops.add(state, self.parity(state.board), side, men, moves)
        if state.hands:
            moves += self._drops(state, side)
        return moves

    def _with_conditional(self, state: State, side: bytes, men: Iterable[int], moves: list[Move]) -> list[Move]:
        """Ordinary moves and those quiet ones whose condition holds."""
        board = state.board
        lacking = int.from_bytes(side, "little") & self.full ^ self.full  # one byte a cell, 1 where no friend stands
        more: list[Move] = []
        for code, condition in self.conditions[state.turn]:
            walks, goals = condition.walks[self.parity(board)], condition.goals
            cells = men if self.game.kinds == 1 else [cell for cell in men if board[cell] == code]
            if goals is None:
                cells = [cell for cell in cells if self._none_in_reach(condition, state, cell)]
            else:
                cells = [c for c in cells if not (asked := goals[c]) & lacking and (asked or condition.vacuous)]
            for cell in cells:
                for to, move in walks[cell].quiet:
                    if not side[to]:
                        more.append(move)
        if self.game.repeats:
            return list(dict.fromkeys((*moves, *more)))
        moves += more
        return moves

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
            self.hops.add(there, self.parity(there.board), side, [here], found)
            new = {move.target for move in found if not move.taken} - seen
            if new & condition.zone:
                return False
            seen |= new
            todo += new
        return True

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

    def _all_pass(self, state: State) -> bool:
        """Whether nobody can do anything but pass."""
        return not any(self._acting(state._replace(turn=p)) for p in range(self.game.players) if not state.out >> p & 1)
