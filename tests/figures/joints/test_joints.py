"""Joints go together: what holds is wider than what it holds by the clearance, nominally and as a beam cuts it."""

from __future__ import annotations

from itertools import pairwise

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from measure import area, extent
from shapely import LineString, Polygon, box
from shapely.geometry.base import BaseGeometry

from fabgen.artwork.part import Fit
from fabgen.artwork.path import Path
from fabgen.figures.joints.joints import (
    PLAIN,
    PanelSide,
    finger_count,
    fingers,
    knob,
    knob_places,
    lap_depth,
    notches,
    panel,
)
from fabgen.laser.kerf import offset_path

fits = st.builds(Fit, st.floats(2, 6).map(lambda v: round(v, 2)), st.floats(0.0, 0.3).map(lambda v: round(v, 2)))


def intervals(shape: BaseGeometry, line: LineString, way: int = 0) -> list[tuple[float, float]]:
    """Where a shape lies on a level (0) or upright (1) line."""
    cut = shape.intersection(line)
    return sorted((one.bounds[way], one.bounds[way + 2]) for one in getattr(cut, "geoms", [cut]) if one.length)


def level(shape: BaseGeometry, y: float) -> list[tuple[float, float]]:
    return intervals(shape, LineString([(-2000, y), (2000, y)]))


def sharp(shape: BaseGeometry, radius: float = 0.45) -> BaseGeometry:
    """The inner corners that are sharper than a radius."""
    return shape.buffer(radius, quad_segs=32).buffer(-radius, quad_segs=32).difference(shape.buffer(0.002))


def cut(path: Path, kerf: float) -> BaseGeometry:
    """What a beam of a kerf leaves of a part whose outline is compensated for it."""
    (line,) = offset_path(path, kerf / 2).paths
    return area([line]).buffer(-kerf / 2, quad_segs=32)


@pytest.mark.parametrize(("length", "thickness", "count"), [
    (27, 3, 3),  # 9 mm each
    (274, 3, 11),  # 24.9 mm; 13 would be narrower than an eleventh
    (400, 3, 15),  # 24 mm is the most: 16.7 of them, the odd number below is 15
    (10, 3, 3),  # never fewer
    (45, 3, 5),
])
def test_how_many_fingers(length: float, thickness: float, count: int) -> None:
    assert finger_count(length, thickness) == count


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(fits, st.floats(40, 500))
def test_fingers_go_between_each_other(fit: Fit, length: float) -> None:
    """Seen on a line half way into the joint, each finger of one panel has a gap of the other that is wider by the
    clearance, and its middle."""
    own = area([panel((0, 0, length, 60), [fingers([(0, length)], fit, out=True), PLAIN, PLAIN, PLAIN])])
    other = area([panel((0, 0, length, 60), [fingers([(0, length)], fit, out=False), PLAIN, PLAIN, PLAIN])])
    near = 0.7 * min(0.3, fit.thickness / 6) + 0.31  # beyond the rounded tips, before the relief
    one, two = level(own, near), level(other, near)
    assert len(one) == len(two) + 1 == finger_count(length, fit.thickness) // 2 + 1
    for (a, b), (left, right) in zip(one[1:-1], pairwise(two), strict=True):
        assert (right[0] - left[1]) - (b - a) == pytest.approx(fit.clearance, abs=1e-6)
        assert a - left[1] == pytest.approx(right[0] - b, abs=1e-6)
    assert sharp(own).area + sharp(other).area < 0.01


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(fits, st.floats(8, 60))
def test_a_knob_goes_into_its_socket(fit: Fit, cell: float) -> None:
    """Level by level the socket is wider by the clearance; straight edges meet; nothing overlaps."""
    one = knob(cell)
    upper = area(
        [panel((0, 0, cell, 30), [PanelSide(one.socket_corners(cell / 2, fit.clearance)), PLAIN, PLAIN, PLAIN])]
    )
    lower = area([panel((0, -30, cell, 0), [PLAIN, PLAIN, PanelSide(one.knob_corners(cell / 2)), PLAIN])])
    assert upper.intersection(lower).area < 1e-6
    assert level(upper, 1e-9)[0][0] == pytest.approx(0)
    rounds = 1.6 * one.radius  # above and below which corners are round
    for y in (rounds, one.reach / 2):
        if rounds <= y <= one.reach - rounds:
            (_, left), (right, _) = level(upper, y)
            ((a, b),) = level(lower, y)
            assert (right - left) - (b - a) == pytest.approx(fit.clearance, abs=1e-6)
    assert sharp(upper).area + sharp(lower).area < 0.01
    assert one.head + 0.5 < cell


def test_a_knob_by_hand() -> None:
    """40 mm cells: a neck of 8, a head of 10.6, 4.7 deep; at 0.1 mm clearance half way up 9.3 and 9.4 mm."""
    one = knob(40)
    assert (one.neck, one.head, one.reach) == pytest.approx((8, 10.6, 4.7))
    lower = area([panel((0, -30, 40, 0), [PLAIN, PLAIN, PanelSide(one.knob_corners(20)), PLAIN])])
    upper = area([panel((0, 0, 40, 30), [PanelSide(one.socket_corners(20, 0.1)), PLAIN, PLAIN, PLAIN])])
    ((a, b),) = level(lower, 2.35)
    (_, left), (right, _) = level(upper, 2.35)
    assert b - a == pytest.approx(9.3)
    assert right - left == pytest.approx(9.4)


@pytest.mark.parametrize("kerf", [0.1, 0.2, 0.3])
def test_joints_fit_as_they_are_cut(kerf: float) -> None:
    """Slot less tab is the clearance for each kerf, for both sheets are compensated."""
    one, fit = knob(40), Fit(3.0, 0.1)
    lower = cut(panel((0, -30, 40, 0), [PLAIN, PLAIN, PanelSide(one.knob_corners(20)), PLAIN]), kerf)
    upper = cut(panel((0, 0, 40, 30), [PanelSide(one.socket_corners(20, 0.1)), PLAIN, PLAIN, PLAIN]), kerf)
    ((a, b),) = level(lower, 2.35)
    (_, left), (right, _) = level(upper, 2.35)
    assert (right - left) - (b - a) == pytest.approx(0.1, abs=0.01)
    own = cut(panel((0, 0, 90, 60), [fingers([(0, 90)], fit, out=True), PLAIN, PLAIN, PLAIN]), kerf)
    other = cut(panel((0, 0, 90, 60), [fingers([(0, 90)], fit, out=False), PLAIN, PLAIN, PLAIN]), kerf)
    finger, (before, after) = level(own, 1.5)[1], level(other, 1.5)[:2]
    assert (after[0] - before[1]) - (finger[1] - finger[0]) == pytest.approx(0.1, abs=0.01)


def test_a_joint_that_is_cut_without_kerf_would_be_found() -> None:
    one = knob(40)
    upper = area([panel((0, 0, 40, 30), [PanelSide(one.socket_corners(20, 0.1)), PLAIN, PLAIN, PLAIN])]).buffer(-0.1)
    (_, left), (right, _) = level(upper, 2.35)
    assert (right - left) - 9.3 > 0.2


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(fits, st.floats(15, 60))
def test_strips_that_cross_stand_on_the_ground(fit: Fit, high: float) -> None:
    slit = notches([50.0], lap_depth(high, fit), fit)
    below = area([panel((0, 0, 100, high), [slit, PLAIN, PLAIN, PLAIN])])
    above = area([panel((0, 0, 100, high), [PLAIN, PLAIN, slit, PLAIN])])
    upright = LineString([(50, -10), (50, 200)])
    ((low, top),) = intervals(below, upright, 1)
    ((foot, end),) = intervals(above, upright, 1)
    assert (foot, top) == pytest.approx((0, high))
    assert low - end == pytest.approx(fit.clearance + 2 * 0.6)  # the reliefs of both
    for shape, y in ((below, 1.5), (above, high - 1.5)):
        (_, left), (right, _) = level(shape, y)
        assert right - left - fit.thickness == pytest.approx(fit.clearance, abs=1e-6)
    held = box(50 - fit.thickness / 2, end + 0.6, 50 + fit.thickness / 2, high)
    assert above.intersection(held).area < 1e-6  # the rounds lie below what the slit holds
    assert sharp(below).area < 0.01


@pytest.mark.parametrize(("cells", "cell", "places"), [
    (8, 40, [0, 2, 4, 6]), (3, 40, [0, 2]), (1, 40, [0]), (4, 100, [0, 1, 2, 3]), (6, 25, [1, 4])])
def test_knobs_stand_about_every_75_mm(cells: int, cell: float, places: list[int]) -> None:
    assert knob_places(cells, cell) == places


@settings(max_examples=20, deadline=None)
@given(st.floats(8, 60))
def test_a_key_goes_into_two_sockets(cell: float) -> None:
    one = knob(cell)
    key, half = (
        area([one.key_outline()]),
        panel((0, 0, cell, 30), [PanelSide(one.socket_corners(cell / 2, 0.1)), PLAIN, PLAIN, PLAIN]),
    )
    upper = area([half])
    moved = shapely.affinity.translate(key, cell / 2, 0)
    assert isinstance(moved, Polygon)
    assert upper.intersection(moved).area < 1e-6
    assert extent(key)[1] == pytest.approx(2 * one.reach)
    y = one.reach / 2
    (_, left), (right, _) = level(upper, y)
    ((a, b),) = level(moved, y)
    assert (right - left) - (b - a) == pytest.approx(0.1, abs=0.002)
