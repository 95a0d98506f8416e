"""A position and a decision → the next position in which a player has a choice. Numbers only.

Steps without a choice are taken at once: a spawn phase in which nothing can be spawned, the answer of a player who can
only pass, a turn in which nothing can move.
"""

from __future__ import annotations

from itertools import compress
from typing import NamedTuple

from fabgen.rules.games.correction.options import CorrectionOptions, CorrectionReadings
from fabgen.rules.games.correction.state import (
    BANISH,
    DENY,
    DONE,
    NOWHERE,
    PASS,
    CorrectionAction,
    CorrectionActionKind,
    CorrectionState,
    Mode,
    Phase,
    add_at,
)
from fabgen.rules.games.correction.tables import CorrectionTables
from fabgen.rules.games.skeleton import LegalityRow, cell_bits, is_legal

_ANSWERS = {(deny, banish): (PASS, *((DENY,) if deny else ()), *((BANISH,) if banish else ()))
            for deny in (False, True) for banish in (False, True)}


class MoveTarget(NamedTuple):
    """The target of a declared move, as the rows of legality judge it."""

    tables: CorrectionTables
    state: CorrectionState
    cell: int


class TargetNames(NamedTuple):
    """The names that reasons use for a target: the cell, the home row in which it lies, and the declared move."""

    cell: str
    home: str
    move: str


TargetRow = LegalityRow[MoveTarget, TargetNames]


def denial_rows(chosen: CorrectionReadings) -> tuple[TargetRow, ...]:
    """The rules that forbid denying a move, under the readings chosen."""
    rows = [TargetRow(lambda t: bool(t.tables.free[t.state.turn] >> t.cell & 1),
                      lambda t, names: f"{names.cell} lies in {names.home}, where no token may be placed (COR-6)")]
    if chosen.captures_stand:
        rows.append(TargetRow(lambda t: bool(t.state.board[t.cell]),
                              lambda t, names: "a capture cannot be denied (COR-12)"))
    if chosen.one_token:
        rows.append(TargetRow(lambda t: t.cell in t.state.lying,
                              lambda t, names: f"a token lies on {names.cell} already, and a cell holds one (COR-14)"))
    return tuple(rows)


def banishment_rows(chosen: CorrectionReadings) -> tuple[TargetRow, ...]:
    """The rules that forbid banishing a piece that moves, under the readings chosen."""
    if not chosen.wins_stand:
        return ()
    return (TargetRow(lambda t: bool(t.tables.goal[t.state.turn] >> t.cell & 1),
                      lambda t, names: f"{names.move} wins, and a piece that wins cannot be banished (COR-18)"),)


class CorrectionEngine:
    """Plays one compiled game."""

    def __init__(self, compiled: CorrectionTables, options: CorrectionOptions, chosen: CorrectionReadings) -> None:
        self.tables, self.options, self.chosen = compiled, options, chosen
        self.answer_rows = {
            CorrectionActionKind.DENY: denial_rows(chosen),
            CorrectionActionKind.BANISH: banishment_rows(chosen),
        }
        # By player, a table for `bytes.translate`: 1 for the codes of the player's own pieces.
        codes = [range(first_code, first_code + compiled.kinds) for first_code in compiled.first_codes]
        self.own = tuple(bytes(code in own for code in range(256)) for own in codes)
        # The number of turns in a row without a move that ends the game (COR-10).
        self.most_stuck_turns = 2 if chosen.stuck == "pass" else 1

    def apply(self, state: CorrectionState, action: CorrectionAction) -> CorrectionState:
        """The position after one of its actions. Whether the action is legal is not checked."""
        what = action.what
        if what is CorrectionActionKind.MOVE:
            return self.declare_move(state, action)
        if what is CorrectionActionKind.PASS:
            assert state.pending is not None
            return self._complete_move(state, state.pending, state.mode)
        if what is CorrectionActionKind.SPAWN:
            return self._spawn(state, action)
        if what is CorrectionActionKind.DONE:
            return self._end_spawning(state) if state.phase is Phase.SPAWN else self._end_turn(state, 0)
        return self._deny_move(state) if what is CorrectionActionKind.DENY else self._banish_piece(state)

    has_one_action_turns = False

    def actions(self, state: CorrectionState) -> tuple[CorrectionAction, ...]:
        """The legal actions of a position; none when the game is over."""
        return () if state.phase is Phase.OVER else state.options

    def positions_after(self, state: CorrectionState) -> list[CorrectionState]:
        """The position after each action, in the order of the actions."""
        return [self.apply(state, action) for action in self.actions(state)]

    def actor(self, state: CorrectionState) -> int:
        """The player who has to decide: the other player where a declared move is to be answered."""
        return 1 - state.turn if state.phase is Phase.ANSWER else state.turn

    # Spawning.

    def offer_spawns(self, state: CorrectionState) -> CorrectionState:
        """A position of the spawn phase with its options. `done` is among them unless the player would then have no
        move (COR-9)."""
        options = self._spawn_actions(state)
        if not options:
            return self._end_spawning(state)
        if state.spawned or self._can_move(state):
            options.append(DONE)
        return state._replace(options=tuple(options))

    def _spawn_actions(self, state: CorrectionState) -> list[CorrectionAction]:
        """Every spawning that is possible now."""
        if state.spawned.bit_count() >= self.options.spawns:
            return []
        board, first_code, spawns = state.board, self.tables.first_codes[state.turn], self.tables.spawns
        codes = [code for code in range(first_code, first_code + self.tables.kinds) if state.ready[code]]
        return [spawn for code in codes for spawn in spawns[code] if not board[spawn.second]]

    def _spawn(self, state: CorrectionState, action: CorrectionAction) -> CorrectionState:
        """The position after a spawning, for which the opponent gains tokens."""
        _, code, cell = action
        gain = min(self.options.gain, self.pile(state)) if self.chosen.finite else self.options.gain
        tokens = _pay(state.tokens, 1 - state.turn, -gain)
        gained = state.gained + gain if self.chosen.next_turn else 0
        board, ready = _place_code(state.board, cell, code), add_at(state.ready, code, -1)
        spawned = state.spawned | 1 << cell
        after = state._replace(board=board, ready=ready, tokens=tokens, spawned=spawned, gained=gained)
        return self.offer_spawns(after)

    def pile(self, state: CorrectionState) -> int:
        """How many tokens are left in a finite pile (COR-11)."""
        return max(0, self.options.pile - sum(state.tokens) - len(state.lying))

    def _end_spawning(self, state: CorrectionState) -> CorrectionState:
        """The position after the spawn phase: resting pieces return to the supply (COR-21), then the pieces on the
        board move."""
        first_code = self.tables.first_codes[state.turn]
        next_code = first_code + self.tables.kinds
        if not any(state.resting[first_code:next_code]):
            return self.offer_moves(state)
        ready = tuple([n + state.resting[code] if first_code <= code < next_code else n
                       for code, n in enumerate(state.ready)])
        resting = tuple([0 if first_code <= code < next_code else n for code, n in enumerate(state.resting)])
        return self.offer_moves(state._replace(ready=ready, resting=resting))

    # Moving.

    def offer_moves(self, state: CorrectionState) -> CorrectionState:
        """A position of the move phase with its options. Where there are none, the turn ends."""
        options = self.moves(state, state.again) if state.again >= 0 else self._eligible_moves(state)
        if not options:
            return self._end_turn(state, 0 if state.mode is Mode.BEGUN else state.stuck + 1)
        if state.banished and state.again < 0:
            options.append(DONE)
        return state._replace(phase=Phase.MOVE, options=tuple(options))

    def moves(self, state: CorrectionState, cell: int) -> list[CorrectionAction]:
        """The moves of a piece of the player to move, whether or not the piece may be chosen."""
        board, first_code = state.board, self.tables.first_codes[state.turn]
        next_code, code = first_code + self.tables.kinds, board[cell]
        wall, shut = 0, state.denied
        if state.lying and not self.tables.enters[code]:
            lying = cell_bits(state.lying)
            shut |= lying
            wall = lying if self.chosen.tokens_block else 0
        moves = []
        for to, quiet, capture, action in self.tables.targets[code][cell]:
            occupant = board[to]
            if occupant:
                if capture is None or first_code <= occupant < next_code:
                    continue
                between = capture
            elif quiet is None:
                continue
            else:
                between = quiet
            if not shut >> to & 1 and (not between or _clear(board, between, wall)):
                moves.append(action)
        return moves

    def _choosable(self, state: CorrectionState) -> list[int]:
        """The cells of pieces that have not been used up this turn, new or old."""
        spent = state.spent
        cells = compress(range(len(state.board)), state.board.translate(self.own[state.turn]))
        return [cell for cell in cells if not spent >> cell & 1] if spent else list(cells)

    def _can_move(self, state: CorrectionState) -> bool:
        """Whether any piece of the player can move."""
        return any(self.moves(state, cell) for cell in self._choosable(state))

    def _eligible_moves(self, state: CorrectionState) -> list[CorrectionAction]:
        """The moves of the pieces that may be chosen now: see Mode, and COR-7 and COR-8 while the choice is open."""
        cells = self._choosable(state)
        if not state.spawned and state.mode is not Mode.BEGUN:
            return [move for cell in cells for move in self.moves(state, cell)]
        new = [move for cell in cells if state.spawned >> cell & 1 for move in self.moves(state, cell)]
        if state.mode is Mode.BEGUN:
            return new
        if state.mode is not Mode.NEW and self.chosen.new_illegal and not self.all_move(state):
            new = []
        if new and (state.mode is Mode.NEW or (self.chosen.new_only and state.mode is Mode.OPEN)):
            return new
        old = [move for cell in cells if not state.spawned >> cell & 1 for move in self.moves(state, cell)]
        return new + old if state.mode is Mode.OPEN else old or new

    def all_move(self, state: CorrectionState) -> bool:
        """Whether all new pieces can move, in some order (COR-7)."""
        cells = [cell for cell in self._choosable(state) if state.spawned >> cell & 1]
        if not cells:
            return not state.spawned
        moves = [move for cell in cells for move in self.moves(state, cell)]
        return any(
            self.all_move(
                state._replace(board=_move_code(state.board, origin, to), spawned=state.spawned ^ 1 << origin)
            )
            for _, origin, to in moves
        )

    def declare_move(self, state: CorrectionState, move: CorrectionAction) -> CorrectionState:
        """The position after a move is declared. The other player answers, if they can do more than pass."""
        mode = state.mode
        if state.spawned and mode is not Mode.BEGUN:
            mode = Mode.NEW if state.spawned >> move.first & 1 else Mode.OLD
        options = self.answers(state, move)
        if len(options) == 1:
            return self._complete_move(state, move, mode)
        return state._replace(phase=Phase.ANSWER, mode=mode, again=NOWHERE, pending=move, options=options)

    def _complete_move(self, state: CorrectionState, move: CorrectionAction, mode: Mode) -> CorrectionState:
        """The position after the piece has landed: it captures, recovers tokens, wins. Then another new piece moves, or
        the turn ends."""
        _, origin, target = move
        code, captured = state.board[origin], state.board[target]
        tokens, lying, resting = state.tokens, state.lying, state.resting
        if captured and not self.chosen.gone:
            resting = add_at(resting, captured, 1)
        if lying and target in lying and self.tables.enters[code]:
            tokens = _pay(tokens, state.turn, -lying.count(target))
            lying = tuple([cell for cell in lying if cell != target])
        board = _move_code(state.board, origin, target)
        if self.tables.goal[state.turn] >> target & 1:
            return CorrectionState(board, state.ready, resting, tokens, lying, state.turn, Phase.OVER)
        spawned = state.spawned & ~(1 << origin)
        if not spawned or mode is Mode.OLD:
            return self._begin_turn(CorrectionState(board, state.ready, resting, tokens, lying, 1 - state.turn))
        denied = 0 if self.chosen.one_move else state.denied
        return self.offer_moves(CorrectionState(
            board, state.ready, resting, tokens, lying, state.turn, spawned=spawned, mode=Mode.BEGUN, denied=denied,
            spent=state.spent, banished=state.banished, gained=state.gained))

    def _end_turn(self, state: CorrectionState, stuck: int) -> CorrectionState:
        """The position at the start of the other player's turn. `stuck`: turns in a row without a move."""
        opponent = 1 - state.turn
        return self._begin_turn(
            CorrectionState(state.board, state.ready, state.resting, state.tokens, state.lying, opponent, stuck=stuck)
        )

    def _begin_turn(self, state: CorrectionState) -> CorrectionState:
        """The position at the start of a turn; the game is over after too many turns without a move."""
        return state._replace(phase=Phase.OVER) if state.stuck >= self.most_stuck_turns else self.offer_spawns(state)

    # Answers.

    def answers(self, state: CorrectionState, move: CorrectionAction) -> tuple[CorrectionAction, ...]:
        """What the other player may do about a declared move."""
        usable, costs = state.tokens[1 - state.turn] - state.gained, self.options.costs
        if usable < costs.deny and usable < costs.banish:
            return _ANSWERS[False, False]
        target = MoveTarget(self.tables, state, move.second)
        deny = usable >= costs.deny and is_legal(self.answer_rows[CorrectionActionKind.DENY], target)
        return _ANSWERS[
            deny, usable >= costs.banish and is_legal(self.answer_rows[CorrectionActionKind.BANISH], target)
        ]

    def _deny_move(self, state: CorrectionState) -> CorrectionState:
        """The piece stays where it is and has to make another move. Where it has none, it cannot be chosen again this
        turn."""
        assert state.pending is not None
        _, origin, target = state.pending
        tokens = _pay(state.tokens, 1 - state.turn, self.options.costs.deny)
        lying, denied = tuple(sorted((*state.lying, target))), state.denied | 1 << target
        after = state._replace(tokens=tokens, lying=lying, denied=denied, again=origin, pending=None)
        if moves := self.moves(after, origin):
            return after._replace(phase=Phase.MOVE, options=tuple(moves))
        return self.offer_moves(after._replace(again=NOWHERE, spent=state.spent | 1 << origin))

    def _banish_piece(self, state: CorrectionState) -> CorrectionState:
        """The piece returns to its supply and does not land (COR-16, COR-23). When the last new piece is banished, the
        choice between new and old pieces is open again."""
        assert state.pending is not None
        origin = state.pending.first
        code, cost = state.board[origin], self.options.costs.banish
        tokens = _pay(state.tokens, 1 - state.turn, cost)
        if self.chosen.to_player:
            tokens = _pay(tokens, state.turn, -cost)
        spawned = state.spawned & ~(1 << origin)
        mode = state.mode if spawned or state.mode is Mode.BEGUN else Mode.OPEN
        after = state._replace(board=_place_code(state.board, origin, 0), tokens=tokens, spawned=spawned, mode=mode,
                           banished=self.chosen.may_stop, pending=None)
        if self.chosen.banished_rest:
            return self.offer_moves(after._replace(resting=add_at(state.resting, code, 1)))
        return self.offer_moves(after._replace(ready=add_at(state.ready, code, 1)))


def _place_code(board: bytes, cell: int, code: int) -> bytes:
    """The board with a code on a cell."""
    cells = bytearray(board)
    cells[cell] = code
    return bytes(cells)


def _move_code(board: bytes, origin: int, target: int) -> bytes:
    """The board after a piece has gone from one cell to another."""
    cells = bytearray(board)
    cells[target] = cells[origin]
    cells[origin] = 0
    return bytes(cells)


def _pay(tokens: tuple[int, int], player: int, cost: int) -> tuple[int, int]:
    """The tokens after a player has paid a cost; a negative cost is a gain."""
    return (tokens[0], tokens[1] - cost) if player else (tokens[0] - cost, tokens[1])


def _clear(board: bytes, between: tuple[int, ...], wall: int) -> bool:
    """Whether no piece and no wall is on the cells between."""
    return not any(board[cell] or wall >> cell & 1 for cell in between)
