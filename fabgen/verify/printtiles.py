"""The tiles of a board on print-and-play sheets: labelled, parted between cells only, together the board."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fabgen.core.problems import Problem
from fabgen.core.units import format_number
from fabgen.verify.files import AGAIN
from fabgen.verify.pdfpaths import Box
from fabgen.verify.pdfsides import Side
from fabgen.verify.printset import SIZE, PrintSet

BOARD_MARK = 3.6  # mm: a cut mark of a board
SEAM_BLEED = 2.0  # mm of ink beyond a seam
LEAST = {"grid": 0.5, "hexagons": 0.24, "map": 0.0}  # of a cell: from a seam to the middles of cells


def check_tiles(one: PrintSet) -> Iterator[Problem]:
    """Defect 6: tiles are labelled, cover the board once, and part it between cells only."""
    board, whole = one.spec.game.board, [side for side in one.read.sides if one.said("Board") in side.text.split("\n")]
    if len(whole) == 1:
        yield from _whole(one, whole[0])
        return
    found = {name: side for side in one.read.sides if (name := one.tile(side)) and side.clips}
    columns, rows = sorted({_column(name) for name in found}), sorted({int(re.sub(r"\D", "", name)) for name in found})
    if not found or len(found) != columns[-1] * rows[-1]:
        yield Problem(one.where, "a tile of the board is missing", AGAIN)
        return
    boxes = {(_column(name), int(re.sub(r"\D", "", name))): side.clips[0] for name, side in found.items()}
    wide = [_lengths(boxes, column, rows, columns, 0) for column in columns]
    deep = [_lengths(boxes, row, rows, columns, 1) for row in rows]
    middles, (width, height) = _middles(one), _size(one)
    down = [height - 2 * board.border - y for _, y in middles]  # rows are counted from the top
    for lengths, size, spots, way in ((wide, width, [x for x, _ in middles], "across"), (deep, height, down, "down")):
        yield from (Problem(one.where, f"the tiles {what}, {way}", AGAIN)
                    for what in _parting(lengths, size, board.border, spots, LEAST[_kind(one)] * board.cell))


def _kind(one: PrintSet) -> str:
    board = one.spec.game.board
    return "grid" if board.grid else "map" if board.map else "hexagons"


def _middles(one: PrintSet) -> list[tuple[float, float]]:
    return list(one.spec.spaces.middles.values())


def _size(one: PrintSet) -> tuple[float, float]:
    (width, height), border = one.spec.spaces.size, one.spec.game.board.border
    return width + 2 * border, height + 2 * border


def _whole(one: PrintSet, side: Side) -> Iterator[Problem]:
    """A board in one piece is as large as its cut marks say, which are 3.6 mm long."""
    marks = [(a, b) for a, b in side.lines if abs(abs(a[0] - b[0]) + abs(a[1] - b[1]) - BOARD_MARK) < SIZE]
    for axis, (size, way) in enumerate(zip(_size(one), ("wide", "high"), strict=True)):
        at = [a[axis] for a, b in marks if abs(a[axis] - b[axis]) < SIZE]
        if not at or abs(max(at) - min(at) - size) > SIZE:
            seen = format_number(max(at) - min(at), 2) if at else "nothing"
            yield Problem(one.where, f"the tiles make {seen} mm of a board of {format_number(size, 1)} mm, {way}", AGAIN)


def _column(name: str) -> int:
    number_ = 0
    for letter in re.sub(r"\d", "", name):
        number_ = 26 * number_ + ord(letter) - 64
    return number_


def _lengths(boxes: dict[tuple[int, int], Box], index: int, rows: list[int], columns: list[int], axis: int
             ) -> set[float]:
    """How wide the tiles of a column are, or how high those of a row, without what is inked over their seams."""
    some = [box for (column, row), box in boxes.items() if (row if axis else column) == index]
    ends = rows if axis else columns
    seams = (index != ends[0]) + (index != ends[-1])
    return {round(box[2 + axis] - box[axis] - SEAM_BLEED * seams, 1) for box in some}


def _parting(lengths: list[set[float]], whole: float, border: float, middles: list[float], least: float
             ) -> Iterator[str]:
    """What is wrong with the parting of a board along one way; no seam lies nearer than `least` to a cell's middle."""
    if any(len(some) != 1 for some in lengths):
        yield "of a row are not alike"
        return
    sides = [next(iter(some)) for some in lengths]
    if abs(sum(sides) - whole) > 0.2:
        yield f"make {format_number(sum(sides), 1)} mm of a board of {format_number(whole, 1)} mm"
    at = 0.0
    for side in sides[:-1]:
        at += side
        if min(abs(at - border - middle) for middle in middles) < least - 0.2:
            yield "part a cell"
