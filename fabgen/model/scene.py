"""A game on its table: the board with the pieces where they start, the box and its tray beside it, as solids in mm.

x to the right, y away from the first player, z up; the lower left corner of the board is at the origin.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fabgen.artwork.themes import load_theme, luminance, tone_colour
from fabgen.figures.assembly.assembly import StockOf
from fabgen.figures.assembly.part_places import AssembledThing, PosedPart, piece_turn
from fabgen.figures.boards.board import board_size
from fabgen.figures.boards.surface import surface_of
from fabgen.figures.positions.setup import SEAT
from fabgen.materials.key import MaterialKey
from fabgen.model.solids import PartSolid
from fabgen.rules.boards import Cell
from fabgen.spec.load import Spec
from fabgen.spec.spaces import Point, Spaces

APART = 30.0  # mm between the things beside the board
SPREAD = 1.3  # cells from one piece beside the board to the next
CLEAR_ALPHA, TINTED_ALPHA = 0.35, 0.9  # how opaque clear and coloured acrylic look
FROST, SHADE, BURN = "#ffffff", "#8d949c", "#5a3a1e"  # marks on acrylic, on pale acrylic, and burnt into wood
PALE = 0.8  # luminance (0 to 1) of acrylic on which frost looks darker
CLEAR = "clear"
SEEN = 0.05  # mm: nobody sees a chord that is off its arc by less


@dataclass(frozen=True)
class SolidLook:
    """A material in the model: its name, its colour as #rrggbb, how opaque it is (0 to 1), and the colour of marks."""

    name: str
    colour: str
    alpha: float
    marks: str


@dataclass(frozen=True)
class SceneItem:
    """One part in the scene: the name that tells it from all others, its solid, and its look."""

    name: str
    solid: PartSolid
    look: SolidLook


def scene_items(spec: Spec, things: Sequence[AssembledThing], stock_of: StockOf) -> Iterator[SceneItem]:
    """Every part of the game that is set up, in a fixed order."""
    return thing_items([*_set_up(spec, things)], stock_of)


def thing_items(things: Sequence[AssembledThing], stock_of: StockOf) -> Iterator[SceneItem]:
    """Every part of some things, where they are."""
    looks = {placed.material: look_of(placed.material, stock_of) for thing in things for placed in thing.parts}
    used: dict[str, int] = {}
    for thing in things:
        used[thing.name] = used.get(thing.name, 0) + 1
        for number, placed in enumerate(thing.parts, 1):
            name = f"{thing.name} {used[thing.name]}: {placed.part.name}, part {number}"
            yield SceneItem(name, PartSolid(placed, SEEN), looks[placed.material])


def _set_up(spec: Spec, things: Sequence[AssembledThing]) -> Iterator[AssembledThing]:
    """The board, each piece on the cell where it starts, and beside the board one piece of each kind that does not
    start on it, a row for each player, and the box."""
    by_name = {thing.name: thing for thing in things}
    board = by_name["board"]
    yield board
    spaces = surface_of(spec.game, spec.lattice, spec.game.board.cell, spec.map_spaces).spaces
    border, placed, beside = spec.game.board.border, set[str](), dict[Cell, int]()
    for cell, piece in (spec.start.top_pieces() if spec.start else ()):
        thing = by_name.get(f"{piece.player} {piece.kind}")
        if thing:
            beside[cell] = beside.get(cell, -1) + 1
            x, y = _standing_place(spec, spaces, cell, beside[cell])
            forward = spec.game.players[piece.player].forward
            turn = piece_turn(SEAT.get(forward, forward))
            placed.add(thing.name)
            yield _move_thing(_turn_thing(thing, turn), x + border, y + border, board.height)
    right = board_size(spec.game, spec.spaces)[0] + APART
    side = spec.game.board.cell
    for player in spec.game.players:
        idle = [thing for thing in things if thing.name.startswith(f"{player} ") and thing.name not in placed]
        for number, thing in enumerate(idle):
            yield _move_thing(thing, right + side / 2, side / 2 + number * side * SPREAD, 0.0)
        right += side + APART / 2 if idle else 0.0
    for name in ("box", "tray"):
        if thing := by_name.get(name):
            yield _move_thing(thing, right, 0.0, 0.0)
            right += max(placed.pose.origin[0] for placed in thing.parts) + APART


def _standing_place(spec: Spec, spaces: Spaces, cell: Cell, number: int) -> Point:
    """Where the piece of a number stands on a cell, in mm: side by side with others where several share it."""
    pieces = 1 + len(spec.start.further_pieces.get(cell, ())) if spec.start else 1
    if pieces == 1:
        return spaces.middles[cell]
    count = max(pieces, spec.cell_limits.get(cell, 1))
    return spaces.piece_places(cell, count).middles[number]


def _move_thing(thing: AssembledThing, dx: float, dy: float, dz: float) -> AssembledThing:
    return _with_parts(thing, [placed.moved(dx, dy, dz) for placed in thing.parts])


def _turn_thing(thing: AssembledThing, degrees: float) -> AssembledThing:
    return _with_parts(thing, [placed.turned(degrees) for placed in thing.parts])


def _with_parts(thing: AssembledThing, parts: Sequence[PosedPart]) -> AssembledThing:
    return AssembledThing(thing.name, tuple(parts), thing.fit, thing.height)


def look_of(material: str, stock_of: StockOf) -> SolidLook:
    """How a material looks: the colour after the slash, else that of its kind."""
    key, family = MaterialKey.parse(material), stock_of(material).material.family
    is_acrylic = family == "acrylic"
    tone = key.colour or (CLEAR if is_acrylic else "wood" if family != "card" else "white")
    alpha = 1.0 if not is_acrylic else CLEAR_ALPHA if tone == CLEAR else TINTED_ALPHA
    colour = tone_colour(load_theme("colour"), tone)
    is_pale = luminance(colour) > PALE and tone != CLEAR
    return SolidLook(material, colour, alpha, BURN if not is_acrylic else SHADE if is_pale else FROST)
