"""Sheets of a board with a ground: ink goes on where a knife cuts, and never into the rulers."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pdfplumber
import pytest

from fabgen.artwork.drawing import Role, Shape, draw
from fabgen.artwork.path import rectangle
from fabgen.artwork.themes import load_theme
from fabgen.figures.boards.board import BEYOND, draw_ground_beyond
from fabgen.figures.boards.board_tones import BoardTones
from fabgen.paper.tile_sheets import make_board_sheets
from fabgen.paper.tiles import PaperTiling, tile_board
from fabgen.spec.load import load_spec
from fabgen.typeset.pages import SheetPage, write_pages
from fabgen.typeset.papers import load_paper
from tests.paper.turning import bare_kit

RULER_ENDS = 10 + 1.4 + 1.4  # mm from the left edge of the paper: the margin, the middle of the ruler, its inch ticks


def printed_tiles(files: int, cell: float, border: float) -> tuple[PaperTiling, list[Any]]:
    """The tiles of a square board whose ground is all of it, and the pages of their sheets on A4."""
    kit = bare_kit(files, files, cell, border)
    side = files * cell + 2 * border
    body = draw(Role.LIGHT_CELL, rectangle(0, 0, side, side, 6), tone="wood")
    beyond = draw(Role.LIGHT_CELL, rectangle(-3, -3, side + 6, side + 6), tone="wood")
    kit = replace(kit, board=kit.board + body, ground=beyond)
    tiling = tile_board((0, 0, side, side), kit.seams_x, kit.seams_y, load_paper("a4"))
    bodies = make_board_sheets(kit, tiling)
    pages = [SheetPage(body.frame.width, body.frame.height, body.items, body.title) for body in bodies]
    data = write_pages(pages, load_theme("colour"))
    return tiling, list(pdfplumber.open(io.BytesIO(data)).pages)


def inked(page: Any, tone: tuple[float, ...]) -> set[tuple[int, int]]:
    """The points of a grid of half millimetres, from the upper left, that have a tone, to 3 of 255 steps."""
    image = page.to_image(resolution=50.8).original.convert("RGB")
    wanted = [round(255 * part) for part in tone]
    return {(x, y) for x in range(image.width) for y in range(image.height)
            if all(abs(a - b) <= 3 for a, b in zip(image.getpixel((x, y)), wanted, strict=True))}


def tone_of_ground(page: Any) -> tuple[float, ...]:
    """The colour of the largest filled area."""
    shapes = [*page.rects, *page.curves]
    return tuple(max(shapes, key=lambda shape: shape["width"] * shape["height"])["non_stroking_color"])


@pytest.mark.parametrize(("files", "cell", "border"), [(8, 39, 14), (4, 60, 0), (3, 40, 10)])
def test_ink_reaches_two_mm_beyond_every_cut_with_square_corners(files: int, cell: float, border: float) -> None:
    """The board of 8 x 8 cells of 39 mm is that of Incorrect Checkers: four tiles of 170 mm on A4."""
    tiling, pages = printed_tiles(files, cell, border)
    assert tiling.tiles
    for tile, page in zip(tiling.tiles, pages, strict=True):
        left, bottom, right, top = tile.box
        x0, y0 = tiling.at[0], float(page.height) / 72 * 25.4 - tiling.at[1]
        ink = inked(page, tone_of_ground(page))
        width, height = right - left, top - bottom
        # A millimetre within the end of the bleed, at every corner that is cut and in the middle of every side.
        for along_x, along_y in ((-1.25, -1.25), (width + 1.25, -1.25), (-1.25, height + 1.25),
                                 (width + 1.25, height + 1.25), (width / 2, -1.25), (-1.25, height / 2)):
            assert (int(2 * (x0 + along_x)), int(2 * (y0 + along_y))) in ink, f"{tile.label} {along_x:g} {along_y:g}"
        assert (int(2 * (x0 + width / 3)), int(2 * (y0 - 2.75))) not in ink


def test_print_ends_at_the_seam_where_the_stripes_begin_and_its_mark_goes_along_a_half_diamond() -> None:
    """The tab of a tile covers what is printed from 0.4 mm beyond its seam on. The mark at the end of a seam that is
    cut ends 9 mm from the corner, and the half-diamond beside it begins 4.6 - 2 x 0.95 = 2.7 mm from that. The name of
    the seam has an arrow whose tip is on it."""
    kit = bare_kit(8, 8, 39, 14)
    tiling = tile_board((0, 0, 340, 340), kit.seams_x, kit.seams_y, load_paper("a4"))
    first, second, *_ = make_board_sheets(kit, tiling)
    tabs = next(item.drawing for item in first.items if item.drawing.only(Role.GLUE).items)
    edge = tiling.at[0] + tiling.tiles[0].box[2] - tiling.tiles[0].box[0]
    glue = [item.bounds() for item in tabs.only(Role.GLUE).items]
    assert min(x0 for x0, _, x1, _ in glue if x1 > edge + 9) == pytest.approx(edge + 0.4)
    assert first.items.index(next(item for item in first.items if item.drawing is tabs)) == len(first.items) - 2
    marks = second.items[-1].drawing
    left, top = tiling.at
    upright = [path.bounds() for item in marks.only(Role.TRIM).items if isinstance(item, Shape) for path in item.paths
               if path.bounds()[0] == path.bounds()[2] == pytest.approx(left) and path.bounds()[1] > top]
    (mark,) = upright
    assert (mark[1] - top, mark[3] - top) == pytest.approx((1.0, 9.0))
    diamonds = [item.bounds() for item in marks.only(Role.NOTE).items if isinstance(item, Shape)]
    (diamond,) = [box for box in diamonds if box[0] == pytest.approx(left) and box[1] > top]
    assert (diamond[1] - top, diamond[3] - top) == pytest.approx((2.7, 4.6))
    assert sum(box[2] == pytest.approx(left) and box[3] < top for box in diamonds) == 1  # the head of an arrow


def test_no_tile_runs_into_the_upright_ruler() -> None:
    """Tiles that need the band of the ruler are moved to the right, beyond it with all their ink; where a board of one
    column has no room for that, its ink ends before the ruler: 266 mm and 5 for marks leave 16 of 297 mm."""
    tiling, pages = printed_tiles(8, 39, 14)
    assert tiling.at[0] == pytest.approx(210 - 10 - 170 - 10)  # a tile, and its tab up to the margin
    for page in pages:
        assert min(x for x, _ in inked(page, tone_of_ground(page))) / 2 > RULER_ENDS
    tiling, pages = printed_tiles(6, 40, 13)
    assert (tiling.at[0], len(pages)) == (pytest.approx(16), 2)
    for page in pages:
        assert RULER_ENDS < min(x for x, _ in inked(page, tone_of_ground(page))) / 2 <= 16


def test_the_ground_of_a_real_board_goes_on_beyond_its_edge() -> None:
    """Incorrect Checkers is a board of plywood, 8 x 42 mm and twice 20.5 mm, with a darker band along its edge."""
    spec = load_spec("incorrect-checkers")
    ground = draw_ground_beyond(spec.game, spec.spaces, BoardTones("wood", "wood", "wood"))
    assert [item.role for item in ground.items] == [Role.BAND]
    assert ground.bounds() == pytest.approx((-BEYOND, -BEYOND, 377 + BEYOND, 377 + BEYOND))
