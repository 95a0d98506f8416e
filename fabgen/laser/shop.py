"""`shop.yaml` → a workshop: its laser, its measured materials, its stock.

Every key in it overrides the built-in value; keys that are left out keep it. Lengths in mm.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, ValidationError

from fabgen.core.files import read_text
from fabgen.core.problems import FabgenError, Location, Problem, nearest_hint, problem_error
from fabgen.core.units import Length, Size, format_number
from fabgen.core.yaml_models import YamlModel, YamlSource, parse_data, parse_leniently
from fabgen.laser.machine import Machine, Motion, load_machine, machine_names
from fabgen.laser.nest.layout import StockSheet
from fabgen.materials.key import MaterialKey
from fabgen.materials.material import (
    Material,
    Money,
    Stock,
    Watts,
    load_material,
    material_data,
    material_names,
)
from fabgen.materials.operations import PositiveLength


class ColourValues(YamlModel):
    """The values in which sheets of one colour differ from their material."""

    measured: PositiveLength | None = None
    kerf: Annotated[Length, Field(ge=0, le=2)] | None = None
    clearance: Annotated[Length, Field(ge=-1, le=2)] | None = None
    price: Money | None = None


class ShopMaterial(Material):
    """A material as the shop has it. `colours` holds the values of colours that were measured separately."""

    colours: dict[str, ColourValues] = Field(default_factory=dict)

    def in_colour(self, colour: str) -> Material:
        """The material in one colour, with its stock. The first whole sheet in stock becomes its usual sheet."""
        data = self.model_dump(exclude={"colours"})
        shade = self.colours.get(colour, ColourValues()).model_dump(exclude_none=True)
        # An offcut without a name is named after its place in the list.
        stock = [{**piece, "name": piece["name"] or (f"offcut {n}" if piece["offcut"] else "")}
                 for n, piece in enumerate(data["stock"], 1) if piece["colour"] in ("", colour)]
        sheets = [piece["sheet"] for piece in stock if piece["sheet"] and piece["count"] != 0]
        return Material.model_validate({**data, **shade, "stock": stock, "sheet": (sheets or [data["sheet"]])[0]})


class ShopFile(YamlModel):
    """The content of `shop.yaml`. `machine` is a built-in name or a file beside this one; `bed`, `margin`, `watts` and
    `motion` override that machine's."""

    machine: str | None = None
    bed: Size | None = None
    margin: Annotated[Length, Field(ge=0, le=100)] | None = None
    watts: Watts | None = None
    motion: Motion | None = None
    materials: dict[str, ShopMaterial] = Field(default_factory=dict)


@dataclass(frozen=True)
class Workshop:
    """A shop that was read from a file. Without a file it is empty, so that everything is as built in."""

    declared: ShopFile = field(default_factory=ShopFile)
    laser: Machine | None = None
    file: str = ""

    def machine(self, name: str | None = None) -> Machine:
        """The machine of a job: the named one, else the shop's, else the generic one. The shop's overrides apply to its
        own laser only. Raises FabgenError for an unknown machine."""
        if self.laser and name in (None, self.declared.machine):
            return self.laser
        return load_machine(name or "generic")

    def stock(self, key: str, game: Path | None = None) -> Stock:
        """The stock that a material's key names, with the shop's values; a file that a game names is in the folder of
        the `game`. Raises FabgenError for an unknown material."""
        parsed = MaterialKey.parse(key)
        name, colour = parsed.material, parsed.colour
        if name in self.declared.materials:
            return Stock(str(parsed), self.declared.materials[name].in_colour(colour), colour)
        if name not in material_names() and not parsed.is_file and self.declared.materials:
            raise problem_error(f"`{name}` is not a known material", nearest_hint(name, self.materials()))
        return load_material(key, game)

    def material(self, name: str) -> Material:
        """The material of a name without a colour. Raises FabgenError for an unknown material."""
        return self.declared.materials.get(name) or self.stock(name).material

    def materials(self) -> list[str]:
        """The names of all materials that a job may use: the built-in ones and the shop's, sorted."""
        return sorted({*material_names(), *self.declared.materials})


def load_shop(file: str | None) -> Workshop:
    """The shop of a file; without a file, an empty one. Raises FabgenError with every Problem in the file."""
    if not file:
        return Workshop()
    return read_shop(read_text(Path(file)), file)


def read_shop(text: str, file: str) -> Workshop:
    """The shop of a file's text. Raises FabgenError with every Problem in the text."""
    data, source = parse_data(text, file)
    base, problems = _base_data(data, source)
    machine, machine_problems = _load_shop_machine(data, source)
    document, value_problems = parse_leniently(text, file, ShopFile, base)
    problems += [*machine_problems, *value_problems]
    laser = _override_machine(document.value, machine, source, problems) if document else None
    if problems or not document:
        raise FabgenError(sorted(set(problems)))
    return Workshop(document.value, laser, file)


def _base_data(data: dict[str, Any], source: YamlSource) -> tuple[dict[str, Any], list[Problem]]:
    """The plain data that a shop's materials override: the built-in material of the same name, or the one that they
    extend."""
    materials, problems = data.get("materials"), list[Problem]()
    base: dict[str, Any] = {}
    for name, declared in materials.items() if isinstance(materials, dict) else ():
        if declared is None:  # reported when the file is validated
            continue
        parent = str(declared.get("extends", name)) if isinstance(declared, dict) else name
        plain = material_data(parent, Path(source.file).parent)
        if not plain:
            where = source.key_location("materials", name, *(() if parent == name else ("extends",)))
            similar_names = "\nor write `extends:` and the material that yours is like" if parent == name else ""
            near = nearest_hint(parent, material_names())
            problems.append(Problem(where, f"`{parent}` is not a known material", near + similar_names))
            similar = get_close_matches(parent, material_names(), 1) or material_names()
            plain = material_data(similar[0])  # so that mistakes in its own values are found too
        base[name] = {**plain, "name": name}
    return {"materials": base} if base else {}, problems


def _load_shop_machine(data: dict[str, Any], source: YamlSource) -> tuple[Machine | None, list[Problem]]:
    """The machine that a shop names, and the problems of its name or of its own file. None without a name."""
    name = data.get("machine")
    if not isinstance(name, str):
        return None, []
    try:
        return load_machine(name, Path(source.file).parent), []
    except FabgenError as error:
        if any(p.where.file for p in error.problems):
            return None, list(error.problems)
    near = nearest_hint(name, machine_names()) + "\nor the path of a .yaml file beside this one"
    return None, [Problem(source.key_location("machine"), f"`{name}` is not a known machine", near)]


def _override_machine(shop: ShopFile, machine: Machine | None, source: YamlSource, problems: list[Problem]
                      ) -> Machine | None:
    """The shop's machine with the shop's own values; None without one. Adds what is wrong to `problems`."""
    overrides = {
        key: getattr(shop, key) for key in ("bed", "margin", "watts", "motion") if getattr(shop, key) is not None
    }
    if shop.machine is None:
        problems += [
            Problem(source.key_location(key), f"the {key} of which machine?", "write `machine: lightburn` or another")
            for key in overrides
        ]
    if machine is None:
        return None
    if shop.motion:
        overrides["motion"] = {**machine.motion.model_dump(), **shop.motion.model_dump(exclude_unset=True)}
    try:
        return Machine.model_validate({**machine.model_dump(), **overrides})
    except ValidationError as error:
        problems += [Problem(source.key_location("bed"), str(mistake["ctx"]["error"])) for mistake in error.errors()]
        return None


HEAD = """\
# What stands and lies in one workshop: `fabgen build GAME --shop FILE`, or without --shop where this file is
# shop.yaml in fabgen's config folder. What is not said here is as built in. docs/laser.md explains every key.
"""


@dataclass(frozen=True)
class ShopEntry:
    """A material of the user for a new shop file. Lengths in mm, None if not measured. There are `count` sheets of the
    size `sheet` in each of the `colours`."""

    material: str
    measured: float | None = None
    kerf: float | None = None
    sheet: tuple[float, float] | None = None
    count: int | None = None
    colours: tuple[str, ...] = ()


def write_shop_text(machine: str, bed: tuple[float, float] | None, watts: int | None, bought: Iterable[ShopEntry],
              folder: str = ".") -> str:
    """The text of a new shop file in `folder`. Raises FabgenError for wrong answers."""
    lines = [f"machine: {quote_yaml(machine)}"]
    lines += [f"bed: {_size_text(bed)}"] if bed else []
    lines += [f"watts: {watts}"] if watts else []
    materials = [line for material in bought for line in _material_lines(material)]
    text = HEAD + "\n".join([*lines, *(["materials:", *materials] if materials else [])]) + "\n"
    try:
        read_shop(text, str(Path(folder) / "shop.yaml"))
    except FabgenError as error:  # the file is not written yet, so places in it would mean nothing to the user
        raise FabgenError(replace(problem, where=Location()) for problem in error.problems) from None
    return text


def _material_lines(bought: ShopEntry) -> list[str]:
    """The lines of a material. Unknown values are in comments, to be filled in."""
    measured = "measured: " + (f"{format_number(bought.measured)} mm" if bought.measured else "... mm")
    kerf = "kerf: " + (f"{format_number(bought.kerf)} mm" if bought.kerf is not None else "... mm")
    lines = [
        f"  {quote_yaml(bought.material)}:",
        "    # With a caliper, in several places, without the foil: slots are cut for it. Measure each new sheet.",
        f"    {'' if bought.measured else '# '}{measured}",
        f"    # The full width of a cut: `fabgen calibrate --material {bought.material}` makes a test piece.",
        f"    {'' if bought.kerf is not None else '# '}{kerf}",
    ]
    is_known = bought.measured or bought.kerf is not None or bought.sheet
    if not is_known:
        return [f"{lines[0]} {{}}", *lines[1:]]  # a mapping that holds nothing but comments is written as {}
    if not bought.sheet:
        return lines
    count = "" if bought.count is None else f", count: {bought.count}"
    shades = [f", colour: {quote_yaml(colour)}" for colour in bought.colours] or [""]
    return [*lines, "    stock:", *(f"      - {{sheet: {_size_text(bought.sheet)}{count}{shade}}}" for shade in shades)]


def _size_text(size: tuple[float, float]) -> str:
    """A size as a shop file writes it."""
    return f"{format_number(size[0])} x {format_number(size[1])} mm"


def quote_yaml(text: str) -> str:
    """A text as a YAML value inside braces: in quotes unless it consists of plain words."""
    plain = re.fullmatch(r"[A-Za-z][\w./-]*(?: [\w./-]+)*", text)
    words = ("null", "true", "false", "yes", "no", "on", "off", "y", "n")
    return text if plain and text.lower() not in words else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def offcut_text(offcut: StockSheet, colour: str, name: str) -> str:
    """An offcut as an entry of a shop file, its corners to a tenth of a millimetre."""
    outline, *holes = (
        "[" + ", ".join(f"[{format_number(x, 1)}, {format_number(y, 1)}]" for x, y in ring)  + "]"
        for ring in (offcut.outline, *offcut.holes)
    )
    values = [f"offcut: {outline}", *([f"holes: [{', '.join(holes)}]"] if holes else [])]
    values += [f"colour: {quote_yaml(colour)}"] if colour else []
    return "{" + ", ".join([*values, f"name: {quote_yaml(name)}"]) + "}"


def set_value(text: str, file: str, path: Sequence[str], value: str) -> str:
    """The text of a shop file with a value set, such as `("materials", "acrylic-3mm", "kerf")` to `0.18 mm`. Missing
    keys are added. Raises FabgenError for a file with mistakes, or one too unusual to be changed."""
    data, source = parse_data(text, file) if text.strip() else ({}, YamlSource(file, "", {}, {}))
    current = next(n for n in range(len(path), -1, -1) if isinstance(_at(data, path[:n]), dict))
    if tuple(path) in source.values:
        node = source.values[tuple(path)]
        new = text[: node.start_mark.index] + value + text[node.end_mark.index :]
    else:
        new = _add_keys(source, tuple(path[:current]), _at(data, path[:current]), path[current:], value, text)
    return _check_text(new, file, path, value)


def add_stock(text: str, file: str, material: str, pieces: Sequence[str]) -> str:
    """The text of a shop file with pieces of stock added before those in it, each written like `{offcut: [[0, 0], [300,
    0], [300, 120]], colour: green}`. Raises FabgenError like `set_value`."""
    path = ("materials", material, "stock")
    data, source = parse_data(text, file) if text.strip() else ({}, YamlSource(file, "", {}, {}))
    if not isinstance(_at(data, path), list) or (*path, 0) not in source.places:
        return set_value(text, file, path, "[" + ", ".join(pieces) + "]")
    line, column = source.places[*path, 0]
    lines = text.split("\n")
    dash = lines[line - 1][: column - 1]
    if not re.fullmatch(r"\s*-\s+", dash):
        start = sum(len(earlier) + 1 for earlier in lines[: line - 1]) + column - 1
        return _check_text(text[:start] + "".join(f"{piece}, " for piece in pieces) + text[start:], file, path)
    lines[line - 1 : line - 1] = [dash + piece for piece in pieces]
    return _check_text("\n".join(lines), file, path)


def _at(data: Any, path: Sequence[str]) -> Any:
    """The value at a path of keys; None where it is missing."""
    for key in path:
        data = data.get(key) if isinstance(data, dict) else None
    return data


def _add_keys(source: YamlSource, place: tuple[str, ...], siblings: dict[str, Any], new_keys: Sequence[str], value: str,
           text: str) -> str:
    """The text with new keys inside the mapping at `place`: at its beginning, or inside its braces."""
    brace_end = _brace_end(source, place, text)
    if not place and not siblings and not brace_end:
        return (text.rstrip("\n") + "\n" if text.strip() else HEAD) + "\n".join(_key_lines(new_keys, value, 0)) + "\n"
    if brace_end:
        inside = ": {".join(map(quote_yaml, new_keys)) + f": {value}" + "}" * (len(new_keys) - 1)
        inside += ", " if siblings else ""
        return text[:brace_end] + inside + text[brace_end:]
    line, column = source.places[*place, next(iter(siblings))]
    lines = text.split("\n")
    at = source.places[place][0] if place else line - 1  # right under the key, above comments on the first child
    lines[at:at] = _key_lines(new_keys, value, column - 1)
    return "\n".join(lines)


def _brace_end(source: YamlSource, place: tuple[str, ...], text: str) -> int:
    """The index after the opening brace of a mapping; 0 for a mapping that is not in braces."""
    line, column = source.places.get(place, (1, 1))
    start = sum(len(earlier) + 1 for earlier in text.split("\n")[: line - 1]) + column - 1
    key = r"""(?:"[^"\n]*"|'[^'\n]*'|[^:\n]+):\s*""" if place else r"\s*"
    match = re.compile(key + r"\{").match(text, start)
    return match.end() if match else 0


def _key_lines(new_keys: Sequence[str], value: str, indent: int) -> list[str]:
    """New keys, each on its own line, two columns further in than the one before."""
    heads = [" " * (indent + 2 * n) + quote_yaml(key) + ":" for n, key in enumerate(new_keys)]
    return [*heads[:-1], f"{heads[-1]} {value}"]


def _check_text(text: str, file: str, path: Sequence[str], value: str = "") -> str:
    """The text itself, after it was read back and the value was found at its path. Raises FabgenError otherwise."""
    read_shop(text, file)
    written = _at(parse_data(text, file)[0], path)
    if value and not isinstance(written, dict | list) and str(written) != value.strip("\"'"):
        raise problem_error("this file cannot be changed by fabgen", f"write it yourself: {'.'.join(path)}: {value}",
                      Location(file))
    return text


__all__ = ["ColourValues", "ShopFile", "ShopMaterial", "Workshop", "load_shop", "read_shop"]
