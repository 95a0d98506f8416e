"""What is proved about lines without shapely: every proof holds, and plain parts are proved."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
import shapely

from fabgen.artwork.path import Path, Point, circle, rectangle
from fabgen.artwork.polyline import Polyline

SQUARE = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]


def closed(points: list[Point]) -> Polyline:
    return Polyline([*points, points[0]])


def flat(path: Path) -> Polyline:
    return closed(path.flatten(0.01))


@pytest.mark.parametrize(
    "points",
    [
        [(0.0, 0.0), (10.0, 10.0), (10.0, 0.0), (0.0, 10.0)],  # a bow tie
        [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (5.0, 0.0), (0.0, 10.0)],  # a corner on a side
        [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (10.0, 20.0), (10.0, 5.0)],  # a side that runs back
        [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (5.0, 5.0), (0.0, 10.0), (5.0, 5.0)],  # a corner passed twice
        [(0.0, 0.0), (10.0, 0.0)],
    ],
)
def test_no_outline_that_touches_itself_is_proved(points: list[Point]) -> None:
    assert not closed(points).is_surely_simple()


def test_plain_shapes_are_proved() -> None:
    assert closed(SQUARE).is_surely_simple()
    assert flat(circle((0.0, 0.0), 9)).is_surely_simple()
    assert flat(rectangle(0, 0, 60, 40, 3)).is_surely_simple()


def test_distance_decides_at_the_gap() -> None:
    hole = closed([(1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.0, 2.0)])  # 1 mm from two sides of the square
    assert closed(SQUARE).is_surely_apart(hole, 0.999)
    assert not closed(SQUARE).is_surely_apart(hole, 1.0)
    diagonal = closed([(12.0, 12.0), (13.0, 12.0), (12.0, 13.0)])  # corner to corner: the root of 8, 2.828 mm
    assert closed(SQUARE).is_surely_apart(diagonal, 2.82)
    assert not closed(SQUARE).is_surely_apart(diagonal, 2.83)


def test_a_line_is_inside_only_where_all_of_it_is() -> None:
    outline = closed([(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (5.0, 4.0), (0.0, 10.0)])  # a notch down to y = 4
    assert outline.surely_surrounds(Polyline([(1.0, 1.0), (9.0, 1.0)]))
    assert not outline.surely_surrounds(Polyline([(1.0, 5.0), (9.0, 5.0)]))  # through the notch
    assert not outline.surely_surrounds(Polyline([(5.0, 5.0), (5.0, 6.0)]))  # in the notch
    assert not outline.surely_surrounds(Polyline([(1.0, 0.0), (9.0, 0.0)]))  # on the edge
    assert not outline.surely_surrounds(Polyline([(20.0, 1.0), (21.0, 1.0)]))


def test_every_proof_agrees_with_shapely() -> None:
    """Random outlines on a coarse grid, which often touch themselves and each other."""
    rng = random.Random(1)
    proofs = [0, 0, 0]
    for _ in range(4000):
        points = [(float(rng.randrange(8)), float(rng.randrange(8))) for _ in range(rng.randrange(3, 7))]
        x, y = rng.randrange(16) / 2, rng.randrange(16) / 2
        line = [(x, y), (x + rng.randrange(-3, 4) / 2, y + rng.randrange(-3, 4) / 2)]
        if closed(points).is_surely_simple():
            proofs[0] += 1
            assert shapely.Polygon(points).is_valid
            if closed(points).surely_surrounds(Polyline(line)):
                proofs[1] += 1
                assert shapely.Polygon(points).covers(shapely.LineString(line))
        elif all(a != b for a, b in pairwise([*points, points[0]])):
            assert not shapely.Polygon(points).is_valid
        ring, stroke = shapely.LineString([*points, points[0]]), shapely.LineString(line)
        if abs(ring.distance(stroke) - 1.5) > 1e-9:
            proofs[2] += 1
            assert closed(points).is_surely_apart(Polyline(line), 1.5) == (ring.distance(stroke) > 1.5)
    assert min(proofs) > 50
