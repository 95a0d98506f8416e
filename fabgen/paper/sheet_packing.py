"""Blocks → where they lie on as few sheets as possible, in rows or wherever there is room.

x grows to the right and y upwards from the upper left corner of the room on a sheet, so that y is negative.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from fabgen.artwork.path import Box, Point, is_box_within
from fabgen.paper.cut_marks import GAP
from fabgen.paper.sheet_blocks import SheetBlock

FEW_WAYS = 2  # strips are joined or not; chits have more ways


class BlockSpot(NamedTuple):
    """A block and its lower left corner on a sheet, in mm."""

    block: SheetBlock
    x: float
    y: float


def pack_groups(groups: Sequence[Sequence[SheetBlock]], room: Point) -> list[list[BlockSpot]]:
    """The blocks in rows, each group on the sheet of the former group if that has room for all of it."""
    sheets = list[list[BlockSpot]]()
    common = list[SheetBlock]()
    for group in groups:
        if common and len(pack_rows([*common, *group], room)) > 1:
            sheets += pack_rows(common, room)
            common = []
        common += group
    return sheets + pack_rows(common, room)


def pack_rows(blocks: Sequence[SheetBlock], room: Point) -> list[list[BlockSpot]]:
    """Fills rows from left to right and sheets from the top, in the order of the blocks."""
    sheets: list[list[BlockSpot]] = [[]]
    x = y = depth = 0.0  # the left end of the free part of the row, the row's upper edge and its height
    for block in blocks:
        if x and x + block.width > room[0] + 1e-6:
            x, y, depth = 0.0, y + depth + GAP, 0.0
        if y + block.height > room[1] + 1e-6:
            sheets.append([])
            x = y = depth = 0.0
        sheets[-1].append(BlockSpot(block, x, -y - block.height))
        x, depth = x + block.width + GAP, max(depth, block.height)
    return sheets


_FreeBoxes = tuple[tuple[Box, ...], ...]  # the largest free boxes of each sheet, y negative; they may overlap


def place_rows(rows: Sequence[Sequence[SheetBlock]], room: Point) -> list[BlockSpot]:
    """Blocks in given rows from the top of a sheet, those of a row with level feet. Empty where the sheet has no room
    for them."""
    spots, y = list[BlockSpot](), 0.0
    for row in rows:
        x, y = 0.0, y - max(block.height for block in row)
        for block in row:
            spots.append(BlockSpot(block, x, y))
            x += block.width + GAP
        if x - GAP > room[0] + 1e-6 or -y > room[1] + 1e-6:
            return []
        y -= GAP
    return spots


def pack_ways(batches: Sequence[list[list[SheetBlock]]], room: Point, placed: Sequence[BlockSpot] = ()
              ) -> list[list[BlockSpot]]:
    """Packs batch after batch, each in the way that takes the fewest sheets so far, then the fewest blocks, then the
    least room from the top. `placed` are blocks that are in rows on the first sheet already."""
    spots: list[tuple[int, BlockSpot]] = [(0, spot) for spot in placed]  # with the numbers of their sheets
    free: _FreeBoxes = (_free_beside(placed, room),) if placed else ()
    for ways in batches:
        ways_by_sizes = dict[tuple[Point, ...], list[SheetBlock]]()  # of equal ones the first
        for blocks in ways:
            ways_by_sizes.setdefault(tuple((block.width, block.height) for block in blocks), blocks)
        tries = [_pack_corners(blocks, free, room) for blocks in ways_by_sizes.values()]
        free, added = min(tries, key=lambda packed: (
            len(packed[0]), len(packed[1]), max((sheet, -spot.y) for sheet, spot in packed[1])))
        spots += added
    return [[spot for sheet, spot in spots if sheet == number] for number in range(len(free))]


def _free_beside(placed: Sequence[BlockSpot], room: Point) -> tuple[Box, ...]:
    """The free boxes of a sheet with some rows of blocks: nothing is above the lower blocks of a row."""
    free: tuple[Box, ...] = ((0.0, -room[1] - GAP, room[0] + GAP, 0.0),)
    for block, x, y in placed:
        top = max(spot.y + spot.block.height for spot in placed if abs(spot.y - y) < 1e-6)
        free = cut_out((x, y - GAP, x + block.width + GAP, top), free)
    return free


def _pack_corners(blocks: Sequence[SheetBlock], free: _FreeBoxes, room: Point
                  ) -> tuple[_FreeBoxes, list[tuple[int, BlockSpot]]]:
    """Each block as near to the upper edge of the first sheet with room for it as may be, then to the left: also beside
    and below lower ones of a row. What is free then, and the spots with the numbers of their sheets."""
    sheets, spots = list(free), list[tuple[int, BlockSpot]]()
    for block in blocks:
        width, height = block.width + GAP, block.height + GAP
        corners = [(n, -box[3], box[0]) for n, boxes in enumerate(sheets) for box in boxes
                   if box[2] - box[0] >= width - 1e-6 and box[3] - box[1] >= height - 1e-6]
        if not corners:
            corners = [(len(sheets), 0.0, 0.0)]
            sheets.append(((0.0, -room[1] - GAP, room[0] + GAP, 0.0),))
        sheet, depth, x = min(corners)
        spots.append((sheet, BlockSpot(block, x, -depth - block.height)))
        sheets[sheet] = cut_out((x, -depth - height, x + width, -depth), sheets[sheet])
    return tuple(sheets), spots


def cut_out(used: Box, boxes: Sequence[Box]) -> tuple[Box, ...]:
    """What is left of free boxes, which may overlap, without a used one: the largest boxes of it. None of the free
    boxes is within another one."""
    left, bottom, right, top = used
    untouched, pieces = list[Box](), dict[Box, None]()
    for box in boxes:
        x0, y0, x1, y1 = box
        if x0 >= right - 1e-6 or x1 <= left + 1e-6 or y0 >= top - 1e-6 or y1 <= bottom + 1e-6:
            untouched.append(box)
            continue
        parts = ((x0, y0, left, y1), (right, y0, x1, y1), (x0, y0, x1, bottom), (x0, top, x1, y1))
        pieces |= dict.fromkeys(part for part in parts if part[2] - part[0] > 1e-6 and part[3] - part[1] > 1e-6)
    left_over = [*untouched, *pieces]
    return (*untouched, *(piece for piece in pieces
                          if not any(box != piece and is_box_within(piece, box) for box in left_over)))


# The orders in which batches are packed, by the blocks of their usual way: the highest or the largest first, or what
# may lie in a few ways only, which chits go round.
PACKING_ORDERS: tuple[Callable[[list[list[SheetBlock]]], float], ...] = (
    lambda ways: -max(block.height for block in ways[0]),
    lambda ways: -sum(block.width * block.height for block in ways[0]),
    lambda ways: 0.0 if len(ways) > FEW_WAYS else -max(block.height for block in ways[0]),
)
