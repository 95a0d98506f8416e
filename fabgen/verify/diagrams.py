"""The figures under `diagrams/` → whether each movement diagram shows the legal moves, and its three formats are of one size."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from fabgen.base import Problem, Where
from fabgen.make.laser import slug
from fabgen.manifest import Entry
from fabgen.units import number
from fabgen.verify.decode import Fault, differences, figure, read_diagram
from fabgen.verify.svg import Svg

if TYPE_CHECKING:
    from fabgen.verify.expect import Expected

FOLDER = "diagrams"
MOVES = "moves-"


def is_moves(path: str) -> bool:
    """Whether a file is a movement diagram that can be decoded."""
    return path.startswith(f"{FOLDER}/{MOVES}") and path.endswith(".svg")


def check_formats(entries: Iterable[Entry]) -> Iterator[Problem]:
    """One figure has one size in all its formats."""
    figures: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        if entry.folder == FOLDER and entry.size_mm:
            figures[str(PurePosixPath(entry.path).with_suffix(""))].append(entry)
    for same in figures.values():
        first = same[0]
        for other in same[1:]:
            yield from _unequal(first, other)


def _unequal(one: Entry, other: Entry) -> Iterator[Problem]:
    (w, h), (u, v) = one.size_mm or (0.0, 0.0), other.size_mm or (0.0, 0.0)
    if max(abs(w - u), abs(h - v)) > 0.01:
        yield Problem(Where(other.path), f"{number(u)} x {number(v)} mm, but {PurePosixPath(one.path).name} is {number(w)} x {number(h)} mm")


def check_moves(svgs: dict[str, Svg], expected: Expected) -> Iterator[Problem]:
    """Every piece has a movement diagram, and it shows what the rules allow; `svgs` are the figures by their path."""
    pieces = {slug(piece): piece for piece in expected.spec.game.pieces}
    shown = {slug(PurePosixPath(path).stem.removeprefix(MOVES)): path for path in svgs if is_moves(path)}
    for name, piece in pieces.items():
        if name not in shown:
            yield Problem(Where(FOLDER), f"there is no movement diagram of the {piece} that can be read", "")
            continue
        svg = svgs[shown[name]]
        yield from (fault_problem(svg, fault, "") for fault in _faults(svg, expected, piece))


def _faults(svg: Svg, expected: Expected, piece: str) -> Iterator[Fault]:
    filled = [(e, area) for e in svg.elements if e.paint == "fill" for area in e.areas]
    reading = read_diagram(figure(area, e.id) for e, area in filled)
    yield from reading.faults
    if reading.own_cell:
        yield from differences(reading, expected.marks(piece), piece, tints=True)


def fault_problem(svg: Svg, fault: Fault, key: str) -> Problem:
    """A fault of a diagram at its element, or at the key of the whole."""
    return svg.problem(fault.id or key, fault.what, "the diagram must show the legal moves, which are computed from the spec", fault.spot)
