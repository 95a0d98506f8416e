"""G-code for GRBL → what the machine does: each mark's lines or rows, with the speed and the power of every move in mm,
y up; and every Problem of the file as a file.

The reader is a small machine: it carries out the words one line at a time, with the modes that GRBL keeps. Words that
fabgen does not write are refused. The comments before the marks give their ids, operations and kinds, and nothing else.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import numpy as np

from fabgen.core.english import join_words
from fabgen.core.problems import Location, Problem
from fabgen.core.units import format_number
from fabgen.verify.readers.content import Element, FileContent, Layer, doubled_ids, limit_problems
from fabgen.verify.readers.contours import Contour, Points, build_contour, flat_turn
from fabgen.verify.readers.scan_rows import FillRow, fill_contours
from fabgen.verify.readers.xml_text import read_text

_N = r"-?(?:0|[1-9]\d{0,5})(?:\.\d{1,6})?"
_WORD = re.compile(rf"([A-Z])({_N})")
_SHEET = re.compile(rf"; fabgen: sheet ({_N}) x ({_N}) mm")
_MARK = re.compile(r"; mark (\S+) (\S+) (line|fill)")
# mm, absolute places, feed per minute, arcs in x and y, a beam that follows the speed of the head.
SETUP = ("G21", "G90", "G94", "G17", "M4 S0")
END = ("M5", "G0 X0 Y0", "M2")
MOVES = {"G0": set("XYS"), "G1": set("XYSF"), "G2": set("XYIJSF"), "G3": set("XYIJSF")}
CLOSED = 0.001  # mm between both ends of a closed line
LEVEL = 0.0002  # mm that the ends of a row, and rows of two passes, may differ in height by rounding
ROUND = 0.005  # mm that an arc's two radii may differ: GRBL refuses more (error 33)
OFF_SHEET = 0.001  # mm
Place = tuple[float, float]
LONGEST = 80  # characters that GRBL takes in a line


@dataclass(frozen=True)
class _Piece:
    """One move with the beam on: where it starts, its points after that, and whether it is an arc."""

    start: Place
    points: Points
    is_arc: bool

    def is_like(self, other: _Piece) -> bool:
        return self.start == other.start and np.array_equal(self.points, other.points)


@dataclass
class _Stretch:
    """Moves without a jump between them: where they start, those with the beam on, and whether it is off on others."""

    start: Place
    pieces: list[_Piece] = field(default_factory=list)
    has_gaps: bool = False

    def is_like(self, other: _Stretch) -> bool:
        return (self.start == other.start and len(self.pieces) == len(other.pieces)
                and all(a.is_like(b) for a, b in zip(self.pieces, other.pieces, strict=True)))


@dataclass
class _Mark:
    """What a comment announces, with the moves that follow."""

    id: str
    group: str
    kind: str
    number: int
    stretches: list[_Stretch] = field(default_factory=list)
    settings: dict[tuple[float, float], int] = field(default_factory=dict)  # speed and power, with their first line

    @property
    def passes(self) -> int:
        """How often the mark is made: as often as its first stretch comes."""
        return sum(stretch.is_like(self.stretches[0]) for stretch in self.stretches) or 1

    def one_pass(self) -> list[_Stretch]:
        """The stretches of a single pass. Raises ValueError where there are none, or passes differ."""
        if not self.stretches:
            raise ValueError("it draws nothing")
        count = len(self.stretches) // self.passes
        if not all(stretch.is_like(self.stretches[n % count]) for n, stretch in enumerate(self.stretches)):
            raise ValueError("its passes are not alike")
        return self.stretches[:count]


class _Machine:
    """Where the head is and what the words before have set."""

    def __init__(self, file: str, size: Place) -> None:
        self.file, self.size = file, size
        self.place = (0.0, 0.0)
        self.speed = self.power = 0.0
        self.marks: list[_Mark] = []
        self.problems: list[Problem] = []

    def report(self, number: int, what: str, hint: str = "") -> None:
        self.problems.append(Problem(Location(self.file, number, 1), what, hint))

    def run(self, number: int, text: str) -> None:
        """Carries out a line that moves the head."""
        found = _WORD.findall(text)
        words = {letter: float(value) for letter, value in found}
        verb = "".join(found[0]) if found else ""
        plain = " ".join(letter + value for letter, value in found) == text and len(words) == len(found)
        if not plain or verb not in MOVES or not words.keys() - {"G"} <= MOVES[verb] or not {"X", "Y"} <= words.keys():
            self.report(number, f"`{text[:40]}` is no move that fabgen writes", "only G0, G1, G2 and G3 can be proven")
            return
        if len(text) > LONGEST:
            self.report(number, f"the line has {len(text)} characters: GRBL takes {LONGEST}")
        self.speed, self.power = words.get("F", self.speed), words.get("S", self.power)
        start, end = self.place, (words["X"], words["Y"])
        self.place = end
        self._move(number, verb, start, end, (words.get("I", 0.0), words.get("J", 0.0)))

    def _move(self, number: int, verb: str, start: Place, end: Place, to_centre: Place) -> None:
        is_arc = verb in ("G2", "G3")
        try:
            points = _arc_points(start, end, to_centre, verb == "G3") if is_arc else np.array([end])
        except ValueError as error:
            self.report(number, str(error), "GRBL stops there with error 33")
            return
        low, high = points.min(axis=0), points.max(axis=0)
        if low.min() < -OFF_SHEET or (high > np.array(self.size) + OFF_SHEET).any():
            self.report(number, f"the head leaves the sheet of {self.size[0]:g} x {self.size[1]:g} mm")
        if verb == "G0":
            if self.power:
                what = f"the head jumps with a power of S{self.power:g}"
                self.report(number, what, "between lines the beam is off: S0")
            if self.marks:
                self.marks[-1].stretches.append(_Stretch(end))
        elif not self.marks or not self.marks[-1].stretches:
            self.report(number, "the head draws before it has jumped to a mark")
        else:
            self._draw(number, _Piece(start, points, is_arc))

    def _draw(self, number: int, piece: _Piece) -> None:
        mark = self.marks[-1]
        if self.power:
            mark.settings.setdefault((self.speed, self.power), number)
            mark.stretches[-1].pieces.append(piece)
        else:
            mark.stretches[-1].has_gaps = True


def _arc_points(start: Place, end: Place, to_centre: Place, is_left: bool) -> Points:
    """The points of an arc after its first, counter-clockwise if `is_left`. Raises ValueError for one that GRBL does
    not take."""
    centre = (start[0] + to_centre[0], start[1] + to_centre[1])
    radius = math.dist(start, centre)
    if not radius or abs(radius - math.dist(end, centre)) > ROUND:
        raise ValueError("the arc does not end on its circle")
    first, last = (math.atan2(y - centre[1], x - centre[0]) for x, y in (start, end))
    turn = (last - first if is_left else first - last) % (2 * math.pi) or 2 * math.pi
    return flat_turn(centre, radius, first, turn if is_left else -turn, end)


def read_gcode(path: Path, file: str) -> tuple[FileContent | None, list[Problem]]:
    """The file and its Problems; None where nothing can be read. A layer's power is its S word."""
    text, problems = read_text(path, file)
    if text is None:
        return None, problems
    lines = text.split("\n")
    sheet = _SHEET.fullmatch(lines[0])
    if not sheet:
        what = "this is no G-code of fabgen: the first line gives no size of a sheet"
        return None, [Problem(Location(file, 1, 1), what)]
    size = (float(sheet[1]), float(sheet[2]))
    machine = _Machine(file, size)
    _run(machine, lines)
    elements = list(_elements(machine))
    layers = list(_layers(machine))
    problems = [*limit_problems(machine.problems), *doubled_ids(elements, file)]
    return FileContent(file, *size, tuple(elements), tuple(layers)), problems


def _run(machine: _Machine, lines: Sequence[str]) -> None:
    """Carries out the file: the words that set it up, the marks, the words that end it."""
    code = [(number, line) for number, line in enumerate(lines, 1) if line and not line.startswith(";")]
    head, tail = [line for _, line in code[: len(SETUP)]], [line for _, line in code[-len(END) :]]
    if tuple(head) != SETUP:
        machine.report(code[0][0] if code else 1, f"the file must begin with {join_words(SETUP)}",
                       "mm, absolute places, feed per minute, and a beam that follows the speed")
    if tuple(tail) != END or lines[-1]:
        machine.report(len(lines), f"the file must end with {join_words(END)}", "it was altered or cut short")
    marked = {number for number, _ in [*code[: len(SETUP)], *code[-len(END) :]]}
    for number, line in enumerate(lines, 1):
        if match := _MARK.fullmatch(line):
            machine.marks.append(_Mark(match[1], match[2], match[3], number))
        elif line and not line.startswith(";") and number not in marked:
            machine.run(number, line)


def _elements(machine: _Machine) -> Iterator[Element]:
    """What each mark draws, once. Marks that cannot be read are Problems."""
    for order, mark in enumerate(machine.marks, 1):
        try:
            if mark.kind == "fill":
                rows = _fill_rows(mark)
                yield Element(mark.id, mark.group, "fill", "", order, tuple(fill_contours(rows)), rows=tuple(rows))
            else:
                yield Element(mark.id, mark.group, "stroke", "", order, tuple(map(_contour, mark.one_pass())))
        except ValueError as error:
            machine.report(mark.number, f"{mark.id}: {error}")


def _contour(stretch: _Stretch) -> Contour:
    """A line without gaps. Raises ValueError for others."""
    if not stretch.pieces:
        raise ValueError("it jumps where nothing is drawn")
    if stretch.has_gaps:
        raise ValueError("the beam is off along a part of its line")
    is_closed = math.dist(stretch.start, stretch.pieces[-1].points[-1]) <= CLOSED
    steps = [(piece.points, piece.is_arc) for piece in stretch.pieces]
    contour = build_contour(np.array(stretch.start), steps, is_closed)
    if contour is None:
        raise ValueError("it draws nothing")
    return contour


def _fill_rows(mark: _Mark) -> list[FillRow]:
    """The rows of a filled mark from below. Raises ValueError for what is no level row."""
    rows = []
    for stretch in mark.one_pass():
        y, pieces = stretch.start[1], stretch.pieces
        heights = [y, *(float(v) for piece in pieces for v in (piece.start[1], piece.points[-1, 1]))]
        if not pieces or any(piece.is_arc for piece in pieces) or max(heights) - min(heights) > LEVEL:
            raise ValueError("a row of its fill is not level, or empty")
        ends = [(piece.start[0], float(piece.points[-1, 0])) for piece in pieces]
        runs = sorted((min(pair), max(pair)) for pair in ends)
        if any(right[0] <= left[1] for left, right in pairwise(runs)):
            raise ValueError("a row of its fill goes over the same place twice")
        rows.append((y, tuple(runs)))
    return sorted(rows)


def _layers(machine: _Machine) -> Iterator[Layer]:
    """The setting of each operation, that of its first move. Moves with another one are Problems."""
    groups: dict[str, list[_Mark]] = {}
    for mark in machine.marks:
        groups.setdefault(mark.group, []).append(mark)
    for priority, (group, marks) in enumerate(groups.items()):
        settings: dict[tuple[float, float], int] = {}
        for mark in marks:
            for setting, number in mark.settings.items():
                settings.setdefault(setting, number)
        (speed, power), *others = settings or {(0.0, 0.0): 0}
        for other in others:
            what = f"{group} goes on with {_setting_text(other)}; before, it had {_setting_text((speed, power))}"
            machine.report(settings[other], what, "an operation has one setting")
        for mark in marks:
            if mark.passes != marks[0].passes:
                what = f"{mark.id} is made {mark.passes} times, {marks[0].id} {marks[0].passes} times"
                machine.report(mark.number, what)
        yield Layer(group, speed / 60, power, marks[0].passes, priority)


def _setting_text(setting: tuple[float, float]) -> str:
    return f"F{format_number(setting[0])} S{format_number(setting[1])}"
