"""A kit and a paper → the largest smaller cell with which the board needs fewer sheets, and how many those are.

Borders, glue tabs, marks and rulers all take room in this calculation. Borders keep their width.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from fabgen.base import FabgenError
from fabgen.make.paper import Paper, PaperKit, load_paper
from fabgen.make.poster import POSTER
from fabgen.make.tile import tile_board
from fabgen.options import Options
from fabgen.piececheck import check_pieces
from fabgen.printing import make_kit
from fabgen.spec.load import Spec

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
        return f"{self.cell:g} mm cells need {self.sheets} sheets; {self.smaller_cell:g} mm cells need {self.fewer_sheets}"


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
