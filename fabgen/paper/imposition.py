"""Batches of nets and chits → blocks with cut and fold marks → sheets, group by group, in tidy rows, with their backs.

A block is cut out of a sheet as one piece. Blocks start at the same corner of every sheet, so that a pile of sheets can
be cut at once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import groupby, product

from fabgen.artwork.drawing import Drawing, Role, Shape, combine_drawings, draw, draw_text
from fabgen.artwork.paper_things import DARK_TONES, CardPack, Chit, Leaf, Net, PackedCard, PaperBatch
from fabgen.artwork.path import Matrix, Path, Point, line, polygon, rotation, translation
from fabgen.core.languages import Catalogue
from fabgen.core.problems import FabgenError, Location, Problem, join_words
from fabgen.paper.cut_marks import (
    CROSSES,
    CUT,
    CUT_ROUND,
    FLAP,
    FOLD,
    GAP,
    MARK,
    MIDDLE,
    NET_FOLD,
    draw_cross,
    draw_fold_mark,
    draw_key,
    make_corner_marks,
)
from fabgen.paper.duplex import (
    BACK_BLEED,
    PrintAssembly,
    back_of_sheet,
    draw_edge_words,
    shared_room,
)
from fabgen.paper.duplex import (
    FOLD_ASSEMBLY as FOLDED,
)
from fabgen.typeset.pages import BODY, SHEET, Box, PageItem, SheetBody, SheetFrame
from fabgen.typeset.papers import Paper

LIGHT = 0.2  # mm: how far a light line on a dark ground reaches beyond both sides of a cut
TICK = 1.2  # mm: the end of a fold on a leaf, where no margin is beside it
GUTTER = 5.0  # mm from the bleed to the fold of a block of chits
BACK = " back"  # the ending of the id of a back
CAPTION = 6.0  # mm: the height of the caption under a block of backs


@dataclass(frozen=True)
class BlockPart:
    """A thing on a block with an id of its own, and its back as it is seen through the paper; None without one."""

    id: str
    front: Drawing
    back: Drawing | None = None


@dataclass(frozen=True)
class SheetBlock:
    """A rectangle of width and height in mm with its lower left corner at the origin, cut out of a sheet as one piece.
    Its marks reach up to 4.2 mm beyond it; `marks` names them for the key.

    `draw_front` and `draw_back` are called on first use only, because most tries of laying out a sheet need just the
    size.
    """

    name: str
    draw_front: Callable[[], Drawing]
    width: float
    height: float
    marks: tuple[str, ...]
    draw_back: Callable[[], Drawing] | None = None
    count: int = 1  # how many pieces, tokens or leaves it holds
    id: str = ""  # the id of their batch and their numbers, first to last
    parts: tuple[BlockPart, ...] = ()  # what has ids of its own; the rest is of the sheet then

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


def make_chit_blocks(
    batch: PaperBatch, chit: Chit, room: Point, assembly: PrintAssembly, words: Catalogue, *, is_wide: bool = False
) -> list[SheetBlock]:
    """The blocks that hold the batch, as few as the room of a sheet (width and height in mm) allows, and as nearly
    square as may be, or with `is_wide` as wide. If not even one chit fits, a single block that is too large."""
    if assembly.mode == "fold":
        return name_blocks(_make_blocks(batch.count, _folded_grid(batch.name, chit, room), is_wide), batch.id)
    blocks = name_blocks(_make_blocks(batch.count, _flat_grid(batch.name, chit, room, assembly), is_wide), batch.id)
    if assembly.is_double_sided or not chit.turns:
        return blocks
    grid = _flat_grid(batch.name, replace(chit, front=chit.back), room, assembly)
    back_blocks = name_blocks(_make_blocks(batch.count, grid, is_wide), batch.id, BACK)
    return blocks + [add_glue_caption(block, words) for block in back_blocks]


def name_blocks(blocks: Sequence[SheetBlock], id: str, side: str = "") -> list[SheetBlock]:
    """Blocks with the ids of the pieces that they hold, counted from 1: `stop token 1-to-6`. With an empty `id` they
    get none."""
    named_blocks, first = [], 1
    for block in blocks:
        last = first + block.count - 1
        copies = f"{first}-to-{last}" if last > first else f"{first}"
        named_blocks.append(replace(block, id=f"{id} {copies}{side}" if id else ""))
        first = last + 1
    return named_blocks


def _make_blocks(count: int, grid: _ChitGrid, is_wide: bool) -> list[SheetBlock]:
    if grid.columns < 1 or grid.rows < 1:
        return [grid.block(1, 1)]  # a block that is too large, so that the caller reports it
    blocks, remaining = [], count
    block_count = -(-count // (grid.columns * grid.rows))
    for index in range(block_count):
        share = -(-remaining // (block_count - index))  # rounded up: blocks are as equal as can be
        blocks.append(grid.block(share, _choose_columns(share, grid, is_wide)))
        remaining -= share
    return blocks


def _choose_columns(count: int, grid: _ChitGrid, is_wide: bool) -> int:
    """The number of columns that leaves the fewest places empty; among equals, the one with the most square block, or
    with the widest."""

    def cost(columns: int) -> tuple[int, float]:
        rows = -(-count // columns)
        return columns * rows - count, -columns if is_wide else grid.aspect(columns, rows)

    return min((c for c in range(1, grid.columns + 1) if -(-count // c) <= grid.rows), key=cost)


def _folded_grid(name: str, chit: Chit, room: Point) -> _ChitGrid:
    pitch = chit.size + 2 * chit.bleed
    columns, rows = int((room[0] + 1e-6) // pitch), int((room[1] - 2 * GUTTER + 1e-6) // (2 * pitch))
    return _ChitGrid(columns, rows, lambda columns_, rows_: abs(columns_ * pitch - 2 * rows_ * pitch - 2 * GUTTER),
                 lambda count, columns_: make_folded_block(name, chit, count, columns_))


def _flat_grid(name: str, chit: Chit, room: Point, assembly: PrintAssembly) -> _ChitGrid:
    pitch, caption = chit.size + 2 * _bleed(chit, assembly), CAPTION * (chit.turns and not assembly.is_double_sided)
    columns, rows = int((room[0] + 1e-6) // pitch), int((room[1] - caption + 1e-6) // pitch)
    return _ChitGrid(
        columns, rows, lambda c, r: abs(c - r) * pitch, lambda n, c: make_flat_block(name, chit, n, c, assembly)
    )


def _bleed(chit: Chit, assembly: PrintAssembly) -> float:
    return max(chit.bleed, BACK_BLEED) if assembly.is_double_sided else chit.bleed


def _single_chit_block(batch: PaperBatch, chit: Chit, assembly: PrintAssembly) -> SheetBlock:
    """A block with a single chit of the batch: the smallest that there is."""
    if assembly.mode == "fold":
        return make_folded_block(batch.name, chit, 1, 1)
    return make_flat_block(batch.name, chit, 1, 1, assembly)


def _grid_middles(count: int, columns: int, pitch: float) -> list[Point]:
    """The middles of the places of a grid, from its lower left corner, the first one at the upper left."""
    rows = -(-count // columns)
    return [((index % columns + 0.5) * pitch, (rows - 1 - index // columns + 0.5) * pitch) for index in range(count)]


def make_folded_block(name: str, chit: Chit, count: int, columns: int) -> SheetBlock:
    """A folded block: fronts above the fold, backs upside down below it. Closed, each back lies behind its front."""
    pitch, rows = chit.size + 2 * chit.bleed, -(-count // columns)
    width, fold = columns * pitch, rows * pitch + GUTTER

    def draw_block() -> Drawing:
        back = chit.back.turned(180)
        centres = [(x, GUTTER + y) for x, y in _grid_middles(count, columns, pitch)]
        sides = [side for x, up in centres for side in (chit.front.moved(x, fold + up), back.moved(x, fold - up))]
        crease = draw_fold_mark((-MARK[1], width + MARK[1]), True).moved(0, fold)
        if chit.has_cut_line:
            behind = chit.back_outline().transformed(rotation(180))
            cuts = [outline.transformed(translation(x, fold + s * up)) for x, up in centres
                    for outline, s in ((chit.outline(), 1), (behind, -1))]
            return combine_drawings([*sides, _draw_cut_lines(cuts, chit), crease])
        halves = [(0.0, 0.0, width, fold - GUTTER), (0.0, fold + GUTTER, width, 2 * fold)]
        marks = [mark for half in halves for mark in _square_marks(half, pitch, chit.bleed)]
        return combine_drawings([*sides, draw(Role.TRIM, *marks), crease])

    return SheetBlock(
        name, draw_block, width, 2 * fold, (CUT_ROUND if chit.has_cut_line else CUT, FOLD), count=count
    )


def make_flat_block(name: str, chit: Chit, count: int, columns: int, assembly: PrintAssembly) -> SheetBlock:
    """A flat block: fronts and, where both sides are printed, backs with more bleed and crosses that meet those of the
    front. Backs carry no cut marks, because everything is cut from the front."""
    bleed = _bleed(chit, assembly)
    pitch, rows = chit.size + 2 * bleed, -(-count // columns)
    width, height = columns * pitch, rows * pitch
    places, cut_mark = _grid_middles(count, columns, pitch), CUT_ROUND if chit.has_cut_line else CUT
    crosses = (
        [draw_cross(x, y) for x in (-2.6, width + 2.6) for y in (-2.6, height + 2.6)]
        if assembly.is_double_sided
        else []
    )

    def fronts() -> Drawing:
        lines = _draw_cut_lines([chit.outline().transformed(translation(*place)) for place in places], chit)
        marks = draw(Role.TRIM, *_square_marks((0.0, 0.0, width, height), pitch, bleed))
        cuts = lines if chit.has_cut_line else marks
        return combine_drawings([*(chit.front.moved(*place) for place in places), cuts, *crosses])

    def backs() -> Drawing:
        back = replace_ground(chit.back, chit.back_outline(bleed)).mirrored()
        return combine_drawings([*(back.moved(*place) for place in places), *crosses])

    if not assembly.is_double_sided:
        return SheetBlock(name, fronts, width, height, (cut_mark,), count=count)
    return SheetBlock(name, fronts, width, height, (cut_mark, CROSSES), backs, count)


def _draw_cut_lines(cuts: Sequence[Path], chit: Chit) -> Drawing:
    """Lines to cut along, between two light ones where the ground of the chit is dark."""
    lines = draw(Role.CUT_LINE, *cuts)
    ground = chit.front.items[0] if chit.front.items else None
    if not isinstance(ground, Shape) or ground.role is not Role.BODY or ground.tone not in DARK_TONES:
        return lines
    from shapely import Polygon

    light = [
        draw(Role.SHADE, *(polygon([*outline.buffer(side).exterior.coords][:-1]) for side in (LIGHT, -LIGHT)),
             tone="white")
        for outline in (Polygon(cut.flatten(0.02)) for cut in cuts)
    ]
    return combine_drawings([*light, lines])


def replace_ground(side: Drawing, outline: Path) -> Drawing:
    """A side whose ground, its first item, fills another outline. Everything else stays as it is."""
    ground, *others = side.items
    return Drawing((replace(ground, paths=(outline,)) if isinstance(ground, Shape) else ground, *others))


def add_glue_caption(block: SheetBlock, words: Catalogue) -> SheetBlock:
    """A block of backs with a caption below it that says they are glued behind the fronts."""
    caption = draw_text(Role.NOTE, words.text("backs_caption"), (0, CAPTION - BODY - 2), BODY, anchor="start")
    return replace(block, draw_front=lambda: block.drawing.moved(0, CAPTION) + caption, height=block.height + CAPTION)


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


def make_leaf_blocks(name: str, leaf: Leaf, count: int, room: Point, assembly: PrintAssembly = FOLDED
                     ) -> list[SheetBlock]:
    """The blocks that hold `count` leaves, as few as the room of a sheet allows. If no leaf fits, one leaf a block.
    Where both sides of the paper are printed, a leaf that would be folded has its back behind it."""
    back: Drawing | None = None
    if assembly.is_double_sided and leaf.fold:
        front, back = leaf.sides
        leaf = Leaf(front, leaf.fold, leaf.height, thin=leaf.thin)
    columns, rows = int((room[0] + 1e-6) // leaf.width), int((room[1] + 1e-6) // leaf.height)
    block_size = max(1, columns) * max(1, rows)
    blocks = []
    for remaining in range(count, 0, -block_size):
        blocks.append(make_leaf_block(name, leaf, min(remaining, block_size), max(1, min(columns, remaining)), back))
    return blocks


def make_leaf_block(name: str, leaf: Leaf, count: int, columns: int, back: Drawing | None = None) -> SheetBlock:
    """A block of leaves, row by row from the upper left, with a mark at both ends of every cut and fold. With a `back`,
    that is behind each of them."""
    rows = -(-count // columns)
    width, height = columns * leaf.width, rows * leaf.height

    places = [(i % columns * leaf.width, height - (i // columns + 1) * leaf.height) for i in range(count)]

    def draw_backs(back: Drawing) -> Drawing:
        behind = back.mirrored().moved(leaf.width, 0)
        return combine_drawings(behind.moved(*place) for place in places)

    def draw_leaves() -> Drawing:
        leaves = combine_drawings(leaf.drawing.moved(*place) for place in places)
        cuts = [*_upright_marks([i * leaf.width for i in range(columns + 1)], height),
                *_level_marks([i * leaf.height for i in range(rows + 1)], width)]
        folds = [i * leaf.width + leaf.fold for i in range(columns)] if leaf.fold else []
        crease_ends = ((90, height), (-90, 0.0))
        marks = combine_drawings(
            draw_fold_mark(MARK, True).turned(turn).moved(x, y) for x in folds for turn, y in crease_ends
        )
        # The leaves are cut apart before they are folded: each has the ends of its fold on itself as well.
        ticks = [line((x, y - TICK), (x, y + TICK)) for x in folds for y in (i * leaf.height for i in range(1, rows))]
        return leaves + draw(Role.TRIM, *cuts, *ticks) + marks

    marks = (CUT, CUT_ROUND, NET_FOLD) if leaf.is_net else (CUT, FOLD) if leaf.fold else (CUT,)
    return SheetBlock(name, draw_leaves, width, height, marks,
                      partial(draw_backs, back) if back else None, count)


def make_card_blocks(name: str, pack: CardPack, room: Point, assembly: PrintAssembly) -> list[SheetBlock]:
    """The blocks that hold a pack of cards, as few as the room of a sheet allows. If no card fits, one card a block.

    Folded, each card has its back at the right of a fold. Printed on both sides, it has its back behind it. Else only
    fronts are printed.
    """
    width = pack.width * (2 if assembly.mode == "fold" else 1)
    columns, rows = (max(1, int((side + 1e-6) // length)) for side, length in zip(room, (width, pack.height),
                                                                                  strict=True))
    size = columns * rows
    return [make_card_block(name, pack, pack.cards[first:first + size], columns, assembly)
            for first in range(0, len(pack.cards), size)]


def make_card_block(name: str, pack: CardPack, cards: Sequence[PackedCard], columns: int, assembly: PrintAssembly
                    ) -> SheetBlock:
    """A block of cards, row by row from the upper left, neighbours with one cut between them."""
    is_folded = assembly.mode == "fold"
    form = Leaf(Drawing(), pack.width * (2 if is_folded else 1), pack.height, pack.width if is_folded else 0.0)
    block = make_leaf_block(name, form, len(cards), max(1, min(columns, len(cards))))
    parts = []
    for number, card in enumerate(cards):
        place = (number % columns * form.width, block.height - (number // columns + 1) * form.height)
        front = card.front + card.back.moved(pack.width, 0) if is_folded else card.front
        back = card.back.mirrored().moved(pack.width, 0).moved(*place) if assembly.is_double_sided else None
        parts.append(BlockPart(card.id, front.moved(*place), back))
    return replace(block, parts=tuple(parts))


def _upright_marks(xs: list[float], height: float) -> list[Path]:
    near, far = MARK
    return [line((x, y + s * near), (x, y + s * far)) for x in xs for y, s in ((0.0, -1), (height, 1))]


def _level_marks(ys: list[float], width: float) -> list[Path]:
    near, far = MARK
    return [line((x + s * near, y), (x + s * far, y)) for y in ys for x, s in ((0.0, -1), (width, 1))]


CLEAR = 5.0  # mm around all blocks for their outer marks
BlockSpot = tuple[SheetBlock, float, float]  # a block, x and y of its lower left corner, y negative


@dataclass(frozen=True)
class _SheetArrangement:
    """A way to lay out a group: the frame of the sheet, the free box on it in mm, and whether blocks are turned by a
    quarter."""

    frame: SheetFrame
    box: Box
    is_turned: bool

    @property
    def room(self) -> Point:
        """The width and height in mm that blocks may take, measured along the blocks' own axes."""
        left, bottom, right, top = self.box
        width, height = right - left - 2 * CLEAR, top - bottom - 2 * CLEAR
        return (height, width) if self.is_turned else (width, height)

    def matrix_at(self, x: float, y: float) -> Matrix:
        """The matrix that moves a block to its place on the sheet. x and y are along the blocks' own axes, from the
        upper left corner, so that y is negative."""
        left, bottom, _, top = self.box
        if self.is_turned:
            return 0.0, 1.0, -1.0, 0.0, left + CLEAR - y, bottom + CLEAR + x
        return translation(x + left + CLEAR, y + top - CLEAR)


def impose_batches(
    batches: Sequence[PaperBatch], paper: Paper, words: Catalogue, assembly: PrintAssembly = FOLDED
) -> list[SheetBody]:
    """The sheets of all groups, in the order of the batches. Raises FabgenError with a Problem for each size of things
    that no sheet can hold."""
    groups = _group_batches(batches)
    misfits = [batch for batch in batches if all(_lay_out_sheets([batch], arrangement.room, assembly, words) is None
                                                 for arrangement in _list_arrangements([batch], paper, assembly))]
    if misfits:
        raise FabgenError(_report_misfits(misfits, _list_arrangements(misfits, paper, assembly), assembly))
    group_sheets: _GroupSheets = [(members, _lay_out_group(members, paper, assembly, words)) for members in groups]
    for kinds, is_two_sided in product(SHARING, (False, True)):
        may_share = partial(_may_share, kinds, is_two_sided if assembly.is_double_sided else None)
        group_sheets = _share_sheets(
            group_sheets, may_share, lambda members: _lay_out_group(members, paper, assembly, words)
        )
    return [body for _, bodies in group_sheets for body in bodies]


def _group_batches(batches: Sequence[PaperBatch]) -> list[list[PaperBatch]]:
    """The batches by group, the groups in the order in which they first occur."""
    order = list(dict.fromkeys(batch.group for batch in batches))
    members = sorted(batches, key=lambda batch: order.index(batch.group))
    return [list(group) for _, group in groupby(members, key=lambda batch: batch.group)]


# What may share sheets, in this order: sheets of one kind of things are cut and folded in one go. Aids keep to theirs.
SHARING: tuple[tuple[type, ...], ...] = ((Net,), (Chit,), (Net, Chit))
_GroupSheets = list[tuple[list[PaperBatch], list[SheetBody]]]  # the batches of a group, and its sheets


def _share_sheets(group_sheets: _GroupSheets, may_share: Callable[[PaperBatch], bool],
                  lay_out: Callable[[list[PaperBatch]], list[SheetBody]]) -> _GroupSheets:
    """The groups, with those of whose batches all may share on common sheets if that saves paper."""
    same_kind = [n for n, (members, _) in enumerate(group_sheets) if all(map(may_share, members))]
    if len(same_kind) < 2:
        return group_sheets
    members = [batch for n in same_kind for batch in group_sheets[n][0]]
    shared = lay_out(members)
    if len(shared) >= sum(len(group_sheets[n][1]) for n in same_kind):
        return group_sheets
    return [
        (members, shared) if n == same_kind[0] else group
        for n, group in enumerate(group_sheets)
        if n not in same_kind[1:]
    ]


def _lay_out_group(
    batches: Sequence[PaperBatch], paper: Paper, assembly: PrintAssembly, words: Catalogue
) -> list[SheetBody]:
    """The sheets of one group, laid out in the way that takes the fewest; among equals, in the order of the game, and
    with nets in the fewest rows.
    Raises FabgenError if none works: then each thing fits a sheet, but in another way than others of the group."""
    arrangements = _list_arrangements(batches, paper, assembly)
    layouts = []
    for arrangement in arrangements:
        sheets = _lay_out_sheets(batches, arrangement.room, assembly, words)
        if sheets is not None:
            layouts.append((arrangement, sheets))
    if not layouts:
        raise FabgenError(_report_misfits(batches, arrangements, assembly))

    def cost(layout: tuple[_SheetArrangement, list[list[BlockSpot]]]) -> tuple[int, bool, int]:
        return len(layout[1]), not _is_in_order(layout[1], batches), _count_net_rows(layout[1], batches)

    arrangement, sheets = min(layouts, key=cost)
    groups = {batch.name: batch.group for batch in batches}
    return [_make_body(groups, arrangement, sheet, assembly, words) for sheet in sheets]


def _is_in_order(sheets: Sequence[Sequence[BlockSpot]], batches: Sequence[PaperBatch]) -> bool:
    """Whether the blocks of the sheets are in the order of their batches."""
    numbers = {batch.name: number for number, batch in enumerate(batches)}
    order = [numbers[block.name] for sheet in sheets for block, _, _ in sheet]
    return order == sorted(order)


def _count_net_rows(sheets: Sequence[Sequence[BlockSpot]], batches: Sequence[PaperBatch]) -> int:
    """In how many rows the nets of some sheets lie: a row is cut and scored along one edge of the ruler."""
    nets = {batch.name for batch in batches if isinstance(batch.thing, Net)}
    return sum(len({round(y + block.height, 3) for block, _, y in sheet if block.name in nets}) for sheet in sheets)


def _list_arrangements(batches: Sequence[PaperBatch], paper: Paper, assembly: PrintAssembly
                       ) -> list[_SheetArrangement]:
    """The ways in which batches may lie on sheets: blocks upright or turned, on upright sheets or sideways ones. What
    has no back may take the room that backs of sheets need for their rulers and words."""
    frames = [SheetFrame(paper, sideways) for sideways in (False, True)]
    assembly = assembly if any(map(_has_back, batches)) else FOLDED
    return [_SheetArrangement(frame, shared_room(frame, assembly), is_turned)
            for is_turned in (False, True) for frame in frames]


def _may_share(kinds: tuple[type, ...], is_two_sided: bool | None, batch: PaperBatch) -> bool:
    """Whether a batch may be on a sheet of some kinds of things, and has a back as the others, where that is not
    None."""
    return isinstance(batch.thing, kinds) and is_two_sided in (None, _has_back(batch))


def _has_back(batch: PaperBatch) -> bool:
    """Whether there is something behind the things of a batch where both sides of the paper are printed."""
    thing = batch.thing
    return thing.base > 0 if isinstance(thing, Net) else bool(thing.fold) if isinstance(thing, Leaf) else True


def _report_misfits(
    batches: Sequence[PaperBatch], arrangements: Sequence[_SheetArrangement], assembly: PrintAssembly
) -> Iterable[Problem]:
    """A Problem for each size of smallest blocks, with the names of all batches that need it: no sheet holds them."""
    room = max((arrangement.room for arrangement in arrangements), key=lambda size: size[1])
    misfits: dict[tuple[float, float, bool], list[str]] = {}
    for batch in batches:
        block = _smallest_block(batch, assembly)
        misfits.setdefault((block.width, block.height, isinstance(batch.thing, Net)), []).append(batch.name)
    for (width, height, is_net), names in misfits.items():
        yield Problem(
            Location(),
            f"{join_words(names)} {'need' if len(names) > 1 else 'needs'} {width:.0f} x {height:.0f} mm of paper; "
            f"{arrangements[0].frame.paper.name} has room for {room[0]:.0f} x {room[1]:.0f} mm",
            _size_hint(height - room[1], is_net),
        )


def _size_hint(excess: float, is_net: bool) -> str:
    """What makes a block small enough that is `excess` mm too high. The strip of a standing piece has it twice."""
    if excess <= 0:
        return "make it smaller"
    if is_net:
        return f"make the figure {math.ceil(excess / 2)} mm lower: its strip shows it twice"
    return f"make it {math.ceil(excess)} mm shorter in paper, or smaller"


def _smallest_block(batch: PaperBatch, assembly: PrintAssembly) -> SheetBlock:
    """The smallest block that a sheet must hold."""
    artwork = batch.thing
    if isinstance(artwork, Leaf):
        return make_leaf_block(batch.name, artwork, 1, 1)
    if isinstance(artwork, CardPack):
        return make_card_block(batch.name, artwork, artwork.cards[:1], 1, assembly)
    if isinstance(artwork, Net):
        return make_net_block(batch.name, artwork)
    return _single_chit_block(batch, artwork, assembly)


def _lay_out_sheets(batches: Sequence[PaperBatch], room: Point, assembly: PrintAssembly, words: Catalogue
            ) -> list[list[BlockSpot]] | None:
    """The blocks in rows from the upper left, sheet by sheet: the first way that takes the fewest sheets. Unless that
    wastes paper, nets are joined, groups are on sheets of their own or whole on a common one, else blocks are at least
    in the game's order, and blocks of chits are nearly square. None if a block does not fit."""
    layouts = []
    nets = sum(batch.count > 1 and isinstance(batch.thing, Net) for batch in batches)
    for is_joined, is_wide in product((True, False) if nets else (True,), (False, True)):
        groups = [[block for batch in members
                   for block in _make_batch_blocks(batch, room, assembly, words, is_wide, is_joined)]
                  for members in _group_batches(batches)]
        blocks = [block for group in groups for block in group]
        if any(b.width > room[0] + 1e-6 or b.height > room[1] + 1e-6 for b in blocks) or not blocks:
            return None
        by_height = sorted(blocks, key=lambda b: -b.height)
        layouts += [_pack_groups(groups, room), _pack_rows(blocks, room), _pack_rows(by_height, room)]
    return min(layouts, key=len)


def _pack_groups(groups: Sequence[Sequence[SheetBlock]], room: Point) -> list[list[BlockSpot]]:
    """The blocks in rows, each group on the sheet of the former group if that has room for all of it."""
    sheets = list[list[BlockSpot]]()
    common = list[SheetBlock]()
    for group in groups:
        if common and len(_pack_rows([*common, *group], room)) > 1:
            sheets += _pack_rows(common, room)
            common = []
        common += group
    return sheets + _pack_rows(common, room)


def _pack_rows(blocks: Sequence[SheetBlock], room: Point) -> list[list[BlockSpot]]:
    """Fills rows from left to right and sheets from the top, in the order of the blocks."""
    sheets: list[list[BlockSpot]] = [[]]
    x = y = depth = 0.0  # the left end of the free part of the row, the row's upper edge and its height
    for block in blocks:
        if x and x + block.width > room[0] + 1e-6:
            x, y, depth = 0.0, y + depth + GAP, 0.0
        if y + block.height > room[1] + 1e-6:
            sheets.append([])
            x = y = depth = 0.0
        sheets[-1].append((block, x, -y - block.height))
        x, depth = x + block.width + GAP, max(depth, block.height)
    return sheets


def _make_body(
    groups: Mapping[str, str],
    arrangement: _SheetArrangement,
    sheet: Sequence[BlockSpot],
    assembly: PrintAssembly,
    words: Catalogue,
) -> SheetBody:
    """The sheet with its blocks, their backs, the key of its marks, and a title that names its groups."""
    front = tuple(item for block, x, y in sheet for item in _front_items(block, arrangement.matrix_at(x, y)))
    backs = [
        PageItem(
            back_of_sheet(block.back_drawing.transformed(arrangement.matrix_at(x, y)), arrangement.frame, assembly),
            id=f"{block.id}{BACK}",
        )
        for block, x, y in sheet
        if block.back_drawing
    ]
    backs += [
        PageItem(
            back_of_sheet(part.back.transformed(arrangement.matrix_at(x, y)), arrangement.frame, assembly),
            id=f"{part.id}{BACK}",
        )
        for block, x, y in sheet
        for part in block.parts
        if part.back
    ]
    names = tuple(dict.fromkeys(block.name for block, _, _ in sheet))
    key = draw_key({mark for block, _, _ in sheet for mark in block.marks}, words)
    title = join_words(dict.fromkeys(groups[name] for name in names), words.text("and"))
    title = title[:1].upper() + title[1:]
    if not backs:
        return SheetBody(arrangement.frame, title, front, names, key)
    edge = PageItem(draw_edge_words(arrangement.frame, assembly, words), id=SHEET)
    return SheetBody(arrangement.frame, title, (*front, edge), names, key, back_items=(*backs, edge))


def _front_items(block: SheetBlock, matrix: Matrix) -> list[PageItem]:
    """The front of a block on its sheet, and what has ids of its own on it."""
    parts = [PageItem(part.front.transformed(matrix), id=part.id) for part in block.parts]
    return [*parts, PageItem(block.drawing.transformed(matrix), id=SHEET if parts else block.id)]


def _make_batch_blocks(
    batch: PaperBatch, room: Point, assembly: PrintAssembly, words: Catalogue, is_wide: bool, is_joined: bool
) -> list[SheetBlock]:
    if isinstance(batch.thing, Net):
        return name_blocks(_make_net_blocks(batch, batch.thing, room, assembly, is_joined), batch.id)
    if isinstance(batch.thing, CardPack):
        return make_card_blocks(batch.name, batch.thing, room, assembly)
    if isinstance(batch.thing, Leaf):
        return name_blocks(make_leaf_blocks(batch.name, batch.thing, batch.count, room, assembly), batch.id)
    return make_chit_blocks(batch, batch.thing, room, assembly, words, is_wide=is_wide)


def _make_net_blocks(batch: PaperBatch, net: Net, room: Point, assembly: PrintAssembly, is_joined: bool
                     ) -> list[SheetBlock]:
    """The blocks that hold the nets of a batch: as many side by side as the room allows with `is_joined`, else one a
    block."""
    most = max(1, int((room[0] + 1e-6) // net.width)) if is_joined else 1
    counts = [min(most, batch.count - first) for first in range(0, batch.count, most)]
    return [make_net_block(batch.name, net, count, is_double_sided=assembly.is_double_sided) for count in counts]


def make_net_block(name: str, net: Net, count: int = 1, *, is_double_sided: bool = False) -> SheetBlock:
    """Nets side by side, with marks at both ends of every cut and fold: a cut parts two of them, and each fold is
    scored once for all.

    Where both sides are printed, a slotted net shows its pieces on the back too, so that it may be cut at its middle
    fold instead of being folded. A tent has no back, because its inside is glued shut.
    """
    width = count * net.width

    def repeat(drawing: Drawing) -> Drawing:
        return combine_drawings(drawing.moved(n * net.width, 0) for n in range(count))

    def draw_nets() -> Drawing:
        mark_start, mark_end = MARK
        between = _upright_marks([n * net.width for n in range(1, count)], net.height)
        marks = draw(Role.TRIM, *make_corner_marks(width, net.height), *between)
        folds = [draw_fold_mark((mark_start, mark_end), fold.way == "mountain").moved(0, fold.y) for fold in net.folds]
        ends = combine_drawings(end for fold in folds for end in (fold.mirrored(), fold.moved(width, 0)))
        across = [line((x + s * mark_start, net.base), (x + s * mark_end, net.base))
                  for x, s in ((0.0, -1), (width, 1))]
        cut = draw(Role.TRIM, *across) if net.base else Drawing()
        return repeat(net.drawing) + marks + cut + ends

    def draw_backs() -> Drawing:
        return repeat(net.drawing.only(Role.PIECE, Role.MARK))

    marks = (CUT, CUT_ROUND, FOLD) if net.base else (CUT, MIDDLE, FLAP)
    back = draw_backs if is_double_sided and net.base else None
    return SheetBlock(name, draw_nets, width, net.height, marks, back, count)
