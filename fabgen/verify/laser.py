"""The elements of a laser file, their operations and the numbers of a job → what is wrong with it as a sheet, whatever
lies on it."""

from __future__ import annotations

from collections.abc import Iterator

from fabgen.core.problems import Problem
from fabgen.core.units import format_number
from fabgen.materials.operations import CUTS, Operation
from fabgen.verify.blocks import block_of
from fabgen.verify.cuttings import Cutting
from fabgen.verify.operations import Done
from fabgen.verify.overlap import overlaps
from fabgen.verify.shown import Element, Shown, few

TOLERANCE = 0.002  # mm: rounding of places in a file
TWICE = 0.01  # mm² that two engraved areas may share by rounding
RULED = ("svg", "pdf")  # formats whose areas are filled by one rule or the other; elsewhere contours have no sense
CLOSED = 0.001  # mm between the two ends of a closed contour


def check_contours(shown: Shown, done: Done, margin: float) -> list[Problem]:
    """Open cuts and open engraved areas, and whatever lies off the sheet or in its margin."""
    solid = (Operation.ENGRAVE, *CUTS)
    open_ones = [
        shown.problem(
            element.id,
            f"the contour is open by {format_number(ring.gap)} mm" if ring.gap > CLOSED else "the contour is not closed by Z",
            "kerf, fill and inside-first work on closed contours only",
            ring.spot,
        )
        for element in shown.elements
        if done.get(element.order) in solid and not block_of(element)
        for ring in element.rings
        if not ring.closed
    ]
    flat = [
        shown.problem(element.id, "a contour bounds no area: it is a line there and back", "", ring.spot)
        for element in shown.elements
        if done.get(element.order) in solid
        for ring in element.rings
        if ring.closed and len(ring.points) <= 3
    ]
    return few(open_ones) + few(flat) + few(_outside(shown, margin))


def check_fills(shown: Shown, done: Done) -> list[Problem]:
    """Areas that programs fill in different ways, and areas that are filled twice."""
    filled = [element for element in shown.elements if done.get(element.order) is Operation.ENGRAVE]
    ruled = filled if shown.form in RULED else []
    unsure = [
        shown.problem(
            element.id,
            "its contours fill another area by the non-zero rule than by the even-odd rule",
            "programs differ in the rule: what lies inside must run the other way round",
            element.spot,
        )
        for element in ruled
        if element.loops.ambiguous
    ]
    return few(unsure) + few(_refilled(shown, filled))


def _refilled(shown: Shown, filled: list[Element]) -> Iterator[Problem]:
    import shapely

    areas = [(element, area) for element in filled for area in element.areas if area.is_valid]
    shapes = [area for _, area in areas]
    pairs = shapely.STRtree(shapes).query(shapes, predicate="intersects").T.tolist() if shapes else []
    for i, j in pairs:
        (a, one), (b, other) = areas[i], areas[j]
        if i < j and a is not b and (common := one.intersection(other)).area > TWICE:
            spot = common.representative_point()
            yield shown.problem(
                b.id,
                f"{format_number(common.area, 2)} mm² of it are engraved by {a.id} too",
                "the second pass burns deeper",
                (spot.x, spot.y),
            )


def _outside(shown: Shown, margin: float) -> Iterator[Problem]:
    for element in shown.elements:
        low = min(float(ring.points.min(axis=0).min()) for ring in element.rings)
        right = max(float(ring.points[:, 0].max()) for ring in element.rings)
        top = max(float(ring.points[:, 1].max()) for ring in element.rings)
        over = margin - min(low, shown.width - right, shown.height - top)
        if over > margin + TOLERANCE:
            yield shown.problem(
                element.id,
                f"{format_number(over - margin)} mm of it lie off the sheet of {shown.width:g} x {shown.height:g} mm",
                "",
                element.spot,
            )
        elif over > TOLERANCE:
            yield shown.problem(
                element.id, f"it lies {format_number(over)} mm inside the sheet's margin of {margin:g} mm", "", element.spot
            )


def check_overlaps(shown: Shown, done: Done) -> list[Problem]:
    """Lines that the laser would follow twice."""
    lines = [element for element in shown.elements if done.get(element.order) not in (None, Operation.ENGRAVE)]
    return few(
        shown.problem(
            a.id,
            f"{format_number(length, 2)} mm of this line lie on " + ("itself" if a is b else f"a line of {b.id}"),
            "the second pass burns deeper and wider: each line stands once",
            spot,
        )
        for a, b, length, spot in overlaps(lines)
    )


def check_order(shown: Shown, done: Done) -> list[Problem]:
    """Engraving, then scores, then cuts."""
    stage = {Operation.ENGRAVE: 0, Operation.SCORE: 1, Operation.CUT_INNER: 2, Operation.CUT_OUTER: 2}
    latest, problems = 0, []
    for element in shown.elements:
        if element.order in done and stage[done[element.order]] < latest:
            problems.append(
                shown.problem(
                    element.id,
                    f"the {done[element.order].value} comes after a later step in the file",
                    "engrave, score, then cut",
                )
            )
        elif element.order in done:
            latest = stage[done[element.order]]
    return few(problems)


def check_spacing(shown: Shown, parts: list[Cutting], spacing: float) -> list[Problem]:
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
        if a < b and not (parts[a].block and parts[a].block == parts[b].block):
            near[a, b] = min(near.get((a, b), spacing), float(lines[i].distance(lines[j])))
    return few(
        shown.problem(
            parts[a].instance,
            f"{parts[a].instance} and {parts[b].instance} are {format_number(gap)} mm apart"
            if gap > 0
            else f"{parts[a].instance} and {parts[b].instance} overlap",
            f"the spacing of this job is {spacing:g} mm",
            parts[a].spot,
        )
        for (a, b), gap in sorted(near.items())
    )
