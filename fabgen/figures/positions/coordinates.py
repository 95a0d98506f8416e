"""The surface of a board → the names of its files and ranks around it, also where it is seen from its far side."""

from __future__ import annotations

from fabgen.artwork.drawing import Drawing, Item, Role, Shape, combine_drawings, draw_text
from fabgen.artwork.path import Point, translation
from fabgen.figures.boards.surface import LEGEND, Surface, draw_rim
from fabgen.rules.boards import file_name

NAME_SHARE = 1.6 / 44.0  # of the board's width: capitals of names, 7 pt on a board of 44 mm in a book, 6 pt at least


def name_cap_height(surface: Surface) -> float:
    """The height in mm of the capitals in names of files and ranks."""
    side = surface.spaces.cell_size
    return max(min(0.25 * side, 2.8), min(NAME_SHARE * surface.spaces.size[0], 0.5 * side))


def draw_coordinates(surface: Surface, cap: float, *, is_flipped: bool = False) -> Drawing:
    """Coordinates at the left and below, with capitals of `cap` mm, also where the board is seen from its far side; the
    spaces of a map carry their own names."""
    lattice, side = surface.lattice, surface.spaces.cell_size
    if surface.kind != "squares":
        names = surface.draw_names() if surface.kind == "map" else draw_rim(surface, cap)
        names = _turn_names(names, surface.spaces.size) if is_flipped else names
        return names.in_group("coordinates")
    files, ranks = range(lattice.files), range(lattice.ranks)
    columns, rows = (reversed(files), reversed(ranks)) if is_flipped else (files, ranks)
    below = [draw_text(Role.COORDINATE, file_name(i), ((place + 0.5) * side, -1.7 * cap), cap)
             for place, i in enumerate(columns)]
    left = [draw_text(Role.COORDINATE, str(j + 1), (-0.7 * cap, (place + 0.5) * side - cap / 2), cap, anchor="end")
            for place, j in enumerate(rows)]
    return combine_drawings([*below, *left]).in_group("coordinates")


def _turn_names(names: Drawing, size: Point) -> Drawing:
    """Names where they are on a board that is turned by half a turn, but upright."""
    upright = list[Item]()
    for item in names.items:
        x0, y0, x1, y1 = item.bounds()
        if isinstance(item, Shape):  # a line that leads from a name to its space
            upright.append(item.transformed((-1.0, 0.0, 0.0, -1.0, size[0], size[1])))
        elif item.group.startswith(LEGEND):  # under the map
            upright.append(item)
        else:
            upright.append(item.transformed(translation(size[0] - x0 - x1, size[1] - y0 - y1)))
    return Drawing(tuple(upright))


__all__ = ["draw_coordinates", "name_cap_height"]
