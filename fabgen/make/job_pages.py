"""Sheets, their times and how things go together → the pages of a job sheet: what a person takes to the laser.

It reads in ten seconds: which file, which sheet, how long, what first. One page tells of the whole job, one of each
sheet, the last ones of putting together. Figures are those of the files; nothing is decided here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from fabgen.artwork.drawing import Drawing, Role, Shape, draw, together, write
from fabgen.artwork.part import Part
from fabgen.artwork.path import Path, line, rectangle, span
from fabgen.base import plural, words
from fabgen.make.estimate import Bill, Estimate, minutes
from fabgen.make.frame import Page, Placed, fitted, paragraph, wrapped
from fabgen.make.machine import Machine, Operation
from fabgen.make.material import Stock
from fabgen.make.paper import Paper
from fabgen.make.room import turned
from fabgen.make.safety import first_steps, hazards
from fabgen.make.sheet import Placement, Sheet
from fabgen.make.theme import Theme
from fabgen.make.typeset import (
    DISPLAY,
    HEAD,
    LEAD,
    SMALL,
    Block,
    Cell,
    columns,
    heading,
    listed,
    name_in,
    stacked,
    table,
)
from fabgen.units import number

MARGIN = 5.0  # mm over the paper's own
SCALES = (1, 1.25, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 8, 10, 15, 20, 25)
PICTURE = 128.0  # mm that a sheet's picture may be high
NAMES = (2.0, 1.7, 1.4, 1.15)  # mm: capitals of a name inside its part
BARS = (100, 50, 20, 10, 5, 1, 0)  # mm at true size
ENLARGED = 1.2
GUTTER = 8.0
ROLES = {Operation.ENGRAVE: Role.MOVE, Operation.SCORE: Role.GRID, Operation.CUT_INNER: Role.HOLE,
         Operation.CUT_OUTER: Role.EDGE}


@dataclass(frozen=True)
class Sheeted:
    """A sheet, what it is cut from, how long it takes, and its files."""

    sheet: Sheet
    stock: Stock
    time: Estimate
    files: tuple[str, ...]


@dataclass(frozen=True)
class Together:
    """How things are put together: a title, a drawing at true size, a sentence."""

    title: str
    drawing: Drawing
    how: str


@dataclass(frozen=True)
class Work:
    """All that a job sheet tells. `parts` are all kinds of parts by name; `fits` says whether any goes into a slot."""

    title: str
    machine: Machine
    sheets: tuple[Sheeted, ...]
    parts: Mapping[str, Part]
    bills: tuple[Bill, ...]
    assemblies: tuple[Together, ...] = ()
    remarks: tuple[str, ...] = ()
    ways: Mapping[str, float] = field(default_factory=dict, hash=False)  # to engrave, with their seconds

    @property
    def fits(self) -> bool:
        return any(part.into for part in self.parts.values())


def toned(theme: Theme, machine: Machine) -> Theme:
    """The theme with the machine's colour for each operation, under the operation's name."""
    own = {operation.value: paint.colour.lower() for operation, paint in machine.operations.items()}
    return theme.model_copy(update={"palette": {**theme.palette, **own}})


def job_pages(work: Work, paper: Paper) -> list[Page]:
    """The pages, upright."""
    bodies = [("The job", _cover(work, paper))]
    bodies += [(one.sheet.name, _sheet(work, one, paper)) for one in work.sheets]
    bodies += [("Putting together", drawing) for drawing in _putting(work, paper)]
    count = len(bodies)
    return [_page(work, paper, title, drawing, f"{n} / {count}") for n, (title, drawing) in enumerate(bodies, 1)]


def _page(work: Work, paper: Paper, title: str, body: Drawing, place: str) -> Page:
    left, bottom, width, _ = _box(paper)
    foot = write(Role.COORDINATE, f"{work.title} · job sheet", (left, bottom), SMALL, anchor="start")
    foot += write(Role.COORDINATE, place, (left + width, bottom), SMALL, anchor="end")
    top = paper.size[1] - paper.margin - MARGIN
    items = (Placed(body.moved(left, top)), Placed(foot))
    return Page(paper.size[0], paper.size[1], items, title)


def _box(paper: Paper) -> tuple[float, float, float, float]:
    """Left, bottom, width and height of what may be set."""
    edge = paper.margin + MARGIN
    return edge, edge - 4, paper.size[0] - 2 * edge, paper.size[1] - 2 * edge - 6


def _cover(work: Work, paper: Paper) -> Drawing:
    _, _, width, _ = _box(paper)
    total = sum(one.time.total for one in work.sheets)
    money = Counter[str]()
    for bill in work.bills:
        if bill.price:
            money[bill.price.currency] += bill.price.amount  # type: ignore[assignment]
    told = [plural(len(work.sheets), "sheet"), plural(sum(len(s.sheet.placements) for s in work.sheets), "part"),
            f"about {minutes(total)}", *(f"about {amount:.2f} {name}" for name, amount in sorted(money.items()))]
    head = _title(work.title, "Job sheet for the laser", width)
    facts = Block(write(Role.TITLE, fitted(" · ".join(told), HEAD, width, bold=True), (0, -HEAD), HEAD, anchor="start",
                        bold=True)
                  + paragraph(wrapped(_machine(work.machine), SMALL, width), (0, -HEAD - LEAD - 1), SMALL, LEAD),
                  HEAD + LEAD * (1 + len(wrapped(_machine(work.machine), SMALL, width))))
    half = (width - GUTTER) / 2
    first = stacked([heading("Before the first cut", half), listed(first_steps(work), half, boxes=True)], 1.5)
    care = stacked([heading("Safety", half), listed(hazards(one.stock.material for one in work.sheets), half)], 1.5)
    both = Block(first.drawing + care.drawing.moved(half + GUTTER, 0), max(first.height, care.height))
    ways = [f"{name} {spoken(seconds)}" for name, seconds in work.ways.items()]
    costs = [f"Engraving takes {words(ways, 'or')}: choose with --engrave."] if ways else []
    remarks = [*work.remarks, *costs, *work.machine.notes]
    notes = [stacked([heading("To know", width), listed(remarks, width)], 1.5)] if remarks else []
    return stacked([head, facts, _what(work, width), both, *notes], 6.0).drawing


def _title(title: str, kind: str, width: float) -> Block:
    small = write(Role.COORDINATE, kind, (0, -SMALL), SMALL, anchor="start")
    cap = DISPLAY
    return Block(small + write(Role.TITLE, fitted(title, cap, width, bold=True), (0, -SMALL - cap - 3.5), cap,
                               anchor="start", bold=True), cap + SMALL + 5)


def _machine(machine: Machine) -> str:
    across, down = machine.bed
    return f"{machine.name}: {machine.about}; {machine.watts} W, bed {across:g} x {down:g} mm"


def _what(work: Work, width: float) -> Block:
    """Every sheet: its file, what to put in, how long."""
    cols = columns(width, (7, False), (46, False), (44, False), (32, False), (16, True), (20, True))
    rows = [[Cell(str(n), bold=True), Cell(one.files[0], bold=True), Cell(one.stock.key, one.stock.colour),
             Cell(f"{one.sheet.width:g} x {one.sheet.height:g} mm"), Cell(str(len(one.sheet.placements))),
             Cell(spoken(one.time.total))] for n, one in enumerate(work.sheets, 1)]
    heads = ["", "file", "put in", "sheet", "parts", "time"]
    total = [Cell(""), Cell(""), Cell(""), Cell(""), Cell(str(sum(len(s.sheet.placements) for s in work.sheets)),
             bold=True), Cell(spoken(sum(one.time.total for one in work.sheets)), bold=True)]
    return table(cols, heads, [*rows, *([total] if len(rows) > 1 else [])])


def spoken(seconds: float) -> str:
    """A time to the second under a minute and a half, to the minute over it.

    >>> spoken(75), spoken(100)
    ('75 s', '2 min')
    """
    return f"{max(1, round(seconds))} s" if seconds < 90 else minutes(seconds)


def _sheet(work: Work, one: Sheeted, paper: Paper) -> Drawing:
    _, _, width, height = _box(paper)
    sheet = one.sheet
    number_ = work.sheets.index(one) + 1
    head = heading(f"{number_}   {one.files[0]}", width)
    head = Block(head.drawing + write(Role.TITLE, spoken(one.time.total), (width, -HEAD), HEAD, anchor="end",
                                      bold=True), head.height)
    facts = _facts(work, one, width)
    kinds = list(dict.fromkeys(placement.part for placement in sheet.placements))
    picture = _picture(work, sheet, kinds, width)
    left = (width - GUTTER) * 0.56
    behind = any(work.parts[kind].mirrored for kind in kinds if kind in work.parts)
    rows = stacked([heading("Settings: test first", left), _settings(work, one, left), _order(work, left, behind)], 2.0)
    room = height - picture.height - 30
    cut = stacked([heading("Cut list", width - GUTTER - left),
                   _cut_list(work, sheet, kinds, width - GUTTER - left, room)], 2.0)
    below = Block(rows.drawing + cut.drawing.moved(left + GUTTER, 0), max(rows.height, cut.height))
    blocks = [head, facts, picture, below]
    near = _detail(work, sheet, kinds, width, height - sum(block.height + 4 for block in blocks) - 8)
    return stacked([*blocks, *near], 4.0).drawing


def _facts(work: Work, one: Sheeted, width: float) -> Block:
    sheet, material = one.sheet, one.stock.material
    thick = f"measured {material.measured:g} mm" if material.measured else "not measured"
    told = [f"{one.stock.key}, {sheet.width:g} x {sheet.height:g} mm, thickness {thick}",
            f"a kerf of {sheet.kerf:g} mm is compensated: set the program's own to 0"]
    told += [f"parts fill {filled(work, sheet):.0%} of it"]
    told += [f"all of them take {sheet.nesting}"] if sheet.nesting else []
    told += [f"the same sheet in {words(one.files[1:], 'or')}"] if len(one.files) > 1 else []
    swatch = draw(Role.SHADE, rectangle(0, -SMALL - 0.5, 3, 3), tone=one.stock.colour)
    lines = wrapped(" · ".join(told), SMALL, width - 4.6)
    return Block(swatch + paragraph(lines, (4.6, -SMALL), SMALL, LEAD), SMALL + 1 + LEAD * (len(lines) - 1))


def filled(work: Work, sheet: Sheet) -> float:
    """The share of a sheet that its parts take, their holes included."""
    areas = (sum(abs(path.area()) for path in _edges(work.parts[spot.part])) for spot in sheet.placements
             if spot.part in work.parts)
    return sum(areas) / (sheet.width * sheet.height)


def _edges(part: Part) -> list[Path]:
    return [path for item in part.drawing.only(Role.EDGE).items if isinstance(item, Shape) for path in item.paths]


def _picture(work: Work, sheet: Sheet, kinds: Sequence[str], width: float) -> Block:
    """The whole sheet at a round scale, in the machine's colours."""
    whole = (0.0, 0.0, sheet.width, sheet.height)
    return _seen(work, sheet, kinds, whole, _scale(whole, width, PICTURE))


def _detail(work: Work, sheet: Sheet, kinds: Sequence[str], width: float, height: float) -> list[Block]:
    """What is used of a sheet, where it can be shown at least half as large again."""
    boxes = [box_of(work.parts[spot.part], spot) for spot in sheet.placements if spot.part in work.parts]
    if not boxes or height < 30:
        return []
    x0, y0, x1, y1 = span(p for box in boxes for p in (box[:2], box[2:]))
    used = (x0 - 2, y0 - 2, x1 + 2, y1 + 2)
    whole, near = _scale((0, 0, sheet.width, sheet.height), width, PICTURE), _scale(used, width, height - 14)
    if near * ENLARGED > whole:
        return []
    return [stacked([heading("The same, larger", width), _seen(work, sheet, kinds, used, near)], 1.5)]


def _scale(box: tuple[float, float, float, float], width: float, height: float) -> float:
    least = max((box[2] - box[0]) / width, (box[3] - box[1]) / height)
    return next((scale for scale in SCALES if scale >= least), least)


def _seen(work: Work, sheet: Sheet, kinds: Sequence[str], box: tuple[float, float, float, float],
          scale: float) -> Block:
    """A box of the sheet that holds whole parts, each with its name or the number of its kind."""
    small, (x0, y0, x1, y1) = 1 / scale, box
    wide, high = (x1 - x0) * small, (y1 - y0) * small
    ground = draw(Role.ZONE, rectangle(0, 0, wide, high))
    marks = together(draw(ROLES[mark.operation], *mark.paths, tone=mark.operation.value) for mark in sheet.marks)
    names = together(_name(work.parts[spot.part], spot, kinds.index(spot.part) + 1, small)
                     for spot in sheet.placements if spot.part in work.parts)
    shown = ground + (marks.scaled(small) + names).moved(-x0 * small, -y0 * small)
    told = write(Role.COORDINATE, f"1 : {scale:g}", (wide, -high - 3.6), SMALL, anchor="end")
    bar = next(length for length in BARS if length * small < 0.6 * wide)
    end = bar * small
    ruler = draw(Role.TRIM, line((0, -high - 1.6), (0, -high - 3.6), (end, -high - 3.6), (end, -high - 1.6)))
    ruler += write(Role.COORDINATE, f"{bar:g} mm", (end + 1.5, -high - 3.6), SMALL, anchor="start")
    return Block(shown.moved(0, -high) + told + ruler, high + 5)


def box_of(part: Part, spot: Placement) -> tuple[float, float, float, float]:
    """The box of a placed part's outline on its sheet."""
    x0, y0, x1, y1 = turned(part.drawing.only(Role.EDGE).bounds(), spot.turn)
    return x0 + spot.x, y0 + spot.y, x1 + spot.x, y1 + spot.y


def _name(part: Part, spot: Placement, number_: int, small: float) -> Drawing:
    x0, y0, x1, y1 = (side * small for side in box_of(part, spot))
    wide, high = x1 - x0, y1 - y0
    room = (0.82 * wide, 0.82 * high)
    shown = name_in(f"{number_} {part.name}", *room, NAMES) or name_in(str(number_), *room, NAMES)
    return shown.moved((x0 + x1) / 2, (y0 + y1) / 2) if shown else Drawing()


def _settings(work: Work, one: Sheeted, width: float) -> Block:
    """Operations in working order: colour, speed, power, passes, time."""
    cols = columns(width, (5.5, False), (25, False), (16, False), (12, True), (10, True), (14, True), (15, True))
    rows = []
    for n, operation in enumerate(o for o in work.machine.order if o in one.time.seconds):
        setting, colour = one.sheet.settings.get(operation), work.machine.operations[operation].colour
        told = (f"{setting.speed:g}", f"{setting.power:g}", str(setting.passes)) if setting else ("?", "?", "?")
        rows.append([Cell(str(n + 1), bold=True), Cell(operation.value, operation.value), Cell(colour.upper()),
                     *map(Cell, told), Cell(spoken(one.time.seconds[operation]))])
    return table(cols, ["", "operation", "colour", "mm/s", "%", "passes", "time"], rows)


ORDERS = {
    "file": "The program keeps the order of the file.",
    "colour": "The program runs one colour after the other: see that its list stands in this order.",
    "inside-out": "The program cuts what lies inside first.",
}


def _order(work: Work, width: float, behind: bool) -> Block:
    lines = ["Engrave, score, then cut holes, then outlines: a part that is cut free may shift.",
             ORDERS[work.machine.sorts]]
    mirrored = "Parts marked `back` are made from behind: they look mirrored here, and right through the sheet."
    return listed([*lines, *([mirrored] if behind else [])], width)


def _cut_list(work: Work, sheet: Sheet, kinds: Sequence[str], width: float, room: float) -> Block:
    """Kinds of parts with their numbers in the picture, counts and sizes; as many as there is room for."""
    counts = Counter(spot.part for spot in sheet.placements)
    cols = columns(width, (6, False), (38, False), (11, True), (20, True))
    rows = [[Cell(str(n), bold=True), Cell(name + (" · back" if work.parts[name].mirrored else "")),
             Cell(str(counts[name])), Cell(_size(work.parts[name]))]
            for n, name in enumerate(kinds, 1) if name in work.parts]
    most = max(3, int(room / 5.4) - 2)
    if len(rows) > most:
        rows = [*rows[: most - 1], [Cell(""), Cell(f"and {len(rows) - most + 1} more kinds, see job.json"), Cell(""),
                                    Cell("")]]
    return table(cols, ["", "part", "count", "mm"], rows)


def _size(part: Part) -> str:
    width, height = part.drawing.only(Role.EDGE).size()
    return f"{number(width, 1)} x {number(height, 1)}"


def _putting(work: Work, paper: Paper) -> Iterator[Drawing]:
    """Drawings of how things go together, in rows of three, as many pages as it takes."""
    _, _, width, height = _box(paper)
    half = (width - 2 * GUTTER) / 3
    cells = [_put(one, half) for one in work.assemblies]
    rows = [cells[n : n + 3] for n in range(0, len(cells), 3)]
    page: list[Block] = []
    for row in rows:
        block = Block(together(cell.drawing.moved(i * (half + GUTTER), 0) for i, cell in enumerate(row)),
                      max(cell.height for cell in row))
        if page and sum(b.height + 8 for b in (*page, block)) > height - 12:
            yield _headed(page, width)
            page = []
        page.append(block)
    if page:
        yield _headed(page, width)


def _headed(blocks: Sequence[Block], width: float) -> Drawing:
    return stacked([heading("Putting together", width), *blocks], 8.0).drawing


def _put(one: Together, width: float) -> Block:
    """A drawing that is as wide as its column, under its title, over its sentence."""
    x0, y0, x1, y1 = one.drawing.bounds()
    scale = min(1.0, width / (x1 - x0), 95 / (y1 - y0))
    title = write(Role.TITLE, fitted(one.title, SMALL, width, bold=True), (0, -SMALL), SMALL, anchor="start",
                  bold=True)
    high = (y1 - y0) * scale
    picture = one.drawing.moved(-x0, -y1).scaled(scale).moved(0, -SMALL - 4)
    lines = wrapped(one.how, SMALL, width)
    how = paragraph(lines, (0, -2 * SMALL - 8 - high), SMALL, LEAD)
    return Block(title + picture + how, 2 * SMALL + 8 + high + LEAD * len(lines))


__all__ = ["Sheeted", "Together", "Work", "box_of", "filled", "job_pages", "spoken", "toned"]
