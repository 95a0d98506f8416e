"""The figure of an example and its claims → a close-up of whole cells around the action.

For figures so small that no mark could be read on the whole board. Nothing outside the close-up matters to the example.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from fabgen.artwork.drawing import Drawing, Item, Lettering, Role, Shape
from fabgen.artwork.path import Line, Path, Point, line, rectangle, translation
from fabgen.figures.positions.claims import FigureClaims, Trace, find_captured_cells
from fabgen.rules.boards import Board, Cell
from fabgen.rules.position import Position

LEAST = 3  # cells: the least width and height
OVER = 0.02  # of a cell: how far a drawing may reach beyond its cell
Box = tuple[float, float, float, float]


def find_action_cells(lattice: Board, position: Position, claims: FigureClaims, trace: Trace) -> set[Cell]:
    """The cells that an example is about: where its moves start, pass and end, and where they capture."""
    actions = (*claims.legal, *claims.illegal, *claims.exactly)
    cells = {cell for action in actions for cell in (action.origin, *action.path) if cell}
    cells |= {cell for action in actions for cell in find_captured_cells(lattice, position, action)}
    cells |= {cell for leg in trace.legs for cell in (leg.start, leg.end)}
    return (
        cells
        | {*trace.moved_pieces, *trace.captured_pieces}
        | {cell for token_cells in trace.lifted_tokens.values() for cell in token_cells}
    )


def crop_box(lattice: Board, cells: Iterable[Cell], side: float, *, is_flipped: bool = False) -> Box | None:
    """The smallest part of a board with these cells, in mm, at least 3 by 3 cells, where the viewer sees it.

    None for no cells, and where cells are not squares, because their borders cannot be cut straight.
    """
    places = [lattice.place(cell) for cell in cells]
    if not places or not lattice.compass.has_square_cells:
        return None
    (x0, x1), (y0, y1) = (_widen_span([place[axis] for place in places], size)
                          for axis, size in ((0, lattice.files), (1, lattice.ranks)))
    if is_flipped:
        x0, x1, y0, y1 = lattice.files - x1, lattice.files - x0, lattice.ranks - y1, lattice.ranks - y0
    return x0 * side, y0 * side, x1 * side, y1 * side


def _widen_span(places: list[int], size: int) -> tuple[int, int]:
    """The range from the first place to behind the last, widened on both sides in turn to the least size."""
    low, high = min(places), max(places) + 1
    while high - low < min(LEAST, size):
        if low and (size - high < low or high == size):
            low -= 1
        else:
            high += 1
    return low, high


def crop_drawing(drawing: Drawing, box: Box, side: float) -> Drawing:
    """The part of a drawing in a box. Straight lines are cut at its edge, other items are kept whole or left out, and
    names of files and ranks move to its edge."""
    reach = OVER * side
    wide = (box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach)
    return Drawing(tuple(cropped for item in drawing.items
                         for cropped in (_move_coordinate(item, box) if item.role is Role.COORDINATE
                                         else _crop_item(item, box, wide))))


def _move_coordinate(item: Item, box: Box) -> Iterator[Item]:
    """The name of a file moved from below the board to below the box; the name of a rank, to the left of the box."""
    x0, y0, x1, y1 = item.bounds()
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    if y < 0 and box[0] <= x <= box[2]:
        yield item.transformed(translation(0, box[1]))
    elif x < 0 and box[1] <= y <= box[3]:
        yield item.transformed(translation(box[0], 0))


def _crop_item(item: Item, box: Box, wide: Box) -> Iterator[Item]:
    """The part of an item in a box, or the whole item, or nothing."""
    if isinstance(item, Lettering):
        x0, y0, x1, y1 = item.bounds()
        if _contains(wide, ((x0 + x1) / 2, (y0 + y1) / 2)):
            yield item
        return
    x0, y0, x1, y1 = item.bounds()
    if item.role is Role.LIGHT_CELL and len(item.paths) == 1:  # the ground of the whole board
        x0, y0, x1, y1 = max(x0, box[0]), max(y0, box[1]), min(x1, box[2]), min(y1, box[3])
        yield replace(item, paths=(rectangle(x0, y0, x1 - x0, y1 - y0),))
        return
    is_area = all(path.closed for path in item.paths) and len(item.paths) > 1 and _is_one_area(item)
    paths = (list(item.paths) if _is_inside(item.bounds(), wide) else []) if is_area else [
        clipped for path in item.paths for clipped in _clip_path(path, box, wide)]
    if paths:
        yield replace(item, paths=tuple(paths))


def _is_one_area(item: Shape) -> bool:
    """Whether the paths of a shape are one area with holes: the first one contains the others."""
    whole = item.paths[0].bounds()
    return all(_is_inside(path.bounds(), whole) for path in item.paths[1:])


def _clip_path(path: Path, box: Box, wide: Box) -> Iterator[Path]:
    """The part of a path in a box."""
    if _is_inside(path.bounds(), wide):
        yield path
    elif not path.closed and len(path.segments) == 1 and isinstance(path.segments[0], Line):
        ends = _clip_line(path.start, path.segments[0].to, box)
        if ends:
            yield line(*ends)


def _clip_line(start: Point, end: Point, box: Box) -> tuple[Point, Point] | None:
    """The part of a straight line in a box (Liang and Barsky, 1984); None where it has none."""
    low, high = 0.0, 1.0
    for axis in (0, 1):
        step = end[axis] - start[axis]
        if abs(step) < 1e-9:
            if not box[axis] - 1e-6 <= start[axis] <= box[axis + 2] + 1e-6:
                return None
            continue
        enter, leave = sorted(((box[axis] - start[axis]) / step, (box[axis + 2] - start[axis]) / step))
        low, high = max(low, enter), min(high, leave)
    if high - low < 1e-6:
        return None
    first, last = ((start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t) for t in (low, high))
    return first, last


def _is_inside(inner: Box, outer: Box) -> bool:
    """Whether a box lies in another."""
    return inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def _contains(box: Box, point: Point) -> bool:
    """Whether a point lies in a box."""
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


__all__ = ["crop_box", "crop_drawing", "find_action_cells"]
