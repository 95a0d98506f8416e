"""Machine and material files → frozen profiles. A machine answers for every role and every operation, or it does not
load.

Only here does a role become an operation and an operation a colour; nothing before this knows a machine.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BeforeValidator, Field, model_validator

from fabgen.artwork.drawing import Role
from fabgen.artwork.part import Fit
from fabgen.base import FabgenError, Problem, nearest, problem, words
from fabgen.declared import Declared, _merged, parse_data, read_text, read_yaml
from fabgen.units import Length, Size


class Operation(Enum):
    """What a laser does along a line or over an area."""

    ENGRAVE = "engrave"
    SCORE = "score"
    CUT_INNER = "cut-inner"
    CUT_OUTER = "cut-outer"


CUTS = (Operation.CUT_INNER, Operation.CUT_OUTER)
Colour = Annotated[str, Field(pattern=r"^#[0-9A-Fa-f]{6}$")]
Some = Annotated[Length, Field(gt=0, le=10_000)]  # a length that is there, 10 m at most


class Paint(Declared):
    """How an operation is drawn: lines of a colour and a width in mm, or areas of a colour; never both."""

    paint: Literal["stroke", "fill"]
    colour: Colour
    width: Some | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Paint:
        if (self.paint == "stroke") != (self.width is not None):
            raise ValueError("a stroke needs a `width`, a fill has none")
        return self


Todo = Annotated[Operation | None, BeforeValidator(lambda v: None if v == "none" else v)]


class Machine(Declared):
    """A laser or the program that drives it: its bed, what each operation looks like in a file, what is done to each
    role.

    `order` is that of the file: engraving first, then scores, then cuts from the inside out. `engraved_text` is the
    inked area in mm² up to which a text is filled; over it, its outline is scored. `notes` go to the person at the
    machine.
    """

    extends: str | None = None
    name: str
    about: str
    bed: Size
    margin: Annotated[Length, Field(ge=0, le=100)]
    operations: dict[Operation, Paint]
    order: tuple[Operation, ...]
    roles: dict[Role, Todo]
    text: Literal["outline"]
    engraved_text: Annotated[float, Field(ge=0)]
    notes: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _complete(self) -> Machine:
        silent = [role.value for role in Role if role not in self.roles] + [
            o.value for o in Operation if o not in self.operations
        ]
        if silent:
            raise ValueError(
                f"this machine says nothing of {words(silent)}\nwrite `none` for a role that it leaves out"
            )
        if min(self.bed) <= 2 * self.margin:
            raise ValueError("the bed is smaller than its margins")
        return self

    @model_validator(mode="after")
    def _inside_out(self) -> Machine:
        place = {operation: n for n, operation in enumerate(self.order)}
        if len(place) != len(self.order) or set(place) != set(Operation):
            raise ValueError(f"`order` names each operation once: {words(o.value for o in Operation)}")
        if self.order[2:] != CUTS:
            raise ValueError("`order` must end with cut-inner, cut-outer: a part that is cut free may shift")
        if any(self.operations[o].paint == "fill" for o in (Operation.SCORE, *CUTS)):
            raise ValueError("scores and cuts are lines: their `paint` must be stroke")
        return self

    def groups(self) -> tuple[tuple[str, tuple[Operation, ...]], ...]:
        """The file's groups in order. Cuts of one look share a group `cut`, since there only the order inside it
        tells them apart."""
        if self.operations[Operation.CUT_INNER] != self.operations[Operation.CUT_OUTER]:
            return tuple((operation.value, (operation,)) for operation in self.order)
        return (*((operation.value, (operation,)) for operation in self.order[:2]), ("cut", CUTS))


class Material(Declared):
    """A sheet material; lengths in mm. `kerf` is the full width of a cut, `clearance` how much wider a slot is than
    what it holds, `spacing` the gap between parts, `gap` the least gap between two cut lines, `web` the width under
    which a strip is weak."""

    name: str
    about: str
    kind: Literal["cast acrylic", "extruded acrylic", "plywood", "MDF", "card"]
    thickness: Some
    thickness_range: tuple[Some, Some]
    kerf: Annotated[Length, Field(ge=0, le=2)]
    clearance: Annotated[Length, Field(ge=-1, le=2)]
    sheet: Size
    spacing: Annotated[Length, Field(ge=0, le=100)]
    gap: Annotated[Length, Field(ge=0, le=10)]
    web: Annotated[Length, Field(ge=0, le=50)]


@dataclass(frozen=True)
class Stock:
    """A material in a colour, and the key that names both (`acrylic-3mm/green`)."""

    key: str
    material: Material
    colour: str


def fit_of(material: Material, thickness: float | None = None) -> Fit:
    """What joints need to know of a material; `thickness` in mm where it was measured."""
    return Fit(material.thickness if thickness is None else thickness, material.clearance)


def machine_names() -> list[str]:
    """The built-in machines, sorted."""
    return _names("machines")


def material_names() -> list[str]:
    """The built-in materials, sorted."""
    return _names("materials")


def load_machine(name: str) -> Machine:
    """A built-in machine by name, or one from a YAML file by its path."""
    return _load(name, "machines", Machine)


def load_material(key: str, folder: Path = Path()) -> Stock:
    """The stock that a key names: a built-in material or a YAML file, its path taken from `folder`, then, after a
    slash, any colour: `acrylic-3mm/green`."""
    match = re.fullmatch(r"(.*\.ya?ml|[^/]*)(?:/(.*))?", key.strip())
    name, colour = (match[1], match[2] or "") if match else (key, "")
    return Stock(key.strip(), _load(name, "materials", Material, folder), colour)


T = TypeVar("T", bound=Declared)


def _folder(kind: str) -> Path:
    return Path(str(files("fabgen") / "profiles" / kind))


def _names(kind: str) -> list[str]:
    return sorted(path.stem for path in _folder(kind).glob("*.yaml") if not path.stem.startswith("_"))


def _load(name: str, kind: str, model: type[T], folder: Path = Path()) -> T:
    if not name.endswith((".yaml", ".yml")) and name not in _names(kind):
        raise problem(
            f"`{name}` is not a known {kind[:-1]}",
            nearest(name, _names(kind)) + "\nor the path of a .yaml file of your own",
        )
    path = folder / name if name.endswith((".yaml", ".yml")) else _folder(kind) / f"{name}.yaml"
    return read_yaml(path, model, _inherited(path, kind, ())).value


def _inherited(path: Path, kind: str, below: tuple[Path, ...]) -> dict[str, Any]:
    """The plain data that a file extends: that of the file it names, over what that one extends."""
    data, source = parse_data(read_text(path), str(path))
    name = data.get("extends")
    if name is None:
        return {}
    known = {p.stem: p for p in sorted(_folder(kind).glob("*.yaml"))}
    parent = known.get(str(name), path.parent / str(name))
    if parent in (*below, path) or not parent.is_file():
        what = "extends itself" if parent in (*below, path) else f"`{name}` is not there to extend"
        raise FabgenError([Problem(source.where("extends"), what, nearest(str(name), _names(kind)))])
    return _merged(_inherited(parent, kind, (*below, path)), parse_data(read_text(parent), str(parent))[0])
