"""Positions and actions of numbers ↔ those that people write. Reading and writing are inverse to each other.

Actions: `pawn@a1` spawns, `done` ends the phase, `c3-c4` and `c3xc5` declare a move, `pass`, `deny` and `banish` answer
it. Sections beside the board: `green supply: 2 pawn, 1 knight`, `green resting: 1 pawn`, `green tokens: 1`, `denial:
d4`. Notes on the turn: `phase: move` (else pieces are spawned), `spawned` (new pieces that have not moved), `mode`
(`new`, `new begun`, `old`), `denied`, `again` (the piece that has to declare another move), `spent` (pieces that cannot
be chosen again), `pending` (the declared move), `stuck` (turns in a row without a move), and where a ruling needs them
`banished: yes` and `gained` (new tokens).
"""

from __future__ import annotations

from collections.abc import Mapping

from fabgen.core.problems import nearest_hint
from fabgen.rules.boards import Mistake, TextError, parse_cells
from fabgen.rules.games.correction.engine import CorrectionEngine
from fabgen.rules.games.correction.state import (
    NOWHERE,
    CorrectionAction,
    CorrectionActionKind,
    CorrectionState,
    Mode,
    Phase,
)
from fabgen.rules.games.correction.tables import piece_codes
from fabgen.rules.games.skeleton import cell_bits
from fabgen.rules.notation import parse_action
from fabgen.rules.position import Position, PositionError, Setting

SUPPLY, RESTING, TOKENS = "supply", "resting", "tokens"
NOTES = ("phase", "spawned", "mode", "denied", "again", "spent", "banished", "gained", "pending", "stuck")
MODES = {"new": Mode.NEW, "new begun": Mode.BEGUN, "old": Mode.OLD}
WORDS = {
    CorrectionActionKind.DONE: "done",
    CorrectionActionKind.PASS: "pass",
    CorrectionActionKind.DENY: "deny",
    CorrectionActionKind.BANISH: "banish",
}


class CorrectionText:
    """Knows the names of a setting. What follows from a position that was read is left to the engine."""

    def __init__(self, setting: Setting, denial: str, engine: CorrectionEngine) -> None:
        self.setting, self.denial, self.engine = setting, denial, engine
        self.codes = piece_codes(setting)
        self.pieces = dict(zip(self.codes.values(), self.codes, strict=True))
        self.players = tuple(setting.players)
        self.cells = setting.lattice.numbered_cells

    def action(self, state: CorrectionState, action: CorrectionAction) -> str:
        """An action in the notation of specs and rulebooks."""
        what, first, second = action
        if what is CorrectionActionKind.SPAWN:
            return f"{self.pieces[first].kind}@{self.cells[second]}"
        if what is CorrectionActionKind.MOVE:
            return f"{self.cells[first]}{'x' if state.board[second] else '-'}{self.cells[second]}"
        return WORDS[what]

    def show(self, state: CorrectionState) -> Position:
        """The position as people write it, without what is the usual case."""
        pieces = {self.cells[cell]: self.pieces[code] for cell, code in enumerate(state.board) if code}
        held: dict[tuple[str, str], dict[str, int]] = {}
        for name, numbers in ((SUPPLY, state.ready), (RESTING, state.resting)):
            for code, piece in self.pieces.items():
                if numbers[code]:
                    held.setdefault((piece.player, name), {})[piece.kind] = numbers[code]
        counts = {(player, TOKENS): number for player, number in zip(self.players, state.tokens, strict=True) if number}
        lying = {self.cells[cell]: state.lying.count(cell) for cell in state.lying}
        notes = {name: text for name, text in self._notes(state).items() if text}
        return Position(self.setting, pieces, self.players[state.turn], held=held, counts=counts,
                        tokens={self.denial: lying} if lying else {}, notes=notes)

    def _notes(self, state: CorrectionState) -> dict[str, str]:
        """The notes by name; those that are empty are left out later."""
        return {
            "phase": "move" if state.phase is Phase.MOVE else "",
            "spawned": self._list_cells(state.spawned),
            "mode": next((word for word, mode in MODES.items() if mode is state.mode), ""),
            "denied": self._list_cells(state.denied),
            "again": self.cells[state.again] if state.again >= 0 else "",
            "spent": self._list_cells(state.spent),
            "banished": "yes" if state.banished else "",
            "gained": str(state.gained or ""),
            "pending": self.action(state, state.pending) if state.pending else "",
            "stuck": str(state.stuck or ""),
        }

    def _list_cells(self, bits: int) -> str:
        """The names of the cells in a set."""
        return " ".join(cell for number, cell in enumerate(self.cells) if bits >> number & 1)

    def read(self, position: Position) -> CorrectionState:
        """The inverse of `show`. Where no turn is given, the first player has it.

        Steps without a choice are taken, and a goal that is already reached counts. Raises PositionError for notes
        without a meaning.
        """
        order = self.setting.lattice.order
        board = bytearray(len(order))
        for cell, piece in position.pieces.items():
            board[order[cell]] = self.codes[piece]
        ready, resting = self._held_counts(position, SUPPLY), self._held_counts(position, RESTING)
        first, second = (position.counts.get((player, TOKENS), 0) for player in self.players)
        lying = [order[cell] for cell, number in position.tokens.get(self.denial, {}).items() for _ in range(number)]
        turn = self.players.index(position.turn) if position.turn else 0
        bare = CorrectionState(bytes(board), ready, resting, (first, second), tuple(sorted(lying)), turn)
        return self._take_forced_steps(bare, _NoteReader(position.notes, self.setting))

    def _held_counts(self, position: Position, name: str) -> tuple[int, ...]:
        """How many pieces of each code are in one section beside the board."""
        return (0, *(position.held.get((piece.player, name), {}).get(piece.kind, 0) for piece in self.codes))

    def _take_forced_steps(self, bare: CorrectionState, notes: _NoteReader) -> CorrectionState:
        """The position with its notes read and every step taken that leaves no choice."""
        goal, first_codes, kinds = self.engine.tables.goal, self.engine.tables.first_codes, self.engine.tables.kinds
        if any(code and goal[(code - first_codes[0]) // kinds] >> cell & 1 for cell, code in enumerate(bare.board)):
            return bare._replace(phase=Phase.OVER)
        stuck = notes.number("stuck")
        if stuck >= self.engine.most_stuck_turns:
            return bare._replace(phase=Phase.OVER, stuck=self.engine.most_stuck_turns)
        own_cells = {cell for cell, code in enumerate(bare.board) if 0 <= code - first_codes[bare.turn] < kinds}
        state = self._read_notes(bare._replace(stuck=stuck), notes, own_cells)
        if text := notes.word("pending"):
            return self._read_pending(state, text, notes)
        return (
            self.engine.offer_moves(state)
            if notes.word("phase", ("spawn", "move")) == "move"
            else self.engine.offer_spawns(state)
        )

    def _read_notes(self, state: CorrectionState, notes: _NoteReader, own_cells: set[int]) -> CorrectionState:
        """The state with what the notes say of a turn. `own_cells`: the cells of pieces of the player to move."""
        chosen = self.engine.chosen
        again = notes.cells("again", own_cells)
        if len(again) > 1:
            notes.report("again", "one piece at most")
        spawned, spent = cell_bits(notes.cells("spawned", own_cells)), cell_bits(notes.cells("spent", own_cells))
        mode = MODES.get(notes.word("mode", tuple(MODES)), Mode.OPEN)
        banished, gained = notes.word("banished", ("yes",)) == "yes", notes.number("gained")
        return state._replace(spawned=spawned, mode=mode, denied=cell_bits(notes.cells("denied")), spent=spent,
                          again=min(again, default=NOWHERE), banished=banished and chosen.may_stop,
                          gained=gained if chosen.next_turn else 0)

    def _read_pending(self, state: CorrectionState, text: str, notes: _NoteReader) -> CorrectionState:
        """The state after the move that `pending` declares."""
        order = self.setting.lattice.order
        try:
            action = parse_action(text, self.setting.lattice)
        except TextError as error:
            raise PositionError([Mistake(0, 0, f"pending: {error.message}", error.hint)]) from None
        move = CorrectionAction(CorrectionActionKind.MOVE, order[action.origin], order[action.target])
        if move not in self.engine.offer_moves(state).options or self.action(state, move) != text:
            notes.report("pending", "a move that may be declared now")
        return self.engine.declare_move(state, move)


class _NoteReader:
    """Reads the notes of a position. Raises PositionError at the first mistake."""

    def __init__(self, notes: Mapping[str, str], setting: Setting) -> None:
        self.notes, self.setting = notes, setting

    def report(self, name: str, hint: str) -> None:
        """Raises PositionError for a note without a meaning."""
        raise PositionError([Mistake(0, 0, f"`{name}: {self.notes[name]}` says nothing here", hint)])

    def word(self, name: str, allowed: tuple[str, ...] = ()) -> str:
        """A note's text, empty without it; one of the `allowed` words, if any are given."""
        text = self.notes.get(name, "")
        if text and allowed and text not in allowed:
            self.report(name, nearest_hint(text, allowed))
        return text

    def number(self, name: str) -> int:
        """A note's number, 0 where there is no note."""
        text = self.notes.get(name, "0")
        if not text.isdecimal() or len(text) > 9:
            self.report(name, f"write `{name}: 1`")
        return int(text)

    def cells(self, name: str, allowed: set[int] | None = None) -> list[int]:
        """A note's cells by number; only some of the `allowed` cells, if they are given."""
        if not self.notes.get(name):
            return []
        try:
            cells = [self.setting.lattice.order[cell] for cell in parse_cells(self.notes[name], self.setting.lattice)]
        except TextError as error:
            raise PositionError([Mistake(0, 0, f"{name}: {error.message}", error.hint)]) from None
        if allowed is not None and not allowed.issuperset(cells):
            self.report(name, "cells of pieces of the player to move")
        return cells
