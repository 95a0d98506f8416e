"""A raster, items to place, sheets → the best of a fixed number of tries: the same every time, on any machine.

Three ways are combined: whole layouts in sorted orders; one sheet after the other, each filled with parts of the
greatest value; and small changes to the best order so far. The amount of work is counted in positions decided, never in
seconds.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from fabgen.laser.nest.layout import NestItem, box_size, needed_area
from fabgen.laser.nest.progress import NestProgress
from fabgen.laser.nest.raster import EmptySheet, NestRaster, PlacementRule, SheetFilling

TIGHT = (0.0, 1.0, 0.5)
SNUG = (0.0, 0.5, 1.0, 2.0)
RULES = tuple(PlacementRule(tight, snug) for snug in SNUG for tight in TIGHT)
SORTED_STARTS = 15  # sorted orders that every search begins with
BY_SHEET = 0.6  # share of the work for filling one sheet after the other
CHANGE_BEST = 0.6  # share of a sheet's tries that change the best one
SPREAD = 0.8  # how far a try may leave the sorted order (log of size)
KEEP_RULE = 0.9  # how often a try keeps the rule of the one before
WARMTH, COOL = 0.003, 60  # how much worse an order may be at first, in jobs with at most this many parts
LEAST_TRIES = 4  # tries for each sheet, and for each job, however many parts it has
TIDY_TRIES = 12  # tries without a shorter layout after which a search ends that can save no sheet
MOST_REMEMBERED = 200  # parts in an order that is remembered: exchanging equal parts of few often gives it again
OFFCUT_COST = 0.5  # the cost of an offcut: it is paid for, but could be used for another job

Sheets = Sequence[tuple[EmptySheet, int | None]]


@dataclass(frozen=True)
class SheetSolution:
    """Sheets with the parts on them, the kinds for which there was no room, the cost (first parts without room, then
    material), and the order and rule that led to it."""

    filled: tuple[tuple[EmptySheet, SheetFilling], ...]
    unplaced: tuple[int, ...]
    cost: tuple[int, float]
    order: tuple[int, ...] = ()
    rule: PlacementRule = RULES[0]


@dataclass(frozen=True)
class SearchBudget:
    """The size of a search: at most `work` positions to decide, and `tries_per_part` layouts for each part. The search
    ends early once it could gain less than `least_gain` mm of a sheet's width."""

    work: int
    tries_per_part: float
    least_gain: float = 0.0


class NestSearch:
    """One search: its raster and sheets, the work done so far, and its own random generator, which always gives the
    same numbers."""

    def __init__(
        self,
        raster: NestRaster,
        items: Sequence[NestItem],
        sheets: Sheets,
        budget: SearchBudget,
        progress: NestProgress,
    ) -> None:
        self.raster, self.items, self.sheets, self.progress = raster, items, sheets, progress
        self.sizes = [[measure(item) for item in items] for measure in SIZES]
        self.values = [(item.area.convex_hull.area + item.area.area) / 2 for item in items]
        self.random = random.Random(1).random
        count = sum(item.count for item in items)
        self.limit = min(budget.work, int(budget.tries_per_part * count * count * len(raster.variants)))
        self.needed_area, self.least_gain = needed_area(items, raster.limits), budget.least_gain
        self.warmth = min(WARMTH, WARMTH * COOL / max(1, count))
        self.work = self.layouts_tried = 0
        self.fillings: dict[tuple[EmptySheet, PlacementRule, tuple[int, ...]], SheetFilling] = {}

    def find_best(self) -> SheetSolution:
        """The best layout within the budget."""
        best = self._try_sorted_orders()
        if self._is_good_enough(best):
            return best
        if len(best.filled) > 1 and self._may_go_on(self.limit):
            share = self.work + int((self.limit - self.work) * BY_SHEET)
            best = min(best, self._fill_sheet_by_sheet(share, len(best.filled)), key=_cost_of)
        return self._improve_order(best)

    def _improve_order(self, best: SheetSolution) -> SheetSolution:
        """The best of orders that are changed a little, one after the other. At first a slightly worse order may
        replace the current one (less so where there are many parts), so that the search leaves local optima. Where no
        sheet can be saved, a search only shortens the last one, and ends when that has stopped to help."""
        current, work_before, patience = best, self.work, TIDY_TRIES
        while self._may_go_on(self.limit) and not (patience <= 0 and self._takes_fewest_sheets(best)):
            order, rule = self._changed_order(current.order), self._maybe_other_rule(current.rule)
            candidate = self._fill_all(self.sheets, order, rule)
            slack = 1 + self.warmth * (self.limit - self.work) / (self.limit - work_before)
            if candidate.cost <= (current.cost[0], current.cost[1] * slack):
                current = candidate
            patience = TIDY_TRIES if candidate.cost < best.cost else patience - 1
            best = min(best, candidate, key=_cost_of)
            self._report()
        return best

    def _may_go_on(self, limit: int) -> bool:
        """Whether the budget allows another try."""
        return self.work < limit and not self.progress.is_interrupted

    def _report(self) -> None:
        """Reports the progress."""
        self.progress.report_tries(self.layouts_tried, min(1.0, self.work / max(1, self.limit)))

    def _fill_sheet(self, empty: EmptySheet, order: Sequence[int], rule: PlacementRule) -> SheetFilling:
        """A sheet filled in this order; counts the work, also of an order that came before: an answer takes as many
        tries as without a memory."""
        key = (empty, rule, tuple(order)) if len(order) <= MOST_REMEMBERED else None
        filling = (key and self.fillings.get(key)) or self.raster.fill(empty, order, rule)
        if key:
            self.fillings[key] = filling
        self.work += len(filling.placements) * len(self.raster.variants) + 1
        self.layouts_tried += 1
        return filling

    def _try_sorted_orders(self) -> SheetSolution:
        """The best of all sorted orders, each with a few rules. With several kinds of sheets, their order is varied
        too."""
        solutions = []
        for n in range(SORTED_STARTS):
            order = self._sorted_order(n % len(SIZES))
            solutions.append(self._fill_all(self.sheets, order, RULES[(4 * n) % len(RULES)]))
            self._report()
            if n + 1 >= LEAST_TRIES and self._is_good_enough(min(solutions, key=_cost_of)):
                break
            if n and not self._may_go_on(max(1, self.limit)):
                break
        best = min(solutions, key=_cost_of)
        for sheets in _reordered_sheets(self.sheets):
            candidate = self._fill_all(sheets, best.order, best.rule)
            if candidate.cost < best.cost:
                best, self.sheets = candidate, sheets
        return best

    def _is_good_enough(self, solution: SheetSolution) -> bool:
        """Whether a layout is so near to the lower bound that no better one would help: no sheet can be saved, and no
        strip of the last sheet that is wide enough to keep."""
        if len(self.sheets) > 1 or solution.unplaced or not solution.filled:
            return False
        empty, filling = solution.filled[-1]
        free_width = self.needed_area - empty.capacity * (len(solution.filled) - 1)
        width = (empty.sheet.size()[0] - 2 * self.raster.limits.margin) * free_width / empty.capacity
        return free_width > 0 and self.raster.used_width(filling) - width < self.least_gain

    def _takes_fewest_sheets(self, solution: SheetSolution) -> bool:
        """Whether no layout of these parts takes fewer sheets, by the bound, so that more tries would only shorten the
        last one. Never at an effort for which no gain is too small."""
        if self.least_gain <= 0 or len(self.sheets) > 1 or solution.unplaced or not solution.filled:
            return False
        return self.needed_area > solution.filled[0][0].capacity * (len(solution.filled) - 1)

    def _sorted_order(self, size: int) -> list[int]:
        """All parts in the order of a size, the largest first."""
        by_size = sorted(range(len(self.items)), key=lambda k: (-self.sizes[size][k], k))
        return [kind for kind in by_size for _ in range(self.items[kind].count)]

    def _fill_all(self, sheets: Sheets, order: Sequence[int], rule: PlacementRule) -> SheetSolution:
        """All sheets filled in one order: each part goes on the first sheet that has room."""
        filled, unplaced = [], tuple(order)
        for empty in _iterate_sheets(sheets):
            if not unplaced:
                break
            filling = self._fill_sheet(empty, unplaced, rule)
            if filling.placements:
                filled.append((empty, filling))
                unplaced = filling.unplaced
            elif empty is sheets[-1][0]:
                break
        return self._make_solution(filled, unplaced, order, rule)

    def _make_solution(
        self,
        filled: Sequence[tuple[EmptySheet, SheetFilling]],
        unplaced: Sequence[int],
        order: Sequence[int],
        rule: PlacementRule,
    ) -> SheetSolution:
        """A solution with its cost."""
        cost = sum(empty.capacity * (OFFCUT_COST if empty.sheet.offcut else 1.0) for empty, _ in filled[:-1])
        if filled:
            empty, filling = filled[-1]
            share = self.raster.used_width(filling) / (empty.sheet.size()[0] - 2 * self.raster.limits.margin)
            cost += empty.capacity * (OFFCUT_COST if empty.sheet.offcut else 1.0) * share
        return SheetSolution(tuple(filled), tuple(unplaced), (len(unplaced), round(cost, 3)), tuple(order), rule)

    def _fill_sheet_by_sheet(self, limit: int, expected: int) -> SheetSolution:
        """One sheet after the other, each the best of its tries. The filling of one sheet may also serve for the next
        equal one."""
        filled: list[tuple[EmptySheet, SheetFilling]] = []
        pool = Counter(self._sorted_order(0))
        share = max(1, (limit - self.work) // expected)
        for empty in _iterate_sheets(self.sheets):
            if not pool:
                break
            reusable = [f for before, f in filled if before is empty and self._count_kinds(f) <= pool]
            filling = self._find_best_filling(empty, pool, self.work + share, reusable)
            if filling.placements:
                filled.append((empty, filling))
                pool = pool - self._count_kinds(filling)
                self._report()
            elif empty is self.sheets[-1][0]:
                break
        order = [self.raster.variants[i].kind for _, f in filled for i, _, _ in f.placements]
        return self._make_solution(filled, tuple(pool.elements()), order, RULES[0])

    def _count_kinds(self, filling: SheetFilling) -> Counter[int]:
        """How many parts of each kind are on a sheet."""
        return Counter(self.raster.variants[i].kind for i, _, _ in filling.placements)

    def _find_best_filling(
        self, empty: EmptySheet, pool: Counter[int], limit: int, reusable: Sequence[SheetFilling]
    ) -> SheetFilling:
        """The filling of greatest value; once everything fits, the one that takes the least width."""
        tries = 0
        best = min(reusable, key=self._filling_cost, default=None)
        order: list[int] = []
        rule = RULES[0]
        while tries < LEAST_TRIES or self._may_go_on(limit):
            if best is not None and order and tries >= len(RULES) and self.random() < CHANGE_BEST:
                candidate_order, candidate_rule = self._changed_order(order), self._maybe_other_rule(rule)
            else:
                candidate_order, candidate_rule = self._stirred_order(pool, tries), RULES[tries % len(RULES)]
            filling = self._fill_sheet(empty, candidate_order, candidate_rule)
            tries += 1
            if best is None or self._filling_cost(filling) <= self._filling_cost(best):
                best, order, rule = filling, candidate_order, candidate_rule
            if self.progress.is_interrupted:
                break
        assert best is not None
        return best

    def _filling_cost(self, filling: SheetFilling) -> tuple[float, float]:
        """Greater value first, then (where nothing is left to place) less width."""
        value = sum(self.values[self.raster.variants[i].kind] for i, _, _ in filling.placements)
        return -value, 0.0 if filling.unplaced else self.raster.used_width(filling)

    def _stirred_order(self, pool: Counter[int], tries: int) -> list[int]:
        """The pool in a sorted order. After one try for each rule the order is stirred: whole kinds, or single
        parts."""
        sizes = self.sizes[tries % len(SIZES)]
        if tries < len(RULES):
            kinds = sorted(pool, key=lambda k: (-sizes[k], k))
            return [k for k in kinds for _ in range(pool[k])]
        if self.random() < 0.5:
            stirred = {k: sizes[k] * self._random_factor() for k in sorted(pool)}
            return [k for k in sorted(stirred, key=lambda k: (-stirred[k], k)) for _ in range(pool[k])]
        parts = [k for k in sorted(pool) for _ in range(pool[k])]
        keys = [-sizes[k] * self._random_factor() for k in parts]
        return [parts[n] for n in sorted(range(len(parts)), key=lambda n: (keys[n], n))]

    def _random_factor(self) -> float:
        """A factor around 1 by which a size may deviate when an order is stirred."""
        return math.exp((self.random() + self.random() - 1) * SPREAD)

    def _maybe_other_rule(self, rule: PlacementRule) -> PlacementRule:
        """The rule, or sometimes another one."""
        return rule if self.random() < KEEP_RULE else RULES[int(self.random() * len(RULES))]

    def _changed_order(self, order: Sequence[int]) -> list[int]:
        """An order with a few parts exchanged, or a stretch moved, or all kinds sorted again with other sizes."""
        changed, choice, count = list(order), self.random(), len(order)
        if choice < 0.4:
            for _ in range(2 ** int(self.random() * 4)):
                i, j = int(self.random() * count), int(self.random() * count)
                changed[i], changed[j] = changed[j], changed[i]
        elif choice < 0.8:
            i, length = int(self.random() * count), 1 + int(self.random() * max(1, count // 6))
            stretch = changed[i : i + length]
            del changed[i : i + length]
            j = int(self.random() * (len(changed) + 1))
            changed[j:j] = stretch
        else:
            stirred = [size * self._random_factor() for size in self.sizes[0]]
            changed.sort(key=lambda k: -stirred[k])
        return changed


def _cost_of(solution: SheetSolution) -> tuple[int, float]:
    """The cost of a solution, as a sort key."""
    return solution.cost


def _iterate_sheets(sheets: Sheets) -> Iterator[EmptySheet]:
    """One sheet after the other. A kind without a count never ends."""
    for empty, count in sheets:
        remaining = count
        while remaining is None or remaining > 0:
            yield empty
            remaining = None if remaining is None else remaining - 1


def _reordered_sheets(sheets: Sheets) -> Iterator[Sheets]:
    """Other orders in which to use several kinds of sheets: smallest first, largest first. Unlimited ones stay last."""
    if len(sheets) > 2:
        for sign in (1.0, -1.0):
            reordered = sorted(sheets, key=lambda s: (s[1] is None, sign * s[0].capacity))
            if [id(s) for s in reordered] != [id(s) for s in sheets]:
                yield reordered


SIZES: tuple[Callable[[NestItem], float], ...] = (
    lambda item: item.area.area,
    lambda item: item.area.convex_hull.area,
    lambda item: math.prod(box_size(item.box)),
    lambda item: max(box_size(item.box)),
    lambda item: min(box_size(item.box)),
)
