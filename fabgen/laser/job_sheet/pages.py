"""Sheets, their times and assembly instructions → the pages of a job sheet: what a person takes to the laser.

It shows in ten seconds which file goes on which sheet, how long it takes and what to do first. The first page is about
the whole job, the next ones are about one sheet each, the last ones about the assembly. All numbers are those of the
files; nothing is decided here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate

from fabgen.artwork.drawing import Drawing, Role, Shape, draw, draw_text
from fabgen.artwork.part import Part
from fabgen.artwork.path import Path, rectangle
from fabgen.artwork.themes import Theme
from fabgen.core.problems import join_words
from fabgen.core.units import format_number
from fabgen.laser.job_sheet.assembly_pages import putting_pages
from fabgen.laser.job_sheet.cover import make_job_cover
from fabgen.laser.job_sheet.sheet_picture import draw_sheet
from fabgen.laser.job_sheet.work import JobContent, JobSheetEntry, time_words
from fabgen.laser.machine import Machine
from fabgen.laser.nest.layout import describe_shape
from fabgen.laser.sheet import LaserSheet
from fabgen.typeset.pages import PageItem, SheetPage, draw_paragraph, wrap_text
from fabgen.typeset.papers import Paper
from fabgen.typeset.text_blocks import (
    HEAD,
    LEAD,
    ROW,
    SMALL,
    TableCell,
    TextBlock,
    columns,
    heading,
    row_height,
    set_list,
    stack_blocks,
    table,
)

MARGIN = 5.0  # mm in addition to the paper's own margin
PICTURE = 128.0  # mm: the greatest height of a sheet's picture
GUTTER = 8.0  # mm between columns


def with_machine_colours(theme: Theme, machine: Machine) -> Theme:
    """The theme with the machine's colour for each operation, under the operation's name."""
    colours = {operation.value: paint.colour.lower() for operation, paint in machine.operations.items()}
    return theme.model_copy(update={"palette": {**theme.palette, **colours}})


def make_job_pages(work: JobContent, paper: Paper) -> list[SheetPage]:
    """The pages of the job sheet, on upright paper."""
    _, _, width, height = _text_box(paper)
    bodies = [("The job", drawing) for drawing in make_job_cover(work, width, height)]
    bodies += [(job_sheet.sheet.name, _sheet_page(work, job_sheet, paper)) for job_sheet in work.sheets]
    bodies += [("Putting together", drawing) for drawing in putting_pages(work.assemblies, width, height)]
    count = len(bodies)
    return [_page(work, paper, title, drawing, f"{n} / {count}") for n, (title, drawing) in enumerate(bodies, 1)]


def _page(work: JobContent, paper: Paper, title: str, body: Drawing, place: str) -> SheetPage:
    """One page with its heading and its foot."""
    left, bottom, width, _ = _text_box(paper)
    foot = draw_text(Role.COORDINATE, f"{work.title} · job sheet", (left, bottom), SMALL, anchor="start")
    foot += draw_text(Role.COORDINATE, place, (left + width, bottom), SMALL, anchor="end")
    top = paper.size[1] - paper.margin - MARGIN
    items = (PageItem(body.moved(left, top)), PageItem(foot))
    return SheetPage(paper.size[0], paper.size[1], items, title)


def _text_box(paper: Paper) -> tuple[float, float, float, float]:
    """Left, bottom, width and height in mm of the area for text and pictures."""
    edge = paper.margin + MARGIN
    return edge, edge - 4, paper.size[0] - 2 * edge, paper.size[1] - 2 * edge - 6


def _sheet_page(work: JobContent, job_sheet: JobSheetEntry, paper: Paper) -> Drawing:
    """The page about one sheet: its facts, its picture, and below it the settings and the cut list side by side."""
    _, _, width, height = _text_box(paper)
    sheet = job_sheet.sheet
    head = heading(f"{work.sheets.index(job_sheet) + 1}   {job_sheet.files[0]}", width)
    time = draw_text(Role.TITLE, time_words(job_sheet.time.total), (width, -HEAD), HEAD, anchor="end", bold=True)
    head = TextBlock(head.drawing + time, head.height)
    kinds = list(dict.fromkeys(placement.part for placement in sheet.placements))
    sheet_picture = draw_sheet(work, sheet, kinds, width, PICTURE)
    left, right = (width - GUTTER) * 0.56, width - GUTTER - (width - GUTTER) * 0.56
    has_mirrored = any(work.parts[kind].mirrored for kind in kinds if kind in work.parts)
    title = "Operations" if work.machine.service else "Settings: test first"
    rows = stack_blocks([heading(title, left), _settings(work, job_sheet, left), _order(work, left, has_mirrored)], 2.0)
    room = height - sheet_picture.height - 30
    cut_list = stack_blocks([heading("Cut list", right), _cut_list(work, sheet, kinds, right, room)], 2.0)
    below = TextBlock(rows.drawing + cut_list.drawing.moved(left + GUTTER, 0), max(rows.height, cut_list.height))
    return stack_blocks([head, _facts(work, job_sheet, width), sheet_picture, below], 4.0).drawing


def _facts(work: JobContent, job_sheet: JobSheetEntry, width: float) -> TextBlock:
    """The facts about a sheet: files, material, kerf, time."""
    sheet, material, files = job_sheet.sheet, job_sheet.stock.material, job_sheet.files
    thickness = f"measured {material.measured:g} mm" if material.measured else "not measured"
    facts = [f"{job_sheet.stock.key}, {sheet.width:g} x {sheet.height:g} mm, thickness {thickness}",
             f"a kerf of {sheet.kerf:g} mm is compensated: set the program's own to 0"]
    facts += [f"parts fill {100 * filled_share(work, sheet):.0f} % of it"]
    facts += [f"it lies on your {sheet.stock_name}"] if sheet.is_offcut else []
    facts += [f"left over: {describe_shape(sheet.leftover)}; fabgen keep-offcuts notes that"] if sheet.leftover else []
    facts += [f"the same sheet in {join_words(files[1:], 'or')}"] if len(files) > 1 else []
    swatch = draw(Role.SHADE, rectangle(0, -SMALL - 0.5, 3, 3), tone=job_sheet.stock.colour)
    lines = wrap_text(" · ".join(facts), SMALL, width - 4.6)
    return TextBlock(swatch + draw_paragraph(lines, (4.6, -SMALL), SMALL, LEAD), SMALL + 1 + LEAD * (len(lines) - 1))


def filled_share(work: JobContent, sheet: LaserSheet) -> float:
    """The share of a sheet's area that its parts take, their holes included (0 to 1)."""
    areas = (sum(abs(path.area()) for path in _edge_paths(work.parts[spot.part])) for spot in sheet.placements
             if spot.part in work.parts)
    return sum(areas) / (sheet.width * sheet.height)


def _edge_paths(part: Part) -> list[Path]:
    """The outlines of a part."""
    return [path for item in part.drawing.only(Role.EDGE).items if isinstance(item, Shape) for path in item.paths]


def _settings(work: JobContent, job_sheet: JobSheetEntry, width: float) -> TextBlock:
    """The table of operations in working order: colour, speed, power, passes, time."""
    if work.machine.service:
        return _service_operations(work, job_sheet, width)
    cols = columns(width, (5.5, False), (25, False), (16, False), (12, True), (10, True), (14, True), (15, True))
    rows = []
    for n, operation in enumerate(o for o in work.machine.order if o in job_sheet.time.seconds):
        setting, colour = job_sheet.sheet.settings.get(operation), work.machine.operations[operation].colour
        numbers = (f"{setting.speed:g}", f"{setting.power:g}", str(setting.passes)) if setting else ("?", "?", "?")
        rows.append(
            [
                TableCell(str(n + 1), bold=True),
                TableCell(operation.value, operation.value),
                TableCell(colour.upper()),
                *map(TableCell, numbers),
                TableCell(time_words(job_sheet.time.seconds[operation])),
            ]
        )
    return table(cols, ["", "operation", "colour", "mm/s", "%", "passes", "time"], rows)


def _service_operations(work: JobContent, job_sheet: JobSheetEntry, width: float) -> TextBlock:
    """The table of operations with their colours and times, without speeds: a service knows its own."""
    cols = columns(width, (5.5, False), (40, False), (30, False), (20, True))
    rows = [
        [
            TableCell(str(n), bold=True),
            TableCell(operation.value, operation.value),
            TableCell(work.machine.operations[operation].colour.upper()),
            TableCell(time_words(job_sheet.time.seconds[operation])),
        ]
        for n, operation in enumerate((o for o in work.machine.order if o in job_sheet.time.seconds), 1)
    ]
    return table(cols, ["", "operation", "colour", "time"], rows)


ORDERS = {
    "file": "The program keeps the order of the file.",
    "colour": "The program runs one colour after the other: see that its list stands in this order.",
    "inside-out": "The program cuts what lies inside first.",
}


def _order(work: JobContent, width: float, has_mirrored: bool) -> TextBlock:
    """How the program orders the cuts, and how to lay the sheet."""
    lines = ["Engrave, score, then cut holes, then outlines: a part that is cut free may shift.",
             ORDERS[work.machine.sorts]]
    mirrored = "Parts marked `back` are made from behind: they look mirrored here, and right through the sheet."
    return set_list([*lines, *([mirrored] if has_mirrored else [])], width)


def _cut_list(work: JobContent, sheet: LaserSheet, kinds: Sequence[str], width: float, room: float) -> TextBlock:
    """The table of kinds of parts with their numbers in the picture, counts and sizes; as many rows as there is room
    for."""
    counts = Counter(spot.part for spot in sheet.placements)
    cols = columns(width, (8, False), (41, False), (9, True), (22, True))
    parts = [(n, work.parts[name]) for n, name in enumerate(kinds, 1) if name in work.parts]
    rows = [[TableCell(str(n), bold=True), TableCell(part.title + (" · back" if part.mirrored else "")),
             TableCell(str(counts[part.name])), TableCell(_size(part))] for n, part in parts]
    heights = accumulate(row_height(cols, row) for row in rows)
    row_limit = max(3, sum(height <= room - 2 * ROW for height in heights))
    if len(rows) > row_limit:
        rows = [
            *rows[: row_limit - 1],
            [
                TableCell(""),
                TableCell(f"and {len(rows) - row_limit + 1} more kinds, see job.json"),
                TableCell(""),
                TableCell(""),
            ],
        ]
    return table(cols, ["", "part", "count", "mm"], rows)


def _size(part: Part) -> str:
    """The size of a part in mm, in words."""
    width, height = part.drawing.only(Role.EDGE).size()
    return f"{format_number(width, 1)} x {format_number(height, 1)}"


__all__ = ["filled_share", "make_job_pages", "with_machine_colours"]
