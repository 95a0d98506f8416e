"""Pages on the sheets of a saddle-stitched booklet, against the table of a printer's handbook and by folding them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabgen.book.booklet import PAPER, Side, saddle


def pairs(sides: tuple[Side, ...]) -> list[tuple[int | None, int | None]]:
    return [(side.left, side.right) for side in sides]


@pytest.mark.parametrize(("pages", "wanted"), [  # outside and inside of each sheet, as every printer imposes them
    (4, [(4, 1), (2, 3)]),
    (8, [(8, 1), (2, 7), (6, 3), (4, 5)]),
    (12, [(12, 1), (2, 11), (10, 3), (4, 9), (8, 5), (6, 7)]),
])
def test_full_booklets(pages: int, wanted: list[tuple[int, int]]) -> None:
    assert pairs(saddle(pages, back_pages=1)) == pairs(saddle(pages, back_pages=0)) == wanted


def test_pages_are_added_before_the_back_cover_or_at_the_end() -> None:
    assert pairs(saddle(6, back_pages=1)) == [(6, 1), (2, None), (None, 3), (4, 5)]
    assert pairs(saddle(6, back_pages=0)) == [(None, 1), (2, None), (6, 3), (4, 5)]
    assert pairs(saddle(6, back_pages=2)) == [(6, 1), (2, 5), (None, 3), (4, None)]


def leafed(sides: tuple[Side, ...]) -> list[int | None]:
    """The pages as who leafs through the stapled sheets meets them: sheets lie inside one another, and a leaf has a
    page on either side."""
    leaves: list[tuple[int | None, int | None]] = []
    for outside, inside in reversed(list(zip(sides[::2], sides[1::2], strict=True))):
        leaves = [(outside.right, inside.left), *leaves, (inside.right, outside.left)]
    return [page for leaf in leaves for page in leaf]


@given(st.integers(3, 80), st.integers(0, 3))
def test_folded_sheets_read_in_order(pages: int, back_pages: int) -> None:
    read = leafed(saddle(pages, back_pages=back_pages))
    assert len(read) == -(-pages // 4) * 4
    assert [page for page in read if page] == list(range(1, pages + 1))
    assert read[len(read) - back_pages:] == [*range(pages - back_pages + 1, pages + 1)]


def test_creep_grows_by_one_thickness_a_sheet() -> None:
    """What lies s sheets inside is pushed out by s thicknesses of paper at the fold."""
    assert [side.shift for side in saddle(12, back_pages=1, paper=0.15)] == [0, 0, 0.15, 0.15, 0.3, 0.3]
    assert PAPER == 0.1


def test_no_pages() -> None:
    with pytest.raises(ValueError, match="needs a page"):
        saddle(0, back_pages=1)
