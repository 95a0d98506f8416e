"""A job → the first page of its job sheet: which file on which sheet, times and costs, first steps and hazards; as many
pages as that takes. Lengths in mm; a block has its upper left corner at the origin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from fabgen.artwork.drawing import Drawing, Role, draw_text
from fabgen.base import count_things, join_words
from fabgen.laser.estimate import FILLED_BY_PART, format_minutes
from fabgen.make.frame import shorten, draw_paragraph, wrap_text
from fabgen.make.machine import Machine
from fabgen.make.safety import list_first_steps, list_hazards
from fabgen.make.typeset import DISPLAY, HEAD, LEAD, SMALL, TextBlock, TableCell, columns, heading, set_list, stack_blocks, table
from fabgen.make.work import JOIN, LIFT, AS_IT_IS, JobSheetEntry, JobContent, time_words

GUTTER, COVER = 8.0, 6.0  # mm between columns, and between blocks
ROWS = 30  # of a table of sheets on one page


def make_job_cover(work: JobContent, width: float, height: float) -> list[Drawing]:
    """The pages about the whole job: usually one."""
    total = sum(sheet.time.total for sheet in work.sheets)
    money = Counter[str]()
    for bill in work.bills:
        if bill.price:
            money[bill.price.currency] += bill.price.amount  # type: ignore[assignment]
    totals = [count_things(len(work.sheets), "sheet"), count_things(sum(len(s.sheet.placements) for s in work.sheets), "part"),
              f"about {format_minutes(total)} of laser, {format_minutes(work.handwork_seconds)} of handwork",
              *(f"about {amount:.2f} {name}" for name, amount in sorted(money.items()))]
    head = _title(work.title, "Job sheet for the laser", width)
    total_line = shorten(" · ".join(totals), HEAD, width, bold=True)
    machine_lines = wrap_text(_machine_line(work.machine), SMALL, width)
    facts = TextBlock(draw_text(Role.TITLE, total_line, (0, -HEAD), HEAD, anchor="start", bold=True)
                  + draw_paragraph(machine_lines, (0, -HEAD - LEAD - 1), SMALL, LEAD),
                  HEAD + LEAD * (1 + len(machine_lines)))
    half = (width - GUTTER) / 2
    remarks = _remarks(work)
    first = stack_blocks([heading("Before the order" if work.machine.service else "Before the first cut", half),
                     set_list(list_first_steps(work), half, boxes=True)], 1.5)
    materials = [sheet.stock.material for sheet in work.sheets]
    care = stack_blocks([heading("Safety", half), set_list(list_hazards(materials, at_home=not work.machine.service), half)], 1.5)
    wide, narrow = ([stack_blocks([heading("To know", column), set_list(remarks, column)], 1.5)] if remarks else []
                    for column in (width, half))
    tables = [_sheet_table(work, work.sheets[n : n + ROWS], n, width) for n in range(0, len(work.sheets), ROWS)]
    before = [head, facts, *tables]
    # Remarks take the whole width. Where that needs another page, they fill the shorter column instead.
    layouts = [[*before, _beside(first, care, half), *wide],
               [*before, _beside(stack_blocks([first, *narrow], COVER), care, half)]]
    return min((_break_pages(blocks, height) for blocks in layouts), key=len)


def _remarks(work: JobContent) -> list[str]:
    """Remarks about this job, about ways to engrave, about handwork and about the machine."""
    joining = f", {JOIN:g} s to put one into another" if work.joined_parts else ""
    handwork = f"Handwork is a rough guess: {LIFT:g} s to lift a part and peel it{joining}; glue and paint come on top."
    remarks = [*work.remarks, *_engraving_remarks(work), handwork, *work.machine.notes]
    return [text[:1].upper() + text[1:] for text in remarks]


def _engraving_remarks(work: JobContent) -> Iterator[str]:
    """How long engraving takes, as the job does it and in other ways."""
    if AS_IT_IS in work.engraving_seconds:
        others = [f"{name} {time_words(seconds)}" for name, seconds in work.engraving_seconds.items() if name not in (AS_IT_IS, FILLED_BY_PART)]
        yield f"Engraving takes {time_words(work.engraving_seconds[AS_IT_IS])}; marked in another way (--engrave), {join_words(others, 'or')}."
        if FILLED_BY_PART in work.engraving_seconds:
            yield f"A program that fills part by part takes {time_words(work.engraving_seconds[FILLED_BY_PART])} to engrave."


def _beside(left: TextBlock, right: TextBlock, half: float) -> TextBlock:
    return TextBlock(left.drawing + right.drawing.moved(half + GUTTER, 0), max(left.height, right.height))


def _break_pages(blocks: Sequence[TextBlock], height: float) -> list[Drawing]:
    """The blocks below each other, on as many pages as needed."""
    pages = list[list[TextBlock]]([[]])
    for block in blocks:
        if stack_blocks([*pages[-1], block], COVER).height > height:
            pages.append([])
        pages[-1].append(block)
    return [stack_blocks(page, COVER).drawing for page in pages]


def _title(title: str, kind: str, width: float) -> TextBlock:
    small = draw_text(Role.COORDINATE, kind, (0, -SMALL), SMALL, anchor="start")
    cap = DISPLAY
    return TextBlock(small + draw_text(Role.TITLE, shorten(title, cap, width, bold=True), (0, -SMALL - cap - 3.5), cap,
                               anchor="start", bold=True), cap + SMALL + 5)


def _machine_line(machine: Machine) -> str:
    across, down = machine.bed
    return f"{machine.name}: {machine.about}; {machine.watts} W, bed {across:g} x {down:g} mm"


def _sheet_table(work: JobContent, sheets: Sequence[JobSheetEntry], before: int, width: float) -> TextBlock:
    """The table of some sheets, of which `before` precede them: file, material, size, parts and time of each. The sum
    follows the last sheet of the job."""
    cols = columns(width, (7, False), (56, False), (38, False), (30, False), (14, True), (20, True))
    rows = []
    for n, job_sheet in enumerate(sheets, before + 1):
        sheet, stock = job_sheet.sheet, job_sheet.stock
        rows.append([TableCell(str(n), bold=True), TableCell(job_sheet.files[0], bold=True), TableCell(stock.key, stock.colour),
                     TableCell(f"{sheet.width:g} x {sheet.height:g} mm"), TableCell(str(len(sheet.placements))),
                     TableCell(time_words(job_sheet.time.total))])
    heads = ["", "file", "put in", "sheet", "parts", "time"]
    count = sum(len(job_sheet.sheet.placements) for job_sheet in work.sheets)
    time = sum(job_sheet.time.total for job_sheet in work.sheets)
    total = [*[TableCell("")] * 4, TableCell(str(count), bold=True), TableCell(time_words(time), bold=True)]
    is_last = before + len(sheets) == len(work.sheets) > 1
    return table(cols, heads, [*rows, *([total] if is_last else [])])
