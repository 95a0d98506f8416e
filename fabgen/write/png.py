"""PDF pages → PNG bytes at a resolution, through pypdfium2.

A picture has as many pixels as the page is large, to the nearest one, and says its resolution.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

DPI = 300
COLOURS = 256  # few inks and their blends at the edges: a palette makes the file a third as large
OCTREE = 2  # Pillow's way of choosing the palette that keeps rare colours: a median cut takes a small orange for red

INKS = 24  # colours that stay exact


def render(pdf: bytes, dpi: int = DPI, *, palette: bool = True) -> bytes:
    """The first page of a PDF as PNG on white; without a palette, in RGB."""
    return next(renders(pdf, dpi, palette=palette))


def renders(pdf: bytes, dpi: int = DPI, *, palette: bool = True,
            around: tuple[float, float] = (0.0, 0.0)) -> Iterator[bytes]:
    """Every page of a PDF as PNG on white, one after the other, with so many points of paper beside and above it."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        for number in range(len(document)):
            page, (across, down) = document[number], around
            left, bottom, right, top = page.get_mediabox()
            if any(around):
                page.set_mediabox(left - across, bottom - down, right + across, top + down)
                page.set_cropbox(left - across, bottom - down, right + across, top + down)
            yield _saved(_painted(page, dpi), dpi, palette)
    finally:
        document.close()


def blank(width: int, height: int, dpi: int = DPI) -> bytes:
    """A white picture of so many pixels."""
    from PIL import Image

    return _saved(Image.new("RGB", (width, height), "#ffffff"), dpi, palette=False)


def _painted(page: Any, dpi: int) -> Any:
    import pypdfium2
    from pypdfium2.raw import FPDF_RenderPageBitmap, FPDFBitmap_BGR

    across, down = (max(1, round(points / 72 * dpi)) for points in page.get_size())
    bitmap = pypdfium2.PdfBitmap.new_native(across, down, FPDFBitmap_BGR)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, across, down)
    FPDF_RenderPageBitmap(bitmap, page, 0, 0, across, down, 0, 0)
    return bitmap.to_pil()


def _saved(image: Any, dpi: int, palette: bool) -> bytes:
    stream = io.BytesIO()
    shown = image.convert("RGB")
    shown = _few(shown) if palette else shown
    shown.save(stream, "PNG", dpi=(dpi, dpi), optimize=False)
    return stream.getvalue()


def _few(image: Any) -> Any:
    """A picture with a palette, in which the most frequent colours are exact: paper is white, an ink is that ink."""
    import numpy as np

    few = image.quantize(COLOURS, method=OCTREE, dither=0)
    table, places = few.getpalette(), np.asarray(few).ravel()
    entries = [table[i : i + 3] for i in range(0, len(table), 3)]
    parts = np.asarray(image).reshape(-1, 3).astype(np.int32)
    codes = parts[:, 0] << 16 | parts[:, 1] << 8 | parts[:, 2]
    for _, (r, g, b) in sorted(image.getcolors(image.width * image.height))[-INKS:]:  # the most frequent one last
        entries[places[np.argmax(codes == (r << 16 | g << 8 | b))]] = [r, g, b]
    few.putpalette([part for entry in entries for part in entry])
    return few


def page_count(pdf: bytes) -> int:
    """The number of pages of a PDF."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        return len(document)
    finally:
        document.close()
