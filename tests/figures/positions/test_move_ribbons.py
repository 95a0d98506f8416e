"""The arrow of a move as flat parts in space."""

from __future__ import annotations

import pytest

from fabgen.figures.positions.move_ribbons import Leg, Ribbon, _normals, lower_part


def test_a_step_is_a_shaft_and_a_head() -> None:
    """100 mm to the right, 10 wide, from 20 to 90: the head is 2.1 widths long and 2.5 wide, so it begins at 69."""
    shaft, head = Ribbon((Leg((0.0, 0.0), (100.0, 0.0)),), 10.0, 20.0, 10.0).parts()
    assert shaft == ((20, -5, 0), (69, -5, 0), (69, 5, 0), (20, 5, 0))
    assert head == ((69, -12.5, 0), (90, 0, 0), (69, 12.5, 0))


def test_a_jump_rises_and_its_head_lies_on_the_board() -> None:
    """A jump of 100 mm that lands where the head of 3 widths begins, at 70, is highest in the middle of that."""
    *shaft, head = Ribbon((Leg((0.0, 0.0), (100.0, 0.0), 30.0),), 10.0, 0.0, 0.0).parts()
    assert max(z for part in shaft for _, _, z in part) == pytest.approx(30.0)
    highest = max(shaft, key=lambda part: part[1][2])
    assert highest[1][0] == pytest.approx(70 / 2)
    assert [z for _, _, z in head] == pytest.approx([0, 0, 0])


def test_a_turn_keeps_the_width() -> None:
    """To the right and then up: the corner of the outer edge is half a width beyond both legs."""
    first, second, _ = Ribbon((Leg((0.0, 0.0), (50.0, 0.0)), Leg((50.0, 0.0), (50.0, 80.0))), 10.0, 0.0, 0.0).parts()
    assert first[1] == second[0] == pytest.approx((55, -5, 0))
    assert first[2] == second[3] == pytest.approx((45, 5, 0))


def test_nothing_is_below_the_board() -> None:
    assert lower_part(((0.0, 0.0, 1.0), (1.0, 0.0, 3.0)), 2.0) == ((0.0, 0.0, 0.0), (1.0, 0.0, 1.0))


def test_a_leg_that_is_shorter_than_its_head_is_all_head() -> None:
    legs = Leg((0.0, 0.0), (50.0, 0.0), 9.0), Leg((50.0, 0.0), (60.0, 0.0), 9.0)
    *shaft, head = Ribbon(legs, 10.0, 0.0, 0.0).parts()
    assert max(x for part in shaft for x, _, _ in part) == pytest.approx(50.0)
    assert head[1] == pytest.approx((60, 0, 0))


def test_a_hop_goes_from_one_height_to_another() -> None:
    """From 20 to 40 mm, 6 above the way between them in the middle: 30 + 6. The head of 2.1 widths is level."""
    *shaft, head = Ribbon((Leg((0.0, 0.0), (41.0, 0.0), 6.0, 20.0, 40.0),), 10.0, 0.0, 0.0).parts()
    assert (shaft[0][0], shaft[len(shaft) // 2][0]) == (pytest.approx((0, -5, 20)), pytest.approx((10, -5, 36)))
    assert head == (pytest.approx((20, -12.5, 40)), pytest.approx((41, 0, 40)), pytest.approx((20, 12.5, 40)))


def test_both_legs_of_a_way_there_and_back_are_seen() -> None:
    """Each lies 0.65 of the width of 10 mm to its left: up on the left side, down on the right side, 13 mm apart."""
    legs = Leg((0.0, 0.0), (0.0, 100.0), 30.0), Leg((0.0, 100.0), (0.0, 0.0), 30.0)
    *shaft, _ = Ribbon(legs, 10.0, 0.0, 0.0).parts()
    first, last = shaft[0], shaft[-1]
    assert [(x, y) for x, y, _ in (first[0], first[3])] == [pytest.approx((-1.5, 0)), pytest.approx((-11.5, 0))]
    assert (last[1][0], last[2][0]) == (pytest.approx(1.5), pytest.approx(11.5))


def test_where_a_line_turns_straight_back_it_keeps_its_width() -> None:
    line = [(0.0, 0.0, 0.0), (10.0, 0.0, 0.0), (4.0, 0.0, 0.0)]
    assert [*_normals(line)] == [(0, 1), (0, 1), (0, -1)]
