"""The elements of a laser file and the numbers of a job → what is wrong with it as a sheet, whatever lies on it."""

from __future__ import annotations

from collections.abc import Iterator

from fabgen.base import Problem
from fabgen.make.profile import CUTS, Machine, Operation
from fabgen.units import number
from fabgen.verify.cuttings import Cutting
from fabgen.verify.overlap import overlaps
from fabgen.verify.svg import Element, Svg, few

TOLERANCE = 0.002  # mm: rounding of places in a file
CLOSED = 0.001  # mm between the two ends of a closed contour


def operations(svg: Svg, machine: Machine) -> tuple[dict[int, Operation], list[Problem]]:
    """What the machine does to each element (by its order in the file); cuts of one colour all are CUT_OUTER.

    Problems: an element both filled and stroked, a colour that is not the machine's, a group that says something else.
    """
    looks: dict[tuple[str, str], Operation] = {
        (paint.paint, paint.colour.lower()): operation for operation, paint in machine.operations.items()
    }
    groups = dict(machine.groups())
    done: dict[int, Operation] = {}
    problems: list[Problem] = []
    for element in svg.elements:
        operation = looks.get((element.paint, element.colour.lower()))
        if operation is None:
            problems.append(_unpainted(svg, element, machine))
            continue
        done[element.order] = operation
        if operation not in groups.get(element.group, ()):
            problems.append(
                svg.problem(
                    element.id,
                    f"{operation.value} by its colour, but it stands in the group `{element.group}`",
                    "programs go by the colour, people by the group: both must say the same",
                )
            )
    return done, few(problems)


def _unpainted(svg: Svg, element: Element, machine: Machine) -> Problem:
    valid = "; ".join(f"{o.value} is a {p.paint} of {p.colour}" for o, p in machine.operations.items())
    if not element.paint:
        return svg.problem(
            element.id,
            f"the element must have either a fill or a stroke: {element.colour}",
            f"with both it is worked twice; {valid}",
        )
    return svg.problem(
        element.id,
        f"a {element.paint} of {element.colour} is not in the profile `{machine.name}`",
        f"a near colour gets another operation; {valid}",
    )


def check_contours(svg: Svg, done: dict[int, Operation], margin: float) -> list[Problem]:
    """Open cuts and open engraved areas, and whatever lies off the sheet or in its margin."""
    solid = (Operation.ENGRAVE, *CUTS)
    open_ones = [
        svg.problem(
            element.id,
            f"the contour is open by {number(ring.gap)} mm" if ring.gap > CLOSED else "the contour is not closed by Z",
            "kerf, fill and inside-first work on closed contours only",
            ring.spot,
        )
        for element in svg.elements
        if done.get(element.order) in solid
        for ring in element.rings
        if not ring.closed
    ]
    return few(open_ones) + few(_outside(svg, margin))


def _outside(svg: Svg, margin: float) -> Iterator[Problem]:
    for element in svg.elements:
        low = min(float(ring.points.min(axis=0).min()) for ring in element.rings)
        right = max(float(ring.points[:, 0].max()) for ring in element.rings)
        top = max(float(ring.points[:, 1].max()) for ring in element.rings)
        over = margin - min(low, svg.width - right, svg.height - top)
        if over > margin + TOLERANCE:
            yield svg.problem(
                element.id,
                f"{number(over - margin)} mm of it lie off the sheet of {svg.width:g} x {svg.height:g} mm",
                "",
                element.spot,
            )
        elif over > TOLERANCE:
            yield svg.problem(
                element.id, f"it lies {number(over)} mm inside the sheet's margin of {margin:g} mm", "", element.spot
            )


def check_overlaps(svg: Svg, done: dict[int, Operation]) -> list[Problem]:
    """Lines that the laser would follow twice."""
    lines = [element for element in svg.elements if done.get(element.order) not in (None, Operation.ENGRAVE)]
    return few(
        svg.problem(
            a.id,
            f"{number(length, 2)} mm of this line lie on " + ("itself" if a is b else f"a line of {b.id}"),
            "the second pass burns deeper and wider: each line stands once",
            spot,
        )
        for a, b, length, spot in overlaps(lines)
    )


def check_order(svg: Svg, done: dict[int, Operation]) -> list[Problem]:
    """Engraving, then scores, then cuts."""
    stage = {Operation.ENGRAVE: 0, Operation.SCORE: 1, Operation.CUT_INNER: 2, Operation.CUT_OUTER: 2}
    latest, problems = 0, []
    for element in svg.elements:
        if element.order in done and stage[done[element.order]] < latest:
            problems.append(
                svg.problem(
                    element.id,
                    f"the {done[element.order].value} comes after a later step in the file",
                    "engrave, score, then cut",
                )
            )
        elif element.order in done:
            latest = stage[done[element.order]]
    return few(problems)


def check_spacing(svg: Svg, parts: list[Cutting], spacing: float) -> list[Problem]:
    """Cuts of different parts that are nearer to each other than the job's spacing."""
    import shapely

    rings = [(n, area.exterior) for n, part in enumerate(parts) for area in (*part.areas, *part.windows)]
    lines = [line for _, line in rings]
    if len(parts) < 2:
        return []
    pairs = shapely.STRtree(lines).query(lines, predicate="dwithin", distance=spacing - TOLERANCE)
    near: dict[tuple[int, int], float] = {}
    for i, j in zip(*(map(int, side) for side in pairs), strict=True):
        a, b = rings[i][0], rings[j][0]
        if a < b:
            near[a, b] = min(near.get((a, b), spacing), float(lines[i].distance(lines[j])))
    return few(
        svg.problem(
            parts[a].instance,
            f"{parts[a].instance} and {parts[b].instance} are {number(gap)} mm apart"
            if gap > 0
            else f"{parts[a].instance} and {parts[b].instance} overlap",
            f"the spacing of this job is {spacing:g} mm",
            parts[a].spot,
        )
        for (a, b), gap in sorted(near.items())
    )
