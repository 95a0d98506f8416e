"""The cuts of a laser file → the parts that they make, with what is engraved and scored on each.

What is inside of what is found from geometry alone; an element's id says only to which part it claims to belong. Lines
that cut several parts at once (`blocks`) come in as the outlines that they make.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from fabgen.core.problems import Problem
from fabgen.laser.machine import Machine
from fabgen.materials.operations import CUTS, Operation
from fabgen.verify.blocks import SHARED, block_of, blocks
from fabgen.verify.operations import Done, apart
from fabgen.verify.shown import Element, Shown, few

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
    block: str = ""  # of parts that share their edges

    @property
    def slug(self) -> str:
        """The name of the part without the number of its copy."""
        return self.instance.rpartition("-")[0]

    @property
    def spot(self) -> tuple[float, float]:
        return self.outlines[0].spot


def cuttings(shown: Shown, done: Done, machine: Machine) -> tuple[list[Cutting], list[Problem]]:
    """The parts of a sheet: contours that lie in no other are outlines, those directly in an outline its holes."""
    import shapely

    every = [e for e in shown.elements if done.get(e.order) in CUTS]
    cuts = [e for e in every if not block_of(e) and all(ring.closed and len(ring.points) > 3 for ring in e.rings)]
    problems = [
        shown.problem(e.id, "several contours in one element: programs cannot put holes first")
        for e in cuts
        if len(e.rings) > 1
    ]
    cuts = [e for e in cuts if len(e.rings) == 1]
    shared = [e for e in every if block_of(e)]
    problems += _crossing(shown, [*cuts, *shared])
    faces, told = blocks(shown, shared)
    cuts += faces
    done = done | {e.order: Operation.CUT_OUTER for e in faces}
    areas = [shapely.Polygon(e.rings[0].points) for e in cuts]
    problems += told + [
        shown.problem(e.id, "the contour crosses itself", "", e.spot)
        for e, area in zip(cuts, areas, strict=True)
        if not area.is_valid
    ]
    sound = [(e, area) for e, area in zip(cuts, areas, strict=True) if area.is_valid]
    outer, inner, wrong = _nested(shown, sound, done, apart(shown, machine))
    found = _gathered(shown, sound, outer, inner, wrong)
    return _marked(shown, found, done, wrong), few(problems) + few(wrong)


def _crossing(shown: Shown, cuts: list[Element]) -> list[Problem]:
    """Cuts that meet: areas alone would hide a slit from an outline to a hole. Those of one block may."""
    import shapely

    lines = [shapely.MultiLineString([ring.points for ring in e.rings]) for e in cuts]
    pairs = shapely.STRtree(lines).query(lines, predicate="intersects").T.tolist() if lines else []
    return few(
        shown.problem(cuts[i].id, f"it meets the cut {cuts[j].id}", "cuts never touch each other", cuts[i].spot)
        for i, j in sorted(pairs)
        if i < j and not (block_of(cuts[i]) and block_of(cuts[i]) == block_of(cuts[j]))
    )


_Sound = list[tuple[Element, "Polygon"]]


def _nested(
    shown: Shown, sound: _Sound, done: Done, told_apart: bool
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
    wrong = list(_dropped(shown, sound, {i: min(above[i], key=lambda j: areas[j].area) for i in outer if above[i]}))
    if told_apart:
        for i, (element, _) in enumerate(sound):
            real = Operation.CUT_INNER if i in inner else Operation.CUT_OUTER
            if done[element.order] is not real:
                wrong.append(
                    shown.problem(
                        element.id,
                        f"{done[element.order].value} by its colour, but its place makes it {real.value}",
                        "",
                        element.spot,
                    )
                )
    return outer, inner, wrong


def _dropped(shown: Shown, sound: _Sound, lies_in: dict[int, int]) -> Iterator[Problem]:
    """Outlines that are cut after the hole in which they lie."""
    for i, j in lies_in.items():
        element, hole = sound[i][0], sound[j][0]
        if element.order > hole.order:
            why = "what is cut out of a sheet falls, with all that lies on it: inner parts come first"
            yield shown.problem(element.id, f"the part is cut after the hole {hole.id} it lies in", why, element.spot)


def _gathered(
    shown: Shown, sound: _Sound, outer: list[int], inner: dict[int, int], wrong: list[Problem]
) -> list[Cutting]:
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
                    shown.problem(
                        element.id,
                        f"this contour lies in {instance}: parts overlap, or its name is wrong",
                        "",
                        element.spot,
                    )
                )
            if element.order > outline.order:
                wrong.append(
                    shown.problem(
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
                sound[mine[0]][0].group if sound[mine[0]][0].paint == SHARED else "",
            )
        )
    return found


def _instance(element: Element) -> str:
    return element.id.partition(".")[0]


def _marked(shown: Shown, parts: list[Cutting], done: Done, wrong: list[Problem]) -> list[Cutting]:
    """The parts with what is engraved and scored on them, by place."""
    import shapely

    marks = [e for e in shown.elements if done.get(e.order) in (Operation.ENGRAVE, Operation.SCORE)]
    owners = [n for n, part in enumerate(parts) for _ in part.areas]
    areas = [area for part in parts for area in part.areas]
    lines = [shapely.MultiLineString([ring.points for ring in e.rings]) for e in marks]
    pairs = shapely.STRtree(areas).query(lines, predicate="intersects").T.tolist() if lines and parts else []
    homes = dict(sorted(pairs, key=lambda pair: -areas[pair[1]].area))  # the smallest: a part may lie in another's hole
    mine: dict[int, list[Element]] = defaultdict(list)
    for i, element in enumerate(marks):
        home = owners[homes[i]] if i in homes else None
        if home is None:
            wrong.append(shown.problem(element.id, "this lies in no part", "", element.spot))
            continue
        if _instance(element) != parts[home].instance:
            wrong.append(
                shown.problem(
                    element.id, f"this lies in {parts[home].instance}", "marks are named after their part", element.spot
                )
            )
        mine[home].append(element)
    return [_with_marks(part, mine[n], done) for n, part in enumerate(parts)]


def _with_marks(part: Cutting, marks: list[Element], done: Done) -> Cutting:
    engraved = tuple(e for e in marks if done[e.order] is Operation.ENGRAVE)
    scored = tuple(e for e in marks if done[e.order] is Operation.SCORE)
    return replace(part, engraved=engraved, scored=scored)
