"""The body of a sheet → a `Page` with its frame: rulers both ways, title, sheet k of n, side, paper, and how to print.

Nothing is inked inside the paper's margin. The frame is at the same place on every sheet of a size.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from reportlab.pdfgen.canvas import Canvas

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw, draw_text
from fabgen.artwork.export.pdf import make_canvas, marked_content, paint_drawing
from fabgen.artwork.paper_things import draw_player_strip
from fabgen.artwork.path import Box, Path, Point, line
from fabgen.artwork.text import text_width
from fabgen.artwork.themes import Theme
from fabgen.core.languages import Catalogue
from fabgen.core.units import POINTS_PER_MM
from fabgen.typeset.papers import Paper

SHEET, COVER = "sheet", "cover"  # ids of what belongs to a sheet itself, and of the first page's list
# The three sizes of type on a sheet, as the height of a capital in mm; 2.3 mm is 10 point.
BODY, HEADING, DISPLAY = 2.3, 3.3, 9.0
LEADING = 4.6
RULER_BAND, FOOT_BAND, HEAD_BAND = 7.0, 9.0, 13.0
HUNDRED, FOUR_INCHES = 100.0, 101.6  # mm: the lengths of the bars of the first sheet
FIFTY, TWO_INCHES = 50.0, 50.8  # mm: those of the others
RULER_FOOT = 0.3  # of the height of a sheet: where its upright bars start
RULER_DEPTH = 4.0  # mm from the margin: both bars with their ticks
RULER_RISE = 2.6  # mm from the margin to the line between the two bars: their ticks and words need this room
BAR, TICK_ENDS = 0.4, (1.4, 1.1)  # mm from that line to a bar, and to the ends of its long and short ticks
LABEL_GAP, ZERO_GAP = 1.4, 1.2  # mm between the bars and their lengths, and from the 0 to the bars
LENGTHS_APART = 0.8  # mm between the two lengths
OFF_RULER = 5.0  # mm between the upright bars and what is printed, where a sheet has room for that
RULER_LENGTH = TWO_INCHES + LABEL_GAP + 11.0  # mm: short bars with their lengths in any language
COVER_INSET = 5.0  # mm from the edge of the first page's head to its words
HEAD_GAP = 5.0  # mm between what is at the left and at the right of the head
CORNER_SCALES = 1.0, 0.9, 0.8, 0.7, 0.6  # of the drawing in its corner: the smallest has type of 6 points
STRIP, STRIP_DROP = (24.0, 1.0), 10.2  # mm: the strip in the head of a sheet, and how far it is below the margin


@dataclass(frozen=True)
class PageItem:
    """A drawing in page coordinates. With a clip box, only its part inside the box is shown."""

    drawing: Drawing
    clip: Box | None = None
    id: str = ""  # of the thing that it is a picture of, for the file


@dataclass(frozen=True)
class SheetPage:
    """A page ready to be written: sizes in mm, origin at the lower left corner of the paper. The title names it in the
    PDF's outline."""

    width: float
    height: float
    items: tuple[PageItem, ...]
    title: str


@dataclass(frozen=True)
class SheetFrame:
    """A paper held upright or sideways, and the box on it that is free of margins, rulers and words. Lengths in mm."""

    paper: Paper
    sideways: bool = False

    @property
    def width(self) -> float:
        return self.paper.size[self.sideways]

    @property
    def height(self) -> float:
        return self.paper.size[not self.sideways]

    @property
    def left_edge(self) -> float:
        return self.paper.margin + RULER_BAND

    @property
    def right(self) -> float:
        return self.width - self.paper.margin

    @property
    def bottom(self) -> float:
        return self.paper.margin + FOOT_BAND

    @property
    def top(self) -> float:
        return self.height - self.paper.margin - HEAD_BAND


@dataclass(frozen=True)
class SheetBody:
    """The content of a sheet before it is numbered: `holds` names the batches on it, `corner` is drawn left of and
    below the upper right corner, `back_items` are the content of its back (None for an empty back). `has_long_bars`:
    its bars are of 100 mm and 4 in, not of 50 mm and 2 in. `ruler_foot`: how high in mm the upright ones start, where
    that is not the usual height. `short_title` is in its head where the title has no room. `has_dark_head`: the words
    in the head of a first page are white."""

    frame: SheetFrame
    title: str
    items: tuple[PageItem, ...]
    batch_names: tuple[str, ...] = ()
    corner: Drawing | None = None
    has_heading: bool = True
    has_long_bars: bool = False
    back_items: tuple[PageItem, ...] | None = None
    short_title: str = ""
    ruler_foot: float | None = None
    has_dark_head: bool = False


@dataclass(frozen=True)
class SideImprint:
    """The words at the head of a side of a sheet: its number, how it is printed, and a picture of that for the left of
    the words, its lower right corner at the origin."""

    sheet: str
    print_mode: str = "print one side only"
    sign: Drawing = field(default_factory=Drawing)


@dataclass(frozen=True)
class SetName:
    """What the head of every sheet says of its set: the title of the game, its version in words, and the colours of
    its players."""

    title: str
    edition: str
    tones: Sequence[str] = ()


def make_page(
    body: SheetBody, name: SetName, imprint: SideImprint, mark: str, words: Catalogue
) -> SheetPage:
    """A side of a sheet with its whole frame. `mark` comes before its name in the PDF's outline."""
    frame = body.frame
    if body.has_heading:
        imprint_drawing, room = _draw_imprint_beside(body, imprint)
        head = imprint_drawing + _draw_head(body, name, room)
    else:
        head = _draw_cover_imprint(frame, imprint, is_light=body.has_dark_head)
    rulers = draw_rulers(words) if body.has_long_bars else _draw_short_rulers(words)
    is_cover = not body.has_heading and body.has_long_bars  # which says itself how to print, and to measure
    usual_foot = find_ruler_foot(frame) if body.has_heading else _find_ruler_foot_of_cover(frame, rulers)
    foot = usual_foot if body.ruler_foot is None else body.ruler_foot
    furniture = PageItem(head + _foot(frame, words, rulers, foot, has_words=not is_cover), id=SHEET)
    return SheetPage(frame.width, frame.height, (*body.items, furniture), f"{mark}  {body.title}")


def _draw_imprint_beside(body: SheetBody, imprint: SideImprint) -> tuple[Drawing, float]:
    """The sheet's number, side and paper with the corner drawing, and the room in mm that they leave at their left. The
    corner drawing is smaller where the shortest title has no room otherwise."""
    needed = text_width(body.short_title or body.title, BODY)
    for scale in CORNER_SCALES if body.corner else CORNER_SCALES[:1]:
        smaller = replace(body, corner=body.corner.scaled(scale)) if body.corner else body
        drawing = _draw_imprint(smaller, imprint)
        room = drawing.bounds()[0] - HEAD_GAP - body.frame.left_edge
        if room >= needed:
            break
    return drawing, room


def _draw_head(body: SheetBody, name: SetName, room: float) -> Drawing:
    """The name of the set and what is on the sheet, at the upper left, over the players' colours."""
    frame = body.frame
    x, top = frame.left_edge, frame.height - frame.paper.margin
    title = shorten(name.title, HEADING, room, bold=True)
    base = top - HEADING - 0.2
    head = draw_text(Role.TITLE, title, (x, base), HEADING, anchor="start", bold=True)
    beside = text_width(title, HEADING, bold=True) + 2.4
    if beside + text_width(name.edition, BODY) <= room:
        head += draw_text(Role.NOTE, name.edition, (x + beside, base), BODY, anchor="start")
    content, cap = fit_heading((body.title, body.short_title or body.title), room)
    head += draw_text(Role.NOTE, content, (x, top - HEADING - 5.0), cap, anchor="start")
    return head + draw_player_strip(name.tones, *STRIP).moved(x, top - STRIP_DROP - STRIP[1])


def fit_heading(titles: Sequence[str], room: float) -> tuple[str, float]:
    """The first of some titles, the longest first, that is no wider than the room in mm, and its capitals; the last one
    in smaller type where none is. A heading is never cut off."""
    fitting = (title for title in titles if text_width(title, BODY) <= room)
    title = next(fitting, titles[-1])
    return title, min(BODY, BODY * room / max(text_width(title, BODY), 1e-6))


def measure_cover_imprint(paper: Paper, imprint: SideImprint) -> float:
    """The width in mm of the line over the title in the head of the first page."""
    return text_width(f"{imprint.sheet}   ", BODY, bold=True) + text_width(_word_cover_imprint(paper, imprint), BODY)


def _word_cover_imprint(paper: Paper, imprint: SideImprint) -> str:
    """What that line says after the number of the sheet."""
    return f"·   {paper.name}   ·   {imprint.print_mode}"


def _draw_cover_imprint(frame: SheetFrame, imprint: SideImprint, *, is_light: bool) -> Drawing:
    """The sheet's number, side and paper in one line, over the title in the head of the first page: white on a dark
    one."""
    at = frame.left_edge + COVER_INSET, frame.height - frame.paper.margin - COVER_INSET - BODY
    how = _word_cover_imprint(frame.paper, imprint)
    beside = text_width(f"{imprint.sheet}   ", BODY, bold=True)
    words = draw_text(Role.TITLE, imprint.sheet, at, BODY, anchor="start", bold=True) + draw_text(
        Role.NOTE, how, (at[0] + beside, at[1]), BODY, anchor="start")
    return Drawing(tuple(replace(item, role=Role.ETCHING, tone="white") for item in words.items)) if is_light else words


def _draw_imprint(body: SheetBody, imprint: SideImprint) -> Drawing:
    """The sheet's number, side and paper at the upper right, left of the corner drawing."""
    frame = body.frame
    right, top = frame.right - 0.2, frame.height - frame.paper.margin
    corner = body.corner.moved(right, top - 0.2) if body.corner else Drawing()
    x = min(right, corner.bounds()[0] - 4) if body.corner else right
    how = f"{frame.paper.name} · {imprint.print_mode}"
    words_width = max(text_width(how, BODY), text_width(imprint.sheet, BODY, True))
    sign = imprint.sign.moved(x - 3.0 - words_width, top - HEADING - 5.6)
    words = draw_text(Role.TITLE, imprint.sheet, (x, top - HEADING - 0.2), BODY, anchor="end", bold=True)
    return corner + sign + words + draw_text(Role.NOTE, how, (x, top - HEADING - 5.0), BODY, anchor="end")


def _foot(frame: SheetFrame, words: Catalogue, rulers: Drawing, ruler_foot: float, *, has_words: bool) -> Drawing:
    """Rulers along the lower and the left edge, and the words that explain them. The upright one starts at a height in
    mm above the edge of the paper."""
    # The 0 at its left end is within the frame, and clear of that of an upright one that starts beside it.
    is_beside = ruler_foot < frame.bottom + BODY + ZERO_GAP
    x, y = frame.left_edge - rulers.bounds()[0] + (OFF_RULER if is_beside else 0.0), frame.paper.margin + RULER_RISE
    instructions = [(words.text("actual_size"), True), (words.text("measure_bars"), False)]
    notes = [
        draw_text(Role.NOTE, text, (frame.right - 0.2, frame.paper.margin + 4.3 - 4.1 * i), BODY, anchor="end",
                  bold=bold)
        for i, (text, bold) in enumerate(instructions if has_words else [])
    ]
    upright = rulers.turned(90).moved(frame.paper.margin + RULER_RISE, ruler_foot)
    return combine_drawings([rulers.moved(x, y), upright, *notes])


def find_ruler_foot(frame: SheetFrame) -> float:
    """The height in mm at which the upright ruler starts. It is so low that a wide row at the top of an upright sheet
    passes above it."""
    return RULER_FOOT * frame.height


def find_low_ruler_foot(frame: SheetFrame) -> float:
    """The height in mm at which an upright ruler starts that is at the corner, left of the level one: its 0 is within
    the margin."""
    return frame.paper.margin + ZERO_GAP + BODY


def _find_ruler_foot_of_cover(frame: SheetFrame, rulers: Drawing) -> float:
    """The height in mm at which the upright ruler of the first page starts: it ends at the top of the head, away from
    headings."""
    return frame.height - frame.paper.margin - rulers.bounds()[2]


def draw_bars(metric: float, inches: float) -> Drawing:
    """Bars of so many mm from the origin to the right, back to back: ticks every 10 mm above, every inch below.
    Together they are RULER_DEPTH mm deep."""
    long, short = TICK_ENDS
    tens, whole = round(metric / 10), round(inches / 25.4)
    ticks = [_tick(10.0 * i, BAR, long if i % 5 == 0 else short) for i in range(tens + 1)]
    upper = [line((0, BAR), (metric, BAR)), *ticks]
    lower = [line((0, -BAR), (inches, -BAR)), *(_tick(25.4 * i, -BAR, -long) for i in range(whole + 1))]
    return draw(Role.TRIM, *upper) + draw(Role.TRIM, *lower)


def draw_rulers(words: Catalogue) -> Drawing:
    """Bars of 100 mm and 4 in with their lengths."""
    return _add_lengths(draw_bars(HUNDRED, FOUR_INCHES), FOUR_INCHES, words, ("bar_metric", "bar_inches"))


def _draw_short_rulers(words: Catalogue) -> Drawing:
    """Bars of 50 mm and 2 in with their lengths."""
    return _add_lengths(draw_bars(FIFTY, TWO_INCHES), TWO_INCHES, words, ("short_bar_metric", "short_bar_inches"))


def _add_lengths(bars: Drawing, right: float, words: Catalogue, keys: Sequence[str]) -> Drawing:
    """Bars that start at x = 0 and end at x = `right` with a 0 before them and their lengths behind them, one above
    the other as the bars are."""
    upper, lower = map(words.text, keys)
    x, apart = right + LABEL_GAP, LENGTHS_APART / 2
    return combine_drawings([
        bars,
        draw_text(Role.NOTE, "0", (-ZERO_GAP, -BODY / 2), BODY, anchor="end"),
        draw_text(Role.NOTE, upper, (x, apart), BODY, anchor="start"),
        draw_text(Role.NOTE, lower, (x, -apart - BODY), BODY, anchor="start"),
    ])


def _tick(x: float, foot: float, tip: float) -> Path:
    return line((x, foot), (x, tip))


def shorten(string: str, cap: float, room: float, bold: bool = False) -> str:
    """The string, shortened with an ellipsis if it is wider than the room in mm: after a word, or in its only one."""
    if text_width(string, cap, bold) <= room:
        return string
    while string and text_width(string + "…", cap, bold) > room:
        string = string.rpartition(" ")[0] or string[:-1]
    return string.rstrip() + "…"


def wrap_text(string: str, cap: float, room: float, bold: bool = False) -> list[str]:
    """The string broken into lines no wider than the room in mm, at no no-break space. A single word that is wider is
    shortened."""
    lines = [""]
    for word in filter(None, re.split("[ \n]", string)):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, cap, bold) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return [shorten(text, cap, room, bold) for text in lines]


def draw_paragraph(
    lines: Sequence[str],
    at: Point = (0.0, 0.0),
    cap: float = BODY,
    leading: float = LEADING,
    role: Role = Role.NOTE,
    bold: bool = False,
) -> Drawing:
    """Left-aligned lines of text, one below the other. `at` is the start of the first base line."""
    return combine_drawings(
        draw_text(role, text, (at[0], at[1] - leading * i), cap, anchor="start", bold=bold)
        for i, text in enumerate(lines)
        if text
    )


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
    with marked_content(pdf, "Thing", item.id):
        paint_drawing(pdf, item.drawing, theme)
    pdf.restoreState()


def _clip(pdf: Canvas, box: Box) -> None:
    left, bottom, right, top = (side * POINTS_PER_MM for side in box)
    path = pdf.beginPath()
    path.rect(left, bottom, right - left, top - bottom)
    pdf.clipPath(path, stroke=0, fill=0)
