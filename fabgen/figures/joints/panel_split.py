"""A part that exceeds its sheet → the fewest parts that its sheet holds, with knobs and sockets along straight seams.

For panels of boxes and cases: a seam runs square across between two straight edges, clear of holes and etched lines.
Where a panel has fingers the seam lies in a gap, so that a finger of the panel beside it bridges the seam. Apart from
the seams, outlines do not change. A part that cannot be split stays whole, and nesting reports which sheet would hold
it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from fabgen.artwork.drawing import Drawing, Item, Lettering, Role, Shape, draw
from fabgen.artwork.part import Fit, Part
from fabgen.artwork.path import Line, Path, Point, Segment, line, rounded_polygon
from fabgen.figures.joints.joints import Knob, Span, knob
from fabgen.figures.silhouettes.outlines import Corner

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

CELL, PITCH = 30.0, 75.0  # mm: seams have the knobs of cells of this side, at most; from knob to knob
KNOB_MARGIN = 1.5  # mm of material around a knob and its socket
STRAIGHT = 1.5  # mm of straight edge on both sides of a seam's end
STEP = 6.0  # mm between the places that are tried on a long edge
GAP_BONUS = 80.0  # mm: how far a seam is moved to lie in a gap between fingers
MOST = 6  # the most parts along one axis
FLAT = 0.02  # mm: flattening for finding out where things are
NEAR = 1e-9  # mm by which coordinates may differ, by rounding


def split_part(part: Part, fit: Fit, seam_shift: float = 0.0) -> list[Part]:
    """The part, or the parts that it is split into, numbered from the left, then from below. `seam_shift` moves its
    seams by this distance in mm, away from those of another panel that it is glued to."""
    if fit.holds(*part.drawing.only(Role.EDGE).size()):
        return [part]
    splits = [_split_both_ways(part.drawing, room, fit.clearance, seam_shift) for room in fit.rooms]
    fewest = min((drawings for drawings in splits if drawings), key=len, default=[])
    parts = [replace(part, name=f"{part.name} {n}", drawing=drawing) for n, drawing in enumerate(fewest, 1)]
    return parts or [part]


def _split_both_ways(drawing: Drawing, room: tuple[float, float], clearance: float, shift: float) -> list[Drawing]:
    """The drawing split along x, and each column along y, clear of the knobs of the first seams; empty where that is
    impossible."""
    columns, seams = _split_along_x(drawing, room[0], clearance, shift, ())
    knob_spans = [span for seam in seams for span in seam.spans()]
    pieces = []
    for column in columns:
        rows, _ = _split_along_x(column.turned(-90), room[1], clearance, shift, knob_spans)
        if not rows:
            return []
        pieces += [row.turned(90) for row in rows]
    return pieces


def _split_along_x(drawing: Drawing, longest: float, clearance: float, shift: float,
                   keep_clear: Sequence[Span]) -> tuple[list[Drawing], list[PanelSeam]]:
    """The fewest parts along x that are no longer than `longest` mm, and the seams between them, none of which lies in
    a span to keep clear. Empty where no number of parts is enough."""
    x0, _, x1, _ = drawing.only(Role.EDGE).bounds()
    for count in range(1, MOST + 1):
        pieces, seams, rest = list[Drawing](), list[PanelSeam](), drawing
        for n in range(1, count):
            seam = _best_seam(rest, x0 + (x1 - x0) * n / count + shift, keep_clear)
            if seam is None:
                return [], []
            left, rest = seam.cut(rest, clearance)
            pieces.append(left)
            seams.append(seam)
        pieces.append(rest)
        if all(piece.only(Role.EDGE).size()[0] <= longest + 1e-6 for piece in pieces):
            return pieces, seams
    return [], []


@dataclass(frozen=True)
class PanelSeam:
    """A seam across a panel at x, from y `low` to `high`; its knob, and the heights of its knobs above `low`, mm."""

    x: float
    low: float
    high: float
    knob: Knob
    knob_places: tuple[float, ...]

    def boxes(self) -> Iterator[tuple[float, float, float, float]]:
        """The boxes that knobs and sockets need, with their margin."""
        reach, half = self.knob.reach + KNOB_MARGIN, self.knob.head / 2 + KNOB_MARGIN
        for u in self.knob_places:
            yield self.x - reach, self.low + u - half, self.x + reach, self.low + u + half

    def spans(self) -> Iterator[Span]:
        """The spans of y that its knobs need."""
        return ((y0, y1) for _, y0, _, y1 in self.boxes())

    def corners(self, clearance: float, *, left: bool) -> list[Corner]:
        """The corners of the seam from below, as the left part has them, or the right part."""
        corners: list[Corner] = []
        for n, u in enumerate(self.knob_places):
            has_knob = (n % 2 == 0) == left  # knobs alternate between the parts
            joint = self.knob.knob_corners(u) if has_knob else self.knob.socket_corners(u, clearance)
            corners += joint if left else [((2 * u - v, -w), radius) for (v, w), radius in reversed(joint)]
        return [((self.x + w, self.low + v), radius) for (v, w), radius in corners]

    def cut(self, drawing: Drawing, clearance: float) -> tuple[Drawing, Drawing]:
        """The parts at the left and at the right of the seam."""
        (edge,) = _edges(drawing)
        left, right = _halves(edge, self.x)
        up, down = self._path(clearance, left=True), self._path(clearance, left=False).reversed()
        sides = [Path(half.start, (*half.segments, *seam.segments), closed=True)
                 for half, seam in ((left, up), (right, down))]
        rest = drawing.without(Role.EDGE)
        parts = [draw(Role.EDGE, side) + _items_beside(rest, self.x, left=n == 0) for n, side in enumerate(sides)]
        return parts[0], parts[1]

    def _path(self, clearance: float, *, left: bool) -> Path:
        """The seam as an open path from below, its corners rounded."""
        start, end = (self.x, self.low), (self.x, self.high)
        far = (self.x - 1000.0, (self.low + self.high) / 2)  # closes the outline, as only a closed one can be rounded
        closed = rounded_polygon([(start, 0.0), *self.corners(clearance, left=left), (end, 0.0), (far, 0.0)])
        return Path(start, closed.segments[1:-1])


def _edges(drawing: Drawing) -> list[Path]:
    """The outlines of a drawing."""
    paths = [p for item in drawing.only(Role.EDGE).items if isinstance(item, Shape) for p in item.paths]
    return [path if path.area() > 0 else path.reversed() for path in paths]


def _best_seam(drawing: Drawing, ideal: float, keep_clear: Sequence[Span]) -> PanelSeam | None:
    """The possible seam nearest to x = `ideal`, preferably in a gap between fingers; None where there is none."""
    import shapely

    edges = _edges(drawing)
    if len(edges) != 1:
        return None
    extents = _segment_extents(edges[0])
    candidates = []
    for x in _trial_places(edges[0]):
        ends = None if any(low < x < high for low, high in keep_clear) else _seam_ends(extents, x)
        if ends:
            candidates.append((x, ends))
    shortest = min((high - low for _, (low, high) in candidates), default=0.0)
    body: BaseGeometry = shapely.Polygon(edges[0].flatten(FLAT)).difference(_marked_area(drawing))
    shapely.prepare(body)

    def cost(candidate: tuple[float, tuple[float, float]]) -> float:
        """The distance in mm from the ideal place, with a penalty where the seam is not in a gap."""
        x, (low, high) = candidate
        return abs(x - ideal) + (GAP_BONUS if high - low > shortest + 0.1 else 0.0)  # in a gap a seam is shortest

    seams = (_seam_with_knobs(x, low, high) for x, (low, high) in sorted(candidates, key=cost))
    return next((seam for seam in seams if all(body.covers(shapely.box(*box)) for box in seam.boxes())), None)


def _seam_with_knobs(x: float, low: float, high: float) -> PanelSeam:
    count = max(1, 2 * round((high - low) / (2 * PITCH)))  # an even count leaves the middle to a seam across
    spots = tuple((high - low) * (n + 0.5) / count for n in range(count))
    return PanelSeam(x, low, high, knob(min(CELL, high - low)), spots)


def _trial_places(edge: Path) -> list[float]:
    """The x at which seams are tried: in the middles between the corners of an outline, in steps on long edges."""
    xs = sorted({round(p[0], 6) for p in edge.flatten(FLAT)})
    places = []
    for a, b in pairwise(xs):
        count = max(1, int((b - a) / STEP))
        places += [a + (b - a) * (n + 0.5) / count for n in range(count)]
    return places


Extent = tuple[float, float, float | None]  # of a segment: its least and greatest x, and its y where it is horizontal


def _segment_extents(edge: Path) -> list[Extent]:
    """The extent of each segment of an outline."""
    extents: list[Extent] = []
    for start, segment in edge:
        low, _, high, _ = Path(start, (segment,)).bounds()
        is_level = isinstance(segment, Line) and abs(start[1] - segment.to[1]) < NEAR
        extents.append((low, high, start[1] if is_level else None))
    return extents


def _seam_ends(extents: Sequence[Extent], x: float) -> tuple[float, float] | None:
    """The lower and the upper y of a seam at x, where it meets two horizontal edges, clear of their ends; else None."""
    crossed = [extent for extent in extents if extent[0] - NEAR < x < extent[1] + NEAR]
    if len(crossed) != 2 or any(y is None or x - low < STRAIGHT or high - x < STRAIGHT for low, high, y in crossed):
        return None
    ys = sorted(y for _, _, y in crossed if y is not None)
    return ys[0], ys[1]


def _marked_area(drawing: Drawing) -> BaseGeometry:
    """Holes and everything etched: no knob may lie there."""
    import shapely

    rest = drawing.without(Role.EDGE)
    holes = [shapely.Polygon(p.flatten(FLAT)) for item in rest.items if isinstance(item, Shape)
             for p in item.paths if p.closed]
    lines = [shapely.LineString(p.flatten(FLAT)).buffer(FLAT) for item in rest.items if isinstance(item, Shape)
             for p in item.paths if not p.closed]
    words = [shapely.box(*item.bounds()) for item in rest.items if isinstance(item, Lettering)]
    return shapely.union_all([*holes, *lines, *words])


def _halves(edge: Path, x: float) -> tuple[Path, Path]:
    """An outline as two open paths: from the upper end of a seam round the left to its lower end, and from the lower
    end round the right to the upper one."""
    steps = list(edge)
    crossing = [n for n, (start, segment) in enumerate(steps) if (start[0] - x) * (segment.to[0] - x) < 0]
    rising = next(n for n in crossing if steps[n][1].to[0] > x)  # runs to the right: the lower end
    falling = next(n for n in crossing if steps[n][1].to[0] < x)
    low, high = (x, steps[rising][0][1]), (x, steps[falling][0][1])
    return _from_to(steps, falling, high, rising, low), _from_to(steps, rising, low, falling, high)


def _from_to(steps: Sequence[tuple[Point, Segment]], first: int, start: Point, last: int, end: Point) -> Path:
    """The path from a point on one segment of an outline, onward, to a point on another."""
    between = [steps[n % len(steps)][1] for n in range(first, last + (len(steps) if last < first else 0))]
    return Path(start, (*between, Line(end)))


def _items_beside(drawing: Drawing, x: float, *, left: bool) -> Drawing:
    """The part of a drawing on one side of a seam: single lines are cut there, anything else goes by its middle."""
    items: list[Item] = []
    for item in drawing.items:
        if isinstance(item, Lettering):
            x0, _, x1, _ = item.bounds()
            items += [item] if ((x0 + x1) / 2 < x) == left else []
        elif paths := tuple(p for path in item.paths for p in _path_beside(path, x, left)):
            items.append(replace(item, paths=paths))
    return Drawing(tuple(items))


def _path_beside(path: Path, x: float, left: bool) -> Iterator[Path]:
    """The part of a path on one side of a seam."""
    x0, _, x1, _ = path.bounds()
    is_single_line = not path.closed and len(path.segments) == 1 and isinstance(path.segments[0], Line)
    if is_single_line and x0 < x < x1:
        ends = sorted((path.start, path.end))
        share = (x - ends[0][0]) / (ends[1][0] - ends[0][0])
        crossing = (x, ends[0][1] + share * (ends[1][1] - ends[0][1]))
        yield line(ends[0], crossing) if left else line(crossing, ends[1])
    elif ((x0 + x1) / 2 < x) == left:
        yield path
