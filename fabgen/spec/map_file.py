"""An SVG file whose shapes are the spaces of a map → their areas by name, at their places on the page, in mm, y up.

The name of a shape is its label in the editor's list of objects, else its id. A path may have holes, which belong to no
space unless another space is drawn in them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from fabgen.artwork.drawing_budget import MOST_MAP_CORNERS, check_corners, check_crossings
from fabgen.artwork.path import Path as Outline
from fabgen.artwork.path import Point, point_bounds
from fabgen.artwork.regions import path_polygon
from fabgen.artwork.svg_document import SvgDocument, SvgElement, read_document
from fabgen.artwork.svg_file import SvgStroke, read_svg_page
from fabgen.artwork.svg_values import LABEL, LAYER_MODE
from fabgen.core.english import join_words
from fabgen.core.problems import FabgenError, Location, Problem, nearest_hint
from fabgen.rules.boards import Cell
from fabgen.spec.drawings import drawing_path_problem, name_place

if TYPE_CHECKING:
    from shapely import Polygon

FLAT = 2e-4  # of the drawing's size: how far flattened curves may be from the true ones
OPEN = 1e-3  # of the drawing's size: ends of an outline that are nearer than this count as closed
SPECK = 0.01  # mm: a loop of no more than about this size does not count as a crossing
EDITOR_ID = re.compile(r"(path|rect|circle|ellipse|polygon|polyline|use|shape)\d+")  # what editors call new shapes

SHAPE_TAGS = ("path", "rect", "circle", "ellipse", "polygon", "polyline", "line", "use")

Problems = list[Problem]


def read_areas(name: str, layer: str | None, where: Location, folder: Path, problems: Problems) -> dict[Cell, Polygon]:
    """The areas of all shapes of a file, or of those in the named layer. Problems are added to `problems`."""
    try:
        if misplaced_file := drawing_path_problem(name, folder):
            raise FabgenError([misplaced_file])
        document = read_document_with_ids(folder / name)
        strokes, (_, height) = read_svg_page(document, shapes_only=True)
        if layer:
            strokes = strokes_of_layer(strokes, document.root, layer)
        size = max(max(_stroke_size(stroke)) for stroke in strokes)
        _check_budget(document.file, strokes, max(FLAT * size, SPECK))
    except FabgenError as error:
        problems += [Problem(where, f"{name_place(name, problem)}: {problem.what}", problem.hint, code=problem.code)
                     for problem in error.problems]
        return {}
    labels = {element.id: label for element in document.root.walk() if (label := element.attributes.get(LABEL))}
    return _name_areas(name, strokes, labels, size, height, where, problems)


def read_document_with_ids(file: Path) -> SvgDocument:
    """A drawing in which every shape has an id: those that the file leaves without one are `shape1`, `shape2` and so
    on. Inkscape gives ids to all shapes, other programs to none."""
    document = read_document(file)
    used = {element.id for element in document.root.walk()}
    free = (name for n in count(1) if (name := f"shape{n}") not in used)
    for element in document.root.walk():
        if not element.id and element.tag in SHAPE_TAGS:
            element.attributes["id"] = next(free)
    return document


def _check_budget(file: str, strokes: Sequence[SvgStroke], tolerance: float) -> None:
    """Raises FabgenError if the areas of a map would take too long to calculate."""
    check_corners(file, (path for stroke in strokes for path in stroke.paths), tolerance, MOST_MAP_CORNERS)
    check_crossings(file, [[path.flatten(tolerance) for path in stroke.paths] for stroke in strokes])


def _name_areas(name: str, strokes: Sequence[SvgStroke], labels: dict[str, str], size: float, height: float,
                where: Location, problems: Problems) -> dict[Cell, Polygon]:
    """The areas by the names of their shapes. Problems are added to `problems`."""
    areas: dict[Cell, Polygon] = {}
    for stroke in strokes:
        label = " ".join(labels.get(stroke.id, stroke.id.replace("_", " ")).split())
        area = _enclosed_area(stroke, size, height)
        if isinstance(area, tuple):
            problems.append(Problem(where, f"the shape `{label}` of {name} {area[0]}", area[1]))
        elif any(label.lower() == name.lower() for name in areas):
            problems.append(Problem(where, f"two shapes of {name} are called `{label}`", "give each a name of its own"))
        else:
            areas[label] = area
    return areas


def strokes_of_layer(strokes: Sequence[SvgStroke], root: SvgElement, layer: str) -> list[SvgStroke]:
    """The shapes in a layer or group, given by its name or its id. Raises FabgenError if there are none."""
    groups = [element for element in root.walk() if element.tag == "g"]
    layer_names = {name for group in groups for name in (group.attributes.get(LABEL), group.id) if name}
    layers = [group for group in groups if layer in (group.attributes.get(LABEL), group.id)]
    ids = {element.id for group in layers for element in group.walk()}
    strokes_inside = [stroke for stroke in strokes if stroke.id and stroke.id in ids]
    if strokes_inside:
        return strokes_inside
    named = [group.attributes for group in groups if group.attributes.get(LAYER_MODE) == "layer"]
    names = [attributes[LABEL] for attributes in named if LABEL in attributes]
    what = (
        f"there is no shape to be seen in the layer `{layer}`"
        if layer in layer_names
        else f"there is no layer `{layer}`"
    )
    raise FabgenError([Problem(Location(), what, nearest_hint(layer, sorted(layer_names)) if layer not in layer_names
                               else f"layers are {join_words(names)}" if names else "")])


def _stroke_size(stroke: SvgStroke) -> Point:
    """The width and height of a shape in mm."""
    x0, y0, x1, y1 = point_bounds(p for path in stroke.paths for p in (path.bounds()[:2], path.bounds()[2:]))
    return x1 - x0, y1 - y0


def _enclosed_area(stroke: SvgStroke, size: float, height: float) -> Polygon | tuple[str, str]:
    """The area that a shape encloses; if it encloses none, what is wrong with the shape, and a hint."""
    import shapely

    hint = "draw each space as one closed shape"
    if size < SPECK:
        return "has no area", hint
    if any(not path.closed and math.dist(path.start, path.end) > OPEN * size for path in stroke.paths):
        return "is open", hint
    rings = []
    for path in stroke.paths:
        if path_polygon(path, FLAT * size).convex_hull.area == 0:
            return "has no area", hint
        ring = _ring_area(path, FLAT * size)
        if ring is None:
            return f"crosses itself{_describe_crossing(path, FLAT * size, height)}", hint
        rings.append(ring)
    outer_ring, *inner = sorted(rings, key=lambda ring: -ring.area)
    if not all(outer_ring.contains(ring) for ring in inner):
        return f"has {len(rings)} outlines", "a space is one closed shape; what is cut out of it lies inside"
    area = shapely.Polygon(outer_ring.exterior, [ring.exterior for ring in inner])
    return area if area.is_valid else ("has holes that cross each other", "make them one (Path > Union)")


def _ring_area(path: Outline, tolerance: float) -> Polygon | None:
    """The area of a closed path, without loops too small to be seen. None if the path truly crosses itself."""
    import shapely

    ring = path_polygon(path, tolerance)
    if ring.is_valid:
        return ring if ring.area > 0 else None
    areas = [area for area in getattr(shapely.make_valid(ring), "geoms", []) if area.area > 0]
    polygons = sorted((polygon for area in areas for polygon in getattr(area, "geoms", [area])), key=lambda p: -p.area)
    is_harmless = polygons and sum(polygon.area for polygon in polygons[1:]) <= SPECK**2 + SPECK * ring.length * 1e-3
    return shapely.Polygon(polygons[0].exterior) if is_harmless else None


def _describe_crossing(path: Outline, tolerance: float, height: float) -> str:
    """The place where a path crosses itself, in words, measured as editors do: from the left and the top of the
    page."""
    from shapely.validation import explain_validity

    spot = re.search(r"\[(\S+) (\S+)\]", explain_validity(path_polygon(path, tolerance)))
    return f", {float(spot[1]):.1f} mm from the left and {height - float(spot[2]):.1f} mm from the top" if spot else ""


def unnamed_shapes(names: Sequence[Cell]) -> Iterator[Cell]:
    """The ids that an editor gave to shapes. None if all shapes have such ids."""
    editor_ids = [name for name in names if EDITOR_ID.fullmatch(name)]
    yield from editor_ids if len(editor_ids) < len(names) else ()
