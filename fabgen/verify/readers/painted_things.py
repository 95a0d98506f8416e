"""A figure's SVG or PDF → the things that are painted on it, in their order; mm, y up.

Read by ElementTree and PDFium. Figures have thousands of points, so curves are not flattened here: a thing is known by
the points that its lines pass through.
"""

from __future__ import annotations

import ctypes
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np

from fabgen.core.problems import Location, Problem
from fabgen.verify.readers.contours import Points
from fabgen.verify.readers.page_pdf import read_colours, read_words
from fabgen.verify.readers.pdf import MOST_OBJECTS, POINT, PdfPath, open_pdf, read_mark_id, read_pdf_path
from fabgen.verify.readers.svg import NAMESPACE, tag_of
from fabgen.verify.readers.svg_styles import apply_styles
from fabgen.verify.readers.xml_text import read_xml

XML_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
SVG_PARTS = {
    "svg": {"width", "height", "viewBox", "version", "role", "id", XML_LANGUAGE},
    "title": set[str](),
    "desc": set[str](),
    "path": {"d", "id", "fill", "stroke", "stroke-width", "fill-rule", "stroke-linecap", "stroke-linejoin",
             "stroke-dasharray"},
}
LAYERED_PARTS = SVG_PARTS | {
    "g": {"id"},
    "text": {"x", "y", "fill", "font-size", "font-weight", "text-anchor", "transform"},
}
_COMMAND = re.compile(r"([A-Za-z])([^A-Za-z]*)")


@dataclass(frozen=True, eq=False)
class PaintedThing:
    """A shape or words. Colours are `#rrggbb`, empty where there is none.

    * `ends`: the points in mm that its lines lead to; `middles`: the middle of each arc and curve.
    * `words`: the text of words that can be read as such. They have no points, but a `place` in mm on their base
      line, an `angle` in degrees and a `size` in points. The `anchor` says which point of them is at the place:
      `start`, `middle` or `end`. The `length` is the width in mm that they are given whatever their font; None where
      the font decides.
    * `group`: the id of the innermost group that it is in; None in a format without groups.
    """

    id: str
    fill: str
    stroke: str
    ends: Points = field(default_factory=lambda: np.empty((0, 2)))
    middles: Points = field(default_factory=lambda: np.empty((0, 2)))
    words: str | None = None
    place: tuple[float, float] = (0.0, 0.0)
    angle: float = 0.0
    size: float = 0.0
    anchor: str = "start"
    length: float | None = None
    is_bold: bool | None = None  # None where the format does not say it beside the words
    group: str | None = None

    @cached_property
    def box(self) -> tuple[Points, Points]:
        """The least and the greatest x and y of its points."""
        return self.ends.min(axis=0), self.ends.max(axis=0)

    @property
    def spot(self) -> tuple[float, float]:
        """One of its points, in mm."""
        return self.place if self.words is not None else (float(self.ends[0, 0]), float(self.ends[0, 1]))


@dataclass(frozen=True)
class PaintedFigure:
    """A figure's file: its id, title and description (None in a format that has none), width and height in mm, and the
    things painted on it."""

    file: str
    id: str
    title: str | None
    description: str | None
    width: float
    height: float
    things: tuple[PaintedThing, ...]


def read_painted_svg(path: Path, file: str) -> tuple[PaintedFigure | None, list[Problem]]:
    """The figure and the Problems of the file; None where it cannot be read. Elements and attributes that no figure has
    are Problems, because they might paint anything."""
    root, problems = read_xml(path, file)
    if root is None or root.tag != f"{NAMESPACE}svg":
        return None, problems
    problems += apply_styles(root, file)
    painted, svg_problems = read_painted_root(root, file, LAYERED_PARTS)
    return painted, [*problems, *svg_problems]


def read_painted_root(
    root: ElementTree.Element, file: str, parts: Mapping[str, set[str]]
) -> tuple[PaintedFigure | None, list[Problem]]:
    """The figure of an `svg` element and its Problems, among them elements and attributes that are not in `parts`.
    None where its size cannot be read."""
    problems: list[Problem] = []
    try:
        _, _, width, height = map(float, root.get("viewBox", "").split())
    except ValueError:
        return None, problems  # reported with the size of the file
    problems += _unknown_parts(root, file, parts)
    things = []
    for number, (node, group) in enumerate(_painted_nodes(root, "" if "g" in parts else None), 1):
        try:
            things.append(_svg_thing(node, group, height))
        except (ValueError, ZeroDivisionError):
            what = "the path data is damaged" if tag_of(node) == "path" else "the place of these words is damaged"
            problems.append(Problem(Location(file, key=node.get("id", f"{tag_of(node)} {number}")), what))
    title, description = (root.findtext(f"{NAMESPACE}{tag}", "") for tag in ("title", "desc"))
    return PaintedFigure(file, root.get("id", ""), title, description, width, height, tuple(things)), problems


def _painted_nodes(node: ElementTree.Element, group: str | None) -> Iterator[tuple[ElementTree.Element, str | None]]:
    """The paths and texts in painting order, each with the id of its innermost group, at first `group`."""
    for child in node:
        if tag_of(child) in ("path", "text"):
            yield child, group
        else:
            yield from _painted_nodes(child, child.get("id", group) if tag_of(child) == "g" else group)


def _svg_thing(node: ElementTree.Element, group: str | None, height: float) -> PaintedThing:
    """A path or a text as a thing. Raises ValueError where its numbers are damaged."""
    id, fill = node.get("id", ""), node.get("fill", "").lower().removeprefix("none")
    if tag_of(node) == "path":
        stroke = node.get("stroke", "").lower().removeprefix("none")
        ends, middles = (np.array([0.0, height]) + points * np.array([1.0, -1.0])  # SVG counts y downwards
                         for points in _read_points(node.get("d", "")))
        return PaintedThing(id, fill, stroke, ends, middles, group=group)
    x, y = float(node.get("x", "")), float(node.get("y", ""))
    turn = re.fullmatch(r"rotate\((\S+) (\S+) (\S+)\)", node.get("transform", f"rotate(0 {x} {y})"))
    if not turn or math.dist((float(turn[2]), float(turn[3])), (x, y)) > 1e-9:
        raise ValueError("a text is turned about its own place")
    return PaintedThing(
        id, fill, "", words=node.text or "", place=(x, height - y), angle=-float(turn[1]),
        size=float(node.get("font-size", "")) / POINT, anchor=node.get("text-anchor", "start"),
        length=float(node.get("textLength", "")) if "textLength" in node.attrib else None,
        is_bold=node.get("font-weight") == "bold", group=group,
    )


def _unknown_parts(root: ElementTree.Element, file: str, parts: Mapping[str, set[str]]) -> Iterator[Problem]:
    """Problems of elements and attributes that no figure has."""
    for node in root.iter():
        allowed = parts.get(tag_of(node)) if str(node.tag).startswith(NAMESPACE) else None
        where = Location(file, key=node.get("id", tag_of(node)))
        if allowed is None:
            yield Problem(where, f"fabgen verify does not know the element `{tag_of(node)}`")
        elif unknown := sorted(set(node.attrib) - allowed):
            yield Problem(where, f"fabgen verify does not know the attribute `{unknown[0]}`")


@lru_cache(maxsize=4096)  # the figures of a game repeat the same board
def _read_points(data: str) -> tuple[Points, Points]:
    """The points that path data leads to, and the middles of its arcs and curves, in the file's coordinates.

    Raises ValueError for data that holds anything but absolute M, L, C, A and Z.
    """
    ends, middles = list[tuple[float, float]](), list[tuple[float, float]]()
    current = (0.0, 0.0)
    for command, rest in _COMMAND.findall(data):
        values = [float(value) for value in rest.split()]
        if command == "Z" and not values:
            continue
        if command in "ML" and len(values) == 2:
            to = values[0], values[1]
        elif command == "C" and len(values) == 6:
            to = values[4], values[5]
            middles.append(_bezier_middle([current, (values[0], values[1]), (values[2], values[3]), to]))
        elif command == "A" and len(values) == 7:
            to = values[5], values[6]
            middles.append(_arc_middle(current, to, values[0], large=values[3] != 0, clockwise=values[4] != 0))
        else:
            raise ValueError(f"`{command}` with {len(values)} numbers")
        ends.append(to)
        current = to
    if not ends:
        raise ValueError("no point")
    return np.array(ends), np.array(middles).reshape(-1, 2)


def _bezier_middle(points: list[tuple[float, float]]) -> tuple[float, float]:
    """The point of a cubic Bézier at half its parameter."""
    (a, b), (c, d), (e, f), (g, h) = points
    return (a + 3 * c + 3 * e + g) / 8, (b + 3 * d + 3 * f + h) / 8


def _arc_middle(start: tuple[float, float], end: tuple[float, float], radius: float, *, large: bool, clockwise: bool
                ) -> tuple[float, float]:
    """The middle of a circular arc, with y down; SVG 1.1, appendix F.6.5."""
    (x, y), (u, v) = start, end
    dx, dy = (x - u) / 2, (y - v) / 2
    half = dx * dx + dy * dy
    rise = math.sqrt(max(0.0, (radius * radius - half) / half)) * (1 if large != clockwise else -1)
    centre = (x + u) / 2 + rise * dy, (y + v) / 2 - rise * dx
    first = math.atan2(y - centre[1], x - centre[0])
    sweep = (math.atan2(v - centre[1], u - centre[0]) - first) % (2 * math.pi)
    sweep = sweep if clockwise else sweep - 2 * math.pi
    reach = math.dist(start, centre)
    return centre[0] + reach * math.cos(first + sweep / 2), centre[1] + reach * math.sin(first + sweep / 2)


def read_painted_pdf(path: Path, file: str) -> tuple[PaintedFigure | None, list[Problem]]:
    """The figure on the first page and the Problems of the file; None where PDFium refuses it."""
    import pypdfium2.raw as pdfium

    with open_pdf(path) as document:
        page = pdfium.FPDF_LoadPage(document, 0) if document else None
        if not page:
            return None, []  # reported with all PDFs
        things, problems = list[PaintedThing](), list[Problem]()
        text = pdfium.FPDFText_LoadPage(page)
        for number in range(min(MOST_OBJECTS, pdfium.FPDFPage_CountObjects(page))):
            page_object = pdfium.FPDFPage_GetObject(page, number)
            kind = pdfium.FPDFPageObj_GetType(page_object)
            if kind == pdfium.FPDF_PAGEOBJ_PATH:
                things.append(_painted_path(page_object))
            elif kind == pdfium.FPDF_PAGEOBJ_TEXT:
                things.append(_painted_words(page_object, text))
            else:
                what = "fabgen verify does not know a thing on the page that is no path and no words"
                problems.append(Problem(Location(file, key=f"object {number + 1}"), what))
        pdfium.FPDFText_ClosePage(text)
        size = pdfium.FPDF_GetPageWidthF(page) * POINT, pdfium.FPDF_GetPageHeightF(page) * POINT
        title, description = (_info(document, name) for name in (b"Title", b"Subject"))
        pdfium.FPDF_ClosePage(page)
    ids = list(dict.fromkeys(page_object.id for page_object in things))
    return PaintedFigure(file, " ".join(ids), title, description, *size, tuple(things)), problems


def _info(document: Any, name: bytes) -> str:
    """An entry of the document's information."""
    import pypdfium2.raw as pdfium

    size = pdfium.FPDF_GetMetaText(document, name, None, 0)
    buffer = ctypes.create_string_buffer(max(size, 2))
    pdfium.FPDF_GetMetaText(document, name, buffer, size)
    return buffer.raw[:size].decode("utf-16-le", "replace").rstrip("\0")


def _painted_path(page_object: Any) -> PaintedThing:
    """A path object as a thing."""
    path = read_pdf_path(page_object)
    fill, stroke = _hex_colours(page_object)
    ends, middles = _points_of(path)
    return PaintedThing(read_mark_id(page_object), fill, stroke, ends, middles)


def _points_of(path: PdfPath) -> tuple[Points, Points]:
    """The points that the lines of a path lead to, and the middles of its curves, in mm."""
    points = path.points
    last = np.flatnonzero(path.is_curve & path.is_end)
    middles: Points = (points[last - 3] + 3 * points[last - 2] + 3 * points[last - 1] + points[last]) / 8
    return points[path.is_end], middles


def _painted_words(page_object: Any, text: Any) -> PaintedThing:
    """A text object as a thing."""
    import pypdfium2.raw as pdfium

    word, matrix = read_words(page_object, text), pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetMatrix(page_object, ctypes.byref(matrix))
    fill, _ = _hex_colours(page_object)
    angle = math.degrees(math.atan2(matrix.b, matrix.a))
    place = matrix.e * POINT, matrix.f * POINT
    return PaintedThing(read_mark_id(page_object), fill, "", words=word.text, place=place, angle=angle, size=word.size)


def _hex_colours(page_object: Any) -> tuple[str, str]:
    """The fill and the stroke of an object; empty where it has none."""
    fill, stroke = read_colours(page_object)
    return tuple("#{:02x}{:02x}{:02x}".format(*colour) if colour else "" for colour in (fill, stroke))  # type: ignore[return-value]
