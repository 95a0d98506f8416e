"""Marks have the sizes that docs/look.md gives, in shares of the cell, and hold the least sizes that acrylic keeps."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from measure import all_of, area, extent, things
from shapely import Point, Polygon

from fabgen.artwork.drawing import Drawing, Role, Shape
from fabgen.artwork.path import circle
from fabgen.figures.diagrams.legibility import least_legible_cell
from fabgen.figures.diagrams.marks import (
    MARKS,
    annulus,
    arrow,
    cross,
    cross_outline,
    dot,
    forbidden_mark,
    own_cell_mark,
    ringed_cross,
)
from fabgen.figures.diagrams.movement_diagram import draw_mark, draw_mark_body
from fabgen.rules.marks import ALL_MARKS, Act, MoveMark

cells = st.floats(3.7, 60)


@settings(max_examples=40, deadline=None)
@given(cells)
def test_a_dot_is_a_disc_of_half_the_cell(c: float) -> None:
    shape = all_of(dot(c))
    assert extent(shape) == pytest.approx((0.5 * c, 0.5 * c), rel=1e-3)
    assert shape.area == pytest.approx(math.pi * (0.25 * c) ** 2, rel=1e-3)
    assert (shape.centroid.x, shape.centroid.y) == pytest.approx((0, 0), abs=1e-6)


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(cells)
def test_a_cross_measures_0_6_of_the_cell_from_tip_to_tip(c: float) -> None:
    shape = all_of(cross(c))
    assert shape.boundary.hausdorff_distance(circle_of(0)) == pytest.approx(0.3 * c, rel=1e-3)
    stroke = max(0.15 * c, 0.35)
    assert shape.buffer(-0.495 * stroke).is_empty is False
    assert shape.buffer(-0.75 * stroke).is_empty  # wider only where the arms meet: half of its diagonal, 0.707
    side = (0.6 * c - stroke) / math.sqrt(2) + stroke  # a diagonal arm's reach, and its round ends
    assert extent(shape) == pytest.approx((side, side), rel=1e-3)


def circle_of(radius: float) -> Polygon:
    return area([circle((0, 0), radius or 1e-6)])  # type: ignore[return-value]


def test_a_cross_is_one_outline_of_lines_and_half_circles() -> None:
    """Two bars of 20 by 4 with round ends, less the square where they cross: by hand."""
    made = cross_outline(20, 4)
    bars = 2 * ((20 - 4) * 4 + math.pi * 2**2) - 4 * 4
    assert made.area() == pytest.approx(bars)
    assert len(made.segments) == 12
    assert Polygon(made.flatten(0.001)).is_valid


@settings(max_examples=40, deadline=None)
@given(cells)
def test_a_cross_in_a_ring_does_not_touch_it(c: float) -> None:
    ring, hit = things(ringed_cross(c))
    assert extent(ring) == pytest.approx((0.84 * c, 0.84 * c), rel=1e-3)
    assert hit.boundary.hausdorff_distance(circle_of(0)) == pytest.approx(0.23 * c, rel=1e-3)
    assert ring.distance(hit) >= min(0.1 * c, 0.19 * c - 0.35) - 1e-3
    assert ring.convex_hull.contains(hit)
    assert ringed_cross(c).items[0].role is Role.MOVE
    assert ringed_cross(c).items[1].role is Role.CAPTURE


@pytest.mark.parametrize(("acts", "goes_on", "cell"), [
    (Act.MOVE, False, 3.0),  # a dot of 1.5 mm is 0.5 of 3 mm
    (Act.CAPTURE, False, 3.35),  # a cross of 2 mm is 0.6 of 3.33 mm
    (Act.MOVE | Act.CAPTURE, False, 4.35),  # its cross of 2 mm is 0.46 of 4.35 mm
    (Act.MOVE | Act.CAPTURE, True, 6.1),  # its cross of 2 mm is 0.33 of 6.06 mm
    (Act.HOP, False, 3.85),  # a diamond of 3.6 mm is 0.94 of 3.83 mm
    (Act.LOCUST, False, 5.35),  # its cross of 2 mm is 0.375 of 5.33 mm
])
def test_the_least_cell_of_a_mark_by_hand(acts: Act, goes_on: bool, cell: float) -> None:
    """The least sizes of docs/look.md, in twentieths of a mm."""
    assert least_legible_cell([MoveMark(acts, goes_on)]) == pytest.approx(cell)


def test_the_least_cell_of_several_marks_is_that_of_the_finest() -> None:
    assert least_legible_cell([MoveMark(Act.CAPTURE), MoveMark(Act.MOVE)]) == pytest.approx(3.35)
    assert least_legible_cell([]) == 0


@pytest.mark.parametrize(("way", "point"), [("right", (4.6, 0)), ("down", (0, -4.6)), ("left", (-4.6, 0))])
def test_the_point_of_the_own_cell_shows_where_forward_is(way: str, point: tuple[float, float]) -> None:
    ring, head = things(own_cell_mark(10, way))
    assert head.distance(Point(*point)) < 1e-6
    assert (ring.centroid.x, ring.centroid.y) == pytest.approx((0, 0), abs=1e-6)


def test_a_piece_that_goes_all_ways_alike_is_a_plain_ring() -> None:
    (ring,) = things(own_cell_mark(10, None))
    assert extent(ring) == pytest.approx((4.4, 4.4), rel=1e-3)
    assert (ring.centroid.x, ring.centroid.y) == pytest.approx((0, 0), abs=1e-6)


@settings(max_examples=40, deadline=None)
@given(cells)
def test_the_own_cell_shows_forward_and_keeps_inside_its_cell(c: float) -> None:
    ring, point = things(own_cell_mark(c))
    assert extent(ring)[0] == pytest.approx(0.44 * c, rel=1e-3)
    assert point.bounds[3] == pytest.approx(0.46 * c)
    assert point.bounds[1] > ring.bounds[3]
    assert ring.distance(point) > 0.07 * c
    assert max(map(abs, all_of(own_cell_mark(c)).bounds)) <= 0.4601 * c


@pytest.mark.parametrize("name", sorted(MARKS))
def test_token_marks_keep_clear_of_the_edge_and_fill_once(name: str) -> None:
    marks = MARKS[name](18)
    assert math.hypot(*marks.size()) / 2 < 9  # a disc of 18 mm
    parts = things(marks)
    assert all(not part.overlaps(other) for i, part in enumerate(parts) for other in parts[:i])
    assert {item.role for item in marks.items} == {Role.MARK}


def test_marks_of_tokens_are_told_apart() -> None:
    drawn = {name: all_of(make(18)) for name, make in MARKS.items()}
    for name, shape in drawn.items():
        for other, second in drawn.items():
            assert name == other or shape.symmetric_difference(second).area > 0.2 * shape.area


def test_a_ring_is_as_wide_as_its_stroke() -> None:
    outer, inner = annulus((1, 2), 5, 0.8)
    assert area([outer, inner]).area == pytest.approx(math.pi * (25 - 4.2**2), rel=1e-3)


def test_what_is_not_allowed_is_a_ring_with_a_slash() -> None:
    """Of 10 mm: a ring of 6.2 mm, 1.3 mm wide, and a slash from its middle line to the other side: 3.6 mm of it are
    within the ring, whose inner radius is 1.8 mm."""
    shape = all_of(forbidden_mark(10))
    assert extent(shape) == pytest.approx((6.2, 6.2), rel=1e-2)
    assert shape.area == pytest.approx(math.pi * (3.1**2 - 1.8**2) + 3.6 * 1.3, rel=2e-2)
    assert shape.contains(Point(1.2, -1.2))
    assert not shape.intersects(Point(1.2, 1.2))


def test_what_is_not_allowed_looks_like_no_other_mark() -> None:
    sign = all_of(forbidden_mark(10))
    for other in (all_of(make(10)) for make in (dot, cross, ringed_cross, *MARKS.values())):
        assert sign.symmetric_difference(other).area > 0.5 * sign.area


@settings(max_examples=40, deadline=None)
@given(st.floats(-50, 50), st.floats(-50, 50), st.floats(3, 20))
def test_an_arrow_leads_from_start_to_end(x: float, y: float, c: float) -> None:
    start, end = (x, y), (x + c, y + 0.5 * c)
    drawing: Drawing = arrow(start, end, c)
    (item,) = drawing.items
    assert isinstance(item, Shape)
    corners = item.paths[0].flatten(0.01)
    assert min(math.dist(p, end) for p in corners) < 1e-6
    length = math.dist(start, end)
    shaft, head = 0.035 * c * (length - 0.28 * c), 0.19 * c * 0.28 * c / 2
    assert abs(item.paths[0].area()) == pytest.approx(shaft + head)


AWAY = [(0, 2), (2, 0), (-2, -2), (2, -2), (1, 2)]
EVERY = [(meaning, away) for meaning in ALL_MARKS for away in (AWAY if meaning.goes_on else AWAY[:1])]


@pytest.mark.slow
@pytest.mark.parametrize(("meaning", "away"), EVERY)
def test_every_mark_can_be_read_in_its_least_cell(meaning: MoveMark, away: tuple[int, int]) -> None:
    """No filled shape touches another; gaps of 0.4 mm (an arrowhead, which is no stroke of the mark, is measured as it
    is drawn ahead); nothing thinner than 0.35 mm; all within the cell."""
    for c in (least_legible_cell([meaning]), 14.0):
        parts = [shape for item in things(draw_mark(meaning, c, away)) for shape in getattr(item, "geoms", [item])]
        body = parts[:-1] if meaning.goes_on else parts
        for i, part in enumerate(body):
            assert all(part.distance(other) >= 0.38 for other in body[:i])
            assert not part.buffer(-0.17).is_empty
            assert all(Polygon(hole).buffer(-0.17).area > 0 for hole in part.interiors)
        assert all(parts[-1].distance(part) >= 0.1 for part in parts[:-1])  # the arrowhead
        assert max(map(abs, all_of(draw_mark(meaning, c, away)).bounds)) <= 0.47 * c + 1e-9


@pytest.mark.slow
@pytest.mark.parametrize("away", AWAY)
@pytest.mark.parametrize("meaning", [meaning for meaning in ALL_MARKS if meaning.goes_on])
def test_an_arrowhead_points_away_from_the_piece(meaning: MoveMark, away: tuple[int, int]) -> None:
    drawing = draw_mark(meaning, 10, away)
    head = drawing.items[-1]
    x, y = away[0] / math.hypot(*away), away[1] / math.hypot(*away)
    assert isinstance(head, Shape)
    along = sorted((p[0] * x + p[1] * y, p[0] * y - p[1] * x) for p in head.paths[0].flatten(0.01)[:3])
    assert [a for a, _ in along] == pytest.approx([2.7, 2.7, 4.6])
    assert sorted(b for _, b in along) == pytest.approx([-0.85, 0, 0.85])  # 0.17 of the cell wide (docs/look.md)
    assert head.role is (Role.MOVE if meaning.allows_empty else Role.CAPTURE)
    body = all_of(Drawing(drawing.items[:-1])).centroid
    assert (body.x, body.y) == pytest.approx((-1.1 * x, -1.1 * y), abs=0.01)


@pytest.mark.slow
def test_all_marks_are_told_apart_without_colour() -> None:
    """A tenth of a dot's area or more differs between any two, at the smallest cell."""
    drawn = {meaning: all_of(draw_mark(meaning, 4, (0, 2))) for meaning in ALL_MARKS}
    least = 0.1 * math.pi * 0.64**2
    for one, other in combinations(ALL_MARKS, 2):
        assert drawn[one].symmetric_difference(drawn[other]).area > least, (one, other)


def test_hop_marks_by_hand() -> None:
    """At 10 mm: a diamond of 9.4 mm has 44.18 mm², its hole is smaller by a stroke of 1.4 mm on each side."""
    hollow, solid = (all_of(draw_mark(MoveMark(acts), 10, (0, 2))) for acts in (Act.HOP, Act.HOP | Act.MOVE))
    side = 9.4 / math.sqrt(2)
    assert solid.area == pytest.approx(44.18)
    assert hollow.area == pytest.approx(44.18 - (side - 2.8) ** 2)
    slash = all_of(draw_mark(MoveMark(Act.HOP | Act.LOCUST | Act.MOVE), 10, (0, 2)))
    assert solid.area - slash.area == pytest.approx(3.75 * 1.15)


def test_an_open_cross_is_four_arms_and_an_open_dot_a_small_ring() -> None:
    (arms,) = things(draw_mark_body(MoveMark(Act.FIRST_CAPTURE), 10))
    assert [arm.area for arm in arms.geoms] == pytest.approx([1.4] * 4)  # type: ignore[attr-defined]
    assert extent(all_of(draw_mark_body(MoveMark(Act.FIRST_MOVE), 10))) == pytest.approx((5.2, 5.2), rel=1e-3)


def test_a_dot_amid_rays_and_a_cross_with_an_open_hub_by_hand() -> None:
    """At 10 mm: a dot of 4 mm with four rays of 1.4 by 1 mm; a cross of 7 mm from tip to tip with arms of 1.2 mm,
    whose hub of 3.8 mm has a hole of 2 mm."""
    dot_shape, rays = things(draw_mark_body(MoveMark(Act.MOVE | Act.FIRST_CAPTURE), 10))
    assert dot_shape.area == pytest.approx(math.pi * 2**2, rel=1e-3)
    assert [ray.area for ray in rays.geoms] == pytest.approx([1.4] * 4)  # type: ignore[attr-defined]
    (wheel,) = things(draw_mark_body(MoveMark(Act.FIRST_MOVE | Act.CAPTURE), 10))
    (hole,) = wheel.interiors
    assert Polygon(hole).area == pytest.approx(math.pi, rel=1e-3)
    assert wheel.boundary.hausdorff_distance(Point(0, 0)) == pytest.approx(3.5, rel=1e-3)
    bar_ends = 4 * (2.9 * 1.2 + math.pi * 0.6**2 / 2)  # from the middle of the cross to the ends of its arms
    hub = math.pi * 1.9**2 - 4 * _disc_under_a_bar(1.9, 0.6) - 1.2**2
    assert wheel.area == pytest.approx(bar_ends - 1.2**2 + hub - math.pi, rel=2e-3)


def _disc_under_a_bar(radius: float, half: float) -> float:
    """The area that a disc and one arm of a cross, `half` of its width to either side of a radius, have in common,
    outside of the square in which the arms of the cross meet."""
    strip = radius**2 * math.asin(half / radius) + half * math.sqrt(radius**2 - half**2)
    return strip - 2 * half * half


@pytest.mark.parametrize("goes_on", [False, True])
def test_a_diamond_says_how_the_piece_may_move_and_capture_there(goes_on: bool) -> None:
    """Hollow, open or solid; none, two or four tips around it: what each of the nine combinations consists of."""
    for move, holes in ((Act(0), 1), (Act.FIRST_MOVE, 1), (Act.MOVE, 0)):
        for capture, tips in ((Act(0), 0), (Act.FIRST_CAPTURE, 2), (Act.CAPTURE, 4)):
            body = draw_mark_body(MoveMark(Act.HOP | move | capture, goes_on), 10)
            parts = [part for thing in things(body) for part in getattr(thing, "geoms", [thing])]
            assert [len(part.interiors) for part in parts] == [holes] + [0] * tips
            share_filled = parts[0].area / Polygon(parts[0].exterior).area
            assert (share_filled < 0.7) is (move == Act(0))


def test_tips_stand_around_a_diamond_by_hand() -> None:
    """At 10 mm: a diamond of 7.6 mm, its sides 2.69 mm from the middle, four tips of 1.2 mm from 3.35 to 4.65 mm."""
    diamond, tips = things(draw_mark_body(MoveMark(Act.MOVE | Act.CAPTURE | Act.HOP), 10))
    assert diamond.area == pytest.approx(7.6**2 / 2)
    assert [tip.area for tip in tips.geoms] == pytest.approx([1.3 * 1.2] * 4)  # type: ignore[attr-defined]
    assert diamond.distance(tips) == pytest.approx(3.35 - 3.8 / math.sqrt(2))
    assert tips.boundary.hausdorff_distance(Point(0, 0)) == pytest.approx(math.hypot(4.65, 0.6))
