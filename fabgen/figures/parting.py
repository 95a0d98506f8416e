"""A part that exceeds its sheet → the fewest parts that its sheet holds, with knobs and sockets along straight seams.

For panels of boxes and cases: a seam runs square across between two straight edges, clear of holes and etched lines;
where a panel has fingers it lies in a gap, so that a finger of the panel beside it bridges the seam. Outlines stay
exact: only the seam is new. What cannot be parted so stays whole, and nesting tells which sheet would hold it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from fabgen.artwork.drawing import Drawing, Item, Lettering, Role, Shape, draw
from fabgen.artwork.part import Fit, Part
from fabgen.artwork.path import Line, Path, Point, Segment, line, rounded
from fabgen.figures.joints import Knob, Span, knob
from fabgen.figures.silhouettes import Corner

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

CELL, PITCH = 30.0, 75.0  # mm: the cell whose knobs are taken, at most; from knob to knob
BESIDE = 1.5  # mm of material around a knob and its socket
STRAIGHT = 1.5  # mm of straight edge on both sides of a seam's end
STEP = 6.0  # mm between the places that are tried on a long edge
BRIDGED = 80.0  # mm: how far a seam moves to lie in a gap between fingers
MOST = 6  # parts along one way
FLAT = 0.02  # mm: flattening, to see what lies where
NEAR = 1e-9


def parted(part: Part, fit: Fit, aside: float = 0.0) -> list[Part]:
    """The part, or the parts that it takes, numbered from the left, then from below. `aside`: how far its seams are to
    lie off those of another panel that it is glued to, in mm."""
    if fit.holds(*part.drawing.only(Role.EDGE).size()):
        return [part]
    tries = [_both_ways(part.drawing, room, fit.clearance, aside) for room in fit.rooms]
    found = min((one for one in tries if one), key=len, default=[])
    pieces = [replace(part, name=f"{part.name} {n}", drawing=one) for n, one in enumerate(found, 1)]
    return pieces or [part]


def _both_ways(drawing: Drawing, room: tuple[float, float], clearance: float, aside: float) -> list[Drawing]:
    """Parted along x, and each part along y, clear of the knobs that are there by then; empty where that cannot be."""
    columns, seams = _along(drawing, room[0], clearance, aside, ())
    kept = [span for seam in seams for span in seam.spans()]
    found = []
    for column in columns:
        rows, _ = _along(column.turned(-90), room[1], clearance, aside, kept)
        if not rows:
            return []
        found += [row.turned(90) for row in rows]
    return found


def _along(drawing: Drawing, most: float, clearance: float, aside: float,
           kept: Sequence[Span]) -> tuple[list[Drawing], list[Seam]]:
    """The fewest parts along x that are no longer than `most` mm, and the seams between them, none of which lies in a
    span that is to be kept; nothing where no number of parts does."""
    x0, _, x1, _ = drawing.only(Role.EDGE).bounds()
    for count in range(1, MOST + 1):
        pieces, seams, rest = list[Drawing](), list[Seam](), drawing
        for n in range(1, count):
            seam = _seam(rest, x0 + (x1 - x0) * n / count + aside, kept)
            if seam is None:
                return [], []
            left, rest = seam.cut(rest, clearance)
            pieces.append(left)
            seams.append(seam)
        pieces.append(rest)
        if all(piece.only(Role.EDGE).size()[0] <= most + 1e-6 for piece in pieces):
            return pieces, seams
    return [], []


@dataclass(frozen=True)
class Seam:
    """A seam across a panel at x, from `low` to `high`; its knob, and how far up its knobs are, from below."""

    x: float
    low: float
    high: float
    knob: Knob
    knobs: tuple[float, ...]

    def boxes(self) -> Iterator[tuple[float, float, float, float]]:
        """What knobs and sockets may take."""
        reach, half = self.knob.reach + BESIDE, self.knob.head / 2 + BESIDE
        for u in self.knobs:
            yield self.x - reach, self.low + u - half, self.x + reach, self.low + u + half

    def spans(self) -> Iterator[Span]:
        """Where along the seam its knobs are."""
        return ((y0, y1) for _, y0, _, y1 in self.boxes())

    def corners(self, clearance: float, *, left: bool) -> list[Corner]:
        """The corners of the seam as the left part has them, from below; of the right part, as they meet those."""
        found: list[Corner] = []
        for n, u in enumerate(self.knobs):
            out = (n % 2 == 0) == left
            made = self.knob.out(u) if out else self.knob.into(u, clearance)
            found += made if left else [((2 * u - v, -w), radius) for (v, w), radius in reversed(made)]
        return [((self.x + w, self.low + v), radius) for (v, w), radius in found]

    def cut(self, drawing: Drawing, clearance: float) -> tuple[Drawing, Drawing]:
        """The parts at the left and at the right of the seam."""
        (edge,) = _edges(drawing)
        left, right = _halves(edge, self.x)
        up = _run((self.x, self.low), self.corners(clearance, left=True), (self.x, self.high))
        down = _run((self.x, self.low), self.corners(clearance, left=False), (self.x, self.high)).reversed()
        sides = [Path(half.start, (*half.segments, *seam.segments), closed=True)
                 for half, seam in ((left, up), (right, down))]
        rest = drawing.without(Role.EDGE)
        made = [draw(Role.EDGE, side) + _beside(rest, self.x, left=n == 0) for n, side in enumerate(sides)]
        return made[0], made[1]


def _run(start: Point, corners: Sequence[Corner], end: Point) -> Path:
    """An open path over corners that are rounded."""
    aside = (start[0] - 1000.0, (start[1] + end[1]) / 2)
    closed = rounded([(start, 0.0), *corners, (end, 0.0), (aside, 0.0)])
    return Path(start, closed.segments[1:-1])


def _edges(drawing: Drawing) -> list[Path]:
    paths = [p for item in drawing.only(Role.EDGE).items if isinstance(item, Shape) for p in item.paths]
    return [path if path.area() > 0 else path.reversed() for path in paths]


def _seam(drawing: Drawing, ideal: float, kept: Sequence[Span]) -> Seam | None:
    """The seam that is nearest to a place, and rather in a gap between fingers; None where there can be none."""
    import shapely

    edges = _edges(drawing)
    if len(edges) != 1:
        return None
    reaches = _reaches(edges[0])
    places = [x for x in _places(edges[0]) if not any(low < x < high for low, high in kept)]
    found = [(x, ends) for x in places if (ends := _ends(reaches, x))]
    least = min((high - low for _, (low, high) in found), default=0.0)
    body: BaseGeometry = shapely.Polygon(edges[0].flatten(FLAT)).difference(_taken(drawing))
    shapely.prepare(body)

    def worth(one: tuple[float, tuple[float, float]]) -> float:
        x, (low, high) = one
        return abs(x - ideal) + (BRIDGED if high - low > least + 0.1 else 0.0)

    seams = (_knobbed(x, low, high) for x, (low, high) in sorted(found, key=worth))
    return next((seam for seam in seams if all(body.covers(shapely.box(*box)) for box in seam.boxes())), None)


def _knobbed(x: float, low: float, high: float) -> Seam:
    count = max(1, 2 * round((high - low) / (2 * PITCH)))  # even ones leave the middle to a seam across
    spots = tuple((high - low) * (n + 0.5) / count for n in range(count))
    return Seam(x, low, high, knob(min(CELL, high - low)), spots)


def _places(edge: Path) -> list[float]:
    """Where a seam may be tried: in the middles between the corners of an outline, in steps on long edges."""
    xs = sorted({round(p[0], 6) for p in edge.flatten(FLAT)})
    found = []
    for a, b in pairwise(xs):
        count = max(1, int((b - a) / STEP))
        found += [a + (b - a) * (n + 0.5) / count for n in range(count)]
    return found


Reach = tuple[float, float, float | None]  # of a segment: its least and greatest x, and its y where it is level


def _reaches(edge: Path) -> list[Reach]:
    found: list[Reach] = []
    for start, segment in edge:
        low, _, high, _ = Path(start, (segment,)).bounds()
        level = isinstance(segment, Line) and abs(start[1] - segment.to[1]) < NEAR
        found.append((low, high, start[1] if level else None))
    return found


def _ends(reaches: Sequence[Reach], x: float) -> tuple[float, float] | None:
    """How low and how high a seam at x ends: where it meets two level edges, clear of their ends; else None."""
    met = [one for one in reaches if one[0] - NEAR < x < one[1] + NEAR]
    if len(met) != 2 or any(y is None or x - low < STRAIGHT or high - x < STRAIGHT for low, high, y in met):
        return None
    ys = sorted(y for _, _, y in met if y is not None)
    return ys[0], ys[1]


def _taken(drawing: Drawing) -> BaseGeometry:
    """Holes and what is etched: no knob may lie there."""
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
    """The path from a point on one line of an outline, ahead, to a point on another."""
    between = [steps[n % len(steps)][1] for n in range(first, last + (len(steps) if last < first else 0))]
    return Path(start, (*between, Line(end)))


def _beside(drawing: Drawing, x: float, *, left: bool) -> Drawing:
    """What of the rest lies on one side of a seam: level lines cut there, anything else by its middle."""
    return Drawing(tuple(item for one in drawing.items for item in _kept(one, x, left)))


def _kept(item: Item, x: float, left: bool) -> Iterator[Item]:
    if isinstance(item, Lettering):
        x0, _, x1, _ = item.bounds()
        yield from [item] if ((x0 + x1) / 2 < x) == left else []
    elif paths := tuple(p for path in item.paths for p in _half(path, x, left)):
        yield replace(item, paths=paths)


def _half(path: Path, x: float, left: bool) -> Iterator[Path]:
    x0, _, x1, _ = path.bounds()
    single = not path.closed and len(path.segments) == 1 and isinstance(path.segments[0], Line)
    if single and x0 < x < x1:
        ends = sorted((path.start, path.end))
        across = (x - ends[0][0]) / (ends[1][0] - ends[0][0])
        there = (x, ends[0][1] + across * (ends[1][1] - ends[0][1]))
        yield line(ends[0], there) if left else line(there, ends[1])
    elif ((x0 + x1) / 2 < x) == left:
        yield path
