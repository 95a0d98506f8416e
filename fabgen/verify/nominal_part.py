"""A part of the kit and a machine → what a laser must make of it: solid material, engraved areas, scored lines. In mm,
at the part's origin.

The drawing of the part is the designer's. Everything that production does to it is computed again here, with shapely:
arcs are flattened, areas become lines where the machine fills nothing, and the kerf is a buffer.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from fabgen.artwork.drawing import Item, Lettering, Shape
from fabgen.artwork.part import Part
from fabgen.artwork.path import Arc, Curve, Path, Point, Segment
from fabgen.artwork.single_line import missing_stroke_characters, weighted_strokes
from fabgen.artwork.text import text_outlines
from fabgen.laser.machine import Machine
from fabgen.materials.operations import Operation
from fabgen.verify.readers.contours import Points, areas, flat_bezier, flat_turn
from fabgen.verify.shapes import boundary_of, linework, unite

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

ONCE = 0.001  # mm: lines that are as near as this are one line
SAMPLES = 8  # segments of a quarter circle in a buffer of half a kerf: exact to 0.001 mm
FINE = 64  # segments where places on the buffer's edge matter: exact to 0.00002 mm
HATCH_INSET = 0.15  # mm between a hatch and the outline around it
HATCH_PLAY = 0.02  # mm by which that may differ
HATCH_LEAST = 0.2  # mm: shorter lines of a hatch are left out
PROBES = 17  # places along a segment that are tested for being left over after the kerf
ON_EDGE = 0.003  # mm from the parallel curve within which such a place counts as on it
TINY = 0.01  # mm: shorter arcs may round to nothing
MITRED = math.radians(90)  # corners that turn less stay corners when they are moved out; others may be rounded


@dataclass(frozen=True)
class PartMarks:
    """What must be on a part: engraved areas, and scored lines with the outlines of words. `words`: the length of these
    outlines in mm. `allowed`: all lines that may be there, because a hatch may end a little earlier or later where it
    grazes its outline."""

    engraved: BaseGeometry
    scored: BaseGeometry
    words: float
    allowed: BaseGeometry


@dataclass(frozen=True)
class CutSteps:
    """How finely a part's contours must be drawn: the number of segments, the number of arcs among them, and a length
    in mm of which no segment should be much shorter."""

    segments: int
    arcs: int
    shortest: float


@dataclass
class _Marking:
    """What a machine does to a drawing besides cutting it. `allowed`: lines that may be scored but need not. `texts`:
    each with whether it may be filled."""

    engraved: list[BaseGeometry] = field(default_factory=list)
    scored: list[Points] = field(default_factory=list)
    allowed: list[Points] = field(default_factory=list)
    texts: list[tuple[Lettering, bool]] = field(default_factory=list)


@dataclass(frozen=True)
class NominalPart:
    """A part as the spec asks for it, for a kerf in mm: the full width of a cut."""

    part: Part
    machine: Machine
    kerf: float

    @cached_property
    def solid(self) -> BaseGeometry:
        """The material inside the outlines and outside of the holes."""
        edges, holes = self._paths(Operation.CUT_OUTER), self._paths(Operation.CUT_INNER)
        body = unite(areas([path_points(path) for path in edges]))
        return body.difference(unite(areas([path_points(path) for path in holes]))) if holes else body

    @cached_property
    def reachable(self) -> BaseGeometry:
        """The solid that a beam as wide as the kerf can leave. The beam cannot enter a corner that is narrower than
        itself."""
        half = self.kerf / 2
        return self.solid.buffer(half, quad_segs=SAMPLES).buffer(-half, quad_segs=SAMPLES) if half else self.solid

    @cached_property
    def scored_length(self) -> float:
        """The length of the scored lines in mm, each counted once and without those that the cut makes."""
        import shapely

        if not self._marking.scored:
            return 0.0
        lines = shapely.get_parts(linework([*self._marking.scored, *self._marking.allowed]))
        # Only lines that come near others are joined: that is quicker by far.
        numbers, _ = shapely.STRtree(lines).query(lines, predicate="dwithin", distance=ONCE)
        is_alone = (np.bincount(numbers, minlength=len(lines)) == 1) & shapely.is_simple(lines)
        once = np.array([*lines[is_alone], shapely.union_all(lines[~is_alone], grid_size=ONCE)], dtype=object)
        edge = self.solid.boundary.buffer(ONCE)
        shapely.prepare(edge)
        is_cut = shapely.intersects(edge, once)
        return float(shapely.length(once).sum() - shapely.length(shapely.intersection(once[is_cut], edge)).sum())

    @cached_property
    def cut_steps(self) -> CutSteps | None:
        """How finely the cuts must be drawn. None where the kerf swallows a segment: there the file may use
        polylines."""
        moved = [(path, self.kerf / 2) for path in self._paths(Operation.CUT_OUTER)]
        moved += [(path, -self.kerf / 2) for path in self._paths(Operation.CUT_INNER)]
        segments = arcs = 0
        shortest = math.inf
        for path, distance in moved:
            lengths = _lengths_after_kerf(path, distance)
            if lengths is None or min(lengths) <= 0:
                return None
            steps = [segment for _, segment in path]
            sharp = _sharp_corners(path)
            segments += len(steps) + sharp
            arcs += sum(isinstance(step, Arc) and length > TINY for step, length in zip(steps, lengths, strict=True))
            # Beside a sharp corner the kerf may leave any short piece of a segment.
            shortest = 0.0 if sharp else min(shortest, *lengths)
        return CutSteps(segments, arcs, shortest) if moved else None

    @cached_property
    def fillable(self) -> tuple[bool, ...]:
        """Whether each text may be engraved. A text of a scored role never is; another text is engraved where it is
        small."""
        return tuple(may_be_filled for _, may_be_filled in self._marking.texts)

    @cached_property
    def words(self) -> tuple[tuple[Points, ...], ...]:
        """The outlines of each text."""
        return tuple(tuple(path_points(path) for glyph in text_outlines(item.text) for path in glyph)
                     for item, _ in self._marking.texts)

    @cached_property
    def letters(self) -> tuple[BaseGeometry, ...]:
        """The area of each text."""
        return tuple(unite(areas(outlines)) for outlines in self.words)

    @cached_property
    def _marks_by_filling(self) -> dict[tuple[bool, ...], PartMarks]:
        """The answers of `marks` so far."""
        return {}

    def marks(self, filled: tuple[bool, ...]) -> PartMarks:
        """What must be on the part if these of its texts are engraved and the others scored."""
        if filled not in self._marks_by_filling:
            letters = [letter for letter, is_filled in zip(self.letters, filled, strict=True) if is_filled]
            words = [outline for word, is_filled in zip(self.words, filled, strict=True) if not is_filled
                     for outline in word]
            marking = self._marking
            scored = [*marking.scored, *words]
            self._marks_by_filling[filled] = PartMarks(
                unite([*marking.engraved, *letters]), linework(scored), linework(words).length,
                linework([*scored, *marking.allowed]))
        return self._marks_by_filling[filled]

    @cached_property
    def _marking(self) -> _Marking:
        """What the machine does to the part's drawing besides cutting it."""
        marking = _Marking()
        for item in self.part.drawing.items:
            operation = self.machine.roles[item.role]
            if operation in (Operation.ENGRAVE, Operation.SCORE):
                self._add_marks(marking, item, operation)
            elif operation and isinstance(item, Lettering):
                marking.texts.append((item, False))
        return marking

    def _add_marks(self, marking: _Marking, item: Item, operation: Operation) -> None:
        """Adds what the machine makes of an item: areas where it fills, or else their outlines, a hatch, or strokes."""
        style = self.machine.engraving.style
        engraves, can_score = operation is Operation.ENGRAVE, Operation.SCORE in self.machine.roles.values()
        if isinstance(item, Lettering):
            if (style == "single-line" or not engraves) and not missing_stroke_characters(item.text.string):
                marking.scored += [path_points(path) for path in weighted_strokes(item.text)]
            elif item.text.string.strip():
                marking.texts.append((item, engraves and style == "fill"))
        elif not engraves:
            marking.scored += [path_points(path) for path in item.paths]
        elif item.strokes and (style == "single-line" or (item.is_scored and can_score)):
            marking.scored += [path_points(path) for path in item.strokes]
        elif style == "fill" or not all(path.closed for path in item.paths):
            marking.engraved += areas([path_points(path) for path in item.paths])
        else:
            area = unite(areas([path_points(path) for path in item.paths]))
            marking.scored += _lines(boundary_of(area))
            if style == "hatch":
                engraving = self.machine.engraving
                pitch, angle = engraving.pitch, engraving.angle
                marking.scored += _hatch(area, pitch, angle, HATCH_INSET + HATCH_PLAY, 2 * HATCH_LEAST)
                marking.allowed += _hatch(area, pitch, angle, HATCH_INSET - HATCH_PLAY, 0.0)

    def _paths(self, operation: Operation) -> list[Path]:
        """The paths of the items for which the machine has this operation."""
        shapes = [item for item in self.part.drawing.items if isinstance(item, Shape)]
        return [path for shape in shapes if self.machine.roles[shape.role] is operation for path in shape.paths]


def _lines(lines: BaseGeometry) -> list[Points]:
    """The points of each line in any geometry."""
    import shapely

    return [shapely.get_coordinates(line) for line in shapely.get_parts(lines) if line.length]


def _hatch(area: BaseGeometry, pitch: float, degrees: float, inset: float, least: float) -> list[Points]:
    """Lines at a pitch in mm and an angle inside an area, `inset` mm clear of its outline and none shorter than `least`
    mm. All of them lie on one grid through the origin."""
    import shapely
    from shapely.affinity import rotate

    level = rotate(area.buffer(-inset), -degrees, origin=(0, 0))
    if level.is_empty:
        return []
    left, bottom, right, top = level.bounds
    rows = [n * pitch for n in range(math.ceil(bottom / pitch), math.floor(top / pitch) + 1)]
    rulers = shapely.MultiLineString([[(left - 1, y), (right + 1, y)] for y in rows])
    lines = rotate(level.intersection(rulers), degrees, origin=(0, 0))
    return [points for points in _lines(lines) if math.dist(points[0], points[-1]) >= least]


def path_points(path: Path) -> Points:
    """A path as points, flattened within the tolerances of the readers. A closed path ends where it starts."""
    pieces = [np.array([path.start]), *(_flatten(start, segment) for start, segment in path)]
    return np.concatenate(pieces)


def _flatten(start: Point, segment: Segment) -> Points:
    """The points of a segment after its first."""
    if isinstance(segment, Arc) and abs(segment.bulge) > 1e-12 and math.dist(start, segment.to) > 1e-12:
        centre = _centre(start, segment)
        first = math.atan2(start[1] - centre[1], start[0] - centre[0])
        return flat_turn(centre, math.dist(start, centre), first, 4 * math.atan(segment.bulge), segment.to)
    if isinstance(segment, Curve):
        return flat_bezier(np.array([start, segment.first, segment.second, segment.to]))
    return np.array([segment.to])


def _centre(start: Point, arc: Arc) -> Point:
    """The centre of an arc. The bulge is the tangent of a quarter of its sweep."""
    (x, y), (u, v), bulge = start, arc.to, arc.bulge
    rise = (1 - bulge * bulge) / (4 * bulge)
    return (x + u) / 2 - rise * (v - y), (y + v) / 2 + rise * (u - x)


@lru_cache(maxsize=256)
def _lengths_after_kerf(path: Path, distance: float) -> tuple[float, ...] | None:
    """The approximate length in mm of each segment of a closed path after the path is moved out by a distance; 0 where
    a segment vanishes. None where the parallel is not one path of lines and arcs: Béziers have no such parallels, and
    necks may close. Remembered, because parts of different names have equal outlines and slots.

    A place on a segment is left over when, moved straight out, it lies on the edge of the buffered area.
    """
    import shapely

    segments = list(path)
    if any(isinstance(segment, Curve) for _, segment in segments):
        return None
    if not distance:
        return tuple(_moved_length(start, segment, 0.0) for start, segment in segments)
    area = shapely.Polygon(path_points(path))
    if not area.is_valid:
        return None
    outward = math.copysign(1.0, shapely.get_exterior_ring(area).is_ccw - 0.5)
    edge = area.buffer(distance, quad_segs=FINE, join_style="mitre", mitre_limit=20).boundary
    if len(shapely.get_parts(edge)) != 1 or edge.is_empty:
        return None
    shapely.prepare(edge)
    probes = np.concatenate([_moved_places(start, segment, outward * distance) for start, segment in segments])
    counts = shapely.dwithin(edge, shapely.points(probes), ON_EDGE).reshape(len(segments), PROBES).sum(axis=1)
    # A segment that is cut short may end anywhere between two probes, so only one step less is certain.
    certain_counts = [count if count in (0, PROBES) else max(1, count - 1) for count in counts.tolist()]
    shares = [max(0, count - 1) / (PROBES - 1) for count in certain_counts]
    return tuple(share * _moved_length(start, segment, outward * distance)
                 for share, (start, segment) in zip(shares, segments, strict=True))


def _moved_length(start: Point, segment: Segment, distance: float) -> float:
    """The length of a segment that is moved to the right of its direction by a distance; 0 where an arc turns over."""
    chord = math.dist(start, segment.to)
    if not isinstance(segment, Arc) or abs(segment.bulge) < 1e-12 or not chord:
        return chord
    radius = math.dist(start, _centre(start, segment)) + math.copysign(1.0, segment.bulge) * distance
    return max(0.0, radius) * abs(4 * math.atan(segment.bulge))


def _moved_places(start: Point, segment: Segment, distance: float) -> Points:
    """Places along a segment, each moved to the right of its direction by a distance."""
    shares = np.linspace(0.0, 1.0, PROBES)
    if isinstance(segment, Arc) and abs(segment.bulge) > 1e-12:
        centre, sweep = _centre(start, segment), 4 * math.atan(segment.bulge)
        radius = math.dist(start, centre) + math.copysign(1.0, segment.bulge) * distance
        angles = math.atan2(start[1] - centre[1], start[0] - centre[0]) + sweep * shares
        return np.stack([centre[0] + radius * np.cos(angles), centre[1] + radius * np.sin(angles)], axis=1)
    vector = np.array(segment.to) - start
    length = float(np.hypot(*vector)) or 1.0
    places: Points = np.array(start) + shares[:, None] * vector + distance * np.array([vector[1], -vector[0]]) / length
    return places


def _sharp_corners(path: Path) -> int:
    """How many corners turn so far that their parallel may be rounded."""
    directions = list(_directions(path))
    return sum(abs((leaves - arrives + math.pi) % (2 * math.pi) - math.pi) > MITRED
               for (_, arrives), (leaves, _) in zip(directions, [*directions[1:], *directions[:1]], strict=True))


def _directions(path: Path) -> Iterator[tuple[float, float]]:
    """The directions in radians in which each segment starts and ends."""
    for start, segment in path:
        chord = math.atan2(segment.to[1] - start[1], segment.to[0] - start[0])
        half = 2 * math.atan(segment.bulge) if isinstance(segment, Arc) else 0.0
        yield chord - half, chord + half


__all__ = ["SAMPLES", "CutSteps", "NominalPart", "PartMarks", "path_points"]
