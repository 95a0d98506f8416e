"""A sheet and its kinds of parts → its picture at a round scale, in the machine's colours, each part with its name or
the number of its kind.

Words hide nothing: a name is inside its own part, clear of cuts and engravings, at most over scored lines. Where the
name has no room, the number of the kind is used; where that has none either, nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabgen.artwork.drawing import Drawing, Item, Lettering, Role, combine_drawings, draw, draw_text
from fabgen.artwork.part import Part
from fabgen.artwork.path import line, point_bounds, rectangle, rotation, scale_matrix
from fabgen.laser.job_sheet.work import JobContent
from fabgen.laser.machine import Machine
from fabgen.laser.nest.layout import turn_box
from fabgen.laser.sheet import LaserSheet, Placement, SheetMark
from fabgen.materials.operations import Operation
from fabgen.typeset.text_blocks import LEAD, SMALL, TextBlock, words_in

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

SCALES = (1, 1.25, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 8, 10, 15, 20, 25)  # mm of the sheet for a mm on paper
NAMES = (2.0, 1.7, 1.4, 1.15)  # mm: capitals of a name inside its part
BARS = (100, 50, 20, 10, 5, 1, 0)  # mm at true size
CLEAR, ENGRAVING_CLEARANCE = 0.35, 0.5  # mm on paper: between a word and a cut, and between a word and what is engraved
TRIES = 24  # places that are tried along a part's width, and along its height
FLAT = 0.05  # mm: flattening
SPOTS = ((0, 0), (-0.5, -0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, 0.5), (-0.5, 0), (0.5, 0), (0, -0.5), (0, 0.5))
ROLES = {Operation.ENGRAVE: Role.MOVE, Operation.SCORE: Role.GRID, Operation.CUT_INNER: Role.HOLE,
         Operation.CUT_OUTER: Role.EDGE}
LEAST_ENLARGEMENT = 1.3  # parts that can be shown this much larger than on the whole sheet are shown alone
THUMB = 34.0  # mm: the greatest width of the whole sheet beside them
GUTTER, BAND_GAP = 6.0, 4.0  # mm before the whole sheet, and between bands
BANDS = (1, 2, 3, 4)
NARROW = 42.0  # mm: under a picture that is no wider, the scale is below the ruler
Box = tuple[float, float, float, float]


def draw_sheet(work: JobContent, sheet: LaserSheet, kinds: Sequence[str], width: float, height: float) -> TextBlock:
    """The picture of a sheet. If its parts use little of it, they are shown larger, with the whole sheet small beside
    them; a long strip of parts is then shown in bands side by side, from its top down."""
    sheet_box = (0.0, 0.0, sheet.width, sheet.height)
    spots = [spot for spot in sheet.placements if spot.part in work.parts]
    sheet_scale, room = choose_scale([sheet_box], width, height), width - THUMB - GUTTER
    counts = (1,) if any(mark.is_common_line for mark in sheet.marks) else BANDS
    layouts = [_split_bands(work, sheet, spots, count) for count in counts] if spots else []
    boxes = [[_box_around(work, sheet, band) for band in bands] for bands in layouts]
    best = min(range(len(layouts)), key=lambda n: (choose_scale(boxes[n], room, height), n), default=0)
    if not layouts or choose_scale(boxes[best], room, height) * LEAST_ENLARGEMENT > sheet_scale:
        return _draw_box(work, sheet, kinds, sheet.marks, spots, sheet_box, sheet_scale)
    scale, x, blocks = choose_scale(boxes[best], room, height), 0.0, list[TextBlock]()
    for band, box in zip(layouts[best], boxes[best], strict=True):
        instances = {spot.instance for spot in band}
        marks = sheet.marks if len(boxes[best]) == 1 else [mark for mark in sheet.marks if mark.part in instances]
        block = _draw_box(work, sheet, kinds, marks, band, box, scale)
        blocks.append(TextBlock(block.drawing.moved(x, 0), block.height))
        x += (box[2] - box[0]) / scale + BAND_GAP
    blocks.append(_draw_whole_sheet(work, sheet, layouts[best], width))
    return TextBlock(combine_drawings(block.drawing for block in blocks), max(block.height for block in blocks))


def _split_bands(work: JobContent, sheet: LaserSheet, spots: Sequence[Placement], count: int) -> list[list[Placement]]:
    """The parts in bands of equal height from the top down, each part by its middle. Empty bands are left out."""
    _, y0, _, y1 = _box_around(work, sheet, spots)
    bands = [list[Placement]() for _ in range(count)]
    for spot in spots:
        box = placed_box(work.parts[spot.part], spot)
        down = (y1 - (box[1] + box[3]) / 2) / (y1 - y0)
        bands[min(count - 1, int(down * count))].append(spot)
    return [band for band in bands if band]


def _box_around(work: JobContent, sheet: LaserSheet, spots: Sequence[Placement]) -> Box:
    """The box around some parts with 2 mm to spare, within the sheet."""
    boxes = [placed_box(work.parts[spot.part], spot) for spot in spots]
    x0, y0, x1, y1 = point_bounds(p for box in boxes for p in (box[:2], box[2:]))
    return max(0.0, x0 - 2), max(0.0, y0 - 2), min(sheet.width, x1 + 2), min(sheet.height, y1 + 2)


def choose_scale(boxes: Sequence[Box], width: float, height: float) -> float:
    """The scale for boxes side by side, as mm of the sheet for a mm on paper: a round number, as small as the room
    allows."""
    room = width - BAND_GAP * (len(boxes) - 1)
    least = max(sum(x1 - x0 for x0, _, x1, _ in boxes) / room, *((y1 - y0) / height for _, y0, _, y1 in boxes))
    return next((scale for scale in SCALES if scale >= least), least)


def _draw_whole_sheet(
    work: JobContent, sheet: LaserSheet, bands: Sequence[Sequence[Placement]], width: float
) -> TextBlock:
    """The whole sheet, small, at the right, with the boxes of its parts."""
    small = min(THUMB / sheet.width, 2 * THUMB / sheet.height)
    high = sheet.height * small
    boxes = [placed_box(work.parts[spot.part], spot) for band in bands for spot in band]
    parts = [rectangle(x0 * small, y0 * small, (x1 - x0) * small, (y1 - y0) * small) for x0, y0, x1, y1 in boxes]
    drawing = draw(Role.ZONE, rectangle(0, 0, sheet.width * small, high)) + draw(Role.TRIM, *parts)
    lines = ["the whole sheet", *(["in bands, from", "the top down"] if len(bands) > 1 else [])]
    words = combine_drawings(draw_text(Role.COORDINATE, text, (0, -1.6 - SMALL - LEAD * n), SMALL, anchor="start")
                     for n, text in enumerate(lines))
    return TextBlock((drawing + words).moved(width - THUMB, -high), high + 2 + LEAD * len(lines))


def _draw_box(
    work: JobContent,
    sheet: LaserSheet,
    kinds: Sequence[str],
    marks: Sequence[SheetMark],
    spots: Sequence[Placement],
    box: Box,
    scale: float,
) -> TextBlock:
    """A box of the sheet with the parts in it, its scale and a ruler."""
    small, (x0, y0, x1, y1) = 1 / scale, box
    wide, high = (x1 - x0) * small, (y1 - y0) * small
    ground = draw(Role.ZONE, rectangle(0, 0, wide, high))
    drawn_marks = combine_drawings(
        draw(ROLES[mark.operation], *mark.paths, tone=mark.operation.value) for mark in marks
    )
    labels = _PartLabels(work.parts, work.machine, tuple(kinds), small, {})
    names = combine_drawings(labels.label_of(spot) for spot in spots)
    drawing = ground + (drawn_marks.scaled(small) + names).moved(-x0 * small, -y0 * small)
    bar = next(length for length in BARS if length * small < 0.6 * wide)
    end = bar * small
    ruler = draw(Role.TRIM, line((0, -high - 1.6), (0, -high - 3.6), (end, -high - 3.6), (end, -high - 1.6)))
    ruler += draw_text(Role.COORDINATE, f"{bar:g} mm", (end + 1.5, -high - 3.6), SMALL, anchor="start")
    below = 0.0 if wide > NARROW else LEAD
    ruler += draw_text(Role.COORDINATE, f"1 : {scale:g}", (wide, -high - 3.6 - below), SMALL, anchor="end")
    return TextBlock(drawing.moved(0, -high) + ruler, high + 5 + below)


def placed_box(part: Part, spot: Placement) -> Box:
    """The box of a placed part's outline on its sheet."""
    x0, y0, x1, y1 = turn_box(part.drawing.only(Role.EDGE).bounds(), spot.turn)
    return x0 + spot.x, y0 + spot.y, x1 + spot.x, y1 + spot.y


@dataclass(frozen=True)
class _PartLabels:
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
                for block in words_in(name, NAMES):
                    if middle := find_label_place(room, block.width, block.height):
                        return block.drawing.moved(*middle)
        return Drawing()


def label_rooms(drawing: Drawing, machine: Machine) -> tuple[BaseGeometry, BaseGeometry]:
    """The areas of a part where words may be: clear of everything on it, and the same with scored lines allowed."""
    import shapely

    kinds: dict[Operation | None, list[BaseGeometry]] = {operation: [] for operation in (*Operation, None)}
    for item in drawing.items:
        operation = machine.roles[item.role]
        kinds[operation] += _item_areas(item, hollow=operation is Operation.SCORE)
    occupied = {operation: shapely.union_all(areas) for operation, areas in kinds.items()}
    over: BaseGeometry = occupied[Operation.CUT_OUTER].difference(occupied[Operation.CUT_INNER]).buffer(-CLEAR)
    over = over.difference(occupied[Operation.ENGRAVE].buffer(ENGRAVING_CLEARANCE))
    return over.difference(occupied[Operation.SCORE].buffer(ENGRAVING_CLEARANCE)), over


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


def find_label_place(room: BaseGeometry, width: float, height: float) -> tuple[float, float] | None:
    """The middle of a box of a width and height within a room, as near to the room's middle as possible. None where it
    does not fit."""
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
    # Nine points of each box are tested first: that is quicker than testing the whole box, and rules out most.
    candidates = np.arange(len(x))
    for dx, dy in SPOTS:
        candidates = candidates[shapely.intersects_xy(room, x[candidates] + dx * width, y[candidates] + dy * height)]
    distances = np.round(np.hypot(x[candidates] - (x0 + x1) / 2, y[candidates] - (y0 + y1) / 2), 6)
    for n in candidates[np.argsort(distances, kind="stable")]:
        if room.covers(shapely.box(x[n] - width / 2, y[n] - height / 2, x[n] + width / 2, y[n] + height / 2)):
            return float(x[n]), float(y[n])
    return None


__all__ = ["draw_sheet", "find_label_place", "label_rooms", "placed_box"]
