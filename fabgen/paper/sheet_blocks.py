"""Leaves and cards → blocks, the rectangles that are cut out of a sheet as one piece, with cut and fold marks around
them.

`chit_blocks` makes blocks of chits, `strip_blocks` those of nets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw
from fabgen.artwork.paper_things import CardPack, Leaf, Net, PackedCard, draw_fold_mark
from fabgen.artwork.path import Path, Point, line
from fabgen.paper.cut_marks import CROSSES, CUT, CUT_ROUND, FOLD, INSIDE_FOLD, MARK, NET_FOLD, draw_cross
from fabgen.paper.duplex import FOLD_ASSEMBLY, PrintAssembly

STRIP_BLEED = 2.0  # mm of ink beyond the cuts of strips and of the card around discs
TICK = 3.0  # mm: how far the mark of a fold reaches onto a leaf: 6.6 mm with its part in the margin, or 6 without
CROSS_GAP = 2.6  # mm from a block to the middles of its crosses
BACK = " back"  # the ending of the id of a back


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
    Its marks reach up to 3.6 mm beyond it; `marks` names them for the key.

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
    bleed: float = 0.0  # mm of ink around the cuts that is within the block

    @property
    def cut_width(self) -> float:
        """The width from its first cut to its last, without the ink around these."""
        return self.width - 2 * self.bleed

    @cached_property
    def drawing(self) -> Drawing:
        """The front of the block."""
        return self.draw_front()

    @cached_property
    def back_drawing(self) -> Drawing | None:
        """The back of the block, seen through the paper. None without a back."""
        return self.draw_back() if self.draw_back else None


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


def turn_block(block: SheetBlock) -> SheetBlock:
    """A block turned by a quarter: its fold, if any, is upright."""
    def turn(drawing: Drawing) -> Drawing:
        return drawing.turned(90).moved(block.height, 0)

    back = (lambda: turn(block.back_drawing or Drawing())) if block.draw_back else None
    return replace(block, draw_front=lambda: turn(block.drawing), draw_back=back, width=block.height,
                   height=block.width, fold=None)


def make_leaf_blocks(name: str, leaf: Leaf, count: int, room: Point, assembly: PrintAssembly = FOLD_ASSEMBLY
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
        # Ink beyond cuts first: a neighbour covers what reaches onto it.
        leaves = combine_drawings(side.moved(*place) for side in (leaf.bleed, leaf.drawing) for place in places)
        cuts = [*upright_marks([i * leaf.width for i in range(columns + 1)], height),
                *_level_marks([i * leaf.height for i in range(rows + 1)], width)]
        folds = [i * leaf.width + leaf.fold for i in range(columns)] if leaf.fold else []
        crease_ends = ((90, height), (-90, 0.0))
        marks = combine_drawings(
            draw_fold_mark((-TICK, MARK[1]), True).turned(turn).moved(x, y) for x in folds for turn, y in crease_ends
        )
        # The leaves are cut apart before they are folded: each has the ends of its fold on itself as well.
        ticks = [line((x, y - TICK), (x, y + TICK)) for x in folds for y in (i * leaf.height for i in range(1, rows))]
        return leaves + draw(Role.TRIM, *cuts, *ticks) + marks

    folds = (FOLD,) if leaf.fold else (INSIDE_FOLD,) if leaf.has_fold_marks else ()
    marks = (CUT, CUT_ROUND, NET_FOLD) if leaf.is_net else (CUT, *folds)
    block = SheetBlock(name, draw_leaves, width, height, marks, partial(draw_backs, back) if back else None, count)
    return add_crosses(block, leaf.height) if back else block


def add_crosses(block: SheetBlock, size: float) -> SheetBlock:
    """A block with a back, with crosses around both of its sides, the fifth beside its first thing of `size` mm."""
    crosses = combine_drawings(draw_crosses(block.width, block.height, size))
    return replace(block, draw_front=lambda: block.drawing + crosses,
                   draw_back=lambda: (block.back_drawing or Drawing()) + crosses, marks=(*block.marks, CROSSES))


def draw_crosses(width: float, height: float, size: float) -> list[Drawing]:
    """The crosses at the corners of a block of both sides, and one more beside its first chit, `size` mm long: what is
    turned by half a turn shows that at the wrong end."""
    corners = [(x, y) for x in (-CROSS_GAP, width + CROSS_GAP) for y in (-CROSS_GAP, height + CROSS_GAP)]
    return [draw_cross(x, y) for x, y in (*corners, (-CROSS_GAP, height - size / 2))]


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


def upright_marks(xs: list[float], height: float) -> list[Path]:
    near, far = MARK
    return [line((x, y + s * near), (x, y + s * far)) for x in xs for y, s in ((0.0, -1), (height, 1))]


def _level_marks(ys: list[float], width: float) -> list[Path]:
    near, far = MARK
    return [line((x + s * near, y), (x + s * far, y)) for y in ys for x, s in ((0.0, -1), (width, 1))]
