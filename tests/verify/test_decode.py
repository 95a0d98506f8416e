"""Marks made with shapely from the table of their sizes, in any place, turn and size: what is drawn is what is read."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString, Point, Polygon, box, unary_union
from shapely.affinity import rotate, scale, translate
from shapely.geometry.base import BaseGeometry

from fabgen.figures.marks import (
    CROSS,
    CROSS_STROKE,
    DOT,
    OWN,
    OWN_DROP,
    OWN_STROKE,
    POINT_FOOT,
    POINT_HALF,
    POINT_TIP,
    RING,
    RING_STROKE,
)
from fabgen.rules.diagram import Meaning
from fabgen.verify.decode import differences, read_diagram
from fabgen.verify.recognise import figure

REACH = (CROSS - CROSS_STROKE) / 2 / math.sqrt(2)


def disc(radius: float, y: float = 0.0) -> Polygon:
    return Point(0, y).buffer(radius, 32)


OWN_CELL = [
    disc(OWN / 2, -OWN_DROP).difference(disc(OWN / 2 - OWN_STROKE, -OWN_DROP)),
    Polygon([(-POINT_HALF, POINT_FOOT), (POINT_HALF, POINT_FOOT), (0, POINT_TIP)]),
]
ARMS = [LineString([(-REACH, side * -REACH), (REACH, side * REACH)]).buffer(CROSS_STROKE / 2, 16) for side in (1, -1)]
X = unary_union(ARMS)
ROUND = disc(RING / 2).difference(disc(RING / 2 - RING_STROKE))
MARK = {Meaning.MOVE: [disc(DOT / 2)], Meaning.CAPTURE: [X], Meaning.BOTH: [ROUND, X]}

cells = st.tuples(st.integers(-4, 4), st.integers(-4, 4)).filter(lambda c: c != (0, 0))
diagrams = st.dictionaries(cells, st.sampled_from(Meaning), max_size=8)


def drawn(marks: dict[tuple[int, int], Meaning]) -> list[BaseGeometry]:
    return [*OWN_CELL, *(translate(shape, *cell) for cell, meaning in marks.items() for shape in MARK[meaning])]


def read(shapes: list[BaseGeometry]):  # type: ignore[no-untyped-def]
    return read_diagram(figure(shape, f"shape {n}") for n, shape in enumerate(shapes))


@settings(max_examples=40, deadline=None)
@given(diagrams, st.floats(3, 30), st.floats(0, 360), st.floats(-200, 200), st.floats(-200, 200))
def test_any_diagram_is_read_back_wherever_it_lies(
    marks: dict[tuple[int, int], Meaning], cell: float, angle: float, x: float, y: float
) -> None:
    placed = [translate(rotate(scale(s, cell, cell, origin=(0, 0)), angle, origin=(0, 0)), x, y) for s in drawn(marks)]
    reading = read(placed)
    assert reading.faults == ()
    assert list(differences(reading, marks, "piece")) == []


@settings(max_examples=30, deadline=None)
@given(diagrams, diagrams)
def test_two_different_diagrams_are_told_apart(
    shown: dict[tuple[int, int], Meaning], legal: dict[tuple[int, int], Meaning]
) -> None:
    found = list(differences(read(drawn(shown)), legal, "piece"))
    wrong = {c for c in {*shown, *legal} if shown.get(c) is not legal.get(c)}
    assert len(found) == len(wrong)


def test_a_mirrored_diagram_is_another_one() -> None:
    marks = {(1, 2): Meaning.CAPTURE}
    reading = read([scale(s, -1, 1, origin=(0, 0)) for s in drawn(marks)])
    assert set(reading.marks) == {(-1, 2)}


@pytest.mark.parametrize("off", [0.04, 0.3])
def test_a_mark_off_its_cell_is_a_fault(off: float) -> None:
    reading = read([*OWN_CELL, translate(MARK[Meaning.MOVE][0], 1 + off, 0)])
    assert [f.what for f in reading.faults] == [f"the dot at +1,0 is {off} mm off its cell's middle"]


@pytest.mark.parametrize(
    "shape",
    [
        box(0.9, -0.1, 1.1, 0.1),
        Point(1, 0).buffer(0.3, 32),
        Point(1, 0).buffer(0.16, 1),
        translate(rotate(X, 45, origin=(0, 0)), 1, 0),
        translate(X, 1, 0).convex_hull,
        scale(translate(X, 1, 0), 1.4, 0.7),
        Polygon([(0.8, 0), (1.2, 0.1), (1, 0.3)]),
    ],
)
def test_what_is_no_mark_is_a_fault(shape: BaseGeometry) -> None:
    assert read([*OWN_CELL, shape]).faults


@pytest.mark.parametrize(
    "shapes", [[], OWN_CELL[:1], OWN_CELL[1:], [*OWN_CELL, *(translate(s, 3, 0) for s in OWN_CELL)]]
)
def test_one_own_cell_must_be_there(shapes: list[BaseGeometry]) -> None:
    reading = read(shapes)
    assert not reading.own_cell
    assert reading.faults
