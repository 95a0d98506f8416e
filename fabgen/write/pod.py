"""Images of an order, and pages of a book → PNG files of exact pixel sizes, and a zip with a list. The same order gives
the same bytes.

Colours are RGB, as services require. Files in the zip are not compressed and have no dates.
"""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterator, Mapping, Sequence

from fabgen.artwork.drawing import Drawing
from fabgen.make.pod import DPI, PodImage, PodProduct
from fabgen.make.theme import Theme
from fabgen.units import POINTS_PER_MM
from fabgen.write import png
from fabgen.write.pdf import make_canvas, paint_drawing

LISTING_HEADER = ("file", "thing", "product", "side", "copies", "width px", "height px", "cut to in")
EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest date that a zip can hold


def image_png(image: PodImage, theme: Theme) -> bytes:
    """An image as PNG with exactly the pixel size of its product."""
    return png.render_page(_image_pdf(image.drawing, image.product, theme), DPI, palette=False)


def _image_pdf(drawing: Drawing, product: PodProduct, theme: Theme) -> bytes:
    width, height = product.full_size
    stream = io.BytesIO()
    page = make_canvas(stream, width, height)
    paint_drawing(page, drawing, theme, width / 2, height / 2)
    page.showPage()
    page.save()
    return stream.getvalue()


def booklet_pngs(book: bytes, product: PodProduct, even: int) -> Iterator[bytes]:
    """The pages of a book, each as PNG with the product's bleed around it. The book's pages have the size of the
    product after the cut. Blank pages before the last one make their number a multiple of `even`."""
    across, down = ((full - cut) / 2 * POINTS_PER_MM for full, cut in zip(product.full_size, product.cut_size, strict=True))
    pages = list(png.render_pages(book, DPI, palette=False, around=(across, down)))
    blank = [png.blank_png(*product.px, DPI)] * (-len(pages) % even)
    yield from [*pages[:-1], *blank, pages[-1]]


def make_zip(files: Mapping[str, bytes]) -> bytes:
    """A zip of the files in their order, uncompressed and without dates."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, EPOCH)
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            archive.writestr(entry, data)
    return stream.getvalue()


def write_listing(rows: Sequence[Sequence[str | int]]) -> bytes:
    """The list of an order as CSV with the header HEAD. UTF-8 with a byte order mark, so that spreadsheets read it
    correctly."""
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(LISTING_HEADER)
    writer.writerows(rows)
    return stream.getvalue().encode("utf-8-sig")


__all__ = ["LISTING_HEADER", "booklet_pngs", "image_png", "write_listing", "make_zip"]
