"""A board, its pieces of paper and the start → the start seen from above, for player aids: drawn as the set is, its
tiles and figures in the colours in which they are printed, on the board's own ground."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from fabgen.artwork.clipped_drawing import clip_drawing
from fabgen.artwork.drawing import Drawing, Item, Role, Shape, combine_drawings, draw
from fabgen.artwork.paper_things import Chit, Net
from fabgen.artwork.path import Box, Path, Point, polygon, rectangle
from fabgen.artwork.thin_frames import thin_frames
from fabgen.figures.diagrams.marks import DIRECTION_ANGLES
from fabgen.spec.load import Spec

FIGURE = 0.88  # of a cell: the height of a figure, or its width where that is more
MOST_MARK, ENLARGED = 0.6, 0.74  # of a cell: marks in it that are smaller, and how large the largest of them becomes
BESIDE_LINE, FLAT = 0.25, 0.05  # mm: what belongs to a line at either side of it; the tolerance of curves
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
    marked, marks = _take_marks(_leave_out_marks(board.without(*LEFT_OUT), taken), middles, cell)
    ground = clip_drawing(thin_frames(marked), box) + marks
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


def _take_marks(board: Drawing, middles: Sequence[Point], cell: float) -> tuple[Drawing, Drawing]:
    """A board without the small marks that are engraved in its cells, and these marks, as large as cells allow and of
    few lines: at this size a ring would be a dot, and an outline would run full."""
    others, marks = list[Item](), list[tuple[Shape, Point, list[Path]]]()
    for item in board.items:
        if not isinstance(item, Shape) or item.role not in (Role.ZONE, Role.FROST):
            others.append(item)
            continue
        of_cells = dict[Point, list[Path]]()
        for path in item.paths:
            x0, y0, x1, y1 = path.bounds()
            middle = min(middles, key=lambda at: math.dist(at, ((x0 + x1) / 2, (y0 + y1) / 2)))
            of_cells.setdefault(middle, []).append(path)
        for middle, paths in of_cells.items():
            if _size_of(paths) < MOST_MARK * cell:
                marks.append((item, middle, paths))
            else:
                others.append(replace(item, paths=tuple(paths)))
    factor = ENLARGED * cell / max((_size_of(paths) for _, _, paths in marks), default=cell)
    return Drawing(tuple(others)), combine_drawings(
        Drawing((replace(item, paths=tuple(_trace_mark(paths))),)).moved(-x, -y).scaled(factor).moved(x, y)
        for item, (x, y), paths in marks)


def _size_of(paths: Sequence[Path]) -> float:
    """The width or the height of some paths, whichever is more."""
    x0, y0, x1, y1 = Drawing((Shape(tuple(paths), Role.ZONE),)).bounds()
    return max(x1 - x0, y1 - y0)


def _trace_mark(paths: Sequence[Path]) -> Sequence[Path]:
    """The lines of a mark: those in the middle of the bands around its holes, or all where it has none."""
    import shapely

    lines = shapely.union_all([shapely.LineString(path.trace(FLAT)) for path in paths])
    lines = lines.buffer(2 * BESIDE_LINE).buffer(-BESIDE_LINE)  # what is left between two lines of one area is no hole
    bands = [band for band in shapely.get_parts(lines) if band.interiors]
    if not bands:
        return paths
    traced = list[Path]()
    for band in bands:
        width = 2 * band.area / band.length  # of a band as long as half of its edges
        for hole in band.interiors:
            middle = shapely.Polygon(hole).buffer(width / 2, join_style="mitre")
            traced.append(polygon([*middle.exterior.coords][:-1]))
    return traced


def _draw_tile(chit: Chit) -> Drawing:
    """The front of a flat piece as it is cut out, with a thin line along its cut where it has a light rim, which is
    white in little ink."""
    ground, *marks = chit.front.items
    cut = replace(ground, paths=(chit.outline(),)) if isinstance(ground, Shape) else ground
    if ground.role is not Role.CARD_GROUND:
        return Drawing((cut, *marks))
    paper = draw(Role.BODY, chit.outline(), tone="white")
    return paper + Drawing((cut, *marks)) + draw(Role.HOLE, chit.outline())


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
