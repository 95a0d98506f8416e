"""The standard rule set as one of the `Rules`: numbers inside, the notation and positions of specs outside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

from fabgen.base import words
from fabgen.rules.engine import Movements
from fabgen.rules.game import Given, OptionErrors, Outcome, RuleSet
from fabgen.rules.lattice import Cell
from fabgen.rules.position import Man, Position, Setting
from fabgen.rules.standard.compile import compile_game
from fabgen.rules.standard.engine import Engine
from fabgen.rules.standard.options import Options
from fabgen.rules.standard.state import DRAWN, NOBODY, PASS, Move, State
from fabgen.rules.standard.tables import codes

HANDS = "hand"


class Standard:
    """A game of the standard rule set; see `rules.game.Rules` for the protocol."""

    def __init__(self, movements: Movements, zones: Mapping[str, tuple[Cell, ...]], options: Options, start: Position) -> None:
        self.setting: Setting = start.setting
        self.movements, self.options, self.first = movements, options, start
        homes: dict[Man, tuple[Cell, ...]] = {}
        for cell, man in start.everybody():
            homes[man] = (*homes.get(man, ()), cell)
        compiled, mistakes = compile_game(self.setting, movements.movements, zones, options, homes)
        if mistakes:
            raise OptionErrors(mistakes)
        self.engine = Engine(compiled)
        self._codes = codes(self.setting)
        self._men = {code: man for man, code in self._codes.items()}
        self._players = tuple(self.setting.players)

    def start(self) -> State:
        """The set-up position; the first player moves unless the spec says otherwise."""
        return self.read(self.first)

    def actors(self, position: State) -> tuple[str, ...]:
        """One player, or nobody when the game is over."""
        return () if self.engine.result(position) is not None else (self._players[self.engine.actor(position)],)

    def actions(self, position: State, player: str) -> list[Move]:
        """The actions of the player who has to act; none for the others."""
        return self.engine.actions(position) if self._players[self.engine.actor(position)] == player else []

    def apply(self, position: State, actions: Mapping[str, Move]) -> State:
        """The position after the actor's action; ValueError for any other."""
        (player, move), = actions.items()
        if move not in self.actions(position, player):
            raise ValueError(f"{self.text(position, move)} is not an action of {player} now")
        return self.engine.apply(position, move)

    def outcome(self, position: State) -> Outcome | None:
        """Who has won, and by what."""
        result = self.engine.result(position)
        if result is None:
            return None
        stuck = position.winner == NOBODY
        if result == DRAWN:
            return Outcome((), f"{self._players[position.turn]} cannot move")
        why = f"{self._players[position.turn]} cannot move" if stuck else "the goal is reached"
        return Outcome((self._players[result],), why)

    def text(self, position: State, action: Move) -> str:
        """`c3-c4`, `c3xc4`, `b2-d4-f6`, `c3xe5xg7`, `a7-a8=queen`, `pawn@a1`, `pass`."""
        cells = self.setting.lattice.cells
        if action == PASS:
            return "pass"
        if action.origin < 0:
            return f"{self._men[action.becomes].piece}@{cells[action.target]}"
        becomes = f"={self._men[action.becomes].piece}" if action.becomes else ""
        if not action.path:
            return f"{cells[action.origin]}{'x' if action.taken else '-'}{cells[action.target]}{becomes}"
        legs = "".join(f"{'x' if self._between(a, b) in action.taken else '-'}{cells[b]}" for a, b in pairwise(action.path))
        return f"{cells[action.origin]}{legs}{becomes}"

    def _between(self, a: int, b: int) -> int:
        """The cell that a hop goes over."""
        files = self.setting.lattice.files
        return (a // files + b // files) // 2 * files + (a % files + b % files) // 2

    def show(self, position: State) -> Position:
        """The position as people write it."""
        lattice = self.setting.lattice
        men = {lattice.cells[cell]: self._men[code] for cell, code in enumerate(position.board) if code}
        held: dict[tuple[str, str], dict[str, int]] = {}
        for code, number in enumerate(position.hands):
            if number:
                man = self._men[code]
                held.setdefault((man.player, HANDS), {})[man.piece] = number
        homeless = {"homeless": ", ".join(str(self._men[code]) for code in position.homeless)} if position.homeless else {}
        return Position(self.setting, men, self._players[position.turn], frozenset(lattice.cells[c] for c in position.fresh), held, notes=homeless)

    def read(self, position: Position) -> State:
        """The inverse of `show`; a turn that is not given is the first player's. Goals that are met already count."""
        order = self.setting.lattice.order
        board = bytearray(len(order))
        for cell, man in position.men.items():
            board[order[cell]] = self._codes[man]
        hands = [0] * (1 + len(self._codes))
        for (player, _), counts in position.held.items():
            for piece, number in counts.items():
                hands[self._codes[Man(player, piece)]] = number
        turn = self._players.index(position.turn) if position.turn else 0
        names = {str(man): code for man, code in self._codes.items()}
        homeless = tuple(names[name.strip()] for name in position.notes.get("homeless", "").split(",") if name.strip())
        state = State(bytes(board), turn, tuple(hands) if self.setting.held else (), frozenset(order[c] for c in position.unmoved), homeless)
        return self.engine.judged(state)

    def why_not(self, position: State, player: str, text: str) -> str:
        """Why a text is no action of a player now; empty where it is one."""
        legal = [self.text(position, move) for move in self.actions(position, player)]
        if text in legal:
            return ""
        actors = self.actors(position)
        if player not in actors:
            return f"it is {words(actors)}'s turn" if actors else "the game is over"
        return f"it is not among the actions: {words(legal)}"


def _setting(base: Setting, options: Options, tokens: tuple[str, ...]) -> Setting:
    """Hands where men can be in one, and a note of who has to be re-placed."""
    takes = {hop.takes for hops in options.hops.values() for hop in hops} | {options.captured}
    hands = (HANDS,) if options.drops or takes & {"hand", "captor"} else ()
    return replace(base, held=hands, notes=("homeless",) if "home" in takes else ())


def _make(given: Given) -> Standard:
    return Standard(given.movements, given.zones, given.options, given.start)


STANDARD = RuleSet("standard", Options, _setting, _make)
