"""An SVG file whose shapes are the spaces of a map → their areas by name, as they lie on its page, in mm, y up.

A shape is called what its editor's list of objects calls it, else by its id. A path may have holes: nobody's ground,
or room for another space.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, parse

from fabgen.artwork.drawn import Stroke, read_page
from fabgen.artwork.path import Path as Outline
from fabgen.artwork.path import Point, span
from fabgen.artwork.regions import outline
from fabgen.base import FabgenError, Problem, Where, nearest, words
from fabgen.rules.boards import Cell
from fabgen.spec.beside import misplaced

if TYPE_CHECKING:
    from shapely import Polygon

FLAT = 2e-4  # of the drawing's size: how far a curve's chords may leave it
OPEN = 1e-3  # of the drawing's size: how far an outline's ends may lie apart
SPECK = 0.01  # mm, mm²: a loop that is smaller is no crossing
INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"
LABEL, MODE = f"{INKSCAPE}label", f"{INKSCAPE}groupmode"
GIVEN = re.compile(r"(path|rect|circle|ellipse|polygon|polyline|use|shape)\d+")  # what editors call new shapes

Found = list[Problem]


def read_areas(name: str, layer: str | None, where: Where, folder: Path, found: Found) -> dict[Cell, Polygon]:
    """The areas of the shapes of a file, or of those in a layer that is named; what is wrong is added to `found`."""
    try:
        if wrongly := misplaced(name, folder):
            raise FabgenError([wrongly])
        strokes, (_, height) = read_page(folder / name, shapes_only=True)
        tree = parse(folder / name).getroot()
        kept = _of_layer(strokes, tree, layer) if layer else strokes
    except FabgenError as error:
        found += [Problem(where, f"{name}: {problem.what}", problem.hint) for problem in error.problems]
        return {}
    return _named(name, kept, {e.get("id", ""): label for e in tree.iter() if (label := e.get(LABEL))},
                  height, where, found)


def _named(name: str, strokes: Sequence[Stroke], labels: dict[str, str], height: float, where: Where, found: Found
           ) -> dict[Cell, Polygon]:
    areas: dict[Cell, Polygon] = {}
    size = max(max(_size(stroke)) for stroke in strokes)
    for stroke in strokes:
        called = labels.get(stroke.id, stroke.id)
        area = _area(stroke, size, height)
        if isinstance(area, tuple):
            found.append(Problem(where, f"the shape `{called}` of {name} {area[0]}", area[1]))
        elif called.lower() in areas:
            found.append(Problem(where, f"two shapes of {name} are called `{called}`", "give each a name of its own"))
        else:
            areas[called.lower()] = area
    return areas


def _of_layer(strokes: Sequence[Stroke], tree: Element, layer: str) -> list[Stroke]:
    """The shapes in a layer or group, by its name or its id. Raises FabgenError where there is none."""
    groups = [e for e in tree.iter() if e.tag.endswith("}g") or e.tag == "g"]
    called = {call for group in groups for call in (group.get(LABEL), group.get("id")) if call}
    within = {e.get("id") for group in groups if layer in (group.get(LABEL), group.get("id")) for e in group.iter()}
    kept = [stroke for stroke in strokes if stroke.id and stroke.id in within]
    if kept:
        return kept
    layers = [label for group in groups if group.get(MODE) == "layer" and (label := group.get(LABEL))]
    what = f"there is no shape to be seen in the layer `{layer}`" if layer in called else f"there is no layer `{layer}`"
    raise FabgenError([Problem(Where(), what, nearest(layer, sorted(called)) if layer not in called
                               else f"layers are {words(layers)}" if layers else "")])


def _size(stroke: Stroke) -> Point:
    x0, y0, x1, y1 = span(p for path in stroke.paths for p in (path.bounds()[:2], path.bounds()[2:]))
    return x1 - x0, y1 - y0


def _area(stroke: Stroke, size: float, height: float) -> Polygon | tuple[str, str]:
    """What a shape surrounds; what is wrong with it, and what to do, where it surrounds nothing."""
    import shapely

    hint = "draw each space as one closed shape"
    if any(not path.closed and math.dist(path.start, path.end) > OPEN * size for path in stroke.paths):
        return "is open", hint
    rings = []
    for path in stroke.paths:
        ring = _ring(path, FLAT * size)
        if ring is None:
            return f"crosses itself{_crossing(path, FLAT * size, height)}", hint
        rings.append(ring)
    whole, *inner = sorted(rings, key=lambda ring: -ring.area)
    if not all(whole.contains(ring) for ring in inner):
        return f"has {len(rings)} outlines", "a space is one closed shape; what is cut out of it lies inside"
    area = shapely.Polygon(whole.exterior, [ring.exterior for ring in inner])
    return area if area.is_valid else ("has holes that cross each other", "make them one (Path > Union)")


def _ring(path: Outline, tolerance: float) -> Polygon | None:
    """A closed path as an area, without loops that nobody sees; None where it truly crosses itself."""
    import shapely

    ring = outline(path, tolerance)
    if ring.is_valid:
        return ring if ring.area > 0 else None
    parts = [part for part in getattr(shapely.make_valid(ring), "geoms", []) if part.area > 0]
    pieces = sorted((piece for part in parts for piece in getattr(part, "geoms", [part])), key=lambda p: -p.area)
    small = pieces and sum(piece.area for piece in pieces[1:]) <= SPECK**2 + SPECK * ring.length * 1e-3
    return shapely.Polygon(pieces[0].exterior) if small else None


def _crossing(path: Outline, tolerance: float, height: float) -> str:
    """Where a path meets itself, as editors count: from the left and the top of the page."""
    from shapely.validation import explain_validity

    spot = re.search(r"\[(\S+) (\S+)\]", explain_validity(outline(path, tolerance)))
    return f", {float(spot[1]):.1f} mm from the left and {height - float(spot[2]):.1f} mm from the top" if spot else ""


def unnamed(names: Sequence[Cell]) -> Iterator[Cell]:
    """Names that an editor gave, where other shapes were called something."""
    given = [name for name in names if GIVEN.fullmatch(name)]
    yield from given if len(given) < len(names) else ()
