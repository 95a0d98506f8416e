"""A board → the one sheet on which a copy shop prints it whole, as large as it needs to be, with all furniture."""

from __future__ import annotations

from fabgen.make.flipping import make_side_imprint
from fabgen.make.frame import FOOT_BAND, HEAD_BAND, RULER_BAND, SheetPage, make_page
from fabgen.make.paper import LEAST_SIDE, Paper, PaperKit
from fabgen.make.sides import FOLD_ASSEMBLY
from fabgen.make.tile import CLEAR, tile_board
from fabgen.make.tilesheet import make_board_sheets

POSTER = "poster"  # the name of the paper that is as large as the board needs
MARGIN = 10.0


def poster_paper(kit: PaperKit) -> Paper:
    """A paper with room for the board, cut marks, rulers and margins, rounded up to whole millimetres. Raises
    FabgenError where that is too large for a PDF."""
    x0, y0, x1, y1 = kit.board.bounds()
    width = x1 - x0 + 2 * MARGIN + RULER_BAND + 2 * CLEAR
    height = y1 - y0 + 2 * MARGIN + HEAD_BAND + FOOT_BAND + 2 * CLEAR
    size = max(LEAST_SIDE, float(-(-width // 1))), max(LEAST_SIDE, float(-(-height // 1)))
    name = kit.phrases("poster, {width} x {height} mm", width=f"{size[0]:g}", height=f"{size[1]:g}")
    return Paper(name=name, size=size, margin=MARGIN)


def lay_out_poster(kit: PaperKit) -> list[SheetPage]:
    """The single page of the poster, in a list."""
    tiling = tile_board(kit.board.bounds(), (), (), poster_paper(kit))
    (body,) = make_board_sheets(kit, tiling)
    return [make_page(body, kit.title, kit.version, make_side_imprint(body.frame, FOLD_ASSEMBLY, 1, 1, said=kit.phrases), "1", kit.phrases)]
