"""Plates from above: players and ways to travel are told apart by the outline alone, in any shape and size."""

from __future__ import annotations

import math
from itertools import combinations
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from measure import area, extent
from shapely import Point, Polygon
from shapely.affinity import rotate

from fabgen.artwork.path import Path
from fabgen.figures.pieces.bases import SIGNS, BasePlan, make_base_plan
from fabgen.spec.pieces import FlatOutline
from fabgen.spec.values import Direction

SHAPES = get_args(FlatOutline)
WAYS = (None, *get_args(Direction))
AHEAD = {"right": (1, 0), "up": (0, 1), "left": (-1, 0), "down": (0, -1)}
plates = st.builds(
    make_base_plan,
    st.sampled_from(SHAPES),
    st.integers(24, 90).map(float),
    st.integers(24, 90).map(float),
    st.integers(0, 11),
    st.sampled_from(WAYS),
    flat=st.booleans(),
)


def body(outline: Path) -> Polygon:
    found = area([outline])
    assert isinstance(found, Polygon)
    return found


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(plates)
def test_every_plate_is_one_sound_outline_as_large_as_it_says(plate: BasePlan) -> None:
    outline = plate.outline()
    assert outline.area() > 0  # counter-clockwise
    wide, deep = extent(body(outline))
    assert wide <= plate.size()[0] + 1e-6
    assert deep <= plate.size()[1] + 1e-6
    assert wide >= 0.95 * plate.size()[0] - 2.5
    assert deep >= 0.95 * plate.size()[1] - 2.5


@settings(max_examples=60, deadline=None)
@given(plates, st.floats(0, 1), st.sampled_from([2.0, 3.0]))
def test_what_keeps_its_rim_keeps_off_the_edge(plate: BasePlan, share: float, rim: float) -> None:
    """`half` is what layouts trust: ahead of the middle, no edge is nearer than the rim."""
    x = share * (plate.width / 2 - rim)
    reach = plate.half_depth_at(x, rim)
    if reach < 0 or plate.travel or plate.cuts:
        return
    seen = body(plate.outline())
    corner = 0.42 * 3.0  # mm: what the rounding of a corner takes from the diagonal
    for y in (reach, 0.0):
        assert seen.contains(Point(x, y))
        assert seen.exterior.distance(Point(x, y)) >= rim - corner - 0.01


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("travel", WAYS)
def test_twelve_players_are_told_apart_by_touch(shape: FlatOutline, travel: Direction | None) -> None:
    assert len(set(SIGNS)) == 12
    outlines = [body(make_base_plan(shape, 32, 32, sign, travel).outline()) for sign in range(12)]
    for a, b in combinations(outlines, 2):
        assert a.symmetric_difference(b).area > 2  # mm²: a notch of 2.4 by 1.4, or a cut corner


def test_signs_by_hand() -> None:
    """The second player's rear corners are cut, the third's rear edge has a notch, the sixth's right corner is cut."""
    first, second, third, sixth = (body(make_base_plan("square", 34, 34, sign).outline()) for sign in (0, 1, 2, 5))
    rear = [(-15.2, -15.2), (15.2, -15.2), (0.0, -16.5)]
    assert [first.contains(Point(p)) for p in rear] == [True, True, True]
    assert [second.contains(Point(p)) for p in rear] == [False, False, True]
    assert [third.contains(Point(p)) for p in rear] == [True, True, False]
    assert [sixth.contains(Point(p)) for p in rear] == [True, False, True]
    for seen in (first, second, third, sixth):
        assert seen.contains(Point(14.5, 14.5))
        assert extent(seen) == pytest.approx((34, 34))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("travel", get_args(Direction))
def test_a_piece_points_where_it_travels(shape: FlatOutline, travel: Direction) -> None:
    """Its outline is longest there, and tapers: a slice near the tip is narrower than one nearer to the middle."""
    made = make_base_plan(shape, 30, 30, 0, travel)
    seen = body(made.outline())
    x, y = AHEAD[travel]
    reach = max(px * x + py * y for px, py in seen.exterior.coords)
    half = made.width / 2 if x else made.depth / 2
    assert reach > half + 3
    back = max(-(px * x + py * y) for px, py in seen.exterior.coords)
    assert half - 0.5 < back < half + 0.01  # a hex is rounded there
    turned = rotate(seen, -math.degrees(math.atan2(y, x)), origin=(0, 0))
    near, far = (turned.intersection(Polygon([(d, -99), (d, 99), (d + 0.01, 99), (d + 0.01, -99)])).bounds
                 for d in (half - 0.5, half + 1.5))
    assert far[3] - far[1] < near[3] - near[1]


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
def test_no_corner_is_sharper_than_fingers_like(shape: FlatOutline) -> None:
    """Opened by a disc of 0.5 mm radius, nothing but specks is lost; the tips of bites in a disc are blunt."""
    for sign in range(12):
        for travel in WAYS:
            seen = body(make_base_plan(shape, 30, 30, sign, travel).outline())
            lost = seen.difference(seen.buffer(-0.5, quad_segs=32).buffer(0.5, quad_segs=32))
            assert lost.area < 0.15


def test_a_disc_is_round_and_a_hex_regular() -> None:
    disc, hexagon = body(make_base_plan("disc", 30, 20).outline()), make_base_plan("hex", 30, 99)
    assert disc.area == pytest.approx(math.pi * 225, rel=1e-4)
    assert hexagon.depth == pytest.approx(30 * math.sqrt(3) / 2)
    assert make_base_plan("disc", 30, 20).smaller(2).width == 26
