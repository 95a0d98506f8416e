"""The elements of a laser file, its machine and the numbers of a job → what the machine does to each element, and
what is wrong with the sheet, whatever lies on it.

SVG and PDF are read by their looks, as programs do; DXF, LightBurn projects and G-code by layer, and the looks must
agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fabgen.core.problems import Problem
from fabgen.core.units import format_number
from fabgen.laser.machine import Machine, Paint
from fabgen.materials.operations import CUTS, Operation
from fabgen.verify.readers.content import Element, FileContent, limit_problems
from fabgen.verify.readers.contours import FLAT, STEP

LAYERED = ("dxf", "lbrn2", "gcode")
BY_OPERATION = ("lbrn2", "gcode")  # formats with a layer for each operation, which has no colour of ours
GROUPED = ("svg", *LAYERED)
WIDTH_TOLERANCE = 0.001  # mm that a line's width may differ by rounding
Operations = dict[int, Operation]


def assign_operations(content: FileContent, machine: Machine) -> tuple[Operations, list[Problem]]:
    """What the machine does to each element (by its order in the file); cuts of one colour all are CUT_OUTER.

    Problems: an element both filled and stroked, a colour that is not the machine's, a group that says something else.
    """
    operations: Operations = {}
    problems: list[Problem] = []
    sound_looks: dict[tuple[str, ...], Operation] = {}  # a sheet has thousands of elements, and few looks
    for element in content.elements:
        look = (element.group, element.paint, element.colour, element.width)
        operation = sound_looks.get(look) or _operation(content, element, machine)
        if operation is None:
            problems.append(_unknown_look_problem(content, element, machine))
            continue
        operations[element.order] = operation
        if look not in sound_looks:
            wrong = [*_check_look(content, element, operation, machine)]
            problems += wrong
            sound_looks |= {} if wrong else {look: operation}
    return operations, limit_problems(problems)


def tells_holes_apart(content: FileContent, machine: Machine) -> bool:
    """Whether the file tells inner cuts from outer ones."""
    looks = machine.operations
    return content.form in BY_OPERATION or looks[Operation.CUT_INNER] != looks[Operation.CUT_OUTER]


def named_groups(content: FileContent, machine: Machine) -> dict[str, tuple[Operation, ...]]:
    """The groups or layers of a format, each with its operations. Some have one for each."""
    if content.form in BY_OPERATION:
        return {operation.value: (operation,) for operation in machine.order}
    return dict(machine.layer_groups())


def _operation(content: FileContent, element: Element, machine: Machine) -> Operation | None:
    if content.form in LAYERED:
        known = named_groups(content, machine).get(element.group)
        return known[-1] if known else None
    looks = {_look(content, paint): operation for operation, paint in machine.operations.items()}
    return looks.get((element.paint, element.colour.lower()))


def _look(content: FileContent, paint: Paint) -> tuple[str, str]:
    """How an operation looks in a format: DXF has no fills that programs agree on."""
    return "stroke" if content.form == "dxf" else paint.paint, paint.colour.lower()


def _check_look(content: FileContent, element: Element, operation: Operation, machine: Machine) -> Iterator[Problem]:
    """Looks and groups that say something else than the operation."""
    paint = machine.operations[operation]
    if content.form in LAYERED and (what := _explain_colour(content, element, paint, operation)):
        yield content.problem(element.id, what, "some programs go by the layer, others by the colour", element.spot)
    width = paint.width
    if content.form not in LAYERED and width is not None and not _has_width(content, element.width, width):
        yield content.problem(
            element.id,
            f"the line is `{element.width}` wide, the profile `{machine.name}` says {format_number(width)} mm",
            "programs engrave lines that are wide",
        )
    if content.form in GROUPED and operation not in named_groups(content, machine).get(element.group, ()):
        yield content.problem(
            element.id,
            f"{operation.value} by its colour, but it stands in the group `{element.group}`",
            "programs go by the colour, people by the group: both must say the same",
        )


def _explain_colour(content: FileContent, element: Element, paint: Paint, operation: Operation) -> str:
    """What is wrong with the paint of an element on a layer; a LightBurn layer has its own palette."""
    wanted = _look(content, paint)
    if content.form in BY_OPERATION and element.paint != wanted[0]:
        return f"the layer `{element.group}` is run as a {element.paint}, {operation.value} is a {wanted[0]}"
    if content.form == "dxf" and (element.paint, element.colour.lower()) != wanted:
        return f"a {element.paint} of {element.colour} on the layer `{element.group}`, whose colour is {paint.colour}"
    return ""


def _has_width(content: FileContent, label: str, width: float) -> bool:
    if content.form == "svg":
        return label == format_number(width)
    return abs(float(label or "nan") - width) <= WIDTH_TOLERANCE


def _unknown_look_problem(content: FileContent, element: Element, machine: Machine) -> Problem:
    if content.form in LAYERED:
        valid = ", ".join(named_groups(content, machine))
        what = f"the layer `{element.group}` is not in the profile `{machine.name}`"
        return content.problem(element.id, what, f"it has {valid}", element.spot)
    valid = "; ".join(f"{o.value} is a {p.paint} of {p.colour}" for o, p in machine.operations.items())
    if not element.paint:
        return content.problem(
            element.id,
            f"the element must have either a fill or a stroke: {element.colour}",
            f"with both it is worked twice; {valid}",
        )
    return content.problem(
        element.id,
        f"a {element.paint} of {element.colour} is not in the profile `{machine.name}`",
        f"a near colour gets another operation; {valid}",
    )


TOLERANCE = 0.002  # mm: rounding of places in a file
LARGEST_COMMON_AREA = 0.01  # mm² that two engraved areas may share by rounding
FILLED_BY_RULE = ("svg", "pdf")  # formats filled by the non-zero or the even-odd rule; elsewhere contours have no sense
LARGEST_CLOSED_GAP = 0.001  # mm between the two ends of a closed contour


def check_contours(content: FileContent, operations: Operations, margin: float) -> list[Problem]:
    """Open cuts and open engraved areas, and whatever lies off the sheet or in its margin."""
    solid = (Operation.ENGRAVE, *CUTS)
    open_ones = [
        content.problem(
            element.id,
            f"the contour is open by {format_number(ring.gap)} mm"
            if ring.gap > LARGEST_CLOSED_GAP
            else "the contour is not closed by Z",
            "kerf, fill and inside-first work on closed contours only",
            ring.spot,
        )
        for element in content.elements
        if operations.get(element.order) in solid and not element.block
        for ring in element.rings
        if not ring.closed
    ]
    flat = [
        content.problem(element.id, "a contour bounds no area: it is a line there and back", "", ring.spot)
        for element in content.elements
        if operations.get(element.order) in solid
        for ring in element.rings
        if ring.closed and len(ring.points) <= 3
    ]
    return limit_problems(open_ones) + limit_problems(flat) + limit_problems(_outside(content, margin))


def check_fills(content: FileContent, operations: Operations) -> list[Problem]:
    """Areas that programs fill in different ways, and areas that are filled twice."""
    filled = [element for element in content.elements if operations.get(element.order) is Operation.ENGRAVE]
    ruled = filled if content.form in FILLED_BY_RULE else []
    unsure = [
        content.problem(
            element.id,
            "its contours fill another area by the non-zero rule than by the even-odd rule",
            "programs differ in the rule: what lies inside must run the other way round",
            element.spot,
        )
        for element in ruled
        if element.closed_contours.ambiguous
    ]
    return limit_problems(unsure) + limit_problems(_check_overlapping_fills(content, filled))


def _check_overlapping_fills(content: FileContent, filled: list[Element]) -> Iterator[Problem]:
    """The Problems of filled elements that are engraved twice where they overlap."""
    import shapely

    areas = [(element, area) for element in filled for area in element.areas if area.is_valid]
    shapes = [area for _, area in areas]
    pairs = shapely.STRtree(shapes).query(shapes, predicate="intersects").T.tolist() if shapes else []
    for first, second in pairs:
        (element, area), (second_element, second_area) = areas[first], areas[second]
        if first >= second or element is second_element:
            continue
        common = area.intersection(second_area)
        if common.area > LARGEST_COMMON_AREA:
            spot = common.representative_point()
            yield content.problem(
                second_element.id,
                f"{format_number(common.area, 2)} mm² of it are engraved by {element.id} too",
                "the second pass burns deeper",
                (spot.x, spot.y),
            )


def _outside(content: FileContent, margin: float) -> Iterator[Problem]:
    """Of each part that lies in the margin or off the sheet, the element that lies furthest out."""
    furthest: dict[str, tuple[float, Element]] = {}
    for element in content.elements:
        points = np.concatenate([ring.points for ring in element.rings])
        right, top = points.max(axis=0).tolist()
        over = margin - min(float(points.min()), content.width - right, content.height - top)
        part = element.id.rpartition(".")[0] or element.id
        if over > TOLERANCE and (part not in furthest or over > furthest[part][0]):
            furthest[part] = over, element
    for over, element in furthest.values():
        if over > margin + TOLERANCE:
            yield content.problem(
                element.id,
                f"{format_number(over - margin)} mm of it lie off the sheet of "
                f"{content.width:g} x {content.height:g} mm",
                "",
                element.spot,
            )
        else:
            yield content.problem(
                element.id,
                f"it lies {format_number(over)} mm inside the sheet's margin of {margin:g} mm",
                "",
                element.spot,
            )


def check_overlaps(content: FileContent, operations: Operations) -> list[Problem]:
    """Lines that the laser would follow twice."""
    lines = [element for element in content.elements if operations.get(element.order) not in (None, Operation.ENGRAVE)]
    return limit_problems(
        content.problem(
            a.id,
            f"{format_number(length, 2)} mm of this line lie on " + ("itself" if a is b else f"a line of {b.id}"),
            "the second pass burns deeper and wider: each line stands once",
            spot,
        )
        for a, b, length, spot in find_overlaps(lines)
    )


def check_order(content: FileContent, operations: Operations) -> list[Problem]:
    """Engraving, then scores, then cuts."""
    stage = {Operation.ENGRAVE: 0, Operation.SCORE: 1, Operation.CUT_INNER: 2, Operation.CUT_OUTER: 2}
    latest, problems = 0, []
    for element in content.elements:
        if element.order in operations and stage[operations[element.order]] < latest:
            problems.append(
                content.problem(
                    element.id,
                    f"the {operations[element.order].value} comes after a later step in the file",
                    "engrave, score, then cut",
                )
            )
        elif element.order in operations:
            latest = stage[operations[element.order]]
    return limit_problems(problems)


SAME_LINE = 0.01  # mm between two lines that count as one
LEAST_COMMON = 0.02  # mm of common length that counts
TURN = float(np.sin(1.2 * STEP))  # arcs are flattened in steps of STEP: two copies may differ by as much in direction
CHORD_HEIGHT = 2 * FLAT  # mm: no chord of a flattened curve is farther from it
LIKE_BEND = 0.25  # of the greater curvature: lines whose curvatures differ by more touch, and part again
Overlap = tuple[Element, Element, float, tuple[float, float]]


def find_overlaps(elements: Sequence[Element]) -> Iterator[Overlap]:
    """Pairs of elements (or an element and itself), their common length and its start, in the order of the file."""
    import shapely

    if not elements:
        return
    starts, ends, bends, owners = _straight_pieces(elements)
    # The boxes of pieces, grown so that those meet that may be near: what is, comes next.
    low, high = np.minimum(starts, ends) - SAME_LINE / 2, np.maximum(starts, ends) + SAME_LINE / 2
    diagonals: Any = shapely.linestrings(np.stack([low, high], axis=1))
    i, j = shapely.STRtree(diagonals).query(diagonals)
    i, j = i[i < j], j[i < j]
    length, spots = _common_length(starts, ends, i, j)
    hit = (length > 1e-6) & ~_only_touch(ends - starts, bends, i, j)
    if not hit.any():
        return
    pairs = np.stack([owners[i[hit]], owners[j[hit]]], axis=1)
    pairs.sort(axis=1)
    unique, inverse = np.unique(pairs, axis=0, return_inverse=True)
    total = np.bincount(inverse.ravel(), weights=length[hit], minlength=len(unique))
    first = np.full(len(unique), len(inverse))
    np.minimum.at(first, inverse.ravel(), np.arange(len(inverse)))
    for n in np.flatnonzero(total > LEAST_COMMON):
        x, y = spots[hit][first[n]]
        yield elements[unique[n, 0]], elements[unique[n, 1]], float(total[n]), (float(x), float(y))


def _straight_pieces(
    elements: Sequence[Element],
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Starts and ends of all straight pieces, the curvature of the line at each, and the index of its element."""
    rings = [(n, ring.points) for n, element in enumerate(elements) for ring in element.rings]
    starts = np.concatenate([points[:-1] for _, points in rings])
    ends = np.concatenate([points[1:] for _, points in rings])
    bends = np.concatenate([_curvatures(points) for _, points in rings])
    owners = np.concatenate([np.full(len(points) - 1, n) for n, points in rings])
    return starts, ends, bends, owners


def _curvatures(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """The curvature in 1/mm, to the left, of the curve of which each piece of a line is a chord: the turn at its ends
    over its length. 0 for pieces that are straight, because chords are nearer to their curves than that; NaN for those
    between two corners or ends, which may be either."""
    steps = np.diff(points, axis=0)
    sizes = np.hypot(*steps.T)
    directions = np.arctan2(steps[:, 1], steps[:, 0])
    turns = (np.diff(directions) + np.pi) % (2 * np.pi) - np.pi
    is_smooth = np.abs(turns) <= 1.2 * STEP  # else it is a corner
    turns = np.where(is_smooth, turns, 0.0)
    total, count = (np.append(values, 0) + np.insert(values, 0, 0) for values in (turns, is_smooth.astype(float)))
    with np.errstate(invalid="ignore", divide="ignore"):
        turn = total / count
        return np.where(np.abs(turn) * sizes / 8 > CHORD_HEIGHT, 0.0, turn / sizes)


def _only_touch(
    steps: NDArray[np.float64], bends: NDArray[np.float64], i: NDArray[np.int64], j: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Whether the lines of these pairs of pieces are bent too differently to run along each other. Circles that touch
    are nearer than SAME_LINE over some length, but have only one point in common."""
    sizes, same_way = np.hypot(*steps.T), np.sign((steps[i] * steps[j]).sum(axis=1))
    first, second = bends[i], same_way * bends[j]
    # A single piece that is too long for a chord of the other line is straight.
    first = np.where(np.isnan(first) & (sizes[i] ** 2 * np.abs(second) / 8 > CHORD_HEIGHT), 0.0, first)
    second = np.where(np.isnan(second) & (sizes[j] ** 2 * np.abs(first) / 8 > CHORD_HEIGHT), 0.0, second)
    greater = np.maximum(np.abs(first), np.abs(second))
    return np.asarray(np.abs(first - second) > LIKE_BEND * greater, dtype=np.bool_)  # False where one is NaN


def _common_length(
    starts: NDArray[np.float64], ends: NDArray[np.float64], i: NDArray[np.int64], j: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For pairs of pieces: the length on which the shorter lies on the longer, and the place where it starts."""
    sizes = np.hypot(*(ends - starts).T)
    long, short = np.where(sizes[i] >= sizes[j], i, j), np.where(sizes[i] >= sizes[j], j, i)
    along = (ends[long] - starts[long]) / sizes[long, None]
    a, b = starts[short] - starts[long], ends[short] - starts[long]
    u, v = (a * along).sum(axis=1), (b * along).sum(axis=1)
    off_a, off_b = _cross(along, a), _cross(along, b)
    parallel = np.abs(off_b - off_a) <= np.minimum(TURN * sizes[short], 2 * SAME_LINE) + 1e-9
    low, high = np.maximum(np.minimum(u, v), 0), np.minimum(np.maximum(u, v), sizes[long])
    share = ((low + high) / 2 - u) / np.where(np.abs(v - u) > 1e-9, v - u, 1)
    beside = np.abs(off_a + (off_b - off_a) * share) <= SAME_LINE
    length = np.where(parallel & beside, np.maximum(high - low, 0), 0)
    return length, starts[long] + along * low[:, None]


def _cross(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    product: NDArray[np.float64] = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    return product
