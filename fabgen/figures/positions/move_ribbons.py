"""The way of a move on a table → the arrow that shows it: a ribbon that lies on the board along steps, or a band that
rises over what the piece jumps, and from piece to piece where these would hide it on the board.

Points are in mm; z is the height above the board. A ribbon is seen as it lies; a band faces the viewer all along, so
that it keeps its width and its head is never foreshortened.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from fabgen.artwork.path import Point

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

Point3 = tuple[float, float, float]
Quad = tuple[Point3, ...]  # a flat part of a ribbon, its corners counterclockwise as seen from above
# Flat parts of a jump, and chords of a quarter of a round end: no corner is seen on a cover; views are rated with few.
STEPS, CHORDS = 96, 16
ROUGH_STEPS, ROUGH_CHORDS = 16, 4
HEAD_WIDE, HEAD_LONG = 2.5, 2.6  # of the ribbon's width: its arrow head
NOTCH = 0.22  # of the length of a band's head: how deep it is cut in behind
# How long a band is, in widths of its head; a shorter one is narrower, at least so much of its usual width.
LONG_AS_WIDE, LEAST_WIDTH = 3.6, 0.72
MOST_HEAD = 0.5  # of the last leg, as it is seen: how long the head of a band is at most
LANE = 0.65  # of the ribbon's width: how far to the left a leg lies where the way turns straight back


@dataclass(frozen=True)
class Leg:
    """A straight part of a move, and how high in mm it rises in its middle: 0 where the piece slides on the board. It
    begins and ends so many mm above the board."""

    start: Point
    end: Point
    rise: float = 0.0
    start_height: float = 0.0
    end_height: float = 0.0

    @property
    def length(self) -> float:
        return math.dist(self.start, self.end)

    def point(self, way: float, landing: float) -> Point3:
        """The point after so many mm along the board; the jump lands after `landing`."""
        share, jump = way / self.length, min(1.0, way / landing) if landing > 0 else 1.0
        (x0, y0), (x1, y1) = self.start, self.end
        height = self.start_height + jump * (self.end_height - self.start_height)
        return x0 + share * (x1 - x0), y0 + share * (y1 - y0), height + 4 * self.rise * jump * (1 - jump)

    def arc_points(self, first: float, landing: float | None = None, steps: int = STEPS) -> list[Point3]:
        """Points from one place to where the jump lands, in mm along the board, by default at the end of the leg; so
        many `steps` where it rises."""
        landing = self.length if landing is None else landing
        steps = steps if self.rise else 1
        return [self.point(first + (landing - first) * step / steps, landing) for step in range(steps + 1)]

    def cut(self, first: float, last: float) -> Leg:
        """The part of the leg between two places, in mm along the board, with all of its rise."""
        start, end = (self.point(way, 0.0)[:2] for way in (first, last))
        return replace(self, start=start, end=end)

    def moved_left(self, distance: float) -> Leg:
        """The leg so many mm to the left of its direction."""
        x, y = _unit(self.end[0] - self.start[0], self.end[1] - self.start[1])
        start, end = ((px - distance * y, py + distance * x) for px, py in (self.start, self.end))
        return replace(self, start=start, end=end)


@dataclass(frozen=True)
class Ribbon:
    """An arrow along the legs of a move, so many mm wide. It begins and ends so many mm from the middles of its first
    and its last cell. Its head is level."""

    legs: tuple[Leg, ...]
    width: float
    start_gap: float
    end_gap: float

    @property
    def ends(self) -> list[Point]:
        """The middles of its cells: its start and the ends of its legs."""
        return [self.legs[0].start, *(leg.end for leg in self.legs)]

    @property
    def is_raised(self) -> bool:
        """Whether it leaves the board anywhere."""
        return any(leg.rise for leg in self.legs)

    def parts(self) -> list[Quad]:
        """Its flat parts from the start to the tip, which is a triangle."""
        line = [*self._middle_line()]
        normals = [*_normals(line)]
        *edges, tip = ((p, normal) for p, normal in zip(line, normals, strict=True))
        parts = [_across(a, b, self.width) for a, b in pairwise(edges)]
        base, normal = edges[-1]
        left, right = (_offset_point(base, normal, side * HEAD_WIDE * self.width / 2) for side in (1, -1))
        return [*parts, (right, tip[0], left)]

    def band_legs(self, steps: int = STEPS) -> list[list[Point3]]:
        """The points of each leg of the middle line of the band, up to its tip. What it jumps is in the middle of the
        part that is drawn."""
        drawn_legs = [leg.cut(first, last) for leg, first, last in self._drawn_legs(self.end_gap)]
        return [leg.arc_points(0.0, steps=steps) for leg in drawn_legs]

    def band(self, see: Callable[[Point3], Point], scale: Callable[[Point3], float], *, is_rough: bool = False
             ) -> BaseGeometry:
        """The area that it covers in a picture as a band that faces the viewer, where `see` gives the place of a point
        in the picture, and `scale` how long a mm is there. A rough one has corners, and takes a tenth of the time."""
        import shapely

        steps, chords = (ROUGH_STEPS, ROUGH_CHORDS) if is_rough else (STEPS, CHORDS)
        seen = [[(see(p), self.width * scale(p)) for p in leg] for leg in self.band_legs(steps)]
        long = sum(math.dist(a, b) for leg in seen for (a, _), (b, _) in pairwise(leg))
        narrow = max(LEAST_WIDTH, min(1.0, long / (LONG_AS_WIDE * HEAD_WIDE * seen[-1][-1][1])))
        legs = [[(p, narrow * wide) for p, wide in leg] for leg in seen]
        *line, (tip, wide) = [spot for leg in legs for spot in leg]
        last_length = sum(math.dist(a, b) for (a, _), (b, _) in pairwise(legs[-1]))
        head, base = min(HEAD_LONG * wide, MOST_HEAD * last_length), tip
        while len(line) > 1 and math.dist(line[-1][0], tip) < head:
            base, _ = line.pop()
        if math.dist(line[-1][0], tip) >= head:  # the base of the head is between two points of the line
            start, _ = line[-1]
            base = start if math.dist(base, tip) >= head else _point_at(start, base, tip, head)
        x, y = _unit(tip[0] - base[0], tip[1] - base[1])
        half, notch = HEAD_WIDE * wide / 2, NOTCH * math.dist(base, tip)
        neck = base[0] + notch * x, base[1] + notch * y
        corners = [tip, (base[0] - half * y, base[1] + half * x), neck, (base[0] + half * y, base[1] - half * x)]
        points, widths = zip(*line, (neck, wide), strict=True)
        discs = shapely.buffer(shapely.points(points), [width / 2 for width in widths], quad_segs=chords)
        shaft = shapely.convex_hull([shapely.MultiPolygon([*pair]) for pair in pairwise(discs)])
        return _without_pinholes(shapely.union_all([*shaft, shapely.Polygon(corners)]), wide * wide)

    def _middle_line(self) -> Iterator[Point3]:
        """The points of the middle line of the ribbon; the last two are the base and the tip of its head."""
        last = self.legs[-1]
        for number, (leg, first, end) in enumerate(self._drawn_legs(self.end_gap + HEAD_LONG * self.width)):
            last, points = leg, leg.arc_points(first, max(first, end))  # a short leg is all head
            yield from points[1:] if number else points
        yield last.point(last.length - self.end_gap, 0.0)

    def _drawn_legs(self, end_gap: float) -> Iterator[tuple[Leg, float, float]]:
        """The legs, side by side where the way turns back, each with where it begins and ends to be drawn, in mm from
        its start. The last one ends `end_gap` mm before the middle of its cell."""
        legs = [*_part_lanes(self.legs, LANE * self.width)]
        for number, leg in enumerate(legs):
            first = self.start_gap if number == 0 else 0.0
            yield leg, first, leg.length - (end_gap if number == len(legs) - 1 else 0.0)


def _without_pinholes(area: BaseGeometry, least_area: float) -> BaseGeometry:
    """An area without its holes of less than so many mm², as where a curve meets the head at its end."""
    import shapely

    parts = (part for part in shapely.get_parts(area) if isinstance(part, shapely.Polygon))
    return shapely.union_all([shapely.Polygon(part.exterior, [ring for ring in part.interiors
                                                              if shapely.Polygon(ring).area >= least_area])
                              for part in parts])


def _part_lanes(legs: Sequence[Leg], distance: float) -> Iterator[Leg]:
    """The legs of a way. Where it turns straight back, both legs lie so many mm to their left, with a short leg from
    one to the other, so that both are seen."""
    turns_back = [a.start == b.end for a, b in pairwise(legs)]
    lanes = [leg.moved_left(distance) if before or after else leg
             for leg, before, after in zip(legs, [False, *turns_back], [*turns_back, False], strict=True)]
    for lane, following, is_back in zip(lanes, lanes[1:], turns_back, strict=False):
        yield lane
        if is_back:
            height = lane.end_height
            yield Leg(lane.end, following.start, 0.0, height, height)
    yield lanes[-1]


def _normals(line: Sequence[Point3]) -> Iterator[Point]:
    """For each point of a line the direction to its left on the board, longer where the line turns, so that the ribbon
    keeps its width; where it turns straight back, that of the part before."""
    directions = [_unit(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line)]
    for before, after in pairwise([directions[0], *directions, directions[-1]]):
        x, y = _unit(before[0] + after[0], before[1] + after[1])
        x, y = (x, y) if (x, y) != (0.0, 0.0) else before
        stretch = 1 / max(0.5, x * before[0] + y * before[1])
        yield -y * stretch, x * stretch


def _point_at(a: Point, b: Point, middle: Point, radius: float) -> Point:
    """The point on the way from one point to another, nearer to `middle`, that has a distance from that."""
    low, high = 0.0, 1.0
    for _ in range(30):
        share = (low + high) / 2
        p = a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])
        low, high = (share, high) if math.dist(p, middle) > radius else (low, share)
    return p


def _unit(x: float, y: float) -> Point:
    length = math.hypot(x, y) or 1.0
    return x / length, y / length


def _offset_point(p: Point3, normal: Point, distance: float) -> Point3:
    """The point so many mm to the left of a point of the line."""
    return p[0] + distance * normal[0], p[1] + distance * normal[1], p[2]


def _across(start: tuple[Point3, Point], end: tuple[Point3, Point], width: float) -> Quad:
    """The part of a ribbon between two points of its middle line, each with its normal."""
    half = width / 2
    right, left = ([_offset_point(*place, side) for place in (start, end)] for side in (-half, half))
    return right[0], right[1], left[1], left[0]


def lower_part(part: Iterable[Point3], depth: float) -> Quad:
    """A part of a ribbon so many mm further down, but not below the board."""
    return tuple((x, y, max(0.0, z - depth)) for x, y, z in part)


__all__ = ["Leg", "Point3", "Quad", "Ribbon", "lower_part"]
