"""Small parts in the holes of others: where they lie and when they are cut, read by svgelements and shapely."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
import shapely
import specs
from laser.laser_parts import disc, plain
from svgelements import SVG
from svgelements import Path as SvgPath
from verify.planting import Planted

from fabgen.artwork.drawing import Role, draw
from fabgen.artwork.part import Part
from fabgen.artwork.path import circle, rectangle
from fabgen.build import build
from fabgen.laser.bridges import Bridges
from fabgen.laser.job import LaserJob
from fabgen.laser.machine import load_machine
from fabgen.laser.sheet import LaserSheet
from fabgen.laser.sheet_layout import make_sheets
from fabgen.materials.operations import Operation
from fabgen.spec.build_options import Options

pytestmark = pytest.mark.slow

SHEET, HOLE = "laser/board.svg", "board-frame-1.hole-1"
SPACING = 2.0  # mm that cuts in 3 mm acrylic keep apart


@pytest.fixture(scope="module")
def framed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A board of spaces in a frame, all of one material, verified by its build: the window is 200 mm wide."""
    home = tmp_path_factory.mktemp("framed") / "framed"
    home.mkdir()
    (home / "game.yaml").write_text(specs.GAME.replace("  cell: 40 mm\n", "  cell: 40 mm\n  build: inlay\n"))
    (home / "rules.md").write_text("# Framed\n")
    return build(str(home), home / "out", Options(sheet=(600.0, 400.0)), ("laser",)).target


def cuts(file: Path) -> dict[str, shapely.Polygon]:
    """What each red line bounds, in mm, in the order of the file."""
    svg = SVG.parse(str(file), ppi=25.4)
    lines = {one.id: one for one in svg.elements() if isinstance(one, SvgPath) and str(one.stroke) == "#ff0000"}
    return {name: shapely.Polygon([(one.point(t / 400).x, one.point(t / 400).y) for t in range(400)])
            for name, one in lines.items()}


def test_parts_lie_in_the_hole_of_another_with_their_gap(framed: Path) -> None:
    found = cuts(framed / SHEET)
    inside = [name for name, area in found.items() if name != HOLE and found[HOLE].contains(area)]
    assert len(inside) >= 4
    for name in inside:
        others = [area.exterior for other, area in found.items() if other != name]
        assert min(found[name].exterior.distance(line) for line in others) > SPACING - 0.01


def test_what_lies_in_a_hole_is_cut_before_it(framed: Path) -> None:
    found = cuts(framed / SHEET)
    order = list(found)
    inside = [name for name, area in found.items() if name != HOLE and found[HOLE].contains(area)]
    assert inside
    assert max(map(order.index, inside)) < order.index(HOLE) < order.index("board-frame-1.edge-1")


@pytest.mark.slow
def test_a_hole_that_is_cut_before_what_lies_in_it_is_reported(framed: Path, tmp_path: Path) -> None:
    copy = Planted(Path(shutil.copytree(framed, tmp_path / "framed")))
    line, found = copy.element(SHEET, HOLE), cuts(framed / SHEET)
    first = next(name for name in found if name != HOLE and found[HOLE].contains(found[name]))
    text = copy.text(SHEET).replace(line, "")
    copy.write(SHEET, text.replace(copy.element(SHEET, first), line + copy.element(SHEET, first)))
    told = [str(problem) for problem in copy.problems()]
    assert any(re.search(rf"{re.escape(first)}.*cut after the hole {re.escape(HOLE)}", one) for one in told)


def frame(name: str, side: float, window: float) -> Part:
    low = (side - window) / 2
    body = draw(Role.EDGE, rectangle(0, 0, side, side)) + draw(Role.HOLE, rectangle(low, low, window, window))
    return plain(name, body, material="acrylic-3mm/red", group="tokens")


def nested(machine: str = "generic", **more: object) -> LaserSheet:
    """A frame, a smaller one for its window, and a disc for the window of that: a sheet that holds no two abreast."""
    parts = [frame("outer", 190, 170), frame("inner", 150, 100), disc(1, 60)]
    (sheet,) = make_sheets(parts, LaserJob(load_machine(machine), sheet=(206, 206), **more))
    return sheet


def test_holes_in_holes_are_cut_from_the_inside_out() -> None:
    steps = [mark.id for mark in nested().marks if mark.operation in (Operation.CUT_INNER, Operation.CUT_OUTER)]
    assert steps == ["denial-token-1.edge-1", "inner-1.hole-1", "inner-1.edge-1", "outer-1.hole-1", "outer-1.edge-1"]


def test_a_program_that_cuts_from_the_inside_out_gets_the_same_order() -> None:
    itself = nested("meerk40t", formats=("svg",))
    assert [mark.id for mark in itself.marks] == [mark.id for mark in nested().marks]


@pytest.mark.parametrize(("machine", "formats"), [("glowforge", ()), ("generic", ("svg", "lbrn2"))])
def test_where_all_holes_come_first_nothing_lies_in_them(machine: str, formats: tuple[str, ...]) -> None:
    parts = [frame("outer", 190, 170), disc(1, 60)]
    sheets = make_sheets(parts, LaserJob(load_machine(machine), sheet=(206, 206), formats=formats))
    assert len(sheets) == 2


def test_a_hole_that_is_marked_stays_empty() -> None:
    marked = frame("outer", 190, 170)
    marked = plain("outer", marked.drawing + draw(Role.MARK, circle((95, 95), 3)), material="acrylic-3mm/red",
                   group="tokens")
    assert len(make_sheets([marked, disc(1, 60)], LaserJob(load_machine("generic"), sheet=(206, 206)))) == 2


def test_what_needs_the_sheet_around_it_lies_in_no_hole() -> None:
    """The slug of a hole falls out: a part in it would have no hole of its own to be turned over in, and its bridges
    would hold on to nothing."""
    turned = replace(disc(1, 60), both_sides=True, back=draw(Role.MARK, circle((0, 0), 3)))
    generic = LaserJob(load_machine("generic"), sheet=(206, 206))
    assert len(make_sheets([frame("outer", 190, 170), disc(1, 60)], generic)) == 1
    assert len(make_sheets([frame("outer", 190, 170), turned], generic)) == 2
    assert len(make_sheets([frame("outer", 190, 170), disc(1, 60)], replace(generic, bridges=Bridges(3)))) == 2
