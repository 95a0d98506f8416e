"""Leaves of one kind → blocks side by side without gaps, cut marks around them: one cut parts two leaves."""

from __future__ import annotations

from fabgen.artwork.drawing import Drawing, Role, draw, combine_drawings
from fabgen.artwork.net import Leaf
from fabgen.artwork.path import Path, Point, line
from fabgen.make.chitblocks import SheetBlock
from fabgen.make.marking import CUT, FOLD, MARK, draw_fold_mark


def make_leaf_blocks(name: str, leaf: Leaf, count: int, room: Point) -> list[SheetBlock]:
    """The blocks that hold `count` leaves, as few as the room of a sheet allows. Where no leaf fits, blocks of one."""
    columns, rows = int((room[0] + 1e-6) // leaf.width), int((room[1] + 1e-6) // leaf.height)
    fit = max(1, columns) * max(1, rows)
    blocks = []
    for left in range(count, 0, -fit):
        blocks.append(make_leaf_block(name, leaf, min(left, fit), max(1, min(columns, left))))
    return blocks


def make_leaf_block(name: str, leaf: Leaf, count: int, columns: int) -> SheetBlock:
    """A block of leaves, row by row from the upper left, with a mark at both ends of every cut and fold."""
    rows = -(-count // columns)
    width, height = columns * leaf.width, rows * leaf.height

    def draw_leaves() -> Drawing:
        places = [(i % columns * leaf.width, height - (i // columns + 1) * leaf.height) for i in range(count)]
        leaves = combine_drawings(leaf.drawing.moved(*place) for place in places)
        cuts = [*_upright_marks([i * leaf.width for i in range(columns + 1)], height),
                *_level_marks([i * leaf.height for i in range(rows + 1)], width)]
        folds = [i * leaf.width + leaf.fold for i in range(columns)] if leaf.fold else []
        ends = ((90, height), (-90, 0.0))
        marks = combine_drawings(draw_fold_mark(MARK, True).turned(turn).moved(x, y) for x in folds for turn, y in ends)
        return leaves + draw(Role.TRIM, *cuts) + marks

    return SheetBlock(name, draw_leaves, width, height, (CUT, FOLD) if leaf.fold else (CUT,))


def _upright_marks(xs: list[float], height: float) -> list[Path]:
    near, far = MARK
    return [line((x, y + s * near), (x, y + s * far)) for x in xs for y, s in ((0.0, -1), (height, 1))]


def _level_marks(ys: list[float], width: float) -> list[Path]:
    near, far = MARK
    return [line((x + s * near, y), (x + s * far, y)) for y in ys for x, s in ((0.0, -1), (width, 1))]
