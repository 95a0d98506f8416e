"""Bands along the edge of a zone: where they run, how many lines they have, where dashes lie. Worked out by hand."""

from __future__ import annotations

import math

import pytest
from shapely.geometry import LineString, box

from fabgen.artwork.path import Path, Point
from fabgen.figures.boards.zone_outlines import outline_paths

SIDE = 40.0


def square(x: int, y: int, side: float = SIDE) -> list[list[Point]]:
    return [[(x * side, y * side), ((x + 1) * side, y * side), ((x + 1) * side, (y + 1) * side),
             (x * side, (y + 1) * side)]]


def drawn(path: Path) -> LineString:
    return LineString([*path.flatten(0.01), *([path.start] if path.closed else [])])


def test_a_frame_runs_once_around_all_cells_of_a_row() -> None:
    """0.03 of 40 mm inside a row of 240 mm by 40 mm: 237.6 mm by 37.6 mm. 0.02 of 40 mm are three lines 0.28 mm apart,
    each of them 2.24 mm shorter than the one around it."""
    lines = [drawn(path) for path in outline_paths("frame", [square(x, 0) for x in range(6)], SIDE)]
    assert [one.length for one in lines] == pytest.approx([550.4 - 2.24 * n for n in range(3)], abs=1e-5)
    assert lines[0].bounds == pytest.approx((1.2, 1.2, 238.8, 38.8), abs=1e-5)


@pytest.mark.parametrize(("side", "inset", "count"), [(16.0, 0.5, 2), (8.0, 0.5, 2), (5.0, 0.5, 2), (4.0, 0.4, 1)])
def test_small_figures_have_two_lines_and_thumbnails_one(side: float, inset: float, count: int) -> None:
    """0.02 of 16 mm are 0.32 mm: two lines, as in all smaller figures. They are 0.5 mm from the border, not 0.03 of
    the cell, which would be 0.24 mm, and 0.1 of it at most."""
    lines = outline_paths("frame", [square(0, 0, side)], side)
    assert len(lines) == count
    assert drawn(lines[0]).bounds == pytest.approx((inset, inset, side - inset, side - inset), abs=1e-5)
    assert len(outline_paths("dashes", [square(0, 0, side)], side)) == 4 * count


@pytest.mark.parametrize(("side", "insets"), [
    (80.0, [2.4, 2.68, 2.96, 6.4, 6.68, 6.96]), (40.0, [1.2, 1.48, 3.2, 3.48]), (16.0, [0.5, 1.62]), (4.0, [0.4, 0.8]),
])
def test_a_double_band_has_two_halves_with_a_gap(side: float, insets: list[float]) -> None:
    """The inner half begins 0.05 of the cell further in: 2 mm of 40 mm, 4 mm of 80 mm, where a half has three
    lines. In small figures a half is a line, and they are 0.07 of the cell apart, 1.12 mm of 16 mm; 0.1 of it in a
    thumbnail."""
    lines = [drawn(path) for path in outline_paths("double", [square(0, 0, side)], side)]
    assert [one.bounds[0] for one in lines] == pytest.approx(insets, abs=1e-5)
    assert all(one.is_ring for one in lines)


def test_a_fine_band_is_a_single_line_and_a_double_one_two() -> None:
    """In cells of 40 mm: 1.2 mm inside their border, and the second line 0.07 of the cell further in."""
    insets = {name: [drawn(path).bounds[0] for path in outline_paths(name, [square(0, 0)], SIDE, is_fine=True)]
              for name in ("frame", "double")}
    assert insets == {"frame": pytest.approx([1.2]), "double": pytest.approx([1.2, 4.0])}
    assert len(outline_paths("dashes", [square(0, 0)], SIDE, is_fine=True)) == 4


def test_dashes_lie_along_each_cell_and_leave_corners_open() -> None:
    """A row of six cells: six dashes on either long side, a sixth of 237.6 mm apart, and one on each end; 0.6 of their
    share. The three lines of a dash are equally long."""
    lines = [drawn(path) for path in outline_paths("dashes", [square(x, 0) for x in range(6)], SIDE)]
    assert len(lines) == 3 * 14
    level = sorted(one.length for one in lines)
    assert level[:6] == pytest.approx([0.6 * 37.6] * 6, abs=1e-5)
    assert level[6:] == pytest.approx([0.6 * 39.6] * 36, abs=1e-5)
    outer = sorted(one.centroid.x for one in lines if abs(one.bounds[1] - 1.2) < 1e-5 and one.bounds[3] < 2)
    assert outer == pytest.approx([1.2 + 39.6 * (n + 0.5) for n in range(6)], abs=1e-5)
    assert all(box(0, 0, 240, 40).buffer(-1.19).contains(one) for one in lines)  # passes go inwards
    assert not any(one.intersects(box(0, 0, 5, 5)) for one in lines)


@pytest.mark.parametrize(("name", "count"), [("frame", 3), ("dashes", 12)])
def test_cells_that_meet_in_a_corner_have_a_band_each(name: str, count: int) -> None:
    cells = [square(x, y) for y in range(3) for x in range(8) if (x + y) % 2]
    lines = [drawn(path) for path in outline_paths(name, cells, SIDE)]
    assert len(lines) == count * len(cells)
    for cell in cells:
        inside = box(*cell[0][0], *cell[0][2])
        assert sum(inside.contains(one) for one in lines) == count
    assert max(one.length for one in lines) <= 4 * 37.6 + 1e-5


def test_a_ring_of_cells_has_a_band_inside_as_well() -> None:
    """Around a hole of one cell the band is 1.2 mm from the hole: 42.4 mm wide."""
    cells = [square(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    outer, inner = (drawn(outline_paths("frame", cells, SIDE)[n]) for n in (0, 1))
    assert sorted([outer.length, inner.length]) == pytest.approx([4 * 42.4, 4 * 117.6], abs=1e-5)


def test_an_edge_without_corners_has_three_dashes_at_least() -> None:
    """A disc of 14.4 mm: 83 mm around, 1.2 mm inside it, are two cells of 40 mm, but two dashes would not look round.
    Of three each is 0.6 of a third."""
    disc = [(14.4 * math.cos(math.tau * n / 48), 14.4 * math.sin(math.tau * n / 48)) for n in range(48)]
    lines = [drawn(path) for path in outline_paths("dashes", [[disc]], SIDE)]
    around = drawn(outline_paths("frame", [[disc]], SIDE)[0]).length
    assert len(lines) == 3 * 3
    assert lines[0].length == pytest.approx(0.2 * around, abs=0.01)
