"""Outlines and middles of spaces in mm → what is drawn between them and in them, whatever their shape: borders, each
once; roads from middle to middle; patterns.

What is drawn in a space keeps INSET of the cell clear of its outline.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from fabgen.artwork.path import Path, Point, circle, line, polygon
from fabgen.rules.boards import Cell

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

INSET = 0.1  # of the cell: what stays clear inside an outline
STEP, SHORT = 0.16, 0.1  # of the cell: between lines of a hatch; shorter ends are left out
DOT, DOTS = 0.035, 0.24  # of the cell: radius of a small ring, and from one to the next
ARM, TURN = 0.18, 40.0  # of the cell: a tick in a corner; degrees: what is no corner yet
FINE = 1e-3  # mm: points nearer than this are one
THROUGH = {"squares": 1.0, "hexagons": 61.0, "map": 40.0}  # degrees: a line goes on where it turns no further
AROUND = 0.36  # of the cell: radius of what belongs to a point

Edge = tuple[Point, Point]
Outline = Sequence[Point]
Box = tuple[float, float, float, float]


def borders(outlines: Iterable[Outline], kind: str) -> list[Path]:
    """The borders of spaces, each once, drawn through where they go on nearly straight; `kind` is one of THROUGH.
    Spaces meet corner to corner, those of a map at every corner of their borders."""
    edges = (edge for outline in outlines for edge in pairwise([*outline, outline[0]]))
    return trails(edges, THROUGH[kind])


def roads(middles: Mapping[Cell, Point], pairs: Iterable[tuple[Cell, Cell]]) -> list[Path]:
    """Lines between the middles of neighbours, straight runs in one."""
    return trails(((middles[one], middles[other]) for one, other in pairs), 1.0)


def bridges(spaces: Mapping[Cell, Outline], middles: Mapping[Cell, Point],
            pairs: Iterable[tuple[Cell, Cell]]) -> list[Path]:
    """Lines between spaces that lie apart, from outline to outline."""
    import shapely

    found = []
    for one, other in pairs:
        way = shapely.LineString([middles[one], middles[other]])
        open_ = way.difference(shapely.union_all([shapely.Polygon(spaces[one]), shapely.Polygon(spaces[other])]))
        found += [line(*piece.coords) for piece in _lines(open_) if piece.length > FINE]
    return found


def trails(edges: Iterable[Edge], bend: float) -> list[Path]:
    """Edges, of which some may stand twice, as few long lines: each goes on, from both of its ends, along the
    straightest edge left that turns by no more than `bend` degrees."""
    spots: dict[tuple[int, int], Point] = {}
    left: dict[frozenset[tuple[int, int]], None] = {}
    for edge in edges:
        ends = [(round(x / FINE), round(y / FINE)) for x, y in edge]
        spots |= {end: spot for end, spot in zip(ends, edge, strict=True) if end not in spots}
        if ends[0] != ends[1]:
            left[frozenset(ends)] = None
    beside: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for pair in left:
        one, other = sorted(pair)
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    drawn = []
    while left:
        way = sorted(next(iter(left)))
        del left[frozenset(way)]
        for _ in range(2):
            while (following := _following(way, beside, left, spots, bend)) is not None:
                del left[frozenset((way[-1], following))]
                way.append(following)
            way.reverse()
        drawn.append(_drawn([spots[end] for end in way]))
    return drawn


def _following(way: Sequence[tuple[int, int]], beside: Mapping[tuple[int, int], Sequence[tuple[int, int]]],
               left: Mapping[frozenset[tuple[int, int]], None], spots: Mapping[tuple[int, int], Point],
               bend: float) -> tuple[int, int] | None:
    """Where a line goes on; of equal turns the one the other way than its last."""
    here, last = way[-1], _turn(*(spots[end] for end in way[-3:])) if len(way) > 2 else 0.0
    turns = [(_turn(spots[way[-2]], spots[here], spots[end]), end) for end in beside[here]
             if frozenset((here, end)) in left]
    fit = [(round(abs(turn), 3), turn * last > 0, end) for turn, end in turns if abs(turn) <= bend]
    return min(fit)[2] if fit else None


def _turn(a: Point, b: Point, c: Point) -> float:
    """By how many degrees a line from a to c turns at b, to the left where positive."""
    one, other = math.atan2(b[1] - a[1], b[0] - a[0]), math.atan2(c[1] - b[1], c[0] - b[0])
    return (math.degrees(other - one) + 180) % 360 - 180


def _drawn(way: list[Point]) -> Path:
    """A line through points, those in straight runs left out; closed where it ends at its start."""
    closed = len(way) > 3 and math.dist(way[0], way[-1]) < FINE
    inner = [b for a, b, c in zip(way, way[1:], way[2:], strict=False) if abs(_turn(a, b, c)) > 0.01]
    return polygon([way[0], *inner]) if closed else line(way[0], *inner, way[-1])


def _lines(found: BaseGeometry) -> list[BaseGeometry]:
    """The lines among what a cut has left."""
    return [part for part in getattr(found, "geoms", [found]) if part.geom_type == "LineString" and not part.is_empty]


def hatched(name: str, rings: Sequence[Outline], middle: Point, side: float, clear: BaseGeometry | None = None
            ) -> list[Path]:
    """The pattern of a name inside an outline and outside of its holes, about a middle; nothing of it in what stays
    `clear`."""
    import shapely

    room: BaseGeometry = shapely.Polygon(rings[0], rings[1:]).buffer(-INSET * side, join_style="mitre")
    if clear is not None and name != "corners":
        room = room.difference(clear)
    paths = [] if room.is_empty else PATTERNS[name](room, middle, side)
    return paths if clear is None else [path for path in paths if name != "corners" or not _meets(path, clear)]


def _meets(path: Path, area: BaseGeometry) -> bool:
    import shapely

    return bool(shapely.LineString(path.flatten(0.05)).intersects(area))


def _hatch(room: BaseGeometry, middle: Point, side: float, *, rising: bool) -> list[Path]:
    """Lines at 45 degrees, none of them through the middle: a road may lead there."""
    import shapely

    x0, y0, x1, y1 = room.bounds
    step, slope = STEP * side * math.sqrt(2), 1 if rising else -1
    reach, found = (x1 - x0 + y1 - y0), list[Path]()
    for n in range(-math.ceil(reach / step), math.ceil(reach / step) + 1):
        shift = (n + 0.5) * step
        ends = [(middle[0] + x, middle[1] + slope * x + shift) for x in (-reach, reach)]
        found += [line(*piece.coords) for piece in _lines(shapely.LineString(ends).intersection(room))
                  if piece.length > SHORT * side]
    return found


def _crosshatch(room: BaseGeometry, middle: Point, side: float) -> list[Path]:
    return [*_hatch(room, middle, side, rising=True), *_hatch(room, middle, side, rising=False)]


def _dots(room: BaseGeometry, middle: Point, side: float) -> list[Path]:
    """Small rings on a square grid."""
    import shapely

    x0, y0, x1, y1 = room.bounds
    reach = math.ceil((x1 - x0 + y1 - y0) / (DOTS * side))
    steps = [(n + 0.5) * DOTS * side for n in range(-reach, reach)]
    spots = [(middle[0] + x, middle[1] + y) for y in steps for x in steps]
    inside = shapely.contains_xy(room.buffer(-DOT * side), *zip(*spots, strict=True))
    return [circle(spot, DOT * side) for spot, held in zip(spots, inside, strict=True) if held]


def _corners(room: BaseGeometry, middle: Point, side: float) -> list[Path]:
    """A tick in each corner; around what is round, a ring."""
    whole = max(getattr(room, "geoms", [room]), key=lambda part: part.area)
    ring = [(float(x), float(y)) for x, y in whole.simplify(0.06 * side).exterior.normalize().coords[:-1]]
    ticks = []
    for before, corner, after in zip([ring[-1], *ring], ring, [*ring[1:], ring[0]], strict=False):
        long = min(math.dist(corner, end) for end in (before, after)) > ARM * side
        if long and abs(_turn(before, corner, after)) > TURN:
            arms = (_towards(corner, end, min(ARM * side, 0.35 * math.dist(corner, end))) for end in (before, after))
            ticks.append(line(next(arms), corner, next(arms)))
    return ticks or [circle(middle, math.sqrt(room.area / math.pi))]


def _towards(p: Point, q: Point, far: float) -> Point:
    k = far / math.dist(p, q)
    return p[0] + (q[0] - p[0]) * k, p[1] + (q[1] - p[1]) * k


PATTERNS: dict[str, Callable[[BaseGeometry, Point, float], list[Path]]] = {
    "stripes": partial(_hatch, rising=True), "dots": _dots, "corners": _corners, "crosshatch": _crosshatch,
}


def disc(middle: Point, side: float) -> list[Point]:
    """What belongs to a point, for shades and patterns: a circle by its corners."""
    turns = [math.tau * n / 48 for n in range(48)]
    return [(middle[0] + AROUND * side * math.cos(turn), middle[1] + AROUND * side * math.sin(turn)) for turn in turns]
