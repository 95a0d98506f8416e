"""A kind of profile and a name → the built-in file in `profiles/`: a new one is a file there, and no code."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TypeVar

from fabgen.base import nearest, problem
from fabgen.declared import Declared, read_yaml

T = TypeVar("T", bound=Declared)


def folder(kind: str) -> Path:
    """Where the built-in profiles of a kind (`machines`, `papers`) lie."""
    return Path(str(files("fabgen") / "profiles" / kind))


def names(kind: str) -> list[str]:
    """The built-in profiles of a kind, sorted; what starts with `_` is shared by others and none itself."""
    return sorted(path.stem for path in folder(kind).glob("*.yaml") if not path.stem.startswith("_"))


def load(name: str, kind: str, model: type[T], called: str) -> T:
    """A built-in profile by name; an unknown one is a Problem, in which the kind is `called` so."""
    if name not in names(kind):
        raise problem(f"there is no {called} `{name}`", nearest(name, names(kind)))
    return read_yaml(folder(kind) / f"{name}.yaml", model).value
