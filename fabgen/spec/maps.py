"""A map of a spec, as corners or as an SVG file whose shapes are the spaces → its lattice and its spaces in mm.

Two spaces are neighbours when they share an edge, or are said to be joined. The drawing is scaled so that its smallest
space has room for a circle of the board's cell; borders that almost meet are made one.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from fabgen.artwork.drawn import Stroke, read_strokes
from fabgen.artwork.path import span
from fabgen.artwork.regions import outline
from fabgen.base import FabgenError, Problem, Where, nearest
from fabgen.declared import Source
from fabgen.rules.chart import Chart, Line, chart
from fabgen.rules.lattice import Cell
from fabgen.spec.beside import misplaced
from fabgen.spec.board import Board, Map
from fabgen.spec.spaces import Point, Spaces

if TYPE_CHECKING:
    from shapely import Polygon

FLAT = 2e-4  # of the drawing's size: how far a curve's chords may leave it
OPEN = 1e-3  # of the drawing's size: how far an outline's ends may lie apart
FINE = 1e-3  # mm: corners nearer than this are one
LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"
GAP, LEAST_EDGE = 0.03, 0.1  # of the cell: edges nearer than this are one, and so much of it makes neighbours
OVERLAP = 0.02  # of the smaller space: more is a mistake of the drawing
MOST = 200

Found = list[Problem]


def read_map(board: Board, source: Source, folder: Path) -> tuple[Chart, Spaces]:
    """The lattice and the spaces. Raises FabgenError with every Problem."""
    assert board.map is not None
    found: Found = []
    file = board.map.file
    drawn = _from_file(file, source, folder, found) if file else _from_corners(board.map, source, found)
    if not found:
        _names(drawn, source, found)
    if found:
        raise FabgenError(found)
    areas = _scaled(drawn, board.cell)
    found += _overlaps(areas, source)
    borders = [*_shared(areas, board.cell), *_joined(board.map, source, areas, found)]
    lines = tuple(_lines(board.map, source, areas, found))
    if found:
        raise FabgenError(found)
    return chart(areas, dict.fromkeys(borders), lines), _spaces(_fitted(areas, GAP * board.cell), board.cell)


def _from_file(name: str, source: Source, folder: Path, found: Found) -> dict[Cell, Polygon]:
    where = source.inside("board", "map")
    if wrongly := misplaced(name, folder):
        found.append(Problem(where, f"{name}: {wrongly.what}", wrongly.hint))
        return {}
    try:
        strokes = read_strokes(folder / name, shapes_only=True)
    except FabgenError as error:
        found += [Problem(where, f"{name}: {problem.what}", problem.hint) for problem in error.problems]
        return {}
    areas: dict[Cell, Polygon] = {}
    labels, size = _labels(folder / name), max(max(_size(stroke)) for stroke in strokes)
    for stroke in strokes:
        called = labels.get(stroke.id, stroke.id)
        if wrong := _unshaped(stroke, size):
            hint = "draw each space as one closed shape"
            found.append(Problem(where, f"the shape `{called}` of {name} {wrong}", hint))
        elif called.lower() in areas:
            found.append(Problem(where, f"two shapes of {name} are called `{called}`", "give each a name of its own"))
        else:
            areas[called.lower()] = outline(stroke.paths[0], FLAT * size)
    return areas


def _labels(file: Path) -> dict[str, str]:
    """The names that shapes have in Inkscape's list of objects, by their ids."""
    from xml.etree.ElementTree import parse

    return {element.get("id", ""): label for element in parse(file).iter() if (label := element.get(LABEL))}


def _size(stroke: Stroke) -> Point:
    x0, y0, x1, y1 = span(p for path in stroke.paths for p in (path.bounds()[:2], path.bounds()[2:]))
    return x1 - x0, y1 - y0


def _unshaped(stroke: Stroke, size: float) -> str:
    """Why a shape is no outline of a space; empty where it is one."""
    path = stroke.paths[0]
    if len(stroke.paths) > 1:
        return f"has {len(stroke.paths)} outlines"
    if not path.closed and math.dist(path.start, path.end) > OPEN * size:
        return "is open"
    ring = outline(path, FLAT * size)
    return "" if ring.is_valid and ring.area > 0 else "crosses itself"


def _from_corners(drawn: Map, source: Source, found: Found) -> dict[Cell, Polygon]:
    from shapely import Polygon

    areas: dict[Cell, Polygon] = {}
    for name, corners in drawn.spaces.items():
        area = Polygon(corners)
        if not area.is_valid or area.area == 0:
            where = source.inside("board", "map", "spaces", name)
            hint = "list its corners all the way round"
            found.append(Problem(where, f"the outline of `{name}` crosses itself", hint))
        areas[name] = area
    return areas


def _names(areas: Mapping[Cell, Polygon], source: Source, found: Found) -> None:
    """Names are read in moves such as `kentxessex`: small letters and digits, and no two that run into a third."""
    where = source.inside("board", "map")
    for name in areas:
        if not re.fullmatch(r"[a-z][a-z0-9]{0,19}", name):
            hint = "small letters and digits, at most 20; in a drawing it is the id of the shape"
            found.append(Problem(where, f"`{name}` cannot name a space", hint))
        parts = re.finditer("x", name)
        if any(name[: x.start()] in areas and name[x.end() :] in areas for x in parts):
            found.append(Problem(where, f"the space `{name}` reads like a capture from one space to another",
                                 "call one of them differently"))
    if not 2 <= len(areas) <= MOST:
        found.append(Problem(where, f"a map of {len(areas)} spaces", f"2 to {MOST} of them make a board"))


def _circle(area: Polygon) -> tuple[Point, float]:
    """Middle and radius of the largest circle inside."""
    from shapely import maximum_inscribed_circle

    (x, y), rim = maximum_inscribed_circle(area, tolerance=area.length * 1e-3).coords
    return (float(x), float(y)), float(((rim[0] - x) ** 2 + (rim[1] - y) ** 2) ** 0.5)


def _scaled(areas: Mapping[Cell, Polygon], cell: float) -> dict[Cell, Polygon]:
    from shapely import affinity, union_all

    k = cell / 2 / min(_circle(area)[1] for area in areas.values())
    left, low, _, _ = union_all(list(areas.values())).bounds
    return {name: affinity.affine_transform(area, [k, 0, 0, k, -k * left, -k * low]) for name, area in areas.items()}


def _overlaps(areas: Mapping[Cell, Polygon], source: Source) -> Iterator[Problem]:
    for (one, a), (other, b) in combinations(areas.items(), 2):
        if a.intersects(b) and a.intersection(b).area > OVERLAP * min(a.area, b.area):
            yield Problem(source.inside("board", "map"), f"the spaces `{one}` and `{other}` lie on each other",
                          "let spaces touch along their edges only")


def _shared(areas: Mapping[Cell, Polygon], cell: float) -> Iterator[tuple[Cell, Cell]]:
    """Pairs of spaces that share an edge of some length."""
    for (one, a), (other, b) in combinations(areas.items(), 2):
        if a.distance(b) <= GAP * cell and a.exterior.intersection(b.buffer(GAP * cell)).length >= LEAST_EDGE * cell:
            yield one, other


def _fitted(areas: Mapping[Cell, Polygon], slit: float) -> dict[Cell, Polygon]:
    """Every space without what earlier ones have, with slits up to a width between them: a border is one line."""
    fitted: dict[Cell, Polygon] = {}
    for name, area in areas.items():
        for other in fitted.values():
            if area.distance(other) <= slit:
                area = _healed(area, other, slit)
        fitted[name] = area
    return fitted


def _healed(area: Polygon, other: Polygon, slit: float) -> Polygon:
    import shapely

    both = shapely.union(area, other)
    closed = both.buffer(slit / 2, join_style="mitre").buffer(-slit / 2, join_style="mitre")
    gaps = [gap for gap in getattr(closed.difference(both), "geoms", [closed.difference(both)]) if gap.area > FINE]
    left = shapely.difference(shapely.union_all([area, *gaps], grid_size=FINE), other, grid_size=FINE)
    parts: list[Polygon] = [part for part in getattr(left, "geoms", [left]) if part.geom_type == "Polygon"]
    whole = max(parts, key=lambda part: part.area)
    return shapely.Polygon(whole.exterior)


def _joined(drawn: Map, source: Source, areas: Mapping[Cell, Polygon], found: Found) -> Iterator[tuple[Cell, Cell]]:
    for n, text in enumerate(drawn.joined):
        pair = text.split("-")
        where = source.inside("board", "map", "joined", n)
        found += _unknown(pair, areas, where)
        if len(pair) != 2 or pair[0] == pair[1]:
            found.append(Problem(where, f"`{text}` joins no two spaces", "write their names, like kent-calais"))
        elif all(name in areas for name in pair):
            yield pair[0], pair[1]


def _lines(drawn: Map, source: Source, areas: Mapping[Cell, Polygon], found: Found) -> Iterator[Line]:
    for way, lines in drawn.lines.items():
        for n, text in enumerate(lines):
            spaces, where = tuple(text.split()), source.inside("board", "map", "lines", way, n)
            found += _unknown(spaces, areas, where)
            if len(set(spaces)) < max(2, len(spaces)):
                found.append(Problem(where, f"`{text}` is no line", "two spaces or more, each of them once"))
            yield Line(spaces, "" if way == "any" else way)


def _unknown(names: Iterable[Cell], areas: Mapping[Cell, Polygon], where: Where) -> Found:
    return [Problem(where, f"there is no space `{name}`", nearest(name, list(areas)))
            for name in names if name not in areas]


def _spaces(areas: Mapping[Cell, Polygon], cell: float) -> Spaces:
    from shapely.geometry.polygon import orient

    corners = {name: tuple((float(x), float(y)) for x, y in orient(area).exterior.coords[:-1])
               for name, area in areas.items()}
    return Spaces(corners, {name: _circle(area)[0] for name, area in areas.items()}, cell)
