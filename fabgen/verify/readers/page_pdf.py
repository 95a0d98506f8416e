"""A print-and-play PDF → its pages as PDFium reads them: words, lines, areas and clips in mm, y up, and the ink.

A page is rendered at 72 dots an inch to measure its ink. This is enough to know an edge to 0.4 mm and a coverage to a
thousandth.
"""

from __future__ import annotations

import ctypes
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from fabgen.verify.readers.pdf import (
    MOST_OBJECTS,
    POINT,
    Box,
    PdfPath,
    Spot,
    box_of,
    closed_subpaths,
    open_pdf,
    read_mark_id,
    read_pdf_path,
)

CORNERS = 6  # points of an outline: one with more is taken for a curve
Rgb = tuple[int, int, int]


@dataclass(frozen=True)
class PrintedWord:
    """A text as it was set: its box in mm, its size in points, and whether it can be read in a mirror alone."""

    text: str
    box: Box
    size: float
    is_mirrored: bool = False


@dataclass(frozen=True)
class PrintedThing:
    """Everything on a page under one id: the box around its lines and words in mm, the number of these, and the words.
    The id is empty for what has none. `pictures`: how many pictures of dots there are, which have no place here."""

    id: str
    box: Box
    parts: int
    words: tuple[str, ...]
    pictures: int = 0


@dataclass(frozen=True)
class PrintedPage:
    """One page. Lengths are in mm.

    * `turned`: by how many quarters the page is turned.
    * `lines`: straight strokes; `bent`: the boxes of strokes with corners.
    * `cuts`: the boxes of stroked closed curves without a fill.
    * `areas`: the boxes of filled outlines; `filled`: the filled paths in painting order.
    * `stroked`: the paths that are stroked and not filled.
    * `clips`: the boxes that objects are clipped to.
    * `inked`: the box of everything visible; None on an empty page.
    * `ink`: the coverage, summed over cyan, magenta, yellow and black.
    """

    width: float
    height: float
    turned: int
    words: tuple[PrintedWord, ...]
    lines: tuple[tuple[Spot, Spot], ...]
    cuts: tuple[Box, ...]
    areas: tuple[Box, ...]
    clips: tuple[Box, ...]
    colours: frozenset[Rgb]
    inked: Box | None
    ink: float
    filled: tuple[PdfPath, ...] = ()
    bent: tuple[Box, ...] = ()
    things: tuple[PrintedThing, ...] = ()
    stroked: tuple[PdfPath, ...] = ()

    @property
    def text(self) -> str:
        """All words of the page, one text object a line."""
        return "\n".join(word.text for word in self.words)


@dataclass(frozen=True)
class PrintedDocument:
    """The pages of a PDF, and what it asks of printers: `Simplex`, `DuplexFlipLongEdge`, ..., empty for nothing."""

    sides: tuple[PrintedPage, ...]
    duplex: str


DUPLEX = ("", "Simplex", "DuplexFlipShortEdge", "DuplexFlipLongEdge")  # by PDFium's number


def read_pages(path: Path) -> PrintedDocument | None:
    """The pages of a PDF; None where PDFium refuses the file."""
    import pypdfium2.raw as pdfium

    with open_pdf(path) as document:
        if not document:
            return None
        duplex = DUPLEX[pdfium.FPDF_VIEWERREF_GetDuplex(document)]
        pages = [pdfium.FPDF_LoadPage(document, i) for i in range(pdfium.FPDF_GetPageCount(document))]
        sides = tuple(_read_page(page) for page in pages if page)
        for page in pages:
            pdfium.FPDF_ClosePage(page)
    return PrintedDocument(sides, duplex)


def _read_page(page: Any) -> PrintedPage:
    """One page with everything that the checks need."""
    import pypdfium2.raw as pdfium

    size = pdfium.FPDF_GetPageWidthF(page) * POINT, pdfium.FPDF_GetPageHeightF(page) * POINT
    media = box_of(pdfium.FPDFPage_GetMediaBox, page)
    if media:
        size = (media[2] - media[0]) * POINT, (media[3] - media[1]) * POINT
    page_objects = [
        pdfium.FPDFPage_GetObject(page, i) for i in range(min(MOST_OBJECTS, pdfium.FPDFPage_CountObjects(page)))
    ]
    kinds = [pdfium.FPDFPageObj_GetType(page_object) for page_object in page_objects]
    text = pdfium.FPDFText_LoadPage(page)
    words = tuple(read_words(page_object, text) for page_object, kind in zip(page_objects, kinds, strict=True)
                  if kind == pdfium.FPDF_PAGEOBJ_TEXT)
    pdfium.FPDFText_ClosePage(text)
    paths = [
        _read_outlines(page_object)
        for page_object, kind in zip(page_objects, kinds, strict=True)
        if kind == pdfium.FPDF_PAGEOBJ_PATH
    ]
    clips = dict.fromkeys(clip for page_object in page_objects if (clip := _read_clip(page_object)))
    inked, ink = _measure_ink(page)
    return PrintedPage(
        *size, pdfium.FPDFPage_GetRotation(page), words,
        tuple(line for path in paths for line in path.lines), tuple(box for path in paths for box in path.cuts),
        tuple(box for path in paths for box in path.areas), tuple(clips),
        frozenset(colour for page_object in page_objects for colour in read_colours(page_object) if colour), inked, ink,
        tuple(path.path for path in paths if path.path.filled),
        tuple(box for path in paths for box in path.bent),
        tuple(_group_by_id([read_mark_id(page_object) for page_object in page_objects], kinds, words, paths)),
        tuple(path.path for path in paths if path.path.stroked and not path.path.filled),
    )


def _group_by_id(ids: Sequence[str], kinds: Sequence[int], words: Sequence[PrintedWord], paths: Sequence[_PathOutlines]
            ) -> Iterator[PrintedThing]:
    """What there is under each id. Objects that are no words or paths have no place."""
    import pypdfium2.raw as pdfium

    boxes, texts = defaultdict[str, list[Box]](list), defaultdict[str, list[str]](list)
    next_word, next_path = iter(words), iter(paths)
    pictures = Counter(id for id, kind in zip(ids, kinds, strict=True) if kind == pdfium.FPDF_PAGEOBJ_IMAGE)
    for id, kind in zip(ids, kinds, strict=True):
        if kind == pdfium.FPDF_PAGEOBJ_TEXT:
            word = next(next_word)
            boxes[id].append(word.box)
            texts[id].append(word.text)
        elif kind == pdfium.FPDF_PAGEOBJ_PATH:
            boxes[id].append(next(next_path).path.hull)
        else:
            boxes[id] += []
    for id, id_boxes in boxes.items():
        lefts, bottoms, rights, tops = zip(*id_boxes, strict=True) if id_boxes else ((0.0,),) * 4
        yield PrintedThing(id, (min(lefts), min(bottoms), max(rights), max(tops)), len(id_boxes), tuple(texts[id]),
                           pictures[id])


def read_words(page_object: Any, text: Any) -> PrintedWord:
    """A text object as the words that it shows."""
    import pypdfium2.raw as pdfium

    count = pdfium.FPDFTextObj_GetText(page_object, text, None, 0)
    buffer = (ctypes.c_ushort * (count // 2 + 1))()
    pdfium.FPDFTextObj_GetText(page_object, text, buffer, count)
    string = bytes(buffer)[: max(0, count - 2)].decode("utf-16-le", "replace").strip()
    size, matrix = ctypes.c_float(), pdfium.FS_MATRIX()
    pdfium.FPDFTextObj_GetFontSize(page_object, ctypes.byref(size))
    pdfium.FPDFPageObj_GetMatrix(page_object, ctypes.byref(matrix))
    is_mirrored = matrix.a * matrix.d - matrix.b * matrix.c < 0
    return PrintedWord(string, _bounds(page_object), size.value * float(np.hypot(matrix.c, matrix.d)), is_mirrored)


def _bounds(page_object: Any) -> Box:
    """The box of an object in mm."""
    import pypdfium2.raw as pdfium

    left, bottom, right, top = box_of(pdfium.FPDFPageObj_GetBounds, page_object) or (0.0, 0.0, 0.0, 0.0)
    return left * POINT, bottom * POINT, right * POINT, top * POINT


@dataclass(frozen=True)
class _PathOutlines:
    """The outlines of a path, sorted as in `PrintedPage`."""

    lines: list[tuple[Spot, Spot]]
    cuts: list[Box]
    areas: list[Box]
    bent: list[Box]
    path: PdfPath


def _read_outlines(page_object: Any) -> _PathOutlines:
    """The outlines of a path object."""
    path = read_pdf_path(page_object)
    outlines = _PathOutlines([], [], [], [], path)
    ends = list(path.ends())
    has_round_cuts = path.stroked and not path.filled and any(len(points) > CORNERS for points in ends)
    closed_flags = closed_subpaths(page_object, path) if has_round_cuts else [False] * len(ends)
    for points, closes in zip(ends, closed_flags, strict=True):
        if path.filled:
            outlines.areas.append(_box_around(points))
        elif closes and len(points) > CORNERS:
            outlines.cuts.append(_box_around(points))
        if path.stroked and len(points) == 2:
            outlines.lines.append((points[0], points[1]))
        elif path.stroked and not path.filled:
            outlines.bent.append(_box_around(points))
    return outlines


def _box_around(points: list[Spot]) -> Box:
    """The bounding box of some points."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _read_clip(page_object: Any) -> Box | None:
    """The box of an object's only clip; None without a clip, and for a clip that is no box."""
    import pypdfium2.raw as pdfium

    clip = pdfium.FPDFPageObj_GetClipPath(page_object)
    if pdfium.FPDFClipPath_CountPaths(clip) != 1:
        return None
    x, y = ctypes.c_float(), ctypes.c_float()
    points = []
    for i in range(pdfium.FPDFClipPath_CountPathSegments(clip, 0)):
        segment = pdfium.FPDFClipPath_GetPathSegment(clip, 0, i)
        if pdfium.FPDFPathSegment_GetType(segment) == pdfium.FPDF_SEGMENT_BEZIERTO:
            return None
        pdfium.FPDFPathSegment_GetPoint(segment, ctypes.byref(x), ctypes.byref(y))
        points.append((round(x.value * POINT, 4), round(y.value * POINT, 4)))
    if len(points) not in (4, 5) or len(set(points)) != 4:
        return None
    xs, ys = zip(*points, strict=True)
    return (min(xs), min(ys), max(xs), max(ys)) if len(set(xs)) == len(set(ys)) == 2 else None


def read_colours(page_object: Any) -> tuple[Rgb | None, Rgb | None]:
    """The colours that an object is filled and stroked with; None where it is not. Text is filled."""
    import pypdfium2.raw as pdfium

    painted = [True, False]
    if pdfium.FPDFPageObj_GetType(page_object) == pdfium.FPDF_PAGEOBJ_PATH:
        fill, stroke = ctypes.c_int(), ctypes.c_int()
        pdfium.FPDFPath_GetDrawMode(page_object, ctypes.byref(fill), ctypes.byref(stroke))
        painted = [bool(fill.value), bool(stroke.value)]
    colours: list[Rgb | None] = []
    for is_painted, get in zip(painted, (pdfium.FPDFPageObj_GetFillColor, pdfium.FPDFPageObj_GetStrokeColor),
                               strict=True):
        rgba = [ctypes.c_uint() for _ in range(4)]
        is_known = is_painted and get(page_object, *(ctypes.byref(channel) for channel in rgba))
        colours.append((rgba[0].value, rgba[1].value, rgba[2].value) if is_known else None)
    return colours[0], colours[1]


def _measure_ink(page: Any) -> tuple[Box | None, float]:
    """The box of all ink in mm (None without ink), and its coverage."""
    import pypdfium2.raw as pdfium

    width, height = (round(get(page)) for get in (pdfium.FPDF_GetPageWidthF, pdfium.FPDF_GetPageHeightF))
    bitmap = pdfium.FPDFBitmap_Create(width, height, 0)
    try:
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
        pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0)
        stride = pdfium.FPDFBitmap_GetStride(bitmap)
        raw = ctypes.string_at(pdfium.FPDFBitmap_GetBuffer(bitmap), stride * height)
    finally:
        pdfium.FPDFBitmap_Destroy(bitmap)
    pixels = np.frombuffer(raw, np.uint8).reshape(height, stride)[:, : 4 * width].reshape(height, width, 4)
    red, green, blue = (np.ascontiguousarray(pixels[:, :, n]) for n in range(3))
    # Dots that are paler than 236 of 255 do not count as ink.
    dark = np.minimum(np.minimum(red, green), blue) < 236
    rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    if not len(rows):
        return None, 0.0
    box = (float(columns[0]), float(height - 1 - rows[-1]), float(columns[-1] + 1), float(height - rows[0]))
    light = np.maximum(np.maximum(red, green), blue)  # the share common to three inks is printed with black alone
    *sums, shared = (int(channel.sum(dtype=np.int64)) for channel in (red, green, blue, light))
    ink = 1 - (sum(sums) - 2 * shared) / (255 * width * height)
    return (box[0] * POINT, box[1] * POINT, box[2] * POINT, box[3] * POINT), ink
