"""A designer's drawing → refused where reading it would take over 2 seconds or 300 MB: the budget of one drawing.

A drawing may come from anybody, and a few bytes of it can stand for any amount of work: clones of clones, a curve as
large as a house, lines that all cross each other. Each limit is checked before the work that it bounds is done. All of
them are far above what a board, a piece or a map of 200 spaces needs: most drawings have under 1,000 segments, the
largest map that was drawn for fabgen has 6,000. Designers find the limits in docs/look.md, under "Own drawings".
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from fabgen.artwork.path import Path
from fabgen.core.problems import FabgenError, Location, Problem

MOST_BYTES = 5_000_000  # of the file, which may hold the scan that was traced
MOST_DEPTH = 60  # elements inside each other, clones included: readers use Python's stack; editors stay under 20
MOST_ELEMENTS = 2_000  # with each clone counted as what it shows: up to 1 ms each
MOST_SEGMENTS = 10_000  # lines, arcs and curves, clones included: up to 0.15 ms each
MOST_TRANSFORMS = 100_000  # counted once for each element that they move: 10 µs each
MOST_CORNERS = 30_000  # of the polylines that stand for all curves: up to 50 µs and 3 kB each
MOST_MAP_CORNERS = 10_000  # of the spaces of a map: 150 µs each to fit them together
MOST_GAPS = 1_000  # narrow gaps between the spaces of a map: 1 ms each to close
MOST_STROKE_CORNERS = 10_000  # of strokes whose area counts: 100 µs each
MANY_BENDS = 20_000  # pairs of lines of one stroke that overlap: 50 µs each, unless the stroke is made in pieces
MOST_NOTCHES = 100_000  # lines of an outline with round corners, for one that is cut: 10 µs each
NEARBY_SHARE = 0.1  # of such a line: what a pair of lines that are near each other costs
MOST_NEARBY = 2_000_000  # pairs of lines whose boxes overlap: 0.4 µs each to compare
MOST_NESTED = 100_000  # pairs of shapes whose boxes overlap: up to 10 µs each to compare
MOST_CROSSINGS = 15_000  # pairs of lines of one shape that cross: 100 µs each to find the areas between them
MOST_OVERLAPS = 20_000  # pairs of lines of different shapes that cross: up to 100 µs each
LARGEST_NUMBER = 1e9  # in the file; maps may count in metres from far away
SMALLEST_NUMBER = 1e-100  # but 0; editors write 1e-33 for 0 now and then
LARGEST_LENGTH = 100_000.0  # mm: the farthest point of a drawing from the origin, the width of a stroke
SMALLEST_PAGE = 0.01  # mm
WIDEST_PIECE = 1_000.0  # mm, of one that is cut at its height

OVER_BUDGET = "drawing.over-budget"  # code of a problem
_SIMPLIFY = "simplify it in your editor (Path > Simplify)"


def budget_error(file: str, what: str, hint: str = _SIMPLIFY, line: int = 0) -> FabgenError:
    """A drawing that is over its budget, as one Problem that names the limit."""
    return FabgenError([Problem(Location(file, line, int(line > 0)), what, hint, code=OVER_BUDGET)])


def check_corners(file: str, paths: Iterable[Path], tolerance: float, most_corners: int = MOST_CORNERS) -> None:
    """Raises FabgenError where the polylines within `tolerance` mm of some paths would have too many corners."""
    if sum(path.count_corners(tolerance) for path in paths) > most_corners:
        what = f"its shapes, as lines within {tolerance:.2g} mm of their curves, have over {most_corners:,} corners"
        raise budget_error(file, what, "draw it smaller, or with fewer curves (Path > Simplify)")


def check_stroke_corners(file: str, paths: Iterable[Path], tolerance: float) -> None:
    """Raises FabgenError where the areas of strokes along some paths would take too long to calculate."""
    if sum(path.count_corners(tolerance) for path in paths) > MOST_STROKE_CORNERS:
        what = f"its strokes, as lines within {tolerance:g} mm, have over {MOST_STROKE_CORNERS:,} corners"
        raise budget_error(file, what, "turn strokes into shapes in your editor (Path > Stroke to Path)")


def find_meeting_rings(file: str, rings: Sequence[Any]) -> list[tuple[int, int]]:
    """The pairs of shapely's rings that meet, by index and in order. Raises FabgenError where too many of them lie
    around each other."""
    import numpy as np
    import shapely

    pairs = list[tuple[int, int]]()
    nearby = 0
    shapely.prepare(rings)
    for one, other in _nearby_pairs(np.array(rings)):
        nearby += len(one)
        if nearby > MOST_NESTED:
            what = f"over {MOST_NESTED:,} pairs of its shapes lie around each other or overlap"
            raise budget_error(file, what, "draw fewer shapes, or unite them (Path > Union)")
        meets = shapely.intersects(np.array(rings)[one], np.array(rings)[other])
        pairs += zip(one[meets].tolist(), other[meets].tolist(), strict=True)
    return sorted(pairs)


def check_crossings(file: str, shapes: Sequence[Sequence[Sequence[Any]]]) -> None:
    """Raises FabgenError where too many lines of some shapes, each of one or more polylines, lie close to each other or
    cross. Lines with a common end do not count: shapes that lie exactly on each other are cheap."""
    import numpy as np
    import shapely

    corners = [(n, np.array(polyline)) for n, shape in enumerate(shapes) for polyline in shape if len(polyline) > 1]
    if not corners:
        return
    ends = np.concatenate([np.concatenate([each[:-1], each[1:]], axis=1) for _, each in corners])
    owners = np.repeat([owner for owner, _ in corners], [len(each) - 1 for _, each in corners])
    nearby = crossings = overlaps = 0
    for one, other in _nearby_pairs(shapely.linestrings(ends.reshape(-1, 2, 2))):
        nearby += len(one)
        if nearby > MOST_NEARBY:
            what = f"over {MOST_NEARBY:,} pairs of its lines are so near to each other that they must be compared"
            raise budget_error(file, what, "draw fewer lines, or shorter ones")
        do_cross = _crosses(ends[one], ends[other])
        is_within = owners[one] == owners[other]
        crossings += int(np.count_nonzero(do_cross & is_within))
        overlaps += int(np.count_nonzero(do_cross & ~is_within))
        if crossings > MOST_CROSSINGS:
            hint = "unite each shape with itself (Path > Union), or simplify them"
            raise budget_error(file, f"its shapes cross themselves at over {MOST_CROSSINGS:,} places", hint)
        if overlaps > MOST_OVERLAPS:
            hint = "unite the shapes in your editor (Path > Union), or draw fewer"
            raise budget_error(file, f"its shapes cross each other at over {MOST_OVERLAPS:,} places", hint)


def _crosses(lines: Any, other_lines: Any) -> Any:
    """Whether each line, an x, y, x, y, meets the other of the same index anywhere but at a common end."""
    import numpy as np

    def sides(lines: Any, x: Any, y: Any) -> Any:
        """On which side of each line a point is."""
        x0, y0, x1, y1 = lines.T
        return np.sign((x1 - x0) * (y - y0) - (x - x0) * (y1 - y0))

    x0, y0, x1, y1 = lines.T
    u0, v0, u1, v1 = other_lines.T
    is_apart = sides(lines, u0, v0) * sides(lines, u1, v1) > 0
    is_apart |= sides(other_lines, x0, y0) * sides(other_lines, x1, y1) > 0
    for x, y in ((x0, y0), (x1, y1)):
        for u, v in ((u0, v0), (u1, v1)):
            is_apart |= (x == u) & (y == v)
    return ~is_apart


def overlaps_itself(polylines: Sequence[Sequence[Any]], widths: Sequence[float]) -> bool:
    """Whether strokes along some polylines, with their widths in mm, lie on themselves at so many places that their
    areas have to be calculated in pieces."""
    overlaps = 0
    for polyline, width in zip(polylines, widths, strict=True):
        overlaps += _count_overlaps(polyline, width, MANY_BENDS)
        if overlaps > MANY_BENDS:
            return True
    return False


def check_notches(rings: Iterable[Any], radius: float) -> None:
    """Raises FabgenError if it would take too long to round the notches of some rings to a radius in mm."""
    import numpy as np

    cost = 0
    for ring in rings:
        steps = np.diff(np.array(ring.coords), axis=0)
        angles = np.arctan2(steps[:, 1], steps[:, 0])
        turns = np.abs((np.diff(angles, append=angles[:1]) + np.pi) % (2 * np.pi) - np.pi)
        cost += len(turns) + int(turns.sum() / (np.pi / 64))  # a round corner has 128 lines a turn
        if cost <= MOST_NOTCHES:
            overlaps_left = (MOST_NOTCHES - cost) / NEARBY_SHARE
            cost += math.ceil(NEARBY_SHARE * _count_overlaps(ring.coords, 2 * radius, overlaps_left))
        if cost > MOST_NOTCHES:
            hint = "simplify it in your editor (Path > Simplify), or draw fewer teeth"
            raise budget_error("", "its outline has too many corners too close to each other to be cut", hint)


def _count_overlaps(polyline: Any, width: float, most_overlaps: float) -> int:
    """How many pairs of the lines of a polyline lie nearer to each other than a width in mm. Stops soon after
    `most_overlaps`."""
    import numpy as np
    import shapely

    ends = np.array(polyline)
    low, high = np.minimum(ends[:-1], ends[1:]) - width / 2, np.maximum(ends[:-1], ends[1:]) + width / 2
    overlaps = 0
    for one, _ in _nearby_pairs(shapely.box(*low.T, *high.T)):
        overlaps += len(one)
        if overlaps > most_overlaps:
            break
    return overlaps


def _nearby_pairs(geometries: Any) -> Iterator[tuple[Any, Any]]:
    """Arrays of the indices of geometries whose boxes overlap, the lower index first; some at a time, so that they do
    not fill the memory."""
    import shapely

    tree = shapely.STRtree(geometries)
    step = max(1, MOST_NEARBY // max(1, len(geometries)))
    for start in range(0, len(geometries), step):
        one, other = tree.query(geometries[start : start + step])
        one = one + start
        yield one[one < other], other[one < other]
