"""The cards on print-and-play sheets → every Problem of them: each card has the size of its deck, its words and its
picture, its back, and every movement diagram on a card shows the legal moves.

Which cards there are is proven with the ids of all things (`printed_things`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from fabgen.core.problems import Problem
from fabgen.spec.components import Card, Deck
from fabgen.verify.files import AGAIN
from fabgen.verify.paper_cuts import SIZE, find_paper_cuts
from fabgen.verify.player_aids import check_shown_moves, count_leaves
from fabgen.verify.printed_things import PrintedSet, middle, seen_from_front
from fabgen.verify.readers.page_pdf import PrintedPage, PrintedThing

ID = re.compile(r"(.+) (\d{1,3}) card (\d{1,3})( back)?")
RIM = 3.0  # mm from the frame of a card to the cut
STROKE = 0.35  # mm by which a stroke, or a picture's frame, may reach over its place
CLEAR = 2.0  # mm: the least distance of words from a cut
SHIFT = 0.05  # mm: the same place


@dataclass(frozen=True)
class _PrintedCard:
    """A card of a deck as it was printed on a side: which card, and whether it is a back."""

    deck: Deck
    deck_name: str
    card: Card
    thing: PrintedThing
    place: int
    is_back: bool


def check_cards(printed: PrintedSet) -> Iterator[Problem]:
    """Every Problem of the cards of a set."""
    if printed.poster or not printed.spec.game.decks:
        return
    cards = list(_find_cards(printed))
    for card in cards:
        yield from _check_card(printed, card)
    sheets = [(place, printed.sides[place - 1])
              for place in dict.fromkeys(card.place for card in cards if not card.is_back)]
    yield from _check_cuts(printed, sheets)
    if printed.has_backs:
        yield from _check_backs(printed, cards)
    wanted = Counter[str]()
    for deck in printed.spec.game.decks.values():
        for spec_card in deck.cards:
            if spec_card.diagram and spec_card.diagram.startswith("moves:"):
                wanted[spec_card.diagram.removeprefix("moves:")] += spec_card.count
    yield from check_shown_moves(printed, sheets, wanted, "cards")


def _find_cards(printed: PrintedSet) -> Iterator[_PrintedCard]:
    """The cards on all sides, by their ids. Unknown ids are reported elsewhere."""
    decks = printed.spec.game.decks
    for place, side in enumerate(printed.sides, 1):
        for thing in side.things:
            match = ID.fullmatch(thing.id)
            if match and match[1] in decks and int(match[2]) <= len(decks[match[1]].cards):
                deck = decks[match[1]]
                yield _PrintedCard(deck, match[1], deck.cards[int(match[2]) - 1], thing, place, bool(match[4]))


def _check_card(printed: PrintedSet, card: _PrintedCard) -> Iterator[Problem]:
    """The frame of a card is as large as its deck says, and it shows its words and its pictures, and no others."""
    folded = printed.options.assembly == "fold"
    width, height = card.deck.size
    frame = (width * (2 if folded else 1) - 2 * RIM, height - 2 * RIM)
    x0, y0, x1, y1 = card.thing.box
    sizes = zip(sorted((x1 - x0, y1 - y0)), sorted(frame), strict=True)
    if any(abs(size - wanted) > STROKE for size, wanted in sizes):
        what = f"{card.thing.id} is framed {x1 - x0:.1f} x {y1 - y0:.1f} mm, not {frame[0]:.1f} x {frame[1]:.1f} mm"
        yield Problem(printed.on(card.place), what, AGAIN)
    words, pictures = Counter[str](), 0
    if folded or card.is_back:
        title = card.deck.back.title or card.deck.name or card.deck_name
        words += Counter() if card.deck.back.picture else Counter(2 * _split_words(title))
        pictures += _has_dots(card.deck.back.picture)
    if not card.is_back:
        text = re.sub(r"\]\([^)]*\)", "]", card.card.text or "")
        words += Counter(_split_words(f"{card.card.title or ''} {text}"))
        pictures += _has_dots(card.card.picture)
    found = Counter(_split_words(" ".join(card.thing.words)))
    if missing := words - found:
        yield Problem(printed.on(card.place), f"{card.thing.id} lacks “{next(iter(missing))}”", AGAIN)
    has_figure = not card.is_back and (card.card.diagram or "![" in (card.card.text or ""))
    if not has_figure and (more := found - words):
        yield Problem(printed.on(card.place), f"{card.thing.id} says “{next(iter(more))}”, which its card does not",
                      AGAIN)
    if card.thing.pictures != pictures:
        what = f"{card.thing.id} has {card.thing.pictures} pictures, not {pictures}"
        yield Problem(printed.on(card.place), what, AGAIN)


def _split_words(text: str) -> list[str]:
    """The words of a text without their punctuation, in small letters."""
    return re.findall(r"[^\W_]+", text.casefold())


def _has_dots(path: str | None) -> bool:
    """Whether a path names a picture of dots, which is one object of a page."""
    return path is not None and not path.lower().endswith(".svg")


def _check_cuts(printed: PrintedSet, sheets: list[tuple[int, PrintedPage]]) -> Iterator[Problem]:
    """Enough cards of each size are cut out, and no word is near a cut."""
    needed, cut_out = Counter[tuple[float, float]](), Counter[tuple[float, float]]()
    sides = 2 if printed.options.assembly == "fold" else 1
    for deck in printed.spec.game.decks.values():
        needed[_sorted_size(deck.size[0] * sides, deck.size[1])] += deck.total
    for place, side in sheets:
        cuts = find_paper_cuts(side)
        for (width, height), count in count_leaves(cuts).items():
            size = _sorted_size(width, height)
            near = next((known for known in needed
                         if all(abs(a - b) < 2 * SIZE for a, b in zip(size, known, strict=True))), size)
            cut_out[near] += count
        yield from (Problem(printed.on(place), f"“{word.text}” comes too near to a cut", AGAIN)
                    for word in side.words if word.text.strip() and any(cut.off(word.box) < CLEAR for cut in cuts))
    for size, count in needed.items():
        if cut_out[size] < count:
            what = f"{cut_out[size]} cards of {size[0]:g} x {size[1]:g} mm are cut out, the game needs {count}"
            yield Problem(printed.location, what, AGAIN)


def _sorted_size(width: float, height: float) -> tuple[float, float]:
    """The sides of a card, the shorter one first, to 0.01 mm."""
    short, long = sorted((round(width, 2), round(height, 2)))
    return short, long


def _check_backs(printed: PrintedSet, cards: list[_PrintedCard]) -> Iterator[Problem]:
    """Every card has its back exactly behind it."""
    backs = {card.thing.id: card for card in cards if card.is_back}
    for card in (card for card in cards if not card.is_back):
        back = backs.get(f"{card.thing.id} back")
        if not back:
            yield Problem(printed.on(card.place), f"{card.thing.id} has no back", AGAIN)
            continue
        side = printed.sides[back.place - 1]
        x, y = seen_from_front(middle(back.thing.box), side, printed.options)
        front_x, front_y = middle(card.thing.box)
        if back.place != card.place + 1 or max(abs(x - front_x), abs(y - front_y)) > SHIFT:
            what = f"the back of {card.thing.id} is not behind it"
            yield Problem(printed.on(back.place), what, "backs must be mirrored over the edge that the sheet names")


__all__ = ["check_cards"]
