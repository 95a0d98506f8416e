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
    assert len(drawing.items) == 12  # eight parts of the star, the own cell's ring and point, two dots
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
    star = Drawing(drawing.items[2:10])
    rest = Drawing(tuple(item for item in drawing.items if item not in star.items))
    assert read(rest + star, shown).faults == ()
    assert len([*differences(read(rest, shown), dict(shown.marks), "x")]) == 8
    assert len([*differences(read(rest + Drawing(star.items[1:]), shown), dict(shown.marks), "x")]) == 9
    assert read(rest + star.moved(0.5, 0), shown).faults
    assert read(rest + star.turned(22.5), shown).faults
    assert read(rest + star.scaled(1.1), shown).faults


@pytest.mark.parametrize(("marks", "is_used"), [
    (diagram(Act.HOP).marks, True),
    (diagram(Act.HOP, {}).marks, True),
    ({side: MoveMark(Act.HOP) for side in SIDES[1:]}, False),  # not to all sides
    (dict(diagram(Act.HOP).marks) | {(2, 0): MoveMark(Act.LOCUST)}, False),  # not alike
    (dict.fromkeys(SIDES, MoveMark(Act.HOP | Act.MOVE)), False),  # may also move there
    (dict.fromkeys(SIDES, MoveMark(Act.HOP, goes_on=True)), False),  # goes on
    (diagram(Act.HOP, {(0, 1): MoveMark(Act.MOVE | Act.CAPTURE)}).marks, False),  # a ring of 0.84 would touch it
    (diagram(Act.HOP, {(0, 1): MoveMark(Act.MOVE, goes_on=True)}).marks, False),
])
def test_the_sign_is_used_where_it_says_the_same(marks: dict[Offset, MoveMark], is_used: bool) -> None:
    assert bool(find_jump_ring(Diagram(marks, window_of(marks)))) is is_used


def test_hexagons_keep_their_marks() -> None:
    marks = dict.fromkeys(SIDES, MoveMark(Act.HOP))
    assert not find_jump_ring(Diagram(marks, window_of(marks), HEXAGONS_IN_FILES))


def test_the_star_by_hand() -> None:
    """At 10 mm: tips 6.8 mm to the right and 10.2 mm away on the diagonal. Short spikes are 2.6 mm wide and 1.4 mm
    long, long ones as wide and 5.6 mm long; arms instead of them are 1.8 mm by 5.6 mm."""
    star = things(jump_ring(10))
    assert len(star) == 8
    assert extent(star[0].union(star[4])) == pytest.approx((13.6, 2.6))
    assert extent(star[1].union(star[5])) == pytest.approx((2 * 10.2 / math.sqrt(2),) * 2)
    assert [thing.area for thing in star] == pytest.approx([1.4 * 2.6 / 2, 5.6 * 2.6 / 2] * 4)
    arms = things(jump_ring(10, CROSS_ANGLES))[1::2]
    assert [arm.area for arm in arms] == pytest.approx([1.8 * 5.6] * 4)
    assert extent(arms[0].union(arms[2])) == pytest.approx((2 * (10.2 + 0.9) / math.sqrt(2),) * 2)


def test_a_short_diagram_takes_the_room_of_its_marks() -> None:
    """Dots at (-1, 1) and (1, 1) with a radius of 0.25; the long spikes reach 1.02 on the diagonal below."""
    xs, ys = zip(*rim_points(diagram(Act.HOP), grid=False), strict=True)
    low = -1.02 / math.sqrt(2)
    assert (min(xs), max(xs), min(ys), max(ys)) == pytest.approx((-1.25, 1.25, low, 1.25), abs=1e-3)


def test_parts_of_a_star_are_clear_of_each_other_in_the_least_cells() -> None:
    """0.4 mm between the star and the own cell, and to dots on all sides, in cells of 5.75 mm."""
    around = {(x, y): MoveMark(Act.MOVE) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)}
    for jump in (Act.HOP, Act.LOCUST, HOPS):
        for others in (FORWARD, around):
            shown = diagram(jump, dict(others))
            shapes = things(draw_short_diagram(shown, least_short_cell(shown)).without(Role.MOVE_CELL))
            own_cell, others_and_star = shapes[:2], shapes[2:]  # nearer to each other are only the ring and its point
            gaps = [first.distance(second) for first, second in combinations(others_and_star, 2)]
            gaps += [first.distance(second) for first in own_cell for second in others_and_star]
            assert min(gaps) >= 0.4 - 1e-3
