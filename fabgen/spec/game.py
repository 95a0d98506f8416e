"""game.yaml → `Game`, as written: frozen models, unknown keys forbidden.

Meaning across keys is checked in `spec.load` and `check`.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    Strict,
    Tag,
    ValidationInfo,
    model_validator,
)

from fabgen.declared import Declared
from fabgen.units import Length


def _named(text: str) -> str:
    if not re.fullmatch(r"[^\W\d_][\w-]*( [\w-]+)*", text):
        raise ValueError(
            f"`{text}` cannot be a name\nnames start with a letter and hold letters, digits, single spaces and - only"
        )
    return text


def _line(text: str, info: ValidationInfo) -> str:
    if not text.strip():
        raise ValueError(f"the {info.field_name} is empty\nwrite it after the colon")
    if "\n" in text.strip():
        raise ValueError("one line of text is needed here\nwrite all words in one line")
    return " ".join(text.split())


def _text(value: object) -> object:
    """Versions and years may be written without quotes; a `Decimal` is as it was written."""
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


def _version(value: object) -> object:
    if value != 1 or isinstance(value, bool):
        raise ValueError("this fabgen reads version 1 of specs\nwrite `fabgen: 1`")
    return value


def _id(text: str) -> str:
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", text):
        raise ValueError(f"`{text}` cannot be an id\nsmall letters, digits and hyphens, like long-spear")
    return text


Name = Annotated[str, Field(max_length=40), AfterValidator(_named)]
Words = Annotated[str, BeforeValidator(_text), AfterValidator(_line)]
Count = Annotated[int, Strict()]
Direction = Literal["up", "down", "left", "right"]


def like(example: object) -> Any:
    """A required key with an example of what it holds."""
    return Field(examples=[example])


def between(least: float, most: float) -> AfterValidator:
    """A length must lie in these bounds, given in mm."""

    def check(value: float) -> float:
        if not least <= value <= most:
            raise ValueError(f"{value:g} mm is out of range\nfrom {least:g} mm to {most:g} mm")
        return value

    return AfterValidator(check)


class Player(Declared):
    """A side: where its forward is, the colour of its pieces on paper, and the material that they are cut from."""

    forward: Direction = like("up")
    colour: str = ""  # a name of the palette; default the colour of the material, else the player's own name
    material: str = like("acrylic-3mm/clear")

    def tone(self, name: str) -> str:
        """The colour name of the things of this player of a name, on paper."""
        written = re.fullmatch(r"(?:.*\.ya?ml|[^/]*)(?:/(.*))?", self.material.strip())
        return self.colour or (written[1] if written else "") or name


class Zone(Declared):
    """Cells with a meaning; `of` names the player whose zone it is. Told apart by pattern as well as by colour."""

    cells: str = like("a1")  # "a1-f1", "a1 b2 c3-c6"
    of: Name | None = None
    pattern: Literal["stripes", "dots", "corners", "crosshatch", "none"] | None = None


def _grid(text: str) -> str:
    match = re.fullmatch(r"\s*(\d{1,4})\s*[x×]\s*(\d{1,4})\s*", text)
    if re.fullmatch(r"[1-9]|[123]\d|40", text.strip()):
        raise ValueError(f"`{text}` is not a grid\nwrite files x ranks, like {text.strip()}x{text.strip()}")
    if not match or not all(1 <= int(n) <= 40 for n in match.groups()):
        raise ValueError(f"`{text}` is not a grid\nwrite files x ranks, each from 1 to 40, like 8x8")
    return f"{int(match[1])}x{int(match[2])}"


class Board(Declared):
    """The board: `grid` is files x ranks, `cell` the side of a cell."""

    grid: Annotated[str, BeforeValidator(_text), AfterValidator(_grid)] = like("40x40")  # has room for any position
    cell: Annotated[Length, between(8, 120)] = like("40 mm")
    border: Annotated[Length, between(0, 60)] = 13.0
    material: str = like("acrylic-3mm/clear")
    zones: dict[Name, Zone] = Field(default_factory=dict)


class ByRuling(Declared):
    """Movement that depends on a ruling: `{ruling: COR-1, blocked: fcW2smW, leap: fcWfcDsmW}`."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, str] = Field(init=False)
    ruling: str = like("ID")

    @property
    def readings(self) -> dict[str, str]:
        """Movement by the ruling's reading."""
        return dict(self.__pydantic_extra__ or {})


def _kind(value: object) -> str:
    return "by ruling" if isinstance(value, dict | ByRuling) else "betza"


Moves = Annotated[Annotated[str, Tag("betza")] | Annotated[ByRuling, Tag("by ruling")], Discriminator(_kind)]


class Body(Declared):
    """What a piece is made of: an upright silhouette in a slotted base."""

    standee: str = like("pawn")
    height: Annotated[Length, between(12, 150)] | None = None  # default the shape's own
    base: Annotated[Length, between(12, 110)] | None = None  # default 0.85 of the cell


class Piece(Declared):
    """A kind of piece: how many each player has, how it moves (Betza), its body, and what the designer has etched."""

    each: Annotated[Count, Field(ge=1, le=200)] = 1
    moves: Moves = like("W")
    body: Body = like({"standee": "pawn"})
    diagram: str | None = None


class Token(Declared):
    """Flat things that belong to nobody or to all."""

    count: Annotated[Count, Field(ge=1, le=500)] = like(1)
    shape: Literal["disc", "square"] = "disc"
    size: Annotated[Length, between(8, 100)] = like("18 mm")
    mark: str | None = None
    material: str = like("acrylic-3mm/clear")


class Ruling(Declared):
    """What a source leaves open and how this edition decides it: the reading chosen, the others, and why in a
    sentence."""

    reading: Annotated[str, BeforeValidator(_text)] = like("blocked")
    others: tuple[Annotated[str, BeforeValidator(_text)], ...] = ()
    question: Words | None = None
    why: Words | None = None


def _ruling(value: object) -> object:
    """A ruling may be written as its reading alone."""
    return value if isinstance(value, dict | Ruling) else {"reading": value}


class Example(Declared):
    """A worked example: a position (default the start), a line of actions from it, and what holds then.

    `legal`, `illegal` and `exactly` list actions of the player to decide, or of the piece on the cell `piece`.
    `result` is `green`
    (who won), `draw` or `open`; `next` names who decides. `disputed` names a ruling under which the source's own
    claim is false.
    """

    id: Annotated[str, Field(max_length=60), AfterValidator(_id)]
    title: Words = like("An example")
    position: str | None = None
    line: tuple[str, ...] = ()
    piece: str | None = None
    legal: tuple[str, ...] = ()
    illegal: tuple[str, ...] = ()
    exactly: tuple[str, ...] | None = None
    result: Words | None = None
    next: Words | None = None
    disputed: str | None = None

    @model_validator(mode="after")
    def _claims(self) -> Example:
        if not (self.legal or self.illegal or self.result or self.next) and self.exactly is None:
            hint = "add `legal`, `illegal` or `exactly` with a list of moves, `result` or `next`"
            raise ValueError(f"this example claims nothing\n{hint}")
        return self


Setup = dict[Name, dict[Name, str]]
Hands = dict[Name, dict[Name, Annotated[Count, Field(ge=0, le=200)]]]


class Game(Declared):
    """A game as its designer wrote it."""

    fabgen: Annotated[Literal[1], BeforeValidator(_version)] = like(1)
    title: Words = like("Untitled")
    designer: Words = like("Unnamed")
    version: Words = "1"
    year: Words | None = None
    source: Words | None = None
    summary: Words | None = None
    players: Annotated[dict[Name, Player], Field(min_length=1, max_length=12)]
    seats: Annotated[Count, Field(ge=1, le=12)] | None = None  # how many of the players play unless asked; default all
    board: Board
    pieces: Annotated[dict[Name, Piece], Field(min_length=1)]
    tokens: dict[Name, Token] = Field(default_factory=dict)
    setup: Setup = Field(default_factory=dict)  # where men start: {white: {pawn: a2-h2}}
    hand: Hands = Field(default_factory=dict)  # what players hold at the start: {white: {pawn: 4}}
    rules: str | dict[str, Any] = Field(default_factory=dict)  # a rule set's name, or {set: NAME, its options}
    rulings: dict[str, Annotated[Ruling, BeforeValidator(_ruling)]] = Field(default_factory=dict)
    examples: tuple[Example, ...] = ()
    rulebook: str = "rules.md"

    def betza(self, piece: str) -> str:
        """The movement string of a piece under this game's rulings."""
        moves = self.pieces[piece].moves
        return moves if isinstance(moves, str) else moves.readings[self.rulings[moves.ruling].reading]

    @property
    def grid(self) -> tuple[int, int]:
        """Files and ranks."""
        files, ranks = self.board.grid.split("x")
        return int(files), int(ranks)
