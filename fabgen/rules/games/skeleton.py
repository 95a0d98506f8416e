"""An engine of numbers, a notation and rows of legality → a rule set of one game: what such rule sets share.

The package of such a game has the same modules as the others: `options` (what a spec says, and the readings of
rulings), `state` (positions and actions as tuples of numbers), `tables` (options and movements compiled to numbers,
with every mistake in them), `engine` (the next position), `text` (numbers ↔ what people write), `refusals` (why a text
is no action) and `rules` (a subclass of the class below, and the `RuleSet`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from fabgen.rules.position import Position, Setting
from fabgen.rules.protocol import OptionErrors, OptionMistake, Outcome, RuleSetInput

S = TypeVar("S")  # positions of an engine
A = TypeVar("A")  # actions of an engine
C = TypeVar("C")  # the case that a row of legality judges
N = TypeVar("N")  # the names that a reason uses
_S = TypeVar("_S", contravariant=True)
_A = TypeVar("_A", contravariant=True)


class Notation(Protocol[S, _A]):
    """Positions and actions of numbers ↔ those that people write."""

    def action(self, position: S, action: _A) -> str:
        """The text of an action; no two actions of a position have the same text."""

    def show(self, position: S) -> Position:
        """The position as people write it."""

    def read(self, position: Position) -> S:
        """The inverse of `show`. Raises PositionError."""


class Explainer(Protocol[_S]):
    """Says why a text is no action."""

    def actor(self, position: _S, player: str) -> str:
        """Why a player has nothing to decide now; empty where the player has."""

    def action(self, position: _S, player: str, text: str) -> str:
        """Why a text is none of the actions of a player who has to decide."""


class NumberRules(ABC, Generic[S, A]):
    """The protocol `fabgen.rules.protocol.Rules` with numbers inside and the notation of specs outside. A subclass adds
    the actors, the actions, what they lead to, and the outcome."""

    def __init__(self, source: RuleSetInput, notation: Notation[S, A], refusals: Explainer[S]) -> None:
        self.setting: Setting = source.start.setting
        self.first = source.start
        self.players = tuple(self.setting.players)
        self.notation, self.refusals = notation, refusals

    def start(self) -> S:
        """The position of the spec before the first action."""
        return self.read(self.first)

    @abstractmethod
    def actors(self, position: S) -> tuple[str, ...]:
        """The players who have to decide now; none when the game is over."""

    @abstractmethod
    def actions(self, position: S, player: str) -> Sequence[A]:
        """All actions that a player may take now; none for a player who has nothing to decide."""

    @abstractmethod
    def apply(self, position: S, actions: Mapping[str, A]) -> S:
        """The position after the actions of all actors. Raises ValueError for any other actor or action."""

    @abstractmethod
    def outcome(self, position: S) -> Outcome | None:
        """How the game ended; None while it goes on."""

    def text(self, position: S, action: A) -> str:
        """An action in the notation of specs and rulebooks."""
        return self.notation.action(position, action)

    def texts(self, position: S, player: str) -> dict[str, A]:
        """The actions of a player by their text."""
        return {self.text(position, action): action for action in self.actions(position, player)}

    def show(self, position: S) -> Position:
        """The position as people write it."""
        return self.notation.show(position)

    def view(self, position: S, player: str) -> Position:
        """What a player sees of a position: all of it. What is decided at the same time is no part of it."""
        return self.show(position)

    def read(self, position: Position) -> S:
        """The inverse of `show`. Raises PositionError for a position that cannot occur."""
        return self.notation.read(position)

    def why_not(self, position: S, player: str, text: str) -> str:
        """Why a text is no action of a player now, with the ruling that forbids it; empty where it is an action."""
        if reason := self.refusals.actor(position, player):
            return reason
        text = text.strip()
        return "" if text in self.texts(position, player) else self.refusals.action(position, player, text)


@dataclass(frozen=True)
class LegalityRow(Generic[C, N]):
    """A rule that forbids something: the guard that the engine tests, and the reason that `why_not` gives."""

    forbids: Callable[[C], bool]
    reason: Callable[[C, N], str]


def is_legal(rows: Iterable[LegalityRow[C, N]], case: C) -> bool:
    """Whether no row forbids a case."""
    for row in rows:  # noqa: SIM110 - engines ask this often, and a loop is quicker than a generator
        if row.forbids(case):
            return False
    return True


def first_reason(rows: Iterable[LegalityRow[C, N]], case: C, names: N) -> str:
    """The reason of the first row that forbids a case; empty where it is legal."""
    return next((row.reason(case, names) for row in rows if row.forbids(case)), "")


class OptionChecks:
    """Collects what is wrong with the options of a spec. Nothing is raised before `finish`."""

    def __init__(self) -> None:
        self.mistakes: list[OptionMistake] = []

    def report(self, key: tuple[str | int, ...], what: str, hint: str = "") -> None:
        """Notes a mistake by its key under `rules`."""
        self.mistakes.append(OptionMistake(key, what, hint))

    def finish(self) -> None:
        """Raises OptionErrors with every mistake, if there are any."""
        if self.mistakes:
            raise OptionErrors(self.mistakes)


def unknown_readings(source: RuleSetInput, rulings: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    """Every ruling with the reading chosen for it, where the rule set does not know that reading."""
    for ruling, readings in rulings.items():
        reading = source.rulings.get(ruling, readings[0])
        if reading not in readings:
            yield ruling, reading


def differing_rulings(chosen: Mapping[str, str], rulings: Mapping[str, tuple[str, ...]]) -> dict[str, bool]:
    """By ruling, whether a reading other than the default was chosen. A ruling without a chosen reading has its
    default."""
    return {ruling: chosen.get(ruling, readings[0]) != readings[0] for ruling, readings in rulings.items()}


def kinds_with_first_moves(source: RuleSetInput) -> list[str]:
    """The kinds of pieces that have moves for their first move only."""
    movements: Mapping[str, Any] = source.movements.movements
    return [kind for kind, movement in movements.items() if any(way.first for way in movement.ways)]


def cell_bits(cells: Iterable[int]) -> int:
    """A number with a bit for each cell."""
    bits = 0
    for cell in cells:
        bits |= 1 << cell
    return bits
