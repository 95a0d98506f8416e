"""A text that is no action now → the rule that forbids it, with its ruling where there is one."""

from __future__ import annotations

from collections.abc import Mapping

from fabgen.core.english import count_things, join_words
from fabgen.core.problems import nearest_hint
from fabgen.rules.boards import TextError
from fabgen.rules.games.correction.engine import CorrectionEngine, MoveTarget, TargetNames
from fabgen.rules.games.correction.state import CorrectionActionKind, CorrectionState, Mode, Phase
from fabgen.rules.games.correction.text import WORDS, CorrectionText
from fabgen.rules.games.skeleton import first_reason
from fabgen.rules.legal_moves import Movements
from fabgen.rules.movement import LameLeap, Slide
from fabgen.rules.notation import Action, parse_action
from fabgen.rules.position import Piece, Position

STEPS = {2: "two", 3: "three", 4: "four", 5: "five"}
ANSWERS = "`pass`, `deny` or `banish`"
WORDS_DONE = WORDS[CorrectionActionKind.DONE]


class CorrectionRefusals:
    """Explains the refusals of one game."""

    def __init__(
        self, engine: CorrectionEngine, texts: CorrectionText, movements: Movements, homes: Mapping[str, str]
    ) -> None:
        self.engine, self.texts, self.movements, self.homes = engine, texts, movements, homes

    def actor(self, state: CorrectionState, player: str) -> str:
        """Why a player has nothing to decide now; empty where the player has."""
        if state.phase is Phase.OVER:
            return "the game is over"
        actor = self.texts.players[self.engine.actor(state)]
        if player == actor:
            return ""
        if state.phase is Phase.ANSWER and state.pending:
            return f"{actor} has to answer {self.texts.action(state, state.pending)} first: {ANSWERS}"
        return f"it is the turn of {actor}"

    def action(self, state: CorrectionState, player: str, text: str) -> str:
        """Why a text is none of the actions of a player who has to decide."""
        opponent = next(name for name in self.texts.players if name != player)
        if state.phase is Phase.ANSWER:
            return self._explain_answer(state, player, opponent, text)
        if text in ("pass", "deny", "banish"):
            return f"no move of {opponent} is there to answer; where `pass` is the only answer, it is given by itself"
        if text == WORDS_DONE:
            return self._explain_done(state, player)
        if "@" in text:
            return self._explain_spawn(state, player, text)
        return self._explain_move(state, player, text)

    # Answers.

    def _explain_answer(self, state: CorrectionState, player: str, mover: str, text: str) -> str:
        """Why a declared move may not be answered in this way."""
        assert state.pending is not None
        declared = self.texts.action(state, state.pending)
        costs = {"deny": self.engine.options.costs.deny, "banish": self.engine.options.costs.banish}
        if text not in costs:
            return f"{mover} has declared {declared}, which is answered by {ANSWERS}"
        has = state.tokens[1 - state.turn]
        if has < costs[text]:
            return f"to {text} costs {count_things(costs[text], 'token')}, and {player} has {has}"
        if has - state.gained < costs[text]:
            return f"tokens that {player} gained this turn may be spent from the next turn on (COR-19)"
        number = state.pending.second
        goal = self.engine.tables.goal[state.turn] >> number & 1
        home = self.homes[self.texts.players[1 - state.turn if goal else state.turn]]
        names = TargetNames(self.texts.cells[number], home, declared)
        rows = self.engine.answer_rows[CorrectionActionKind[text.upper()]]
        return first_reason(rows, MoveTarget(self.engine.tables, state, number), names)

    # Spawning.

    def _explain_done(self, state: CorrectionState, player: str) -> str:
        """Why a player may not end the phase."""
        if state.phase is Phase.SPAWN:
            return f"{player} has to spawn a piece, without it there is no move (COR-9)"
        return f"{player} has to move while a piece can (COR-17)"

    def _explain_spawn(self, state: CorrectionState, player: str, text: str) -> str:
        """Why a piece may not be spawned."""
        if state.phase is not Phase.SPAWN:
            return "the spawn phase is over"
        piece, _, cell = (part.strip() for part in text.partition("@"))
        if piece not in self.texts.setting.kinds:
            return f"no piece is called `{piece}`: {nearest_hint(piece, self.texts.setting.kinds)}"
        code = self.texts.codes[Piece(player, piece)]
        home = [self.texts.cells[spawn.second] for spawn in self.engine.tables.spawns[code]]
        if cell not in home:
            is_cell = cell in self.texts.setting.lattice
            problem = f"is not in {self.homes[player]}" if is_cell else "is not on the board"
            return f"{cell} {problem}: pieces are spawned on {join_words(home, 'or')}"
        occupant = state.board[self.texts.setting.lattice.order[cell]]
        if occupant:
            return f"the {self.texts.pieces[occupant]} stands on {cell} (COR-5)"
        if not state.ready[code] and state.resting[code]:
            return f"{player}'s {piece} was captured and rests in this spawn phase (COR-21)"
        return f"{player} has no {piece} in the supply" if not state.ready[code] else f"it is written {piece}@{cell}"

    # Moves.

    def _explain_move(self, state: CorrectionState, player: str, text: str) -> str:
        """Why a move may not be declared."""
        ending = self._phase_end(state, player) if state.phase is Phase.SPAWN else ""
        try:
            action = parse_action(text, self.texts.setting.lattice)
        except TextError as error:
            if ending:
                return f"`{text}` is no action of the spawn phase, which writes {self._sample_spawn(player)}; {ending}"
            return f"{error.message}: {error.hint}"
        if ending:
            return f"the spawn phase comes first: {ending}"
        position = self.texts.show(state)
        piece = position.pieces.get(action.origin)
        if piece is None or piece.player != player:
            return self.movements.why_illegal(position, action)
        return (self._explain_choice(state, action, piece) or self._explain_way(state, position, action, piece)
                or self._explain_target(state, action, piece))

    def _phase_end(self, state: CorrectionState, player: str) -> str:
        """How the spawn phase ends, or why it cannot end yet."""
        return "`done` ends it" if self._can_end(state) else self._explain_done(state, player)

    def _sample_spawn(self, player: str) -> str:
        """An example of a spawning."""
        piece = self.texts.setting.kinds[0]
        first = self.engine.tables.spawns[self.texts.codes[Piece(player, piece)]][0]
        return f"`{piece}@{self.texts.cells[first.second]}`"

    def _can_end(self, state: CorrectionState) -> bool:
        """Whether `done` is legal now."""
        return any(self.texts.action(state, action) == WORDS_DONE for action in state.options)

    def _explain_choice(self, state: CorrectionState, action: Action, mover: Piece) -> str:
        """Why the piece cannot be chosen; empty where it can."""
        cell = self.texts.setting.lattice.order[action.origin]
        new, piece = state.spawned >> cell & 1, f"the {mover.kind} on {action.origin}"
        if state.again >= 0 and cell != state.again:
            again = self.texts.cells[state.again]
            return f"a move of the piece on {again} was denied, the same piece has to make another one"
        if state.spent >> cell & 1:
            return f"every move of {piece} was denied, it cannot be chosen again this turn"
        if state.again >= 0 or any(option.first == cell for option in state.options):
            return ""
        if not self.engine.moves(state, cell):
            return ""
        if not new:
            return self._explain_old(state, piece)
        if state.mode is Mode.OLD:
            return f"an old piece was chosen to move, and {piece} is new"
        return f"not all new pieces can move, so an old one has to (COR-7): {piece} is new"

    def _explain_old(self, state: CorrectionState, piece: str) -> str:
        """Why an old piece cannot be chosen."""
        if state.mode is Mode.OPEN:
            return f"the new pieces have to move, and {piece} is not new (COR-8)"
        if state.mode is Mode.BEGUN:
            return f"a new piece has moved, so only new pieces that have not may move: {piece} is none"
        return f"the new pieces were chosen to move, and {piece} is not new (COR-7)"

    def _explain_way(self, state: CorrectionState, position: Position, action: Action, mover: Piece) -> str:
        """Why the piece cannot get there; a piece or token on the way is named with its ruling. Empty where the way is
        open."""
        reason = self.movements.why_illegal(position, action)
        for cell in self._cells_between(state, action, action.captured is not None):
            ruling, way = self._name_way(position, action, mover)
            if self.texts.cells[cell] in position.pieces and "is blocked" in reason:
                return f"{self.texts.cells[cell]} is occupied, the {mover.kind.title()}'s {way} is blocked ({ruling})"
            if not reason and cell in state.lying and self.engine.chosen.tokens_block and not self._enters(mover):
                return f"a token lies on {self.texts.cells[cell]}, the {mover.kind.title()}'s {way} is blocked (COR-2)"
        return reason

    def _cells_between(self, state: CorrectionState, action: Action, capture: bool) -> tuple[int, ...]:
        """The cells that the piece crosses on its way."""
        order = self.texts.setting.lattice.order
        origin = order[action.origin]
        for to, quiet, capturing, _ in self.engine.tables.targets[state.board[origin]][origin]:
            if to == order[action.target]:
                return (capturing if capture else quiet) or ()
        return ()

    def _name_way(self, position: Position, action: Action, mover: Piece) -> tuple[str, str]:
        """The ruling on a blocked way, and the name of the way: COR-1 for slides, COR-3 for leaps that can be
        blocked."""
        (x, y), (to_x, to_y) = map(position.setting.lattice.place, (action.origin, action.target))
        dx, dy = abs(to_x - x), abs(to_y - y)
        slides = any(isinstance(way, Slide) for way in self.movements.movements[mover.kind].ways)
        if slides and (not dx or not dy or dx == dy):
            return "COR-1", f"{STEPS.get(max(dx, dy), 'long')}-step" if max(dx, dy) in STEPS else "way"
        lame = any(isinstance(way, LameLeap) for way in self.movements.movements[mover.kind].ways)
        return "COR-3" if lame else "COR-1", "leap"

    def _explain_target(self, state: CorrectionState, action: Action, mover: Piece) -> str:
        """Why the piece cannot enter the target."""
        target = self.texts.setting.lattice.order[action.target]
        if state.denied >> target & 1:
            return f"{action.target} was denied this turn (COR-13)"
        if target in state.lying and not self._enters(mover):
            pieces = join_words([f"{piece.title()}s" for piece in self.engine.options.recovers], "and")
            return f"a token lies on {action.target}, {f'only {pieces}' if pieces else 'nobody'} may enter (COR-24)"
        return f"it is written {action}"

    def _enters(self, mover: Piece) -> bool:
        """Whether a piece may enter cells with tokens."""
        return self.engine.tables.enters[self.texts.codes[mover]]
