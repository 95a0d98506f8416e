"""Machine and material files → frozen profiles: built in, or a file of the user's own, each of which may extend
another one.

What a profile holds is in `machine.py` and `material.py`.
"""

from __future__ import annotations

import re
from functools import lru_cache, reduce
from pathlib import Path
from typing import Any, TypeVar

from fabgen.base import FabgenError, Problem, Where, nearest, problem
from fabgen.declared import Declared, _merged, parse_data, read_text, salvage
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
    texts = _chain(path, "materials")
    return _merged(_below(texts), parse_data(*texts[0])[0])


T = TypeVar("T", bound=Declared)


def _load(name: str, kind: str, model: type[T], folder: Path = Path()) -> T:
    if not name.endswith((".yaml", ".yml")) and name not in names(kind):
        raise problem(
            f"`{name}` is not a known {kind[:-1]}",
            nearest(name, names(kind)) + "\nor the path of a .yaml file of your own",
        )
    path = folder / name if name.endswith((".yaml", ".yml")) else folder_of(kind) / f"{name}.yaml"
    made: T = _made(_chain(path, kind), model)
    return made


Texts = tuple[tuple[str, str], ...]  # the text of a file and its path, then those of what it extends, in turn


@lru_cache(maxsize=64)
def _made(texts: Texts, model: type[Declared]) -> Any:
    """The value of a profile by all that it is made of: asked for often, by each part of a job, and read once."""
    (text, file), *_ = texts
    document, problems = salvage(text, file, model, _below(texts))
    if problems or not document:
        raise FabgenError(problems)
    return document.value


def _below(texts: Texts) -> dict[str, Any]:
    """The plain data of all that a file extends, the nearest over the others."""
    return reduce(_merged, (parse_data(*one)[0] for one in texts[:0:-1]), {})


def _chain(path: Path, kind: str, above: tuple[Path, ...] = ()) -> Texts:
    """A file, the one that it extends, the one that this extends, and so on."""
    text = read_text(path)
    name, where = _extended(text, str(path))
    if name is None:
        return ((text, str(path)),)
    known = {p.stem: p for p in sorted(folder_of(kind).glob("*.yaml"))}
    parent = known.get(name, path.parent / name)
    if parent in (*above, path) or not parent.is_file():
        what = "extends itself" if parent in (*above, path) else f"`{name}` is not there to extend"
        raise FabgenError([Problem(where, what, nearest(name, names(kind)))])
    return ((text, str(path)), *_chain(parent, kind, (*above, path)))


@lru_cache(maxsize=64)
def _extended(text: str, file: str) -> tuple[str | None, Where]:
    """The name of what a file extends, if it does, and where it says so."""
    data, source = parse_data(text, file)
    name = data.get("extends")
    return None if name is None else str(name), source.where("extends")


__all__ = [
    "CUTS", "Colour", "Format", "Machine", "Material", "Motion", "Operation", "Paint", "Piece", "Price", "Setting",
    "Some", "Stock", "fit_of", "load_machine", "load_material", "machine_names", "material_names", "plain_material",
    "split_key",
]
