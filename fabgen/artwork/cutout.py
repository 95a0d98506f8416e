"""A drawing of one piece and a height → its outline on its foot, on y = 0 and about x = 0, in mm, as it can be cut.

What stands on a level edge takes a tab there. Everything else gets a plinth, in which its lowest part is sunk, with
rounded corners where they meet; arcs and curves stay what they are wherever the plinth does not touch them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path as File
from typing import TYPE_CHECKING

from fabgen.artwork.art import FLAT, Art, read_art
from fabgen.artwork.drawn import ArtError
from fabgen.artwork.path import Line, Path, Point, Segment, moving, rounded, scaling
from fabgen.artwork.regions import outline, recalled, runs
from fabgen.base import Problem, Where

if TYPE_CHECKING:
    from shapely import Polygon
    from shapely.geometry.base import BaseGeometry

FOOT = 2.0  # mm: what lies lower is the foot
LEVEL = 0.05  # mm: what lies lower is on the ground
LEAST_FOOT, ROUNDED = 9.0, 2.0  # mm: the least edge that takes a tab; what may be rounded off on either side of it
PLINTH, SUNK, BESIDE = 4.5, 2.0, 2.5  # mm: its height, how deep the drawing is in it, how far it goes beyond the foot
LEAST_HALF, SHARE = 8.0, 0.2  # mm, and of the height: the least half width of a plinth
FILLET, NEAR = 0.8, 3.0  # mm: radius of corners between plinth and drawing, how far over the plinth they reach
NOTCH, LEAST = 0.2, 0.02  # mm: an inner corner comes as round out of any machine; of its square: what is worth filling
LEAST_GAP = 3.0  # mm: narrower gaps over a plinth are filled
SPECK = 0.5  # mm²: less is no piece of its own


@dataclass(frozen=True)
class Cutout:
    """An open path from the right end of the foot over the top to the left end, both on y = 0, and holes."""

    top: Path
    holes: tuple[Path, ...]

    @property
    def foot(self) -> float:
        """Half the width of the level edge that it stands on."""
        return self.top.start[0]


def read_cut(file: File) -> Art:
    """The art of an SVG file that is to be cut in one piece. Raises FabgenError as `read_art` does, ArtError for what
    is not joined to the rest: it would fall out."""
    art = read_art(file, "cut")
    whole = sorted((path for path in art.areas if path.area() > 0), key=lambda path: -path.area())
    loose = [path for path in whole[1:] if path.area() > SPECK]
    if loose:
        raise ArtError([_loose(file, path) for path in loose], art.areas)
    kept = {*whole[1:]}
    return Art(tuple(path for path in art.areas if path not in kept), art.lines, art.page)


def _loose(file: File, path: Path) -> tuple[Problem, Point]:
    x0, y0, x1, y1 = path.bounds()
    at = (x0 + x1) / 2, (y0 + y1) / 2
    what = f"this is not joined to the rest, and falls out, at {at[0]:.1f}, {at[1]:.1f} mm from the lower left corner"
    return Problem(Where(str(file)), what, "join it with a bridge of 3 mm or more, or delete it"), at


@lru_cache(maxsize=64)
def cutout(art: Art, height: float) -> Cutout:
    """A drawing of one piece, so high, plinth included."""
    shape = _scaled(_cuttable(_scaled(art, height)), height)
    left, right = _extent(shape)
    ground = _ground(shape.areas)
    if ground and ground[1] - ground[0] >= max(LEAST_FOOT, right - left - 2 * ROUNDED):
        moved = shape.transformed(moving(-sum(ground) / 2, 0.0))
        return Cutout(_topped(_outer(moved.areas)), _holes(moved.areas))
    raised = _scaled(_cuttable(_scaled(art, height - PLINTH + SUNK)), height - PLINTH + SUNK)
    left, right = _extent(raised)
    half = max((right - left) / 2 + BESIDE, LEAST_HALF, SHARE * height)
    return _on_plinth(raised.transformed(moving(-(left + right) / 2, PLINTH - SUNK)), half)


def _scaled(art: Art, height: float) -> Art:
    """So high, standing on y = 0."""
    _, y0, _, y1 = _outer(art.areas).bounds()
    factor = height / (y1 - y0)
    return art.transformed(scaling(factor)).transformed(moving(0.0, -factor * y0))


def _cuttable(art: Art) -> Art:
    """With inner corners as round as the beam makes them: a sharper notch has no inside to cut along."""
    import shapely

    outer = _outer(art.areas)
    holes = [outline(hole, FLAT) for hole in _holes(art.areas)]
    area = outline(outer, FLAT).difference(shapely.union_all(holes))
    corners = _corners(area, NOTCH)
    if not corners:
        return art
    return replace(art, areas=recalled(area.union(shapely.union_all(corners)), runs(art.areas, FLAT), SPECK, FLAT / 2))


def _corners(area: BaseGeometry, radius: float) -> list[BaseGeometry]:
    """What has to be filled so that no inner corner is sharper than a radius in mm; a hair larger than that, to
    meet what it fills."""
    filled = area.buffer(radius, quad_segs=32).buffer(-radius, quad_segs=32).difference(area)
    return [piece.buffer(FLAT / 10) for piece in getattr(filled, "geoms", [filled]) if piece.area > LEAST * radius**2]


def _outer(areas: Sequence[Path]) -> Path:
    return max(areas, key=lambda path: path.area())


def _holes(areas: Sequence[Path]) -> tuple[Path, ...]:
    return tuple(path for path in areas if path.area() < 0)


def _extent(art: Art) -> tuple[float, float]:
    """From where to where the foot reaches."""
    import shapely

    low = outline(_outer(art.areas), FLAT).intersection(shapely.box(-1e4, -1, 1e4, FOOT))
    return low.bounds[0], low.bounds[2]


def _ground(areas: Sequence[Path]) -> tuple[float, float] | None:
    """The ends of the longest level edge on the ground."""
    found = [(start[0], segment.to[0]) for start, segment in _merged(_outer(areas)) if _grounded(start, segment)]
    return max(found, key=lambda ends: ends[1] - ends[0], default=None)


def _grounded(start: Point, segment: Segment) -> bool:
    return isinstance(segment, Line) and max(start[1], segment.to[1]) < LEVEL


def _merged(path: Path) -> list[tuple[Point, Segment]]:
    """The segments of a closed path, neighbours on the ground as one."""
    steps = list(path)
    first = next((n for n, step in enumerate(steps) if not _grounded(*step)), 0)
    found: list[tuple[Point, Segment]] = []
    for start, segment in (*steps[first:], *steps[:first]):
        if found and _grounded(start, segment) and _grounded(*found[-1]):
            found[-1] = (found[-1][0], segment)
        else:
            found.append((start, segment))
    return found


def _topped(path: Path) -> Path:
    """A closed outline without its longest edge on the ground, its ends on y = 0 and alike far out."""
    steps = _merged(path)
    at = max((n for n, step in enumerate(steps) if _grounded(*step)), key=lambda n: steps[n][1].to[0] - steps[n][0][0])
    foot = (steps[at][1].to[0] - steps[at][0][0]) / 2
    segments = [segment for _, segment in (*steps[at + 1 :], *steps[:at])]
    return Path((foot, 0.0), (*segments[:-1], replace(segments[-1], to=(-foot, 0.0))))


def _on_plinth(art: Art, half: float) -> Cutout:
    """The drawing sunk in a plinth; its holes stay as far as they lie over it."""
    import shapely

    under = rounded([((half, 0.0), 0.8), ((half, PLINTH), 2.0), ((-half, PLINTH), 2.0), ((-half, 0.0), 0.8)])
    high = tuple(hole for hole in _holes(art.areas) if hole.bounds()[1] >= PLINTH)
    low = [outline(hole, FLAT) for hole in _holes(art.areas) if hole not in high]
    drawn: BaseGeometry = outline(_outer(art.areas), FLAT).difference(shapely.union_all(low))
    joined = _eased(drawn.union(outline(under, FLAT)))
    paths = recalled(_filled(joined), runs([*art.areas, under], FLAT), FLAT, FLAT / 2)
    return Cutout(_topped(_outer(paths)), (*high, *_holes(paths)))


def _eased(area: BaseGeometry) -> BaseGeometry:
    """With its inner corners rounded, close to the plinth."""
    import shapely

    zone = shapely.box(-1e4, -1.0, 1e4, PLINTH + NEAR)
    corners = [corner.intersection(zone) for corner in _corners(area, FILLET) if corner.intersects(zone)]
    return area.union(shapely.union_all(corners))


def _filled(area: BaseGeometry) -> Polygon:
    """Without gaps over a plinth that are too narrow to be cut well."""
    import shapely

    whole = max(getattr(area, "geoms", [area]), key=lambda piece: piece.area)
    wide = [gap for gap in whole.interiors if not shapely.Polygon(gap).buffer(-LEAST_GAP / 2).is_empty]
    return shapely.Polygon(whole.exterior, wide)
