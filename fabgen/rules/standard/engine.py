"""A compiled game and a position → every action, the position after one, and how the game ended. What never changes is
in tables made once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress

from fabgen.core.problems import count_things
from fabgen.rules.position import Piece
from fabgen.rules.protocol import Outcome
from fabgen.rules.standard.chains import ChainSearch, HopGenerator
from fabgen.rules.standard.compile import CompiledGame, MoveCondition
from fabgen.rules.standard.goals import Aim, FillAim, LineAim, PieceMinimum, StandAim
from fabgen.rules.standard.legality import CAPTURES_FIRST, PASS_RULES, PassCandidate, drop_cells, is_legal
from fabgen.rules.standard.state import (
    CAPTURED,
    DRAWN,
    EMPTY,
    ENEMY,
    FRIEND,
    MOVED,
    NOBODY,
    NOWHERE,
    PASS,
    Fate,
    HistoryBits,
    Move,
    State,
)
from fabgen.rules.standard.tables import CellMoves


class ActionGenerator:
    """The actions of one compiled game."""

    def __init__(self, game: CompiledGame) -> None:
        self.game = game
        self.low = tuple(1 + p * game.kinds for p in range(game.players))
        self.owner = (NOBODY, *(p for p in range(game.players) for _ in range(game.kinds)))
        self.sides = tuple(self._by_code(p, FRIEND, ENEMY) for p in range(game.players))
        self.own = tuple(self._by_code(p, 1, 0) for p in range(game.players))
        self.cells = range(game.cells)
        self.full = int.from_bytes(b"\1" * game.cells, "little")
        self.hops = HopGenerator(game)
        self.conditions = tuple(
            tuple((code, one) for code in range(low, low + game.kinds) for one in game.also[code]) for low in self.low
        )
        self.hopping = any(game.hops)
        self.more = self.hopping or any(self.conditions) or game.holds or game.compulsory or game.passing != "never"
        self.more = self.more or game.needs_quiet or game.halves
        self.history = HistoryBits(game.players)
        self.halves, self.needs_quiet = game.halves, game.needs_quiet
        self.simple = game.passing == "never" and not game.halves  # nobody passes, ever
        self.duties = bool(game.compulsory or game.needs_quiet)
        self.remembers = game.halves or bool(game.goals.walk_only_cells)

    def _by_code(self, player: int, own: int, other: int) -> bytes:
        """One byte for each code: a player's own men, and the others'; nobody's code is EMPTY."""
        men = bytes(own if owner == player else other for owner in self.owner[1:])
        return (bytes((EMPTY,)) + men).ljust(256, bytes((EMPTY,)))

    def parity(self, board: bytes) -> int:
        """Of the number of men on the board, where the terrain asks for it."""
        return (len(board) - board.count(0)) & 1 if self.game.ground.opens else 0

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
            return self._actions_but_pass(state)
        if self.halves and self.history.half_turn(state):
            return self._rest(state)
        moves = self._actions_but_pass(state)
        if not self._may_pass(state, moves):
            return moves
        if moves:
            return [*moves, PASS]
        return [] if self._all_pass(state) else [PASS]

    def _may_pass(self, state: State, moves: list[Move]) -> bool:
        """Whether the player to move may pass, by the other moves that are legal."""
        return is_legal(PASS_RULES, self.to_pass(state, moves))

    def to_pass(self, state: State, moves: list[Move]) -> PassCandidate:
        """To pass, as the rules look at it."""
        return PassCandidate(self.game, moves, self.history.half_turn(state), lambda: self.has_only_captures(state))

    def _men(self, state: State) -> tuple[bytes, list[int]]:
        """For the player to move: who stands on each cell, and the cells of his men."""
        board, turn = state.board, state.turn
        return board.translate(self.sides[turn]), list(compress(self.cells, board.translate(self.own[turn])))

    def _actions_but_pass(self, state: State) -> list[Move]:
        """Everything but to pass."""
        side, men = self._men(state)
        if self.game.drops_first and (moves := list(self._drops(state))):
            return moves
        moves = self._moves(state, side, men)
        if not self.duties:
            return moves
        if self.needs_quiet and self.game.passing == "never" and all(move.taken for move in moves):
            return []
        return CAPTURES_FIRST.keep(self.game, moves)

    def has_only_captures(self, state: State) -> bool:
        """Whether the player to move can do nothing but capture, and is stuck by that."""
        if not self.needs_quiet or state.homeless or self.history.half_turn(state):
            return False
        moves = self._moves(state, *self._men(state))
        return bool(moves) and all(move.taken for move in moves)

    def _rest(self, state: State) -> list[Move]:
        """The other part of a turn; to leave it out is to pass."""
        moves = self._second(state)
        return [*moves, PASS] if self._may_pass(state, moves) else moves

    def _second(self, state: State) -> list[Move]:
        """Captures for who has moved, quiet actions for who has captured."""
        side, men = self._men(state)
        dropped = list(self._drops(state)) if self.game.drops_first else []
        found = dropped or self._moves(state, side, men)
        captures = self.history.half_turn(state) == MOVED
        moves = [move for move in found if bool(move.taken) is captures]
        return CAPTURES_FIRST.keep(self.game, moves) if captures else moves

    def chain_search(self, state: State, cell: int) -> ChainSearch | None:
        """The search for the chains of the piece on a cell; None where it does not jump."""
        hops = self.game.hops[state.board[cell]]
        if hops is None:
            return None
        side = state.board.translate(self.sides[state.turn])
        return self.hops.search(hops, state, self.parity(state.board), side, cell)

    def along(self, state: State, move: Move) -> tuple[int, ...]:
        """The cell of the piece that each leg of a chain takes, -1 where it takes none."""
        search = self.chain_search(state, move.origin) if move.path else None
        return search.along(move.path, move.taken) or () if search else ()

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

    def _slides(self, walks: CellMoves, side: bytes, fresh: bool, out: list[Move]) -> None:
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
            moves += self._drops(state)
        return moves

    def _with_conditional(self, state: State, side: bytes, men: Iterable[int], moves: list[Move]) -> list[Move]:
        """Ordinary moves and those quiet ones whose condition holds."""
        board, lacking = state.board, self.cells_without_friends(side)
        more: list[Move] = []
        for code, condition in self.conditions[state.turn]:
            walks = condition.walks[self.parity(board)]
            cells = men if self.game.kinds == 1 else [cell for cell in men if board[cell] == code]
            if condition.goals is None:
                cells = [cell for cell in cells if self._none_in_reach(condition, state, cell)]
            else:
                cells = condition.fulfilling_cells(cells, lacking)
            for cell in cells:
                for to, move in walks[cell].quiet:
                    if not side[to]:
                        more.append(move)
        if self.game.repeats:
            return list(dict.fromkeys((*moves, *more)))
        moves += more
        return moves

    def cells_without_friends(self, side: bytes) -> int:
        """The mask of the cells without a friend of the player to move."""
        return int.from_bytes(side, "little") & self.full ^ self.full

    def holds(self, condition: MoveCondition, state: State, cell: int) -> bool:
        """Whether the piece on a cell meets a condition."""
        if condition.goals is None:
            return self._none_in_reach(condition, state, cell)
        side = state.board.translate(self.sides[state.turn])
        return bool(condition.fulfilling_cells((cell,), self.cells_without_friends(side)))

    def _none_in_reach(self, condition: MoveCondition, state: State, cell: int) -> bool:
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

    def _drops(self, state: State) -> Iterator[Move]:
        low = self.low[state.turn]
        for code in range(low, low + self.game.kinds) if any(state.hands) else ():
            if state.hands[code]:
                cells = drop_cells(self.game, state, code).to_bytes(self.game.cells, "little")
                for cell in compress(self.cells, cells):
                    yield Move(NOBODY, cell, becomes=code)

    def _rehomings(self, state: State) -> list[Move]:
        code = state.homeless[0]
        return [Move(NOBODY, cell, becomes=code) for cell in self.game.homes[code] if not state.board[cell]]

    def actor(self, state: State) -> int:
        """The player who has to act: whose turn it is, or who must re-place a man first."""
        return self.owner[state.homeless[0]] if state.homeless else state.turn

    def _all_pass(self, state: State) -> bool:
        """Whether nobody can do anything but pass."""
        return not any(
            self._actions_but_pass(state._replace(turn=p)) for p in range(self.game.players) if not state.out >> p & 1
        )


class StandardEngine(ActionGenerator):
    """Actions and their results for one compiled game."""

    def apply(self, state: State, move: Move) -> State:
        """The position after one of its actions; what is not an action gives nonsense."""
        board, turn, hands, fresh, homeless, out, _ = state
        origin, target, taken, path, becomes = move
        if homeless:
            return self._apply_re_placement(state, move)
        following = self.game.following[turn]
        if origin < 0:
            return self._apply_drop(state, move, following)
        cells = bytearray(board)
        code = cells[origin]
        lost: tuple[int, ...] = ()
        if taken:
            hops = self.game.hops[code]
            fate = hops.fate if path and hops else self.game.fate
            if fate is not Fate.REMOVED:
                lost, hands = self._return_taken_pieces(board, taken, fate, hands, turn)
            for cell in taken:
                cells[cell] = 0
        cells[origin] = 0
        cells[target] = becomes or code
        if fresh:
            fresh -= {origin, target, *taken}
        after = State(bytes(cells), following, hands, fresh, lost, out)
        if self.remembers:
            return self.resolve_state(self._record_history(state, move, after))
        if not (
            lost
            or self.game.players > 2
            or target in self.game.goals.watched
            or ((taken or becomes) and self.game.goals.any)
        ):
            return after
        return self.resolve_state(after)

    def _return_taken_pieces(
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

    def _apply_drop(self, state: State, move: Move, following: int) -> State:
        """After a drop or a pass."""
        if move.target < 0:
            after = state._replace(turn=following)
            if self.halves:
                after = self.history.replace(after, 0, self.history.hop_arrivals(state))
            return self.resolve_state(after)
        held = list(state.hands)
        held[move.becomes] -= 1
        board = _with(state.board, move.target, move.becomes)
        after = State(board, following, tuple(held), state.fresh, (), state.out)
        return self.resolve_state(self._record_history(state, move, after) if self.remembers else after)

    def _record_history(self, state: State, move: Move, after: State) -> State:
        """With what a position has to remember: half a turn done, men who came into a goal by a hop."""
        hopped = self.history.hop_arrivals(state) - {move.origin, *move.taken}
        if move.path and move.target in self.game.goals.walk_only_cells.get(after.board[move.target], ()):
            hopped |= {move.target}
        if self.halves and not self.history.half_turn(state):
            done = CAPTURED if move.taken else MOVED
            return self.history.replace(after._replace(turn=state.turn), done, hopped)
        return self.history.replace(after, 0, hopped)

    def _apply_re_placement(self, state: State, move: Move) -> State:
        """After a man has been re-placed."""
        return self.resolve_state(
            state._replace(board=_with(state.board, move.target, move.becomes), homeless=state.homeless[1:])
        )

    def resolve_state(self, state: State) -> State:
        """A position with all that follows without a decision: goals that are met, men whose homes are all taken, turns
        of who is out."""
        state = self._apply_goals(state)
        while state.winner == NOBODY and state.homeless and not self._rehomings(state):
            state = self._apply_goals(state._replace(homeless=state.homeless[1:]))
        if self.halves and self._done(state):
            after = state._replace(turn=self.game.following[state.turn])
            state = self.history.replace(after, 0, self.history.hop_arrivals(state))
        while (
            self.game.players > 2
            and state.winner == NOBODY
            and not state.homeless
            and (passed := self._skip_turn(state))
        ):
            state = passed
        return state

    def _done(self, state: State) -> bool:
        """Whether nothing is left of a turn of which one part is done."""
        if not self.history.half_turn(state) or state.winner != NOBODY or state.homeless:
            return False
        return bool(state.out >> state.turn & 1) or not self._second(state)

    def _skip_turn(self, state: State) -> State | None:
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

    def _apply_goals(self, state: State) -> State:
        """The position with the winner that its men make; who moved last comes first."""
        board, turn, hands, _, homeless, out, _ = state
        mover = turn if self.halves and self.history.half_turn(state) else self.game.following.index(turn)
        hopped = self.history.hop_arrivals(state) if self.remembers else NOWHERE
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
        return bool(state.homeless or (self.halves and self.history.half_turn(state))) and state.winner == NOBODY

    @property
    def has_one_action_turns(self) -> bool:
        """Whether every action ends a turn."""
        homes = self.game.fate is Fate.HOME or any(hops and hops.fate is Fate.HOME for hops in self.game.hops)
        return not homes and not self.game.halves


def _with(board: bytes, cell: int, code: int) -> bytes:
    cells = bytearray(board)
    cells[cell] = code
    return bytes(cells)


def explain_outcome(
    engine: StandardEngine,
    state: State,
    result: int,
    players: Sequence[str],
    cells: Sequence[str],
    men: Mapping[int, Piece],
) -> Outcome:
    """The winner, if any, and the goal, the loss or the lack of actions that decided the game."""
    winners = (players[result],) if result >= 0 else ()
    if state.winner == NOBODY:
        return Outcome(
            winners,
            f"{players[state.turn]} can only capture"
            if engine.has_only_captures(state)
            else f"{players[state.turn]} cannot {'move' if engine.game.passing == 'never' else 'do anything but pass'}",
        )
    goals, hopped = engine.game.goals, engine.history.hop_arrivals(state)
    for aim in goals.win:
        if aim.player == result and aim.is_met(state.board, hopped) and not aim.waits(state.homeless):
            return Outcome(winners, _explain_goal(aim, state, hopped, players, cells, men))
    for aim in goals.lose:
        if aim.player != result and aim.is_met(state.board, hopped):
            return Outcome(winners, _explain_goal(aim, state, hopped, players, cells, men))
    for need in goals.needs:
        if need.player != result and need.count_left(state.board, state.hands, state.homeless) < need.least:
            return Outcome(winners, _lacks(need, players[need.player]))
    return Outcome(winners, "nobody else can move")


def _explain_goal(
    aim: Aim,
    state: State,
    hopped: frozenset[int],
    players: Sequence[str],
    cells: Sequence[str],
    men: Mapping[int, Piece],
) -> str:
    player = players[aim.player]
    if isinstance(aim, LineAim):
        return f"{player} has {aim.length} in a line"
    if isinstance(aim, FillAim):
        return f"{player} fills {aim.name}"
    assert isinstance(aim, StandAim)
    left_out = hopped if aim.walked else NOWHERE
    there = [(code, cell) for code, zone in aim.zones for cell in sorted(zone - left_out) if state.board[cell] == code]
    if aim.every:
        return f"all pieces of {player} stand in {aim.name}"
    return f"the {men[there[0][0]]} has reached {cells[there[0][1]]}"


def _lacks(need: PieceMinimum, player: str) -> str:
    return (
        f"{player} has no {need.name} left"
        if need.least == 1
        else f"{player} has fewer than {count_things(need.least, need.name)} left"
    )
