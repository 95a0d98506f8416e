"""A figure and a size in mm → the figure drawn for that size, not shrunk to it: no stroke under 0.18 mm, no names of
files and ranks too small to read, and a notice for every other word that is. An example on a board whose cells would
be too small is shown from near.

0.18 mm is half a point, which printers hold at 300 dpi; capitals of 1.4 mm are 6 point type.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from fabgen.artwork.drawing import Drawing, Item, Lettering, Role, Shape
from fabgen.artwork.path import Line, Path
from fabgen.base import Problem, Where
from fabgen.figures.catalogue import Named, draw_figure, example_cell
from fabgen.spec.load import Spec
from fabgen.words import Words

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

LEAST_STROKE, LEAST_CAP, LEAST_CELL = 0.18, 1.4, 2.0  # mm
CLOSE_UP = 5.0  # mm: an example is shown from near where the cells of the whole board would be smaller
MARGIN, CLOSE = 2.0, 0.6  # mm around a figure: as it is, and where its size is given
PASSES = 8
AREAS = (Role.SELF, Role.FORWARD, Role.MOVE, Role.CAPTURE, Role.MARK, Role.PATH, Role.REFUSED)  # drawn as filled areas
FINE = 0.005  # mm: flattening of what is thickened
NEAR = 4.0  # of half the least stroke: how far a sharp corner may stand out before it counts as thin


@dataclass(frozen=True)
class Wish:
    """What is asked of a figure: its longest side, or its width, in mm with its margin; whether files and ranks are
    named (None: where that is legible)."""

    longest: float | None = None
    width: float | None = None
    coordinates: bool | None = None


@dataclass(frozen=True)
class Sized:
    """A figure as large as it was wished for, the scale against its usual size, its margin in mm, and what cannot be
    read in it."""

    figure: Named
    scale: float
    margin: float
    notes: tuple[Problem, ...] = ()


def sized_figure(spec: Spec, kind: str, name: str, wish: Wish, words: Words | None = None) -> Sized:
    """A figure under a wish; KeyError for one that the game does not have."""


    def drawn(scale: float, near: bool) -> Named:
        return draw_figure(spec, kind, name, words, scale, close=near)

    figure, scale, margin = _fitted(lambda scale: drawn(scale, False), wish)
    if kind == "example" and spec.game.board.grid and example_cell(scale) < CLOSE_UP:
        figure, scale, margin = _fitted(lambda scale: drawn(scale, True), wish)  # a close-up, for lack of room
    if wish.longest or wish.width:
        figure = replace(figure, drawing=thickened(figure.drawing.scaled(_off(figure, wish))))
    return Sized(figure, scale, margin, tuple(_notes(figure, margin)))


def _fitted(drawn: Callable[[float], Named], wish: Wish) -> tuple[Named, float, float]:
    """A figure at its scale, with the names of files and ranks as they are wished for, and its margin."""

    def bare(scale: float) -> Named:
        figure = drawn(scale)
        return replace(figure, drawing=figure.drawing.without(Role.COORDINATE))

    if wish.coordinates is not False:
        scale, margin = _scale(drawn, wish)
        figure = drawn(scale)
        if wish.coordinates or not _unread(figure.drawing.only(Role.COORDINATE)):
            return figure, scale, margin
    scale, margin = _scale(bare, wish)
    return bare(scale), scale, margin


def _off(figure: Named, wish: Wish) -> float:
    return ((wish.longest or wish.width or 0.0) - 2 * CLOSE) / _side(figure, wish)


def _side(figure: Named, wish: Wish) -> float:
    return max(figure.drawing.size()) if wish.longest else figure.drawing.size()[0]


def _scale(drawn: Callable[[float], Named], wish: Wish) -> tuple[float, float]:
    """The scale at which a figure has the side that is wished for, and its margin."""
    if not wish.longest and not wish.width:
        return 1.0, MARGIN
    scale = 1.0
    for _ in range(PASSES):
        off = _off(drawn(scale), wish)
        scale *= off
        if abs(off - 1) < 1e-4:
            break
    return scale, CLOSE


def _unread(drawing: Drawing) -> list[float]:
    """The heights of capitals that are too small."""
    caps = (item.text.cap for item in drawing.items if isinstance(item, Lettering))
    return [cap for cap in caps if cap < LEAST_CAP - 0.005]


def _notes(figure: Named, margin: float) -> Iterator[Problem]:
    small = _unread(figure.drawing)
    if small:
        side = max(figure.drawing.size()) + 2 * margin
        what = f"words in the figure `{figure.reference}` have capitals of {min(small):.1f} mm at this size"
        enough = side * LEAST_CAP / min(small)
        yield Problem(Where(), what, f"they can be read from about {enough:.0f} mm on", "warning")


def thickened(drawing: Drawing) -> Drawing:
    """The drawing with the strokes of its marks no thinner than 0.18 mm."""
    return Drawing(tuple(_thickened(item) for item in drawing.items))


def _thickened(item: Item) -> Item:
    if not isinstance(item, Shape) or item.role not in AREAS or not all(path.closed for path in item.paths):
        return item
    area = _area(item)
    if not thin(area):
        return item
    low, high = 0.0, LEAST_STROKE / 2
    for _ in range(6):
        middle = (low + high) / 2
        low, high = (middle, high) if thin(_grown(area, middle)) else (low, middle)
    return replace(item, paths=tuple(_paths(_grown(area, high))))


def thin(area: BaseGeometry) -> bool:
    """Whether some of an area is less than 0.18 mm wide, beyond the tips of its corners."""
    half = LEAST_STROKE / 2 - 0.002
    kept = area.buffer(-half, join_style="mitre")
    return kept.is_empty or bool(area.hausdorff_distance(kept) > NEAR * half)


def _grown(area: BaseGeometry, by: float) -> BaseGeometry:
    grown: BaseGeometry = area.buffer(by, join_style="mitre", mitre_limit=1.5)
    return grown


def _area(item: Shape) -> BaseGeometry:
    import shapely

    found: BaseGeometry = shapely.Polygon()
    for path in item.paths:
        found = found.symmetric_difference(shapely.make_valid(shapely.Polygon(path.flatten(FINE))))
    return found


def _paths(area: Any) -> Iterator[Path]:
    for part in getattr(area, "geoms", [area]):
        for ring in (part.exterior, *part.interiors):
            points = [(float(x), float(y)) for x, y in ring.coords[:-1]]
            yield Path(points[0], tuple(Line(point) for point in points[1:]), closed=True)


__all__ = ["LEAST_CAP", "LEAST_STROKE", "MARGIN", "Sized", "Wish", "sized_figure", "thickened", "thin"]
