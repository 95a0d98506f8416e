"""What takes several sheets of paper → how it takes fewer: a board with smaller cells, cards with their backs on the
other side of the paper.

Each size of cells is tried: a smaller one may need more sheets, where its seams fall worse.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import accumulate, pairwise
from typing import NamedTuple

from fabgen.artwork.paper_things import CardPack, PaperKit
from fabgen.check.size_requirements import SizeRequirements, with_cell_size
from fabgen.check.size_search import Requirement, find_size
from fabgen.core.english import count_things
from fabgen.core.problems import FabgenError
from fabgen.paper.duplex import PrintAssembly
from fabgen.paper.imposition import plan_bodies
from fabgen.paper.print_and_play import make_kit
from fabgen.paper.tile_sheets import POSTER
from fabgen.paper.tiles import tile_board
from fabgen.spec.build_options import Options
from fabgen.spec.load import Spec
from fabgen.typeset.papers import Paper, load_paper

CELL_STEP = 0.5  # mm between the cells that are proposed
LEAST_SHARE = 0.7  # of the cell: a smaller board is another game
NEAR_SHARE = 0.85  # of the cell: a smaller one that does not serve is not worth a line


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


def find_smaller_cell(
    kit: PaperKit, paper: Paper, requirements: Sequence[Requirement[float]] = ()
) -> SmallerCell | None:
    """The largest smaller cell with which the board takes fewer sheets and meets the requirements, or meets none of
    them where it cannot meet all.

    None where the board is on one sheet or has no seams, or where no cell of at least 0.7 of its size saves a sheet.
    """
    gaps = [step for axis in _board_axes(kit) for step in axis.steps()[1:-1]]
    sheets = _count_sheets(kit, paper, 0.0)
    cell = min(gaps, default=0.0)
    if not cell or not sheets or sheets == 1:
        return None
    saving = Requirement("fewer sheets", partial(_sheet_objection, kit, paper, cell, sheets))
    sizes = _smaller_cells(cell)
    smaller = find_size(sizes, [saving, *requirements]).size or find_size(sizes, [saving]).size
    return SmallerCell(cell, sheets, smaller, _count_sheets(kit, paper, cell - smaller) or 0) if smaller else None


def find_cell_for_papers(
    spec: Spec, kit: PaperKit, papers: Sequence[Paper], objection: Callable[[float], str]
) -> float | None:
    """The cell in mm with which the board takes the fewest sheets, those of all papers added up: among equals the
    largest. Where there is an objection to all of them, the largest. None where no smaller cell saves a sheet."""
    if not spec.game.board.grid:
        return None
    cell, needed = spec.game.board.cell, Requirement("the game", objection)
    found = (find_smaller_cell(kit, paper, [needed]) for paper in papers)
    choices = [cell, *(choice.smaller_cell for choice in found if choice)]

    def count_all(size: float) -> float:
        return sum(_count_sheets(kit, paper, cell - size) or math.inf for paper in papers)

    saving = [size for size in choices if count_all(size) < count_all(cell)]
    good = [size for size in saving if not objection(size)]
    return min(good, key=lambda size: (count_all(size), -size)) if good else max(saving, default=None)


def _smaller_cells(cell: float) -> list[float]:
    """The smaller cells that are proposed, the largest first."""
    first = cell // CELL_STEP * CELL_STEP if cell % CELL_STEP else cell - CELL_STEP
    count = int((first - LEAST_SHARE * cell + 1e-9) / CELL_STEP) + 1 if first >= LEAST_SHARE * cell - 1e-9 else 0
    return [first - CELL_STEP * n for n in range(count)]


def _sheet_objection(kit: PaperKit, paper: Paper, cell: float, sheets: int, smaller: float) -> str:
    """What is wrong with a smaller cell: empty if the board takes fewer sheets with it."""
    count = _count_sheets(kit, paper, cell - smaller)
    return "" if count and count < sheets else "it saves no sheet"


class _BoardAxis(NamedTuple):
    """The extent of a board in one direction, and where it may be divided, in mm."""

    low: float
    high: float
    seams: Sequence[float]

    def steps(self) -> list[float]:
        """The lengths between the edges and the seams, in mm."""
        return [end - start for start, end in pairwise([self.low, *sorted(self.seams), self.high])]


def _board_axes(kit: PaperKit) -> tuple[_BoardAxis, _BoardAxis]:
    """The board from left to right and from bottom to top."""
    x0, y0, x1, y1 = kit.board.bounds()
    return _BoardAxis(x0, x1, kit.seams_x), _BoardAxis(y0, y1, kit.seams_y)


def _count_sheets(kit: PaperKit, paper: Paper, reduction: float) -> int | None:
    """How many sheets the board takes with every cell smaller by `reduction` mm. None where no sheet holds a cell."""
    x_edges, y_edges = (
        list(accumulate((step - reduction for step in axis.steps()), initial=0.0)) for axis in _board_axes(kit)
    )
    try:
        return len(tile_board((0.0, 0.0, x_edges[-1], y_edges[-1]), x_edges[1:-1], y_edges[1:-1], paper).tiles)
    except FabgenError:
        return None


def offer_smaller_cells(
    spec: Spec, kit: PaperKit, options: Options, objection: Callable[[float], str],
    paper_objection: Callable[[float], str]
) -> tuple[str, ...]:
    """A line for each paper on which a smaller cell would save sheets: how to get it, or what is wrong with that cell.

    `objection` says whether something is wrong with `--cell`, which resizes what stands in the cells too, and
    `paper_objection` whether something is wrong with that on paper alone. Only boards of squares are tried: other
    boards have seams in more places than between cells.
    """
    if not spec.game.board.grid:
        return ()
    objection, paper_objection = cache(objection), cache(paper_objection)  # papers share the cells that are tried

    @cache
    def size_needs() -> tuple[SizeRequirements, list[Requirement[float]]]:
        sizes = SizeRequirements.of_options(spec, options)
        return sizes, [*sizes.cells, Requirement("the paper kit", partial(_kit_objection, spec, options))]

    papers = [load_paper(name) for name in options.papers if name != POSTER]
    offers = ((paper, _offer_smaller_cell(spec, kit, paper, objection, paper_objection, size_needs))
              for paper in papers)
    return tuple(f"{paper.name}: {offer}" for paper, offer in offers if offer)


def offer_printed_backs(kit: PaperKit, options: Options) -> tuple[str, ...]:
    """A line for each paper on which the cards of decks, which are folded, take more sheets than with their backs on
    the other side of the paper."""
    decks = [batch for batch in kit.batches if isinstance(batch.thing, CardPack)]
    if options.assembly != "fold" or not decks:
        return ()
    lines, cards = [], sum(batch.count for batch in decks)
    for paper in (load_paper(name) for name in options.papers if name != POSTER):
        try:
            folded, printed = (len(plan_bodies(decks, paper, kit.words, PrintAssembly(mode)))
                               for mode in ("fold", "duplex"))
        except FabgenError:  # cards that are larger than a sheet, which the layout reports
            continue
        if printed < folded:
            lines.append(f"{paper.name}: {cards} folded cards need {count_things(folded, 'sheet')}; with their backs "
                         f"on the other side of the paper {printed}: --assembly duplex")
    return tuple(lines)


def _offer_smaller_cell(
    spec: Spec, kit: PaperKit, paper: Paper, objection: Callable[[float], str], paper_objection: Callable[[float], str],
    size_needs: Callable[[], tuple[SizeRequirements, list[Requirement[float]]]]
) -> str:
    """What saves sheets of a paper: the option, or the line of the spec where bases must keep their size. Empty where
    nothing does but cells that do not serve and are much smaller. Where paper has cells of its own, only these are to
    be changed. `size_needs` says what a cell in the spec must meet."""
    on_paper = find_smaller_cell(kit, paper, [Requirement("the paper", paper_objection)])
    if on_paper is None:
        return ""
    cell = f"{on_paper.smaller_cell:g}"
    if spec.game.board.paper_cell:
        return f"{on_paper}: `paper_cell: {cell} mm` in the spec" if not paper_objection(on_paper.smaller_cell) else ""
    resized = find_smaller_cell(kit, paper, [Requirement("the game", objection)])
    if resized is None:
        return ""
    if not objection(resized.smaller_cell):
        return f"{resized}: --cell {resized.smaller_cell:g}mm"
    sizes, needs = size_needs()
    choice = find_smaller_cell(kit, paper, needs) or resized
    drawback = _drawback(sizes, needs, choice.smaller_cell)
    if not drawback:
        return f"{choice}: write `cell: {choice.smaller_cell:g} mm` into the spec"
    if not paper_objection(on_paper.smaller_cell):
        return f"{on_paper}: on paper alone by --only print --cell {cell}mm, or `paper_cell: {cell} mm` in the spec"
    return f"{choice}, but then {drawback}" if choice.smaller_cell >= NEAR_SHARE * choice.cell else ""


def _drawback(sizes: SizeRequirements, needs: Sequence[Requirement[float]], cell: float) -> str:
    """What would be wrong with a smaller cell in a spec that is otherwise as it is; empty where nothing would."""
    objections = (need.objection(cell) for need in needs)
    return next(filter(None, objections), "") or sizes.new_warning(cell)


def _kit_objection(spec: Spec, options: Options, cell: float) -> str:
    """What keeps the paper kit from being made with cells of a size."""
    try:
        make_kit(with_cell_size(spec, cell), options)
    except FabgenError as error:
        return error.problems[0].what
    return ""
