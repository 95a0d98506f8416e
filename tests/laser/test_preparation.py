"""What a machine does to a part: kerf by hand, words by their area, lines once, and every fault named."""

from __future__ import annotations

import math

import pytest
from laser.laser_parts import board, plain, polyline
from shapely import Polygon

from fabgen.artwork.drawing import Drawing, Role, draw, draw_text
from fabgen.artwork.path import Path, circle, polygon, rectangle, rounded_polygon
from fabgen.check.part_flaws import find_flaws
from fabgen.core.problems import FabgenError
from fabgen.laser.engraving import normalize_area
from fabgen.laser.machine import load_machine
from fabgen.laser.preparation import PreparedPart, merge_lines, prepare_part
from fabgen.materials.material import load_material
from fabgen.materials.operations import Operation

ENGRAVE, SCORE, INNER, OUTER = Operation
GENERIC, ACRYLIC = load_machine("generic"), load_material("acrylic-3mm").material
PLATE = draw(Role.EDGE, rectangle(0, 0, 60, 40, 3))


def done(drawing: Drawing, kerf: float = 0.2) -> PreparedPart:
    return prepare_part(plain("plate", drawing), GENERIC, ACRYLIC, kerf)


def paths(prepared: PreparedPart, operation: Operation) -> list[Path]:
    return [path for work in prepared.steps if work.operation is operation for path in work.paths]


def test_kerf_widens_the_edge_and_narrows_the_slot() -> None:
    made = done(PLATE + draw(Role.HOLE, rectangle(20, 18, 18, 3.1, 0.5)))
    assert paths(made, OUTER)[0].bounds() == pytest.approx((-0.1, -0.1, 60.1, 40.1))
    assert paths(made, INNER)[0].bounds() == pytest.approx((20.1, 18.1, 37.9, 21.0))
    assert made.bounds() == pytest.approx((-0.1, -0.1, 60.1, 40.1))


def test_no_kerf_leaves_cuts_as_drawn() -> None:
    assert paths(done(PLATE, 0), OUTER) == [path for item in PLATE.items for path in item.paths]  # type: ignore[union-attr]


def test_outlines_come_last_and_paper_roles_never() -> None:
    made = done(
        PLATE
        + draw(Role.NOTE, circle((5, 5), 1))
        + draw(Role.MOVE, circle((10, 10), 2))
        + draw(Role.GRID, circle((30, 20), 5))
    )
    assert [work.operation for work in made.steps] == [ENGRAVE, SCORE, OUTER]


def test_small_words_are_filled_and_large_ones_outlined() -> None:
    """A capital I of this font is about 0.14 of its height wide: 4 mm high it inks under 10 mm²; 60 letters 5 mm high
    ink over 100 mm²."""
    small = done(PLATE + draw_text(Role.LABEL, "I", (30, 20), 4))
    large = done(
        draw(Role.EDGE, rectangle(0, 0, 400, 40))
        + draw_text(Role.LABEL, "HHHHHHHHHHHHHHHHHHHHHHHHHHHHHH", (200, 15), 10)
    )
    assert [w.operation for w in small.steps] == [ENGRAVE, OUTER]
    assert [w.operation for w in large.steps] == [SCORE, OUTER]
    assert len(large.steps[0].paths) == 30


def test_words_of_a_scored_role_are_outlined_however_small() -> None:
    """An `o` has two outlines. As a label, of an engraved role, it is filled."""
    small = done(PLATE + draw_text(Role.COORDINATE, "o", (30, 20), 4))
    assert [(w.operation, len(w.paths)) for w in small.steps] == [(SCORE, 2), (OUTER, 1)]
    assert [w.operation for w in done(PLATE + draw_text(Role.LABEL, "o", (30, 20), 4)).steps] == [ENGRAVE, OUTER]


def test_a_grid_drawn_cell_by_cell_is_scored_once_a_line() -> None:
    made = prepare_part(board(), GENERIC, ACRYLIC, 0.2)
    grid = [work for work in made.steps if work.role is Role.GRID]
    assert len(grid) == 14  # 7 lines each way
    assert sum(path.length() for work in grid for path in work.paths) == pytest.approx(14 * 240)


def test_lines_on_the_edge_are_left_to_the_cut() -> None:
    flush = draw(Role.EDGE, rectangle(0, 0, 80, 40)) + draw(
        Role.GRID, rectangle(0, 0, 40, 40), rectangle(40, 0, 40, 40)
    )
    assert [p.bounds() for p in paths(done(flush), SCORE)] == [pytest.approx((40, 0, 40, 40))]


@pytest.mark.parametrize(
    ("drawn", "left"),
    [
        ([circle((0, 0), 5), circle((0, 0), 5)], 2 * math.pi * 5),
        ([circle((0, 0), 5), circle((0, 0), 5).reversed()], 2 * math.pi * 5),
        ([polyline((0, 0), (10, 0)), polyline((4, 0), (15, 0))], 15),
        ([polyline((0, 0), (10, 10)), polyline((10, 10), (0, 0))], math.hypot(10, 10)),
        ([polyline((0, 0), (0, 10)), polyline((0, 12), (0, 2))], 12),
        ([polyline((5, 5), (-5, 5)), polyline((-5, 5.0000001), (5, 5))], 10),
        (
            [polyline((0, 0), (10, 0)), polyline((0, 1), (10, 1)), polyline((5, -5), (5, 5))],
            30,
        ),  # side by side and crossing: as they are
        ([polyline((0, 0), (10, 0)), polyline((10, 0), (20, 0))], 20),  # end to end
    ],
)
def test_nothing_is_drawn_twice(drawn: list[Path], left: float) -> None:
    found = merge_lines([("grid", path) for path in drawn])
    assert sum(path.length() for _, path in found) == pytest.approx(left, abs=1e-5)


def test_lines_that_share_nothing_stay_as_drawn() -> None:
    drawn = [("a", rectangle(0, 0, 5, 5)), ("b", rectangle(6, 0, 5, 5)), ("c", circle((0, 0), 9))]
    assert merge_lines(drawn) == drawn


def test_areas_are_turned_so_that_both_fill_rules_agree() -> None:
    ring = normalize_area([circle((0, 0), 5), circle((0, 0), 3), circle((0, 0), 1)])
    assert [path.area() > 0 for path in ring] == [True, False, True]
    assert sum(path.area() for path in ring) == pytest.approx(math.pi * (25 - 9 + 1))


def test_crossing_areas_are_redrawn_even_odd() -> None:
    """Two 4 x 4 squares that share 2 x 4: even-odd leaves 2 x 4 on each side."""
    found = normalize_area([rectangle(0, 0, 4, 4), rectangle(2, 0, 4, 4)])
    assert sum(path.area() for path in found) == pytest.approx(16)


@pytest.mark.parametrize(
    ("drawing", "kerf", "what"),
    [
        (draw(Role.GRID, circle((0, 0), 5)), 0.2, "no outer edge"),
        (draw(Role.EDGE, polyline((0, 0), (10, 0), (10, 10))), 0.2, "role `edge` is open"),
        (PLATE + draw(Role.HOLE, polyline((10, 10), (20, 10), (20, 20))), 0.2, "role `hole` is open"),
        (PLATE + draw(Role.MOVE, polyline((10, 10), (20, 10))), 0.2, "role `move` is open"),
        (draw(Role.EDGE, polygon([(0, 0), (10, 10), (10, 0), (0, 10)])), 0.2, "crosses itself"),
        (PLATE + draw(Role.EDGE, rectangle(50, 0, 30, 30)), 0.2, "two outer edges overlap"),
        (PLATE + draw(Role.HOLE, rectangle(55, 10, 10, 5)), 0.2, "`hole` lies outside"),
        (PLATE + draw(Role.ZONE, polyline((50, 10), (70, 10))), 0.2, "`zone` lies outside"),
        (PLATE + draw_text(Role.EDGE, "O", (30, 20), 5), 0.2, "would be cut out"),
        (
            PLATE + draw(Role.HOLE, rectangle(20, 18, 18, 3.1)),
            3.2,
            "a hole of 18.00 x 3.10 mm vanishes under a kerf of 3.2 mm",
        ),
        (PLATE + draw(Role.HOLE, rectangle(20, 18, 18, 3.1), rectangle(20, 21.3, 18, 3.1)), 0.2, "only 0.2 mm apart"),
        (
            draw(
                Role.EDGE, polygon([(0, 0), (20, 0), (20, 9.95), (5, 9.95), (5, 10.05), (20, 10.05), (20, 20), (0, 20)])
            ),
            0.2,
            "narrower than the kerf",
        ),
    ],
)
def test_faults_are_named(drawing: Drawing, kerf: float, what: str) -> None:
    with pytest.raises(FabgenError) as caught:
        done(drawing, kerf)
    assert what in str(caught.value)
    assert "plate" in str(caught.value)


def test_several_faults_come_together() -> None:
    drawing = PLATE + draw(Role.HOLE, rectangle(10, 10, 0.1, 9), circle((40, 20), 0.05), rectangle(20, 10, 3, 20))
    with pytest.raises(FabgenError) as caught:
        done(drawing)
    assert len(caught.value.problems) == 2


def test_a_weak_strip_is_reported_once_by_what_looks_at_the_making() -> None:
    drawing = PLATE + draw(Role.HOLE, rectangle(1.5, 15, 3, 10))
    assert done(drawing).notes == ()
    found = find_flaws(plain("part", drawing), load_material("acrylic-3mm").material)
    messages = [flaw.message for flaw in found if flaw.kind == "thin webs"]
    assert messages == ["only a strip of 1.5 mm holds the part together here"]


def test_an_outline_that_needs_polylines_is_cut_as_well_and_says_so() -> None:
    """An inner corner of radius 0.3 has no parallel arc 0.4 mm outside of it."""
    corners = [((0, 0), 3), ((20, 0), 3), ((20, 10), 3), ((10, 10), 0.3), ((10, 20), 3), ((0, 20), 3)]
    made = done(draw(Role.EDGE, rounded_polygon(corners)), 0.8)
    (note,) = made.notes
    assert (note.level, note.hint) == ("notice", "")
    assert note.what.endswith(": 1 cut is written as short straight lines, accurate to 0.003 mm")
    (outline,) = made.outlines
    wanted = Polygon(rounded_polygon(corners).flatten(0.0005)).buffer(0.4, quad_segs=200)
    assert Polygon(outline.flatten(0.0005)).symmetric_difference(wanted).area < 0.003 * outline.length()
