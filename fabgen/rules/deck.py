"""A shuffled deck of cards, each a number of steps or a kind of piece → the probability of each card that may be drawn
next, from those that have been laid aside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from fabgen.core.english import join_words
from fabgen.rules.protocol import DECK, DRAWN

Card = int | str  # a number of steps, or the kind of piece that moves


@dataclass(frozen=True)
class ShuffledDeck:
    """How many there are of each card. A card that has been played is laid aside until the deck is empty, and then all
    are shuffled; with `returns`, before each draw."""

    cards: tuple[tuple[Card, int], ...]
    returns: bool = False

    actor = DECK
    section = DRAWN
    comes_first = "a card is drawn first"

    @classmethod
    def of(cls, cards: Mapping[Card, int], *, returns: bool = False) -> ShuffledDeck:
        """The deck of a spec: text that is a number is a number of steps."""
        return cls(tuple((as_card(str(card)), count) for card, count in cards.items()), returns)

    def faces(self) -> tuple[Card, ...]:
        """Every card once."""
        return tuple(card for card, _ in self.cards)

    def chances(self, aside: Iterable[Card] = ()) -> dict[Card, Fraction]:
        """The probability of each card that is left, in the order of the deck."""
        counts_aside = Counter(aside)
        counts_left = {card: count - counts_aside[card] for card, count in self.cards if count > counts_aside[card]}
        return {card: Fraction(count, sum(counts_left.values())) for card, count in counts_left.items()}

    def lay_aside(self, aside: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
        """What lies aside after a card was played, in the order of the deck; nothing where the deck was empty."""
        counts_aside = Counter((*aside, card))
        if self.returns or counts_aside.total() == sum(count for _, count in self.cards):
            return ()
        return tuple(kind for kind, _ in self.cards for _ in range(counts_aside[kind]))

    def explain_refusal(self, text: str, aside: Iterable[Card] = ()) -> str:
        """Why a text is no card that can be drawn, as the end of a sentence."""
        cards_left = join_words([str(card) for card in self.chances(aside)])
        fault = "not left in" if as_card(text) in self.faces() else "no card of"
        return f"is {fault} the deck, which holds {cards_left}"

    def describe(self, card: Card) -> str:
        """What has been drawn, as the end of a sentence."""
        return f"the card says {card}"


def as_card(text: str) -> Card:
    """The card of a text: the number of steps, if it is one."""
    text = " ".join(text.split())
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 4 else text
