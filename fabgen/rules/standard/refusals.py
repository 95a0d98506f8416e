"""A text that is no action → the rule that forbids it, in words, with the ruling behind it where the spec names one. The
text is walked as it is written, leg by leg, and the first rule that it breaks is reported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from fabgen.base import words
from fabgen.rules.engine import Movements
from fabgen.rules.lattice import TextError
from fabgen.rules.notation import Action, Astray, read_spoken
from fabgen.rules.position import Man, Position
from fabgen.rules.standard.compile import GameSource, compile_game
from fabgen.rules.standard.engine import StandardEngine
from fabgen.rules.standard.hop_tables import HopLeg, HopTables, open_far_hops
from fabgen.rules.standard.options import Also, Options
from fabgen.rules.standard.state import ENEMY, FRIEND, MOVED, NEVER, NOBODY, NOWHERE, Move, State
from fabgen.rules.standard.text import ActionText, ActionWriter


@dataclass(frozen=True)
class OtherReadings:
    """`options`: by ruling, those under each of its other readings. Each game is compiled when first asked for."""

    source: GameSource
    options: Mapping[str, tuple[Options, ...]]
    _hops: dict[str, tuple[tuple[HopTables | None, ...], ...]] = field(default_factory=dict)

    def hops(self, ruling: str) -> tuple[tuple[HopTables | None, ...], ...]:
        """For each other reading that makes a game the hops by code."""
        if ruling not in self._hops:
            made = (
                compile_game(replace(self.source, options=options))[0]
                for options in self.options.get(ruling, ())
            )
            self._hops[ruling] = tuple(game.hops for game in made if game)
        return self._hops[ruling]


@dataclass(frozen=True)
class Reasons:
    """Reasons for one game; `cites`: the rulings behind options, by the option's key; `others`: the game under their
    other readings."""

    engine: StandardEngine
    writer: ActionWriter
    movements: Movements
    options: Options
    cites: Mapping[str, str]
    others: OtherReadings

    def cited(self, text: str, *keys: str) -> str:
        """A reason with the ruling behind the first of these options that has one: for itself, for a part of it, or
        for what it is a part of, the most particular of them."""
        found = self.ruling(*keys)
        return f"{text} ({found})" if found else text

    def ruling(self, *keys: str) -> str:
        """The ruling behind the first of some options that has one."""
        for key in keys:
            for part in (key, *(named for named in self.cites if named.startswith(f"{key}.")), *_wholes(key)):
                if part in self.cites:
                    return self.cites[part]
        return ""

    def _name(self, cell: int) -> str:
        return self.writer.lattice.numbered[cell]

    def _man(self, state: State, cell: int) -> str:
        return f"the {self.writer.men[state.board[cell]]} on {self._name(cell)}"

    def _code(self, man: Man) -> int:
        return next(code for code, one in self.writer.men.items() if one == man)

    def _forbidden(self, man: Man, end: int) -> str:
        if end not in self.engine.game.ground.forbidden[self._code(man)]:
            return ""
        for key in (str(man), man.player, man.piece):
            if key in self.options.forbidden:
                named = self.options.forbidden[key]
                zones = [named] if isinstance(named, str) else named
                lies = next((zone for zone in zones if self._name(end) in self.others.source.zones.get(zone, ())), zones[0])
                return self.cited(
                    f"{self._name(end)} is forbidden to the {man}: it lies in {lies}",
                    f"forbidden.{key}",
                    "forbidden_to",
                )
        return ""

    def _terrain(self, state: State, cells: Sequence[int], losses: int, over: int = NOBODY) -> str:
        """The first cell that is closed to an action that takes so many men; `over`: that of a man who is hopped."""
        ground = self.engine.game.ground
        count = len(state.board) - state.board.count(0)
        closed = ground.closed(count, losses)
        for cell in cells:
            if cell in closed and not (cell == over and cell in ground.passable):
                now = ground.count(state.board, cell, losses)
                zone = next(name for name, zone in ground.zones.items() if cell in zone)
                after = " after the capture" if now != count else ""
                why = "" if ground.opens[cell] == NEVER else f": {now} pieces are on the board{after}"
                own = [self.cites.get(f"terrain.{zone}.over", "")] if cell == over else []
                ruling = self.ruling(f"terrain.{zone}.count", f"terrain.{zone}.open")
                ruled = ", ".join(one for one in dict.fromkeys((ruling, *own)) if one)
                return f"{self._name(cell)} is {zone} and closed{why}{f' ({ruled})' if ruled else ''}"
        return ""


def _wholes(key: str) -> list[str]:
    """The options that an option is a part of, the nearest first: `a.b` and `a` for `a.b.c`."""
    parts = key.split(".")
    return [".".join(parts[:n]) for n in range(len(parts) - 1, 0, -1)]
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

    def _map(self, state: State, code: int, here: int) -> list[HopLeg]:
        """All hops of a kind of man from a cell, whatever the terrain; far ones as men stand."""
        return _legs(self.engine.game.hops[code], state.board, here)

    def _keys(self, man: Man, word: str) -> list[str]:
        """The keys of one part of all hops of a piece."""
        return [f"hops.{man.piece}.{n}.{word}" for n in range(len(self.options.hops.get(man.piece, ())))]

    def _taken(self, state: State, written: ActionText) -> list[tuple[int, ...]]:
        """What the legs before each leg take, as they are written."""
        found: list[tuple[int, ...]] = []
        taken: tuple[int, ...] = ()
        for n, takes in enumerate(written.takes):
            found.append(taken)
            taken = (*taken, self._hurdle(state, written, n)) if takes else taken
        return found

    def _hurdle(self, state: State, written: ActionText, n: int) -> int:
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

    def _chain(self, state: State, man: Man, written: ActionText) -> str:
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

    def _end(self, state: State, man: Man, written: ActionText) -> str:
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
        leg: HopLeg,
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

    def _leg(self, state: State, code: int, written: ActionText, n: int, taken: tuple[int, ...]) -> HopLeg | str:
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

    def _nobody(self, state: State, shaped: Sequence[HopLeg], name: str) -> str:
        """Nobody to hop over, or several of whom the text names none."""
        there = [leg for leg in shaped if state.board[leg.hurdle]]
        if not there:
            return f"nobody stands on {words([self._name(leg.hurdle) for leg in shaped], 'or')} to hop over"
        over = words([self._name(leg.hurdle) for leg in there], "or")
        return f"from {name} it goes over {over}: write which, as in `x({self._name(there[0].hurdle)})`"

    def _over(
        self,
        state: State,
        shaped: Sequence[HopLeg],
        cells: tuple[int, int, int],
        written: ActionText,
        n: int,
        taken: tuple[int, ...],
    ) -> HopLeg | str:
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


def _legs(hops: HopTables | None, board: bytes, here: int) -> list[HopLeg]:
    """All hops of a kind from a cell, whatever the terrain; far ones as men stand."""
    return [*hops.anywhere.legs(here), *open_far_hops(hops.anywhere.rays(here), board, NOWHERE)] if hops else []
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
        half = self.engine.history.half_turn(state)
        whole = self.engine.history.replace(state, 0, self.engine.history.hop_arrivals(state))
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
        allowed = self.options.passing == "always" or self.engine.barred(state) or self.engine.history.half_turn(state)
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

    def _walked(self, position: Position, state: State, player: str, written: ActionText, text: str) -> str:
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

    def _becomes(self, written: ActionText, man: Man) -> str:
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

    def _is_hop(self, state: State, man: Man, written: ActionText) -> bool:
        """Whether one leg can only be meant as a hop: some hop of this kind of man has its shape and goes over
        somebody."""
        a, b = written.cells
        if written.over[0] >= 0:
            return True
        legs = self._map(state, state.board[a], a)
        return not self._moves(man, a, b) and any(leg.land == b and state.board[leg.hurdle] for leg in legs)

    def _step(self, position: Position, state: State, man: Man, written: ActionText) -> str:
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
