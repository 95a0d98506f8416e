"""Laid-out pages → one PDF of many sheets: true size, no scaling by the printer, embedded fonts, one bookmark a sheet,
same bytes each time."""

from __future__ import annotations

import io
from collections.abc import Sequence

from reportlab.pdfgen.canvas import Canvas

from fabgen.make.frame import Box, SheetPage, PageItem
from fabgen.make.theme import Theme
from fabgen.units import POINTS_PER_MM
from fabgen.write.pdf import make_canvas, paint_drawing


def write_pages(pages: Sequence[SheetPage], theme: Theme, duplex: str = "Simplex", **info: str) -> bytes:
    """The PDF's bytes; `info` is metadata: title, author, subject, language. Every page has its own size; `duplex` is
    what printers are asked for, in PDF's words. ValueError without pages."""
    if not pages:
        raise ValueError("a PDF needs a page")
    stream = io.BytesIO()
    pdf = make_canvas(stream, pages[0].width, pages[0].height, **info)
    pdf.setViewerPreference("Duplex", duplex)
    for number, page in enumerate(pages):
        pdf.setPageSize((page.width * POINTS_PER_MM, page.height * POINTS_PER_MM))
        pdf.bookmarkPage(f"sheet{number}")
        pdf.addOutlineEntry(page.title, f"sheet{number}")
        for item in page.items:
            _place(pdf, item, theme)
        pdf.showPage()
    pdf.save()
    return stream.getvalue()


def _place(pdf: Canvas, item: PageItem, theme: Theme) -> None:
    pdf.saveState()
    if item.clip:
        _clip(pdf, item.clip)
    paint_drawing(pdf, item.drawing, theme)
    pdf.restoreState()


def _clip(pdf: Canvas, box: Box) -> None:
    left, bottom, right, top = (side * POINTS_PER_MM for side in box)
    path = pdf.beginPath()
    path.rect(left, bottom, right - left, top - bottom)
    pdf.clipPath(path, stroke=0, fill=0)
