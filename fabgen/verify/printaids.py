"""The player aids on print-and-play sheets: cut to the sizes that the spec says, as many as the game needs, no word
near a cut, and every movement diagram on them as the rules have it.

A leaf is what lies between cut marks: lines of 3.2 mm in line with a cut at both of its ends.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from fabgen.base import Problem
from fabgen.declared import read_text
from fabgen.rules.diagram import Meaning
from fabgen.rules.directions import Offset
from fabgen.spec.game import Aid
from fabgen.units import number
from fabgen.verify.decode import Fault, differences, frames, read_diagram
from fabgen.verify.files import AGAIN
from fabgen.verify.pdfpaths import filled
from fabgen.verify.pdfsides import Box, Side
from fabgen.verify.printset import SIZE, PrintSet
from fabgen.verify.recognise import Figure, figure

if TYPE_CHECKING:
    from shapely import Polygon

MARK = 3.2  # mm: a cut mark
AWAY = 1.0  # mm from a cut to where its mark begins
CLEAR = 2.0  # mm: words keep so far from a cut
TOUCH = 0.05  # mm: lines that meet


@dataclass(frozen=True)
class Cut:
    """Where paper is cut, level or upright (`axis` 0 or 1): its place across, and from where to where."""

    axis: int
    at: float
    start: float
    end: float

    def off(self, box: Box) -> float:
        """The distance of a box from it; none where it lies beside the ends."""
        low, high = box[self.axis], box[self.axis + 2]
        if high < self.start or low > self.end:
            return math.inf
        near, far = box[1 - self.axis], box[3 - self.axis]
        return max(near - self.at, self.at - far, 0.0)


def check_aids(one: PrintSet) -> Iterator[Problem]:
    """Everything that is wrong with the aids of a set."""
    titles = {title[:1].upper() + title[1:] for title in (one.said("player aids"), one.said("player aids, on paper"))}
    sheets = [(place, side) for place, side in enumerate(one.read.sides, 1) if titles & {*side.text.split("\n")}]
    if one.poster or not one.spec.game.aids:
        return
    leaves = Counter[tuple[float, float]]()
    for place, side in sheets:
        found = cuts(side)
        leaves.update(_leaves(found))
        yield from (Problem(one.on(place), f"“{word.text}” comes too near to a cut", AGAIN)
                    for word in side.words if word.text.strip() and any(cut.off(word.box) < CLEAR for cut in found))
    yield from _sizes(one, leaves)
    yield from _moves(one, sheets)


def cuts(side: Side) -> list[Cut]:
    """The cuts of a sheet by the marks at both ends of each."""
    out: list[Cut] = []
    for axis in (0, 1):
        marks = [(a[1 - axis], min(a[axis], b[axis])) for a, b in side.lines
                 if abs(a[1 - axis] - b[1 - axis]) < SIZE and abs(abs(a[axis] - b[axis]) - MARK) < SIZE]
        levels = sorted({round(at, 1) for at, _ in marks})
        for level in levels:
            row = sorted((start, at) for at, start in marks if abs(at - level) < TOUCH + SIZE)
            for (first, at), (second, _) in zip(row[::2], row[1::2], strict=False):
                out.append(Cut(axis, at, first + MARK + AWAY, second - AWAY))
    return list(dict.fromkeys(out))


def _leaves(found: Sequence[Cut]) -> Counter[tuple[float, float]]:
    """How many leaves of each width and height the cuts make, block by block."""
    out = Counter[tuple[float, float]]()
    level = [cut for cut in found if cut.axis == 0]
    for span in dict.fromkeys((round(cut.start, 1), round(cut.end, 1)) for cut in level):
        rows = sorted(cut.at for cut in level if _alike((cut.start, cut.end), span))
        upright = [cut for cut in found if cut.axis == 1 and _alike((cut.start, cut.end), (rows[0], rows[-1]))
                   and span[0] - 1 < cut.at < span[1] + 1]
        columns = sorted(cut.at for cut in upright)
        out.update((round(x1 - x0, 2), round(y1 - y0, 2)) for x0, x1 in pairwise(columns) for y0, y1 in pairwise(rows))
    return out


def _alike(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) < 0.2


def _sizes(one: PrintSet, leaves: Counter[tuple[float, float]]) -> Iterator[Problem]:
    """Each leaf is as large as an aid, or twice as wide where it has two sides; there are enough of each size."""
    from fabgen.figures.aids import aid_count, aid_size

    needed = Counter[tuple[float, float]]()
    for aid in one.spec.game.aids.values():
        needed[aid_size(aid)] += aid_count(one.spec, aid)
    seen = Counter[tuple[float, float]]()
    for size, count in leaves.items():
        aid_of = next((wanted for wanted in needed if _is(size, wanted)), None)
        if aid_of is None:
            yield Problem(one.where, f"a leaf of {number(size[0], 2)} x {number(size[1], 2)} mm is cut out, "
                          "which is the size of no player aid", AGAIN)
        else:
            seen[aid_of] += count
    for wanted, count in needed.items():
        if seen[wanted] < count:
            size_said = f"{number(wanted[0], 2)} x {number(wanted[1], 2)} mm"
            yield Problem(one.where, f"{seen[wanted]} player aids of {size_said} are cut out, the game needs {count}",
                          AGAIN)


def _is(size: tuple[float, float], wanted: tuple[float, float]) -> bool:
    """Whether a leaf is an aid, of one side or two, upright or lying."""
    forms = [(wanted[0] * sides, wanted[1]) for sides in (1, 2)]
    return any(max(abs(a - b) for a, b in zip(size, form, strict=True)) < 2 * SIZE
               for one in forms for form in (one, one[::-1]))


def _moves(one: PrintSet, sheets: Sequence[tuple[int, Side]]) -> Iterator[Problem]:
    """Each diagram on the sheets shows the moves of a piece that an aid tells of, each piece as often as there are such
    aids."""
    from fabgen.figures.aids import aid_count

    wanted = Counter[str]()
    for name, aid in one.spec.game.aids.items():
        if aid.kind == "card":
            wanted.update({piece: aid_count(one.spec, aid) for piece in _told(one, name, aid)})
    if not wanted:
        return
    seen = Counter[str]()
    for place, side in sheets:
        for shapes in _diagrams(side, filled(one.path, place - 1)):
            pieces = [piece for piece in wanted if not [*_faults(one, piece, shapes)]]
            seen.update(pieces)
            if not pieces:
                fault = next(_faults(one, _nearest(one, wanted, shapes), shapes))
                yield Problem(one.on(place), f"a movement diagram on a player aid is wrong: {fault.what}",
                              "it must show the legal moves, which are computed from the spec")
    yield from (Problem(one.where, f"the player aids show the moves of the {piece} {seen[piece]} times, not {count}",
                        AGAIN) for piece, count in wanted.items() if seen[piece] < count)


def _nearest(one: PrintSet, pieces: Counter[str], shapes: Sequence[Figure]) -> str:
    return min(pieces, key=lambda piece: len([*_faults(one, piece, shapes)]))


def _faults(one: PrintSet, piece: str, shapes: Sequence[Figure]) -> Iterator[Fault]:
    diagram = one.spec.diagram(piece)
    reading = read_diagram(shapes, diagram.compass)
    yield from reading.faults
    legal: dict[Offset, Meaning] = dict(diagram.marks)
    yield from differences(reading, legal, piece, tints=True)


def _told(one: PrintSet, name: str, aid: Aid) -> list[str]:
    """The pieces whose movement the chapter on a card shows."""
    from fabgen.words import load_words

    spec = one.spec
    title = aid.text or load_words(spec.game.language, spec.folder).quick_reference
    chapters = re.split(r"^# ", read_text(spec.folder / spec.game.rulebook), flags=re.MULTILINE)
    text = next((text for text in chapters if text.partition("\n")[0].strip().casefold() == title.casefold()), "")
    return [piece for piece in spec.game.pieces if re.search(rf"\]\(<?moves:{re.escape(piece)}>?[ )]", text)]


def _diagrams(side: Side, areas: Sequence[Polygon]) -> Iterator[list[Figure]]:
    """The filled shapes of each diagram: what lies in a grid of more than one cell with an own cell in it."""
    from shapely.geometry import box

    for grid in _grids(side):
        around = box(grid[0] - TOUCH, grid[1] - TOUCH, grid[2] + TOUCH, grid[3] + TOUCH)
        shapes = [figure(area, "") for area in areas if around.contains(area)]
        own = frames(shapes)
        if own and max(grid[2] - grid[0], grid[3] - grid[1]) > 1.5 * own[0].cell:
            yield shapes


def _grids(side: Side) -> list[Box]:
    """The boxes of lines that touch each other."""
    boxes: list[Box] = []
    for a, b in side.lines:
        new: Box = (min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]))
        touching = [old for old in boxes if _meet(old, new)]
        boxes = [old for old in boxes if old not in touching]
        every = [new, *touching]
        boxes.append((min(x[0] for x in every), min(x[1] for x in every), max(x[2] for x in every),
                      max(x[3] for x in every)))
    return boxes


def _meet(one: Box, other: Box) -> bool:
    return all(one[axis] <= other[axis + 2] + TOUCH and other[axis] <= one[axis + 2] + TOUCH for axis in (0, 1))


__all__ = ["check_aids", "cuts"]
