"""A paper → the sheet that measures a printer: its scale, the edge that it leaves white, and how far its backs are off.

Backs are measured with a vernier scale: lines on the front are 3.5 mm apart, those on the back 0.25 mm farther. The
number at the two lines that meet, seen against the light, is the value for `--back-offset`.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw, draw_text
from fabgen.artwork.path import Point, line
from fabgen.artwork.text import text_width
from fabgen.artwork.themes import load_theme
from fabgen.core.files import replace_file
from fabgen.core.languages import load_words
from fabgen.paper.duplex import BACK, Flip, PrintAssembly, back_of_sheet, make_side_imprint, turns_sidewise
from fabgen.typeset.pages import (
    BODY,
    HEADING,
    LEADING,
    PageItem,
    SetName,
    SheetBody,
    SheetFrame,
    SheetPage,
    draw_paragraph,
    draw_rulers,
    make_page,
    wrap_text,
    write_pages,
)
from fabgen.typeset.papers import Paper, load_paper


def write_printer_pdf(paper: str, flip: Flip) -> bytes:
    """The printer sheet as PDF. Raises FabgenError for an unknown paper."""
    assembly = PrintAssembly("duplex", flip)
    pages = make_printer_sheet(load_paper(paper), assembly)
    return write_pages(
        pages, load_theme("bw"), assembly.duplex_preference, title=f"Printer sheet, {load_paper(paper).name}"
    )


def write_printer_sheet(paper: str, flip: Flip, out: Path) -> Path:
    """Writes `out`/printer-PAPER-FLIP.pdf and returns its path."""
    data = write_printer_pdf(paper, flip)
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"printer-{paper}-{flip}.pdf"
    replace_file(path, data)
    return path


PITCH, STEP, STEPS = 3.5, 0.25, 16  # mm between lines, mm more on the back, lines each way: ±16 x 0.25 = ±4 mm
LINES = range(-STEPS, STEPS + 1)  # the lines of a scale, by their steps from its zero
LINE_HEIGHT = 4.0  # mm: the length of a line
EVERY = 4  # lines from number to number
EDGES = (3.0, 4.0, 5.0, 6.35, 8.0, 10.0)  # mm from the edge of the paper; 6.35 mm is a quarter of an inch
RUNG, RUNG_CAP = 4.0, 1.9  # mm: the length of a line of a ladder, and the height of the number before it
INSTRUCTIONS = (
    "Print this file at 100 %, on both sides, and flip the paper as it says above.",
    "Scale: the bars at the edges are 100 mm and 4 in, across and along. Half a millimetre out at the most.",
    "Edge: at each edge, the first line that is whole says how much your printer leaves white. "
    "fabgen needs 10 mm or less.",
    "Backs: hold the sheet against the light, this side towards you. On each scale find the line over its axis that "
    "goes on straight under it, and read its number. Give both numbers, across first:",
)


def make_printer_sheet(paper: Paper, assembly: PrintAssembly) -> list[SheetPage]:
    """The front and back of the printer sheet, laid out without any offset."""
    frame = SheetFrame(paper)
    plain = replace(assembly, mode="duplex", offset=(0.0, 0.0))
    scales = draw_vernier_front(frame), back_of_sheet(draw_vernier_back(frame, plain), frame, plain)
    front = SheetBody(
        frame, "Your printer", (PageItem(scales[0] + _draw_edge_ladders(frame) + _draw_instructions(frame)),),
        has_long_bars=True,
    )
    back = SheetBody(frame, "Your printer: back", (PageItem(scales[1]),), has_long_bars=True)
    words = load_words()
    front_imprint = make_side_imprint(frame, plain, 1, 1, words)
    back_imprint = make_side_imprint(frame, plain, 1, 1, words, BACK)
    name = SetName("fabgen", "printer sheet")
    return [make_page(front, name, front_imprint, "1", words),
            make_page(back, name, back_imprint, "1 back", words)]


def _scale_origins(frame: SheetFrame) -> tuple[Point, Point]:
    """The zero points of the level scale and of the upright one."""
    x, y = frame.width / 2, frame.height / 2
    return (x, y + 30.0), (x, y - 45.0)


def draw_vernier_front(frame: SheetFrame) -> Drawing:
    """The front of both scales: lines with their numbers beside them."""
    across, upright = _scale_origins(frame)
    axis = draw(Role.GRID, line((-PITCH * (STEPS + 1), 0), (PITCH * (STEPS + 1), 0)))
    lines = draw(Role.TRIM, *(line((PITCH * k, 0.3), (PITCH * k, LINE_HEIGHT)) for k in LINES))
    numbers = [
        draw_text(Role.NOTE, _format_steps(STEP * k), (PITCH * k, LINE_HEIGHT + 1.2), BODY)
        for k in LINES
        if k % EVERY == 0
    ]
    level_scale = combine_drawings([axis + lines, *numbers, _draw_name("across", (0, LINE_HEIGHT + 6.0))])
    numbers = [
        draw_text(Role.NOTE, _format_steps(STEP * k), (-LINE_HEIGHT - 1.2, PITCH * k - BODY / 2), BODY, anchor="end")
        for k in LINES
        if k % EVERY == 0
    ]
    upright_scale = combine_drawings(
        [(axis + lines).turned(90), *numbers, _draw_name("along", (0, PITCH * (STEPS + 1) + 3))]
    )
    return level_scale.moved(*across) + upright_scale.moved(*upright)


def _draw_name(words: str, at: Point) -> Drawing:
    return draw_text(Role.TITLE, words, at, BODY, bold=True)


def _format_steps(value: float) -> str:
    return f"{value:+.0f}" if value else "0"


def draw_vernier_back(frame: SheetFrame, assembly: PrintAssembly) -> Drawing:
    """The lines on the back of both scales, as seen through the paper when the backs are not off.

    A back that is `e` mm too far to the right, or up, needs the offset -e. Then the line with that number meets the
    front's.
    """
    sidewise = turns_sidewise(frame, assembly.flip)
    across, upright = _scale_origins(frame)
    # Seen through the paper of a sheet turned about an upright edge, an offset has the opposite sign across and the
    # same sign along.
    directions = (-1, 1) if sidewise else (1, -1)
    level = [
        line((PITCH * k + directions[0] * STEP * k, -LINE_HEIGHT), (PITCH * k + directions[0] * STEP * k, -0.3))
        for k in LINES
    ]
    along = [
        line((0.3, PITCH * k + directions[1] * STEP * k), (LINE_HEIGHT, PITCH * k + directions[1] * STEP * k))
        for k in LINES
    ]
    return draw(Role.TRIM, *level).moved(*across) + draw(Role.TRIM, *along).moved(*upright)


def _draw_edge_ladders(frame: SheetFrame) -> Drawing:
    """At each edge, beside the rulers, short lines with their distance from the edge in mm."""
    items = []
    right_of_ruler = frame.left_edge + draw_rulers(load_words()).bounds()[2] + 3.0
    for turn, x, y in (
        (0, right_of_ruler, 0.0),
        (90, frame.width, frame.height * 0.6),
        (180, frame.width * 0.6, frame.height),
        (270, 0.0, frame.height * 0.27),
    ):
        items.append(draw_ladder().turned(turn).moved(x, y))
    return combine_drawings(items)


def draw_ladder() -> Drawing:
    """Lines from the origin to the right, each above y = 0 at the distance in mm that is written before it.

    The highest comes first, because the words at the foot of the sheet are to its left, and the lower ones pass below
    them.
    """
    items, x = list[Drawing](), 0.0
    for edge in reversed(EDGES):
        label = f"{edge:g}"
        items.append(draw_text(Role.NOTE, label, (x, edge - RUNG_CAP / 2), RUNG_CAP, anchor="start"))
        x += text_width(label, RUNG_CAP) + 0.7
        items.append(draw(Role.TRIM, line((x, edge), (x + RUNG, edge))))
        x += RUNG + 1.6
    return combine_drawings(items)


def _draw_instructions(frame: SheetFrame) -> Drawing:
    """The numbered steps at the top of the sheet, and the command that takes what was read off."""
    y = frame.top - 6.0
    items = [draw_text(Role.TITLE, "What your printer does", (frame.left_edge, y), HEADING, anchor="start", bold=True)]
    y -= 8.0
    room = frame.right - frame.left_edge - 8.0
    for number, text in enumerate(INSTRUCTIONS, 1):
        lines = wrap_text(text, BODY, room)
        items.append(draw_text(Role.TITLE, str(number), (frame.left_edge, y), BODY, anchor="start", bold=True))
        items.append(draw_paragraph(lines, (frame.left_edge + 5, y)))
        y -= LEADING * len(lines) + 1.4
    command = "fabgen build GAME --assembly duplex --back-offset ACROSS,ALONG"
    return combine_drawings(items) + draw_text(
        Role.TITLE, command, (frame.left_edge + 5, y), BODY, anchor="start", bold=True
    )


__all__ = ["draw_ladder", "draw_vernier_back", "draw_vernier_front", "make_printer_sheet"]
