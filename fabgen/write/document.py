"""Units in their places → pages of a canvas, each flowable where the breaks put it, in parts where they divide it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from reportlab.platypus import Table

from fabgen.write.breaking import Placed, Unit, paginate
from fabgen.write.setting import Labelled, Picture, Plate, Setting, Shifted, Text, Titled

ENOUGH = 0.01  # points more than a part needs: it is asked for by its height


@dataclass(frozen=True)
class Run:
    """Units and the pages on which they stand."""

    units: Sequence[Unit]
    pages: list[list[Placed]]

    def anchors(self, first: int) -> Iterator[tuple[str, int]]:
        """What links lead to, and its page where the run's first page is `first`."""
        for number, page in enumerate(self.pages, first):
            for placed in page:
                if placed.start < 0:
                    yield from ((anchor, number) for anchor in _anchors(self.units[placed.unit].made[placed.size]))


def broken(units: Sequence[Unit], height: float) -> Run:
    """Units on as many pages of a height in points as they need."""
    return Run(units, paginate(units, height) if units else [])


def draw_run(run: Run, canvas: Any, origin: tuple[float, float], setting: Setting) -> Iterator[None]:
    """Draw a run page by page; `origin` is the upper left corner of the frame in points. Whoever asks for the next page
    has finished the one before."""
    rests = dict[int, Any]()  # what is left of units that go on
    for page in run.pages:
        for placed in page:
            made = _part(run.units[placed.unit], placed, rests, setting.width)
            _, height = made.wrap(setting.width, setting.height - placed.top)
            made.drawOn(canvas, origin[0], origin[1] - placed.top - height)
        yield


def _part(unit: Unit, placed: Placed, rests: dict[int, Any], width: float) -> Any:
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
    if isinstance(made, Titled) and made.heading:
        yield made.heading.anchor
    elif isinstance(made, Text | Picture) and made.place:
        yield made.place[0]
    elif isinstance(made, Shifted | Labelled):
        yield from _anchors(made.inner)
    elif isinstance(made, Plate):
        for _, _, item in made.items:
            yield from _anchors(item)


__all__ = ["Run", "broken", "draw_run"]
