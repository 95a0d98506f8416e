"""A position and a depth → how many ways there are to play on so far: the count that tells two move generators apart.

Depth counts turns. Decisions inside a turn (somebody re-places a piece, somebody reacts) multiply; orders given at the
same time count as joint orders. A finished game has no ways to play on. Actions are counted as the rules list them,
each once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Protocol, TypeVar, runtime_checkable

from fabgen.rules.game import Rules

P = TypeVar("P")


@runtime_checkable
class Turns(Protocol):
    """Rules whose turns may take more than one decision say where one is not over yet; without it every decision is a
    turn."""

    def inside(self, before: Any, after: Any) -> bool:
        """Whether the turn of a position goes on in the one that a decision has led to."""


class Quick(Protocol):
    """An engine that can be trusted: one actor at a time, actions that are applied unchecked. Rules that have one offer
    it as `quick`."""

    @property
    def undivided(self) -> bool: ...

    def actions(self, state: Any) -> Sequence[Any]: ...

    def apply(self, state: Any, action: Any) -> Any: ...

    def inside(self, state: Any) -> bool: ...


def perft(rules: Rules[P], position: P, depth: int, pushed: bool = False) -> int:
    """How many lines of so many turns there are. `pushed`: make every last position too, instead of counting the
    actions that lead there; the number is the same."""
    if depth < 1:
        return 1
    quick: Quick | None = getattr(rules, "quick", None)
    if quick is None:
        return _count(rules, position, depth, pushed)
    if not quick.undivided:
        return _divided(quick, position, depth)
    return _pushed(quick, position, depth) if pushed else _leaves(quick, position, depth)


def divide(rules: Rules[P], position: P, depth: int) -> dict[str, int]:
    """The count behind each first decision, by its text: `c3-c4`, or `green: c3-c4; orange: pass` where several decide
    at once."""
    found: dict[str, int] = {}
    for orders in _orders(rules, position):
        texts = {player: rules.text(position, action) for player, action in orders.items()}
        name = (
            "; ".join(f"{player}: {text}" for player, text in texts.items())
            if len(texts) > 1
            else "".join(texts.values())
        )
        after = rules.apply(position, orders)
        found[name] = found.get(name, 0) + perft(rules, after, depth if _inside(rules, position, after) else depth - 1)
    return found if depth > 0 else {}


def _orders(rules: Rules[P], position: P) -> Iterator[Mapping[str, Any]]:
    """Everything that the actors may decide together."""
    actors = rules.actors(position)
    if actors:
        yield from (
            dict(zip(actors, chosen, strict=True))
            for chosen in product(*(rules.actions(position, player) for player in actors))
        )


def _inside(rules: Rules[Any], before: Any, after: Any) -> bool:
    return isinstance(rules, Turns) and rules.inside(before, after)


def _count(rules: Rules[P], position: P, depth: int, pushed: bool) -> int:
    """By the protocol alone."""
    if depth == 1 and not pushed and not isinstance(rules, Turns):
        return _joint(rules, position)
    total = 0
    for orders in _orders(rules, position):
        after = rules.apply(position, orders)
        left = depth if _inside(rules, position, after) else depth - 1
        total += _count(rules, after, left, pushed) if left else 1
    return total


def _joint(rules: Rules[Any], position: Any) -> int:
    """How many joint orders there are; their number is a product, so nothing is made."""
    actors = rules.actors(position)
    total = 1 if actors else 0
    for player in actors:
        total *= len(rules.actions(position, player))
    return total


def _leaves(quick: Quick, position: Any, depth: int) -> int:
    actions, apply = quick.actions, quick.apply
    if depth == 1:
        return len(actions(position))
    if depth == 2:
        return sum([len(actions(apply(position, action))) for action in actions(position)])
    return sum(_leaves(quick, apply(position, action), depth - 1) for action in actions(position))


def _pushed(quick: Quick, position: Any, depth: int) -> int:
    apply = quick.apply
    if depth == 1:
        return len([apply(position, action) for action in quick.actions(position)])
    return sum(_pushed(quick, apply(position, action), depth - 1) for action in quick.actions(position))


def _divided(quick: Quick, position: Any, depth: int) -> int:
    """Where a turn may have several decisions; every position is made, because only it tells whether the turn is
    over."""
    total = 0
    for action in quick.actions(position):
        after = quick.apply(position, action)
        left = depth if quick.inside(after) else depth - 1
        total += _divided(quick, after, left) if left else 1
    return total
