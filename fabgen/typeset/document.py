"""Units in their places → pages of a canvas, each flowable where the breaks put it, in parts where they divide it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from reportlab.platypus import Table

from fabgen.typeset import blocks as book
from fabgen.typeset.boxes import (
    LabelledFlowable,
    PictureFlowable,
    Plate,
    ShiftedFlowable,
    TextFlowable,
    TextStyle,
    TitledFlowable,
)
from fabgen.typeset.flow import join_flow, set_block
from fabgen.typeset.page_breaks import PageUnit, PlacedUnit, paginate

TRIES = 6
ENOUGH = 0.01  # points more than a part needs: it is asked for by its height


@dataclass(frozen=True)
class WordRun:
    """Units and the pages on which they stand."""

    units: Sequence[PageUnit]
    pages: list[list[PlacedUnit]]

    def anchors(self, first: int) -> Iterator[tuple[str, int]]:
        """What links lead to, and its page where the run's first page is `first`."""
        for number, page in enumerate(self.pages, first):
            for placed in page:
                if placed.start < 0:
                    yield from ((anchor, number) for anchor in _anchors(self.units[placed.unit].made[placed.size]))

    def telling(self, first: int) -> Iterator[tuple[int, book.TextRun, set[int]]]:
        """Each run of words that tells a page: its unit, and the pages on which that stands."""
        stand: dict[int, set[int]] = {}
        for number, page in enumerate(self.pages, first):
            for placed in page:
                stand.setdefault(placed.unit, set()).add(number)
        for n, pages in stand.items():
            yield from ((n, run, pages) for text in _inside(self.units[n].made[0]) if isinstance(text, TextFlowable)
                        for run in text.tells)


def break_words(units: Sequence[PageUnit], height: float, first: int = 1) -> WordRun:
    """Units on as many pages of a height in points as they need, from the page `first` on."""
    return WordRun(units, paginate(units, height, first) if units else [])


def lay_out_words(
    blocks: Sequence[book.Block], setting: TextStyle, first: int, groups: Sequence[list[PageUnit]] = ()
) -> WordRun:
    """Blocks on pages, the first of which has this number: set again where what they tell of pages has become another,
    until it is right. The pages of all anchors stand in `setting.paging` then. `groups` are the units of the blocks,
    where they have been set."""
    groups = groups or [set_block(block, setting) for block in blocks]
    known = {*setting.paging.numbers}  # what stands twice in a book has the page of the first
    for attempt in range(TRIES):
        units = join_flow(blocks, groups, setting)
        owners = [n for n, group in enumerate(groups) for _ in group]
        run = break_words(units, setting.height, first)
        setting.paging.numbers.update((name, page) for name, page in run.anchors(first) if name not in known)
        more = attempt > 1  # what has been told stays then: it might come and go for ever
        stale = {
            owners[n] for n, told, pages in run.telling(first) if setting.paging.has_changed(told, pages, more=more)
        }
        if not stale:
            break
        if attempt < TRIES - 1:
            groups = [set_block(blocks[n], setting) if n in stale else group for n, group in enumerate(groups)]
    return run


def draw_run(run: WordRun, canvas: Any, origin: tuple[float, float], setting: TextStyle) -> Iterator[None]:
    """Draw a run page by page; `origin` is the upper left corner of the frame in points. Whoever asks for the next page
    has finished the one before."""
    rests = dict[int, Any]()  # what is left of units that go on
    for page in run.pages:
        for placed in page:
            made = _part(run.units[placed.unit], placed, rests, setting.width)
            _, height = made.wrap(setting.width, setting.height - placed.top)
            made.drawOn(canvas, origin[0], origin[1] - placed.top - height)
        yield


def _part(unit: PageUnit, placed: PlacedUnit, rests: dict[int, Any], width: float) -> Any:
    """The flowable of a unit, or the part of it that stands here; the rest is kept for the next page."""
    made = unit.made[placed.size] if placed.start < 0 else rests.pop(placed.unit)
    if placed.end < 0:
        return made
    begun = unit.cuts[placed.start] - unit.head if placed.start >= 0 else 0.0
    made.wrap(width, 1e6)
    if isinstance(made, Table):
        made.splitInRow = 0
    upper, rests[placed.unit] = made.split(width, unit.cuts[placed.end] - begun + ENOUGH)
    return upper


def _anchors(made: Any) -> Iterator[str]:
    """The anchors in a flowable."""
    for one in _inside(made):
        if isinstance(one, TitledFlowable) and one.heading:
            yield one.heading.anchor
        elif isinstance(one, TextFlowable | PictureFlowable) and one.place:
            yield one.place[0]


def _inside(made: Any) -> Iterator[Any]:
    """A flowable, or those that it is made of."""
    if isinstance(made, ShiftedFlowable | LabelledFlowable):
        yield from _inside(made.inner)
    elif isinstance(made, Plate):
        for _, _, item in made.items:
            yield from _inside(item)
    elif isinstance(made, Table):
        for row in made._cellvalues:  # type: ignore[attr-defined]
            yield from (one for cell in row for one in _inside(cell))
    else:
        yield made


__all__ = ["WordRun", "break_words", "draw_run", "lay_out_words"]
