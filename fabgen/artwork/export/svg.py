"""Drawings → SVG, in the subset that every reader understands; y points down in the file. Laser sheets are built from
the same functions (`laser/formats/svg.py`).

One user unit is 1 mm, sizes are given in mm, coordinates are absolute and rounded to 1 µm, arcs stay arcs, and every
look is an attribute. No text, use, defs, class, style, clip or transform, because each of them is misread by some
program that drives a laser.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import svgwrite
import svgwrite.base
import svgwrite.container
import svgwrite.path

from fabgen.artwork.drawing import Drawing, Item, Lettering, Shape
from fabgen.artwork.path import Arc, Curve, Line, Path, Point, circle_of, rectangle
from fabgen.artwork.text import text_outlines
from fabgen.artwork.themes import WIDTH, ResolvedInk, Theme, hatch_box, resolve_ink
from fabgen.core.units import format_number

NAMESPACE = "http://www.w3.org/2000/svg"
PAGE = "#ffffff"
# Wider arcs are split: of an arc of nearly half a circle, 1 µm at an end moves the centre by 0.1 mm.
WIDEST = math.radians(100)


def write_drawing(drawing: Drawing, theme: Theme, margin: float = 2.0, title: str = "", description: str = "",
                  language: str = "", name: str = "") -> bytes:
    """A picture that fits the drawing with a margin in mm, inked as the theme says. Words are outlines, so that no font
    is needed.

    `description` is for readers who cannot see it, and `name` is its id. The page is painted white first, because dark
    marks would vanish in a dark viewer.
    """
    root = draw_picture(drawing, theme, margin)
    if name:
        root["id"] = name
    if language:
        root["xml:lang"] = language
    if description:
        root["role"] = "img"
        root.elements.insert(1, svgwrite.base.Desc(description))
    if title:
        root.elements.insert(1, svgwrite.base.Title(title))
    return svg_bytes(root)


def draw_picture(drawing: Drawing, theme: Theme, margin: float = 2.0) -> Any:
    """The root element of a picture that fits the drawing with a margin in mm: the page, painted white, and every item
    that the theme inks."""
    x0, y0, x1, y1 = drawing.bounds()
    width, height = x1 - x0 + 2 * margin, y1 - y0 + 2 * margin
    root = svg_root(width, height)
    page_outline = path_data([rectangle(0, 0, width, height)], height)
    root.add(svgwrite.path.Path(page_outline, fill=PAGE, stroke="none", debug=False))
    for item in drawing.moved(margin - x0, margin - y0).items:
        ink = resolve_ink(theme, item.role, item.tone)
        if ink:
            root.add(ink_item(item, ink, height))
            for element in ink_pattern(item, ink, height):
                root.add(element)
    return root


def ink_pattern(item: Item, ink: ResolvedInk, height: float) -> Iterator[Any]:
    """The pattern of a tone over the fill of a shape, clipped to the shape, and then the outline of the shape again."""
    if ink.pattern == "plain" or isinstance(item, Lettering) or not all(path.closed for path in item.paths):
        return
    lines, areas = cut_hatch(item, ink.pattern)
    if lines:
        style = {"fill": "none", "stroke": ink.hatch, "stroke_width": format_number(WIDTH)}
        yield svgwrite.path.Path(path_data(lines, height), debug=False, **style)
    if areas:
        yield svgwrite.path.Path(path_data(areas, height), fill=ink.hatch, stroke="none", debug=False)
    if ink.stroke:
        yield ink_item(item, replace(ink, fill=None), height)


def svg_root(width: float, height: float) -> Any:
    """The root element of a file, with its width and height in mm."""
    size = format_number(width), format_number(height)
    return svgwrite.container.SVG(
        size=tuple(f"{side}mm" for side in size),
        viewBox=f"0 0 {size[0]} {size[1]}",
        version="1.1",
        xmlns=NAMESPACE,
        debug=False,
    )


def svg_bytes(root: Any, remark: str = "") -> bytes:
    """The file, with one element a line. `remark` is a comment before the root, where no reader takes it for a
    shape."""
    root.elements.remove(root.defs)
    tree = root.get_xml()
    ElementTree.indent(tree)
    head = '<?xml version="1.0" encoding="UTF-8"?>\n' + (f"<!-- {remark} -->\n" if remark else "")
    return (head + ElementTree.tostring(tree, encoding="unicode") + "\n").encode()


def ink_item(item: Item, ink: ResolvedInk, height: float) -> Any:
    """An item in its ink, painted as in PDF files: shapes by the even-odd rule, words in their fill. Open shapes have
    no fill."""
    if isinstance(item, Lettering):
        paths = [path for glyph in text_outlines(item.text) for path in glyph]
        return svgwrite.path.Path(path_data(paths, height), fill=ink.fill or ink.stroke, stroke="none", debug=False)
    fill = ink.fill if all(path.closed for path in item.paths) else None
    style: dict[str, object] = {"fill": fill or "none", "stroke": ink.stroke or "none"}
    if fill and len(item.paths) > 1:
        style["fill_rule"] = "evenodd"
    if ink.stroke:
        style |= {"stroke_width": format_number(ink.width), "stroke_linecap": "round", "stroke_linejoin": "round"}
    if ink.stroke and ink.dash:
        style["stroke_dasharray"] = " ".join(map(format_number, ink.dash))
    return svgwrite.path.Path(path_data(item.paths, height), debug=False, **style)


def path_data(paths: Iterable[Path], height: float) -> str:
    """The path data of some paths in mm, y up, on a page that is `height` mm high."""
    return " ".join(_path_commands(path, height) for path in paths)


def _path_commands(path: Path, height: float) -> str:
    """One subpath. Segments that round to nothing are left out, and so is the line back to the start, which Z draws."""
    circle = _circle_commands(path, height)
    if circle:
        return circle
    start = position = _point(path.start, height)
    commands = [f"M {start}"]
    for segment_start, segment in path:
        end = _point(segment.to, height)
        if isinstance(segment, Arc):
            commands += _arcs(segment_start, segment, height)
        elif isinstance(segment, Curve):
            commands.append(f"C {_point(segment.first, height)} {_point(segment.second, height)} {end}")
        elif end != position:
            commands.append(f"L {end}")
        position = end
    if path.closed and commands[-1] == f"L {start}":
        commands.pop()
    return " ".join(commands + (["Z"] if path.closed else []))


def _circle_commands(path: Path, height: float) -> str:
    """A whole circle of two half arcs that start at its side, top or bottom, rounded so that their ends are exactly a
    diameter apart. Empty for any other path."""
    if not path.closed or len(path.segments) != 2:
        return ""
    halves = [s for s in path.segments if isinstance(s, Arc) and abs(abs(s.bulge) - 1) < 1e-9]
    if len(halves) != 2 or halves[0].bulge * halves[1].bulge < 0:
        return ""
    (x0, y0), (x1, y1) = path.start, halves[0].to
    if min(abs(x1 - x0), abs(y1 - y0)) > 1e-6:
        return ""
    x, y = round((x0 + x1) / 2, 3), round(height - (y0 + y1) / 2, 3)
    radius = round(math.dist((x0, y0), (x1, y1)) / 2, 3)
    dx, dy = (
        (math.copysign(radius, x0 - x1), 0.0) if abs(x1 - x0) > abs(y1 - y0) else (0.0, math.copysign(radius, y1 - y0))
    )
    a, b = (f"{format_number(x + s * dx)} {format_number(y + s * dy)}" for s in (1, -1))
    arc = f"A {format_number(radius)} {format_number(radius)} 0 0 {int(halves[0].bulge < 0)}"
    return f"M {a} {arc} {b} {arc} {a} Z"


def _arcs(start: Point, arc: Arc, height: float) -> Iterator[str]:
    """An arc as one or more A commands. Arcs that round to nothing are left out."""
    (x, y), radius, angle, sweep = circle_of(start, arc)
    count = max(1, math.ceil(abs(sweep) / WIDEST))
    angles = [angle + sweep * k / count for k in range(1, count)]
    ends = [*((x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles), arc.to]
    position = _point(start, height)
    for end in (_point(p, height) for p in ends):
        if end != position:
            yield f"A {format_number(radius)} {format_number(radius)} 0 0 {int(sweep < 0)} {end}"
        position = end


def _point(p: Point, height: float) -> str:
    """A point as `x y` with y down."""
    return f"{format_number(p[0])} {format_number(height - p[1])}"


FINE = 0.01  # mm: how far flattened curves may be from the true ones; smaller areas and lines are left out


def cut_hatch(shape: Shape, pattern: str) -> tuple[list[Path], list[Path]]:
    """The pattern within the even-odd area of the shape: open lines to stroke, and closed areas to fill."""
    import shapely

    area: Any = shapely.Polygon()
    for path in shape.paths:
        area = area.symmetric_difference(shapely.make_valid(shapely.Polygon(path.flatten(FINE))))
    lines, dots = hatch_box(pattern, shape.bounds())
    cut_lines = [
        path for line in lines for path in _geometry_paths(area.intersection(shapely.LineString(line.flatten(FINE))))
    ]
    return cut_lines, [path for dot in dots for path in _cut_dot(dot, area)]


def _cut_dot(dot: Path, area: Any) -> Iterator[Path]:
    """The part of a dot within the area. A dot that is wholly inside stays a circle of arcs."""
    import shapely

    polygon = shapely.Polygon(dot.flatten(FINE))
    if area.contains(polygon):
        yield dot
    elif area.intersects(polygon):
        yield from _geometry_paths(area.intersection(polygon))


def _geometry_paths(geometry: Any) -> Iterator[Path]:
    """The lines and polygons of a geometry as paths, without tiny ones."""
    for part in getattr(geometry, "geoms", [geometry]):
        if part.geom_type == "LineString" and part.length > FINE:
            yield _path_through(part.coords, closed=False)
        elif part.geom_type == "Polygon" and part.area > FINE * FINE:
            yield _path_through(part.exterior.coords[:-1], closed=True)


def _path_through(coords: Any, *, closed: bool) -> Path:
    """A polyline or polygon through some coordinates."""
    points = [(float(x), float(y)) for x, y in coords]
    return Path(points[0], tuple(Line(point) for point in points[1:]), closed=closed)
