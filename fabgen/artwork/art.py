"""What an editor drew → the inked area as closed paths and the thin lines, as a person sees them.

Dark paint inks, white paint rubs out what lies under it, strokes count with their width. Where nothing is filled,
closed lines are read as a laser's: the outer ones bound the area, those inside are holes. Arcs and curves stay exact
where nothing overlaps; else the area is redrawn as polylines within 0.005 mm.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from pathlib import Path as File
from typing import TYPE_CHECKING, Any, Literal

from fabgen.artwork.drawn import ArtError, Stroke, read_page
from fabgen.artwork.path import Matrix, Path, Point, scaling, span
from fabgen.artwork.regions import crossing, nested, outline, recalled, runs
from fabgen.base import Problem, Where

if TYPE_CHECKING:
    from shapely import Polygon
    from shapely.geometry.base import BaseGeometry

FLAT = 0.005  # mm
WORKED = 50.0  # mm: smaller drawings are enlarged to this while they are worked on
GAP = 0.05  # mm: an end that misses its start by less was meant to meet it
HAIR = 0.05  # mm: a thinner stroke around a fill is no ink of its own
_JOINS = {"round": "round", "bevel": "bevel"}  # shapely's words for SVG's; what is not named is SVG's default
_CAPS = {"round": "round", "square": "square"}


@dataclass(frozen=True)
class Art:
    """A drawing in mm, y up: `areas` bound the ink (outer paths counter-clockwise, holes clockwise), `lines` are
    strokes outside of any fill, by their middle; `page` is what it was drawn on."""

    areas: tuple[Path, ...]
    lines: tuple[Path, ...] = ()
    page: Point = (0.0, 0.0)

    def transformed(self, m: Matrix) -> Art:
        areas, lines = (tuple(path.transformed(m) for path in paths) for paths in (self.areas, self.lines))
        return Art(areas, lines, self.page)

    def bounds(self) -> tuple[float, float, float, float]:
        """Least x, least y, greatest x, greatest y of all paths."""
        boxes = [path.bounds() for path in (*self.areas, *self.lines)]
        return span(corner for box in boxes for corner in (box[:2], box[2:]))


Use = Literal["lines", "cut", "etch"]


def read_art(file: File, use: Use = "lines") -> Art:
    """The art of an SVG file at the size it was drawn. Strokes without a fill are `lines`; to `cut`, those that are
    thicker than a hair are ink beside fills; to `etch`, always, so that nothing is read as a laser's outlines.

    Raises FabgenError as `read_page` does, ArtError for each outline that is open or crosses itself where only lines
    are drawn.
    """
    strokes, page = read_page(file)
    if use != "etch" and all(stroke.fill is None for stroke in strokes):
        return replace(_outlined(strokes, file), page=page)
    exact = _exact(strokes, use)
    areas = exact if exact is not None else _redrawn(strokes, use)
    if not areas:
        white = Problem(Where(str(file)), "all that is drawn here is white", "fill the shape with black")
        raise ArtError([(white, None)], _drawn(strokes))
    lines = [path for s in strokes if s.fill is None and s.stroke and not _inked(s, use) for path in s.paths]
    return Art(areas, tuple(lines), page)


def _drawn(strokes: Sequence[Stroke]) -> list[Path]:
    return [path for stroke in strokes for path in stroke.paths]


def _inked(stroke: Stroke, use: Use) -> bool:
    """Whether a line without a fill has an area of its own."""
    return stroke.fill is None and bool(stroke.stroke) and use != "lines" and stroke.width > HAIR


def _outlined(strokes: Sequence[Stroke], file: File) -> Art:
    """Closed lines as outlines; open ones beside them as lines."""
    closed = [p for s in strokes for path in s.paths if (p := _meeting(path)).closed]
    opened = [(s.id, path) for s in strokes for path in s.paths if not _meeting(path).closed]
    crossed = (_crossing(path) for path in closed if not outline(path, FLAT).is_valid)
    found = [_spot(file, "a line crosses itself", at, "part it there, or fill the shape") for at in crossed]
    if not found:
        hint = "unite them in your editor (Path > Union), or move them apart"
        found += [_spot(file, "two outlines cross each other", at, hint) for at in _meetings(closed)]
    if not closed:
        hint = "join its ends in your editor (Path > Close), or fill it"
        found += [_spot(file, f"the outline{f' `{i}`' if i else ''} is open", p.end, hint) for i, p in opened]
    if found:
        raise ArtError(found, _drawn(strokes))
    return Art(nested(closed, [outline(p, FLAT) for p in closed]), tuple(path for _, path in opened))


def _spot(file: File, what: str, at: Point, hint: str) -> tuple[Problem, Point]:
    place = f"{what} at {at[0]:.1f}, {at[1]:.1f} mm from the lower left corner"
    return Problem(Where(str(file)), place, hint), at


def _meetings(closed: Sequence[Path]) -> Iterator[Point]:
    """Where outlines of different paths meet: one place for each two."""
    import shapely

    rings = [outline(path, FLAT).exterior for path in closed]
    for one, other in combinations(rings, 2):
        if one.intersects(other):
            place = shapely.get_coordinates(one.intersection(other))[0]
            yield float(place[0]), float(place[1])


def _crossing(path: Path) -> Point:
    """Where a closed path meets itself."""
    from shapely.validation import explain_validity

    words = explain_validity(outline(path, FLAT)).partition("[")[2].rstrip("]").split()
    return (float(words[0]), float(words[1])) if len(words) == 2 else path.start


def _meeting(path: Path) -> Path:
    """A path whose ends nearly meet, closed."""
    (x, y), (u, v) = path.start, path.segments[-1].to
    return Path(path.start, path.segments, path.closed or max(abs(x - u), abs(y - v)) <= GAP)


def _exact(strokes: Sequence[Stroke], use: Use) -> tuple[Path, ...] | None:
    """The filled paths themselves, where nothing is rubbed out, outlined or overlaps; None elsewhere."""
    filled = [stroke for stroke in strokes if stroke.fill is not None]
    if any(s.fill is False or _rim(s) for s in filled) or any(
            s.fill is None and (s.stroke is False or _inked(s, use)) for s in strokes):
        return None
    paths = [Path(path.start, path.segments, True) for stroke in filled for path in stroke.paths]
    shapes = [outline(path, FLAT) for path in paths]
    if crossing(shapes) or not _alternate(filled, paths, shapes):
        return None
    return nested(paths, shapes)


def _alternate(filled: Sequence[Stroke], paths: Sequence[Path], shapes: Sequence[Polygon]) -> bool:
    """Whether both fill rules see holes where paths of one element nest, and elements do not nest in each other."""
    owners = [n for n, stroke in enumerate(filled) for _ in stroke.paths]
    for i, inner in enumerate(shapes):
        around = [j for j, outer in enumerate(shapes) if j != i and outer.contains(inner)]
        if any(owners[j] != owners[i] for j in around):
            return False
        turns = sum(1 if paths[j].area() > 0 else -1 for j in (*around, i))
        if not filled[owners[i]].evenodd and (turns != 0) != (len(around) % 2 == 0):
            return False
    return True


def _redrawn(strokes: Sequence[Stroke], use: Use) -> tuple[Path, ...]:
    """The visible ink, painted stroke by stroke; small drawings are enlarged for it, to be as fine as large ones."""
    import shapely

    boxes = [path.bounds() for path in _drawn(strokes)]
    x0, y0, x1, y1 = span(corner for box in boxes for corner in (box[:2], box[2:]))
    factor = max(1.0, WORKED / max(x1 - x0, y1 - y0, 1e-3))
    large = [_scaled(stroke, factor) for stroke in strokes]
    ink: BaseGeometry = shapely.Polygon()
    for stroke in large:
        if stroke.fill is not None:
            ink = _painted(ink, _region(stroke), stroke.fill)
        if _rim(stroke) or (stroke.fill is None and stroke.stroke is False) or _inked(stroke, use):
            ink = _painted(ink, _band(stroke), bool(stroke.stroke))
    known = runs([Path(path.start, path.segments, True) for path in _drawn(large)], FLAT)
    return tuple(path.transformed(scaling(1 / factor)) for path in recalled(ink, known, FLAT, FLAT / 2))


def _scaled(stroke: Stroke, factor: float) -> Stroke:
    paths = tuple(path.transformed(scaling(factor)) for path in stroke.paths)
    return replace(stroke, paths=paths, width=stroke.width * factor)


def _painted(ink: BaseGeometry, region: BaseGeometry, dark: bool) -> BaseGeometry:
    painted: BaseGeometry = ink.union(region) if dark else ink.difference(region)
    return painted


def _rim(stroke: Stroke) -> bool:
    return stroke.fill is not None and stroke.stroke is not None and stroke.width > HAIR


def _band(stroke: Stroke) -> BaseGeometry:
    """What a stroke covers."""
    import shapely

    lines = [
        shapely.LinearRing(_closed(path)) if path.closed else shapely.LineString(path.flatten(FLAT))
        for path in stroke.paths
    ]
    look: dict[str, Any] = {"join_style": _JOINS.get(stroke.join, "mitre"), "cap_style": _CAPS.get(stroke.cap, "flat")}
    band: BaseGeometry = shapely.union_all([one.buffer(stroke.width / 2, 32, mitre_limit=4, **look) for one in lines])
    return band


def _region(stroke: Stroke) -> BaseGeometry:
    """What a fill covers under its own rule: the faces between the lines, by how often paths wind round them."""
    import shapely

    rings = [_closed(Path(path.start, path.segments, True)) for path in stroke.paths]
    noded = shapely.union_all([shapely.LineString(ring) for ring in rings if len(ring) > 2])
    kept = []
    for face in shapely.polygonize([noded]).geoms:
        middle = face.representative_point()
        turns = sum(_winding(ring, (middle.x, middle.y)) for ring in rings)
        kept += [face] if (turns % 2 if stroke.evenodd else turns) else []
    return shapely.union_all(kept)


def _winding(ring: Sequence[Point], at: Point) -> int:
    """How often a closed line winds round a point, counter-clockwise."""
    turns = 0
    for (x0, y0), (x1, y1) in pairwise(ring):
        side = (x1 - x0) * (at[1] - y0) - (at[0] - x0) * (y1 - y0)
        turns += (y0 <= at[1] < y1 and side > 0) - (y1 <= at[1] < y0 and side < 0)
    return turns


def _closed(path: Path) -> list[Point]:
    points = path.flatten(FLAT)
    return [*points, points[0]]
