"""The map of a spec, as corners or as an SVG file whose shapes are the spaces → its lattice and its spaces in mm.

Two spaces are neighbours when they share an edge, or are listed as joined. The drawing is scaled so that its smallest
space has room for a circle of the board's cell; borders that almost meet are made one.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, islice, pairwise, permutations
from pathlib import Path
from typing import TYPE_CHECKING

from fabgen.artwork.drawing_budget import MOST_GAPS, budget_error
from fabgen.artwork.path import Matrix
from fabgen.core.plain_letters import write_without_accents
from fabgen.core.problems import FabgenError, Location, Problem, nearest_hint, problem_error
from fabgen.core.yaml_models import YamlSource
from fabgen.rules.boards import Cell, MapBoard, MapLine, map_board
from fabgen.spec.board import BoardSpec, Map, check_space_name
from fabgen.spec.map_file import read_areas, unnamed_shapes
from fabgen.spec.map_picture import read_picture
from fabgen.spec.spaces import Point, Spaces

if TYPE_CHECKING:
    from shapely import Polygon
    from shapely.geometry.base import BaseGeometry


DIAGONAL = 1.42  # a slit may be wider from corner to corner than it is across and along
REACH = 10.0  # slits: what is farther away from a space does not matter to it
SNAP = 0.025  # mm: corners that are nearer than this become one corner
FINE = 1e-3  # mm: the grid on which areas are subtracted from each other
THIN = 0.1  # mm: half the width of tips and fringes that are cut off
SHARP = 12.0  # mitre limit: tips under 9.6 degrees are blunted, where two lines would run into one
NOTCH = 2.5  # mitre limit: notches of less than 47 degrees are closed as far as they are as narrow as a slit
BARB, BLUNT = 0.15, 2.0  # of a slit: half the width of what is thin of a closed slit; mitre limit where it is cut off
PASSES, SPECK = 4, 1e-3  # attempts to close cracks, and mm²: smaller cracks are rounding errors
SMOOTH = 0.04  # mm: corners that protrude by less are removed


def close_gaps(areas: Mapping[Cell, Polygon], slit: float) -> dict[Cell, Polygon]:
    """The areas in mm with exactly shared borders. Gaps of up to `slit` mm between two of them are closed. Raises
    FabgenError for too many gaps."""
    import shapely

    fitted_areas: dict[Cell, Polygon] = {}
    for name, area in areas.items():
        shapely.prepare(area)
        neighbours = [
            neighbour for neighbour in fitted_areas.values() if shapely.dwithin(area, neighbour, DIAGONAL * slit)
        ]
        fitted_areas[name] = _fit_area(area, _clip(neighbours, area, REACH * slit), DIAGONAL * slit)
    shared_areas = _node_areas(list(fitted_areas.values()), slit, [])
    for _ in range(PASSES):  # rounding to the grid may make an area run into its neighbour again
        whole = shapely.coverage_union_all(shared_areas)
        cracks = _polygons(_close_sharp_cracks(whole).difference(whole))
        if not any(crack.area > SPECK for crack in cracks):
            break
        shared_areas = _node_areas(shared_areas, slit, cracks)
    return dict(zip(fitted_areas, map(_largest, shapely.coverage_simplify(shared_areas, SMOOTH)), strict=True))


def _clip(neighbours: Sequence[Polygon], area: Polygon, reach: float) -> list[Polygon]:
    """What of some neighbours lies within `reach` mm of an area's box. Of a space with hundreds of others in it or
    around it, that is a small part."""
    import shapely

    x0, y0, x1, y1 = area.bounds
    clipped = []
    for neighbour in neighbours:
        part = shapely.clip_by_rect(neighbour, x0 - reach, y0 - reach, x1 + reach, y1 + reach)
        clipped += _polygons(part) if part.is_valid else [neighbour]
    return clipped


def _node_areas(areas: Sequence[Polygon], slit: float, cracks: Sequence[Polygon]) -> list[Polygon]:
    """The areas as faces between all their lines, on one grid. Narrow faces that no area covers, including `cracks`,
    are added to the neighbour with the longest border."""
    import shapely

    lines = shapely.union_all([area.boundary for area in (*areas, *cracks)], grid_size=SNAP)
    faces = _polygons(shapely.polygonize([lines]))
    inside = shapely.STRtree(areas).query(shapely.point_on_surface(faces), predicate="within")
    owners: dict[int, int] = {int(face): int(area) for face, area in inside.T[::-1]}  # of several areas, the first
    narrow = [n for n, face in enumerate(faces) if n not in owners and face.buffer(-slit / 2).is_empty]
    _check_gaps(narrow)
    tree = shapely.STRtree(faces)
    owners |= {n: _longest_border_owner(faces[n], faces, owners, {*tree.query(faces[n]).tolist()}) for n in narrow}
    return [_largest(shapely.coverage_union_all([faces[n] for n, owner in sorted(owners.items()) if owner == k]))
            for k in range(len(areas))]


def _longest_border_owner(
    face: Polygon, faces: Sequence[Polygon], owners: Mapping[int, int], nearby: Collection[int]
) -> int:
    """The index of the area that has the longest part of a face's boundary; `nearby` are the indices of all faces that
    may touch it."""
    lengths = dict.fromkeys([owner for _, owner in sorted(owners.items())], 0.0)
    for n in sorted(owners.keys() & nearby):
        lengths[owners[n]] += face.intersection(faces[n]).length
    return max(lengths, key=lambda owner: lengths[owner])


def _fit_area(area: Polygon, neighbours: Sequence[Polygon], slit: float) -> Polygon:
    """An area without what its earlier neighbours cover, extended over the slits between it and them."""
    import shapely

    covered = shapely.MultiPolygon(_polygons(shapely.union_all(neighbours, grid_size=FINE)))
    remainder = _blunt_tips(_largest(shapely.difference(area, covered, grid_size=FINE)))
    if not neighbours:
        return remainder
    union = shapely.MultiPolygon(_polygons(shapely.union(remainder, covered, grid_size=FINE)))
    gaps = _polygons(shapely.difference(_close_slits(union, slit / 2), union, grid_size=FINE))
    _check_gaps(gaps)
    gaps = [gap for gap in gaps if gap.distance(remainder) < SNAP and gap.distance(covered) < SNAP]
    filled = _without_barbs(shapely.union_all([remainder, *gaps], grid_size=FINE), gaps, slit)
    return _blunt_tips(_largest(shapely.difference(filled, covered, grid_size=FINE)))


def _without_barbs(filled: BaseGeometry, gaps: Sequence[Polygon], slit: float) -> BaseGeometry:
    """An area without what is thin of the gaps that were added to it. A closed slit between two curves, as beside the
    point where circles touch, ends in a notch whose straight sides leave slivers along them."""
    import shapely

    thick = filled.buffer(-BARB * slit, join_style="mitre").buffer(BARB * slit, join_style="mitre", mitre_limit=BLUNT)
    thin = shapely.MultiPolygon(_polygons(shapely.difference(filled, thick, grid_size=FINE)))
    barbs = _polygons(shapely.intersection(thin, shapely.MultiPolygon(gaps), grid_size=FINE))
    return shapely.difference(filled, shapely.MultiPolygon(barbs), grid_size=FINE)


def _check_gaps(gaps: Sequence[object]) -> None:
    """Raises FabgenError for more gaps between spaces than can be closed in a reasonable time."""
    if len(gaps) > MOST_GAPS:
        what = f"its spaces leave over {MOST_GAPS:,} narrow gaps between them"
        raise budget_error("", what, "let spaces touch along the same lines, or move them apart")


def _close_slits(area: BaseGeometry, distance: float) -> BaseGeometry:
    """The area with slits of up to twice `distance` mm closed. Notches between curves, as beside the point where
    circles touch, are closed nearly as far as that, although they are sharp; the tips of wider ones stay."""
    import shapely

    wide = area.buffer(distance, join_style="mitre")
    closed = wide.buffer(-distance, join_style="mitre", mitre_limit=NOTCH)
    return shapely.MultiPolygon(_polygons(closed))


def _close_sharp_cracks(area: BaseGeometry) -> BaseGeometry:
    """The area without cracks that are so sharp that their two lines would run into one."""
    wide = area.buffer(THIN, join_style="mitre", mitre_limit=SHARP)
    return wide.buffer(-THIN, join_style="mitre", mitre_limit=SHARP)


def _blunt_tips(area: Polygon) -> Polygon:
    """The area without tips and fringes that are so sharp that their two lines would run into one."""
    import shapely

    inner = area.buffer(-THIN, join_style="mitre", mitre_limit=SHARP)
    blunt = inner.buffer(THIN, join_style="mitre", mitre_limit=SHARP)
    return _largest(shapely.intersection(blunt, area, grid_size=FINE))


def _polygons(geometry: BaseGeometry) -> list[Polygon]:
    """The polygons of a geometry, without lines, points and empty parts."""
    parts = getattr(geometry, "geoms", [geometry])
    return [part for part in parts if part.geom_type == "Polygon" and not part.is_empty]


def _largest(geometry: BaseGeometry) -> Polygon:
    """The largest polygon of a geometry; an empty one if it has none."""
    import shapely

    return max(_polygons(geometry), key=lambda part: part.area, default=shapely.Polygon())


def shared_borders(areas: Mapping[Cell, Polygon]) -> Iterator[tuple[Cell, Cell, float]]:
    """Pairs of areas that share a border, with its length in mm. The areas must come from `close_gaps`."""
    edges = {name: _edge_lengths(area) for name, area in areas.items()}
    for first, second in combinations(areas, 2):
        shared_edges = edges[first].keys() & edges[second].keys()
        if shared_edges:
            yield first, second, sum(sorted(edges[first][edge] for edge in shared_edges))


def _edge_lengths(area: Polygon) -> dict[frozenset[Point], float]:
    """The length of each edge in mm, by its two ends."""
    lengths: dict[frozenset[Point], float] = {}
    for ring in (area.exterior, *area.interiors):
        corners = [(x, y) for x, y in ring.coords]
        lengths |= {frozenset(pair): math.dist(*pair) for pair in pairwise(corners)}
    return lengths


GAP, LEAST_EDGE = 0.03, 0.1  # of a cell: nearer edges become one; spaces are neighbours if they share this much edge
OVERLAP = 0.02  # of the smaller space: a larger overlap is a mistake in the drawing
MOST_SPACES = 200  # the most spaces that a map may have
MOST_ENCLAVES = 60  # pairs of a space and one inside it: the time that sizes take to check grows with their square
MOST_OVERLAPS = 20  # of two spaces each that are listed
PASS_BY = "or keep them out: put all spaces into one layer, and write `layer:` with its name"

Problems = list[Problem]


def read_map(board: BoardSpec, source: YamlSource, folder: Path) -> tuple[MapBoard, Spaces]:
    """The lattice and the spaces of a map, in mm. Raises FabgenError with every Problem."""
    assert board.map is not None
    problems: Problems = []
    file, where = board.map.file, source.value_location("board", "map")
    drawn_areas = (read_areas(file, board.map.layer, where, folder, problems) if file
             else _areas_from_corners(board.map, source, problems))
    titles: dict[Cell, str] = {}
    if not problems:
        drawn_areas, titles = _name_spaces(board.map, drawn_areas, source, problems)
    if not problems:
        _check_names(drawn_areas, source, problems)
    if problems:
        raise FabgenError(problems)
    named = map_board(drawn_areas, (), (), titles)
    picture = read_picture(board.map, source, folder, problems)
    if problems:
        raise FabgenError(problems)
    matrix = _cell_matrix(drawn_areas, board.cell)
    areas = _cut_out_enclaves(_transform_areas(drawn_areas, matrix), GAP * board.cell, where)
    if overlaps := list(islice(_overlap_problems(areas, titles, source), MOST_OVERLAPS)):
        raise FabgenError(overlaps)
    try:
        areas = close_gaps(areas, GAP * board.cell)
    except FabgenError as error:
        raise FabgenError([replace(problem, where=where) for problem in error.problems]) from None
    shared_pairs = [
        (first, second) for first, second, length in shared_borders(areas) if length >= LEAST_EDGE * board.cell
    ]
    borders = [*shared_pairs, *_joined_pairs(board.map, source, named, problems)]
    lines = tuple(_read_lines(board.map, source, named, problems))
    if problems:
        raise FabgenError(problems)
    return map_board(areas, dict.fromkeys(borders), lines, titles), replace(
        _build_spaces(areas, board.cell), picture=tuple(shape.transformed(matrix) for shape in picture)
    )


def _areas_from_corners(map_: Map, source: YamlSource, problems: Problems) -> dict[Cell, Polygon]:
    """The areas of spaces that are written as corners. Problems are added to `problems`."""
    from shapely import Polygon

    areas: dict[Cell, Polygon] = {}
    for name, corners in map_.spaces.items():
        area = Polygon(corners)
        if not area.is_valid or area.area == 0:
            where = source.value_location("board", "map", "spaces", name)
            hint = "list its corners all the way round"
            problems.append(Problem(where, f"the outline of `{name}` crosses itself", hint))
        areas[name] = area
    return areas


def _name_spaces(
    map_: Map, drawn_areas: Mapping[str, Polygon], source: YamlSource, problems: Problems
) -> tuple[dict[Cell, Polygon], dict[Cell, str]]:
    """The areas by the short names of their spaces, which notation uses, and the names that people read. Problems are
    added to `problems`."""
    areas: dict[Cell, Polygon] = {}
    titles: dict[Cell, str] = {}
    where = source.value_location("board", "map")
    for label, area in drawn_areas.items():
        try:
            cell = map_.ids.get(label) or write_without_accents(check_space_name(label))
        except ValueError as error:
            what, _, hint = str(error).partition("\n")
            is_drawn = " (the label of its shape, else its id)" if map_.file else ""
            problems.append(Problem(where, what, f"{hint}{is_drawn}"))
            continue
        if cell in areas:
            what = f"the spaces `{titles[cell]}` and `{label}` have the same short name `{cell}`"
            problems.append(Problem(where, what, f"give one of them another: `ids: {{{label}: {cell}2}}`"))
        areas[cell], titles[cell] = area, map_.names.get(cell, label)
    for label in map_.ids:
        if label not in drawn_areas:
            place = source.key_location("board", "map", "ids", label)
            problems.append(Problem(place, f"there is no space `{label}`", nearest_hint(label, list(drawn_areas))))
    for cell in map_.names:
        if cell not in areas:
            place = source.key_location("board", "map", "names", cell)
            problems.append(Problem(place, f"no space has the short name `{cell}`", nearest_hint(cell, list(areas))))
    return areas, titles


def _check_names(areas: Mapping[Cell, Polygon], source: YamlSource, problems: Problems) -> None:
    """Adds a Problem for each short name that reads like a capture from one space to another in moves such as
    `kentxessex`. Of too many spaces it adds only that."""
    where = source.value_location("board", "map")
    if not 2 <= len(areas) <= MOST_SPACES:
        problems.append(Problem(where, f"a map of {len(areas)} spaces", f"2 to {MOST_SPACES} of them make a board"))
        return
    for name in areas:
        letters = re.finditer("x", name)
        if any(name[: x.start()] in areas and name[x.end() :] in areas for x in letters):
            problems.append(Problem(where, f"the space `{name}` reads like a capture from one space to another",
                                 "give one of them another short name under `ids`"))


def _inscribed_circle(area: Polygon) -> tuple[Point, float]:
    """Middle and radius in mm of the largest circle inside an area."""
    from shapely import maximum_inscribed_circle

    (x, y), edge_point = maximum_inscribed_circle(area, tolerance=area.length * 1e-3).coords
    return (float(x), float(y)), float(((edge_point[0] - x) ** 2 + (edge_point[1] - y) ** 2) ** 0.5)


def _cell_matrix(areas: Mapping[Cell, Polygon], cell: float) -> Matrix:
    """The matrix that moves the areas to the origin, and scales them so that the smallest has room for a circle of
    `cell` mm."""
    from shapely import union_all

    factor = cell / 2 / min(_inscribed_circle(area)[1] for area in areas.values())
    left, low, _, _ = union_all(list(areas.values())).bounds
    return factor, 0.0, 0.0, factor, -factor * left, -factor * low


def _transform_areas(areas: Mapping[Cell, Polygon], matrix: Matrix) -> dict[Cell, Polygon]:
    """The areas under a matrix that scales and moves."""
    from shapely import affinity

    factor, _, _, _, x, y = matrix
    return {name: affinity.affine_transform(area, [factor, 0, 0, factor, x, y]) for name, area in areas.items()}


def _cut_out_enclaves(areas: Mapping[Cell, Polygon], slit: float, where: Location) -> dict[Cell, Polygon]:
    """The areas without the spaces that are drawn on top of them, more than `slit` mm from their edge. Raises
    FabgenError if there are too many."""
    import shapely

    shapely.prepare(list(areas.values()))
    enclaves = [(outer, inner) for outer, inner in permutations(areas, 2)
                if areas[outer].contains(areas[inner]) and areas[inner].distance(areas[outer].boundary) > slit]
    if len(enclaves) > MOST_ENCLAVES:
        raise problem_error(f"a map with {len(enclaves)} pairs of spaces of which one lies inside the other",
                            f"at most {MOST_ENCLAVES}: divide the space around them", where)
    result = dict(areas)
    for outer, inner in enclaves:
        remainder = result[outer].difference(areas[inner])
        result[outer] = max(getattr(remainder, "geoms", [remainder]), key=lambda polygon: polygon.area)
    return result


def _overlap_problems(areas: Mapping[Cell, Polygon], titles: Mapping[Cell, str], source: YamlSource
                      ) -> Iterator[Problem]:
    """A Problem for each two spaces that overlap by more than drawing inaccuracy explains."""
    hint = "let spaces touch along their edges only, or move them apart: `joined` makes neighbours of such spaces"
    for (first, a), (second, b) in combinations(areas.items(), 2):
        if a.intersects(b) and a.intersection(b).area > OVERLAP * min(a.area, b.area):
            is_unnamed = {*unnamed_shapes([*areas])} & {first, second}
            yield Problem(
                source.value_location("board", "map"),
                f"the spaces `{titles[first]}` and `{titles[second]}` lie on each other",
                f"{hint}, {PASS_BY}" if is_unnamed else hint,
            )


def _joined_pairs(map_: Map, source: YamlSource, named: MapBoard, problems: Problems) -> Iterator[tuple[Cell, Cell]]:
    """The pairs of spaces under `joined`. Problems are added to `problems`."""
    for n, text in enumerate(map_.joined):
        pair = named.split_names(text)
        where = source.value_location("board", "map", "joined", n)
        if len(pair) != 2 or pair[0] == pair[1]:
            names = [named.title(name) for name in named.names[:2]]
            hint = f"write their names with a hyphen between them, like {' - '.join(names)}"
            problems.append(Problem(where, f"`{text}` joins no two spaces", hint))
            continue
        unknown = [*_unknown_spaces(pair, named, where)]
        problems += unknown
        if not unknown:
            yield pair[0], pair[1]


def _read_lines(map_: Map, source: YamlSource, named: MapBoard, problems: Problems) -> Iterator[MapLine]:
    """The lines of the map. Problems are added to `problems`."""
    for direction, lines in map_.lines.items():
        for n, text in enumerate(lines):
            spaces = tuple(named.read_names(text).replace(",", " ").split())
            where = source.value_location("board", "map", "lines", direction, n)
            problems += _unknown_spaces(spaces, named, where)
            if len(set(spaces)) < max(2, len(spaces)):
                names = ", ".join(map(named.title, named.names[:2]))
                hint = f"a line is one text with two spaces or more, each of them once, like [\"{names}\"]"
                problems.append(Problem(where, f"`{text}` is no line", hint))
            yield MapLine(spaces, "" if direction == "any" else direction)


def _unknown_spaces(names: Iterable[Cell], named: MapBoard, where: Location) -> Problems:
    """A Problem for each name that is no space."""
    return [Problem(where, f"there is no space `{name}`", nearest_hint(name, list(map(named.title, named.names))))
            for name in names if name not in named]


def _build_spaces(areas: Mapping[Cell, Polygon], cell: float) -> Spaces:
    """The areas as Spaces: outlines counter-clockwise, holes clockwise, and the middle of each."""
    from shapely.geometry.polygon import orient

    oriented = {name: orient(area) for name, area in areas.items()}
    corners = {name: _open_ring(area.exterior.coords) for name, area in oriented.items()}
    holes = {name: tuple(_open_ring(ring.coords) for ring in area.interiors) for name, area in oriented.items()}
    middles = {name: _inscribed_circle(area)[0] for name, area in oriented.items()}
    return Spaces(corners, middles, cell, {name: rings for name, rings in holes.items() if rings})


def _open_ring(ring: Iterable[tuple[float, ...]]) -> tuple[Point, ...]:
    """The corners of a closed ring, without the repetition of its first one at the end."""
    return tuple((float(x), float(y)) for x, y in ring)[:-1]
