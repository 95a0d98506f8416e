"""Lengths and a `Fit` → the sides of flat panels that are joined: fingers, half-laps, knobs; corners with radii, mm.

A side runs along u, and v points outward; a panel has four sides, counter-clockwise. The part that goes into another is
drawn at its own size, and the opening for it is wider by the clearance: slot width minus tab width is the clearance. No
inner corner is sharp: the end of a slot is relieved by rounds outside of the part that goes in, so that this part can
be pushed in fully.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from fabgen.artwork.part import Fit
from fabgen.artwork.path import Path, rounded_polygon
from fabgen.figures.pieces.bases import LEAD_IN, RELIEF
from fabgen.figures.silhouettes.outlines import Corner

EAR, LEAD = 0.5, 0.3  # mm: radius of the relief beside a finger's root; rounding of its tip
FINGER, MOST_FINGER, FINGERS = 3.0, 8.0, 11  # least and greatest width of a finger in thicknesses; fingers on a side
Span = tuple[float, float]


@dataclass(frozen=True)
class PanelSide:
    """One side of a panel: its inner corners as (u, v) with radii, and how far out it starts and ends, in mm."""

    corners: tuple[Corner, ...] = ()
    start_offset: float = 0.0
    end_offset: float = 0.0


PLAIN = PanelSide()


def panel(box: tuple[float, float, float, float], sides: Sequence[PanelSide],
          radii: Sequence[float] = (0.0, 0.0, 0.0, 0.0)) -> Path:
    """A closed outline around a box: its sides from the lower one, counter-clockwise, and the radii of the corners at
    which they start. Where a side starts or ends inside of the box, so does the corner."""
    x0, y0, x1, y1 = box
    starts = [((x0, y0), (1, 0)), ((x1, y0), (0, 1)), ((x1, y1), (-1, 0)), ((x0, y1), (0, -1))]
    corners: list[Corner] = []
    for n, side in enumerate(sides):
        (x, y), (a, b) = starts[n]
        inset = -sides[n - 1].end_offset  # of the corner along this side
        side_corners: list[Corner] = [((inset, side.start_offset), radii[n]), *side.corners]
        corners += [((x + a * u + b * v, y + b * u - a * v), radius) for (u, v), radius in side_corners]
    return rounded_polygon(corners)


def finger_count(length: float, thickness: float) -> int:
    """How many fingers and gaps a joint of a length has: an odd number, three at least. Fingers are three to eight
    thicknesses wide where the length allows it."""
    wide = min(max(FINGER * thickness, length / FINGERS), MOST_FINGER * thickness)
    count = int(length / wide + 1e-9)
    return max(3, count - 1 + count % 2)


def fingers(spans: Iterable[Span], fit: Fit, *, out: bool) -> PanelSide:
    """A finger joint over each span of a side. With `out` there are fingers at the ends of each span, else gaps, as on
    the panel that it is joined to. Fingers are as long as the sheet is thick. They are narrower than the gaps between
    them by the clearance."""
    corners: list[Corner] = []
    for low, high in spans:
        count = finger_count(high - low, fit.thickness)
        width = (high - low) / count
        for k in range(1, count):
            is_finger_end = (k % 2 == 1) == out
            u = low + k * width + (-1 if is_finger_end else 1) * fit.clearance / 4
            corners += finger_end(u, fit) if is_finger_end else _finger_start(u, fit)
    end = 0.0 if out else -fit.thickness
    return PanelSide(tuple(corners), end, end)


def finger_end(u: float, fit: Fit) -> list[Corner]:
    """The corners where a finger ends and a gap begins. In a brittle sheet the gap's inner corner is relieved into the
    finger, beside the finger of the other panel."""
    deep = fit.thickness
    ear, lead = min(EAR, deep / 3), min(LEAD, deep / 6)
    if not fit.brittle:
        return [((u, 0.0), lead), ((u, -deep), 0.0)]
    return [((u, 0.0), lead), ((u, -deep + 2 * ear), 0.0), ((u - ear, -deep + 2 * ear), ear), ((u - ear, -deep), ear)]


def _finger_start(u: float, fit: Fit) -> list[Corner]:
    """The corners where a gap ends and a finger begins."""
    return [((2 * u - x, y), r) for (x, y), r in reversed(finger_end(u, fit))]


def notches(places: Iterable[float], depth: float, fit: Fit) -> PanelSide:
    """Slits in a side, their middles at `places`, as wide as a sheet and its clearance. The relief at their ends is
    part of the depth."""
    near = fit.slot / 2
    relief, lead = min(RELIEF, near), min(LEAD_IN, fit.thickness / 2)
    return PanelSide(tuple(corner for u in places for corner in (
        ((u - near, 0.0), lead), ((u - near, -depth), relief), ((u + near, -depth), relief), ((u + near, 0.0), lead))))


def lap_depth(height: float, fit: Fit) -> float:
    """The depth of the slits of two strips of a height that cross. Both slits end in the middle, with a clearance and
    two reliefs between them, so that both strips stand on the ground."""
    return height / 2 + fit.clearance / 2 + RELIEF


@dataclass(frozen=True)
class Knob:
    """A rounded dovetail: the width of its neck, how much wider its head is on either side, how far it reaches out, and
    the radius of its corners, mm."""

    neck: float
    lean: float
    reach: float
    radius: float

    @property
    def head(self) -> float:
        """The width of its head in mm."""
        return self.neck + 2 * self.lean

    def knob_corners(self, u: float) -> tuple[Corner, ...]:
        """The corners of the knob on a side, its middle at u."""
        neck, head = self.neck / 2, self.head / 2
        return (((u - neck, 0.0), self.radius), ((u - head, self.reach), self.radius),
                ((u + head, self.reach), self.radius), ((u + neck, 0.0), self.radius))

    def socket_corners(self, u: float, clearance: float) -> tuple[Corner, ...]:
        """The corners of its socket, wider by the clearance everywhere and deeper by half of it, so that the straight
        edges beside it meet first."""
        deep = self.reach + max(clearance, 0.0) / 2
        neck = (self.neck + clearance) / 2
        head = neck + self.lean * deep / self.reach
        inner = self.radius + clearance / 2
        return (((u - neck, 0.0), self.radius), ((u - head, -deep), inner),
                ((u + head, -deep), inner), ((u + neck, 0.0), self.radius))

    def key_outline(self) -> Path:
        """A key for two sockets that face each other, its middle at the origin: two knobs, neck to neck."""
        neck, head = self.neck / 2, self.head / 2
        half: list[Corner] = [((neck, 0.0), self.radius), ((head, self.reach), self.radius),
                              ((-head, self.reach), self.radius)]
        return rounded_polygon([*half, *(((-x, -y), r) for (x, y), r in half)])


def knob(cell: float) -> Knob:
    """The knob for seams along cells of `cell` mm: small enough to lie in the middle of a cell's edge."""
    k = min(1.0, max(0.45, cell / 30))
    return Knob(8.0 * k, 1.3 * k, 4.7 * k, max(0.55, 1.3 * k))


def knob_places(cells: int, cell: float, pitch: float = 75.0) -> list[int]:
    """The numbers of the cells along a seam that have a knob: about every `pitch` mm, one at least, spread evenly."""
    step = max(1, math.ceil(pitch / cell - 0.5))
    return list(range((cells - 1) % step // 2, cells, step))


LEAST_WALL = 12.0  # mm: a lower wall has no room for three fingers


@dataclass(frozen=True)
class Casing:
    """An open box: its outer width, depth and height in mm. `seams_x` and `seams_y` are where its bottom is parted,
    from its outer lower left corner."""

    width: float
    depth: float
    height: float
    fit: Fit
    seams_x: tuple[float, ...] = ()
    seams_y: tuple[float, ...] = ()

    @property
    def wall(self) -> float:
        """The thickness of its walls in mm."""
        return self.fit.thickness

    def spans(self, axis: int) -> list[Span]:
        """The joints of the bottom along x (0) or y (1): one for each of its parts."""
        length, seams = (self.width, self.seams_x) if axis == 0 else (self.depth, self.seams_y)
        return list(pairwise([self.wall, *seams, length - self.wall]))

    def bottom(self) -> Path:
        """The whole bottom."""
        sides = [fingers(self.spans(axis), self.fit, out=False) for axis in (0, 1, 0, 1)]
        return panel((0, 0, self.width, self.depth), sides)

    def front(self, top: PanelSide = PLAIN) -> Path:
        """A wall along x; there are two."""
        return self._wall(self.width, self.spans(0), top, out=True)

    def side(self, top: PanelSide = PLAIN, low: float = 0.0) -> Path:
        """A wall along y, its front to the left; there are two. `low` is the height of the front wall if that is lower
        than this one."""
        return self._wall(self.depth, self.spans(1), top, out=False, low=low)

    def _wall(self, length: float, spans: Sequence[Span], top: PanelSide, *, out: bool, low: float = 0.0) -> Path:
        """A wall with fingers along its bottom and its two upright edges."""
        upright = fingers([(0, self.height)], self.fit, out=out)
        front = self._edge_over_low_front(low) if low else upright
        sides = [fingers(spans, self.fit, out=True), upright, top, front]
        return panel((0, 0, length, self.height), sides)

    def _edge_over_low_front(self, low: float) -> PanelSide:
        """The front edge of a side wall, from above: it reaches forward over the front wall, which it joins below."""
        joint, drop = fingers([(0, low)], self.fit, out=False), self.height - low
        step = finger_end(drop - self.fit.clearance / 2, self.fit)
        return PanelSide((*step, *(((u + drop, v), r) for (u, v), r in joint.corners)), 0.0, -self.fit.thickness)
