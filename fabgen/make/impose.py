"""Batches of nets and chits → blocks with cut and fold marks → sheets, group by group, in tidy rows.

A block is what is cut out of a sheet as one piece. Blocks start at the same corner of every sheet, so that a pile is
cut at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from fabgen.artwork.drawing import Drawing, Role, draw, together
from fabgen.artwork.net import Chit, Net
from fabgen.artwork.path import Path, circle, line
from fabgen.base import FabgenError, Problem, Where
from fabgen.make.frame import Body, Frame, Placed
from fabgen.make.marking import CUT, CUT_ROUND, FLAP, FOLD, GAP, MARK, MIDDLE, corner_marks, fold_mark, key
from fabgen.make.paper import Batch, Paper

CLEAR = 5.0  # mm around all blocks for their outer marks
GUTTER = 5.0  # mm from the bleed to the fold of a block of chits


@dataclass(frozen=True)
class Block:
    """A rectangle of width and height mm with its lower left corner at the origin; its marks reach up to 4.2 mm
    beyond, and `marks` names them for the key."""

    name: str
    drawing: Drawing
    width: float
    height: float
    marks: tuple[str, ...]


@dataclass(frozen=True)
class _Way:
    """How a group is laid out: the frame, and whether blocks lie on their sides."""

    frame: Frame
    lying: bool

    @property
    def room(self) -> tuple[float, float]:
        """Width and height in mm that blocks may take, as the blocks see it."""
        width = self.frame.right - self.frame.left - 2 * CLEAR
        height = self.frame.top - self.frame.bottom - 2 * CLEAR
        return (height, width) if self.lying else (width, height)


def impose(batches: Sequence[Batch], paper: Paper) -> list[Body]:
    """The sheets of all groups, in the order of the batches; FabgenError with every thing that no sheet can hold."""
    bodies: list[Body] = []
    problems: list[Problem] = []
    for group, members in _groups(batches):
        try:
            bodies += _group_bodies(group, members, paper)
        except FabgenError as error:
            problems += error.problems
    if problems:
        raise FabgenError(problems)
    return bodies


def _groups(batches: Sequence[Batch]) -> list[tuple[str, list[Batch]]]:
    order = list(dict.fromkeys(batch.group for batch in batches))
    members = sorted(batches, key=lambda batch: order.index(batch.group))
    return [(group, list(some)) for group, some in groupby(members, key=lambda batch: batch.group)]


def _group_bodies(group: str, batches: Sequence[Batch], paper: Paper) -> list[Body]:
    ways = [_Way(Frame(paper, sideways), lying) for lying in (False, True) for sideways in (False, True)]
    layouts = [(way, sheets) for way in ways if (sheets := _sheets(batches, way.room)) is not None]
    if not layouts:
        raise FabgenError(_misfits(batches, ways))
    way, sheets = min(layouts, key=lambda layout: len(layout[1]))
    return [_body(group, way, sheet) for sheet in sheets]


def _misfits(batches: Sequence[Batch], ways: Sequence[_Way]) -> Iterable[Problem]:
    room = max((way.room for way in ways), key=lambda room: room[1])
    for batch in batches:
        if all(_sheets([batch], way.room) is None for way in ways):
            block = _least_block(batch)
            yield Problem(
                Where(),
                f"{batch.name} needs {block.width:.0f} x {block.height:.0f} mm of paper; {ways[0].frame.paper.name} "
                f"has room for {room[0]:.0f} x {room[1]:.0f} mm",
                f"make it {block.height - room[1]:.0f} mm shorter in paper, or smaller"
                if block.height > room[1]
                else "make it smaller",
            )


def _least_block(batch: Batch) -> Block:
    return (
        net_block(batch.name, batch.thing)
        if isinstance(batch.thing, Net)
        else chit_block(batch.name, batch.thing, 1, 1)
    )


def _sheets(batches: Sequence[Batch], room: tuple[float, float]) -> list[list[tuple[Block, float, float]]] | None:
    """Blocks in rows from the upper left, as (block, x, y of its lower left corner, y negative); None where one does
    not fit."""
    blocks = [block for batch in batches for block in _blocks(batch, room)]
    if any(b.width > room[0] + 1e-6 or b.height > room[1] + 1e-6 for b in blocks) or not blocks:
        return None
    told, packed = _rows(blocks, room), _rows(sorted(blocks, key=lambda b: -b.height), room)
    return told if len(told) <= len(packed) else packed  # in the game's own order, unless that wastes paper


def _rows(blocks: Sequence[Block], room: tuple[float, float]) -> list[list[tuple[Block, float, float]]]:
    sheets: list[list[tuple[Block, float, float]]] = [[]]
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


def _body(group: str, way: _Way, sheet: Sequence[tuple[Block, float, float]]) -> Body:
    frame = way.frame
    shown = together(block.drawing.moved(x, y) for block, x, y in sheet)
    placed = (
        shown.turned(90).moved(frame.left, frame.bottom)
        if way.lying
        else shown.moved(frame.left, frame.top - 2 * CLEAR)
    ).moved(CLEAR, CLEAR)
    names = tuple(dict.fromkeys(block.name for block, _, _ in sheet))
    used = {mark for block, _, _ in sheet for mark in block.marks}
    return Body(frame, group[:1].upper() + group[1:], (Placed(placed),), names, key(used))


def _blocks(batch: Batch, room: tuple[float, float]) -> list[Block]:
    if isinstance(batch.thing, Net):
        return [net_block(batch.name, batch.thing)] * batch.count
    return _chit_blocks(batch, batch.thing, room)


def net_block(name: str, net: Net) -> Block:
    """A net with cut marks at its corners and fold marks at both ends of each fold."""
    near, far = MARK
    marks = draw(Role.TRIM, *corner_marks(net.width, net.height))
    folds = [fold_mark((near, far), fold.way == "mountain").moved(0, fold.y) for fold in net.folds]
    both = together(one for fold in folds for one in (fold.mirrored(), fold.moved(net.width, 0)))
    return Block(name, net.drawing + marks + both, net.width, net.height, (CUT, MIDDLE, FLAP))


def _chit_blocks(batch: Batch, chit: Chit, room: tuple[float, float]) -> list[Block]:
    """Fold-over blocks that hold the batch, as few as the room allows, all of one grid."""
    pitch = chit.size + 2 * chit.bleed
    most_columns = int((room[0] + 1e-6) // pitch)
    most_rows = int((room[1] - 2 * GUTTER + 1e-6) // (2 * pitch))
    if most_columns < 1 or most_rows < 1:
        return [chit_block(batch.name, chit, 1, 1)]  # does not fit, and is reported so
    blocks, left = [], batch.count
    count = -(-batch.count // (most_columns * most_rows))
    for k in range(count):
        here = -(-left // (count - k))
        blocks.append(chit_block(batch.name, chit, here, _columns(here, most_columns, most_rows, pitch)))
        left -= here
    return blocks


def _columns(count: int, most_columns: int, most_rows: int, pitch: float) -> int:
    """The number of columns that leaves the fewest places empty, and of these makes the block most square."""

    def cost(columns: int) -> tuple[int, float]:
        rows = -(-count // columns)
        return columns * rows - count, abs(columns * pitch - 2 * rows * pitch - 2 * GUTTER)

    return min((c for c in range(1, most_columns + 1) if -(-count // c) <= most_rows), key=cost)


def chit_block(name: str, chit: Chit, count: int, columns: int) -> Block:
    """Fronts above the fold, backs below it, upside down: each back lies behind its front when the block is closed."""
    pitch, rows = chit.size + 2 * chit.bleed, -(-count // columns)
    width, fold = columns * pitch, rows * pitch + GUTTER
    back = chit.back.turned(180)
    shown: list[Drawing] = []
    for k in range(count):
        x, up = (k % columns + 0.5) * pitch, GUTTER + (rows - 1 - k // columns + 0.5) * pitch
        shown += [chit.front.moved(x, fold + up), back.moved(x, fold - up)]
    centres = [((k % columns + 0.5) * pitch, GUTTER + (rows - 1 - k // columns + 0.5) * pitch) for k in range(count)]
    cuts = (
        [circle((x, fold + s * up), chit.size / 2) for x, up in centres for s in (1, -1)]
        if chit.shape == "disc"
        else _square_marks(columns, rows, pitch, chit, fold)
    )
    crease = fold_mark((-MARK[1], width + MARK[1]), True).moved(0, fold)
    role, cut = (Role.CUT_LINE, CUT_ROUND) if chit.shape == "disc" else (Role.TRIM, CUT)
    return Block(name, together([*shown, draw(role, *cuts), crease]), width, 2 * fold, (cut, FOLD))


def _square_marks(columns: int, rows: int, pitch: float, chit: Chit, fold: float) -> list[Path]:
    """Marks at both ends of every line along which square chits are cut apart."""
    near, far = MARK
    xs = [i * pitch + s for i in range(columns) for s in (chit.bleed, pitch - chit.bleed)]
    ups = [GUTTER + j * pitch + s for j in range(rows) for s in (chit.bleed, pitch - chit.bleed)]
    height = 2 * fold
    upright = [
        line((x, y + s * near), (x, y + s * far))
        for x in xs
        for y, s in ((0.0, -1), (height, 1), (fold - GUTTER, 1), (fold + GUTTER, -1))
    ]
    level = [
        line((x + s * near, fold + side * up), (x + s * far, fold + side * up))
        for up in ups
        for side in (1, -1)
        for x, s in ((0.0, -1), (columns * pitch, 1))
    ]
    return upright + level
