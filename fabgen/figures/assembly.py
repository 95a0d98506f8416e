"""A spec → how everything that has several parts goes together: exploded pictures in isometric view, the parts' names
as they stand on the sheets, and what to do in which order.

A kind of piece has an arrangement by its body, a board one by its build (`assembly_board`), a box two
(`assembly_box`). Parts hang over each other as they are put together, dotted lines say into what.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from fabgen.artwork.callout import View
from fabgen.artwork.drawing import Role
from fabgen.artwork.part import Fit, Part
from fabgen.artwork.path import Point
from fabgen.figures.bodies import Made, parts
from fabgen.figures.isometric import Pose, Solid, dotted, facing, flat, sideways, solid, view
from fabgen.figures.kit import FitOf, kinds
from fabgen.spec.load import Spec

APART = 3.5  # mm between the pictures of two parts
UPRIGHT = 45.0  # degrees that a plate with crossed slots is turned, so that its panels lie along both axes


@dataclass(frozen=True)
class Assembly:
    """How one thing is put together: a picture in mm, what to do in this order, and the names of the parts that it
    holds for, those of all players. What is `large` wants a page's width."""

    title: str
    view: View
    steps: tuple[str, ...]
    names: tuple[str, ...]
    large: bool = False


@dataclass(frozen=True)
class Step:
    """A part in its pose, what it is called here, and the points of its drawing from which dotted lines go down."""

    part: Part
    pose: Pose
    name: str
    lines: tuple[Point, ...] = ()


def assemblies(spec: Spec, fit_of: FitOf) -> list[Assembly]:
    """The board, each kind of piece that has several parts as the first player has it, the box and its tray."""
    from fabgen.figures.assembly_board import board_assemblies
    from fabgen.figures.assembly_box import box_assemblies

    every = kinds(spec, fit_of)
    return [*board_assemblies(spec, fit_of), *_pieces(spec, every), *box_assemblies(spec, every, fit_of)]


def _pieces(spec: Spec, every: Sequence[Made]) -> Iterator[Assembly]:
    for piece in spec.game.pieces:
        alike = [one for one in every if one.piece == piece]
        one, made_of = alike[0], list(parts(alike[0]))
        kind = next((name for name in KINDS if getattr(one.body, name)), None)
        if kind and len(made_of) > 1:
            how, arrange = KINDS[kind]
            each = f"{one.label} · {one.count}" + (" for each player" if len(alike) > 1 else "")
            names = tuple(part.name for other in alike for part in parts(other))
            shown = exploded(list(arrange(one, made_of)), one.fit, tone_of(one.material))
            yield Assembly(each, shown, (how,), names)


def tone_of(material: str) -> str:
    """The tone in which a part is shown: its colour, else what it is made of, without its thickness."""
    name, _, colour = material.partition("/")
    return colour or name.rpartition("-")[0]


def exploded(steps: Sequence[Step], fit: Fit, tone: str = "") -> View:
    """The steps over each other, from the lowest."""
    solids = [solid(step.part.drawing, step.pose, fit.thickness, tone, step.name) for step in steps]
    shown, top, below = list[Solid](), 0.0, 0.0
    for step, one in zip(steps, solids, strict=True):
        _, low, _, high = one.drawing.bounds()
        lift, top = top - low, top + high - low + APART
        if shown:
            ends = [step.pose.place(p, 0.0) for p in step.lines]
            shown.append(dotted(((x, y, z + lift), (x, y, below)) for x, y, z in ends if z + lift > below + APART / 2))
        shown.append(one.moved((0, 0, lift)))
        below = lift + fit.thickness
    return view(shown)


def _called(one: Made, part: Part) -> str:
    return part.name.removeprefix(f"{one.player} ")


def _standing(one: Made, made_of: Sequence[Part]) -> Iterator[Step]:
    """A base and the upright over it."""
    upright, base = made_of
    seat = one.layout.seat
    assert seat, "an upright has a seat"
    pose = facing(seat.y, one.fit.thickness)
    yield Step(base, flat(), _called(one, base))
    yield Step(upright, pose, _called(one, upright), _feet(seat.tab, one.fit))


def _feet(tab: float, fit: Fit) -> tuple[Point, Point]:
    return (-tab / 2, -fit.thickness), (tab / 2, -fit.thickness)


def _crossing(one: Made, made_of: Sequence[Part]) -> Iterator[Step]:
    """A base, the panel that is slit from above, and the one that is lowered over it."""
    face, side, base = made_of
    seat, thick = one.layout.seat, one.fit.thickness
    assert seat, "panels have a seat"
    away = (seat.y * math.sin(math.radians(UPRIGHT)), seat.y * math.cos(math.radians(UPRIGHT)))
    feet = _feet(seat.tab, one.fit)
    for part, pose, lines in ((base, flat(-UPRIGHT), ()), (side, sideways(0, thick).moved(*away), feet),
                              (face, facing(0, thick).moved(*away), feet)):
        yield Step(part, pose, _called(one, part), lines)


def _stacked(one: Made, made_of: Sequence[Part]) -> Iterator[Step]:
    """Layers from the widest to the base, then the pin that goes through all of them."""
    pin, base, *under = made_of
    seat = one.layout.seat
    assert seat, "a stack has a pin"
    for part in (*reversed(under), base):
        yield Step(part, flat(), _called(one, part), _hole(seat.tab, seat.y))
    high = pin.drawing.bounds()[1]
    yield Step(pin, facing(seat.y, one.fit.thickness), _called(one, pin), ((-seat.tab / 2, high), (seat.tab / 2, high)))


def _hole(tab: float, y: float) -> tuple[Point, Point]:
    return (-tab / 2, y), (tab / 2, y)


def _glued(one: Made, made_of: Sequence[Part]) -> Iterator[Step]:
    """A tile over its back, whose mark looks down."""
    tile, back = made_of
    x0, y0, x1, y1 = tile.drawing.bounds()
    middle = ((x0, (y0 + y1) / 2), (x1, (y0 + y1) / 2))
    under = Part(back.name, back.drawing.mirrored().only(Role.EDGE), back.count, back.material, back.group)
    yield Step(under, flat(), _called(one, back) + ", mark down")
    yield Step(tile, flat(), _called(one, tile), middle)


Arrange = Callable[[Made, Sequence[Part]], Iterator[Step]]
KINDS: dict[str, tuple[str, Arrange]] = {
    "standee": ("Push the tab straight down into the slot, the name on the base towards you.", _standing),
    "crossed": ("Stand the side in the base, then lower the face over it until both stand on the base.", _crossing),
    "stack": ("Lay the layers over each other, the widest below, and push the pin through all of them.", _stacked),
    "tile": ("Glue the back under the tile, its mark outside, edge to edge.", _glued),
}
