"""A PDF of a laser sheet → its size and its elements in mm, y up, and every Problem of what is on its page.

Read by PDFium. One page, paths alone, each filled or stroked in one plain colour, named by its marked content.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from fabgen.core.problems import Location, Problem
from fabgen.core.units import format_number
from fabgen.verify.readers.content import Element, FileContent, doubled_ids, join_contours
from fabgen.verify.readers.contours import Contour, build_contour, flat_bezier
from fabgen.verify.readers.pdf import MOST_OBJECTS, box_of, open_pdf

POINT = 25.4 / 72
OPAQUE = 255
_Step = tuple[int, tuple[float, float], bool]  # kind, place in mm, and whether the subpath closes there


def read_sheet_pdf(path: Path, file: str) -> tuple[FileContent | None, list[Problem]]:
    """The file and its Problems; None where PDFium cannot read it."""
    import pypdfium2.raw as pdfium

    with open_pdf(path) as document:
        page = pdfium.FPDF_LoadPage(document, 0) if document else None
        if not page:
            return None, []  # told with all PDFs
        shown, problems = _page(page, file)
        pdfium.FPDF_ClosePage(page)
    return shown, problems


def _page(page: Any, file: str) -> tuple[FileContent, list[Problem]]:
    import pypdfium2.raw as pdfium

    width, height = pdfium.FPDF_GetPageWidthF(page) * POINT, pdfium.FPDF_GetPageHeightF(page) * POINT
    problems = list(_frame(page, file))
    things = [pdfium.FPDFPage_GetObject(page, i) for i in range(min(MOST_OBJECTS, pdfium.FPDFPage_CountObjects(page)))]
    elements: list[Element] = []
    for place, thing in enumerate(things, 1):
        name = _name(thing) or f"object {place}"
        if pdfium.FPDFPageObj_GetType(thing) != pdfium.FPDF_PAGEOBJ_PATH:
            what = "something stands on the page that is no path"
            problems.append(Problem(Location(file, key=name), what, "words and pictures would be engraved"))
            continue
        problems += [Problem(Location(file, key=name), what) for what in _oddities(thing)]
        found = tuple(one for one in map(_ring, _subpaths(thing)) if one is not None)
        if found:
            elements.append(Element(name, "", *_paint(thing), place, found, _width(thing)))
    elements = join_contours(elements)
    problems += doubled_ids(elements, file)
    return FileContent(file, round(width, 3), round(height, 3), tuple(elements)), problems


def _frame(page: Any, file: str) -> Iterator[Problem]:
    """A page that is turned, moved or cropped comes out elsewhere on the bed."""
    import pypdfium2.raw as pdfium

    media, crop = (box_of(get, page) for get in (pdfium.FPDFPage_GetMediaBox, pdfium.FPDFPage_GetCropBox))
    if pdfium.FPDFPage_GetRotation(page):
        yield Problem(Location(file, key="page 1"), "the page is turned")
    if media and (media[0] or media[1]):
        yield Problem(Location(file, key="page 1"), "the page does not begin at 0, 0")
    if media and crop and max(abs(a - b) for a, b in zip(media, crop, strict=True)) > 1e-3:
        yield Problem(Location(file, key="page 1"), "the page is cropped")


def _name(thing: Any) -> str:
    """The tag of the innermost marked content around an object."""
    import pypdfium2.raw as pdfium

    marks = pdfium.FPDFPageObj_CountMarks(thing)
    if marks < 1:
        return ""
    mark, size = pdfium.FPDFPageObj_GetMark(thing, marks - 1), ctypes.c_ulong()
    text = ctypes.create_string_buffer(2 * 300)
    units = ctypes.cast(text, ctypes.POINTER(pdfium.FPDF_WCHAR))
    if not pdfium.FPDFPageObjMark_GetName(mark, units, len(text), ctypes.byref(size)):
        return ""
    return text.raw[: max(0, size.value - 2)].decode("utf-16-le", "replace")


def _modes(thing: Any) -> tuple[int, bool]:
    """How it is filled, and whether it is stroked."""
    import pypdfium2.raw as pdfium

    fill, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(thing, ctypes.byref(fill), ctypes.byref(stroke))
    return fill.value, bool(stroke.value)


def _paint(thing: Any) -> tuple[str, str]:
    import pypdfium2.raw as pdfium

    fill, stroked = _modes(thing)
    filled = fill != pdfium.FPDF_FILLMODE_NONE
    inks = _colour(pdfium.FPDFPageObj_GetFillColor, thing)[0], _colour(pdfium.FPDFPageObj_GetStrokeColor, thing)[0]
    if filled == stroked:
        return "", f"fill {inks[0] if filled else 'none'}, stroke {inks[1] if stroked else 'none'}"
    return ("fill", inks[0]) if filled else ("stroke", inks[1])


def _colour(get: Any, thing: Any) -> tuple[str, int]:
    channels = [ctypes.c_uint() for _ in range(4)]
    get(thing, *(ctypes.byref(one) for one in channels))
    r, g, b, alpha = (one.value for one in channels)
    return f"#{r:02X}{g:02X}{b:02X}", alpha


def _oddities(thing: Any) -> Iterator[str]:
    import pypdfium2.raw as pdfium

    fill, stroked = _modes(thing)
    if fill == pdfium.FPDF_FILLMODE_WINDING:
        yield "the area is filled by the non-zero rule"
    get = pdfium.FPDFPageObj_GetStrokeColor if stroked else pdfium.FPDFPageObj_GetFillColor
    if _colour(get, thing)[1] != OPAQUE:
        yield "the mark is see-through: drivers make dots of it"
    if stroked and pdfium.FPDFPageObj_GetDashCount(thing) > 0:
        yield "the line is dashed"
    if pdfium.FPDFClipPath_CountPaths(pdfium.FPDFPageObj_GetClipPath(thing)) > 0:
        yield "the mark is clipped: laser programs cut the whole shape"


def _matrix(thing: Any) -> Any:
    import pypdfium2.raw as pdfium

    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetMatrix(thing, ctypes.byref(matrix))
    return matrix


def _width(thing: Any) -> str:
    """The width of a line in mm."""
    import pypdfium2.raw as pdfium

    if not _modes(thing)[1]:
        return ""
    matrix, width = _matrix(thing), ctypes.c_float()
    pdfium.FPDFPageObj_GetStrokeWidth(thing, ctypes.byref(width))
    return format_number(width.value * math.hypot(matrix.a, matrix.b) * POINT, 4)


def _subpaths(thing: Any) -> list[list[_Step]]:
    import pypdfium2.raw as pdfium

    matrix, x, y = _matrix(thing), ctypes.c_float(), ctypes.c_float()
    parts: list[list[_Step]] = []
    for i in range(pdfium.FPDFPath_CountSegments(thing)):
        segment = pdfium.FPDFPath_GetPathSegment(thing, i)
        pdfium.FPDFPathSegment_GetPoint(segment, ctypes.byref(x), ctypes.byref(y))
        u, v = x.value, y.value
        spot = matrix.a * u + matrix.c * v + matrix.e, matrix.b * u + matrix.d * v + matrix.f
        kind = pdfium.FPDFPathSegment_GetType(segment)
        if kind == pdfium.FPDF_SEGMENT_MOVETO or not parts:
            parts.append([])
        closes = bool(pdfium.FPDFPathSegment_GetClose(segment))
        parts[-1].append((kind, (spot[0] * POINT, spot[1] * POINT), closes))
    return parts


NEAR = 0.0005  # mm between places that PDFium's single precision tells apart


def _ring(steps: list[_Step]) -> Contour | None:
    """A subpath as a line; three BEZIERTO steps in a row are one curve. A line home that closing adds is left out."""
    import pypdfium2.raw as pdfium

    start = here = np.array(steps[0][1])
    pieces, controls = [], list[tuple[float, float]]()
    closed = steps[-1][2]
    for kind, point, _ in steps[1:]:
        if kind != pdfium.FPDF_SEGMENT_BEZIERTO:
            pieces.append((np.array([point]), False))
        else:
            controls.append(point)
            if len(controls) < 3:
                continue
            pieces.append((flat_bezier(np.array([here, *controls])), True))
            controls = []
        here = np.array(point)
    if closed and pieces and math.dist(here, start) < NEAR:
        points, bent = pieces[-1]
        points[-1] = start
        pieces = pieces if bent or len(pieces) < 2 or math.dist(pieces[-2][0][-1], start) >= NEAR else pieces[:-1]
    try:
        return build_contour(start.reshape(1, 2), pieces, closed) if pieces else None
    except ValueError:
        return None
