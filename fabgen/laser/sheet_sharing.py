"""Batches of parts and the stock of a workshop → the place of each part, and which batches share sheets.

Each group has its own sheets, which are easier to keep apart and to cut one by one. Groups of one material and colour
share their sheets where that needs fewer of them, or where the stock is not enough for separate sheets. Parts that may
lie across the grain of their material do so where that, too, needs fewer sheets.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from fabgen.core.english import count_things, join_words
from fabgen.core.problems import FabgenError, Location, Problem
from fabgen.laser.common_cuts import replace_by_blocks
from fabgen.laser.engraving import FLAT, outline_polygon
from fabgen.laser.job import LaserJob
from fabgen.laser.nest.layout import QUARTERS, NestItem, NestLayout, SheetLimits, StockSheet, box_size
from fabgen.laser.nest.nest import StockTooSmall, nest_parts
from fabgen.laser.nest.progress import NestProgress
from fabgen.laser.nest.raster import NestCache
from fabgen.laser.order.sequence import allows_parts_in_holes
from fabgen.laser.part_batches import PartBatch
from fabgen.laser.preparation import PreparedPart, find_open_holes
from fabgen.materials.material import Material, Stock

DENSEST = 0.85  # the greatest density that is likely, as a share of the lower bound; denser nests are not tried


@dataclass(frozen=True)
class NestedBatch:
    """A batch as it is cut: parts with common cuts in blocks, and the layout."""

    batch: PartBatch
    layout: NestLayout


@dataclass(frozen=True)
class JobNester:
    """The nests of a job, one after the other, with their common cache and the sheets that they have taken from the
    stock, counted by material and kind of sheet."""

    job: LaserJob
    progress: NestProgress
    cache: NestCache = field(default_factory=NestCache)
    used_sheets: Counter[tuple[str, StockSheet]] = field(default_factory=Counter)

    def nest_batches(self, batches: Sequence[PartBatch]) -> list[NestedBatch]:
        """The layout of every batch; sheets are in the order in which groups first appear. Raises FabgenError with a
        Problem for every stock that does not hold its parts."""
        problems, numbered = list[Problem](), list[tuple[int, NestedBatch]]()
        for key in dict.fromkeys(batch.stock.key for batch in batches):
            numbers = [n for n, batch in enumerate(batches) if batch.stock.key == key]
            try:
                nested = self._nest_stock([batches[n] for n in numbers])
            except FabgenError as error:
                problems += error.problems
            else:
                numbered += zip(numbers, nested, strict=False)  # shared sheets take the place of the first group's
        if problems:
            raise FabgenError(problems)
        return [nested for _, nested in sorted(numbered, key=lambda pair: pair[0])]

    def _nest_stock(self, batches: Sequence[PartBatch]) -> list[NestedBatch]:
        """The batches of one stock, on separate or on shared sheets, along the grain or not: the first of these ways
        that takes the fewest new sheets. Raises FabgenError where the stock holds the parts in none."""
        before = Counter(self.used_sheets)
        best, after = list[NestedBatch](), before
        problems = list[Problem]()
        for arranged, may_cross in self._ways_to_nest(batches):
            if best and not _may_save_sheets(best):
                break
            self._reset_used_sheets(before)
            try:
                nested = [self._nest_batch(batch, may_cross) for batch in arranged]
            except FabgenError as error:
                problems = list(error.problems)
            else:
                if not best or _count_new_sheets(nested) < _count_new_sheets(best):
                    best, after = nested, Counter(self.used_sheets)
        if not best:
            raise FabgenError(problems)
        self._reset_used_sheets(after)
        return best

    def _ways_to_nest(self, batches: Sequence[PartBatch]) -> Iterator[tuple[Sequence[PartBatch], bool]]:
        """The batches of one stock as they are and as a single one, first with all parts along the grain that fit so,
        then (True) also with parts across it."""
        joined = PartBatch(batches[0].stock, tuple(part for batch in batches for part in batch.parts))
        arrangements = [batches, [joined]] if len(batches) > 1 else [batches]
        yield from ((arranged, False) for arranged in arrangements)
        if joined.stock.material.grain and any(prepared.part.may_cross_grain for prepared in joined.parts):
            yield from ((arranged, True) for arranged in arrangements)

    def _reset_used_sheets(self, earlier: Counter[tuple[str, StockSheet]]) -> None:
        """Sets the sheets taken from the stock back to an earlier count."""
        self.used_sheets.clear()
        self.used_sheets.update(earlier)

    def _nest_batch(self, batch: PartBatch, may_cross: bool) -> NestedBatch:
        """A batch on the sheets that earlier batches have left; `may_cross`: parts that may lie across the grain do so
        wherever that helps. Raises FabgenError where these sheets do not hold it."""
        job, stock = self.job, batch.stock
        limits = job.room(stock.material)
        parts = replace_by_blocks(batch.parts, job.kerf_of(stock.material), limits)
        batch = replace(batch, parts=tuple(parts))
        remaining = [self._remaining_sheet(stock, sheet) for sheet in job.stock_sheets(stock.material)]
        sheets = [sheet for sheet in remaining if sheet.count != 0]
        if not sheets:
            everything = Counter({n: prepared.part.count for n, prepared in enumerate(batch.parts)})
            raise FabgenError([_missing_stock_problem(batch, everything, sheets)])
        try:
            items = nest_items(batch, job, may_cross=may_cross)
            layout = nest_parts(items, limits, sheets, job.effort, self.progress, self.cache)
        except StockTooSmall as error:
            raise FabgenError([_missing_stock_problem(batch, error.unplaced, sheets)]) from None
        self.used_sheets.update((stock.material.name, _kind_of(sheet)) for sheet in layout.sheets)
        return NestedBatch(batch, layout)

    def _remaining_sheet(self, stock: Stock, sheet: StockSheet) -> StockSheet:
        """The kind of sheet, with as many as earlier batches have left of it."""
        taken = self.used_sheets[stock.material.name, _kind_of(sheet)]
        return sheet if sheet.count is None else replace(sheet, count=sheet.count - taken)


def _kind_of(sheet: StockSheet) -> StockSheet:
    """A sheet without its count, as the key of its kind."""
    return replace(sheet, count=None)


def _count_new_sheets(nested: Iterable[NestedBatch]) -> int:
    """How many sheets that are no offcuts the nests take."""
    return sum(not sheet.offcut for batch in nested for sheet in batch.layout.sheets)


def _may_save_sheets(batches: Sequence[NestedBatch]) -> bool:
    """Whether the batches might need fewer sheets in another arrangement."""
    least = sum(nested.layout.lower_bound for nested in batches) / DENSEST
    return max(1, math.ceil(least)) < _count_new_sheets(batches)


def _missing_stock_problem(batch: PartBatch, unplaced: Counter[int], sheets: Sequence[StockSheet]) -> Problem:
    """The problem that names the parts without room, and the sheets that there were."""
    missing = [(batch.parts[n].part, count) for n, count in sorted(unplaced.items()) if count]
    names = [part.name if count == 1 else f"{count} {part.name}" for part, count in missing]
    groups = join_words(dict.fromkeys(part.group for part, _ in missing))
    key, available = batch.stock.key, join_words(map(_describe_sheet, sheets))
    message = f"{key}: no room for {join_words(_first_names(names))} ({groups}) on {available}" if sheets \
        else f"{key}: all of it is used up by other parts of this job, none is left for {groups}"
    return Problem(Location(), message, "larger sheets, or more of them")


def _first_names(names: Sequence[str], count: int = 4) -> Iterator[str]:
    """The first few names, and how many more there are."""
    yield from names[: count if len(names) > count + 1 else None]
    if len(names) > count + 1:
        yield f"{count_things(len(names) - count, 'more kind')} of parts"


def _describe_sheet(sheet: StockSheet) -> str:
    size = "{:g} x {:g} mm".format(*sheet.size())
    name = sheet.name if size in sheet.name else f"{sheet.name} ({size})"
    return name if sheet.count is None or sheet.offcut else f"{count_things(sheet.count, 'sheet')} of {name}"


def nest_items(batch: PartBatch, job: LaserJob, *, may_cross: bool = False) -> list[NestItem]:
    """The items that the nester places for a batch. Holes stay open where another part of the batch could be placed in
    them and is certain to be cut before them. `may_cross`: parts that may lie across the grain turn freely."""
    limits = job.room(batch.stock.material)
    least = min(min(box_size(prepared.bounds())) for prepared in batch.parts) + 2 * limits.spacing
    has_blocks = any(prepared.copy_origins for prepared in batch.parts)
    # What falls out of a hole takes the parts in it along: they would have no place to be turned over in, and nothing
    # that their bridges could hold on to.
    need_sheet = job.bridges is not None or any(prepared.part.both_sides for prepared in batch.parts)
    is_fit = allows_parts_in_holes(job.machine, job.formats or job.machine.default_formats)
    if has_blocks or need_sheet or not is_fit:
        least = math.inf
    return [_nest_item(prepared, _allowed_turns(prepared, batch.stock.material, limits, may_cross), least)
            for prepared in batch.parts]


def _allowed_turns(
    prepared: PreparedPart, material: Material, limits: SheetLimits, may_cross: bool
) -> tuple[int, ...]:
    """The turns that a part may take: only half turns where the material has a grain, unless the part may lie across
    the grain and either fits no other way or is to be turned freely (`may_cross`)."""
    fits_along = limits.holds(box_size(prepared.bounds()))
    is_free = prepared.part.may_cross_grain and (may_cross or not fits_along)
    return QUARTERS if is_free or not material.grain else (0, 180)


def _nest_item(prepared: PreparedPart, turns: tuple[int, ...], least_hole: float) -> NestItem:
    """The item of one part, with its open holes that are at least `least_hole` mm wide."""
    import shapely

    areas = [outline_polygon(path) for path in prepared.outlines]
    whole: Any = areas[0] if len(areas) == 1 else shapely.union_all(areas).convex_hull
    holes = [outline_polygon(hole) for hole in (find_open_holes(prepared, least_hole) if len(areas) == 1 else ())]
    whole = shapely.Polygon(whole.exterior, [hole.exterior for hole in holes])
    return NestItem(whole.buffer(FLAT, join_style="mitre"), prepared.bounds(), prepared.part.count, turns)


__all__ = ["JobNester", "NestedBatch", "nest_items"]
