"""PDF pages → PNG bytes at a resolution, through pypdfium2, on white or with alpha.

A picture has the size of the page in pixels, rounded. The file states its resolution.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

DPI = 300
SMOOTH = 4  # how many times finer an edge is drawn before it is averaged
COLOURS = 256  # the size of the palette; pages have few inks, and a file with a palette is a third as large
OCTREE = 2  # Pillow's palette method that keeps rare colours; its median cut turns a small orange area red
COMPRESSION = 4  # zlib's level: two thirds of the time of its usual 6, for files that are 9 % larger
INKS = 24  # the number of most frequent colours that stay exact
SPARSE = 7  # pixels from one whose colour counts for the palette to the next


def render_page(pdf: bytes, dpi: int = DPI, *, palette: bool = True) -> bytes:
    """The first page of a PDF as PNG on white, with a palette or in RGB, at `dpi` pixels an inch."""
    return next(render_pages(pdf, dpi, palette=palette))


def render_transparent_page(pdf: bytes, dpi: int = DPI) -> bytes:
    """The first page of a PDF as PNG in RGBA, transparent where nothing is painted."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        picture = _render_page(document[0], dpi, has_alpha=True)
    finally:
        document.close()
    stream = io.BytesIO()
    picture.save(stream, "PNG", dpi=(dpi, dpi), optimize=False)
    return stream.getvalue()


def render_cut_out(pdf: bytes, outlines: Sequence[Sequence[tuple[float, float]]], dpi: int = DPI) -> bytes:
    """The first page of a PDF as PNG in RGBA: opaque within outlines, white where nothing is painted, and transparent
    outside. Outlines are polygons in mm, y up, from the lower left corner of the page."""
    import pypdfium2
    from PIL import Image, ImageDraw

    document = pypdfium2.PdfDocument(pdf)
    try:
        picture = _render_page(document[0], dpi).convert("RGB")
    finally:
        document.close()
    fine, scale = (SMOOTH * picture.width, SMOOTH * picture.height), SMOOTH * dpi / 25.4
    mask = Image.new("L", fine)
    pen = ImageDraw.Draw(mask)
    for outline in outlines:
        pen.polygon([(x * scale, fine[1] - y * scale) for x, y in outline], fill=255)
    picture.putalpha(mask.resize(picture.size, Image.Resampling.BOX))
    stream = io.BytesIO()
    picture.save(stream, "PNG", dpi=(dpi, dpi), optimize=False)
    return stream.getvalue()


def render_pages(pdf: bytes, dpi: int = DPI, *, palette: bool = True,
            around: tuple[float, float] = (0.0, 0.0)) -> Iterator[bytes]:
    """Yields every page of a PDF as PNG on white. `around` is a margin in points that is added at the left and right,
    and above and below."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        for number in range(len(document)):
            page, (across, down) = document[number], around
            left, bottom, right, top = page.get_mediabox()
            if any(around):
                page.set_mediabox(left - across, bottom - down, right + across, top + down)
                page.set_cropbox(left - across, bottom - down, right + across, top + down)
            yield _png_bytes(_render_page(page, dpi), dpi, palette)
    finally:
        document.close()


def render_pixels(pdf: bytes, dpi: int) -> Iterator[Any]:
    """Yields every page of a PDF on white, as an array of rows of pixels of red, green and blue (0 to 255)."""
    import numpy as np
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        for number in range(len(document)):
            yield np.asarray(_render_page(document[number], dpi))
    finally:
        document.close()


def render_numbered_page(pdf: bytes, number: int, dpi: int = DPI) -> bytes:
    """One page of a PDF, counted from 1, as PNG in RGB on white."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        return _png_bytes(_render_page(document[number - 1], dpi), dpi, palette=False)
    finally:
        document.close()


def blank_png(width: int, height: int, dpi: int = DPI) -> bytes:
    """A white picture as PNG; width and height in pixels."""
    from PIL import Image

    return _png_bytes(Image.new("RGB", (width, height), "#ffffff"), dpi, palette=False)


def _render_page(page: Any, dpi: int, *, has_alpha: bool = False) -> Any:
    """A page as a picture of Pillow: in RGB on white, or in RGBA."""
    import pypdfium2
    from PIL import Image
    from pypdfium2.raw import FPDF_RenderPageBitmap, FPDFBitmap_BGRA, FPDFBitmap_BGRx

    across, down = (max(1, round(points / 72 * dpi)) for points in page.get_size())
    # Four octets to a pixel are drawn more quickly than three.
    bitmap = pypdfium2.PdfBitmap.new_native(across, down, FPDFBitmap_BGRA if has_alpha else FPDFBitmap_BGRx)
    bitmap.fill_rect((255, 255, 255, 0 if has_alpha else 255), 0, 0, across, down)
    FPDF_RenderPageBitmap(bitmap, page, 0, 0, across, down, 0, 0)
    if has_alpha:
        return bitmap.to_pil()
    return Image.frombuffer("RGB", (across, down), bitmap.buffer, "raw", "BGRX", bitmap.stride, 1)


def _png_bytes(image: Any, dpi: int, palette: bool) -> bytes:
    """A picture of Pillow as PNG, with a palette or in RGB."""
    stream = io.BytesIO()
    picture = image if image.mode == "RGB" else image.convert("RGB")
    picture = _reduce_colours(picture) if palette else picture
    picture.save(stream, "PNG", dpi=(dpi, dpi), optimize=False, compress_level=COMPRESSION)
    return stream.getvalue()


def _reduce_colours(image: Any) -> Any:
    """The picture with a palette for the colours of every seventh pixel or so, in which the most frequent ones are
    exact, so that paper stays white and inks keep their colours."""
    import numpy as np
    from PIL import Image

    def reduce(picture: Any) -> Any:
        return picture.quantize(palette=palette, dither=0)

    # Pixels are counted through all rows, with a step that leaves no column out: a line may be one pixel wide.
    step = next(n for n in count(SPARSE) if math.gcd(n, image.width) == 1)
    sample: Any = Image.fromarray(np.ascontiguousarray(np.asarray(image).reshape(1, -1, 3)[:, ::step]))
    palette = sample.quantize(COLOURS, method=OCTREE, dither=0)
    colours = palette.getpalette()
    frequent = [colour for _, colour in sorted(sample.getcolors(sample.width))[-INKS:]]
    places = np.asarray(reduce(Image.fromarray(np.array([frequent], np.uint8))))[0].tolist()
    for place, colour in zip(places, frequent, strict=True):
        colours[3 * place : 3 * place + 3] = colour  # in this order, a frequent colour replaces a rarer one
    reduced = reduce(image)
    reduced.putpalette(colours)
    return reduced


def page_count(pdf: bytes) -> int:
    """The number of pages of a PDF."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        return len(document)
    finally:
        document.close()
