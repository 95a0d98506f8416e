"""Lines and sweeps → seconds, by a trapezoid of speed: up at the machine's acceleration, on at full speed, down again.

A line is looked at as a whole: no corner is taken faster than the machine keeps it, nor an arc than its acceleration
bends the way, and brakes are put on in time. Models of this kind are good to about a quarter, because controllers add
jerk limits and delays of their own; one measured job tells by how much.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from fabgen.artwork.path import Arc, Curve, Path, Point, Segment, circle_of
from fabgen.make.entries import headings
from fabgen.make.profile import Motion

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

COARSE = 0.05  # mm: flattening of curves and of swept areas
RIGHT = math.sqrt(0.5) / (1 - math.sqrt(0.5))  # what `_kept` is measured by: a right-angled corner
Stretch = tuple[float, float, float, float]  # length in mm, greatest speed, and the headings at both ends in radians


def hop(distance: float, speed: float, acceleration: float) -> float:
    """Seconds from rest to rest over a distance in mm."""
    if distance >= speed**2 / acceleration:
        return distance / speed + speed / acceleration
    return 2 * math.sqrt(distance / acceleration)


def follow(path: Path, speed: float, motion: Motion) -> float:
    """Seconds along a path from rest to rest, at `speed` in mm/s where corners and bends allow it."""
    stretches = [s for start, segment in path for s in _stretches(start, segment, speed, motion.acceleration)]
    if not stretches:
        return 0.0
    joints = [min(a[1], b[1], _kept(b[2] - a[3], motion.corner)) for a, b in pairwise(stretches)]
    speeds = [0.0, *joints, 0.0]
    twice = 2 * motion.acceleration
    for i in range(len(stretches) - 1, -1, -1):  # brakes in time
        speeds[i] = min(speeds[i], math.sqrt(speeds[i + 1] ** 2 + twice * stretches[i][0]))
    for i, stretch in enumerate(stretches):
        speeds[i + 1] = min(speeds[i + 1], math.sqrt(speeds[i] ** 2 + twice * stretch[0]))
    ends = zip(stretches, speeds, speeds[1:], strict=False)
    return sum(_trapezoid(s[0], v, w, s[1], motion.acceleration) for s, v, w in ends)


def _trapezoid(length: float, first: float, last: float, most: float, acceleration: float) -> float:
    """Seconds over a length that is entered and left at given speeds."""
    peak = min(most, math.sqrt((first**2 + last**2) / 2 + acceleration * length))
    steady = length - (2 * peak**2 - first**2 - last**2) / (2 * acceleration)
    return (2 * peak - first - last) / acceleration + max(0.0, steady) / peak


def _kept(turn: float, corner: float) -> float:
    """The speed that is kept through a turn in radians: by the deviation that the machine allows itself in a corner
    (the rule of GRBL), of which the speed in a right angle is the measure."""
    cut = math.cos(((turn + math.pi) % (2 * math.pi) - math.pi) / 2)
    return corner * math.sqrt(cut / (1 - cut) / RIGHT) if cut < 1 - 1e-9 else math.inf


def _stretches(start: Point, segment: Segment, speed: float, acceleration: float) -> Iterator[Stretch]:
    if isinstance(segment, Curve):
        points = [start, *Path(start, (segment,)).flatten(COARSE)[1:]]
        for p, q in pairwise(points):
            along = math.atan2(q[1] - p[1], q[0] - p[0])
            if p != q:
                yield math.dist(p, q), speed, along, along
        return
    length, most = math.dist(start, segment.to), speed
    if isinstance(segment, Arc):
        _, radius, _, sweep = circle_of(start, segment)
        length, most = radius * abs(sweep), min(speed, math.sqrt(acceleration * radius))
    if length > 0:
        yield (length, most, *headings(start, segment))


def swept(rows: Numbers, speed: float, motion: Motion) -> float:
    """Seconds for sweeps over rows of these lengths in mm, each with its overscan on both sides, where the head slows
    down, steps to the next row, and speeds up again."""
    import numpy as np

    speed, acceleration = min(speed, motion.raster), motion.acceleration
    ways = rows + 2 * motion.overscan
    steady, short = ways / speed + speed / acceleration, 2 * np.sqrt(ways / acceleration)
    return float(np.where(ways >= speed**2 / acceleration, steady, short).sum())


def rows(areas: Sequence[Sequence[Path]], pitch: float) -> Numbers:
    """How far each sweep reaches over filled areas that are swept together: from its first to its last ink in mm, by
    the pitch of the rows; rows without ink are left out."""
    import numpy as np

    edges = [np.array([*points, points[0]]) for paths in areas for p in paths if (points := p.flatten(COARSE))]
    if not edges:
        return np.zeros(0)
    a, b = (np.concatenate([ring[s] for ring in edges]) for s in (slice(None, -1), slice(1, None)))
    low, high = np.minimum(a[:, 1], b[:, 1]), np.maximum(a[:, 1], b[:, 1])
    first, last = np.ceil(low / pitch).astype(np.int64), np.ceil(high / pitch).astype(np.int64)  # high is left out
    owners = np.repeat(np.arange(len(a)), last - first)
    row = np.arange(len(owners)) - np.repeat(np.cumsum(last - first) - (last - first), last - first) + first[owners]
    share = (row * pitch - a[owners, 1]) / (b[owners, 1] - a[owners, 1])
    x = a[owners, 0] + (b[owners, 0] - a[owners, 0]) * share
    found, index = np.unique(row, return_inverse=True)
    left, right = np.full(len(found), np.inf), np.full(len(found), -np.inf)
    np.minimum.at(left, index, x)
    np.maximum.at(right, index, x)
    ways: Numbers = right - left
    return ways
