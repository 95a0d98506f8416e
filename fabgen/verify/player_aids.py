"""The player aids on print-and-play sheets: cut to the sizes that the spec says, as many as the game needs, no word
near a cut, and every movement diagram on them as the rules have it.

A leaf is what lies between cut marks: lines of 3.2 mm in line with a cut at both of its ends.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, pairwise

import numpy as np

from fabgen.core.game_files import read_game_text
from fabgen.core.problems import Problem
from fabgen.core.units import format_number
from fabgen.rules.directions import Offset, Plane
from fabgen.rules.marks import MoveMark
from fabgen.spec.game import Aid
from fabgen.verify.diagram_decoding import (
    DecodedDiagram,
    DiagramFault,
    differences,
    find_frames,
    forward_in_diagram,
    read_diagram,
)
from fabgen.verify.diagram_marks import MarkShape, recognise
from fabgen.verify.files import AGAIN
from fabgen.verify.printed_things import SIZE, PrintedSet, count_aids
from fabgen.verify.readers.contours import Points
from fabgen.verify.readers.page_pdf import PrintedPage
from fabgen.verify.readers.pdf import Box, PdfPath

_Faults = dict[str, list[DiagramFault]]  # by piece, how a diagram differs from its moves
SAME = 0.001  # mm between the points of two copies of a drawing: ten times what PDFs are written to
MARK = 3.2  # mm: a cut mark
AWAY = 1.0  # mm from a cut to where its mark begins
CLEAR = 2.0  # mm: words keep so far from a cut
CARD, SCORE_SHEET = (86.0, 112.0), (100.0, 140.0)  # mm: two cards abreast on A4
SLIP_WIDTH, SLIP_HEAD, SLIP_ROW = 57.0, 13.6, 8.5  # mm: three abreast; 5 mm free all round, a title of 2.6 mm
TOUCH = 0.05  # mm: lines that meet


@dataclass(frozen=True)
class PaperCut:
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


def check_aids(printed: PrintedSet) -> Iterator[Problem]:
    """Everything that is wrong with the aids of a set."""
    groups = printed.phrases("player aids"), printed.phrases("player aids, on paper")
    titles = {group[:1].upper() + group[1:] for group in groups}
    sheets = [(place, side) for place, side in enumerate(printed.read.sides, 1) if titles & {*side.text.split("\n")}]
    if printed.poster or not printed.spec.game.aids:
        return
    leaves = Counter[tuple[float, float]]()
    for place, side in sheets:
        found = find_paper_cuts(side)
        leaves.update(_leaves(found))
        yield from (Problem(printed.on(place), f"“{word.text}” comes too near to a cut", AGAIN)
                    for word in side.words if word.text.strip() and any(cut.off(word.box) < CLEAR for cut in found))
    yield from _sizes(printed, leaves)
    yield from _moves(printed, sheets)


def find_paper_cuts(side: PrintedPage) -> list[PaperCut]:
    """The cuts of a sheet by the marks at both ends of each."""
    out: list[PaperCut] = []
    for axis in (0, 1):
        marks = [(a[1 - axis], min(a[axis], b[axis])) for a, b in side.lines
                 if abs(a[1 - axis] - b[1 - axis]) < SIZE and abs(abs(a[axis] - b[axis]) - MARK) < SIZE]
        levels = sorted({round(at, 1) for at, _ in marks})
        for level in levels:
            row = sorted((start, at) for at, start in marks if abs(at - level) < TOUCH + SIZE)
            for (first, at), (second, _) in zip(row[::2], row[1::2], strict=False):
                out.append(PaperCut(axis, at, first + MARK + AWAY, second - AWAY))
    return list(dict.fromkeys(out))


def _leaves(found: Sequence[PaperCut]) -> Counter[tuple[float, float]]:
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


def _alike(span: tuple[float, float], other: tuple[float, float]) -> bool:
    return max(abs(a - b) for a, b in zip(span, other, strict=True)) < 0.2


def _sizes(printed: PrintedSet, leaves: Counter[tuple[float, float]]) -> Iterator[Problem]:
    """Each leaf is as large as an aid, or twice as wide where it has two sides; there are enough of each size."""
    needed = Counter[tuple[float, float]]()
    for aid in printed.spec.game.aids.values():
        needed[_aid_size(aid)] += count_aids(printed.spec, aid)
    seen = Counter[tuple[float, float]]()
    for size, count in leaves.items():
        aid_of = next((wanted for wanted in needed if _is(size, wanted)), None)
        if aid_of is None:
            yield Problem(
                printed.where,
                f"a leaf of {format_number(size[0], 2)} x {format_number(size[1], 2)} mm is cut out, "
                "which is the size of no player aid",
                AGAIN,
            )
        else:
            seen[aid_of] += count
    for wanted, count in needed.items():
        if seen[wanted] < count:
            size_said = f"{format_number(wanted[0], 2)} x {format_number(wanted[1], 2)} mm"
            what = f"{seen[wanted]} player aids of {size_said} are cut out, the game needs {count}"
            yield Problem(printed.where, what, AGAIN)


def _aid_size(aid: Aid) -> tuple[float, float]:
    """Width and height in mm of one side of an aid: as the spec says, else the usual size of its kind."""
    if aid.size:
        return aid.size
    if aid.kind == "slips":
        return SLIP_WIDTH, SLIP_HEAD + SLIP_ROW * len(aid.lines)
    return CARD if aid.kind == "card" else SCORE_SHEET


def _is(size: tuple[float, float], wanted: tuple[float, float]) -> bool:
    """Whether a leaf is an aid, of one side or two, upright or lying."""
    forms = [(wanted[0] * sides, wanted[1]) for sides in (1, 2)]
    return any(max(abs(a - b) for a, b in zip(size, form, strict=True)) < 2 * SIZE
               for upright in forms for form in (upright, upright[::-1]))


def _moves(printed: PrintedSet, sheets: Sequence[tuple[int, PrintedPage]]) -> Iterator[Problem]:
    """Each diagram on the sheets shows the moves of a piece that an aid tells of, each piece as often as there are such
    aids."""
    wanted = Counter[str]()
    for name, aid in printed.spec.game.aids.items():
        if aid.kind == "card":
            wanted.update({piece: count_aids(printed.spec, aid) for piece in _pieces_on_card(printed, name, aid)})
    if not wanted:
        return
    seen, known = Counter[str](), DecodedDiagramCache()
    for place, side in sheets:
        for grid, paths in _grounds(side):
            faults = known.recall(grid, paths, partial(_diagram_faults, printed, wanted, grid, paths))
            if not faults:
                continue
            pieces = [piece for piece in wanted if not faults[piece]]
            seen.update(pieces)
            if not pieces:
                fault = min(faults.values(), key=len)[0]
                yield Problem(printed.on(place), f"a movement diagram on a player aid is wrong: {fault.what}",
                              "it must show the legal moves, which are computed from the spec")
    for piece, count in wanted.items():
        if seen[piece] < count:
            what = f"the player aids show the moves of the {piece} {seen[piece]} times, not {count}"
            yield Problem(printed.where, what, AGAIN)


class DecodedDiagramCache:
    """Faults of what was drawn before, by what it was drawn with: the same diagram on the cards of all players is
    decoded once, and of every other copy each point is compared, to SAME."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, ...], list[tuple[Points, _Faults]]] = {}

    def recall(self, grid: Box, paths: Sequence[PdfPath], decode: Callable[[], _Faults]) -> _Faults:
        """The faults of the paths in a grid."""
        kinds = tuple(kind for path in paths for kind in path.kinds)
        points = np.concatenate([[grid[2:]], *(path.points for path in paths)]) - grid[:2]
        alike = self._found.setdefault(kinds, [])
        faults = next((former for known, former in alike if np.abs(known - points).max() < SAME), None)
        if faults is None:
            faults = decode()
            alike.append((points, faults))
        return faults


def _diagram_faults(printed: PrintedSet, pieces: Iterable[str], grid: Box, paths: Sequence[PdfPath]) -> _Faults:
    """How what a grid shows differs from the moves of each piece; nothing where it is no diagram."""
    shapes = _diagram(grid, paths)
    readings = _readings(printed, pieces, shapes) if shapes else ()
    return {piece: [*_faults(printed, piece, reading)] for piece, reading in readings}


def _readings(printed: PrintedSet, pieces: Iterable[str], shapes: Sequence[MarkShape]
              ) -> Iterator[tuple[str, DecodedDiagram]]:
    """What the shapes show, on the plane of each piece and with its forward; read once for all that share both."""
    read = dict[tuple[Plane, str | None], DecodedDiagram]()
    for piece in pieces:
        diagram = printed.spec.diagram(piece)
        kind = diagram.compass, forward_in_diagram(diagram)
        if kind not in read:
            read[kind] = read_diagram(shapes, *kind)
        yield piece, read[kind]


def _faults(printed: PrintedSet, piece: str, reading: DecodedDiagram) -> Iterator[DiagramFault]:
    yield from reading.faults
    legal: dict[Offset, MoveMark] = dict(printed.spec.diagram(piece).marks)
    yield from differences(reading, legal, piece, tints=True)


def _pieces_on_card(printed: PrintedSet, name: str, aid: Aid) -> list[str]:
    """The pieces whose movement the chapter on a card shows."""
    from fabgen.core.languages import load_words

    spec = printed.spec
    title = aid.text or load_words(spec.game.language, spec.folder).quick_reference
    chapters = re.split(r"^# ", read_game_text(spec.folder, spec.game.rulebook), flags=re.MULTILINE)
    text = next((text for text in chapters if text.partition("\n")[0].strip().casefold() == title.casefold()), "")
    return [piece for piece in spec.game.pieces if re.search(rf"\]\(<?moves:{re.escape(piece)}>?[ )]", text)]


def _grounds(side: PrintedPage) -> Iterator[tuple[Box, list[PdfPath]]]:
    """Each grid with the filled paths that reach into it."""
    hulls = np.array([path.hull for path in side.filled]).reshape(-1, 4)
    for grid in _grids(side):
        meet = (hulls[:, :2] <= np.add(grid[2:], TOUCH)) & (hulls[:, 2:] >= np.subtract(grid[:2], TOUCH))
        yield grid, [side.filled[n] for n in np.flatnonzero(meet.all(axis=1))]


def _diagram(grid: Box, paths: Sequence[PdfPath]) -> list[MarkShape]:
    """The filled shapes of a diagram: what lies in a grid of more than one cell with an own cell in it."""
    from shapely.geometry import box

    around = box(grid[0] - TOUCH, grid[1] - TOUCH, grid[2] + TOUCH, grid[3] + TOUCH)
    shapes = [recognise(area, "") for path in paths for area in path.areas if around.contains(area)]
    own = find_frames(shapes) or find_frames(shapes, None)
    return shapes if own and max(grid[2] - grid[0], grid[3] - grid[1]) > 1.5 * own[0].cell else []


def _grids(side: PrintedPage) -> list[Box]:
    """The boxes of lines that touch each other; those between hexagons have corners."""
    boxes: list[Box] = []
    straight = ((min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])) for a, b in side.lines)
    new: Box
    for new in chain(straight, side.bent):
        touching = [old for old in boxes if _meet(old, new)]
        boxes = [old for old in boxes if old not in touching]
        every = [new, *touching]
        boxes.append((min(x[0] for x in every), min(x[1] for x in every), max(x[2] for x in every),
                      max(x[3] for x in every)))
    return boxes


def _meet(box: Box, other: Box) -> bool:
    return all(box[axis] <= other[axis + 2] + TOUCH and other[axis] <= box[axis + 2] + TOUCH for axis in (0, 1))
