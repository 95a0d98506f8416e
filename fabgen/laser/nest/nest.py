"""Outlines, how many of each, sheets → the place of each copy: no overlap, at least `spacing` apart, the same every
time.

Normal effort is our own nester: the best of a few plans, which are a lattice alone, the search alone, or a lattice for
the parts that dominate a job and the search for the rest. High effort then passes its sheets to spyrrow, where it is
installed. A draft places the convex hulls of the parts on a coarse lattice: for a first look, quickly.

Parts gather at the left edge, from the top down, so that the remainder of a sheet is one piece. Nothing is mirrored,
and parts take only the turns that their item allows (all quarters, or 0 and 180 degrees along a grain).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from fabgen.core.english import count_things
from fabgen.core.problems import FabgenError, Location, Problem
from fabgen.laser.nest.lattice import NestGrid, fill_lattice, find_densest_grid, is_round, suits_lattice
from fabgen.laser.nest.layout import (
    EFFORTS,
    OFFCUT,
    Effort,
    FilledSheet,
    NestItem,
    NestLayout,
    NestPosition,
    SheetLimits,
    StockSheet,
    box_size,
    count_sheets_used,
    find_leftover,
    needed_area,
    place_outline,
    right_edge,
    sheet_capacity,
)
from fabgen.laser.nest.progress import NestProgress
from fabgen.laser.nest.raster import CELL, EmptySheet, NestCache, NestRaster, compact_sheet
from fabgen.laser.nest.search import NestSearch, SearchBudget
from fabgen.laser.nest.spyrrow_strip import improve_sheets, is_available

WORK, WORK_EACH, WORK_MOST = 300_000, 1_000, 1_000_000  # positions to decide: at least, for each part, at most
RUNS_EACH = 5.0  # layouts tried for each part
DOMINANT = 1 / 3  # share of a sheet that equal parts must fill to be placed in a lattice
MANY = 12  # parts on a sheet from which a lattice is worth it
REMAINDER_SHARE = 0.5  # share of the work for the parts that a lattice, or spyrrow, has left over
CLEARLY = 0.995  # a search must need less than this share of a lattice's sheets, because a lattice is tidy


@dataclass(frozen=True)
class SearchCare:
    """How carefully a layout is searched: the lattice in mm, the share of the usual work, the gain in mm of a sheet's
    width below which the search ends, and whether the convex hull stands for the outline."""

    cell: float = CELL
    work_share: float = 1.0
    least_gain: float = OFFCUT
    uses_hulls: bool = False


CARE: Mapping[Effort, SearchCare] = {
    "draft": SearchCare(cell=4 * CELL, work_share=0.0, uses_hulls=True),
    "normal": SearchCare(),
    "high": SearchCare(least_gain=0.0),  # no gain is too small for the search to go on
}


class StockTooSmall(FabgenError):
    """The stock does not hold everything. `unplaced`: by item, how many copies did not fit."""

    def __init__(self, unplaced: Counter[int]) -> None:
        self.unplaced = unplaced
        message = f"{count_things(unplaced.total(), 'part')} found no room"
        super().__init__([Problem(Location(), message, "larger sheets, or more of them")])


def nest_parts(
    items: Sequence[NestItem],
    limits: SheetLimits,
    stock: Sequence[StockSheet] = (),
    effort: Effort = "normal",
    progress: NestProgress | None = None,
    cache: NestCache | None = None,
) -> NestLayout:
    """A position for every copy of every item, on the sheets of the stock (without any: on as many sheets of the
    limits' size as it takes). Each item must fit a sheet in one of its turns. Nests of one build share a `cache`, so
    that equal outlines and equal jobs are worked out once.

    Raises StockTooSmall where the stock does not hold everything.
    """
    if CARE[effort].uses_hulls:
        items = [item.hull() for item in items]
    # What is drawn on a part does not matter here, so items of equal outline and turns are nested as one kind.
    members: dict[object, list[int]] = {}
    for i, item in enumerate(items):
        members.setdefault(item.shape_key(), []).append(i)
    kinds, cache = list(members.values()), cache or NestCache()
    distinct = [replace(items[kind[0]], count=sum(items[i].count for i in kind)) for kind in kinds]
    stock = stock or [StockSheet.rectangle(limits.width, limits.height)]
    key = (tuple((item.shape_key(), item.count) for item in distinct), limits, tuple(stock), effort)
    if key not in cache.layouts:
        cache.layouts[key] = _find_layout(distinct, limits, stock, effort, progress or NestProgress(), cache)
    layout = cache.layouts[key]
    if unplaced := _count_unplaced(items, kinds, layout):
        raise StockTooSmall(unplaced)
    return replace(layout, positions=tuple(_assign_items(layout.positions, kinds, items)))


def _find_layout(
    items: Sequence[NestItem],
    limits: SheetLimits,
    stock: Sequence[StockSheet],
    effort: Effort,
    progress: NestProgress,
    cache: NestCache,
) -> NestLayout:
    """The layout of items of different outlines. Some of the last items may remain unplaced."""
    with progress:
        planner = NestPlanner(items, limits, stock, progress, cache, CARE[effort])
        filled = planner.find_best_plan()
        if effort == "high" and filled and not progress.is_interrupted and is_available():
            filled = _improve_by_spyrrow(planner, filled)
    positions = [
        replace(position, sheet=n) for n, (_, sheet_positions) in enumerate(filled) for position in sheet_positions
    ]
    return NestLayout(
        tuple(positions),
        tuple(sheet for sheet, _ in filled),
        count_sheets_used(filled, items, limits, planner.unit),
        needed_area(items, limits) / planner.unit,
        planner.layouts_tried,
        progress.is_interrupted,
        find_leftover(*filled[-1], items, limits) if filled else None,
    )


def _improve_by_spyrrow(planner: NestPlanner, filled: list[FilledSheet]) -> list[FilledSheet]:
    """The sheets as spyrrow packs them, if that is better. spyrrow packs only unlimited sheets of one rectangular
    size."""
    if not planner.has_endless_sheets or planner.is_settled_by_lattice:
        return filled
    sheet = planner.stock[0]
    empty = planner.raster.empty_sheet(sheet)

    def nest_counts(counts: Counter[int]) -> list[list[NestPosition]]:
        """The sheets for the parts that spyrrow has left over."""
        rest = [replace(item, count=counts[k]) for k, item in enumerate(planner.items)]
        return [list(positions) for _, positions in planner.search(rest, [(empty, None)], REMAINDER_SHARE)]

    before = [list(positions) for _, positions in filled]
    packed = improve_sheets(planner.items, before, planner.stock_limits(), planner.progress, nest_counts)
    better = planner.compact_last_sheet([(sheet, tuple(positions)) for positions in packed if positions])
    return min(filled, better, key=planner.sheets_used)


def _count_unplaced(items: Sequence[NestItem], kinds: Sequence[Sequence[int]], layout: NestLayout) -> Counter[int]:
    """How many copies of each item have no position. Of items of one kind, the last ones remain unplaced."""
    placed_counts = Counter(position.item for position in layout.positions)
    unplaced = Counter[int]()
    for kind, members in enumerate(kinds):
        missing = sum(items[i].count for i in members) - placed_counts[kind]
        for i in reversed(members):
            unplaced[i] = min(missing, items[i].count)
            missing -= unplaced[i]
    return +unplaced


def _assign_items(
    positions: Iterable[NestPosition], kinds: Sequence[Sequence[int]], items: Sequence[NestItem]
) -> list[NestPosition]:
    """The positions of each kind, given to its items in their order."""
    queues = [iter([i for i in kind for _ in range(items[i].count)]) for kind in kinds]
    return [NestPosition(p.sheet, next(queues[p.item]), p.turn, p.x, p.y) for p in positions]


@dataclass
class NestPlanner:
    """One nest by our own nester, of items with different outlines. `layouts_tried` counts the layouts it has tried."""

    items: Sequence[NestItem]
    limits: SheetLimits
    stock: Sequence[StockSheet]
    progress: NestProgress
    cache: NestCache = field(default_factory=NestCache)
    care: SearchCare = CARE["normal"]
    layouts_tried: int = 0
    is_settled_by_lattice: bool = False

    def __post_init__(self) -> None:
        self.raster = NestRaster(self.items, self.limits, self.cache, self.care.cell)
        self.has_endless_sheets = len(self.stock) == 1 and self.stock[0].count is None and self.stock[0].is_whole
        self.unit = max(sheet_capacity(sheet, self.limits) for sheet in self.stock)

    def find_best_plan(self) -> list[FilledSheet]:
        """The plan that uses the least of the stock; empty where no part fits."""
        plans = [*self.lattice_plans(), *self.mixed_plans()]
        best = min(plans, key=self.sheets_used, default=None)
        # No search packs equal discs better than the hexagonal lattice.
        self.is_settled_by_lattice = len(self.items) == 1 and bool(plans) and is_round(self.items[0])
        if self.is_settled_by_lattice:
            return best or []
        stock = [(self.raster.empty_sheet(sheet), sheet.count) for sheet in self.stock]
        searched = self.compact_last_sheet(self.search(self.items, stock))
        if best is None or not _is_complete(best, self.items) \
                or self.sheets_used(searched) < CLEARLY * self.sheets_used(best):
            return searched
        return best

    def sheets_used(self, filled: Sequence[FilledSheet]) -> float:
        """Whole sheets and the used width of the last, in sheets of the largest size."""
        return count_sheets_used(filled, self.items, self.limits, self.unit)

    def search(
        self, items: Sequence[NestItem], sheets: Sequence[tuple[EmptySheet, int | None]], share: float = 1.0
    ) -> list[FilledSheet]:
        """The result of a search among the items with this share of the usual work."""
        share *= self.care.work_share
        count = sum(item.count for item in items)
        work = int(share * min(WORK_MOST, WORK + WORK_EACH * count))
        budget = SearchBudget(work, share * RUNS_EACH, self.care.least_gain)
        search = NestSearch(self.raster, items, sheets, budget, self.progress)
        filled = search.find_best().filled
        self.layouts_tried += search.layouts_tried
        return [
            (empty.sheet, tuple(self.raster.positions(filling, 0, empty.sheet.size()[1]))) for empty, filling in filled
        ]

    def stock_limits(self) -> SheetLimits:
        """The limits of the first sheet of the stock."""
        width, height = self.stock[0].size()
        return replace(self.limits, width=width, height=height)

    def lattice_plans(self) -> list[list[FilledSheet]]:
        """All parts in one lattice, if they are equal and nearly fill their box; else no plan."""
        if not self.has_endless_sheets or len(self.items) > 1 or not suits_lattice(self.items[0]):
            return []
        positions = fill_lattice(self.items[0], self.items[0].count, self.stock_limits())
        sheets = range(max((position.sheet for position in positions), default=-1) + 1)
        plan = [(self.stock[0], tuple(p for p in positions if p.sheet == n)) for n in sheets]
        return [plan] if positions else []

    def mixed_plans(self) -> list[list[FilledSheet]]:
        """The kind that needs the most area in a lattice at the left, its full sheets first, and all others beside it;
        no plan where no kind dominates."""
        limits = self.stock_limits()
        usable = limits.usable_width * limits.usable_height
        shares = [
            item.count * math.prod(size + limits.spacing for size in box_size(item.box)) / usable
            for item in self.items
        ]
        kind = max(range(len(shares)), key=lambda k: (shares[k] if suits_lattice(self.items[k]) else 0.0, -k))
        if not self.has_endless_sheets or len(self.items) == 1 or shares[kind] < DOMINANT \
                or not suits_lattice(self.items[kind]):
            return []
        grid = find_densest_grid(self.items[kind], limits)
        return [self._plan_beside_lattice(kind, grid, limits)] if grid and grid.capacity >= MANY else []

    def _plan_beside_lattice(self, kind: int, grid: NestGrid, limits: SheetLimits) -> list[FilledSheet]:
        """The plan with this lattice and all other parts beside it."""
        sheet, full_sheets = self.stock[0], self.items[kind].count // grid.capacity
        remaining = self.items[kind].count - full_sheets * grid.capacity
        in_columns = grid.count_in_full_columns(remaining)
        full = tuple(replace(position, item=kind) for position in grid.positions(grid.capacity, limits))
        filled: list[FilledSheet] = [(sheet, full)] * full_sheets
        slab = tuple(replace(position, item=kind) for position in grid.positions(in_columns, limits))
        rest = [
            replace(placed, count=remaining - in_columns) if k == kind else placed
            for k, placed in enumerate(self.items)
        ]
        used = grid.width(in_columns) + limits.spacing if in_columns else 0.0
        # The rest of the lattice's last sheet is searched as a separate sheet, then moved to the right.
        beside = self.raster.empty_sheet(StockSheet.rectangle(limits.width - used, limits.height))
        searched = self.search(rest, [(beside, 1), (self.raster.empty_sheet(sheet), None)], REMAINDER_SHARE)
        first = searched[0][1] if searched and searched[0][0] is beside.sheet else ()
        filled.append((sheet, (*slab, *(replace(position, x=position.x + used) for position in first))))
        return self.compact_last_sheet(
            [filled_sheet for filled_sheet in (*filled, *searched[bool(first) :]) if filled_sheet[1]]
        )

    def compact_last_sheet(self, filled: list[FilledSheet]) -> list[FilledSheet]:
        """The sheets, with the parts of the last one pushed together if that makes it narrower."""
        if not filled:
            return filled
        sheet, positions = filled[-1]
        areas = [place_outline(self.items[position.item], position) for position in positions]
        usable = sheet.area().buffer(-self.limits.margin, join_style="mitre")
        moves = compact_sheet(areas, self.limits.spacing, usable)
        pushed = tuple(replace(p, x=p.x + dx, y=p.y + dy) for p, (dx, dy) in zip(positions, moves, strict=True))
        gained = right_edge(self.items, positions) - right_edge(self.items, pushed) > 1e-3
        return [*filled[:-1], (sheet, pushed)] if gained else filled


def _is_complete(filled: Sequence[FilledSheet], items: Sequence[NestItem]) -> bool:
    """Whether every copy of every item has a position."""
    return sum(len(positions) for _, positions in filled) == sum(item.count for item in items)


__all__ = ["EFFORTS", "NestPlanner", "StockTooSmall", "nest_parts"]
