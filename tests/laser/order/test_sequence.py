"""Working order of whole sheets, by what the machine does with a file: stages, holes first, parts together, entries."""

from __future__ import annotations

import math
from collections import Counter
from itertools import groupby, pairwise

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from laser.laser_parts import kit

from fabgen.artwork.drawing import Role, draw
from fabgen.artwork.part import Part
from fabgen.artwork.path import circle, polygon, rectangle
from fabgen.laser.job import LaserJob
from fabgen.laser.machine import Machine, load_machine
from fabgen.laser.order.sequence import cuts_part_by_part
from fabgen.laser.sheet import LaserSheet
from fabgen.laser.sheet_layout import make_sheets
from fabgen.materials.operations import Operation

ENGRAVE, SCORE, INNER, OUTER = Operation
GENERIC = load_machine("generic").model_copy(update={"sorts": "file"})
COLOURS = load_machine("glowforge").model_copy(update={"sorts": "colour"})
ONE_COLOUR = GENERIC.model_copy(update={"sorts": "colour"})


def plate(name: str, holes: list[tuple[float, float]], side: float = 60.0, count: int = 1) -> Part:
    drawing = draw(Role.EDGE, rectangle(0, 0, side, side))
    drawing += draw(Role.HOLE, *(circle(at, 2) for at in holes)) if holes else draw(Role.NOTE)
    return Part(name, drawing, count, "acrylic-3mm/red", "plates")


def sheets(machine: Machine, *parts: Part) -> list[LaserSheet]:
    return make_sheets(parts or kit(), LaserJob(machine))


@pytest.mark.slow
@pytest.mark.parametrize("machine", [GENERIC, COLOURS, ONE_COLOUR])
def test_engraving_then_scores_then_cuts_and_nothing_of_a_part_after_its_outline(machine: Machine) -> None:
    made = sheets(machine)
    assert made
    for sheet in made:
        stages = [{ENGRAVE: 0, SCORE: 1, INNER: 2, OUTER: 2}[mark.operation] for mark in sheet.marks]
        assert stages == sorted(stages)
        last = {mark.part: mark.operation for mark in sheet.marks}
        assert set(last.values()) == {OUTER}


@pytest.mark.slow
def test_where_the_file_decides_parts_are_cut_one_by_one() -> None:
    assert cuts_part_by_part(GENERIC)
    for sheet in sheets(GENERIC):
        cuts = [mark.part for mark in sheet.marks if mark.operation in (INNER, OUTER)]
        assert [part for part, _ in groupby(cuts)] == list(dict.fromkeys(cuts))


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("machine", [COLOURS, ONE_COLOUR])
def test_where_colours_decide_all_holes_come_before_all_outlines(machine: Machine) -> None:
    assert not cuts_part_by_part(machine)
    for sheet in sheets(machine):
        cuts = [mark.operation for mark in sheet.marks if mark.operation in (INNER, OUTER)]
        assert cuts == [INNER] * cuts.count(INNER) + [OUTER] * cuts.count(OUTER)


@pytest.mark.slow
def test_placements_are_in_the_order_of_the_outlines() -> None:
    made = sheets(GENERIC)
    assert made
    for sheet in made:
        assert [p.instance for p in sheet.placements] == [m.part for m in sheet.marks if m.operation is OUTER]


Holes = st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), max_size=5, unique=True)


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(st.lists(Holes, min_size=1, max_size=4), st.sampled_from([GENERIC, COLOURS]))
def test_random_plates_keep_every_line_and_every_hole_comes_first(drawn: list[list[tuple[int, int]]],
                                                                  machine: Machine) -> None:
    parts = [plate(f"plate {n}", [(6.0 * x, 6.0 * y) for x, y in holes]) for n, holes in enumerate(drawn)]
    (sheet,) = sheets(machine, *parts)
    assert Counter(mark.operation for mark in sheet.marks) == Counter(
        {INNER: sum(map(len, drawn)), OUTER: len(drawn)}) - Counter()
    rings = [shapely.Polygon(mark.paths[0].flatten(0.05)) for mark in sheet.marks]
    for (n, ring), (m, other) in ((a, b) for a in enumerate(rings) for b in enumerate(rings)):
        assert not (n != m and other.contains(ring)) or n < m
    assert sheets(machine, *parts) == [sheet]


def test_cuts_start_at_corners() -> None:
    (sheet,) = sheets(GENERIC, plate("plate", [(20, 20)], count=6))
    outlines = [mark for mark in sheet.marks if mark.operation is OUTER]
    assert len(outlines) == 6
    for mark in outlines:
        x0, y0, x1, y1 = mark.paths[0].bounds()
        assert any(math.dist(mark.paths[0].start, p) < 1e-6 for p in ((x0, y0), (x1, y0), (x1, y1), (x0, y1)))


def test_cuts_start_where_the_edge_is_hidden() -> None:
    outline = polygon([(-5, -3), (5, -3), (5, 0), (15, 0), (0, 40), (-15, 0), (-5, 0)])
    part = Part("man", draw(Role.EDGE, outline), 7, "acrylic-3mm/red", "men", hidden_edges=((-6, -4, 6, -1),))
    (sheet,) = sheets(GENERIC, part)
    assert len(sheet.marks) == 7
    for mark, placement in zip(sheet.marks, sheet.placements, strict=True):
        turn, move = placement.matrices
        tab = draw(Role.NOTE, rectangle(-6, -4, 12, 3)).transformed(turn).transformed(move).bounds()
        x, y = mark.paths[0].start
        assert tab[0] <= x <= tab[2]
        assert tab[1] <= y <= tab[3]


def test_the_way_between_cuts_is_short() -> None:
    """16 squares of 20 mm side by side: from one to the next corner there is only the spacing and the kerf, but for
    the last of a row."""
    squares = Part("square", draw(Role.EDGE, rectangle(0, 0, 20, 20)), 16, "acrylic-3mm/red", "squares")
    (sheet,) = sheets(GENERIC, squares)
    starts = [mark.paths[0].start for mark in sheet.marks]
    assert sum(math.dist(p, q) for p, q in pairwise(starts)) < 16 * 20


def test_scores_are_followed_from_the_nearer_end() -> None:
    lines = [draw(Role.GRID, rectangle(5, 5.0 + 10 * k, 50, 10)) for k in range(5)]
    drawing = draw(Role.EDGE, rectangle(0, 0, 60, 60))
    for line in lines:
        drawing += line
    (sheet,) = sheets(GENERIC, Part("board", drawing, 1, "acrylic-3mm/red", "boards"))
    scores = [mark.paths[0] for mark in sheet.marks if mark.operation is SCORE]
    assert len(scores) == 8  # six lines across and the two at their ends, each once
    assert sum(math.dist(a.end, b.start) for a, b in pairwise(scores)) < 100
