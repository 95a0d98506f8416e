"""Problems of a laser job → the same, and for a board that does not fit its sheet, the cell for which it would; parts →
what their materials do not bear.

The laser stage knows no game; here its messages meet the spec again.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, islice, pairwise

from fabgen.artwork.drawing import Role
from fabgen.artwork.paper_things import PaperKit
from fabgen.artwork.part import Part
from fabgen.check.part_flaws import Flaw, find_flaws
from fabgen.check.piece_room import with_cell_size
from fabgen.check.pieces import check_pieces
from fabgen.core.problems import FabgenError, Problem
from fabgen.figures.components.kit import board_parts
from fabgen.laser.job import LaserJob, make_laser_job
from fabgen.laser.selection import chosen_parts
from fabgen.laser.sheet_layout import make_sheets
from fabgen.paper.print_and_play import make_kit
from fabgen.paper.tile_sheets import POSTER
from fabgen.paper.tiles import tile_board
from fabgen.spec.build_options import Options
from fabgen.spec.load import Spec
from fabgen.typeset.papers import Paper, load_paper

LEAST_CELL = 8.0  # mm: the smallest that a spec may give
STEP = 0.5  # mm between the cells that are proposed


def add_cell_hints(spec: Spec, job: LaserJob, board: Sequence[Part], problems: Iterable[Problem]) -> Iterator[Problem]:
    """The Problems; those about the size of the board's parts are moved to its key in the spec, with the cell that
    would fit."""
    board_problems = _board_problems(board, job)
    hint = cell_hint(spec, job) if board_problems else ""
    for problem in problems:
        if hint and problem in board_problems:
            yield replace(problem, where=spec.source.key_location("board", "cell"), hint=f"{problem.hint}\n{hint}")
        else:
            yield problem


def making_problems(parts: Iterable[Part], job: LaserJob) -> tuple[Problem, ...]:
    """What cannot be made well: one Problem for parts that share a flaw, and one for a part that has it in several
    places. Raises FabgenError where something cannot be made at all."""
    distinct: dict[object, Flaw] = {}
    for part in parts:
        for flaw in find_flaws(part, job.stock(part.material).material) if part.count > 0 else ():
            distinct.setdefault((flaw.kind, flaw.box, flaw.message), flaw)
    alike: dict[object, list[Flaw]] = {}
    for flaw in distinct.values():
        alike.setdefault((flaw.part, flaw.message, flaw.hint, flaw.level), []).append(flaw)
    problems = tuple(_merge_alike(*group) for group in alike.values())
    if errors := [problem for problem in problems if problem.level == "error"]:
        raise FabgenError(errors)
    return problems


def _merge_alike(flaw: Flaw, *more: Flaw) -> Problem:
    """A flaw of a part as a Problem, with the number of its places if there are several."""
    problem = flaw.problem
    key = f"{problem.where.key}, one of {len(more) + 1} places" if more else problem.where.key
    return replace(problem, where=replace(problem.where, key=key))


def _board_problems(board: Sequence[Part], job: LaserJob) -> tuple[Problem, ...]:
    """What is wrong with the parts of the board themselves, as far as the job is sound."""
    if any(job.errors(job.stock(part.material).material) for part in board):
        return ()
    try:
        make_sheets(board, job)
    except FabgenError as error:
        return error.problems
    return ()


def cell_hint(spec: Spec, job: LaserJob, *, parting: bool = True) -> str:
    """For which cell the board would fit its sheets, turned or not, parted where it may be; empty if it fits as it is.

    With `parting`, the hint also proposes to let the board be parted, where the spec forbids it and that would help.
    """
    side = spec.game.board.cell
    if _fits(spec, job, side):
        return ""
    low, high = math.ceil(LEAST_CELL / STEP) - 1, math.ceil(side / STEP)
    while high - low > 1:  # binary search: all cells below a certain size fit
        middle = (low + high) // 2
        low, high = (middle, high) if _fits(spec, job, middle * STEP) else (low, middle)
    cell = low * STEP
    if cell < LEAST_CELL:
        return f"no cell of {LEAST_CELL:g} mm or more fits this sheet"
    mistakes = [problem.what for problem in check_pieces(with_cell_size(spec, cell)) if problem.level == "error"]
    parted = "let it be parted (take `split: never` out), or " if parting and _would_fit_parted(spec, job) else ""
    return f"{parted}a cell of {cell:g} mm would fit" + (f", but then {mistakes[0]}" if mistakes else "")


def _would_fit_parted(spec: Spec, job: LaserJob) -> bool:
    """Whether a board that must not be parted would fit if it were."""
    board = spec.game.board
    if board.split != "never":
        return False
    parted = spec.game.model_copy(update={"board": board.model_copy(update={"split": "auto"})})
    return _fits(replace(spec, game=parted), job, board.cell)


def _fits(spec: Spec, job: LaserJob, cell: float) -> bool:
    """Whether the sheets hold every part of the board with cells of a side in mm."""
    return all(job.holds_part(part) for part in board_parts(with_cell_size(spec, cell), job.fit))


CELL_STEP = 0.5  # mm between the cells that are proposed
LEAST_SHARE = 0.7  # of the cell: a smaller board is another game


@dataclass(frozen=True)
class SmallerCell:
    """The cell in mm and the sheets that its board takes, and the same for a smaller cell."""

    cell: float
    sheets: int
    smaller_cell: float
    fewer_sheets: int

    def __str__(self) -> str:
        return (
            f"{self.cell:g} mm cells need {self.sheets} sheets; {self.smaller_cell:g} mm cells need {self.fewer_sheets}"
        )


def find_smaller_cell(kit: PaperKit, paper: Paper) -> SmallerCell | None:
    """The largest smaller cell with which the board takes fewer sheets. None where the board is on one sheet or has no
    seams, or where no cell of at least 0.7 of its size saves a sheet."""
    gaps = [step for low, high, seams in _axes(kit) for step in _steps(low, high, seams)[1:-1]]
    sheets = _count_sheets(kit, paper, 0.0)
    cell = min(gaps, default=0.0)
    if not cell or not sheets or sheets == 1:
        return None
    smaller = cell // CELL_STEP * CELL_STEP if cell % CELL_STEP else cell - CELL_STEP
    # Each cell is tried, because a smaller one may need more sheets where its seams fall worse.
    while smaller >= LEAST_SHARE * cell - 1e-9:
        count = _count_sheets(kit, paper, cell - smaller)
        if count and count < sheets:
            return SmallerCell(cell, sheets, smaller, count)
        smaller -= CELL_STEP
    return None


def _axes(kit: PaperKit) -> list[tuple[float, float, Sequence[float]]]:
    x0, y0, x1, y1 = kit.board.bounds()
    return [(x0, x1, kit.seams_x), (y0, y1, kit.seams_y)]


def _steps(low: float, high: float, seams: Sequence[float]) -> list[float]:
    return [b - a for a, b in pairwise([low, *sorted(seams), high])]


def _count_sheets(kit: PaperKit, paper: Paper, less: float) -> int | None:
    """How many sheets the board takes with every cell `less` mm smaller. None where no sheet holds a cell."""
    across, up = (list(accumulate((step - less for step in _steps(*axis)), initial=0.0)) for axis in _axes(kit))
    try:
        return len(tile_board((0.0, 0.0, across[-1], up[-1]), across[1:-1], up[1:-1], paper).tiles)
    except FabgenError:
        return None


def offer_smaller_cells(spec: Spec, kit: PaperKit, options: Options) -> tuple[str, ...]:
    """A line for each paper on which a smaller cell would save sheets, with what would be wrong with that cell.

    Only boards of squares are tried: other boards have seams in more places than between cells.
    """
    if not spec.game.board.grid:
        return ()
    choices = [(name, find_smaller_cell(kit, load_paper(name))) for name in options.papers if name != POSTER]
    return tuple(
        f"{load_paper(name).name}: {choice}{_objection(spec, options, choice)}" for name, choice in choices if choice
    )


def _objection(spec: Spec, options: Options, choice: SmallerCell) -> str:
    """The first problem that the smaller cell would cause, in words to add to its line; empty without one."""
    board = spec.game.board.model_copy(update={"cell": choice.smaller_cell})
    smaller = replace(spec, game=spec.game.model_copy(update={"board": board}))
    problems = [problem for problem in check_pieces(smaller) if problem.level == "error"]
    if not problems:
        try:
            make_kit(smaller, options)
        except FabgenError as error:
            problems = list(error.problems)
    return f", but then {problems[0].what}" if problems else ""


SCRAP_STEP, LEAST_SCRAP_SIDE = 10.0, 40.0  # mm: sides of the sheets that are tried
MOST_TRIES = 4
Size = tuple[float, float]


def with_scrap_size(spec: Spec, options: Options) -> Options:
    """The options, with the smallest sheet that holds the job if it is a fit test.

    Raises nothing where the job has errors: the build reports them.
    """
    if not options.fit_test or options.scrap:
        return options
    try:
        job = make_laser_job(spec, options)
        parts = chosen_parts(spec, job.fit, options)
    except FabgenError:
        return options
    likely_sizes = islice(_sheet_sizes(parts, job), MOST_TRIES)
    return next((replace(options, scrap=size) for size in likely_sizes if _holds_parts(parts, job, size)), options)


def _sheet_sizes(parts: Sequence[Part], job: LaserJob) -> Iterator[Size]:
    """The sizes of sheets on which the parts of each material fit in rows, smallest first. A sheet is at least as wide
    as high and at most twice as wide."""
    across, down = job.sheet or job.machine.bed
    sides = [
        LEAST_SCRAP_SIDE + SCRAP_STEP * n for n in range(math.ceil((max(across, down) - LEAST_SCRAP_SIDE) / SCRAP_STEP))
    ]
    sizes = [(w, h) for h in sides for w in sides if h <= w <= 2 * h and w <= across and h <= down]
    for size in sorted(sizes, key=lambda size: (size[0] * size[1], size[0])):
        if all(_fit_in_rows([part for part in parts if part.material == key], job, size)
                            for key in dict.fromkeys(part.material for part in parts)):
            yield size


def _fit_in_rows(parts: Sequence[Part], job: LaserJob, sheet: Size) -> bool:
    """True if the boxes of parts of one material, long sides level, fit a sheet in rows, the highest boxes first."""
    material = job.stock(parts[0].material).material
    room, gap = job.room(material), job.room(material).spacing + job.kerf_of(material)
    wide, high = (side - 2 * room.margin + room.spacing for side in sheet)
    sizes = [part.drawing.only(Role.EDGE).size() for part in parts for _ in range(part.count)]
    x = y = row = 0.0
    for deep, long in sorted((min(size) + gap, max(size) + gap) for size in sizes)[::-1]:
        if x + long > wide:
            x, y, row = 0.0, y + row, 0.0
        row, x = max(row, deep), x + long
        if x > wide or y + row > high:
            return False
    return True


def _holds_parts(parts: Sequence[Part], job: LaserJob, size: Size) -> bool:
    """True if one sheet of this size holds all parts of each material. Nests them for real."""
    from fabgen.laser.sheet_layout import make_sheets

    try:
        sheets = make_sheets(parts, replace(job, sheet=size))
    except FabgenError:
        return False
    return len({sheet.material for sheet in sheets}) == len(sheets)
