"""Marks made with shapely from the table of their sizes, in any place, turn and size: what is drawn is what is read."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString, Point, Polygon, box, unary_union
from shapely.affinity import rotate, scale, translate
from shapely.geometry.base import BaseGeometry

from fabgen.figures.diagrams.marks import (
    CROSS,
    CROSS_STROKE,
    DIAMOND,
    DOT,
    HEAD_FOOT,
    HEAD_HALF,
    HEAD_TIP,
    HOP_CROSS,
    HOP_STROKE,
    ON_CROSS,
    ON_CROSS_STROKE,
    ON_DIAMOND,
    ON_HOP_CROSS,
    ON_RING,
    ON_RINGED_CROSS,
    ON_SHIFT,
    OPEN_ARM,
    OPEN_DOT,
    OPEN_FAR,
    OPEN_NEAR,
    OPEN_STROKE,
    OWN_RING,
    OWN_STROKE,
    POINT_FOOT,
    POINT_HALF,
    POINT_TIP,
    RING,
    RING_STROKE,
    RINGED_CROSS,
)
from fabgen.rules.marks import ALL_MARKS, Act, MoveMark
from fabgen.verify.diagram_decoding import differences, read_diagram
from fabgen.verify.diagram_marks import recognise


def disc(radius: float, y: float = 0.0) -> Polygon:
    return Point(0, y).buffer(radius, 32)


def loop(size: float, stroke: float, y: float = 0.0) -> BaseGeometry:
    return disc(size / 2, y).difference(disc(size / 2 - stroke, y))


def stroke_of(span: float, width: float, side: int) -> BaseGeometry:
    reach = (span - width) / 2 / math.sqrt(2)
    return LineString([(-reach, side * -reach), (reach, side * reach)]).buffer(width / 2, 16)


def crossed(span: float, width: float) -> BaseGeometry:
    return unary_union([stroke_of(span, width, side) for side in (1, -1)])


def slashed(span: float, width: float) -> BaseGeometry:
    return rotate(box(-span / 2, -width / 2, span / 2, width / 2), 45, origin=(0, 0))


def diamond(size: float) -> BaseGeometry:
    return Polygon([(size / 2, 0), (0, size / 2), (-size / 2, 0), (0, -size / 2)])


def frame(size: float) -> BaseGeometry:
    return diamond(size).difference(diamond(size - 2 * math.sqrt(2) * 0.07))


OWN_CELL = [
    loop(OWN_RING, OWN_STROKE),
    Polygon([(-POINT_HALF, POINT_FOOT), (POINT_HALF, POINT_FOOT), (0, POINT_TIP)]),
]
X = crossed(CROSS, CROSS_STROKE)


def arms_apart(near: float, far: float, width: float = OPEN_ARM) -> list[BaseGeometry]:
    """The arms of a cross without its middle, the upper right one first, then counter-clockwise."""
    arm = box(near, -width / 2, far, width / 2)
    return [rotate(arm, 45 + 90 * n, origin=(0, 0)) for n in range(4)]


ARMS = arms_apart(OPEN_NEAR, OPEN_FAR)
TAKEN, PERHAPS = crossed(HOP_CROSS, HOP_STROKE), slashed(HOP_CROSS, HOP_STROKE)
HEAD = Polygon([(HEAD_FOOT, -HEAD_HALF), (HEAD_TIP, 0), (HEAD_FOOT, HEAD_HALF)])
RAYS, ON_RAYS = arms_apart(0.28, 0.42), arms_apart(0.275, 0.35)
STEPS = {
    Act.MOVE: [disc(DOT / 2)],
    Act.CAPTURE: [X],
    Act.MOVE | Act.CAPTURE: [loop(RING, RING_STROKE), crossed(RINGED_CROSS, 0.12)],
    Act.FIRST_MOVE: [loop(OPEN_DOT, OPEN_STROKE)],
    Act.FIRST_CAPTURE: ARMS,
    Act.FIRST_MOVE | Act.FIRST_CAPTURE: [loop(RING, RING_STROKE), *ARMS],
    Act.MOVE | Act.FIRST_CAPTURE: [disc(0.2), *RAYS],
    Act.FIRST_MOVE | Act.CAPTURE: [crossed(0.7, 0.12).union(disc(0.19)).difference(disc(0.1))],
}
ON_STEPS = {
    Act.MOVE: [disc(DOT / 2)],
    Act.CAPTURE: [crossed(ON_CROSS, 0.12)],
    Act.MOVE | Act.CAPTURE: [loop(ON_RING, 0.07), crossed(ON_RINGED_CROSS, ON_CROSS_STROKE)],
    Act.FIRST_MOVE: [loop(OPEN_DOT, OPEN_STROKE)],
    Act.FIRST_CAPTURE: arms_apart(0.12, 0.24),
    Act.FIRST_MOVE | Act.FIRST_CAPTURE: [loop(ON_RING, 0.07), *arms_apart(0.1, 0.19, 0.08)],
    Act.MOVE | Act.FIRST_CAPTURE: [disc(0.2), *ON_RAYS],
    Act.FIRST_MOVE | Act.CAPTURE: [crossed(0.6, 0.1).union(disc(0.17)).difference(disc(0.08))],
}


def hop_mark(mark: MoveMark) -> list[BaseGeometry]:
    """The diamond of a hop, with its sign inside and tips around it, from the sizes in docs/look.md."""
    tipped = bool(mark.acts & (Act.CAPTURE | Act.FIRST_CAPTURE))
    size = {(0, 0): DIAMOND, (0, 1): ON_DIAMOND, (1, 0): 0.76, (1, 1): 0.64}[tipped, mark.goes_on]
    sign = {(0, 0): HOP_CROSS, (0, 1): ON_HOP_CROSS, (1, 0): 0.28, (1, 1): 0.24}[tipped, mark.goes_on]
    opened = {(0, 0): 0.46, (0, 1): 0.31, (1, 0): 0.42, (1, 1): 0.3}[tipped, mark.goes_on]
    stroke = 0.08 if tipped or mark.goes_on else 0.1
    outline = {Act.HOP: None, Act.LOCUST: crossed, Act.HOP | Act.LOCUST: slashed}[mark.hops]
    tips = arms_apart(*((0.29, 0.3485, 0.1) if mark.goes_on else (0.335, 0.465, 0.12))) if tipped else []
    tips = tips if Act.CAPTURE in mark.acts else tips[::2]
    if Act.FIRST_MOVE in mark.acts:
        hole = disc(0.09 if mark.goes_on else 0.12)
        rounded = {crossed: crossed, slashed: lambda span, width: stroke_of(span, width, 1)}
        return [diamond(size).difference(hole.union(rounded[outline](opened, stroke)) if outline else hole), *tips]
    cut = [outline(sign, stroke)] if outline else []
    if Act.MOVE in mark.acts:
        return [diamond(size).difference(cut[0]) if cut else diamond(size), *tips]
    return [frame(size), *cut, *tips]


def shapes_of(mark: MoveMark) -> list[BaseGeometry]:
    return hop_mark(mark) if mark.hops else (ON_STEPS if mark.goes_on else STEPS)[mark.acts]


MARK = {mark: shapes_of(mark) for mark in ALL_MARKS}

cells = st.tuples(st.integers(-4, 4), st.integers(-4, 4)).filter(lambda c: c != (0, 0))
diagrams = st.dictionaries(cells, st.sampled_from(ALL_MARKS), max_size=8)


def head(cell: tuple[int, int], turn: float = 0.0) -> BaseGeometry:
    """The arrowhead of a cell, pointing away from the piece, or turned on the spot."""
    angle = math.degrees(math.atan2(cell[1], cell[0]))
    placed = translate(rotate(HEAD, angle, origin=(0, 0)), *cell)
    return rotate(placed, turn, origin="centroid")


def mark(meaning: MoveMark, cell: tuple[int, int]) -> list[BaseGeometry]:
    if not meaning.goes_on:
        return [translate(shape, *cell) for shape in MARK[meaning]]
    nearer = 1 - ON_SHIFT / math.hypot(*cell)
    return [*(translate(shape, nearer * cell[0], nearer * cell[1]) for shape in MARK[meaning]), head(cell)]


def drawn(marks: dict[tuple[int, int], MoveMark]) -> list[BaseGeometry]:
    return [*OWN_CELL, *(shape for cell, meaning in marks.items() for shape in mark(meaning, cell))]


def read(shapes: list[BaseGeometry]):  # type: ignore[no-untyped-def]
    return read_diagram(recognise(shape, f"shape {n}") for n, shape in enumerate(shapes))


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(diagrams, st.floats(3, 30), st.floats(0, 360), st.floats(-200, 200), st.floats(-200, 200))
def test_any_diagram_is_read_back_wherever_it_lies(
    marks: dict[tuple[int, int], MoveMark], cell: float, angle: float, x: float, y: float
) -> None:
    placed = [translate(rotate(scale(s, cell, cell, origin=(0, 0)), angle, origin=(0, 0)), x, y) for s in drawn(marks)]
    reading = read(placed)
    assert reading.faults == ()
    assert list(differences(reading, marks, "piece")) == []


@settings(max_examples=30, deadline=None)
@given(diagrams, diagrams)
def test_two_different_diagrams_are_told_apart(
    shown: dict[tuple[int, int], MoveMark], legal: dict[tuple[int, int], MoveMark]
) -> None:
    found = list(differences(read(drawn(shown)), legal, "piece"))
    wrong = {c for c in {*shown, *legal} if shown.get(c) != legal.get(c)}
    assert len(found) == len(wrong)


def test_a_mirrored_diagram_is_another_one() -> None:
    marks = {(1, 2): MoveMark(Act.CAPTURE)}
    reading = read([scale(s, -1, 1, origin=(0, 0)) for s in drawn(marks)])
    assert set(reading.marks) == {(-1, 2)}


@pytest.mark.parametrize("off", [0.04, 0.3])
def test_a_mark_off_its_cell_is_a_fault(off: float) -> None:
    reading = read([*OWN_CELL, translate(MARK[MoveMark(Act.MOVE)][0], 1 + off, 0)])
    assert [f.what for f in reading.faults] == [f"the dot at +1,0 is {off} mm off its cell's middle"]


@pytest.mark.parametrize(
    "shape",
    [
        box(0.9, -0.1, 1.1, 0.1),
        Point(1, 0).buffer(0.36, 32),
        Point(1, 0).buffer(0.16, 1),
        translate(rotate(X, 45, origin=(0, 0)), 1, 0),
        translate(X, 1, 0).convex_hull,
        scale(translate(X, 1, 0), 1.4, 0.7),
        Polygon([(0.8, 0), (1.2, 0.1), (1, 0.3)]),
    ],
)
def test_a_shape_that_is_no_mark_is_a_fault(shape: BaseGeometry) -> None:
    assert read([*OWN_CELL, shape]).faults


@pytest.mark.parametrize(
    "shapes", [[], OWN_CELL[:1], OWN_CELL[1:], [*OWN_CELL, *(translate(s, 3, 0) for s in OWN_CELL)]]
)
def test_one_own_cell_must_be_there(shapes: list[BaseGeometry]) -> None:
    reading = read(shapes)
    assert not reading.own_cell
    assert reading.faults


ON = [meaning for meaning in ALL_MARKS if meaning.goes_on]


@pytest.mark.slow
@pytest.mark.sample(31)
@pytest.mark.parametrize("cell", [(0, 2), (-2, 0), (2, -2), (2, 1)])
@pytest.mark.parametrize("meaning", ON)
def test_a_lost_a_turned_and_a_strange_arrowhead_are_reported(meaning: MoveMark, cell: tuple[int, int]) -> None:
    *rest, arrow = drawn({cell: meaning})
    lost = list(differences(read(rest), {cell: meaning}, "piece"))
    assert ["arrowhead" in fault.what and "missing" in fault.what for fault in lost] == [True]
    for turn in (45, 90, 180, 270):
        faults = read([*rest, head(cell, turn)]).faults
        assert [fault.what.endswith("does not point away from the piece") for fault in faults] == [True], turn
    assert read([*rest, translate(arrow, 0.06, 0.06)]).faults
    assert list(differences(read([*rest, arrow]), {cell: meaning.plain}, "piece"))


@pytest.mark.parametrize("meaning", [m for m in ALL_MARKS if m not in ON])
def test_no_part_of_a_mark_can_be_lost_moved_or_doubled(meaning: MoveMark) -> None:
    shapes, cell = mark(meaning, (2, 1)), (2, 1)
    assert shapes
    for n, shape in enumerate(shapes):
        rest = shapes[:n] + shapes[n + 1 :]
        assert list(differences(read([*OWN_CELL, *rest]), {cell: meaning}, "piece"))
        assert read([*OWN_CELL, *rest, translate(shape, 0.06, 0)]).faults
        assert read([*OWN_CELL, *shapes, shape]).faults


@pytest.mark.parametrize("one", ALL_MARKS)
def test_every_two_marks_are_told_apart(one: MoveMark) -> None:
    reading = read(drawn({(0, 2): one}))
    assert [other for other in ALL_MARKS if not list(differences(reading, {(0, 2): other}, "piece"))] == [one]


def test_a_slash_that_leans_the_other_way_and_an_upright_square_are_reported() -> None:
    hop = frame(DIAMOND)
    for shapes in ([hop, rotate(PERHAPS, 90)], [rotate(hop, 45)], [hop, rotate(TAKEN, 45)]):
        assert read([*OWN_CELL, *(translate(shape, 2, 0) for shape in shapes)]).faults


@pytest.mark.parametrize(("turn", "is_told"), [(7.0, False), (9.0, True), (-9.0, True)])
def test_a_cross_that_is_turned_a_little_is_reported(turn: float, is_told: bool) -> None:
    """By more than 8 degrees."""
    faults = [fault.what for fault in read([*OWN_CELL, translate(rotate(X, turn, origin=(0, 0)), 1, 0)]).faults]
    assert faults == ["the cross at +1,0 does not stand diagonally in its cell"] * is_told


@pytest.mark.parametrize(("factor", "kind"), [(1.0, "cross"), (1.001, "cross"), (1.1, "")])
def test_only_a_cross_with_equal_bars_is_one(factor: float, kind: str) -> None:
    """A cross that is a tenth wider than high differs from the turned one by more than 3 % of its area: at the tips
    alone by four times 0.1 x 0.2 mm of 0.84 mm², which is 10 %."""
    upright = unary_union([box(-1, -0.1, 1, 0.1), box(-0.1, -1, 0.1, 1)])
    for turn in (0.0, 45.0, 33.0):
        assert recognise(rotate(scale(upright, factor, 1.0), turn), "").kind == kind


def test_an_arrowhead_in_the_own_cell_is_reported() -> None:
    assert read([*OWN_CELL, translate(head((0, 1)), 0.2, -1)]).faults


RIGHT = [rotate(shape, -90, origin=(0, 0)) for shape in OWN_CELL]
ALONE = [loop(OWN_RING, OWN_STROKE)]
AROUND = [disc(DOT / 2), *(translate(disc(DOT / 2), x, y) for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1)))][1:]


def read_as(way: str | None, *shapes: BaseGeometry, turns: tuple[float, ...] = (0.0,)):  # type: ignore[no-untyped-def]
    return read_diagram((recognise(shape, f"shape {n}") for n, shape in enumerate(shapes)), way=way, turns=turns)


@settings(max_examples=20, deadline=None)
@given(diagrams, st.floats(0, 360))
def test_a_point_to_the_right_leaves_the_player_s_forward_up(
    marks: dict[tuple[int, int], MoveMark], turn: float
) -> None:
    shapes = [*RIGHT, *(shape for cell, meaning in marks.items() for shape in mark(meaning, cell))]
    reading = read_as("right", *(scale(rotate(shape, turn, origin=(0, 0)), 7, 7, origin=(0, 0)) for shape in shapes))
    assert reading.faults == ()
    assert not list(differences(reading, marks, "piece"))


def test_a_point_that_shows_another_way_is_reported() -> None:
    """A dot on the right: with the point up instead of right it is read as one on the left of it, ahead."""
    dot_right = translate(disc(DOT / 2), 1, 0)
    assert not list(differences(read_as("right", *RIGHT, dot_right), {(1, 0): MoveMark(Act.MOVE)}, "piece"))
    assert list(differences(read_as("right", *OWN_CELL, dot_right), {(1, 0): MoveMark(Act.MOVE)}, "piece"))


def test_a_piece_that_goes_all_ways_alike_has_a_ring_alone() -> None:
    legal = dict.fromkeys(((1, 0), (0, 1), (-1, 0), (0, -1)), MoveMark(Act.MOVE))
    plain = read_as(None, *ALONE, *AROUND)
    assert plain.faults == ()
    assert not list(differences(plain, legal, "piece"))
    assert not read_as("up", *ALONE, *AROUND).own_cell  # the point is missing
    assert read_as(None, *OWN_CELL, *AROUND).faults  # and here one is too much
    assert [*differences(read_as(None, *ALONE, *AROUND[1:]), legal, "piece")]
