"""A kit and a paper → the largest smaller cell with which the board needs fewer sheets, and how many those are.

Reckoned with everything that takes room: borders, glue tabs, marks and rulers. Borders keep their width.
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
from fabgen.printing import kit_of
from fabgen.spec.load import Spec

STEP = 0.5  # mm between the cells that are proposed
LEAST_SHARE = 0.7  # of the cell: a smaller board is another game


@dataclass(frozen=True)
class Fewer:
    """Cells in mm, and the sheets that a board of them takes."""

    cell: float
    sheets: int
    smaller: float
    fewer: int

    def __str__(self) -> str:
        return f"{self.cell:g} mm cells need {self.sheets} sheets; {self.smaller:g} mm cells need {self.fewer}"


def fewer(kit: PaperKit, paper: Paper) -> Fewer | None:
    """None where the board is on one sheet, has no seams, or no cell of 0.7 of its own does better."""
    gaps = [step for low, high, seams in _axes(kit) for step in _steps(low, high, seams)[1:-1]]
    whole = _count(kit, paper, 0.0)
    cell = min(gaps, default=0.0)
    if not cell or not whole or whole == 1:
        return None
    first = cell // STEP * STEP if cell % STEP else cell - STEP
    cells = (first - STEP * k for k in range(int((first - LEAST_SHARE * cell) / STEP + 1e-9) + 1))
    counts = ((smaller, _count(kit, paper, cell - smaller)) for smaller in cells
              if smaller >= LEAST_SHARE * cell - 1e-9)
    # One after the other: a smaller cell may need more sheets, where its seams fall worse.
    return next((Fewer(cell, whole, smaller, found) for smaller, found in counts if found and found < whole), None)


def _axes(kit: PaperKit) -> list[tuple[float, float, Sequence[float]]]:
    x0, y0, x1, y1 = kit.board.bounds()
    return [(x0, x1, kit.seams_x), (y0, y1, kit.seams_y)]


def _steps(low: float, high: float, seams: Sequence[float]) -> list[float]:
    return [b - a for a, b in pairwise([low, *sorted(seams), high])]


def _count(kit: PaperKit, paper: Paper, less: float) -> int | None:
    """How many sheets the board takes with every cell `less` mm smaller; None where it fits none."""
    stops = [list(accumulate((step - less for step in _steps(*axis)), initial=0.0)) for axis in _axes(kit)]
    across, up = stops
    try:
        return len(tile_board((0.0, 0.0, across[-1], up[-1]), across[1:-1], up[1:-1], paper).tiles)
    except FabgenError:
        return None


def offer_smaller_cells(spec: Spec, kit: PaperKit, options: Options) -> tuple[str, ...]:
    """For each paper on which the board would need fewer sheets with a smaller cell, a line that says so, and what
    would stand against it. Of squares alone: other boards may be parted in more places than between cells."""
    if not spec.game.board.grid:
        return ()
    choices = [(name, fewer(kit, load_paper(name))) for name in options.papers if name != POSTER]
    return tuple(
        f"{load_paper(name).name}: {choice}{_objection(spec, options, choice)}" for name, choice in choices if choice
    )


def _objection(spec: Spec, options: Options, choice: Fewer) -> str:
    """What would be wrong with the smaller cell."""
    board = spec.game.board.model_copy(update={"cell": choice.smaller})
    other = replace(spec, game=spec.game.model_copy(update={"board": board}))
    wrong = [problem.what for problem in check_pieces(other) if problem.level == "error"] or _unfit(other, options)
    return f", but then {wrong[0]}" if wrong else ""


def _unfit(spec: Spec, options: Options) -> list[str]:
    """What cannot be made of paper."""
    try:
        kit_of(spec, options)
    except FabgenError as error:
        return [problem.what for problem in error.problems]
    return []
