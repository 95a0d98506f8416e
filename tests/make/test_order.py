"""Tours: all points, once, the same every time, and short."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabgen.make.order import order, travel


def test_a_row_is_worked_along() -> None:
    points = [(30.0, 0.0), (10.0, 0.0), (20.0, 0.0), (0.0, 0.0)]
    assert order(points, (0.0, 0.0)) == [3, 1, 2, 0]


def test_nothing_to_do() -> None:
    assert order([], (0.0, 0.0)) == []


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), max_size=25))
def test_every_point_once_and_the_same_again(points: list[tuple[int, int]]) -> None:
    tour = order(points, (0, 50))
    assert sorted(tour) == list(range(len(points)))
    assert order(points, (0, 50)) == tour


@pytest.mark.parametrize("side", [4, 8])
def test_a_shuffled_grid_takes_hardly_more_than_a_serpentine(side: int) -> None:
    """On a square grid no tour is shorter than one pitch a step; a serpentine reaches that."""
    points = [(10.0 * x, 10.0 * y) for x in range(side) for y in range(side)]
    random.Random(7).shuffle(points)
    found = travel(order(points, (0.0, 0.0)), points, (0.0, 0.0))
    assert 10.0 * (side**2 - 1) <= found + 1e-9
    assert found <= 1.15 * 10.0 * (side**2 - 1)
    assert found < travel(range(len(points)), points, (0.0, 0.0)) / 2
