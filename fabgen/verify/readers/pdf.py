"""A PDF file → its document, and the paths of a page, as PDFium reads them; mm, y up.

PDFium is driven through pypdfium2's raw interface.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import compress, pairwise, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote

import numpy as np
from numpy.typing import NDArray

from fabgen.core.files import read_file
from fabgen.core.problems import FabgenError
from fabgen.verify.readers.contours import Points, areas, flat_bezier

if TYPE_CHECKING:
    from shapely import Polygon

LARGEST_PDF_FILE = 100_000_000  # bytes
MOST_OBJECTS = 100_000  # on a page: any more are not read
POINT = 25.4 / 72  # mm
FLOAT = ctypes.sizeof(ctypes.c_float)
LONGEST_ID = 300  # characters
MOST_PAGE_OBJECTS = 20_000  # objects on the page of a diagram
Spot = tuple[float, float]
Box = tuple[float, float, float, float]
Step = tuple[int, Spot]  # kind of segment, as PDFium numbers them, and its point


@contextmanager
def open_pdf(path: Path) -> Iterator[Any]:
    """The document, None where PDFium refuses it. The file is read into memory, so that it does not stay open."""
    import pypdfium2.raw as pdfium

    pdfium.FPDF_InitLibrary()
    try:
        data = read_file(path, LARGEST_PDF_FILE)
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
        text = (pdfium.FPDF_WCHAR * LONGEST_ID)()
        if pdfium.FPDFPageObjMark_GetParamStringValue(mark, b"ID", text, 2 * LONGEST_ID, ctypes.byref(size)):
            return unquote(bytes(text)[: max(0, size.value - 2)].decode("utf-16-le", "replace"))
    return ""


@dataclass(frozen=True, eq=False)
class PdfPath:
    """A path object: the kinds of its segments as PDFium numbers them, their points in its own frame, and the matrix
    that leads to points on the page."""

    steps: NDArray[np.int64]
    own_points: Points
    matrix: tuple[float, float, float, float, float, float]
    filled: bool
    stroked: bool

    @cached_property
    def starts(self) -> list[int]:
        """The numbers of the segments with which subpaths begin, and the number of all segments."""
        import pypdfium2.raw as pdfium

        is_start = self.steps == pdfium.FPDF_SEGMENT_MOVETO
        is_start[:1] = True
        return [*np.flatnonzero(is_start).tolist(), len(self.steps)]

    @property
    def subpaths(self) -> list[list[Step]]:
        """The steps of each subpath."""
        points = list(map(tuple, self.own_points.tolist()))
        steps = list(zip(self.steps.tolist(), points, strict=True))
        return [steps[first:last] for first, last in pairwise(self.starts)]

    def ends(self) -> Iterator[list[Spot]]:
        """The points that each subpath passes through, in mm; of a curve only its ends."""
        points, is_end = list(map(tuple, self.points.tolist())), self.is_end.tolist()
        for first, last in pairwise(self.starts):
            yield [*compress(points[first:last], is_end[first:last])]

    @cached_property
    def is_end(self) -> NDArray[np.bool_]:
        """For each point whether a segment ends there. Three BEZIERTO steps are one curve, and the first two of them
        have its control points."""
        is_end: NDArray[np.bool_] = ~self.is_curve | (np.cumsum(self.is_curve) % 3 == 0)
        return is_end

    @cached_property
    def is_curve(self) -> NDArray[np.bool_]:
        """For each point whether it is of a curve."""
        import pypdfium2.raw as pdfium

        is_curve: NDArray[np.bool_] = self.steps == pdfium.FPDF_SEGMENT_BEZIERTO
        return is_curve

    @property
    def kinds(self) -> list[int]:
        """The kinds of its segments, with -1 at the end."""
        return [*self.steps.tolist(), -1]

    @cached_property
    def points(self) -> Points:
        """All points and control points, in mm."""
        a, b, c, d, e, f = self.matrix
        points: Points = self.own_points @ np.array([[a, b], [c, d]]) + (e, f)
        return points * POINT

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


def filled_areas(path: Path, place: int = 0) -> list[Polygon]:
    """The filled areas of a page (counted from 0) in painting order, each path by the even-odd rule; none where PDFium
    cannot read it."""
    import pypdfium2.raw as pdfium

    with open_pdf(path) as document:
        page = pdfium.FPDF_LoadPage(document, place) if document else None
        if not page:
            return []
        count = min(MOST_PAGE_OBJECTS, pdfium.FPDFPage_CountObjects(page))
        page_objects = [pdfium.FPDFPage_GetObject(page, i) for i in range(count)]
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
    return PdfPath(*_read_steps(page_object), (m.a, m.b, m.c, m.d, m.e, m.f), *modes)


def _read_steps(page_object: Any) -> tuple[NDArray[np.int64], Points]:
    """The kinds of an object's segments, and their points."""
    import pypdfium2.raw as pdfium

    raw, count = _raw_functions(), pdfium.FPDFPath_CountSegments(page_object)
    segments = raw.segments(page_object, count)
    numbers = (ctypes.c_float * (2 * count))()
    first, end, step = ctypes.addressof(numbers), ctypes.addressof(numbers) + ctypes.sizeof(numbers), 2 * FLOAT
    list(map(raw.point, segments, range(first, end, step), range(first + FLOAT, end, step)))  # quicker than a loop
    kinds = np.fromiter(map(raw.kind, segments), np.int64, count)
    points = np.frombuffer(numbers, np.float32) if count else np.empty(0)  # an empty array has no buffer
    return kinds, points.astype(float).reshape(count, 2)


class _RawFunctions(NamedTuple):
    """PDFium's functions for a segment of a path, its point, its kind, and whether it closes.

    They are called with plain addresses: pages have tens of thousands of segments, and pypdfium2 makes an object of
    each pointer, which is slow.
    """

    segment: Callable[[int, int], int]
    point: Callable[[int, int, int], int]
    kind: Callable[[int], int]
    closes: Callable[[int], int]

    def segments(self, page_object: Any, count: int) -> list[int]:
        """The addresses of the segments of a path object."""
        address = ctypes.cast(page_object, ctypes.c_void_p).value or 0
        return list(map(self.segment, repeat(address, count), range(count)))


@cache
def _raw_functions() -> _RawFunctions:
    import pypdfium2.raw as pdfium

    pointer, number = ctypes.c_void_p, ctypes.c_int
    prototypes = (
        (pdfium.FPDFPath_GetPathSegment, ctypes.CFUNCTYPE(pointer, pointer, number)),
        (pdfium.FPDFPathSegment_GetPoint, ctypes.CFUNCTYPE(number, pointer, pointer, pointer)),
        (pdfium.FPDFPathSegment_GetType, ctypes.CFUNCTYPE(number, pointer)),
        (pdfium.FPDFPathSegment_GetClose, ctypes.CFUNCTYPE(number, pointer)),
    )
    return _RawFunctions(*(prototype(ctypes.cast(function, pointer).value or 0) for function, prototype in prototypes))


def closed_subpaths(page_object: Any, path: PdfPath) -> list[bool]:
    """Whether each subpath of an object closes."""
    raw = _raw_functions()
    segments = raw.segments(page_object, path.starts[-1])
    return [any(map(raw.closes, segments[first:last])) for first, last in pairwise(path.starts)]


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
