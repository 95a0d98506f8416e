"""Machines and materials: complete, exact to their sources, and helpful where a name or a file is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from fabgen.artwork.drawing import Role
from fabgen.base import FabgenError
from fabgen.make.profile import Operation, fit_of, load_machine, load_material, machine_names, material_names

ENGRAVE, SCORE, INNER, OUTER = Operation
# The published tables: three-colour core; LightBurn palette entries 00, 01, 03, 02; ascending hex for Glowforge.
COLOURS = {
    "generic": ("#000000", "#0000FF", "#FF0000", "#FF0000"),
    "lightburn": ("#000000", "#0000FF", "#00E000", "#FF0000"),
    "glowforge": ("#000000", "#0000FF", "#00FF00", "#FF0000"),
}


def test_names() -> None:
    assert {"generic", "glowforge", "lightburn"} <= set(machine_names())
    assert {"acrylic-3mm", "acrylic-5mm", "birch-ply-3mm"} <= set(material_names())
    assert not any(name.startswith("_") for name in machine_names())


@pytest.mark.parametrize("name", machine_names())
def test_every_machine_answers_for_all(name: str) -> None:
    machine = load_machine(name)
    assert machine.name == name
    assert set(machine.roles) == set(Role)
    assert set(machine.operations) == set(Operation)
    assert machine.roles[Role.EDGE] is OUTER
    assert machine.roles[Role.HOLE] is INNER
    assert machine.roles[Role.NOTE] is None


@pytest.mark.parametrize(("name", "colours"), COLOURS.items())
def test_colours_are_the_published_ones(name: str, colours: tuple[str, ...]) -> None:
    machine = load_machine(name)
    assert tuple(machine.operations[o].colour for o in Operation) == colours
    assert [machine.operations[o].paint for o in Operation] == ["fill", "stroke", "stroke", "stroke"]


def test_glowforge_colours_rise_in_working_order() -> None:
    machine = load_machine("glowforge")
    steps = [int(machine.operations[o].colour[1:], 16) for o in machine.order]
    assert steps == sorted(steps)


def test_one_colour_for_all_cuts_makes_one_group() -> None:
    assert [name for name, _ in load_machine("generic").groups()] == ["engrave", "score", "cut"]
    assert [name for name, _ in load_machine("lightburn").groups()] == ["engrave", "score", "cut-inner", "cut-outer"]


@pytest.mark.parametrize("name", material_names())
def test_every_material_is_sensible(name: str) -> None:
    material = load_material(name).material
    assert material.name == name
    low, high = material.thickness_range
    assert low <= material.thickness <= high
    assert material.spacing >= max(2 * material.kerf, 1.0)  # the rule for the gap between nested parts
    assert fit_of(material).slot == pytest.approx(material.thickness + material.clearance)


def test_cast_acrylic_follows_its_standard() -> None:
    material = load_material("acrylic-3mm").material
    assert (material.kerf, material.clearance) == (0.20, 0.10)
    assert material.thickness_range == pytest.approx((3 - (0.4 + 0.3), 3 + (0.4 + 0.3)))  # ISO 7823-1: 0.4 mm + 10 %


@pytest.mark.parametrize(
    ("key", "name", "colour"),
    [
        ("acrylic-3mm/green", "acrylic-3mm", "green"),
        ("acrylic-3mm", "acrylic-3mm", ""),
        ("birch-ply-3mm/dark walnut", "birch-ply-3mm", "dark walnut"),
    ],
)
def test_keys(key: str, name: str, colour: str) -> None:
    stock = load_material(key)
    assert (stock.key, stock.material.name, stock.colour) == (key, name, colour)


def test_a_measured_thickness_counts() -> None:
    assert fit_of(load_material("acrylic-3mm").material, 2.85).slot == pytest.approx(2.95)


def test_unknown_names_bring_the_nearest() -> None:
    with pytest.raises(FabgenError, match="did you mean glowforge"):
        load_machine("glowforg")
    with pytest.raises(FabgenError, match="did you mean acrylic-3mm"):
        load_material("acrilic-3mm/green")


def written(folder: Path, text: str) -> str:
    file = folder / "mine.yaml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_a_file_of_ones_own_extends_a_machine(tmp_path: Path) -> None:
    machine = load_machine(
        written(tmp_path, "extends: lightburn\nname: mine\nbed: 300 x 200 mm\nroles: {grid: engrave}\n")
    )
    assert (machine.bed, machine.roles[Role.GRID], machine.roles[Role.ZONE]) == ((300, 200), ENGRAVE, SCORE)
    assert machine.operations[INNER].colour == "#00E000"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("extends: lightbrun\nname: mine\n", "did you mean lightburn"),
        ("extends: mine.yaml\nname: mine\n", "extends itself"),
        (
            "extends: generic\nname: mine\norder: [cut-outer, cut-inner, score, engrave]\n",
            "must end with cut-inner, cut-outer",
        ),
        ("extends: generic\nname: mine\norder: [score, score, cut-inner, cut-outer]\n", "names each operation once"),
        ("extends: generic\nname: mine\noperations: {score: {paint: fill}}\n", "a stroke needs a `width`"),
        ("extends: generic\nname: mine\noperations: {score: {colour: blue}}\n", "blue"),
        ("extends: generic\nname: mine\nroles: {edge: cut}\n", "`cut` is not known here"),
        ("extends: generic\nname: mine\nbed: 5 x 5 mm\n", "smaller than its margins"),
        (
            "name: mine\nabout: x\nbed: 300 x 200 mm\nmargin: 5\ntext: outline\nengraved_text: 1\n"
            "order: [engrave, score, cut-inner, cut-outer]\n"
            "roles: {edge: cut-outer}\noperations: {}\n",
            "says nothing of hole, grid",
        ),
    ],
)
def test_a_machine_that_is_wrong_does_not_load(tmp_path: Path, text: str, what: str) -> None:
    with pytest.raises(FabgenError) as caught:
        load_machine(written(tmp_path, text))
    assert what in str(caught.value)


def test_a_file_of_ones_own_extends_a_material(tmp_path: Path) -> None:
    key = written(tmp_path, "extends: acrylic-3mm\nthickness: 2.8 mm\nkerf: 0.18 mm\n")
    stock, parent = load_material(f"{key}/green"), load_material("acrylic-3mm").material
    assert (stock.material.thickness, stock.material.kerf, stock.colour) == (2.8, 0.18, "green")
    kept = {"extends", "thickness", "kerf"}
    assert stock.material.model_dump(exclude=kept) == parent.model_dump(exclude=kept)
    with pytest.raises(FabgenError, match="did you mean acrylic-3mm"):
        load_material(written(tmp_path, "extends: acrilic-3mm\n"))


@pytest.mark.parametrize(("line", "what", "hint"), [
    ("kerf: 3 mm", "`3 mm` is too large", "2 mm or less"), ("kerf: -1", "`-1` is too small", "0 or more"),
    ("thickness: 0 mm", "`0 mm` is too small", "0 mm is already too small"),
    ("thickness_range: [2 mm]", "item 2 of this list is missing", ""),
    ("thickness_range: [2, 3, 4]", "3 are too many", "2 or fewer"),
])
def test_a_material_out_of_bounds_is_told_in_words(tmp_path: Path, line: str, what: str, hint: str) -> None:
    with pytest.raises(FabgenError) as caught:
        load_material(written(tmp_path, f"extends: acrylic-3mm\n{line}\n"))
    assert [(p.what, p.hint) for p in caught.value.problems] == [(what, hint)]


def test_a_colour_that_is_none_is_told_in_words(tmp_path: Path) -> None:
    with pytest.raises(FabgenError) as caught:
        load_machine(written(tmp_path, "extends: generic\nname: mine\noperations: {score: {colour: blue}}\n"))
    assert [(p.what, p.hint) for p in caught.value.problems] == [
        ("`blue` is not a colour", "write it as # and six digits from 0 to F, like #FF0000, in quotes")]
