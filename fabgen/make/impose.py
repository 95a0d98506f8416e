"""Batches of nets and chits → blocks with cut and fold marks → sheets, group by group, in tidy rows, with their backs.

A block is cut out of a sheet as one piece. Blocks start at the same corner of every sheet, so that a pile of sheets can
be cut at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from fabgen.artwork.drawing import Drawing, Role, draw, combine_drawings
from fabgen.artwork.net import Chit, Leaf, Net
from fabgen.artwork.path import Matrix, Point, line, translation
from fabgen.base import FabgenError, Problem, Location, join_words
from fabgen.make.chitblocks import SheetBlock, make_chit_blocks, make_least_block
from fabgen.make.flipping import draw_edge_words
from fabgen.make.frame import SheetBody, Box, SheetFrame, PageItem
from fabgen.make.leaves import make_leaf_block, make_leaf_blocks
from fabgen.make.marking import CUT, CUT_ROUND, FLAP, FOLD, GAP, MARK, MIDDLE, make_corner_marks, draw_fold_mark, draw_key
from fabgen.make.paper import PaperBatch, Paper
from fabgen.make.sides import FOLD_ASSEMBLY as FOLDED
from fabgen.make.sides import PrintAssembly, back_of_sheet, shared_room
from fabgen.phrasebook import ENGLISH, Phrases

CLEAR = 5.0  # mm around all blocks for their outer marks
BlockSpot = tuple[SheetBlock, float, float]  # a block, x and y of its lower left corner, y negative


@dataclass(frozen=True)
class _SheetWay:
    """A way to lay out a group: the frame of the sheet, the free box on it, and whether blocks are turned on their
    sides."""

    frame: SheetFrame
    box: Box
    lying: bool

    @property
    def room(self) -> Point:
        """The width and height in mm that blocks may take, in the direction of the blocks."""
        left, bottom, right, top = self.box
        width, height = right - left - 2 * CLEAR, top - bottom - 2 * CLEAR
        return (height, width) if self.lying else (width, height)

    def at(self, x: float, y: float) -> Matrix:
        """The matrix that moves a block to its place on the sheet; x and y in the direction of the blocks, y
        negative."""
        left, bottom, _, top = self.box
        if self.lying:
            return 0.0, 1.0, -1.0, 0.0, left + CLEAR - y, bottom + CLEAR + x
        return translation(x + left + CLEAR, y + top - CLEAR)


def impose_batches(batches: Sequence[PaperBatch], paper: Paper, assembly: PrintAssembly = FOLDED, said: Phrases = ENGLISH
           ) -> list[SheetBody]:
    """The sheets of all groups, in the order of the batches. Raises FabgenError with a Problem for everything that no
    sheet can hold."""
    group_sheets: _GroupSheets = []
    problems: list[Problem] = []
    for members in _groups(batches):
        try:
            group_sheets.append((members, _group_bodies(members, paper, assembly, said)))
        except FabgenError as error:
            problems += error.problems
    if problems:
        raise FabgenError(problems)
    for kind in (Net, Chit):
        group_sheets = _share_sheets(group_sheets, kind, lambda members: _group_bodies(members, paper, assembly, said))
    return [body for _, bodies in group_sheets for body in bodies]


def _groups(batches: Sequence[PaperBatch]) -> list[list[PaperBatch]]:
    order = list(dict.fromkeys(batch.group for batch in batches))
    members = sorted(batches, key=lambda batch: order.index(batch.group))
    return [list(group) for _, group in groupby(members, key=lambda batch: batch.group)]


_GroupSheets = list[tuple[list[PaperBatch], list[SheetBody]]]  # the batches of a group, and its sheets


def _share_sheets(group_sheets: _GroupSheets, kind: type[Net] | type[Chit],
                  lay_out: Callable[[list[PaperBatch]], list[SheetBody]]) -> _GroupSheets:
    """The groups with those of this kind on common sheets, if that saves paper."""
    alike = [n for n, (members, _) in enumerate(group_sheets)
             if all(isinstance(batch.thing, kind) for batch in members)]
    if len(alike) < 2:
        return group_sheets
    members = [batch for n in alike for batch in group_sheets[n][0]]
    common = lay_out(members)
    if len(common) >= sum(len(group_sheets[n][1]) for n in alike):
        return group_sheets
    return [(members, common) if n == alike[0] else group for n, group in enumerate(group_sheets) if n not in alike[1:]]


def _group_bodies(batches: Sequence[PaperBatch], paper: Paper, assembly: PrintAssembly, said: Phrases) -> list[SheetBody]:
    """The sheets of one group, laid out in the way that takes the fewest."""
    frames = [SheetFrame(paper, sideways) for sideways in (False, True)]
    ways = [_SheetWay(frame, shared_room(frame, assembly), lying) for lying in (False, True) for frame in frames]
    layouts = []
    for way in ways:
        sheets = _sheets(batches, way.room, assembly, said)
        if sheets is not None:
            layouts.append((way, sheets))
    if not layouts:
        raise FabgenError(_misfits(batches, ways, assembly))
    way, sheets = min(layouts, key=lambda layout: len(layout[1]))
    groups = {batch.name: batch.group for batch in batches}
    return [_body(groups, way, sheet, assembly, said) for sheet in sheets]


def _misfits(batches: Sequence[PaperBatch], ways: Sequence[_SheetWay], assembly: PrintAssembly) -> Iterable[Problem]:
    room = max((way.room for way in ways), key=lambda room: room[1])
    for batch in batches:
        if all(_sheets([batch], way.room, assembly) is None for way in ways):
            block = _least_block(batch, assembly)
            yield Problem(
                Location(),
                f"{batch.name} needs {block.width:.0f} x {block.height:.0f} mm of paper; {ways[0].frame.paper.name} "
                f"has room for {room[0]:.0f} x {room[1]:.0f} mm",
                f"make it {block.height - room[1]:.0f} mm shorter in paper, or smaller"
                if block.height > room[1]
                else "make it smaller",
            )


def _least_block(batch: PaperBatch, assembly: PrintAssembly) -> SheetBlock:
    """The smallest block that a sheet must hold."""
    thing = batch.thing
    if isinstance(thing, Leaf):
        return make_leaf_block(batch.name, thing, 1, 1)
    return make_net_block(batch.name, thing) if isinstance(thing, Net) else make_least_block(batch, thing, assembly)


def _sheets(batches: Sequence[PaperBatch], room: Point, assembly: PrintAssembly, said: Phrases = ENGLISH
            ) -> list[list[BlockSpot]] | None:
    """The blocks in rows from the upper left, sheet by sheet. None where a block does not fit."""
    blocks = [block for batch in batches for block in _blocks(batch, room, assembly, said)]
    if any(b.width > room[0] + 1e-6 or b.height > room[1] + 1e-6 for b in blocks) or not blocks:
        return None
    in_order, packed = _rows(blocks, room), _rows(sorted(blocks, key=lambda b: -b.height), room)
    return in_order if len(in_order) <= len(packed) else packed  # in the game's order, unless that wastes paper


def _rows(blocks: Sequence[SheetBlock], room: Point) -> list[list[BlockSpot]]:
    sheets: list[list[BlockSpot]] = [[]]
    x = y = depth = 0.0  # the next free corner in the row, the row's upper edge, the row's depth
    for block in blocks:
        if x and x + block.width > room[0] + 1e-6:
            x, y, depth = 0.0, y + depth + GAP, 0.0
        if y + block.height > room[1] + 1e-6:
            sheets.append([])
            x = y = depth = 0.0
        sheets[-1].append((block, x, -y - block.height))
        x, depth = x + block.width + GAP, max(depth, block.height)
    return sheets


def _body(groups: Mapping[str, str], way: _SheetWay, sheet: Sequence[BlockSpot], assembly: PrintAssembly, said: Phrases
          ) -> SheetBody:
    front = combine_drawings(block.drawing.transformed(way.at(x, y)) for block, x, y in sheet)
    hidden = combine_drawings(block.back_drawing.transformed(way.at(x, y)) for block, x, y in sheet if block.back_drawing)
    names = tuple(dict.fromkeys(block.name for block, _, _ in sheet))
    meaning = draw_key({mark for block, _, _ in sheet for mark in block.marks}, said)
    title = join_words(dict.fromkeys(groups[name] for name in names), said("and"))
    title = title[:1].upper() + title[1:]
    if not hidden.items:
        return SheetBody(way.frame, title, (PageItem(front),), names, meaning)
    edge = PageItem(draw_edge_words(way.frame, assembly, said))
    back = PageItem(back_of_sheet(hidden, way.frame, assembly)), edge
    return SheetBody(way.frame, title, (PageItem(front), edge), names, meaning, back_items=back)


def _blocks(batch: PaperBatch, room: Point, assembly: PrintAssembly, said: Phrases) -> list[SheetBlock]:
    if isinstance(batch.thing, Net):
        return [make_net_block(batch.name, batch.thing, both=assembly.is_double_sided)] * batch.count
    if isinstance(batch.thing, Leaf):
        return make_leaf_blocks(batch.name, batch.thing, batch.count, room)
    return make_chit_blocks(batch, batch.thing, room, assembly, said)


def make_net_block(name: str, net: Net, *, both: bool = False) -> SheetBlock:
    """A net with cut marks at its corners and fold marks at both ends of each fold.

    Where both sides are printed, a slotted net shows its pieces on the back too, for people who cut it at its middle
    fold. A tent has no back, because its inside is glued shut.
    """

    def draw_net() -> Drawing:
        near, far = MARK
        marks = draw(Role.TRIM, *make_corner_marks(net.width, net.height))
        folds = [draw_fold_mark((near, far), fold.way == "mountain").moved(0, fold.y) for fold in net.folds]
        ends = combine_drawings(end for fold in folds for end in (fold.mirrored(), fold.moved(net.width, 0)))
        across = [line((x + s * near, net.base), (x + s * far, net.base)) for x, s in ((0.0, -1), (net.width, 1))]
        cut = draw(Role.TRIM, *across) if net.base else Drawing()
        return net.drawing + marks + cut + ends

    marks = (CUT, CUT_ROUND, FOLD) if net.base else (CUT, MIDDLE, FLAP)
    back = partial(net.drawing.only, Role.PIECE, Role.MARK) if both and net.base else None
    return SheetBlock(name, draw_net, net.width, net.height, marks, back)
