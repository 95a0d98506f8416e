"""The name or the sign of a piece → its drawing on a base, a flat piece or paper. All mm.

Where a piece does not carry its diagram, it may carry its name in up to three lines, or a sign: one of fabgen's marks,
a drawing, or one or two letters. It is upright for its owner, as a diagram is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape, combine_drawings, draw_text
from fabgen.artwork.path import Path, Point
from fabgen.artwork.text import text_outlines, text_width
from fabgen.figures.diagrams.marks import draw_token_mark
from fabgen.spec.game import Game
from fabgen.spec.pieces import is_letters

MOST_LINES = 3
LINE_PITCH = 1.45  # capitals from one line of a name to the next
NAME_CAPS = 1.8, 5.0  # mm: the smallest and the largest capitals of a name
SIGN_SIZES = 6.0, 40.0  # mm: the smallest and the largest sign
SIGN_SHARE = 0.62  # of the plate's lesser side: the largest sign
LETTERS_SHARE = 0.62, 0.8  # of a sign's size: the height of its letters, their width at most
SMOOTH = 0.02  # mm: chords of curves


@dataclass(frozen=True)
class FaceSign:
    """What a face carries, around the origin: drawings 1 mm large of which one fits best, and its least and its largest
    size in mm. `what` says what it is in messages: `name` or `sign`."""

    what: str
    drawings: tuple[Drawing, ...]
    least_size: float
    largest_size: float


def make_face_sign(game: Game, piece: str, side: float) -> FaceSign | None:
    """The name or the sign that a piece carries on a plate whose lesser side is `side` mm; None for a face that carries
    a diagram or nothing."""
    body = game.pieces[piece].body
    if body.face == "name":
        name = game.piece_name(piece)
        return FaceSign("name", tuple(_draw_lines(lines) for lines in _divide_name(name[:1].upper() + name[1:])),
                        *NAME_CAPS)
    if body.face == "sign" and body.sign:
        least_size, largest_size = SIGN_SIZES
        size = max(least_size, min(largest_size, SIGN_SHARE * side))
        return FaceSign("sign", (draw_sign(body.sign, 1.0),), least_size, size)
    return None


def draw_sign(word: str, size: float) -> Drawing:
    """The sign that a spec names, `size` mm across. KeyError for a mark that does not exist."""
    if not is_letters(word):
        return draw_token_mark(word, size / 0.72)  # marks fill 0.72 of a token
    cap_share, width_share = LETTERS_SHARE
    cap = size * min(cap_share, width_share / text_width(word, 1.0, bold=True))
    return draw_text(Role.LABEL, word, (0.0, -cap / 2), cap, bold=True)


def sign_holes(word: str, size: float, middle: Point) -> tuple[Path, ...]:
    """The outlines of a sign, as they are left out of the picture of a piece."""
    return drawing_outlines(draw_sign(word, size).moved(*middle))


def drawing_outlines(drawing: Drawing) -> tuple[Path, ...]:
    """The outlines of all shapes and letters of a drawing."""
    paths = list[Path]()
    for item in drawing.items:
        if isinstance(item, Shape):
            paths += item.paths
        else:
            paths += (path for glyph in text_outlines(item.text) for path in glyph)
    return tuple(paths)


def extent_points(drawing: Drawing, smooth: float = SMOOTH) -> list[Point]:
    """Points of a drawing that span its extent: points along paths, within `smooth` mm, and the corners of lettering.
    """
    points = [p for item in drawing.items if isinstance(item, Shape) for path in item.paths
              for p in path.flatten(smooth)]
    boxes = [item.bounds() for item in drawing.items if isinstance(item, Lettering)]
    return points + [(x, y) for x0, y0, x1, y1 in boxes for x in (x0, x1) for y in (y0, y1)]


def _divide_name(name: str) -> Iterator[tuple[str, ...]]:
    """A name in one line, and in two and three of words."""
    words = name.split()
    for count in range(1, min(MOST_LINES, len(words)) + 1):
        yield from _divide_words(tuple(words), count)


def _divide_words(words: tuple[str, ...], count: int) -> Iterator[tuple[str, ...]]:
    """Every division of words into so many lines."""
    if count == 1:
        yield (" ".join(words),)
        return
    for first in range(1, len(words) - count + 2):
        for lines in _divide_words(words[first:], count - 1):
            yield (" ".join(words[:first]), *lines)


def _draw_lines(lines: tuple[str, ...]) -> Drawing:
    """Lines with capitals of 1 mm, centred around the origin."""
    top = (LINE_PITCH * (len(lines) - 1) + 1.0) / 2
    return combine_drawings(draw_text(Role.LABEL, line, (0.0, top - 1.0 - LINE_PITCH * number), 1.0)
                            for number, line in enumerate(lines))
