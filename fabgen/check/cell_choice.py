"""A cell that is wrong → the cell that is right for everything; or which two requirements exclude each other, and what
to change instead.

Cells that are proposed for a piece are whole millimetres, those for a board halves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from fabgen.check.size_requirements import (
    HALF_CELLS,
    WHOLE_CELLS,
    SizeRequirements,
    board_part_count,
    with_body,
    with_cell_size,
)
from fabgen.check.size_search import Requirement, find_size
from fabgen.core.english import join_words
from fabgen.core.units import format_number
from fabgen.figures.boards.board import board_size
from fabgen.spec.load import Spec

FLAT_OUTLINES = ("square", "disc", "hex")
CLOSEST = 3  # cells along a side of the smallest diagram
LET_PART = "take `split: never` out"
CellRequirements = Sequence[Requirement[float]]


@dataclass(frozen=True)
class CellChoice:
    """A cell in mm with which everything has room, and the game for which it was found: as it is, or changed as
    `condition` says."""

    cell: float
    sizes: SizeRequirements
    condition: str = ""

    def range_in_words(self) -> str:
        """The cells from this one to the largest that the sheets hold."""
        bounds = [requirement for requirement in self.sizes.cells
                  if requirement.wants == "smaller" and requirement.is_met(self.cell)]
        largest = find_size([cell for cell in reversed(WHOLE_CELLS) if cell >= self.cell], bounds).size or self.cell
        if largest == WHOLE_CELLS[-1]:
            return f"cells of {self.cell:g} mm or more"
        return f"cells of {self.cell:g} to {largest:g} mm" if largest > self.cell else f"cells of {self.cell:g} mm"

    def parts_in_words(self) -> str:
        """What is to be known of a board with such cells that is cut in parts; empty for others."""
        spec = with_cell_size(self.sizes.spec, self.cell)
        if board_part_count(spec, self.sizes.job) < 2:
            return ""
        sheets = _sheet_in_words(self.sizes)
        return f"; a board of them is {_board_in_words(spec)} and is cut in parts from sheets of {sheets}"


def choose_cell(
    sizes: SizeRequirements, name: str, needs: Callable[[SizeRequirements], CellRequirements]
) -> CellChoice | None:
    """The least larger cell that meets what a kind of piece needs, and everything else; where there is none, without
    its base or with a board that may be parted.

    Requirements that no variant can meet are left out: they are problems with hints of their own. All others count
    before a variant is given up, so that the hints at several pieces lead to the same cell.
    """
    variants = [*variants_of(sizes, name)]
    hopeless = frozenset.intersection(*(variant.hopeless for _, variant in variants))
    for condition, variant in variants:
        piece_needs = needs(variant)
        other_needs = [requirement for requirement in variant.cells
                       if requirement not in piece_needs and requirement.name not in hopeless]
        if cell := find_size(variant.larger_cells, [*piece_needs, *other_needs]).size:
            return CellChoice(cell, variant, condition)
    for condition, variant in variants:
        if cell := find_cell(variant, variant.larger_cells, needs(variant)):
            return CellChoice(cell, variant, condition)
    return None


def find_cell(sizes: SizeRequirements, cells: Sequence[float], needs: CellRequirements) -> float | None:
    """The first of some cells, which grow or shrink, that meets some needs and every other requirement.

    Where there is none, requirements are left out that fail today and want cells in the same direction as these: they
    are problems with hints of their own. Requirements in the opposite direction still count, if any cell meets them.
    """
    other_needs = [requirement for requirement in sizes.cells if requirement not in needs]
    if cell := find_size(cells, [*needs, *other_needs]).size:
        return cell
    direction = "larger" if cells and cells[0] >= sizes.cell else "smaller"
    other_needs = [
        requirement for requirement in other_needs
        if requirement.is_met(sizes.cell) or (requirement.wants != direction and sizes.can_be_met(requirement))
    ]
    return find_size(cells, [*needs, *other_needs]).size


def variants_of(sizes: SizeRequirements, name: str) -> Iterator[tuple[str, SizeRequirements]]:
    """The game as it is and with one thing or two less: the base of a kind of piece, which does not grow with the cell,
    and the word that a board is never parted. With each, the words of the condition."""
    variants = {"": sizes}
    if sizes.spec.game.pieces[name].body.base is not None:
        variants[" where no `base` is given"] = sizes.without_base(name)
    if sizes.spec.game.board.split == "never":
        for words, variant in list(variants.items()):
            where = f"{words} and" if words else " where"
            variants[f"{where} the board may be parted ({LET_PART})"] = variant.with_parting
    yield from variants.items()


def describe_exclusion(sizes: SizeRequirements, name: str, cell: float) -> str:
    """What excludes a cell that a kind of piece needs, and what to change instead."""
    failed = [requirement for requirement in sizes.cells
              if requirement.wants != "larger" and not requirement.is_met(cell) and sizes.can_be_met(requirement)]
    if sizes.board in failed:
        spec, largest = with_cell_size(sizes.spec, cell), limit_of(sizes.board)
        reason = (f"a board of them is {_board_in_words(spec)} and a sheet {_sheet_in_words(sizes)}: "
                  f"it fits with {f'cells of {largest:g} mm at most' if largest else 'none'}")
    else:
        reason = _describe_limit(failed[0]) if failed[0].wants else failed[0].objection(cell)
    return f"{reason}\nno cell serves both: {_ways_out(sizes, name, cell)}"


def describe_contradiction(sizes: SizeRequirements, *, ways_out: bool = False) -> str:
    """Which two requirements exclude each other: the one that wants the largest cells, and the one that wants the
    smallest. With `ways_out`, also what to change instead."""
    possible = [requirement for requirement in sizes.cells if sizes.can_be_met(requirement)]
    bound = min((requirement for requirement in possible if requirement.wants == "smaller"), key=limit_of)
    limit = limit_of(bound)
    failed = [requirement for requirement in possible
              if requirement.wants != "smaller" and not requirement.is_met(limit)]
    need = _strictest(failed)
    if need is None or not need.wants:
        return f"no cell serves all: {_describe_limit(bound)}" + (f", but then {need.objection(limit)}" if need else "")
    words = f"no cell serves both: {_describe_limit(need)}, and {_describe_limit(bound)}"
    name = next((name for name, rooms in sizes.rooms.items() if need.name in [room.name for room in rooms]), "")
    return f"{words}\n{_ways_out(sizes, name, limit_of(need))}" if ways_out and name else words


def _strictest(needs: CellRequirements) -> Requirement[float] | None:
    """Of some requirements the one that wants the largest cells; one that wants none if no other is among them."""
    strictest = next(iter(needs), None)
    strictest_limit = 0.0
    for needed in needs:
        if needed.wants == "larger" and not (strictest_limit and needed.is_met(strictest_limit)):
            strictest, strictest_limit = needed, limit_of(needed)
    return strictest


def limit_of(needed: Requirement[float]) -> float:
    """The least cell that meets a requirement which wants larger ones, in whole mm; the largest that meets another, in
    halves. 0 where none does."""
    cells = WHOLE_CELLS if needed.wants == "larger" else HALF_CELLS[::-1]
    return find_size(cells, [needed]).size or 0.0


def _describe_limit(needed: Requirement[float]) -> str:
    verb, end = ("needs", "or more") if needed.wants == "larger" else ("allows", "at most")
    return f"{needed.name} {verb} cells of {limit_of(needed):g} mm {end}"


def _ways_out(sizes: SizeRequirements, name: str, cell: float) -> str:
    """What to change where a kind of piece needs larger cells than a sheet allows. A flat body and a larger sheet are
    named only where they would help."""
    smaller_pieces, other_changes = [], []
    if not sizes.spec.game.pieces[name].body.tile and _has_room_flat(sizes, name):
        smaller_pieces.append("a flat body (`tile`)")
    window = sizes.spec.diagram(name).window
    if max(window.files, window.ranks) > CLOSEST:
        smaller_pieces.append("a shorter move")
    if len(sizes.spec.lattice.cells) > 1:
        other_changes.append("a smaller board")
    if replace(sizes, job=replace(sizes.job, sheet=sizes.job.machine.bed)).board.is_met(cell):
        other_changes.append("a larger sheet")
    room = [f"{join_words(smaller_pieces, 'or')} takes less room"] if smaller_pieces else []
    return "; or ".join([*room, *([", or ".join(other_changes)] if other_changes else [])])


def _has_room_flat(sizes: SizeRequirements, name: str) -> bool:
    """True if a flat piece in place of a kind of piece would have room in the largest cells that the sheets allow."""
    largest = sizes.largest_cell
    flat = dict.fromkeys(("standee", "crossed", "stack", "height", "layers", "base"))
    variants = (sizes.with_spec(with_body(sizes.spec, name, **flat, tile=outline)) for outline in FLAT_OUTLINES)
    return largest is not None and any(
        all(room.is_met(largest) for room in variant.rooms[name]) for variant in variants
    )


def _board_in_words(spec: Spec) -> str:
    return " x ".join(format_number(side, 0) for side in board_size(spec.game, spec.spaces)) + " mm"


def _sheet_in_words(sizes: SizeRequirements) -> str:
    room = sizes.job.room(sizes.job.stock(sizes.spec.game.board.material).material)
    return f"{room.width:g} x {room.height:g} mm"
