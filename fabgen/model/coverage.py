"""The drawing of a part → how much of each small square it covers, at every scale: its sheet, and its etched marks.

Pictures read these averages, not the lines: a hatch that is finer than a pixel becomes an even tone, and the edge of
whatever lies between the light and a surface becomes a soft shadow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from fabgen.artwork.path import Point
from fabgen.model.solids import PartSolid, mark_areas, outline_rings

FINER = 3  # dots for each texel along an axis, which are averaged
LARGEST = 4096  # texels along the longer side
RIM = 2  # texels around a part that it does not cover


@dataclass(frozen=True)
class Pyramid:
    """An area in squares of `texel` mm from a corner `origin`, and in squares of twice the size, and so on.

    `values` holds all levels one after the other, from 0 to 1, each with a rim of zeros; `starts` where each begins,
    `widths` and `heights` its size.
    """

    origin: Point
    texel: float
    values: Any
    starts: Any
    widths: Any
    heights: Any

    def nearest(self, x: Any, y: Any) -> Any:
        """The finest value at points in mm."""
        width, height = int(self.widths[0]), int(self.heights[0])
        column = np.clip(((x - self.origin[0]) / self.texel).astype(np.int32) + RIM, 0, width - 1)
        row = np.clip(((y - self.origin[1]) / self.texel).astype(np.int32) + RIM, 0, height - 1)
        return self.values[row * width + column]

    def sample(self, x: Any, y: Any, wide: Any) -> Any:
        """The averages about points over squares `wide` mm wide: between the two levels next to that width."""
        top = len(self.starts) - 1
        if np.ndim(wide) == 0:
            level = min(max(float(np.log2(max(wide / self.texel, 1e-6))), 0.0), top)
            low = min(int(level), max(top - 1, 0))
            coarse = self._bilinear(x, y, min(low + 1, top)) if level > low else 0.0
            return self._bilinear(x, y, low) * (1 - (level - low)) + coarse * (level - low)
        levels = np.clip(np.log2(np.maximum(wide / self.texel, 1e-6)), 0, top)
        lows = levels.astype(np.int32)
        share = levels - lows
        return self._bilinear(x, y, lows) * (1 - share) + self._bilinear(x, y, np.minimum(lows + 1, top)) * share

    def _bilinear(self, x: Any, y: Any, level: Any) -> Any:
        """The values of a level between the middles of its squares."""
        size, width, height = self.texel * 2.0 ** np.asarray(level, np.float32), self.widths[level], self.heights[level]
        column = np.clip((x - self.origin[0]) / size + (RIM - 0.5), 0, width - 1.001)
        row = np.clip((y - self.origin[1]) / size + (RIM - 0.5), 0, height - 1.001)
        left, low = column.astype(np.int32), row.astype(np.int32)
        right_share, high_share = column - left, row - low
        at = self.starts[level] + low * width + left
        values = self.values
        lower = values[at] + (values[at + 1] - values[at]) * right_share
        upper = values[at + width] + (values[at + width + 1] - values[at + width]) * right_share
        return lower + (upper - lower) * high_share


@dataclass(frozen=True)
class PartCoverage:
    """What the sheet of a part covers, and its marks (None without any); both from the same corner."""

    sheet: Pyramid
    marks: Pyramid | None
    bounds: tuple[float, float, float, float]


def cover_part(solid: PartSolid, texel: float) -> PartCoverage:
    """The coverage of a part in squares of `texel` mm, or larger ones where it is very large."""
    rings = outline_rings(solid.placed.part.drawing, solid.fine)
    xs, ys = ([point[axis] for ring in rings for point in ring] for axis in (0, 1))
    bounds = (min(xs), min(ys), max(xs), max(ys))
    texel = max(texel, (bounds[2] - bounds[0]) / LARGEST, (bounds[3] - bounds[1]) / LARGEST)
    canvas = _Canvas(bounds, texel)
    canvas.paint_parity(rings)
    sheet, marks = canvas.pyramid(), None
    polygons = sorted(mark_areas(solid.placed.part.drawing, max(2 * solid.fine, texel / 8)),
                      key=lambda polygon: -abs(polygon.envelope.area))
    if polygons:
        canvas = _Canvas(bounds, texel)
        for polygon in polygons:  # what lies in the hole of another is smaller, and so comes later
            canvas.paint(polygon.exterior.coords, 255)
            for hole in polygon.interiors:
                canvas.paint(hole.coords, 0)
        marks = canvas.pyramid()
    return PartCoverage(sheet, marks, bounds)


class _Canvas:
    """A picture of dots on which areas are painted; the first row is the lowest."""

    def __init__(self, bounds: tuple[float, float, float, float], texel: float) -> None:
        self.origin, self.texel = (bounds[0], bounds[1]), texel
        sizes = ((bounds[n + 2] - bounds[n]) / texel for n in (0, 1))
        width, height = (max(1, int(np.ceil(size))) for size in sizes)
        self.image = Image.new("L", (width * FINER, height * FINER))
        self.draw = ImageDraw.Draw(self.image)

    def paint(self, ring: Iterable[Sequence[float]], value: int) -> None:
        """An area inside a ring in mm."""
        scale, (x0, y0) = FINER / self.texel, self.origin
        points = [((x - x0) * scale - 0.5, (y - y0) * scale - 0.5) for x, y in ring]
        self.draw.polygon(points, fill=value)

    def paint_parity(self, rings: Sequence[Sequence[Point]]) -> None:
        """What lies inside an odd number of rings that do not cross."""
        import shapely

        polygons = sorted((shapely.Polygon(ring) for ring in rings if len(ring) > 2), key=lambda polygon: -polygon.area)
        for polygon in polygons:
            inside = polygon.representative_point()
            around = sum(other.contains(inside) for other in polygons if other.area > polygon.area)
            self.paint(polygon.exterior.coords, 0 if around % 2 else 255)

    def pyramid(self) -> Pyramid:
        """The averages of what is painted."""
        image, levels = self.image.reduce(FINER), list[Any]()
        while True:
            levels.append(np.pad(np.asarray(image, np.float32) / 255, RIM))
            if max(image.size) <= 2:
                break
            if image.width % 2 or image.height % 2:  # the last row and column count half as much as they cover
                even = Image.new("L", (image.width + image.width % 2, image.height + image.height % 2))
                even.paste(image, (0, 0))
                image = even
            image = image.reduce(2)
        sizes = [level.size for level in levels]
        return Pyramid(self.origin, self.texel, np.concatenate([level.ravel() for level in levels]),
                       np.cumsum([0, *sizes[:-1]]).astype(np.int32),
                       np.array([level.shape[1] for level in levels], np.int32),
                       np.array([level.shape[0] for level in levels], np.int32))


__all__ = ["PartCoverage", "Pyramid", "cover_part"]
