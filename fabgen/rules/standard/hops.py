"""Kinds of hops and their tables, and who stands where → the hops that the men allow: the far ones from a cell, and a
quick look at which men can hop at all. `hopper` makes the tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from fabgen.rules.directions import Offset
from fabgen.rules.standard.state import NOWHERE, Fate, Move

if TYPE_CHECKING:
    from fabgen.rules.standard.hopper import Hopper

CELL_BITS = 14  # a cell's number fits: LARGEST_SIDE squared is less


class Leg(NamedTuple):
    """One hop: over which cell, where to, over whom (FRIEND | ENEMY), the budget that it draws on (mask, limit, unit
    within a packed number), whether it takes, its direction, the number of its kind; above the budgets, the bit that
    marks its axis and those of the axes that it is not joined with (0 where its kind may have several)."""

    hurdle: int
    land: int
    whom: int
    budget: int
    limit: int
    unit: int
    takes: bool
    heading: int
    kind: int
    axis: int = 0
    cross: int = 0


@dataclass(frozen=True)
class Kind:
    """One kind of hop: offsets of the mover, over whom, what becomes of him, its number a turn (0: any), whether it
    goes far, whether it may land anywhere next to him that its offsets lead to, whether all of a turn go along one
    axis."""

    offsets: tuple[Offset, ...]
    whom: int
    fate: Fate
    per_turn: int
    far: bool
    bends: bool = False
    lined: bool = False

    @property
    def near(self) -> tuple[tuple[Offset, Offset], ...]:
        """The two steps of each near hop: onto whom it goes over, and on from there."""
        steps = () if self.far else self.offsets
        return tuple((over, on) for over in steps for on in (steps if self.bends else (over,)))

    @property
    def takes(self) -> bool:
        """Whether whom it goes over leaves his cell."""
        return self.fate is not Fate.NOTHING


# Hurdle, landing, the bits of `able` there that do not go straight back, what it adds to the budgets used (above a
# cell's bits), and the move that this hop alone is.
Open = tuple[int, int, int, int, Move]


# One direction of near hops as a look at all cells at once, a byte each: whether the shifts go to the right, the shift
# that shows whom it goes over, the shift that shows what is behind, over whom, the cells from which it stays on the
# board. They bring each direction to a bit of its own.
Scan = tuple[bool, int, int, int, int]


class FarLeg(NamedTuple):
    """Hops in one direction: the cells up to the edge or to closed ground, the leg without its cells, and those of the
    cells that are closed but for whoever is hopped there."""

    ray: tuple[int, ...]
    leg: Leg
    closed: frozenset[int] = NOWHERE


@dataclass(frozen=True)
class Hops:
    """The hops of one code. `near` and `far`: by parity of all men, parity of men taken, cell. `scan`: None where hops
    go far or in more directions than a byte has bits. `number`: equal for equal hops."""

    near: tuple[tuple[Mapping[int, tuple[Leg, ...]], ...], ...]
    far: tuple[tuple[Mapping[int, tuple[FarLeg, ...]], ...], ...] | None
    scan: tuple[Scan, ...] | None
    ways: tuple[tuple[Mapping[int, tuple[Open, ...]], ...], ...]  # by parity, cell, bits of `able`; empty without scan
    left: Mapping[int, int]  # by what is used of the budgets (above a cell's bits): the bits of `able` still open
    ahead: int  # the bits of `able` that are hops forward
    lanes: Mapping[int, int]  # by cell: the other cells from which near hops of one chain can come further forward
    shut: frozenset[int]  # cells that no hop may land on
    keeps: bool  # whether some hop takes nobody
    free: bool  # whether none takes anybody, or is bound to one axis
    bent: bool  # whether some hop may not land straight behind whom it goes over
    fate: Fate  # of all who are taken
    anywhere: Hopper  # the same without closed and forbidden cells, to explain with
    number: int


def far_legs(legs: tuple[FarLeg, ...], side: bytes | bytearray, shut: frozenset[int]) -> Iterator[Leg]:
    """The far hops that the men on the board allow now: over the first man met, to each empty cell behind him."""
    for ray, leg, closed in legs:
        met = next((n for n, cell in enumerate(ray) if side[cell]), len(ray))
        if closed and not closed.isdisjoint(ray[:met]):
            continue
        for land in ray[met + 1 :]:
            if side[land] or land in closed:
                break
            if land not in shut:
                yield leg._replace(hurdle=ray[met], land=land)


def able(scan: tuple[Scan, ...], side: bytes, ahead: int = 0) -> tuple[bytes, int]:
    """For each cell, one bit for each direction of `scan` in which a hop could start if a man of this kind stood there:
    whom it goes over and what is empty, all cells at once. And the bits `ahead` of all vacant cells, as one mask."""
    ones = int.from_bytes(b"\1" * len(side), "little")
    men = int.from_bytes(side, "little")
    friends, enemies = men & ones, men >> 1 & ones
    whom = (0, friends, enemies, friends | enemies)
    vacant = ones ^ whom[3]
    found = 0
    for right, near, far, which, inside in scan:
        if right:
            found |= whom[which] >> near & vacant >> far & inside
        else:
            found |= whom[which] << near & vacant << far & inside
    return found.to_bytes(len(side), "little"), found & vacant * ahead
