"""Machine and material files → frozen profiles: built in, or a file of the user's own, each of which may extend
another one.

What a profile holds is in `machine.py` and `material.py`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, TypeVar

from fabgen.base import FabgenError, Problem, nearest, problem
from fabgen.declared import Declared, _merged, parse_data, read_text, read_yaml
from fabgen.make.builtin import folder as folder_of
from fabgen.make.builtin import names
from fabgen.make.machine import CUTS, Colour, Format, Machine, Motion, Operation, Paint, Some
from fabgen.make.material import Material, Piece, Price, Setting, Stock, fit_of


def machine_names() -> list[str]:
    """The built-in machines, sorted."""
    return names("machines")


def material_names() -> list[str]:
    """The built-in materials, sorted."""
    return names("materials")


def load_machine(name: str, folder: Path = Path()) -> Machine:
    """A built-in machine by name, or one from a YAML file by its path, taken from `folder`."""
    return _load(name, "machines", Machine, folder)


def load_material(key: str, folder: Path = Path()) -> Stock:
    """The stock that a key names: a built-in material or a YAML file, its path taken from `folder`, then, after a
    slash, any colour: `acrylic-3mm/green`."""
    name, colour = split_key(key)
    return Stock(key.strip(), _load(name, "materials", Material, folder), colour)


def split_key(key: str) -> tuple[str, str]:
    """The material and the colour of a key."""
    match = re.fullmatch(r"(.*\.ya?ml|[^/]*)(?:/(.*))?", key.strip())
    return (match[1], match[2] or "") if match else (key, "")


def plain_material(name: str, folder: Path = Path()) -> dict[str, Any]:
    """The plain data of a built-in material or of a YAML file, what it extends included; empty for a name that is
    neither."""
    own = folder / name
    if name not in names("materials") and not (name.endswith((".yaml", ".yml")) and own.is_file()):
        return {}
    path = own if name.endswith((".yaml", ".yml")) else folder_of("materials") / f"{name}.yaml"
    return _merged(_inherited(path, "materials", ()), parse_data(read_text(path), str(path))[0])


T = TypeVar("T", bound=Declared)


def _load(name: str, kind: str, model: type[T], folder: Path = Path()) -> T:
    if not name.endswith((".yaml", ".yml")) and name not in names(kind):
        raise problem(
            f"`{name}` is not a known {kind[:-1]}",
            nearest(name, names(kind)) + "\nor the path of a .yaml file of your own",
        )
    path = folder / name if name.endswith((".yaml", ".yml")) else folder_of(kind) / f"{name}.yaml"
    return read_yaml(path, model, _inherited(path, kind, ())).value


def _inherited(path: Path, kind: str, below: tuple[Path, ...]) -> dict[str, Any]:
    """The plain data that a file extends: that of the file it names, over what that one extends."""
    data, source = parse_data(read_text(path), str(path))
    name = data.get("extends")
    if name is None:
        return {}
    known = {p.stem: p for p in sorted(folder_of(kind).glob("*.yaml"))}
    parent = known.get(str(name), path.parent / str(name))
    if parent in (*below, path) or not parent.is_file():
        what = "extends itself" if parent in (*below, path) else f"`{name}` is not there to extend"
        raise FabgenError([Problem(source.where("extends"), what, nearest(str(name), names(kind)))])
    return _merged(_inherited(parent, kind, (*below, path)), parse_data(read_text(parent), str(parent))[0])


__all__ = [
    "CUTS", "Colour", "Format", "Machine", "Material", "Motion", "Operation", "Paint", "Piece", "Price", "Setting",
    "Some", "Stock", "fit_of", "load_machine", "load_material", "machine_names", "material_names", "plain_material",
    "split_key",
]
