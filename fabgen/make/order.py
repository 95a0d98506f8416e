"""Pieces with their lines, and the points where each line may be entered → the order and the entries of a short way.

A piece is worked as a whole: its first lines (holes) in any order, then its last (the outline). Which piece comes next
is a closed tour from home through a point of each; where each line is entered is then chosen exactly, by the shortest
way through the layers of all entries in turn. Both are done again with the entries found, a fixed number of times.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations
from typing import TYPE_CHECKING

from fabgen.artwork.path import Point
from fabgen.make.tour import tour

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Places = NDArray[np.complex128]

STARTS, ENOUGH = 4, 520  # searches of which the best counts: fewer where there are many pieces
APART = 7  # searches between the kicks of one and those of the next
ROUNDS = 3  # tours after the first one, each from the entries that the one before found
FEWEST, MOST = 64, 5000  # kicks of a first tour: one for each piece, but at least and at most so many
AGAIN = 0.5  # kicks for each piece in the tours after it
FEW, HOLES = 4, 2  # holes of which all orders are tried; kicks of a tour for each of more
LAYERS = 2048  # gaps between entries that are measured at once


@dataclass(frozen=True)
class Stop:
    """A line to follow: the ways to do so, each as the point where it is entered and the one where it is left."""

    ways: tuple[tuple[Point, Point], ...]


@dataclass(frozen=True)
class Piece:
    """Lines that are worked together: the `first` in any order, then the `last` in theirs."""

    first: tuple[Stop, ...] = ()
    last: tuple[Stop, ...] = ()


@dataclass(frozen=True)
class Step:
    """One line of a route: its piece, its stop (counted through `first`, then `last`), and the way it is followed."""

    piece: int
    stop: int
    way: int


@dataclass(frozen=True)
class Route:
    """Every line of every piece once, and the mm from home to home between the lines."""

    steps: tuple[Step, ...]
    travel: float


def route(pieces: Sequence[Piece], home: Point, search: bool = True) -> Route:
    """A short way from home through all lines of all pieces and back; without `search`, the first good one."""
    table = _Table(pieces, home)
    if not table.owners:
        return Route((), 0.0)
    kicks, starts = min(MOST, max(FEWEST, len(pieces))), max(1, min(STARTS, ENOUGH // len(pieces)))
    again = int(AGAIN * kicks) if len(pieces) > FEWEST else 0
    kicks, again, starts = (kicks, again, starts) if search else (0, 0, 1)
    found = (_alternated(table, kicks, again, 2 * n * APART * len(pieces)) for n in range(starts))
    best = min(found, key=lambda one: one.travel)
    steps = (table.owners[stop] for stop in best.stops)
    return Route(tuple(Step(*step, way) for step, way in zip(steps, best.ways, strict=True)), best.travel)


def _alternated(table: _Table, kicks: int, again: int, after: int) -> _Found:
    """A tour through the middles, then tours from the entries that the one before found, with other kicks each."""
    best = table.tried([tour(table.points(table.middles), kicks, (), after)])
    for n in range(ROUNDS):
        order = [0, *(piece + 1 for piece in best.order)]
        found = tour(table.points(best.places), again, order, after + n * again)
        better = table.tried([found, found[:1] + found[:0:-1]], best)
        if better is best and not again:
            break
        best = better
    return best


@dataclass(frozen=True)
class _Found:
    """A route as indices: pieces in order, stops in order with their ways, mm of travel; by stop its two ends."""

    order: tuple[int, ...]
    stops: tuple[int, ...]
    ways: tuple[int, ...]
    travel: float
    places: tuple[tuple[complex, complex], ...]


class _Table:
    """All stops of all pieces in one numbering; ways are filled up with their last, so that each stop has as many."""

    def __init__(self, pieces: Sequence[Piece], home: Point) -> None:
        import numpy as np

        self.home, self.around = complex(*home), dict[int, list[int]]()
        self.owners = [(p, s) for p, piece in enumerate(pieces) for s in range(len(piece.first + piece.last))]
        stops = [stop.ways for piece in pieces for stop in (*piece.first, *piece.last)]
        most = max((len(ways) for ways in stops), default=0)
        full = np.array([[*ways, *[ways[-1]] * (most - len(ways))] for ways in stops], dtype=float)
        full = full.reshape(len(stops), most, 2, 2)
        self.enter: Places = full[:, :, 0, 0] + 1j * full[:, :, 0, 1]
        self.leave: Places = full[:, :, 1, 0] + 1j * full[:, :, 1, 1]
        self.middles = [(z, z) for z in ((self.enter + self.leave).sum(axis=1) / (2 * max(1, most))).tolist()]
        starts = np.cumsum([0, *(len(piece.first + piece.last) for piece in pieces)]).tolist()
        self.first = [list(range(a, a + len(piece.first))) for a, piece in zip(starts, pieces, strict=False)]
        self.last = [list(range(a + len(p.first), b)) for (a, b), p in zip(pairwise(starts), pieces, strict=True)]

    def points(self, places: Sequence[tuple[complex, complex]]) -> list[Point]:
        """Home, then the middle between where each piece is entered and left: which is which depends on the tour."""
        found = [self.home]
        for first, last in zip(self.first, self.last, strict=True):
            own = first + last
            found.append((places[own[0]][0] + places[own[-1]][1]) / 2)
        return [(z.real, z.imag) for z in found]

    def tried(self, tours: Iterable[Sequence[int]], best: _Found | None = None) -> _Found:
        """The shortest route of these tours (place 0 is home, then pieces) and the best so far."""
        for found in tours:
            order = [node - 1 for node in found[1:]]
            stops = self._laid_out(order, best.places if best else self.middles)
            ways, travel = self._entered(stops)
            if best is None or travel < best.travel - 1e-6:
                places = list(self.middles)
                for stop, way in zip(stops, ways, strict=True):
                    places[stop] = complex(self.enter[stop, way]), complex(self.leave[stop, way])
                best = _Found(tuple(order), tuple(stops), tuple(ways), travel, tuple(places))
        assert best is not None, "there is at least one tour"
        return best

    def _laid_out(self, order: Iterable[int], places: Sequence[tuple[complex, complex]]) -> list[int]:
        """The stops of the pieces in their order, holes by a short way from the piece before to the outline."""
        stops: list[int] = []
        for piece in order:
            here = places[stops[-1]][1] if stops else self.home
            there = [places[stop][0] for stop in self.last[piece][:1]]
            stops += (*self._through(piece, here, there), *self.last[piece])
        return stops

    def _through(self, piece: int, here: complex, there: list[complex]) -> Sequence[int]:
        """The first stops of a piece by a short way from here to there, where that is known."""
        stops = self.first[piece]
        if len(stops) > FEW:
            return self._opened(piece, here, there)
        middles = {stop: self.middles[stop][0] for stop in stops}

        def length(order: Iterable[int]) -> float:
            way = [here, *(middles[stop] for stop in order), *there]
            return sum((abs(b - a) for a, b in pairwise(way)), 0.0)

        return min(permutations(stops), key=length)

    def _opened(self, piece: int, here: complex, there: list[complex]) -> list[int]:
        """The closed tour through the first stops of a piece, which is found once, opened where that is shortest."""
        if piece not in self.around:
            own = self.first[piece]
            points = [(z.real, z.imag) for z, _ in (self.middles[stop] for stop in own)]
            self.around[piece] = [own[node] for node in tour(points, HOLES * len(own))]
        around = self.around[piece]
        z = [self.middles[stop][0] for stop in around]

        def length(k: int, way: int) -> float:
            first, last = z[k], z[(k - way) % len(z)]
            return float(abs(first - here) - abs(last - first) + sum(abs(p - last) for p in there))

        _, k, way = min((length(k, way), k, way) for k in range(len(z)) for way in (1, -1))
        return [around[(k + way * n) % len(z)] for n in range(len(z))]

    def _entered(self, stops: Sequence[int]) -> tuple[list[int], float]:
        """The ways of a shortest route through stops in this order, from home to home, and its length: exact."""
        import numpy as np

        cost = np.abs(self.enter[stops[0]] - self.home)
        back = np.zeros((len(stops), self.enter.shape[1]), dtype=np.int64)
        for low in range(1, len(stops), LAYERS):
            high = min(low + LAYERS, len(stops))
            gaps = np.abs(self.leave[stops[low - 1 : high - 1]][:, :, None] - self.enter[stops[low:high]][:, None, :])
            for i in range(low, high):
                total = gaps[i - low] + cost[:, None]
                back[i] = total.argmin(axis=0)
                cost = total.min(axis=0)
        cost = cost + np.abs(self.leave[stops[-1]] - self.home)
        way = int(cost.argmin())
        ways, travel = [way], float(cost[way])
        for i in range(len(stops) - 1, 0, -1):
            way = int(back[i, way])
            ways.append(way)
        return ways[::-1], travel
