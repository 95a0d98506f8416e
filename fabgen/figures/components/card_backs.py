"""A deck of a spec → the back of its cards, and the picture of the deck in lists. All mm."""

from __future__ import annotations

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw, draw_text
from fabgen.artwork.path import rectangle
from fabgen.artwork.picture import LARGEST_PICTURE, place_picture
from fabgen.artwork.text import text_width
from fabgen.figures.diagrams.marks import draw_own_mark
from fabgen.spec.drawings import is_drawing, read_drawing
from fabgen.spec.game import capitalize_first
from fabgen.spec.load import Spec

CORNER, LINE, FRAME = 2.5, 0.35, 1.5  # the radius of a card's frame, its width; from it to a second line
TITLE_CAPS = (2.0, 6.0)  # capitals of the words on a back
GROUND = "grey"  # the tone of a back without a colour


def frame_card(width: float, height: float, inset: float = 0.0) -> Drawing:
    """The frame of a side whose lower left corner is at the origin, or a line `inset` mm within it: an area, so that it
    is no line of a diagram in it."""
    outer, inner = inset, inset + LINE
    return draw(Role.MARK, rectangle(outer, outer, width - 2 * outer, height - 2 * outer, CORNER - outer / 2),
                rectangle(inner, inner, width - 2 * inner, height - 2 * inner, CORNER - outer / 2 - LINE))


def draw_card_back(spec: Spec, name: str, width: float, height: float) -> Drawing:
    """The back of a deck's cards within a frame of `width` by `height` mm, its lower left corner at the origin. Turned
    by half a turn it is the same, so that it does not tell which way a card was held; a picture is upright. Raises
    FabgenError for a picture that cannot be read."""
    deck = spec.game.decks[name]
    if deck.back.picture:
        room = width - 4 * FRAME, height - 4 * FRAME
        picture = draw_card_picture(spec, deck.back.picture, *room).moved(width / 2, height / 2)
        return _draw_ground(deck.colour, width, height) + picture
    return draw_title_back(back_title(spec, name), deck.colour, width, height)


def draw_title_back(title: str, colour: str | None, width: float, height: float) -> Drawing:
    """A back with a title, which is the same when it is turned by half a turn, as `draw_card_back` says."""
    half = draw_large_title(title, width - 6 * FRAME, height / 2 - 3 * FRAME)
    half = half.moved(0, height / 4 - FRAME / 2)
    rule = draw(Role.MARK, rectangle(-width / 5, -0.25, 2 * width / 5, 0.5))
    words = combine_drawings([half, half.turned(180), rule]).moved(width / 2, height / 2)
    return _draw_ground(colour, width, height) + words


def _draw_ground(colour: str | None, width: float, height: float) -> Drawing:
    """The coloured ground of a back with its frame of two lines."""
    ground = draw(Role.SHADE, rectangle(0, 0, width, height, CORNER), tone=colour or GROUND)
    return ground + frame_card(width, height) + frame_card(width, height, FRAME)


def back_title(spec: Spec, name: str) -> str:
    """The words on the back of a deck's cards."""
    return spec.game.decks[name].back.title or capitalize_first(spec.game.deck_name(name))


def draw_large_title(title: str, width: float, height: float) -> Drawing:
    """A title that fills a side, a word a line where it is long, its middle at the origin."""
    words = [title] if text_width(title, TITLE_CAPS[0] * 1.5, bold=True) <= width else title.split()
    least_cap, largest_cap = TITLE_CAPS
    widest = max(text_width(word, 1.0, bold=True) for word in words)
    cap = max(least_cap / 2, min(largest_cap, width / widest, height / (1.7 * len(words))))
    lines = (draw_text(Role.LABEL, word, (0, cap * (0.85 * (len(words) - 1) - 0.5 - 1.7 * number)), cap, bold=True)
             for number, word in enumerate(words))
    return combine_drawings(lines)


def draw_card_picture(spec: Spec, path: str, width: float, height: float) -> Drawing:
    """A picture as large as it fits `width` by `height` mm, its middle at the origin; an SVG file in one colour. Raises
    FabgenError with one Problem for a file that cannot be read."""
    if is_drawing(path):
        art = draw_own_mark(read_drawing(path, spec.folder, cut=False), min(width, height))
        x0, y0, x1, y1 = art.bounds()
        factor = min(width / (x1 - x0), height / (y1 - y0))
        return art.moved(-(x0 + x1) / 2, -(y0 + y1) / 2).scaled(factor)
    return Drawing((place_picture(spec.read_file(path, LARGEST_PICTURE), width, height),))


def draw_deck(spec: Spec, name: str, height: float) -> Drawing:
    """Two cards of a deck, one over the other, `height` mm high, as lists show them."""
    deck = spec.game.decks[name]
    across, up = deck.size
    width = across * height / up
    under = draw(Role.HOLE, rectangle(0.06 * height, 0, width, 0.94 * height, 0.05 * height))
    cover = (0, 0.06 * height, width, 0.94 * height, 0.05 * height)
    face = draw(Role.SHADE, rectangle(*cover), tone=deck.colour or GROUND) + draw(Role.EDGE, rectangle(*cover))
    bars = draw(Role.GRID, rectangle(0.2 * width, 0.5 * height, 0.6 * width, 0.04 * height))
    return (draw(Role.EDGE, rectangle(0.06 * height, 0, width, 0.94 * height, 0.05 * height)) + under + face + bars
            ).moved(-width / 2, 0)


__all__ = ["back_title", "draw_card_back", "draw_card_picture", "draw_deck", "draw_large_title", "frame_card"]
