"""Parallel paths: hand-calculated shapes, refusals, and random outlines against a fine buffer that is not ours."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely import Polygon, hausdorff_distance

from fabgen.artwork.path import Arc, Curve, Line, Path, circle, polygon, rectangle, rounded_polygon
from fabgen.laser.kerf import offset_path
from fabgen.laser.order.entries import segment_headings


def test_circle_grows_by_the_distance_and_stays_two_arcs() -> None:
    found = offset_path(circle((5, 7), 9.0), 0.1)
    assert found.is_exact
    assert len(found.paths[0].segments) == 2
    assert all(isinstance(s, Arc) for s in found.paths[0].segments)
    assert found.paths[0].bounds() == pytest.approx((-4.1, -2.1, 14.1, 16.1))


@pytest.mark.parametrize(
    ("path", "distance", "area", "segments"),
    [
        # a x b grown by d with mitres: (a + 2d)(b + 2d)
        (rectangle(0, 0, 40, 30), 0.1, 40.2 * 30.2, 4),
        (rectangle(0, 0, 3.1, 20), -0.1, 2.9 * 19.8, 4),
        # corners of radius r become r + d: (a + 2d)(b + 2d) - (4 - pi)(r + d)^2
        (rectangle(0, 0, 40, 40, 3), 0.1, 40.2**2 - (4 - math.pi) * 3.1**2, 8),
        (rectangle(0, 0, 18, 3.1, 0.5), -0.1, 17.8 * 2.9 - (4 - math.pi) * 0.4**2, 8),
        # an L of perimeter 80 with five outer corners and one inner: 300 + 80 d + (5 - 1) d^2
        (polygon([(0, 0), (20, 0), (20, 10), (10, 10), (10, 20), (0, 20)]), 1.0, 300 + 80 + 4, 6),
    ],
)
def test_areas_by_hand(path: Path, distance: float, area: float, segments: int) -> None:
    found = offset_path(path, distance)
    assert found.is_exact
    assert found.paths[0].area() == pytest.approx(area, abs=1e-6)
    assert len(found.paths[0].segments) == segments


def test_sharp_tip_gets_a_true_arc_instead_of_a_long_mitre() -> None:
    found = offset_path(polygon([(0, 0), (40, 0), (40, 4)]), 1.0)
    assert found.is_exact
    assert sum(isinstance(s, Arc) for s in found.paths[0].segments) == 1
    assert found.paths[0].bounds()[0] == pytest.approx(-1.0)


def test_no_distance_is_the_same_path() -> None:
    path = rectangle(1, 2, 3, 4, 0.5)
    assert offset_path(path, 0).paths == (path,)


def test_a_clockwise_path_grows_too_and_stays_clockwise() -> None:
    found = offset_path(rectangle(0, 0, 40, 30).reversed(), 0.1)
    assert found.paths[0].area() == pytest.approx(-40.2 * 30.2)


@pytest.mark.parametrize("path", [circle((0, 0), 0.1), rectangle(0, 0, 0.2, 20), rectangle(0, 0, 0.15, 20)])
def test_what_is_not_wider_than_the_kerf_vanishes(path: Path) -> None:
    assert offset_path(path, -0.1).paths == ()


def test_corners_that_vanish_fall_back_and_say_so() -> None:
    found = offset_path(rectangle(0, 0, 20, 10, 0.5), -1.0)
    assert not found.is_exact
    assert found.paths[0].bounds() == pytest.approx((1, 1, 19, 9), abs=0.005)


def test_a_neck_that_closes_gives_two_paths() -> None:
    bell = polygon(
        [(0, 0), (5, 0), (5, 2.4), (9, 2.4), (9, 0), (14, 0), (14, 5), (9, 5), (9, 2.6), (5, 2.6), (5, 5), (0, 5)]
    )
    assert len(offset_path(bell, -0.15).paths) == 2


def test_curves_fall_back_to_a_polyline_near_the_truth() -> None:
    k = 0.5522847498
    quarter = [
        Curve((1, k), (k, 1), (0, 1)),
        Curve((-k, 1), (-1, k), (-1, 0)),
        Curve((-1, -k), (-k, -1), (0, -1)),
        Curve((k, -1), (1, -k), (1, 0)),
    ]
    found = offset_path(Path((1.0, 0.0), tuple(quarter), closed=True).transformed((10, 0, 0, 10, 0, 0)), 0.1)
    assert not found.is_exact
    assert all(abs(math.hypot(*p) - 10.1) < 0.01 for p in found.paths[0].flatten(0.01))


@st.composite
def outlines(draw: st.DrawFn) -> Path:
    """Star-shaped outlines with all corners rounded: lines and arcs, convex and not."""
    count = draw(st.integers(3, 9))
    radii = [draw(st.floats(8, 30)) for _ in range(count)]
    points = [
        (r * math.cos(2 * math.pi * i / count), r * math.sin(2 * math.pi * i / count)) for i, r in enumerate(radii)
    ]
    return rounded_polygon([(p, draw(st.floats(0.3, 1.2))) for p in points])


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(outlines(), st.sampled_from([0.1, -0.1, 0.25, -0.25]))
def test_random_outlines_equal_a_fine_buffer(path: Path, distance: float) -> None:
    wanted = Polygon(path.flatten(0.0005)).buffer(distance, quad_segs=64)
    found = offset_path(path, distance)
    assert len(found.paths) == 1
    ring = Polygon(found.paths[0].flatten(0.0005))
    assert ring.is_valid
    assert hausdorff_distance(ring.exterior, wanted.exterior, densify=0.2) < 0.005


@settings(max_examples=40, deadline=None)
@given(st.lists(st.floats(8, 30), min_size=3, max_size=9), st.sampled_from([0.1, 0.25]))
def test_sharp_outlines_lie_between_round_and_mitre(radii: list[float], distance: float) -> None:
    turn = 2 * math.pi / len(radii)
    path = polygon([(r * math.cos(turn * i), r * math.sin(turn * i)) for i, r in enumerate(radii)])
    shape = Polygon(path.flatten(0.01))
    found = Polygon(offset_path(path, distance).paths[0].flatten(0.0005))
    assert found.buffer(0.003).covers(shape.buffer(distance, quad_segs=64))
    assert shape.buffer(distance, join_style="mitre", mitre_limit=20).buffer(0.003).covers(found)


@st.composite
def wild(draw: st.DrawFn) -> Path:
    """Outlines of lines and arcs with sharp corners anywhere, round and hollow arcs mixed."""
    count = draw(st.integers(3, 11))
    angles = sorted(draw(st.lists(st.floats(0, 2 * math.pi), min_size=count, max_size=count)))
    points = [(r * math.cos(a), r * math.sin(a)) for a in angles for r in [draw(st.floats(8, 35))]]
    bulges = [draw(st.one_of(st.just(0.0), st.floats(-0.6, 0.6))) for _ in points]
    targets = zip([*points[1:], points[0]], bulges, strict=True)
    path = Path(points[0], tuple(Arc(p, b) if abs(b) > 0.01 else Line(p) for p, b in targets), closed=True)
    shape = Polygon(path.flatten(0.0005))
    ends = [segment_headings(*step) for step in path]
    pairs = zip(ends, ends[1:] + ends[:1], strict=True)
    turns = [abs((after[0] - before[1] + math.pi) % (2 * math.pi) - math.pi) for before, after in pairs]
    assume(max(turns) < math.radians(165))  # sharper tips are nothing but a burnt edge
    assume(shape.is_valid and shape.area > 50 and min(math.dist(p, s.to) for p, s in path) > 0.01)
    return path


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(wild(), st.sampled_from([0.1, 0.2, 0.5, 2.0]), st.sampled_from([1, -1]))
def test_a_virtual_cut_leaves_the_nominal_shape(path: Path, kerf: float, side: int) -> None:
    """A beam takes half its width on both sides of its line. What it leaves is the outline (or hole) as drawn, but for
    corners that are sharper than the beam: it cannot reach into them."""
    half = side * kerf / 2
    shape = Polygon(path.flatten(0.0005))
    reachable = shape.buffer(half, quad_segs=32).buffer(-half, quad_segs=32)
    assume(reachable.geom_type == "Polygon" and not reachable.interiors)
    assume(shape.buffer(half).geom_type == "Polygon" and not shape.buffer(half).interiors)
    found = offset_path(path, half)
    assert len(found.paths) == 1
    ring = Polygon(found.paths[0].flatten(0.0005))
    assert ring.is_valid
    assert hausdorff_distance(ring.buffer(-half, quad_segs=32), reachable, densify=0.2) < 0.01


def test_most_wild_outlines_need_no_polyline() -> None:
    """Three points, three arcs: bulging ones are moved exactly, and so are hollow ones."""
    for bulge in (0.3, -0.15):
        corners = [(0.0, 0.0), (30.0, 0.0), (15.0, 25.0)]
        path = Path(corners[0], tuple(Arc(p, bulge) for p in (*corners[1:], corners[0])), closed=True)
        for distance in (0.1, -0.1, 1.0):
            found = offset_path(path, distance)
            assert found.is_exact
            assert {type(s) for s in found.paths[0].segments} == {Arc}


def test_the_comparison_can_fail() -> None:
    path = circle((0, 0), 10)
    wanted = Polygon(path.flatten(0.0005)).buffer(0.1, quad_segs=64)
    wider = Polygon(offset_path(path, 0.11).paths[0].flatten(0.0005))
    assert hausdorff_distance(wider.exterior, wanted.exterior) > 0.005


def test_lines_of_no_length_do_no_harm() -> None:
    path = Path((0.0, 0.0), (Line((10, 0)), Line((10, 0)), Line((10, 10)), Line((0, 10)), Line((0, 0))), closed=True)
    assert offset_path(path, 0.1).paths[0].area() == pytest.approx(10.2**2)


def test_a_mitre_reaches_two_distances_at_most() -> None:
    """A tip of 20 degrees: its mitre would reach 0.1 mm / sin 10 degrees = 0.576 mm out, so an arc rounds it. One of 70
    degrees keeps its mitre: 0.1 mm / sin 35 degrees = 0.174 mm."""
    for angle, reach in ((20, 0.1), (70, 0.1 / math.sin(math.radians(35)))):
        half = math.radians(angle / 2)
        tip = polygon([(0, 0), (10 * math.cos(half), -10 * math.sin(half)), (10 * math.cos(half), 10 * math.sin(half))])
        (path,) = offset_path(tip, 0.1).paths
        assert -path.bounds()[0] == pytest.approx(reach, abs=1e-6)
