"""Discs and squares side by side in an area, against the best that is known by geometry."""

import math

import pytest
from shapely import Point, Polygon, box

from fabgen.artwork.packed_places import pack

SQUARE = (((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)),)
HOLE = (*SQUARE, ((30.0, 30.0), (30.0, 70.0), (70.0, 70.0), (70.0, 30.0)))
LONG = (((0.0, 0.0), (300.0, 0.0), (300.0, 60.0), (0.0, 60.0)),)
# The best radius of n equal discs in a square with a side of 1 (known since long for few of them).
KNOWN = {1: 0.5, 2: 1 / (2 + math.sqrt(2)), 3: 0.2543330950, 4: 0.25, 5: 0.2071067812, 6: 0.1876806012, 9: 1 / 6}


@pytest.mark.parametrize("count", KNOWN)
def test_discs_in_a_square(count):
    best, (radius, middles) = 100 * KNOWN[count], pack(SQUARE, count)
    assert 0.94 * best <= radius <= best + 0.01
    assert len(middles) == count


@pytest.mark.parametrize(("count", "best"), [(1, 50), (2, 25), (4, 25), (9, 100 / 6)])
def test_squares_in_a_square(count, best):
    assert 0.94 * best <= pack(SQUARE, count, squares=True).radius <= best + 0.01


def test_discs_in_a_long_room():
    """Five discs of 60 mm fit exactly into 300 x 60 mm."""
    radius, middles = pack(LONG, 5)
    assert 28.5 < radius <= 30
    assert [round(x, -1) for x, _ in middles] == [30, 90, 150, 210, 270]


@pytest.mark.parametrize("rings", [SQUARE, HOLE, LONG])
@pytest.mark.parametrize("count", [1, 2, 3, 5, 7])
@pytest.mark.parametrize("squares", [False, True])
def test_everything_has_room(rings, count, squares):
    """What is found lies in the area, and no two of them meet."""
    radius, middles = pack(rings, count, squares=squares)
    area, size = Polygon(rings[0], rings[1:]), radius - 0.2
    shapes = [box(x - size, y - size, x + size, y + size) if squares else Point(x, y).buffer(size)
              for x, y in middles]
    assert radius > 5
    for number, shape in enumerate(shapes):
        assert area.contains(shape)
        assert all(not shape.intersects(other) for other in shapes[:number])
