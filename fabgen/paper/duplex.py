"""How a set is printed → where backs are behind fronts, and the room that both sides of a sheet have in common.

A back is drawn as it is seen through the paper, and then mirrored about the edge over which the printer turns the
sheet. So it registers for either edge, on upright and sideways sheets.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from fabgen.artwork.drawing import Drawing, Role, draw, draw_text
from fabgen.artwork.path import MIRROR, Arc, Box, Matrix, Path, Point, line, polygon, rectangle
from fabgen.artwork.text import text_width
from fabgen.core.languages import Catalogue
from fabgen.core.problems import problem_error
from fabgen.typeset.pages import BODY, SheetFrame, SideImprint

Mode = Literal["fold", "duplex", "single"]
Flip = Literal["long", "short"]
MODES: tuple[Mode, ...] = ("fold", "duplex", "single")
FLIPS: tuple[Flip, ...] = ("long", "short")
MOST_OFFSET = 5.0  # mm: no printer is out by more, so a larger value is a mistake
BACK_BLEED = 3.0  # mm of ink beyond a cut on a back: even an adjusted printer can be out by a millimetre


@dataclass(frozen=True)
class PrintAssembly:
    """How fronts and backs are printed.

    * `fold`: both on one side of the paper, which is folded over.
    * `duplex`: backs on the back of the sheet, which is turned over its long or short edge (`flip`). All backs are
      shifted
    by `offset` in mm, right and up as you look at them.
    * `single`: fronts only.

    Raises FabgenError if the offset is larger than 5 mm either way.
    """

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
    """True if the sheet, held as it is read, is turned over like the page of a book, about an upright edge. False if it
    is turned over like the page of a pad. The long edge of a sheet held sideways is level."""
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
    """Left, bottom, right and top in mm of the area that is free on both sides of a sheet: both have rulers and words,
    and the back may be shifted."""
    left, bottom, right, top = frame.left_edge, frame.bottom, frame.right, frame.top
    if not assembly.is_double_sided:
        return left, bottom, right, top
    if turns_sidewise(frame, assembly.flip):
        right = min(right, frame.width - left)
    else:
        bottom = max(bottom, frame.height - top)
        top = frame.height - bottom
    dx, dy = map(abs, assembly.offset)
    return left + dx, bottom + dy, right - dx, top - dy


LONG, SHORT = 7.4, 5.2  # mm: the sides of the sheet in the flip sign
FRONT, BACK = "front", "back"
SHEETS = {FRONT: "sheet_front", BACK: "sheet_back"}  # keys of words, as below
FLIPPED = {"long": "both_sides_long", "short": "both_sides_short"}
OVER = {"long": "flip_long", "short": "flip_short"}


def make_side_imprint(
    frame: SheetFrame, assembly: PrintAssembly, number: int, total: int, words: Catalogue, side: str = FRONT
) -> SideImprint:
    """The words at the head of a side: its number, how it is printed, and how the sheet is turned."""
    if not assembly.is_double_sided:
        return SideImprint(words.text("sheet_number", number=number, total=total), words.text("one_side_only"))
    sheet = words.text(SHEETS[side], number=number, total=total)
    return SideImprint(sheet, words.text(FLIPPED[assembly.flip]), draw_flip_sign(frame, assembly))


def draw_flip_sign(frame: SheetFrame, assembly: PrintAssembly) -> Drawing:
    """A small picture of the sheet with the edge over which it is turned, and an arrow over that edge. The lower right
    corner is at the origin."""
    upright = frame.height >= frame.width
    width, height = (SHORT, LONG) if upright else (LONG, SHORT)
    paper = draw(Role.HOLE, rectangle(-width, 0, width, height))
    if turns_sidewise(frame, assembly.flip):
        edge = draw(Role.EDGE, line((-width, 0), (-width, height)))
        return paper + edge + _turn_arrow((-width / 2 + 0.4, height / 2 - 1), (-width - 2.6, height / 2 - 1))
    edge = draw(Role.EDGE, line((-width, height), (0, height)))
    arrow = _turn_arrow((0, 0), (3.2, 0)).turned(90).moved(-width / 2 + 0.8, height - 2.2)
    return (paper + edge + arrow).moved(0, min(0.0, LONG - arrow.bounds()[3]))  # as high as an upright one


def _turn_arrow(start: Point, end: Point) -> Drawing:
    """An arrow in an arc from its start over to its end at the same height."""
    side = 1.0 if end[0] > start[0] else -1.0
    arc = Path(start, (Arc((end[0] - 0.2 * side, end[1] + 0.9), -0.75 * side),))
    head = polygon([(end[0] - 0.8, end[1] + 1.0), (end[0] + 0.8, end[1] + 1.0), (end[0], end[1] - 0.4)])
    return draw(Role.TRIM, arc) + draw(Role.NOTE, head)


def draw_edge_words(frame: SheetFrame, assembly: PrintAssembly, words: Catalogue) -> Drawing:
    """Words and arrows along the edge over which the sheet is turned. `shared_room` leaves room for them."""
    text = words.text(OVER[assembly.flip])
    label = draw_text(Role.NOTE, text, (0, 0), BODY) + _pointers(text_width(text, BODY) / 2 + 3)
    if turns_sidewise(frame, assembly.flip):
        return label.turned(90).moved(frame.right - 1.2, (frame.bottom + frame.top) / 2)
    return label.moved((frame.left_edge + frame.right) / 2, frame.bottom + 1.0)


def _pointers(offset: float) -> Drawing:
    """Two arrows that point down, `offset` mm to the left and right of the origin."""
    arrow = draw(Role.TRIM, line((0, BODY), (0, 0.4))) + draw(Role.NOTE, polygon([(-0.9, 0.9), (0.9, 0.9), (0, -0.6)]))
    return arrow.moved(-offset, 0) + arrow.moved(offset, 0)


__all__ = [
    "BACK_BLEED",
    "FLIPS",
    "FOLD_ASSEMBLY",
    "MODES",
    "Flip",
    "Mode",
    "PrintAssembly",
    "back_of_sheet",
    "shared_room",
    "turns_sidewise",
]
