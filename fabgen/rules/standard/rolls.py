"""A game by the standard rules with a roll of dice before each turn: the dice act like a player, with known
probabilities, and a piece then goes exactly as many steps as they show.

The rules without dice say which actions there are; the roll keeps those of its length. A player who has none of them
passes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from fabgen.core.problems import count_things
from fabgen.rules.boards import Board, Cell, MapBoard
from fabgen.rules.dice import DiceSum
from fabgen.rules.position import Piece, Position, Setting
from fabgen.rules.protocol import DICE, ROLLED, Doubt, OptionMistake, Outcome, Rules, RulesWithFreeText
from fabgen.rules.standard.compile import GameSource
from fabgen.rules.standard.engine import StandardEngine
from fabgen.rules.standard.options import StandardOptions
from fabgen.rules.standard.state import NOBODY, PASS, Move, State

WITHOUT_DICE = (  # options of turns that are more, or other, than one move of a piece
    "opening", "in_turn", "first_turn", "swap", "hops", "pushes", "royal", "castling", "en_passant", "drops",
    "compulsory", "passes", "recurrence", "repetition", "no_progress",
)  # fmt: skip


class RolledState(NamedTuple):
    """A position, and what the dice show for the turn under way: NOBODY where they are to be rolled, or nothing is
    rolled for what has to be decided."""

    state: State
    roll: int = NOBODY


def count_steps(lattice: Board, origin: Cell, target: Cell) -> int:
    """How many steps lead from a cell to another: along a line of neighbours, on a map along a line that has both, the
    shortest way. A leap is one step."""
    if not isinstance(lattice, MapBoard):
        return len(lattice.between(origin, target)) + 1
    lines = [line.spaces for line in lattice.lines if {origin, target} <= {*line.spaces}]
    return min((abs(spaces.index(origin) - spaces.index(target)) for spaces in lines), default=1)


class DiceRules:
    """A game of the standard rule set with dice; see `rules.protocol.Rules` for the protocol. `inner`: the same game
    without dice, played by `engine`; `source`: what it was compiled from."""

    def __init__(self, inner: Rules[State], engine: StandardEngine, source: GameSource, dice: DiceSum) -> None:
        self.inner, self.engine, self.source, self.dice = inner, engine, source, dice
        self.setting: Setting = inner.setting
        self._chances = dice.chances()

    def start(self) -> RolledState:
        """The set-up position, before the first roll, unless the set-up says what was rolled."""
        return RolledState(self.inner.start(), self._read_roll(self.source.start))

    def _is_to_roll(self, position: RolledState) -> bool:
        """Whether the dice are to be rolled now: a turn begins, and its player could act."""
        begins = position.roll == NOBODY and not self.engine.inside(position.state)
        return begins and bool(self.inner.actors(position.state))

    def chances(self, position: RolledState) -> Mapping[int, Fraction]:
        """The probability of each roll where the dice are to be rolled; empty where a player decides."""
        return self._chances if self._is_to_roll(position) else {}

    def actors(self, position: RolledState) -> tuple[str, ...]:
        """The dice, or the one player who may act; none when the game is over."""
        return (DICE,) if self._is_to_roll(position) else self.inner.actors(position.state)

    def actions(self, position: RolledState, player: str) -> list[int] | list[Move]:
        """The rolls of the dice, or the actions of the player who has to act."""
        if self._is_to_roll(position):
            return [*self._chances] if player == DICE else []
        moves = [*self.inner.actions(position.state, player)]
        if position.roll == NOBODY or not moves:
            return moves
        return [move for move in moves if move == PASS or self.steps(move) == position.roll] or [PASS]

    def steps(self, move: Move) -> int:
        """How many steps a move has."""
        cells = self.setting.lattice.numbered_cells
        return count_steps(self.setting.lattice, cells[move.origin], cells[move.target])

    def apply(self, position: RolledState, actions: Mapping[str, int | Move]) -> RolledState:
        """The position after a roll, or after the actor's action. Raises ValueError for any other action."""
        if len(actions) != 1:
            raise ValueError(f"one player acts at a time, not {len(actions)}")
        ((player, action),) = actions.items()
        if action not in self.actions(position, player):
            raise ValueError(f"that is not an action of {player} now: {action}")
        if isinstance(action, int):
            return RolledState(position.state, action)
        return RolledState(self.engine.apply(position.state, action))

    def inside(self, before: RolledState, after: RolledState) -> bool:
        """Whether the turn goes on: the dice have been rolled, or a piece has to be re-placed."""
        return after.roll != NOBODY or self.engine.inside(after.state)

    def hops(self, action: int | Move) -> bool:
        """Whether an action jumps over a piece."""
        return isinstance(action, Move) and bool(action.path)

    def outcome(self, position: RolledState) -> Outcome | None:
        """The winners and the reason, or None while the game goes on."""
        return self.inner.outcome(position.state)

    def text(self, position: RolledState, action: int | Move) -> str:
        """A roll as its number, an action as people write it."""
        return str(action) if isinstance(action, int) else self.inner.text(position.state, action)

    def action(self, position: RolledState, player: str, text: str) -> int | Move | None:
        """The action that a text stands for; None for no action, or for several."""
        actions = self.actions(position, player)
        exact = (action for action in actions if self.text(position, action) == text.strip())
        if (found := next(exact, None)) is not None or player == DICE:
            return found
        meant = self._action_without_dice(position, player, text)
        return meant if meant in actions else None

    def _action_without_dice(self, position: RolledState, player: str, text: str) -> Move | None:
        """The action that a text would stand for if nothing had been rolled."""
        rules = self.inner
        return rules.action(position.state, player, text) if isinstance(rules, RulesWithFreeText) else None

    def show(self, position: RolledState) -> Position:
        """The position as people write it: with `rolled` after a roll."""
        shown = self.inner.show(position.state)
        return shown if position.roll == NOBODY else replace(shown, notes={**shown.notes, ROLLED: str(position.roll)})

    def read(self, position: Position) -> RolledState:
        """The inverse of `show`. Raises ValueError for a note that means nothing."""
        return RolledState(self.inner.read(position), self._read_roll(position))

    def _read_roll(self, position: Position) -> int:
        """What `rolled` says; NOBODY without it. Raises ValueError for anything but a roll of the dice."""
        text = position.notes.get(ROLLED, "").strip()
        if text and not (text.isdecimal() and int(text) in self._chances):
            raise ValueError(f"`{ROLLED}: {text}` is no roll of {self.dice}: {self._range()}")
        return int(text) if text else NOBODY

    def _range(self) -> str:
        """The numbers that the dice may show, in words."""
        return f"{min(self._chances)} to {max(self._chances)}"

    def doubts(self) -> Iterator[Doubt]:
        """Rolls by which no piece could go from any cell, even on an empty board."""
        setting, longest = self.setting, 0
        for player in setting.players:
            for kind in setting.kinds:
                for cell in setting.lattice.cells:
                    alone = Position(setting, {cell: Piece(player, kind)}, player)
                    moves = self.source.movements.moves(alone, cell)
                    steps = (count_steps(setting.lattice, move.origin, move.target) for move in moves)
                    longest = max(longest, *steps, 0)
        if longest and longest < min(roll for roll in self._chances if roll):
            what = f"no roll of {self.dice} can ever be played: a piece goes {count_things(longest, 'step')} at most"
            yield Doubt(("rules", "roll"), what, "other dice, or pieces that slide further", "error")
        elif longest < max(self._chances):
            what = f"a roll of more than {longest} can never be played: no piece goes so far"
            yield Doubt(("rules", "roll"), what, "fewer dice, a longer board, or pieces that slide further")

    def why_not(self, position: RolledState, player: str, text: str) -> str:
        """Why a text is no action of a player now; empty where it is one."""
        if self.action(position, player, text) is not None:
            return ""
        if self.outcome(position):
            return self.inner.why_not(position.state, player, text)
        if self._is_to_roll(position):
            is_roll = player == DICE
            return f"{text} is no roll of {self.dice}: {self._range()}" if is_roll else "the dice are rolled first"
        move = self._action_without_dice(position, player, text)
        if move is not None:
            return f"{text} goes {count_things(self.steps(move), 'step')}, and {position.roll} was rolled"
        actions = self.actions(position, player)
        if text.strip() == "pass" and position.roll != NOBODY:
            return f"{player} can go {count_things(position.roll, 'step')}, and passes only otherwise"
        if actions == [PASS]:
            return f"no piece of {player} can go {count_things(position.roll, 'step')}: write `pass`"
        return self.inner.why_not(position.state, player, text)


def roll_mistakes(options: StandardOptions, setting: Setting) -> Iterator[OptionMistake]:
    """What is wrong with `roll` and the options beside it."""
    if options.roll is None:
        return
    if DICE in setting.players:
        yield OptionMistake(("roll",), f"a player is called `{DICE}`", "records name the dice so: another name for it")
    for name in WITHOUT_DICE:
        field = type(options).model_fields[name]
        value = getattr(options, name)
        if value != field.get_default(call_default_factory=True) and not (name == "repetition" and value is None):
            what = f"`{name}` does not go with `roll`, which moves one piece by what the dice show"
            yield OptionMistake((name,), what, "leave one of the two out")
