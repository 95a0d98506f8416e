"""Outlines on a lattice → sheets filled one part after the other, each as far left as possible, then compacted; the
same every time.

Each turned outline has a map of its free positions on the sheet. A placed part clears the positions at which others
would be too near. Which positions these are comes from exact no-fit tables, so that gaps hold on true outlines, and
parts can be placed in each other's holes and hollows. Here y runs down from the upper margin; a `NestPosition` is in
sheet coordinates again.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Polygon, affinity

from fabgen.artwork.path import Box, rotation
from fabgen.laser.nest.layout import (
    NestItem,
    NestLayout,
    NestPosition,
    SheetLimits,
    StockSheet,
    box_size,
    sheet_capacity,
)
from fabgen.laser.nest.no_fit import (
    TOUCH,
    Bits,
    ConvexPolygon,
    Floats,
    NoFitTable,
    OutlineLoops,
    convex_pieces,
    join_pieces,
    make_no_fit_table,
    pieces_without_notches,
)

CELL = 0.5  # mm: the lattice; a finer one takes longer and gains nothing, because its no-fit tables are exact
LONGEST = 2400  # cells along the longest outline; for a longer outline the lattice is coarser
SAME = 0.02  # mm: turned outlines that differ by less count as the same
FIRST_COLUMNS = 8  # columns that are looked at together for the first free position, then four times as many
CORNERS = 6  # positions of a turned outline that are compared at a time

PUSH_STEPS = (0.5, 0.25, 0.12, 0.06, 0.03)  # mm: the steps by which compacting moves a part, the longest first
PUSH_ROUNDS = 6  # rounds of compacting, at most
LEAST_PUSH = 0.02  # mm: compacting ends after a round that gains less
MOST_PUSHED = 400  # parts on a sheet: compacting more takes too long


@dataclass(frozen=True, eq=False)
class NestCache:
    """A cache of turned outlines by shape and gap, of no-fit tables by two outlines and the lattice, and of finished
    layouts by everything they depend on. Shared by all nests of one build.

    A value follows from its key alone, so a nest gives the same answer whatever came before it.
    """

    outlines: dict[object, list[TurnedOutline]] = field(default_factory=dict)
    no_fit_tables: dict[object, NoFitTable] = field(default_factory=dict)
    layouts: dict[object, NestLayout] = field(default_factory=dict)


@dataclass(frozen=True)
class PlacementRule:
    """How to choose the position of a part. The best position reaches least far right, measured to the part's middle
    (`tight` 0) or its right edge (1), plus `snug` times the free positions of its own kind that it takes, in
    columns."""

    tight: float
    snug: float


@dataclass(frozen=True, eq=False)
class TurnedOutline:
    """A kind in one turn, with the upper left corner of its box at the origin, y down, lengths in mm. `middle`: the x
    of its centroid."""

    kind: int
    turn: int
    width: float
    height: float
    middle: float
    grown: OutlineLoops
    negated: OutlineLoops

    def reach(self, tight: float) -> float:
        """The distance in mm from its left edge to the point that a placement rule measures."""
        return self.middle + (self.width - self.middle) * tight


@dataclass(frozen=True, eq=False)
class EmptySheet:
    """A sheet before anything is placed on it: each variant's free positions, and its capacity in mm²."""

    sheet: StockSheet
    maps: tuple[Bits, ...]
    capacity: float


@dataclass(frozen=True)
class SheetFilling:
    """The parts on a sheet (variant, column and row of the upper left corner, in cells), and the kinds for which there
    was no room, in their order."""

    placements: tuple[tuple[int, int, int], ...]
    unplaced: tuple[int, ...]


class NestRaster:
    """The turned outlines (variants) of some items, and for each pair the displacements at which they keep their gap,
    made when first needed."""

    def __init__(
        self, items: Sequence[NestItem], limits: SheetLimits, cache: NestCache | None = None, cell: float = CELL
    ) -> None:
        longest = max(max(box_size(item.box)) for item in items)
        self.limits, self.cell, self.cache = limits, max(cell, longest / LONGEST), cache or NestCache()
        outline_numbers = [self._turned_outlines(item) for item in items]
        self.variants = [replace(v, kind=kind) for kind, variants in enumerate(outline_numbers) for v in variants]
        self.by_kind = [[i for i, v in enumerate(self.variants) if v.kind == k] for k in range(len(items))]
        self.no_fit_tables: list[list[NoFitTable | None]] = [[None] * len(self.variants) for _ in self.variants]

    def _turned_outlines(self, item: NestItem) -> list[TurnedOutline]:
        """The turns of an item's outline, from the cache if they are known."""
        key, shapes = (item.shape_key(), self.limits.spacing), self.cache.outlines
        if key not in shapes:
            shapes[key] = _turn_outline(item, self.limits.spacing)
        return shapes[key]

    def no_fit_table(self, a: int, b: int) -> NoFitTable:
        """The displacements at which variant b keeps its gap from variant a."""
        if cached := self.no_fit_tables[a][b]:
            return cached
        first, second, tables = self.variants[a], self.variants[b], self.cache.no_fit_tables
        key = (first.grown, second.grown, self.cell)
        if key not in tables:
            mirrored = tables.get((second.grown, first.grown, self.cell))
            tables[key] = mirrored.reversed() if mirrored else make_no_fit_table(first.grown, second.negated, self.cell)
        cached = self.no_fit_tables[a][b] = tables[key]
        return cached

    def empty_sheet(self, sheet: StockSheet) -> EmptySheet:
        """A sheet of the stock with nothing on it."""
        area = sheet.area()
        margin = self.limits.margin
        walls = [] if sheet.is_whole else [OutlineLoops.of_rings(join_pieces(_wall_pieces(area), margin - TOUCH))]
        maps = tuple(self._free_positions(v, sheet.size(), walls) for v in self.variants)
        return EmptySheet(sheet, maps, sheet_capacity(sheet, self.limits))

    def _free_positions(
        self, variant: TurnedOutline, sheet_size: tuple[float, float], walls: list[OutlineLoops]
    ) -> Bits:
        """The positions of a variant on an empty sheet."""
        margin = self.limits.margin
        across, down = (
            max(0, math.floor((length - 2 * margin - size_along) / self.cell + 1e-6) + 1)
            for length, size_along in zip(sheet_size, (variant.width, variant.height), strict=True)
        )
        free = np.asfortranarray(np.packbits(np.ones((across, down), dtype=bool), axis=1))
        for wall in walls if free.size else ():
            make_no_fit_table(wall, variant.negated, self.cell, (margin, margin)).clear(free, 0, 0)
        return free

    def fill(self, empty: EmptySheet, order: Sequence[int], rule: PlacementRule) -> SheetFilling:
        """The sheet filled with parts of these kinds, in this order, each at the best position by the rule. Parts
        without room are left over."""
        sheet = _SheetInProgress(self, empty, order, rule)
        for kind in order:
            sheet.place_part(kind)
        return SheetFilling(tuple(sheet.placements), tuple(sheet.unplaced))

    def used_width(self, filling: SheetFilling) -> float:
        """How far from the left margin a sheet is used, in mm."""
        return max((x * self.cell + self.variants[v].width for v, x, _ in filling.placements), default=0.0)

    def positions(self, filling: SheetFilling, number: int, height: float) -> list[NestPosition]:
        """The parts of a filled sheet in its own coordinates, y up."""
        margin = self.limits.margin
        return [
            NestPosition(number, v.kind, v.turn, margin + x * self.cell, height - margin - y * self.cell - v.height)
            for v, x, y in ((self.variants[i], x, y) for i, x, y in filling.placements)
        ]


class _SheetInProgress:
    """A sheet being filled: free positions by variant, the first column of each variant that may have one (-1: none
    has; what is before it is not kept up to date), and how many parts of each kind remain to be placed. `live`: the
    variants whose maps are still needed."""

    def __init__(self, raster: NestRaster, empty: EmptySheet, order: Sequence[int], rule: PlacementRule) -> None:
        self.raster, self.rule = raster, rule
        self.remaining = [0] * len(raster.by_kind)
        for kind in order:
            self.remaining[kind] += 1
        pairs = zip(empty.maps, raster.variants, strict=True)
        self.maps = [free.copy("F") if self.remaining[variant.kind] else free for free, variant in pairs]
        self.first = [0] * len(self.maps)
        self.reach = [v.reach(rule.tight) / raster.cell for v in raster.variants]
        self.open = [[i for i in variants if self.maps[i].size] for variants in raster.by_kind]
        self.live: list[int] = []
        self.placements: list[tuple[int, int, int]] = []
        self.unplaced: list[int] = []
        self._update_live()

    def _update_live(self) -> None:
        """Notes the variants whose maps are still needed."""
        self.live = [i for kind, count in enumerate(self.remaining) if count for i in self.open[kind]]

    def place_part(self, kind: int) -> None:
        """Places one part of a kind, or counts it as unplaced where there is no room."""
        best = self._find_best(kind) if self.open[kind] else None
        self.remaining[kind] -= 1
        if self.remaining[kind] == 0 or not self.open[kind]:
            self._update_live()
        if best is None:
            self.unplaced.append(kind)
            return
        self.placements.append(best)
        self._block_positions(*best)

    def _find_best(self, kind: int) -> tuple[int, int, int] | None:
        """The best variant and position by the rule. Variants without any position left are closed."""
        candidates = [(x + self.reach[i], y, i, x) for i in self.open[kind] for x, y in self._candidate_corners(i)]
        self.open[kind] = [i for i in self.open[kind] if self.first[i] >= 0]
        if not candidates:
            return None
        candidates.sort()
        best, least_cost = candidates[0], math.inf
        for candidate in candidates if self.rule.snug else ():
            if candidate[0] >= least_cost:
                break
            cost = candidate[0] + self.rule.snug * self._columns_taken(candidate[2], candidate[3], candidate[1])
            if cost < least_cost:
                best, least_cost = candidate, cost
        return best[2], best[3], best[1]

    def _candidate_corners(self, i: int) -> list[tuple[int, int]]:
        """Positions of a variant in the first column that has any: where a run of free positions begins or ends."""
        free = self.maps[i]
        x = _find_column(free, self.first[i])
        if x is None:
            self.first[i] = -1
            return []
        octet = int((free[x] != 0).argmax())
        self.first[i] = x
        column = np.unpackbits(free[x, octet:])
        if not self.rule.snug:
            return [(x, octet * 8 + int(column.argmax()))]
        ends = np.flatnonzero(column[1:] != column[:-1])[:CORNERS].tolist()
        rows = [0] if column[0] else []
        rows += [end + 1 - int(column[end]) for end in ends]
        rows += [len(column) - 1] if column[-1] else []
        return [(x, octet * 8 + row) for row in rows[:CORNERS]]

    def _columns_taken(self, i: int, x: int, y: int) -> float:
        """How many of its own free positions a variant would take, in columns."""
        free = self.maps[i]
        return self.raster.no_fit_table(i, i).count_taken(free, x, y, self.first[i]) / float(free.shape[1] * 8)

    def _block_positions(self, variant: int, x: int, y: int) -> None:
        """Clears the positions that a placed variant makes impossible for the parts still to come."""
        tables, maps, first = self.raster.no_fit_tables[variant], self.maps, self.first
        for i in self.live:
            if first[i] >= 0:
                (tables[i] or self.raster.no_fit_table(variant, i)).clear(maps[i], x, y, first[i])


def _find_column(free: Bits, start: int) -> int | None:
    """The first column from `start` on that has a free position. It is likely to be near."""
    width = FIRST_COLUMNS
    while start < len(free):
        has_free = np.bitwise_or.reduce(free[start : start + width], axis=1).astype(bool)
        column = int(has_free.argmax())
        if has_free[column]:
            return start + column
        start, width = start + width, 4 * width
    return None


def _turn_outline(item: NestItem, spacing: float) -> list[TurnedOutline]:
    """The turns of an outline, without those that look like an earlier one."""
    areas: list[Polygon] = []
    variants = []
    pieces = pieces_without_notches(item.area, spacing)
    loops, grown_loops = join_pieces(pieces), join_pieces(pieces, spacing - TOUCH)
    for turn in item.turns:
        box = item.turned_box(turn)
        area = affinity.rotate(item.area, turn, origin=(0, 0)) if turn else item.area
        area = affinity.affine_transform(area, (1, 0, 0, -1, -box[0], box[3]))  # y down from the upper left corner
        if any(_look_same(area, earlier) for earlier in areas):
            continue
        areas.append(area)
        grown = OutlineLoops.of_rings([_turn_loop(loop, turn, box) for loop in grown_loops])
        negated = OutlineLoops.of_rings([-_turn_loop(loop, turn, box) for loop in loops])
        variants.append(TurnedOutline(0, turn, *box_size(box), float(area.centroid.x), grown, negated))
    return variants


def _turn_loop(loop: Floats, turn: int, box: Box) -> Floats:
    """The corners of a loop turned about the origin, y down from the upper left corner of a box, counter-clockwise
    again."""
    a, b, c, d, _, _ = rotation(turn)
    x, y = loop[::-1].T
    return np.stack([a * x + c * y - box[0], box[3] - (b * x + d * y)], axis=1)


def _look_same(first: Polygon, second: Polygon) -> bool:
    """Whether two outlines are the same to within SAME."""
    tolerance = SAME * first.length
    # A shift by the box's diagonal changes at most the whole area, so a small change cannot come from a large shift.
    distance = math.dist(first.centroid.coords[0], second.centroid.coords[0])
    if distance * first.area > tolerance * math.hypot(*box_size(first.envelope.bounds)) + tolerance:
        return False
    return bool(first.symmetric_difference(second).area < tolerance)


def _wall_pieces(area: Polygon) -> list[ConvexPolygon]:
    """The area around an irregular sheet, in convex pieces, y down."""
    x0, y0, x1, y1 = area.bounds
    surroundings = shapely.box(x0 - 1, y0 - 1, x1 + 1, y1 + 1).difference(area)
    return convex_pieces(affinity.affine_transform(surroundings, (1, 0, 0, -1, -x0, y1)))


def compact_sheet(areas: Sequence[Polygon], gap: float, usable: Polygon) -> list[tuple[float, float]]:
    """How far each outline moves, in mm, when all are pushed left and up as far as the gap allows, so that the used
    width loses the small distances that the lattice has left between them. Outlines stay inside `usable`.

    Every step is tested on the true outlines. Steps halve, so that no part jumps over another.
    """
    sheet = _CompactingSheet(list(areas), gap, usable)
    width = sheet.right_edge()
    for _ in range(PUSH_ROUNDS if len(areas) <= MOST_PUSHED else 0):
        sheet.push_all(-1.0, 0.0)
        sheet.push_all(0.0, 1.0)
        sheet.push_all(-1.0, 0.0)
        if width - sheet.right_edge() < LEAST_PUSH:
            break
        width = sheet.right_edge()
    return [(float(x), float(y)) for x, y in sheet.moves]


class _CompactingSheet:
    """Outlines that are being pushed: their current places, and how far they have moved."""

    def __init__(self, areas: list[Polygon], gap: float, usable: Polygon) -> None:
        self.areas = np.array(areas, dtype=object)
        self.gap, self.usable = gap - TOUCH, usable.buffer(TOUCH)
        self.boxes = shapely.bounds(self.areas)
        self.moves: NDArray[np.float64] = np.zeros((len(areas), 2))
        shapely.prepare(self.usable)
        shapely.prepare(self.areas)

    def right_edge(self) -> float:
        """How far right the outlines reach."""
        return float(self.boxes[:, 2].max())

    def push_all(self, dx: float, dy: float) -> None:
        """Pushes every part as far as possible, those in front first."""
        front = -(self.boxes @ np.array([dx, dy, 0, 0]) + self.boxes @ np.array([0, 0, dx, dy]))
        for i in np.argsort(front, kind="stable"):
            self._push_part(int(i), dx, dy)

    def _push_part(self, i: int, dx: float, dy: float) -> None:
        """Pushes one part by the greatest sum of halving steps that is free."""
        reach = self.gap + 2 * sum(PUSH_STEPS)
        x0, y0, x1, y1 = self.boxes[i]
        near = (
            (self.boxes[:, 0] < x1 + reach)
            & (self.boxes[:, 2] > x0 - reach)
            & (self.boxes[:, 1] < y1 + reach)
            & (self.boxes[:, 3] > y0 - reach)
        )
        near[i] = False
        neighbours, distance = self.areas[near], 0.0

        def is_free(length: float) -> bool:
            candidate = _move_polygon(self.areas[i], length * dx, length * dy)
            return bool(self.usable.covers(candidate)) and not shapely.dwithin(neighbours, candidate, self.gap).any()

        # Most parts touch what is in front of them: the smallest step tells.
        for step in PUSH_STEPS if is_free(PUSH_STEPS[-1]) else ():
            if is_free(distance + step):
                distance += step
        if distance:
            move = np.array([distance * dx, distance * dy])
            self.areas[i] = _move_polygon(self.areas[i], *move)
            shapely.prepare(self.areas[i])
            self.boxes[i] += np.tile(move, 2)
            self.moves[i] += move


def _move_polygon(area: Polygon, dx: float, dy: float) -> Polygon:
    """A polygon moved by a distance in mm."""
    return shapely.transform(area, lambda points: points + np.array([dx, dy]))
