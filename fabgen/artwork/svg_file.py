"""An SVG file as its editor wrote it → its strokes and fills as paths in mm, y up, in painting order.

Read by svgelements, which resolves units, transforms, groups, clones and styles. What cannot be cut or etched as it is
(words, pictures, clipped shapes) is reported, never left out silently.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path as File
from typing import Any

from fabgen.artwork.path import Arc, Curve, Line, Path, Point, Segment
from fabgen.core.problems import FabgenError, Location, Problem

MM = 25.4 / 96  # a CSS pixel
LIGHT = 0.85  # relative luminance: lighter paint counts as paper and removes ink
LARGEST = 5_000_000  # bytes
NEAR = 0.01  # mm: the end of a closed path that is nearer to its start is moved there
ROUND = 1e-3  # the greatest relative difference of the radii of an arc that counts as circular


@dataclass(frozen=True)
class SvgStroke:
    """A painted element: its id and its paths; whether its fill and its stroke add ink (True), remove it (False) or
    do not exist (None); the width of the stroke in mm, its joins and its caps."""

    id: str
    paths: tuple[Path, ...]
    fill: bool | None
    stroke: bool | None
    width: float
    evenodd: bool
    join: str = "miter"
    cap: str = "butt"


class ArtError(FabgenError):
    """What is wrong in a drawing: `spots` are the Problems, each with its place on the page in mm where it has one;
    `paths` are all paths drawn there."""

    def __init__(self, spots: Iterable[tuple[Problem, Point | None]], paths: Iterable[Path]) -> None:
        self.spots = tuple(spots)
        self.paths = tuple(paths)
        super().__init__(problem for problem, _ in self.spots)


def read_svg_page(file: File, *, shapes_only: bool = False) -> tuple[list[SvgStroke], Point]:
    """The visible elements of an SVG file in painting order, y up, with the page's lower left corner at the origin; and
    the width and height of the page in mm. With `shapes_only`, words and pictures are skipped: labels, and the scan
    that was traced.

    Raises FabgenError for a file that is no SVG, and ArtError for each element without outlines.
    """
    from svgelements import Shape

    svg = _parse_svg(file)
    height = float(svg.height or 0)
    elements = [element for element in svg.elements() if _is_visible(element)]
    if shapes_only:
        elements = [element for element in elements if isinstance(element, Shape)]
    problems: list[tuple[Problem, Point | None]] = []
    for element in elements:
        if mistake := _unsuitable(element):
            problems.append((Problem(Location(str(file)), *mistake), _element_spot(element, height)))
    strokes = [stroke for element in elements if (stroke := _read_stroke(element, height))]
    if not strokes and not problems:
        empty = Problem(Location(str(file)), "nothing is drawn in this file", "draw filled shapes or closed lines")
        problems = [(empty, None)]
    if problems:
        raise ArtError(problems, (path for stroke in strokes for path in stroke.paths))
    return strokes, (float(svg.width or 0) * MM, height * MM)


def _parse_svg(file: File) -> Any:
    from xml.etree.ElementTree import ParseError

    from svgelements import SVG

    try:
        if file.stat().st_size > LARGEST:
            raise FabgenError([Problem(Location(str(file)), f"the file has over {LARGEST / 1e6:g} MB", "simplify it")])
        if b"<!DOCTYPE" in (data := file.read_bytes()) and b"<!ENTITY" in data:
            raise FabgenError([Problem(Location(str(file)), "the file declares entities", "save it as plain SVG")])
        return SVG.parse(str(file), reify=True, ppi=96)
    except OSError as error:
        what = f"cannot read the file: {(error.strerror or str(error)).lower()}"
        raise FabgenError([Problem(Location(str(file)), what)]) from None
    except ParseError as error:
        line, column = error.position
        raise FabgenError(
            [Problem(Location(str(file), line, column + 1), "this is not XML", "save it as SVG")]
        ) from None
    except (ValueError, TypeError, AttributeError, IndexError, ZeroDivisionError) as error:
        raise FabgenError([Problem(Location(str(file)), f"this is no SVG that can be read: {error}")]) from None


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
    return SvgStroke(element.id or "", paths, fill, stroke, width, values.get("fill-rule") == "evenodd", join, cap)


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
    return *segments[:-1], replace(segments[-1], to=start)


def _to_mm(p: Any, height: float) -> Point:
    return float(p[0]) * MM, (height - float(p[1])) * MM


def _rounded_mm(p: Any, height: float) -> Point:
    return round(float(p.x) * MM, 6), round((height - float(p.y)) * MM, 6)


def _read_segments(segment: Any, kind: str, height: float) -> Iterator[Segment]:
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
    for n in range(1, count + 1):
        to = segment.end if n == count else segment.point(n / count)
        yield Arc(_rounded_mm(to, height), bulge)
