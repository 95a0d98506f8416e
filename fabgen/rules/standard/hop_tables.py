"""Kinds of jumps, the board and its closed cells → the tables of jumps by cell, and which jumps the pieces on the board
allow. What can be made row by row is made when first asked for. Also the jumps of each kind of piece as diagrams show
them, from the same directions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from fabgen.rules.betza import parse_betza
from fabgen.rules.boards import Board, Mistake, TextError
from fabgen.rules.diagram import HopPattern
from fabgen.rules.directions import Compass, MapLines, Offset
from fabgen.rules.standard.options import Hop, StandardOptions
from fabgen.rules.standard.state import NOWHERE, Fate, Move
from fabgen.rules.standard.tables import LazyTable, leap_offsets, mask

CELL_BITS = 14  # a cell's number fits: LARGEST_SIDE squared is less


class HopLeg(NamedTuple):
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
class HopKind:
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


# Hurdle, landing, the bits of `hop_starts` there that do not go straight back, what it adds to the budgets used (above
# a cell's bits), and the move that this hop alone is.
OpenHop = tuple[int, int, int, int, Move]
# One direction of near hops as a look at all cells at once, a byte each: whether the shifts go to the right, the shift
# that shows whom it goes over, the shift that shows what is behind, over whom, the cells from which it stays on the
# board. They bring each direction to a bit of its own.
ScanDirection = tuple[bool, int, int, int, int]


class FarHop(NamedTuple):
    """The far jumps in one direction: the cells up to the edge or to closed ground, the leg without its cells, and the
    closed cells that may only be jumped over."""

    ray: tuple[int, ...]
    leg: HopLeg
    closed: frozenset[int] = NOWHERE


@dataclass(frozen=True)
class HopTables:
    """The hops of one code. `near` and `far`: by parity of all men, parity of men taken, cell. `scan`: None where hops
    go far or in more directions than a byte has bits. `number`: equal for equal hops."""

    near: tuple[tuple[Mapping[int, tuple[HopLeg, ...]], ...], ...]
    far: tuple[tuple[Mapping[int, tuple[FarHop, ...]], ...], ...] | None
    scan: tuple[ScanDirection, ...] | None
    ways: tuple[tuple[Mapping[int, tuple[OpenHop, ...]], ...], ...]  # by parity, cell, bits of `hop_starts`
    left: Mapping[int, int]  # by what is used of the budgets (above a cell's bits): the bits of `hop_starts` still open
    ahead: int  # the bits of `hop_starts` that are hops forward
    lanes: Mapping[int, int]  # by cell: the other cells from which near hops of one chain can come further forward
    shut: frozenset[int]  # cells that no hop may land on
    keeps: bool  # whether some hop takes nobody
    free: bool  # whether none takes anybody, or is bound to one axis
    bent: bool  # whether some hop may not land straight behind whom it goes over
    fate: Fate  # of all who are taken
    anywhere: HopTableMaker  # the same without closed and forbidden cells, to explain with
    number: int


def open_far_hops(legs: tuple[FarHop, ...], side: bytes | bytearray, shut: frozenset[int]) -> Iterator[HopLeg]:
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


def hop_starts(scan: tuple[ScanDirection, ...], side: bytes, ahead: int = 0) -> tuple[bytes, int]:
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


def jumps(options: StandardOptions, compass: Compass) -> Mapping[str, tuple[HopPattern, ...]]:
    """By piece. Raises TextError where a direction cannot be read, or leads further than to neighbours."""
    return {piece: tuple(_jump(hop, compass) for hop in hops) for piece, hops in options.hops.items()}


def directions(hop: Hop, compass: Compass) -> tuple[Offset, ...]:
    """Where a hop goes; on a map along its lines. Raises TextError."""
    offsets = leap_offsets(parse_betza(hop.to or compass.neighbour_atom, compass))
    if isinstance(compass, MapLines) and any(not far for far, _ in offsets):
        return compass.offsets("R", (), True)  # neighbours that no line joins have nothing behind them
    return offsets


def far_steps(offsets: tuple[Offset, ...], compass: Compass) -> bool:
    """Whether some lead further than to neighbours, over whom nobody hops."""
    return any(compass.distance(offset) != 1 for offset in offsets)


def _jump(hop: Hop, compass: Compass) -> HopPattern:
    offsets = directions(hop, compass)
    if far_steps(offsets, compass):
        raise TextError([Mistake(0, 0, f"`{hop.to}` leads further than to neighbours")])
    return HopPattern(offsets, hop.takes != "nothing", hop.far, hop.lands == "any", hop.over, hop.takes)
BITS = 8  # directions that one byte a cell can tell apart
MANY_WAYS = 10_000  # more than there are directions


@dataclass(frozen=True)
class HopTableMaker:
    """Makes the tables of one code. `closed`: by parity of all men and of men taken, cells that no hop may touch, but
    for going over those that are `passable`; `shut`: cells that no hop may land on."""

    lattice: Board
    forward: str
    kinds: tuple[HopKind, ...]
    closed: tuple[tuple[frozenset[int], frozenset[int]], ...]
    shut: frozenset[int]
    passable: frozenset[int] = NOWHERE

    @property
    def bent(self) -> bool:
        """Whether some hop may not land straight behind whom it goes over."""
        return any(kind.bends and (len(kind.offsets) > 1 or not self.lattice.regular) for kind in self.kinds)

    def hops(self, number: int) -> HopTables:
        """All tables."""
        parities = range(len(self.closed))
        near = tuple(tuple(LazyTable(self._near(parity, taken)) for taken in (0, 1)) for parity in parities)
        goes_far = any(kind.far for kind in self.kinds)
        far = tuple(tuple(LazyTable(self._far(parity, taken)) for taken in (0, 1)) for parity in parities)
        scanned = self.lattice.regular and not goes_far and not self.bent
        scanned = scanned and sum(len(kind.offsets) for kind in self.kinds) <= BITS
        return HopTables(
            near=near,
            far=far if goes_far else None,
            scan=tuple(self._scan()) if scanned else None,
            ways=tuple(
                tuple(self._ways(parity, cell) for cell in range(len(self.lattice.numbered_cells))) if scanned else ()
                for parity in parities
            ),
            left=LazyTable(self._unused_directions),
            ahead=self._ahead(),
            lanes=LazyTable(self._lane),
            shut=self.shut,
            keeps=any(not kind.takes for kind in self.kinds),
            free=not any(kind.takes or kind.lined for kind in self.kinds),
            bent=self.bent,
            fate=max(kind.fate for kind in self.kinds),
            anywhere=replace(self, closed=((NOWHERE, NOWHERE),), shut=NOWHERE),
            number=number,
        )

    def _ways(self, parity: int, cell: int) -> Mapping[int, tuple[OpenHop, ...]]:
        """OpenHop hops by the bits of `hop_starts`: a look-up instead of asking who stands where."""
        every: list[tuple[int, OpenHop]] = []

        def by_bits(bits: int) -> tuple[OpenHop, ...]:
            if not every:
                slots = enumerate(self._slots(cell, parity, 0))
                every.extend((1 << n, self._open(cell, leg)) for n, leg in slots if leg)
            return tuple(way for bit, way in every if bits & bit)

        return LazyTable(by_bits)

    def _open(self, cell: int, leg: HopLeg) -> OpenHop:
        back = sum(
            1 << n for n, other in enumerate(self._slots(leg.land, 0, 0)) if other and other.hurdle == leg.hurdle
        )
        move = Move(cell, leg.land, (leg.hurdle,) if leg.takes else (), (cell, leg.land))
        return leg.hurdle, leg.land, 255 ^ back, leg.unit << CELL_BITS, move

    def _unused_directions(self, used: int) -> int:
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
        apart; as a mask with all bits of `hop_starts`."""
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

    def _near(self, parity: int, taken: int) -> Callable[[int], tuple[HopLeg, ...]]:
        def row(cell: int) -> tuple[HopLeg, ...]:
            return tuple(leg for leg in self._slots(cell, parity, taken) if leg)

        return row

    def _far(self, parity: int, taken: int) -> Callable[[int], tuple[FarHop, ...]]:
        def row(cell: int) -> tuple[FarHop, ...]:
            return tuple(far for far in self._rays(cell, parity, taken) if len(far.ray) > 1)

        return row

    def legs(self, cell: int) -> tuple[HopLeg, ...]:
        """Near hops from a cell, whoever stands there."""
        return self._legs[cell]

    @cached_property
    def _legs(self) -> Mapping[int, tuple[HopLeg, ...]]:
        return LazyTable(self._near(0, 0))

    def rays(self, cell: int) -> tuple[FarHop, ...]:
        """The directions of far hops from a cell."""
        return self._every_ray[cell]

    @cached_property
    def _every_ray(self) -> Mapping[int, tuple[FarHop, ...]]:
        return LazyTable(lambda cell: tuple(self._rays(cell, 0, 0)))

    def _slots(self, cell: int, parity: int, taken: int) -> list[HopLeg | None]:
        """One entry for each direction of near hops, in the order of `scan`; None where no hop is possible whoever
        stands there."""
        found: list[HopLeg | None] = []
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

    def _leg(self, n: int, kind: HopKind, hurdle: int, land: int, over: Offset, on: Offset) -> HopLeg:
        budget = (255 << 8 * n, kind.per_turn << 8 * n, 1 << 8 * n) if kind.per_turn else (0, 1, 0)
        axis, cross = self._axes(n, over) if kind.lined else (0, 0)
        first, then = (3 * x + y + 4 for x, y in (over, on))
        heading = first if over == on else MANY_WAYS * (1 + first) + then
        return HopLeg(hurdle, land, kind.whom, *budget, kind.takes, heading, n, axis, cross)

    def _axes(self, n: int, over: Offset) -> tuple[int, int]:
        """The bit of the axis of a direction of one kind of hops, and those of its others: there and back is one."""
        before = 8 * len(self.kinds) + sum(len(kind.offsets) for kind in self.kinds[:n])
        every = sorted({self._axis(offset) for offset in self.kinds[n].offsets})
        bits = {axis: 1 << before + i for i, axis in enumerate(every)}
        own = bits[self._axis(over)]
        return own, sum(bits.values()) - own

    def _axis(self, offset: Offset) -> Offset:
        return min(offset, self.lattice.compass.to_board(offset, "down"))

    def _rays(self, cell: int, parity: int, taken: int) -> Iterator[FarHop]:
        for n, kind in enumerate(self.kinds):
            closed = self.closed[parity][(taken + kind.takes) % 2]
            for offset in kind.offsets if kind.far else ():
                leg = self._leg(n, kind, -1, -1, offset, offset)
                ray = () if cell in closed else tuple(self._ray(cell, offset, closed - self.passable))
                yield FarHop(ray, leg, closed & {*ray})

    def _ray(self, cell: int, offset: Offset, closed: frozenset[int]) -> Iterator[int]:
        here: int | None = cell
        while here is not None and here not in closed:
            if here != cell:
                yield here
            here = self.lattice.neighbour(here, offset, self.forward)

    def _scan(self) -> Iterator[ScanDirection]:
        """One entry for each direction; its bit is shifted in with the first shift."""
        offsets = [(kind.whom, offset) for kind in self.kinds for offset in kind.offsets]
        for n, (whom, offset) in enumerate(offsets):
            dx, dy = self.lattice.compass.to_board(offset, self.forward)
            shift = 8 * (dx + dy * self.lattice.files)
            inside = self._inside(dx, dy) << n
            right = shift > n
            yield right, abs(shift - n), abs(2 * shift - n), whom, inside

    def _inside(self, dx: int, dy: int) -> int:
        """The cells from which two steps stay on the board."""
        ends = ((n, self.lattice.step(cell, 2 * dx, 2 * dy)) for cell, n in self.lattice.order.items())
        return mask({n for n, end in ends if end is not None})
