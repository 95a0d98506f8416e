"""Paths: algebra of transforms, and lengths, areas and bounds against school geometry and shapely."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from measure import points
from shapely import LineString, Polygon

from fabgen.artwork.path import (
    MIRROR,
    QUARTER,
    Arc,
    Box,
    Curve,
    Line,
    Path,
    Point,
    Segment,
    circle,
    circle_of,
    is_box_within,
    join_boxes,
    line,
    polygon,
    rectangle,
    rotation,
    rounded_polygon,
    scale_matrix,
    translation,
)

numbers = st.floats(-100, 100).map(lambda v: round(v, 3))
places = st.tuples(numbers, numbers)


@st.composite
def paths(draw: st.DrawFn) -> Path:
    here = start = draw(places)
    segments: list[Segment] = []
    for _ in range(draw(st.integers(1, 5))):
        to = draw(places.filter(lambda p, here=here: math.dist(p, here) > 0.01))
        kind = draw(st.sampled_from(["line", "arc", "curve"]))
        bulge = draw(st.floats(0.02, 8).flatmap(lambda b: st.sampled_from([b, -b])))
        made = {"line": Line(to), "arc": Arc(to, bulge), "curve": Curve(draw(places), draw(places), to)}
        segments.append(made[kind])
        here = to
    return Path(start, tuple(segments), closed=draw(st.booleans()))


def same(one: Path, other: Path) -> None:
    assert one.closed == other.closed
    assert [type(s) for s in one.segments] == [type(s) for s in other.segments]
    for a, b in zip(flat(one), flat(other), strict=True):
        assert a == pytest.approx(b, abs=1e-6)


def flat(path: Path) -> list[Point]:
    found = [path.start]
    for segment in path.segments:
        found.append(segment.to)
        found += [segment.first, segment.second] if isinstance(segment, Curve) else []
        found += [(segment.bulge, 0)] if isinstance(segment, Arc) else []
    return found


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(paths(), places)
def test_a_transform_and_its_inverse_give_the_same_path(path: Path, by: Point) -> None:
    same(path.transformed(translation(*by)).transformed(translation(-by[0], -by[1])), path)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(paths())
def test_four_quarter_turns_and_two_mirrors_change_nothing(path: Path) -> None:
    turned = path
    for _ in range(4):
        turned = turned.transformed(rotation(90))
    assert turned == path  # exact: quarter turns lose no digit
    assert path.transformed(MIRROR).transformed(MIRROR) == path
    same(path.transformed(rotation(37)).transformed(rotation(-37)), path)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(paths(), st.floats(0.1, 10))
def test_length_and_area_under_transforms(path: Path, factor: float) -> None:
    assert path.transformed(rotation(30)).length() == pytest.approx(path.length(), rel=1e-3)
    assert path.transformed(scale_matrix(factor)).length() == pytest.approx(factor * path.length(), rel=1e-2)
    if path.closed:
        area = path.area()
        near = 0.03 * path.length()
        assert path.transformed(MIRROR).area() == pytest.approx(-area, abs=1e-6)
        assert path.reversed().area() == pytest.approx(-area, abs=1e-6)
        assert path.transformed(translation(5, -7)).area() == pytest.approx(area, abs=1e-6)
        assert path.transformed(rotation(211)).area() == pytest.approx(area, abs=near)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(paths())
def test_reversed_is_the_same_line_the_other_way_round(path: Path) -> None:
    back = path.reversed()
    assert back.start == pytest.approx(path.end)
    assert back.end == pytest.approx(path.start)
    assert back.length() == pytest.approx(path.length())
    assert back.bounds() == pytest.approx(path.bounds(), abs=1e-6)
    there, again = path.flatten(0.05), back.flatten(0.05)
    if not path.closed:
        assert len(there) == len(again)
        for a, b in zip(there, reversed(again), strict=True):
            assert a == pytest.approx(b, abs=1e-6)


@pytest.mark.parametrize(("inner", "within"), [
    ((1, 1, 2, 2), True), ((0, 0, 4, 3), True), ((-1, 1, 2, 2), False), ((1, -1, 2, 2), False),
    ((1, 1, 5, 2), False), ((1, 1, 2, 4), False),
])
def test_a_box_within_another_may_touch_its_edges(inner: Box, within: bool) -> None:
    assert is_box_within(inner, (0, 0, 4, 3)) is within


def test_joined_boxes_reach_as_far_as_each_of_them() -> None:
    assert join_boxes([(0, 2, 3, 4), (1, -1, 2, 9)]) == (0, -1, 3, 9)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(paths())
def test_bounds_hold_every_point_and_touch_on_each_side(path: Path) -> None:
    x0, y0, x1, y1 = path.bounds()
    every = points(path)
    xs, ys = [x for x, _ in every], [y for _, y in every]
    assert min(xs) >= x0 - 1e-6
    assert min(ys) >= y0 - 1e-6
    assert max(xs) <= x1 + 1e-6
    assert max(ys) <= y1 + 1e-6
    fine = path.flatten(1e-3)
    assert min(x for x, _ in fine) <= x0 + 2e-3
    assert min(y for _, y in fine) <= y0 + 2e-3
    assert max(x for x, _ in fine) >= x1 - 2e-3
    assert max(y for _, y in fine) >= y1 - 2e-3


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(paths(), st.sampled_from([0.5, 0.05, 0.005]))
def test_flattening_stays_within_its_tolerance(path: Path, tolerance: float) -> None:
    corners = path.flatten(tolerance)
    chords = LineString([*corners, corners[0]] if path.closed else corners)
    true = LineString(points(path))
    slack = 0.0001 * path.length() + 1e-6  # what `points` itself leaves out
    assert all(chords.distance(spot) <= tolerance + slack for spot in map(_spot, true.coords))


def _spot(at: tuple[float, ...]) -> LineString:
    return LineString([at, at])


def test_a_circle() -> None:
    made = circle((3, -4), 10)
    assert made.length() == pytest.approx(20 * math.pi)
    assert made.area() == pytest.approx(100 * math.pi)
    assert made.bounds() == pytest.approx((-7, -14, 13, 6))
    assert made.closed
    assert made.end == made.start
    assert len(made.flatten(0.01)) == pytest.approx(math.pi / math.acos(1 - 0.01 / 10), abs=3)  # chords of that sagitta


@pytest.mark.parametrize(("bulge", "sweep"), [(1, 180), (QUARTER, 90), (math.tan(math.radians(75)), 300), (-1, -180)])
def test_arcs_by_their_bulge(bulge: float, sweep: float) -> None:
    """Bulge is the tangent of a quarter of the sweep, counter-clockwise positive (the DXF convention)."""
    centre, radius, _, swept = circle_of((10, 0), Arc((0, 10), bulge))
    assert math.degrees(swept) == pytest.approx(sweep)
    assert radius == pytest.approx(math.hypot(10, 10) / (2 * abs(math.sin(math.radians(sweep / 2)))))
    assert math.dist(centre, (10, 0)) == pytest.approx(radius)
    assert math.dist(centre, (0, 10)) == pytest.approx(radius)
    if sweep == 90:
        assert centre == pytest.approx((0, 0), abs=1e-9)


def test_a_long_clockwise_arc_reaches_its_far_side() -> None:
    """350 degrees clockwise from the south-west of the unit circle about the origin: all four sides are touched."""
    at = [(math.cos(math.radians(a)), math.sin(math.radians(a))) for a in (-170, -520)]
    made = Path(at[0], (Arc(at[1], -math.tan(math.radians(350 / 4))),))
    assert made.bounds() == pytest.approx((-1, -1, 1, 1))
    assert made.length() == pytest.approx(math.radians(350))


def test_lines_polygons_and_rectangles() -> None:
    assert line((0, 0), (3, 4), (3, 5)).length() == pytest.approx(6)
    assert not line((0, 0), (3, 4)).closed
    assert line((0, 0), (3, 4)).end == (3, 4)
    triangle = polygon([(0, 0), (4, 0), (0, 3)])
    assert (triangle.area(), triangle.length()) == (pytest.approx(6), pytest.approx(12))  # its closing line counts
    assert rectangle(1, 2, 30, 20).bounds() == (1, 2, 31, 22)


@settings(max_examples=60, deadline=None)
@given(st.floats(10, 50), st.floats(10, 50), st.floats(0.1, 5))
def test_a_rounded_rectangle(width: float, height: float, radius: float) -> None:
    made = rectangle(0, 0, width, height, radius)
    assert made.area() == pytest.approx(width * height - (4 - math.pi) * radius**2)
    assert made.length() == pytest.approx(2 * (width + height) - (8 - 2 * math.pi) * radius)
    assert made.bounds() == pytest.approx((0, 0, width, height), abs=1e-9)


@settings(max_examples=60, deadline=None)
@given(st.integers(3, 9), st.floats(0.1, 3), st.floats(20, 40))
def test_a_rounded_regular_polygon(sides: int, radius: float, across: float) -> None:
    """Each corner of turn t loses r² (tan(t/2) - t/2) of its area and 2 r tan(t/2) - r t of its edge."""
    turn = 2 * math.pi / sides
    corners = [(across * math.cos(i * turn), across * math.sin(i * turn)) for i in range(sides)]
    sharp = Polygon(corners)
    made = rounded_polygon([(corner, radius) for corner in corners])
    assert made.area() == pytest.approx(sharp.area - sides * radius**2 * (math.tan(turn / 2) - turn / 2))
    assert made.length() == pytest.approx(sharp.length - sides * radius * (2 * math.tan(turn / 2) - turn))
    assert sum(isinstance(s, Arc) for s in made.segments) == sides


def test_inner_corners_are_rounded_the_other_way() -> None:
    """An L of three unit squares: five outer corners, one inner one that adds what it would otherwise lose."""
    corners: list[Point] = [(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)]
    made = rounded_polygon([(corner, 0.2) for corner in corners])
    assert made.area() == pytest.approx(3 - 4 * 0.04 * (1 - math.pi / 4))
    bulges = [s.bulge for s in made.segments if isinstance(s, Arc)]
    assert sorted(b > 0 for b in bulges) == [False, True, True, True, True, True]


def test_corners_without_radius_stay_sharp_and_full_roundings_meet() -> None:
    assert rounded_polygon([((0, 0), 0), ((4, 0), 0), ((0, 3), 0)]).area() == pytest.approx(6)
    stadium = rectangle(0, 0, 10, 4, 2)
    assert [type(s) for s in stadium.segments].count(Line) == 2
    assert stadium.area() == pytest.approx(6 * 4 + math.pi * 4)
    with pytest.raises(ValueError, match="do not fit on the edge"):
        rectangle(0, 0, 10, 4, 2.01)


def test_the_bounds_of_a_flat_curve_are_found_though_its_cubic_term_nearly_vanishes() -> None:
    """Degree-raised parabola y = 4 t (1 - t): its top is at 1 for t = 1/2, whatever noise the third power has."""
    for noise in (0, 1e-11, 1e-9):
        curve = Curve((1 / 3, 4 / 3), (2 / 3, 4 / 3 + noise), (1, 0))
        assert Path((0, 0), (curve,)).bounds()[3] == pytest.approx(1, abs=1e-6)


def test_a_move_adds_its_offset_to_every_point() -> None:
    path = Path((1, 2), (Line((3, 4)), Arc((5, 6), -0.5), Curve((7, 8), (9, 10), (11, 12))), closed=True)
    assert path.transformed((1.0, 0.0, 0.0, 1.0, 10.0, 20.0)) == Path(
        (11, 22), (Line((13, 24)), Arc((15, 26), -0.5), Curve((17, 28), (19, 30), (21, 32))), closed=True)
