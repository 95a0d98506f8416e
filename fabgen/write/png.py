"""A PDF of one page → PNG bytes at a resolution, through pypdfium2.

The picture has as many pixels as the page is large, to the nearest one, and says its resolution.
"""

from __future__ import annotations

import io

DPI = 300
COLOURS = 64  # few inks and their blends at the edges: a palette makes the file a third as large


def render(pdf: bytes, dpi: int = DPI) -> bytes:
    """The first page of a PDF as PNG on white."""
    import pypdfium2
    from pypdfium2.raw import FPDF_RenderPageBitmap, FPDFBitmap_BGR

    document = pypdfium2.PdfDocument(pdf)
    try:
        page = document[0]
        across, down = (max(1, round(points / 72 * dpi)) for points in page.get_size())
        bitmap = pypdfium2.PdfBitmap.new_native(across, down, FPDFBitmap_BGR)
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, across, down)
        FPDF_RenderPageBitmap(bitmap, page, 0, 0, across, down, 0, 0)
        image = bitmap.to_pil()
    finally:
        document.close()
    stream = io.BytesIO()
    image.convert("RGB").quantize(COLOURS, dither=0).save(stream, "PNG", dpi=(dpi, dpi), optimize=False)
    return stream.getvalue()


def page_count(pdf: bytes) -> int:
    """The number of pages of a PDF."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        return len(document)
    finally:
        document.close()
