"""Routes: every line once, holes before outlines, entries exact, the same every time, and short."""

from __future__ import annotations

import math
import random
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fabgen.artwork.path import Point
from fabgen.laser.order import tour
from fabgen.laser.order.tour import Route, RouteStop, StopGroup, find_route, find_tour, find_tours

HOME = (0.0, 0.0)


def closed(*points: Point) -> RouteStop:
    """A closed line that may be entered at some points."""
    return RouteStop(tuple((p, p) for p in points))


def single(*points: Point) -> StopGroup:
    return StopGroup((), (closed(*points),))


def length(points: list[Point]) -> float:
    return sum(math.dist(p, q) for p, q in pairwise(points))


def travelled(found: Route, pieces: list[StopGroup]) -> float:
    """The mm of a route, measured from its steps alone."""
    ends = [(HOME, HOME)]
    for step in found.steps:
        piece = pieces[step.group]
        ends.append((*piece.first, *piece.last)[step.stop].ways[step.way])
    return sum(math.dist(a[1], b[0]) for a, b in pairwise([*ends, (HOME, HOME)]))


def test_nothing_to_do() -> None:
    assert find_route([], HOME) == Route((), 0.0)
    assert find_tour([], 5) == []


def test_a_row_is_worked_there_and_back_without_a_turn() -> None:
    pieces = [single((x, 0.0)) for x in (30.0, 10.0, 20.0, 40.0)]
    assert find_route(pieces, HOME).travel == pytest.approx(80)


def test_each_line_is_entered_where_the_way_is_shortest() -> None:
    """Two squares of side 10 on the axis, home at the origin: to the near corners and back is 2 x 30."""
    squares = [single(*((x + a, b) for a, b in ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)))) for x in (10, 30)]
    found = find_route(squares, HOME)
    assert found.travel == pytest.approx(60)
    assert {step.way for step in found.steps if step.group == 1} == {0}


def test_an_open_line_is_followed_from_the_nearer_end_and_left_at_the_other() -> None:
    """Three lines of 100 mm, 10 mm apart: 10 to the first, 10 between them as they are followed to and fro, and back
    from the far end of the last one."""
    lines = [StopGroup((), (RouteStop((((0.0, y), (100.0, y)), ((100.0, y), (0.0, y)))),)) for y in (10.0, 20.0, 30.0)]
    assert find_route(lines, HOME).travel == pytest.approx(10 + 10 + 10 + math.hypot(100, 30))


@pytest.mark.parametrize("turn", [1, -1])
def test_lines_that_go_one_way_are_worked_in_that_direction(turn: int) -> None:
    """The sides of a 12-gon around home, each with a gap of a tenth at either end, all followed to the left or all to
    the right: 11 gaps between them, and from home to one corner and back."""
    corners = [(100 * math.cos(math.pi * k / 6), 100 * math.sin(math.pi * k / 6)) for k in range(13)]
    lines = []
    for (x, y), (u, v) in pairwise(corners):
        ends = [(x + (u - x) * share, y + (v - y) * share) for share in (0.1, 0.9)][::turn]
        lines.append(StopGroup((), (RouteStop(((ends[0], ends[1]),)),)))
    side = 200 * math.sin(math.pi / 12)
    gap = 2 * 0.1 * side * math.cos(math.pi / 12)  # two tenths of sides that meet at 150 degrees
    to_end = math.hypot(100 * math.cos(math.pi / 12), 0.4 * side)
    assert find_route(lines, HOME).travel == pytest.approx(11 * gap + 2 * to_end)


Spots = st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), min_size=1, max_size=4)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.lists(Spots, max_size=6), Spots), max_size=9))
def test_every_line_once_holes_first_and_the_same_again(drawn: list[tuple[list[list[Point]], list[Point]]]) -> None:
    pieces = [StopGroup(tuple(closed(*hole) for hole in holes), (closed(*edge),)) for holes, edge in drawn]
    found = find_route(pieces, HOME)
    assert sorted((s.group, s.stop) for s in found.steps) == [
        (p, s) for p, piece in enumerate(pieces) for s in range(len(piece.first) + 1)]
    blocks = [s.group for s in found.steps]
    assert [p for p, q in pairwise([*blocks, -1]) if p != q] == list(dict.fromkeys(blocks))  # part by part
    lasts = {s.group: s.stop for s in found.steps}
    assert all(lasts[p] == len(piece.first) for p, piece in enumerate(pieces))
    assert found.travel == pytest.approx(travelled(found, pieces))
    assert find_route(pieces, HOME) == found


@settings(max_examples=60, deadline=None)
@given(st.lists(Spots, min_size=1, max_size=5))
def test_entries_are_the_best_of_all_for_their_order(drawn: list[list[Point]]) -> None:
    pieces = [single(*spots) for spots in drawn]
    found = find_route(pieces, HOME)
    every = product(*(drawn[step.group] for step in found.steps))
    assert found.travel == pytest.approx(min(length([HOME, *points, HOME]) for points in every))


def test_holes_of_a_plate_are_worked_along_a_short_way() -> None:
    """36 holes in a grid of 10 mm: no way is shorter than 10 mm a hole, and a serpentine takes no more."""
    holes = [closed((10.0 * x, 10.0 * y)) for x in range(6) for y in range(6)]
    random.Random(3).shuffle(holes)
    plate = StopGroup(tuple(holes), (closed((0.0, -10.0), (50.0, -10.0)),))
    assert find_route([plate], HOME).travel <= 1.25 * (35 * 10 + 2 * 10)


@pytest.mark.parametrize("side", [4, 8])
def test_a_shuffled_grid_takes_hardly_more_than_the_shortest_tour(side: int) -> None:
    """On a square grid with an even side no closed tour is shorter than one pitch a step, and one is as short."""
    points = [(10.0 * x, 10.0 * y) for x in range(side) for y in range(side)]
    random.Random(7).shuffle(points)
    found = find_tour(points, 400)
    assert found[0] == 0
    assert sorted(found) == list(range(len(points)))
    around = length([points[i] for i in (*found, 0)])
    assert 10.0 * side**2 - 1e-6 <= around <= 1.05 * 10.0 * side**2


def test_kicks_never_make_a_tour_longer() -> None:
    points = [(random.Random(i).uniform(0, 100), random.Random(-i).uniform(0, 100)) for i in range(1, 80)]
    tours = find_tour(points, 0), find_tour(points, 300)
    plain, kicked = (length([points[i] for i in (*tour, 0)]) for tour in tours)
    assert kicked <= plain


def test_several_tours_are_those_of_searches_by_themselves() -> None:
    chance = random.Random(1)
    points = [(chance.uniform(0, 100), chance.uniform(0, 100)) for _ in range(200)]
    tours = [*find_tours(points, 40, [0, 500, 1000])]
    assert tours == [find_tour(points, 40, (), last_kick) for last_kick in (0, 500, 1000)]
    assert tours[0] != tours[1] != tours[2] != tours[0], "each has kicks of its own"
    assert [*find_tours(points[:3], 40, [0, 500])] == [[0, 1, 2]] * 2


def test_a_tour_goes_on_from_the_one_that_is_given() -> None:
    ring = [(math.cos(a), math.sin(a)) for a in (2 * math.pi * k / 12 for k in range(12))]
    assert find_tour(ring, 0, [0, *range(11, 0, -1)]) == [0, *range(11, 0, -1)]


@pytest.mark.parametrize("spread", [(300.0, 200.0), (0.02, 300.0), (5.0, 0.0), (0.0, 0.0)])
def test_many_points_have_the_same_neighbours_in_strips(spread: tuple[float, float], monkeypatch: pytest.MonkeyPatch
                                                        ) -> None:
    """Against every distance, sorted: also where all points of a strip are in one place, or two clusters lie far
    apart."""
    monkeypatch.setattr(tour, "MANY", 100)
    monkeypatch.setattr(tour, "STRIP", 16)
    dice = random.Random(5)
    points = [(dice.random() * spread[0] + 400 * (n % 7 == 0), dice.random() * spread[1]) for n in range(300)]
    neighbours = tour._neighbours(points)
    assert len(neighbours) == len(points)
    for n, near in enumerate(neighbours):
        every = sorted(math.dist(points[n], other) for k, other in enumerate(points) if k != n)
        assert [far for far, _ in near] == pytest.approx(every[: tour.NEAR])
        assert n not in [k for _, k in near]
        assert all(far == pytest.approx(math.dist(points[n], points[k])) for far, k in near)
