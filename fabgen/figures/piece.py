"""A piece, its diagram and a `Fit` → its parts in mm: an upright silhouette with a tab, and a slotted base.

The base carries the piece's diagram wholly in front of the slot, so that neither slot nor foot touches a mark. The slot
is `clearance` wider and longer than the tab, its ends are relieved outside the tab's own envelope, inner corners are
rounded.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from fabgen.artwork.drawing import Drawing, Role, draw, write
from fabgen.artwork.part import Fit, Part
from fabgen.artwork.path import Path, Point, rectangle, rounded
from fabgen.artwork.text import DESCENT, text_width
from fabgen.base import Level
from fabgen.figures.diagram import draw_diagram
from fabgen.figures.marks import LEAST_CELL
from fabgen.figures.silhouettes import Corner, Silhouette
from fabgen.rules.diagram import Diagram
from fabgen.spec.game import Game

SHARE = 0.85  # of the cell: what a base takes where the spec does not say
RELIEF = 0.6  # mm: radius of slot corners; cut acrylic breaks at sharper ones than 0.5 (Ponoko's guide to slots)
LEAD_IN, ROOT = 0.5, 0.5  # mm: rounding of the tab's leading corners, and of its root, which the relief makes room for
EDGE = 2.0  # thicknesses of material between slot and edge, at least
LEAST_TAB = 4.0  # mm: a narrower one breaks off
RIM = 2.0  # mm from the diagram to the edge of the base
GAP = 1.2  # mm from the slot to the diagram
CORNER = 3.0  # mm: corner radius of a base; with RIM, a grid's corner stays 1.5 mm inside
CUT, CUT_MOST, NOTCH = 0.16, 6.0, 1.4  # a player's sign: a cut corner as a share of the side and in mm, a notch's depth
GRID_FROM = 4.0  # mm: below this cell side the grid is left out before the marks
NAME_CAP, LEAST_CAP = 2.2, 1.5  # mm: the piece's name behind the slot
NAME_RIM, NAME_GAP = 1.5, 0.7  # mm from the name to the edge and to the slot
NAME_SHARE = 0.62  # of the side: the longest name

Fault = tuple[str, str, Level]  # what, hint, level


def base_side(game: Game, piece: str) -> float:
    """The side of a piece's base in mm: what the spec says, else 0.85 of the cell."""
    return game.pieces[piece].body.base or round(SHARE * game.board.cell, 2)


@dataclass(frozen=True)
class BaseLayout:
    """Where things lie on a base of a side, its middle at the origin: all in mm."""

    side: float
    tab: float
    slot: tuple[float, float]  # finished length and width
    slot_y: float
    cell: float
    own: Point
    rear: float  # y of the rear edge, at the bottom of a player's notches

    @property
    def legible(self) -> bool:
        """Whether the marks reach the least sizes that acrylic keeps."""
        return self.cell >= LEAST_CELL - 1e-9

    def faults(self, name: str) -> Iterator[Fault]:
        """Why a piece of this name cannot be made so."""
        if self.tab < LEAST_TAB:
            what = f"the base of the {name} is too small for a slot in this material"
            yield what, "a larger base, or thinner material", "error"
        elif not self.legible:
            size = max(0.0, self.cell)
            what = f"the diagram of the {name} would have cells of {size:.1f} mm on its base, too small to read"
            yield what, "a larger base, for which the board may need larger cells", "error"
        else:
            yield from (("the " + what, "a shorter name, a larger base or thicker material", "warning")
                        for what in illegible(name, self))


def base_layout(diagram: Diagram, side: float, foot: float, fit: Fit, sign: int = 0) -> BaseLayout:
    """The layout of a square base of a side in mm under a piece whose foot is `foot` mm from its middle.

    `sign` is the player's number from 0. The slot keeps two thicknesses from every edge.
    """
    clear = EDGE * fit.thickness
    room = side - 2 * max(clear, _cut(side) + (math.sqrt(2) - 1) * clear)  # beside the slot, and off the cut corners
    tab = round(min(1.1 * foot, room - fit.clearance - 2 * RELIEF), 2)
    length, width = tab + fit.clearance + 2 * RELIEF, fit.slot
    rear = -side / 2 + (NOTCH if sign > 1 else 0.0)
    slot_y = rear + clear + width / 2
    front = slot_y + width / 2 + GAP
    depth, breadth = side / 2 - RIM - front, side - 2 * RIM
    view = diagram.window
    largest = min(breadth / view.files, depth / view.ranks, side / 5)
    cell = int(largest * 20 + 1e-9) / 20  # a neat twentieth of a mm, never larger than fits
    own = (-(view.left + view.right) / 2 * cell, front + depth / 2 - (view.bottom + view.top) / 2 * cell)
    return BaseLayout(side, tab, (length, width), slot_y, cell, own, rear)


def _cut(side: float) -> float:
    """What a cut corner takes of the side of a base, in mm."""
    return min(CUT * side, CUT_MOST)


def standee_outline(shape: Silhouette, tab: float, fit: Fit) -> Path:
    """The silhouette with a tab of the material's thickness under its foot."""
    half, deep = tab / 2, fit.thickness
    root, lead = min(ROOT, deep / 2), min(LEAD_IN, deep / 2)
    below: list[Corner] = [((-half, 0), root), ((-half, -deep), lead), ((half, -deep), lead), ((half, 0), root)]
    return rounded([*shape.corners, *below])


def base_outline(side: float, sign: int) -> Path:
    """A square base with round corners that tells players apart by touch and in grey.

    `sign` is the player's number from 0: odd ones have their rear corners cut, each further pair has one more notch
    in the rear edge.
    """
    h = side / 2
    cut = h - _cut(side)
    left: list[Corner] = [((-h, -cut), 1.5), ((-cut, -h), 1.5)] if sign % 2 else [((-h, -h), CORNER)]
    right: list[Corner] = [((cut, -h), 1.5), ((h, -cut), 1.5)] if sign % 2 else [((h, -h), CORNER)]
    notches = [corner for i in range(sign // 2) for corner in _notch((i - (sign // 2 - 1) / 2) * 4.0, -h)]
    return rounded([*left, *notches, *right, ((h, h), CORNER), ((-h, h), CORNER)])


def _notch(x: float, y: float) -> list[Corner]:
    return [((x - 1.2, y), 0.5), ((x - 0.7, y + NOTCH), 0.6), ((x + 0.7, y + NOTCH), 0.6), ((x + 1.2, y), 0.5)]


def standee_part(name: str, shape: Silhouette, layout: BaseLayout, fit: Fit, *, count: int, material: str,
                 group: str) -> Part:
    """The upright part of a piece; it goes into its base."""
    drawing = draw(Role.EDGE, standee_outline(shape, layout.tab, fit))
    for hole in shape.holes:
        drawing += draw(Role.HOLE, hole)
    return Part(f"{name} standee", drawing, count, material, group, into=(f"{name} base",))


def base_part(name: str, label: str, diagram: Diagram, layout: BaseLayout, sign: int, *, count: int, material: str,
              group: str) -> Part:
    """The base of a piece with its slot, its marks, its own cell with forward, and its name behind the slot."""
    length, width = layout.slot
    slot = rectangle(-length / 2, layout.slot_y - width / 2, length, width, min(RELIEF, width / 2))
    marks = draw_diagram(diagram, layout.cell, grid=layout.cell >= GRID_FROM).without(Role.MOVE_CELL)
    inside = draw(Role.HOLE, slot) + marks.moved(*layout.own) + _name(label, layout)
    return Part(f"{name} base", draw(Role.EDGE, base_outline(layout.side, sign)) + inside, count, material, group)


def illegible(name: str, layout: BaseLayout) -> Iterator[str]:
    """What a base does not say of its piece's name, because it would be too small to read."""
    label = name.capitalize()
    shown, _ = fitted(label, layout)
    if not shown:
        yield f"name of the {name} does not stand on its base: there is no room behind the slot"
    elif shown != label:
        yield f"name of the {name} is shortened to `{shown}` on its base"


def fitted(label: str, layout: BaseLayout) -> tuple[str, float]:
    """As much of a name as a base has room for, and its capitals in mm: shrunk first, then cut after a word, else after
    a letter. Empty where the strip behind the slot is too narrow for any."""
    most = min(NAME_CAP, (_behind(layout)[1] - _behind(layout)[0]) / (1 + DESCENT))
    words = label.split(" ")
    cuts = [" ".join(words[:i]) for i in range(len(words), 0, -1)] + [words[0][:i] for i in range(len(words[0]), 0, -1)]
    caps = ((cut, min(most, NAME_SHARE * layout.side / text_width(cut, 1))) for cut in cuts)
    return next(((cut, cap) for cut, cap in caps if cap >= LEAST_CAP), ("", 0.0))


def _behind(layout: BaseLayout) -> tuple[float, float]:
    """The strip for the name between rear edge and slot: its lowest and highest y in mm."""
    return layout.rear + NAME_RIM, layout.slot_y - layout.slot[1] / 2 - NAME_GAP


def _name(label: str, layout: BaseLayout) -> Drawing:
    """The name upright for the player behind the piece, as far as there is room."""
    (shown, cap), (low, high) = fitted(label, layout), _behind(layout)
    middle = low + (high - low - (1 + DESCENT) * cap) / 2
    return write(Role.LABEL, shown, (0, middle + DESCENT * cap), cap) if shown else Drawing()
