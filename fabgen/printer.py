"""A paper and the edge over which a printer turns it → the sheet that measures the printer, as one PDF."""

from __future__ import annotations

from pathlib import Path

from fabgen.disk import replace_file
from fabgen.make.paper import load_paper
from fabgen.make.printersheet import make_printer_sheet
from fabgen.make.sides import PrintAssembly, Flip
from fabgen.make.theme import load_theme
from fabgen.write.pages import write_pages


def write_printer_pdf(paper: str, flip: Flip) -> bytes:
    """The printer sheet as PDF. Raises FabgenError for an unknown paper."""
    assembly = PrintAssembly("duplex", flip)
    pages = make_printer_sheet(load_paper(paper), assembly)
    return write_pages(pages, load_theme("bw"), assembly.duplex_preference, title=f"Printer sheet, {load_paper(paper).name}")


def write_printer_sheet(paper: str, flip: Flip, out: Path) -> Path:
    """Writes `out`/printer-PAPER-FLIP.pdf and returns its path."""
    data = write_printer_pdf(paper, flip)
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"printer-{paper}-{flip}.pdf"
    replace_file(path, data)
    return path
