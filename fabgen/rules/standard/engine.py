"""A compiled game → its actions, and the position after one, with all that follows from it without a decision."""

from __future__ import annotations

from fabgen.rules.standard.acting import Acting
from fabgen.rules.standard.state import CAPTURED, DRAWN, MOVED, NOBODY, NOWHERE, Fate, Move, State


class Engine(Acting):
    """Actions and their results for one compiled game."""

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
        if self.remembers:
            return self.settled(self._remembered(state, move, after))
        if not (
            lost
            or self.game.players > 2
            or target in self.game.goals.watched
            or ((taken or becomes) and self.game.goals.any)
        ):
            return after
        return self.settled(after)

    def _kept(
        self, board: bytes, taken: tuple[int, ...], fate: Fate, hands: tuple[int, ...], turn: int
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Whoever is taken and does not leave the game: who has to be re-placed, and the hands after it. In the order
        of players and pieces: that of cells would make a mirrored game another one."""
        men = tuple(sorted(board[cell] for cell in taken))
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
            after = state._replace(turn=following)
            return self.settled(self.memory.keep(after, 0, self.memory.hopped(state)) if self.halves else after)
        held = list(state.hands)
        held[move.becomes] -= 1
        board = _with(state.board, move.target, move.becomes)
        after = State(board, following, tuple(held), state.fresh, (), state.out)
        return self.settled(self._remembered(state, move, after) if self.remembers else after)

    def _remembered(self, state: State, move: Move, after: State) -> State:
        """With what a position has to remember: half a turn done, men who came into a goal by a hop."""
        hopped = self.memory.hopped(state) - {move.origin, *move.taken}
        if move.path and move.target in self.game.goals.walked.get(after.board[move.target], ()):
            hopped |= {move.target}
        if self.halves and not self.memory.half(state):
            done = CAPTURED if move.taken else MOVED
            return self.memory.keep(after._replace(turn=state.turn), done, hopped)
        return self.memory.keep(after, 0, hopped)

    def _replaced(self, state: State, move: Move) -> State:
        """After a man has been re-placed."""
        return self.settled(
            state._replace(board=_with(state.board, move.target, move.becomes), homeless=state.homeless[1:])
        )

    def settled(self, state: State) -> State:
        """A position with all that follows without a decision: goals that are met, men whose homes are all taken, turns
        of who is out."""
        state = self._judged(state)
        while state.winner == NOBODY and state.homeless and not self._rehomings(state):
            state = self._judged(state._replace(homeless=state.homeless[1:]))
        if self.halves and self._done(state):
            after = state._replace(turn=self.game.following[state.turn])
            state = self.memory.keep(after, 0, self.memory.hopped(state))
        while (
            self.game.players > 2 and state.winner == NOBODY and not state.homeless and (passed := self._passed(state))
        ):
            state = passed
        return state

    def _done(self, state: State) -> bool:
        """Whether nothing is left of a turn of which one part is done."""
        if not self.memory.half(state) or state.winner != NOBODY or state.homeless:
            return False
        return bool(state.out >> state.turn & 1) or not self._second(state)

    def _passed(self, state: State) -> State | None:
        """With more than two players: the turn of somebody who is out, or is out now for want of an action, goes to the
        next."""
        if not state.out >> state.turn & 1 and (
            self.game.stuck[state.turn] != "loses" or self.game.passing != "never" or self.actions(state)
        ):
            return None
        out = state.out | 1 << state.turn
        left = [p for p in range(self.game.players) if not out >> p & 1]
        if len(left) < 2:
            return state._replace(out=out, winner=left[0] if left else DRAWN)
        return state._replace(out=out, turn=self.game.following[state.turn])

    def _judged(self, state: State) -> State:
        """The position with the winner that its men make; who moved last comes first."""
        board, turn, hands, _, homeless, out, _ = state
        mover = turn if self.halves and self.memory.half(state) else self.game.following.index(turn)
        hopped = self.memory.hopped(state) if self.remembers else NOWHERE
        winner, out = self.game.goals.verdict(board, hands, homeless, mover, out, hopped)
        return state if winner == NOBODY and out == state.out else state._replace(winner=winner, out=out)

    def result(self, state: State, moves: list[Move] | None = None) -> int | None:
        """The winner's number, DRAWN, or None while the game goes on; `moves`: the actions of the position where they
        are known."""
        if state.winner != NOBODY:
            return state.winner
        moves = self.actions(state) if moves is None else moves
        if moves:
            return None
        stuck = self.game.stuck[state.turn]
        if stuck == "draws" or self.game.passing != "never" or self.game.players == 1:
            return DRAWN
        return state.turn if stuck == "wins" else self.game.following[state.turn]

    def inside(self, state: State) -> bool:
        """Whether a turn is not over yet: somebody has to re-place a man, or a part of it is left."""
        return bool(state.homeless or (self.halves and self.memory.half(state))) and state.winner == NOBODY

    @property
    def undivided(self) -> bool:
        """Whether every action ends a turn."""
        homes = self.game.fate is Fate.HOME or any(hops and hops.fate is Fate.HOME for hops in self.game.hops)
        return not homes and not self.game.halves


def _with(board: bytes, cell: int, code: int) -> bytes:
    cells = bytearray(board)
    cells[cell] = code
    return bytes(cells)
