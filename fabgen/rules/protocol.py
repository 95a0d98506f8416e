"""The one protocol of every rule set, from two to twelve players: start, actors, actions, apply, outcome. Positions
are pure values.

A rule set may keep its positions as compact as it likes; `show` and `read` turn them into the `Position` that people
write, and back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from typing import Any, Protocol, TypeVar

from fabgen.base import Level
from fabgen.declared import Declared
from fabgen.rules.boards import Cell
from fabgen.rules.diagram import Jump
from fabgen.rules.directions import Compass
from fabgen.rules.legal_moves import Movements
from fabgen.rules.position import Position, Setting

P = TypeVar("P")


@dataclass(frozen=True)
class Outcome:
    """How a game ended: its winners (several may share a win, none is a draw) and why, in words."""

    winners: tuple[str, ...]
    why: str

    def __str__(self) -> str:
        return f"{' and '.join(self.winners)} won: {self.why}" if self.winners else f"draw: {self.why}"


class Rules(Protocol[P]):
    """What a game's engine answers; P is its own kind of position, hashable and never changed."""

    @property
    def setting(self) -> Setting: ...

    def start(self) -> P:
        """The position before the first action."""

    def actors(self, position: P) -> tuple[str, ...]:
        """Who has to decide now: one player, or several at once where orders are simultaneous; none when the game is
        over."""

    def actions(self, position: P, player: str) -> Sequence[Any]:
        """Everything a player may do now, each once, in a fixed order."""

    def apply(self, position: P, actions: Mapping[str, Any]) -> P:
        """The position after what the actors decided; ValueError for what is not among their actions."""

    def outcome(self, position: P) -> Outcome | None:
        """How the game ended, None while it goes on."""

    def text(self, position: P, action: Any) -> str:
        """An action in the notation of specs and rulebooks: `c3-c4`, `c3xe5xg7`, `pawn@a1`, `deny`."""

    def show(self, position: P) -> Position:
        """The position as people write it."""

    def read(self, position: Position) -> P:
        """The inverse of `show`."""

    def why_not(self, position: P, player: str, text: str) -> str:
        """Why a text is no action of a player now, with the rule that forbids it; empty where it is one."""


@dataclass(frozen=True)
class Given:
    """What a spec gives to a rule set: how pieces move, zones by name, kinds of tokens, the rule set's own options,
    the start, the reading chosen for each ruling, the ruling behind an option by the option's key, and by ruling the
    options under each of its other readings."""

    movements: Movements
    zones: Mapping[str, tuple[Cell, ...]]
    tokens: tuple[str, ...]
    options: Any
    start: Position
    rulings: Mapping[str, str]
    cites: Mapping[str, str] = field(default_factory=dict)
    others: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Doubt:
    """Something in a game's rules that can never happen: its key in the spec (from the top), what, and what to do."""

    key: tuple[str | int, ...]
    what: str
    hint: str = ""
    level: Level = "warning"


@dataclass(frozen=True)
class RuleSet:
    """A way to play that specs name under `rules: {set: NAME}`; found through the entry-point group `fabgen.rules`.

    `options` is the model of its part of a spec. `setting` adds the sections that its positions need to a game's
    setting (from the
    options and the kinds of tokens). `make` compiles a game; it raises OptionErrors for options that do not fit.
    `rulings` are the
    readings that its own code knows, the default first. `table` gives the setting for a number of players, where a
    game takes several.
    `jumps` are the hops of each piece under its options, on a board of this compass, as diagrams show them; it raises
    TextError where options that are not compiled yet do not say which.
    `doubts` looks at a compiled game for what can never happen; where it is None, only movement is looked at.
    """

    name: str
    options: type[Declared]
    setting: Callable[[Setting, Any, tuple[str, ...]], Setting]
    make: Callable[[Given], Rules[Any]]
    rulings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    table: Callable[[Setting, Any, int], Setting] | None = None
    jumps: Callable[[Any, Compass], Mapping[str, tuple[Jump, ...]]] = lambda options, compass: {}
    doubts: Callable[[Any], Iterable[Doubt]] | None = None


@dataclass(frozen=True)
class OptionMistake:
    """What is wrong with an option: its key under `rules`, what, and what would be right."""

    key: tuple[str | int, ...]
    what: str
    hint: str = ""


class OptionErrors(ValueError):
    """Options that do not fit their game: carries every OptionMistake."""

    def __init__(self, mistakes: Sequence[OptionMistake]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("\n".join(m.what for m in mistakes))


def rule_sets() -> dict[str, Callable[[], RuleSet]]:
    """Every rule set that is installed, by name, not yet loaded."""
    return {entry.name: entry.load for entry in sorted(entry_points(group="fabgen.rules"), key=lambda e: e.name)}
