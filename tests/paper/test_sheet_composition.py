"""Rows of a sheet have common edges, and blocks stay apart."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from built import build_in_place, verify_in_place
from recipe_games import put_recipe

from fabgen.artwork.drawing import Drawing
from fabgen.figures.components.paper_kit import make_paper_kit
from fabgen.paper.sheet_blocks import SheetBlock
from fabgen.paper.sheet_composition import compose_sheet
from fabgen.paper.sheet_packing import BlockSpot
from fabgen.paper.sheets import lay_out_set
from fabgen.spec.build_options import Options
from fabgen.spec.load import load_spec, with_paper_cells
from fabgen.typeset.papers import load_paper
from fabgen.verify.readers.page_pdf import read_pages


def spot(x: float, y: float, width: float, height: float) -> BlockSpot:
    return BlockSpot(SheetBlock("b", Drawing, width, height, ()), x, y)


def test_rows_begin_and_end_where_the_widest_does() -> None:
    """A row of 55 and 40 mm over one of 120 mm, and one of 50 mm alone: its blocks are at both ends, and the lone one
    begins where they do. Rows get 8 mm more between them where the sheet has 100 mm of room left."""
    spots = [spot(0, -20, 55, 20), spot(64.2, -20, 40, 20), spot(0, -50, 120, 20), spot(0, -80, 50, 20)]
    first, second, wide, alone = compose_sheet(spots, (120.0, 180.0))
    assert (first.x, second.x + 40) == pytest.approx((0, 120))
    assert alone.x == pytest.approx(0)
    assert (first.y, wide.y, alone.y) == pytest.approx((-20, -58, -96))


def test_blocks_that_would_be_far_apart_are_in_the_middle_of_their_shares() -> None:
    """Two blocks of 35 mm over one of 120 mm would have 50 mm between them, more than 30: a half of
    that, 25 mm, is between them, and a quarter, 12.5 mm, at either end."""
    spots = [spot(0, -20, 35, 20), spot(44.2, -20, 35, 20), spot(0, -50, 120, 20)]
    first, second, _ = compose_sheet(spots, (120.0, 180.0))
    assert (first.x, second.x + 35) == pytest.approx((12.5, 107.5))


@pytest.mark.parametrize(("between", "places"), [(50.0, (12.5, 72.5)), (28.0, (0.0, 63.0))])
def test_a_row_that_ends_at_the_edges_of_cards_stays_there_unless_its_blocks_are_far_apart(
    between: float, places: tuple[float, float]
) -> None:
    """Blocks of 35 mm at both edges of cards, on a sheet with 3 mm more room: 50 mm apart over 120 mm each is in the
    middle of its half, 28 mm apart over 98 mm both stay."""
    wide = 70 + between
    spots = [spot(0, -20, 35, 20), spot(35 + between, -20, 35, 20), spot(0, -50, wide, 20)]
    first, second, card = compose_sheet(spots, (wide + 3.0, 60.0))
    assert (first.x, second.x, card.x) == pytest.approx((*places, 0))


def test_what_is_cut_begins_and_ends_at_the_edges_not_the_ink_around_it() -> None:
    """Two blocks of 50 mm with 2 mm of ink around their cuts over one of 120 mm without: the cuts are 2 mm further
    inside, so that the ink begins 2 mm before the other block and ends 2 mm behind it."""
    inked = [at._replace(block=replace(at.block, bleed=2.0)) for at in (spot(0, -20, 50, 20), spot(59.2, -20, 50, 20))]
    first, second, _ = compose_sheet([*inked, spot(0, -50, 120, 20)], (120.0, 180.0))
    assert (first.x, second.x + 50) == pytest.approx((-2, 122))


def test_blocks_in_rows_of_their_own_are_in_the_middle() -> None:
    wide, alone = compose_sheet([spot(0, -20, 120, 20), spot(0, -50, 50, 20)], (120.0, 180.0))
    assert (wide.x, alone.x) == pytest.approx((0, 35))


def test_a_full_sheet_stays_as_it_is() -> None:
    spots = [spot(0, -20, 40, 20), spot(49.2, -20, 70.8, 20), spot(0, -49.2, 120, 20)]
    assert compose_sheet(spots, (120.0, 49.2)) == spots


def test_bases_that_no_tile_has_room_for_are_below_several() -> None:
    """Chess Battle has four players with three pieces each, on bases of 22 x 27 mm; on US Letter their strips leave no
    room for these. Below a half of the board of 8 x 8 cells of 29 mm there is room for a row of 6 (162 mm), not for one
    of 12 (264 mm and more of 252 mm)."""
    pages = lay_out_set(make_paper_kit(with_paper_cells(load_spec("chess-battle"))), load_paper("letter")).one_sided
    with_bases = [page for page in pages if page.title.endswith("and bases")]
    assert len(pages) == 6
    assert [page.title for page in with_bases] == ["2  Board, upper half and bases", "3  Board, lower half and bases"]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_bases_are_below_a_board_of_two_sheets(paper: str) -> None:
    """Charing Cross has eight pieces on bases of 22 x 27 mm; its board takes sheets 2 and 3."""
    pages = lay_out_set(make_paper_kit(with_paper_cells(load_spec("charing-cross"))), load_paper(paper)).one_sided
    titles = [page.title for page in pages]
    assert len(pages) == 4
    assert titles[2].endswith("Board, lower half and bases")


def test_a_numbered_tile_with_bases_below_it_is_known_as_one(tmp_path: Path) -> None:
    """The recipe with a horde: its board takes two tiles whose seam is no half of it, and the bases are below one."""
    put_recipe(tmp_path, "unequal-armies", "# Last Stand\n\nTake them.\n")
    made = build_in_place(tmp_path / "game.yaml", tmp_path / "out", Options(papers=("a4",)), ["print"])
    (path,) = made.target.glob("print/*.pdf")
    pages = read_pages(path)
    assert pages
    assert any("Board, tile A1 and bases" in page.text for page in pages.sides)
    assert verify_in_place(made.target) == []


def test_a_board_is_known_where_a_long_title_leaves_no_room_for_the_version(tmp_path: Path) -> None:
    put_recipe(tmp_path, "discs-that-turn-over", "# Turncoats\n\nTurn them.\n", ("cell: 38 mm", "cell: 24 mm"),
               ("title: Turncoats", "title: The Long and Winding Title of a Small Game Indeed, Second Edition"))
    made = build_in_place(tmp_path / "game.yaml", tmp_path / "out", Options(papers=("a4",)), ["print"])
    (path,) = made.target.glob("print/*.pdf")
    pages = read_pages(path)
    assert pages
    assert any("…\nBoard\n" in page.text for page in pages.sides)
    assert verify_in_place(made.target) == []
