"""Drawings → Typst code, for pages that Typst sets: live words, and shapes as pictures in SVG between them, no picture
files. Typst reads curves in SVG in a tenth of the time that it takes for curves in its own language.

Typst and SVG measure y downwards from the upper left corner of a box; millimetres stay millimetres. Strokes keep the
widths of the theme whatever the scale of the drawing, as in every other writer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, partial

from fabgen.artwork.drawing import Drawing, Item, Lettering, Role, Shape
from fabgen.artwork.drawing_memory import remember_drawings
from fabgen.artwork.lettering import AS_DRAWN, LetterSizes, set_lettering
from fabgen.artwork.path import Arc, Line, Path, arc_points
from fabgen.artwork.text import point_size, start_shift
from fabgen.artwork.themes import WIDTH, ResolvedInk, Theme, hatch_box, resolve_ink
from fabgen.core.units import format_number

FLATNESS = 0.02  # mm: how far a flattened outline may be from the exact one where a pattern is cut off at it
MARGIN = 5.0  # mm around the shapes of a picture: SVG is cut off at its edge, and half of a line's width is beyond
SVG = "<svg xmlns='http://www.w3.org/2000/svg' fill-rule='evenodd' stroke-linecap='round' stroke-linejoin='round'"


def write_colour(colour: str) -> str:
    """A colour `#rrggbb` as Typst code."""
    return f'rgb("{colour}")'


@dataclass(frozen=True)
class PlacedDrawing:
    """A drawing at a scale, as a box of a page, with letters of these sizes."""

    drawing: Drawing
    scale: float = 1.0
    letters: LetterSizes = AS_DRAWN

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.drawing, self.scale, self.letters))

    @cached_property
    def sized_drawing(self) -> Drawing:
        """The drawing at its own scale, with letters that have their sizes on the page."""
        return set_lettering(self.drawing, self.scale, self.letters)

    @cached_property
    def size(self) -> tuple[float, float]:
        """Width and height of the box in mm."""
        width, height = self.sized_drawing.size() if self.drawing.items else (0.0, 0.0)
        return width * self.scale, height * self.scale


@remember_drawings(most=1024)
def place_drawing(drawing: Drawing, scale: float, letters: LetterSizes) -> PlacedDrawing:
    """A drawing at a scale. The same one is returned where that was asked for before, so that its size is computed
    once."""
    return PlacedDrawing(drawing, scale, letters)


def write_boxes(drawings: Mapping[str, PlacedDrawing], theme: Theme) -> str:
    """A Typst file that defines a box under each name, with everything that the theme inks."""
    resolve = cache(partial(resolve_ink, theme))
    return "".join(_write_box(name, placed, resolve) for name, placed in drawings.items())


def _write_box(name: str, placed: PlacedDrawing, resolve: Callable[[Role, str], ResolvedInk | None]) -> str:
    """The code that defines the box of a drawing under its name."""
    lines: tuple[str, ...] = ()
    if placed.drawing.items:
        used = dict.fromkeys((item.role, item.tone) for item in placed.sized_drawing.items)
        lines = _write_contents(placed, tuple((key, resolve(*key)) for key in used))
    width, height = placed.size
    inside = "".join(f"  {line}\n" for line in lines)
    # The inner box is wide, so that no line of words is broken; it takes no room, because it is placed.
    return (f"#let {name} = box(width: {write_mm(width)}, height: {write_mm(height)}, "
            f"place(top + left, box(width: 1000mm, height: 0mm, {{\n{inside}}})))\n")


@lru_cache(maxsize=512)  # a book that is set again has most of its figures unchanged
def _write_contents(placed: PlacedDrawing, inks: Sequence[tuple[tuple[Role, str], ResolvedInk | None]]
                    ) -> tuple[str, ...]:
    """The code of each line of words in a drawing that is not empty, and of the shapes between, in painting order.
    `inks` are those of its roles and tones."""
    lines: list[str] = []
    shapes: list[str] = []
    ink_of = dict(inks)
    for item in _place_items(placed):
        ink = ink_of[item.role, item.tone]
        if ink and isinstance(item, Shape):
            shapes += _write_shape(item, ink, placed.size[1])
        elif ink and isinstance(item, Lettering):
            lines += [*_write_picture(shapes, placed.size), _write_text(item, ink, placed.size[1])]
            shapes = []
    return (*lines, *_write_picture(shapes, placed.size))


def _write_picture(shapes: Sequence[str], size: tuple[float, float]) -> Iterator[str]:
    """The code of a picture of some SVG elements, if there are any, that lies on a box of a size in mm."""
    if shapes:
        width, height = (side + 2 * MARGIN for side in size)
        box = f"viewBox='{-MARGIN:g} {-MARGIN:g} {width:.3f} {height:.3f}'"
        data = f'bytes("{SVG} {box}>{"".join(shapes)}</svg>")'
        yield (f"place(top + left, dx: -{MARGIN:g}mm, dy: -{MARGIN:g}mm, "
               f'image({data}, format: "svg", width: {width:.3f}mm, height: {height:.3f}mm))')


def _place_items(placed: PlacedDrawing) -> tuple[Item, ...]:
    """The items of a drawing at its scale, its lower left corner at the origin."""
    scale, (x0, y0, *_) = placed.scale, placed.sized_drawing.bounds()
    return placed.sized_drawing.transformed((scale, 0.0, 0.0, scale, -scale * x0, -scale * y0)).items


def write_empty_boxes(drawings: Mapping[str, PlacedDrawing]) -> str:
    """The same boxes without anything in them: pages are laid out much faster with these."""
    return "".join(f"#let {name} = box(width: {write_mm(placed.size[0])}, height: {write_mm(placed.size[1])})\n"
                   for name, placed in drawings.items())


def _write_shape(shape: Shape, ink: ResolvedInk, height: float) -> Iterator[str]:
    """The fill, the pattern and the outline of a shape as SVG elements."""
    data = _path_data(shape.paths, height)
    fill = ink.fill if all(path.closed for path in shape.paths) else None
    stroke = _stroke(ink) if ink.stroke else ""
    if fill and ink.pattern != "plain":  # the pattern lies on the fill and below the outline
        yield _element(fill, "", data)
        yield from _write_hatch(shape, ink, height)
        fill = None
    if fill or stroke:
        yield _element(fill, stroke, data)


def _write_hatch(shape: Shape, ink: ResolvedInk, height: float) -> Iterator[str]:
    """The pattern of a tone, cut off at the outline of a shape."""
    from shapely import LineString, MultiPoint, Polygon, get_parts, intersection, make_valid, symmetric_difference
    from shapely.geometry.base import BaseGeometry

    outlines = [Polygon(path.flatten(FLATNESS)) for path in shape.paths]
    area: BaseGeometry = outlines[0]
    for outline in outlines[1:]:  # the even-odd rule
        area = symmetric_difference(area, outline)
    area = make_valid(area)
    lines, dots = hatch_box(ink.pattern, shape.bounds())
    colour = ink.hatch or "#000000"
    cut = [part for path in lines for part in get_parts(intersection(LineString([path.start, path.end]), area))
           if part.geom_type == "LineString" and part.length > WIDTH / 2]
    if cut:
        data = "".join(f"M{x:.3f} {height - y:.3f}L{u:.3f} {height - v:.3f}" for (x, y), (u, v) in (
            (part.coords[0], part.coords[-1]) for part in cut))
        yield _element(None, f"stroke='{colour}' stroke-width='{WIDTH:g}' stroke-linecap='butt' ", data)
    whole = [path for path in dots if area.covers(MultiPoint(path.flatten(FLATNESS)))]
    if whole:
        yield _element(colour, "", _path_data(whole, height))


def _element(fill: str | None, stroke: str, data: str) -> str:
    return f"<path fill='{fill or 'none'}' {stroke}d='{data}'/>"


def _stroke(ink: ResolvedInk) -> str:
    """The attributes of the lines of an ink."""
    dash = f"stroke-dasharray='{ink.dash[0]:.3f} {ink.dash[1]:.3f}' " if ink.dash else ""
    return f"stroke='{ink.stroke}' stroke-width='{ink.width:.3f}' {dash}"


def _path_data(paths: Sequence[Path], height: float) -> str:
    """The SVG commands that trace paths."""
    return "".join([_trace(path, height) for path in paths])


def _trace(path: Path, height: float) -> str:
    """The SVG commands that trace a path: all of its numbers are written at once, which takes half of the time."""
    x, y = path.start
    commands, numbers = ["M%.3f %.3f"], [x, height - y]
    for start, segment in path:
        if isinstance(segment, Line):
            ((x, y),) = segment
            commands.append("L%.3f %.3f")
            numbers += (x, height - y)
        else:
            for (u, v), (p, q), (x, y) in arc_points(start, segment) if isinstance(segment, Arc) else (segment,):
                commands.append("C%.3f %.3f %.3f %.3f %.3f %.3f")
                numbers += (u, height - v, p, height - q, x, height - y)
    return "".join(commands) % tuple(numbers) + ("Z" if path.closed else "")


def _write_text(item: Lettering, ink: ResolvedInk, height: float) -> str:
    """A line of live text with its base line at its place."""
    text = item.text
    shift = start_shift(text)
    fill = write_colour(ink.fill or ink.stroke or "#000000")
    style = f"size: {format_number(point_size(text.cap), 3)}pt, fill: {fill}"
    weight = ', weight: "bold"' if text.bold else ""
    tracking = f", tracking: {write_mm(text.tracking * text.cap)}" if text.tracking else ""
    words = f"text({style}{weight}{tracking}, top-edge: \"baseline\", bottom-edge: \"baseline\", {quote(text.string)})"
    x, y = text.at
    if not text.mirrored and not text.angle:
        return f"place(top + left, dx: {write_mm(x + shift)}, dy: {write_mm(height - y)}, {words})"
    line = f"move(dx: {write_mm(shift)}, {words})"
    if text.mirrored:
        line = f"scale(y: -100%, origin: top + left, {line})"
    if text.angle:
        line = f"rotate({format_number(-text.angle, 4)}deg, origin: top + left, {line})"
    return f"place(top + left, dx: {write_mm(x)}, dy: {write_mm(height - y)}, {line})"


def quote(text: str) -> str:
    r"""A text as a string of Typst code.

    >>> quote('say "no"')
    '"say \\"no\\""'
    """
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


@lru_cache(maxsize=65_536)  # most lengths of a book's figures occur many times
def write_mm(length: float) -> str:
    """A length in mm as Typst code, to 1 µm.

    >>> write_mm(12.5)
    '12.5mm'
    """
    return f"{format_number(length)}mm"


__all__ = [
    "PlacedDrawing", "place_drawing", "quote", "write_boxes", "write_colour", "write_empty_boxes", "write_mm"]
