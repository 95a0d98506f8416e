"""Path data as files hold it → contours: polylines within a stated tolerance, in mm, y up, and the areas inside them.

No code of the writers is trusted: path data is read, and arcs and Béziers are flattened, by code of this module alone,
which tests hold against svgelements. Areas follow the even-odd rule.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from shapely import Polygon
    from shapely.geometry.base import BaseGeometry

Points = NDArray[np.float64]
Place = tuple[float, float]
FLAT = 0.001  # mm: the greatest distance of a polyline from its curve; a tenth of what verify promises
STEP = math.radians(3)  # the greatest turn of an arc between two points, because overlaps are found by direction
BEZIER_FLAT = 0.002  # mm: the same as FLAT for Béziers, which are outlines of letters
REACH = 0.005  # mm by which an arc's ends may be farther apart than its diameter, by rounding
FAR = 1e5  # mm: no number in a file is larger
_N = r"\s-?(?:0|[1-9]\d{0,5})(?:\.\d+)?"
_STEP = rf"\s(?:L{_N}{_N}|C(?:{_N}){{6}}|A{_N}{_N}\s0\s[01]\s[01]{_N}{_N}|Z)"
_DATA = re.compile(rf"(?:M{_N}{_N}(?:{_STEP})*(?:\s(?=M)|$))+")
_COMMAND = re.compile("([MLCAZ])([^MLCAZ]*)")
_STRAIGHT = re.compile(r"(?:M[^A-Z]+(?:L[^A-Z]+)*(?:Z\s?)?)+")  # of what `_DATA` allows: every Z ends its subpath


@dataclass(frozen=True)
class Contour:
    """One subpath as a polyline of points in mm. Where the file closes it, its last point is its first.

    * `gap`: the distance in mm from the last drawn point to the first.
    * `steps`: the length in mm of each drawing command, from end to end.
    * `arcs`: how many of the commands are arcs, or curves in place of arcs.
    * `bridges`: the gaps that were closed, each as the length in mm between its ends and its middle.
    """

    points: Points
    closed: bool
    gap: float
    steps: tuple[float, ...] = ()
    arcs: int = 0
    bridges: tuple[tuple[float, float, float], ...] = ()

    @property
    def spot(self) -> tuple[float, float]:
        """One of its points, to say where it is."""
        return float(self.points[0, 0]), float(self.points[0, 1])


def read_path_data(data: str, scale: tuple[float, float], height: float) -> tuple[Contour, ...]:
    """The subpaths of path data in absolute commands. `scale`: mm a unit in x and y. `height`: the height of the file
    in mm, for turning y up.

    Raises ValueError, in words, for anything that is not such path data or draws nothing.
    """
    if not _DATA.fullmatch(data):
        raise ValueError("the path data holds more than M, L, C, A and Z with plain numbers, one command each")
    if _STRAIGHT.fullmatch(data):
        contours = _straight_contours(data, scale, height)
    else:
        subpaths = (_bent_contour(subpath, scale, height) for subpath in data.split("M")[1:])
        contours = [contour for contour in subpaths if contour is not None]
    if not contours:
        raise ValueError("the path draws nothing")
    return tuple(contours)


def _straight_contours(data: str, scale: tuple[float, float], height: float) -> list[Contour]:
    """The subpaths of path data with straight lines alone: every two numbers are a point. A sheet has thousands of
    them, in which no parser finds anything else."""
    contours = []
    for subpath in data.split("M")[1:]:
        numbers = [float(word) for word in subpath.replace("L", " ").replace("Z", " ").split()]
        if len(numbers) == 4 and "Z" not in subpath:
            x, y, u, v = numbers
            contour = _straight_line((x, y), (u, v), scale, height)
        else:
            pairs = np.array(numbers).reshape(-1, 2)
            contour = _join_points(pairs, pairs, 0, "Z" in subpath, scale, height) if len(pairs) > 1 else None
        contours += [contour] if contour else []
    return contours


def _straight_line(
    start: tuple[float, float], end: tuple[float, float], scale: tuple[float, float], height: float
) -> Contour | None:
    """What `_join_points` makes of a single line, without arrays for two points."""
    (x, y), (u, v) = ((x * scale[0], height - y * scale[1]) for x, y in (start, end))
    if max(abs(x), abs(y), abs(u), abs(v)) > FAR:
        raise ValueError("the path holds numbers that are no places on a sheet")
    length = math.dist((x, y), (u, v))
    return Contour(np.array([(x, y), (u, v)]), False, length, (length,)) if max(abs(u - x), abs(v - y)) > 1e-9 else None


def _bent_contour(subpath: str, scale: tuple[float, float], height: float) -> Contour | None:
    """A subpath of path data, without its M, as a contour; None where it leads nowhere."""
    (_, first), *commands = _COMMAND.findall(f"M{subpath}")
    start = place = _place_at_end(first)
    pieces: list[Points | list[Place]] = [[start]]
    arcs, is_closed = 0, False
    for command, words in commands:
        if is_closed:  # what goes on after a Z begins where the subpath began
            pieces.append([start])
            place = start
        is_closed = command == "Z"
        if command == "A":
            pieces.append(_flat_arc(place, words))
            arcs += 1
        elif command == "C":
            pieces.append(flat_bezier(np.array([*place, *map(float, words.split())]).reshape(4, 2)))
        elif command == "L":
            pieces.append([_place_at_end(words)])
        place = place if is_closed else _place_at_end(words)
    return _join_pieces(pieces, arcs, is_closed, scale, height) if commands else None


def _place_at_end(words: str) -> Place:
    """The last two of some numbers."""
    *_, x, y = words.split()
    return float(x), float(y)


def build_contour(start: Points, steps: list[tuple[Points, bool]], closed: bool) -> Contour | None:
    """A subpath in mm from its first point and its steps: for each step the points after the one before, and whether it
    is bent. None where it leads nowhere. Raises ValueError for numbers that are no places on a sheet."""
    return _join_pieces(
        [start.reshape(1, 2), *(piece for piece, _ in steps)], sum(is_bent for _, is_bent in steps), closed
    )


def _join_pieces(
    pieces: Sequence[Points | list[tuple[float, float]]],
    arcs: int,
    closed: bool,
    scale: tuple[float, float] | None = None,
    height: float = 0.0,
) -> Contour | None:
    """The pieces as one contour. With a `scale` they are points of a file whose y runs down."""
    points: Points = np.concatenate(pieces)
    ends = points[np.cumsum([len(piece) for piece in pieces]) - 1]
    return _join_points(points, ends, arcs, closed, scale, height)


def _join_points(
    points: Points,
    ends: Points,
    arcs: int,
    closed: bool,
    scale: tuple[float, float] | None = None,
    height: float = 0.0,
) -> Contour | None:
    """The points as one contour; `ends` are those where a drawing command ends."""
    if scale:
        factors, origin = np.array([scale[0], -scale[1]]), np.array([0.0, height])
        points, ends = points * factors + origin, ends * factors + origin
    if not np.isfinite(points).all() or np.abs(points).max() > FAR:
        raise ValueError("the path holds numbers that are no places on a sheet")
    gap = float(math.dist(points[0], points[-1]))
    if closed:
        points = np.concatenate([points, points[:1]])
    is_new_place = np.concatenate([[True], np.abs(points[1:] - points[:-1]).max(axis=1) > 1e-9])
    points = points[is_new_place]
    if closed and len(points) > 1:
        points[-1] = points[0]
    lengths = tuple(np.hypot(*(ends[1:] - ends[:-1]).T).tolist())
    return Contour(points, closed, gap, lengths, arcs) if len(points) > 1 else None


def _flat_arc(start: Place, words: str) -> Points:
    """The points of an arc after its first. `words`: two radii, 0, whether it is the larger arc, whether its angle
    grows from x towards y, and its end. Raises ValueError for an arc that does not reach its end. Some programs enlarge
    it, each in its own way; others leave it out."""
    wide, high, _, is_large, is_growing, *end = map(float, words.split())
    least, chord = min(wide, high), math.dist(start, end)
    if chord > 2 * least + REACH:
        raise ValueError(f"an arc of radius {least:g} is too small to reach its end")
    if not chord or least <= 0 or max(wide, high) > FAR:
        return np.array([end])
    radius = max(wide, high)
    stretch = radius / wide, radius / high  # an ellipse is a circle that is stretched less in x or y
    (x, y), (u, v) = ((x * stretch[0], y * stretch[1]) for x, y in (start, end))
    chord = math.dist((x, y), (u, v))
    aside = math.sqrt(max(radius * radius - chord * chord / 4, 0.0)) / chord * (1 if is_large != is_growing else -1)
    centre = (x + u) / 2 - aside * (v - y), (y + v) / 2 + aside * (u - x)
    first, last = (math.atan2(b - centre[1], a - centre[0]) for a, b in ((x, y), (u, v)))
    turn = (last - first) % math.tau if is_growing else -((first - last) % math.tau)
    points = flat_turn(centre, max(radius, chord / 2), first, turn, (u, v))
    return points if wide == high else points / stretch


def _step_angle(radius: float) -> float:
    """The turn in radians between two points of a flattened arc."""
    return min(STEP, 2 * math.acos(max(0.0, 1 - FLAT / radius)))


def flat_turn(
    centre: tuple[float, float], radius: float, first: float, sweep: float, end: tuple[float, float]
) -> Points:
    """The points of a circular arc after its first, from its first angle and its signed sweep in radians to its end."""
    count = max(1, math.ceil(abs(sweep) / _step_angle(radius)))
    places = np.exp(_shares(count) * sweep + 1j * first)  # as complex numbers: one pass for x and y
    places *= radius
    places += complex(*centre)
    points: Points = places.view(np.float64).reshape(-1, 2)
    points[-1] = end
    return points


@lru_cache(maxsize=256)
def _shares(count: int) -> NDArray[Any]:
    """The shares of a turn after each of `count` equal steps, as imaginary numbers."""
    return 1j * (np.arange(1, count + 1) / count)


def flat_bezier(controls: Points) -> Points:
    """The points of a cubic Bézier after its first, from its four control points; exact to BEZIER_FLAT."""
    bend = float(np.hypot(*np.diff(controls, n=2, axis=0).T).max())
    # A cubic with second differences of at most `bend` is off its chord by at most 6 bend / 8 n² in n steps.
    count = min(400, max(1, math.ceil(math.sqrt(0.75 * bend / BEZIER_FLAT))))
    flat: Points = _basis(count) @ controls
    return flat


@lru_cache(maxsize=64)
def _basis(count: int) -> Points:
    """The weights of a cubic Bézier's four control points at `count` steps after its first point."""
    t = np.arange(1, count + 1) / count
    u = 1 - t
    weights: Points = np.stack([u**3, 3 * u * u * t, 3 * u * t * t, t**3], axis=1)
    return weights


Indices = NDArray[np.int64]
LEAST_AREA = 1e-6  # mm²: anything smaller is no area


@dataclass(frozen=True, eq=False)
class ClosedContours:
    """Closed outlines that belong together, each a polyline whose last point is its first."""

    outlines: Sequence[Points]

    @cached_property
    def shapes(self) -> list[Polygon]:
        """The area inside each outline by itself."""
        import shapely

        return [shapely.Polygon(points) for points in self.outlines]

    @cached_property
    def plain(self) -> bool:
        """Whether no outline crosses itself and no two outlines meet."""
        import shapely

        return bool(shapely.is_valid(self.shapes).all()) and not _any_touch(self.shapes)

    @cached_property
    def inside(self) -> tuple[Indices, Indices]:
        """For plain outlines: the pairs in which the first lies in the second, with each in itself. One point of each
        is enough to know, because they do not meet."""
        import shapely

        i, j = shapely.STRtree(self.shapes).query(self.shapes)
        (x, y), shapes = np.array([points[0] for points in self.outlines])[i].T, np.array(self.shapes, dtype=object)
        shapely.prepare(shapes)
        within = (i == j) | shapely.contains_xy(shapes[j], x, y)
        return i[within], j[within]

    @cached_property
    def areas(self) -> list[Polygon]:
        """Their even-odd area, as separate polygons. Outlines that cross themselves are repaired first."""
        import shapely

        if not self.outlines:
            return []
        if self.plain:
            return self.shapes if len(self.shapes) == 1 else self._nested_polygons()
        whole: BaseGeometry = shapely.MultiPolygon()
        for shape in self.shapes:
            whole = whole.symmetric_difference(shape if shape.is_valid else shapely.make_valid(shape))
        return [part for part in parts_of(whole) if part.area > LEAST_AREA]

    def _nested_polygons(self) -> list[Polygon]:
        """For plain outlines: the areas with their holes."""
        import shapely

        shapes = self.shapes
        return [shapely.Polygon(shapes[i].exterior, [shapes[h].exterior for h in holes])
                for i, holes in self.nests.items()]

    @cached_property
    def nests(self) -> dict[int, list[int]]:
        """For plain outlines: the indices of those at an even depth, which are areas, each with the indices of those
        directly in it, which are its holes."""
        shapes = self.shapes
        containers: dict[int, list[int]] = {i: [] for i in range(len(shapes))}
        for i, j in zip(*(side.tolist() for side in self.inside), strict=True):
            containers[i] += [j] if i != j else []
        holes: dict[int, list[int]] = {i: [] for i, around in containers.items() if len(around) % 2 == 0}
        for i, around in containers.items():
            if len(around) % 2:
                holes[min(around, key=lambda j: shapes[j].area)].append(i)
        return holes

    @cached_property
    def ambiguous(self) -> bool:
        """Whether the non-zero rule and the even-odd rule would fill different areas.

        The non-zero rule fills a place where the outlines wind around it at all, the even-odd rule where they wind
        around it an odd number of times.
        """
        import shapely

        if not self.outlines:
            return False
        if self.plain:
            spots, around = self.inside
            senses = np.where(shapely.is_ccw(shapely.get_exterior_ring(self.shapes)), 1, -1)
            turns = np.bincount(spots, weights=senses[around], minlength=len(self.shapes)).astype(int)
        else:
            faces = shapely.get_parts(shapely.polygonize([shapely.node(shapely.MultiLineString(self.outlines))]))
            within = shapely.get_coordinates(shapely.point_on_surface(faces[shapely.area(faces) > LEAST_AREA]))
            turns = np.array([sum(_winding(points, spot) for points in self.outlines) for spot in within], dtype=int)
        return bool(((turns % 2 == 0) & (turns != 0)).any())


def closed_contours(rings: Iterable[Contour]) -> ClosedContours:
    """The closed rings of an element."""
    return ClosedContours([ring.points for ring in rings if ring.closed and len(ring.points) > 3])


def areas(outlines: Sequence[Points]) -> list[Polygon]:
    """The even-odd area inside closed outlines, as separate polygons. Outlines that cross themselves are repaired
    first."""
    return ClosedContours(outlines).areas


def _any_touch(shapes: Sequence[Polygon]) -> bool:
    """Whether the outlines of any two shapes meet."""
    import shapely

    i, j = shapely.STRtree(shapes).query(shapes)
    i, j = i[i < j], j[i < j]
    lines = shapely.get_exterior_ring(shapes)
    shapely.prepare(lines[i])
    return bool(shapely.intersects(lines[i], lines[j]).any())


def _winding(ring: Points, spot: Points) -> int:
    """How often a closed outline winds around a place that is not on it, counter-clockwise."""
    away = ring - spot
    angles = np.arctan2(away[:, 1], away[:, 0])
    return round(float(((np.diff(angles) + np.pi) % (2 * np.pi) - np.pi).sum() / (2 * np.pi)))


def parts_of(shape: BaseGeometry) -> list[Polygon]:
    """The polygons in any geometry."""
    import shapely

    parts = shapely.get_parts(shapely.get_parts(shape)).tolist()
    return [part for part in parts if part.geom_type == "Polygon"]
