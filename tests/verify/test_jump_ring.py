"""The sign of jumps to all eight sides: what it measures, when it is used, and that verify reads it as eight jumps."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import pytest
from measure import extent, things
from recognised import recognised_shapes
from shapely.geometry import LineString
from shapely.ops import unary_union

from fabgen.artwork.drawing import Drawing, Role, Shape
from fabgen.figures.diagrams.legibility import least_short_cell
from fabgen.figures.diagrams.marks import CROSS_ANGLES, SLASH_ANGLES, jump_ring, own_cell_mark
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
    arcs = {Act.HOP: 1, Act.LOCUST: 4, HOPS: 2}[jump]
    assert len(drawing.items) == arcs + 4  # the parts of the ring, the own cell's ring and point, two dots
    assert reading.faults == ()
    assert list(differences(reading, dict(shown.marks), "piece")) == []


@pytest.mark.parametrize("legal", [Act.HOP, Act.LOCUST, HOPS])
@pytest.mark.parametrize("drawn", [Act.HOP, Act.LOCUST, HOPS])
def test_another_sign_is_eight_faults(drawn: Act, legal: Act) -> None:
    reading = read(draw_short_diagram(diagram(drawn), 8.0).without(*LINES), diagram(drawn))
    faults = [*differences(reading, dict(diagram(legal).marks), "x")]
    assert len(faults) == (0 if drawn == legal else 8)


def test_a_lost_sign_and_one_that_was_moved_or_turned_are_reported() -> None:
    shown = diagram(Act.LOCUST)
    drawing = draw_short_diagram(shown, 8.0).without(*LINES)
    sign = Drawing(drawing.items[2:6])
    rest = Drawing(tuple(item for item in drawing.items if item not in sign.items))
    assert read(rest + sign, shown).faults == ()
    # Without the whole ring eight jumps are missing, and the piece's own mark is too large.
    assert [fault.what for fault in read(rest, shown).faults] == ["the piece's own mark is too large for its cell"]
    assert len([*differences(read(rest, shown), dict(shown.marks), "x")]) == 8
    assert len([*differences(read(rest + Drawing(sign.items[1:]), shown), dict(shown.marks), "x")]) == 9
    assert read(rest + sign.moved(0.5, 0), shown).faults
    assert read(rest + sign.turned(22.5), shown).faults
    assert read(rest + sign.scaled(1.1), shown).faults


@pytest.mark.parametrize("change", [lambda ring: ring.scaled(1.1), lambda ring: ring.moved(0.5, 0)])
def test_a_whole_ring_of_another_size_or_place_is_a_fault(change: Callable[[Drawing], Drawing]) -> None:
    shown = diagram(Act.HOP)
    drawing = draw_short_diagram(shown, 8.0).without(*LINES)
    rest = Drawing(drawing.items[:2] + drawing.items[3:])
    assert read(rest + Drawing(drawing.items[2:3]), shown).faults == ()
    assert read(rest + change(Drawing(drawing.items[2:3])), shown).faults


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
    """At 10 mm: a ring of 34.5 mm outside and 32.5 mm inside. Four arcs of it are 24 degrees apart, 66 degrees each:
    66/90 of its area; two, 156 degrees each: 156/180. The own mark is 1.5 times as large: ring 6.6 mm, point
    from 4.5 mm to 6.9 mm and 7.5 mm wide."""
    own, point, ring = things(jump_ring(10, "up").without(*LINES))
    assert extent(own) == pytest.approx((6.6, 6.6), abs=0.01)
    assert point.bounds == pytest.approx((-3.75, 4.5, 3.75, 6.9))
    assert extent(ring) == pytest.approx((34.5, 34.5), abs=0.01)
    area = math.pi * (17.25**2 - 16.25**2)
    assert ring.area == pytest.approx(area, rel=1e-3)
    arcs = things(jump_ring(10, "up", CROSS_ANGLES).without(*LINES))[2:]
    assert [arc.area for arc in arcs] == pytest.approx([area / 4 * 66 / 90] * 4, rel=1e-3)
    gap = 2 * 16.25 * math.sin(math.radians(12))  # the chord on the inside
    assert [arcs[n].distance(arcs[n - 1]) for n in range(4)] == pytest.approx([gap] * 4, rel=1e-3)
    arcs = things(jump_ring(10, "up", SLASH_ANGLES).without(*LINES))[2:]
    assert [arc.area for arc in arcs] == pytest.approx([area / 2 * 156 / 180] * 2, rel=1e-3)


def test_marks_in_the_ring_by_hand() -> None:
    """At 10 mm: two dots, 1.2 times as large as 5 mm, on the diagonals 11.75 mm from the piece."""
    left, right = things(draw_short_diagram(diagram(Act.HOP), 10.0).without(*LINES))[3:]
    aside = 11.75 / math.sqrt(2)
    assert left.bounds == pytest.approx((-aside - 3.0, aside - 3.0, -aside + 3.0, aside + 3.0), abs=0.01)
    assert right.bounds == pytest.approx((aside - 3.0, aside - 3.0, aside + 3.0, aside + 3.0), abs=0.01)


def test_lines_tell_the_cells_in_the_ring_apart() -> None:
    """At 10 mm, 4 mm to the side of the piece, from 5.6 mm up to the ring of 16.25 mm: (16.25**2 - 4**2) ** 0.5 =
    15.75 mm up. Each is two lines 0.25 mm apart; the outer one is (16.25**2 - 4.25**2) ** 0.5 = 15.684 mm up. Dots,
    with a radius of 3 mm, are a quarter of that clear of all lines."""
    drawing = draw_short_diagram(diagram(Act.HOP), 10.0)
    (grid,) = drawing.only(Role.GRID).items
    assert isinstance(grid, Shape)
    ends = {tuple(round(part, 3) for point in (path.start, path.end) for part in point) for path in grid.paths}
    upright = {(side * x, way * 5.6, side * x, way * far)
               for x, far in ((4.0, 15.75), (4.25, 15.684)) for side in (-1, 1) for way in (-1, 1)}
    assert ends == upright | {(b, a, d, c) for a, b, c, d in upright}
    lines = unary_union([LineString([*path.trace(0.01)]) for path in grid.paths])
    own, point, ring, *dots = things(drawing.without(*LINES))
    assert min(area.distance(lines) for area in (own, point, *dots)) > 0.75
    assert ring.buffer(-0.001).intersection(lines).length < 0.1  # they end on its inner edge


def test_a_laser_follows_lines_that_cover_the_marks_in_the_ring() -> None:
    """At 8 mm: dots of 5 mm, the ring and the point of the piece itself. No spot of a mark is further than 0.23 mm
    from a line, and no closed line is anything but an outline."""
    items = draw_short_diagram(diagram(Act.HOP), 8.0).without(*LINES).items
    assert items
    for item in items:
        assert isinstance(item, Shape)
        assert item.is_scored
        assert tuple(path for path in item.strokes if path.closed) == item.paths
        lines = unary_union([LineString([*path.trace(0.01)]) for path in item.strokes])
        (area,) = things(Drawing((item,)))
        assert area.difference(lines.buffer(0.23)).area < 0.01


@pytest.mark.parametrize("change", [lambda dot: dot.moved(0.5, 0), lambda dot: dot.scaled(1.1)])
def test_a_mark_of_another_place_or_size_in_the_ring_is_a_fault(change: Callable[[Drawing], Drawing]) -> None:
    shown = diagram(Act.HOP)
    drawing = draw_short_diagram(shown, 8.0).without(*LINES)
    assert read(drawing, shown).faults == ()
    assert read(Drawing(drawing.items[:-1]) + change(Drawing(drawing.items[-1:])), shown).faults


@pytest.mark.parametrize("gaps", [(), CROSS_ANGLES])
def test_a_laser_follows_lines_that_cover_the_ring(gaps: tuple[float, ...]) -> None:
    """At 7 mm the ring is 0.7 mm broad: its two edges, and lines between them that are no further apart than 0.3 mm.
    None but the edges are closed, for verify reads closed lines as the outlines of marks."""
    items = jump_ring(7, "up", gaps).only(Role.MOVE).items
    assert items
    for item in items:
        assert isinstance(item, Shape)
        assert item.is_scored
        edges = [path for path in item.strokes if path.closed]
        assert tuple(edges) == item.paths
        radii = sorted({round(math.hypot(*path.start), 6) for path in item.strokes if not path.closed})
        steps = [b - a for a, b in pairwise([7 * 1.625, *radii, 7 * 1.725])]
        assert max(steps) <= 0.3 + 1e-6


def test_an_own_mark_that_is_too_large_is_a_fault_without_a_ring() -> None:
    shown = Diagram(FORWARD, window_of(FORWARD))
    marks = draw_short_diagram(shown, 10.0).without(*LINES, Role.SELF, Role.FORWARD)
    assert not read(own_cell_mark(10.0) + marks, shown).faults
    assert read(own_cell_mark(14.0) + marks, shown).faults


def test_a_short_diagram_takes_the_room_of_its_marks() -> None:
    """Dots at (-1, 1) and (1, 1) lie within the ring, which reaches 1.725 cells to all sides."""
    xs, ys = zip(*rim_points(diagram(Act.HOP), grid=False), strict=True)
    assert (min(xs), max(xs), min(ys), max(ys)) == pytest.approx((-1.725, 1.725, -1.725, 1.725), abs=2e-3)


def test_parts_of_a_ring_are_clear_of_the_marks_within_it_in_the_least_cells() -> None:
    """0.4 mm between the ring, the piece's own mark and what is next to it on all sides, in cells of 5.35 mm: the ring
    of the piece itself ends at 1.3 * 0.22 = 0.286 of a cell, its point begins at 1.3 * 0.3 = 0.39, 0.556 mm further; a
    cross on a diagonal ends at 1.14 + 1.25 * 0.3 = 1.515, 0.588 mm before the ring at 1.625."""
    sides = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
    around = [dict.fromkeys(sides, MoveMark(act))
              for act in (Act.MOVE, Act.CAPTURE, Act.FIRST_MOVE, Act.FIRST_CAPTURE)]
    for jump in (Act.HOP, Act.LOCUST, HOPS):
        for others in (FORWARD, *around):
            shown = diagram(jump, dict(others))
            assert least_short_cell(shown) == pytest.approx(5.35)
            shapes = things(draw_short_diagram(shown, 5.35).without(*LINES))
            own_count = 2 if main_direction(shown) else 1
            own_cell, others_and_ring = shapes[:own_count], shapes[own_count:]
            gaps = [first.distance(second) for first in own_cell for second in others_and_ring]
            gaps += [own_cell[0].distance(own_cell[1])] if own_count == 2 else []
            ring = others_and_ring[:{Act.HOP: 1, Act.LOCUST: 4, HOPS: 2}[jump]]
            gaps += [first.distance(second) for first in ring for second in others_and_ring if second is not first]
            assert min(gaps) >= 0.4 - 1e-3
