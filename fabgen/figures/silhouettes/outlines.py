"""Corners with radii → the outline of an upright piece, foot on y = 0, centred on x = 0, in mm.

An outline is a list of corners from the right foot over the top to the left foot, each with its own radius, so that the
tab of any joint can be put under it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from fabgen.artwork.path import (
    SEMICIRCLE,
    Arc,
    Path,
    Point,
    parallel_line,
    rounded_line,
    rounded_polygon,
    scale_matrix,
)

LINE_PASS = 0.25  # mm between the three lines as which a line is scored, which look like a broad one
ON_MIDDLE = 1e-6  # mm
SLOT = 1.5  # mm: the width of a line that is cut through acrylic of 3 mm, and in the list of shapes

Corner = tuple[Point, float]
Rounded = tuple[float, float, float]  # x, y and the radius of a corner


@dataclass(frozen=True)
class Silhouette:
    """Corners with their radii, from right foot to left foot, and holes.

    `lines`: open lines inside, such as a mane, which become slots in a made figure (`figures/pieces/openings`); they
    have no sharp corners. In acrylic of 3 mm the middle of a slot keeps 2.75 mm from edges, and so do these lines at
    0.8 of the natural height.
    `gates`: larger openings through the foot, neck or tower of a made figure, through which whoever sits opposite sees
    the marks on its base. Diagrams and paper pieces are drawn without them; pictures from near show them.
    `sign_field`: where a player's sign fits: its lower edge, and half its width; by default the foot. A silhouette
    lower than `least_height_for_holes` mm has no holes, because they would leave too little material beside them.
    `ring`: the radius in mm of the ring on a disc, around its middle; 0 for none.
    `flank`: how much of its edge is seen below it, in mm, of a flat piece that lies; 0 for none.
    """

    corners: tuple[Corner, ...]
    holes: tuple[Path, ...] = ()
    sign_field: tuple[float, float] | None = None
    least_height_for_holes: float = 0.0
    ring: float = 0.0
    lines: tuple[Path, ...] = ()
    flank: float = 0.0
    gates: tuple[Path, ...] = ()

    @cached_property
    def height(self) -> float:
        """The highest corner in mm; a fully rounded top touches it."""
        return max(y for (_, y), _ in self.corners)

    @property
    def foot(self) -> float:
        """Half the width that it stands on, in mm."""
        return self.corners[0][0][0]

    @property
    def sign_half_width(self) -> float:
        """Half the width for which a player's sign is drawn, in mm."""
        return self.sign_field[1] if self.sign_field else self.foot

    def scaled(self, factor: float) -> Silhouette:
        """The silhouette enlarged by a factor, its holes kept whatever its height."""
        corners = tuple(((x * factor, y * factor), r * factor) for (x, y), r in self.corners)
        field = (self.sign_field[0] * factor, self.sign_field[1] * factor) if self.sign_field else None
        holes, lines, gates = (tuple(path.transformed(scale_matrix(factor)) for path in paths)
                               for paths in (self.holes, self.lines, self.gates))
        return Silhouette(corners, holes, field, self.least_height_for_holes, self.ring * factor, lines,
                          self.flank * factor, gates)

    def without_fine_holes(self) -> Silhouette:
        """The silhouette as it is made at its height: without holes if it is lower than `least_height_for_holes`."""
        return self if self.height >= self.least_height_for_holes else replace(self, holes=())

    def outline(self) -> Path:
        """The closed outline standing on y = 0."""
        return self._outline

    @cached_property
    def _outline(self) -> Path:
        return rounded_polygon(self.corners)

    def outline_with_flank(self) -> Path:
        """The closed outline of a flat piece and of its edge below it."""
        middle, corners = self.height / 2, list[Corner]()
        for (x, y), r in self.corners:  # up at the right, down at the left
            at = [y - self.flank, y] if abs(y - middle) < ON_MIDDLE else [y - self.flank * (y < middle)]
            corners += [((x, high), r) for high in (at if x > 0 else reversed(at))]
        return rounded_polygon(corners)

    def outline_on_tab(self, tab: Sequence[Corner]) -> Path:
        """The outline with the corners of a tab under its foot, from left to right."""
        return rounded_polygon([*self.corners, *tab])


def mirrored_half(*half: Rounded) -> tuple[Corner, ...]:
    """Both sides from the right one: x, y, radius from the foot upwards; a corner on the axis is the top."""
    right = [((x, y), r) for x, y, r in half]
    left = [((-x, y), r) for (x, y), r in reversed(right) if x > 0]
    return (*right, *left)


def mirrored_gate(*half: Rounded) -> Path:
    """A symmetric opening by its right side, from below: x, y, radius; a corner on the axis is its top."""
    return rounded_polygon(limit_radii(mirrored_half(*half)))


def limit_radii(corners: Sequence[Corner]) -> tuple[Corner, ...]:
    """The corners with radii no larger than the edges beside them have room for."""
    count, points = len(corners), [point for point, _ in corners]
    following = points[1:] + points[:1]
    ways = [math.atan2(y1 - y0, x1 - x0) for (x0, y0), (x1, y1) in zip(points, following, strict=True)]
    # The angle in radians by which the outline turns at each corner, to the left if positive.
    turns = [(ways[i] - ways[i - 1] + math.pi) % (2 * math.pi) - math.pi for i in range(count)]
    reach = [r * math.tan(abs(turn) / 2) for turn, (_, r) in zip(turns, corners, strict=True)]
    room = list(map(math.dist, points, following))
    share = [min(1.0, length / max(reach[i] + reach[(i + 1) % count], 1e-9)) for i, length in enumerate(room)]
    return tuple((p, r * min(share[i - 1], share[i])) for i, (p, r) in enumerate(corners))


def bend(x: float, y: float, radius: float, start: float, end: float) -> tuple[Rounded, ...]:
    """Corners that round to an arc about the point x, y, from one angle to another in degrees. From a greater to a
    smaller angle the arc runs clockwise, into the piece."""
    count = max(1, math.ceil(abs(end - start) / 60))
    step = math.radians(end - start) / count
    far = radius / math.cos(step / 2)
    angles = [math.radians(start) + step * (k + 0.5) for k in range(count)]
    return tuple((x + far * math.cos(a), y + far * math.sin(a), radius) for a in angles)


def symmetric(*half: Rounded, holes: tuple[Path, ...] = (), fine: float = 0.0, lines: tuple[Path, ...] = ()
              ) -> Silhouette:
    """A symmetric silhouette from its right side: x, y, radius from the foot upwards. `fine`: the least height in mm
    for its holes."""
    return Silhouette(limit_radii(mirrored_half(*half)), holes, _plinth_field(half[0][0]), fine, lines=lines)


def asymmetric(*around: Rounded, holes: tuple[Path, ...] = (), fine: float = 0.0, lines: tuple[Path, ...] = ()
               ) -> Silhouette:
    """An asymmetric silhouette: x, y, radius from the right foot over the top to the left foot. `fine`: the least
    height in mm for its holes."""
    return Silhouette(limit_radii([((x, y), r) for x, y, r in around]), holes, _plinth_field(around[0][0]), fine,
                      lines=lines)


def _plinth_field(foot: float) -> tuple[float, float]:
    """The field for a player's sign that stays within the plinth."""
    return 0.4, 0.75 * foot


def plinth(half: float = 12.5) -> tuple[Rounded, ...]:
    """The right side of the plinth under each shape; the shape goes on above 4.5 mm."""
    return (half, 0, 0.8), (half, 4.5, 2)


def plinth_left(half: float = 12.5) -> tuple[Rounded, ...]:
    """The left side of the plinth."""
    return (-half, 4.5, 2), (-half, 0, 0.8)


def closed_path(*around: Rounded) -> Path:
    """A closed path by its corners, such as a hole: x, y, radius."""
    return rounded_polygon(limit_radii([((x, y), r) for x, y, r in around]))


def open_line(*along: Rounded) -> Path:
    """A line of a silhouette by its ends and corners: x, y, radius."""
    return rounded_line([((x, y), r) for x, y, r in along])


def level_line(half: float, y: float) -> Path:
    """A level line from `-half` to `half`, such as a collar or a band."""
    return open_line((-half, y, 0), (half, y, 0))


def scored_lines(path: Path) -> tuple[Path, Path, Path]:
    """A line of a silhouette as a laser scores it: three times, side by side, to be seen from across the table."""
    return parallel_line(path, LINE_PASS), path, parallel_line(path, -LINE_PASS)


def broad_line(path: Path, width: float) -> Path:
    """A line of a silhouette as a slot with round ends, `width` mm wide."""
    left, right = parallel_line(path, width / 2), parallel_line(path, -width / 2).reversed()
    ends = Arc(right.start, -SEMICIRCLE), Arc(left.start, -SEMICIRCLE)
    return Path(left.start, (*left.segments, ends[0], *right.segments, ends[1]), closed=True)


__all__ = [
    "SLOT",
    "Corner",
    "Rounded",
    "Silhouette",
    "asymmetric",
    "bend",
    "broad_line",
    "closed_path",
    "level_line",
    "limit_radii",
    "mirrored_gate",
    "mirrored_half",
    "open_line",
    "plinth",
    "plinth_left",
    "scored_lines",
    "symmetric",
]
