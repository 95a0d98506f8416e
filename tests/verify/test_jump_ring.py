"""The sign of jumps to all eight sides: what it measures, when it is used, and that verify reads it as eight jumps."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from measure import extent, things
from recognised import recognised_shapes

from fabgen.artwork.drawing import Drawing, Role
from fabgen.figures.diagrams.legibility import least_short_cell
from fabgen.figures.diagrams.marks import CROSS_ANGLES, jump_ring
from fabgen.figures.diagrams.movement_diagram import draw_short_diagram, find_jump_ring, main_direction, rim_points
from fabgen.rules.diagram import Diagram, window_of
from fabgen.rules.directions import HEXAGONS_IN_FILES, Offset
from fabgen.rules.marks import HOPS, Act, MoveMark
from fabgen.verify.diagram_decoding import DecodedDiagram, differences, read_diagram, spell_out_jumps

SIDES = ((2, 0), (2, 2), (0, 2), (-2, 2), (-2, 0), (-2, -2), (0, -2), (2, -2))
FORWARD = {(-1, 1): MoveMark(Act.MOVE), (1, 1): MoveMark(Act.MOVE)}


def diagram(jump: Act, others: dict[Offset, MoveMark] | None = None) -> Diagram:
    marks = dict.fromkeys(SIDES, MoveMark(jump)) | (FORWARD if others is None else others)
    return Diagram(marks, window_of(marks))


def read(drawing: Drawing, shown: Diagram, turn: float = 0.0) -> DecodedDiagram:
    shapes = recognised_shapes(drawing, turn)
    return spell_out_jumps(read_diagram(shapes, shown.compass, main_direction(shown)))


@pytest.mark.parametrize("turn", [0, 90, 137])
@pytest.mark.parametrize("jump", [Act.HOP, Act.LOCUST, HOPS])
def test_the_sign_is_read_as_eight_jumps(jump: Act, turn: float) -> None:
    shown = diagram(jump)
    drawing = draw_short_diagram(shown, least_short_cell(shown)).without(Role.MOVE_CELL)
    reading = read(drawing, shown, turn)
    assert len(drawing.items) == 12  # eight parts of the ring, the own cell's ring and point, two dots
    assert reading.faults == ()
    assert list(differences(reading, dict(shown.marks), "piece")) == []


@pytest.mark.parametrize("legal", [Act.HOP, Act.LOCUST, HOPS])
@pytest.mark.parametrize("drawn", [Act.HOP, Act.LOCUST, HOPS])
def test_another_sign_is_eight_faults(drawn: Act, legal: Act) -> None:
    reading = read(draw_short_diagram(diagram(drawn), 8.0), diagram(drawn))
    faults = [*differences(reading, dict(diagram(legal).marks), "x")]
    assert len(faults) == (0 if drawn == legal else 8)


def test_a_lost_sign_and_one_that_was_moved_or_turned_are_reported() -> None:
    shown = diagram(Act.HOP)
    drawing = draw_short_diagram(shown, 8.0).without(Role.MOVE_CELL)
    sign = Drawing(drawing.items[2:10])
    rest = Drawing(tuple(item for item in drawing.items if item not in sign.items))
    assert read(rest + sign, shown).faults == ()
    # Without the whole ring its two dots are too broad as well.
    assert len([*differences(read(rest, shown), dict(shown.marks), "x")]) == 8 + 2
    assert len([*differences(read(rest + Drawing(sign.items[1:]), shown), dict(shown.marks), "x")]) == 9 + 2
    assert read(rest + sign.moved(0.5, 0), shown).faults
    assert read(rest + sign.turned(22.5), shown).faults
    assert read(rest + sign.scaled(1.1), shown).faults


@pytest.mark.parametrize(("marks", "is_used"), [
    (diagram(Act.HOP).marks, True),
    (diagram(Act.HOP, {}).marks, True),
    ({side: MoveMark(Act.HOP) for side in SIDES[1:]}, False),  # not to all sides
    (dict(diagram(Act.HOP).marks) | {(2, 0): MoveMark(Act.LOCUST)}, False),  # not alike
    (dict.fromkeys(SIDES, MoveMark(Act.HOP | Act.MOVE)), False),  # may also move there
    (dict.fromkeys(SIDES, MoveMark(Act.HOP, goes_on=True)), False),  # goes on
    (diagram(Act.HOP, {(0, 1): MoveMark(Act.MOVE | Act.CAPTURE)}).marks, False),  # too large on a diagonal
    (diagram(Act.HOP, {(0, 1): MoveMark(Act.MOVE, goes_on=True)}).marks, False),
])
def test_the_sign_is_used_where_it_says_the_same(marks: dict[Offset, MoveMark], is_used: bool) -> None:
    assert bool(find_jump_ring(Diagram(marks, window_of(marks)))) is is_used


def test_hexagons_keep_their_marks() -> None:
    marks = dict.fromkeys(SIDES, MoveMark(Act.HOP))
    assert not find_jump_ring(Diagram(marks, window_of(marks), HEXAGONS_IN_FILES))


def test_the_ring_by_hand() -> None:
    """At 10 mm: points from 18.3 mm to 22 mm away, 6 mm wide; bars instead of them are as long and 3 mm wide."""
    points = things(jump_ring(10))
    assert len(points) == 8
    assert extent(points[0].union(points[4])) == pytest.approx((44.0, 6.0))
    assert extent(points[1].union(points[5])) == pytest.approx((2 * 22 / math.sqrt(2),) * 2)
    assert [point.area for point in points] == pytest.approx([3.7 * 6 / 2] * 8)
    bars = things(jump_ring(10, CROSS_ANGLES))[1::2]
    assert [bar.area for bar in bars] == pytest.approx([3.0 * 3.7] * 4)
    assert extent(bars[0].union(bars[2])) == pytest.approx((2 * (22 + 1.5) / math.sqrt(2),) * 2)


def test_dots_within_the_ring_are_broader_than_others() -> None:
    """At 10 mm: 6.6 mm across, and 5 mm in a diagram without a ring."""
    within, other = diagram(Act.HOP), diagram(Act.HOP, {(0, 1): MoveMark(Act.MOVE, goes_on=True)})
    widths = [extent(things(draw_short_diagram(shown, 10.0, grid=False).without(Role.MOVE_CELL))[-1])[0]
              for shown in (within, Diagram(FORWARD, other.window))]
    assert widths == pytest.approx([6.6, 5.0])


def test_a_short_diagram_takes_the_room_of_its_marks() -> None:
    """Dots at (-1, 1) and (1, 1) lie within the ring, whose points reach 2.2."""
    xs, ys = zip(*rim_points(diagram(Act.HOP), grid=False), strict=True)
    assert (min(xs), max(xs), min(ys), max(ys)) == pytest.approx((-2.2, 2.2, -2.2, 2.2), abs=1e-3)


def test_parts_of_a_ring_are_clear_of_the_marks_within_it_in_the_least_cells() -> None:
    """0.4 mm between the ring and dots or crosses on all sides, in cells of 4.7 mm."""
    sides = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
    dots, crosses = dict.fromkeys(sides, MoveMark(Act.MOVE)), dict.fromkeys(sides, MoveMark(Act.CAPTURE))
    for jump in (Act.HOP, Act.LOCUST, HOPS):
        for others in (FORWARD, dots, crosses):
            shown = diagram(jump, dict(others))
            assert least_short_cell(shown) == pytest.approx(4.7)
            shapes = things(draw_short_diagram(shown, 4.7).without(Role.MOVE_CELL))
            own_cell, others_and_ring = shapes[:2], shapes[2:]  # nearer to each other are only its ring and point
            gaps = [first.distance(second) for first, second in combinations(others_and_ring, 2)]
            gaps += [first.distance(second) for first in own_cell for second in others_and_ring]
            assert min(gaps) >= 0.4 - 1e-3
