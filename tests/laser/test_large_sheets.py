"""A sheet that is larger than the area that can be cut, and one material for all parts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import tiny
from pydantic import ValidationError

from fabgen.build import build, verify_build
from fabgen.core.problems import FabgenError
from fabgen.laser.job import LaserJob
from fabgen.laser.machine import Machine, load_machine
from fabgen.materials.material import load_material
from fabgen.spec.build_options import Options

GLOWFORGE = load_machine("glowforge")


@pytest.mark.parametrize(("sheet", "area"), [
    ((508.0, 304.8), (495.0, 279.0)),  # 20 x 12 in
    ((500.0, 200.0), (495.0, 200.0)),
    ((300.0, 200.0), (300.0, 200.0)),
    ((600.0, 200.0), (600.0, 200.0)),  # does not go in
])
def test_of_a_sheet_that_goes_in_only_the_bed_is_cut(sheet: tuple[float, float], area: tuple[float, float]) -> None:
    assert GLOWFORGE.cut_area(sheet) == area


def test_a_machine_that_does_not_say_takes_sheets_as_large_as_its_bed() -> None:
    assert load_machine("k40-whisperer").cut_area((310.0, 200.0)) == (310.0, 200.0)


def test_the_largest_sheet_is_no_smaller_than_the_bed() -> None:
    with pytest.raises(ValidationError, match="smaller than the bed"):
        Machine.model_validate(GLOWFORGE.model_dump() | {"largest_sheet": "480 x 300 mm"})


@pytest.mark.slow
def test_parts_stay_inside_what_can_be_cut(tmp_path: Path) -> None:
    options = Options(machine="glowforge", sheet=(508.0, 304.8), formats=("svg",))
    target = build(str(tiny(tmp_path / "tiny")), tmp_path / "out", options, ["laser"]).target
    job = json.loads((target / "laser/job.json").read_text("utf-8"))
    assert {(sheet["width_mm"], sheet["height_mm"]) for sheet in job["sheets"]} == {(495.0, 279.0)}
    assert verify_build(target) == []


def test_a_sheet_that_does_not_go_in_is_refused_with_both_sizes(tmp_path: Path) -> None:
    options = Options(machine="glowforge", sheet=(533.4, 304.8))
    with pytest.raises(FabgenError, match="larger than the bed") as caught:
        build(str(tiny(tmp_path / "tiny")), tmp_path / "out", options, ["laser"])
    assert "the bed is 495 x 279 mm, the largest sheet 508 x 304.8 mm" in [
        problem.hint for problem in caught.value.problems]


@pytest.mark.parametrize(("material", "colour", "stock"), [
    ("birch-ply-3mm", "", "birch-ply-3mm"),
    ("mdf-3mm", "", "mdf-3mm"),
    ("card-2mm", "", "card-2mm"),
    ("acrylic-5mm", "", "acrylic-5mm/green"),
    ("acrylic-extruded-3mm", "", "acrylic-extruded-3mm/green"),
    ("birch-ply-3mm", "dark", "birch-ply-3mm/dark"),
    ("acrylic-5mm", "black", "acrylic-5mm/black"),
])
def test_only_acrylic_keeps_the_colours_of_the_spec(material: str, colour: str, stock: str) -> None:
    job = LaserJob(load_machine("generic"), load_material(material).material, colour=colour)
    assert job.stock("acrylic-3mm/green").key == stock


@pytest.mark.slow
@pytest.mark.parametrize("material", ["birch-ply-3mm", "birch-ply-3mm/dark"])
def test_plywood_for_all_is_one_stock(material: str, tmp_path: Path) -> None:
    target = build("correction", tmp_path, Options(material=material, formats=("svg",)), ["laser"]).target
    job = json.loads((target / "laser/job.json").read_text("utf-8"))
    assert {sheet["material"] for sheet in job["sheets"]} == {material}
    assert sum(part["count"] for part in job["parts"]) == 45
    assert verify_build(target) == []
