"""A map of a spec, as corners or as an SVG file whose shapes are the spaces → its lattice and its spaces in mm.

Two spaces are neighbours when they share an edge, or are said to be joined. The drawing is scaled so that its smallest
space has room for a circle of the board's cell; borders that almost meet are made one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from fabgen.base import FabgenError, Problem, Where, nearest
from fabgen.declared import Source
from fabgen.rules.boards import Cell, Chart, Line, chart
from fabgen.spec.board import Board, Map
from fabgen.spec.mapfile import read_areas, unnamed
from fabgen.spec.mended import common, mended
from fabgen.spec.spaces import Point, Spaces

if TYPE_CHECKING:
    from shapely import Polygon

GAP, LEAST_EDGE = 0.03, 0.1  # of the cell: edges nearer than this are one, and so much of it makes neighbours
OVERLAP = 0.02  # of the smaller space: more is a mistake of the drawing
MOST = 200
PASS_BY = "or keep them out: put all spaces into one layer, and write `layer:` with its name"

Found = list[Problem]


def read_map(board: Board, source: Source, folder: Path) -> tuple[Chart, Spaces]:
    """The lattice and the spaces. Raises FabgenError with every Problem."""
    assert board.map is not None
    found: Found = []
    file, where = board.map.file, source.inside("board", "map")
    drawn = (read_areas(file, board.map.layer, where, folder, found) if file
             else _from_corners(board.map, source, found))
    if not found:
        _names(drawn, source, found)
    if found:
        raise FabgenError(found)
    areas = _parted(_scaled(drawn, board.cell), GAP * board.cell)
    if overlapping := list(_overlaps(areas, source)):
        raise FabgenError(overlapping)
    areas = mended(areas, GAP * board.cell)
    shared = [(one, other) for one, other, length in common(areas) if length >= LEAST_EDGE * board.cell]
    borders = [*shared, *_joined(board.map, source, areas, found)]
    lines = tuple(_lines(board.map, source, areas, found))
    if found:
        raise FabgenError(found)
    return chart(areas, dict.fromkeys(borders), lines), _spaces(areas, board.cell)


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


def _parted(areas: Mapping[Cell, Polygon], slit: float) -> dict[Cell, Polygon]:
    """Areas without those that are drawn upon them, clear of their edge: enclaves."""
    found = dict(areas)
    for (one, a), (other, b) in combinations(areas.items(), 2):
        for outer, whole, part in ((one, a, b), (other, b, a)):
            if whole.contains(part) and part.distance(whole.boundary) > slit:
                left = found[outer].difference(part)
                found[outer] = max(getattr(left, "geoms", [left]), key=lambda piece: piece.area)
    return found


def _overlaps(areas: Mapping[Cell, Polygon], source: Source) -> Iterator[Problem]:
    hint = "let spaces touch along their edges only"
    for (one, a), (other, b) in combinations(areas.items(), 2):
        if a.intersects(b) and a.intersection(b).area > OVERLAP * min(a.area, b.area):
            given = {*unnamed([*areas])} & {one, other}
            yield Problem(source.inside("board", "map"), f"the spaces `{one}` and `{other}` lie on each other",
                          f"{hint}, {PASS_BY}" if given else hint)


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

    whole = {name: orient(area) for name, area in areas.items()}
    corners = {name: _corners(area.exterior.coords) for name, area in whole.items()}
    holes = {name: tuple(_corners(ring.coords) for ring in area.interiors) for name, area in whole.items()}
    middles = {name: _circle(area)[0] for name, area in whole.items()}
    return Spaces(corners, middles, cell, {name: rings for name, rings in holes.items() if rings})


def _corners(ring: Iterable[tuple[float, ...]]) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in ring)[:-1]
