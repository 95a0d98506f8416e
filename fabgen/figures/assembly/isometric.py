"""Parts and their poses in space → isometric pictures: solids painted over each other, and the area where each is
visible.

Axes: x to the right, y away from the player, z up; the eye is at (1, -1, 1), so that the player's own side is seen. All
mm; lengths along the axes stay true. Roles: a face is PIECE, a rim SHADE, a crease TRIM, an etched mark MARK, a line
between parts FOLD. The parts of a plate in several parts are drawn apart.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import pairwise
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from fabgen.artwork.drawing import GROUNDS, Callout, Drawing, Lettering, NamedView, Role, Shape, combine_drawings, draw
from fabgen.artwork.part import Part
from fabgen.artwork.path import Path, Point, line, point_bounds, polygon
from fabgen.artwork.text import text_outlines
from fabgen.figures.components.kit import FitOf
from fabgen.figures.components.part_names import SUFFIX
from fabgen.materials.key import MaterialKey

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

Point3 = tuple[float, float, float]
Bounds = tuple[float, float, float, float]
EYE: Point3 = (1.0, -1.0, 1.0)
LEVEL, RISE = math.cos(math.radians(30)), math.sin(math.radians(30))
FINE = 0.03  # mm: flattening; the view changes angles, so arcs become polylines
CREASE = 25.0  # degrees: a corner that turns more is drawn as an edge
SPECK = 1e-9  # mm²: a smaller area is an error of rounding
SHORT = 1.0  # mm: a shorter dotted line between two parts is left out
LINES = (Role.GRID, Role.ZONE)  # scored along, whether they close or not
# Areas that are printed, not engraved.
ON_PAPER = (*GROUNDS, Role.FROST, Role.PICTURE, Role.MOVE_CELL)
NEAR = 0.08  # of a solid's width: how far from its ends the leader of its name may point
SPREAD = 0.12  # of the distance from the middle: how much further out the parts of a plate are drawn


@dataclass(frozen=True)
class Pose:
    """The place of a part's drawing in space: its origin, its two axes, and the direction in which its face looks."""

    origin: Point3
    across: Point3
    along: Point3
    out: Point3

    def place(self, p: Point, depth: float) -> Point3:
        """A point of the drawing in space, `depth` mm above the back of the part."""
        (x, y, z), (u, v), (a, b, c) = self.origin, p, self.across
        (d, e, f), (g, h, i) = self.along, self.out  # written out for speed: pictures have many thousands of points
        return x + a * u + d * v + g * depth, y + b * u + e * v + h * depth, z + c * u + f * v + i * depth

    def moved(self, dx: float, dy: float, dz: float = 0.0) -> Pose:
        """The pose shifted by these distances in mm."""
        x, y, z = self.origin
        return replace(self, origin=(x + dx, y + dy, z + dz))


def flat(turn: float = 0.0) -> Pose:
    """A pose lying face up, turned counter-clockwise by degrees."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return Pose((0, 0, 0), (c, s, 0), (-s, c, 0), (0, 0, 1))


def upright_pose(y: float, thick: float) -> Pose:
    """Upright along x, its face to the player; the middle of its thickness at y."""
    return Pose((0, y + thick / 2, 0), (1, 0, 0), (0, 0, 1), (0, -1, 0))


def sideways(x: float, thick: float) -> Pose:
    """Upright along y, its face to the right; the middle of its thickness at x."""
    return Pose((x - thick / 2, 0, 0), (0, 1, 0), (0, 0, 1), (1, 0, 0))


def project(p: Point3) -> Point:
    """The point of the picture at which a point in space is seen."""
    x, y, z = p
    return (x + y) * LEVEL, z + (y - x) * RISE


@dataclass(frozen=True)
class Solid:
    """The picture of a part, and its name. Dotted lines have no name, and of several equal parts only one has."""

    drawing: Drawing
    name: str = ""

    def moved(self, by: Point3, name: str | None = None) -> Solid:
        """The solid shifted in space, with the same name or another."""
        return Solid(self.drawing.moved(*project(by)), self.name if name is None else name)


def solid(drawing: Drawing, pose: Pose, thick: float, tone: str = "", name: str = "") -> Solid:
    """A part as a solid plate."""
    return Solid(extrude_drawing(drawing, pose, thick, tone), name)


def dotted_lines(ends: Iterable[tuple[Point3, Point3]]) -> Solid:
    """Dotted lines between points in space, which show which part goes where."""
    pairs = [(project(a), project(b)) for a, b in ends]
    return Solid(combine_drawings(draw(Role.FOLD, line(a, b)) for a, b in pairs if math.dist(a, b) > SHORT))


def view(solids: Sequence[Solid]) -> NamedView:
    """The picture of solids painted over each other, the farthest first, with a callout for each name."""
    import shapely

    callouts: list[Callout] = []
    hidden: BaseGeometry = shapely.Polygon()
    for solid_ in reversed(solids):  # the nearest first, so that `hidden` holds all that covers a solid
        cover = covered_area(solid_.drawing)
        if solid_.name:
            visible = cover.difference(hidden)
            callouts.append(_callout(solid_.name, visible if visible.area > 0 else cover))
        hidden = hidden.union(cover)
    return NamedView(combine_drawings(solid_.drawing for solid_ in solids), tuple(reversed(callouts)))


def covered_area(drawing: Drawing) -> BaseGeometry:
    """The area that solids cover, and so hide of what lies behind them."""
    import shapely

    rims = [item for item in drawing.only(Role.SHADE).items if isinstance(item, Shape)]
    rings = [shapely.Polygon(path.flatten(FINE)).buffer(0) for item in rims for path in item.paths]
    start: BaseGeometry = shapely.Polygon()
    return reduce(lambda whole, ring: whole.symmetric_difference(ring), rings, start)


def _callout(name: str, area: BaseGeometry) -> Callout:
    """The name of a solid with two points in its visible area, near the left and the right end."""
    import shapely

    pieces = [piece for piece in getattr(area, "geoms", [area]) if piece.area > 0]
    largest = max(pieces, key=lambda piece: (round(piece.area, 3), piece.bounds))
    x0, y0, x1, y1 = largest.bounds

    def spot(x: float) -> Point:
        """A point in the middle of the visible area at this x."""
        ruler = largest.intersection(shapely.LineString([(x, y0 - 1), (x, y1 + 1)]))
        longest = max(getattr(ruler, "geoms", [ruler]), key=lambda cut: (round(cut.length, 3), cut.bounds))
        middle = longest.interpolate(0.5, normalized=True)
        return float(middle.x), float(middle.y)

    return Callout(name, spot(x0 + NEAR * (x1 - x0)), spot(x1 - NEAR * (x1 - x0)))


def extrude_drawing(drawing: Drawing, pose: Pose, thick: float, tone: str = "") -> Drawing:
    """The picture of a part as a solid plate: the visible rim, then its face with holes and everything etched on it."""
    import numpy as np
    import shapely

    faces_eye = pose.out[0] * EYE[0] + pose.out[1] * EYE[1] + pose.out[2] * EYE[2] > 0
    near, far = (thick, 0.0) if faces_eye else (0.0, thick)
    edges, holes = (_rings(drawing, role) for role in (Role.EDGE, Role.HOLE))

    def project_all(points: Sequence[Point], depth: float) -> list[Point]:
        """The points of a drawing in the picture, `depth` mm above the back of the part."""
        return [project(pose.place(p, depth)) for p in points]

    walls = [wall for edge in edges for wall in _wall_faces(project_all(edge, near), project_all(edge, far))]
    gaps = [shapely.Polygon(project_all(hole, near)).intersection(shapely.Polygon(project_all(hole, far)))
            for hole in holes]
    body = shapely.union_all(shapely.buffer(walls, 0.001, join_style="mitre"))
    body = body.difference(shapely.union_all(gaps)) if gaps else body
    face = [polygon(project_all(ring, near)) for ring in (*edges, *holes)]
    cover = shapely.union_all([shapely.Polygon(project_all(edge, near)) for edge in edges])
    corners = [ends for edge in edges for ends in _creases(edge, project_all, near, far)]
    middles = shapely.points([((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in corners] or np.empty((0, 2)))
    rims = body.difference(cover)
    border = rims.boundary
    shapely.prepare([rims, border])
    is_seen = np.asarray(shapely.contains(rims, middles) & ~shapely.dwithin(border, middles, 0.01))
    creases = [line(a, b) for (a, b), is_shown in zip(corners, is_seen.tolist(), strict=True) if is_shown]
    rim = draw(Role.SHADE, *_outlines(body), tone=tone) + combine_drawings(
        draw(Role.TRIM, crease) for crease in creases
    )
    etching = _draw_etching(drawing, lambda p: project(pose.place(p, near))) if faces_eye else Drawing()
    return rim + draw(Role.PIECE, *face, tone=tone) + etching


def _rings(drawing: Drawing, role: Role) -> list[list[Point]]:
    """The outlines of a drawing's items with a role, flattened."""
    return [p.flatten(FINE) for item in drawing.only(role).items if isinstance(item, Shape) for p in item.paths]


def _wall_faces(near: Sequence[Point], far: Sequence[Point]) -> list[BaseGeometry]:
    """Both faces and the walls between them, as projected polygons. Walls side by side that are seen from the same side
    are one band, which does not cross itself."""
    import shapely

    pairs = list(zip(near, far, strict=True))
    bands, last = list[tuple[list[Point], list[Point]]](), 0.0  # of each band its points on either face
    for (a, b), (c, d) in pairwise([*pairs, pairs[0]]):
        turn = (c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0])
        if abs(turn) <= 1e-6:  # seen from its end: nothing of it shows
            last = 0.0
            continue
        if turn * last <= 0:
            bands.append(([a], [b]))
        bands[-1][0].append(c)
        bands[-1][1].append(d)
        last = turn
    return [shapely.Polygon(near), shapely.Polygon(far), *(shapely.Polygon([*a, *b[::-1]]) for a, b in bands)]


def _creases(edge: Sequence[Point], project_all: Callable[[Sequence[Point], float], list[Point]], near: float,
             far: float) -> Iterator[tuple[Point, Point]]:
    """The edges between front and back at the corners of an outline."""
    for before, corner, after in zip([edge[-1], *edge[:-1]], edge, [*edge[1:], edge[0]], strict=True):
        a = math.atan2(corner[1] - before[1], corner[0] - before[0])
        b = math.atan2(after[1] - corner[1], after[0] - corner[0])
        if abs((b - a + math.pi) % (2 * math.pi) - math.pi) > math.radians(CREASE):
            yield project_all([corner], near)[0], project_all([corner], far)[0]


def _outlines(area: BaseGeometry) -> list[Path]:
    """The outlines and holes of an area as paths, without those that rounding leaves where two edges meet."""
    import shapely

    pieces = [piece for piece in getattr(area, "geoms", [area]) if piece.area > 0]
    rings = [ring for p in pieces for ring in (p.exterior, *p.interiors) if shapely.Polygon(ring).area > SPECK]
    return [polygon([(x, y) for x, y in ring.coords[:-1]]) for ring in rings]


def _draw_etching(drawing: Drawing, project_point: Callable[[Point], Point]) -> Drawing:
    """Everything engraved and scored on a face, words as outlines."""
    drawings = []
    for item in drawing.without(Role.EDGE, Role.HOLE, *ON_PAPER).items:
        if isinstance(item, Lettering):
            paths = tuple(path for glyph in text_outlines(item.text) for path in glyph)
        else:
            paths = item.paths
        shapes = [[project_point(p) for p in path.flatten(FINE)] for path in paths]
        if paths and item.role not in LINES and all(path.closed for path in paths):
            drawings.append(draw(Role.MARK, *(polygon(points) for points in shapes)))
        else:
            drawings += [draw(Role.TRIM, polygon(points) if path.closed else line(*points))
                         for points, path in zip(shapes, paths, strict=True)]
    return combine_drawings(drawings)


def tone_of(material: str) -> str:
    """The tone in which a part is shown: its colour, else its material without the thickness."""
    key = MaterialKey.parse(material)
    return key.colour or PurePosixPath(key.material).name.rpartition("-")[0]


def parts_named(parts: Iterable[Part], name: str) -> list[Part]:
    """The part of a name, or the parts that it is split into."""
    pattern = re.compile(re.escape(name) + SUFFIX)
    return [part for part in parts if pattern.fullmatch(part.name)]


def bounds_of(parts: Sequence[Part]) -> Bounds:
    """The box around the outlines of parts in their common drawing."""
    boxes = [part.drawing.only(Role.EDGE).bounds() for part in parts]
    return point_bounds(p for box in boxes for p in (box[:2], box[2:]))


def middle_of(box: Bounds) -> Point:
    """The middle of a box."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def drawn_apart(p: Point, middle: Point) -> Point:
    """A point of a drawing moved outward from its middle, as where its parts are drawn apart."""
    return p[0] + SPREAD * (p[0] - middle[0]), p[1] + SPREAD * (p[1] - middle[1])


def plate_solids(parts: Sequence[Part], fit_of: FitOf, pose: Pose | None = None, *, named: bool = True) -> list[Solid]:
    """The parts of a plate in a pose (lying unless given), drawn apart, the farthest first; with `named` each has a
    caption."""
    pose = pose or flat()
    if not parts:
        return []
    middle = middle_of(bounds_of(parts))
    solids = []
    for part in parts:
        x, y = middle_of(part.drawing.only(Role.EDGE).bounds())
        place = drawn_apart((x, y), middle)
        drawing = part.drawing.moved(place[0] - x, place[1] - y)
        nearness = sum(a * b for a, b in zip(pose.place(place, 0.0), EYE, strict=True))
        thick = fit_of(part.material).thickness
        name = caption_of(part) if named else ""
        solids.append((nearness, solid(drawing, pose, thick, tone_of(part.material), name)))
    return [item for _, item in sorted(solids, key=lambda pair: pair[0])]


def wall_solids(poses: Sequence[tuple[str, Pose]], parts: Sequence[Part], fit_of: FitOf, *,
                named: bool = True) -> Iterator[Solid]:
    """Upright plates by the names of their parts, in this order; of equal ones the last has the caption."""
    last = {name: n for n, (name, _) in enumerate(poses)}
    for n, (name, pose) in enumerate(poses):
        yield from plate_solids(parts_named(parts, name), fit_of, pose, named=named and last[name] == n)


def caption_of(part: Part) -> str:
    """The title of a part, with the count where there are several: `4 × box rail`."""
    return (f"{part.count} × " if part.count > 1 else "") + part.title


def corner_lines(box: Bounds, low: float, high: float) -> Solid:
    """Dotted lines from the three visible corners of a lying plate at height `high` down to `low`."""
    x0, y0, x1, y1 = box
    return dotted_lines(((x, y, high), (x, y, low)) for x, y in ((x0, y0), (x1, y0), (x1, y1)))


def picture_height(box: Bounds) -> float:
    """The height in the picture, in mm, of a lying plate with this box."""
    return (box[2] - box[0] + box[3] - box[1]) / 2
