"""Frames of many lines in pictures in which a board is small."""

from __future__ import annotations

from fabgen.artwork.drawing import Role, Shape, draw
from fabgen.artwork.path import line, rectangle
from fabgen.artwork.thin_frames import thin_frames


def ring(inset: float, side: float = 30.0) -> tuple[float, float, float, float]:
    return inset, inset, side - 2 * inset, side - 2 * inset


def test_of_each_frame_the_innermost_line_is_left() -> None:
    """A frame of three lines 0.25 mm apart, one of two lines 3 mm further inside, and a hatch line."""
    insets, hatch = (1.0, 1.25, 1.5, 4.5, 4.75), line((0, 0), (30, 30))
    (item,) = thin_frames(draw(Role.FROST, *(rectangle(*ring(inset)) for inset in insets), hatch)).items
    assert isinstance(item, Shape)
    assert [path.bounds()[0] for path in item.paths] == [1.5, 4.75, 0.0]


def test_frames_of_other_cells_and_other_things_stay() -> None:
    beside = draw(Role.ZONE, rectangle(*ring(1.0)), rectangle(31, 1, 28, 28))
    ground = draw(Role.SHADE, rectangle(*ring(1.0)), rectangle(*ring(1.25)))
    assert thin_frames(beside) == beside
    assert thin_frames(ground) == ground
