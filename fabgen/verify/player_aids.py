"""The player aids on print-and-play sheets → every Problem of them: they must be cut to the sizes that the spec says,
there must be as many as the game needs, no word may be near a cut, and every movement diagram on them must show the
legal moves.

A leaf is what lies between cut marks.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, pairwise

import numpy as np

from fabgen.core.problems import Problem
from fabgen.core.units import format_number
from fabgen.rules.directions import Offset, Plane
from fabgen.rules.marks import MoveMark
from fabgen.spec.game import Aid
from fabgen.spec.rules_file import read_rules_text
from fabgen.verify.diagram_decoding import (
    DecodedDiagram,
    DiagramFault,
    DiagramFrame,
    differences,
    find_frames,
    forward_in_diagram,
    read_diagram,
)
from fabgen.verify.diagram_marks import MarkShape, recognise
from fabgen.verify.files import AGAIN
from fabgen.verify.paper_cuts import SIZE, TOUCH, PaperCut, find_paper_cuts
from fabgen.verify.printed_things import OF_AIDS, PrintedSet, count_aids, seen_from_front
from fabgen.verify.readers.contours import Points
from fabgen.verify.readers.page_pdf import PrintedPage
from fabgen.verify.readers.pdf import Box, PdfPath

_Faults = dict[str, list[DiagramFault]]  # by piece, how a diagram differs from its moves
_Sizes = tuple[tuple[float, float], ...]  # widths and heights in mm, of which a leaf has one
SAME = 0.001  # mm between the points of two copies of a drawing: ten times the precision of PDFs
CLEAR = 2.0  # mm: the least distance of words from a cut
# mm: cards that fill a quarter of a sheet, A6 ones, those of which two fill a sheet, and those that share one.
CARDS = ((86.0, 112.0), (105.0, 148.0), (120.0, 156.0),
         *((86.0, height) for height in (120.0, 126.0, 132.0, 135.0, 138.0, 142.0, 144.0, 150.0, 156.0)),
         (80.0, 156.0), (79.0, 158.0), (75.0, 158.0), (70.0, 156.0), (70.0, 163.0))
SCORE_SHEET = (100.0, 140.0)
SLIP_WIDTH, SLIP_HEAD, SLIP_ROW = 57.0, 12.6, 8.4  # mm: three fit side by side; 5 mm free all round, a title of 2.6 mm
LOW_SLIP, FEW_LABELS = 18.9, 3  # mm: the height of a slip with so many labels at most, side by side
OWN_ROOM = 0.2  # cells around the middle of the own cell, where no shape but its ring has its middle


def check_aids(printed: PrintedSet) -> Iterator[Problem]:
    """Every Problem of the player aids of a set."""
    if printed.poster or not printed.spec.game.aids:
        return
    sheets = _find_sheets(printed)
    leaves = Counter[tuple[float, float]]()
    for place, side in sheets:
        cuts = find_paper_cuts(side)
        leaves.update(_count_aid_leaves(side, cuts))
        yield from (Problem(printed.on(place), f"“{word.text}” is mirrored", AGAIN)
                    for word in side.words if word.text.strip() and word.is_mirrored)
        of_aids = _find_cuts_of_aids(side, cuts)
        yield from (Problem(printed.on(place), f"“{word.text}” comes too near to a cut", AGAIN)
                    for word in side.words if word.text.strip() and any(cut.off(word.box) < CLEAR for cut in of_aids))
    yield from _check_backs(printed, sheets)
    yield from _check_sizes(printed, leaves)
    yield from _check_moves(printed, sheets)


def _find_sheets(printed: PrintedSet) -> list[tuple[int, PrintedPage]]:
    """The sheets with player aids, each with its number: by the ids of what is on them or, where another program has
    taken all ids away, by the names of the aids on sheets that are cut."""
    sides = [*enumerate(printed.sides, 1)]
    if any(thing.id for _, side in sides for thing in side.things):
        keys = "|".join(map(re.escape, printed.spec.game.aids))
        of_aid = re.compile(rf"({keys})( card \d+)? aid \d.*")
        return [(place, side) for place, side in sides if any(of_aid.fullmatch(thing.id) for thing in side.things)]
    game = printed.spec.game
    names = [game.aid_name(aid, count).casefold() for aid in game.aids for count in (1, 2)]
    return [(place, side) for place, side in sides
            if any(name in side.text.casefold() for name in names) and find_paper_cuts(side)]


def _check_backs(printed: PrintedSet, sheets: Sequence[tuple[int, PrintedPage]]) -> Iterator[Problem]:
    """What stands on the back of a leaf lies within a leaf that is cut out of the front, and clear of its cuts."""
    for place, side in sheets:
        if place <= printed.first_two_sided or (place - printed.first_two_sided) % 2:
            continue
        cuts = find_paper_cuts(printed.sides[place - 2])
        for thing in side.things:
            if not OF_AIDS.fullmatch(thing.id):
                continue
            for word in (word for word in side.words if word.text.strip() and _lies_in(word.box, thing.box)):
                corners = [seen_from_front(spot, side, printed.options) for spot in (word.box[:2], word.box[2:])]
                (x0, x1), (y0, y1) = (sorted(values) for values in zip(*corners, strict=True))
                if any(cut.off((x0, y0, x1, y1)) < CLEAR for cut in cuts) or not _is_on_leaf((x0, y0, x1, y1), cuts):
                    what = f"“{word.text}” is not behind its card"
                    yield Problem(printed.on(place), what, "backs must be mirrored over the edge that the sheet names")
                    break


def _lies_in(box: Box, outer: Box) -> bool:
    """Whether the middle of a box lies in another."""
    return all(outer[axis] < (box[axis] + box[axis + 2]) / 2 < outer[axis + 2] for axis in (0, 1))


def _is_on_leaf(box: Box, cuts: Sequence[PaperCut]) -> bool:
    """Whether a box lies between two level and two upright cuts that go past it."""
    beside = [[cut.at for cut in cuts if cut.axis == axis and cut.start < box[axis] and box[axis + 2] < cut.end]
              for axis in (0, 1)]
    return all(any(at < box[1 - axis] for at in ats) and any(at > box[3 - axis] for at in ats)
               for axis, ats in enumerate(beside))


def _count_aid_leaves(side: PrintedPage, cuts: Sequence[PaperCut]) -> Counter[tuple[float, float]]:
    """How many leaves of each width and height are cut out of a sheet, which may hold flat pieces and tokens too: in
    the boxes of the aids, or where a file has no ids all that are no squares."""
    if not any(thing.id for thing in side.things):
        return Counter({size: count for size, count in count_leaves(cuts).items() if size[0] != size[1]})
    counts = Counter[tuple[float, float]]()
    for thing in side.things:
        if OF_AIDS.fullmatch(thing.id):
            counts.update(count_leaves([cut for cut in cuts if _runs_through(cut, thing.box)]))
    return counts


def _find_cuts_of_aids(side: PrintedPage, cuts: Sequence[PaperCut]) -> list[PaperCut]:
    """The cuts of the aids on a sheet, which may hold strips too: these have names near their own. All of them where a
    file has no ids."""
    boxes = [thing.box for thing in side.things if OF_AIDS.fullmatch(thing.id)]
    return [cut for cut in cuts if not boxes or any(_runs_through(cut, box) for box in boxes)]


def _runs_through(cut: PaperCut, box: Box) -> bool:
    """Whether the middle of a cut lies in a box."""
    middle = (cut.start + cut.end) / 2
    x, y = (middle, cut.at) if cut.axis == 0 else (cut.at, middle)
    return box[0] < x < box[2] and box[1] < y < box[3]


def count_leaves(cuts: Sequence[PaperCut]) -> Counter[tuple[float, float]]:
    """How many leaves of each width and height the cuts make, block by block."""
    counts = Counter[tuple[float, float]]()
    level = [cut for cut in cuts if cut.axis == 0]
    for span in dict.fromkeys((round(cut.start, 1), round(cut.end, 1)) for cut in level):
        rows = sorted(cut.at for cut in level if _is_same_span((cut.start, cut.end), span))
        upright = [cut for cut in cuts if cut.axis == 1 and _is_same_span((cut.start, cut.end), (rows[0], rows[-1]))
                   and span[0] - 1 < cut.at < span[1] + 1]
        columns = sorted(cut.at for cut in upright)
        counts.update(
            (round(x1 - x0, 2), round(y1 - y0, 2)) for x0, x1 in pairwise(columns) for y0, y1 in pairwise(rows)
        )
    return counts


def _is_same_span(first: tuple[float, float], second: tuple[float, float]) -> bool:
    """Whether two spans are the same, to 0.2 mm."""
    return max(abs(a - b) for a, b in zip(first, second, strict=True)) < 0.2


def _check_sizes(printed: PrintedSet, leaves: Counter[tuple[float, float]]) -> Iterator[Problem]:
    """Each leaf has the size of an aid, or twice its width where the aid has two sides. There are enough leaves of each
    size."""
    needed = Counter[_Sizes]()
    for aid in printed.spec.game.aids.values():
        needed[_aid_sizes(aid)] += count_aids(printed.spec, aid)
    found = Counter[_Sizes]()
    for size, count in leaves.items():
        aids_of = [sizes for sizes in needed if any(_is_leaf_of(size, aid_size) for aid_size in sizes)]
        if not aids_of:
            yield Problem(
                printed.location,
                f"a leaf of {format_number(size[0], 2)} x {format_number(size[1], 2)} mm is cut out, "
                "which is the size of no player aid",
                AGAIN,
            )
        for sizes in aids_of:  # several kinds of slips may have one size
            given = min(count, needed[sizes] - found[sizes])
            found[sizes] += given
            count -= given
    for sizes, count in needed.items():
        if found[sizes] < count:
            size_text = " or ".join(f"{format_number(size[0], 2)} x {format_number(size[1], 2)} mm" for size in sizes)
            what = f"{found[sizes]} player aids of {size_text} are cut out, the game needs {count}"
            yield Problem(printed.location, what, AGAIN)


def _aid_sizes(aid: Aid) -> _Sizes:
    """Width and height in mm of one side of an aid: the size in the spec, or else the usual sizes of its kind."""
    if aid.size:
        return (aid.size,)
    if aid.kind == "slips":
        high = SLIP_WIDTH, SLIP_HEAD + SLIP_ROW * len(aid.lines)
        return (high, (SLIP_WIDTH, LOW_SLIP)) if len(aid.lines) <= FEW_LABELS else (high,)
    return CARDS if aid.kind == "card" else (SCORE_SHEET,)


def _is_leaf_of(size: tuple[float, float], aid_size: tuple[float, float]) -> bool:
    """Whether a leaf is an aid, of one side or two, upright or turned by a quarter."""
    forms = [(aid_size[0] * sides, aid_size[1]) for sides in (1, 2)]
    return any(max(abs(a - b) for a, b in zip(size, form, strict=True)) < 2 * SIZE
               for upright in forms for form in (upright, upright[::-1]))


def _check_moves(printed: PrintedSet, sheets: Sequence[tuple[int, PrintedPage]]) -> Iterator[Problem]:
    """Each diagram on the sheets shows the legal moves of a piece that an aid is about, and there are as many diagrams
    of each piece as such aids."""
    wanted = Counter[str]()
    for name, aid in printed.spec.game.aids.items():
        if aid.kind == "card":
            wanted.update({piece: count_aids(printed.spec, aid) for piece in _pieces_on_card(printed, name, aid)})
    yield from check_shown_moves(printed, sheets, wanted, "player aids")


def check_shown_moves(printed: PrintedSet, sheets: Sequence[tuple[int, PrintedPage]], wanted: Counter[str],
                      things: str) -> Iterator[Problem]:
    """Each diagram on the sheets shows the legal moves of a wanted piece, and each piece is shown as often as wanted.
    `things` are what the sheets hold: `player aids`."""
    if not wanted:
        return
    shown_counts, cache = Counter[str](), DecodedDiagramCache()
    armies = tuple(f"{player} {piece} " for player, piece in printed.spec.game.armies)
    for place, side in sheets:
        pieces_here = [thing.box for thing in side.things if thing.id.startswith(armies)]  # that share the sheet
        for grid, paths in _grids_with_paths(side, pieces_here):
            faults = cache.recall(grid, paths, partial(_diagram_faults, printed, wanted, grid, paths))
            if not faults:
                continue
            pieces = [piece for piece in wanted if not faults[piece]]
            shown_counts.update(pieces)
            if not pieces:
                fault = min(faults.values(), key=len)[0]
                yield Problem(printed.on(place), f"a movement diagram on the {things} is wrong: {fault.what}",
                              "it must show the legal moves, which are computed from the spec")
    for piece, count in wanted.items():
        if shown_counts[piece] < count:
            what = f"the {things} show the moves of the {piece} {shown_counts[piece]} times, not {count}"
            yield Problem(printed.location, what, AGAIN)


def is_within(box: Box, grid: Box) -> bool:
    """Whether the middle of a grid, or of a line, is in a box or on its edge."""
    return all(low - TOUCH < (a + b) / 2 < high + TOUCH
               for a, b, low, high in zip(grid[:2], grid[2:], box[:2], box[2:], strict=True))


class DecodedDiagramCache:
    """The faults of diagrams that have been decoded, by what they are drawn with. The same diagram is on the cards of
    all players: it is decoded once, and all points of every other copy are compared to within SAME."""

    def __init__(self) -> None:
        self._faults_by_kinds: dict[tuple[int, ...], list[tuple[Points, _Faults]]] = {}

    def recall(self, grid: Box, paths: Sequence[PdfPath], decode: Callable[[], _Faults]) -> _Faults:
        """The faults of the paths in a grid; from the cache, or by calling `decode`."""
        kinds = tuple(kind for path in paths for kind in path.kinds)
        points = np.concatenate([[grid[2:]], *(path.points for path in paths)]) - grid[:2]
        candidates = self._faults_by_kinds.setdefault(kinds, [])
        faults = next(
            (known_faults for known_points, known_faults in candidates if np.abs(known_points - points).max() < SAME),
            None,
        )
        if faults is None:
            faults = decode()
            candidates.append((points, faults))
        return faults


def _diagram_faults(printed: PrintedSet, pieces: Iterable[str], grid: Box, paths: Sequence[PdfPath]) -> _Faults:
    """How what a grid shows differs from the moves of each piece; empty where it is no diagram."""
    shapes = _diagram_shapes(grid, paths)
    readings = _decode_for_pieces(printed, pieces, shapes) if shapes else ()
    return {piece: [*_find_faults(printed, piece, reading)] for piece, reading in readings}


def _decode_for_pieces(printed: PrintedSet, pieces: Iterable[str], shapes: Sequence[MarkShape]
              ) -> Iterator[tuple[str, DecodedDiagram]]:
    """What the shapes show, on the plane of each piece and with its forward. Decoded once for all pieces that share
    both."""
    decoded = dict[tuple[Plane, str | None], DecodedDiagram]()
    for piece in pieces:
        diagram = printed.spec.diagram(piece)
        kind = diagram.compass, forward_in_diagram(diagram)
        if kind not in decoded:
            decoded[kind] = read_diagram(shapes, *kind)
        yield piece, decoded[kind]


def _find_faults(printed: PrintedSet, piece: str, reading: DecodedDiagram) -> Iterator[DiagramFault]:
    """The faults of a decoded diagram, and how it differs from the moves of a piece."""
    yield from reading.faults
    legal: dict[Offset, MoveMark] = dict(printed.spec.diagram(piece).marks)
    yield from differences(reading, legal, piece, tints=True)


def _pieces_on_card(printed: PrintedSet, name: str, aid: Aid) -> list[str]:
    """The pieces whose movement the chapter on a card shows."""
    spec = printed.spec
    title = aid.text or printed.words.text("quick_reference")
    chapters = re.split(r"^# ", read_rules_text(spec), flags=re.MULTILINE)
    text = next((text for text in chapters if text.partition("\n")[0].strip().casefold() == title.casefold()), "")
    return [piece for piece in spec.game.pieces if re.search(rf"\]\(<?moves:{re.escape(piece)}>?[ )]", text)]


def _grids_with_paths(side: PrintedPage, others: Sequence[Box]) -> Iterator[tuple[Box, list[PdfPath]]]:
    """Each grid that is not in one of `others`, with the filled paths that reach into it."""
    hulls = np.array([path.hull for path in side.filled]).reshape(-1, 4)
    for grid in _grids(side, others):
        overlaps = (hulls[:, :2] <= np.add(grid[2:], TOUCH)) & (hulls[:, 2:] >= np.subtract(grid[:2], TOUCH))
        yield grid, [side.filled[n] for n in np.flatnonzero(overlaps.all(axis=1))]


def _diagram_shapes(grid: Box, paths: Sequence[PdfPath]) -> list[MarkShape]:
    """The filled shapes of a diagram. A grid is a diagram if it has more than one cell, one of them the piece's own
    cell."""
    from shapely.geometry import box

    around = box(grid[0] - TOUCH, grid[1] - TOUCH, grid[2] + TOUCH, grid[3] + TOUCH)
    shapes = [recognise(area, "") for path in paths for area in path.areas if around.contains(area)]
    own = find_frames(shapes) or [frame for frame in find_frames(shapes, None) if _is_empty(frame, shapes)]
    return shapes if own and max(grid[2] - grid[0], grid[3] - grid[1]) > 1.5 * own[0].cell else []


def _is_empty(frame: DiagramFrame, shapes: Sequence[MarkShape]) -> bool:
    """Whether nothing but the ring is drawn in an own cell; in the sign of what is not allowed, a bar lies in the
    ring."""
    return sum(math.dist(shape.middle, frame.own) < OWN_ROOM * frame.cell for shape in shapes) == 1


def _grids(side: PrintedPage, others: Sequence[Box]) -> list[Box]:
    """The boxes around lines that touch each other, but for lines in `others`, whose patterns and marks may reach as
    far as those of aids. Lines between hexagons have corners."""
    boxes: list[Box] = []
    straight = ((min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])) for a, b in side.lines)
    line_box: Box
    for line_box in chain(straight, side.bent):
        if any(is_within(box, line_box) for box in others):
            continue
        touching = [known_box for known_box in boxes if _boxes_touch(known_box, line_box)]
        boxes = [known_box for known_box in boxes if known_box not in touching]
        joined = [line_box, *touching]
        boxes.append(
            (
                min(side_box[0] for side_box in joined),
                min(side_box[1] for side_box in joined),
                max(side_box[2] for side_box in joined),
                max(side_box[3] for side_box in joined),
            )
        )
    return boxes


def _boxes_touch(first: Box, second: Box) -> bool:
    """Whether two boxes touch or overlap."""
    return all(first[axis] <= second[axis + 2] + TOUCH and second[axis] <= first[axis + 2] + TOUCH for axis in (0, 1))
