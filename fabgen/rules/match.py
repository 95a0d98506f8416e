"""A game as it is played → its positions, its record, and draws by repetition. A match is a value: playing an action
gives a new match.

The record has a line of text for each step, `player: action`, and reads back into the same match.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from random import Random
from typing import Any

from fabgen.core.english import join_words
from fabgen.rules.boards import Cell
from fabgen.rules.position import Position
from fabgen.rules.protocol import (
    CHANCE,
    Outcome,
    Rules,
    RulesWithAreas,
    RulesWithChance,
    RulesWithClosedCells,
    RulesWithFreeText,
    RulesWithFurtherMoves,
    RulesWithHops,
    RulesWithRepetition,
    RulesWithResignation,
    RulesWithSecrets,
    RulesWithTurns,
)
from fabgen.rules.views import describe_reveals, hides, view

RESIGN = "resign"  # the text of a step by which a player gives up
Step = tuple[tuple[str, str], ...]  # who decided, and the text of the action: one pair, or several at once


class NotPlayable(ValueError):
    """An action that cannot be played: the text names it, and the rule that forbids it."""


@dataclass(frozen=True)
class Match:
    """All positions of a match, and the step that led to each. `repetition`: how often a position must occur to end the
    match in a draw; None: it never does."""

    rules: Rules[Any]
    positions: tuple[Any, ...]
    played: tuple[Step, ...] = ()
    repetition: int | None = 3

    @property
    def position(self) -> Any:
        """The position that was reached last."""
        return self.positions[-1]

    def outcome(self) -> Outcome | None:
        """How the match ended, by the rules or by repetition; None while it goes on."""
        if outcome := self.rules.outcome(self.position):
            return outcome
        if self.repetition and self._times_repeated() >= self.repetition:
            return Outcome((), f"the same position came up {self.repetition} times")
        return None

    def _times_repeated(self) -> int:
        """How often the last position has occurred, this time counted."""
        if not isinstance(self.rules, RulesWithRepetition):
            return self.positions.count(self.position)
        last = self.rules.repetition_key(self.position)
        return sum(self.rules.repetition_key(position) == last for position in self.positions)

    def actors(self) -> tuple[str, ...]:
        """The players who have to decide now; none when the match is over."""
        return () if self.outcome() else self.rules.actors(self.position)

    def texts(self, player: str) -> dict[str, Any]:
        """A player's actions by their text, in order."""
        return {self.rules.text(self.position, action): action for action in self.rules.actions(self.position, player)}

    def chances(self) -> dict[str, Fraction]:
        """The probability of each roll by its text, where the dice are to be rolled now; empty where players decide."""
        rules = self.rules
        if not isinstance(rules, RulesWithChance) or self.outcome():
            return {}
        return {rules.text(self.position, roll): chance for roll, chance in rules.chances(self.position).items()}

    def roll(self, seed: str) -> Match:
        """The match after all rolls that are due. The same seed and the same number of steps give the same roll."""
        match = self
        while chances := match.chances():
            denominator = lcm(*(chance.denominator for chance in chances.values()))
            ticket = Random(f"{seed}:{len(match.played)}").randrange(denominator)
            for text, chance in chances.items():
                ticket -= int(chance * denominator)
                if ticket < 0:
                    match = match.play(dict.fromkeys(match.actors(), text))
                    break
        return match

    def undo_decision(self) -> Match:
        """The match before the last decision of a player: later rolls are taken back with it, earlier ones stay. A
        match without any decision stays as it is."""
        steps = len(self.played)
        while steps and {player for player, _ in self.played[steps - 1]} <= {*CHANCE}:
            steps -= 1
        if not steps:
            return self
        return Match(self.rules, self.positions[:steps], self.played[: steps - 1], self.repetition)

    def hops(self) -> frozenset[str]:
        """The texts of those legal actions that jump over a piece."""
        rules = self.rules
        if not isinstance(rules, RulesWithHops):
            return frozenset()
        actions = (pair for player in self.actors() for pair in self.texts(player).items())
        return frozenset(text for text, action in actions if rules.hops(action))

    def further_moves(self) -> tuple[tuple[tuple[Cell, Cell], ...], ...]:
        """For each step, the cells from and to which it moved pieces besides those that its texts name."""
        rules = self.rules
        if not isinstance(rules, RulesWithFurtherMoves):
            return ((),) * len(self.played)
        moves = []
        for position, step in zip(self.positions, self.played, strict=False):
            actions = (
                action
                for player, text in step
                for action in rules.actions(position, player)
                if rules.text(position, action) == text
            )
            moves.append(tuple(move for action in actions for move in rules.further_moves(position, action)))
        return tuple(moves)

    def areas(self) -> Mapping[str, tuple[Cell, ...]]:
        """The cells that the rules call by a colour in the last position, by that colour; empty where the rules call
        none so."""
        return self.rules.areas(self.position) if isinstance(self.rules, RulesWithAreas) else {}

    def closed_cells(self) -> tuple[Cell, ...]:
        """The cells that the rules have closed in the last position, and open in others."""
        return self.rules.closed_cells(self.position) if isinstance(self.rules, RulesWithClosedCells) else ()

    def turn_goes_on(self) -> bool:
        """Whether the last step was part of a turn that has further decisions."""
        return isinstance(self.rules, RulesWithTurns) and bool(self.played) and self.rules.inside(*self.positions[-2:])

    def understand(self, player: str, text: str) -> str | None:
        """The action that a text of a player stands for, as the rules write it; None where it is no action, or could be
        several."""
        text = self.rules.setting.lattice.read_action_names(text).strip()
        if text in self.texts(player):
            return text
        if not isinstance(self.rules, RulesWithFreeText):
            return None
        action = self.rules.action(self.position, player, text)
        return None if action is None else self.rules.text(self.position, action)

    def why_not(self, player: str, text: str) -> str:
        """Why a text is no action of a player now; empty where it is one."""
        return self.rules.why_not(self.position, player, self.rules.setting.lattice.read_action_names(text))

    def goes_on_without(self, player: str) -> bool:
        """Whether the game goes on among the others when a player who has to decide gives up."""
        is_actor = self.actors() == (player,)
        return is_actor and isinstance(self.rules, RulesWithResignation) and self.rules.goes_on_without(
            self.position, player)

    def resign(self, player: str) -> Match:
        """The match after a player has given up whom it goes on without. Raises NotPlayable for any other."""
        if not isinstance(self.rules, RulesWithResignation) or not self.goes_on_without(player):
            raise NotPlayable(f"{RESIGN}: the game does not go on without {player}")
        position = self.rules.resign(self.position, player)
        return Match(self.rules, (*self.positions, position), (*self.played, ((player, RESIGN),)), self.repetition)

    def play(self, decided: Mapping[str, str]) -> Match:
        """The match after every actor's decision, given as text by player. Raises NotPlayable."""
        actors = self.actors()
        if not actors:
            raise NotPlayable(f"{join_words(decided.values())}: the game is over: {self.outcome()}")
        if set(decided) != set(actors):
            raise NotPlayable(_explain_deciders(actors, [*decided]))
        if [*decided.values()] == [RESIGN] and self.goes_on_without(actors[0]):
            return self.resign(actors[0])
        texts = {player: self.understand(player, decided[player]) for player in actors}
        refused = [player for player, text in texts.items() if text is None]
        refusals = [f"{decided[player]}: {self.why_not(player, decided[player])}" for player in refused]
        if refusals:
            raise NotPlayable("; ".join(refusals))
        step = tuple((player, text) for player, text in texts.items() if text is not None)
        after = self.rules.apply(self.position, {player: self.texts(player)[text] for player, text in step})
        return Match(self.rules, (*self.positions, after), (*self.played, step), self.repetition)

    def then(self, line: str) -> Match:
        """The match after one line: `c3-c4` of the one actor, or `green: c3-c4; orange: c5-c4` where several decide at
        once. Raises NotPlayable."""
        actors = self.actors()
        if ":" not in line and len(actors) <= 1:
            return self.play(dict.fromkeys(actors or ("",), line.strip()))
        decided: dict[str, str] = {}
        for part in line.split(";"):
            player, colon, text = (word.strip() for word in part.partition(":"))
            if not colon or player in decided:
                what = f"{player} decides twice" if colon else f"{join_words(actors)} decide at once"
                raise NotPlayable(f"{line.strip()}: {what}: write `player: action` once for each, with ; between")
            decided[player] = text
        return self.play(decided)

    def view(self, player: str) -> Position:
        """What a player sees of the last position; for a name that is no player, what everybody sees."""
        return view(self.rules, self.position, player)

    def is_secret(self) -> bool:
        """Whether there is anything that a player may not see."""
        return hides(self.rules)

    def seen_line(self, number: int, player: str) -> str:
        """A step, by its number from 0, as a player sees it."""
        step, rules = self.played[number], self.rules
        if not isinstance(rules, RulesWithSecrets):
            return write_step(step)
        position, actions = self.positions[number], self._actions_of(number)
        return write_step([(actor, rules.seen_text(position, actions[actor], player) if actor in actions else text)
                           for actor, text in step])

    def reveals(self, number: int = -1) -> tuple[str, ...]:
        """The pieces that everybody got to know by a step, by its number: `black flag on c4`."""
        if not self.played or not self.is_secret():
            return ()
        number %= len(self.played)
        return tuple(words for action in self._actions_of(number).values()
                     for words in describe_reveals(self.rules, self.positions[number], action))

    def _actions_of(self, number: int) -> dict[str, Any]:
        """The actions of a step by their player."""
        position, rules = self.positions[number], self.rules
        return {player: action for player, text in self.played[number] for action in rules.actions(position, player)
                if rules.text(position, action) == text}

    def record(self, viewer: str | None = None) -> str:
        """The actions as text, with one line for each step; with a viewer, as that player sees them."""
        if viewer is None:
            return "\n".join(map(write_step, self.played))
        return "\n".join(self.seen_line(number, viewer) for number in range(len(self.played)))


def _explain_deciders(actors: Sequence[str], deciders: Sequence[str]) -> str:
    """Why decisions cannot be played that do not come from exactly the players who decide now."""
    if len(actors) == 1:
        return f"{actors[0]} has to decide now, not {join_words(deciders) or 'nobody'}"
    if further := [player for player in deciders if player not in actors]:
        return f"{join_words(actors)} decide now, not {join_words(further)}"
    missing = [player for player in actors if player not in deciders]
    what, verb = ("decision", "is") if len(missing) == 1 else ("decisions", "are")
    return f"{join_words(actors)} decide at the same time: the {what} of {join_words(missing)} {verb} missing"


def write_step(step: Iterable[tuple[str, str]]) -> str:
    """The decisions of a step as a line of a record."""
    return "; ".join(f"{player}: {text}" for player, text in step)


def begin(rules: Rules[Any], position: Any = None, repetition: int | None = 3) -> Match:
    """A match from a position, or from the start."""
    return Match(rules, (rules.start() if position is None else position,), (), repetition)


def replay(rules: Rules[Any], lines: Sequence[str], position: Any = None, repetition: int | None = 3) -> Match:
    """The match of a record. Raises NotPlayable at the first line that cannot be played, with its number."""
    match = begin(rules, position, repetition)
    for number, line in enumerate(lines, 1):
        try:
            match = match.then(line)
        except NotPlayable as error:
            raise NotPlayable(f"step {number}, {error}") from None
    return match
