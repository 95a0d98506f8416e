"""How a set is printed → where backs are behind fronts, and the room that both sides of a sheet have in common.

A back is drawn as it is seen through the paper, and then mirrored about the edge over which the printer turns the
sheet. So it registers for either edge, on upright and sideways sheets.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from fabgen.artwork.drawing import Drawing
from fabgen.artwork.path import MIRROR, Matrix, Point
from fabgen.base import problem_error
from fabgen.make.frame import Box, SheetFrame

Mode = Literal["fold", "duplex", "single"]
Flip = Literal["long", "short"]
MODES: tuple[Mode, ...] = ("fold", "duplex", "single")
FLIPS: tuple[Flip, ...] = ("long", "short")
MOST_OFFSET = 5.0  # mm: what a printer can be out by; more is another mistake
BACK_BLEED = 3.0  # mm of ink beyond a cut on a back: printers are out by a millimetre even when they are adjusted


@dataclass(frozen=True)
class PrintAssembly:
    """How fronts and backs are printed. `fold`: both on one side of the paper, which is folded over. `duplex`: backs on
    the back, the sheet turned over its long or short edge, all backs shifted by `offset` mm (right and up as you look
    at them). `single`: fronts only."""

    mode: Mode = "fold"
    flip: Flip = "long"
    offset: Point = (0.0, 0.0)

    def __post_init__(self) -> None:
        if max(map(abs, self.offset)) > MOST_OFFSET:
            raise problem_error(f"a back offset of {self.offset[0]:g}, {self.offset[1]:g} mm is out of range",
                          f"up to {MOST_OFFSET:g} mm either way: print the sheet of `fabgen calibrate --paper` again")

    @property
    def is_double_sided(self) -> bool:
        """True if the paper is printed on both sides."""
        return self.mode == "duplex"

    @property
    def duplex_preference(self) -> str:
        """The value of `Duplex` in the viewer preferences of the PDF."""
        return f"DuplexFlip{self.flip.capitalize()}Edge" if self.is_double_sided else "Simplex"


FOLD_ASSEMBLY = PrintAssembly()


def turns_sidewise(frame: SheetFrame, flip: Flip) -> bool:
    """True if the sheet, held as it is read, is turned over like the page of a book, about an upright edge. Otherwise
    it is turned over like the page of a pad. The long edge of a sheet held sideways is level."""
    upright = frame.height >= frame.width
    return upright == (flip == "long")


def back_of_sheet(drawing: Drawing, frame: SheetFrame, assembly: PrintAssembly) -> Drawing:
    """The back of the sheet as it is printed, from a drawing as it is seen through the paper."""
    level: Matrix = (1.0, 0.0, 0.0, -1.0, 0.0, frame.height)
    if turns_sidewise(frame, assembly.flip):
        printed = drawing.transformed(MIRROR).moved(frame.width, 0)
    else:
        printed = drawing.transformed(level)
    return printed.moved(*assembly.offset)


def shared_room(frame: SheetFrame, assembly: PrintAssembly) -> Box:
    """Left, bottom, right and top of the room that is free on both sides of a sheet: both have rulers and words, and
    the back may be shifted."""
    left, bottom, right, top = frame.left, frame.bottom, frame.right, frame.top
    if not assembly.is_double_sided:
        return left, bottom, right, top
    if turns_sidewise(frame, assembly.flip):
        right = min(right, frame.width - left)
    else:
        bottom = max(bottom, frame.height - top)
        top = frame.height - bottom
    dx, dy = map(abs, assembly.offset)
    return left + dx, bottom + dy, right - dx, top - dy


__all__ = ["BACK_BLEED", "FLIPS", "FOLD_ASSEMBLY", "MODES", "PrintAssembly", "Flip", "Mode", "back_of_sheet", "shared_room",
           "turns_sidewise"]
