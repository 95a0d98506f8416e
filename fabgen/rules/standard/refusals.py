"""A text that is no action → the rule that forbids it, in words, with the ruling behind it where the spec names one.

The text is walked as it is written, leg by leg, and the first rule that it breaks is told.
"""

from __future__ import annotations

from collections.abc import Sequence

from fabgen.base import words
from fabgen.rules.boards import TextError
from fabgen.rules.notation import Action, Astray, read_spoken
from fabgen.rules.position import Man, Position
from fabgen.rules.standard.hop_reasons import HopReasons
from fabgen.rules.standard.options import Also
from fabgen.rules.standard.state import MOVED, State
from fabgen.rules.standard.writing import Written

CONDITIONS = {
    "goals ahead filled": "a friend stands on every goal cell that it could still reach",
    "goals in reach filled": "no vacant goal cell is in its reach",
    "all goals filled": "a friend stands on every other goal cell",
}


class Refusals(HopReasons):
    """Reasons for everything that a player may write."""

    def why(self, position: Position, state: State, player: str, text: str, actors: Sequence[str]) -> str:
        """The reason; the text must be no action of the position, and somebody has to act."""
        if player not in actors:
            return f"it is {words(actors)}'s turn"
        if state.homeless:
            return self._re_place(state, text)
        if self.engine.halves and (reason := self._done(state, player, text)):
            return reason
        if "@" in text:
            return self._drop(state, text)
        if text.strip() == "pass":
            return self._why_no_pass(state)
        written = self.writer.parts(text)
        if written is None and (off := self._off(text)):
            return off
        if written is None:
            return f"`{text}` is no action here: cells are {self.writer.lattice}, as in {self._sample(state)}"
        return self._walked(position, state, player, written, text)

    def _off(self, text: str) -> str:
        """That a text names a hole, or what is no cell; empty where it is no action for another reason."""
        try:
            read_spoken(text, self.writer.lattice)
        except Astray as error:
            return f"{error.what}: {error.hint}"
        except TextError:
            return ""
        return ""

    def _sample(self, state: State) -> str:
        moves = self.engine.actions(state)
        return f"`{self.writer.text(state, moves[0])}`" if moves else "`a1-a2`"

    def _done(self, state: State, player: str, text: str) -> str:
        """What was one part of a turn cannot be done again as the other."""
        half = self.engine.memory.half(state)
        whole = self.engine.memory.keep(state, 0, self.engine.memory.hopped(state))
        if not half or text.strip() not in (self.writer.text(whole, move) for move in self.engine.actions(whole)):
            return ""
        done, left = ("moved", "a capture") if half == MOVED else ("captured", "a move that takes nobody")
        return self.cited(f"{player} has {done} this turn: what is left of it is {left}", "in_turn")

    def _re_place(self, state: State, text: str) -> str:
        man = self.writer.men[state.homeless[0]]
        homes = [self._name(move.target) for move in self.engine.actions(state)]
        return self.cited(
            f"{man.player} has to re-place the {man.piece} first, on {words(homes, 'or')}",
            "homes",
            "captured",
            *self._keys(man, "takes"),
        )

    def _drop(self, state: State, text: str) -> str:
        piece, _, cell = (part.strip() for part in text.partition("@"))
        lattice, player = self.writer.lattice, self.engine.actor(state)
        code = next(
            (code for code, man in self.writer.men.items() if man.piece == piece and self.engine.owner[code] == player),
            0,
        )
        if not code or cell not in lattice:
            return f"`{text}` is no drop: {f'{cell} is not on the board' if code else f'no piece is called `{piece}`'}"
        if not state.hands or not state.hands[code]:
            return f"no {piece} is in the hand"
        at = lattice.order[cell]
        if state.board[at]:
            return f"{self._man(state, at)} is in the way"
        if at not in self.engine.game.drops[code]:
            return self.cited(f"a {piece} is not dropped on {cell}", f"drops.{piece}", "drops")
        return self._terrain(state, (at,), 0) or self._duty(state)

    def _why_no_pass(self, state: State) -> str:
        """A capture that is compulsory comes before what `passing` would allow, and before the rest of a turn."""
        reasons = {"never": "nobody may pass", "stuck": "a player may pass only who can do nothing else"}
        allowed = self.options.passing == "always" or self.engine.barred(state) or self.engine.memory.half(state)
        if allowed or self.options.passing not in reasons:
            return self._duty(state)
        first = " before a part of the turn is done" if self.engine.halves else ""
        return self.cited(f"{reasons[self.options.passing]}{first}", "passing")

    def _duty(self, state: State) -> str:
        moves = self.engine.actions(state)
        if not moves:
            return "nothing can be done"
        listed = words([self.writer.text(state, move) for move in moves[:4]], "or") + (" ..." if len(moves) > 4 else "")
        if moves[0].origin < 0 and moves[0].becomes and self.options.drops_first:
            return self.cited("pieces in hand are placed before anything moves", "drops_first")
        if moves[0].taken and self.options.compulsory:
            most = " and takes as many as can be" if self.options.compulsory == "most" else ""
            return self.cited(f"a capture is compulsory{most}: {listed}", "compulsory")
        return f"it is not among the actions: {listed}"

    def _walked(self, position: Position, state: State, player: str, written: Written, text: str) -> str:
        start = written.cells[0]
        if not state.board[start]:
            return f"nobody stands on {self._name(start)}"
        man = self.writer.men[state.board[start]]
        if man.player != player:
            return f"{self._man(state, start)} belongs to {man.player}, it is {player}'s turn"
        if reason := self._becomes(written, man):
            return reason
        if len(written.cells) == 2 and not self._is_hop(state, man, written):
            return self._step(position, state, man, written) or self._duty(state)
        return self._chain(state, man, written) or self._duty(state)

    def _becomes(self, written: Written, man: Man) -> str:
        rule = self.options.promotion.get(man.piece)
        table = self.engine.game.promotes[self._code(man)]
        becomes = table.becomes(written.cells[0], written.cells[-1]) if table else (0,)
        if rule is None or table is None:
            return f"a {man.piece} is never promoted" if written.becomes else ""
        names = [self.writer.men[code].piece if code else "" for code in becomes]
        if written.becomes in names:
            return ""
        if not written.becomes:
            return self.cited(f"the {man.piece} is promoted there: write `={names[-1]}`", f"promotion.{man.piece}")
        where = f"to {words(names, 'or')}" if any(names) else f"only in {words(rule.zone.values(), 'or')}"
        return self.cited(f"the {man.piece} is promoted {where}", f"promotion.{man.piece}")

    def _is_hop(self, state: State, man: Man, written: Written) -> bool:
        """Whether one leg can only be meant as a hop: some hop of this kind of man has its shape and goes over
        somebody."""
        a, b = written.cells
        if written.over[0] >= 0:
            return True
        legs = self._map(state, state.board[a], a)
        return not self._moves(man, a, b) and any(leg.land == b and state.board[leg.hurdle] for leg in legs)

    def _step(self, position: Position, state: State, man: Man, written: Written) -> str:
        """Why an ordinary move is none."""
        start, end = written.cells
        origin, target = self._name(start), self._name(end)
        meant = Action(origin, target, target if state.board[end] else None)
        reason = self.movements.why_illegal(position, meant)
        also = self._also(state, man, start, end)
        if reason and also:
            return also
        if reason:
            return f"{reason}{self._no_hop(state, man, start, end)}"
        if written.takes[0] != bool(state.board[end]):
            return f"the move is written {meant}"
        if state.board[end] and self.options.capture == "none":
            return self.cited(
                f"{self._man(state, end)} is in the way: nobody is captured by moving onto him", "capture"
            )
        forbidden = self._forbidden(man, end)
        return forbidden or self._terrain(state, self._crossed(start, end), int(bool(state.board[end])))

    def _crossed(self, start: int, end: int) -> tuple[int, ...]:
        """The cells that a move touches: in a straight line also those between, which a leap does not mind."""
        lattice = self.writer.lattice
        return (start, end, *(lattice.order[cell] for cell in lattice.between(self._name(start), self._name(end))))

    def _no_hop(self, state: State, man: Man, start: int, end: int) -> str:
        """Why it is no hop of that length either: nobody to go over, or no hop in that direction."""
        for leg in self._map(state, state.board[start], start):
            if leg.land == end and not state.board[leg.hurdle]:
                return f", and nobody stands on {self._name(leg.hurdle)} to hop over"
        hurdle = self.writer.hurdle(state, start, start, end)
        hops, around = self.options.hops.get(man.piece, ()), self.writer.lattice.compass.around
        ways = words(dict.fromkeys(f"`{hop.to or around}`" for hop in hops), "or")
        return f", and it hops over {self._name(hurdle)} only in the directions {ways}" if hurdle >= 0 and ways else ""

    def _also(self, state: State, man: Man, start: int, end: int) -> str:
        """The condition of a movement that would reach the cell."""
        rules: Sequence[Also] = self.options.also.get(man.piece, ())
        own = int.from_bytes(state.board.translate(self.engine.own[state.turn]), "little")
        for n, (rule, condition) in enumerate(zip(rules, self.engine.game.also[state.board[start]], strict=True)):
            reached = any(to == end for walks in condition.walks for to, _ in walks[start].quiet)
            if reached and not state.board[end] and not self.engine.holds(condition, state, own, start):
                asked = condition.goals is None or condition.goals[start]
                holes = self._holes(state, condition.goals[start]) if condition.goals is not None else ""
                return self.cited(
                    f"the {man.piece} on {self._name(start)} goes to {self._name(end)} only while "
                    f"{CONDITIONS[rule.when]}{holes}",
                    f"also.{man.piece}.{n}.{'when' if asked else 'without'}",
                    f"also.{man.piece}.{n}",
                )
        return ""

    def _holes(self, state: State, goals: int) -> str:
        own = self.engine.own[state.turn]
        holes = [
            self._name(cell) for cell in range(len(state.board)) if goals >> 8 * cell & 1 and not own[state.board[cell]]
        ]
        return (
            f", and {words(holes[:3])}{' ...' if len(holes) > 3 else ''} {'is' if len(holes) == 1 else 'are'} not"
            if holes
            else ", and it has none"
        )
