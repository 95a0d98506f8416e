"""Batches of nets and chits → blocks with cut and fold marks → sheets, group by group, in tidy rows, with their backs.

A block is what is cut out of a sheet as one piece. Blocks start at the same corner of every sheet, so that a pile is
cut at once.
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
Spot = tuple[Block, float, float]  # a block, x and y of its lower left corner, y negative


@dataclass(frozen=True)
class _Way:
    """How a group is laid out: the frame, the box on it that is free, and whether blocks lie on their sides."""

    frame: Frame
    box: Box
    lying: bool

    @property
    def room(self) -> Point:
        """Width and height in mm that blocks may take, as the blocks see it."""
        left, bottom, right, top = self.box
        width, height = right - left - 2 * CLEAR, top - bottom - 2 * CLEAR
        return (height, width) if self.lying else (width, height)

    def at(self, x: float, y: float) -> Matrix:
        """What brings a block to its place on the sheet, from x, y as blocks see it: y is negative."""
        left, bottom, _, top = self.box
        if self.lying:
            return 0.0, 1.0, -1.0, 0.0, left + CLEAR - y, bottom + CLEAR + x
        return moving(x + left + CLEAR, y + top - CLEAR)


def impose(batches: Sequence[Batch], paper: Paper, assembly: Assembly = FOLDED, said: Phrases = ENGLISH
           ) -> list[Body]:
    """The sheets of all groups, in the order of the batches; FabgenError with every thing that no sheet can hold."""
    laid: list[tuple[list[Batch], list[Body]]] = []
    problems: list[Problem] = []
    for members in _groups(batches):
        try:
            laid.append((members, _group_bodies(members, paper, assembly, said)))
        except FabgenError as error:
            problems += error.problems
    if problems:
        raise FabgenError(problems)
    for kind in (Net, Chit):
        laid = _shared(laid, kind, lambda members: _group_bodies(members, paper, assembly, said))
    return [body for _, bodies in laid for body in bodies]


def _groups(batches: Sequence[Batch]) -> list[list[Batch]]:
    order = list(dict.fromkeys(batch.group for batch in batches))
    members = sorted(batches, key=lambda batch: order.index(batch.group))
    return [list(some) for _, some in groupby(members, key=lambda batch: batch.group)]


Laid = list[tuple[list[Batch], list[Body]]]  # the things of a group, and its sheets


def _shared(laid: Laid, kind: type[Net] | type[Chit], bodies: Callable[[list[Batch]], list[Body]]) -> Laid:
    """The groups that hold this kind of thing on sheets that they share, where that saves paper."""
    alike = [n for n, (members, _) in enumerate(laid) if all(isinstance(batch.thing, kind) for batch in members)]
    apart = sum(len(laid[n][1]) for n in alike)
    if len(alike) < 2:
        return laid
    members = [batch for n in alike for batch in laid[n][0]]
    saved = bodies(members)
    if len(saved) >= apart:
        return laid
    return [(members, saved) if n == alike[0] else one for n, one in enumerate(laid) if n not in alike[1:]]


def _group_bodies(batches: Sequence[Batch], paper: Paper, assembly: Assembly, said: Phrases) -> list[Body]:
    frames = [Frame(paper, sideways) for sideways in (False, True)]
    ways = [_Way(frame, shared(frame, assembly), lying) for lying in (False, True) for frame in frames]
    layouts = [(way, sheets) for way in ways if (sheets := _sheets(batches, way.room, assembly, said)) is not None]
    if not layouts:
        raise FabgenError(_misfits(batches, ways, assembly))
    way, sheets = min(layouts, key=lambda layout: len(layout[1]))
    groups = {batch.name: batch.group for batch in batches}
    return [_body(groups, way, sheet, assembly, said) for sheet in sheets]


def _misfits(batches: Sequence[Batch], ways: Sequence[_Way], assembly: Assembly) -> Iterable[Problem]:
    room = max((way.room for way in ways), key=lambda room: room[1])
    for batch in batches:
        if all(_sheets([batch], way.room, assembly) is None for way in ways):
            block = _least(batch, assembly)
            yield Problem(
                Where(),
                f"{batch.name} needs {block.width:.0f} x {block.height:.0f} mm of paper; {ways[0].frame.paper.name} "
                f"has room for {room[0]:.0f} x {room[1]:.0f} mm",
                f"make it {block.height - room[1]:.0f} mm shorter in paper, or smaller"
                if block.height > room[1]
                else "make it smaller",
            )


def _least(batch: Batch, assembly: Assembly) -> Block:
    """The smallest block that a sheet must hold."""
    thing = batch.thing
    if isinstance(thing, Leaf):
        return leaf_block(batch.name, thing, 1, 1)
    return net_block(batch.name, thing) if isinstance(thing, Net) else least_block(batch, thing, assembly)


def _sheets(batches: Sequence[Batch], room: Point, assembly: Assembly, said: Phrases = ENGLISH
            ) -> list[list[Spot]] | None:
    """Blocks in rows from the upper left; None where one does not fit."""
    blocks = [block for batch in batches for block in _blocks(batch, room, assembly, said)]
    if any(b.width > room[0] + 1e-6 or b.height > room[1] + 1e-6 for b in blocks) or not blocks:
        return None
    told, packed = _rows(blocks, room), _rows(sorted(blocks, key=lambda b: -b.height), room)
    return told if len(told) <= len(packed) else packed  # in the game's own order, unless that wastes paper


def _rows(blocks: Sequence[Block], room: Point) -> list[list[Spot]]:
    sheets: list[list[Spot]] = [[]]
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


def _body(groups: Mapping[str, str], way: _Way, sheet: Sequence[Spot], assembly: Assembly, said: Phrases) -> Body:
    front = together(block.drawing.transformed(way.at(x, y)) for block, x, y in sheet)
    hidden = together(block.behind.transformed(way.at(x, y)) for block, x, y in sheet if block.behind)
    names = tuple(dict.fromkeys(block.name for block, _, _ in sheet))
    meaning = key({mark for block, _, _ in sheet for mark in block.marks}, said)
    title = words(dict.fromkeys(groups[name] for name in names), said("and"))
    title = title[:1].upper() + title[1:]
    if not hidden.items:
        return Body(way.frame, title, (Placed(front),), names, meaning)
    told = Placed(edge_words(way.frame, assembly, said))
    back = Placed(behind(hidden, way.frame, assembly)), told
    return Body(way.frame, title, (Placed(front), told), names, meaning, behind=back)


def _blocks(batch: Batch, room: Point, assembly: Assembly, said: Phrases) -> list[Block]:
    if isinstance(batch.thing, Net):
        return [net_block(batch.name, batch.thing, both=assembly.both)] * batch.count
    if isinstance(batch.thing, Leaf):
        return leaf_blocks(batch.name, batch.thing, batch.count, room)
    return chit_blocks(batch, batch.thing, room, assembly, said)


def net_block(name: str, net: Net, *, both: bool = False) -> Block:
    """A net with cut marks at its corners and fold marks at both ends of each fold. Where both sides are printed, a
    slotted one shows its pieces from behind, for who cuts it at its middle fold; the inside of a tent is glued shut."""

    def shown() -> Drawing:
        near, far = MARK
        marks = draw(Role.TRIM, *corner_marks(net.width, net.height))
        folds = [fold_mark((near, far), fold.way == "mountain").moved(0, fold.y) for fold in net.folds]
        ends = together(one for fold in folds for one in (fold.mirrored(), fold.moved(net.width, 0)))
        across = [line((x + s * near, net.base), (x + s * far, net.base)) for x, s in ((0.0, -1), (net.width, 1))]
        cut = draw(Role.TRIM, *across) if net.base else Drawing()
        return net.drawing + marks + cut + ends

    marks = (CUT, CUT_ROUND, FOLD) if net.base else (CUT, MIDDLE, FLAP)
    behind = partial(net.drawing.only, Role.PIECE, Role.MARK) if both and net.base else None
    return Block(name, shown, net.width, net.height, marks, behind)
