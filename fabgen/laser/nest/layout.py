"""Outlines to place and sheets to place them on → a finished layout: the values that every part of the nester shares.

All lengths are in mm, with y up and the origin in a sheet's lower left corner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

from fabgen.artwork.path import Box, Point, apply_matrix, point_bounds, rotation
from fabgen.core.languages import Catalogue, load_words

if TYPE_CHECKING:
    from shapely import Polygon

QUARTERS = (0, 90, 180, 270)
Effort = Literal["draft", "normal", "high"]  # draft: a first look, which is never cut
EFFORTS: tuple[Effort, ...] = ("normal", "high")  # that a user may choose
OFFCUT = 40.0  # mm: a narrower remainder is not worth keeping


def turn_box(box: Box, turn: int) -> Box:
    """The box after a turn about the origin by a multiple of 90 degrees."""
    x0, y0, x1, y1 = box
    return point_bounds(apply_matrix(rotation(turn), p) for p in ((x0, y0), (x1, y1)))


def box_size(box: Box) -> tuple[float, float]:
    """Width and height of a box."""
    return box[2] - box[0], box[3] - box[1]


@dataclass(frozen=True)
class NestItem:
    """An outline to place `count` times: a polygon that contains it (never smaller), its exact box, and the turns that
    it may take, in degrees."""

    area: Polygon
    box: Box
    count: int
    turns: tuple[int, ...] = QUARTERS

    def turned_box(self, turn: int) -> Box:
        """The exact box after a turn about the origin."""
        return turn_box(self.box, turn)

    def hull(self) -> NestItem:
        """The item with its convex hull for its outline."""
        hull: Any = self.area.convex_hull
        return replace(self, area=hull)

    def shape_key(self) -> object:
        """A key that is equal for items of equal outline (to 0.001 mm) and equal turns."""
        x, y, rings = self.box[0], self.box[1], (self.area.exterior, *self.area.interiors)
        outlines = tuple(tuple((round(a - x, 3), round(b - y, 3)) for a, b in ring.coords) for ring in rings)
        return outlines, tuple(round(side, 3) for side in box_size(self.box)), self.turns


@dataclass(frozen=True)
class NestPosition:
    """The place of one copy: the sheet's number, the item's index, its turn in degrees, and the lower left corner of
    its turned box in mm."""

    sheet: int
    item: int
    turn: int
    x: float
    y: float


@dataclass(frozen=True)
class SheetLimits:
    """The size of a sheet, the margin that stays free along its edges, and the gap between parts."""

    width: float
    height: float
    margin: float
    spacing: float

    @property
    def usable_width(self) -> float:
        """The width inside of the margins."""
        return self.width - 2 * self.margin

    @property
    def usable_height(self) -> float:
        """The height inside of the margins."""
        return self.height - 2 * self.margin

    def holds(self, size: tuple[float, float]) -> bool:
        """Whether a box of this size fits inside of the margins."""
        return size[0] <= self.usable_width + 1e-6 and size[1] <= self.usable_height + 1e-6


@dataclass(frozen=True)
class StockSheet:
    """A sheet in the workshop.

    * `outline`: its corners in order, with the lower left corner of its box at 0, 0; `holes`: those that were cut out
      of it before.
    * `count`: how many such sheets there are (None: no limit).
    * `name`, and `colour` if it comes in only one.
    * `offcut`: whether it is an offcut, which is already paid for and therefore used first.
    """

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
        """A new rectangular sheet."""
        corners = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
        return cls(corners, count, name, colour=colour)

    def size(self) -> tuple[float, float]:
        """Width and height of its box."""
        return box_size(point_bounds(self.outline))

    @property
    def is_whole(self) -> bool:
        """Whether it is a rectangle without holes."""
        width, height = self.size()
        return not self.holes and float(self.area().area) > width * height - 1e-6

    def area(self) -> Polygon:
        """The material of the sheet, as a polygon."""
        import shapely

        return shapely.Polygon(self.outline, self.holes)


FilledSheet = tuple[StockSheet, tuple[NestPosition, ...]]


@dataclass(frozen=True)
class NestLayout:
    """The place of every copy, and the sheets used.

    * `sheets_used`, `lower_bound`: in sheets of the largest size: whole ones and the used width of the last. No layout
      of these parts with this gap and these margins needs less than `lower_bound` (the parts' areas, each with half the
      gap around it).
    * `layouts_tried`: the length of the search; `is_interrupted`: whether the user ended it early.
    * `leftover`: the remainder of the last sheet in one piece, for the shop file.
    """

    positions: tuple[NestPosition, ...]
    sheets: tuple[StockSheet, ...]
    sheets_used: float
    lower_bound: float
    layouts_tried: int = 0
    is_interrupted: bool = False
    leftover: StockSheet | None = None

    @property
    def ratio(self) -> float:
        """Sheets used over the lower bound: 1 is perfect."""
        return self.sheets_used / self.lower_bound if self.lower_bound else 1.0

    def __str__(self) -> str:
        stopped = ", stopped early" if self.is_interrupted else ""
        return f"{self.sheets_used:.2f} sheets, {self.ratio:.2f} times the bound{stopped}"


def sheet_capacity(sheet: StockSheet, limits: SheetLimits) -> float:
    """The largest area in mm² that a sheet can hold: the area inside of the margins, plus half a gap on all sides,
    because the half gap around a part may reach over the margin."""
    return float(sheet.area().buffer(limits.spacing / 2 - limits.margin, join_style="mitre").area)


def needed_area(items: Sequence[NestItem], limits: SheetLimits) -> float:
    """The least area in mm² that all copies need: their own area, and half the gap around each, which no two copies can
    share."""
    return sum(float(item.area.buffer(limits.spacing / 2).area) * item.count for item in items)


def count_sheets_used(
    filled: Sequence[FilledSheet], items: Sequence[NestItem], limits: SheetLimits, unit: float
) -> float:
    """Whole sheets and the used width of the last, counted in sheets of `unit` mm² of capacity."""
    if not filled:
        return 0.0
    whole = sum(sheet_capacity(sheet, limits) for sheet, _ in filled[:-1])
    sheet, positions = filled[-1]
    share = (right_edge(items, positions) - limits.margin) / (sheet.size()[0] - 2 * limits.margin)
    return (whole + share * sheet_capacity(sheet, limits)) / unit


def right_edge(items: Sequence[NestItem], positions: Sequence[NestPosition]) -> float:
    """The largest x that parts reach on their sheet."""
    return max(p.x + box_size(items[p.item].turned_box(p.turn))[0] for p in positions)


def place_outline(item: NestItem, position: NestPosition) -> Polygon:
    """The item's area, turned and moved to its position on the sheet."""
    from shapely import affinity

    x0, y0, _, _ = item.turned_box(position.turn)
    turned = affinity.rotate(item.area, position.turn, origin=(0, 0)) if position.turn else item.area
    return affinity.translate(turned, position.x - x0, position.y - y0)


def find_leftover(
    sheet: StockSheet, positions: Sequence[NestPosition], items: Sequence[NestItem], limits: SheetLimits
) -> StockSheet | None:
    """The remainder of a sheet after its upper left corner, where its parts are, is cut off one gap beyond them: a
    strip or an L. Its largest piece, or None if that is too narrow to be useful."""
    import shapely

    right = right_edge(items, positions) + limits.spacing
    low = min(position.y for position in positions) - limits.spacing
    width, height = sheet.size()
    # A remainder that is too narrow to keep is cut off with the parts, so that the other remainder is a rectangle.
    right, low = right if width - right >= OFFCUT else width + 1, low if low >= OFFCUT else -1.0
    rest = sheet.area().difference(shapely.box(-1, low, right, height + 1))
    pieces = sorted(getattr(rest, "geoms", [rest]), key=lambda piece: -piece.area)
    if not pieces or pieces[0].is_empty or pieces[0].buffer(-OFFCUT / 2 + 1e-6).is_empty:
        return None
    largest = pieces[0]
    x0, y0, _, _ = largest.bounds
    rings = map(shapely.normalize, [largest.exterior, *largest.interiors])
    outline, *holes = (tuple((x - x0, y - y0) for x, y in ring.coords[:-1]) for ring in rings)
    return StockSheet(outline, 1, f"offcut of {sheet.name}" if sheet.name else "offcut", tuple(holes), offcut=True)


def describe_shape(sheet: StockSheet, words: Catalogue | None = None) -> str:
    """The size of a sheet in words, by default English ones: of an L its two bars, of any other irregular shape its
    area and its box.

    >>> describe_shape(StockSheet(((0, 0), (600, 0), (600, 400), (273, 400), (273, 127), (0, 127))))
    'an L of 600 x 127 and 327 x 273 mm'
    """
    import shapely

    words = words or load_words()
    width, height = sheet.size()
    box = {"width": f"{width:.0f}", "height": f"{height:.0f}"}
    if sheet.is_whole:
        return words.text("shape_whole", **box)
    xs, ys = (sorted({round(point[axis], 3) for point in sheet.outline}) for axis in (0, 1))
    if sheet.holes or len(xs) != 3 or len(ys) != 3 or len(sheet.outline) != 6:
        return words.text("shape_irregular", area=f"{sheet.area().area / 100:.0f}", **box)
    area, bars = sheet.area(), list[str]()
    for low, high in pairwise(ys):
        across = [b - a for a, b in pairwise(xs) if area.covers(shapely.Point((a + b) / 2, (low + high) / 2))]
        bars.append(f"{sum(across):.0f} x {high - low:.0f}")
    return words.text("shape_l", first=bars[0], second=bars[1])
