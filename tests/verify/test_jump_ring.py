"""The sign of jumps to all eight sides: what it measures, when it is used, and that verify reads it as eight jumps."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from measure import extent, things
from recognised import recognised_shapes
from shapely import LineString

from fabgen.artwork.drawing import Drawing, Role
from fabgen.figures.diagrams.legibility import least_short_cell
from fabgen.figures.diagrams.marks import CROSS_ANGLES, jump_ring, own_cell_mark
from fabgen.figures.diagrams.movement_diagram import draw_short_diagram, find_jump_ring, main_direction, rim_points
from fabgen.rules.diagram import Diagram, window_of
from fabgen.rules.directions import HEXAGONS_IN_FILES, Offset
from fabgen.rules.marks import HOPS, Act, MoveMark
from fabgen.verify.diagram_decoding import DecodedDiagram, differences, read_diagram, spell_out_jumps

SIDES = ((2, 0), (2, 2), (0, 2), (-2, 2), (-2, 0), (-2, -2), (0, -2), (2, -2))
LINES = Role.MOVE_CELL, Role.GRID  # what verify does not read
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
    drawing = draw_short_diagram(shown, least_short_cell(shown)).without(*LINES)
    reading = read(drawing, shown, turn)
    assert len(drawing.items) == 12  # eight parts of the ring, the own cell's ring and point, two dots
    assert reading.faults == ()
    assert list(differences(reading, dict(shown.marks), "piece")) == []


@pytest.mark.parametrize("legal", [Act.HOP, Act.LOCUST, HOPS])
@pytest.mark.parametrize("drawn", [Act.HOP, Act.LOCUST, HOPS])
def test_another_sign_is_eight_faults(drawn: Act, legal: Act) -> None:
    reading = read(draw_short_diagram(diagram(drawn), 8.0).without(*LINES), diagram(drawn))
    faults = [*differences(reading, dict(diagram(legal).marks), "x")]
    assert len(faults) == (0 if drawn == legal else 8)


def test_a_lost_sign_and_one_that_was_moved_or_turned_are_reported() -> None:
    shown = diagram(Act.HOP)
    drawing = draw_short_diagram(shown, 8.0).without(*LINES)
    sign = Drawing(drawing.items[2:10])
    rest = Drawing(tuple(item for item in drawing.items if item not in sign.items))
    assert read(rest + sign, shown).faults == ()
    # Without the whole ring eight jumps are missing, and the piece's own mark is too large.
    assert [fault.what for fault in read(rest, shown).faults] == ["the piece's own mark is too large for its cell"]
    assert len([*differences(read(rest, shown), dict(shown.marks), "x")]) == 8
    assert len([*differences(read(rest + Drawing(sign.items[1:]), shown), dict(shown.marks), "x")]) == 9
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
    """At 10 mm: points 8 mm wide, from 16 mm to 21 mm away on the sides, from 22.1 mm to 27.1 mm on the diagonals;
    diagonal bars are as long and 3 mm wide. The own mark is 1.4 times as large: ring 6.72 mm, point from 4.2 mm to
    6.44 mm and 7 mm wide."""
    own, point, *points = things(jump_ring(10, "up").without(*LINES))
    assert extent(own) == pytest.approx((6.72, 6.72), abs=0.01)
    assert point.bounds == pytest.approx((-3.5, 4.2, 3.5, 6.44))
    assert len(points) == 8
    assert extent(points[0].union(points[4])) == pytest.approx((42.0, 8.0))
    assert extent(points[1].union(points[5])) == pytest.approx((2 * 27.1 / math.sqrt(2),) * 2)
    assert [point.area for point in points] == pytest.approx([5.0 * 8 / 2] * 8)
    bars = things(jump_ring(10, "up", CROSS_ANGLES).without(*LINES))[3::2]
    assert [bar.area for bar in bars] == pytest.approx([3.0 * 5.0] * 4)
    assert extent(bars[0].union(bars[2])) == pytest.approx((2 * (27.1 + 1.5) / math.sqrt(2),) * 2)


def test_the_ring_has_the_borders_of_eight_cells() -> None:
    """At 10 mm: a square of 30 mm, and eight lines of 10 mm that end at the corners of the own cell."""
    lines = [path for item in jump_ring(10, "up").only(Role.GRID).items for path in item.paths]
    ends = [tuple(math.dist(path.start, path.segments[0].to) for path in lines)]
    assert sorted(ends[0]) == pytest.approx([10.0] * 8 + [30.0] * 4)
    inner = [path.start for path in lines if math.dist(path.start, path.segments[0].to) < 20]
    assert all((abs(x), abs(y)) == pytest.approx((5.0, 5.0)) for x, y in inner)


def test_an_own_mark_that_is_too_large_is_a_fault_without_a_ring() -> None:
    shown = Diagram(FORWARD, window_of(FORWARD))
    marks = draw_short_diagram(shown, 10.0).without(*LINES, Role.SELF, Role.FORWARD)
    assert not read(own_cell_mark(10.0) + marks, shown).faults
    assert read(own_cell_mark(14.0) + marks, shown).faults


def test_a_short_diagram_takes_the_room_of_its_marks() -> None:
    """Dots at (-1, 1) and (1, 1) lie within the ring, whose points reach 2.1 on the sides, less on the diagonals:
    2.71 / √2 = 1.92."""
    xs, ys = zip(*rim_points(diagram(Act.HOP), grid=False), strict=True)
    assert (min(xs), max(xs), min(ys), max(ys)) == pytest.approx((-2.1, 2.1, -2.1, 2.1), abs=1e-3)


def test_parts_of_a_ring_are_clear_of_the_marks_within_it_in_the_least_cells() -> None:
    """0.4 mm between the ring, the borders of cells, and dots or crosses on all sides, in cells of 4.55 mm: diagonal
    points are 2.21 - 1.5 √2 = 0.0887 of a cell from the corner of the cells, which is 0.4 mm in cells of 4.51 mm."""
    sides = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
    dots, crosses = dict.fromkeys(sides, MoveMark(Act.MOVE)), dict.fromkeys(sides, MoveMark(Act.CAPTURE))
    for jump in (Act.HOP, Act.LOCUST, HOPS):
        for others in (FORWARD, dots, crosses):
            shown = diagram(jump, dict(others))
            assert least_short_cell(shown) == pytest.approx(4.55)
            drawing = draw_short_diagram(shown, 4.55)
            shapes = things(drawing.without(*LINES))
            own_cell, others_and_ring = shapes[:2], shapes[2:]  # nearer to each other are only its ring and point
            gaps = [first.distance(second) for first, second in combinations(others_and_ring, 2)]
            gaps += [first.distance(second) for first in own_cell for second in others_and_ring]
            assert min(gaps) >= 0.4 - 1e-3
            borders = [LineString([path.start, path.segments[0].to])
                       for item in drawing.only(Role.GRID).items for path in item.paths]
            assert min(border.distance(shape) for border in borders for shape in others_and_ring) >= 0.4 - 1e-3
