"""Kinds of jumps, the board and its closed cells → the tables of jumps by cell, and which jumps the pieces on the board
allow. What can be made row by row is made when first asked for.

Also makes the jumps of each kind of piece as diagrams show them, from the same directions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from fabgen.rules.betza import parse_betza
from fabgen.rules.boards import Board, Mistake, TextError
from fabgen.rules.diagram import HopPattern
from fabgen.rules.directions import Compass, Offset
from fabgen.rules.standard.options import Hop, StandardOptions
from fabgen.rules.standard.state import NOWHERE, Fate, Move
from fabgen.rules.standard.tables import LazyTable, leap_offsets, mask

CELL_BITS = 14  # enough for the number of any cell: LARGEST_SIDE squared is less than 2**14


class HopLeg(NamedTuple):
    """One jump.

    * `hurdle`, `land`: the cell of the piece it goes over, and the cell where it lands.
    * `whom`: whose pieces it may go over (FRIEND | ENEMY).
    * `budget`, `limit`, `unit`: the budget that it draws on within a packed number: mask, limit and unit.
    * `takes`: whether it takes the piece it goes over.
    * `heading`: a number for its direction.
    * `kind`: the number of its kind.
    * `axis`, `cross`: bits above the budgets: the bit of its axis, and those of the axes that one turn may not join
      with it (both 0 where jumps of its kind may go along several).
    """

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
    """One kind of jump.

    * `offsets`: its directions, as the mover sees them.
    * `whom`: whose pieces it may go over.
    * `fate`: what becomes of the piece it goes over.
    * `per_turn`: how many of them one turn allows (0: any number).
    * `far`: whether it goes far.
    * `bends`: whether it may land on any cell next to the other piece that its offsets lead to.
    * `lined`: whether all jumps of a turn go along one axis.
    """

    offsets: tuple[Offset, ...]
    whom: int
    fate: Fate
    per_turn: int
    far: bool
    bends: bool = False
    lined: bool = False

    @property
    def near(self) -> tuple[tuple[Offset, Offset], ...]:
        """The two steps of each near jump: onto the piece it goes over, and from there to the landing."""
        steps = () if self.far else self.offsets
        return tuple((over, on) for over in steps for on in (steps if self.bends else (over,)))

    @property
    def takes(self) -> bool:
        """Whether the piece that it goes over leaves its cell."""
        return self.fate is not Fate.NOTHING


class OpenHop(NamedTuple):
    """A jump that is open.

    * `hurdle`, `land`: the cells that it goes over and to.
    * `onward_bits`: the bits of `hop_starts` at the landing that do not go straight back.
    * `unit`: what it adds to the budgets used (above a cell's bits).
    * `move`: the move that this jump alone is.
    """

    hurdle: int
    land: int
    onward_bits: int
    unit: int
    move: Move


class ScanDirection(NamedTuple):
    """One direction of near jumps, for all cells at once with one byte each. The shifts also bring each direction to a
    bit of its own.

    * `is_right_shift`: whether the shifts go to the right.
    * `hurdle_shift`, `landing_shift`: the shifts to the hurdle and on to the landing.
    * `whom`: whose pieces it may go over.
    * `inside`: the cells from which it stays on the board.
    """

    is_right_shift: bool
    hurdle_shift: int
    landing_shift: int
    whom: int
    inside: int


class FarHop(NamedTuple):
    """The far jumps in one direction: the cells up to the edge or to closed ground, the leg without its cells, and
    those closed cells that may only be jumped over."""

    ray: tuple[int, ...]
    leg: HopLeg
    closed: frozenset[int] = NOWHERE


@dataclass(frozen=True)
class HopTables:
    """The jumps of one code. `near` and `far`: by parity of the pieces on the board, parity of the pieces taken, and
    cell. `scan`: None where jumps go far or in more directions than a byte has bits. `number`: the same for equal
    jumps."""

    near: tuple[tuple[Mapping[int, tuple[HopLeg, ...]], ...], ...]
    far: tuple[tuple[Mapping[int, tuple[FarHop, ...]], ...], ...] | None
    scan: tuple[ScanDirection, ...] | None
    # By parity, cell, and bits of `hop_starts`: the open jumps.
    hops_by_bits: tuple[tuple[Mapping[int, tuple[OpenHop, ...]], ...], ...]
    # By what is used of the budgets (above a cell's bits): the bits of `hop_starts` that are still open.
    budget_bits: Mapping[int, int]
    ahead: int  # the bits of `hop_starts` that are jumps forward
    lanes: Mapping[int, int]  # by cell: the other cells from which near jumps of one chain can come further forward
    shut: frozenset[int]  # cells that no jump may land on
    keeps: bool  # whether some jump takes nothing
    free: bool  # whether no jump takes a piece or is bound to one axis
    bent: bool  # whether some jump may land elsewhere than straight behind the piece it goes over
    fate: Fate  # of all pieces that are taken
    anywhere: HopTableMaker  # the same without closed and forbidden cells, to explain with
    number: int


def open_far_hops(legs: tuple[FarHop, ...], side: bytes | bytearray, shut: frozenset[int]) -> Iterator[HopLeg]:
    """The far jumps that the pieces on the board allow now: over the first piece met, to each empty cell behind it."""
    for ray, leg, closed in legs:
        first = next((n for n, cell in enumerate(ray) if side[cell]), len(ray))
        if closed and not closed.isdisjoint(ray[:first]):
            continue
        for land in ray[first + 1 :]:
            if side[land] or land in closed:
                break
            if land not in shut:
                yield leg._replace(hurdle=ray[first], land=land)


def hop_starts(scan: tuple[ScanDirection, ...], side: bytes, ahead: int = 0) -> tuple[bytes, int]:
    """For each cell, one bit for each direction of `scan` in which a piece of this kind could jump if it stood there,
    found for all cells at once. Also the bits `ahead` of all vacant cells, as one mask."""
    ones = int.from_bytes(b"\1" * len(side), "little")
    pieces = int.from_bytes(side, "little")
    friends, enemies = pieces & ones, pieces >> 1 & ones
    pieces_of = (0, friends, enemies, friends | enemies)
    vacant = ones ^ pieces_of[3]
    starts = 0
    for is_right_shift, hurdle_shift, landing_shift, whom, inside in scan:
        if is_right_shift:
            starts |= pieces_of[whom] >> hurdle_shift & vacant >> landing_shift & inside
        else:
            starts |= pieces_of[whom] << hurdle_shift & vacant << landing_shift & inside
    return starts.to_bytes(len(side), "little"), starts & vacant * ahead


def jumps(options: StandardOptions, compass: Compass) -> Mapping[str, tuple[HopPattern, ...]]:
    """The jumps of each piece as diagrams show them. Raises TextError for a direction that cannot be read or leads
    further than to neighbours."""
    return {piece: tuple(_hop_pattern(hop, compass) for hop in hops) for piece, hops in options.hops.items()}


def directions(hop: Hop, compass: Compass) -> tuple[Offset, ...]:
    """The offsets of a jump, on a map along its lines. Raises TextError."""
    return line_directions(hop.to or compass.neighbour_atom, compass)


def line_directions(text: str, compass: Compass) -> tuple[Offset, ...]:
    """The offsets of steps that are written as directions of W, F or K, on a map along its lines. Raises TextError."""
    return compass.hop_steps(leap_offsets(parse_betza(text, compass)))


def far_steps(offsets: tuple[Offset, ...], compass: Compass) -> bool:
    """Whether some offsets lead further than to neighbours; no piece jumps over such cells."""
    return any(compass.distance(offset) != 1 for offset in offsets)


def _hop_pattern(hop: Hop, compass: Compass) -> HopPattern:
    """One jump as diagrams show it. Raises TextError."""
    offsets = directions(hop, compass)
    if far_steps(offsets, compass):
        raise TextError([Mistake(0, 0, f"`{hop.to}` leads further than to neighbours")])
    return HopPattern(offsets, hop.takes != "nothing", hop.far, hop.lands == "any", hop.over, hop.takes)


BITS = 8  # directions that one byte a cell can tell apart
MANY_WAYS = 10_000  # more than there are directions


@dataclass(frozen=True)
class HopTableMaker:
    """Makes the tables of one code. `closed`: by parity of the pieces on the board and of those taken, the cells that
    no jump may touch, except to go over those that are `passable`. `shut`: cells that no jump may land on."""

    lattice: Board
    forward: str
    kinds: tuple[HopKind, ...]
    closed: tuple[tuple[frozenset[int], frozenset[int]], ...]
    shut: frozenset[int]
    passable: frozenset[int] = NOWHERE

    @property
    def bent(self) -> bool:
        """Whether some jump may land elsewhere than straight behind the piece it goes over."""
        return any(kind.bends and (len(kind.offsets) > 1 or not self.lattice.regular) for kind in self.kinds)

    def hops(self, number: int) -> HopTables:
        """All tables. `number`: what tells these tables from those of other jumps."""
        parities, cells = range(len(self.closed)), range(len(self.lattice.numbered_cells))
        near = tuple(tuple(LazyTable(self._near_row_maker(parity, taken)) for taken in (0, 1)) for parity in parities)
        goes_far = any(kind.far for kind in self.kinds)
        far = tuple(tuple(LazyTable(self._far_row_maker(parity, taken)) for taken in (0, 1)) for parity in parities)
        has_scan = self.lattice.regular and not goes_far and not self.bent
        has_scan = has_scan and sum(len(kind.offsets) for kind in self.kinds) <= BITS
        return HopTables(
            near=near,
            far=far if goes_far else None,
            scan=tuple(self._scan()) if has_scan else None,
            hops_by_bits=tuple(
                tuple(self._open_hops(parity, cell) for cell in cells) if has_scan else () for parity in parities
            ),
            budget_bits=LazyTable(self._unused_directions),
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

    def _open_hops(self, parity: int, cell: int) -> Mapping[int, tuple[OpenHop, ...]]:
        """The open jumps of a cell by the bits of `hop_starts`, so that the search looks them up instead of testing
        cells."""
        jumps_by_bit: list[tuple[int, OpenHop]] = []

        def by_bits(bits: int) -> tuple[OpenHop, ...]:
            if not jumps_by_bit:
                slots = enumerate(self._slots(cell, parity, 0))
                jumps_by_bit.extend((1 << n, self._open_hop(cell, leg)) for n, leg in slots if leg)
            return tuple(jump for bit, jump in jumps_by_bit if bits & bit)

        return LazyTable(by_bits)

    def _open_hop(self, cell: int, leg: HopLeg) -> OpenHop:
        """A jump with everything that the quick search needs to know about it."""
        legs_from_landing = enumerate(self._slots(leg.land, 0, 0))
        back = sum(1 << n for n, next_leg in legs_from_landing if next_leg and next_leg.hurdle == leg.hurdle)
        move = Move(cell, leg.land, (leg.hurdle,) if leg.takes else (), (cell, leg.land))
        return OpenHop(leg.hurdle, leg.land, 255 ^ back, leg.unit << CELL_BITS, move)

    def _unused_directions(self, used: int) -> int:
        """The bits of the directions whose kinds still have budget left."""
        bits = n = 0
        for number, kind in enumerate(self.kinds):
            is_spent = kind.per_turn and used >> CELL_BITS + 8 * number & 255 >= kind.per_turn
            for _ in kind.offsets:
                bits |= 0 if is_spent else 1 << n
                n += 1
        return bits

    @cached_property
    def _rows(self) -> tuple[int, ...]:
        """How many rows forward one step of each direction leads, in the order of `scan`."""
        return tuple(self.lattice.compass.ahead(offset) for kind in self.kinds for offset in kind.offsets)

    def _ahead(self) -> int:
        """The bits of the directions that lead forward."""
        return sum(1 << n for n, rows in enumerate(self._rows) if rows > 0)

    def _lane(self, cell: int) -> int:
        """The other cells from which a jump can take a chain from behind or beside a cell to before it, as a mask with
        all bits of `hop_starts`.

        Such a cell is no further behind than the longest jump is, and an even number of files and of ranks away,
        because near jumps go two cells.
        """
        level, files = self.lattice.ahead(cell, self.forward), self.lattice.files
        longest = 2 * max(self._rows, default=0)
        y, x = divmod(cell, files)
        cells_two_apart = (start for start in self.lattice.order.values()
                           if start % files % 2 == x % 2 and start // files % 2 == y % 2)
        lane = {start for start in cells_two_apart if 0 <= level - self.lattice.ahead(start, self.forward) < longest}
        return 255 * mask(lane - {cell})

    def _near_row_maker(self, parity: int, taken: int) -> Callable[[int], tuple[HopLeg, ...]]:
        """The function that makes the near jumps of a cell at these parities."""

        def row(cell: int) -> tuple[HopLeg, ...]:
            return tuple(leg for leg in self._slots(cell, parity, taken) if leg)

        return row

    def _far_row_maker(self, parity: int, taken: int) -> Callable[[int], tuple[FarHop, ...]]:
        """The function that makes the far jumps of a cell at these parities."""

        def row(cell: int) -> tuple[FarHop, ...]:
            return tuple(far for far in self._rays(cell, parity, taken) if len(far.ray) > 1)

        return row

    def legs(self, cell: int) -> tuple[HopLeg, ...]:
        """The near jumps from a cell, whatever stands on the board."""
        return self._legs[cell]

    @cached_property
    def _legs(self) -> Mapping[int, tuple[HopLeg, ...]]:
        return LazyTable(self._near_row_maker(0, 0))

    def rays(self, cell: int) -> tuple[FarHop, ...]:
        """The directions of the far jumps from a cell."""
        return self._every_ray[cell]

    @cached_property
    def _every_ray(self) -> Mapping[int, tuple[FarHop, ...]]:
        return LazyTable(lambda cell: tuple(self._rays(cell, 0, 0)))

    def _slots(self, cell: int, parity: int, taken: int) -> list[HopLeg | None]:
        """One entry for each direction of near jumps, in the order of `scan`; None where no jump is ever possible,
        whatever stands on the board."""
        slots: list[HopLeg | None] = []
        for n, kind in enumerate(self.kinds):
            closed = self.closed[parity][(taken + kind.takes) % 2]
            for over, on in kind.near:
                hurdle, land = self._hurdle_and_landing(cell, over, on, kind.bends)
                is_on_board = hurdle is not None and land not in (None, cell)
                may_land = land not in self.shut and not closed & {cell, land}
                may_cross = hurdle not in closed or hurdle in self.passable
                is_possible = is_on_board and may_land and may_cross
                slots.append(self._leg(n, kind, hurdle or 0, land or 0, over, on) if is_possible else None)
        return slots

    def _hurdle_and_landing(self, cell: int, over: Offset, on: Offset, bends: bool) -> tuple[int | None, int | None]:
        """The cell that a near jump goes over and the cell where it lands: straight behind, or where the second step
        leads."""
        hurdle = self.lattice.neighbour(cell, over, self.forward)
        if bends and hurdle is not None:
            return hurdle, self.lattice.neighbour(hurdle, on, self.forward)
        return hurdle, self.lattice.neighbour(cell, (2 * over[0], 2 * over[1]), self.forward)

    def _leg(self, n: int, kind: HopKind, hurdle: int, land: int, over: Offset, on: Offset) -> HopLeg:
        """A jump of kind `n` by its cells and its two steps."""
        budget = (255 << 8 * n, kind.per_turn << 8 * n, 1 << 8 * n) if kind.per_turn else (0, 1, 0)
        axis, cross = self._axes(n, over) if kind.lined else (0, 0)
        first, then = (3 * x + y + 4 for x, y in (over, on))
        # Offsets of neighbours are -1 to 1, so that 3x + y + 4 numbers them from 0 to 8.
        heading = first if over == on else MANY_WAYS * (1 + first) + then
        return HopLeg(hurdle, land, kind.whom, *budget, kind.takes, heading, n, axis, cross)

    def _axes(self, n: int, over: Offset) -> tuple[int, int]:
        """The bit of a direction's axis, and the bits of the other axes of this kind of jump. There and back is one
        axis."""
        first_bit = 8 * len(self.kinds) + sum(len(kind.offsets) for kind in self.kinds[:n])
        axes = sorted({self._axis(offset) for offset in self.kinds[n].offsets})
        bits = {axis: 1 << first_bit + i for i, axis in enumerate(axes)}
        bit = bits[self._axis(over)]
        return bit, sum(bits.values()) - bit

    def _axis(self, offset: Offset) -> Offset:
        """The axis of a direction, as the smaller of the direction and its opposite."""
        return min(offset, self.lattice.compass.to_board(offset, "down"))

    def _rays(self, cell: int, parity: int, taken: int) -> Iterator[FarHop]:
        """The far jumps from a cell at these parities, one entry for each direction."""
        for n, kind in enumerate(self.kinds):
            closed = self.closed[parity][(taken + kind.takes) % 2]
            for offset in kind.offsets if kind.far else ():
                leg = self._leg(n, kind, -1, -1, offset, offset)
                ray = () if cell in closed else tuple(self._ray(cell, offset, closed - self.passable))
                yield FarHop(ray, leg, closed & {*ray})

    def _ray(self, cell: int, offset: Offset, closed: frozenset[int]) -> Iterator[int]:
        """The cells in one direction, up to the edge or a closed cell."""
        current: int | None = cell
        while current is not None and current not in closed:
            if current != cell:
                yield current
            current = self.lattice.neighbour(current, offset, self.forward)

    def _scan(self) -> Iterator[ScanDirection]:
        """One entry for each direction. The first shift also brings the result to the direction's own bit."""
        offsets = [(kind.whom, offset) for kind in self.kinds for offset in kind.offsets]
        for n, (whom, offset) in enumerate(offsets):
            dx, dy = self.lattice.compass.to_board(offset, self.forward)
            shift = 8 * (dx + dy * self.lattice.files)
            inside = self._inside(dx, dy) << n
            yield ScanDirection(shift > n, abs(shift - n), abs(2 * shift - n), whom, inside)

    def _inside(self, dx: int, dy: int) -> int:
        """The mask of the cells from which two steps stay on the board."""
        ends = ((n, self.lattice.step(cell, 2 * dx, 2 * dy)) for cell, n in self.lattice.order.items())
        return mask({n for n, end in ends if end is not None})
