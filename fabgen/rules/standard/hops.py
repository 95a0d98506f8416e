"""Kinds of hops of one kind of man → for each cell what can be hopped and where that lands; and a quick look at which
men can hop at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from fabgen.rules.lattice import Lattice, Offset, oriented
from fabgen.rules.standard.state import Fate, Move
from fabgen.rules.standard.tables import NOWHERE, Lazy, mask, neighbour

BITS = 8  # directions that one byte a cell can tell apart
CELL_BITS = 14  # a cell's number fits: LARGEST_SIDE squared is less


class Leg(NamedTuple):
    """One hop: over which cell, where to, over whom (FRIEND | ENEMY), the budget that it draws on (mask, limit, unit
    within a packed number), whether it takes, its direction, the number of its kind."""

    hurdle: int
    land: int
    whom: int
    budget: int
    limit: int
    unit: int
    takes: bool
    heading: int
    kind: int


@dataclass(frozen=True)
class Kind:
    """One kind of hop: offsets of the mover, over whom, what becomes of him, its number a turn (0: any), whether it
    goes far."""

    offsets: tuple[Offset, ...]
    whom: int
    fate: Fate
    per_turn: int
    far: bool

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
    """Hops in one direction: the cells up to the edge or to closed ground, and the leg without its cells."""

    ray: tuple[int, ...]
    leg: Leg


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
    lanes: Mapping[int, int]  # by cell: the cells of its row that near hops of one chain can come to
    shut: frozenset[int]  # cells that no hop may land on
    keeps: bool  # whether some hop takes nobody
    free: bool  # whether none takes anybody
    fate: Fate  # of all who are taken
    anywhere: Hopper  # the same without closed and forbidden cells, to explain with
    number: int


@dataclass(frozen=True)
class Hopper:
    """Makes the tables of one code. `closed`: by parity of all men and of men taken, cells that no hop may touch;
    `shut`: cells that no hop may land on."""

    lattice: Lattice
    forward: str
    kinds: tuple[Kind, ...]
    closed: tuple[tuple[frozenset[int], frozenset[int]], ...]
    shut: frozenset[int]

    def hops(self, number: int) -> Hops:
        """All tables."""
        parities = range(len(self.closed))
        near = tuple(tuple(Lazy(self._near(parity, taken)) for taken in (0, 1)) for parity in parities)
        goes_far = any(kind.far for kind in self.kinds)
        far = tuple(tuple(Lazy(self._far(parity, taken)) for taken in (0, 1)) for parity in parities)
        scanned = not goes_far and sum(len(kind.offsets) for kind in self.kinds) <= BITS
        return Hops(
            near=near,
            far=far if goes_far else None,
            scan=tuple(self._scan()) if scanned else None,
            ways=tuple(
                tuple(self._ways(parity, cell) for cell in range(len(self.lattice.cells))) if scanned else ()
                for parity in parities
            ),
            left=Lazy(self._left),
            ahead=self._ahead(),
            lanes=Lazy(self._lane),
            shut=self.shut,
            keeps=any(not kind.takes for kind in self.kinds),
            free=not any(kind.takes for kind in self.kinds),
            fate=max(kind.fate for kind in self.kinds),
            anywhere=replace(self, closed=((NOWHERE, NOWHERE),), shut=NOWHERE),
            number=number,
        )

    def _ways(self, parity: int, cell: int) -> Mapping[int, tuple[Open, ...]]:
        """Open hops by the bits of `able`: a look-up instead of asking who stands where."""
        every: list[tuple[int, Open]] = []

        def by_bits(bits: int) -> tuple[Open, ...]:
            if not every:
                slots = enumerate(self._slots(cell, parity, 0))
                every.extend((1 << n, self._open(cell, leg)) for n, leg in slots if leg)
            return tuple(way for bit, way in every if bits & bit)

        return Lazy(by_bits)

    def _open(self, cell: int, leg: Leg) -> Open:
        back = sum(
            1 << n for n, other in enumerate(self._slots(leg.land, 0, 0)) if other and other.hurdle == leg.hurdle
        )
        move = Move(cell, leg.land, (leg.hurdle,) if leg.takes else (), (cell, leg.land))
        return leg.hurdle, leg.land, 255 ^ back, leg.unit << CELL_BITS, move

    def _left(self, used: int) -> int:
        """The directions of kinds whose budgets are not used up."""
        bits = n = 0
        for number, kind in enumerate(self.kinds):
            spent = kind.per_turn and used >> CELL_BITS + 8 * number & 255 >= kind.per_turn
            for _ in kind.offsets:
                bits |= 0 if spent else 1 << n
                n += 1
        return bits

    def _ahead(self) -> int:
        offsets = [offset for kind in self.kinds for offset in kind.offsets]
        return sum(1 << n for n, (_, y) in enumerate(offsets) if y > 0)

    def _lane(self, cell: int) -> int:
        """Near hops go two cells, so that the cells of a row that chains come to are an even number of cells apart; as
        a mask with all bits of `able`."""
        far = 2 * max(self.lattice.files, self.lattice.ranks)
        lane = {neighbour(self.lattice, cell, (x, 0), self.forward) for x in range(-far, far, 2)}
        return 255 * mask({other for other in lane if other not in (None, cell)})

    def _near(self, parity: int, taken: int) -> Callable[[int], tuple[Leg, ...]]:
        def row(cell: int) -> tuple[Leg, ...]:
            return tuple(leg for leg in self._slots(cell, parity, taken) if leg)

        return row

    def _far(self, parity: int, taken: int) -> Callable[[int], tuple[FarLeg, ...]]:
        def row(cell: int) -> tuple[FarLeg, ...]:
            return tuple(far for far in self.rays(cell, parity, taken) if len(far.ray) > 1)

        return row

    def legs(self, cell: int) -> tuple[Leg, ...]:
        """Near hops from a cell, whoever stands there."""
        return tuple(leg for leg in self._slots(cell, 0, 0) if leg)

    def _slots(self, cell: int, parity: int, taken: int) -> list[Leg | None]:
        """One entry for each direction of near hops, in the order of `scan`; None where no hop is possible whoever
        stands there."""
        found: list[Leg | None] = []
        for n, kind in enumerate(self.kinds):
            closed = self.closed[parity][(taken + kind.takes) % 2]
            for x, y in () if kind.far else kind.offsets:
                hurdle, land = (neighbour(self.lattice, cell, (k * x, k * y), self.forward) for k in (1, 2))
                possible = (
                    hurdle is not None
                    and land is not None
                    and land not in self.shut
                    and not closed & {cell, hurdle, land}
                )
                found.append(self._leg(n, kind, hurdle or 0, land or 0, (x, y)) if possible else None)
        return found

    def _leg(self, n: int, kind: Kind, hurdle: int, land: int, offset: Offset) -> Leg:
        budget = (255 << 8 * n, kind.per_turn << 8 * n, 1 << 8 * n) if kind.per_turn else (0, 1, 0)
        return Leg(hurdle, land, kind.whom, *budget, kind.takes, 3 * offset[0] + offset[1] + 4, n)

    def rays(self, cell: int, parity: int = 0, taken: int = 0) -> Iterator[FarLeg]:
        """The directions of far hops from a cell."""
        for n, kind in enumerate(self.kinds):
            for offset in kind.offsets if kind.far else ():
                leg = self._leg(n, kind, -1, -1, offset)
                yield FarLeg(tuple(self._ray(cell, offset, self.closed[parity][(taken + kind.takes) % 2])), leg)

    def _ray(self, cell: int, offset: Offset, closed: frozenset[int]) -> Iterator[int]:
        here: int | None = cell
        while here is not None and here not in closed:
            if here != cell:
                yield here
            here = neighbour(self.lattice, here, offset, self.forward)

    def _scan(self) -> Iterator[Scan]:
        """One entry for each direction; its bit is shifted in with the first shift."""
        offsets = [(kind.whom, *oriented(x, y, self.forward)) for kind in self.kinds for x, y in kind.offsets]
        for n, (whom, dx, dy) in enumerate(offsets):
            shift = 8 * (dx + dy * self.lattice.files)
            inside = self._inside(dx, dy) << n
            right = shift > n
            yield right, abs(shift - n), abs(2 * shift - n), whom, inside

    def _inside(self, dx: int, dy: int) -> int:
        """The cells from which two steps stay on the board."""
        cells = self.lattice.cells
        return mask({i for i, cell in enumerate(cells) if self.lattice.step(cell, 2 * dx, 2 * dy) is not None})


def far_legs(legs: tuple[FarLeg, ...], side: bytes | bytearray, shut: frozenset[int]) -> Iterator[Leg]:
    """The far hops that the men on the board allow now: over the first man met, to each empty cell behind him."""
    for ray, leg in legs:
        met = next((n for n, cell in enumerate(ray) if side[cell]), len(ray))
        for land in ray[met + 1 :]:
            if side[land]:
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
