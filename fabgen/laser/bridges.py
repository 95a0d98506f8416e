"""A part's cuts → where they leave bridges: short stretches that the beam skips, so that the part stays in its sheet.

A bridge stands on an outline, where the edge is a line or a bow: never at a corner, on a tab or in a notch, which must
fit another part. Holes keep none unless the user asks for it, so that slots and windows fall out. The beam takes half a
kerf off both ends of what it skips, so it skips the width of a bridge and one kerf. All lengths are in mm.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from fabgen.artwork.path import Arc, Curve, Path, Point, Segment
from fabgen.core.problems import FabgenError, Location, Problem
from fabgen.core.units import format_number, parse_length
from fabgen.laser.engraving import outline_polygon
from fabgen.laser.nest.layout import box_size
from fabgen.laser.preparation import MachiningStep, PreparedPart
from fabgen.materials.operations import Operation

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

COUNTS, WIDTHS = (1, 12), (0.2, 5.0)  # what may be asked for
USUAL_WIDTH = 0.5
BESIDE = 1.0  # mm of the same line or bow on both sides of a bridge
TRUE = 0.003  # mm that the edge may differ from that line or bow
STEP = 0.5  # mm between the places that are tried
APART = 0.4  # share of an outline's length, divided by the number of bridges, that lies between two of them at least
LEAST_APART = 5.0  # mm
OUTERMOST = 0.05  # mm from the hull: an edge there is in no joint
LEAST_HOLE = 10.0  # mm: a hole that holds no disc of this size is a slot, or too small, and keeps no bridges
FLAT = 0.01  # mm
CHORDS = 64  # of a Bézier whose length is measured
IN_HOLES = "holes"


@dataclass(frozen=True)
class Bridges:
    """How many bridges an outline keeps at most, their width in mm, and whether large holes keep some too."""

    count: int
    width: float = USUAL_WIDTH
    in_holes: bool = False


def read_bridges(text: str) -> Bridges:
    """The bridges that a word of the command line means: `3`, `3:0.5mm`, `3:0.5mm:holes`. Raises ValueError."""
    count, *rest = (word.strip() for word in text.split(":"))
    in_holes = rest[-1:] == [IN_HOLES]
    widths = rest[:-1] if in_holes else rest
    if not count.isdecimal() or len(widths) > 1:
        raise ValueError(f"`{text}` does not say how many bridges: write 3, 3:0.5mm (their width) or 3:0.5mm:holes")
    if not COUNTS[0] <= int(count) <= COUNTS[1]:
        raise ValueError(f"{count} bridges are out of range: from {COUNTS[0]} to {COUNTS[1]} for each outline")
    width = parse_length(widths[0]) if widths else USUAL_WIDTH
    if not WIDTHS[0] <= width <= WIDTHS[1]:
        raise ValueError(f"a bridge of {format_number(width)} mm is out of range: "
                         f"from {WIDTHS[0]:g} mm, which breaks by hand, to {WIDTHS[1]:g} mm")
    return Bridges(int(count), width, in_holes)


def add_bridges(prepared: PreparedPart, bridges: Bridges, kerf: float, thickness: float) -> PreparedPart:
    """A part whose outlines keep bridges. Raises FabgenError where an outline has no room for any."""
    part = prepared.part
    outline = _Surroundings(prepared, thickness)
    steps, problems, notes = list[MachiningStep](), list[Problem](), list(prepared.notes)
    for step in prepared.steps:
        if not _keeps_bridges(step, bridges):
            steps.append(step)
            continue
        path = step.paths[0]
        skipped = bridges.width + kerf
        middles = outline.choose(path, bridges.count, skipped, is_hole=step.operation is Operation.CUT_INNER)
        if not middles:
            width, height = box_size(path.bounds())
            what = (f"{part.name}: no place for a bridge of {format_number(bridges.width)} mm on its outline of "
                    f"{width:.1f} x {height:.1f} mm: {format_number(skipped + 2 * BESIDE)} mm of even edge are needed, "
                    f"clear of corners and joints")
            problems.append(Problem(Location(), what, "narrower bridges (--bridges 2:0.3mm), or a build without them"))
        elif len(middles) == 1 and bridges.count > 1 and step.operation is Operation.CUT_OUTER:
            what = f"{part.name}: there is room for one bridge only; the part may tip on it"
            notes.append(Problem(Location(), what, "put a waste sheet under it", "warning"))
        steps.append(replace(step, gaps=tuple((s, skipped) for s in middles)))
    if problems:
        raise FabgenError(problems)
    return replace(prepared, steps=tuple(steps), notes=tuple(notes))


def _keeps_bridges(step: MachiningStep, bridges: Bridges) -> bool:
    if step.operation is Operation.CUT_OUTER:
        return True
    if not bridges.in_holes or step.operation is not Operation.CUT_INNER:
        return False
    return not outline_polygon(step.paths[0]).buffer(-LEAST_HOLE / 2).is_empty


@dataclass(frozen=True)
class _Surroundings:
    """The outlines of a part, by which places for bridges are judged."""

    prepared: PreparedPart
    thickness: float

    @cached_property
    def _body(self) -> BaseGeometry:
        import shapely

        return shapely.union_all([outline_polygon(path) for path in self.prepared.outlines])

    @cached_property
    def _hull(self) -> BaseGeometry:
        hull: BaseGeometry = self._body.convex_hull.boundary.buffer(OUTERMOST)
        return hull

    @cached_property
    def _notches(self) -> BaseGeometry:
        """Where the outline reaches into the part in a gap as narrow as a sheet is thick, and beside it."""
        reach = 0.75 * self.thickness + 1.0
        filled = self._body.buffer(reach).buffer(-reach - FLAT).difference(self._body)
        return filled.buffer(-FLAT).buffer(BESIDE + FLAT)

    def choose(self, path: Path, count: int, skipped: float, *, is_hole: bool) -> list[float]:
        """The middles of the bridges of a closed path, by their way from its start: as far apart as there is room."""
        import shapely

        way = PathWay(path)
        tries = max(8, math.floor(way.length / STEP))
        places = [n * way.length / tries for n in range(tries) if _is_even(way, n * way.length / tries, skipped)]
        if is_hole:
            return sorted(_spread(places, count, way.length, skipped))
        part = self.prepared.part
        spans = [[way.point(s + shift) for shift in (-skipped / 2, 0.0, skipped / 2)] for s in places]
        clear = [(s, span) for s, span in zip(places, spans, strict=True)
                 if not part.into or min(y for _, y in span) > BESIDE]  # the tab of an upright lies under y = 0
        lines = [shapely.LineString(span) for _, span in clear]
        shapely.prepare(self._hull)
        outermost = [s for (s, _), line in zip(clear, lines, strict=True) if self._hull.covers(line)]
        chosen = _spread(outermost, count, way.length, skipped)
        if part.by_thickness and not part.into:
            return sorted(chosen)  # the rest of its edge may be fingers
        notches = self._notches
        others = [s for (s, _), line in zip(clear, lines, strict=True) if not notches.intersects(line)]
        return sorted(_spread(others, count, way.length, skipped, chosen))


def _is_even(way: PathWay, middle: float, skipped: float) -> bool:
    """Whether the edge is one line or bow where a bridge would be, and on both sides of it."""
    before, first, at, last, after = (way.point(middle + shift) for shift in (
        -skipped / 2 - BESIDE, -skipped / 2, 0.0, skipped / 2, skipped / 2 + BESIDE))
    return all(math.dist(bow_middle(first, last, beside), at) <= TRUE for beside in (before, after))


def bow_middle(first: Point, last: Point, beside: Point) -> Point:
    """The middle between two points on the circle, or the line, through them and a third one outside of them."""
    (x0, y0), (x1, y1) = first, last
    chord = math.dist(first, last)
    along, up = ((x1 - x0) / chord, (y1 - y0) / chord), ((y0 - y1) / chord, (x1 - x0) / chord)
    middle = (x0 + x1) / 2, (y0 + y1) / 2
    u = (beside[0] - middle[0]) * along[0] + (beside[1] - middle[1]) * along[1]
    v = (beside[0] - middle[0]) * up[0] + (beside[1] - middle[1]) * up[1]
    # On a circle through (±chord/2, 0) and (u, v) with its centre at (0, c): c = (u² + v² - chord²/4) / 2v.
    if abs(v) < 1e-9:
        return middle
    centre = (u * u + v * v - chord * chord / 4) / (2 * v)
    rise = centre - math.copysign(math.hypot(centre, chord / 2), centre)
    return middle[0] + rise * up[0], middle[1] + rise * up[1]


def _spread(places: Sequence[float], count: int, length: float, skipped: float, chosen: Sequence[float] = ()
            ) -> list[float]:
    """The chosen places and more of the others, each as far from all before as there is room, `count` at most. Between
    two gaps of `skipped` mm there is a cut at least."""
    spread = list(chosen)
    if places and not spread:
        spread.append(_longest_run_middle(places, length))
    least = max(LEAST_APART, skipped + 2 * BESIDE, APART * length / count)
    while len(spread) < count and places:
        apart, place = max((min(_way_between(s, other, length) for other in spread), -s) for s in places)
        if apart < least:
            break
        spread.append(-place)
    return spread


def _way_between(a: float, b: float, length: float) -> float:
    return min((a - b) % length, (b - a) % length)


def _longest_run_middle(places: Sequence[float], length: float) -> float:
    """The middle of the longest run of places without a gap between them."""
    step = 2.5 * STEP
    runs: list[list[float]] = []
    for s in places:
        if runs and s - runs[-1][-1] <= step:
            runs[-1].append(s)
        else:
            runs.append([s])
    if len(runs) > 1 and places[0] + length - places[-1] <= step:
        runs[0] = [*(s - length for s in runs.pop()), *runs[0]]
    longest = max(runs, key=len)
    return longest[len(longest) // 2] % length


class PathWay:
    """A closed path by the way along it in mm from its start."""

    def __init__(self, path: Path) -> None:
        self.steps = list(path)
        self.ends = [0.0]
        for start, segment in self.steps:
            self.ends.append(self.ends[-1] + Path(start, (segment,)).length())

    @property
    def length(self) -> float:
        """The way once round."""
        return self.ends[-1]

    def _locate(self, way: float) -> tuple[int, float]:
        """The segment at a way, and the share of the segment's length that lies before it."""
        from bisect import bisect_right

        way %= self.length
        n = min(bisect_right(self.ends, way) - 1, len(self.steps) - 1)
        size = self.ends[n + 1] - self.ends[n]
        return n, min(1.0, (way - self.ends[n]) / size) if size else 0.0

    def point(self, way: float) -> Point:
        """The point at a way."""
        n, share = self._locate(way)
        return _split(*self.steps[n], share)[0].to

    def stretch(self, first: float, last: float) -> Path:
        """The open path from one way on to another one, which may be beyond the start."""
        n, share = self._locate(first)
        rest = last - first
        start = self.point(first)
        segments: list[Segment] = []
        while rest > 1e-9:
            at, segment = self.steps[n]
            size = self.ends[n + 1] - self.ends[n]
            piece = _split(at, segment, share)[1] if share else segment
            left = size * (1 - share)
            if left > 1e-9:
                begin = _split(at, segment, share)[0].to if share else at
                segments.append(piece if left <= rest + 1e-9 else _split(begin, piece, rest / left)[0])
            rest -= left
            n, share = (n + 1) % len(self.steps), 0.0
        return Path(start, tuple(segments))


def _split(start: Point, segment: Segment, share: float) -> tuple[Segment, Segment]:
    """A segment as two, the first with a share of its length."""
    if isinstance(segment, Arc):
        turn = math.atan(segment.bulge)  # a quarter of its sweep
        first, second = math.tan(turn * share), math.tan(turn * (1 - share))
        (x0, y0), (x1, y1) = start, segment.to
        chord = math.hypot(x1 - x0, y1 - y0)
        if not turn or not chord:
            return Arc(_between(start, segment.to, share), 0.0), Arc(segment.to, 0.0)
        length = math.sin(2 * turn * share) / math.sin(2 * turn) * chord
        heading = math.atan2(y1 - y0, x1 - x0) - 2 * turn * (1 - share)
        at = x0 + length * math.cos(heading), y0 + length * math.sin(heading)
        return Arc(at, first), Arc(segment.to, second)
    if isinstance(segment, Curve):
        t = _parameter_at(start, segment, share)
        a, b, c = (_between(p, q, t) for p, q in ((start, segment.first), (segment.first, segment.second),
                                                  (segment.second, segment.to)))
        d, e = _between(a, b, t), _between(b, c, t)
        at = _between(d, e, t)
        return type(segment)(a, d, at), type(segment)(e, c, segment.to)
    at = _between(start, segment.to, share)
    return type(segment)(at), type(segment)(segment.to)


def _between(p: Point, q: Point, share: float) -> Point:
    return p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share


def _parameter_at(start: Point, curve: Curve, share: float) -> float:
    """The parameter of a Bézier at a share of its length."""
    def at(t: float) -> Point:
        u = 1 - t
        k, m, n, o = u**3, 3 * u * u * t, 3 * u * t * t, t**3
        x, y = (k * start[i] + m * curve.first[i] + n * curve.second[i] + o * curve.to[i] for i in (0, 1))
        return x, y

    points = [at(n / CHORDS) for n in range(CHORDS + 1)]
    ways = [0.0]
    for p, q in pairwise(points):
        ways.append(ways[-1] + math.dist(p, q))
    wanted = share * ways[-1]
    n = next((n for n in range(CHORDS) if ways[n + 1] >= wanted), CHORDS - 1)
    return (n + (wanted - ways[n]) / ((ways[n + 1] - ways[n]) or 1.0)) / CHORDS


def cut_ways(path: Path, gaps: Sequence[tuple[float, float]]) -> tuple[tuple[Path, ...], ...]:
    """The ways to follow a closed path with gaps: from each gap once round, as open paths. A gap is the way to its
    middle and the straight length in mm between its ends."""
    way = PathWay(path)
    spans = [_span_of(way, middle, size) for middle, size in gaps]
    pieces = [way.stretch(end, start + (way.length if n + 1 == len(spans) else 0.0))
              for n, ((_, end), (start, _)) in enumerate(zip(spans, [*spans[1:], spans[0]], strict=True))]
    return tuple((*pieces[n:], *pieces[:n]) for n in range(len(pieces)))


def _span_of(way: PathWay, middle: float, size: float) -> tuple[float, float]:
    """From which way to which a gap reaches whose ends are `size` mm apart in a straight line."""
    reach = size / 2
    for _ in range(8):  # on a bow the way is a little longer than the chord
        reach *= size / math.dist(way.point(middle - reach), way.point(middle + reach))
    return middle - reach, middle + reach


__all__ = ["Bridges", "add_bridges", "cut_ways", "read_bridges"]
