"""The cuts of a laser file → the parts that they make, with what is engraved and scored on each.

What is inside of what is found from geometry alone; an element's id says only to which part it claims to belong. A
line that cuts several parts at once is named after the first and the last part of its block (`coin-
token-1-to-20.line-3`); how many parts there are, and where, is found from the lines.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from fabgen.core.problems import Problem, count_things
from fabgen.laser.machine import Machine
from fabgen.materials.operations import CUTS, Operation
from fabgen.verify.readers.content import BLOCK_ID, Element, FileContent, shorten
from fabgen.verify.readers.contours import Points, build_contour, parts_of
from fabgen.verify.toolpaths import Operations, tells_holes_apart

if TYPE_CHECKING:
    from shapely import Polygon


@dataclass(frozen=True)
class CutPart:
    """One part as it lies on a sheet: its outlines, the holes in them, and what is engraved and scored on it."""

    instance: str
    outlines: tuple[Element, ...]
    holes: tuple[Element, ...]
    engraved: tuple[Element, ...]
    scored: tuple[Element, ...]
    areas: tuple[Polygon, ...] = field(repr=False)  # of the outlines, holes not taken out
    windows: tuple[Polygon, ...] = field(repr=False)  # of the holes
    block: str = ""  # of parts that share their edges

    @property
    def slug(self) -> str:
        """The name of the part without the number of its copy."""
        return self.instance.rpartition("-")[0]

    @property
    def spot(self) -> tuple[float, float]:
        return self.outlines[0].spot


def find_cut_parts(content: FileContent, done: Operations, machine: Machine) -> tuple[list[CutPart], list[Problem]]:
    """The parts of a sheet: contours that lie in no other are outlines, those directly in an outline its holes."""
    import shapely

    every = [e for e in content.elements if done.get(e.order) in CUTS]
    cuts = [e for e in every if not e.block and all(ring.closed and len(ring.points) > 3 for ring in e.rings)]
    problems = [
        content.problem(e.id, "several contours in one element: programs cannot put holes first")
        for e in cuts
        if len(e.rings) > 1
    ]
    cuts = [e for e in cuts if len(e.rings) == 1]
    shared = [e for e in every if e.block]
    problems += _check_crossing_cuts(content, [*cuts, *shared])
    faces, more_problems = outline_shared_parts(content, shared)
    cuts += faces
    done = done | {e.order: Operation.CUT_OUTER for e in faces}
    areas = [shapely.Polygon(e.rings[0].points) for e in cuts]
    problems += more_problems + [
        content.problem(e.id, "the contour crosses itself", "", e.spot)
        for e, area in zip(cuts, areas, strict=True)
        if not area.is_valid
    ]
    sound = [(e, area) for e, area in zip(cuts, areas, strict=True) if area.is_valid]
    outer, inner, wrong = _nest_contours(content, sound, done, tells_holes_apart(content, machine))
    found = _gather_parts(content, sound, outer, inner, wrong)
    return _add_marks(content, found, done, wrong), shorten(problems) + shorten(wrong)


def _check_crossing_cuts(content: FileContent, cuts: list[Element]) -> list[Problem]:
    """Cuts that meet: areas alone would hide a slit from an outline to a hole. Those of one block may."""
    import shapely

    lines = [shapely.MultiLineString([ring.points for ring in e.rings]) for e in cuts]
    pairs = shapely.STRtree(lines).query(lines, predicate="intersects").T.tolist() if lines else []
    return shorten(
        content.problem(cuts[i].id, f"it meets the cut {cuts[j].id}", "cuts never touch each other", cuts[i].spot)
        for i, j in sorted(pairs)
        if i < j and not (cuts[i].block and cuts[i].block == cuts[j].block)
    )


_Sound = list[tuple[Element, "Polygon"]]


def _nest_contours(
    content: FileContent, sound: _Sound, done: Operations, is_told_apart: bool
) -> tuple[list[int], dict[int, int], list[Problem]]:
    """The indices of outlines, the outline of each hole, and contours whose group says otherwise."""
    import shapely

    areas = [area for _, area in sound]
    inside, around = shapely.STRtree(areas).query(areas, predicate="within") if areas else ((), ())
    above: dict[int, list[int]] = defaultdict(list)
    for i, j in zip(map(int, inside), map(int, around), strict=True):
        if i != j:
            above[i].append(j)
    outer = [i for i in range(len(areas)) if len(above[i]) % 2 == 0]
    inner = {i: min(above[i], key=lambda j: areas[j].area) for i in range(len(areas)) if len(above[i]) % 2}
    wrong = list(
        _check_cut_order(content, sound, {i: min(above[i], key=lambda j: areas[j].area) for i in outer if above[i]})
    )
    if is_told_apart:
        for i, (element, _) in enumerate(sound):
            real = Operation.CUT_INNER if i in inner else Operation.CUT_OUTER
            if done[element.order] is not real:
                wrong.append(
                    content.problem(
                        element.id,
                        f"{done[element.order].value} by its colour, but its place makes it {real.value}",
                        "",
                        element.spot,
                    )
                )
    return outer, inner, wrong


def _check_cut_order(content: FileContent, sound: _Sound, lies_in: dict[int, int]) -> Iterator[Problem]:
    """Outlines that are cut after the hole in which they lie."""
    for i, j in lies_in.items():
        element, hole = sound[i][0], sound[j][0]
        if element.order > hole.order:
            why = "what is cut out of a sheet falls, with all that lies on it: inner parts come first"
            yield content.problem(element.id, f"the part is cut after the hole {hole.id} it lies in", why, element.spot)


def _gather_parts(
    content: FileContent, sound: _Sound, outer: list[int], inner: dict[int, int], wrong: list[Problem]
) -> list[CutPart]:
    """Outlines with their holes, by the part that the outline claims to be."""
    parts: dict[str, list[int]] = defaultdict(list)
    for i in outer:
        parts[_instance(sound[i][0])].append(i)
    found = []
    for instance, mine in parts.items():
        holes = [i for i, home in inner.items() if home in mine]
        for i in holes:
            element, outline = sound[i][0], sound[inner[i]][0]
            if _instance(element) != instance:
                wrong.append(
                    content.problem(
                        element.id,
                        f"this contour lies in {instance}: parts overlap, or its name is wrong",
                        "",
                        element.spot,
                    )
                )
            if element.order > outline.order:
                wrong.append(
                    content.problem(
                        element.id,
                        f"the hole is cut after its outline {outline.id}",
                        "a part that is cut free may shift: holes come first",
                        element.spot,
                    )
                )
        found.append(
            CutPart(
                instance,
                tuple(sound[i][0] for i in mine),
                tuple(sound[i][0] for i in holes),
                (),
                (),
                tuple(sound[i][1] for i in mine),
                tuple(sound[i][1] for i in holes),
                sound[mine[0]][0].group if sound[mine[0]][0].paint == SHARED else "",
            )
        )
    return found


def _instance(element: Element) -> str:
    return element.id.partition(".")[0]


def _add_marks(content: FileContent, parts: list[CutPart], done: Operations, wrong: list[Problem]) -> list[CutPart]:
    """The parts with what is engraved and scored on them, by place."""
    import shapely

    marks = [e for e in content.elements if done.get(e.order) in (Operation.ENGRAVE, Operation.SCORE)]
    owners = [n for n, part in enumerate(parts) for _ in part.areas]
    areas = [area for part in parts for area in part.areas]
    lines = [shapely.MultiLineString([ring.points for ring in e.rings]) for e in marks]
    pairs = shapely.STRtree(areas).query(lines, predicate="intersects").T.tolist() if lines and parts else []
    homes = dict(sorted(pairs, key=lambda pair: -areas[pair[1]].area))  # the smallest: a part may lie in another's hole
    mine: dict[int, list[Element]] = defaultdict(list)
    for i, element in enumerate(marks):
        home = owners[homes[i]] if i in homes else None
        if home is None:
            wrong.append(content.problem(element.id, "this lies in no part", "", element.spot))
            continue
        if _instance(element) != parts[home].instance:
            wrong.append(
                content.problem(
                    element.id, f"this lies in {parts[home].instance}", "marks are named after their part", element.spot
                )
            )
        mine[home].append(element)
    return [_with_marks(part, mine[n], done) for n, part in enumerate(parts)]


def _with_marks(part: CutPart, marks: list[Element], done: Operations) -> CutPart:
    engraved = tuple(e for e in marks if done[e.order] is Operation.ENGRAVE)
    scored = tuple(e for e in marks if done[e.order] is Operation.SCORE)
    return replace(part, engraved=engraved, scored=scored)


SHARED = "shared"  # the paint of an outline that is found from common lines
JOIN = 0.005  # mm by which lines are drawn out, so that those which end on each other meet


def outline_shared_parts(content: FileContent, shared: list[Element]) -> tuple[list[Element], list[Problem]]:
    """The outlines of all parts in the blocks, each in the place of its block's first line."""
    lines: dict[str, list[Element]] = defaultdict(list)
    for element in shared:
        lines[element.block].append(element)
    found: list[Element] = []
    problems: list[Problem] = []
    for name, block_lines in lines.items():
        faces, match = _faces(block_lines), BLOCK_ID.fullmatch(block_lines[0].id)
        assert match, "only elements with a block's name come here"
        names = [f"{match[2]}-{copy}" for copy in range(int(match[3]), int(match[4]) + 1)]
        if len(faces) != len(names):
            more_problems = f"the common lines of {name} make {count_things(len(faces), 'part')}, not {len(names)}"
            problems.append(content.problem(block_lines[0].id, more_problems, "", block_lines[0].spot))
        named = zip(_name_faces(content, names, faces), faces, strict=True)
        found += [_outline(block_lines[0], name, one, face) for one, face in named]
    return found, problems


def _faces(block_lines: list[Element]) -> list[Polygon]:
    """What the lines of a block cut out of the sheet, column by column."""
    import shapely

    drawn = [_longer(line.points) for element in block_lines for line in element.rings]
    faces = parts_of(shapely.polygonize([shapely.node(shapely.MultiLineString(drawn))]))
    solid = [face for face in faces if face.area > 4 * JOIN * JOIN and face.buffer(-JOIN).area > 0]
    return sorted(solid, key=lambda face: tuple(round(v, 1) for v in face.bounds[:2]))


def _longer(points: Points) -> Points:
    """A line drawn out at both ends; a closed one as it is."""
    if (points[0] == points[-1]).all():
        return points
    first, last = points[0] - points[1], points[-1] - points[-2]
    before, after = points[0] + first / np.hypot(*first) * JOIN, points[-1] + last / np.hypot(*last) * JOIN
    return np.concatenate([[before], points, [after]])


def _name_faces(content: FileContent, names: list[str], faces: list[Polygon]) -> list[str]:
    """A name for each face: that of the first mark in it, else one that is left."""
    import shapely

    marks = [e for e in content.elements if e.id.partition(".")[0] in set(names)]
    tree = shapely.STRtree([shapely.Point(e.spot) for e in marks])
    inside = [sorted(map(int, tree.query(face, predicate="contains"))) if marks else [] for face in faces]
    claimed = [marks[found[0]].id.partition(".")[0] if found else "" for found in inside]
    left = iter([name for name in names if name not in claimed])
    return [name or next(left, f"{names[0]}-extra") for name in claimed]


def _outline(line: Element, block: str, name: str, face: Polygon) -> Element:
    import shapely

    points = shapely.get_coordinates(face.normalize().simplify(JOIN / 10))  # without the ends of drawn out lines
    block_lines = build_contour(points[:1], [(points[i : i + 1], False) for i in range(1, len(points))], closed=True)
    assert block_lines, "a face has an outline"
    return replace(line, id=f"{name}.edge", group=block, paint=SHARED, rings=(block_lines,))
