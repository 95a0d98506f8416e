"""An area → where so many equal discs, or squares, have most room in it side by side.

The places are found by a search from several starts, on a grid that becomes finer: what it finds has room for certain,
and is within a few per cent of the best.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from fabgen.artwork.path import Point

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Points = NDArray[np.float64]

GRID = 26  # places that are tried along the longer side of the area
SWEEPS = 10  # at most
FINER = 3  # times that the grid becomes finer around what was found
BOUNDARY_STEPS = 400  # along the whole outline, for squares
DIGITS = 5  # of what is returned


class PackedPlaces(NamedTuple):
    """Half the side of each of the discs or squares, and their middles, from left to right and from top to bottom."""

    radius: float
    middles: tuple[Point, ...]


@lru_cache(maxsize=512)
def pack(rings: tuple[tuple[Point, ...], ...], count: int, *, squares: bool = False) -> PackedPlaces:
    """Where `count` equal discs, or squares with level sides, have most room in an outline without its holes."""
    return _Packer(rings, squares).pack(count)


class _Packer:
    """The search in one area."""

    def __init__(self, rings: tuple[tuple[Point, ...], ...], squares: bool) -> None:
        import numpy as np
        import shapely

        self.area, self.squares = shapely.Polygon(rings[0], rings[1:]), squares
        x0, y0, x1, y1 = self.area.bounds
        self.step = max(x1 - x0, y1 - y0) / GRID
        xs, ys = (np.arange(low + self.step / 2, high, self.step) for low, high in ((x0, x1), (y0, y1)))
        grid = np.stack([axis.ravel() for axis in np.meshgrid(xs, ys)], axis=1)
        self.boundary = self.area.boundary
        shapely.prepare(self.boundary)
        shapely.prepare(self.area)
        parts = shapely.get_parts(self.boundary)
        self.outline = np.concatenate([
            shapely.get_coordinates(shapely.line_interpolate_point(part, np.linspace(0.0, part.length, BOUNDARY_STEPS)))
            for part in parts
        ])
        self.grid = grid[shapely.contains_xy(self.area, grid[:, 0], grid[:, 1])]
        self.room = self._room_at(self.grid)

    def _distances(self, points: Points, to: Points) -> Points:
        """The distance of each point to each other point: of squares, the larger of both coordinates'."""
        import numpy as np

        apart = np.abs(points[:, None, :] - to[None, :, :])
        return apart.max(axis=2) if self.squares else np.hypot(apart[..., 0], apart[..., 1])

    def _room_at(self, points: Points) -> Points:
        """How far each point is from the outline; 0 outside."""
        import numpy as np
        import shapely

        if self.squares:
            far = self._distances(points, self.outline).min(axis=1)
        else:
            far = shapely.distance(self.boundary, shapely.points(points))
        return np.where(shapely.contains_xy(self.area, points[:, 0], points[:, 1]), far, 0.0)

    def pack(self, count: int) -> PackedPlaces:
        """The best of all starts."""
        found = [self._improve(start) for start in self._starts(count)]
        radius, places = max(found, key=lambda candidate: round(candidate[0], DIGITS))
        middles = sorted(((round(float(x), DIGITS), round(float(y), DIGITS)) for x, y in places),
                         key=lambda point: (-round(point[1] / max(radius, 1e-9)), point[0]))
        return PackedPlaces(math.floor(radius * 10**DIGITS) / 10**DIGITS, tuple(middles))

    def _starts(self, count: int) -> list[Points]:
        """Points that are far from each other, beginning at the roomiest place, and at each side of the area."""
        import numpy as np

        axes = (-self.grid[:, 0], self.grid[:, 1])
        inner = self.room > 0.5 * self.room.max() / math.sqrt(count)
        ends = [int(np.argmax(np.where(inner, axis, -np.inf))) for axis in axes]
        starts = []
        for first in dict.fromkeys([int(np.argmax(self.room)), *ends]):
            chosen = [first]
            while len(chosen) < count:
                apart = self._distances(self.grid, self.grid[chosen]).min(axis=1) / 2
                chosen.append(int(np.argmax(np.minimum(apart, self.room))))
            starts.append(self.grid[chosen])
        return starts

    def _improve(self, places: Points) -> tuple[float, Points]:
        """Moves one place after the other to where it has most room, on the grid and then on finer ones."""
        import numpy as np

        places = places.copy()
        steps: list[float] = [0.0, *(self.step / 3**n for n in range(1, FINER + 1))]
        square = np.stack([axis.ravel() for axis in np.meshgrid(range(-3, 4), range(-3, 4))], axis=1).astype(float)
        for step in steps:
            for _ in range(SWEEPS):
                before = places.copy()
                for number in range(len(places)):
                    points = np.vstack([places[number], places[number] + step * square]) if step else np.vstack(
                        [places[number], self.grid])
                    room = self._room_at(points) if step else np.append(self._room_at(points[:1]), self.room)
                    others = np.delete(places, number, axis=0)
                    if len(others):
                        room = np.minimum(room, self._distances(points, others).min(axis=1) / 2)
                    best = int(np.argmax(np.round(room, 9)))
                    places[number] = points[best]
                if np.array_equal(before, places):
                    break
        return self._radius(places), places

    def _radius(self, places: Points) -> float:
        """Half the side of the largest discs or squares that have room there."""
        import numpy as np

        apart: Any = self._distances(places, places) + np.diag([np.inf] * len(places))
        return float(min(self._room_at(places).min(), apart.min() / 2))
