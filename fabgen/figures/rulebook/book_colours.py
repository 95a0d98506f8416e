"""A game → the two colours of its book: those that its designer names, else that of the first player whose pieces are
seen on paper, and a bright one of its board, its tokens or its players' pieces."""

from __future__ import annotations

from collections.abc import Iterator

from fabgen.artwork.colour_vision import least_difference
from fabgen.artwork.themes import compute_contrast, load_theme
from fabgen.materials.key import MaterialKey
from fabgen.spec.game import Game

BRIGHT = 70  # of 255: the least difference between the parts red, green and blue of a colour that is none of the greys
DULL = ("wood", "walnut")  # brown, as boards are
PAPER, SEEN = "#ffffff", 1.3  # the least contrast of a colour that is seen on paper: the first such is that of a book
LEAST_DIFFERENCE = 30.0  # of the second colour from the first one, CIELAB


def choose_colour(game: Game) -> str:
    """The name of the colour of a book; empty where no player's pieces are seen on paper."""
    if game.book.colour:
        return game.book.colour
    palette = load_theme("colour").palette
    players = (player.tone(name) for name, player in game.players.items())
    return next((tone for tone in players
                 if tone in palette and compute_contrast(PAPER, palette[tone]) >= SEEN), "")


def choose_accent(game: Game) -> str:
    """The name of the second colour of a book; empty where the game has no second one."""
    if game.book.accent:
        return game.book.accent
    palette = load_theme("colour").palette
    players = [player.tone(name) for name, player in game.players.items()]
    first = palette.get(choose_colour(game))
    for tone in (*_tones_of_things(game), *players):
        colour = palette.get(tone)
        if colour is None or tone in DULL or not _is_bright(colour):
            continue
        if first is None or least_difference(first, colour) >= LEAST_DIFFERENCE:
            return tone
    return ""


def _tones_of_things(game: Game) -> Iterator[str]:
    """The names of the colours of spaces and tokens."""
    for zone in game.board.zones.values():
        if zone.material:
            yield MaterialKey.parse(zone.material).colour
    for token in game.tokens.values():
        yield token.tone


def _is_bright(colour: str) -> bool:
    """Whether a colour `#rrggbb` is more than a grey."""
    parts = [int(colour[at:at + 2], 16) for at in (1, 3, 5)]
    return max(parts) - min(parts) >= BRIGHT


__all__ = ["choose_accent", "choose_colour"]
