"""A PDF file → its document, and the paths of a page, as PDFium reads them; mm, y up.

PDFium is driven through pypdfium2's raw interface.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import numpy as np
from numpy.typing import NDArray

from fabgen.core.files import read_file
from fabgen.core.problems import FabgenError
from fabgen.verify.readers.contours import Points, areas, flat_bezier

if TYPE_CHECKING:
    from shapely import Polygon

LARGEST = 100_000_000  # bytes
MOST_OBJECTS = 100_000  # on a page: any more are not read
POINT = 25.4 / 72  # mm
LONGEST_ID = 300  # characters
MOST = 20_000  # objects on the page of a diagram
Spot = tuple[float, float]
Box = tuple[float, float, float, float]
Step = tuple[int, Spot]  # kind of segment, as PDFium numbers them, and its point


@contextmanager
def open_pdf(path: Path) -> Iterator[Any]:
    """The document, None where PDFium refuses it. The file is read into memory, so that it does not stay open."""
    import pypdfium2.raw as pdfium

    pdfium.FPDF_InitLibrary()
    try:
        data = read_file(path, LARGEST)
    except FabgenError:
        data = b""
    document = pdfium.FPDF_LoadMemDocument64(data, len(data), None)
    try:
        yield document or None
    finally:
        if document:
            pdfium.FPDF_CloseDocument(document)


def box_of(get: Any, page: Any) -> tuple[float, float, float, float] | None:
    """Left, bottom, right and top in points, from one of PDFium's functions; None where it does not know them."""
    sides = [ctypes.c_float() for _ in range(4)]
    is_known = get(page, *(ctypes.byref(side) for side in sides))
    return (sides[0].value, sides[1].value, sides[2].value, sides[3].value) if is_known else None


def read_mark_id(page_object: Any) -> str:
    """The ID of the innermost marked content around an object, percent-decoded; empty where it has none."""
    import pypdfium2.raw as pdfium

    for number in reversed(range(pdfium.FPDFPageObj_CountMarks(page_object))):
        mark, size = pdfium.FPDFPageObj_GetMark(page_object, number), ctypes.c_ulong()
        text = ctypes.create_string_buffer(2 * LONGEST_ID)
        units = ctypes.cast(text, ctypes.POINTER(pdfium.FPDF_WCHAR))
        if pdfium.FPDFPageObjMark_GetParamStringValue(mark, b"ID", units, len(text), ctypes.byref(size)):
            return unquote(text.raw[: max(0, size.value - 2)].decode("utf-16-le", "replace"))
    return ""


@dataclass(frozen=True, eq=False)
class PdfPath:
    """A path object: its subpaths in its own frame, and the matrix that leads to points on the page."""

    subpaths: list[list[Step]]
    matrix: tuple[float, float, float, float, float, float]
    filled: bool
    stroked: bool

    def ends(self) -> Iterator[list[Spot]]:
        """The points that each subpath passes through, in mm; of a curve only its ends."""
        yield from (self._place_points(_ends(steps)) for steps in self.subpaths)

    @property
    def kinds(self) -> list[int]:
        """The kinds of its segments, with -1 at the end."""
        return [*(kind for steps in self.subpaths for kind, _ in steps), -1]

    @cached_property
    def points(self) -> Points:
        """All points and control points, in mm."""
        a, b, c, d, e, f = self.matrix
        raw_points = np.array([point for steps in self.subpaths for _, point in steps])
        placed: Points = (raw_points @ np.array([[a, b], [c, d]]) + np.array([e, f])) * POINT
        return placed

    @cached_property
    def hull(self) -> Box:
        """A box in mm that none of its curves leaves: the box of all points and control points."""
        (left, bottom), (right, top) = self.points.min(axis=0).tolist(), self.points.max(axis=0).tolist()
        return left, bottom, right, top

    @cached_property
    def areas(self) -> list[Polygon]:
        """The areas that it fills, by the even-odd rule; Béziers are flattened."""
        a, b, c, d, e, f = self.matrix
        turn, shift = np.array([[a, b], [c, d]]), np.array([e, f])
        placed = [(np.array(_flatten_curves(steps)) @ turn + shift) * POINT for steps in self.subpaths]
        return areas([np.concatenate([points, points[:1]]) for points in placed if len(points) > 2])

    def _place_points(self, points: list[Spot]) -> list[Spot]:
        """Points of its own frame as points on the page, in mm."""
        a, b, c, d, e, f = self.matrix
        return [((a * x + c * y + e) * POINT, (b * x + d * y + f) * POINT) for x, y in points]


def filled_areas(path: Path, place: int = 0) -> list[Polygon]:
    """The filled areas of a page (counted from 0) in painting order, each path by the even-odd rule; none where PDFium
    cannot read it."""
    import pypdfium2.raw as pdfium

    with open_pdf(path) as document:
        page = pdfium.FPDF_LoadPage(document, place) if document else None
        if not page:
            return []
        page_objects = [
            pdfium.FPDFPage_GetObject(page, i) for i in range(min(MOST, pdfium.FPDFPage_CountObjects(page)))
        ]
        paths = [read_pdf_path(page_object) for page_object in page_objects
                 if pdfium.FPDFPageObj_GetType(page_object) == pdfium.FPDF_PAGEOBJ_PATH]
        pdfium.FPDF_ClosePage(page)
    return [area for path in paths if path.filled for area in path.areas]


def read_pdf_path(page_object: Any) -> PdfPath:
    """A path object as PDFium knows it."""
    import pypdfium2.raw as pdfium

    fill, stroke, m = ctypes.c_int(), ctypes.c_int(), pdfium.FS_MATRIX()
    pdfium.FPDFPath_GetDrawMode(page_object, ctypes.byref(fill), ctypes.byref(stroke))
    pdfium.FPDFPageObj_GetMatrix(page_object, ctypes.byref(m))
    modes = fill.value != pdfium.FPDF_FILLMODE_NONE, bool(stroke.value)
    return PdfPath(_subpaths(page_object), (m.a, m.b, m.c, m.d, m.e, m.f), *modes)


def _subpaths(page_object: Any) -> list[list[Step]]:
    """The subpaths of an object, step by step."""
    import pypdfium2.raw as pdfium

    x, y = ctypes.c_float(), ctypes.c_float()
    x_pointer, y_pointer, move_to = ctypes.byref(x), ctypes.byref(y), pdfium.FPDF_SEGMENT_MOVETO
    segment_of, point_of, kind_of = _raw_functions()
    address, parts, steps = ctypes.cast(page_object, ctypes.c_void_p), list[list[Step]](), list[Step]()
    for i in range(pdfium.FPDFPath_CountSegments(page_object)):
        segment = segment_of(address, i)
        point_of(segment, x_pointer, y_pointer)
        kind = kind_of(segment)
        if kind == move_to or not parts:
            steps = []
            parts.append(steps)
        steps.append((kind, (x.value, y.value)))
    return parts


@cache
def _raw_functions() -> tuple[Any, Any, Any]:
    """PDFium's functions for a segment, its point and its kind, called with plain addresses. Pages have tens of
    thousands of segments, and pypdfium2 makes an object of each pointer, which is slow."""
    import pypdfium2.raw as pdfium

    pointer, number = ctypes.c_void_p, ctypes.c_int
    kinds = (
        (pdfium.FPDFPath_GetPathSegment, ctypes.CFUNCTYPE(pointer, pointer, number)),
        (pdfium.FPDFPathSegment_GetPoint, ctypes.CFUNCTYPE(number, pointer, pointer, pointer)),
        (pdfium.FPDFPathSegment_GetType, ctypes.CFUNCTYPE(number, pointer)),
    )
    segment, point, kind = (prototype(ctypes.cast(function, pointer).value or 0) for function, prototype in kinds)
    return segment, point, kind


def closed_subpaths(page_object: Any, path: PdfPath) -> list[bool]:
    """Whether each subpath of an object closes."""
    import pypdfium2.raw as pdfium

    closed, start = [], 0
    for steps in path.subpaths:
        segments = (pdfium.FPDFPath_GetPathSegment(page_object, start + i) for i in range(len(steps)))
        closed.append(any(pdfium.FPDFPathSegment_GetClose(segment) for segment in segments))
        start += len(steps)
    return closed


def _ends(steps: list[Step]) -> list[Spot]:
    """The points of a subpath without the two control points of each curve."""
    import pypdfium2.raw as pdfium

    bezier_to, controls, points = pdfium.FPDF_SEGMENT_BEZIERTO, 0, list[Spot]()
    for kind, point in steps:
        controls = (controls + 1) % 3 if kind == bezier_to else 0
        if controls == 0:
            points.append(point)
    return points


def _flatten_curves(steps: list[Step]) -> list[Spot]:
    """The points of a subpath with its curves flattened. Three BEZIERTO steps in a row are one curve."""
    import pypdfium2.raw as pdfium

    points = [steps[0][1]]
    controls: list[Spot] = []
    for kind, point in steps[1:]:
        if kind != pdfium.FPDF_SEGMENT_BEZIERTO:
            points.append(point)
            continue
        controls.append(point)
        if len(controls) == 3:
            points += map(tuple, flat_bezier(np.array([points[-1], *controls])).tolist())
            controls = []
    return points


def render_grey(path: Path, dpi: int) -> NDArray[np.uint8] | None:
    """The first page at a resolution in dots an inch, as levels of grey; None where PDFium refuses the file."""
    import pypdfium2.raw as pdfium
    from PIL import Image

    with open_pdf(path) as document:
        page = pdfium.FPDF_LoadPage(document, 0) if document else None
        if not page:
            return None
        width, height = (round(get(page) * dpi / 72) for get in (pdfium.FPDF_GetPageWidthF, pdfium.FPDF_GetPageHeightF))
        bitmap = pdfium.FPDFBitmap_Create(width, height, 0)
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
        pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0)
        stride = pdfium.FPDFBitmap_GetStride(bitmap)
        raw = ctypes.string_at(pdfium.FPDFBitmap_GetBuffer(bitmap), stride * height)
        pdfium.FPDFBitmap_Destroy(bitmap)
        pdfium.FPDF_ClosePage(page)
    return np.asarray(Image.frombuffer("RGB", (width, height), raw, "raw", "BGRX", stride, 1).convert("L"))
