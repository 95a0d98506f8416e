"""A board's own drawing → its areas in mm, laid over the cells of the board, or cut to one part of the board.

The page of the drawing is laid over the cells, as large as fits, in their middle: so what is drawn beside a cell stays
beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabgen.artwork.art import FLAT
from fabgen.artwork.drawing import Drawing, Role, draw
from fabgen.artwork.path import Path, Point, translation, scale_matrix
from fabgen.artwork.regions import path_polygon, restore_curves, index_curves
from fabgen.spec.game import Game
from fabgen.spec.own import DrawingPath

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

EDGE_CLEARANCE = 0.6  # mm between art and the edge of a part


def draw_art(game: Game, size: Point) -> Drawing:
    """The art on a board of a size in mm; nothing if the board has none."""
    paths = _fit_art(game, size)
    return draw(Role.MARK, *paths) if paths else Drawing()


def art_on_cells(game: Game, size: Point, side: float, *, faint: bool = False) -> Drawing:
    """The art of a board of a size in mm, scaled to cells of `side` mm, the cells' lower left corner at the origin.
    With `faint` it is a tint, for figures in which pieces and marks lie over it."""
    border, scale = game.board.border, scale_matrix(side / game.board.cell)
    paths = [path.transformed(translation(-border, -border)).transformed(scale) for path in _fit_art(game, size)]
    return draw(Role.SHADE if faint else Role.MARK, *paths) if paths else Drawing()


def art_within(game: Game, size: Point, part: Path) -> Drawing:
    """The share of the art that lies on a part of the board, clear of the part's edge."""
    import shapely

    paths = _fit_art(game, size)
    if not paths:
        return Drawing()
    whole: BaseGeometry = shapely.Polygon()
    for path in paths:
        whole = whole.symmetric_difference(path_polygon(path, FLAT))
    clipped = whole.intersection(path_polygon(part, FLAT).buffer(-EDGE_CLEARANCE))
    clipped_paths = restore_curves(clipped, index_curves(paths, FLAT), 0.1, FLAT / 2)
    return draw(Role.MARK, *clipped_paths) if clipped_paths else Drawing()


def _fit_art(game: Game, size: Point) -> tuple[Path, ...]:
    """The areas of the art, the lower left corner of the board at the origin."""
    word, border = game.board.art, game.board.border
    if not isinstance(word, DrawingPath):
        return ()
    (width, height), (wide, high) = word.art.page, (side - 2 * border for side in size)
    factor = min(wide / width, high / height)
    shift = translation(size[0] / 2 - factor * width / 2, size[1] / 2 - factor * height / 2)
    return word.art.transformed(scale_matrix(factor)).transformed(shift).areas


def art_overhang(game: Game, size: Point) -> float:
    """How far in mm the art reaches beyond the cells; 0 if it does not."""
    border = game.board.border
    boxes = [path.bounds() for path in _fit_art(game, size)]
    reach = [max(border - x0, border - y0, x1 - size[0] + border, y1 - size[1] + border) for x0, y0, x1, y1 in boxes]
    return max(0.0, *reach) if reach else 0.0
