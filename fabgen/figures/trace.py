"""A worked example as it was played → what its line has left behind: legs of the way, men that moved off or were taken.

Cells only, no millimetre. Everything is read off the positions that the rules went through, so that a figure cannot
tell another story than they do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from fabgen.rules.boards import Cell
from fabgen.rules.notation import Spoken, read_spoken
from fabgen.rules.position import Man, Position
from fabgen.spec.cases import Case
from fabgen.spec.load import Spec

Men = Mapping[Cell, tuple[Man, ...]]


@dataclass(frozen=True)
class Leg:
    """One arrow; `number` is its place in the line, 0 where there is only one step to tell; `player` who went there."""

    start: Cell
    end: Cell
    number: int = 0
    player: str = field(default="", compare=False)


@dataclass(frozen=True)
class Trace:
    """What a line did: its legs, the men that stood on a cell and moved off it, those that were taken there, tokens
    that lay on a cell and were taken up, by kind; and whether several players decided at once."""

    legs: tuple[Leg, ...] = ()
    left: Men = field(default_factory=dict)
    gone: Men = field(default_factory=dict)
    lifted: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    together: bool = False


def played(case: Case) -> tuple[tuple[tuple[str, str], ...], ...]:
    """The steps of a case's line: who decided what, by player."""
    return case.match.played if case.match else ()


def trace_of(case: Case) -> Trace:
    """What a case's line has left behind; nothing where it has no line."""
    if case.match is None or not case.match.played:
        return Trace()
    shown = [case.match.rules.show(position) for position in case.match.positions]
    lattice = shown[0].setting.lattice
    steps = [[(player, read_spoken(text, lattice)) for player, text in step if lattice.name.search(text)]
             for step in case.match.played]
    moved, taken = _departed(shown, steps)
    together = any(len(step) > 1 for step in case.match.played)
    return Trace(_numbered(steps), _stacked(moved, shown[-1]), _stacked(taken), _lifted(shown[0], shown[-1]), together)


def areas_of(spec: Spec, case: Case) -> Mapping[str, tuple[Cell, ...]]:
    """The cells that the game's rules call by a colour in a case's position, by that colour; not all rules do."""
    areas = getattr(spec.play, "areas", None)
    return areas(case.match.position) if areas and case.match else {}


def legs_of(actions: Iterable[Spoken]) -> tuple[Leg, ...]:
    """The legs of actions that may be done: numbered within an action that has several, each leg once."""
    legs = [Leg(*leg, number if len(action.path) > 2 else 0)
            for action in actions for number, leg in enumerate(pairwise(action.path), 1)]
    return tuple(dict.fromkeys(legs))


_Steps = list[list[tuple[str, Spoken]]]  # who did what, by step


def _numbered(steps: _Steps) -> tuple[Leg, ...]:
    """Legs count on through the line; what several players do at once has one number."""
    legs: list[Leg] = []
    number = 0
    for step in steps:
        number += len(step) > 1
        for player, leg in ((player, leg) for player, action in step for leg in pairwise(action.path)):
            number += len(step) == 1
            legs.append(Leg(*leg, number, player))
    return tuple(legs) if number > 1 else tuple(replace(leg, number=0) for leg in legs)


_Found = list[tuple[Cell, Man]]


def _departed(shown: list[Position], steps: _Steps) -> tuple[_Found, _Found]:
    """Men that moved off their cells, and men that were taken on them. Whoever leaves the cell that an action starts
    from, while a man of the same player comes to stand somewhere, has moved: everybody else was taken."""
    moved: _Found = []
    taken: _Found = []
    starts: set[Cell] = set()
    for (before, after), step in zip(pairwise(shown), steps, strict=True):
        starts |= {action.origin for _, action in step if action.origin}
        was, now = Counter(before.everybody()), Counter(after.everybody())
        arrived = Counter(man.player for _, man in (now - was).elements())
        gone = sorted((was - now).elements(), key=lambda one: one[0] not in starts)
        for cell, man in gone:
            walks = cell in starts and arrived[man.player] > 0
            arrived[man.player] -= walks
            (moved if walks else taken).append((cell, man))
        starts = set() if gone else starts
    return moved, taken


def _stacked(found: _Found, now: Position | None = None) -> Men:
    """Men by cell; those on cells where somebody stands `now` are left out."""
    out: dict[Cell, tuple[Man, ...]] = {}
    for cell, man in found:
        if now is None or cell not in now.men:
            out[cell] = (*out.get(cell, ()), man)
    return out


def _lifted(before: Position, after: Position) -> dict[str, tuple[Cell, ...]]:
    kinds = {name: tuple(cell for cell in cells if cell not in after.lying.get(name, {}))
             for name, cells in before.lying.items()}
    return {name: cells for name, cells in kinds.items() if cells}
