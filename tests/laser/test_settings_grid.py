"""Grids of speeds and powers: how many squares a program can tell apart, and both formats read back."""

from __future__ import annotations

import io
from collections import Counter
from itertools import combinations
from xml.etree import ElementTree

import ezdxf
import pytest

from fabgen.laser.formats import dxf, lbrn2, svg
from fabgen.laser.job import LaserJob
from fabgen.laser.machine import load_machine, machine_names
from fabgen.laser.settings_grid import SIDE, SettingsGrid, choose_step_colours, make_settings_grid, unused_colours
from fabgen.materials.material import load_material

MATERIAL = load_material("acrylic-3mm").material
SPACE = "{http://www.w3.org/2000/svg}"


def made(name: str, colours: list[str] | None = None) -> SettingsGrid | None:
    machine = load_machine(name)
    settings = LaserJob(machine).settings(MATERIAL)
    return make_settings_grid(
        "acrylic-3mm", machine, settings, choose_step_colours(machine) if colours is None else colours
    )


@pytest.mark.parametrize(("name", "squares"), [
    ("lightburn", 25), ("glowforge", 25), ("trotec", 12), ("universal", 6), ("epilog", 4), ("k40-whisperer", 0),
    ("meerk40t", 0), ("ponoko", 0),
])
def test_as_many_squares_as_colours(name: str, squares: int) -> None:
    found = made(name)
    assert (len(found.squares) if found else 0) == squares


@pytest.mark.slow
@pytest.mark.parametrize("name", machine_names())
def test_colours_differ_and_are_known(name: str) -> None:
    found, machine = made(name), load_machine(name)
    if found is None:
        assert len(machine.palette) < 6
        return
    colours = [step.colour.upper() for step in found.steps]
    assert len(set(colours)) == len(colours)
    assert not machine.palette or set(colours) <= {colour.upper() for colour in machine.palette}


def test_squares_go_from_the_weakest_to_the_strongest() -> None:
    found = made("lightburn")
    assert found is not None
    energy = [step.setting.power / step.setting.speed for step in found.squares]
    assert energy == sorted(energy)
    assert max(step.setting.power for step in found.squares) <= 100
    seed = LaserJob(load_machine("lightburn")).settings(MATERIAL)[load_machine("lightburn").order[-1]]
    assert seed.speed in {step.setting.speed for step in found.squares}


def test_squares_lie_apart_inside_of_the_plate() -> None:
    found = made("glowforge")
    assert found is not None
    boxes = [step.paths[0].bounds() for step in found.squares]
    assert all(x1 - x0 == pytest.approx(SIDE) and y1 - y0 == pytest.approx(SIDE) for x0, y0, x1, y1 in boxes)
    assert all(a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1] for a, b in combinations(boxes, 2))
    assert all(x0 > 0 and y0 > 0 and x1 < found.width and y1 < found.height for x0, y0, x1, y1 in boxes)


def test_a_glowforge_runs_them_in_our_order() -> None:
    """By rising hex value: words first, the plate's outline last."""
    found = made("glowforge")
    assert found is not None
    colours = [int(step.colour[1:], 16) for step in found.steps]
    assert colours == sorted(colours)


def test_a_lightburn_project_has_a_layer_a_square() -> None:
    found = made("lightburn", list(lbrn2.PALETTE[3:28]))
    assert found is not None
    root = ElementTree.fromstring(lbrn2.write_steps(found))
    layers = [{one.tag: one.get("Value") for one in node} for node in root.iter("CutSetting")]
    assert len(layers) == 27 <= 30
    assert [layer["priority"] for layer in layers] == [str(n) for n in range(27)]
    pairs = Counter((layer["speed"], layer["maxPower"]) for layer in layers[1:-1])
    assert len(pairs) == 25
    shapes = Counter(shape.get("CutIndex") for shape in root.iter("Shape"))
    assert all(shapes[layer["index"]] == 1 for layer in layers[1:])


def test_an_svg_has_a_colour_a_square() -> None:
    found = made("epilog")
    assert found is not None
    root = ElementTree.fromstring(svg.write_steps(found))
    strokes = [node.get("stroke") for node in root.iter(f"{SPACE}path")]
    assert strokes == [step.colour for step in found.steps]
    assert root.get("width") == f"{found.width:g}mm" or root.get("width", "").startswith(f"{found.width:.3f}"[:6])


def test_no_line_lies_on_the_edge_of_the_page() -> None:
    found, margin = made("glowforge"), load_machine("glowforge").margin
    assert found is not None
    boxes = [path.bounds() for step in found.steps for path in step.paths]
    assert margin >= 2
    assert min(min(x0, y0) for x0, y0, _, _ in boxes) == pytest.approx(margin)
    assert max(x1 for _, _, x1, _ in boxes) == pytest.approx(found.width - margin)
    assert max(y1 for _, _, _, y1 in boxes) == pytest.approx(found.height - margin)


def test_a_program_that_reads_dxf_gets_a_grid_in_it() -> None:
    machine = load_machine("rdworks")
    found = made("rdworks", unused_colours(machine, dxf.palette()))
    assert machine.default_formats == ("dxf",)
    assert found is not None
    read = ezdxf.read(io.StringIO(dxf.write_steps(found).decode()))
    numbers = [read.layers.get(layer).color for layer in dict.fromkeys(e.dxf.layer for e in read.modelspace())]
    assert len(numbers) == len(set(numbers)) == 27  # 25 squares, words and outline
    squares = [e for e in read.modelspace() if e.dxftype() == "LWPOLYLINE" and e.closed]
    sides = [max(p[0] for p in e.get_points()) - min(p[0] for p in e.get_points()) for e in squares]
    assert sum(abs(side - SIDE) < 1e-6 for side in sides) == 25
