"""A laser file's elements and the job's numbers → parts as the cuts make them, and what is wrong with the sheet as a sheet.

What is inside of what is found from geometry alone; an element's id says only to which part it claims to belong.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fabgen.base import Problem, Where, plural
from fabgen.make.profile import CUTS, Machine, Operation
from fabgen.units import number
from fabgen.verify.overlap import overlaps
from fabgen.verify.svg import Element, Svg

if TYPE_CHECKING:
    from shapely import Polygon

TOLERANCE = 0.002  # mm: rounding of places in a file
CLOSED = 0.001  # mm between the two ends of a closed contour
MOST = 6  # Problems of one kind on one sheet that are told one by one


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


def few(problems: Iterable[Problem], most: int = MOST) -> list[Problem]:
    """The first Problems of one kind, and how many more there are."""
    found = list(problems)
    if len(found) <= most:
        return found
    rest = Problem(Where(found[0].where.file), f"{plural(len(found) - most, 'more problem')} like this: {found[most].what}")
    return [*found[:most], rest]


def operations(svg: Svg, machine: Machine) -> tuple[dict[int, Operation], list[Problem]]:
    """What the machine does to each element (by its order in the file), by paint and colour; cuts of one colour are CUT_OUTER here.

    Problems: an element both filled and stroked, a colour that is not the machine's, a group that says something else.
    """
    looks: dict[tuple[str, str], Operation] = {(paint.paint, paint.colour.lower()): operation for operation, paint in machine.operations.items()}
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
            problems.append(svg.problem(element.id, f"{operation.value} by its colour, but it stands in the group `{element.group}`",
                                        "programs go by the colour, people by the group: both must say the same"))
    return done, few(problems)


def _unpainted(svg: Svg, element: Element, machine: Machine) -> Problem:
    valid = "; ".join(f"{o.value} is a {p.paint} of {p.colour}" for o, p in machine.operations.items())
    if not element.paint:
        return svg.problem(element.id, f"the element must have either a fill or a stroke: {element.colour}", f"with both it is worked twice; {valid}")
    return svg.problem(element.id, f"a {element.paint} of {element.colour} is not in the profile `{machine.name}`", f"a near colour gets another operation; {valid}")


def check_contours(svg: Svg, done: dict[int, Operation], margin: float) -> list[Problem]:
    """Open cuts and open engraved areas, and whatever lies off the sheet or in its margin."""
    solid = (Operation.ENGRAVE, *CUTS)
    open_ones = [svg.problem(element.id, f"the contour is open by {number(ring.gap)} mm" if ring.gap > CLOSED else "the contour is not closed by Z",
                             "kerf, fill and inside-first work on closed contours only", ring.spot)
                 for element in svg.elements if done.get(element.order) in solid for ring in element.rings if not ring.closed]
    return few(open_ones) + few(_outside(svg, margin))


def _outside(svg: Svg, margin: float) -> Iterator[Problem]:
    for element in svg.elements:
        low = min(float(ring.points.min(axis=0).min()) for ring in element.rings)
        right = max(float(ring.points[:, 0].max()) for ring in element.rings)
        top = max(float(ring.points[:, 1].max()) for ring in element.rings)
        over = margin - min(low, svg.width - right, svg.height - top)
        if over > margin + TOLERANCE:
            yield svg.problem(element.id, f"{number(over - margin)} mm of it lie off the sheet of {svg.width:g} x {svg.height:g} mm", "", element.spot)
        elif over > TOLERANCE:
            yield svg.problem(element.id, f"it lies {number(over)} mm inside the sheet's margin of {margin:g} mm", "", element.spot)


def check_overlaps(svg: Svg, done: dict[int, Operation]) -> list[Problem]:
    """Lines that the laser would follow twice."""
    lines = [element for element in svg.elements if done.get(element.order) not in (None, Operation.ENGRAVE)]
    return few(svg.problem(a.id, f"{number(length, 2)} mm of this line lie on " + ("itself" if a is b else f"a line of {b.id}"),
                           "the second pass burns deeper and wider: each line stands once", spot)
               for a, b, length, spot in overlaps(lines))


def cuttings(svg: Svg, done: dict[int, Operation], machine: Machine) -> tuple[list[Cutting], list[Problem]]:
    """The parts of a sheet: contours that lie in no other are outlines, those directly in an outline are its holes, and so on."""
    import shapely

    cuts = [e for e in svg.elements if done.get(e.order) in CUTS and all(ring.closed and len(ring.points) > 3 for ring in e.rings)]
    problems = [svg.problem(e.id, "several contours in one element: programs cannot put holes first") for e in cuts if len(e.rings) > 1]
    cuts = [e for e in cuts if len(e.rings) == 1]
    areas = [shapely.Polygon(e.rings[0].points) for e in cuts]
    problems += [svg.problem(e.id, "the contour crosses itself", "", e.spot) for e, area in zip(cuts, areas, strict=True) if not area.is_valid]
    sound = [(e, area) for e, area in zip(cuts, areas, strict=True) if area.is_valid]
    outer, inner, wrong = _nested(svg, sound, done, machine)
    found = _gathered(svg, sound, outer, inner, wrong)
    return _marked(svg, found, done, wrong), few(problems) + few(wrong)


_Sound = list[tuple[Element, "Polygon"]]


def _nested(svg: Svg, sound: _Sound, done: dict[int, Operation], machine: Machine) -> tuple[list[int], dict[int, int], list[Problem]]:
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
                wrong.append(svg.problem(element.id, f"{done[element.order].value} by its colour, but its place makes it {real.value}", "", element.spot))
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
                wrong.append(svg.problem(element.id, f"this contour lies in {instance}: parts overlap, or its name is wrong", "", element.spot))
            if element.order > outline.order:
                wrong.append(svg.problem(element.id, f"the hole is cut after its outline {outline.id}", "a part that is cut free may shift: holes come first", element.spot))
        found.append(Cutting(instance, tuple(sound[i][0] for i in mine), tuple(sound[i][0] for i in holes), (), (),
                             tuple(sound[i][1] for i in mine), tuple(sound[i][1] for i in holes)))
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
    homes = dict(zip(*(map(int, side) for side in tree.query(lines, predicate="intersects")), strict=True)) if lines and parts else {}
    mine: dict[int, list[Element]] = defaultdict(list)
    for i, element in enumerate(marks):
        home = owners[homes[i]] if i in homes else None
        if home is None:
            wrong.append(svg.problem(element.id, "this lies in no part", "", element.spot))
            continue
        if _instance(element) != parts[home].instance:
            wrong.append(svg.problem(element.id, f"this lies in {parts[home].instance}", "marks are named after their part", element.spot))
        mine[home].append(element)
    return [_with_marks(part, mine[n], done) for n, part in enumerate(parts)]


def _with_marks(part: Cutting, marks: list[Element], done: dict[int, Operation]) -> Cutting:
    engraved = tuple(e for e in marks if done[e.order] is Operation.ENGRAVE)
    scored = tuple(e for e in marks if done[e.order] is Operation.SCORE)
    return Cutting(part.instance, part.outlines, part.holes, engraved, scored, part.areas, part.windows)


def check_order(svg: Svg, done: dict[int, Operation]) -> list[Problem]:
    """Engraving, then scores, then cuts."""
    stage = {Operation.ENGRAVE: 0, Operation.SCORE: 1, Operation.CUT_INNER: 2, Operation.CUT_OUTER: 2}
    latest, problems = 0, []
    for element in svg.elements:
        if element.order in done and stage[done[element.order]] < latest:
            problems.append(svg.problem(element.id, f"the {done[element.order].value} comes after a later step in the file", "engrave, score, then cut"))
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
    return few(svg.problem(parts[a].instance, f"{parts[a].instance} and {parts[b].instance} are {number(gap)} mm apart" if gap > 0 else
                           f"{parts[a].instance} and {parts[b].instance} overlap", f"the spacing of this job is {spacing:g} mm", parts[a].spot)
               for (a, b), gap in sorted(near.items()))
