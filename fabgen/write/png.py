"""A PDF of one page → PNG bytes at a resolution, through pypdfium2. The picture's size in pixels is its size in mm, rounded up."""

from __future__ import annotations

import io
import math

DPI = 300


def render(pdf: bytes, dpi: int = DPI) -> bytes:
    """The first page of a PDF as PNG with its resolution noted; white background."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        image = document[0].render(scale=dpi / 72, fill_color=(255, 255, 255, 255)).to_pil()
    finally:
        document.close()
    stream = io.BytesIO()
    image.convert("RGB").quantize(64, dither=0).save(stream, "PNG", dpi=(dpi, dpi), optimize=False)
    return stream.getvalue()


def page_count(pdf: bytes) -> int:
    """The number of pages of a PDF."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        return len(document)
    finally:
        document.close()


def pixels(mm: float, dpi: int = DPI) -> int:
    """How many pixels a length in mm takes."""
    return math.ceil(mm / 25.4 * dpi - 1e-6)
