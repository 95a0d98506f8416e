"""Chits of one batch → blocks that are cut out of a sheet as one: folded over, or flat with the backs to print behind.

All blocks of a batch have the same grid. Ink reaches over every cut, and no bleed reaches over the cut of a neighbour.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from fabgen.artwork.drawing import Drawing, Item, Role, Shape, draw, combine_drawings, draw_text
from fabgen.artwork.net import PaperBatch, Chit
from fabgen.artwork.path import Path, Point, circle, line
from fabgen.make.frame import BODY, Box
from fabgen.make.marking import CUT, CUT_ROUND, FOLD, MARK, CROSSES, draw_cross, draw_fold_mark
from fabgen.make.sides import BACK_BLEED, PrintAssembly
from fabgen.phrasebook import ENGLISH, Phrases

GUTTER = 5.0  # mm from the bleed to the fold of a block of chits
CAPTION = 6.0  # mm for the words under a block of backs


@dataclass(frozen=True)
class SheetBlock:
    """A rectangle of width and height in mm with its lower left corner at the origin. Its marks reach up to 4.2 mm
    beyond it; `marks` names them for the key.

    `shown` and `hidden` draw its front and back, on first use only: most tries of laying out a sheet need just its
    size.
    """

    name: str
    draw_front: Callable[[], Drawing]
    width: float
    height: float
    marks: tuple[str, ...]
    draw_back: Callable[[], Drawing] | None = None

    @cached_property
    def drawing(self) -> Drawing:
        """The front of the block."""
        return self.draw_front()

    @cached_property
    def back_drawing(self) -> Drawing | None:
        """The back of the block, seen through the paper. None without a back."""
        return self.draw_back() if self.draw_back else None


@dataclass(frozen=True)
class _ChitGrid:
    """The most columns and rows that fit a room, and the function that makes a block of some chits."""

    columns: int
    rows: int
    aspect: Callable[[int, int], float]  # columns, rows → how far from square their block is
    block: Callable[[int, int], SheetBlock]  # count, columns → block


def make_chit_blocks(batch: PaperBatch, chit: Chit, room: Point, assembly: PrintAssembly, said: Phrases = ENGLISH) -> list[SheetBlock]:
    """The blocks that hold the batch, as few as the room of a sheet allows. Where no block fits, one that is too
    large."""
    if assembly.mode == "fold":
        return _make_blocks(batch.count, _folded_grid(batch.name, chit, room))
    blocks = _make_blocks(batch.count, _flat_grid(batch.name, chit, room, assembly))
    if assembly.is_double_sided or not chit.turns:
        return blocks
    backs = replace(chit, front=chit.back)
    back_blocks = _make_blocks(batch.count, _flat_grid(batch.name, backs, room, assembly))
    return blocks + [add_glue_caption(block, said) for block in back_blocks]


def _make_blocks(count: int, grid: _ChitGrid) -> list[SheetBlock]:
    if grid.columns < 1 or grid.rows < 1:
        return [grid.block(1, 1)]  # does not fit, and is reported so
    blocks, left = [], count
    number = -(-count // (grid.columns * grid.rows))
    for k in range(number):
        share = -(-left // (number - k))  # rounded up: blocks are as equal as can be
        blocks.append(grid.block(share, _best_columns(share, grid)))
        left -= share
    return blocks


def _best_columns(count: int, grid: _ChitGrid) -> int:
    """The number of columns that leaves the fewest places empty; among equals, the one with the most square block."""

    def cost(columns: int) -> tuple[int, float]:
        rows = -(-count // columns)
        return columns * rows - count, grid.aspect(columns, rows)

    return min((c for c in range(1, grid.columns + 1) if -(-count // c) <= grid.rows), key=cost)


def _folded_grid(name: str, chit: Chit, room: Point) -> _ChitGrid:
    pitch = chit.size + 2 * chit.bleed
    columns, rows = int((room[0] + 1e-6) // pitch), int((room[1] - 2 * GUTTER + 1e-6) // (2 * pitch))
    return _ChitGrid(columns, rows, lambda columns_, rows_: abs(columns_ * pitch - 2 * rows_ * pitch - 2 * GUTTER),
                 lambda count, columns_: make_folded_block(name, chit, count, columns_))


def _flat_grid(name: str, chit: Chit, room: Point, assembly: PrintAssembly) -> _ChitGrid:
    pitch, caption = chit.size + 2 * _bleed(chit, assembly), CAPTION * (chit.turns and not assembly.is_double_sided)
    columns, rows = int((room[0] + 1e-6) // pitch), int((room[1] - caption + 1e-6) // pitch)
    return _ChitGrid(columns, rows, lambda c, r: abs(c - r) * pitch, lambda n, c: make_flat_block(name, chit, n, c, assembly))


def _bleed(chit: Chit, assembly: PrintAssembly) -> float:
    return max(chit.bleed, BACK_BLEED) if assembly.is_double_sided else chit.bleed


def make_least_block(batch: PaperBatch, chit: Chit, assembly: PrintAssembly) -> SheetBlock:
    """The smallest block of the batch, with a single chit."""
    if assembly.mode == "fold":
        return make_folded_block(batch.name, chit, 1, 1)
    return make_flat_block(batch.name, chit, 1, 1, assembly)


def _places(count: int, columns: int, pitch: float) -> list[Point]:
    """The middles of the places of a grid, from its lower left corner, the first one at the upper left."""
    rows = -(-count // columns)
    return [((k % columns + 0.5) * pitch, (rows - 1 - k // columns + 0.5) * pitch) for k in range(count)]


def make_folded_block(name: str, chit: Chit, count: int, columns: int) -> SheetBlock:
    """A folded block: fronts above the fold, backs upside down below it. Closed, each back lies behind its front."""
    pitch, rows = chit.size + 2 * chit.bleed, -(-count // columns)
    width, fold = columns * pitch, rows * pitch + GUTTER

    def draw_block() -> Drawing:
        back = chit.back.turned(180)
        centres = [(x, GUTTER + y) for x, y in _places(count, columns, pitch)]
        sides = [side for x, up in centres for side in (chit.front.moved(x, fold + up), back.moved(x, fold - up))]
        crease = draw_fold_mark((-MARK[1], width + MARK[1]), True).moved(0, fold)
        if chit.shape == "disc":
            cuts = [circle((x, fold + s * up), chit.size / 2) for x, up in centres for s in (1, -1)]
            return combine_drawings([*sides, draw(Role.CUT_LINE, *cuts), crease])
        halves = [(0.0, 0.0, width, fold - GUTTER), (0.0, fold + GUTTER, width, 2 * fold)]
        marks = [mark for half in halves for mark in _square_marks(half, pitch, chit.bleed)]
        return combine_drawings([*sides, draw(Role.TRIM, *marks), crease])

    return SheetBlock(name, draw_block, width, 2 * fold, (CUT_ROUND if chit.shape == "disc" else CUT, FOLD))


def make_flat_block(name: str, chit: Chit, count: int, columns: int, assembly: PrintAssembly) -> SheetBlock:
    """A flat block: fronts and, where both sides are printed, backs with more bleed and crosses that meet those of the
    front. Backs carry no cut marks, because everything is cut from the front."""
    bleed = _bleed(chit, assembly)
    pitch, rows = chit.size + 2 * bleed, -(-count // columns)
    width, height = columns * pitch, rows * pitch
    places, cut_mark = _places(count, columns, pitch), CUT_ROUND if chit.shape == "disc" else CUT
    meet = [draw_cross(x, y) for x in (-2.6, width + 2.6) for y in (-2.6, height + 2.6)] if assembly.is_double_sided else []

    def fronts() -> Drawing:
        rounds = draw(Role.CUT_LINE, *(circle(place, chit.size / 2) for place in places))
        squares = draw(Role.TRIM, *_square_marks((0.0, 0.0, width, height), pitch, bleed))
        cuts = rounds if chit.shape == "disc" else squares
        return combine_drawings([*(chit.front.moved(*place) for place in places), cuts, *meet])

    def backs() -> Drawing:
        back = scale_ground(chit.back, (chit.size / 2 + bleed) / (chit.size / 2 + chit.bleed)).mirrored()
        return combine_drawings([*(back.moved(*place) for place in places), *meet])

    if not assembly.is_double_sided:
        return SheetBlock(name, fronts, width, height, (cut_mark,))
    return SheetBlock(name, fronts, width, height, (cut_mark, CROSSES), backs)


def scale_ground(side: Drawing, factor: float) -> Drawing:
    """A side with its ground scaled by a factor; its marks keep their size."""

    def wider(item: Item) -> Item:
        ground = isinstance(item, Shape) and item.role is Role.SHADE
        return Drawing((item,)).scaled(factor).items[0] if ground else item

    return Drawing(tuple(wider(item) for item in side.items))


def add_glue_caption(block: SheetBlock, said: Phrases = ENGLISH) -> SheetBlock:
    """A block of backs with words under it that say they are glued behind."""
    words = draw_text(Role.NOTE, said("backs: glue behind"), (0, CAPTION - BODY - 2), BODY, anchor="start")
    return replace(block, draw_front=lambda: block.drawing.moved(0, CAPTION) + words, height=block.height + CAPTION)


def _square_marks(box: Box, pitch: float, bleed: float) -> list[Path]:
    """Marks at both ends of every line along which the squares of a grid are cut apart."""
    (left, bottom, right, top), (near, far) = box, MARK
    xs = _cuts(left, right, pitch, bleed)
    ys = _cuts(bottom, top, pitch, bleed)
    upright = [line((x, y + s * near), (x, y + s * far)) for x in xs for y, s in ((bottom, -1), (top, 1))]
    level = [line((x + s * near, y), (x + s * far, y)) for y in ys for x, s in ((left, -1), (right, 1))]
    return upright + level


def _cuts(low: float, high: float, pitch: float, bleed: float) -> Sequence[float]:
    """Where squares are cut along one axis: both sides of each place, inside its bleed."""
    return [low + i * pitch + s for i in range(round((high - low) / pitch)) for s in (bleed, pitch - bleed)]
