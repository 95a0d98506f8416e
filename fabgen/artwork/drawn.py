"""An SVG file as its editor wrote it → its strokes and fills as paths in mm, y up, in painting order.

Read by svgelements: units, transforms, groups, clones and styles are resolved there. What cannot be cut or etched as
it stands (words, pictures, clipped shapes) is told, never left out in silence.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path as File
from typing import Any

from fabgen.artwork.path import Arc, Curve, Line, Path, Point, Segment
from fabgen.base import FabgenError, Problem, Where

MM = 25.4 / 96  # a CSS pixel
LIGHT = 0.85  # relative luminance over which paint is taken for paper: it rubs out
LARGEST = 5_000_000
NEAR = 0.01  # mm: the end of a closed path that misses its start by less was meant to meet it
ROUND = 1e-3  # how far the radii of an arc may differ to be that of a circle


@dataclass(frozen=True)
class Stroke:
    """A painted element: its paths; whether its fill and its stroke ink (True), rub out (False) or are none; the width
    of the stroke in mm, how it turns corners and ends; and the element's id."""

    id: str
    paths: tuple[Path, ...]
    fill: bool | None
    stroke: bool | None
    width: float
    evenodd: bool
    join: str = "miter"
    cap: str = "butt"


class ArtError(FabgenError):
    """What is wrong in a drawing: `spots` are where on the page in mm each Problem lies that lies somewhere, `paths`
    all that is drawn there."""

    def __init__(self, spots: Iterable[tuple[Problem, Point | None]], paths: Iterable[Path]) -> None:
        self.spots = tuple(spots)
        self.paths = tuple(paths)
        super().__init__(problem for problem, _ in self.spots)


def read_strokes(file: File, *, shapes_only: bool = False) -> list[Stroke]:
    """The visible elements of an SVG file in painting order, y up, the page's lower left corner at the origin. With
    `shapes_only`, words and pictures are passed over: labels, and the scan that was traced.

    Raises FabgenError for a file that is no SVG, and ArtError for each element that has no outlines.
    """
    return read_page(file, shapes_only=shapes_only)[0]


def read_page(file: File, *, shapes_only: bool = False) -> tuple[list[Stroke], Point]:
    """As `read_strokes`, with the width and height of the page in mm."""
    from svgelements import Shape

    svg = _parsed(file)
    height = float(svg.height or 0)
    shown = [e for e in svg.elements() if _visible(e) and (not shapes_only or isinstance(e, Shape))]
    faults = [(Problem(Where(str(file)), *fault), _spot(e, height)) for e in shown if (fault := _fault(e))]
    strokes = [stroke for e in shown if (stroke := _stroke(e, height))]
    if not strokes and not faults:
        empty = Problem(Where(str(file)), "nothing is drawn in this file", "draw filled shapes or closed lines")
        faults = [(empty, None)]
    if faults:
        raise ArtError(faults, (path for stroke in strokes for path in stroke.paths))
    return strokes, (float(svg.width or 0) * MM, height * MM)


def _parsed(file: File) -> Any:
    from xml.etree.ElementTree import ParseError

    from svgelements import SVG

    try:
        if file.stat().st_size > LARGEST:
            raise FabgenError([Problem(Where(str(file)), f"the file has over {LARGEST / 1e6:g} MB", "simplify it")])
        if b"<!DOCTYPE" in (data := file.read_bytes()) and b"<!ENTITY" in data:
            raise FabgenError([Problem(Where(str(file)), "the file declares entities", "save it as plain SVG")])
        return SVG.parse(str(file), reify=True, ppi=96)
    except OSError as error:
        what = f"cannot read the file: {(error.strerror or str(error)).lower()}"
        raise FabgenError([Problem(Where(str(file)), what)]) from None
    except ParseError as error:
        line, column = error.position
        raise FabgenError([Problem(Where(str(file), line, column + 1), "this is not XML", "save it as SVG")]) from None
    except (ValueError, TypeError, AttributeError, IndexError, ZeroDivisionError) as error:
        raise FabgenError([Problem(Where(str(file)), f"this is no SVG that can be read: {error}")]) from None


def _visible(element: Any) -> bool:
    values = getattr(element, "values", None) or {}
    return values.get("visibility") not in ("hidden", "collapse") and _number(values.get("opacity"), 1.0) > 0


def _number(text: object, default: float) -> float:
    try:
        return float(str(text).rstrip("%")) if text is not None else default
    except ValueError:
        return default


def _fault(element: Any) -> tuple[str, str] | None:
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


def _spot(element: Any, height: float) -> Point | None:
    """The middle of an element; of words, where they begin."""
    from svgelements import Text

    if isinstance(element, Text):
        return _at(element.transform.point_in_matrix_space((element.x, element.y)), height)
    box = element.bbox()
    return _at(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), height) if box else None


def _stroke(element: Any, height: float) -> Stroke | None:
    from svgelements import Path as Read
    from svgelements import Shape, SimpleLine

    if not isinstance(element, Shape):
        return None
    plain = abs(Read(element))  # its transform applied, its stroke's width too
    fill = None if isinstance(element, SimpleLine) else _inks(element.fill, element.values, "fill")
    stroke = _inks(element.stroke, element.values, "stroke")
    paths = tuple(_paths(plain, height))
    if not paths or (fill is None and stroke is None):
        return None
    width, values = float(plain.stroke_width or 0) * MM, element.values
    join, cap = values.get("stroke-linejoin", "miter"), values.get("stroke-linecap", "butt")
    return Stroke(element.id or "", paths, fill, stroke, width, values.get("fill-rule") == "evenodd", join, cap)


def _inks(paint: Any, values: dict[str, Any], key: str) -> bool | None:
    """Whether a paint inks (True) or rubs out (False); None where there is none."""
    if paint is None or paint.value is None or _number(values.get(f"{key}-opacity"), 1.0) <= 0:
        return None
    if str(values.get(key, "")).startswith("url("):
        return True
    red, green, blue = (channel / 255 for channel in (paint.red, paint.green, paint.blue))
    return bool(0.2126 * red + 0.7152 * green + 0.0722 * blue <= LIGHT)


def _paths(plain: Any, height: float) -> Iterator[Path]:
    """Subpaths in mm, y up."""
    for subpath in plain.as_subpaths():
        segments, start, closed = list[Segment](), None, False
        for segment in subpath:
            kind = type(segment).__name__
            if kind == "Move":
                start = _point(segment.end, height)
            elif kind == "Close":
                closed = True
            elif start is not None:
                segments += _segments(segment, kind, height)
        if start is not None and segments:
            yield Path(start, _met(start, segments) if closed else tuple(segments), closed)


def _met(start: Point, segments: list[Segment]) -> tuple[Segment, ...]:
    """The segments of a closed path whose end misses its start by a rounding, ending there."""
    if not 0 < math.dist(segments[-1].to, start) <= NEAR:
        return tuple(segments)
    if len(segments) > 1 and math.dist(segments[-2].to, start) <= NEAR:
        return _met(start, segments[:-1])
    return *segments[:-1], replace(segments[-1], to=start)


def _at(p: Any, height: float) -> Point:
    return float(p[0]) * MM, (height - float(p[1])) * MM


def _point(p: Any, height: float) -> Point:
    return round(float(p.x) * MM, 6), round((height - float(p.y)) * MM, 6)


def _segments(segment: Any, kind: str, height: float) -> Iterator[Segment]:
    if kind == "Line":
        yield Line(_point(segment.end, height))
    elif kind == "CubicBezier":
        yield _curve(segment, height)
    elif kind == "QuadraticBezier":
        ends, control = (segment.start, segment.end), segment.control
        first, second = (type(control)(*((e.x + 2 * control.x) / 3, (e.y + 2 * control.y) / 3)) for e in ends)
        yield Curve(_point(first, height), _point(second, height), _point(segment.end, height))
    elif kind == "Arc":
        yield from _arcs(segment, height)


def _curve(segment: Any, height: float) -> Curve:
    return Curve(*(_point(p, height) for p in (segment.control1, segment.control2, segment.end)))


def _arcs(segment: Any, height: float) -> Iterator[Segment]:
    """True arcs of a circle in halves of at most a quarter turn; an ellipse as Béziers."""
    rx, ry = float(segment.rx), float(segment.ry)
    if rx == 0 or ry == 0:
        yield Line(_point(segment.end, height))
        return
    if abs(rx - ry) > ROUND * max(rx, ry):
        yield from (_curve(part, height) for part in segment.as_cubic_curves())
        return
    pieces = max(1, math.ceil(abs(float(segment.sweep)) / (math.pi / 2) - 1e-9))
    bulge = -math.tan(float(segment.sweep) / pieces / 4)  # y turns over, and so does the arc
    for n in range(1, pieces + 1):
        to = segment.end if n == pieces else segment.point(n / pieces)
        yield Arc(_point(to, height), bulge)
