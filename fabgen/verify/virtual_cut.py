"""The cuts of a laser file → the parts that they make, with what is engraved and scored on each.

Which contour lies inside which is found from geometry alone; an element's id says only to which part it claims to
belong. A line that cuts several parts at once is named after the first and the last part of its block
(`coin-token-1-to-20.line-3`); how many parts there are, and where, is found from the lines.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from fabgen.core.english import count_things
from fabgen.core.problems import Problem
from fabgen.laser.machine import Machine
from fabgen.materials.operations import CUTS, Operation
from fabgen.verify.readers.content import BLOCK_ID, Element, FileContent, limit_problems
from fabgen.verify.readers.contours import Points, build_contour, parts_of
from fabgen.verify.shapes import group_lines
from fabgen.verify.toolpaths import Operations, tells_holes_apart

if TYPE_CHECKING:
    from shapely import Polygon


@dataclass(frozen=True)
class CutPart:
    """One part as it is on a sheet: its outlines, its holes, and what is engraved and scored on it. `areas`: those of
    the outlines, with holes not taken out; `windows`: those of the holes. `block`: the name of its block, if it shares
    its edges with other parts."""

    instance: str
    outlines: tuple[Element, ...]
    holes: tuple[Element, ...]
    engraved: tuple[Element, ...]
    scored: tuple[Element, ...]
    areas: tuple[Polygon, ...] = field(repr=False)
    windows: tuple[Polygon, ...] = field(repr=False)
    block: str = ""

    @property
    def slug(self) -> str:
        """The name of the part without the number of its copy."""
        return self.instance.rpartition("-")[0]

    @property
    def spot(self) -> tuple[float, float]:
        """A point of the part, in mm from the lower left corner."""
        return self.outlines[0].spot


def find_cut_parts(
    content: FileContent, operations: Operations, machine: Machine
) -> tuple[list[CutPart], list[Problem]]:
    """The parts of a sheet, and the Problems of its cuts. Contours that lie in no other contour are outlines; those
    directly in an outline are its holes."""
    import shapely

    all_cuts = [element for element in content.elements if operations.get(element.order) in CUTS]
    cuts = [element for element in all_cuts
            if not element.block and all(ring.closed and len(ring.points) > 3 for ring in element.rings)]
    problems = [
        content.problem(element.id, "several contours in one element: programs cannot put holes first")
        for element in cuts
        if len(element.rings) > 1
    ]
    cuts = [element for element in cuts if len(element.rings) == 1]
    shared = [element for element in all_cuts if element.block]
    problems += _check_crossing_cuts(content, [*cuts, *shared])
    shared_outlines, block_problems = outline_shared_parts(content, shared)
    cuts += shared_outlines
    operations = operations | {element.order: Operation.CUT_OUTER for element in shared_outlines}
    areas = [shapely.Polygon(element.rings[0].points) for element in cuts]
    problems += block_problems + [
        content.problem(element.id, "the contour crosses itself", "", element.spot)
        for element, area in zip(cuts, areas, strict=True)
        if not area.is_valid
    ]
    valid = [(element, area) for element, area in zip(cuts, areas, strict=True) if area.is_valid]
    outer, inner, nesting_problems = _nest_contours(content, valid, operations, tells_holes_apart(content, machine))
    parts = _gather_parts(content, valid, outer, inner, nesting_problems)
    marked_parts = _add_marks(content, parts, operations, nesting_problems)  # adds what is wrong to `nesting_problems`
    return marked_parts, limit_problems(problems) + limit_problems(nesting_problems)


def _check_crossing_cuts(content: FileContent, cuts: list[Element]) -> list[Problem]:
    """Problems of cuts that meet: areas alone would hide a slit from an outline to a hole. Cuts of one block may
    meet."""
    import shapely

    lines = [shapely.MultiLineString([ring.points for ring in element.rings]) for element in cuts]
    pairs = shapely.STRtree(lines).query(lines, predicate="intersects").T.tolist() if lines else []
    problems = list[Problem]()
    for first_index, second_index in sorted(pairs):
        if first_index >= second_index:  # each pair is there in both orders
            continue
        first, second = cuts[first_index], cuts[second_index]
        if not first.block or first.block != second.block:
            what = f"it meets the cut {second.id}"
            problems.append(content.problem(first.id, what, "cuts never touch each other", first.spot))
    return limit_problems(problems)


_Contours = list[tuple[Element, "Polygon"]]


def _nest_contours(
    content: FileContent, contours: _Contours, operations: Operations, tells_holes: bool
) -> tuple[list[int], dict[int, int], list[Problem]]:
    """The indices of outlines, the outline of each hole, and the Problems of contours in the wrong order or group.
    `tells_holes`: whether the file tells holes from outlines."""
    areas = [area for _, area in contours]
    containers: dict[int, list[int]] = defaultdict(list)
    for inside, outside in _contained_pairs(areas):
        containers[inside].append(outside)
    innermost = {index: min(around, key=lambda outside: areas[outside].area) for index, around in containers.items()}
    outer = [index for index in range(len(areas)) if len(containers.get(index, ())) % 2 == 0]
    inner = {index: innermost[index] for index in range(len(areas)) if len(containers.get(index, ())) % 2}
    outlines_in_holes = {index: innermost[index] for index in outer if index in innermost}
    problems = list(_check_cut_order(content, contours, outlines_in_holes))
    if tells_holes:
        for index, (element, _) in enumerate(contours):
            true_operation = Operation.CUT_INNER if index in inner else Operation.CUT_OUTER
            operation = operations[element.order]
            if operation is not true_operation:
                what = f"{operation.value} by its colour, but its place makes it {true_operation.value}"
                problems.append(content.problem(element.id, what, "", element.spot))
    return outer, inner, problems


def _contained_pairs(areas: Sequence[Polygon]) -> Iterator[tuple[int, int]]:
    """The indices of each area that lies in another one, and of that other one."""
    import shapely

    if len(areas) < 2:
        return
    outer, inner = shapely.STRtree(areas).query(areas)  # whose boxes meet
    is_other = outer != inner  # an area contains itself, which takes long to find out
    outer, inner = outer[is_other], inner[is_other]
    shapely.prepare(areas)
    array = np.array(areas)
    is_inside = shapely.contains(array[outer], array[inner])
    yield from zip(inner[is_inside].tolist(), outer[is_inside].tolist(), strict=True)


def _check_cut_order(content: FileContent, contours: _Contours, lies_in: dict[int, int]) -> Iterator[Problem]:
    """Problems of outlines that are cut after the hole in which they lie."""
    for i, j in lies_in.items():
        element, hole = contours[i][0], contours[j][0]
        if element.order > hole.order:
            reason = "what is cut out of a sheet falls, with all that lies on it: inner parts come first"
            yield content.problem(
                element.id, f"the part is cut after the hole {hole.id} it lies in", reason, element.spot
            )


def _gather_parts(
    content: FileContent, contours: _Contours, outer: list[int], inner: dict[int, int], problems: list[Problem]
) -> list[CutPart]:
    """The outlines with their holes, by the part that each outline claims to be. Adds Problems of holes to
    `problems`."""
    outlines_by_part: dict[str, list[int]] = defaultdict(list)
    for i in outer:
        outlines_by_part[_claimed_part(contours[i][0])].append(i)
    parts = []
    for instance, outline_indices in outlines_by_part.items():
        holes = [i for i, outline_index in inner.items() if outline_index in outline_indices]
        for i in holes:
            element, outline = contours[i][0], contours[inner[i]][0]
            if _claimed_part(element) != instance:
                problems.append(
                    content.problem(
                        element.id,
                        f"this contour lies in {instance}: parts overlap, or its name is wrong",
                        "",
                        element.spot,
                    )
                )
            if element.order > outline.order:
                problems.append(
                    content.problem(
                        element.id,
                        f"the hole is cut after its outline {outline.id}",
                        "a part that is cut free may shift: holes come first",
                        element.spot,
                    )
                )
        parts.append(
            CutPart(
                instance,
                tuple(contours[i][0] for i in outline_indices),
                tuple(contours[i][0] for i in holes),
                (),
                (),
                tuple(contours[i][1] for i in outline_indices),
                tuple(contours[i][1] for i in holes),
                contours[outline_indices[0]][0].group if contours[outline_indices[0]][0].paint == SHARED else "",
            )
        )
    return parts


def _claimed_part(element: Element) -> str:
    """The part that an element claims to belong to."""
    return element.id.partition(".")[0]


def _add_marks(
    content: FileContent, parts: list[CutPart], operations: Operations, problems: list[Problem]
) -> list[CutPart]:
    """The parts with what is engraved and scored on them, found by place. Adds Problems of marks to `problems`."""
    import shapely

    marks = [element for element in content.elements
             if operations.get(element.order) in (Operation.ENGRAVE, Operation.SCORE)]
    owners = [n for n, part in enumerate(parts) for _ in part.areas]
    areas = [area for part in parts for area in part.areas]
    pairs = []
    if marks and parts:
        lines = group_lines([[ring.points for ring in element.rings] for element in marks])
        pairs = shapely.STRtree(lines).query(areas, predicate="intersects").T.tolist()
    pairs.sort(key=lambda pair: -areas[pair[0]].area)
    area_of_mark = {mark: area for area, mark in pairs}  # the smallest: a part may lie in another's hole
    marks_of_part: dict[int, list[Element]] = defaultdict(list)
    for i, element in enumerate(marks):
        part_index = owners[area_of_mark[i]] if i in area_of_mark else None
        if part_index is None:
            problems.append(content.problem(element.id, "this lies in no part", "", element.spot))
            continue
        if _claimed_part(element) != parts[part_index].instance:
            problems.append(
                content.problem(
                    element.id,
                    f"this lies in {parts[part_index].instance}",
                    "marks are named after their part",
                    element.spot,
                )
            )
        marks_of_part[part_index].append(element)
    return [_with_marks(part, marks_of_part[n], operations) for n, part in enumerate(parts)]


def _with_marks(part: CutPart, marks: list[Element], operations: Operations) -> CutPart:
    """A part with its marks, sorted into engraved and scored."""
    engraved = tuple(element for element in marks if operations[element.order] is Operation.ENGRAVE)
    scored = tuple(element for element in marks if operations[element.order] is Operation.SCORE)
    return replace(part, engraved=engraved, scored=scored)


SHARED = "shared"  # the paint of an outline that is found from common lines
JOIN = 0.005  # mm by which lines are lengthened, so that lines which end on each other meet in spite of rounding


def outline_shared_parts(content: FileContent, shared_lines: list[Element]) -> tuple[list[Element], list[Problem]]:
    """The outlines of all parts in the blocks, each in the place of its block's first line, and the Problems of the
    blocks."""
    lines: dict[str, list[Element]] = defaultdict(list)
    for element in shared_lines:
        lines[element.block].append(element)
    outlines: list[Element] = []
    problems: list[Problem] = []
    for name, block_lines in lines.items():
        faces, match = _faces(block_lines), BLOCK_ID.fullmatch(block_lines[0].id)
        assert match, "only elements with a block's name come here"
        names = [f"{match[2]}-{copy}" for copy in range(int(match[3]), int(match[4]) + 1)]
        if len(faces) != len(names):
            what = f"the common lines of {name} make {count_things(len(faces), 'part')}, not {len(names)}"
            problems.append(content.problem(block_lines[0].id, what, "", block_lines[0].spot))
        named_faces = zip(_name_faces(content, names, faces), faces, strict=True)
        outlines += [_outline(block_lines[0], name, outline_name, face) for outline_name, face in named_faces]
    return outlines, problems


def _faces(block_lines: list[Element]) -> list[Polygon]:
    """The areas that the lines of a block cut out of the sheet, column by column."""
    import shapely

    drawn = [_lengthen(line.points) for element in block_lines for line in element.rings]
    faces = parts_of(shapely.polygonize([shapely.node(shapely.MultiLineString(drawn))]))
    solid = [face for face in faces if face.area > 4 * JOIN * JOIN and face.buffer(-JOIN).area > 0]
    return sorted(solid, key=lambda face: tuple(round(v, 1) for v in face.bounds[:2]))


def _lengthen(points: Points) -> Points:
    """A line lengthened by JOIN at both ends; a closed line as it is."""
    if (points[0] == points[-1]).all():
        return points
    first, last = points[0] - points[1], points[-1] - points[-2]
    before, after = points[0] + first / np.hypot(*first) * JOIN, points[-1] + last / np.hypot(*last) * JOIN
    return np.concatenate([[before], points, [after]])


def _name_faces(content: FileContent, names: list[str], faces: list[Polygon]) -> list[str]:
    """A name for each face: that of the first mark in it, or else one of the names that are left."""
    import shapely

    marks = [e for e in content.elements if e.id.partition(".")[0] in set(names)]
    tree = shapely.STRtree([shapely.Point(e.spot) for e in marks])
    inside = [sorted(map(int, tree.query(face, predicate="contains"))) if marks else [] for face in faces]
    claimed = [marks[mark_indices[0]].id.partition(".")[0] if mark_indices else "" for mark_indices in inside]
    remaining = iter([name for name in names if name not in claimed])
    return [name or next(remaining, f"{names[0]}-extra") for name in claimed]


def _outline(line: Element, block: str, name: str, face: Polygon) -> Element:
    """The outline of a face as an element with the name of its part."""
    import shapely

    points = shapely.get_coordinates(face.normalize().simplify(JOIN / 10))  # without the ends of drawn out lines
    contour = build_contour(points[:1], [(points[i : i + 1], False) for i in range(1, len(points))], closed=True)
    assert contour, "a face has an outline"
    return replace(line, id=f"{name}.edge", group=block, paint=SHARED, rings=(contour,))
