"""A PDF of a laser sheet → its size and its elements in mm, y up, and every Problem of its page.

Read by PDFium. The page may hold only paths, each filled or stroked in one plain colour, and named by its marked
content.
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
OPAQUE = 255  # the alpha of a colour that is not see-through
_Step = tuple[int, tuple[float, float], bool]  # kind, place in mm, and whether the subpath closes there


def read_sheet_pdf(path: Path, file: str) -> tuple[FileContent | None, list[Problem]]:
    """The content of the file and its Problems; None where PDFium cannot read it."""
    import pypdfium2.raw as pdfium

    with open_pdf(path) as document:
        page = pdfium.FPDF_LoadPage(document, 0) if document else None
        if not page:
            return None, []  # reported with all PDFs
        content, problems = _read_page(page, file)
        pdfium.FPDF_ClosePage(page)
    return content, problems


def _read_page(page: Any, file: str) -> tuple[FileContent, list[Problem]]:
    """The content of the page and its Problems."""
    import pypdfium2.raw as pdfium

    width, height = pdfium.FPDF_GetPageWidthF(page) * POINT, pdfium.FPDF_GetPageHeightF(page) * POINT
    problems = list(_check_page(page, file))
    page_objects = [
        pdfium.FPDFPage_GetObject(page, i) for i in range(min(MOST_OBJECTS, pdfium.FPDFPage_CountObjects(page)))
    ]
    elements: list[Element] = []
    for place, page_object in enumerate(page_objects, 1):
        name = _name(page_object) or f"object {place}"
        if pdfium.FPDFPageObj_GetType(page_object) != pdfium.FPDF_PAGEOBJ_PATH:
            what = "something stands on the page that is no path"
            problems.append(Problem(Location(file, key=name), what, "words and pictures would be engraved"))
            continue
        problems += [Problem(Location(file, key=name), what) for what in _find_oddities(page_object)]
        contours = tuple(contour for contour in map(_read_ring, _subpaths(page_object)) if contour is not None)
        if contours:
            elements.append(Element(name, "", *_read_paint(page_object), place, contours, _width(page_object)))
    elements = join_contours(elements)
    problems += doubled_ids(elements, file)
    return FileContent(file, round(width, 3), round(height, 3), tuple(elements)), problems


def _check_page(page: Any, file: str) -> Iterator[Problem]:
    """Problems of a page that is turned, moved or cropped: it would come out elsewhere on the bed."""
    import pypdfium2.raw as pdfium

    media, crop = (box_of(get, page) for get in (pdfium.FPDFPage_GetMediaBox, pdfium.FPDFPage_GetCropBox))
    if pdfium.FPDFPage_GetRotation(page):
        yield Problem(Location(file, key="page 1"), "the page is turned")
    if media and (media[0] or media[1]):
        yield Problem(Location(file, key="page 1"), "the page does not begin at 0, 0")
    if media and crop and max(abs(a - b) for a, b in zip(media, crop, strict=True)) > 1e-3:
        yield Problem(Location(file, key="page 1"), "the page is cropped")


def _name(page_object: Any) -> str:
    """The tag of the innermost marked content around an object."""
    import pypdfium2.raw as pdfium

    marks = pdfium.FPDFPageObj_CountMarks(page_object)
    if marks < 1:
        return ""
    mark, size = pdfium.FPDFPageObj_GetMark(page_object, marks - 1), ctypes.c_ulong()
    text = ctypes.create_string_buffer(2 * 300)
    units = ctypes.cast(text, ctypes.POINTER(pdfium.FPDF_WCHAR))
    if not pdfium.FPDFPageObjMark_GetName(mark, units, len(text), ctypes.byref(size)):
        return ""
    return text.raw[: max(0, size.value - 2)].decode("utf-16-le", "replace")


def _modes(page_object: Any) -> tuple[int, bool]:
    """How it is filled, and whether it is stroked."""
    import pypdfium2.raw as pdfium

    fill, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(page_object, ctypes.byref(fill), ctypes.byref(stroke))
    return fill.value, bool(stroke.value)


def _read_paint(page_object: Any) -> tuple[str, str]:
    """Whether an object is filled or stroked, and its colour. Without either or with both, an empty word and a
    description."""
    import pypdfium2.raw as pdfium

    fill, is_stroked = _modes(page_object)
    is_filled = fill != pdfium.FPDF_FILLMODE_NONE
    inks = (
        _colour(pdfium.FPDFPageObj_GetFillColor, page_object)[0],
        _colour(pdfium.FPDFPageObj_GetStrokeColor, page_object)[0],
    )
    if is_filled == is_stroked:
        return "", f"fill {inks[0] if is_filled else 'none'}, stroke {inks[1] if is_stroked else 'none'}"
    return ("fill", inks[0]) if is_filled else ("stroke", inks[1])


def _colour(get: Any, page_object: Any) -> tuple[str, int]:
    """The colour as `#RRGGBB` and the alpha that one of PDFium's functions returns."""
    channels = [ctypes.c_uint() for _ in range(4)]
    get(page_object, *(ctypes.byref(channel) for channel in channels))
    r, g, b, alpha = (channel.value for channel in channels)
    return f"#{r:02X}{g:02X}{b:02X}", alpha


def _find_oddities(page_object: Any) -> Iterator[str]:
    """What programs would read differently about an object."""
    import pypdfium2.raw as pdfium

    fill, is_stroked = _modes(page_object)
    if fill == pdfium.FPDF_FILLMODE_WINDING:
        yield "the area is filled by the non-zero rule"
    get = pdfium.FPDFPageObj_GetStrokeColor if is_stroked else pdfium.FPDFPageObj_GetFillColor
    if _colour(get, page_object)[1] != OPAQUE:
        yield "the mark is see-through: drivers make dots of it"
    if is_stroked and pdfium.FPDFPageObj_GetDashCount(page_object) > 0:
        yield "the line is dashed"
    if pdfium.FPDFClipPath_CountPaths(pdfium.FPDFPageObj_GetClipPath(page_object)) > 0:
        yield "the mark is clipped: laser programs cut the whole shape"


def _matrix(page_object: Any) -> Any:
    """The matrix of an object."""
    import pypdfium2.raw as pdfium

    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetMatrix(page_object, ctypes.byref(matrix))
    return matrix


def _width(page_object: Any) -> str:
    """The width of a stroked line in mm, as text; empty for other objects."""
    import pypdfium2.raw as pdfium

    if not _modes(page_object)[1]:
        return ""
    matrix, width = _matrix(page_object), ctypes.c_float()
    pdfium.FPDFPageObj_GetStrokeWidth(page_object, ctypes.byref(width))
    return format_number(width.value * math.hypot(matrix.a, matrix.b) * POINT, 4)


def _subpaths(page_object: Any) -> list[list[_Step]]:
    """The subpaths of an object, step by step."""
    import pypdfium2.raw as pdfium

    matrix, x, y = _matrix(page_object), ctypes.c_float(), ctypes.c_float()
    parts: list[list[_Step]] = []
    for i in range(pdfium.FPDFPath_CountSegments(page_object)):
        segment = pdfium.FPDFPath_GetPathSegment(page_object, i)
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


def _read_ring(steps: list[_Step]) -> Contour | None:
    """A subpath as a line; None where it leads nowhere. Three BEZIERTO steps in a row are one curve. A line back to the
    start that only closes the subpath is left out."""
    import pypdfium2.raw as pdfium

    start = current = np.array(steps[0][1])
    pieces, controls = [], list[tuple[float, float]]()
    closed = steps[-1][2]
    for kind, point, _ in steps[1:]:
        if kind != pdfium.FPDF_SEGMENT_BEZIERTO:
            pieces.append((np.array([point]), False))
        else:
            controls.append(point)
            if len(controls) < 3:
                continue
            pieces.append((flat_bezier(np.array([current, *controls])), True))
            controls = []
        current = np.array(point)
    if closed and pieces and math.dist(current, start) < NEAR:
        points, is_bent = pieces[-1]
        points[-1] = start
        pieces = pieces if is_bent or len(pieces) < 2 or math.dist(pieces[-2][0][-1], start) >= NEAR else pieces[:-1]
    try:
        return build_contour(start.reshape(1, 2), pieces, closed) if pieces else None
    except ValueError:
        return None
