"""A game and what its user asks of the job (a cell, one sheet, a time) → options that give it, or why none do.

A cell is tried against everything that a build would refuse; a sheet and a time by nesting the parts for real.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial

from fabgen.artwork.drawing import Role
from fabgen.artwork.part import Part
from fabgen.check.fewer_sheets import find_cell_for_papers
from fabgen.check.pieces import find_piece_errors
from fabgen.check.size_requirements import HALF_CELLS, WHOLE_CELLS, SizeRequirements
from fabgen.check.size_search import Requirement, find_size
from fabgen.core.english import count_things, join_words
from fabgen.core.problems import FabgenError, Location, Problem, problem_error
from fabgen.core.units import format_number
from fabgen.laser.estimate import estimate_sheet, format_minutes
from fabgen.laser.job import LaserJob, make_laser_job
from fabgen.laser.second_sides import make_second_sides
from fabgen.laser.selection import chosen_parts
from fabgen.laser.sheet import LaserSheet
from fabgen.materials.operations import Operation
from fabgen.paper.print_and_play import make_kit
from fabgen.paper.tile_sheets import POSTER
from fabgen.spec.board import CELL_SIZES
from fabgen.spec.build_options import Options, SheetSize
from fabgen.spec.cell_size import resize_cells
from fabgen.spec.load import Spec
from fabgen.typeset.papers import load_paper

SIMPLER = ("hatch:0.2mm", "hatch:0.3mm", "hatch:0.4mm", "hatch", "outline", "single-line")  # the fullest first
FULLEST = 0.8  # of a sheet's area: parts never fill more of it


def choose_cell_size(spec: Spec, options: Options, *, is_print_only: bool = False) -> Options:
    """The options with the cell that they ask for: their own one, or the largest with which all parts of each material
    are on one sheet. Where only print-and-play is made, nothing is asked of the cell that paper does not need. Raises
    FabgenError with one Problem that says what would do."""
    trials = CellTrials(spec, options, is_print_only)
    if options.fewer_sheets:
        return _save_sheets(trials)
    if options.fit_sheet:
        return _fit_sheet(spec, options, options.fit_sheet)
    if options.cell is not None:
        _check_cell(trials, options.cell)
    return options


@dataclass(frozen=True)
class CellTrials:
    """The tries of a game with cells of other sizes, under some options; `is_print_only`: on paper alone. What is wrong
    with the game as it is is left out: its check reports it."""

    spec: Spec
    options: Options
    is_print_only: bool = False

    def objection(self, cell: float) -> str:
        """What is wrong with cells of a size; empty where nothing is."""
        needs = self._needs(SizeRequirements.of_options(self.with_cell(cell), self.options))
        objection = next((what for needed in needs if needed.name not in self.hopeless
                          and (what := needed.objection(cell))), "")
        return objection if objection or self.is_print_only else self._piece_fault(cell)

    def _needs(self, sizes: SizeRequirements) -> tuple[Requirement[float], ...]:
        return sizes.paper_cells if self.is_print_only else sizes.cells

    def any_objection(self, cell: float) -> str:
        """Any of the things that are wrong with cells of a size, whichever is found most quickly; empty where nothing
        is."""
        return (not self.is_print_only and self._piece_fault(cell)) or self.objection(cell)

    def _piece_fault(self, cell: float) -> str:
        """The first error of the pieces whose bases are resized with their cells; empty without one, and where the game
        as it is has errors of its own."""
        if self._has_piece_errors:
            return ""
        return next(find_piece_errors(self.with_cell(cell)), "")

    @cached_property
    def _has_piece_errors(self) -> bool:
        """Whether the pieces of the game as it is have errors."""
        return any(find_piece_errors(self.spec))

    @cached_property
    def part_count(self) -> int:
        """The number of parts of the game as it is, on the sheets of the options."""
        job = make_laser_job(self.spec, self.options)
        return sum(part.count for part in chosen_parts(self.spec, job.fit, self.options))

    @cached_property
    def hopeless(self) -> frozenset[str]:
        """The names of what the game as it is fails already."""
        sizes = SizeRequirements.of_options(self.spec, self.options)
        return frozenset(needed.name for needed in self._needs(sizes) if not needed.is_met(sizes.cell))

    def with_cell(self, cell: float) -> Spec:
        """The game with cells of a size."""
        return replace(self.spec, game=resize_cells(self.spec.game, cell))

    def range_in_words(self) -> str:
        """The cells, in whole mm, with which nothing is wrong."""
        good = Requirement("the cells", self.objection)
        smallest, largest = (find_size(cells, [good]).size for cells in (WHOLE_CELLS, WHOLE_CELLS[::-1]))
        return f"{smallest:g} to {largest:g} mm" if smallest and largest else "none"


def _check_cell(trials: CellTrials, cell: float) -> None:
    """Raises FabgenError with one Problem for a cell that does not serve."""
    low, high = CELL_SIZES
    what = "" if low <= cell <= high else f"cells are {low:g} to {high:g} mm"
    what = what or trials.objection(cell)
    if what:
        raise problem_error(f"--cell {cell:g}mm does not serve this game: {what}",
                            f"cells that do: {trials.range_in_words()}", Location())


def _save_sheets(trials: CellTrials) -> Options:
    """The options with the largest smaller cell with which the board takes the fewest sheets on all papers together.
    Raises FabgenError with one Problem where none does, or where one stands against the game."""
    spec, options = trials.spec, trials.options
    given = [f"--{name.replace('_', '-')}" for name in ("cell", "fit_sheet") if getattr(options, name)]
    if given:
        raise problem_error(f"--fewer-sheets chooses the cell: it excludes {join_words(given)}",
                            "leave one of them out", Location())
    papers = [load_paper(name) for name in options.papers if name != POSTER]
    choice = find_cell_for_papers(spec, make_kit(spec, options), papers, trials.objection)
    cells, names = spec.game.board.cell, join_words([paper.name for paper in papers])
    if choice is None:
        raise problem_error(f"no smaller cells than {cells:g} mm save a sheet of {names or 'paper'}",
                            "leave out --fewer-sheets, or choose cells with --cell", Location())
    if what := trials.objection(choice):
        serves_on_paper = not replace(trials, is_print_only=True).objection(choice)
        hint = "on paper alone they do: add --only print" if serves_on_paper else "leave out --fewer-sheets"
        raise problem_error(f"{choice:g} mm cells would save sheets, but they do not serve this game: {what}",
                            f"{hint}; cells that do serve: {trials.range_in_words()}", Location())
    return replace(options, cell=choice)


def _fit_sheet(spec: Spec, options: Options, size: SheetSize) -> Options:
    """The options with the largest cell, in halves of a mm, with which one sheet of a size holds all parts of each
    material. Raises FabgenError with one Problem where none does."""
    given = [f"--{name}" for name in ("cell", "sheet") if getattr(options, name)]
    if given:
        raise problem_error(f"--fit-sheet chooses the cell and the sheet: it excludes {join_words(given)}",
                            "leave one of them out", Location())
    chosen = replace(options, sheet=size)
    job = make_laser_job(spec, chosen)
    if problems := job.errors(job.stock(spec.game.board.material).material):
        raise FabgenError(problems)
    trials = CellTrials(spec, chosen)
    on_sheet = Requirement("the sheet", partial(_sheet_objection, trials, chosen), "smaller")
    sound = Requirement("the game", trials.objection, "larger")
    cell = find_size(HALF_CELLS[::-1], [on_sheet, sound]).size
    if cell is None:
        # Larger cells are no way out where the board outgrows its sheet: no size is skipped here.
        sound_cell = find_size(HALF_CELLS, [Requirement("the game", trials.objection)]).size
        words = f"{size[0]:g} x {size[1]:g} mm"
        hint, why = "fabgen check says what is wrong with it", "it does not serve with any cell"
        if sound_cell:
            hint = (f"a larger sheet, more sheets of this one (--sheet {size[0]:g}x{size[1]:g}mm --cell "
                    f"{sound_cell:g}mm), or some parts (--parts)")
            why = f"its pieces and marks need cells of {sound_cell:g} mm"
            if objection := _sheet_objection(trials, chosen, sound_cell):
                why += f", and with these {objection}"
        raise problem_error(f"one sheet of {words} does not hold this game: {why}", hint, Location())
    return replace(chosen, cell=cell)


def _sheet_objection(trials: CellTrials, options: Options, cell: float) -> str:
    """What keeps all parts of each material from one sheet; empty where nothing does."""
    from fabgen.laser.sheet_layout import make_sheets  # late: it loads the nester

    spec = trials.with_cell(cell)
    try:
        job = make_laser_job(spec, options)
        parts = chosen_parts(spec, job.fit, options)
        if sum(part.count for part in parts) > trials.part_count:
            return "the board would be parted further"
        if key := _overfilled_material(parts, job):
            return _name_overfilled(key, parts, job, "more than one sheet")
        counts = Counter(sheet.material for sheet in make_sheets(parts, job))
    except FabgenError as error:
        return error.problems[0].what
    key, count = max(counts.items(), key=lambda pair: pair[1])
    return _name_overfilled(key, parts, job, count_things(count, "sheet")) if count > 1 else ""


def _name_overfilled(key: str, parts: list[Part], job: LaserJob, need: str) -> str:
    """Words for a material that needs more than a sheet, with the groups of parts that are made of it."""
    groups = dict.fromkeys(part.group for part in parts if part.count and job.stock(part.material).key == key)
    return f"{key} needs {need} ({join_words(groups)})"


def _overfilled_material(parts: list[Part], job: LaserJob) -> str:
    """The key of a material whose parts are larger than what a nest ever fills of its sheet; empty without one."""
    areas: dict[str, float] = {}
    for part in parts:
        width, height = part.drawing.only(Role.EDGE).size()
        key = job.stock(part.material).key
        areas[key] = areas.get(key, 0.0) + part.count * width * height / 2  # a slim upright fills half of its box
    sheet = job.sheet or job.machine.bed
    return next((key for key, area in areas.items() if area > FULLEST * sheet[0] * sheet[1]), "")


def choose_engraving(spec: Spec, options: Options) -> Options:
    """The options with the fullest way to engrave with which the job takes no longer than they allow. Raises
    FabgenError with one Problem where none does."""
    if options.minutes is None:
        return options
    allowed, shortest_time, quickest_choice = 60 * options.minutes, math.inf, options
    choices = [options, *_simpler(options)]
    while choices:
        choice = choices.pop(0)
        times = [estimate_sheet(sheet, job.machine) for job, sheet in _job_sheets(spec, choice)]
        seconds = sum(time.total for time in times)
        if seconds <= allowed:
            return choice
        if seconds < shortest_time:
            shortest_time, quickest_choice = seconds, choice
        if choice is options and seconds - sum(time.seconds.get(Operation.ENGRAVE, 0.0) for time in times) > allowed:
            choices = choices[-1:]  # cutting alone takes longer: only the shortest time is of interest
    way = f" with --engrave {quickest_choice.engrave}" if quickest_choice.engrave else ""
    raise problem_error(
        f"this job cannot be cut in {format_number(options.minutes)} min: it takes "
        f"{format_minutes(shortest_time)}{way}, "
        "and cutting cannot be simplified",
        f"--minutes {math.ceil(shortest_time / 60)}, smaller cells (--cell), or some parts (--parts)", Location())


def _simpler(options: Options) -> list[Options]:
    """The options with each simpler way to engrave, if they leave that open."""
    return [replace(options, engrave=style) for style in SIMPLER] if options.engrave is None else []


def _job_sheets(spec: Spec, options: Options) -> Iterator[tuple[LaserJob, LaserSheet]]:
    """The sheets of a job and their second files, each with the job."""
    from fabgen.laser.sheet_layout import make_sheets  # late: it loads the nester

    job = make_laser_job(spec, options)
    parts = chosen_parts(spec, job.fit, options)
    sheets = make_sheets(parts, job)
    for sheet in (*sheets, *make_second_sides(sheets, parts, job)):
        yield job, sheet


def describe_choices(options: Options, sheets: list[LaserSheet], job: LaserJob) -> list[Problem]:
    """What was chosen for a sheet and for a time, as notes of the job."""
    notes = []
    if options.fit_sheet and options.cell:
        width, height = options.fit_sheet
        what = f"cells are {options.cell:g} mm: the largest that one sheet of {width:g} x {height:g} mm holds"
        notes.append(Problem(Location(), what, "", "warning"))
    if options.minutes is not None and options.engrave:
        total = format_minutes(sum(estimate_sheet(sheet, job.machine).total for sheet in sheets))
        what = f"engraving is simplified to `{options.engrave}`: the job takes {total}"
        notes.append(Problem(Location(), what, f"{options.minutes:g} min are allowed", "warning"))
    return notes


__all__ = ["choose_cell_size", "choose_engraving", "describe_choices"]
