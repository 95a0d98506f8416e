"""Cells with several pieces → insets: the same cells enlarged beside the board, each with a line that leads to it.

On maps they are above or below the board, because the names of spaces take the room beside it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from fabgen.artwork.drawing import Drawing, Item, Role, combine_drawings, draw, draw_text
from fabgen.artwork.path import Box, Point, circle, line, polygon, rectangle
from fabgen.figures.positions.close_up import crop_drawing
from fabgen.figures.positions.coordinates import name_cap_height
from fabgen.figures.positions.inset_lines import clear_parts, place_inset_line
from fabgen.figures.positions.position_figure import PositionFigure
from fabgen.rules.boards import Cell

INSET_GAP = 0.4  # of the cell: from an enlarged cell to the board or to others
INSET_CORNER = 0.06  # of an enlarged cell: the rounding of its corners
INSET_LABEL = 1.0  # capitals: room for the name of an inset before the next row
# Of the cell: the width of the light paper under a line to an inset; the radius of the dot at its end in its cell, and
# how far within the cell that is.
LEADER_PAPER, DOT, WITHIN = 0.14, 0.06, 0.09
ARRIVING = 0.8  # of half the width of an inset: how far from the middle of its rim a straight line may reach it
OFF_NAME = 0.5  # capitals: from the name of a rank to a line that it interrupts
INSET_NAME, INSET_APART = 1.5, 0.3  # capitals: the name above an inset; of the cell: between insets beside the board


@dataclass(frozen=True)
class Inset:
    """An enlarged cell: its middle in mm, the line that leads to it over the board, and from `start` at the edge
    to its rim. A line that can go around no name is interrupted by it."""

    cell: Cell
    middle: Point
    start: Point
    leader: Drawing
    to_rim: Drawing


def place_insets(figure: PositionFigure, box: Box, around: Box, names: Sequence[Box]) -> list[Inset]:
    """The enlarged cells beside the part of the board in a box, clear of what is shown `around` it too: at the right,
    or at the left for cells in its left third. Those of a map, whose spaces have their names around them, and those
    that are too many for its height, are above it, or below it for cells in its lower third. Lines to them keep clear
    of names and pieces."""
    cells = [cell for cell in sorted(figure.shared_cells, key=figure.middle)
             if box[0] < figure.middle(cell)[0] < box[2] and box[1] < figure.middle(cell)[1] < box[3]]
    label, gap = INSET_NAME * name_cap_height(figure.surface), INSET_APART * figure.side
    column_room = int((around[3] - around[1] + gap) / (figure.inset_scale * figure.side + label + gap) + 1e-6)
    if figure.spec.lattice.kind != "map" and len(cells) <= 2 * column_room:
        third = box[0] + (box[2] - box[0]) / 3
        count = sum(figure.middle(cell)[0] < third for cell in cells)
        count = min(max(count, len(cells) - column_room), column_room)
        return [*_place_inset_column(figure, box, around, cells[:count], names, is_right=False),
                *_place_inset_column(figure, box, around, cells[count:], names, is_right=True)]
    upper = [cell for cell in cells if figure.middle(cell)[1] > box[1] + (box[3] - box[1]) / 3]
    lower = [cell for cell in cells if cell not in upper]
    box = box[0], around[1], box[2], around[3]
    return [*_place_inset_rows(figure, box, upper, names, is_above=True),
            *_place_inset_rows(figure, box, lower, names, is_above=False)]


def _place_inset_column(figure: PositionFigure, box: Box, around: Box, cells: Sequence[Cell], names: Sequence[Box], *,
                        is_right: bool) -> Iterator[Inset]:
    """The insets at the right or the left of a box, each as near to the height of its cell as there is room for it and
    its name within the height of the board."""
    side, reach, cap = figure.side, figure.inset_scale * figure.side / 2, name_cap_height(figure.surface)
    edge, rim, outward = (box[2], around[2], 1) if is_right else (box[0], around[0], -1)
    middle_x, label, gap = rim + outward * (INSET_GAP * side + reach), INSET_NAME * cap, INSET_APART * side
    # The names of ranks interrupt a line; it goes around all other ones.
    ranks = [(x0 - OFF_NAME * cap, y0, x1 + OFF_NAME * cap, y1) for x0, y0, x1, y1 in names if x1 < box[0]]
    names = [name for name in names if name[2] >= box[0]]
    turned_names = [(y0, outward * x0, y1, outward * x1) if is_right else (y0, outward * x1, y1, outward * x0)
                    for x0, y0, x1, y1 in names]
    top = around[3]
    for below, cell in zip(reversed(range(len(cells))), sorted(cells, key=lambda c: -figure.middle(c)[1]), strict=True):
        x, y = figure.middle(cell)
        lowest = around[1] + reach + below * (2 * reach + label + gap)
        middle_y = min(max(y, lowest), top - label - reach)
        top = middle_y - reach - gap
        # The line is found as if the board lay on its side, with the inset above it.
        arriving = max(-ARRIVING * reach, min(y - middle_y, ARRIVING * reach))
        foot, head = (y, outward * x + 0.5 * side), (middle_y + arriving, outward * middle_x - reach)
        points = place_inset_line(foot, outward * edge, head, side, reach - abs(arriving), (box[1], box[3]),
                                  turned_names)
        *on_board, head = ((outward * v, u) for u, v in points)
        yield _draw_leader(figure, cell, (middle_x, middle_y), on_board, head, [*names, *ranks])


def _place_inset_rows(figure: PositionFigure, box: Box, cells: Sequence[Cell], names: Sequence[Box], *, is_above: bool
                      ) -> Iterator[Inset]:
    """The insets on one side of a box in as many rows as its width calls for, the farthest row first. Neighbouring
    cells are in different rows, so that each inset is near its cell."""
    side, reach, cap = figure.side, figure.inset_scale * figure.side / 2, name_cap_height(figure.surface)
    pitch = 2 * reach + INSET_GAP * side
    row_room = max(1, int((box[2] - box[0] + INSET_GAP * side) / pitch + 1e-6))
    rows = -(-len(cells) // row_room)
    edge, outward = (box[3], 1) if is_above else (box[1] - 2.6 * cap, -1)
    for number in reversed(range(rows)):
        left, row = box[0], cells[number::rows]
        for place, cell in enumerate(row):
            x, y = figure.middle(cell)
            rightmost = box[2] - reach - (len(row) - 1 - place) * pitch
            middle_x = max(min(x, rightmost), left + reach)
            left = middle_x - reach + pitch
            middle_y = edge + outward * (INSET_GAP * side + reach + number * (pitch + INSET_LABEL * cap))
            foot, head = (x, y + 0.5 * outward * side), (middle_x, middle_y - outward * reach)
            *on_board, head = place_inset_line(
                foot, box[3] if is_above else box[1], head, side, reach, (box[0], box[2]), names)
            yield _draw_leader(figure, cell, (middle_x, middle_y), on_board, head, names)


def _draw_leader(figure: PositionFigure, cell: Cell, middle: Point, on_board: Sequence[Point], head: Point,
                 names: Sequence[Box]) -> Inset:
    """The inset of a cell with the line that leads to it, as heavy as their frames: from a dot within the cell over the
    board through some points, and to its rim."""
    (x, y), side, start = figure.middle(cell), figure.side, on_board[-1]
    legs, dot = [(a, b) for a, b in pairwise(on_board) if math.dist(a, b) > 1e-6], Drawing()
    if figure.surface.has_squares:
        foot, frame = _towards((x, y), on_board[0], WITHIN * side), rectangle(x - side / 2, y - side / 2, side, side)
        legs.insert(0, (foot, on_board[0]))
        paper = draw(Role.SHADE, circle(foot, DOT * side + LEADER_PAPER * side / 4), tone="white")
        dot = draw(Role.EDGE, frame) + paper + draw(Role.BODY, circle(foot, DOT * side), tone="black")
    leader, to_rim = (combine_drawings(_draw_leader_part(*part, side) for leg in legs_of
                                       for part in clear_parts(*leg, names)) for legs_of in (legs, [(start, head)]))
    return Inset(cell, middle, start, leader + dot, to_rim)


def _towards(middle: Point, rim: Point, within: float) -> Point:
    """A place so many mm within the rim of a square, from a place on that rim."""
    (x, y), (u, v) = middle, rim
    is_level = abs(u - x) >= abs(v - y)
    return (u - math.copysign(within, u - x), v) if is_level else (u, v - math.copysign(within, v - y))


def _draw_leader_part(start: Point, end: Point, side: float) -> Drawing:
    """A straight part of a line to an inset, on light paper that tells it from borders of cells."""
    length, half = math.dist(start, end), LEADER_PAPER * side / 2
    x, y = (end[0] - start[0]) * half / length, (end[1] - start[1]) * half / length
    paper = polygon([(start[0] + y, start[1] - x), (end[0] + y, end[1] - x),
                     (end[0] - y, end[1] + x), (start[0] - y, start[1] + x)])
    return draw(Role.SHADE, paper, tone="white") + draw(Role.EDGE, line(start, end))


def enlarge_figure(figure: PositionFigure) -> PositionFigure:
    """The figure from which insets are cut."""
    return replace(figure, side=figure.inset_scale * figure.side, is_inset=True)


def draw_insets(figure: PositionFigure, insets: Iterable[Inset], enlarged: PositionFigure, ground: Drawing,
                layers: Sequence[Drawing]) -> Drawing:
    """Cells once more, with everything that is on them, each in a frame with its name above it, or below if it is below
    the board. They have the tints of the board and no patterns, which would show between the pieces, and look like
    others when they are enlarged. `ground`, `layers`: the board of the enlarged figure, and what is on it."""
    reach, cap = enlarged.side / 2, name_cap_height(figure.surface)
    drawings, patterns = list[Drawing](), (Role.GRID, Role.ZONE, Role.FROST)
    for inset in insets:
        (x, y), (u, v) = enlarged.middle(inset.cell), inset.middle
        cell_ground = Drawing()
        if figure.surface.has_squares:
            cell_ground = crop_drawing(ground, (x - reach, y - reach, x + reach, y + reach), enlarged.side)
        content = Drawing(tuple(item for layer in layers for item in layer.items if _is_on_cell(item, inset.cell)))
        frame = rectangle(u - reach, v - reach, 2 * reach, 2 * reach, INSET_CORNER * enlarged.side)
        is_above, name = v + reach > inset.start[1], figure.spec.lattice.title(inset.cell)
        label_y = v + reach + 0.5 * cap if is_above else v - reach - 1.5 * cap
        inset_drawings = [
            inset.to_rim, draw(Role.SHADE, frame, tone="white"),
            (cell_ground.without(*patterns) + content).moved(u - x, v - y), draw(Role.EDGE, frame),
            draw_text(Role.COORDINATE, name, (u, label_y), cap),
        ]
        drawings += [drawing.without_groups().in_group(f"insets/{inset.cell}") for drawing in inset_drawings]
    return combine_drawings(drawings)


def _is_on_cell(item: Item, cell: Cell) -> bool:
    """Whether an item lies on a cell, as pieces and signs do; arrows and frames do not."""
    parts = item.group.split("/")
    return parts[0] != "frames" and any(
        part.removeprefix("past-").removeprefix("drop-") == cell for part in parts)


__all__ = ["Inset", "draw_insets", "enlarge_figure", "place_insets"]
