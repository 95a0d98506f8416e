"""Outlines and middles of spaces in mm → the lines between them and the patterns in them, whatever their shape:
borders, each once; lines from middle to middle.

A pattern keeps INSET of the cell clear of the outline of its space.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING

from fabgen.artwork.path import Path, Point, circle, line, polygon
from fabgen.figures.boards.zone_outlines import outline_paths
from fabgen.rules.boards import Cell

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

INSET = 0.1  # of the cell: what stays clear inside an outline
STEP, SHORT = 0.16, 0.1  # of the cell: between lines of a hatch; shorter ends are left out
DOT, DOT_PITCH = 0.035, 0.24  # of the cell: radius of a small ring, and from one to the next
ARM, LEAST_TURN = 0.18, 40.0  # of the cell: a tick in a corner; degrees: a smaller turn is no corner
FINE = 1e-3  # mm: points nearer than this are the same
MOST_BEND = {"squares": 1.0, "hexagons": 61.0, "map": 40.0}  # degrees: a line goes on if it turns no further
POINT_RADIUS = 0.36  # of the cell: radius of the area that belongs to a point

Edge = tuple[Point, Point]
Outline = Sequence[Point]
Node = tuple[int, int]  # a point in units of FINE: equal for points that count as the same


def border_lines(outlines: Iterable[Outline], kind: str) -> list[Path]:
    """The borders of spaces, each once, in one stroke where they go on nearly straight; `kind` is a key of MOST_BEND.
    Spaces must meet corner to corner, on a map at every corner of their borders."""
    edges = (edge for outline in outlines for edge in pairwise([*outline, outline[0]]))
    return join_edges(edges, MOST_BEND[kind])


def middle_lines(middles: Mapping[Cell, Point], pairs: Iterable[tuple[Cell, Cell]]) -> list[Path]:
    """Lines between the middles of neighbours, straight runs in one stroke."""
    return join_edges(((middles[start], middles[end]) for start, end in pairs), 1.0)


def join_edges(edges: Iterable[Edge], bend: float) -> list[Path]:
    """Edges, some of which may occur twice, as few long lines. A line goes on, from both of its ends, along the
    straightest edge left that turns by no more than `bend` degrees."""
    return list(_join_known_edges(tuple(edges), bend))


@lru_cache(maxsize=16)  # the same board is in most figures of a book
def _join_known_edges(edges: tuple[Edge, ...], bend: float) -> tuple[Path, ...]:
    """The lines of `join_edges`, kept for the edges of the same board."""
    points: dict[Node, Point] = {}
    unused: dict[frozenset[Node], None] = {}  # edges that no line has used yet, in their order
    for edge in edges:
        ends = [(round(x / FINE), round(y / FINE)) for x, y in edge]
        points |= {end: point for end, point in zip(ends, edge, strict=True) if end not in points}
        if ends[0] != ends[1]:
            unused[frozenset(ends)] = None
    beside: dict[Node, list[Node]] = {}
    for pair in unused:
        start, end = sorted(pair)
        beside.setdefault(start, []).append(end)
        beside.setdefault(end, []).append(start)
    paths = []
    while unused:
        chain = sorted(next(iter(unused)))
        del unused[frozenset(chain)]
        for _ in range(2):  # once from each end
            while (following := _next_node(chain, beside, unused, points, bend)) is not None:
                del unused[frozenset((chain[-1], following))]
                chain.append(following)
            chain.reverse()
        paths.append(_draw_chain([points[node] for node in chain]))
    return tuple(paths)


def _next_node(chain: Sequence[Node], beside: Mapping[Node, Sequence[Node]], unused: Mapping[frozenset[Node], None],
               points: Mapping[Node, Point], bend: float) -> Node | None:
    """Where a line goes on. Of two equal turns it takes the one opposite to its last turn."""
    end, last_turn = chain[-1], _turn(*(points[node] for node in chain[-3:])) if len(chain) > 2 else 0.0
    turns = [(_turn(points[chain[-2]], points[end], points[node]), node) for node in beside[end]
             if frozenset((end, node)) in unused]
    choices = [(round(abs(turn), 3), turn * last_turn > 0, node) for turn, node in turns if abs(turn) <= bend]
    return min(choices)[2] if choices else None


def _turn(a: Point, b: Point, c: Point) -> float:
    """By how many degrees a line from a to c turns at b, to the left if positive."""
    before, after = math.atan2(b[1] - a[1], b[0] - a[0]), math.atan2(c[1] - b[1], c[0] - b[0])
    return (math.degrees(after - before) + 180) % 360 - 180


def _draw_chain(points: list[Point]) -> Path:
    """A line through points, without those in straight runs; closed if it ends at its start."""
    is_closed = len(points) > 3 and math.dist(points[0], points[-1]) < FINE
    inner = [b for a, b, c in zip(points, points[1:], points[2:], strict=False) if abs(_turn(a, b, c)) > 0.01]
    return polygon([points[0], *inner]) if is_closed else line(points[0], *inner, points[-1])


def _line_parts(area: BaseGeometry) -> list[BaseGeometry]:
    """The lines in the result of a cut, which may also hold points."""
    return [part for part in getattr(area, "geoms", [area]) if part.geom_type == "LineString" and not part.is_empty]


def cut_disc(paths: Iterable[Path], middle: Point, radius: float) -> Iterator[Path]:
    """Lines without what lies in a disc; shapes that reach into it are left out."""
    import shapely

    disc = shapely.Point(middle).buffer(radius, quad_segs=24)
    for path in paths:
        drawn = shapely.LineString(path.trace(0.05))
        if not drawn.intersects(disc):
            yield path
        elif not path.closed:
            yield from (line(*part.coords) for part in _line_parts(drawn.difference(disc)) if part.length > radius / 4)


def clear_of_boxes(paths: Iterable[Path], boxes: Iterable[tuple[float, float, float, float]]) -> list[Path]:
    """Lines without what lies in some boxes."""
    import shapely

    area = shapely.union_all([shapely.box(*box) for box in boxes])
    free = list[Path]()
    for path in paths:
        drawn = shapely.LineString(path.trace(0.05))
        free += [line(*part.coords) for part in _line_parts(drawn.difference(area))] if drawn.intersects(area) else [
            path]
    return free


def hatch_area(name: str, rings: Sequence[Outline], middle: Point, side: float, clear: BaseGeometry | None = None,
               apart: float = 1.0) -> list[Path]:
    """The pattern of a name inside an outline and outside of its holes, centred on a middle, its lines `apart` times as
    far apart as on a board. It stays out of the area `clear`: lines are cut there, a tick in a corner is left out
    whole."""
    import shapely

    room: BaseGeometry = shapely.Polygon(rings[0], rings[1:]).buffer(-INSET * side, join_style="mitre")
    if clear is not None and name not in ("corners", "arcs"):
        room = room.difference(clear)
    paths = [] if room.is_empty else PATTERNS[name](room, middle, side, apart)
    if clear is not None and name in ("corners", "arcs"):
        paths = [path for path in paths if not shapely.LineString(path.flatten(0.05)).intersects(clear)]
    return paths


def _hatch(room: BaseGeometry, middle: Point, side: float, apart: float, *, rising: bool) -> list[Path]:
    """Lines at 45 degrees, none of them through the middle: a road may lead there."""
    import shapely

    x0, y0, x1, y1 = room.bounds
    step, slope = STEP * apart * side * math.sqrt(2), 1 if rising else -1
    reach, paths = (x1 - x0 + y1 - y0), list[Path]()
    for n in range(-math.ceil(reach / step), math.ceil(reach / step) + 1):
        shift = (n + 0.5) * step
        ends = [(middle[0] + x, middle[1] + slope * x + shift) for x in (-reach, reach)]
        paths += [line(*part.coords) for part in _line_parts(shapely.LineString(ends).intersection(room))
                  if part.length > SHORT * side]
    return paths


def _crosshatch(room: BaseGeometry, middle: Point, side: float, apart: float) -> list[Path]:
    return [*_hatch(room, middle, side, apart, rising=True), *_hatch(room, middle, side, apart, rising=False)]


def _dots(room: BaseGeometry, middle: Point, side: float, apart: float) -> list[Path]:
    """Small rings on a square grid."""
    import shapely

    x0, y0, x1, y1 = room.bounds
    pitch = DOT_PITCH * apart * side
    reach = math.ceil((x1 - x0 + y1 - y0) / pitch)
    steps = [(n + 0.5) * pitch for n in range(-reach, reach)]
    spots = [(middle[0] + x, middle[1] + y) for y in steps for x in steps]
    inside = shapely.contains_xy(room.buffer(-DOT * side), *zip(*spots, strict=True))
    return [circle(spot, DOT * side) for spot, is_inside in zip(spots, inside, strict=True) if is_inside]


def _corners(room: BaseGeometry, middle: Point, side: float, apart: float) -> list[Path]:
    """A tick in each corner; in a round area, which has none, a ring."""
    whole = max(getattr(room, "geoms", [room]), key=lambda part: part.area)
    ring = [(float(x), float(y)) for x, y in whole.simplify(0.06 * side).exterior.normalize().coords[:-1]]
    ticks = []
    for before, corner, after in zip([ring[-1], *ring], ring, [*ring[1:], ring[0]], strict=False):
        has_room = min(math.dist(corner, end) for end in (before, after)) > ARM * side
        if has_room and abs(_turn(before, corner, after)) > LEAST_TURN:
            first, last = (_towards(corner, end, min(ARM * side, 0.35 * math.dist(corner, end)))
                           for end in (before, after))
            ticks.append(line(first, corner, last))
    return ticks or [circle(middle, math.sqrt(room.area / math.pi))]


def _arcs(room: BaseGeometry, middle: Point, side: float, apart: float) -> list[Path]:
    """Part of a circle around each corner; in a round area, which has none, two rings."""
    import shapely

    ticks, arcs = _corners(room, middle, side, apart), list[Path]()
    for tick in ticks:
        if tick.closed:
            return [tick, circle(middle, 0.7 * math.sqrt(room.area / math.pi))]
        corner = tick.segments[0].to
        ring = shapely.Point(corner).buffer(math.dist(corner, tick.start), quad_segs=32).exterior
        arcs += [line(*part.coords) for part in _line_parts(shapely.line_merge(ring.intersection(room)))
                 if part.length > SHORT * side]
    return arcs


def _towards(p: Point, q: Point, distance: float) -> Point:
    """The point at a distance in mm from p towards q."""
    share = distance / math.dist(p, q)
    return p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share


def _band(room: BaseGeometry, middle: Point, side: float, apart: float, *, name: str) -> list[Path]:
    """The band of a zone of this space alone."""
    wide = room.buffer(INSET * side, join_style="mitre")
    parts = [part for part in getattr(wide, "geoms", [wide]) if not part.is_empty]
    rings = [[ring.coords[:-1] for ring in (part.exterior, *part.interiors)] for part in parts]
    return outline_paths(name, rings, side)


PATTERNS: dict[str, Callable[[BaseGeometry, Point, float, float], list[Path]]] = {
    "stripes": partial(_hatch, rising=True), "falling": partial(_hatch, rising=False), "crosshatch": _crosshatch,
    "dots": _dots, "corners": _corners, "arcs": _arcs, "frame": partial(_band, name="frame"),
    "dashes": partial(_band, name="dashes"), "double": partial(_band, name="double"),
    "frames": partial(_band, name="frames"),
}


def point_area(middle: Point, side: float) -> list[Point]:
    """The corners of the round area that belongs to a point, for its shade and its pattern."""
    angles = [math.tau * n / 48 for n in range(48)]
    radius = POINT_RADIUS * side
    return [(middle[0] + radius * math.cos(a), middle[1] + radius * math.sin(a)) for a in angles]
