"""A board's own drawing → its areas over the cells, in mm, as the board's drawing lies; what of it lies on a part.

The page of the drawing is laid over the cells, as large as fits, in their middle: so what is drawn beside a cell stays
beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabgen.artwork.art import FLAT
from fabgen.artwork.drawing import Drawing, Role, draw
from fabgen.artwork.path import Path, Point, moving, scaling
from fabgen.artwork.regions import outline, recalled, runs
from fabgen.spec.game import Game
from fabgen.spec.own import Own

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

CLEAR = 0.6  # mm between art and the edge of a part


def draw_art(game: Game, size: Point) -> Drawing:
    """The art on a board of a size in mm; nothing where it has none."""
    paths = _placed(game, size)
    return draw(Role.MARK, *paths) if paths else Drawing()


def art_on_cells(game: Game, size: Point, side: float, *, faint: bool = False) -> Drawing:
    """The art of a board of a size in mm, drawn for cells of a side, their lower left corner at the origin; faint where
    pieces and marks lie over it."""
    border, scale = game.board.border, scaling(side / game.board.cell)
    paths = [path.transformed(moving(-border, -border)).transformed(scale) for path in _placed(game, size)]
    return draw(Role.SHADE if faint else Role.MARK, *paths) if paths else Drawing()


def art_within(game: Game, size: Point, part: Path) -> Drawing:
    """The art as far as it lies on a part of the board, clear of the part's edge."""
    import shapely

    paths = _placed(game, size)
    if not paths:
        return Drawing()
    whole: BaseGeometry = shapely.Polygon()
    for path in paths:
        whole = whole.symmetric_difference(outline(path, FLAT))
    kept = whole.intersection(outline(part, FLAT).buffer(-CLEAR))
    found = recalled(kept, runs(paths, FLAT), 0.1, FLAT / 2)
    return draw(Role.MARK, *found) if found else Drawing()


def _placed(game: Game, size: Point) -> tuple[Path, ...]:
    """The areas of the art, the lower left corner of the board at the origin."""
    word, border = game.board.art, game.board.border
    if not isinstance(word, Own):
        return ()
    (width, height), (wide, high) = word.art.page, (side - 2 * border for side in size)
    factor = min(wide / width, high / height)
    shift = moving(size[0] / 2 - factor * width / 2, size[1] / 2 - factor * height / 2)
    return word.art.transformed(scaling(factor)).transformed(shift).areas


def beyond(game: Game, size: Point) -> float:
    """How far in mm the art reaches beyond the cells; 0 where it does not."""
    paths, border = _placed(game, size), game.board.border
    boxes = [path.bounds() for path in paths]
    reach = [max(border - x0, border - y0, x1 - size[0] + border, y1 - size[1] + border) for x0, y0, x1, y1 in boxes]
    return max(0.0, *reach) if reach else 0.0
