"""The sign of jumps to all eight sides: what it measures, when it is used, and that verify reads it as eight jumps."""

from __future__ import annotations

import math

import pytest
from measure import extent, points, things
from shapely import Polygon
from shapely.affinity import rotate

from fabgen.artwork.drawing import Drawing, Role, Shape
from fabgen.figures.diagrams.legibility import least_short_cell
from fabgen.figures.diagrams.marks import CROSS_ANGLES, jump_ring
from fabgen.figures.diagrams.movement_diagram import draw_short_diagram, find_jump_ring, main_direction, rim_points
from fabgen.rules.diagram import Diagram, window_of
from fabgen.rules.directions import HEXAGONS_IN_FILES, Offset
from fabgen.rules.marks import HOPS, Act, MoveMark
from fabgen.verify.diagram_decoding import DecodedDiagram, differences, read_diagram, spell_out_jumps
from fabgen.verify.diagram_marks import recognise

SIDES = ((2, 0), (2, 2), (0, 2), (-2, 2), (-2, 0), (-2, -2), (0, -2), (2, -2))
FORWARD = {(-1, 1): MoveMark(Act.MOVE), (1, 1): MoveMark(Act.MOVE)}


def diagram(jump: Act, others: dict[Offset, MoveMark] | None = None) -> Diagram:
    marks = dict.fromkeys(SIDES, MoveMark(jump)) | (FORWARD if others is None else others)
    return Diagram(marks, window_of(marks))


def read(drawing: Drawing, shown: Diagram, turn: float = 0.0) -> DecodedDiagram:
    shapes = []
    for item in drawing.items:
        assert isinstance(item, Shape)
        outline, *holes = [points(path) for path in item.paths]
        shapes.append(recognise(rotate(Polygon(outline, holes), turn, origin=(0, 0)), item.role.value))
    return spell_out_jumps(read_diagram(shapes, shown.compass, main_direction(shown)))


@pytest.mark.parametrize("turn", [0, 90, 137])
@pytest.mark.parametrize("jump", [Act.HOP, Act.LOCUST, HOPS])
def test_the_sign_is_read_as_eight_jumps(jump: Act, turn: float) -> None:
    shown = diagram(jump)
    drawing = draw_short_diagram(shown, least_short_cell(shown)).without(Role.MOVE_CELL)
    reading = read(drawing, shown, turn)
    assert len(drawing.items) == 5  # the octagon, the own cell's ring and point, two dots
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
    octagon = next(item for item in drawing.items if isinstance(item, Shape) and item.role is Role.MOVE)
    rest = Drawing(tuple(item for item in drawing.items if item is not octagon))
    assert len([*differences(read(rest, shown), dict(shown.marks), "x")]) == 8
    assert read(rest + Drawing((octagon,)).moved(0.5, 0), shown).faults
    assert read(rest + Drawing((octagon,)).turned(22.5), shown).faults
    assert read(rest + Drawing((octagon,)).scaled(1.1), shown).faults


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


def test_the_octagon_by_hand() -> None:
    """At 10 mm: 13.6 mm from corner to corner, a corner on each side; strokes of 1.2 mm between level edges. Of the
    cross behind it four tips of 10.2 mm, at 45 degrees."""
    (octagon,) = things(jump_ring(10))
    assert extent(octagon) == pytest.approx((13.6, 13.6))
    area = 2 * math.sqrt(2)  # of an octagon with a radius of 1
    inner = 6.8 - 1.2 / math.cos(math.radians(22.5))
    assert octagon.area == pytest.approx(area * (6.8**2 - inner**2))
    (crossed,) = things(jump_ring(10, CROSS_ANGLES))
    reach = (10.2 + 0.9) / math.sqrt(2)  # of a tip's corner to the right
    assert extent(crossed) == pytest.approx((2 * reach, 2 * reach))


def test_a_short_diagram_takes_the_room_of_its_marks() -> None:
    """Dots at (-1, 1) and (1, 1) with a radius of 0.25, and the octagon of 0.68 below."""
    xs, ys = zip(*rim_points(diagram(Act.HOP), grid=False), strict=True)
    assert (min(xs), max(xs), min(ys), max(ys)) == pytest.approx((-1.25, 1.25, -0.68, 1.25), abs=1e-3)
