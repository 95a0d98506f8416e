"""A sheet and its kinds of parts → its picture at a round scale, in the machine's colours, each part with its name or
the number of its kind.

Nothing is hidden by words: a name stands inside its own part, clear of its cuts and of what is engraved on it, at most
over scored lines, and where it has no room there its number does, or nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabgen.artwork.drawing import Drawing, Item, Lettering, Role, draw, together, write
from fabgen.artwork.part import Part
from fabgen.artwork.path import line, rectangle, scaling, span, turning
from fabgen.laser.nest.layout import turn_box
from fabgen.make.machine import Machine, Operation
from fabgen.make.sheet import Mark, Placement, Sheet
from fabgen.make.typeset import LEAD, SMALL, Block, words_in
from fabgen.make.work import Work

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

SCALES = (1, 1.25, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 8, 10, 15, 20, 25)
NAMES = (2.0, 1.7, 1.4, 1.15)  # mm: capitals of a name inside its part
BARS = (100, 50, 20, 10, 5, 1, 0)  # mm at true size
CLEAR, BESIDE = 0.35, 0.5  # mm on paper: between a word and a cut, and between a word and what is engraved
TRIES = 24  # places along a part's width, and along its height
FLAT = 0.05  # mm
SPOTS = ((0, 0), (-0.5, -0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, 0.5), (-0.5, 0), (0.5, 0), (0, -0.5), (0, 0.5))
ROLES = {Operation.ENGRAVE: Role.MOVE, Operation.SCORE: Role.GRID, Operation.CUT_INNER: Role.HOLE,
         Operation.CUT_OUTER: Role.EDGE}
CLOSER = 1.3  # times as large as on the whole sheet: parts that can be shown so are shown alone
THUMB = 34.0  # mm: how wide the whole sheet is then, at most
GUTTER, BETWEEN = 6.0, 4.0  # mm before the whole sheet, and between bands
BANDS = (1, 2, 3, 4)
NARROW = 42.0  # mm: under a picture that is no wider the scale stands below the ruler
Box = tuple[float, float, float, float]


def picture(work: Work, sheet: Sheet, kinds: Sequence[str], width: float, height: float) -> Block:
    """The sheet; where its parts use little of it these larger, and all of it small beside them. A long strip of parts
    is shown in bands side by side, from its top down."""
    whole = (0.0, 0.0, sheet.width, sheet.height)
    spots = [spot for spot in sheet.placements if spot.part in work.parts]
    far, room = scale_of([whole], width, height), width - THUMB - GUTTER
    several = (1,) if any(mark.shared for mark in sheet.marks) else BANDS
    tries = [_bands(work, sheet, spots, count) for count in several] if spots else []
    boxes = [[_around(work, sheet, band) for band in bands] for bands in tries]
    best = min(range(len(tries)), key=lambda n: (scale_of(boxes[n], room, height), n), default=0)
    if not tries or scale_of(boxes[best], room, height) * CLOSER > far:
        return _seen(work, sheet, kinds, sheet.marks, spots, whole, far)
    near, x, shown = scale_of(boxes[best], room, height), 0.0, list[Block]()
    for band, box in zip(tries[best], boxes[best], strict=True):
        own = {spot.instance for spot in band}
        marks = sheet.marks if len(boxes[best]) == 1 else [mark for mark in sheet.marks if mark.part in own]
        one = _seen(work, sheet, kinds, marks, band, box, near)
        shown.append(Block(one.drawing.moved(x, 0), one.height))
        x += (box[2] - box[0]) / near + BETWEEN
    shown.append(_thumb(work, sheet, tries[best], width))
    return Block(together(one.drawing for one in shown), max(one.height for one in shown))


def _bands(work: Work, sheet: Sheet, spots: Sequence[Placement], count: int) -> list[list[Placement]]:
    """Parts in bands of equal height from the top down, each by its middle."""
    _, y0, _, y1 = _around(work, sheet, spots)
    bands = [list[Placement]() for _ in range(count)]
    for spot in spots:
        box = box_of(work.parts[spot.part], spot)
        down = (y1 - (box[1] + box[3]) / 2) / (y1 - y0)
        bands[min(count - 1, int(down * count))].append(spot)
    return [band for band in bands if band]


def _around(work: Work, sheet: Sheet, spots: Sequence[Placement]) -> Box:
    """The box of some parts, 2 mm beyond them, on the sheet."""
    boxes = [box_of(work.parts[spot.part], spot) for spot in spots]
    x0, y0, x1, y1 = span(p for box in boxes for p in (box[:2], box[2:]))
    return max(0.0, x0 - 2), max(0.0, y0 - 2), min(sheet.width, x1 + 2), min(sheet.height, y1 + 2)


def scale_of(boxes: Sequence[Box], width: float, height: float) -> float:
    """How many mm are one on paper for boxes side by side: round, and as few as the room allows."""
    room = width - BETWEEN * (len(boxes) - 1)
    least = max(sum(x1 - x0 for x0, _, x1, _ in boxes) / room, *((y1 - y0) / height for _, y0, _, y1 in boxes))
    return next((scale for scale in SCALES if scale >= least), least)


def _thumb(work: Work, sheet: Sheet, bands: Sequence[Sequence[Placement]], width: float) -> Block:
    """The whole sheet, small, at the right: where on it its parts lie."""
    small = min(THUMB / sheet.width, 2 * THUMB / sheet.height)
    high = sheet.height * small
    boxes = [box_of(work.parts[spot.part], spot) for band in bands for spot in band]
    parts = [rectangle(x0 * small, y0 * small, (x1 - x0) * small, (y1 - y0) * small) for x0, y0, x1, y1 in boxes]
    shown = draw(Role.ZONE, rectangle(0, 0, sheet.width * small, high)) + draw(Role.TRIM, *parts)
    told = ["the whole sheet", *(["in bands, from", "the top down"] if len(bands) > 1 else [])]
    words = together(write(Role.COORDINATE, text, (0, -1.6 - SMALL - LEAD * n), SMALL, anchor="start")
                     for n, text in enumerate(told))
    return Block((shown + words).moved(width - THUMB, -high), high + 2 + LEAD * len(told))


def _seen(work: Work, sheet: Sheet, kinds: Sequence[str], marks: Sequence[Mark], spots: Sequence[Placement], box: Box,
          scale: float) -> Block:
    """A box of the sheet with whole parts in it, with its scale and a ruler."""
    small, (x0, y0, x1, y1) = 1 / scale, box
    wide, high = (x1 - x0) * small, (y1 - y0) * small
    ground = draw(Role.ZONE, rectangle(0, 0, wide, high))
    drawn = together(draw(ROLES[mark.operation], *mark.paths, tone=mark.operation.value) for mark in marks)
    labels = _Labels(work.parts, work.machine, tuple(kinds), small, {})
    names = together(labels.of(spot) for spot in spots)
    shown = ground + (drawn.scaled(small) + names).moved(-x0 * small, -y0 * small)
    bar = next(length for length in BARS if length * small < 0.6 * wide)
    end = bar * small
    ruler = draw(Role.TRIM, line((0, -high - 1.6), (0, -high - 3.6), (end, -high - 3.6), (end, -high - 1.6)))
    ruler += write(Role.COORDINATE, f"{bar:g} mm", (end + 1.5, -high - 3.6), SMALL, anchor="start")
    told, below = f"1 : {scale:g}", 0.0 if wide > NARROW else LEAD
    ruler += write(Role.COORDINATE, told, (wide, -high - 3.6 - below), SMALL, anchor="end")
    return Block(shown.moved(0, -high) + ruler, high + 5 + below)


def box_of(part: Part, spot: Placement) -> Box:
    """The box of a placed part's outline on its sheet."""
    x0, y0, x1, y1 = turn_box(part.drawing.only(Role.EDGE).bounds(), spot.turn)
    return x0 + spot.x, y0 + spot.y, x1 + spot.x, y1 + spot.y


@dataclass(frozen=True)
class _Labels:
    """The names of a sheet's parts on paper, found once for each kind and turn; `known` keeps them."""

    parts: Mapping[str, Part]
    machine: Machine
    kinds: tuple[str, ...]
    small: float
    known: dict[tuple[str, int], Drawing]

    def of(self, spot: Placement) -> Drawing:
        """The label of a part where it lies."""
        key = spot.part, spot.turn
        if key not in self.known:
            self.known[key] = self._found(self.parts[spot.part], spot.turn)
        return self.known[key].moved(spot.x * self.small, spot.y * self.small)

    def _found(self, part: Part, turn: int) -> Drawing:
        number = self.kinds.index(part.name) + 1
        drawing = part.drawing.transformed(turning(turn)).transformed(scaling(self.small))
        clear, over = rooms(drawing, self.machine)
        tries = ((name, room) for name in (f"{number} {part.name}", str(number)) for room in (clear, over))
        found = (block.drawing.moved(*at) for name, room in tries for block in words_in(name, NAMES)
                 if (at := place(room, block.width, block.height)))
        return next(found, Drawing())


def rooms(drawing: Drawing, machine: Machine) -> tuple[BaseGeometry, BaseGeometry]:
    """Where on a part words may stand: clear of all that is on it; and, if need be, over what is scored."""
    import shapely

    kinds: dict[Operation | None, list[BaseGeometry]] = {operation: [] for operation in (*Operation, None)}
    for item in drawing.items:
        operation = machine.roles[item.role]
        kinds[operation] += _areas(item, hollow=operation is Operation.SCORE)
    taken = {operation: shapely.union_all(areas) for operation, areas in kinds.items()}
    over: BaseGeometry = taken[Operation.CUT_OUTER].difference(taken[Operation.CUT_INNER]).buffer(-CLEAR)
    over = over.difference(taken[Operation.ENGRAVE].buffer(BESIDE))
    return over.difference(taken[Operation.SCORE].buffer(BESIDE)), over


def _areas(item: Item, *, hollow: bool) -> Iterator[BaseGeometry]:
    """What an item takes: words their box, closed lines their inside unless they are `hollow`."""
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


def place(room: BaseGeometry, width: float, height: float) -> tuple[float, float] | None:
    """The middle of a box that lies in a room, as near as can be to the room's middle; None where it has no place."""
    import numpy as np
    import shapely

    if room.is_empty:
        return None
    x0, y0, x1, y1 = room.bounds
    if x1 - x0 < width or y1 - y0 < height:
        return None
    xs, ys = (np.linspace(low + side / 2, high - side / 2, TRIES + 1) for low, high, side in
              ((x0, x1, width), (y0, y1, height)))
    x, y = (axis.ravel() for axis in np.meshgrid(xs, ys))
    shapely.prepare(room)
    maybe = np.arange(len(x))
    for dx, dy in SPOTS:  # a box of which all these places lie in the room does so itself, mostly: that takes longer
        maybe = maybe[shapely.intersects_xy(room, x[maybe] + dx * width, y[maybe] + dy * height)]
    far = np.round(np.hypot(x[maybe] - (x0 + x1) / 2, y[maybe] - (y0 + y1) / 2), 6)
    for n in maybe[np.argsort(far, kind="stable")]:
        if room.covers(shapely.box(x[n] - width / 2, y[n] - height / 2, x[n] + width / 2, y[n] + height / 2)):
            return float(x[n]), float(y[n])
    return None


__all__ = ["box_of", "picture", "place", "rooms"]
