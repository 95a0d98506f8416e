"""A filled sheet → the same, its parts pushed left and up as far as the gap lets them: what the lattice's steps left
between them is gained.

Every step is tested on the true outlines; parts move in steps that halve, so that none leaps over another.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Polygon

from fabgen.make.nofit import TOUCH

STEPS = (0.5, 0.25, 0.12, 0.06, 0.03)  # mm
ROUNDS = 6
LEAST = 0.02  # mm: a round that gains less is the last
MOST = 400  # parts on a sheet that are still worth the time


def compacted(areas: Sequence[Polygon], gap: float, field: Polygon) -> list[tuple[float, float]]:
    """How far each outline moves, in mm, so that the sheet's used width shrinks. `field` is what outlines must stay
    inside of."""
    pile = _Pile(list(areas), gap, field)
    width = pile.right()
    for _ in range(ROUNDS if len(areas) <= MOST else 0):
        pile.push(-1.0, 0.0)
        pile.push(0.0, 1.0)
        pile.push(-1.0, 0.0)
        if width - pile.right() < LEAST:
            break
        width = pile.right()
    return [(float(x), float(y)) for x, y in pile.moved]


class _Pile:
    """Outlines that are being pushed: where they are now, and how far they have come."""

    def __init__(self, areas: list[Polygon], gap: float, field: Polygon) -> None:
        self.areas = np.array(areas, dtype=object)
        self.gap, self.field = gap - TOUCH, field.buffer(TOUCH)
        self.boxes = shapely.bounds(self.areas)
        self.moved: NDArray[np.float64] = np.zeros((len(areas), 2))
        shapely.prepare(self.field)

    def right(self) -> float:
        return float(self.boxes[:, 2].max())

    def push(self, dx: float, dy: float) -> None:
        """Every part as far as it goes, those in front first."""
        front = -(self.boxes @ np.array([dx, dy, 0, 0]) + self.boxes @ np.array([0, 0, dx, dy]))
        for i in np.argsort(front, kind="stable"):
            self._push_one(int(i), dx, dy)

    def _push_one(self, i: int, dx: float, dy: float) -> None:
        reach = self.gap + 2 * sum(STEPS)
        x0, y0, x1, y1 = self.boxes[i]
        near = (
            (self.boxes[:, 0] < x1 + reach)
            & (self.boxes[:, 2] > x0 - reach)
            & (self.boxes[:, 1] < y1 + reach)
            & (self.boxes[:, 3] > y0 - reach)
        )
        near[i] = False
        others, far = self.areas[near], 0.0
        for step in STEPS:
            tried = _moved(self.areas[i], (far + step) * dx, (far + step) * dy)
            if self.field.covers(tried) and not shapely.dwithin(others, tried, self.gap).any():
                far += step
        if far:
            move = np.array([far * dx, far * dy])
            self.areas[i] = _moved(self.areas[i], *move)
            self.boxes[i] += np.tile(move, 2)
            self.moved[i] += move


def _moved(area: Polygon, dx: float, dy: float) -> Polygon:
    return shapely.transform(area, lambda points: points + np.array([dx, dy]))
