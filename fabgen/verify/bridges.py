"""A laser file whose cuts leave bridges → the same with closed cuts, and every Problem of the bridges.

A bridge is a gap between the ends of two open cuts. Each must be as wide as the job says and one kerf more, because the
beam takes half a kerf off both of its ends; and every outline must have at least one, and no more than the job says.
The edge behind a bridge is found from the cuts on both sides of it, so that the whole outline can be proven.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from fabgen.core.english import count_things
from fabgen.core.problems import Problem
from fabgen.core.units import format_number
from fabgen.laser.machine import Machine
from fabgen.materials.operations import CUTS, Operation
from fabgen.verify.readers.content import Element, FileContent, limit_problems
from fabgen.verify.readers.contours import Contour, Points, build_contour, flat_turn
from fabgen.verify.toolpaths import assign_operations

BESIDE = 0.9  # mm along a cut from its end to the point that tells how the edge bends
LONGEST = 12.0  # mm: ends that are farther apart are no two ends of a bridge
NEAR = 0.01  # mm that a bridge may be wider or narrower
STRAIGHT = 1e-7  # the bulge under which an edge counts as straight


@dataclass(frozen=True)
class WantedBridges:
    """The bridges that the user asked for: how many an outline has at most, their width in mm, and whether holes may
    have some."""

    count: int
    width: float
    in_holes: bool

    @classmethod
    def read(cls, text: object) -> WantedBridges | None:
        """The bridges that the option of a build means; None without any."""
        if not isinstance(text, str) or not text:
            return None
        count, *rest = (word.strip() for word in text.split(":"))
        widths = [word for word in rest if word != "holes"]
        factor = {"mm": 1.0, "cm": 10.0, "in": 25.4}
        unit = next((unit for unit in factor if widths and widths[0].endswith(unit)), "")
        width = float(widths[0].removesuffix(unit)) * factor.get(unit, 1.0) if widths else 0.5
        return cls(int(count), width, "holes" in rest)


def close_bridged_cuts(content: FileContent, machine: Machine) -> FileContent:
    """The content with each cut that is open at its bridges as one closed contour, which knows its gaps. Cuts without
    ids are joined where their ends are near."""
    operations, _ = assign_operations(content, machine)
    is_open = {e.order for e in content.elements if operations.get(e.order) in CUTS and not e.block
               and not any(ring.closed for ring in e.rings)}
    if not is_open:
        return content
    opened = [e for e in content.elements if e.order in is_open]
    closed = _join_elements(opened) if content.is_stripped else {e.order: _close(e) for e in opened}
    elements = [closed.get(e.order, e) for e in content.elements]
    return replace(content, elements=tuple(e for e in elements if e is not None))


def _close(element: Element) -> Element:
    """An element whose rings follow each other, as one closed contour; itself where that is none."""
    contour = _join([ring.points for ring in element.rings], element.rings)
    return replace(element, rings=(contour,)) if contour else element


def _join_elements(opened: Sequence[Element]) -> dict[int, Element | None]:
    """The cuts of a file without ids: those whose ends are near each other become the first of them."""
    rest = {e.order: e for e in opened}
    joined: dict[int, Element | None] = {}
    while rest:
        order = min(rest)
        chain = [rest.pop(order)]
        while rest:
            end = chain[-1].rings[-1].points[-1]
            far, following = min((math.dist(end, e.rings[0].points[0]), e.order) for e in rest.values())
            if far > LONGEST or far >= math.dist(end, chain[0].rings[0].points[0]):
                break
            chain.append(rest.pop(following))
        joined[order] = _close(replace(chain[0], rings=tuple(ring for e in chain for ring in e.rings)))
        joined |= {e.order: None for e in chain[1:]}
    return joined


def _join(lines: Sequence[Points], rings: Sequence[Contour]) -> Contour | None:
    """Open lines as a closed contour, with bows or straight lines over the gaps; None where the ends are too far
    apart for bridges."""
    pairs = list(zip(lines, [*lines[1:], lines[0]], strict=True))
    gaps = tuple(float(math.dist(line[-1], following[0])) for line, following in pairs)
    if max(gaps) > LONGEST or min(gaps) <= 1e-6:
        return None
    pieces = [piece for line, following in pairs for piece in (line, _bow(line, following))]
    steps = [(piece[1:] if n == 0 else piece, False) for n, piece in enumerate(pieces)]
    contour = build_contour(lines[0][0], steps, closed=True)
    lengths = tuple(length for ring in rings for length in ring.steps)
    arcs = sum(ring.arcs for ring in rings)
    return replace(contour, steps=lengths, arcs=arcs, gap=0.0, bridges=tuple(
        (size, *middle) for size, middle in zip(gaps, _middles(pairs), strict=True))) if contour else None


def _middles(pairs: Sequence[tuple[Points, Points]]) -> Iterator[tuple[float, float]]:
    for line, following in pairs:
        x, y = (line[-1] + following[0]) / 2
        yield float(x), float(y)


def _bow(line: Points, following: Points) -> Points:
    """The points between the end of a line and the start of the one after the gap, and that start: on the circle that
    continues both."""
    start, end = line[-1], following[0]
    bulges = [_bulge(start, end, _point_at(line[::-1])), _bulge(start, end, _point_at(following))]
    bulge = sum(bulges) / 2
    if abs(bulge) < STRAIGHT:
        return np.array([end])
    chord, middle = end - start, (start + end) / 2
    rise = (1 - bulge * bulge) / (4 * bulge)
    centre = (float(middle[0] - rise * chord[1]), float(middle[1] + rise * chord[0]))
    first = math.atan2(start[1] - centre[1], start[0] - centre[0])
    return flat_turn(centre, math.dist(start, centre), first, 4 * math.atan(bulge), (float(end[0]), float(end[1])))


def _point_at(line: Points) -> Points:
    """The point of a line at some way from its start, or its end."""
    ways = np.concatenate([[0.0], np.hypot(*np.diff(line, axis=0).T).cumsum()])
    point: Points = np.array([np.interp(BESIDE, ways, line[:, k]) for k in (0, 1)])
    return point


def _bulge(start: Points, end: Points, beside: Points) -> float:
    """The bulge of the bow from a start to an end on the circle through both and a third point outside of the bow."""
    a, b = start - beside, end - beside
    turn = math.atan2(float(a[0] * b[1] - a[1] * b[0]), float(a @ b))  # half the bow's sweep (inscribed angle)
    return math.tan(turn / 2)


def check_bridges(
    content: FileContent, machine: Machine, wanted: WantedBridges | None, kerf_of: dict[str, float]
) -> list[Problem]:
    """Every Problem of the bridges of a file with closed cuts. `kerf_of` gives the kerf by the name of a part."""
    operations, _ = assign_operations(content, machine)
    cuts = [element for element in content.elements
            if operations.get(element.order) in CUTS and len(element.rings) == 1 and element.rings[0].closed]
    problems = list[Problem]()
    for cut in cuts:
        is_hole = _is_hole(cut, operations[cut.order], cuts)
        problems += _check_cut(content, cut, is_hole, wanted, kerf_of)
    return limit_problems(problems)


def _is_hole(element: Element, operation: Operation, cuts: Sequence[Element]) -> bool:
    """Whether a cut is a hole, by its colour, or else by its place in another cut of the same part."""
    if operation is Operation.CUT_INNER:
        return True
    import shapely

    part, spot = element.id.partition(".")[0], shapely.Point(element.spot)
    others = (e for e in cuts if e is not element and e.id.partition(".")[0] == part)
    return any(shapely.Polygon(e.rings[0].points).contains(spot) for e in others)


def _check_cut(
    content: FileContent, element: Element, is_hole: bool, wanted: WantedBridges | None, kerf_of: dict[str, float]
) -> Iterator[Problem]:
    """The Problems of the bridges of one cut: whether it may have some, how many there are and how wide they are."""
    bridges = element.rings[0].bridges
    if wanted is None:
        if bridges:
            what = f"it leaves {count_things(len(bridges), 'gap')}, and the job asks for no bridges"
            yield content.problem(element.id, what, "a part that hangs in its sheet", element.spot)
        return
    if is_hole and bridges and not wanted.in_holes:
        yield content.problem(element.id, "a hole keeps bridges, and it must fall out", "", element.spot)
    if not is_hole and not bridges:
        yield content.problem(element.id, "the outline keeps no bridge", "the part would drop or tip", element.spot)
    if len(bridges) > wanted.count:
        what = f"the cut keeps {len(bridges)} bridges, {wanted.count} at most were asked for"
        yield content.problem(element.id, what, "", element.spot)
    kerf = kerf_of.get(element.id.partition(".")[0].rpartition("-")[0])
    if kerf is None:
        return
    for size, x, y in bridges:
        if abs(size - kerf - wanted.width) > NEAR:
            what = (f"a bridge is {format_number(size - kerf)} mm wide, the job asks for "
                    f"{format_number(wanted.width)} mm")
            yield content.problem(element.id, what, "the beam takes half a kerf off both ends", (x, y))


__all__ = ["WantedBridges", "check_bridges", "close_bridged_cuts"]
