"""Batches of nets and chits → blocks with cut and fold marks → sheets, group by group, in tidy rows, with their backs.

A block is cut out of a sheet as one piece. The blocks of a sheet are in the middle of it, so that equal sheets can be
cut as a pile.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain, groupby, product
from typing import Literal

from fabgen.artwork.drawing import Drawing, Role, Shape, combine_drawings, draw, draw_text
from fabgen.artwork.paper_things import (
    DARK_TONES,
    CardPack,
    Chit,
    Leaf,
    Net,
    PackedCard,
    PaperBatch,
    draw_card_ground,
)
from fabgen.artwork.path import MIRROR, Matrix, Path, Point, circle, line, polygon, rectangle, rotation, translation
from fabgen.artwork.text import text_width
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
from fabgen.spec.game import capitalize_first
from fabgen.typeset.pages import (
    BODY,
    LEADING,
    SHEET,
    Box,
    PageItem,
    SheetBody,
    SheetFrame,
    draw_paragraph,
    wrap_text,
)
from fabgen.typeset.papers import Paper

MOST_NESTED = 4  # corners in one nest
CARD_RIM = 1.9  # mm of card around a round picture, at the middle of each side of its square
STRIP_BLEED = 2.0  # mm of ink beyond the cuts of strips and of the card around discs
LIGHT = 0.2  # mm: how far a light line on a dark ground reaches beyond both sides of a cut
TICK = 3.0  # mm: how far the mark of a fold reaches onto a leaf: 7.2 mm with its part in the margin, or 6 without
CROSS_GAP = 2.6  # mm from a block to the middles of its crosses
COLOUR_GAP = 4.0  # mm between joined strips of two colours: their ink
GUTTER = 5.0  # mm from the bleed to the fold of a block of chits
BACK = " back"  # the ending of the id of a back
BASE_DROP, BASE_GAP = 3.0, 4.0  # mm from the words over templates of bases to these, and between two of them
BASE_WORDS = 28.0  # mm: the width of the same words beside them
LEAST_BASE_CAP = 1.4  # mm: the least capitals of names that are too long for their template
BASES = " bases"  # what `batch_names` say of a sheet with templates of bases: no batch has a name with such a beginning
CAPTION = 6.0  # mm: the height of the caption under a block of backs


@dataclass(frozen=True)
class BlockPart:
    """A thing on a block with an id of its own, and its back as it is seen through the paper; None without one. Both
    are drawn on first use, as those of a block."""

    id: str
    draw_front: Callable[[], Drawing]
    draw_back: Callable[[], Drawing] | None = None

    @cached_property
    def front(self) -> Drawing:
        """The thing itself."""
        return self.draw_front()

    @cached_property
    def back(self) -> Drawing | None:
        """Its back."""
        return self.draw_back() if self.draw_back else None

    def moved(self, dx: float) -> BlockPart:
        """The same further to the right, in mm."""
        back = (lambda: (self.back or Drawing()).moved(dx, 0)) if self.draw_back else None
        return BlockPart(self.id, lambda: self.front.moved(dx, 0), back)


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
    net: Net | None = None  # the strip of which it holds some, or all that there are
    others: tuple[str, ...] = ()  # the names of further batches that it holds
    fold: float | None = None  # how high a fold across the whole block is, in mm
    cuts: tuple[float, ...] = ()  # x in mm of the upright cuts of strips that several blocks have been joined to

    @cached_property
    def drawing(self) -> Drawing:
        """The front of the block."""
        return self.draw_front()

    @cached_property
    def back_drawing(self) -> Drawing | None:
        """The back of the block, seen through the paper. None without a back."""
        return self.draw_back() if self.draw_back else None


# Of a block of chits: as nearly square as may be (`lying`: rather wide than high), or one way.
BlockForm = Literal["square", "wide", "narrow", "lying"]
BLOCK_FORMS: tuple[BlockForm, ...] = ("square", "wide", "narrow", "lying")


@dataclass(frozen=True)
class _ChitGrid:
    """The places of chits on a block: `size` is that of a chit, `bleed` how far ink reaches beyond it, both in mm.

    Equal squares touch, so that one cut parts two of them. Corners are in nests of up to `nest`: each lies in the angle
    of the one before it, `step` mm to the right and up, so that one cut parts two of them, too. `step` is 0 for other
    chits.
    """

    size: float
    bleed: float
    step: float = 0.0
    nest: int = 1

    def _length_of_nest(self, count: int) -> float:
        """The sides of a nest of some corners, with its ink."""
        return self.size + 2 * self.bleed + (count - 1) * self.step

    def width_of(self, columns: int) -> float:
        """The width of a row."""
        if not self.step:
            return columns * self.size + 2 * self.bleed
        nests, others = divmod(columns, self.nest)
        return nests * self._length_of_nest(self.nest) + (self._length_of_nest(others) if others else 0.0)

    def height_of(self, rows: int, columns: int) -> float:
        """The height of some rows of so many columns."""
        if not self.step:
            return rows * self.size + 2 * self.bleed
        return rows * self._length_of_nest(min(columns, self.nest))

    def columns_in(self, width: float) -> int:
        """The most columns that a width has room for."""
        columns = 0
        while self.width_of(columns + 1) <= width + 1e-6:
            columns += 1
        return columns

    def rows_in(self, height: float) -> int:
        """The most rows of any number of columns that a height has room for."""
        rows = 0
        while self.height_of(rows + 1, self.nest) <= height + 1e-6:
            rows += 1
        return rows

    def places(self, count: int, columns: int) -> list[_ChitPlace]:
        """The places from the lower left corner of the block, the first one at the upper left."""
        rows, places = -(-count // columns), list[_ChitPlace]()
        for number in range(count):
            row, column = divmod(number, columns)
            if self.step:
                nest, place = divmod(column, self.nest)
                middle = self.size / 2 + self.bleed + place * self.step
                low = (rows - 1 - row) * self._length_of_nest(min(columns, self.nest))
                places.append(_ChitPlace(nest * self._length_of_nest(self.nest) + middle, low + middle, frozenset()))
                continue
            neighbours = {"left": column > 0, "up": row > 0, "down": number + columns < count,
                          "right": column + 1 < columns and number + 1 < count}
            places.append(_ChitPlace(self.bleed + (column + 0.5) * self.size,
                                    self.bleed + (rows - 1 - row + 0.5) * self.size,
                                    frozenset(side for side, is_shared in neighbours.items() if is_shared)))
        return places


@dataclass(frozen=True)
class _ChitPlace:
    """Where a chit is on its block: its middle, and on which sides it touches another."""

    x: float
    y: float
    neighbours: frozenset[str]

    def mirrored(self) -> _ChitPlace:
        """The same upside down, as on the lower half of a folded block, with y counted from the fold."""
        other = {"up": "down", "down": "up"}
        return _ChitPlace(self.x, -self.y, frozenset(other.get(side, side) for side in self.neighbours))


@dataclass(frozen=True)
class _BlockMaker:
    """The most columns and rows of a grid that fit a room, and the function that makes a block of some chits."""

    columns: int
    rows: int
    aspect: Callable[[int, int], float]  # columns, rows → how far from square their block is
    block: Callable[[int, int], SheetBlock]  # count, columns → block


def make_chit_blocks(
    batch: PaperBatch, chit: Chit, room: Point, assembly: PrintAssembly, words: Catalogue, *,
    form: BlockForm = "square", extra: int = 0
) -> list[SheetBlock]:
    """The blocks that hold the batch, as few as the room of a sheet (width and height in mm) allows and `extra` more,
    in the form that is asked for. If not even one chit fits, a single block that is too large. Only what players turn
    over is folded over its back: of other chits the front alone is printed, to be glued onto thick card."""
    if is_folded(chit, assembly):
        maker = _folded_maker(batch.name, chit, room)
        return name_blocks(_make_blocks(batch.count, maker, form, extra), batch.id)
    maker = _flat_maker(batch.name, chit, room, assembly)
    blocks = name_blocks(_make_blocks(batch.count, maker, form, extra), batch.id)
    if assembly.is_double_sided or not chit.turns:
        return blocks
    maker = _flat_maker(batch.name, replace(chit, front=chit.back), room, assembly)
    back_blocks = name_blocks(_make_blocks(batch.count, maker, form, extra), batch.id, BACK)
    return blocks + [add_glue_caption(block, words) for block in back_blocks]


def is_folded(chit: Chit, assembly: PrintAssembly) -> bool:
    """Whether a chit is printed with its back below a fold: where paper is folded, and the back is ever seen."""
    return assembly.mode == "fold" and chit.turns


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


def _make_blocks(count: int, maker: _BlockMaker, form: BlockForm, extra: int) -> list[SheetBlock]:
    if maker.columns < 1 or maker.rows < 1:
        return [maker.block(1, 1)]  # a block that is too large, so that the caller reports it
    blocks, remaining = [], count
    block_count = min(count, -(-count // (maker.columns * maker.rows)) + extra)
    for index in range(block_count):
        share = -(-remaining // (block_count - index))  # rounded up: blocks are as equal as can be
        blocks.append(maker.block(share, _choose_columns(share, maker, form)))
        remaining -= share
    return blocks


def _choose_columns(count: int, maker: _BlockMaker, form: BlockForm) -> int:
    """The number of columns that leaves the fewest places empty; among equals, the one with the most square block, or
    with the widest or the narrowest."""

    def cost(columns: int) -> tuple[int, float, int]:
        rows = -(-count // columns)
        preference = {"wide": -columns, "narrow": columns}.get(form, maker.aspect(columns, rows))
        return columns * rows - count, preference, -columns if form == "lying" else columns

    return min((c for c in range(1, maker.columns + 1) if -(-count // c) <= maker.rows), key=cost)


def _grid_of(chit: Chit, bleed: float, room: Point | None = None) -> _ChitGrid:
    """The grid of chits of a kind, for a room of some width and height. Those of a drawn outline share no cut: each has
    the ink around it to itself. Corners are in the largest nests that the room allows."""
    if chit.shape == "drawn":
        return _ChitGrid(chit.size + 2 * bleed, 0.0)
    if chit.shape != "corner":
        return _ChitGrid(chit.size, bleed)
    grids = [_ChitGrid(chit.size, bleed, chit.arm, nest) for nest in range(MOST_NESTED, 0, -1)]
    fitting = (grid for grid in grids if not room or (grid.columns_in(room[0]) >= grid.nest and grid.rows_in(room[1])))
    return next(fitting, grids[-1])


def _folded_maker(name: str, chit: Chit, room: Point) -> _BlockMaker:
    high = room[1] / 2 - GUTTER
    grid = _grid_of(chit, chit.bleed, (room[0], high))
    return _BlockMaker(
        grid.columns_in(room[0]), grid.rows_in(high),
        lambda columns, rows: abs(grid.width_of(columns) - 2 * grid.height_of(rows, columns) - 2 * GUTTER),
        lambda count, columns: make_folded_block(name, chit, count, columns, grid),
    )


def _flat_maker(name: str, chit: Chit, room: Point, assembly: PrintAssembly) -> _BlockMaker:
    high = room[1] - CAPTION * (chit.turns and not assembly.is_double_sided)
    grid = _grid_of(chit, _bleed(chit, assembly), (room[0], high))
    return _BlockMaker(
        grid.columns_in(room[0]), grid.rows_in(high),
        lambda columns, rows: abs(grid.width_of(columns) - grid.height_of(rows, columns)),
        lambda count, columns: make_flat_block(name, chit, count, columns, assembly, grid),
    )


def _bleed(chit: Chit, assembly: PrintAssembly) -> float:
    """How far ink reaches beyond the cuts of a chit: further where both sides are printed, if it does at all."""
    return max(chit.bleed, BACK_BLEED) if assembly.is_double_sided and chit.bleed else chit.bleed


def _single_chit_block(batch: PaperBatch, chit: Chit, assembly: PrintAssembly) -> SheetBlock:
    """A block with a single chit of the batch: the smallest that there is."""
    if is_folded(chit, assembly):
        return make_folded_block(batch.name, chit, 1, 1)
    return make_flat_block(batch.name, chit, 1, 1, assembly)


def make_folded_block(name: str, chit: Chit, count: int, columns: int, grid: _ChitGrid | None = None) -> SheetBlock:
    """A folded block: fronts above the fold, backs upside down below it. Closed, each back lies behind its front."""
    grid, rows = grid or _grid_of(chit, chit.bleed), -(-count // columns)
    width, half = grid.width_of(columns), GUTTER + grid.height_of(rows, columns)

    def draw_block() -> Drawing:
        back = replace(chit, front=chit.back.turned(180))
        places = [replace(place, y=GUTTER + place.y) for place in grid.places(count, columns)]
        behind = [place.mirrored() for place in places]
        reach = _ink_reach(chit, chit.bleed)
        sides = _draw_chits(chit, places, reach) + _draw_chits(back, behind, reach)
        crease = draw_fold_mark((-MARK[1], width + MARK[1]), True)
        lines = Drawing()
        if chit.has_cut_line:
            cuts = [*_cut_outlines(places, chit.outline()),
                    *_cut_outlines(behind, chit.outline().transformed(MIRROR).transformed(rotation(180)))]
            lines = _draw_cut_lines(cuts, chit)
        marks = [mark for low in (GUTTER, -half)
                 for mark in _make_cut_marks(chit, (0.0, low, width, low + half - GUTTER), chit.bleed)]
        return combine_drawings([sides, lines, draw(Role.TRIM, *marks), crease]).moved(0, half)

    return SheetBlock(name, draw_block, width, 2 * half, (*_marks_of(chit), FOLD), count=count, fold=half)


def make_flat_block(name: str, chit: Chit, count: int, columns: int, assembly: PrintAssembly,
                    grid: _ChitGrid | None = None) -> SheetBlock:
    """A flat block: fronts and, where both sides are printed, backs with more bleed and crosses that meet those of the
    front. Backs carry no cut marks, because everything is cut from the front."""
    bleed = _bleed(chit, assembly)
    reach = _ink_reach(chit, bleed, BACK_BLEED if assembly.is_double_sided else STRIP_BLEED)
    grid, rows = grid or _grid_of(chit, bleed), -(-count // columns)
    width, height = grid.width_of(columns), grid.height_of(rows, columns)
    places = grid.places(count, columns)
    crosses = _draw_crosses(width, height, grid.size) if assembly.is_double_sided else []

    def fronts() -> Drawing:
        lines = _draw_cut_lines(_cut_outlines(places, chit.outline()), chit) if chit.has_cut_line else Drawing()
        marks = draw(Role.TRIM, *_make_cut_marks(chit, (0.0, 0.0, width, height), bleed))
        return combine_drawings([_draw_chits(chit, places, reach), lines, marks, *crosses])

    def backs() -> Drawing:
        ground = (replace_ground(chit.back, chit.back_outline(bleed)) if bleed else chit.back).mirrored()
        return combine_drawings([_draw_chits(replace(chit, front=ground), places, reach), *crosses])

    if not assembly.is_double_sided:
        return SheetBlock(name, fronts, width, height, _marks_of(chit), count=count)
    return SheetBlock(name, fronts, width, height, (*_marks_of(chit), CROSSES), backs, count)


def _draw_crosses(width: float, height: float, size: float) -> list[Drawing]:
    """The crosses at the corners of a block of both sides, and one more beside its first chit, `size` mm long: what is
    turned by half a turn shows that at the wrong end."""
    corners = [(x, y) for x in (-CROSS_GAP, width + CROSS_GAP) for y in (-CROSS_GAP, height + CROSS_GAP)]
    return [draw_cross(x, y) for x, y in (*corners, (-CROSS_GAP, height - size / 2))]


def put_on_square_card(chit: Chit) -> Chit:
    """A disc as a round picture on a square of card, which straight cuts part from others. The card has a tint of the
    disc's colour over its cuts, and the disc ends before them, so that a cut that is a little off does no harm. Its
    ink lies under the marks of its block, which is no larger for it. Other chits as they are."""
    if chit.shape != "disc":
        return chit
    front, back = (_put_side_on_card(side, chit.size, CARD_RIM) if side.items else side
                   for side in (chit.front, chit.back))
    return replace(chit, front=front, back=back, shape="square", size=chit.size + 2 * CARD_RIM, bleed=0.0)


def _put_side_on_card(side: Drawing, size: float, rim: float) -> Drawing:
    """A side of a disc `size` mm across on its square of card, which is `rim` mm larger on each side. A disc that is a
    tint too is not told from its card: cut out, it is a square."""
    ground, half = side.items[0], size / 2 + rim + STRIP_BLEED
    card = draw_card_ground(ground.tone, (-half, -half, half, half))
    return card + replace_ground(side, circle((0, 0), size / 2))


def draw_cut_out(chit: Chit) -> Drawing:
    """The front of a chit as it is when it has been cut out: a disc on its square of card."""
    cut_out = put_on_square_card(chit)
    return replace_ground(cut_out.front, cut_out.outline()) if cut_out.front.items else cut_out.front


def _ground_outline(chit: Chit, place: _ChitPlace, bleed: float) -> Path:
    """The ground of a square on its block: up to the cut that it shares with a neighbour, else beyond it."""
    half = chit.size / 2
    left, down, right, up = (half if side in place.neighbours else half + bleed
                             for side in ("left", "down", "right", "up"))
    return rectangle(-left, -down, left + right, down + up)


def _ink_reach(chit: Chit, bleed: float, of_card: float = STRIP_BLEED) -> float:
    """How far the ground of a chit reaches beyond its cut: its bleed, or `of_card` where it is the card around a
    disc."""
    ground = chit.front.items[0] if chit.front.items else None
    return of_card if ground and ground.role is Role.CARD_GROUND else bleed


def _draw_chits(chit: Chit, places: Sequence[_ChitPlace], bleed: float) -> Drawing:
    """The fronts of chits at their places on a block, with ink `bleed` mm beyond the cuts that they do not share."""
    if chit.shape != "square" or not bleed or not chit.front.items:
        # Grounds first: that of a neighbour reaches over the cut, and covers nothing of what is printed on the other.
        layers = Drawing(chit.front.items[:1]), Drawing(chit.front.items[1:])
        return combine_drawings(
            layer.moved(place.x, place.y) for layer, place in product(layers, places))
    return combine_drawings(
        replace_ground(chit.front, _ground_outline(chit, place, bleed)).moved(place.x, place.y) for place in places
    )


def _cut_outlines(places: Sequence[_ChitPlace], outline: Path) -> list[Path]:
    """The outline of a chit at all places."""
    return [outline.transformed(translation(place.x, place.y)) for place in places]


def _marks_of(chit: Chit) -> tuple[str, ...]:
    """What the key explains of the cuts of a block of chits."""
    return (CUT,) if chit.shape == "square" else (CUT_ROUND,)


def _draw_cut_lines(cuts: Sequence[Path], chit: Chit) -> Drawing:
    """Lines to cut along, between two light ones where the ground of the chit is dark."""
    lines = draw(Role.CUT_LINE, *cuts)
    ground = chit.front.items[0] if chit.front.items else None
    if not isinstance(ground, Shape) or ground.role is not Role.BODY or ground.tone not in DARK_TONES:
        return lines
    from shapely import Polygon

    light = list[Drawing]()
    for outline in (Polygon(cut.flatten(0.02)) for cut in cuts):
        rims = (outline.buffer(side, join_style="mitre").exterior.coords for side in (LIGHT, -LIGHT))
        light.append(draw(Role.SHADE, *(polygon([*rim][:-1]) for rim in rims), tone="white"))
    return combine_drawings([*light, lines])


def replace_ground(side: Drawing, outline: Path) -> Drawing:
    """A side whose ground, its first item, fills another outline. Holes in the ground and all else stay as they are."""
    ground, *others = side.items
    return Drawing((replace(ground, paths=(outline, *ground.paths[1:])) if isinstance(ground, Shape) else ground,
                    *others))


def add_glue_caption(block: SheetBlock, words: Catalogue) -> SheetBlock:
    """A block of backs with a caption below it that says they are glued behind the fronts."""
    caption = draw_text(Role.NOTE, words.text("backs_caption"), (0, CAPTION - BODY - 2), BODY, anchor="start")
    return replace(block, draw_front=lambda: block.drawing.moved(0, CAPTION) + caption, height=block.height + CAPTION)


def _make_cut_marks(chit: Chit, box: Box, bleed: float) -> list[Path]:
    """Marks at both ends of every straight cut through the squares of a block; none around others."""
    if chit.shape != "square":
        return []
    (left, bottom, right, top), (near, far) = box, MARK
    xs, ys = (_cuts(*ends, chit.size, bleed) for ends in ((left, right), (bottom, top)))
    upright = [line((x, y + s * near), (x, y + s * far)) for x in xs for y, s in ((bottom, -1), (top, 1))]
    level = [line((x + s * near, y), (x + s * far, y)) for y in ys for x, s in ((left, -1), (right, 1))]
    return upright + level


def _cuts(low: float, high: float, size: float, bleed: float) -> list[float]:
    """Where chits side by side are cut along one axis: one cut between two of them."""
    return [low + bleed + n * size for n in range(round((high - low - 2 * bleed) / size) + 1)]


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
            draw_fold_mark((-TICK, MARK[1]), True).turned(turn).moved(x, y) for x in folds for turn, y in crease_ends
        )
        # The leaves are cut apart before they are folded: each has the ends of its fold on itself as well.
        ticks = [line((x, y - TICK), (x, y + TICK)) for x in folds for y in (i * leaf.height for i in range(1, rows))]
        return leaves + draw(Role.TRIM, *cuts, *ticks) + marks

    marks = (CUT, CUT_ROUND, NET_FOLD) if leaf.is_net else (CUT, FOLD) if leaf.fold else (CUT,)
    block = SheetBlock(name, draw_leaves, width, height, marks, partial(draw_backs, back) if back else None, count)
    return add_crosses(block, leaf.height) if back else block


def add_crosses(block: SheetBlock, size: float) -> SheetBlock:
    """A block with a back, with crosses around both of its sides, the fifth beside its first thing of `size` mm."""
    crosses = combine_drawings(_draw_crosses(block.width, block.height, size))
    return replace(block, draw_front=lambda: block.drawing + crosses,
                   draw_back=lambda: (block.back_drawing or Drawing()) + crosses, marks=(*block.marks, CROSSES))


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
        back = partial(_draw_card_back, pack, card, place) if assembly.is_double_sided else None
        parts.append(BlockPart(card.id, partial(_draw_card, pack, card, place, is_folded=is_folded), back))
    block = replace(block, parts=tuple(parts))
    return add_crosses(block, pack.height) if assembly.is_double_sided else block


def _draw_card(pack: CardPack, card: PackedCard, place: Point, *, is_folded: bool) -> Drawing:
    """A card in its place on a block, with its back beside it where it is folded."""
    front = card.front + card.back.moved(pack.width, 0) if is_folded else card.front
    return front.moved(*place)


def _draw_card_back(pack: CardPack, card: PackedCard, place: Point) -> Drawing:
    """The back of a card in its place on a block, seen through the paper."""
    return card.back.mirrored().moved(pack.width, 0).moved(*place)


def _upright_marks(xs: list[float], height: float) -> list[Path]:
    near, far = MARK
    return [line((x, y + s * near), (x, y + s * far)) for x in xs for y, s in ((0.0, -1), (height, 1))]


def _level_marks(ys: list[float], width: float) -> list[Path]:
    near, far = MARK
    return [line((x + s * near, y), (x + s * far, y)) for y in ys for x, s in ((0.0, -1), (width, 1))]


CLEAR = 5.0  # mm around all blocks for their outer marks
MANY_KINDS = 3  # of tokens: a title does not name so many
MANY_STRIPS = 6  # equal strips of all players: so many are worth being cut and folded together
DIVIDED_GROUP = 2.5  # blocks that a player's strips on one more sheet are as bad as
MOST_DROP = 6.0  # mm by which a block is moved so that its fold is level with another
MOST_EXTRA = 2  # blocks by which a batch of chits may be divided further, to fill what other things leave free
FEW_WAYS = 2  # strips are joined or not; chits have more ways
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

    def centre(self, sheet: Sequence[BlockSpot]) -> list[BlockSpot]:
        """The blocks of a sheet in the middle of the free box; across the sheet in the middle of the paper, or as near
        to it as the box allows."""
        left, bottom, right, top = self.box
        wide = max(x + block.width for block, x, _ in sheet)
        deep = max(-y for _, _, y in sheet)
        across, along = (deep, wide) if self.is_turned else (wide, deep)
        least, most = left + CLEAR, right - CLEAR - across
        dx = max(min((self.frame.width - across) / 2, most), least) - least
        dy = max(0.0, (top - bottom - 2 * CLEAR - along) / 2)
        if self.is_turned:
            return [(block, x + dy, y - dx) for block, x, y in sheet]
        return [(block, x + dx, y - dy) for block, x, y in sheet]

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
    batches = [replace(batch, thing=put_on_square_card(batch.thing)) if isinstance(batch.thing, Chit) else batch
               for batch in batches]
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
    group_sheets = _gather_equal_strips(
        group_sheets, lambda members, groups: _lay_out_group(members, paper, assembly, words, groups)
    )
    group_sheets = _fill_with_aids(
        group_sheets, lambda members, may_turn: _lay_out_group(members, paper, assembly, words, may_turn=may_turn)
    )
    group_sheets = _add_missing_bases(
        group_sheets, lambda members, bases: _lay_out_group(members, paper, assembly, words, bases=bases)
    )
    return [body for _, bodies in group_sheets for body in bodies]


def _fill_with_aids(group_sheets: _GroupSheets, lay_out: Callable[[list[PaperBatch], bool], list[SheetBody]]
                    ) -> _GroupSheets:
    """The groups, with player aids of card on sheets of flat pieces, tokens or strips where that saves a sheet: as
    large as they are, or the largest smaller ones that do; their words turned by a quarter only where they do not fit
    upright. `lay_out` also gets whether they may be turned."""
    for number, (aids, aid_bodies) in enumerate(group_sheets):
        if not all(_is_aid_of_card(batch) for batch in aids) or any(body.back_items for body in aid_bodies):
            continue
        places = [place for place, (members, bodies) in enumerate(group_sheets)
                  if all(isinstance(batch.thing, Chit | Net) for batch in members)
                  and not any(body.back_items for body in bodies)]
        for choice, may_turn in _list_choices(aids):
            for place in places:
                members, bodies = group_sheets[place]
                shared = lay_out([*members, *choice], may_turn)
                if shared and len(shared) < len(bodies) + len(aid_bodies):
                    merged = [*group_sheets]
                    merged[place] = [*members, *choice], shared
                    return merged[:number] + merged[number + 1:]
    return group_sheets


def _list_choices(aids: Sequence[PaperBatch]) -> Iterator[tuple[list[PaperBatch], bool]]:
    """Some aids as they are and with smaller leaves, the largest first, and whether their words may be turned: first
    all of them upright."""
    upright = list[list[PaperBatch]]()
    for choice in chain([[*aids]], _list_smaller_aids(aids)):
        upright.append(choice)
        yield choice, False
    yield from ((choice, True) for choice in upright)


def _is_aid_of_card(batch: PaperBatch) -> bool:
    """Whether a batch is a player aid that is printed on card."""
    return isinstance(batch.thing, Leaf) and batch.thing.is_aid and not batch.thing.thin


def _list_smaller_aids(aids: Sequence[PaperBatch]) -> Iterator[list[PaperBatch]]:
    """The batches of some aids with smaller leaves, the largest first, as long as each of them has smaller ones."""
    leaves = [batch.thing.make_smaller() if isinstance(batch.thing, Leaf) and batch.thing.make_smaller else ()
              for batch in aids]
    for choice in zip(*leaves, strict=False):
        yield [replace(batch, thing=leaf) for batch, leaf in zip(aids, choice, strict=True)]


def _add_missing_bases(group_sheets: _GroupSheets,
                       lay_out: Callable[[list[PaperBatch], list[PaperBatch]], list[SheetBody]]) -> _GroupSheets:
    """The groups, with the outlines of those bases that have no room on the sheets of their pieces on the first sheet
    of tokens, flat pieces or player aids that has room for them. `lay_out` also gets the pieces on these bases."""
    all_bodies = [body for _, bodies in group_sheets for body in bodies]
    with_outlines = {name for body in all_bodies if BASES in body.batch_names for name in body.batch_names}
    without = {name for body in all_bodies for name in body.batch_names} - with_outlines
    standing = [batch for members, _ in group_sheets for batch in members
                if batch.name in without and isinstance(batch.thing, Net)]
    for number, (members, bodies) in enumerate(group_sheets):
        if not standing or not all(isinstance(batch.thing, Chit) or _is_aid_of_card(batch) for batch in members):
            continue
        with_bases = lay_out(members, standing)
        if len(with_bases) == len(bodies) and any(BASES in body.batch_names for body in with_bases):
            return [*group_sheets[:number], (members, with_bases), *group_sheets[number + 1:]]
    return group_sheets


def _gather_equal_strips(group_sheets: _GroupSheets,
                         lay_out: Callable[[list[PaperBatch], Mapping[str, str]], list[SheetBody]]) -> _GroupSheets:
    """The groups, with the strips of all players sorted by their size where many equal ones are on several sheets, and
    all that are equal have room on one then: they are cut and folded together. `lay_out` also gets the names of the
    groups by those of the batches."""
    strips = [n for n, (members, _) in enumerate(group_sheets) if all(isinstance(b.thing, Net) for b in members)]
    kinds = list[list[PaperBatch]]()
    for batch in (batch for n in strips for batch in group_sheets[n][0]):
        kind = next((kind for kind in kinds if _are_equal_nets(kind[0].thing, batch.thing)), None)
        if kind is None:
            kinds.append([batch])
        else:
            kind.append(batch)
    bodies = [body for n in strips for body in group_sheets[n][1]]

    def is_on_one_sheet(kind: Sequence[PaperBatch], bodies: Sequence[SheetBody]) -> bool:
        names = {batch.name for batch in kind}
        return sum(not names.isdisjoint(body.batch_names) for body in bodies) == 1

    if not any(sum(batch.count for batch in kind) >= MANY_STRIPS and not is_on_one_sheet(kind, bodies)
               for kind in kinds):
        return group_sheets
    sorted_strips = [replace(batch, group=f"{n}") for n, kind in enumerate(kinds) for batch in kind]
    sorted_bodies = lay_out(sorted_strips, {batch.name: batch.group for kind in kinds for batch in kind})
    if len(sorted_bodies) > len(bodies) or not all(is_on_one_sheet(kind, sorted_bodies) for kind in kinds):
        return group_sheets
    return [(sorted_strips, sorted_bodies) if n == strips[0] else group for n, group in enumerate(group_sheets)
            if n not in strips[1:]]


def _group_batches(batches: Sequence[PaperBatch]) -> list[list[PaperBatch]]:
    """The batches by group, the groups in the order in which they first occur."""
    order = list(dict.fromkeys(batch.group for batch in batches))
    members = sorted(batches, key=lambda batch: order.index(batch.group))
    return [list(group) for _, group in groupby(members, key=lambda batch: batch.group)]


# What may share sheets, in this order: sheets of one kind of things are cut and folded in one go.
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
    batches: Sequence[PaperBatch], paper: Paper, assembly: PrintAssembly, words: Catalogue,
    groups: Mapping[str, str] | None = None, bases: Sequence[PaperBatch] = (), may_turn: bool = True
) -> list[SheetBody]:
    """The sheets of one group, laid out in the way that takes the fewest; among equals, with the handiest strips, in
    the order of the game, and with nets in the fewest rows. `groups` are the names in the titles of the sheets, by the
    names of the batches; else those of their groups. `bases` are standing pieces on other sheets, the outlines of whose
    bases are on the first of these that has room for them. Without `may_turn`, blocks are not turned by a quarter; the
    result is empty where that does not work.
    Raises FabgenError if none works: then each thing fits a sheet, but in another way than others of the group."""
    arrangements = [arrangement for arrangement in _list_arrangements(batches, paper, assembly)
                    if may_turn or not arrangement.is_turned]
    layouts = []
    for arrangement in arrangements:
        sheets = _lay_out_sheets(batches, arrangement.room, assembly, words)
        if sheets is not None:
            layouts.append((arrangement, sheets))
    if not layouts and not may_turn:
        return []
    if not layouts:
        raise FabgenError(_report_misfits(batches, arrangements, assembly))

    def cost(layout: tuple[_SheetArrangement, list[list[BlockSpot]]]) -> tuple[int, tuple[int, float], bool, int]:
        sheets = layout[1]
        return (len(sheets), _rate_strips(sheets, batches, assembly), not _is_in_order(sheets, batches),
                _count_net_rows(sheets, batches))

    arrangement, sheets = min(layouts, key=cost)
    groups = groups or _name_groups(batches, words)
    bodies = list[SheetBody]()
    for sheet in _draw_copies_alike([_join_equal_strips(sheet, assembly) for sheet in sheets], assembly):
        spots = _align_folds(sheet, arrangement.room[1])
        names = {name for block, _, _ in spots for name in (block.name, *block.others)}
        standing = [batch for batch in batches if batch.name in names and isinstance(batch.thing, Net)]
        spots = _add_base_templates(spots, standing or bases, arrangement, words)
        bases = () if any(block.name == BASES for block, _, _ in spots) else bases
        bodies.append(_make_body(groups, arrangement, arrangement.centre(spots), assembly, words))
    return bodies


def _name_groups(batches: Sequence[PaperBatch], words: Catalogue) -> dict[str, str]:
    """What titles say of batches, by their names: of many kinds of tokens that share sheets with nothing else but
    player aids, only that they are tokens."""
    names = {batch.name: _name_in_title(batch) for batch in batches}
    others = [batch for batch in batches if not _is_aid_of_card(batch)]
    are_tokens = all(isinstance(batch.thing, Chit) and not batch.thing.is_piece for batch in others)
    if are_tokens and len({names[batch.name] for batch in others}) >= MANY_KINDS:
        return names | {batch.name: words.text("panel_tokens") for batch in others}
    return names


def _name_in_title(batch: PaperBatch) -> str:
    """What the title of a sheet says of a batch: its group, but the name of a player aid, as in the list of parts."""
    return batch.name if isinstance(batch.thing, Leaf) and batch.thing.is_aid else batch.group


def _add_base_templates(sheet: Sequence[BlockSpot], standing: Sequence[PaperBatch], arrangement: _SheetArrangement,
                        words: Catalogue) -> list[BlockSpot]:
    """The blocks of a sheet, and the outlines of the bases of some standing pieces, to be traced onto thick card, where
    the sheet has room left for them. They have no marks around them, and their words are upright."""
    if not standing:
        return [*sheet]
    room = arrangement.room
    free: tuple[Box, ...] = ((0.0, -room[1] - CLEAR, room[0] + CLEAR, 0.0),)
    for block, x, y in sheet:
        free = _cut_out((x - CLEAR, y - CLEAR, x + block.width + CLEAR, y + block.height + CLEAR), free)
    for form in BASE_FORMS:
        template = make_base_templates(standing, words, form)
        template = _turn_back(template) if arrangement.is_turned else template
        spots = [(-top, left) for left, bottom, right, top in free
                 if right - left >= template.width and top - bottom >= template.height]
        if spots:
            depth, x = min(spots)
            return [*sheet, (template, x, -depth - template.height)]
    return [*sheet]


def _turn_back(block: SheetBlock) -> SheetBlock:
    """A block turned by a quarter to the right: upright on a sheet whose blocks are turned to the left."""
    return replace(block, draw_front=lambda: block.drawing.turned(-90).moved(0, block.width), width=block.height,
                   height=block.width)


# Of templates of bases: what they are for is said in a line above, beside outlines on their longer sides, or in
# lines above.
BaseForm = Literal["line above", "words beside", "words above"]
BASE_FORMS: tuple[BaseForm, ...] = ("line above", "words beside", "words above")


def make_base_templates(batches: Iterable[PaperBatch], words: Catalogue, form: BaseForm = "line above") -> SheetBlock:
    """The outlines of the bases of standing pieces, one of each size side by side, with the names of their pieces and
    how many there are of each, and words that say what they are for."""
    kinds: dict[tuple[float, float], Counter[str]] = {}
    for batch in batches:
        if isinstance(batch.thing, Net):
            kinds.setdefault(batch.thing.card_size, Counter())[batch.thing.kind] += batch.count
    caption = capitalize_first(words.text("need_card"))
    drawings, x = list[Drawing](), 0.0
    for (width, depth), counts in kinds.items():
        wide, deep = (max(width, depth), min(width, depth)) if form == "words beside" else (width, depth)
        drawings.append(draw(Role.HOLE, rectangle(x, -BASE_DROP - deep, wide, deep)))
        size = words.text("base_size", width=f"{width}", depth=f"{depth}")
        named = [f"{count} × {name}" for name, count in counts.items()]
        cap = max(LEAST_BASE_CAP, min([BODY, *(BODY * (wide - 2) / text_width(name, BODY) for name in named)]))
        lines = [name for name in named if text_width(name, cap) <= wide - 2 + 1e-6] + [size]
        top = -BASE_DROP - deep / 2 + LEADING * (len(lines) - 1) / 2 - cap / 2
        drawings += [draw_text(Role.NOTE, text, (x + wide / 2, top - LEADING * number), cap)
                     for number, text in enumerate(lines)]
        x += wide + BASE_GAP
    if form == "words above":
        lines = wrap_text(caption, BODY, max(BASE_WORDS, x - BASE_GAP))
        drawings.append(draw_paragraph(lines, (0, LEADING * (len(lines) - 1))))
    elif form == "words beside":
        lines = wrap_text(caption, BODY, BASE_WORDS)
        drawings.append(draw_paragraph(lines, (x, -BASE_DROP - BODY)))
    else:
        drawings.insert(0, draw_text(Role.NOTE, caption, (0, 0), BODY, anchor="start"))
    drawing = combine_drawings(drawings)
    left, low, right, high = drawing.bounds()
    return SheetBlock(BASES, lambda: drawing.moved(-left, -low), right - left, high - low, (), id=SHEET)


def _align_folds(sheet: Sequence[BlockSpot], depth: float) -> list[BlockSpot]:
    """The blocks of a sheet `depth` mm deep, with blocks moved down by a little where their fold is level with that of
    another one then: both are scored and folded at once."""
    spots = list(sheet)
    for number, (block, x, y) in enumerate(spots):
        if block.fold is None:
            continue
        drops = [y + block.fold - (other_y + other.fold) for other, _, other_y in spots if other.fold is not None]
        dropped = block, x, y - max((drop for drop in drops if 0 < drop <= MOST_DROP), default=0.0)
        others = [spot for spot in spots if spot[0] is not block]
        if dropped[2] >= -depth - 1e-6 and not any(_are_too_near(dropped, spot) for spot in others):
            spots[number] = dropped
    return spots


def _are_too_near(spot: BlockSpot, other: BlockSpot) -> bool:
    """Whether two blocks leave less than the gap for their marks between them."""
    (block, x, y), (other_block, other_x, other_y) = spot, other
    return (max(x, other_x) < min(x + block.width, other_x + other_block.width) + GAP - 1e-6
            and max(y, other_y) < min(y + block.height, other_y + other_block.height) + GAP - 1e-6)


def _join_equal_strips(sheet: Sequence[BlockSpot], assembly: PrintAssembly) -> list[BlockSpot]:
    """The blocks of a sheet, with equal strips of different pieces side by side moved together, so that one cut parts
    two of them and each fold is scored once for all. Other blocks stay where they are."""
    joined = dict[int, BlockSpot]()  # by the numbers of their first blocks on the sheet
    ends = dict[int, float]()  # where the last of the strips that are joined ended before it was moved
    for number, (block, x, y) in sorted(enumerate(sheet), key=lambda numbered: numbered[1][1]):
        first = next((n for n, (former, _, level) in joined.items() if _are_equal_strips(former, block)
                      and abs(level - y) < 1e-6 and abs(ends[n] + GAP - x) < 1e-6), None)
        if first is None:
            joined[number] = block, x, y
        else:
            former, left, _ = joined[first]
            joined[first] = _join_blocks(former, block, assembly), left, y
        ends[number if first is None else first] = x + block.width
    return [spot for _, spot in sorted(joined.items())]


def _draw_copies_alike(sheets: Sequence[Sequence[BlockSpot]], assembly: PrintAssembly) -> list[list[BlockSpot]]:
    """The blocks of all sheets, those of pieces of which copies are joined with others on any sheet in parts as well:
    so all copies of a piece look alike."""
    of_joined = {name for sheet in sheets for block, _, _ in sheet if block.net and block.parts
                 for name in (block.name, *block.others)}
    return [[(_part_strips(block, assembly) if block.name in of_joined else block, x, y) for block, x, y in sheet]
            for sheet in sheets]


def _part_strips(block: SheetBlock, assembly: PrintAssembly) -> SheetBlock:
    """A block whose strips are parts of it, apart from its marks; any other block as it is."""
    if block.parts or not block.net:
        return block
    cuts = _cuts_of_strips(block.net, block.count)
    return replace(block, draw_front=partial(_draw_net_marks, block.net, cuts), draw_back=None,
                   parts=tuple(_parts_of(block, block.net, assembly)))


def _are_equal_strips(block: SheetBlock, other: SheetBlock) -> bool:
    """Whether two blocks hold strips that are cut and folded alike."""
    return _are_equal_nets(block.net, other.net)


def _gap_between(block: SheetBlock, other: SheetBlock) -> float:
    """What two blocks of equal strips leave between them in mm: nothing in one colour, where one cut parts them. Where
    colours differ, a cut that is a little off would leave a rim of the other colour."""
    return 0.0 if block.net and other.net and block.net.tone == other.net.tone else COLOUR_GAP


def _are_equal_nets(thing: object, other: object) -> bool:
    """Whether two things are strips that are cut and folded alike."""
    return isinstance(thing, Net) and isinstance(other, Net) and thing.cut_and_folds == other.cut_and_folds


def _join_blocks(block: SheetBlock, other: SheetBlock, assembly: PrintAssembly) -> SheetBlock:
    """Two blocks of equal strips as one, in which each keeps its id. Its `net` is that of the last strips."""
    net = block.net
    if not net or not other.net:
        return block
    gap = _gap_between(block, other)
    x = block.width + gap
    cuts = tuple(dict.fromkeys((*(block.cuts or _cuts_of_strips(net, block.count)),
                                *(x + cut for cut in _cuts_of_strips(other.net, other.count)))))
    both = [*(block.parts or _parts_of(block, net, assembly))]
    both += [part.moved(x) for part in _parts_of(other, other.net, assembly, is_first=gap > 0)]
    return replace(block, draw_front=partial(_draw_net_marks, other.net, cuts), width=x + other.width, cuts=cuts,
                   count=block.count + other.count, parts=tuple(both), net=other.net,
                   others=(*block.others, other.name), draw_back=None)


def _parts_of(block: SheetBlock, net: Net, assembly: PrintAssembly, *, is_first: bool = True) -> list[BlockPart]:
    """The strips of a block without its marks, and their bleed at the left where they are the `is_first` of a block:
    so those of one kind look alike wherever they are. Where both sides are printed, the strips have that bleed."""
    if assembly.is_double_sided and net.base:
        back = partial(_draw_net_backs, net, block.count, is_first=is_first)
        return [BlockPart(block.id, partial(_draw_strips, net, block.count, is_first=is_first), back)]
    strips = BlockPart(block.id, partial(_draw_strips, net, block.count, is_first=False))
    return [BlockPart(SHEET, partial(_draw_left_bleed, net)), strips] if is_first else [strips]


def _draw_left_bleed(net: Net) -> Drawing:
    """The ink of nets beyond their first cut."""
    return draw_card_ground(net.tone, (-STRIP_BLEED, -STRIP_BLEED, 0.0, net.height + STRIP_BLEED))


def _draw_strips(net: Net, count: int, *, is_first: bool = True) -> Drawing:
    """Nets side by side on their ground, as a block has them. The ground of those that are not the `is_first` of a
    block begins at the cut that they share with others, whose ground it covers."""
    return _draw_strip_ground(net, count, STRIP_BLEED, is_first) + _repeat_net(net.drawing, net, count)


def _draw_strip_ground(net: Net, count: int, bleed: float, is_first: bool) -> Drawing:
    """The ground of nets side by side, `bleed` mm beyond their cuts."""
    if not net.drawing.items:
        return Drawing()
    left = -bleed if is_first else 0.0
    return draw_card_ground(net.tone, (left, -bleed, count * net.width + bleed, net.height + bleed))


def _repeat_net(drawing: Drawing, net: Net, count: int) -> Drawing:
    """What is on a net, as often as nets are side by side."""
    return combine_drawings(drawing.moved(n * net.width, 0) for n in range(count))


def _draw_net_backs(net: Net, count: int, *, is_first: bool = True) -> Drawing:
    """The backs of nets side by side, seen through the paper, with their ground."""
    ground = _draw_strip_ground(net, count, BACK_BLEED, is_first)
    return ground + _repeat_net(net.drawing.only(Role.PIECE, Role.MARK), net, count)


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
    """The blocks in rows from the upper left, sheet by sheet: the first way that takes the fewest sheets and, of these,
    divides many equal strips the least, and then has the fewest blocks of strips. Unless that wastes paper, nets are
    joined, groups are on sheets of their own or whole on a common one, else blocks are at least in the game's order,
    and blocks of chits are few and nearly square. None if a block does not fit."""
    layouts = []
    nets = sum(batch.count > 1 and isinstance(batch.thing, Net) for batch in batches)
    make_blocks = partial(_make_batch_blocks, room=room, assembly=assembly, words=words)
    for is_joined, form in product((True, False) if nets else (True,), BLOCK_FORMS[:2]):
        groups = [[block for batch in members for block in make_blocks(batch, form=form, is_joined=is_joined)]
                  for members in _group_batches(batches)]
        blocks = [block for group in groups for block in group]
        if any(b.width > room[0] + 1e-6 or b.height > room[1] + 1e-6 for b in blocks) or not blocks:
            return None
        by_height = sorted(blocks, key=lambda b: -b.height)
        layouts += [_pack_groups(groups, room), _pack_rows(blocks, room), _pack_rows(by_height, room)]
    if min(map(len, layouts)) > 1:
        ways = [_list_ways(batch, make_blocks, room) for batch in batches]
        for some in (ways, _join_ways(ways, batches, room, assembly)):
            layouts += [_pack_ways(sorted(some, key=key), room) for key in PACKING_ORDERS]
    return min(layouts, key=lambda sheets: (len(sheets), *_rate_strips(sheets, batches, assembly)))


def _rate_strips(sheets: Sequence[Sequence[BlockSpot]], batches: Sequence[PaperBatch], assembly: PrintAssembly
                 ) -> tuple[int, float]:
    """How unhandy the strips of some sheets are: how many times many equal ones are on one more sheet than they need;
    and in how many blocks all of them lie, with DIVIDED_GROUP for each further sheet that has strips of a group."""
    blocks = _count_strip_blocks(sheets, assembly)
    return _count_divided_strips(sheets), blocks + DIVIDED_GROUP * _count_divided_groups(sheets, batches)


def _count_divided_groups(sheets: Sequence[Sequence[BlockSpot]], batches: Sequence[PaperBatch]) -> int:
    """On how many sheets more than one the strips of each group are, added up."""
    groups = {batch.name: batch.group for batch in batches}
    places = {(number, groups[name]) for number, sheet in enumerate(sheets) for block, _, _ in sheet if block.net
              for name in (block.name, *block.others)}
    return len(places) - len({group for _, group in places})


def _count_strip_blocks(sheets: Sequence[Sequence[BlockSpot]], assembly: PrintAssembly) -> int:
    """In how many blocks the strips of some sheets lie: each is scored on its own."""
    return sum(block.net is not None for sheet in sheets for block, _, _ in _join_equal_strips(sheet, assembly))


def _count_divided_strips(sheets: Sequence[Sequence[BlockSpot]]) -> int:
    """How many times many strips that are cut and folded alike are on one more sheet than they need."""
    kinds = list[tuple[Net, dict[int, int]]]()  # with the number of their strips by that of the sheet
    for number, sheet in enumerate(sheets):
        for block, _, _ in sheet:
            if block.net is None:
                continue
            counts = next((counts for net, counts in kinds if _are_equal_nets(net, block.net)), None)
            if counts is None:
                kinds.append((block.net, counts := {}))
            counts[number] = counts.get(number, 0) + block.count
    return sum(len(counts) - 1 for _, counts in kinds if sum(counts.values()) >= MANY_STRIPS)


def _list_ways(batch: PaperBatch, make_blocks: Callable[..., list[SheetBlock]], room: Point
               ) -> list[list[SheetBlock]]:
    """The ways of dividing a batch into blocks, the usual one first, and those of more blocks later. Chits may lie
    turned by a quarter, too."""
    if isinstance(batch.thing, Net):
        return [make_blocks(batch, is_joined=is_joined) for is_joined in (True, False)]
    if not isinstance(batch.thing, Chit):
        return [make_blocks(batch)]
    ways = [make_blocks(batch, form=form, extra=extra) for extra in range(MOST_EXTRA + 1) for form in BLOCK_FORMS]
    turned = [[*map(turn_block, blocks)] for blocks in ways]
    return ways + [blocks for blocks in turned if all(b.width <= room[0] and b.height <= room[1] for b in blocks)]


def turn_block(block: SheetBlock) -> SheetBlock:
    """A block turned by a quarter: its fold, if any, is upright."""
    def turn(drawing: Drawing) -> Drawing:
        return drawing.turned(90).moved(block.height, 0)

    back = (lambda: turn(block.back_drawing or Drawing())) if block.draw_back else None
    return replace(block, draw_front=lambda: turn(block.drawing), draw_back=back, width=block.height,
                   height=block.width, fold=None)


def _join_ways(batch_ways: Sequence[list[list[SheetBlock]]], batches: Sequence[PaperBatch], room: Point,
               assembly: PrintAssembly) -> list[list[list[SheetBlock]]]:
    """The ways of some batches, with equal strips of different pieces in one row where the room is as wide. A row that
    has no room for all strips of a group that are equal has none of them."""
    joined = list[list[list[SheetBlock]]]()
    rows = dict[tuple[int, str], bool]()  # by the numbers of rows and by groups: whether it has room for these
    for batch, ways in zip(batches, batch_ways, strict=True):
        (block, *further), = ways[:1]

        def has_room(number: int, block: SheetBlock = block, group: str = batch.group) -> bool:
            row = joined[number][0][0]
            if (number, group) not in rows:
                equal = [ways[0][0] for other, ways in zip(batches, batch_ways, strict=True)
                         if other.group == group and _are_equal_strips(ways[0][0], block)]
                width = sum(strip.width for strip in equal)
                rows[number, group] = row.width + _gap_between(row, block) + width <= room[0] + 1e-6
            return rows[number, group] and row.width + _gap_between(row, block) + block.width <= room[0] + 1e-6

        number = next((n for n, (((former, *more), *_)) in enumerate(joined) if not more and not further
                       and _are_equal_strips(former, block) and has_room(n)), None)
        if number is None:
            rows[len(joined), batch.group] = True
            joined.append(ways)
        else:
            joined[number] = [[_join_blocks(joined[number][0][0], block, assembly)]]
    return joined


# The orders in which batches are packed, by the blocks of their usual way: the highest or the largest first, or what
# may lie in a few ways only, which chits go round.
PACKING_ORDERS: tuple[Callable[[list[list[SheetBlock]]], float], ...] = (
    lambda ways: -max(block.height for block in ways[0]),
    lambda ways: -sum(block.width * block.height for block in ways[0]),
    lambda ways: 0.0 if len(ways) > FEW_WAYS else -max(block.height for block in ways[0]),
)


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


_Free = tuple[tuple[Box, ...], ...]  # the largest free boxes of each sheet, y negative; they may overlap


def _pack_ways(batches: Sequence[list[list[SheetBlock]]], room: Point) -> list[list[BlockSpot]]:
    """Packs batch after batch, each in the way that takes the fewest sheets so far, then the fewest blocks, then the
    least room from the top."""
    spots: list[tuple[int, BlockSpot]] = []  # with the numbers of their sheets
    free: _Free = ()
    for ways in batches:
        tries = [_pack_corners(blocks, free, room) for blocks in ways]
        free, added = min(tries, key=lambda packed: (len(packed[0]), len(packed[1]), max(
            (sheet, -y) for sheet, (_, _, y) in packed[1])))
        spots += added
    return [[spot for sheet, spot in spots if sheet == number] for number in range(len(free))]


def _pack_corners(blocks: Sequence[SheetBlock], free: _Free, room: Point) -> tuple[_Free, list[tuple[int, BlockSpot]]]:
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
        spots.append((sheet, (block, x, -depth - block.height)))
        sheets[sheet] = _cut_out((x, -depth - height, x + width, -depth), sheets[sheet])
    return tuple(sheets), spots


def _cut_out(used: Box, boxes: Sequence[Box]) -> tuple[Box, ...]:
    """What is left of free boxes, which may overlap, without a used one: the largest boxes of it."""
    left, bottom, right, top = used
    rest = list[Box]()
    for box in boxes:
        x0, y0, x1, y1 = box
        if x0 >= right - 1e-6 or x1 <= left + 1e-6 or y0 >= top - 1e-6 or y1 <= bottom + 1e-6:
            rest.append(box)
            continue
        parts = ((x0, y0, left, y1), (right, y0, x1, y1), (x0, y0, x1, bottom), (x0, top, x1, y1))
        rest += [part for part in parts if part[2] - part[0] > 1e-6 and part[3] - part[1] > 1e-6]
    rest = list(dict.fromkeys(rest))
    return tuple(box for box in rest if not any(other != box and other[0] <= box[0] and other[1] <= box[1]
                                                and other[2] >= box[2] and other[3] >= box[3] for other in rest))


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
            id=SHEET if block.parts else f"{block.id}{BACK}",
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
    names = tuple(dict.fromkeys(name for block, _, _ in sheet for name in (block.name, *block.others) if name))
    key = draw_key({mark for block, _, _ in sheet for mark in block.marks}, words)
    groups_here = dict.fromkeys(groups[name] for name in names if name != BASES)
    title = capitalize_first(join_words(groups_here, words.text("and")))
    if not backs:
        return SheetBody(arrangement.frame, title, front, names, key)
    edge = PageItem(draw_edge_words(arrangement.frame, assembly, words), id=SHEET)
    return SheetBody(arrangement.frame, title, (*front, edge), names, key, back_items=(*backs, edge))


def _front_items(block: SheetBlock, matrix: Matrix) -> list[PageItem]:
    """The front of a block on its sheet, and what has ids of its own on it."""
    parts = [PageItem(part.front.transformed(matrix), id=part.id) for part in block.parts]
    return [*parts, PageItem(block.drawing.transformed(matrix), id=SHEET if parts else block.id)]


def _make_batch_blocks(
    batch: PaperBatch, room: Point, assembly: PrintAssembly, words: Catalogue, *,
    form: BlockForm = "square", extra: int = 0, is_joined: bool = True
) -> list[SheetBlock]:
    if isinstance(batch.thing, Net):
        return name_blocks(_make_net_blocks(batch, batch.thing, room, assembly, is_joined), batch.id)
    if isinstance(batch.thing, CardPack):
        return make_card_blocks(batch.name, batch.thing, room, assembly)
    if isinstance(batch.thing, Leaf):
        return name_blocks(make_leaf_blocks(batch.name, batch.thing, batch.count, room, assembly), batch.id)
    return make_chit_blocks(batch, batch.thing, room, assembly, words, form=form, extra=extra)


def _make_net_blocks(batch: PaperBatch, net: Net, room: Point, assembly: PrintAssembly, is_joined: bool
                     ) -> list[SheetBlock]:
    """The blocks that hold the nets of a batch: as many side by side as the room allows with `is_joined`, else one a
    block."""
    most = max(1, int((room[0] + 1e-6) // net.width)) if is_joined else 1
    counts = [min(most, batch.count - first) for first in range(0, batch.count, most)]
    blocks = [make_net_block(batch.name, net, count, is_double_sided=assembly.is_double_sided) for count in counts]
    return [replace(block, net=net) for block in blocks]


def make_net_block(name: str, net: Net, count: int = 1, *, is_double_sided: bool = False) -> SheetBlock:
    """Nets side by side, with marks at both ends of every cut and fold: a cut parts two of them, and each fold is
    scored once for all.

    Where both sides are printed, a slotted net shows its pieces on the back too, so that it may be cut at its middle
    fold instead of being folded. A tent has no back, because its inside is glued shut.
    """
    def draw_nets() -> Drawing:
        return _draw_strips(net, count) + _draw_net_marks(net, _cuts_of_strips(net, count))

    marks = (CUT, CUT_ROUND, FOLD) if net.base else (CUT, MIDDLE, FLAP)
    back = partial(_draw_net_backs, net, count) if is_double_sided and net.base else None
    return SheetBlock(name, draw_nets, count * net.width, net.height, marks, back, count)


def _cuts_of_strips(net: Net, count: int) -> tuple[float, ...]:
    """Where nets side by side are cut apart: x in mm."""
    return tuple(n * net.width for n in range(count + 1))


def _draw_net_marks(net: Net, cuts: Sequence[float]) -> Drawing:
    """The marks around nets with upright cuts at some x, from 0 to their common width in mm."""
    width, (mark_start, mark_end) = cuts[-1], MARK
    marks = draw(Role.TRIM, *make_corner_marks(width, net.height), *_upright_marks([*cuts[1:-1]], net.height))
    folds = [draw_fold_mark((-TICK, mark_end), fold.way == "mountain").moved(0, fold.y) for fold in net.folds]
    ends = combine_drawings(end for fold in folds for end in (fold.mirrored(), fold.moved(width, 0)))
    across = [line((x + s * mark_start, net.base), (x + s * mark_end, net.base)) for x, s in ((0.0, -1), (width, 1))]
    cut = draw(Role.TRIM, *across) if net.base else Drawing()
    return marks + cut + ends
