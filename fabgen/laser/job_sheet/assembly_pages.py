"""How things go together → the pages of it: large things over the page's width, small ones side by side, each with its
parts' names and what to do. Pages are as few as can be, and pictures grow into what is left of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fabgen.artwork.drawing import Drawing, NamedView, Role, combine_drawings, draw_text
from fabgen.typeset.callouts import CalloutPicture, draw_callouts
from fabgen.typeset.pages import draw_paragraph, shorten, wrap_text
from fabgen.typeset.text_blocks import LEAD, SMALL, TextBlock, heading, stack_blocks

GUTTER, BETWEEN = 8.0, 9.0  # mm between columns, and between rows
LEAST, MOST = 92.0, 190.0  # mm: how high the picture of a large thing is
SMALLEST = 95.0  # mm: the most that the picture of a small thing is high
WORDS = {1: 30.0, 2: 24.0, 3: 17.0}  # mm: how wide a name may be, by the columns
ABOVE, BELOW = SMALL + 4, 4.0  # mm: what is over a picture and under it
ROUNDS = 6


@dataclass(frozen=True)
class AssemblyInstructions:
    """How a thing is put together: a title, a picture at true size, what to do in this order. What is `large` takes
    the page's width."""

    title: str
    view: NamedView
    steps: tuple[str, ...]
    large: bool = False


Row = tuple[AssemblyInstructions, ...]


def putting_pages(things: Sequence[AssemblyInstructions], width: float, height: float) -> list[Drawing]:
    """The pages, each as wide and at most as high as this; small things in two columns where that takes no more pages
    than three."""
    head = heading("Putting together", width)
    room = height - head.height - BETWEEN
    tries = [_paged(_rows(things, count), count, width, room) for count in (2, 3)]
    return [stack_blocks([head, *(one.block() for one in page)], BETWEEN).drawing for page in min(tries, key=len)]


def _rows(things: Sequence[AssemblyInstructions], count: int) -> list[Row]:
    """Large things alone, small ones as many side by side as there are columns."""
    rows = list[Row]()
    for one in things:
        if rows and not one.large and not rows[-1][0].large and len(rows[-1]) < count:
            rows[-1] = (*rows[-1], one)
        else:
            rows.append((one,))
    return rows


@dataclass(frozen=True)
class AssemblySet:
    """A row of a page as it will be set: its pictures, how wide each column is, and how high its pictures are."""

    row: Row
    shown: tuple[CalloutPicture, ...]
    wide: float

    @property
    def deep(self) -> float:
        return max(one.height for one in self.shown)

    @property
    def height(self) -> float:
        return ABOVE + self.deep + BELOW + max(_steps(one.steps, self.wide).height for one in self.row)

    def block(self) -> TextBlock:
        """The row, drawn."""
        told = [_told(one, shown, self.wide, self.deep) for one, shown in zip(self.row, self.shown, strict=True)]
        return TextBlock(
            combine_drawings(one.moved(n * (self.wide + GUTTER), 0) for n, one in enumerate(told)), self.height
        )


def _paged(rows: Sequence[Row], count: int, width: float, height: float) -> list[list[AssemblySet]]:
    """The rows of each page."""
    pages, here = list[list[Row]](), 0.0
    for row in rows:
        deep = _set(row, count, width, LEAST).height
        if not pages or here + deep > height:
            pages.append([])
            here = 0.0
        pages[-1].append(row)
        here += deep + BETWEEN
    return [_grown(page, count, width, height) for page in pages]


def _grown(page: Sequence[Row], count: int, width: float, room: float) -> list[AssemblySet]:
    """The rows of a page, the pictures of large things as high as there is room."""
    high = [LEAST for _ in page]
    for _ in range(ROUNDS):
        left = room - _deep(_sets(page, high, count, width))
        large = [n for n, row in enumerate(page) if row[0].large and high[n] < MOST]
        if left < 1 or not large:
            break
        more = [min(MOST, most + left / len(large)) if n in large else most for n, most in enumerate(high)]
        if _deep(_sets(page, more, count, width)) > room:
            break
        high = more
    return _sets(page, high, count, width)


def _sets(page: Sequence[Row], high: Sequence[float], count: int, width: float) -> list[AssemblySet]:
    return [_set(row, count, width, most) for row, most in zip(page, high, strict=True)]


def _deep(sets: Sequence[AssemblySet]) -> float:
    return sum(one.height for one in sets) + BETWEEN * (len(sets) - 1)


def _set(row: Row, count: int, width: float, high: float) -> AssemblySet:
    large = row[0].large
    wide = width if large else (width - GUTTER * (count - 1)) / count
    words = WORDS[1 if large else count]
    shown = tuple(draw_callouts(one.view, wide, high if large else SMALLEST, words, both=large) for one in row)
    return AssemblySet(row, shown, wide)


def _told(one: AssemblyInstructions, shown: CalloutPicture, width: float, deep: float) -> Drawing:
    """A picture under its title, over what to do; its foot is that of the row's pictures, `deep` mm under its top."""
    title = draw_text(
        Role.TITLE, shorten(one.title, SMALL, width, bold=True), (0, -SMALL), SMALL, anchor="start", bold=True
    )
    picture = shown.drawing().moved(0, -ABOVE - deep + shown.height)
    return title + picture + _steps(one.steps, width).drawing.moved(0, -ABOVE - deep - BELOW)


def _steps(steps: Sequence[str], width: float) -> TextBlock:
    """Sentences in their order, with numbers where there are several."""
    several, y, out = len(steps) > 1, 0.0, Drawing()
    for n, step in enumerate(steps, 1):
        lines = wrap_text(step, SMALL, width - (5.0 if several else 0.0))
        if several:
            out += draw_text(Role.NOTE, str(n), (0, y - SMALL), SMALL, anchor="start", bold=True)
        out += draw_paragraph(lines, (5.0 if several else 0.0, y - SMALL), SMALL, LEAD)
        y -= LEAD * len(lines)
    return TextBlock(out, -y)
