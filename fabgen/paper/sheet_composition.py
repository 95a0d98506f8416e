"""Blocks on a sheet → the same blocks with common edges: the cuts of the rows of a sheet begin at one left edge and end
at one right edge, and what room is left is between rows and between blocks, so that the marks of two never meet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from fabgen.artwork.path import Box, Point
from fabgen.paper.sheet_packing import BlockSpot

MOST_MORE = 8.0  # mm that are added between two rows or columns at most: a sheet is filled, not scattered
MOST_BETWEEN = 30.0  # mm between two columns: where more would be added, each is in the middle of its share of the row


def compose_sheet(spots: Sequence[BlockSpot], room: Point) -> list[BlockSpot]:
    """The blocks of a sheet with a room of some width and depth in mm, in the same order, x and y from the upper left
    corner of the room as `sheet_packing` has them. The widest rows say where all rows begin and end; they become wider
    where all of them have gaps that may grow. Blocks that are alone in their rows begin there as well, or are all in
    the middle where no row has more."""
    if not spots:
        return []
    left, _, right, _ = _bounds_of(spots)
    gaps = [len(_part(row, _across)) - 1 for row in _part(spots, _down)
            if _bounds_of(row)[2] - _bounds_of(row)[0] > right - left - 1e-6]
    rightmost_cut = min(spot.x for spot in spots) + room[0] - max(spot.block.bleed for spot in spots)
    right = max(right, min(right + MOST_MORE * min(gaps, default=0), rightmost_cut))
    composed = _compose_rows(spots, left, right, room[1])
    return [composed[id(spot)] for spot in spots]


def _compose_rows(spots: Sequence[BlockSpot], left: float, right: float, depth: float) -> dict[int, BlockSpot]:
    """Blocks in rows, down to `depth` mm at most, each row from `left` to `right`."""
    rows = _part(spots, _down)
    low = _bounds_of(spots)[1]
    is_stack = all(len(_part(row, _across)) == 1 for row in rows)
    # As much is left over the first row and below the last one: it is not close under the head.
    more = min(MOST_MORE, max(0.0, depth + low) / (len(rows) + 1)) if len(rows) > 1 else 0.0
    composed = dict[int, BlockSpot]()
    for number, row in enumerate(rows):
        for key, spot in _compose_columns(row, left, right, is_middle=is_stack).items():
            composed[key] = spot._replace(y=spot.y - number * more)
    return composed


def _compose_columns(row: Sequence[BlockSpot], left: float, right: float, *, is_middle: bool) -> dict[int, BlockSpot]:
    """The blocks of a row: the first column at the left, the last one at the right, and the same more room between any
    two, unless that is too much; with `is_middle` a lone column is in the middle. Rows within a column are as far apart
    as the height of the row allows."""
    columns = _part(row, _across)
    x0, low, x1, top = _bounds_of(row)
    spare = right - left - (x1 - x0)
    gaps = [_bounds_of(right_one)[0] - _bounds_of(left_one)[2] for left_one, right_one in pairwise(columns)]
    added_gap = spare / max(1, len(gaps))
    left_margin = 0.0 if len(columns) > 1 or not is_middle else spare / 2
    if gaps and max(gaps) + added_gap > MOST_BETWEEN:
        share = (spare + sum(gaps)) / len(columns)  # what is free between two columns, and half of it at either end
        added_gap, left_margin = share - sum(gaps) / len(gaps), share / 2
    composed = dict[int, BlockSpot]()
    for number, column in enumerate(columns):
        dx = left - x0 + left_margin + number * added_gap
        inner = _part(column, _down)
        column_left, column_low, column_right, column_top = _bounds_of(column)
        is_stack = len(inner) > 1 and len(columns) > 1
        rise = top - column_top if is_stack else 0.0
        drop = (column_low + rise - low) / (len(inner) - 1) if is_stack else 0.0
        for place, level in enumerate(inner):
            if is_stack and len(_part(level, _across)) > 1:  # as wide as its column
                spread = _compose_columns(level, column_left, column_right, is_middle=True)
            else:
                shift = (column_right - column_left - (_bounds_of(level)[2] - _bounds_of(level)[0])) / 2
                to_left = column_left + shift - _bounds_of(level)[0] if is_stack else 0.0
                spread = {id(spot): spot._replace(x=spot.x + to_left) for spot in level}
            for key, spot in spread.items():
                composed[key] = spot._replace(x=spot.x + dx, y=spot.y + rise - place * drop)
    return composed


def _down(spot: BlockSpot) -> tuple[float, float]:
    """Where a block begins and ends, down from the upper edge."""
    return -spot.y - spot.block.height, -spot.y


def _across(spot: BlockSpot) -> tuple[float, float]:
    """Where the cuts of a block begin and end, from the left edge."""
    return spot.x + spot.block.bleed, spot.x + spot.block.width - spot.block.bleed


def _part(spots: Sequence[BlockSpot], extent: Callable[[BlockSpot], tuple[float, float]]) -> list[list[BlockSpot]]:
    """The blocks in groups that are apart along one axis, in the order of that axis."""
    groups, end = list[list[BlockSpot]](), float("-inf")
    for spot in sorted(spots, key=extent):
        near, far = extent(spot)
        if near >= end - 1e-6:
            groups.append([])
        groups[-1].append(spot)
        end = max(end, far)
    return groups


def _bounds_of(spots: Sequence[BlockSpot]) -> Box:
    """Left and right of the cuts of some blocks, bottom and top of their ink, without their marks."""
    return (min(_across(spot)[0] for spot in spots), min(spot.y for spot in spots),
            max(_across(spot)[1] for spot in spots), max(spot.y + spot.block.height for spot in spots))


__all__ = ["compose_sheet"]
