"""Ways to follow a line: the same line each time, entered at hidden edges, else at corners, else at joints."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fabgen.artwork.path import Arc, Curve, Line, Path, circle, polygon, rectangle, rounded_polygon
from fabgen.artwork.path import line as polyline
from fabgen.laser.order.entries import list_entries, segment_headings

SQUARE = [(0.0, 0.0), (30.0, 0.0), (30.0, 30.0), (0.0, 30.0)]


def starts(path: Path, *unseen: tuple[float, float, float, float]) -> set[tuple[float, float]]:
    return {(round(way.start[0], 6), round(way.start[1], 6)) for way in list_entries(path, unseen)}


def test_a_polygon_is_entered_at_its_corners() -> None:
    assert starts(polygon(SQUARE)) == set(SQUARE)


def test_a_straight_joint_is_no_corner() -> None:
    assert (15.0, 0.0) not in starts(polygon([SQUARE[0], (15.0, 0.0), *SQUARE[1:]]))


def test_a_small_rounding_is_a_corner_and_a_large_one_is_none() -> None:
    """Roundings of 1 mm at two corners, of 8 mm at the others: entered at the ends of the small ones alone."""
    path = rounded_polygon([(p, r) for p, r in zip(SQUARE, (1.0, 8.0, 1.0, 8.0), strict=True)])
    assert starts(path) == {(0, 1), (1, 0), (29, 30), (30, 29)}


def test_a_line_without_corners_is_entered_at_its_joints() -> None:
    assert starts(rectangle(0, 0, 30, 30, 5)) == {
        (x, y) for a, b in ((0, 5), (0, 25), (30, 5), (30, 25)) for x, y in ((a, b), (b, a))}


def test_a_hidden_edge_comes_before_all_corners() -> None:
    tab = polygon([(-5, -3), (5, -3), (5, 0), (20, 0), (0, 40), (-20, 0), (-5, 0)])
    assert starts(tab, (-6, -4, 6, -1)) == {(-5, -3), (5, -3)}
    assert len(starts(tab, (100, 100, 110, 110))) == 7


def test_a_circle_stays_two_half_circles_wherever_it_is_entered() -> None:
    found = list_entries(circle((5, 7), 9))
    assert {tuple(round(v, 6) for v in way.start) for way in found} == {(14, 7), (5, 16), (-4, 7), (5, -2)}
    assert all([type(s) for s in way.segments] == [Arc, Arc] for way in found)
    assert all(way.area() == pytest.approx(81 * math.pi) for way in found)
    assert all(way.area() == pytest.approx(-81 * math.pi) for way in list_entries(circle((5, 7), 9).reversed()))


def test_two_arcs_of_different_circles_are_no_circle() -> None:
    lens = Path((0.0, 0.0), (Arc((10.0, 0.0), 0.5), Arc((0.0, 0.0), 0.3)), closed=True)
    assert starts(lens) == {(0, 0), (10, 0)}


def test_an_open_line_is_followed_from_either_end() -> None:
    found = list_entries(polyline((0, 0), (10, 0), (10, 5)))
    assert [(way.start, way.end) for way in found] == [((0, 0), (10, 5)), ((10, 5), (0, 0))]


def test_many_corners_are_thinned() -> None:
    saw = polygon([(k, 5.0 * (k % 2)) for k in range(50)] + [(50, 60), (0, 60)])
    assert len(list_entries(saw)) == 16


@settings(max_examples=60, deadline=None)
@given(st.lists(st.floats(10, 40), min_size=3, max_size=9), st.floats(0, 2))
def test_every_way_is_the_same_line(radii: list[float], rounding: float) -> None:
    turn = 2 * math.pi / len(radii)
    path = rounded_polygon([((r * math.cos(turn * i), r * math.sin(turn * i)), rounding) for i, r in enumerate(radii)])
    ways = list_entries(path)
    assert ways
    for way in ways:
        assert way.closed
        assert len(list(way)) == len(list(path))
        assert way.length() == pytest.approx(path.length())
        assert way.area() == pytest.approx(path.area())
        assert way.bounds() == pytest.approx(path.bounds())


@pytest.mark.parametrize(
    ("segment", "leaves", "arrives"),
    [
        (Line((0.0, 5.0)), 90, 90),
        (Arc((10.0, 0.0), 1.0), -90, 90),  # the lower half circle, counter-clockwise
        (Arc((10.0, 0.0), -1.0), 90, -90),
        (Curve((0.0, 5.0), (10.0, 5.0), (10.0, 0.0)), 90, -90),
        (Curve((0.0, 0.0), (5.0, 5.0), (10.0, 0.0)), 45, -45),  # a handle without length
    ],
)
def test_headings(segment: Line | Arc | Curve, leaves: float, arrives: float) -> None:
    assert [math.degrees(v) for v in segment_headings((0.0, 0.0), segment)] == pytest.approx([leaves, arrives])
