"""Plates in a room → how they are seen: isometric solids, painted over each other, and where each of them shows.

Axes of the room: x to the right, y away from the player, z up; the eye is at (1, -1, 1), so that a player's own side is
seen; mm, and lengths along the axes keep theirs. Roles: a face is PIECE, a rim SHADE, a crease TRIM, an etched mark
MARK, a line between parts FOLD.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import pairwise
from typing import TYPE_CHECKING

from fabgen.artwork.callout import Callout, View
from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape, draw, together
from fabgen.artwork.path import Path, Point, line, polygon
from fabgen.artwork.text import text_outlines

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

Space = tuple[float, float, float]
EYE: Space = (1.0, -1.0, 1.0)
LEVEL, RISE = math.cos(math.radians(30)), math.sin(math.radians(30))
FINE = 0.03  # mm: flattening; the view is no similarity, so arcs become polylines
CREASE = 25.0  # degrees: a corner that turns more shows as an edge
SHORT = 1.0  # mm: a dotted line between two parts that is shorter is left out
ON_PAPER = (Role.SHADE, Role.MOVE_CELL)  # areas that no laser makes
NEAR = 0.08  # of a thing's width: how far from its end its name points at it


@dataclass(frozen=True)
class Pose:
    """Where a part's drawing lies in the room: its origin, its two axes, and the way in which its face looks."""

    origin: Space
    across: Space
    along: Space
    out: Space

    def place(self, p: Point, depth: float) -> Space:
        """A point of the drawing, `depth` mm over the side that is turned away from its face."""
        x, y, z = (o + a * p[0] + b * p[1] + c * depth
                   for o, a, b, c in zip(self.origin, self.across, self.along, self.out, strict=True))
        return x, y, z

    def moved(self, dx: float, dy: float, dz: float = 0.0) -> Pose:
        """The same elsewhere."""
        x, y, z = self.origin
        return replace(self, origin=(x + dx, y + dy, z + dz))


def flat(turn: float = 0.0) -> Pose:
    """Lying, its face up, turned by degrees."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return Pose((0, 0, 0), (c, s, 0), (-s, c, 0), (0, 0, 1))


def facing(y: float, thick: float) -> Pose:
    """Upright across the room, its face to the player; the middle of its thickness at y."""
    return Pose((0, y + thick / 2, 0), (1, 0, 0), (0, 0, 1), (0, -1, 0))


def sideways(x: float, thick: float) -> Pose:
    """Upright along the room, its face to the right."""
    return Pose((x - thick / 2, 0, 0), (0, 1, 0), (0, 0, 1), (1, 0, 0))


def seen(p: Space) -> Point:
    """A point of the room as the eye sees it."""
    x, y, z = p
    return (x + y) * LEVEL, z + (y - x) * RISE


@dataclass(frozen=True)
class Solid:
    """A thing as it is seen, and its name; lines to other things have none, and of equal things one has it."""

    drawing: Drawing
    name: str = ""

    def moved(self, by: Space, name: str | None = None) -> Solid:
        """The same elsewhere in the room, under the same name or another."""
        return Solid(self.drawing.moved(*seen(by)), self.name if name is None else name)


def solid(drawing: Drawing, pose: Pose, thick: float, tone: str = "", name: str = "") -> Solid:
    """A part as a solid plate."""
    return Solid(extruded(drawing, pose, thick, tone), name)


def dotted(ends: Iterable[tuple[Space, Space]]) -> Solid:
    """Lines between points of the room: what goes where."""
    pairs = [(seen(a), seen(b)) for a, b in ends]
    return Solid(together(draw(Role.FOLD, line(a, b)) for a, b in pairs if math.dist(a, b) > SHORT))


def view(solids: Sequence[Solid]) -> View:
    """Things over each other, the farthest first, and where each of them that has a name shows."""
    import shapely

    covers = [silhouette(one.drawing) for one in solids]
    names: list[Callout] = []
    over: BaseGeometry = shapely.Polygon()
    for one, cover in zip(reversed(solids), reversed(covers), strict=True):
        if one.name:
            left = cover.difference(over)
            names.append(_callout(one.name, left if left.area > 0 else cover))
        over = over.union(cover)
    return View(together(one.drawing for one in solids), tuple(reversed(names)))


def silhouette(drawing: Drawing) -> BaseGeometry:
    """What solids hide of what lies behind them."""
    import shapely

    rims = [item for item in drawing.only(Role.SHADE).items if isinstance(item, Shape)]
    rings = [shapely.Polygon(path.flatten(FINE)).buffer(0) for item in rims for path in item.paths]
    start: BaseGeometry = shapely.Polygon()
    return reduce(lambda whole, ring: whole.symmetric_difference(ring), rings, start)


def _callout(name: str, area: BaseGeometry) -> Callout:
    """The points of what is seen of a thing that are near its ends."""
    import shapely

    pieces = [one for one in getattr(area, "geoms", [area]) if one.area > 0]
    largest = max(pieces, key=lambda one: (round(one.area, 3), one.bounds))
    x0, y0, x1, y1 = largest.bounds

    def spot(x: float) -> Point:
        ruler = largest.intersection(shapely.LineString([(x, y0 - 1), (x, y1 + 1)]))
        longest = max(getattr(ruler, "geoms", [ruler]), key=lambda one: (round(one.length, 3), one.bounds))
        middle = longest.interpolate(0.5, normalized=True)
        return float(middle.x), float(middle.y)

    return Callout(name, spot(x0 + NEAR * (x1 - x0)), spot(x1 - NEAR * (x1 - x0)))


def extruded(drawing: Drawing, pose: Pose, thick: float, tone: str = "") -> Drawing:
    """A part as a solid plate: the rim that is seen, then its face with holes and what is etched on it."""
    import shapely

    shown = pose.out[0] * EYE[0] + pose.out[1] * EYE[1] + pose.out[2] * EYE[2] > 0
    near, far = (thick, 0.0) if shown else (0.0, thick)
    edges, holes = (_rings(drawing, role) for role in (Role.EDGE, Role.HOLE))

    def sight(points: Sequence[Point], depth: float) -> list[Point]:
        return [seen(pose.place(p, depth)) for p in points]

    walls = [shapely.Polygon(ring) for edge in edges for ring in _walls(sight(edge, near), sight(edge, far))]
    gaps = [shapely.Polygon(sight(hole, near)).intersection(shapely.Polygon(sight(hole, far))) for hole in holes]
    body = shapely.union_all([wall.buffer(0.001, join_style="mitre") for wall in walls])
    body = body.difference(shapely.union_all(gaps)) if gaps else body
    face = [polygon(sight(ring, near)) for ring in (*edges, *holes)]
    cover = shapely.union_all([shapely.Polygon(sight(edge, near)) for edge in edges])
    rims = body.difference(cover).buffer(-0.01)
    creases = [line(a, b) for edge in edges for a, b in _creases(edge, sight, near, far)
               if rims.contains(shapely.Point((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))]
    rim = draw(Role.SHADE, *_outlines(body), tone=tone) + together(draw(Role.TRIM, crease) for crease in creases)
    etched = _etched(drawing, lambda p: seen(pose.place(p, near))) if shown else Drawing()
    return rim + draw(Role.PIECE, *face, tone=tone) + etched


def _rings(drawing: Drawing, role: Role) -> list[list[Point]]:
    return [p.flatten(FINE) for item in drawing.only(role).items if isinstance(item, Shape) for p in item.paths]


def _walls(near: Sequence[Point], far: Sequence[Point]) -> Iterator[Sequence[Point]]:
    """Both faces and the walls between them, flat as they are seen."""
    yield from (near, far)
    pairs = list(zip(near, far, strict=True))
    for (a, b), (c, d) in pairwise([*pairs, pairs[0]]):
        if abs((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0])) > 1e-6:
            yield a, b, d, c


def _creases(edge: Sequence[Point], sight: Callable[[Sequence[Point], float], list[Point]], near: float,
             far: float) -> Iterator[tuple[Point, Point]]:
    """The edges of a rim at the corners of an outline."""
    for before, corner, after in zip([edge[-1], *edge[:-1]], edge, [*edge[1:], edge[0]], strict=True):
        a = math.atan2(corner[1] - before[1], corner[0] - before[0])
        b = math.atan2(after[1] - corner[1], after[0] - corner[0])
        if abs((b - a + math.pi) % (2 * math.pi) - math.pi) > math.radians(CREASE):
            yield sight([corner], near)[0], sight([corner], far)[0]


def _outlines(area: BaseGeometry) -> list[Path]:
    pieces = [piece for piece in getattr(area, "geoms", [area]) if piece.area > 0]
    return [polygon([(x, y) for x, y in ring.coords[:-1]]) for p in pieces for ring in (p.exterior, *p.interiors)]


def _etched(drawing: Drawing, sight: Callable[[Point], Point]) -> Drawing:
    """What is engraved and scored on a face, words as outlines."""
    found = []
    for item in drawing.without(Role.EDGE, Role.HOLE, *ON_PAPER).items:
        if isinstance(item, Lettering):
            paths = tuple(path for glyph in text_outlines(item.text) for path in glyph)
        else:
            paths = item.paths
        shapes = [[sight(p) for p in path.flatten(FINE)] for path in paths]
        if paths and all(path.closed for path in paths):
            found.append(draw(Role.MARK, *(polygon(points) for points in shapes)))
        else:
            found += [draw(Role.TRIM, line(*points)) for points in shapes]
    return together(found)
