"""Batches of nets and chits → blocks with cut and fold marks → sheets, group by group, in tidy rows, with their backs.

A block is cut out of a sheet as one piece. Blocks start at the same corner of every sheet, so that a pile of sheets can
be cut at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from fabgen.artwork.drawing import Drawing, Role, draw, together
from fabgen.artwork.net import Chit, Leaf, Net
from fabgen.artwork.path import Matrix, Point, line, moving
from fabgen.base import FabgenError, Problem, Where, words
from fabgen.make.chitblocks import Block, chit_blocks, least_block
from fabgen.make.flipping import edge_words
from fabgen.make.frame import Body, Box, Frame, Placed
from fabgen.make.leaves import leaf_block, leaf_blocks
from fabgen.make.marking import CUT, CUT_ROUND, FLAP, FOLD, GAP, MARK, MIDDLE, corner_marks, fold_mark, key
from fabgen.make.paper import Batch, Paper
from fabgen.make.sides import FOLD as FOLDED
from fabgen.make.sides import Assembly, behind, shared
from fabgen.phrasebook import ENGLISH, Phrases

CLEAR = 5.0  # mm around all blocks for their outer marks
BlockSpot = tuple[Block, float, float]  # a block, x and y of its lower left corner, y negative


@dataclass(frozen=True)
class _SheetWay:
    """A way to lay out a group: the frame of the sheet, the free box on it, and whether blocks are turned on their
    sides."""

    frame: Frame
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
        return moving(x + left + CLEAR, y + top - CLEAR)


def impose(batches: Sequence[Batch], paper: Paper, assembly: Assembly = FOLDED, said: Phrases = ENGLISH
           ) -> list[Body]:
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


def _groups(batches: Sequence[Batch]) -> list[list[Batch]]:
    order = list(dict.fromkeys(batch.group for batch in batches))
    members = sorted(batches, key=lambda batch: order.index(batch.group))
    return [list(group) for _, group in groupby(members, key=lambda batch: batch.group)]


_GroupSheets = list[tuple[list[Batch], list[Body]]]  # the batches of a group, and its sheets


def _share_sheets(group_sheets: _GroupSheets, kind: type[Net] | type[Chit],
                  lay_out: Callable[[list[Batch]], list[Body]]) -> _GroupSheets:
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


def _group_bodies(batches: Sequence[Batch], paper: Paper, assembly: Assembly, said: Phrases) -> list[Body]:
    """The sheets of one group, laid out in the way that takes the fewest."""
    frames = [Frame(paper, sideways) for sideways in (False, True)]
    ways = [_SheetWay(frame, shared(frame, assembly), lying) for lying in (False, True) for frame in frames]
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


def _misfits(batches: Sequence[Batch], ways: Sequence[_SheetWay], assembly: Assembly) -> Iterable[Problem]:
    room = max((way.room for way in ways), key=lambda room: room[1])
    for batch in batches:
        if all(_sheets([batch], way.room, assembly) is None for way in ways):
            block = _least_block(batch, assembly)
            yield Problem(
                Where(),
                f"{batch.name} needs {block.width:.0f} x {block.height:.0f} mm of paper; {ways[0].frame.paper.name} "
                f"has room for {room[0]:.0f} x {room[1]:.0f} mm",
                f"make it {block.height - room[1]:.0f} mm shorter in paper, or smaller"
                if block.height > room[1]
                else "make it smaller",
            )


def _least_block(batch: Batch, assembly: Assembly) -> Block:
    """The smallest block that a sheet must hold."""
    thing = batch.thing
    if isinstance(thing, Leaf):
        return leaf_block(batch.name, thing, 1, 1)
    return net_block(batch.name, thing) if isinstance(thing, Net) else least_block(batch, thing, assembly)


def _sheets(batches: Sequence[Batch], room: Point, assembly: Assembly, said: Phrases = ENGLISH
            ) -> list[list[BlockSpot]] | None:
    """The blocks in rows from the upper left, sheet by sheet. None where a block does not fit."""
    blocks = [block for batch in batches for block in _blocks(batch, room, assembly, said)]
    if any(b.width > room[0] + 1e-6 or b.height > room[1] + 1e-6 for b in blocks) or not blocks:
        return None
    in_order, packed = _rows(blocks, room), _rows(sorted(blocks, key=lambda b: -b.height), room)
    return in_order if len(in_order) <= len(packed) else packed  # in the game's order, unless that wastes paper


def _rows(blocks: Sequence[Block], room: Point) -> list[list[BlockSpot]]:
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


def _body(groups: Mapping[str, str], way: _SheetWay, sheet: Sequence[BlockSpot], assembly: Assembly, said: Phrases
          ) -> Body:
    front = together(block.drawing.transformed(way.at(x, y)) for block, x, y in sheet)
    hidden = together(block.behind.transformed(way.at(x, y)) for block, x, y in sheet if block.behind)
    names = tuple(dict.fromkeys(block.name for block, _, _ in sheet))
    meaning = key({mark for block, _, _ in sheet for mark in block.marks}, said)
    title = words(dict.fromkeys(groups[name] for name in names), said("and"))
    title = title[:1].upper() + title[1:]
    if not hidden.items:
        return Body(way.frame, title, (Placed(front),), names, meaning)
    edge = Placed(edge_words(way.frame, assembly, said))
    back = Placed(behind(hidden, way.frame, assembly)), edge
    return Body(way.frame, title, (Placed(front), edge), names, meaning, behind=back)


def _blocks(batch: Batch, room: Point, assembly: Assembly, said: Phrases) -> list[Block]:
    if isinstance(batch.thing, Net):
        return [net_block(batch.name, batch.thing, both=assembly.both)] * batch.count
    if isinstance(batch.thing, Leaf):
        return leaf_blocks(batch.name, batch.thing, batch.count, room)
    return chit_blocks(batch, batch.thing, room, assembly, said)


def net_block(name: str, net: Net, *, both: bool = False) -> Block:
    """A net with cut marks at its corners and fold marks at both ends of each fold.

    Where both sides are printed, a slotted net shows its pieces on the back too, for people who cut it at its middle
    fold. A tent has no back, because its inside is glued shut.
    """

    def draw_net() -> Drawing:
        near, far = MARK
        marks = draw(Role.TRIM, *corner_marks(net.width, net.height))
        folds = [fold_mark((near, far), fold.way == "mountain").moved(0, fold.y) for fold in net.folds]
        ends = together(end for fold in folds for end in (fold.mirrored(), fold.moved(net.width, 0)))
        across = [line((x + s * near, net.base), (x + s * far, net.base)) for x, s in ((0.0, -1), (net.width, 1))]
        cut = draw(Role.TRIM, *across) if net.base else Drawing()
        return net.drawing + marks + cut + ends

    marks = (CUT, CUT_ROUND, FOLD) if net.base else (CUT, MIDDLE, FLAP)
    back = partial(net.drawing.only, Role.PIECE, Role.MARK) if both and net.base else None
    return Block(name, draw_net, net.width, net.height, marks, back)
