"""`fabgen schema`: it holds for all games that fabgen takes, and an outside validator finds what is wrong in others."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from commands import FOUR, TINY
from jsonschema import Draft202012Validator

from fabgen.authoring import schema
from fabgen.authoring.schema import build_schema, load_keys
from fabgen.cli import main
from fabgen.spec.game_folder import template_folders

SCHEMA = build_schema()
PAGE = (Path(__file__).parents[2] / "docs" / "spec.md").read_text("utf-8")
BLOCKS = [block for block in re.findall(r"```yaml\n(.*?)```", PAGE, re.S) if "extends:" not in block]


def faults(text: str) -> list[str]:
    """The places in a spec where the schema does not hold."""
    found = Draft202012Validator(SCHEMA).iter_errors(yaml.safe_load(text))
    return sorted(".".join(map(str, one.absolute_path)) for one in found)


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("game", sorted(template_folders().values()), ids=lambda folder: folder.name)
def test_every_template_keeps_it(game: Path) -> None:
    assert faults((game / "game.yaml").read_text("utf-8")) == []


@pytest.mark.parametrize("text", [FOUR, TINY])
def test_odd_games_keep_it(text: str) -> None:
    assert faults(text) == []


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.split(":")[0])
def test_every_example_of_the_page_keeps_it(block: str) -> None:
    assert faults(yaml.safe_dump({**yaml.safe_load(TINY), **yaml.safe_load(block)}, allow_unicode=True)) == []


@pytest.mark.parametrize(("change", "place"), [
    ({"title": 3}, "title"), ({"colour": "red"}, ""),
    ({"players": {"green": {"forward": "north"}}}, "players.green.forward"),
    ({"board": {"grid": "3x3", "cell": "wide", "material": "card-1mm"}}, "board.cell"),
    ({"pieces": {"pawn": {"moves": "W", "body": {"standee": "pawn"}, "eech": 2}}}, "pieces.pawn"),
    ({"rules": {"set": "standart"}}, "rules"),
])
def test_what_is_wrong_is_found_where_it_stands(change: dict[str, Any], place: str) -> None:
    assert place in faults(yaml.safe_dump({**yaml.safe_load(TINY), **change}))


def test_keys_are_explained_with_default_and_example() -> None:
    told = SCHEMA["$defs"]["Board"]["properties"]["cell"]["description"]
    assert told.startswith("side of a cell, 8 mm to 120 mm")
    assert "Example: `cell: 40 mm`" in told
    every = [SCHEMA if name == "Game" else SCHEMA["$defs"][name] for name in load_keys().models]
    assert all(value.get("description") for model in every for value in model["properties"].values())


def test_words_about_a_model_that_there_is_not_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    words = {"meaning": "a", "default": "b", "example": "c"}
    monkeypatch.setattr(schema, "load_keys", lambda: schema.KeyCatalogue.model_validate({"Bord": {"cell": words}}))
    assert "there is no model Bord: did you mean Board or Body?" in set(schema.unexplained_keys())


def test_the_command_prints_or_writes_it(tmp_path: Path) -> None:
    printed = CliRunner().invoke(main, ["schema"])
    assert json.loads(printed.stdout) == SCHEMA
    assert CliRunner().invoke(main, ["schema", "-o", str(tmp_path / "s.json")]).exit_code == 0
    assert json.loads((tmp_path / "s.json").read_text("utf-8")) == SCHEMA


def test_a_new_game_links_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(main, ["new", "mine"]).exit_code == 0
    first = (tmp_path / "mine" / "game.yaml").read_text("utf-8").partition("\n")[0]
    link = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first)
    assert link is not None
    assert json.loads((tmp_path / "mine" / link[1]).read_text("utf-8")) == SCHEMA
    assert faults((tmp_path / "mine" / "game.yaml").read_text("utf-8")) == []
