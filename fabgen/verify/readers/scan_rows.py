"""The rows of an engraved fill → about the area that they fill, as contours: each row is a bar as high as the interval.

That tells where a mark lies and which part it is on. How exactly it is filled is told by the rows themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from fabgen.verify.readers.contours import Contour, build_contour, parts_of

Run = tuple[float, float]  # from which x to which x the beam is on
FillRow = tuple[float, tuple[Run, ...]]  # y, and its runs from left to right
GRID = 1e-4  # mm to which corners are rounded, so that bars on each other share an edge


def row_interval(rows: Sequence[FillRow]) -> float:
    """The distance in mm between rows that follow each other; 0 for a single row. Places in files are rounded, so this
    is the mean; a gap where rows meet no ink does not count."""
    gaps = [above[0] - below[0] for below, above in pairwise(rows)]
    smallest_gap = min(gaps, default=0.0)
    without_empty_rows = [gap for gap in gaps if gap < 1.5 * smallest_gap]
    return sum(without_empty_rows) / len(without_empty_rows) if without_empty_rows else 0.0


def fill_contours(rows: Sequence[FillRow]) -> list[Contour]:
    """The outlines and holes of the bars together; the rows are sorted by y. Raises ValueError where fewer than two
    rows, or two at one height, tell no interval."""
    import shapely

    half = row_interval(rows) / 2
    if half < GRID:
        raise ValueError("a fill has at least two rows, each at another height")
    bars = [shapely.box(a, y - half, b, y + half) for y, runs in rows for a, b in runs]
    area = shapely.union_all(bars, grid_size=GRID)
    rings = [shapely.get_coordinates(ring) for part in parts_of(area) for ring in (part.exterior, *part.interiors)]
    contours = [build_contour(ring[:1], [(point.reshape(1, 2), False) for point in ring[1:]], True) for ring in rings]
    return [contour for contour in contours if contour]
