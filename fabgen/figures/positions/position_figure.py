"""A position and the claims about it → what all parts of its figure share: which cells have which marks, and the pieces
that are drawn, at their places.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from fabgen.artwork.drawing import Drawing, Role, combine_drawings
from fabgen.artwork.path import Point
from fabgen.figures.boards.board import patterned_cells
from fabgen.figures.boards.surface import Surface, figure_caps, figure_surface, least_name_cap
from fabgen.figures.positions.arrow_ways import filled_area
from fabgen.figures.positions.claims import (
    FigureClaims,
    LandingMarks,
    Trace,
    find_acting_cells,
    find_captured_cells,
    find_landings,
    find_passages,
)
from fabgen.figures.positions.fates import sends_home
from fabgen.figures.positions.piece_icons import (
    PiecePlace,
    capture_sign,
    draw_piece,
    drop_sign,
    landing_sign,
    placed_sign,
    places_in_space,
    player_letters,
    spread_pieces,
)
from fabgen.figures.positions.towers import place_top
from fabgen.rules.boards import Cell
from fabgen.rules.marks import Act
from fabgen.rules.notation import split_mover, split_victim
from fabgen.rules.position import Piece, Position
from fabgen.spec.game import Game
from fabgen.spec.load import Spec
from fabgen.spec.spaces import STALL

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

TOKEN = 0.86  # of the cell: a token that lies on it
# A token with a piece on it: its share of the cell, and its middle, up and aside; the piece: its size as a share of the
# usual one, and its middle. In a game with one kind of tokens, which its rim tells, the token lies under the piece,
# both as large as alone; else beside it, so that its mark is seen.
UNDER, UNDER_AT, UPON, UPON_AT = 0.56, (-0.18, 0.19), 0.86, (0.19, -0.05)
NOT_SQUARE = 0.86  # a tower in a cell that is no square, as a share of its usual size
# Of its place: how far a piece is from the middle of an enlarged cell, and how large it is there; how large one with a
# letter is, and one of several rows.
WITHIN_INSET, IN_INSET, INSET_SHARE = 0.94, 0.9, 1.06
INSET, TALL_INSET = 2.0, 2.3  # an enlarged cell: how many times as large; the same with several rows of pieces
ROOMY = 0.6  # of its usual size: a piece in a shared space that is not enlarged beside the board

PieceState = Literal["present", "captured", "moved"]


@dataclass(frozen=True)
class DrawnPiece:
    """A piece as the figure draws it.

    * `state`: "present" for a piece that is on the cell, "captured" for one that was captured there, "moved" for one
      that has moved away from it.
    * `middle`: in mm; `share`: the side of its part of the cell, as a share of the cell's.
    * `below`: the pieces of its tower, the lowest first; `foot`: the place of the tower, its middle in mm.
    """

    piece: Piece
    state: PieceState
    middle: Point
    share: float
    cell: Cell
    below: tuple[Piece, ...]
    foot: PiecePlace


@dataclass(frozen=True)
class FreeDrawing:
    """From where a position is seen, and what people have drawn into it, which no rule proves: shaded and framed cells,
    arrows, and words on cells; `acting`: the cells of the pieces that it explains."""

    is_flipped: bool = False
    shaded: tuple[Cell, ...] = ()
    framed: tuple[Cell, ...] = ()
    arrows: tuple[tuple[Cell, Cell], ...] = ()
    labels: tuple[tuple[Cell, str], ...] = ()
    acting: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class PositionFigure:
    """What one figure shows, and how large.

    * `side`: the side of a cell in mm.
    * `areas`: cells that the rules call by a colour.
    * `least_cap`: the least height in mm of capitals in spaces.
    * `is_inset`: whether only cells that are enlarged beside the board are drawn with it.
    * `enlarged`: the cells of the board that are shown enlarged beside it.
    """

    spec: Spec
    position: Position
    claims: FigureClaims
    side: float
    trace: Trace
    areas: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    least_cap: float = 0.0
    free: FreeDrawing = FreeDrawing()
    is_inset: bool = False
    enlarged: frozenset[Cell] = frozenset()

    @cached_property
    def landings(self) -> LandingMarks:
        """The marks of landings that the claims call for."""
        return find_landings(self.position, self.claims, self.trace)

    @cached_property
    def passages(self) -> set[Cell]:
        """The cells where pieces may land but not stop."""
        return find_passages(self.claims)

    @cached_property
    def refused_cells(self) -> set[Cell]:
        """The cells where illegal actions end."""
        return {action.path[-1] for action in self.claims.illegal if action.path}

    @cached_property
    def hollow_diamonds(self) -> set[Cell]:
        """Empty cells whose mark is a hollow diamond, with room for a number in it."""
        jumps = {cell for cell, acts in self.landings.empty.items() if acts == Act.HOP}
        return (jumps | self.passages) - {*self.pieces, *self.token_cells} - ({*self.landings.drops} - jumps)

    @cached_property
    def token_cells(self) -> set[Cell]:
        """Cells with a token."""
        return {cell for cells in self.position.tokens.values() for cell in cells}

    @cached_property
    def surface(self) -> Surface:
        """How the cells are drawn."""
        is_map = self.spec.lattice.kind == "map"
        least_cap = max(self.least_cap, least_name_cap(self.spec.spaces, self.side)) if is_map else self.least_cap
        return figure_surface(self.spec.game, self.spec.lattice, self.side, self.spec.map_spaces,
                              figure_caps(self.side, least_cap))

    @cached_property
    def ground(self) -> Surface:
        """The same with patterns that keep clear of whatever is on cells."""
        marked = {*self.landings.empty, *self.landings.drops, *self.refused_cells, *self.passages}
        occupied = frozenset({*self.pieces, *self.token_cells, *marked})
        return replace(self.surface, occupied=occupied, framed=frozenset(self.framed_cells))

    @cached_property
    def framed_cells(self) -> list[Cell]:
        """The cells of the pieces that the figure is about, which have a frame."""
        return [*self.acting_cells, *self.free.acting]

    @cached_property
    def acting_cells(self) -> Sequence[Cell]:
        """The cells of the pieces that the claims of the figure are about."""
        return find_acting_cells(self.position, self.claims, self.trace)

    @cached_property
    def game(self) -> Game:
        """The game, without the zones of its board where the figure shows none."""
        game = self.spec.game
        if self.claims.shows_zones:
            return game
        return game.model_copy(update={"board": game.board.model_copy(update={"zones": {}})})

    @cached_property
    def has_coloured_cells(self) -> bool:
        """Whether some cells have a tint or a pattern, or are dark."""
        return bool(patterned_cells(self.game, self.surface)) or any(self.areas.values())

    @cached_property
    def shared_cells(self) -> list[Cell]:
        """Cells with several pieces, present or past, that are drawn small; not the spaces of a map that have room for
        them."""
        return [cell for cell, on_cell in self.pieces.items()
                if len(on_cell) > 1 and (cell not in self.shared_limits or on_cell[0].share < ROOMY)]

    @cached_property
    def sends_home(self) -> bool:
        """Whether pieces that are captured or jumped over go home."""
        return sends_home(self.spec)

    @cached_property
    def has_rims(self) -> bool:
        """Whether a token under a piece is told by its rim: no other kind may lie there."""
        return len(self.spec.game.tokens) == 1

    @cached_property
    def shared_limits(self) -> Mapping[Cell, int]:
        """The spaces of a map in which several pieces are side by side, with their greatest number."""
        return self.surface.spaces.limits if self.spec.map_spaces else {}

    @cached_property
    def things(self) -> BaseGeometry:
        """The area of all pieces, present and past, and of the marks of landings."""
        pieces = [self.bare_piece(drawn) for on_cell in self.pieces.values() for drawn in on_cell]
        return filled_area(pieces, 0.0).union(self.landing_marks)

    @cached_property
    def landing_marks(self) -> BaseGeometry:
        """The area of the marks of landings in empty cells."""
        marks = [landing_sign(acts, self.side).moved(*self.middle(cell)) for cell, acts in self.landings.empty.items()
                 if cell not in self.pieces]
        return filled_area(marks, 0.0)

    @cached_property
    def inset_scale(self) -> float:
        """How many times as large the cells are that are shown enlarged: on boards of squares larger where pieces are
        above one another."""
        is_tall = self.surface.has_squares and any(_has_rows(self.pieces[cell]) for cell in self.shared_cells)
        return TALL_INSET if is_tall else INSET

    def was_sent_home(self, drawn: DrawnPiece) -> bool:
        """Whether a piece was sent home."""
        return drawn.state == "captured" and self.sends_home and drawn.cell in self.trace.replaced_cells

    def was_taken_off(self, drawn: DrawnPiece) -> bool:
        """Whether a piece was taken off the board without a capture."""
        return drawn.state == "captured" and drawn.cell in self.trace.returned_cells

    @cached_property
    def signs(self) -> BaseGeometry:
        """The area of the signs that no arrow should cover: of drops, and of pieces that were placed or taken off the
        board. A house goes to a corner where no arrow is."""
        compass = self.spec.lattice.compass
        drops = [drop_sign(self.side).moved(*self.middle(cell)) for cell in self.landings.drops]
        taken = [placed_sign(self.side, compass, is_returned=True).moved(*self.middle(drawn.cell))
                 for drawn in self.past_pieces() if self.was_taken_off(drawn)]
        placed = [placed_sign(self.side, compass).moved(*self.middle(cell)) for cell in self.trace.placed_cells
                  if self.has_placed_sign(cell)]
        return filled_area([*drops, *taken, *placed], 0.0, (Role.MOVE, Role.PATH))

    def home_sign(self, drawn: DrawnPiece, corner: int = 0) -> Drawing:
        """The house of a piece that was sent home, in a corner of its place in the figure."""
        is_pointed = bool(self.bare_piece(drawn).only(Role.FORWARD).items)
        sign = capture_sign(drawn.share * self.side, self.spec.lattice.compass, corner, is_pointed=is_pointed,
                            goes_home=True)
        return sign.moved(*drawn.middle)

    def is_named(self, cell: Cell) -> bool:
        """Whether there is room for the letters of the pieces on a cell."""
        return self.is_inset or cell not in self.shared_cells

    @cached_property
    def pieces(self) -> dict[Cell, list[DrawnPiece]]:
        """Every piece that is drawn, by cell, with those that have left or were captured."""
        trace = self.trace
        cells = sorted({*self.position.pieces, *trace.captured_pieces, *trace.spared_pieces, *trace.moved_pieces})
        return {cell: list(_pieces_on(self, cell)) for cell in cells}

    def present_pieces(self) -> Iterator[DrawnPiece]:
        """Pieces that are still on the board, without those that only an enlarged cell shows: several on one cell."""
        return (drawn for cell, on_cell in self.pieces.items() for drawn in on_cell
                if drawn.state == "present" and not (cell in self.enlarged and len(on_cell) > 1))

    def present_on(self, cell: Cell) -> list[DrawnPiece]:
        """The pieces that are on a cell now."""
        return [drawn for drawn in self.pieces.get(cell, ()) if drawn.state == "present"]

    def past_pieces(self) -> Iterator[DrawnPiece]:
        """Pieces that moved off or were captured."""
        return (drawn for on_cell in self.pieces.values() for drawn in on_cell if drawn.state != "present")

    def middle(self, cell: Cell) -> Point:
        """The middle of a cell in mm, where the viewer sees it."""
        return self.point_as_seen(self.surface.spaces.middles[cell])

    def point_as_seen(self, point: Point) -> Point:
        """A point of the board itself in mm, where the viewer sees it."""
        (x, y), (width, height) = point, self.surface.spaces.size
        return (width - x, height - y) if self.free.is_flipped else (x, y)

    @property
    def turn(self) -> float:
        """By how many degrees the viewer sees the board turned."""
        return 180.0 if self.free.is_flipped else 0.0

    def as_seen(self, drawing: Drawing) -> Drawing:
        """A drawing of the board itself, as the viewer sees it."""
        return drawing.turned(180).moved(*self.surface.spaces.size) if self.free.is_flipped else drawing

    def repeat(self, sign: Drawing, cells: Iterable[Cell], group: str) -> Drawing:
        """A sign on each of these cells, each in a group of its own: the cell's name after `group`."""
        return combine_drawings(sign.moved(*self.middle(cell)).in_group(f"{group}{cell}") for cell in cells)

    def bare_piece(self, drawn: DrawnPiece) -> Drawing:
        """A piece without its letter, at its place in the figure."""
        icon = draw_piece(self.spec, drawn.piece, drawn.share * self.side, self.turn, is_named=False)
        return icon.moved(*drawn.middle)

    def acting_piece(self, cell: Cell) -> DrawnPiece | None:
        """The piece that acts, in a space of a map in which it may be beside others; None in any other cell, and where
        all of them may."""
        pieces = self.present_on(cell)
        if cell not in self.shared_limits or len(pieces) == 1:
            return pieces[0] if cell in self.shared_limits and pieces else None
        arrived = {leg.player for leg in self.trace.legs if leg.end == cell}
        actions = (*self.claims.exactly, *self.claims.legal, *self.claims.illegal)
        kinds = {split_mover(action.text)[0] for action in actions if action.origin == cell} - {""}
        acting = [drawn for drawn in pieces if (not arrived or drawn.piece.player in arrived)
                  and (not kinds or arrived or drawn.piece.kind in kinds)]
        return acting[0] if len(acting) == 1 else None

    def capturable_pieces(self, cell: Cell) -> list[DrawnPiece]:
        """The pieces that can be captured in a space of a map where several are side by side; none elsewhere."""
        pieces = self.present_on(cell)
        if cell not in self.shared_limits or len(pieces) < 2:
            return []
        actions = [a for a in (*self.claims.exactly, *self.claims.legal) if a.path and a.path[-1] == cell]
        names = {split_victim(action.text)[1] for action in actions}
        return [drawn for drawn in pieces if drawn.piece.player != self.position.turn
                and ("" in names or drawn.piece.kind in names or str(drawn.piece) in names)]

    def free_stall(self, cell: Cell) -> Point | None:
        """A place in a space of a map that has room for one piece more than it has; None in any other cell."""
        if cell not in self.shared_limits or cell not in self.pieces:
            return None
        stalls = [*map(self.point_as_seen, self.surface.spaces.stalls(cell).middles)]
        occupied = [drawn.middle for drawn in self.pieces[cell]]
        free = [stall for stall in stalls if all(math.dist(stall, spot) > STALL * self.side for spot in occupied)]
        return free[0] if free else None

    @cached_property
    def capture_cells(self) -> set[Cell]:
        """Cells whose pieces can be captured."""
        actions = (*self.claims.exactly, *self.claims.legal)
        return {cell for action in actions for cell in find_captured_cells(self.spec.lattice, self.position, action)}

    def has_placed_sign(self, cell: Cell) -> bool:
        """Whether the sign of a placed piece is in the upper left corner of a cell."""
        trace = self.trace
        return cell in trace.placed_cells and cell not in trace.turned_cells and not player_letters(self.spec.game)


def _pieces_on(figure: PositionFigure, cell: Cell) -> Iterator[DrawnPiece]:
    """The pieces that are drawn on a cell, at their places."""
    pieces = _list_pieces(figure, cell)
    (x, y), shift = figure.middle(cell), _make_room_in_cell(figure, cell, pieces)
    for (piece, state), ((u, v), share) in zip(pieces, _spread_in_cell(figure, cell, pieces), strict=True):
        below = figure.position.below.get(cell, ()) if state == "present" else ()
        tower_share = NOT_SQUARE if below and not figure.surface.has_squares else 1.0
        foot = PiecePlace((x + (shift.middle[0] + u) * figure.side, y + (shift.middle[1] + v) * figure.side),
                          share * shift.share * tower_share)
        raised, smaller = place_top(len(below))
        middle = foot.middle[0], foot.middle[1] + raised * foot.share * figure.side
        yield DrawnPiece(piece, state, middle, smaller * foot.share, cell, below, foot)


def _list_pieces(figure: PositionFigure, cell: Cell) -> list[tuple[Piece, PieceState]]:
    """The pieces on a cell and those captured there; on a cell that is empty now, or has room for several, also those
    that moved off it."""
    position, trace = figure.position, figure.trace
    pieces: list[tuple[Piece, PieceState]] = []
    if cell in position.pieces:
        pieces = [(piece, "present") for piece in (position.pieces[cell], *position.further_pieces.get(cell, ()))]
    pieces += [(piece, "present") for piece in trace.spared_pieces.get(cell, ())]
    pieces += [(piece, "captured") for piece in trace.captured_pieces.get(cell, ())]
    if not pieces or cell in figure.shared_limits or cell in figure.enlarged:
        pieces += [(piece, "moved") for piece in trace.moved_pieces.get(cell, ())]
    return pieces


def _make_room_in_cell(figure: PositionFigure, cell: Cell, pieces: Sequence[tuple[Piece, PieceState]]) -> PiecePlace:
    """Where the pieces of a cell go, from its middle in shares of its side, and how large they are: aside and smaller
    on a token whose mark is to be seen."""
    is_alone = len(pieces) == 1
    lifted_cells = {lifted for cells in figure.trace.lifted_tokens.values() for lifted in cells}
    if cell in figure.token_cells or (cell in lifted_cells and is_alone):
        return PiecePlace((0.0, 0.0), 1.0) if figure.has_rims else PiecePlace(UPON_AT, UPON)
    return PiecePlace((0.0, 0.0), 1.0)


def _spread_in_cell(figure: PositionFigure, cell: Cell, pieces: Sequence[tuple[Piece, PieceState]]) -> list[PiecePlace]:
    """The places of the pieces of a cell beside each other, each as near as may be to the other end of its arrow."""
    pulls = [_arrow_direction(figure, cell, piece, state) for piece, state in pieces]
    free_places: list[PiecePlace] | None = None
    if cell in figure.shared_limits and not figure.is_inset:
        sign = -1.0 if figure.free.is_flipped else 1.0
        free_places = [PiecePlace((sign * u, sign * v), share)
                       for (u, v), share in places_in_space(figure.surface.spaces, cell, len(pieces))]
    places = spread_pieces(pulls, free_places)
    if not figure.is_inset:
        return places
    # Clear of the frame of the inset; where pieces have letters or others above them, each in a part of its own.
    places = [PiecePlace((WITHIN_INSET * u, WITHIN_INSET * v), IN_INSET * share) for (u, v), share in places]
    if player_letters(figure.spec.game) or _has_rows(pieces):
        part_side = 1 / math.ceil(math.sqrt(len(pieces)))
        places = [PiecePlace(middle, INSET_SHARE * part_side) for middle, _ in places]
    return places


def _has_rows(pieces: Sequence[object]) -> bool:
    """Whether so many pieces on a cell are above one another."""
    return len(pieces) > 2


def _arrow_direction(figure: PositionFigure, cell: Cell, piece: Piece, state: PieceState) -> Point:
    """The direction from a cell to where a piece on it came from or went to; (0, 0) for a piece that did not move."""
    ends = ((leg.end, leg.start) if state == "present" else (leg.start, leg.end)
            for leg in figure.trace.legs if leg.player == piece.player)
    other_end = next((far for near, far in ends if near == cell), cell)
    (x, y), (u, v) = figure.middle(cell), figure.middle(other_end)
    length = math.dist((x, y), (u, v)) or 1.0
    return (u - x) / length, (v - y) / length


__all__ = ["TOKEN", "DrawnPiece", "FreeDrawing", "PieceState", "PositionFigure"]
