"""The standard rule set as one of the `Rules`: numbers inside, the notation and positions of specs outside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from fabgen.rules.engine import Movements
from fabgen.rules.game import Given, OptionErrors, Outcome, RuleSet
from fabgen.rules.lattice import Cell
from fabgen.rules.position import Man, Position, Setting
from fabgen.rules.standard.compile import compile_game, held
from fabgen.rules.standard.doubts import doubts
from fabgen.rules.standard.engine import Engine
from fabgen.rules.standard.jumps import jumps
from fabgen.rules.standard.options import Options
from fabgen.rules.standard.outcomes import outcome
from fabgen.rules.standard.refusals import Refusals
from fabgen.rules.standard.state import NOBODY, Compiled, Move, State
from fabgen.rules.standard.tables import codes
from fabgen.rules.standard.writing import Writer

HANDS, HOMELESS, OUT = "hand", "homeless", "out"


class _Now(NamedTuple):
    """What can be done in a position: the moves, who acts, how it ended (None: not yet)."""

    position: State
    moves: list[Move]
    actors: tuple[str, ...]
    result: int | None


class Standard:
    """A game of the standard rule set; see `rules.game.Rules` for the protocol.

    `cites` names the ruling behind an option by the option's key, `chain.final` or `hops.knight`: reasons that rest on
    the option end with it.
    """

    def __init__(
        self,
        movements: Movements,
        zones: Mapping[str, tuple[Cell, ...]],
        options: Options,
        start: Position,
        cites: Mapping[str, str] | None = None,
    ) -> None:
        self.setting: Setting = start.setting
        self.movements, self.zones, self.options, self.first = movements, zones, options, start
        compiled, mistakes = compile_game(movements, zones, options, start)
        if compiled is None:
            raise OptionErrors(mistakes)
        self.game: Compiled = compiled
        self.engine = Engine(compiled)
        self._codes = codes(self.setting)
        self._men = {code: man for man, code in self._codes.items()}
        self._players = tuple(self.setting.players)
        self.writer = Writer(self.setting.lattice, self._men)
        self.cites = dict(cites or {})
        self._refusals = Refusals(self.engine, self.writer, movements, options, self.cites)
        self._last: _Now | None = None

    @property
    def repetition(self) -> int | None:
        """How often a position must come up to be a draw; counted by whoever keeps the record."""
        return self.options.repetition

    @property
    def quick(self) -> Engine:
        """For perft: the engine itself, which trusts that actions are legal."""
        return self.engine

    def inside(self, before: State, after: State) -> bool:
        """Whether the turn goes on: a man has to be re-placed."""
        return self.engine.inside(after)

    def start(self) -> State:
        """The set-up position, with all men unmoved that have a first move of their own where it names none. The first
        in `turns` begins."""
        state = self._plain(self.first)
        fresh = state.fresh or frozenset(cell for cell, code in enumerate(state.board) if code in self.game.unmoved)
        return self.engine.settled(
            state._replace(fresh=fresh, turn=self.game.first if self.options.turns else state.turn)
        )

    def actors(self, position: State) -> tuple[str, ...]:
        """One player, or nobody when the game is over."""
        return self._now(position).actors

    def actions(self, position: State, player: str) -> list[Move]:
        """The actions of the player who has to act; none for the others."""
        now = self._now(position)
        return now.moves[:] if player in now.actors else []

    def _now(self, position: State) -> _Now:
        """What can be done in a position. The last answer is kept: who asks for actors asks for actions next."""
        if self._last is None or self._last.position is not position:
            moves = self.engine.actions(position)
            result = self.engine.result(position, moves)
            actors = () if result is not None else (self._players[self.engine.actor(position)],)
            self._last = _Now(position, moves, actors, result)
        return self._last

    def apply(self, position: State, actions: Mapping[str, Move]) -> State:
        """The position after the actor's action; ValueError for any other."""
        if len(actions) != 1:
            raise ValueError(f"one player acts at a time, not {len(actions)}")
        ((player, move),) = actions.items()
        now = self._now(position)
        if player not in now.actors or move not in now.moves:
            raise ValueError(f"that is not an action of {player} now: {tuple(move)}")
        return self.engine.apply(position, move)

    def outcome(self, position: State) -> Outcome | None:
        """Who has won, and by what."""
        result = self._now(position).result
        if result is None:
            return None
        ended = outcome(self.engine, position, result, self._players, self.setting.lattice.cells, self._men)
        if position.winner != NOBODY:
            return ended
        stuck = f"stuck.{self._players[position.turn]}"
        keys = (stuck, "passing") if self.options.passing == "never" else ("passing",)
        return replace(ended, why=self._refusals.cited(ended.why, *keys))

    def text(self, position: State, action: Move) -> str:
        """An action as people write it: see `writing`."""
        return self.writer.text(position, action)

    def action(self, position: State, player: str, text: str) -> Move | None:
        """The action that a text stands for: as `text` writes it; or, of a chain of hops, by another way to the same
        end over the same men; or by its first and last cell where only one action has them. None for no action, or for
        several."""
        moves = self.actions(position, player)
        exact = next((move for move in moves if self.text(position, move) == text.strip()), None)
        return exact if exact is not None else self._refusals.meant(position, moves, text)

    def show(self, position: State) -> Position:
        """The position as people write it."""
        lattice = self.setting.lattice
        men = {lattice.cells[cell]: self._men[code] for cell, code in enumerate(position.board) if code}
        hands: dict[tuple[str, str], dict[str, int]] = {}
        for code, number in enumerate(position.hands):
            if number:
                man = self._men[code]
                hands.setdefault((man.player, HANDS), {})[man.piece] = number
        notes = {
            HOMELESS: ", ".join(str(self._men[code]) for code in position.homeless),
            OUT: ", ".join(player for p, player in enumerate(self._players) if position.out >> p & 1),
        }
        return Position(
            self.setting,
            men,
            self._players[position.turn],
            frozenset(lattice.cells[c] for c in position.fresh),
            hands,
            notes={name: note for name, note in notes.items() if note},
        )

    def read(self, position: Position) -> State:
        """The inverse of `show`; a turn that is not given is that of the first in `turns`. Goals that are met already
        count. Raises ValueError for a note that names nobody."""
        return self.engine.settled(self._plain(position))

    def _plain(self, position: Position) -> State:
        """What a position says, unjudged."""
        order = self.setting.lattice.order
        board = bytearray(len(order))
        for cell, man in position.men.items():
            board[order[cell]] = self._codes[man]
        hands = [0] * (1 + len(self._codes))
        for (player, _), counts in position.held.items():
            for piece, number in counts.items():
                hands[self._codes[Man(player, piece)]] = number
        turn = self._players.index(position.turn) if position.turn else self.game.first
        homeless = self._noted(position, HOMELESS, {str(man): code for man, code in self._codes.items()})
        out = sum({1 << p for p in self._noted(position, OUT, {player: p for p, player in enumerate(self._players)})})
        fresh = frozenset(order[cell] for cell in position.unmoved)
        return State(bytes(board), turn, tuple(hands) if self.game.holds else (), fresh, homeless, out)

    def _noted(self, position: Position, note: str, names: Mapping[str, int]) -> tuple[int, ...]:
        listed = [name.strip() for name in position.notes.get(note, "").split(",") if name.strip()]
        for name in listed:
            if name not in names:
                raise ValueError(f"`{note}: {name}` names nobody: it lists {' or '.join(names)}")
        return tuple(names[name] for name in listed)

    def why_not(self, position: State, player: str, text: str) -> str:
        """Why a text is no action of a player now; empty where it is one."""
        if self.action(position, player, text) is not None:
            return ""
        if ended := self.outcome(position):
            return f"the game is over: {ended}"
        return self._refusals.why(self.show(position), position, player, text, self.actors(position))


def _setting(base: Setting, options: Options, tokens: tuple[str, ...]) -> Setting:
    """Hands where men can be in one, a note of who has to be re-placed, a note of who is out where more than two
    play."""
    takes = {hop.takes for hops in options.hops.values() for hop in hops} | {options.captured}
    notes = (*((HOMELESS,) if "home" in takes else ()), *((OUT,) if len(base.players) > 2 else ()))
    return replace(base, held=(HANDS,) if held(options) else (), notes=notes)


def _make(given: Given) -> Standard:
    return Standard(given.movements, given.zones, given.options, given.start, given.cites)


STANDARD = RuleSet("standard", Options, _setting, _make, jumps=jumps, doubts=doubts)
