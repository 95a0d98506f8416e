"""Assembly instructions → their pictures with the names of the parts, in each size that a page may need."""

from __future__ import annotations

from fabgen.artwork.drawing import Drawing
from fabgen.laser.job_sheet.callouts import draw_callouts
from fabgen.laser.job_sheet.work import AssemblyInstructions

GUTTER = 8.0  # mm between columns
LARGE_HEIGHTS = (92.0, 110.0, 130.0, 155.0, 190.0)  # mm: the greatest heights of a large thing's pictures
LARGE_NAMES = 30.0  # mm: the greatest width of a name beside one
SMALL_HEIGHT = 95.0  # mm: the greatest height of a small thing's picture
SMALL_NAMES = {2: 24.0, 3: 17.0}  # mm: the greatest width of a name, by the number of columns of small things
LEAST_GAIN = 1.0  # mm: a picture that is not so much higher than the one before is left out


def draw_assembly(instructions: AssemblyInstructions, width: float) -> list[Drawing]:
    """The pictures of one thing on a page that is `width` mm wide: of a large thing over the whole width, the lowest
    first; of a small one for two columns and for three."""
    if not instructions.is_large:
        columns = [((width - GUTTER * (count - 1)) / count, names) for count, names in SMALL_NAMES.items()]
        return [draw_callouts(instructions.view, column, SMALL_HEIGHT, names, both_sides=False).drawing()
                for column, names in columns]
    pictures = [draw_callouts(instructions.view, width, height, LARGE_NAMES, both_sides=True)
                for height in LARGE_HEIGHTS]
    drawings, height = list[Drawing](), 0.0
    for picture in pictures:
        if picture.height > height + LEAST_GAIN:
            drawings.append(picture.drawing())
            height = picture.height
    return drawings


__all__ = ["draw_assembly"]
