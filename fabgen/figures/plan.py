"""A base or a flat piece seen from above → its outline in mm, middle at the origin, the player behind it.

The outline alone shows the owner and the direction of travel, so that both can be seen without colour and felt: players
differ in cut rear corners and rear notches, and a piece with a direction of travel has a point there. All corners are
rounded so that they are pleasant to hold.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from fabgen.artwork.path import Arc, Line, Path, Point, Segment, apply_matrix, circle, rounded_polygon, rotation
from fabgen.figures.silhouettes import Corner
from fabgen.spec.piece import FlatOutline
from fabgen.spec.values import Direction

CORNER, CUT_CORNER = 3.0, 1.5  # mm: corner radii of a plate, of a cut corner
TIP, TIP_SHARE = 2.0, 0.05  # radius of the point ahead: in mm, and at most a share of the width
CUT, CUT_MOST, NOTCH = 0.16, 6.0, 1.4  # a cut corner as a share of the side and in mm, a notch's depth in mm
HEX_CUT = 0.08  # of the width: a cut corner of a hex
FLAT_CUT_MOST = 3.8  # mm: cut corners of flat pieces, which have the diagram in the middle
BITE = 0.1, 0.135  # of a disc's radius, at most: depth and half the width of a notch; a cut is as deep
POINTED = 0.15  # of the side: how far a point stands out
TRAVEL_ANGLE: dict[Direction, int] = {"right": 0, "up": 90, "left": 180, "down": 270}  # degrees: a piece's direction
# A player's sign, by number: rear notches, and which rear corners are cut. Twelve combinations.
SIGNS = ((0, ""), (0, "lr"), (1, ""), (1, "lr"), (0, "l"), (0, "r"), (1, "l"), (1, "r"), (2, ""), (2, "lr"), (2, "l"),
         (2, "r"))


@dataclass(frozen=True)
class BasePlan:
    """A plate from above: `width` and `depth` in mm without its point, `sign` the player's number from 0, `travel` the
    direction of its point. The depth of a disc or a hex follows from its width."""

    shape: FlatOutline
    width: float
    depth: float
    sign: int = 0
    travel: Direction | None = None
    is_flat: bool = False  # whether the diagram is in its middle

    @property
    def notches(self) -> int:
        return SIGNS[self.sign % len(SIGNS)][0]

    @property
    def cuts(self) -> str:
        """Which rear corners are cut: `l`, `r`, both or neither."""
        return SIGNS[self.sign % len(SIGNS)][1]

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

    def half_depth_at(self, x: float, rim: float) -> float:
        """How far in mm the plate without its rim reaches ahead of and behind its middle at x; negative outside."""
        if self.shape == "square":
            return self.depth / 2 - rim if abs(x) <= self.width / 2 - rim + 1e-9 else -1.0
        radius = self.depth / 2 - rim
        if self.shape == "disc":
            return math.sqrt(radius**2 - x**2) if abs(x) < radius else -1.0
        return min(radius, 2 * radius - math.sqrt(3) * abs(x))

    def smaller(self, by: float) -> BasePlan:
        """The same plate, `by` mm smaller all round."""
        return make_base_plan(self.shape, self.width - 2 * by, self.depth - 2 * by, self.sign, self.travel, flat=self.is_flat)

    def outline(self) -> Path:
        """The closed outline, counter-clockwise."""
        if self.shape == "hex" and self.travel == "down":  # signs are opposite the point, as on a disc
            return replace(self, travel="up").outline().transformed(rotation(180))
        return _disc(self) if self.shape == "disc" else rounded_polygon(list(_corners(self)))


def make_base_plan(shape: FlatOutline, width: float, depth: float, sign: int = 0, travel: Direction | None = None, *,
         flat: bool = False) -> BasePlan:
    """A plate; a disc is as wide as it is deep, and a hex has a side towards its player."""
    deep = {"square": depth, "disc": width, "hex": width * math.sqrt(3) / 2}[shape]
    return BasePlan(shape, width, deep, sign, travel, flat)


def _corners(plate: BasePlan) -> Iterator[Corner]:
    """The corners of a square or a hex with their radii, from the rear left one."""
    ring = _base_corners(plate)
    if plate.travel:
        _add_point(ring, plate)
    right = next(i for i, (x, y) in enumerate(ring) if x > 0 and math.dist((x, y), ring[0]) > 1e-6 and i > 0)
    yield from _rear_corner(ring, 0, plate, "l")
    for i in range(right):
        yield from _notch_edge(ring[i], ring[i + 1], plate, apex=right == 2, first=i == 0)
        if i + 1 < right:
            yield ring[i + 1], _tip_radius(plate)
    yield from _rear_corner(ring, right, plate, "r")
    yield from ((p, _radius(p, plate)) for p in ring[right + 1 :])


def _base_corners(plate: BasePlan) -> list[Point]:
    half, deep = plate.width / 2, plate.depth / 2
    if plate.shape == "square":
        return [(-half, -deep), (half, -deep), (half, deep), (-half, deep)]
    return [(-half / 2, -deep), (half / 2, -deep), (half, 0), (half / 2, deep), (-half / 2, deep), (-half, 0)]


def _add_point(ring: list[Point], plate: BasePlan) -> None:
    """Add a point in the direction of travel; a hex has a corner at its left and right already, which is moved."""
    x, y = apply_matrix(rotation(TRAVEL_ANGLE[plate.travel or "up"]), (1.0, 0.0))
    tip = (x * (plate.width / 2 + plate.point), y * (plate.depth / 2 + plate.point))
    tip = (round(tip[0], 9) + 0.0, round(tip[1], 9) + 0.0)
    if plate.shape == "hex" and x:
        ring[2 if x > 0 else 5] = tip
        return
    sides = {"down": 1, "right": 2, "up": 3 if plate.shape == "square" else 4, "left": 4}
    ring.insert(sides[plate.travel or "up"], tip)


def _radius(p: Point, plate: BasePlan) -> float:
    beyond = abs(p[0]) > plate.width / 2 + 1e-6 or abs(p[1]) > plate.depth / 2 + 1e-6
    return _tip_radius(plate) if beyond else CORNER


def _tip_radius(plate: BasePlan) -> float:
    return min(TIP, TIP_SHARE * plate.width)


def _rear_corner(ring: list[Point], i: int, plate: BasePlan, side: str) -> Iterator[Corner]:
    """The corners of a rear corner: one if it is rounded, two if it is cut."""
    if side not in plate.cuts:
        yield ring[i], CORNER
        return
    yield _move_toward(ring[i], ring[i - 1], plate.cut), CUT_CORNER
    yield _move_toward(ring[i], ring[(i + 1) % len(ring)], plate.cut), CUT_CORNER


def _notch_edge(p: Point, q: Point, plate: BasePlan, *, apex: bool, first: bool) -> Iterator[Corner]:
    """The corners of the notches on a rear edge; where the rear has a point, the first notch is on its left half."""
    cut = plate.cut if apex and ("l" if first else "r") in plate.cuts else 0.0
    middle = (math.dist(p, q) + (cut if first else -cut)) / 2  # of the edge that a cut corner leaves
    pitch = 3.0 if plate.shape == "square" else 2.0
    count = plate.notches if not apex else int(plate.notches > (0 if first else 1))
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
    k = distance / math.dist(p, q)
    return p[0] + (q[0] - p[0]) * k, p[1] + (q[1] - p[1]) * k


Bite = tuple[float, float, list[Segment]]  # degrees where it leaves the circle and returns; the path between


def _disc(plate: BasePlan) -> Path:
    """A circle with its cuts, notches and point."""
    radius = plate.width / 2
    bites = sorted(_disc_bites(plate, radius), key=lambda bite: bite[0])
    if not bites:
        return circle((0, 0), radius)
    start = _on_circle(radius, bites[-1][1])
    segments: list[Segment] = []
    before = bites[-1][1] - 360
    for leaves, back, path in bites:
        segments += [Arc(_on_circle(radius, leaves), math.tan(math.radians(leaves - before) / 4)), *path]
        before = back
    return Path(start, tuple(segments), closed=True)


def _disc_bites(plate: BasePlan, radius: float) -> Iterator[Bite]:
    rear = float(TRAVEL_ANGLE[plate.travel] + 180 if plate.travel else 270)  # signs are opposite the point
    depth, half = min(NOTCH, BITE[0] * radius), min(2.0, BITE[1] * radius)
    cut_half = math.degrees(math.acos(1 - depth / radius))
    for side in plate.cuts:
        angle = rear + (-55 if side == "l" else 55)
        yield angle - cut_half, angle + cut_half, [Line(_on_circle(radius, angle + cut_half))]
    notch_half = math.degrees(math.asin(half / radius))
    bulge = -(depth - radius * (1 - math.cos(math.radians(notch_half)))) / half
    for angle in _spread_evenly(plate.notches, rear, notch_half + 8):
        yield angle - notch_half, angle + notch_half, [Arc(_on_circle(radius, angle + notch_half), bulge)]
    if plate.travel:
        yield _tip_bite(radius, radius + plate.point, float(TRAVEL_ANGLE[plate.travel]))


def _tip_bite(radius: float, reach: float, angle: float) -> Bite:
    """A round tip with its two tangents."""
    tip = min(TIP, 2 * TIP_SHARE * radius)
    middle = reach - tip
    wide = math.acos((radius - tip) / middle)
    turn = rotation(angle)
    ends = [apply_matrix(turn, (middle + tip * math.cos(a), tip * math.sin(a))) for a in (-wide, wide)]
    spread = math.degrees(wide)
    path: list[Segment] = [Line(ends[0]), Arc(ends[1], math.tan(wide / 2)), Line(_on_circle(radius, angle + spread))]
    return angle - spread, angle + spread, path


def _on_circle(radius: float, degrees: float) -> Point:
    return apply_matrix(rotation(degrees), (radius, 0.0))
