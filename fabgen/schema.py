"""The models of a spec and the words on their keys → a JSON Schema for editors, and the tables of docs/spec.md.

What is allowed comes from the models, what it means from `spec/keys.yaml`: neither is said twice.
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

from fabgen.base import nearest
from fabgen.declared import Declared, read_yaml
from fabgen.spec.game import Game

DIALECT = "https://json-schema.org/draft/2020-12/schema"
HEAD = "| key | meaning | default | example |\n|---|---|---|---|"
MARKER = re.compile(r"(<!-- keys of (\w+) -->\n)(?:\|.*\n)*")
Json = dict[str, Any]
# What people may write besides what the model holds: its validators read it.
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


class Key(Declared):
    """What one key means, what holds where it is left out, and an example: Markdown."""

    meaning: str
    default: str
    example: str


class Keys(Declared):
    """The keys of each model of a spec."""

    Game: dict[str, Key]
    Player: dict[str, Key]
    Board: dict[str, Key]
    Map: dict[str, Key]
    Zone: dict[str, Key]
    Lights: dict[str, Key]
    Piece: dict[str, Key]
    Body: dict[str, Key]
    Token: dict[str, Key]
    Aid: dict[str, Key]
    Box: dict[str, Key]
    Ruling: dict[str, Key]
    Example: dict[str, Key]

    def of(self, model: str) -> dict[str, Key]:
        """Those of one model; empty for one that has no words."""
        found: dict[str, Key] = getattr(self, model, {})
        return found


@cache
def keys() -> Keys:
    """The words of `spec/keys.yaml`."""
    return read_yaml(Path(str(files("fabgen") / "spec" / "keys.yaml")), Keys).value


def page(text: str) -> str:
    """A page of documentation with the table of keys behind each `<!-- keys of MODEL -->`."""
    return MARKER.sub(lambda found: f"{found[1]}{table(found[2])}\n", text)


def table(model: str) -> str:
    """The keys of a model as a Markdown table."""
    rows = (f"| `{name}` | {key.meaning} | {key.default} | {key.example} |" for name, key in keys().of(model).items())
    return "\n".join([HEAD, *rows])


def schema() -> Json:
    """The JSON Schema of `game.yaml`."""
    made = Game.model_json_schema()
    models = {"Game": made, **made["$defs"]}
    for name, model in models.items():
        model["description"] = " ".join(model.get("description", "").split())
        model.pop("title", None)
        for key, value in model.get("properties", {}).items():
            model["properties"][key] = _explained(name, key, _tidy(value))
    made["properties"]["rulings"]["additionalProperties"] = {
        "anyOf": [{"$ref": "#/$defs/Ruling"}, {"type": ["string", "boolean", "number"]}]}
    made["$defs"]["Map"]["properties"]["spaces"]["additionalProperties"] = {"type": "string"}
    made["$defs"]["ByRuling"]["additionalProperties"] = {
        "anyOf": [{"type": "string"}, {"$ref": "#/$defs/ByRuling"}]}
    made["properties"]["rules"] |= _rules()
    return {"$schema": DIALECT, "title": "A game for fabgen", **made}


def dump() -> bytes:
    """The schema as the bytes of a file."""
    return (json.dumps(schema(), indent=1, ensure_ascii=False) + "\n").encode()


def _tidy(value: Json) -> Json:
    """Without what editors do not need: titles, and `null`, which nobody writes."""
    value = {key: one for key, one in value.items() if key != "title" and not (key == "default" and one is None)}
    kinds = [one for one in value.pop("anyOf", []) if one != {"type": "null"}]
    return {**value, **(kinds[0] if len(kinds) == 1 else {"anyOf": kinds} if kinds else {})}


def _explained(model: str, name: str, value: Json) -> Json:
    """With its meaning, its default and its example; and with all that people may write for it."""
    if value.get("type") == "number":
        value = value | LENGTH
    if short := SHORT.get((model, name)):
        rest: Json = {key: value.pop(key) for key in ("default", "examples") if key in value}
        value = {"anyOf": [value, short], **rest}
    if named := _named(model, name):
        value = {key: one for key, one in value.items() if key not in ("type", "anyOf")} | named
    key = keys().of(model).get(name)
    if key is None:
        return value
    default = "" if key.default == "required" else f" Default: {_plain(key.default)}."
    example = "" if "](" in key.example else f" Example: {_plain(key.example)}"
    return {**value, "description": f"{_plain(key.meaning)}.{default}{example}"}


def _named(model: str, name: str) -> Json:
    """One of our names, or a drawing of the designer's own."""
    from fabgen.figures.crossed import CROSSED
    from fabgen.figures.marks import MARKS
    from fabgen.figures.silhouettes import SHAPES

    ours: dict[tuple[str, str], Iterable[str]] = {("Body", "standee"): SHAPES, ("Body", "crossed"): CROSSED,
                                                  ("Body", "back"): MARKS, ("Token", "mark"): MARKS}
    if found := ours.get((model, name)):
        return {"anyOf": [{"enum": sorted(found)}, {"type": "string", "pattern": r"\.[sS][vV][gG]$"}]}
    return {}


def _plain(markdown: str) -> str:
    """Words without links."""
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", markdown).strip()


def _rules() -> Json:
    """A rule set's name, or its options too; each of these may be left to a ruling, so that its kind is open."""
    from fabgen.rules.protocol import rule_sets

    sets = sorted(rule_sets())
    options: dict[str, Json] = {}
    for name in sets:
        for key in rule_sets()[name]().options.model_fields:
            options.setdefault(key, {"description": f"an option of {name}: docs/rules.md"})
    named = {"enum": sets} if sets else {"type": "string"}
    return {"anyOf": [named, {"type": "object", "properties": {**options, "set": named}, "required": ["set"]}],
            "default": {}}


def unexplained() -> Iterator[str]:
    """Keys of the models that have no words, and words on keys that no model has."""
    models = {"Game": Game.model_json_schema(), **Game.model_json_schema()["$defs"]}
    for name, model in models.items():
        known, told = model.get("properties", {}), keys().of(name)
        yield from (f"{name}.{key} has no words" for key in known if key not in told and name != "ByRuling")
        yield from (f"{name} has no key {key}: {nearest(key, list(known))}" for key in told if key not in known)


def main(paths: list[str]) -> None:
    """Writes the tables of these pages anew."""
    for path in map(Path, paths):
        path.write_text(page(path.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
