"""Lines that lie on each other are measured; lines that cross, touch or pass near are none."""

from __future__ import annotations

import math

import pytest

from fabgen.verify.readers.content import Element
from fabgen.verify.readers.contours import read_path_data
from fabgen.verify.toolpaths import find_overlaps


def common(*data: str) -> list[float]:
    """The common lengths of pairs of paths."""
    elements = [Element(str(n), "cut", "stroke", "#FF0000", n, read_path_data(d, (1.0, 1.0), 100.0))
                for n, d in enumerate(data)]
    return [length for _, _, length, _ in find_overlaps(elements)]


BEND = sum(math.hypot(15 * (2 * t - t * t), 15 * (1 - t * t)) for t in ((n + 0.5) / 1000 for n in range(1000))) / 1000
CIRCLE = "M 1 10 A 9 9 0 0 1 19 10 A 9 9 0 0 1 1 10 Z"


@pytest.mark.parametrize(
    ("one", "other", "length"),
    [
        ("M 0 0 L 10 0", "M 0 0 L 10 0", 10),
        ("M 0 0 L 10 0", "M 10 0 L 0 0", 10),
        ("M 0 0 L 10 0", "M 7 0 L 20 0", 3),
        ("M 0 0 L 10 0", "M 2 0 L 2.03 0", 0.03),
        ("M 0 0 L 10 10", "M 3 3 L 7 7", 4 * math.sqrt(2)),
        ("M 0 0 L 10 0", "M 0 0.008 L 10 0.008", 10),
        (CIRCLE, CIRCLE, 18 * math.pi),
        (CIRCLE, "M 19 10 A 9 9 0 0 0 1 10", 9 * math.pi),
        (CIRCLE, "M 10 1 A 9 9 0 0 1 19 10 A 9 9 0 0 1 16.364 16.364", 9 * math.pi * 0.75),
        ("M 0 0 C 0 5 5 10 10 10", "M 10 10 C 5 10 0 5 0 0", BEND),
    ],
)
def test_the_length_that_two_paths_have_in_common(one: str, other: str, length: float) -> None:
    assert common(one, other) == [pytest.approx(length, rel=0.02)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("M 0 0 L 10 0", "M 5 -5 L 5 5"),
        ("M 0 0 L 10 0", "M 10 0 L 20 0"),
        ("M 0 0 L 10 0", "M 10 0 L 10 10"),
        ("M 0 0 L 10 0", "M 0 -0.5 L 10 0.5"),
        ("M 0 0 L 10 0", "M 0 0.05 L 10 0.05"),
        ("M 0 0 L 10 0", "M 9.99 0 L 20 0"),
        (CIRCLE, "M 0 10 L 20 10"),
        (CIRCLE, "M 1 28.1 A 9 9 0 0 1 19 28.1 A 9 9 0 0 1 1 28.1 Z"),
        (CIRCLE, "M 1.05 10 A 8.95 8.95 0 0 1 18.95 10"),
        (CIRCLE, "M 0 1 L 20 1"),
    ],
)
def test_paths_that_cross_touch_or_run_side_by_side_have_no_length_in_common(one: str, other: str) -> None:
    assert common(one, other) == []


def ring(x: float, y: float, radius: float, start: float = 0.0) -> str:
    """A circle of two half arcs that begins at an angle in degrees."""
    dx, dy = radius * math.cos(math.radians(start)), radius * math.sin(math.radians(start))
    half = f"A {radius} {radius} 0 0 1"
    return f"M {x + dx:.6f} {y + dy:.6f} {half} {x - dx:.6f} {y - dy:.6f} {half} {x + dx:.6f} {y + dy:.6f} Z"


@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize("angle", [0, 11, 37, 120, 200.5, 331])
@pytest.mark.parametrize(("radius", "other"), [(5, 2), (30, 10), (30, 20), (120, 60)])
def test_circles_that_touch_in_a_point_have_no_length_in_common(
    radius: float, other: float, angle: float, side: int
) -> None:
    """Beside and inside of each other, wherever they begin: they are nearer than 0.01 mm for up to 3 mm."""
    apart, turn = radius + side * other, math.radians(angle)
    outside = ring(50 + apart * math.cos(turn), 50 + apart * math.sin(turn), other, 2 * angle)
    assert common(ring(50, 50, radius), outside) == []


@pytest.mark.parametrize("radius", [2, 30, 120])
@pytest.mark.parametrize("length", [0.2, 1, 20])
def test_rings_that_share_an_arc_have_its_length_in_common(radius: float, length: float) -> None:
    turn = length / radius
    arc = f"M {50 + radius:.6f} 50 A {radius} {radius} 0 {int(turn > math.pi)} 1 " \
        f"{50 + radius * math.cos(turn):.6f} {50 + radius * math.sin(turn):.6f}"
    if turn < math.tau - 0.1:
        assert common(ring(50, 50, radius, 15), arc) == [pytest.approx(length, rel=0.05)]


def test_a_path_that_doubles_back_lies_on_itself() -> None:
    assert common("M 0 0 L 10 0 L 4 0") == [pytest.approx(6)]


def test_neighbours_on_one_path_do_not() -> None:
    assert common(CIRCLE, "M 30 0 L 40 0 A 5 5 0 0 1 45 5 L 45 20 C 45 25 40 30 30 30 Z") == []


def test_of_many_lines_those_without_an_equal_are_found() -> None:
    """600 lines a hundredth of a mm off, turned round, are all there; one that is left out, one that is 3 mm further,
    and half of one that is too short are not."""
    import shapely

    from fabgen.verify.shapes import MANY_LINES, lines_astray

    rows = [[(0.0, 0.5 * n), (40.0, 0.5 * n)] for n in range(MANY_LINES + 100)]
    wanted = shapely.multilinestrings(shapely.linestrings(rows))
    moved = [[(x + 0.01, y - 0.01) for x, y in reversed(row)] for row in rows]
    assert lines_astray(wanted, shapely.multilinestrings(shapely.linestrings(moved)), 0.02).is_empty
    lacking = [*moved[:7], *moved[8:]]
    lacking[20] = [(x, y + 3.25) for x, y in lacking[20]]
    lacking[40] = [(40.0, moved[41][0][1]), (20.0, moved[41][0][1])]
    astray = lines_astray(wanted, shapely.multilinestrings(shapely.linestrings(lacking)), 0.02)
    assert astray.length == pytest.approx(40 + 40 + 20, abs=0.1)
    more = lines_astray(shapely.multilinestrings(shapely.linestrings(lacking)), wanted, 0.02)
    assert more.length == pytest.approx(40, abs=0.1)


def test_only_what_is_far_of_a_few_lines_is_astray() -> None:
    """Of a line 0.01 mm beside a known one nothing, of one that goes on 5 mm beyond it these, and all of another."""
    import shapely

    from fabgen.verify.shapes import lines_astray

    known = shapely.MultiLineString([[(0, 0), (40, 0)], [(0, 10), (40, 10)]])
    drawn = shapely.MultiLineString([[(0, 0.01), (40, 0.01)], [(45, 10), (0, 10)], [(0, 20), (30, 20)]])
    assert lines_astray(drawn, known, 0.02).length == pytest.approx(5 + 30, abs=0.05)
    assert lines_astray(known, drawn, 0.02).is_empty
