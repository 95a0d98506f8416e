"""Keys of materials: the material and the colour in each, and the same colour wherever a game shows a material."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import OAK, TINY
from hypothesis import given
from hypothesis import strategies as st

from fabgen.artwork.drawing import Role
from fabgen.artwork.part import Fit
from fabgen.build import build
from fabgen.figures.assembly.isometric import tone_of
from fabgen.figures.components.kit import make_laser_kit, token_face
from fabgen.figures.components.order_items import make_order_items
from fabgen.materials.key import MaterialKey
from fabgen.spec.build_options import Options
from fabgen.spec.load import Spec, load_spec

OWN = "mats/own.yaml/red"
GAME = TINY.replace("acrylic-3mm/green", OWN) + f"tokens:\n  disc: {{count: 2, size: 20 mm, material: {OWN}}}\n"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game whose pieces and tokens are cut from one material of its own, in a folder beside the spec."""
    folder = tmp_path / "tiny"
    (folder / "mats").mkdir(parents=True)
    (folder / "mats/own.yaml").write_text(OAK)
    (folder / "rules.md").write_text("# Tiny\n\nTake turns.\n")
    (folder / "game.yaml").write_text(GAME)
    return folder


@pytest.fixture
def spec(game: Path) -> Spec:
    return load_spec(str(game))


@pytest.mark.parametrize(("text", "material", "colour"), [
    ("acrylic-3mm", "acrylic-3mm", ""),
    ("acrylic-3mm/green", "acrylic-3mm", "green"),
    (" acrylic-3mm/green ", "acrylic-3mm", "green"),
    ("acrylic-3mm/", "acrylic-3mm", ""),
    ("own.yaml", "own.yaml", ""),
    ("materials/own.yaml", "materials/own.yaml", ""),
    ("materials/own.yml/dark oak", "materials/own.yml", "dark oak"),
    ("../a.yaml/b.yaml/red", "../a.yaml/b.yaml", "red"),
    ("", "", ""),
])
def test_a_key_is_a_material_and_a_colour(text: str, material: str, colour: str) -> None:
    key = MaterialKey.parse(text)
    assert key == MaterialKey(material, colour)
    assert key.is_file == (material[-5:] in (".yaml", "n.yml"))


WORDS = st.from_regex(r"[a-z0-9-]+( [a-z0-9-]+)*", fullmatch=True)


@pytest.mark.slow
@given(WORDS, st.sampled_from(["", ".yaml", "/own.yaml", "/in/own.yml"]), st.one_of(st.just(""), WORDS))
def test_a_key_can_be_read_back(name: str, ending: str, colour: str) -> None:
    key = MaterialKey(name + ending, colour)
    assert MaterialKey.parse(str(key)) == key


def test_a_token_has_the_tone_of_a_piece_of_the_same_material(spec: Spec) -> None:
    assert spec.game.players["green"].tone("green") == "red"
    assert {shade.tone for shade in token_face(spec.game.tokens["disc"]).only(Role.SHADE).items} == {"red"}
    assert {item.ground for item in make_order_items(spec) if item.name == "disc token"} == {"red"}


def test_every_part_of_a_material_is_shown_in_one_tone(spec: Spec) -> None:
    parts = [part for part in make_laser_kit(spec, lambda _: Fit(4.1, 0.15)) if part.group != "board"]
    assert {part.group for part in parts} == {"green pieces", "disc tokens"}
    assert {tone_of(part.material) for part in parts} == {"red"}


@pytest.mark.parametrize(("material", "tone"), [
    ("birch-ply-3mm", "birch-ply"), ("acrylic-3mm/red", "red"), ("mats/own.yaml", ""), ("mats/oak-4mm.yaml", "oak")])
def test_a_part_without_a_colour_has_the_tone_of_its_material(material: str, tone: str) -> None:
    assert tone_of(material) == tone


@pytest.mark.slow
def test_the_leftover_of_a_sheet_names_the_material_without_its_colour(game: Path, tmp_path: Path) -> None:
    target = build(str(game), tmp_path / "out", Options(formats=("svg",)), ("laser",)).target
    sheets = json.loads((target / "laser/job.json").read_text())["sheets"]
    leftovers = [sheet["leftover"] for sheet in sheets if sheet["material"] == OWN]
    assert leftovers
    assert {(leftover["material"], leftover["colour"]) for leftover in leftovers} == {("mats/own.yaml", "red")}
