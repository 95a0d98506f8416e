"""What a nester is told and what it answers: outlines to place, the room there is, and the place of each copy.
Lengths in mm."""

from __future__ import annotations

from dataclasses import dataclass
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
    was cut out of it before, how many there are (None: as many as it takes), and its name. An `offcut` is paid for
    already: nests use it up first."""

    outline: tuple[Point, ...]
    count: int | None = None
    name: str = ""
    holes: tuple[tuple[Point, ...], ...] = ()
    offcut: bool = False

    @classmethod
    def rectangle(cls, width: float, height: float, count: int | None = None, name: str = "") -> StockSheet:
        """A whole sheet."""
        return cls(((0.0, 0.0), (width, 0.0), (width, height), (0.0, height)), count, name)

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
