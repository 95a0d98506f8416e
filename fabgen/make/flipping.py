"""How a sheet is turned over → words and a small picture, and words along the edge over which it is turned."""

from __future__ import annotations

from fabgen.artwork.drawing import Drawing, Role, draw, draw_text
from fabgen.artwork.path import Arc, Path, Point, line, polygon, rectangle
from fabgen.artwork.text import text_width
from fabgen.make.frame import BODY, SheetFrame, SideImprint
from fabgen.make.sides import PrintAssembly, turns_sidewise
from fabgen.phrasebook import ENGLISH, Phrases

LONG, SHORT = 7.4, 5.2  # mm: a sheet in the picture
FRONT, BACK = "front", "back"
SHEETS = {FRONT: "Sheet {number} of {total}, front", BACK: "Sheet {number} of {total}, back"}
FLIPPED = {"long": "both sides, flip on the long edge", "short": "both sides, flip on the short edge"}
OVER = {"long": "flip over this edge: long", "short": "flip over this edge: short"}


def make_side_imprint(frame: SheetFrame, assembly: PrintAssembly, number: int, total: int, side: str = FRONT,
            said: Phrases = ENGLISH) -> SideImprint:
    """The words at the head of a side: its number, how it is printed, and how the sheet is turned."""
    if not assembly.is_double_sided:
        return SideImprint(said("Sheet {number} of {total}", number=number, total=total), said("print one side only"))
    sheet = said(SHEETS[side], number=number, total=total)
    return SideImprint(sheet, said(FLIPPED[assembly.flip]), draw_flip_sign(frame, assembly))


def draw_flip_sign(frame: SheetFrame, assembly: PrintAssembly) -> Drawing:
    """A small picture of the sheet with the edge over which it is turned and an arrow over that edge. Its lower right
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


def draw_edge_words(frame: SheetFrame, assembly: PrintAssembly, said: Phrases = ENGLISH) -> Drawing:
    """Words and arrows along the edge over which the sheet is turned. `sides.shared` leaves room for them."""
    words = said(OVER[assembly.flip])
    label = draw_text(Role.NOTE, words, (0, 0), BODY) + _pointers(text_width(words, BODY) / 2 + 3)
    if turns_sidewise(frame, assembly.flip):
        return label.turned(90).moved(frame.right - 1.2, (frame.bottom + frame.top) / 2)
    return label.moved((frame.left + frame.right) / 2, frame.bottom + 1.0)


def _pointers(offset: float) -> Drawing:
    """Two arrows down, on both sides of words that are centred on the origin."""
    arrow = draw(Role.TRIM, line((0, BODY), (0, 0.4))) + draw(Role.NOTE, polygon([(-0.9, 0.9), (0.9, 0.9), (0, -0.6)]))
    return arrow.moved(-offset, 0) + arrow.moved(offset, 0)
