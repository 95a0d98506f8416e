"""A kit and a paper → all sheets of a print-and-play set, numbered and furnished: cover, board tiles, then things
group by group.

Assembly is by folding: only fronts are printed, two-sided things are folded over and glued (gutterfold).
"""

from __future__ import annotations

from collections.abc import Sequence

from fabgen.base import FabgenError, Problem
from fabgen.make.cover import cover, cover_pages
from fabgen.make.frame import Body, Page, Placed, furnish
from fabgen.make.impose import impose
from fabgen.make.paper import Paper, PaperKit
from fabgen.make.tile import Tiling, tile_board
from fabgen.make.tilesheet import board_bodies


def lay_out(kit: PaperKit, paper: Paper) -> list[Page]:
    """The pages of the set; raises FabgenError with everything that does not fit this paper."""
    tiling, bodies = _sheets(kit, paper)
    first = cover_pages(kit, paper) + 1
    total = first - 1 + len(bodies)
    sheets: dict[str, list[int]] = {}
    for number, body in enumerate(bodies, first):
        for name in body.holds:
            sheets.setdefault(name, []).append(number)
    everything = [*cover(kit, paper, tiling, sheets, total), *bodies]
    return [furnish(body, kit.title, kit.version, number, total) for number, body in enumerate(everything, 1)]


def _sheets(kit: PaperKit, paper: Paper) -> tuple[Tiling, Sequence[Body]]:
    """Board and things; the problems of both are raised together."""
    problems: list[Problem] = []
    tiling: Tiling | None = None
    things: list[Body] = []
    try:
        tiling = tile_board(kit.board.bounds(), kit.seams_x, kit.seams_y, paper)
    except FabgenError as error:
        problems += error.problems
    try:
        things = impose(kit.batches, paper)
    except FabgenError as error:
        problems += error.problems
    if problems or not tiling:
        raise FabgenError(problems)
    return tiling, [*board_bodies(kit, tiling), *things]


__all__ = ["Page", "Placed", "lay_out"]
