"""docs/spec.md knows every key of a spec and every name that a spec may use, and its examples are sound."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from commands import TINY
from pydantic import BaseModel

from fabgen.authoring.listing import LISTINGS
from fabgen.authoring.schema import fill_key_tables, unexplained_keys
from fabgen.check.game import check_spec
from fabgen.core.yaml_models import YamlModel
from fabgen.materials.material import load_material
from fabgen.spec import board, components, game, values
from fabgen.spec import pieces as piece
from fabgen.spec.load import load_spec

PAGE = (Path(__file__).parents[2] / "docs" / "spec.md").read_text("utf-8")
BLOCKS = re.findall(r"```yaml\n(.*?)```", PAGE, re.S)
MODELS = [model for model in {**vars(board), **vars(piece), **vars(components), **vars(game)}.values()
          if isinstance(model, type) and issubclass(model, YamlModel) and model is not YamlModel]


def tables() -> list[dict[str, list[str]]]:
    """The tables of keys: the cells of each row by its key."""
    found: list[dict[str, list[str]]] = []
    for line in PAGE.splitlines():
        if line == "| key | meaning | default | example |":
            found.append({})
        elif found and (row := re.match(r"\| `(\w+)` \|", line)):
            found[-1][row[1]] = [cell.strip() for cell in line.strip("|").split("|")]
    return found


def documented(model: type[BaseModel]) -> bool:
    return any(set(table) == set(model.model_fields) for table in tables())


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_key_is_on_the_page(model: type[BaseModel]) -> None:
    assert documented(model) or (model is piece.ByRuling and "key `ruling`" in PAGE)


def test_a_key_that_is_missing_would_be_found() -> None:
    class Rulebook(piece.Token):
        colour: str = ""

    assert len(MODELS) >= 9
    assert not documented(Rulebook)


@pytest.mark.parametrize("table", tables(), ids=lambda table: next(iter(table)))
def test_every_key_has_a_meaning_a_default_and_an_example(table: dict[str, list[str]]) -> None:
    models = [model for model in MODELS if set(model.model_fields) == set(table)]
    assert models
    for key, cells in table.items():
        assert len(cells) == 4
        assert all(cells)
        assert (cells[2] == "required") is models[0].model_fields[key].is_required(), key


@pytest.mark.parametrize("kind", ["colours", "shapes", "marks", "patterns", "materials"])
def test_every_name_is_on_the_page(kind: str) -> None:
    section = PAGE.partition(f"### {kind.capitalize()}\n")[2].partition("\n### ")[0]
    names = [*LISTINGS[kind]()]
    assert names
    for name, _ in names:
        assert f"`{name}`" in section


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.split(":")[0])
def test_every_example_is_sound(tmp_path: Path, block: str) -> None:
    data = yaml.safe_load(block)
    if "extends" in data:
        (tmp_path / "sheet.yaml").write_text(block, "utf-8")
        assert load_material("sheet.yaml/green", tmp_path).colour == "green"
        return
    (tmp_path / "rules.md").write_text("# Rules\n\nPlay.\n", "utf-8")
    (tmp_path / "game.yaml").write_text(yaml.safe_dump({**yaml.safe_load(TINY), **data}, sort_keys=False), "utf-8")
    assert check_spec(load_spec(str(tmp_path), allow_errors=True)) == []


def test_directions_are_on_the_page() -> None:
    assert all(f"`{one}`" in PAGE for one in values.FORWARDS)


def test_the_tables_are_those_of_the_models() -> None:
    assert fill_key_tables(PAGE) == PAGE, "python -m fabgen.authoring.schema docs/spec.md writes them anew"
    assert list(unexplained_keys()) == []
