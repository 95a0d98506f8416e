"""A base and the upright in it → the places of slot, diagram and name on the base, and their drawing, in mm.

The slot is on the far side of the base, seen from its player, and the whole diagram between it and the player: no
upright hides a mark from the one who moves the piece. A flat piece has no slot and its diagram is in the middle. A slot
is wider and longer than the tab by the clearance. In a brittle sheet, ears relieve its corners outside of the tab's
envelope.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal, NamedTuple, cast, get_args

from fabgen.artwork.drawing import Drawing, Role, draw, draw_text
from fabgen.artwork.part import Fit
from fabgen.artwork.path import (
    MIRROR,
    Arc,
    Line,
    Path,
    Point,
    Segment,
    apply_matrix,
    circle,
    rotation,
    rounded_polygon,
    scale_matrix,
    translation,
)
from fabgen.artwork.svg_artwork import fit_flat_outline
from fabgen.artwork.text import DESCENT, text_width
from fabgen.core.problems import Level, Location, Problem
from fabgen.figures.diagrams.legibility import least_short_cell
from fabgen.figures.diagrams.movement_diagram import draw_short_diagram, find_jump_ring, rim_points
from fabgen.figures.pieces.drawn_outlines import EDGE_SIGNS, FLAT, find_place, lines_along, roomiest_circle
from fabgen.figures.pieces.face_signs import FaceSign, extent_points
from fabgen.figures.silhouettes.outlines import Corner
from fabgen.rules.diagram import Diagram, Window
from fabgen.rules.directions import Plane
from fabgen.spec.drawings import DrawingPath
from fabgen.spec.game import Game
from fabgen.spec.pieces import Body, FlatOutline
from fabgen.spec.values import Direction

CORNER, CUT_CORNER = 3.0, 1.5  # mm: the radius of the corners of a base, and of those of a cut corner
TIP, TIP_SHARE = 2.0, 0.05  # radius of the point ahead: in mm, and at most a share of the width
CUT = 0.18  # of the width: how much a cut corner takes off each of its sides
CUT_MOST = 8.0  # mm: it never takes off more
NOTCH = 1.4  # mm: the depth of a notch
HEX_CUT = 0.08  # of the width: a cut corner of a hex
FLAT_CUT_MOST = 3.8  # mm: cut corners of flat pieces, which have the diagram in the middle
BESIDE_NOTCH = 0.6  # mm from a notch in a disc to lines along its edge
BITE = 0.1, 0.135  # of a disc's radius, at most: depth and half the width of a notch; a cut is as deep
POINTED = 0.15  # of the side: how far a point stands out
TRAVEL_ANGLE: dict[Direction, int] = {"right": 0, "up": 90, "left": 180, "down": 270}  # degrees: a piece's direction
# A player's sign, by number: rear notches, and which rear corners are cut. Twelve combinations.
SIGNS = ((0, ""), (0, "lr"), (1, ""), (1, "lr"), (0, "l"), (0, "r"), (1, "l"), (1, "r"), (2, ""), (2, "lr"), (2, "l"),
         (2, "r"))
DISC_SIGNS = SIGNS[0], SIGNS[2], SIGNS[1], *SIGNS[3:]  # a disc with one notch is still round
EDGE_LINES = 1.7, 2.5  # mm from the edge of a drawn piece to the first line of its player and to the second
BESIDE_LINE = 0.8  # mm from the innermost line to what the face carries
KEPT = 256  # layouts and drawings of bases that are remembered
PlateOutline = FlatOutline | Literal["drawn"]


def player_sign(shape: PlateOutline, number: int) -> tuple[int, str]:
    """The sign of a player, counted from 0, on a base of a shape: its notches and its cut corners."""
    signs = DISC_SIGNS if shape == "disc" else SIGNS
    return signs[number % len(signs)]


@dataclass(frozen=True)
class BasePlan:
    """A base from above.

    * `shape`: `square`, `disc`, `hex`, or `drawn` by the designer.
    * `width`, `depth`: in mm, without its point. The depth of a disc or a hex follows from its width.
    * `sign`: the number of the player's sign, from 0.
    * `travel`: the direction of its point.
    * `is_flat`: whether the diagram is in its middle.
    * `drawn`: the outline that the designer has drawn, the middle of its box at the origin.
    """

    shape: PlateOutline
    width: float
    depth: float
    sign: int = 0
    travel: Direction | None = None
    is_flat: bool = False
    drawn: Path | None = None

    @property
    def edge_sign(self) -> tuple[int, ...]:
        """The lines along the edge that tell the player, as EDGE_SIGNS has them; none where the outline itself does."""
        return EDGE_SIGNS[self.sign % len(EDGE_SIGNS)] if self.drawn else ()

    @property
    def notches(self) -> int:
        """How many notches the rear edge has."""
        return player_sign(self.shape, self.sign)[0]

    @property
    def cuts(self) -> str:
        """Which rear corners are cut: `l`, `r`, both or neither."""
        return player_sign(self.shape, self.sign)[1]

    @property
    def cut(self) -> float:
        """How much a cut corner takes off each of its two sides, in mm."""
        share = CUT if self.shape == "square" else HEX_CUT
        return min(share * self.width, FLAT_CUT_MOST if self.is_flat else CUT_MOST)

    @property
    def point(self) -> float:
        """How far the point reaches beyond the outline, in mm; 0 without one."""
        return POINTED * min(self.width, self.depth) if self.travel else 0.0

    @property
    def rear(self) -> float:
        """The y of the rear edge in mm, at the bottom of a notch if there is one."""
        return -self.depth / 2 + (NOTCH if self.notches else 0.0)

    def size(self) -> tuple[float, float]:
        """Width and depth in mm, with the point."""
        across = self.travel in ("left", "right")
        return self.width + self.point * across, self.depth + self.point * (not across)

    def rear_at(self, x: float, rim: float) -> float:
        """The y in mm of the rear of the base without its rim at x, clear of notches and cut corners; above the middle
        outside of the base."""
        rear = -self.half_depth_at(x, rim)
        if self.shape == "disc":
            beside = self.notches and not self.travel and abs(x) - _notch_half(self.width / 2) < BESIDE_NOTCH
            return max(rear, rim - self.depth / 2 + NOTCH) if beside else rear
        if self.notches:
            rear = max(rear, self.rear + rim)
        corner = self.cut + math.sqrt(2) * rim - (self.width / 2 - abs(x)) - self.depth / 2
        return max(rear, corner) if self.shape == "square" and ("r" if x > 0 else "l") in self.cuts else rear

    def half_depth_at(self, x: float, rim: float) -> float:
        """How far in mm the base without its rim reaches ahead of its middle at x; negative outside."""
        if self.shape == "square":
            if abs(x) > self.width / 2 - rim + 1e-9:
                return -1.0
            into_corner = abs(x) - (self.width / 2 - CORNER)
            if into_corner <= 0 or rim >= CORNER:
                return self.depth / 2 - rim
            return self.depth / 2 - CORNER + math.sqrt(max(0.0, (CORNER - rim) ** 2 - into_corner**2))
        radius = self.depth / 2 - rim
        if self.shape == "disc":
            return math.sqrt(radius**2 - x**2) if abs(x) < radius else -1.0
        return min(radius, 2 * radius - math.sqrt(3) * abs(x))

    def smaller(self, by: float) -> BasePlan:
        """The same base, `by` mm smaller all round; not for a drawn one, of which a neck may then be missing."""
        assert self.shape != "drawn", "lines_along follows a drawn outline"
        return make_base_plan(
            self.shape, self.width - 2 * by, self.depth - 2 * by, self.sign, self.travel, flat=self.is_flat
        )

    def roomiest_circle(self) -> tuple[Point, float]:
        """The middle and the diameter in mm of the largest circle on the plate."""
        if self.drawn is None:
            return (0.0, 0.0), min(self.width, self.depth)
        middle, radius = roomiest_circle(self.drawn)
        return middle, 2 * radius

    def reach(self) -> float:
        """How far in mm a drawn plate reaches from the middle of its box."""
        assert self.drawn is not None, "the reach of other plates follows from their size"
        return max(math.hypot(x, y) for x, y in self.drawn.flatten(FLAT))

    def scaled_to(self, longer_side: float) -> BasePlan:
        """A drawn plate at another size, its longer side in mm."""
        assert self.drawn is not None, "other plates are made anew"
        factor = longer_side / max(self.size())
        return make_drawn_plan(self.drawn.transformed(scale_matrix(factor)), self.sign)

    def mirrored(self) -> BasePlan:
        """The plate as it is seen from its other side. Only drawn ones differ: what else is turned over is the same on
        its left and its right."""
        return replace(self, drawn=self.drawn.transformed(MIRROR)) if self.drawn else self

    def lines_along(self, inset: float, dashes: int = 0) -> tuple[Path, ...]:
        """Open lines `inset` mm from the edge: a closed one might be read as a mark where a machine follows marks. All
        around, or on a drawn plate that many dashes."""
        if self.drawn:
            return lines_along(self.drawn, inset, dashes)
        if self.shape == "disc" and (self.notches, self.cuts) == (1, ""):
            return _arcs_beside_notch(self, inset)
        return _halves(self.smaller(inset).outline())

    def draw_edge_sign(self) -> Drawing:
        """The lines along the edge that tell the player, as a laser scores them; empty where the player has none."""
        lines = [line for inset, dashes in zip(EDGE_LINES, self.edge_sign, strict=False)
                 for line in self.lines_along(inset, dashes)]
        return draw(Role.ZONE, *lines) if lines else Drawing()

    def outline(self) -> Path:
        """The closed outline, counter-clockwise."""
        if self.drawn is not None:
            return self.drawn
        if self.shape == "hex" and self.travel == "down":  # signs are opposite the point, as on a disc
            return replace(self, travel="up").outline().transformed(rotation(180))
        return _disc(self) if self.shape == "disc" else rounded_polygon(list(_corners(self)))


def make_drawn_plan(outline: Path, sign: int = 0) -> BasePlan:
    """A flat piece whose outline the designer has drawn, the middle of its box at the origin."""
    left, low, right, high = outline.bounds()
    return BasePlan("drawn", round(right - left, 6), round(high - low, 6), sign, is_flat=True, drawn=outline)


def make_base_plan(shape: FlatOutline, width: float, depth: float, sign: int = 0, travel: Direction | None = None, *,
         flat: bool = False) -> BasePlan:
    """A base; a disc is as wide as it is deep, and a hex has a side towards its player."""
    deep = {"square": depth, "disc": width, "hex": width * math.sqrt(3) / 2}[shape]
    return BasePlan(shape, width, deep, sign, travel, flat)


def _corners(base: BasePlan) -> Iterator[Corner]:
    """The corners of a square or a hex with their radii, from the rear left one."""
    ring = _base_corners(base)
    if base.travel:
        _add_point(ring, base)
    right = next(i for i, (x, y) in enumerate(ring) if x > 0 and math.dist((x, y), ring[0]) > 1e-6 and i > 0)
    yield from _rear_corner(ring, 0, base, "l")
    for i in range(right):
        yield from _notch_edge(ring[i], ring[i + 1], base, apex=right == 2, first=i == 0)
        if i + 1 < right:
            yield ring[i + 1], _tip_radius(base)
    yield from _rear_corner(ring, right, base, "r")
    yield from ((p, _radius(p, base)) for p in ring[right + 1 :])


def _base_corners(base: BasePlan) -> list[Point]:
    """The corners without cuts, notches and point, from the rear left one."""
    half, deep = base.width / 2, base.depth / 2
    if base.shape == "square":
        return [(-half, -deep), (half, -deep), (half, deep), (-half, deep)]
    return [(-half / 2, -deep), (half / 2, -deep), (half, 0), (half / 2, deep), (-half / 2, deep), (-half, 0)]


def _add_point(ring: list[Point], base: BasePlan) -> None:
    """Adds a point in the direction of travel. A hex already has corners at its left and right, which are moved."""
    x, y = apply_matrix(rotation(TRAVEL_ANGLE[base.travel or "up"]), (1.0, 0.0))
    tip = (x * (base.width / 2 + base.point), y * (base.depth / 2 + base.point))
    tip = (round(tip[0], 9) + 0.0, round(tip[1], 9) + 0.0)
    if base.shape == "hex" and x:
        ring[2 if x > 0 else 5] = tip
        return
    sides = {"down": 1, "right": 2, "up": 3 if base.shape == "square" else 4, "left": 4}
    ring.insert(sides[base.travel or "up"], tip)


def _radius(p: Point, base: BasePlan) -> float:
    """The radius of a corner: that of a tip if it sticks out of the base."""
    beyond = abs(p[0]) > base.width / 2 + 1e-6 or abs(p[1]) > base.depth / 2 + 1e-6
    return _tip_radius(base) if beyond else CORNER


def _tip_radius(base: BasePlan) -> float:
    """The radius of a point's tip, in mm."""
    return min(TIP, TIP_SHARE * base.width)


def _rear_corner(ring: list[Point], i: int, base: BasePlan, side: str) -> Iterator[Corner]:
    """The corners of a rear corner: one if it is rounded, two if it is cut."""
    if side not in base.cuts:
        yield ring[i], CORNER
        return
    yield _move_toward(ring[i], ring[i - 1], base.cut), CUT_CORNER
    yield _move_toward(ring[i], ring[(i + 1) % len(ring)], base.cut), CUT_CORNER


def _notch_edge(p: Point, q: Point, base: BasePlan, *, apex: bool, first: bool) -> Iterator[Corner]:
    """The corners of the notches on a rear edge; where the rear has a point, the first notch is on its left half."""
    cut = base.cut if apex and ("l" if first else "r") in base.cuts else 0.0
    middle = (math.dist(p, q) + (cut if first else -cut)) / 2  # of the edge that a cut corner leaves
    pitch = 3.0 if base.shape == "square" else 2.0
    count = base.notches if not apex else int(base.notches > (0 if first else 1))
    places = _spread_evenly(count, middle, pitch)
    angle = math.degrees(math.atan2(q[1] - p[1], q[0] - p[0]))
    for place in places:
        for x, y, radius in ((-1.2, 0.0, 0.5), (-0.7, NOTCH, 0.6), (0.7, NOTCH, 0.6), (1.2, 0.0, 0.5)):
            dx, dy = apply_matrix(rotation(angle), (place + x, y))
            yield (p[0] + dx, p[1] + dy), radius


def _spread_evenly(count: int, middle: float, pitch: float) -> list[float]:
    """The places of none, one or two notches around a middle; each of two is a pitch away from it."""
    return [[], [middle], [middle - pitch, middle + pitch]][count]


def _move_toward(p: Point, q: Point, distance: float) -> Point:
    """The point at a distance from p towards q."""
    k = distance / math.dist(p, q)
    return p[0] + (q[0] - p[0]) * k, p[1] + (q[1] - p[1]) * k


Bite = tuple[float, float, list[Segment]]  # degrees where it leaves the circle and returns; the path between


def _disc(base: BasePlan) -> Path:
    """A circle with its cuts, notches and point."""
    radius = base.width / 2
    bites = sorted(_disc_bites(base, radius), key=lambda bite: bite[0])
    if not bites:
        return circle((0, 0), radius)
    start = _on_circle(radius, bites[-1][1])
    segments: list[Segment] = []
    before = bites[-1][1] - 360
    for leaves, back, path in bites:
        segments += [Arc(_on_circle(radius, leaves), math.tan(math.radians(leaves - before) / 4)), *path]
        before = back
    return Path(start, tuple(segments), closed=True)


def _disc_bites(base: BasePlan, radius: float) -> Iterator[Bite]:
    """The places where the outline of a disc leaves its circle: cuts, notches and the point."""
    rear = _rear_angle(base)
    depth, half = min(NOTCH, BITE[0] * radius), _notch_half(radius)
    cut_half = math.degrees(math.acos(1 - depth / radius))
    for side in base.cuts:
        angle = rear + (-90 if side == "l" else 90)  # beside: they point nowhere
        yield angle - cut_half, angle + cut_half, [Line(_on_circle(radius, angle + cut_half))]
    notch_half = math.degrees(math.asin(half / radius))
    bulge = -(depth - radius * (1 - math.cos(math.radians(notch_half)))) / half
    for angle in _spread_evenly(base.notches, rear, notch_half + 8):
        yield angle - notch_half, angle + notch_half, [Arc(_on_circle(radius, angle + notch_half), bulge)]
    if base.travel:
        yield _tip_bite(radius, radius + base.point, float(TRAVEL_ANGLE[base.travel]))


def _tip_bite(radius: float, reach: float, angle: float) -> Bite:
    """A round tip with its two tangents."""
    tip = min(TIP, 2 * TIP_SHARE * radius)
    middle = reach - tip
    half_angle = math.acos((radius - tip) / middle)
    turn = rotation(angle)
    ends = [apply_matrix(turn, (middle + tip * math.cos(a), tip * math.sin(a))) for a in (-half_angle, half_angle)]
    spread = math.degrees(half_angle)
    tip_arc = Arc(ends[1], math.tan(half_angle / 2))
    path: list[Segment] = [Line(ends[0]), tip_arc, Line(_on_circle(radius, angle + spread))]
    return angle - spread, angle + spread, path


def _arcs_beside_notch(base: BasePlan, inset: float) -> tuple[Path, Path]:
    """Two arcs `inset` mm inside the edge of a disc with a notch, which end beside it: they leave the face as round as
    that of a disc without one."""
    radius, rear = base.width / 2 - inset, _rear_angle(base)
    clear = math.degrees(math.asin(min(1.0, (_notch_half(base.width / 2) + BESIDE_NOTCH) / radius)))
    ends, middle = (rear + clear, rear + 360 - clear), rear + 180
    bulge = math.tan(math.radians(180 - clear) / 4)
    first, last = (Path(_on_circle(radius, start), (Arc(_on_circle(radius, end), bulge),))
                   for start, end in ((ends[0], middle), (middle, ends[1])))
    return first, last


def _notch_half(radius: float) -> float:
    """Half the width in mm of a notch in a disc of a radius."""
    return min(2.0, BITE[1] * radius)


def _rear_angle(base: BasePlan) -> float:
    """Where the signs of a disc are, in degrees from the right: opposite its point."""
    return float(TRAVEL_ANGLE[base.travel] + 180 if base.travel else 270)


def _on_circle(radius: float, degrees: float) -> Point:
    return apply_matrix(rotation(degrees), (radius, 0.0))


SHARE, ROUND_SHARE = 0.85, 0.7  # of the cell: the usual base; a square base in cells of another shape
POINTED_SHARE, POINTED_ROUND_SHARE = 0.82, 0.61  # the same for a base with a point, which adds to it
EAR = 0.5  # mm: largest radius of the round reliefs in the corners of a slot
RELIEF = 0.6  # mm: radius of slot corners; cut acrylic breaks at sharper ones than 0.5 (Ponoko's guide to slots)
LEAD_IN, ROOT = 0.5, 0.5  # mm: rounding of the tab's leading corners, radius of its root
NODE = 3.0, 1.4, 2.0  # mm: the length of a friction node, that of its crest, and the radius of its corners
SHORT_NODE = 1.6  # mm: the shortest node that grips
EDGE = 2.0  # thicknesses of material between slot and edge, at least
TAB_SHARE = 1.1  # the width of a tab, of half that of the foot
LEAST_TAB, LEAST_LEG = 4.0, 2.0  # mm: a narrower tab, or leg of a split one, breaks off
RIM, FLAT_RIM = 1.6, 2.0  # mm from the diagram to the edge of a base, and of a round one with its player's sign
GAP = 1.0  # mm from the slot to the diagram
RIM_LINES = 0.57, 0.85, 1.13, 1.41  # mm from the edge of a flat piece to the lines of its broad rim
FOOT_RIM = 1.0  # mm from a foot to the edge of its base
LARGEST = 0.28  # of the base's side: the largest cells of a diagram
GRID_FROM = 5.5  # mm: diagrams with smaller cells have no grid, whose lines would be as strong as their marks
GRID_COST = 1.25  # times as large cells without a grid: then there is none
NAME_CAP, LEAST_CAP = 2.8, 1.5  # mm: the piece's name beyond the slot
NAME_RIM, NAME_GAP = 1.5, 0.7  # mm from the name to the edge and to the slot
UNIT_SMOOTH = 0.0005  # mm: chords of curves of a drawing that is 1 mm large
NAME_SHARE = 0.62  # of the width: the longest name
DIAGONAL = math.sqrt(0.5)

SLOT_TOO_SMALL = "piece.base-too-small-for-slot"
DIAGRAM_TOO_SMALL = "piece.diagram-too-small"
NAME_TOO_LONG = "piece.name-too-long"
FACE_TOO_SMALL = "piece.face-too-small"


class PieceFault(NamedTuple):
    """Why a piece cannot be made as it is.

    `code` names the kind of fault. `measure`: the length in mm that is too small; of two faults of one kind the smaller
    is worse.
    """

    what: str
    hint: str
    level: Level
    code: str = ""
    measure: float = 0.0

    def problem(self, where: Location) -> Problem:
        """The fault as a Problem at a place."""
        return Problem(where, self.what, self.hint, self.level, self.code)


def base_size(game: Game, piece: str) -> tuple[float, float]:
    """Width and depth of a piece's base in mm without its point: from the spec, else a share of the cell."""
    body = game.pieces[piece].body
    square = base_outline_kind(body) in ("square", "drawn") and not game.board.grid
    share = (POINTED_ROUND_SHARE if square else POINTED_SHARE) if body.travel else ROUND_SHARE if square else SHARE
    side = round(share * game.board.cell, 2)
    return body.base or (side, side)


def base_outline_kind(body: Body) -> PlateOutline:
    """The outline of a piece's base, or of a flat piece."""
    if body.tile in get_args(FlatOutline):
        return cast(FlatOutline, body.tile)
    return "drawn" if body.tile else body.stack or "square"


def make_base(game: Game, player: str, piece: str) -> BasePlan:
    """The base of a player's piece, or the piece itself if it is flat."""
    body = game.pieces[piece].body
    sign = 0 if body.reverse else game.sign_number(player)  # a sign would be on both sides of two colours
    if isinstance(body.tile, DrawingPath):
        return make_drawn_plan(fit_flat_outline(body.tile.art, *base_size(game, piece)), sign)
    outline = cast(FlatOutline, base_outline_kind(body))
    return make_base_plan(outline, *base_size(game, piece), sign, body.travel, flat=bool(body.tile))


@dataclass(frozen=True)
class SlotSeat:
    """A slot in a base. All lengths in mm.

    * `tab`: the width of its tab; `least_tab`: the narrowest one that is strong enough.
    * `length`, `width`: of the finished slot; `y`: its middle.
    * `reach`: how far the foot covers the base behind that middle.
    * `is_crossed`: whether it is two slots that cross, turned by 45 degrees.
    * `ear`: the radius of the ears in its corners. Between them its ends touch the tab, so that nothing slips along it.
    * `node`: the height of the friction nodes on its long sides.
    * `foot`: half the width of the foot that stands before what is beyond a level slot; 0 where it hides nothing.
    """

    tab: float
    length: float
    width: float
    y: float
    reach: float
    is_crossed: bool = False
    least_tab: float = LEAST_TAB
    ear: float = 0.0
    node: float = 0.0
    foot: float = 0.0

    @property
    def half_depth(self) -> float:
        """How far the slot reaches ahead of and behind its middle, in mm."""
        if self.is_crossed:
            return (self.length + self.width) / 2 * DIAGONAL
        return self.width / 2

    def hole(self) -> Path:
        """The slot's outline; the corners between crossed slots are rounded as a lead-in."""
        if not self.is_crossed:
            return self._level_hole()
        far, near = self.length / 2, self.width / 2
        relief, inner = min(RELIEF, near), min(LEAD_IN, (far - near) / 3)
        # A node lies between the lead-in and the relief. On a short arm it is shorter, but never too short to grip.
        room = min(NODE[0], far - near - 2 * max(inner, relief))
        upper, lower = (self._nodes((middle,), room) if room >= SHORT_NODE else []
                        for middle in ((far + near) / 2, -(far + near) / 2))
        arm: list[Corner] = [*(((-x, -y), r) for (x, y), r in lower), ((far, -near), relief), ((far, near), relief),
                             *upper, ((near, near), inner)]
        ring = [(_turn_quarters(p, 90 * n), r) for n in range(4) for p, r in arm]
        return rounded_polygon(ring).transformed(rotation(45)).transformed(translation(0, self.y))

    def _level_hole(self) -> Path:
        """A single slot: its corners, with ears if it has any, and its nodes."""
        far, near, ear = self.length / 2, self.width / 2, self.ear
        end: list[Corner] = [((far, -near), ear)]
        if ear:
            end += [((far, 2 * ear - near), ear), ((far - ear, 2 * ear - near), 0.0)]
        end += [((x, -y), r) for (x, y), r in reversed(end)]
        quarter = self.tab / 4
        half = [*end, *self._nodes((quarter, -quarter) if quarter > NODE[0] / 2 + NODE[2] / 10 else (0.0,))]
        return rounded_polygon([*half, *(((-x, -y), r) for (x, y), r in half)]).transformed(translation(0, self.y))

    def _nodes(self, middles: Sequence[float], room: float = NODE[0]) -> list[Corner]:
        """The corners of the nodes on the upper side of a slot, from right to left, their middles at these x, each in
        so much room along the slot."""
        if not self.node:
            return []
        length, crest, radius = (share * room / NODE[0] for share in NODE)
        side, top = self.width / 2, self.width / 2 - self.node
        profile = ((length / 2, side), (crest / 2, top), (-crest / 2, top), (-length / 2, side))
        return [((middle + x, y), radius) for middle in middles for x, y in profile]


def ear_radius(fit: Fit) -> float:
    """The radius in mm of the ears of a slot, 0 in a sheet that is not brittle: small enough that a fifth of the slot's
    width still touches the tab."""
    return min(EAR, fit.slot / 5) if fit.brittle else 0.0


def _turn_quarters(p: Point, degrees: int) -> Point:
    """A point turned by a multiple of 90 degrees, without rounding errors."""
    x, y = p
    return [(x, y), (-y, x), (-x, -y), (y, -x)][degrees // 90]


def make_standee_seat(base: BasePlan, foot: float, fit: Fit) -> SlotSeat:
    """The slot for an upright with a foot of half the width `foot` mm, at least two thicknesses from every edge."""
    margin = EDGE * fit.thickness
    length = base.width - 2 * margin
    tab = min(TAB_SHARE * foot, length - fit.clearance - 2 * ear_radius(fit))
    return replace(_level_seat(base, tab, fit), foot=foot)


def make_pin_seat(base: BasePlan, fit: Fit) -> SlotSeat:
    """The slot for the pin of a stack: short, so that it is far ahead on any shape."""
    return _level_seat(base, max(LEAST_TAB + 1, 2 * fit.thickness), fit)


def _level_seat(base: BasePlan, tab: float, fit: Fit) -> SlotSeat:
    """The seat of a level slot for a tab, as far ahead as the edge allows."""
    tab = math.floor(tab * 100 + 1e-6) / 100
    ear = ear_radius(fit)
    length, margin = tab + fit.clearance + 2 * ear, EDGE * fit.thickness
    far_edge, half = base.half_depth_at(length / 2, margin), fit.slot / 2
    has_room = far_edge > 0 and far_edge - fit.slot >= base.rear + margin - 1e-6
    return SlotSeat(tab if has_room else 0.0, length, fit.slot, far_edge - half, half, ear=ear, node=fit.node)


def make_crossed_seat(base: BasePlan, foot: float, fit: Fit) -> SlotSeat:
    """Two slots that cross, for two panels with feet of half the width `foot` mm."""
    margin = EDGE * fit.thickness
    longest = 2 * (base.width / 2 - margin) / DIAGONAL - fit.slot - fit.clearance - 2 * RELIEF
    least_tab = fit.slot + 2 * max(LEAST_LEG, fit.thickness * 2 / 3)  # the slit splits one of the tabs in two legs
    tab = math.floor(min(longest, 1.6 * foot, fit.slot + 10) * 100 + 1e-6) / 100
    length = tab + fit.clearance + 2 * RELIEF
    reach = (foot + fit.thickness / 2) * DIAGONAL
    ahead = max(margin + (length + fit.slot) / 2 * DIAGONAL, reach + FOOT_RIM)
    return SlotSeat(tab, length, fit.slot, base.depth / 2 - ahead, reach, True, least_tab, node=fit.node)


@dataclass(frozen=True)
class BaseLayout:
    """The layout of a base with its middle at the origin, in mm: the slot, the side of the diagram's cells, the middle
    of its own cell, whether the borders of cells are drawn, and the least cells in which its marks can be read. Instead
    of a diagram it may carry a name or a sign: `face_sign`, and its `sign_drawing` in its place, empty where it has no
    room."""

    base: BasePlan
    seat: SlotSeat | None
    cell: float
    own_middle: Point
    has_grid: bool = True
    least_cell: float = 0.0
    face_sign: FaceSign | None = None
    sign_drawing: Drawing = field(default_factory=Drawing)

    @property
    def is_legible(self) -> bool:
        """Whether a player can read the marks."""
        return self.cell >= self.least_cell - 1e-9

    def find_faults(self, name: str) -> Iterator[PieceFault]:
        """Why a piece of this name cannot be made like this."""
        if self.seat and self.seat.tab < self.seat.least_tab:
            what = f"the base of the {name} is too small for a slot in this material"
            if self.seat.foot and TAB_SHARE * self.seat.foot < self.seat.least_tab:
                what = (f"the foot of the {name} is {2 * self.seat.foot:.1f} mm wide, too narrow for a tab of "
                        f"{self.seat.least_tab:g} mm")
            yield PieceFault(what, "a larger base, or thinner material", "error", SLOT_TOO_SMALL)
        elif not self.is_legible:
            size = max(0.0, self.cell)
            what = (f"the diagram of the {name} would have cells of {size:.1f} mm on its base, too small to read: "
                    f"its marks need cells of {math.ceil(10 * self.least_cell - 1e-6) / 10:.1f} mm")
            hint = "a larger base, for which the board may need larger cells"
            yield PieceFault(what, hint, "error", DIAGRAM_TOO_SMALL, size)
        elif self.face_sign and not self.sign_drawing.items:
            what = f"the {self.face_sign.what} of the {name} has no room on its {'base' if self.seat else 'face'}"
            yield PieceFault(what, "a larger base, for which the board may need larger cells", "error", FACE_TOO_SMALL)
        elif not (self.face_sign and self.face_sign.what == "name"):
            hint = "a shorter name, a larger base or thicker material"
            yield from (PieceFault("the " + what, hint, "warning", NAME_TOO_LONG)
                        for what in find_name_faults(name, self))


def lay_out_base(diagram: Diagram, base: BasePlan, seat: SlotSeat | None, face_sign: FaceSign | None = None, *,
                 bare: bool = False, sign: int | None = None) -> BaseLayout:
    """The layout with the largest cells, in twentieths of a mm and up to LARGEST of the base's side, with which a
    diagram fits between its player and the slot. It has the borders of cells where they help, its marks are legible
    then, and not much smaller than without; with `bare`, never. With `sign` there is room for that of another player,
    so that their diagrams are alike. A diagram without marks takes no room; a name or a sign is there instead if there
    is one."""
    return _lay_out_once(diagram, _shown_by(diagram), base, seat, face_sign, bare, sign)


def _shown_by(diagram: Diagram) -> tuple[Window, Plane]:
    """What diagrams that count as equal may differ in."""
    return diagram.window, diagram.compass


@lru_cache(maxsize=KEPT)  # checks, parts and pictures ask for each
def _lay_out_once(diagram: Diagram, shown_by: tuple[Window, Plane], base: BasePlan, seat: SlotSeat | None,
                  face_sign: FaceSign | None, bare: bool, sign: int | None) -> BaseLayout:
    """The layout that `lay_out_base` finds, kept for a diagram as it is shown."""
    if not diagram.marks:
        drawing = fit_face_sign(face_sign, base, seat) if face_sign else Drawing()
        return BaseLayout(base, seat, 0.0, (0.0, 0.0), False, face_sign=face_sign, sign_drawing=drawing)
    least_cell = least_short_cell(diagram)
    # A ring around all marks follows the edge, and stays in its middle beside a notch too.
    plate = base if sign is None else replace(base, sign=sign)
    if base.shape == "disc" and find_jump_ring(diagram):
        plate = replace(base, sign=0)

    def own_middle(cell: float, spots: Sequence[Point]) -> Point | None:
        """The middle of the piece's own cell, for cells of a side in mm; None where they do not fit."""
        return _middle_on_base(spots, cell, plate, seat)

    def largest_layout(sizes: range, *, with_grid: bool) -> BaseLayout | None:
        """The layout with the largest cells of some sizes in twentieths of a mm, the largest first. A base is convex:
        where a diagram fits, it fits with smaller cells too. So they are found by halving."""
        spots = rim_points(diagram, grid=with_grid)
        first = bisect_left(sizes, True, key=lambda n: own_middle(n / 20, spots) is not None)
        if first == len(sizes):
            return None
        middle = own_middle(sizes[first] / 20, spots)
        return BaseLayout(base, seat, sizes[first] / 20, middle, with_grid, least_cell) if middle else None

    largest = int(20 * max(min(base.width, base.depth) * LARGEST, least_cell) + 1e-6)
    least_with_grid = math.ceil(20 * max(GRID_FROM, least_cell) - 1e-6)
    # Borders would meet the rim of a disc, a ring of jumps stands for cells, and arrows point to theirs.
    is_bare = bare or base.shape == "disc" or bool(find_jump_ring(diagram)) or _has_arrows_alone(diagram)
    without_borders = largest_layout(range(largest, 0, -1), with_grid=False)
    with_borders = None if is_bare else largest_layout(range(largest, least_with_grid - 1, -1), with_grid=True)
    if with_borders and without_borders and without_borders.cell >= GRID_COST * with_borders.cell:
        return without_borders
    return with_borders or without_borders or BaseLayout(base, seat, 0.0, (0.0, 0.0), False, least_cell)


def _has_arrows_alone(diagram: Diagram) -> bool:
    """Whether all marks of a diagram are arrows, which need no borders of cells."""
    return all(mark.is_only_kind and mark.goes_on for mark in diagram.marks.values())


def _middle_on_base(spots: Sequence[Point], factor: float, base: BasePlan, seat: SlotSeat | None) -> Point | None:
    """Where the origin of scaled points lies when they are in the middle of the room between player and slot; None
    where they do not fit it."""
    if base.drawn is not None:
        rim = max([FLAT_RIM, *(inset + BESIDE_LINE for inset, _ in zip(EDGE_LINES, base.edge_sign, strict=False))])
        return find_place(base.drawn, tuple((x * factor, y * factor) for x, y in spots), rim)
    rim = RIM if seat and base.shape == "square" else FLAT_RIM
    far_limit = seat.y - max(seat.half_depth, seat.reach) - GAP if seat else base.depth
    points = [(x * factor, y * factor) for x, y in spots]
    middle = -(min(x for x, _ in points) + max(x for x, _ in points)) / 2
    low = max(base.rear_at(x + middle, rim) - y for x, y in points)
    high = min(min(base.half_depth_at(x + middle, rim), far_limit) - y for x, y in points)
    outside = any(base.half_depth_at(x + middle, rim) < 0 for x, _ in points)
    return None if outside or low > high + 1e-9 else (middle, (low + high) / 2)


def fit_face_sign(face_sign: FaceSign, base: BasePlan, seat: SlotSeat | None) -> Drawing:
    """A name or a sign as large as it fits, in twentieths of a mm, in its place; empty where it has no room. Of the
    ways to divide a name into lines, the one with the largest letters."""
    best, best_size = Drawing(), 0
    for drawing in face_sign.drawings:
        spots = extent_points(drawing, UNIT_SMOOTH)
        least_size = max(math.ceil(20 * face_sign.least_size - 1e-6), best_size + 1)
        sizes = range(int(20 * face_sign.largest_size + 1e-6), least_size - 1, -1)
        first = bisect_left(sizes, True, key=lambda n: _middle_on_base(spots, n / 20, base, seat) is not None)
        if first < len(sizes) and (middle := _middle_on_base(spots, sizes[first] / 20, base, seat)):
            best, best_size = drawing.scaled(sizes[first] / 20).moved(*middle), sizes[first]
    return best


def draw_base(diagram: Diagram, layout: BaseLayout, label: str = "", *, has_rim: bool = False) -> Drawing:
    """The drawing of a base: outline, slot, diagram or what is there instead, and the name beyond the slot. With a rim,
    the outline is drawn once more inside of the edge, as a line that a laser scores."""
    return _draw_base_once(diagram, _shown_by(diagram), layout, label, has_rim)


@lru_cache(maxsize=KEPT)  # as layouts
def _draw_base_once(diagram: Diagram, shown_by: tuple[Window, Plane], layout: BaseLayout, label: str, has_rim: bool
                    ) -> Drawing:
    """The drawing of a base, kept for a diagram as it is shown."""
    hole = draw(Role.HOLE, layout.seat.hole()) if layout.seat else Drawing()
    base = draw(Role.EDGE, layout.base.outline()) + hole
    if has_rim:
        base += draw(Role.ZONE, *(line for inset in RIM_LINES for line in layout.base.lines_along(inset)))
    base += layout.base.draw_edge_sign()
    if diagram.marks:
        marks = draw_short_diagram(diagram, layout.cell, grid=layout.has_grid)
        marks = marks.without(Role.MOVE_CELL)
        base += marks.moved(*layout.own_middle)
    return base + layout.sign_drawing + _draw_name(label, layout)


def _halves(outline: Path) -> tuple[Path, Path]:
    """An outline as two open lines."""
    middle = len(outline.segments) // 2
    first, second = outline.segments[:middle], outline.segments[middle:]
    if outline.segments[-1].to != outline.start:
        second += (Line(outline.start),)
    return Path(outline.start, first), Path(first[-1].to, second)


def standee_tab(half: float, fit: Fit) -> list[Corner]:
    """The corners of a tab under y = 0 that is as wide as its slot allows, from left to right: `half` is half its width
    in mm. In a brittle sheet, its root is relieved upwards into the foot, so that the foot sits on the base."""
    deep = fit.thickness
    root, lead = min(ROOT, deep / 2, half / 5) if fit.brittle else 0.0, min(LEAD_IN, deep / 2)
    left: list[Corner] = [((-half, -deep), lead)]
    if root:
        left = [((-half - 2 * root, 0.0), 0.0), ((-half - 2 * root, root), root), ((-half, root), root), *left]
    else:
        left = [((-half, 0.0), 0.0), *left]
    return [*left, *(((-x, y), r) for (x, y), r in reversed(left))]


def tab_corners(half: float, fit: Fit, split: float = 0.0) -> list[Corner]:
    """The corners of a tab of a crossed panel under y = 0, from left to right: `half` is half its width in mm, `split`
    the height of a slit in its middle, 0 for none. It is as deep as the material is thick. Its root is rounded: the
    slot is longer, for the panels hold each other in their places."""
    deep = fit.thickness
    root, lead = min(ROOT, deep / 2), min(LEAD_IN, deep / 2)
    left: list[Corner] = [((-half, 0.0), root), ((-half, -deep), lead)]
    right: list[Corner] = [((half, -deep), lead), ((half, 0.0), root)]
    near = fit.slot / 2
    relief = min(RELIEF, near)
    up: list[Corner] = [((-near, -deep), lead), ((-near, split), relief)]
    down: list[Corner] = [((near, split), relief), ((near, -deep), lead)]
    return [*left, *([*up, *down] if split else []), *right]


def find_name_faults(name: str, layout: BaseLayout) -> Iterator[str]:
    """What is missing of the piece's name on a base, because it would be too small to read."""
    if not layout.seat:
        return
    label = name.capitalize()
    visible, _ = fit_name(label, layout)
    if not visible:
        yield f"name of the {name} does not stand on its base: there is no room beyond the slot"
    elif visible != label:
        yield f"name of the {name} is shortened to `{visible}` on its base"


def fit_name(label: str, layout: BaseLayout) -> tuple[str, float]:
    """As much of a name as fits on a base, and its capitals in mm. The name is shrunk, so that it is no longer than the
    foot before it if it can be: else its owner would see its first and last letter alone. It is cut after a word, then
    after a letter. Empty where the strip beyond the slot is too narrow for any."""
    if not layout.seat or not label:
        return "", 0.0
    largest = min(NAME_CAP, (_name_strip(layout)[1] - _name_strip(layout)[0]) / (1 + DESCENT))
    behind_foot = min(largest, 2 * layout.seat.foot / text_width(label, 1, bold=True))
    if behind_foot >= LEAST_CAP and 2 * layout.seat.foot <= _longest_name(layout):
        return label, behind_foot
    words = label.split(" ")
    cuts = [" ".join(words[:i]) for i in range(len(words), 0, -1)] + [words[0][:i] for i in range(len(words[0]), 0, -1)]
    caps = ((cut, min(largest, _longest_name(layout) / text_width(cut, 1, bold=True))) for cut in cuts)
    return next(((cut, cap) for cut, cap in caps if cap >= LEAST_CAP), ("", 0.0))


def _longest_name(layout: BaseLayout) -> float:
    """The longest name in mm: a share of the width; less on round bases, whose strip is shorter at its rear."""
    base = layout.base
    if base.shape == "square":
        return NAME_SHARE * base.width
    high = _name_strip(layout)[1]
    half_widths = (x / 4 for x in range(int(base.width * 2), 0, -1))
    return 2 * next((x for x in half_widths if base.half_depth_at(x, NAME_RIM) >= high - 1e-9), 0.0)


def _name_strip(layout: BaseLayout) -> tuple[float, float]:
    """The strip for the name between slot and far edge: its lower and upper y in mm."""
    seat, base = layout.seat, layout.base
    assert seat, "a base without a slot carries no name"
    rounder = 0.0 if base.shape == "square" else 1.0  # a chord long enough for a name
    return seat.y + seat.half_depth + NAME_GAP, base.depth / 2 - NAME_RIM - rounder


def _draw_name(label: str, layout: BaseLayout) -> Drawing:
    """The name, upright for the player on the other side, from whom the upright does not hide it, as far as there is
    room."""
    visible, cap = fit_name(label, layout)
    if not visible:
        return Drawing()
    low, high = _name_strip(layout)
    margin = (high - low - (1 + DESCENT) * cap) / 2
    name = draw_text(Role.COORDINATE, visible, (0, 0), cap, bold=True)
    return name.transformed(rotation(180)).transformed(translation(0, high - margin - DESCENT * cap))
