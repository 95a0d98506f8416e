"""`shop.yaml` → what stands and lies in one workshop: its laser, its measured materials, its stock.

Everything in it goes before what is built in, key by key, and what is not said stays as built in. Lengths in mm.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, ValidationError

from fabgen.base import FabgenError, Problem, nearest, problem
from fabgen.declared import Declared, Source, parse_data, read_text, salvage
from fabgen.make.machine import Machine, Motion, Some
from fabgen.make.profile import load_machine, load_material, machine_names, material_names, plain_material, split_key
from fabgen.materials.material import Material, Money, Stock, Watts
from fabgen.units import Length, Size


class Shade(Declared):
    """What is different about sheets of one colour."""

    measured: Some | None = None
    kerf: Annotated[Length, Field(ge=0, le=2)] | None = None
    clearance: Annotated[Length, Field(ge=-1, le=2)] | None = None
    price: Money | None = None


class ShopMaterial(Material):
    """A material as it lies in this shop; `colours` differ from it where a sheet of theirs was measured."""

    colours: dict[str, Shade] = Field(default_factory=dict)

    def plain(self, colour: str) -> Material:
        """The material of one colour, with the stock there is of it; its usual sheet is the first that lies there."""
        data = self.model_dump(exclude={"colours"})
        shade = self.colours.get(colour, Shade()).model_dump(exclude_none=True)
        stock = [{**piece, "name": piece["name"] or _name(piece, n)} for n, piece in enumerate(data["stock"], 1)
                 if piece["colour"] in ("", colour)]
        sheets = [piece["sheet"] for piece in stock if piece["sheet"] and piece["count"] != 0]
        return Material.model_validate({**data, **shade, "stock": stock, "sheet": (sheets or [data["sheet"]])[0]})


def _name(piece: dict[str, Any], number: int) -> str:
    """An offcut without a name is called by its place in the list."""
    return f"offcut {number}" if piece["offcut"] else ""


class ShopFile(Declared):
    """What a person writes in `shop.yaml`. `machine` is a built-in name or a file beside this one; `bed`, `margin`,
    `watts` and `motion` are those of the laser that stands here."""

    machine: str | None = None
    bed: Size | None = None
    margin: Annotated[Length, Field(ge=0, le=100)] | None = None
    watts: Watts | None = None
    motion: Motion | None = None
    materials: dict[str, ShopMaterial] = Field(default_factory=dict)


@dataclass(frozen=True)
class Shop:
    """A shop as it was read, and where. Without a file it is empty: all is as built in."""

    declared: ShopFile = field(default_factory=ShopFile)
    laser: Machine | None = None
    file: str = ""

    def machine(self, name: str | None = None) -> Machine:
        """The machine of a job: the one that is named, else the shop's, else the generic one. What the shop says of
        its own laser holds for that alone. Raises FabgenError for an unknown one."""
        own = self.laser is not None and name in (None, self.declared.machine)
        return self.laser if own and self.laser else load_machine(name or "generic")

    def stock(self, key: str, folder: Path = Path()) -> Stock:
        """The stock that a material's key names, as it lies here. Raises FabgenError for an unknown one."""
        name, colour = split_key(key)
        if name in self.declared.materials:
            return Stock(key.strip(), self.declared.materials[name].plain(colour), colour)
        if name not in material_names() and not name.endswith((".yaml", ".yml")) and self.declared.materials:
            raise problem(f"`{name}` is not a known material", nearest(name, self.materials()))
        return load_material(key, folder)

    def material(self, name: str) -> Material:
        """The material that a name alone means, whatever colour it will have. Raises FabgenError for an unknown one."""
        return self.declared.materials.get(name) or self.stock(name).material

    def materials(self) -> list[str]:
        """The names of all materials that a job may take here."""
        return sorted({*material_names(), *self.declared.materials})


def load_shop(file: str | None) -> Shop:
    """The shop of a file; an empty one without. Raises FabgenError with every Problem in it."""
    if not file:
        return Shop()
    return read_shop(read_text(Path(file)), file)


def read_shop(text: str, file: str) -> Shop:
    """The shop of a file's text. Raises FabgenError with every Problem in it."""
    data, source = parse_data(text, file)
    (base, problems), (machine, unknown) = _base(data, source), _machine(data, source)
    document, found = salvage(text, file, ShopFile, base)
    problems += [*unknown, *found]
    laser = _laser(document.value, machine, source, problems) if document else None
    if problems or not document:
        raise FabgenError(sorted(set(problems)))
    return Shop(document.value, laser, file)


def _base(data: dict[str, Any], source: Source) -> tuple[dict[str, Any], list[Problem]]:
    """The plain data that lies under a shop's: its materials as built in, or as what they extend is."""
    materials, problems = data.get("materials"), list[Problem]()
    under: dict[str, Any] = {}
    for name, own in materials.items() if isinstance(materials, dict) else ():
        if own is None:  # told where it is read
            continue
        parent = str(own.get("extends", name)) if isinstance(own, dict) else name
        plain = plain_material(parent, Path(source.file).parent)
        if not plain:
            where = source.where("materials", name, *(() if parent == name else ("extends",)))
            more = "\nor write `extends:` and the material that yours is like" if parent == name else ""
            near = nearest(parent, material_names())
            problems.append(Problem(where, f"`{parent}` is not a known material", near + more))
            meant = get_close_matches(parent, material_names(), 1) or material_names()
            plain = plain_material(meant[0])  # so that its own values are still read
        under[name] = {**plain, "name": name}
    return {"materials": under} if under else {}, problems


def _machine(data: dict[str, Any], source: Source) -> tuple[Machine | None, list[Problem]]:
    """The machine that a shop names; what is wrong with it stands at its name, or in its own file."""
    name = data.get("machine")
    if not isinstance(name, str):
        return None, []
    try:
        return load_machine(name, Path(source.file).parent), []
    except FabgenError as error:
        if any(p.where.file for p in error.problems):
            return None, list(error.problems)
    near = nearest(name, machine_names()) + "\nor the path of a .yaml file beside this one"
    return None, [Problem(source.where("machine"), f"`{name}` is not a known machine", near)]


def _laser(shop: ShopFile, machine: Machine | None, source: Source, problems: list[Problem]) -> Machine | None:
    """The shop's own machine with what the shop says of it; None where it names none."""
    given = {key: getattr(shop, key) for key in ("bed", "margin", "watts", "motion") if getattr(shop, key) is not None}
    if shop.machine is None:
        problems += [Problem(source.where(key), f"the {key} of which machine?", "write `machine: lightburn` or another")
                     for key in given]
    if machine is None:
        return None
    if shop.motion:
        given["motion"] = {**machine.motion.model_dump(), **shop.motion.model_dump(exclude_unset=True)}
    try:
        return Machine.model_validate({**machine.model_dump(), **given})
    except ValidationError as error:
        problems += [Problem(source.where("bed"), str(one["ctx"]["error"])) for one in error.errors()]
        return None


__all__ = ["Shade", "Shop", "ShopFile", "ShopMaterial", "load_shop", "read_shop"]
