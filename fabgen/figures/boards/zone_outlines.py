"""The rings of a zone's cells in mm → a band along the edge of the whole zone, inside it: in one piece, in dashes, or
as a double line; or a frame in each of its cells, solid or open.

The band lies between the border of the cells and the pieces on them. Its lines are PASS mm apart, as many as make it
BAND of the cell wide, and two at least; in a thumbnail there is one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from fabgen.artwork.path import Path, Point, line, polygon

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# The patterns that follow the edge of a whole zone; `frames` that of each cell.
OUTLINES = ("frame", "dashes", "double", "frames")
OPEN_FRAMES = "open frames"  # `frames` of a player whose pieces are light: broader, a heavy line along either edge
FRAMES_INSET, FRAMES_BAND = 0.045, 0.045  # of the cell: from the border to the frame of a single cell; its width
EDGE_INSET = 0.016  # of the cell: the same on a board as it is cut, where 1 mm of it is seen beside a base on the cell
INSET, BAND = 0.03, 0.02  # of the cell: from the border to the band; width of the band
OPEN_BAND, OPEN_LINES = 0.07, 4  # of the cell: the width of an open frame; lines side by side along either edge of it
# Of the cell: from the outer line of a double band to its inner half, and in small cells.
DOUBLE, SMALL_DOUBLE = 0.05, 0.07
DARK_INSET = 0.045  # of the cell: from the border to a band that crosses dark cells, so that they stay dark around it
LEAST_INSET, MOST_INSET = 0.5, 0.1  # mm, and of the cell: the same in small cells
THUMBNAIL = 5.0  # mm: smaller cells are those of a thumbnail
BROAD = 5  # lines: from this number on a band is broad enough for three lines in each half of a double one
PASS, FINE_PASS = 0.28, 0.2  # mm between two lines of the band, and of one that has only two, in thinner ink
DASH, LEAST_DASHES = 0.6, 3  # how much of its share a dash covers; of an edge without corners
LEAST_TURN = 40.0  # degrees: an edge that turns less has no corner there
JOIN = 1e-3  # mm: cells nearer to each other than this touch

Rings = Sequence[Sequence[Point]]


def outline_paths(name: str, cells: Iterable[Rings], side: float, inset_share: float = INSET, *, is_fine: bool = False
                  ) -> list[Path]:
    """The lines of a band along the edge of a zone, `inset_share` of the cell inside it; each cell is an outline and
    its holes, and `side` mm wide. Cells that only meet in a corner have a band each. A fine band is a single line, a
    double one two. `frames` and `open frames` are a broader band in each cell, clear of those in the cells around."""
    import shapely

    if name in ("frames", OPEN_FRAMES):
        return [path for cell in cells for path in _frame_lines(cell, side, is_open=name != "frames", is_fine=is_fine)]
    area = shapely.union_all([shapely.Polygon(rings[0], rings[1:]).buffer(JOIN, join_style="mitre") for rings in cells])
    count = max(2, round(BAND * side / PASS)) if side >= THUMBNAIL else 1
    passes = [0.0] if is_fine else [n * (PASS if count > 2 else FINE_PASS) for n in range(count)]
    if name == "double":
        passes = _double_passes(side, min(count, 2) if is_fine else count)
    inset = JOIN + min(MOST_INSET * side, max(inset_share * side, LEAST_INSET))
    if name in ("frame", "double"):
        rooms = [area.buffer(-inset - shift, join_style="mitre") for shift in passes]
        return [polygon(_corners(ring)) for room in rooms for ring in _edges(room)]
    edges = _edges(area.buffer(-inset, join_style="mitre"))
    dashes = [dash for edge in edges for dash in _dashes(_corners(edge), side)]
    return [line(*_points(shapely.offset_curve(dash, shift, join_style="mitre") if shift else dash))
            for dash in dashes for shift in passes]


def _frame_lines(rings: Rings, side: float, *, is_open: bool, is_fine: bool) -> list[Path]:
    """The lines of a frame in a single cell: as near to each other as makes it solid; or broader and open, heavy along
    either edge, so that it is seen as well; a single line if it is fine."""
    import shapely

    count = 1 if is_fine or side < THUMBNAIL else max(2, round(FRAMES_BAND * side / PASS) + 1)
    steps = [n * PASS for n in range(count)]
    if is_open and count > 4:
        edge = steps[:OPEN_LINES]
        steps = edge + [OPEN_BAND * side - step for step in reversed(edge)]
    area = shapely.Polygon(rings[0], rings[1:])
    inset = FRAMES_INSET if is_fine else EDGE_INSET
    rooms = [area.buffer(-inset * side - step, join_style="mitre") for step in steps]
    return [polygon(_corners(ring)) for room in rooms for ring in _edges(room)]


def _double_passes(side: float, count: int) -> list[float]:
    """How far in mm the lines of a double band are from its outer one: two thin halves of up to three lines, the inner
    one where the band would end that has `count` lines; a single line each in small figures, further apart."""
    if count <= 2:
        return [0.0, (SMALL_DOUBLE if count == 2 else MOST_INSET) * side]
    return [at + n * PASS for at in (0.0, DOUBLE * side) for n in range(3 if count >= BROAD else 2)]


def _edges(area: BaseGeometry) -> Iterator[BaseGeometry]:
    """The outlines and holes of an area, which lies to the left of each."""
    from shapely.geometry.polygon import orient

    for part in getattr(area, "geoms", [area]):
        if not part.is_empty:
            turned = orient(part.simplify(JOIN))
            yield from (turned.exterior, *turned.interiors)


def _dashes(points: Sequence[Point], side: float) -> Iterator[BaseGeometry]:
    """Pieces of an edge through some points, about one for each cell along it, and none around its corners."""
    import shapely
    from shapely.ops import substring

    around = zip([points[-1], *points], points, [*points[1:], points[0]], strict=False)
    turns = [_turn(before, at, after) for before, at, after in around]
    first = next((n for n, turn in enumerate(turns) if turn > LEAST_TURN), None)
    begin, has_corners = first or 0, first is not None
    ring = [*points[begin:], *points[:begin], points[begin]]  # it begins at a corner, if there is one
    lengths = [0.0, *accumulate(math.dist(p, q) for p, q in pairwise(ring))]
    ring_turns = [*turns[begin:], *turns[:begin]]
    ends = [at for at, turn in zip(lengths, ring_turns, strict=False) if turn > LEAST_TURN] or [0.0]
    edge = shapely.LineString(ring)
    for start, end in pairwise([*ends, lengths[-1]]):
        count = max(1 if has_corners else LEAST_DASHES, round((end - start) / side))
        share = (end - start) / count
        for n in range(count):
            low, high = (start + (n + 0.5 + half * DASH) * share for half in (-0.5, 0.5))
            yield substring(edge, low, high)


def _turn(a: Point, b: Point, c: Point) -> float:
    """By how many degrees a line from a to c turns at b."""
    before, after = math.atan2(b[1] - a[1], b[0] - a[0]), math.atan2(c[1] - b[1], c[0] - b[0])
    return abs((math.degrees(after - before) + 180) % 360 - 180)


def _corners(ring: BaseGeometry) -> list[Point]:
    """The points of a ring, each once."""
    return _points(ring)[:-1]


def _points(shape: BaseGeometry) -> list[Point]:
    """The points of a line or ring, to a millionth of a mm."""
    return [(round(x, 6), round(y, 6)) for x, y in shape.coords]
