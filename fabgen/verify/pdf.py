"""A PDF → pages, size, words, fonts and ink as PDFium reads them, held against the manifest.

PDFium is driven through pypdfium2's raw interface; a damaged file is a Problem.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fabgen.core.manifest import ManifestEntry
from fabgen.core.problems import Location, Problem
from fabgen.core.units import format_number
from fabgen.verify.files import AGAIN, POINT, check_size
from fabgen.verify.formats import is_sheet

SIZE = 0.01  # mm
OVER = 0.05  # mm that ink may stand over the page by rounding
MOST_PAGES = 2000
MOST_OBJECTS = 100_000  # on a page


def check_pdf(folder: Path, entry: ManifestEntry, *, prints: bool) -> list[Problem]:
    """Pages and size as the manifest says, nothing inked off the page, every font embedded, words that can be read.

    `prints`: a file that is printed at true size, so it must ask viewers not to scale it.
    """
    where = Location(entry.path)
    with opened(folder / entry.path) as document:
        if document is None:
            return [Problem(where, "the PDF is damaged: PDFium cannot read it", AGAIN)]
        return list(_checked(document, entry, where, prints))


@contextmanager
def opened(path: Path) -> Iterator[Any]:
    """The document, None where PDFium refuses it. The file is read whole, so that nothing keeps it open."""
    import pypdfium2.raw as pdfium

    pdfium.FPDF_InitLibrary()
    try:
        data = path.read_bytes()
    except OSError:
        data = b""
    document = pdfium.FPDF_LoadMemDocument64(data, len(data), None)
    try:
        yield document or None
    finally:
        if document:
            pdfium.FPDF_CloseDocument(document)


def _checked(document: Any, entry: ManifestEntry, where: Location, prints: bool) -> Iterator[Problem]:
    import pypdfium2.raw as pdfium

    pages = pdfium.FPDF_GetPageCount(document)
    if entry.pages is not None and pages != entry.pages:
        yield Problem(where, f"the PDF has {pages} pages, the manifest says {entry.pages}", AGAIN)
    if not pages:
        yield Problem(where, "the PDF has no page", AGAIN)
    if prints and pdfium.FPDF_VIEWERREF_GetPrintScaling(document):
        yield Problem(where, "the PDF does not ask printers for true size (PrintScaling)", AGAIN)
    words = 0
    for number_ in range(min(pages, MOST_PAGES)):
        page = pdfium.FPDF_LoadPage(document, number_)
        if not page:
            yield Problem(where, f"page {number_ + 1} is damaged: PDFium cannot read it", AGAIN)
            continue
        words += _words(page)
        yield from _page(page, number_ + 1, entry, where)
        pdfium.FPDF_ClosePage(page)
    if not words and entry.folder != "diagrams" and not is_sheet(entry) and pages:
        yield Problem(
            where,
            "no words can be read out of the PDF",
            "text must stay text: for searching, and for people who cannot see it",
        )


def _page(page: Any, place: int, entry: ManifestEntry, where: Location) -> Iterator[Problem]:
    import pypdfium2.raw as pdfium

    width, height = pdfium.FPDF_GetPageWidthF(page) * POINT, pdfium.FPDF_GetPageHeightF(page) * POINT
    box = box_of(pdfium.FPDFPage_GetMediaBox, page) or (0.0, 0.0, width / POINT, height / POINT)
    on = Location(where.file, key=f"page {place}")
    across, down = (box[2] - box[0]) * POINT, (box[3] - box[1]) * POINT
    if place > 1 and check_size(entry, across, down, SIZE):
        across, down = down, across  # pages after the first may be turned
    yield from (Problem(on, p.what, p.hint) for p in check_size(entry, across, down, SIZE))
    over, bare = 0.0, set[str]()
    for i in range(pdfium.FPDFPage_CountObjects(page)):
        thing = pdfium.FPDFPage_GetObject(page, i)
        over = max(over, _over(thing, box))
        if pdfium.FPDFPageObj_GetType(thing) == pdfium.FPDF_PAGEOBJ_TEXT:
            bare |= _bare_font(thing)
    if over * POINT > OVER:
        yield Problem(on, f"ink stands {format_number(over * POINT, 2)} mm over the edge of the page", "it would be cut off")
    if bare:
        yield Problem(
            on,
            f"the font {' and '.join(sorted(bare))} is not embedded",
            "another computer would set it in another font",
        )


def box_of(get: Any, page: Any) -> tuple[float, float, float, float] | None:
    """Left, bottom, right, top in points, as one of PDFium's functions tells them; None where it knows none."""
    sides = [ctypes.c_float() for _ in range(4)]
    found = get(page, *(ctypes.byref(side) for side in sides))
    return (sides[0].value, sides[1].value, sides[2].value, sides[3].value) if found else None


def _over(thing: Any, box: tuple[float, float, float, float]) -> float:
    """How many points an object stands over the page; what is clipped or empty does not count."""
    import pypdfium2.raw as pdfium

    bounds = box_of(pdfium.FPDFPageObj_GetBounds, thing)
    if bounds is None or pdfium.FPDFClipPath_CountPaths(pdfium.FPDFPageObj_GetClipPath(thing)) > 0:
        return 0.0
    left, bottom, right, top = bounds
    if (
        min(left - box[0], bottom - box[1], box[2] - right, box[3] - top) < 0
        and pdfium.FPDFPageObj_GetType(thing) == pdfium.FPDF_PAGEOBJ_PATH
    ):
        left, bottom, right, top = _path_bounds(thing)
    return max(box[0] - left, box[1] - bottom, right - box[2], top - box[3])


def _path_bounds(thing: Any) -> tuple[float, float, float, float]:
    """The box of a path with its line width; PDFium's own reckons with mitres between control points."""
    import pypdfium2.raw as pdfium

    matrix, x, y, width = pdfium.FS_MATRIX(), ctypes.c_float(), ctypes.c_float(), ctypes.c_float()
    pdfium.FPDFPageObj_GetMatrix(thing, ctypes.byref(matrix))
    points = []
    for i in range(pdfium.FPDFPath_CountSegments(thing)):
        pdfium.FPDFPathSegment_GetPoint(pdfium.FPDFPath_GetPathSegment(thing, i), ctypes.byref(x), ctypes.byref(y))
        u, v = x.value, y.value
        points.append((matrix.a * u + matrix.c * v + matrix.e, matrix.b * u + matrix.d * v + matrix.f))
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(thing, ctypes.byref(fill), ctypes.byref(stroke))
    if stroke.value:
        pdfium.FPDFPageObj_GetStrokeWidth(thing, ctypes.byref(width))
    half = width.value / 2 * max(math.hypot(matrix.a, matrix.b), math.hypot(matrix.c, matrix.d))
    xs, ys = zip(*points, strict=True)
    return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half


def _bare_font(thing: Any) -> set[str]:
    import pypdfium2.raw as pdfium

    font = pdfium.FPDFTextObj_GetFont(thing)
    if not font or pdfium.FPDFFont_GetIsEmbedded(font) == 1:
        return set()
    name = ctypes.create_string_buffer(128)
    pdfium.FPDFFont_GetBaseFontName(font, name, 128)
    return {name.value.decode("utf-8", "replace") or "without a name"}


def _words(page: Any) -> int:
    """How many characters that are no blanks can be read out of a page."""
    import pypdfium2.raw as pdfium

    text = pdfium.FPDFText_LoadPage(page)
    if not text:
        return 0
    count = int(sum(pdfium.FPDFText_GetUnicode(text, i) > 32 for i in range(min(20, pdfium.FPDFText_CountChars(text)))))
    pdfium.FPDFText_ClosePage(text)
    return count
