"""A board that does not fit its sheets → the cell for which it and everything else would; and what else would help."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from fabgen.artwork.part import Part
from fabgen.check.cell_choice import LET_PART, describe_contradiction, find_cell, limit_of
from fabgen.check.size_requirements import SizeRequirements
from fabgen.check.size_search import find_size
from fabgen.core.problems import FabgenError, Problem
from fabgen.figures.boards.board import board_size
from fabgen.figures.boards.edge_track import most_numbers
from fabgen.laser.job import LaserJob
from fabgen.paper.tiles import CELL_TOO_LARGE, TOO_MANY_SHEETS
from fabgen.spec.board import CELL_SIZES
from fabgen.spec.components import SHORTEST_AROUND


def board_hint(sizes: SizeRequirements, *, parting: bool = True) -> str:
    """For which cell the board fits its laser sheets, turned or not, parted where it may be, and everything else fits
    too; or what excludes that. Empty if the board fits as it is.

    With `parting`, the hint also proposes to let the board be parted, where the spec forbids it and that would help,
    and other ways out.
    """
    if sizes.board.is_met(sizes.cell):
        return ""
    parted = parting and sizes.spec.game.board.split == "never" and _fits_in_parts(sizes)
    part = f"let it be parted ({LET_PART})"
    largest_cell = find_size(sizes.smaller_cells, [sizes.board]).size
    if largest_cell is None:
        hint = f"no cell of {CELL_SIZES[0]:g} mm or more fits this sheet"
        return f"{part}: {hint} in one part" if parted else hint
    if cell := find_cell(sizes, sizes.smaller_cells, [sizes.board]):
        hint = f"a cell of {cell:g} mm would fit{_but_then(sizes, cell)}"
        return f"{part}, or {hint}" if parted else hint
    if parted:
        return f"{part}; in one part {describe_contradiction(sizes)}"
    return describe_contradiction(sizes, ways_out=parting)


def _fits_in_parts(sizes: SizeRequirements) -> bool:
    """True if a board that must not be parted would fit its sheets if it were."""
    return sizes.with_parting.board.is_met(sizes.cell)


def _but_then(sizes: SizeRequirements, cell: float) -> str:
    """The warning that another cell would bring, in words to add to its hint."""
    warning = sizes.new_warning(cell)
    return f", but then {warning}" if warning else ""


def add_cell_hints(sizes: SizeRequirements, board: Sequence[Part], problems: Iterable[Problem]) -> Iterator[Problem]:
    """The Problems of a laser job; those about the size of the board's parts are moved to its key in the spec, with the
    cell that would fit."""
    board_problems = _board_problems(board, sizes.job)
    hint = board_hint(sizes) if board_problems else ""
    for problem in problems:
        if hint and problem in board_problems:
            where = sizes.spec.source.key_location("board", "cell")
            yield replace(problem, where=where, hint=f"{problem.hint}\n{hint}")
        else:
            yield problem


def _board_problems(board: Sequence[Part], job: LaserJob) -> tuple[Problem, ...]:
    """What is wrong with the parts of the board themselves, as far as the job is sound."""
    from fabgen.laser.sheet_layout import make_sheets  # late: it loads the nester

    if any(job.errors(job.stock(part.material).material) for part in board):
        return ()
    try:
        make_sheets(board, job)
    except FabgenError as error:
        return error.problems
    return ()


def add_tile_hints(sizes: SizeRequirements, problems: Iterable[Problem]) -> Iterator[Problem]:
    """The Problems of printing; those about a board that is too large for a paper with the cell that would fit."""
    for problem in problems:
        is_tiling = problem.code in (CELL_TOO_LARGE, TOO_MANY_SHEETS)
        yield replace(problem, hint=_tile_hint(sizes)) if is_tiling else problem


def _tile_hint(sizes: SizeRequirements) -> str:
    """The cell for which the board fits all papers; or what excludes it."""
    if cell := find_cell(sizes, sizes.smaller_cells, sizes.tiles):
        return f"cells of {cell:g} mm would fit{_but_then(sizes, cell)}"
    if all(limit_of(tile) for tile in sizes.tiles):
        return describe_contradiction(sizes)
    return "a narrower `border`, or larger paper"


def lamp_hint(sizes: SizeRequirements) -> str:
    """The least cell whose lamps have room; empty where no larger cell would do."""
    cell = find_cell(sizes, sizes.larger_cells, [sizes.lamps])
    return f"cells of {cell:g} mm or more" if cell else ""


def track_hint(sizes: SizeRequirements) -> str:
    """What to do about a track around the board with too many numbers: the last number for which there is room, and
    the least cell with which all of them have room, where everything else allows it."""
    spec, track = sizes.spec, sizes.spec.game.tracks[sizes.spec.game.edge_track or ""]
    number_count = most_numbers(track, board_size(spec.game, spec.spaces))
    cell = find_cell(sizes, sizes.larger_cells, [sizes.track])
    ways = [*([f"`last: {track.first + number_count - 1}` at most"] if number_count >= SHORTEST_AROUND else []),
            *([f"cells of {cell:g} mm or more"] if cell else []), "take `around` out, and it is a board of its own"]
    return "; or ".join(ways)


def name_hint(sizes: SizeRequirements) -> str:
    """What to do about cells whose names have no room: larger cells only where everything else allows them."""
    has_larger = find_cell(sizes, sizes.larger_cells, [sizes.names_of_cells])
    return "shorter names, or larger cells" if has_larger else "shorter names"
