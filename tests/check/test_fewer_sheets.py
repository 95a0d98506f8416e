"""A smaller cell for fewer sheets: the sheets are those that tiles really take, and no larger cell would do."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paper.turning import bare_kit as kit

from fabgen.artwork.drawing import Drawing
from fabgen.artwork.paper_things import CardPack, PackedCard, PaperBatch, PaperKit
from fabgen.check.fewer_sheets import LEAST_SHARE, find_smaller_cell, offer_printed_backs
from fabgen.core.problems import FabgenError
from fabgen.paper.tiles import tile_board
from fabgen.spec.build_options import Options
from fabgen.typeset.papers import Paper, load_paper


def count(files: int, ranks: int, cell: float, border: float, paper: Paper) -> int:
    made = kit(files, ranks, cell, border)
    try:
        return len(tile_board(made.board.bounds(), made.seams_x, made.seams_y, paper).tiles)
    except FabgenError:
        return 999


# By hand: A4 has 210 mm, less 20 of margins and 10 for marks: 180. A border of 10, 4 cells of 40 and a tab of 10 are
# just that, and their marks miss the ruler, into whose band they reach; with cells of 40.5 they are 182. From top to
# bottom A4 has 297 mm, of which 267 are left: two borders and 8 cells of 30.5 are 264, with cells of 31 they are 268.
@pytest.mark.parametrize(("cell", "words"), [
    (42, "42 mm cells need 6 sheets; 40 mm cells need 4"), (40, "40 mm cells need 4 sheets; 30.5 mm cells need 2"),
])
def test_the_largest_cell_that_saves_a_sheet_is_offered(cell: int, words: str) -> None:
    assert str(find_smaller_cell(kit(8, 8, cell), load_paper("a4"))) == words


@pytest.mark.parametrize("made", [kit(3, 3, 30), kit(1, 1, 150)], ids=["on one sheet", "without a seam"])
def test_no_smaller_cell_is_offered_where_none_saves_a_sheet(made: PaperKit) -> None:
    assert find_smaller_cell(made, load_paper("a4")) is None


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.integers(2, 12), st.integers(2, 12), st.integers(15, 60), st.sampled_from([0.0, 10.0, 13.0]),
       st.sampled_from(["a4", "letter", "a3", "tabloid"]))
def test_no_larger_cell_would_do(files: int, ranks: int, cell: int, border: float, name: str) -> None:
    paper = load_paper(name)
    whole = count(files, ranks, cell, border, paper)
    if whole == 999:
        return
    found = find_smaller_cell(kit(files, ranks, cell, border), paper)
    steps = [cell - 0.5 * k for k in range(1, cell) if cell - 0.5 * k >= LEAST_SHARE * cell - 1e-9]
    wins = [c for c in steps if count(files, ranks, c, border, paper) < whole]
    if found is None:
        assert not wins
        return
    assert found.sheets == whole
    assert found.smaller_cell == wins[0]
    assert found.fewer_sheets == count(files, ranks, wins[0], border, paper)


@pytest.mark.parametrize(("cards", "size", "papers", "offers"), [
    # A4 has 190 x 277 mm between its margins, and less with marks and rulers: two tarot cards side by side, two above
    # each other; folded, a card is as wide as two.
    (54, (69.85, 120.65), ("a4",), ("A4: 54 folded cards need 27 sheets; with their backs on the other side of the "
                                    "paper 14: --assembly duplex",)),
    (2, (69.85, 120.65), ("a4", "letter"), ()),
    (54, (69.85, 120.65), ("poster",), ()),
    (54, (200.0, 400.0), ("a4",), ()),
])
def test_folded_cards_that_waste_paper(cards: int, size: tuple[float, float], papers: tuple[str, ...],
                                       offers: tuple[str, ...]) -> None:
    pack = CardPack(tuple(PackedCard(f"card {n}", Drawing(), Drawing()) for n in range(cards)), *size)
    made = replace(kit(3, 3, 30), batches=(PaperBatch("cards", cards, pack, "cards"),))
    assert offer_printed_backs(made, Options(papers=papers)) == offers
    assert offer_printed_backs(made, Options(papers=papers, assembly="duplex")) == ()
