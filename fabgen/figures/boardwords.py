"""A game and the size of its board in mm → the words on its border: coordinates readable from both seats, title and
credit small on one edge. Cells that are not squares carry their names themselves.

No word falls under LEAST_CAP: what does not fit is left out.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass

from fabgen.artwork.drawing import Drawing, Lettering, Role, draw, together, write
from fabgen.artwork.path import Path, rectangle
from fabgen.artwork.text import ASCENT, DESCENT, text_width
from fabgen.rules.boards import file_name
from fabgen.spec.game import Game

LEAST_BORDER = 10.0  # mm: what coordinates, title and credit need
COORDINATE_CAP = 3.0
TITLE_CAP, CREDIT_CAP = 3.4, 2.4
LEAST_CAP = 1.8  # mm: smaller words are not set
CUT_RIM = 2.0  # mm between words and a seam
RIM = 0.8  # mm between words in two lines and the edge
UNDERLINE, UNDER = 0.3, 0.5  # mm: thickness of the line under a name, and the gap between them
TURNED = dict(zip("0168bdnopqsuxz9", "0198qpuodbsnxz6", strict=True))  # what signs read as when they are upside down

Size = tuple[float, float]


def border_words(game: Game, size: Size, cuts: Sequence[float] = ()) -> Drawing:
    """Coordinates, title and designer; `cuts` are x positions of seams, which no word crosses. Nothing on a border that
    is too narrow."""
    if game.board.border < LEAST_BORDER:
        return Drawing()
    named = _coordinates(game, size) if game.board.grid else Drawing()
    return named + credits(game, size[0], cuts)


def _coordinates(game: Game, size: Size) -> Drawing:
    """Files below and ranks at the left for one seat, and the same turned round for the seat across."""
    files, ranks = game.grid
    names, numbers = [file_name(i) for i in range(files)], [str(j + 1) for j in range(ranks)]
    across = _seat(game, names[::-1], numbers[::-1]).turned(180).moved(*size)
    return _seat(game, names, numbers) + across


def _seat(game: Game, names: list[str], numbers: list[str]) -> Drawing:
    """The coordinates that one seat reads: names from the left, numbers from below."""
    side, border = game.board.cell, game.board.border
    cap, near, left = COORDINATE_CAP, border - 1.8 - COORDINATE_CAP, border - 2.2
    below = [write(Role.COORDINATE, name, (border + (i + 0.5) * side, near), cap) for i, name in enumerate(names)]
    beside = [write(Role.COORDINATE, number, (left, border + (j + 0.5) * side - cap / 2), cap, anchor="end")
              for j, number in enumerate(numbers)]
    lines = [draw(Role.COORDINATE, _underline(name)) for name in together([*below, *beside]).items
             if isinstance(name, Lettering) and ambiguous(name.text.string, {*names, *numbers})]
    return together([*below, *beside, *lines])


def ambiguous(name: str, names: Container[str]) -> bool:
    """Whether a coordinate seen from the other side reads as another one: 6 and 9 where both stand."""
    seen = "".join(TURNED.get(sign, " ") for sign in reversed(name))
    return seen != name and seen in names


def _underline(name: Lettering) -> Path:
    """A bar under a word, closed: it has an area on paper and an outline for the laser."""
    x0, _, x1, _ = name.bounds()
    low = DESCENT * name.text.cap if set(name.text.string) & set("pq") else 0.0
    return rectangle(x0, name.text.at[1] - low - UNDER - UNDERLINE, x1 - x0, UNDERLINE)


def credits(game: Game, width: float, cuts: Sequence[float] = ()) -> Drawing:
    """Title and designer on the near edge, left and right, under the coordinates. What is long is set smaller or in two
    lines; a designer who finds no room is left out, and then the title has it all."""
    start, end = game.board.border, width - game.board.border
    if cuts:
        top, left, right = _below_coordinates(game), cuts[0] - start - CUT_RIM, end - cuts[-1] - CUT_RIM
        named = _set(_words(game.title, left, top, TITLE_CAP, bold=True), start, "start", bold=True)
        return named + _set(_words(game.designer, right, top, CREDIT_CAP), end, "end")
    title, designer = _shared(game, 0.62 * (end - start), end - start)
    if not (title.lines and designer.lines):
        title, designer = _shared(game, end - start, end - start)
    return _set(title, start, "start", bold=True) + _set(designer, end, "end")


def _shared(game: Game, most: float, whole: float) -> tuple[_Words, _Words]:
    """The title in `most` of a line's `whole` mm, and the designer in what it leaves."""
    top = _below_coordinates(game)
    title = _words(game.title, most, top, TITLE_CAP, bold=True)
    used = max((text_width(line, title.cap, bold=True) for line in title.lines), default=-0.07 * whole)
    return title, _words(game.designer, 0.93 * whole - used, top, CREDIT_CAP)


def _below_coordinates(game: Game) -> float:
    """How high words on the edge may reach, in mm from the edge."""
    names = [file_name(i) for i in range(game.grid[0])] if game.board.grid else []
    under = UNDER + UNDERLINE if any(ambiguous(name, names) for name in names) else 0.0
    return game.board.border - 1.8 - (1 + DESCENT) * COORDINATE_CAP - 0.5 - under


@dataclass(frozen=True)
class _Words:
    """Words as they are set: their lines from above, none where they do not fit; base lines and capitals in mm."""

    lines: tuple[str, ...]
    bases: tuple[float, ...]
    cap: float


def _set(words: _Words, x: float, anchor: str, *, bold: bool = False) -> Drawing:
    return together(write(Role.TITLE, line, (x, base), words.cap, anchor=anchor, bold=bold)
                    for line, base in zip(words.lines, words.bases, strict=True))


def _words(text: str, room: float, top: float, most: float, *, bold: bool = False) -> _Words:
    """Words in one line, else in two, between the edge and `top`, with the largest capitals up to `most` mm that fit a
    room in mm."""
    for parts in ((text,), _halves(text, bold)):
        tall = (top - RIM) / len(parts) / (ASCENT + DESCENT)
        cap = min(most, tall, room / max(text_width(part, 1, bold=bold) for part in parts))
        if cap >= LEAST_CAP - 1e-9:
            lowest = RIM + DESCENT * cap
            base = max(lowest, min(2.6, top - ASCENT * cap)) if len(parts) == 1 else lowest
            bases = [base + i * (ASCENT + DESCENT) * cap for i in reversed(range(len(parts)))]
            return _Words(parts, tuple(bases), cap)
    return _Words((), (), LEAST_CAP)


def _halves(text: str, bold: bool) -> tuple[str, ...]:
    """Words parted at the space that makes the longer half shortest; one word stays one."""
    words = text.split(" ")
    parted = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    return min(parted, key=lambda two: max(text_width(half, 1, bold=bold) for half in two), default=(text,))
