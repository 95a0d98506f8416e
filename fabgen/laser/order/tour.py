"""Groups of lines, and the points where each line may be entered → the order and the entries of a short route.

A group is worked as a whole: its first lines (holes) in any order, then its last (the outline). Which group comes next
is a closed tour from home through a point of each. Where each line is entered is then chosen exactly, by the shortest
path through the layers of all entries in turn. Both are repeated once with the chosen entries.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations
from typing import TYPE_CHECKING

from fabgen.artwork.path import Point

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Places = NDArray[np.complex128]

SEARCHES, GROUPS_SEARCHED = 4, 520  # searches of which the best counts; fewer where all would see more groups
KICKS_APART = 7  # lengths of a search between the kicks of one and those of the next
LEAST_KICKS, MOST_KICKS = 64, 1500  # kicks of a first tour: one for each group, within these limits
KICKS_AGAIN, MOST_AGAIN = 0.5, 500  # kicks for each of those of the first tour in the one after it, and at most
FEW_HOLES, HOLE_KICKS = 4, 2  # holes of which all orders are tried; kicks of a tour for each of more
LAYERS_AT_ONCE = 2048  # gaps between entries that are measured at once

NEAR = 8  # neighbours that a point may be joined to
MANY, STRIP = 2048, 128  # points from which on they are looked at in strips; points of a strip
LEAST_REACH = 1.0  # mm by which the surroundings of a strip grow at least
LONGEST = 3  # points that Or-opt moves at once
KICK_STRETCH = 8  # points in a stretch that a kick moves, at most
LEAST_KICKED = 8  # points that are worth a kick
KICK_SHARES = (0.6180339887498949, 0.4142135623730951, 0.7320508075688772)  # golden section, square roots of 2 and 3
LEAST_GAIN = 1e-9  # mm that count as shorter


@dataclass(frozen=True)
class RouteStop:
    """A line to follow: the ways to do so, each as the point where it is entered and the one where it is left."""

    ways: tuple[tuple[Point, Point], ...]


@dataclass(frozen=True)
class StopGroup:
    """Lines that are worked together, such as the holes and the outline of a part: the `first` in any order, then the
    `last` in theirs."""

    first: tuple[RouteStop, ...] = ()
    last: tuple[RouteStop, ...] = ()


@dataclass(frozen=True)
class RouteStep:
    """One line of a route: its group, its stop (counted through `first`, then `last`), and the way it is followed."""

    group: int
    stop: int
    way: int


@dataclass(frozen=True)
class Route:
    """Every line of every group once, and the mm of travel from home to home between the lines."""

    steps: tuple[RouteStep, ...]
    travel: float


def find_route(groups: Sequence[StopGroup], home: Point, *, search: bool = True) -> Route:
    """A short route from home through all lines of all groups and back; without `search`, the first good one."""
    stops = _RouteStops(groups, home)
    if not stops.owners:
        return Route((), 0.0)
    kicks = min(MOST_KICKS, max(LEAST_KICKS, len(groups)))
    starts = max(1, min(SEARCHES, GROUPS_SEARCHED // len(groups)))
    again = min(MOST_AGAIN, int(KICKS_AGAIN * kicks)) if len(groups) > LEAST_KICKS else 0
    kicks, again, starts = (kicks, again, starts) if search else (0, 0, 1)
    after = [2 * n * KICKS_APART * len(groups) for n in range(starts)]
    tours = find_tours(stops.points(stops.middles), kicks, after)
    routes = (_alternate(stops, tour, again, last_kick) for tour, last_kick in zip(tours, after, strict=True))
    best = min(routes, key=lambda route: route.travel)
    steps = (stops.owners[stop] for stop in best.stops)
    return Route(tuple(RouteStep(*step, way) for step, way in zip(steps, best.ways, strict=True)), best.travel)


def _alternate(stops: _RouteStops, middle_tour: Sequence[int], again: int, after: int) -> _IndexedRoute:
    """The route of a tour through the middles, or of one from the entries that it found, with other kicks."""
    first = stops.best_of([middle_tour])
    order = [0, *(group + 1 for group in first.order)]
    tour = find_tour(stops.points(first.places), again, order, after)
    # Backwards, holes may come in a shorter order; without any, and with lines that go both ways, the route is as long.
    return stops.best_of([tour] if stops.is_reversible else [tour, tour[:1] + tour[:0:-1]], first)


@dataclass(frozen=True)
class _IndexedRoute:
    """A route as indices: groups in order, stops in order with their ways, mm of travel; by stop its two ends."""

    order: tuple[int, ...]
    stops: tuple[int, ...]
    ways: tuple[int, ...]
    travel: float
    places: tuple[tuple[complex, complex], ...]


class _RouteStops:
    """All stops of all groups in one numbering. Their ways are filled up with the last, so that each stop has as many.
    """

    def __init__(self, groups: Sequence[StopGroup], home: Point) -> None:
        import numpy as np

        self.home, self.closed_tours = complex(*home), dict[int, list[int]]()
        self.owners = [(g, s) for g, group in enumerate(groups) for s in range(len(group.first + group.last))]
        stops = [stop.ways for group in groups for stop in (*group.first, *group.last)]
        counts = np.array([len(ways) for ways in stops], dtype=np.int64)
        most_ways = int(counts.max(initial=0))
        full = np.empty((len(stops), most_ways, 2, 2))
        for count in sorted({*counts.tolist()}):
            rows = np.flatnonzero(counts == count)
            known = np.array([stops[row] for row in rows.tolist()], dtype=float)
            full[rows, :count], full[rows, count:] = known, known[:, -1:]
        self.is_reversible = len(stops) == len(groups) and all({(b, a) for a, b in ways} == {*ways} for ways in stops)
        self.enter: Places = full[:, :, 0, 0] + 1j * full[:, :, 0, 1]
        self.leave: Places = full[:, :, 1, 0] + 1j * full[:, :, 1, 1]
        self.middles = [(z, z) for z in ((self.enter + self.leave).sum(axis=1) / (2 * max(1, most_ways))).tolist()]
        starts = np.cumsum([0, *(len(group.first + group.last) for group in groups)]).tolist()
        self.first = [list(range(a, a + len(group.first))) for a, group in zip(starts, groups, strict=False)]
        self.last = [list(range(a + len(g.first), b)) for (a, b), g in zip(pairwise(starts), groups, strict=True)]

    def points(self, places: Sequence[tuple[complex, complex]]) -> list[Point]:
        """Home, then for each group the middle between where it is entered and left: which is which depends on the
        tour."""
        points = [self.home]
        for first, last in zip(self.first, self.last, strict=True):
            indices = first + last
            points.append((places[indices[0]][0] + places[indices[-1]][1]) / 2)
        return [(z.real, z.imag) for z in points]

    def best_of(self, tours: Iterable[Sequence[int]], best: _IndexedRoute | None = None) -> _IndexedRoute:
        """The shortest route of these tours (place 0 is home, then groups) and the best so far."""
        for tour in tours:
            order = [node - 1 for node in tour[1:]]
            stops = self._order_stops(order, best.places if best else self.middles)
            ways, travel = self._choose_entries(stops)
            if best is None or travel < best.travel - 1e-6:
                places = list(self.middles)
                for stop, way in zip(stops, ways, strict=True):
                    places[stop] = complex(self.enter[stop, way]), complex(self.leave[stop, way])
                best = _IndexedRoute(tuple(order), tuple(stops), tuple(ways), travel, tuple(places))
        assert best is not None, "there is at least one tour"
        return best

    def _order_stops(self, order: Iterable[int], places: Sequence[tuple[complex, complex]]) -> list[int]:
        """The stops of the groups in their order, holes by a short way from the group before to the outline."""
        stops: list[int] = []
        for group in order:
            start = places[stops[-1]][1] if stops else self.home
            targets = [places[stop][0] for stop in self.last[group][:1]]
            stops += (*self._order_first_stops(group, start, targets), *self.last[group])
        return stops

    def _order_first_stops(self, group: int, start: complex, targets: list[complex]) -> Sequence[int]:
        """The first stops of a group by a short way from the start to the target, where that is known."""
        stops = self.first[group]
        if len(stops) > FEW_HOLES:
            return self._open_tour(group, start, targets)
        middles = {stop: self.middles[stop][0] for stop in stops}

        def length(order: Iterable[int]) -> float:
            points = [start, *(middles[stop] for stop in order), *targets]
            return sum((abs(b - a) for a, b in pairwise(points)), 0.0)

        return min(permutations(stops), key=length)

    def _open_tour(self, group: int, start: complex, targets: list[complex]) -> list[int]:
        """The closed tour through the first stops of a group, which is computed once, opened where that is shortest."""
        if group not in self.closed_tours:
            indices = self.first[group]
            points = [(z.real, z.imag) for z, _ in (self.middles[stop] for stop in indices)]
            self.closed_tours[group] = [indices[node] for node in find_tour(points, HOLE_KICKS * len(indices))]
        around = self.closed_tours[group]
        z = [self.middles[stop][0] for stop in around]

        def length(k: int, direction: int) -> float:
            first, last = z[k], z[(k - direction) % len(z)]
            return float(abs(first - start) - abs(last - first) + sum(abs(p - last) for p in targets))

        _, k, direction = min((length(k, direction), k, direction) for k in range(len(z)) for direction in (1, -1))
        return [around[(k + direction * n) % len(z)] for n in range(len(z))]

    def _choose_entries(self, stops: Sequence[int]) -> tuple[list[int], float]:
        """The ways of a shortest route through stops in this order, from home to home, and its length: exact."""
        import numpy as np

        cost = np.abs(self.enter[stops[0]] - self.home)
        back = np.zeros((len(stops), self.enter.shape[1]), dtype=np.int64)
        for low in range(1, len(stops), LAYERS_AT_ONCE):
            high = min(low + LAYERS_AT_ONCE, len(stops))
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


def find_tour(points: Sequence[Point], kicks: int, start: Sequence[int] = (), after: int = 0) -> list[int]:
    """The indices of the points in the order of a short closed tour that starts with the first point; the same every
    time. `start` is a tour to begin with, `after` the number of the last kick that was tried elsewhere: other numbers
    find other tours.

    From nearest neighbour to nearest neighbour, then 2-opt and Or-opt between near points, then a fixed number of
    kicks: two neighbouring stretches change places, what that touched is improved again, and a kick that gained nothing
    is undone. Kicks are spread by multiples of irrational numbers, so neither chance nor the clock has a part in it.
    """
    return next(find_tours(points, kicks, [after], start))


def find_tours(points: Sequence[Point], kicks: int, after: Sequence[int], start: Sequence[int] = ()
               ) -> Iterator[list[int]]:
    """A tour as `find_tour` finds it for each of several numbers of last kicks. What comes before the kicks is the same
    for all of them and done once."""
    if len(points) < 4:
        yield from (list(range(len(points))) for _ in after)
        return
    search = _TourSearch(points, start)
    search.improve(search.at)
    improved_tour = list(search.at)
    for last_kick in after:
        search.begin_at(improved_tour)
        for kick in range(last_kick + 1, last_kick + kicks + 1) if len(points) > LEAST_KICKED else ():
            search.kick(kick)
        first = search.place[0]
        yield search.at[first:] + search.at[:first]


class _TourSearch:
    """A closed tour under way: `at` holds the point at each place, `place` is its inverse."""

    def __init__(self, points: Sequence[Point], start: Sequence[int]) -> None:
        self.z = [complex(*p) for p in points]  # abs(a - b) of complex numbers is Python's fastest distance
        self.near, self.size = _neighbours(points), len(points)
        self.nearest = [near[0][0] for near in self.near]  # the distance from each point to the nearest other
        self.at, self.place = list[int](), [0] * len(points)
        self.begin_at(start or _nearest_neighbour_tour(points, self.near))
        # What stood at places that a kick has written to, from each of them on; None while nothing is to be undone.
        self.overwritten: list[tuple[int, list[int]]] | None = None

    def begin_at(self, tour: Sequence[int]) -> None:
        """Goes on from this tour."""
        self.at = list(tour)
        for place, node in enumerate(tour):
            self.place[node] = place

    def improve(self, nodes: Iterable[int]) -> float:
        """Makes moves until none of the nodes, nor any that a move touched, can be joined better. Returns the mm
        saved."""
        queue, saved = deque(nodes), 0.0
        waiting = set(queue)
        while queue:
            node = queue.popleft()
            waiting.discard(node)
            gain, touched = self._find_move(node)
            saved += gain
            to_check = [other for other in dict.fromkeys((node, *touched)) if other not in waiting] if touched else []
            waiting.update(to_check)
            queue.extend(to_check)
        return saved

    def kick(self, number: int) -> None:
        """Swaps two neighbouring stretches and improves the tour; undoes this where the tour is not shorter."""
        size, longest_stretch = self.size, min(KICK_STRETCH, self.size // 3)
        start, share_a, share_b = (number * share % 1.0 for share in KICK_SHARES)
        i, a, b = int(start * size), 1 + int(share_a * longest_stretch), 1 + int(share_b * longest_stretch)
        first, second = self._read_places((i + 1) % size, a), self._read_places((i + 1 + a) % size, b)
        before, after = self.at[i], self.at[(i + 1 + a + b) % size]
        p, q, r, s, t, u = (self.z[n] for n in (before, first[0], first[-1], second[0], second[-1], after))
        longer = abs(p - s) + abs(t - q) + abs(r - u) - abs(p - q) - abs(r - s) - abs(t - u)
        journal = list[tuple[int, list[int]]]()
        self.overwritten = journal
        self._write_places((i + 1) % size, second + first)
        ends = (before, first[0], first[-1], second[0], second[-1], after)
        if self.improve(dict.fromkeys(ends)) - longer < LEAST_GAIN:
            self.overwritten = None
            for place, nodes in reversed(journal):
                self._write_places(place, nodes)

    def _find_move(self, c: int) -> tuple[float, tuple[int, ...]]:
        """Makes the first move at a node that shortens the tour. Returns the mm saved, and the nodes that it touched.

        Written out for speed, as this is where a search spends its time: in most cases the nearest other node is no
        nearer than those beside it, and nothing is left to try.
        """
        at, z, start = self.at, self.z, self.place[c]
        nearest, z_c = self.nearest[c] + LEAST_GAIN, z[c]
        following, previous = at[start + 1 - self.size], at[start - 1]
        ahead, behind = abs(z_c - z[following]), abs(z_c - z[previous])
        if nearest < ahead and (move := self._two_opt(c, following, ahead, 1)):
            return move
        if nearest < behind and (move := self._two_opt(c, previous, behind, -1)):
            return move
        return self._or_opt(c, following, ahead, previous, behind) or (0.0, ())

    def _two_opt(self, c: int, s: int, length: float, direction: int) -> tuple[float, tuple[int, ...]] | None:
        """Joins c to a near e, and the nodes after them (before them for direction -1) to each other. `s` is the node
        after (before) c, at a distance of `length`."""
        at, place, z = self.at, self.place, self.z
        offset = 1 - self.size if direction > 0 else -1  # from a place to the one after (before) it
        z_s, longest_join = z[s], length - LEAST_GAIN
        for new_length, e in self.near[c]:
            if new_length >= longest_join:
                return None
            f = at[place[e] + offset]
            z_f = z[f]
            gain = length + abs(z[e] - z_f) - new_length - abs(z_s - z_f)
            if gain > LEAST_GAIN:
                self._reverse_stretch(*((place[s], place[e]) if direction > 0 else (place[e], place[s])))
                return gain, (s, e, f)
        return None

    def _or_opt(self, c: int, following: int, ahead: float, previous: int, behind: float
                ) -> tuple[float, tuple[int, ...]] | None:
        """Moves c, alone or with up to two nodes after or before it, between a near e and its neighbour. `ahead` and
        `behind` are the distances to the nodes after and before it."""
        at, size, z, start = self.at, self.size, self.z, self.place[c]
        nearest = self.nearest[c] + LEAST_GAIN
        z_following, z_previous = z[following], z[previous]
        freed = behind + ahead - abs(z_previous - z_following)
        if freed > nearest and (move := self._move_between(c, 1, 1, freed)):
            return move[0], (previous, following, c, *move[1])
        last, z_last, first, z_first = following, z_following, previous, z_previous
        for length in range(2, min(LONGEST, size - 3) + 1):
            beyond, before = at[start + length - size], at[start - length]
            z_beyond, z_before = z[beyond], z[before]
            freed = behind + abs(z_last - z_beyond) - abs(z_previous - z_beyond)
            if freed > nearest and (move := self._move_between(c, length, 1, freed)):
                return move[0], (previous, beyond, last, *move[1])
            freed = ahead + abs(z_first - z_before) - abs(z_following - z_before)
            if freed > nearest and (move := self._move_between(c, length, -1, freed)):
                return move[0], (following, before, first, *move[1])
            last, z_last, first, z_first = beyond, z_beyond, before, z_before
        return None

    def _move_between(self, c: int, length: int, direction: int, freed: float) -> tuple[float, tuple[int, int]] | None:
        """Moves c and the nodes that follow it to a place where that costs less than the mm that it frees."""
        at, place, size, z = self.at, self.place, self.size, self.z
        nodes = [at[(place[c] + direction * k) % size] for k in range(length)]
        last = nodes[-1]
        for new_length, e in self.near[c]:
            if new_length >= freed - LEAST_GAIN:
                return None
            if e in nodes:
                continue
            for f in (at[(place[e] + 1) % size], at[place[e] - 1]):
                gain = freed - new_length - abs(z[last] - z[f]) + abs(z[e] - z[f])
                if gain > LEAST_GAIN and f not in nodes:
                    self._move_nodes(nodes, direction, e, f)
                    return gain, (e, f)
        return None

    def _move_nodes(self, nodes: list[int], direction: int, e: int, f: int) -> None:
        """Takes nodes out and puts them between the neighbours e and f, the first beside e. The nodes between move up,
        by the shorter way round."""
        size, place = self.size, self.place
        low, high = (place[nodes[0]], place[nodes[-1]])[::direction]
        first, second = (e, f) if (place[e] + 1) % size == place[f] else (f, e)
        ordered = nodes if first == e else nodes[::-1]
        right, left = (place[first] - high) % size, (low - place[second]) % size
        if right <= left:
            self._write_places(low, self._read_places((high + 1) % size, right) + ordered)
        else:
            start = (low - left) % size
            self._write_places(start, ordered + self._read_places(start, left))

    def _reverse_stretch(self, i: int, j: int) -> None:
        """Reverses the stretch from place i to place j, or all the rest, which gives the same tour."""
        count = (j - i) % self.size + 1
        if 2 * count > self.size:
            i, count = (j + 1) % self.size, self.size - count
        self._write_places(i, self._read_places(i, count)[::-1])

    def _read_places(self, i: int, count: int) -> list[int]:
        """The nodes at `count` places from i on, across the end."""
        over = i + count - self.size
        return self.at[i : i + count] if over <= 0 else self.at[i:] + self.at[:over]

    def _write_places(self, i: int, nodes: list[int]) -> None:
        """Puts nodes at the places from i on, across the end."""
        at, place, size = self.at, self.place, self.size
        if self.overwritten is not None:
            self.overwritten.append((i, self._read_places(i, len(nodes))))
        over = i + len(nodes) - size
        if over > 0:
            at[i:], at[:over] = nodes[:-over], nodes[-over:]
        else:
            at[i : i + len(nodes)] = nodes
        for q, node in enumerate(nodes, i if over <= 0 else i - size):
            place[node] = q
        if over > 0:
            for node in nodes[:-over]:
                place[node] += size


def _nearest_neighbour_tour(points: Sequence[Point], near: Sequence[Sequence[tuple[float, int]]]) -> list[int]:
    """The tour that goes from the first point always on to the nearest point that is left, the first of equal ones.
    `near` are the neighbours of each: as long as one is left that is nearer than the last of them, no other is looked
    at."""
    import numpy as np

    z = np.array([complex(*p) for p in points])
    left, is_left, visited = z.copy(), [True] * len(points), [0]
    for _ in range(len(points) - 1):
        node = visited[-1]
        is_left[node], left[node] = False, np.inf
        length, other = min(((length, other) for length, other in near[node] if is_left[other]), default=(np.inf, 0))
        if length >= near[node][-1][0]:
            other = int(np.abs(left - z[node]).argmin())
        visited.append(other)
    return visited


def _neighbours(points: Sequence[Point]) -> list[list[tuple[float, int]]]:
    """For each point the nearest others with their distances, nearest first."""
    import numpy as np

    z = np.array([complex(*p) for p in points])
    if len(z) > MANY:
        return _neighbours_in_strips(z)
    neighbours, count = list[list[tuple[float, int]]](), min(NEAR, len(z) - 1)
    for low in range(0, len(z), 512):
        gaps = np.abs(z[low : low + 512, None] - z[None, :])
        gaps[np.arange(len(gaps)), np.arange(low, low + len(gaps))] = np.inf
        near = np.argpartition(gaps, count - 1, axis=1)[:, :count]
        near = np.take_along_axis(near, np.take_along_axis(gaps, near, 1).argsort(axis=1, kind="stable"), 1)
        far = np.take_along_axis(gaps, near, 1)
        neighbours += [list(zip(*row, strict=True)) for row in zip(far.tolist(), near.tolist(), strict=True)]
    return neighbours


def _neighbours_in_strips(z: Places) -> list[list[tuple[float, int]]]:
    """The same for many points, of which each strip is held only against those near it; equal distances in the order of
    the points."""
    import numpy as np

    by_x = z.real.argsort(kind="stable")
    x, neighbours = z.real[by_x], np.empty((len(z), NEAR), dtype=np.int64)
    for low in range(0, len(z), STRIP):
        rows, reach = by_x[low : low + STRIP], (x[-1] - x[0]) * STRIP / len(z)
        is_certain = False
        while not is_certain:  # nothing outside the strip's surroundings is as near as what was found inside
            first = np.searchsorted(x, x[low] - reach, "left")
            last = np.searchsorted(x, x[min(low + STRIP, len(z)) - 1] + reach, "right")
            surroundings = np.sort(by_x[first:last])
            gaps = np.abs(z[rows, None] - z[None, surroundings])
            gaps[rows[:, None] == surroundings[None, :]] = np.inf
            candidates = min(2 * NEAR, len(surroundings) - 1)
            near = np.sort(np.argpartition(gaps, candidates - 1, axis=1)[:, :candidates], axis=1)
            order = np.take_along_axis(gaps, near, 1).argsort(axis=1, kind="stable")[:, :NEAR]
            near = np.take_along_axis(near, order, 1)
            far = np.take_along_axis(gaps, near, 1)
            is_certain = len(surroundings) == len(z) or (near.shape[1] == NEAR and float(far.max()) <= reach)
            reach = 2 * reach + LEAST_REACH
        neighbours[rows] = surroundings[near]
    far = np.abs(z[:, None] - z[neighbours])
    return [list(zip(*row, strict=True)) for row in zip(far.tolist(), neighbours.tolist(), strict=True)]
