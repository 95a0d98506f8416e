"""Nets of standing pieces, strips of paper that are folded → blocks of them side by side, and grids of the bases of
these pieces.

One cut parts two strips, and each fold is scored once for all strips of a block.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import product
from typing import Literal

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw, draw_text
from fabgen.artwork.paper_things import Net, PaperBatch, draw_card_ground, draw_fold_mark
from fabgen.artwork.path import Path, Point, line, rectangle
from fabgen.artwork.text import text_width
from fabgen.core.languages import Catalogue
from fabgen.paper.cut_marks import CUT, CUT_ROUND, FLAP, FOLD, MARK, MIDDLE, make_corner_marks
from fabgen.paper.duplex import BACK_BLEED, PrintAssembly
from fabgen.paper.sheet_blocks import STRIP_BLEED, TICK, BlockPart, SheetBlock, upright_marks
from fabgen.typeset.pages import BODY, LEADING, SHEET, draw_paragraph, wrap_text

BESIDE_BASES = 30.0  # mm: the width of words beside a grid of bases
COLOUR_GAP = 4.0  # mm between joined strips of two colours: their ink
BASE_DROP, BASE_GAP = 2.6, 4.0  # mm from words over a grid of bases to it, and from it to the next one
LEAST_BASE_WORDS, BASE_INSET = 42.0, 1.0  # mm: the least width of these words; from words in a base to its edges
LEAST_BASE_CAP = 1.4  # mm: the least capitals of names that are too long for their base
BaseWords = Literal["over", "right"]  # where the words of a grid of bases are
BASES = " bases"  # what `batch_names` say of a sheet with grids of bases: no batch has a name with such a beginning


def make_net_blocks(batch: PaperBatch, net: Net, room: Point, assembly: PrintAssembly, is_joined: bool
                     ) -> list[SheetBlock]:
    """The blocks that hold the nets of a batch: as many side by side as the room allows with `is_joined`, else one a
    block."""
    most_side_by_side = max(1, int((room[0] + 1e-6) // net.width)) if is_joined else 1
    counts = [min(most_side_by_side, batch.count - first) for first in range(0, batch.count, most_side_by_side)]
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
    marks = draw(Role.TRIM, *make_corner_marks(width, net.height), *upright_marks([*cuts[1:-1]], net.height))
    folds = [draw_fold_mark((-TICK, mark_end), fold.way == "mountain").moved(0, fold.y) for fold in net.folds]
    ends = combine_drawings(end for fold in folds for end in (fold.mirrored(), fold.moved(width, 0)))
    across = [line((x + s * mark_start, net.base), (x + s * mark_end, net.base)) for x, s in ((0.0, -1), (width, 1))]
    cut = draw(Role.TRIM, *across) if net.base else Drawing()
    return marks + cut + ends


def part_strips(block: SheetBlock, assembly: PrintAssembly) -> SheetBlock:
    """A block whose strips are parts of it, apart from its marks; any other block as it is."""
    if block.parts or not block.net:
        return block
    cuts = _cuts_of_strips(block.net, block.count)
    return replace(block, draw_front=partial(_draw_net_marks, block.net, cuts), draw_back=None,
                   parts=tuple(_parts_of(block, block.net, assembly)))


def join_blocks(block: SheetBlock, other: SheetBlock, assembly: PrintAssembly) -> SheetBlock:
    """Two blocks of equal strips as one, in which each keeps its id. Its `net` is that of the last strips."""
    net = block.net
    if not net or not other.net:
        return block
    gap = gap_between(block, other)
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


def are_equal_strips(block: SheetBlock, other: SheetBlock) -> bool:
    """Whether two blocks hold strips that are cut and folded alike."""
    return are_equal_nets(block.net, other.net)


def are_equal_nets(thing: object, other: object) -> bool:
    """Whether two things are strips that are cut and folded alike."""
    return isinstance(thing, Net) and isinstance(other, Net) and thing.cut_and_folds == other.cut_and_folds


def gap_between(block: SheetBlock, other: SheetBlock) -> float:
    """What two blocks of equal strips leave between them in mm: nothing in one colour, where one cut parts them. Where
    colours differ, a cut that is a little off would leave a rim of the other colour."""
    return 0.0 if block.net and other.net and block.net.tone == other.net.tone else COLOUR_GAP


def measure_bases(batches: Iterable[PaperBatch]) -> float:
    """The area of the bases of standing pieces in mm²: no grid of them takes less."""
    return sum(batch.count * math.prod(batch.thing.card_size) for batch in batches if isinstance(batch.thing, Net))


def list_base_grids(batches: Iterable[PaperBatch], words: Catalogue) -> Iterator[SheetBlock]:
    """The bases of standing pieces in grids, to be glued onto thick card and cut apart: a grid for each size, of all
    numbers of columns, the bases upright or lying. Grids with the fewest cuts are first, and those last whose words,
    which say what they are for, are at their right, not over them: words are never turned."""
    counts: dict[tuple[float, float], Counter[str]] = {}
    for batch in batches:
        if isinstance(batch.thing, Net):
            counts.setdefault(batch.thing.card_size, Counter())[batch.thing.kind] += batch.count
    pieces = tuple((size, tuple(kinds.elements())) for size, kinds in counts.items())
    most_names = max((len(names) for _, names in pieces), default=0)
    forms = sorted(product(range(1, most_names + 1), (False, True)),
                   key=lambda form: (form[0] + math.ceil(most_names / form[0]), form[1], -form[0]))
    sides: tuple[BaseWords, ...] = ("over", "right") if len(counts) == 1 else ("over",)
    for side, (columns, is_lying) in product(sides, forms):
        yield _make_base_grids(pieces, words, columns, side, is_lying=is_lying)


@lru_cache(maxsize=1000)  # many layouts of sheets are tried with the same grids, on each paper
def _make_base_grids(pieces: tuple[tuple[tuple[float, float], tuple[str, ...]], ...], words: Catalogue, columns: int,
                     side: BaseWords, *, is_lying: bool) -> SheetBlock:
    """Grids of bases one above the other, with words at one side that say what they are for, never in a base. `pieces`
    are the names of those on bases of each width and depth in mm. Where sizes differ, each base has the name of its
    piece."""
    caption, sizes = words.text("bases_to_cut"), [format_base_size(*size, words) for size, _ in pieces]
    grids, y, right = list[Drawing](), 0.0, 0.0
    for ((width, depth), names), size in zip(pieces, sizes, strict=True):
        base_width, base_depth = (depth, width) if is_lying else (width, depth)
        grids.append(_draw_base_grid(len(names), columns, base_width, base_depth).moved(0, y))
        if len(sizes) > 1:
            grids += [_draw_base_words([name, size], (number % columns + 0.5) * base_width,
                                       y - (number // columns + 0.5) * base_depth, base_width)
                      for number, name in enumerate(names)]
        y -= math.ceil(len(names) / columns) * base_depth + BASE_GAP
        right = max(right, min(columns, len(names)) * base_width)
    sentence = f"{caption} ({sizes[0]})" if len(sizes) == 1 else caption
    if side == "over":
        lines = wrap_text(sentence, BODY, max(right, LEAST_BASE_WORDS))
        note = draw_paragraph(lines, (0, BASE_DROP + LEADING * (len(lines) - 1)))
    else:
        note = draw_paragraph(wrap_text(sentence, BODY, BESIDE_BASES), (right + BASE_DROP, -BODY))
    drawing = combine_drawings([note, *grids])
    left, low, right, high = drawing.bounds()
    return SheetBlock(BASES, lambda: drawing.moved(-left, -low), right - left, high - low, (), id=SHEET)


def _draw_base_grid(count: int, columns: int, base_width: float, base_depth: float) -> Drawing:
    """The outlines of some bases in rows, down from the origin, with one line where two of them meet."""
    whole_rows, left_over = divmod(count, columns)
    paths = list[Path]()
    for first, rows, number in ((0, whole_rows, columns), (whole_rows, 1, left_over)):
        top, low, right = -first * base_depth, -(first + rows) * base_depth, number * base_width
        if rows and number:
            paths.append(rectangle(0, low, right, top - low))
            paths += [line((column * base_width, low), (column * base_width, top)) for column in range(1, number)]
            paths += [line((0, top - row * base_depth), (right, top - row * base_depth)) for row in range(1, rows)]
    return draw(Role.HOLE, *paths)


def _draw_base_words(lines: Sequence[str], x: float, y: float, base_width: float) -> Drawing:
    """Lines of words around the middle of a base that is `base_width` mm wide: smaller ones where they have no room."""
    room = base_width - 2 * BASE_INSET
    cap = max(LEAST_BASE_CAP, min([BODY, *(BODY * room / text_width(text, BODY) for text in lines if text)]))
    top = y + LEADING * (len(lines) - 1) / 2 - cap / 2
    return combine_drawings(draw_text(Role.NOTE, text, (x, top - LEADING * number), cap)
                            for number, text in enumerate(lines))


def format_base_size(width: float, depth: float, words: Catalogue) -> str:
    """Width and depth in mm on one line, in tenths where they are not whole."""
    size = words.text("base_size", width=words.number(width, 1), depth=words.number(depth, 1))
    return size.replace(" ", "\N{NO-BREAK SPACE}")
