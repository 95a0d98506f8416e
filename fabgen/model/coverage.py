"""The drawing of a part → how much of each small square it covers, at every scale: its sheet, and its etched marks.

Pictures read these averages, not the lines: a hatch that is finer than a pixel becomes an even tone, and the edge of
whatever lies between the light and a surface becomes a soft shadow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from fabgen.artwork.drawing import Drawing, Item, Role, Shape
from fabgen.artwork.path import Path, Point
from fabgen.model.solids import PartSolid, mark_areas, outline_rings

FINEST_DOT, MOST_DOTS = 0.06, 8192  # mm: dots that are averaged to texels; how many along the longer side
DOTS_ACROSS = 5  # dots across a texel at most: nobody sees the difference to more
LARGEST = 4096  # texels along the longer side
SOFT, SOFT_HATCH = 0.4, 1.8  # pixels over which marks are averaged, besides the mean of rays, and lines of hatches
# mm from middle to middle: nearer lines are one broad line to the eye, as they are meant to be; level or upright lines
# that are this far apart, up to the second value, belong to a hatch.
SIDE_BY_SIDE = 0.5, 1.2
STROKE_POINTS = 5  # of the ring around a straight stroke: four corners, and the first again
PARALLEL = 0.01  # sine of the angle between lines that count as parallel
STRAIGHT = 0.05  # mm by which a straight line may be off, and a level one rise
RIM = 2  # texels around a part that it does not cover


@dataclass(frozen=True)
class Pyramid:
    """An area in squares of `texel` mm from a corner `origin`, and in squares of twice the size, and so on.

    `values` holds all levels one after the other, from 0 to 1, each with a rim of zeros. For each level: `starts` where
    it begins, `widths` its columns, `rights` and `tops` the last place between squares, `scales` its squares in a mm.
    """

    origin: Point
    texel: float
    values: Any
    starts: Any
    widths: Any
    rights: Any
    tops: Any
    scales: Any

    def nearest(self, x: Any, y: Any) -> Any:
        """The finest value at points in mm."""
        scale = self.scales[0]
        column = np.clip((x - np.float32(self.origin[0])) * scale + np.float32(RIM), 0, self.rights[0]).astype(np.int32)
        row = np.clip((y - np.float32(self.origin[1])) * scale + np.float32(RIM), 0, self.tops[0]).astype(np.int32)
        return self.values[row * self.widths[0] + column]

    def has_near(self, x: Any, y: Any, side: float) -> Any:
        """False at points in mm where nothing is covered in a square `side` mm wide about them."""
        level = min(int(np.ceil(np.log2(max(side / self.texel, 1)))), len(self.starts) - 1)
        return self._bilinear(x, y, level) > 0

    def sample(self, x: Any, y: Any, side: float) -> Any:
        """The averages about points over squares `side` mm wide: between the two levels next to that width."""
        top = len(self.starts) - 1
        level = min(max(float(np.log2(max(side / self.texel, 1e-6))), 0.0), top)
        low = min(int(level), max(top - 1, 0))
        fine, share = self._bilinear(x, y, low), np.float32(level - low)
        return fine + (self._bilinear(x, y, min(low + 1, top)) - fine) * share if share else fine

    def average(self, x: Any, y: Any, sides: Any, rank: float) -> Any:
        """The averages about points over squares of a width for each: on the level below that width or above it, by
        how near it is and by a rank from 0 to 1."""
        levels = np.log2(np.maximum(sides, self.texel) / np.float32(self.texel)) + np.float32(rank)
        return self._bilinear(x, y, np.minimum(levels.astype(np.int32), len(self.starts) - 1))

    def _bilinear(self, x: Any, y: Any, level: Any) -> Any:
        """The values of a level between the middles of its squares."""
        finer, width = self.scales[level], self.widths[level]
        column, row = (x - np.float32(self.origin[0])) * finer, (y - np.float32(self.origin[1])) * finer
        for places, last in ((column, self.rights[level]), (row, self.tops[level])):
            places += np.float32(RIM - 0.5)
            np.maximum(places, 0, out=places)
            np.minimum(places, last, out=places)
        left, low = column.astype(np.int32), row.astype(np.int32)
        right_share, high_share = column - left, row - low
        at = (self.starts[level] + low * width + left).astype(np.intp)
        above = at + width
        lower, lower_right = self.values.take(at), self.values.take(at + 1)
        upper, upper_right = self.values.take(above), self.values.take(above + 1)
        lower = lower + (lower_right - lower) * right_share
        upper = upper + (upper_right - upper) * right_share
        return lower + (upper - lower) * high_share


@dataclass(frozen=True)
class PartCoverage:
    """What the sheet of a part covers, its marks, and the lines of its hatches (None without any); all from the same
    corner."""

    sheet: Pyramid
    marks: Pyramid | None
    hatches: Pyramid | None
    bounds: tuple[float, float, float, float]

    def mark_shares(self, x: Any, y: Any, pixel: float, stretch: float = 1.0) -> tuple[Any, Any]:
        """How much of the face is marked about points in mm, and how much by hatches alone, for a picture with pixels
        `pixel` mm wide and `stretch` times as long. Lines of a hatch are averaged over so much that those less than two
        pixels apart are an even tone, without waves."""
        marks = self.marks.sample(x, y, pixel * SOFT) if self.marks else None
        if not self.hatches:
            return marks, np.float32(0)
        hatches = self.hatches.sample(x, y, pixel * SOFT_HATCH * stretch ** 0.5)
        return hatches if marks is None else 1 - (1 - marks) * (1 - hatches), hatches

    @property
    def has_marks(self) -> bool:
        """True when anything is marked."""
        return bool(self.marks or self.hatches)


def cover_part(solid: PartSolid, texel: float) -> PartCoverage:
    """The coverage of a part in squares of `texel` mm, or larger ones where it is very large."""
    rings = outline_rings(solid.placed.part.drawing, solid.fine)
    xs, ys = ([point[axis] for ring in rings for point in ring] for axis in (0, 1))
    bounds = (min(xs), min(ys), max(xs), max(ys))
    texel = max(texel, (bounds[2] - bounds[0]) / LARGEST, (bounds[3] - bounds[1]) / LARGEST)
    canvas = _Canvas(bounds, texel)
    canvas.paint_parity(rings)
    sheet, drawing = canvas.pyramid(), solid.placed.part.drawing
    layers = list[Pyramid | None]()
    for layer in _split_hatches(drawing, solid.score_width):
        areas = [*mark_areas(layer, max(2 * solid.fine, texel / 8), solid.score_width, united=False)]
        if areas:
            canvas = _Canvas(bounds, texel)
            is_hatched = bool(layers)  # the second layer: gaps between its lines are meant
            canvas.paint_all(areas if is_hatched else _close_gaps(areas, solid.score_width))
        layers.append(canvas.pyramid() if areas else None)
    marks, hatches = layers
    return PartCoverage(sheet, marks, hatches, bounds)


def _split_hatches(drawing: Drawing, line_width: float) -> tuple[Drawing, Drawing]:
    """The marks that are drawn as sharply as the picture allows, and the lines of hatches, which would then make
    waves. Lines are `line_width` mm wide."""
    marks, hatches = list[Item](), list[Item]()
    for item in drawing.items:
        if not isinstance(item, Shape) or item.role is not Role.ZONE:
            marks.append(item)
            continue
        are_hatched = _find_hatch_lines(item.paths, line_width)
        for items, is_hatch in ((marks, False), (hatches, True)):
            paths = tuple(path for path, hatched in zip(item.paths, are_hatched, strict=True) if hatched is is_hatch)
            items += [replace(item, paths=paths)] if paths else []
    return Drawing(tuple(marks)), Drawing(tuple(hatches))


def _find_hatch_lines(paths: Sequence[Path], line_width: float) -> list[bool]:
    """Which paths are lines of a hatch: straight, and either as far from the nearest one beside it as the lines of a
    hatch are or, if neither level nor upright, so far that lines of `line_width` mm leave something between them.
    Those that leave nothing fill a solid sign."""
    if not paths:
        return []
    traces = [path.trace(STRAIGHT) for path in paths]
    are_straight = [len(points) == 2 for points in traces]
    ends = np.array([[points[0], points[-1]] for points in traces])  # path, end, axis
    along = np.abs(ends[:, 1] - ends[:, 0])
    found = np.array(are_straight) & (along > STRAIGHT).all(axis=1)
    slanted = np.flatnonzero(found)
    found[slanted[_have_touching_neighbours(ends[slanted], line_width)]] = False
    for axis in (0, 1):
        numbers = np.flatnonzero(are_straight & (along[:, axis] <= STRAIGHT))
        apart = np.abs(np.subtract.outer(ends[numbers, 0, axis], ends[numbers, 0, axis]))
        lows, highs = (find(ends[numbers, :, 1 - axis], axis=1) for find in (np.min, np.max))
        are_beside = np.minimum.outer(highs, highs) > np.maximum.outer(lows, lows)
        nearest = np.where(are_beside & (apart > STRAIGHT), apart, np.inf).min(axis=1, initial=np.inf)
        found[numbers[(nearest > SIDE_BY_SIDE[0]) & (nearest < SIDE_BY_SIDE[1])]] = True
    hatch_lines: list[bool] = found.tolist()
    return hatch_lines


def _have_touching_neighbours(ends: Any, line_width: float) -> Any:
    """Which straight lines with these ends touch a parallel one beside them, where lines are `line_width` mm wide."""
    import shapely

    ways = ends[:, 1] - ends[:, 0]
    ways = ways / np.hypot(ways[:, :1], ways[:, 1:])
    middles = ends.mean(axis=1)
    tree = shapely.STRtree(shapely.linestrings(ends))
    lines, others = tree.query(shapely.points(middles), predicate="dwithin", distance=line_width)
    are_parallel = np.abs(_cross(ways[lines], ways[others])) < PARALLEL
    are_beside = np.abs(_cross(ways[lines], middles[others] - middles[lines])) > STRAIGHT
    touching = np.zeros(len(ends), bool)
    touching[lines[are_parallel & are_beside]] = True
    return touching


def _cross(first: Any, second: Any) -> Any:
    """The cross products of vectors."""
    return first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]


def _close_gaps(areas: Sequence[Any], line_width: float) -> Any:
    """Areas with what is between lines of a width in mm that are side by side."""
    import shapely

    half = (SIDE_BY_SIDE[0] - line_width) / 2
    widened = shapely.union_all(shapely.buffer(areas, half, quad_segs=2))
    return shapely.get_parts(shapely.buffer(widened, -half, quad_segs=2))


class _Canvas:
    """A picture of dots on which areas are painted; the first row is the lowest."""

    def __init__(self, bounds: tuple[float, float, float, float], texel: float) -> None:
        self.origin, self.texel = (bounds[0], bounds[1]), texel
        sizes = ((bounds[n + 2] - bounds[n]) / texel for n in (0, 1))
        width, height = (max(1, int(np.ceil(size))) for size in sizes)
        self.finer = max(2, min(int(np.ceil(texel / FINEST_DOT)), DOTS_ACROSS, MOST_DOTS // max(width, height)))
        self.image = Image.new("L", (width * self.finer, height * self.finer))
        self.draw = ImageDraw.Draw(self.image)

    def paint_all(self, areas: Any) -> None:
        """Polygons that may lie in the holes of others."""
        import shapely

        # The dots on a border are painted too: they make everything half a dot broader on each side.
        half = self.texel / self.finer / 2
        trimmed = _shrink(areas, half)
        left, low, right, high = shapely.bounds(trimmed).T
        trimmed = trimmed[np.argsort(-(right - left) * (high - low), kind="stable")]
        outlines = self._find_dots(shapely.get_exterior_ring(trimmed))
        for polygon, outline, holes in zip(trimmed, outlines, shapely.get_num_interior_rings(trimmed), strict=True):
            self.draw.polygon(outline, fill=255)
            if holes:  # what lies in them is smaller, and so comes later
                clear = _shrink(shapely.polygons(shapely.get_rings(polygon)[1:]), 2 * half)
                for hole in self._find_dots(shapely.get_exterior_ring(clear)):
                    self.draw.polygon(hole, fill=0)

    def paint_parity(self, rings: Sequence[Sequence[Point]]) -> None:
        """What lies inside an odd number of rings that do not cross."""
        import shapely

        borders = shapely.MultiLineString([[*ring, ring[0]] for ring in rings])
        self.paint_all(shapely.get_parts(shapely.build_area(borders)))

    def _find_dots(self, rings: Any) -> Iterator[list[float]]:
        """The dots at the corners of each ring, x and y in turn: for all rings at once, as there are thousands."""
        import shapely

        dots = (shapely.get_coordinates(rings) - self.origin) * (self.finer / self.texel) - 0.5
        counts = shapely.get_num_coordinates(rings)
        # Dots are whole. Strokes have rounded sides too, so that all lines of a hatch are equally broad.
        are_of_strokes = np.repeat(counts == STROKE_POINTS, counts)
        strokes = dots[are_of_strokes].reshape(-1, STROKE_POINTS, 2)
        sides = np.rint(np.diff(strokes, axis=1, prepend=0))
        dots[are_of_strokes] = np.cumsum(sides, axis=1).reshape(-1, 2)
        numbers, ends = np.rint(dots).ravel().tolist(), np.cumsum(2 * counts).tolist()
        yield from (numbers[start:end] for start, end in pairwise([0, *ends]))

    def pyramid(self) -> Pyramid:
        """The averages of what is painted."""
        level, levels = np.asarray(self.image.reduce(self.finer), np.float32) / 255, list[Any]()
        while True:
            levels.append(np.pad(level, RIM))
            if max(level.shape) <= 2:
                break
            level = _halve(_halve(level).T).T
        sizes = [level.size for level in levels]
        rights, tops = (np.array([level.shape[axis] - 1.001 for level in levels], np.float32) for axis in (1, 0))
        return Pyramid(self.origin, self.texel, np.concatenate([level.ravel() for level in levels]),
                       np.cumsum([0, *sizes[:-1]]).astype(np.int32),
                       np.array([level.shape[1] for level in levels], np.int32),
                       rights, tops,
                       np.array([1 / self.texel / 2 ** n for n in range(len(levels))], np.float32))


def _shrink(areas: Any, margin: float) -> Any:
    """Areas without a margin in mm along their borders, as polygons; what is left of narrow ones may be nothing."""
    import shapely

    pieces = shapely.get_parts(shapely.buffer(areas, -margin, quad_segs=1, join_style="mitre"))
    return pieces[~shapely.is_empty(pieces)]


def _halve(level: Any) -> Any:
    """Half as many rows: of four that lie around a new one, those in the middle count three times as much. Lines at
    even distances then leave no waves, as they would if two rows were averaged."""
    rows = np.pad(level, ((1, 3), (0, 0)))
    count = -(-len(level) // 2)
    first, second, third, fourth = (rows[n:n + 2 * count:2] for n in range(4))
    return (first + fourth + np.float32(3) * (second + third)) / np.float32(8)


__all__ = ["PartCoverage", "Pyramid", "cover_part"]
