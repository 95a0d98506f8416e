"""A Typst project whose words, drawings and lines leave notes of their places (`word_places.typ`) → drawings in mm, one
for each page, y = 0 at its top.

So Typst sets what has to be a `Drawing`: a card, or the first sheet of a print-and-play set, which is painted with the
inks of the others. Words stay text; those of one line and one style are one text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from itertools import pairwise
from typing import Any

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw, draw_text
from fabgen.artwork.export.typst import write_mm
from fabgen.artwork.path import line, rectangle
from fabgen.artwork.text import DESCENT, cap_height, text_width
from fabgen.typeset.typst_process import typst_process

NOTES = "word_places.typ"
SLACK = 0.05  # mm by which words may reach over an edge, or into each other
# For Typst: each item with the number of its page and its place in mm.
ITEMS = ("query(<item>).map(it => { let at = it.location().position(); "
         "(it.value, at.page, at.x / 1mm, at.y / 1mm) })")


@dataclass(frozen=True)
class PlacedWord:
    """A word whose base line starts at x, y; `cap` is the height of its capitals. All in mm."""

    text: str
    x: float
    y: float
    cap: float
    bold: bool

    @property
    def end(self) -> float:
        """Where a further letter would start, in mm."""
        return self.x + text_width(self.text, self.cap, self.bold)


@dataclass(frozen=True)
class PlacedPage:
    """A page as it was set: its words in reading order, everything else on it, which is drawn when it is asked for, and
    how far down it reaches in mm."""

    words: tuple[PlacedWord, ...]
    draw_rest: Callable[[], Drawing]
    lowest: float

    def draw(self, regular: Role, bold: Role) -> Drawing:
        """The page with its words in the roles of regular and bold letters."""
        return self.draw_rest() + combine_drawings(
            draw_text(bold if word.bold else regular, word.text, (word.x, word.y), word.cap, anchor="start",
                      bold=word.bold) for word in _join_words(self.words))

    def has_room(self, width: float, height: float) -> bool:
        """Whether everything lies on a page of this size in mm, and no word in the next one."""
        lines: dict[float, list[PlacedWord]] = {}
        for word in self.words:
            lines.setdefault(round(word.y, 2), []).append(word)
        for words in lines.values():
            words.sort(key=lambda word: word.x)
            if words[-1].end > width + SLACK:
                return False
            if any(a.end > b.x + SLACK for a, b in pairwise(words)):
                return False
        return self.lowest <= height + SLACK


def set_pages(project: Mapping[str, str], drawings: Sequence[Drawing] = ()) -> list[PlacedPage]:
    """The pages of a project. Its drawings have their upper left corners at the origin; the project refers to them by
    their numbers, from 0. Raises FabgenError as `TypstProcess.evaluate`."""
    template = (files("fabgen") / "typeset" / NOTES).read_text("utf-8")
    items = typst_process().evaluate({**project, NOTES: template}, ITEMS)
    pages: list[list[Any]] = [[] for _ in range(max((page for _, page, *_ in items), default=1))]
    for value, page, x, y in items:
        pages[page - 1].append((value, x, -y))
    return [_place_items(page, drawings) for page in pages]


def add_drawing(drawings: list[Drawing], drawing: Drawing) -> str:
    """The number of a drawing, which is added with its upper left corner at the origin, its width and its height, as
    Typst code."""
    x0, y0, x1, y1 = drawing.bounds()
    drawings.append(drawing.moved(-x0, -y1))
    return f"{len(drawings) - 1}, {write_mm(x1 - x0)}, {write_mm(y1 - y0)}"


def _place_items(items: Sequence[Any], drawings: Sequence[Drawing]) -> PlacedPage:
    """The words and the drawings of a page."""
    words, placed, lowest = list[PlacedWord](), list[Callable[[], Drawing]](), 0.0
    for (kind, *values), x, y in items:
        height = 0.0
        if kind == "text":
            text, bold, points = values
            cap = cap_height(points)
            words.append(PlacedWord(text, x, y - cap, cap, bold))
            height = (1 + DESCENT) * cap
        elif kind == "drawing":
            number, factor = values
            placed.append(partial(_place_drawing, drawings[number], factor, x, y))
            height = drawings[number].size()[1] * factor
        elif kind == "area":
            width, height, corner = values
            placed.append(partial(draw, Role.GLUE, rectangle(x, y - height, width, height, corner)))
        else:
            placed.append(partial(draw, Role.TRIM, line((x, y), (x + values[0], y))))
        lowest = max(lowest, height - y)
    return PlacedPage(tuple(words), lambda: combine_drawings(draw_item() for draw_item in placed), lowest)


def _place_drawing(drawing: Drawing, factor: float, x: float, y: float) -> Drawing:
    """A drawing at a scale, its upper left corner at x, y."""
    return drawing.scaled(factor).moved(x, y)


def _join_words(words: Sequence[PlacedWord]) -> list[PlacedWord]:
    """Words that follow each other after a space, in one style, as one text."""
    joined = list[PlacedWord]()
    for word in words:
        last = joined[-1] if joined else None
        if last and (last.y, last.cap, last.bold) == (word.y, word.cap, word.bold):
            gap = word.x - last.end
            if abs(gap - text_width(" ", word.cap)) < SLACK / 2:
                joined[-1] = PlacedWord(f"{last.text} {word.text}", last.x, last.y, last.cap, last.bold)
                continue
        joined.append(word)
    return joined


__all__ = ["PlacedPage", "PlacedWord", "add_drawing", "set_pages"]
