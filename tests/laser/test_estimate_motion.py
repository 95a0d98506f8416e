"""Seconds by hand: trapezoids and triangles, corners, arcs, rows of sweeps."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fabgen.artwork.path import circle, polygon, rectangle
from fabgen.artwork.path import line as polyline
from fabgen.laser.estimate import path_seconds, sweep_lengths, sweep_seconds, travel_seconds
from fabgen.laser.machine import Motion

MOTION = Motion(travel=300, acceleration=1000, corner=10, raster=400, overscan=5)


def test_a_long_hop_is_a_trapezoid_and_a_short_one_a_triangle() -> None:
    """With v 100 and a 1000: 0.1 s and 5 mm up, as much down; over 110 mm another 1 s at full speed. Over 2.5 mm the
    top is at half: 0.05 s up and 0.05 s down."""
    assert travel_seconds(110, 100, 1000) == pytest.approx(1.2)
    assert travel_seconds(10, 100, 1000) == pytest.approx(0.2)
    assert travel_seconds(2.5, 100, 1000) == pytest.approx(0.1)
    assert travel_seconds(0, 100, 1000) == 0


def test_a_straight_line_takes_as_long_as_a_hop_in_however_many_pieces() -> None:
    whole = travel_seconds(110, 100, 1000)
    assert path_seconds(polyline((0, 0), (110, 0)), 100, MOTION) == pytest.approx(whole)
    assert path_seconds(polyline(*((11.0 * k, 0.0) for k in range(11))), 100, MOTION) == pytest.approx(whole)


def test_a_right_angle_is_taken_at_the_corner_speed() -> None:
    """Up to 100, down to 10 for the corner, up, down: from 10 to 100 takes 0.09 s and 4.95 mm."""
    legs = 2 * (0.1 + 0.09 + (60 - 5 - 4.95) / 100)
    assert path_seconds(polyline((0, 0), (60, 0), (60, 60)), 100, MOTION) == pytest.approx(legs)


def test_without_a_corner_speed_each_side_starts_from_rest() -> None:
    stiff = MOTION.model_copy(update={"corner": 0.0})
    assert path_seconds(rectangle(0, 0, 110, 110), 100, stiff) == pytest.approx(4 * 1.2)


def test_a_turn_back_is_a_stop() -> None:
    assert path_seconds(polyline((0, 0), (110, 0), (0, 0)), 100, MOTION) == pytest.approx(2 * 1.2)


def test_a_blunter_corner_is_taken_faster() -> None:
    times = [path_seconds(polyline((0, 0), (60, 0), (60 + 60 * math.cos(t), 60 * math.sin(t))), 100, MOTION)
             for t in map(math.radians, (170, 120, 90, 60, 30, 5))]
    assert all(a > b for a, b in pairwise(times))


def test_an_arc_is_not_taken_faster_than_the_machine_bends_the_way() -> None:
    """v^2 = a r: 31.6 mm/s on a radius of 1 mm, however fast the setting; no time is lost at its joints."""
    speed = math.sqrt(1000)
    around = 2 * math.pi
    assert path_seconds(circle((0, 0), 1), 500, MOTION) == pytest.approx(around / speed + speed / 1000)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.floats(0, 100), st.floats(0, 100)), min_size=3, max_size=12, unique=True),
       st.floats(1, 300))
def test_no_line_is_quicker_than_its_length_over_its_speed(points: list[tuple[float, float]], speed: float) -> None:
    path = polygon(points)
    if path.length() > 0.01:
        assert path_seconds(path, speed, MOTION) >= path.length() / speed - 1e-9
        quick = Motion(acceleration=100_000, corner=10_000)
        assert path_seconds(path, speed, quick) <= path_seconds(path, speed, MOTION) + 1e-9


def test_rows_of_a_rectangle_and_of_two() -> None:
    """10 x 4 mm at a pitch of 0.5 mm: 8 rows of 10 mm; with another one beside it, rows reach over both."""
    found = sweep_lengths([[rectangle(0, 0.1, 10, 4)]], 0.5)
    assert found.tolist() == pytest.approx([10.0] * 8)
    both = sweep_lengths([[rectangle(0, 0.1, 10, 4)], [rectangle(90, 0.1, 10, 2)]], 0.5)
    assert sorted(both.tolist()) == pytest.approx([10.0] * 4 + [100.0] * 4)
    apart = sweep_lengths([[rectangle(0, 0.1, 10, 4)], [rectangle(0, 50.1, 10, 4)]], 0.5)
    assert len(apart) == 16  # none for the space between them


def test_rows_of_a_disc_are_its_chords() -> None:
    """Chords at a pitch, added up, are the area."""
    found = sweep_lengths([[circle((0, 0), 10)]], 0.1)
    assert found.sum() * 0.1 == pytest.approx(100 * math.pi, rel=0.01)
    assert found.max() == pytest.approx(20, abs=0.11)
    assert sweep_lengths([], 0.1).size == 0


def test_sweeps_turn_round_beside_the_area() -> None:
    """10 rows of 90 mm and 2 x 5 mm beside them at 100 mm/s: 1 s and 0.1 s for the turn, each."""
    assert sweep_seconds(np.full(10, 90.0), 100, MOTION) == pytest.approx(10 * 1.1)
    # no faster than the machine sweeps
    assert sweep_seconds(np.full(10, 790.0), 1000, MOTION) == pytest.approx(10 * (800 / 400 + 0.4))
