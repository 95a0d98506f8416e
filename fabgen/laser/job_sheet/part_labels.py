"""A part on a sheet → its label for the picture of that sheet: its number and name, placed where they hide nothing.

A label is inside its own part, clear of cuts and engravings, at most over scored lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from fabgen.artwork.drawing import Drawing, Item, Lettering, Role, combine_drawings, draw, draw_text
from fabgen.artwork.part import Part
from fabgen.artwork.path import rectangle, rotation, scale_matrix
from fabgen.artwork.text import text_width
from fabgen.laser.machine import Machine
from fabgen.laser.sheet import Placement
from fabgen.materials.operations import Operation

if TYPE_CHECKING:
    from shapely import STRtree
    from shapely.geometry.base import BaseGeometry

NAMES = (2.0, 1.7, 1.4, 1.15)  # mm: capitals of a name inside its part
CLEAR, ENGRAVING_CLEARANCE = 0.35, 0.5  # mm on paper: between a word and a cut, and between a word and what is engraved
TRIES = 24  # places that are tried along a part's width, and along its height
FLAT = 0.05  # mm: flattening
MANY = 500  # scored lines that are looked up where words would come, not taken out of their room
SPOTS = ((0, 0), (-0.5, -0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, 0.5), (-0.5, 0), (0.5, 0), (0, -0.5), (0, 0.5))


@dataclass(frozen=True)
class PartLabels:
    """The labels of a sheet's parts on paper, made once for each kind and turn and kept in `cache`."""

    parts: Mapping[str, Part]
    machine: Machine
    kinds: tuple[str, ...]
    small: float
    cache: dict[tuple[str, int], Drawing]

    def label_of(self, spot: Placement) -> Drawing:
        """The label of a placed part, at its place."""
        key = spot.part, spot.turn
        if key not in self.cache:
            self.cache[key] = self._make_label(self.parts[spot.part], spot.turn)
        return self.cache[key].moved(spot.x * self.small, spot.y * self.small)

    def _make_label(self, part: Part, turn: int) -> Drawing:
        """The largest label that has room on a part: its number and name, else only the number; in clear room, else
        over scored lines. Empty where nothing has room."""
        number = self.kinds.index(part.name) + 1
        drawing = part.drawing.transformed(rotation(turn)).transformed(scale_matrix(self.small))
        clear, over = label_rooms(drawing, self.machine)
        for name in (f"{number} {part.title}", str(number)):
            for room in (clear, over):
                for label in words_in(name, NAMES):
                    if middle := find_label_place(room.area, label.width, label.height, room.lines):
                        return label.drawing.moved(*middle)
        return Drawing()


@dataclass(frozen=True)
class LabelRoom:
    """Where words may be: an area, and lines that they must stay clear of. Lines are taken out of the area where they
    are few; to take thousands out of it takes far longer than to look for those near a word."""

    area: BaseGeometry
    lines: STRtree | None = None


def label_rooms(drawing: Drawing, machine: Machine) -> tuple[LabelRoom, LabelRoom]:
    """The rooms of a part for words: clear of everything on it, and the same with scored lines allowed."""
    import shapely

    kinds: dict[Operation | None, list[BaseGeometry]] = {operation: [] for operation in (*Operation, None)}
    for item in drawing.items:
        operation = machine.roles[item.role]
        kinds[operation] += _item_areas(item, hollow=operation is Operation.SCORE)
    whole, holes = (shapely.union_all(kinds[operation]) for operation in (Operation.CUT_OUTER, Operation.CUT_INNER))
    body, scored = whole.difference(holes).buffer(-CLEAR), kinds[Operation.SCORE]
    over = body.difference(_grow(kinds[Operation.ENGRAVE]))
    if len(scored) > MANY:
        return LabelRoom(over, shapely.STRtree(scored)), LabelRoom(over)
    return LabelRoom(over.difference(_grow(scored))), LabelRoom(over)


def _grow(marks: Sequence[BaseGeometry]) -> BaseGeometry:
    """The area that words must stay out of because of marks. Each is grown by itself: to grow many that cross, as one,
    takes a hundred times as long."""
    import shapely

    grown: BaseGeometry = shapely.union_all(shapely.buffer(marks, ENGRAVING_CLEARANCE, quad_segs=8))
    return grown


def _item_areas(item: Item, *, hollow: bool) -> Iterator[BaseGeometry]:
    """The areas that an item takes: the box of words, the inside of closed lines unless `hollow`, else the lines."""
    import shapely

    if isinstance(item, Lettering):
        yield shapely.box(*item.bounds())
        return
    for path in item.paths:
        points = path.flatten(FLAT)
        if path.closed and not hollow and len(points) > 2:
            yield shapely.Polygon(points).buffer(0)
        elif len(points) > 1:
            yield shapely.LineString([*points, *([points[0]] if path.closed else [])])


def find_label_place(room: BaseGeometry, width: float, height: float, lines: STRtree | None = None
                     ) -> tuple[float, float] | None:
    """The middle of a box of a width and height within a room and clear of lines, as near to the room's middle as
    possible. None where it does not fit."""
    import numpy as np
    import shapely

    if room.is_empty:
        return None
    x0, y0, x1, y1 = room.bounds
    if x1 - x0 < width or y1 - y0 < height or room.area < width * height:
        return None
    xs, ys = (np.linspace(low + side / 2, high - side / 2, TRIES + 1) for low, high, side in
              ((x0, x1, width), (y0, y1, height)))
    x, y = (axis.ravel() for axis in np.meshgrid(xs, ys))
    shapely.prepare(room)
    # Nine points of each box are tested first: that is quicker than testing the whole box, and rules out most.
    candidates = np.arange(len(x))
    for dx, dy in SPOTS:
        candidates = candidates[shapely.intersects_xy(room, x[candidates] + dx * width, y[candidates] + dy * height)]
        if not candidates.size:
            return None
    distances = np.round(np.hypot(x[candidates] - (x0 + x1) / 2, y[candidates] - (y0 + y1) / 2), 6)
    nearest_first = candidates[np.argsort(distances, kind="stable")]
    x, y = x[nearest_first], y[nearest_first]
    boxes = shapely.box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
    is_clear = np.ones(len(boxes), dtype=bool)
    if lines is not None:
        is_clear[lines.query(boxes, predicate="dwithin", distance=ENGRAVING_CLEARANCE)[0]] = False
    place = next((n for n in np.flatnonzero(is_clear).tolist() if room.covers(boxes[n])), None)
    return None if place is None else (float(x[place]), float(y[place]))


@dataclass(frozen=True)
class Label:
    """Words around the origin on a light ground: their lines, and the height of their capitals in mm. Most are only
    measured."""

    lines: tuple[str, ...]
    cap: float

    @cached_property
    def width(self) -> float:
        """The width of the ground in mm."""
        return max(text_width(text, self.cap) for text in self.lines) + 0.8

    @property
    def height(self) -> float:
        """The height of the ground in mm."""
        return len(self.lines) * 1.75 * self.cap

    @property
    def drawing(self) -> Drawing:
        """The words on their ground."""
        cap, width, height = self.cap, self.width, self.height
        ground = draw(Role.GLUE, rectangle(-width / 2, -height / 2, width, height, 0.4))
        top = height / 2 - 1.37 * cap
        words = (draw_text(Role.NOTE, text, (0, top - 1.75 * cap * n), cap) for n, text in enumerate(self.lines))
        return ground + combine_drawings(words)


def words_in(name: str, sizes: Sequence[float]) -> Iterator[Label]:
    """A name in the largest of some sizes first, in one line first, then in as many as it can be broken into."""
    for cap in sizes:
        widths = sorted({round(text_width(name, cap) / n, 3) for n in range(1, len(name.split()) + 1)}, reverse=True)
        ways = dict.fromkeys(tuple(_broken(name, cap, width + 1e-3)) for width in widths)
        yield from (Label(lines, cap) for lines in ways)


def _broken(name: str, cap: float, width: float) -> list[str]:
    """The words of a name in lines as wide as there is room; a word is never cut."""
    lines: list[str] = []
    for word in name.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, cap) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


__all__ = ["PartLabels"]
