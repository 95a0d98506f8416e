"""The second files of laser sheets → every Problem of what they engrave, and of its register with the fronts.

A part is turned over in its own hole, so the hole must hold it turned over, with no more than a kerf to spare; and what
is engraved then must be the back of that part, in the same pose as its front.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from fabgen.artwork.drawing import Role
from fabgen.core.problems import Location, Problem
from fabgen.core.units import format_number
from fabgen.materials.operations import CUTS, Operation
from fabgen.verify.compare import CUT_TOLERANCE, Pose, differing_marks, place_shape, poses_of_front
from fabgen.verify.expected_things import ExpectedJob
from fabgen.verify.files import AGAIN
from fabgen.verify.nominal_part import NominalPart
from fabgen.verify.readers.content import Element, FileContent, limit_problems
from fabgen.verify.shapes import unite
from fabgen.verify.toolpaths import assign_operations, check_contours, check_fills, check_order, check_overlaps
from fabgen.verify.virtual_cut import CutPart, find_cut_parts

SUFFIX = "-backs"
PLAY = 0.02  # mm of play in a hole over the kerf, by rounding


def is_second_side(content: FileContent) -> bool:
    """Whether a file says by its name that it is the second one of a sheet."""
    return PurePosixPath(content.file).stem.endswith(SUFFIX)


def check_second_sides(
    seconds: Sequence[FileContent], fronts: Sequence[FileContent], expected: ExpectedJob
) -> list[Problem]:
    """Every Problem of the second files, and of those that are missing."""
    by_front = {_front_file(content): content for content in seconds}
    problems: list[Problem] = []
    if not by_front and not any(part.both_sides for part in expected.parts.values()):
        return problems
    for front in fronts:
        operations, _ = assign_operations(front, expected.shop.machine)
        parts, _ = find_cut_parts(front, operations, expected.shop.machine)
        turned = {part.instance: part for part in parts if _has_back(part, expected)}
        second = by_front.pop(front.file, None)
        if turned and second is None:
            what = f"{next(iter(turned))} has two sides, and this sheet has no second file"
            problems.append(Problem(Location(front.file), what, AGAIN))
        elif second is not None:
            problems += _check_second(second, front, turned, expected)
    problems += [Problem(Location(content.file), "there is no sheet that this is the second side of", AGAIN)
                 for content in by_front.values()]
    return problems


def _front_file(content: FileContent) -> str:
    path = PurePosixPath(content.file)
    return str(path.with_name(path.stem.removesuffix(SUFFIX) + path.suffix))


def _has_back(part: CutPart, expected: ExpectedJob) -> bool:
    return part.slug in expected.parts and expected.parts[part.slug].both_sides


def _check_second(
    second: FileContent, front: FileContent, turned: Mapping[str, CutPart], expected: ExpectedJob
) -> list[Problem]:
    """The Problems of one second file. `turned`: the parts with two sides on its front, by their ids."""
    machine = expected.shop.machine
    operations, problems = assign_operations(second, machine)
    if (second.width, second.height) != (front.width, front.height):
        what = f"it is {second.width:g} x {second.height:g} mm, its front {front.width:g} x {front.height:g} mm"
        problems.append(Problem(Location(second.file), what, "both lie at the same origin"))
    problems += check_contours(second, operations, machine.margin) + check_fills(second, operations)
    problems += check_overlaps(second, operations) + check_order(second, operations)
    marks: dict[str, list[Element]] = {}
    for element in second.elements:
        if operations.get(element.order) in CUTS:
            problems.append(second.problem(element.id, "a second file cuts nothing", "", element.spot))
        marks.setdefault(element.id.partition(".")[0], []).append(element)
    for name, elements in marks.items():
        if name not in turned:
            what = f"{name} has no second side on this sheet"
            problems.append(second.problem(name, what, "", elements[0].spot))
    for name, part in turned.items():
        problems += limit_problems(_check_back(second, front, part, marks.get(name, []), operations, expected))
    return problems


def _check_back(
    second: FileContent, front: FileContent, part: CutPart, marks: Sequence[Element],
    operations: Mapping[int, Operation], expected: ExpectedJob,
) -> Iterator[Problem]:
    """The Problems of the back of one part."""
    nominal = expected.nominal(part.slug)
    drawn = nominal.part
    assert drawn.back, "only parts with a back come here"
    back = NominalPart(replace(drawn, drawing=drawn.drawing.only(Role.EDGE) + drawn.back), nominal.machine,
                       nominal.kerf)
    poses = poses_of_front(front, part, nominal)
    if not poses:
        return  # told with the front
    for pose in poses:
        yield from _check_hole(front, part, nominal, pose)
        break
    engraved = tuple(e for e in marks if operations.get(e.order) is Operation.ENGRAVE)
    scored = tuple(e for e in marks if operations.get(e.order) is Operation.SCORE)
    turned = replace(part, engraved=engraved, scored=scored)
    found = [list(differing_marks(second, turned, back, pose)) for pose in poses]
    yield from min(found, key=len)


def _check_hole(front: FileContent, part: CutPart, nominal: NominalPart, pose: Pose) -> Iterator[Problem]:
    """Whether the hole that a part leaves holds it turned over, with no more than a kerf to spare."""
    from shapely.affinity import scale

    half = nominal.kerf / 2
    hole = unite(part.areas).buffer(half)
    turned = place_shape(scale(nominal.reachable, -1.0, 1.0, origin=(0, 0)), pose)
    if not hole.buffer(CUT_TOLERANCE).covers(turned):
        what = f"{part.instance} does not go back into its hole when it is turned over"
        yield front.problem(part.instance, what, "both sides would not be in register", part.spot)
    elif not turned.buffer(CUT_TOLERANCE).covers(hole.buffer(-nominal.kerf - PLAY)):
        what = f"{part.instance} has more than {format_number(nominal.kerf)} mm of play in its hole, turned over"
        yield front.problem(part.instance, what, "both sides would not be in register", part.spot)


__all__ = ["check_second_sides", "is_second_side"]
