"""A drawing of several pictures in rows, as comics are → how many are in a row, and the same with other distances.

The pictures are in groups `comic/1`, `comic/2` and so on, in reading order; those of one column begin at one place.
"""

from __future__ import annotations

from typing import NamedTuple

from fabgen.artwork.drawing import Drawing, Item
from fabgen.artwork.drawing_memory import remember_drawings
from fabgen.artwork.path import Box, translation

PICTURES = "comic"
NEAR = 0.1  # of the width of all: pictures of a row are level


def _boards(drawing: Drawing) -> list[tuple[float, float]]:
    """Where the board of each picture begins, from the left, and its foot."""
    boxes: dict[int, list[Box]] = {}
    for item in drawing.items:
        if (number := _number_of(item)) and "/board/" in item.group:
            boxes.setdefault(number, []).append(item.bounds())
    return [(min(box[0] for box in boxes[number]), min(box[1] for box in boxes[number])) for number in sorted(boxes)]


def _number_of(item: Item) -> int:
    """The number of the picture that an item is in; 0 for none."""
    kind, _, rest = item.group.partition("/")
    number = rest.partition("/")[0]
    return int(number) if kind == PICTURES and number.isdigit() else 0


class PictureRow(NamedTuple):
    """How many pictures are in a row of a drawing, 0 without pictures, and how many mm from the left edge of one board
    to that of the next, 0 for a single one."""

    pictures: int
    pitch: float


@remember_drawings(most=256)
def picture_row(drawing: Drawing) -> PictureRow:
    """The pictures of a row of a drawing."""
    boards = _boards(drawing)
    count = sum(abs(foot - boards[0][1]) < NEAR * drawing.size()[0] for _, foot in boards)
    return PictureRow(count, boards[1][0] - boards[0][0] if count > 1 else 0.0)


def spread_pictures(drawing: Drawing, pitch: float) -> Drawing:
    """The pictures of a drawing with so many mm from the left edge of one board to that of the next in its row."""
    row = picture_row(drawing)
    if row.pictures < 2:
        return drawing
    return Drawing(tuple(
        item.transformed(translation((number - 1) % row.pictures * (pitch - row.pitch), 0.0))
        if (number := _number_of(item)) else item for item in drawing.items))


__all__ = ["PictureRow", "picture_row", "spread_pictures"]
