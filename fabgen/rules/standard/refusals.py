"""A text that is no action → the rule that forbids it, in words, with the ruling behind it where the spec names one.

The text is walked as it is written, leg by leg, and the first rule that it breaks is told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from fabgen.base import words
from fabgen.rules.engine import Movements
from fabgen.rules.notation import Action
from fabgen.rules.position import Man, Position
from fabgen.rules.standard.engine import Engine
from fabgen.rules.standard.hops import Leg, far_legs
from fabgen.rules.standard.options import Also, Options
from fabgen.rules.standard.state import ENEMY, FRIEND, NOBODY, Move, State
from fabgen.rules.standard.writing import Writer, Written

WHOM = {FRIEND: "own pieces", ENEMY: "enemies", FRIEND | ENEMY: "pieces"}


@dataclass(frozen=True)
class Refusals:
    """Reasons for one game; `cites`: the rulings behind options, by the option's key."""

    engine: Engine
    writer: Writer
    movements: Movements
    options: Options
    cites: Mapping[str, str]

    def meant(self, state: State, moves: Sequence[Move], text: str) -> Move | None:
        """The one action that a text stands for though it is written otherwise."""
        written = self.writer.parts(text)
        if written is None:
            return None
        same = [move for move in moves if move.origin == written.cells[0] and move.target == written.cells[-1]
                and (self.writer.men[move.becomes].piece if move.becomes else "") == written.becomes]
        if len(written.cells) == 2:
            return same[0] if len(same) == 1 and bool(same[0].taken) == written.takes[0] and len(same[0].path) > 2 else None
        man = state.board[written.cells[0]]
        legs = [self._leg(state, man, written, n, taken) for n, taken in enumerate(self._taken(state, written))]
        if not legs or any(isinstance(leg, str) for leg in legs):
            return None
        taken = tuple(sorted(leg.hurdle for leg in legs if isinstance(leg, Leg) and leg.takes))
        return next((move for move in same if move.taken == taken and move.path), None)

    def why(self, position: Position, state: State, player: str, text: str, actors: Sequence[str]) -> str:
        """The reason; the text must be no action of the position."""
        if player not in actors:
            return f"it is {words(actors)}'s turn" if actors else "the game is over"
        if state.homeless:
            return self._re_place(state, text)
        if "@" in text:
            return self._drop(state, text)
        if text.strip() == "pass":
            return self._pass(state)
        written = self.writer.parts(text)
        if written is None:
            return f"`{text}` is no action here: cells are {self.writer.lattice}, as in {self._sample(state)}"
        return self._walked(position, state, player, written, text)

    def _sample(self, state: State) -> str:
        moves = self.engine.actions(state)
        return f"`{self.writer.text(state, moves[0])}`" if moves else "`a1-a2`"

    def _cited(self, text: str, *keys: str) -> str:
        """A reason with the ruling of the first option that has one."""
        for key in keys:
            parts = key.split(".")
            for n in range(len(parts), 0, -1):
                if ruling := self.cites.get(".".join(parts[:n])):
                    return f"{text} ({ruling})"
        return text

    def _name(self, cell: int) -> str:
        return self.writer.lattice.cells[cell]

    def _man(self, state: State, cell: int) -> str:
        return f"the {self.writer.men[state.board[cell]]} on {self._name(cell)}"

    # what is not a move on the board

    def _re_place(self, state: State, text: str) -> str:
        man = self.writer.men[state.homeless[0]]
        homes = [self._name(move.target) for move in self.engine.actions(state)]
        return self._cited(f"{man.player} has to re-place the {man.piece} first, on {words(homes, 'or')}", "homes", "captured", f"hops.{man.piece}")

    def _drop(self, state: State, text: str) -> str:
        piece, _, cell = (part.strip() for part in text.partition("@"))
        lattice, player = self.writer.lattice, self.engine.actor(state)
        code = next((code for code, man in self.writer.men.items() if man.piece == piece and self.engine.owner[code] == player), 0)
        if not code or cell not in lattice:
            return f"`{text}` is no drop: {f'{cell} is not on the board' if code else f'no piece is called `{piece}`'}"
        if not state.hands or not state.hands[code]:
            return f"no {piece} is in the hand"
        at = lattice.order[cell]
        if state.board[at]:
            return f"{self._man(state, at)} is in the way"
        if at not in self.engine.game.drops[code]:
            return self._cited(f"a {piece} is not dropped on {cell}", f"drops.{piece}", "drops")
        return self._terrain(state, (at,), 0) or self._duty(state)

    def _pass(self, state: State) -> str:
        reasons = {"never": "nobody may pass", "stuck": "a player may pass only who can do nothing else"}
        return self._cited(reasons.get(self.options.passing, "a capture is compulsory"), "passing")

    def _duty(self, state: State) -> str:
        moves = self.engine.actions(state)
        if not moves:
            return "nothing can be done"
        listed = words([self.writer.text(state, move) for move in moves[:4]], "or") + (" ..." if len(moves) > 4 else "")
        if moves[0].origin < 0 and moves[0].becomes and self.options.drops_first:
            return self._cited("pieces in hand are placed before anything moves", "drops_first")
        if moves[0].taken and self.options.compulsory:
            most = " and takes as many as can be" if self.options.compulsory == "most" else ""
            return self._cited(f"a capture is compulsory{most}: {listed}", "compulsory")
        return f"it is not among the actions: {listed}"

    # moves, hops and chains

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
            return self._cited(f"the {man.piece} is promoted there: write `={names[-1]}`", f"promotion.{man.piece}")
        where = f"to {words(names, 'or')}" if any(names) else f"only in {words(rule.zone.values(), 'or')}"
        return self._cited(f"the {man.piece} is promoted {where}", f"promotion.{man.piece}")

    def _code(self, man: Man) -> int:
        return next(code for code, one in self.writer.men.items() if one == man)

    def _is_hop(self, state: State, man: Man, written: Written) -> bool:
        """Whether one leg can only be meant as a hop: some hop of this kind of man has its shape and goes over somebody."""
        a, b = written.cells
        own = self.movements.why_illegal(Position(self.movements.setting, {self._name(a): man}), Action(self._name(a), self._name(b))) == ""
        return not own and any(leg.land == b and state.board[leg.hurdle] for leg in self._map(state, state.board[a], a))

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
            return self._cited(f"{self._man(state, end)} is in the way: nobody is captured by moving onto him", "capture")
        forbidden = self._forbidden(man, end)
        return forbidden or self._terrain(state, self._crossed(start, end), int(bool(state.board[end])))

    def _crossed(self, start: int, end: int) -> tuple[int, ...]:
        """The cells that a move touches: in a straight line also those between, which a leap does not mind."""
        return (start, end, *(cell for cell in range(len(self.engine.game.parity)) if self._between(start, end, cell)))

    def _between(self, start: int, end: int, cell: int) -> bool:
        (x, y), (to_x, to_y), (at_x, at_y) = (self.writer.lattice.place(self._name(n)) for n in (start, end, cell))
        straight = to_x == x or to_y == y or abs(to_x - x) == abs(to_y - y)
        far = max(abs(to_x - x), abs(to_y - y))
        return straight and any((x + (to_x - x) // far * n, y + (to_y - y) // far * n) == (at_x, at_y) for n in range(1, far))

    def _no_hop(self, state: State, man: Man, start: int, end: int) -> str:
        """What would have to stand between for a hop of that length."""
        for leg in self._map(state, state.board[start], start):
            if leg.land == end and not state.board[leg.hurdle]:
                return f", and nobody stands on {self._name(leg.hurdle)} to hop over"
        return ""

    def _also(self, state: State, man: Man, start: int, end: int) -> str:
        """The condition of a movement that would reach the cell."""
        rules: Sequence[Also] = self.options.also.get(man.piece, ())
        own = int.from_bytes(state.board.translate(self.engine.own[state.turn]), "little")
        for rule, condition in zip(rules, self.engine.game.also[state.board[start]], strict=True):
            reached = any(to == end for walks in condition.walks for to, _ in walks[start].quiet)
            if reached and not state.board[end] and not self.engine.holds(condition, state, own, start):
                holes = self._holes(state, condition.goals[start]) if condition.goals is not None else ""
                return self._cited(f"the {man.piece} on {self._name(start)} goes to {self._name(end)} only while "
                                   f"{CONDITIONS[rule.when]}{holes}", f"also.{man.piece}")
        return ""

    def _holes(self, state: State, goals: int) -> str:
        own = self.engine.own[state.turn]
        holes = [self._name(cell) for cell in range(len(state.board)) if goals >> 8 * cell & 1 and not own[state.board[cell]]]
        return f", and {words(holes[:3])}{' ...' if len(holes) > 3 else ''} {'is' if len(holes) == 1 else 'are'} not" if holes else ", and it has none"

    def _forbidden(self, man: Man, end: int) -> str:
        if end not in self.engine.game.forbidden[self._code(man)]:
            return ""
        for key in (str(man), man.player, man.piece):
            if key in self.options.forbidden:
                return self._cited(f"{self._name(end)} is forbidden to the {man}: it lies in {self.options.forbidden[key]}",
                                   f"forbidden.{key}", "forbidden_to")
        return ""

    def _terrain(self, state: State, cells: Sequence[int], losses: int) -> str:
        """The first cell that is closed to an action that takes so many men."""
        game = self.engine.game
        count = len(state.board) - state.board.count(0)
        for cell in cells if game.parity else ():
            now = count - (losses if cell in game.parity_after else 0)
            if game.parity[cell] not in (NOBODY, now % 2):
                zone = next(name for name, zone in game.terrain.items() if cell in zone)
                after = " after the capture" if now != count else ""
                return self._cited(f"{self._name(cell)} is {zone} and closed: {now} pieces are on the board{after}", f"terrain.{zone}.count", f"terrain.{zone}")
        return ""

    def _map(self, state: State, code: int, here: int) -> list[Leg]:
        """All hops of a kind of man from a cell, whatever the terrain; far ones as men stand."""
        hops = self.engine.game.hops[code]
        if hops is None:
            return []
        return [*hops.anywhere.legs(here), *far_legs(tuple(hops.anywhere.rays(here)), state.board, frozenset())]

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
            return self._cited(f"one turn has {'one hop' if rule.most == 1 else f'{rule.most} hops at most'}", "chain.hops", "chain")
        return self._end(state, man, written)

    def _end(self, state: State, man: Man, written: Written) -> str:
        """What is wrong with where a chain ends or stops."""
        start, end = written.cells[0], written.cells[-1]
        rule, forward = self.engine.game.chain, self.engine.game.forward[state.turn]
        promotes = self.engine.game.promotes[state.board[start]]
        crossed = [cell for cell in written.cells[1:-1] if promotes and promotes.stops and cell in promotes.cells]
        if crossed:
            return self._cited(f"the chain ends on {self._name(crossed[0])}, where the {man.piece} is promoted", f"promotion.{man.piece}.in_chain")
        if rule.further and forward[end] <= forward[start]:
            return self._cited(f"a chain must end further forward than {self._name(start)}, and {self._name(end)} does not lie further", "chain.final")
        longer = [move for move in self.engine.actions(state) if move.path[:len(written.cells)] == written.cells]
        if rule.must and longer:
            return self._cited(f"the chain must go on while it can: {self.writer.text(state, longer[0])}", "chain.again")
        return ""

    def _budgets(self, leg: Leg, over: Sequence[int], used: Mapping[int, int], taken: Sequence[int], heading: int, man: Man) -> str:
        rule = self.engine.game.chain
        where = self._name(leg.hurdle)
        if leg.hurdle in taken:
            return f"the piece on {where} is taken already"
        if rule.once and leg.hurdle in over:
            return self._cited(f"the piece on {where} is hopped twice", "chain.same_piece")
        limit = leg.limit // leg.unit if leg.unit else 0
        if limit and used.get(leg.budget, 0) >= limit:
            times = "one hop" if limit == 1 else f"{limit} hops"
            return self._cited(f"one turn has {times} over {WHOM[leg.whom]}, and {where} is one more", f"hops.{man.piece}")
        if rule.straight and heading not in (-1, leg.heading):
            return self._cited("a chain does not turn", "chain.turning")
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
            return self._cited(f"the {man.piece} does not hop from {name}", f"hops.{man.piece}")
        if hurdle < 0:
            return f"nobody stands on {self._name(shaped[0].hurdle)} to hop over"
        if board[b]:
            return f"{self._man(state, b)} is in the way"
        return self._over(state, shaped, (a, hurdle, b), written, n, taken)

    def _over(self, state: State, shaped: Sequence[Leg], cells: tuple[int, int, int], written: Written, n: int, taken: tuple[int, ...]) -> Leg | str:
        """A leg that has its shape and a free end: whom it may go over, whether it takes, the ground."""
        side = self.engine.sides[state.turn]
        man = self.writer.men[state.board[written.cells[0]]]
        able = [leg for leg in shaped if side[state.board[cells[1]]] & leg.whom]
        if not able:
            whom = words(dict.fromkeys(WHOM[leg.whom] for leg in shaped), "or")
            return self._cited(f"{self._man(state, cells[1])} cannot be hopped that way: the {man.piece} hops from {self._name(cells[0])} "
                               f"to {self._name(cells[2])} only over {whom}", f"hops.{man.piece}")
        fitting = [leg for leg in able if leg.takes == written.takes[n]]
        if not fitting:
            return f"the hop is written {self._name(cells[0])}{'x' if able[0].takes else '-'}{self._name(cells[2])}"
        if self.options.forbidden_to == "moves and hops" and (reason := self._forbidden(man, cells[2])):
            return reason
        return self._terrain(state, cells, len(taken) + fitting[0].takes) or fitting[0]


CONDITIONS = {
    "goals ahead filled": "a friend stands on every goal cell that it could still reach",
    "goals in reach filled": "no vacant goal cell is in its reach",
    "all goals filled": "a friend stands on every other goal cell",
}
