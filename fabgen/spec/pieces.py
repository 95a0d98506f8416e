"""The pieces and tokens of a spec, as written: how they move, what they are made of."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, get_args

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    Strict,
    Tag,
    ValidationInfo,
    field_validator,
    model_validator,
)

from fabgen.core.units import Length, parse_length, parse_size, show_length
from fabgen.core.yaml_models import YamlModel
from fabgen.materials.key import MaterialKey
from fabgen.spec.values import Count, Direction, KeyWords, MarkedSide, Name, Title, length_between, required_like


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
    """How the moves of a piece are written: by ruling or as one string. Pydantic chooses the model by this word."""
    return "by ruling" if isinstance(value, dict | ByRuling) else "betza"


Moves = Annotated[Annotated[str, Tag("betza")] | Annotated[ByRuling, Tag("by ruling")], Discriminator(_moves_tag)]


def _is_file_to_cut(word: object) -> bool:
    """Whether a word is the path of a file with the outline of a flat piece: a drawing, or a picture, which is refused
    when it is read."""
    return isinstance(word, str) and word.lower().endswith((".svg", ".png", ".jpg", ".jpeg"))


def _check_layer_outline(word: object) -> object:
    """The outline of the layers of a stack. Raises ValueError for the path of a file."""
    if _is_file_to_cut(word):
        raise ValueError(f"the layers of a stack are not cut along a drawing, such as {word}\n"
                         f"write square, hex or disc, or cut one flat piece along it: `tile: {word}`")
    return word


def _check_flat_outline(word: object) -> object:
    """The name of an outline of a flat piece. Raises ValueError for another word."""
    if isinstance(word, str) and word not in get_args(FlatOutline):
        raise ValueError(f"a flat piece has no outline `{word}`\n"
                         "write square, hex or disc, or the path of a drawing: `tile: art/fish.svg`")
    return word


def _tile_tag(word: object) -> str:
    """How the outline of a flat piece is written: as the path of a file or as a name. Pydantic chooses the type by
    this word."""
    return "drawing" if _is_file_to_cut(word) else "name"


FlatOutline = Literal["square", "hex", "disc"]
TileOutline = Annotated[
    Annotated[FlatOutline, BeforeValidator(_check_flat_outline), Tag("name")]
    | Annotated[str, Tag("drawing"), Field(json_schema_extra={"pattern": r"\.[sS][vV][gG]$"})],
    Discriminator(_tile_tag),
]
KINDS = ("standee", "crossed", "stack", "tile")
TOKEN_SIZES = (8.0, 100.0)  # mm: the least and the greatest side of a token
ARM_WIDTHS = (4.0, 40.0)  # mm: the least and the greatest width of the arms of a corner
ARM_SHARE, MOST_ARM_SHARE = 0.25, 0.45  # of the side of a corner: the usual width of its arms, and the greatest
MOST_LETTERS = 2  # of a sign that is no mark
BASE_SIZES, HEIGHTS = (12.0, 110.0), (12.0, 150.0)  # mm: the least and the greatest side of a base, and of an upright


def _parse_base(value: object) -> object:
    """`34 mm` is a square of that side, `22 x 42 mm` width and depth."""
    if isinstance(value, str) and re.search(r"[x×]", value):
        return parse_size(value)
    return value if isinstance(value, tuple | list) else (parse_length(value), parse_length(value))


def _check_base(value: tuple[float, float]) -> tuple[float, float]:
    """Width and depth in mm, if they are in range. Raises ValueError if they are not."""
    shortest, longest = BASE_SIZES
    if not all(shortest <= side <= longest for side in value):
        width, depth = (show_length(side, shortest, longest) for side in value)
        raise ValueError(f"{width} x {depth} mm is out of range\nfrom {shortest:g} mm to {longest:g} mm a side")
    return value


def _as_text(value: object) -> object:
    """A number of one or two figures may be a sign."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def is_letters(sign: str) -> bool:
    """Whether a sign is one or two letters or figures, and not the name of a mark or a drawing."""
    return 0 < len(sign) <= MOST_LETTERS


class OtherSide(YamlModel):
    """What a flat piece becomes when it is turned over: a kind of piece of its own."""

    piece: Name = required_like("king")


def _back_tag(value: object) -> str:
    """How the other side of a tile is written: as a kind of piece or as a mark. Pydantic chooses the type by this
    word."""
    return "piece" if isinstance(value, dict | OtherSide) else "mark"


Back = Annotated[Annotated[str, Tag("mark")] | Annotated[OtherSide, Tag("piece")], Discriminator(_back_tag)]


class Body(YamlModel):
    """What a piece is made of: one of KINDS, and its sizes. `standee`: an upright silhouette in a slotted base;
    `crossed`: two that interlock; `stack`: flat layers over a pin; `tile`: one flat piece."""

    standee: str | None = None
    crossed: str | None = None
    stack: Annotated[FlatOutline, BeforeValidator(_check_layer_outline)] | None = None
    tile: TileOutline | None = None  # a path is a drawing whose outline is cut
    height: Annotated[Length, length_between(*HEIGHTS)] | None = None  # of a silhouette; default that of the shape
    base: Annotated[tuple[float, float], BeforeValidator(_parse_base), AfterValidator(_check_base)] | None = None
    layers: Annotated[Count, Field(ge=2, le=6)] | None = None  # of a stack; default 3
    # of a tile: the mark on its other side, or the kind of piece that it is turned over to
    back: Back | None = Field(default=None, examples=[{"piece": "king"}])
    both_sides: bool = False  # of a tile with a back: engraved on the tile itself, not on a layer of its own
    reverse: Literal["other player", "neutral"] | None = None  # of a tile: whose colour its other side has
    face: Literal["diagram", "name", "sign", "plain"] = "diagram"  # what is etched on it
    sign: Annotated[str, BeforeValidator(_as_text)] | None = None  # of a face with a sign: a mark, or 1 or 2 letters
    travel: Direction | None = None  # where a piece moves, as its player sees it: its base points there
    side: MarkedSide = "front"
    field_words: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("disc", "disk", "round", "stone", "coin", "counter"), "`tile: disc` is a flat round piece"),
        **dict.fromkeys(("hexagon", "hex"), "`tile: hex` is a flat piece with six corners"), "square": "`tile: square`",
    }

    @model_validator(mode="after")
    def _check_kind(self) -> Body:
        """A body is of one kind, and has only the keys of this kind."""
        written = [kind for kind in KINDS if getattr(self, kind) is not None]
        if len(written) != 1:
            mistake = f"this body is {' and '.join(written)} at once" if written else "this body says not what it is"
            raise ValueError(f"{mistake}\nwrite one of {', '.join(KINDS)}, like {{standee: pawn}}")
        upright = written[0] in ("standee", "crossed")
        allowed_keys = [("height", upright), ("layers", self.stack is not None), ("back", self.tile is not None),
                        ("reverse", self.tile is not None)]
        for key, is_allowed in allowed_keys:
            if getattr(self, key) is not None and not is_allowed:
                raise ValueError(f"a {written[0]} has no {key}\ntake `{key}` out")
        if self.has_drawn_outline and self.travel is not None:
            raise ValueError("a piece that is cut along a drawing has no point that could show where it moves\n"
                             "take `travel` out, and draw its front upwards")
        if self.reverse is not None and self.travel in ("left", "right"):
            what = "a piece of two colours cannot point to its left or right: turned over, it would point the other way"
            raise ValueError(f"{what}\ntake `travel` out, or `reverse`")
        if self.back is not None and self.reverse is not None:
            raise ValueError("`back` and `reverse` are both about its other side\ntake one of them out")
        if self.both_sides and (self.back is None or self.side == "back"):
            mistake = ("`both_sides` is about the back of a tile, and this body has none" if self.back is None else
                       "on a clear sheet that is marked from behind, both sides would be seen at once")
            raise ValueError(f"{mistake}\ntake `both_sides` out" + (", or add one, like `back: star`"
                                                                    if self.back is None else ", or `side: back`"))
        if self.face == "sign" and self.sign is None:
            raise ValueError("nothing says which sign this face carries\nadd one, like `sign: star` or `sign: K`")
        if self.face != "sign" and self.sign is not None:
            what = f"a face with {self._face_in_words()} carries no sign"
            raise ValueError(f"{what}\nwrite `face: sign`, or take `sign` out")
        return self

    def _face_in_words(self) -> str:
        """What the face carries."""
        return {"diagram": "a diagram", "name": "a name"}.get(self.face, "nothing on it")

    @property
    def shape(self) -> str | None:
        """The name of the silhouette; None for flat bodies."""
        return self.standee or self.crossed

    @property
    def back_mark(self) -> str | None:
        """The mark on the other side of a tile; None without one."""
        return self.back if isinstance(self.back, str) else None

    @property
    def back_kind(self) -> str | None:
        """The kind of piece that a tile becomes when it is turned over; None where it becomes none."""
        return self.back.piece if isinstance(self.back, OtherSide) else None

    @property
    def has_drawn_outline(self) -> bool:
        """Whether it is a flat piece that is cut along a drawing of the designer."""
        return _is_file_to_cut(self.tile)

    @property
    def has_second_layer(self) -> bool:
        """Whether another flat piece is glued under it."""
        return bool((self.back and not self.both_sides) or self.reverse)

    @property
    def diagram_part(self) -> str:
        """The name of the part that carries the diagram."""
        return "tile" if self.tile else "base"


MOST_PIECES = 200  # of a kind that one player may have
EachByPlayer = Annotated[
    dict[Name, Annotated[Count, Field(ge=0, le=MOST_PIECES)]], Field(min_length=1, examples=[{"court": 1, "horde": 0}])
]
Each = Annotated[
    Annotated[Annotated[int, Strict(), Field(ge=1, le=MOST_PIECES)], Tag("the same for all")]
    | Annotated[EachByPlayer, Tag("by player")],
    Discriminator(lambda value: "by player" if isinstance(value, dict) else "the same for all"),
]


def _as_names(value: object) -> object:
    """One player may be written without a list."""
    return (value,) if isinstance(value, str) else value


class PieceKind(YamlModel):
    """A kind of piece: whose it is and how many each player has, how it moves (Betza), its body, and what the designer
    has etched.

    `each` is a number that holds for every player of the kind, or a number by player: players who are not named have
    none. `of` names the players who have the kind at all; default all. `name` is what people read where the key of the
    kind says more than they need: the `pawn` of a kind `horde-pawn`.
    """

    each: Each = 1
    of: Annotated[tuple[Name, ...], BeforeValidator(_as_names)] = Field(default=(), examples=["horde"])
    name: Title | None = None
    moves: Moves = required_like("W")
    body: Body = required_like({"standee": "pawn"})
    diagram: str | None = None
    plural: Title | None = None  # the name of several; default by the rules of English
    beside_board: bool = False  # it never comes into play, and is meant to lie beside the board

    # Mistakes of one key, not of the whole kind: without its number a piece can still be read, and is known elsewhere.
    @field_validator("each")
    @classmethod
    def _check_somebody_has_it(cls, each: int | dict[str, int]) -> int | dict[str, int]:
        """Somebody must have the kind."""
        if isinstance(each, dict) and not any(each.values()):
            raise ValueError("nobody has any of these\ngive a player 1 or more, or take the piece out")
        return each

    @field_validator("of")
    @classmethod
    def _check_owners(cls, of: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        """The owners are given by `of` or by `each`, not by both."""
        if of and isinstance(info.data.get("each"), dict):
            raise ValueError("`of` and `each` say the same twice\nkeep `each` with its numbers by player")
        return of

    def for_players(self, players: tuple[str, ...]) -> PieceKind:
        """The same kind in a game that only these players take part in."""
        if not self.of and not isinstance(self.each, dict):
            return self
        return self.model_copy(update={"each": {player: self.count_of(player) for player in players}, "of": ()})

    def count_of(self, player: str) -> int:
        """How many of this kind a player has."""
        if isinstance(self.each, dict):
            return self.each.get(player, 0)
        return self.each if not self.of or player in self.of else 0


TOKEN_SHAPES = ("disc", "square", "corner")


def _check_token_shape(word: str) -> str:
    """A shape of tokens, or the path of a drawing. Raises ValueError for another word."""
    if word not in TOKEN_SHAPES and not word.lower().endswith(".svg"):
        hint = "write disc, square or corner, or the path of a drawing like art/coin.svg"
        raise ValueError(f"`{word}` is not a shape of tokens\n{hint}")
    return word


TokenOutline = Annotated[str, AfterValidator(_check_token_shape), Field(
    json_schema_extra={"anyOf": [{"enum": list(TOKEN_SHAPES)}, {"pattern": r"\.[sS][vV][gG]$"}]})]


TWO_FACES = ("a token has one face; a thing with two different faces is a flat piece: under `pieces`, write its name "
             "and `{moves: none, body: {tile: disc, face: sign, sign: star, back: moon}, beside_board: true}`")


class Token(YamlModel):
    """Flat things that belong to nobody or to all. With `common_line`, neighbours share their edges on the sheet:
    squares with sharp corners, one cut for two. A `corner` is an L with arms of `width`: four of them frame an area of
    the board, and slide along when it shrinks or grows. A path as `shape` is a drawing whose outline is cut."""

    count: Annotated[Count, Field(ge=1, le=500)] = Field(default=0, examples=[1])  # the total, once a game is loaded
    each: Annotated[Count, Field(ge=1, le=100)] | None = None  # as many for each player who plays, instead of `count`
    shape: TokenOutline = "disc"
    size: Annotated[Length, length_between(*TOKEN_SIZES)] = required_like("18 mm")
    width: Annotated[Length, length_between(*ARM_WIDTHS)] | None = None  # of the arms of a corner; default size / 4
    mark: str | None = None
    material: str = required_like("acrylic-3mm/clear")
    side: MarkedSide = "front"
    common_line: bool = False
    variant: bool = False  # only a variant of the rules uses these tokens: the figure of the setup leaves them out
    upright_when: Literal["even", "odd"] | None = None  # number of pieces on the board; else turned by half a turn
    halves: Annotated[tuple[str, ...], Field(min_length=2, max_length=2)] | None = None  # colours on paper: far, near
    name: Title | None = None  # what people read instead of the key
    meaning: KeyWords | None = None  # what the key of the board says of its mark
    field_words = dict.fromkeys(("back", "backs", "both_sides", "face", "faces", "flip", "flips", "front", "marks",
                                 "reverse", "sides", "sign", "signs"), TWO_FACES)

    @field_validator("mark", mode="before")
    @classmethod
    def _check_one_mark(cls, mark: object) -> object:
        """A list of marks asks for a token with several faces."""
        if isinstance(mark, list):
            raise ValueError(f"a token has one mark, not a list\n{TWO_FACES}")
        return mark

    @property
    def tone(self) -> str:
        """The colour name of these tokens on paper: that of their material, else empty."""
        return MaterialKey.parse(self.material).colour

    @property
    def has_own_outline(self) -> bool:
        """Whether it is cut along a drawing of the designer."""
        return self.shape not in TOKEN_SHAPES

    @property
    def arm(self) -> float:
        """The width in mm of the arms of a corner, 0 for other shapes."""
        if self.shape != "corner":
            return 0.0
        return self.width or max(ARM_WIDTHS[0], ARM_SHARE * self.size)

    @model_validator(mode="after")
    def _check_arms(self) -> Token:
        """Only corners have arms, and they leave room between them."""
        if self.width is not None and self.shape != "corner":
            thing = "this shape" if self.has_own_outline else f"a {self.shape}"
            raise ValueError(f"{thing} has no arms\ntake `width` out, or write `shape: corner`")
        if self.arm > MOST_ARM_SHARE * self.size:
            widest_arm, least_size = MOST_ARM_SHARE * self.size, self.arm / MOST_ARM_SHARE
            fixes = [f"write `width: {math.floor(widest_arm)} mm`"] if widest_arm >= ARM_WIDTHS[0] else []
            fixes.append(f"write `size: {math.ceil(least_size)} mm`")
            raise ValueError(f"arms of {self.arm:g} mm are too wide for a corner of {self.size:g} mm\n"
                             f"{', or '.join(fixes)}")
        return self

    @model_validator(mode="after")
    def _check_count(self) -> Token:
        """The number of tokens is given by `count` or by `each`, not by both."""
        if bool(self.count) == bool(self.each):
            mistake = "`count` and `each` say the same twice" if self.count else "nothing says how many there are"
            raise ValueError(f"{mistake}\nwrite `count: 20`, or `each: 2` for each player who plays")
        return self

    def with_total(self, players: int) -> Token:
        """The same token with its total for a number of players."""
        return self.model_copy(update={"count": self.each * players}) if self.each else self

    @model_validator(mode="after")
    def _check_common_line(self) -> Token:
        """Only large squares can share their edges."""
        if self.common_line and (self.shape != "square" or self.size < 15):
            hint = "smaller ones tip when their last line is cut"
            raise ValueError(f"only squares of 15 mm or more can share their edges\n{hint}; or leave out `common_line`")
        return self
