"""A drawing that was checked → its strokes and fills as paths in mm, y up, in painting order.

Read by svgelements, which resolves units, transforms, groups and clones. What cannot be cut or etched as it is (words,
pictures, clipped shapes) is reported, never left out silently; so are places that no drawing reaches.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from fabgen.artwork.drawing_budget import LARGEST_LENGTH, SMALLEST_PAGE
from fabgen.artwork.path import Arc, Curve, Line, Path, Point, Segment
from fabgen.artwork.svg_document import SvgDocument, describe_element
from fabgen.core.problems import FabgenError, Location, Problem

MM = 25.4 / 96  # a CSS pixel
LIGHT = 0.85  # relative luminance: lighter paint counts as paper and removes ink
NEAR = 0.01  # mm: the end of a closed path that is nearer to its start is moved there
ROUND = 1e-3  # the greatest relative difference of the radii of an arc that counts as circular
STRAIGHT = 1e-6  # mm: an arc that bends by less is a line
_UNREADABLE = (ValueError, TypeError, AttributeError, IndexError, KeyError, ArithmeticError)  # of svgelements


@dataclass(frozen=True)
class SvgStroke:
    """A painted element: its id and its paths; whether its fill and its stroke add ink (True), remove it (False) or
    do not exist (None); the width of the stroke in mm, its joins and its caps; the colours of both as `#rrggbb`."""

    id: str
    paths: tuple[Path, ...]
    fill: bool | None
    stroke: bool | None
    width: float
    evenodd: bool
    join: str = "miter"
    cap: str = "butt"
    fill_colour: str = ""
    stroke_colour: str = ""


class ArtError(FabgenError):
    """What is wrong in a drawing: `spots` are the Problems, each with its place on the page in mm where it has one;
    `paths` are all paths drawn there."""

    def __init__(self, spots: Iterable[tuple[Problem, Point | None]], paths: Iterable[Path]) -> None:
        self.spots = tuple(spots)
        self.paths = tuple(paths)
        super().__init__(problem for problem, _ in self.spots)


def read_svg_page(document: SvgDocument, *, shapes_only: bool = False) -> tuple[list[SvgStroke], Point]:
    """The visible elements of a drawing in painting order, y up, with the page's lower left corner at the origin; and
    the width and height of the page in mm. With `shapes_only`, words and pictures are skipped: labels, and the scan
    that was traced.

    Raises FabgenError for a page without a size, and ArtError for each element without outlines, or out of reach.
    """
    from svgelements import Shape

    svg = _parse_svg(document, shapes_only)
    width, height = _page_size(document, svg)
    problems: list[tuple[Problem, Point | None]] = []
    strokes: list[SvgStroke] = []
    for element in filter(_is_visible, svg.elements()):
        if shapes_only and not isinstance(element, Shape):
            continue
        spot: Point | None = None
        try:
            mistake, stroke = _unsuitable(element), None
            if mistake:
                spot = _element_spot(element, height)
            elif stroke := _read_stroke(element, height):
                mistake = _out_of_reach(element, stroke)
        except _UNREADABLE:
            mistake = _out_of_reach(element)
        if mistake:
            line = document.lines.get(element.id or "", 0)
            problems.append((Problem(Location(document.file, line, int(line > 0)), *mistake), spot))
        elif stroke:
            strokes.append(stroke)
    if not strokes and not problems:
        hint = "draw filled shapes or closed lines that can be seen"
        problems = [(Problem(Location(document.file), "nothing is drawn in this file", hint), None)]
    if problems:
        raise ArtError(problems, (path for stroke in strokes for path in stroke.paths))
    return strokes, (width * MM, height * MM)


def _parse_svg(document: SvgDocument, shapes_only: bool) -> Any:
    """The document as svgelements reads it, in px of 1/96 inch. Raises FabgenError where transforms cannot be
    calculated."""
    from svgelements import SVG

    try:
        return SVG.parse(BytesIO(document.to_bytes(shapes_only=shapes_only)), reify=True, ppi=96)
    except _UNREADABLE:
        what = "the places of its shapes cannot be calculated"
        hint = "are its transforms and its `viewBox` what they should be?"
        raise FabgenError([Problem(Location(document.file), what, hint)]) from None


def _page_size(document: SvgDocument, svg: Any) -> Point:
    """Width and height of the page in pixels."""
    try:
        width, height = float(svg.width or 0), float(svg.height or 0)
    except _UNREADABLE:
        width = height = 0.0
    if not all(SMALLEST_PAGE <= length * MM <= LARGEST_LENGTH for length in (width, height)):
        what = f"the page is {width * MM:.3g} x {height * MM:.3g} mm"
        hint = f"`width` and `height` of `<svg>` are from {SMALLEST_PAGE:g} mm to {LARGEST_LENGTH:g} mm"
        raise FabgenError([Problem(Location(document.file, document.root.line, 1), what, hint)])
    return width, height


def _out_of_reach(element: Any, stroke: SvgStroke | None = None) -> tuple[str, str] | None:
    """That an element reaches farther than any drawing, and a hint; None where it does not. Without a stroke, its
    places could not be calculated."""
    name = describe_element(element.values.get("tag", ""), element.id or "")
    points = [point for path in stroke.paths for point in _defining_points(path)] if stroke else [(math.inf, math.inf)]
    lengths = [abs(length) for point in points for length in point]
    if not all(length <= LARGEST_LENGTH for length in lengths):
        far = f"{max(lengths):.3g} mm far" if all(map(math.isfinite, lengths)) else "farther than can be calculated"
        hint = f"a drawing lies within {LARGEST_LENGTH:g} mm: check its coordinates and its transforms"
        return f"{name} reaches {far}", hint
    if stroke and stroke.stroke is not None and not stroke.width <= LARGEST_LENGTH:
        return f"the stroke of {name} is {stroke.width:.3g} mm wide", f"a stroke is {LARGEST_LENGTH:g} mm wide at most"
    return None


def _defining_points(path: Path) -> Iterator[Point]:
    yield path.start
    for segment in path.segments:
        yield from (segment.first, segment.second, segment.to) if isinstance(segment, Curve) else (segment.to,)


def _is_visible(element: Any) -> bool:
    values = getattr(element, "values", None) or {}
    return values.get("visibility") not in ("hidden", "collapse") and _parse_number(values.get("opacity"), 1.0) > 0


def _parse_number(text: object, default: float) -> float:
    try:
        return float(str(text).rstrip("%")) if text is not None else default
    except ValueError:
        return default


def _unsuitable(element: Any) -> tuple[str, str] | None:
    """Why an element can neither be cut nor etched, and a hint; None where it can."""
    from svgelements import Image, Shape, Text

    name = f" `{element.id}`" if getattr(element, "id", None) else ""
    if isinstance(element, Text):
        return f"the words{name} are no outlines", "turn them into paths in your editor (Path > Object to Path)"
    if isinstance(element, Image):
        return f"the picture{name} is made of pixels", "trace it in your editor (Path > Trace Bitmap) and delete it"
    if isinstance(element, Shape):
        values = element.values
        for key in ("clip-path", "mask"):
            if values.get(key) not in (None, "none"):
                return f"the shape{name} is clipped, which no laser sees", "cut it to shape (Path > Intersection)"
    return None


def _element_spot(element: Any, height: float) -> Point | None:
    """The middle of an element on the page; of words, where they begin."""
    from svgelements import Text

    if isinstance(element, Text):
        return _to_mm(element.transform.point_in_matrix_space((element.x, element.y)), height)
    box = element.bbox()
    return _to_mm(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), height) if box else None


def _read_stroke(element: Any, height: float) -> SvgStroke | None:
    """The paths of an element in mm, y up, with its paints; None for what is no shape, or has no paint."""
    from svgelements import Path as Read
    from svgelements import Shape, SimpleLine

    if not isinstance(element, Shape):
        return None
    transformed = abs(Read(element))  # its transform applied, its stroke's width too
    fill = None if isinstance(element, SimpleLine) else _is_ink(element.fill, element.values, "fill")
    stroke = _is_ink(element.stroke, element.values, "stroke")
    paths = tuple(_read_paths(transformed, height))
    if not paths or (fill is None and stroke is None):
        return None
    width, values = float(transformed.stroke_width or 0) * MM, element.values
    join, cap = values.get("stroke-linejoin", "miter"), values.get("stroke-linecap", "butt")
    colours = _hex_colour(element.fill), _hex_colour(element.stroke)
    is_evenodd = values.get("fill-rule") == "evenodd"
    return SvgStroke(element.id or "", paths, fill, stroke, width, is_evenodd, join, cap, *colours)


def _hex_colour(paint: Any) -> str:
    """A paint as `#rrggbb`, mixed with white by its opacity; empty where there is none."""
    if paint is None or paint.value is None:
        return ""
    opacity = (255 if paint.alpha is None else paint.alpha) / 255
    return "#" + "".join(f"{round(255 - (255 - part) * opacity):02x}" for part in (paint.red, paint.green, paint.blue))


def _is_ink(paint: Any, values: dict[str, Any], key: str) -> bool | None:
    """Whether a paint adds ink (True) or removes it (False); None where there is none."""
    if paint is None or paint.value is None or _parse_number(values.get(f"{key}-opacity"), 1.0) <= 0:
        return None
    if str(values.get(key, "")).startswith("url("):
        return True
    red, green, blue = (channel / 255 for channel in (paint.red, paint.green, paint.blue))
    return bool(0.2126 * red + 0.7152 * green + 0.0722 * blue <= LIGHT)


def _read_paths(plain: Any, height: float) -> Iterator[Path]:
    """Subpaths in mm, y up."""
    for subpath in plain.as_subpaths():
        segments, start, closed = list[Segment](), None, False
        for segment in subpath:
            kind = type(segment).__name__
            if kind == "Move":
                start = _rounded_mm(segment.end, height)
            elif kind == "Close":
                closed = True
            elif start is not None:
                segments += _read_segments(segment, kind, height)
        if start is not None and segments:
            yield Path(start, _join_end(start, segments) if closed else tuple(segments), closed)


def _join_end(start: Point, segments: list[Segment]) -> tuple[Segment, ...]:
    """The segments of a closed path; where its end misses its start by a rounding error, they end there exactly."""
    if not 0 < math.dist(segments[-1].to, start) <= NEAR:
        return tuple(segments)
    if len(segments) > 1 and math.dist(segments[-2].to, start) <= NEAR:
        return _join_end(start, segments[:-1])
    return *segments[:-1], segments[-1]._replace(to=start)


def _to_mm(p: Any, height: float) -> Point:
    return float(p[0]) * MM, (height - float(p[1])) * MM


def _rounded_mm(p: Any, height: float) -> Point:
    return round(float(p.x) * MM, 6), round((height - float(p.y)) * MM, 6)


def _read_segments(segment: Any, kind: str, height: float) -> Iterator[Segment]:
    """A segment of svgelements in mm, y up: a quadratic Bézier as a cubic one, an arc as one or more. `kind` is the
    name of its class."""
    if kind == "Line":
        yield Line(_rounded_mm(segment.end, height))
    elif kind == "CubicBezier":
        yield _read_curve(segment, height)
    elif kind == "QuadraticBezier":
        ends, control = (segment.start, segment.end), segment.control
        first, second = (type(control)(*((e.x + 2 * control.x) / 3, (e.y + 2 * control.y) / 3)) for e in ends)
        yield Curve(_rounded_mm(first, height), _rounded_mm(second, height), _rounded_mm(segment.end, height))
    elif kind == "Arc":
        yield from _read_arc(segment, height)


def _read_curve(segment: Any, height: float) -> Curve:
    return Curve(*(_rounded_mm(p, height) for p in (segment.control1, segment.control2, segment.end)))


def _read_arc(segment: Any, height: float) -> Iterator[Segment]:
    """Arcs of a circle, each of at most a quarter turn; for an ellipse, Béziers."""
    rx, ry = float(segment.rx), float(segment.ry)
    if rx == 0 or ry == 0:
        yield Line(_rounded_mm(segment.end, height))
        return
    if abs(rx - ry) > ROUND * max(rx, ry):
        yield from (_read_curve(part, height) for part in segment.as_cubic_curves())
        return
    count = max(1, math.ceil(abs(float(segment.sweep)) / (math.pi / 2) - 1e-9))
    bulge = -math.tan(float(segment.sweep) / count / 4)  # y turns over, and so does the arc
    start = _rounded_mm(segment.start, height)
    for n in range(1, count + 1):
        to = _rounded_mm(segment.end if n == count else segment.point(n / count), height)
        is_straight = abs(bulge) * math.dist(start, to) / 2 < STRAIGHT
        yield Line(to) if is_straight else Arc(to, bulge)
        start = to
