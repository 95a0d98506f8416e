"""The components of a spec beside board, pieces and tokens, as written: decks of cards, dice, score tracks, boards of
players."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from fabgen.core.english import join_words
from fabgen.core.model_problems import show_value
from fabgen.core.units import Length, Size, parse_size, show_length
from fabgen.core.yaml_models import YamlModel
from fabgen.spec.values import Count, Name, Text, Words, length_between, required_like

# mm: the usual sizes of cards (2.5 x 3.5 in, 2.25 x 3.5 in, 2.75 x 4.75 in, 1.75 x 2.5 in).
CARD_SIZES = {"poker": (63.5, 88.9), "bridge": (57.15, 88.9), "tarot": (69.85, 120.65), "mini": (44.45, 63.5)}
CARD_SIDES = (35.0, 150.0)  # mm: the least and the greatest side of a card
LONGEST_CARD_TEXT = 1_000  # characters
MOST_CARDS_IN_DECK = 300


def _read_card_size(value: object) -> object:
    """Width and height in mm of a named size, or of one like `60 x 90 mm`. Raises ValueError for anything else."""
    if isinstance(value, tuple | list):
        return value
    if isinstance(value, str) and value.strip().lower() in CARD_SIZES:
        return CARD_SIZES[value.strip().lower()]
    try:
        return parse_size(value)
    except ValueError:
        names = join_words([*CARD_SIZES], "or")
        raise ValueError(f"{show_value(value)} is not a size of cards\n"
                         f"write {names}, or a size of your own like 60 x 90 mm") from None


def _check_card_size(size: tuple[float, float]) -> tuple[float, float]:
    """Width and height in mm, if they are in range. Raises ValueError if they are not."""
    shortest, longest = CARD_SIDES
    if not all(shortest <= side <= longest for side in size):
        width, height = (show_length(side, shortest, longest) for side in size)
        raise ValueError(f"cards of {width} x {height} mm are out of range\n"
                         f"from {shortest:g} mm to {longest:g} mm a side; {join_words([*CARD_SIZES], 'or')} are usual")
    return size


def _check_picture(path: str) -> str:
    """The path of a picture. Raises ValueError for a file of another kind."""
    if not re.search(r"\.(png|jpe?g|svg)$", path, re.IGNORECASE):
        raise ValueError(f"`{path}` is not the path of a picture\n"
                         "a PNG, JPEG or SVG file in the folder of the game, like art/storm.png")
    return path


def _check_card_text(text: str) -> str:
    """The text of a card, if it is not too long. Raises ValueError if it is."""
    if len(text) > LONGEST_CARD_TEXT:
        raise ValueError(f"a card has at most {LONGEST_CARD_TEXT} characters of text, not {len(text)}\n"
                         "shorten it, or divide it between two cards")
    return text


PicturePath = Annotated[str, AfterValidator(_check_picture)]
CardText = Annotated[str, AfterValidator(_check_card_text)]
CardSize = Annotated[tuple[float, float], BeforeValidator(_read_card_size), AfterValidator(_check_card_size)]


class Card(YamlModel):
    """A card of a deck: a title, a picture or a figure of the game under it, a text at its foot. `diagram` is a figure
    as the rulebook names it, like `moves:knight`. `text` has the marks of the rules text."""

    title: Words | None = None
    text: CardText | None = Field(default=None, examples=["Move one of your pieces twice."])
    picture: PicturePath | None = None
    diagram: Words | None = None
    count: Annotated[Count, Field(ge=1, le=100)] = 1

    @model_validator(mode="after")
    def _check_content(self) -> Card:
        """A card shows something, and one picture at most."""
        if not (self.title or self.text or self.picture or self.diagram):
            raise ValueError("this card is empty\nwrite a `title`, a `text`, a `picture` or a `diagram`")
        if self.picture and self.diagram:
            raise ValueError("this card has a `picture` and a `diagram`\nkeep one of them")
        return self


class CardBack(YamlModel):
    """The back of all cards of a deck: words, else the deck's name; and a picture, if there is one."""

    title: Words | None = None
    picture: PicturePath | None = None


class Deck(YamlModel):
    """Cards of one size with one back. `colour` is that of the back, a name of the palette."""

    cards: Annotated[tuple[Card, ...], Field(max_length=MOST_CARDS_IN_DECK)] = required_like(
        [{"title": "Storm", "text": "Nobody may jump this turn."}])
    size: CardSize = CARD_SIZES["poker"]
    back: CardBack = Field(default_factory=CardBack, examples=[{"title": "Weather"}])
    colour: str = ""
    name: Name | None = None  # what people read instead of the key

    @property
    def total(self) -> int:
        """How many cards are in the deck."""
        return sum(card.count for card in self.cards)

    @property
    def pictures(self) -> tuple[str, ...]:
        """The paths of all pictures on its cards and their back, each once."""
        paths = (self.back.picture, *(card.picture for card in self.cards))
        return tuple(dict.fromkeys(path for path in paths if path))

    @property
    def size_name(self) -> str:
        """The name of its size, or the size itself: `poker`, `60 x 90 mm`."""
        names = [name for name, size in CARD_SIZES.items() if size == self.size]
        return names[0] if names else f"{self.size[0]:g} x {self.size[1]:g} mm"


CUBE = 6  # the faces of a die that fabgen can make


class Dice(YamlModel):
    """Equal dice. `buy`: they are bought; `paper`: a net to fold; `engrave`: a tile for each face, to be glued on a
    blank cube. `faces` are the words on the faces, default the numbers from 1."""

    count: Annotated[Count, Field(ge=1, le=50)] = 1
    sides: Annotated[Count, Field(ge=2, le=100)] = CUBE
    faces: tuple[Words, ...] = Field(default=(), examples=[["N", "N", "E", "E", "S", "W"]])
    make: Literal["buy", "paper", "engrave"] = "buy"
    size: Annotated[Length, length_between(12, 40)] = 16.0
    material: str | None = None  # of the tiles; default that of the board
    name: Name | None = None  # what people read instead of the key

    @model_validator(mode="after")
    def _check_faces(self) -> Dice:
        """A die has as many faces as sides; fabgen makes cubes only."""
        if self.faces and len(self.faces) != self.sides:
            raise ValueError(f"a die with {self.sides} sides has {len(self.faces)} `faces`\n"
                             f"write {self.sides} of them, or `sides: {len(self.faces)}`")
        if self.make != "buy" and self.sides != CUBE:
            raise ValueError(f"fabgen makes dice with 6 sides, not {self.sides}\nwrite `make: buy`, or `sides: 6`")
        return self

    @property
    def has_pips(self) -> bool:
        """Whether it is a usual die, whose numbers are pips."""
        return not self.faces and self.sides == CUBE

    @property
    def labels(self) -> tuple[str, ...]:
        """The words on its faces."""
        return self.faces or tuple(str(number) for number in range(1, self.sides + 1))


LONGEST_TRACK = 200  # spaces
SHORTEST_AROUND = 8  # spaces of a track around the board: its corners, and one on each side
LEAST_SPACE, MARKER_PLAY = 12.0, 2.0  # mm: the shortest space around the board; what a marker leaves of it
TRACK_MARGIN = 3.0  # mm from the spaces of a track around the board to the edge


class Track(YamlModel):
    """A board of its own with rows of numbers, `first` to `last`, and markers that move on it; or, `around` the board,
    a ring of spaces at its edge, `cell` deep. `row`: how many numbers are in a row."""

    first: Annotated[Count, Field(ge=-100, le=1000)] = 0
    last: Annotated[Count, Field(ge=-100, le=1000)] = required_like(20)
    around: Literal["board"] | None = None
    row: Annotated[Count, Field(ge=2, le=50)] = 10
    cell: Annotated[Length, length_between(12, 40)] = 15.0
    markers: Annotated[Count, Field(ge=0, le=10)] = 1  # of each player
    material: str | None = None  # default that of the board
    name: Name | None = None  # what people read instead of the key

    @model_validator(mode="after")
    def _check_numbers(self) -> Track:
        """A track goes up, and is not endless."""
        if self.last <= self.first:
            raise ValueError(f"a track from {self.first} to {self.last} has no numbers\nthe greater one is `last`")
        if self.last - self.first >= LONGEST_TRACK:
            raise ValueError(f"a track of {self.last - self.first + 1} numbers is too long\n"
                             f"{LONGEST_TRACK} at most: players may go round again")
        return self

    @model_validator(mode="after")
    def _check_place(self) -> Track:
        """A track around the board is part of the board, and long enough to go round it."""
        if not self.around:
            return self
        for key, what in (("row", "no rows"), ("material", "no material of its own: it is cut with the board")):
            if key in self.model_fields_set and getattr(self, key) is not None:
                raise ValueError(f"a track around the board has {what}\ntake `{key}` out, or `around: board`")
        if len(self.numbers) < SHORTEST_AROUND:
            raise ValueError(f"a track of {len(self.numbers)} numbers does not go around the board\n"
                             f"{SHORTEST_AROUND} or more: `last: {self.first + SHORTEST_AROUND - 1}`; "
                             "or take `around: board` out")
        return self

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of its spaces."""
        return tuple(range(self.first, self.last + 1))

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The numbers row by row."""
        return tuple(self.numbers[first:first + self.row] for first in range(0, len(self.numbers), self.row))

    @property
    def marker_size(self) -> float:
        """The diameter of a marker in mm."""
        return round(max(8.0, 0.6 * self.cell), 1)

    @property
    def edge_width(self) -> float:
        """By how many mm a track around the board widens it, on each side; 0 for a board of its own."""
        return self.cell + TRACK_MARGIN if self.around else 0.0

    @property
    def least_space(self) -> float:
        """The least length in mm of a space around the board: a marker lies in it."""
        return max(LEAST_SPACE, self.marker_size + MARKER_PLAY if self.markers else 0.0)


SLOTS = 60  # of a place, at most
BOARD_SIDES = (40.0, 260.0)  # mm: the least and the greatest side of a player board


def _as_names(value: object) -> object:
    """One name may be written without brackets."""
    return (value,) if isinstance(value, str) else value


def _read_numbers(value: object) -> object:
    """The first and the last number of a row, written `0-10`. Raises ValueError for anything else."""
    if isinstance(value, tuple | list):
        return value
    match = re.fullmatch(r"(\d{1,3})\s*[-–]\s*(\d{1,3})", value.strip()) if isinstance(value, str) else None
    if not match:
        raise ValueError(f"{show_value(value)} are no numbers of slots\nwrite the first and the last, like 0-10")
    first, last = int(match[1]), int(match[2])
    if not first < last < first + SLOTS:
        raise ValueError(f"the numbers {show_value(value)} are out of range\n"
                         f"write the lower one first, and {SLOTS} numbers at most, like 0-10")
    return first, last


def _check_board_size(size: tuple[float, float]) -> tuple[float, float]:
    """The size of a player board in mm, if it is in range. Raises ValueError if it is not."""
    shortest, longest = BOARD_SIDES
    if not all(shortest <= side <= longest for side in size):
        width, height = (show_length(side, shortest, longest) for side in size)
        raise ValueError(f"a player board of {width} x {height} mm is out of range\n"
                         f"from {shortest:g} mm to {longest:g} mm a side")
    return size


def _check_slot_size(size: tuple[float, float]) -> tuple[float, float]:
    """The size of a slot in mm, if it is in range. Raises ValueError if it is not."""
    if not all(5 <= side <= BOARD_SIDES[1] for side in size):
        width, height = (show_length(side, 5, BOARD_SIDES[1]) for side in size)
        raise ValueError(f"a slot of {width} x {height} mm is out of range\nfrom 5 mm to {BOARD_SIDES[1]:g} mm a side")
    return size


class BoardPlace(YamlModel):
    """A named place on a player board: `count` slots as large as the things that it `holds`, the names of kinds of
    pieces, tokens, decks or dice; or of a `size` of their own. `numbers`, such as 0-10, makes a track: a slot for each
    number."""

    holds: Annotated[tuple[Name, ...], BeforeValidator(_as_names), Field(max_length=20)] = Field(
        default=(), examples=["coin"])
    count: Annotated[Count, Field(ge=1, le=SLOTS)] | None = None  # default 1
    numbers: Annotated[tuple[int, int], BeforeValidator(_read_numbers)] | None = Field(default=None, examples=["0-10"])
    size: Annotated[Size, AfterValidator(_check_slot_size)] | None = Field(default=None, examples=["40 x 30 mm"])
    name: Name | None = None  # what people read instead of the key

    @model_validator(mode="after")
    def _check_slots(self) -> BoardPlace:
        """Checks that the size of the slots and their number are each given in one way."""
        if not self.holds and self.size is None:
            raise ValueError("this place holds nothing\n"
                             "write what it `holds`, like `holds: coin`, or the `size` of its slots")
        if self.holds and self.size is not None:
            raise ValueError("this place has `holds` and `size`\n"
                             "keep one of them: slots are as large as what they hold")
        if self.count is not None and self.numbers is not None:
            raise ValueError("this place has `count` and `numbers`\n"
                             "keep one of them: `numbers` makes a slot for each number")
        return self

    @property
    def labels(self) -> tuple[str, ...]:
        """What is written in each of its slots."""
        if self.numbers:
            return tuple(str(number) for number in range(self.numbers[0], self.numbers[1] + 1))
        return ("",) * (self.count or 1)


class PlayerBoard(YamlModel):
    """A board for each player, with the player's name and sign: named places for pieces, tokens, cards and dice, and a
    short `text` under them."""

    size: Annotated[Size, AfterValidator(_check_board_size)] | None = Field(default=None, examples=["150 x 90 mm"])
    places: Annotated[dict[Name, BoardPlace], Field(min_length=1, max_length=20)] = required_like(
        {"supply": {"size": "40 x 30 mm"}})
    text: Annotated[Text, Field(max_length=600)] | None = None
    material: str | None = None  # default that of the board
    name: Name | None = None  # what people read instead of the key
