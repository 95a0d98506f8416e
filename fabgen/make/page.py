"""A kit and a paper → all sheets of a print-and-play set, numbered and with rulers: cover, board tiles, then things
group by group. For printing on both sides, each sheet is followed by its back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from fabgen.artwork.drawing import Role, write
from fabgen.base import FabgenError, Problem
from fabgen.make.cover import cover, cover_pages
from fabgen.make.flipping import BACK, imprint
from fabgen.make.frame import BODY, Body, Page, Placed, furnish
from fabgen.make.impose import impose
from fabgen.make.paper import Paper, PaperKit
from fabgen.make.sides import FOLD, Assembly
from fabgen.make.tile import Tiling, tile_board
from fabgen.make.tilesheet import board_bodies


def lay_out(kit: PaperKit, paper: Paper, assembly: Assembly = FOLD) -> list[Page]:
    """The pages of the set. Raises FabgenError with a Problem for everything that does not fit this paper."""
    tiling, bodies = _sheets(kit, paper, assembly)
    first = cover_pages(kit, paper) + 1
    total = first - 1 + len(bodies)
    sheets: dict[str, list[int]] = {}
    for number, body in enumerate(bodies, first):
        for name in body.holds:
            sheets.setdefault(name, []).append(number)
    everything = [*cover(kit, paper, tiling, sheets, total, assembly), *bodies]
    return [page for n, body in enumerate(everything, 1) for page in _pages(kit, body, assembly, n, total)]


def _pages(kit: PaperKit, body: Body, assembly: Assembly, number: int, total: int) -> Iterator[Page]:
    """The sheet's front and, where both sides are printed, its back, blank or not."""
    frame = body.frame
    yield furnish(body, kit.title, kit.version, imprint(frame, assembly, number, total, said=kit.said), str(number),
                  kit.said)
    if assembly.both:
        title = kit.said("{title}: back", title=body.title)
        back = (replace(body, title=title, items=body.behind, corner=None) if body.behind
                else _blank_back(body, number, kit))
        back_imprint = imprint(frame, assembly, number, total, BACK, kit.said)
        yield furnish(back, kit.title, kit.version, back_imprint, kit.said("{number} back", number=number), kit.said)


def _blank_back(body: Body, number: int, kit: PaperKit) -> Body:
    """An empty back for a sheet that has none, so that fronts and backs alternate for the printer."""
    frame = body.frame
    at = (frame.left + frame.right) / 2, (frame.bottom + frame.top) / 2
    words = kit.said("Nothing belongs here: this is the back of sheet {number}.", number=number)
    title = kit.said("{title}: back", title=body.title)
    return Body(frame, title, (Placed(write(Role.NOTE, words, at, BODY)),))


def _sheets(kit: PaperKit, paper: Paper, assembly: Assembly) -> tuple[Tiling, Sequence[Body]]:
    """The tiling of the board, and all sheets of board and things. The problems of both are raised together."""
    problems: list[Problem] = []
    tiling: Tiling | None = None
    things: list[Body] = []
    try:
        tiling = tile_board(kit.board.bounds(), kit.seams_x, kit.seams_y, paper)
    except FabgenError as error:
        problems += error.problems
    try:
        things = impose(kit.batches, paper, assembly, kit.said)
    except FabgenError as error:
        problems += error.problems
    if problems or not tiling:
        raise FabgenError(problems)
    return tiling, [*board_bodies(kit, tiling), *things]


__all__ = ["Page", "Placed", "lay_out"]
