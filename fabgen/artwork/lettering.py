"""A figure and the scale at which it is printed → the same figure with letters of the same sizes as in other figures.

Figures are drawn before anybody knows how large they are printed. What their letters mean says their size on the page:
names beside a board all have one, and what lies beside a board has no larger words than a caption.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from fabgen.artwork.drawing import Drawing, Item, Lettering, Role, Shape, combine_drawings
from fabgen.artwork.drawing_memory import remember_drawings
from fabgen.artwork.text import TextLine, point_size

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from shapely.geometry.base import BaseGeometry

LONGEST_COORDINATE = 3  # characters of the name of a file or rank
FLAT = 0.1  # mm: flattening of the lines of a board, to see which names lie in its spaces


@dataclass(frozen=True)
class LetterGroups:
    """The names of the groups of a drawing whose letters are set in another way.

    * `rows`: below a board, scaled as a whole, those of each picture of a comic for themselves.
    * `counted`: things with words beside them.
    * `named`: small pictures, each before its name, which have a size with it.
    * `labels`: words at lines that lead to things, and titles over the pictures of a comic; groups within groups.
    * `insets`: cells that are shown once more, larger.
    * `pictures`: those of a comic, which have a board each.
    * `spaces`: names of the spaces of a map, wherever they stand; groups within groups. They name no files or ranks.
    * `forms`: what is filled in, with printed words.
    """

    rows: tuple[str, ...] = ()
    counted: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    insets: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()


@dataclass(frozen=True)
class LetterSizes:
    """Sizes in points on the page; 0 leaves letters as they are drawn.

    * `least`: of names in the spaces of a board, at least.
    * `names`: of names beside a board.
    * `words`: of words beside a board, at most.
    * `printed`: of printed words in forms, at most.
    """

    least: float = 0.0
    names: float = 0.0
    words: float = 0.0
    groups: LetterGroups = LetterGroups()
    printed: float = 0.0


AS_DRAWN = LetterSizes()


class _BoardArea:
    """Where a board lies in a drawing, which tells how a name stands to it."""

    def __init__(self, grid: Drawing) -> None:
        self._grid = grid
        self.box = grid.bounds() if grid.items else None

    @cached_property
    def _cells(self) -> BaseGeometry:
        """The area that the lines of the board enclose."""
        import shapely

        paths = [path for item in self._grid.items if isinstance(item, Shape) for path in item.paths]
        lines = [points for path in paths if len(points := path.trace(FLAT)) > 1]
        noded = shapely.union_all([shapely.LineString(points) for points in lines])
        return shapely.union_all(shapely.get_parts(shapely.polygonize([noded])))

    def is_beside(self, name: Lettering) -> bool:
        """Whether a level name is to the left of the board or below it."""
        if self.box is None or name.text.angle:
            return False
        _, _, right, top = name.bounds()
        return right <= self.box[0] or top <= self.box[1]

    def is_between_edges(self, name: Lettering) -> bool:
        """Whether the name of a file or rank stands within the bounds of the board and yet outside of all spaces, as
        along the slanting edges of hexagons. The longer name of a space, which may stand beside it too, never does."""
        import shapely

        if self.box is None or name.text.angle or len(name.text.string) > LONGEST_COORDINATE:
            return False
        left, low, right, top = name.bounds()
        return not self._cells.intersects(shapely.Point((left + right) / 2, (low + top) / 2))


@dataclass(frozen=True)
class _ReadDrawing:
    """What sizes of letters need to know of a drawing, whatever its scale: each item that is in no row below a board,
    with the name of its picture; the items and the boards of the pictures by their names; and the rows of each
    picture."""

    items: tuple[tuple[Item, str], ...]
    pictures: Mapping[str, Sequence[Item]]
    boards: Mapping[str, _BoardArea]
    rows: tuple[Drawing, ...]


@remember_drawings(most=1024)
def _read_drawing(drawing: Drawing, groups: LetterGroups) -> _ReadDrawing:
    """A drawing as sizes of letters need it, at each of several scales."""
    pictures: dict[str, list[Item]] = {}
    for item in drawing.items:
        pictures.setdefault(_find_picture(item, groups), []).append(item)
    rows = {name: tuple(item for item in found if _is_in_rows(item, name, groups))
            for name, found in pictures.items()}
    found_pictures = ((item, _find_picture(item, groups)) for item in drawing.items)
    return _ReadDrawing(
        tuple((item, name) for item, name in found_pictures if not _is_in_rows(item, name, groups)),
        pictures,
        {name: _BoardArea(Drawing(tuple(found)).only(Role.GRID)) for name, found in pictures.items()},
        tuple(Drawing(items) for items in rows.values() if items),
    )


def set_lettering(drawing: Drawing, scale: float, sizes: LetterSizes) -> Drawing:
    """The drawing at its own size, with lettering that will have these sizes (points) after scaling by `scale`. Rows
    below a board become smaller as a whole, so that they stay in line."""
    read = _read_drawing(drawing, sizes.groups)
    sizes_of = {name: _sizes_in_picture(found, scale, sizes) if name else sizes
                for name, found in read.pictures.items()}
    items = tuple([_set_item(item, scale, sizes_of[name], read.boards[name]) for item, name in read.items
                   if not _is_in(item, sizes.groups.named)])
    named = [item for item, _ in read.items if _is_in(item, sizes.groups.named)]
    rows = (_set_rows(rows, scale, sizes) for rows in read.rows)
    return combine_drawings([Drawing(items), *_set_named(named, scale, sizes), *rows])


def _find_picture(item: Item, groups: LetterGroups) -> str:
    """The group of the picture of a comic that an item belongs to; empty for an item of no such picture."""
    return "/".join(item.group.split("/")[:2]) if _is_in(item, groups.pictures) else ""


def _is_in_rows(item: Item, picture: str, groups: LetterGroups) -> bool:
    """Whether an item of a picture, or of a drawing that is no comic, belongs to the rows below its board."""
    return item.group.removeprefix(f"{picture}/").partition("/")[0] in groups.rows


def _sizes_in_picture(items: Sequence[Item], scale: float, sizes: LetterSizes) -> LetterSizes:
    """The sizes in a picture of a comic: names beside its board are no larger than its title, because the next picture
    is near."""
    titles = [point_size(item.text.cap) * scale for item in items
              if isinstance(item, Lettering) and not {*sizes.groups.labels}.isdisjoint(item.group.split("/"))]
    return replace(sizes, names=min([sizes.names, *titles]))


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


def _set_named(items: Sequence[Item], scale: float, sizes: LetterSizes) -> Iterator[Drawing]:
    """Each name with the picture that is drawn before it, smaller about the middle of its letters where these are too
    large."""
    row = list[Item]()
    for item in items:
        row.append(item)
        if not isinstance(item, Lettering):
            continue
        size, (x, y) = point_size(item.text.cap) * scale, item.text.at
        factor, y = min(1.0, sizes.words / size) if sizes.words else 1.0, y + item.text.cap / 2
        yield Drawing(tuple(row)).moved(-x, -y).scaled(factor).moved(x, y) if factor < 1 else Drawing(tuple(row))
        row = []
    yield Drawing(tuple(row))


def _set_item(item: Item, scale: float, sizes: LetterSizes, board: _BoardArea) -> Item:
    """One item with its letters as large as they should be."""
    if not isinstance(item, Lettering):
        return item
    size = point_size(item.text.cap) * scale
    if item.role is Role.COORDINATE:
        if sizes.names and _is_in(item, sizes.groups.insets):
            return replace(item, text=replace(item.text, cap=item.text.cap * sizes.names / size))
        is_space = not {*sizes.groups.spaces}.isdisjoint(item.group.split("/"))
        if sizes.names and not is_space and board.is_beside(item):
            return replace(item, text=_resize_beside(item, sizes.names / size, board))
        if sizes.names and not is_space and size > sizes.names and board.is_between_edges(item):
            return replace(item, text=_resize_about_middle(item.text, sizes.names / size))
        return replace(item, text=replace(item.text, cap=item.text.cap * sizes.least / size)) if (
            size < sizes.least) else item
    is_worded = _is_in(item, sizes.groups.counted) or not {*sizes.groups.labels}.isdisjoint(item.group.split("/"))
    if is_worded and sizes.words and size > sizes.words:
        return replace(item, text=_resize_about_middle(item.text, sizes.words / size))
    if _is_in(item, sizes.groups.forms) and sizes.printed and size > sizes.printed:
        return replace(item, text=_resize_about_middle(item.text, sizes.printed / size))
    return item


def _resize_about_middle(text: TextLine, factor: float) -> TextLine:
    """A level text of another size, the middle of its capitals where it was."""
    x, y = text.at
    return replace(text, cap=text.cap * factor, at=(x, y + text.cap * (1 - factor) / 2))


def _resize_beside(name: Lettering, factor: float, board: _BoardArea) -> TextLine:
    """A name beside a board in another size, and nearer to it or farther from it as its size calls for."""
    assert board.box, "a name is beside something"
    (x, y), text, (left, low, _, _) = name.text.at, name.text, board.box
    if name.bounds()[3] <= low:  # below it
        return replace(text, cap=text.cap * factor, at=(x, low - (low - y) * factor))
    return _resize_about_middle(replace(text, at=(left - (left - x) * factor, y)), factor)


__all__ = ["AS_DRAWN", "LetterGroups", "LetterSizes", "set_lettering"]
