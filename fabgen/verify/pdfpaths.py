"""A page of a PDF → the areas that it fills, as PDFium reads its paths; mm, y up."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from fabgen.verify.geometry import Points, flat_bezier
from fabgen.verify.pdf import opened
from fabgen.verify.shapes import areas

if TYPE_CHECKING:
    from shapely import Polygon

POINT = 25.4 / 72
MOST = 20_000  # objects on a page


def filled(path: Path, place: int = 0) -> list[Polygon]:
    """The filled areas of a page, counted from 0, in painting order, each path even-odd; none where PDFium cannot read
    it."""
    import pypdfium2.raw as pdfium

    with opened(path) as document:
        page = pdfium.FPDF_LoadPage(document, place) if document else None
        if not page:
            return []
        things = [pdfium.FPDFPage_GetObject(page, i) for i in range(min(MOST, pdfium.FPDFPage_CountObjects(page)))]
        paths = [thing for thing in things if pdfium.FPDFPageObj_GetType(thing) == pdfium.FPDF_PAGEOBJ_PATH]
        found = [area for thing in paths if _is_filled(thing) for area in areas(list(_outlines(thing)))]
        pdfium.FPDF_ClosePage(page)
    return found


def _is_filled(thing: Any) -> bool:
    import pypdfium2.raw as pdfium

    fill, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(thing, ctypes.byref(fill), ctypes.byref(stroke))
    return bool(fill.value != pdfium.FPDF_FILLMODE_NONE)


def _outlines(thing: Any) -> Iterator[Points]:
    """The subpaths of a path object, closed; Béziers flattened."""
    import pypdfium2.raw as pdfium

    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetMatrix(thing, ctypes.byref(matrix))
    turn = np.array([[matrix.a, matrix.b], [matrix.c, matrix.d]])
    shift = np.array([matrix.e, matrix.f])
    for steps in _subpaths(thing):
        points = (np.array(_flattened(steps)) @ turn + shift) * POINT
        if len(points) > 2:
            yield np.concatenate([points, points[:1]])


_Step = tuple[int, tuple[float, float]]


def _subpaths(thing: Any) -> list[list[_Step]]:
    import pypdfium2.raw as pdfium

    x, y = ctypes.c_float(), ctypes.c_float()
    parts: list[list[_Step]] = []
    for i in range(pdfium.FPDFPath_CountSegments(thing)):
        segment = pdfium.FPDFPath_GetPathSegment(thing, i)
        pdfium.FPDFPathSegment_GetPoint(segment, ctypes.byref(x), ctypes.byref(y))
        kind = pdfium.FPDFPathSegment_GetType(segment)
        if kind == pdfium.FPDF_SEGMENT_MOVETO or not parts:
            parts.append([])
        parts[-1].append((kind, (x.value, y.value)))
    return parts


def _flattened(steps: list[_Step]) -> list[tuple[float, float]]:
    """Points of a subpath; three BEZIERTO steps in a row are one curve."""
    import pypdfium2.raw as pdfium

    points = [steps[0][1]]
    controls: list[tuple[float, float]] = []
    for kind, point in steps[1:]:
        if kind != pdfium.FPDF_SEGMENT_BEZIERTO:
            points.append(point)
            continue
        controls.append(point)
        if len(controls) == 3:
            points += [(float(u), float(v)) for u, v in flat_bezier(np.array([points[-1], *controls]))]
            controls = []
    return points
