"""A raster, what to place, sheets → the best of a fixed amount of tries: the same every time, on any machine.

Three ways are mixed: whole layouts in sorted orders; sheet after sheet, each filled with what is worth most; and the
best order so far, changed a little. How much is tried is counted in positions that are decided, never in seconds.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from fabgen.make.layout import needed
from fabgen.make.patience import Patience
from fabgen.make.raster import Field, Filling, Raster, Rule
from fabgen.make.room import Item, size_of

TIGHT = (0.0, 1.0, 0.5)
SNUG = (0.0, 0.5, 1.0, 2.0)
RULES = tuple(Rule(tight, snug) for snug in SNUG for tight in TIGHT)
STARTS = 15  # sorted orders that every search begins with
BY_SHEET = 0.6  # share of the work that goes into filling sheet after sheet
CHANGED = 0.6  # share of a sheet's tries that change the best one
SPREAD = 0.8  # how far a try may leave the sorted order (log of size)
STAY = 0.9  # how often a try keeps the rule of the one before
WARMTH, COOL = 0.003, 60  # by how much a worse order may stand at first, in jobs of up to so many parts
LEAST = 4  # tries for each sheet, and for each job, however few or many parts
PAID = 0.5  # what an offcut counts for: it is there, but it could serve another job

Sheets = Sequence[tuple[Field, int | None]]


@dataclass(frozen=True)
class Solution:
    """Sheets and what lies on them, what found no room, the order and the rule behind it."""

    filled: tuple[tuple[Field, Filling], ...]
    unplaced: tuple[int, ...]
    worth: tuple[int, float]
    order: tuple[int, ...] = ()
    rule: Rule = RULES[0]


@dataclass(frozen=True)
class Effort:
    """How much to try: `work` decided positions at most, and `runs` layouts for each part; nothing more once less than
    `gain` mm of a sheet's width could be gained."""

    work: int
    runs: float
    gain: float = 0.0


class Search:
    """One search: its raster and sheets, the work done, and a generator of its own (always the same numbers)."""

    def __init__(self, raster: Raster, items: Sequence[Item], sheets: Sheets, effort: Effort, patience: Patience):
        self.raster, self.items, self.sheets, self.patience = raster, items, sheets, patience
        self.sizes = [[measure(item) for item in items] for measure in SIZES]
        self.values = [(item.area.convex_hull.area + item.area.area) / 2 for item in items]
        self.random = random.Random(1).random
        count = sum(item.count for item in items)
        self.limit = min(effort.work, int(effort.runs * count * count * len(raster.variants)))
        self.least, self.gain = needed(items, raster.room), effort.gain
        self.warmth = min(WARMTH, WARMTH * COOL / max(1, count))
        self.work = self.runs = 0

    def best(self) -> Solution:
        """The best layout found."""
        best = self._starts()
        if self._enough(best):
            return best
        if len(best.filled) > 1 and self._goes_on(self.limit):
            share = self.work + int((self.limit - self.work) * BY_SHEET)
            best = min(best, self._by_sheet(share, len(best.filled)), key=_worth)
        return self._wandered(best)

    def _wandered(self, best: Solution) -> Solution:
        """The best of orders that are changed a little, one after the other; at first a slightly worse one may stand
        (less so where there are many parts), so that the way leads out of hollows."""
        here, first = best, self.work
        while self._goes_on(self.limit):
            new = self._run(self.sheets, self._changed(here.order), self._rule(here.rule))
            slack = 1 + self.warmth * (self.limit - self.work) / (self.limit - first)
            if (new.worth[0], new.worth[1]) <= (here.worth[0], here.worth[1] * slack):
                here = new
            best = min(best, new, key=_worth)
            self._told()
        return best

    def _goes_on(self, limit: int) -> bool:
        return self.work < limit and not self.patience.ended

    def _told(self) -> None:
        self.patience.tell(self.runs, min(1.0, self.work / max(1, self.limit)))

    def _fill(self, empty: Field, order: Sequence[int], rule: Rule) -> Filling:
        filling = self.raster.fill(empty, order, rule)
        self.work += len(filling.placed) * len(self.raster.variants) + 1
        self.runs += 1
        return filling

    def _starts(self) -> Solution:
        """Every sorted order under a few rules; with several kinds of sheets, also in other orders of them."""
        found = []
        for n in range(STARTS):
            order = self._sorted(n % len(SIZES))
            found.append(self._run(self.sheets, order, RULES[(4 * n) % len(RULES)]))
            self._told()
            if n + 1 >= LEAST and self._enough(min(found, key=_worth)):
                break
            if n and not self._goes_on(max(1, self.limit)):
                break
        best = min(found, key=_worth)
        for sheets in _rearranged(self.sheets):
            other = self._run(sheets, best.order, best.rule)
            if other.worth < best.worth:
                best, self.sheets = other, sheets
        return best

    def _enough(self, found: Solution) -> bool:
        """Whether a layout is so near to the bound that no better one would be worth anything: no sheet can be saved,
        and no strip of the last one that anybody would keep."""
        if len(self.sheets) > 1 or found.unplaced or not found.filled:
            return False
        field, filling = found.filled[-1]
        left = self.least - field.capacity * (len(found.filled) - 1)
        width = (field.sheet.size()[0] - 2 * self.raster.room.margin) * left / field.capacity
        return left > 0 and self.raster.used(filling) - width < self.gain

    def _sorted(self, size: int) -> list[int]:
        by_size = sorted(range(len(self.items)), key=lambda k: (-self.sizes[size][k], k))
        return [kind for kind in by_size for _ in range(self.items[kind].count)]

    def _run(self, sheets: Sheets, order: Sequence[int], rule: Rule) -> Solution:
        """All sheets filled in one order: a part goes on the first sheet that has room."""
        filled, rest = [], tuple(order)
        for empty in _each(sheets):
            if not rest:
                break
            filling = self._fill(empty, rest, rule)
            if filling.placed:
                filled.append((empty, filling))
                rest = filling.rest
            elif empty is sheets[-1][0]:
                break
        return self._solution(filled, rest, order, rule)

    def _solution(
        self, filled: Sequence[tuple[Field, Filling]], rest: Sequence[int], order: Sequence[int], rule: Rule
    ) -> Solution:
        worth = sum(empty.capacity * (PAID if empty.sheet.offcut else 1.0) for empty, _ in filled[:-1])
        if filled:
            empty, filling = filled[-1]
            share = self.raster.used(filling) / (empty.sheet.size()[0] - 2 * self.raster.room.margin)
            worth += empty.capacity * (PAID if empty.sheet.offcut else 1.0) * share
        return Solution(tuple(filled), tuple(rest), (len(rest), round(worth, 3)), tuple(order), rule)

    def _by_sheet(self, limit: int, expected: int) -> Solution:
        """Sheet after sheet, each the best of its tries. What filled one sheet may fill the next."""
        filled: list[tuple[Field, Filling]] = []
        pool = Counter(self._sorted(0))
        each = max(1, (limit - self.work) // expected)
        for empty in _each(self.sheets):
            if not pool:
                break
            again = [f for before, f in filled if before is empty and self._kinds(f) <= pool]
            filling = self._best_filling(empty, pool, self.work + each, again)
            if filling.placed:
                filled.append((empty, filling))
                pool = pool - self._kinds(filling)
                self._told()
            elif empty is self.sheets[-1][0]:
                break
        order = [self.raster.variants[i].kind for _, f in filled for i, _, _ in f.placed]
        return self._solution(filled, tuple(pool.elements()), order, RULES[0])

    def _kinds(self, filling: Filling) -> Counter[int]:
        return Counter(self.raster.variants[i].kind for i, _, _ in filling.placed)

    def _best_filling(self, empty: Field, pool: Counter[int], limit: int, again: Sequence[Filling]) -> Filling:
        """The filling of greatest value; once everything fits, the one that takes the least width."""
        tries = 0
        best = min(again, key=self._cost, default=None)
        order: list[int] = []
        rule = RULES[0]
        while tries < LEAST or (self._goes_on(limit)):
            if best is not None and order and tries >= len(RULES) and self.random() < CHANGED:
                chosen, way = self._changed(order), self._rule(rule)
            else:
                chosen, way = self._tried(pool, tries), RULES[tries % len(RULES)]
            filling = self._fill(empty, chosen, way)
            tries += 1
            if best is None or self._cost(filling) <= self._cost(best):
                best, order, rule = filling, chosen, way
            if self.patience.ended:
                break
        assert best is not None
        return best

    def _cost(self, filling: Filling) -> tuple[float, float]:
        value = sum(self.values[self.raster.variants[i].kind] for i, _, _ in filling.placed)
        return -value, 0.0 if filling.rest else self.raster.used(filling)

    def _tried(self, pool: Counter[int], tries: int) -> list[int]:
        """The pool in a sorted order, the later ones stirred: kinds as a whole, or every part for itself."""
        sizes = self.sizes[tries % len(SIZES)]
        if tries < len(RULES):
            kinds = sorted(pool, key=lambda k: (-sizes[k], k))
            return [k for k in kinds for _ in range(pool[k])]
        if self.random() < 0.5:
            stirred = {k: sizes[k] * self._stir() for k in sorted(pool)}
            return [k for k in sorted(stirred, key=lambda k: (-stirred[k], k)) for _ in range(pool[k])]
        parts = [k for k in sorted(pool) for _ in range(pool[k])]
        keys = [-sizes[k] * self._stir() for k in parts]
        return [parts[n] for n in sorted(range(len(parts)), key=lambda n: (keys[n], n))]

    def _stir(self) -> float:
        return math.exp((self.random() + self.random() - 1) * SPREAD)

    def _rule(self, rule: Rule) -> Rule:
        return rule if self.random() < STAY else RULES[int(self.random() * len(RULES))]

    def _changed(self, order: Sequence[int]) -> list[int]:
        """An order with a few parts exchanged, or a stretch moved, or all kinds sorted anew."""
        out, way, count = list(order), self.random(), len(order)
        if way < 0.4:
            for _ in range(2 ** int(self.random() * 4)):
                i, j = int(self.random() * count), int(self.random() * count)
                out[i], out[j] = out[j], out[i]
        elif way < 0.8:
            i, length = int(self.random() * count), 1 + int(self.random() * max(1, count // 6))
            stretch = out[i : i + length]
            del out[i : i + length]
            j = int(self.random() * (len(out) + 1))
            out[j:j] = stretch
        else:
            stirred = [size * self._stir() for size in self.sizes[0]]
            out.sort(key=lambda k: -stirred[k])
        return out


def _worth(solution: Solution) -> tuple[int, float]:
    return solution.worth


def _each(sheets: Sheets) -> Iterator[Field]:
    """One sheet after the other, the last kind without end if there is no count."""
    for empty, count in sheets:
        left = count
        while left is None or left > 0:
            yield empty
            left = None if left is None else left - 1


def _rearranged(sheets: Sheets) -> Iterator[Sheets]:
    """Other orders in which to use up several kinds of sheets: smallest first, largest first; endless ones last."""
    if len(sheets) > 2:
        for way in (1.0, -1.0):
            other = sorted(sheets, key=lambda s: (s[1] is None, way * s[0].capacity))
            if [id(s) for s in other] != [id(s) for s in sheets]:
                yield other


SIZES: tuple[Callable[[Item], float], ...] = (
    lambda item: item.area.area,
    lambda item: item.area.convex_hull.area,
    lambda item: math.prod(size_of(item.box)),
    lambda item: max(size_of(item.box)),
    lambda item: min(size_of(item.box)),
)
