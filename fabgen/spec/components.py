"""The components of a spec beside board, pieces and tokens, as written: decks of cards."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from fabgen.core.model_problems import show_value
from fabgen.core.problems import join_words, nearest_hint
from fabgen.core.units import parse_size, show_length
from fabgen.core.yaml_models import YamlModel
from fabgen.spec.values import Count, Name, Words, required_like

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
        hint = isinstance(value, str) and nearest_hint(value, [*CARD_SIZES])
        raise ValueError(f"{show_value(value)} is not a size of cards\n"
                         f"{hint or f'write {names}, or a size of your own like 60 x 90 mm'}") from None


def _check_card_size(size: tuple[float, float]) -> tuple[float, float]:
    """Width and height in mm, if they are in range. Raises ValueError if they are not."""
    least, most = CARD_SIDES
    if not all(least <= side <= most for side in size):
        width, height = (show_length(side, least, most) for side in size)
        raise ValueError(f"cards of {width} x {height} mm are out of range\nfrom {least:g} mm to {most:g} mm a side; "
                         f"{join_words([*CARD_SIZES], 'or')} are usual")
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
