"""What an editor drew → the inked area as closed paths, and the thin lines, as a person sees them.

Dark paint is ink, white paint removes the ink under it, strokes count with their width. Where nothing is filled, closed
lines are read as a laser would: the outer ones bound the area, those inside are holes. Arcs and curves stay exact where
nothing overlaps; else the area is redrawn as polylines within 0.005 mm.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice, pairwise
from pathlib import Path as File
from typing import TYPE_CHECKING, Any, Literal

from fabgen.artwork.drawing_budget import (
    MOST_CORNERS,
    MOST_NEARBY,
    WIDEST_PIECE,
    budget_error,
    check_corners,
    check_crossings,
    check_notches,
    check_stroke_corners,
    find_meeting_rings,
    overlaps_itself,
)
from fabgen.artwork.path import (
    Arc,
    Line,
    Matrix,
    Path,
    Point,
    Segment,
    path_bounds,
    rounded_polygon,
    scale_matrix,
    translation,
)
from fabgen.artwork.regions import (
    find_parents,
    index_curves,
    nesting_depths,
    orient_nested,
    path_polygon,
    restore_curves,
)
from fabgen.artwork.svg_document import read_document
from fabgen.artwork.svg_file import ArtError, SvgStroke, read_svg_page
from fabgen.core.problems import Location, Problem, problem_error

if TYPE_CHECKING:
    from shapely import Polygon
    from shapely.geometry.base import BaseGeometry


FLAT = 0.005  # mm: the tolerance of polylines
ART_HEIGHT = 50.0  # mm: height of a drawing that is cut where the spec gives none
WORKED = 50.0  # mm: smaller drawings are enlarged to this while their ink is computed
NOTCH_CHORD = 0.1  # mm: chords of a rounded inner corner are shorter
GAP = 0.05  # mm: a path whose ends are nearer than this is closed
HAIR = 0.05  # mm: a thinner stroke around a fill adds no ink
PIECE = 9  # corners of a stroke whose area is calculated at once
SMALL = 200_000  # layers times their corners: less is painted one by one
MOST_SPOTS = 50  # places of one mistake that are listed
_JOINS = {"round": "round", "bevel": "bevel"}  # shapely's words by SVG's; the others are SVG's default
_CAPS = {"round": "round", "square": "square"}


@dataclass(frozen=True)
class SvgArtwork:
    """A drawing in mm, y up: `areas` bound the ink (outer paths counter-clockwise, holes clockwise), `lines` are the
    middles of strokes outside of any fill; `page` is the size of the page."""

    areas: tuple[Path, ...]
    lines: tuple[Path, ...] = ()
    page: Point = (0.0, 0.0)

    def transformed(self, m: Matrix) -> SvgArtwork:
        areas, lines = (tuple(path.transformed(m) for path in paths) for paths in (self.areas, self.lines))
        return SvgArtwork(areas, lines, self.page)

    def bounds(self) -> tuple[float, float, float, float]:
        """Least x, least y, greatest x, greatest y of all paths."""
        return path_bounds((*self.areas, *self.lines))


ArtUse = Literal["lines", "cut", "etch"]


def read_art(file: File, use: ArtUse = "lines") -> SvgArtwork:
    """The art of an SVG file at the size it was drawn. Strokes without a fill are `lines`; with `cut`, those wider than
    a hair count as ink if there are fills; with `etch`, always, so that nothing is read as the outlines of a laser, and
    hairlines alone are art too.

    Raises FabgenError as `read_document` and `read_svg_page` do and for drawings over their budget, ArtError for each
    outline that is open or crosses itself where there are only lines.
    """
    strokes, page = read_svg_page(read_document(file))
    check_corners(str(file), _all_paths(strokes), FLAT)
    if use != "etch" and all(stroke.fill is None for stroke in strokes):
        return replace(_art_of_outlines(strokes, file), page=page)
    exact = _exact_areas(strokes, use, file)
    areas = exact if exact is not None else _redraw_areas(strokes, use, file)
    lines = [path for s in strokes if s.fill is None and s.stroke and not _is_inked_line(s, use) for path in s.paths]
    if not areas and not (lines and use == "etch"):
        is_white = not any(stroke.fill or stroke.stroke for stroke in strokes)
        what = "all that is drawn here is white" if is_white else "nothing that is drawn here has an area that is seen"
        hint = "fill the shape with black" if is_white else "is it too small, or under something white?"
        problem = Problem(Location(str(file)), what, hint)
        raise ArtError([(problem, None)], _all_paths(strokes))
    return SvgArtwork(areas, tuple(lines), page)


def _all_paths(strokes: Sequence[SvgStroke]) -> list[Path]:
    return [path for stroke in strokes for path in stroke.paths]


def _is_inked_line(stroke: SvgStroke, use: ArtUse) -> bool:
    """Whether a line without a fill counts as an area of ink."""
    return stroke.fill is None and bool(stroke.stroke) and use != "lines" and stroke.width > HAIR


def _art_of_outlines(strokes: Sequence[SvgStroke], file: File) -> SvgArtwork:
    """Closed lines as outlines; open lines beside them as lines."""
    closed: list[Path] = []
    open_paths: list[tuple[str, Path]] = []  # each with the id of its element
    for stroke in strokes:
        for path in stroke.paths:
            if (joined := _close_gap(path)).closed:
                closed.append(joined)
            else:
                open_paths.append((stroke.id, path))
    shapes = [path_polygon(path, FLAT) for path in closed]
    hint = "part it there, or fill the shape"
    problems = [_problem_at(file, "a line crosses itself", _self_crossing(path), hint)
                for path, shape in zip(closed, shapes, strict=True) if not shape.is_valid]
    problems += [_problem_at(file, "an outline has no area", path.start, "delete it, or draw it as a shape")
                 for path, shape in zip(closed, shapes, strict=True) if shape.is_empty]
    if not problems:
        hint = "unite them in your editor (Path > Union), or move them apart"
        for spot in islice(_crossing_points(shapes, file), MOST_SPOTS):
            problems.append(_problem_at(file, "two outlines cross each other", spot, hint))
    if not closed:
        hint = "join its ends in your editor (Path > Close), or fill it"
        for name, path in open_paths:
            what = f"the outline `{name}` is open" if name else "the outline is open"
            problems.append(_problem_at(file, what, path.end, hint))
    if problems:
        raise ArtError(problems[:MOST_SPOTS], _all_paths(strokes))
    return SvgArtwork(orient_nested(closed, shapes), tuple(path for _, path in open_paths))


def _problem_at(file: File, what: str, at: Point, hint: str) -> tuple[Problem, Point]:
    place = f"{what} at {at[0]:.1f}, {at[1]:.1f} mm from the lower left corner"
    return Problem(Location(str(file)), place, hint), at


def _crossing_points(shapes: Sequence[Polygon], file: File) -> Iterator[Point]:
    """Where outlines of different shapes meet: one place for each pair."""
    import shapely

    rings = [shape.exterior for shape in shapes]
    for first, second in find_meeting_rings(str(file), rings):
        meeting = rings[first].intersection(rings[second])
        spot = shapely.get_coordinates(meeting)[0]
        yield float(spot[0]), float(spot[1])


def _self_crossing(path: Path) -> Point:
    """Where a closed path crosses itself."""
    from shapely.validation import explain_validity

    words = explain_validity(path_polygon(path, FLAT)).partition("[")[2].rstrip("]").split()
    return (float(words[0]), float(words[1])) if len(words) == 2 else path.start


def _close_gap(path: Path) -> Path:
    """The path, closed if its ends nearly meet."""
    (x, y), (u, v) = path.start, path.segments[-1].to
    return Path(path.start, path.segments, path.closed or max(abs(x - u), abs(y - v)) <= GAP)


def _exact_areas(strokes: Sequence[SvgStroke], use: ArtUse, file: File) -> tuple[Path, ...] | None:
    """The filled paths themselves, where nothing is removed, outlined or overlaps; else None."""
    import shapely

    filled = [stroke for stroke in strokes if stroke.fill is not None]
    if any(s.fill is False or _has_rim(s) for s in filled) or any(
            s.fill is None and (s.stroke is False or _is_inked_line(s, use)) for s in strokes):
        return None
    closed = [(stroke, Path(path.start, path.segments, True)) for stroke in filled for path in stroke.paths]
    outlined = [(stroke, path, shape) for stroke, path in closed if not (shape := path_polygon(path, FLAT)).is_empty]
    shapes = [shape for _, _, shape in outlined]
    rings = [shape.exterior for shape in shapes]
    if not shapely.is_valid(shapes).all() or find_meeting_rings(str(file), rings):
        return None
    paths = [path for _, path, _ in outlined]
    return orient_nested(paths, shapes) if _holes_alternate([s for s, _, _ in outlined], paths, shapes) else None


def _holes_alternate(owners: Sequence[SvgStroke], paths: Sequence[Path], shapes: Sequence[Polygon]) -> bool:
    """Whether both fill rules see the same holes where paths of one element nest, and elements do not nest in each
    other; `owners` are the elements of the paths."""
    parents = find_parents(shapes)
    depths = nesting_depths(shapes, parents)
    turns = [0] * len(paths)  # how often the paths around each area turn, its own included
    for i in sorted(range(len(paths)), key=lambda n: depths[n]):
        parent = parents[i]
        if parent is not None and owners[parent] is not owners[i]:
            return False
        turns[i] = (1 if paths[i].area() > 0 else -1) + (turns[parent] if parent is not None else 0)
        if not owners[i].evenodd and (turns[i] != 0) != (depths[i] % 2 == 0):
            return False
    return True


def _redraw_areas(strokes: Sequence[SvgStroke], use: ArtUse, file: File) -> tuple[Path, ...]:
    """The visible ink, painted stroke by stroke. Small drawings are enlarged meanwhile, to be as fine as large ones."""
    x0, y0, x1, y1 = path_bounds(_all_paths(strokes))
    factor = max(1.0, WORKED / max(x1 - x0, y1 - y0, 1e-3))
    enlarged = [_scale_stroke(stroke, factor) for stroke in strokes]
    check_corners(str(file), _all_paths(enlarged), FLAT)
    check_crossings(str(file), [[_outline_points(path, stroke) for path in stroke.paths] for stroke in enlarged])
    broad = {n for n, s in enumerate(enlarged)
             if _has_rim(s) or (s.fill is None and s.stroke is False) or _is_inked_line(s, use)}
    broad_paths = [(path, enlarged[n].width) for n in sorted(broad) for path in enlarged[n].paths]
    check_stroke_corners(str(file), (path for path, _ in broad_paths), FLAT)
    is_winding = overlaps_itself([path.flatten(FLAT) for path, _ in broad_paths], [width for _, width in broad_paths])
    layers: list[_Layer] = []
    for n, stroke in enumerate(enlarged):
        if stroke.fill is not None:
            area = _fill_area(stroke)
            layers.append(_Layer(dark=area) if stroke.fill else _Layer(light=area))
        if n in broad:
            area = _stroke_area(stroke, is_winding)
            layers.append(_Layer(dark=area) if stroke.stroke else _Layer(light=area))
    _check_layers(layers, file)
    ink = _merge_layers(layers).dark
    assert ink is not None, "layers are merged over an empty dark area"
    known = index_curves([Path(path.start, path.segments, True) for path in _all_paths(enlarged)], FLAT)
    return tuple(path.transformed(scale_matrix(1 / factor)) for path in restore_curves(ink, known, FLAT, FLAT / 2))


def _outline_points(path: Path, stroke: SvgStroke) -> list[Point]:
    """The corners of a path as it is painted: a fill closes it."""
    return _closed_points(path) if path.closed or stroke.fill is not None else path.flatten(FLAT)


def _scale_stroke(stroke: SvgStroke, factor: float) -> SvgStroke:
    paths = tuple(path.transformed(scale_matrix(factor)) for path in stroke.paths)
    return replace(stroke, paths=paths, width=stroke.width * factor)


@dataclass(frozen=True)
class _Layer:
    """What painting does: the area that is dark after it, and the area that is light after it; None where nothing is
    painted dark or light."""

    dark: BaseGeometry | None = None
    light: BaseGeometry | None = None

    def areas(self) -> list[BaseGeometry]:
        return [area for area in (self.dark, self.light) if area is not None]


def _check_layers(layers: Sequence[_Layer], file: File) -> None:
    """Raises FabgenError where the outlines of what is painted have too many corners or cross too often."""
    import shapely

    areas = [area for layer in layers for area in layer.areas()]
    if shapely.get_num_coordinates(areas).sum() > 2 * MOST_CORNERS:
        hint = "simplify them in your editor (Path > Simplify)"
        raise budget_error(str(file), f"its shapes and strokes have over {2 * MOST_CORNERS:,} corners", hint)
    check_crossings(str(file), [[ring.coords for ring in shapely.get_rings(area)] for area in areas])


def _merge_layers(layers: Sequence[_Layer]) -> _Layer:
    """Layers as one, painted in their order. Of many, halves are merged first, so that an area is not calculated with
    once for every layer over it."""
    import shapely

    corners = shapely.get_num_coordinates([area for layer in layers for area in layer.areas()]).sum()
    if len(layers) * corners > SMALL:
        return _put_over(_Layer(shapely.Polygon()), _merge_halves(layers))
    merged = _Layer(shapely.Polygon())
    for layer in layers:
        merged = _put_over(merged, layer)
    return merged


def _merge_halves(layers: Sequence[_Layer]) -> _Layer:
    if len(layers) == 1:
        return layers[0]
    middle = len(layers) // 2
    return _put_over(_merge_halves(layers[:middle]), _merge_halves(layers[middle:]))


def _put_over(below: _Layer, above: _Layer) -> _Layer:
    """Two layers as one: what is above covers what is below, dark or light."""
    dark, light = below.dark, below.light
    if above.light is not None:
        dark = dark.difference(above.light) if dark is not None else None
        light = light.union(above.light) if light is not None else above.light
    if above.dark is not None:
        dark = dark.union(above.dark) if dark is not None else above.dark
        light = light.difference(above.dark) if light is not None else None
    return _Layer(dark, light)


def _has_rim(stroke: SvgStroke) -> bool:
    """Whether the stroke around a fill counts."""
    return stroke.fill is not None and stroke.stroke is not None and stroke.width > HAIR


def _stroke_area(stroke: SvgStroke, in_pieces: bool) -> BaseGeometry:
    """The area that a stroke covers. A stroke that is wider than its bends is made in pieces: as a whole it would be
    compared with itself again and again."""
    import shapely

    bands = [band for path in stroke.paths for band in _stroke_bands(path, stroke, in_pieces)]
    area: BaseGeometry = shapely.union_all(bands)
    return area


def _stroke_bands(path: Path, stroke: SvgStroke, in_pieces: bool) -> list[BaseGeometry]:
    """Areas that make up the one which the stroke along a path covers."""
    import shapely

    points, half = (_closed_points(path) if path.closed else path.flatten(FLAT)), stroke.width / 2
    is_ring = path.closed and len(points) > 3
    join: dict[str, Any] = {"quad_segs": 32, "mitre_limit": 4, "join_style": _JOINS.get(stroke.join, "mitre")}
    cap: Any = _CAPS.get(stroke.cap, "flat")
    if not in_pieces or len(points) <= PIECE:
        whole = shapely.LinearRing(points) if is_ring else shapely.LineString(points)
        return [whole.buffer(half, cap_style=cap, **join)]
    points += points[1:2] if is_ring else []
    # Each piece ends with the first line of the next, so that the corner between them is made.
    pieces = [shapely.LineString(points[n : n + PIECE + 1]) for n in range(0, len(points) - 2, PIECE - 1)]
    bands = list(shapely.buffer(pieces, half, cap_style="flat", **join))
    if not is_ring and cap == "round":
        bands += [shapely.Point(end).buffer(half, quad_segs=32) for end in (points[0], points[-1])]
    elif not is_ring and cap == "square":
        ends = ((points[1], points[0]), (points[-2], points[-1]))
        bands += [shapely.LineString([end, _point_beyond(inner, end, half)]).buffer(half, cap_style="flat")
                  for inner, end in ends if inner != end]
    return bands


def _point_beyond(inner: Point, end: Point, distance: float) -> Point:
    """The point at a distance from the end of a line, in its direction."""
    k = distance / math.dist(inner, end)
    return end[0] + (end[0] - inner[0]) * k, end[1] + (end[1] - inner[1]) * k


def _fill_area(stroke: SvgStroke) -> BaseGeometry:
    """The area that a fill covers under its own rule: the faces between the lines, by how often paths wind around
    them."""
    import numpy as np
    import shapely

    rings = [_closed_points(path) for path in stroke.paths]
    noded = shapely.union_all([shapely.LineString(ring) for ring in rings if len(ring) > 2])
    faces = np.array(shapely.polygonize([noded]).geoms)
    if not len(faces):
        return shapely.Polygon()
    turns = _winding_numbers(rings, shapely.get_coordinates(shapely.point_on_surface(faces)))
    area: BaseGeometry = shapely.union_all(faces[turns % 2 != 0 if stroke.evenodd else turns != 0])
    return area


def _winding_numbers(rings: Sequence[Sequence[Point]], points: Any) -> Any:
    """How often closed lines wind around each of some points, counter-clockwise: by the lines that a ray from the point
    to the right crosses upwards and downwards."""
    import numpy as np
    import shapely

    ends = np.concatenate([np.stack([ring[:-1], ring[1:]], axis=1) for ring in rings])
    lines: Any = shapely.linestrings(ends)
    tree = shapely.STRtree(lines)
    right = ends[:, :, 0].max() + 1
    numbers = np.zeros(len(points), dtype=int)
    step = max(1, MOST_NEARBY // len(ends))
    for start in range(0, len(points), step):
        x, y = points[start : start + step].T
        rays = shapely.linestrings(np.stack([np.stack([x, y], axis=1), np.stack([0 * x + right, y], axis=1)], axis=1))
        ray, line = tree.query(rays)
        (x0, y0), (x1, y1) = ends[line, 0].T, ends[line, 1].T
        side = (x1 - x0) * (y[ray] - y0) - (x[ray] - x0) * (y1 - y0)
        upwards, downwards = (y0 <= y[ray]) & (y[ray] < y1) & (side > 0), (y1 <= y[ray]) & (y[ray] < y0) & (side < 0)
        numbers[start : start + step] = np.bincount(ray, upwards.astype(int) - downwards, minlength=len(x))
    return numbers


def _closed_points(path: Path) -> list[Point]:
    """The corners of a path that is closed if it is not, its start repeated at its end."""
    points = Path(path.start, path.segments, True).flatten(FLAT)
    return [*points, points[0]]


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
        raise ArtError([_loose_problem(file, path) for path in loose[:MOST_SPOTS]], art.areas)
    specks = {*outer_paths[1:]}
    return SvgArtwork(tuple(path for path in art.areas if path not in specks), art.lines, art.page)


def _loose_problem(file: File, path: Path) -> tuple[Problem, Point]:
    x0, y0, x1, y1 = path.bounds()
    at = (x0 + x1) / 2, (y0 + y1) / 2
    what = f"this is not joined to the rest, and falls out, at {at[0]:.1f}, {at[1]:.1f} mm from the lower left corner"
    return Problem(Location(str(file)), what, "join it with a bridge of 3 mm or more, or delete it"), at


@lru_cache(maxsize=64)
def make_cutout(art: SvgArtwork, height: float) -> Cutout:
    """The outline of a drawing in one piece, `height` mm high, plinth included. Raises FabgenError if it cannot be cut
    at that height."""
    import shapely

    x0, y0, x1, y1 = _outer(art.areas).bounds()
    if not (x1 - x0) * height <= WIDEST_PIECE * (y1 - y0):
        what = f"at a height of {height:g} mm it is more than {WIDEST_PIECE:g} mm wide"
        raise problem_error(what, "draw it higher, or narrower")
    try:
        return _cutout_of_height(art, height)
    except (shapely.errors.GEOSException, ValueError):
        what = f"its outline is too fine to be cut at a height of {height:g} mm"
        raise problem_error(what, "simplify it in your editor (Path > Simplify)") from None


@lru_cache(maxsize=64)
def make_flat_outline(art: SvgArtwork, size: float) -> Path:
    """The outline of a drawing as a flat part, its longer side `size` mm, the middle of its box at the origin. Raises
    FabgenError if it cannot be cut at that size, or has holes."""
    import shapely

    x0, y0, x1, y1 = _outer(art.areas).bounds()
    height = size * (y1 - y0) / max(x1 - x0, y1 - y0)
    if any(-hole.area() > SPECK for hole in _holes(art.areas)):
        raise problem_error("it has holes, which fall out of a flat part",
                            "fill them, or engrave them: as the `mark` of a token, the `sign` of a piece")
    try:
        shape = _scale_to_height(_round_inner_corners(_scale_to_height(art, height)), height)
    except (shapely.errors.GEOSException, ValueError):
        raise problem_error(f"its outline is too fine to be cut at a size of {size:g} mm",
                            "simplify it in your editor (Path > Simplify)") from None
    outline = _join_notch_chords(_outer(shape.areas))
    x0, y0, x1, y1 = outline.bounds()
    return outline.transformed(translation(-(x0 + x1) / 2, -(y0 + y1) / 2))


def fit_flat_outline(art: SvgArtwork, width: float, depth: float) -> Path:
    """The outline of a drawing as a flat part, as large as it fits width and depth in mm, the middle of its box at the
    origin. Raises FabgenError as `make_flat_outline` does."""
    x0, y0, x1, y1 = _outer(art.areas).bounds()
    factor = min(width / (x1 - x0), depth / (y1 - y0))
    return make_flat_outline(art, factor * max(x1 - x0, y1 - y0))


def _cutout_of_height(art: SvgArtwork, height: float) -> Cutout:
    """The cutout of a drawing, `height` mm tall: on its own foot where that is broad enough, else on a plinth."""
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
    if not all(shape.is_valid for shape in (path_polygon(outer, FLAT), *holes)):
        raise ValueError("an outline that crosses itself has no corners to round")
    area = path_polygon(outer, FLAT).difference(shapely.union_all(holes))
    corners = _corner_fillings(area, NOTCH)
    if not corners:
        return art
    return replace(
        art,
        areas=restore_curves(area.union(shapely.union_all(corners)), index_curves(art.areas, FLAT), SPECK, FLAT / 2),
    )


def _join_notch_chords(outline: Path) -> Path:
    """A closed outline on which the chords of each rounded inner corner are one arc: the kerf makes such a corner
    sharper still, and its chords too short to be cut."""
    segments, run = list[Segment](), list[Point]()  # a run: the start of the first chord, and the ends of all

    def end_run() -> None:
        arc = _notch_arc(run)
        segments.extend([arc] if arc else [Line(point) for point in run[1:]])
        run.clear()

    for start, segment in outline:
        if isinstance(segment, Line) and math.dist(start, segment.to) < NOTCH_CHORD:
            run.extend([segment.to] if run else [start, segment.to])
            continue
        end_run()
        segments.append(segment)
    end_run()
    return Path(outline.start, tuple(segments), outline.closed)


def _notch_arc(points: Sequence[Point]) -> Arc | None:
    """The clockwise arc through the ends of chords that round an inner corner of a counter-clockwise outline; None for
    other points."""
    if len(points) < 4:
        return None
    (x0, y0), (x1, y1), (x2, y2) = points[0], points[len(points) // 2], points[-1]
    ax, ay, bx, by = x1 - x0, y1 - y0, x2 - x0, y2 - y0
    double_area = ax * by - ay * bx
    if double_area >= 0:
        return None
    a, b = ax**2 + ay**2, bx**2 + by**2
    middle = x0 + (by * a - ay * b) / (2 * double_area), y0 + (ax * b - bx * a) / (2 * double_area)
    radius = math.dist(middle, (x0, y0))
    if not all(abs(math.dist(middle, point) - radius) < FLAT for point in points) or abs(radius - NOTCH) > NOTCH / 5:
        return None
    sweep = sum(math.asin(min(1.0, math.dist(p, q) / (2 * radius))) for p, q in pairwise(points))  # half of it
    return Arc((x2, y2), -math.tan(sweep / 2))


def _corner_fillings(area: BaseGeometry, radius: float) -> list[BaseGeometry]:
    """The areas to fill so that no inner corner is sharper than a radius in mm; slightly enlarged, so that they
    overlap what they fill. Raises FabgenError for an outline that is too fine."""
    import shapely

    check_notches(shapely.get_rings(area), radius)
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
    return Path((foot, 0.0), (*segments[:-1], segments[-1]._replace(to=(-foot, 0.0))))


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
