"""Drawings of several pictures in rows."""

from __future__ import annotations

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw
from fabgen.artwork.path import rectangle
from fabgen.artwork.picture_rows import picture_row, spread_pictures


def comic(*corners: tuple[float, float]) -> Drawing:
    """Boards of 30 mm with a name of 2 mm at the left of each, by their lower left corners."""
    return combine_drawings(
        (draw(Role.GRID, rectangle(x, y, 30, 30)).in_group("board/lines")
         + draw(Role.COORDINATE, rectangle(x - 2, y, 2, 2)).in_group("names")).in_group(f"comic/{number}")
        for number, (x, y) in enumerate(corners, 1))


def lefts(drawing: Drawing) -> list[float]:
    return [item.bounds()[0] for item in drawing.items if "/board/" in item.group]


def test_the_pictures_of_a_row_are_level() -> None:
    """Two in the first row, and one in the second: from board to board 40 mm. One alone has no distance."""
    assert picture_row(comic((0, 0), (40, 0), (0, -50))) == (2, 40)
    assert picture_row(comic((0, 0), (0, -50))) == (1, 0)
    assert picture_row(draw(Role.GRID, rectangle(0, 0, 30, 30)).in_group("board/lines")) == (0, 0)


def test_pictures_are_moved_to_their_columns_with_all_that_belongs_to_them() -> None:
    spread = spread_pictures(comic((0, 0), (40, 0), (0, -50), (40, -50)), 55)
    assert lefts(spread) == [0, 55, 0, 55]
    assert [item.bounds()[0] for item in spread.items if item.role is Role.COORDINATE] == [-2, 53, -2, 53]
    assert lefts(spread_pictures(comic((0, 0), (35, 0), (70, 0)), 40)) == [0, 40, 80]
    single = comic((0, 0))
    assert spread_pictures(single, 55) is single
