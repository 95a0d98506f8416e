"""A drawing in one piece and a height → its outline on its foot, on y = 0 and about x = 0, in mm, as it can be cut.

A drawing that stands on a level edge takes its tab there. Every other drawing gets a plinth, in which its lowest part
is sunk, with rounded corners between them. Arcs and curves stay exact wherever the plinth does not touch them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path as File
from typing import TYPE_CHECKING

from fabgen.artwork.art import FLAT, SvgArtwork, read_art
from fabgen.artwork.drawn import ArtError
from fabgen.artwork.path import Line, Path, Point, Segment, translation, rounded_polygon, scale_matrix
from fabgen.artwork.regions import path_polygon, restore_curves, index_curves
from fabgen.base import Problem, Location

if TYPE_CHECKING:
    from shapely import Polygon
    from shapely.geometry.base import BaseGeometry

FOOT = 2.0  # mm: everything lower is the foot
LEVEL = 0.05  # mm: everything lower is on the ground
LEAST_FOOT, ROUNDED = 9.0, 2.0  # mm: the shortest edge that takes a tab; how much may be rounded off at either end
PLINTH, SUNK, BESIDE = 4.5, 2.0, 2.5  # mm: its height, how deep the drawing is in it, how far it goes beyond the foot
LEAST_HALF, SHARE = 8.0, 0.2  # mm, and of the height: the least half width of a plinth
FILLET, NEAR = 0.8, 3.0  # mm: radius of corners between plinth and drawing; how far above the plinth they reach
NOTCH, LEAST = 0.2, 0.02  # mm: the radius that any machine gives an inner corner; of its square: the least filling
LEAST_GAP = 3.0  # mm: narrower gaps over a plinth are filled
SPECK = 0.5  # mm²: a smaller area does not count as a separate piece


@dataclass(frozen=True)
class Cutout:
    """An open path from the right end of the foot over the top to the left end, both on y = 0, and the holes."""

    top: Path
    holes: tuple[Path, ...]

    @property
    def foot(self) -> float:
        """Half the width of the level edge on which it stands, in mm."""
        return self.top.start[0]


def read_cut(file: File) -> SvgArtwork:
    """The art of an SVG file that is cut in one piece. Raises FabgenError as `read_art` does, ArtError for areas
    that are not joined to the rest: they would fall out."""
    art = read_art(file, "cut")
    outer_paths = sorted((path for path in art.areas if path.area() > 0), key=lambda path: -path.area())
    loose = [path for path in outer_paths[1:] if path.area() > SPECK]
    if loose:
        raise ArtError([_loose_problem(file, path) for path in loose], art.areas)
    specks = {*outer_paths[1:]}
    return SvgArtwork(tuple(path for path in art.areas if path not in specks), art.lines, art.page)


def _loose_problem(file: File, path: Path) -> tuple[Problem, Point]:
    x0, y0, x1, y1 = path.bounds()
    at = (x0 + x1) / 2, (y0 + y1) / 2
    what = f"this is not joined to the rest, and falls out, at {at[0]:.1f}, {at[1]:.1f} mm from the lower left corner"
    return Problem(Location(str(file)), what, "join it with a bridge of 3 mm or more, or delete it"), at


@lru_cache(maxsize=64)
def make_cutout(art: SvgArtwork, height: float) -> Cutout:
    """The outline of a drawing in one piece, `height` mm high, plinth included."""
    # Rounding may change the height a little, so the art is scaled again after it.
    shape = _scale_to_height(_round_inner_corners(_scale_to_height(art, height)), height)
    left, right = _foot_extent(shape)
    ground = _longest_ground_edge(shape.areas)
    if ground and ground[1] - ground[0] >= max(LEAST_FOOT, right - left - 2 * ROUNDED):
        moved = shape.transformed(translation(-sum(ground) / 2, 0.0))
        return Cutout(_open_at_foot(_outer(moved.areas)), _holes(moved.areas))
    above = height - PLINTH + SUNK
    raised = _scale_to_height(_round_inner_corners(_scale_to_height(art, above)), above)
    left, right = _foot_extent(raised)
    half = max((right - left) / 2 + BESIDE, LEAST_HALF, SHARE * height)
    return _add_plinth(raised.transformed(translation(-(left + right) / 2, PLINTH - SUNK)), half)


def _scale_to_height(art: SvgArtwork, height: float) -> SvgArtwork:
    """The art at a height in mm, standing on y = 0."""
    _, y0, _, y1 = _outer(art.areas).bounds()
    factor = height / (y1 - y0)
    return art.transformed(scale_matrix(factor)).transformed(translation(0.0, -factor * y0))


def _round_inner_corners(art: SvgArtwork) -> SvgArtwork:
    """The art with inner corners as round as the beam makes them: a sharper notch has no inside to cut along."""
    import shapely

    outer = _outer(art.areas)
    holes = [path_polygon(hole, FLAT) for hole in _holes(art.areas)]
    area = path_polygon(outer, FLAT).difference(shapely.union_all(holes))
    corners = _corner_fillings(area, NOTCH)
    if not corners:
        return art
    return replace(art, areas=restore_curves(area.union(shapely.union_all(corners)), index_curves(art.areas, FLAT), SPECK, FLAT / 2))


def _corner_fillings(area: BaseGeometry, radius: float) -> list[BaseGeometry]:
    """The areas to fill so that no inner corner is sharper than a radius in mm; slightly enlarged, so that they
    overlap what they fill."""
    filled = area.buffer(radius, quad_segs=32).buffer(-radius, quad_segs=32).difference(area)
    corners = getattr(filled, "geoms", [filled])
    return [corner.buffer(FLAT / 10) for corner in corners if corner.area > LEAST * radius**2]


def _outer(areas: Sequence[Path]) -> Path:
    return max(areas, key=lambda path: path.area())


def _holes(areas: Sequence[Path]) -> tuple[Path, ...]:
    return tuple(path for path in areas if path.area() < 0)


def _foot_extent(art: SvgArtwork) -> tuple[float, float]:
    """Least and greatest x of the foot."""
    import shapely

    low = path_polygon(_outer(art.areas), FLAT).intersection(shapely.box(-1e4, -1, 1e4, FOOT))
    return low.bounds[0], low.bounds[2]


def _longest_ground_edge(areas: Sequence[Path]) -> tuple[float, float] | None:
    """The x of both ends of the longest level edge on the ground; None where there is none."""
    steps = _merge_ground_edges(_outer(areas))
    edges = [(start[0], segment.to[0]) for start, segment in steps if _is_on_ground(start, segment)]
    return max(edges, key=lambda ends: ends[1] - ends[0], default=None)


def _is_on_ground(start: Point, segment: Segment) -> bool:
    return isinstance(segment, Line) and max(start[1], segment.to[1]) < LEVEL


def _merge_ground_edges(path: Path) -> list[tuple[Point, Segment]]:
    """The segments of a closed path, neighbours on the ground as one."""
    steps = list(path)
    first = next((n for n, step in enumerate(steps) if not _is_on_ground(*step)), 0)
    merged: list[tuple[Point, Segment]] = []
    for start, segment in (*steps[first:], *steps[:first]):
        if merged and _is_on_ground(start, segment) and _is_on_ground(*merged[-1]):
            merged[-1] = (merged[-1][0], segment)
        else:
            merged.append((start, segment))
    return merged


def _open_at_foot(path: Path) -> Path:
    """A closed outline without its longest edge on the ground; its ends are on y = 0, equally far from the middle."""
    steps = _merge_ground_edges(path)
    on_ground = [n for n, step in enumerate(steps) if _is_on_ground(*step)]
    ground = max(on_ground, key=lambda n: steps[n][1].to[0] - steps[n][0][0])
    foot = (steps[ground][1].to[0] - steps[ground][0][0]) / 2
    segments = [segment for _, segment in (*steps[ground + 1 :], *steps[:ground])]
    return Path((foot, 0.0), (*segments[:-1], replace(segments[-1], to=(-foot, 0.0))))


def _add_plinth(art: SvgArtwork, half: float) -> Cutout:
    """The drawing sunk in a plinth; holes are kept as far as they are above it."""
    import shapely

    plinth = rounded_polygon([((half, 0.0), 0.8), ((half, PLINTH), 2.0), ((-half, PLINTH), 2.0), ((-half, 0.0), 0.8)])
    holes_above = tuple(hole for hole in _holes(art.areas) if hole.bounds()[1] >= PLINTH)
    holes_below = [path_polygon(hole, FLAT) for hole in _holes(art.areas) if hole not in holes_above]
    drawing: BaseGeometry = path_polygon(_outer(art.areas), FLAT).difference(shapely.union_all(holes_below))
    joined = _round_near_plinth(drawing.union(path_polygon(plinth, FLAT)))
    paths = restore_curves(_fill_narrow_gaps(joined), index_curves([*art.areas, plinth], FLAT), FLAT, FLAT / 2)
    return Cutout(_open_at_foot(_outer(paths)), (*holes_above, *_holes(paths)))


def _round_near_plinth(area: BaseGeometry) -> BaseGeometry:
    """The area with inner corners rounded close to the plinth."""
    import shapely

    zone = shapely.box(-1e4, -1.0, 1e4, PLINTH + NEAR)
    corners = [corner.intersection(zone) for corner in _corner_fillings(area, FILLET) if corner.intersects(zone)]
    return area.union(shapely.union_all(corners))


def _fill_narrow_gaps(area: BaseGeometry) -> Polygon:
    """The area without gaps above the plinth that are too narrow to be cut well."""
    import shapely

    whole = max(getattr(area, "geoms", [area]), key=lambda polygon: polygon.area)
    wide_gaps = [gap for gap in whole.interiors if not shapely.Polygon(gap).buffer(-LEAST_GAP / 2).is_empty]
    return shapely.Polygon(whole.exterior, wide_gaps)
