"""A text that is no action → the rule that forbids it, in words, with the ruling behind it where the spec names one.

The text is read as a drop, a pass, a move or a chain of jumps. Then it is tested against the rows of `legality`, a
chain leg by leg, and the first row that it breaks gives its sentence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from fabgen.core.english import count_things, join_words
from fabgen.core.problems import close_words
from fabgen.rules.boards import TextError
from fabgen.rules.legal_moves import Movements
from fabgen.rules.notation import Action, UnknownCellError, read_action_text
from fabgen.rules.position import Piece, Position
from fabgen.rules.standard.compile import compile_game
from fabgen.rules.standard.compiled_game import GameSource
from fabgen.rules.standard.engine import StandardEngine
from fabgen.rules.standard.groups import Groups
from fabgen.rules.standard.hop_tables import HopLeg, HopTables, open_far_hops
from fabgen.rules.standard.legality import (
    CAPTURES_FIRST,
    CASTLE_RULES,
    CHAIN_RULES,
    DUTIES,
    JUMP_RULES,
    PASS_RULES,
    RESULT_RULES,
    STEP_RULES,
    CastleCandidate,
    ChainCandidate,
    ChainSoFar,
    Duty,
    Footprint,
    JumpCandidate,
    ResultCandidate,
    StepCandidate,
    Wording,
    narrow,
    step_candidates,
    why_no_drop,
)
from fabgen.rules.standard.opening_refusals import why_no_opening
from fabgen.rules.standard.options import StandardOptions
from fabgen.rules.standard.push_refusals import why_no_push, why_no_row
from fabgen.rules.standard.removals import why_no_removal
from fabgen.rules.standard.shared_cells import SharedCells
from fabgen.rules.standard.shared_refusals import SharedMoveCandidate, why_no_shared_move
from fabgen.rules.standard.state import MOVED, NOBODY, NOWHERE, Move, State
from fabgen.rules.standard.text import ActionParts, ActionWriter
from fabgen.rules.standard.tower_refusals import TowerCandidate, why_no_tower_move

CONDITIONS = {
    "goals ahead filled": "a friend stands on every goal cell that it could still reach",
    "goals in reach filled": "no vacant goal cell is in its reach",
    "all goals filled": "a friend stands on every other goal cell",
}


@dataclass(frozen=True)
class OtherReadings:
    """A game under other readings of its rulings. A refusal names a ruling where another reading of it would allow what
    is refused. `options`: by ruling, the options under each of its other readings."""

    source: GameSource
    options: Mapping[str, tuple[StandardOptions, ...]]
    _hops: dict[str, tuple[tuple[HopTables | None, ...], ...]] = field(default_factory=dict)

    def hops(self, ruling: str) -> tuple[tuple[HopTables | None, ...], ...]:
        """The jumps by code under each other reading that makes a playable game. Compiles the game when first asked
        for."""
        if ruling not in self._hops:
            readings = self.options.get(ruling, ())
            games = (compile_game(replace(self.source, options=options))[0] for options in readings)
            self._hops[ruling] = tuple(game.hops for game in games if game)
        return self._hops[ruling]


@dataclass(frozen=True)
class Refusals:
    """Explains for one game why a text is no action, and finds the action that a text stands for though it is written
    differently. `other_readings`: the game under other readings of its rulings."""

    engine: StandardEngine
    writer: ActionWriter
    wording: Wording
    other_readings: OtherReadings

    @property
    def movements(self) -> Movements:
        """How pieces move, with the sentences about it."""
        return self.other_readings.source.movements

    @property
    def options(self) -> StandardOptions:
        """The options of the spec."""
        return self.wording.options

    def explain(self, position: Position, state: State, player: str, text: str, actors: Sequence[str]) -> str:
        """The reason. The text must be no action of the position, and some player must have to act."""
        if player not in actors:
            return f"it is the turn of {join_words(actors)}"
        if state.homeless:
            return self._why_re_place(state)
        if state.past.opening:
            return why_no_opening(self.wording, state, text, self._example_action(state).strip("`"))
        if self.engine.has_two_part_turns and (reason := self._why_half_turn(state, player, text)):
            return reason
        if "@" in text:
            return self._why_no_drop(state, text)
        if text.strip() == "swap" and self.options.swap:
            return self.wording.cite_ruling("only the first turn of the second player may be to swap sides", "swap")
        if text.strip() == "pass":
            return self._why_no_pass(state)
        written = self.writer.parts(text)
        if written is None:
            cells = f"cells are {self.writer.lattice}, as in {self._example_action(state)}"
            return self._why_no_cell(text) or f"`{text}` is no action here: {cells}"
        return self._why_no_move(position, state, player, written)

    def understand(self, state: State, moves: Sequence[Move], text: str) -> Move | None:
        """The one action that a text stands for though it is written differently; None for no action or several."""
        written = self.writer.parts(text)
        if written is None:
            return None
        if self.engine.sharing:
            shared = self._shared_move(Position(self.movements.setting, {}), state, written)
            fitting_moves = [move for move in moves if shared and shared.is_meant_by(move)]
            return fitting_moves[0] if len(fitting_moves) == 1 else None
        height = 1 + len(state.towers[written.cells[0]]) if state.towers else 1
        candidates = [
            move
            for move in moves
            if move.origin == written.cells[0]
            and (move.lifted or height) == (written.lifted or height)
            and tuple(number for _, number in move.spread) == written.spread
            and move.target == written.cells[-1]
            and (self.writer.pieces[move.becomes].kind if move.becomes else "") == written.becomes
        ]
        if written.last >= 0:
            ends = (written.last, written.cells[0], written.cells[1])
            rows = (move for move in moves if move.row and move.row[0][0] != move.target)
            return next((move for move in rows if (move.origin, *move.row[-1]) == ends), None)
        if written.lifted and len(written.cells) == 2 and not written.takes[0]:
            return next((move for move in candidates if not move.path), None)
        if len(written.cells) == 2 and written.over[0] < 0:
            return self._move_with_ends(candidates, written.takes[0])
        return self._move_along_path(state, candidates, written)

    def _move_along_path(self, state: State, candidates: Sequence[Move], written: ActionParts) -> Move | None:
        """The chain of jumps that a path stands for: of those with its ends, the one that takes the same pieces or,
        in a game of towers, leaves the same towers. None where the rules do not let a chain go along the path."""
        piece = self.writer.pieces.get(state.board[written.cells[0]])
        if piece is None or not candidates or self._why_no_chain(state, piece, written):
            return None
        taken = tuple(self._hurdle(state, written, n) for n, takes in enumerate(written.takes) if takes)
        if state.towers:
            stacks, board = self.engine.game.stacks, state.board
            keys = {stacks.result_key(board, move): move for move in candidates if move.path}
            code = candidates[0].becomes
            written_move = Move(written.cells[0], written.cells[-1], taken, written.cells, code)
            return keys.get(stacks.result_key(board, written_move))
        taken = tuple(sorted(taken))
        return next((move for move in candidates if move.taken == taken and move.path), None)

    def _move_with_ends(self, candidates: Sequence[Move], takes: bool) -> Move | None:
        """The action that two cells stand for, of those that have these ends: the only single jump where a jump may
        land beside the piece it goes over (elsewhere two cells are the full text of a jump), else the only chain."""
        bent = any(hops and hops.bent for hops in self.engine.game.hops)
        single_jumps = [move for move in candidates if bent and len(move.path) == 2]
        chains = candidates if len(candidates) == 1 and len(candidates[0].path) > 2 else []
        matches = [move for move in single_jumps or chains if bool(move.taken) == takes]
        return matches[0] if len(matches) == 1 else None

    def _code(self, piece: Piece) -> int:
        """The code of a kind of piece."""
        return next(code for code, other in self.writer.pieces.items() if other == piece)

    def _why_no_cell(self, text: str) -> str:
        """The reason where a text names a hole or something that is no cell; empty where it is no action for another
        reason."""
        try:
            read_action_text(text, self.writer.lattice)
        except UnknownCellError as error:
            return f"{error.message}: {error.hint}"
        except TextError:
            return ""
        return ""

    def _example_action(self, state: State) -> str:
        """An action of the position, to show how actions are written."""
        moves = self.engine.actions(state)
        return f"`{self._write(state, moves[0])}`" if moves else "`a1-a2`"

    def _why_half_turn(self, state: State, player: str, text: str) -> str:
        """The reason where a player tries to do the finished part of a turn again; empty otherwise."""
        half = self.engine.history.half_turn(state)
        turn_start = self.engine.history.replace(state, 0, self.engine.history.hop_arrivals(state))
        texts = (self.writer.text(turn_start, move) for move in self.engine.actions(turn_start) if half)
        if text.strip() not in texts:
            return ""
        finished, remaining = ("moved", "a capture") if half == MOVED else ("captured", "a move without a capture")
        what = f"{player} has {finished} this turn: what is left of it is {remaining}"
        return self.wording.cite_ruling(what, "in_turn")

    def _why_re_place(self, state: State) -> str:
        """The reason where a player must re-place a piece first."""
        piece = self.writer.pieces[state.homeless[0]]
        homes = [move.target for move in self.engine.actions(state)]
        return self.wording.cite_ruling(
            f"{piece.player} has to re-place the {piece.kind} first, on {self.wording.names(homes, 'or')}",
            "homes",
            "captured",
            *self._hop_keys(piece, "takes"),
        )

    def _write(self, state: State, move: Move) -> str:
        """An action as people read it."""
        return self.writer.lattice.write_action(self.writer.text(state, move))

    def _why_no_drop(self, state: State, text: str) -> str:
        """The reason why a text with `@` is no drop."""
        lattice, player = self.writer.lattice, self.engine.actor(state)
        bare, bracket, rest = lattice.read_action_names(text).partition("x(")
        kind, _, cell = (part.strip() for part in bare.partition("@"))
        code = next(
            (
                code
                for code, piece in self.writer.pieces.items()
                if piece.kind == kind and self.engine.owner[code] == player
            ),
            0,
        )
        if not code:
            own = [piece.kind for code, piece in self.writer.pieces.items() if self.engine.owner[code] == player]
            meant = f"; did you mean {join_words(close, 'or')}?" if (close := close_words(kind, own)) else ""
            return f"`{text}` is no drop: no piece is called `{kind}`{meant}"
        if cell not in lattice:
            return f"`{text}` is no drop: {': '.join(lattice.explain_unknown_cell(cell))}"
        end = lattice.order[cell]
        reason, move = why_no_drop(self.wording, state, code, end), Move(NOBODY, end, becomes=code)
        removed = self.writer.removed_cells(f"{bracket}{rest}")
        return (
            reason
            or self._why_no_result(state, move)
            or why_no_removal(self.wording, state.board, move, removed, bare.strip())
            or self._why_by_duty(state, (CAPTURES_FIRST,))
        )

    def _why_no_result(self, state: State, move: Move) -> str:
        """The reason why what a move or drop brings about is forbidden; empty where it is not."""
        encloses, side = self.engine.game.enclosure, state.board.translate(self.engine.side_tables[state.turn])
        surrounds = encloses if isinstance(encloses, Groups) else None
        move = encloses.complete(state.board, side, [move])[0] if encloses and not surrounds else move
        move = surrounds.with_captures(state.board, side, move) if surrounds else move
        is_suicide = surrounds is not None and not surrounds.suicide and surrounds.is_suicide(state.board, move)
        exposed = self.engine.exposed_cells(state, move) if self.engine.game.royal else []
        candidate = ResultCandidate(move.target, is_suicide, exposed, lambda: self.engine.recurs(state, move))
        return narrow(RESULT_RULES, [candidate], self.wording)[1]

    def _why_no_pass(self, state: State) -> str:
        """The reason why the player may not pass."""
        candidate = self.engine.to_pass(state, self.engine.actions(state))
        return narrow(PASS_RULES, [candidate], self.wording)[1] or self._why_by_duty(state)

    def _why_by_duty(self, state: State, duties: Sequence[Duty] = DUTIES) -> str:
        """The duty, of some, that forbids an action which breaks no other rule, with some of the legal actions."""
        moves = self.engine.actions(state)
        if not moves:
            return "nothing can be done"
        listed = join_words([self._write(state, move) for move in moves[:4]], "or") + (
            " ..." if len(moves) > 4 else ""
        )
        for duty in duties:
            if duty.binds(self.engine.game, moves[0]):
                return duty.reason(self.wording, listed)
        return f"it is not among the actions: {listed}"

    def _why_no_move(self, position: Position, state: State, player: str, written: ActionParts) -> str:
        """The reason why a text that names cells is no move or chain of jumps."""
        start = written.cells[0]
        if not state.board[start]:
            return f"no piece stands on {self.wording.name(start)}"
        if self.engine.sharing:
            return self._why_no_shared_move(position, state, player, written)
        piece = self.writer.pieces[state.board[start]]
        if piece.player != player:
            whose = f"and this is an order of {player}" if self.options.simultaneous else f"it is the turn of {player}"
            return f"{self.wording.what_is_on(state, start)} belongs to {piece.player}, {whose}"
        side = state.board.translate(self.engine.side_tables[state.turn])
        if written.last >= 0:
            reason = why_no_row(self.wording, state.board, side, start, written.last, written.cells[1])
            return reason or self._why_by_duty(state)
        if reason := self._why_not_promoted(written, piece):
            return reason
        if not written.takes[0] and (reason := why_no_push(self.wording, state.board, side, *written.cells[:2])):
            return reason
        if len(written.cells) == 2 and not self._is_jump(state, piece, written):
            if castles := self._castles(state, written):
                castle, move = castles[0]
                reason = narrow(CASTLE_RULES, [castle], self.wording)[1]
                return reason or self._why_no_result(state, move) or self._why_by_duty(state)
            becomes = self._code(Piece(player, written.becomes)) if written.becomes else 0
            if self.engine.tower_moves or written.lifted:
                return self._why_no_tower_move(state, written) or self._why_by_duty(state)
            passing = self._capture_in_passing(state, written, becomes)
            reason = "" if passing else self._why_no_step(position, state, piece, written)
            moved = passing or Move(start, written.cells[1], (), (), becomes)
            text = f"{self.wording.name(start)}-{self.wording.name(written.cells[1])}"
            return (
                reason
                or self._why_no_result(state, moved)
                or why_no_removal(self.wording, state.board, moved, written.removed, text)
                or self._why_by_duty(state)
            )
        return self._why_no_chain(state, piece, written) or self._why_by_duty(state)

    def _why_not_promoted(self, written: ActionParts, piece: Piece) -> str:
        """The reason where the text promotes wrongly or leaves a promotion out; empty where it does not."""
        rule = self.options.promotion.get(piece.kind)
        table = self.engine.game.promotes[self._code(piece)]
        becomes = table.becomes(written.cells[0], written.cells[-1]) if table else (0,)
        if rule is None or table is None:
            return f"a {piece.kind} is never promoted" if written.becomes else ""
        names = [self.writer.pieces[code].kind if code else "" for code in becomes]
        if written.becomes in names:
            return ""
        key = f"promotion.{piece.kind}"
        if not written.becomes:
            return self.wording.cite_ruling(f"the {piece.kind} is promoted there: write `={names[-1]}`", key)
        where = f"to {join_words(names, 'or')}" if any(names) else f"only in {join_words(rule.zone.values(), 'or')}"
        return self.wording.cite_ruling(f"the {piece.kind} is promoted {where}", key)

    def _why_no_tower_move(self, state: State, written: ActionParts) -> str:
        """The reason why a tower, or a part of it, does not go from one cell to another."""
        rules, (start, end) = self.engine.tower_moves, written.cells
        text = self.writer.lattice.write_action("-".join(self.writer.lattice.numbered_cells[c] for c in written.cells))
        if rules is None:
            return self.wording.cite_ruling(f"nothing moves in parts here: write {text}", "stacks.lifts", "stacks")
        number = written.lifted or 1 + len(state.towers[start])
        side = state.board.translate(self.engine.side_tables[state.turn])
        assert not isinstance(rules, SharedCells)  # those have refusals of their own
        candidate = TowerCandidate(self.engine.game, rules, state, side, start, end, number, written.spread)
        reason = why_no_tower_move(self.wording, candidate)
        return reason or (f"the move is written {text}: nothing is captured by it" if written.takes[0] else "")

    # Pieces that share cells.

    def _shared_move(self, position: Position, state: State, written: ActionParts) -> SharedMoveCandidate | None:
        """The move that a text describes; None where it has more than two cells."""
        sharing, kinds = self.engine.sharing, list[int]()
        if sharing is None or len(written.cells) != 2:
            return None
        kinds = sharing.own_kinds(state, written.cells[0], state.turn)
        if written.mover:
            kinds = [code for code in kinds if self.writer.pieces[code].kind == written.mover]
        code = kinds[0] if len(kinds) == 1 else 0
        return SharedMoveCandidate(
            self.engine.game, sharing, self.writer, self.movements, position, state, written, code
        )

    def _why_no_shared_move(self, position: Position, state: State, player: str, written: ActionParts) -> str:
        """The reason why a piece does not go out of or into a cell that pieces share."""
        sharing, start = self.engine.sharing, written.cells[0]
        assert sharing is not None
        if not sharing.own_kinds(state, start, state.turn):
            return f"no piece of {player} is on {self.wording.name(start)}"
        candidate = self._shared_move(position, state, written)
        if candidate is None:
            return "a piece goes from one cell to another: write both"
        reason = why_no_shared_move(self.wording, candidate)
        if not reason and candidate.code:
            reason = self._why_not_promoted(written, self.writer.pieces[candidate.code])
        return reason or self._why_by_duty(state)

    # Castling, and capture in passing.

    def _castles(self, state: State, written: ActionParts) -> list[tuple[CastleCandidate, Move]]:
        """The ways of castling that a text may mean, each with its action; where its pieces are missing, with one that
        is not possible."""
        castling, game = self.engine.game.castling, self.engine.game
        start, end = written.cells
        if castling is None or any(written.takes):
            return []
        castles = []
        for line in castling.lines[state.board[start]][start]:
            move = line.move(start, max(0, line.partner_cell(state.board)))
            if move.target == end:
                attacked = partial(self.engine.attacked_crossings, state, move)
                castles.append((CastleCandidate(game, state, start, line, attacked), move))
        return castles

    def _capture_in_passing(self, state: State, written: ActionParts, becomes: int) -> Move | None:
        """The capture in passing that a text means; None where it means none, or there is none now."""
        passing = self.engine.game.en_passant
        if passing is None or not state.passed or not written.takes[0]:
            return None
        captures = passing.captures(state, state.passed[0], state.passed[1:])
        ends = (*written.cells, becomes)
        return next((move for move in captures if (move.origin, move.target, move.becomes) == ends), None)

    # Steps, leaps and slides.

    def _why_no_step(self, position: Position, state: State, piece: Piece, written: ActionParts) -> str:
        """The reason why an ordinary move is not possible; empty where no rule of moves forbids it."""
        start, end = written.cells
        cells = self.writer.lattice.numbered_cells
        action = Action(cells[start], cells[end], cells[end] if state.board[end] else None)
        flights = self.engine.game.flights
        flies = not state.board[end] and flights.limits[state.board[start]] > 0
        reason = self.movements.why_illegal(position, action)
        if reason and not (flies and flights.can_fly(state, start)):
            unmet = self._why_condition_fails(state, piece, start, end)
            unmet = unmet or (self._why_no_flight(state, piece, start) if flies else "")
            is_passing = written.takes[0] and not state.board[end] and piece.kind in self.options.en_passant
            passing = ", and it captures nothing in passing there now" if is_passing else ""
            return unmet or f"{reason}{passing}{self._why_no_jump_either(state, piece, start, end)}"
        if written.takes[0] != bool(state.board[end]):
            return f"the move is written {self.writer.lattice.write_action(str(action))}"
        game, lattice = self.engine.game, self.writer.lattice
        forward, movement = position.setting.players[piece.player], self.movements.movements[piece.kind]
        steps = step_candidates(game, lattice, forward, movement, state, start, end)
        if flies and flights.can_fly(state, start):
            footprint = Footprint(game, state.board, state.board[start], (start, end), end, 0)
            steps.append(StepCandidate(footprint, captures=False))
        return narrow(STEP_RULES, steps, self.wording)[1]

    def _why_no_flight(self, state: State, piece: Piece, start: int) -> str:
        """The sentence about a piece whose player has too many pieces for it to fly."""
        flights = self.engine.game.flights
        limit, number = flights.limits[state.board[start]], flights.count(state, state.turn)
        return self.wording.cite_ruling(
            f"the {piece.kind} flies only while {piece.player} has {count_things(limit, 'piece')} at most, "
            f"and {piece.player} has {number}",
            f"flies.{piece.kind}",
            "flies",
        )

    def _why_condition_fails(self, state: State, piece: Piece, start: int, end: int) -> str:
        """The condition of a movement that would reach the cell; empty where there is none, or it holds."""
        rules = self.options.also.get(piece.kind, ())
        conditions = self.engine.game.conditional_moves[state.board[start]]
        for n, (rule, condition) in enumerate(zip(rules, conditions, strict=True)):
            reached = any(to == end for walks in condition.walks for to, _ in walks[start].quiet)
            if reached and not state.board[end] and not self.engine.holds(condition, state, start):
                has_goals = condition.goals is None or condition.goals[start]
                holes = self._vacant_goals(state, condition.goals[start]) if condition.goals is not None else ""
                return self.wording.cite_ruling(
                    f"the {piece.kind} on {self.wording.name(start)} goes to {self.wording.name(end)} only while "
                    f"{CONDITIONS[rule.when]}{holes}",
                    f"also.{piece.kind}.{n}.{'when' if has_goals else 'without'}",
                    f"also.{piece.kind}.{n}",
                )
        return ""

    def _vacant_goals(self, state: State, goals: int) -> str:
        """The end of that sentence: the goal cells without a friend."""
        friends = state.board.translate(self.engine.own_tables[state.turn])
        holes = [self.wording.name(cell) for cell in self.engine.cells if goals >> 8 * cell & 1 and not friends[cell]]
        if not holes:
            return ", and it has none"
        return (
            f", and {join_words(holes[:3])}{' ...' if len(holes) > 3 else ''} {'is' if len(holes) == 1 else 'are'} not"
        )

    def _why_no_jump_either(self, state: State, piece: Piece, start: int, end: int) -> str:
        """Why it is no jump of that length either: no piece to go over, or no jump in that direction."""
        for leg in self._legs(state.board, state.board[start], start):
            if leg.land == end and not state.board[leg.hurdle]:
                return f", and no piece stands on {self.wording.name(leg.hurdle)} to hop over"
        hurdle = self.writer.hurdle(state, start, start, end)
        hops, around = self.options.hops.get(piece.kind, ()), self.writer.lattice.compass.neighbour_atom
        ways = join_words(dict.fromkeys(f"`{hop.to or around}`" for hop in hops), "or")
        if hurdle < 0 or not ways:
            return ""
        return f", and it hops over {self.wording.name(hurdle)} only in the directions {ways}"

    # Jumps and chains of jumps.

    def _legs(self, board: bytes, code: int, cell: int) -> list[HopLeg]:
        """All jumps of a code from a cell, without regard to closed cells; far ones only over the pieces on the
        board."""
        return _legs_anywhere(self.engine.game.hops[code], board, cell)

    def _hop_keys(self, piece: Piece, word: str) -> list[str]:
        """The keys of one part of all jumps of a kind of piece."""
        return [f"hops.{piece.kind}.{n}.{word}" for n in range(len(self.options.hops.get(piece.kind, ())))]

    def _is_move(self, piece: Piece, start: int, end: int) -> bool:
        """Whether a piece would go from one cell to another by an ordinary move on an empty board."""
        origin, target = (self.writer.lattice.numbered_cells[cell] for cell in (start, end))
        alone = Position(self.movements.setting, {origin: piece})
        return self.movements.why_illegal(alone, Action(origin, target)) == ""

    def _is_jump(self, state: State, piece: Piece, written: ActionParts) -> bool:
        """Whether one leg can only be meant as a jump: some jump of this kind of piece has these ends and goes over a
        piece."""
        start, landing = written.cells
        if written.over[0] >= 0:
            return True
        legs = self._legs(state.board, state.board[start], start)
        goes_over_piece = any(leg.land == landing and state.board[leg.hurdle] for leg in legs)
        return goes_over_piece and not self._is_move(piece, start, landing)

    def _hurdle(self, state: State, written: ActionParts, n: int) -> int:
        """The cell of the piece that a leg goes over; -1 where there is none, or where it may be one of several."""
        start, leg_start, landing = written.cells[0], written.cells[n], written.cells[n + 1]
        code = state.board[start]
        hops = self.engine.game.hops[code]
        if written.over[n] >= 0 or hops is None or not hops.bent:
            return written.over[n] if written.over[n] >= 0 else self.writer.hurdle(state, start, leg_start, landing)
        side = self.engine.side_tables[state.turn]
        board = _without_piece(state.board, start)
        legs_to_landing = (leg for leg in self._legs(board, code, leg_start) if leg.land == landing)
        legs = [leg for leg in legs_to_landing if leg.hurdle != start and side[state.board[leg.hurdle]] & leg.whom]
        hurdles = {leg.hurdle for leg in legs if leg.takes == written.takes[n]} or {leg.hurdle for leg in legs}
        return min(hurdles) if len(hurdles) == 1 or (hurdles and not written.takes[n]) else -1

    def _why_no_chain(self, state: State, piece: Piece, written: ActionParts) -> str:
        """The reason of the first rule that a chain of jumps breaks; empty where it breaks none."""
        start = written.cells[0]
        chain = ChainSoFar(start, (), (), 0, (start,), -1)
        for n in range(len(written.takes)):
            leg = self._leg(state, piece, written, n, chain)
            if isinstance(leg, str):
                return leg
            chain = chain.joined_by(leg)
        code = state.board[start]
        longer = [move for move in self.engine.actions(state) if move.path[: len(written.cells)] == written.cells]
        text = self._write(state, longer[0]) if longer else ""
        context = self.engine.chain_search(state, start)
        assert context is not None
        reason = narrow(CHAIN_RULES, [ChainCandidate(context, code, chain, text)], self.wording)[1]
        return reason or self._why_no_result(state, Move(start, chain.cell, chain.taken, chain.path))

    def _leg(self, state: State, piece: Piece, written: ActionParts, n: int, chain: ChainSoFar) -> HopLeg | str:
        """One leg of a chain as a jump, or the reason why it is none."""
        start, leg_start, landing = written.cells[0], written.cells[n], written.cells[n + 1]
        code, board = state.board[start], _without_piece(state.board, start)
        hurdle = self._hurdle(state, written, n)
        legs = [leg for leg in self._legs(board, code, leg_start) if leg.land == landing and hurdle in (-1, leg.hurdle)]
        context = self.engine.chain_search(state, start)
        if not legs or context is None:
            return self._why_no_leg(board, piece, leg_start, landing, hurdle)
        jumps = [
            JumpCandidate(context, self.engine.game, state.board, code, chain, leg, hurdle, written.takes[n])
            for leg in legs
        ]
        allowed, reason = narrow(JUMP_RULES, jumps, self.wording)
        return reason or allowed[0].leg

    def _why_no_leg(self, board: bytes, piece: Piece, leg_start: int, landing: int, hurdle: int) -> str:
        """The reason where no jump of a kind of piece leads from one cell to another, whatever pieces are on the
        board."""
        origin, target = self.wording.name(leg_start), self.wording.name(landing)
        if self._is_move(piece, leg_start, landing):
            has_both = self.engine.game.has_two_part_turns
            advice = ": write the two one after the other" if has_both else ", and a turn has one of them"
            return self.wording.cite_ruling(f"{origin}-{target} is a move, hops are another action{advice}", "in_turn")
        ruling = self._ruling_of_shape(board, piece, leg_start, landing, hurdle)
        return f"the {piece.kind} does not hop from {origin} to {target}{f' ({ruling})' if ruling else ''}"

    def _ruling_of_shape(self, board: bytes, piece: Piece, leg_start: int, landing: int, hurdle: int) -> str:
        """The ruling under another reading of which a kind of piece would jump from one cell to another. Where none is
        known to do so, a ruling about directions or landings whose other readings the spec does not give."""
        option, code = f"hops.{piece.kind}", self._code(piece)
        keys = (*self._hop_keys(piece, "to"), *self._hop_keys(piece, "lands"))
        rulings_without_readings = [
            ruling for key in keys if (ruling := self.wording.ruling(key)) not in self.other_readings.options
        ]
        for key, ruling in self.wording.cites.items():
            if key in ("hops", option) or key.startswith(f"{option}."):
                for hops in self.other_readings.hops(ruling):
                    legs = _legs_anywhere(hops[code], board, leg_start)
                    if any(leg.land == landing and hurdle in (-1, leg.hurdle) for leg in legs):
                        return ruling
        return next(filter(None, rulings_without_readings), "")


def _without_piece(board: bytes, cell: int) -> bytes:
    """The board without the piece on a cell."""
    return board[:cell] + b"\0" + board[cell + 1 :]


def _legs_anywhere(hops: HopTables | None, board: bytes, cell: int) -> list[HopLeg]:
    """All jumps from a cell, without regard to closed cells; far ones only over the pieces on the board."""
    return [*hops.anywhere.legs(cell), *open_far_hops(hops.anywhere.rays(cell), board, NOWHERE)] if hops else []
