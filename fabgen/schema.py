"""The models of a spec and the words about their keys → a JSON Schema for editors, and the tables of docs/spec.md.

What is allowed comes from the models, what it means from `spec/keys.yaml`: neither is written twice.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from fabgen.base import nearest_hint
from fabgen.declared import YamlModel, read_yaml
from fabgen.spec.game import Game

DIALECT = "https://json-schema.org/draft/2020-12/schema"
HEAD = "| key | meaning | default | example |\n|---|---|---|---|"
MARKER = re.compile(r"(<!-- keys of (\w+) -->\n)(?:\|.*\n)*")
Json = dict[str, Any]
# What people may write besides what a model holds: its validators convert it.
LENGTH: Json = {"type": ["number", "string"], "pattern": r"^\s*[\d.]+\s*(mm|cm|in|\")?\s*$"}
SHORT: Mapping[tuple[str, str], Json] = {
    ("Board", "map"): {"type": "string"},
    ("Board", "spaces"): {"type": "string"},
    ("Body", "base"): {"type": ["number", "string"]},
    ("Aid", "size"): {"type": "string"},
    ("Example", "line"): {"type": "string"},
    ("Game", "version"): {"type": "number"},
    ("Game", "year"): {"type": "number"},
}


class KeyWords(YamlModel):
    """What one key means, its default, and an example, in Markdown."""

    meaning: str
    default: str
    example: str


class KeyCatalogue(YamlModel):
    """The words about the keys of each model of a spec."""

    Game: dict[str, KeyWords]
    Player: dict[str, KeyWords]
    Board: dict[str, KeyWords]
    Map: dict[str, KeyWords]
    Zone: dict[str, KeyWords]
    Lights: dict[str, KeyWords]
    Piece: dict[str, KeyWords]
    Body: dict[str, KeyWords]
    Token: dict[str, KeyWords]
    Aid: dict[str, KeyWords]
    Box: dict[str, KeyWords]
    Ruling: dict[str, KeyWords]
    Example: dict[str, KeyWords]

    def of(self, model: str) -> dict[str, KeyWords]:
        """The words about the keys of one model; empty for a model that has none."""
        keys_of_model: dict[str, KeyWords] = getattr(self, model, {})
        return keys_of_model


@cache
def load_keys() -> KeyCatalogue:
    """The words of `spec/keys.yaml`."""
    return read_yaml(Path(str(files("fabgen") / "spec" / "keys.yaml")), KeyCatalogue).value


def fill_key_tables(text: str) -> str:
    """A page of documentation with the table of keys after each `<!-- keys of MODEL -->`."""
    return MARKER.sub(lambda marker: f"{marker[1]}{key_table(marker[2])}\n", text)


def key_table(model: str) -> str:
    """The keys of a model as a Markdown table."""
    rows = (f"| `{name}` | {key.meaning} | {key.default} | {key.example} |" for name, key in load_keys().of(model).items())
    return "\n".join([HEAD, *rows])


def build_schema() -> Json:
    """The JSON Schema of `game.yaml`."""
    game = Game.model_json_schema()
    models = {"Game": game, **game["$defs"]}
    for name, model in models.items():
        model["description"] = " ".join(model.get("description", "").split())
        model.pop("title", None)
        for key, value in model.get("properties", {}).items():
            model["properties"][key] = _explain_key(name, key, _drop_unneeded(value))
    game["properties"]["rulings"]["additionalProperties"] = {
        "anyOf": [{"$ref": "#/$defs/Ruling"}, {"type": ["string", "boolean", "number"]}]}
    game["$defs"]["Map"]["properties"]["spaces"]["additionalProperties"] = {"type": "string"}
    game["$defs"]["ByRuling"]["additionalProperties"] = {
        "anyOf": [{"type": "string"}, {"$ref": "#/$defs/ByRuling"}]}
    game["properties"]["rules"] |= _rules_schema()
    return {"$schema": DIALECT, "title": "A game for fabgen", **game}


def schema_bytes() -> bytes:
    """The schema as the bytes of a file."""
    return (json.dumps(build_schema(), indent=1, ensure_ascii=False) + "\n").encode()


def _drop_unneeded(value: Json) -> Json:
    """A property without what editors do not need: titles, and `null`, which nobody writes."""
    value = {key: item for key, item in value.items() if key != "title" and not (key == "default" and item is None)}
    kinds = [item for item in value.pop("anyOf", []) if item != {"type": "null"}]
    return {**value, **(kinds[0] if len(kinds) == 1 else {"anyOf": kinds} if kinds else {})}


def _explain_key(model: str, name: str, value: Json) -> Json:
    """A property with its meaning, its default and its example, and with every form that people may write."""
    if value.get("type") == "number":
        value = value | LENGTH
    if short_form := SHORT.get((model, name)):
        annotations: Json = {key: value.pop(key) for key in ("default", "examples") if key in value}
        value = {"anyOf": [value, short_form], **annotations}
    if names := _named_values(model, name):
        value = {key: item for key, item in value.items() if key not in ("type", "anyOf")} | names
    key = load_keys().of(model).get(name)
    if key is None:
        return value
    default = "" if key.default == "required" else f" Default: {_without_links(key.default)}."
    example = "" if "](" in key.example else f" Example: {_without_links(key.example)}"
    return {**value, "description": f"{_without_links(key.meaning)}.{default}{example}"}


def _named_values(model: str, name: str) -> Json:
    """The names in fabgen's registries, or the path of a drawing, for keys that take them."""
    from fabgen.figures.crossed import CROSSED
    from fabgen.figures.marks import MARKS
    from fabgen.figures.silhouettes import SHAPES

    registries: dict[tuple[str, str], Iterable[str]] = {("Body", "standee"): SHAPES, ("Body", "crossed"): CROSSED,
                                                  ("Body", "back"): MARKS, ("Token", "mark"): MARKS}
    if names := registries.get((model, name)):
        return {"anyOf": [{"enum": sorted(names)}, {"type": "string", "pattern": r"\.[sS][vV][gG]$"}]}
    return {}


def _without_links(markdown: str) -> str:
    """Markdown without its links."""
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", markdown).strip()


def _rules_schema() -> Json:
    """The name of a rule set, or a mapping with its options too. Each option may depend on a ruling, so that its
    type is open."""
    from fabgen.rules.protocol import rule_sets

    sets = sorted(rule_sets())
    options: dict[str, Json] = {}
    for name in sets:
        for key in rule_sets()[name]().options.model_fields:
            options.setdefault(key, {"description": f"an option of {name}: docs/rules.md"})
    set_name = {"enum": sets} if sets else {"type": "string"}
    return {"anyOf": [set_name, {"type": "object", "properties": {**options, "set": set_name}, "required": ["set"]}],
            "default": {}}


def unexplained_keys() -> Iterator[str]:
    """Keys of the models without words, and words about keys that no model has."""
    models = {"Game": Game.model_json_schema(), **Game.model_json_schema()["$defs"]}
    for name, model in models.items():
        known, explained = model.get("properties", {}), load_keys().of(name)
        yield from (f"{name}.{key} has no words" for key in known if key not in explained and name != "ByRuling")
        yield from (f"{name} has no key {key}: {nearest_hint(key, list(known))}" for key in explained if key not in known)


def main(paths: list[str]) -> None:
    """Rewrites the tables in the pages given by their paths."""
    for path in map(Path, paths):
        path.write_text(fill_key_tables(path.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
