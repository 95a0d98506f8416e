"""A kit and a paper → all sheets of a print-and-play set, numbered and with rulers: cover, board tiles, then pieces and
tokens group by group. For printing on both sides, each sheet is followed by its back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from fabgen.artwork.drawing import Role, draw_text
from fabgen.artwork.paper_things import PaperKit
from fabgen.core.problems import FabgenError, Problem
from fabgen.paper.cover import make_cover_pages
from fabgen.paper.duplex import BACK, FOLD_ASSEMBLY, PrintAssembly, make_side_imprint
from fabgen.paper.imposition import impose_batches
from fabgen.paper.tile_sheets import make_board_sheets
from fabgen.paper.tiles import PaperTiling, tile_board
from fabgen.typeset.pages import BODY, SHEET, PageItem, SheetBody, SheetPage, make_page
from fabgen.typeset.papers import Paper


def lay_out_set(kit: PaperKit, paper: Paper, assembly: PrintAssembly = FOLD_ASSEMBLY) -> list[SheetPage]:
    """The pages of the set. Raises FabgenError with a Problem for everything that does not fit on this paper."""
    tiling, bodies = _sheets(kit, paper, assembly)
    all_sheets = [*make_cover_pages(kit, paper, tiling, [body.batch_names for body in bodies], assembly), *bodies]
    total = len(all_sheets)
    return [page for n, body in enumerate(all_sheets, 1) for page in _pages(kit, body, assembly, n, total)]


def _pages(kit: PaperKit, body: SheetBody, assembly: PrintAssembly, number: int, total: int) -> Iterator[SheetPage]:
    """The front of a sheet and, where both sides are printed, its back, which may be blank."""
    frame = body.frame
    yield make_page(
        body,
        kit.title,
        kit.version,
        make_side_imprint(frame, assembly, number, total, kit.words),
        str(number),
        kit.words,
    )
    if assembly.is_double_sided:
        title = kit.words.text("title_of_back", title=body.title)
        back = (replace(body, title=title, items=body.back_items, corner=None) if body.back_items
                else _blank_back(body, number, kit))
        back_imprint = make_side_imprint(frame, assembly, number, total, kit.words, BACK)
        yield make_page(
            back, kit.title, kit.version, back_imprint, kit.words.text("mark_of_back", number=number), kit.words
        )


def _blank_back(body: SheetBody, number: int, kit: PaperKit) -> SheetBody:
    """An empty back for a sheet that has none, so that fronts and backs alternate for the printer."""
    frame = body.frame
    at = (frame.left_edge + frame.right) / 2, (frame.bottom + frame.top) / 2
    text = kit.words.text("empty_back", number=number)
    title = kit.words.text("title_of_back", title=body.title)
    return SheetBody(frame, title, (PageItem(draw_text(Role.NOTE, text, at, BODY), id=SHEET),))


def _sheets(kit: PaperKit, paper: Paper, assembly: PrintAssembly) -> tuple[PaperTiling, Sequence[SheetBody]]:
    """The tiling of the board, and all sheets of board, pieces and tokens. Their problems are raised together."""
    problems: list[Problem] = []
    tiling: PaperTiling | None = None
    batch_sheets: list[SheetBody] = []
    try:
        tiling = tile_board(kit.board.bounds(), kit.seams_x, kit.seams_y, paper)
    except FabgenError as error:
        problems += error.problems
    try:
        batch_sheets = impose_batches(kit.batches, paper, kit.words, assembly)
    except FabgenError as error:
        problems += error.problems
    if problems or not tiling:
        raise FabgenError(problems)
    return tiling, [*make_board_sheets(kit, tiling), *batch_sheets]


__all__ = ["PageItem", "SheetPage", "lay_out_set"]
