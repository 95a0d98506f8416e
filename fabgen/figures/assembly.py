"""A kind of piece and its parts → how they go together: an exploded drawing in isometric view, each part with its name.

Axes of the room: x to the right, y away from the player behind the piece, z up; the eye is at (1, -1, 1), so that a
player's own side is seen. Parts hang over each other as they are put together, dotted lines say into what. Roles: a
face is PIECE, a rim SHADE, a crease TRIM, an etched mark MARK, a line between parts FOLD, a name NOTE.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape, draw, together, write
from fabgen.artwork.part import Fit, Part
from fabgen.artwork.path import Path, Point, line, polygon
from fabgen.artwork.text import text_outlines
from fabgen.figures.bodies import Made, parts
from fabgen.figures.kit import FitOf, kinds
from fabgen.spec.load import Spec

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

Space = tuple[float, float, float]
EYE: Space = (1.0, -1.0, 1.0)
LEVEL, RISE = math.cos(math.radians(30)), math.sin(math.radians(30))
FINE = 0.03  # mm: flattening; the view is no similarity, so arcs become polylines
CREASE = 25.0  # degrees: a corner that turns more shows as an edge
APART = 3.5  # mm between the pictures of two parts
CAP, LEADER = 2.6, 4.0  # mm: capitals of the names; the line between a part and its name
UPRIGHT = 45.0  # degrees that a plate with crossed slots is turned, so that its panels lie along both axes


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


def flat(turn: float = 0.0) -> Pose:
    """Lying, its face up, turned by degrees."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return Pose((0, 0, 0), (c, s, 0), (-s, c, 0), (0, 0, 1))


def facing(y: float, thick: float) -> Pose:
    """Upright across the room, its face to the player; the middle of its thickness at y."""
    return Pose((0, y + thick / 2, 0), (1, 0, 0), (0, 0, 1), (0, -1, 0))


def sideways(x: float, thick: float) -> Pose:
    """Upright along the room."""
    return Pose((x - thick / 2, 0, 0), (0, 1, 0), (0, 0, 1), (1, 0, 0))


def seen(p: Space) -> Point:
    """A point of the room as the eye sees it; lengths along the axes keep their mm."""
    x, y, z = p
    return (x + y) * LEVEL, z + (y - x) * RISE


@dataclass(frozen=True)
class Assembly:
    """How one kind of piece is put together: a drawing in mm, a sentence, and the names of the parts of all players
    that it holds for."""

    title: str
    drawing: Drawing
    how: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class Step:
    """A part in its pose, what it is called here, and the points of its drawing from which dotted lines go down."""

    part: Part
    pose: Pose
    name: str
    lines: tuple[Point, ...] = ()


def assemblies(spec: Spec, fit_of: FitOf) -> list[Assembly]:
    """One for each kind of piece that has several parts, as the first player has it."""
    every = kinds(spec, fit_of)
    found = []
    for piece in spec.game.pieces:
        alike = [one for one in every if one.piece == piece]
        one, made_of = alike[0], list(parts(alike[0]))
        kind = next((name for name in KINDS if getattr(one.body, name)), None)
        if kind and len(made_of) > 1:
            how, arrange = KINDS[kind]
            each = f"{one.label} · {one.count}" + (" for each player" if len(alike) > 1 else "")
            names = tuple(part.name for other in alike for part in parts(other))
            found.append(Assembly(each, exploded(list(arrange(one, made_of)), one.fit, _tone(one)), how, names))
    return found


def _tone(one: Made) -> str:
    return one.material.rpartition("/")[2] if "/" in one.material else ""


def exploded(steps: Sequence[Step], fit: Fit, tone: str = "") -> Drawing:
    """The steps over each other, from the lowest; names stand to the right."""
    solids = [extruded(step.part.drawing, step.pose, fit.thickness, tone) for step in steps]
    lifts, top = [], 0.0
    for solid in solids:
        _, low, _, high = solid.bounds()
        lifts.append(top - low)
        top += high - low + APART
    placed = [solid.moved(0, lift) for solid, lift in zip(solids, lifts, strict=True)]
    right = max(solid.bounds()[2] for solid in placed) + LEADER
    pictures = []
    for n, step in enumerate(steps):
        pictures.append(_dotted(step, lifts[n], lifts[n - 1] + fit.thickness) if n else Drawing())
        pictures += [placed[n], _named(step.name, placed[n], right)]
    return together(pictures)


def _dotted(step: Step, lift: float, below: float) -> Drawing:
    """Lines from a part down to the plate on which it will stand."""
    ends = [step.pose.place(p, 0.0) for p in step.lines]
    down = [(seen((x, y, z + lift)), seen((x, y, below))) for x, y, z in ends]
    return together(draw(Role.FOLD, line(a, b)) for a, b in down if a[1] - b[1] > APART / 2)


def _named(name: str, solid: Drawing, right: float) -> Drawing:
    """The name on a line from the part's rightmost point."""
    points = [p for item in solid.items if isinstance(item, Shape) and item.role is Role.SHADE
              for path in item.paths for p in path.flatten(FINE)]
    x, y = max(points)
    return draw(Role.TRIM, line((x + 0.8, y), (right, y))) + write(
        Role.NOTE, name, (right + 1, y - CAP / 2), CAP, anchor="start")


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
    for item in drawing.without(Role.EDGE, Role.HOLE).items:
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


def _standing(one: Made, made_of: Sequence[Part]) -> Iterator[Step]:
    """A base and the upright over it."""
    upright, base = made_of
    seat = one.layout.seat
    assert seat, "an upright has a seat"
    pose = facing(seat.y, one.fit.thickness)
    yield Step(base, flat(), base.name.removeprefix(f"{one.player} "))
    yield Step(upright, pose, upright.name.removeprefix(f"{one.player} "), _feet(seat.tab, one.fit))


def _feet(tab: float, fit: Fit) -> tuple[Point, Point]:
    return (-tab / 2, -fit.thickness), (tab / 2, -fit.thickness)


def _crossing(one: Made, made_of: Sequence[Part]) -> Iterator[Step]:
    """A base, the panel that is slit from above, and the one that is lowered over it."""
    face, side, base = made_of
    seat, thick = one.layout.seat, one.fit.thickness
    assert seat, "panels have a seat"
    away = (seat.y * math.sin(math.radians(UPRIGHT)), seat.y * math.cos(math.radians(UPRIGHT)))
    feet = _feet(seat.tab, one.fit)
    for part, pose, lines in ((base, flat(-UPRIGHT), ()), (side, _moved(sideways(0, thick), away), feet),
                              (face, _moved(facing(0, thick), away), feet)):
        yield Step(part, pose, part.name.removeprefix(f"{one.player} "), lines)


def _moved(pose: Pose, by: Point) -> Pose:
    x, y, z = pose.origin
    return Pose((x + by[0], y + by[1], z), pose.across, pose.along, pose.out)


def _stacked(one: Made, made_of: Sequence[Part]) -> Iterator[Step]:
    """Layers from the widest to the base, then the pin that goes through all of them."""
    pin, base, *under = made_of
    seat = one.layout.seat
    assert seat, "a stack has a pin"
    for part in (*reversed(under), base):
        yield Step(part, flat(), part.name.removeprefix(f"{one.player} "), (_hole(seat.tab, seat.y)))
    high = pin.drawing.bounds()[1]
    yield Step(pin, facing(seat.y, one.fit.thickness), pin.name.removeprefix(f"{one.player} "),
               ((-seat.tab / 2, high), (seat.tab / 2, high)))


def _hole(tab: float, y: float) -> tuple[Point, Point]:
    return (-tab / 2, y), (tab / 2, y)


def _glued(one: Made, made_of: Sequence[Part]) -> Iterator[Step]:
    """A tile over its back, whose mark looks down."""
    tile, back = made_of
    x0, y0, x1, y1 = tile.drawing.bounds()
    middle = ((x0, (y0 + y1) / 2), (x1, (y0 + y1) / 2))
    under = Part(back.name, back.drawing.mirrored().only(Role.EDGE), back.count, back.material, back.group)
    yield Step(under, flat(), back.name.removeprefix(f"{one.player} ") + ", mark down")
    yield Step(tile, flat(), tile.name.removeprefix(f"{one.player} "), middle)


Arrange = Callable[[Made, Sequence[Part]], Iterator[Step]]
KINDS: dict[str, tuple[str, Arrange]] = {
    "standee": ("Push the tab straight down into the slot, the name on the base towards you.", _standing),
    "crossed": ("Stand the side in the base, then lower the face over it until both stand on the base.", _crossing),
    "stack": ("Lay the layers over each other, the widest below, and push the pin through all of them.", _stacked),
    "tile": ("Glue the back under the tile, its mark outside, edge to edge.", _glued),
}
