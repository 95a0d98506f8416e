"""A book's PDF → the same pages on sheets to be folded and stapled: two pages on each side, not scaled.

Each page is in the middle of its half of the sheet, moved towards the fold to make up for creep. The inside of each
sheet has its number at the foot of the fold. The outermost sheet also says, along its fold, how to print the booklet;
its outside shows where the staples go.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw, draw_text
from fabgen.artwork.export.pdf import make_canvas, paint_drawing, save_pdf
from fabgen.artwork.path import circle, line
from fabgen.artwork.themes import Theme
from fabgen.core.languages import Catalogue
from fabgen.core.units import POINTS_PER_MM as MM
from fabgen.core.units import format_number

PAPER = 0.1  # mm: the thickness of paper of 80 g/m²


@dataclass(frozen=True)
class Side:
    """One side of a sheet, with two pages of the book beside each other.

    * `sheet`: the sheet, from 0, the outermost.
    * `inside`: whether it is the inside of the folded sheet.
    * `left`, `right`: page numbers from 1, None for a page that is added to fill the sheet.
    * `shift`: how far in mm the pages are moved towards the fold, because inner sheets of a folded booklet stick out
      farther (creep).
    """

    sheet: int
    inside: bool
    left: int | None
    right: int | None
    shift: float


def saddle(pages: int, *, back_pages: int, paper: float = PAPER) -> tuple[Side, ...]:
    """The sides in the order in which a printer takes them, outside and inside of each sheet in turn.

    Empty pages are added up to a multiple of four: before the last `back_pages`, which close the book.
    `paper` is the thickness in mm. Raises ValueError if there are no pages.
    """
    if pages < 1:
        raise ValueError("a booklet needs a page")
    numbers: list[int | None] = list(range(1, pages + 1))
    last = pages - back_pages
    numbers[last:last] = [None] * (-pages % 4)
    sides: list[Side] = []
    for sheet in range(len(numbers) // 4):
        first, end, shift = 2 * sheet, len(numbers) - 1 - 2 * sheet, sheet * paper
        sides.append(Side(sheet, False, numbers[end], numbers[first], shift))
        sides.append(Side(sheet, True, numbers[first + 1], numbers[end - 1], shift))
    return tuple(sides)


SHEETS = {"a4": (297.0, 210.0), "letter": (279.4, 215.9)}  # mm: width and height of a sheet held sideways
CLEAR = 6.5  # mm: the margin that printers leave blank; a quarter of an inch, rounded up
FOLD, STAPLE = 6.0, 0.6  # mm: length of a fold mark, radius of a staple's dot
CAP, WORDS_OFFSET = 1.5, 2.0  # mm: height of the words along the fold, their distance from it


def write_booklet(data: bytes, paper: str, theme: Theme, words: Catalogue, *, back_pages: int,
                  thickness: float = PAPER, is_stapled: bool = True) -> bytes:
    """The pages of a PDF on sheets of a paper of SHEETS, two on each side. Pages that are missing come before the last
    `back_pages`. `thickness` is that of the paper in mm. A sheet that is not stapled has marks of its fold only."""
    import pikepdf

    with pikepdf.open(io.BytesIO(data)) as pages:
        sides = saddle(len(pages.pages), back_pages=back_pages, paper=thickness)
        title = str(pages.docinfo.get("/Title", ""))
        blank = _blank_sheets(sides, SHEETS[paper], theme, words, title, thickness, is_stapled)
        with pikepdf.open(io.BytesIO(blank)) as sheets:
            _impose(pages, sheets, sides)
            sheets.Root.Lang = pages.Root.Lang
            return save_pdf(sheets)


def _blank_sheets(sides: Sequence[Side], size: tuple[float, float], theme: Theme, words: Catalogue, title: str,
            thickness: float, is_stapled: bool) -> bytes:
    """Sheets with their marks, and with a heading on added pages, but without the pages of the book."""
    stream = io.BytesIO()
    page = make_canvas(stream, *size, title=title)
    page.setViewerPreference("Duplex", "DuplexFlipShortEdge")
    count = len(sides) // 2
    for side in sides:
        sheet_words = words.text("booklet_sheet", title=title, sheet=side.sheet + 1, count=count,
                                 paper=format_number(thickness)) if is_stapled else ""
        paint_drawing(page, _draw_marks(side, size, sheet_words, count), theme)
        paint_drawing(page, _draw_note_headings(side, size, words), theme)
        page.showPage()
    page.save()
    return stream.getvalue()


def _draw_marks(side: Side, size: tuple[float, float], words: str, count: int) -> Drawing:
    """The marks of a side. On insides: fold marks at both ends of the fold, and along it the sheet's number or, on the
    outermost sheet, the words. On the outside of the outermost sheet: dots for the staples. Without words, there
    are only the marks of the fold, on the inside."""
    middle, height = size[0] / 2, size[1]
    if side.inside:
        ends = ((CLEAR, CLEAR + FOLD), (height - CLEAR - FOLD, height - CLEAR))
        folds = draw(Role.FOLD, *(line((middle, low), (middle, high)) for low, high in ends))
        if not words:
            return folds
        if side.sheet:
            number_text = f"{side.sheet + 1}/{count}"
            return folds + draw_text(Role.NOTE, number_text, (middle - CAP / 2, CLEAR), CAP, anchor="start", angle=90)
        return folds + draw_text(Role.NOTE, words, (middle - WORDS_OFFSET, height / 2), CAP, angle=90)
    if side.sheet or not words:
        return Drawing()
    return draw(Role.NOTE, *(circle((middle, height * share), STAPLE) for share in (0.25, 0.75)))


def _draw_note_headings(side: Side, size: tuple[float, float], words: Catalogue) -> Drawing:
    """A heading on each added page, which is empty for the reader's notes."""
    empty_halves = [n for n, page in enumerate((side.left, side.right)) if page is None]
    half_width = size[0] / 2
    return combine_drawings(
        draw_text(Role.LABEL, words.text("notes"), (n * half_width + 18, size[1] - 22), 4.2, anchor="start", bold=True)
        for n in empty_halves
    )


def _impose(pages: Any, sheets: Any, sides: Sequence[Side]) -> None:
    """Adds each page of the book to its half of its side."""
    from pikepdf import Name

    for sheet, side in zip(sheets.pages, sides, strict=True):
        for half_index, page in enumerate((side.left, side.right)):
            if page is None:
                continue
            source = pages.pages[page - 1]
            name = Name(f"/Page{page}")
            sheet.add_resource(sheets.copy_foreign(_as_form(pages, source)), Name.XObject, name)
            sheet.contents_add(_paint_code(str(name), sheet, source, bool(half_index), side.shift))


def _as_form(pages: Any, page: Any) -> Any:
    """A page as something that other pages paint. Its content is kept as it is compressed, where it is one stream and
    the page is not turned."""
    from pikepdf import Name, Stream

    content = page.Contents
    if not isinstance(content, Stream) or content.get("/Filter") != Name.FlateDecode or "/DecodeParms" in content \
            or "/Rotate" in page:
        return page.as_form_xobject()
    return pages.make_stream(content.read_raw_bytes(), Type=Name.XObject, Subtype=Name.Form, BBox=page.trimbox,
                             Resources=page.resources, Filter=Name.FlateDecode)


def _paint_code(name: str, sheet: Any, page: Any, is_right: bool, shift: float) -> bytes:
    """The PDF code that paints a page centred in its half, clipped to that half, moved `shift` mm towards the fold."""
    width, height = (float(side) for side in sheet.mediabox[2:])
    page_width, page_height = (float(side) for side in page.mediabox[2:])
    half_width = width / 2
    x = (half_width if is_right else 0.0) + (half_width - page_width) / 2 + (-shift if is_right else shift) * MM
    y = (height - page_height) / 2
    clip = f"{half_width if is_right else 0:.4f} 0 {half_width:.4f} {height:.4f} re W n"
    return f"q {clip} 1 0 0 1 {x:.4f} {y:.4f} cm {name} Do Q\n".encode()
