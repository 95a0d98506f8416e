"""A manifest and its folder → every file that is missing, altered, damaged, or not as large as the manifest says.

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

from fabgen.core.files import MISSING, NOT_A_FILE, read_file
from fabgen.core.manifest import MANIFEST, Manifest, ManifestEntry, read_manifest
from fabgen.core.problems import FabgenError, Location, Problem
from fabgen.core.units import format_number
from fabgen.verify.readers import is_sheet
from fabgen.verify.readers.pdf import POINT, box_of, open_pdf

AGAIN = "build the game again"
SIZE = 0.01  # mm that a vector file may differ from the manifest
LARGEST = 100_000_000  # bytes
MOST_PIXELS = 200_000_000
OVER = 0.05  # mm that ink may stand over the page by rounding
MOST_PAGES = 2000


def manifest_of(folder: Path) -> Manifest:
    """The manifest of an output folder. Raises FabgenError where there is none or it is damaged."""
    path = folder / MANIFEST
    if not folder.is_dir():
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
    """Whether a listed file is there with the listed contents."""
    path, where = folder / entry.path, Location(entry.path)
    try:
        data = read_file(path, LARGEST)
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
        return stat.S_ISREG(status.st_mode) and status.st_size <= LARGEST
    return False


def check_size(entry: ManifestEntry, width: float, height: float, tolerance: float = SIZE) -> list[Problem]:
    """Whether a file is as large as the manifest says, in mm."""
    if entry.size_mm is None:
        return [Problem(Location(entry.path), "the manifest does not say how large it is", AGAIN)]
    wide, high = entry.size_mm
    if abs(width - wide) <= tolerance and abs(height - high) <= tolerance:
        return []
    return [
        Problem(
            Location(entry.path),
            f"the file is {format_number(width)} x {format_number(height)} mm, "
            f"the manifest says {format_number(wide)} x {format_number(high)} mm",
            "it would come out at another size",
        )
    ]


def check_png(folder: Path, entry: ManifestEntry) -> list[Problem]:
    """Whether a PNG is whole and has, at its resolution, the pixels that its size in mm takes, to a whole pixel."""
    from PIL import Image, UnidentifiedImageError

    where = Location(entry.path)
    try:
        with Image.open(folder / entry.path, formats=["PNG"]) as image:
            across, down = image.size
            dpi = image.info.get("dpi")
            if across * down <= MOST_PIXELS:
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
    if all(math.floor(w + 1e-3) <= n <= math.ceil(w - 1e-3) for n, w in zip((across, down), wanted, strict=True)):
        return []
    size = " x ".join(format_number(n / d * 25.4, 2) for n, d in zip((across, down), dpi, strict=True))
    return [
        Problem(
            where,
            f"the picture has {across} x {down} pixels, which is {size} mm at {dpi[0]:.0f} dots an inch; "
            f"the manifest says {format_number(entry.size_mm[0])} x {format_number(entry.size_mm[1])} mm",
            AGAIN,
        )
    ]


def check_pdf(folder: Path, entry: ManifestEntry, *, prints: bool) -> list[Problem]:
    """Pages and size as the manifest says, nothing inked off the page, every font embedded, words that can be read.

    `prints`: a file that is printed at true size, so it must ask viewers not to scale it.
    """
    where = Location(entry.path)
    with open_pdf(folder / entry.path) as document:
        if document is None:
            return [Problem(where, "the PDF is damaged: PDFium cannot read it", AGAIN)]
        return list(_check_pdf(document, entry, where, prints))


def _check_pdf(document: Any, entry: ManifestEntry, where: Location, prints: bool) -> Iterator[Problem]:
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
        yield Problem(
            on, f"ink stands {format_number(over * POINT, 2)} mm over the edge of the page", "it would be cut off"
        )
    if bare:
        yield Problem(
            on,
            f"the font {' and '.join(sorted(bare))} is not embedded",
            "another computer would set it in another font",
        )


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
