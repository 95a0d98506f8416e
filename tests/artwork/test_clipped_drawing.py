"""Drawings that are cut at a box: areas stay areas, holes stay holes, lines end at its edge."""

from __future__ import annotations

import pytest

from fabgen.artwork.clipped_drawing import clip_drawing
from fabgen.artwork.drawing import Drawing, Role, Shape, combine_drawings, draw, draw_text
from fabgen.artwork.path import line, polygon, rectangle

BOX = (0.0, 0.0, 10.0, 10.0)


def area(drawing: Drawing) -> float:
    """The filled area in mm², holes taken off."""
    return sum(path.area() for item in drawing.items if isinstance(item, Shape) for path in item.paths)


def test_what_lies_in_the_box_stays_as_it_is_and_what_lies_outside_is_left_out() -> None:
    inside, outside = draw(Role.PIECE, rectangle(1, 1, 3, 3), tone="red"), draw(Role.PIECE, rectangle(20, 1, 3, 3))
    assert clip_drawing(combine_drawings([inside, outside]), BOX) == inside


def test_an_area_is_cut_and_keeps_its_role_tone_and_hole() -> None:
    # 10 x 10 from x = 5 with a hole of 4 x 4 from x = 8: in the box are 5 x 10 less 2 x 4.
    shape = draw(Role.PIECE, rectangle(5, 0, 10, 10), rectangle(8, 3, 4, 4), tone="red")
    clipped = clip_drawing(shape, BOX)
    assert [(item.role, item.tone) for item in clipped.items] == [(Role.PIECE, "red")]
    assert area(clipped) == pytest.approx(42.0)
    assert clipped.bounds() == pytest.approx((5, 0, 10, 10))


def test_an_area_around_the_box_fills_it_and_one_that_only_touches_it_is_left_out() -> None:
    assert area(clip_drawing(draw(Role.FACE, rectangle(-5, -5, 30, 30)), BOX)) == pytest.approx(100.0)
    assert not clip_drawing(draw(Role.FACE, polygon([(10, 0), (15, 0), (15, 5)])), BOX).items


def test_a_line_ends_at_the_edge_and_is_two_lines_where_it_comes_back() -> None:
    crossing = clip_drawing(draw(Role.GRID, line((-5, 5), (15, 5))), BOX)
    assert crossing.bounds() == pytest.approx((0, 5, 10, 5))
    back = clip_drawing(draw(Role.GRID, line((8, 2), (12, 2), (12, 8), (8, 8))), BOX)
    assert [len(item.paths) for item in back.items if isinstance(item, Shape)] == [2]


def test_words_are_whole_or_left_out() -> None:
    assert clip_drawing(draw_text(Role.LABEL, "a", (5, 5), 2), BOX).items
    assert not clip_drawing(draw_text(Role.LABEL, "a", (10, 5), 2), BOX).items
