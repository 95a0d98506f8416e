"""A laser as its file declares it → the operation of each role, the colour of each operation, and their order.

A machine that leaves out an operation, or a role of what is cut or marked, does not load; roles of paper alone need no
operation. Only here does a role become an operation and an operation a colour; nothing before this step knows a
machine.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError, model_validator

from fabgen.artwork.drawing import PAPER_ROLES, Role
from fabgen.core.english import join_words
from fabgen.core.profiles import load_profile, profile_names
from fabgen.core.units import Length, Size
from fabgen.core.yaml_models import YamlModel
from fabgen.laser.formats.registry import FORMATS, Suffix
from fabgen.materials.operations import CUTS, Operation, PositiveLength, Speed


def _colour(text: str) -> str:
    if not re.fullmatch(r"#[0-9A-Fa-f]{6}", text):
        raise ValueError(f"`{text}` is not a colour\nwrite it as # and six digits from 0 to F, like #FF0000, in quotes")
    return text


Colour = Annotated[str, AfterValidator(_colour)]


class Paint(YamlModel):
    """How an operation is drawn: as lines of a colour and a width in mm, or as areas of a colour."""

    paint: Literal["stroke", "fill"]
    colour: Colour
    width: PositiveLength | None = None

    @model_validator(mode="after")
    def _check_width(self) -> Paint:
        if (self.paint == "stroke") != (self.width is not None):
            raise ValueError("a stroke needs a `width`, a fill has none")
        return self


class Motion(YamlModel):
    """How a machine moves.

    * `travel`: its speed in mm/s with the beam off.
    * `raster`: its highest speed in mm/s while it sweeps areas.
    * `acceleration`: in mm/s².
    * `corner`: the speed in mm/s that it keeps through a right-angled corner.
    * `overscan`: the distance in mm beside an area in which a sweep turns round.
    """

    travel: Speed = 300.0
    acceleration: Annotated[float, Field(gt=0, le=100_000)] = 2000.0
    corner: Annotated[float, Field(ge=0, le=10_000)] = 10.0
    raster: Speed = 400.0
    overscan: Annotated[Length, Field(ge=0, le=100)] = 3.0


class Engraving(YamlModel):
    """How areas are marked: `fill` sweeps them, `outline` scores their contours, `hatch` scores contours and, inside
    them, lines at a `pitch` in mm and an `angle` in degrees. `single-line` scores words in a font of single lines, the
    strokes of crosses, and the contours of everything else. Files may give the style as a single word."""

    style: Literal["fill", "hatch", "outline", "single-line"] = "fill"
    pitch: Annotated[Length, Field(ge=0.05, le=5)] = 0.4
    angle: Annotated[float, Field(ge=-180, le=180)] = 45.0


def _engraving(value: object) -> object:
    return {"style": value} if isinstance(value, str) else value


HATCHES = {"pitch": "the pitch is a length from 0.05 to 5 mm, such as 0.4mm",
           "angle": "the angle is a number of degrees from -180 to 180, such as 45"}


def read_engraving(text: str) -> Engraving:
    """The engraving that a word of the command line means: `outline`, `single-line`, `hatch`, `hatch:0.4mm`,
    `hatch:0.4mm:30`. Raises ValueError for anything else."""
    style, *rest = (word.strip() for word in text.split(":"))
    if style not in ("fill", "hatch", "outline", "single-line") or len(rest) > 2 or (rest and style != "hatch"):
        valid = "fill, outline, single-line, hatch, or hatch:0.4mm:45 (pitch, angle)"
        raise ValueError(f"`{text}` is no way to engrave: {valid}")
    values: dict[str, object] = {"style": style, **dict(zip(("pitch", "angle"), rest, strict=False))}
    try:
        return Engraving.model_validate(values)
    except ValidationError as error:
        wrong = {str(mistake["loc"][0]) for mistake in error.errors() if mistake["loc"]}
        reasons = [reason for key, reason in HATCHES.items() if key in wrong] or [error.errors()[0]["msg"].lower()]
        raise ValueError(f"`{text}`: {join_words(reasons)}") from None


RoleOperation = Annotated[Operation | None, BeforeValidator(lambda v: None if v == "none" else v)]


def _add_paper_roles(roles: dict[Role, Operation | None]) -> dict[Role, Operation | None]:
    """The operations of a machine's roles, with none for each role of paper alone that the machine leaves out."""
    return roles | {role: None for role in Role if role in PAPER_ROLES and role not in roles}


class Machine(YamlModel):
    """A laser or the program that drives it: its bed, the paint of each operation in a file, the operation of each
    role. The `bed` is the area that can be cut; `largest_sheet` is what can be put in, where that is more.

    `order` is the order of operations in a file: engraving first, then scores, then cuts from the inside out. `sorts`
    says what decides the order in the end: the `file`, the `colour` of each step, or the program, which cuts
    `inside-out` by itself. Colours are run in the order of the file (`runs: file`), by rising hex value, or in the
    order of the `palette`, which holds the only line colours that the machine knows. A text is filled if its inked area
    is at most `engraved_text` mm²; otherwise its outline is scored. `engraving` says how areas are marked. `watts` is
    the nominal power, `full_power` the S word that stands for it in G-code (GRBL's $30). A `service` cuts for the user
    with its own settings. `notes` are for the person at the machine; `unverified` lists what has not been tested on a
    machine yet.
    """

    extends: str | None = None
    name: str
    about: str
    bed: Size
    largest_sheet: Size | None = None
    margin: Annotated[Length, Field(ge=0, le=100)]
    operations: dict[Operation, Paint]
    order: tuple[Operation, ...]
    roles: Annotated[dict[Role, RoleOperation], AfterValidator(_add_paper_roles)]
    text: Literal["outline"]
    engraved_text: Annotated[float, Field(ge=0)]
    engraving: Annotated[Engraving, BeforeValidator(_engraving)] = Engraving()
    formats: Annotated[tuple[Suffix, ...], Field(min_length=1)] = ("svg",)
    watts: Annotated[int, Field(ge=1, le=1000)] = 60
    full_power: Annotated[int, Field(ge=1, le=100_000)] = 1000
    motion: Motion = Motion()
    sorts: Literal["file", "colour", "inside-out"] = "file"
    runs: Literal["file", "hex", "palette"] = "file"
    palette: tuple[Colour, ...] = ()
    service: bool = False
    notes: tuple[str, ...] = ()
    unverified: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _check_complete(self) -> Machine:
        """Every role and operation has an answer, and the sizes of bed, margin and largest sheet go together."""
        missing = [role.value for role in Role if role not in self.roles] + [
            operation.value for operation in Operation if operation not in self.operations
        ]
        if missing:
            raise ValueError(
                f"this machine says nothing of {join_words(missing)}\nwrite `none` for a role that it leaves out"
            )
        if min(self.bed) <= 2 * self.margin:
            raise ValueError("the bed is smaller than its margins")
        if self.largest_sheet and any(side < cut for side, cut in zip(self.largest_sheet, self.bed, strict=True)):
            raise ValueError("`largest_sheet` is smaller than the bed\nleave it out where nothing larger goes in")
        return self

    @model_validator(mode="after")
    def _check_order(self) -> Machine:
        """Each operation comes once, cuts last and as lines."""
        place = {operation: n for n, operation in enumerate(self.order)}
        if len(place) != len(self.order) or set(place) != set(Operation):
            raise ValueError(f"`order` names each operation once: {join_words(o.value for o in Operation)}")
        if self.order[2:] != CUTS:
            raise ValueError("`order` must end with cut-inner, cut-outer: a part that is cut free may shift")
        if any(self.operations[o].paint == "fill" for o in (Operation.SCORE, *CUTS)):
            raise ValueError("scores and cuts are lines: their `paint` must be stroke")
        return self

    @model_validator(mode="after")
    def _check_palette(self) -> Machine:
        """A program with a fixed palette has the colour of each operation that is a line."""
        unknown = [operation.value for operation, paint in self.operations.items()
                   if paint.paint == "stroke" and paint.colour not in self.palette]
        if self.palette and unknown:
            raise ValueError(
                f"the `palette` has no such colour for {join_words(unknown)}\nit has {join_words(self.palette)}"
            )
        if self.runs == "palette" and not self.palette:
            raise ValueError("`runs: palette` needs a `palette`")
        return self

    def cut_area(self, sheet: tuple[float, float]) -> tuple[float, float]:
        """Width and height in mm of what can be cut of a sheet that goes in; the size of any other sheet as it is."""
        if any(side > longest + 1e-6 for side, longest in zip(sheet, self.largest_sheet or self.bed, strict=True)):
            return sheet
        across, down = self.bed
        return min(sheet[0], across), min(sheet[1], down)

    @property
    def default_formats(self) -> tuple[Suffix, ...]:
        """The default formats of a build: the machine's first one, and those of its others that carry settings."""
        return tuple(suffix for suffix in self.formats if suffix == self.formats[0] or FORMATS[suffix].carries_settings)

    def layer_groups(self) -> tuple[tuple[str, tuple[Operation, ...]], ...]:
        """The file's groups in order. If both kinds of cuts look the same, they share a group `cut`, in which only the
        order separates them."""
        if self.operations[Operation.CUT_INNER] != self.operations[Operation.CUT_OUTER]:
            return tuple((operation.value, (operation,)) for operation in self.order)
        return (*((operation.value, (operation,)) for operation in self.order[:2]), ("cut", CUTS))

    def default_order(self) -> tuple[Operation, ...]:
        """The operations in the order in which the machine runs them by default."""
        ranks = {colour.upper(): n for n, colour in enumerate(self.palette)}

        def rank(operation: Operation) -> int:
            """The place of an operation in the order."""
            colour = self.operations[operation].colour.upper()
            return {"file": 0, "hex": int(colour[1:], 16), "palette": ranks.get(colour, -1)}[self.runs]

        return tuple(sorted(self.order, key=rank))

    def order_fault(self) -> str:
        """What the default order does too early, in words; empty if the order is right. A machine that does something
        too early is never proposed to the user."""
        place = {operation: n for n, operation in enumerate(self.default_order())}
        if min(place[o] for o in CUTS) < max(place[o] for o in self.order[:2]):
            return "cuts before it scores"
        return "cuts outlines before holes" if place[Operation.CUT_OUTER] < place[Operation.CUT_INNER] else ""


def machine_names() -> list[str]:
    """The built-in machines, sorted."""
    return profile_names("machines")


def load_machine(name: str, folder: Path = Path()) -> Machine:
    """A built-in machine by name, or one from a YAML file by its path, taken from `folder`."""
    return load_profile(name, "machines", Machine, folder)
