"""A part's drawing at true size → the steps that a machine takes for it: operations with exact paths, kerf compensated,
words as outlines.

Each physical effect is one pass. All lengths are in mm. All problems of a part are collected before any is raised.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

from fabgen.artwork.drawing import Item, Lettering, Role, Shape
from fabgen.artwork.part import Part
from fabgen.artwork.path import Line, Path, Point, line, point_bounds
from fabgen.artwork.polyline import Polyline
from fabgen.core.english import count_things
from fabgen.core.problems import FabgenError, Location, Problem
from fabgen.core.units import format_number
from fabgen.laser.engraving import FLAT, ink_area, normalize_area, outline_polygon, outline_text
from fabgen.laser.kerf import OffsetPaths, offset_path
from fabgen.laser.machine import Machine
from fabgen.laser.nest.layout import box_size
from fabgen.materials.material import Material
from fabgen.materials.operations import CUTS, Operation

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

INSIDE = 0.02  # mm: how far a mark may reach over the edge by rounding
NEAR = 0.005  # mm between lines that count as one
TURN = 1e-5  # radians: segments whose directions differ by less are parallel
LEAST = 0.01  # mm: overlaps of segments, gaps between them and remainders that are no longer than this are ignored


@dataclass(frozen=True)
class MachiningStep:
    """One operation on one or more paths; the paths of a filled step are one area. `gaps` are the bridges that a cut
    leaves: each the way in mm along its path to the middle, and the straight length between the ends."""

    operation: Operation
    role: Role
    paths: tuple[Path, ...]
    gaps: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class PreparedPart:
    """A part ready to lie on a sheet: `steps` are everything that is done to it, outer cuts last, and `outlines` those
    outer cuts.

    A block of common cuts has `copy_origins`, where the origins of its copies lie. Its steps are those of one copy
    without the outline, its outline is the frame, and `shared_lines` are the cuts inside of it.
    """

    part: Part
    steps: tuple[MachiningStep, ...]
    outlines: tuple[Path, ...]
    notes: tuple[Problem, ...] = ()
    copy_origins: tuple[Point, ...] = ()
    shared_lines: tuple[Path, ...] = ()

    def bounds(self) -> tuple[float, float, float, float]:
        """The exact box of the outlines."""
        return point_bounds(p for path in self.outlines for p in (path.bounds()[:2], path.bounds()[2:]))


@dataclass(frozen=True)
class CutFault:
    """Why a part cannot be cut as it is drawn: the message, a hint, and the place in the part's own mm where it has
    one."""

    message: str
    hint: str = ""
    spot: Point | None = None

    def problem(self, part: Part) -> Problem:
        """The fault as a Problem of a part, with its place."""
        at = ", ".join(format_number(length, 1) for length in self.spot) if self.spot else ""
        where = Location(key=f"{part.name} at {at} mm") if at else Location()
        return Problem(where, f"{part.name}: {self.message}", self.hint)


@dataclass(frozen=True)
class PartCuts:
    """The outlines of a part and its holes, with their roles, as they are cut."""

    outer: tuple[OffsetPaths, ...] = ()
    inner: tuple[tuple[Role, OffsetPaths], ...] = ()


def prepare_part(part: Part, machine: Machine, material: Material, kerf: float) -> PreparedPart:
    """What the machine does to a part, at the part's own origin; `kerf` is the full width of the cut.

    The back of a part is not lasered. Raises FabgenError with all problems: open cuts, a hole that the kerf swallows,
    marks outside of the part.
    """
    cut, items = prepare_cuts(part, machine, material, kerf), _marked_items(part, machine)
    edges = [path for _, path in _paths_of(items, machine, Operation.CUT_OUTER)]
    marks = [*_engraving_steps(machine, items), *_scoring_steps(machine, items, edges)]
    return replace(cut, steps=(*marks, *cut.steps))


def prepare_cuts(part: Part, machine: Machine, material: Material, kerf: float) -> PreparedPart:
    """A part with its cuts alone, which decide whether it can be made. Raises FabgenError as `prepare_part` does."""
    cuts, faults = _compensate_kerf(part, machine, material, kerf)
    if faults:
        raise FabgenError(fault.problem(part) for fault in faults)
    steps = [MachiningStep(Operation.CUT_INNER, role, cut.paths) for role, cut in cuts.inner]
    steps += [MachiningStep(Operation.CUT_OUTER, Role.EDGE, cut.paths) for cut in cuts.outer]
    notes = _note_polylines(part, [*cuts.outer, *(cut for _, cut in cuts.inner)])
    return PreparedPart(part, tuple(steps), tuple(path for cut in cuts.outer for path in cut.paths), tuple(notes))


def _marked_items(part: Part, machine: Machine) -> list[Item]:
    return [item for item in part.drawing.items if machine.roles[item.role]]


def find_cut_faults(part: Part, machine: Machine, material: Material, kerf: float) -> list[CutFault]:
    """Everything for which `prepare_part` refuses a part."""
    return _compensate_kerf(part, machine, material, kerf)[1]


def _compensate_kerf(
    part: Part, machine: Machine, material: Material, kerf: float
) -> tuple[PartCuts, list[CutFault]]:
    """The cuts of a part with the kerf compensated, and everything that is wrong with them."""
    items = _marked_items(part, machine)
    edges = [path for _, path in _paths_of(items, machine, Operation.CUT_OUTER)]
    faults = _find_drawing_faults(machine, items, edges)
    if faults:
        return PartCuts(), faults
    holes = _paths_of(items, machine, Operation.CUT_INNER)
    faults = _find_burnt_walls(material, edges, [path for _, path in holes])
    inner = tuple((role, offset_path(hole, -kerf / 2)) for role, hole in holes)
    outer = tuple(offset_path(edge, kerf / 2) for edge in edges)
    for (_, hole), (_, cut) in zip(holes, inner, strict=True):
        faults += _find_swallowed_hole(hole, cut, kerf)
    for edge, cut in zip(edges, outer, strict=True):
        faults += _find_closed_notch(edge, cut, kerf)
    return PartCuts(outer, inner), faults


def find_open_holes(prepared: PreparedPart, least_width: float) -> list[Path]:
    """The holes of a part, as they are cut, that are at least `least_width` mm wide both ways and empty."""
    import shapely

    holes = [step.paths[0] for step in prepared.steps if step.operation is Operation.CUT_INNER]
    wide = [hole for hole in holes if min(box_size(hole.bounds())) >= least_width]
    if not wide:
        return []
    lines = [shapely.LineString(path.polyline(FLAT)) for step in prepared.steps for path in step.paths]
    tree = shapely.STRtree(lines)
    return [hole for hole in wide if len(tree.query(outline_polygon(hole), predicate="intersects")) == 1]


def _paths_of(items: Iterable[Item], machine: Machine, operation: Operation) -> list[tuple[Role, Path]]:
    """The paths of all shapes that the machine does this operation on, each with its role."""
    shapes = [item for item in items if isinstance(item, Shape) and machine.roles[item.role] is operation]
    return [(shape.role, path) for shape in shapes for path in shape.paths]


def _size_text(path: Path) -> str:
    x0, y0, x1, y1 = path.bounds()
    return f"{x1 - x0:.2f} x {y1 - y0:.2f} mm"


def _find_drawing_faults(machine: Machine, items: Sequence[Item], edges: Sequence[Path]) -> list[CutFault]:
    """Cuts and areas that are open, cut lines that cross, marks that lie outside of the part."""
    if not edges:
        return [CutFault("there is no outer edge to cut", "a part needs a closed path in role `edge`")]
    solid = (*CUTS, Operation.ENGRAVE)
    shapes = [item for item in items if isinstance(item, Shape)]
    cut_words = [item for item in items if isinstance(item, Lettering) and machine.roles[item.role] in CUTS]
    faults = []
    for item in shapes:
        open_paths = [path for path in item.paths if not path.closed]
        if machine.roles[item.role] in solid and open_paths:
            message = f"a line of role `{item.role.value}` is open, but cuts and engraved areas must be closed"
            faults.append(CutFault(message, spot=open_paths[0].end))
    faults += [
        CutFault(f"the words {item.text.string!r} would be cut out", "give them a role that is engraved")
        for item in cut_words
    ]
    return faults or _find_stray_lines(machine, shapes, edges)


def _find_stray_lines(machine: Machine, shapes: Sequence[Shape], edges: Sequence[Path]) -> list[CutFault]:
    """Outer edges that cross or overlap; else what lies outside of them."""
    inner = [shape for shape in shapes if machine.roles[shape.role] is not Operation.CUT_OUTER]
    if _is_surely_inside(inner, edges):
        return []
    import shapely  # late: it is slow to load, and sound parts do not need it

    areas = [outline_polygon(edge) for edge in edges]
    crossing = [
        CutFault(f"the outer edge ({_size_text(edge)}) crosses itself", spot=_box_middle(edge))
        for edge, area in zip(edges, areas, strict=True)
        if not area.is_valid
    ]
    if crossing:
        return crossing
    body = shapely.union_all(areas)
    if body.area < sum(area.area for area in areas) - FLAT:
        return [CutFault("two outer edges overlap", "inner cuts take the role `hole`")]
    body = body.buffer(INSIDE)
    shapely.prepare(body)
    lines = [(shape.role.value, shapely.LineString(path.polyline(FLAT))) for shape in inner for path in shape.paths]
    strays: dict[str, BaseGeometry] = {}
    for role, stroke in lines:
        if not body.covers(stroke):
            strays.setdefault(role, stroke.difference(body))
    return [
        CutFault(f"something of role `{role}` lies outside of the part", spot=_inner_point(stray))
        for role, stray in strays.items()
    ]


def _is_surely_inside(shapes: Sequence[Shape], edges: Sequence[Path]) -> bool:
    """Whether there is one outer edge, which does not cross itself, and all lines are certain to lie inside of it."""
    outline = Polyline(edges[0].polyline(FLAT))
    if len(edges) > 1 or not outline.is_surely_simple():
        return False
    return all(outline.surely_surrounds(Polyline(path.polyline(FLAT))) for shape in shapes for path in shape.paths)


def _box_middle(path: Path) -> Point:
    x0, y0, x1, y1 = path.bounds()
    return (x0 + x1) / 2, (y0 + y1) / 2


def _inner_point(geometry: BaseGeometry) -> Point:
    """A point of a geometry, near the middle of its largest piece."""
    pieces = list(getattr(geometry, "geoms", [geometry]))
    point = max(pieces, key=lambda piece: (piece.area, piece.length)).centroid
    return float(point.x), float(point.y)


def _find_burnt_walls(material: Material, edges: Sequence[Path], holes: Sequence[Path]) -> list[CutFault]:
    """Cuts so near to each other that what is between them burns away. `check.part_flaws` reports walls that are only
    weak."""
    outlines = [Polyline(path.polyline(FLAT)) for path in (*edges, *holes)]
    neighbours = ((outlines[i], outlines[j]) for j in range(len(edges), len(outlines)) for i in range(j))
    if all(outline.is_surely_apart(hole, material.gap) for outline, hole in neighbours):
        return []
    import shapely  # late: it is slow to load, and sound parts do not need it

    rings = [shapely.LinearRing(p.polyline(FLAT)) for p in (*edges, *holes)]
    near = shapely.STRtree(rings).query(rings, predicate="dwithin", distance=material.gap).T
    pairs = [(i, j) for i, j in near.tolist() if i < j and j >= len(edges)]
    width, i, j = min(
        ((round(float(rings[i].distance(rings[j])), 3), i, j) for i, j in pairs), default=(material.gap, 0, 0)
    )
    if width >= material.gap:
        return []
    message = f"two cuts are only {width:g} mm apart; {material.name} burns away under {material.gap:g} mm"
    middle = shapely.shortest_line(rings[i], rings[j]).centroid
    return [CutFault(message, spot=(float(middle.x), float(middle.y)))]


def _find_swallowed_hole(hole: Path, cut: OffsetPaths, kerf: float) -> list[CutFault]:
    if len(cut.paths) == 1:
        return []
    how = "vanishes" if not cut.paths else "falls apart"
    message = f"a hole of {_size_text(hole)} {how} under a kerf of {kerf:g} mm"
    return [CutFault(message, "a hole must be wider than the kerf everywhere", _box_middle(hole))]


def _find_closed_notch(edge: Path, cut: OffsetPaths, kerf: float) -> list[CutFault]:
    """An outline with a notch narrower than the kerf, which the parallel path would close."""
    if cut.is_exact:
        return []
    import shapely

    nominal, lines = outline_polygon(edge), [shapely.LinearRing(p.polyline(FLAT)) for p in cut.paths]
    # Where the nominal edge may lie: half a kerf away, and more at the root of a sharp notch.
    reachable = shapely.union_all(lines).buffer(kerf)
    if len(cut.paths) == 1 and reachable.covers(nominal.exterior):
        return []
    # The beam does not get into the notch: there the edge is left alone, or the cuts of its sides run together.
    lost = nominal.exterior.difference(reachable)
    if lost.is_empty:
        lost = nominal.buffer(kerf / 2).buffer(-kerf / 2 - FLAT).difference(nominal)
    spot = _box_middle(edge) if lost.is_empty else _inner_point(lost)
    message = f"the outline ({_size_text(edge)}) has a notch that is narrower than the kerf of {kerf:g} mm"
    return [CutFault(message, "widen it, or round its end", spot)]


def _note_polylines(part: Part, cuts: Sequence[OffsetPaths]) -> list[Problem]:
    count = sum(not cut.is_exact for cut in cuts)
    verb = "is" if count == 1 else "are"
    message = (f"{part.name}: {count_things(count, 'cut')} {verb} written as short straight lines, "
               "accurate to 0.003 mm")
    return [Problem(Location(), message, level="notice")] if count else []


def _engraving_steps(machine: Machine, items: Iterable[Item]) -> list[MachiningStep]:
    """Everything that is filled: shapes, and words of an engraved role that are small enough."""
    steps = []
    for item in items:
        if isinstance(item, Lettering) and _is_engraved(machine, item):
            steps.append(MachiningStep(Operation.ENGRAVE, item.role, outline_text(item.text)))
        elif isinstance(item, Shape) and machine.roles[item.role] is Operation.ENGRAVE:
            steps.append(MachiningStep(Operation.ENGRAVE, item.role, normalize_area(item.paths)))
    return [step for step in steps if step.paths]


def _scoring_steps(machine: Machine, items: Sequence[Item], edges: Sequence[Path]) -> list[MachiningStep]:
    """Everything that is scored: lines, each once, and the outlines of words that are not engraved."""
    lines = merge_lines(_paths_of(items, machine, Operation.SCORE), edges)
    steps = [MachiningStep(Operation.SCORE, role, (path,)) for role, path in lines]
    for item in items:
        if isinstance(item, Lettering) and not _is_engraved(machine, item) and item.text.string.strip():
            steps.append(MachiningStep(Operation.SCORE, item.role, outline_text(item.text)))
    return steps


def _is_engraved(machine: Machine, item: Lettering) -> bool:
    """Whether words are small, of an engraved role. Engraving large ones too would sweep over the whole board."""
    return machine.roles[item.role] is Operation.ENGRAVE and ink_area(item.text) <= machine.engraved_text


# Merging: no line may be drawn twice, because a double pass burns deeper and wider.

T = TypeVar("T")
Span = tuple[float, float]


@dataclass(frozen=True)
class _StraightSegment:
    """A straight segment as its direction (0 to pi), its distance from the origin and its interval along the line;
    owner -1 is the part's own edge."""

    owner: int
    angle: float
    off: float
    span: Span


def merge_lines(paths: Sequence[tuple[T, Path]], against: Sequence[Path] = ()) -> list[tuple[T, Path]]:
    """The same lines with their labels, none drawn twice; a joined piece takes the label of its first owner.

    Only paths that overlap are taken apart. Their straight pieces are joined along each common line, so that a grid
    drawn cell by cell becomes its long lines. Whatever lies on a line of `against` (the part's own edge) is left out.
    """
    straights = [s for i, (_, path) in enumerate(paths) for s in _straight_segments(i, path)]
    straights += [s for path in against for s in _straight_segments(-1, path)]
    bundles = _bundle_collinear(straights)
    bends = _group_bends(paths)
    doubled = {owner for bundle in bundles for owner in _overlapping_owners(bundle)}
    doubled |= {owner for drawn in bends.values() if len(drawn) > 1 for owner, _ in drawn}
    whole = [labelled for i, labelled in enumerate(paths) if i not in doubled]
    arcs = [(paths[drawn[0][0]][0], drawn[0][1]) for drawn in bends.values() if drawn[0][0] in doubled]
    lines = [(paths[owner][0], piece) for bundle in bundles for owner, piece in _join_bundle(bundle, doubled)]
    return whole + arcs + lines


def _straight_segments(owner: int, path: Path) -> list[_StraightSegment]:
    """The straight lines of a path, each by its direction from 0 to half a turn, its distance from the origin, and
    its extent along that direction in mm. Lines on one line have equal directions and distances."""
    straights = []
    for start, segment in path:
        length = math.dist(start, segment.to)
        if not isinstance(segment, Line) or length < 1e-9:
            continue
        angle = math.atan2(segment.to[1] - start[1], segment.to[0] - start[0]) % math.pi
        angle = 0.0 if math.pi - angle < TURN else angle
        c, s = math.cos(angle), math.sin(angle)
        a, b = sorted(p[0] * c + p[1] * s for p in (start, segment.to))
        straights.append(_StraightSegment(owner, angle, start[1] * c - start[0] * s, (a, b)))
    return straights


def _bundle_collinear(straights: list[_StraightSegment]) -> list[list[_StraightSegment]]:
    """Segments in bundles, one for each common line."""
    bundles: list[list[_StraightSegment]] = []
    for parallel in _split_at_jumps(straights, lambda s: s.angle, TURN):
        bundles += _split_at_jumps(parallel, lambda s: s.off, NEAR)
    return bundles


def _split_at_jumps(
    segments: list[_StraightSegment], key: Callable[[_StraightSegment], float], step: float
) -> list[list[_StraightSegment]]:
    """Segments in the order of a key, split where it jumps by more than a step."""
    ordered = sorted(segments, key=lambda s: (key(s), s.owner, s.span))
    cuts = [0, *(i + 1 for i, (a, b) in enumerate(pairwise(ordered)) if key(b) - key(a) > step), len(ordered)]
    return [ordered[a:b] for a, b in pairwise(cuts) if a < b]


def _overlapping_owners(bundle: list[_StraightSegment]) -> set[int]:
    """The owners of segments in a bundle that overlap, the part's edge left out."""
    owners: set[int] = set()
    reach, last = -math.inf, -1
    for s in sorted(bundle, key=lambda s: s.span):
        if min(reach, s.span[1]) - s.span[0] > LEAST:
            owners |= {s.owner, last}
        if s.span[1] > reach:
            reach, last = s.span[1], s.owner
    return owners - {-1}


def _join_bundle(bundle: list[_StraightSegment], doubled: set[int]) -> list[tuple[int, Path]]:
    """What the doubled owners draw along a common line, joined, without what the part's edge covers."""
    segments = sorted((s for s in bundle if s.owner in doubled), key=lambda s: s.span)
    covered = sorted(s.span for s in bundle if s.owner == -1)
    joined: list[tuple[int, Span]] = []
    for s in segments:
        if joined and s.span[0] <= joined[-1][1][1] + LEAST:
            owner, (a, b) = joined[-1]
            joined[-1] = min(owner, s.owner), (a, max(b, s.span[1]))
        else:
            joined.append((s.owner, s.span))
    free = [(owner, rest) for owner, whole in joined for rest in _subtract_spans(whole, covered)]
    return [(owner, line(_point_at(segments[0], a), _point_at(segments[0], b))) for owner, (a, b) in free]


def _subtract_spans(whole: Span, covered: list[Span]) -> list[Span]:
    rest, reached = [], whole[0]
    for a, b in covered:
        rest.append((reached, min(a, whole[1])))
        reached = max(reached, b)
    return [(a, b) for a, b in [*rest, (reached, whole[1])] if b - a > LEAST]


def _point_at(s: _StraightSegment, t: float) -> Point:
    """The point at the distance t along the line of a segment, from the point of the line that is nearest to the
    origin."""
    c, n = math.cos(s.angle), math.sin(s.angle)
    return t * c - s.off * n, t * n + s.off * c


def _group_bends(paths: Sequence[tuple[T, Path]]) -> dict[object, list[tuple[int, Path]]]:
    """The arcs and curves with their owners, grouped by the line that they draw."""
    groups: dict[object, list[tuple[int, Path]]] = defaultdict(list)
    for i, (_, path) in enumerate(paths):
        for start, segment in path:
            if not isinstance(segment, Line):
                bend = Path(start, (segment,))
                groups[_bend_key(bend)].append((i, bend))
    return groups


def _bend_key(bend: Path) -> object:
    """A key that is equal for bends along the same line, in either direction: ends and box, to 0.01 mm."""
    ends = sorted((bend.start, bend.end), key=lambda p: (round(p[0], 2), round(p[1], 2)))
    return tuple(round(v * 100) for v in (*ends[0], *ends[1], *bend.bounds()))
