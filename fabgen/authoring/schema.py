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
from tempfile import TemporaryDirectory
from typing import Any

from pydantic import ConfigDict, Field

from fabgen.check.size_requirements import WHOLE_CELLS, SizeRequirements
from fabgen.check.size_search import find_size
from fabgen.core.problems import nearest_hint
from fabgen.core.yaml_models import YamlModel, read_yaml
from fabgen.spec.game import Game
from fabgen.spec.load import Spec, load_spec

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
    ("Piece", "of"): {"type": "string"},
    ("Aid", "size"): {"type": "string"},
    ("Deck", "size"): {"type": "string"},
    ("PlayerBoard", "size"): {"type": "string"},
    ("BoardPlace", "holds"): {"type": "string"},
    ("BoardPlace", "numbers"): {"type": "string"},
    ("BoardPlace", "size"): {"type": "string"},
    ("Example", "line"): {"type": "string"},
    ("Facts", "minutes"): {"type": ["integer", "string"]},
    ("Facts", "players"): {"type": ["integer", "string"]},
    ("Game", "version"): {"type": "number"},
    ("Game", "year"): {"type": "number"},
}


PUBLISHED_NAMES = {"BoardSpec": "Board", "PieceKind": "Piece"}  # models under the names that the schema gives them


class KeyWords(YamlModel):
    """What one key means, its default, and an example, in Markdown."""

    meaning: str
    default: str
    example: str


class KeyCatalogue(YamlModel):
    """The words about the keys of each model of a spec."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, dict[str, KeyWords]] = Field(init=False)

    @property
    def models(self) -> tuple[str, ...]:
        """The names of the models that have words."""
        return tuple(self.__pydantic_extra__)

    def of(self, model: str) -> dict[str, KeyWords]:
        """The words about the keys of one model; empty for a model that has none."""
        return self.__pydantic_extra__.get(model, {})


@cache
def load_keys() -> KeyCatalogue:
    """The words of `spec/keys.yaml`."""
    return read_yaml(Path(str(files("fabgen") / "spec" / "keys.yaml")), KeyCatalogue).value


def fill_key_tables(text: str) -> str:
    """A page of documentation with the table of keys after each `<!-- keys of MODEL -->`."""
    return MARKER.sub(lambda marker: f"{marker[1]}{key_table(marker[2])}\n", text)


def key_table(model: str) -> str:
    """The keys of a model as a Markdown table."""
    rows = (
        f"| `{name}` | {key.meaning} | {key.default} | {key.example} |" for name, key in load_keys().of(model).items()
    )
    return "\n".join([HEAD, *rows])


def build_schema() -> Json:
    """The JSON Schema of `game.yaml`."""
    game = _model_schema()
    models = {"Game": game, **game["$defs"]}
    for name, model in models.items():
        model["description"] = " ".join(model.get("description", "").split())
        model.pop("title", None)
        for key, value in model.get("properties", {}).items():
            model["properties"][key] = _explain_key(name, key, _drop_unneeded(value))
    game["properties"]["rulings"]["additionalProperties"] = {
        "anyOf": [{"$ref": "#/$defs/Ruling"}, {"type": ["string", "boolean", "number"]}]}
    seating = game["$defs"]["SeatPlan"]
    of_numbers = next(kind for kind in game["properties"]["seats"]["anyOf"] if kind.get("type") == "object")
    of_numbers["additionalProperties"] = {"anyOf": [{"$ref": "#/$defs/SeatPlan"}, seating["properties"]["players"]]}
    game["$defs"]["Map"]["properties"]["spaces"]["additionalProperties"] = {"type": "string"}
    game["$defs"]["ByRuling"]["additionalProperties"] = {
        "anyOf": [{"type": "string"}, {"$ref": "#/$defs/ByRuling"}]}
    game["properties"]["rules"] |= _rules_schema()
    return {"$schema": DIALECT, "title": "A game for fabgen", **game}


def schema_bytes() -> bytes:
    """The schema as the bytes of a file."""
    return (json.dumps(build_schema(), indent=1, ensure_ascii=False) + "\n").encode()


def _model_schema() -> Json:
    """The schema of the models as pydantic writes it, with the published names of models."""
    schema = Game.model_json_schema()
    schema["$defs"] = {PUBLISHED_NAMES.get(name, name): model for name, model in schema["$defs"].items()}
    text = json.dumps(schema)
    for name, published in PUBLISHED_NAMES.items():
        text = text.replace(f'"#/$defs/{name}"', f'"#/$defs/{published}"')
    renamed: Json = json.loads(text)
    return renamed


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
        models = [kind for kind in value.get("oneOf", ()) if "$ref" in kind]
        value = {key: item for key, item in value.items() if key not in ("type", "anyOf", "oneOf")} | names
        value["anyOf"] = [*value["anyOf"], *models]
    key = load_keys().of(model).get(name)
    if key is None:
        return value
    default = "" if key.default == "required" else f" Default: {_without_links(key.default)}."
    example = "" if "](" in key.example else f" Example: {_without_links(key.example)}"
    return {**value, "description": f"{_without_links(key.meaning)}.{default}{example}"}


def _named_values(model: str, name: str) -> Json:
    """The names in fabgen's registries, or the path of a drawing, for keys that take them."""
    from fabgen.figures.diagrams.marks import MARKS
    from fabgen.figures.pieces.crossed_panels import CROSSED
    from fabgen.figures.silhouettes.silhouettes import SHAPES

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
    from fabgen.rules.rule_sets import load_rule_sets

    sets, _ = load_rule_sets()
    options: dict[str, Json] = {}
    for name, rule_set in sets.items():
        for key in rule_set.options.model_fields:
            options.setdefault(key, {"description": f"an option of {name}: docs/rules.md"})
    set_name = {"enum": list(sets)} if sets else {"type": "string"}
    return {"anyOf": [set_name, {"type": "object", "properties": {**options, "set": set_name}, "required": ["set"]}],
            "default": {}}


def unexplained_keys() -> Iterator[str]:
    """Keys of the models without words, and words about keys and models that there are not."""
    game = _model_schema()
    models = {"Game": game, **game["$defs"]}
    yield from (f"there is no model {name}: {nearest_hint(name, list(models))}"
                for name in load_keys().models if name not in models)
    for name, model in models.items():
        known, explained = model.get("properties", {}), load_keys().of(name)
        yield from (f"{name}.{key} has no words" for key in known if key not in explained and name != "ByRuling")
        yield from (
            f"{name} has no key {key}: {nearest_hint(key, list(known))}" for key in explained if key not in known
        )


def main(paths: list[str]) -> None:
    """Rewrites the tables in the pages given by their paths."""
    for path in map(Path, paths):
        path.write_text(fill_key_tables(path.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])


ROOM_MARKER = "<!-- least cells -->\n"
SIZES = {"3 x 3": "K", "5 x 5": "N", "7 x 7": "C", "9 x 9": "N2"}  # a movement of this size to all sides
BODIES = {"standee": "standee: pawn", "crossed": "crossed: rook", "stack": "stack: disc",
          "tile, square": "tile: square", "tile, disc": "tile: disc"}
GAME = """\
fabgen: 1
title: Room
designer: Nobody
players:
  one: {{forward: up, material: acrylic-3mm/red}}
  two: {{forward: down, material: acrylic-3mm/blue}}
board: {{grid: 4x4, cell: 40 mm, material: acrylic-3mm/clear}}
pieces:
  it: {{moves: {moves}, body: {{{body}}}}}
"""


def room_table() -> str:
    """The table in Markdown: a row for each size of a diagram, in whole mm."""
    rows = [["diagram", *BODIES], ["---"] * (1 + len(BODIES))]
    for size, moves in SIZES.items():
        rows.append([size, *(f"{_least_cell(_game(moves, body))} mm" for body in BODIES.values())])
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def fill_room_table(text: str) -> str:
    """A page of documentation with the table after its marker."""
    before, marker, after = text.partition(ROOM_MARKER)
    rest = after.splitlines(keepends=True)
    while rest and rest[0].startswith("|"):  # the former table
        rest.pop(0)
    return "".join([before, marker, room_table() if marker else "", *rest])


def _game(moves: str, body: str) -> Spec:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.yaml"
        path.write_text(GAME.format(moves=moves, body=body), "utf-8")
        return load_spec(str(path))


def _least_cell(spec: Spec) -> str:
    """The smallest cell in whole mm that has room for a piece."""
    cell = find_size(WHOLE_CELLS, SizeRequirements.of_options(spec).rooms["it"]).size
    return f"{cell:g}" if cell else "no"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name)
        path.write_text(fill_room_table(path.read_text("utf-8")), "utf-8")
