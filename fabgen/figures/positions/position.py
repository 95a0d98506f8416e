"""A position and the claims about it → its drawing: cells, pieces, tokens, arrows and marks, rank 1 at the bottom.

The figure of an example with a line of play shows the position after that line, because the claims are about that
position; what the line changed stays visible. Arrows are the moves that were played, numbered where there are several.
A dashed outline is where a piece stood, with a cross if it was captured. Pieces that were placed or turned over have a
sign. What players hold is listed under the board.

Marks on cells show the kind of an action: a step, a jump, a drop. Signs about the piece on a cell are in its right
corners, its token lies below it. A cell that several pieces share is shown larger, beside the board (on maps above or
below it), and only framed on it. The legend draws with the same functions.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from fabgen.artwork.drawing import (
    GROUNDS,
    TINTS,
    Drawing,
    Item,
    Lettering,
    Role,
    Shape,
    combine_drawings,
    draw,
    draw_text,
)
from fabgen.artwork.path import Box, Path, Point, line, polygon, rectangle, translation
from fabgen.figures.boards.board import (
    art_on_cells,
    board_size,
    draw_areas,
    draw_ground,
    draw_surface,
    has_art_areas,
    is_dark,
    patterned_cells,
)
from fabgen.figures.boards.board_tones import find_board_tones
from fabgen.figures.boards.closed_cells import draw_closed_cells
from fabgen.figures.boards.surface import Surface, figure_caps, figure_surface, least_name_cap
from fabgen.figures.components.kit import token_face
from fabgen.figures.diagrams.marks import arrow, arrow_halo, player_arrow
from fabgen.figures.positions.area_corners import draw_area_corners
from fabgen.figures.positions.arrow_sides import choose_bows
from fabgen.figures.positions.arrow_ways import ArrowWay, filled_area
from fabgen.figures.positions.claims import (
    FigureClaims,
    LandingMarks,
    Trace,
    TraceLeg,
    action_legs,
    arrow_actions,
    find_acting_cells,
    find_captured_cells,
    find_landings,
    find_passages,
    is_round_trip,
)
from fabgen.figures.positions.close_up import crop_drawing, draw_edge, run_on
from fabgen.figures.positions.coordinates import draw_coordinates, name_cap_height
from fabgen.figures.positions.explanation_colour import in_explanation_colour
from fabgen.figures.positions.fates import sends_home
from fabgen.figures.positions.free_drawing import free_arrow, free_ring, free_shade, free_words
from fabgen.figures.positions.holdings import draw_holdings
from fabgen.figures.positions.inset_lines import clear_parts, place_inset_line
from fabgen.figures.positions.piece_icons import (
    BADGE,
    BESIDE_PLACED,
    BESIDE_PLACED_AT,
    CORNER,
    UPPER_LEFT,
    PiecePlace,
    actor_frame,
    capture_sign,
    cross_out,
    draw_letter,
    draw_light_rim,
    draw_past_body,
    draw_piece,
    drop_sign,
    entry_sign,
    landing_sign,
    number_badge,
    number_in_diamond,
    number_tag,
    passage_sign,
    placed_sign,
    places_in_space,
    player_letters,
    player_tone,
    refusal_corner_sign,
    refusal_sign,
    spread_pieces,
    target_ground,
    turned_sign,
)
from fabgen.figures.positions.towers import draw_lower_pieces, place_top
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
# usual one, and its middle. In a game with one kind of tokens, which its rim tells, the token lies under the piece;
# else beside it, so that its mark is seen.
UNDER, UNDER_AT, UPON, UPON_AT = 0.56, (-0.18, 0.19), 0.86, (0.19, -0.05)
RIM_UNDER, RIM_AT, ON_RIM, ON_RIM_AT = 0.8, (-0.04, -0.05), 0.78, (-0.06, -0.03)
# Where a token was taken up by the piece that is there now, clear of its frame: of the cell.
LIFTED, LIFTED_AT = 0.5, (-0.12, 0.13)
COUNT_CAP = 0.23  # of the cell: a count of tokens
NOT_SQUARE = 0.86  # a tower in a cell that is no square, as a share of its usual size
SMALL = 0.62  # marks of landings in a corner, as a share of their usual size
BOW = 0.62  # of the cell: how far the arrow of a jump bends away from what it jumps over
APART = 0.28  # of the cell: how far each of two arrows bends that go opposite ways between the same cells
OFF_ARC = 0.06  # of the cell: how near the arc of a jump may come to other pieces and marks
BARE_START, BARE_END = 0.04, 0.1  # of the cell: from the middle of an empty cell to an arrow
OFF_THING, OFF_FRAME = 0.09, 0.06  # of the cell: from an arrow to a piece or a mark, and to a frame
REFUSED = 0.39  # of the cell: from its middle to an arrow, where the sign of an illegal action is
ON_ARROW = 0.75  # the sign on the arrow of an illegal action, as a share of its size in the middle of a cell
LEAST_ARROW = 0.45, 0.3  # of the cell: the shortest arrow, where it could end inside a frame, and elsewhere
# Of the cell: from its middle to the number of a move in its corner, across and up; its corners, the first ones first.
NUMBER_OUT, NUMBER_CORNERS = 0.32, ((-1, 1), (1, 1), (-1, -1), (1, -1))
# Of the cell: from the middle of a framed one to a number on its arrow, behind the head; places that are tried.
OFF_FRAMED, NUMBER_STEPS = 0.98, 40
TAG_OUT = 0.5  # of the cell: from the middle of a framed one to a diamond with a number at a corner of the frame
NUMBER_BESIDE = 0.34  # of the cell: from the middle of that arrow to a number beside it
MOST_IN_DIAMOND = 9  # the number of one digit, for which a hollow diamond has room
INSET, INSET_GAP = 2.0, 0.5  # an enlarged cell: how many times as large; of the cell: from the board or other insets
# Of its place: how far a piece is from the middle of an enlarged cell; how large one with a letter or a cross is.
WITHIN_INSET, INSET_SHARE = 0.9, 1.1
INSET_CORNER = 0.06  # of an enlarged cell: the rounding of its corners
INSET_LABEL = 1.0  # capitals: room for the name of an inset before the next row
LEADER_PAPER = 0.14  # of the cell: the width of the light paper under a line to an inset
INSET_NAME, INSET_APART = 1.5, 0.3  # capitals: the name above an inset; of the cell: between insets beside the board
ROOMY = 0.6  # of its usual size: a piece in a shared space that is not enlarged beside the board
NEAR_CORNER = 0.26  # of the cell: an arrow that is nearer to a corner leaves no room for a sign there
OFF_POINT = 0.06  # of the cell: a corner that is nearer to the point of a piece leaves no room for a sign
SIGN_GROUPS = ("marks/", "signs/", "refusals/", "numbers/")  # of what is small in a cell

PieceState = Literal["here", "taken", "left"]


@dataclass(frozen=True)
class _DrawnPiece:
    """A piece as the figure draws it.

    * `state`: "here" for a piece that is on the cell, "taken" for one that was captured there, "left" for one that has
      moved away from it.
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
class _Scene:
    """The values that all parts of one figure share. `side`: the side of a cell in mm; `least`: the least height in mm
    of capitals in spaces; `enlarged`: cells of the board that are shown enlarged beside it."""

    spec: Spec
    position: Position
    claims: FigureClaims
    side: float
    trace: Trace
    areas: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    least: float = 0.0
    free: FreeDrawing = field(default_factory=lambda: FreeDrawing())
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
        least = max(self.least, least_name_cap(self.spec.spaces, self.side)) if is_map else self.least
        return figure_surface(self.spec.game, self.spec.lattice, self.side, self.spec.map_spaces,
                              figure_caps(self.side, least))

    @cached_property
    def ground(self) -> Surface:
        """The same with patterns that keep clear of whatever is on cells."""
        refused = {action.path[-1] for action in self.claims.illegal if action.path}
        marked = {*self.landings.empty, *self.landings.drops, *refused, *self.passages}
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
    def bows(self) -> Mapping[tuple[Cell, Cell], float]:
        """How far in mm each arrow bends to the left, by where it begins and ends."""
        legs = _arrow_legs(self)
        return {(leg.start, leg.end): bow for leg, bow in zip(legs, _choose_bows(self, legs), strict=True)}

    @cached_property
    def number_spots(self) -> Mapping[TraceLeg, Point]:
        """Where the numbers of moves are drawn."""
        return _number_spots(self, _arrow_legs(self))

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
        pieces = [_bare_piece(self, drawn) for on_cell in self.pieces.values() for drawn in on_cell]
        marks = [landing_sign(acts, self.side).moved(*self.middle(cell)) for cell, acts in self.landings.empty.items()
                 if cell not in self.pieces]
        return filled_area([*pieces, *marks], 0.0)

    def is_named(self, cell: Cell) -> bool:
        """Whether there is room for the letters of the pieces on a cell."""
        return self.is_inset or cell not in self.shared_cells

    @cached_property
    def pieces(self) -> dict[Cell, list[_DrawnPiece]]:
        """Every piece that is drawn, by cell, with those that have left or were captured."""
        trace = self.trace
        cells = sorted({*self.position.pieces, *trace.captured_pieces, *trace.spared_pieces, *trace.moved_pieces})
        return {cell: list(_pieces_on(self, cell)) for cell in cells}

    def present_pieces(self) -> Iterator[_DrawnPiece]:
        """Pieces that are still on the board, without those that only an enlarged cell shows: several on one cell."""
        return (drawn for cell, on_cell in self.pieces.items() for drawn in on_cell
                if drawn.state == "here" and not (cell in self.enlarged and len(on_cell) > 1))

    def present_on(self, cell: Cell) -> list[_DrawnPiece]:
        """The pieces that are on a cell now."""
        return [drawn for drawn in self.pieces.get(cell, ()) if drawn.state == "here"]

    def past_pieces(self) -> Iterator[_DrawnPiece]:
        """Pieces that moved off or were captured."""
        return (drawn for on_cell in self.pieces.values() for drawn in on_cell if drawn.state != "here")

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


def draw_position(spec: Spec, position: Position, claims: FigureClaims, side: float, trace: Trace | None = None,
                  areas: Mapping[str, tuple[Cell, ...]] | None = None, *, plain: bool = False, least: float = 0.0,
                  free: FreeDrawing | None = None, box: Box | None = None, runs_on: bool = False) -> Drawing:
    """The whole board with cells of `side` mm: zones, art, pieces and tokens, and under it what players hold; or the
    part of the board in a `box` in mm: nothing else, or, where the board `runs_on`, with a strip of what is beyond.

    `legal` claims are arrows; they are marks where the arrows belong to a line of play, where all are moves of one
    piece, and for drops. Where `exactly` lists all moves, they are marks on cells, and arrows for the legs of a chain.
    What is not legal carries a sign on top of everything else. `areas` are cells that the rules call by a colour. The
    art is faint except on a `plain` board. Names in spaces have capitals of `least` mm or more. On the board itself, a
    cell that is shown enlarged has only the pieces that are there at the end. Every layer is a group, and what is on a
    cell has the cell's name in it: `pieces/c3`.
    """
    scene = _Scene(spec, position, claims, side, trace or Trace(), areas or {}, least, free or FreeDrawing())
    ground, layers = _draw_ground(scene, plain=plain), _draw_layers(_with_results_alone(scene))
    names = draw_coordinates(scene.ground, name_cap_height(scene.surface), is_flipped=scene.free.is_flipped)
    size = scene.surface.spaces.size
    beyond = run_on(box, side, size) if box and runs_on else None
    seen_names = crop_drawing(names, box, side, beyond) if box else names
    words = [item.bounds() for item in (*ground.items, *seen_names.items) if isinstance(item, Lettering)]
    pieces = [_bare_piece(scene, on_cell[0]).bounds() for cell, on_cell in scene.pieces.items()
              if cell not in scene.shared_cells]
    around = beyond or box or (0.0, 0.0, *size)
    if seen_names.items:
        around = min(around[0], seen_names.bounds()[0]), *around[1:]
    insets = _place_insets(scene, box or (0.0, 0.0, *size), around, [*words, *pieces])
    leaders = combine_drawings(inset.leader.in_group(f"insets/{inset.cell}") for inset in insets)
    drawing = combine_drawings([ground, leaders, *layers, names])
    if box and not runs_on:
        return in_explanation_colour(spec, crop_drawing(drawing, box, side) + _draw_insets(scene, insets))
    if box:
        drawing = crop_drawing(drawing, box, side, beyond)
    if spec.lattice.compass.has_square_cells and not spec.lattice.holes:  # else the edge is not straight
        drawing = _lay_edge(drawing, draw_edge(beyond or (0.0, 0.0, *size), size).in_group("board/edge"))
    drawing += _draw_insets(scene, insets)
    held = draw_holdings(spec, position, side, drawing.bounds()[1], claims.beside, is_close_up=box is not None)
    return in_explanation_colour(spec, drawing + held.moved(box[0] if box else 0.0, 0.0).in_group("held"))


def _with_results_alone(scene: _Scene) -> _Scene:
    """The scene of the board itself: of a cell that is shown enlarged it has only the pieces that are there at the end.
    The enlarged cell shows what happened there."""
    shown, trace = frozenset(scene.shared_cells), scene.trace
    captured = {cell: pieces for cell, pieces in trace.captured_pieces.items() if cell not in shown}
    moved = {cell: pieces for cell, pieces in trace.moved_pieces.items() if cell not in shown}
    lifted = {name: tuple(cell for cell in cells if cell not in shown) for name, cells in trace.lifted_tokens.items()}
    return replace(scene, enlarged=shown, trace=replace(
        trace, captured_pieces=captured, moved_pieces=moved, lifted_tokens=lifted))


def has_signs(drawing: Drawing) -> bool:
    """Whether a figure of a position has marks, numbers or other signs in its cells."""
    return any(item.group.startswith(SIGN_GROUPS) for item in drawing.items)


def _lay_edge(drawing: Drawing, edge: Drawing) -> Drawing:
    """A drawing with the edge of the board over the board, and under what is on it."""
    count = sum(item.group.startswith("board/") for item in drawing.items)
    return Drawing((*drawing.items[:count], *edge.items, *drawing.items[count:]))


def _draw_ground(scene: _Scene, *, plain: bool = False) -> Drawing:
    """The board without anything on it, and the tints of cells with marks."""
    game = scene.game
    # Signs that are lines alone are as pale in every figure.
    is_faint = not plain or not has_art_areas(game)
    whole_art = art_on_cells(game, board_size(game, scene.spec.spaces), scene.side, faint=is_faint)
    art = _without_hidden_signs(scene, whole_art)
    tones = find_board_tones(scene.spec)
    ground = draw_ground(scene.surface, tones.light) if not scene.surface.spaces.picture else Drawing()
    cells = draw_surface(game, replace(scene.ground, shows_patterns=plain), tones=tones)
    lines = Drawing(tuple(item for item in cells.items if item.group == "lines"))
    fields = Drawing(tuple(item for item in cells.items if item.group != "lines"))
    tints = _draw_targets(scene) + _draw_free_shade(scene)
    areas = draw_areas(scene.areas, scene.ground, is_chequered=game.board.chequered)
    corners = draw_area_corners(scene.spec, scene.areas, scene.side)
    # The tint of an area lies over dark cells and over the tints of zones, and under the patterns of all of them.
    below, patterns = fields.only(*GROUNDS), fields.without(*GROUNDS) + areas.without(*TINTS)
    tinted = art + below + areas.only(*TINTS) if game.board.chequered else areas.only(*TINTS) + art + below
    closed = draw_closed_cells(game, scene.surface, scene.claims.closed)
    return scene.as_seen((ground + tinted + patterns + closed + tints + lines + corners).in_group("board"))


def _without_hidden_signs(scene: _Scene, art: Drawing) -> Drawing:
    """The art of a board without the signs that lie within a cell with a piece: they would show around it."""
    half, cells = scene.side / 2, [scene.surface.spaces.middles[cell] for cell in scene.pieces]
    if not scene.surface.has_squares or not cells:
        return art

    def is_hidden(path: Path) -> bool:
        x0, y0, x1, y1 = path.bounds()
        return any(x - half < x0 and x1 < x + half and y - half < y0 and y1 < y + half for x, y in cells)

    kept = (replace(item, paths=tuple(path for path in item.paths if not is_hidden(path)))
            if isinstance(item, Shape) else item for item in art.items)
    return Drawing(tuple(item for item in kept if not isinstance(item, Shape) or item.paths))


def _draw_layers(scene: _Scene) -> Iterator[Drawing]:
    """What is on the board, in the order of painting: later layers cover earlier ones."""
    legs = _arrow_legs(scene)
    yield from _draw_tokens(scene)
    yield _draw_frames(scene)
    yield from _draw_past_bodies(scene)
    yield from _draw_arrows(scene, legs)
    yield from _draw_pieces(scene)
    yield from _draw_past_signs(scene)
    yield from _draw_landings(scene)
    yield from _draw_line_signs(scene, legs)
    yield from _draw_capture_signs(scene, legs)
    yield from _draw_refusals(scene, legs)
    yield from _draw_numbers(scene, legs)
    yield from _draw_free_signs(scene)


def _draw_targets(scene: _Scene) -> Drawing:
    """The ground of marks on cells: the tint of a target, all over the cells where all of them are plain. Where some
    have tints or patterns, it is a disc in every cell, or a diamond under the mark of a jump, so that no mark looks as
    if it meant something else, and each is seen on dark cells, too."""
    side = scene.side

    def target_paths(cell: Cell) -> tuple[Path, ...]:
        """The area of the tint."""
        if not scene.has_coloured_cells:
            return scene.surface.shade_paths(cell)
        ground = target_ground(scene.landings.empty.get(cell, Act.MOVE), side)
        return (ground.transformed(translation(*scene.surface.spaces.middles[cell])),)

    marked = {*scene.landings.empty, *scene.landings.drops}
    cells = [cell for cell in sorted(marked) if cell not in scene.pieces]
    return combine_drawings(draw(Role.MOVE_CELL, *target_paths(cell)).in_group(f"targets/{cell}") for cell in cells)


@dataclass(frozen=True)
class _Inset:
    """An enlarged cell: its middle in mm, the line that leads to it over the board, and from `start` at the edge
    to its rim. A line that can go around no name is interrupted by it."""

    cell: Cell
    middle: Point
    start: Point
    leader: Drawing
    to_rim: Drawing


def _place_insets(scene: _Scene, box: Box, around: Box, names: Sequence[Box]) -> list[_Inset]:
    """The enlarged cells beside the part of the board in a box, clear of what is shown `around` it too: at the right,
    or at the left for cells in its left third. Those of a map, whose spaces have their names around them, and those
    that are too many for its height, are above it, or below it for cells in its lower third. Lines to them keep clear
    of names and pieces."""
    cells = [cell for cell in sorted(scene.shared_cells, key=scene.middle)
             if box[0] < scene.middle(cell)[0] < box[2] and box[1] < scene.middle(cell)[1] < box[3]]
    label, gap = INSET_NAME * name_cap_height(scene.surface), INSET_APART * scene.side
    most = int((around[3] - around[1] + gap) / (INSET * scene.side + label + gap) + 1e-6)
    if scene.spec.lattice.kind != "map" and len(cells) <= 2 * most:
        third = box[0] + (box[2] - box[0]) / 3
        count = sum(scene.middle(cell)[0] < third for cell in cells)
        count = min(max(count, len(cells) - most), most)
        return [*_place_inset_column(scene, box, around, cells[:count], names, is_right=False),
                *_place_inset_column(scene, box, around, cells[count:], names, is_right=True)]
    upper = [cell for cell in cells if scene.middle(cell)[1] > box[1] + (box[3] - box[1]) / 3]
    lower = [cell for cell in cells if cell not in upper]
    box = box[0], around[1], box[2], around[3]
    return [*_place_inset_rows(scene, box, upper, names, is_above=True),
            *_place_inset_rows(scene, box, lower, names, is_above=False)]


def _place_inset_column(scene: _Scene, box: Box, around: Box, cells: Sequence[Cell], names: Sequence[Box], *,
                        is_right: bool) -> Iterator[_Inset]:
    """The insets at the right or the left of a box, each as near to the height of its cell as there is room for it and
    its name within the height of the board."""
    side, reach, cap = scene.side, INSET * scene.side / 2, name_cap_height(scene.surface)
    edge, rim, way = (box[2], around[2], 1) if is_right else (box[0], around[0], -1)
    middle_x, label, gap = rim + way * (INSET_GAP * side + reach), INSET_NAME * cap, INSET_APART * side
    turned_names = [(y0, way * x0, y1, way * x1) if is_right else (y0, way * x1, y1, way * x0)
                    for x0, y0, x1, y1 in names]
    top = around[3]
    for left, cell in zip(reversed(range(len(cells))), sorted(cells, key=lambda c: -scene.middle(c)[1]), strict=True):
        x, y = scene.middle(cell)
        lowest = around[1] + reach + left * (2 * reach + label + gap)
        middle_y = min(max(y, lowest), top - label - reach)
        top = middle_y - reach - gap
        # The line is found as if the board lay on its side, with the inset above it.
        points = place_inset_line((y, way * x + 0.5 * side), way * edge, (middle_y, way * middle_x - reach), side,
                                  reach, (box[1], box[3]), turned_names)
        *on_board, head = ((way * v, u) for u, v in points)
        yield _draw_leader(scene, cell, (middle_x, middle_y), on_board, head, names)


def _draw_leader(scene: _Scene, cell: Cell, middle: Point, on_board: Sequence[Point], head: Point,
                 names: Sequence[Box]) -> _Inset:
    """The inset of a cell with the line that leads to it: over the board through some points, and to its rim."""
    (x, y), side, start = scene.middle(cell), scene.side, on_board[-1]
    legs = [(a, b) for a, b in pairwise(on_board) if math.dist(a, b) > 1e-6]
    leader, to_rim = (combine_drawings(
        _draw_leader_part(*part, side) for leg in legs_of for part in clear_parts(*leg, names))
        for legs_of in (legs, [(start, head)]))
    if scene.surface.has_squares:
        leader += draw(Role.EDGE, rectangle(x - side / 2, y - side / 2, side, side))
    return _Inset(cell, middle, start, leader, to_rim)


def _place_inset_rows(scene: _Scene, box: Box, cells: Sequence[Cell], names: Sequence[Box], *, is_above: bool
                      ) -> Iterator[_Inset]:
    """The insets on one side of a box in as many rows as its width calls for, the farthest row first. Neighbouring
    cells are in different rows, so that each inset is near its cell."""
    side, reach, cap = scene.side, INSET * scene.side / 2, name_cap_height(scene.surface)
    pitch = 2 * reach + INSET_GAP * side
    most = max(1, int((box[2] - box[0] + INSET_GAP * side) / pitch + 1e-6))
    rows = -(-len(cells) // most)
    edge, way = (box[3], 1) if is_above else (box[1] - 2.6 * cap, -1)
    for number in reversed(range(rows)):
        left, row = box[0], cells[number::rows]
        for place, cell in enumerate(row):
            x, y = scene.middle(cell)
            rightmost = box[2] - reach - (len(row) - 1 - place) * pitch
            middle_x = max(min(x, rightmost), left + reach)
            left = middle_x - reach + pitch
            middle_y = edge + way * (INSET_GAP * side + reach + number * (pitch + INSET_LABEL * cap))
            foot, head = (x, y + 0.5 * way * side), (middle_x, middle_y - way * reach)
            *on_board, head = place_inset_line(
                foot, box[3] if is_above else box[1], head, side, reach, (box[0], box[2]), names)
            yield _draw_leader(scene, cell, (middle_x, middle_y), on_board, head, names)


def _draw_leader_part(start: Point, end: Point, side: float) -> Drawing:
    """A straight part of a line to an inset, on light paper that tells it from the lines between cells."""
    length, half = math.dist(start, end), LEADER_PAPER * side / 2
    x, y = (end[0] - start[0]) * half / length, (end[1] - start[1]) * half / length
    paper = polygon([(start[0] + y, start[1] - x), (end[0] + y, end[1] - x),
                     (end[0] - y, end[1] + x), (start[0] - y, start[1] + x)])
    return draw(Role.SHADE, paper, tone="white") + draw(Role.GRID, line(start, end))


def _draw_insets(scene: _Scene, insets: Iterable[_Inset]) -> Drawing:
    """Cells once more, with everything that is on them, each in a frame with its name above it, or below if it is below
    the board. They have the tints of the board and no patterns, which would show between the pieces, and look like
    others when they are enlarged."""
    enlarged = replace(scene, side=INSET * scene.side, is_inset=True)
    reach, cap = enlarged.side / 2, name_cap_height(scene.surface)
    ground, layers = Drawing(), list[Drawing]()
    if insets:
        ground, layers = _draw_ground(enlarged), [*_draw_layers(enlarged)]
    drawings, patterns = list[Drawing](), (Role.GRID, Role.ZONE, Role.FROST)
    for inset in insets:
        (x, y), (u, v) = enlarged.middle(inset.cell), inset.middle
        cell_ground = Drawing()
        if scene.surface.has_squares:
            cell_ground = crop_drawing(ground, (x - reach, y - reach, x + reach, y + reach), enlarged.side)
        content = Drawing(tuple(item for layer in layers for item in layer.items if _is_on_cells(item, {inset.cell})))
        frame = rectangle(u - reach, v - reach, 2 * reach, 2 * reach, INSET_CORNER * enlarged.side)
        is_above, name = v + reach > inset.start[1], scene.spec.lattice.title(inset.cell)
        label_y = v + reach + 0.5 * cap if is_above else v - reach - 1.5 * cap
        inset_drawings = [
            inset.to_rim, draw(Role.SHADE, frame, tone="white"),
            (cell_ground.without(*patterns) + content).moved(u - x, v - y), draw(Role.EDGE, frame),
            draw_text(Role.COORDINATE, name, (u, label_y), cap),
        ]
        drawings += [drawing.without_groups().in_group(f"insets/{inset.cell}") for drawing in inset_drawings]
    return combine_drawings(drawings)


def _is_on_cells(item: Item, cells: Collection[Cell]) -> bool:
    """Whether an item lies on one of some cells, as pieces and signs do; arrows and frames do not."""
    parts = item.group.split("/")
    return parts[0] != "frames" and any(
        part.removeprefix("past-").removeprefix("drop-") in cells for part in parts)


def _draw_free_shade(scene: _Scene) -> Drawing:
    """The cells that people have shaded, dark ones of a chequered board in a deeper tint; the lines of the board lie
    over them."""
    if not scene.free.shaded:
        return Drawing()
    is_chequered, lattice, surface = scene.spec.game.board.chequered, scene.spec.lattice, scene.surface
    dark_cells = {cell for cell in scene.free.shaded if is_chequered and is_dark(lattice, cell)}
    shade = free_shade((surface.shade_paths(cell), cell in dark_cells) for cell in scene.free.shaded)
    return shade.in_group("shade")


def _draw_free_signs(scene: _Scene) -> Iterator[Drawing]:
    """Rings, arrows and words that people have drawn."""
    yield scene.repeat(free_ring(scene.side), scene.free.framed, "free/frame-")
    for start, end in scene.free.arrows:
        drawing = free_arrow(scene.middle(start), scene.middle(end), scene.side)
        yield drawing.in_group(f"free/arrow-{start}-{end}")
    for cell, words in scene.free.labels:
        yield scene.repeat(free_words(words, scene.side), (cell,), "free/label-")


def _draw_frames(scene: _Scene) -> Drawing:
    """Frames around the cells of the pieces that the example is about."""
    frame = actor_frame(scene.side, scene.spec.lattice.compass)
    return combine_drawings(
        frame.scaled(drawn.share).moved(*drawn.middle).in_group(f"frames/{cell}")
        if (drawn := _acting_piece(scene, cell))
        else frame.moved(*scene.middle(cell)).in_group(f"frames/{cell}")
        for cell in scene.framed_cells
    )


def _acting_piece(scene: _Scene, cell: Cell) -> _DrawnPiece | None:
    """The piece that acts, in a space of a map in which it may be beside others; None in any other cell, and where all
    of them may."""
    pieces = scene.present_on(cell)
    if cell not in scene.shared_limits or len(pieces) == 1:
        return pieces[0] if cell in scene.shared_limits and pieces else None
    arrived = {leg.player for leg in scene.trace.legs if leg.end == cell}
    actions = (*scene.claims.exactly, *scene.claims.legal, *scene.claims.illegal)
    kinds = {split_mover(action.text)[0] for action in actions if action.origin == cell} - {""}
    acting = [drawn for drawn in pieces if (not arrived or drawn.piece.player in arrived)
              and (not kinds or arrived or drawn.piece.kind in kinds)]
    return acting[0] if len(acting) == 1 else None


def _draw_tokens(scene: _Scene) -> Iterator[Drawing]:
    """Tokens under the pieces, with their count where a cell has several, and the outlines of those taken up."""
    game, side = scene.spec.game, scene.side
    for name, cells in scene.position.tokens.items():
        face = token_face(game.tokens[name]).scaled(1 / game.tokens[name].size)
        for cell, count in sorted(cells.items()):
            count_label = draw_text(Role.LABEL, f"×{count}", (0.26 * side, -0.44 * side), COUNT_CAP * side, bold=True)
            is_under = cell in scene.pieces
            size, (aside, up) = (TOKEN, (0.0, 0.0)) if not is_under else (
                (RIM_UNDER, RIM_AT) if scene.has_rims else (UNDER, UNDER_AT))
            token = face.scaled(size * side).moved(aside * side, up * side)
            token = token + count_label if count > 1 else token
            yield token.moved(*scene.middle(cell)).in_group(f"tokens/{cell}")
    for name, past in scene.trace.lifted_tokens.items():
        outline = draw_token_outline(token_face(game.tokens[name]), side)
        size, (aside, up) = (RIM_UNDER, RIM_AT) if scene.has_rims else (LIFTED, LIFTED_AT)
        beside = outline.scaled(size).moved(aside * side, up * side)
        covered = [cell for cell in past if len(scene.pieces.get(cell, ())) == 1]
        yield scene.repeat(beside, covered, "tokens/past-")
        yield scene.repeat(outline.scaled(TOKEN), (cell for cell in past if cell not in covered), "tokens/past-")


def draw_token_outline(face: Drawing, size: float) -> Drawing:
    """The dashed outline, `size` mm across, of a token that was taken up."""
    edge = face.only(Role.EDGE)
    edge = edge.scaled(size / max(edge.size()))
    return draw(Role.PAST, *(path for item in edge.items if isinstance(item, Shape) for path in item.paths))


def _pieces_on(scene: _Scene, cell: Cell) -> Iterator[_DrawnPiece]:
    """The pieces that are drawn on a cell, at their places."""
    pieces = _list_pieces(scene, cell)
    (x, y), shift = scene.middle(cell), _make_room_in_cell(scene, cell, pieces)
    for (piece, state), ((u, v), share) in zip(pieces, _spread_in_cell(scene, cell, pieces), strict=True):
        below = scene.position.below.get(cell, ()) if state == "here" else ()
        tower_share = NOT_SQUARE if below and not scene.surface.has_squares else 1.0
        foot = PiecePlace((x + (shift.middle[0] + u) * scene.side, y + (shift.middle[1] + v) * scene.side),
                          share * shift.share * tower_share)
        raised, smaller = place_top(len(below))
        middle = foot.middle[0], foot.middle[1] + raised * foot.share * scene.side
        yield _DrawnPiece(piece, state, middle, smaller * foot.share, cell, below, foot)


def _list_pieces(scene: _Scene, cell: Cell) -> list[tuple[Piece, PieceState]]:
    """The pieces on a cell and those captured there; on a cell that is empty now, or has room for several, also those
    that moved off it."""
    position, trace = scene.position, scene.trace
    pieces: list[tuple[Piece, PieceState]] = []
    if cell in position.pieces:
        pieces = [(piece, "here") for piece in (position.pieces[cell], *position.further_pieces.get(cell, ()))]
    pieces += [(piece, "here") for piece in trace.spared_pieces.get(cell, ())]
    pieces += [(piece, "taken") for piece in trace.captured_pieces.get(cell, ())]
    if not pieces or cell in scene.shared_limits or cell in scene.enlarged:
        pieces += [(piece, "left") for piece in trace.moved_pieces.get(cell, ())]
    return pieces


def _make_room_in_cell(scene: _Scene, cell: Cell, pieces: Sequence[tuple[Piece, PieceState]]) -> PiecePlace:
    """Where the pieces of a cell go, from its middle in shares of its side, and how large they are: aside and smaller
    on a token, and beside the sign of a placed piece."""
    is_alone = len(pieces) == 1
    lifted_cells = {lifted for cells in scene.trace.lifted_tokens.values() for lifted in cells}
    if cell in scene.token_cells or (cell in lifted_cells and is_alone):
        return PiecePlace(ON_RIM_AT, ON_RIM) if scene.has_rims else PiecePlace(UPON_AT, UPON)
    if is_alone and (_has_placed_sign(scene, cell) or cell in scene.trace.returned_cells):
        return PiecePlace(BESIDE_PLACED_AT, BESIDE_PLACED)
    return PiecePlace((0.0, 0.0), 1.0)


def _spread_in_cell(scene: _Scene, cell: Cell, pieces: Sequence[tuple[Piece, PieceState]]) -> list[PiecePlace]:
    """The places of the pieces of a cell beside each other, each as near as may be to the other end of its arrow."""
    pulls = [_arrow_direction(scene, cell, piece, state) for piece, state in pieces]
    free_places: list[PiecePlace] | None = None
    if cell in scene.shared_limits and not scene.is_inset:
        sign = -1.0 if scene.free.is_flipped else 1.0
        free_places = [PiecePlace((sign * u, sign * v), share)
                       for (u, v), share in places_in_space(scene.surface.spaces, cell, len(pieces))]
    places = spread_pieces(pulls, free_places)
    if not scene.is_inset:
        return places
    # Clear of the frame of the inset; where pieces have letters or crosses, each in a part of its own.
    places = [PiecePlace((WITHIN_INSET * u, WITHIN_INSET * v), WITHIN_INSET * share) for (u, v), share in places]
    if player_letters(scene.spec.game) or any(state == "taken" for _, state in pieces):
        part_side = 1 / math.ceil(math.sqrt(len(pieces)))
        places = [PiecePlace(middle, INSET_SHARE * part_side) for middle, _ in places]
    return places


def _arrow_direction(scene: _Scene, cell: Cell, piece: Piece, state: PieceState) -> Point:
    """The direction from a cell to where a piece on it came from or went to; (0, 0) for a piece that did not move."""
    ends = ((leg.end, leg.start) if state == "here" else (leg.start, leg.end)
            for leg in scene.trace.legs if leg.player == piece.player)
    other_end = next((far for near, far in ends if near == cell), cell)
    (x, y), (u, v) = scene.middle(cell), scene.middle(other_end)
    length = math.dist((x, y), (u, v)) or 1.0
    return (u - x) / length, (v - y) / length


def _draw_pieces(scene: _Scene) -> Iterator[Drawing]:
    """The pieces that are still on the board, with their signs, and on tokens and on a board with coloured cells with a
    light rim."""
    for drawn in scene.present_pieces():
        icon = draw_piece(scene.spec, drawn.piece, drawn.share * scene.side, scene.turn,
                          is_named=scene.is_named(drawn.cell))
        lower = draw_lower_pieces(scene.spec, drawn.below, drawn.foot.share * scene.side).moved(*drawn.foot.middle)
        if (scene.has_coloured_cells or drawn.cell in scene.token_cells) and not drawn.below:
            icon = draw_light_rim(icon, drawn.share * scene.side) + icon
        yield (lower + icon.moved(*drawn.middle)).in_group(f"pieces/{drawn.cell}")


def _draw_past_bodies(scene: _Scene) -> Iterator[Drawing]:
    """The pale bodies of pieces that moved off or were captured."""
    for drawn in scene.past_pieces():
        is_captured = drawn.state == "taken" and not _is_homed(scene, drawn) and not _is_returned(scene, drawn)
        body = draw_past_body(scene.spec, drawn.piece, drawn.share * scene.side, scene.turn, is_captured=is_captured)
        yield body.moved(*drawn.middle).in_group(f"past/{drawn.cell}")


def _draw_past_signs(scene: _Scene) -> Iterator[Drawing]:
    """The owners' letters of pieces that are gone, and a cross over those that were captured: a slim one, so that the
    piece itself stays in sight. Those that were sent home have the house that pieces have which can be, and those that
    were taken off the board without a capture a sign of their own."""
    compass = scene.spec.lattice.compass
    for drawn in scene.past_pieces():
        side = drawn.share * scene.side
        signs = draw_letter(scene.spec.game, drawn.piece, side) if scene.is_named(drawn.cell) else Drawing()
        if _is_homed(scene, drawn):
            is_pointed = bool(_bare_piece(scene, drawn).only(Role.FORWARD).items)
            signs += capture_sign(side, compass, is_pointed=is_pointed, goes_home=True)
        elif _is_returned(scene, drawn):
            x, y = scene.middle(drawn.cell)
            sign = placed_sign(scene.side, compass, is_returned=True)
            signs += sign.moved(x - drawn.middle[0], y - drawn.middle[1])
        elif drawn.state == "taken":
            signs += cross_out(draw_past_body(scene.spec, drawn.piece, side, scene.turn), side)
        yield signs.moved(*drawn.middle).in_group(f"signs/past-{drawn.cell}")


def _is_homed(scene: _Scene, drawn: _DrawnPiece) -> bool:
    """Whether a piece was sent home."""
    return drawn.state == "taken" and scene.sends_home and drawn.cell in scene.trace.replaced_cells


def _is_returned(scene: _Scene, drawn: _DrawnPiece) -> bool:
    """Whether a piece was taken off the board without a capture."""
    return drawn.state == "taken" and drawn.cell in scene.trace.returned_cells


def _is_near_arrow(scene: _Scene, spot: Point, legs: Sequence[TraceLeg], distance: float) -> bool:
    """Whether the arrow of a leg comes nearer to a spot than so many mm."""
    ways = (_clear_way(scene, leg).places() for leg in legs)
    return any(distance_to_line(spot, *pair) < distance for way in ways for pair in pairwise(way))


def _free_corner(scene: _Scene, cell: Cell, legs: tuple[TraceLeg, ...], first: int = 0) -> int:
    """The corner for a sign: upper right (0), lower right (1) or lower left (2), from `first` on; the next one where an
    arrow or its number is, or the point of a piece. Where there is none, the first."""
    import shapely

    (x, y), out = scene.middle(cell), CORNER * scene.side
    corners = ((x + out, y + out), (x + out, y - out), (x - out, y - out))
    numbers = scene.number_spots.values()
    points = filled_area((_bare_piece(scene, drawn) for drawn in scene.present_on(cell)),
                         OFF_POINT * scene.side, (Role.FORWARD,))
    for place in range(first, 3):
        spot = corners[place]
        if points.contains(shapely.Point(spot)):
            continue
        is_numbered = any(math.dist(number, spot) < 0.4 * scene.side for number in numbers)
        if not is_numbered and not _is_near_arrow(scene, spot, legs, NEAR_CORNER * scene.side):
            return place
    return first


def _arrow_legs(scene: _Scene) -> tuple[TraceLeg, ...]:
    """The legs drawn as arrows: those of the line, else of the legal actions; and of chains among all actions."""
    chains = tuple(action for action in scene.claims.exactly if len(action.path) > 2)
    return (*scene.trace.legs, *action_legs((*arrow_actions(scene.claims, scene.trace), *chains)))


def _draw_landings(scene: _Scene) -> Iterator[Drawing]:
    """Marks on empty cells, on top of what is past: small and in a corner where a piece stood or another mark is."""
    marks, side = scene.landings, scene.side
    small, corner = SMALL * side, (-0.29 * side, 0.29 * side)
    for cell, acts in marks.empty.items():
        is_past = cell in scene.pieces
        sign = landing_sign(acts, small, on_paper=True).moved(*corner) if is_past else landing_sign(acts, side)
        yield scene.repeat(sign, (cell,), "marks/")
    for cell in marks.drops:
        is_held = cell in marks.empty or cell in scene.pieces
        sign = drop_sign(small, on_paper=True).moved(*corner) if is_held else drop_sign(side)
        yield scene.repeat(sign, (cell,), "marks/drop-")


def _draw_line_signs(scene: _Scene, legs: tuple[TraceLeg, ...]) -> Iterator[Drawing]:
    """Signs on pieces that the line of play has placed or turned over. That of a placed piece is in the upper left
    corner, except beside letters, which are there."""
    placed, turned = (dict.fromkeys(cells) for cells in (scene.trace.placed_cells, scene.trace.turned_cells))
    for cell in {**placed, **turned}:
        sign = turned_sign if cell in turned else placed_sign
        corner = UPPER_LEFT if _has_placed_sign(scene, cell) else _free_corner(scene, cell, legs)
        yield scene.repeat(sign(scene.side, scene.spec.lattice.compass, corner), (cell,), "signs/line-")


def _has_placed_sign(scene: _Scene, cell: Cell) -> bool:
    """Whether the sign of a placed piece is in the upper left corner of a cell, beside which the piece is smaller."""
    trace = scene.trace
    return cell in trace.placed_cells and cell not in trace.turned_cells and not player_letters(scene.spec.game)


def _draw_capture_signs(scene: _Scene, legs: tuple[TraceLeg, ...]) -> Iterator[Drawing]:
    """Crosses on pieces that can be captured, ringed ones on pieces whose cell can be entered."""
    compass = scene.spec.lattice.compass
    for cell in sorted(_capture_cells(scene)):
        if capturable := _capturable_pieces(scene, cell):
            for drawn in capturable:
                sign = capture_sign(drawn.share * scene.side, compass, 0, goes_home=scene.sends_home)
                yield sign.moved(*drawn.middle).in_group(f"signs/{cell}")
            continue
        is_pointed = any(_bare_piece(scene, drawn).only(Role.FORWARD).items for drawn in scene.pieces.get(cell, ()))
        corner = 0 if scene.sends_home else _free_corner(scene, cell, legs)  # houses are in one corner in all figures
        sign = capture_sign(scene.side, compass, corner, is_pointed=is_pointed, goes_home=scene.sends_home)
        yield scene.repeat(sign, (cell,), "signs/")
    for cell in scene.landings.entries:
        if spot := _free_stall(scene, cell):
            yield landing_sign(Act.MOVE, scene.side).moved(*spot).in_group(f"marks/{cell}")
            continue
        yield scene.repeat(entry_sign(scene.side, compass, _free_corner(scene, cell, legs)), (cell,), "signs/")


def _capturable_pieces(scene: _Scene, cell: Cell) -> list[_DrawnPiece]:
    """The pieces that can be captured in a space of a map where several are side by side; none in any other cell."""
    pieces = scene.present_on(cell)
    if cell not in scene.shared_limits or len(pieces) < 2:
        return []
    actions = [a for a in (*scene.claims.exactly, *scene.claims.legal) if a.path and a.path[-1] == cell]
    names = {split_victim(action.text)[1] for action in actions}
    return [drawn for drawn in pieces if drawn.piece.player != scene.position.turn
            and ("" in names or drawn.piece.kind in names or str(drawn.piece) in names)]


def _free_stall(scene: _Scene, cell: Cell) -> Point | None:
    """A place in a space of a map that has room for one piece more than it has; None in any other cell."""
    if cell not in scene.shared_limits or cell not in scene.pieces:
        return None
    stalls = [*map(scene.point_as_seen, scene.surface.spaces.stalls(cell).middles)]
    taken = [drawn.middle for drawn in scene.pieces[cell]]
    free = [stall for stall in stalls if all(math.dist(stall, spot) > STALL * scene.side for spot in taken)]
    return free[0] if free else None


def _capture_cells(scene: _Scene) -> set[Cell]:
    """Cells whose pieces can be captured."""
    actions = (*scene.claims.exactly, *scene.claims.legal)
    return {cell for action in actions for cell in find_captured_cells(scene.spec.lattice, scene.position, action)}


def _draw_refusals(scene: _Scene, legs: tuple[TraceLeg, ...]) -> Iterator[Drawing]:
    """Signs of illegal actions: in the middle of an empty cell, in a corner of one that holds something: one without
    another sign, an arrow or the number of a step. A cell where the piece may land but not stop has
    another sign. An action that ends where its piece began has an arrow, which shows the way that is refused, with the
    sign on it."""
    side, compass = scene.side, scene.spec.lattice.compass
    signed = {*_capture_cells(scene), *scene.landings.entries}
    held = {*scene.pieces, *scene.token_cells, *scene.landings.empty, *scene.landings.drops}
    passages = scene.passages
    returns = [action for action in scene.claims.illegal if is_round_trip(action)]
    for leg in dict.fromkeys(TraceLeg(action.path[-2], action.path[-1]) for action in returns):
        yield _draw_refused_leg(scene, leg, legs).in_group(f"refusals/{leg.start}-{leg.end}")
    for cell in sorted(passages | {a.path[-1] for a in scene.claims.illegal if a.path and a not in returns}):
        first = _free_corner(scene, cell, legs) + 1 if cell in signed else 0
        may_pass = cell in passages
        if spot := _free_stall(scene, cell):
            yield (passage_sign(side) if may_pass else refusal_sign(side)).moved(*spot).in_group(f"refusals/{cell}")
            continue
        if cell in scene.token_cells and cell in scene.pieces:
            first = 0 if scene.has_rims else 2  # below the token, beside the piece on it
        place = _free_corner(scene, cell, legs, min(first, 2))
        if cell in held:
            sign = refusal_corner_sign(side, compass, place, may_pass=may_pass)
        else:
            sign = passage_sign(side) if may_pass else refusal_sign(side)
        yield scene.repeat(sign, (cell,), "refusals/")


def _draw_refused_leg(scene: _Scene, leg: TraceLeg, legs: tuple[TraceLeg, ...]) -> Drawing:
    """The arrow of a leg that is not allowed, with the sign of that on its middle. It goes by the other side than an
    arrow that goes the opposite way."""
    side = scene.side
    opposite = next((other for other in legs if (other.start, other.end) == (leg.end, leg.start)), None)
    bow = _bow(scene, opposite or leg)
    way = ArrowWay(scene.middle(leg.start), scene.middle(leg.end), bow or BOW * side)
    middle, clear = way.place(0.5), _clear_way(scene, leg, way)
    halo = arrow_halo(clear.start, clear.end, side, clear.bow)
    shaft = arrow(clear.start, clear.end, side, clear.bow, Role.REFUSED)
    return halo + shaft + refusal_sign(ON_ARROW * side).moved(*middle)


def _draw_arrows(scene: _Scene, legs: tuple[TraceLeg, ...]) -> Iterator[Drawing]:
    """An arrow for each leg, from just clear of the piece that moves to just clear of what is at its target; that of a
    jump is an arc. Arrows of players who move at the same time have their colours. Arrows are drawn over what is past,
    with light paper around them, and under the pieces that are still there."""
    side, game = scene.side, scene.spec.game
    names = [f"{leg.start}-{leg.end}" for leg in legs]
    ways = [_clear_way(scene, leg) for leg in legs]
    tones = [player_tone(game, leg.player) if scene.trace.is_simultaneous else "" for leg in legs]
    for way, name, tone in zip(ways, names, tones, strict=True):
        yield arrow_halo(way.start, way.end, side, way.bow, is_wide=bool(tone)).in_group(f"arrows/halos/{name}")
    for way, name, tone in zip(ways, names, tones, strict=True):
        drawing = (player_arrow(way.start, way.end, side, tone, way.bow) if tone
                   else arrow(way.start, way.end, side, way.bow))
        yield drawing.in_group(f"arrows/{name}")


def _way_between_middles(scene: _Scene, leg: TraceLeg) -> ArrowWay:
    """The way of a leg from the middle of the piece, or of the cell, to the middle of its target."""
    start, end = _arrow_spot(scene, leg, leg.start, "taken", "left"), _arrow_spot(scene, leg, leg.end, "here")
    return ArrowWay(start.middle, end.middle, _bow(scene, leg))


def _clear_way(scene: _Scene, leg: TraceLeg, between_middles: ArrowWay | None = None) -> ArrowWay:
    """The way of a leg as its arrow is drawn: off pieces, marks, tokens and, where it is long enough for that, off the
    frames around acting pieces. `between_middles`: its whole way, where it is not the usual one."""
    way, side = between_middles or _way_between_middles(scene, leg), scene.side
    starts, ends = _things_at(scene, leg, leg.start, BARE_START), _things_at(scene, leg, leg.end, BARE_END)
    framed = scene.acting_cells
    wide_start, wide_end = (
        area.union(_frame_area(scene, cell)) if cell in framed and cell not in scene.shared_cells else area
        for area, cell in ((starts, leg.start), (ends, leg.end)))
    off_frames = way.clear_part(wide_start, wide_end, 0.0)
    if off_frames.length >= LEAST_ARROW[0] * side:
        return off_frames
    return way.clear_part(starts, ends, LEAST_ARROW[1] * side)


def _frame_area(scene: _Scene, cell: Cell) -> BaseGeometry:
    """The area of a frame around the piece in a cell."""
    frame = actor_frame((1 + 2 * OFF_FRAME) * scene.side, scene.spec.lattice.compass)
    return filled_area([frame.moved(*scene.middle(cell))], 0.0, (Role.ACTOR,))


def _things_at(scene: _Scene, leg: TraceLeg, cell: Cell, bare: float) -> BaseGeometry:
    """The area that the arrow of a leg leaves free at one of its ends: the piece that it is about, else the mark, the
    token or the sign in the cell; in an empty cell a disc of a radius of `bare` cells."""
    import shapely

    side, is_start = scene.side, cell == leg.start
    spot, share = _arrow_spot(scene, leg, cell, *(("taken", "left") if is_start else ("here",)))
    things: list[Drawing] = []
    if cell in scene.enlarged and scene.surface.has_squares:  # its frame
        x, y = scene.middle(cell)
        return shapely.box(x - side / 2, y - side / 2, x + side / 2, y + side / 2).buffer(OFF_FRAME * side)
    if cell in scene.pieces:
        on_cell = [drawn for drawn in scene.pieces[cell] if drawn.middle == spot] or scene.pieces[cell]
        things = [_bare_piece(scene, drawn) for drawn in on_cell]
    elif cell in scene.landings.empty:
        things = [landing_sign(scene.landings.empty[cell], side).moved(*spot)]
    elif cell not in scene.token_cells and cell in scene.passages | {
            action.path[-1] for action in scene.claims.illegal if action.path}:
        return shapely.Point(spot).buffer(REFUSED * side)
    area = filled_area(things, OFF_THING * side * share)
    on_token = cell in scene.token_cells and (not things or is_start)
    return area.union(shapely.Point(spot).buffer((TOKEN / 2 if on_token else bare * share) * side))


def _bare_piece(scene: _Scene, drawn: _DrawnPiece) -> Drawing:
    """A piece without its letter, at its place in the figure."""
    icon = draw_piece(scene.spec, drawn.piece, drawn.share * scene.side, scene.turn, is_named=False)
    return icon.moved(*drawn.middle)


def _jumps(scene: _Scene, leg: TraceLeg) -> bool:
    """Whether a leg passes over a piece, or over one that was captured there."""
    return any(cell in scene.pieces for cell in scene.spec.lattice.between(leg.start, leg.end))


def _choose_bows(scene: _Scene, legs: Sequence[TraceLeg]) -> list[float]:
    """How far in mm the arrows of some legs bend to the left: those of jumps bend to one side or the other, and two
    that go opposite ways between the same cells bend a little apart."""
    import shapely

    chords = [(scene.middle(leg.start), scene.middle(leg.end)) for leg in legs]
    jumps = [place for place, leg in enumerate(legs) if _jumps(scene, leg)]
    things = scene.things.buffer(OFF_ARC * scene.side) if jumps else scene.things
    obstacles: list[BaseGeometry] = []
    for chord in chords:
        ends = shapely.union_all([shapely.Point(end).buffer(scene.side / 2) for end in chord])
        obstacles.append(things.difference(ends) if jumps else things)
    bows = choose_bows(chords, jumps, BOW * scene.side, obstacles, scene.surface.spaces.size)
    ways = {(leg.start, leg.end) for leg in legs}
    return [APART * scene.side if not bow and (leg.end, leg.start) in ways else bow
            for leg, bow in zip(legs, bows, strict=True)]


def _bow(scene: _Scene, leg: TraceLeg) -> float:
    """How far in mm the arrow of a leg bends to the left; 0 for a straight one."""
    bow = scene.bows.get((leg.start, leg.end))
    return _choose_bows(scene, (leg,))[0] if bow is None else bow


def _arrow_spot(scene: _Scene, leg: TraceLeg, cell: Cell, *states: PieceState) -> PiecePlace:
    """Where an arrow begins or ends, in mm: the whole cell, or, in a space of a map in which several pieces are side by
    side, the place of the mover's piece in one of these states."""
    if cell in scene.shared_limits:
        for drawn in scene.pieces.get(cell, ()):
            if drawn.piece.player == leg.player and drawn.state in states:
                return PiecePlace(drawn.middle, drawn.share)
        met = _acting_piece(scene, cell) if cell == leg.start else next(iter(_capturable_pieces(scene, cell)), None)
        if met:
            return PiecePlace(met.middle, met.share)
        if cell == leg.end and (spot := _free_stall(scene, cell)):
            return PiecePlace(spot, 1.0)
    return PiecePlace(scene.middle(cell), 1.0)


def _draw_numbers(scene: _Scene, legs: tuple[TraceLeg, ...]) -> Iterator[Drawing]:
    """Numbers of moves in the cells where they end: in the middle of a hollow diamond, else in a corner."""
    ends = {action.path[-1] for action in (*scene.claims.legal, *scene.claims.exactly) if action.path}
    for leg in legs:
        if leg.number:
            spot = scene.number_spots[leg]
            if _has_tag(scene, leg):
                sign = number_tag(leg.number, scene.side, may_stop=leg.end in ends)
            elif spot == scene.middle(leg.end):
                sign = number_in_diamond(leg.number, scene.side)
            else:
                sign = number_badge(leg.number, scene.side)
            yield sign.moved(*spot).in_group(f"numbers/{leg.number}")


def _has_tag(scene: _Scene, leg: TraceLeg) -> bool:
    """Whether the number of a leg has a diamond of its own at a corner of the frame of the cell where it ends, because
    the numbers of other legs are in the diamonds of theirs."""
    return (bool(scene.hollow_diamonds) and (leg.number or 0) <= MOST_IN_DIAMOND
            and leg.end in scene.acting_cells)


def _number_spots(scene: _Scene, legs: Sequence[TraceLeg]) -> dict[TraceLeg, Point]:
    """Where the number of each leg is drawn: in the middle of the cell where it ends if a hollow diamond is there;
    where that cell has a frame, at a corner of it if other numbers are in diamonds, else beside its arrow, or on it,
    because a number would cover the frame; else in the corner that is most
    clear of pieces, marks, signs of placed pieces, arrows and other numbers; of corners that are equally clear the
    upper left."""
    import shapely

    numbered = [leg for leg in legs if leg.number]
    if not numbered:
        return {}
    side, badge = scene.side, BADGE * scene.side
    ways = [_clear_way(scene, leg) for leg in legs]
    arrows = filled_area([arrow(way.start, way.end, side, way.bow) for way in ways], 0.0, (Role.PATH,))
    placed = [placed_sign(side).moved(*scene.middle(cell)) for cell in scene.trace.placed_cells]
    taken = shapely.union_all([scene.things, arrows, filled_area(placed, 0.0, (Role.PATH,))])
    framed = scene.acting_cells
    spots = dict[TraceLeg, Point]()
    for leg in numbered:
        x, y = middle = scene.middle(leg.end)
        candidates = _spots_outside(_clear_way(scene, leg), middle, side) if leg.end in framed else []
        if _has_tag(scene, leg):
            candidates = [(x + across * TAG_OUT * side, y + up * TAG_OUT * side) for across, up in NUMBER_CORNERS]
        if (not candidates and (leg.number or 0) <= MOST_IN_DIAMOND and leg.end in scene.hollow_diamonds
                and middle not in spots.values()):
            spots[leg] = middle
            continue
        candidates = candidates or [(x + across * NUMBER_OUT * side, y + up * NUMBER_OUT * side)
                                    for across, up in NUMBER_CORNERS]
        discs = {spot: shapely.Point(spot).buffer(badge) for spot in candidates}
        spots[leg] = min(candidates, key=lambda spot: round(float(discs[spot].intersection(taken).area), 3))
        taken = taken.union(discs[spots[leg]])
    return spots


def _spots_outside(way: ArrowWay, middle: Point, side: float) -> list[Point]:
    """Places for a number beside and on a way to the middle of a framed cell of `side` mm: about its last place that is
    clear of the frame, across or up; none where no place is."""
    for step in range(NUMBER_STEPS):
        (x, y), (u, v) = (way.place(1 - (step + more) / NUMBER_STEPS) for more in (0, 1))
        if max(abs(x - middle[0]), abs(y - middle[1])) >= OFF_FRAMED * side:
            off = NUMBER_BESIDE * side / math.dist((x, y), (u, v))
            return [(x + (v - y) * off, y - (u - x) * off), (x - (v - y) * off, y + (u - x) * off), (x, y)]
    return []


def distance_to_line(p: Point, a: Point, b: Point) -> float:
    """The distance in mm from a point to the straight line between two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)
    along = min(1.0, max(0.0, along))
    return math.dist(p, (a[0] + along * dx, a[1] + along * dy))


__all__ = ["TOKEN", "FreeDrawing", "distance_to_line", "draw_position", "draw_token_outline", "has_signs"]
