"""What a nester is told and what it answers: outlines to place, the room there is, and the place of each copy.
Lengths in mm."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from fabgen.artwork.path import Point, apply, span, turning

if TYPE_CHECKING:
    from shapely import Polygon

Box = tuple[float, float, float, float]
QUARTERS = (0, 90, 180, 270)
Effort = Literal["normal", "high"]
EFFORTS: tuple[Effort, ...] = ("normal", "high")


def turned(box: Box, turn: int) -> Box:
    """A box after a turn of quarter circles about the origin, in degrees."""
    x0, y0, x1, y1 = box
    return span(apply(turning(turn), p) for p in ((x0, y0), (x1, y1)))


def size_of(box: Box) -> tuple[float, float]:
    """Width and height of a box."""
    return box[2] - box[0], box[3] - box[1]


@dataclass(frozen=True)
class Item:
    """One outline to place `count` times: an area that holds it (never smaller), its exact box, and the turns it may
    take."""

    area: Polygon
    box: Box
    count: int
    turns: tuple[int, ...] = QUARTERS

    def turned_box(self, turn: int) -> Box:
        """The exact box after a turn about the origin."""
        return turned(self.box, turn)

    def shape(self) -> object:
        """What items of equal outline and turns have in common, to 0.001 mm."""
        x, y, rings = self.box[0], self.box[1], (self.area.exterior, *self.area.interiors)
        outlines = tuple(tuple((round(a - x, 3), round(b - y, 3)) for a, b in ring.coords) for ring in rings)
        return outlines, tuple(round(side, 3) for side in size_of(self.box)), self.turns


@dataclass(frozen=True)
class Spot:
    """A copy's place: sheet number, its item, its turn in degrees, and the lower left corner of its turned box in
    mm."""

    sheet: int
    item: int
    turn: int
    x: float
    y: float


@dataclass(frozen=True)
class Room:
    """A sheet's size, its margin, and the gap between parts, in mm."""

    width: float
    height: float
    margin: float
    spacing: float

    @property
    def across(self) -> float:
        return self.width - 2 * self.margin

    @property
    def down(self) -> float:
        return self.height - 2 * self.margin

    def holds(self, size: tuple[float, float]) -> bool:
        return size[0] <= self.across + 1e-6 and size[1] <= self.down + 1e-6


@dataclass(frozen=True)
class StockSheet:
    """A sheet that lies in the shop: its outline in mm (corners in order, its box's lower left corner at 0, 0), what
    was cut out of it before, how many there are (None: as many as it takes), its name, and its colour if it has only
    one. An `offcut` is paid for already: nests use it up first."""

    outline: tuple[Point, ...]
    count: int | None = None
    name: str = ""
    holes: tuple[tuple[Point, ...], ...] = ()
    offcut: bool = False
    colour: str = ""

    @classmethod
    def rectangle(
        cls, width: float, height: float, count: int | None = None, name: str = "", colour: str = ""
    ) -> StockSheet:
        """A whole sheet."""
        corners = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
        return cls(corners, count, name, colour=colour)

    def size(self) -> tuple[float, float]:
        """Width and height of its box."""
        return size_of(span(self.outline))

    @property
    def whole(self) -> bool:
        """Whether it is a rectangle from which nothing is missing."""
        width, height = self.size()
        return not self.holes and float(self.area().area) > width * height - 1e-6

    def area(self) -> Polygon:
        """The material that is there."""
        import shapely

        return shapely.Polygon(self.outline, self.holes)


def shape_of(sheet: StockSheet) -> str:
    """The size of a piece as people say it: of an L its two bars, of anything else its area and its box.

    >>> shape_of(StockSheet(((0, 0), (600, 0), (600, 400), (273, 400), (273, 127), (0, 127))))
    'an L of 600 x 127 and 327 x 273 mm'
    """
    import shapely

    width, height = sheet.size()
    if sheet.whole:
        return f"{width:.0f} x {height:.0f} mm"
    xs, ys = (sorted({round(point[axis], 3) for point in sheet.outline}) for axis in (0, 1))
    if sheet.holes or len(xs) != 3 or len(ys) != 3 or len(sheet.outline) != 6:
        return f"{sheet.area().area / 100:.0f} cm² within {width:.0f} x {height:.0f} mm"
    area, bars = sheet.area(), list[str]()
    for low, high in pairwise(ys):
        across = [b - a for a, b in pairwise(xs) if area.covers(shapely.Point((a + b) / 2, (low + high) / 2))]
        bars.append(f"{sum(across):.0f} x {high - low:.0f}")
    return f"an L of {' and '.join(bars)} mm"
