"""A manifest and its folder → every file that is missing, altered, damaged, or not of the size that the manifest says.

What the manifest should list, and what else lies in the folders, is the business of `inventory`.
"""

from __future__ import annotations

import ctypes
import hashlib
import math
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from fabgen.core.files import MISSING, NOT_A_FILE, find_kind, read_file
from fabgen.core.manifest import MANIFEST, Manifest, ManifestEntry, read_manifest
from fabgen.core.problems import FabgenError, Location, Problem
from fabgen.core.units import format_number
from fabgen.verify.readers import is_sheet
from fabgen.verify.readers.pdf import POINT, box_of, open_pdf

AGAIN = "build the game again"
SIZE = 0.01  # mm by which a vector file may differ from the manifest
LARGEST_LISTED_FILE = 100_000_000  # bytes of a file; a larger one is not read
MOST_PIXELS = 200_000_000  # of a picture that is decoded as a whole
OVER = 0.05  # mm by which ink may reach over the page, by rounding
MOST_PAGES = 2000  # of a PDF that are looked at


def manifest_of(folder: Path) -> Manifest:
    """The manifest of an output folder. Raises FabgenError where there is none or it is damaged."""
    path = folder / MANIFEST
    if find_kind(folder) != "folder":
        raise FabgenError(
            [
                Problem(
                    Location(str(folder)),
                    "there is no such folder",
                    "give the folder that `fabgen build` wrote, such as output/correction",
                )
            ]
        )
    manifest = read_manifest(path)
    if manifest is None:
        raise FabgenError(
            [
                Problem(
                    Location(str(path)),
                    "there is no manifest here",
                    "give the folder that `fabgen build` wrote, such as output/correction",
                )
            ]
        )
    return manifest


def check_file(folder: Path, entry: ManifestEntry) -> list[Problem]:
    """Every Problem of a listed file: whether it is there, and has the listed contents."""
    path, where = folder / entry.path, Location(entry.path)
    try:
        data = read_file(path, LARGEST_LISTED_FILE)
    except FabgenError as error:
        [problem] = error.problems
        what = "the file is missing" if problem.code in (MISSING, NOT_A_FILE) else problem.what
        return [Problem(where, what, AGAIN)]
    if path.is_symlink():
        return [Problem(where, "this is a link, and a build makes files", AGAIN)]
    size, digest = len(data), hashlib.sha256(data).hexdigest()
    if size != entry.bytes:
        return [
            Problem(
                where, f"the file has {size} bytes, the manifest says {entry.bytes}: it was altered or cut short", AGAIN
            )
        ]
    if digest != entry.sha256:
        return [
            Problem(
                where,
                "the file's contents are not those that were built (sha256)",
                f"{AGAIN}, or keep your own version under another name",
            )
        ]
    return []


def is_present(folder: Path, entry: ManifestEntry) -> bool:
    """Whether a listed file is there and of a size that can be read."""
    with suppress(OSError, ValueError):
        status = os.stat(folder / entry.path)
        return stat.S_ISREG(status.st_mode) and status.st_size <= LARGEST_LISTED_FILE
    return False


def check_size(entry: ManifestEntry, width: float, height: float, tolerance: float = SIZE) -> list[Problem]:
    """Every Problem of a file's size, in mm, against the manifest."""
    if entry.size_mm is None:
        return [Problem(Location(entry.path), "the manifest does not say how large it is", AGAIN)]
    wanted_width, wanted_height = entry.size_mm
    if abs(width - wanted_width) <= tolerance and abs(height - wanted_height) <= tolerance:
        return []
    return [
        Problem(
            Location(entry.path),
            f"the file is {format_number(width)} x {format_number(height)} mm, "
            f"the manifest says {format_number(wanted_width)} x {format_number(wanted_height)} mm",
            "it would come out at another size",
        )
    ]


def check_png(folder: Path, entry: ManifestEntry) -> list[Problem]:
    """Every Problem of a PNG: whether it is undamaged and has the pixels that its size in mm needs at its
    resolution."""
    from PIL import Image, UnidentifiedImageError

    where = Location(entry.path)
    try:
        with Image.open(folder / entry.path, formats=["PNG"]) as image:
            width, height = image.size
            dpi = image.info.get("dpi")
            if width * height <= MOST_PIXELS:
                image.verify()
    except (OSError, UnidentifiedImageError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        return [
            Problem(
                where,
                f"the picture is damaged: {str(error).splitlines()[0][:80] if str(error) else type(error).__name__}",
                AGAIN,
            )
        ]
    if not dpi or min(dpi) < 1:
        return [Problem(where, "the picture does not say its resolution: programs would guess its size", AGAIN)]
    if entry.size_mm is None:
        return [Problem(where, "the manifest does not say how large it is", AGAIN)]
    wanted = [mm / 25.4 * round(d, 1) for mm, d in zip(entry.size_mm, dpi, strict=True)]
    if all(math.floor(w + 1e-3) <= n <= math.ceil(w - 1e-3) for n, w in zip((width, height), wanted, strict=True)):
        return []
    size = " x ".join(format_number(n / d * 25.4, 2) for n, d in zip((width, height), dpi, strict=True))
    return [
        Problem(
            where,
            f"the picture has {width} x {height} pixels, which is {size} mm at {dpi[0]:.0f} dots an inch; "
            f"the manifest says {format_number(entry.size_mm[0])} x {format_number(entry.size_mm[1])} mm",
            AGAIN,
        )
    ]


def check_pdf(folder: Path, entry: ManifestEntry, *, prints: bool) -> list[Problem]:
    """Every Problem of a PDF: pages and size as the manifest says, no ink off the page, every font embedded, text that
    can be read as words.

    `prints`: whether the file is for printing at true size, so that it must ask viewers not to scale it.
    """
    where = Location(entry.path)
    with open_pdf(folder / entry.path) as document:
        if document is None:
            return [Problem(where, "the PDF is damaged: PDFium cannot read it", AGAIN)]
        return list(_check_document(document, entry, where, prints))


def _check_document(document: Any, entry: ManifestEntry, where: Location, prints: bool) -> Iterator[Problem]:
    """The Problems of an open document."""
    import pypdfium2.raw as pdfium

    pages = pdfium.FPDF_GetPageCount(document)
    if entry.pages is not None and pages != entry.pages:
        yield Problem(where, f"the PDF has {pages} pages, the manifest says {entry.pages}", AGAIN)
    if not pages:
        yield Problem(where, "the PDF has no page", AGAIN)
    if prints and pdfium.FPDF_VIEWERREF_GetPrintScaling(document):
        yield Problem(where, "the PDF does not ask printers for true size (PrintScaling)", AGAIN)
    letters = 0
    for number in range(min(pages, MOST_PAGES)):
        page = pdfium.FPDF_LoadPage(document, number)
        if not page:
            yield Problem(where, f"page {number + 1} is damaged: PDFium cannot read it", AGAIN)
            continue
        letters += _count_letters(page)
        yield from _check_page(page, number + 1, entry, where)
        pdfium.FPDF_ClosePage(page)
    if not letters and entry.folder != "diagrams" and not is_sheet(entry) and pages:
        yield Problem(
            where,
            "no words can be read out of the PDF",
            "text must stay text: for searching, and for people who cannot see it",
        )


def _check_page(page: Any, place: int, entry: ManifestEntry, where: Location) -> Iterator[Problem]:
    """The Problems of one page, counted from 1."""
    import pypdfium2.raw as pdfium

    width, height = pdfium.FPDF_GetPageWidthF(page) * POINT, pdfium.FPDF_GetPageHeightF(page) * POINT
    box = box_of(pdfium.FPDFPage_GetMediaBox, page) or (0.0, 0.0, width / POINT, height / POINT)
    where_on_page = Location(where.file, key=f"page {place}")
    box_width, box_height = (box[2] - box[0]) * POINT, (box[3] - box[1]) * POINT
    if place > 1 and check_size(entry, box_width, box_height, SIZE):
        box_width, box_height = box_height, box_width  # pages after the first may be turned
    yield from (Problem(where_on_page, p.what, p.hint) for p in check_size(entry, box_width, box_height, SIZE))
    overhang, missing_fonts = 0.0, set[str]()
    for i in range(pdfium.FPDFPage_CountObjects(page)):
        page_object = pdfium.FPDFPage_GetObject(page, i)
        overhang = max(overhang, _overhang(page_object, box))
        if pdfium.FPDFPageObj_GetType(page_object) == pdfium.FPDF_PAGEOBJ_TEXT:
            missing_fonts |= _font_not_embedded(page_object)
    if overhang * POINT > OVER:
        yield Problem(
            where_on_page,
            f"ink stands {format_number(overhang * POINT, 2)} mm over the edge of the page",
            "it would be cut off",
        )
    if missing_fonts:
        yield Problem(
            where_on_page,
            f"the font {' and '.join(sorted(missing_fonts))} is not embedded",
            "another computer would set it in another font",
        )


def _overhang(page_object: Any, box: tuple[float, float, float, float]) -> float:
    """How many points an object reaches over the page. Objects that are clipped or empty do not count."""
    import pypdfium2.raw as pdfium

    bounds = box_of(pdfium.FPDFPageObj_GetBounds, page_object)
    if bounds is None or pdfium.FPDFClipPath_CountPaths(pdfium.FPDFPageObj_GetClipPath(page_object)) > 0:
        return 0.0
    left, bottom, right, top = bounds
    if (
        min(left - box[0], bottom - box[1], box[2] - right, box[3] - top) < 0
        and pdfium.FPDFPageObj_GetType(page_object) == pdfium.FPDF_PAGEOBJ_PATH
    ):
        left, bottom, right, top = _path_bounds(page_object)
    return max(box[0] - left, box[1] - bottom, right - box[2], top - box[3])


def _path_bounds(page_object: Any) -> tuple[float, float, float, float]:
    """The box of a path with its line width. PDFium's own box would include mitres between control points."""
    import pypdfium2.raw as pdfium

    matrix, x, y, width = pdfium.FS_MATRIX(), ctypes.c_float(), ctypes.c_float(), ctypes.c_float()
    pdfium.FPDFPageObj_GetMatrix(page_object, ctypes.byref(matrix))
    points = []
    for i in range(pdfium.FPDFPath_CountSegments(page_object)):
        pdfium.FPDFPathSegment_GetPoint(
            pdfium.FPDFPath_GetPathSegment(page_object, i), ctypes.byref(x), ctypes.byref(y)
        )
        u, v = x.value, y.value
        points.append((matrix.a * u + matrix.c * v + matrix.e, matrix.b * u + matrix.d * v + matrix.f))
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(page_object, ctypes.byref(fill), ctypes.byref(stroke))
    if stroke.value:
        pdfium.FPDFPageObj_GetStrokeWidth(page_object, ctypes.byref(width))
    half = width.value / 2 * max(math.hypot(matrix.a, matrix.b), math.hypot(matrix.c, matrix.d))
    xs, ys = zip(*points, strict=True)
    return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half


def _font_not_embedded(page_object: Any) -> set[str]:
    """The name of a text's font if it is not embedded in the file, as a set of one or none."""
    import pypdfium2.raw as pdfium

    font = pdfium.FPDFTextObj_GetFont(page_object)
    if not font or pdfium.FPDFFont_GetIsEmbedded(font) == 1:
        return set()
    name = ctypes.create_string_buffer(128)
    pdfium.FPDFFont_GetBaseFontName(font, name, 128)
    return {name.value.decode("utf-8", "replace") or "without a name"}


def _count_letters(page: Any) -> int:
    """How many of the first 20 characters of a page are no blanks: enough to see that its text can be read."""
    import pypdfium2.raw as pdfium

    text = pdfium.FPDFText_LoadPage(page)
    if not text:
        return 0
    count = int(sum(pdfium.FPDFText_GetUnicode(text, i) > 32 for i in range(min(20, pdfium.FPDFText_CountChars(text)))))
    pdfium.FPDFText_ClosePage(text)
    return count
