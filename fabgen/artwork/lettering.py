"""A figure and the scale at which it is printed → the same figure with letters of the same sizes as in other figures.

Figures are drawn before anybody knows how large they are printed. What their letters mean says their size on the page:
names beside a board all have one, and what lies beside a board has no larger words than a caption.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import shapely
from shapely.geometry.base import BaseGeometry

from fabgen.artwork.drawing import Drawing, Item, Lettering, Role, Shape
from fabgen.artwork.text import TextLine, point_size

LONGEST_NAME = 3  # characters of the name of a file or rank
FLAT = 0.1  # mm: flattening of the lines of a board, to see which names lie in its spaces


@dataclass(frozen=True)
class LetterGroups:
    """The names of the groups of a drawing whose letters are set in another way: `rows` below a board, which are scaled
    as a whole; `counted`, things with words beside them; `insets`, cells that are shown once more, larger."""

    rows: tuple[str, ...] = ()
    counted: tuple[str, ...] = ()
    insets: tuple[str, ...] = ()


@dataclass(frozen=True)
class LetterSizes:
    """Sizes in points on the page: the least of names in the spaces of a board, that of names beside a board, and the
    greatest of words beside it. 0 leaves them as they are drawn."""

    least: float = 0.0
    names: float = 0.0
    words: float = 0.0
    groups: LetterGroups = LetterGroups()


AS_DRAWN = LetterSizes()


def set_lettering(drawing: Drawing, scale: float, sizes: LetterSizes) -> Drawing:
    """The drawing at its own size, with lettering that will have these sizes (points) after scaling by `scale`. Rows
    below a board become smaller as a whole, so that they stay in line."""
    drawing = _set_names_between_edges(drawing, scale, sizes)
    box = drawing.only(Role.GRID).bounds() if drawing.only(Role.GRID).items else None
    items = [_set_item(item, scale, sizes, box) for item in drawing.items if not _is_in(item, sizes.groups.rows)]
    rows = Drawing(tuple(item for item in drawing.items if _is_in(item, sizes.groups.rows)))
    return Drawing(tuple(items)) + _set_rows(rows, scale, sizes)


def _is_in(item: Item, groups: tuple[str, ...]) -> bool:
    """Whether an item is in one of these groups."""
    return item.group.partition("/")[0] in groups


def _set_rows(rows: Drawing, scale: float, sizes: LetterSizes) -> Drawing:
    """Rows below a board with smaller words, their upper left corner where it was."""
    caps = [item.text.cap for item in rows.items if isinstance(item, Lettering)]
    size = point_size(max(caps, default=0.0)) * scale
    if not sizes.words or size <= sizes.words:
        return rows
    (left, _, _, top), factor = rows.bounds(), sizes.words / size
    return rows.moved(-left, -top).scaled(factor).moved(left, top)


def _set_item(item: Item, scale: float, sizes: LetterSizes, box: tuple[float, float, float, float] | None) -> Item:
    """One item with its letters as large as they should be."""
    if not isinstance(item, Lettering):
        return item
    size = point_size(item.text.cap) * scale
    if item.role is Role.COORDINATE:
        if sizes.names and _is_in(item, sizes.groups.insets):
            return replace(item, text=replace(item.text, cap=item.text.cap * sizes.names / size))
        if sizes.names and _is_beside(item, box):
            return replace(item, text=_resize_beside(item, sizes.names / size, box))
        return replace(item, text=replace(item.text, cap=item.text.cap * sizes.least / size)) if (
            size < sizes.least) else item
    if _is_in(item, sizes.groups.counted) and sizes.words and size > sizes.words:
        return replace(item, text=_resize_about_middle(item.text, sizes.words / size))
    return item


def _set_names_between_edges(drawing: Drawing, scale: float, sizes: LetterSizes) -> Drawing:
    """The drawing with smaller names where they stand beside a board and yet within its bounds, as along the slanting
    edges of hexagons: outside of all spaces."""
    grid = drawing.only(Role.GRID)
    if not sizes.names or not grid.items:
        return drawing
    box, cells, items = grid.bounds(), None, list(drawing.items)
    for number, item in enumerate(items):
        if not isinstance(item, Lettering) or item.role is not Role.COORDINATE or item.text.angle:
            continue
        if len(item.text.string) > LONGEST_NAME:
            continue  # the name of a space of a map, written beside it
        size = point_size(item.text.cap) * scale
        if size > sizes.names and not _is_beside(item, box) and not _is_in(item, sizes.groups.insets):
            cells = _cells_of_grid(grid) if cells is None else cells
            left, low, right, top = item.bounds()
            if not cells.intersects(shapely.Point((left + right) / 2, (low + top) / 2)):
                items[number] = replace(item, text=_resize_about_middle(item.text, sizes.names / size))
    return Drawing(tuple(items))


def _cells_of_grid(grid: Drawing) -> BaseGeometry:
    """The area that the lines of a board enclose."""
    lines = [[*points, points[0]] if path.closed else points for item in grid.items if isinstance(item, Shape)
             for path in item.paths if len(points := list(path.flatten(FLAT))) > 1]
    noded = shapely.union_all([shapely.LineString(points) for points in lines])
    return shapely.union_all(shapely.get_parts(shapely.polygonize([noded])))


def _resize_about_middle(text: TextLine, factor: float) -> TextLine:
    """A level text of another size, the middle of its capitals where it was."""
    x, y = text.at
    return replace(text, cap=text.cap * factor, at=(x, y + text.cap * (1 - factor) / 2))


def _is_beside(item: Lettering, box: tuple[float, float, float, float] | None) -> bool:
    """Whether a name is to the left of a board or below it."""
    if box is None or item.text.angle:
        return False
    _, _, right, top = item.bounds()
    return right <= box[0] or top <= box[1]


def _resize_beside(item: Lettering, factor: float, box: tuple[float, float, float, float] | None) -> TextLine:
    """A name beside a board in another size, and nearer to it or farther from it as its size calls for."""
    assert box, "a name is beside something"
    (x, y), text = item.text.at, item.text
    if item.bounds()[3] <= box[1]:  # below it
        return replace(text, cap=text.cap * factor, at=(x, box[1] - (box[1] - y) * factor))
    return _resize_about_middle(replace(text, at=(box[0] - (box[0] - x) * factor, y)), factor)


__all__ = ["AS_DRAWN", "LetterGroups", "LetterSizes", "set_lettering"]
