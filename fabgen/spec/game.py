"""game.yaml → `Game`, as written: frozen models, unknown keys forbidden. Meaning across keys is checked in `spec.load` and `check`."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from fabgen.declared import Declared
from fabgen.units import Length


def _named(text: str) -> str:
    if not re.fullmatch(r"[^\W\d_][\w -]*", text):
        raise ValueError(f"`{text}` cannot be a name\nnames start with a letter and hold letters, digits, spaces and - only")
    return text


def _line(text: str) -> str:
    if not text.strip() or "\n" in text:
        raise ValueError("a line of text is needed here")
    return " ".join(text.split())


def _text(value: object) -> object:
    """Versions and years may be written without quotes."""
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


Name = Annotated[str, AfterValidator(_named)]
Words = Annotated[str, BeforeValidator(_text), AfterValidator(_line), Field(max_length=200)]
Direction = Literal["up", "down", "left", "right"]


def between(least: float, most: float) -> AfterValidator:
    """A length must lie in these bounds, given in mm."""

    def check(value: float) -> float:
        if not least <= value <= most:
            raise ValueError(f"{value:g} mm is out of range\nfrom {least:g} mm to {most:g} mm")
        return value

    return AfterValidator(check)


class Player(Declared):
    """A side: where its forward is, the colour of its pieces on paper, and the material that its pieces are cut from."""

    forward: Direction
    colour: str = ""  # a name of the palette; default the player's own name
    material: str


class Zone(Declared):
    """Cells with a meaning; `of` names the player whose zone it is. Told apart by pattern as well as by colour."""

    cells: str  # "a1-f1", "a1 b2 c3-c6"
    of: Name | None = None
    pattern: Literal["stripes", "dots", "corners", "crosshatch"] | None = None


class Board(Declared):
    """The board: `grid` is files x ranks, `cell` the side of a cell."""

    grid: Annotated[str, Field(pattern=r"^\s*\d+\s*[x×]\s*\d+\s*$")]
    cell: Annotated[Length, between(8, 120)]
    border: Annotated[Length, between(0, 60)] = 13.0
    material: str
    zones: dict[Name, Zone] = {}


class ByRuling(Declared):
    """Movement that depends on a ruling: `{ruling: COR-1, blocked: fcW2smW, leap: fcWfcDsmW}`."""

    ruling: str
    readings: dict[str, str]

    @model_validator(mode="before")
    @classmethod
    def _flat(cls, data: object) -> object:
        if isinstance(data, dict) and "ruling" in data and "readings" not in data:
            return {"ruling": data["ruling"], "readings": {k: v for k, v in data.items() if k != "ruling"}}
        return data


class Body(Declared):
    """What a piece is made of: an upright silhouette in a slotted base."""

    standee: str
    height: Annotated[Length, between(12, 150)] = 46.0
    base: Annotated[Length, between(12, 110)] | None = None  # default 0.85 of the cell


class Piece(Declared):
    """A kind of piece: how many each player has, how it moves (Betza), its body, and what the designer says is etched."""

    each: Annotated[int, Field(ge=1, le=200)] = 1
    moves: str | ByRuling
    body: Body
    diagram: str | None = None


class Token(Declared):
    """Flat things that belong to nobody or to all."""

    count: Annotated[int, Field(ge=1, le=500)]
    shape: Literal["disc", "square"] = "disc"
    size: Annotated[Length, between(8, 100)]
    mark: str | None = None
    material: str


class Example(Declared):
    """A worked example at the level of moves: a position and what may, may not or alone may be done in it."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$")]
    title: Words
    position: str
    piece: str | None = None  # the cell whose moves `exactly` lists; default all moves of the player to move
    legal: tuple[str, ...] = ()
    illegal: tuple[str, ...] = ()
    exactly: tuple[str, ...] | None = None

    @model_validator(mode="after")
    def _claims(self) -> Example:
        if not self.legal and not self.illegal and self.exactly is None:
            raise ValueError("this example claims nothing\nadd `legal`, `illegal` or `exactly` with a list of moves")
        return self


class Game(Declared):
    """A game as its designer wrote it."""

    fabgen: Literal[1]
    title: Words
    designer: Words
    version: Words = "1"
    year: Words | None = None
    source: Words | None = None
    summary: Words | None = None
    players: Annotated[dict[Name, Player], Field(min_length=1, max_length=12)]
    board: Board
    pieces: Annotated[dict[Name, Piece], Field(min_length=1)]
    tokens: dict[Name, Token] = {}
    rulings: dict[str, str] = {}
    examples: tuple[Example, ...] = ()
    rulebook: str = "rules.md"

    def betza(self, piece: str) -> str:
        """The movement string of a piece under this game's rulings."""
        moves = self.pieces[piece].moves
        return moves if isinstance(moves, str) else moves.readings[self.rulings[moves.ruling]]

    @property
    def grid(self) -> tuple[int, int]:
        """Files and ranks."""
        files, ranks = re.split(r"[x×]", self.board.grid)
        return int(files), int(ranks)
