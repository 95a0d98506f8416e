"""Chits → blocks with marks around them: flat, or folded over their backs.

Square chits touch, so that one cut parts two of them, and corners lie in the angles of others. A disc is a picture on a
square of card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal

from fabgen.artwork.drawing import Drawing, Role, Shape, combine_drawings, draw, draw_text
from fabgen.artwork.paper_things import (
    DARK_TONES,
    PLATE_INSIDE,
    Chit,
    PaperBatch,
    card_tone,
    draw_card_ground,
    draw_fold_mark,
    draw_plate_with_sign,
    find_card_rim,
)
from fabgen.artwork.path import MIRROR, Box, Path, Point, circle, line, polygon, rectangle, rotation, translation
from fabgen.core.languages import Catalogue
from fabgen.paper.cut_marks import CROSSES, CUT, CUT_ROUND, FOLD, MARK
from fabgen.paper.duplex import BACK_BLEED, PrintAssembly
from fabgen.paper.sheet_blocks import BACK, STRIP_BLEED, SheetBlock, draw_crosses, name_blocks
from fabgen.typeset.pages import BODY

MOST_NESTED = 4  # corners in one nest
LIGHT = 0.35  # mm: how far a light line on a dark ground reaches beyond both sides of a cut
GUTTER = 5.0  # mm from the bleed to the fold of a block of chits
CAPTION = 6.0  # mm: the height of the caption under a block of backs
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
        """The place upside down, as on the lower half of a folded block, with y counted from the fold."""
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


def list_full_blocks(batch: PaperBatch, chit: Chit, room: Point, assembly: PrintAssembly) -> list[SheetBlock]:
    """The flat blocks of the whole batch on which no place is left empty, one for each such number of columns."""
    maker = _flat_maker(batch.name, chit, room, assembly)
    columns = [columns for columns in range(1, min(batch.count, maker.columns) + 1)
               if batch.count % columns == 0 and batch.count // columns <= maker.rows]
    return [block for number in columns for block in name_blocks([maker.block(batch.count, number)], batch.id)]


def is_folded(chit: Chit, assembly: PrintAssembly) -> bool:
    """Whether a chit is printed with its back below a fold: where paper is folded, and the back is ever seen."""
    return assembly.mode == "fold" and chit.turns


def _make_blocks(count: int, maker: _BlockMaker, form: BlockForm, extra: int) -> list[SheetBlock]:
    """The blocks of so many chits, as few as there can be and `extra` more, as equal as can be."""
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


def single_chit_block(batch: PaperBatch, chit: Chit, assembly: PrintAssembly) -> SheetBlock:
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

    return SheetBlock(name, draw_block, width, 2 * half, (*_marks_of(chit), FOLD), count=count, fold=half,
                      bleed=chit.bleed)


def make_flat_block(name: str, chit: Chit, count: int, columns: int, assembly: PrintAssembly,
                    grid: _ChitGrid | None = None) -> SheetBlock:
    """A flat block: fronts and, where both sides are printed, backs with more bleed and crosses that meet those of the
    front. Backs carry no cut marks, because everything is cut from the front."""
    bleed = _bleed(chit, assembly)
    reach = _ink_reach(chit, bleed, BACK_BLEED if assembly.is_double_sided else STRIP_BLEED)
    grid, rows = grid or _grid_of(chit, bleed), -(-count // columns)
    width, height = grid.width_of(columns), grid.height_of(rows, columns)
    crosses = draw_crosses(width, height, grid.size) if assembly.is_double_sided else []

    def fronts() -> Drawing:
        places = grid.places(count, columns)
        lines = _draw_cut_lines(_cut_outlines(places, chit.outline()), chit) if chit.has_cut_line else Drawing()
        marks = _draw_marks(_make_cut_marks(chit, (0.0, 0.0, width, height), bleed), chit)
        return combine_drawings([_draw_chits(chit, places, reach), lines, marks, *crosses])

    def backs() -> Drawing:
        ground = (replace_ground(chit.back, chit.back_outline(bleed)) if bleed else chit.back).mirrored()
        places = grid.places(count, columns)
        return combine_drawings([_draw_chits(replace(chit, front=ground), places, reach), *crosses])

    if not assembly.is_double_sided:
        return SheetBlock(name, fronts, width, height, _marks_of(chit), count=count, bleed=bleed)
    return SheetBlock(name, fronts, width, height, (*_marks_of(chit), CROSSES), backs, count, bleed=bleed)


def put_on_square_card(chit: Chit) -> Chit:
    """A disc, or a small square token, with the card around it (`find_card_rim`); other chits as they are. The card is
    a tint of its colour up to the cuts and beyond, so that a cut that is a little off does no harm. On it is the round
    picture of a piece, or a plate with the sign of a token; both end before the cuts. The ink lies under the marks of
    the block, which is no larger for it."""
    rim = find_card_rim(chit.shape, chit.size, has_plate=_has_plate(chit))
    if not rim:
        return chit
    put = _put_piece_on_card if chit.is_piece else _put_token_on_card if chit.shape == "disc" else _widen_card
    front, back = (put(side, chit.size, rim) if side.items else side for side in (chit.front, chit.back))
    return replace(chit, front=front, back=back, shape="square", size=chit.size + 2 * rim, bleed=0.0)


def _has_plate(chit: Chit) -> bool:
    """Whether a chit is a token with its signs on light plates."""
    sides = (chit.front, chit.back)
    return not chit.is_piece and all(any(item.role is Role.DEEP_SHADE for item in side.items) for side in sides)


def _widen_card(side: Drawing, size: float, rim: float) -> Drawing:
    """A side of a square token with a plate, `rim` mm larger on each side: plate and sign are as much larger."""
    ground, half = side.items[0], size / 2 + rim + STRIP_BLEED
    factor = (size + 2 * rim - 2 * PLATE_INSIDE) / (size - 2 * PLATE_INSIDE)
    card = draw(Role.CARD_GROUND, rectangle(-half, -half, 2 * half, 2 * half), tone=ground.tone)
    return card + Drawing(side.items[1:]).scaled(factor)


def _put_piece_on_card(side: Drawing, size: float, rim: float) -> Drawing:
    """A side of a disc `size` mm across on its square of card, which is `rim` mm larger on each side."""
    half = size / 2 + rim + STRIP_BLEED
    return draw_card_ground(side.items[0].tone, (-half, -half, half, half)) + replace_ground(
        side, circle((0, 0), size / 2))


def _put_token_on_card(side: Drawing, size: float, rim: float) -> Drawing:
    """A side of a round token `size` mm across on its square of card, which is `rim` mm larger on each side: a round
    plate with its sign on a tint of its colour. The disc itself is in that ink, too, and so not seen."""
    ground, half = side.items[0], size / 2 + rim + STRIP_BLEED
    sign = Drawing(side.items[1:]).without(Role.EDGE)
    if ground.role is not Role.SHADE or not sign.items:
        return _put_piece_on_card(side, size, rim)
    card = draw_card_ground(ground.tone, (-half, -half, half, half))
    disc = draw(Role.SHADE, circle((0, 0), size / 2), tone=card_tone(ground.tone))
    return card + disc + draw_plate_with_sign("disc", size + 2 * rim, ground.tone, sign)


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


def _draw_marks(marks: Sequence[Path], chit: Chit) -> Drawing:
    """Marks, each on a light line where the ink of a dark chit reaches under it."""
    ground = chit.front.items[0] if chit.front.items else None
    if not isinstance(ground, Shape) or ground.role is not Role.BODY or ground.tone not in DARK_TONES:
        return draw(Role.TRIM, *marks)
    boxes = [mark.bounds() for mark in marks]
    light = [rectangle(x0 - LIGHT, y0 - LIGHT, x1 - x0 + 2 * LIGHT, y1 - y0 + 2 * LIGHT) for x0, y0, x1, y1 in boxes]
    return draw(Role.SHADE, *light, tone="white") + draw(Role.TRIM, *marks)


def _cuts(low: float, high: float, size: float, bleed: float) -> list[float]:
    """Where chits side by side are cut along one axis: one cut between two of them."""
    return [low + bleed + n * size for n in range(round((high - low - 2 * bleed) / size) + 1)]
