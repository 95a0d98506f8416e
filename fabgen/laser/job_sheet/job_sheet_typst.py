"""The content of a job sheet and its paper → the Typst project that sets it: settings, pictures, text.

It shows in ten seconds which file goes on which sheet, how long it takes and what to do first. The first page is about
the whole job, the next ones are about one sheet each, the last ones about the assembly. All numbers are those of the
files. `job_sheet.typ` says how it looks and where pages break.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from importlib.resources import files

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape
from fabgen.artwork.export.typst import PlacedDrawing, quote, write_boxes, write_colour, write_mm
from fabgen.artwork.part import Part
from fabgen.artwork.path import Path
from fabgen.artwork.text import point_size, replace_missing
from fabgen.artwork.themes import Theme, resolve_ink
from fabgen.core.english import join_words
from fabgen.core.languages import Catalogue
from fabgen.core.units import format_number
from fabgen.laser.estimate import format_minutes
from fabgen.laser.job_sheet.advice import list_first_steps, list_hazards, list_remarks
from fabgen.laser.job_sheet.assembly_pictures import GUTTER, draw_assembly
from fabgen.laser.job_sheet.sheet_picture import draw_sheet
from fabgen.laser.job_sheet.type_sizes import DISPLAY, HEAD, LEAD, SMALL
from fabgen.laser.job_sheet.work import AssemblyInstructions, JobContent, JobSheetEntry, time_words
from fabgen.laser.machine import Machine
from fabgen.laser.nest.layout import describe_shape
from fabgen.laser.sheet import LaserSheet
from fabgen.materials.operations import Operation
from fabgen.typeset.papers import Paper
from fabgen.typeset.typst_markup import split_language, write_text
from fabgen.typeset.typst_process import MAIN

MARGIN = 5.0  # mm in addition to the paper's own margin
PICTURE = 128.0  # mm: the greatest height of a sheet's picture
GAME_PICTURE = "game.jpg"  # the file of the picture on the first page
FUNCTIONS = ("job-sheet", "cover", "sheet-page", "assembly", "thing", "section", "swatch", "points", "ticks",
             "words-table")  # of job_sheet.typ
LONGEST_OPTION = 16  # letters before a hyphen, and after it, of an option or a command that is not divided
TITLE_LETTERS = 24  # what a line of the title holds: a longer word may be divided
CELL_LETTERS = 20  # what a column of a table holds: a longer word may be divided
# For Typst: the number of pages, and the names of the empty boxes on them.
LAYOUT = "(query(<page-count>).first().value, query(<picture>).map(it => it.value))"
Shares = Sequence[tuple[float, bool]]  # of a table's width, for each column, and whether that holds numbers
ORDERS = {"file": "job_sorts_file", "colour": "job_sorts_colour", "inside-out": "job_sorts_inside_out"}
OPERATIONS = {
    Operation.ENGRAVE: "operation_engrave", Operation.SCORE: "operation_score",
    Operation.CUT_INNER: "operation_cut_inner", Operation.CUT_OUTER: "operation_cut_outer",
}
_QUOTED, _QUOTES = re.compile(r"`([^`]*)`"), "\N{LEFT DOUBLE QUOTATION MARK}\\1\N{RIGHT DOUBLE QUOTATION MARK}"


def with_machine_colours(theme: Theme, machine: Machine) -> Theme:
    """The theme with the machine's colour for each operation, under the operation's name."""
    colours = {operation.value: paint.colour.lower() for operation, paint in machine.operations.items()}
    return theme.model_copy(update={"palette": {**theme.palette, **colours}})


class JobSheetProject:
    """A job sheet on upright paper as files of a Typst project. `game_picture`: the finished game as a JPEG file; empty
    for a job sheet without it."""

    def __init__(self, work: JobContent, paper: Paper, game_picture: bytes = b"") -> None:
        self.work, self.paper, self.words, self.game_picture = work, paper, work.words, game_picture
        self.title = work.words.text("job_fit_test", title=work.title) if work.is_fit_test else work.title
        self.margin = paper.margin + MARGIN
        self.width = paper.size[0] - 2 * self.margin
        self.pictures: dict[str, PlacedDrawing] = {}
        self.tones = dict[str, None]()  # those of swatches, in their order
        self.text = "".join(self._write())

    def files(self, theme: Theme, shown_pictures: Collection[str] = ()) -> dict[str, str | bytes]:
        """Name → contents of each file. Only the pictures of these names are drawn: of those of an assembly, the pages
        need one. The others are empty boxes of their sizes, which tell LAYOUT their names."""
        theme = with_machine_colours(theme, self.work.machine)
        boxes = {name: picture for name, picture in self.pictures.items() if name in shown_pictures}
        empty_boxes = "".join(_empty_box(name, picture) for name, picture in self.pictures.items() if name not in boxes)
        return {
            MAIN: self.text,
            "settings.typ": self._settings(theme),
            "pictures.typ": write_boxes(boxes, theme) + empty_boxes,
            "job_sheet.typ": (files("fabgen") / "laser" / "job_sheet" / "job_sheet.typ").read_text("utf-8"),
            **({GAME_PICTURE: self.game_picture} if self.game_picture else {}),
        }

    def _settings(self, theme: Theme) -> str:
        """What the job and the paper decide, for the functions of `job_sheet.typ`."""
        inks = {name: resolve_ink(theme, role, "") for name, role in
                (("ink", Role.NOTE), ("soft", Role.COORDINATE), ("light", Role.CUT_LINE))}
        shades = {tone: resolve_ink(theme, Role.SHADE, tone) for tone in self.tones}
        colours = "".join(f"{quote(tone)}: {write_colour(shade.fill)}, " for tone, shade in shades.items()
                          if shade and shade.fill)
        language, region = split_language(self.words.language)
        values = {
            "title": quote(self.words.text("job_sheet_title", title=self.title)),
            "foot": quote(self.words.text("job_sheet_foot", title=replace_missing(self.title))),
            "language": quote(language), "region": quote(region) if region else "none",
            "about": quote(self.words.text("job_sheet_about")),
            "head": _words(self.words.text("job_sheet_head")), "job": _words(self.words.text("job_bookmark")),
            "assembly": _words(self.words.text("assembly")), "cut-list": _words(self.words.text("cut_list")),
            "paper": f"({write_mm(self.paper.size[0])}, {write_mm(self.paper.size[1])})",
            "margin": write_mm(self.margin), "gutter": write_mm(GUTTER),
            "sizes": f"({', '.join(f'{format_number(point_size(cap))}pt' for cap in (SMALL, HEAD, DISPLAY))})",
            "capital": write_mm(SMALL), "leading": write_mm(LEAD - SMALL),
            **{name: write_colour(ink.fill or ink.stroke or "#000000") for name, ink in inks.items() if ink},
            "colours": f"({colours or ':'})",
        }
        return "#let settings = (\n" + "".join(f"  {key}: {value},\n" for key, value in values.items()) + ")\n"

    def _write(self) -> Iterator[str]:
        """The whole text."""
        yield '#import "settings.typ": settings\n#import "pictures.typ": *\n#import "job_sheet.typ": make\n\n'
        yield f"#let ({', '.join(FUNCTIONS)}) = make(settings)\n#show: job-sheet\n\n"
        yield self._cover()
        for number, sheet in enumerate(self.work.sheets, 1):
            yield self._sheet_page(number, sheet)
        if self.work.assemblies:
            things = "".join(f"  {self._thing(instructions)},\n" for instructions in self.work.assemblies)
            yield f"#assembly(\n{things})\n"

    # ---- The first page

    def _cover(self) -> str:
        """The call for what the whole job is."""
        work, words, is_order = self.work, self.words, self.work.machine.service
        materials = [sheet.stock.material for sheet in work.sheets]
        lists = {
            "first": ("job_before_order" if is_order else "job_before_cut", "ticks", list_first_steps(work)),
            "care": ("job_safety", "points", list_hazards(materials, words, at_home=not is_order)),
            "know": ("job_to_know", "points", list_remarks(work)),
        }
        across, down = work.machine.bed
        machine = words.text("job_machine", name=work.machine.name, about=work.machine.about, watts=work.machine.watts,
                             width=words.number(across), height=words.number(down))
        return _call("cover", {
            "title": f"[{write_text(replace_missing(self.title), TITLE_LETTERS)}]",
            "totals": _words(" · ".join(_totals(work))),
            "machine": _words(machine),
            **self._game_picture_values(),
            "sheets": self._sheet_table(),
            **{key: _section(words.text(title), kind, items) for key, (title, kind, items) in lists.items() if items},
        })

    def _game_picture_values(self) -> dict[str, str]:
        """The picture of the finished game, and what it shows in words; nothing where there is none."""
        if not self.game_picture:
            return {}
        alt = self.words.text("alt_finished_game", title=replace_missing(self.work.title))
        return {"game-picture": f"image({quote(GAME_PICTURE)}, width: 100%)", "game-alt": quote(alt)}

    def _sheet_table(self) -> str:
        """The table of files: material, size, parts and time of each, and the sums of several. A second file goes onto
        the sheet of the first."""
        work, words, rows = self.work, self.words, list[list[str]]()
        numbers = {entry.sheet.name: str(number) for number, entry in enumerate(work.sheets, 1)}
        for entry in work.runs:
            number, time = numbers.get(entry.sheet.name), _cell(time_words(entry.time.total))
            cells = [self._swatch_cell(entry.stock.key, entry.stock.colour),
                     _cell(f"{_across(words, entry.sheet.width, entry.sheet.height)} mm"),
                     _cell(str(len(entry.sheet.placements)))] if number else [
                         _cell(words.text("job_list_turned")), "[]", "[]"]
            rows.append([_bold(number) if number else "[]", _bold(entry.files[0]), *cells, time])
        if len(rows) > 1:
            count = sum(len(entry.sheet.placements) for entry in work.sheets)
            rows.append([*["[]"] * 4, _bold(str(count)), _bold(time_words(work.laser_seconds))])
        shares: Shares = ((7, False), (56, False), (38, False), (30, False), (14, True), (20, True))
        heads = ("job_list_file", "job_list_material", "job_list_sheet", "job_list_parts", "job_list_time")
        return _table(shares, ("", *map(words.text, heads)), rows)

    # ---- The pages of sheets

    def _sheet_page(self, number: int, entry: JobSheetEntry) -> str:
        """The call for one sheet."""
        work, words, sheet = self.work, self.words, entry.sheet
        kinds = list(dict.fromkeys(placement.part for placement in sheet.placements))
        drawing = draw_sheet(work, sheet, kinds, self.width, PICTURE)
        material, *facts = _facts(work, entry)
        has_mirrored = any(work.parts[kind].mirrored for kind in kinds if kind in work.parts)
        return _call("sheet-page", {
            "name": _words(sheet.name),
            "title": f"[{write_text(str(number))} #h(2mm) {_breakable(entry.files[0])}]",
            "time": _words(time_words(entry.time.total)),
            "swatch": self._swatch(entry.stock.colour) if entry.stock.colour else "none",
            "material": _words(material),
            "facts": _words(_capitalize(" · ".join(facts))),
            "drawing": self._add_picture(drawing),
            "alt": quote(_describe_sheet(entry, len(kinds), words)),
            "operations-title": _words(words.text("job_operations" if work.machine.service else "job_settings")),
            "operations": self._operations(entry),
            "order": _list("points", _order_lines(work, has_mirrored=has_mirrored)),
            "cut-list": _cut_list(work, sheet, kinds),
            "cut-list-title": f"[{_breakable(words.text('cut_list_of', file=entry.files[0]))}]",
        })

    def _operations(self, entry: JobSheetEntry) -> str:
        """The table of operations in working order: colour, speed, power, passes, time. A service knows its own speeds:
        its table has none."""
        machine, words, rows = self.work.machine, self.words, list[list[str]]()
        for number, operation in enumerate((o for o in machine.order if o in entry.time.seconds), 1):
            numbers = [] if machine.service else [_cell(text) for text in _setting_numbers(entry, operation, words)]
            rows.append([_bold(str(number)), f"[#{self._swatch(operation.value)}{_operation_words(operation, words)}]",
                         _cell(machine.operations[operation].colour.upper()), *numbers,
                         _cell(time_words(entry.time.seconds[operation]))])
        shares: Shares = ((5.5, False), (40, False), (30, False), (20, True))
        if machine.service:
            heads = ("job_operation", "job_colour", "job_list_time")
            return _table(shares, ("", *map(words.text, heads)), rows)
        shares = ((5.5, False), (25, False), (18, False), (12, True), (9, True), (14, True), (15, True))
        operation_head, colour, passes, time = map(
            words.text, ("job_operation", "job_colour", "job_passes", "job_list_time"))
        return _table(shares, ("", operation_head, colour, "mm/s", "%", passes, time), rows)

    # ---- Assembly

    def _thing(self, instructions: AssemblyInstructions) -> str:
        """The call for one thing that is assembled."""
        names = list(dict.fromkeys(callout.name for callout in instructions.view.names))
        parts = join_words(names, self.words.text("and"))
        alt = self.words.text("alt_assembly_parts" if names else "alt_assembly", thing=instructions.title, parts=parts)
        steps = "".join(f"{_words(step)}, " for step in instructions.steps)
        drawings = [self._add_picture(drawing) for drawing in draw_assembly(instructions, self.width)]
        large = ", large: true" if instructions.is_large else ""
        return f"thing({_words(instructions.title)}, {quote(alt)}, ({steps}), {', '.join(drawings)}{large})"

    # ---- Pictures and swatches

    def _add_picture(self, drawing: Drawing) -> str:
        """The name of a picture, which is added."""
        name = f"picture-{len(self.pictures) + 1}"
        items = (replace(item, text=replace(item.text, string=replace_missing(item.text.string)))
                 if isinstance(item, Lettering) else item for item in drawing.items)
        self.pictures[name] = PlacedDrawing(Drawing(tuple(items)))
        return name

    def _swatch(self, tone: str) -> str:
        self.tones[tone] = None
        return f"swatch({quote(tone)})"

    def _swatch_cell(self, text: str, tone: str) -> str:
        """A cell with a swatch before its words, if it has a tone."""
        return f"[#{self._swatch(tone)}{_breakable(text)}]" if tone else _cell(text)


# ---- Facts in words


def _totals(work: JobContent) -> Iterator[str]:
    """What the whole job takes: sheets, parts, time and money."""
    money = Counter[str]()
    for bill in work.bills:
        if bill.price:
            money[bill.price.currency] += bill.price.amount  # type: ignore[assignment]
    words, laser_time = work.words, format_minutes(work.laser_seconds)
    yield words.count("job_sheets", len(work.sheets))
    yield words.count("job_parts", sum(len(entry.sheet.placements) for entry in work.sheets))
    yield words.text("job_times", laser=laser_time, handwork=format_minutes(work.handwork_seconds))
    for currency, amount in sorted(money.items()):
        price = f"{amount:.2f}".replace(".", words.text("decimal_sign"))
        yield words.text("job_price", amount=price, currency=currency)


def _facts(work: JobContent, entry: JobSheetEntry) -> Iterator[str]:
    """The facts about a sheet: material first, then kerf, offcuts and files."""
    words, sheet, material, file_names = work.words, entry.sheet, entry.stock.material, entry.files
    thickness = (words.text("job_measured", thickness=words.number(material.measured)) if material.measured
                 else words.text("job_not_measured"))
    yield words.text("job_material", material=entry.stock.key, width=words.number(sheet.width),
                     height=words.number(sheet.height), thickness=thickness)
    if work.chosen_sheet and work.chosen_sheet != (sheet.width, sheet.height):
        yield words.text("job_cut_area", width=words.number(work.chosen_sheet[0]),
                         height=words.number(work.chosen_sheet[1]))
    yield words.text("job_kerf", kerf=words.number(sheet.kerf))
    yield words.text("job_filled", percent=f"{100 * filled_share(work, sheet):.0f}")
    if sheet.is_offcut:
        yield words.text("job_on_stock", stock=sheet.stock_name)
    if sheet.leftover:
        yield words.text("job_left_over", shape=describe_shape(sheet.leftover, words))
    if len(file_names) > 1:
        yield words.text("job_same_sheet", files=join_words(file_names[1:], words.text("or")))


def filled_share(work: JobContent, sheet: LaserSheet) -> float:
    """The share of a sheet's area that its parts take, their holes included (0 to 1)."""
    areas = (sum(abs(path.area()) for path in _edge_paths(work.parts[spot.part])) for spot in sheet.placements
             if spot.part in work.parts)
    return sum(areas) / (sheet.width * sheet.height)


def _edge_paths(part: Part) -> list[Path]:
    """The outlines of a part."""
    return [path for item in part.drawing.only(Role.EDGE).items if isinstance(item, Shape) for path in item.paths]


def _describe_sheet(entry: JobSheetEntry, kinds: int, words: Catalogue) -> str:
    """What the picture of a sheet shows, for people who cannot see it."""
    sheet, count = entry.sheet, len(entry.sheet.placements)
    parts = words.count("job_parts", count)
    return words.text(
        "alt_sheet", file=entry.files[0], material=entry.stock.key, width=words.number(sheet.width),
        height=words.number(sheet.height),
        parts=words.count("job_parts_of_kinds", kinds, parts=parts) if count > 1 else parts)


def _operation_words(operation: Operation, words: Catalogue) -> str:
    """An operation as makers call it, with the name of its layer in the files where that is another word, as markup."""
    name, layer = words.text(OPERATIONS[operation]), operation.value
    return _breakable(name) if name == layer else f"{_breakable(name)} #box[({write_text(layer)})]"


def _capitalize(text: str) -> str:
    return text[:1].upper() + text[1:]


def _setting_numbers(entry: JobSheetEntry, operation: Operation, words: Catalogue) -> tuple[str, str, str]:
    """Speed, power and passes of an operation; question marks where nothing is known."""
    setting = entry.sheet.settings.get(operation)
    if not setting:
        return "?", "?", "?"
    return words.number(setting.speed), words.number(setting.power), str(setting.passes)


def _order_lines(work: JobContent, *, has_mirrored: bool) -> Iterator[str]:
    """How the program orders the cuts, and how to lay the sheet."""
    yield work.words.text("job_order")
    yield work.words.text(ORDERS[work.machine.sorts])
    if has_mirrored:
        yield work.words.text("job_mirrored")


def _cut_list(work: JobContent, sheet: LaserSheet, kinds: Sequence[str]) -> str:
    """The table of kinds of parts with their numbers in the picture, counts and sizes."""
    counts = Counter(spot.part for spot in sheet.placements)
    parts = [(number, work.parts[name]) for number, name in enumerate(kinds, 1) if name in work.parts]
    words = work.words
    rows = [[_bold(str(number)), _cell(words.text("job_back", part=part.title) if part.mirrored else part.title),
             _cell(str(counts[part.name])), _cell(_size(part, words))] for number, part in parts]
    heads = ("", words.text("cut_list_part"), words.text("cut_list_count"), "mm")
    return _table(((8, False), (41, False), (9, True), (22, True)), heads, rows)


def _size(part: Part, words: Catalogue) -> str:
    """The size of a part in mm, in words."""
    width, height = part.drawing.only(Role.EDGE).size()
    return _across(words, width, height, 1)


def _across(words: Catalogue, width: float, height: float, places: int = 6) -> str:
    """A width and a height in digits."""
    return f"{words.number(width, places)} x {words.number(height, places)}"


# ---- Markup


def _words(text: str) -> str:
    """Words as markup. Options and names of commands are not divided at their hyphens, long names are."""
    pieces = re.split(rf"(?<!\S)(\S{{0,{LONGEST_OPTION}}}-\S{{1,{LONGEST_OPTION}}})(?!\S)", replace_missing(text))
    words = (f"#box[{write_text(piece)}]" if n % 2 else write_text(piece) for n, piece in enumerate(pieces))
    return f"[{''.join(words)}]"


def _breakable(text: str) -> str:
    """Words as markup: long ones are divided after their hyphens, or else anywhere."""
    return "".join(write_text(piece, CELL_LETTERS) for piece in re.split(r"(?<=-)", replace_missing(text)))


def _cell(text: str) -> str:
    return f"[{_breakable(text)}]"


def _bold(text: str) -> str:
    return f"[#strong[{_breakable(text)}]]"


def _list(kind: str, items: Iterable[str]) -> str:
    """A list, with typographic quotes where a text has backquotes."""
    return f"{kind}({', '.join(_words(_QUOTED.sub(_QUOTES, item)) for item in items)})"


def _section(title: str, kind: str, items: Iterable[str]) -> str:
    return f"section{_words(title)} + {_list(kind, items)}"


def _table(shares: Shares, names: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Typst code."""
    widths = ", ".join(f"{share:g}fr" for share, _ in shares)
    sides = ", ".join("right" if is_number else "left" for _, is_number in shares)
    heads = ", ".join(_words(name) for name in names)
    cells = "".join(f"    {', '.join(row)},\n" for row in rows)
    return f"words-table(({widths}), ({sides}), ({heads}),\n{cells}  )"


def _call(name: str, values: dict[str, str]) -> str:
    return f"#{name}(\n" + "".join(f"  {key}: {value},\n" for key, value in values.items()) + ")\n\n"


def _empty_box(name: str, picture: PlacedDrawing) -> str:
    width, height = picture.size
    size = f"width: {write_mm(width)}, height: {write_mm(height)}"
    return f"#let {name} = box({size})[#metadata({quote(name)}) <picture>]\n"


__all__ = ["LAYOUT", "JobSheetProject", "filled_share", "with_machine_colours"]
