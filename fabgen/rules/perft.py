"""A position and a depth → the number of lines of play of that length. Where two move generators differ, their numbers
differ.

Depth counts turns. Decisions inside a turn (a player re-places a piece, or reacts) multiply; orders given at the same
time count as joint orders. A finished game has no lines of play. Every action that the rules list counts once.

Lines that come to the same position by different ways go on alike: what is behind a position is counted once and
remembered, unless a plain count is asked for. The numbers are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Protocol, TypeVar

from fabgen.rules.protocol import Rules, RulesWithTurns

P = TypeVar("P")


class Quick(Protocol):
    """A fast engine for one actor at a time. It applies actions without checking them. Rules that have such an engine
    offer it as `quick`."""

    @property
    def has_one_action_turns(self) -> bool:
        """Whether every action ends a turn."""

    def actions(self, state: Any) -> Sequence[Any]:
        """The legal actions of a state."""

    def apply(self, state: Any, action: Any) -> Any:
        """The state after one of its actions."""

    def positions_after(self, state: Any) -> Sequence[Any]:
        """The state after each action, in the order of the actions."""


MOST_REMEMBERED = 200_000  # positions; further ones are counted anew each time


class Counts:
    """The counts behind positions that were reached, by the number of turns to go. `plain`: remembers nothing."""

    def __init__(self, depth: int, plain: bool) -> None:
        self._room = 0 if plain else MOST_REMEMBERED
        self.by_depth: tuple[dict[Any, int], ...] = tuple({} for _ in range(depth + 1))

    def remember(self, position: Any, depth: int, count: int) -> int:
        """Notes a count while there is room. Returns it."""
        if self._room > 0:
            self._room -= 1
            self.by_depth[depth][position] = count
        return count


def perft(rules: Rules[P], position: P, depth: int, pushed: bool = False, plain: bool = False) -> int:
    """The number of lines of `depth` turns.

    `plain`: count behind every position as often as it is reached. `pushed`: make every last position too, instead of
    counting the actions that lead to it; this is always plain. The number is the same.
    """
    if depth < 1:
        return 1
    quick: Quick | None = getattr(rules, "quick", None)
    counts = Counts(depth, plain or pushed)
    if quick is None:
        return _ProtocolCounter(rules, pushed, counts).count(position, depth)
    if not quick.has_one_action_turns:
        return _LongTurnCounter(rules, quick, counts).count(position, depth)
    return _count_positions(quick, position, depth) if pushed else _count_actions(quick, position, depth, counts)


def divide(rules: Rules[P], position: P, depth: int, plain: bool = False) -> dict[str, int]:
    """The count behind each first decision, by its text: `c3-c4`, or `green: c3-c4; orange: pass` where several players
    decide at once."""
    counts: dict[str, int] = {}
    for orders in _joint_orders(rules, position):
        texts = {player: rules.text(position, action) for player, action in orders.items()}
        labelled = [f"{player}: {text}" for player, text in texts.items()] if len(texts) > 1 else texts.values()
        name = "; ".join(labelled)
        after = rules.apply(position, orders)
        remaining = depth if _turn_goes_on(rules, position, after) else depth - 1
        counts[name] = counts.get(name, 0) + perft(rules, after, remaining, plain=plain)
    return counts if depth > 0 else {}


def _joint_orders(rules: Rules[P], position: P) -> Iterator[Mapping[str, Any]]:
    """Everything that the actors may decide together."""
    actors = rules.actors(position)
    if len(actors) == 1:
        for action in rules.actions(position, actors[0]):
            yield {actors[0]: action}
    elif actors:
        for actions in product(*(rules.actions(position, player) for player in actors)):
            yield dict(zip(actors, actions, strict=True))


def _turn_goes_on(rules: Rules[Any], before: Any, after: Any) -> bool:
    """Whether the turn of a position goes on in the next one."""
    return isinstance(rules, RulesWithTurns) and rules.inside(before, after)


class _TurnCounter:
    """The count where only the position itself says whether a turn is over: every position is made. `follow` gives the
    positions after each decision in one."""

    def __init__(self, rules: Rules[Any], follow: Callable[[Any], Iterable[Any]], counts: Counts) -> None:
        self.follow, self.counts = follow, counts
        # Asked once: to test for a protocol takes longer than a turn does.
        self.inside = rules.inside if isinstance(rules, RulesWithTurns) else None

    def count(self, position: Any, depth: int) -> int:
        """The number of lines of `depth` turns."""
        inside, by_depth = self.inside, self.counts.by_depth
        total = 0
        for after in self.follow(position):
            remaining = depth if inside and inside(position, after) else depth - 1
            if not remaining:
                total += 1
                continue
            known_counts = by_depth[remaining]
            # To hash a position takes a while, so an empty table is not asked.
            count = known_counts.get(after) if known_counts else None
            if count is None:
                count = self.counts.remember(after, remaining, self.count(after, remaining))
            total += count
        return total


class _ProtocolCounter(_TurnCounter):
    """The count of rules without a quick engine."""

    def __init__(self, rules: Rules[Any], pushed: bool, counts: Counts) -> None:
        super().__init__(rules, self._positions_after, counts)
        self.rules, self.pushed = rules, pushed

    def _positions_after(self, position: Any) -> Iterator[Any]:
        return (self.rules.apply(position, orders) for orders in _joint_orders(self.rules, position))

    def count(self, position: Any, depth: int) -> int:
        """The number of lines of `depth` turns. Where each turn is one decision, the last ones are only counted."""
        if depth == 1 and not self.pushed and self.inside is None:
            return _count_joint_orders(self.rules, position)
        return super().count(position, depth)


def _count_joint_orders(rules: Rules[Any], position: Any) -> int:
    """The number of joint orders, as a product: none of them has to be made."""
    actors = rules.actors(position)
    total = 1 if actors else 0
    for player in actors:
        total *= len(rules.actions(position, player))
    return total


def _count_actions(quick: Quick, position: Any, depth: int, counts: Counts) -> int:
    """The count of a quick engine. The last turn is counted without applying its actions."""
    actions = quick.actions
    if depth == 1:
        return len(actions(position))
    known_counts = counts.by_depth[depth - 1]
    total = 0
    for after in quick.positions_after(position):
        count = known_counts.get(after) if known_counts else None
        if count is None:
            # The last turn here: a call for each of its positions would take longer than all else.
            count = len(actions(after)) if depth == 2 else _count_actions(quick, after, depth - 1, counts)
            counts.remember(after, depth - 1, count)
        total += count
    return total


def _count_positions(quick: Quick, position: Any, depth: int) -> int:
    """The count of a quick engine that applies the actions of the last turn too."""
    positions = quick.positions_after(position)
    return len(positions) if depth == 1 else sum(_count_positions(quick, after, depth - 1) for after in positions)


class _LongTurnCounter(_TurnCounter):
    """The count of a quick engine where a turn may have several decisions."""

    def __init__(self, rules: Rules[Any], quick: Quick, counts: Counts) -> None:
        assert isinstance(rules, RulesWithTurns)
        super().__init__(rules, quick.positions_after, counts)
