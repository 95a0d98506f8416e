"""A chain of hops as it is written → the first rule that it breaks, leg by leg."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from fabgen.base import words
from fabgen.rules.position import Man
from fabgen.rules.standard.hops import Leg, far_legs
from fabgen.rules.standard.reasons import Reasons
from fabgen.rules.standard.state import ENEMY, FRIEND, Move, State
from fabgen.rules.standard.writing import Written

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
        if len(written.cells) == 2:
            return (
                same[0]
                if len(same) == 1 and bool(same[0].taken) == written.takes[0] and len(same[0].path) > 2
                else None
            )
        man = self.writer.men.get(state.board[written.cells[0]])
        if man is None or not same or self._chain(state, man, written):
            return None
        pairs = zip(pairwise(written.cells), written.takes, strict=True)
        taken = tuple(sorted(self.writer.hurdle(state, written.cells[0], a, b) for (a, b), takes in pairs if takes))
        return next((move for move in same if move.taken == taken and move.path), None)

    def _map(self, state: State, code: int, here: int) -> list[Leg]:
        """All hops of a kind of man from a cell, whatever the terrain; far ones as men stand."""
        hops = self.engine.game.hops[code]
        if hops is None:
            return []
        return [*hops.anywhere.legs(here), *far_legs(tuple(hops.anywhere.rays(here)), state.board, frozenset())]

    def _keys(self, man: Man, word: str) -> list[str]:
        """The keys of one part of all hops of a piece."""
        return [f"hops.{man.piece}.{n}.{word}" for n in range(len(self.options.hops.get(man.piece, ())))]

    def _taken(self, state: State, written: Written) -> list[tuple[int, ...]]:
        """What the legs before each leg take, as they are written."""
        found: list[tuple[int, ...]] = []
        taken: tuple[int, ...] = ()
        for (a, b), takes in zip(pairwise(written.cells), written.takes, strict=True):
            found.append(taken)
            taken = (*taken, self.writer.hurdle(state, written.cells[0], a, b)) if takes else taken
        return found

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
            if reason := self._budgets(leg, over, used, taken, heading, man):
                return reason
            over.append(leg.hurdle)
            used[leg.budget] = used.get(leg.budget, 0) + 1
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
        self, leg: Leg, over: Sequence[int], used: Mapping[int, int], taken: Sequence[int], heading: int, man: Man
    ) -> str:
        rule = self.engine.game.chain
        where = self._name(leg.hurdle)
        if leg.hurdle in taken:
            return f"the piece on {where} is taken already"
        if rule.once and leg.hurdle in over:
            return self.cited(f"the piece on {where} is hopped twice", "chain.same_piece")
        limit = leg.limit // leg.unit if leg.unit else 0
        if limit and used.get(leg.budget, 0) >= limit:
            times = "one hop" if limit == 1 else f"{limit} hops"
            return self.cited(
                f"one turn has {times} over {WHOM[leg.whom]}, and {where} is one more",
                f"hops.{man.piece}.{leg.kind}.per_turn",
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
        hurdle = self.writer.hurdle(lifted, -1, a, b)
        name, man = f"{self._name(a)} to {self._name(b)}", self.writer.men[code]
        shaped = [leg for leg in self._map(lifted, code, a) if leg.land == b and hurdle in (-1, leg.hurdle)]
        if not shaped:
            return self.cited(f"the {man.piece} does not hop from {name}", *self._keys(man, "to"))
        if hurdle < 0:
            return f"nobody stands on {self._name(shaped[0].hurdle)} to hop over"
        if board[b]:
            return f"{self._man(state, b)} is in the way"
        return self._over(state, shaped, (a, hurdle, b), written, n, taken)

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
        return self._terrain(state, cells, len(taken) + fitting[0].takes) or fitting[0]
