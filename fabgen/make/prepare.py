"""A part's drawing at true size → what a machine does to it: operations with exact paths, kerf compensated, words as
outlines.

Each physical effect is one pass. All lengths in mm. Every problem of a part is found before any is raised.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fabgen.artwork.drawing import Item, Lettering, Role, Shape
from fabgen.artwork.part import Part
from fabgen.artwork.path import Path, Point, span
from fabgen.base import FabgenError, Problem, Where, plural
from fabgen.make.areas import FLAT, area, ink_of, lettered, outline
from fabgen.make.merge import merged
from fabgen.make.offset import Offset, offset
from fabgen.make.profile import CUTS, Machine, Material, Operation
from fabgen.make.room import size_of

INSIDE = 0.02  # mm: what a mark may stand over the edge by rounding


@dataclass(frozen=True)
class Work:
    """One thing to do: the paths of a filled work are one area."""

    operation: Operation
    role: Role
    paths: tuple[Path, ...]


@dataclass(frozen=True)
class Prepared:
    """A part ready to lie on a sheet: `outlines` are its outer cuts as emitted, `works` the rest and them, outlines
    last.

    A block of common lines has `cells`, the places of its copies' origins; its works are those of one copy without
    the outline, its outlines the frame, and `shared` the lines inside of it.
    """

    part: Part
    works: tuple[Work, ...]
    outlines: tuple[Path, ...]
    notes: tuple[Problem, ...] = ()
    cells: tuple[Point, ...] = ()
    shared: tuple[Path, ...] = ()

    def bounds(self) -> tuple[float, float, float, float]:
        """The exact box of the emitted outlines."""
        return span(p for path in self.outlines for p in (path.bounds()[:2], path.bounds()[2:]))


def prepare(part: Part, machine: Machine, material: Material, kerf: float) -> Prepared:
    """What the machine does to a part, at the part's own origin; `kerf` is the full width of the cut.

    The back of a part is not lasered. Raises FabgenError with every problem: open cuts, a hole that the kerf
    swallows, marks outside.
    """
    items = [item for item in part.drawing.items if machine.roles[item.role]]
    edges = [
        p
        for item in items
        if isinstance(item, Shape) and machine.roles[item.role] is Operation.CUT_OUTER
        for p in item.paths
    ]
    problems = _faults(part, machine, items, edges)
    if problems:
        raise FabgenError(problems)
    holes = [
        (item.role, p)
        for item in items
        if isinstance(item, Shape) and machine.roles[item.role] is Operation.CUT_INNER
        for p in item.paths
    ]
    problems = _burnt(part, material, edges, [p for _, p in holes])
    inner = [(role, hole, offset(hole, -kerf / 2)) for role, hole in holes]
    outer = [offset(edge, kerf / 2) for edge in edges]
    problems += [p for _, hole, cut in inner for p in _swallowed(part, hole, cut, kerf)]
    problems += [p for edge, cut in zip(edges, outer, strict=True) for p in _choked(part, edge, cut, kerf)]
    if problems:
        raise FabgenError(problems)
    notes = _polylines(part, [*outer, *(cut for _, _, cut in inner)])
    works = [*_areas(machine, items), *_lines(machine, items, edges)]
    works += [Work(Operation.CUT_INNER, role, cut.paths) for role, _, cut in inner]
    works += [Work(Operation.CUT_OUTER, Role.EDGE, cut.paths) for cut in outer]
    return Prepared(part, tuple(works), tuple(path for cut in outer for path in cut.paths), tuple(notes))


def pockets(prepared: Prepared, least: float) -> list[Path]:
    """The holes of a part, as they are cut, that are at least `least` mm wide both ways and in which nothing is."""
    import shapely

    holes = [work.paths[0] for work in prepared.works if work.operation is Operation.CUT_INNER]
    wide = [hole for hole in holes if min(size_of(hole.bounds())) >= least]
    if not wide:
        return []
    lines = [shapely.LineString(_closed(path)) for work in prepared.works for path in work.paths]
    tree = shapely.STRtree(lines)
    return [hole for hole in wide if len(tree.query(outline(hole), predicate="intersects")) == 1]


def _fault(part: Part, what: str, hint: str = "") -> Problem:
    return Problem(Where(), f"{part.name}: {what}", hint)


def _size(path: Path) -> str:
    x0, y0, x1, y1 = path.bounds()
    return f"{x1 - x0:.2f} x {y1 - y0:.2f} mm"


def _faults(part: Part, machine: Machine, items: Sequence[Item], edges: Sequence[Path]) -> list[Problem]:
    """Cuts and areas that are open, cut lines that cross, marks that lie outside of the part."""
    if not edges:
        return [_fault(part, "there is no outer edge to cut", "a part needs a closed path in role `edge`")]
    solid = (*CUTS, Operation.ENGRAVE)
    shapes = [item for item in items if isinstance(item, Shape)]
    words = [item for item in items if isinstance(item, Lettering) and machine.roles[item.role] in CUTS]
    found = [
        _fault(part, f"a line of role `{item.role.value}` is open, but cuts and engraved areas must be closed")
        for item in shapes
        if machine.roles[item.role] in solid and not all(p.closed for p in item.paths)
    ]
    found += [
        _fault(part, f"the words {item.text.string!r} would be cut out", "give them a role that is engraved")
        for item in words
    ]
    return found or _strays(part, machine, shapes, edges)


def _strays(part: Part, machine: Machine, shapes: Sequence[Shape], edges: Sequence[Path]) -> list[Problem]:
    import shapely

    areas = [outline(edge) for edge in edges]
    crossing = [
        _fault(part, f"the outer edge ({_size(edge)}) crosses itself")
        for edge, area in zip(edges, areas, strict=True)
        if not area.is_valid
    ]
    if crossing:
        return crossing
    body = shapely.union_all(areas)
    if body.area < sum(area.area for area in areas) - FLAT:
        return [_fault(part, "two outer edges overlap", "inner cuts take the role `hole`")]
    body = body.buffer(INSIDE)
    shapely.prepare(body)
    marks = [
        (shape, path)
        for shape in shapes
        if machine.roles[shape.role] is not Operation.CUT_OUTER
        for path in shape.paths
    ]
    inside = [body.covers(shapely.LineString(_closed(path))) for _, path in marks]
    outside = dict.fromkeys(shape.role.value for (shape, _), within in zip(marks, inside, strict=True) if not within)
    return [_fault(part, f"something of role `{role}` lies outside of the part") for role in outside]


def _burnt(part: Part, material: Material, edges: Sequence[Path], holes: Sequence[Path]) -> list[Problem]:
    """Cuts so near to each other that what is between them burns away. What is only weak, `making` tells."""
    import shapely

    rings = [shapely.LinearRing(_closed(p)) for p in (*edges, *holes)]
    near = shapely.STRtree(rings).query(rings, predicate="dwithin", distance=material.gap).T
    pairs = [(i, j) for i, j in near.tolist() if i < j and j >= len(edges)]
    width = min((round(float(rings[i].distance(rings[j])), 3) for i, j in pairs), default=material.gap)
    if width >= material.gap:
        return []
    what = f"two cuts are only {width:g} mm apart; {material.name} burns away under {material.gap:g} mm"
    return [_fault(part, what)]


def _swallowed(part: Part, hole: Path, cut: Offset, kerf: float) -> list[Problem]:
    if len(cut.paths) == 1:
        return []
    how = "vanishes" if not cut.paths else "falls apart"
    return [
        _fault(
            part,
            f"a hole of {_size(hole)} {how} under a kerf of {kerf:g} mm",
            "a hole must be wider than the kerf everywhere",
        )
    ]


def _choked(part: Part, edge: Path, cut: Offset, kerf: float) -> list[Problem]:
    """An outline whose notch is narrower than the kerf: the parallel path would close it."""
    import shapely

    if cut.exact:
        return []
    nominal, lines = outline(edge), [shapely.LinearRing(_closed(p)) for p in cut.paths]
    reached = shapely.union_all(lines).buffer(
        kerf
    )  # where the nominal edge may lie: half a kerf away, more at the root of a sharp notch
    if len(cut.paths) == 1 and reached.covers(nominal.exterior):
        return []
    return [
        _fault(
            part,
            f"the outline ({_size(edge)}) has a notch that is narrower than the kerf of {kerf:g} mm",
            "widen it, or round its end",
        )
    ]


def _polylines(part: Part, cuts: Sequence[Offset]) -> list[Problem]:
    count = sum(not cut.exact for cut in cuts)
    text = (f"{part.name}: half a kerf away its outline has no exact arcs everywhere; "
            f"{plural(count, 'cut')} of fine strokes instead, true to 0.003 mm")
    return [Problem(Where(), text, "nothing to do", "notice")] if count else []


def _areas(machine: Machine, items: Iterable[Item]) -> list[Work]:
    """Everything that is filled: shapes, and words of an engraved role that are small enough."""
    out = []
    for item in items:
        if isinstance(item, Lettering) and _engraved(machine, item):
            out.append(Work(Operation.ENGRAVE, item.role, lettered(item.text)))
        elif isinstance(item, Shape) and machine.roles[item.role] is Operation.ENGRAVE:
            out.append(Work(Operation.ENGRAVE, item.role, area(item.paths)))
    return [work for work in out if work.paths]


def _lines(machine: Machine, items: Sequence[Item], edges: Sequence[Path]) -> list[Work]:
    """Everything that is scored: lines, each once, and the outlines of words that are not engraved."""
    scored = [
        (item.role, p)
        for item in items
        if isinstance(item, Shape) and machine.roles[item.role] is Operation.SCORE
        for p in item.paths
    ]
    outlined = [item for item in items if isinstance(item, Lettering) and not _engraved(machine, item)]
    return [
        *(Work(Operation.SCORE, role, (path,)) for role, path in merged(scored, edges)),
        *(Work(Operation.SCORE, item.role, lettered(item.text)) for item in outlined if item.text.string.strip()),
    ]


def _engraved(machine: Machine, item: Lettering) -> bool:
    """Small words of an engraved role: to engrave coordinates would take a raster over the whole board."""
    return machine.roles[item.role] is Operation.ENGRAVE and ink_of(item.text) <= machine.engraved_text


def _closed(path: Path) -> list[tuple[float, float]]:
    points = path.flatten(FLAT)
    return [*points, points[0]] if path.closed else points
