"""What a nester is told and what it answers: outlines to place, the room there is, and the place of each copy.
Lengths in mm."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabgen.artwork.path import apply, span, turning

if TYPE_CHECKING:
    from shapely import Polygon

Box = tuple[float, float, float, float]
QUARTERS = (0, 90, 180, 270)


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
