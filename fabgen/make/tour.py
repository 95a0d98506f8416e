"""Points → a short closed tour through all of them, the same every time.

From nearest neighbour to nearest neighbour, then 2-opt and Or-opt between near points, then a fixed number of kicks:
two neighbouring stretches change places, what that touched is improved again, and a kick that gained nothing is taken
back. Kicks are spread by multiples of irrational numbers, so there is neither chance nor clock in it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

from fabgen.artwork.path import Point

NEAR = 8  # neighbours that a point may be joined to
LONGEST = 3  # points that Or-opt moves at once
MOVES = tuple((length, way) for length in range(1, LONGEST + 1) for way in (1, -1))
STRETCH = 8  # points in a stretch that a kick moves, at most
FEWEST = 8  # points that are worth a kick
SPREAD = (0.6180339887498949, 0.4142135623730951, 0.7320508075688772)  # golden section, square roots of 2 and 3
LEAST = 1e-9  # mm that count as shorter


def tour(points: Sequence[Point], kicks: int, start: Sequence[int] = (), after: int = 0) -> list[int]:
    """The indices of the points in the order of a short closed tour, from the first point on; `start` is a tour to
    begin with, `after` the number of the last kick that was tried elsewhere: other numbers find other tours."""
    if len(points) < 4:
        return list(range(len(points)))
    search = _Search(points, list(start) or _nearest(points))
    search.improve(search.at)
    if len(points) > FEWEST:
        for kick in range(after + 1, after + kicks + 1):
            search.kick(kick)
    first = search.place[0]
    return search.at[first:] + search.at[:first]


class _Search:
    """A closed tour under way: `at` holds the point at each place, `place` is its inverse."""

    def __init__(self, points: Sequence[Point], at: list[int]) -> None:
        self.z = [complex(*p) for p in points]  # abs(a - b) of two is the quickest distance that Python has
        self.near, self.size = _neighbours(points), len(points)
        self.at, self.place = at, [0] * len(points)
        for place, node in enumerate(at):
            self.place[node] = place

    def improve(self, nodes: Iterable[int]) -> float:
        """Moves until none of the nodes, nor any that a move touched, can be joined better; mm saved."""
        queue, saved = deque(nodes), 0.0
        waiting = set(queue)
        while queue:
            node = queue.popleft()
            waiting.discard(node)
            gain, touched = self._step(node)
            saved += gain
            again = [other for other in dict.fromkeys((node, *touched)) if other not in waiting] if touched else []
            waiting.update(again)
            queue.extend(again)
        return saved

    def kick(self, number: int) -> None:
        """Swap two neighbouring stretches and improve; undone where the tour is not shorter."""
        size, most = self.size, min(STRETCH, self.size // 3)
        start, one, two = (number * share % 1.0 for share in SPREAD)
        i, a, b = int(start * size), 1 + int(one * most), 1 + int(two * most)
        first, second = self._run((i + 1) % size, a), self._run((i + 1 + a) % size, b)
        before, after = self.at[i], self.at[(i + 1 + a + b) % size]
        p, q, r, s, t, u = (self.z[n] for n in (before, first[0], first[-1], second[0], second[-1], after))
        longer = abs(p - s) + abs(t - q) + abs(r - u) - abs(p - q) - abs(r - s) - abs(t - u)
        kept = self.at[:], self.place[:]
        self._lay((i + 1) % size, second + first)
        ends = (before, first[0], first[-1], second[0], second[-1], after)
        if self.improve(dict.fromkeys(ends)) - longer < LEAST:
            self.at, self.place = kept

    def _step(self, node: int) -> tuple[float, tuple[int, ...]]:
        """The first move at a node that shortens the tour: mm saved, and the nodes it touched."""
        return self._two_opt(node, 1) or self._two_opt(node, -1) or self._or_opt(node) or (0.0, ())

    def _two_opt(self, c: int, way: int) -> tuple[float, tuple[int, ...]] | None:
        """Join c to a near e, and the nodes after them (before them, for way -1) to each other."""
        at, place, size, z = self.at, self.place, self.size, self.z
        here, s = z[c], at[(place[c] + way) % size]
        there = z[s]
        length = abs(here - there)
        for joined, e in self.near[c]:
            if joined >= length - LEAST:
                return None
            f = at[(place[e] + way) % size]
            gain = length + abs(z[e] - z[f]) - joined - abs(there - z[f])
            if gain > LEAST:
                self._reverse(*((place[s], place[e]) if way > 0 else (place[e], place[s])))
                return gain, (s, e, f)
        return None

    def _or_opt(self, c: int) -> tuple[float, tuple[int, ...]] | None:
        """Move c, alone or with up to two nodes after or before it, in between a near e and its neighbour."""
        at, size, z, here = self.at, self.size, self.z, self.place[c]
        first, nearest, most = z[c], self.near[c][0][0] + LEAST, min(LONGEST, size - 3)
        for length, way in MOVES[: 2 * most]:
            end = here + way * length
            a, last, b = at[(here - way) % size], at[(end - way) % size], at[end % size]
            freed = abs(z[a] - first) + abs(z[last] - z[b]) - abs(z[a] - z[b])
            if freed > nearest and (found := self._moved(c, length, way, freed)):
                return found[0], (a, b, last, *found[1])
        return None

    def _moved(self, c: int, length: int, way: int, freed: float) -> tuple[float, tuple[int, int]] | None:
        """Move c and the nodes that follow it to where that costs less than the mm that it frees."""
        at, place, size, z = self.at, self.place, self.size, self.z
        nodes = [at[(place[c] + way * k) % size] for k in range(length)]
        last = nodes[-1]
        for joined, e in self.near[c]:
            if joined >= freed - LEAST:
                return None
            if e in nodes:
                continue
            for f in (at[(place[e] + 1) % size], at[place[e] - 1]):
                gain = freed - joined - abs(z[last] - z[f]) + abs(z[e] - z[f])
                if gain > LEAST and f not in nodes:
                    self._shift(nodes, way, e, f)
                    return gain, (e, f)
        return None

    def _shift(self, nodes: list[int], way: int, e: int, f: int) -> None:
        """Take nodes out and put them between the neighbours e and f, the first beside e: what lies between moves up,
        the shorter way round."""
        size, place = self.size, self.place
        low, high = (place[nodes[0]], place[nodes[-1]])[::way]
        first, second = (e, f) if (place[e] + 1) % size == place[f] else (f, e)
        ordered = nodes if first == e else nodes[::-1]
        right, left = (place[first] - high) % size, (low - place[second]) % size
        if right <= left:
            self._lay(low, self._run((high + 1) % size, right) + ordered)
        else:
            start = (low - left) % size
            self._lay(start, ordered + self._run(start, left))

    def _reverse(self, i: int, j: int) -> None:
        """Turn the stretch from place i to place j round, or all the rest: the tour is the same."""
        count = (j - i) % self.size + 1
        if 2 * count > self.size:
            i, count = (j + 1) % self.size, self.size - count
        self._lay(i, self._run(i, count)[::-1])

    def _run(self, i: int, count: int) -> list[int]:
        over = i + count - self.size
        return self.at[i : i + count] if over <= 0 else self.at[i:] + self.at[:over]

    def _lay(self, i: int, nodes: list[int]) -> None:
        at, place, size = self.at, self.place, self.size
        for q, node in enumerate(nodes, i):
            q = q - size if q >= size else q
            at[q] = node
            place[node] = q


def _nearest(points: Sequence[Point]) -> list[int]:
    """From the first point always on to the nearest that is left."""
    import numpy as np

    z = np.array([complex(*p) for p in points])
    left, found = np.ones(len(z), dtype=bool), [0]
    for _ in range(len(z) - 1):
        left[found[-1]] = False
        found.append(int(np.where(left, np.abs(z - z[found[-1]]), np.inf).argmin()))
    return found


def _neighbours(points: Sequence[Point]) -> list[list[tuple[float, int]]]:
    """For each point the nearest others with their distances, nearest first."""
    import numpy as np

    z, out = np.array([complex(*p) for p in points]), list[list[tuple[float, int]]]()
    count = min(NEAR, len(z) - 1)
    for low in range(0, len(z), 512):
        gaps = np.abs(z[low : low + 512, None] - z[None, :])
        gaps[np.arange(len(gaps)), np.arange(low, low + len(gaps))] = np.inf
        near = np.argpartition(gaps, count - 1, axis=1)[:, :count]
        near = np.take_along_axis(near, np.take_along_axis(gaps, near, 1).argsort(axis=1, kind="stable"), 1)
        far = np.take_along_axis(gaps, near, 1)
        out += [list(zip(*row, strict=True)) for row in zip(far.tolist(), near.tolist(), strict=True)]
    return out
