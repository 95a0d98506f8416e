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
        codes = [range(low, low + compiled.kinds) for low in compiled.low]
        self.own = tuple(bytes(code in own for code in range(256)) for own in codes)
        # The number of turns in a row without a move that ends the game (COR-10).
        self.most_stuck_turns = 2 if chosen.stuck == "pass" else 1

    def apply(self, s: CorrectionState, action: CorrectionAction) -> CorrectionState:
        """The position after one of its actions. Whether the action is legal is not checked."""
        what = action.what
        if what is CorrectionActionKind.MOVE:
            return self.declare_move(s, action)
        if what is CorrectionActionKind.PASS:
            assert s.pending is not None
            return self._complete_move(s, s.pending, s.mode)
        if what is CorrectionActionKind.SPAWN:
            return self._spawn(s, action)
        if what is CorrectionActionKind.DONE:
            return self._end_spawning(s) if s.phase is Phase.SPAWN else self._end_turn(s, 0)
        return self._deny_move(s) if what is CorrectionActionKind.DENY else self._banish_piece(s)

    has_one_action_turns = False

    def actions(self, s: CorrectionState) -> tuple[CorrectionAction, ...]:
        """The legal actions of a position; none when the game is over."""
        return () if s.phase is Phase.OVER else s.options

    def positions_after(self, s: CorrectionState) -> list[CorrectionState]:
        """The position after each action, in the order of the actions."""
        return [self.apply(s, action) for action in self.actions(s)]

    def actor(self, s: CorrectionState) -> int:
        """The player who has to decide: the other player where a declared move is to be answered."""
        return 1 - s.turn if s.phase is Phase.ANSWER else s.turn

    # Spawning.

    def offer_spawns(self, s: CorrectionState) -> CorrectionState:
        """A position of the spawn phase with its options. `done` is among them unless the player would then have no
        move (COR-9)."""
        options = self._spawn_actions(s)
        if not options:
            return self._end_spawning(s)
        if s.spawned or self._can_move(s):
            options.append(DONE)
        return s._replace(options=tuple(options))

    def _spawn_actions(self, s: CorrectionState) -> list[CorrectionAction]:
        """Every spawning that is possible now."""
        if s.spawned.bit_count() >= self.options.spawns:
            return []
        board, low, spawns = s.board, self.tables.low[s.turn], self.tables.spawns
        codes = [code for code in range(low, low + self.tables.kinds) if s.ready[code]]
        return [spawn for code in codes for spawn in spawns[code] if not board[spawn.second]]

    def _spawn(self, s: CorrectionState, action: CorrectionAction) -> CorrectionState:
        """The position after a spawning, for which the opponent gains tokens."""
        _, code, cell = action
        gain = min(self.options.gain, self.pile(s)) if self.chosen.finite else self.options.gain
        tokens = _pay(s.tokens, 1 - s.turn, -gain)
        gained = s.gained + gain if self.chosen.next_turn else 0
        return self.offer_spawns(s._replace(board=_place_code(s.board, cell, code), ready=add_at(s.ready, code, -1),
                                        tokens=tokens, spawned=s.spawned | 1 << cell, gained=gained))

    def pile(self, s: CorrectionState) -> int:
        """How many tokens are left in a finite pile (COR-11)."""
        return max(0, self.options.pile - sum(s.tokens) - len(s.lying))

    def _end_spawning(self, s: CorrectionState) -> CorrectionState:
        """The position after the spawn phase: resting pieces return to the supply (COR-21), then the pieces on the
        board move."""
        low, high = self.tables.low[s.turn], self.tables.low[s.turn] + self.tables.kinds
        if not any(s.resting[low:high]):
            return self.offer_moves(s)
        ready = tuple([n + s.resting[code] if low <= code < high else n for code, n in enumerate(s.ready)])
        resting = tuple([0 if low <= code < high else n for code, n in enumerate(s.resting)])
        return self.offer_moves(s._replace(ready=ready, resting=resting))

    # Moving.

    def offer_moves(self, s: CorrectionState) -> CorrectionState:
        """A position of the move phase with its options. Where there are none, the turn ends."""
        options = self.moves(s, s.again) if s.again >= 0 else self._eligible_moves(s)
        if not options:
            return self._end_turn(s, 0 if s.mode is Mode.BEGUN else s.stuck + 1)
        if s.banished and s.again < 0:
            options.append(DONE)
        return s._replace(phase=Phase.MOVE, options=tuple(options))

    def moves(self, s: CorrectionState, cell: int) -> list[CorrectionAction]:
        """The moves of a piece of the player to move, whether or not the piece may be chosen."""
        board, low = s.board, self.tables.low[s.turn]
        high, code = low + self.tables.kinds, board[cell]
        wall, shut = 0, s.denied
        if s.lying and not self.tables.enters[code]:
            lying = cell_bits(s.lying)
            shut |= lying
            wall = lying if self.chosen.tokens_block else 0
        moves = []
        for to, quiet, capture, action in self.tables.targets[code][cell]:
            occupant = board[to]
            if occupant:
                if capture is None or low <= occupant < high:
                    continue
                between = capture
            elif quiet is None:
                continue
            else:
                between = quiet
            if not shut >> to & 1 and (not between or _clear(board, between, wall)):
                moves.append(action)
        return moves

    def _choosable(self, s: CorrectionState) -> list[int]:
        """The cells of pieces that have not been used up this turn, new or old."""
        spent = s.spent
        cells = compress(range(len(s.board)), s.board.translate(self.own[s.turn]))
        return [cell for cell in cells if not spent >> cell & 1] if spent else list(cells)

    def _can_move(self, s: CorrectionState) -> bool:
        """Whether any piece of the player can move."""
        return any(self.moves(s, cell) for cell in self._choosable(s))

    def _eligible_moves(self, s: CorrectionState) -> list[CorrectionAction]:
        """The moves of the pieces that may be chosen now: see Mode, and COR-7 and COR-8 while the choice is open."""
        cells = self._choosable(s)
        if not s.spawned and s.mode is not Mode.BEGUN:
            return [move for cell in cells for move in self.moves(s, cell)]
        new = [move for cell in cells if s.spawned >> cell & 1 for move in self.moves(s, cell)]
        if s.mode is Mode.BEGUN:
            return new
        if s.mode is not Mode.NEW and self.chosen.new_illegal and not self.all_move(s):
            new = []
        if new and (s.mode is Mode.NEW or (self.chosen.new_only and s.mode is Mode.OPEN)):
            return new
        old = [move for cell in cells if not s.spawned >> cell & 1 for move in self.moves(s, cell)]
        return new + old if s.mode is Mode.OPEN else old or new

    def all_move(self, s: CorrectionState) -> bool:
        """Whether all new pieces can move, in some order (COR-7)."""
        cells = [cell for cell in self._choosable(s) if s.spawned >> cell & 1]
        if not cells:
            return not s.spawned
        moves = [move for cell in cells for move in self.moves(s, cell)]
        return any(self.all_move(s._replace(board=_move_code(s.board, origin, to), spawned=s.spawned ^ 1 << origin))
                   for _, origin, to in moves)

    def declare_move(self, s: CorrectionState, move: CorrectionAction) -> CorrectionState:
        """The position after a move is declared. The other player answers, if they can do more than pass."""
        mode = s.mode
        if s.spawned and mode is not Mode.BEGUN:
            mode = Mode.NEW if s.spawned >> move.first & 1 else Mode.OLD
        options = self.answers(s, move)
        if len(options) == 1:
            return self._complete_move(s, move, mode)
        return s._replace(phase=Phase.ANSWER, mode=mode, again=NOWHERE, pending=move, options=options)

    def _complete_move(self, s: CorrectionState, move: CorrectionAction, mode: Mode) -> CorrectionState:
        """The position after the piece has landed: it captures, recovers tokens, wins. Then another new piece moves, or
        the turn ends."""
        _, origin, target = move
        code, captured = s.board[origin], s.board[target]
        tokens, lying, resting = s.tokens, s.lying, s.resting
        if captured and not self.chosen.gone:
            resting = add_at(resting, captured, 1)
        if lying and target in lying and self.tables.enters[code]:
            tokens = _pay(tokens, s.turn, -lying.count(target))
            lying = tuple([cell for cell in lying if cell != target])
        board = _move_code(s.board, origin, target)
        if self.tables.goal[s.turn] >> target & 1:
            return CorrectionState(board, s.ready, resting, tokens, lying, s.turn, Phase.OVER)
        spawned = s.spawned & ~(1 << origin)
        if not spawned or mode is Mode.OLD:
            return self._begin_turn(CorrectionState(board, s.ready, resting, tokens, lying, 1 - s.turn))
        denied = 0 if self.chosen.one_move else s.denied
        return self.offer_moves(CorrectionState(
            board, s.ready, resting, tokens, lying, s.turn, spawned=spawned, mode=Mode.BEGUN, denied=denied,
            spent=s.spent, banished=s.banished, gained=s.gained))

    def _end_turn(self, s: CorrectionState, stuck: int) -> CorrectionState:
        """The position at the start of the other player's turn. `stuck`: turns in a row without a move."""
        return self._begin_turn(
            CorrectionState(s.board, s.ready, s.resting, s.tokens, s.lying, 1 - s.turn, stuck=stuck))

    def _begin_turn(self, s: CorrectionState) -> CorrectionState:
        """The position at the start of a turn; the game is over after too many turns without a move."""
        return s._replace(phase=Phase.OVER) if s.stuck >= self.most_stuck_turns else self.offer_spawns(s)

    # Answers.

    def answers(self, s: CorrectionState, move: CorrectionAction) -> tuple[CorrectionAction, ...]:
        """What the other player may do about a declared move."""
        usable, costs = s.tokens[1 - s.turn] - s.gained, self.options.costs
        if usable < costs.deny and usable < costs.banish:
            return _ANSWERS[False, False]
        target = MoveTarget(self.tables, s, move.second)
        deny = usable >= costs.deny and is_legal(self.answer_rows[CorrectionActionKind.DENY], target)
        return _ANSWERS[
            deny, usable >= costs.banish and is_legal(self.answer_rows[CorrectionActionKind.BANISH], target)
        ]

    def _deny_move(self, s: CorrectionState) -> CorrectionState:
        """The piece stays where it is and has to make another move. Where it has none, it cannot be chosen again this
        turn."""
        assert s.pending is not None
        _, origin, target = s.pending
        tokens = _pay(s.tokens, 1 - s.turn, self.options.costs.deny)
        after = s._replace(tokens=tokens, lying=tuple(sorted((*s.lying, target))), denied=s.denied | 1 << target,
                           again=origin, pending=None)
        if moves := self.moves(after, origin):
            return after._replace(phase=Phase.MOVE, options=tuple(moves))
        return self.offer_moves(after._replace(again=NOWHERE, spent=s.spent | 1 << origin))

    def _banish_piece(self, s: CorrectionState) -> CorrectionState:
        """The piece returns to its supply and does not land (COR-16, COR-23). When the last new piece is banished, the
        choice between new and old pieces is open again."""
        assert s.pending is not None
        origin = s.pending.first
        code, cost = s.board[origin], self.options.costs.banish
        tokens = _pay(s.tokens, 1 - s.turn, cost)
        if self.chosen.to_player:
            tokens = _pay(tokens, s.turn, -cost)
        spawned = s.spawned & ~(1 << origin)
        mode = s.mode if spawned or s.mode is Mode.BEGUN else Mode.OPEN
        after = s._replace(board=_place_code(s.board, origin, 0), tokens=tokens, spawned=spawned, mode=mode,
                           banished=self.chosen.may_stop, pending=None)
        if self.chosen.banished_rest:
            return self.offer_moves(after._replace(resting=add_at(s.resting, code, 1)))
        return self.offer_moves(after._replace(ready=add_at(s.ready, code, 1)))


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
