"""A sheet made by hand → a LightBurn project, read back by ElementTree. Expected values are reckoned by hand."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from laser.formats.one_sheet import SHEET
from measure import curve_point
from pydantic import ValidationError

from fabgen.artwork.path import Curve
from fabgen.laser.formats.lbrn2 import PALETTE, layer_numbers, write_sheet
from fabgen.laser.machine import Machine, load_machine, machine_names
from fabgen.materials.material import LaserSetting
from fabgen.materials.operations import Operation

LIGHTBURN = load_machine("lightburn")


def read(machine: Machine = LIGHTBURN) -> ElementTree.Element:
    return ElementTree.fromstring(write_sheet(SHEET, machine))


def layers(machine: Machine = LIGHTBURN) -> dict[str, dict[str, str]]:
    """What each layer holds, by its name."""
    found = [{"type": node.get("type", ""), **{c.tag: c.get("Value", "") for c in node}}
             for node in read(machine).iter("CutSetting")]  # fmt: skip
    return {layer["name"]: layer for layer in found}


def shapes(id: str) -> list[ElementTree.Element]:
    return [node for node in read().iter("Shape") if node.get("Name") == id]


def vertices(node: ElementTree.Element) -> list[tuple[float, ...]]:
    """Place, and the handle that leaves and the one that arrives where there are any."""
    found = re.findall(r"V(\S+) ([^c]+)(?:c0x(\S+?)c0y(\S+?)|c0x1)(?:c1x(\S+?)c1y([^V]+)|c1x1)(?=V|$)",
                       node.findtext("VertList", ""))  # fmt: skip
    return [tuple(float(v) for v in one if v) for one in found]


def test_the_project_is_in_mm_and_y_up() -> None:
    root = read()
    assert {key: root.get(key) for key in ("FormatVersion", "MirrorX", "MirrorY")} == {
        "FormatVersion": "1", "MirrorX": "False", "MirrorY": "False"}  # fmt: skip
    assert {node.text for node in root.iter("XForm")} <= {"1 0 0 1 0 0", "1 0 0 1 20 20", "1 0 0 1 90 20"}


def test_each_operation_has_a_layer_with_its_settings_in_working_order() -> None:
    found = layers()
    assert list(found) == ["engrave", "score", "cut-inner", "cut-outer"]
    keys = ("type", "index", "speed", "maxPower", "numPasses", "priority", "kerf")
    assert [tuple(layer[key] for key in keys) for layer in found.values()] == [
        ("Scan", "0", "300", "18.5", "1", "0", "0"),
        ("Cut", "1", "80", "12", "1", "1", "0"),
        ("Cut", "3", "11", "65", "2", "2", "0"),
        ("Cut", "2", "12.5", "70", "1", "3", "0"),
    ]


def test_a_layer_that_nothing_is_on_is_left_out() -> None:
    from dataclasses import replace

    bare = replace(SHEET, marks=SHEET.marks[-1:])
    root = ElementTree.fromstring(write_sheet(bare, LIGHTBURN))
    assert [node.get("Value") for node in root.iter("name")] == ["cut-outer"]


@pytest.mark.parametrize("name", machine_names())
def test_layers_have_different_numbers_that_are_the_profile_s_colours(name: str) -> None:
    """Where the palette has the profile's colour, the layer has it, but for a colour that another layer needs."""
    machine = load_machine(name)
    numbers = layer_numbers(machine)
    assert len(set(numbers.values())) == 4
    colours = [paint.colour.upper() for paint in machine.operations.values()]
    for operation, number in numbers.items():
        colour = machine.operations[operation].colour.upper()
        if colour in PALETTE and colours.count(colour) == 1:
            assert PALETTE[number] == colour


def test_the_usual_numbers_stand_for_red_blue_and_black() -> None:
    """Palette: 00 black, 01 blue, 02 red, 03 green; both cuts are red, so the inner ones take green."""
    numbers = layer_numbers(load_machine("generic"))
    assert numbers == {Operation.ENGRAVE: 0, Operation.SCORE: 1, Operation.CUT_INNER: 3, Operation.CUT_OUTER: 2}


def test_each_part_is_a_group_with_its_shapes_in_the_order_of_the_sheet() -> None:
    """A plate of LightBurn's own files: Type, CutIndex, an XForm and Children; nothing in it is turned or moved."""
    root = read()
    (group,) = root.findall("Shape")
    assert (group.get("Type"), group.get("Name"), group.findtext("XForm")) == ("Group", "plate-1", "1 0 0 1 0 0")
    assert [node.get("Name") for node in group.findall("Children/Shape")] == [
        "plate-1.move-1", "plate-1.move-1", "plate-1.label-1", "plate-1.grid-1", "plate-1.grid-2", "plate-1.hole-1",
        "plate-1.edge-1"]  # fmt: skip
    assert len(list(root.iter("Shape"))) == 8
    assert [node.get("CutIndex") for node in root.iter("Shape")] == ["0", "0", "0", "0", "1", "1", "3", "2"]


def test_groups_are_in_the_order_in_which_parts_are_cut_out() -> None:
    """Two plates: the second one's outline comes first."""
    from dataclasses import replace

    first = replace(SHEET.marks[0], part="plate-2", id="plate-2.edge-1", operation=Operation.CUT_OUTER)
    marks = (*SHEET.marks[:-1], first, SHEET.marks[-1])
    root = ElementTree.fromstring(write_sheet(replace(SHEET, marks=marks), LIGHTBURN))
    assert [node.get("Name") for node in root.findall("Shape")] == ["plate-2", "plate-1"]


def test_all_areas_are_filled_at_once_so_that_counters_stay_open() -> None:
    assert {layer["type"]: layer.get("scanOpt") for layer in layers().values()} == {"Scan": "mergeAll", "Cut": None}


def test_the_power_in_corners_is_that_of_the_material() -> None:
    """LightBurn's least power is what a beam has that slows down; without a corner power both are alike."""
    from dataclasses import replace

    settings = {**SHEET.settings, Operation.CUT_OUTER: LaserSetting(speed=12, power=70, corner_power=55)}
    root = ElementTree.fromstring(write_sheet(replace(SHEET, settings=settings), LIGHTBURN))
    powers = [(node.find("minPower").get("Value"), node.find("maxPower").get("Value"))  # type: ignore[union-attr]
              for node in root.iter("CutSetting")]
    assert powers == [("18.5", "18.5"), ("12", "12"), ("65", "65"), ("55", "70")]
    with pytest.raises(ValidationError, match="is more than"):
        LaserSetting(speed=12, power=70, corner_power=71)


def test_a_circle_is_an_ellipse_exactly() -> None:
    (hole,) = shapes("plate-1.hole-1")
    assert [hole.get(key) for key in ("Type", "Rx", "Ry")] == ["Ellipse", "5.5", "5.5"]
    assert hole.findtext("XForm") == "1 0 0 1 90 20"


def test_a_polyline_is_closed_by_its_last_join_and_only_where_it_is_closed() -> None:
    (edge,), (bow,) = shapes("plate-1.edge-1"), shapes("plate-1.grid-1")
    joins = re.findall(r"([LB])(\d+) (\d+)", edge.findtext("PrimList", ""))
    assert joins[-1][2] == "0"
    assert all(a[2] == b[1] for a, b in pairwise(joins))
    assert sum(kind == "L" for kind, _, _ in joins) == 4
    assert re.findall(r"([LB])(\d+) (\d+)", bow.findtext("PrimList", ""))[-1][0] == "L"
    assert not bow.findtext("PrimList", "").endswith(" 0")


def test_an_arc_strays_less_than_a_micrometre() -> None:
    """The corner arcs have their centres 3 mm inside of the corners of 5..115 x 5..95."""
    (edge,) = shapes("plate-1.edge-1")
    points = vertices(edge)
    joins = re.findall(r"([LB])(\d+) (\d+)", edge.findtext("PrimList", ""))
    away = 0.0
    for kind, i, j in joins:
        if kind == "B":
            start, end = points[int(i)], points[int(j)]
            curve = Curve((start[2], start[3]), (end[-2], end[-1]), (end[0], end[1]))
            for k in range(33):
                x, y = curve_point((start[0], start[1]), curve, k / 32)
                u, v = min(abs(x - 8), abs(x - 112)), min(abs(y - 8), abs(y - 92))
                away = max(away, abs((u * u + v * v) ** 0.5 - 3))
    assert sum(kind == "B" for kind, _, _ in joins) == 8
    assert 0 < away < 0.001


def test_a_person_reads_what_the_numbers_are_worth() -> None:
    notes = read().find("Notes")
    assert notes is not None
    text = notes.get("Notes", "")
    assert notes.get("ShowOnLoad") == "1"
    assert "test first" in text
    assert "kerf of 0.2 mm is compensated" in text
