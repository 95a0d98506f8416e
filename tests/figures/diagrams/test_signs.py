"""Marks of tokens keep within their size and are fine enough to be told, coarse enough to be etched."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
import shapely
from measure import all_of

from fabgen.artwork.drawing import Role, draw
from fabgen.artwork.part import Part
from fabgen.artwork.path import circle
from fabgen.check.part_flaws import find_flaws
from fabgen.figures.diagrams.marks import MARKS
from fabgen.materials.material import load_material

names = pytest.mark.parametrize("name", sorted(MARKS))


@names
def test_it_keeps_within_its_size(name: str) -> None:
    mark = all_of(MARKS[name](10.0))
    x0, y0, x1, y1 = mark.bounds
    assert max(x1 - x0, y1 - y0) <= 7.6
    assert max(math.hypot(x, y) for x, y in shapely.get_coordinates(mark)) <= 4.5
    assert abs(x0 + x1) / 2 < 0.6
    assert abs(y0 + y1) / 2 < 0.6


@pytest.mark.slow
@names
def test_strokes_hold_on_the_smallest_token(name: str) -> None:
    """8 mm: no stroke under 0.3 mm, and none lost in acrylic."""
    mark = all_of(MARKS[name](8.0))
    kept = mark.buffer(-0.149).buffer(0.149)
    assert mark.difference(kept.buffer(0.01)).area < 0.04 * mark.area  # the points of a bolt
    token = Part(name, draw(Role.EDGE, circle((0, 0), 4)) + MARKS[name](8.0), 1, "acrylic-3mm", "tokens")
    assert find_flaws(token, load_material("acrylic-3mm").material) == []


def test_marks_are_told_apart() -> None:
    drawn = {name: all_of(mark(10.0)) for name, mark in MARKS.items()}
    assert len(drawn) >= 11
    for one, other in combinations(drawn.values(), 2):
        assert one.symmetric_difference(other).area > 0.25 * min(one.area, other.area)
