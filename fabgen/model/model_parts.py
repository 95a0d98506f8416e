"""A game on its table: the board with the pieces where they start, the box and its tray beside it, as solids in mm.

x to the right, y away from the first player, z up; the lower left corner of the board is at the origin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from fabgen.artwork.themes import FROST, load_theme, shows_frost, tone_colour
from fabgen.figures.assembly.assembly import StockOf
from fabgen.figures.assembly.part_places import AssembledThing, piece_turn
from fabgen.figures.boards.board import board_size
from fabgen.figures.boards.surface import surface_of
from fabgen.figures.positions.area_corners import find_corner_spots
from fabgen.figures.positions.cover_position import CoverPosition, choose_moment_of_play
from fabgen.figures.positions.setup import SEAT
from fabgen.model.solids import PartSolid
from fabgen.model.tokens_in_play import clear_of_arms, corner_arms, corners_around_areas, token_heights, tokens_on_cells
from fabgen.rules.boards import Cell
from fabgen.rules.position import Piece, Position
from fabgen.spec.load import Spec
from fabgen.spec.spaces import Point, Spaces

APART = 30.0  # mm between the things beside the board
# mm from the edge of the board to the cell of a piece that waits before it; the same in a picture, in which it would
# else hide the words on the border.
BEFORE, CLEAR_OF_WORDS = 10.0, 34.0
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
class ModelPart:
    """One part of the model in its place: the name that tells it from all others, its solid, and its look."""

    name: str
    solid: PartSolid
    look: SolidLook


def list_game_parts(spec: Spec, things: Sequence[AssembledThing], stock_of: StockOf) -> Iterator[ModelPart]:
    """Every part of the game that is set up, in a fixed order."""
    return list_parts([*_set_up(spec, things)], stock_of)


def list_parts_in_play(spec: Spec, things: Sequence[AssembledThing], stock_of: StockOf,
                       moment: CoverPosition | None, tokens: Mapping[str, AssembledThing]) -> Iterator[ModelPart]:
    """Every part of the game in a moment of play, in a fixed order: without its box and with its `tokens` on the board,
    which are given by their kinds."""
    return list_parts([*_lay_out_moment(spec, things, moment, tokens)], stock_of)


def list_parts(things: Sequence[AssembledThing], stock_of: StockOf) -> Iterator[ModelPart]:
    """Every part of some things, where they are."""
    looks = {placed.material: look_of(placed.material, stock_of) for thing in things for placed in thing.parts}
    used: dict[str, int] = {}
    for thing in things:
        used[thing.name] = used.get(thing.name, 0) + 1
        for number, placed in enumerate(thing.parts, 1):
            name = f"{thing.name} {used[thing.name]}: {placed.part.name}, part {number}"
            yield ModelPart(name, PartSolid(placed, SEEN), looks[placed.material])


def _set_up(spec: Spec, things: Sequence[AssembledThing]) -> Iterator[AssembledThing]:
    """The board with pieces on their cells, and before each player's edge one piece of each of their kinds that has no
    cell; beside the board the box."""
    by_name = {thing.name: thing for thing in things}
    board = by_name["board"]
    yield board
    # A game that starts without any pieces is shown as in a moment of play.
    moment = None if spec.start and spec.start.pieces else choose_moment_of_play(spec)
    placed = [*_pieces_on_board(spec, by_name, board.height, moment, {})]
    yield from placed
    names = {thing.name for thing in placed}
    yield from _waiting_pieces(spec, [thing for thing in things if thing.name not in names], BEFORE)
    right = board_size(spec.game, spec.spaces)[0] + APART
    for name in ("box", "tray"):
        if case := by_name.get(name):
            yield case.moved(right, 0.0)
            right += max(part.pose.origin[0] for part in case.parts) + APART


def _lay_out_moment(spec: Spec, things: Sequence[AssembledThing], moment: CoverPosition | None,
                    tokens: Mapping[str, AssembledThing]) -> Iterator[AssembledThing]:
    """The board with pieces and tokens; and before the edges of players pieces of kinds that nobody has on the board,
    or where each player has one piece there, those among which they chose it."""
    by_name = {thing.name: thing for thing in things}
    board = by_name["board"]
    yield board
    placed = [*_pieces_on_board(spec, by_name, board.height, moment, tokens)]
    yield from placed
    names = {thing.name for thing in placed}
    shown = [(player, kind) for player, kind in spec.game.armies if f"{player} {kind}" in names]
    pieces = {f"{player} {kind}": player for player, kind in shown}
    owners = Counter(pieces[thing.name] for thing in placed if thing.name in pieces)
    if any(count > 1 for count in owners.values()):
        shown_kinds = [kind for _, kind in shown]
        names |= {f"{player} {kind}" for player, kind in spec.game.armies if kind in shown_kinds}
    yield from _waiting_pieces(spec, [thing for thing in things if thing.name not in names], CLEAR_OF_WORDS)


def _pieces_on_board(spec: Spec, by_name: Mapping[str, AssembledThing], level: float, moment: CoverPosition | None,
                     tokens: Mapping[str, AssembledThing]) -> Iterator[AssembledThing]:
    """The pieces where they start, or where they stand in a moment of play: then with the tokens on the board. Pieces
    stand on the tokens of their cell, and beside those that frame an area."""
    position = moment.position if moment else spec.start
    if position is None:
        return
    border, beside = spec.game.rim, dict[Cell, int]()
    spaces = surface_of(spec.game, spec.lattice, spec.game.board.cell, spec.map_spaces).spaces
    spots = find_corner_spots(spec, moment.areas, spec.game.board.cell) if moment and tokens else []
    arms, heights = corner_arms(spots, spec.game.tokens), token_heights(position, tokens)
    laid = [*tokens_on_cells(position, tokens, spaces, level),
            *corners_around_areas(spots, spec.game.tokens, tokens, level)]
    yield from (token.moved(border, border) for token in laid)
    for cell, piece in position.top_pieces():
        beside[cell] = beside.get(cell, -1) + 1
        if thing := _find_thing(spec, by_name, piece):
            x, y = _standing_place(spec, spaces, position, cell, beside[cell])
            standing = thing.turned(_seat_turn(spec, piece.player)).moved(x, y, level + heights.get(cell, 0.0))
            yield clear_of_arms(standing, arms).moved(border, border)


def _find_thing(spec: Spec, by_name: Mapping[str, AssembledThing], piece: Piece) -> AssembledThing | None:
    """What a piece is in the model; None where nothing is made for it. A neutral piece that is the other side of those
    of the players is one of these, turned over."""
    if piece.player in spec.game.neutral_sides(piece.kind):
        thing = by_name.get(f"{spec.game.makers(piece.kind)[0]} {piece.kind}")
        return thing and replace(thing.turned_over(), name=f"{piece.player} {piece.kind}")
    return by_name.get(f"{spec.game.maker(piece.player)} {piece.kind}")


def _seat_turn(spec: Spec, player: str) -> float:
    """By how many degrees a player's pieces are turned to be read from their seat."""
    forward = spec.game.players[player].forward
    return piece_turn(SEAT.get(forward, forward))


def _waiting_pieces(spec: Spec, things: Sequence[AssembledThing], before: float) -> Iterator[AssembledThing]:
    """The pieces that are not on the board, in a row so many mm before the edge of their player."""
    (width, height), cell = board_size(spec.game, spec.spaces), spec.game.board.cell
    pitch = cell * SPREAD
    for player in spec.game.players:
        names = {f"{owner} {kind}" for owner, kind in spec.game.armies if owner == player}
        idle = [thing for thing in things if thing.name in names]
        turn = _seat_turn(spec, player)
        across, deep = (width, height) if turn % 180 == 0 else (height, width)
        for number, thing in enumerate(idle):
            along = (number - (len(idle) - 1) / 2) * pitch
            waiting = thing.moved(min(along, across / 2), -deep / 2 - before - cell / 2)
            yield waiting.turned(turn).moved(width / 2, height / 2)


def _standing_place(spec: Spec, spaces: Spaces, position: Position, cell: Cell, number: int) -> Point:
    """Where the piece of a number stands on a cell, in mm: side by side with others where several share it."""
    pieces = 1 + len(position.further_pieces.get(cell, ()))
    if pieces == 1:
        return spaces.middles[cell]
    count = max(pieces, spec.cell_limits.get(cell, 1))
    return spaces.piece_places(cell, count).middles[number]


def look_of(material: str, stock_of: StockOf) -> SolidLook:
    """How a material looks: the colour after the slash, else that of its kind."""
    stock = stock_of(material)
    tone, family = stock.tone, stock.material.family
    is_acrylic = family == "acrylic"
    colour = tone_colour(load_theme("colour"), tone)
    is_clear = is_acrylic and tone == CLEAR
    marks = BURN if not is_acrylic else FROST if is_clear or shows_frost(colour) else PAINT
    return SolidLook(material, colour, CLEAR_ALPHA if is_clear else 1.0, marks, family)
