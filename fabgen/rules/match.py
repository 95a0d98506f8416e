"""A game as it is played → its positions, its record, and draws by repetition. A match is a value: playing on gives
a new one.

The record is one line of text an action, `player: action`, which reads back into the same match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fabgen.base import words
from fabgen.rules.game import Outcome, Rules


class NotPlayable(ValueError):
    """An action that cannot be played: says which, and the rule that forbids it."""


@dataclass(frozen=True)
class Match:
    """All positions of a match with what led to each; `repetition` is how often a position must come up to end it in
    a draw, None: never."""

    rules: Rules[Any]
    positions: tuple[Any, ...]
    played: tuple[tuple[tuple[str, str], ...], ...] = ()
    repetition: int | None = 3

    @property
    def position(self) -> Any:
        """Where the match stands."""
        return self.positions[-1]

    def outcome(self) -> Outcome | None:
        """How the match ended, by the rules or by repetition; None while it goes on."""
        if ended := self.rules.outcome(self.position):
            return ended
        if self.repetition and Counter(self.positions)[self.position] >= self.repetition:
            return Outcome((), f"the same position came up {self.repetition} times")
        return None

    def actors(self) -> tuple[str, ...]:
        """Who has to decide now; nobody when the match is over."""
        return () if self.outcome() else self.rules.actors(self.position)

    def texts(self, player: str) -> dict[str, Any]:
        """A player's actions by their text, in order."""
        return {self.rules.text(self.position, action): action for action in self.rules.actions(self.position, player)}

    def play(self, decided: Mapping[str, str]) -> Match:
        """The match after every actor's decision, given as text. Raises NotPlayable."""
        actors = self.actors()
        if not actors:
            raise NotPlayable(f"{words(decided.values())}: the game is over")
        if set(decided) != set(actors):
            have = "has" if len(actors) == 1 else "have"
            raise NotPlayable(f"{words(actors)} {have} to decide now, not {words(decided) or 'nobody'}")
        chosen = {}
        for player, text in decided.items():
            known = self.texts(player)
            if text not in known:
                raise NotPlayable(f"{text}: {self.rules.why_not(self.position, player, text)}")
            chosen[player] = known[text]
        after = self.rules.apply(self.position, chosen)
        step = tuple((player, decided[player]) for player in actors)
        return Match(self.rules, (*self.positions, after), (*self.played, step), self.repetition)

    def then(self, line: str) -> Match:
        """The match after one line: `c3-c4` of the one actor, or `green: c3-c4; orange: c5-c4` where several decide
        at once."""
        actors = self.actors()
        if ":" not in line and len(actors) == 1:
            return self.play({actors[0]: line.strip()})
        decided = dict(part.split(":", 1) for part in line.split(";") if ":" in part)
        return self.play({player.strip(): text.strip() for player, text in decided.items()})

    def back(self) -> Match:
        """The match before its last step; the start stays the start."""
        return Match(self.rules, self.positions[:-1], self.played[:-1], self.repetition) if self.played else self

    def record(self) -> str:
        """One line a step."""
        return "\n".join("; ".join(f"{player}: {text}" for player, text in step) for step in self.played)


def begin(rules: Rules[Any], position: Any = None, repetition: int | None = 3) -> Match:
    """A match from a position, or from the start."""
    return Match(rules, (rules.start() if position is None else position,), (), repetition)


def replay(rules: Rules[Any], lines: Sequence[str], position: Any = None, repetition: int | None = 3) -> Match:
    """The match that a record tells. Raises NotPlayable at the first line that cannot be played, with its number."""
    match = begin(rules, position, repetition)
    for number, line in enumerate(lines, 1):
        try:
            match = match.then(line)
        except NotPlayable as error:
            raise NotPlayable(f"step {number}, {error}") from None
    return match
