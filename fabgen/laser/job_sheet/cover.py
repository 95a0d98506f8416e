"""A job → the first pages of its job sheet: which file goes on which sheet, times and costs, first steps and hazards.
Lengths in mm; a block has its upper left corner at the origin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from fabgen.artwork.drawing import Drawing, Role, draw_text
from fabgen.core.problems import count_things, join_words
from fabgen.laser.estimate import FILLED_BY_PART, format_minutes
from fabgen.laser.job_sheet.work import AS_IT_IS, JOIN, LIFT, JobContent, JobSheetEntry, time_words
from fabgen.laser.machine import Machine
from fabgen.materials.material import Material
from fabgen.typeset.pages import draw_paragraph, shorten, wrap_text
from fabgen.typeset.text_blocks import (
    DISPLAY,
    HEAD,
    LEAD,
    SMALL,
    TableCell,
    TextBlock,
    columns,
    heading,
    set_list,
    stack_blocks,
    table,
)

ACRYLIC = ("cast acrylic", "extruded acrylic")  # kinds of material with the same hazards
ALWAYS = (  # hazards of every job
    "Wear the eye protection that this machine asks for; never run it with a lid or a lock overridden.",
    "Never leave a running cutter alone. Have an extinguisher or a wet cloth at hand, and know the stop button.",
    "Switch exhaust and air assist on before the first cut, and let the fumes clear before you open the lid.",
)
OF_KIND = {
    "acrylic": (
        "Acrylic fumes sting and burn easily: strong exhaust, no pauses in the middle of a cut.",
        "Cut edges hold stress: alcohol, window cleaner or solvent glue crazes them. Clean with soap and water; before "
        "gluing, anneal (70 °C for 2 to 4 hours, Acrifix's manual says), and let them cool slowly.",
        "Lay sheets 20 mm above the honeycomb, or keep the foil on below: flashes mark the underside.",
    ),
    "plywood": ("Plywood may flare up where its glue is thick; edges are sooty: wipe them before you touch faces.",),
    "MDF": ("MDF makes fine dust and much smoke: exhaust on, and do not sand it without a mask.",),
    "card": ("Card catches fire at once where the beam stays: keep watching, low power, air assist on.",),
}
AFTER = {"acrylic": OF_KIND["acrylic"][1], "plywood": "Edges are sooty: wipe them before you touch faces.",
         "MDF": "Do not sand MDF without a mask: its dust is fine."}
PEEL = "Edges and corners may be sharp: peel and wash the parts before somebody plays with them."
CLEAR = "Never cut PVC, vinyl, or a sheet of which nobody knows what it is: chlorine harms people and machines."


def list_hazards(materials: Iterable[Material], *, at_home: bool = True) -> list[str]:
    """The hazards of these materials, the most general first, each once. Where a service cuts, only those of the work
    that remains to be done at home."""
    kinds = dict.fromkeys("acrylic" if material.kind in ACRYLIC else material.kind for material in materials)
    if not at_home:
        return [*(AFTER[kind] for kind in kinds if kind in AFTER), PEEL]
    return list(dict.fromkeys([*ALWAYS, *(line for kind in kinds for line in OF_KIND[kind]), CLEAR]))


def list_first_steps(work: JobContent) -> list[str]:
    """The steps to tick off before the first cut, or before the order where a service cuts."""
    return list(_order_steps(work) if work.machine.service else _cut_steps(work))


def _order_steps(work: JobContent) -> Iterator[str]:
    """The steps before ordering from a service."""
    yield "Upload the files as they are; the size that the service shows must be that of the sheet in the table above."
    yield "Choose the material and its thickness as the table says, and make each colour what the sheet's page says."
    yield "Kerf is compensated in the files: ask for none on top."
    if work.has_joints and not work.is_fit_test:
        yield "Order a build with --fit-test first: one of each joint, in the same material."


def _cut_steps(work: JobContent) -> Iterator[str]:
    """The steps before the first cut."""
    materials = [sheet.stock.material for sheet in work.sheets]
    unmeasured = dict.fromkeys(material.name for material in materials if not material.measured)
    if unmeasured and work.has_joints:
        names = ", ".join(unmeasured)
        yield f"Measure the sheets without foil ({names}); if one differs, build again with --thickness."
    yield "Kerf: cut the coupon of fabgen calibrate once for each material; build again if it says another kerf."
    yield "Open the file and check its size in the program: it must be that of the sheet in the table above."
    yield "Set kerf offset and any scaling of the program to nothing: the files are compensated and at true size."
    if work.has_joints and not work.is_fit_test:
        yield "Build with --fit-test and cut that first: one of each joint. Too tight, too loose: measure, build again."
    yield "Focus on the sheet's top. Try the settings on a scrap of the same sheet: they are a place to start."


GUTTER, COVER = 8.0, 6.0  # mm between columns, and between blocks
ROWS = 30  # of a table of sheets on one page


def make_job_cover(work: JobContent, width: float, height: float) -> list[Drawing]:
    """The pages about the whole job: usually one."""
    total = sum(sheet.time.total for sheet in work.sheets)
    money = Counter[str]()
    for bill in work.bills:
        if bill.price:
            money[bill.price.currency] += bill.price.amount  # type: ignore[assignment]
    totals = [
        count_things(len(work.sheets), "sheet"),
        count_things(sum(len(s.sheet.placements) for s in work.sheets), "part"),
        f"about {format_minutes(total)} of laser, {format_minutes(work.handwork_seconds)} of handwork",
        *(f"about {amount:.2f} {name}" for name, amount in sorted(money.items())),
    ]
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
    care = stack_blocks(
        [heading("Safety", half), set_list(list_hazards(materials, at_home=not work.machine.service), half)], 1.5
    )
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
        other_styles = [
            f"{name} {time_words(seconds)}"
            for name, seconds in work.engraving_seconds.items()
            if name not in (AS_IT_IS, FILLED_BY_PART)
        ]
        time = time_words(work.engraving_seconds[AS_IT_IS])
        yield f"Engraving takes {time}; marked in another way (--engrave), {join_words(other_styles, 'or')}."
        if FILLED_BY_PART in work.engraving_seconds:
            time = time_words(work.engraving_seconds[FILLED_BY_PART])
            yield f"A program that fills part by part takes {time} to engrave."


def _beside(left: TextBlock, right: TextBlock, half: float) -> TextBlock:
    """Two blocks side by side, each in one half of the width."""
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
    """The heading of the page: the game and the kind of job."""
    small = draw_text(Role.COORDINATE, kind, (0, -SMALL), SMALL, anchor="start")
    cap = DISPLAY
    return TextBlock(small + draw_text(Role.TITLE, shorten(title, cap, width, bold=True), (0, -SMALL - cap - 3.5), cap,
                               anchor="start", bold=True), cap + SMALL + 5)


def _machine_line(machine: Machine) -> str:
    """The machine in one line."""
    across, down = machine.bed
    return f"{machine.name}: {machine.about}; {machine.watts} W, bed {across:g} x {down:g} mm"


def _sheet_table(work: JobContent, sheets: Sequence[JobSheetEntry], before: int, width: float) -> TextBlock:
    """The table of some sheets, of which `before` precede them: file, material, size, parts and time of each. The sum
    follows the last sheet of the job."""
    cols = columns(width, (7, False), (56, False), (38, False), (30, False), (14, True), (20, True))
    rows = []
    for n, job_sheet in enumerate(sheets, before + 1):
        sheet, stock = job_sheet.sheet, job_sheet.stock
        rows.append(
            [
                TableCell(str(n), bold=True),
                TableCell(job_sheet.files[0], bold=True),
                TableCell(stock.key, stock.colour),
                TableCell(f"{sheet.width:g} x {sheet.height:g} mm"),
                TableCell(str(len(sheet.placements))),
                TableCell(time_words(job_sheet.time.total)),
            ]
        )
    heads = ["", "file", "put in", "sheet", "parts", "time"]
    count = sum(len(job_sheet.sheet.placements) for job_sheet in work.sheets)
    time = sum(job_sheet.time.total for job_sheet in work.sheets)
    total = [*[TableCell("")] * 4, TableCell(str(count), bold=True), TableCell(time_words(time), bold=True)]
    is_last = before + len(sheets) == len(work.sheets) > 1
    return table(cols, heads, [*rows, *([total] if is_last else [])])
