"""Prepared parts at their places → their marks in working order, each entered where it should be.

Engraving comes first, then scores, then cuts. Where the machine keeps the file's order it cuts part by part, holes
before the outline; elsewhere all holes come before all outlines. A part that lies in a hole of another part is cut
before that part, because the slug on which it lies falls out with the hole. Blocks of common cuts come last: their
inner lines from one side to the other, then the frame, so that everything holds together as long as possible.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from fabgen.artwork.path import Path, Point, apply_matrix
from fabgen.laser.bridges import cut_ways
from fabgen.laser.engraving import outline_polygon
from fabgen.laser.formats.registry import FORMATS
from fabgen.laser.machine import Machine
from fabgen.laser.nest.layout import box_size
from fabgen.laser.order.entries import list_entries
from fabgen.laser.order.tour import RouteStop, StopGroup, find_route
from fabgen.laser.preparation import MachiningStep, PreparedPart
from fabgen.laser.sheet import Placement, SheetMark
from fabgen.materials.operations import Operation

if TYPE_CHECKING:
    from shapely import Polygon

StepWays = tuple[tuple[Path, ...], ...]  # the ways to follow a step, each as the paths in their order


@dataclass(frozen=True)
class PlacedPart:
    """A prepared part at its place; for a block of common cuts also the placement of each of its copies."""

    prepared: PreparedPart
    placement: Placement
    copies: tuple[Placement, ...] = ()


@dataclass(frozen=True)
class _MarkLine:
    """A step of a placed part: its id, and the ways to follow it at the part's own origin."""

    id: str
    step: MachiningStep
    placement: Placement
    ways: StepWays

    @cached_property
    def stop(self) -> RouteStop:
        """Where each of the ways is entered and left, on the sheet."""
        turn, move = self.placement.matrices
        ends = [(way[0].start, way[-1].end) for way in self.ways]
        return RouteStop(
            tuple(
                (apply_matrix(move, apply_matrix(turn, a)), apply_matrix(move, apply_matrix(turn, b))) for a, b in ends
            )
        )

    def mark(self, way: int) -> SheetMark:
        """The line as a mark on the sheet, followed in one of its ways."""
        turn, move = self.placement.matrices
        paths = tuple(path.transformed(turn).transformed(move) for path in self.ways[way])
        return SheetMark(self.id, self.step.operation, paths, self.placement.instance)


def order_marks(
    parts: Sequence[PlacedPart], machine: Machine, home: Point, *, search: bool = True
) -> list[SheetMark]:
    """All marks of a sheet in working order. The laser starts at `home` and returns there. Without a search, each stop
    is the nearest one."""
    known_ways: dict[int, list[StepWays]] = {}
    lines = [_part_lines(part, known_ways) for part in parts]
    all_lines = [line for part_lines in lines for line in part_lines]
    # Areas are swept line by line over the whole sheet, so their order in the file makes no difference to the route.
    marks = [
        mark
        for step in machine.order[:2]
        for mark in _route_marks(_single_groups(all_lines, step), home, search and step is not Operation.ENGRAVE)
    ]
    marks += _order_cuts(lines, find_hosts(parts), machine, home, search)
    return marks + [mark for part in parts for mark in _block_marks(part)]


def cuts_part_by_part(machine: Machine) -> bool:
    """Whether parts are cut one after the other. This is so where the file decides about the order and one group of the
    file holds all cuts."""
    return machine.sorts == "file" and any(len(operations) > 1 for _, operations in machine.layer_groups())


def allows_parts_in_holes(machine: Machine, formats: Iterable[str]) -> bool:
    """Whether parts may be placed in the holes of others. In all of these formats, the file or the program must cut
    from the inside out. A separate layer for holes, which runs before all outlines, would drop the parts in them."""
    has_common_group = any(len(operations) > 1 for _, operations in machine.layer_groups())
    has_separate_layers = any(FORMATS[suffix].separates_operations for suffix in formats)
    return has_common_group and machine.sorts != "colour" and not has_separate_layers


def find_hosts(parts: Sequence[PlacedPart]) -> list[int | None]:
    """For each part the index of the part in whose hole it lies, or None."""
    import shapely

    hosts: list[int | None] = [None] * len(parts)
    least = min((min(box_size(part.prepared.bounds())) for part in parts), default=0.0)
    holes = [(k, area) for k, part in enumerate(parts) for area in _wide_holes(part, least)]
    if not holes:
        return hosts
    areas, tree = [math.inf] * len(parts), shapely.STRtree([area for _, area in holes])
    pairs = tree.query(shapely.points([_first_point(part) for part in parts]), predicate="within")
    for k, n in pairs.T.tolist():
        if holes[n][0] != k and holes[n][1].area < areas[k]:
            hosts[k], areas[k] = holes[n][0], holes[n][1].area
    return hosts


def _wide_holes(part: PlacedPart, least_width: float) -> list[Polygon]:
    """The holes of a placed part that are wider than `least_width` mm both ways."""
    if part.copies:
        return []
    turn, move = part.placement.matrices
    holes = [path for step in part.prepared.steps if step.operation is Operation.CUT_INNER for path in step.paths]
    wide = [hole for hole in holes if min(box_size(hole.bounds())) > least_width]
    return [outline_polygon(hole.transformed(turn).transformed(move)) for hole in wide]


def _first_point(part: PlacedPart) -> Point:
    """A point of a placed part, on the sheet."""
    turn, move = part.placement.matrices
    return apply_matrix(move, apply_matrix(turn, part.prepared.outlines[0].start))


def _order_cuts(
    lines: Sequence[Sequence[_MarkLine]], hosts: Sequence[int | None], machine: Machine, home: Point, search: bool
) -> list[SheetMark]:
    """The marks of all cuts in working order."""
    inner, outer = Operation.CUT_INNER, Operation.CUT_OUTER
    if not cuts_part_by_part(machine) and not any(host is not None for host in hosts):
        all_lines = [line for part_lines in lines for line in part_lines]
        groups = [_single_groups(all_lines, operation) for operation in (inner, outer)]
        return [mark for group_of_part in groups for mark in _route_marks(group_of_part, home, search)]
    guests: dict[int | None, list[int]] = defaultdict(list)
    for k, host in enumerate(hosts):
        guests[host].append(k)
    cuts = _group_cuts(lines, guests, None, search)
    return _route_marks([group for group in cuts if any(group)], home, search)


def _group_cuts(
    lines: Sequence[Sequence[_MarkLine]], guests: Mapping[int | None, list[int]], host: int | None, search: bool
) -> list[_LineGroup]:
    """The cuts of each part in the holes of a host (None: of the parts on the sheet itself). Parts in a part's own
    holes come before that part."""
    groups = list[_LineGroup]()
    for k in guests[host]:
        holes, edges = _lines_of(lines[k], Operation.CUT_INNER), _lines_of(lines[k], Operation.CUT_OUTER)
        if k in guests:
            entry = edges[0].stop.ways[0][0]
            guest_cuts = _route_lines(_group_cuts(lines, guests, k, search), entry, search)
            groups.append(([], [*guest_cuts, *_route_lines([(holes, [])], entry, search), *edges]))
        else:
            groups.append((holes, edges))
    return groups


def _lines_of(lines: Iterable[_MarkLine], operation: Operation) -> list[_MarkLine]:
    """The lines of one operation."""
    return [line for line in lines if line.step.operation is operation]


_LineGroup = tuple[list[_MarkLine], list[_MarkLine]]  # first those in any order, then those in this order


def _single_groups(lines: Iterable[_MarkLine], operation: Operation) -> list[_LineGroup]:
    """The lines of one operation, each as a group of its own."""
    return [([], [line]) for line in _lines_of(lines, operation)]


def _route_marks(groups: Sequence[_LineGroup], home: Point, search: bool) -> list[SheetMark]:
    """The marks of some groups, on a short route."""
    return [line.mark(way) for line, way in _route_steps(groups, home, search)]


def _route_lines(groups: Sequence[_LineGroup], home: Point, search: bool) -> list[_MarkLine]:
    """The lines of some groups, on a short route."""
    return [line for line, _ in _route_steps(groups, home, search)]


def _route_steps(groups: Sequence[_LineGroup], home: Point, search: bool) -> list[tuple[_MarkLine, int]]:
    """The lines of all groups on a short route, each with the way it is followed."""
    stop_groups = [StopGroup(tuple(line.stop for line in a), tuple(line.stop for line in b)) for a, b in groups]
    joined = [[*a, *b] for a, b in groups]
    return [(joined[step.group][step.stop], step.way) for step in find_route(stop_groups, home, search=search).steps]


def _part_lines(part: PlacedPart, known_ways: dict[int, list[StepWays]]) -> list[_MarkLine]:
    """The steps of a part at its place, numbered by role. The ways of each prepared part are worked out only once."""
    prepared = part.prepared
    if id(prepared) not in known_ways:
        known_ways[id(prepared)] = [_step_ways(step, prepared) for step in prepared.steps]
    ways, placements = known_ways[id(prepared)], part.copies or (part.placement,)
    return [line for placement in placements for line in _copy_lines(prepared, placement, ways)]


def _copy_lines(prepared: PreparedPart, placement: Placement, ways: Sequence[StepWays]) -> list[_MarkLine]:
    """The lines of one copy."""
    counts: Counter[str] = Counter()
    lines = []
    for step, step_ways in zip(prepared.steps, ways, strict=True):
        role = step.role.value.replace(" ", "-")
        counts[role] += 1
        lines.append(_MarkLine(f"{placement.instance}.{role}-{counts[role]}", step, placement, step_ways))
    return lines


def _step_ways(step: MachiningStep, prepared: PreparedPart) -> StepWays:
    """The ways to follow a step. An area, and words of several lines, are only followed as they are drawn."""
    if step.operation is Operation.ENGRAVE or len(step.paths) != 1:
        return (step.paths,)
    if step.gaps:
        return cut_ways(step.paths[0], step.gaps)
    hidden = prepared.part.hidden_edges if step.operation is Operation.CUT_OUTER else ()
    return tuple((path,) for path in list_entries(step.paths[0], hidden))


def _block_marks(part: PlacedPart) -> list[SheetMark]:
    """The lines of a block in the order that holds it together longest. Only the frame counts as an outline, so that it
    comes last too where colours or layers decide the order."""
    if not part.copies:
        return []
    inner, outer = Operation.CUT_INNER, Operation.CUT_OUTER
    lines = [(f"line-{k}", path, inner) for k, path in enumerate(part.prepared.shared_lines, 1)]
    lines += [(f"frame-{k}", path, outer) for k, path in enumerate(part.prepared.outlines, 1)]
    turn, move = part.placement.matrices
    name = part.placement.instance
    return [
        SheetMark(f"{name}.{role}", operation, (path.transformed(turn).transformed(move),), name, True)
        for role, path, operation in lines
    ]
