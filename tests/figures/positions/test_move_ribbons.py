"""The arrow of a move as flat parts in space."""

from __future__ import annotations

import pytest
import shapely

from fabgen.figures.positions.move_ribbons import Leg, Ribbon, _normals, _without_pinholes, lower_part


def test_a_step_is_a_shaft_and_a_head() -> None:
    """100 mm to the right, 10 wide, from 20 to 90: the head is 2.6 widths long and 2.5 wide, so it begins at 64."""
    shaft, head = Ribbon((Leg((0.0, 0.0), (100.0, 0.0)),), 10.0, 20.0, 10.0).parts()
    assert shaft == ((20, -5, 0), (64, -5, 0), (64, 5, 0), (20, 5, 0))
    assert head == ((64, -12.5, 0), (90, 0, 0), (64, 12.5, 0))


def test_a_jump_rises_and_its_head_lies_on_the_board() -> None:
    """A jump of 100 mm that lands where the head of 2.6 widths begins, at 74, is highest in the middle of that."""
    *shaft, head = Ribbon((Leg((0.0, 0.0), (100.0, 0.0), 30.0),), 10.0, 0.0, 0.0).parts()
    assert max(z for part in shaft for _, _, z in part) == pytest.approx(30.0)
    highest = max(shaft, key=lambda part: part[1][2])
    assert highest[1][0] == pytest.approx(74 / 2)
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
    """From 20 to 40 mm, 6 above the way between them in the middle: 30 + 6. The head of 2.6 widths is level."""
    *shaft, head = Ribbon((Leg((0.0, 0.0), (46.0, 0.0), 6.0, 20.0, 40.0),), 10.0, 0.0, 0.0).parts()
    assert (shaft[0][0], shaft[len(shaft) // 2][0]) == (pytest.approx((0, -5, 20)), pytest.approx((10, -5, 36)))
    assert head == (pytest.approx((20, -12.5, 40)), pytest.approx((46, 0, 40)), pytest.approx((20, 12.5, 40)))


def test_a_short_band_is_narrow_beside_its_length() -> None:
    """Jumps seen from above: 200 mm is far more than 3.6 heads of 2.5 widths of 10 mm; 75 mm is 3.6 heads of 8.3 of
    the 10 mm, and 30 mm would be a thread: 7.2 mm are left."""
    heads = []
    for long in (200.0, 75.0, 30.0):
        ribbon = Ribbon((Leg((0.0, 0.0), (long, 0.0), 1.0),), 10.0, 0.0, 0.0)
        low, high = ribbon.band(lambda p: (p[0], p[1]), lambda p: 1.0).bounds[1::2]
        heads.append((high - low) / 2.5)
    assert heads == pytest.approx([10.0, 75 / 3.6 / 2.5, 7.2], rel=0.01)


def test_a_rough_band_covers_almost_the_same() -> None:
    """A jump of 100 mm, 30 high and 10 wide, seen from its side."""
    ribbon = Ribbon((Leg((0.0, 0.0), (100.0, 0.0), 30.0),), 10.0, 0.0, 0.0)
    fine, rough = (ribbon.band(lambda p: (p[0], p[2]), lambda p: 1.0, is_rough=is_rough) for is_rough in (False, True))
    assert fine.symmetric_difference(rough).area < 0.05 * fine.area
    assert shapely.get_num_coordinates(rough) < shapely.get_num_coordinates(fine) / 3
    assert rough.bounds == pytest.approx(fine.bounds, abs=0.3)


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


def test_a_band_keeps_its_width_and_goes_to_the_middle_of_its_goal() -> None:
    """A jump of 100 mm, 40 high and 10 wide, seen from the side: its upper edge is 5 mm above its highest point, its
    round start 5 mm before 0, its tip at 100. Its head is 26 mm long and 25 wide."""
    ribbon = Ribbon((Leg((0.0, 0.0), (100.0, 0.0), 40.0),), 10.0, 0.0, 0.0)
    band = ribbon.band(lambda p: (p[0], p[2]), lambda p: 1.0)
    left, _, right, top = band.bounds
    assert (left, top) == (pytest.approx(-5.0, abs=0.1), pytest.approx(45.0, abs=0.1))
    assert right >= 100.0
    assert band.covers(shapely.Point(99.9, 0.2))
    across = band.intersection(shapely.LineString([(50.0, 0.0), (50.0, 100.0)]))
    assert across.length == pytest.approx(10.0, abs=0.1)
    assert band.buffer(-5.3).buffer(5.3).area < band.area
    assert not band.buffer(-5.3).is_empty, "the head is wider than the rest"


def test_a_band_of_several_legs_touches_the_board_between_them() -> None:
    legs = Leg((0.0, 0.0), (80.0, 0.0), 30.0), Leg((80.0, 0.0), (160.0, 0.0), 30.0)
    ribbon = Ribbon(legs, 8.0, 0.0, 0.0)
    assert [leg[0][2] for leg in ribbon.band_legs()] == [0.0, 0.0]
    band = ribbon.band(lambda p: (p[0], p[2]), lambda p: 1.0)
    assert band.geom_type == "Polygon", "without a gap"
    assert band.covers(shapely.Point(80.0, 0.0))


@pytest.mark.parametrize("legs", [
    (Leg((0.0, 0.0), (40.0, 0.0), 20.0), Leg((40.0, 0.0), (80.0, 0.0), 0.0)),  # a jump, then a step
    (Leg((0.0, 0.0), (1000.0, 0.0), 40.0),),  # the points of its line lie farther apart than its head is long
])
def test_a_head_may_begin_between_the_last_two_points(legs: tuple[Leg, ...]) -> None:
    """A head is 26 mm long and 25 mm wide, whatever the way before it."""
    band = Ribbon(legs, 10.0, 0.0, 0.0).band(lambda p: (p[0], p[2]), lambda p: 1.0)
    assert band.geom_type == "Polygon"
    assert band.covers(shapely.Point(legs[-1].end[0] - 0.2, 0.0))
    assert not band.buffer(-5.3).is_empty, "the head is wider than the rest"


def test_a_band_has_no_pinholes() -> None:
    """Of two holes of 1 and of 400 mm², the small one is closed."""
    holes = [shapely.box(10, 10, 11, 11), shapely.box(40, 40, 60, 60)]
    area = shapely.box(0, 0, 100, 100).difference(shapely.union_all(holes))
    assert _without_pinholes(area, 100.0).area == pytest.approx(100 * 100 - 400)
