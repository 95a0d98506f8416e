"""The dice of a spec → their faces, tiles to cut for each face, and nets of paper. All mm."""

from __future__ import annotations

import math
from collections.abc import Iterator

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw, draw_text
from fabgen.artwork.paper_things import Leaf, PaperBatch
from fabgen.artwork.part import Part
from fabgen.artwork.path import Point, circle, line, polygon, rectangle
from fabgen.artwork.text import text_width
from fabgen.core.languages import Catalogue
from fabgen.core.problems import Problem
from fabgen.figures.rulebook.rules_text import find_unprintable
from fabgen.spec.components import CUBE, Dice
from fabgen.spec.game import Game
from fabgen.spec.load import Spec

PIP, APART = 0.09, 0.25  # of a face: the radius of a pip, from the middle to the outer ones
# Places of pips in units of APART: https://en.wikipedia.org/wiki/Dice, the usual patterns.
PIPS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    5: ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)),
    6: ((-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)),
}
WORDS, LARGEST_CAP, LEAST_CAP = 0.76, 0.45, 1.65  # of a face: its words, their capitals; mm: 7 points
TAB, SLANT = 0.32, 0.18  # of a face: the depth of a tab, how far it narrows at each end
RIM = 5.0  # from a net to the cut of its leaf
# The net: column and row of each face, opposite faces with the sum 7.
NET: dict[int, Point] = {1: (1, 3), 2: (1, 2), 6: (1, 1), 5: (1, 0), 3: (0, 2), 4: (2, 2)}


def draw_die_face(die: Dice, number: int) -> Drawing:
    """What is on a face, its middle at the origin: pips, or its words as large as they fit."""
    if die.has_pips:
        places = ((APART * x * die.size, APART * y * die.size) for x, y in PIPS[number])
        return combine_drawings(draw(Role.MARK, circle(place, PIP * die.size)) for place in places)
    text = die.labels[number - 1]
    cap = min(LARGEST_CAP * die.size, WORDS * die.size / text_width(text, 1.0, bold=True))
    words = draw_text(Role.LABEL, text, (0, -cap / 2), cap, bold=True)
    is_ambiguous = text in ("6", "9", "66", "99", "68", "89", "86", "98")
    bar = draw(Role.MARK, rectangle(-0.3 * cap, -0.85 * cap, 0.6 * cap, 0.12 * cap))
    return words + bar if is_ambiguous else words


def draw_die(die: Dice, height: float) -> Drawing:
    """A die as lists show it, `height` mm high, with the middle of its foot at the origin: a face with five pips, or a
    polygon with its number of sides."""
    half = height / 2
    if die.sides == CUBE:
        face = die.model_copy(update={"size": height})
        outline = draw(Role.EDGE, rectangle(-half, -half, height, height, 0.15 * height))
        return (outline + draw_die_face(face, 5)).moved(0, half)
    corners = {4: 3, 8: 4, 10: 4, 12: 5}.get(die.sides, 6)
    turns = (math.radians(90 + 360 * corner / corners) for corner in range(corners))
    outline = draw(Role.EDGE, polygon([(half * math.cos(turn), half * math.sin(turn)) for turn in turns]))
    number = draw_text(Role.LABEL, str(die.sides), (0, -0.14 * height), 0.28 * height, bold=True)
    return (outline + number).moved(0, -outline.bounds()[1])


def make_die_parts(spec: Spec) -> list[Part]:
    """A square tile for each face of the dice that are engraved."""
    parts = []
    for name, die in spec.game.dice.items():
        half = die.size / 2
        edge = draw(Role.EDGE, rectangle(-half, -half, die.size, die.size, 0.08 * die.size))
        material = die.material or spec.game.board.material
        parts += [Part(f"{name} die face {number}", edge + draw_die_face(die, number), die.count, material, "dice",
                       by_thickness=False) for number in range(1, CUBE + 1) if die.make == "engrave"]
    return parts


def make_die_batches(spec: Spec, words: Catalogue, group: str) -> list[PaperBatch]:
    """A net for each die that is not bought, in a group."""
    return [PaperBatch(describe_dice(spec, name, words), die.count, make_die_net(die), group,
                       f"{name} die")
            for name, die in spec.game.dice.items() if die.make != "buy"]


def list_bought_dice(spec: Spec, words: Catalogue) -> tuple[str, ...]:
    """The dice to buy, each kind as one line: `2 weather dice with 6 sides`."""
    return tuple(words.text("count_to_buy", count=die.count, things=describe_dice(spec, name, words))
                 for name, die in spec.game.dice.items() if die.make == "buy")


def describe_dice(spec: Spec, name: str, words: Catalogue) -> str:
    """What the dice of a kind are called, without their number."""
    die = spec.game.dice[name]
    return words.count("dice_with_sides", die.count, die=short_die_name(spec.game, name, words), sides=die.sides)


def short_die_name(game: Game, name: str, words: Catalogue) -> str:
    """The name of a kind of dice, to be filled into texts that say that they are dice: `heat` for a `heat die`."""
    title = game.die_name(name)
    for text in words.text("names_of_dice", die="\0").split("|"):
        before, _, after = text.strip().partition("\0")
        rest = title[len(before) : len(title) - len(after)]
        if rest.strip() and (before + rest + after).casefold() == title.casefold():
            return rest
    return title


def make_die_net(die: Dice) -> Leaf:
    """A net on a leaf of card: cut along its outline, fold at its lines, glue at its tabs."""
    size = die.size
    x0, y0 = RIM, RIM + TAB * size
    faces = [draw_die_face(die, number).moved(x0 + (x + 0.5) * size, y0 + (y + 0.5) * size)
             for number, (x, y) in NET.items()]
    outline = [(x0 + x * size, y0 + y * size) for x, y in _outline()]
    folds = [line((x0 + x * size, y0 + y * size), (x0 + u * size, y0 + v * size)) for (x, y), (u, v) in FOLDS]
    drawing = combine_drawings([draw(Role.CUT_LINE, polygon(outline)), draw(Role.FOLD, *folds), *faces])
    return Leaf(drawing, 3 * size + 2 * RIM, (4 + TAB) * size + 2 * RIM, is_net=True)


# The lines to fold at, in faces: around the middle column, and where its tabs begin.
FOLDS: tuple[tuple[Point, Point], ...] = (
    *(((1.0, y), (2.0, y)) for y in (0.0, 1.0, 2.0, 3.0)),
    *(((x, y), (x, y + 1.0)) for x in (1.0, 2.0) for y in (0.0, 1.0, 2.0, 3.0)),
)


def _outline() -> Iterator[Point]:
    """The corners of the net in faces, counter-clockwise from the lower left: faces 3 and 4 beside face 2, tabs beside
    the others and below face 5."""
    yield from ((1, 0), (1 + SLANT, -TAB), (2 - SLANT, -TAB), (2, 0))
    for y in (0, 1, 2, 3):
        yield from ([(3, y), (3, y + 1)] if y == 2 else [(2 + TAB, y + SLANT), (2 + TAB, y + 1 - SLANT)])
        yield 2, y + 1
    for y in (3, 2, 1, 0):
        yield 1, y + 1
        yield from ([(0, y + 1), (0, y)] if y == 2 else [(1 - TAB, y + 1 - SLANT), (1 - TAB, y + SLANT)])


def check_dice(spec: Spec) -> Iterator[Problem]:
    """A Problem for each face that has no room for its words, or has a character that the font lacks."""
    for name, die in spec.game.dice.items():
        for number, text in enumerate(die.faces):
            where = spec.source.key_location("dice", name, "faces", number)
            yield from find_unprintable(text, lambda _, where=where: where)  # type: ignore[misc]
            needed = math.ceil(LEAST_CAP * text_width(text, 1.0, bold=True) / WORDS)
            if die.make != "buy" and needed > die.size:
                hint = f"`size: {needed} mm` has room for it; or shorten it" if needed <= 40 else "shorten it"
                what = f"the face `{text}` does not fit a die of {die.size:g} mm in type of 7 points"
                yield Problem(where, what, hint)


__all__ = ["check_dice", "describe_dice", "draw_die", "draw_die_face", "list_bought_dice", "make_die_batches",
           "make_die_net", "make_die_parts"]
