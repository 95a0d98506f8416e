"""Problems of a laser job → the same, and for a board that does not fit its sheet, the cell for which it would.

The laser stage knows no game; here its words meet the spec again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from fabgen.artwork.part import Part
from fabgen.base import FabgenError, Problem
from fabgen.check import check_pieces
from fabgen.figures.board import board_size
from fabgen.make.job import Job
from fabgen.make.laser import make_sheets
from fabgen.spec.load import Spec

LEAST_CELL = 8.0  # mm: what a spec may say
STEP = 0.5  # mm between the cells that are proposed


def advised(spec: Spec, job: Job, board: Part, problems: Iterable[Problem]) -> Iterator[Problem]:
    """The Problems; those of the board's size at their place in the spec, with the cell that would fit."""
    own, hint = _alone(board, job), cell_hint(spec, job)
    for problem in problems:
        if hint and problem in own:
            yield replace(problem, where=spec.source.where("board", "cell"), hint=f"{problem.hint}\n{hint}")
        else:
            yield problem


def _alone(board: Part, job: Job) -> tuple[Problem, ...]:
    """What is wrong with the board itself, as far as the job is sound."""
    if job.problems(job.stock(board.material).material):
        return ()
    try:
        make_sheets([board], job)
    except FabgenError as error:
        return error.problems
    return ()


def cell_hint(spec: Spec, job: Job) -> str:
    """For which cell the board would fit its sheet, turned or not; empty if it fits as it is."""
    material = job.stock(spec.game.board.material).material
    room, kerf = job.room(material), job.kerf_of(material)
    (width, height), (files, ranks), side = board_size(spec.game), spec.game.grid, spec.game.board.cell
    free = max(min((across - width - kerf) / files, (down - height - kerf) / ranks)  # the share of each cell
               for across, down in ((room.across, room.down), (room.down, room.across)))
    if free >= 0:
        return ""
    cell = (side + free + 1e-6) // STEP * STEP
    if cell < LEAST_CELL:
        return f"no cell of {LEAST_CELL:g} mm or more fits this sheet"
    wrong = [p.what for p in check_pieces(_with(spec, cell)) if p.level == "error"]
    return f"a cell of {cell:g} mm would fit" + (f", but then {wrong[0]}" if wrong else "")


def _with(spec: Spec, cell: float) -> Spec:
    """The game with another cell."""
    board = spec.game.board.model_copy(update={"cell": cell})
    return replace(spec, game=spec.game.model_copy(update={"board": board}))
