"""Blocks of flat things, each of which may have several forms → the rows that are most even between two edges.

A row has columns; a column is a block or two, one above the other. Of all forms and rows those are chosen that have
the least left over: beside a row, over and under its lower columns, and between its columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, product

from fabgen.paper.cut_marks import BETWEEN_MARKS, CUT, GAP, MARK
from fabgen.paper.sheet_blocks import SheetBlock
from fabgen.paper.sheet_packing import BlockSpot

BESIDE_LINES = 2.0  # mm beside a block that is cut along lines, which has no marks
RAGGED, UNEVEN, WIDE = 3.0, 1.0, 1.0  # what a mm beside a row, over a lower column or between two columns is as bad as
Column = tuple[SheetBlock, ...]
Row = tuple[Column, ...]


def place_even_rows(ways: Sequence[Sequence[SheetBlock]], width: float, depth: float) -> list[BlockSpot]:
    """The blocks in their order, each in one of its forms, in rows from the upper left; cuts begin at 0 and end at
    `width` mm, down to `depth` mm at most. Empty where no rows have room."""
    best: tuple[float, list[Row]] | None = None
    if not all(ways) or sum(blocks[0].width * blocks[0].height for blocks in ways) > width * depth:
        return []
    for blocks, plan in product(product(*ways), _list_plans(len(ways))):
        rows = [tuple(tuple(blocks[number] for number in column) for column in row) for row in plan]
        height = sum(_height_of(row) for row in rows) + GAP * (len(rows) - 1)
        if height > depth + 1e-6 or any(_least_width(row) > width + 1e-6 for row in rows):
            continue
        cost = sum(_rate_row(row, width) for row in rows)
        if best is None or cost < best[0] - 1e-6:
            best = cost, rows
    return _place(best[1], width) if best else []


@lru_cache
def _list_plans(count: int) -> tuple[tuple[tuple[tuple[int, ...], ...], ...], ...]:
    """All ways to have so many numbers in rows of columns of one or two."""
    def divide(numbers: tuple[int, ...], most: int) -> Iterator[tuple[tuple[int, ...], ...]]:
        """The numbers in groups of up to `most`, in their order."""
        if not numbers:
            yield ()
        for size in range(1, min(most, len(numbers)) + 1):
            for others in divide(numbers[size:], most):
                yield numbers[:size], *others

    return tuple(plan for groups in divide(tuple(range(count)), count)
                 for plan in product(*(tuple(divide(group, 2)) for group in groups)))


def _cut_width(column: Column) -> float:
    """The width of a column from its first cut to its last."""
    return max(block.cut_width for block in column)


def _column_height(column: Column) -> float:
    return sum(block.height for block in column) + GAP * (len(column) - 1)


def _height_of(row: Row) -> float:
    return max(map(_column_height, row))


def _reach(column: Column) -> float:
    """How far a column reaches beyond its cuts: with its marks, or with its ink and what is left beside that."""
    return max(block.bleed + (MARK[1] if CUT in block.marks else BESIDE_LINES) for block in column)


def _least_width(row: Row) -> float:
    """What the columns of a row need side by side, from cut to cut."""
    between = sum(_reach(left) + _reach(right) + BETWEEN_MARKS for left, right in pairwise(row))
    return sum(map(_cut_width, row)) + between


def _rate_row(row: Row, width: float) -> float:
    """How uneven a row is."""
    spare, high = width - sum(map(_cut_width, row)), _height_of(row)
    beside = RAGGED * spare if len(row) == 1 else WIDE * spare
    stacked = sum(_cut_width(column) - block.cut_width for column in row for block in column)
    return beside + UNEVEN * sum(high - _column_height(column) for column in row) + RAGGED * stacked


def _place(rows: Sequence[Row], width: float) -> list[BlockSpot]:
    """Rows one below the other, the columns of each equally far apart from edge to edge, and level at the top: what is
    beside two blocks does not float between them."""
    spots, top = list[BlockSpot](), 0.0
    for row in rows:
        gap = (width - sum(map(_cut_width, row))) / max(1, len(row) - 1)
        x, high = 0.0, _height_of(row)
        for column in row:
            y = top
            for block in column:
                inset = (_cut_width(column) - block.cut_width) / 2
                y -= block.height
                spots.append(BlockSpot(block, x + inset - block.bleed, y))
                y -= GAP
            x += _cut_width(column) + gap
        top -= high + GAP
    return spots


__all__ = ["place_even_rows"]
