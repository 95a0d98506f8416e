"""A compiled game → its actions, and the position after one. Everything that never changes stands in tables made once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from fabgen.rules.standard.chains import chains
from fabgen.rules.standard.state import DRAWN, NOBODY, PASS, Compiled, Fate, Move, State
from fabgen.rules.standard.tables import Reaches


class Engine:
    """Actions and their results for one compiled game."""

    def __init__(self, game: Compiled) -> None:
        self.game = game
        self.low = tuple(1 + p * game.kinds for p in range(game.players))
        self.owner = (NOBODY, *(p for p in range(game.players) for _ in range(game.kinds)))
        self.plain = not (any(game.hops) or any(game.also) or game.parity or any(game.promotes) or any(game.drops) or game.compulsory)

    def actions(self, state: State) -> list[Move]:
        """Every action of whoever has to act, each once, in a fixed order; empty when the game is over or nothing can be done."""
        if state.winner != NOBODY:
            return []
        if state.homeless:
            return self._rehomings(state)
        moves = self._walks(state, self.game.reach) if self.plain else self._all(state)
        if self.game.passing == "always" or (self.game.passing == "stuck" and not moves):
            moves.append(PASS)
        return moves

    def _walks(self, state: State, reach: tuple[tuple[Reaches, ...], ...]) -> list[Move]:
        """Ordinary moves of the player to move."""
        board, low, captures = state.board, self.low[state.turn], self.game.captures
        high = low + self.game.kinds
        out: list[Move] = []
        add = out.append
        for cell, code in enumerate(board):
            if low <= code < high:
                found = reach[code][cell]
                for to in found.quiet:
                    if not board[to]:
                        add(Move(cell, to))
                for to in found.both:
                    if not board[to]:
                        add(Move(cell, to))
                    elif captures and not low <= board[to] < high:
                        add(Move(cell, to, (to,)))
                for to in found.capture:
                    if captures and board[to] and not low <= board[to] < high:
                        add(Move(cell, to, (to,)))
                if found.rays:
                    self._slides(state, cell, found, add)
        return out

    def _slides(self, state: State, cell: int, found: Reaches, add: Callable[[Move], None]) -> None:
        board, low, captures = state.board, self.low[state.turn], self.game.captures
        high, fresh = low + self.game.kinds, cell in state.fresh
        seen: set[int] = set()
        for ray, quiet, capture, first in found.rays:
            for to, ends in ray if fresh or not first else ():
                man = board[to]
                if ends and to not in seen and (quiet if not man else capture and captures and not low <= man < high):
                    seen.add(to)
                    add(Move(cell, to, (to,) if man else ()))
                if man:
                    break

    def _all(self, state: State) -> list[Move]:
        """Every action of a game with hops, terrain, promotion, drops or duties."""
        moves = [move for move in self._walks(state, self.game.reach) if self._open(state, move)]
        moves += self._conditional(state)
        for cell, code in self._men(state):
            if self.game.hops[code]:
                moves += chains(self.game, state, cell, self.low[state.turn], self.is_open)
        moves = [one for move in moves for one in self._promoted(state, move)]
        if state.hands:
            moves += self._drops(state)
        taking = [move for move in moves if move.taken] if self.game.compulsory else []
        return taking or moves

    def _men(self, state: State) -> Iterator[tuple[int, int]]:
        low = self.low[state.turn]
        return ((cell, code) for cell, code in enumerate(state.board) if low <= code < low + self.game.kinds)

    def _conditional(self, state: State) -> Iterator[Move]:
        """Quiet moves that are allowed only while friends stand on every goal cell that the man could still reach."""
        board, low = state.board, self.low[state.turn]
        for cell, code in self._men(state):
            table, goals = self.game.also[code], self.game.ahead_goals[code]
            if table and goals and all(low <= board[goal] < low + self.game.kinds for goal in goals[cell]):
                yield from (Move(cell, to) for to in (*table[cell].quiet, *table[cell].both) if not board[to])

    def _open(self, state: State, move: Move) -> bool:
        return not self.game.parity or self.is_open(state, (move.origin, move.target), len(move.taken))

    def is_open(self, state: State, cells: Iterable[int], losses: int) -> bool:
        """Whether the terrain of all cells is open to an action that takes so many men."""
        if not self.game.parity:
            return True
        count = len(state.board) - state.board.count(0) - (losses if self.game.parity_after else 0)
        return all(self.game.parity[cell] in (NOBODY, count % 2) for cell in cells)

    def _promoted(self, state: State, move: Move) -> Iterable[Move]:
        rule = self.game.promotes[state.board[move.origin]]
        if rule is None or move.target not in rule.cells:
            return (move,)
        return (*((move,) if rule.may_stay else ()), *(move._replace(becomes=into) for into in rule.into))

    def _drops(self, state: State) -> Iterator[Move]:
        low = self.low[state.turn]
        for code in range(low, low + self.game.kinds):
            if state.hands[code]:
                yield from (Move(NOBODY, cell, becomes=code) for cell in self.game.drops[code] if not state.board[cell])

    def _rehomings(self, state: State) -> list[Move]:
        code = state.homeless[0]
        return [Move(NOBODY, cell, becomes=code) for cell in self.game.homes[code] if not state.board[cell]]

    def actor(self, state: State) -> int:
        """The player who has to act: whose turn it is, or who must re-place a man first."""
        return self.owner[state.homeless[0]] if state.homeless else state.turn

    def apply(self, state: State, move: Move) -> State:
        """The position after one of its actions; what is not an action gives nonsense."""
        board, turn, hands, fresh, homeless, _ = state
        origin, target, taken, path, becomes = move
        if homeless:
            return self._settled(State(_with(board, target, becomes), turn, hands, fresh, homeless[1:]))
        following = (turn + 1) % self.game.players
        if origin < 0:
            return State(board, following, hands, fresh) if target < 0 else self._dropped(state, move, following)
        cells = bytearray(board)
        code = becomes or cells[origin]
        lost: tuple[int, ...] = ()
        if taken:
            fate = self.game.hop_fate[cells[origin]] if path else self.game.fate
            lost, hands = self._take(cells, taken, fate, hands, turn)
        cells[origin] = 0
        cells[target] = code
        if fresh:
            fresh -= {origin, target, *taken}
        winner = turn if target in self.game.goal_any[code] else NOBODY
        after = State(bytes(cells), following, hands, fresh, lost, winner)
        if winner == NOBODY:
            after = self._judged(after, turn, bool(taken) and not lost)
        return self._settled(after) if lost and after.winner == NOBODY else after

    def _take(self, cells: bytearray, taken: tuple[int, ...], fate: Fate, hands: tuple[int, ...], turn: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Take men off the board: who has to be re-placed, and the hands after it."""
        men = tuple(cells[cell] for cell in taken)
        for cell in taken:
            cells[cell] = 0
        if fate is Fate.HOME:
            return men, hands
        if fate in (Fate.HAND, Fate.CAPTOR):
            held = list(hands)
            for man in men:
                held[man if fate is Fate.HAND else self.low[turn] + (man - 1) % self.game.kinds] += 1
            hands = tuple(held)
        return (), hands

    def _dropped(self, state: State, move: Move, following: int) -> State:
        held = list(state.hands)
        held[move.becomes] -= 1
        return self._judged(State(_with(state.board, move.target, move.becomes), following, tuple(held), state.fresh), state.turn, False)

    def _settled(self, state: State) -> State:
        """Men whose homes are all taken leave the game, until somebody has a choice or nobody waits."""
        while state.homeless and not self._rehomings(state):
            state = state._replace(homeless=state.homeless[1:])
        return state

    def _judged(self, state: State, mover: int, took: bool) -> State:
        """The position with its winner, where the mover's goals of all men, of filled cells or of captured men are met."""
        goal, fill = self.game.goal_all[mover], self.game.goal_fill[mover]
        low = self.low[mover]
        won = bool(goal) and all(cell in goal[code - low] for cell, code in enumerate(state.board) if low <= code < low + self.game.kinds)
        won = won or (bool(fill) and all(low <= state.board[cell] < low + self.game.kinds for cell in fill))
        if took and not won and any(self.game.royal):
            won = all(self._beaten(state, p) for p in range(self.game.players) if p != mover)
        return state._replace(winner=mover) if won else state

    def judged(self, state: State) -> State:
        """A position that did not come from an action, with the winner that its men make: the last mover's goals come first."""
        before = (state.turn - 1) % self.game.players
        for player in (before, *(p for p in range(self.game.players) if p != before)):
            low = self.low[player]
            if any(low <= code < low + self.game.kinds and cell in self.game.goal_any[code] for cell, code in enumerate(state.board)):
                return state._replace(winner=player)
            state = self._judged(state, player, True)
            if state.winner != NOBODY:
                return state
        return state

    def _beaten(self, state: State, player: int) -> bool:
        """Whether none of the men that a player must keep is left on the board or in hand."""
        royal = self.game.royal[player]
        return bool(royal) and not any(code in royal for code in state.board) and not any(state.hands[code] for code in royal if state.hands)

    def result(self, state: State) -> int | None:
        """The winner's number, DRAWN, or None while the game goes on; looks for actions where a player without any loses."""
        if state.winner != NOBODY:
            return state.winner
        if state.homeless or self.actions(state):
            return None
        others = [p for p in range(self.game.players) if p != state.turn]
        if self.game.stuck == "draws":
            return DRAWN
        return state.turn if self.game.stuck == "wins" else others[0] if len(others) == 1 else DRAWN


def _with(board: bytes, cell: int, code: int) -> bytes:
    cells = bytearray(board)
    cells[cell] = code
    return bytes(cells)
