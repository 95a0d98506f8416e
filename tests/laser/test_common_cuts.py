"""Common lines: sizes by hand, nothing cut twice, every copy at its nominal size, inner lines before the frame."""

from __future__ import annotations

import math

import pytest
import shapely
from artwork.export.svg_read import read
from hypothesis import given, settings
from hypothesis import strategies as st
from laser.laser_parts import plain

from fabgen.artwork.drawing import Role, draw
from fabgen.artwork.part import Part
from fabgen.artwork.path import circle, rectangle
from fabgen.core.problems import FabgenError
from fabgen.laser.common_cuts import CommonCutGrid
from fabgen.laser.formats.svg import write_sheet
from fabgen.laser.job import LaserJob
from fabgen.laser.machine import load_machine
from fabgen.laser.sheet import LaserSheet, SheetMark
from fabgen.laser.sheet_layout import make_sheets
from fabgen.materials.operations import Operation

GENERIC = load_machine("generic")


def tile(count: int, width: float = 25.0, height: float = 25.0, hole: bool = False) -> Part:
    drawing = draw(Role.EDGE, rectangle(3, 4, width, height)) + draw(Role.MARK, circle((3 + width / 3, 4 + 8), 2))
    drawing += draw(Role.HOLE, circle((3 + width / 2, 4 + height - 6), 2)) if hole else draw(Role.NOTE)
    return Part("tile", drawing, count, "acrylic-3mm/blue", "tiles", common_line=True)


def sheets(*parts: Part, machine: str = "generic", **options: object) -> list[LaserSheet]:
    return make_sheets(parts, LaserJob(load_machine(machine), **options))  # type: ignore[arg-type]


def shared(sheet: LaserSheet) -> list[SheetMark]:
    return [mark for mark in sheet.marks if mark.is_common_line]


@pytest.mark.parametrize(("columns", "rows", "length"), [(2, 1, 175), (4, 3, 775), (8, 8, 3600), (22, 15, 17425)])
def test_lengths_of_full_grids(columns: int, rows: int, length: float) -> None:
    """m x n cells of 25 mm have (m + 1) n + (n + 1) m sides, each of them cut once."""
    grid = CommonCutGrid(columns * rows, rows, (25.0, 25.0))
    assert grid.length() == pytest.approx(length)
    assert grid.length() == pytest.approx(25 * ((columns + 1) * rows + (rows + 1) * columns))


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.integers(1, 40), st.integers(1, 8), st.floats(15, 60), st.floats(15, 60))
def test_every_side_of_every_cell_is_cut_and_none_twice(count: int, rows: int, wide: float, high: float) -> None:
    grid = CommonCutGrid(count, rows, (wide, high))
    lines = [shapely.LineString([*path.flatten(1), *([path.start] if path.closed else [])])
             for path in (*grid.inner_lines(), grid.frame())]
    boxes = [shapely.box(c * wide, r * high, (c + 1) * wide, (r + 1) * high) for c, r in grid.cells()]
    wanted = shapely.union_all([box.boundary for box in boxes])
    assert sum(line.length for line in lines) == pytest.approx(wanted.length)
    assert wanted.difference(shapely.union_all(lines).buffer(1e-6)).length < 1e-6


@pytest.mark.parametrize("count", [2, 7, 20, 23])
def test_a_virtual_cut_leaves_every_copy_at_its_size(count: int) -> None:
    (sheet,) = sheets(tile(count, 25, 40), kerf=0.3)
    _, seen = read(write_sheet(sheet, GENERIC))
    cuts = [shapely.LineString([*points, points[0]] if closed else points) for one in seen if one.group == "cut"
            for points, closed in zip(one.subpaths, one.closed, strict=True)]
    burnt = shapely.union_all(cuts).buffer(0.15, quad_segs=32)
    inside = shapely.union_all([shapely.Polygon(s.subpaths[0]) for s in seen if ".frame-" in s.id])
    left = shapely.get_parts(inside.difference(burnt))
    assert len(left) == count
    for copy in left:
        x0, y0, x1, y1 = copy.bounds
        assert sorted((x1 - x0, y1 - y0)) == pytest.approx([25, 40], abs=0.004)
        assert copy.area == pytest.approx(1000, abs=0.3)


def test_placements_are_those_of_the_copies() -> None:
    """Where each placement puts the nominal tile, it lies half a kerf inside of the cuts, and holds its own marks."""
    (sheet,) = sheets(tile(7), kerf=0.4)
    assert sorted(p.instance for p in sheet.placements) == [f"tile-{k}" for k in range(1, 8)]
    lines = shapely.union_all([shapely.LineString([*p.flatten(1), *([p.start] if p.closed else [])])
                               for mark in shared(sheet) for p in mark.paths])
    for placement in sheet.placements:
        turn, move = placement.matrices
        body = shapely.Polygon(rectangle(3, 4, 25, 25).transformed(turn).transformed(move).flatten(1))
        assert body.distance(lines) == pytest.approx(0.2, abs=1e-6)
        own = [mark for mark in sheet.marks if mark.part == placement.instance]
        assert [mark.operation for mark in own] == [Operation.ENGRAVE]
        assert body.covers(shapely.Polygon(own[0].paths[0].flatten(0.1)))


def test_blocks_come_last_inner_lines_first_and_the_frame_at_the_end() -> None:
    other = Part("disc", draw(Role.EDGE, circle((0, 0), 10)), 3, "acrylic-3mm/blue", "tiles")
    for machine in ("generic", "glowforge"):
        (sheet,) = sheets(tile(6, hole=True), other, machine=machine)
        cuts = [mark for mark in sheet.marks if mark.operation in (Operation.CUT_INNER, Operation.CUT_OUTER)]
        kinds = [mark.id.partition(".")[2].partition("-")[0] if mark.is_common_line else "alone" for mark in cuts]
        assert kinds == ["alone"] * (6 + 3) + ["line"] * 3 + ["frame"]
        assert [mark.paths[0].closed for mark in cuts if mark.is_common_line] == [False, False, False, True]
        assert {mark.part for mark in cuts if mark.is_common_line} == {"tile-1-to-6"}


def test_what_is_saved_is_reported() -> None:
    """4 x 3 tiles of 25 mm with a kerf of 0.2 mm: 31 sides of 25.2 mm instead of 48, 35 % less."""
    (sheet,) = sheets(tile(12), kerf=0.2)
    assert [(n.level, n.what) for n in sheet.notes if "common" in n.what] == [
        ("notice", f"tile: common lines cut {31 * 25.2:.0f} mm instead of {48 * 25.2:.0f} mm, 35 % less")]


def test_more_than_a_sheet_holds_and_one_left_over() -> None:
    """90 x 65 mm inside margins hold 3 x 2 tiles of 25.2 mm; 13 are two blocks and one by itself."""
    found = sheets(tile(13), kerf=0.2, sheet=(100, 75))
    assert [sorted({mark.part for mark in shared(sheet)}) for sheet in found] == [["tile-1-to-6"], ["tile-7-to-12"], []]
    assert sorted(p.instance for sheet in found for p in sheet.placements) == sorted(f"tile-{k}" for k in range(1, 14))


def test_one_copy_is_cut_by_itself() -> None:
    (sheet,) = sheets(tile(1))
    assert shared(sheet) == []


@pytest.mark.parametrize(
    ("drawing", "what"),
    [
        (draw(Role.EDGE, circle((0, 0), 12)), "only a rectangle with sharp corners"),
        (draw(Role.EDGE, rectangle(0, 0, 25, 25, 2)), "only a rectangle with sharp corners"),
        (draw(Role.EDGE, rectangle(0, 0, 25, 25)).turned(30), "only a rectangle with sharp corners"),
        (draw(Role.EDGE, rectangle(0, 0, 25, 12)), "a rectangle of 12 mm is too small"),
    ],
)
def test_what_cannot_share_its_edges(drawing: object, what: str) -> None:
    part = plain("thing", drawing, 4)  # type: ignore[arg-type]
    with pytest.raises(FabgenError, match=what):
        sheets(Part(part.name, part.drawing, 4, part.material, part.group, common_line=True))


def test_the_lattice_of_cells_is_where_the_lines_are() -> None:
    grid = CommonCutGrid(5, 2, (20.0, 30.0))
    assert grid.cells() == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)]
    assert grid.frame().area() == pytest.approx(5 * 600)
    assert math.isclose(sum(path.length() for path in grid.inner_lines()), 60 + 30 + 40)


def test_where_colours_decide_the_frame_of_a_block_has_that_of_outlines() -> None:
    machine = load_machine("glowforge")
    made = make_sheets([tile(6)], LaserJob(machine))
    assert made
    for sheet in made:
        shared = [mark for mark in sheet.marks if mark.is_common_line]
        found = {mark.id.rpartition(".")[2].partition("-")[0]: mark.operation for mark in shared}
        assert found == {"line": Operation.CUT_INNER, "frame": Operation.CUT_OUTER}
