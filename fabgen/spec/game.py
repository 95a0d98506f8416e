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

from fabgen.base import words
from fabgen.declared import Declared
from fabgen.units import Length, Size, mm, size

FORMAT = 1  # of specs: a change that old specs do not survive raises it, and says here how to mend them


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
    if isinstance(value, int) and not isinstance(value, bool) and value > FORMAT:
        what = f"this spec is of version {value}; this fabgen reads versions up to {FORMAT}"
        raise ValueError(f"{what}\nget a newer fabgen")
    if value != FORMAT or isinstance(value, bool):
        raise ValueError(f"there is no version {value} of specs\nwrite `fabgen: {FORMAT}`")
    return value


def _id(text: str) -> str:
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", text):
        raise ValueError(f"`{text}` cannot be an id\nsmall letters, digits and hyphens, like long-spear")
    return text


def _language(text: str) -> str:
    if not re.fullmatch(r"[a-z]{2,3}(-[A-Za-z0-9]+)*|.+\.ya?ml", text):
        raise ValueError(f"`{text}` is no language\nwrite a short name like en, or a .yaml file beside the spec")
    return text


Name = Annotated[str, Field(max_length=40), AfterValidator(_named)]
Words = Annotated[str, BeforeValidator(_text), AfterValidator(_line)]
Count = Annotated[int, Strict()]
Direction = Literal["up", "down", "left", "right"]
Side = Literal["front", "back"]  # where a laser marks: what is seen through a clear sheet is marked from behind


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
    material: str | None = None  # what its spaces are cut from on an inlaid board; its colour is theirs on paper
    pattern: Literal["stripes", "dots", "corners", "crosshatch", "none"] | None = None


def _grid(text: str) -> str:
    match = re.fullmatch(r"\s*(\d{1,4})\s*[x×]\s*(\d{1,4})\s*", text)
    if re.fullmatch(r"[1-9]|[123]\d|40", text.strip()):
        raise ValueError(f"`{text}` is not a grid\nwrite files x ranks, like {text.strip()}x{text.strip()}")
    if not match or not all(1 <= int(n) <= 40 for n in match.groups()):
        raise ValueError(f"`{text}` is not a grid\nwrite files x ranks, each from 1 to 40, like 8x8")
    return f"{int(match[1])}x{int(match[2])}"


class Lights(Declared):
    """What lies under a board of lights: a case and a crate of `material`, `depth` high, and holes for the lamps: one
    in the middle of each cell, or as strips have them that lie along the ranks, `led_pitch` apart."""

    led_pitch: Annotated[Length, between(5, 120)] | None = None
    hole: Annotated[Length, between(2, 20)] = 6.0
    depth: Annotated[Length, between(12, 80)] = 25.0
    material: str = "mdf-3mm"


def _one_or_two(value: object) -> object:
    return (value,) if isinstance(value, str) else value


class Board(Declared):
    """The board: `grid` is files x ranks, `cell` the side of a cell; `build` how it is made for a laser. Parted where
    it exceeds its sheet, unless `split` is never; `joint` is what then holds it together."""

    grid: Annotated[str, BeforeValidator(_text), AfterValidator(_grid)] = like("40x40")  # has room for any position
    cell: Annotated[Length, between(8, 120)] = like("40 mm")
    border: Annotated[Length, between(0, 60)] = 13.0
    material: str = like("acrylic-3mm/clear")
    zones: dict[Name, Zone] = Field(default_factory=dict)
    side: Side = "front"
    chequered: bool = False  # a1 is dark
    build: Literal["sheet", "inlay", "lights"] = "sheet"
    # of an inlay: dark, light
    spaces: Annotated[tuple[str, ...], BeforeValidator(_one_or_two), Field(max_length=2)] = ()
    lights: Lights = Lights()
    split: Literal["auto", "never"] = "auto"
    joint: Literal["knobs", "keys"] = "knobs"


class ByRuling(Declared):
    """Movement that depends on a ruling: `{ruling: COR-1, blocked: fcW2smW, leap: fcWfcDsmW}`. A reading may depend on
    another ruling in its turn."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Moves] = Field(init=False)
    ruling: str = like("ID")

    @property
    def readings(self) -> dict[str, str | ByRuling]:
        """Movement by the ruling's reading."""
        return dict(self.__pydantic_extra__ or {})


def _kind(value: object) -> str:
    return "by ruling" if isinstance(value, dict | ByRuling) else "betza"


Moves = Annotated[Annotated[str, Tag("betza")] | Annotated[ByRuling, Tag("by ruling")], Discriminator(_kind)]


Outline = Literal["square", "hex", "disc"]
KINDS = ("standee", "crossed", "stack", "tile")


def _footprint(value: object) -> object:
    """`34 mm` is a square of that side, `22 x 42 mm` width and depth."""
    if isinstance(value, str) and re.search(r"[x×]", value):
        return size(value)
    return value if isinstance(value, tuple | list) else (mm(value), mm(value))


def _footing(value: tuple[float, float]) -> tuple[float, float]:
    if not all(12 <= side <= 110 for side in value):
        raise ValueError(f"{value[0]:g} x {value[1]:g} mm is out of range\nfrom 12 mm to 110 mm a side")
    return value


class Body(Declared):
    """What a piece is made of: one of KINDS, and its sizes. `standee`: an upright silhouette in a slotted base;
    `crossed`: two that interlock; `stack`: flat layers over a pin; `tile`: one flat piece."""

    standee: str | None = None
    crossed: str | None = None
    stack: Outline | None = None
    tile: Outline | None = None
    height: Annotated[Length, between(12, 150)] | None = None  # of a silhouette; default the shape's own
    base: Annotated[tuple[float, float], BeforeValidator(_footprint), AfterValidator(_footing)] | None = None
    layers: Annotated[Count, Field(ge=2, le=6)] | None = None  # of a stack; default 3
    back: str | None = None  # of a tile: the mark on its other side
    travel: Direction | None = None  # where a piece goes, seen from its player: its base points there
    side: Side = "front"

    @model_validator(mode="after")
    def _one_kind(self) -> Body:
        written = [kind for kind in KINDS if getattr(self, kind) is not None]
        if len(written) != 1:
            what = f"this body is {' and '.join(written)} at once" if written else "this body says not what it is"
            raise ValueError(f"{what}\nwrite one of {', '.join(KINDS)}, like {{standee: pawn}}")
        upright = written[0] in ("standee", "crossed")
        misplaced = [("height", upright), ("layers", self.stack is not None), ("back", self.tile is not None)]
        for key, fits in misplaced:
            if getattr(self, key) is not None and not fits:
                raise ValueError(f"a {written[0]} has no {key}\ntake `{key}` out")
        return self

    @property
    def shape(self) -> str | None:
        """The name of the silhouette; None of what is flat."""
        return self.standee or self.crossed

    @property
    def face(self) -> str:
        """The name of the part that carries the diagram."""
        return "tile" if self.tile else "base"


class Piece(Declared):
    """A kind of piece: how many each player has, how it moves (Betza), its body, and what the designer has etched."""

    each: Annotated[Count, Field(ge=1, le=200)] = 1
    moves: Moves = like("W")
    body: Body = like({"standee": "pawn"})
    diagram: str | None = None


class Token(Declared):
    """Flat things that belong to nobody or to all. With `common_line`, neighbours share their edges on the sheet:
    squares with sharp corners, one cut for two."""

    count: Annotated[Count, Field(ge=1, le=500)] = like(1)
    shape: Literal["disc", "square"] = "disc"
    size: Annotated[Length, between(8, 100)] = like("18 mm")
    mark: str | None = None
    material: str = like("acrylic-3mm/clear")
    side: Side = "front"
    common_line: bool = False

    @model_validator(mode="after")
    def _straight(self) -> Token:
        if self.common_line and (self.shape != "square" or self.size < 15):
            hint = "smaller ones tip when their last line is cut"
            raise ValueError(f"only squares of 15 mm or more can share their edges\n{hint}; or leave out `common_line`")
        return self


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


def _lines(value: object) -> object:
    """Actions may be written as lines of text: the record of a game, as `fabgen play` saves it."""
    return [line.strip() for line in value.splitlines() if line.strip()] if isinstance(value, str) else value


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
    line: Annotated[tuple[str, ...], BeforeValidator(_lines)] = ()
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


class Box(Declared):
    """A finger-jointed box with a tray for pieces and tokens over the board; its lid is lifted off, or slides."""

    material: str = "birch-ply-3mm"
    lid: Literal["lift", "slide"] = "lift"


AID_KEYS = {"slips": ("lines",), "card": ("text",), "score": ("rows", "columns")}  # what each kind has of its own


class Aid(Declared):
    """What a game needs on paper beyond board and pieces. `slips`: to write on, a label for each of `lines`; `card`: a
    chapter of the rulebook (`text`, by its heading; default its quick reference); `score`: numbered `rows` under
    `columns` (default the players), for scores or moves."""

    kind: Literal["slips", "card", "score"] = like("slips")
    count: Annotated[Count, Field(ge=1, le=500)] | None = None  # default: a card for each player, one score sheet
    size: Annotated[Size, AfterValidator(lambda size: _leaf(size))] | None = None
    lines: Annotated[tuple[Words, ...], Field(max_length=8)] = ()
    text: Words | None = None
    rows: Annotated[Count, Field(ge=1, le=60)] | None = None
    columns: Annotated[tuple[Words, ...], Field(max_length=12)] = ()

    @model_validator(mode="after")
    def _own_keys(self) -> Aid:
        for key in (key for keys in AID_KEYS.values() for key in keys):
            if getattr(self, key) and key not in AID_KEYS[self.kind]:
                own = words(AID_KEYS[self.kind])
                raise ValueError(f"{self.kind} have no `{key}`\nbesides count and size they have {own}")
        needed = {"slips": ("count", "lines"), "score": ("rows",)}.get(self.kind, ())
        if missing := [key for key in needed if not getattr(self, key)]:
            raise ValueError(f"{self.kind} need `{missing[0]}`\n"
                             "write it, like {kind: slips, count: 24, lines: [Round, To]} or {kind: score, rows: 20}")
        return self


def _leaf(size: tuple[float, float]) -> tuple[float, float]:
    if not all(30 <= side <= 260 for side in size):
        raise ValueError(f"{size[0]:g} x {size[1]:g} mm is out of range\nfrom 30 mm to 260 mm a side")
    return size


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
    box: Box | None = None
    aids: dict[Name, Aid] = Field(default_factory=dict)  # of paper: slips, cards, score sheets
    setup: Setup = Field(default_factory=dict, examples=[{"white": {"pawn": "a2-h2"}}])  # where men start
    hand: Hands = Field(default_factory=dict, examples=[{"white": {"pawn": 4}}])  # what players hold at the start
    rules: str | dict[str, Any] = Field(default_factory=dict)  # a rule set's name, or {set: NAME, its options}
    rulings: dict[str, Annotated[Ruling, BeforeValidator(_ruling)]] = Field(default_factory=dict)
    examples: tuple[Example, ...] = ()
    rulebook: str = "rules.md"
    words_limit: Annotated[Count, Field(ge=1)] | None = None  # the most words that the rulebook's text may have
    language: Annotated[str, AfterValidator(_language)] = "en"  # of what fabgen itself adds to the rulebook

    def betza(self, piece: str) -> str:
        """The movement string of a piece under this game's rulings."""
        moves = self.pieces[piece].moves
        while isinstance(moves, ByRuling):
            moves = moves.readings[self.rulings[moves.ruling].reading]
        return moves

    @property
    def materials(self) -> dict[tuple[str | int, ...], str]:
        """The key of every material that things of this game are cut from, by the place where it is written."""
        board = self.board
        found: dict[tuple[str | int, ...], str] = {("players", name, "material"): p.material
                                                   for name, p in self.players.items()}
        found |= {("tokens", name, "material"): token.material for name, token in self.tokens.items()}
        found[("board", "material")] = board.material
        if board.build == "inlay":
            found |= {("board", "zones", name, "material"): zone.material
                      for name, zone in board.zones.items() if zone.material}
            found |= {("board", "spaces", i): key for i, key in enumerate(board.spaces)}
        if board.build == "lights":
            found[("board", "lights", "material")] = board.lights.material
        return found | ({("box", "material"): self.box.material} if self.box else {})

    @property
    def grid(self) -> tuple[int, int]:
        """Files and ranks."""
        files, ranks = self.board.grid.split("x")
        return int(files), int(ranks)
