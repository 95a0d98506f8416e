"""A job → the first page of its sheet: which file on which sheet, how long, what it costs, what to do first and what to
beware of; as many pages as that takes. mm, blocks hang from their tops.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from fabgen.artwork.drawing import Drawing, Role, write
from fabgen.base import plural, words
from fabgen.laser.estimate import BY_PART, format_minutes
from fabgen.make.frame import fitted, paragraph, wrapped
from fabgen.make.machine import Machine
from fabgen.make.safety import first_steps, hazards
from fabgen.make.typeset import DISPLAY, HEAD, LEAD, SMALL, Block, Cell, columns, heading, listed, stacked, table
from fabgen.make.work import JOIN, LIFT, NOW, Sheeted, Work, spoken

GUTTER, COVER = 8.0, 6.0  # mm between columns, and between blocks
ROWS = 30  # of a table of sheets on one page


def cover(work: Work, width: float, height: float) -> list[Drawing]:
    """What tells of the whole job: a page, or as many as it takes."""
    total = sum(one.time.total for one in work.sheets)
    money = Counter[str]()
    for bill in work.bills:
        if bill.price:
            money[bill.price.currency] += bill.price.amount  # type: ignore[assignment]
    told = [plural(len(work.sheets), "sheet"), plural(sum(len(s.sheet.placements) for s in work.sheets), "part"),
            f"about {format_minutes(total)} of laser, {format_minutes(work.handling)} of handwork",
            *(f"about {amount:.2f} {name}" for name, amount in sorted(money.items()))]
    head = _title(work.title, "Job sheet for the laser", width)
    facts = Block(write(Role.TITLE, fitted(" · ".join(told), HEAD, width, bold=True), (0, -HEAD), HEAD, anchor="start",
                        bold=True)
                  + paragraph(wrapped(_machine(work.machine), SMALL, width), (0, -HEAD - LEAD - 1), SMALL, LEAD),
                  HEAD + LEAD * (1 + len(wrapped(_machine(work.machine), SMALL, width))))
    half = (width - GUTTER) / 2
    remarks = _remarks(work)
    first = stacked([heading("Before the order" if work.machine.service else "Before the first cut", half),
                     listed(first_steps(work), half, boxes=True)], 1.5)
    kinds = [one.stock.material for one in work.sheets]
    care = stacked([heading("Safety", half), listed(hazards(kinds, at_home=not work.machine.service), half)], 1.5)
    wide, narrow = ([stacked([heading("To know", w), listed(remarks, w)], 1.5)] if remarks else []
                    for w in (width, half))
    tables = [_what(work, work.sheets[n : n + ROWS], n, width) for n in range(0, len(work.sheets), ROWS)]
    before = [head, facts, *tables]
    tries = [[*before, _beside(first, care, half), *wide],  # where that is too long, remarks fill the shorter column
             [*before, _beside(stacked([first, *narrow], COVER), care, half)]]
    return min((_paged(blocks, height) for blocks in tries), key=len)


def _remarks(work: Work) -> list[str]:
    """What a person should know of this job, of ways to engrave, and of the machine."""
    joined = f", {JOIN:g} s to put one into another" if work.joined else ""
    hand = f"Handwork is a rough guess: {LIFT:g} s to lift a part and peel it{joined}; glue and paint come on top."
    return [_sentence(text) for text in (*work.remarks, *_ways(work), hand, *work.machine.notes)]


def _ways(work: Work) -> Iterator[str]:
    """How long engraving takes, and other ways to mark."""
    if NOW in work.ways:
        others = [f"{name} {spoken(seconds)}" for name, seconds in work.ways.items() if name not in (NOW, BY_PART)]
        yield f"Engraving takes {spoken(work.ways[NOW])}; marked in another way (--engrave), {words(others, 'or')}."
        if BY_PART in work.ways:
            yield f"A program that fills part by part takes {spoken(work.ways[BY_PART])} to engrave."


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _beside(left: Block, right: Block, half: float) -> Block:
    return Block(left.drawing + right.drawing.moved(half + GUTTER, 0), max(left.height, right.height))


def _paged(blocks: Sequence[Block], height: float) -> list[Drawing]:
    """Blocks below each other, on as many pages as it takes."""
    pages = list[list[Block]]([[]])
    for block in blocks:
        if stacked([*pages[-1], block], COVER).height > height:
            pages.append([])
        pages[-1].append(block)
    return [stacked(page, COVER).drawing for page in pages]


def _title(title: str, kind: str, width: float) -> Block:
    small = write(Role.COORDINATE, kind, (0, -SMALL), SMALL, anchor="start")
    cap = DISPLAY
    return Block(small + write(Role.TITLE, fitted(title, cap, width, bold=True), (0, -SMALL - cap - 3.5), cap,
                               anchor="start", bold=True), cap + SMALL + 5)


def _machine(machine: Machine) -> str:
    across, down = machine.bed
    return f"{machine.name}: {machine.about}; {machine.watts} W, bed {across:g} x {down:g} mm"


def _what(work: Work, sheets: Sequence[Sheeted], before: int, width: float) -> Block:
    """Some sheets, `before` how many stand before them: files, what to put in, how long; the sum after the last."""
    cols = columns(width, (7, False), (56, False), (38, False), (30, False), (14, True), (20, True))
    rows = [[Cell(str(n), bold=True), Cell(one.files[0], bold=True), Cell(one.stock.key, one.stock.colour),
             Cell(f"{one.sheet.width:g} x {one.sheet.height:g} mm"), Cell(str(len(one.sheet.placements))),
             Cell(spoken(one.time.total))] for n, one in enumerate(sheets, before + 1)]
    heads = ["", "file", "put in", "sheet", "parts", "time"]
    count, time = sum(len(s.sheet.placements) for s in work.sheets), sum(one.time.total for one in work.sheets)
    total = [*[Cell("")] * 4, Cell(str(count), bold=True), Cell(spoken(time), bold=True)]
    last = before + len(sheets) == len(work.sheets) > 1
    return table(cols, heads, [*rows, *([total] if last else [])])
