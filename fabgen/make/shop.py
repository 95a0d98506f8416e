"""`shop.yaml` → a workshop: its laser, its measured materials, its stock.

Every key in it overrides the built-in value; keys that are left out keep it. Lengths in mm.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, ValidationError

from fabgen.base import FabgenError, Problem, nearest_hint, problem_error
from fabgen.declared import YamlModel, YamlSource, parse_data, read_text, parse_leniently
from fabgen.make.machine import Machine, Motion
from fabgen.make.profile import load_machine, load_material, machine_names, material_names, material_data, split_key
from fabgen.materials.material import Material, Money, Stock, Watts
from fabgen.materials.operations import PositiveLength
from fabgen.units import Length, Size


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

    def stock(self, key: str, folder: Path = Path()) -> Stock:
        """The stock that a material's key names, with the shop's values. Raises FabgenError for an unknown material."""
        name, colour = split_key(key)
        if name in self.declared.materials:
            return Stock(key.strip(), self.declared.materials[name].in_colour(colour), colour)
        if name not in material_names() and not name.endswith((".yaml", ".yml")) and self.declared.materials:
            raise problem_error(f"`{name}` is not a known material", nearest_hint(name, self.materials()))
        return load_material(key, folder)

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
            more = "\nor write `extends:` and the material that yours is like" if parent == name else ""
            near = nearest_hint(parent, material_names())
            problems.append(Problem(where, f"`{parent}` is not a known material", near + more))
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
    given = {key: getattr(shop, key) for key in ("bed", "margin", "watts", "motion") if getattr(shop, key) is not None}
    if shop.machine is None:
        problems += [Problem(source.key_location(key), f"the {key} of which machine?", "write `machine: lightburn` or another")
                     for key in given]
    if machine is None:
        return None
    if shop.motion:
        given["motion"] = {**machine.motion.model_dump(), **shop.motion.model_dump(exclude_unset=True)}
    try:
        return Machine.model_validate({**machine.model_dump(), **given})
    except ValidationError as error:
        problems += [Problem(source.key_location("bed"), str(mistake["ctx"]["error"])) for mistake in error.errors()]
        return None


__all__ = ["ColourValues", "Workshop", "ShopFile", "ShopMaterial", "load_shop", "read_shop"]
