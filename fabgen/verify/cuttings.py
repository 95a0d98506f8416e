"""The cuts of a laser file → the parts that they make, with what is engraved and scored on each.

What is inside of what is found from geometry alone; an element's id says only to which part it claims to belong.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fabgen.base import Problem
from fabgen.make.profile import CUTS, Machine, Operation
from fabgen.verify.svg import Element, Svg, few

if TYPE_CHECKING:
    from shapely import Polygon


@dataclass(frozen=True)
class Cutting:
    """One part as it lies on a sheet: its outlines, the holes in them, and what is engraved and scored on it."""

    instance: str
    outlines: tuple[Element, ...]
    holes: tuple[Element, ...]
    engraved: tuple[Element, ...]
    scored: tuple[Element, ...]
    areas: tuple[Polygon, ...] = field(repr=False)  # of the outlines, holes not taken out
    windows: tuple[Polygon, ...] = field(repr=False)  # of the holes

    @property
    def slug(self) -> str:
        """The name of the part without the number of its copy."""
        return self.instance.rpartition("-")[0]

    @property
    def spot(self) -> tuple[float, float]:
        return self.outlines[0].spot


def cuttings(svg: Svg, done: dict[int, Operation], machine: Machine) -> tuple[list[Cutting], list[Problem]]:
    """The parts of a sheet: contours that lie in no other are outlines, those directly in an outline its holes."""
    import shapely

    cuts = [
        e
        for e in svg.elements
        if done.get(e.order) in CUTS and all(ring.closed and len(ring.points) > 3 for ring in e.rings)
    ]
    problems = [
        svg.problem(e.id, "several contours in one element: programs cannot put holes first")
        for e in cuts
        if len(e.rings) > 1
    ]
    cuts = [e for e in cuts if len(e.rings) == 1]
    areas = [shapely.Polygon(e.rings[0].points) for e in cuts]
    problems += [
        svg.problem(e.id, "the contour crosses itself", "", e.spot)
        for e, area in zip(cuts, areas, strict=True)
        if not area.is_valid
    ]
    sound = [(e, area) for e, area in zip(cuts, areas, strict=True) if area.is_valid]
    outer, inner, wrong = _nested(svg, sound, done, machine)
    found = _gathered(svg, sound, outer, inner, wrong)
    return _marked(svg, found, done, wrong), few(problems) + few(wrong)


_Sound = list[tuple[Element, "Polygon"]]


def _nested(
    svg: Svg, sound: _Sound, done: dict[int, Operation], machine: Machine
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
    wrong: list[Problem] = []
    if machine.operations[Operation.CUT_INNER] != machine.operations[Operation.CUT_OUTER]:
        for i, (element, _) in enumerate(sound):
            real = Operation.CUT_INNER if i in inner else Operation.CUT_OUTER
            if done[element.order] is not real:
                wrong.append(
                    svg.problem(
                        element.id,
                        f"{done[element.order].value} by its colour, but its place makes it {real.value}",
                        "",
                        element.spot,
                    )
                )
    return outer, inner, wrong


def _gathered(svg: Svg, sound: _Sound, outer: list[int], inner: dict[int, int], wrong: list[Problem]) -> list[Cutting]:
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
                    svg.problem(
                        element.id,
                        f"this contour lies in {instance}: parts overlap, or its name is wrong",
                        "",
                        element.spot,
                    )
                )
            if element.order > outline.order:
                wrong.append(
                    svg.problem(
                        element.id,
                        f"the hole is cut after its outline {outline.id}",
                        "a part that is cut free may shift: holes come first",
                        element.spot,
                    )
                )
        found.append(
            Cutting(
                instance,
                tuple(sound[i][0] for i in mine),
                tuple(sound[i][0] for i in holes),
                (),
                (),
                tuple(sound[i][1] for i in mine),
                tuple(sound[i][1] for i in holes),
            )
        )
    return found


def _instance(element: Element) -> str:
    return element.id.partition(".")[0]


def _marked(svg: Svg, parts: list[Cutting], done: dict[int, Operation], wrong: list[Problem]) -> list[Cutting]:
    """The parts with what is engraved and scored on them, by place."""
    import shapely

    marks = [e for e in svg.elements if done.get(e.order) in (Operation.ENGRAVE, Operation.SCORE)]
    owners = [n for n, part in enumerate(parts) for _ in part.areas]
    tree = shapely.STRtree([area for part in parts for area in part.areas])
    lines = [shapely.MultiLineString([ring.points for ring in e.rings]) for e in marks]
    homes = (
        dict(zip(*(map(int, side) for side in tree.query(lines, predicate="intersects")), strict=True))
        if lines and parts
        else {}
    )
    mine: dict[int, list[Element]] = defaultdict(list)
    for i, element in enumerate(marks):
        home = owners[homes[i]] if i in homes else None
        if home is None:
            wrong.append(svg.problem(element.id, "this lies in no part", "", element.spot))
            continue
        if _instance(element) != parts[home].instance:
            wrong.append(
                svg.problem(
                    element.id, f"this lies in {parts[home].instance}", "marks are named after their part", element.spot
                )
            )
        mine[home].append(element)
    return [_with_marks(part, mine[n], done) for n, part in enumerate(parts)]


def _with_marks(part: Cutting, marks: list[Element], done: dict[int, Operation]) -> Cutting:
    engraved = tuple(e for e in marks if done[e.order] is Operation.ENGRAVE)
    scored = tuple(e for e in marks if done[e.order] is Operation.SCORE)
    return Cutting(part.instance, part.outlines, part.holes, engraved, scored, part.areas, part.windows)
