"""A board, its pieces of paper and the start → the start seen from above, for player aids: drawn as the set is, its
tiles and figures in the colours in which they are printed, on the board's own ground."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from fabgen.artwork.clipped_drawing import clip_drawing
from fabgen.artwork.drawing import Drawing, Item, Role, Shape, combine_drawings, draw
from fabgen.artwork.paper_things import Chit, Net
from fabgen.artwork.path import Box, rectangle
from fabgen.artwork.thin_frames import thin_frames
from fabgen.figures.diagrams.marks import DIRECTION_ANGLES
from fabgen.spec.load import Spec

FIGURE = 0.88  # of a cell: the height of a figure, or its width where that is more
LEAST_HOLED = 0.4  # of a cell: a mark with holes that is smaller would be a dot
CLEAR = 0.5  # mm from the edges of a cell to what is a mark in it
LEFT_OUT = (Role.COORDINATE, Role.TITLE, Role.LABEL, Role.EDGE, Role.ETCHING)  # of the board


def draw_printed_start(spec: Spec, board: Drawing, things: Mapping[tuple[str, str], Net | Chit]) -> Drawing:
    """The start at true size, without the border of the board; empty where that is no board of squares, where no piece
    stands on it then, or where one has no thing of paper."""
    game, start = spec.game, spec.start.pieces
    if not (game.board.grid and game.setup and start):
        return Drawing()
    if any((piece.player, piece.kind) not in things for piece in start.values()):
        return Drawing()
    cell, rim = spec.spaces.cell_size, game.rim
    middles = [(rim + x, rim + y) for x, y in spec.spaces.middles.values()]
    xs, ys = zip(*middles, strict=True)
    box = min(xs) - cell / 2, min(ys) - cell / 2, max(xs) + cell / 2, max(ys) + cell / 2
    taken = [(rim + x - cell / 2, rim + y - cell / 2, rim + x + cell / 2, rim + y + cell / 2)
             for x, y in map(spec.spaces.middles.__getitem__, start)]
    marked = _leave_out_dots(_leave_out_marks(board.without(*LEFT_OUT), taken), LEAST_HOLED * cell)
    ground = clip_drawing(thin_frames(marked), box)
    outline = draw(Role.HOLE, rectangle(box[0], box[1], box[2] - box[0], box[3] - box[1]))
    pieces = list[Drawing]()
    for name, piece in start.items():
        x, y = spec.spaces.middles[name]
        thing = things[piece.player, piece.kind]
        if isinstance(thing, Chit):
            turned = _draw_tile(thing).turned(DIRECTION_ANGLES[game.players[piece.player].forward])
        else:
            turned = _draw_figure(thing, FIGURE * cell)
        pieces.append(turned.moved(rim + x, rim + y))
    return combine_drawings([ground, outline, *pieces])


def _leave_out_marks(board: Drawing, taken: Sequence[Box]) -> Drawing:
    """A board without what lies within one of some cells on which pieces stand, clear of its edges: frames and signs of
    a zone would run into them at this size."""
    def is_mark(bounds: Box) -> bool:
        return any(x0 + CLEAR <= bounds[0] and bounds[2] <= x1 - CLEAR and y0 + CLEAR <= bounds[1]
                   and bounds[3] <= y1 - CLEAR for x0, y0, x1, y1 in taken)

    return Drawing(tuple(item for item in board.items if not is_mark(item.bounds())))


def _leave_out_dots(board: Drawing, least_size: float) -> Drawing:
    """A board without marks that have holes and are smaller than `least_size` mm: at this size a ring is a dot."""
    items = list[Item]()
    for item in board.items:
        if isinstance(item, Shape) and len(item.paths) > 1:
            boxes = [path.bounds() for path in item.paths]
            holed = [box for box in boxes if max(box[2] - box[0], box[3] - box[1]) < least_size
                     and any(_is_inside(other, box) for other in boxes)
                     and not any(_is_inside(box, other) for other in boxes)]
            paths = tuple(path for path, box in zip(item.paths, boxes, strict=True)
                          if not any(box == outer or _is_inside(box, outer) for outer in holed))
            items += [replace(item, paths=paths)] if paths else []
        else:
            items.append(item)
    return Drawing(tuple(items))


def _is_inside(box: Box, outer: Box) -> bool:
    """Whether a box is inside another one, off its edges."""
    return outer[0] < box[0] and outer[1] < box[1] and box[2] < outer[2] and box[3] < outer[3]


def _draw_tile(chit: Chit) -> Drawing:
    """The front of a flat piece as it is cut out."""
    ground, *marks = chit.front.items
    cut = replace(ground, paths=(chit.outline(),)) if isinstance(ground, Shape) else ground
    return Drawing((cut, *marks))


def _draw_figure(net: Net, size: float) -> Drawing:
    """The figure of a standing piece with its middle at the origin, `size` mm high or wide: in its colour, with a thin
    outline, since a broad one would fill it at this size."""
    items = list[Shape]()
    for item in net.icon.without(Role.EDGE, Role.FROST, Role.SHADE).items:
        if isinstance(item, Shape):
            is_body = item.role is Role.PIECE
            items += [replace(item, role=Role.BODY), replace(item, role=Role.HOLE)] if is_body else [item]
    figure = Drawing(tuple(items))
    x0, y0, x1, y1 = figure.bounds()
    return figure.moved(-(x0 + x1) / 2, -(y0 + y1) / 2).scaled(size / max(x1 - x0, y1 - y0))


__all__ = ["draw_printed_start"]
