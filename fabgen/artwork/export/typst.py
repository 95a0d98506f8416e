"""Drawings → Typst code, for pages that Typst sets: native curves and live text, no picture files.

Typst measures y downwards from the upper left corner of a box; millimetres stay millimetres. Strokes keep the widths of
the theme whatever the scale of the drawing, as in every other writer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from fabgen.artwork.drawing import Drawing, Item, Lettering, Shape
from fabgen.artwork.lettering import AS_DRAWN, LetterSizes, set_lettering
from fabgen.artwork.path import Arc, Curve, Path, Point, arc_points
from fabgen.artwork.text import point_size, text_width
from fabgen.artwork.themes import WIDTH, ResolvedInk, Theme, hatch_box, resolve_ink
from fabgen.core.units import format_number

Paint = Callable[[str], str]  # a colour `#rrggbb` as Typst code
FLATNESS = 0.02  # mm: how far a flattened outline may be from the exact one where a pattern is cut off at it


def screen_paint(colour: str) -> str:
    """A colour for screens and home printers, as Typst code."""
    return f'rgb("{colour}")'


@dataclass(frozen=True)
class PlacedDrawing:
    """A drawing at a scale, as a box of a page, with letters of these sizes."""

    drawing: Drawing
    scale: float = 1.0
    letters: LetterSizes = AS_DRAWN

    @cached_property
    def sized_drawing(self) -> Drawing:
        """The drawing at its own scale, with letters that have their sizes on the page."""
        return set_lettering(self.drawing, self.scale, self.letters)

    @cached_property
    def size(self) -> tuple[float, float]:
        """Width and height of the box in mm."""
        width, height = self.sized_drawing.size() if self.drawing.items else (0.0, 0.0)
        return width * self.scale, height * self.scale


MOST_PLACED = 1024  # drawings at their scales that are kept: a search of a layout asks for the same ones again
_placed_drawings: dict[tuple[int, float, LetterSizes], PlacedDrawing] = {}


def place_drawing(drawing: Drawing, scale: float, letters: LetterSizes) -> PlacedDrawing:
    """A drawing at a scale. The same one is returned where that was asked for before, so that its size is computed
    once."""
    key = id(drawing), scale, letters  # what is kept holds its drawing, so that no other one gets its id
    if key not in _placed_drawings:
        if len(_placed_drawings) >= MOST_PLACED:
            _placed_drawings.clear()
        _placed_drawings[key] = PlacedDrawing(drawing, scale, letters)
    return _placed_drawings[key]


def write_boxes(drawings: Mapping[str, PlacedDrawing], theme: Theme, paint: Paint = screen_paint) -> str:
    """A Typst file that defines a box under each name. What occurs more than once, such as the cells of a board, is
    written once."""
    lines = {name: list(_write_lines(placed, theme, paint)) for name, placed in drawings.items()}
    counts = Counter(line for some in lines.values() for line in some)
    shared = {line: f"shape-{n}" for n, line in enumerate((line for line in counts if counts[line] > 1), 1)}
    code = [f"#let {name} = {line}\n" for line, name in shared.items()]
    for name, placed in drawings.items():
        inside = "".join(f"  {shared.get(line, line)}\n" for line in lines[name])
        width, height = placed.size
        code.append(f"#let {name} = box(width: {write_mm(width)}, height: {write_mm(height)}, {{\n{inside}}})\n")
    return "".join(code)


def _write_lines(placed: PlacedDrawing, theme: Theme, paint: Paint) -> Iterator[str]:
    """The code of everything in a drawing that the theme inks, in painting order."""
    if placed.drawing.items:
        height = placed.size[1]
        for item in _place_items(placed):
            ink = resolve_ink(theme, item.role, item.tone)
            yield from _write_item(item, ink, paint, height) if ink else ()


@lru_cache(maxsize=512)  # a book that is set again has most of its figures unchanged
def _place_items(placed: PlacedDrawing) -> tuple[Item, ...]:
    """The items of a drawing at its scale, its lower left corner at the origin."""
    drawing = placed.sized_drawing if placed.scale == 1 else placed.sized_drawing.scaled(placed.scale)
    x0, y0, *_ = (side * placed.scale for side in placed.sized_drawing.bounds())
    return drawing.moved(-x0, -y0).items


def write_empty_boxes(drawings: Mapping[str, PlacedDrawing]) -> str:
    """The same boxes without anything in them: pages are laid out much faster with these."""
    return "".join(f"#let {name} = box(width: {write_mm(placed.size[0])}, height: {write_mm(placed.size[1])})\n"
                   for name, placed in drawings.items())


@lru_cache(maxsize=8192)  # the same board is in most figures of a book
def _write_item(item: Item, ink: ResolvedInk, paint: Paint, height: float) -> tuple[str, ...]:
    """The lines of code that paint an item."""
    if isinstance(item, Shape):
        return tuple(_write_shape(item, ink, paint, height))
    return (_write_text(item, ink, paint, height),)


def _write_shape(shape: Shape, ink: ResolvedInk, paint: Paint, height: float) -> Iterator[str]:
    """The fill, the pattern and the outline of a shape."""
    operations = _operations(shape.paths, height)
    fill = paint(ink.fill) if ink.fill and all(path.closed for path in shape.paths) else "none"
    stroke = _stroke(ink.stroke, ink.width, paint, ink.dash) if ink.stroke else "none"
    if fill != "none" and ink.pattern != "plain":  # the pattern lies on the fill and below the outline
        yield _curve(fill, "none", operations)
        yield from _write_hatch(shape, ink, paint, height)
        fill = "none"
    if fill != "none" or stroke != "none":
        yield _curve(fill, stroke, operations)


def _write_hatch(shape: Shape, ink: ResolvedInk, paint: Paint, height: float) -> Iterator[str]:
    """The pattern of a tone, cut off at the outline of a shape."""
    from shapely import LineString, MultiPoint, Polygon, get_parts, intersection, make_valid, symmetric_difference
    from shapely.geometry.base import BaseGeometry

    outlines = [Polygon(path.flatten(FLATNESS)) for path in shape.paths]
    area: BaseGeometry = outlines[0]
    for outline in outlines[1:]:  # the even-odd rule
        area = symmetric_difference(area, outline)
    area = make_valid(area)
    lines, dots = hatch_box(ink.pattern, shape.bounds())
    colour = paint(ink.hatch or "#000000")
    cut = [part for path in lines for part in get_parts(intersection(LineString([path.start, path.end]), area))
           if part.geom_type == "LineString" and part.length > WIDTH / 2]
    if cut:
        code = ", ".join(f"curve.move({_point(part.coords[0], height)}), curve.line({_point(part.coords[-1], height)})"
                         for part in cut)
        yield _curve("none", f"(paint: {colour}, thickness: {write_mm(WIDTH)})", code)
    whole = [path for path in dots if area.covers(MultiPoint(path.flatten(FLATNESS)))]
    if whole:
        yield _curve(colour, "none", _operations(whole, height))


def _curve(fill: str, stroke: str, operations: str) -> str:
    rule = ', fill-rule: "even-odd"' if fill != "none" else ""
    return f"place(curve(fill: {fill}, stroke: {stroke}{rule}, {operations}))"


def _stroke(colour: str, width: float, paint: Paint, dash: tuple[float, float] | None) -> str:
    """A stroke with round ends and corners."""
    pattern = f", dash: ({write_mm(dash[0])}, {write_mm(dash[1])})" if dash else ""
    return f'(paint: {paint(colour)}, thickness: {write_mm(width)}, cap: "round", join: "round"{pattern})'


def _operations(paths: tuple[Path, ...] | list[Path], height: float) -> str:
    """The operations that trace paths."""
    return ", ".join(operation for path in paths for operation in _trace(path, height))


def _trace(path: Path, height: float) -> Iterator[str]:
    yield f"curve.move({_point(path.start, height)})"
    for start, segment in path:
        if isinstance(segment, Arc):
            for points in arc_points(start, segment):
                yield _cubic(*points, height)
        elif isinstance(segment, Curve):
            yield _cubic(*segment, height)
        else:
            x, y = segment.to
            yield f"curve.line(({write_mm(x)}, {write_mm(height - y)}))"
    if path.closed:
        yield "curve.close(mode: \"straight\")"


def _cubic(first: Point, second: Point, to: Point, height: float) -> str:
    return f"curve.cubic({_point(first, height)}, {_point(second, height)}, {_point(to, height)})"


def _write_text(item: Lettering, ink: ResolvedInk, paint: Paint, height: float) -> str:
    """A line of live text with its base line at its place."""
    text = item.text
    shift = {"start": 0.0, "middle": -0.5, "end": -1.0}[text.anchor] * text_width(text.string, text.cap, text.bold)
    style = f'size: {format_number(point_size(text.cap), 3)}pt, fill: {paint(ink.fill or ink.stroke or "#000000")}'
    weight = ', weight: "bold"' if text.bold else ""
    words = f"text({style}{weight}, top-edge: \"baseline\", bottom-edge: \"baseline\", {quote(text.string)})"
    line = f"move(dx: {write_mm(shift)}, {words})"
    if text.mirrored:
        line = f"scale(y: -100%, origin: top + left, {line})"
    if text.angle:
        line = f"rotate({format_number(-text.angle, 4)}deg, origin: top + left, {line})"
    x, y = text.at
    # The outer box is wide, so that no line is broken; it takes no room, because it is placed.
    return f"place(dx: {write_mm(x)}, dy: {write_mm(height - y)}, box(width: 1000mm, height: 0mm, place({line})))"


def quote(text: str) -> str:
    r"""A text as a string of Typst code.

    >>> quote('say "no"')
    '"say \\"no\\""'
    """
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _point(point: Point, height: float) -> str:
    return f"({write_mm(point[0])}, {write_mm(height - point[1])})"


@lru_cache(maxsize=65_536)  # most lengths of a book's figures occur many times
def write_mm(length: float) -> str:
    """A length in mm as Typst code, to 1 µm.

    >>> write_mm(12.5)
    '12.5mm'
    """
    return f"{format_number(length)}mm"


__all__ = [
    "Paint", "PlacedDrawing", "place_drawing", "quote", "screen_paint", "write_boxes", "write_empty_boxes", "write_mm"]
