"""A game whose pieces share cells → the cells that have no room for as many bases as they hold, and what would have.

All kinds of pieces may meet on a cell, so the largest base counts for each of them. Bases that are no discs count as
squares.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from fabgen.check.piece_room import fit_of_players
from fabgen.check.size_requirements import with_base, with_cell_size
from fabgen.core.english import count_things
from fabgen.core.problems import FabgenError, Problem
from fabgen.core.units import format_number
from fabgen.figures.pieces.bodies import has_known_shapes, make_player_piece
from fabgen.rules.boards import Cell
from fabgen.spec.board import CELL_SIZES
from fabgen.spec.load import Spec
from fabgen.spec.pieces import BASE_SIZES

BETWEEN = 1.0  # mm from base to base, and half of it from a base to the border: what fingers need


class LargestBase(NamedTuple):
    """The side in mm of the largest base, and whether all bases are discs."""

    side: float
    are_discs: bool


class TightCell(NamedTuple):
    """A cell that has no room for its pieces: how many it holds, for how many it has room, the largest bases in mm that
    have room, and the size of the board's cells in mm with which these have."""

    cell: Cell
    limit: int
    possible: int
    base: float
    size: float


def largest_base(spec: Spec) -> LargestBase | None:
    """The largest base of all pieces; None where none can be made, which other checks report."""
    fit, bases = fit_of_players(spec), list[tuple[float, bool]]()
    for kind, piece in spec.game.pieces.items():
        for player in spec.game.owners(kind) if has_known_shapes(piece.body) else ():
            try:
                plan = make_player_piece(spec, player, kind, fit).base_plan
            except FabgenError:
                continue
            bases.append((max(plan.size()), plan.shape == "disc" and not plan.travel))
    if not bases:
        return None
    return LargestBase(max(bases)[0], all(is_disc for _, is_disc in bases))


def tight_cells(spec: Spec, base: LargestBase) -> list[TightCell]:
    """The cells without room for as many bases as they hold; each shape of cell is tried once."""
    spaces, tight, room_by_shape = spec.spaces, list[TightCell](), dict[object, tuple[float, int]]()
    for cell, limit in spec.cell_limits.items():
        shape = cell if spec.map_spaces else limit
        if shape not in room_by_shape:
            packings = (spaces.piece_places(cell, count, squares=not base.are_discs).radius
                        for count in range(limit, 0, -1))
            radii = dict(zip(range(limit, 0, -1), packings, strict=True))
            fitting = [count for count, radius in radii.items() if 2 * radius >= base.side + BETWEEN]
            room_by_shape[shape] = radii[limit], max(fitting, default=0)
        radius, possible = room_by_shape[shape]
        if possible < limit:
            needed = spec.game.board.cell * (base.side + BETWEEN) / (2 * radius)
            tight.append(TightCell(cell, limit, possible, 2 * radius - BETWEEN, needed))
    return tight


def check_shared_spaces(spec: Spec) -> Iterator[Problem]:
    """An error where cells have no room for as many bases as they hold, with the cells and the bases that would do."""
    if not spec.cell_limits or spec.unsound_pieces:
        return
    base = largest_base(spec)
    tight = tight_cells(spec, base) if base else []
    if not base or not tight:
        return
    tightest = max(tight, key=lambda cell: (round(cell.size, 3), cell.cell))
    name = spec.lattice.title(tightest.cell)
    room = count_things(tightest.possible, "base") if tightest.possible else "no base"
    also = f"; {count_things(len(tight) - 1, 'other cell')} too" if len(tight) > 1 else ""
    if not spec.map_spaces:
        name, also = "a cell" if len(tight) == len(spec.cell_limits) else name, ""
    what = (f"{name} holds {tightest.limit} pieces, "
            f"and has room for {room} of {format_number(base.side)} mm side by side{also}")
    yield Problem(spec.source.key_location("rules", "sharing", "limit"), what, _hint(spec, tightest))


def _has_room(spec: Spec) -> bool:
    """Whether all cells have room for their pieces."""
    base = largest_base(spec)
    return base is not None and not tight_cells(spec, base)


def _hint(spec: Spec, tightest: TightCell) -> str:
    """The cells, the bases and the limit that would do for the cell with the least room."""
    size, side = math.ceil(tightest.size), math.floor(tightest.base)
    hints = []
    # A base that follows from the cell grows with it.
    if size <= CELL_SIZES[1] and _has_room(with_cell_size(spec, size)):
        hints.append(f"`cell: {size} mm`")
    smaller = spec
    for kind in spec.game.pieces:
        smaller = with_base(smaller, kind, side)
    if side >= BASE_SIZES[0] and _has_room(smaller):
        hints.append(f"bases of {side} mm or less")
    if tightest.possible > 1 or not hints:
        hints.append(f"a limit of {max(1, tightest.possible)} there")
    return ", or ".join(hints)
