"""A chain of hops as it is written → the first rule that it breaks, leg by leg."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fabgen.base import words
from fabgen.rules.notation import Action
from fabgen.rules.position import Man, Position
from fabgen.rules.standard.hops import Hops, Leg, far_legs
from fabgen.rules.standard.reasons import Reasons
from fabgen.rules.standard.state import ENEMY, FRIEND, NOWHERE, Move, State
from fabgen.rules.standard.writing import Written

AXES = -1  # the key of the axes used, among budgets
WHOM = {FRIEND: "own pieces", ENEMY: "enemies", FRIEND | ENEMY: "pieces"}


class HopReasons(Reasons):
    """Reasons for hops."""

    def meant(self, state: State, moves: Sequence[Move], text: str) -> Move | None:
        """The one action that a text stands for though it is written otherwise."""
        written = self.writer.parts(text)
        if written is None:
            return None
        same = [
            move
            for move in moves
            if move.origin == written.cells[0]
            and move.target == written.cells[-1]
            and (self.writer.men[move.becomes].piece if move.becomes else "") == written.becomes
        ]
        if len(written.cells) == 2 and written.over[0] < 0:
            return self._by_ends(same, written.takes[0])
        man = self.writer.men.get(state.board[written.cells[0]])
        if man is None or not same or self._chain(state, man, written):
            return None
        taken = tuple(sorted(self._hurdle(state, written, n) for n, takes in enumerate(written.takes) if takes))
        return next((move for move in same if move.taken == taken and move.path), None)

    def _by_ends(self, same: Sequence[Move], takes: bool) -> Move | None:
        """What two ends stand for, of the actions that have them: the only single hop where a hop may land beside whom
        it goes over (elsewhere it is written so), else the only chain."""
        bent = any(hops and hops.bent for hops in self.engine.game.hops)
        single = [move for move in same if bent and len(move.path) == 2]
        chains = same if len(same) == 1 and len(same[0].path) > 2 else []
        meant = [move for move in single or chains if bool(move.taken) == takes]
        return meant[0] if len(meant) == 1 else None

    def _map(self, state: State, code: int, here: int) -> list[Leg]:
        """All hops of a kind of man from a cell, whatever the terrain; far ones as men stand."""
        return _legs(self.engine.game.hops[code], state.board, here)

    def _keys(self, man: Man, word: str) -> list[str]:
        """The keys of one part of all hops of a piece."""
        return [f"hops.{man.piece}.{n}.{word}" for n in range(len(self.options.hops.get(man.piece, ())))]

    def _taken(self, state: State, written: Written) -> list[tuple[int, ...]]:
        """What the legs before each leg take, as they are written."""
        found: list[tuple[int, ...]] = []
        taken: tuple[int, ...] = ()
        for n, takes in enumerate(written.takes):
            found.append(taken)
            taken = (*taken, self._hurdle(state, written, n)) if takes else taken
        return found

    def _hurdle(self, state: State, written: Written, n: int) -> int:
        """The cell of the man that a leg goes over; -1 where there is none, or where it may be one of several."""
        start, a, b = written.cells[0], written.cells[n], written.cells[n + 1]
        code = state.board[start]
        hops = self.engine.game.hops[code]
        if written.over[n] >= 0 or hops is None or not hops.bent:
            return written.over[n] if written.over[n] >= 0 else self.writer.hurdle(state, start, a, b)
        side = self.engine.sides[state.turn]
        lifted = state._replace(board=state.board[:start] + b"\0" + state.board[start + 1 :])
        legs = [leg for leg in self._map(lifted, code, a) if leg.land == b and leg.hurdle != start]
        legs = [leg for leg in legs if side[state.board[leg.hurdle]] & leg.whom]
        able = {leg.hurdle for leg in legs if leg.takes == written.takes[n]} or {leg.hurdle for leg in legs}
        return min(able) if len(able) == 1 or (able and not written.takes[n]) else -1

    def _chain(self, state: State, man: Man, written: Written) -> str:
        """The first rule that a chain of hops breaks."""
        over: list[int] = []
        used: dict[int, int] = {}
        heading = -1
        rule = self.engine.game.chain
        for n, taken in enumerate(self._taken(state, written)):
            leg = self._leg(state, state.board[written.cells[0]], written, n, taken)
            if isinstance(leg, str):
                return leg
            if reason := self._budgets(state, leg, over, used, taken, heading, man):
                return reason
            over.append(leg.hurdle)
            used[leg.budget] = used.get(leg.budget, 0) + 1
            used[AXES] = used.get(AXES, 0) | leg.axis
            heading = leg.heading
        if len(over) > rule.most:
            return self.cited(
                f"one turn has {'one hop' if rule.most == 1 else f'{rule.most} hops at most'}", "chain.hops"
            )
        return self._end(state, man, written)

    def _end(self, state: State, man: Man, written: Written) -> str:
        """What is wrong with where a chain ends or stops."""
        start, end = written.cells[0], written.cells[-1]
        rule, forward = self.engine.game.chain, self.engine.game.forward[state.turn]
        promotes = self.engine.game.promotes[state.board[start]]
        crossed = [cell for cell in written.cells[1:-1] if promotes and promotes.stops and cell in promotes.cells]
        if crossed:
            return self.cited(
                f"the chain ends on {self._name(crossed[0])}, where the {man.piece} is promoted",
                f"promotion.{man.piece}.in_chain",
            )
        if rule.further and forward[end] <= forward[start]:
            return self.cited(
                f"a chain must end further forward than {self._name(start)}, "
                f"and {self._name(end)} does not lie further",
                "chain.final",
            )
        longer = [move for move in self.engine.actions(state) if move.path[: len(written.cells)] == written.cells]
        if rule.must and longer:
            return self.cited(f"the chain must go on while it can: {self.writer.text(state, longer[0])}", "chain.again")
        return ""

    def _budgets(
        self,
        state: State,
        leg: Leg,
        over: Sequence[int],
        used: Mapping[int, int],
        taken: Sequence[int],
        heading: int,
        man: Man,
    ) -> str:
        rule = self.engine.game.chain
        where = self._name(leg.hurdle)
        if leg.hurdle in taken:
            return f"the piece on {where} is taken already"
        if rule.once & self.engine.sides[state.turn][state.board[leg.hurdle]] and leg.hurdle in over:
            return self.cited(f"the piece on {where} is hopped twice", "chain.same_piece")
        limit = leg.limit // leg.unit if leg.unit else 0
        if limit and used.get(leg.budget, 0) >= limit:
            times = "one hop" if limit == 1 else f"{limit} hops"
            return self.cited(
                f"one turn has {times} over {WHOM[leg.whom]}, and {where} is one more",
                f"hops.{man.piece}.{leg.kind}.per_turn",
            )
        if used.get(AXES, 0) & leg.cross:
            return self.cited(
                f"the hops over {WHOM[leg.whom]} of one turn go along one axis, and that over {where} does not",
                f"hops.{man.piece}.{leg.kind}.along",
            )
        if rule.straight and heading not in (-1, leg.heading):
            return self.cited("a chain does not turn", "chain.turning")
        return ""

    def _leg(self, state: State, code: int, written: Written, n: int, taken: tuple[int, ...]) -> Leg | str:
        """One leg of a chain as a hop, or why it is none."""
        a, b = written.cells[n], written.cells[n + 1]
        start = written.cells[0]
        board = bytearray(state.board)
        board[start] = 0
        lifted = state._replace(board=bytes(board))
        hurdle = self._hurdle(state, written, n)
        name, man = f"{self._name(a)} to {self._name(b)}", self.writer.men[code]
        shaped = [leg for leg in self._map(lifted, code, a) if leg.land == b and hurdle in (-1, leg.hurdle)]
        if not shaped and self._moves(man, a, b):
            then = ": write the two one after the other" if self.engine.game.halves else ", and a turn has one of them"
            return self.cited(f"{self._name(a)}-{self._name(b)} is a move, hops are another action{then}", "in_turn")
        if not shaped:
            ruling = self._shape_ruling(lifted, man, a, b, hurdle)
            return f"the {man.piece} does not hop from {name}{f' ({ruling})' if ruling else ''}"
        if b == start and self.engine.game.chain.walled:
            return self.cited(f"the chain started on {self._name(b)}, which counts as taken", "chain.start")
        if hurdle < 0 or not board[hurdle]:
            return self._nobody(lifted, shaped, name)
        if board[b]:
            return f"{self._man(state, b)} is in the way"
        return self._over(state, shaped, (a, hurdle, b), written, n, taken)

    def _shape_ruling(self, state: State, man: Man, a: int, b: int, hurdle: int) -> str:
        """The ruling under another reading of which a kind of man would hop from one cell to another."""
        whole, code = f"hops.{man.piece}", self._code(man)
        keys = (*self._keys(man, "to"), *self._keys(man, "lands"))
        unknown = [ruling for key in keys if (ruling := self.ruling(key)) not in self.others.options]
        for key, ruling in self.cites.items():
            if key in ("hops", whole) or key.startswith(f"{whole}."):
                legs = (leg for game in self.others.hops(ruling) for leg in _legs(game[code], state.board, a))
                if any(leg.land == b and hurdle in (-1, leg.hurdle) for leg in legs):
                    return ruling
        return next(filter(None, unknown), "")

    def _moves(self, man: Man, a: int, b: int) -> bool:
        """Whether a man would go from one cell to another by an ordinary move on an empty board."""
        alone = Position(self.movements.setting, {self._name(a): man})
        return self.movements.why_illegal(alone, Action(self._name(a), self._name(b))) == ""

    def _nobody(self, state: State, shaped: Sequence[Leg], name: str) -> str:
        """Nobody to hop over, or several of whom the text names none."""
        there = [leg for leg in shaped if state.board[leg.hurdle]]
        if not there:
            return f"nobody stands on {words([self._name(leg.hurdle) for leg in shaped], 'or')} to hop over"
        over = words([self._name(leg.hurdle) for leg in there], "or")
        return f"from {name} it goes over {over}: write which, as in `x({self._name(there[0].hurdle)})`"

    def _over(
        self,
        state: State,
        shaped: Sequence[Leg],
        cells: tuple[int, int, int],
        written: Written,
        n: int,
        taken: tuple[int, ...],
    ) -> Leg | str:
        """A leg that has its shape and a free end: whom it may go over, whether it takes, the ground."""
        side = self.engine.sides[state.turn]
        man = self.writer.men[state.board[written.cells[0]]]
        able = [leg for leg in shaped if side[state.board[cells[1]]] & leg.whom]
        if not able:
            whom = words(dict.fromkeys(WHOM[leg.whom] for leg in shaped), "or")
            return self.cited(
                f"{self._man(state, cells[1])} cannot be hopped that way: the {man.piece} hops "
                f"from {self._name(cells[0])} to {self._name(cells[2])} only over {whom}",
                *(f"hops.{man.piece}.{leg.kind}.over" for leg in shaped),
            )
        fitting = [leg for leg in able if leg.takes == written.takes[n]]
        if not fitting:
            return f"the hop is written {self._name(cells[0])}{'x' if able[0].takes else '-'}{self._name(cells[2])}"
        if self.options.forbidden_to == "moves and hops" and (reason := self._forbidden(man, cells[2])):
            return reason
        return self._terrain(state, cells, len(taken) + fitting[0].takes, cells[1]) or fitting[0]


def _legs(hops: Hops | None, board: bytes, here: int) -> list[Leg]:
    """All hops of a kind from a cell, whatever the terrain; far ones as men stand."""
    return [*hops.anywhere.legs(here), *far_legs(hops.anywhere.rays(here), board, NOWHERE)] if hops else []
