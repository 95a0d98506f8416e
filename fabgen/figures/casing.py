"""Outer size and a `Fit` → an open box whose bottom and four walls are joined by fingers: their outlines in mm.

The bottom lies between the walls, flush with their lower edges; at the corners the long walls have the lowest fingers.
Every panel is drawn in a box as large as its outside, from 0, 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from fabgen.artwork.part import Fit
from fabgen.artwork.path import Path
from fabgen.figures.joints import PLAIN, PanelSide, Span, finger_end, fingers, panel

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
        upright = fingers([(0, self.height)], self.fit, out=out)
        front = self._edge_over_low_front(low) if low else upright
        sides = [fingers(spans, self.fit, out=True), upright, top, front]
        return panel((0, 0, length, self.height), sides)

    def _edge_over_low_front(self, low: float) -> PanelSide:
        """The front edge of a side wall, from above: it reaches forward over the front wall, which it joins below."""
        joint, drop = fingers([(0, low)], self.fit, out=False), self.height - low
        step = finger_end(drop - self.fit.clearance / 2, self.fit)
        return PanelSide((*step, *(((u + drop, v), r) for (u, v), r in joint.corners)), 0.0, -self.fit.thickness)
