"""A figure and a size in mm → the figure drawn for that size, not shrunk to it.

No stroke is thinner than 0.18 mm, and names of files and ranks are left out if they would be too small to read; other
words that are too small get a notice. An example is shown as a close-up if the cells of the whole board would be too
small. 0.18 mm is half a point, which printers hold at 300 dpi; capitals of 1.4 mm are 6 point type.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from fabgen.artwork.drawing import Drawing, Item, Lettering, Role, Shape
from fabgen.artwork.path import Line, Path
from fabgen.core.languages import Catalogue
from fabgen.core.problems import Location, Problem
from fabgen.figures.diagrams.catalogue import NamedFigure, draw_figure, example_cell_size
from fabgen.spec.load import Spec

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

LEAST_STROKE, LEAST_CAP, LEAST_CELL = 0.18, 1.4, 2.0  # mm
CLOSE_UP = 5.0  # mm: with smaller cells, an example is shown as a close-up
MARGIN, CLOSE = 2.0, 0.6  # mm around a figure: of the usual size, and of a given one
PASSES = 8
AREAS = (Role.SELF, Role.FORWARD, Role.MOVE, Role.CAPTURE, Role.MARK, Role.PATH, Role.REFUSED)  # drawn as filled areas
FINE = 0.005  # mm: tolerance of flattening before strokes are thickened
NEAR = 4.0  # of half the least stroke: a sharp corner that sticks out further counts as thin


@dataclass(frozen=True)
class SizeWish:
    """The wishes for a figure: its longest side or its width, in mm with the margin; whether files and ranks have names
    (None: if they are legible)."""

    longest: float | None = None
    width: float | None = None
    coordinates: bool | None = None


@dataclass(frozen=True)
class SizedFigure:
    """A figure of the size that was wished for, its scale against the usual size, its margin in mm, and notices about
    words in it that are too small to read."""

    figure: NamedFigure
    scale: float
    margin: float
    notes: tuple[Problem, ...] = ()


def draw_sized_figure(
    spec: Spec, kind: str, name: str, wish: SizeWish, words: Catalogue | None = None
) -> SizedFigure:
    """A figure drawn for a wish. Raises KeyError for a figure that the game does not have."""

    def draw_scaled(scale: float, near: bool) -> NamedFigure:
        return draw_figure(spec, kind, name, words, scale, close=near)

    figure, scale, margin = _fit_scale(lambda scale: draw_scaled(scale, False), wish)
    if kind == "example" and spec.game.board.grid and example_cell_size(scale) < CLOSE_UP:
        figure, scale, margin = _fit_scale(lambda scale: draw_scaled(scale, True), wish)  # a close-up
    if wish.longest or wish.width:
        figure = replace(figure, drawing=thicken(figure.drawing.scaled(_scale_error(figure, wish))))
    return SizedFigure(figure, scale, margin, tuple(_legibility_notes(figure, margin)))


def _fit_scale(draw_scaled: Callable[[float], NamedFigure], wish: SizeWish) -> tuple[NamedFigure, float, float]:
    """A figure with or without names of files and ranks, as wished, with its scale and its margin in mm."""

    def draw_bare(scale: float) -> NamedFigure:
        figure = draw_scaled(scale)
        return replace(figure, drawing=figure.drawing.without(Role.COORDINATE))

    if wish.coordinates is not False:
        scale, margin = _find_scale(draw_scaled, wish)
        figure = draw_scaled(scale)
        names = figure.drawing.only(Role.COORDINATE)
        small = _small_capitals(names)
        if wish.coordinates or not small:
            return figure, scale, margin
        if len(small) < len(names.items) / 2:  # some spaces of a map have no room for a name that can be read
            return replace(figure, drawing=_without_small_names(figure.drawing)), scale, margin
    scale, margin = _find_scale(draw_bare, wish)
    return draw_bare(scale), scale, margin


def _scale_error(figure: NamedFigure, wish: SizeWish) -> float:
    return ((wish.longest or wish.width or 0.0) - 2 * CLOSE) / _wished_side(figure, wish)


def _wished_side(figure: NamedFigure, wish: SizeWish) -> float:
    return max(figure.drawing.size()) if wish.longest else figure.drawing.size()[0]


def _find_scale(draw_scaled: Callable[[float], NamedFigure], wish: SizeWish) -> tuple[float, float]:
    """The scale at which a figure has the size that is wished for, and its margin in mm."""
    if not wish.longest and not wish.width:
        return 1.0, MARGIN
    scale = 1.0
    for _ in range(PASSES):
        factor = _scale_error(draw_scaled(scale), wish)
        scale *= factor
        if abs(factor - 1) < 1e-4:
            break
    return scale, CLOSE


def _small_capitals(drawing: Drawing) -> list[float]:
    """The heights in mm of capitals that are too small to read."""
    caps = (item.text.cap for item in drawing.items if isinstance(item, Lettering))
    return [cap for cap in caps if cap < LEAST_CAP - 0.005]


def _without_small_names(drawing: Drawing) -> Drawing:
    """The drawing without names of cells that are too small to read."""
    small = {id(item) for item in drawing.items if isinstance(item, Lettering) and item.role is Role.COORDINATE
             and _small_capitals(Drawing((item,)))}
    return Drawing(tuple(item for item in drawing.items if id(item) not in small))


def _legibility_notes(figure: NamedFigure, margin: float) -> Iterator[Problem]:
    small_caps = _small_capitals(figure.drawing)
    if small_caps:
        side = max(figure.drawing.size()) + 2 * margin
        what = f"words in the figure `{figure.reference}` have capitals of {min(small_caps):.1f} mm at this size"
        legible_side = side * LEAST_CAP / min(small_caps)
        yield Problem(Location(), what, f"they can be read from about {legible_side:.0f} mm on", "warning")


def thicken(drawing: Drawing) -> Drawing:
    """The drawing with the strokes of its marks no thinner than 0.18 mm."""
    return Drawing(tuple(_thicken_item(item) for item in drawing.items))


def _thicken_item(item: Item) -> Item:
    """An area with parts under 0.18 mm, grown by as little as makes all of them as wide; any other item as it is."""
    if not isinstance(item, Shape) or item.role not in AREAS or not all(path.closed for path in item.paths):
        return item
    area = _area(item)
    if not is_thin(area):
        return item
    low, high = 0.0, LEAST_STROKE / 2
    for _ in range(6):
        middle = (low + high) / 2
        low, high = (middle, high) if is_thin(_grow(area, middle)) else (low, middle)
    return replace(item, paths=tuple(_area_paths(_grow(area, high))))


def is_thin(area: BaseGeometry) -> bool:
    """Whether any part of an area except the tips of its corners is less than 0.18 mm wide."""
    half = LEAST_STROKE / 2 - 0.002
    core = area.buffer(-half, join_style="mitre")
    return core.is_empty or bool(area.hausdorff_distance(core) > NEAR * half)


def _grow(area: BaseGeometry, by: float) -> BaseGeometry:
    grown: BaseGeometry = area.buffer(by, join_style="mitre", mitre_limit=1.5)
    return grown


def _area(item: Shape) -> BaseGeometry:
    import shapely

    area: BaseGeometry = shapely.Polygon()
    for path in item.paths:
        area = area.symmetric_difference(shapely.make_valid(shapely.Polygon(path.flatten(FINE))))
    return area


def _area_paths(area: Any) -> Iterator[Path]:
    for part in getattr(area, "geoms", [area]):
        for ring in (part.exterior, *part.interiors):
            points = [(float(x), float(y)) for x, y in ring.coords[:-1]]
            yield Path(points[0], tuple(Line(point) for point in points[1:]), closed=True)


__all__ = ["LEAST_CAP", "LEAST_STROKE", "MARGIN", "SizeWish", "SizedFigure", "draw_sized_figure", "is_thin", "thicken"]
