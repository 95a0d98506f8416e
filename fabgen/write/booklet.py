"""A book's PDF → the same pages on sheets to be folded and stapled: two pages a side, nothing scaled.

Each page lies in the middle of its half of the sheet, moved towards the fold by what creep asks for. The inside of each
sheet says at the foot of its fold which sheet it is, that of the outermost along the fold how to print them, once;
its outside shows where the staples go.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from fabgen.artwork.drawing import Drawing, Role, draw, together, write
from fabgen.artwork.path import circle, line
from fabgen.make.saddle import PAPER, Side, saddle
from fabgen.make.theme import Theme
from fabgen.units import POINTS_PER_MM as MM
from fabgen.units import number
from fabgen.words import Words
from fabgen.write.pdf import canvas, paint
from fabgen.write.tags import saved

SHEETS = {"a4": (297.0, 210.0), "letter": (279.4, 215.9)}  # mm, lying
CLEAR = 6.5  # mm: printers leave so much blank
FOLD, STAPLE = 6.0, 0.6  # mm: length of a fold mark, radius of a staple's dot
CAP, ASIDE = 1.5, 2.0  # mm: height of the words along the fold, their distance from it


def write_booklet(data: bytes, paper: str, theme: Theme, words: Words, *, back_cover: bool,
                  thickness: float = PAPER) -> bytes:
    """The pages of a PDF imposed on sheets of a paper of SHEETS; the last page is the back cover where there is one."""
    import pikepdf

    with pikepdf.open(io.BytesIO(data)) as pages:
        sides = saddle(len(pages.pages), back_cover=back_cover, paper=thickness)
        title = str(pages.docinfo.get("/Title", ""))
        blank = _sheets(sides, SHEETS[paper], theme, words, title, thickness)
        with pikepdf.open(io.BytesIO(blank)) as sheets:
            _impose(pages, sheets, sides)
            sheets.Root.Lang = pages.Root.Lang
            return saved(sheets)


def _sheets(sides: Sequence[Side], size: tuple[float, float], theme: Theme, words: Words, title: str,
            thickness: float) -> bytes:
    """Sheets with their marks, and a heading on pages that were added."""
    stream = io.BytesIO()
    made = canvas(stream, *size, title=title)
    made.setViewerPreference("Duplex", "DuplexFlipShortEdge")
    count = len(sides) // 2
    for side in sides:
        said = words.booklet_sheet.format(title=title, sheet=side.sheet + 1, count=count, paper=number(thickness))
        paint(made, _marks(side, size, said, count), theme)
        paint(made, _notes(side, size, words), theme)
        made.showPage()
    made.save()
    return stream.getvalue()


def _marks(side: Side, size: tuple[float, float], said: str, count: int) -> Drawing:
    """Fold marks at both ends of the fold and a number beside the lower one, on insides; words along the fold on that
    of the outermost, and staples on its outside."""
    middle, height = size[0] / 2, size[1]
    if side.inside:
        ends = ((CLEAR, CLEAR + FOLD), (height - CLEAR - FOLD, height - CLEAR))
        folds = draw(Role.FOLD, *(line((middle, low), (middle, high)) for low, high in ends))
        told = write(Role.NOTE, f"{side.sheet + 1}/{count}", (middle - CAP / 2, CLEAR), CAP, anchor="start", angle=90)
        told = told if side.sheet else write(Role.NOTE, said, (middle - ASIDE, height / 2), CAP, angle=90)
        return folds + told
    if side.sheet:
        return Drawing()
    return draw(Role.NOTE, *(circle((middle, height * share), STAPLE) for share in (0.25, 0.75)))


def _notes(side: Side, size: tuple[float, float], words: Words) -> Drawing:
    """A heading on each page that was added."""
    halves = [n for n, page in enumerate((side.left, side.right)) if page is None]
    half = size[0] / 2
    return together(write(Role.LABEL, words.notes, (n * half + 18, size[1] - 22), 4.2, anchor="start", bold=True)
                    for n in halves)


def _impose(pages: Any, sheets: Any, sides: Sequence[Side]) -> None:
    """Each page onto its half of its side."""
    from pikepdf import Name

    for sheet, side in zip(sheets.pages, sides, strict=True):
        for right, page in enumerate((side.left, side.right)):
            if page is None:
                continue
            source = pages.pages[page - 1]
            name = Name(f"/Page{page}")
            sheet.add_resource(sheets.copy_foreign(source.as_form_xobject()), Name.XObject, name)
            sheet.contents_add(_placed(str(name), sheet, source, bool(right), side.shift))


def _placed(name: str, sheet: Any, page: Any, right: bool, shift: float) -> bytes:
    """What paints a page in the middle of its half, cut to it, moved `shift` mm towards the fold."""
    width, height = (float(side) for side in sheet.mediabox[2:])
    own = [float(side) for side in page.mediabox[2:]]
    half = width / 2
    x = (half if right else 0.0) + (half - own[0]) / 2 + (-shift if right else shift) * MM
    y = (height - own[1]) / 2
    cut = f"{half if right else 0:.4f} 0 {half:.4f} {height:.4f} re W n"
    return f"q {cut} 1 0 0 1 {x:.4f} {y:.4f} cm {name} Do Q\n".encode()
