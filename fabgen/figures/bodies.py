"""A game's piece and the fit of its material → its body's parts to cut, and its faults.

One entry in BODIES for each kind of body. The part that carries the diagram is named after `Body.face`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cached_property

from fabgen.artwork.drawing import Drawing, Role, draw
from fabgen.artwork.part import Fit, Part
from fabgen.artwork.path import Path, rectangle
from fabgen.figures.crossed import CROSSED, LEAST_BESIDE, crossed_drawings, panels
from fabgen.figures.marks import MARKS, mark_of
from fabgen.figures.piece import (
    LEAD_IN,
    Fault,
    Layout,
    Seat,
    crossed_seat,
    face,
    lay_out,
    pin_seat,
    plate,
    standee_seat,
    tab_corners,
)
from fabgen.figures.plan import POINTED, Plan
from fabgen.figures.silhouettes import SHAPES, Upright, silhouette
from fabgen.rules.diagram import Diagram
from fabgen.spec.load import Spec
from fabgen.spec.own import Own
from fabgen.spec.piece import Body

LAYERS, STEP = 3, 1.5  # of a stack: how many layers, and how much smaller each is all round, in mm
ROOM = 0.95  # of the cell: what a base may take


@dataclass(frozen=True)
class Made:
    """One player's kind of piece, made of a material of a fit."""

    player: str
    piece: str
    body: Body
    diagram: Diagram
    whole: Plan  # what it takes of its cell
    fit: Fit
    count: int
    material: str
    others: tuple[Plan, ...] = ()  # what that of other players takes

    @property
    def name(self) -> str:
        return f"{self.player} {self.piece}"

    @property
    def label(self) -> str:
        return self.piece.capitalize()

    @property
    def top(self) -> Plan:
        """The plate that carries the diagram."""
        return self._top(self.whole)

    def _top(self, whole: Plan) -> Plan:
        return whole.smaller(STEP * (layers(self.body) - 1)) if self.body.stack else whole

    @cached_property
    def layout(self) -> Layout:
        """With the borders of cells where the plates of all players have room for them: one look for all."""
        own = self._laid_out(self.whole)
        alike = own.grid and all(self._laid_out(whole).grid for whole in dict.fromkeys(self.others))
        return own if alike == own.grid else self._laid_out(self.whole, bare=True)

    def _laid_out(self, whole: Plan, *, bare: bool = False) -> Layout:
        top = self._top(whole)
        return lay_out(self.diagram, top, _seat(self.body, top, self.fit), bare=bare)

    def faults(self) -> Iterator[Fault]:
        """Why it cannot be made so; nothing is drawn of what has errors."""
        body = self.body
        if body.crossed and (left := panels(body.crossed, body.height).beside(self.fit)) < LEAST_BESIDE:
            what = f"the panels of the {self.piece} are too slender to be slit: {max(0.0, left):.1f} mm stay beside it"
            yield Fault(what, "a higher piece, or thinner material", "error", "piece.panels-too-slender", left)
        yield from self.layout.faults(self.piece)

    def part(self, name: str, drawing: Drawing, into: str = "", back: Drawing | None = None) -> Part:
        """A part of this piece; `into` is the part that it goes into, as deep as the material is thick."""
        goes = (f"{self.name} {into}",) if into else ()
        x0, y0, x1, _ = drawing.bounds()
        unseen = ((x0, y0, x1, y0 + self.fit.thickness / 2),) if goes and not back and self.body.shape else ()
        group = f"{self.player} pieces"
        return Part(f"{self.name} {name}", drawing, self.count, self.material, group, back, goes, unseen)


def made(spec: Spec, player: str, piece: str, fit: Fit) -> Made:
    """A player's piece as it is made of its material."""
    game = spec.game
    kind, material = game.pieces[piece], game.players[player].material
    whole = plate(game, player, piece)
    others = tuple(plate(game, other, piece) for other in game.players if other != player)
    return Made(player, piece, kind.body, spec.diagram(piece), whole, fit, kind.each, material, others)


def layers(body: Body) -> int:
    """How many layers a stack has."""
    return body.layers or LAYERS


def _seat(body: Body, top: Plan, fit: Fit) -> Seat | None:
    if body.standee:
        return standee_seat(top, silhouette(body.standee, body.height).foot, fit)
    if body.crossed:
        return crossed_seat(top, panels(body.crossed, body.height).foot, fit)
    return pin_seat(top, fit) if body.stack else None


def parts(one: Made) -> Iterator[Part]:
    """Every part of a piece, uprights before what they stand in."""
    kind = next(kind for kind in BODIES if getattr(one.body, kind))
    yield from BODIES[kind](one)


def _standee(one: Made) -> Iterator[Part]:
    shape = silhouette(one.body.standee or "", one.body.height)
    drawing = draw(Role.EDGE, standee_outline(shape, one.layout.seat.tab if one.layout.seat else 0.0, one.fit))
    for hole in shape.holes:
        drawing += draw(Role.HOLE, hole)
    yield one.part("standee", drawing, "base")
    yield one.part("base", face(one.diagram, one.layout, one.label))


def standee_outline(shape: Upright, tab: float, fit: Fit) -> Path:
    """The silhouette with a tab of the material's thickness under its foot."""
    return shape.joined(tab_corners(tab / 2, fit))


def _crossed(one: Made) -> Iterator[Part]:
    shape = panels(one.body.crossed or "", one.body.height)
    for name, drawing in crossed_drawings(shape, one.layout.seat.tab if one.layout.seat else 0.0, one.fit):
        yield one.part(name, drawing, "base")
    yield one.part("base", face(one.diagram, one.layout, one.label))


def _stack(one: Made) -> Iterator[Part]:
    seat, count = one.layout.seat, layers(one.body)
    assert seat, "a stack has a pin"
    high = count * one.fit.thickness
    yield one.part("pin", draw(Role.EDGE, pin_outline(seat, high, one.fit)), "base")
    yield one.part("base", face(one.diagram, one.layout, one.label))
    for n in range(1, count):
        outline = draw(Role.EDGE, one.top.smaller(-STEP * n).outline())
        yield one.part(f"layer {n}", outline + draw(Role.HOLE, seat.hole()))


def pin_outline(seat: Seat, high: float, fit: Fit) -> Path:
    """A strip that goes through all layers and ends flush, its corners a lead-in."""
    return rectangle(-seat.tab / 2, 0, seat.tab, high, min(LEAD_IN, fit.thickness / 2))


def _tile(one: Made) -> Iterator[Part]:
    mark = mark_of(one.body.back, 0.8 * min(one.whole.width, one.whole.depth)) if one.body.back else None
    yield one.part("tile", face(one.diagram, one.layout), back=mark)
    if mark:  # a laser marks one side: the other is a piece of its own, to be glued under the first
        under = draw(Role.EDGE, one.whole.outline()).mirrored()
        yield one.part("back", under + mark, "tile")


BODIES: dict[str, Callable[[Made], Iterator[Part]]] = {
    "standee": _standee,
    "crossed": _crossed,
    "stack": _stack,
    "tile": _tile,
}


def known(body: Body) -> bool:
    """Whether the shapes and marks that a body names are there."""
    words: dict[str | None, Collection[str]] = {body.standee: SHAPES, body.crossed: CROSSED, body.back: MARKS}
    return all(word is None or isinstance(word, Own) or word in valid for word, valid in words.items())


def unfit(one: Made, cell: float, *, squares: bool = True) -> Iterator[Fault]:
    """What is wrong with a piece's body for cells of a side in mm: its room, its stand, its slot, its diagram. In cells
    that are no `squares`, a square one has the room of the circle that fits them."""
    wide, deep = one.whole.size()
    if one.whole.shape == "square" and not squares:
        wide, deep = wide * math.sqrt(2) * ROOM, deep * math.sqrt(2) * ROOM
    if max(wide, deep) > ROOM * cell:
        what = f"a base of {max(one.whole.size()):g} mm leaves no room in a cell of {cell:g} mm"
        most = 0.9 if squares or one.whole.shape != "square" else 0.7
        most = most / (1 + POINTED) if one.whole.point else most
        hint = f"{math.floor(10 * most * cell) / 10:g} mm or less"
        yield Fault(what, hint, "error", "piece.base-too-large", max(one.whole.size()))
    foot, height = standing(one)
    side = min(one.whole.width, one.whole.depth)
    if side < height / 2:
        what = f"the {one.piece} is {height:g} mm high on a base of {side:g} mm and tips over"
        hint = f"a base of {height / 2:g} mm or more, or a lower piece"
        yield Fault(what, hint, "warning", "piece.tips-over", side)
    if foot > side - 2:
        low = int(height * (side - 2) / foot)
        yield Fault(
            f"the base of the {one.piece}, {side:g} mm, is too narrow for its foot of {foot:g} mm: 1 mm must stay on "
            "each side",
            f"a base of {foot + 2:g} mm or more, or a `height` of {low} mm or less",
            "error",
            "piece.foot-too-wide",
            side,
        )
    else:
        yield from one.faults()


def standing(one: Made) -> tuple[float, float]:
    """The width of a piece's foot and its height in mm; of a flat one, nothing and its thickness."""
    body = one.body
    if body.standee:
        shape = silhouette(body.standee, body.height)
        return 2 * shape.foot, shape.height
    if body.crossed:
        made = panels(body.crossed, body.height)
        return 2 * made.foot * 0.5**0.5, made.face.height
    return 0.0, one.fit.thickness * (layers(body) if body.stack else 1)


__all__ = ["BODIES", "Made", "known", "layers", "made", "parts", "standing", "unfit"]
