"""A spec → where every part is when all joints are closed: the poses of the parts of the board, of each piece, of the
box and its tray, in mm.

The exploded pictures (`assembly`) show how the same parts come together; here nothing floats.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from fabgen.artwork.part import Fit, Part
from fabgen.figures.assembly.assembly import UPRIGHT, StockOf
from fabgen.figures.assembly.isometric import (
    Pose,
    bounds_of,
    flat,
    middle_of,
    parts_named,
    sideways,
    upright_pose,
)
from fabgen.figures.boards.board import square_centre
from fabgen.figures.boards.board_split import BoardSeams, split_board
from fabgen.figures.boards.inlay import inlay_spaces
from fabgen.figures.boards.light_board import FOOT, LIP, crate
from fabgen.figures.components.kit import FitOf, board_parts, make_player_pieces, make_token_parts
from fabgen.figures.components.storage_box import PLAY, RAIL, BoxLayout, box_layout, box_parts
from fabgen.figures.joints.joints import Casing
from fabgen.figures.pieces.bases import TRAVEL_ANGLE
from fabgen.figures.pieces.bodies import PlayerPiece, make_piece_parts
from fabgen.spec.load import Spec


@dataclass(frozen=True)
class PosedPart:
    """A part in its place: the back of its drawing lies in the plane of the pose, its face `thickness` mm above."""

    part: Part
    pose: Pose
    thickness: float
    material: str  # what it is cut from

    def moved(self, dx: float, dy: float, dz: float = 0.0) -> PosedPart:
        """The part shifted by these distances in mm."""
        return replace(self, pose=self.pose.moved(dx, dy, dz))

    def turned(self, degrees: float) -> PosedPart:
        """The part turned counter-clockwise about the upright axis through the origin."""
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        origin, across, along, out = ((c * x - s * y, s * x + c * y, z) for x, y, z in (
            self.pose.origin, self.pose.across, self.pose.along, self.pose.out))
        return replace(self, pose=Pose(origin, across, along, out))

    def turned_over(self, height: float) -> PosedPart:
        """The part turned over about the line along y that is half as high as `height`."""
        origin, across, along, out = ((-x, y, -z) for x, y, z in (
            self.pose.origin, self.pose.across, self.pose.along, self.pose.out))
        return replace(self, pose=Pose(origin, across, along, out).moved(0, 0, height))

    def ends(self) -> tuple[float, float]:
        """The heights of the two faces of a part that lies flat."""
        return self.pose.origin[2], self.pose.origin[2] + self.pose.out[2] * self.thickness


@dataclass(frozen=True)
class AssembledThing:
    """A thing whose parts are joined: a board, one piece of a player, the box or its tray.

    * `name`: `board`, `box`, `tray`, or player and kind as in `green knight`.
    * `fit`: of the material whose joints hold it.
    * `height`: of the side on which others stand or lie, above its lowest point, in mm.
    """

    name: str
    parts: tuple[PosedPart, ...]
    fit: Fit
    height: float = 0.0

    def moved(self, dx: float, dy: float, dz: float = 0.0) -> AssembledThing:
        """The thing shifted by these distances in mm."""
        return replace(self, parts=tuple(placed.moved(dx, dy, dz) for placed in self.parts))

    def turned(self, degrees: float) -> AssembledThing:
        """The thing turned counter-clockwise about the upright axis through the origin."""
        return replace(self, parts=tuple(placed.turned(degrees) for placed in self.parts))

    def turned_over(self) -> AssembledThing:
        """A flat thing with its other side up, at the same place."""
        ends = [end for placed in self.parts for end in placed.ends()]
        return replace(self, parts=tuple(placed.turned_over(min(ends) + max(ends)) for placed in self.parts))


class _Workshop:
    """What the places of parts depend on: the fits of materials, and what each is cut from."""

    def __init__(self, spec: Spec, fit_of: FitOf, stock_of: StockOf) -> None:
        self.spec, self.fit_of, self.stock_of = spec, fit_of, stock_of

    def place(self, part: Part, pose: Pose) -> PosedPart:
        """A part in a pose."""
        return PosedPart(part, pose, self.fit_of(part.material).thickness, self.stock_of(part.material).key)

    def place_all(self, parts: Iterable[Part], pose: Pose) -> Iterator[PosedPart]:
        """The parts of one drawing in the same pose."""
        return (self.place(part, pose) for part in parts)


def assembled_things(spec: Spec, fit_of: FitOf, stock_of: StockOf) -> list[AssembledThing]:
    """The board, one piece of each kind of each player, and the box with its tray."""
    workshop, bodies = _Workshop(spec, fit_of, stock_of), make_player_pieces(spec, fit_of)
    return [_board(workshop), *(_piece(workshop, body) for body in bodies), *_boxes(workshop, bodies)]


def loose_tokens(spec: Spec, fit_of: FitOf, stock_of: StockOf) -> dict[str, AssembledThing]:
    """One token of each kind, by the name of the kind: on the ground, its middle at the origin, face up."""
    workshop = _Workshop(spec, fit_of, stock_of)
    return {name: AssembledThing(part.name, (workshop.place(part, flat()),), fit_of(part.material))
            for name, part in make_token_parts(spec).items()}


# Pieces


def _piece(workshop: _Workshop, body: PlayerPiece) -> AssembledThing:
    """A piece on the ground, its middle at the origin, its player at the lower edge of the picture."""
    kind = next(kind for kind in PIECES if getattr(body.body, kind))
    parts = list(make_piece_parts(body))
    return AssembledThing(body.name, tuple(PIECES[kind](workshop, body, parts)), body.fit)


def _place_standee(workshop: _Workshop, body: PlayerPiece, parts: Sequence[Part]) -> Iterator[PosedPart]:
    """The base, and the upright whose tab fills the slot."""
    upright, base = parts
    seat, thick = body.layout.seat, body.fit.thickness
    assert seat, "an upright has a seat"
    yield workshop.place(base, flat())
    yield workshop.place(upright, upright_pose(seat.y, thick).moved(0, 0, thick))


def _place_crossed(workshop: _Workshop, body: PlayerPiece, parts: Sequence[Part]) -> Iterator[PosedPart]:
    """The base, and the two panels that cross over its slots, turned by 45 degrees."""
    face, side, base = parts
    seat, thick = body.layout.seat, body.fit.thickness
    assert seat, "panels have a seat"
    yield workshop.place(base, flat())
    for part, pose in ((side, sideways(0, thick)), (face, upright_pose(0, thick))):
        yield workshop.place(part, pose).turned(UPRIGHT).moved(0, seat.y, thick)


def _place_stack(workshop: _Workshop, body: PlayerPiece, parts: Sequence[Part]) -> Iterator[PosedPart]:
    """The layers from the widest to the base, and the pin through all of them."""
    pin, base, *under = parts
    seat, thick = body.layout.seat, body.fit.thickness
    assert seat, "a stack has a pin"
    for level, part in enumerate((*reversed(under), base)):
        yield workshop.place(part, flat().moved(0, 0, level * thick))
    yield workshop.place(pin, upright_pose(seat.y, thick))


def _place_tile(workshop: _Workshop, body: PlayerPiece, parts: Sequence[Part]) -> Iterator[PosedPart]:
    """A tile, on its back if it has one. The back lies face down."""
    tile, *backs = parts
    thick = body.fit.thickness
    for back in backs:
        yield workshop.place(back, Pose((0, 0, thick), (-1, 0, 0), (0, 1, 0), (0, 0, -1)))
    yield workshop.place(tile, flat().moved(0, 0, thick * len(backs)))


PIECES: dict[str, Callable[[_Workshop, PlayerPiece, Sequence[Part]], Iterator[PosedPart]]] = {
    "standee": _place_standee, "crossed": _place_crossed, "stack": _place_stack, "tile": _place_tile,
}


def piece_turn(forward: str | None) -> float:
    """By how many degrees a player's pieces are turned on the board; a piece is drawn for one who plays upwards."""
    angles = {str(way): angle for way, angle in TRAVEL_ANGLE.items()}
    return float(angles[forward or "up"] - angles["up"])


# Boards


def _board(workshop: _Workshop) -> AssembledThing:
    """The board on the ground, its lower left corner at the origin."""
    game = workshop.spec.game
    parts = board_parts(workshop.spec, workshop.fit_of)
    placed = [*BOARDS[game.board.build](workshop, parts)]
    top = max(part.pose.origin[2] + part.thickness for part in placed if part.pose.out[2])
    material = game.board.lights.material if game.board.build == "lights" else game.board.material
    return AssembledThing("board", tuple(placed), workshop.fit_of(material), top)


def _place_keys(workshop: _Workshop, parts: Sequence[Part], name: str, level: float) -> Iterator[PosedPart]:
    """The keys of a plate in their sockets. `level`: the height of the plate's lower side in mm."""
    key = next((part for part in parts if part.name == f"{name} key"), None)
    game = workshop.spec.game
    cut = split_board(game, workshop.fit_of(key.material)) if key else None
    if key is None or cut is None:
        return
    for box, _ in BoardSeams(game, cut, workshop.fit_of(key.material).clearance).joints():
        turn = 90.0 if box[2] - box[0] < box[3] - box[1] else 0.0  # vertical seam: a key is wider than it reaches
        yield workshop.place(key, flat(turn).moved(*middle_of(box), level))


def _place_sheet(workshop: _Workshop, parts: Sequence[Part]) -> Iterator[PosedPart]:
    """The parts beside each other, and their keys."""
    yield from workshop.place_all(parts_named(parts, "board"), flat())
    yield from _place_keys(workshop, parts, "board", 0.0)


def _place_inlay(workshop: _Workshop, parts: Sequence[Part]) -> Iterator[PosedPart]:
    """The base, and on it the frame around the spaces."""
    game, lattice = workshop.spec.game, workshop.spec.lattice
    thick, by_name = workshop.fit_of(game.board.material).thickness, {part.name: part for part in parts}
    yield from workshop.place_all(parts_named(parts, "board base"), flat())
    yield from _place_keys(workshop, parts, "board", 0.0)
    yield from workshop.place_all(parts_named(parts, "board frame"), flat().moved(0, 0, thick))
    for cell, space in inlay_spaces(workshop.spec).items():
        x, y = square_centre(lattice, cell, game.board.cell)
        place = flat().moved(x + game.board.border, y + game.board.border, thick)
        yield workshop.place(by_name[f"{space.name} space"], place)


def _place_lights(workshop: _Workshop, parts: Sequence[Part]) -> Iterator[PosedPart]:
    """Feet, the lamp layer with its walls, the crate on it, the top."""
    game, floor = workshop.spec.game, parts_named(parts, "lamp layer")
    fit, (x0, y0, x1, y1) = workshop.fit_of(game.board.lights.material), bounds_of(floor)
    thick, strips = fit.thickness, crate(game, fit)
    low = 2 * thick  # the feet are two discs high
    foot, near = next(part for part in parts if part.name == "case foot"), FOOT / 2
    for x in (x0 + near, x1 - near):
        for y in (y0 + near, y1 - near):
            yield from (workshop.place(foot, flat().moved(x, y, level)) for level in (0.0, thick))
    yield from workshop.place_all(floor, flat().moved(0, 0, low))
    yield from _place_keys(workshop, parts, "lamp layer", low)
    for y in (y0 + thick / 2, y1 - thick / 2):
        pose = upright_pose(y, thick).moved(LIP, 0, low)
        yield from workshop.place_all(parts_named(parts, "case front"), pose)
    for x in (x0 + thick / 2, x1 - thick / 2):
        yield from workshop.place_all(parts_named(parts, "case side"), sideways(x, thick).moved(0, LIP, low))
    for y in strips.strip_ys:
        pose = upright_pose(y, thick).moved(strips.x_span[0], 0, low + thick)
        yield from workshop.place_all(parts_named(parts, "strip along ranks"), pose)
    for x in strips.strip_xs:
        pose = sideways(x, thick).moved(0, strips.y_span[0], low + thick)
        yield from workshop.place_all(parts_named(parts, "strip along files"), pose)
    top = low + thick + game.board.lights.depth
    yield from workshop.place_all(parts_named(parts, "board"), flat().moved(0, 0, top))
    yield from _place_keys(workshop, parts, "board", top)


BOARDS: dict[str, Callable[[_Workshop, Sequence[Part]], Iterator[PosedPart]]] = {
    "sheet": _place_sheet, "inlay": _place_inlay, "lights": _place_lights,
}


# Boxes


def _boxes(workshop: _Workshop, bodies: Sequence[PlayerPiece]) -> Iterator[AssembledThing]:
    """The closed box, and its tray beside it; nothing where the spec has no box."""
    game, spaces = workshop.spec.game, workshop.spec.spaces
    parts = box_parts(workshop.spec, bodies, workshop.fit_of)
    if game.box is None or not parts:
        return
    layout = box_layout(game, bodies, workshop.fit_of, game.box, spaces)
    names = ("box back", "box left side", "box right side", "box front") if layout.has_sliding_lid else (
        "box front", "box side", "box side", "box front")
    lid = _place_sliding_lid if layout.has_sliding_lid else _place_lift_off_lid
    case = [*_place_case(workshop, layout.box, parts, "box bottom", names), *lid(workshop, layout, parts)]
    yield AssembledThing("box", tuple(case), layout.fit)
    tray = [*_place_case(workshop, layout.tray, parts, "tray bottom", 
                          ("tray front", "tray side", "tray side", "tray front"))]
    for x in layout.dividers:
        tray += workshop.place_all(parts_named(parts, "tray divider"), sideways(x, layout.tray.wall))
    yield AssembledThing("tray", tuple(tray), layout.fit)


def _place_case(workshop: _Workshop, case: Casing, parts: Sequence[Part], bottom: str, names: Sequence[str]
                ) -> Iterator[PosedPart]:
    """An open box from its lower left corner: its bottom, and its walls by their `names`: back, a side, a side, front.
    A right side that differs from the left one is drawn from its inside."""
    thick = case.wall
    back, left, right, front = names
    right_pose = sideways(case.width - thick / 2, thick)
    if right != left:
        right_pose = Pose((case.width, case.depth, 0), (0, -1, 0), (0, 0, 1), (-1, 0, 0))
    poses = ((bottom, flat()), (back, upright_pose(case.depth - thick / 2, thick)),
             (left, sideways(thick / 2, thick)), (right, right_pose), (front, upright_pose(thick / 2, thick)))
    for name, pose in poses:
        yield from workshop.place_all(parts_named(parts, name), pose)


def _place_lift_off_lid(workshop: _Workshop, layout: BoxLayout, parts: Sequence[Part]) -> Iterator[PosedPart]:
    """The lid on the walls, and the rim under it between them."""
    less, high = layout.box.wall + PLAY / 2, layout.box.height
    rim = flat().moved(less, less, high - layout.fit.thickness)
    yield from workshop.place_all(parts_named(parts, "box lid rim"), rim)
    yield from workshop.place_all(parts_named(parts, "box lid"), flat().moved(0, 0, high))


def _place_sliding_lid(workshop: _Workshop, layout: BoxLayout, parts: Sequence[Part]) -> Iterator[PosedPart]:
    """Two rails on either side, and the lid between them, over the front wall."""
    thick, low = layout.fit.thickness, layout.front_height
    yield from workshop.place_all(parts_named(parts, "box lid"), flat().moved(thick + PLAY / 2, 0, low))
    for x in (1.5 * thick, layout.box.width - 1.5 * thick):
        for level in (low - RAIL * thick, low + layout.fit.slot):
            pose = sideways(x, thick).moved(0, thick + PLAY / 2, level)
            yield from workshop.place_all(parts_named(parts, "box rail"), pose)
