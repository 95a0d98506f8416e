"""Problems of a laser job → the same, and for a board that does not fit its sheet, the cell for which it would; parts →
what their materials do not bear.

The laser stage knows no game; here its messages meet the spec again.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from fabgen.artwork.part import Part
from fabgen.base import FabgenError, Problem
from fabgen.figures.boards import board_parts
from fabgen.make.job import LaserJob
from fabgen.make.laser import make_sheets
from fabgen.make.making import Flaw, find_flaws
from fabgen.piececheck import check_pieces
from fabgen.pieceroom import with_cell_size
from fabgen.spec.load import Spec

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


