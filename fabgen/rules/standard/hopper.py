"""Kinds of hops of one kind of man, its board and ground → its `Hops`: the tables by which hops are found. What can be
made row by row is made when first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from fabgen.rules.boards import Lattice
from fabgen.rules.directions import Offset
from fabgen.rules.standard.hops import CELL_BITS, FarLeg, Hops, Kind, Leg, Open, Scan
from fabgen.rules.standard.state import NOWHERE, Move
from fabgen.rules.standard.tables import Lazy, mask

BITS = 8  # directions that one byte a cell can tell apart
MANY_WAYS = 10_000  # more than there are directions


@dataclass(frozen=True)
class Hopper:
    """Makes the tables of one code. `closed`: by parity of all men and of men taken, cells that no hop may touch, but
    for going over those that are `passable`; `shut`: cells that no hop may land on."""

    lattice: Lattice
    forward: str
    kinds: tuple[Kind, ...]
    closed: tuple[tuple[frozenset[int], frozenset[int]], ...]
    shut: frozenset[int]
    passable: frozenset[int] = NOWHERE

    @property
    def bent(self) -> bool:
        """Whether some hop may not land straight behind whom it goes over."""
        return any(kind.bends and (len(kind.offsets) > 1 or not self.lattice.regular) for kind in self.kinds)

    def hops(self, number: int) -> Hops:
        """All tables."""
        parities = range(len(self.closed))
        near = tuple(tuple(Lazy(self._near(parity, taken)) for taken in (0, 1)) for parity in parities)
        goes_far = any(kind.far for kind in self.kinds)
        far = tuple(tuple(Lazy(self._far(parity, taken)) for taken in (0, 1)) for parity in parities)
        scanned = self.lattice.regular and not goes_far and not self.bent
        scanned = scanned and sum(len(kind.offsets) for kind in self.kinds) <= BITS
        return Hops(
            near=near,
            far=far if goes_far else None,
            scan=tuple(self._scan()) if scanned else None,
            ways=tuple(
                tuple(self._ways(parity, cell) for cell in range(len(self.lattice.numbered))) if scanned else ()
                for parity in parities
            ),
            left=Lazy(self._left),
            ahead=self._ahead(),
            lanes=Lazy(self._lane),
            shut=self.shut,
            keeps=any(not kind.takes for kind in self.kinds),
            free=not any(kind.takes or kind.lined for kind in self.kinds),
            bent=self.bent,
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

    @cached_property
    def _rows(self) -> tuple[int, ...]:
        """How far forward one step of each kind of hop leads, in the order of `scan`."""
        return tuple(self.lattice.compass.ahead(offset) for kind in self.kinds for offset in kind.offsets)

    def _ahead(self) -> int:
        return sum(1 << n for n, rows in enumerate(self._rows) if rows > 0)

    def _lane(self, cell: int) -> int:
        """The cells, its own apart, from which a hop can take a chain from behind or beside a cell to before it: no
        further behind than the longest hop is, and, for near hops go two cells, an even number of files and of ranks
        apart; as a mask with all bits of `able`."""
        level, files = self.lattice.ahead(cell, self.forward), self.lattice.files
        longest = 2 * max(self._rows, default=0)
        y, x = divmod(cell, files)
        lane = {
            other
            for other in self.lattice.order.values()
            if other % files % 2 == x % 2
            and other // files % 2 == y % 2
            and 0 <= level - self.lattice.ahead(other, self.forward) < longest
        }
        return 255 * mask(lane - {cell})

    def _near(self, parity: int, taken: int) -> Callable[[int], tuple[Leg, ...]]:
        def row(cell: int) -> tuple[Leg, ...]:
            return tuple(leg for leg in self._slots(cell, parity, taken) if leg)

        return row

    def _far(self, parity: int, taken: int) -> Callable[[int], tuple[FarLeg, ...]]:
        def row(cell: int) -> tuple[FarLeg, ...]:
            return tuple(far for far in self._rays(cell, parity, taken) if len(far.ray) > 1)

        return row

    def legs(self, cell: int) -> tuple[Leg, ...]:
        """Near hops from a cell, whoever stands there."""
        return self._legs[cell]

    @cached_property
    def _legs(self) -> Mapping[int, tuple[Leg, ...]]:
        return Lazy(self._near(0, 0))

    def rays(self, cell: int) -> tuple[FarLeg, ...]:
        """The directions of far hops from a cell."""
        return self._every_ray[cell]

    @cached_property
    def _every_ray(self) -> Mapping[int, tuple[FarLeg, ...]]:
        return Lazy(lambda cell: tuple(self._rays(cell, 0, 0)))

    def _slots(self, cell: int, parity: int, taken: int) -> list[Leg | None]:
        """One entry for each direction of near hops, in the order of `scan`; None where no hop is possible whoever
        stands there."""
        found: list[Leg | None] = []
        for n, kind in enumerate(self.kinds):
            closed = self.closed[parity][(taken + kind.takes) % 2]
            for over, on in kind.near:
                hurdle, land = self._over(cell, over, on, kind.bends)
                possible = (
                    hurdle is not None
                    and land not in (None, cell)
                    and land not in self.shut
                    and not closed & {cell, land}
                    and (hurdle not in closed or hurdle in self.passable)
                )
                found.append(self._leg(n, kind, hurdle or 0, land or 0, over, on) if possible else None)
        return found

    def _over(self, cell: int, over: Offset, on: Offset, bends: bool) -> tuple[int | None, int | None]:
        """Whom a near hop goes over and where it lands: straight behind, or anywhere next to him."""
        hurdle = self.lattice.neighbour(cell, over, self.forward)
        if bends and hurdle is not None:
            return hurdle, self.lattice.neighbour(hurdle, on, self.forward)
        return hurdle, self.lattice.neighbour(cell, (2 * over[0], 2 * over[1]), self.forward)

    def _leg(self, n: int, kind: Kind, hurdle: int, land: int, over: Offset, on: Offset) -> Leg:
        budget = (255 << 8 * n, kind.per_turn << 8 * n, 1 << 8 * n) if kind.per_turn else (0, 1, 0)
        axis, cross = self._axes(n, over) if kind.lined else (0, 0)
        first, then = (3 * x + y + 4 for x, y in (over, on))
        heading = first if over == on else MANY_WAYS * (1 + first) + then
        return Leg(hurdle, land, kind.whom, *budget, kind.takes, heading, n, axis, cross)

    def _axes(self, n: int, over: Offset) -> tuple[int, int]:
        """The bit of the axis of a direction of one kind of hops, and those of its others: there and back is one."""
        before = 8 * len(self.kinds) + sum(len(kind.offsets) for kind in self.kinds[:n])
        every = sorted({self._axis(offset) for offset in self.kinds[n].offsets})
        bits = {axis: 1 << before + i for i, axis in enumerate(every)}
        own = bits[self._axis(over)]
        return own, sum(bits.values()) - own

    def _axis(self, offset: Offset) -> Offset:
        return min(offset, self.lattice.compass.oriented(offset, "down"))

    def _rays(self, cell: int, parity: int, taken: int) -> Iterator[FarLeg]:
        for n, kind in enumerate(self.kinds):
            closed = self.closed[parity][(taken + kind.takes) % 2]
            for offset in kind.offsets if kind.far else ():
                leg = self._leg(n, kind, -1, -1, offset, offset)
                ray = () if cell in closed else tuple(self._ray(cell, offset, closed - self.passable))
                yield FarLeg(ray, leg, closed & {*ray})

    def _ray(self, cell: int, offset: Offset, closed: frozenset[int]) -> Iterator[int]:
        here: int | None = cell
        while here is not None and here not in closed:
            if here != cell:
                yield here
            here = self.lattice.neighbour(here, offset, self.forward)

    def _scan(self) -> Iterator[Scan]:
        """One entry for each direction; its bit is shifted in with the first shift."""
        offsets = [(kind.whom, offset) for kind in self.kinds for offset in kind.offsets]
        for n, (whom, offset) in enumerate(offsets):
            dx, dy = self.lattice.compass.oriented(offset, self.forward)
            shift = 8 * (dx + dy * self.lattice.files)
            inside = self._inside(dx, dy) << n
            right = shift > n
            yield right, abs(shift - n), abs(2 * shift - n), whom, inside

    def _inside(self, dx: int, dy: int) -> int:
        """The cells from which two steps stay on the board."""
        ends = ((n, self.lattice.step(cell, 2 * dx, 2 * dy)) for cell, n in self.lattice.order.items())
        return mask({n for n, end in ends if end is not None})
