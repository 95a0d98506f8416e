"""A position → the picture of its table in perspective: the board as it lies there, pieces as they are made.

For covers: it claims nothing and explains nothing. Axes: x to the right, y away from the viewer, z up, in mm, the
middle of the board at the origin. All shapes are flat areas: a thing's FACE looks at the viewer, its FLANK is turned
away from the light, and so is the shadow that it casts on the board.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import groupby, pairwise, product
from typing import TYPE_CHECKING, Any

from fabgen.artwork.colour_vision import choose_distinct
from fabgen.artwork.drawing import Drawing, Role, Shape, combine_drawings, draw
from fabgen.artwork.paper_things import Chit, Net, card_tone, draw_plate_with_sign, find_card_rim
from fabgen.artwork.part import Fit
from fabgen.artwork.path import Box, Path, Point, is_box_within, line, polygon, rectangle
from fabgen.artwork.regions import boundary_paths
from fabgen.artwork.themes import load_theme, resolve_ink, tone_colour
from fabgen.artwork.thin_frames import thin_frames
from fabgen.core.problems import FabgenError
from fabgen.figures.boards.board import art_on_cells, board_size, corner_radius, draw_void, is_dark, zone_pattern
from fabgen.figures.boards.board_tones import find_board_tones
from fabgen.figures.boards.edge_track import draw_edge_track
from fabgen.figures.boards.surface import Surface, surface_of
from fabgen.figures.components.kit import draw_token_marks, token_face
from fabgen.figures.components.paper_pieces import FOOTROOM, length_of_face
from fabgen.figures.pieces.bases import BasePlan
from fabgen.figures.pieces.bodies import PlayerPiece, make_player_piece, underside_of
from fabgen.figures.pieces.face_signs import drawing_outlines
from fabgen.figures.positions.area_corners import CornerSpot, draw_corner, find_corner_spots
from fabgen.figures.positions.facets import OUTLINE_TONES, draw_facets, side_role
from fabgen.figures.positions.move_ribbons import Leg, Point3, Ribbon, lower_part
from fabgen.figures.positions.piece_icons import (
    count_bars,
    piece_silhouette,
    places_in_space,
    player_tone,
    shared_cell_places,
)
from fabgen.materials.key import MaterialKey
from fabgen.materials.material import load_material, make_fit
from fabgen.rules.boards import Cell, parse_cells
from fabgen.rules.notation import ActionText
from fabgen.rules.position import Piece, Position
from fabgen.spec.drawn_positions import FAR_SIDE
from fabgen.spec.load import Spec
from fabgen.spec.pieces import Token

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

TILT, TURN = 40.0, -14.0  # degrees: how far the eye is above the table; how the board is turned on it
DISTANCE = 2.1  # of the board's diagonal: from the middle of the board to the eye
# mm: how far a flattened outline may be from the exact one; the same of a piece where the whole table is seen.
SMOOTH, SMOOTH_FROM_FAR = 0.05, 0.12
ROUNDING = 0.01  # mm
BOARD_HIGH = 0.022  # of the board's longer side: its thickness, at least that of its material
RINGS = ((0.86, 0.82), (0.62, 0.55))  # of half the size of a flat piece: the outer and inner edges of rings on its top
BAR_LONG, BAR_WIDE, BAR_PITCH = 0.34, 0.055, 0.12  # of the size of a flat piece: the bars on it, from one to the next
CROSSED = 20.0  # degrees: the direction of the face of a piece whose panels cross
# How far a shadow reaches to the right and away, as a share of the height of what casts it; the same from near.
SHADOW, LONG_SHADOW = (0.21, 0.08), (0.62, 0.42)
NEAR_BELOW = 0.55  # of that: the shadow of an arrow, which is seen with it
UNKNOWN_FIT = Fit(3.0, 0.0)  # of a material that cannot be read, which the check reports
BEVEL, OUTLINE = 0.032, 0.016  # of a cell: the bevel along the edges of a piece; half of the line around it
DARK_CELL_TONES = (*OUTLINE_TONES, "walnut")  # of cells on which the outline of a dark piece is lost
HALO = 0.003  # of the board's longer side: the light line around dark pieces where one of them could not be seen
STEEP, LYING = 80.0, 0.86  # degrees: a piece that stands is drawn lying from a steeper eye; its height, of the cell
CARD_HIGH = 1.5  # mm: the thick card under things of paper
SHADE_OFF = 0.035  # of the cell: the shadow of a lying piece

# The arrow of a move, in shares of a cell.
ARROW_WIDE, ARROW_THICK = 0.24, 0.05
# From the middle of a cell to it; to its tip; the same on a piece, and where it comes down beside a token.
START_GAP, END_GAP, TAKEN_GAP, TOKEN_GAP = 0.2, -0.25, 0.5, 0.2
BESIDE = 0.3  # from the middle of a piece that stands to an arrow that rises from its base
CLEAR_OF_ARROW = 0.05  # around it: what is there looks touched
OVER, LEAST_RISE = 0.36, 0.8  # how much higher than what it jumps it rises; how high it rises at least
ON_LINE = 0.2  # how far a piece may be off the way of a jump that goes over it
UNDER_BASE = 0.4  # what the base of a piece hides of it
LEAST_LEG, HOP = 0.55, 0.4  # a leg on the board that is seen beside bases; how high a shorter one rises between tops
FRAME_IN, FRAME_WIDE = 0.07, 0.06  # the frame in the cell where a move lands: from the edge of that, and its width
SEAM = 0.01  # mm: how far flat parts of an arrow overlap
# Colours of arrows, the first ones first, and their least difference (CIELAB) from all that they cross.
ACCENTS, LEAST_ACCENT = ("blue", "red", "green", "orange", "purple", "sky", "yellow"), 30.0

# The part of a board from above.
ABOVE_TURN = -17.0  # degrees: how the board is turned
ABOVE_WIDTH, ABOVE_HEIGHT = 4.6, 4.3  # cells: its size
SEEN_WHOLE = 0.42  # cells: how far within its edge a piece is seen as a whole
CUT_PENALTY = 0.6  # what a piece costs that its edge cuts, where one that is seen counts 1

# A piece from near.
LOW_TILT, PIECE_DISTANCE = 24.0, 1.5  # degrees: the tilt of the eye; its distance in diagonals of the board
PIECE_SHARE, GROUND_SHARE = 0.66, 0.14  # of the picture's height: the piece, and the ground below it
LEAST_NEAR = 1.4  # cells: the least height of the part that is seen
AHEAD, OFF_MIDDLE = 0.5, 0.22  # cells: how far in front of the middle it is best; what a cell further off costs

# A move from near.
# Degrees: the usual tilt of the eye, and others that are tried; its distance in lengths of the move, and in cells at
# most; the nearest part of the board, of that distance.
MOVE_TILT, MOVE_TILTS = 36.0, (36.0, 29.0, 43.0)
LOW_TILTS = 29.0, 24.0, 20.0  # degrees: of an eye that sees the far edge of a deep board
MOVE_DISTANCE, FARTHEST, NEAREST = 4.2, 10.0, 0.3
AROUND_MOVE, LEAST_MOVE = 0.05, 2.4  # of the part that is seen: the room around the move; cells: the least size of it
LEAST_SEEN, WIDER = 3, (1.0, 1.2, 1.5, 2.2, 3.3)  # pieces in that part, and how many times larger it is for them
PART_HIGH, HIGHEST_PART = 0.85, 1.15  # of the width of that part: its usual and its greatest height
# Degrees: how a board with moves may be turned, the usual turn first.
TURNS = tuple(sign * turn * TURN for turn in (1.0, 0.4, 2.4, 3.4) for sign in (1, -1))
# What is wrong with a view: a piece that the arrow hides, whose head counts as much again; a place where it lands that
# is hidden; a leg that is seen from its end, and the least share of its length that is seen of one that is not; pieces
# that turn their sides to the eye; what the cells where a move begins lack of a share of the width; empty ground at the
# foot, and how much of it there may be; a piece that the edge cuts in half.
HIDDEN_PIECE, HIDDEN_LANDING, END_ON, LEAST_ACROSS = 12.0, 3.0, 3.0, 0.75
SIDEWAYS, SMALL, LARGE, FLOOR, FLOOR_ROOM, CUT = 4.0, 30.0, 0.25, 6.0, 0.06, 0.2

# What a page shows of a picture of a move: its height, of its width; the same where its words take much room. How a
# part is enlarged and moved (of its sides) so that its edges cut pieces less badly, and what that costs where half of a
# piece that is cut off costs 1; the share of one that may be cut off unseen; what a sliver of a piece costs besides,
# and its greatest share; a piece without top.
COVER_ASPECT, LEAST_ASPECT = 0.8, 0.66
SPARING_SCALES, SPARING_MOVES = (1.0, 1.06, 1.12, 1.2, 1.3), tuple(0.03 * step for step in range(-5, 6))
LARGER, MOVED = 1.5, 1.0
MOST_SLIGHT, SLIVER, LEAST_PART, HEADLESS = 0.03, 0.5, 0.3, 0.5
EVERYWHERE = -math.inf, -math.inf, math.inf, math.inf

# A panorama: the tilt of the eye, and its distance in diagonals of the board.
LOW_EYE, NEAR_EYE = 20.0, 0.9
# The arrow of a piece in a row: its width, of a cell; where it ends without a piece that it jumps, in bases.
ROW_ARROW, ROW_STEP = 0.18, 2.1
# A row of pieces: the distance of the eye, and its tilt where all are flat, and with a token; the gap between
# them and the light rim around one, of a base.
ROW_DISTANCE, FLAT_TILT, TOKEN_TILT, ROW_GAP, RIM = 1.8, 38.0, 30.0, 0.2, 0.045
# How many tokens lie beside pieces in a row, and how many times larger than they are, to be seen.
TOKENS_IN_ROW, TOKEN_LARGER = 2, 1.4
# The cell beside or around pieces in a row: at most so many bases wide; how much wider it is with a corner around it.
LARGEST_CELL, AROUND_PIECE = 1.3, 1.4

# A scene: the tilt of the eye, how many times further away it is than that of a cover, and the room above and below the
# whole table, as a share of its height.
SCENE_TILT, SCENE_WIDER, SCENE_ROOM = 28.0, 1.35, 0.05


@dataclass(frozen=True)
class Camera:
    """An eye that looks at a place on the board, by default its middle, from a distance in mm; `tilt` and `turn` are in
    degrees. A point at the distance of that place has its true size in the picture."""

    distance: float
    tilt: float = TILT
    turn: float = TURN
    target: Point = (0.0, 0.0)

    @cached_property
    def _angles(self) -> tuple[float, float, float, float]:
        tilt, turn = math.radians(self.tilt), math.radians(self.turn)
        return math.cos(tilt), math.sin(tilt), math.cos(turn), math.sin(turn)

    def turned(self, p: Point) -> Point:
        """A point of the board on the turned board, from the place that the eye looks at."""
        (x, y), (_, _, c, s) = (p[0] - self.target[0], p[1] - self.target[1]), self._angles
        return x * c - y * s, x * s + y * c

    def board_point(self, p: Point) -> Point:
        """The point of the board whose place on the turned board is given: the inverse of `turned`."""
        _, _, c, s = self._angles
        return p[0] * c + p[1] * s + self.target[0], p[1] * c - p[0] * s + self.target[1]

    def project(self, p: Point3) -> Point:
        """The point of the picture, in mm, at which a point in space is seen."""
        cosine, sine, _, _ = self._angles
        (x, y), z = self.turned((p[0], p[1])), p[2]
        depth = self.distance + y * cosine - z * sine
        scale = self.distance / depth
        return x * scale, (y * sine + z * cosine) * scale

    def scale(self, p: Point3) -> float:
        """How long a mm across is seen at a point in space."""
        cosine, sine, _, _ = self._angles
        return self.distance / (self.distance + self.turned((p[0], p[1]))[1] * cosine - p[2] * sine)

    def project_all(self, points: Iterable[Point], z: float) -> list[Point]:
        """The picture of points at one height."""
        return [self.project((x, y, z)) for x, y in points]


@dataclass(frozen=True)
class TablePiece:
    """A piece at its place on the table, upright or flat.

    * `made`: as it is made of its player's material; `scale`: as a share of its true size.
    * `middle`: in mm; `is_turned`: whether its owner sits at the far side.
    * `lift`: how high in mm the pieces are that it lies on.
    """

    piece: Piece
    made: PlayerPiece
    middle: Point
    scale: float
    is_turned: bool
    lift: float = 0.0

    @cached_property
    def flat_height(self) -> float:
        """How high in mm its plates reach."""
        return self.lift + len(self.made.plates) * self.made.fit.thickness * self.scale


@dataclass(frozen=True)
class _Panel:
    """An upright panel around the axis of a piece: its outline and holes, the direction of its width in degrees, its
    thickness in mm, and the lines on it."""

    outline: Sequence[Point]
    holes: Sequence[Sequence[Point]]
    angle: float
    thick: float
    lines: Sequence[Sequence[Point]] = ()

    def place(self, p: Point, depth: float) -> Point3:
        """A point of the panel in space, `depth` mm off its middle."""
        c, s = math.cos(math.radians(self.angle)), math.sin(math.radians(self.angle))
        return p[0] * c - depth * s, p[0] * s + depth * c, p[1]


class PieceMaker:
    """The pieces of a spec as they are made of their players' materials, each of them once."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self._fits: dict[str, Fit] = {}
        self._pieces: dict[Piece, PlayerPiece] = {}

    def make(self, piece: Piece) -> PlayerPiece:
        """A piece as it is made."""
        if piece not in self._pieces:
            fit = self.fit(self.spec.game.players[piece.player].material)
            self._pieces[piece] = make_player_piece(self.spec, piece.player, piece.kind, fit)
        return self._pieces[piece]

    def fit(self, material: str) -> Fit:
        """The fit of a material; a usual one for a material that cannot be read, which the check reports."""
        if material not in self._fits:
            try:
                self._fits[material] = make_fit(load_material(material, self.spec.folder).material)
            except FabgenError:
                self._fits[material] = UNKNOWN_FIT
        return self._fits[material]


class TableView:
    """A position on its table, seen by a camera: draws the things on it, each as flat areas."""

    def __init__(
        self, spec: Spec, position: Position, areas: Mapping[str, tuple[Cell, ...]], maker: PieceMaker,
        camera: Camera | None = None, moves: Sequence[ActionText] = (), printed_board: Drawing | None = None,
        printed_things: Mapping[tuple[str, str], Net | Chit] | None = None, ground: str = "",
    ) -> None:
        """`ground`: the colour of what is around the table."""
        self.printed_board, self.printed_things, self.ground = printed_board, printed_things or {}, ground
        self.spec, self.position, self.maker, self.moves = spec, position, maker, moves
        # Areas with corner tokens have these on the table, and no colour of their own.
        self.corners = [] if printed_board is not None else find_corner_spots(spec, areas, spec.game.board.cell)
        framed = {spec.game.tokens[spot.name].tone for spot in self.corners}
        self.areas = {tone: cells for tone, cells in areas.items() if tone not in framed}
        game = spec.game
        self.surface: Surface = surface_of(game, spec.lattice, game.board.cell, spec.map_spaces)
        self.size = board_size(game, self.surface.spaces)
        self.camera = camera or Camera(DISTANCE * math.hypot(*self.size))
        self.tones = find_board_tones(spec)
        self.tone = self.tones.board
        self.is_rough = False
        # As this camera sees them.
        self._bands: dict[Ribbon, BaseGeometry] = {}
        self._boxes: list[Box] = []

    def seen_by(self, camera: Camera, *, is_rough: bool = False) -> TableView:
        """The same table, seen by another camera; a rough view is rated, and not drawn."""
        view = copy(self)
        view.camera, view.is_rough, view._bands, view._boxes = camera, is_rough, {}, []
        return view

    def draw(self) -> Drawing:
        """The whole table, the farthest things first."""
        pieces = sorted(self.pieces, key=lambda placed: -self._depth(placed.middle))
        # The pieces of a tower are one thing: a light line around each of them would hide those below.
        towers = groupby(pieces, key=lambda placed: placed.middle)
        things = [(self._depth(middle), 1, combine_drawings(map(self._draw_piece, tower))) for middle, tower in towers]
        # An arrow that rises is in front of the pieces at both of its ends.
        arrows = [(self._ribbon_depth(ribbon), 2, self._draw_ribbon(ribbon, self._arrow_tone(move)))
                  for move, ribbon in zip(self.moves, self.ribbons, strict=True)]
        tokens = [*self._draw_tokens()]
        ordered = sorted([*things, *arrows], key=lambda thing: (-thing[0], thing[1]))
        return combine_drawings([
            self._draw_board(), self._draw_landings(), self._draw_shadows(pieces), *tokens,
            *self._add_halos(drawing for *_, drawing in ordered)])

    def _depth(self, p: Point) -> float:
        """How far away a place of the board is, from the one that the eye looks at."""
        return self.camera.turned(p)[1]

    def _add_halos(self, things: Iterable[Drawing]) -> Iterator[Drawing]:
        """Things from the farthest to the nearest. Where one dark thing hides part of another one, or of a dark cell,
        its outline would not be seen: there, and nowhere else, it has a light line."""
        import shapely

        looks = self._cell_looks().items()
        dark_cells = [cell for cell, (role, tone) in looks if tone in DARK_CELL_TONES and role is Role.FACE]
        areas = [path.flatten(SMOOTH) for cell in dark_cells for path in self._lay(self.surface.shade_paths(cell))]
        hidden: BaseGeometry = shapely.union_all([shapely.Polygon(area) for area in areas])
        for thing in things:
            shapes = [item for item in thing.without(Role.FROST).items if isinstance(item, Shape)]
            if any(shape.tone in OUTLINE_TONES for shape in shapes):
                area = _area_of(shapes)
                halo = area.buffer(HALO * max(self.size) * self._nearness).intersection(hidden)
                if halo.area > 0:
                    yield draw(Role.FACE, *boundary_paths(halo), tone="white")
                hidden = hidden.union(area)
            yield thing

    @property
    def _nearness(self) -> float:
        """The distance of the eye, as a share of that from which the whole table is seen: at most 1."""
        return min(1.0, self.camera.distance / (DISTANCE * math.hypot(*self.size)))

    def measure_overlap(self) -> float:
        """How much of its pieces the picture hides: the sum of the share of each piece's box that the nearer pieces
        cover most of."""
        tops = {placed.middle: box for placed, box in self.seen_pieces()}  # of a tower the piece on top
        boxes = [tops[middle] for middle in sorted(tops, key=self._depth)]  # the nearest one first
        return sum(max((_covered_share(box, nearer) for nearer in boxes[:number]), default=0.0)
                   for number, box in enumerate(boxes))

    def seen_pieces(self) -> Iterable[tuple[TablePiece, Box]]:
        """Every piece with the box of the picture within which it is seen."""
        if not self._boxes:
            self._boxes = [*map(self.piece_box, self.pieces)]
        return zip(self.pieces, self._boxes, strict=True)

    def seen_boxes(self) -> list[Box]:
        """The boxes of the picture within which pieces and tokens are seen."""
        return [*(box for _, box in self.seen_pieces()), *self._token_boxes()]

    def _token_boxes(self) -> Iterator[Box]:
        """The boxes of tokens on cells and in the corners of areas."""
        for spot in self.corners:
            yield self._box_of(self._corner_outline(self._corner_on_board(spot)))
        for name, cells in self.position.tokens.items():
            half = self.spec.game.tokens[name].size / 2
            for x, y in (self._on_board(self.surface.spaces.middles[cell]) for cell in cells):
                yield self._box_of(rectangle(x - half, y - half, 2 * half, 2 * half).flatten(SMOOTH))

    def _box_of(self, outline: Sequence[Point]) -> Box:
        """The box of the picture around an outline on the board."""
        xs, ys = zip(*self.camera.project_all(outline, 0.0), strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def count_pieces(self, window: Box) -> int:
        """How many pieces have their middle in a part of the picture."""
        x0, y0, x1, y1 = window
        return sum(x0 < (left + right) / 2 < x1 and y0 < (low + high) / 2 < y1
                   for _, (left, low, right, high) in self.seen_pieces())

    def top_between(self, left: float, right: float) -> float:
        """How high the board and the pieces reach in a part of the picture from left to right, in mm."""
        import shapely

        board = shapely.Polygon(self.camera.project_all(self._plate(), 0.0))
        part = board.intersection(shapely.box(left, board.bounds[1], right, board.bounds[3]))
        tops = (high for _, (x0, _, x1, high) in self.seen_pieces() if x0 < right and x1 > left)
        return max(part.bounds[3], *tops, -math.inf)

    def piece_box(self, placed: TablePiece) -> Box:
        """The box of the picture in mm within which a piece is seen."""
        (x, y), scale, upright = placed.middle, placed.scale, placed.made.body.shape
        width, depth = placed.made.base_plan.size()
        points = [self.camera.project((x + dx * scale * width / 2, y + dy * scale * depth / 2, z))
                  for dx in (-1, 1) for dy in (-1, 1) for z in (0.0, placed.flat_height)]
        if upright:
            high = piece_silhouette(self.spec.game, placed.piece.kind).height * scale
            points.append(self.camera.project((x, y, placed.flat_height + high)))
        xs, ys = [px for px, _ in points], [py for _, py in points]
        return min(xs), min(ys), max(xs), max(ys)

    # ---- Things of paper

    def _printed_thing(self, placed: TablePiece) -> Net | Chit | None:
        """The thing of paper that a piece is. None where the picture shows a made piece, or one in a tower."""
        thing = self.printed_things.get((placed.piece.player, placed.piece.kind))
        is_tent = isinstance(thing, Net) and not thing.base
        is_tile = isinstance(thing, Chit) and thing.shape == "square"
        return thing if (is_tent or is_tile) and not placed.lift else None

    def _place_on(self, placed: TablePiece, points: Iterable[Point]) -> list[Point]:
        """Points of a thing, around its middle with its forward up, as points of the board."""
        (x, y), factor = placed.middle, placed.scale * (-1 if placed.is_turned else 1)
        return [(x + factor * px, y + factor * py) for px, py in points]

    def _card_outline(self, placed: TablePiece, thing: Net | Chit) -> list[Point]:
        """The card under a thing of paper."""
        width, depth = thing.footprint if isinstance(thing, Net) else (thing.size, thing.size)
        return self._place_on(placed, rectangle(-width / 2, -depth / 2, width, depth).flatten(SMOOTH))

    def _draw_printed_thing(self, placed: TablePiece, thing: Net | Chit, tone: str) -> Drawing:
        """A standing strip on its flaps, or a tile, on thick card."""
        outline, high = self._card_outline(placed, thing), CARD_HIGH * placed.scale
        top = self.camera.project_all(outline, high)
        body = sweep_outline(top, self.camera.project_all(outline, 0.0), is_convex=True)
        card = draw(Role.FLANK, *boundary_paths(body), tone=tone)
        if isinstance(thing, Chit):
            marks = combine_drawings(
                draw(item.role, *(polygon(self.camera.project_all(self._place_on(placed, path.flatten(SMOOTH)), high))
                                  for path in item.paths), tone=item.tone)
                for item in thing.front.items[1:] if isinstance(item, Shape))
            ground = thing.front.items[0]
            role, ground_tone = (ground.role, ground.tone) if isinstance(ground, Shape) else (Role.BODY, tone)
            return card + draw(Role.BODY, polygon(top), tone=tone) + draw(role, polygon(top), tone=ground_tone) + marks
        paper = card_tone(tone)
        face = rectangle(-thing.width / 2, 0.0, thing.width, length_of_face(thing))
        strip = self._see_strip(placed, thing, face.flatten(SMOOTH))
        sheets = combine_drawings(draw(Role.CARD_GROUND, polygon(points), tone=paper) + draw(Role.HOLE, polygon(points))
                                  for points in (top, strip))
        figure = combine_drawings(
            draw(item.role, *(polygon(self._see_strip(placed, thing, path.flatten(self._smoothness), FOOTROOM))
                              for path in item.paths), tone=item.tone)
            for item in thing.icon.without(Role.EDGE, Role.FROST).items if isinstance(item, Shape))
        return card + sheets + figure

    def _see_strip(self, placed: TablePiece, net: Net, points: Iterable[Point], foot: float = 0.0) -> list[Point]:
        """Points of a face that stands between its flaps, from the middle of its fold, so many mm above that, as they
        are seen."""
        stand, scale = net.folds[0].y - net.footprint[1] / 2, placed.scale
        spots = [*points]
        on_board = self._place_on(placed, [(px, stand) for px, _ in spots])
        return [self.camera.project((x, y, scale * (CARD_HIGH + foot + py)))
                for (x, y), (_, py) in zip(on_board, spots, strict=True)]

    def _printed_shadow(self, placed: TablePiece, thing: Net | Chit) -> BaseGeometry:
        """The shadow of the card under a thing of paper, as it is seen. That of upright paper, along which the light
        falls, would be a stroke."""
        outline = self._card_outline(placed, thing)
        far = [self._shadow(p, CARD_HIGH * placed.scale) for p in outline]
        return sweep_outline(self.camera.project_all(outline, 0.0), self.camera.project_all(far, 0.0), is_convex=True)

    # ---- Arrows

    @cached_property
    def ribbons(self) -> list[Ribbon]:
        """The arrows of the moves."""
        return [*map(self.move_ribbon, self.moves)]

    def move_ribbon(self, move: ActionText) -> Ribbon:
        """The arrow of a move that has a path: along the board, over the pieces that it jumps, and from top to top
        where the bases of pieces would hide most of a leg."""
        cell, middles = self.spec.game.board.cell, self.surface.spaces.middles
        ways, occupied = [*pairwise(move.path)], self.position.pieces
        covered = {*occupied, *(at for cells in self.position.tokens.values() for at in cells)}
        end_gap = (TAKEN_GAP if move.path[-1] in covered else END_GAP) * cell
        start_gap, legs = START_GAP * cell, list[Leg]()
        for number, (start, end) in enumerate(ways):
            is_last = number == len(ways) - 1
            a, b = (self._on_board(middles[name]) for name in (start, end))
            jumped = [piece for at, piece in self.position.top_pieces()
                      if at not in (start, end) and _is_between(self._on_board(middles[at]), a, b, ON_LINE * cell)]
            under_end = end_gap if is_last else UNDER_BASE * cell * (end in occupied)
            seen = math.dist(a, b) - UNDER_BASE * cell * (start in occupied) - under_end
            if jumped:
                high, low = max(map(self._height, jumped)), 0.0
                if number == 0:
                    low, start_gap = self._foot_of_jump(start, a, b)
                end_gap = 0.0 if is_last and end not in occupied else end_gap
                legs.append(Leg(a, b, max(LEAST_RISE * cell, high + OVER * cell), low))
            elif seen < LEAST_LEG * cell:
                low = self._top(start)
                if number == 0:
                    low, start_gap = self._foot(start)
                legs.append(Leg(a, b, HOP * cell, low, self._top(end)))
                if is_last:
                    end_gap = 0.0 if end in occupied else TOKEN_GAP * cell
            else:
                legs.append(Leg(a, b))
        return Ribbon(tuple(legs), ARROW_WIDE * cell, start_gap, end_gap)

    def _ribbon_over(self, row: Sequence[TablePiece]) -> Ribbon:
        """The arrow of the first piece of a row, over the other ones to an empty place behind them."""
        first, *others = row
        cell, base = self.spec.game.board.cell, first.made.base_plan.size()[0]
        (x, y), last = first.middle, row[-1].middle
        high = max(map(self._height, (placed.piece for placed in others)), default=0.0)
        rise, way = (max(LEAST_RISE * cell, high + OVER * cell), 1 + ROW_GAP) if others else (HOP * cell, ROW_STEP)
        is_flat = first.made.body.shape is None
        leg = Leg((x, y), (last[0] + way * base, y), rise, first.flat_height)
        return Ribbon((leg,), ROW_ARROW * cell, 0.0 if is_flat else base / 2, 0.0)

    def _foot(self, cell: Cell) -> tuple[float, float]:
        """Where an arrow that rises begins at the piece of a cell: how high above the board, and how far from its
        middle, in mm: on top of a flat piece, beside one that stands, on its base."""
        piece = self.position.pieces.get(cell)
        if piece is None:
            return 0.0, START_GAP * self.spec.game.board.cell
        made = self.maker.make(piece)
        if made.body.shape is None:
            return self._top(cell), 0.0
        return len(made.plates) * made.fit.thickness, BESIDE * self.spec.game.board.cell

    def _foot_of_jump(self, cell: Cell, a: Point, b: Point) -> tuple[float, float]:
        """The same for a jump from one place to another: it begins at the edge of the base of a piece that stands, and
        so does not hide it."""
        import shapely

        piece = self.position.pieces.get(cell)
        if piece is None or self.maker.make(piece).body.shape is None:
            return self._foot(cell)
        side = -1 if self.spec.game.players[piece.player].forward in FAR_SIDE else 1
        base = shapely.Polygon(self.maker.make(piece).base_plan.outline().flatten(SMOOTH))
        way = shapely.LineString([(0, 0), (side * (b[0] - a[0]), side * (b[1] - a[1]))])
        return self._foot(cell)[0], base.intersection(way).length

    def _top(self, cell: Cell) -> float:
        """How high in mm what stands on a cell reaches; 0 for an empty cell."""
        return sum(map(self._height, self.position.tower(cell)))

    def _height(self, piece: Piece) -> float:
        """How high in mm a piece is."""
        made = self.maker.make(piece)
        upright = piece_silhouette(self.spec.game, piece.kind).height if made.body.shape else 0.0
        return upright + len(made.plates) * made.fit.thickness

    def _ribbon_depth(self, ribbon: Ribbon) -> float:
        """How far away an arrow is: one without jumps lies on the board below all pieces."""
        return min(map(self._depth, ribbon.ends)) if ribbon.is_raised else math.inf

    def _arrow_tone(self, move: ActionText) -> str:
        """The colour of the arrow of a move: of several moves, each has that of its player. A single one has that of
        the book, or the first one that is told from the board and from all pieces; where none is, the one that is told
        best."""
        game = self.spec.game
        if len(self.moves) > 1:
            return player_tone(game, self.position.pieces[move.path[0]].player)
        theme, looks = load_theme("colour"), [(Role.FACE, self.tone), *self._cell_looks().values()]
        looks += [(Role.PIECE, player_tone(game, piece.player)) for _, piece in self.position.top_pieces()]
        looks += [(Role.PIECE, game.tokens[name].tone) for name, cells in self.position.tokens.items() if cells]
        looks += [(Role.FACE, self.ground)] if self.ground else []
        inks = [resolve_ink(theme, role, tone) for role, tone in dict.fromkeys(looks)]
        colours = [ink.fill for ink in inks if ink and ink.fill]
        tones = (*filter(None, [game.book.colour]), *ACCENTS)
        return choose_distinct({tone: tone_colour(theme, tone) for tone in tones}, colours, LEAST_ACCENT)

    def ribbon_corners(self, ribbon: Ribbon) -> list[Point]:
        """The corners of an arrow in the picture, or of the box around one that is a band."""
        if not ribbon.is_raised:
            return [self.camera.project(p) for part in ribbon.parts() for p in part]
        x0, y0, x1, y1 = self.ribbon_area(ribbon).bounds
        return [(x0, y0), (x1, y1)]

    def _draw_ribbon(self, ribbon: Ribbon, tone: str) -> Drawing:
        """An arrow with the thickness of a thin sheet."""
        import shapely

        thick = ARROW_THICK * self.spec.game.board.cell
        if ribbon.is_raised:
            band = self.ribbon_area(ribbon)
            return draw(Role.FLANK, *boundary_paths(_thicken(band, thick)), tone=tone) + draw(
                Role.PIECE, *boundary_paths(band), tone=tone)
        tops = [[*map(self.camera.project, lower_part(part, -thick))] for part in ribbon.parts()]
        bodies = [shapely.MultiPoint([*top, *map(self.camera.project, part)]).convex_hull
                  for top, part in zip(tops, ribbon.parts(), strict=True)]
        faces = [shapely.Polygon(top).buffer(SEAM) for top in tops if shapely.LinearRing(top).is_ccw]
        return draw(Role.FLANK, *boundary_paths(shapely.union_all(bodies)), tone=tone) + draw(
            Role.PIECE, *boundary_paths(shapely.union_all(faces)), tone=tone)

    def _ribbon_shadow(self, ribbon: Ribbon) -> BaseGeometry:
        """The shadow of an arrow on the board."""
        import shapely

        areas = [shapely.Polygon([self.camera.project((*self._shadow((x, y), NEAR_BELOW * z), 0.0))
                                  for x, y, z in part]) for part in ribbon.parts()]
        return shapely.union_all([shadow.buffer(SEAM) for shadow in areas])

    def _draw_landings(self) -> Drawing:
        """A frame within each cell on which a single move lands."""
        import shapely

        if len(self.moves) != 1:
            return Drawing()
        (move,), side = self.moves, self.spec.game.board.cell
        frames = list[Path]()
        for cell in dict.fromkeys(move.path[1:]):
            areas = [shapely.Polygon(path.flatten(SMOOTH)) for path in self.surface.shade_paths(cell)]
            outer = shapely.union_all(areas).buffer(-FRAME_IN * side)
            frames += boundary_paths(outer.difference(outer.buffer(-FRAME_WIDE * side)))
        return draw(Role.FACE, *self._lay(frames), tone=self._arrow_tone(move)) if frames else Drawing()

    def _draw_cell_at(self, middle: Point, half: float, frame: str = "") -> Drawing:
        """A square cell of the colour of the board around a point of it, with a frame of a colour if there is one."""
        (x, y), drawing = middle, Drawing()
        for reach, tone in ((half, frame), (half * (1 - 2 * FRAME_WIDE), self.tone)) if frame else ((half, self.tone),):
            corners = [(x - reach, y - reach), (x + reach, y - reach), (x + reach, y + reach), (x - reach, y + reach)]
            drawing += draw(Role.FACE, polygon(self.camera.project_all(corners, 0.0)), tone=tone)
        return drawing

    def _shadow(self, p: Point, height: float) -> Point:
        """Where on the board the shadow of a point falls that is so many mm above `p`: for the viewer always to the
        same side; longer where the board is seen from near."""
        turn = math.radians(TURN - self.camera.turn)
        c, s, (dx, dy) = math.cos(turn), math.sin(turn), SHADOW if self._nearness == 1 else LONG_SHADOW
        return p[0] + height * (c * dx - s * dy), p[1] + height * (s * dx + c * dy)

    # ---- The board

    def _on_board(self, p: Point) -> Point:
        """A point of the cells, whose lower left corner is the origin, as a point of the board."""
        border = self.spec.game.rim
        return p[0] + border - self.size[0] / 2, p[1] + border - self.size[1] / 2

    def _lay(self, paths: Iterable[Path]) -> list[Path]:
        """Closed paths and lines on the board, as they are seen."""
        seen = []
        for path in paths:
            points = self.camera.project_all(map(self._on_board, path.flatten(SMOOTH)), 0.0)
            seen.append(polygon(points) if path.closed else line(*points))
        return seen

    def _plate(self) -> list[Point]:
        """The outline of the board."""
        width, height = self.size
        radius = 0.0 if self.printed_board is not None else corner_radius(self.spec.game)  # paper is cut straight
        return [*rectangle(-width / 2, -height / 2, width, height, radius).flatten(SMOOTH)]

    def _draw_board(self) -> Drawing:
        """The board with its cells: a plate whose upper face has the height 0."""
        game, plate = self.spec.game, self._plate()
        thick = BOARD_HIGH * max(self.size)
        face = self.camera.project_all(plate, 0.0)
        body = sweep_outline(face, self.camera.project_all(plate, -thick), is_convex=True)
        slab = draw(Role.FLANK, *boundary_paths(body), tone=self.tone) + draw(
            Role.FACE, polygon(face), tone=self.tone
        )
        if self.printed_board is not None:
            # Outlines and all lines of frames would hide the colour of cells that are seen from so far.
            printed = thin_frames(self.printed_board.without(Role.EDGE)).moved(-game.rim, -game.rim)
            return slab + combine_drawings(
                draw(Role.PICTURE if item.role is Role.PIECE else item.role, *self._lay(item.paths), tone=item.tone)
                for item in printed.items if isinstance(item, Shape))
        cells = combine_drawings(
            draw(role, *self._lay(self.surface.shade_paths(cell)), tone=tone)
            for cell, (role, tone) in self._cell_looks().items()
        )
        lines = draw(Role.GRID, *self._lay(self.surface.grid_lines()))
        art = art_on_cells(game, self.size, game.board.cell)
        voids = combine_drawings(map(draw_void, self.surface.void_outlines()))
        marks = [draw(item.role, *self._lay(item.paths)) for item in (*art.items, *voids.items)
                 if isinstance(item, Shape)]
        roads = self.surface.road_dashes()
        dashes = draw(Role.ZONE, *self._lay(roads)) if roads else Drawing()
        return slab + cells + combine_drawings(marks) + dashes + lines + self._draw_track()

    def _draw_track(self) -> Drawing:
        """The lines of the track around the board, if it has one."""
        game = self.spec.game
        track = draw_edge_track(game, self.size).only(Role.GRID).moved(-game.rim, -game.rim)
        return combine_drawings(draw(Role.GRID, *self._lay(item.paths)) for item in track.items
                                if isinstance(item, Shape))

    def _cell_looks(self) -> dict[Cell, tuple[Role, str]]:
        """The role and the tone of each cell that does not look like the board."""
        game, lattice = self.spec.game, self.spec.lattice
        looks: dict[Cell, tuple[Role, str]] = {}
        if game.board.chequered:
            looks = {cell: (Role.DARK_FACE, self.tone) for cell in lattice.cells if is_dark(lattice, cell)}
        spaces = [MaterialKey.parse(key).colour for key in game.board.spaces] if game.board.build == "inlay" else []
        if spaces and all(spaces):  # of two, the first is that of dark cells
            looks = {cell: (Role.FACE, spaces[0 if is_dark(lattice, cell) else -1]) for cell in lattice.cells}
        for name, zone in game.board.zones.items():
            colour = MaterialKey.parse(zone.material or "").colour
            if colour:
                look = (Role.FACE, colour)
            elif zone_pattern(game, name) != "none" and not game.board.chequered:
                look = (Role.SHADE, player_tone(game, zone.of) if zone.of else "")
            else:
                continue
            looks |= dict.fromkeys(parse_cells(zone.cells, lattice), look)
        for tone, cells in self.areas.items():
            looks |= dict.fromkeys(cells, (Role.FACE, tone))
        return looks

    # ---- Things on the board

    @cached_property
    def pieces(self) -> list[TablePiece]:
        """Every piece of the position at its place."""
        return [*self._place_pieces()]

    def _place_pieces(self) -> Iterator[TablePiece]:
        """Every piece of the position at its place; several on one cell beside each other, those of a tower on each
        other, the lowest first."""
        game, side = self.spec.game, self.spec.game.board.cell
        for cell, first in self.position.pieces.items():
            pieces = [first, *self.position.further_pieces.get(cell, ())]
            x, y = self._on_board(self.surface.spaces.middles[cell])
            is_roomy = self.spec.map_spaces and cell in self.spec.cell_limits
            places = (places_in_space(self.surface.spaces, cell, len(pieces)) if is_roomy
                      else shared_cell_places(len(pieces)))
            for piece, ((dx, dy), share) in zip(pieces, places, strict=False):
                is_turned = game.players[piece.player].forward in FAR_SIDE
                made = self.maker.make(piece)
                middle, lift = (x + dx * side, y + dy * side), 0.0
                for lower in self.position.below.get(cell, ()):
                    plate = TablePiece(lower, self.maker.make(lower), middle, min(share, 1.0), is_turned, lift)
                    yield plate
                    lift = plate.flat_height
                yield TablePiece(piece, made, middle, min(share, 1.0), is_turned, lift)

    def _draw_tokens(self) -> Iterator[Drawing]:
        """The tokens that lie on cells, and the corner tokens of areas."""
        game = self.spec.game
        for spot in self.corners:
            yield self._draw_corner(self._corner_on_board(spot))
        for name, cells in self.position.tokens.items():
            token = game.tokens[name]
            if self.printed_board is not None and token.shape in ("disc", "square"):
                yield from (self._draw_printed_token(token, self._on_board(self.surface.spaces.middles[cell]))
                            for cell in cells)
                continue
            yield from (self._draw_token(token, self._on_board(self.surface.spaces.middles[cell])) for cell in cells)

    def _draw_token(self, token: Token, at: Point) -> Drawing:
        """A token as it is made, at a point of the board: its plate with its mark."""
        (x, y), thick = at, self.maker.fit(token.material).thickness
        edges = [item for item in token_face(token).only(Role.EDGE).items if isinstance(item, Shape)]
        marks = [item for item in token_face(token).only(Role.MARK).items if isinstance(item, Shape)]

        def place(path: Path) -> list[Point]:
            return [(px + x, py + y) for px, py in path.flatten(SMOOTH)]

        plate = draw_plate(self.camera, place(edges[0].paths[0]), 0.0, thick, token.tone,
                           is_convex=token.shape in ("disc", "square"))
        return plate + combine_drawings(
            draw(Role.MARK, *(polygon(self.camera.project_all(place(path), thick)) for path in mark.paths))
            for mark in marks)

    def _draw_printed_token(self, token: Token, at: Point) -> Drawing:
        """A token that is printed, on a square of thick card at a point of the board: its plate with its sign."""
        sign, (x, y) = draw_token_marks(token), at
        side = token.size + 2 * find_card_rim(token.shape, token.size, has_plate=bool(sign.items))

        def see(path: Path, height: float) -> list[Point]:
            return self.camera.project_all([(px + x, py + y) for px, py in path.flatten(SMOOTH)], height)

        card = rectangle(-side / 2, -side / 2, side, side)
        top = see(card, CARD_HIGH)
        body = sweep_outline(top, see(card, 0.0), is_convex=True)
        sides = draw(Role.FLANK, *boundary_paths(body), tone=token.tone)
        if not sign.items:
            return sides + draw(Role.BODY, polygon(top), tone=token.tone)
        plate = draw_plate_with_sign("disc" if token.shape == "disc" else "square", side, token.tone, sign)
        marks = combine_drawings(draw(item.role, *(polygon(see(path, CARD_HIGH)) for path in item.paths),
                                      tone=item.tone) for item in plate.items if isinstance(item, Shape))
        return sides + draw(Role.CARD_GROUND, polygon(top), tone=card_tone(token.tone)) + marks

    def _draw_corner(self, spot: CornerSpot) -> Drawing:
        """A corner token astride of the border of its area, whose corner is a point of the board."""
        token = self.spec.game.tokens[spot.name]
        thick = self.maker.fit(token.material).thickness
        return draw_plate(self.camera, self._corner_outline(spot), 0.0, thick, token.tone, is_convex=False)

    def _corner_on_board(self, spot: CornerSpot) -> CornerSpot:
        """A spot at a point of the cells, at that point of the board."""
        return replace(spot, corner=self._on_board(spot.corner))

    def _corner_outline(self, spot: CornerSpot) -> list[Point]:
        """The outline of a corner token whose corner is a point of the board."""
        token = self.spec.game.tokens[spot.name]
        inwards = (token.size - token.arm) / 2  # from the border of the area to the middle of the token, both ways
        outline = (draw_corner(token, 1.0).moved(inwards, inwards).turned(spot.turn).moved(*spot.corner))
        (shape,) = [item for item in outline.items if isinstance(item, Shape)]
        return [*shape.paths[0].flatten(SMOOTH)]

    def _plate_outline(self, placed: TablePiece, plan: BasePlan, share: float = 1.0) -> list[Point]:
        """The outline of a plate of a piece at its place on the board."""
        factor = placed.scale * share * (-1 if placed.is_turned else 1)
        # The small flats of a sign would look like dents of a disc that is seen from so far.
        (x, y), points = placed.middle, replace(plan, sign=0).outline().flatten(SMOOTH)
        return [(x + factor * px, y + factor * py) for px, py in points]

    def _draw_piece(self, placed: TablePiece) -> Drawing:
        """A piece: its plates, and what stands on them; the sign of a flat piece, or a ring for its diagram."""
        piece, tone = placed.made, player_tone(self.spec.game, placed.piece.player)
        if thing := self._printed_thing(placed):
            return self._draw_printed_thing(placed, thing, tone)
        if self.camera.tilt > STEEP and piece.body.shape is not None:
            return self._draw_lying(placed, tone)
        thick, plates, drawing = piece.fit.thickness * placed.scale, piece.plates, Drawing()
        is_unsigned = piece.body.face not in ("plain", "name", "sign") and not piece.body.has_drawn_outline
        has_rings = piece.body.shape is None and is_unsigned
        for level, plan in enumerate(reversed(plates)):
            outline = self._plate_outline(placed, plan)
            low = placed.lift + level * thick
            under_tone = player_tone(self.spec.game, underside_of(self.spec.game, piece.player, piece.kind))
            plate_tone = under_tone if piece.body.has_second_layer and level == 0 else tone
            drawing += draw_plate(self.camera, outline, low, low + thick, plate_tone, is_convex=plan.drawn is None)
            if not has_rings:  # which show the edge of a disc, and would run into its bevel
                drawing += self._draw_facets([self.camera.project_all(outline, low + thick)], plate_tone)
        if piece.body.shape is not None:
            return drawing + self._draw_shadow_on_base(placed, tone) + self._draw_upright(
                placed, piece.fit.thickness, tone)
        if piece.body.face == "sign":
            return drawing + self._draw_sign(placed, tone)
        if not has_rings:  # a name would be a smear from so far, and a drawn outline says what a piece is
            return drawing
        drawing += self._draw_bars(placed, tone)
        role = Role.DEEP_SHADE if tone in OUTLINE_TONES else Role.FLANK  # grey on black
        for edges in RINGS:
            rings = [self._plate_outline(placed, plates[0], size) for size in edges]
            drawing += draw(role, *(polygon(self.camera.project_all(ring, placed.flat_height)) for ring in rings),
                            tone=tone)
        return drawing

    def _draw_bars(self, placed: TablePiece, tone: str) -> Drawing:
        """The bars within the rings of a flat piece by which its player is told, as in figures."""
        count, size = count_bars(self.spec.game, placed.piece.player), placed.made.plates[0].depth * placed.scale
        long, wide = BAR_LONG * size, BAR_WIDE * size
        bars, (x, y) = Drawing(), placed.middle
        for number in range(count):
            level = y + BAR_PITCH * size * (number - (count - 1) / 2)
            corners = rectangle(x - long / 2, level - wide / 2, long, wide).flatten(SMOOTH)
            seen = polygon(self.camera.project_all(corners, placed.flat_height))
            bars += draw(Role.SHADE, seen, tone="white") if tone in OUTLINE_TONES else draw(Role.MARK, seen, tone=tone)
        return bars

    def _draw_facets(self, rings: Sequence[Sequence[Point]], tone: str) -> Drawing:
        """The bevel of a face that is seen from near; from afar it would be as narrow as the line around it."""
        cell = self.spec.game.board.cell
        return draw_facets(rings, tone, BEVEL * cell, OUTLINE * cell) if self._nearness < 1 else Drawing()

    def _draw_sign(self, placed: TablePiece, tone: str) -> Drawing:
        """The sign on a flat piece."""
        (x, y), factor = placed.middle, placed.scale * (-1 if placed.is_turned else 1)
        outlines = drawing_outlines(placed.made.layout.sign_drawing)
        rings = [[(x + factor * px, y + factor * py) for px, py in path.flatten(SMOOTH)] for path in outlines]
        paths = [polygon(self.camera.project_all(ring, placed.flat_height)) for ring in rings]
        return draw(Role.FLANK, *paths, tone=tone)

    def _draw_shadow_on_base(self, placed: TablePiece, tone: str) -> Drawing:
        """The shadow of a silhouette on its own base, seen from near."""
        import shapely

        if self._nearness == 1:
            return Drawing()
        top = self.camera.project_all(self._plate_outline(placed, placed.made.plates[0]), placed.flat_height)
        shadow = self._panel_shadow(placed, placed.flat_height).intersection(shapely.Polygon(top).buffer(0))
        return draw(Role.DARK_FACE, *boundary_paths(shadow), tone=tone) if shadow.area else Drawing()

    def _draw_upright(self, placed: TablePiece, thick: float, tone: str) -> Drawing:
        """The silhouette of a piece, upright on its base. Of two panels that cross only the face is drawn: the other
        would be a bar across it."""
        shape = piece_silhouette(self.spec.game, placed.piece.kind)
        smooth = self._smoothness
        is_near = self._nearness < 1  # from afar lines would fill a piece
        slots, gates = (placed.made.slots, placed.made.gates) if is_near else ((), ())
        outline = _flatten(shape.outline(), smooth)
        holes = [_flatten(hole, smooth) for hole in (*shape.holes, *gates, *slots)]
        lines = [path.trace(smooth) for path in shape.lines] if is_near and not slots else []
        return self._draw_panel(placed, _Panel(outline, holes, self._face_angle(placed), thick, lines), tone)

    def _face_angle(self, placed: TablePiece) -> float:
        """The direction of the width of a silhouette, in degrees."""
        body = self.spec.game.pieces[placed.piece.kind].body
        return (180.0 if placed.is_turned else 0.0) + (CROSSED if body.crossed else 0.0)

    @property
    def _smoothness(self) -> float:
        """How far in mm the flattened outline of a silhouette may be from the exact one."""
        return max(SMOOTH, SMOOTH_FROM_FAR * self._nearness)

    def _draw_lying(self, placed: TablePiece, tone: str) -> Drawing:
        """A silhouette on its back, its middle where the piece stands, in the size in which figures show it: from
        above, a piece that stands would be a stroke."""
        shape = piece_silhouette(self.spec.game, placed.piece.kind)
        rings = [path.flatten(SMOOTH) for path in (shape.outline(), *shape.holes)]
        tallest = max(piece_silhouette(self.spec.game, kind).height for kind in self.spec.game.pieces)
        high = max(y for _, y in rings[0])
        factor = LYING * self.spec.game.board.cell * (high / tallest) ** 0.6 / high * placed.scale
        x, y = placed.middle
        spots = [[(x + factor * px, y + factor * (py - high / 2)) for px, py in ring] for ring in rings]
        top, low = [self.camera.project_all(ring, 0.0) for ring in spots], SHADE_OFF * self.spec.game.board.cell
        shadow = [(px + low, py - 0.6 * low) for px, py in top[0]]
        return draw(Role.FLANK, *boundary_paths(sweep_outline(top[0], shadow)), tone=self.tone) + draw(
            Role.PIECE, *map(polygon, top), tone=tone)

    def _see_panel(self, placed: TablePiece, panel: _Panel, points: Iterable[Point], depth: float) -> list[Point]:
        """Points of an upright panel, `depth` mm off its middle, as they are seen."""
        (x, y), scale = placed.middle, placed.scale
        spots = (panel.place((scale * px, scale * py), scale * depth) for px, py in points)
        return [self.camera.project((x + px, y + py, panel.thick + pz)) for px, py, pz in spots]

    def ribbon_area(self, ribbon: Ribbon) -> BaseGeometry:
        """The area of the picture that an arrow covers."""
        import shapely

        if ribbon.is_raised:
            if ribbon not in self._bands:
                self._bands[ribbon] = ribbon.band(self.camera.project, self.camera.scale, is_rough=self.is_rough)
            return self._bands[ribbon]
        parts = (shapely.Polygon([*map(self.camera.project, part)]).buffer(SEAM) for part in ribbon.parts())
        return shapely.union_all([*parts])

    def cover_area(self, ribbons: Iterable[Ribbon]) -> BaseGeometry:
        """The area of the picture that arrows cover."""
        import shapely

        return shapely.union_all([*map(self.ribbon_area, ribbons)])

    def measure_hidden(self, ribbons: Sequence[Ribbon]) -> float:
        """How much of pieces is behind arrows that rise in front of them: the sum of the shares of what stands, or of
        the top of a flat piece, and of the upper half of what stands once more."""
        import shapely

        raised = [self._ribbon_depth(ribbon) for ribbon in ribbons if ribbon.is_raised]
        if not raised:
            return 0.0
        area = self.cover_area(ribbons).buffer(CLEAR_OF_ARROW * self.spec.game.board.cell)
        hidden, moved = 0.0, [ribbon.ends[0] for ribbon in ribbons]
        left, low, right, high = area.bounds
        for placed, box in self.seen_pieces():
            is_apart = box[2] < left or box[0] > right or box[3] < low or box[1] > high
            if is_apart or self._depth(placed.middle) < min(raised):
                continue
            if placed.made.body.shape is None:
                if placed.middle not in moved:
                    plate = self._plate_outline(placed, placed.made.plates[0])
                    top = shapely.Polygon(self.camera.project_all(plate, placed.flat_height))
                    hidden += top.intersection(area).area / top.area
                continue
            outline = piece_silhouette(self.spec.game, placed.piece.kind).outline()
            panel = _Panel((), (), self._face_angle(placed), placed.made.fit.thickness)
            for corners in _corners_of_halves(outline):
                seen = shapely.LineString(self._see_panel(placed, panel, corners, 0.0)).convex_hull
                hidden += seen.intersection(area).area / seen.area
        return hidden

    def measure_hidden_landings(self, ribbons: Sequence[Ribbon]) -> float:
        """How much of the places where moves land is behind arrows and behind pieces that are nearer: the sum of the
        shares."""
        import shapely

        area, hidden = self.cover_area(ribbons), 0.0
        for cell in dict.fromkeys(cell for move in self.moves for cell in move.path[1:]):
            places = [shapely.Polygon(path.flatten(SMOOTH)) for path in self._lay(self.surface.shade_paths(cell))]
            place, middle = shapely.union_all(places), self._on_board(self.surface.spaces.middles[cell])
            nearer = [shapely.box(*box) for placed, box in self.seen_pieces()
                      if self._depth(placed.middle) < self._depth(middle)]
            hidden += place.intersection(shapely.union_all([area, *nearer])).area / place.area
        return hidden

    def measure_end_on(self, leg: Leg) -> float:
        """How much a leg lacks of being seen from its side, 0 to 1: one that rises would be a steep loop."""
        a, b = (self.camera.project((*p, 0.0)) for p in (leg.start, leg.end))
        scale = (self.camera.scale((*leg.start, 0.0)) + self.camera.scale((*leg.end, 0.0))) / 2
        across = abs(b[0] - a[0]) if leg.rise else math.dist(a, b)
        return max(0.0, LEAST_ACROSS - across / scale / leg.length) / LEAST_ACROSS

    def _draw_panel(self, placed: TablePiece, panel: _Panel, tone: str) -> Drawing:
        """An upright panel with the thickness of its material."""
        thick = panel.thick

        def see(points: Iterable[Point], depth: float) -> list[Point]:
            return self._see_panel(placed, panel, points, depth)

        nearest = min((-thick / 2, thick / 2), key=lambda d: self.camera.turned(panel.place((0.0, 0.0), d)[:2])[1])
        near, far = see(panel.outline, nearest), see(panel.outline, -nearest)
        gaps = [see(hole, nearest) for hole in panel.holes]
        panel_drawing = draw(side_role(tone), *boundary_paths(sweep_outline(near, far)), tone=tone) + draw(
            Role.PIECE, *map(polygon, (near, *gaps)), tone=tone
        ) + self._draw_facets([near, *gaps], tone)
        lines = [line(*see(points, nearest)) for points in panel.lines]
        return panel_drawing + draw(Role.FROST, *lines, tone=tone) if lines else panel_drawing

    def _draw_shadows(self, pieces: Sequence[TablePiece]) -> Drawing:
        """The shadows of all pieces and arrows on the board, each cell's in its own colour."""
        import shapely

        shadows = [*map(self._ribbon_shadow, self.ribbons)]
        for placed in pieces:
            if thing := self._printed_thing(placed):
                shadows.append(self._printed_shadow(placed, thing))
                continue
            if self.camera.tilt > STEEP and placed.made.body.shape is not None:
                continue  # it lies, and has a shadow of its own
            plan = placed.made.base_plan
            outline = self._plate_outline(placed, plan)
            far = [self._shadow(p, placed.flat_height) for p in outline]
            shadows.append(sweep_outline(self.camera.project_all(outline, 0.0), self.camera.project_all(far, 0.0),
                                         is_convex=plan.drawn is None))
            if placed.made.body.shape is not None:
                shadows.append(self._panel_shadow(placed, 0.0))
        if not shadows:
            return Drawing()
        on_board, drawings = shapely.union_all(shadows), list[Drawing]()  # what is left for cells of the board's colour
        for cell, (role, tone) in self._cell_looks().items():
            if role is Role.FACE:
                areas = [shapely.Polygon(path.flatten(SMOOTH)) for path in self._lay(self.surface.shade_paths(cell))]
                part = on_board.intersection(shapely.union_all(areas))
                on_board = on_board.difference(part)
                drawings.append(draw(Role.FLANK, *boundary_paths(part), tone=tone) if part.area else Drawing())
        return draw(Role.FLANK, *boundary_paths(on_board), tone=self.tone) + combine_drawings(drawings)

    def _panel_shadow(self, placed: TablePiece, level: float) -> BaseGeometry:
        """The shadow of an upright panel at a height in mm, as it is seen."""
        import shapely

        shape, (x, y) = piece_silhouette(self.spec.game, placed.piece.kind), placed.middle
        panel = _Panel((), (), self._face_angle(placed), placed.made.fit.thickness)

        def cast(path: Path, depth: float) -> list[Point]:
            """The shadow of an outline so many mm off the middle of the panel."""
            outline = _flatten(path, self._smoothness)
            spots = (panel.place((placed.scale * px, placed.scale * py), depth) for px, py in outline)
            return [self.camera.project((*self._shadow((x + px, y + py), placed.flat_height + pz - level), level))
                    for px, py, pz in spots]

        half = placed.scale * panel.thick / 2
        outline = sweep_outline(cast(shape.outline(), -half), cast(shape.outline(), half))
        return outline.difference(shapely.union_all([shapely.Polygon(cast(hole, 0.0)) for hole in shape.holes]))


@lru_cache(maxsize=256)  # many pieces have one outline, whose shadow lies on two heights
def _flatten(outline: Path, smooth: float) -> tuple[Point, ...]:
    """The points of an outline that is flattened to so many mm."""
    return tuple(outline.flatten(smooth))


def _is_between(p: Point, a: Point, b: Point, tolerance: float) -> bool:
    """Whether a point is at most so many mm beside the line from one point to another."""
    length = math.dist(a, b)
    along = ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length
    aside = ((p[0] - a[0]) * (b[1] - a[1]) - (p[1] - a[1]) * (b[0] - a[0])) / length
    return 0 < along < length and abs(aside) <= tolerance


def _covered_share(box: Box, other: Box) -> float:
    """The share of a box's area that another box covers."""
    wide, high = min(box[2], other[2]) - max(box[0], other[0]), min(box[3], other[3]) - max(box[1], other[1])
    return max(0.0, wide) * max(0.0, high) / ((box[2] - box[0]) * (box[3] - box[1]))


def draw_plate(camera: Camera, outline: Sequence[Point], low: float, high: float, tone: str, *, is_convex: bool = True
               ) -> Drawing:
    """A flat thing between two heights in mm."""
    top = camera.project_all(outline, high)
    body = sweep_outline(top, camera.project_all(outline, low), is_convex=is_convex)
    return draw(side_role(tone), *boundary_paths(body), tone=tone) + draw(Role.PIECE, polygon(top), tone=tone)


def sweep_outline(near: Sequence[Point], far: Sequence[Point], *, is_convex: bool = False) -> BaseGeometry:
    """The area that an outline covers on its way from one place to another, point by point."""
    import numpy  # shapely takes arrays several times as fast as lists
    import shapely

    starts, ends = numpy.array(near), numpy.array(far)
    if is_convex:
        return shapely.LineString(numpy.concatenate([starts, ends])).convex_hull
    walls = [shapely.Polygon(starts), shapely.Polygon(ends), *_walls(starts, ends)]
    return shapely.union_all(shapely.buffer(walls, 0.01, join_style="mitre"))


def _walls(starts: NDArray[Any], ends: NDArray[Any]) -> Iterator[BaseGeometry]:
    """The areas between an outline and the same outline farther off. Neighbouring sides that are swept to the same hand
    bound one area, which is joined to the others in a fraction of the time of one for each side."""
    import numpy
    import shapely

    corners = numpy.stack([starts, ends, numpy.roll(ends, -1, axis=0), numpy.roll(starts, -1, axis=0)], axis=1)
    (ax, ay), (bx, by) = (corners[:, 2] - corners[:, 0]).T, (corners[:, 3] - corners[:, 1]).T
    hands = numpy.sign(numpy.where(numpy.abs(ax * by - ay * bx) > 2e-6, ax * by - ay * bx, 0.0))  # twice the areas
    changes = [n for n in range(len(hands)) if hands[n] != hands[n - 1]] or [0]
    for first, last in zip(changes, [*changes[1:], changes[0] + len(hands)], strict=True):
        if not hands[first]:
            continue
        sides = [n % len(hands) for n in range(first, last + 1)]
        wall = shapely.Polygon(numpy.concatenate([starts[sides], ends[sides[::-1]]]))
        yield from [wall] if wall.is_valid else map(shapely.Polygon, corners[sides[:-1]])


def _thicken(area: BaseGeometry, thick: float) -> BaseGeometry:
    """An area of the picture with its thickness, so many mm down from it."""
    import shapely

    swept: list[BaseGeometry] = []
    holes: list[BaseGeometry] = []
    for part in shapely.get_parts(area):
        outline, *inner = ([(x, y) for x, y in ring.coords[:-1]] for ring in (part.exterior, *part.interiors))
        swept.append(sweep_outline(outline, [(x, y - thick) for x, y in outline]))
        holes += [hole.intersection(shapely.affinity.translate(hole, 0.0, -thick))
                  for hole in map(shapely.Polygon, inner)]
    return shapely.union_all(swept).difference(shapely.union_all(holes))


@dataclass(frozen=True)
class CoverPicture:
    """The picture of a cover, and the part of it in mm that the page shows: about that part, with more of the
    picture around it, or with `fills` at most that part, on all of the room; without a part the picture as it is.
    `pieces`: the boxes of what the edges of the page should not cut, the first of them the moves, which are whole."""

    drawing: Drawing
    window: Box | None = None
    fills: bool = False
    pieces: tuple[Box, ...] = ()


def compose_table(spec: Spec, position: Position, areas: Mapping[str, tuple[Cell, ...]], composition: str,
                  moves: Sequence[ActionText] = ()) -> CoverPicture:
    """The picture of a position on the table: `moves` from near with their arrows (`move`, the only composition that
    shows them), all of it in perspective (`table`, and `move` where there are none), a part of it from straight
    `above`, or one `piece` from near."""
    table = TableView(spec, position, areas, PieceMaker(spec), moves=moves if composition == "move" else ())
    if table.moves:
        return _compose_move(table)
    if composition == "above" and position.pieces:
        return _compose_above(table)
    if composition == "piece" and position.pieces:
        return _compose_piece(table)
    return CoverPicture(table.draw())


def compose_printed_table(spec: Spec, position: Position, areas: Mapping[str, tuple[Cell, ...]], board: Drawing,
                          things: Mapping[tuple[str, str], Net | Chit]) -> Drawing:
    """The picture of a position on a board that is printed, without the words on it, with the pieces of paper of each
    player and kind as they stand: tents with their faces, and square tiles."""
    return TableView(spec, position, areas, PieceMaker(spec), printed_board=board, printed_things=things).draw()


def compose_whole_table(spec: Spec, position: Position, areas: Mapping[str, tuple[Cell, ...]], composition: str,
                        moves: Sequence[ActionText] = ()) -> Drawing | None:
    """The picture of a position for pages that show all of it, where `compose_table` looks at a part from near."""
    arrows = moves if composition == "move" else ()
    is_near = arrows or (composition == "piece" and position.pieces)
    return TableView(spec, position, areas, PieceMaker(spec), moves=arrows).draw() if is_near else None


def compose_scene(spec: Spec, position: Position, areas: Mapping[str, tuple[Cell, ...]], moves: Sequence[ActionText],
                  aspect: float) -> CoverPicture:
    """The picture of a position with a part of it that is so many times wider than high: moves from near with their
    arrows, or without moves as much of the table as fits."""
    table = TableView(spec, position, areas, PieceMaker(spec), moves=moves, ground=spec.game.book.colour or "")
    if moves:
        view = table.seen_by(replace(_camera_of_moves(table, SCENE_WIDER, is_from_seat=True), tilt=SCENE_TILT))
        x0, y0, x1, y1 = _window_of_moves(view, SCENE_WIDER)
    else:
        view = table.seen_by(Camera(DISTANCE * math.hypot(*table.size), SCENE_TILT, _turn_lengthwise(table)))
    drawing = view.draw()
    left, low, right, top = drawing.bounds()
    if not moves:
        x0, x1, room = left, right, SCENE_ROOM * (top - low)
        y0, y1 = low - room, top + room
    height = max(y1 - y0, (x1 - x0) / aspect)
    # The part is not moved further than the board goes.
    x, y = (x0 + x1 - aspect * height) / 2, (y0 + y1 - height) / 2
    x = max(left, min(right - aspect * height, x)) if moves else x
    window = x, y, x + aspect * height, y + height
    if moves:
        window = _spare_pieces(view, window, _window_of_moves(view, 1.0), (left, -math.inf, right, math.inf))
    return CoverPicture(drawing, window)


def compose_panorama(spec: Spec, position: Position, areas: Mapping[str, tuple[Cell, ...]]) -> Drawing:
    """The picture of a position from low down and near, wide and not high."""
    table = TableView(spec, position, areas, PieceMaker(spec))
    camera = Camera(NEAR_EYE * math.hypot(*table.size), LOW_EYE, _turn_lengthwise(table))
    return table.seen_by(_stand_off(table, camera)).draw()


def compose_row(spec: Spec, pieces: Sequence[Piece], arrow: str = "", rims: Iterable[str] = (), token: str = ""
                ) -> Drawing:
    """Pieces side by side, as they stand on a table, with their faces to the eye. With an `arrow` of a colour, the
    first one moves to the right, over the others if there are any, to a cell with a frame; two of a `token` lie at the
    right, or one around the last piece if it is a corner. Pieces and tokens of the colours `rims` have a light rim."""
    maker, x, drawings = PieceMaker(spec), 0.0, list[Drawing]()
    table = TableView(spec, Position(spec.setting, {}), {}, maker)
    stands = any(maker.make(piece).body.shape is not None for piece in pieces)
    tilt = FLAT_TILT if not stands else TOKEN_TILT if token else LOW_EYE
    row = table.seen_by(Camera(ROW_DISTANCE * math.hypot(*table.size), tilt, 0.0))
    placed = list[TablePiece]()
    for piece in pieces:
        made = maker.make(piece)
        width = made.base_plan.size()[0]
        placed.append(TablePiece(piece, made, (x + width / 2, 0.0), 1.0, is_turned=False))
        drawing = row._draw_piece(placed[-1])
        drawings += _draw_rim(drawing, RIM * width, {player_tone(spec.game, piece.player)} & {*rims})
        drawings.append(drawing)
        x += (1 + ROW_GAP) * width
    half = min(spec.game.board.cell, LARGEST_CELL * placed[-1].made.base_plan.size()[0]) / 2
    if arrow:
        ribbon = row._ribbon_over(placed)
        return combine_drawings([row._draw_cell_at(ribbon.legs[-1].end, half, arrow), *drawings,
                                 row._draw_ribbon(ribbon, arrow)])
    if token and spec.game.tokens[token].shape == "corner":
        (x, y), half = placed[-1].middle, AROUND_PIECE * half
        return combine_drawings([row._draw_corner(CornerSpot(token, (x - half, y - half), 0.0)), *drawings])
    if token:
        thing = spec.game.tokens[token]
        token_drawing = row._draw_token(thing, (x + thing.size / 2, 0.0))
        left, low, right, _ = token_drawing.bounds()
        lying = token_drawing.moved(-left, -low).scaled(TOKEN_LARGER)
        wide = TOKEN_LARGER * (right - left)
        lying = combine_drawings([*_draw_rim(lying, RIM * wide, {thing.tone} & {*rims}), lying])
        for number in range(TOKENS_IN_ROW):
            drawings.append(lying.moved(left + number * (1 + ROW_GAP) * wide, low))
    return combine_drawings(drawings)


def _draw_rim(drawing: Drawing, width: float, tones: Collection[str]) -> Iterator[Drawing]:
    """A light rim so many mm wide around what is drawn, if that has any of some tones."""
    if tones:
        shapes = [item for item in drawing.without(Role.FROST).items if isinstance(item, Shape)]
        yield draw(Role.FACE, *boundary_paths(_area_of(shapes).buffer(width)), tone="white")


def _area_of(shapes: Iterable[Shape]) -> BaseGeometry:
    """What some shapes hide of what is behind them: their outlines with all holes; lines hide nothing."""
    import shapely

    outlines = (path.flatten(SMOOTH) for shape in shapes for path in shape.paths[:1])
    return shapely.union_all([shapely.Polygon(outline).buffer(0) for outline in outlines if len({*outline}) > 2])


def _turn_lengthwise(table: TableView) -> float:
    """How a board is turned whose longer side runs from left to right, in degrees; as usual, where pieces that stand
    would show their edges."""
    stands = any(placed.made.body.shape is not None for placed in table.pieces)
    return TURN + 90.0 * (table.size[1] > table.size[0] and not stands)


def _compose_above(table: TableView) -> CoverPicture:
    """The board from above, turned a little, and the part of it with the most pieces, of the most kinds."""
    cell = table.spec.game.board.cell
    camera = Camera(100 * DISTANCE * cell, 90.0, ABOVE_TURN)
    drawing = table.seen_by(camera).draw()
    middles = [(placed.piece, camera.turned(placed.middle)) for placed in table.pieces]
    corner, turn = math.hypot(*table.size) / 2, math.radians(abs(ABOVE_TURN))
    # The part is as large as fits the turned board, and no more than a few cells.
    factor = 1.0
    for length, angle in ((table.size[0], turn), (table.size[1], math.pi / 2 - turn)):
        extent = ABOVE_WIDTH * math.cos(angle) + ABOVE_HEIGHT * math.sin(angle)
        factor = min(factor, length / extent / cell)
    width, height = factor * ABOVE_WIDTH * cell, factor * ABOVE_HEIGHT * cell

    def is_within(x: float, y: float) -> bool:
        """Whether a part is on the board with all of its corners."""
        points = [camera.board_point((x + dx, y + dy)) for dx in (0.0, width) for dy in (0.0, height)]
        return all(abs(px) <= table.size[0] / 2 + ROUNDING and abs(py) <= table.size[1] / 2 + ROUNDING
                   for px, py in points)

    def richness(place: Point) -> tuple[float, float]:
        """How many kinds and pieces a part shows, less those that its edge cuts; of two alike the one nearer to the
        middle."""
        x, y = place[0] + width / 2, place[1] + height / 2
        outside = [(piece, max(abs(px - x) - width / 2, abs(py - y) - height / 2) / cell)
                   for piece, (px, py) in middles]
        seen = [piece for piece, cells in outside if cells < -SEEN_WHOLE]
        cut = sum(abs(cells) <= SEEN_WHOLE for _, cells in outside)
        kinds = len({(piece.player, piece.kind) for piece in seen})
        return 2 * kinds + len(seen) - CUT_PENALTY * cut, -math.hypot(x, y)

    steps = math.ceil(4 * corner / cell)
    places = [(-corner + i * cell / 4, -corner + j * cell / 4) for i in range(2 * steps) for j in range(2 * steps)]
    middle = (-width / 2, -height / 2)
    x, y = max((place for place in (middle, *places) if place == middle or is_within(*place)), key=richness)
    return CoverPicture(drawing, (x, y, x + width, y + height), fills=True)


def _compose_piece(table: TableView) -> CoverPicture:
    """One piece from near and from lower down: the tallest one, as near to the middle of the board as can be."""
    game = table.spec.game
    cell = game.board.cell

    def prominence(placed: TablePiece) -> tuple[float, float]:
        """How well a piece serves: its height, and how much of the board is around it."""
        is_upright = placed.made.body.shape is not None
        height = piece_silhouette(game, placed.piece.kind).height if is_upright else placed.flat_height
        off = math.hypot(placed.middle[0] / cell, placed.middle[1] / cell + AHEAD)
        return height * max(0.1, 1 - OFF_MIDDLE * off), -off

    subject = max(table.pieces, key=prominence)
    camera = Camera(PIECE_DISTANCE * math.hypot(*table.size), LOW_TILT, TURN, subject.middle)
    near_view = table.seen_by(camera)
    x0, y0, x1, y1 = near_view.piece_box(subject)
    height, middle = max((y1 - y0) / PIECE_SHARE, LEAST_NEAR * cell), (x0 + x1) / 2
    low = min(y0 - GROUND_SHARE * height, (y0 + y1) / 2 - LEAST_NEAR * cell / 2)
    return CoverPicture(near_view.draw(), (middle - height / 2, low, middle + height / 2, low + height))


def _compose_move(table: TableView) -> CoverPicture:
    """Moves from near, with their arrows: the pieces that move, those that they jump or capture, and where they go. The
    eye is further away where it would see fewer than three pieces."""
    for wider in WIDER:
        near_view = table.seen_by(_camera_of_moves(table, wider))
        x0, y0, x1, y1 = _window_of_moves(near_view, wider)
        if near_view.count_pieces((x0, y0, x1, max(y1, y0 + PART_HIGH * (x1 - x0)))) >= LEAST_SEEN:
            break
    near_view = _lower_eye(near_view, wider)
    x0, y0, x1, y1 = _window_of_moves(near_view, wider)
    window = x0, y0, x1, max(y1, y0 + PART_HIGH * (x1 - x0))
    # The far edge of the board is seen, and no piece is cut off at its top, where there is room for that.
    window_of_move, top = _window_of_moves(near_view, 1.0), _top_of_part(near_view, window)
    if top <= y0 + HIGHEST_PART * (x1 - x0):
        window, window_of_move = (x0, y0, x1, max(y1, top)), (*window_of_move[:3], max(window_of_move[3], top))
    # What a page shows is at least as wide as its room is for that height.
    seen = _part_on_page(near_view, window)
    wider = (seen[2] - seen[0] - window[2] + window[0]) / 2
    left, low, right, high = _spare_pieces(near_view, seen, window_of_move)
    share = wider / (seen[2] - seen[0]) * (right - left)
    tops = (box[3] for box in near_view.seen_boxes() if left < (box[0] + box[2]) / 2 < right and low < box[1] < high)
    return CoverPicture(near_view.draw(), (left + share, low, right - share, max(high, *tops, -math.inf)),
                        pieces=(_window_of_moves(near_view, 1.0), *near_view.seen_boxes()))


def _lower_eye(table: TableView, wider: float) -> TableView:
    """The view of a table's moves from the greatest of a few heights of the eye from which the far edge of the board is
    seen; where it is from none, the view as it is."""
    for tilt in (table.camera.tilt, *(tilt for tilt in LOW_TILTS if tilt < table.camera.tilt)):
        view = table.seen_by(_stand_off(table, replace(table.camera, tilt=tilt)))
        x0, y0, x1, _ = window = _window_of_moves(view, wider)
        if _top_of_part(view, window) <= y0 + HIGHEST_PART * (x1 - x0):
            return view
    return table


def _top_of_part(table: TableView, window: Box) -> float:
    """How high board and pieces reach above a part of a picture, as wide as a page with little room shows it."""
    middle, half = (window[0] + window[2]) / 2, (window[3] - window[1]) / LEAST_ASPECT / 2
    return table.top_between(middle - half, middle + half)


def _spare_pieces(table: TableView, window: Box, required: Box, allowed: Box = EVERYWHERE) -> Box:
    """A part of a picture, moved a little or larger so that its edges cut pieces less badly; it has the same shape,
    holds the part `required` as far as it did, and is within `allowed`."""
    boxes = table.seen_boxes()
    width, height = window[2] - window[0], window[3] - window[1]
    middle = (window[0] + window[2]) / 2, (window[1] + window[3]) / 2
    x0, y0, x1, y1 = required
    required = max(x0, window[0]), max(y0, window[1]), min(x1, window[2]), min(y1, window[3])
    best = sum(_ugliness(boxes, window)), window
    for scale in SPARING_SCALES:
        for right, up in product(SPARING_MOVES, SPARING_MOVES):
            x, y = middle[0] + right * width, middle[1] + up * height
            moved = (x - scale * width / 2, y - scale * height / 2, x + scale * width / 2, y + scale * height / 2)
            if not (is_box_within(required, moved) and is_box_within(moved, allowed)):
                continue
            cost = LARGER * (scale - 1) + MOVED * math.hypot(right, up)
            if cost < best[0] and (cost := cost + sum(_ugliness(boxes, moved))) < best[0] - ROUNDING:
                best = cost, moved
    return best[1]


def _ugliness(boxes: Iterable[Box], window: Box) -> Iterator[float]:
    """For each piece or token that the edge of a part of a picture cuts: 1 for a half, less for more and for less of
    it; more for a sliver, and for one without its top."""
    for box in boxes:
        share = _covered_share(box, window)
        if MOST_SLIGHT < share < 1 - MOST_SLIGHT:
            has_top = window[1] <= box[3] <= window[3]
            yield 4 * share * (1 - share) + HEADLESS * (not has_top) + SLIVER * (share < LEAST_PART)


def _camera_of_moves(table: TableView, wider: float, *, is_from_seat: bool = False) -> Camera:
    """An eye near the moves of a table, or so many times further away. The board is seen from the side from which the
    first move goes away. `is_from_seat`: it is seen from the far side where the player who makes it sits there, and
    from the near one for all others, also those at the left and right."""
    ribbons = table.ribbons
    xs, ys = zip(*(p for ribbon in ribbons for p in ribbon.ends), strict=True)
    target = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    (x0, y0), (x1, y1) = ribbons[0].ends[0], ribbons[0].ends[-1]
    course = math.degrees(math.atan2(y1 - y0, x1 - x0))
    mover = table.position.pieces[table.moves[0].path[0]].player
    is_far = table.spec.game.players[mover].forward in FAR_SIDE if is_from_seat else course < 0
    side = 180.0 if is_far else 0.0
    turns = [side + turn for turn in (TURNS[:1] if is_from_seat and len(ribbons) > 1 else TURNS)]
    cell = table.spec.game.board.cell
    extent = max(LEAST_MOVE * cell, math.hypot(max(xs) - min(xs), max(ys) - min(ys)))
    distance = MOVE_DISTANCE * extent if is_from_seat else min(MOVE_DISTANCE * extent, FARTHEST * cell)
    tilts = (MOVE_TILT,) if is_from_seat else MOVE_TILTS
    cameras = [_stand_off(table, Camera(distance * wider, tilt, turn, target)) for tilt in tilts for turn in turns]
    if len(cameras) == 1:
        return cameras[0]

    def rate(camera: Camera) -> float:
        return _rate_view_of_moves(table.seen_by(camera, is_rough=True), wider, is_from_seat=is_from_seat)

    return min(cameras, key=rate)


@lru_cache(maxsize=256)  # the same kinds stand in all views of a table
def _corners_of_halves(outline: Path) -> list[list[Point]]:
    """The corners of the convex hull of an outline, and of the upper half of that."""
    import shapely

    hull = shapely.LineString(outline.flatten(SMOOTH_FROM_FAR)).convex_hull
    left, low, right, high = hull.bounds
    upper = hull.intersection(shapely.box(left, (low + high) / 2, right, high))
    return [[(x, y) for x, y in shapely.get_coordinates(part)] for part in (hull, upper)]


def _rate_view_of_moves(table: TableView, wider: float, *, is_from_seat: bool) -> float:
    """What is wrong with the view of the moves of a table: what the arrows hide of pieces and of the places where they
    land, legs that are seen from their ends, pieces that are seen from their sides, small ones, those that the edge
    cuts, and empty ground below them."""
    ribbons = table.ribbons
    cost = HIDDEN_PIECE * table.measure_hidden(ribbons) + HIDDEN_LANDING * table.measure_hidden_landings(ribbons)
    cost += END_ON * sum(table.measure_end_on(leg) for ribbon in ribbons for leg in ribbon.legs)
    if any(placed.made.body.shape is not None for placed in table.pieces):
        cost += SIDEWAYS * (1 - abs(math.cos(math.radians(table.camera.turn))))
    if is_from_seat:
        return cost
    part = _part_on_page(table, _window_of_moves(table, wider))
    cell, (x, y) = table.spec.game.board.cell, ribbons[0].ends[0]
    size = wider * cell * table.camera.scale((x, y, 0.0)) / (part[2] - part[0])
    boxes = table.seen_boxes()
    floor = min((box[1] for box in boxes if part[0] < (box[0] + box[2]) / 2 < part[2] and box[3] > part[1]),
                default=part[3])
    empty = max(0.0, (floor - part[1]) / (part[3] - part[1]) - FLOOR_ROOM)
    return cost + SMALL * max(0.0, LARGE - size) + FLOOR * empty + CUT * sum(_ugliness(boxes, part))


def _part_on_page(table: TableView, window: Box) -> Box:
    """What a page of the usual shape shows of a picture for a part of it: more at its sides, or more below it and above
    it; where the board ends above it, the ground of the page is seen there, and little more below it."""
    width = max(window[2] - window[0], (window[3] - window[1]) / COVER_ASPECT)
    middle, height = (window[0] + window[2]) / 2, COVER_ASPECT * width
    top = max(window[3], table.top_between(middle - width / 2, middle + width / 2))
    low = (window[1] + window[3] - height) / 2
    if low + height > top:
        low = max(low, window[1] - FLOOR_ROOM * height)
    return middle - width / 2, low, middle + width / 2, low + height


def _stand_off(table: TableView, camera: Camera) -> Camera:
    """A camera, moved away from a board of which a part would be behind it or so near that it fills the picture."""
    ahead = min(table.seen_by(camera)._depth(p) for p in table._plate()) * math.cos(math.radians(camera.tilt))
    return replace(camera, distance=max(camera.distance, -ahead / (1 - NEAREST)))


def _window_of_moves(table: TableView, wider: float) -> Box:
    """The part of a picture with the moves of a table, with a little room around it; so many times wider and higher."""
    ways = [p for ribbon in table.ribbons for p in ribbon.ends]
    boxes = [box for placed, box in table.seen_pieces() if placed.middle in ways]
    points = [p for ribbon in table.ribbons for p in table.ribbon_corners(ribbon)]
    for move in table.moves:  # the whole place where it ends
        points += [p for path in table.surface.shade_paths(move.path[-1]) for seen in table._lay([path])
                   for p in seen.flatten(SMOOTH)]
    corners = [*points, *((x, y) for x0, y0, x1, y1 in boxes for x, y in ((x0, y0), (x1, y1)))]
    xs, ys = zip(*corners, strict=True)
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    wide_with_room = wider * max((1 + 2 * AROUND_MOVE) * wide, LEAST_MOVE * table.spec.game.board.cell)
    high_with_room = wider * (1 + 2 * AROUND_MOVE) * high
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return x - wide_with_room / 2, y - high_with_room / 2, x + wide_with_room / 2, y + high_with_room / 2


def measure_overlap(position: Position, maker: PieceMaker) -> float:
    """How much of its pieces the picture of a position hides: 0 for none, at most the number of its pieces."""
    return TableView(maker.spec, position, {}, maker).measure_overlap()


__all__ = [
    "Camera",
    "CoverPicture",
    "PieceMaker",
    "TableView",
    "compose_panorama",
    "compose_row",
    "compose_scene",
    "compose_table",
    "compose_whole_table",
    "draw_plate",
    "measure_overlap",
    "sweep_outline",
]
