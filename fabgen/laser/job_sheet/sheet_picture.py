"""A sheet and its kinds of parts → its picture at a round scale, in the machine's colours, each part with its name or
the number of its kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw, draw_text
from fabgen.artwork.part import Part
from fabgen.artwork.path import Box, line, point_bounds, rectangle
from fabgen.laser.job_sheet.part_labels import PartLabels
from fabgen.laser.job_sheet.type_sizes import LEAD, SMALL
from fabgen.laser.job_sheet.work import JobContent
from fabgen.laser.nest.layout import turn_box
from fabgen.laser.sheet import LaserSheet, Placement, SheetMark
from fabgen.materials.operations import Operation
from fabgen.typeset.pages import wrap_text

SCALES = (1, 1.25, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 8, 10, 15, 20, 25)  # mm of the sheet for a mm on paper
BARS = (100, 50, 20, 10, 5, 1, 0)  # mm at true size
ROLES = {Operation.ENGRAVE: Role.MOVE, Operation.SCORE: Role.GRID, Operation.CUT_INNER: Role.HOLE,
         Operation.CUT_OUTER: Role.EDGE}
LEAST_ENLARGEMENT = 1.3  # parts that can be shown this much larger than on the whole sheet are shown alone
THUMB = 34.0  # mm: the greatest width of the whole sheet beside them
GUTTER, BAND_GAP = 6.0, 4.0  # mm before the whole sheet, and between bands
BANDS = (1, 2, 3, 4)
NARROW = 42.0  # mm: under a picture that is no wider, the scale is below the ruler


def draw_sheet(work: JobContent, sheet: LaserSheet, kinds: Sequence[str], width: float, height: float) -> Drawing:
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
    scale, x, drawings = choose_scale(boxes[best], room, height), 0.0, list[Drawing]()
    for band, box in zip(layouts[best], boxes[best], strict=True):
        instances = {spot.instance for spot in band}
        marks = sheet.marks if len(boxes[best]) == 1 else [mark for mark in sheet.marks if mark.part in instances]
        drawings.append(_draw_box(work, sheet, kinds, marks, band, box, scale).moved(x, 0))
        x += (box[2] - box[0]) / scale + BAND_GAP
    drawings.append(_draw_whole_sheet(work, sheet, layouts[best], width))
    return combine_drawings(drawings)


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
) -> Drawing:
    """The whole sheet, small, at the right, with the boxes of its parts."""
    small = min(THUMB / sheet.width, 2 * THUMB / sheet.height)
    high = sheet.height * small
    boxes = [placed_box(work.parts[spot.part], spot) for band in bands for spot in band]
    parts = [rectangle(x0 * small, y0 * small, (x1 - x0) * small, (y1 - y0) * small) for x0, y0, x1, y1 in boxes]
    drawing = draw(Role.ZONE, rectangle(0, 0, sheet.width * small, high)) + draw(Role.TRIM, *parts)
    keys = ["whole_sheet", *(["whole_sheet_bands"] if len(bands) > 1 else [])]
    lines = [line for key in keys for line in wrap_text(work.words.text(key), SMALL, THUMB)]
    words = combine_drawings(draw_text(Role.COORDINATE, text, (0, -1.6 - SMALL - LEAD * n), SMALL, anchor="start")
                     for n, text in enumerate(lines))
    return (drawing + words).moved(width - THUMB, -high)


def _draw_box(
    work: JobContent,
    sheet: LaserSheet,
    kinds: Sequence[str],
    marks: Sequence[SheetMark],
    spots: Sequence[Placement],
    box: Box,
    scale: float,
) -> Drawing:
    """A box of the sheet with the parts in it, its scale and a ruler."""
    small, (x0, y0, x1, y1) = 1 / scale, box
    wide, high = (x1 - x0) * small, (y1 - y0) * small
    ground = draw(Role.ZONE, rectangle(0, -high, wide, high))
    drawn_marks = _draw_marks(marks)
    labels = PartLabels(work.parts, work.machine, tuple(kinds), small, {})
    names = combine_drawings(labels.label_of(spot) for spot in spots)
    left, top = -x0 * small, -y0 * small - high
    drawing = ground + drawn_marks.transformed((small, 0.0, 0.0, small, left, top)) + names.moved(left, top)
    bar = next(length for length in BARS if length * small < 0.6 * wide)
    end = bar * small
    ruler = draw(Role.TRIM, line((0, -high - 1.6), (0, -high - 3.6), (end, -high - 3.6), (end, -high - 1.6)))
    ruler += draw_text(Role.COORDINATE, f"{bar:g} mm", (end + 1.5, -high - 3.6), SMALL, anchor="start")
    below = 0.0 if wide > NARROW else LEAD
    ruler += draw_text(Role.COORDINATE, f"1 : {scale:g}", (wide, -high - 3.6 - below), SMALL, anchor="end")
    return drawing + ruler


def _draw_marks(marks: Sequence[SheetMark]) -> Drawing:
    """Marks in the machine's colours. Scored lines that follow each other are one shape: a board may have thousands,
    and each shape takes a command of its own on the page."""
    shapes = list[Drawing]()
    for operation, some in groupby(marks, lambda mark: mark.operation):
        paths = [mark.paths for mark in some]
        if operation is Operation.SCORE:
            paths = [tuple(path for each in paths for path in each)]
        shapes += (draw(ROLES[operation], *each, tone=operation.value) for each in paths)
    return combine_drawings(shapes)


def placed_box(part: Part, spot: Placement) -> Box:
    """The box of a placed part's outline on its sheet."""
    x0, y0, x1, y1 = turn_box(part.drawing.only(Role.EDGE).bounds(), spot.turn)
    return x0 + spot.x, y0 + spot.y, x1 + spot.x, y1 + spot.y


__all__ = ["draw_sheet", "placed_box"]
