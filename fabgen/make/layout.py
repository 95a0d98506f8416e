"""Sheets with their parts → what a job sheet tells of them: how many, how near to the bound, what is left over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabgen.make.room import Item, Room, Spot, StockSheet, size_of

if TYPE_CHECKING:
    from shapely import Polygon

OFFCUT = 40.0  # mm: what is narrower is not kept
Laid = tuple[StockSheet, tuple[Spot, ...]]


@dataclass(frozen=True)
class Layout:
    """Where everything lies, and on which sheets. `used` and `bound` count sheets of the largest size: whole ones and
    the used width of the last; no layout of these parts, with this gap and these margins, needs less than `bound`
    (their areas, each with half the gap around it). `runs` layouts were tried; `stopped` by somebody at the keyboard.
    `leftover` is what remains of the last sheet in one piece, for the shop file.
    """

    spots: tuple[Spot, ...]
    sheets: tuple[StockSheet, ...]
    used: float
    bound: float
    runs: int = 0
    stopped: bool = False
    leftover: StockSheet | None = None

    @property
    def ratio(self) -> float:
        """Sheets used over sheets that no layout can do without: 1 is perfect."""
        return self.used / self.bound if self.bound else 1.0

    def __str__(self) -> str:
        stopped = ", stopped early" if self.stopped else ""
        return f"{self.used:.2f} sheets, {self.ratio:.2f} times the bound{stopped}"


def capacity(sheet: StockSheet, room: Room) -> float:
    """What a sheet could hold at most, in mm²: its area inside of the margins, with half a gap that may stand over
    them on all sides."""
    return float(sheet.area().buffer(room.spacing / 2 - room.margin, join_style="mitre").area)


def needed(items: Sequence[Item], room: Room) -> float:
    """What all copies take at least, in mm²: their areas with half the gap around them, which no two can share."""
    return sum(float(item.area.buffer(room.spacing / 2).area) * item.count for item in items)


def sheets_used(laid: Sequence[Laid], items: Sequence[Item], room: Room, unit: float) -> float:
    """Whole sheets and the used width of the last, counted in sheets of `unit` mm² of capacity."""
    if not laid:
        return 0.0
    whole = sum(capacity(sheet, room) for sheet, _ in laid[:-1])
    sheet, spots = laid[-1]
    share = (right_edge(items, spots) - room.margin) / (sheet.size()[0] - 2 * room.margin)
    return (whole + share * capacity(sheet, room)) / unit


def right_edge(items: Sequence[Item], spots: Sequence[Spot]) -> float:
    """How far right parts reach on their sheet, in mm."""
    return max(spot.x + size_of(items[spot.item].turned_box(spot.turn))[0] for spot in spots)


def left_over(sheet: StockSheet, spots: Sequence[Spot], items: Sequence[Item], room: Room) -> StockSheet | None:
    """What remains of a sheet once the corner where its parts gather (upper left) is cut off, a gap beyond them: a
    strip or an L; the largest piece, if it is wide enough to be of use."""
    import shapely

    right, low = right_edge(items, spots) + room.spacing, min(spot.y for spot in spots) - room.spacing
    width, height = sheet.size()
    right, low = right if width - right >= OFFCUT else width + 1, low if low >= OFFCUT else -1.0
    rest = sheet.area().difference(shapely.box(-1, low, right, height + 1))
    pieces = sorted(getattr(rest, "geoms", [rest]), key=lambda piece: -piece.area)
    if not pieces or pieces[0].is_empty or pieces[0].buffer(-OFFCUT / 2 + 1e-6).is_empty:
        return None
    return _sheet(pieces[0], f"offcut of {sheet.name}" if sheet.name else "offcut")


def _sheet(area: Polygon, name: str) -> StockSheet:
    import shapely

    x0, y0, _, _ = area.bounds
    rings = [area.exterior, *area.interiors]
    outline, *holes = (tuple((x - x0, y - y0) for x, y in ring.coords[:-1]) for ring in map(shapely.normalize, rings))
    return StockSheet(outline, 1, name, tuple(holes), offcut=True)
