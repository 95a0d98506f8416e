"""A game on its table: the board with the pieces where they start, the box and its tray beside it, as solids in mm.

x to the right, y away from the first player, z up; the lower left corner of the board is at the origin.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from fabgen.artwork.themes import FROST, load_theme, shows_frost, tone_colour
from fabgen.figures.assembly.assembly import StockOf
from fabgen.figures.assembly.part_places import AssembledThing, PosedPart, piece_turn
from fabgen.figures.boards.board import board_size
from fabgen.figures.boards.surface import surface_of
from fabgen.figures.positions.cover_position import choose_moment_of_play
from fabgen.figures.positions.setup import SEAT
from fabgen.model.solids import PartSolid
from fabgen.rules.boards import Cell
from fabgen.rules.position import Position
from fabgen.spec.load import Spec
from fabgen.spec.spaces import Point, Spaces

APART = 30.0  # mm between the things beside the board
BEFORE = 10.0  # mm from the edge of the board to the cell of a piece that waits before it
SPREAD = 1.3  # cells from one piece beside the board to the next
CLEAR_ALPHA = 0.3  # how opaque clear acrylic looks; sheets of a colour hide what is behind them
PAINT, BURN = "#1d2329", "#4a2c14"  # marks where frost cannot be read, and burnt into wood
CLEAR = "clear"
SEEN = 0.02  # mm: nobody sees a chord that is off its arc by less


@dataclass(frozen=True)
class SolidLook:
    """A material in the model: its name, its colour as #rrggbb, how opaque it is (0 to 1), the colour of marks, and
    the family of the material."""

    name: str
    colour: str
    alpha: float
    marks: str
    family: str = ""


@dataclass(frozen=True)
class SceneItem:
    """One part in the scene: the name that tells it from all others, its solid, and its look."""

    name: str
    solid: PartSolid
    look: SolidLook


def scene_items(spec: Spec, things: Sequence[AssembledThing], stock_of: StockOf, *, in_play: bool = False
                ) -> Iterator[SceneItem]:
    """Every part of the game that is set up, in a fixed order; `in_play`: as in a moment of play, without its box."""
    return thing_items([*_set_up(spec, things, in_play)], stock_of)


def thing_items(things: Sequence[AssembledThing], stock_of: StockOf) -> Iterator[SceneItem]:
    """Every part of some things, where they are."""
    looks = {placed.material: look_of(placed.material, stock_of) for thing in things for placed in thing.parts}
    used: dict[str, int] = {}
    for thing in things:
        used[thing.name] = used.get(thing.name, 0) + 1
        for number, placed in enumerate(thing.parts, 1):
            name = f"{thing.name} {used[thing.name]}: {placed.part.name}, part {number}"
            yield SceneItem(name, PartSolid(placed, SEEN), looks[placed.material])


def _set_up(spec: Spec, things: Sequence[AssembledThing], in_play: bool) -> Iterator[AssembledThing]:
    """The board with pieces on their cells, and before each player's edge one piece of each of their kinds that has no
    cell, `in_play` only of those that nobody has on the board; beside the board the box, which has then been put away.
    """
    by_name = {thing.name: thing for thing in things}
    board = by_name["board"]
    yield board
    placed = [*_pieces_on_board(spec, by_name, board.height, in_play)]
    yield from placed
    names = {thing.name for thing in placed}
    if in_play:
        shown_kinds = [kind for player, kind in spec.game.armies if f"{player} {kind}" in names]
        names |= {f"{player} {kind}" for player, kind in spec.game.armies if kind in shown_kinds}
    yield from _waiting_pieces(spec, [thing for thing in things if thing.name not in names])
    right = board_size(spec.game, spec.spaces)[0] + APART
    for name in ("box", "tray"):
        if (case := by_name.get(name)) and not in_play:
            yield _move_thing(case, right, 0.0, 0.0)
            right += max(part.pose.origin[0] for part in case.parts) + APART


def _pieces_on_board(spec: Spec, by_name: Mapping[str, AssembledThing], level: float, in_play: bool
                     ) -> Iterator[AssembledThing]:
    """The pieces where they start; with `in_play`, and in a game that starts without any, where they stand in a moment
    of play."""
    start = spec.start
    if (in_play or not (start and start.pieces)) and (moment := choose_moment_of_play(spec)):
        start = moment.position
    spaces = surface_of(spec.game, spec.lattice, spec.game.board.cell, spec.map_spaces).spaces
    border, beside = spec.game.rim, dict[Cell, int]()
    for cell, piece in (start.top_pieces() if start else ()):
        beside[cell] = beside.get(cell, -1) + 1
        if thing := by_name.get(f"{piece.player} {piece.kind}"):
            x, y = _standing_place(spec, spaces, start, cell, beside[cell])
            yield _move_thing(_turn_thing(thing, _seat_turn(spec, piece.player)), x + border, y + border, level)


def _seat_turn(spec: Spec, player: str) -> float:
    """By how many degrees a player's pieces are turned to be read from their seat."""
    forward = spec.game.players[player].forward
    return piece_turn(SEAT.get(forward, forward))


def _waiting_pieces(spec: Spec, things: Sequence[AssembledThing]) -> Iterator[AssembledThing]:
    """The pieces that are not on the board, in a row before the edge of their player."""
    (width, height), cell = board_size(spec.game, spec.spaces), spec.game.board.cell
    pitch = cell * SPREAD
    for player in spec.game.players:
        idle = [thing for thing in things if thing.name.startswith(f"{player} ")]
        turn = _seat_turn(spec, player)
        across, deep = (width, height) if turn % 180 == 0 else (height, width)
        for number, thing in enumerate(idle):
            along = (number - (len(idle) - 1) / 2) * pitch
            waiting = _move_thing(thing, min(along, across / 2), -deep / 2 - BEFORE - cell / 2, 0.0)
            yield _move_thing(_turn_thing(waiting, turn), width / 2, height / 2, 0.0)


def _standing_place(spec: Spec, spaces: Spaces, position: Position, cell: Cell, number: int) -> Point:
    """Where the piece of a number stands on a cell, in mm: side by side with others where several share it."""
    pieces = 1 + len(position.further_pieces.get(cell, ()))
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
    stock = stock_of(material)
    tone, family = stock.tone, stock.material.family
    is_acrylic = family == "acrylic"
    colour = tone_colour(load_theme("colour"), tone)
    is_clear = is_acrylic and tone == CLEAR
    marks = BURN if not is_acrylic else FROST if is_clear or shows_frost(colour) else PAINT
    return SolidLook(material, colour, CLEAR_ALPHA if is_clear else 1.0, marks, family)
