"""A sheet → a PDF of one page at true size, for machines that are used like a printer. y up, as in the sheet.

Lines as thin as the profile says, and areas, both in its exact colours; nothing else is on the page. Arcs are Béziers
within 0.0005 mm. The id of each mark is that of its marked content, which printing ignores.
"""

from __future__ import annotations

import io

from reportlab.pdfgen.canvas import Canvas

from fabgen.artwork.export.pdf import make_canvas, trace_path
from fabgen.core.units import POINTS_PER_MM, format_number
from fabgen.laser.machine import Machine
from fabgen.laser.sheet import LaserSheet, SheetMark
from fabgen.materials.operations import Operation

EVEN_ODD = 0


def write_sheet(sheet: LaserSheet, machine: Machine) -> bytes:
    """A laser file: one page as large as the sheet, marks in the sheet's order."""
    stream = io.BytesIO()
    kerf = f"a kerf of {format_number(sheet.kerf)} mm is compensated"
    page = make_canvas(stream, sheet.width, sheet.height, title=sheet.name, subject=f"print at 100 %; {kerf}")
    page.transform(POINTS_PER_MM, 0, 0, POINTS_PER_MM, 0, 0)
    for mark in sheet.marks:
        page.addLiteral(f"/{mark.id} BMC")
        _paint(page, mark, machine)
        page.addLiteral("EMC")
    page.showPage()
    page.save()
    return stream.getvalue()


def _paint(page: Canvas, mark: SheetMark, machine: Machine) -> None:
    """Draws one mark."""
    look = machine.operations[mark.operation]
    filled = mark.operation is Operation.ENGRAVE and look.paint == "fill"
    path = page.beginPath()
    for subpath in mark.paths:
        trace_path(path, subpath)
    if filled:
        page.setFillColor(look.colour)
    else:
        page.setStrokeColor(look.colour)
        page.setLineWidth(look.width or 0)
    page.drawPath(path, stroke=int(not filled), fill=int(filled), fillMode=EVEN_ODD)
