"""Figures side by side: where their pictures and captions are."""

from __future__ import annotations

import pytest

from fabgen.artwork.drawing import Drawing, Role, draw
from fabgen.artwork.path import rectangle
from fabgen.book.book_format import A5
from fabgen.book.figure_sizes import FigureSizes
from fabgen.book.layout import Layout
from fabgen.typeset.blocks import Book


def board(height: float, below: float = 0.0, rise: float = 0.0) -> Drawing:
    """A board so many mm high, with something `below` it and something that rises above it."""
    drawing = draw(Role.GRID, rectangle(0, 0, 30, height)).in_group("board/lines")
    if below:
        drawing += draw(Role.LABEL, rectangle(0, -below, 10, below)).in_group("held")
    return drawing + draw(Role.GRID, rectangle(0, height, 10, rise)).in_group("insets/a1") if rise else drawing


def spaces(*drawings: Drawing, scale: float = 1.0) -> list[tuple[float, float]]:
    """The spaces above and below the pictures of a row."""
    book = Book("Game", "", "", "", "", "", "en", None, (), (), ())
    sizes = FigureSizes(book, A5, Layout(8.0, 8.0))
    return sizes.spaces_in_row([(drawing, scale, scale * drawing.size()[1]) for drawing in drawings])


def test_boards_of_a_row_are_level_and_so_are_their_captions() -> None:
    """The second has 4 mm of an enlarged cell above its board; the third 7 mm of rows below it."""
    assert spaces(board(30), board(30, rise=4), board(30, below=7)) == [(4, 7), (0, 7), (4, 0)]


@pytest.mark.parametrize("scale", [0.5, 1.0])
def test_a_low_diagram_is_level_with_the_middle_of_the_board_beside_it(scale: float) -> None:
    """12 mm beside 30 mm with 4 mm of names below: 9 mm above it, and 9 mm with those 4 mm below it."""
    low, high = spaces(board(12), board(30, below=4), scale=scale)
    assert low == pytest.approx((9 * scale, 13 * scale))
    assert high == (0, 0)


def test_a_drawing_without_a_board_is_in_the_middle_beside_one() -> None:
    disc = draw(Role.BODY, rectangle(0, 0, 14, 14))
    assert spaces(disc, board(30)) == [(8, 8), (0, 0)]


def test_a_caption_is_never_far_below_its_board() -> None:
    """Three rows of 8 mm below the board beside it: the caption of the first follows its board at once."""
    assert spaces(board(30), board(30, below=24)) == [(0, 0), (0, 0)]


def test_a_caption_is_never_far_below_a_low_diagram() -> None:
    """Level with the middle of 60 mm, 12 mm would have its caption 24 mm below; with that of 30 mm over three rows of
    8 mm, 33 mm below."""
    assert spaces(board(12), board(60)) == [(24, 0), (0, 0)]
    assert spaces(board(12), board(30, below=24)) == [(9, 0), (0, 0)]
