"""A sheet material as its file declares it → what joints, nests and job sheets need to know. Lengths in mm."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import BeforeValidator, Field, model_validator

from fabgen.artwork.part import Fit
from fabgen.artwork.path import Point
from fabgen.core.english import join_words
from fabgen.core.problems import FabgenError
from fabgen.core.profiles import load_profile, profile_data, profile_names
from fabgen.core.units import Length, Size
from fabgen.core.yaml_models import YamlModel
from fabgen.materials.key import MaterialKey
from fabgen.materials.operations import CUTS, FitName, Operation, PositiveLength, Speed

Kind = Literal["cast acrylic", "extruded acrylic", "plywood", "MDF", "card"]
Family = Literal["acrylic", "plywood", "MDF", "card"]
FAMILIES: dict[Kind, Family] = {"cast acrylic": "acrylic", "extruded acrylic": "acrylic", "plywood": "plywood",
                                "MDF": "MDF", "card": "card"}
TONES: dict[Family, str] = {"acrylic": "clear", "plywood": "wood", "MDF": "wood", "card": "white"}  # not dyed
LEAST_OFFCUT = 100.0  # mm²: a smaller area is probably a mistake in the unit


class LaserSetting(YamlModel):
    """The setting of an operation in a material: `speed` in mm/s, `power` in per cent of the machine's, and passes.
    `corner_power` is what a beam has that slows down in a corner, for programs that ask for it; as much by default."""

    speed: Speed
    power: Annotated[float, Field(ge=0, le=100)]
    passes: Annotated[int, Field(ge=1, le=20)] = 1
    corner_power: Annotated[float, Field(ge=0, le=100)] | None = None

    @property
    def least_power(self) -> float:
        """The power in corners, in per cent."""
        return self.power if self.corner_power is None else self.corner_power

    @model_validator(mode="after")
    def _check_corner(self) -> LaserSetting:
        if self.least_power > self.power:
            raise ValueError(f"`corner_power` {self.least_power:g} is more than `power` {self.power:g}\n"
                             "a beam that slows down in a corner burns more, not less")
        return self


def _expand_cut(value: object) -> object:
    """Replaces `cut` by both kinds of cuts. A kind that is given by itself has precedence."""
    if not isinstance(value, dict) or "cut" not in value:
        return value
    rest = {key: setting for key, setting in value.items() if key != "cut"}
    return {**{operation.value: value["cut"] for operation in CUTS}, **rest}


Settings = Annotated[dict[Operation, LaserSetting], BeforeValidator(_expand_cut)]
Watts = Annotated[int, Field(ge=1, le=1000)]


def _read_price(value: object) -> object:
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s+([A-Za-z]{3})\s*", value) if isinstance(value, str) else None
    if isinstance(value, dict) or match is None:
        if not isinstance(value, dict | Price):
            raise ValueError(f"`{value}` is not a price\nwrite it like 18 EUR or 12.50 USD")
        return value
    return {"amount": float(match[1]), "currency": match[2].upper()}


class Price(YamlModel):
    """The price of a sheet; `currency` is a code of three letters like EUR. Files may have it as `18 EUR`."""

    amount: Annotated[float, Field(ge=0, le=100_000)]
    currency: Annotated[str, Field(pattern="^[A-Z]{3}$")]


Money = Annotated[Price, BeforeValidator(_read_price)]
Ring = Annotated[tuple[tuple[Length, Length], ...], Field(min_length=3, max_length=2000)]


class StockPiece(YamlModel):
    """A piece of stock in the shop: whole sheets of a size, or an offcut with its corners and holes in mm.

    `count` is how many there are; without it, any number of sheets, but one offcut. A piece without a `colour` serves
    for parts of any colour.
    """

    sheet: Size | None = None
    offcut: Ring | None = None
    holes: tuple[Ring, ...] = ()
    count: Annotated[int, Field(ge=0, le=10_000)] | None = None
    colour: str = ""
    name: str = ""

    @model_validator(mode="after")
    def _check_kind(self) -> StockPiece:
        if (self.sheet is None) == (self.offcut is None):
            raise ValueError("a piece of stock is a `sheet` or an `offcut`\nsheet: 600 x 400 mm\n"
                             "or offcut: [[0, 0], [300, 0], [300, 120], [0, 200]]")
        if self.sheet and not all(0 < side <= 10_000 for side in self.sheet):
            raise ValueError("a sheet has a width and a height from 0 to 10 m")
        if self.holes and not self.offcut:
            raise ValueError("only an `offcut` has `holes`")
        return self

    @model_validator(mode="after")
    def _check_outline(self) -> StockPiece:
        if self.offcut is None:
            return self
        import shapely

        area = shapely.Polygon(self.offcut, self.holes)
        if not area.is_valid:
            raise ValueError("the outline of this offcut crosses itself, or its holes do not lie inside it\n"
                             "name its corners in their order round the piece")
        if area.area < LEAST_OFFCUT:
            raise ValueError(f"an offcut of {area.area:g} mm² is too small\ncorners are given in mm")
        return self

    def rings(self) -> tuple[tuple[Point, ...], tuple[tuple[Point, ...], ...]]:
        """An offcut's outline and holes, moved so that the lower left corner of its box is at the origin."""
        assert self.offcut is not None, "only an offcut has rings"
        x0, y0 = (min(point[i] for point in self.offcut) for i in (0, 1))
        moved = [tuple((x - x0, y - y0) for x, y in ring) for ring in (self.offcut, *self.holes)]
        return moved[0], tuple(moved[1:])


class FitClass(YamlModel):
    """How joints of a class differ from those that slide, in mm: `play` is added to the clearance, and friction nodes
    as high as `node` are on both long sides of a slot."""

    play: Annotated[Length, Field(ge=-1, le=1)] = 0.0
    node: Annotated[Length, Field(ge=0, le=0.3)] = 0.0


class Material(YamlModel):
    """A sheet material; lengths in mm. It may extend another one.

    `thickness` is nominal, `thickness_range` is what its standard allows, `measured` is by caliper; joints use the
    measured one if it is known. `kerf` is the full width of a cut, `clearance` how much wider a slot is than what
    slides into it; `fit` is the usual class of joints, and `fits` are the classes that the material bears (null for one
    that it does not). `spacing` the gap between parts, `gap` the least gap between two cut lines. A strip narrower than
    `web` is weak, a hole of a smaller diameter than `least_hole` closes or breaks out, an engraved line narrower than
    `least_stroke` is lost. With a `grain`, parts are not turned by quarters. `settings` are speeds and powers to try
    first, by the power of the machine in watts; `price` is that of one `sheet`; `stock` are the pieces in the shop.
    """

    extends: str | None = None
    name: str
    about: str
    kind: Kind
    thickness: PositiveLength
    thickness_range: tuple[PositiveLength, PositiveLength]
    measured: PositiveLength | None = None
    kerf: Annotated[Length, Field(ge=0, le=2)]
    clearance: Annotated[Length, Field(ge=-1, le=2)]
    fit: FitName = "slide"
    fits: dict[FitName, FitClass | None] = Field(default_factory=dict)
    sheet: Size
    spacing: Annotated[Length, Field(ge=0, le=100)]
    gap: Annotated[Length, Field(ge=0, le=10)]
    web: Annotated[Length, Field(ge=0, le=50)]
    least_hole: Annotated[Length, Field(ge=0, le=50)] = 1.0
    least_stroke: Annotated[Length, Field(ge=0, le=10)] = 0.2
    grain: bool = False
    settings: dict[Watts, Settings] = Field(default_factory=dict)
    price: Money | None = None
    stock: tuple[StockPiece, ...] = ()

    @property
    def family(self) -> Family:
        """What makers call the kind of material: what is true of one sheet of it is true of all others."""
        return FAMILIES[self.kind]

    @property
    def fit_classes(self) -> dict[FitName, FitClass]:
        """The classes of joints that the material bears, the loosest first. Every material has joints that slide unless
        its file says otherwise."""
        known = {"slide": FitClass(), **self.fits}
        return {name: fit for name in get_args(FitName) if (fit := known.get(name))}

    @model_validator(mode="after")
    def _check_fit(self) -> Material:
        if self.fit not in self.fit_classes:
            raise ValueError(no_fit_message(self, self.fit))
        return self

    @model_validator(mode="after")
    def _check_thickness(self) -> Material:
        low, high = self.thickness_range
        if low > high:
            raise ValueError(f"`thickness_range` goes from {low:g} down to {high:g} mm\nwrite the smaller one first")
        if self.measured and not is_plausible_thickness(self.measured, self.thickness):
            raise ValueError(f"{self.measured:g} mm was measured on a sheet of nominally {self.thickness:g} mm\n"
                             "is it another material, or another unit?")
        return self


def is_plausible_thickness(measured: float, nominal: float) -> bool:
    """True if a sheet of a nominal thickness can have the measured one: off by a third at most. That is more than any
    standard allows (30 % for cast acrylic of 2 mm)."""
    return nominal * 2 / 3 <= measured <= nominal * 4 / 3


@dataclass(frozen=True)
class Stock:
    """A material in a colour, with the key that names both (`acrylic-3mm/green`)."""

    key: str
    material: Material
    colour: str

    @property
    def tone(self) -> str:
        """How it looks, as a tone: its colour, or that of a sheet that is not dyed."""
        return self.colour or TONES[self.material.family]


def no_fit_message(material: Material, fit: FitName) -> str:
    """What is wrong where a material does not bear a class of joints; the second line says what would be right."""
    known = join_words(material.fit_classes, "or")
    return (f"{material.name} has no {fit} fit\n{known}; or give it one in a shop file: "
            f"`fits: {{{fit}: {{play: {EXAMPLE_PLAY[fit]}}}}}`")


EXAMPLE_PLAY: dict[FitName, str] = {"loose": "0.1 mm", "slide": "0 mm", "press": "-0.05 mm"}


def make_fit(material: Material, thickness: float | None = None) -> Fit:
    """The fit of joints in a material, for `thickness` in mm if it is given, else for the measured or nominal one."""
    known, usual = material.measured or material.thickness, material.fit_classes[material.fit]
    clearance = round(material.clearance + usual.play, 4)
    return Fit(known if thickness is None else thickness, clearance, grain=material.grain,
               is_opaque="acrylic" not in material.kind, brittle=material.family == "acrylic", node=usual.node,
               web=material.web, least_hole=material.least_hole)


def material_names() -> list[str]:
    """The built-in materials, sorted."""
    return profile_names("materials")


def load_material(key: str, game: Path | None = None) -> Stock:
    """The stock that a key names: a built-in material or a YAML file, then, after a slash, any colour:
    `acrylic-3mm/green`. A file that a game names is in the folder of the `game`; a user's own may be anywhere."""
    parsed = MaterialKey.parse(key)
    return Stock(str(parsed), load_profile(parsed.material, "materials", Material, game=game), parsed.colour)


def is_known_material(key: str, game: Path | None = None) -> bool:
    """Whether a key names a material that loads."""
    try:
        load_material(key, game)
    except FabgenError:
        return False
    return True


def material_data(name: str, folder: Path = Path()) -> dict[str, Any]:
    """The plain data of a built-in material or of a YAML file, including what it extends. Empty for any other name."""
    return profile_data(name, "materials", folder)
