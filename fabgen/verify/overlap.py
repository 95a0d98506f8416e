"""Elements → pairs whose lines lie on each other, with the common length in mm. Lines, arcs and curves alike.

A crossing is no overlap: pieces count as one line when they run the same way (or opposite) and lie side by side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from fabgen.verify.geometry import STEP
from fabgen.verify.shown import Element

NEAR = 0.01  # mm between two lines that count as one
LEAST = 0.02  # mm of common length that counts
TURN = float(np.sin(1.2 * STEP))  # arcs are flattened in steps of STEP: two copies may differ by as much in direction
Found = tuple[Element, Element, float, tuple[float, float]]


def overlaps(elements: Sequence[Element]) -> Iterator[Found]:
    """Pairs of elements (or an element and itself), their common length and its start, in the order of the file."""
    import shapely

    if not elements:
        return
    starts, ends, owners = _pieces(elements)
    lines = np.asarray(shapely.linestrings(np.stack([starts, ends], axis=1)), dtype=object)
    low, high = np.minimum(starts, ends) - NEAR, np.maximum(starts, ends) + NEAR
    i, j = shapely.STRtree(lines).query(shapely.box(*low.T, *high.T))  # all that may be near: what is, comes next
    i, j = i[i < j], j[i < j]
    length, spots = _common(starts, ends, i, j)
    hit = length > 1e-6
    pairs = np.stack([owners[i[hit]], owners[j[hit]]], axis=1)
    pairs.sort(axis=1)
    unique, inverse = np.unique(pairs, axis=0, return_inverse=True)
    total = np.bincount(inverse.ravel(), weights=length[hit], minlength=len(unique))
    first = np.full(len(unique), len(inverse))
    np.minimum.at(first, inverse.ravel(), np.arange(len(inverse)))
    for n in np.flatnonzero(total > LEAST):
        x, y = spots[hit][first[n]]
        yield elements[unique[n, 0]], elements[unique[n, 1]], float(total[n]), (float(x), float(y))


def _pieces(elements: Sequence[Element]) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Starts and ends of all straight pieces, and the index of the element of each."""
    rings = [(n, ring.points) for n, element in enumerate(elements) for ring in element.rings]
    starts = np.concatenate([points[:-1] for _, points in rings])
    ends = np.concatenate([points[1:] for _, points in rings])
    owners = np.concatenate([np.full(len(points) - 1, n) for n, points in rings])
    return starts, ends, owners


def _common(
    starts: NDArray[np.float64], ends: NDArray[np.float64], i: NDArray[np.int64], j: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For pairs of pieces: the length on which the shorter lies on the longer, and the place where it starts."""
    sizes = np.hypot(*(ends - starts).T)
    long, short = np.where(sizes[i] >= sizes[j], i, j), np.where(sizes[i] >= sizes[j], j, i)
    along = (ends[long] - starts[long]) / sizes[long, None]
    a, b = starts[short] - starts[long], ends[short] - starts[long]
    u, v = (a * along).sum(axis=1), (b * along).sum(axis=1)
    off_a, off_b = _cross(along, a), _cross(along, b)
    parallel = np.abs(off_b - off_a) <= np.minimum(TURN * sizes[short], 2 * NEAR) + 1e-9
    low, high = np.maximum(np.minimum(u, v), 0), np.minimum(np.maximum(u, v), sizes[long])
    share = ((low + high) / 2 - u) / np.where(np.abs(v - u) > 1e-9, v - u, 1)
    beside = np.abs(off_a + (off_b - off_a) * share) <= NEAR
    length = np.where(parallel & beside, np.maximum(high - low, 0), 0)
    return length, starts[long] + along * low[:, None]


def _cross(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    product: NDArray[np.float64] = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    return product
