"""Boards → tiles: on seams only, no gap, no needless sheet, even; and a Problem where no sheet holds a cell."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabgen.core.problems import FabgenError
from fabgen.paper.tiles import CELL_TOO_LARGE, TAB, PaperTiling, choose_cuts, tile_board
from fabgen.typeset.papers import load_paper


def board(files: int, ranks: int, cell: float, border: float, paper: str) -> PaperTiling:
    width, height = files * cell + 2 * border, ranks * cell + 2 * border
    xs, ys = [border + cell * i for i in range(1, files)], [border + cell * j for j in range(1, ranks)]
    return tile_board((0, 0, width, height), xs, ys, load_paper(paper))


# Sheets worked out by hand: A4 gives 190 x 277 mm inside its margins, Letter 195.9 x 259.4 mm.
@pytest.mark.parametrize(
    ("files", "cell", "border", "paper", "labels"),
    [
        (6, 40, 13, "a4", "A1 A2"),  # 266 wide lies across 277; 133 + 10 high
        (6, 40, 13, "letter", "A1 B1 A2 B2"),  # 266 exceeds 259.4 both ways
        (3, 30, 5, "a4", "A1"),
        (3, 30, 5, "letter", "A1"),
        (8, 40, 10, "a4", "A1 B1 A2 B2"),  # 170 + 10 a tile: 180, and 5 mm for marks on either side
        (4, 60, 0, "a4", "A1 A2"),
    ],
)
def test_sheets(files: int, cell: float, border: float, paper: str, labels: str) -> None:
    assert " ".join(t.label for t in board(files, files, cell, border, paper).tiles) == labels


def test_tiles_are_balanced() -> None:
    """Six columns over two sheets are three and three, not four and two: 13 + 3 x 40 = 133."""
    assert choose_cuts(0, 266, [53, 93, 133, 173, 213], 200) == [0, 133, 266]
    assert choose_cuts(0, 266, [53, 93, 133, 173, 213], 142) == [0, 93, 173, 266]  # 133 + 10 is too long for the first
    assert choose_cuts(0, 90, [50], 59) is None


def test_neighbours_name_each_other() -> None:
    tiles = {t.label: t for t in board(6, 6, 40, 13, "letter").tiles}
    assert (tiles["A1"].east, tiles["A1"].south, tiles["A1"].north, tiles["A1"].west) == ("B1", "A2", "", "")
    assert (tiles["B2"].east, tiles["B2"].south, tiles["B2"].north, tiles["B2"].west) == ("", "", "B1", "A2")
    assert tiles["A1"].box == (0, 133, 133, 266)
    assert tiles["A1"].box_with_tabs == (0, 123, 143, 266)  # tabs of 10 mm at the right and below
    assert tiles["B2"].box_with_tabs == tiles["B2"].box


@pytest.mark.slow
@given(st.integers(1, 14), st.integers(1, 14), st.floats(10, 60), st.floats(0, 20), st.sampled_from(["a4", "letter"]))
def test_tiles_cover_the_board_and_stay_on_the_sheet(
    files: int, ranks: int, cell: float, border: float, paper: str
) -> None:
    tiling = board(files, ranks, cell, border, paper)
    width, height = files * cell + 2 * border, ranks * cell + 2 * border
    area = sum((t.box[2] - t.box[0]) * (t.box[3] - t.box[1]) for t in tiling.tiles)
    assert area == pytest.approx(width * height)  # with boxes that do not overlap: exactly covered
    for i, one in enumerate(tiling.tiles):
        assert all(
            one.box[0] >= o.box[2] - 1e-6
            or o.box[0] >= one.box[2] - 1e-6
            or one.box[1] >= o.box[3] - 1e-6
            or o.box[1] >= one.box[3] - 1e-6
            for o in tiling.tiles[:i]
        )
        for low, side in ((one.box[0], width), (one.box[2], width), (one.box[1], height), (one.box[3], height)):
            assert min(low, side - low) < 1e-6 or abs((low - border) / cell - round((low - border) / cell)) < 1e-6
        left, bottom, right, top = one.box_with_tabs
        frame, (x, y) = tiling.frame, tiling.at
        assert x >= frame.paper.margin + 5 - 1e-6
        marks = 0 if one.east else 5  # beside a tab there are none
        assert x + right - left <= frame.width - frame.paper.margin - marks + 1e-6
        assert y - (top - bottom) >= frame.bottom + 5 - 1e-6
        assert y <= frame.top - 5 + 1e-6


@given(st.lists(st.floats(5, 60), min_size=1, max_size=12), st.floats(30, 200))
def test_cuts_give_the_fewest_pieces(steps: list[float], room: float) -> None:
    stops = [sum(steps[:i]) for i in range(len(steps) + 1)]
    cuts = choose_cuts(stops[0], stops[-1], stops[1:-1], room)
    reach = stops[0]
    greedy = 0
    while reach < stops[-1] - 1e-9:
        fits = [s for s in stops if s > reach + 1e-9 and s - reach + (TAB if s < stops[-1] else 0) <= room + 1e-9]
        if not fits:
            assert cuts is None
            return
        reach, greedy = max(fits), greedy + 1
    assert cuts is not None
    assert len(cuts) - 1 == greedy
    assert set(cuts) <= set(stops)
    assert all(b > a for a, b in pairwise(cuts))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_cell_larger_than_a_sheet_is_refused(paper: str) -> None:
    with pytest.raises(FabgenError, match="cell") as caught:
        board(2, 2, 220, 5, paper)
    assert [problem.code for problem in caught.value.problems] == [CELL_TOO_LARGE]


def test_a_board_of_more_than_100_sheets_is_refused() -> None:
    with pytest.raises(FabgenError, match="sheets"):
        board(100, 100, 100, 5, "a4")
