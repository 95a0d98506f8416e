"""Flat things over player aids: of all forms of their blocks and all rows those that are most even."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from fabgen.artwork.drawing import Drawing
from fabgen.paper.cut_marks import CUT, CUT_ROUND
from fabgen.paper.even_rows import place_even_rows
from fabgen.paper.sheet_blocks import SheetBlock
from fabgen.paper.sheet_packing import BlockSpot


def forms(name: str, count: int, side: float) -> list[SheetBlock]:
    """All full blocks of so many squares."""
    return [SheetBlock(name, Drawing, columns * side, count // columns * side, (CUT,))
            for columns in range(1, count + 1) if count % columns == 0]


def boxes(spots: Sequence[BlockSpot]) -> list[tuple[float, float, float, float]]:
    """Left, top, right and foot of the cuts of each block."""
    return [(x + block.bleed, y + block.height, x + block.width - block.bleed, y) for block, x, y in spots]


def test_two_rows_of_tiles_are_beside_a_higher_token() -> None:
    """Twice 6 tiles of 21 mm and a token of 29 mm over 172 mm: rows of 126 mm one over the other, 10.2 mm between them,
    are 51.2 mm high; the token ends at the right edge, level with the upper one."""
    spots = place_even_rows([forms("a", 6, 21), forms("b", 6, 21), forms("c", 1, 29)], 172, 90)
    assert boxes(spots) == [pytest.approx((0, 0, 126, -21)), pytest.approx((0, -31.2, 126, -52.2)),
                            pytest.approx((143, 0, 172, -29))]


def test_blocks_of_one_height_are_at_both_edges() -> None:
    """Twice 12 tiles of 23 mm: rows of 6 need 46 + 10.2 + 46 mm of height, more than 95. Blocks of 3 x 4 have room."""
    spots = place_even_rows([forms("a", 12, 23), forms("b", 12, 23)], 172, 95)
    assert boxes(spots) == [pytest.approx((0, 0, 69, -92)), pytest.approx((103, 0, 172, -92))]


def test_ink_around_cuts_is_beyond_the_edges() -> None:
    """A nest of corners of 45 mm with its ink, which is 2 mm wide: its cut ends at the edge, its ink beyond it."""
    nest = SheetBlock("n", Drawing, 45, 45, (CUT_ROUND,), bleed=2.0)
    *_, last = place_even_rows([forms("a", 8, 17), [nest], [nest]], 172, 90)
    assert last.x + 45 == pytest.approx(174)


def test_without_room_nothing_is_placed() -> None:
    assert place_even_rows([forms("a", 12, 23), forms("b", 12, 23)], 172, 60) == []
    assert place_even_rows([forms("a", 1, 200), forms("b", 1, 20)], 172, 300) == []
