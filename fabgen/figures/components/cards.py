"""The decks of a spec → the sides of their cards, as batches for print-and-play and as items to order. All mm.

A deck has one size of type, the largest in which all its cards fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw
from fabgen.artwork.paper_things import CardPack, PackedCard, PaperBatch, PrintProduct, SafeArea
from fabgen.artwork.path import rectangle
from fabgen.artwork.themes import load_theme
from fabgen.core.english import join_words
from fabgen.core.languages import Catalogue
from fabgen.core.problems import FabgenError, Location, Problem, nearest_hint
from fabgen.figures.components.card_backs import (
    back_title,
    draw_card_back,
    draw_card_picture,
    draw_large_title,
    frame_card,
)
from fabgen.figures.components.card_sides import set_sides
from fabgen.figures.diagrams.catalogue import MOVES_CELL, draw_figure, figure_names, make_figure_library
from fabgen.figures.rulebook.rules_text import find_unprintable, read_blocks
from fabgen.spec.components import CARD_SIDES, CARD_SIZES, Card, Deck
from fabgen.spec.drawings import drawing_path_problem
from fabgen.spec.load import Spec
from fabgen.typeset.blocks import Block, Heading, PageBreak, TextRun

RIM = 3.0  # between the frame of a card and the cut
PAD, PLATE, GAP = 3.2, 1.4, 2.2  # from the frame to words, to the field of the title; between title, picture and text
CAPS = (2.6, 2.4, 2.2, 2.0, 1.8, 1.65)  # capitals of the text, the largest first; 1.65 is 7 points
LEAST_ART, ART_SHARE = 14.0, 0.55  # the least height of a picture; the share of a card that it takes beside a text
LEAST_CELL, LEAST_SCALE, LARGEST_SCALE = 4.0, 0.55, 1.6  # of a diagram's cells; of other figures; of all
LARGEST = (200.0, 300.0)  # of cards to order
INK = 0.6  # how far strokes reach beyond their geometry


@dataclass(frozen=True)
class _CardContent:
    """A card and what is on it: its number from 0, the blocks of its text, and its figure, which is empty without
    one."""

    number: int
    card: Card
    text: tuple[Block, ...]
    figure: Drawing

    @property
    def segments(self) -> list[list[Block]]:
        """The words that are set apart from each other: the title, the text."""
        title: list[Block] = [Heading(1, (TextRun(self.card.title),), "")] if self.card.title else []
        return [segment for segment in (title, list(self.text)) if segment]


def make_card_batches(spec: Spec, words: Catalogue) -> list[PaperBatch]:
    """A batch for each deck. Raises FabgenError with every Problem of its cards."""
    return [PaperBatch(words.count("cards_of_deck", deck.total, deck=spec.game.deck_name(name)), deck.total,
                       _make_pack(spec, name, words), words.text("group_of_decks"), f"{name} deck")
            for name, deck in spec.game.decks.items() if deck.cards]


def _make_pack(spec: Spec, name: str, words: Catalogue) -> CardPack:
    """The cards of a deck in their order, each as often as it is in the deck."""
    deck = spec.game.decks[name]
    width, height = deck.size
    room = width - 2 * RIM, height - 2 * RIM
    faces = [face.moved(RIM, RIM) for face in draw_card_faces(spec, name, *room, words)]
    back = draw_card_back(spec, name, *room).moved(RIM, RIM)
    cards = [PackedCard(f"{name} {number} card {copy}", face, back)
             for number, (card, face) in enumerate(zip(deck.cards, faces, strict=True), 1)
             for copy in range(1, card.count + 1)]
    return CardPack(tuple(cards), width, height)


def order_cards(spec: Spec) -> Iterator[PrintProduct]:
    """An item to order for each card of each deck, with its back."""
    words = spec.words
    for name, deck in spec.game.decks.items():
        draw_faces = cache(partial(_faces_in_room, spec, name, words))
        for number, card in enumerate(deck.cards):

            def sides(room: SafeArea, number: int = number, draw_faces: partial[list[Drawing]] = draw_faces  # type: ignore[assignment]
                      ) -> tuple[Drawing, ...]:
                faces = draw_faces(room.width, room.height)
                return faces[number], faces[-1]

            yield PrintProduct(f"{name} {number + 1:02}", "card", card.count, deck.size, LARGEST, sides)


def _faces_in_room(spec: Spec, name: str, words: Catalogue, width: float, height: float) -> list[Drawing]:
    """The faces of a deck and behind them its back, each around the origin, for a room that is safe from the cut."""
    room = width - 2 * INK, height - 2 * INK
    sides = [*draw_card_faces(spec, name, *room, words), draw_card_back(spec, name, *room)]
    return [side.moved(-room[0] / 2, -room[1] / 2) for side in sides]


def check_decks(spec: Spec, *, has_figures: bool = True) -> Iterator[Problem]:
    """A Problem for each card that cannot be drawn: a picture that cannot be read, a figure that the game does not
    have, a text that does not fit; and for a colour that is not known. Without `has_figures`, no figure of the game can
    be drawn, and decks that show one are left out."""
    palette = load_theme("colour").palette
    for name, deck in spec.game.decks.items():
        if deck.colour and deck.colour not in palette:
            hint = nearest_hint(deck.colour, [*palette]) or f"write one of {join_words(palette, 'or')}"
            where = spec.source.value_location("decks", name, "colour")
            yield Problem(where, f"the colour `{deck.colour}` of the deck `{name}` is not known", hint)
        if deck.back.title:  # the name of a deck is looked at with all names
            yield from find_unprintable(back_title(spec, name), lambda _, name=name: spec.source.key_location(  # type: ignore[misc]
                "decks", name, "back"))
        try:
            words = spec.words
        except FabgenError:  # reported as the language's
            return
        key = f"decks.{name}.cards"
        if not deck.cards and not any(problem.where.key.startswith(key) for problem in spec.problems):
            yield Problem(spec.source.key_location("decks", name, "cards"), f"the deck `{name}` has no cards",
                          "like cards: [{title: Storm, text: Nobody may jump this turn.}]")
        width, height = deck.size
        try:
            if has_figures or not any(card.diagram or "![" in (card.text or "") for card in deck.cards):
                draw_card_faces(spec, name, width - 2 * RIM, height - 2 * RIM, words)
        except FabgenError as error:
            yield from error.problems
        if deck.back.picture:
            try:
                draw_card_back(spec, name, width - 2 * RIM, height - 2 * RIM)
            except FabgenError as error:
                yield _picture_problem(spec, error, spec.source.value_location("decks", name, "back", "picture"),
                                       deck.back.picture)


def draw_card_faces(spec: Spec, name: str, width: float, height: float, words: Catalogue) -> list[Drawing]:
    """The face of each card of a deck within a frame of `width` by `height` mm, its lower left corner at the origin.
    Raises FabgenError with a Problem for each card that cannot be drawn."""
    deck, problems, contents = spec.game.decks[name], list[Problem](), list[_CardContent]()
    for number, card in enumerate(deck.cards):
        content, card_problems = _read_card(spec, name, number, card, words, width)
        problems += card_problems
        contents.append(content)
    if problems:
        raise FabgenError(problems)
    for cap in CAPS:
        settings = _set_cards(contents, width, height, cap)
        if settings and all(_has_room(content, setting, width, height)
                            for content, setting in zip(contents, settings, strict=True)):
            faces = []
            for content, setting in zip(contents, settings, strict=True):
                faces.append(_draw_face(spec, name, deck, content, setting, width, height))
            return faces
    misfits = [content for content in contents if not _fits(content, width, height)]
    raise FabgenError([_misfit_problem(spec, name, deck, content) for content in misfits])


def _read_card(spec: Spec, name: str, number: int, card: Card, words: Catalogue, width: float
               ) -> tuple[_CardContent, list[Problem]]:
    """What is on a card, and the Problems of it."""
    key: tuple[str | int, ...] = ("decks", name, "cards", number)
    problems = list(find_unprintable(card.title or "", lambda _: spec.source.key_location(*key, "title")))
    blocks, figure = list[Block](), Drawing()
    if card.text:
        library = make_figure_library(spec, words, width, is_in_book=False)
        blocks, text_problems = read_blocks(card.text, str(spec.source.file), library)
        problems += [replace(problem, where=spec.source.key_location(*key, "text")) for problem in text_problems]
    if card.diagram:
        kind, _, figure_name = card.diagram.partition(":")
        names = figure_names(spec)
        known = [reference for known_kind, of_kind in names.items()
                 for reference in ([f"{known_kind}:{known_name}" for known_name in of_kind] or [known_kind])]
        if card.diagram in known and kind != "components":
            figure = draw_figure(spec, kind, figure_name, words).drawing
        else:
            hint = nearest_hint(card.diagram, known) or f"there are {join_words(known[:12])}"
            where = spec.source.value_location(*key, "diagram")
            problems.append(Problem(where, f"the game has no figure `{card.diagram}`", hint))
    if card.picture:
        try:
            figure = draw_card_picture(spec, card.picture, width, width)
        except FabgenError as error:
            problems.append(_picture_problem(spec, error, spec.source.value_location(*key, "picture"), card.picture))
    return _CardContent(number, card, tuple(blocks), figure), problems


def _picture_problem(spec: Spec, error: FabgenError, where: Location, path: str) -> Problem:
    """The first Problem of a picture, at the key that names it; for a missing file with those that may be meant."""
    problem, of_path = error.problems[0], drawing_path_problem(path, spec.folder)
    hint = of_path.hint if of_path else problem.hint
    hint = hint or "a PNG, JPEG or SVG file in the folder of the game, like art/storm.png"
    return replace(problem, where=where, what=f"the picture {path}: {problem.what}", hint=hint)


def _set_cards(contents: Sequence[_CardContent], width: float, height: float, cap: float
               ) -> list[list[Drawing]]:
    """The words of each card, set in capitals of `cap` mm: a drawing for each of its segments. Empty where a word or a
    text is larger than a card."""
    blocks = list[Block]()
    for segment in (segment for content in contents for segment in content.segments):
        blocks += [PageBreak(), *segment] if blocks else segment
    if not blocks:
        return [[] for _ in contents]
    sides = set_sides(blocks, width - 2 * PAD, height - 2 * PAD, cap)
    if len(sides) != sum(len(content.segments) for content in contents):
        return []
    drawings = iter(sides)
    return [[next(drawings) for _ in content.segments] for content in contents]


def _has_room(content: _CardContent, setting: Sequence[Drawing], width: float, height: float) -> bool:
    """Whether the words of a card leave room for its figure."""
    free = _free_height(content, setting, height)
    if not content.figure.items:
        return free >= 0
    across, up = content.figure.size()
    return free >= _least_height(content) and (
        bool(content.card.picture) or (across * _least_scale(content.card) <= width - 2 * PAD and up > 0))


def _free_height(content: _CardContent, setting: Sequence[Drawing], height: float) -> float:
    """The height in mm that the words of a card leave free."""
    used = sum(-drawing.bounds()[1] for drawing in setting) + (PLATE + GAP if content.card.title else 0.0)
    return height - 2 * PAD - used - (GAP if content.text and content.figure.items else 0.0)


def _least_height(content: _CardContent) -> float:
    """The least height in mm of the figure of a card."""
    return LEAST_ART if content.card.picture else content.figure.size()[1] * _least_scale(content.card)


def _least_scale(card: Card) -> float:
    """The least factor of a figure: diagrams keep cells of 4 mm."""
    return LEAST_CELL / MOVES_CELL if (card.diagram or "").startswith("moves:") else LEAST_SCALE


def _fits(content: _CardContent, width: float, height: float) -> bool:
    """Whether a card fits in the smallest type."""
    settings = _set_cards([content], width, height, CAPS[-1])
    return bool(settings) and _has_room(content, settings[0], width, height)


def _misfit_problem(spec: Spec, name: str, deck: Deck, content: _CardContent) -> Problem:
    """The Problem of a card whose content is larger than it, with a size that would do."""
    card = content.card
    key = "text" if card.text else "diagram" if card.diagram else "title"
    where = spec.source.key_location("decks", name, "cards", content.number, key)
    what = "content" if card.diagram or card.picture else "text"
    title = f"`{card.title}`" if card.title else f"{content.number + 1}"
    named = f"a {deck.size_name} card" if deck.size_name in CARD_SIZES else f"a card of {deck.size_name}"
    larger = [(size_name, size) for size_name, size in CARD_SIZES.items() if size > deck.size]
    longest_side = CARD_SIDES[1]
    width, height = deck.size
    larger += [("", (min(longest_side, width + more), min(longest_side, height + more))) for more in range(10, 90, 10)]
    enough = next(((size_name, size) for size_name, size in larger
                   if _fits(content, size[0] - 2 * RIM, size[1] - 2 * RIM)), None)
    hint = "shorten it, or divide it between two cards"
    if enough:
        size_name, (width, height) = enough
        hint = (f"`size: {size_name}` has room for it" if size_name else
                f"`size: {width:g} x {height:g} mm` has room for it") + "; or shorten it"
    return Problem(where, f"the {what} of the card {title} does not fit {named} in type of 7 points", hint)


def _draw_face(spec: Spec, name: str, deck: Deck, content: _CardContent, setting: Sequence[Drawing], width: float,
               height: float) -> Drawing:
    """A face: the title in a field of the deck's colour, the figure, the text under it, in the middle of what is
    free."""
    card, parts, top, texts = content.card, [frame_card(width, height)], height - PAD, list(setting)
    if card.title and len(texts) == 1 and not content.figure.items:
        title = draw_large_title(card.title, width - 2 * PAD, height - 2 * PAD)
        return parts[0] + title.moved(width / 2, height / 2)
    if card.title:
        title = texts.pop(0)
        depth = -title.bounds()[1]
        field = rectangle(PLATE, top - depth - PLATE, width - 2 * PLATE, depth + PLATE + PAD - PLATE, 1.4)
        parts += [draw(Role.SHADE, field, tone=deck.colour or "grey"), title.moved(PAD, top)]
        top -= depth + PLATE + GAP
    text_height = -texts[0].bounds()[1] if texts else 0.0
    free = top - PAD - text_height - (GAP if texts else 0.0)
    if content.figure.items:
        room = max(min(free, ART_SHARE * height), _least_height(content)) if texts else free
        figure = _fit_figure(spec, card, content.figure, width - 2 * PAD, room)
        art_height = figure.size()[1]
        slack = max(0.0, free - art_height) / 2
        parts.append(figure.moved(width / 2, top - slack - art_height / 2))
        if texts:
            parts.append(texts[0].moved(PAD, top - slack - art_height - GAP))
    elif texts:
        parts.append(texts[0].moved(PAD, top - max(0.0, top - PAD - text_height) / 2))
    return combine_drawings(parts)


def _fit_figure(spec: Spec, card: Card, figure: Drawing, width: float, height: float) -> Drawing:
    """The figure of a card as large as it fits, its middle at the origin."""
    if card.picture:
        return draw_card_picture(spec, card.picture, width, height)
    x0, y0, x1, y1 = figure.bounds()
    factor = min(width / (x1 - x0), height / (y1 - y0), LARGEST_SCALE)
    return figure.moved(-(x0 + x1) / 2, -(y0 + y1) / 2).scaled(factor)


__all__ = ["check_decks", "draw_card_faces", "make_card_batches", "order_cards"]
