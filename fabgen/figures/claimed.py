"""A position, and what is claimed of it → the cells that its figure marks, and how; cells only.

A mark is of the kind of its action: what goes over somebody is a hop, and the rules say which actions do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from fabgen.figures.trace import Leg, Trace, legs_of
from fabgen.rules.boards import Cell, Lattice
from fabgen.rules.marks import Act
from fabgen.rules.notation import Spoken
from fabgen.rules.position import Position


@dataclass(frozen=True)
class Claims:
    """What a figure shows of a position: actions that are legal, that are not, and that are all there is; which texts
    are those of hops."""

    legal: tuple[Spoken, ...] = ()
    illegal: tuple[Spoken, ...] = ()
    exactly: tuple[Spoken, ...] = ()
    hops: frozenset[str] = frozenset()


def acting(position: Position, claims: Claims, trace: Trace) -> list[Cell]:
    """Where the pieces stand that an example is about: all whose moves it lists without arrows; and the one of whom
    everything is told, also after it was played."""
    origins = {action.origin for action in (*claims.illegal, *claims.exactly)}
    arrows = {action.origin for action in claims.legal}
    told = {action.origin or action.text for action in (*claims.illegal, *claims.exactly, *claims.legal) if action.path}
    one = _one(position, trace)
    if one and told <= {one}:
        origins |= {one}
    elif not trace.legs and len(told) == 1:
        origins |= arrows
    return sorted(cell for cell in position.men if cell in origins)


def _one(position: Position, trace: Trace) -> Cell | None:
    """Where the one piece stands that has moved, or would have; None where several did or might have, and where it is
    gone."""
    legs = trace.legs
    if not legs or trace.together or any(a.end != b.start or a.player != b.player for a, b in pairwise(legs)):
        return None
    ends = (legs[-1].end, legs[0].start)
    return next((cell for cell in ends if cell in position.men and position.men[cell].player == legs[0].player), None)


@dataclass(frozen=True)
class Landings:
    """Where a mark says what may be done, no arrow: by empty cell how one may land there, the cells where a piece may
    be put, and those where somebody stands, to which one may go without taking him by the notation."""

    empty: Mapping[Cell, Act]
    put: tuple[Cell, ...]
    entered: tuple[Cell, ...]


def landings(position: Position, claims: Claims, trace: Trace) -> Landings:
    """The marks of claims in a position: a step is a step, a hop a hop, of the kind that its notation says."""
    shown = (*claims.exactly, *(a for a in claims.legal if trace.legs or not a.origin))
    men, empty = {*position.men}, dict[Cell, Act]()
    for action in (a for a in shown if a.origin and a.path[-1] not in men):
        act = (Act.LOCUST if any(action.takes) else Act.HOP) if action.text in claims.hops else Act.MOVE
        empty[action.path[-1]] = empty.get(action.path[-1], Act(0)) | act
    placed = {a.path[-1] for a in shown if not a.origin and "@" in a.text}
    ends = {a.path[-1] for a in shown if a.origin} | placed
    taken = {c for a in claims.exactly + claims.legal for c in taken_cells(position.setting.lattice, position, a)}
    order = {cell: empty[cell] for cell in sorted(empty)}
    return Landings(order, tuple(sorted(placed - men)), tuple(sorted(ends & men - taken)))


def taken_cells(lattice: Lattice, position: Position, action: Spoken) -> tuple[Cell, ...]:
    """The cells whose men an action takes: the one it lands on, or the first man on its way."""
    legs = zip(legs_of((action,)), action.takes, strict=True)
    return tuple(cell for leg, takes in legs if takes and (cell := _hit(lattice, position, leg)))


def _hit(lattice: Lattice, position: Position, leg: Leg) -> Cell | None:
    if leg.end in position.men:
        return leg.end
    return next((cell for cell in lattice.between(leg.start, leg.end) if cell in position.men), None)
