"""Prepared parts where they lie → their marks in working order, each entered where it should be.

Engraving first, then scores, then cuts. Where the machine keeps the file's order it cuts part by part, holes before
the outline; elsewhere all holes come before all outlines. What lies in a hole of another part is cut before that part,
since the slug it lies on falls out with the hole. Blocks of common lines come last: their inner lines from one
side to the other, then the frame, so that everything holds together as long as it can.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from fabgen.artwork.path import Path, Point, apply
from fabgen.make.areas import outline
from fabgen.make.entries import ways
from fabgen.make.order import Piece, Stop, route
from fabgen.make.prepare import Prepared, Work
from fabgen.make.profile import Machine, Operation
from fabgen.make.sheet import Mark, Placement

if TYPE_CHECKING:
    from shapely import Polygon


@dataclass(frozen=True)
class Laid:
    """A prepared part where it lies; a block of common lines with the place of each of its copies."""

    prepared: Prepared
    placement: Placement
    copies: tuple[Placement, ...] = ()


@dataclass(frozen=True)
class _Line:
    """A work of a laid part: its id, and the ways to follow it at the part's own origin."""

    id: str
    work: Work
    placement: Placement
    ways: tuple[tuple[Path, ...], ...]

    @cached_property
    def stop(self) -> Stop:
        turn, move = self.placement.matrices()
        ends = [(way[0].start, way[-1].end) for way in self.ways]
        return Stop(tuple((apply(move, apply(turn, a)), apply(move, apply(turn, b))) for a, b in ends))

    def mark(self, way: int) -> Mark:
        """The line as it is followed."""
        turn, move = self.placement.matrices()
        paths = tuple(path.transformed(turn).transformed(move) for path in self.ways[way])
        return Mark(self.id, self.work.operation, paths, self.placement.instance)


def sequenced(parts: Sequence[Laid], machine: Machine, home: Point) -> list[Mark]:
    """All marks of a sheet in working order; the laser starts at `home` and returns there."""
    known: dict[int, list[tuple[tuple[Path, ...], ...]]] = {}
    lines = [_lines(one, known) for one in parts]
    every = [line for own in lines for line in own]
    # Areas are swept line by line over the whole sheet: their order is for the eye, and needs no search.
    marks = [
        mark
        for step in machine.order[:2]
        for mark in _routed(_singles(every, step), home, search=step is not Operation.ENGRAVE)
    ]
    marks += _cuts(lines, hosts(parts), machine, home)
    return marks + [mark for one in parts for mark in _shared(one)]


def by_part(machine: Machine) -> bool:
    """Whether parts are cut one after the other: where the file decides, and one group of it holds all cuts."""
    return machine.sorts == "file" and any(len(operations) > 1 for _, operations in machine.groups())


def shelters(machine: Machine, formats: Iterable[str]) -> bool:
    """Whether parts may lie in the holes of others: where the file or the program cuts from the inside out in all of
    these formats. A layer of its own for holes, which runs before all outlines, would drop what lies in them."""
    together = any(len(operations) > 1 for _, operations in machine.groups())
    return together and machine.sorts != "colour" and "lbrn2" not in formats


def hosts(parts: Sequence[Laid]) -> list[int | None]:
    """For each part the one in whose hole it lies, if any."""
    import shapely

    found: list[int | None] = [None] * len(parts)
    least = min((min(_sides(part.prepared.bounds())) for part in parts), default=0.0)
    holes = [(k, area) for k, part in enumerate(parts) for area in _holes(part, least)]
    if not holes:
        return found
    areas, tree = [math.inf] * len(parts), shapely.STRtree([area for _, area in holes])
    pairs = tree.query(shapely.points([_start(part) for part in parts]), predicate="within")
    for k, n in pairs.T.tolist():
        if holes[n][0] != k and holes[n][1].area < areas[k]:
            found[k], areas[k] = holes[n][0], holes[n][1].area
    return found


def _holes(part: Laid, least: float) -> list[Polygon]:
    """The holes of a laid part that are wider than `least` mm both ways."""
    if part.copies:
        return []
    turn, move = part.placement.matrices()
    paths = [path for work in part.prepared.works if work.operation is Operation.CUT_INNER for path in work.paths]
    return [outline(path.transformed(turn).transformed(move)) for path in paths if min(_sides(path.bounds())) > least]


def _sides(box: tuple[float, float, float, float]) -> tuple[float, float]:
    return box[2] - box[0], box[3] - box[1]


def _start(part: Laid) -> Point:
    turn, move = part.placement.matrices()
    return apply(move, apply(turn, part.prepared.outlines[0].start))


def _cuts(
    lines: Sequence[Sequence[_Line]], above: Sequence[int | None], machine: Machine, home: Point
) -> list[Mark]:
    inner, outer = Operation.CUT_INNER, Operation.CUT_OUTER
    if not by_part(machine) and not any(host is not None for host in above):
        every = [line for own in lines for line in own]
        return _routed(_singles(every, inner), home) + _routed(_singles(every, outer), home)
    within: dict[int | None, list[int]] = defaultdict(list)
    for k, host in enumerate(above):
        within[host].append(k)
    return _routed([group for group in _clusters(lines, within, None) if any(group)], home)


def _clusters(lines: Sequence[Sequence[_Line]], within: Mapping[int | None, list[int]], host: int | None
              ) -> list[_Group]:
    """The parts in the holes of a host (of none: those that lie on the sheet itself), each with what lies in its own
    holes, which comes before it."""
    found = list[_Group]()
    for k in within[host]:
        holes, edges = _of(lines[k], Operation.CUT_INNER), _of(lines[k], Operation.CUT_OUTER)
        if k in within:
            here = edges[0].stop.ways[0][0]
            found.append(([], [*_ordered(_clusters(lines, within, k), here), *_ordered([(holes, [])], here), *edges]))
        else:
            found.append((holes, edges))
    return found


def _of(lines: Iterable[_Line], operation: Operation) -> list[_Line]:
    return [line for line in lines if line.work.operation is operation]


_Group = tuple[list[_Line], list[_Line]]  # in any order, then in this order


def _singles(lines: Iterable[_Line], operation: Operation) -> list[_Group]:
    return [([], [line]) for line in _of(lines, operation)]


def _routed(groups: Sequence[_Group], home: Point, search: bool = True) -> list[Mark]:
    return [line.mark(way) for line, way in _steps(groups, home, search)]


def _ordered(groups: Sequence[_Group], home: Point) -> list[_Line]:
    return [line for line, _ in _steps(groups, home, True)]


def _steps(groups: Sequence[_Group], home: Point, search: bool) -> list[tuple[_Line, int]]:
    """The lines of all groups on a short way, each with the way it is followed."""
    pieces = [Piece(tuple(line.stop for line in a), tuple(line.stop for line in b)) for a, b in groups]
    whole = [[*a, *b] for a, b in groups]
    return [(whole[step.piece][step.stop], step.way) for step in route(pieces, home, search).steps]


def _lines(part: Laid, known: dict[int, list[tuple[tuple[Path, ...], ...]]]) -> list[_Line]:
    """A part's works where it lies, numbered by role; the ways of a kind are found once."""
    kind = part.prepared
    if id(kind) not in known:
        known[id(kind)] = [_ways(work, kind) for work in kind.works]
    return [line for copy in part.copies or (part.placement,) for line in _copy(kind, copy, known[id(kind)])]


def _copy(kind: Prepared, placement: Placement, found: Sequence[tuple[tuple[Path, ...], ...]]) -> list[_Line]:
    seen: Counter[str] = Counter()
    out = []
    for work, own in zip(kind.works, found, strict=True):
        role = work.role.value.replace(" ", "-")
        seen[role] += 1
        out.append(_Line(f"{placement.instance}.{role}-{seen[role]}", work, placement, own))
    return out


def _ways(work: Work, kind: Prepared) -> tuple[tuple[Path, ...], ...]:
    """The ways to do a work: an area, or words of several lines, as they are drawn."""
    if work.operation is Operation.ENGRAVE or len(work.paths) != 1:
        return (work.paths,)
    hidden = kind.part.unseen if work.operation is Operation.CUT_OUTER else ()
    return tuple((path,) for path in ways(work.paths[0], hidden))


def _shared(part: Laid) -> list[Mark]:
    """The lines of a block in the order in which they hold it longest; the frame alone counts as an outline, so that it
    comes last too where colours or layers decide."""
    if not part.copies:
        return []
    inner, outer = Operation.CUT_INNER, Operation.CUT_OUTER
    lines = [(f"line-{k}", path, inner) for k, path in enumerate(part.prepared.shared, 1)]
    lines += [(f"frame-{k}", path, outer) for k, path in enumerate(part.prepared.outlines, 1)]
    turn, move = part.placement.matrices()
    name = part.placement.instance
    return [
        Mark(f"{name}.{role}", operation, (path.transformed(turn).transformed(move),), name, True)
        for role, path, operation in lines
    ]
