"""A piece, its diagram and a `Fit` → its parts in mm: an upright silhouette with a tab, and a slotted base that carries its marks.

The diagram lies wholly in front of the slot, so that neither slot nor foot touches a mark. Joints follow laser.md 2.4: the slot is
`clearance` wider and longer than the tab, its corners are relieved outside the tab's own envelope, inner corners are rounded.
"""

from __future__ import annotations

from dataclasses import dataclass

from fabgen.artwork.drawing import Drawing, Role, draw, write
from fabgen.artwork.part import Fit, Part
from fabgen.artwork.path import Path, Point, rectangle, rounded
from fabgen.artwork.text import text_width
from fabgen.figures.diagram import draw_diagram
from fabgen.figures.marks import LEAST_CELL
from fabgen.figures.silhouettes import Corner, Silhouette
from fabgen.rules.diagram import Diagram
from fabgen.spec.game import Game

SHARE = 0.85  # of the cell: what a base takes where the spec does not say
RELIEF = 0.6  # mm: radius of slot corners; laser.md 2.4 asks for 0.5 or more in acrylic
LEAD_IN = 0.5  # mm: rounding of the tab's leading corners
BEHIND = 2.0  # thicknesses of material behind the slot; laser.md 2.4
RIM = 1.9  # mm from the diagram to the edge of the base
GAP = 1.2  # mm from the slot to the diagram
CORNER = 4.0  # mm: corner radius of a base
GRID_FROM = 4.0  # mm: below this cell side the grid is left out before the marks
NAME_CAP = 2.2  # mm: the piece's name behind the slot


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

    @property
    def legible(self) -> bool:
        """Whether the dots reach the least size that acrylic keeps."""
        return self.cell >= LEAST_CELL - 1e-9


def base_layout(diagram: Diagram, side: float, foot: float, fit: Fit) -> BaseLayout:
    """The layout of a square base of a side in mm under a piece whose foot is `foot` mm from its middle."""
    tab = round(min(1.1 * foot, side - 4 * fit.thickness), 2)
    width = fit.slot
    slot_y = -side / 2 + BEHIND * fit.thickness + width / 2
    front = slot_y + width / 2 + GAP
    depth, breadth = side / 2 - RIM - front, side - 2 * RIM
    view = diagram.window
    cell = int(min(breadth / view.files, depth / view.ranks, side / 5) * 20) / 20  # a neat twentieth of a mm, never larger than fits
    middle = front + depth / 2
    own = (-(view.left + view.right) / 2 * cell, middle - (view.bottom + view.top) / 2 * cell)
    return BaseLayout(side, tab, (tab + fit.clearance + 2 * RELIEF, width), slot_y, cell, own)


def standee_outline(shape: Silhouette, tab: float, fit: Fit) -> Path:
    """The silhouette with a tab of the material's thickness under its foot."""
    half, deep = tab / 2, fit.thickness
    below: list[Corner] = [((-half, 0), RELIEF - 0.1), ((-half, -deep), LEAD_IN), ((half, -deep), LEAD_IN), ((half, 0), RELIEF - 0.1)]
    return rounded([*shape.corners, *below])


def base_outline(side: float, sign: int) -> Path:
    """A square base with round corners; `sign` is the player's number from 0: odd ones have their rear corners cut, each further
    pair one more notch in the rear edge, so that players are told apart by touch and in grey."""
    h = side / 2
    cut = side * 0.16
    rear_left: list[Corner] = [((-h, -h + cut), 1.5), ((-h + cut, -h), 1.5)] if sign % 2 else [((-h, -h), CORNER)]
    rear_right: list[Corner] = [((h - cut, -h), 1.5), ((h, -h + cut), 1.5)] if sign % 2 else [((h, -h), CORNER)]
    notches: list[Corner] = []
    for i in range(sign // 2):
        x = (i - (sign // 2 - 1) / 2) * 4.0
        notches += [((x - 1.2, -h), 0.5), ((x - 0.7, -h + 1.4), 0.6), ((x + 0.7, -h + 1.4), 0.6), ((x + 1.2, -h), 0.5)]
    return rounded([*rear_left, *notches, *rear_right, ((h, h), CORNER), ((-h, h), CORNER)])


def standee_part(name: str, shape: Silhouette, layout: BaseLayout, fit: Fit, *, count: int, material: str, group: str) -> Part:
    """The upright part of a piece; it goes into its base."""
    drawing = draw(Role.EDGE, standee_outline(shape, layout.tab, fit))
    for hole in shape.holes:
        drawing += draw(Role.HOLE, hole)
    return Part(f"{name} standee", drawing, count, material, group, into=(f"{name} base",))


def base_part(name: str, label: str, diagram: Diagram, layout: BaseLayout, sign: int, *, count: int, material: str, group: str) -> Part:
    """The base of a piece with its slot, its marks, its own cell with forward, and its name behind the slot."""
    length, width = layout.slot
    slot = rectangle(-length / 2, layout.slot_y - width / 2, length, width, RELIEF)
    marks = draw_diagram(diagram, layout.cell, grid=layout.cell >= GRID_FROM).without(Role.MOVE_CELL).moved(*layout.own)
    drawing = draw(Role.EDGE, base_outline(layout.side, sign)) + draw(Role.HOLE, slot) + marks + _name(label, layout)
    return Part(f"{name} base", drawing, count, material, group)


def _name(label: str, layout: BaseLayout) -> Drawing:
    """The name upright for the player behind the piece; left out where it would run into the corners."""
    room = layout.side * 0.62
    cap = min(NAME_CAP, NAME_CAP * room / text_width(label, NAME_CAP))
    behind = layout.slot_y - layout.slot[1] / 2 + layout.side / 2
    return write(Role.LABEL, label, (0, -layout.side / 2 + (behind - cap) / 2 + 0.2), cap) if cap >= 1.5 else Drawing()
