"""A sheet made by hand → a PDF of one page, read back by pdfplumber and pikepdf. Expected values by hand."""

from __future__ import annotations

import io
import math
from typing import Any

import pdfplumber
import pikepdf
import pytest
from laser.formats.one_sheet import SHEET

from fabgen.laser.formats.pdf import write_sheet
from fabgen.laser.machine import Machine, load_machine, machine_names

MM = 25.4 / 72
CORE = load_machine("generic")


def page(machine: Machine = CORE) -> Any:
    return pdfplumber.open(io.BytesIO(write_sheet(SHEET, machine))).pages[0]


def box(thing: Any) -> tuple[float, ...]:
    """Left, bottom, right, top in mm, y up."""
    return tuple(round(float(thing[key]) * MM, 3) for key in ("x0", "y0", "x1", "y1"))


def test_the_page_is_the_sheet_and_asks_for_true_size() -> None:
    shown = page()
    assert (shown.width * MM, shown.height * MM) == pytest.approx((120, 100), abs=1e-3)
    with pikepdf.open(io.BytesIO(write_sheet(SHEET, CORE))) as document:
        assert len(document.pages) == 1
        assert document.Root.ViewerPreferences.PrintScaling == "/None"


def test_each_mark_lies_where_it_lies_on_the_sheet() -> None:
    shown = page()
    lines = {box(thing) for thing in [*shown.curves, *shown.lines, *shown.rects]}
    assert (5.0, 5.0, 115.0, 95.0) in lines
    assert (84.5, 14.5, 95.5, 25.5) in lines
    assert (16.0, 16.0, 24.0, 24.0) in lines
    assert (12.0, 12.0, 12.0, 90.0) in lines


def test_nothing_but_lines_and_areas_is_on_the_page() -> None:
    shown = page()
    assert not shown.chars
    assert not shown.images
    assert not shown.annots


@pytest.mark.parametrize("name", machine_names())
def test_lines_are_as_thin_and_as_coloured_as_the_profile_says(name: str) -> None:
    machine = load_machine(name)
    looks = {(p.paint, p.colour.upper(), round(p.width or 0, 4)) for p in machine.operations.values()}
    shown = page(machine)
    found = set()
    for thing in [*shown.curves, *shown.lines, *shown.rects]:
        kind = "fill" if thing["fill"] else "stroke"
        assert bool(thing["fill"]) != bool(thing["stroke"])
        ink = thing["non_stroking_color" if thing["fill"] else "stroking_color"]
        width = 0 if thing["fill"] else round(thing["linewidth"] * MM, 4)
        found.add((kind, "#" + "".join(f"{round(255 * v):02X}" for v in ink), width))
    assert found == looks


def test_each_mark_is_marked_content_of_its_id_in_the_order_of_the_sheet() -> None:
    with pikepdf.open(io.BytesIO(write_sheet(SHEET, CORE))) as document:
        steps = [(str(operator), operands) for operands, operator in pikepdf.parse_content_stream(document.pages[0])]
    tags = [str(operands[0]) for operator, operands in steps if operator == "BMC"]
    assert tags == [f"/{mark.id}" for mark in SHEET.marks]
    assert sum(operator == "EMC" for operator, _ in steps) == len(tags)
    assert {operator for operator, _ in steps if operator in ("f", "f*", "B", "B*", "S", "s")} == {"f*", "S"}


def test_an_arc_strays_less_than_a_micrometre() -> None:
    """The hole: 5.5 mm round 90, 20."""
    with pikepdf.open(io.BytesIO(write_sheet(SHEET, CORE))) as document:
        steps = [([*map(float, operands)] if str(operator) in "mlc" else [str(v) for v in operands], str(operator))
                 for operands, operator in pikepdf.parse_content_stream(document.pages[0])]  # fmt: skip
    first = next(i for i, (operands, operator) in enumerate(steps) if operator == "BMC" and "hole" in operands[0])
    here, away, curves = (0.0, 0.0), 0.0, 0
    for operands, operator in steps[first:]:
        if operator == "EMC":
            break
        if operator == "c":
            a, b, c, d, e, f = (float(v) for v in operands)
            curves += 1
            for k in range(17):
                t, u = k / 16, 1 - k / 16
                w = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
                x = w[0] * here[0] + w[1] * a + w[2] * c + w[3] * e
                y = w[0] * here[1] + w[1] * b + w[2] * d + w[3] * f
                away = max(away, abs(math.hypot(x - 90, y - 20) - 5.5))
        if operator in ("m", "l", "c"):
            here = float(operands[-2]), float(operands[-1])
    assert curves == 8
    assert away < 0.001
