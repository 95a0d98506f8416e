"""What people draw into a position themselves → its drawing. It must never look like a mark that the rules prove.

So it has a colour of its own in every theme, arrows are dashed lines with an open head instead of broad outlines,
frames are dashed circles instead of frames of the cell, and words are in the same colour.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw, draw_text
from fabgen.artwork.path import Line, Path, Point, circle, line, rectangle
from fabgen.artwork.text import text_width

ARROW_OFF, HEAD = 0.34, 0.2  # of the cell: from the middle of a cell to an arrow's end; the length of its head
HEAD_ANGLE = 28.0  # degrees between the shaft and each side of the head
RING, EMPTY_RING = 0.9, 0.62  # of the cell: the circle around a framed cell; the same in an empty one, clear of borders
WORDS_CAP, WORDS_AT, PADDING = 0.22, -0.6, 0.05  # of the cell: capitals, their base line, light paper around them
WIDEST = 0.94  # of the cell: words on a cell
DARK_TONE = "#8a2be2"  # the tone whose tint shaded dark cells have
WITHIN = 0.05  # of the cell: from the edge of a shaded area to the line along it


def free_arrow(start: Point, end: Point, side: float) -> Drawing:
    """A dashed arrow between the middles of two cells."""
    (x, y), (u, v), length = start, end, math.dist(start, end)
    dx, dy = (u - x) / length * side, (v - y) / length * side
    tail, tip = (x + dx * ARROW_OFF, y + dy * ARROW_OFF), (u - dx * ARROW_OFF, v - dy * ARROW_OFF)
    angle = math.atan2(dy, dx)
    wings = [(tip[0] - HEAD * side * math.cos(angle + turn), tip[1] - HEAD * side * math.sin(angle + turn))
             for turn in (math.radians(HEAD_ANGLE), -math.radians(HEAD_ANGLE))]
    head = Path(wings[0], (Line(tip), Line(wings[1])))
    return draw(Role.FREE_LINE, line(tail, tip)) + draw(Role.FREE_HEAD, head)


def free_ring(side: float, *, is_empty: bool = False) -> Drawing:
    """The dashed circle of a framed cell, smaller in a cell without a piece."""
    return draw(Role.FREE_LINE, circle((0, 0), (EMPTY_RING if is_empty else RING) * side / 2))


def free_words(words: str, side: float) -> Drawing:
    """Words on the lower border of a cell, under its piece, on light paper; smaller where they are long."""
    cap = min(WORDS_CAP * side, WIDEST * side / text_width(words, 1.0, bold=True))
    half, padding = text_width(words, cap, bold=True) / 2, PADDING * side
    base = WORDS_AT * side
    paper = rectangle(-half - padding, base - padding, 2 * (half + padding), cap + 2 * padding, padding)
    return draw(Role.SHADE, paper, tone="white") + draw_text(Role.FREE_WORDS, words, (0, base), cap, bold=True)


def free_shade(cells: Iterable[tuple[tuple[Path, ...], bool]]) -> Drawing:
    """The tint of shaded cells, each with its area and whether it is a dark cell, whose tint is deeper."""
    return combine_drawings(draw(Role.DARK_SHADE, *paths, tone=DARK_TONE) if dark else draw(Role.FREE_AREA, *paths)
                            for paths, dark in cells)


def free_outline(cells: Iterable[tuple[Path, ...]], side: float) -> Drawing:
    """A dashed line within the edge of each group of shaded cells of `side` mm, all the way round."""
    borders = list(_outer_borders(cells, WITHIN * side))
    return draw(Role.FREE_LINE, *borders) if borders else Drawing()


def _outer_borders(cells: Iterable[tuple[Path, ...]], inset: float) -> Iterator[Path]:
    """The borders of the area that cells cover together, `inset` mm within it."""
    import shapely

    area = shapely.union_all([shapely.Polygon(paths[0].flatten(0.01), [hole.flatten(0.01) for hole in paths[1:]])
                              for paths in cells]).simplify(1e-6).buffer(-inset, join_style="mitre")
    for part in getattr(area, "geoms", [area]):
        for ring in (part.exterior, *part.interiors):
            points = [(float(x), float(y)) for x, y in ring.coords[:-1]]
            if points:
                yield Path(points[0], tuple(Line(point) for point in points[1:]), closed=True)


__all__ = ["free_arrow", "free_outline", "free_ring", "free_shade", "free_words"]
