"""Units of a book and the height of a page → pages: the best breaks over the whole book, not the first that will do.

A page that is half empty costs, and so does what a reader would miss: text parted from its figure, a short section or
list torn in two, a heading with a line or two at the foot of a page, a figure made smaller or moved past the text that
follows it; less where the two pages face each other. The cheapest whole is chosen, by Dijkstra's method over what is
left to be set (after Knuth and Plass, Breaking paragraphs into lines, 1981, with pages for lines). Heights in points.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

NEVER = 1e6  # the cost of a break that is made only where a page has room for nothing else
PAGE, HOLE, FREE = 2.0, 120.0, 0.08  # cost of a page, of an empty one; what share of one may stay empty for nothing
LAST, FACING = 0.12, 0.15  # how much a hole counts on the last page, and a break between pages that face each other
LONELY = 20.0  # a heading at the foot of a page with too little of its section
SHRUNK, WAITS, WAITING = 2.0, 0.5, 2  # a figure shrunk to nothing; a figure that waits for the next page; the most
SLACK = 1e-6  # points


@dataclass(frozen=True)
class PageUnit:
    """What stands on pages as one thing.

    `heights` are those of its sizes, the largest first. It may be divided at `cuts`, heights from its top, and `head`
    is repeated above the rest. `stay` is the cost of a page break before it, `cut` of one inside it; `eases` is by how
    much less a hole counts before it. A figure `floats`: what follows it and `passes` may stand before it. `opens`: it
    starts a page. A heading has a `level` from 1; `ample` is the height below it that does alone at the foot of a page.
    `made` is for whoever draws the pages.
    """

    heights: tuple[float, ...]
    cuts: tuple[float, ...] = ()
    head: float = 0.0
    before: float = 0.0
    after: float = 0.0
    stay: float = 0.0
    cut: float = 0.8
    eases: float = 1.0
    floats: bool = False
    passes: bool = False
    opens: bool = False
    level: int = 0
    ample: float = 0.0
    made: Any = None


@dataclass(frozen=True)
class PlacedUnit:
    """A unit, or what lies between two of its cuts (-1: its start, its end), on a page: its size, its top."""

    unit: int
    size: int
    top: float
    start: int = -1
    end: int = -1


@dataclass(frozen=True, order=True)
class _BreakState:
    """What is left to be set: from a cut of a unit on, and figures that wait; whether it is set on a left page."""

    unit: int = 0
    cut: int = -1
    waiting: tuple[int, ...] = ()
    left: bool = False


@dataclass
class _BrokenPage:
    """A page while it is filled."""

    height: float
    size: int
    used: float = 0.0
    after: float = 0.0
    cost: float = 0.0
    apart: float = 0.0  # the cost of figures that wait
    shrunk: bool = False
    elastic: bool = False  # whether other sizes would make another page
    placed: list[PlacedUnit] = field(default_factory=list)

    def gap(self, unit: PageUnit, start: int) -> float:
        return max(self.after, unit.before) if self.placed and start < 0 else 0.0

    def room(self, unit: PageUnit, start: int) -> float:
        return self.height - self.used - self.gap(unit, start) + SLACK

    def lonely(self, units: Sequence[PageUnit], following: _BreakState) -> bool:
        """Whether the page ends with a heading and too little of its section, which goes on."""
        below = next((n for n, placed in enumerate(reversed(self.placed)) if units[placed.unit].level), 2)
        if below > 1 or not self.placed:
            return False
        placed = self.placed[-1 - below]
        heading = units[placed.unit]
        if self.used - placed.top - heading.heights[0] >= heading.ample:
            return False
        if following.cut >= 0 or following.waiting:
            return True
        return following.unit < len(units) and not 0 < units[following.unit].level <= heading.level

    def put(self, index: int, unit: PageUnit, start: int, end: int, height: float) -> None:
        size = min(self.size, len(unit.heights) - 1)
        if size:
            self.shrunk = True
            self.cost += SHRUNK * (1 - unit.heights[size] / unit.heights[0])
        top = self.used + self.gap(unit, start)
        self.placed.append(PlacedUnit(index, size, top, start, end))
        self.used, self.after = top + height, unit.after


def paginate(units: Sequence[PageUnit], height: float, first: int = 1) -> list[list[PlacedUnit]]:
    """The pages, each with what stands on it from top to bottom; `first` is the number of the first, and even ones lie
    left. What is higher than a page and has no cuts stands on a page of its own and sticks out."""
    start, count = _BreakState(left=first % 2 == 0), 0
    queue: list[tuple[float, int, _BreakState]] = [(0.0, 0, start)]
    best: dict[_BreakState, tuple[float, _BreakState, list[PlacedUnit]]] = {start: (0.0, start, [])}
    done = set[_BreakState]()
    while queue:
        cost, _, state = heapq.heappop(queue)
        if state in done:
            continue
        done.add(state)
        if state.unit >= len(units) and not state.waiting:
            return _back(best, state, start)
        for more, following, placed in _pages(units, state, height):
            if cost + more < best.get(following, (float("inf"),))[0]:
                best[following] = cost + more, state, placed
                count += 1
                heapq.heappush(queue, (cost + more, count, following))
    raise AssertionError("every page takes something")


def _back(
    best: dict[_BreakState, tuple[float, _BreakState, list[PlacedUnit]]], state: _BreakState, start: _BreakState
) -> list[list[PlacedUnit]]:
    pages = list[list[PlacedUnit]]()
    while state != start:
        _, state, placed = best[state]
        pages.insert(0, placed)
    return pages


def _pages(
    units: Sequence[PageUnit], state: _BreakState, height: float
) -> Iterator[tuple[float, _BreakState, list[PlacedUnit]]]:
    """Every page that may come next: its cost, what it leaves, what stands on it."""
    for size in range(max(len(unit.heights) for unit in units)):
        page = _BrokenPage(height, size)
        for following, cost, eases in _ends(units, state, page):
            if size and not page.shrunk:
                continue
            hole = max(0.0, 1 - page.used / height - FREE)
            apart = (cost + page.apart) * (FACING if state.left and cost < NEVER else 1.0)
            apart += LONELY if page.lonely(units, following) else 0.0
            yield (PAGE + page.cost + apart + HOLE * eases * hole * hole, replace(following, left=not state.left),
                   list(page.placed))
        if not page.elastic:
            return


def _ends(
    units: Sequence[PageUnit], state: _BreakState, page: _BrokenPage
) -> Iterator[tuple[_BreakState, float, float]]:
    """Fill a page, and tell where it may end: what is left, what the break costs, how much its hole counts."""
    waiting = list[int]()
    for index in state.waiting:
        unit, page.elastic = units[index], True
        tall = unit.heights[min(page.size, len(unit.heights) - 1)]
        if page.placed and tall > page.room(unit, -1):
            waiting.append(index)
        else:
            page.put(index, unit, -1, -1, tall)
    at = replace(state, waiting=tuple(waiting))
    while at.unit < len(units):
        unit = units[at.unit]
        if page.placed:
            stop = unit.opens and at.cut < 0
            yield at, (0.0 if stop else unit.stay if at.cut < 0 else unit.cut), (0.0 if stop else unit.eases)
            if stop or (at.waiting and not (unit.passes or unit.floats)):
                return
        following = _put(units, at, page)
        if following is None:
            yield from _divided(unit, at, page)
            return
        at = following
    yield at, 0.0, (1.0 if at.waiting else LAST)


def _put(units: Sequence[PageUnit], at: _BreakState, page: _BrokenPage) -> _BreakState | None:
    """What is left when the next unit, or what is left of it, has found its place; None where there is no room."""
    unit = units[at.unit]
    page.elastic |= len(unit.heights) > 1
    tall = unit.heights[min(page.size, len(unit.heights) - 1)]
    if at.cut >= 0:
        tall = unit.heights[0] - unit.cuts[at.cut] + unit.head
    fits = tall <= page.room(unit, at.cut)
    if unit.floats and (at.waiting or not fits) and page.placed:
        if len(at.waiting) >= WAITING:
            return None
        page.apart += WAITS + unit.stay / 2
        return _BreakState(at.unit + 1, -1, (*at.waiting, at.unit))
    if not fits and (page.placed or unit.cuts[at.cut + 1:]):
        return None
    page.put(at.unit, unit, at.cut, -1, tall)
    return replace(at, unit=at.unit + 1, cut=-1)


def _divided(unit: PageUnit, at: _BreakState, page: _BrokenPage) -> Iterator[tuple[_BreakState, float, float]]:
    """The pages that end with a part of a unit: the largest part that fits, or where none does on an empty page, the
    first."""
    begun = unit.cuts[at.cut] - unit.head if at.cut >= 0 else 0.0
    room, empty = page.room(unit, at.cut), not page.placed
    parts = [n for n in range(at.cut + 1, len(unit.cuts)) if unit.cuts[n] - begun <= room]
    parts = parts or ([at.cut + 1] if empty else [])
    if parts:
        page.put(at.unit, unit, at.cut, parts[-1], unit.cuts[parts[-1]] - begun)
        yield replace(at, cut=parts[-1]), unit.cut, 1.0
