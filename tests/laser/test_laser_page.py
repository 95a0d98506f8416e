"""docs/laser.md knows every machine, every material and every key of a shop file, with the figures of the profiles."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from fabgen.laser.formats.registry import FORMATS
from fabgen.laser.machine import Machine, Motion, load_machine, machine_names
from fabgen.laser.shop import ColourValues, ShopFile, ShopMaterial, read_shop
from fabgen.materials.material import StockPiece, load_material, material_names
from fabgen.materials.operations import Operation
from fabgen.spec.build_options import option_notes

HOME = Path(__file__).parents[2]
PAGE = (HOME / "docs" / "laser.md").read_text("utf-8")


def rows(first: str) -> dict[str, list[str]]:
    """The cells of the table whose first heading this is, by the name or key in their first cell."""
    table = PAGE.partition(f"\n| {first} |")[2].partition("\n\n")[0]
    cells = [[cell.strip() for cell in line.strip("|").split(" |")] for line in table.splitlines()[2:]]
    return {row[0].strip("`"): row[1:] for row in cells}


def section(title: str) -> str:
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize("name", machine_names())
def test_every_machine_is_on_the_page_as_it_is(name: str) -> None:
    machine, row = load_machine(name), rows("machine")[name]
    assert [cell.strip("`") for cell in row[:4]] == [machine.operations[o].colour for o in Operation]
    assert row[4:] == [f"{machine.operations[Operation.SCORE].width:g} mm", f"{machine.bed[0]:g} x {machine.bed[1]:g}",
                       str(machine.watts), ", ".join(machine.formats), machine.sorts]


@pytest.mark.parametrize("name", material_names())
def test_every_material_is_on_the_page_as_it_is(name: str) -> None:
    material = load_material(name).material
    (low, high), price = material.thickness_range, material.price
    figures = (material.kerf, material.clearance, material.spacing, material.web, material.least_hole,
               material.least_stroke)
    assert price
    assert rows("material")[name] == [f"{low:g} to {high:g}", *(f"{figure:g}" for figure in figures),
                                      f"{price.amount:g} {price.currency}"]


def test_every_format_is_on_the_page_and_in_the_help() -> None:
    names = ",".join(FORMATS)
    assert f"`--formats {names}` names others" in PAGE
    assert f"files: {names.replace(',', ', ')};" in dict(option_notes())["formats"].help


NUMBERS = {12: "twelve", 13: "thirteen", 14: "fourteen", 15: "fifteen", 16: "sixteen", 17: "seventeen", 18: "eighteen"}


@pytest.mark.parametrize(("page", "words"), [
    ("README.md", "for {} machines and programs"), ("docs/tutorial.md", "`fabgen list machines` knows {}."),
    ("CHANGELOG.md", "profiles of {} machines")])
def test_machines_are_counted_in_words(page: str, words: str) -> None:
    assert words.format(NUMBERS[len(machine_names())]) in (HOME / page).read_text("utf-8")


def test_no_row_is_of_something_else() -> None:
    assert sorted(rows("machine")) == machine_names()
    assert sorted(rows("material")) == material_names()
    assert list(rows("format")) == list(FORMATS)


@pytest.mark.parametrize("model", [ShopFile, ColourValues, StockPiece, Motion])
def test_every_key_of_a_shop_is_explained(model: type) -> None:
    shop = section("Your shop")
    assert [key for key in model.model_fields if f"`{key}`" not in shop] == []  # type: ignore[attr-defined]


def test_every_key_in_a_table_is_one() -> None:
    known = {*ShopFile.model_fields, *ShopMaterial.model_fields, *StockPiece.model_fields}
    keys = re.findall(r"^\| `(\w+)` \|.*\|.*\|.*\|$", section("Your shop"), re.M)
    assert len(keys) > 15
    assert set(keys) <= known


def test_its_shop_is_sound() -> None:
    (block,) = re.findall(r"```yaml\n(.*?)```", section("Your shop"), re.S)
    shop = read_shop(block, "shop.yaml")
    assert shop.machine().watts == 60
    assert shop.stock("acrylic-3mm/green").material.measured == 2.85
    assert shop.stock("cork-4mm/brown").material.thickness == 4


def test_its_examples_of_keys_are_sound() -> None:
    """Each cell of an example goes where its table says."""
    for table, place in (("bed", "{}"), ("measured", "materials: {{acrylic-3mm: {{{}}}}}"),
                         ("sheet", "materials: {{acrylic-3mm: {{stock: [{{{}}}]}}}}")):
        first = section("Your shop").index(f"| `{table}` |")
        for line in section("Your shop")[first:].partition("\n\n")[0].splitlines():
            example = line.strip("|").rsplit("|", 1)[1].strip().strip("`")
            needs = {"holes": "offcut: [[0, 0], [99, 0], [99, 99], [0, 99]], ", "name": "sheet: 9x9, ",
                     "colour": "sheet: 9x9, ", "count": "sheet: 9x9, "}
            if example != "above":
                inner = needs.get(example.partition(":")[0], "") + example
                head = "machine: generic\n" if place == "{}" else ""
                read_shop(head + place.format(inner), "shop.yaml")


def test_its_machine_is_sound(tmp_path: Path) -> None:
    (block,) = re.findall(r"```yaml\n(.*?)```", section("Machines"), re.S)
    (tmp_path / "mine.yaml").write_text(block)
    machine = load_machine(str(tmp_path / "mine.yaml"))
    assert isinstance(machine, Machine)
    assert machine.bed == tuple(map(float, re.findall(r"\d+", str(yaml.safe_load(block)["bed"]))))
