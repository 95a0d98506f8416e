"""The pieces and tokens of a spec, as written: how they move, what they are made of."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Discriminator, Field, Tag, model_validator

from fabgen.core.units import Length, parse_length, parse_size
from fabgen.core.yaml_models import YamlModel
from fabgen.materials.key import MaterialKey
from fabgen.spec.values import Count, Direction, MarkedSide, Name, length_between, required_like


class ByRuling(YamlModel):
    """Movement that depends on a ruling: `{ruling: COR-1, blocked: fcW2smW, leap: fcWfcDsmW}`. A reading may depend on
    another ruling in its turn."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Moves] = Field(init=False)
    ruling: str = required_like("ID")

    @property
    def readings(self) -> dict[str, str | ByRuling]:
        """The movement under each reading of the ruling."""
        return dict(self.__pydantic_extra__ or {})


def _moves_tag(value: object) -> str:
    return "by ruling" if isinstance(value, dict | ByRuling) else "betza"


Moves = Annotated[Annotated[str, Tag("betza")] | Annotated[ByRuling, Tag("by ruling")], Discriminator(_moves_tag)]


FlatOutline = Literal["square", "hex", "disc"]
KINDS = ("standee", "crossed", "stack", "tile")
BASE_SIZES, HEIGHTS = (12.0, 110.0), (12.0, 150.0)  # mm: the least and the greatest side of a base, and of an upright


def _parse_base(value: object) -> object:
    """`34 mm` is a square of that side, `22 x 42 mm` width and depth."""
    if isinstance(value, str) and re.search(r"[x×]", value):
        return parse_size(value)
    return value if isinstance(value, tuple | list) else (parse_length(value), parse_length(value))


def _check_base(value: tuple[float, float]) -> tuple[float, float]:
    least, most = BASE_SIZES
    if not all(least <= side <= most for side in value):
        raise ValueError(f"{value[0]:g} x {value[1]:g} mm is out of range\nfrom {least:g} mm to {most:g} mm a side")
    return value


class Body(YamlModel):
    """What a piece is made of: one of KINDS, and its sizes. `standee`: an upright silhouette in a slotted base;
    `crossed`: two that interlock; `stack`: flat layers over a pin; `tile`: one flat piece."""

    standee: str | None = None
    crossed: str | None = None
    stack: FlatOutline | None = None
    tile: FlatOutline | None = None
    height: Annotated[Length, length_between(*HEIGHTS)] | None = None  # of a silhouette; default that of the shape
    base: Annotated[tuple[float, float], BeforeValidator(_parse_base), AfterValidator(_check_base)] | None = None
    layers: Annotated[Count, Field(ge=2, le=6)] | None = None  # of a stack; default 3
    back: str | None = None  # of a tile: the mark on its other side
    travel: Direction | None = None  # where a piece moves, as its player sees it: its base points there
    side: MarkedSide = "front"

    @model_validator(mode="after")
    def _one_kind(self) -> Body:
        written = [kind for kind in KINDS if getattr(self, kind) is not None]
        if len(written) != 1:
            mistake = f"this body is {' and '.join(written)} at once" if written else "this body says not what it is"
            raise ValueError(f"{mistake}\nwrite one of {', '.join(KINDS)}, like {{standee: pawn}}")
        upright = written[0] in ("standee", "crossed")
        fitting = [("height", upright), ("layers", self.stack is not None), ("back", self.tile is not None)]
        for key, fits in fitting:
            if getattr(self, key) is not None and not fits:
                raise ValueError(f"a {written[0]} has no {key}\ntake `{key}` out")
        return self

    @property
    def shape(self) -> str | None:
        """The name of the silhouette; None for flat bodies."""
        return self.standee or self.crossed

    @property
    def diagram_part(self) -> str:
        """The name of the part that carries the diagram."""
        return "tile" if self.tile else "base"


class PieceKind(YamlModel):
    """A kind of piece: how many each player has, how it moves (Betza), its body, and what the designer has etched."""

    each: Annotated[Count, Field(ge=1, le=200)] = 1
    moves: Moves = required_like("W")
    body: Body = required_like({"standee": "pawn"})
    diagram: str | None = None
    plural: Name | None = None  # the name of several; default by the rules of English


class Token(YamlModel):
    """Flat things that belong to nobody or to all. With `common_line`, neighbours share their edges on the sheet:
    squares with sharp corners, one cut for two."""

    count: Annotated[Count, Field(ge=1, le=500)] = Field(default=0, examples=[1])  # the total, once a game is loaded
    each: Annotated[Count, Field(ge=1, le=100)] | None = None  # as many for each player who plays, instead of `count`
    shape: Literal["disc", "square"] = "disc"
    size: Annotated[Length, length_between(8, 100)] = required_like("18 mm")
    mark: str | None = None
    material: str = required_like("acrylic-3mm/clear")
    side: MarkedSide = "front"
    common_line: bool = False

    @property
    def tone(self) -> str:
        """The colour name of these tokens on paper: that of their material, else empty."""
        return MaterialKey.parse(self.material).colour

    @model_validator(mode="after")
    def _check_count(self) -> Token:
        if bool(self.count) == bool(self.each):
            mistake = "`count` and `each` say the same twice" if self.count else "nobody knows how many there are"
            raise ValueError(f"{mistake}\nwrite `count: 20`, or `each: 2` for each player who plays")
        return self

    def with_total(self, players: int) -> Token:
        """The same token with its total for a number of players."""
        return self.model_copy(update={"count": self.each * players, "each": None}) if self.each else self

    @model_validator(mode="after")
    def _check_common_line(self) -> Token:
        if self.common_line and (self.shape != "square" or self.size < 15):
            hint = "smaller ones tip when their last line is cut"
            raise ValueError(f"only squares of 15 mm or more can share their edges\n{hint}; or leave out `common_line`")
        return self
