"""The tiles of a board on print-and-play sheets: labelled, parted between cells only, together the board."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fabgen.base import Problem
from fabgen.units import number
from fabgen.verify.files import AGAIN
from fabgen.verify.pdfsides import Box, Side
from fabgen.verify.printset import SIZE, PrintSet

BOARD_MARK = 3.6  # mm: a cut mark of a board
SEAM_BLEED = 2.0  # mm of ink beyond a seam


def check_tiles(one: PrintSet) -> Iterator[Problem]:
    """Defect 6: tiles are labelled, cover the board once, and part it between cells only."""
    board, whole = one.spec.game.board, [side for side in one.read.sides if "Board" in side.text.split("\n")]
    if len(whole) == 1:
        yield from _whole(one, whole[0])
        return
    found = {match[1]: side for side in one.read.sides
             if (match := re.search(r"^Board, tile ([A-Z]+\d+)$", side.text, re.MULTILINE)) and side.clips}
    columns, rows = sorted({_column(name) for name in found}), sorted({int(re.sub(r"\D", "", name)) for name in found})
    files, ranks = one.spec.game.grid
    if not found or len(found) != columns[-1] * rows[-1]:
        yield Problem(one.where, "a tile of the board is missing", AGAIN)
        return
    boxes = {(_column(name), int(re.sub(r"\D", "", name))): side.clips[0] for name, side in found.items()}
    wide = [_lengths(boxes, column, rows, columns, 0) for column in columns]
    deep = [_lengths(boxes, row, rows, columns, 1) for row in rows]
    for lengths, count, way in ((wide, files, "across"), (deep, ranks, "down")):
        yield from (Problem(one.where, f"the tiles {what}, {way}", AGAIN)
                    for what in _parting(lengths, count * board.cell + 2 * board.border, board.border, board.cell))


def _whole(one: PrintSet, side: Side) -> Iterator[Problem]:
    """A board in one piece is as large as its cut marks say, which are 3.6 mm long."""
    board = one.spec.game.board
    marks = [(a, b) for a, b in side.lines if abs(abs(a[0] - b[0]) + abs(a[1] - b[1]) - BOARD_MARK) < SIZE]
    for axis, (count, way) in enumerate(zip(one.spec.game.grid, ("wide", "high"), strict=True)):
        at = [a[axis] for a, b in marks if abs(a[axis] - b[axis]) < SIZE]
        size = count * board.cell + 2 * board.border
        if not at or abs(max(at) - min(at) - size) > SIZE:
            seen = number(max(at) - min(at), 2) if at else "nothing"
            yield Problem(one.where, f"the tiles make {seen} mm of a board of {number(size, 1)} mm, {way}", AGAIN)


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


def _parting(lengths: list[set[float]], whole: float, border: float, cell: float) -> Iterator[str]:
    if any(len(some) != 1 for some in lengths):
        yield "of a row are not alike"
        return
    sides = [next(iter(some)) for some in lengths]
    if abs(sum(sides) - whole) > 0.2:
        yield f"make {number(sum(sides), 1)} mm of a board of {number(whole, 1)} mm"
    at = 0.0
    for side in sides[:-1]:
        at += side
        if abs((at - border) / cell - round((at - border) / cell)) * cell > 0.2:
            yield "part a cell"
