"""A move out of or into a cell that pieces share, and that is not possible → the first rule that forbids it, in words.
See `shared_cells` for what is possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fabgen.core.english import join_words
from fabgen.rules.legal_moves import Movements
from fabgen.rules.notation import Action
from fabgen.rules.position import Position
from fabgen.rules.standard.compiled_game import CompiledGame
from fabgen.rules.standard.legality import Footprint, LegalityRule, Wording, narrow, why_forbidden, why_no_room
from fabgen.rules.standard.shared_cells import CAPTURING, SharedCells
from fabgen.rules.standard.state import Move, State
from fabgen.rules.standard.text import ActionParts, ActionWriter


@dataclass(frozen=True)
class SharedMoveCandidate:
    """A piece that would go from one cell to another where cells are shared, as a text writes it. `code`: the piece, 0
    where the text does not tell which of several."""

    game: CompiledGame
    sharing: SharedCells
    writer: ActionWriter
    movements: Movements
    position: Position
    state: State
    written: ActionParts
    code: int

    @property
    def start(self) -> int:
        """The cell that it leaves."""
        return self.written.cells[0]

    @property
    def end(self) -> int:
        """The cell that it enters."""
        return self.written.cells[-1]

    @property
    def kinds(self) -> list[int]:
        """The codes of the player's pieces on the cell that it leaves."""
        return self.sharing.own_kinds(self.state, self.start, self.state.turn)

    @property
    def choices(self) -> list[bytes]:
        """What it may capture."""
        return self.sharing.victims(self.state, self.end, self.state.turn)

    @property
    def meets_enemies(self) -> bool:
        """Whether it would enter a cell by a capture: there are enemies, and enemies are captured."""
        return self.sharing.enemies in CAPTURING and bool(
            self.sharing.enemies_on(self.state, self.end, self.state.turn)
        )

    @property
    def why_not_reached(self) -> str:
        """Why the piece does not get to the cell by its movement; empty where it does."""
        cells = self.writer.lattice.numbered_cells
        start, end = cells[self.start], cells[self.end]
        pieces = {**self.position.pieces, start: self.writer.pieces[self.code]}
        pieces.pop(end, None)
        if self.meets_enemies:
            enemy = self.sharing.enemies_on(self.state, self.end, self.state.turn)[0]
            pieces[end] = self.writer.pieces[enemy]
        alone = replace(self.position, pieces=pieces, further_pieces={})
        return self.movements.why_illegal(alone, Action(start, end, end if self.meets_enemies else None))

    @property
    def footprint(self) -> Footprint:
        """What the move does to the ground."""
        return Footprint(self.game, self.state.board, self.code, (self.start, self.end), self.end, 0)

    def is_meant_by(self, move: Move) -> bool:
        """Whether the text may stand for a move."""
        becomes = self.writer.pieces[move.becomes].kind if move.becomes else ""
        names = {self.writer.pieces[code].kind for code in move.victims}
        names |= {str(self.writer.pieces[code]) for code in move.victims}
        return (
            (move.origin, move.target) == (self.start, self.end)
            and self.written.mover in ("", self.writer.pieces[move.piece].kind if move.piece else "")
            and self.written.takes[0] == bool(move.victims)
            and (not self.written.victim or self.written.victim in names)
            and becomes == self.written.becomes
        )


Candidates = Sequence[SharedMoveCandidate]


def _kinds_text(candidate: SharedMoveCandidate) -> list[str]:
    """The kinds of the player's pieces on the cell that the piece leaves."""
    return [candidate.writer.pieces[code].kind for code in candidate.kinds]


def _move_text(candidate: SharedMoveCandidate, sign: str, victim: str = "") -> str:
    """The move as it would be written right."""
    lattice, mover = candidate.writer.lattice, candidate.written.mover
    cells = [lattice.numbered_cells[cell] for cell in (candidate.start, candidate.end)]
    text = f"{f'{mover}*' if mover else ''}{sign.join(cells)}{f'/{victim}' if victim else ''}"
    return f"`{lattice.write_action(text)}`"


def _why_no_such_piece(wording: Wording, candidates: Candidates) -> str:
    """The sentence about a kind of piece that the player does not have there."""
    candidate = candidates[0]
    player = list(candidate.movements.setting.players)[candidate.state.turn]
    there = join_words(_kinds_text(candidate), "and")
    return f"no {candidate.written.mover} of {player} is on {wording.name(candidate.start)}, only {there}"


def _why_ambiguous(wording: Wording, candidates: Candidates) -> str:
    """The sentence about a text that does not tell which piece goes."""
    kinds = _kinds_text(candidates[0])
    texts = [_move_text(replace(candidates[0], written=replace(candidates[0].written, mover=kind)), sign)
             for kind in kinds for sign in ("x" if candidates[0].written.takes[0] else "-",)]
    return f"{join_words(kinds, 'and')} are on {wording.name(candidates[0].start)}: name the piece that goes, " \
           f"{join_words(texts, 'or')}"


def _why_unnamed_victim(wording: Wording, candidates: Candidates) -> str:
    """The sentence about a capture that does not tell which of several enemies is captured."""
    candidate = candidates[0]
    codes = [codes[0] for codes in candidate.choices]
    texts = [_move_text(candidate, "x", candidate.writer.victim_name(code, codes)) for code in codes]
    return wording.cite_ruling(
        f"one piece on {wording.name(candidate.end)} is captured: name it, {join_words(texts, 'or')}",
        "sharing.enemies", "sharing",
    )


def _names_a_victim(candidate: SharedMoveCandidate) -> bool:
    """Whether the text tells what is captured, as far as there is a choice."""
    names = [{candidate.writer.pieces[code].kind, str(candidate.writer.pieces[code])}
             for codes in candidate.choices for code in codes]
    if not candidate.written.victim:
        return len(candidate.choices) < 2
    return sum(candidate.written.victim in pair for pair in names) >= 1


SHARED_MOVE_RULES: tuple[LegalityRule[SharedMoveCandidate], ...] = (
    LegalityRule(
        lambda move: not move.written.mover or move.written.mover in _kinds_text(move), _why_no_such_piece
    ),
    LegalityRule(lambda move: move.code != 0, _why_ambiguous),
    LegalityRule(lambda move: not move.why_not_reached, lambda wording, moves: moves[0].why_not_reached),
    LegalityRule(
        lambda move: bool(move.choices) or move.sharing.may_enter(move.state, move.end, move.state.turn),
        lambda wording, moves: why_no_room(
            wording, moves[0].sharing, moves[0].state, moves[0].end, moves[0].state.turn
        ),
    ),
    LegalityRule(
        lambda move: move.end not in move.footprint.shut,
        lambda wording, moves: why_forbidden(wording, moves[0].footprint),
    ),
    LegalityRule(
        lambda move: move.written.takes[0] == bool(move.choices),
        lambda wording, moves: f"the move is written {_move_text(moves[0], 'x' if moves[0].choices else '-')}",
    ),
    LegalityRule(_names_a_victim, _why_unnamed_victim),
)


def why_no_shared_move(wording: Wording, candidate: SharedMoveCandidate) -> str:
    """The reason of the first rule that a move breaks; empty where it breaks none."""
    return narrow(SHARED_MOVE_RULES, [candidate], wording)[1]
